//! Arithmetic of conditions: that of mathematics in as many bits as the result needs, or C's with its promotions.

use super::{Kind, Refusal, Typed, Typer, Typing, width_of, wrong};
use crate::term::Binary;
use cairn_automata::condition::{Arithmetic, Relation};
use cairn_ir::{Binary as Op, Convert, ExprId, Sign, TypeId, Unary as UnaryOp};
use num_bigint::BigInt;

/// Numbers of more bits are refused: nobody means them.
const WIDEST: u32 = 512;

impl Typer<'_> {
    /// A constant: in C an `int` where it fits, else a `long`.
    pub(crate) fn literal(&mut self, value: &BigInt) -> Typing<Typed> {
        let needed = value.bits() as u32 + 1;
        let width = match self.is_c() {
            true if needed <= 32 => 32,
            true if needed <= 64 => 64,
            _ => needed.max(2),
        };
        let ty = self.program.types.int(width);
        let expr = self.constant(ty, value)?;
        Ok(Typed { expr, kind: Kind::Integer { width, signed: true }, ty, literal: Some(value.clone()) })
    }
    /// Booleans count as 0 and 1.
    pub(crate) fn as_integer(&mut self, typed: Typed) -> Typing<Typed> {
        match typed.kind {
            Kind::Integer { .. } => Ok(typed),
            Kind::Truth => {
                let ty = self.program.types.int(32);
                let expr = self.convert(Convert::BoolToInt, typed.expr, ty)?;
                Ok(Typed { expr, kind: Kind::Integer { width: 32, signed: true }, ty, literal: None })
            }
            Kind::Float(_) => wrong("floating-point numbers can be compared, and nothing else"),
            Kind::Pointer(_) => wrong("a pointer is no number"),
            Kind::Aggregate => wrong("an array or a record is no number"),
        }
    }
    fn convert(&mut self, how: Convert, expr: ExprId, to: TypeId) -> Typing<ExprId> {
        self.program.convert(how, expr, to).map_err(|error| Refusal::Wrong(error.0))
    }
    /// The same number in at least as many bits.
    pub(crate) fn widened(&mut self, typed: &Typed, width: u32) -> Typing<ExprId> {
        let Kind::Integer { width: own, signed } = typed.kind else { return wrong("this is no integer") };
        let ty = self.program.types.int(width);
        match own.cmp(&width) {
            std::cmp::Ordering::Equal => self.convert(Convert::Retype, typed.expr, ty),
            std::cmp::Ordering::Less => {
                self.convert(if signed { Convert::SignExtend } else { Convert::ZeroExtend }, typed.expr, ty)
            }
            std::cmp::Ordering::Greater => self.convert(Convert::Truncate, typed.expr, ty),
        }
    }
    /// The number modulo the size of a type.
    pub(crate) fn narrowed(&mut self, expr: ExprId, to: TypeId) -> Typing<ExprId> {
        let own = self.program.types.int_width(self.program.type_of(expr)).unwrap_or(0);
        let width = self.program.types.int_width(to).unwrap_or(0);
        match own.cmp(&width) {
            std::cmp::Ordering::Equal => self.convert(Convert::Retype, expr, to),
            std::cmp::Ordering::Less => self.convert(Convert::SignExtend, expr, to),
            std::cmp::Ordering::Greater => self.convert(Convert::Truncate, expr, to),
        }
    }
    /// C's integer promotions.
    pub(crate) fn promoted(&mut self, typed: Typed) -> Typing<Typed> {
        let typed = self.as_integer(typed)?;
        match typed.kind {
            Kind::Integer { width, .. } if self.is_c() && width < 32 => {
                let expr = self.widened(&typed, 32)?;
                Ok(self.signed(expr))
            }
            _ => Ok(typed),
        }
    }
    fn signed(&mut self, expr: ExprId) -> Typed {
        let ty = self.program.type_of(expr);
        let width = self.program.types.int_width(ty).unwrap_or(1);
        Typed { expr, kind: Kind::Integer { width, signed: true }, ty, literal: None }
    }
    pub(crate) fn minus(&mut self, a: Typed) -> Typing<Typed> {
        if let Some(value) = &a.literal {
            return self.literal(&-value.clone());
        }
        let a = self.promoted(a)?;
        let width = width_of(&a) + if self.is_c() { 0 } else { 2 };
        let wide = self.widened(&a, width)?;
        let expr = self.program.unary(UnaryOp::Negate, wide).map_err(|error| Refusal::Wrong(error.0))?;
        match self.is_c() {
            true => Ok(Typed { expr, literal: None, ..a }),
            false => Ok(self.signed(expr)),
        }
    }
    pub(crate) fn binary(&mut self, op: Binary, a: Typed, b: Typed) -> Typing<Typed> {
        match op {
            Binary::Or | Binary::And | Binary::Xor => {
                let (a, b) = (self.truth(&a)?, self.truth(&b)?);
                let expr = self.op(Op::Xor, a, b)?;
                Ok(self.typed(expr, None))
            }
            Binary::Relation(relation) => {
                let expr = self.relation(relation, a, b)?;
                Ok(self.typed(expr, None))
            }
            Binary::Arithmetic(op) => self.arithmetic(op, a, b),
            Binary::Modulo => {
                let (a, b, _) = self.common(a, b)?;
                self.not_zero(b)?;
                let expr = self.op(Op::Modulo, a, b)?;
                Ok(self.signed(expr))
            }
            Binary::ShiftLeft | Binary::ShiftRight => self.shift(op, a, b),
        }
    }
    fn shift(&mut self, op: Binary, a: Typed, b: Typed) -> Typing<Typed> {
        let (a, b) = (self.promoted(a)?, self.promoted(b)?);
        let Kind::Integer { width, signed } = a.kind else { return wrong("this is no integer") };
        let most = width.max(width_of(&b)) + 1;
        let amount = self.widened(&b, most)?;
        let ty = self.program.type_of(amount);
        let (zero, limit) = (self.constant(ty, &BigInt::ZERO)?, self.constant(ty, &width.into())?);
        let low = self.op(Op::LessEqual(Sign::Signed), zero, amount)?;
        let high = self.op(Op::Less(Sign::Signed), amount, limit)?;
        self.defined.extend([low, high]);
        let own = self.program.types.int(width);
        let amount = self.narrowed(amount, own)?;
        let sign = if signed { Sign::Signed } else { Sign::Unsigned };
        let op = if op == Binary::ShiftLeft { Op::ShiftLeft } else { Op::ShiftRight(sign) };
        let value = self.convert(Convert::Retype, a.expr, own)?;
        let expr = self.op(op, value, amount)?;
        Ok(Typed { expr, literal: None, ty: own, ..a })
    }
    fn arithmetic(&mut self, op: Arithmetic, a: Typed, b: Typed) -> Typing<Typed> {
        if self.is_c() {
            return self.as_in_c(op, a, b);
        }
        let (a, b) = (self.as_integer(a)?, self.as_integer(b)?);
        let (x, y) = (width_of(&a) + 1, width_of(&b) + 1);
        let width = match op {
            Arithmetic::Multiply => x + y,
            _ => x.max(y) + 1,
        };
        if width > WIDEST {
            return wrong("the numbers of this expression are too large");
        }
        let (a, b) = (self.widened(&a, width)?, self.widened(&b, width)?);
        if matches!(op, Arithmetic::Divide | Arithmetic::Remainder) {
            self.not_zero(b)?;
        }
        let expr = self.op(operator(op, Sign::Signed), a, b)?;
        Ok(self.signed(expr))
    }
    fn as_in_c(&mut self, op: Arithmetic, a: Typed, b: Typed) -> Typing<Typed> {
        let (a, b, signed) = self.common(a, b)?;
        let is_division = matches!(op, Arithmetic::Divide | Arithmetic::Remainder);
        if is_division {
            self.not_zero(b)?;
        }
        let sign = if signed { Sign::Signed } else { Sign::Unsigned };
        // A signed operation that overflows has no value in C.
        let overflows = match op {
            Arithmetic::Add => Some(Op::AddOverflows(sign)),
            Arithmetic::Subtract => Some(Op::SubtractOverflows(sign)),
            Arithmetic::Multiply => Some(Op::MultiplyOverflows(sign)),
            Arithmetic::Divide | Arithmetic::Remainder => Some(Op::DivideOverflows),
            _ => None,
        };
        if let Some(overflows) = overflows.filter(|_| signed) {
            let overflows = self.op(overflows, a, b)?;
            let fits = self.not(overflows)?;
            self.defined.push(fits);
        }
        let expr = self.op(operator(op, sign), a, b)?;
        let typed = self.signed(expr);
        let width = width_of(&typed);
        Ok(Typed { kind: Kind::Integer { width, signed }, ..typed })
    }
    fn not_zero(&mut self, divisor: ExprId) -> Typing<()> {
        let ty = self.program.type_of(divisor);
        let zero = self.constant(ty, &BigInt::ZERO)?;
        let fine = self.op(Op::NotEqual, divisor, zero)?;
        self.defined.push(fine);
        Ok(())
    }
    /// Both in one type: C's usual arithmetic conversions, or a type that holds both.
    fn common(&mut self, a: Typed, b: Typed) -> Typing<(ExprId, ExprId, bool)> {
        let (a, b) = (self.promoted(a)?, self.promoted(b)?);
        let (Kind::Integer { width: x, signed: p }, Kind::Integer { width: y, signed: q }) = (a.kind, b.kind) else {
            return wrong("this is no integer");
        };
        let (width, signed) = match self.is_c() {
            true if x == y => (x, p && q),
            true if x > y => (x, p),
            true => (y, q),
            false => (x.max(y) + 1, true),
        };
        Ok((self.widened(&a, width)?, self.widened(&b, width)?, signed))
    }
    pub(crate) fn relation(&mut self, relation: Relation, a: Typed, b: Typed) -> Typing<ExprId> {
        let is_equality = matches!(relation, Relation::Equal | Relation::NotEqual);
        match (a.kind, b.kind) {
            (Kind::Float(x), Kind::Float(y)) if x == y => self.of_floats(relation, a.expr, b.expr),
            (Kind::Float(_), _) | (_, Kind::Float(_)) => {
                wrong("a floating-point number is compared with one of another type")
            }
            (Kind::Pointer(_), _) | (_, Kind::Pointer(_)) if is_equality => self.of_pointers(relation, a, b),
            (Kind::Truth, Kind::Truth) if is_equality => {
                self.op(if relation == Relation::Equal { Op::Equal } else { Op::NotEqual }, a.expr, b.expr)
            }
            (Kind::Aggregate, Kind::Aggregate) if is_equality && self.program.types.same_shape(a.ty, b.ty) => {
                self.op(if relation == Relation::Equal { Op::Equal } else { Op::NotEqual }, a.expr, b.expr)
            }
            (Kind::Aggregate | Kind::Pointer(_), _) | (_, Kind::Aggregate | Kind::Pointer(_)) => {
                wrong("these two cannot be compared")
            }
            _ => {
                let (a, b, signed) = self.common(a, b)?;
                let sign = if signed { Sign::Signed } else { Sign::Unsigned };
                let (op, x, y) = match relation {
                    Relation::Equal => (Op::Equal, a, b),
                    Relation::NotEqual => (Op::NotEqual, a, b),
                    Relation::Less => (Op::Less(sign), a, b),
                    Relation::LessEqual => (Op::LessEqual(sign), a, b),
                    Relation::Greater => (Op::Less(sign), b, a),
                    Relation::GreaterEqual => (Op::LessEqual(sign), b, a),
                };
                self.op(op, x, y)
            }
        }
    }
    fn of_floats(&mut self, relation: Relation, a: ExprId, b: ExprId) -> Typing<ExprId> {
        match relation {
            Relation::Equal => self.op(Op::FloatEqual, a, b),
            Relation::NotEqual => {
                let equal = self.op(Op::FloatEqual, a, b)?;
                self.not(equal)
            }
            Relation::Less => self.op(Op::FloatLess, a, b),
            Relation::LessEqual => self.op(Op::FloatLessEqual, a, b),
            Relation::Greater => self.op(Op::FloatLess, b, a),
            Relation::GreaterEqual => self.op(Op::FloatLessEqual, b, a),
        }
    }
    fn of_pointers(&mut self, relation: Relation, a: Typed, b: Typed) -> Typing<ExprId> {
        let null = |typed: &Typed| typed.literal.as_ref().is_some_and(|value| *value == BigInt::ZERO);
        let pointer = |typer: &mut Self, typed: &Typed| match typed.kind {
            Kind::Pointer(_) => Ok(typed.expr),
            _ if null(typed) => Ok(typer.program.null()),
            _ => wrong("a pointer is compared with a number"),
        };
        let (x, y) = (pointer(self, &a)?, pointer(self, &b)?);
        self.op(if relation == Relation::Equal { Op::Equal } else { Op::NotEqual }, x, y)
    }
}

fn operator(op: Arithmetic, sign: Sign) -> Op {
    match op {
        Arithmetic::Add => Op::Add,
        Arithmetic::Subtract => Op::Subtract,
        Arithmetic::Multiply => Op::Multiply,
        Arithmetic::Divide => Op::Divide(sign),
        Arithmetic::Remainder => Op::Remainder(sign),
        Arithmetic::BitAnd => Op::BitAnd,
        Arithmetic::BitOr => Op::BitOr,
        Arithmetic::BitXor => Op::BitXor,
    }
}
