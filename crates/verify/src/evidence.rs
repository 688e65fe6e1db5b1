//! Counterexamples re-checked: `witness` replays them in the interpreter on the program that was asked
//! about. Only then is there [`Evidence`], which is the replayed execution in words.

use crate::codec;
use crate::involved::{Involved, involved};
use crate::report::{CounterexampleReport, InputReport, ReplayData, StepKind, StepReport, ValueReport};
use crate::run::Subject;
use cairn_base::{SourceMap, Span};
use cairn_ir::display::{Display, PointerNames, Texts};
use cairn_ir::interp::{self, Execution, InputKind, Limits, ResolvedPlace, Step};
use cairn_ir::layout::Layout;
use cairn_ir::{
    Counterexample, InputRole, Language, Pointer, ProcedureRole, Program, Property, PropertyId, Reason, Terminator,
    TypeId, TypeKind, Value, VarId,
};
use cairn_witness::{Replay, ReplayMismatch, Skipped};

/// Statements a replay may execute.
const REPLAY_STEPS: u64 = 100_000_000;

/// A counterexample that was replayed, in a form that needs no program any more.
#[derive(Clone, Debug)]
pub struct Evidence {
    replay: ReplayData,
    inputs: Vec<(InputReport, Option<Span>)>,
    trace: Vec<TracedStep>,
    involved: Vec<ValueReport>,
}

#[derive(Clone, Debug)]
struct TracedStep {
    report: StepReport,
    span: Option<Span>,
    skipped: Option<Skipped>,
}

/// Why there is no evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoEvidence {
    /// The interpreter did something else: the engine claimed what is not so.
    Disagrees(String),
    /// The interpreter could not follow so far.
    CannotFollow(String),
}

impl Evidence {
    pub fn replay(subject: &Subject, property: PropertyId, found: &Counterexample) -> Result<Self, NoEvidence> {
        let program = &subject.program;
        let limits = Limits { loop_bounds: subject.loop_bounds.clone(), steps: REPLAY_STEPS, ..Limits::default() };
        let replay = cairn_witness::replay(program, found, property, &limits).map_err(|mismatch| match mismatch {
            ReplayMismatch::RanOut(_) | ReplayMismatch::Unsupported(_) => {
                NoEvidence::CannotFollow(format!("a counterexample was found, but {mismatch}"))
            }
            other => {
                let name = &program.properties[property].name;
                NoEvidence::Disagrees(format!("the counterexample for `{name}` does not replay: {other}"))
            }
        })?;
        let entry = program.procedures[found.entry].name.to_string();
        let inputs = found.inputs.iter().map(codec::value_to_json).collect();
        Ok(Words::new(program, &replay).evidence(ReplayData { entry, inputs }))
    }
    /// The execution without loss.
    pub fn data(&self) -> &ReplayData {
        &self.replay
    }
    /// The values that the execution asked for, with their places.
    pub fn inputs(&self) -> impl Iterator<Item = (&InputReport, Option<Span>)> {
        self.inputs.iter().map(|(input, span)| (input, *span))
    }
    /// The last of some procedures that the execution calls.
    pub fn last_called<'n>(&self, names: &'n [String]) -> Option<&'n String> {
        let calls = self.trace.iter().rev().filter(|step| step.report.step == StepKind::Enter);
        let mut called = calls.filter_map(|step| step.report.name.as_ref());
        called.find_map(|called| names.iter().find(|name| *name == called))
    }
    /// With places as lines of files.
    pub fn report(&self, sources: &SourceMap) -> CounterexampleReport {
        let place = |span: Option<Span>| {
            let location = span.map(|span| sources.location(span));
            (location.as_ref().map(|l| l.file.clone()), location.as_ref().map(|l| l.line))
        };
        let inputs = self.inputs.iter().map(|(input, span)| {
            let (file, line) = place(*span);
            InputReport { file, line, ..input.clone() }
        });
        let trace = self.trace.iter().map(|step| {
            let (file, line) = place(step.span);
            let note = step.skipped.as_ref().map(|skipped| match place(skipped.span).1 {
                Some(line) => format!("skips line {line}, which assigns {}", skipped.name),
                None => format!("leaves {} as it is", skipped.name),
            });
            StepReport { file, line, note, ..step.report.clone() }
        });
        CounterexampleReport {
            replayed: true,
            modular: false,
            inputs: inputs.collect(),
            trace: trace.collect(),
            events: Vec::new(),
            cycle_start: None,
            accepted: Vec::new(),
            involved: self.involved.clone(),
            replay: self.replay.clone(),
        }
    }
}

/// Names of objects, as one execution knows them.
struct Names<'p> {
    program: &'p Program,
    execution: &'p Execution,
}

impl PointerNames for Names<'_> {
    fn pointer_text(&self, pointer: Pointer) -> Option<String> {
        let object = pointer.object?;
        let whole = self.execution.objects.get(object.0 as usize)?.ty;
        let layout = Layout::new(&self.program.types, self.program.target);
        let ty = whole.zip(u64::try_from(pointer.offset).ok()).and_then(|(ty, at)| component(&layout, ty, at));
        match ty {
            Some(ty) => {
                let place = ResolvedPlace::Memory { object, offset: pointer.offset, ty };
                Some(format!("&{}", place.name(self.program, self.execution)))
            }
            None if pointer.offset == 0 => Some(format!("&{}", self.execution.object_name(self.program, object))),
            None => Some(format!("&{}{:+}", self.execution.object_name(self.program, object), pointer.offset)),
        }
    }
}

/// Type of the outermost component that begins at an offset of a value: an element of an array, say.
fn component(layout: &Layout, mut ty: TypeId, mut offset: u64) -> Option<TypeId> {
    while offset > 0 {
        (ty, offset) = match layout.kind(ty)? {
            TypeKind::Array { element, .. } => (*element, offset % layout.size(*element).filter(|size| *size > 0)?),
            TypeKind::Record(record) => {
                let field =
                    record.fields.iter().filter(|field| field.offset <= offset).max_by_key(|field| field.offset)?;
                (field.ty, offset - field.offset)
            }
            _ => return None,
        };
    }
    Some(ty)
}

/// Turns a replay into words.
struct Words<'p> {
    program: &'p Program,
    replay: &'p Replay,
    names: Names<'p>,
}

impl<'p> Words<'p> {
    fn new(program: &'p Program, replay: &'p Replay) -> Self {
        Self { program, replay, names: Names { program, execution: &replay.execution } }
    }
    fn evidence(&self, replay: ReplayData) -> Evidence {
        let mut texts = Texts::new(self.program);
        let steps = self.replay.execution.trace.steps.iter().zip(&self.replay.relevant);
        let trace = steps.enumerate().filter_map(|(number, (step, relevant))| {
            let report = self.step(step, *relevant, &mut texts)?;
            let span = self.failure_in_library(step).and_then(|property| property.span).or(step.span);
            Some(TracedStep { report, span, skipped: self.replay.skipped.get(&number).cloned() })
        });
        Evidence { replay, inputs: self.inputs(), trace: trace.collect(), involved: self.involved() }
    }
    fn value(&self, ty: TypeId, value: &Value) -> String {
        Display::new(self.program).with_names(&self.names).value(ty, value)
    }
    fn inputs(&self) -> Vec<(InputReport, Option<Span>)> {
        let one = |input: &cairn_witness::NamedInput| {
            let element = match (self.program.language, &self.program.types.get(input.ty).display.name) {
                // As the source writes it: `unsigned int` is no word of the text form.
                (Language::C | Language::Llvm, Some(name)) => name.to_string(),
                _ => cairn_ir::text::print_type(self.program, input.ty),
            };
            let (type_name, value) = match (input.count, &input.value) {
                (Some(count), Value::Array(array)) => (format!("[{count}]{element}"), self.elements(input.ty, array)),
                _ => (element, self.value(input.ty, &input.value)),
            };
            let name = input.name.clone();
            (InputReport { name, type_name, value, file: None, line: None, relevant: true }, input.span)
        };
        let mut inputs: Vec<_> = self.replay.inputs.iter().map(one).collect();
        self.mark_unread(&mut inputs);
        inputs
    }
    /// Variables that have any value at first, and another one before the failure depends on them if it does.
    fn mark_unread(&self, inputs: &mut [(InputReport, Option<Span>)]) {
        let execution = &self.replay.execution;
        let any_value = |kind: &InputKind| matches!(kind, InputKind::Havoc(_) | InputKind::Global(_));
        // Of a long execution only the last steps are kept.
        let steps = execution.trace.steps.iter().zip(&self.replay.relevant).rev();
        let mut marks = steps.filter_map(|(step, relevant)| match &step.kind {
            interp::StepKind::Input { kind, .. } if any_value(kind) => Some(*relevant),
            _ => None,
        });
        for ((input, _), used) in inputs.iter_mut().zip(&execution.inputs).rev() {
            if any_value(&used.request.kind) {
                input.relevant = marks.next().unwrap_or(true);
            }
        }
    }
    /// The contents of an allocation, whose type is not one of the program.
    fn elements(&self, ty: TypeId, array: &cairn_ir::ArrayValue) -> String {
        const MOST: usize = 16;
        match array {
            cairn_ir::ArrayValue::Dense(items) => {
                let shown: Vec<String> = items.iter().take(MOST).map(|item| self.value(ty, item)).collect();
                let more = if items.len() > MOST { ", …" } else { "" };
                format!("[{}{more}]", shown.join(", "))
            }
            cairn_ir::ArrayValue::Sparse { default, entries } => {
                let shown = entries.iter().take(MOST).map(|(i, item)| format!("{i} = {}, ", self.value(ty, item)));
                format!("[{}all others {}]", shown.collect::<String>(), self.value(ty, default))
            }
        }
    }
    fn variables(&self, values: &[(VarId, Value)]) -> String {
        let one = |(var, value): &(VarId, Value)| {
            let variable = &self.program.variables[*var];
            format!("{} = {}", variable.shown_name(), self.value(variable.ty, value))
        };
        format!("({})", values.iter().map(one).collect::<Vec<_>>().join(", "))
    }

    /// What fails inside the library is told where that was called.
    fn failure_in_library(&self, step: &Step) -> Option<&Property> {
        let in_library = self.program.procedures[step.procedure].role == ProcedureRole::Library;
        match step.kind {
            interp::StepKind::Check { property, holds: false } if in_library => {
                Some(&self.program.properties[property])
            }
            _ => None,
        }
    }
    fn step(&self, step: &Step, relevant: bool, texts: &mut Texts) -> Option<StepReport> {
        use interp::StepKind as Happened;
        let own = &self.program.procedures[step.procedure];
        let own = self.failure_in_library(step).and_then(|p| p.procedure).map_or(own, |p| &self.program.procedures[p]);
        let procedure = match own.role {
            // Each call has a copy of its own.
            ProcedureRole::Library => cairn_ir::display::source_name(&own.name).to_string(),
            ProcedureRole::Contract(ref name) => name.to_string(),
            _ => own.name.to_string(),
        };
        let execution = &self.replay.execution;
        // Front ends call the entry from a procedure of their own, which no source shows.
        let is_shown = !matches!(self.program.procedures[step.procedure].role, ProcedureRole::Start(_));
        let role = &self.program.procedures[step.procedure].role;
        let in_library = matches!(role, ProcedureRole::Library | ProcedureRole::Contract(_));
        let is_call = matches!(step.kind, Happened::Enter { .. } | Happened::Leave { .. });
        let mut relevant =
            relevant && ((is_shown && (!in_library || is_call)) || matches!(step.kind, Happened::Check { .. }));
        let (kind, name, value) = match &step.kind {
            Happened::Enter { arguments, .. } => {
                (StepKind::Enter, Some(procedure.clone()), Some(self.variables(arguments)))
            }
            Happened::Leave { results } => {
                let results = match &results[..] {
                    [] => None,
                    [(var, value)] => Some(self.value(self.program.variables[*var].ty, value)),
                    several => Some(self.variables(several)),
                };
                (StepKind::Leave, Some(procedure.clone()), results)
            }
            Happened::Assign { place, ty, value } => {
                relevant &= !self.is_temporary(place);
                (StepKind::Assign, Some(place.name(self.program, execution)), Some(self.value(*ty, value)))
            }
            Happened::Input { kind, place, ty, value } => {
                // Globals and parameters are listed as inputs already, and what a call without body gives is seen at its return.
                relevant &= !matches!(kind, InputKind::Global(_) | InputKind::Parameter(_)) && !self.is_result(step);
                (StepKind::Assign, Some(place.name(self.program, execution)), Some(self.value(*ty, value)))
            }
            Happened::Branch { value, ty, .. } => {
                // What the source does not say is bookkeeping of the front end.
                relevant &= self.program.language == Language::Cairn || self.is_from_source(step);
                (StepKind::Branch, self.condition(step, texts), Some(self.value(*ty, value)))
            }
            Happened::Assume { holds } => (StepKind::Assume, None, Some(holds.to_string())),
            Happened::Check { property, holds } => {
                let description = self.program.properties[*property].description.to_string();
                (StepKind::Check, Some(description), Some(holds.to_string()))
            }
            Happened::Event { name, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|(ty, value)| self.value(*ty, value)).collect();
                (StepKind::Event, Some(name.to_string()), Some(format!("({})", arguments.join(", "))))
            }
            Happened::Allocate { object, size } => {
                let name = execution.object_name(self.program, *object);
                (StepKind::Assign, Some(name), Some(format!("new object of {size} bytes")))
            }
            Happened::Release { object } => {
                (StepKind::Assign, Some(execution.object_name(self.program, *object)), Some("released".into()))
            }
            Happened::Write { object, offset, bytes } => {
                let name = execution.object_name(self.program, *object);
                (StepKind::Assign, Some(name), Some(format!("{bytes} bytes written at {offset}")))
            }
        };
        Some(StepReport {
            file: None,
            line: None,
            function: Some(procedure),
            step: kind,
            name,
            value,
            relevant,
            note: None,
        })
    }
    /// Whether an input is the result of a function without body.
    fn is_result(&self, step: &Step) -> bool {
        let body = &self.program.procedures[step.procedure];
        let statements = body.blocks[step.block].statements.iter();
        let mut roles = statements.filter_map(|statement| statement.origin.input_role());
        roles.any(|role| matches!(role, InputRole::Result(name) if *name == body.name))
    }
    fn is_temporary(&self, place: &ResolvedPlace) -> bool {
        match place {
            ResolvedPlace::Variable { variable, .. } => self.program.variables[*variable].temporary,
            _ => false,
        }
    }
    /// Whether the source writes the branch that ends the step's block.
    fn is_from_source(&self, step: &Step) -> bool {
        let block = &self.program.procedures[step.procedure].blocks[step.block];
        block.terminator_origin.reason == Reason::Source && block.terminator_origin.span.is_some()
    }
    /// What a branch decided on, where the source is program text; elsewhere the source line says it better.
    fn condition(&self, step: &Step, texts: &mut Texts) -> Option<String> {
        if self.program.language != Language::Cairn {
            return None;
        }
        match &self.program.procedures[step.procedure].blocks[step.block].terminator {
            Terminator::Branch { condition, .. } => Some(texts.expr(*condition)),
            Terminator::Switch { value, .. } => Some(texts.expr(*value)),
            _ => None,
        }
    }

    /// What the failed check read, with its values.
    fn involved(&self) -> Vec<ValueReport> {
        let execution = &self.replay.execution;
        let one = |found: Involved| ValueReport {
            name: found.place.name(self.program, execution),
            value: self.value(found.ty, &found.value),
        };
        involved(self.program, execution).into_iter().map(one).collect()
    }
}
