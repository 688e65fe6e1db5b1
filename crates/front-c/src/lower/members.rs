//! Members of structures, on request (`--check members`): what a memory function is given as a member, it may not overrun.
//!
//! C lets a pointer that was made from a member move inside that member only (C17 6.5.6), while programs clear or copy
//! several members from the first one on. In: a call whose argument shows the member. Out: a check of kind `pointer`.
//! Deliberately absent: pointers that are kept in variables first, and trailing arrays of up to one element, which are
//! used as longer ones.

use super::visit::has_effects;
use super::{Lower, Lowerer};
use crate::sema::tree::{Expr, ExprKind, FunctionId, Lvalue, LvalueKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Sign};

/// Memory functions: which arguments are pointers, and which one says how many bytes.
const FUNCTIONS: [(&str, &[usize], usize); 12] = [
    ("memset", &[0], 2),
    ("memcpy", &[0, 1], 2),
    ("memmove", &[0, 1], 2),
    ("mempcpy", &[0, 1], 2),
    ("memcmp", &[0, 1], 2),
    ("memchr", &[0], 2),
    ("strncpy", &[0], 2),
    ("bzero", &[0], 1),
    ("snprintf", &[0], 1),
    ("fgets", &[0], 1),
    ("read", &[1], 2),
    ("write", &[1], 2),
];

impl Lowerer<'_> {
    /// Before a call: members that are arguments are as large as the call says.
    pub fn check_members(&mut self, function: FunctionId, arguments: &[Expr], span: Span) -> Lower<()> {
        if !self.options.members {
            return Ok(());
        }
        let name = self.c.functions[function].name.clone();
        let name = name.strip_prefix("__builtin_").unwrap_or(&name);
        let Some((_, pointers, count)) = FUNCTIONS.iter().find(|(known, ..)| *known == name) else { return Ok(()) };
        let Some(bytes) = arguments.get(*count) else { return Ok(()) };
        for argument in pointers.iter().filter_map(|position| arguments.get(*position)) {
            let Some((member, index)) = shown_member(argument) else { continue };
            let Some(size) = self.size(member.ty.ty).filter(|_| !self.is_open_end(member)) else { continue };
            if has_effects(bytes) || index.is_some_and(|(index, _)| has_effects(index)) {
                return Err(super::Refusal::at("a check of members whose size has side effects", span));
            }
            let wanted = self.value(bytes)?;
            let mut wanted = self.as_index(wanted, bytes.ty)?;
            if let Some((index, element)) = index {
                let each = self.size(element).unwrap_or(0);
                let (each, at) = (self.number(each), self.value(index)?);
                let at = self.as_index(at, index.ty)?;
                let before = self.p.binary(Binary::Multiply, at, each)?;
                wanted = self.p.binary(Binary::Add, wanted, before)?;
            }
            let room = self.number(size);
            let fits = self.p.binary(Binary::LessEqual(Sign::Unsigned), wanted, room)?;
            let what = format!("`{}` must not be overrun by `{name}`", self.text(member.span));
            self.check(CheckKind::Pointer, fits, what, argument.span);
        }
        Ok(())
    }
    /// A trailing array that programs use as a longer one.
    fn is_open_end(&self, member: &Lvalue) -> bool {
        self.c.types.array_parts(member.ty.ty).is_some_and(|(element, _)| {
            let (whole, one) = (self.size(member.ty.ty).unwrap_or(0), self.size(element.ty).unwrap_or(0));
            whole <= one
        })
    }
}

/// The member that a pointer argument is made from, and the index of the element it points to.
fn shown_member(argument: &Expr) -> Option<(&Lvalue, Option<(&Expr, crate::types::TypeId)>)> {
    match &argument.kind {
        ExprKind::Cast(_, inner) => shown_member(inner),
        ExprKind::AddressOf(l) | ExprKind::Decay(l) => match &l.kind {
            LvalueKind::Member(..) => Some((l, None)),
            LvalueKind::Index(array, index) if matches!(array.kind, LvalueKind::Member(..)) => {
                Some((array, Some((index, l.ty.ty))))
            }
            _ => None,
        },
        _ => None,
    }
}
