//! `cargo xtask bench [NAME]`: how runs scale, and the built-in solver beside others on the same formulas.
//!
//! Programs of growing size (`cairn_testkit::scaling`) are checked by the release build; then each is exported
//! to SMT-LIB and put to the built-in solver, Z3 and Bitwuzla. Solver columns are processor seconds, less what
//! the same command takes on an empty file: starting Python is not Bitwuzla's work. A run longer than
//! [`PATIENCE`] shows as `-`. Numbers depend on the machine, so nothing here can fail but a wrong answer.

use std::fs;
use std::path::{Path, PathBuf};

use cairn_testkit::{report, scaling};

use crate::setup;
use crate::workspace::{Workspace, capture, show};

/// Seconds after which a run is given up.
const PATIENCE: u32 = 120;
const SOLVERS: [&str; 3] = ["builtin", "z3", "bitwuzla"];

struct Subject {
    name: String,
    text: String,
    verdict: &'static str,
}

fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    let mut add = |name: String, text: String, verdict| subjects.push(Subject { name, text, verdict });
    add("straight-line-100000".into(), scaling::straight_line(100_000), "verified");
    for n in [1_000, 10_000] {
        add(format!("array-maximum-{n}"), scaling::array_maximum(n), "violated");
    }
    for n in 4..=10 {
        add(format!("bubble-sort-{n}"), scaling::bubble_sort(n), "verified");
    }
    subjects
}

/// The commands of a measurement.
struct Bench<'a> {
    workspace: &'a Workspace,
    folder: PathBuf,
    /// Processor seconds of each solver on an empty file.
    baseline: [f64; 3],
}

pub fn run(workspace: &Workspace, rest: &[String]) -> Result<(), String> {
    let wanted = rest.first().map(String::as_str).unwrap_or_default();
    let chosen: Vec<Subject> = subjects().into_iter().filter(|s| s.name.contains(wanted)).collect();
    if chosen.is_empty() {
        let names: Vec<String> = subjects().into_iter().map(|s| s.name).collect();
        return Err(format!("there is no such measurement; there are: {}", names.join(", ")));
    }
    setup::run(workspace)?;
    show(workspace.cargo(&["build", "--quiet", "--release", "--package", "cairn-cli"])?)?;
    show(workspace.cargo(&["build", "--quiet", "--release", "--package", "cairn-solvers", "--example", "solve"])?)?;
    let folder = workspace.target.join("bench");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut bench = Bench { workspace, folder, baseline: [0.0; 3] };
    bench.measure_baseline()?;
    println!(
        "{:<22} {:>9} {:>8} {:>8}   {:>9} {:>9} {:>9}",
        "", "seconds", "MiB", "bound", "builtin", "z3", "bitwuzla"
    );
    let mut ratios: [Vec<f64>; 3] = Default::default();
    for subject in &chosen {
        let times = bench.row(subject)?;
        for (index, ratio) in ratios.iter_mut().enumerate() {
            if let (Some(builtin), Some(other)) = (times[0], times[index]) {
                // Below a hundredth of a second one measures the clock.
                ratio.push(builtin.max(0.01) / other.max(0.01));
            }
        }
    }
    for (solver, ratios) in SOLVERS.iter().zip(&ratios).skip(1) {
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp();
        println!("built-in solver / {solver}: {mean:.2} (geometric mean of {} formulas both decided)", ratios.len());
    }
    Ok(())
}

impl Bench<'_> {
    fn measure_baseline(&mut self) -> Result<(), String> {
        let empty = self.folder.join("empty.smt2");
        fs::write(&empty, "(set-logic QF_BV)\n(check-sat)\n").map_err(|e| e.to_string())?;
        for (index, solver) in SOLVERS.iter().enumerate() {
            let (seconds, _) = self.processor_seconds(solver, &empty)?;
            self.baseline[index] = seconds.unwrap_or(0.0);
        }
        Ok(())
    }

    /// Measures one program and prints its line; the solvers' times in the order of [`SOLVERS`].
    fn row(&self, subject: &Subject) -> Result<[Option<f64>; 3], String> {
        let program = self.folder.join(format!("{}.cairn", subject.name));
        fs::write(&program, &subject.text).map_err(|e| e.to_string())?;
        let (text, answer) = self.check(&program)?;
        // What was given up is inconclusive; anything else must be right.
        if answer != subject.verdict && answer != "inconclusive" {
            return Err(format!("{}: {answer}, where {} is right", subject.name, subject.verdict));
        }
        let number = |name: &str| report::statistic(&text, name).unwrap_or(f64::NAN);
        let (seconds, memory, bound) = (number("seconds"), number("peak_memory_mib"), number("bound"));
        let shown = if answer == "inconclusive" { "-".to_string() } else { format!("{seconds:.2}") };
        print!("{:<22} {shown:>9} {memory:>8.0} {bound:>8.0}  ", subject.name);
        let formula = self.folder.join(format!("{}.smt2", subject.name));
        let mut times = [None; 3];
        match self.export(&program, &formula) {
            Err(_) => println!(" (not exported within {PATIENCE} s)"),
            Ok(()) => {
                let mut answers: Vec<String> = Vec::new();
                for (index, solver) in SOLVERS.iter().enumerate() {
                    let (seconds, answer) = self.processor_seconds(solver, &formula)?;
                    times[index] = seconds.map(|s| (s - self.baseline[index]).max(0.0));
                    print!(" {:>9}", times[index].map_or("-".into(), |s| format!("{s:.2}")));
                    answers.extend(times[index].map(|_| answer));
                }
                println!();
                answers.dedup();
                if answers.len() > 1 {
                    return Err(format!("{}: the solvers disagree: {}", subject.name, answers.join(", ")));
                }
            }
        }
        Ok(times)
    }

    fn tool(&self) -> String {
        self.workspace.target.join("release").join("cairn").to_string_lossy().into_owned()
    }

    fn check(&self, program: &Path) -> Result<(String, String), String> {
        let (file, limit) = (program.to_string_lossy(), PATIENCE.to_string());
        let arguments = ["check", &file, "--format", "json", "--timeout", &limit];
        // Exit codes differ by verdict; the report tells which it was.
        let output = self.workspace.command(&self.tool(), &arguments)?.output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let answer = report::read(&text)?.verdict;
        Ok((text, answer))
    }

    fn export(&self, program: &Path, formula: &Path) -> Result<(), String> {
        let (from, to, limit) = (program.to_string_lossy(), formula.to_string_lossy(), PATIENCE.to_string());
        let arguments = ["export", &from, "--to", "smt2", "--all", "-o", &to, "--timeout", &limit];
        capture(self.workspace.command(&self.tool(), &arguments)?).map(|_| ())
    }

    /// Processor seconds of a solver on a file (`None`: given up), and its answer.
    fn processor_seconds(&self, solver: &str, file: &Path) -> Result<(Option<f64>, String), String> {
        let program = match solver {
            "builtin" => self.workspace.target.join("release").join("examples").join("solve"),
            other => self.workspace.tools().join(other),
        };
        // The shell tells the processor time of its children, which the standard library does not.
        let script = r#"timeout "$1" "$2" "$3"; echo "status $?"; times"#;
        let (limit, program, file) = (PATIENCE.to_string(), program.to_string_lossy(), file.to_string_lossy());
        let text = capture(self.workspace.command("sh", &["-c", script, "sh", &limit, &program, &file])?)?;
        let answer =
            text.lines().find(|l| matches!(*l, "sat" | "unsat" | "unknown")).unwrap_or("no answer").to_string();
        let decided = matches!(answer.as_str(), "sat" | "unsat") && text.lines().any(|l| l == "status 0");
        let children = text.lines().last().unwrap_or_default();
        let seconds = children.split_whitespace().filter_map(minutes_and_seconds).sum::<f64>();
        Ok((decided.then_some(seconds), answer))
    }
}

/// `1m2.5s` in seconds.
fn minutes_and_seconds(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::minutes_and_seconds;

    #[test]
    fn the_shell_writes_minutes_and_seconds() {
        assert_eq!(minutes_and_seconds("1m2.5s"), Some(62.5));
        assert_eq!(minutes_and_seconds("0m0.010000s"), Some(0.01));
        assert_eq!(minutes_and_seconds("sat"), None);
    }
}
