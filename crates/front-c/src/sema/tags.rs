//! Structures, unions and enumerations: tags, members, enumerators.

use super::Analyzer;
use super::scopes::{Entity, Tag};
use crate::codes;
use crate::syntax::ast::{self, EnumSpecifier, FieldDeclarator, Member, RecordSpecifier, Specifiers};
use crate::syntax::names::Symbol;
use crate::types::{
    ArrayLength, EnumId, EnumMembers, Enumeration, Field, Integer, Qualified, Record, RecordAttributes, RecordId,
    RecordKind, TypeId, TypeKind,
};
use cairn_base::{Diagnostic, Span};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;

impl Analyzer<'_> {
    pub(super) fn record_specifier(&mut self, specifier: &RecordSpecifier, declares_only: bool) -> TypeId {
        let kind = if specifier.is_union { RecordKind::Union } else { RecordKind::Struct };
        let here = declares_only || specifier.members.is_some();
        let id = match specifier.tag {
            Some(tag) => self.record_tag(tag, kind, here, specifier.members.is_some()),
            None => self.new_record(kind, None, specifier.span),
        };
        if let Some(members) = &specifier.members {
            self.record_members(id, specifier, members);
        }
        self.types().intern(TypeKind::Record(id))
    }
    fn new_record(&mut self, kind: RecordKind, tag: Option<Symbol>, span: Span) -> RecordId {
        let tag = tag.map(|tag| self.text(tag));
        self.types().records.push(Record { kind, tag, alias: None, span, members: None })
    }
    fn record_tag(&mut self, tag: ast::Identifier, kind: RecordKind, here: bool, defines: bool) -> RecordId {
        let found = if here { self.lookup_tag_here(tag.symbol) } else { self.lookup_tag(tag.symbol) };
        if let Some(Tag::Record(id)) = found {
            let record = &self.program.types.records[id];
            let (same_kind, complete, earlier) = (record.kind == kind, record.members.is_some(), record.span);
            let inside = defines && self.open_records.contains(&id);
            if same_kind && !(defines && complete) && !inside {
                return id;
            }
            let text = self.text(tag.symbol);
            let message = if inside {
                format!("`{} {text}` is defined inside of itself", kind.word())
            } else if same_kind {
                format!("`{} {text}` is defined twice", kind.word())
            } else {
                format!("`{text}` is the tag of another kind of type")
            };
            self.report(Diagnostic::error(codes::REDEFINED, message).at(tag.span, "").and_at(earlier, "declared here"));
        } else if let Some(Tag::Enum(id)) = found {
            let (text, earlier) = (self.text(tag.symbol), self.program.types.enums[id].span);
            let message = format!("`{text}` is the tag of another kind of type");
            self.report(Diagnostic::error(codes::REDEFINED, message).at(tag.span, "").and_at(earlier, "declared here"));
        }
        let id = self.new_record(kind, Some(tag.symbol), tag.span);
        self.bind_tag(tag.symbol, Tag::Record(id));
        id
    }
    fn record_members(&mut self, id: RecordId, specifier: &RecordSpecifier, members: &[Member]) {
        let attributes = self.attributes([&specifier.attributes[..]]);
        let kind = self.program.types.records[id].kind;
        let mut fields = Vec::new();
        self.open_records.push(id);
        for (index, member) in members.iter().enumerate() {
            match member {
                Member::Field { specifiers, declarators, span } => {
                    let last = !members[index + 1..].iter().any(|m| matches!(m, Member::Field { .. }));
                    self.record_member(&mut fields, specifiers, declarators, *span, last || kind == RecordKind::Union);
                }
                Member::StaticAssert(assertion) => self.static_assert(assertion),
                Member::Annotation(annotation) => self.stray_annotation(annotation),
            }
        }
        self.open_records.pop();
        self.check_member_names(&fields);
        let layout = RecordAttributes {
            packed: attributes.packed,
            aligned: attributes.aligned,
            pack: specifier.pack.map(u64::from).filter(|p| p.is_power_of_two()),
            transparent: attributes.transparent_union,
        };
        let laid_out = self.program.types.lay_out(kind, fields, layout);
        if laid_out.is_none() {
            self.error(codes::BAD_DECLARATION, specifier.span, "the type is too large");
        }
        let record = &mut self.types().records[id];
        record.members = laid_out;
        record.span = specifier.tag.map_or(specifier.span, |t| t.span);
    }
    fn check_member_names(&mut self, fields: &[Field]) {
        let mut seen = FxHashSet::default();
        for field in fields {
            if let Some(name) = &field.name
                && !seen.insert(name.clone())
            {
                self.error(codes::REDEFINED, field.span, format!("member `{name}` is declared twice"));
            }
        }
    }
    fn record_member(
        &mut self,
        fields: &mut Vec<Field>,
        specifiers: &Specifiers,
        declarators: &[FieldDeclarator],
        span: Span,
        last: bool,
    ) {
        let base = self.specifiers(specifiers, declarators.is_empty());
        if declarators.is_empty() {
            // An anonymous structure or union; `struct s { … };` with a tag only declares it.
            let anonymous = self.program.types.record_of(base.ty.ty).filter(|&r| {
                let record = &self.program.types.records[r];
                record.tag.is_none() && record.alias.is_none()
            });
            if anonymous.is_some() {
                let attributes = base.attributes;
                fields.push(Field {
                    name: None,
                    ty: base.ty,
                    bits: None,
                    aligned: attributes.aligned.max(base.aligned),
                    typedef_alignment: None,
                    packed: attributes.packed,
                    bit_offset: 0,
                    span,
                });
            }
            return;
        }
        for (index, declarator) in declarators.iter().enumerate() {
            let ty = self.declared_type(base.ty, &declarator.declarator);
            let lists = [&declarator.declarator.attributes[..], &declarator.attributes[..]];
            let own = self.attributes(lists);
            let mut ty = self.attributed_type(ty, &own);
            let bits = match &declarator.width {
                Some(width) => self.bit_field_width(ty, width),
                None => None,
            };
            if bits.is_none() {
                ty = self.member_type(ty, declarator.span, last && index + 1 == declarators.len());
            }
            let derived = declarator.declarator.derivations.iter().any(|d| !matches!(d, ast::Derivation::Array { .. }));
            fields.push(Field {
                name: declarator.declarator.name.map(|n| self.text(n.symbol)),
                ty,
                bits,
                aligned: own.aligned.max(base.attributes.aligned).max(base.aligned),
                typedef_alignment: base.typedef_alignment.filter(|_| !derived),
                packed: own.packed || base.attributes.packed,
                bit_offset: 0,
                span: declarator.declarator.name.map_or(declarator.span, |n| n.span),
            });
        }
    }
    /// Members must be objects of known size; the last one may be an array without a length.
    fn member_type(&mut self, ty: Qualified, span: Span, last: bool) -> Qualified {
        let types = &self.program.types;
        let flexible = last && matches!(types.kind(ty.ty), TypeKind::Array(_, ArrayLength::Unknown));
        if types.is_variable_length(ty.ty) {
            // GNU C allows it; where the members stand would depend on run-time values.
            self.program.unsupported.push((span, "a variable-length array as member".into()));
            let element = self.program.types.innermost_element(ty);
            return Qualified::plain(self.types().array(element, ArrayLength::Known(0)));
        }
        let problem = if types.is_function(ty.ty) {
            Some("a member cannot be a function".to_string())
        } else if !types.is_complete(ty.ty) && !flexible {
            Some(format!("the member has the incomplete type `{}`", types.show(ty.ty)))
        } else {
            None
        };
        match problem {
            Some(message) => {
                self.error(codes::INCOMPLETE, span, message);
                Qualified::plain(self.types().error())
            }
            None => ty,
        }
    }
    fn bit_field_width(&mut self, ty: Qualified, width: &ast::Expression) -> Option<u32> {
        let value = self.constant_integer(width)?;
        let Some(limit) = self.program.types.integer_width(ty.ty) else {
            if !self.program.types.is_error(ty.ty) {
                let message = format!("a bit-field cannot have the type `{}`", self.show(ty.ty));
                self.error(codes::BAD_DECLARATION, width.span, message);
            }
            return None;
        };
        match u32::try_from(&value) {
            Ok(bits) if bits <= limit => Some(bits),
            _ => {
                let message = format!("a bit-field of type `{}` has 0 to {limit} bits, not {value}", self.show(ty.ty));
                self.error(codes::BAD_DECLARATION, width.span, message);
                None
            }
        }
    }

    pub(super) fn enum_specifier(&mut self, specifier: &EnumSpecifier, declares_only: bool) -> TypeId {
        let here = declares_only || specifier.enumerators.is_some();
        let id = match specifier.tag {
            Some(tag) => self.enum_tag(tag, here, specifier.enumerators.is_some()),
            None => self.new_enum(None, specifier.span),
        };
        let ty = self.types().intern(TypeKind::Enum(id));
        if let Some(enumerators) = &specifier.enumerators {
            let packed = self.attributes([&specifier.attributes[..]]).packed;
            let fixed = specifier.underlying.as_ref().and_then(|name| self.fixed_underlying(name));
            self.enumerators(id, ty, enumerators, packed, fixed);
        } else if let Some(name) = &specifier.underlying
            && let Some(underlying) = self.fixed_underlying(name)
            && self.program.types.enums[id].members.is_none()
        {
            self.types().enums[id].members = Some(EnumMembers { constants: Vec::new(), underlying });
        }
        ty
    }
    /// One that is only declared may have a type already, but has no constants.
    fn is_defined_enum(&self, id: EnumId) -> bool {
        self.program.types.enums[id].members.as_ref().is_some_and(|m| !m.constants.is_empty())
    }
    /// The integer type behind the colon of `enum e : type`.
    fn fixed_underlying(&mut self, name: &ast::TypeName) -> Option<Integer> {
        let ty = self.type_name(name).ty;
        match self.program.types.kind(ty) {
            TypeKind::Integer(integer) => Some(*integer),
            _ => {
                let message = format!("the type of an enumeration is an integer type, not `{}`", self.show(ty));
                self.error(codes::BAD_DECLARATION, name.span, message);
                None
            }
        }
    }
    fn new_enum(&mut self, tag: Option<Symbol>, span: Span) -> EnumId {
        let tag = tag.map(|tag| self.text(tag));
        self.types().enums.push(Enumeration { tag, alias: None, span, members: None })
    }
    fn enum_tag(&mut self, tag: ast::Identifier, here: bool, defines: bool) -> EnumId {
        let found = if here { self.lookup_tag_here(tag.symbol) } else { self.lookup_tag(tag.symbol) };
        let earlier = match found {
            Some(Tag::Enum(id)) if !(defines && self.is_defined_enum(id)) => return id,
            Some(Tag::Enum(id)) => Some(self.program.types.enums[id].span),
            Some(Tag::Record(id)) => Some(self.program.types.records[id].span),
            None => None,
        };
        if let Some(earlier) = earlier {
            let message = format!("the tag `{}` is already used", self.text(tag.symbol));
            self.report(Diagnostic::error(codes::REDEFINED, message).at(tag.span, "").and_at(earlier, "declared here"));
        }
        let id = self.new_enum(Some(tag.symbol), tag.span);
        self.bind_tag(tag.symbol, Tag::Enum(id));
        id
    }
    fn enumerators(
        &mut self,
        id: EnumId,
        ty: TypeId,
        enumerators: &[ast::Enumerator],
        packed: bool,
        fixed: Option<Integer>,
    ) {
        let mut constants: Vec<(Symbol, Span, BigInt)> = Vec::new();
        let mut next = BigInt::ZERO;
        for enumerator in enumerators {
            let value = match &enumerator.value {
                Some(value) => self.constant_integer(value).unwrap_or_else(|| next.clone()),
                None => next.clone(),
            };
            next = &value + 1;
            let name = enumerator.name;
            let constant_type = self.constant_type(&value);
            if let Some(earlier) = self.lookup_here(name.symbol).map(Entity::span) {
                let message = format!("`{}` is already declared in this scope", self.text(name.symbol));
                let error = Diagnostic::error(codes::REDEFINED, message).at(name.span, "");
                self.report(error.and_at(earlier, "declared here"));
            }
            self.bind(name.symbol, Entity::Constant { ty: constant_type, value: value.clone(), span: name.span });
            constants.push((name.symbol, name.span, value));
        }
        let underlying = match fixed {
            Some(integer) => self.all_fit(&constants, integer),
            None => self.underlying(&constants, packed),
        };
        // Constants that do not fit `int` have the enumeration's type, as all do where it is fixed.
        let int = self.types().int();
        for (name, span, value) in &constants {
            let ty = if fixed.is_none() && self.program.types.fits(value, int) { int } else { ty };
            self.bind(*name, Entity::Constant { ty, value: value.clone(), span: *span });
        }
        let constants = constants.into_iter().map(|(name, _, value)| (self.text(name), value)).collect();
        self.types().enums[id].members = Some(EnumMembers { constants, underlying });
    }
    /// The type of an enumerator while its list is still open.
    fn constant_type(&mut self, value: &BigInt) -> TypeId {
        let candidates = [Integer::Int, Integer::UnsignedInt, Integer::Long, Integer::UnsignedLong, Integer::LongLong];
        for integer in candidates {
            let ty = self.types().integer(integer);
            if self.program.types.fits(value, ty) {
                return ty;
            }
        }
        self.types().integer(Integer::UnsignedLongLong)
    }
    fn all_fit(&mut self, constants: &[(Symbol, Span, BigInt)], integer: Integer) -> Integer {
        let ty = self.types().integer(integer);
        if let Some((_, span, value)) = constants.iter().find(|c| !self.program.types.fits(&c.2, ty)) {
            let message = format!("{value} does not fit `{}`, the type of the enumeration", self.show(ty));
            self.error(codes::BAD_DECLARATION, *span, message);
        }
        integer
    }
    fn underlying(&mut self, constants: &[(Symbol, Span, BigInt)], packed: bool) -> Integer {
        use Integer::*;
        let negative = constants.iter().any(|c| c.2 < BigInt::ZERO);
        let small: &[Integer] = match (packed, negative) {
            (true, true) => &[SignedChar, Short],
            (true, false) => &[UnsignedChar, UnsignedShort],
            (false, _) => &[],
        };
        let large: &[Integer] =
            if negative { &[Int, Long, LongLong] } else { &[UnsignedInt, UnsignedLong, UnsignedLongLong] };
        for &integer in small.iter().chain(large) {
            let ty = self.types().integer(integer);
            if constants.iter().all(|c| self.program.types.fits(&c.2, ty)) {
                return integer;
            }
        }
        if let Some((_, span, _)) = constants.first() {
            self.error(codes::BAD_DECLARATION, *span, "the values of the enumeration fit no integer type");
        }
        LongLong
    }
}
