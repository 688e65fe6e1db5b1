//! `cairn prove`: arguments to request, report to formats, and the table of subprograms.

use crate::arguments::{ProveArguments, SubjectArguments, When};
use crate::check::{detail, formats, request, write_all};
use crate::progress::ProgressLine;
use crate::session::NotRead;
use crate::{files, output, session, store};
use cairn_verify::request::FlowContracts;
use cairn_verify::run::prove::Options;
use cairn_verify::temporal::{StepChoice, TemporalRequest};
use cairn_verify::{ExitCode, Report, Request};
use std::path::Path;
use std::time::Duration;

pub fn run(arguments: &ProveArguments, color: When) -> Result<ExitCode, String> {
    let wanted = formats(&arguments.output)?;
    wanted.iter().try_for_each(|one| output::try_place(one.file.as_deref()))?;
    let seconds = arguments.goal_timeout;
    let goal_timeout = Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or_else(|| format!("--goal-timeout {seconds}: this is not a number of seconds above 0"))?;
    let (solver, _) = cairn_verify::solvers::choose(&arguments.solver)?;
    let cache = store::cache(arguments.cache.as_deref(), arguments.no_cache)?;
    let budget = session::budget(&arguments.limits)?;
    let mut subject = arguments.subject.clone();
    let automaton = automaton(&mut subject)?;
    let read = match session::within(&budget, move || request(&subject)) {
        Ok(read) => read,
        Err(NotRead::Refused(why)) => return Err(why),
        Err(NotRead::Stopped(reason)) => {
            let report = cairn_verify::run::nothing_known(reason);
            return write_all(&report, None, &wanted, detail(&arguments.output), color);
        }
    };
    let request = Request { solver, every: true, flow: FlowContracts::Demanded, ..read };
    request.solver.start(&budget)?;
    let mut line = ProgressLine::new(arguments.output.progress, arguments.output.quiet);
    let tick = &mut |snapshot: &cairn_verify::Snapshot| line.show(snapshot);
    let options = Options { cache, strict: arguments.strict, goal_timeout };
    let mut report = match &automaton {
        Some(temporal) => {
            let place = &files::place_derived;
            cairn_instrument::modular::prove(&request, temporal, options, place, &budget, tick)?
        }
        None => cairn_verify::run::prove::prove(&request, options, &budget, tick),
    };
    line.finish();
    if let (Some(error), Some(place)) = (&mut report.internal_error, session::panic_place()) {
        error.push_str(&format!(" (at {place})"));
    }
    let code = write_all(&report, None, &wanted, detail(&arguments.output), color)?;
    if arguments.summary {
        output::to_stdout(&summary(&report));
    }
    Ok(code)
}

/// A property over time, which is taken out of what the subject says: only files of the competition restrict the checks.
fn automaton(subject: &mut SubjectArguments) -> Result<Option<TemporalRequest>, String> {
    let is_competition = |path: &Path| path.extension().is_some_and(|extension| extension == "prp");
    let Some(path) = subject.property.take_if(|path| !is_competition(path)) else { return Ok(None) };
    let property = crate::temporal::property_text(&path)?;
    Ok(Some(TemporalRequest { property, steps: Some(StepChoice::Events), ..TemporalRequest::default() }))
}

/// Per subprogram what is proved, violated and open.
fn summary(report: &Report) -> String {
    let wide = report.goals.iter().map(|goal| goal.procedure.len()).max().unwrap_or(0).max("subprogram".len());
    let mut text = format!("{:wide$}  proved  violated  open\n", "subprogram");
    for goal in &report.goals {
        let name = &goal.procedure;
        text.push_str(&format!("{name:wide$}  {:6}  {:8}  {:4}\n", goal.proved, goal.violated, goal.open));
        if goal.kept > 0 {
            text.push_str(&format!("{:wide$}  kept from earlier runs: {}\n", "", goal.kept));
        }
        for name in &goal.assumed {
            text.push_str(&format!("{:wide$}  assumed: the contract of {name}, which is not proved in this run\n", ""));
        }
        for note in &goal.inferred {
            text.push_str(&format!("{:wide$}  inferred: {note}\n", ""));
        }
    }
    for function in &report.assumed {
        text.push_str(&format!("assumed: `{}`, which has no body ({})\n", function.function, function.stub));
    }
    text
}
