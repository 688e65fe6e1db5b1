//! `cargo xtask bench c [PART]`: CPU seconds and memory of `cairn check` on C programs, beside `cbmc` where that is
//! installed. With PART only programs whose name contains it.
//!
//! Each program is checked as a user would, without options; `cbmc` is told how far to unwind, since it does not find
//! that out. Seconds are of user and system together, of all processes of a run; memory is the largest process's
//! peak, read while it runs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use cairn_testkit::scaling_c;

use crate::workspace::{Workspace, capture, show};

/// Runs are stopped after this many seconds.
const LONGEST: u32 = 300;
/// How often memory is looked at.
const LOOK: Duration = Duration::from_millis(2);

struct Program {
    name: String,
    text: String,
    /// What must come out: no violation.
    holds: bool,
    /// Iterations that `cbmc` needs.
    unwind: usize,
}

fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    let mut add = |name: String, text: String, holds: bool, unwind: usize| {
        programs.push(Program { name, text, holds, unwind });
    };
    for n in [100, 1_000] {
        add(format!("array maximum of {n}"), scaling_c::array_maximum(n, false), true, n + 1);
    }
    add("array maximum of 100, any element".into(), scaling_c::array_maximum(100, true), true, 101);
    for n in [12, 16] {
        add(format!("bubble sort of {n}"), scaling_c::bubble_sort(n), true, n + 1);
    }
    for n in [12, 16] {
        add(format!("insertion sort of {n}"), scaling_c::insertion_sort(n), true, n + 1);
    }
    add("CRC-32 of 8 bytes, two ways".into(), scaling_c::crc(8), true, 257);
    for n in [5, 10, 20, 40] {
        add(format!("list of up to {n}"), scaling_c::linked_list(n), true, n + 1);
    }
    for (n, writes) in [(1_000, 50), (10_000, 10)] {
        add(format!("{n} elements, {writes} symbolic writes"), scaling_c::symbolic_writes(n, writes), true, writes + 1);
    }
    add("1000 elements, one too far".into(), scaling_c::out_of_bounds(1_000), false, 1_002);
    add("1000 elements, too far by input".into(), scaling_c::out_of_bounds_input(1_000), false, 1_002);
    for n in [8, 16] {
        add(format!("binary search in {n}"), scaling_c::binary_search(n), true, n + 1);
    }
    for n in [16, 64] {
        add(format!("string copy of up to {n}"), scaling_c::string_copy(n), true, n + 2);
    }
    add("10000 statements".into(), scaling_c::straight_line(10_000), true, 1);
    add("10000 checked statements".into(), scaling_c::checked_line(10_000), true, 1);
    programs
}

pub fn run(workspace: &Workspace, part: Option<&str>) -> Result<(), String> {
    show(workspace.cargo(&["build", "--quiet", "--release", "--package", "cairn-cli"])?)?;
    let cairn = workspace.target.join("release").join("cairn").display().to_string();
    let folder = workspace.target.join("bench");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let has_cbmc = workspace.command("cbmc", &["--version"]).and_then(capture).is_ok();
    if !has_cbmc {
        println!("cbmc is not installed: only our own numbers");
    }
    println!("{:<36} {:>9} {:>7} {:>9} {:>7}", "program", "cairn s", "MB", "cbmc s", "MB");
    let mut wrong = Vec::new();
    for (number, program) in programs().into_iter().enumerate() {
        if part.is_some_and(|part| !program.name.contains(part)) {
            continue;
        }
        let path = folder.join(format!("{number}.c"));
        fs::write(&path, &program.text).map_err(|e| format!("{}: {e}", path.display()))?;
        let file = path.display().to_string();
        let ours = measure(workspace, &[&cairn, "check", "--quiet", &file])?;
        let theirs = if has_cbmc {
            let unwind = program.unwind.to_string();
            let checks = ["--bounds-check", "--pointer-check", "--signed-overflow-check", "--unwinding-assertions"];
            let mut words = vec!["cbmc", "--unwind", &unwind];
            words.extend(checks);
            words.push(&file);
            Some(measure(workspace, &words)?)
        } else {
            None
        };
        let [seconds, memory] = theirs.as_ref().map_or([String::from("-"), String::from("-")], Run::columns);
        let [own_seconds, own_memory] = ours.columns();
        println!("{:<36} {own_seconds:>9} {own_memory:>7} {seconds:>9} {memory:>7}", program.name);
        let expected = if program.holds { 0 } else { 1 };
        if ours.code != Some(expected) {
            wrong.push(program.name);
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("not the expected verdict: {}", wrong.join(", "))) }
}

struct Run {
    seconds: f64,
    megabytes: u64,
    /// The exit code; none if the run was stopped.
    code: Option<i32>,
}

impl Run {
    fn columns(&self) -> [String; 2] {
        let stopped = if self.code.is_none() { ">" } else { "" };
        [format!("{stopped}{:.2}", self.seconds), self.megabytes.to_string()]
    }
}

/// Runs a command and watches it.
fn measure(workspace: &Workspace, words: &[&str]) -> Result<Run, String> {
    let limit = LONGEST.to_string();
    let script = "TIMEFORMAT='%U %S'; time timeout \"$@\"";
    let mut arguments = vec!["-c", script, "bash", &limit];
    arguments.extend(words);
    let mut command: Command = workspace.command("bash", &arguments)?;
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|e| format!("bash does not start: {e}"))?;
    let mut peak = 0;
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        peak = peak.max(largest_peak(child.id()));
        std::thread::sleep(LOOK);
    }
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    let times = said.lines().last().unwrap_or_default().split_whitespace();
    let seconds = times.filter_map(|word| word.parse::<f64>().ok()).sum();
    // What `timeout` ends with when it had to stop the command.
    let code = output.status.code().filter(|code| *code != 124);
    Ok(Run { seconds, megabytes: peak >> 10, code })
}

/// The largest peak, in KiB, of a process and those below it.
fn largest_peak(process: u32) -> u64 {
    let folder = Path::new("/proc").join(process.to_string());
    let status = fs::read_to_string(folder.join("status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0);
    let children = folder.join("task").join(process.to_string()).join("children");
    let children = fs::read_to_string(children).unwrap_or_default();
    children.split_whitespace().filter_map(|word| word.parse().ok()).map(largest_peak).fold(peak, u64::max)
}
