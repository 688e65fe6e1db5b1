//! A formula about a program as a specification of the model that another checker reads.
//!
//! The model stops at every point of the formula ([`stops`](cairn_temporal::stops)) and shows its atoms. Between stops it passes places where the
//! atoms still are what they were, so the formula must not count steps. It says: from the first stop on the formula holds, in runs of the
//! program, which are those that are not excluded, and in fair ones, if that is asked.

use super::TemporalRequest;
use super::question::{Asked, Question};
use crate::codes;
use crate::request::Request;
use crate::stages::ModelFormat;
use cairn_automata::formula::{Binary, Formula, Unary};
use cairn_base::source::SourceMap;
use cairn_base::{Budget, Diagnostic};
use cairn_export::model::Piece;
use cairn_ir::{Program, VarId};
use cairn_logic::transition::System;
use cairn_temporal::stops::{Stops, stops};

type Made<T> = Result<T, Vec<Diagnostic>>;

fn refuse<T>(message: impl Into<String>) -> Made<T> {
    Err(vec![Diagnostic::error(codes::NOT_FOR_LANGUAGE, message.into())])
}

/// The system with its stops, and the specification.
pub(crate) fn system(
    program: Program,
    request: &Request,
    temporal: &TemporalRequest,
    format: ModelFormat,
    sources: &mut SourceMap,
    budget: &Budget,
) -> Made<(System, Vec<Piece>)> {
    let question = Question::read(program, request, temporal, sources)?;
    let Asked::Formula(asked) = &question.asked else {
        return refuse("a model is written with a formula; `--to automaton` writes automata");
    };
    if asked.formula.has_next() {
        return refuse("a formula with X or Y counts steps, and a model has steps of its own");
    }
    let Some(made) = stops(&question.program, &question.leaves, &question.points, &question.scope) else {
        return refuse("the conditions of the formula have no form in a model");
    };
    let [entry] = question.entries[..] else {
        return refuse("a model is made of one entry: name it with `--entry`");
    };
    let system = cairn_logic::transition::of_entry(&made.program, entry, budget);
    let mut system = match system {
        Ok(system) => system,
        Err(reason) => return refuse(reason.to_string()),
    };
    never_waits(&mut system, &made.program, made.waits);
    let writer =
        Writer { system: &system, stops: &made, leaves: &asked.leaves, is_tla: matches!(format, ModelFormat::Tla) };
    let mut pieces = Vec::new();
    writer.specification(&asked.formula, &question.fair, &mut pieces)?;
    Ok((system, pieces))
}

/// No step waits at a stop.
fn never_waits(system: &mut System, program: &Program, waits: VarId) {
    let name = program.variables[waits].name.to_string();
    let off = system.terms.ff();
    let inputs: Vec<_> = system.places.values().flat_map(|place| &place.inputs).map(|input| input.symbol).collect();
    let own = inputs.into_iter().filter(|symbol| {
        let symbol = system.terms.as_symbol(*symbol);
        symbol.is_some_and(|symbol| cairn_export::names::of_source(system.terms.symbol_name(symbol)) == name)
    });
    let fixed: rustc_hash::FxHashMap<_, _> = own.map(|symbol| (symbol, off)).collect();
    for (_, place) in system.places.iter_mut() {
        place.inputs.retain(|input| !fixed.contains_key(&input.symbol));
        for input in &mut place.inputs {
            input.when = system.terms.substitute(input.when, &fixed);
        }
    }
    for step in &mut system.steps {
        step.guard = system.terms.substitute(step.guard, &fixed);
        for (_, value) in &mut step.updates {
            *value = system.terms.substitute(*value, &fixed);
        }
    }
    system.steps.retain(|step| step.guard != off);
}

struct Writer<'a> {
    system: &'a System,
    stops: &'a Stops,
    leaves: &'a [usize],
    is_tla: bool,
}

impl Writer<'_> {
    fn text(&self, smv: &str, tla: &str, out: &mut Vec<Piece>) {
        out.push(Piece::Text(if self.is_tla { tla } else { smv }.into()));
    }
    fn specification(&self, formula: &Formula, fair: &[usize], out: &mut Vec<Piece>) -> Made<()> {
        self.text("G (", "[](", out);
        out.push(Piece::NotExcluded);
        self.text(")", ")", out);
        for leaf in fair {
            self.text(" & G F (", " /\\ []<>(", out);
            self.variable(self.stops.leaves[*leaf], out)?;
            self.text(")", ")", out);
        }
        let before = std::mem::take(out);
        self.text("(", "(", out);
        out.extend(before);
        self.text(") -> G (", ") => [](", out);
        self.variable(self.stops.first, out)?;
        self.text(" -> ", " => ", out);
        self.formula(formula, out)?;
        self.text(")", ")", out);
        Ok(())
    }
    /// A variable of the program.
    fn variable(&self, wanted: VarId, out: &mut Vec<Piece>) -> Made<()> {
        let found = self.system.variables.iter().find(|(_, v)| v.source.as_ref().is_some_and(|s| s.variable == wanted));
        let Some((id, _)) = found else { return refuse("an atom of the formula is no variable of the model") };
        out.push(Piece::Variable(id));
        Ok(())
    }
    fn formula(&self, formula: &Formula, out: &mut Vec<Piece>) -> Made<()> {
        self.text("(", "(", out);
        match formula {
            Formula::Constant(value) => {
                let word = if *value { "TRUE" } else { "FALSE" };
                self.text(word, word, out);
            }
            Formula::Atom(atom) => {
                let leaf = self.leaves[cairn_base::ids::Id::index(*atom)];
                self.variable(self.stops.leaves[leaf], out)?;
            }
            Formula::Unary(op, a) => self.unary(*op, a, out)?,
            Formula::Binary(op, a, b) => self.binary(*op, a, b, out)?,
        }
        self.text(")", ")", out);
        Ok(())
    }
    fn unary(&self, op: Unary, a: &Formula, out: &mut Vec<Piece>) -> Made<()> {
        match op {
            Unary::Not => self.text("!", "~", out),
            Unary::Finally => self.text("F ", "<>", out),
            Unary::Globally => self.text("G ", "[]", out),
            // The states before the first stop are none of the run.
            Unary::Once | Unary::Historically if !self.is_tla => {
                let (op, link) = if op == Unary::Once { ("O (", " & ") } else { ("H (", " -> ") };
                self.text(op, "", out);
                self.variable(self.stops.begun, out)?;
                self.text(link, "", out);
                self.formula(a, out)?;
                self.text(")", "", out);
                return Ok(());
            }
            other => return refuse(format!("`{}` has no form in this model", other.symbol())),
        }
        self.formula(a, out)
    }
    fn binary(&self, op: Binary, a: &Formula, b: &Formula, out: &mut Vec<Piece>) -> Made<()> {
        let (smv, tla) = match op {
            Binary::And => (" & ", " /\\ "),
            Binary::Or => (" | ", " \\/ "),
            Binary::Implies => (" -> ", " => "),
            Binary::Equivalent => (" <-> ", " <=> "),
            _ if self.is_tla => {
                return refuse(format!("TLA+ has no `{}`: its formulas are made of G and F", op.symbol()));
            }
            Binary::Until => (" U ", ""),
            Binary::Release => (" V ", ""),
            Binary::Since => (" S ", ""),
            // a W b is b R (a or b).
            Binary::WeakUntil => {
                self.formula(b, out)?;
                self.text(" V (", "", out);
                self.formula(a, out)?;
                self.text(" | ", "", out);
                self.formula(b, out)?;
                self.text(")", "", out);
                return Ok(());
            }
        };
        self.formula(a, out)?;
        self.text(smv, tla, out);
        if op != Binary::Since {
            return self.formula(b, out);
        }
        self.text("(", "", out);
        self.variable(self.stops.begun, out)?;
        self.text(" & ", "", out);
        self.formula(b, out)?;
        self.text(")", "", out);
        Ok(())
    }
}
