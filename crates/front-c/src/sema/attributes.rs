//! GNU attributes that matter to the meaning of a program; the others are ignored.

use super::Analyzer;
use super::tree::NonNull;
use crate::codes;
use crate::syntax::ast::{self, Attribute, AttributeArgument, ExpressionKind};
use crate::types::{Float, Integer, Qualified, TypeKind};
use std::sync::Arc;

#[derive(Default, Debug, Clone)]
pub(super) struct Attributes {
    pub(super) packed: bool,
    pub(super) aligned: Option<u64>,
    pub(super) noreturn: bool,
    pub(super) weak: bool,
    pub(super) alias: Option<Arc<str>>,
    pub(super) constructor: Option<u32>,
    pub(super) destructor: Option<u32>,
    pub(super) transparent_union: bool,
    pub(super) pure: bool,
    pub(super) constant: bool,
    pub(super) malloc: bool,
    pub(super) nonnull: Option<NonNull>,
    pub(super) returns_nonnull: bool,
    pub(super) cleanup: Option<cairn_base::Span>,
    pub(super) gnu_inline: bool,
    mode: Option<Arc<str>>,
    vector_size: Option<u64>,
}

/// The priority of constructors that name none.
const DEFAULT_PRIORITY: u32 = 65535;

impl Analyzer<'_> {
    pub(super) fn attributes<'t>(&mut self, lists: impl IntoIterator<Item = &'t [Attribute]>) -> Attributes {
        let mut found = Attributes::default();
        for attribute in lists.into_iter().flatten() {
            self.attribute(&mut found, attribute);
        }
        found
    }
    fn attribute(&mut self, found: &mut Attributes, attribute: &Attribute) {
        let names = self.names;
        match names.text(attribute.name.symbol) {
            "packed" => found.packed = true,
            "aligned" => {
                let alignment = match attribute.arguments.first() {
                    Some(AttributeArgument::Expression(e)) => self.alignment_value(e),
                    Some(AttributeArgument::Type(t)) => {
                        let ty = self.type_name(t);
                        Some(self.program.types.align_of_qualified(ty))
                    }
                    None => Some(self.program.types.target.largest_alignment()),
                };
                found.aligned = found.aligned.max(alignment);
            }
            "noreturn" => found.noreturn = true,
            "weak" => found.weak = true,
            "alias" => found.alias = self.string_argument(attribute),
            "constructor" => found.constructor = Some(self.priority(attribute)),
            "destructor" => found.destructor = Some(self.priority(attribute)),
            "transparent_union" => found.transparent_union = true,
            "pure" => found.pure = true,
            "const" => found.constant = true,
            "malloc" => found.malloc = true,
            "returns_nonnull" => found.returns_nonnull = true,
            "nonnull" => {
                let own = self.nonnull(attribute);
                found.nonnull = Some(match found.nonnull.take() {
                    Some(other) => other.and(own),
                    None => own,
                });
            }
            "gnu_inline" => found.gnu_inline = true,
            "cleanup" => found.cleanup = Some(attribute.name.span),
            "mode" => {
                if let Some(AttributeArgument::Expression(ast::Expression {
                    kind: ExpressionKind::Name(name), ..
                })) = attribute.arguments.first()
                {
                    found.mode = Some(names.text(*name).trim_matches('_').into());
                }
            }
            "vector_size" => {
                if let Some(AttributeArgument::Expression(e)) = attribute.arguments.first() {
                    found.vector_size = self.constant_size(e);
                }
            }
            _ => {}
        }
    }
    fn string_argument(&mut self, attribute: &Attribute) -> Option<Arc<str>> {
        match attribute.arguments.first() {
            Some(AttributeArgument::Expression(ast::Expression { kind: ExpressionKind::String(s), .. })) => {
                Some(s.text().into())
            }
            _ => None,
        }
    }
    fn nonnull(&mut self, attribute: &Attribute) -> NonNull {
        let mut numbers = Vec::new();
        for argument in &attribute.arguments {
            if let AttributeArgument::Expression(e) = argument {
                numbers.extend(self.constant_size(e));
            }
        }
        if attribute.arguments.is_empty() { NonNull::All } else { NonNull::These(numbers) }
    }
    fn priority(&mut self, attribute: &Attribute) -> u32 {
        match attribute.arguments.first() {
            Some(AttributeArgument::Expression(e)) => {
                self.constant_size(e).and_then(|n| u32::try_from(n).ok()).unwrap_or(DEFAULT_PRIORITY)
            }
            _ => DEFAULT_PRIORITY,
        }
    }
    /// An alignment must be a power of two.
    pub(super) fn alignment_value(&mut self, expression: &ast::Expression) -> Option<u64> {
        let value = self.constant_size(expression)?;
        if value == 0 {
            return None;
        }
        if !value.is_power_of_two() || value > 1 << 28 {
            self.error(
                codes::BAD_ATTRIBUTE,
                expression.span,
                format!("alignment {value} is not a usable power of two"),
            );
            return None;
        }
        Some(value)
    }
    /// Applies `mode` and `vector_size`.
    pub(super) fn attributed_type(&mut self, ty: Qualified, attributes: &Attributes) -> Qualified {
        let mut result = ty;
        if let Some(mode) = &attributes.mode {
            result.ty = self.moded_type(ty.ty, mode).unwrap_or(ty.ty);
        }
        if let Some(bytes) = attributes.vector_size {
            let element = self.program.types.size_of(result.ty).filter(|&size| size > 0);
            if let (true, Some(size)) = (self.program.types.is_arithmetic(result.ty), element) {
                result.ty = self.types().intern(TypeKind::Vector(result.ty, (bytes / size).max(1)));
            }
        }
        result
    }
    fn moded_type(&mut self, ty: crate::types::TypeId, mode: &str) -> Option<crate::types::TypeId> {
        let float = match mode {
            "HF" => Some(Float::Float16),
            "SF" => Some(Float::Float),
            "DF" => Some(Float::Double),
            "XF" => Some(Float::LongDouble),
            "TF" => Some(Float::Float128),
            _ => None,
        };
        if let Some(float) = float {
            return Some(self.types().float(float));
        }
        let wide = self.program.types.target.pointer_bytes() == 8;
        let signed = match mode {
            "QI" | "byte" => Integer::SignedChar,
            "HI" => Integer::Short,
            "SI" => Integer::Int,
            "DI" if wide => Integer::Long,
            "DI" => Integer::LongLong,
            "TI" => Integer::Int128,
            "word" | "pointer" | "unwind_word" => self.program.types.target.difference_integer(),
            _ => return None,
        };
        let is_signed = self.program.types.is_signed(ty);
        Some(self.types().integer(if is_signed { signed } else { signed.to_unsigned() }))
    }
}
