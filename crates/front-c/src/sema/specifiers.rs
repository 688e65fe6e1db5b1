//! Declaration specifiers: the type in front of the declarators.

use super::Analyzer;
use super::attributes::Attributes;
use super::scopes::Entity;
use crate::codes;
use crate::syntax::ast::{self, Alignment, BasicKind, BasicType, Specifiers, TypeSpecifier};
use crate::types::{Float, Integer, Qualified, Qualifiers, TypeId, TypeKind};

/// What specifiers say, before any declarator.
pub(super) struct Base {
    pub(super) ty: Qualified,
    /// Alignment a typedef with `aligned` gives the type.
    pub(super) typedef_alignment: Option<u64>,
    /// `_Alignas`.
    pub(super) aligned: Option<u64>,
    pub(super) attributes: Attributes,
    /// `__auto_type`: the initialiser gives the type.
    pub(super) is_auto: bool,
}

pub(super) fn qualifiers(q: ast::Qualifiers) -> Qualifiers {
    Qualifiers { constant: q.is_const, volatile: q.is_volatile, restrict: q.is_restrict, atomic: q.is_atomic }
}

impl Analyzer<'_> {
    /// `declares_only`: nothing follows, so `struct s;` declares a new tag in this scope.
    pub(super) fn specifiers(&mut self, specifiers: &Specifiers, declares_only: bool) -> Base {
        // Attributes behind a tag without braces belong to what is declared.
        let behind_tag: &[ast::Attribute] = match &specifiers.type_specifier {
            TypeSpecifier::Record(record) if record.members.is_none() => &record.attributes,
            TypeSpecifier::Enum(enumeration) if enumeration.enumerators.is_none() => &enumeration.attributes,
            _ => &[],
        };
        let attributes = self.attributes([&specifiers.attributes[..], behind_tag]);
        let mut typedef_alignment = None;
        let ty = match &specifiers.type_specifier {
            TypeSpecifier::Implicit => Qualified::plain(self.types().int()),
            TypeSpecifier::Basic(basic) => Qualified::plain(self.basic_type(*basic, specifiers)),
            TypeSpecifier::Typedef(name) => match self.lookup(name.symbol) {
                Some(Entity::Typedef { ty, alignment, .. }) => {
                    typedef_alignment = *alignment;
                    *ty
                }
                _ => self.missing_typedef(name),
            },
            TypeSpecifier::Record(record) => Qualified::plain(self.record_specifier(record, declares_only)),
            TypeSpecifier::Enum(enumeration) => Qualified::plain(self.enum_specifier(enumeration, declares_only)),
            TypeSpecifier::TypeofExpression(e) => self.type_of_expression(e),
            TypeSpecifier::TypeofType(name) => self.type_name(name),
            TypeSpecifier::Atomic(name) => {
                let inner = self.type_name(name);
                self.types().qualify(inner, Qualifiers { atomic: true, ..Qualifiers::NONE })
            }
            TypeSpecifier::AutoType => Qualified::plain(self.types().int()),
            TypeSpecifier::VaList => Qualified::plain(self.types().intern(TypeKind::VaList)),
        };
        let ty = self.types().qualify(ty, qualifiers(specifiers.qualifiers));
        let ty = self.attributed_type(ty, &attributes);
        let aligned = self.alignments(&specifiers.alignments);
        let is_auto = matches!(specifiers.type_specifier, TypeSpecifier::AutoType);
        Base { ty, typedef_alignment, aligned, attributes, is_auto }
    }
    fn missing_typedef(&mut self, name: &ast::Identifier) -> Qualified {
        let text = self.text(name.symbol);
        // Names the verifier's own headers would define.
        let known = match &*text {
            "__CPROVER_size_t" => Some(self.types().size_type()),
            "__CPROVER_ssize_t" => Some(self.types().difference_type()),
            "__builtin_ms_va_list" => Some(self.types().intern(TypeKind::VaList)),
            _ => None,
        };
        if let Some(ty) = known {
            return Qualified::plain(ty);
        }
        self.error(codes::UNDECLARED, name.span, format!("`{text}` is not the name of a type"));
        Qualified::plain(self.types().error())
    }
    pub(super) fn alignments(&mut self, alignments: &[Alignment]) -> Option<u64> {
        let mut strictest = None;
        for alignment in alignments {
            let value = match alignment {
                Alignment::Expression(e) => self.alignment_value(e),
                Alignment::Type(name) => {
                    let ty = self.type_name(name);
                    Some(self.program.types.align_of_qualified(ty))
                }
            };
            strictest = strictest.max(value);
        }
        strictest
    }
    fn basic_type(&mut self, basic: BasicType, specifiers: &Specifiers) -> TypeId {
        use BasicKind as B;
        let integer = match basic.kind {
            B::Void => return self.types().void(),
            B::Bool => return self.types().bool(),
            B::Char => Integer::Char,
            B::SignedChar => Integer::SignedChar,
            B::UnsignedChar => Integer::UnsignedChar,
            B::Short => Integer::Short,
            B::UnsignedShort => Integer::UnsignedShort,
            B::Int => Integer::Int,
            B::UnsignedInt => Integer::UnsignedInt,
            B::Long => Integer::Long,
            B::UnsignedLong => Integer::UnsignedLong,
            B::LongLong => Integer::LongLong,
            B::UnsignedLongLong => Integer::UnsignedLongLong,
            B::Int128 => Integer::Int128,
            B::UnsignedInt128 => Integer::UnsignedInt128,
            _ => return self.float_type(basic, specifiers),
        };
        if basic.is_complex {
            // Complex integers exist in GNU C; they are refused like all complex numbers.
            return self.types().intern(TypeKind::Complex(Float::Double));
        }
        self.types().integer(integer)
    }
    fn float_type(&mut self, basic: BasicType, specifiers: &Specifiers) -> TypeId {
        use BasicKind as B;
        let float = match basic.kind {
            B::Float => Float::Float,
            B::LongDouble => Float::LongDouble,
            B::Float16 => Float::Float16,
            B::Float32 => Float::Float32,
            B::Float64 => Float::Float64,
            B::Float128 => Float::Float128,
            B::Float32x => Float::Float32x,
            B::Float64x => Float::Float64x,
            B::Decimal32 | B::Decimal64 | B::Decimal128 => {
                self.error(codes::UNSUPPORTED, specifiers.span, "decimal floating point is not supported");
                Float::Double
            }
            _ => Float::Double,
        };
        if basic.is_complex { self.types().intern(TypeKind::Complex(float)) } else { self.types().float(float) }
    }
    /// `typeof (expression)`: qualifiers stay, the expression is not evaluated.
    fn type_of_expression(&mut self, expression: &ast::Expression) -> Qualified {
        self.unevaluated += 1;
        let operand = self.operand(expression);
        self.unevaluated -= 1;
        operand.ty(&self.program)
    }
    /// The type a type name stands for.
    pub(super) fn type_name(&mut self, name: &ast::TypeName) -> Qualified {
        let base = self.specifiers(&name.specifiers, false);
        let ty = self.declared_type(base.ty, &name.declarator);
        let attributes = self.attributes([&name.declarator.attributes[..]]);
        self.attributed_type(ty, &attributes)
    }
    /// Alignment of a type name: attributes and typedefs may change that of the type.
    pub(super) fn type_name_alignment(&mut self, name: &ast::TypeName) -> u64 {
        let base = self.specifiers(&name.specifiers, false);
        let ty = self.declared_type(base.ty, &name.declarator);
        let direct = name.declarator.derivations.is_empty();
        let natural = base.typedef_alignment.filter(|_| direct);
        let natural = natural.unwrap_or_else(|| self.program.types.align_of_qualified(ty));
        natural.max(base.attributes.aligned.filter(|_| direct).unwrap_or(1))
    }
}
