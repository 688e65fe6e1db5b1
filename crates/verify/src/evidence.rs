//! Counterexamples re-checked: replayed in the interpreter on the program that was asked about, which
//! must fail at the very property the engine named. Only then is there [`Evidence`] to report.

use crate::codec;
use crate::report::{CounterexampleReport, InputReport, ReplayData, StepKind, StepReport};
use crate::run::Subject;
use cairn_base::{SourceMap, Span};
use cairn_ir::interp::{self, Execution, GivenInputs, Limits, Outcome, Step};
use cairn_ir::{Counterexample, Program, PropertyId, TypeId, Value};

/// Steps of a trace that are kept; the failure is at the end.
const TRACE_STEPS: usize = 100_000;

/// A counterexample that was replayed, in a form that needs no program any more.
#[derive(Clone, Debug)]
pub struct Evidence {
    replay: ReplayData,
    inputs: Vec<(InputReport, Option<Span>)>,
    trace: Vec<(StepReport, Option<Span>)>,
}

impl Evidence {
    /// Replays; an error says what the interpreter did instead of failing at the property.
    pub fn replay(subject: &Subject, property: PropertyId, found: &Counterexample) -> Result<Self, String> {
        let program = &subject.program;
        let limits = Limits { loop_bounds: subject.loop_bounds.clone(), trace_steps: TRACE_STEPS, ..Limits::default() };
        let mut inputs = GivenInputs::new(found.inputs.clone());
        let execution = interp::run(program, found.entry, &mut inputs, &limits);
        if execution.outcome != Outcome::Violated(property) {
            let name = &program.properties[property].name;
            let end = outcome_words(program, &execution.outcome);
            return Err(format!("the counterexample for `{name}` does not replay: in the interpreter, {end}"));
        }
        Ok(Self {
            replay: ReplayData {
                entry: program.procedures[found.entry].name.to_string(),
                inputs: found.inputs.iter().map(codec::value_to_json).collect(),
            },
            inputs: inputs_of(program, &execution),
            trace: execution.trace.steps.iter().filter_map(|step| step_of(program, &execution, step)).collect(),
        })
    }
    /// With places as lines of files.
    pub fn report(&self, sources: &SourceMap) -> CounterexampleReport {
        let place = |span: Option<Span>| span.map(|span| sources.location(span));
        let inputs = self.inputs.iter().map(|(input, span)| {
            let place = place(*span);
            InputReport {
                file: place.as_ref().map(|p| p.file.clone()),
                line: place.as_ref().map(|p| p.line),
                ..input.clone()
            }
        });
        let trace = self.trace.iter().map(|(step, span)| {
            let place = place(*span);
            StepReport {
                file: place.as_ref().map(|p| p.file.clone()),
                line: place.as_ref().map(|p| p.line),
                ..step.clone()
            }
        });
        CounterexampleReport {
            replayed: true,
            inputs: inputs.collect(),
            trace: trace.collect(),
            replay: self.replay.clone(),
        }
    }
}

fn outcome_words(program: &Program, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Violated(other) => format!("`{}` fails instead", program.properties[*other].name),
        Outcome::Finished | Outcome::Stopped => "the execution ends without a failure".into(),
        Outcome::AssumptionFailed => "an assumption does not hold".into(),
        other => format!("{other:?}"),
    }
}

fn inputs_of(program: &Program, execution: &Execution) -> Vec<(InputReport, Option<Span>)> {
    let one = |used: &interp::UsedInput| {
        let report = InputReport {
            name: used.name(program, execution),
            type_name: cairn_ir::typing::type_name(&program.types, used.request.ty),
            value: words(program, used.request.ty, &used.value),
            file: None,
            line: None,
        };
        (report, used.request.span)
    };
    execution.inputs.iter().map(one).collect()
}

fn words(_program: &Program, _ty: TypeId, value: &Value) -> String {
    match value {
        Value::Int(bits) => bits.signed().to_string(),
        other => format!("{other:?}"),
    }
}

fn step_of(program: &Program, execution: &Execution, step: &Step) -> Option<(StepReport, Option<Span>)> {
    let list = |values: &[(cairn_ir::VarId, Value)]| {
        let one = |(var, value): &(cairn_ir::VarId, Value)| {
            let variable = &program.variables[*var];
            format!("{} = {}", variable.name, words(program, variable.ty, value))
        };
        format!("({})", values.iter().map(one).collect::<Vec<_>>().join(", "))
    };
    let procedure = program.procedures[step.procedure].name.to_string();
    let (kind, name, value) = match &step.kind {
        interp::StepKind::Enter { arguments } => (StepKind::Enter, procedure.clone(), list(arguments)),
        interp::StepKind::Leave { results } => (StepKind::Leave, procedure.clone(), list(results)),
        interp::StepKind::Assign { place, ty, value } | interp::StepKind::Input { place, ty, value, .. } => {
            (StepKind::Assign, place.name(program, execution), words(program, *ty, value))
        }
        interp::StepKind::Branch { value, ty, .. } => (StepKind::Branch, String::new(), words(program, *ty, value)),
        interp::StepKind::Assume { holds } => (StepKind::Assume, String::new(), holds.to_string()),
        interp::StepKind::Check { property, holds } => {
            (StepKind::Check, program.properties[*property].description.to_string(), holds.to_string())
        }
        interp::StepKind::Event { name, .. } => (StepKind::Event, name.to_string(), String::new()),
        _ => return None,
    };
    let report = StepReport {
        file: None,
        line: None,
        function: Some(procedure),
        step: kind,
        name: Some(name),
        value: Some(value),
        relevant: true,
    };
    Some((report, step.span))
}
