//! Types of the program form for LLVM types, and for types that debug information describes.

use super::{Lowered, Lowering, refuse};
use crate::debug::Node;
use crate::syntax::module::{FloatKind, Ty, TypeKind};
use cairn_ir::{
    Display, ExprId, ExprKind, Field, FloatFormat, RecordType, Style, TypeId, TypeKind as Shape, Value, VarId,
};
use num_bigint::BigInt;
use std::sync::Arc;

/// The program form's widest integers.
const MAX_WIDTH: u32 = 65_536;

impl<'a> Lowering<'_, 'a> {
    pub(super) fn kind(&self, unit: usize, ty: Ty) -> &TypeKind<'a> {
        let kind = self.units[unit].module.types.kind(ty);
        if let TypeKind::Named(name) = kind
            && let Some(Some(body)) = self.units[unit].module.named_types.get(name)
        {
            return self.units[unit].module.types.kind(*body);
        }
        kind
    }
    pub(super) fn extent(&self, unit: usize, ty: Ty) -> Option<u64> {
        self.units[unit].layout.extent(&self.units[unit].module, ty).map(|extent| extent.size)
    }

    /// `extern int table[];`, or a structure that is only named.
    pub(super) fn is_of_unknown_size(&self, key: (usize, usize)) -> bool {
        let global = self.variable(key);
        global.initial.is_none() && self.extent(key.0, global.ty).unwrap_or(0) == 0
    }

    /// The alignment of an object of a type for which one is written (1: none).
    pub(super) fn alignment(&self, unit: usize, ty: Ty, written: u64) -> u64 {
        let natural = || self.units[unit].layout.extent(&self.units[unit].module, ty).map_or(1, |extent| extent.align);
        let alignment = if written > 1 { written } else { natural() };
        if alignment.is_power_of_two() { alignment } else { 1 }
    }
    /// Whether one of two pointers may be a number that happens to be the address of what the other points to.
    pub(super) fn compares_by_address(&self, a: ExprId, b: ExprId) -> bool {
        let null = |e| matches!(&self.program.expr(e).kind, ExprKind::Const(Value::Pointer(p)) if p.is_null());
        self.numbers_become_pointers && !null(a) && !null(b)
    }
    pub(super) fn make_addressable(&mut self, variable: VarId, alignment: u64) {
        let variable = &mut self.program.variables[variable];
        (variable.addressable, variable.alignment) = (true, alignment);
    }

    pub(super) fn ty(&mut self, unit: usize, ty: Ty) -> Lowered<TypeId> {
        if let Some(&id) = self.types.get(&(unit, ty)) {
            return Ok(id);
        }
        if self.extent(unit, ty).is_none() {
            return refuse(format!("values of type {} are not supported", self.type_words(unit, ty)));
        }
        let id = match self.kind(unit, ty).clone() {
            TypeKind::Int(1) => self.program.types.bool(),
            TypeKind::Int(width @ 1..=MAX_WIDTH) => self.program.types.int(width),
            TypeKind::Float(kind) => {
                let format = float_format(kind).ok_or(super::Refusal("ppc_fp128 is not supported".into()))?;
                self.program.types.float(format)
            }
            TypeKind::Pointer => self.program.types.pointer(),
            TypeKind::Array(length, element) | TypeKind::Vector(length, element, _) => {
                let element = self.ty(unit, element)?;
                self.program.types.array(element, length)
            }
            TypeKind::Struct { fields, .. } => self.record(unit, ty, &fields)?,
            _ => return refuse(format!("values of type {} are not supported", self.type_words(unit, ty))),
        };
        self.types.insert((unit, ty), id);
        Ok(id)
    }

    fn record(&mut self, unit: usize, ty: Ty, fields: &[Ty]) -> Lowered<TypeId> {
        let module = &self.units[unit].module;
        let Some((offsets, extent)) = self.units[unit].layout.fields(module, ty) else {
            return refuse("a structure without a size is not supported");
        };
        let name = match module.types.kind(ty) {
            TypeKind::Named(name) => Some(*name),
            _ => None,
        };
        let mut components = Vec::new();
        for (position, (&field, &offset)) in fields.iter().zip(&offsets).enumerate() {
            let ty = self.ty(unit, field)?;
            components.push(Field { name: format!("f{position}").into(), ty, offset });
        }
        let target = self.program.target;
        let padding = cairn_ir::layout::padding(&mut self.program.types, target, &components, extent.size);
        components.extend(padding);
        let shape = Shape::Record(Arc::new(RecordType { fields: components, size: extent.size }));
        let display = name.map_or(Display::plain(), |name| Display::named(name, Style::Plain));
        Ok(self.program.types.intern(shape, display))
    }

    /// The type of an object for values of a type: with padding behind what LLVM gives more bytes than its values have
    /// (vectors of three elements).
    pub(super) fn object_type(&mut self, unit: usize, ty: Ty, id: TypeId) -> TypeId {
        let target = self.program.target;
        let own = cairn_ir::layout::size_of(&self.program.types, target, id);
        let Some(size) = self.extent(unit, ty).filter(|size| own > 0 && own < *size) else { return id };
        let mut fields = vec![Field { name: "value".into(), ty: id, offset: 0 }];
        fields.extend(cairn_ir::layout::padding(&mut self.program.types, target, &fields, size));
        self.program.types.plain(Shape::Record(Arc::new(RecordType { fields, size })))
    }
    /// The bytes of a vector whose elements have all their bytes: what a load or a store of it accesses.
    pub(super) fn bytes_of_vector(&self, unit: usize, ty: Ty) -> Option<u64> {
        match self.kind(unit, ty) {
            TypeKind::Vector(length, element, false) if self.is_plain_in_memory(unit, *element) => {
                self.extent(unit, *element)?.checked_mul(*length)
            }
            _ => None,
        }
    }
    /// Whether every value of the type has the bytes in memory that LLVM gives it: the program form rounds odd
    /// integers up where LLVM stores fewer bytes, and knows no packed Booleans.
    pub(super) fn is_plain_in_memory(&self, unit: usize, ty: Ty) -> bool {
        match self.kind(unit, ty) {
            TypeKind::Int(width) => matches!(width, 8 | 16 | 32 | 64 | 128),
            TypeKind::Float(_) | TypeKind::Pointer => true,
            TypeKind::Array(_, element) => self.is_plain_in_memory(unit, *element),
            TypeKind::Vector(length, element, _) => {
                let size = self.extent(unit, *element).and_then(|size| size.checked_mul(*length));
                self.is_plain_in_memory(unit, *element) && size == self.extent(unit, ty)
            }
            TypeKind::Struct { fields, .. } => fields.iter().all(|field| self.is_plain_in_memory(unit, *field)),
            _ => false,
        }
    }

    /// The same shape as `plain`, displayed as a type of the debug information.
    pub(super) fn styled(&mut self, unit: usize, plain: TypeId, described: u32) -> TypeId {
        self.styled_at(unit, plain, described, 0)
    }
    fn styled_at(&mut self, unit: usize, plain: TypeId, described: u32, depth: u32) -> TypeId {
        let debug = &self.debugs[unit];
        let (Some(node), true) = (debug.resolved_type(described), depth < 12) else { return plain };
        let name = debug.type_name(described);
        match self.program.types.kind(plain).clone() {
            Shape::Int(width) => {
                let style = self.integer_style(unit, &node);
                self.named(Shape::Int(width), name, style)
            }
            shape @ (Shape::Float(_) | Shape::Pointer | Shape::Bool) => self.named(shape, name, Style::Plain),
            Shape::Array { index, element, length } => {
                // Dimensions of the debug information are one list; the LLVM type nests.
                let Some(base) = node.reference("baseType") else { return plain };
                let element = self.styled_element(unit, element, base, depth);
                self.program.types.plain(Shape::Array { index, element, length })
            }
            Shape::Record(record) => self.styled_record(unit, plain, &record, &node, name, depth),
            _ => plain,
        }
    }
    /// Styles what stands below all dimensions of an array.
    fn styled_element(&mut self, unit: usize, element: TypeId, base: u32, depth: u32) -> TypeId {
        if let Shape::Array { index, element: inner, length } = *self.program.types.kind(element)
            && self.debugs[unit].resolved_type(base).is_none_or(|n| n.field("tag") != Some("DW_TAG_array_type"))
        {
            let inner = self.styled_element(unit, inner, base, depth + 1);
            return self.program.types.plain(Shape::Array { index, element: inner, length });
        }
        self.styled_at(unit, element, base, depth + 1)
    }
    fn named(&mut self, shape: Shape, name: Option<String>, style: Style) -> TypeId {
        let display = Display { name: name.map(Into::into), style };
        self.program.types.intern(shape, display)
    }
    fn integer_style(&self, unit: usize, node: &Node<'a>) -> Style {
        if node.field("tag") == Some("DW_TAG_enumeration_type") {
            return self.enumeration_style(unit, node).unwrap_or_default();
        }
        match node.field("encoding") {
            Some("DW_ATE_unsigned") | Some("DW_ATE_boolean") => Style::Unsigned,
            Some("DW_ATE_signed_char" | "DW_ATE_unsigned_char") => Style::Character,
            _ => Style::Plain,
        }
    }
    fn enumeration_style(&self, unit: usize, node: &Node<'a>) -> Option<Style> {
        let debug = &self.debugs[unit];
        let list = debug.node(node.reference("elements")?)?;
        let literals = list.items().filter_map(|item| {
            let literal = debug.node(item)?;
            Some((BigInt::from(literal.number("value")?), literal.text("name")?.into()))
        });
        Some(Style::Enumeration(literals.collect()))
    }

    /// Field names by offset; a structure that the debug information divides differently stays as it is.
    fn styled_record(
        &mut self,
        unit: usize,
        plain: TypeId,
        record: &RecordType,
        node: &Node<'a>,
        name: Option<String>,
        depth: u32,
    ) -> TypeId {
        if !matches!(node.field("tag"), Some("DW_TAG_structure_type" | "DW_TAG_class_type")) {
            return plain;
        }
        let members: Vec<Node<'a>> = {
            let debug = &self.debugs[unit];
            let list = node.reference("elements").and_then(|list| debug.node(list));
            list.map_or(Vec::new(), |list| list.items().filter_map(|item| debug.node(item)).collect())
        };
        let mut fields = Vec::new();
        for field in &record.fields {
            let at = |member: &&Node<'a>| member.number("offset").unwrap_or(0) == (field.offset * 8) as i64;
            let member = members.iter().find(at).filter(|_| !field.is_padding());
            let named = member.and_then(|m| Some((m.text("name")?, m.reference("baseType")?)));
            let Some((member_name, base)) = named else {
                fields.push(field.clone());
                continue;
            };
            let bit_field = member.and_then(|m| m.field("flags")).is_some_and(|f| f.contains("BitField"));
            let ty = if bit_field { field.ty } else { self.styled_at(unit, field.ty, base, depth + 1) };
            fields.push(Field { name: member_name.into(), ty, offset: field.offset });
        }
        let mut names: Vec<&str> = fields.iter().map(|f| &*f.name).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() != fields.len() {
            return plain;
        }
        let shape = Shape::Record(Arc::new(RecordType { fields, size: record.size }));
        self.named(shape, name, Style::Plain)
    }

    /// Name and type of a global, as the debug information has them.
    pub(super) fn global_name_and_type(&mut self, key: (usize, usize)) -> (String, Lowered<TypeId>) {
        let global = self.variable(key);
        let plain = self.ty(key.0, global.ty);
        let debug = &self.debugs[key.0];
        let node = global.debug.and_then(|n| debug.node(n)?.reference("var")).and_then(|n| debug.node(n));
        let Some(node) = node else { return (format!("@{}", global.name), plain) };
        let name = node.text("name").map_or_else(|| format!("@{}", global.name), str::to_string);
        let styled = match (plain, node.reference("type")) {
            (Ok(plain), Some(described)) => Ok(self.styled(key.0, plain, described)),
            (plain, _) => plain,
        };
        (name, styled)
    }
}

pub(super) fn float_format(kind: FloatKind) -> Option<FloatFormat> {
    Some(match kind {
        FloatKind::Half => FloatFormat::Half,
        FloatKind::BFloat => FloatFormat::BFloat,
        FloatKind::Float => FloatFormat::Single,
        FloatKind::Double => FloatFormat::Double,
        FloatKind::X86Fp80 => FloatFormat::X87,
        FloatKind::Fp128 => FloatFormat::Quad,
        FloatKind::PpcFp128 => return None,
    })
}
