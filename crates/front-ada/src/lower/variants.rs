//! Subprogram variants (SPARK RM 6.1.8): a subprogram that calls itself makes progress, as GNAT checks it at run
//! time. Calls through other subprograms are not checked there, and not here.

use super::{Lower, Lowerer};
use crate::sema::entities::{EntityId, SubprogramId};
use crate::sema::types::TypeId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId};

impl Lowerer<'_> {
    /// Keeps the measures as they are at entry.
    pub(super) fn keep_variant(&mut self, id: SubprogramId) -> Lower<()> {
        for (_, measure) in self.a.subprograms[id].contract.variant.clone() {
            let value = self.expression(&measure)?;
            let ty = self.p.type_of(value);
            let variable = self.temporary("variant", ty);
            self.assign_var(variable, value, measure.span);
            self.frame.variant.push(variable);
        }
        Ok(())
    }

    /// Where a subprogram calls itself, its measures for the new parameters are closer to their end.
    pub(super) fn variant_at_call(
        &mut self,
        id: SubprogramId,
        substitutes: &[(EntityId, ExprId)],
        span: Span,
    ) -> Lower<()> {
        let list = self.a.subprograms[id].contract.variant.clone();
        if list.is_empty() || self.frame.subprogram != Some(id) || self.frame.variant.len() != list.len() {
            return Ok(());
        }
        self.with_substitutes(substitutes, |s| {
            let mut values = Vec::new();
            for (_, measure) in &list {
                let value = s.expression(measure)?;
                values.push(s.keep("measure", value, measure.span));
            }
            let old: Vec<ExprId> = s.frame.variant.clone().into_iter().map(|variable| s.p.var(variable)).collect();
            let order: Vec<(bool, TypeId)> = list.iter().map(|(increases, e)| (*increases, e.ty)).collect();
            let progress = s.progress(&order, &old, &values)?;
            let exception = s.a.standard.assertion_error;
            let text = "the subprogram variant must progress";
            s.check_or_raise(CheckKind::Variant, progress, exception, text, span);
            Ok(())
        })
    }

    /// Whether measures progress in lexicographic order.
    pub(super) fn progress(&mut self, list: &[(bool, TypeId)], old: &[ExprId], new: &[ExprId]) -> Lower<ExprId> {
        let mut progress = self.p.bool_const(false);
        for ((&(increases, ty), &old), &new) in list.iter().zip(old).zip(new).rev() {
            let (small, large) = if increases { (old, new) } else { (new, old) };
            let reached = self.less_equal(large, small, self.settle(ty))?;
            let strictly = self.p.not(reached)?;
            let same = self.p.binary(Binary::Equal, old, new)?;
            let later = self.p.binary(Binary::And, same, progress)?;
            progress = self.p.binary(Binary::Or, strictly, later)?;
        }
        Ok(progress)
    }
}
