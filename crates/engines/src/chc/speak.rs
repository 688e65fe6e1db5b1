//! Solutions of clauses as invariants and summaries: the predicates at loop heads, at the entries and at the returns of
//! recursive procedures, as expressions of the original program.
//!
//! An invariant may speak of globals and of the variables of the loop's own activation; a summary of parameters, results
//! and globals. A conjunct that mentions
//! others, or that has no expression, is left out; whether what remains suffices is for the re-check to say.

use super::Problem;
use cairn_ir::{
    Binary, CallSite, Convert, ExprId, ExprKind, LoopProof, ProcId, ProcedureProof, Program, Sign, TypeKind, Unary,
    Value, VarId, VariableKind,
};
use cairn_passes::horn::{Aspect, Equal, Parameter, Place, Predicate, PredicateId, Quantity, Removed, Step, System};
use cairn_passes::{Back, Pointee};
use cairn_term::smtlib::{Command, read_script, sort_text};
use cairn_term::{Op, Sort, TermId, Terms};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Whether a parameter is a variable that a condition at the predicate may speak of.
pub(super) fn is_own(program: &Program, back: &Back, predicate: &Predicate, parameter: &Parameter) -> bool {
    let home = Home::of(back, predicate.place);
    let variable = parameter.quantity.as_ref().map(|quantity| quantity.variable);
    home.zip(variable).is_some_and(|(home, variable)| home.variable(program, variable).is_some())
}

/// What a solution says, place by place.
#[derive(Default)]
pub(super) struct Said {
    pub loops: Vec<LoopProof>,
    pub procedures: Vec<ProcedureProof>,
}

/// What is known of the loops, and of the procedures that are not inlined. None if the solution cannot be read.
pub(super) fn read_back(problem: &Problem, model: &str, program: &mut Program) -> Option<Said> {
    let mut said = Said::default();
    let summary = |procedure: &ProcId| {
        let pointees = problem.flat.back.pointees(*procedure).collect();
        ProcedureProof { procedure: *procedure, pointees, requires: Vec::new(), ensures: Vec::new() }
    };
    said.procedures = problem.summarised.iter().map(summary).collect();
    for (id, predicate) in problem.system.predicates.iter() {
        let own = |procedure: ProcId| problem.summarised.iter().position(|other| *other == procedure);
        match predicate.place {
            Place::LoopHead(owner, head) => {
                let place = problem.flat.back.loop_at(owner, head)?;
                let invariants = conditions(problem, id, model, program)?;
                said.loops.push(LoopProof { place, invariants });
            }
            Place::Entry(procedure) => {
                if let Some(n) = own(procedure) {
                    said.procedures[n].requires = conditions(problem, id, model, program)?;
                }
            }
            Place::Return(procedure) => {
                if let Some(n) = own(procedure) {
                    said.procedures[n].ensures = conditions(problem, id, model, program)?;
                }
            }
            Place::Before(..) => {}
        }
    }
    Some(said)
}

/// The conjuncts of a predicate, as expressions.
fn conditions(problem: &Problem, id: PredicateId, model: &str, program: &mut Program) -> Option<Vec<ExprId>> {
    let Problem { system, flat, removed, .. } = problem;
    let predicate = &system.predicates[id];
    let home = Home::of(&flat.back, predicate.place)?;
    let mut terms = Terms::new();
    let (condition, arguments) = meaning(system, predicate, model, &mut terms)?;
    let conjuncts = conjuncts(&mut terms, condition);
    let conjuncts = tidied(&mut terms, conjuncts);
    let mut speaker = Speaker::new(&terms, program, system.is_mathematical);
    for (argument, parameter) in arguments.iter().zip(&predicate.parameters) {
        let said = speaker.parameter(&home, parameter);
        if let Some(bound) = parameter.quantity.as_ref().and_then(|quantity| speaker.cells.get(&cell_of(quantity))) {
            speaker.depends.insert(*argument, *bound);
        }
        speaker.known.insert(*argument, said);
    }
    let mut found: Vec<ExprId> = conjuncts.into_iter().filter_map(|part| speaker.conjunct(part)).collect();
    found.extend(equalities(&home, system, &removed[id], program));
    Some(found)
}

/// What was known before anybody asked.
fn equalities(home: &Home<'_>, system: &System, removed: &[Removed], program: &mut Program) -> Vec<ExprId> {
    let mut speaker = Speaker::new(&system.terms, program, system.is_mathematical);
    let mut equality = |removed: &Removed| {
        let Word::Value(own) = speaker.parameter(home, &removed.parameter)? else { return None };
        let other = match &removed.equals {
            Equal::Constant(term) => speaker.expr(*term)?,
            Equal::Parameter(parameter) => match speaker.parameter(home, parameter)? {
                Word::Value(expr) => expr,
                Word::Array(..) => return None,
            },
        };
        speaker.program.binary(Binary::Equal, own, other).ok()
    };
    removed.iter().filter_map(&mut equality).collect()
}

/// Which cell of which variable a parameter is about.
fn cell_of(quantity: &Quantity) -> (VarId, Option<u32>) {
    let cell = match quantity.aspect {
        Aspect::Whole => None,
        Aspect::CellIndex(cell) | Aspect::CellValue(cell) => Some(cell),
    };
    (quantity.variable, cell)
}

/// The definition of a predicate, applied to symbols.
fn meaning(system: &System, predicate: &Predicate, model: &str, terms: &mut Terms) -> Option<(TermId, Vec<TermId>)> {
    let inner = model.trim().strip_prefix('(')?.strip_suffix(')')?;
    let definitions = inner.trim_start().strip_prefix("model").unwrap_or(inner);
    let mut text = String::from(definitions);
    let mut names = Vec::new();
    for (n, parameter) in predicate.parameters.iter().enumerate() {
        let name = format!("argument!{n}");
        let _ = writeln!(text, "\n(declare-fun {name} () {})", sort_text(&system.terms, parameter.sort));
        names.push(name);
    }
    let application = match names.is_empty() {
        true => predicate.name.clone(),
        false => format!("({} {})", predicate.name, names.join(" ")),
    };
    let _ = writeln!(text, "\n(assert {application})");
    let commands = read_script(terms, &text).ok()?;
    let condition = commands.iter().find_map(|command| match command {
        Command::Assert(term) => Some(*term),
        _ => None,
    })?;
    let symbols = commands.iter().filter_map(|command| match command {
        Command::DeclareSymbol(symbol) => Some(terms.symbol_term(*symbol)),
        _ => None,
    });
    let symbols: Vec<TermId> = symbols.collect();
    (symbols.len() == names.len()).then_some((condition, symbols))
}

/// The same, for readers: `not x <= -1` is `x >= 0`, and what is neither above nor below a number is equal to it.
fn tidied(terms: &mut Terms, conjuncts: Vec<TermId>) -> Vec<TermId> {
    let positive: Vec<TermId> = conjuncts.into_iter().map(|part| without_negation(terms, part)).collect();
    let mut found = Vec::new();
    for part in &positive {
        let args = terms.args(*part).to_vec();
        let opposite = if terms.op(*part) == Op::Le { Some(terms.le(args[1], args[0])) } else { None };
        let said = match opposite.filter(|opposite| positive.contains(opposite)) {
            Some(_) => terms.eq(args[0], args[1]),
            None => *part,
        };
        if !found.contains(&said) {
            found.push(said);
        }
    }
    found
}

/// `not a <= b` of integers as `b + 1 <= a`, or `b <= a - 1`, where one side is a number.
fn without_negation(terms: &mut Terms, part: TermId) -> TermId {
    let inner = match terms.op(part) {
        Op::Not => terms.args(part)[0],
        _ => return part,
    };
    let args = terms.args(inner).to_vec();
    if terms.op(inner) != Op::Le {
        return part;
    }
    let beside = |terms: &mut Terms, term: TermId, by: i32| {
        let number = terms.int_value(term).map(|number| number + by)?;
        Some(terms.int_const(number))
    };
    if let Some(low) = beside(terms, args[1], 1) {
        return terms.le(low, args[0]);
    }
    match beside(terms, args[0], -1) {
        Some(high) => terms.le(args[1], high),
        None => part,
    }
}

/// What a condition says, part by part.
fn conjuncts(terms: &mut Terms, condition: TermId) -> Vec<TermId> {
    let (mut left, mut found) = (vec![condition], Vec::new());
    while let Some(next) = left.pop() {
        let args = terms.args(next).to_vec();
        match terms.op(next) {
            Op::And => left.extend(args.iter().rev()),
            Op::Not if terms.op(args[0]) == Op::Or => {
                let denied = terms.args(args[0]).to_vec();
                left.extend(denied.into_iter().rev().map(|part| terms.not(part)));
            }
            Op::True => {}
            _ => found.push(next),
        }
    }
    found
}

/// The activation that a condition is about.
pub(crate) struct Home<'a> {
    back: &'a Back,
    /// The procedure whose body it is in, and the calls from there.
    root: ProcId,
    calls: &'a [CallSite],
    place: Place,
}

impl<'a> Home<'a> {
    pub(crate) fn of(back: &'a Back, place: Place) -> Option<Self> {
        let (root, calls) = match place {
            Place::LoopHead(root, head) => (root, &back.place(root, head)?.calls[..]),
            Place::Entry(root) | Place::Return(root) => (root, &[][..]),
            Place::Before(..) => return None,
        };
        Some(Self { back, root, calls, place })
    }

    /// In what a procedure ensures, parameters are what they were at entry.
    fn at_return(&self) -> bool {
        matches!(self.place, Place::Return(_))
    }

    /// The variable of the original program, if the condition may speak of it; with its pointee if that is meant.
    pub(crate) fn variable(&self, program: &Program, var: VarId) -> Option<(VarId, Option<Pointee>)> {
        let meant = self.back.variable(var)?;
        let variable = program.variables.get(meant.variable)?;
        let is_here = meant.calls == self.calls && (!self.calls.is_empty() || variable.procedure == Some(self.root));
        (variable.kind == VariableKind::Global || is_here).then_some((meant.variable, meant.through))
    }

    /// A variable now, or as it was at the entry of the root.
    pub(crate) fn read(&self, program: &mut Program, var: VarId, at_entry: bool) -> Option<ExprId> {
        // Inside other activations of the root's calls there is no word for what the root began with.
        if at_entry && !self.calls.is_empty() {
            return None;
        }
        let (variable, through) = self.variable(program, var)?;
        let mut expr = program.var(variable);
        let is_parameter = program.variables[variable].kind == VariableKind::Parameter && through.is_none();
        let mut at_entry = at_entry && !(self.at_return() && is_parameter);
        if let Some(pointee) = through {
            expr = program.add_expr(ExprKind::Load(expr), pointee.ty, None).ok()?;
            at_entry |= pointee.at_entry;
        }
        if !at_entry || matches!(self.place, Place::Entry(_)) {
            return Some(expr);
        }
        let ty = program.type_of(expr);
        program.add_expr(ExprKind::Old(expr), ty, None).ok()
    }
}

/// A term in the words of the program.
#[derive(Clone)]
enum Word {
    Value(ExprId),
    /// An array, and the way from its elements to the part that is meant.
    Array(ExprId, Vec<Step>),
}

struct Speaker<'a> {
    terms: &'a Terms,
    program: &'a mut Program,
    /// Machine integers are integers in the terms.
    mathematical: bool,
    known: FxHashMap<TermId, Option<Word>>,
    /// The bound variables that are the indices of cells, by the variable of the system; and which arguments need them.
    cells: FxHashMap<(VarId, Option<u32>), VarId>,
    depends: FxHashMap<TermId, VarId>,
    /// That the index exists, by bound variable.
    ranges: FxHashMap<VarId, ExprId>,
}

impl<'a> Speaker<'a> {
    fn new(terms: &'a Terms, program: &'a mut Program, mathematical: bool) -> Self {
        Self {
            terms,
            program,
            mathematical,
            known: FxHashMap::default(),
            cells: FxHashMap::default(),
            depends: FxHashMap::default(),
            ranges: FxHashMap::default(),
        }
    }

    fn parameter(&mut self, home: &Home<'_>, parameter: &Parameter) -> Option<Word> {
        let quantity = parameter.quantity.as_ref()?;
        let Quantity { variable, at_entry, path, aspect } = quantity;
        let expr = home.read(self.program, *variable, *at_entry)?;
        let said = self.along(expr, path, parameter.is_signed)?;
        let (Word::Array(array, rest), true) = (&said, *aspect != Aspect::Whole) else { return Some(said) };
        let bound = self.cell_index(*array, cell_of(quantity))?;
        let index = self.program.var(bound);
        match aspect {
            Aspect::CellValue(_) => {
                let element = self.program.index(*array, index).ok()?;
                self.along(element, rest, true)
            }
            _ => self.along(index, &[], true),
        }
    }

    /// The bound variable that is the index of a cell.
    fn cell_index(&mut self, array: ExprId, cell: (VarId, Option<u32>)) -> Option<VarId> {
        if let Some(known) = self.cells.get(&cell) {
            return Some(*known);
        }
        let TypeKind::Array { index, length, .. } = *self.program.types.kind(self.program.type_of(array)) else {
            return None;
        };
        let bound = self.program.add_variable(format!("k{}", self.cells.len() + 1), index, VariableKind::Bound, None);
        self.cells.insert(cell, bound);
        if let (Some(length), TypeKind::Int(_)) = (length, self.program.types.kind(index)) {
            let length = self.program.int_const(index, BigInt::from(length)).ok()?;
            let at = self.program.var(bound);
            self.ranges.insert(bound, self.program.binary(Binary::Less(Sign::Unsigned), at, length).ok()?);
        }
        Some(bound)
    }

    /// A conjunct; what it says of cells it says of all elements.
    fn conjunct(&mut self, part: TermId) -> Option<ExprId> {
        let mut body = self.expr(part)?;
        let symbols = self.terms.symbols_of(part);
        let needed = symbols.iter().filter_map(|symbol| self.depends.get(&self.terms.symbol_term(*symbol)));
        let needed: std::collections::BTreeSet<VarId> = needed.copied().collect();
        for bound in &needed {
            if let Some(range) = self.ranges.get(bound) {
                body = self.program.binary(Binary::Implies, *range, body).ok()?;
            }
        }
        if needed.is_empty() {
            return Some(body);
        }
        let truth = self.program.types.bool();
        self.program.add_expr(ExprKind::Forall(needed.into_iter().collect(), body), truth, None).ok()
    }

    /// The part of a value that a path leads to, as the terms have it.
    fn along(&mut self, mut expr: ExprId, path: &[Step], is_signed: bool) -> Option<Word> {
        for (n, step) in path.iter().enumerate() {
            expr = match step {
                Step::Field(field) => self.program.field(expr, *field).ok()?,
                Step::Element(i) => {
                    let index = self.index_type(expr)?;
                    let i = self.program.int_const(index, BigInt::from(*i)).ok()?;
                    self.program.index(expr, i).ok()?
                }
                Step::Each => return Some(Word::Array(expr, path[n + 1..].to_vec())),
            };
        }
        let ty = self.program.type_of(expr);
        match self.program.types.kind(ty) {
            TypeKind::Int(_) if self.mathematical => {
                let sign = if is_signed { Sign::Signed } else { Sign::Unsigned };
                let number = self.program.types.math_int();
                Some(Word::Value(self.program.convert(Convert::IntToMath(sign), expr, number).ok()?))
            }
            _ => Some(Word::Value(expr)),
        }
    }

    fn index_type(&self, array: ExprId) -> Option<cairn_ir::TypeId> {
        match *self.program.types.kind(self.program.type_of(array)) {
            TypeKind::Array { index, .. } => Some(index),
            _ => None,
        }
    }

    fn expr(&mut self, term: TermId) -> Option<ExprId> {
        match self.said(term)? {
            Word::Value(expr) => Some(expr),
            Word::Array(..) => None,
        }
    }

    fn said(&mut self, term: TermId) -> Option<Word> {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let said = self.make(term);
        self.known.insert(term, said.clone());
        said
    }

    fn make(&mut self, term: TermId) -> Option<Word> {
        let args = self.terms.args(term).to_vec();
        if self.terms.op(term) == Op::Select {
            return self.element(args[0], args[1]);
        }
        if let Some(constant) = self.constant(term) {
            return constant.map(Word::Value);
        }
        let args = args.into_iter().map(|arg| self.expr(arg)).collect::<Option<Vec<ExprId>>>()?;
        let made = match (self.terms.op(term), &args[..]) {
            (Op::Not, [a]) => self.program.not(*a),
            (Op::Neg, [a]) => self.program.unary(Unary::MathNegate, *a),
            (Op::IntAbs, [a]) => self.program.unary(Unary::MathAbs, *a),
            (Op::BvNot, [a]) => self.program.unary(Unary::BitNot, *a),
            (Op::BvNeg, [a]) => self.program.unary(Unary::Negate, *a),
            (Op::Ite, [c, a, b]) => self.program.if_else(*c, *a, *b),
            (op, [a, b]) => self.program.binary(binary(op)?, *a, *b),
            _ => return None,
        };
        made.ok().map(Word::Value)
    }

    /// Elements are integers with sign in the terms.
    fn element(&mut self, array: TermId, index: TermId) -> Option<Word> {
        let Word::Array(array, rest) = self.said(array)? else { return None };
        let (index, ty) = (self.expr(index)?, self.index_type(array)?);
        let is_number = matches!(self.program.types.kind(self.program.type_of(index)), TypeKind::MathInt);
        let is_machine = matches!(self.program.types.kind(ty), TypeKind::Int(_));
        let index = match is_number && is_machine {
            true => self.program.convert(Convert::MathToInt, index, ty).ok()?,
            false => index,
        };
        let element = self.program.index(array, index).ok()?;
        self.along(element, &rest, true)
    }

    /// None if the term is no constant; an inner none if it has no expression.
    fn constant(&mut self, term: TermId) -> Option<Option<ExprId>> {
        let (value, ty) = match (self.terms.op(term), self.terms.sort_data_of(term)) {
            (Op::True, _) => return Some(Some(self.program.bool_const(true))),
            (Op::False, _) => return Some(Some(self.program.bool_const(false))),
            (Op::IntConst(_), _) => {
                (Value::MathInt(self.terms.int_value(term)?.clone()), self.program.types.math_int())
            }
            (Op::BvConst(_), Sort::BitVec(width)) => {
                let bits = self.terms.bv_value(term)?.to_bigint();
                let ty = self.program.types.int(width);
                return Some(self.program.int_const(ty, bits).ok());
            }
            (Op::FloatConst(_) | Op::RealConst(_) | Op::RmConst(_) | Op::Symbol(_), _) => return Some(None),
            _ => return None,
        };
        Some(self.program.constant(value, ty).ok())
    }
}

fn binary(op: Op) -> Option<Binary> {
    use Sign::{Signed, Unsigned};
    Some(match op {
        Op::And => Binary::And,
        Op::Or => Binary::Or,
        Op::Xor => Binary::Xor,
        Op::Implies => Binary::Implies,
        Op::Eq => Binary::Equal,
        Op::Add => Binary::MathAdd,
        Op::Sub => Binary::MathSubtract,
        Op::Mul => Binary::MathMultiply,
        Op::IntDiv => Binary::MathDivide,
        Op::IntMod => Binary::MathModulo,
        Op::Le => Binary::MathLessEqual,
        Op::Lt => Binary::MathLess,
        Op::BvAdd => Binary::Add,
        Op::BvSub => Binary::Subtract,
        Op::BvMul => Binary::Multiply,
        Op::BvAnd => Binary::BitAnd,
        Op::BvOr => Binary::BitOr,
        Op::BvXor => Binary::BitXor,
        Op::BvShl => Binary::ShiftLeft,
        Op::BvLshr => Binary::ShiftRight(Unsigned),
        Op::BvAshr => Binary::ShiftRight(Signed),
        Op::BvUdiv => Binary::Divide(Unsigned),
        Op::BvSdiv => Binary::Divide(Signed),
        Op::BvUrem => Binary::Remainder(Unsigned),
        Op::BvSrem => Binary::Remainder(Signed),
        Op::BvSmod => Binary::Modulo,
        Op::BvUlt => Binary::Less(Unsigned),
        Op::BvUle => Binary::LessEqual(Unsigned),
        Op::BvSlt => Binary::Less(Signed),
        Op::BvSle => Binary::LessEqual(Signed),
        _ => return None,
    })
}
