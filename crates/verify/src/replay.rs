//! `cairn replay`: the counterexamples of a report, run again in the interpreter.

use crate::codec;
use crate::evidence::{Evidence, NoEvidence};
use crate::report::{CounterexampleReport, PropertyReport, Report, RequestEcho};
use crate::request::{InputFile, Request, Unwinding};
use crate::run::{self, Subject};
use cairn_base::Budget;
use cairn_ir::Counterexample;
use cairn_ir::selection::CheckSelection;

/// What became of one counterexample.
#[derive(Clone, Debug)]
pub struct Replayed {
    pub property: PropertyReport,
    /// What the interpreter did instead of failing at the property.
    pub difference: Option<String>,
}

/// The request a report answered, with the texts of its inputs read anew.
pub fn request(echo: &RequestEcho, inputs: Vec<InputFile>) -> Request {
    Request {
        inputs,
        entries: echo.entries.clone(),
        unwind: echo.unwind,
        unwinding: Unwinding::from_name(&echo.unwinding).unwrap_or_default(),
        checks: CheckSelection::remembered(&echo.checks),
        c: echo.c.clone(),
        ..Request::default()
    }
}

/// Replays every counterexample of a report. The second part is the report of reading the inputs, whose
/// diagnostics say why nothing could be replayed if they hold an error.
pub fn replay(old: &Report, request: &Request, budget: &Budget) -> (Vec<Replayed>, Report) {
    let wanted: Vec<PropertyReport> = old.properties.iter().filter(|p| p.counterexample.is_some()).cloned().collect();
    let (answers, report) = run::with_program(request, budget, move |program, request, _| {
        let subject = run::prepare(program, request)?;
        Ok(wanted.into_iter().map(|property| replay_one(property, &subject)).collect::<Vec<_>>())
    });
    let done = answers.unwrap_or_default().into_iter();
    let replayed = done.map(|(mut property, outcome)| match outcome {
        Ok(evidence) => {
            property.counterexample = Some(evidence.report(&report.sources));
            Replayed { property, difference: None }
        }
        Err(difference) => Replayed { property, difference: Some(difference) },
    });
    (replayed.collect(), report)
}

fn replay_one(property: PropertyReport, subject: &Subject) -> (PropertyReport, Result<Evidence, String>) {
    let found = property.counterexample.as_ref().ok_or_else(|| "it has no counterexample".to_owned());
    let outcome = found.and_then(|found| evidence(&property, found, subject));
    (property, outcome)
}

fn evidence(property: &PropertyReport, found: &CounterexampleReport, subject: &Subject) -> Result<Evidence, String> {
    let program = &subject.program;
    let id = program.properties.iter().find(|(_, p)| *p.name == *property.id).map(|(id, _)| id);
    let id = id.ok_or_else(|| format!("the program has no property `{}` any more", property.id))?;
    let entry = program.find_procedure(&found.replay.entry);
    let entry = entry.ok_or_else(|| format!("the program has no procedure `{}` any more", found.replay.entry))?;
    let inputs = found.replay.inputs.iter().map(codec::json_to_value).collect::<Result<Vec<_>, _>>();
    let inputs = inputs.map_err(|error| format!("the report is damaged: {error}"))?;
    Evidence::replay(subject, id, &Counterexample { entry, inputs }).map_err(|error| match error {
        NoEvidence::Disagrees(reason) | NoEvidence::CannotFollow(reason) => reason,
    })
}
