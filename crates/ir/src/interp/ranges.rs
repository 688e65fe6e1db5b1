//! The numbers for which the body of a quantifier says anything: `forall k: lo <= k and k < hi implies …`.
//!
//! A quantifier over a wide type has too many values to try them all. Where conditions that the body depends on
//! bound the variable, only the numbers between the bounds are tried: for all others the body holds trivially (or,
//! of `exists`, fails).

use crate::expr::{Binary, Convert, ExprId, ExprKind, Sign};
use crate::program::{Program, VarId};
use num_bigint::BigInt;

/// A comparison of the variable with something else.
pub struct Limit {
    pub other: ExprId,
    pub sign: Sign,
    /// The variable is at least this, or at most.
    pub is_low: bool,
    /// The other number itself is not meant.
    pub strict: bool,
}

/// Comparisons of a variable that must hold for the body to say anything.
pub fn limits(program: &Program, var: VarId, vars: &[VarId], body: ExprId, for_all: bool) -> Vec<Limit> {
    let mut found = Vec::new();
    for guard in guards(program, body, for_all) {
        let ExprKind::Binary(op, a, b) = program.expr(guard).kind else { continue };
        let (sign, strict) = match op {
            Binary::Less(sign) => (sign, true),
            Binary::LessEqual(sign) => (sign, false),
            Binary::MathLess => (Sign::Signed, true),
            Binary::MathLessEqual => (Sign::Signed, false),
            _ => continue,
        };
        let (left, right) = (is_variable(program, a, var, sign), is_variable(program, b, var, sign));
        let other = if left { b } else { a };
        if left != right && !speaks_of(program, other, vars) {
            found.push(Limit { other, sign, is_low: right, strict });
        }
    }
    found
}

/// The variable as a number of that sign, perhaps in more bits.
fn is_variable(program: &Program, mut expr: ExprId, var: VarId, sign: Sign) -> bool {
    let mut wider = true;
    loop {
        match (&program.expr(expr).kind, sign) {
            (ExprKind::Var(found), _) => return wider && *found == var,
            (ExprKind::Convert(Convert::Retype, inner), _) => expr = *inner,
            (ExprKind::Convert(Convert::SignExtend, inner), Sign::Signed)
            | (ExprKind::Convert(Convert::ZeroExtend, inner), Sign::Unsigned) => expr = *inner,
            _ => wider = false,
        }
        if !wider {
            return false;
        }
    }
}

fn guards(program: &Program, body: ExprId, for_all: bool) -> Vec<ExprId> {
    let (mut found, mut open) = (Vec::new(), vec![(body, !for_all)]);
    while let Some((expr, guard)) = open.pop() {
        match program.expr(expr).kind {
            ExprKind::Binary(Binary::Implies, a, b) if !guard => open.extend([(a, true), (b, false)]),
            ExprKind::Binary(Binary::And, a, b) if guard => open.extend([(a, true), (b, true)]),
            _ if guard => found.push(expr),
            _ => {}
        }
    }
    found
}

fn speaks_of(program: &Program, root: ExprId, vars: &[VarId]) -> bool {
    let mut open = vec![root];
    while let Some(expr) = open.pop() {
        match &program.expr(expr).kind {
            ExprKind::Var(var) if vars.contains(var) => return true,
            kind => kind.for_each_child(|child| open.push(child)),
        }
    }
    false
}

/// The numbers between limits of one sign, if they are bounded: the first, and how many.
pub fn between(width: u32, limits: &[(BigInt, &Limit)]) -> Option<(BigInt, BigInt)> {
    let power = |n: u32| BigInt::from(1) << n;
    [Sign::Unsigned, Sign::Signed]
        .into_iter()
        .map(|sign| {
            let (mut low, mut high): (BigInt, BigInt) = match sign {
                Sign::Unsigned => (BigInt::from(0), power(width) - 1),
                Sign::Signed => (-power(width - 1), power(width - 1) - 1),
            };
            for (number, limit) in limits.iter().filter(|(_, limit)| limit.sign == sign) {
                let step = BigInt::from(u8::from(limit.strict));
                if limit.is_low {
                    low = low.max(number + step);
                } else {
                    high = high.min(number - step);
                }
            }
            let count = (&high - &low + BigInt::from(1)).max(BigInt::from(0));
            (low, count)
        })
        .min_by(|(_, a), (_, b)| a.cmp(b))
}
