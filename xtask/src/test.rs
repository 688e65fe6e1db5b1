//! `cargo xtask test` and `cargo xtask bless`.
//!
//! The stages run in order of how quickly they fail; all of them run even when an earlier one failed,
//! so one run tells everything. The last line is always `N passed, M failed`; each stage that is not
//! a set of tests (formatting, lints, tidy) counts as one.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use cairn_testkit::run::Tool;
use cairn_testkit::{Mode, Suite};

use crate::workspace::{Workspace, capture, show};
use crate::{exports, page, setup, tidy};

/// Tests run on both cores of the smallest machine we care about.
const THREADS: usize = 2;

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    /// Names of what failed, for the end of a long log.
    failures: Vec<String>,
}

impl Tally {
    fn stage(&mut self, name: &str, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => self.passed += 1,
            Err(message) => {
                eprintln!("{message}");
                self.failed += 1;
                self.failures.push(name.to_string());
            }
        }
    }
    fn finish(self) -> Result<(), String> {
        for name in &self.failures {
            println!("failed: {name}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 { Ok(()) } else { Err("not everything passed".into()) }
    }
}

pub fn run(workspace: &Workspace, rest: &[String]) -> Result<(), String> {
    let filter = filter(rest)?;
    let mut tally = Tally::default();
    if filter.is_none() {
        heading("setup");
        tally.stage("setup", setup::run(workspace));
        heading("format");
        tally.stage("format", show(workspace.cargo(&["fmt", "--all", "--check"])?));
        heading("tidy");
        tally.stage("tidy", tidy::run(workspace));
        heading("lints");
        let clippy = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
        tally.stage("lints", show(workspace.cargo(&clippy)?));
        heading("crates");
        crate_tests(workspace, &mut tally)?;
    }
    heading("files");
    file_tests(workspace, filter, &mut tally)?;
    if filter.is_none() {
        heading("exports");
        export_tests(workspace, &mut tally)?;
        heading("HTML reports in a browser");
        page_test(workspace, &mut tally)?;
        heading("C by way of LLVM");
        via_llvm(workspace, &setup::CLANGS, &mut tally)?;
    }
    tally.finish()
}

pub fn bless(workspace: &Workspace, rest: &[String]) -> Result<(), String> {
    let filter = filter(rest)?;
    let tool = build_tool(workspace)?;
    let mut blessed = 0;
    for folder in ["files", "verdicts"] {
        let suite = Suite::collect(&workspace.root.join("tests"), folder, filter);
        let summary = suite.run(&tool, Mode::Bless, THREADS, false, &mut std::io::stdout());
        blessed += summary.blessed;
    }
    let gaps = Suite::collect(&workspace.root.join("tests"), "known-gaps", filter);
    blessed += gaps.run(&tool, Mode::Bless, THREADS, true, &mut std::io::stdout()).blessed;
    println!("{blessed} tests rewritten");
    Ok(())
}

fn filter(rest: &[String]) -> Result<Option<&str>, String> {
    match rest {
        [] => Ok(None),
        [filter] if !filter.starts_with('-') => Ok(Some(filter)),
        _ => Err("at most one argument: part of the names of the file tests to run".into()),
    }
}

fn heading(name: &str) {
    println!("\n=== {name} ===");
}

/// Unit and integration tests, by `cargo nextest` where it is installed, and documentation tests.
fn crate_tests(workspace: &Workspace, tally: &mut Tally) -> Result<(), String> {
    let nextest = capture(workspace.cargo(&["nextest", "--version"])?).is_ok();
    if nextest {
        let arguments = ["nextest", "run", "--workspace", "--no-fail-fast", "--no-tests=pass", "--color=never"];
        count_tests("crates", workspace.cargo(&arguments)?, tally)?;
        count_tests("documentation", workspace.cargo(&["test", "--workspace", "--doc", "--no-fail-fast"])?, tally)
    } else {
        count_tests("crates", workspace.cargo(&["test", "--workspace", "--no-fail-fast"])?, tally)
    }
}

/// Runs a test command, shows its output, and adds what its summary lines say.
fn count_tests(name: &str, mut command: Command, tally: &mut Tally) -> Result<(), String> {
    // nextest reports on standard error, cargo on standard output; the other stream goes straight through.
    let nextest = command.get_args().any(|a| a == "nextest");
    if nextest {
        command.stderr(Stdio::piped())
    } else {
        command.stdout(Stdio::piped())
    };
    let mut child = command.spawn().map_err(|e| format!("cargo does not start: {e}"))?;
    let stdout = child.stdout.take().map(|s| Box::new(s) as Box<dyn Read>);
    let stream = stdout.or_else(|| child.stderr.take().map(|s| Box::new(s) as Box<dyn Read>));
    let reader = stream.ok_or("cargo's output is not there")?;
    let mut failed = 0;
    for line in BufReader::new(reader).lines().map_while(Result::ok) {
        println!("{line}");
        if let Some((passed, wrong)) = read_summary(&line, nextest) {
            tally.passed += passed;
            failed += wrong;
        }
    }
    let status = child.wait().map_err(|e| e.to_string())?;
    // A test binary that does not compile or dies counts even though no summary tells of it.
    if !status.success() {
        failed = failed.max(1);
        tally.failures.push(name.to_string());
    }
    tally.failed += failed;
    Ok(())
}

/// Passed and failed, from `Summary [ 1.0s] 3 tests run: 2 passed, 1 failed, 0 skipped` (nextest, which also
/// repeats what a failed test printed) or `test result: ok. 3 passed; 0 failed; …` (cargo).
fn read_summary(line: &str, nextest: bool) -> Option<(usize, usize)> {
    let line = line.trim();
    let counts = if nextest {
        let (before, counts) = line.split_once(" run: ")?;
        before.starts_with("Summary").then_some(counts)?
    } else {
        line.strip_prefix("test result:")?
    };
    let words: Vec<&str> = counts.split_whitespace().collect();
    let mut result = (0, 0);
    for pair in words.windows(2) {
        let Ok(number) = pair[0].parse::<usize>() else { continue };
        match pair[1].trim_end_matches([',', ';']) {
            "passed" => result.0 += number,
            "failed" | "timed" | "exec" => result.1 += number,
            _ => {}
        }
    }
    Some(result)
}

fn file_tests(workspace: &Workspace, filter: Option<&str>, tally: &mut Tally) -> Result<(), String> {
    let tool = match build_tool(workspace) {
        Ok(tool) => tool,
        Err(message) => {
            tally.stage("build of the cairn command", Err(message));
            return Ok(());
        }
    };
    for (folder, gaps) in [("files", false), ("verdicts", false), ("known-gaps", true)] {
        let suite = Suite::collect(&workspace.root.join("tests"), folder, filter);
        let summary = suite.run(&tool, Mode::Compare, THREADS, gaps, &mut std::io::stdout());
        tally.passed += summary.passed;
        tally.failed += summary.failed;
        if summary.failed > 0 {
            tally.failures.push(format!("tests/{folder}: {} of {}", summary.failed, summary.passed + summary.failed));
        }
    }
    Ok(())
}

fn page_test(workspace: &Workspace, tally: &mut Tally) -> Result<(), String> {
    match page::check(workspace, &build_tool(workspace)?) {
        Ok(right) => {
            println!("{right} things that a person does with a report work");
            tally.passed += right;
        }
        Err(message) => tally.stage("HTML reports in a browser", Err(message)),
    }
    Ok(())
}

/// `cargo xtask page`.
pub fn page(workspace: &Workspace) -> Result<(), String> {
    let mut tally = Tally::default();
    tally.stage("setup", page::setup(workspace));
    page_test(workspace, &mut tally)?;
    tally.finish()
}

fn export_tests(workspace: &Workspace, tally: &mut Tally) -> Result<(), String> {
    let (right, wrong) = exports::check(workspace)?;
    println!("{right} exported files mean the same to all solvers");
    tally.passed += right;
    for message in wrong {
        tally.stage("exports", Err(message));
    }
    Ok(())
}

/// `cargo xtask via [COMPILER]`.
pub fn via(workspace: &Workspace, rest: &[String]) -> Result<(), String> {
    let mut tally = Tally::default();
    match rest {
        [] => via_llvm(workspace, &setup::CLANGS, &mut tally)?,
        [compiler] => via_llvm(workspace, &[compiler], &mut tally)?,
        _ => return Err("at most one argument: the name of a clang".into()),
    }
    tally.finish()
}

/// The C programs as each compiler makes modules of them.
fn via_llvm(workspace: &Workspace, compilers: &[&str], tally: &mut Tally) -> Result<(), String> {
    let tool = build_tool(workspace)?;
    let tests = workspace.root.join("tests");
    let folder = "verdicts/c";
    let suite = Suite::collect(&tests, folder, None);
    let page = tests.join("verdicts").join("llvm").join("differences.md");
    for compiler in compilers {
        let result = cairn_testkit::via::compare(&suite, folder, &tool, compiler, &page, THREADS);
        println!("{compiler}: {} programs as in C, {} differ for known reasons", result.same, result.listed);
        tally.passed += result.same + result.listed;
        for message in result.wrong {
            tally.stage(&format!("C by way of {compiler}"), Err(message));
        }
    }
    Ok(())
}

pub fn build_tool(workspace: &Workspace) -> Result<Tool, String> {
    show(workspace.cargo(&["build", "--quiet", "--package", "cairn-cli"])?)?;
    let program = workspace.target.join("debug").join(format!("cairn{}", std::env::consts::EXE_SUFFIX));
    Ok(Tool { program, version: env!("CARGO_PKG_VERSION").into(), path: Some(workspace.path_variable()?) })
}

#[cfg(test)]
mod tests {
    use super::read_summary;

    #[test]
    fn summaries_of_both_runners_are_read() {
        assert_eq!(read_summary("test result: FAILED. 5 passed; 2 failed; 1 ignored; 0 measured", false), Some((5, 2)));
        assert_eq!(
            read_summary("     Summary [   0.1s] 3 tests run: 2 passed, 1 failed, 0 skipped", true),
            Some((2, 1))
        );
        assert_eq!(
            read_summary("     Summary [   0.1s] 3 tests run: 3 passed (1 slow), 0 skipped", true),
            Some((3, 0))
        );
        assert_eq!(
            read_summary("  Summary [ 9s] 3 tests run: 1 passed, 1 failed, 1 timed out, 0 skipped", true),
            Some((1, 2))
        );
        assert_eq!(read_summary("test result: FAILED. 0 passed; 1 failed", true), None);
    }
}
