//! A violation as a list of events: what happened, which states of the automaton were active then, which conditions held,
//! and at the end why nobody could go on.

use super::Told;
use super::nearest::{self, Change};
use super::question::{Asked, Question};
use super::referee::Happened;
use super::words::Words;
use crate::report::{AcceptedReport, EventReport, ValueReport};
use crate::run::{Shared, lock};
use cairn_automata::condition::EventKind;
use cairn_automata::monitor::{Monitor, Observation, Observed, Simulation, Transition};
use cairn_base::SourceMap;
use cairn_ir::ProcId;
use cairn_ir::display::Display;
use cairn_temporal::leaves::LeafKind;
use cairn_temporal::points::PointKind;
use num_bigint::BigInt;

pub fn told(question: &Question, steps: &[Happened], cycle_start: Option<usize>, shared: &Shared) -> Told {
    let sources = lock(shared).sources.clone();
    let monitor = match &question.asked {
        Asked::Followed { monitor, .. } | Asked::Never { monitor, .. } => monitor,
        Asked::Formula(formula) => &formula.own_monitor,
    };
    let must_accept = matches!(question.asked, Asked::Followed { accepting: true, .. });
    let mut run = Simulation::new(monitor);
    let mut events = Vec::new();
    for step in steps {
        let is_end = question.told[step.told].point.kind == PointKind::End;
        let blocked = if is_end { Vec::new() } else { blocked(question, monitor, &run, step) };
        if !is_end {
            run.step(&step.letter);
        }
        let mut event = event(question, step, &sources);
        event.states = states(monitor, &run);
        if run.is_stuck() && !is_end {
            event.blocked = blocked;
        } else if is_end && must_accept && !run.accepts() {
            event.blocked = vec![no_accepting(monitor)];
        }
        events.push(event);
    }
    let accepted = match &question.asked {
        Asked::Followed { .. } if cycle_start.is_none() => accepted(question, monitor, steps, &events),
        Asked::Formula(_) if run.is_stuck() => accepted(question, monitor, steps, &events),
        _ => Vec::new(),
    };
    Told { events, cycle_start, accepted, ..Told::default() }
}

/// The nearest sequence of events that would have been accepted.
fn accepted(question: &Question, monitor: &Monitor, steps: &[Happened], told: &[EventReport]) -> Vec<AcceptedReport> {
    let name = |function: ProcId| &question.program.procedures[function].name;
    let one = |step: nearest::Step| AcceptedReport {
        event: match step.change {
            Change::Kept | Change::LeftOut => told[step.place].event.clone(),
            _ => format!("{} {}", step.event.0.word(), name(step.event.1)),
        },
        change: step.change.word().into(),
        condition: step.condition,
    };
    nearest::nearest(question, monitor, steps).unwrap_or_default().into_iter().map(one).collect()
}

fn no_accepting(monitor: &Monitor) -> String {
    let accepting = monitor.states.iter().filter(|state| state.accepting && state.is_named);
    let names: Vec<&str> = accepting.map(|state| &*state.name).collect();
    match names.as_slice() {
        [] => "the run ends, and no state is accepting".into(),
        names => format!("the run ends, and no accepting state is active: {}", names.join(", ")),
    }
}

fn states(monitor: &Monitor, run: &Simulation) -> Vec<String> {
    run.states().into_iter().map(|state| monitor.states[state].name.clone()).collect()
}

fn event(question: &Question, step: &Happened, sources: &SourceMap) -> EventReport {
    let told = &question.told[step.told];
    let program = &question.program;
    let name = |function: cairn_ir::ProcId| program.procedures[function].name.to_string();
    let values: Vec<(String, String)> = told
        .values
        .iter()
        .filter_map(|(name, place)| {
            let (ty, value) = step.arguments.get(*place)?;
            Some((name.clone(), Display::new(program).value(*ty, value)))
        })
        .collect();
    let words = match &told.point.kind {
        PointKind::Event(EventKind::Call, function) => {
            let arguments: Vec<String> = values.iter().map(|(name, value)| format!("{name}={value}")).collect();
            match arguments.is_empty() {
                true => format!("CALL {}", name(*function)),
                false => format!("CALL {}({})", name(*function), arguments.join(", ")),
            }
        }
        PointKind::Event(_, function) => match values.as_slice() {
            [] => format!("RETURN {}", name(*function)),
            [(_, value)] => format!("RETURN {} = {value}", name(*function)),
            several => {
                let all: Vec<String> = several.iter().map(|(name, value)| format!("{name}={value}")).collect();
                format!("RETURN {} = ({})", name(*function), all.join(", "))
            }
        },
        PointKind::State => "step".into(),
        PointKind::Place(file, line) => format!("at {file}:{line}"),
        PointKind::End => "end".into(),
    };
    let location = told.point.span.map(|span| sources.location(span));
    EventReport {
        event: words,
        states: Vec::new(),
        atoms: atoms(question, &step.letter),
        blocked: Vec::new(),
        file: location.as_ref().map(|l| l.file.clone()),
        line: location.as_ref().map(|l| l.line),
    }
}

/// The conditions of the property and their values.
fn atoms(question: &Question, letter: &Observation) -> Vec<ValueReport> {
    let shown = question.leaves.iter().zip(letter).filter_map(|(leaf, value)| {
        if !matches!(leaf.kind, LeafKind::Condition(_) | LeafKind::Number(_)) {
            return None;
        }
        let value = match value.as_ref()? {
            Observed::Truth(value) => value.to_string(),
            Observed::Number(number) => number.to_string(),
        };
        Some(ValueReport { name: leaf.text.clone(), value })
    });
    shown.collect()
}

/// The guards that would have had to hold, with the values that they had.
fn blocked(question: &Question, monitor: &Monitor, run: &Simulation, step: &Happened) -> Vec<String> {
    let words = Words::new(question, monitor);
    let one = |(state, registers, transition): (usize, &[BigInt], &Transition)| {
        let from = &monitor.states[state].name;
        let values = words.values(&transition.guard, step, registers);
        let values = if values.is_empty() { String::new() } else { format!(" ({values})") };
        format!("{from} waits for {}{values}", words.guard(&transition.guard))
    };
    let mut all: Vec<String> = run.options().map(one).collect();
    all.dedup();
    all
}
