//! Constants: literals, aggregates, addresses, constant expressions.

use super::types::float_format;
use super::{Lowered, Lowering, Refusal, Symbol, refuse};
use crate::syntax::module::{BinaryOp, CastOp, FloatKind, InstructionKind, Operand, Ty, TypeKind, Value};
use cairn_ir::{
    ArrayValue, Binary, Bits, Convert, ExprId, ExprKind, FloatFormat, Place, Pointer, Sign, TypeId, TypeKind as Shape,
    Value as Constant,
};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Aggregates nest at most this deep.
const MAX_DEPTH: u32 = 100;

impl<'a> Lowering<'_, 'a> {
    /// A constant as an expression. Undefined parts are zero: initial values have none that matter, and other
    /// uses ask for an arbitrary value before they come here.
    pub(super) fn constant(&mut self, unit: usize, ty: Ty, value: &Value<'a>) -> Lowered<ExprId> {
        let id = self.ty(unit, ty)?;
        if let Some(constant) = self.plain_constant(unit, ty, id, value, 0) {
            return Ok(self.program.constant(constant?, id)?);
        }
        match value {
            Value::Global(name) => self.address(unit, name),
            Value::Aggregate(items) => {
                let parts =
                    items.iter().map(|item| self.constant(unit, item.ty, &item.value)).collect::<Lowered<Vec<_>>>()?;
                self.aggregate_of(id, parts)
            }
            Value::Splat(item) => {
                let item = self.constant(unit, item.ty, &item.value)?;
                Ok(self.program.add_expr(ExprKind::ArrayFill(item), id, None)?)
            }
            Value::Expression(kind) => self.constant_expression(unit, kind, id),
            Value::BlockAddress(function, block) => {
                let number = self.block_address(unit, function, block);
                let pointer = Constant::Pointer(Pointer { object: None, offset: number });
                Ok(self.program.constant(pointer, id)?)
            }
            Value::Local(name) => refuse(format!("%{name} is not a constant")),
            Value::Assembly { .. } => refuse("inline assembly is not supported"),
            Value::Other(word) => refuse(format!("`{word}` is not supported")),
            other => refuse(format!("this constant is not supported: {other:?}")),
        }
    }

    /// A constant without addresses; none if it has some.
    fn plain_constant(
        &mut self,
        unit: usize,
        ty: Ty,
        id: TypeId,
        value: &Value<'a>,
        depth: u32,
    ) -> Option<Lowered<Constant>> {
        if depth > MAX_DEPTH {
            return Some(refuse("a constant nested this deep is not supported"));
        }
        match value {
            Value::Int(number) => Some(match self.program.types.kind(id) {
                Shape::Int(width) => Ok(Constant::Int(Bits::from_signed(*width, number))),
                Shape::Bool => Ok(Constant::Bool(number.bit(0))),
                _ => refuse("a number where no integer is expected"),
            }),
            Value::Bool(truth) => Some(match self.program.types.kind(id) {
                Shape::Bool => Ok(Constant::Bool(*truth)),
                _ => refuse("a truth value where none is expected"),
            }),
            Value::Float(text) => Some(self.float_constant(unit, ty, text)),
            Value::Null | Value::Zero | Value::Undef | Value::Poison => Some(self.zero(id)),
            Value::Text(text) => Some(self.text_constant(id, text)),
            Value::Aggregate(items) => self.plain_aggregate(unit, id, items, depth),
            Value::Splat(item) => {
                let element = self.ty(unit, item.ty).ok()?;
                let Shape::Array { length: Some(length), .. } = *self.program.types.kind(id) else { return None };
                let value = match self.plain_constant(unit, item.ty, element, &item.value, depth + 1)? {
                    Ok(value) => value,
                    Err(refusal) => return Some(Err(refusal)),
                };
                Some(Ok(Constant::Array(array_of(vec![value; length as usize], length))))
            }
            _ => None,
        }
    }
    fn plain_aggregate(
        &mut self,
        unit: usize,
        id: TypeId,
        items: &[Operand<'a>],
        depth: u32,
    ) -> Option<Lowered<Constant>> {
        let mut parts = Vec::with_capacity(items.len());
        for item in items {
            let part = match self.ty(unit, item.ty) {
                Ok(part) => part,
                Err(refusal) => return Some(Err(refusal)),
            };
            match self.plain_constant(unit, item.ty, part, &item.value, depth + 1)? {
                Ok(value) => parts.push(value),
                Err(refusal) => return Some(Err(refusal)),
            }
        }
        Some(match *self.program.types.kind(id) {
            Shape::Record(ref record) => {
                let padding: Lowered<Vec<Constant>> =
                    record.fields.iter().skip(parts.len()).map(|field| self.zero(field.ty)).collect();
                padding.map(|padding| Constant::Record(parts.into_iter().chain(padding).collect()))
            }
            Shape::Array { length: Some(length), .. } if length == parts.len() as u64 => {
                Ok(Constant::Array(array_of(parts, length)))
            }
            _ => refuse("an aggregate of the wrong length"),
        })
    }

    /// An array of these elements, or a record of these components. Its padding is zero: in initial values it is, and
    /// a store makes it arbitrary.
    pub(super) fn aggregate_of(&mut self, id: TypeId, mut parts: Vec<ExprId>) -> Lowered<ExprId> {
        let padding: Vec<TypeId> = match self.program.types.kind(id) {
            Shape::Record(record) => record.fields.iter().skip(parts.len()).map(|field| field.ty).collect(),
            _ => return Ok(self.program.add_expr(ExprKind::ArrayOf(parts), id, None)?),
        };
        for ty in padding {
            let zero = self.zero(ty)?;
            parts.push(self.program.constant(zero, ty)?);
        }
        Ok(self.program.add_expr(ExprKind::RecordOf(parts), id, None)?)
    }

    /// The zero value of a type.
    pub(super) fn zero(&self, id: TypeId) -> Lowered<Constant> {
        Ok(match self.program.types.kind(id) {
            Shape::Bool => Constant::Bool(false),
            Shape::Int(width) => Constant::Int(Bits::from_u64(*width, 0)),
            Shape::Float(format) => Constant::Float(*format, 0),
            Shape::Pointer => Constant::Pointer(Pointer::NULL),
            Shape::Array { element, length: Some(length), .. } => {
                let element = self.zero(*element)?;
                if *length > ArrayValue::DENSE_LIMIT {
                    Constant::Array(ArrayValue::Sparse { default: Box::new(element), entries: BTreeMap::new() })
                } else {
                    Constant::Array(ArrayValue::Dense(vec![element; *length as usize]))
                }
            }
            Shape::Record(record) => {
                Constant::Record(record.fields.iter().map(|f| self.zero(f.ty)).collect::<Lowered<Vec<_>>>()?)
            }
            _ => return refuse("a zero of this type is not supported"),
        })
    }

    fn text_constant(&self, id: TypeId, text: &str) -> Lowered<Constant> {
        let bytes = unescape(text);
        match *self.program.types.kind(id) {
            Shape::Array { length: Some(length), .. } if length == bytes.len() as u64 => {
                let items = bytes.iter().map(|b| Constant::Int(Bits::from_u64(8, u64::from(*b)))).collect();
                Ok(Constant::Array(array_of(items, length)))
            }
            _ => refuse("a text of the wrong length"),
        }
    }

    /// Decimal literals are exact in LLVM's output; hexadecimal ones give the bits, of a `double` unless a letter
    /// says otherwise.
    fn float_constant(&self, unit: usize, ty: Ty, text: &str) -> Lowered<Constant> {
        let TypeKind::Float(kind) = *self.kind(unit, ty) else {
            return refuse("a floating-point number where none is expected");
        };
        let bad = || Refusal(format!("`{text}` is no floating-point number that is supported"));
        let format = float_format(kind).ok_or_else(bad)?;
        let Some(hexadecimal) = text.strip_prefix("0x") else {
            return decimal_float(kind, format, text).ok_or_else(bad);
        };
        let (letter, digits) = match hexadecimal.as_bytes().first() {
            Some(letter @ (b'K' | b'L' | b'M' | b'H' | b'R')) => (*letter, &hexadecimal[1..]),
            _ => (b' ', hexadecimal),
        };
        let bits = u128::from_str_radix(digits, 16).map_err(|_| bad())?;
        match (letter, kind) {
            (b' ', FloatKind::Double) => Ok(Constant::Float(format, bits)),
            (b' ', FloatKind::Float) => Ok(Constant::Float(format, single_of_double(bits as u64))),
            (b'H', FloatKind::Half) | (b'R', FloatKind::BFloat) => Ok(Constant::Float(format, bits)),
            // Sign and exponent, then the significand with its explicit leading bit, which the encoding here leaves out.
            (b'K', FloatKind::X86Fp80) => Ok(Constant::Float(format, ((bits >> 64) << 63) | (bits & ((1 << 63) - 1)))),
            // The low half is written first.
            (b'L', FloatKind::Fp128) => Ok(Constant::Float(format, bits.rotate_left(64))),
            _ => Err(bad()),
        }
    }

    /// What the distances in a constant table lead to from its start.
    pub(super) fn relative_table(&self, unit: usize, table: &Value<'a>) -> Option<Vec<Operand<'a>>> {
        let mut table = table;
        while let Value::Expression(kind) = table {
            let InstructionKind::Cast { operand, .. } = &**kind else { return None };
            table = &operand.value;
        }
        let Value::Global(name) = table else { return None };
        let Some(Symbol::Variable(u, i)) = self.symbol(unit, name) else { return None };
        let variable = self.variable((u, i));
        let Some(Value::Aggregate(items)) = variable.initial.as_ref().filter(|_| variable.constant && u == unit) else {
            return None;
        };
        items.iter().map(|item| distance_target(&item.value)).collect()
    }

    /// The address of a symbol.
    pub(super) fn address(&mut self, unit: usize, name: &str) -> Lowered<ExprId> {
        match self.symbol(unit, name) {
            Some(symbol) if self.may_be_missing(symbol) => {
                refuse(format!("@{name} may be defined nowhere, and its address be null"))
            }
            Some(Symbol::Variable(u, i)) if self.is_of_unknown_size((u, i)) => {
                refuse(format!("@{name} is defined elsewhere, and its size is not known"))
            }
            Some(Symbol::Variable(u, i)) => match self.variables.get(&(u, i)) {
                _ if self.unusable.contains_key(&(u, i)) => refuse(self.unusable[&(u, i)].clone()),
                Some(&variable) => Ok(self.program.address_of(Place::var(variable))?),
                None => refuse(format!("@{name} is not declared")),
            },
            Some(Symbol::Function(u, i)) => match self.procedures.get(&(u, i)) {
                Some(&procedure) => {
                    let ty = self.program.types.pointer();
                    Ok(self.program.add_expr(ExprKind::ProcedureAddress(procedure), ty, None)?)
                }
                None => refuse(format!("the address of @{name} is not supported")),
            },
            None => self.address_of_alias(unit, name),
        }
    }
    /// An alias of a part of a variable.
    fn address_of_alias(&mut self, unit: usize, name: &str) -> Lowered<ExprId> {
        let target = match self.alias(unit, name) {
            Some(alias) if alias.resolver => return refuse(resolved(name)),
            Some(_) if self.is_circular(unit, name) => return refuse(format!("@{name} is an alias of itself")),
            Some(alias) => alias.target.clone(),
            None => return refuse(format!("@{name} is not defined")),
        };
        let pointer = self.program.types.pointer();
        match &target {
            Value::Expression(kind) => self.constant_expression(unit, kind, pointer),
            _ => refuse(format!("@{name} is an alias of something that is not supported")),
        }
    }

    /// Block addresses are numbers that point to nothing, different for different blocks.
    pub(super) fn block_address(&mut self, unit: usize, function: &'a str, block: &'a str) -> i64 {
        let next = 0x1000 + 16 * self.block_addresses.len() as i64;
        *self.block_addresses.entry((unit, function, block)).or_insert(next)
    }

    fn constant_expression(&mut self, unit: usize, kind: &InstructionKind<'a>, id: TypeId) -> Lowered<ExprId> {
        match kind {
            InstructionKind::Cast { op, operand, .. } => {
                if let (CastOp::IntToPtr, Some(number)) = (op, low_address(&operand.value)) {
                    let pointer = Constant::Pointer(Pointer { object: None, offset: number });
                    return Ok(self.program.constant(pointer, id)?);
                }
                let value = self.constant(unit, operand.ty, &operand.value)?;
                match op {
                    CastOp::BitCast if self.program.types.same_shape(self.program.type_of(value), id) => Ok(value),
                    CastOp::PtrToInt => self.pointer_to_int(value, id),
                    CastOp::IntToPtr => self.int_to_pointer(value),
                    CastOp::Trunc => Ok(self.program.convert(Convert::Truncate, value, id)?),
                    CastOp::ZExt => Ok(self.program.convert(Convert::ZeroExtend, value, id)?),
                    CastOp::SExt => Ok(self.program.convert(Convert::SignExtend, value, id)?),
                    _ => refuse("this conversion of a constant is not supported"),
                }
            }
            InstructionKind::GetElementPointer { source, base, indices, .. } => {
                let pointer = self.constant(unit, base.ty, &base.value)?;
                let mut operands = Vec::new();
                for index in indices {
                    operands.push((
                        index.ty,
                        self.constant(unit, index.ty, &index.value)?,
                        constant_index(&index.value),
                    ));
                }
                self.element_pointer(unit, *source, pointer, &operands)
            }
            InstructionKind::Binary { op, left, right, ty, .. } => {
                let a = self.constant(unit, *ty, left)?;
                let b = self.constant(unit, *ty, right)?;
                // What is undefined for some operands is not folded here.
                let amount = constant_index(right).filter(|_| !matches!(self.kind(unit, *ty), TypeKind::Vector(..)));
                let is_shift = matches!(*self.kind(unit, *ty), TypeKind::Int(width)
                    if amount.is_some_and(|amount| (0..i64::from(width)).contains(&amount)));
                let op = match op {
                    BinaryOp::UDiv if amount.is_some_and(|n| n != 0) => Binary::Divide(Sign::Unsigned),
                    BinaryOp::URem if amount.is_some_and(|n| n != 0) => Binary::Remainder(Sign::Unsigned),
                    BinaryOp::LShr if is_shift => Binary::ShiftRight(Sign::Unsigned),
                    BinaryOp::AShr if is_shift => Binary::ShiftRight(Sign::Signed),
                    BinaryOp::Add => Binary::Add,
                    BinaryOp::Sub => Binary::Subtract,
                    BinaryOp::Mul => Binary::Multiply,
                    BinaryOp::Xor => Binary::BitXor,
                    BinaryOp::And => Binary::BitAnd,
                    BinaryOp::Or => Binary::BitOr,
                    BinaryOp::Shl => Binary::ShiftLeft,
                    _ => return refuse("this constant expression is not supported"),
                };
                Ok(self.program.binary(op, a, b)?)
            }
            _ => refuse("this constant expression is not supported"),
        }
    }

    /// An address as a number of the width asked for.
    pub(super) fn pointer_to_int(&mut self, pointer: ExprId, to: TypeId) -> Lowered<ExprId> {
        let wide = self.program.types.unsigned(64);
        let number = self.program.convert(Convert::PointerToInt, pointer, wide)?;
        self.resize(number, to)
    }
    pub(super) fn int_to_pointer(&mut self, number: ExprId) -> Lowered<ExprId> {
        let wide = self.program.types.unsigned(64);
        let number = self.resize(number, wide)?;
        let pointer = self.program.types.pointer();
        Ok(self.program.convert(Convert::IntToPointer, number, pointer)?)
    }
    /// Truncates or extends with zeros.
    pub(super) fn resize(&mut self, number: ExprId, to: TypeId) -> Lowered<ExprId> {
        let from = self.program.types.int_width(self.program.type_of(number));
        let (Some(from), Some(wanted)) = (from, self.program.types.int_width(to)) else {
            return refuse("an integer is expected");
        };
        let op = match from.cmp(&wanted) {
            std::cmp::Ordering::Less => Convert::ZeroExtend,
            std::cmp::Ordering::Greater => Convert::Truncate,
            std::cmp::Ordering::Equal => Convert::Retype,
        };
        Ok(self.program.convert(op, number, to)?)
    }
}

pub(super) fn resolved(name: &str) -> String {
    format!("@{name} is chosen when the program starts (`ifunc`), which is not supported")
}

/// `trunc (sub (ptrtoint target, ptrtoint table))`: the target.
fn distance_target<'a>(value: &Value<'a>) -> Option<Operand<'a>> {
    let Value::Expression(kind) = value else { return None };
    match &**kind {
        InstructionKind::Cast { op: CastOp::Trunc, operand, .. } => distance_target(&operand.value),
        InstructionKind::Binary { op: crate::syntax::module::BinaryOp::Sub, left, .. } => distance_target(left),
        InstructionKind::Cast { op: CastOp::PtrToInt, operand, .. } => Some(operand.clone()),
        _ => None,
    }
}
/// A number that as an address leads to no object: where languages let references to nothing point.
pub(super) fn low_address(value: &Value<'_>) -> Option<i64> {
    constant_index(value).filter(|number| (1..4096).contains(number))
}
/// Whether numbers become addresses that may lead somewhere.
pub(super) fn makes_addresses(text: &str) -> bool {
    text.match_indices("inttoptr").any(|(at, word)| {
        let number = text.get(at + word.len()..).and_then(|rest| rest.strip_prefix(" (i64 "));
        let number = number.and_then(|rest| rest.split_once(" to ")).and_then(|(number, _)| number.parse::<i64>().ok());
        !number.is_some_and(|number| (0..4096).contains(&number))
    })
}

/// The number of a constant index.
pub(super) fn constant_index(value: &Value<'_>) -> Option<i64> {
    match value {
        Value::Int(number) => i64::try_from(number).ok(),
        Value::Zero => Some(0),
        Value::Bool(truth) => Some(i64::from(*truth)),
        _ => None,
    }
}
/// Of an element of a constant vector.
pub(super) fn constant_element(value: &Value<'_>, n: u64) -> Option<i64> {
    match value {
        Value::Aggregate(items) => constant_index(&items.get(usize::try_from(n).ok()?)?.value),
        Value::Splat(item) => constant_index(&item.value),
        Value::Zero => Some(0),
        _ => None,
    }
}

pub(super) fn array_of(items: Vec<Constant>, length: u64) -> ArrayValue {
    if length <= ArrayValue::DENSE_LIMIT {
        return ArrayValue::Dense(items);
    }
    let default = items.first().cloned().unwrap_or(Constant::Bool(false));
    let differs = items.into_iter().enumerate().filter(|(_, item)| *item != default);
    let entries = differs.map(|(n, item)| (BigInt::from(n), item)).collect();
    ArrayValue::Sparse { default: Box::new(default), entries }
}

/// Bytes of `c"…"`: `\5C` is a byte in hexadecimal, `\\` a backslash.
pub(super) fn unescape(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut result = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'\\' {
            let digits = text.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            if let Some(byte) = digits {
                result.push(byte);
                at += 3;
                continue;
            }
            if bytes.get(at + 1) == Some(&b'\\') {
                at += 1;
            }
        }
        result.push(bytes[at]);
        at += 1;
    }
    result
}

/// A decimal literal; LLVM writes one only where it is exact.
fn decimal_float(kind: FloatKind, format: FloatFormat, text: &str) -> Option<Constant> {
    let number: f64 = text.parse().ok()?;
    match kind {
        FloatKind::Double => Some(Constant::Float(format, u128::from(number.to_bits()))),
        FloatKind::Float => Some(Constant::Float(format, u128::from((number as f32).to_bits()))),
        _ if number == 0.0 => {
            Some(Constant::Float(format, u128::from(number.is_sign_negative()) << (format.width() - 1)))
        }
        _ => None,
    }
}

/// The single with the value of a double, by its bits: LLVM writes singles that way. (Not by a cast, which would
/// quieten signalling NaNs.)
fn single_of_double(bits: u64) -> u128 {
    let value = f64::from_bits(bits);
    if value.is_nan() {
        let sign = (bits >> 63) as u32;
        let fraction = ((bits >> 29) & 0x7f_ffff) as u32;
        return u128::from((sign << 31) | 0x7f80_0000 | fraction);
    }
    u128::from((value as f32).to_bits())
}
