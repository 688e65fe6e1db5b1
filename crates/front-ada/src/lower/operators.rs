//! Predefined operators on integers, Booleans and arrays of Booleans, with their checks (RM 4.5).

use super::{Lower, Lowerer};
use crate::sema::entities::{EntityKind, SubprogramId};
use crate::sema::tree::{BinaryOperator, Expr, UnaryOperator};
use crate::sema::types::*;
use crate::sema::value::Value;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, Sign, Unary};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

impl Lowerer<'_> {
    pub(super) fn unary(&mut self, op: UnaryOperator, operand: &Expr, ty: TypeId, span: Span) -> Lower<ExprId> {
        let value = self.expression(operand)?;
        if self.a.is_boolean(ty) {
            return Ok(self.p.not(value)?);
        }
        if self.a.is_float(ty) {
            return self.float_unary(op, value);
        }
        let ty = self.settle(ty);
        match (op, self.a.kind(ty).clone()) {
            (UnaryOperator::Plus, _) => Ok(value),
            (UnaryOperator::Not, TypeKind::Modular { modulus }) => {
                let top = self.integer(modulus - BigInt::one(), ty, span)?;
                Ok(self.p.binary(Binary::Subtract, top, value)?)
            }
            (UnaryOperator::Minus, TypeKind::Modular { modulus }) => {
                let zero = self.integer(0, ty, span)?;
                self.modular(BinaryOperator::Subtract, zero, value, &modulus, ty, span)
            }
            (UnaryOperator::Abs, TypeKind::Modular { .. }) => Ok(value),
            (op, _) => {
                let overflows = self.p.unary(Unary::NegateOverflows, value)?;
                let mut fits = self.p.not(overflows)?;
                if op == UnaryOperator::Abs {
                    let zero = self.zero_like(value)?;
                    let negative = self.p.binary(Binary::Less(Sign::Signed), value, zero)?;
                    let negated = self.p.unary(Unary::Negate, value)?;
                    self.overflow_check(fits, span);
                    return Ok(self.p.if_else(negative, negated, value)?);
                }
                let negated = self.p.unary(Unary::Negate, value)?;
                if let Some(within) = self.within_base(negated, ty, span)? {
                    fits = self.and(fits, within)?;
                }
                self.overflow_check(fits, span);
                Ok(negated)
            }
        }
    }

    pub(super) fn zero_like(&mut self, value: ExprId) -> Lower<ExprId> {
        let ty = self.p.type_of(value);
        Ok(self.p.int_const(ty, 0)?)
    }

    fn overflow_check(&mut self, condition: ExprId, span: Span) {
        let text = format!("{} must not overflow", self.text(span));
        self.check(CheckKind::Overflow, condition, text, span);
    }

    /// Comparison with the base range, where that is narrower than the machine type.
    fn within_base(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<Option<ExprId>> {
        let TypeKind::Signed { low, high } = self.a.kind(ty).clone() else { return Ok(None) };
        let top = BigInt::one() << (self.width(ty) - 1);
        if low == -top.clone() && high == top - 1 {
            return Ok(None);
        }
        let (low, high) = (self.integer(low, ty, span)?, self.integer(high, ty, span)?);
        let above = self.p.binary(Binary::LessEqual(Sign::Signed), low, value)?;
        let below = self.p.binary(Binary::LessEqual(Sign::Signed), value, high)?;
        self.and(above, below).map(Some)
    }

    pub(super) fn binary(&mut self, op: BinaryOperator, l: &Expr, r: &Expr, ty: TypeId, span: Span) -> Lower<ExprId> {
        use BinaryOperator::*;
        match op {
            AndThen | OrElse | Implies => return self.short_circuit(op, l, r, span),
            Equal | NotEqual => {
                let equal = self.equality(l, r, span)?;
                return if op == Equal { Ok(equal) } else { Ok(self.p.not(equal)?) };
            }
            Less | LessEqual | Greater | GreaterEqual => return self.ordering(op, l, r, span),
            Concatenate => return self.refuse("concatenation here", span),
            _ => {}
        }
        if op == Power {
            return self.power(l, r, ty, span);
        }
        let (a, b) = (self.expression(l)?, self.expression(r)?);
        if self.a.is_boolean(ty) {
            return Ok(match op {
                And => self.p.binary(Binary::And, a, b)?,
                Or => self.p.binary(Binary::Or, a, b)?,
                Xor => self.p.binary(Binary::Xor, a, b)?,
                _ => self.p.binary(Binary::Equal, a, b)?,
            });
        }
        if ty == UNIVERSAL_FIXED {
            return self.refuse("fixed-point product without a type", span);
        }
        if matches!(op, Multiply | Divide) && (self.a.is_fixed(l.ty) || self.a.is_fixed(r.ty)) {
            return self.fixed_product(op, (a, l.ty), (b, r.ty), ty, span);
        }
        self.arithmetic(op, a, b, ty, span)
    }

    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOperator,
        a: ExprId,
        b: ExprId,
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let ty = self.settle(ty);
        if self.a.is_float(ty) {
            return self.float_binary(op, a, b, ty, span);
        }
        if let TypeKind::Modular { modulus } = self.a.kind(ty).clone() {
            return self.modular(op, a, b, &modulus, ty, span);
        }
        self.signed(op, a, b, ty, span)
    }

    pub(super) fn nonzero_check(&mut self, divisor: ExprId, span: Span) -> Lower<()> {
        let zero = self.zero_like(divisor)?;
        let nonzero = self.p.binary(Binary::NotEqual, divisor, zero)?;
        let text = format!("the divisor in {} must not be zero", self.text(span));
        let constant = matches!(self.p.expr(divisor).kind, ir::ExprKind::Const(ref v) if !matches!(v, ir::Value::Int(b) if b.is_zero()));
        if !constant {
            self.check(CheckKind::DivisionByZero, nonzero, text, span);
        }
        Ok(())
    }

    fn signed(&mut self, op: BinaryOperator, a: ExprId, b: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        use BinaryOperator::*;
        let sign = Sign::Signed;
        if matches!(op, Divide | Mod | Rem) {
            self.nonzero_check(b, span)?;
        }
        let (result, overflows) = match op {
            Add => (Binary::Add, Some(Binary::AddOverflows(sign))),
            Subtract => (Binary::Subtract, Some(Binary::SubtractOverflows(sign))),
            Multiply => (Binary::Multiply, Some(Binary::MultiplyOverflows(sign))),
            Divide => (Binary::Divide(sign), Some(Binary::DivideOverflows)),
            Mod => (Binary::Modulo, None),
            Rem => (Binary::Remainder(sign), None),
            _ => return self.refuse(format!("`{}` on integers", op.text()), span),
        };
        if let Some(overflows) = overflows {
            let constant_divisor = op == Divide
                && matches!(self.p.expr(b).kind, ir::ExprKind::Const(ref v) if v.as_bits().is_some_and(|x| x.signed() != BigInt::from(-1)));
            if !constant_divisor {
                let overflow = self.p.binary(overflows, a, b)?;
                let fits = self.p.not(overflow)?;
                self.overflow_check(fits, span);
            }
        }
        let value = self.p.binary(result, a, b)?;
        if let Some(within) = self.within_base(value, ty, span)? {
            self.overflow_check(within, span);
        }
        Ok(value)
    }

    /// Arithmetic modulo any number: in a width where nothing wraps, then reduced.
    fn modular(
        &mut self,
        op: BinaryOperator,
        a: ExprId,
        b: ExprId,
        modulus: &BigInt,
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        use BinaryOperator::*;
        if matches!(op, Divide | Mod | Rem) {
            self.nonzero_check(b, span)?;
        }
        let width = self.width(ty);
        let binary = match op {
            Add => Binary::Add,
            Subtract => Binary::Subtract,
            Multiply => Binary::Multiply,
            Divide => return Ok(self.p.binary(Binary::Divide(Sign::Unsigned), a, b)?),
            Mod | Rem => return Ok(self.p.binary(Binary::Remainder(Sign::Unsigned), a, b)?),
            And => return Ok(self.p.binary(Binary::BitAnd, a, b)?),
            Or | Xor => {
                let op = if op == Or { Binary::BitOr } else { Binary::BitXor };
                let result = self.p.binary(op, a, b)?;
                // With a modulus that is no power of two the result may leave the range: reduced (RM 4.5.1(6)).
                return self.reduce(result, width, modulus, ty, span);
            }
            _ => return self.refuse(format!("`{}` on modular values", op.text()), span),
        };
        if *modulus == BigInt::one() << width {
            return Ok(self.p.binary(binary, a, b)?);
        }
        let wide = if op == Multiply { 2 * width } else { width + 1 };
        let wide_type = self.p.types.unsigned(wide);
        let (mut x, y) =
            (self.p.convert(Convert::ZeroExtend, a, wide_type)?, self.p.convert(Convert::ZeroExtend, b, wide_type)?);
        if op == Subtract {
            let m = self.p.int_const(wide_type, modulus.clone())?;
            x = self.p.binary(Binary::Add, x, m)?;
        }
        let result = self.p.binary(binary, x, y)?;
        self.reduce(result, wide, modulus, ty, span)
    }

    fn reduce(&mut self, value: ExprId, width: u32, modulus: &BigInt, ty: TypeId, span: Span) -> Lower<ExprId> {
        let target = self.ir_type(self.a.base(ty), span)?;
        if *modulus == BigInt::one() << self.width(ty) {
            return Ok(self.p.convert(Convert::Truncate, value, target)?);
        }
        let wide_type = self.p.types.unsigned(width);
        let m = self.p.int_const(wide_type, modulus.clone())?;
        let reduced = if modulus.bits() as u32 > width {
            value
        } else {
            self.p.binary(Binary::Remainder(Sign::Unsigned), value, m)?
        };
        Ok(self.p.convert(Convert::Truncate, reduced, target)?)
    }

    /// `**`: static small exponents are multiplied out; others by a loop over the exponent's value.
    pub(super) fn power(&mut self, l: &Expr, r: &Expr, ty: TypeId, span: Span) -> Lower<ExprId> {
        let base = self.expression(l)?;
        if self.a.is_float(ty) {
            return self.float_power(base, r, ty, span);
        }
        let ty = self.settle(ty);
        let exponent = r.value.as_ref().and_then(Value::as_int).and_then(|v| v.to_u32());
        if let Some(n) = exponent.filter(|&n| n <= 64) {
            let mut result = self.integer(1, ty, span)?;
            for i in 0..n {
                result = if i == 0 { base } else { self.arithmetic(BinaryOperator::Multiply, result, base, ty, span)? };
            }
            return Ok(result);
        }
        // A run-time exponent: multiply as often as it says; overflow ends the loop early.
        let count = self.expression(r)?;
        let natural = self.a.standard.natural;
        let count = self.give_subtype(count, r.ty, natural, r.span)?;
        let (base, count) = (self.keep("base", base, span), self.keep("exponent", count, span));
        let result_type = self.ir_type(self.a.base(ty), span)?;
        let result = self.temporary("power", result_type);
        let one = self.integer(1, ty, span)?;
        self.assign_var(result, one, span);
        self.count_loop(count, natural, span, |s, _| {
            let current = s.p.var(result);
            let next = s.arithmetic(BinaryOperator::Multiply, current, base, ty, span)?;
            s.assign_var(result, next, span);
            Ok(())
        })?;
        Ok(self.p.var(result))
    }

    /// Runs `body` with 0, 1, … below `count`, a value of the integer type `ty`.
    pub(super) fn count_loop(
        &mut self,
        count: ExprId,
        ty: TypeId,
        span: Span,
        body: impl FnOnce(&mut Self, ExprId) -> Lower<()>,
    ) -> Lower<()> {
        let ir_type = self.p.type_of(count);
        let sign = self.sign(ty);
        self.count_loop_typed(count, ir_type, sign, span, body)
    }

    pub(super) fn count_loop_typed(
        &mut self,
        count: ExprId,
        ir_type: ir::TypeId,
        sign: Sign,
        span: Span,
        body: impl FnOnce(&mut Self, ExprId) -> Lower<()>,
    ) -> Lower<()> {
        if self.frame.pure_depth > 0 {
            return self.refuse("loop in a specification", span);
        }
        let counter = self.temporary("step", ir_type);
        let zero = self.p.int_const(ir_type, 0)?;
        self.assign_var(counter, zero, span);
        let (head, inside, after) = (self.new_block("steps"), self.new_block("step"), self.new_block("stepped"));
        self.goto(head, Some(span));
        self.enter(head);
        let current = self.p.var(counter);
        let more = self.p.binary(Binary::Less(sign), current, count)?;
        self.branch(more, inside, after, Some(span));
        self.enter(inside);
        body(self, current)?;
        let one = self.p.int_const(ir_type, 1)?;
        let current = self.p.var(counter);
        let next = self.p.binary(Binary::Add, current, one)?;
        self.assign_var(counter, next, span);
        self.goto(head, Some(span));
        self.enter(after);
        Ok(())
    }

    /// `and then`, `or else` and SPARK's `->`: the right side is evaluated only if it decides.
    fn short_circuit(&mut self, op: BinaryOperator, l: &Expr, r: &Expr, span: Span) -> Lower<ExprId> {
        let left = self.expression(l)?;
        if self.is_simple(r) {
            let right = self.where_it_counts(left, op != BinaryOperator::OrElse, |s| s.expression(r))?;
            return self.joined(op, left, right);
        }
        self.decided_by(op, left, span, |s| s.expression(r))
    }

    fn joined(&mut self, op: BinaryOperator, left: ExprId, right: ExprId) -> Lower<ExprId> {
        match op {
            BinaryOperator::AndThen => self.and(left, right),
            BinaryOperator::OrElse => self.or(left, right),
            _ => Ok(self.p.binary(Binary::Implies, left, right)?),
        }
    }

    /// A condition whose right side is evaluated only where the left one leaves it open.
    pub(super) fn decided_by(
        &mut self,
        op: BinaryOperator,
        left: ExprId,
        span: Span,
        right: impl FnOnce(&mut Self) -> Lower<ExprId>,
    ) -> Lower<ExprId> {
        use BinaryOperator::*;
        if self.constant_bool(left) == Some(op != OrElse) {
            return right(self);
        }
        if self.frame.pure_depth > 0 {
            let right = self.where_it_counts(left, op != OrElse, right)?;
            return self.joined(op, left, right);
        }
        let ty = self.p.types.bool();
        let result = self.temporary("decided", ty);
        let (evaluate, skip, after) = (self.new_block("right"), self.new_block("decided"), self.new_block("joined"));
        if op == OrElse {
            self.branch(left, skip, evaluate, Some(span));
        } else {
            self.branch(left, evaluate, skip, Some(span));
        }
        self.enter(skip);
        let decided = self.p.bool_const(op != AndThen);
        self.assign_var(result, decided, span);
        self.goto(after, Some(span));
        self.enter(evaluate);
        let right = right(self)?;
        self.assign_var(result, right, span);
        self.goto(after, Some(span));
        self.enter(after);
        Ok(self.p.var(result))
    }

    fn ordering(&mut self, op: BinaryOperator, l: &Expr, r: &Expr, span: Span) -> Lower<ExprId> {
        use BinaryOperator::*;
        if self.is_exact(l) || self.is_exact(r) {
            return self.exact_relation(op, l, r);
        }
        if self.a.is_array(l.ty) {
            return self.array_ordering(op, l, r, span);
        }
        let ty = self.settle(l.ty);
        let (a, b) = (self.expression(l)?, self.expression(r)?);
        let (a, b, op) = match op {
            Greater => (b, a, Less),
            GreaterEqual => (b, a, LessEqual),
            other => (a, b, other),
        };
        if op == LessEqual {
            return self.less_equal(a, b, ty);
        }
        if self.a.is_float(ty) {
            return Ok(self.p.binary(Binary::FloatLess, a, b)?);
        }
        if self.a.is_boolean(ty) {
            let not_a = self.p.not(a)?;
            return self.and(not_a, b);
        }
        let sign = self.sign(ty);
        Ok(self.p.binary(Binary::Less(sign), a, b)?)
    }

    pub(super) fn equality(&mut self, l: &Expr, r: &Expr, span: Span) -> Lower<ExprId> {
        if self.a.is_array(l.ty) {
            let (a, b) = (self.array(l)?, self.array(r)?);
            return self.array_equality(a, b, l.ty, span);
        }
        if self.is_exact(l) || self.is_exact(r) {
            return self.exact_relation(BinaryOperator::Equal, l, r);
        }
        let (a, b) = (self.expression(l)?, self.expression(r)?);
        // A derived type inherits the equality a user gave its parent, and a private type has the one that stands in its
        // private part, where the user's name for it cannot be seen (RM 4.5.2(15)).
        self.component_equality(a, b, l.ty, span)
    }

    /// Predefined equality of two values in the representation of one subtype.
    pub(super) fn value_equality(&mut self, a: ExprId, b: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        match self.a.kind(ty).clone() {
            TypeKind::Float { .. } => Ok(self.p.binary(Binary::FloatEqual, a, b)?),
            TypeKind::Record { components, .. } => {
                let mut result = self.p.bool_const(true);
                for (i, component) in components.iter().enumerate() {
                    let (x, y) = (self.p.field(a, i as u32)?, self.p.field(b, i as u32)?);
                    let mut equal = self.component_equality(x, y, component.ty, span)?;
                    // Components of another variant do not exist.
                    for guard in &component.guards {
                        let exists = self.guard_holds(guard, a, &components, span)?;
                        equal = self.p.binary(Binary::Implies, exists, equal)?;
                    }
                    result = self.and(result, equal)?;
                }
                Ok(result)
            }
            TypeKind::Array { .. } => {
                let (a, b) = (self.array_value(a, ty, span), self.array_value(b, ty, span));
                self.array_equality(a, b, ty, span)
            }
            _ => Ok(self.p.binary(Binary::Equal, a, b)?),
        }
    }

    /// Equality of components: for records the user's own, if there is one (RM 4.5.2(14)).
    pub(super) fn component_equality(&mut self, a: ExprId, b: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        match self.user_equality(ty) {
            Some(id) => self.call_with_values(id, vec![a, b], span),
            None => self.value_equality(a, b, ty, span),
        }
    }

    /// The `"="` a user declared together with a record type, or that it inherits.
    pub(super) fn user_equality(&self, ty: TypeId) -> Option<SubprogramId> {
        let symbol = self.a.names.find("\"=\"")?;
        let mut root = self.a.root(ty);
        loop {
            if !self.a.is_record(root) {
                return None;
            }
            let visible = self.a.types[root].scope;
            let private = self.a.entities.iter().find_map(|(_, entity)| match &entity.kind {
                EntityKind::Package(package) if package.visible == visible => Some(package.private),
                _ => None,
            });
            let scopes = [Some(visible), private.filter(|&private| private != visible)];
            let declared = scopes.into_iter().flatten().filter_map(|scope| self.a.scopes[scope].names.get(&symbol));
            let mut own = declared.flatten().filter_map(|&entity| match self.a.entities[entity].kind {
                EntityKind::Subprogram(id) => Some(id),
                _ => None,
            });
            let of_root = |id: &SubprogramId| {
                let parameters = &self.a.subprograms[*id].parameters;
                parameters.len() == 2 && parameters.iter().all(|p| self.a.root(p.ty) == root)
            };
            // One that the user declares comes after the one that the type inherits, and overrides it.
            if let Some(id) = own.rfind(of_root) {
                return Some(id);
            }
            root = self.a.root(self.a.types[root].parent?);
        }
    }

    pub(super) fn guard_holds(
        &mut self,
        guard: &Guard,
        record: ExprId,
        components: &[Component],
        span: Span,
    ) -> Lower<ExprId> {
        let ty = components.get(guard.discriminant).map(|c| c.ty);
        let Some(ty) = ty else { return self.refuse("variant part", span) };
        let value = self.p.field(record, guard.discriminant as u32)?;
        self.guard_of_value(guard, value, ty, span)
    }

    /// Whether a discriminant's value selects the variant.
    pub(super) fn guard_of_value(&mut self, guard: &Guard, value: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        let mut any = self.p.bool_const(false);
        for (low, high) in &guard.ranges {
            let within = self.between(value, low, high, ty, span)?;
            any = self.or(any, within)?;
        }
        if guard.negated { Ok(self.p.not(any)?) } else { Ok(any) }
    }

    /// `low <= value <= high` for static bounds.
    pub(super) fn between(
        &mut self,
        value: ExprId,
        low: &BigInt,
        high: &BigInt,
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        if low > high {
            return Ok(self.p.bool_const(false));
        }
        let bottom = self.integer(low.clone(), ty, span)?;
        if low == high {
            return Ok(self.p.binary(Binary::Equal, value, bottom)?);
        }
        let top = self.integer(high.clone(), ty, span)?;
        let above = self.less_equal(bottom, value, ty)?;
        let below = self.less_equal(value, top, ty)?;
        self.and(above, below)
    }
}
