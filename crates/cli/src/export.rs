//! `cairn export` and `--show`: texts made from a program.

use crate::arguments::{ArraysArgument, ExportArguments, IntegersArgument, SubjectArguments, When};
use crate::progress::ProgressLine;
use crate::render::text;
use crate::session::NotRead;
use crate::{check, files, output, refuse, session};
use cairn_base::Budget;
use cairn_verify::automaton::Format;
use cairn_verify::flow_graph;
use cairn_verify::stages::{self, AigerFormat, Arrays, HornOptions, ModelFormat, Numbers, Range, Stage};
use cairn_verify::temporal::{Abstraction, StepChoice, TemporalRequest};
use cairn_verify::{ExitCode, InputFile, Report, Request, RunVerdict};
use std::path::{Path, PathBuf};

pub fn run(arguments: &ExportArguments, color: When) -> Result<ExitCode, String> {
    refuse::export(arguments)?;
    if arguments.to == "automaton" {
        return automaton(arguments, color);
    }
    if matches!(arguments.to.as_str(), "acsl" | "monitor") {
        return woven(arguments, color);
    }
    let budget = session::budget(&arguments.limits)?;
    let mut subject = arguments.subject.clone();
    // With a model the property is no question of SV-COMP.
    let property = match arguments.to.as_str() {
        "smv" | "tla" => subject.property.take(),
        _ => None,
    };
    let read = match session::within(&budget, move || check::request(&subject)) {
        Ok(read) => read,
        Err(NotRead::Refused(why)) => return Err(why),
        Err(NotRead::Stopped(reason)) => {
            return finish(None, &cairn_verify::run::nothing_known(reason), None, color);
        }
    };
    let request = Request { unwind: arguments.unwind, ..read };
    match arguments.to.as_str() {
        "smt2" if arguments.encoding == "blocks" => blocks(arguments, &request, &budget, color),
        "horn" => horn(arguments, &request, &budget, color),
        "annotated" if arguments.invariants => invariants(arguments, &request, &budget, color),
        "flow-graph" => flow_graph(arguments, &request, &budget, color),
        "aiger" | "btor2" | "smv" | "tla" => model(arguments, property.as_deref(), &request, &budget, color),
        "program" | "annotated" => show(&request, &arguments.to, arguments.output.as_deref(), &budget, color),
        _ => smt2(arguments, &request, &budget, color),
    }
}

/// One file per property beside the name given, or all in one.
fn smt2(arguments: &ExportArguments, request: &Request, budget: &Budget, color: When) -> Result<ExitCode, String> {
    let Some(file) = arguments.output.as_deref().filter(|file| !arguments.all && file.as_os_str() != "-") else {
        return show(request, "smt", arguments.output.as_deref(), budget, color);
    };
    let (files, report) = cairn_verify::run::with_program(request, budget, stages::smt_of_each);
    let Some(files) = files else { return finish(None, &report, None, color) };
    output::to_stderr(&text::diagnostics(&report, session::paint_stderr(color)));
    for one in &files {
        let place = if files.len() == 1 { file.to_owned() } else { beside(file, &one.property) };
        output::to_place(Some(&place), &one.text)?;
        if files.len() > 1 {
            output::to_stdout(&format!("{}\n", place.display()));
        }
    }
    Ok(ExitCode::Verified)
}

/// The automaton of a temporal property, in the format that the name of the output asks for.
fn automaton(arguments: &ExportArguments, color: When) -> Result<ExitCode, String> {
    let property = arguments.subject.property.as_deref().unwrap_or(Path::new(""));
    let is_file = property.extension().is_some_and(|e| ["ltl", "ya", "pml", "hoa"].iter().any(|known| e == *known));
    let (name, text) = match is_file {
        true => files::read_text(property)?,
        // A formula is text, and every text is a path.
        false => ("property".to_string(), property.to_string_lossy().into_owned()),
    };
    let extension = arguments.output.as_deref().and_then(Path::extension).map(|e| e.to_string_lossy().into_owned());
    let format = match extension.as_deref() {
        None => Format::Dot,
        Some(known) => Format::from_extension(known)
            .ok_or_else(|| format!("no automaton is written to .{known}: there are .dot, .hoa, .pml and .ya"))?,
    };
    // In this command the property is no question of SV-COMP.
    let request = check::request(&SubjectArguments { property: None, ..arguments.subject.clone() })?;
    let budget = session::budget(&arguments.limits)?;
    let (text, report) = cairn_verify::automaton::write(&request, InputFile { name, text }, format, &budget);
    finish(text, &report, arguments.output.as_deref(), color)
}

/// The program with an automaton written into it.
fn woven(arguments: &ExportArguments, color: When) -> Result<ExitCode, String> {
    let property = arguments.subject.property.as_deref().unwrap_or(Path::new(""));
    let own = &arguments.automaton;
    let temporal = TemporalRequest {
        property: crate::temporal::property_text(property)?,
        steps: Some(StepChoice::Events),
        acceptance: own.acceptance,
        counted: true,
        ..TemporalRequest::default()
    };
    let options = cairn_instrument::Options {
        no_annotations: own.no_annotations,
        smoke_tests: own.smoke_tests,
        history: own.history.unwrap_or(0),
        no_simplify: own.no_simplify,
        no_lemmas: own.no_lemmas,
        assumes_nothing: false,
    };
    let form = if arguments.to == "acsl" { cairn_instrument::Form::Ghost } else { cairn_instrument::Form::Monitor };
    let request = check::request(&SubjectArguments { property: None, ..arguments.subject.clone() })?;
    let budget = session::budget(&arguments.limits)?;
    let facts = cairn_instrument::Facts::new();
    let (text, report) = match form {
        cairn_instrument::Form::Ghost => {
            cairn_instrument::facts::write(&request, &temporal, &options, &files::place_derived, &budget)
        }
        form => cairn_instrument::write(&request, &temporal, &options, &facts, form, &budget),
    };
    finish(text, &report, arguments.output.as_deref(), color)
}

/// What an automaton specifies for each function.
pub fn operations(
    request: &Request,
    temporal: &TemporalRequest,
    file: Option<&Path>,
    budget: &Budget,
    color: When,
) -> Result<ExitCode, String> {
    let temporal = TemporalRequest { steps: Some(StepChoice::Events), ..temporal.clone() };
    let (text, report) = cairn_instrument::operations(request, &temporal, budget);
    finish(text, &report, file, color)
}

/// The flow graph, in the format that the name of the output asks for.
fn flow_graph(
    arguments: &ExportArguments,
    request: &Request,
    budget: &Budget,
    color: When,
) -> Result<ExitCode, String> {
    let extension = arguments.output.as_deref().and_then(Path::extension).map(|e| e.to_string_lossy().into_owned());
    let format = match extension.as_deref() {
        None => flow_graph::Format::Text,
        Some(known) => flow_graph::Format::from_extension(known)
            .ok_or_else(|| format!("no flow graph is written to .{known}: there are .txt, .dot, .json and .svg"))?,
    };
    let abstraction = arguments.abstraction.abstraction(Vec::new())?;
    let (text, report) = flow_graph::write(request, &abstraction, format, budget);
    finish(text, &report, arguments.output.as_deref(), color)
}

/// The block-variable encoding, of all properties at once.
fn blocks(arguments: &ExportArguments, request: &Request, budget: &Budget, color: When) -> Result<ExitCode, String> {
    let smt1 = arguments.smt1;
    let bits = arguments.subject.integers == Some(IntegersArgument::Bits);
    let request = Request { keep_error_branches: true, ..request.clone() };
    let (text, report) = cairn_verify::run::with_program(&request, budget, move |program, request, _| {
        stages::blocks(program, request, bits, smt1)
    });
    finish(text, &report, arguments.output.as_deref(), color)
}

fn horn(arguments: &ExportArguments, request: &Request, budget: &Budget, color: When) -> Result<ExitCode, String> {
    let numbers = match arguments.subject.integers {
        None => Numbers::Chosen,
        Some(IntegersArgument::Bits) => Numbers::BitVectors,
        Some(IntegersArgument::Math) => Numbers::Integers,
    };
    let arrays = match arguments.arrays {
        ArraysArgument::Theory => Arrays::Theory,
        ArraysArgument::Cells => Arrays::Cells(arguments.cells),
    };
    let options = HornOptions { numbers, arrays };
    let (text, report) = cairn_verify::run::with_program(request, budget, move |program, request, budget| {
        stages::horn(program, request, &options, budget)
    });
    finish(text, &report, arguments.output.as_deref(), color)
}

/// A model for another model checker, of its checks or with a formula; the configuration of TLC stands beside the module, or after it.
fn model(
    arguments: &ExportArguments,
    property: Option<&Path>,
    request: &Request,
    budget: &Budget,
    color: When,
) -> Result<ExitCode, String> {
    let file = arguments.output.as_deref().filter(|file| file.as_os_str() != "-");
    let extension = file.and_then(Path::extension).map(|e| e.to_string_lossy().into_owned());
    let format = match arguments.to.as_str() {
        "aiger" if extension.as_deref() == Some("aig") => ModelFormat::Aiger(AigerFormat::Binary),
        "aiger" => ModelFormat::Aiger(AigerFormat::Ascii),
        "btor2" => ModelFormat::Btor2,
        "smv" => ModelFormat::Smv,
        _ => ModelFormat::Tla,
    };
    let ranges = arguments.range.iter().map(|text| range(text)).collect::<Result<Vec<Range>, String>>()?;
    // TLC wants the module to be called as the file is.
    let named = file.or(arguments.subject.inputs.first().map(PathBuf::as_path)).and_then(Path::file_stem);
    let name = named.map_or("model".into(), |name| name.to_string_lossy().into_owned());
    let (made, report) = match property {
        Some(property) => {
            let property = crate::temporal::property_text(property)?;
            let steps = Some(StepChoice::Statements);
            let temporal = TemporalRequest { property, steps, ..TemporalRequest::default() };
            cairn_verify::temporal::export(request, &temporal, format, (&name, &ranges), budget)
        }
        None => cairn_verify::run::with_program(request, budget, move |program, request, budget| {
            stages::model(program, request, (format, &name, &ranges), budget)
        }),
    };
    let Some(made) = made else { return finish(None, &report, None, color) };
    output::to_stderr(&text::diagnostics(&report, session::paint_stderr(color)));
    let mut whole = made.text;
    match (made.configuration, file) {
        (Some(configuration), Some(file)) => output::to_place(Some(&file.with_extension("cfg")), configuration)?,
        (Some(configuration), None) => whole.extend(format!("\n{configuration}").into_bytes()),
        (None, _) => {}
    }
    output::to_place(file, whole)?;
    Ok(ExitCode::Verified)
}

/// `NAME=LO..HI`.
fn range(text: &str) -> Result<Range, String> {
    let wrong = || format!("--range {text}: `NAME=LO..HI` is expected, with numbers LO and HI");
    let (name, values) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (low, high) = values.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
    match (number(low)?, number(high)?) {
        (low, high) if low > high => Err(format!("--range {text}: there is no number between")),
        (low, high) => Ok((name.trim().to_string(), low, high)),
    }
}

/// `out.smt2` for the property `main.index.1` is `out.main.index.1.smt2`.
fn beside(file: &Path, property: &str) -> PathBuf {
    // Names of properties come from programs: what could leave the folder is replaced.
    let safe = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let property: String = property.chars().map(safe).collect();
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = file.extension().map_or("smt2".into(), |e| e.to_string_lossy().into_owned());
    file.with_file_name(format!("{stem}.{property}.{extension}"))
}

/// Prints a stage.
pub fn show(
    request: &Request,
    stage: &str,
    file: Option<&Path>,
    budget: &Budget,
    color: When,
) -> Result<ExitCode, String> {
    if stage == "annotated" {
        return annotated(request, file, budget, color);
    }
    if stage == "flow-graph" {
        let (text, report) = flow_graph::write(request, &Abstraction::default(), flow_graph::Format::Text, budget);
        return finish(text, &report, file, color);
    }
    let stage = Stage::from_name(stage)?;
    let (text, report) = cairn_verify::run::with_program(request, budget, move |program, request, budget| {
        stages::show(program, request, stage, budget)
    });
    finish(text, &report, file, color)
}

/// The inputs with their checks written in: each to a file of its name where a folder is given, else one after
/// the other.
fn annotated(request: &Request, place: Option<&Path>, budget: &Budget, color: When) -> Result<ExitCode, String> {
    let (files, report) = cairn_verify::run::annotated(request, budget);
    write_files(files, &report, place, color)
}

/// The inputs with the invariants of their loops written in.
fn invariants(
    arguments: &ExportArguments,
    request: &Request,
    budget: &Budget,
    color: When,
) -> Result<ExitCode, String> {
    let mut line = ProgressLine::new(When::Auto, false);
    let made = cairn_invariants::annotate(request, budget, &mut |snapshot| line.show(snapshot));
    line.finish();
    let wrote = made.files.is_some();
    // What is violated has no invariant; the loops that are proved have theirs all the same.
    let report = Report { verdict: RunVerdict::Inconclusive, ..made.report };
    let code = write_files(made.files, &report, arguments.output.as_deref(), color)?;
    if wrote {
        let counted = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        let text = format!("{} in {}\n", counted(made.invariants, "invariant"), counted(made.loops, "loop"));
        output::to_stderr(&text);
    }
    Ok(code)
}

fn write_files(
    files: Option<Vec<InputFile>>,
    report: &Report,
    place: Option<&Path>,
    color: When,
) -> Result<ExitCode, String> {
    let Some(folder) = place.filter(|place| place.is_dir()) else {
        let text = files.map(|files| files.into_iter().map(|file| file.text).collect());
        return finish(text, report, place, color);
    };
    for file in files.iter().flatten() {
        let name = Path::new(&file.name).file_name().unwrap_or_default();
        output::to_place(Some(&folder.join(name)), &file.text)?;
    }
    match files {
        Some(_) => finish(Some(String::new()), report, None, color),
        None => finish(None, report, None, color),
    }
}

fn finish(text: Option<String>, report: &Report, file: Option<&Path>, color: When) -> Result<ExitCode, String> {
    output::to_stderr(&text::diagnostics(report, session::paint_stderr(color)));
    match (text, report.exit_code()) {
        (Some(text), ExitCode::Inconclusive | ExitCode::Verified) => {
            output::to_place(file, &text)?;
            Ok(ExitCode::Verified)
        }
        (_, ExitCode::WrongInput) => Ok(ExitCode::WrongInput),
        (None, ExitCode::Inconclusive | ExitCode::Verified | ExitCode::Violated) => {
            let reason = report.stopped.unwrap_or("nothing came of it");
            output::to_stderr(&format!("cairn: {reason}\n"));
            Ok(ExitCode::Inconclusive)
        }
        _ => {
            let error = report.internal_error.as_deref().unwrap_or("unknown");
            let place = session::panic_place().map_or(String::new(), |place| format!(" (at {place})"));
            output::to_stderr(&format!("internal error: {error}{place}\n"));
            Ok(ExitCode::InternalError)
        }
    }
}
