//! What attributes promise of a function, checked where the promise could be broken: that it does not return, that
//! arguments and results are not null.

use super::{Lower, Lowerer};
use crate::sema::tree::{Expr, FunctionId, NonNull};
use crate::types::TypeKind;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId};

impl Lowerer<'_> {
    /// Control is about to leave a function: one that is declared not to return must not get here.
    pub fn check_departure(&mut self, result: Option<&Expr>, span: Span) -> Lower<()> {
        let Some(id) = self.frame.function.filter(|_| !self.frame.in_library) else { return Ok(()) };
        let function = &self.c.functions[id];
        if function.attributes.noreturn {
            let description = format!("`{}` is declared not to return", function.name);
            self.never(CheckKind::Assertion, description, span);
        }
        let (Some(result), Some(value)) = (result, self.frame.result) else { return Ok(()) };
        if function.attributes.returns_nonnull {
            let description = format!("`{}` must not be null, as `{}` is declared", self.shown(result), function.name);
            let value = self.p.var(value);
            self.check_not_null(value, description, span)?;
        }
        Ok(())
    }
    /// The arguments of a call that the function is declared not to take null for. Functions of the C library look at
    /// their arguments themselves.
    pub fn check_arguments(&mut self, id: FunctionId, values: &[ExprId], arguments: &[Expr]) -> Lower<()> {
        let function = &self.c.functions[id];
        let place = function.body.as_ref().map_or(function.span, |body| body.span);
        if self.sources.file(place.file).name.starts_with(crate::library::PREFIX) {
            return Ok(());
        }
        for (number, (value, argument)) in values.iter().zip(arguments).enumerate() {
            let is_pointer = matches!(self.c.types.kind(argument.ty), TypeKind::Pointer(_));
            let demanded = match &function.attributes.nonnull {
                None => false,
                Some(NonNull::All) => true,
                Some(NonNull::These(numbers)) => numbers.contains(&(number as u64 + 1)),
            };
            if is_pointer && demanded {
                let description =
                    format!("`{}` must not be null, as `{}` is declared", self.shown(argument), function.name);
                self.check_not_null(*value, description, argument.span)?;
            }
        }
        Ok(())
    }
    fn check_not_null(&mut self, value: ExprId, description: String, span: Span) -> Lower<()> {
        let null = self.p.null();
        let points = self.p.binary(Binary::NotEqual, value, null)?;
        self.check(CheckKind::Pointer, points, description, span);
        Ok(())
    }
}
