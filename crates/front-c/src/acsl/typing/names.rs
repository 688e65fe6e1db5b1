//! What names in specifications mean: variables of quantifiers first, then those of C, then constants of logic.

use super::super::syntax::Ident;
use super::super::tree::{Location, LocationKind, LogicType, Term, TermKind};
use super::{Typed, refused, wrong};
use crate::sema::Analyzer;
use crate::sema::scopes::Entity;
use crate::sema::tree::LabelId;
use crate::types::Integer;
use cairn_base::Span;
use num_bigint::BigInt;

impl Analyzer<'_> {
    pub(super) fn name_term(&mut self, text: &str, span: Span) -> Typed<Term> {
        if let Some(known) = self.backslash_name(text, span)? {
            return Ok(known);
        }
        if let Some((_, id)) = self.logic.bound.iter().rev().find(|(name, _)| **name == *text) {
            let ty = self.program.logic_variables[*id].ty.clone();
            return Ok(Term::new(TermKind::Variable(*id), ty, span));
        }
        let symbol = self.names.find(text);
        match symbol.and_then(|symbol| self.lookup(symbol)).cloned() {
            Some(Entity::Variable { id, ty, .. }) => {
                // Another declaration may know the length of an array that this one does not.
                let own = self.program.variables[id].ty.ty;
                let ty = if self.program.types.is_complete(ty.ty) { ty.ty } else { own };
                return Ok(self.value_of(Location { kind: LocationKind::Variable(id), ty, span }));
            }
            Some(Entity::Constant { value, .. }) => return Ok(integer(value, span)),
            Some(Entity::Function { id, ty, .. }) => {
                let ty = LogicType::C(self.program.types.pointer_to(ty));
                return Ok(Term::new(TermKind::FunctionAddress(id), ty, span));
            }
            Some(Entity::Typedef { .. }) => {
                return Err(wrong(span, format!("`{text}` is a type, not a term")));
            }
            None => {}
        }
        if self.logic.functions.contains_key(text) {
            let function = Ident { text: text.into(), span };
            return self.apply(&function, &[], &[], span);
        }
        match (text, self.predefined(text)) {
            ("true", _) => Ok(boolean(true, span)),
            ("false", _) => Ok(boolean(false, span)),
            (_, Some(number)) => Ok(integer(number, span)),
            ("NULL", _) => Ok(self.null_term(span)),
            _ => Err(wrong(span, format!("`{text}` is not declared"))),
        }
    }
    fn backslash_name(&mut self, text: &str, span: Span) -> Typed<Option<Term>> {
        Ok(Some(match text {
            "\\true" => boolean(true, span),
            "\\false" => boolean(false, span),
            "\\null" => self.null_term(span),
            "\\result" => match self.logic.result {
                Some(ty) if !self.program.types.is_void(ty) => Term::new(TermKind::Result, LogicType::C(ty), span),
                Some(_) => return Err(wrong(span, "`\\result` in the contract of a function that returns nothing")),
                None => return Err(wrong(span, "`\\result` has a meaning only behind `ensures`")),
            },
            "\\empty" | "\\nothing" => {
                let ty = LogicType::Set(Box::new(LogicType::Integer));
                Term::new(TermKind::Set(Vec::new()), ty, span)
            }
            "\\exit_status" => return Err(refused(span, "`\\exit_status`")),
            "\\pi" | "\\e" => return Err(refused(span, format!("`{text}`"))),
            _ if text.starts_with('\\') => return Err(wrong(span, format!("`{text}` is no word of ACSL"))),
            _ => return Ok(None),
        }))
    }
    pub(super) fn null_term(&mut self, span: Span) -> Term {
        let void = self.program.types.void();
        let ty = LogicType::C(self.program.types.pointer_to(void));
        Term::new(TermKind::Null, ty, span)
    }
    /// Numbers that compilers define, and that macros of the standard headers lead to.
    fn predefined(&self, name: &str) -> Option<BigInt> {
        let body = name.strip_prefix("__")?.strip_suffix("__")?;
        if body == "CHAR_BIT" {
            return Some(BigInt::from(8));
        }
        if let Some(kind) = body.strip_prefix("SIZEOF_") {
            let bytes = match kind {
                "POINTER" | "SIZE_T" | "PTRDIFF_T" => self.program.types.target.pointer_bytes(),
                _ => self.program.types.target.integer_bytes(integer_word(kind)?),
            };
            return Some(BigInt::from(bytes));
        }
        let kind = body.strip_suffix("_MAX")?;
        let target = self.program.types.target;
        if let Some(width) = kind.strip_prefix("UINT").and_then(|digits| digits.parse::<u32>().ok()) {
            return (width <= 64).then(|| (BigInt::from(1) << width) - 1);
        }
        if let Some(width) = kind.strip_prefix("INT").and_then(|digits| digits.parse::<u32>().ok()) {
            return (1..=64).contains(&width).then(|| (BigInt::from(1) << (width - 1)) - 1);
        }
        let (bits, is_signed) = match kind {
            "SIZE" | "UINTPTR" => (target.pointer_bytes() * 8, false),
            "PTRDIFF" | "INTPTR" => (target.pointer_bytes() * 8, true),
            "UINTMAX" => (64, false),
            "INTMAX" => (64, true),
            "WCHAR" => (32, true),
            "WINT" => (32, false),
            _ => (target.integer_bytes(integer_word(kind)?) * 8, true),
        };
        let width = u32::try_from(bits).ok()?;
        Some((BigInt::from(1) << (width - u32::from(is_signed))) - 1)
    }
    /// A label of C that stands before the annotation.
    pub(super) fn label_by_name(&self, name: &str) -> Option<LabelId> {
        let symbol = self.names.find(name)?;
        let function = self.function.as_ref()?;
        let id = *function.label_scopes.iter().rev().find_map(|scope| scope.get(&symbol))?;
        function.labels[id].defined.then_some(id)
    }
}

fn integer_word(kind: &str) -> Option<Integer> {
    Some(match kind {
        "SCHAR" | "CHAR" => Integer::SignedChar,
        "SHRT" | "SHORT" => Integer::Short,
        "INT" => Integer::Int,
        "LONG" => Integer::Long,
        "LONG_LONG" => Integer::LongLong,
        _ => return None,
    })
}

pub(super) fn integer(value: BigInt, span: Span) -> Term {
    Term::new(TermKind::Integer(value), LogicType::Integer, span)
}

pub(super) fn boolean(value: bool, span: Span) -> Term {
    Term::new(TermKind::Boolean(value), LogicType::Boolean, span)
}
