//! Guesses at invariants from the text of a program: its conditions, bounds by its constants, order and
//! differences of its variables.
//!
//! Nothing here needs to be right; what is not inductive is dropped. Guesses are cheap for the solver, but not
//! free: they are limited in number, the likelier ones first.

use cairn_ir::{
    Binary, Convert, ExprId, ExprKind, LoopPlace, Program, Sign, StatementKind, Style, Terminator, TypeId, TypeKind,
    Unary, Value, VarId,
};
use cairn_passes::Loops;
use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Guesses for one loop.
const MOST_GUESSES: usize = 500;
/// Constants that bounds are made of.
const MOST_CONSTANTS: usize = 24;
/// Variables that are compared with each other.
const MOST_COMPARED: usize = 12;
/// Variables whose sums are guessed at.
const MOST_ADDED: usize = 5;
/// Remainders are guessed for divisors up to this.
const LARGEST_DIVISOR: u32 = 6;
/// Comparisons that may tell phases of a loop apart.
const MOST_PHASES: usize = 3;

pub(super) fn guess(
    program: &mut Program,
    loops: &BTreeMap<LoopPlace, BTreeSet<VarId>>,
    sums: bool,
    costly: bool,
) -> BTreeMap<LoopPlace, Vec<ExprId>> {
    let mut guesses = BTreeMap::new();
    for (place, changed) in loops {
        let text = Text::of(program, place);
        let mut guesser = Guesser { program, changed, text: &text, found: Vec::new() };
        guesser.conditions();
        guesser.bounds();
        guesser.comparisons();
        if sums {
            guesser.sums();
        }
        if costly {
            guesser.remainders();
        }
        let mut found = guesser.found;
        found.truncate(MOST_GUESSES);
        guesses.insert(place.clone(), found);
    }
    guesses
}

/// What the body of a procedure mentions.
#[derive(Default)]
struct Text {
    conditions: Vec<ExprId>,
    variables: BTreeSet<VarId>,
    /// Machine integers, signed, with their width.
    constants: BTreeSet<(u32, BigInt)>,
    /// Floating-point constants, with their type.
    floats: Vec<(TypeId, Value)>,
}

impl Text {
    /// Of a loop, and of what is checked and decided around it.
    fn of(program: &Program, place: &LoopPlace) -> Self {
        let mut text = Self::default();
        let mut roots = Vec::new();
        let body = &program.procedures[place.procedure];
        let loops = Loops::new(body);
        let own = loops.headed_by(place.head);
        for (id, block) in body.blocks.iter() {
            let inside = own.is_none_or(|index| loops.contains(index, id));
            for statement in &block.statements {
                if !inside && !matches!(statement.kind, StatementKind::Check { .. }) {
                    continue;
                }
                match &statement.kind {
                    StatementKind::Assign { target, value } => {
                        roots.push(*value);
                        target.for_each_expr(|e| roots.push(e));
                    }
                    StatementKind::Assume(condition) | StatementKind::Check { condition, .. } => {
                        roots.push(*condition);
                        text.conditions.push(*condition);
                    }
                    StatementKind::Call { arguments, .. } => roots.extend(arguments),
                    _ => {}
                }
            }
            match &block.terminator {
                Terminator::Switch { .. } if !inside => {}
                Terminator::Branch { condition, .. } => {
                    roots.push(*condition);
                    text.conditions.push(*condition);
                }
                Terminator::Switch { value, .. } => roots.push(*value),
                _ => {}
            }
        }
        text.read(program, roots);
        text
    }
    fn read(&mut self, program: &Program, mut open: Vec<ExprId>) {
        let mut seen = FxHashSet::default();
        while let Some(expr) = open.pop() {
            if !seen.insert(expr) {
                continue;
            }
            let node = program.expr(expr);
            match &node.kind {
                ExprKind::Var(var) => drop(self.variables.insert(*var)),
                ExprKind::Const(Value::Int(bits)) if self.constants.len() < MOST_CONSTANTS => {
                    self.constants.insert((bits.width(), bits.signed()));
                }
                ExprKind::Const(value @ Value::Float(..)) if !self.floats.contains(&(node.ty, value.clone())) => {
                    self.floats.push((node.ty, value.clone()));
                }
                kind => kind.for_each_child(|child| open.push(child)),
            }
        }
    }
}

struct Guesser<'a> {
    program: &'a mut Program,
    changed: &'a BTreeSet<VarId>,
    text: &'a Text,
    found: Vec<ExprId>,
}

impl Guesser<'_> {
    /// The conditions of the text that speak of what changes, as they are, weakened and negated.
    fn conditions(&mut self) {
        for condition in self.text.conditions.clone() {
            let variables = variables_of(self.program, condition);
            let about = variables.iter().any(|v| self.changed.contains(v));
            if !about || self.reads_memory(condition) {
                continue;
            }
            self.add_parts(condition, true);
            self.add_parts(condition, false);
        }
    }
    /// Adds a condition of a given truth; of a conjunction, its parts too.
    fn add_parts(&mut self, condition: ExprId, truth: bool) {
        match (self.program.expr(condition).kind.clone(), truth) {
            (ExprKind::Unary(Unary::Not, inner), _) => return self.add_parts(inner, !truth),
            (ExprKind::Binary(Binary::And, a, b), true) | (ExprKind::Binary(Binary::Or, a, b), false) => {
                self.add_parts(a, truth);
                self.add_parts(b, truth);
                return;
            }
            (ExprKind::Binary(Binary::Less(sign), a, b), true) => self.compare(Binary::LessEqual(sign), a, b),
            (ExprKind::Binary(Binary::LessEqual(sign), a, b), false) => self.compare(Binary::LessEqual(sign), b, a),
            (ExprKind::Binary(Binary::PointerLess, a, b), true) => self.compare(Binary::PointerLessEqual, a, b),
            (ExprKind::Binary(Binary::NotEqual, a, b), true) | (ExprKind::Binary(Binary::Equal, a, b), false) => {
                let at_most = match (self.sign_of(a), self.program.types.kind(self.program.type_of(a))) {
                    (Some(sign), _) => Some(Binary::LessEqual(sign)),
                    (None, TypeKind::Pointer) => Some(Binary::PointerLessEqual),
                    _ => None,
                };
                if let Some(at_most) = at_most {
                    self.compare(at_most, a, b);
                    self.compare(at_most, b, a);
                }
            }
            _ => {}
        }
        match truth {
            true => self.found.push(condition),
            false => self.found.extend(self.program.not(condition)),
        }
    }
    fn compare(&mut self, op: Binary, a: ExprId, b: ExprId) {
        self.found.extend(self.program.binary(op, a, b));
    }
    /// Every changed number against every constant of its width, and next to it.
    fn bounds(&mut self) {
        for var in self.changed.clone() {
            let ty = self.program.variables[var].ty;
            match self.program.types.kind(ty).clone() {
                TypeKind::Bool => {
                    let value = self.program.var(var);
                    self.found.push(value);
                    self.found.extend(self.program.not(value));
                }
                TypeKind::Int(width) => self.integer_bounds(var, ty, width),
                TypeKind::Float(_) => self.float_bounds(var, ty),
                TypeKind::Pointer => self.pointer_bounds(var),
                _ => {}
            }
        }
    }
    /// A pointer that moves stays within its object, or one past its end.
    fn pointer_bounds(&mut self, var: VarId) {
        let pointer = self.program.var(var);
        let Ok(offset) = self.program.unary(Unary::PointerOffset, pointer) else { return };
        let Ok(size) = self.program.unary(Unary::PointerObjectSize, pointer) else { return };
        let number = self.program.type_of(offset);
        let Ok(zero) = self.program.int_const(number, 0) else { return };
        self.compare(Binary::LessEqual(Sign::Signed), zero, offset);
        let size = match self.program.type_of(size) == number {
            true => Ok(size),
            false => self.program.convert(Convert::Retype, size, number),
        };
        if let Ok(size) = size {
            self.compare(Binary::LessEqual(Sign::Signed), offset, size);
        }
        self.found.extend(self.program.unary(Unary::PointerIsLive, pointer));
    }
    fn integer_bounds(&mut self, var: VarId, ty: TypeId, width: u32) {
        let value = self.program.var(var);
        let Some(sign) = self.sign_of(value) else { return };
        let own = self.text.constants.iter().filter(|(w, _)| *w == width).map(|(_, c)| c.clone());
        let mut constants: BTreeSet<BigInt> = own.collect();
        constants.insert(BigInt::zero());
        for constant in constants.clone() {
            constants.insert(&constant - 1);
            constants.insert(constant + 1);
        }
        for constant in constants {
            let Ok(constant) = self.program.int_const(ty, constant) else { continue };
            self.compare(Binary::LessEqual(sign), constant, value);
            self.compare(Binary::LessEqual(sign), value, constant);
            self.compare(Binary::NotEqual, value, constant);
        }
    }
    fn float_bounds(&mut self, var: VarId, ty: TypeId) {
        let value = self.program.var(var);
        let own: Vec<Value> = self
            .text
            .floats
            .iter()
            .filter(|(t, _)| self.program.types.same_shape(*t, ty))
            .map(|(_, value)| value.clone())
            .collect();
        for constant in own {
            let Ok(constant) = self.program.constant(constant, ty) else { continue };
            self.compare(Binary::FloatLessEqual, constant, value);
            self.compare(Binary::FloatLessEqual, value, constant);
            let Ok(negated) = self.program.unary(Unary::FloatNegate, constant) else { continue };
            self.compare(Binary::FloatLessEqual, negated, value);
        }
    }
    /// Every changed number against every other that the text mentions.
    fn comparisons(&mut self) {
        let mentioned = self.text.variables.iter().chain(self.changed).copied().collect::<BTreeSet<_>>();
        let shown = |var: &VarId| !self.program.variables[*var].temporary || self.changed.contains(var);
        let mut others: Vec<VarId> = mentioned.into_iter().filter(shown).collect();
        others.sort_by_key(|var| !self.changed.contains(var));
        others.truncate(MOST_COMPARED);
        for a in self.changed.clone() {
            for b in &others {
                if a != *b && !(self.changed.contains(b) && *b < a) {
                    self.comparison(a, *b);
                }
            }
        }
    }
    fn comparison(&mut self, a: VarId, b: VarId) {
        let (ta, tb) = (self.program.variables[a].ty, self.program.variables[b].ty);
        if !self.program.types.same_shape(ta, tb) {
            return;
        }
        let (x, y) = (self.program.var(a), self.program.var(b));
        let y = if ta == tb { Ok(y) } else { self.program.convert(Convert::Retype, y, ta) };
        let Ok(y) = y else { return };
        match self.program.types.kind(ta).clone() {
            TypeKind::Int(_) => {
                let Some(sign) = self.sign_of(x) else { return };
                self.compare(Binary::LessEqual(sign), x, y);
                self.compare(Binary::LessEqual(sign), y, x);
                self.compare(Binary::Equal, x, y);
                self.compare(Binary::NotEqual, x, y);
                let Ok(one) = self.program.int_const(ta, 1) else { return };
                if let (Ok(more), Ok(next)) =
                    (self.program.binary(Binary::Add, x, one), self.program.binary(Binary::Add, y, one))
                {
                    self.compare(Binary::LessEqual(sign), more, y);
                    self.compare(Binary::LessEqual(sign), x, next);
                }
            }
            TypeKind::Bool => {
                self.compare(Binary::Equal, x, y);
                self.compare(Binary::Xor, x, y);
                self.compare(Binary::Implies, x, y);
                self.compare(Binary::Implies, y, x);
            }
            TypeKind::Float(_) => {
                self.compare(Binary::FloatLessEqual, x, y);
                self.compare(Binary::FloatLessEqual, y, x);
            }
            _ => {}
        }
    }
    /// Sums and differences of two changed numbers against others and constants, wide enough not to wrap around.
    fn sums(&mut self) {
        let mentioned = self.text.variables.iter().chain(self.changed).copied().collect::<BTreeSet<_>>();
        let is_shown = |var: &VarId| !self.program.variables[*var].temporary;
        let others: Vec<VarId> = mentioned.into_iter().filter(is_shown).take(MOST_COMPARED).collect();
        let changed: Vec<VarId> = self.changed.iter().copied().filter(is_shown).take(MOST_ADDED).collect();
        for (n, a) in changed.iter().enumerate() {
            for b in &changed[n + 1..] {
                self.sums_of(*a, *b, &others);
            }
        }
    }
    fn sums_of(&mut self, a: VarId, b: VarId, others: &[VarId]) {
        let ty = self.program.variables[a].ty;
        let Some(width) = self.program.types.int_width(ty) else { return };
        let wide = self.program.types.int(width + 2);
        let (Some(x), Some(y)) = (self.widened(a, ty, wide), self.widened(b, ty, wide)) else { return };
        let mut limits: Vec<ExprId> =
            others.iter().filter(|v| **v != a && **v != b).filter_map(|v| self.widened(*v, ty, wide)).collect();
        let own = self.text.constants.iter().filter(|(w, _)| *w == width).map(|(_, c)| c.clone());
        let constants: BTreeSet<BigInt> = own.chain([BigInt::zero()]).collect();
        limits.extend(constants.into_iter().take(MOST_COMPARED).filter_map(|c| self.program.int_const(wide, c).ok()));
        for op in [Binary::Add, Binary::Subtract] {
            let Ok(sum) = self.program.binary(op, x, y) else { continue };
            for limit in &limits {
                self.compare(Binary::LessEqual(Sign::Signed), sum, *limit);
                self.compare(Binary::LessEqual(Sign::Signed), *limit, sum);
            }
        }
    }
    /// A variable of the shape of a type, extended as the type is displayed.
    fn widened(&mut self, var: VarId, ty: TypeId, wide: TypeId) -> Option<ExprId> {
        if !self.program.types.same_shape(self.program.variables[var].ty, ty) {
            return None;
        }
        let value = self.program.var(var);
        self.program.convert(extension(self.program, var), value, wide).ok()
    }
    /// Remainders by small numbers that the text mentions, and by 2.
    fn remainders(&mut self) {
        for var in self.changed.clone() {
            let ty = self.program.variables[var].ty;
            let Some(width) = self.program.types.int_width(ty).filter(|w| *w >= 4) else { continue };
            let own = self
                .text
                .constants
                .iter()
                .filter(|(w, c)| *w == width && *c >= BigInt::from(2) && *c <= BigInt::from(LARGEST_DIVISOR));
            let divisors: BTreeSet<BigInt> = own.map(|(_, c)| c.clone()).chain([BigInt::from(2)]).collect();
            let value = self.program.var(var);
            let Some(sign) = self.sign_of(value) else { continue };
            for divisor in divisors {
                let Ok(by) = self.program.int_const(ty, divisor.clone()) else { continue };
                let Ok(remainder) = self.program.binary(Binary::Remainder(sign), value, by) else { continue };
                let mut rest = BigInt::zero();
                while rest < divisor {
                    if let Ok(constant) = self.program.int_const(ty, rest.clone())
                        && let Ok(equal) = self.program.binary(Binary::Equal, remainder, constant)
                    {
                        self.found.push(equal);
                        self.in_phases(equal);
                    }
                    rest += 1;
                }
            }
        }
    }
    /// What holds only before a bound that the text compares a changed number with, or only beyond it.
    fn in_phases(&mut self, condition: ExprId) {
        let is_changed = |program: &Program, e: ExprId| matches!(&program.expr(e).kind, ExprKind::Var(v) if self.changed.contains(v));
        let is_phase = |e: &&ExprId| match &self.program.expr(**e).kind {
            ExprKind::Binary(Binary::Less(_) | Binary::LessEqual(_), a, b) => {
                is_changed(self.program, *a) || is_changed(self.program, *b)
            }
            _ => false,
        };
        let phases: Vec<ExprId> = self.text.conditions.iter().filter(is_phase).copied().take(MOST_PHASES).collect();
        for phase in phases {
            self.compare(Binary::Or, phase, condition);
            self.compare(Binary::Implies, phase, condition);
        }
    }
    /// How the source compares numbers of an expression's type.
    fn sign_of(&self, expr: ExprId) -> Option<Sign> {
        let ty = self.program.type_of(expr);
        matches!(self.program.types.kind(ty), TypeKind::Int(_)).then(|| sign_of_type(self.program, ty))
    }
    /// Whether a condition reads memory or elements of arrays: those are guessed elsewhere.
    fn reads_memory(&self, expr: ExprId) -> bool {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &self.program.expr(expr).kind {
                ExprKind::Load(_)
                | ExprKind::Contents(_)
                | ExprKind::Apply(..)
                | ExprKind::Index(..)
                | ExprKind::Forall(..)
                | ExprKind::Exists(..)
                | ExprKind::Old(_) => return true,
                kind => kind.for_each_child(|child| open.push(child)),
            }
        }
        false
    }
}

fn sign_of_type(program: &Program, ty: TypeId) -> Sign {
    match program.types.get(ty).display.style {
        Style::Unsigned | Style::Hexadecimal => Sign::Unsigned,
        _ => Sign::Signed,
    }
}
/// How a variable becomes wider, as the source reads it.
pub(super) fn extension(program: &Program, var: VarId) -> Convert {
    match sign_of_type(program, program.variables[var].ty) {
        Sign::Signed => Convert::SignExtend,
        Sign::Unsigned => Convert::ZeroExtend,
    }
}

/// What makes a condition hard for solvers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hardness {
    /// It reads elements of arrays, perhaps all of them.
    pub elements: bool,
    /// It multiplies (but not by a constant) or divides.
    pub costly: bool,
    /// It is an equation, and divides nothing.
    pub polynomials_equal: bool,
}

pub(super) fn hardness(program: &Program, condition: ExprId) -> Hardness {
    let equation = matches!(program.expr(condition).kind, ExprKind::Binary(Binary::Equal, ..));
    let mut found = Hardness { polynomials_equal: equation, ..Hardness::default() };
    let mut open = vec![condition];
    while let Some(expr) = open.pop() {
        let kind = &program.expr(expr).kind;
        match kind {
            ExprKind::Forall(..) | ExprKind::Exists(..) | ExprKind::Index(..) => found.elements = true,
            ExprKind::Binary(Binary::Multiply, a, b) => {
                found.costly |= [a, b].iter().all(|e| !matches!(program.expr(**e).kind, ExprKind::Const(_)));
            }
            ExprKind::Binary(Binary::Divide(_) | Binary::Remainder(_) | Binary::Modulo, ..) => {
                found.costly = true;
                found.polynomials_equal = false;
            }
            _ => {}
        }
        kind.for_each_child(|child| open.push(child));
    }
    found
}

/// Whether a condition is about some variable of a kind.
pub(super) fn mentions(program: &Program, condition: ExprId, mut is_one: impl FnMut(VarId) -> bool) -> bool {
    variables_of(program, condition).into_iter().any(&mut is_one)
}

fn variables_of(program: &Program, expr: ExprId) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &program.expr(expr).kind {
            ExprKind::Var(var) => drop(found.insert(*var)),
            kind => kind.for_each_child(|child| open.push(child)),
        }
    }
    found
}
