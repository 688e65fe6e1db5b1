//! Conditions about mathematical integers as conditions about machine integers that are wide enough for nothing to
//! wrap around: the built-in solver knows no others.

use cairn_ir::{Binary, Convert, ExprId, ExprKind, Program, Sign, TypeId, Unary, Value};
use num_traits::ToPrimitive;

/// Sums of so few numbers fit the extra bits.
const EXTRA_BITS: u32 = 8;
const MOST_NODES: u32 = 64;

/// The condition without mathematical integers; none if it has some that cannot be replaced.
pub(super) fn machine_form(program: &mut Program, condition: ExprId) -> Option<ExprId> {
    let mut found = Found::default();
    look(program, condition, &mut found);
    if !found.integers {
        return Some(condition);
    }
    if found.nodes > MOST_NODES {
        return None;
    }
    let wide = program.types.int(found.width + EXTRA_BITS);
    rebuild(program, condition, wide)
}

#[derive(Default)]
struct Found {
    integers: bool,
    width: u32,
    nodes: u32,
}

fn look(program: &Program, expr: ExprId, found: &mut Found) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        found.nodes += 1;
        match &program.expr(expr).kind {
            ExprKind::Const(Value::MathInt(number)) => {
                found.integers = true;
                found.width = found.width.max(number.bits().to_u32().unwrap_or(u32::MAX - EXTRA_BITS) + 1);
            }
            ExprKind::Convert(Convert::IntToMath(_), inner) => {
                found.integers = true;
                found.width = found.width.max(program.types.int_width(program.type_of(*inner)).unwrap_or(0));
                open.push(*inner);
            }
            kind => kind.for_each_child(|child| open.push(child)),
        }
        if found.nodes > MOST_NODES {
            return;
        }
    }
}

/// Booleans stay, numbers become wide.
fn rebuild(program: &mut Program, expr: ExprId, wide: TypeId) -> Option<ExprId> {
    match program.expr(expr).kind.clone() {
        ExprKind::Binary(op @ (Binary::And | Binary::Or | Binary::Implies), a, b) => {
            let (a, b) = (rebuild(program, a, wide)?, rebuild(program, b, wide)?);
            program.binary(op, a, b).ok()
        }
        ExprKind::Unary(Unary::Not, a) => {
            let a = rebuild(program, a, wide)?;
            program.not(a).ok()
        }
        ExprKind::Binary(op @ (Binary::MathLess | Binary::MathLessEqual | Binary::Equal | Binary::NotEqual), a, b)
            if is_mathematical(program, a) =>
        {
            let (a, b) = (number(program, a, wide)?, number(program, b, wide)?);
            let op = match op {
                Binary::MathLess => Binary::Less(Sign::Signed),
                Binary::MathLessEqual => Binary::LessEqual(Sign::Signed),
                other => other,
            };
            program.binary(op, a, b).ok()
        }
        _ => {
            let mut found = Found::default();
            look(program, expr, &mut found);
            (!found.integers).then_some(expr)
        }
    }
}
fn is_mathematical(program: &Program, expr: ExprId) -> bool {
    matches!(program.types.kind(program.type_of(expr)), cairn_ir::TypeKind::MathInt)
}
fn number(program: &mut Program, expr: ExprId, wide: TypeId) -> Option<ExprId> {
    match program.expr(expr).kind.clone() {
        ExprKind::Const(Value::MathInt(value)) => program.int_const(wide, value).ok(),
        ExprKind::Convert(Convert::IntToMath(sign), inner) => {
            let extend = if sign == Sign::Signed { Convert::SignExtend } else { Convert::ZeroExtend };
            program.convert(extend, inner, wide).ok()
        }
        ExprKind::Binary(op @ (Binary::MathAdd | Binary::MathSubtract), a, b) => {
            let (a, b) = (number(program, a, wide)?, number(program, b, wide)?);
            program.binary(if op == Binary::MathAdd { Binary::Add } else { Binary::Subtract }, a, b).ok()
        }
        ExprKind::Unary(Unary::MathNegate, a) => {
            let a = number(program, a, wide)?;
            program.unary(Unary::Negate, a).ok()
        }
        _ => None,
    }
}
