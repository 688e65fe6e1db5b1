//! What a condition says about the variables in it.
//!
//! A condition that is known to hold (or not) is taken apart; comparisons narrow the sets of both sides, and what
//! a side can be is pushed down through conversions and arithmetic to the variables. A variable whose defining
//! expression is still known passes it on to that expression: front ends compute conditions into temporaries.
//!
//! Everything is optional: what is not understood narrows nothing. None means that no state satisfies it.

use super::arithmetic;
use super::float::FloatSet;
use super::integer::{IntSet, signed_range, span, unsigned_range};
use super::math::MathSet;
use super::model::{Activation, Model};
use super::pointer::PointerSet;
use super::state::State;
use super::value::{Abs, Truth};
use cairn_ir::{Binary, Convert, ExprId, ExprKind, FloatClass, Sign, Unary};

/// Conditions looked at for one assumption; further ones are ignored.
const MAX_CONDITIONS: usize = 400;
/// Alternatives inside alternatives.
const MAX_ALTERNATIVES: u32 = 3;
/// Operations through which a set is pushed.
const MAX_DEPTH: u32 = 24;

/// Narrows a state.
struct Refiner<'m, 'p> {
    model: &'m Model<'p>,
    activation: Activation,
    state: State,
    /// Conditions still to be looked at.
    open: Vec<(ExprId, bool)>,
    seen: usize,
    alternatives: u32,
}

impl<'p> Model<'p> {
    /// The state with the knowledge that a condition has a truth value.
    pub fn assume(&self, state: State, activation: Activation, condition: ExprId, holds: bool) -> Option<State> {
        self.assume_within(state, activation, condition, holds, 0)
    }
    fn assume_within(
        &self,
        state: State,
        activation: Activation,
        condition: ExprId,
        holds: bool,
        alternatives: u32,
    ) -> Option<State> {
        let open = vec![(condition, holds)];
        let mut refiner = Refiner { model: self, activation, state, open, seen: 0, alternatives };
        refiner.run()?;
        self.reduced(refiner.state)
    }
    /// The state with the knowledge that an integer expression has (or does not have) one value.
    pub fn assume_value(
        &self,
        state: State,
        activation: Activation,
        expr: ExprId,
        value: &IntSet,
        equal: bool,
    ) -> Option<State> {
        let mut refiner = Refiner { model: self, activation, state, open: Vec::new(), seen: 0, alternatives: 0 };
        if let Abs::Int(old) = self.eval(&refiner.state, activation, expr) {
            let new = if equal { old.meet(value)? } else { without(&old, value)? };
            refiner.push(expr, &Abs::Int(new), 0)?;
            refiner.run()?;
        }
        Some(refiner.state)
    }
}

/// A set without a single value, where that is at one of its ends.
fn without(set: &IntSet, value: &IntSet) -> Option<IntSet> {
    let Some(s) = value.single() else { return Some(*set) };
    let u = s.rem_euclid(span(set.width()));
    let cut = |(low, high): (i128, i128), at: i128| {
        (if low == at { low + 1 } else { low }, if high == at { high - 1 } else { high })
    };
    IntSet::new(set.width(), cut(set.signed(), s), cut(set.unsigned(), u), set.congruence())
}

/// What is left of both sides of `a < b` (or `a <= b`).
fn ordered(sign: Sign, strict: bool, a: &IntSet, b: &IntSet) -> Option<(IntSet, IntSet)> {
    let gap = i128::from(strict);
    let width = a.width();
    let (low, high) = arithmetic::range_of(sign, width);
    let (x, y) = (arithmetic::reading(sign, a), arithmetic::reading(sign, b));
    let set = |range| match sign {
        Sign::Signed => IntSet::from_signed(width, range),
        Sign::Unsigned => IntSet::from_unsigned(width, range),
    };
    Some((a.meet(&set((low, y.1 - gap))?)?, b.meet(&set((x.0 + gap, high))?)?))
}

impl Refiner<'_, '_> {
    fn run(&mut self) -> Option<()> {
        while let Some((condition, holds)) = self.open.pop() {
            self.seen += 1;
            if self.seen > MAX_CONDITIONS {
                return Some(());
            }
            self.condition(condition, holds)?;
        }
        Some(())
    }
    fn eval(&self, expr: ExprId) -> Abs {
        self.model.eval(&self.state, self.activation, expr)
    }
    fn condition(&mut self, condition: ExprId, holds: bool) -> Option<()> {
        let program = self.model.program;
        match (&program.expr(condition).kind, holds) {
            (ExprKind::Unary(Unary::Not, a), _) => self.open.push((*a, !holds)),
            (ExprKind::Convert(Convert::Retype, a), _) => self.open.push((*a, holds)),
            (ExprKind::Binary(Binary::And, a, b), true) | (ExprKind::Binary(Binary::Or, a, b), false) => {
                self.open.extend([(*a, holds), (*b, holds)]);
            }
            (ExprKind::Binary(Binary::Implies, a, b), false) => self.open.extend([(*a, true), (*b, false)]),
            (ExprKind::Binary(Binary::And, a, b), false) | (ExprKind::Binary(Binary::Or, a, b), true) => {
                return self.one_of([vec![(*a, holds)], vec![(*a, !holds), (*b, holds)]]);
            }
            (ExprKind::Binary(Binary::Implies, a, b), true) => {
                return self.one_of([vec![(*a, false)], vec![(*a, true), (*b, true)]]);
            }
            (ExprKind::If(c, a, b), _) => {
                return self.one_of([vec![(*c, true), (*a, holds)], vec![(*c, false), (*b, holds)]]);
            }
            (ExprKind::Binary(op, a, b), _) => return self.comparison(*op, *a, *b, holds, condition),
            _ => return self.push(condition, &Abs::Bool(Truth::known(Some(holds))), 0),
        }
        Some(())
    }
    /// One of two lists of conditions holds.
    fn one_of(&mut self, lists: [Vec<(ExprId, bool)>; 2]) -> Option<()> {
        if self.alternatives >= MAX_ALTERNATIVES {
            return Some(());
        }
        let mut found: Option<State> = None;
        for list in lists {
            let mut state = Some(self.state.clone());
            for (condition, holds) in list {
                let alternatives = self.alternatives + 1;
                state = state
                    .and_then(|state| self.model.assume_within(state, self.activation, condition, holds, alternatives));
            }
            if let Some(state) = state {
                found = Some(found.map_or(state.clone(), |old| old.join(&state)));
            }
        }
        self.state = found?;
        Some(())
    }
    fn comparison(&mut self, op: Binary, a: ExprId, b: ExprId, holds: bool, whole: ExprId) -> Option<()> {
        let (x, y) = (self.eval(a), self.eval(b));
        // `not (a < b)` is `b <= a`; of floats only if there is no NaN.
        let (left, right) = match (op, holds, &x, &y) {
            (Binary::Equal, true, ..) | (Binary::NotEqual, false, ..) => match same(&x, &y)? {
                Some(both) => both,
                None => return self.fallback(whole, holds),
            },
            (Binary::Equal, false, Abs::Bool(p), _) | (Binary::NotEqual, true, Abs::Bool(p), _) => {
                let (p, q) = (*p, y.truth());
                if let Some(value) = p.value() {
                    self.open.push((b, !value));
                } else if let Some(value) = q.value() {
                    self.open.push((a, !value));
                }
                return Some(());
            }
            (Binary::Equal, false, Abs::Int(p), Abs::Int(q)) | (Binary::NotEqual, true, Abs::Int(p), Abs::Int(q)) => {
                (Abs::Int(without(p, q)?), Abs::Int(without(q, p)?))
            }
            (Binary::Equal, false, Abs::Pointer(p), Abs::Pointer(q))
            | (Binary::NotEqual, true, Abs::Pointer(p), Abs::Pointer(q)) => {
                (Abs::Pointer(p.without(q)?), Abs::Pointer(q.without(p)?))
            }
            (Binary::Less(sign), _, Abs::Int(p), Abs::Int(q)) => int_pair(sign, holds, holds, p, q)?,
            (Binary::LessEqual(sign), _, Abs::Int(p), Abs::Int(q)) => int_pair(sign, holds, !holds, p, q)?,
            (Binary::MathLess, _, Abs::Math(p), Abs::Math(q)) => math_pair(holds, holds, p, q)?,
            (Binary::MathLessEqual, _, Abs::Math(p), Abs::Math(q)) => math_pair(holds, !holds, p, q)?,
            (Binary::FloatLess | Binary::FloatLessEqual | Binary::FloatEqual, _, Abs::Float(p), Abs::Float(q)) => {
                match float_pair(op, holds, p, q)? {
                    Some(both) => both,
                    None => return self.fallback(whole, holds),
                }
            }
            _ => return self.fallback(whole, holds),
        };
        self.push(a, &left, 0)?;
        self.push(b, &right, 0)?;
        if let (Abs::Int(_), Abs::Int(_)) = (&left, &right) {
            let state = std::mem::take(&mut self.state);
            self.state = self.model.relate(state, self.activation, (op, a, b), holds)?;
        }
        Some(())
    }
    /// A condition that is not taken apart: at least it must be possible.
    fn fallback(&mut self, condition: ExprId, holds: bool) -> Option<()> {
        let value = self.eval(condition).truth();
        value.can_be(holds).then_some(())
    }

    /// The value of an expression is in a set.
    fn push(&mut self, expr: ExprId, set: &Abs, depth: u32) -> Option<()> {
        if depth > MAX_DEPTH {
            return Some(());
        }
        let model = self.model;
        let node = model.program.expr(expr);
        match &node.kind {
            ExprKind::Var(variable) => {
                let Some(cell) = model.cell(self.activation, *variable) else { return Some(()) };
                let old = self.state.get(cell);
                let new = old.meet(set)?;
                if new != old {
                    self.state.refine(cell, new.clone());
                }
                let definition = self.state.definition(cell).filter(|d| d.activation == self.activation);
                if let Some(value) = definition.map(|d| d.value) {
                    return self.push_definition(value, &new, depth);
                }
                Some(())
            }
            ExprKind::Convert(op, a) => self.push_convert(*op, *a, set, depth),
            ExprKind::Binary(op, a, b) => match set {
                Abs::Bool(truth) => {
                    if let Some(value) = truth.value() {
                        self.open.push((expr, value));
                    }
                    Some(())
                }
                Abs::Int(set) => self.push_arithmetic(*op, *a, *b, set, depth),
                Abs::Math(set) => self.push_math(*op, *a, *b, set, depth),
                _ => Some(()),
            },
            ExprKind::Unary(op, a) => self.push_unary(*op, *a, expr, set, depth),
            ExprKind::If(condition, a, b) => {
                let (x, y) = (self.eval(*a), self.eval(*b));
                match (x.meet(set), y.meet(set)) {
                    (None, None) => return None,
                    (None, Some(y)) => {
                        self.open.push((*condition, false));
                        return self.push(*b, &y, depth + 1);
                    }
                    (Some(x), None) => {
                        self.open.push((*condition, true));
                        return self.push(*a, &x, depth + 1);
                    }
                    _ => {}
                }
                Some(())
            }
            // Anything else must at least be possible.
            _ => self.eval(expr).meet(set).map(|_| ()),
        }
    }
    /// Conditions held in variables are conditions; other definitions get the set pushed through them.
    fn push_definition(&mut self, value: ExprId, set: &Abs, depth: u32) -> Option<()> {
        match set {
            Abs::Bool(truth) => {
                if let Some(holds) = truth.value() {
                    self.open.push((value, holds));
                }
                Some(())
            }
            _ => self.push(value, set, depth + 1),
        }
    }
    fn push_unary(&mut self, op: Unary, a: ExprId, whole: ExprId, set: &Abs, depth: u32) -> Option<()> {
        match (op, set) {
            (Unary::Not, Abs::Bool(truth)) => {
                if let Some(holds) = truth.value() {
                    self.open.push((a, !holds));
                }
                Some(())
            }
            (Unary::FloatIs(class), Abs::Bool(truth)) => {
                let Abs::Float(x) = self.eval(a) else { return Some(()) };
                let new = match (class, truth.value()) {
                    (FloatClass::Nan, Some(true)) => FloatSet::new(x.format, x.nan, None)?,
                    (FloatClass::Nan, Some(false)) => x.numbers()?,
                    (FloatClass::Infinite, Some(false)) => x.finite_or_nan()?,
                    _ => return self.eval(whole).meet(set).map(|_| ()),
                };
                self.push(a, &Abs::Float(new), depth + 1)
            }
            (Unary::Negate, Abs::Int(set)) => self.push_int(a, &arithmetic::negate(set), depth),
            (Unary::BitNot, Abs::Int(set)) => self.push_int(a, &arithmetic::bit_not(set), depth),
            (Unary::FloatNegate, Abs::Float(set)) => self.push(a, &Abs::Float(set.negate()), depth + 1),
            (Unary::MathNegate, Abs::Math(set)) => self.push(a, &Abs::Math(set.negate()), depth + 1),
            _ => self.eval(whole).meet(set).map(|_| ()),
        }
    }
    /// Meets what is known of an expression with a set and goes on with the result.
    fn push_int(&mut self, expr: ExprId, set: &IntSet, depth: u32) -> Option<()> {
        match self.eval(expr) {
            Abs::Int(old) if old.width() == set.width() => self.push(expr, &Abs::Int(old.meet(set)?), depth + 1),
            _ => Some(()),
        }
    }
    fn push_convert(&mut self, op: Convert, a: ExprId, set: &Abs, depth: u32) -> Option<()> {
        let x = self.eval(a);
        let new = match (op, set, &x) {
            (Convert::Retype, _, _) => set.clone(),
            (Convert::SignExtend, Abs::Int(set), Abs::Int(x)) => {
                Abs::Int(x.meet(&IntSet::new(x.width(), set.signed(), unsigned_range(x.width()), (1, 0))?)?)
            }
            (Convert::ZeroExtend, Abs::Int(set), Abs::Int(x)) => {
                Abs::Int(x.meet(&IntSet::from_unsigned(x.width(), set.unsigned())?)?)
            }
            (Convert::Truncate, Abs::Int(set), Abs::Int(x)) => {
                // Only where nothing is lost.
                let signed =
                    (x.signed().0 >= signed_range(set.width()).0) && (x.signed().1 <= signed_range(set.width()).1);
                let unsigned = x.unsigned().1 <= unsigned_range(set.width()).1;
                let narrowed = if signed { x.meet(&IntSet::from_signed(x.width(), set.signed())?)? } else { *x };
                Abs::Int(if unsigned {
                    narrowed.meet(&IntSet::from_unsigned(x.width(), set.unsigned())?)?
                } else {
                    narrowed
                })
            }
            (Convert::BoolToInt, Abs::Int(set), _) => match (set.contains(0), set.contains(1)) {
                (true, true) => return Some(()),
                (false, false) => return None,
                (_, one) => {
                    self.open.push((a, one));
                    return Some(());
                }
            },
            (Convert::IntToMath(sign), Abs::Math(set), Abs::Int(x)) => {
                let range = arithmetic::range_of(sign, x.width());
                let range = (set.low.map_or(range.0, |v| v.max(range.0)), set.high.map_or(range.1, |v| v.min(range.1)));
                Abs::Int(match sign {
                    Sign::Signed => x.meet(&IntSet::from_signed(x.width(), range)?)?,
                    Sign::Unsigned => x.meet(&IntSet::from_unsigned(x.width(), range)?)?,
                })
            }
            _ => return Some(()),
        };
        self.push(a, &new, depth + 1)
    }
    fn push_arithmetic(&mut self, op: Binary, a: ExprId, b: ExprId, set: &IntSet, depth: u32) -> Option<()> {
        let (Abs::Int(x), Abs::Int(y)) = (self.eval(a), self.eval(b)) else { return Some(()) };
        if x.width() != set.width() || y.width() != set.width() {
            return Some(());
        }
        match op {
            Binary::Add => {
                self.push_int(a, &arithmetic::subtract(set, &y), depth)?;
                self.push_int(b, &arithmetic::subtract(set, &x), depth)
            }
            Binary::Subtract => {
                self.push_int(a, &arithmetic::add(set, &y), depth)?;
                self.push_int(b, &arithmetic::subtract(&x, set), depth)
            }
            Binary::Remainder(sign) => {
                let (Some(rest), Some(divisor)) = (set.single(), y.single()) else { return Some(()) };
                let power = divisor > 0 && span(set.width()) % divisor == 0;
                if divisor <= 0 || (sign == Sign::Unsigned && !power && x.signed().0 < 0) {
                    return Some(());
                }
                self.push_congruence(a, (divisor, rest), depth)
            }
            Binary::Modulo => match (set.single(), y.single()) {
                (Some(rest), Some(divisor)) if divisor > 0 => self.push_congruence(a, (divisor, rest), depth),
                _ => Some(()),
            },
            Binary::BitAnd => {
                let (Some(rest), Some(mask)) = (set.single(), y.single()) else { return Some(()) };
                let low_bits = mask > 0 && (mask + 1) & mask == 0;
                if low_bits { self.push_congruence(a, (mask + 1, rest), depth) } else { Some(()) }
            }
            Binary::Multiply => match y.single().or(x.single()) {
                Some(factor) if factor > 0 => {
                    let (this, old) = if y.single().is_some() { (a, x) } else { (b, y) };
                    self.push_quotient(this, &old, factor, set, depth)
                }
                _ => Some(()),
            },
            _ => Some(()),
        }
    }
    /// `old * factor` is in the set, and does not wrap.
    fn push_quotient(&mut self, expr: ExprId, old: &IntSet, factor: i128, set: &IntSet, depth: u32) -> Option<()> {
        let range = signed_range(set.width());
        let (low, high) = old.signed();
        let fits = low * factor >= range.0 && high * factor <= range.1;
        if !fits {
            return Some(());
        }
        let (least, most) = set.signed();
        let quotients = (-((-least).div_euclid(factor)), most.div_euclid(factor));
        self.push_int(expr, &IntSet::from_signed(set.width(), quotients)?, depth)
    }
    fn push_congruence(&mut self, expr: ExprId, congruence: (i128, i128), depth: u32) -> Option<()> {
        let Abs::Int(x) = self.eval(expr) else { return Some(()) };
        let width = x.width();
        let new = x.meet(&IntSet::new(width, signed_range(width), unsigned_range(width), congruence)?)?;
        self.push(expr, &Abs::Int(new), depth + 1)
    }
    fn push_math(&mut self, op: Binary, a: ExprId, b: ExprId, set: &MathSet, depth: u32) -> Option<()> {
        let (Abs::Math(x), Abs::Math(y)) = (self.eval(a), self.eval(b)) else { return Some(()) };
        let combine = |op, p: &MathSet, q: &MathSet| MathSet::binary(op, p, q).unwrap_or(MathSet::ANY);
        let (left, right) = match op {
            Binary::MathAdd => (combine(Binary::MathSubtract, set, &y), combine(Binary::MathSubtract, set, &x)),
            Binary::MathSubtract => (combine(Binary::MathAdd, set, &y), combine(Binary::MathSubtract, &x, set)),
            _ => return Some(()),
        };
        self.push(a, &Abs::Math(x.meet(&left)?), depth + 1)?;
        self.push(b, &Abs::Math(y.meet(&right)?), depth + 1)
    }
}

/// What is left of two values that are the same: nothing at all (outer none), or nothing that is told (inner).
#[allow(clippy::type_complexity)]
fn same(x: &Abs, y: &Abs) -> Option<Option<(Abs, Abs)>> {
    match (x, y) {
        (Abs::Bool(_), Abs::Bool(_)) | (Abs::Int(_), Abs::Int(_)) | (Abs::Math(_), Abs::Math(_)) => {
            let both = x.meet(y)?;
            Some(Some((both.clone(), both)))
        }
        (Abs::Float(p), Abs::Float(q)) => {
            let both = p.meet(q)?;
            Some(Some((Abs::Float(both), Abs::Float(both))))
        }
        (Abs::Pointer(p), Abs::Pointer(q)) => {
            let both = PointerSet::meet(p, q)?;
            Some(Some((Abs::Pointer(both.clone()), Abs::Pointer(both))))
        }
        _ => Some(None),
    }
}
/// `p < q` as it is, or `q <= p` if it does not hold.
fn int_pair(sign: Sign, holds: bool, strict: bool, p: &IntSet, q: &IntSet) -> Option<(Abs, Abs)> {
    let (left, right) = if holds { (p, q) } else { (q, p) };
    let (left, right) = ordered(sign, strict, left, right)?;
    let (p, q) = if holds { (left, right) } else { (right, left) };
    Some((Abs::Int(p), Abs::Int(q)))
}
fn math_pair(holds: bool, strict: bool, p: &MathSet, q: &MathSet) -> Option<(Abs, Abs)> {
    let (left, right) = if holds { (p, q) } else { (q, p) };
    let (left, right) = MathSet::ordered(strict, left, right)?;
    let (p, q) = if holds { (left, right) } else { (right, left) };
    Some((Abs::Math(p), Abs::Math(q)))
}
#[allow(clippy::type_complexity)]
fn float_pair(op: Binary, holds: bool, p: &FloatSet, q: &FloatSet) -> Option<Option<(Abs, Abs)>> {
    let wrap = |(p, q): (FloatSet, FloatSet)| Some(Some((Abs::Float(p), Abs::Float(q))));
    match (op, holds) {
        (Binary::FloatLess, true) => wrap(FloatSet::ordered(true, p, q)?),
        (Binary::FloatLessEqual, true) => wrap(FloatSet::ordered(false, p, q)?),
        (Binary::FloatEqual, true) => wrap((FloatSet::equal_to(p, q)?, FloatSet::equal_to(q, p)?)),
        (Binary::FloatLess | Binary::FloatLessEqual, false) if !p.nan && !q.nan => {
            let (q, p) = FloatSet::ordered(op == Binary::FloatLessEqual, q, p)?;
            wrap((p, q))
        }
        _ => Some(None),
    }
}
