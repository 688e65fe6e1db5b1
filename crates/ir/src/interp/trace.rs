//! What happened in an execution, step by step, with what each step read and wrote.
//!
//! Recording is optional and bounded: when there are too many steps, or their values are too large
//! together, the oldest are dropped (the failure is at the end). Values are kept with their types and
//! places with their indices, for whoever displays them.

use super::Execution;
use super::inputs::InputKind;
use super::memory::ObjectKind;
use crate::check::PropertyId;
use crate::layout::Layout;
use crate::program::{BlockId, ProcId, Program, VarId};
use crate::types::{TypeId, TypeKind};
use crate::value::{ArrayValue, ObjectId, Value};
use cairn_base::Span;
use num_bigint::BigInt;
use std::collections::VecDeque;
use std::sync::Arc;

/// One step into a variable: an index or the position of a component.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PlaceStep {
    Index(BigInt),
    Field(u32),
    Member(u32),
}

/// A place as one execution found it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResolvedPlace {
    /// A variable that is not in memory; activation 0 is that of globals.
    Variable { variable: VarId, activation: u32, path: Vec<PlaceStep> },
    /// Bytes of an object.
    Memory { object: ObjectId, offset: i64, ty: TypeId },
    /// Through a pointer to nothing, or outside an array: what is assigned there is lost.
    Nowhere,
}

impl ResolvedPlace {
    /// Whether it only holds what a function without body gives, and has no name in the source.
    pub fn is_result_of(&self, program: &Program, function: &str) -> bool {
        let ResolvedPlace::Variable { variable, .. } = self else { return false };
        let Some(entry) = program.variables.get(*variable) else { return false };
        let owner = entry.procedure.and_then(|owner| program.procedures.get(owner));
        entry.temporary || owner.is_some_and(|owner| &*owner.name == function)
    }
    /// As the source would write it: `a[2].f`, also for what a pointer points to if that is a variable.
    pub fn name(&self, program: &Program, execution: &Execution) -> String {
        match self {
            ResolvedPlace::Variable { variable, path, .. } => {
                let Some(entry) = program.variables.get(*variable) else { return "?".into() };
                format!("{}{}", entry.name, path_words(program, entry.ty, path))
            }
            ResolvedPlace::Memory { object, offset, ty } => memory_words(program, execution, *object, *offset, *ty),
            ResolvedPlace::Nowhere => "nowhere".into(),
        }
    }
}

fn path_words(program: &Program, mut ty: TypeId, path: &[PlaceStep]) -> String {
    let mut words = String::new();
    for step in path {
        match (step, program.types.kind(ty)) {
            (PlaceStep::Index(index), TypeKind::Array { element, .. }) => {
                // Arrays that are written from another index on.
                let first = match &program.types.get(ty).display.style {
                    crate::types::Style::FirstIndex(first) => first.clone(),
                    _ => BigInt::ZERO,
                };
                let index = index + first;
                words.push_str(&match program.language {
                    crate::program::Language::Ada => format!(" ({index})"),
                    _ => format!("[{index}]"),
                });
                ty = *element;
            }
            (PlaceStep::Field(n), TypeKind::Record(r)) | (PlaceStep::Member(n), TypeKind::Union(r)) => {
                let Some(field) = r.fields.get(*n as usize) else { break };
                words.push_str(&format!(".{}", field.name));
                ty = field.ty;
            }
            _ => break,
        }
    }
    words
}

fn memory_words(program: &Program, execution: &Execution, object: ObjectId, offset: i64, ty: TypeId) -> String {
    let name = execution.object_name(program, object);
    let info = execution.objects.get(object.0 as usize);
    let Some((of, start)) = info.and_then(|info| info.ty).zip(u64::try_from(offset).ok()) else {
        return format!("{name}+{offset}");
    };
    let layout = Layout::new(&program.types, program.target);
    let size = layout.size(of).unwrap_or(0).max(1);
    let is_variable = info.is_some_and(|info| matches!(info.kind, ObjectKind::Variable { .. }));
    let (index, within) = if is_variable { (None, start) } else { (Some(start / size), start % size) };
    let index = index.map_or(String::new(), |index| format!("[{index}]"));
    match path_to(&layout, of, within, ty) {
        Some(path) => format!("{name}{index}{}", path_words(program, of, &path)),
        None => format!("{name}{index}+{within}"),
    }
}

/// The path to the component of a type of that shape at an offset, if there is one.
pub fn path_to(layout: &Layout, mut of: TypeId, mut offset: u64, wanted: TypeId) -> Option<Vec<PlaceStep>> {
    let mut path = Vec::new();
    loop {
        if offset == 0 && layout.types().same_shape(of, wanted) {
            return Some(path);
        }
        match layout.kind(of)? {
            TypeKind::Array { element, length, .. } => {
                let size = layout.size(*element).filter(|size| *size > 0)?;
                let index = offset / size;
                if length.is_none_or(|n| index >= n) {
                    return None;
                }
                path.push(PlaceStep::Index(index.into()));
                (of, offset) = (*element, offset % size);
            }
            TypeKind::Record(record) => {
                let inside = |f: &crate::types::Field| {
                    offset >= f.offset && layout.size(f.ty).is_some_and(|size| offset - f.offset < size)
                };
                let n = record.fields.iter().position(inside)?;
                path.push(PlaceStep::Field(n as u32));
                offset -= record.fields[n].offset;
                of = record.fields[n].ty;
            }
            _ => return None,
        }
    }
}

/// What a step read or wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    Variable {
        variable: VarId,
        activation: u32,
        path: Vec<PlaceStep>,
    },
    Memory {
        object: ObjectId,
        offset: u64,
        bytes: u64,
    },
    /// Whether an object lives and how large it is, not what it holds.
    Lifetime {
        object: ObjectId,
    },
}

/// One thing written and all that was read for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    pub write: Option<Location>,
    pub reads: Vec<Location>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A procedure begins, with the values of its parameters; it was called by an activation in a block.
    Enter {
        arguments: Vec<(VarId, Value)>,
        caller: Option<(u32, BlockId)>,
    },
    /// It returns, with its results.
    Leave {
        results: Vec<(VarId, Value)>,
    },
    Assign {
        place: ResolvedPlace,
        ty: TypeId,
        value: Value,
    },
    /// An input becomes the value of a place.
    Input {
        kind: InputKind,
        place: ResolvedPlace,
        ty: TypeId,
        value: Value,
    },
    /// The value that decided (of a Boolean or of an integer), and where it went.
    Branch {
        value: Value,
        ty: TypeId,
        taken: BlockId,
    },
    Assume {
        holds: bool,
    },
    Check {
        property: PropertyId,
        holds: bool,
    },
    Event {
        name: Arc<str>,
        arguments: Vec<(TypeId, Value)>,
    },
    Allocate {
        object: ObjectId,
        size: u64,
    },
    /// A life ends, by a statement.
    Release {
        object: ObjectId,
    },
    /// Bytes were copied or filled.
    Write {
        object: ObjectId,
        offset: u64,
        bytes: u64,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub kind: StepKind,
    pub procedure: ProcId,
    pub block: BlockId,
    /// Which activation of the procedure, numbered from 1; 0 before the first.
    pub activation: u32,
    /// How many callers there are.
    pub depth: u32,
    pub span: Option<Span>,
    pub effects: Vec<Effect>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    pub steps: VecDeque<Step>,
    /// How many older steps are missing.
    pub dropped: u64,
}

/// Keeps a trace within its bounds.
pub(super) struct Recorder {
    trace: Trace,
    max_steps: usize,
    scalars: u64,
}

/// Scalars all values of a trace may have together.
const MAX_SCALARS: u64 = 1 << 22;

impl Recorder {
    pub fn new(max_steps: usize) -> Self {
        Self { trace: Trace::default(), max_steps: max_steps.max(1), scalars: 0 }
    }
    pub fn push(&mut self, step: Step) {
        self.scalars += step_scalars(&step);
        self.trace.steps.push_back(step);
        while self.trace.steps.len() > self.max_steps || (self.scalars > MAX_SCALARS && self.trace.steps.len() > 1) {
            if let Some(old) = self.trace.steps.pop_front() {
                self.scalars -= step_scalars(&old);
                self.trace.dropped += 1;
            }
        }
    }
    pub fn finish(self) -> Trace {
        self.trace
    }
}

fn step_scalars(step: &Step) -> u64 {
    let values: u64 = match &step.kind {
        StepKind::Assign { value, .. } | StepKind::Input { value, .. } => scalars(value),
        StepKind::Enter { arguments: values, .. } | StepKind::Leave { results: values } => {
            values.iter().map(|(_, value)| scalars(value)).sum()
        }
        StepKind::Event { arguments, .. } => arguments.iter().map(|(_, value)| scalars(value)).sum(),
        _ => 0,
    };
    values + step.effects.iter().map(|effect| effect.reads.len() as u64 + 1).sum::<u64>()
}

fn scalars(value: &Value) -> u64 {
    match value {
        Value::Array(ArrayValue::Dense(items)) | Value::Record(items) => items.iter().map(scalars).sum::<u64>() + 1,
        Value::Array(ArrayValue::Sparse { default, entries }) => {
            scalars(default) + entries.values().map(scalars).sum::<u64>() + 1
        }
        Value::Union(bytes) => bytes.len() as u64,
        _ => 1,
    }
}
