//! Texts of LLVM modules: as they are, disassembled (`.bc`), or compiled from C (`--via llvm`).
//!
//! `llvm-dis` and `clang` are the user's; they run on the leash of the run's budget.

use crate::codes;
use crate::request::{InputFile, Request};
use cairn_base::process::{Child, Launch, Received, StartError};
use cairn_base::{Budget, Diagnostic};
use std::time::Duration;

/// The newest versions that are looked for by name, when the plain name is not there.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=22;
const SLICE: Duration = Duration::from_millis(20);
const SHOWN_LINES: usize = 10;

type Text = Result<String, Box<Diagnostic>>;

/// The module of an input.
pub fn module_text(input: &InputFile, request: &Request, budget: &Budget) -> Text {
    let extension = input.name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "bc" => {
            let arguments = vec!["-o".into(), "-".into(), plain_name(&input.name)];
            disassembled(&arguments, &input.name, budget)
        }
        "ll" => Ok(input.text.clone()),
        _ => compiled(input, request, budget),
    }
}

/// By `llvm-dis`, or a newer version of it that is installed: an older one does not read what a newer LLVM wrote.
fn disassembled(arguments: &[String], file: &str, budget: &Budget) -> Text {
    let mut refused = None;
    for name in names("llvm-dis") {
        match run(&name, arguments.to_vec(), file, budget) {
            Ok(text) => return Ok(text),
            Err(Failure::Missing(_)) => {}
            Err(Failure::Other(diagnostic)) => refused = refused.or(Some(diagnostic)),
        }
    }
    let help = "put the `llvm-dis` of the LLVM that wrote the file on the PATH, or make text of it: `clang -S -emit-llvm FILE.bc` with the clang that wrote it";
    match refused {
        Some(diagnostic) => Err(Box::new(diagnostic.help(help))),
        None => Err(Failure::Missing("llvm-dis".into()).diagnostic(file, help)),
    }
}

/// C as clang sees it before any optimisation: with debug information, and without the mark that keeps passes away.
fn compiled(input: &InputFile, request: &Request, budget: &Budget) -> Text {
    let fixed = ["-O0", "-g", "-Xclang", "-disable-O0-optnone", "-S", "-emit-llvm", "-w", "-D__CAIRN__", "-o", "-"];
    let mut arguments: Vec<String> = fixed.map(String::from).to_vec();
    if request.c.ilp32 {
        arguments.push("-m32".into());
    }
    arguments.extend(request.c.folders.iter().chain(&request.shipped_headers).map(|folder| format!("-I{folder}")));
    arguments.extend(request.c.macros.iter().map(|definition| format!("-D{definition}")));
    arguments.extend(request.c.arguments.iter().cloned());
    let own = request.c.of_file.iter().filter(|(file, _)| *file == input.name);
    arguments.extend(own.flat_map(|(_, own)| own.iter().cloned()));
    arguments.extend(["-x".into(), "c".into(), plain_name(&input.name)]);
    let help = "name one with `--cc`, or leave out `--via llvm`";
    let text = match &request.c.compiler {
        Some(compiler) => {
            run(compiler, arguments, &input.name, budget).map_err(|failure| failure.diagnostic(&input.name, help))
        }
        None => run_first("clang", arguments, &input.name, budget, help),
    };
    text.map_err(|diagnostic| match diagnostic.notes.iter().any(|note| note.contains("file not found")) {
        true => Box::new(diagnostic.help("name the folder of a header with `-I`")),
        false => diagnostic,
    })
}

/// A name that is no option.
fn plain_name(name: &str) -> String {
    if name.starts_with('-') { format!("./{name}") } else { name.to_string() }
}

enum Failure {
    Missing(String),
    Other(Box<Diagnostic>),
}

impl Failure {
    fn diagnostic(self, file: &str, help: &str) -> Box<Diagnostic> {
        match self {
            Failure::Missing(program) => {
                let message = format!("`{program}`, which `{file}` needs, was not found");
                Box::new(Diagnostic::error(codes::NO_LLVM, message).help(help))
            }
            Failure::Other(diagnostic) => diagnostic,
        }
    }
}

fn names(tool: &str) -> impl Iterator<Item = String> {
    std::iter::once(tool.to_string()).chain(VERSIONS.rev().map(move |version| format!("{tool}-{version}")))
}
/// Runs the tool by its plain name, or the newest version of it that is installed.
fn run_first(tool: &str, arguments: Vec<String>, file: &str, budget: &Budget, help: &str) -> Text {
    for name in names(tool) {
        match run(&name, arguments.clone(), file, budget) {
            Err(Failure::Missing(_)) => {}
            Err(other) => return Err(other.diagnostic(file, help)),
            Ok(text) => return Ok(text),
        }
    }
    Err(Failure::Missing(tool.to_string()).diagnostic(file, help))
}

fn run(program: &str, arguments: Vec<String>, file: &str, budget: &Budget) -> Result<String, Failure> {
    let launch =
        Launch { program: program.to_string(), arguments, memory_bytes: None, processor_time: budget.remaining() };
    let mut child = Child::start(&launch, budget).map_err(|error| match error {
        StartError::Missing { program } => Failure::Missing(program),
        StartError::Failed { program, reason } => {
            let message = format!("`{program}` does not start: {reason}");
            Failure::Other(Box::new(Diagnostic::error(codes::NO_LLVM, message)))
        }
    })?;
    child.end_input();
    let mut output = Vec::new();
    loop {
        budget.look().map_err(|stop| {
            let message = format!("{} while `{program}` was at work", stop.words());
            Failure::Other(Box::new(Diagnostic::error(codes::NO_LLVM, message)))
        })?;
        match child.receive(SLICE) {
            Received::Bytes(part) => output.extend_from_slice(&part),
            Received::Nothing => {}
            Received::End => break,
        }
    }
    let ending = child.ending();
    if ending.is_success {
        return Ok(String::from_utf8_lossy(&output).into_owned());
    }
    let message = format!("`{program}` cannot make a module of `{file}` ({})", ending.status);
    let diagnostic = Diagnostic::error(codes::NO_LLVM, message);
    let shown = ending.stderr.lines().take(SHOWN_LINES).fold(diagnostic, |diagnostic, line| diagnostic.note(line));
    Err(Failure::Other(Box::new(shown)))
}
