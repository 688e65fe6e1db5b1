//! The `cairn` command: the only crate that prints, reads the environment or exits.
//!
//! [`arguments`] says what can be asked, a module per command answers it, [`render`] turns reports into text,
//! [`session`] holds budget, Ctrl-C and panics, [`supervise`] survives what no process survives. What this version lacks is refused by [`refuse`].

mod arguments;
mod check;
mod compile_commands;
mod counterexamples;
mod cover;
mod explain;
mod export;
mod files;
mod init;
mod lsp;
mod native;
mod output;
mod paint;
mod progress;
mod project;
mod prove;
mod refuse;
mod render;
mod replay;
mod session;
mod shell;
mod store;
mod suite;
mod supervise;
mod task;
mod temporal;

use crate::arguments::{Arguments, Command, When};
use crate::paint::BAD;
use clap::Parser;
use clap::error::ErrorKind;
use std::process::ExitCode;

fn main() -> ExitCode {
    session::keep_panics_quiet();
    match std::panic::catch_unwind(parse_and_run) {
        Ok(code) => ExitCode::from(code),
        Err(_) => {
            let place = session::panic_place().unwrap_or_else(|| "an unknown place".into());
            output::to_stderr(&format!("internal error: panic at {place}; this is a bug of cairn\n"));
            ExitCode::from(cairn_verify::ExitCode::InternalError as u8)
        }
    }
}

fn parse_and_run() -> u8 {
    let given = arguments::join_kinds(std::env::args_os().collect(), cairn_verify::CheckSelection::is_name);
    let mut arguments = match Arguments::try_parse_from(given) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error) as u8,
    };
    if let Err(message) = complete(&mut arguments.command) {
        return refused(&arguments, &message);
    }
    if let Some(code) = supervise::run(&arguments) {
        return code;
    }
    match run(&arguments) {
        Ok(code) => code as u8,
        Err(message) => refused(&arguments, &message),
    }
}

fn refused(arguments: &Arguments, message: &str) -> u8 {
    let paint = session::paint_stderr(arguments.color);
    output::to_stderr(&format!("{} {message}\n", paint.paint(BAD, "error:")));
    cairn_verify::ExitCode::WrongInput as u8
}

/// A command without inputs takes them from the project of the current folder.
fn complete(command: &mut Command) -> Result<(), String> {
    match command {
        Command::Check(check) => {
            project::complete(&mut check.subject, Some(&mut check.limits), Some(&mut check.output))
        }
        Command::Prove(prove) => {
            project::complete(&mut prove.subject, Some(&mut prove.limits), Some(&mut prove.output))
        }
        Command::Temporal(asked) => {
            project::complete(&mut asked.subject, Some(&mut asked.limits), Some(&mut asked.output))
        }
        Command::Cover(asked) => project::complete(&mut asked.subject, Some(&mut asked.limits), None),
        Command::Export(export) => project::complete(&mut export.subject, Some(&mut export.limits), None),
        _ => Ok(()),
    }
}

/// Help and version are answers; anything else is a wrong command line.
fn usage(error: &clap::Error) -> cairn_verify::ExitCode {
    // A closed pipe is no reason to fail.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => cairn_verify::ExitCode::Verified,
        _ => cairn_verify::ExitCode::WrongInput,
    }
}

fn run(arguments: &Arguments) -> Result<cairn_verify::ExitCode, String> {
    let color = arguments.color;
    match &arguments.command {
        Command::Check(check) => check::run(check, color),
        Command::Export(export) => export::run(export, color),
        Command::Replay(replay) => replay::run(replay, color),
        Command::Explain(explain) => explain_command(explain.code.as_deref(), color),
        Command::Solvers => {
            output::to_stdout(&solvers(color));
            Ok(cairn_verify::ExitCode::Verified)
        }
        Command::Init => init::run(),
        Command::Lsp(asked) => lsp::run(&asked.arguments),
        Command::Completions(asked) => shell::completions(asked.shell),
        Command::Man(asked) => shell::manual(&asked.folder),
        Command::Cover(asked) => cover::run(asked, color),
        Command::Prove(prove) => prove::run(prove, color),
        Command::Temporal(asked) => temporal::run(asked, color),
    }
}

fn explain_command(code: Option<&str>, color: When) -> Result<cairn_verify::ExitCode, String> {
    let paint = session::paint_stdout(color);
    let Some(code) = code else {
        output::to_stdout(&explain::list(paint));
        return Ok(cairn_verify::ExitCode::Verified);
    };
    let page = explain::page(code, paint).ok_or_else(|| match explain::similar(code).first() {
        Some(first) => format!("there is no check kind or diagnostic code `{code}`; did you mean `{first}`?"),
        None => format!("there is no check kind or diagnostic code `{code}`; `cairn explain` lists them"),
    })?;
    output::to_stdout(&page);
    Ok(cairn_verify::ExitCode::Verified)
}

fn solvers(color: When) -> String {
    let paint = session::paint_stdout(color);
    let found = cairn_verify::solvers::list();
    let wide = found.iter().map(|s| s.name.len()).max().unwrap_or(0);
    let line = |s: &cairn_verify::solvers::SolverReport| {
        format!("{}  {}  {}\n", paint.paint(paint::NAME, format!("{:wide$}", s.name)), s.version, paint.faint(&s.about))
    };
    found.iter().map(line).collect()
}
