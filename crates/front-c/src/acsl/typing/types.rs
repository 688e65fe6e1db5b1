//! Type names of specifications.

use super::super::syntax::{BaseType, Derivation, NodeKind, TypeName};
use super::super::tree::LogicType;
use super::{Typed, refused, wrong};
use crate::sema::Analyzer;
use crate::sema::scopes::{Entity, Tag};
use crate::types::{ArrayLength, Float, Integer, Qualified, TypeId, TypeKind};
use cairn_base::Span;
use num_traits::ToPrimitive;
use std::sync::Arc;

impl Analyzer<'_> {
    /// Whether a name is a type where an annotation stands.
    pub(crate) fn is_type_name(&self, name: &str) -> bool {
        if self.logic.types.iter().any(|ty| **ty == *name) {
            return true;
        }
        let symbol = self.names.find(name);
        symbol.and_then(|symbol| self.lookup(symbol)).is_some_and(|found| matches!(found, Entity::Typedef { .. }))
    }
    pub(super) fn logic_type(&mut self, name: &TypeName) -> Typed<LogicType> {
        let base = match &name.base {
            BaseType::Integer => LogicType::Integer,
            BaseType::Real => LogicType::Real,
            BaseType::Boolean => LogicType::Boolean,
            BaseType::Words(words) => LogicType::C(self.type_of_words(words, name.span)?),
            BaseType::Tag(kind, tag) => {
                let symbol = self.names.find(&tag.text);
                match symbol.and_then(|symbol| self.lookup_tag(symbol)) {
                    Some(Tag::Record(record)) => LogicType::C(self.program.types.intern(TypeKind::Record(record))),
                    Some(Tag::Enum(id)) => LogicType::C(self.program.types.intern(TypeKind::Enum(id))),
                    None => return Err(wrong(tag.span, format!("there is no `{kind} {}`", tag.text))),
                }
            }
            BaseType::Name(named, arguments) => {
                let symbol = self.names.find(&named.text);
                if let Some(Entity::Typedef { ty, .. }) = symbol.and_then(|symbol| self.lookup(symbol)) {
                    LogicType::C(ty.ty)
                } else if &*named.text == "set" && arguments.len() == 1 {
                    LogicType::Set(Box::new(self.logic_type(&arguments[0])?))
                } else if self.logic.types.contains(&named.text) {
                    LogicType::Abstract(named.text.clone())
                } else {
                    return Err(wrong(named.span, format!("`{}` is not a type", named.text)));
                }
            }
        };
        self.derived(base, &name.derivations, name.span)
    }
    fn derived(&mut self, base: LogicType, derivations: &[Derivation], span: Span) -> Typed<LogicType> {
        let mut ty = base;
        for derivation in derivations {
            let LogicType::C(inner) = ty else {
                return Err(refused(span, "a pointer to or an array of a type of logic"));
            };
            ty = LogicType::C(match derivation {
                Derivation::Pointer => self.program.types.pointer(Qualified::plain(inner)),
                // A parameter `int a[]` is a pointer here as in C.
                Derivation::Array(None) => self.program.types.pointer(Qualified::plain(inner)),
                Derivation::Array(Some(length)) => match &length.kind {
                    NodeKind::Integer(n) => {
                        let length = n.to_u64().ok_or_else(|| wrong(length.span, "no array has this length"))?;
                        self.program.types.array(Qualified::plain(inner), ArrayLength::Known(length))
                    }
                    _ => return Err(refused(length.span, "an array type whose length is no number")),
                },
            });
        }
        Ok(ty)
    }
    fn type_of_words(&mut self, words: &[Arc<str>], span: Span) -> Typed<TypeId> {
        let count = |wanted: &str| words.iter().filter(|word| ***word == *wanted).count();
        let is_unsigned = count("unsigned") > 0;
        let integer = |signed, unsigned| if is_unsigned { unsigned } else { signed };
        let kind = if count("void") > 0 {
            TypeKind::Void
        } else if count("_Bool") > 0 {
            TypeKind::Bool
        } else if count("float") > 0 {
            TypeKind::Float(Float::Float)
        } else if count("double") > 0 {
            TypeKind::Float(if count("long") > 0 { Float::LongDouble } else { Float::Double })
        } else if count("_Float128") > 0 {
            TypeKind::Float(Float::Float128)
        } else if count("char") > 0 {
            let plain = if count("signed") > 0 { Integer::SignedChar } else { Integer::Char };
            TypeKind::Integer(integer(plain, Integer::UnsignedChar))
        } else if count("short") > 0 {
            TypeKind::Integer(integer(Integer::Short, Integer::UnsignedShort))
        } else if count("__int128") > 0 {
            TypeKind::Integer(integer(Integer::Int128, Integer::UnsignedInt128))
        } else {
            match count("long") {
                0 => TypeKind::Integer(integer(Integer::Int, Integer::UnsignedInt)),
                1 => TypeKind::Integer(integer(Integer::Long, Integer::UnsignedLong)),
                2 => TypeKind::Integer(integer(Integer::LongLong, Integer::UnsignedLongLong)),
                _ => return Err(wrong(span, "these words are no type")),
            }
        };
        Ok(self.program.types.intern(kind))
    }
    /// A type in words for a message.
    pub(super) fn show_logic(&self, ty: &LogicType) -> String {
        match ty {
            LogicType::Integer => "integer".to_string(),
            LogicType::Real => "real".to_string(),
            LogicType::Boolean => "boolean".to_string(),
            LogicType::C(ty) => self.program.types.show(*ty),
            LogicType::Abstract(name) => name.to_string(),
            LogicType::Set(inner) => format!("set<{}>", self.show_logic(inner)),
        }
    }
    pub(super) fn is_c_integer(&self, ty: &LogicType) -> bool {
        matches!(ty, LogicType::C(ty) if self.program.types.is_integer(*ty))
    }
    pub(super) fn is_c_float(&self, ty: &LogicType) -> bool {
        matches!(ty, LogicType::C(ty) if self.program.types.is_float(*ty))
    }
    pub(super) fn is_c_pointer(&self, ty: &LogicType) -> bool {
        matches!(ty, LogicType::C(ty) if self.program.types.is_pointer(*ty))
    }
    /// What a pointer of this type points to.
    pub(super) fn pointee_of(&self, ty: &LogicType) -> Option<TypeId> {
        match ty {
            LogicType::C(ty) => self.program.types.pointee(*ty).map(|pointee| pointee.ty),
            LogicType::Set(inner) => self.pointee_of(inner),
            _ => None,
        }
    }
}
