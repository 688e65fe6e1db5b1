//! Inputs: what an execution asks its surroundings for, and which answers are accepted.

use super::memory::ObjectKind;
use super::trace::ResolvedPlace;
use super::{Execution, Outcome};
use crate::layout::{Layout, float_value};
use crate::program::{AllocationKind, ProcId, Program, VarId};
use crate::role::InputRole;
use crate::types::{TypeId, TypeKind};
use crate::value::{ArrayValue, Byte, ObjectId, Value};
use cairn_base::Span;
use num_bigint::{BigInt, BigUint};

/// What an input is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputKind {
    /// The value of a global before the first statement.
    Global(VarId),
    /// A parameter of the entry.
    Parameter(VarId),
    Havoc(ResolvedPlace),
    /// The contents of the allocation with this number (from 1).
    Allocation {
        number: u32,
        kind: AllocationKind,
    },
    /// What a procedure without body returns.
    Result {
        procedure: ProcId,
        variable: VarId,
    },
    /// The base address of an object that is exposed.
    BaseAddress(ObjectId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputRequest {
    /// Type of the value; with `count`, of the elements of the array that is asked for.
    pub ty: TypeId,
    pub count: Option<u64>,
    pub kind: InputKind,
    /// What it stands for, where the program says it.
    pub role: Option<InputRole>,
    pub span: Option<Span>,
}

/// Who answers. None: there is nothing more.
pub trait Inputs {
    fn next(&mut self, request: &InputRequest) -> Option<Value>;
}

/// Values given beforehand, in the order documented on [`Counterexample`](crate::Counterexample).
#[derive(Clone, Debug, Default)]
pub struct GivenInputs {
    values: std::vec::IntoIter<Value>,
}

impl GivenInputs {
    pub fn new(values: Vec<Value>) -> Self {
        Self { values: values.into_iter() }
    }
    /// How many were not asked for.
    pub fn left(&self) -> usize {
        self.values.len()
    }
}

impl Inputs for GivenInputs {
    fn next(&mut self, _: &InputRequest) -> Option<Value> {
        self.values.next()
    }
}

/// An input as it was used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedInput {
    pub request: InputRequest,
    pub value: Value,
}

impl UsedInput {
    /// What people call it: the variable, the place, `result of f`, `allocation 1`, `address of x`.
    pub fn name(&self, program: &Program, execution: &Execution) -> String {
        let variable = |var: VarId| program.variables.get(var).map_or("?".to_string(), |v| v.name.to_string());
        match &self.request.kind {
            InputKind::Global(var) | InputKind::Parameter(var) => variable(*var),
            InputKind::Havoc(place) => match &self.request.role {
                // The variable in which it returns has a name of a front end only.
                Some(InputRole::Result(function)) if place.is_result_of(program, function) => format!("{function}()"),
                _ => place.name(program, execution),
            },
            InputKind::Allocation { number, .. } => format!("allocation {number}"),
            InputKind::Result { procedure, .. } => {
                format!("result of {}", program.procedures.get(*procedure).map_or("?", |p| &p.name))
            }
            InputKind::BaseAddress(object) => format!("address of {}", execution.object_name(program, *object)),
        }
    }
}

/// Asks, checks and remembers.
pub(super) struct Feeder<'i> {
    inputs: &'i mut dyn Inputs,
    pub used: Vec<UsedInput>,
}

impl<'i> Feeder<'i> {
    pub fn new(inputs: &'i mut dyn Inputs) -> Self {
        Self { inputs, used: Vec::new() }
    }
    pub fn ask(&mut self, layout: &Layout, request: InputRequest) -> Result<Value, Outcome> {
        let value = self.inputs.next(&request).ok_or(Outcome::OutOfInputs)?;
        let admitted = match request.count {
            None => admit(layout, value, request.ty),
            Some(count) => admit_array(layout, value, request.ty, Some(count)),
        };
        let number = self.used.len() + 1;
        let value = admitted.map_err(|why| Outcome::BadInput(format!("input {number}: {why}")))?;
        self.used.push(UsedInput { request, value: value.clone() });
        Ok(value)
    }
}

/// Accepts a value of a type, in canonical form. Pointers in it point to no object.
pub fn admit(layout: &Layout, value: Value, ty: TypeId) -> Result<Value, String> {
    let kind = layout.kind(ty).ok_or("unusable type")?;
    match (value, kind) {
        (Value::Int(bits), TypeKind::Int(width)) if bits.width() != *width => {
            Err(format!("{} bits given, {width} expected", bits.width()))
        }
        (Value::Float(format, encoding), TypeKind::Float(wanted)) if format == *wanted => {
            Ok(Value::Float(format, float_value(format, encoding)))
        }
        (Value::Pointer(pointer), TypeKind::Pointer) if pointer.object.is_some() => {
            Err("an arbitrary pointer points to no object".into())
        }
        (Value::Record(items), TypeKind::Record(record)) if items.len() == record.fields.len() => {
            let pairs = items.into_iter().zip(&record.fields);
            Ok(Value::Record(pairs.map(|(item, f)| admit(layout, item, f.ty)).collect::<Result<_, _>>()?))
        }
        (Value::Union(bytes), TypeKind::Union(union)) => {
            let strays = |b: &Byte| matches!(b, Byte::PartOf { pointer, .. } if pointer.object.is_some());
            if bytes.len() as u64 != union.size || bytes.iter().any(strays) {
                return Err("a union of the wrong size, or with pointers to objects".into());
            }
            Ok(Value::Union(bytes))
        }
        (value @ Value::Array(_), TypeKind::Array { element, length, .. }) => {
            admit_array(layout, value, *element, *length)
        }
        (value, kind) if same_scalar(&value, kind) => Ok(value),
        _ => Err(format!("not a value of type {}", crate::typing::type_name(layout.types(), ty))),
    }
}

fn same_scalar(value: &Value, kind: &TypeKind) -> bool {
    matches!(
        (value, kind),
        (Value::Bool(_), TypeKind::Bool)
            | (Value::Int(_), TypeKind::Int(_))
            | (Value::Pointer(_), TypeKind::Pointer)
            | (Value::MathInt(_), TypeKind::MathInt)
            | (Value::Real(_), TypeKind::Real)
    )
}

fn admit_array(layout: &Layout, value: Value, element: TypeId, length: Option<u64>) -> Result<Value, String> {
    let dense = length.filter(|n| *n <= ArrayValue::DENSE_LIMIT);
    match (value, dense) {
        (Value::Array(ArrayValue::Dense(items)), Some(n)) if items.len() as u64 == n => {
            let items = items.into_iter().map(|item| admit(layout, item, element)).collect::<Result<_, _>>()?;
            Ok(Value::Array(ArrayValue::Dense(items)))
        }
        (Value::Array(ArrayValue::Sparse { default, entries }), None) => {
            let mut array = ArrayValue::filled(None, admit(layout, *default, element)?);
            let inside = |index: &BigInt| match length {
                Some(n) => BigUint::try_from(index).is_ok_and(|i| i < n.into()),
                None => true,
            };
            for (index, item) in entries.into_iter().filter(|(index, _)| inside(index)) {
                array.set(&index, admit(layout, item, element)?);
            }
            Ok(Value::Array(array))
        }
        _ => Err(match length {
            Some(n) => format!("an array of {n} elements is needed"),
            None => "an array with a default is needed".into(),
        }),
    }
}

/// What an object stands for, for messages.
pub(super) fn object_words(program: &Program, kind: ObjectKind, id: ObjectId) -> String {
    match kind {
        ObjectKind::Procedure(p) => program.procedures.get(p).map_or("?".into(), |p| p.name.to_string()),
        ObjectKind::Variable { variable, .. } => {
            program.variables.get(variable).map_or("?".into(), |v| v.name.to_string())
        }
        ObjectKind::Heap | ObjectKind::Stack => format!("{id:?}"),
    }
}
