//! A violation as a list of events: what happened, which states of the automaton were active then, which conditions held,
//! and at the end why nobody could go on.

use super::Told;
use super::question::{Asked, Question};
use super::referee::Happened;
use crate::report::{EventReport, ValueReport};
use crate::run::{Shared, lock};
use cairn_automata::condition::EventKind;
use cairn_automata::monitor::{Monitor, Observation, Observed, Simulation};
use cairn_base::SourceMap;
use cairn_ir::display::Display;
use cairn_temporal::leaves::LeafKind;
use cairn_temporal::points::PointKind;

pub fn told(question: &Question, steps: &[Happened], cycle_start: Option<usize>, shared: &Shared) -> Told {
    let sources = lock(shared).sources.clone();
    let monitor = match &question.asked {
        Asked::Followed { monitor, .. } => monitor,
        Asked::Never { monitor, .. } => monitor,
        Asked::Formula(formula) => &formula.own_monitor,
    };
    let mut run = Simulation::new(monitor);
    let mut events = Vec::new();
    for step in steps {
        let is_end = question.told[step.told].point.kind == PointKind::End;
        let blocked = if is_end { Vec::new() } else { blocked(question, &run, &step.letter) };
        if !is_end {
            run.step(&step.letter);
        }
        let mut event = event(question, step, &sources);
        event.states = states(monitor, &run);
        if run.is_stuck() && !is_end {
            event.blocked = blocked;
        }
        events.push(event);
    }
    Told { events, cycle_start, own: Vec::new() }
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

/// The guards that would have had to hold.
fn blocked(question: &Question, run: &Simulation, letter: &Observation) -> Vec<String> {
    use cairn_automata::monitor::{Guard, Value};
    fn value(question: &Question, of: &Value, registers: &[String]) -> String {
        match of {
            Value::Integer(number) => number.to_string(),
            Value::Leaf(leaf) => question.leaves[*leaf].text.clone(),
            Value::Register(register) => registers[*register].clone(),
            Value::Minus(a) => format!("-{}", value(question, a, registers)),
            Value::Binary(op, a, b) => {
                format!("({} {} {})", value(question, a, registers), op.symbol(), value(question, b, registers))
            }
        }
    }
    fn guard(question: &Question, of: &Guard, registers: &[String]) -> String {
        match of {
            Guard::Constant(value) => value.to_string(),
            Guard::Leaf(leaf) => question.leaves[*leaf].text.clone(),
            Guard::Relation(op, a, b) => {
                format!("{} {} {}", value(question, a, registers), op.symbol(), value(question, b, registers))
            }
            Guard::Not(inner) => format!("!({})", guard(question, inner, registers)),
            Guard::And(all) => all.iter().map(|g| guard(question, g, registers)).collect::<Vec<_>>().join(" && "),
            Guard::Or(all) => {
                let parts: Vec<String> = all.iter().map(|g| format!("({})", guard(question, g, registers))).collect();
                parts.join(" || ")
            }
        }
    }
    let monitor = match &question.asked {
        Asked::Followed { monitor, .. } | Asked::Never { monitor, .. } => monitor,
        Asked::Formula(formula) => &formula.own_monitor,
    };
    let registers: Vec<String> = monitor.registers.iter().map(|register| register.name.clone()).collect();
    let options = run.options(letter);
    let words = options.iter().map(|(state, transition, _)| {
        let from = &monitor.states[*state].name;
        format!("{from} waits for {}", guard(question, &transition.guard, &registers))
    });
    let mut all: Vec<String> = words.collect();
    all.dedup();
    all
}
