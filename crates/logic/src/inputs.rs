//! From a model of the formula to the inputs of an execution.
//!
//! The inputs an execution asks for are those of the log whose condition is true in the model, in the
//! order of the log: the executor meets them in the order in which any single execution does.

use crate::execute::Input;
use crate::machine::Machine;
use crate::symbolic::{ArraySym, ByteSym, Offsets, Sym};
use cairn_ir::{ArrayValue, Bits, Byte, Pointer, TypeId, TypeKind, Value};
use cairn_term::{Assignment, EvalError, Evaluator, TermId};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// The inputs of the execution a model describes.
pub fn inputs_of(machine: &Machine<'_>, inputs: &[Input], model: &Assignment) -> Result<Vec<Value>, EvalError> {
    let mut reader = Reader { machine, values: Evaluator::new(&machine.terms, model) };
    let mut found = Vec::new();
    for input in inputs {
        if reader.values.holds(input.reached)? {
            found.push(reader.input(input)?);
        }
    }
    Ok(found)
}

struct Reader<'a> {
    machine: &'a Machine<'a>,
    values: Evaluator<'a>,
}

impl Reader<'_> {
    fn input(&mut self, input: &Input) -> Result<Value, EvalError> {
        let value = self.value(&input.sym, input.ty)?;
        let (Some(count), Value::Array(array)) = (input.count, &value) else { return Ok(value) };
        // The contents of an allocation: an array of as many elements as there are.
        let count = match self.values.value(count)? {
            cairn_term::Value::BitVec(bits) => bits.to_u64().unwrap_or(u64::MAX),
            _ => u64::MAX,
        };
        Ok(Value::Array(with_length(array, count)))
    }
    fn value(&mut self, sym: &Sym, ty: TypeId) -> Result<Value, EvalError> {
        let types = &self.machine.types;
        Ok(match sym {
            Sym::Scalar(term) => self.scalar(*term, ty)?,
            Sym::Pointer(pointer) => {
                // Inputs point to no object; the offset is one term.
                let Offsets::Same(offset) = &pointer.offset else { unreachable!("inputs point to no object") };
                let offset = match offset.parts.as_slice() {
                    [] => offset.constant,
                    [(term, _), ..] => match self.values.value(*term)? {
                        cairn_term::Value::BitVec(bits) => bits.to_i64().unwrap_or(0),
                        _ => 0,
                    },
                };
                Value::Pointer(Pointer { object: None, offset })
            }
            Sym::Record(items) => {
                let fields = self.machine.field_types(ty);
                let items = items.iter().zip(fields).map(|(item, f)| self.value(item, f));
                Value::Record(items.collect::<Result<_, _>>()?)
            }
            Sym::Union(bytes) => Value::Union(bytes.iter().map(|b| self.byte(b)).collect::<Result<_, _>>()?),
            Sym::Array(ArraySym::Explicit(elements)) => {
                let (_, element, _) = self.machine.shapes().array_parts(ty);
                let items = elements.entries().into_iter().map(|(_, item)| self.value(&item, element));
                Value::Array(ArrayValue::Dense(items.collect::<Result<_, _>>()?))
            }
            Sym::Array(ArraySym::Theory(array)) => {
                let columns = array.columns.iter().map(|column| self.values.value(*column));
                let columns: Vec<cairn_term::Value> = columns.collect::<Result<_, _>>()?;
                debug_assert!(matches!(types.kind(ty), TypeKind::Array { .. }));
                self.value_of_columns(&mut columns.iter(), ty)
            }
        })
    }
    fn byte(&mut self, byte: &ByteSym) -> Result<Byte, EvalError> {
        match byte {
            ByteSym::Plain(term) => match self.values.value(*term)? {
                cairn_term::Value::BitVec(bits) => Ok(Byte::Plain(bits.to_u64().unwrap_or(0) as u8)),
                _ => Ok(Byte::Plain(0)),
            },
            // Inputs hold no bytes of pointers or of floats.
            _ => Ok(Byte::Plain(0)),
        }
    }
    fn scalar(&mut self, term: TermId, ty: TypeId) -> Result<Value, EvalError> {
        let value = self.values.value(term)?;
        if let (Some(nan), cairn_term::Value::Float(format, bits)) = (self.machine.nans.of_inputs.get(&term), &value)
            && *bits == cairn_term::softfloat::nan(*format)
        {
            let cairn_term::Value::BitVec(bits) = self.values.value(*nan)? else { unreachable!("bits of a NaN") };
            return Ok(self.scalar_value(&cairn_term::Value::Float(*format, bits), ty));
        }
        Ok(self.scalar_value(&value, ty))
    }
    fn scalar_value(&self, value: &cairn_term::Value, ty: TypeId) -> Value {
        match (value, self.machine.types.kind(ty)) {
            (cairn_term::Value::Bool(b), _) => Value::Bool(*b),
            (cairn_term::Value::BitVec(bits), _) => Value::Int(Bits::new(bits.width(), bits.to_biguint())),
            (cairn_term::Value::Float(_, bits), TypeKind::Float(format)) => {
                let bits = bits.to_biguint();
                let digits = bits.to_u64_digits();
                let low = u128::from(digits.first().copied().unwrap_or(0));
                let high = u128::from(digits.get(1).copied().unwrap_or(0));
                Value::Float(*format, low | high << 64)
            }
            (cairn_term::Value::Int(n), _) => Value::MathInt(n.clone()),
            (cairn_term::Value::Real(r), _) => Value::Real(r.clone()),
            _ => Value::Bool(false),
        }
    }
    /// A value from the columns that represent it in an array.
    fn value_of_columns(&self, columns: &mut std::slice::Iter<'_, cairn_term::Value>, ty: TypeId) -> Value {
        match self.machine.types.kind(ty) {
            TypeKind::Record(record) => {
                Value::Record(record.fields.iter().map(|f| self.value_of_columns(columns, f.ty)).collect())
            }
            TypeKind::Union(union) => {
                let byte = |_| match columns.next() {
                    Some(cairn_term::Value::BitVec(bits)) => Byte::Plain(bits.to_u64().unwrap_or(0) as u8),
                    _ => Byte::Plain(0),
                };
                Value::Union((0..union.size).map(byte).collect())
            }
            TypeKind::Array { element, length, .. } => {
                let count = self.columns_of(*element);
                let arrays: Vec<&cairn_term::Value> = columns.take(count).collect();
                Value::Array(self.array(&arrays, *element, *length))
            }
            TypeKind::Pointer => {
                columns.next();
                Value::Pointer(Pointer::NULL)
            }
            _ => columns.next().map_or(Value::Bool(false), |value| self.scalar_value(value, ty)),
        }
    }
    fn columns_of(&self, ty: TypeId) -> usize {
        match self.machine.types.kind(ty) {
            TypeKind::Record(record) => record.fields.iter().map(|f| self.columns_of(f.ty)).sum(),
            TypeKind::Union(union) => union.size as usize,
            TypeKind::Array { element, .. } => self.columns_of(*element),
            _ => 1,
        }
    }
    fn array(&self, columns: &[&cairn_term::Value], element: TypeId, length: Option<u64>) -> ArrayValue {
        let arrays: Vec<&cairn_term::ArrayValue> = columns.iter().filter_map(|c| c.as_array()).collect();
        let element_at = |select: &dyn Fn(&cairn_term::ArrayValue) -> cairn_term::Value| {
            let items: Vec<cairn_term::Value> = arrays.iter().map(|a| select(a)).collect();
            self.value_of_columns(&mut items.iter(), element)
        };
        let default = element_at(&|a| a.default.clone());
        let mut entries = BTreeMap::new();
        for array in &arrays {
            for (index, _) in array.entries.iter() {
                let key = match index {
                    cairn_term::Value::BitVec(bits) => BigInt::from(bits.to_biguint()),
                    cairn_term::Value::Int(n) => n.clone(),
                    _ => continue,
                };
                let item = element_at(&|a| a.select(index).clone());
                if item != default {
                    entries.insert(key, item);
                }
            }
        }
        let sparse = ArrayValue::Sparse { default: Box::new(default), entries };
        match length {
            Some(length) => with_length(&sparse, length),
            None => sparse,
        }
    }
}

/// The form a value of an array with this length has: elements outside it are forgotten.
fn with_length(array: &ArrayValue, length: u64) -> ArrayValue {
    let limit = BigInt::from(length);
    match array {
        ArrayValue::Sparse { default, entries } => {
            let mut result = ArrayValue::filled(Some(length), (**default).clone());
            for (index, value) in entries.iter().filter(|(i, _)| **i < limit) {
                result.set(index, value.clone());
            }
            result
        }
        // The object may have room for more.
        ArrayValue::Dense(items) => {
            let length = usize::try_from(length).unwrap_or(usize::MAX).min(items.len());
            ArrayValue::Dense(items[..length].to_vec())
        }
    }
}
