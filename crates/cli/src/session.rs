//! What surrounds a run: the budget and Ctrl-C, colours, and panics that become internal errors.

use crate::arguments::{LimitArguments, When};
use crate::output;
use crate::paint::Paint;
use cairn_base::{Budget, StopReason};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Signals that come so soon one after the other are one.
const SAME_SIGNAL: Duration = Duration::from_millis(300);
/// How often the wait for inputs looks at the budget.
const LOOK: Duration = Duration::from_millis(10);

/// Where the last panic happened, for the report of an internal error.
static LAST_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Panics print nothing themselves: the run catches them and reports an internal error.
pub fn keep_panics_quiet() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|l| format!("{}:{}", l.file(), l.line()));
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }));
}

/// Where the last panic happened, if there was one.
pub fn panic_place() -> Option<String> {
    LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The budget of the run. The first Ctrl-C cancels it, so that what is known is still printed; the second
/// ends the process at once.
pub fn budget(limits: &LimitArguments) -> Result<Budget, String> {
    let time = match limits.timeout {
        None => None,
        Some(seconds) => {
            let time = Duration::try_from_secs_f64(seconds).ok();
            Some(time.ok_or_else(|| format!("--timeout {seconds}: this is no number of seconds"))?)
        }
    };
    let memory = match limits.memory {
        None => None,
        Some(0) => return Err("--memory 0: nothing runs without memory".into()),
        Some(mib) => Some(mib.checked_mul(1 << 20).ok_or_else(|| format!("--memory {mib}: too large a number"))?),
    };
    let budget = Budget::new(time, memory);
    let (cancelled, mut first) = (budget.clone(), None);
    let handler = move || match first {
        // The terminal and the supervisor may both pass on the same one.
        Some(since) if Instant::elapsed(&since) < SAME_SIGNAL => {}
        Some(_) => std::process::exit(130),
        None => {
            first = Some(Instant::now());
            cancelled.cancel();
        }
    };
    // Without a handler Ctrl-C simply ends the process: worth a warning, not a failure.
    if let Err(error) = ctrlc::set_handler(handler) {
        output::to_stderr(&format!("cairn: Ctrl-C will lose what is known: {error}\n"));
    }
    Ok(budget)
}

/// Colours on a stream, by option, then NO_COLOR, then whether it is a terminal.
pub fn paint(when: When, stream: &impl IsTerminal) -> Paint {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let on = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => !no_color && !dumb && stream.is_terminal(),
    };
    Paint { on, wide: if stream.is_terminal() { columns() } else { 0 } }
}

/// Columns of the terminal that the program writes to; 0 where nobody knows.
fn columns() -> usize {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|columns| *columns > 0);
    if let Some(columns) = std::env::var("COLUMNS").ok().and_then(|text| number(&text)) {
        return columns;
    }
    let Ok(terminal) = std::fs::File::open("/dev/tty") else { return 0 };
    let told = std::process::Command::new("stty").arg("size").stdin(terminal).output();
    let told = told.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    told.split_whitespace().nth(1).and_then(number).unwrap_or(0)
}

pub fn paint_stderr(when: When) -> Paint {
    paint(when, &io::stderr())
}

pub fn paint_stdout(when: When) -> Paint {
    paint(when, &io::stdout())
}

/// Why there is no request: inputs that cannot be read, or a limit that was reached while they were.
#[derive(Debug)]
pub enum NotRead {
    Refused(String),
    Stopped(StopReason),
}

/// Reads inputs, which may take for ever (a pipe that nobody writes to), as long as the budget allows. A reader that is
/// still at it then is left behind: the process ends soon.
pub fn within<T: Send + 'static>(
    budget: &Budget,
    read: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, NotRead> {
    let (sender, receiver) = mpsc::channel();
    let body = move || {
        let _ = sender.send(read());
    };
    let started = std::thread::Builder::new().name("cairn-reader".into()).spawn(body);
    started.map_err(|error| NotRead::Refused(format!("no thread could be started: {error}")))?;
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(read) => return read.map_err(NotRead::Refused),
            Err(RecvTimeoutError::Timeout) => budget.look().map_err(NotRead::Stopped)?,
            Err(RecvTimeoutError::Disconnected) => return Err(NotRead::Refused("the inputs were not read".into())),
        }
    }
}
