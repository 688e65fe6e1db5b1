//! An SMT-LIB dialogue with a solver process: commands out, answers in, both into the log.
//!
//! Invariants:
//! - Only commands that ask are waited for. An `(error …)` to any earlier command arrives before the
//!   answer waited for, and ends the dialogue: an answer that follows a refused assertion would be an
//!   answer to another question.
//! - After any error the process is killed and every later call fails with the same error.
//! - Every wait asks the budget at least every [`SLICE`].

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use cairn_base::{Budget, StopReason};

use super::catalogue::SolverCommand;
use super::error::ProcessError;
use super::framing::Framer;
use cairn_base::process::{Child, Launch, Received};

/// How long a wait may go on before the budget is asked again.
const SLICE: Duration = Duration::from_millis(20);
/// Commands are collected up to this size before they are sent without being asked for.
const BATCH: usize = 1 << 16;

pub struct Dialogue {
    child: Child,
    framer: Framer,
    pending: String,
    log: Option<File>,
    memory_limited: bool,
    failed: Option<ProcessError>,
}

impl Dialogue {
    /// Starts the solver. With `log`, the dialogue is written there: an SMT-LIB file that replays, with
    /// the answers as comments.
    pub fn start(command: &SolverCommand, budget: &Budget, log: Option<&Path>) -> Result<Self, ProcessError> {
        let launch = Launch {
            program: command.program.clone(),
            arguments: command.arguments.clone(),
            memory_bytes: budget.memory_limit_bytes(),
            processor_time: budget.remaining(),
        };
        let child = Child::start(&launch, budget)?;
        let log_error =
            |e: std::io::Error| ProcessError::Log { program: command.program.clone(), reason: e.to_string() };
        let log = log.map(File::create).transpose().map_err(log_error)?;
        let memory_limited = launch.memory_bytes.is_some();
        let framer = Framer::default();
        let mut dialogue = Self { child, framer, pending: String::new(), log, memory_limited, failed: None };
        dialogue.comment(&format!("{} {}", command.program, command.arguments.join(" ")));
        dialogue.begin(command)?;
        Ok(dialogue)
    }

    fn begin(&mut self, command: &SolverCommand) -> Result<(), ProcessError> {
        self.tell("(set-option :print-success false)")?;
        command.preamble.iter().try_for_each(|line| self.tell(line))
    }

    /// Makes the process forget everything it was told.
    pub fn reset(&mut self, command: &SolverCommand) -> Result<(), ProcessError> {
        self.tell("(reset)")?;
        self.begin(command)
    }

    /// Sends a command that is not answered.
    pub fn tell(&mut self, command: &str) -> Result<(), ProcessError> {
        self.check_alive()?;
        self.pending.push_str(command);
        self.pending.push('\n');
        self.write_log(command)?;
        if self.pending.len() >= BATCH {
            self.flush();
        }
        Ok(())
    }

    /// Sends a command and waits for its answer.
    pub fn ask(&mut self, command: &str, budget: &Budget) -> Result<String, ProcessError> {
        self.tell(command)?;
        self.flush();
        match self.wait(budget) {
            Ok(answer) => {
                self.comment(&answer);
                Ok(answer)
            }
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Ends the dialogue because of what was answered.
    pub fn fail(&mut self, error: ProcessError) -> ProcessError {
        self.comment(&error.to_string());
        self.child.kill();
        self.failed.get_or_insert(error).clone()
    }

    /// An answer that fits nothing we know.
    pub fn nonsense(&mut self, expected: &str, answer: &str) -> ProcessError {
        const SHOWN: usize = 200;
        let mut shown: String = answer.chars().take(SHOWN).collect();
        if shown.len() < answer.len() {
            shown.push('…');
        }
        let program = self.child.program().to_string();
        self.fail(ProcessError::Nonsense { program, expected: expected.into(), answer: shown })
    }

    pub fn program(&self) -> &str {
        self.child.program()
    }

    fn check_alive(&self) -> Result<(), ProcessError> {
        self.failed.as_ref().map_or(Ok(()), |error| Err(error.clone()))
    }

    fn flush(&mut self) {
        if !self.pending.is_empty() {
            self.child.send(std::mem::take(&mut self.pending).into_bytes());
        }
    }

    fn wait(&mut self, budget: &Budget) -> Result<String, ProcessError> {
        loop {
            match self.framer.next_answer() {
                // Some solvers acknowledge commands although they were asked not to.
                Some(answer) if answer == "success" => continue,
                Some(answer) => return self.judge(answer),
                None => {}
            }
            match self.child.receive(SLICE) {
                Received::Bytes(bytes) => self.framer.push(&bytes),
                Received::Nothing => {}
                Received::End => return self.ended(),
            }
            budget.look().map_err(ProcessError::Stopped)?;
        }
    }

    fn judge(&mut self, answer: String) -> Result<String, ProcessError> {
        let program = || self.child.program().to_string();
        if let Some(message) = error_message(&answer) {
            if self.memory_limited && speaks_of_memory(&message) {
                return Err(ProcessError::Stopped(StopReason::Memory));
            }
            return Err(ProcessError::Refused { program: program(), message });
        }
        if answer == "unsupported" {
            return Err(ProcessError::Unsupported { program: program(), what: "a command of the dialogue".into() });
        }
        Ok(answer)
    }

    /// The output ended. Dying is how many solvers meet a memory limit.
    fn ended(&mut self) -> Result<String, ProcessError> {
        // Last words without a line end are no answer: `sat` could be the beginning of anything.
        let rest = self.framer.rest();
        let ending = self.child.ending();
        let mut death = ProcessError::died(self.child.program(), ending);
        if let ProcessError::Died { stderr, .. } = &mut death {
            if !rest.is_empty() {
                *stderr = format!("{stderr} {rest}").trim().to_string();
            }
            if self.memory_limited && speaks_of_memory(stderr) {
                return Err(ProcessError::Stopped(StopReason::Memory));
            }
        }
        Err(death)
    }

    fn write_log(&mut self, text: &str) -> Result<(), ProcessError> {
        let Some(log) = &mut self.log else { return Ok(()) };
        let Err(error) = writeln!(log, "{text}") else { return Ok(()) };
        let program = self.child.program().to_string();
        self.log = None;
        Err(self.fail(ProcessError::Log { program, reason: error.to_string() }))
    }

    /// Writes a comment to the log; a log that cannot be written fails at the next command.
    fn comment(&mut self, text: &str) {
        if let Some(log) = &mut self.log {
            for line in text.lines() {
                let _ = writeln!(log, "; {line}");
            }
        }
    }
}

/// The message of `(error "…")`.
fn error_message(answer: &str) -> Option<String> {
    let inner = answer.strip_prefix("(error")?.strip_suffix(')')?.trim();
    let text = inner.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(inner);
    Some(text.replace("\"\"", "\""))
}

fn speaks_of_memory(text: &str) -> bool {
    let text = text.to_lowercase();
    ["out of memory", "bad_alloc", "memoryerror", "memory exhausted", "cannot allocate"]
        .iter()
        .any(|w| text.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// A stand-in for a solver: a shell script that speaks on standard output.
    fn scripted(script: &str) -> SolverCommand {
        SolverCommand {
            name: "scripted".into(),
            program: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
            preamble: Vec::new(),
        }
    }
    fn ask(script: &str, budget: &Budget) -> Result<String, ProcessError> {
        Dialogue::start(&scripted(script), budget, None)?.ask("(check-sat)", budget)
    }

    #[test]
    fn an_answer_comes_back() {
        assert_eq!(ask("read x; echo success; echo sat; cat", &Budget::unlimited()), Ok("sat".into()));
    }

    #[test]
    fn a_missing_program_is_told_apart() {
        let command = SolverCommand::from_user("cairn-no-such-solver").unwrap();
        let outcome = Dialogue::start(&command, &Budget::unlimited(), None).map(|_| ());
        assert_eq!(outcome, Err(ProcessError::Missing { program: "cairn-no-such-solver".into() }));
    }

    #[test]
    fn a_death_is_told_with_its_last_words() {
        let outcome = ask("echo bang >&2; printf sat; exit 7", &Budget::unlimited());
        let Err(ProcessError::Died { status, stderr, .. }) = outcome else { panic!("{outcome:?}") };
        assert!(status.contains('7') && stderr.contains("bang") && stderr.contains("sat"), "{status} {stderr}");
    }

    #[test]
    fn a_refusal_ends_the_dialogue_for_good() {
        let budget = Budget::unlimited();
        let mut dialogue =
            Dialogue::start(&scripted(r#"echo '(error "no ""x""")'; echo sat; cat"#), &budget, None).unwrap();
        let refused = ProcessError::Refused { program: "sh".into(), message: "no \"x\"".into() };
        assert_eq!(dialogue.ask("(check-sat)", &budget), Err(refused.clone()));
        assert_eq!(dialogue.ask("(check-sat)", &budget), Err(refused));
    }

    #[test]
    fn a_solver_that_says_nothing_is_stopped_by_the_budget() {
        // The generous bound only tells "stopped" from "waited for the sleep".
        let started = Instant::now();
        let budget = Budget::new(Some(Duration::from_millis(50)), None);
        assert_eq!(ask("sleep 60", &budget), Err(ProcessError::Stopped(StopReason::Time)));
        let cancelled = Budget::unlimited();
        cancelled.cancel();
        assert_eq!(ask("sleep 60", &cancelled), Err(ProcessError::Stopped(StopReason::Cancelled)));
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_solver_that_does_not_read_cannot_block_us() {
        let budget = Budget::new(Some(Duration::from_millis(100)), None);
        let mut dialogue = Dialogue::start(&scripted("sleep 60"), &budget, None).unwrap();
        let large = " ".repeat(1 << 20);
        for _ in 0..8 {
            dialogue.tell(&large).unwrap();
        }
        assert_eq!(dialogue.ask("(check-sat)", &budget), Err(ProcessError::Stopped(StopReason::Time)));
    }

    #[test]
    fn the_whole_group_dies_with_the_dialogue() {
        let budget = Budget::unlimited();
        let mut dialogue = Dialogue::start(&scripted("sleep 60 & echo $!; wait"), &budget, None).unwrap();
        let helper = dialogue.ask("(check-sat)", &budget).unwrap();
        drop(dialogue);
        // Killed, but possibly not yet reaped by whoever inherited it: a zombie counts as dead.
        let state = || std::fs::read_to_string(format!("/proc/{helper}/stat")).unwrap_or_default();
        let alive = || !state().is_empty() && !state().contains(") Z");
        let patience = Instant::now() + Duration::from_secs(30);
        while alive() && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(!alive(), "{}", state());
    }

    #[test]
    fn a_memory_limit_is_a_stop_and_not_an_error() {
        let budget = Budget::new(None, Some(1 << 34));
        let script = r#"echo '(error "out of memory")'; cat"#;
        assert_eq!(ask(script, &budget), Err(ProcessError::Stopped(StopReason::Memory)));
        let limit = ask("ulimit -v; cat", &budget);
        assert_eq!(limit, Ok((1u64 << 24).to_string()));
    }

    #[test]
    fn the_log_replays() {
        let path = std::env::temp_dir().join(format!("cairn-dialogue-{}.smt2", std::process::id()));
        let budget = Budget::unlimited();
        let mut dialogue = Dialogue::start(&scripted("echo sat; cat"), &budget, Some(&path)).unwrap();
        dialogue.tell("(assert true)").unwrap();
        dialogue.ask("(check-sat)", &budget).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let _ = std::fs::remove_file(&path);
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines, ["(set-option :print-success false)", "(assert true)", "(check-sat)", "; sat"]);
    }
}
