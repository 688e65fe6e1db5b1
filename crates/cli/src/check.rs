//! `cairn check`: arguments to request, report to formats.

use crate::arguments::{
    AssertionOverflowArgument, CheckArguments, DataModelArgument, IntegersArgument, OrderArgument, OutputArguments,
    SubjectArguments, UnwindingArgument, When,
};
use crate::progress::ProgressLine;
use crate::render::{self, Detail};
use crate::{files, output, refuse, session, task};
use cairn_base::Budget;
use cairn_verify::invariants::{Circumstances, Found, Witness};
use cairn_verify::request::{CChoices, EvaluationOrder};
use cairn_verify::{CheckKind, CheckSelection, ExitCode, Report, Request, Unwinding};
use std::path::PathBuf;
use std::time::SystemTime;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Json,
    Sarif,
    Html,
    Junit,
    Witness,
}

/// A format and where it goes; no file: standard output.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wanted {
    format: Format,
    file: Option<PathBuf>,
}

pub fn run(arguments: &CheckArguments, color: When) -> Result<ExitCode, String> {
    let wanted = formats(&arguments.output)?;
    let engine = refuse::engine(&arguments.engine.engine)?;
    let (solver, clauses) = cairn_verify::solvers::choose(&arguments.engine.solver)?;
    let request = Request {
        engine,
        unwind: arguments.engine.unwind,
        unwinding: match arguments.engine.unwinding {
            UnwindingArgument::Assert => Unwinding::Assert,
            UnwindingArgument::Assume => Unwinding::Assume,
        },
        solver,
        clauses,
        ..request(&arguments.subject)?
    };
    let budget = session::budget(&arguments.limits)?;
    // A solver that does not start is a mistake on the command line, and told before anything else is done.
    request.solver.start(&budget)?;
    if let Some(stage) = &arguments.show {
        return crate::export::show(&request, stage, arguments.output.output.as_deref(), &budget, color);
    }
    let mut line = ProgressLine::new(arguments.output.progress, arguments.output.quiet);
    let tick = &mut |snapshot: &cairn_verify::Snapshot| line.show(snapshot);
    let (mut report, found) = match wanted.iter().any(|one| one.format == Format::Witness) {
        true => {
            let (report, found) = cairn_verify::run::check_for_invariants(&request, &budget, tick);
            (report, Some(found))
        }
        false => (cairn_verify::check(&request, &budget, tick), None),
    };
    line.finish();
    if let (Some(error), Some(place)) = (&mut report.internal_error, session::panic_place()) {
        error.push_str(&format!(" (at {place})"));
    }
    let witness = found.and_then(|found| witness(&request, &report, &found, &budget, color));
    write_all(&report, witness.as_deref(), &wanted, detail(&arguments.output), color)?;
    Ok(report.exit_code())
}

/// The text of the witness; if there is none, why is told.
fn witness(request: &Request, report: &Report, found: &Found, budget: &Budget, color: When) -> Option<String> {
    let created = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    match cairn_verify::invariants::witness(request, report, found, &Circumstances { created }, budget) {
        Ok(Witness { text, notes }) => {
            let told = Report { diagnostics: notes, ..report.clone() };
            output::to_stderr(&render::text::diagnostics(&told, session::paint_stderr(color)));
            Some(text)
        }
        Err(why) => {
            output::to_stderr(&format!("cairn: no witness: {why}\n"));
            None
        }
    }
}

/// The part of the request that every command with inputs shares.
pub fn request(arguments: &SubjectArguments) -> Result<Request, String> {
    let task = task::read(arguments)?;
    let mut entries = arguments.entry.clone();
    let mut selection = checks(&arguments.check, &arguments.no_check)?;
    if let Some(question) = &task.question {
        selection = question.specification.checks();
        if entries.is_empty() {
            entries.push(question.specification.init.clone());
        }
    }
    let mut c = c_choices(arguments);
    // A rule of the competition: allocation never fails.
    c.malloc_succeeds |= task.question.is_some();
    c.ilp32 = arguments.c.data_model.map_or(task.ilp32, |model| model == DataModelArgument::Ilp32);
    Ok(Request {
        inputs: files::read_all(&task.inputs)?,
        entries,
        checks: selection,
        competition: task.question,
        units: files::finder(&task.inputs, &arguments.c.include),
        headers: files::reader(),
        shipped_headers: files::shipped_headers(&task.inputs),
        c,
        mathematical: arguments.integers == Some(IntegersArgument::Math),
        assertion_overflow_eliminated: arguments.assertion_overflow == AssertionOverflowArgument::Eliminated,
        target_config: arguments.target_config.as_deref().map(files::read_text).transpose()?,
        ..Request::default()
    })
}

fn c_choices(arguments: &SubjectArguments) -> CChoices {
    let c = &arguments.c;
    let asked = |wanted: &str| arguments.check.iter().any(|name| name == wanted || name == "all");
    CChoices {
        ilp32: false,
        compiler: Some(c.cc.clone()).filter(|name| name != "cc"),
        folders: c.include.clone(),
        macros: c.define.clone(),
        arguments: c.cc_arg.clone(),
        malloc_succeeds: c.malloc_succeeds,
        evaluation_order: match c.evaluation_order {
            OrderArgument::Any => EvaluationOrder::Any,
            OrderArgument::Left => EvaluationOrder::Left,
            OrderArgument::Right => EvaluationOrder::Right,
        },
        via_llvm: c.via.is_some(),
        float_checks: asked("float"),
        alignment_checks: asked(MISALIGNED),
    }
}

/// Asks for checks of kind `pointer` that are not made otherwise.
const MISALIGNED: &str = "misaligned";

/// `--no-check` takes from the default, then `--check` adds; `all` stands for every kind.
fn checks(on: &[String], off: &[String]) -> Result<CheckSelection, String> {
    let mut selection = CheckSelection::default();
    for name in off {
        if name == "all" {
            selection = CheckSelection::only([]);
            continue;
        }
        let kind = kind(name)?;
        if !selection.turn_off(kind) {
            let instead = match kind {
                CheckKind::Unsupported => "what was not analysed must never count as proved",
                _ => "use `--unwinding assume` to look only at executions within the bound",
            };
            return Err(format!("`{name}` cannot be turned off: {instead}"));
        }
    }
    for name in on {
        match name.as_str() {
            "all" => selection = CheckSelection::everything(),
            MISALIGNED => selection.turn_on(CheckKind::Pointer),
            name => selection.turn_on(kind(name)?),
        }
    }
    Ok(selection)
}

fn kind(name: &str) -> Result<CheckKind, String> {
    CheckKind::from_name(name).ok_or_else(|| {
        let close = crate::explain::similar(name);
        let advice = match close.first() {
            Some(first) => format!("did you mean `{first}`?"),
            None => "`cairn explain` lists them".into(),
        };
        format!("there is no check kind `{name}`; {advice}")
    })
}

pub fn is_kind(name: &str) -> bool {
    name == "all" || name == MISALIGNED || CheckKind::from_name(name).is_some()
}

fn detail(arguments: &OutputArguments) -> Detail {
    match (arguments.quiet, arguments.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    }
}

/// The formats asked for; at most one goes to each place.
fn formats(arguments: &OutputArguments) -> Result<Vec<Wanted>, String> {
    let mut wanted = Vec::new();
    for text in &arguments.format {
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => return Err(format!("--format {text}: the name of the file is missing")),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text.as_str(), None),
        };
        wanted.push(Wanted { format: format(name)?, file });
    }
    if wanted.is_empty() {
        wanted.push(Wanted { format: Format::Text, file: None });
    }
    for one in &mut wanted {
        one.file = one.file.take().or_else(|| arguments.output.clone());
    }
    for (position, one) in wanted.iter().enumerate() {
        if wanted[..position].iter().any(|other| other.file == one.file) {
            let place = one.file.as_ref().map_or("standard output".into(), |f| format!("`{}`", f.display()));
            return Err(format!("two formats would go to {place}; give one a file: --format json=report.json"));
        }
    }
    // With a report in a file only, the text still tells the person at the terminal what came out.
    if arguments.output.is_none() && wanted.iter().all(|one| one.file.is_some()) {
        wanted.push(Wanted { format: Format::Text, file: None });
    }
    Ok(wanted)
}

fn format(name: &str) -> Result<Format, String> {
    match name {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        "sarif" => Ok(Format::Sarif),
        "html" => Ok(Format::Html),
        "junit" => Ok(Format::Junit),
        "witness" => Ok(Format::Witness),
        other => Err(format!("there is no format `{other}`; there are: text, json, sarif, html, junit, witness")),
    }
}

fn write_all(
    report: &Report,
    witness: Option<&str>,
    wanted: &[Wanted],
    detail: Detail,
    color: When,
) -> Result<(), String> {
    let errors = render::text::diagnostics(report, session::paint_stderr(color));
    if detail > Detail::Quiet || report.has_input_errors() {
        output::to_stderr(&errors);
    }
    for one in wanted {
        let paint = match &one.file {
            Some(_) if color != When::Always => crate::paint::Paint { on: false },
            _ => session::paint_stdout(color),
        };
        let text = match one.format {
            Format::Text => render::text::report(report, detail, paint),
            Format::Json => render::json::report(report),
            Format::Sarif => render::sarif::report(report),
            Format::Html => render::html::report(report),
            Format::Junit => render::junit::report(report),
            Format::Witness => match witness {
                Some(text) => text.to_owned(),
                None => continue,
            },
        };
        output::to_place(one.file.as_deref(), &text)?;
    }
    if report.internal_error.is_some() && wanted.iter().all(|one| one.format != Format::Text || one.file.is_some()) {
        output::to_stderr(&render::text::report(report, Detail::Quiet, session::paint_stderr(color)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn check_adds_and_no_check_takes_away() {
        let selection = checks(&names(&["leak"]), &names(&["index"])).unwrap();
        assert!(selection.is_on(CheckKind::Leak) && !selection.is_on(CheckKind::Index));
        assert!(selection.is_on(CheckKind::Overflow));
        let selection = checks(&names(&["overflow"]), &names(&["all"])).unwrap();
        assert!(selection.is_on(CheckKind::Overflow) && !selection.is_on(CheckKind::Index));
        assert!(selection.is_on(CheckKind::Unsupported));
        assert!(checks(&[], &names(&["unsupported"])).is_err());
        assert!(checks(&names(&["indx"]), &[]).unwrap_err().contains("did you mean `index`"));
    }

    fn wanted(formats_given: &[&str], file: Option<&str>) -> Result<Vec<(Format, Option<String>)>, String> {
        let arguments = OutputArguments {
            format: names(formats_given),
            output: file.map(PathBuf::from),
            quiet: false,
            verbose: false,
            progress: When::Never,
        };
        let list = formats(&arguments)?;
        Ok(list.into_iter().map(|w| (w.format, w.file.map(|f| f.display().to_string()))).collect())
    }

    #[test]
    fn each_format_has_its_own_place() {
        assert_eq!(wanted(&[], None), Ok(vec![(Format::Text, None)]));
        assert_eq!(wanted(&["json"], None), Ok(vec![(Format::Json, None)]));
        assert_eq!(wanted(&["json"], Some("a")), Ok(vec![(Format::Json, Some("a".into()))]));
        assert_eq!(wanted(&["json=a"], None), Ok(vec![(Format::Json, Some("a".into())), (Format::Text, None)]));
        assert!(wanted(&["json", "text"], None).is_err());
        assert!(wanted(&["json="], None).is_err());
        assert!(wanted(&["pdf"], None).is_err());
    }
}
