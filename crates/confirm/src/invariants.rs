//! A witness of a program that is correct: its invariants, checked where they are said to hold and relied on behind that.

use crate::back::{self, OWN};
use crate::text::{self, Insertions};
use crate::{Answer, conditions, places};
use cairn_base::Budget;
use cairn_front_c::sites::{Sites, What};
use cairn_svcomp::witness::Invariant;
use cairn_verify::report::{PropertyVerdict, Report};
use cairn_verify::request::Request;
use cairn_verify::run::{self, Snapshot};
use cairn_verify::{CheckKind, RunVerdict};

pub fn confirm(
    request: &Request,
    invariants: &[Invariant],
    name: &str,
    sites: &[Sites],
    budget: &Budget,
    tick: &mut dyn FnMut(&Snapshot),
) -> (Report, Answer) {
    let mut written = vec![Insertions::default(); request.inputs.len()];
    for (number, invariant) in invariants.iter().enumerate() {
        let place = format!("{name}:{}:{}", invariant.place.0, invariant.place.1);
        if let Err(answer) = write(invariant, number, request, sites, &mut written) {
            let reason = format!("{place}: {}", answer.reason);
            return (Report::empty(), Answer { reason, ..answer });
        }
    }
    let mut own = text::with(request, &written);
    own.checks.turn_on(CheckKind::Assertion);
    let mut report = run::check(&own, budget, tick);
    back::carried(&mut report, request, &written);
    let answer = answer(&mut report, invariants, name);
    (report, answer)
}

/// Writes one invariant into its place.
fn write(
    invariant: &Invariant,
    number: usize,
    request: &Request,
    sites: &[Sites],
    written: &mut [Insertions],
) -> Result<(), Answer> {
    let location = &invariant.location;
    let condition = conditions::checked(&invariant.value).map_err(Answer::rejected)?;
    let file = places::file(request, sites, location)
        .ok_or_else(|| Answer::rejected(format!("`{}` is no input", location.file)))?;
    let is_loop = |what: &What| matches!(what, What::Loop { .. });
    let site = file.statement(location, |site| !invariant.is_of_loop || is_loop(&site.what));
    let what = if invariant.is_of_loop { "loop" } else { "statement" };
    let site = site.ok_or_else(|| Answer::rejected(format!("no {what} begins at {location}")))?;
    let code = format!("__CPROVER_assert(({condition}), \"{OWN} {number}\");");
    let into = &mut written[file.number];
    match invariant.is_of_loop {
        true => file.at_head(site, &code, into),
        false => file.before(site, &format!("{{ {code} }} "), into),
    }
    .map_err(|why| Answer::undecided(format!("nothing can be written at {location}: {why}")))
}

fn answer(report: &mut Report, invariants: &[Invariant], name: &str) -> Answer {
    if report.internal_error.is_some() {
        return Answer::undecided("the run ended with an internal error");
    }
    if report.has_input_errors() {
        return not_read(report, name);
    }
    let own = |description: &str| description.strip_prefix(OWN).and_then(|rest| rest.trim().parse::<usize>().ok());
    // Assertions of the program are no part of the question: where they fail, the execution ends.
    let all = report.properties.len();
    report.properties.retain(|p| p.kind != CheckKind::Assertion.name() || own(&p.description).is_some());
    if report.properties.len() < all {
        let is_proved = report.properties.iter().all(|p| p.verdict == PropertyVerdict::Proved);
        let verified = is_proved && report.stopped.is_none() && !report.properties.is_empty();
        report.verdict = if verified { RunVerdict::Verified } else { RunVerdict::Inconclusive };
    }
    let mut failed = None;
    let mut open = None;
    for property in &mut report.properties {
        let invariant = own(&property.description).and_then(|number| invariants.get(number));
        if let Some(invariant) = invariant {
            property.description = format!("the witness's invariant `{}` holds", invariant.value);
            for step in property.counterexample.iter_mut().flat_map(|found| &mut found.trace) {
                if step.name.as_deref().is_some_and(|name| name.starts_with(OWN)) {
                    step.name = Some(property.description.clone());
                }
            }
        }
        let said = match invariant {
            Some(invariant) => {
                format!("its invariant `{}` at {}", invariant.value, invariant.location)
            }
            None => "the property".into(),
        };
        match property.verdict {
            PropertyVerdict::Proved => {}
            PropertyVerdict::Violated => failed = failed.or(Some(format!("{said} does not hold"))),
            _ => open = open.or(Some(format!("{said} is not decided"))),
        }
    }
    match (failed, open) {
        (Some(why), _) => {
            report.verdict = RunVerdict::Violated;
            Answer::rejected(format!("{why}; the execution was replayed"))
        }
        (None, Some(why)) => Answer::undecided(why),
        (None, None) if report.verdict == RunVerdict::Verified => {
            Answer::confirmed("its invariants hold, and with them the property")
        }
        (None, None) => Answer::undecided("the run is inconclusive"),
    }
}

/// The program was read before, so that it is the witness that does not fit.
pub fn not_read(report: &mut Report, name: &str) -> Answer {
    let why = report.diagnostics.iter().find(|d| d.is_error()).map(|d| {
        let line = d.line.map_or(String::new(), |line| format!(" at line {line}"));
        format!("a condition in {name} cannot be read{line}: {}", d.message)
    });
    *report = Report::empty();
    Answer::rejected(why.unwrap_or_default())
}
