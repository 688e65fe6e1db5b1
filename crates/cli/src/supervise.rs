//! The work is done by a second process of the same program, and the one the user started waits for it.
//!
//! Some ends cannot be caught from inside: memory that the system does not give aborts a process, and a machine
//! without memory kills one. Seen from outside they are a limit that was reached, and told as such: the run is
//! inconclusive, in every format asked for.
//!
//! Signals that only one of the two gets reach the other: what ends the supervisor is passed on, and a worker whose
//! supervisor has gone ends itself.

use crate::arguments::{Arguments, Command};
use crate::output;
use cairn_base::StopReason;
use std::os::unix::process::{ExitStatusExt, parent_id};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Tells the second process that it is the one that works; its value is the number of the one that waits.
const SUPERVISOR: &str = "CAIRN_SUPERVISOR";
/// How often a worker looks whether its supervisor is still there.
const LOOK: Duration = Duration::from_millis(100);

/// Runs the command in a second process. None if this *is* the second process, if the command does not take long, or
/// if no second process can be started: then the command is run here.
pub fn run(arguments: &Arguments) -> Option<u8> {
    let takes_long = matches!(
        arguments.command,
        Command::Check(_)
            | Command::Cover(_)
            | Command::Prove(_)
            | Command::Temporal(_)
            | Command::Export(_)
            | Command::Replay(_)
    );
    if !takes_long {
        return None;
    }
    if let Ok(supervisor) = std::env::var(SUPERVISOR)
        && supervisor == parent_id().to_string()
    {
        end_with(parent_id());
        return None;
    }
    let worker = Arc::new(AtomicU32::new(0));
    let passed_on = Arc::clone(&worker);
    // Without a handler a signal would end the supervisor, and with it the worker, before what is known is printed.
    ctrlc::set_handler(move || pass_on(passed_on.load(Ordering::SeqCst))).ok()?;
    let mut command = std::process::Command::new(std::env::current_exe().ok()?);
    command.args(std::env::args_os().skip(1)).env(SUPERVISOR, std::process::id().to_string());
    // Where memory is short, the way to the place that noticed it tells nobody anything.
    command.env("RUST_BACKTRACE", "0");
    let mut process = command.spawn().ok()?;
    worker.store(process.id(), Ordering::SeqCst);
    let status = process.wait().ok()?;
    Some(match status.code() {
        Some(code) => u8::try_from(code).unwrap_or(cairn_verify::ExitCode::InternalError as u8),
        None => ended_by_signal(arguments, status),
    })
}

/// Interrupts the worker, which may have got the signal from the terminal already.
fn pass_on(worker: u32) {
    if worker != 0 {
        let line = format!("kill -s INT {worker}");
        let shell = std::process::Command::new("sh").args(["-c", &line]).stderr(Stdio::null()).status();
        // Without a shell there are no other ways to reach it: its end follows ours.
        if shell.is_err() {
            std::process::exit(130);
        }
    }
}

/// Ends this process when its supervisor has ended.
fn end_with(supervisor: u32) {
    let watch = move || {
        while parent_id() == supervisor {
            std::thread::sleep(LOOK);
        }
        std::process::exit(130);
    };
    // Should there be no thread for it, the run is not watched; nothing else is lost.
    let _ = std::thread::Builder::new().name("cairn-orphan".into()).spawn(watch);
}

fn ended_by_signal(arguments: &Arguments, status: ExitStatus) -> u8 {
    const HANGUP: i32 = 1;
    const INTERRUPTED: i32 = 2;
    const ABORTED: i32 = 6;
    const KILLED: i32 = 9;
    const TERMINATED: i32 = 15;
    let reason = match status.signal() {
        Some(ABORTED | KILLED) => StopReason::Memory,
        // It came before the worker was ready for it.
        Some(HANGUP | INTERRUPTED | TERMINATED) => StopReason::Cancelled,
        _ => {
            output::to_stderr(&format!("internal error: {status}; this is a bug of cairn\n"));
            return cairn_verify::ExitCode::InternalError as u8;
        }
    };
    let code = match &arguments.command {
        Command::Temporal(asked) => crate::temporal::stopped(asked, reason, arguments.color),
        Command::Check(check) => crate::check::stopped(check, reason, arguments.color),
        _ => {
            output::to_stderr(&format!("cairn: {}\n", reason.words()));
            Ok(cairn_verify::ExitCode::Inconclusive)
        }
    };
    code.unwrap_or(cairn_verify::ExitCode::WrongInput) as u8
}
