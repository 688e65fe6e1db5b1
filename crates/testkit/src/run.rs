//! Runs one test: starts the command in the folder of the test, compares, and says what came out.
//!
//! The command gets no input, no colour and no terminal. A command that runs longer than
//! [`PATIENCE`] is stopped and the test is broken: this is a guard against hanging, not a measurement.

use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::case::{Case, Others, Verdict};
use crate::{bless, compare, diff, report};

/// After this time a command counts as hanging.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// What to do about expected output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Compare,
    /// Write what was printed as the expected output.
    Bless,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Passed,
    /// The expected output was rewritten.
    Blessed,
    /// What came out is not what is stated.
    Failed {
        wrong: Vec<String>,
        /// What came out instead, in short: `exit 2, proved 3, unknown 1`.
        instead: String,
    },
    /// The test says nothing about the tool: it could not be read or run, or the tool crashed.
    Broken(String),
}

/// The tool under test.
#[derive(Clone, Debug)]
pub struct Tool {
    pub program: PathBuf,
    /// Replaced in output, so that a release does not change every test.
    pub version: String,
    /// The search path of tests that need solvers; that of this process if none.
    pub path: Option<OsString>,
}

/// What a finished command left behind.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Finished {
    exit: i32,
    stdout: String,
    stderr: String,
}

impl Tool {
    /// Runs a test and compares; in [`Mode::Bless`] rewrites its expected output.
    pub fn run(&self, case: &Case, mode: Mode) -> Outcome {
        let (mut wrong, mut instead) = (Vec::new(), String::new());
        let mut blessed = false;
        if case.reports_verdicts() {
            let verdicts = match self.verdicts(case) {
                Ok(verdicts) => verdicts,
                Err(broken) => return Outcome::Broken(broken),
            };
            wrong.extend(verdicts.wrong);
            instead = verdicts.instead;
            if let Others::All(verdict, stated) = case.others
                && stated != Some(verdicts.others)
                && wrong.is_empty()
            {
                let (word, now) = (verdict.word(), verdicts.others);
                if mode == Mode::Bless {
                    if let Err(error) = bless::set_header(&case.path, "others", &format!("{word} {now}")) {
                        return Outcome::Broken(format!("{}: {error}", case.path.display()));
                    }
                    blessed = true;
                } else if let Some(stated) = stated {
                    wrong.push(format!("{stated} others are stated, {now} are reported: is a check missing, or new?"));
                }
            }
        }
        let output = case.output_path();
        if !case.reports_verdicts() || output.exists() {
            match self.output_mismatch(case, &output, mode) {
                Ok((mismatch, exit)) => {
                    wrong.extend(mismatch);
                    if instead.is_empty() {
                        instead = format!("exit {exit}");
                    }
                }
                Err(Stop::Blessed) => blessed = true,
                Err(Stop::Broken(broken)) => return Outcome::Broken(broken),
            }
        }
        match (wrong.is_empty(), blessed) {
            (false, _) => Outcome::Failed { wrong, instead },
            (true, true) => Outcome::Blessed,
            (true, false) => Outcome::Passed,
        }
    }

    fn verdicts(&self, case: &Case) -> Result<Verdicts, String> {
        let finished = self.start(case, &["--format", "json"])?;
        let report = match report::read(&finished.stdout) {
            Ok(report) => report,
            // Malformed input must be reported too; only a command line that is refused prints no report.
            Err(message) => {
                let wrong = format!("{message} (exit code {})\n{}", finished.exit, finished.stderr.trim_end());
                return Ok(Verdicts { wrong: vec![wrong], others: 0, instead: format!("exit {}", finished.exit) });
            }
        };
        let (mut wrong, others) = compare::mismatches(case, &report);
        let assume = case.arguments.windows(2).any(|w| w[0] == "--unwinding" && w[1] == "assume")
            || case.arguments.iter().any(|a| a == "--unwinding=assume");
        wrong.extend(report.check_invariants(finished.exit, assume));
        wrong.extend(exit_mismatch(case, &finished));
        Ok(Verdicts { wrong, others, instead: in_short(case, &report, finished.exit) })
    }

    /// The report and the exit code of a test's command with further options.
    pub fn report(&self, case: &Case, more: &[&str]) -> Result<(report::Report, i32), String> {
        let finished = self.start(case, &[more, &["--format", "json"]].concat())?;
        let report =
            report::read(&finished.stdout).map_err(|error| format!("{error}\n{}", finished.stderr.trim_end()))?;
        Ok((report, finished.exit))
    }

    /// What is wrong with the printed text, and the exit code.
    fn output_mismatch(&self, case: &Case, output: &Path, mode: Mode) -> Result<(Option<String>, i32), Stop> {
        let finished = self.start(case, &[]).map_err(Stop::Broken)?;
        if let Some(mismatch) = exit_mismatch(case, &finished) {
            return Ok((Some(mismatch), finished.exit));
        }
        let mut actual = diff::normalise(&finished.stdout, &self.version);
        if !finished.stderr.trim().is_empty() {
            actual += &format!("--- standard error ---\n{}", diff::normalise(&finished.stderr, &self.version));
        }
        let expected = std::fs::read_to_string(output).ok();
        if mode == Mode::Bless && expected.as_ref() != Some(&actual) {
            let written = std::fs::write(output, actual);
            return Err(written.map_or_else(|e| Stop::Broken(format!("{}: {e}", output.display())), |()| Stop::Blessed));
        }
        let wrong = match expected {
            None => Some(format!("{} is missing: `cargo xtask bless` writes it", output.display())),
            Some(expected) => diff::difference(&expected, &actual).map(|d| format!("the output differs:\n{d}")),
        };
        Ok((wrong, finished.exit))
    }

    fn start(&self, case: &Case, more: &[&str]) -> Result<Finished, String> {
        let folder = case.path.parent().unwrap_or(Path::new("."));
        let child = Command::new(&self.program)
            .args(&case.arguments)
            .args(more)
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .envs(self.path.iter().filter(|_| case.needs_solvers).map(|path| ("PATH", path)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{} does not start: {e}", self.program.display()))?;
        let finished = wait(child)?;
        let panicked = finished.stderr.contains("panicked at");
        if panicked || finished.exit == 4 || !(0..=4).contains(&finished.exit) {
            return Err(format!("the tool crashed (exit code {}):\n{}", finished.exit, finished.stderr.trim_end()));
        }
        Ok(finished)
    }
}

/// What a report says about a test.
struct Verdicts {
    wrong: Vec<String>,
    /// How many properties no line states.
    others: usize,
    instead: String,
}

/// The exit code, and how many properties have each verdict; of a run with a limit of time only the exit code, as the
/// rest depends on the machine.
fn in_short(case: &Case, report: &report::Report, exit: i32) -> String {
    let mut text = format!("exit {exit}");
    if case.arguments.iter().any(|argument| argument.starts_with("--timeout")) {
        return text;
    }
    for verdict in Verdict::ALL {
        let count = report.properties.iter().filter(|p| p.verdict == verdict).count();
        if count > 0 {
            text += &format!(", {} {count}", verdict.word());
        }
    }
    text
}

enum Stop {
    Blessed,
    Broken(String),
}

fn exit_mismatch(case: &Case, finished: &Finished) -> Option<String> {
    (finished.exit != case.exit).then(|| {
        let stderr = finished.stderr.trim_end();
        format!(
            "exit code {}, stated {}{}{stderr}",
            finished.exit,
            case.exit,
            if stderr.is_empty() { "" } else { "\n" }
        )
    })
}

/// Waits for the end of a command, reading both of its outputs all the while.
fn wait(mut child: Child) -> Result<Finished, String> {
    let read = |stream: Option<Box<dyn Read + Send>>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut stream) = stream {
                // What was read before an error is all there is to compare.
                let _ = stream.read_to_end(&mut bytes);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = read(child.stdout.take().map(|s| Box::new(s) as _));
    let stderr = read(child.stderr.take().map(|s| Box::new(s) as _));
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if started.elapsed() < PATIENCE => thread::sleep(pause),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("the command still ran after {} s", PATIENCE.as_secs()));
            }
            Err(error) => return Err(error.to_string()),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let text = |thread: thread::JoinHandle<String>| thread.join().unwrap_or_default();
    Ok(Finished { exit: status.code().unwrap_or(-1), stdout: text(stdout), stderr: text(stderr) })
}
