//! What each statement does.

use super::Outcome;
use super::eval::ill_typed;
use super::frame::{Cell, Slot, new_cell, no_variable};
use super::inputs::{InputKind, InputRequest};
use super::machine::Machine;
use super::memory::{MAX_OBJECT, ObjectInfo, ObjectKind, not_storable, outcome_of};
use super::operations::{Displacement, as_count};
use super::place::{Target, TargetAt, assign_part, walk};
use super::trace::{Effect, Location, ResolvedPlace, StepKind};
use crate::expr::{ExprId, Place, PlaceBase};
use crate::program::{AllocationKind, Callee, Origin, ProcId, Statement, StatementKind, VarId};
use crate::types::TypeId;
use crate::value::{ArrayValue, Byte, ObjectId, Pointer, Value};
use cairn_base::Span;

impl<'p> Machine<'_, 'p, '_> {
    pub fn statement(&mut self, statement: &'p Statement) -> Result<(), Outcome> {
        let span = statement.origin.span;
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = self.value(*value)?;
                let reads = self.reads();
                self.assign(target, value, reads, span)?;
            }
            StatementKind::Havoc { target } => self.havoc(target, &statement.origin)?,
            StatementKind::Assume(condition) => {
                let holds = self.truth(*condition)?;
                self.record_condition(StepKind::Assume { holds }, span);
                if !holds {
                    return Err(Outcome::AssumptionFailed);
                }
            }
            StatementKind::Check { property, condition } => {
                if let Some(reached) = self.reached.get_mut(property.0 as usize) {
                    *reached = true;
                }
                let holds = self.truth(*condition)?;
                self.record_condition(StepKind::Check { property: *property, holds }, span);
                if !holds {
                    return Err(Outcome::Violated(*property));
                }
            }
            // Ends when the procedure returns: the next statement is then the caller's.
            StatementKind::Call { callee, arguments, results } => return self.call(callee, arguments, results, span),
            StatementKind::Allocate { target, element, count, zeroed, kind, alignment } => {
                let object = self.allocate(*element, *count, *zeroed, (*kind, *alignment), span)?;
                let reads = vec![Location::Lifetime { object }];
                let pointer = Pointer { object: Some(object), offset: 0 };
                self.assign(target, Value::Pointer(pointer), reads, span)?;
            }
            StatementKind::Release(pointer) => self.release(*pointer, span)?,
            StatementKind::Live(variable) => self.live(*variable)?,
            StatementKind::Dead(variable) => {
                let object = self.local_object(*variable)?;
                self.memory.end(object);
                self.record_end(object, span);
            }
            StatementKind::CopyMemory { target, source, bytes } => self.copy(*target, *source, *bytes, span)?,
            StatementKind::FillMemory { target, value, bytes } => self.fill(*target, *value, *bytes, span)?,
            StatementKind::Event { name, arguments } => {
                let mut values = Vec::new();
                for argument in arguments {
                    let value = self.value(*argument)?;
                    values.push((self.program.type_of(*argument), value));
                }
                self.record_condition(StepKind::Event { name: name.clone(), arguments: values }, span);
            }
        }
        if let Some(top) = self.stack.last_mut() {
            top.statement += 1;
        }
        Ok(())
    }
    /// A step that reads and writes nothing.
    fn record_condition(&mut self, kind: StepKind, span: Option<Span>) {
        self.record(span, |machine| {
            let reads = machine.reads();
            (kind, vec![Effect { write: None, reads }])
        });
    }
    fn count(&mut self, expr: ExprId) -> Result<u64, Outcome> {
        self.eval(expr, |value| as_count(&value))?.ok_or_else(|| ill_typed(expr))
    }

    // ---- assignment ----

    /// Assigns a value, for which `reads` was read, to a place.
    pub fn assign(
        &mut self,
        place: &Place,
        value: Value,
        reads: Vec<Location>,
        span: Option<Span>,
    ) -> Result<(), Outcome> {
        let target = self.target(place)?;
        let kept = self.recorder.is_some().then(|| value.clone());
        self.store(place, &target, value)?;
        if let Some(value) = kept {
            self.record_store(place, &target, reads, span, |place, ty| StepKind::Assign { place, ty, value });
        }
        Ok(())
    }
    fn havoc(&mut self, place: &Place, origin: &Origin) -> Result<(), Outcome> {
        let span = origin.span;
        let target = self.target(place)?;
        let resolved = self.resolved(place, &target);
        let kind = InputKind::Havoc(resolved);
        let role = origin.input_role().cloned();
        let value = self.ask_for(InputRequest { ty: target.ty, count: None, kind: kind.clone(), role, span })?;
        let kept = self.recorder.is_some().then(|| value.clone());
        self.store(place, &target, value)?;
        if let Some(value) = kept {
            self.record_store(place, &target, Vec::new(), span, |place, ty| StepKind::Input { kind, place, ty, value });
        }
        Ok(())
    }
    fn record_store(
        &mut self,
        place: &Place,
        target: &Target,
        mut reads: Vec<Location>,
        span: Option<Span>,
        kind: impl FnOnce(ResolvedPlace, TypeId) -> StepKind,
    ) {
        reads.extend(self.reads());
        let resolved = self.resolved(place, target);
        let write = match &resolved {
            ResolvedPlace::Variable { variable, activation, path } => {
                Some(Location::Variable { variable: *variable, activation: *activation, path: path.clone() })
            }
            ResolvedPlace::Memory { object, offset, ty } => {
                let bytes = self.interpreter.layout.size(*ty).unwrap_or(0);
                let pointer = Pointer { object: Some(*object), offset: *offset };
                let valid = self.memory.is_valid(pointer, bytes);
                valid.then_some(Location::Memory { object: *object, offset: *offset as u64, bytes })
            }
            ResolvedPlace::Nowhere => None,
        };
        self.record(span, |_| (kind(resolved, target.ty), vec![Effect { write, reads }]));
    }
    fn resolved(&self, place: &Place, target: &Target) -> ResolvedPlace {
        match (&target.at, &place.base) {
            (TargetAt::Cell, PlaceBase::Var(variable)) => {
                let local = matches!(self.interpreter.slots.of(*variable), Slot::Frame(..));
                let activation = self.stack.last().filter(|_| local).map_or(0, |top| top.frame.activation);
                ResolvedPlace::Variable { variable: *variable, activation, path: target.steps(&place.path) }
            }
            (TargetAt::Memory(Pointer { object: Some(object), offset }), _) => {
                ResolvedPlace::Memory { object: *object, offset: *offset, ty: target.ty }
            }
            _ => ResolvedPlace::Nowhere,
        }
    }
    /// Finds a place: evaluates what it contains.
    fn target(&mut self, place: &Place) -> Result<Target, Outcome> {
        let mut exprs = Vec::new();
        place.for_each_expr(|expr| exprs.push(expr));
        let mut indices = exprs.into_iter().map(|expr| self.value(expr)).collect::<Result<Vec<_>, _>>()?;
        let (base, of) = match &place.base {
            PlaceBase::Deref(_, ty) => match indices.remove(0) {
                Value::Pointer(pointer) => (pointer, *ty),
                _ => return Err(Outcome::BadProgram("a dereference of what is no pointer".into())),
            },
            PlaceBase::Var(variable) => {
                let of = self.program.variables.get(*variable).ok_or_else(|| no_variable(*variable))?.ty;
                match self.cell(*variable)? {
                    Cell::Object(object) => (Pointer { object: Some(*object), offset: 0 }, of),
                    Cell::Plain(_) => {
                        let ty = self.interpreter.path_type(of, &place.path)?;
                        return Ok(Target { ty, indices, at: TargetAt::Cell });
                    }
                }
            }
        };
        let mut sum = Displacement::new(base.offset);
        let numbers: Vec<&Value> = indices.iter().collect();
        let walked = walk(&self.interpreter.layout, of, &place.path, &numbers, &mut sum)?;
        let at = if walked.exists { TargetAt::Memory(sum.pointer(base)) } else { TargetAt::Nowhere };
        Ok(Target { ty: walked.ty, indices, at })
    }
    fn store(&mut self, place: &Place, target: &Target, value: Value) -> Result<(), Outcome> {
        let interpreter = self.interpreter;
        match (&target.at, &place.base) {
            (TargetAt::Memory(pointer), _) => self.memory.store(&interpreter.layout, *pointer, target.ty, &value),
            (TargetAt::Cell, PlaceBase::Var(variable)) => {
                let of = self.program.variables[*variable].ty;
                let Cell::Plain(slot) = self.cell(*variable)? else { return Err(no_variable(*variable)) };
                let indices: Vec<&Value> = target.indices.iter().collect();
                assign_part(&interpreter.layout, slot, of, &place.path, &indices, value)
                    .ok_or_else(|| Outcome::BadProgram("an assignment to a path its type does not have".into()))
            }
            _ => Ok(()),
        }
    }
    fn cell(&mut self, variable: VarId) -> Result<&mut Cell, Outcome> {
        let found = match self.interpreter.slots.of(variable) {
            Slot::Global(i) => self.globals.get_mut(i as usize),
            Slot::Frame(procedure, i) => {
                let top = self.stack.last_mut().filter(|top| top.frame.procedure == procedure);
                top.and_then(|top| top.frame.cells.get_mut(i as usize))
            }
            Slot::Bound | Slot::Lost => None,
        };
        found.ok_or_else(|| no_variable(variable))
    }

    // ---- calls ----

    fn call(
        &mut self,
        callee: &'p Callee,
        arguments: &'p [ExprId],
        results: &'p [Place],
        span: Option<Span>,
    ) -> Result<(), Outcome> {
        let procedure = match callee {
            Callee::Direct(procedure) => *procedure,
            Callee::Indirect { pointer, candidates } => {
                let pointer = self.pointer(*pointer)?;
                let points_to =
                    |procedure: &&ProcId| pointer == Pointer { object: Some(ObjectId(procedure.0)), offset: 0 };
                *candidates.iter().find(points_to).ok_or(Outcome::Stopped)?
            }
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.value(*argument)?;
            values.push((value, self.reads()));
        }
        self.enter(procedure, values, results, span)
    }

    // ---- memory ----

    fn allocate(
        &mut self,
        element: TypeId,
        count: ExprId,
        zeroed: bool,
        (kind, alignment): (AllocationKind, u64),
        span: Option<Span>,
    ) -> Result<ObjectId, Outcome> {
        let interpreter = self.interpreter;
        let count = self.count(count)?;
        let element_size = interpreter.layout.size(element).ok_or_else(not_storable)?;
        let size = element_size.checked_mul(count).filter(|size| *size <= MAX_OBJECT);
        let size = size.ok_or(Outcome::AssumptionFailed)?;
        self.memory.affords(count.min(ArrayValue::DENSE_LIMIT).saturating_mul(interpreter.layout.scalars(element)))?;
        self.allocations += 1;
        let contents = if zeroed {
            None
        } else {
            let kind = InputKind::Allocation { number: self.allocations, kind };
            let request = InputRequest { ty: element, count: Some(count), kind, role: None, span };
            Some(self.effects.feeder.ask(&interpreter.layout, request)?)
        };
        let object_kind = match kind {
            AllocationKind::Heap => ObjectKind::Heap,
            AllocationKind::Stack => ObjectKind::Stack,
        };
        let info = ObjectInfo { kind: object_kind, size, alignment, ty: Some(element), live: true, span };
        let object = match &contents {
            Some(Value::Array(ArrayValue::Sparse { default, .. })) => {
                let pattern = plain_pattern(&interpreter.layout.encode(default, element).map_err(outcome_of)?)?;
                self.memory.create(info, &pattern)?
            }
            _ => self.memory.create(info, &[])?,
        };
        if let Some(Value::Array(array)) = &contents {
            self.fill_allocation(object, element, element_size, array)?;
        }
        if kind == AllocationKind::Stack
            && let Some(top) = self.stack.last_mut()
        {
            top.objects.push(object);
        }
        self.record(span, |machine| {
            let begin = Effect { write: Some(Location::Lifetime { object }), reads: machine.reads() };
            let write = Some(Location::Memory { object, offset: 0, bytes: size });
            (StepKind::Allocate { object, size }, vec![begin, Effect { write, reads: Vec::new() }])
        });
        Ok(object)
    }
    fn fill_allocation(
        &mut self,
        object: ObjectId,
        element: TypeId,
        size: u64,
        array: &ArrayValue,
    ) -> Result<(), Outcome> {
        let at = |index: u64| Pointer { object: Some(object), offset: (index * size) as i64 };
        let layout = &self.interpreter.layout;
        match array {
            ArrayValue::Dense(items) => {
                for (i, item) in (0..).zip(items) {
                    self.memory.store(layout, at(i), element, item)?;
                }
            }
            ArrayValue::Sparse { entries, .. } => {
                for (index, item) in entries {
                    // Indices beyond the count were not admitted.
                    let index = u64::try_from(index).map_err(|_| Outcome::BadInput("an index".into()))?;
                    self.memory.store(layout, at(index), element, item)?;
                }
            }
        }
        Ok(())
    }
    fn release(&mut self, pointer: ExprId, span: Option<Span>) -> Result<(), Outcome> {
        let pointer = self.pointer(pointer)?;
        if let Some(object) = pointer.object.filter(|_| self.memory.is_live(pointer)) {
            self.memory.end(object);
            self.record_end(object, span);
        }
        self.reads();
        Ok(())
    }
    fn record_end(&mut self, object: ObjectId, span: Option<Span>) {
        self.record(span, |machine| {
            let reads = machine.reads();
            let write = Some(Location::Lifetime { object });
            (StepKind::Release { object }, vec![Effect { write, reads }])
        });
    }
    /// The object of an addressable local.
    fn local_object(&mut self, variable: VarId) -> Result<ObjectId, Outcome> {
        let local = matches!(self.interpreter.slots.of(variable), Slot::Frame(..));
        match self.cell(variable)? {
            Cell::Object(object) if local => Ok(*object),
            _ => Err(Outcome::BadProgram(format!("{variable:?} has no lifetime: it is no addressable local"))),
        }
    }
    fn live(&mut self, variable: VarId) -> Result<(), Outcome> {
        let old = self.local_object(variable)?;
        self.memory.end(old);
        let activation = self.stack.last().map_or(0, |top| top.frame.activation);
        let new = new_cell(self.program, &self.interpreter.layout, &mut self.memory, variable, activation)?;
        *self.cell(variable)? = new;
        Ok(())
    }
    /// As if through a buffer: everything is read before anything is written.
    fn copy(&mut self, target: ExprId, source: ExprId, bytes: ExprId, span: Option<Span>) -> Result<(), Outcome> {
        let (target, source, bytes) = (self.pointer(target)?, self.pointer(source)?, self.count(bytes)?);
        // Only what lands in the target's object matters.
        if let Some((start, count)) = self.memory.clip(target, bytes) {
            let skipped = i128::from(start.offset) - i128::from(target.offset);
            let from = i64::try_from(i128::from(source.offset) + skipped).unwrap_or(i64::MAX);
            let from = Pointer { offset: from, ..source };
            if let (Some(reads), Some((clipped, count))) = (&mut self.effects.reads, self.memory.clip(from, count))
                && let Some(object) = clipped.object
            {
                reads.push(Location::Memory { object, offset: clipped.offset as u64, bytes: count });
            }
            let content = self.memory.read_clipped(from, count)?;
            self.memory.write(start, &content)?;
            self.record_bytes(start, count, span);
        }
        self.reads();
        Ok(())
    }
    fn fill(&mut self, target: ExprId, value: ExprId, bytes: ExprId, span: Option<Span>) -> Result<(), Outcome> {
        let target = self.pointer(target)?;
        let byte = self.count(value)?;
        let byte = u8::try_from(byte).map_err(|_| ill_typed(value))?;
        let bytes = self.count(bytes)?;
        self.memory.fill(target, byte, bytes)?;
        if let Some((start, count)) = self.memory.clip(target, bytes) {
            self.record_bytes(start, count, span);
        }
        self.reads();
        Ok(())
    }
    fn record_bytes(&mut self, start: Pointer, bytes: u64, span: Option<Span>) {
        let (Some(object), offset) = (start.object, start.offset as u64) else { return };
        self.record(span, |machine| {
            let reads = machine.reads();
            let write = Some(Location::Memory { object, offset, bytes });
            (StepKind::Write { object, offset, bytes }, vec![Effect { write, reads }])
        });
    }
}

/// The bytes of an element that is repeated in a large object.
fn plain_pattern(bytes: &[Byte]) -> Result<Vec<u8>, Outcome> {
    let plain = |byte: &Byte| match byte {
        Byte::Plain(byte) => Ok(*byte),
        Byte::PartOf { .. } => Err(Outcome::Unsupported("a large object filled with stray pointers".into())),
    };
    bytes.iter().map(plain).collect()
}
