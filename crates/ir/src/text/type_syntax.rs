//! The syntax of types.
//!
//! ```text
//! bool  i32  u8  x16  char8  f32  ptr  int  real  Name
//! [10]T   [10 by u8]T   [u32]T   [10 from 1]T   text [8]char8
//! enum i8 { Mon = 0, Tue = 1 }   fixed 1/8 i16   hex int   char int
//! record { x: i32 @ 0, y: i32 @ 4 } size 8     union { a: i32 @ 0, b: f32 @ 0 } size 4
//! ```

use super::codes;
use super::cursor::Parsed;
use super::items::Reader;
use super::literal::{MAX_WIDTH, fits};
use super::names::{is_type_word, width_word};
use super::token::Kind;
use crate::layout::size_of;
use crate::types::{Display, Field, FloatFormat, RecordType, Style, TypeId, TypeKind};
use cairn_base::Span;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Arrays and records nest at most this deep, through named types too.
const MAX_TYPE_DEPTH: u32 = 60;

impl Reader<'_> {
    /// A type. Nests as deep as expressions may.
    pub fn type_syntax(&mut self) -> Parsed<TypeId> {
        let token = self.cursor.token();
        let text = self.cursor.token_text(token);
        match token.kind {
            Kind::Quoted => self.named_type(),
            Kind::Word if !is_type_word(text) => self.named_type(),
            Kind::Word => {
                self.cursor.advance();
                self.type_word(text, self.cursor.span(token))
            }
            Kind::Symbol if text == "[" => self.nested_type(Self::array_type),
            _ => self.cursor.expected("a type"),
        }
    }
    fn nested_type(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<TypeId>) -> Parsed<TypeId> {
        if self.nesting >= super::expression::MAX_NESTING {
            return self.cursor.fail(codes::TOO_DEEP, "type nested too deeply", self.cursor.here());
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }
    fn named_type(&mut self) -> Parsed<TypeId> {
        let span = self.cursor.here();
        let name = self.cursor.name("a type")?;
        match self.types.get(&name) {
            Some(ty) => Ok(*ty),
            None => self.cursor.fail(codes::NO_TYPE, &format!("there is no type `{name}`"), span),
        }
    }
    fn type_word(&mut self, word: &str, span: Span) -> Parsed<TypeId> {
        for (prefix, style) in
            [("i", Style::Plain), ("u", Style::Unsigned), ("x", Style::Hexadecimal), ("char", Style::Character)]
        {
            if let Some(digits) = width_word(word, prefix) {
                return match digits.parse::<u32>() {
                    Ok(width @ 1..=MAX_WIDTH) => {
                        Ok(self.program.types.intern(TypeKind::Int(width), Display::styled(style)))
                    }
                    _ => self.cursor.fail(codes::BAD_TYPE, &format!("integers have 1 to {MAX_WIDTH} bits"), span),
                };
            }
        }
        if let Some(format) = FloatFormat::ALL.iter().find(|format| format.name() == word) {
            return Ok(self.program.types.float(*format));
        }
        match word {
            "bool" => Ok(self.program.types.bool()),
            "ptr" => Ok(self.program.types.pointer()),
            "int" => Ok(self.program.types.math_int()),
            "real" => Ok(self.program.types.real()),
            "enum" => self.enumeration(),
            "fixed" => {
                let small = self.positive_rational()?;
                self.integer_style(Style::Fixed(small))
            }
            "hex" => self.integer_style(Style::Hexadecimal),
            "char" => self.integer_style(Style::Character),
            "text" => self.nested_type(|reader| {
                let array = reader.type_syntax()?;
                match reader.program.types.kind(array).clone() {
                    kind @ TypeKind::Array { .. } => {
                        Ok(reader.program.types.intern(kind, Display::styled(Style::Text)))
                    }
                    _ => reader.cursor.fail(codes::BAD_TYPE, "a text is an array of characters", span),
                }
            }),
            "record" => self.nested_type(|reader| reader.record_type(false)),
            "union" => self.nested_type(|reader| reader.record_type(true)),
            _ => self.cursor.fail(codes::NO_TYPE, &format!("there is no type `{word}`"), span),
        }
    }
    /// A style on a machine or mathematical integer.
    fn integer_style(&mut self, style: Style) -> Parsed<TypeId> {
        self.nested_type(|reader| {
            let span = reader.cursor.here();
            let base = reader.type_syntax()?;
            match reader.program.types.kind(base).clone() {
                kind @ (TypeKind::Int(_) | TypeKind::MathInt) => {
                    Ok(reader.program.types.intern(kind, Display::styled(style)))
                }
                _ => reader.cursor.fail(codes::BAD_TYPE, "expected an integer type", span),
            }
        })
    }
    fn positive_rational(&mut self) -> Parsed<BigRational> {
        let span = self.cursor.here();
        let numerator = self.signed_number("a number")?;
        let denominator = if self.cursor.take("/") { self.signed_number("a number")? } else { BigInt::from(1) };
        if !numerator.is_positive() || !denominator.is_positive() {
            return self.cursor.fail(codes::BAD_TYPE, "the step of a fixed-point type is positive", span);
        }
        Ok(BigRational::new(numerator, denominator))
    }
    /// `i8 { Mon = 0, Tue = 1 }`; numbers left out count on from the one before.
    fn enumeration(&mut self) -> Parsed<TypeId> {
        let base_span = self.cursor.here();
        let base = self.nested_type(Self::type_syntax)?;
        let kind = match self.program.types.kind(base) {
            kind @ (TypeKind::Int(_) | TypeKind::MathInt) => kind.clone(),
            _ => return self.cursor.fail(codes::BAD_TYPE, "an enumeration is a set of integers", base_span),
        };
        self.cursor.open("{")?;
        let mut next = BigInt::from(0);
        let mut seen = FxHashSet::default();
        let literals = self.list("}", |reader| {
            let span = reader.cursor.here();
            let name = reader.cursor.name("the name of an enumeration literal")?;
            if reader.cursor.take("=") {
                next = reader.signed_number("a number")?;
            }
            let entry = (next.clone(), name.clone());
            next += 1;
            if !matches!(kind, TypeKind::Int(width) if fits(&entry.0, width)) && kind != TypeKind::MathInt {
                let message = format!("{} is not a value of the underlying type", entry.0);
                return reader.cursor.fail(codes::MISFIT, &message, span);
            }
            if !seen.insert(name) {
                return reader.cursor.fail(codes::TWICE, "this literal is declared twice", span);
            }
            Ok(entry)
        })?;
        let style = Style::Enumeration(literals.into());
        Ok(self.program.types.intern(kind, Display::styled(style)))
    }
    /// `[10]T`, `[10 from 1 by u8]T`, `[u32]T`
    fn array_type(&mut self) -> Parsed<TypeId> {
        self.cursor.open("[")?;
        let span = self.cursor.here();
        let (length, mut index) = match self.cursor.token().kind {
            Kind::Integer => (Some(self.cursor.count("a length")?), None),
            _ => (None, Some(self.type_syntax()?)),
        };
        let first = if self.cursor.take("from") { Some(self.signed_number("the first index")?) } else { None };
        if length.is_some() && self.cursor.take("by") {
            index = Some(self.type_syntax()?);
        }
        self.cursor.close("]")?;
        let element = self.nested_type(Self::type_syntax)?;
        let types = &mut self.program.types;
        let index = index.unwrap_or_else(|| types.unsigned(64));
        if !matches!(types.kind(index), TypeKind::Int(_) | TypeKind::MathInt) {
            return self.cursor.fail(codes::BAD_TYPE, "arrays are indexed by integers", span);
        }
        let style = first.map_or(Style::Plain, Style::FirstIndex);
        let ty = types.intern(TypeKind::Array { index, element, length }, Display::styled(style));
        let (depth, alignment) = self.facts(element);
        self.compound(ty, depth, alignment, span)
    }
    /// `{ x: i32 @ 0, y: i32 @ 4 } size 8`; without offsets and size the natural ones.
    fn record_type(&mut self, union: bool) -> Parsed<TypeId> {
        let start = self.cursor.here();
        let mut deepest = 0u32;
        self.cursor.open("{")?;
        let mut end = 0u64;
        let mut alignment = 1u64;
        let mut largest = 0u64;
        let mut seen = FxHashSet::default();
        let fields = self.list("}", |reader| {
            let span = reader.cursor.here();
            let name = reader.cursor.name("the name of a component")?;
            if !name.is_empty() && !seen.insert(name.clone()) {
                return reader.cursor.fail(codes::TWICE, "this component is declared twice", span);
            }
            reader.cursor.expect(":")?;
            let ty = reader.type_syntax()?;
            let size = size_of(&reader.program.types, reader.program.target, ty);
            let (depth, align) = reader.facts(ty);
            deepest = deepest.max(depth);
            let offset = if reader.cursor.take("@") {
                reader.cursor.count("an offset in bytes")?
            } else if union {
                0
            } else {
                align_up(end, align)
            };
            alignment = alignment.max(align);
            end = offset.saturating_add(size);
            largest = largest.max(end);
            Ok(Field { name, ty, offset })
        })?;
        let size = if self.cursor.take_here("size") {
            self.cursor.count("a size in bytes")?
        } else {
            align_up(largest, alignment)
        };
        let record = Arc::new(RecordType { fields, size });
        let kind = if union { TypeKind::Union(record) } else { TypeKind::Record(record) };
        let ty = self.program.types.plain(kind);
        self.compound(ty, deepest, alignment, start)
    }
    /// Remembers how deep a compound type nests: functions on types recurse over their structure.
    fn compound(&mut self, ty: TypeId, depth: u32, alignment: u64, span: Span) -> Parsed<TypeId> {
        if depth >= MAX_TYPE_DEPTH {
            return self.cursor.fail(codes::TOO_DEEP, "type nested too deeply", span);
        }
        self.type_facts.insert(self.program.types.shape(ty), (depth + 1, alignment));
        Ok(ty)
    }
    /// Depth and natural alignment of a type: scalars at multiples of their size, at most 8 bytes.
    fn facts(&self, ty: TypeId) -> (u32, u64) {
        let types = &self.program.types;
        match self.type_facts.get(&types.shape(ty)) {
            Some(facts) => *facts,
            None => (0, size_of(types, self.program.target, ty).clamp(1, 8).next_power_of_two()),
        }
    }
}

fn align_up(offset: u64, alignment: u64) -> u64 {
    offset.checked_next_multiple_of(alignment.max(1)).unwrap_or(offset)
}
