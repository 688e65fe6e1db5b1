//! An automaton that is followed, met with its program: what is needed to write it into the source.

use super::TemporalRequest;
use super::question::{Asked, Question};
use crate::input;
use crate::report::Report;
use crate::request::Request;
use crate::run::{load, lock, making};
use cairn_automata::monitor::Monitor;
use cairn_base::{Budget, Diagnostic, SourceMap};
use cairn_front_c::outline::Outline;
use cairn_ir::{Language, ProcId, Program};
use cairn_temporal::leaves::Leaf;
use cairn_temporal::points::{self, Point};
use cairn_temporal::typing::Scope;

/// An automaton and the program that it is about.
#[derive(Clone, Debug)]
pub struct Followed {
    pub program: Program,
    /// Where runs start, and the functions of the source that are started there.
    pub starts: Vec<ProcId>,
    pub entries: Vec<ProcId>,
    pub monitor: Monitor,
    /// Accepting states count at the end of a run.
    pub accepting: bool,
    pub leaves: Vec<Leaf>,
    /// The events, and where runs end.
    pub points: Vec<Point>,
    pub scope: Scope,
    /// Where things stand in a program that is one C file.
    pub outline: Option<Outline>,
    pub sources: SourceMap,
    /// What is asked, in words.
    pub description: String,
    /// The property is a formula, of which only the finite part is followed.
    pub is_formula: bool,
}

/// Reads program and property. What is found by `look` is the answer.
pub fn followed<T: Send + 'static>(
    request: &Request,
    temporal: &TemporalRequest,
    budget: &Budget,
    look: impl FnOnce(Followed) -> Result<(T, Vec<Diagnostic>), Vec<Diagnostic>> + Send + 'static,
) -> (Option<T>, Report) {
    let mut request = request.clone();
    request.kept_globals = super::words(&temporal.property, &request.inputs);
    let (temporal, own) = (temporal.clone(), budget.clone());
    making(budget, move |shared| {
        let program = load(&request, &own, shared)?;
        let mut sources = lock(shared).sources.clone();
        let read = Question::read(program, &request, &temporal, &mut sources);
        let outline = read.and_then(|question| {
            let is_one = question.program.language == Language::C && request.inputs.len() == 1 && !request.c.via_llvm;
            let outline = if is_one { Some(input::outline(&request, &mut sources, &own)?) } else { None };
            Ok((question, outline))
        });
        lock(shared).sources = sources.clone();
        let made = outline.and_then(|(question, outline)| look(of_question(question, outline, sources)?));
        match made {
            Ok((made, notes)) => {
                lock(shared).diagnostics.extend(notes);
                Some(made)
            }
            Err(errors) => {
                lock(shared).diagnostics.extend(errors);
                None
            }
        }
    })
}

fn of_question(question: Question, outline: Option<Outline>, sources: SourceMap) -> Result<Followed, Vec<Diagnostic>> {
    let is_formula = matches!(question.asked, Asked::Formula(_));
    let (monitor, accepting) = match question.asked {
        Asked::Followed { monitor, accepting } => (monitor, accepting),
        Asked::Formula(formula) => (formula.own_monitor, false),
        Asked::Never { .. } => {
            let message = "an automaton that says what must not happen is not written into programs";
            let error = Diagnostic::error(cairn_automata::codes::PROPERTY, message);
            return Err(vec![error.help("without `--never` it is followed")]);
        }
    };
    let events = |point: &Point| matches!(point.kind, points::PointKind::Event(..) | points::PointKind::End);
    if !question.steps.events_only {
        let message =
            "the steps of this property are statements; what is written into programs follows calls and returns";
        let error = Diagnostic::error(cairn_automata::codes::STEPS, message);
        return Err(vec![error.help("speak of events: `CALL(f)`, `RETURN(f)`")]);
    }
    let description = question.program.properties[question.property].description.to_string();
    Ok(Followed {
        description,
        starts: question.entries.clone(),
        entries: points::started(&question.program, &question.entries),
        points: question.points.into_iter().filter(events).collect(),
        program: question.program,
        monitor,
        accepting,
        leaves: question.leaves,
        scope: question.scope,
        outline,
        sources,
        is_formula,
    })
}
