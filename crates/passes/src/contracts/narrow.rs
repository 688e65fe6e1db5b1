//! Conditions over mathematical integers, said with machine integers.
//!
//! Specifications compute without overflow; programs and the built-in solver have bits. As long as every number in
//! a condition is bounded, it fits machine integers that are wide enough, and nothing changes: each operation gets
//! the width that its largest result needs. A quantified number must be bounded by what is asked of it:
//! `forall i: lo <= i and i < hi implies …`. What is not bounded stays as it is.

use cairn_ir::{
    Binary, Bits, Convert, ExprId, ExprKind, Program, Sign, TypeId, TypeKind, Unary, Value, VarId, VariableKind,
};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;

/// Numbers wider than this are left alone.
const WIDEST: u32 = 400;
/// Numbers that fit are this wide, so that those that count elements are of one type.
const USUAL: u32 = 64;

/// The condition without mathematical integers, if that is possible; else none.
pub fn narrow(program: &mut Program, condition: ExprId) -> Option<ExprId> {
    if !mentions_math(program, condition) {
        return Some(condition);
    }
    let mut narrower = Narrower { program, numbers: FxHashMap::default(), done: FxHashMap::default(), wraps: false };
    narrower.plain(condition)
}

/// The same in a fact about logic functions: what these are given is what fits their parameters.
pub fn narrow_fact(program: &mut Program, condition: ExprId) -> Option<ExprId> {
    let mut narrower = Narrower { program, numbers: FxHashMap::default(), done: FxHashMap::default(), wraps: true };
    narrower.plain(condition)
}

/// Between which numbers a number is; none if that is not known.
pub fn range(program: &mut Program, number: ExprId) -> Option<(BigInt, BigInt)> {
    let mut narrower = Narrower { program, numbers: FxHashMap::default(), done: FxHashMap::default(), wraps: true };
    narrower.number(number).map(|number| (number.low, number.high))
}

/// A mathematical integer as a machine integer of 128 bits; none if it may not fit.
pub fn narrow_number(program: &mut Program, number: ExprId) -> Option<ExprId> {
    let mut narrower = Narrower { program, numbers: FxHashMap::default(), done: FxHashMap::default(), wraps: false };
    let found = narrower.number(number)?;
    (found.width <= 100).then(|| narrower.widened(&found, 128)).flatten()
}

/// An integer of either kind as a machine integer; none if it may not fit.
pub fn narrow_number_or_machine(program: &mut Program, number: ExprId) -> Option<ExprId> {
    match program.types.kind(program.type_of(number)) {
        TypeKind::MathInt => narrow_number(program, number),
        _ => narrow(program, number),
    }
}

fn is_math(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.kind(ty), TypeKind::MathInt)
}

fn mentions_math(program: &Program, root: ExprId) -> bool {
    let (mut open, mut seen) = (vec![root], rustc_hash::FxHashSet::default());
    while let Some(expr) = open.pop() {
        if !seen.insert(expr) {
            continue;
        }
        let node = program.expr(expr);
        if matches!(program.types.kind(node.ty), TypeKind::MathInt | TypeKind::Real) {
            return true;
        }
        if let ExprKind::Forall(vars, _) | ExprKind::Exists(vars, _) = &node.kind
            && vars.iter().any(|var| is_math(program, program.variables[*var].ty))
        {
            return true;
        }
        node.kind.for_each_child(|child| open.push(child));
    }
    false
}

/// A signed machine integer that holds a number between two others.
#[derive(Clone)]
struct Number {
    expr: ExprId,
    width: u32,
    low: BigInt,
    high: BigInt,
}

struct Narrower<'p> {
    program: &'p mut Program,
    /// What quantified numbers became.
    numbers: FxHashMap<VarId, Number>,
    done: FxHashMap<ExprId, ExprId>,
    /// What logic functions are given may be any number, of which the lower bits are meant.
    wraps: bool,
}

/// The least usual width of signed integers for a range.
fn width_of(low: &BigInt, high: &BigInt) -> u32 {
    let one = BigInt::one();
    let bits = |n: &BigInt| if n.is_negative() { (-n - &one).bits() + 1 } else { n.bits() + 1 };
    let needed = bits(low).max(bits(high)) as u32;
    if needed <= USUAL { USUAL } else { needed }
}

impl Narrower<'_> {
    /// An expression of another type than mathematical integers.
    fn plain(&mut self, root: ExprId) -> Option<ExprId> {
        if let Some(known) = self.done.get(&root) {
            return Some(*known);
        }
        let node = self.program.expr(root).clone();
        let made = match &node.kind {
            ExprKind::Binary(op, a, b) if is_math(self.program, self.program.type_of(*a)) => {
                self.compare(*op, *a, *b)?
            }
            ExprKind::Convert(Convert::MathToInt, a) => {
                let width = self.program.types.int_width(node.ty)?;
                match self.modulo(*a, width, node.ty) {
                    Some(direct) => direct,
                    None => {
                        let found = self.number(*a)?;
                        self.resized(&found, width, node.ty)?
                    }
                }
            }
            ExprKind::Convert(Convert::MathToReal | Convert::RealToMath | Convert::FloatToReal, _) => return None,
            ExprKind::Apply(function, arguments) if !self.wraps => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.argument(*argument)?);
                }
                self.program.add_expr(ExprKind::Apply(*function, values), node.ty, node.span).ok()?
            }
            ExprKind::Forall(vars, body) => self.quantified(vars, *body, true)?,
            ExprKind::Exists(vars, body) => self.quantified(vars, *body, false)?,
            ExprKind::Var(_) if is_math(self.program, node.ty) => return None,
            ExprKind::AddressOf(place) => {
                let mut inside = Vec::new();
                place.for_each_expr(|e| inside.push(e));
                inside.iter().all(|e| !mentions_math(self.program, *e)).then_some(root)?
            }
            kind => {
                if matches!(self.program.types.kind(node.ty), TypeKind::Real | TypeKind::MathInt) {
                    return None;
                }
                let mut children = Vec::new();
                kind.for_each_child(|child| children.push(child));
                let mut new = FxHashMap::default();
                for child in children {
                    new.insert(child, self.plain(child)?);
                }
                let changed = crate::rewrite::with_children(kind, |child| new[&child]);
                if changed == *kind { root } else { self.program.add_expr(changed, node.ty, node.span).ok()? }
            }
        };
        // Inside a quantifier the same expression always means the same: bound variables are variables.
        self.done.insert(root, made);
        Some(made)
    }
    /// What a logic function is given: a number that surely fits, and is far from the limits, where recursion may lead.
    fn argument(&mut self, argument: ExprId) -> Option<ExprId> {
        let node = self.program.expr(argument).clone();
        let ExprKind::Convert(Convert::MathToInt, number) = node.kind else { return self.plain(argument) };
        let width = self.program.types.int_width(node.ty)?;
        let found = self.number(number)?;
        let limit = BigInt::one() << width.saturating_sub(2);
        let fits = -&limit < found.low && found.high < limit;
        fits.then(|| self.resized(&found, width, node.ty)).flatten()
    }
    fn compare(&mut self, op: Binary, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        let width = a.width.max(b.width);
        let (a, b) = (self.widened(&a, width)?, self.widened(&b, width)?);
        let op = match op {
            Binary::Equal | Binary::NotEqual => op,
            Binary::MathLess => Binary::Less(Sign::Signed),
            Binary::MathLessEqual => Binary::LessEqual(Sign::Signed),
            _ => return None,
        };
        self.program.binary(op, a, b).ok()
    }
    fn int(&mut self, width: u32) -> TypeId {
        self.program.types.int(width)
    }
    fn widened(&mut self, number: &Number, width: u32) -> Option<ExprId> {
        if number.width == width {
            return Some(number.expr);
        }
        let ty = self.int(width);
        self.program.convert(Convert::SignExtend, number.expr, ty).ok()
    }
    fn resized(&mut self, number: &Number, width: u32, ty: TypeId) -> Option<ExprId> {
        // A conversion back to where the number comes from.
        if let ExprKind::Convert(Convert::SignExtend, inner) = self.program.expr(number.expr).kind
            && self.program.types.int_width(self.program.type_of(inner)) == Some(width)
        {
            return self.program.convert(Convert::Retype, inner, ty).ok();
        }
        let op = match number.width.cmp(&width) {
            std::cmp::Ordering::Less => Convert::SignExtend,
            std::cmp::Ordering::Equal => Convert::Retype,
            std::cmp::Ordering::Greater => Convert::Truncate,
        };
        self.program.convert(op, number.expr, ty).ok()
    }
    /// A sum modulo a power of two is one of machine integers of that width.
    fn modulo(&mut self, root: ExprId, width: u32, ty: TypeId) -> Option<ExprId> {
        match self.program.expr(root).kind.clone() {
            ExprKind::Binary(op @ (Binary::MathAdd | Binary::MathSubtract | Binary::MathMultiply), a, b) => {
                let (a, b) = (self.modulo(a, width, ty)?, self.modulo(b, width, ty)?);
                let op = match op {
                    Binary::MathAdd => Binary::Add,
                    Binary::MathSubtract => Binary::Subtract,
                    _ => Binary::Multiply,
                };
                self.program.add_expr(ExprKind::Binary(op, a, b), ty, None).ok()
            }
            ExprKind::Const(Value::MathInt(value)) => {
                self.program.constant(Value::Int(Bits::from_signed(width, &value)), ty).ok()
            }
            ExprKind::Convert(Convert::IntToMath(sign), a) => {
                let a = self.plain(a)?;
                let own = self.program.types.int_width(self.program.type_of(a))?;
                let op = match (own.cmp(&width), sign) {
                    (std::cmp::Ordering::Equal, _) => Convert::Retype,
                    (std::cmp::Ordering::Greater, _) => Convert::Truncate,
                    (_, Sign::Signed) => Convert::SignExtend,
                    (_, Sign::Unsigned) => Convert::ZeroExtend,
                };
                self.program.convert(op, a, ty).ok()
            }
            ExprKind::Var(var) => {
                let found = self.numbers.get(&var).cloned()?;
                self.resized(&found, width, ty)
            }
            _ => None,
        }
    }
    fn constant(&mut self, value: &BigInt) -> Option<Number> {
        let width = width_of(value, value);
        let ty = self.int(width);
        let expr = self.program.constant(Value::Int(Bits::from_signed(width, value)), ty).ok()?;
        Some(Number { expr, width, low: value.clone(), high: value.clone() })
    }
    fn number(&mut self, root: ExprId) -> Option<Number> {
        let node = self.program.expr(root).clone();
        match &node.kind {
            ExprKind::Const(Value::MathInt(value)) => self.constant(value),
            ExprKind::Var(var) => self.numbers.get(var).cloned(),
            ExprKind::Convert(Convert::IntToMath(sign), a) => {
                let a = self.plain(*a)?;
                self.of_machine(a, *sign)
            }
            ExprKind::Convert(Convert::Retype, a) => self.number(*a),
            ExprKind::Unary(Unary::MathNegate, a) => {
                let (zero, a) = (self.constant(&BigInt::zero())?, self.number(*a)?);
                self.arithmetic(Binary::MathSubtract, &zero, &a)
            }
            ExprKind::Unary(Unary::MathAbs, a) => {
                let (zero, a) = (self.constant(&BigInt::zero())?, self.number(*a)?);
                let negated = self.arithmetic(Binary::MathSubtract, &zero, &a)?;
                let high = a.low.abs().max(a.high.abs());
                let width = a.width.max(negated.width);
                let (a, b, zero) =
                    (self.widened(&a, width)?, self.widened(&negated, width)?, self.widened(&zero, width)?);
                let negative = self.program.binary(Binary::Less(Sign::Signed), a, zero).ok()?;
                let expr = self.program.if_else(negative, b, a).ok()?;
                Some(Number { expr, width, low: BigInt::zero(), high })
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                self.arithmetic(*op, &a, &b)
            }
            ExprKind::If(c, a, b) => {
                let c = self.plain(*c)?;
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                let width = a.width.max(b.width);
                let (x, y) = (self.widened(&a, width)?, self.widened(&b, width)?);
                let expr = self.program.if_else(c, x, y).ok()?;
                Some(Number { expr, width, low: a.low.min(b.low), high: a.high.max(b.high) })
            }
            _ => None,
        }
    }
    fn of_machine(&mut self, a: ExprId, sign: Sign) -> Option<Number> {
        let own = self.program.types.int_width(self.program.type_of(a))?;
        let power = |n: u32| BigInt::one() << n;
        let (low, high) = match sign {
            Sign::Signed => (-power(own - 1), power(own - 1) - 1),
            Sign::Unsigned => (BigInt::zero(), power(own) - 1),
        };
        let width = width_of(&low, &high);
        let ty = self.int(width);
        let op = match sign {
            _ if width == own => Convert::Retype,
            Sign::Signed => Convert::SignExtend,
            Sign::Unsigned => Convert::ZeroExtend,
        };
        let expr = self.program.convert(op, a, ty).ok()?;
        Some(Number { expr, width, low, high })
    }
    fn arithmetic(&mut self, op: Binary, a: &Number, b: &Number) -> Option<Number> {
        let corners = |f: &dyn Fn(&BigInt, &BigInt) -> BigInt| {
            let all = [f(&a.low, &b.low), f(&a.low, &b.high), f(&a.high, &b.low), f(&a.high, &b.high)];
            (all.iter().min().cloned().unwrap_or_default(), all.iter().max().cloned().unwrap_or_default())
        };
        let largest = a.low.abs().max(a.high.abs());
        let ((low, high), machine) = match op {
            Binary::MathAdd => (corners(&|x, y| x + y), Binary::Add),
            Binary::MathSubtract => (corners(&|x, y| x - y), Binary::Subtract),
            Binary::MathMultiply => (corners(&|x, y| x * y), Binary::Multiply),
            Binary::MathDivide | Binary::MathModulo => {
                return self.euclidean(op, a, b, &(largest.max(b.low.abs()).max(b.high.abs()) + 1));
            }
            _ => return None,
        };
        let width = width_of(&low, &high).max(a.width).max(b.width);
        if width > WIDEST {
            return None;
        }
        let (x, y) = (self.widened(a, width)?, self.widened(b, width)?);
        let expr = self.program.binary(machine, x, y).ok()?;
        Some(Number { expr, width, low, high })
    }
    /// `a = b·q + r`, `0 <= r < |b|`; by zero the quotient is 0 and the remainder the dividend.
    fn euclidean(&mut self, op: Binary, a: &Number, b: &Number, limit: &BigInt) -> Option<Number> {
        let (low, high) = (-limit.clone(), limit.clone());
        let width = width_of(&low, &high).max(a.width).max(b.width);
        if width > WIDEST {
            return None;
        }
        let zero = self.constant(&BigInt::zero())?;
        let one = self.constant(&BigInt::one())?;
        let (x, y) = (self.widened(a, width)?, self.widened(b, width)?);
        let (zero, one) = (self.widened(&zero, width)?, self.widened(&one, width)?);
        let p = &mut *self.program;
        let (q, r) =
            (p.binary(Binary::Divide(Sign::Signed), x, y).ok()?, p.binary(Binary::Remainder(Sign::Signed), x, y).ok()?);
        let low_rest = p.binary(Binary::Less(Sign::Signed), r, zero).ok()?;
        let negative = p.binary(Binary::Less(Sign::Signed), y, zero).ok()?;
        let by_zero = p.binary(Binary::Equal, y, zero).ok()?;
        let (up, down) = (p.binary(Binary::Add, q, one).ok()?, p.binary(Binary::Subtract, q, one).ok()?);
        let (plus, minus) = (p.binary(Binary::Add, r, y).ok()?, p.binary(Binary::Subtract, r, y).ok()?);
        let expr = if op == Binary::MathDivide {
            let corrected = p.if_else(negative, up, down).ok()?;
            let q = p.if_else(low_rest, corrected, q).ok()?;
            p.if_else(by_zero, zero, q).ok()?
        } else {
            let corrected = p.if_else(negative, minus, plus).ok()?;
            let r = p.if_else(low_rest, corrected, r).ok()?;
            p.if_else(by_zero, x, r).ok()?
        };
        Some(Number { expr, width, low, high })
    }

    // ---- quantifiers ----

    fn quantified(&mut self, vars: &[VarId], body: ExprId, all: bool) -> Option<ExprId> {
        let guards = self.guards(body, all);
        let mut new_vars = Vec::new();
        for var in vars {
            if !is_math(self.program, self.program.variables[*var].ty) {
                new_vars.push(*var);
                continue;
            }
            let (low, high) = self.bounds(*var, &guards, vars)?;
            // Nothing is in an empty range; one number stands for it.
            let high = high.max(low.clone());
            let width = width_of(&low, &high);
            if width > WIDEST {
                return None;
            }
            let ty = self.int(width);
            let name = self.program.variables[*var].name.clone();
            let bound = self.program.add_variable(name, ty, VariableKind::Bound, None);
            let expr = self.program.var(bound);
            // Beyond the bounds the guard decides; the machine number may be any of its type.
            let half = BigInt::one() << (width - 1);
            let number = Number { expr, width, low: -half.clone(), high: half - 1 };
            self.numbers.insert(*var, number);
            new_vars.push(bound);
        }
        let body = self.plain(body)?;
        let ty = self.program.types.bool();
        let kind = if all { ExprKind::Forall(new_vars, body) } else { ExprKind::Exists(new_vars, body) };
        self.program.add_expr(kind, ty, None).ok()
    }
    /// Conditions without which the body says nothing.
    fn guards(&self, body: ExprId, all: bool) -> Vec<ExprId> {
        let (mut found, mut open) = (Vec::new(), vec![(body, !all)]);
        while let Some((expr, guard)) = open.pop() {
            match &self.program.expr(expr).kind {
                ExprKind::Binary(Binary::Implies, a, b) if !guard => open.extend([(*a, true), (*b, false)]),
                ExprKind::Binary(Binary::And, a, b) if guard => open.extend([(*a, true), (*b, true)]),
                _ if guard => found.push(expr),
                _ => {}
            }
        }
        found
    }
    /// The numbers between which the guards allow a variable.
    fn bounds(&mut self, var: VarId, guards: &[ExprId], unknown: &[VarId]) -> Option<(BigInt, BigInt)> {
        let (mut low, mut high): (Option<BigInt>, Option<BigInt>) = (None, None);
        for guard in guards {
            let (op, a, b) = match self.program.expr(*guard).kind {
                ExprKind::Binary(op @ (Binary::MathLess | Binary::MathLessEqual | Binary::Equal), a, b) => (op, a, b),
                _ => continue,
            };
            let is_var = |e: ExprId| matches!(self.program.expr(e).kind, ExprKind::Var(v) if v == var);
            let strict = BigInt::from(u8::from(op == Binary::MathLess));
            let (below, above) = (is_var(a), is_var(b));
            if below == above || !is_math(self.program, self.program.type_of(a)) {
                continue;
            }
            let other = if below { b } else { a };
            if self.speaks_of(other, unknown) {
                continue;
            }
            let Some(limit) = self.number(other) else { continue };
            if below || op == Binary::Equal {
                let limit = &limit.high - &strict;
                high = Some(high.map_or(limit.clone(), |h| h.min(limit)));
            }
            if above || op == Binary::Equal {
                let limit = &limit.low + &strict;
                low = Some(low.map_or(limit.clone(), |l| l.max(limit)));
            }
        }
        self.chained(var, guards, unknown, (low, high))
    }
    /// `0 <= i < j < n`: a bound that is another quantified number is one by that number's own bound.
    fn chained(
        &mut self,
        var: VarId,
        guards: &[ExprId],
        unknown: &[VarId],
        (low, high): (Option<BigInt>, Option<BigInt>),
    ) -> Option<(BigInt, BigInt)> {
        if let (Some(low), Some(high)) = (&low, &high) {
            return Some((low.clone(), high.clone()));
        }
        let (mut low, mut high) = (low, high);
        for other in unknown.iter().filter(|other| **other != var) {
            for guard in guards {
                let ExprKind::Binary(Binary::MathLess | Binary::MathLessEqual, a, b) = self.program.expr(*guard).kind
                else {
                    continue;
                };
                let is = |e: ExprId, v: VarId| matches!(self.program.expr(e).kind, ExprKind::Var(w) if w == v);
                let (below, above) = (is(a, var) && is(b, *other), is(a, *other) && is(b, var));
                let rest: Vec<VarId> = unknown.iter().copied().filter(|v| *v != var).collect();
                if high.is_none() && below {
                    high = self.one_bound(*other, guards, &rest, false);
                }
                if low.is_none() && above {
                    low = self.one_bound(*other, guards, &rest, true);
                }
            }
        }
        Some((low?, high?))
    }
    fn one_bound(&mut self, var: VarId, guards: &[ExprId], unknown: &[VarId], lower: bool) -> Option<BigInt> {
        let mut best = None;
        for guard in guards {
            let ExprKind::Binary(Binary::MathLess | Binary::MathLessEqual, a, b) = self.program.expr(*guard).kind
            else {
                continue;
            };
            let (own, other) = if lower { (b, a) } else { (a, b) };
            let is_own = matches!(self.program.expr(own).kind, ExprKind::Var(v) if v == var);
            if !is_own || self.speaks_of(other, unknown) {
                continue;
            }
            let Some(limit) = self.number(other) else { continue };
            best = Some(if lower { limit.low } else { limit.high });
        }
        best
    }
    fn speaks_of(&self, root: ExprId, vars: &[VarId]) -> bool {
        let mut open = vec![root];
        while let Some(expr) = open.pop() {
            match &self.program.expr(expr).kind {
                ExprKind::Var(var) if vars.contains(var) && !self.numbers.contains_key(var) => return true,
                kind => kind.for_each_child(|child| open.push(child)),
            }
        }
        false
    }
}
