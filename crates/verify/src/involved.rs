//! What a failed check read, by name and value: `c.ki = 7680`, not only `c = &c`.
//!
//! In: a replayed execution. Out: the places that the check read, each with the value it had. Temporaries stand for what
//! they were copied from; the pointers on the way to a place are not told where the place itself is. Values are found in the steps that
//! gave them; what no kept step gave is left out. Deliberately absent: evaluating anything again.

use cairn_ir::interp::{Effect, Execution, Location, PlaceStep, ResolvedPlace, Step, StepKind, path_to};
use cairn_ir::layout::Layout;
use cairn_ir::{ObjectId, Program, TypeId, TypeKind, Value, VarId};

/// A place with its value.
pub struct Involved {
    pub place: ResolvedPlace,
    pub ty: TypeId,
    pub value: Value,
}

/// How many places are told.
const MOST: usize = 6;
/// How often a temporary may be a copy of another one.
const COPIES: u32 = 4;

/// What the last step of an execution read.
pub fn involved(program: &Program, execution: &Execution) -> Vec<Involved> {
    let search = Search { program, execution, layout: Layout::new(&program.types, program.target) };
    let Some(last) = execution.trace.steps.back() else { return Vec::new() };
    let mut found = Vec::new();
    let before = execution.trace.steps.len() - 1;
    for location in last.effects.iter().flat_map(|effect| &effect.reads) {
        search.collect(location, before, COPIES, &mut found);
    }
    let is_pointer = |one: &Involved| matches!(program.types.kind(one.ty), TypeKind::Pointer);
    if found.iter().any(|one| !is_pointer(one)) {
        found.retain(|one| !is_pointer(one));
    }
    found.truncate(MOST);
    found
}

struct Search<'p> {
    program: &'p Program,
    execution: &'p Execution,
    layout: Layout<'p>,
}

impl Search<'_> {
    fn collect(&self, location: &Location, before: usize, copies: u32, found: &mut Vec<Involved>) {
        let Some((number, value)) = self.given(location, before) else { return };
        if let Location::Variable { variable, .. } = location
            && self.program.variables[*variable].temporary
        {
            let step = &self.execution.trace.steps[number];
            let gives = |effect: &&Effect| matches!(&effect.write, Some(Location::Variable { variable: given, .. }) if given == variable);
            for read in step.effects.iter().filter(gives).flat_map(|effect| &effect.reads).filter(|_| copies > 0) {
                self.collect(read, number, copies - 1, found);
            }
            return;
        }
        if let Some(value) = value
            && !found.iter().any(|one| one.place == value.place)
        {
            found.push(value);
        }
    }
    /// The last step before another one that gave a place its value, and the value.
    fn given(&self, location: &Location, before: usize) -> Option<(usize, Option<Involved>)> {
        (0..before).rev().find_map(|number| {
            let step = &self.execution.trace.steps[number];
            let value = match location {
                Location::Variable { variable, activation, path } => {
                    self.variable_in(step, (*variable, *activation), path)?
                }
                Location::Memory { object, offset, bytes } => self.memory_in(step, *object, *offset, *bytes)?,
                Location::Lifetime { .. } => return None,
            };
            Some((number, value))
        })
    }
    /// The value that a step gave to a part of a variable. The inner option: it gave one, of which nothing is known.
    fn variable_in(
        &self,
        step: &Step,
        (wanted, activation): (VarId, u32),
        path: &[PlaceStep],
    ) -> Option<Option<Involved>> {
        let whole = |ty: TypeId, value: &Value, rest: &[PlaceStep]| {
            let (ty, value) = self.part(ty, value, rest)?;
            let place = ResolvedPlace::Variable { variable: wanted, activation, path: path.to_vec() };
            Some(Involved { place, ty, value })
        };
        match &step.kind {
            StepKind::Enter { arguments, .. } if step.activation == activation => {
                let (_, value) = arguments.iter().find(|(var, _)| *var == wanted)?;
                Some(whole(self.program.variables[wanted].ty, value, path))
            }
            StepKind::Assign { place, ty, value } | StepKind::Input { place, ty, value, .. } => match place {
                ResolvedPlace::Variable { variable, activation: of, path: given }
                    if *variable == wanted && *of == activation =>
                {
                    match (path.starts_with(given), given.starts_with(path)) {
                        (true, _) => Some(whole(*ty, value, &path[given.len()..])),
                        // Part of it changed: the whole is not in the trace.
                        (false, true) => Some(None),
                        (false, false) => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }
    fn memory_in(&self, step: &Step, wanted: ObjectId, offset: u64, bytes: u64) -> Option<Option<Involved>> {
        let touches = |from: u64, size: u64| from < offset.saturating_add(bytes) && offset < from.saturating_add(size);
        match &step.kind {
            StepKind::Assign { place, ty, value } | StepKind::Input { place, ty, value, .. } => {
                let ResolvedPlace::Memory { object, offset: from, ty: of } = place else { return None };
                let (from, size) = (u64::try_from(*from).ok()?, self.layout.size(*of)?);
                if *object != wanted || !touches(from, size) {
                    return None;
                }
                let inside = from <= offset && offset + bytes <= from + size;
                Some(inside.then(|| self.component(wanted, (*ty, value), from, offset, bytes)).flatten())
            }
            StepKind::Write { object, offset: from, bytes: size } if *object == wanted && touches(*from, *size) => {
                Some(None)
            }
            _ => None,
        }
    }
    /// The component of that many bytes at an offset of the object.
    fn component(
        &self,
        object: ObjectId,
        (ty, value): (TypeId, &Value),
        from: u64,
        offset: u64,
        bytes: u64,
    ) -> Option<Involved> {
        let part = self.scalar_at(ty, offset - from, bytes)?;
        let path = path_to(&self.layout, ty, offset - from, part)?;
        let (ty, value) = self.part(ty, value, &path)?;
        let place = ResolvedPlace::Memory { object, offset: i64::try_from(offset).ok()?, ty };
        Some(Involved { place, ty, value })
    }
    /// The type of the component of that many bytes at an offset.
    fn scalar_at(&self, of: TypeId, offset: u64, bytes: u64) -> Option<TypeId> {
        if offset == 0 && self.layout.size(of) == Some(bytes) {
            return Some(of);
        }
        match self.layout.kind(of)? {
            TypeKind::Array { element, .. } => {
                let size = self.layout.size(*element).filter(|size| *size > 0)?;
                self.scalar_at(*element, offset % size, bytes)
            }
            TypeKind::Record(record) => {
                let fields = record.fields.iter().filter(|field| field.offset <= offset);
                let field = fields.max_by_key(|field| field.offset)?;
                self.scalar_at(field.ty, offset - field.offset, bytes)
            }
            _ => None,
        }
    }
    fn part(&self, mut ty: TypeId, value: &Value, path: &[PlaceStep]) -> Option<(TypeId, Value)> {
        let mut value = value;
        for step in path {
            (ty, value) = match (step, self.program.types.kind(ty), value) {
                (PlaceStep::Field(n), TypeKind::Record(record), Value::Record(items)) => {
                    (record.fields.get(*n as usize)?.ty, items.get(*n as usize)?)
                }
                (PlaceStep::Index(index), TypeKind::Array { element, .. }, Value::Array(array)) => {
                    (*element, array.get(index)?)
                }
                _ => return None,
            };
        }
        Some((ty, value.clone()))
    }
}
