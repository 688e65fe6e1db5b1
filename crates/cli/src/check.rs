//! `cairn check`: arguments to request, report to formats.

use crate::arguments::{
    AssertionOverflowArgument, CheckArguments, DataModelArgument, IntegersArgument, OrderArgument, OutputArguments,
    PromotionArgument, SubjectArguments, UnwindingArgument, When,
};
use crate::progress::ProgressLine;
use crate::render::{self, Detail};
use crate::session::NotRead;
use crate::{files, output, refuse, session, task};
use cairn_base::{Budget, StopReason};
use cairn_invariants::{Circumstances, Found, Witness};
use cairn_verify::request::{BitFieldPromotion, CChoices, EvaluationOrder, FlowContracts, Region, Stub};
use cairn_verify::selection::SelectionMistake;
use cairn_verify::{CheckKind, CheckSelection, ExitCode, InputFile, Report, Request, Unwinding};
use std::path::PathBuf;
use std::time::SystemTime;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Json,
    Sarif,
    Html,
    Junit,
    Github,
    Gitlab,
    Markdown,
    Witness,
}

impl Format {
    /// All of them, by the names that `--format` takes.
    const NAMES: [(&'static str, Format); 9] = [
        ("text", Format::Text),
        ("json", Format::Json),
        ("sarif", Format::Sarif),
        ("html", Format::Html),
        ("junit", Format::Junit),
        ("github", Format::Github),
        ("gitlab", Format::Gitlab),
        ("markdown", Format::Markdown),
        ("witness", Format::Witness),
    ];
}

/// A format and where it goes; no file: standard output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    pub format: Format,
    pub file: Option<PathBuf>,
}

pub fn run(arguments: &CheckArguments, color: When) -> Result<ExitCode, String> {
    let wanted = formats(&arguments.output)?;
    wanted.iter().try_for_each(|one| output::try_place(one.file.as_deref()))?;
    let engine = refuse::engine(&arguments.engine.engine)?;
    let (solver, clauses) = cairn_verify::solvers::choose(&arguments.engine.solver)?;
    let budget = session::budget(&arguments.limits)?;
    let subject = arguments.subject.clone();
    let read = match session::within(&budget, move || request(&subject)) {
        Ok(read) => read,
        Err(NotRead::Refused(why)) => return Err(why),
        Err(NotRead::Stopped(reason)) => return stopped(arguments, reason, color),
    };
    let request = Request {
        engine,
        unwind: arguments.engine.unwind,
        unwinding: match arguments.engine.unwinding {
            UnwindingArgument::Assert => Unwinding::Assert,
            UnwindingArgument::Assume => Unwinding::Assume,
        },
        solver,
        clauses,
        flow: if arguments.show.is_some() { FlowContracts::Named } else { FlowContracts::Checked },
        ..read
    };
    // A solver that does not start is a mistake on the command line, and told before anything else is done.
    request.solver.start(&budget)?;
    if let Some(stage) = &arguments.show {
        return crate::export::show(&request, stage, arguments.output.output.as_deref(), &budget, color);
    }
    if let Some(path) = &arguments.witness {
        return confirm(request, path, arguments, &wanted, &budget, color);
    }
    let mut line = ProgressLine::new(arguments.output.progress, arguments.output.quiet);
    let tick = &mut |snapshot: &cairn_verify::Snapshot| line.show(snapshot);
    let (mut report, found) = match wanted.iter().any(|one| one.format == Format::Witness) {
        true => {
            let (report, found) = cairn_invariants::check(&request, &budget, tick);
            (report, Some(found))
        }
        false => (cairn_verify::check(&request, &budget, tick), None),
    };
    line.finish();
    if let (Some(error), Some(place)) = (&mut report.internal_error, session::panic_place()) {
        error.push_str(&format!(" (at {place})"));
    }
    // Tests that cannot be written are told after the report, which must not be lost with them.
    let tests = arguments.tests.as_ref().map(|folder| crate::counterexamples::write(&report, &request, folder));
    let witness = found.and_then(|found| witness(&request, &report, &found, &budget, color));
    let code = write_all(&report, witness.as_deref(), &wanted, detail(&arguments.output), color)?;
    tests.transpose()?;
    Ok(code)
}

/// Confirms or rejects a witness.
fn confirm(
    request: Request,
    path: &std::path::Path,
    arguments: &CheckArguments,
    wanted: &[Wanted],
    budget: &Budget,
    color: When,
) -> Result<ExitCode, String> {
    let subject = &arguments.subject;
    if arguments.tests.is_some() || wanted.iter().any(|one| one.format == Format::Witness) {
        return Err("--tests and --format witness do not go with --witness".into());
    }
    if !subject.check.is_empty() || !subject.no_check.is_empty() || !subject.entry.is_empty() {
        return Err("what is checked is said by the witness: --check, --no-check and --entry do not go with it".into());
    }
    if request.unwind.is_some() {
        return Err("--unwind does not go with --witness".into());
    }
    let (name, text) = files::read_text(path)?;
    let witness = cairn_svcomp::witness::parse(&name, &text)?;
    if subject.c.data_model.is_some_and(|model| (model == DataModelArgument::Ilp32) != witness.ilp32) {
        return Err(format!("--data-model: `{name}` is about the other one"));
    }
    let originals: Vec<(String, String)> = request.inputs.iter().map(|i| (i.name.clone(), i.text.clone())).collect();
    let request = cairn_confirm::asked(request, &witness, &name)?;
    let mut line = ProgressLine::new(arguments.output.progress, arguments.output.quiet);
    let tick = &mut |snapshot: &cairn_verify::Snapshot| line.show(snapshot);
    let mut report = cairn_confirm::confirm(&request, &witness, &name, &originals, budget, tick);
    line.finish();
    if let (Some(error), Some(place)) = (&mut report.internal_error, session::panic_place()) {
        error.push_str(&format!(" (at {place})"));
    }
    write_all(&report, None, wanted, detail(&arguments.output), color)
}

/// The answer of a run that ended before it knew anything.
pub fn stopped(arguments: &CheckArguments, reason: StopReason, color: When) -> Result<ExitCode, String> {
    let wanted = formats(&arguments.output)?;
    let report = cairn_verify::run::nothing_known(reason);
    write_all(&report, None, &wanted, detail(&arguments.output), color)
}

/// The text of the witness; if there is none, why is told.
fn witness(request: &Request, report: &Report, found: &Found, budget: &Budget, color: When) -> Option<String> {
    let created = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    match cairn_invariants::witness(request, report, found, &Circumstances { created }, budget) {
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
    let with_commands = commands(arguments)?;
    let arguments = with_commands.as_ref().unwrap_or(arguments);
    let task = task::read(arguments)?;
    let mut entries = arguments.entry.clone();
    let mut selection = checks(&arguments.check, &arguments.no_check)?;
    if let Some(question) = &task.question {
        if !arguments.check.is_empty() || !arguments.no_check.is_empty() {
            return Err(
                "what is checked is said by the property of SV-COMP: --check and --no-check do not go with it".into()
            );
        }
        selection = question.specification.checks();
        if entries.is_empty() {
            entries.push(question.specification.init.clone());
        }
    }
    let mut c = c_choices(arguments)?;
    c.pure_stubs = task.question.is_some();
    // A rule of the competition: allocation never fails.
    c.malloc_succeeds |= task.question.is_some();
    let inputs = files::read_all(&task.inputs)?;
    c.of_file = own_flags(arguments, &inputs);
    // Regions are a matter of C.
    if inputs.iter().all(|input| [".c", ".h", ".i"].iter().any(|end| input.name.ends_with(end))) && !c.via_llvm {
        add_regions(&mut c.regions, crate::project::regions(&task.inputs)?)?;
    }
    c.ilp32 = arguments.c.data_model.map_or(task.ilp32, |model| model == DataModelArgument::Ilp32);
    Ok(Request {
        inputs,
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

/// The arguments with what the compiler calls of a build say, if they are named.
fn commands(arguments: &SubjectArguments) -> Result<Option<SubjectArguments>, String> {
    let Some(path) = &arguments.compile_commands else { return Ok(None) };
    let commands = crate::compile_commands::read(path)?;
    let mut arguments = arguments.clone();
    if arguments.inputs.is_empty() {
        arguments.inputs = commands.files.iter().map(|flags| flags.file.clone()).collect();
        if !commands.others.is_empty() {
            let names = commands.others.join(", ");
            output::to_stderr(&format!("cairn: `{}`: left out, because they are not C: {names}\n", path.display()));
        }
        if arguments.inputs.is_empty() {
            return Err(format!("`{}` names no file of C", path.display()));
        }
    }
    if commands.ilp32 && arguments.c.data_model.is_none() {
        arguments.c.data_model = Some(DataModelArgument::Ilp32);
    }
    // What the project says about a file comes last, and so counts.
    arguments.own_flags.splice(0..0, commands.files);
    Ok(Some(arguments))
}

/// The flags of single files, by the names that the inputs have.
fn own_flags(arguments: &SubjectArguments, inputs: &[InputFile]) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for flags in &arguments.own_flags {
        // What does not exist is no input.
        let Ok(whole) = flags.file.canonicalize() else { continue };
        let is_it = |input: &&InputFile| std::fs::canonicalize(&input.name).is_ok_and(|own| own == whole);
        found.extend(inputs.iter().find(is_it).map(|input| (input.name.clone(), flags.arguments.clone())));
    }
    found
}

fn c_choices(arguments: &SubjectArguments) -> Result<CChoices, String> {
    let c = &arguments.c;
    Ok(CChoices {
        ilp32: false,
        compiler: Some(c.cc.clone()).filter(|name| name != "cc"),
        folders: c.include.clone(),
        macros: c.define.clone(),
        arguments: c.cc_arg.clone(),
        of_file: Vec::new(),
        malloc_succeeds: c.malloc_succeeds,
        evaluation_order: c.evaluation_order.map(|order| match order {
            OrderArgument::Any => EvaluationOrder::Any,
            OrderArgument::Left => EvaluationOrder::Left,
            OrderArgument::Right => EvaluationOrder::Right,
        }),
        stubs: c.stub.iter().map(|text| stub(text)).collect::<Result<_, _>>()?,
        pure_stubs: false,
        regions: regions(&c.region)?,
        bit_field_promotion: c.bit_field_promotion.map(|compiler| match compiler {
            PromotionArgument::Any => BitFieldPromotion::Any,
            PromotionArgument::Gcc => BitFieldPromotion::Gcc,
            PromotionArgument::Clang => BitFieldPromotion::Clang,
        }),
        via_llvm: c.via.is_some(),
    })
}

/// `NAME=any|arguments|pure|unreachable`
fn stub(text: &str) -> Result<(String, Stub), String> {
    let wrong = || format!("--stub {text}: this is not NAME=any, NAME=arguments, NAME=pure or NAME=unreachable");
    let (name, what) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or_else(wrong)?;
    let stub = match what {
        "any" => Stub::Any,
        "arguments" => Stub::Arguments,
        "pure" => Stub::Pure,
        "unreachable" => Stub::Unreachable,
        _ => return Err(wrong()),
    };
    Ok((name.to_string(), stub))
}

/// `ADDRESS:SIZE[=volatile]`, none of which overlap.
fn regions(texts: &[String]) -> Result<Vec<Region>, String> {
    let mut regions: Vec<Region> = Vec::new();
    for text in texts {
        let region = region(text).ok_or_else(|| {
            format!("--region {text}: this is not ADDRESS:SIZE or ADDRESS:SIZE=volatile, inside the address space and not at 0")
        })?;
        if regions.iter().any(|other| meets(&region, other)) {
            return Err(format!("--region {text}: it overlaps another region"));
        }
        regions.push(region);
    }
    Ok(regions)
}

fn region(text: &str) -> Option<Region> {
    let (place, volatile) = match text.split_once('=') {
        Some((place, "volatile")) => (place, true),
        Some(_) => return None,
        None => (text, false),
    };
    let (address, bytes) = place.split_once(':')?;
    let (address, bytes) = (crate::project::number(address)?, crate::project::number(bytes)?);
    let region = Region { address, bytes, volatile };
    crate::project::is_possible(&region).then_some(region)
}

/// Those of `cairn.toml` after those of the command line.
fn add_regions(regions: &mut Vec<Region>, more: Vec<(Region, String)>) -> Result<(), String> {
    for (region, place) in more {
        if regions.iter().any(|other| meets(&region, other)) {
            return Err(format!("{place}: this region overlaps another one"));
        }
        regions.push(region);
    }
    Ok(())
}

fn meets(one: &Region, other: &Region) -> bool {
    other.address < one.address + one.bytes && one.address < other.address + other.bytes
}

fn checks(on: &[String], off: &[String]) -> Result<CheckSelection, String> {
    CheckSelection::from_names(on, off).map_err(|mistake| match mistake {
        SelectionMistake::AlwaysOn(kind) => {
            let instead = match kind {
                CheckKind::Unsupported => "what was not analysed must never count as proved",
                _ => "use `--unwinding assume` to look only at executions within the bound",
            };
            format!("`{}` cannot be turned off: {instead}", kind.name())
        }
        SelectionMistake::NoSuchKind(name) => {
            let close = crate::explain::similar(&name);
            let advice = match close.first() {
                Some(first) => format!("did you mean `{first}`?"),
                None => "`cairn explain` lists them".into(),
            };
            format!("there is no check kind `{name}`; {advice}")
        }
        SelectionMistake::NotDecided(CheckKind::Temporal) => {
            "--check temporal: behaviour over time is no kind of check that can be turned on".into()
        }
        SelectionMistake::NotDecided(kind) => {
            format!("--check {}: nothing in this version decides that", kind.name())
        }
    })
}

pub fn detail(arguments: &OutputArguments) -> Detail {
    match (arguments.quiet, arguments.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    }
}

/// The formats asked for; at most one goes to each place.
pub fn formats(arguments: &OutputArguments) -> Result<Vec<Wanted>, String> {
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
    let found = Format::NAMES.iter().find(|(own, _)| *own == name);
    found.map(|(_, format)| *format).ok_or_else(|| {
        let names: Vec<&str> = Format::NAMES.iter().map(|(name, _)| *name).collect();
        format!("there is no format `{name}`; there are: {}", names.join(", "))
    })
}

pub fn write_all(
    report: &Report,
    witness: Option<&str>,
    wanted: &[Wanted],
    detail: Detail,
    color: When,
) -> Result<ExitCode, String> {
    let errors = render::text::diagnostics(report, session::paint_stderr(color));
    if detail > Detail::Quiet || report.has_input_errors() {
        output::to_stderr(&errors);
    }
    let mut unwritten = Vec::new();
    for one in wanted {
        let paint = match &one.file {
            Some(_) if color != When::Always => crate::paint::Paint { on: false, wide: 0 },
            _ => session::paint_stdout(color),
        };
        let text = match one.format {
            Format::Text => render::text::report(report, detail, paint),
            Format::Json => render::json::report(report),
            Format::Sarif => render::sarif::report(report),
            Format::Html => render::html::report(report),
            Format::Junit => render::junit::report(report),
            Format::Github => render::hosts::github(report),
            Format::Gitlab => render::hosts::gitlab(report),
            Format::Markdown => render::hosts::markdown(report),
            Format::Witness => match witness {
                Some(text) => text.to_owned(),
                None => continue,
            },
        };
        if let Err(why) = output::to_place(one.file.as_deref(), &text) {
            unwritten.push(why);
        }
    }
    if report.internal_error.is_some() && wanted.iter().all(|one| one.format != Format::Text || one.file.is_some()) {
        output::to_stderr(&render::text::report(report, Detail::Quiet, session::paint_stderr(color)));
    }
    if unwritten.is_empty() {
        return Ok(report.exit_code());
    }
    // What was found must not be lost with the place it should have gone to.
    let is_shown = |one: &Wanted| one.format == Format::Text && one.file.is_none();
    if !wanted.iter().any(is_shown) || unwritten.iter().any(|one| one.file.is_none()) {
        output::to_stderr(&render::text::report(report, detail, session::paint_stderr(color)));
    }
    let why: Vec<String> = unwritten.iter().map(ToString::to_string).collect();
    Err(why.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn mistakes_in_names_of_checks_are_explained() {
        assert!(checks(&names(&["leak"]), &names(&["index"])).is_ok());
        assert!(checks(&[], &names(&["unsupported"])).unwrap_err().contains("never count as proved"));
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
