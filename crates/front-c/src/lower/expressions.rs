//! Expressions as values, and for their effects alone.

use super::order::Region;
use super::places::{Purpose, Spot};
use super::visit::{has_effects, lvalue_has_effects};
use super::{Lower, Lowerer, Refusal};
use crate::acsl::lowering::Part;
use crate::sema::tree::{
    BinaryOperator, Block, Callee, CompoundAssign, CompoundOperation, Expr, ExprKind, Lvalue, LvalueKind, Step,
    VariableId,
};
use crate::types::{TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, Convert, ExprId, Place, Value};
use num_bigint::BigInt;

impl Lowerer<'_> {
    /// The value of an expression (of type `void`: nothing of use).
    pub fn value(&mut self, e: &Expr) -> Lower<ExprId> {
        if let Some(value) = self.evaluated(e) {
            self.carry_nothing(e.ty, e.span);
            return Ok(value);
        }
        let result = self.in_order(Region::Whole(e), |lowerer| lowerer.value_of(e));
        result.map_err(|refusal| Refusal { span: refusal.span.or(Some(e.span)), ..refusal })
    }
    fn value_of(&mut self, e: &Expr) -> Lower<ExprId> {
        match &e.kind {
            ExprKind::Integer(number) => self.integer_constant(number, e.ty),
            ExprKind::Float(value) => self.float_constant(*value, e.ty),
            ExprKind::Load(lvalue) => {
                if let Some(value) = self.value_in_clause(lvalue) {
                    return Ok(value);
                }
                let spot = self.spot(lvalue, Purpose::Access)?;
                self.seen(lvalue, &spot)
            }
            ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => {
                let spot = self.spot(lvalue, Purpose::Address)?;
                self.address(&spot)
            }
            ExprKind::FunctionAddress(function) => {
                self.check_prototype(*function, e.span)?;
                let procedure = self.procedure(*function)?;
                let ty = self.p.types.pointer();
                Ok(self.p.add_expr(ir::ExprKind::ProcedureAddress(procedure), ty, None)?)
            }
            ExprKind::LabelAddress(label) => self.label_address(*label),
            ExprKind::Cast(cast, inner) => {
                if cast.kind == crate::sema::tree::CastKind::ToVoid {
                    self.effect(inner)?;
                    return Ok(self.p.bool_const(false));
                }
                if self.evaluated(inner).is_none()
                    && let Some(made) = self.typed_allocation(e, inner)?
                {
                    return Ok(made);
                }
                let value = self.value(inner)?;
                self.cast(*cast, value, inner.ty, e.ty, e.span)
            }
            ExprKind::Unary(op, inner) => {
                let value = self.value(inner)?;
                self.note_expr(e);
                let value = self.unary(*op, value, e.ty, e.span)?;
                self.as_promoted(e, value)
            }
            ExprKind::Binary(op, a, b) => {
                let mut operands = self.two_values(a, b)?;
                self.note_expr(e);
                if matches!(op, BinaryOperator::Divide | BinaryOperator::Remainder) {
                    operands = self.operands_as_promoted((a, b), operands)?;
                }
                let value = self.binary(*op, operands, e.ty, b.ty, e.span)?;
                self.as_promoted(e, value)
            }
            ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => {
                let condition = self.condition(e)?;
                self.truth_value(condition, e.ty)
            }
            ExprKind::PointerAdd { pointer, index, negative } => {
                let (base, position) = self.two_values(pointer, index)?;
                self.pointer_add(base, pointer.ty, (position, index.ty), *negative)
            }
            ExprKind::PointerDifference(a, b) => {
                let (left, right) = self.two_values(a, b)?;
                self.pointer_difference(left, right, a.ty, e.ty, e.span)
            }
            _ => self.composed_value(e),
        }
    }
    fn composed_value(&mut self, e: &Expr) -> Lower<ExprId> {
        match &e.kind {
            ExprKind::Conditional(condition, a, b) => self.conditional(e, condition, a, b),
            ExprKind::Elvis { condition, converted, otherwise } => self.elvis(e, condition, converted, otherwise),
            ExprKind::Shared => {
                self.frame.shared.last().copied().ok_or_else(|| Refusal::new("a value without its condition"))
            }
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.value(b)
            }
            ExprKind::Assign(target, value) => self.assignment(target, value, e.span, true),
            ExprKind::CompoundAssign(assign) => self.compound_assignment(assign, e.span, true),
            ExprKind::Step(step) => self.step(step, e.span, true),
            ExprKind::Call { callee: Callee::Direct(id), arguments }
                if self.frame.clause.is_some() && self.c.functions[self.file_local(*id)].body.is_some() =>
            {
                let id = self.file_local(*id);
                self.call_in_clause(id, arguments, e.span)
            }
            ExprKind::Call { callee, arguments } => {
                let value = self.call(callee, arguments, e.ty, None, e.span)?;
                self.check_result(callee, e.ty, e.span)?;
                Ok(value)
            }
            ExprKind::Builtin(builtin, arguments) => {
                let value = self.builtin(*builtin, arguments, e)?;
                self.carry_nothing(e.ty, e.span);
                Ok(value)
            }
            ExprKind::VaStart(list) => self.va_start(list, e.span),
            ExprKind::VaEnd(list) => {
                self.spot(list, Purpose::Access)?;
                Ok(self.p.bool_const(false))
            }
            ExprKind::VaCopy(target, source) => self.va_copy(target, source, e.span),
            ExprKind::VaArg(list) => {
                let value = self.va_arg(list, e.ty, e.span)?;
                self.carry_nothing(e.ty, e.span);
                Ok(value)
            }
            ExprKind::Statement(block, value) => self.statement_expression(block, value.as_deref(), e),
            ExprKind::SetLength(length, value) => {
                self.set_length(self.c.lengths[*length], value)?;
                Ok(self.p.bool_const(false))
            }
            ExprKind::Quantified { universal, variables, body } => self.quantified(*universal, variables, body),
            ExprKind::Earlier { of_loop, value } => self.earlier(*of_loop, value),
            ExprKind::ReturnValue => match self
                .frame
                .result
                .filter(|_| matches!(self.frame.clause, Some(Part::After | Part::AfterStatement)))
            {
                Some(result) => Ok(self.p.var(result)),
                None => Err(Refusal::at("the returned value here", e.span)),
            },
            ExprKind::Unsupported(what) => Err(Refusal::at(&**what, e.span)),
            _ => Err(Refusal::at("this expression", e.span)),
        }
    }
    /// Evaluates an expression for what it does.
    pub fn effect(&mut self, e: &Expr) -> Lower<()> {
        if self.evaluated(e).is_some() {
            return Ok(());
        }
        self.in_order(Region::Whole(e), |lowerer| lowerer.effect_of(e))
    }
    fn effect_of(&mut self, e: &Expr) -> Lower<()> {
        match &e.kind {
            ExprKind::Assign(target, value) => self.assignment(target, value, e.span, false).map(|_| ()),
            ExprKind::CompoundAssign(assign) => self.compound_assignment(assign, e.span, false).map(|_| ()),
            ExprKind::Step(step) => self.step(step, e.span, false).map(|_| ()),
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.effect(b)
            }
            ExprKind::Call { callee, arguments } => self.call(callee, arguments, e.ty, None, e.span).map(|_| ()),
            // `(void) x;` asks for no value.
            ExprKind::Load(lvalue) => {
                let spot = self.spot(lvalue, Purpose::Access)?;
                self.load(&spot).map(|_| ())
            }
            ExprKind::Cast(cast, inner)
                if cast.kind == crate::sema::tree::CastKind::ToVoid || !matches!(inner.kind, ExprKind::Call { .. }) =>
            {
                self.effect(inner)
            }
            ExprKind::Conditional(condition, a, b) if self.asserts(condition, a, b)? => Ok(()),
            _ => self.value(e).map(|_| ()),
        }
    }

    // ---- constants ----

    pub fn integer_constant(&mut self, number: &BigInt, ty: TypeId) -> Lower<ExprId> {
        match self.c.types.kind(ty) {
            TypeKind::Bool => Ok(self.p.bool_const(*number != BigInt::from(0))),
            TypeKind::Pointer(_) => {
                let offset = ir::Bits::from_signed(64, number).small_signed().unwrap_or(0);
                if let Some(pointer) = self.constant_region_pointer(offset)? {
                    return Ok(pointer);
                }
                let ty = self.p.types.pointer();
                Ok(self.p.constant(Value::Pointer(ir::Pointer { object: None, offset }), ty)?)
            }
            _ => {
                let ty = self.ty(ty)?;
                Ok(self.p.int_const(ty, number.clone())?)
            }
        }
    }
    /// A Boolean as the `int` (or `_Bool`) that C makes of it.
    pub fn truth_value(&mut self, condition: ExprId, ty: TypeId) -> Lower<ExprId> {
        if self.c.types.is_bool(ty) {
            return Ok(condition);
        }
        let ty = self.ty(ty)?;
        if let Some(known) = self.constant_bool(condition) {
            return Ok(self.p.int_const(ty, u8::from(known))?);
        }
        Ok(self.p.convert(Convert::BoolToInt, condition, ty)?)
    }
    /// Two operands, the left one first; it is kept where the right one may change it.
    pub fn two_values(&mut self, a: &Expr, b: &Expr) -> Lower<(ExprId, ExprId)> {
        let mut left = self.value(a)?;
        if has_effects(b) {
            left = self.keep("left", left, a.span);
        }
        let right = self.value(b)?;
        Ok((left, right))
    }

    // ---- choices ----

    fn conditional(&mut self, e: &Expr, condition: &Expr, a: &Expr, b: &Expr) -> Lower<ExprId> {
        if self.c.types.is_void(e.ty) {
            if self.asserts(condition, a, b)? {
                return Ok(self.p.bool_const(false));
            }
            return self.choose_effect(condition, a, b);
        }
        let truth = self.condition(condition)?;
        match self.constant_bool(truth) {
            Some(true) => return self.value(a),
            Some(false) => return self.value(b),
            None => {}
        }
        self.choose(truth, e, |lowerer| lowerer.value(a), |lowerer| lowerer.value(b))
    }
    fn elvis(&mut self, e: &Expr, condition: &Expr, converted: &Expr, otherwise: &Expr) -> Lower<ExprId> {
        let value = self.value(condition)?;
        let value = self.keep("chosen", value, condition.span);
        let truth = self.is_nonzero(value)?;
        self.frame.shared.push(value);
        let result = self.choose(
            truth,
            e,
            |lowerer| lowerer.value(converted),
            |lowerer| {
                let kept = lowerer.frame.shared.pop();
                let result = lowerer.value(otherwise);
                lowerer.frame.shared.extend(kept);
                result
            },
        );
        self.frame.shared.pop();
        result
    }
    /// One value or another; where computing them does something, they are branches.
    fn choose(
        &mut self,
        truth: ExprId,
        e: &Expr,
        first: impl FnOnce(&mut Self) -> Lower<ExprId>,
        second: impl FnOnce(&mut Self) -> Lower<ExprId>,
    ) -> Lower<ExprId> {
        let mark = self.mark();
        let then = first(self)?;
        let then_is_pure = self.mark() == mark;
        let then_block = if then_is_pure { None } else { Some(self.cut(mark, "then")) };
        let then_end = self.frame.block;
        let otherwise_mark = match then_block {
            None => mark,
            Some(_) => {
                let block = self.new_block("else");
                self.enter(block);
                (block, 0)
            }
        };
        let otherwise = second(self)?;
        if then_is_pure && self.mark() == mark {
            return Ok(self.p.if_else(truth, then, otherwise)?);
        }
        let otherwise_block = match then_block {
            Some(_) => otherwise_mark.0,
            None => self.cut(mark, "else"),
        };
        let ty = self.ty(e.ty)?;
        let result = self.temporary("choice", ty);
        self.assign_var(result, otherwise, e.span);
        let join = self.new_block("join");
        self.goto(join, e.span);
        match then_block {
            Some(then_block) => {
                self.enter(then_end);
                self.assign_var(result, then, e.span);
                self.goto(join, e.span);
                self.enter(mark.0);
                self.branch(truth, then_block, otherwise_block, e.span);
            }
            None => {
                self.enter(mark.0);
                self.assign_var(result, then, e.span);
                self.branch(truth, join, otherwise_block, e.span);
            }
        }
        self.enter(join);
        Ok(self.p.var(result))
    }
    fn choose_effect(&mut self, condition: &Expr, a: &Expr, b: &Expr) -> Lower<ExprId> {
        let (then, otherwise, join) = (self.new_block("then"), self.new_block("else"), self.new_block("join"));
        self.branch_on(condition, then, otherwise)?;
        self.enter(then);
        self.effect(a)?;
        self.goto(join, a.span);
        self.enter(otherwise);
        self.effect(b)?;
        self.goto(join, b.span);
        self.enter(join);
        Ok(self.p.bool_const(false))
    }

    // ---- assignments ----

    fn assignment(&mut self, target: &Lvalue, value: &Expr, span: Span, wanted: bool) -> Lower<ExprId> {
        if !wanted && let Some(()) = self.assign_result(target, value, span)? {
            return Ok(self.p.bool_const(false));
        }
        let (mut new, open) = self.value_to_copy(value)?;
        if wanted || lvalue_has_effects(target) {
            new = self.keep("value", new, span);
        }
        let carried = self.carried(value.ty, span).filter(|_| lvalue_has_effects(target));
        let spot = self.spot(target, Purpose::Access)?;
        self.carry_again(carried, span);
        self.store(&spot, new, span)?;
        if let Some(open) = open {
            self.character_arrives(&spot, open, span)?;
        }
        if wanted { self.as_stored(&spot, new) } else { Ok(new) }
    }
    /// `x = f (…)` with a plain variable: the call assigns it itself.
    fn assign_result(&mut self, target: &Lvalue, value: &Expr, span: Span) -> Lower<Option<()>> {
        let (LvalueKind::Variable(variable), ExprKind::Call { callee, arguments }) = (&target.kind, &value.kind) else {
            return Ok(None);
        };
        self.call_into(*variable, callee, arguments, value.ty, span)
    }
    pub fn call_into(
        &mut self,
        variable: VariableId,
        callee: &crate::sema::tree::Callee,
        arguments: &[Expr],
        ty: TypeId,
        span: Span,
    ) -> Lower<Option<()>> {
        if self.c.types.is_variable_length(self.c.variables[variable].ty.ty) {
            return Ok(None);
        }
        let var = self.variable(variable)?;
        let result = self.ty(ty)?;
        if !self.p.types.same_shape(self.p.variables[var].ty, result) {
            return Ok(None);
        }
        self.call(callee, arguments, ty, Some(Place::var(var)), span)?;
        self.check_result(callee, ty, span)?;
        self.variable_has_value(variable, span)?;
        Ok(Some(()))
    }
    fn compound_assignment(&mut self, assign: &CompoundAssign, span: Span, wanted: bool) -> Lower<ExprId> {
        let mut operand = self.value(&assign.value)?;
        if lvalue_has_effects(&assign.target) {
            operand = self.keep("operand", operand, span);
        }
        let mut spot = self.spot(&assign.target, Purpose::Access)?;
        let old = self.seen(&assign.target, &spot)?;
        spot.checked = true;
        let target_ty = spot.ty;
        let old = match assign.before {
            Some(cast) => self.cast(cast, old, target_ty, assign.computation, span)?,
            None => old,
        };
        self.note_compound(assign, span);
        let new = match assign.operation {
            CompoundOperation::Arithmetic(op) => {
                self.binary(op, (old, operand), assign.computation, assign.value.ty, span)?
            }
            CompoundOperation::PointerAdd { negative } => {
                self.pointer_add(old, assign.computation, (operand, assign.value.ty), negative)?
            }
        };
        let new = match assign.after {
            Some(cast) => self.cast(cast, new, assign.computation, target_ty, span)?,
            None => new,
        };
        self.finish_store(&spot, new, span, wanted)
    }
    fn finish_store(&mut self, spot: &Spot, new: ExprId, span: Span, wanted: bool) -> Lower<ExprId> {
        let new = if wanted { self.keep("value", new, span) } else { new };
        self.store(spot, new, span)?;
        if wanted { self.as_stored(spot, new) } else { Ok(new) }
    }
    fn step(&mut self, step: &Step, span: Span, wanted: bool) -> Lower<ExprId> {
        let mut spot = self.spot(&step.target, Purpose::Access)?;
        let mut old = self.seen(&step.target, &spot)?;
        spot.checked = true;
        self.note_step(step, span);
        let target_ty = spot.ty;
        if wanted && step.postfix {
            old = self.keep("old", old, span);
        }
        let start = match step.before {
            Some(cast) => self.cast(cast, old, target_ty, step.computation, span)?,
            None => old,
        };
        let new = self.one_step(start, step, span)?;
        let new = match step.after {
            Some(cast) => self.cast(cast, new, step.computation, target_ty, span)?,
            None => new,
        };
        if step.postfix {
            self.store(&spot, new, span)?;
            return Ok(old);
        }
        self.finish_store(&spot, new, span, wanted)
    }
    fn one_step(&mut self, start: ExprId, step: &Step, span: Span) -> Lower<ExprId> {
        use crate::sema::tree::BinaryOperator::{Add, Subtract};
        let ty = step.computation;
        let op = if step.decrement { Subtract } else { Add };
        match self.c.types.kind(ty) {
            TypeKind::Pointer(pointee) => {
                let element = pointee.ty;
                let distance = self.p.types.int(64);
                let distance = self.p.int_const(distance, if step.decrement { -1 } else { 1 })?;
                self.displaced(start, distance, element)
            }
            TypeKind::Float(_) => {
                let (one, sort) = (self.p.types.int(8), self.p.type_of(start));
                let one = self.p.int_const(one, 1)?;
                let convert = Convert::IntToFloat(ir::Sign::Signed, ir::Rounding::NearestEven);
                let one = self.p.convert(convert, one, sort)?;
                self.binary(op, (start, one), ty, ty, span)
            }
            // `++` makes true, `--` inverts.
            TypeKind::Bool if step.decrement => self.not(start),
            TypeKind::Bool => Ok(self.p.bool_const(true)),
            _ => {
                let one = self.p.int_const(self.p.type_of(start), 1)?;
                self.binary(op, (start, one), ty, ty, span)
            }
        }
    }

    // ---- blocks as expressions, variable lengths ----

    fn statement_expression(&mut self, block: &Block, value: Option<&Expr>, e: &Expr) -> Lower<ExprId> {
        self.open_scope(&block.variables, e.span);
        for statement in &block.statements {
            self.statement(statement);
        }
        let result = match value {
            Some(value) if self.c.types.is_void(value.ty) => {
                self.effect(value)?;
                self.p.bool_const(false)
            }
            Some(value) => {
                let result = self.value(value)?;
                self.keep("value", result, value.span)
            }
            None => self.p.bool_const(false),
        };
        self.close_scope(block.end);
        Ok(result)
    }
    /// The length of an array. (GNU C allows arrays of no elements.)
    fn set_length(&mut self, variable: VariableId, value: &Expr) -> Lower<()> {
        // The conversion to `size_t` hides a negative number: look before it.
        let (source, negative_too) = match &value.kind {
            ExprKind::Cast(_, inner) if self.is_signed(inner.ty) => (&**inner, true),
            _ => (value, false),
        };
        let number = self.value(source)?;
        let number = self.keep("length", number, value.span);
        if negative_too {
            let zero = self.p.int_const(self.p.type_of(number), 0)?;
            let fine = self.p.binary(Binary::LessEqual(ir::Sign::Signed), zero, number)?;
            let description = format!("the array length `{}` must not be negative", self.text(source.span));
            self.check(ir::CheckKind::Index, fine, description, value.span);
        }
        let length = match &value.kind {
            ExprKind::Cast(cast, inner) if negative_too => self.cast(*cast, number, inner.ty, value.ty, value.span)?,
            _ => number,
        };
        let var = self.variable(variable)?;
        self.assign_var(var, length, value.span);
        Ok(())
    }
}
