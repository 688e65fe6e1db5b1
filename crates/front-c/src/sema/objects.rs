//! What designates an object: `*p`, `a[i]`, members, compound literals; and `&`.

use super::Analyzer;
use super::conversions::lvalue_bits;
use super::expressions::Operand;
use super::tree::{Expr, ExprKind, Lvalue, LvalueKind, VariableRole};
use crate::codes;
use crate::syntax::ast::{self, Expression};
use crate::types::{Qualified, TypeKind};
use cairn_base::Span;

impl Analyzer<'_> {
    pub(super) fn dereference(&mut self, value: Expr, span: Span) -> Operand {
        if let ExprKind::FunctionAddress(id) = value.kind
            && let Some(pointee) = self.program.types.pointee(value.ty)
        {
            return Operand::Function { id, ty: pointee.ty, span };
        }
        match self.program.types.pointee(value.ty) {
            Some(ty) => Operand::Object(Lvalue { kind: LvalueKind::Deref(Box::new(value)), ty, span }),
            None => {
                if !self.program.types.is_error(value.ty) {
                    let message = format!("`{}` is not a pointer", self.show(value.ty));
                    self.error(codes::TYPE_MISMATCH, span, message);
                }
                Operand::Value(self.error_value(span))
            }
        }
    }
    pub(super) fn address_of(&mut self, inner: &Expression, span: Span) -> Expr {
        match self.operand(inner) {
            Operand::Function { id, ty, .. } => {
                let ty = self.types().pointer_to(ty);
                Expr { kind: ExprKind::FunctionAddress(id), ty, span }
            }
            Operand::Object(lvalue) => self.address_of_object(lvalue, span),
            Operand::Value(value) => {
                if !self.program.types.is_error(value.ty) {
                    self.error(codes::NOT_ASSIGNABLE, span, "this is a value: it has no address");
                }
                self.error_value(span)
            }
        }
    }
    pub(super) fn address_of_object(&mut self, lvalue: Lvalue, span: Span) -> Expr {
        if lvalue_bits(&self.program, &lvalue).is_some() {
            self.error(codes::NOT_ASSIGNABLE, span, "a bit-field has no address");
            return self.error_value(span);
        }
        self.take_address(&lvalue);
        let ty = self.types().pointer(lvalue.ty);
        match lvalue.kind {
            // `&*p` is `p`: nothing is accessed.
            LvalueKind::Deref(pointer) => Expr { ty, span, ..*pointer },
            _ => Expr { kind: ExprKind::AddressOf(Box::new(lvalue)), ty, span },
        }
    }
    pub(super) fn index(&mut self, base: &Expression, index: &Expression, span: Span) -> Operand {
        let (mut base, mut index) = (self.operand(base), self.operand(index));
        let indexable = |this: &Self, operand: &Operand| {
            matches!(
                this.program.types.kind(operand.ty(&this.program).ty),
                TypeKind::Array(..) | TypeKind::Pointer(_) | TypeKind::Vector(..)
            )
        };
        if !indexable(self, &base) && indexable(self, &index) {
            std::mem::swap(&mut base, &mut index);
        }
        let index = self.rvalue(index);
        let (types, base_type) = (&self.program.types, base.ty(&self.program).ty);
        if types.is_error(base_type) || types.is_error(index.ty) {
            return Operand::Value(self.error_value(span));
        }
        if !types.is_integer(index.ty) {
            let message = format!("an index is an integer, not `{}`", types.show(index.ty));
            self.error(codes::TYPE_MISMATCH, index.span, message);
            return Operand::Value(self.error_value(span));
        }
        match (base, types.kind(base_type).clone()) {
            (Operand::Object(array), TypeKind::Array(element, _)) => {
                let kind = LvalueKind::Index(Box::new(array), Box::new(index));
                Operand::Object(Lvalue { kind, ty: element, span })
            }
            (_, TypeKind::Vector(element, _)) => {
                let kind = LvalueKind::Unsupported("vector arithmetic".into());
                Operand::Object(Lvalue { kind, ty: Qualified::plain(element), span })
            }
            (base, TypeKind::Pointer(_)) => {
                let pointer = self.rvalue(base);
                self.check_movable(pointer.ty, span);
                let ty = pointer.ty;
                let kind = ExprKind::PointerAdd { pointer: Box::new(pointer), index: Box::new(index), negative: false };
                self.dereference(Expr { kind, ty, span }, span)
            }
            _ => {
                let message = format!("`{}` has no elements", self.show(base_type));
                self.error(codes::TYPE_MISMATCH, span, message);
                Operand::Value(self.error_value(span))
            }
        }
    }
    pub(super) fn member_access(&mut self, base: &Expression, name: ast::Identifier, span: Span) -> Operand {
        match self.operand(base) {
            Operand::Object(lvalue) => self.member(lvalue, name, span),
            // A member of a record value: the value is held by a hidden object meanwhile.
            Operand::Value(value) if self.program.types.is_record(value.ty) => {
                let ty = Qualified::plain(value.ty);
                let variable = self.hidden_variable("temporary", ty, VariableRole::Temporary, value.span);
                let span_of_value = value.span;
                let kind = LvalueKind::Temporary(variable, Box::new(value));
                self.member(Lvalue { kind, ty, span: span_of_value }, name, span)
            }
            operand => {
                let ty = operand.ty(&self.program).ty;
                self.no_members(ty, name, span)
            }
        }
    }
    pub(super) fn arrow_access(&mut self, base: &Expression, name: ast::Identifier, span: Span) -> Operand {
        let pointer = self.value(base);
        match self.program.types.pointee(pointer.ty) {
            Some(ty) => {
                let inner = pointer.span;
                self.member(Lvalue { kind: LvalueKind::Deref(Box::new(pointer)), ty, span: inner }, name, span)
            }
            None => self.no_members(pointer.ty, name, span),
        }
    }
    fn no_members(&mut self, ty: crate::types::TypeId, name: ast::Identifier, span: Span) -> Operand {
        if !self.program.types.is_error(ty) {
            let message = format!("`{}` has no member `{}`", self.show(ty), self.text(name.symbol));
            self.error(codes::NO_MEMBER, name.span, message);
        }
        Operand::Value(self.error_value(span))
    }
    fn member(&mut self, base: Lvalue, name: ast::Identifier, span: Span) -> Operand {
        let Some(record) = self.program.types.record_of(base.ty.ty) else {
            return self.no_members(base.ty.ty, name, span);
        };
        if self.program.types.records[record].members.is_none() {
            let message = format!("`{}` is incomplete: its members are not known here", self.show(base.ty.ty));
            self.error(codes::INCOMPLETE, name.span, message);
            return Operand::Value(self.error_value(span));
        }
        let text = self.text(name.symbol);
        match self.program.types.find_member(record, &text) {
            Some(path) => Operand::Object(self.member_path(base, &path, span)),
            None => self.no_members(base.ty.ty, name, span),
        }
    }
    /// Follows member numbers. Qualifiers of the record hold for its members too.
    pub(super) fn member_path(&mut self, base: Lvalue, path: &[usize], span: Span) -> Lvalue {
        path.iter().fold(base, |base, &index| {
            let field = self.program.types.members(base.ty.ty).and_then(|m| m.fields.get(index));
            let field_type = field.map_or(base.ty, |f| f.ty);
            let mut qualifiers = base.ty.qualifiers;
            qualifiers.atomic = false;
            qualifiers.restrict = false;
            let ty = self.types().qualify(field_type, qualifiers);
            Lvalue { kind: LvalueKind::Member(Box::new(base), index), ty, span }
        })
    }
    pub(super) fn compound_literal(
        &mut self,
        name: &ast::TypeName,
        list: &ast::InitializerList,
        span: Span,
    ) -> Operand {
        let mut ty = self.type_name(name);
        if self.program.types.is_error(ty.ty) {
            return Operand::Value(self.error_value(span));
        }
        if self.program.types.is_variable_length(ty.ty) || self.program.types.is_function(ty.ty) {
            self.error(codes::BAD_INITIALIZER, span, "a compound literal has a complete type of constant size");
            return Operand::Value(self.error_value(span));
        }
        if self.is_opaque_number(ty.ty) {
            let kind = LvalueKind::Unsupported("complex or vector arithmetic".into());
            return Operand::Object(Lvalue { kind, ty, span });
        }
        let file_scope = self.function.is_none();
        let (initializer, shape) = self.list_initializer(ty, list, file_scope);
        ty = shape.ty;
        let id = self.hidden_variable("literal", ty, VariableRole::CompoundLiteral, span);
        self.program.variables[id].flexible_elements = shape.flexible_elements;
        let kind = if file_scope {
            self.program.variables[id].initializer = Some(initializer);
            LvalueKind::Variable(id)
        } else {
            LvalueKind::CompoundLiteral(id, Box::new(initializer))
        };
        Operand::Object(Lvalue { kind, ty, span })
    }
}
