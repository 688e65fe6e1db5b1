//! A child process with pipes that can neither block us nor outlive us.
//!
//! - Both pipes have a thread of their own, so that neither a child that does not read nor one that
//!   does not answer can hold up the caller: timeouts always work.
//! - The child leads its own process group, and the whole group is killed when the [`Child`] is dropped.
//!   A watcher inside the group kills it should *this* process die without a chance to do so.
//! - Memory and processor time are limited by the shell that starts the child (`ulimit`), which needs no
//!   `unsafe` code here and works on every POSIX system. The memory limit is on address space: somewhat
//!   stricter than on what is really used. What the group really uses counts for the memory of the run.
//!
//! Deliberately absent: what is said. This module moves bytes.

use crate::budget::{Adopted, Budget};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How much of what a child writes to standard error is kept for messages.
const KEPT_STDERR: usize = 4096;

/// How long a child that closed its output may take to end.
const PATIENCE: Duration = Duration::from_millis(500);

/// What to start and within which limits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Launch {
    pub program: String,
    pub arguments: Vec<String>,
    pub memory_bytes: Option<u64>,
    pub processor_time: Option<Duration>,
}

/// Why a child could not be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartError {
    /// No program of this name was found.
    Missing {
        program: String,
    },
    Failed {
        program: String,
        reason: String,
    },
}

/// How a child ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    pub is_success: bool,
    /// The exit status in words.
    pub status: String,
    /// The beginning of what it wrote to standard error.
    pub stderr: String,
}

pub struct Child {
    program: String,
    process: std::process::Child,
    /// Dropping it ends the writing thread, which closes the child's input.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_reader: thread::JoinHandle<()>,
    _adopted: Adopted,
}

/// What came from the child.
pub enum Received {
    Bytes(Vec<u8>),
    /// Nothing within the time given.
    Nothing,
    /// The child closed its output.
    End,
}

/// Started by `sh`, with the program and its arguments as "$@". The watcher asks once a second whether
/// both the child (whose process id is the shell's, by `exec`) and the process that started it live.
const SCRIPT: &str = r#"
if [ -n "$CAIRN_MEMORY_KIB" ]; then ulimit -v "$CAIRN_MEMORY_KIB" || exit 126; fi
if [ -n "$CAIRN_SECONDS" ]; then ulimit -t "$CAIRN_SECONDS" || exit 126; fi
unset CAIRN_MEMORY_KIB CAIRN_SECONDS
starter=$PPID
child=$$
(
  while kill -0 "$child" && kill -0 "$starter"; do sleep 1; done
  kill -KILL "$child"
) </dev/null >/dev/null 2>&1 &
exec "$@"
"#;

impl Child {
    pub fn start(launch: &Launch, budget: &Budget) -> Result<Self, StartError> {
        let program = launch.program.clone();
        if !is_installed(&program) {
            return Err(StartError::Missing { program });
        }
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "sh", &launch.program]).args(&launch.arguments);
        let limit = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
        command.env("CAIRN_MEMORY_KIB", limit(launch.memory_bytes.map(|b| b.div_ceil(1024))));
        command.env("CAIRN_SECONDS", limit(launch.processor_time.map(|t| t.as_secs() + 1)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let start_error = |reason: String| StartError::Failed { program: program.clone(), reason };
        let mut process = command.spawn().map_err(|e| start_error(e.to_string()))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(start_error("no pipes".into()));
        };
        let kept = Arc::new(Mutex::new(Vec::new()));
        let stderr_reader = collect_stderr(stderr, Arc::clone(&kept));
        let (input, output) = (Some(write_thread(stdin)), read_thread(stdout));
        let adopted = budget.adopt(process.id());
        Ok(Self { program, process, input, output, stderr: kept, stderr_reader, _adopted: adopted })
    }

    pub fn program(&self) -> &str {
        &self.program
    }

    /// Queues bytes for the child; never blocks. That the child is gone shows when reading.
    pub fn send(&self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes);
        }
    }

    /// Tells the child that nothing more comes.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    pub fn receive(&self, timeout: Duration) -> Received {
        match self.output.recv_timeout(timeout) {
            Ok(bytes) => Received::Bytes(bytes),
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
            Err(RecvTimeoutError::Disconnected) => Received::End,
        }
    }

    /// How the child ended, once its output has ended; kills it if it lingers.
    pub fn ending(&mut self) -> Ending {
        let (is_success, status) = self.wait_briefly().unwrap_or_else(|| {
            self.kill();
            (false, "killed".into())
        });
        // Its last words may still be on their way to us.
        let patience = Instant::now() + PATIENCE;
        while !self.stderr_reader.is_finished() && Instant::now() < patience {
            thread::sleep(Duration::from_millis(1));
        }
        let kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let stderr = String::from_utf8_lossy(&kept).trim().to_string();
        Ending { is_success, status, stderr }
    }

    fn wait_briefly(&mut self) -> Option<(bool, String)> {
        let patience = Instant::now() + PATIENCE;
        while Instant::now() < patience {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some((status.success(), status.to_string())),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(error) => return Some((false, error.to_string())),
            }
        }
        None
    }

    /// Kills the whole group, at once. Idempotent.
    pub fn kill(&mut self) {
        self.input = None;
        if matches!(self.process.try_wait(), Ok(Some(_)) | Err(_)) {
            // Already reaped: its number may belong to somebody else now. Helpers it may have left
            // behind end by themselves, because their pipes are closed and the watcher is watching.
            return;
        }
        // The leader first, in-process, so that it stops at once whatever happens to the shell.
        let _ = self.process.kill();
        // Not reaped yet, so the group's number is still ours.
        let group = format!("kill -s KILL -- -{}", self.process.id());
        let _ = Command::new("sh").args(["-c", &group]).stdin(Stdio::null()).stderr(Stdio::null()).status();
        let _ = self.process.wait();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Whether a command of this name can be started at all. Asked first, because inside the shell a missing
/// program would look like a child that died.
fn is_installed(program: &str) -> bool {
    let script = r#"command -v "$1" >/dev/null 2>&1"#;
    let status = Command::new("sh").args(["-c", script, "sh", program]).stdin(Stdio::null()).status();
    status.is_ok_and(|s| s.success())
}

fn write_thread(mut stdin: std::process::ChildStdin) -> Sender<Vec<u8>> {
    let (sender, queue) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for bytes in queue {
            if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                break; // the child is gone; the reader will notice
            }
        }
    });
    sender
}

fn read_thread(mut stdout: std::process::ChildStdout) -> Receiver<Vec<u8>> {
    let (sender, queue) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 1 << 16];
        while let Ok(count @ 1..) = stdout.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                break; // nobody listens any more
            }
        }
    });
    queue
}

fn collect_stderr(mut stderr: std::process::ChildStderr, kept: Arc<Mutex<Vec<u8>>>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = stderr.read(&mut buffer) {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            let room = KEPT_STDERR.saturating_sub(kept.len());
            kept.extend_from_slice(&buffer[..count.min(room)]);
        }
    })
}
