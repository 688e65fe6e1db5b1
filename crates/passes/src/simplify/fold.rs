//! Folding one node whose arguments are folded. Each rule states before and after.

use super::NAME;
use crate::pass::Error;
use cairn_ir::{Binary, Bits, Convert, Expr, ExprId, ExprKind, Program, Sign, Unary, Value};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// A simpler expression with the same value, if a rule applies. With `keep_all`, only nodes whose arguments
/// are all constants are folded.
pub fn fold(program: &mut Program, node: &Expr, keep_all: bool) -> Result<Option<ExprId>, Error> {
    if keep_all {
        let mut all_constant = true;
        node.kind.for_each_child(|child| all_constant &= constant(program, child).is_some());
        if !all_constant {
            return Ok(None);
        }
    }
    let folded = match &node.kind {
        ExprKind::Unary(op, a) => unary(program, *op, *a),
        ExprKind::Binary(op, a, b) => binary(program, *op, *a, *b),
        ExprKind::Convert(op, a) => convert(program, *op, *a, node),
        ExprKind::If(c, a, b) => choice(program, *c, *a, *b),
        ExprKind::Field(record, n) => component(program, *record, *n),
        _ => None,
    };
    match folded {
        // The type of a replacement decides how the value is displayed: keep the node's own.
        Some(Folded::Same(id)) if program.type_of(id) == node.ty => Ok(Some(id)),
        Some(Folded::Constant(value)) => {
            let added = program.constant(value, node.ty);
            added.map(Some).map_err(|error| Error::IllTyped { pass: NAME, error })
        }
        _ => Ok(None),
    }
}

enum Folded {
    Same(ExprId),
    Constant(Value),
}

fn truth(value: bool) -> Option<Folded> {
    Some(Folded::Constant(Value::Bool(value)))
}

fn constant(program: &Program, id: ExprId) -> Option<&Value> {
    match &program.expr(id).kind {
        ExprKind::Const(value) => Some(value),
        _ => None,
    }
}

fn bits(program: &Program, id: ExprId) -> Option<&Bits> {
    constant(program, id).and_then(Value::as_bits)
}

fn boolean(program: &Program, id: ExprId) -> Option<bool> {
    constant(program, id).and_then(Value::as_bool)
}

fn unary(program: &Program, op: Unary, a: ExprId) -> Option<Folded> {
    match op {
        Unary::Not => match program.expr(a).kind {
            // not not x → x
            ExprKind::Unary(Unary::Not, inner) => Some(Folded::Same(inner)),
            _ => boolean(program, a).and_then(|value| truth(!value)),
        },
        Unary::Negate => {
            let a = bits(program, a)?;
            Some(Folded::Constant(Value::Int(Bits::from_signed(a.width(), &-a.signed()))))
        }
        Unary::BitNot => {
            let a = bits(program, a)?;
            // ~x = -x - 1 in two's complement
            Some(Folded::Constant(Value::Int(Bits::from_signed(a.width(), &(-a.signed() - 1)))))
        }
        Unary::NegateOverflows => {
            let a = bits(program, a)?;
            truth(!fits(&-a.signed(), a.width(), Sign::Signed))
        }
        _ => None,
    }
}

fn binary(program: &Program, op: Binary, a: ExprId, b: ExprId) -> Option<Folded> {
    match op {
        Binary::And | Binary::Or | Binary::Implies | Binary::Xor => connective(program, op, a, b),
        Binary::Equal | Binary::NotEqual => equality(program, op, a, b),
        _ => {
            let (x, y) = (bits(program, a)?, bits(program, b)?);
            arithmetic(op, x, y).or_else(|| comparison(op, x, y))
        }
    }
}

fn connective(program: &Program, op: Binary, a: ExprId, b: ExprId) -> Option<Folded> {
    match (op, boolean(program, a), boolean(program, b)) {
        (Binary::And, Some(false), _) | (Binary::And, _, Some(false)) => truth(false),
        (Binary::And, Some(true), _) => Some(Folded::Same(b)),
        (Binary::And, _, Some(true)) => Some(Folded::Same(a)),
        (Binary::Or, Some(true), _) | (Binary::Or, _, Some(true)) => truth(true),
        (Binary::Or, Some(false), _) => Some(Folded::Same(b)),
        (Binary::Or, _, Some(false)) => Some(Folded::Same(a)),
        (Binary::Implies, Some(false), _) | (Binary::Implies, _, Some(true)) => truth(true),
        (Binary::Implies, Some(true), _) => Some(Folded::Same(b)),
        (Binary::Xor, Some(false), _) => Some(Folded::Same(b)),
        (Binary::Xor, _, Some(false)) => Some(Folded::Same(a)),
        (Binary::Xor, Some(true), Some(true)) => truth(false),
        _ => None,
    }
}

/// Only scalars: equality of arrays with a length looks at existing elements only.
fn equality(program: &Program, op: Binary, a: ExprId, b: ExprId) -> Option<Folded> {
    let equal = match (constant(program, a), constant(program, b)) {
        // x = x → true: expressions have no effects, so both sides are the same value
        _ if a == b => true,
        (Some(Value::Bool(x)), Some(Value::Bool(y))) => x == y,
        (Some(Value::Int(x)), Some(Value::Int(y))) => x == y,
        (Some(Value::MathInt(x)), Some(Value::MathInt(y))) => x == y,
        (Some(Value::Pointer(x)), Some(Value::Pointer(y))) => x == y,
        _ => return None,
    };
    truth(equal == (op == Binary::Equal))
}

/// Both arguments as numbers of a sign.
fn numbers(sign: Sign, x: &Bits, y: &Bits) -> (BigInt, BigInt) {
    let number = |bits: &Bits| match sign {
        Sign::Signed => bits.signed(),
        Sign::Unsigned => unsigned(bits),
    };
    (number(x), number(y))
}

fn unsigned(bits: &Bits) -> BigInt {
    let signed = bits.signed();
    if bits.is_negative() { signed + (BigInt::one() << bits.width()) } else { signed }
}

fn fits(value: &BigInt, width: u32, sign: Sign) -> bool {
    let (low, high) = match sign {
        Sign::Signed => (-(BigInt::one() << (width - 1)), BigInt::one() << (width - 1)),
        Sign::Unsigned => (BigInt::zero(), BigInt::one() << width),
    };
    low <= *value && *value < high
}

fn arithmetic(op: Binary, x: &Bits, y: &Bits) -> Option<Folded> {
    let (a, b) = numbers(Sign::Signed, x, y);
    let (p, q) = numbers(Sign::Unsigned, x, y);
    let result = match op {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::BitAnd => p & q,
        Binary::BitOr => p | q,
        Binary::BitXor => p ^ q,
        // Big integers divide toward zero, as machine integers do. Division by zero is left alone.
        Binary::Divide(Sign::Signed) if !b.is_zero() => a / b,
        Binary::Divide(Sign::Unsigned) if !q.is_zero() => p / q,
        Binary::Remainder(Sign::Signed) if !b.is_zero() => a % b,
        Binary::Remainder(Sign::Unsigned) if !q.is_zero() => p % q,
        Binary::ShiftLeft => p << shift(&q, x.width())?,
        Binary::ShiftRight(Sign::Unsigned) => p >> shift(&q, x.width())?,
        Binary::ShiftRight(Sign::Signed) => a >> shift(&q, x.width())?,
        _ => return None,
    };
    Some(Folded::Constant(Value::Int(Bits::from_signed(x.width(), &result))))
}

/// A shift amount below the width.
fn shift(amount: &BigInt, width: u32) -> Option<u32> {
    u32::try_from(amount).ok().filter(|amount| *amount < width)
}

fn comparison(op: Binary, x: &Bits, y: &Bits) -> Option<Folded> {
    let width = x.width();
    let holds = match op {
        Binary::Less(sign) => {
            let (a, b) = numbers(sign, x, y);
            a < b
        }
        Binary::LessEqual(sign) => {
            let (a, b) = numbers(sign, x, y);
            a <= b
        }
        Binary::AddOverflows(sign) => {
            let (a, b) = numbers(sign, x, y);
            !fits(&(a + b), width, sign)
        }
        Binary::SubtractOverflows(sign) => {
            let (a, b) = numbers(sign, x, y);
            !fits(&(a - b), width, sign)
        }
        Binary::MultiplyOverflows(sign) => {
            let (a, b) = numbers(sign, x, y);
            !fits(&(a * b), width, sign)
        }
        _ => return None,
    };
    truth(holds)
}

fn convert(program: &Program, op: Convert, a: ExprId, node: &Expr) -> Option<Folded> {
    let value = constant(program, a)?;
    if op == Convert::Retype {
        return Some(Folded::Constant(value.clone()));
    }
    let width = program.types.int_width(node.ty)?;
    let number = match (op, value) {
        (Convert::ZeroExtend | Convert::Truncate, Value::Int(bits)) => unsigned(bits),
        (Convert::SignExtend, Value::Int(bits)) => bits.signed(),
        (Convert::BoolToInt, Value::Bool(value)) => BigInt::from(u8::from(*value)),
        _ => return None,
    };
    Some(Folded::Constant(Value::Int(Bits::from_signed(width, &number))))
}

fn choice(program: &Program, c: ExprId, a: ExprId, b: ExprId) -> Option<Folded> {
    match boolean(program, c) {
        Some(true) => Some(Folded::Same(a)),
        Some(false) => Some(Folded::Same(b)),
        // c ? x : x → x
        None if a == b => Some(Folded::Same(a)),
        None => None,
    }
}

/// (…, f => x, …).f → x
fn component(program: &Program, record: ExprId, n: u32) -> Option<Folded> {
    match &program.expr(record).kind {
        ExprKind::RecordOf(items) => items.get(n as usize).copied().map(Folded::Same),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(op: Binary, width: u32, a: i64, b: i64) -> Option<Value> {
        let mut program = Program::new();
        let ty = program.types.int(width);
        let (a, b) = (program.int_const(ty, a).unwrap(), program.int_const(ty, b).unwrap());
        let whole = program.binary(op, a, b).unwrap();
        let node = program.expr(whole).clone();
        let result = fold(&mut program, &node, true).unwrap()?;
        constant(&program, result).cloned()
    }

    #[test]
    fn machine_integers_of_eight_bits() {
        use Sign::{Signed, Unsigned};
        let int = |value| Some(Value::int(8, value));
        assert_eq!(folded(Binary::Add, 8, 127, 1), int(-128));
        assert_eq!(folded(Binary::Divide(Signed), 8, -7, 2), int(-3));
        assert_eq!(folded(Binary::Divide(Signed), 8, -128, -1), int(-128));
        assert_eq!(folded(Binary::Divide(Unsigned), 8, -7, 2), int(124));
        assert_eq!(folded(Binary::Divide(Signed), 8, 1, 0), None);
        assert_eq!(folded(Binary::Remainder(Signed), 8, -7, 2), int(-1));
        assert_eq!(folded(Binary::ShiftRight(Signed), 8, -8, 1), int(-4));
        assert_eq!(folded(Binary::ShiftLeft, 8, 1, 8), None);
        assert_eq!(folded(Binary::BitXor, 8, -1, 1), int(-2));
        assert_eq!(folded(Binary::Less(Unsigned), 8, 1, -1), Some(Value::Bool(true)));
        assert_eq!(folded(Binary::Less(Signed), 8, 1, -1), Some(Value::Bool(false)));
        assert_eq!(folded(Binary::AddOverflows(Signed), 8, 127, 1), Some(Value::Bool(true)));
        assert_eq!(folded(Binary::SubtractOverflows(Unsigned), 8, 0, 1), Some(Value::Bool(true)));
        assert_eq!(folded(Binary::MultiplyOverflows(Signed), 8, 16, 7), Some(Value::Bool(false)));
    }
}
