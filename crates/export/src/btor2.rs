//! BTOR2: a transition system for word-level model checkers (Niemetz, Preiner, Wolf, Biere, "BTOR2, BtorMC and Boolector 3.0",
//! 2018). Every state variable begins as zero; there is one `bad` for each property.

use crate::model::{Model, is_simple, zero};
use crate::{Error, refuse};
use cairn_logic::transition::System;
use cairn_term::{Op, Sort, SortId, TermId};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

pub fn write(system: &System) -> Result<String, Error> {
    let mut model = Model::of(system);
    let zeros: Vec<TermId> = model
        .state
        .clone()
        .iter()
        .map(|(_, symbol, _)| {
            let sort = model.terms.sort_of(*symbol);
            zero(&mut model.terms, sort)
        })
        .collect();
    let sort = model.terms.sort_of(model.at);
    let start = zero(&mut model.terms, sort);
    let mut printer = Printer {
        model: &model,
        text: String::new(),
        lines: 0,
        sorts: FxHashMap::default(),
        known: FxHashMap::default(),
    };
    let _ = writeln!(printer.text, "; transition system {}", one_word(&system.name));
    for (number, (name, _)) in model.locations.iter().enumerate() {
        let _ = writeln!(printer.text, "; location {number}: {name}");
    }
    for (name, symbol) in &model.inputs {
        printer.declare("input", *symbol, name)?;
    }
    printer.declare("state", model.at, "location")?;
    for (name, symbol, _) in &model.state {
        printer.declare("state", *symbol, name)?;
    }
    printer.begins(model.at, start)?;
    for ((_, symbol, _), zero) in model.state.iter().zip(zeros) {
        printer.begins(*symbol, zero)?;
    }
    let state = model.state.iter().map(|(_, symbol, next)| (*symbol, *next));
    for (symbol, next) in [(model.at, model.at_next)].into_iter().chain(state) {
        let (sort, symbol, next) =
            (printer.sort(model.terms.sort_of(symbol))?, printer.known[&symbol], printer.term(next)?);
        printer.line(&format!("next {sort} {symbol} {next}"));
    }
    for (name, bad) in &model.bad {
        let bad = printer.term(*bad)?;
        printer.line(&format!("bad {bad} {}", one_word(name)));
    }
    Ok(printer.text)
}

struct Printer<'m> {
    model: &'m Model,
    text: String,
    lines: u32,
    sorts: FxHashMap<String, u32>,
    known: FxHashMap<TermId, u32>,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) -> u32 {
        self.lines += 1;
        let _ = writeln!(self.text, "{} {text}", self.lines);
        self.lines
    }
    fn sort_line(&mut self, text: String) -> u32 {
        if let Some(known) = self.sorts.get(&text) {
            return *known;
        }
        let line = self.line(&text);
        self.sorts.insert(text, line);
        line
    }
    fn sort(&mut self, sort: SortId) -> Result<u32, Error> {
        let terms = &self.model.terms;
        if !is_simple(terms, sort, true) {
            return refuse("floating-point and mathematical numbers have no form in BTOR2");
        }
        Ok(match *terms.sort_data(sort) {
            Sort::BitVec(width) => self.sort_line(format!("sort bitvec {width}")),
            Sort::Array { index, element } => {
                let (index, element) = (self.sort(index)?, self.sort(element)?);
                self.sort_line(format!("sort array {index} {element}"))
            }
            _ => self.sort_line("sort bitvec 1".into()),
        })
    }
    fn declare(&mut self, kind: &str, symbol: TermId, name: &str) -> Result<(), Error> {
        let sort = self.sort(self.model.terms.sort_of(symbol))?;
        let line = self.line(&format!("{kind} {sort} {}", one_word(name)));
        self.known.insert(symbol, line);
        Ok(())
    }
    fn begins(&mut self, symbol: TermId, zero: TermId) -> Result<(), Error> {
        let sort = self.sort(self.model.terms.sort_of(symbol))?;
        // A state that is an array begins with the same element everywhere.
        let zero = match self.model.terms.op(zero) {
            Op::ConstArray(_) => self.model.terms.args(zero)[0],
            _ => zero,
        };
        let (zero, symbol) = (self.term(zero)?, self.known[&symbol]);
        self.line(&format!("init {sort} {symbol} {zero}"));
        Ok(())
    }

    fn term(&mut self, root: TermId) -> Result<u32, Error> {
        let mut open = vec![root];
        while let Some(term) = open.last().copied() {
            if self.known.contains_key(&term) {
                open.pop();
                continue;
            }
            let missing = self.model.terms.args(term).iter().filter(|arg| !self.known.contains_key(arg));
            let before = open.len();
            open.extend(missing.copied().collect::<Vec<_>>());
            if open.len() == before {
                let line = self.operation(term)?;
                self.known.insert(term, line);
                open.pop();
            }
        }
        Ok(self.known[&root])
    }
    fn operation(&mut self, term: TermId) -> Result<u32, Error> {
        let terms = &self.model.terms;
        let sort = self.sort(terms.sort_of(term))?;
        let args: Vec<u32> = terms.args(term).iter().map(|arg| self.known[arg]).collect();
        let joined = args.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let text = match terms.op(term) {
            Op::True => format!("one {sort}"),
            Op::False => format!("zero {sort}"),
            Op::BvConst(value) => format!("constd {sort} {}", terms.bits_of(value).to_biguint()),
            Op::Extract { high, low } => format!("slice {sort} {joined} {high} {low}"),
            Op::ZeroExtend(by) => format!("uext {sort} {joined} {by}"),
            Op::SignExtend(by) => format!("sext {sort} {joined} {by}"),
            Op::RotateLeft(by) | Op::RotateRight(by) => return self.rotated(term, sort, args[0], by),
            Op::BvNegO => return Ok(self.negation_overflows(term, args[0])),
            op => match word(op) {
                Some(word) => format!("{word} {sort} {joined}"),
                None => return refuse(format!("{op:?} has no form in BTOR2")),
            },
        };
        Ok(self.line(&text))
    }
    /// By a constant: parts taken apart and put together in the other order.
    fn rotated(&mut self, term: TermId, sort: u32, arg: u32, by: u32) -> Result<u32, Error> {
        let terms = &self.model.terms;
        let Sort::BitVec(width) = *terms.sort_data(terms.sort_of(term)) else { return refuse("a rotated truth") };
        let left = matches!(terms.op(term), Op::RotateLeft(_));
        let low = if left { width - by % width } else { by % width } % width;
        if low == 0 {
            return Ok(arg);
        }
        let (high_sort, low_sort) =
            (self.sort_line(format!("sort bitvec {}", width - low)), self.sort_line(format!("sort bitvec {low}")));
        let upper = self.line(&format!("slice {high_sort} {arg} {} {low}", width - 1));
        let lower = self.line(&format!("slice {low_sort} {arg} {} 0", low - 1));
        Ok(self.line(&format!("concat {sort} {lower} {upper}")))
    }
    /// The smallest number is the only one whose negation does not fit.
    fn negation_overflows(&mut self, term: TermId, arg: u32) -> u32 {
        let terms = &self.model.terms;
        let Sort::BitVec(width) = *terms.sort_data(terms.sort_of(terms.args(term)[0])) else { return arg };
        let (truth, sort) = (self.sort_line("sort bitvec 1".into()), self.sort_line(format!("sort bitvec {width}")));
        let least = self.line(&format!("const {sort} 1{}", "0".repeat(width as usize - 1)));
        self.line(&format!("eq {truth} {arg} {least}"))
    }
}

fn word(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Not | Op::BvNot => "not",
        Op::And | Op::BvAnd => "and",
        Op::Or | Op::BvOr => "or",
        Op::Xor | Op::BvXor => "xor",
        Op::Implies => "implies",
        Op::Eq => "eq",
        Op::Ite => "ite",
        Op::BvNeg => "neg",
        Op::BvAdd => "add",
        Op::BvSub => "sub",
        Op::BvMul => "mul",
        Op::BvUdiv => "udiv",
        Op::BvUrem => "urem",
        Op::BvSdiv => "sdiv",
        Op::BvSrem => "srem",
        Op::BvSmod => "smod",
        Op::BvShl => "sll",
        Op::BvLshr => "srl",
        Op::BvAshr => "sra",
        Op::BvUlt => "ult",
        Op::BvUle => "ulte",
        Op::BvSlt => "slt",
        Op::BvSle => "slte",
        Op::Concat => "concat",
        Op::BvUaddO => "uaddo",
        Op::BvSaddO => "saddo",
        Op::BvUsubO => "usubo",
        Op::BvSsubO => "ssubo",
        Op::BvUmulO => "umulo",
        Op::BvSmulO => "smulo",
        Op::BvSdivO => "sdivo",
        Op::Select => "read",
        Op::Store => "write",
        _ => return None,
    })
}

/// Symbols of BTOR2 hold no blanks.
fn one_word(name: &str) -> String {
    name.chars().map(|c| if c.is_whitespace() || c == ';' { '_' } else { c }).collect()
}
