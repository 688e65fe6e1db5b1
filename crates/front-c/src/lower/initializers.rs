//! Initialisers: the contents of an object as one value.
//!
//! The items of an initialiser are stores in order. They are gathered in a tree first, in which a later item
//! replaces an earlier one; what nothing is stored to is zero. Large arrays with few items stay small that way.

use super::order::Region;
use super::types::Slot;
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{InitValue, Initializer, PathStep, VariableId};
use crate::types::{ArrayLength, RecordKind, TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{ArrayValue, ExprId, ExprKind, Initial, Value, VarId};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Contents of a part of an object.
#[derive(Clone, Debug)]
enum Content {
    Zero,
    Whole(ExprId),
    /// Changes to what was there before, by the number of the element or member.
    Parts(Box<Content>, BTreeMap<u64, Content>),
}

impl Content {
    /// The part with a number, made if it is not there.
    fn part(&mut self, number: u64) -> &mut Content {
        if !matches!(self, Content::Parts(..)) {
            let before = std::mem::replace(self, Content::Zero);
            *self = Content::Parts(Box::new(before), BTreeMap::new());
        }
        match self {
            Content::Parts(_, parts) => parts.entry(number).or_insert(Content::Zero),
            _ => unreachable!("made above"),
        }
    }
}

/// GNU ranges longer than this are refused.
const LONGEST_RANGE: u64 = 1 << 16;

impl Lowerer<'_> {
    /// The value an initialiser gives an object of a type.
    pub fn initial_value(&mut self, ty: TypeId, initializer: &Initializer) -> Lower<ExprId> {
        let region = Region::Initializer(initializer);
        self.in_order(region, |lowerer| lowerer.initial_value_of(ty, initializer))
    }
    fn initial_value_of(&mut self, ty: TypeId, initializer: &Initializer) -> Lower<ExprId> {
        let mut content = Content::Zero;
        for item in &initializer.items {
            let part = match &item.value {
                InitValue::Expr(e) => {
                    let value = self.value(e)?;
                    if !item.path.is_empty() {
                        self.carried_is_lost(e.ty, e.span)?;
                    }
                    // A later item may change what this one reads.
                    let value = if initializer.items.len() > 1 { self.keep_if_read(value, e.span) } else { value };
                    Content::Whole(value)
                }
                InitValue::String(id) => {
                    let units = self.c.strings[*id].units.clone();
                    let array = self.ty(item.ty)?;
                    Content::Whole(self.text_value(&units, array)?)
                }
                InitValue::Zero => Content::Zero,
            };
            place(&mut content, &item.path, &part)?;
        }
        if initializer.zero_fill {
            self.carry_nothing(ty, initializer.span);
        }
        self.content_value(ty, content, initializer.span)
    }
    fn keep_if_read(&mut self, value: ExprId, span: Span) -> ExprId {
        match self.p.expr(value).kind {
            ExprKind::Const(_) | ExprKind::AddressOf(_) | ExprKind::ProcedureAddress(_) => value,
            _ => self.keep("item", value, span),
        }
    }
    /// A string literal as the contents of an array of characters.
    pub fn text_value(&mut self, units: &[u32], ty: ir::TypeId) -> Lower<ExprId> {
        let ir::TypeKind::Array { element, length: Some(length), .. } = *self.p.types.kind(ty) else {
            return Err(Refusal::new("a text of unknown length"));
        };
        let width = self.p.types.int_width(element).ok_or_else(|| Refusal::new("a text of this type"))?;
        let unit = |n: u64| {
            let unit = usize::try_from(n).ok().and_then(|n| units.get(n)).copied().unwrap_or(0);
            Value::Int(ir::Bits::from_u64(width, unit.into()))
        };
        let mut array = ArrayValue::filled(Some(length), unit(u64::MAX));
        for n in 0..(units.len() as u64).min(length) {
            array.set(&BigInt::from(n), unit(n));
        }
        Ok(self.p.constant(Value::Array(array), ty)?)
    }

    fn content_value(&mut self, ty: TypeId, content: Content, span: Span) -> Lower<ExprId> {
        match content {
            Content::Zero => {
                let ty = self.ty(ty)?;
                self.zero_of(ty)
            }
            Content::Whole(value) => Ok(value),
            Content::Parts(before, parts) => {
                let before = match (*before, self.c.types.kind(ty)) {
                    (Content::Zero, _) if self.leaves_bytes_open(ty, &parts) => {
                        let shape = self.ty(ty)?;
                        self.arbitrary("union", shape, span, ir::InputRole::Uninitialized)
                    }
                    (Content::Zero, TypeKind::Record(id)) => self.open_structure(*id, span)?,
                    (before, _) => self.content_value(ty, before, span)?,
                };
                match self.c.types.kind(ty).clone() {
                    TypeKind::Array(element, ArrayLength::Known(_)) => self.array_with(before, parts, element.ty, span),
                    TypeKind::Record(_) => self.record_with(before, parts, ty, span),
                    _ => Err(Refusal::new("an initialiser of this type")),
                }
            }
        }
    }
    /// Initialising a member of a union that lives in a block says nothing about the bytes behind the member
    /// (C17 6.7.9p21 speaks of aggregates, 6.7.9p10 of static objects; compilers differ).
    fn leaves_bytes_open(&self, ty: TypeId, parts: &BTreeMap<u64, Content>) -> bool {
        let TypeKind::Record(id) = *self.c.types.kind(ty) else { return false };
        let record = &self.c.types.records[id];
        let covers = |number: &u64| {
            let field = usize::try_from(*number).ok().and_then(|n| record.fields().get(n));
            field.is_some_and(|f| !f.is_bit_field() && self.size(f.ty.ty) == self.size(ty))
        };
        record.kind == RecordKind::Union && !self.frame.is_constant && !parts.keys().any(covers)
    }
    /// An array with some elements changed.
    fn array_with(
        &mut self,
        before: ExprId,
        parts: BTreeMap<u64, Content>,
        element: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let ty = self.p.type_of(before);
        let mut constant = match &self.p.expr(before).kind {
            ExprKind::Const(Value::Array(array)) => Some(array.clone()),
            _ => None,
        };
        let mut others: Vec<(u64, ExprId)> = Vec::new();
        for (number, part) in parts {
            let value = self.content_value(element, part, span)?;
            match (&mut constant, self.p.expr(value).kind.clone()) {
                (Some(array), ExprKind::Const(value)) => array.set(&BigInt::from(number), value),
                _ => others.push((number, value)),
            }
        }
        let mut array = match constant {
            Some(array) => self.p.constant(Value::Array(array), ty)?,
            None => before,
        };
        if let Some(whole) = self.all_elements(array, &others)? {
            return Ok(whole);
        }
        for (number, value) in others {
            let index = self.number(number);
            array = self.p.add_expr(ExprKind::Update(array, index, value), ty, None)?;
        }
        Ok(array)
    }
    /// A short array all of whose elements are known is written as such.
    fn all_elements(&mut self, array: ExprId, others: &[(u64, ExprId)]) -> Lower<Option<ExprId>> {
        let ty = self.p.type_of(array);
        let (ExprKind::Const(Value::Array(ArrayValue::Dense(items))), ir::TypeKind::Array { element, .. }) =
            (self.p.expr(array).kind.clone(), self.p.types.kind(ty).clone())
        else {
            return Ok(None);
        };
        if others.is_empty() || items.len() > 4 * others.len() + 16 {
            return Ok(None);
        }
        let mut elements = Vec::with_capacity(items.len());
        for item in items {
            elements.push(self.p.constant(item, element)?);
        }
        for (number, value) in others {
            if let Some(slot) = usize::try_from(*number).ok().and_then(|n| elements.get_mut(n)) {
                *slot = *value;
            }
        }
        Ok(Some(self.p.add_expr(ExprKind::ArrayOf(elements), ty, None)?))
    }
    /// A structure or union with some members changed.
    fn record_with(&mut self, before: ExprId, parts: BTreeMap<u64, Content>, ty: TypeId, span: Span) -> Lower<ExprId> {
        let TypeKind::Record(id) = *self.c.types.kind(ty) else { return Err(Refusal::new("an initialiser")) };
        let kind = self.c.types.records[id].kind;
        let shape = self.record(id)?;
        let mut record = before;
        for (number, part) in parts {
            let number = number as usize;
            let field = self.c.types.records[id].fields().get(number).map(|f| f.ty.ty);
            let (Some(slot), Some(field)) = (shape.slots.get(number).copied(), field) else {
                return Err(Refusal::new("an initialiser of this member"));
            };
            match slot {
                Slot::Component(component) => {
                    let value = self.content_value(field, part, span)?;
                    record = self.with_component(record, kind, component, value)?;
                }
                Slot::Bits { component, bits } => {
                    let value = self.content_value(field, part, span)?;
                    let unit = self.component(record, kind, component)?;
                    let unit = match self.constant_bits(unit, bits, value) {
                        Some(constant) => self.p.constant(constant, self.p.type_of(unit))?,
                        None => self.with_bits(unit, bits, value)?,
                    };
                    record = self.with_component(record, kind, component, unit)?;
                }
                Slot::Raw(offset) => {
                    let value = self.content_value(field, part, span)?;
                    record = self.with_bytes(record, offset, value)?;
                }
                Slot::Behind(_) => return Err(Refusal::new("an initialiser of a flexible array member")),
            }
        }
        Ok(record)
    }
    /// A constant record gets a constant component at once, others as an expression.
    fn with_component(&mut self, record: ExprId, kind: RecordKind, component: u32, value: ExprId) -> Lower<ExprId> {
        let ty = self.p.type_of(record);
        if kind == RecordKind::Union {
            if let Some(constant) = self.constant_union(record, component, value) {
                return Ok(self.p.constant(constant, ty)?);
            }
            return Ok(self.p.add_expr(ExprKind::WithMember(record, component, value), ty, None)?);
        }
        match (self.p.expr(record).kind.clone(), self.p.expr(value).kind.clone()) {
            (ExprKind::Const(Value::Record(mut items)), ExprKind::Const(item)) => {
                if let Some(slot) = items.get_mut(component as usize) {
                    *slot = item;
                }
                Ok(self.p.constant(Value::Record(items), ty)?)
            }
            (ExprKind::Const(Value::Record(items)), _) => {
                let types: Vec<ir::TypeId> = match self.p.types.kind(ty) {
                    ir::TypeKind::Record(record) => record.fields.iter().map(|f| f.ty).collect(),
                    _ => Vec::new(),
                };
                let mut parts = Vec::new();
                for (item, ty) in items.into_iter().zip(types) {
                    parts.push(self.p.constant(item, ty)?);
                }
                if let Some(slot) = parts.get_mut(component as usize) {
                    *slot = value;
                }
                Ok(self.p.add_expr(ExprKind::RecordOf(parts), ty, None)?)
            }
            (ExprKind::RecordOf(mut parts), _) => {
                if let Some(slot) = parts.get_mut(component as usize) {
                    *slot = value;
                }
                Ok(self.p.add_expr(ExprKind::RecordOf(parts), ty, None)?)
            }
            _ => Ok(self.p.add_expr(ExprKind::WithField(record, component, value), ty, None)?),
        }
    }
    /// A constant union with a constant stored to a member.
    fn constant_union(&self, union: ExprId, member: u32, value: ExprId) -> Option<Value> {
        let (ExprKind::Const(Value::Union(bytes)), ExprKind::Const(value)) =
            (&self.p.expr(union).kind, &self.p.expr(value).kind)
        else {
            return None;
        };
        let ir::TypeKind::Union(record) = self.p.types.kind(self.p.type_of(union)) else { return None };
        let field = record.fields.get(member as usize)?;
        let layout = ir::Layout::new(&self.p.types, self.p.target);
        let content = layout.encode(value, field.ty).ok()?;
        let mut bytes = bytes.clone();
        let start = usize::try_from(field.offset).ok()?;
        bytes.get_mut(start..start + content.len())?.copy_from_slice(&content);
        Some(Value::Union(bytes))
    }
    /// A large union with constant bytes, and a constant stored to some of them.
    fn with_bytes(&mut self, union: ExprId, offset: u64, value: ExprId) -> Lower<ExprId> {
        let refused = || Refusal::new("an initialiser of a member of a large union that is not constant");
        let (ExprKind::Const(Value::Record(items)), ExprKind::Const(constant)) =
            (self.p.expr(union).kind.clone(), &self.p.expr(value).kind)
        else {
            return Err(refused());
        };
        let layout = ir::Layout::new(&self.p.types, self.p.target);
        let content = layout.encode(constant, self.p.type_of(value)).map_err(|_| refused())?;
        let Ok([Value::Array(mut bytes)]) = <[Value; 1]>::try_from(items) else { return Err(refused()) };
        for (at, byte) in (offset..).zip(content) {
            let ir::Byte::Plain(byte) = byte else { return Err(refused()) };
            bytes.set(&at.into(), Value::Int(ir::Bits::from_u64(8, byte.into())));
        }
        let ty = self.p.type_of(union);
        Ok(self.p.constant(Value::Record(vec![Value::Array(bytes)]), ty)?)
    }
    fn component(&mut self, record: ExprId, kind: RecordKind, component: u32) -> Lower<ExprId> {
        let known = match &self.p.expr(record).kind {
            ExprKind::Const(Value::Record(items)) => items.get(component as usize).cloned(),
            ExprKind::RecordOf(parts) => return Ok(parts[component as usize]),
            _ => None,
        };
        let part = match kind {
            RecordKind::Struct => self.p.field(record, component)?,
            RecordKind::Union => self.p.member(record, component)?,
        };
        match known {
            Some(value) => {
                let ty = self.p.type_of(part);
                Ok(self.p.constant(value, ty)?)
            }
            None => Ok(part),
        }
    }
    /// A constant unit of bit-fields with a constant in one of them.
    fn constant_bits(&self, unit: ExprId, bits: super::types::BitSlice, value: ExprId) -> Option<Value> {
        let number = match &self.p.expr(value).kind {
            ExprKind::Const(Value::Bool(truth)) => num_bigint::BigUint::from(u8::from(*truth)),
            ExprKind::Const(Value::Int(bits)) => bits.unsigned(),
            _ => return None,
        };
        let slice = ir::Bits::new(bits.width, number).unsigned() << bits.shift;
        let ones = ir::Bits::from_i64(bits.width, -1).unsigned() << bits.shift;
        let with = |old: num_bigint::BigUint| (&old | &ones) - &ones + &slice;
        match &self.p.expr(unit).kind {
            ExprKind::Const(Value::Int(old)) => Some(Value::Int(ir::Bits::new(old.width(), with(old.unsigned())))),
            ExprKind::Const(Value::Array(ArrayValue::Dense(bytes))) => {
                let little: Option<Vec<u8>> = bytes.iter().map(|b| Some(b.as_bits()?.small()? as u8)).collect();
                let mut new = with(num_bigint::BigUint::from_bytes_le(&little?)).to_bytes_le();
                new.resize(bytes.len(), 0);
                let byte = |b: u8| Value::Int(ir::Bits::from_u64(8, b.into()));
                Some(Value::Array(ArrayValue::Dense(new.into_iter().map(byte).collect())))
            }
            _ => None,
        }
    }

    // ---- static objects ----

    /// What a static object holds first.
    pub fn first_contents(&mut self, id: VariableId, var: VarId) {
        let Some(initializer) = &self.c.variables[id].initializer else { return };
        let ty = self.c.variables[id].ty.ty;
        self.frame.is_constant = true;
        let value = match self.c.variables[id].flexible_elements {
            0 => self.initial_value(ty, initializer),
            _ => self.flexible_value(var, ty, initializer),
        };
        self.frame.is_constant = false;
        match value {
            Ok(value) if self.p.types.same_shape(self.p.type_of(value), self.p.variables[var].ty) => {
                if self.has_addresses_as_numbers(value) {
                    self.late_contents.push((var, value, self.c.variables[id].span));
                } else {
                    self.p.variables[var].initial = Initial::Value(value);
                }
            }
            Ok(_) => self.refuse_contents(id, var, &Refusal::new("an initialiser of another type")),
            Err(refusal) => self.refuse_contents(id, var, &refusal),
        }
    }
    fn has_addresses_as_numbers(&self, value: ExprId) -> bool {
        let mut work = vec![value];
        while let Some(e) = work.pop() {
            let kind = &self.p.expr(e).kind;
            if matches!(kind, ExprKind::Convert(ir::Convert::PointerToInt | ir::Convert::IntToPointer, _)) {
                return true;
            }
            kind.for_each_child(|child| work.push(child));
        }
        false
    }
    /// A structure with elements of its flexible array member: the items of that member go to an array beside.
    fn flexible_value(&mut self, var: VarId, ty: TypeId, initializer: &Initializer) -> Lower<ExprId> {
        let last = self.c.types.members(ty).map_or(0, |m| m.fields.len().saturating_sub(1));
        let (mut fixed, mut flexible) = (initializer.clone(), initializer.clone());
        let is_flexible =
            |item: &crate::sema::tree::InitItem| item.path.first().is_some_and(|step| *step == PathStep::Field(last));
        fixed.items.retain(|item| !is_flexible(item));
        flexible.items.retain(is_flexible);
        let head = self.initial_value(ty, &fixed)?;
        let whole = self.p.variables[var].ty;
        let ir::TypeKind::Record(record) = self.p.types.kind(whole).clone() else {
            return Err(Refusal::new("this initialiser"));
        };
        let array = record.fields.last().map(|f| f.ty).ok_or_else(|| Refusal::new("this initialiser"))?;
        let mut rest = self.zero_of(array)?;
        for item in &flexible.items {
            rest = match (&item.path[1..], &item.value) {
                ([], InitValue::String(id)) => {
                    let units = self.c.strings[*id].units.clone();
                    self.text_value(&units, array)?
                }
                ([PathStep::Index(n)], InitValue::Expr(e)) => {
                    let (index, value) = (self.number(*n), self.value(e)?);
                    self.p.add_expr(ExprKind::Update(rest, index, value), array, None)?
                }
                ([], InitValue::Zero) => rest,
                _ => return Err(Refusal::new("this initialiser of a flexible array member")),
            };
        }
        let mut parts = Vec::new();
        for number in 0..record.fields.len() as u32 - 1 {
            parts.push(self.component(head, RecordKind::Struct, number)?);
        }
        parts.push(rest);
        Ok(self.p.add_expr(ExprKind::RecordOf(parts), whole, None)?)
    }
    /// The contents are arbitrary, and the program says that this is not supported.
    fn refuse_contents(&mut self, id: VariableId, var: VarId, refusal: &Refusal) {
        let variable = &self.c.variables[id];
        self.p.variables[var].initial = Initial::Arbitrary;
        let what = format!("the initialiser of `{}`: {}", variable.name, refusal.what);
        self.refused_contents.push(Refusal::at(what, variable.span));
    }
}

/// Puts a part of an object where a path leads.
fn place(content: &mut Content, path: &[PathStep], part: &Content) -> Lower<()> {
    match path {
        [] => *content = part.clone(),
        [PathStep::Field(number), rest @ ..] => place(content.part(*number as u64), rest, part)?,
        [PathStep::Index(number), rest @ ..] => place(content.part(*number), rest, part)?,
        [PathStep::Range(first, last), rest @ ..] => {
            if last.saturating_sub(*first) >= LONGEST_RANGE {
                return Err(Refusal::new("a designated range of so many elements"));
            }
            for number in *first..=*last {
                place(content.part(number), rest, part)?;
            }
        }
    }
    Ok(())
}
