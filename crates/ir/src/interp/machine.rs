//! The state of an execution, and how it goes from block to block and from procedure to procedure.
//! What single statements do is in [`statement`](super::statement).

use super::eval::{Effects, Evaluator, Scope, ill_typed};
use super::frame::{Cell, Frame, cell_cost, new_cell, no_variable};
use super::inputs::{Feeder, InputKind, InputRequest, Inputs};
use super::memory::{Addresses, Memory, ObjectInfo, ObjectKind};
use super::trace::{Effect, Location, Recorder, ResolvedPlace, Step, StepKind};
use super::{Execution, Interpreter, Limits, Outcome, Position};
use crate::expr::{ExprId, Place};
use crate::program::{Block, BlockId, Initial, ProcId, Procedure, Program, Terminator, VarId};
use crate::types::TypeId;
use crate::value::{ObjectId, Pointer, Value};
use cairn_base::Span;
use std::borrow::Cow;

/// An activation and where it is.
pub(super) struct Activation<'p> {
    pub frame: Frame,
    pub block: BlockId,
    pub statement: usize,
    /// Stack allocations: they end with it.
    pub objects: Vec<ObjectId>,
    /// Arrivals at loop heads since the loop was entered.
    arrivals: Vec<(BlockId, u32)>,
    /// Where the caller wants the results.
    results_to: &'p [Place],
    call_span: Option<Span>,
    charged: u64,
}

pub(super) struct Machine<'m, 'p, 'i> {
    pub interpreter: &'m Interpreter<'p>,
    entry: ProcId,
    pub program: &'p Program,
    pub limits: &'m Limits,
    pub memory: Memory,
    pub globals: Vec<Cell>,
    pub stack: Vec<Activation<'p>>,
    pub effects: Effects<'i>,
    pub recorder: Option<Recorder>,
    pub reached: Vec<bool>,
    pub allocations: u32,
    activations: u32,
    /// How many activations of each procedure there are now.
    active: Vec<u32>,
}

impl<'m, 'p, 'i> Machine<'m, 'p, 'i> {
    pub fn new(interpreter: &'m Interpreter<'p>, inputs: &'i mut dyn Inputs, limits: &'m Limits) -> Self {
        let recording = limits.trace_steps > 0;
        let effects = Effects {
            feeder: Feeder::new(inputs),
            addresses: Addresses::default(),
            steps: 0,
            step_limit: limits.steps,
            budget: limits.budget.clone(),
            reads: recording.then(Vec::new),
        };
        Self {
            interpreter,
            entry: ProcId(0),
            program: interpreter.program,
            limits,
            memory: Memory::new(limits.memory_bytes),
            globals: Vec::new(),
            stack: Vec::new(),
            effects,
            recorder: recording.then(|| Recorder::new(limits.trace_steps)),
            reached: vec![false; interpreter.program.properties.len()],
            allocations: 0,
            activations: 0,
            active: vec![0; interpreter.program.procedures.len()],
        }
    }
    pub fn run(mut self, entry: ProcId) -> Execution {
        self.entry = entry;
        let outcome = match self.begin(entry) {
            Ok(()) => loop {
                match self.step() {
                    Ok(()) => {}
                    Err(outcome) => break outcome,
                }
            },
            Err(outcome) => outcome,
        };
        Execution {
            outcome,
            at: self.position(),
            steps: self.effects.steps,
            inputs: self.effects.feeder.used,
            objects: self.memory.infos(),
            reached: self.reached,
            trace: self.recorder.map(Recorder::finish).unwrap_or_default(),
        }
    }
    fn position(&self) -> Option<Position> {
        let top = self.stack.last()?;
        let block = self.program.procedures.get(top.frame.procedure)?.blocks.get(top.block);
        let origin = block.map(|b| b.statements.get(top.statement).map_or(&b.terminator_origin, |s| &s.origin));
        let span = origin.and_then(|o| o.span);
        Some(Position { procedure: top.frame.procedure, block: top.block, statement: top.statement, span })
    }
    fn procedure(&self, id: ProcId) -> Result<&'p Procedure, Outcome> {
        let known = self.program.procedures.get(id);
        known.ok_or_else(|| Outcome::BadProgram(format!("there is no procedure {id:?}")))
    }

    // ---- evaluation in the current state ----

    pub fn eval<T>(&mut self, expr: ExprId, take: impl FnOnce(Cow<Value>) -> T) -> Result<T, Outcome> {
        let evaluator = Evaluator { interpreter: self.interpreter, memory: &self.memory, globals: &self.globals };
        let frame = self.stack.last().map(|top| &top.frame);
        let scope = Scope { frame, entry: None, bound: &[], nesting: 0, depth: 0 };
        Ok(take(evaluator.eval(scope, &mut self.effects, expr)?))
    }
    pub fn value(&mut self, expr: ExprId) -> Result<Value, Outcome> {
        self.eval(expr, |value| value.into_owned())
    }
    pub fn truth(&mut self, expr: ExprId) -> Result<bool, Outcome> {
        self.eval(expr, |value| value.as_bool())?.ok_or_else(|| ill_typed(expr))
    }
    pub fn pointer(&mut self, expr: ExprId) -> Result<Pointer, Outcome> {
        let pointer = |value: Cow<Value>| match *value {
            Value::Pointer(pointer) => Some(pointer),
            _ => None,
        };
        self.eval(expr, pointer)?.ok_or_else(|| ill_typed(expr))
    }
    pub fn ask(&mut self, ty: TypeId, kind: InputKind, span: Option<Span>) -> Result<Value, Outcome> {
        self.ask_for(InputRequest { ty, count: None, kind, role: None, span })
    }
    pub fn ask_for(&mut self, request: InputRequest) -> Result<Value, Outcome> {
        self.memory.affords(self.interpreter.layout.scalars(request.ty))?;
        self.effects.feeder.ask(&self.interpreter.layout, request)
    }

    // ---- recording ----

    /// What was read since the last call.
    pub fn reads(&mut self) -> Vec<Location> {
        self.effects.reads.as_mut().map(std::mem::take).unwrap_or_default()
    }
    pub fn record(&mut self, span: Option<Span>, make: impl FnOnce(&mut Self) -> (StepKind, Vec<Effect>)) {
        if self.recorder.is_none() {
            return;
        }
        let (kind, effects) = make(self);
        let top = self.stack.last();
        let step = Step {
            kind,
            procedure: top.map_or(self.entry, |t| t.frame.procedure),
            block: top.map_or(Procedure::ENTRY, |t| t.block),
            activation: top.map_or(0, |t| t.frame.activation),
            depth: self.stack.len().saturating_sub(1) as u32,
            span,
            effects,
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.push(step);
        }
    }

    /// What a cell is called in effects.
    pub fn location(&self, variable: VarId, activation: u32, cell: &Cell) -> Location {
        match cell {
            Cell::Plain(_) => Location::Variable { variable, activation, path: Vec::new() },
            Cell::Object(object) => {
                let bytes = self.memory.info(*object).map_or(0, |info| info.size);
                Location::Memory { object: *object, offset: 0, bytes }
            }
        }
    }
    /// An input that became the value of a whole variable.
    fn record_input(&mut self, kind: InputKind, (variable, activation): (VarId, u32), cell: &Cell, value: &Value) {
        let ty = self.program.variables[variable].ty;
        let span = self.program.variables[variable].span;
        self.record(span, |machine| {
            let write = Some(machine.location(variable, activation, cell));
            let place = match cell {
                Cell::Plain(_) => ResolvedPlace::Variable { variable, activation, path: Vec::new() },
                Cell::Object(object) => ResolvedPlace::Memory { object: *object, offset: 0, ty },
            };
            let step = StepKind::Input { kind, place, ty, value: value.clone() };
            (step, vec![Effect { write, reads: Vec::new() }])
        });
    }

    // ---- the beginning ----

    fn begin(&mut self, entry: ProcId) -> Result<(), Outcome> {
        let procedure = self.procedure(entry)?;
        for (id, procedure) in self.program.procedures.iter() {
            let kind = ObjectKind::Procedure(id);
            let info = ObjectInfo { kind, size: 0, alignment: 1, ty: None, live: true, span: procedure.span };
            self.memory.create(info, &[])?;
        }
        let interpreter = self.interpreter;
        for variable in &interpreter.slots.globals {
            let cell = new_cell(self.program, &interpreter.layout, &mut self.memory, *variable, 0)?;
            self.globals.push(cell);
        }
        for (position, variable) in interpreter.slots.globals.iter().enumerate() {
            self.initialise_global(position, *variable)?;
        }
        if !procedure.has_body() {
            return Err(Outcome::Unsupported(format!("the entry `{}` has no body", procedure.name)));
        }
        let mut arguments = Vec::new();
        for parameter in &procedure.parameters {
            let variable = self.program.variables.get(*parameter).ok_or_else(|| no_variable(*parameter))?;
            let value = self.ask(variable.ty, InputKind::Parameter(*parameter), variable.span)?;
            arguments.push((value, Vec::new()));
        }
        self.enter(entry, arguments, &[], procedure.span)
    }
    fn initialise_global(&mut self, position: usize, variable: VarId) -> Result<(), Outcome> {
        let entry = &self.program.variables[variable];
        let value = match entry.initial {
            Initial::Zero => return Ok(()),
            Initial::Value(expr) => self.value(expr)?,
            Initial::Arbitrary => self.ask(entry.ty, InputKind::Global(variable), entry.span)?,
        };
        self.reads();
        let cell = self.globals[position].clone();
        if entry.initial == Initial::Arbitrary {
            self.record_input(InputKind::Global(variable), (variable, 0), &cell, &value);
        }
        self.globals[position] = self.filled(cell, entry.ty, value)?;
        Ok(())
    }
    /// A cell with a new value.
    fn filled(&mut self, cell: Cell, ty: TypeId, value: Value) -> Result<Cell, Outcome> {
        match cell {
            Cell::Plain(_) => Ok(Cell::Plain(value)),
            Cell::Object(object) => {
                let pointer = Pointer { object: Some(object), offset: 0 };
                self.memory.store(&self.interpreter.layout, pointer, ty, &value)?;
                Ok(Cell::Object(object))
            }
        }
    }

    // ---- procedures ----

    /// Calls a procedure. Each argument comes with what was read for it.
    pub fn enter(
        &mut self,
        id: ProcId,
        arguments: Vec<(Value, Vec<Location>)>,
        results_to: &'p [Place],
        call_span: Option<Span>,
    ) -> Result<(), Outcome> {
        let procedure = self.procedure(id)?;
        if arguments.len() != procedure.parameters.len() {
            return Err(Outcome::BadProgram(format!(
                "`{}` is called with {} arguments",
                procedure.name,
                arguments.len()
            )));
        }
        if self.stack.len() >= self.limits.call_depth as usize {
            return Err(Outcome::TooManyCalls);
        }
        self.activations += 1;
        let (interpreter, activation) = (self.interpreter, self.activations);
        let mut frame = Frame { procedure: id, activation, cells: Vec::new() };
        let mut charged = 0;
        for variable in &interpreter.slots.frames[id.0 as usize] {
            let cell = new_cell(self.program, &interpreter.layout, &mut self.memory, *variable, activation)?;
            if matches!(cell, Cell::Plain(_)) {
                charged += cell_cost(&interpreter.layout, self.program.variables[*variable].ty);
            }
            frame.cells.push(cell);
        }
        let (mut values, mut effects) = (Vec::new(), Vec::new());
        for (i, (value, reads)) in arguments.into_iter().enumerate() {
            let parameter = procedure.parameters[i];
            // Parameters come first in frames, unless one is no variable at all.
            let cell = frame.cells.get(i).cloned().ok_or_else(|| no_variable(parameter))?;
            if self.recorder.is_some() {
                effects.push(Effect { write: Some(self.location(parameter, activation, &cell)), reads });
                values.push((parameter, value.clone()));
            }
            frame.cells[i] = self.filled(cell, self.program.variables[parameter].ty, value)?;
        }
        let caller = self.stack.last().map(|top| (top.frame.activation, top.block));
        let block = Procedure::ENTRY;
        let (objects, arrivals) = (Vec::new(), Vec::new());
        self.stack.push(Activation { frame, block, statement: 0, objects, arrivals, results_to, call_span, charged });
        self.record(call_span, |_| (StepKind::Enter { arguments: values, caller }, effects));
        if !procedure.has_body() {
            return self.without_body(id, procedure);
        }
        self.count_activation(id)?;
        self.arrive(None, block)
    }
    fn count_activation(&mut self, id: ProcId) -> Result<(), Outcome> {
        let active = &mut self.active[id.0 as usize];
        *active += 1;
        let bounds = self.limits.loop_bounds.as_ref();
        match bounds.and_then(|b| Some((b.bound, *b.recursion.get(&id)?))) {
            Some((bound, property)) if *active > bound => Err(Outcome::Violated(property)),
            _ => Ok(()),
        }
    }
    /// The results are inputs that satisfy the postconditions.
    fn without_body(&mut self, id: ProcId, procedure: &'p Procedure) -> Result<(), Outcome> {
        let Some(top) = self.stack.last() else { return Ok(()) };
        let (entry, span) = (top.frame.clone(), top.call_span);
        for (i, result) in procedure.results.iter().enumerate() {
            let ty = self.program.variables.get(*result).ok_or_else(|| no_variable(*result))?.ty;
            let kind = InputKind::Result { procedure: id, variable: *result };
            let value = self.ask(ty, kind.clone(), span)?;
            let position = procedure.parameters.len() + i;
            let cell = entry.cells.get(position).cloned().ok_or_else(|| no_variable(*result))?;
            self.record_input(kind, (*result, entry.activation), &cell, &value);
            let cell = self.filled(cell, ty, value)?;
            if let Some(top) = self.stack.last_mut() {
                top.frame.cells[position] = cell;
            }
        }
        for condition in &procedure.contract.ensures {
            let evaluator = Evaluator { interpreter: self.interpreter, memory: &self.memory, globals: &self.globals };
            let frame = self.stack.last().map(|top| &top.frame);
            let scope = Scope { frame, entry: Some(&entry), bound: &[], nesting: 0, depth: 0 };
            let value = evaluator.eval(scope, &mut self.effects, *condition)?;
            let holds = value.as_bool().ok_or_else(|| ill_typed(*condition))?;
            let reads = self.reads();
            let effects = vec![Effect { write: None, reads }];
            self.record(span, |_| (StepKind::Assume { holds }, effects));
            if !holds {
                return Err(Outcome::AssumptionFailed);
            }
        }
        self.leave()
    }
    /// Returns from the current procedure; the execution ends if it is the entry.
    fn leave(&mut self) -> Result<(), Outcome> {
        let Some(top) = self.stack.last() else { return Err(Outcome::Finished) };
        let procedure = self.procedure(top.frame.procedure)?;
        let (activation, wanted) = (top.frame.activation, !top.results_to.is_empty() || self.recorder.is_some());
        let mut results = Vec::new();
        for (i, result) in procedure.results.iter().enumerate().filter(|_| wanted) {
            let cell = top.frame.cells.get(procedure.parameters.len() + i).ok_or_else(|| no_variable(*result))?;
            let value = match cell {
                Cell::Plain(value) => value.clone(),
                Cell::Object(object) => {
                    let pointer = Pointer { object: Some(*object), offset: 0 };
                    self.memory.load(&self.interpreter.layout, pointer, self.program.variables[*result].ty)?
                }
            };
            results.push((*result, value, self.location(*result, activation, cell)));
        }
        let span = self.position().and_then(|p| p.span);
        let ended = self.end_objects();
        let end = |object| Effect { write: Some(Location::Lifetime { object }), reads: Vec::new() };
        let effects = ended.into_iter().map(end).collect();
        self.record(span, |_| {
            let results = results.iter().map(|(variable, value, _)| (*variable, value.clone())).collect();
            (StepKind::Leave { results }, effects)
        });
        if self.stack.len() == 1 {
            return Err(Outcome::Finished);
        }
        let Some(done) = self.stack.pop() else { return Err(Outcome::Finished) };
        self.memory.discharge(done.charged);
        if procedure.has_body() {
            self.active[done.frame.procedure.0 as usize] -= 1;
        }
        if done.results_to.len() > results.len() {
            return Err(Outcome::BadProgram(format!("`{}` has only {} results", procedure.name, results.len())));
        }
        for (place, (_, value, location)) in done.results_to.iter().zip(results) {
            self.assign(place, value, vec![location], done.call_span)?;
        }
        if let Some(caller) = self.stack.last_mut() {
            caller.statement += 1;
        }
        Ok(())
    }
    /// Ends what the current activation made.
    fn end_objects(&mut self) -> Vec<ObjectId> {
        let Some(top) = self.stack.last() else { return Vec::new() };
        let variables = top.frame.cells.iter().filter_map(|cell| match cell {
            Cell::Object(object) => Some(*object),
            Cell::Plain(_) => None,
        });
        let all: Vec<ObjectId> = variables.chain(top.objects.iter().copied()).collect();
        all.iter().for_each(|object| self.memory.end(*object));
        all
    }

    // ---- blocks ----

    fn step(&mut self) -> Result<(), Outcome> {
        self.effects.step()?;
        let Some(top) = self.stack.last() else { return Err(Outcome::Finished) };
        let block: Option<&'p Block> =
            self.program.procedures.get(top.frame.procedure).and_then(|procedure| procedure.blocks.get(top.block));
        let block = block.ok_or_else(|| Outcome::BadProgram(format!("there is no block {:?}", top.block)))?;
        match block.statements.get(top.statement) {
            Some(statement) => self.statement(statement),
            None => self.terminator(block),
        }
    }
    fn terminator(&mut self, block: &'p Block) -> Result<(), Outcome> {
        match &block.terminator {
            Terminator::Goto(target) => self.go(*target),
            Terminator::Branch { condition, then, otherwise } => {
                let holds = self.truth(*condition)?;
                let target = if holds { *then } else { *otherwise };
                self.record_branch(Value::Bool(holds), *condition, target, block);
                self.go(target)
            }
            Terminator::Switch { value: expr, cases, default } => {
                let value = self.value(*expr)?;
                let target = cases.iter().find(|(case, _)| *case == value).map_or(*default, |(_, target)| *target);
                self.record_branch(value, *expr, target, block);
                self.go(target)
            }
            Terminator::Return => self.leave(),
            Terminator::Stop => Err(Outcome::Stopped),
        }
    }
    fn record_branch(&mut self, value: Value, decided_by: ExprId, taken: BlockId, block: &Block) {
        self.record(block.terminator_origin.span, |machine| {
            let ty = machine.program.type_of(decided_by);
            let reads = machine.reads();
            (StepKind::Branch { value, ty, taken }, vec![Effect { write: None, reads }])
        });
    }
    fn go(&mut self, target: BlockId) -> Result<(), Outcome> {
        let Some(top) = self.stack.last_mut() else { return Err(Outcome::Finished) };
        let from = top.block;
        (top.block, top.statement) = (target, 0);
        self.arrive(Some(from), target)
    }
    /// Counts arrivals at loop heads. An arrival from outside the loop enters it anew.
    fn arrive(&mut self, from: Option<BlockId>, target: BlockId) -> Result<(), Outcome> {
        let (Some(bounds), Some(top)) = (&self.limits.loop_bounds, self.stack.last_mut()) else { return Ok(()) };
        let Some((body, property)) = bounds.loops.get(&(top.frame.procedure, target)) else { return Ok(()) };
        let position = match top.arrivals.iter().position(|(head, _)| *head == target) {
            Some(position) => position,
            None => {
                top.arrivals.push((target, 0));
                top.arrivals.len() - 1
            }
        };
        let count = &mut top.arrivals[position].1;
        *count = if from.is_some_and(|from| body.contains(&from)) { *count + 1 } else { 1 };
        if *count > bounds.bound { Err(Outcome::Violated(*property)) } else { Ok(()) }
    }
}
