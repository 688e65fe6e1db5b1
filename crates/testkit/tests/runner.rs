//! The runner itself, run on small folders of tests with a stand-in for the `cairn` command.
//!
//! The stand-in prints the file `.answer` of the folder it runs in, so every way a run can end is
//! produced without the tool.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use cairn_testkit::run::Tool;
use cairn_testkit::{Mode, Suite, Summary};

fn stand_in() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand-in.sh")
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cairn-testkit-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("tests/verdicts")).unwrap();
        Self(path)
    }
    fn write(&self, name: &str, text: &str) -> &Self {
        fs::write(self.0.join("tests/verdicts").join(name), text).unwrap();
        self
    }
    fn answer(&self, text: &str, code: i32) -> &Self {
        self.write(".answer", text).write(".code", &code.to_string())
    }
    fn run(&self, mode: Mode, gaps: bool) -> (Summary, String) {
        let mut out = Vec::new();
        let tool = Tool { program: stand_in(), version: "0.1.0".into(), path: None };
        let suite = Suite::collect(&self.0.join("tests"), "verdicts", None);
        let summary = suite.run(&tool, mode, 2, gaps, &mut out);
        (summary, String::from_utf8(out).unwrap())
    }
    fn exists(&self, name: &str) -> bool {
        Path::new(&self.0).join("tests/verdicts").join(name).exists()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn report(verdict: &str, property: &str) -> String {
    format!(
        r#"{{"schema": "cairn-report/1", "tool": {{"name": "cairn", "version": "0.1.0"}}, "verdict": "{verdict}",
        "properties": [{{"id": "a.1", "kind": "index", "file": "a.cairn", "line": 3, "verdict": "{property}",
        "proof": {{"by": "unwinding complete"}}, "counterexample": {{"replayed": true}}, "reason": "…"}}],
        "diagnostics": [], "statistics": {{}}}}"#
    )
}

const VIOLATED: &str = "// run: cairn check %s\n// exit: 1\nx //~ violated index\n";

#[test]
fn a_met_expectation_passes() {
    let folder = Folder::new("met");
    let (summary, out) =
        folder.write("a.cairn", VIOLATED).answer(&report("violated", "violated"), 1).run(Mode::Compare, false);
    assert_eq!((summary.passed, summary.failed), (1, 0), "{out}");
    assert!(out.contains("test verdicts/a.cairn ... ok"), "{out}");
}

#[test]
fn an_unmet_expectation_fails_and_says_what_was_reported() {
    let folder = Folder::new("unmet");
    let (summary, out) =
        folder.write("a.cairn", VIOLATED).answer(&report("verified", "proved"), 0).run(Mode::Compare, false);
    assert_eq!((summary.passed, summary.failed), (0, 1));
    assert!(out.contains("stated `violated index`, reported: proved index"), "{out}");
    assert!(out.contains("exit code 0, stated 1"), "{out}");
}

#[test]
fn a_gap_that_still_fails_is_well_and_a_closed_one_is_not() {
    let folder = Folder::new("gap");
    folder.write("a.cairn", VIOLATED);
    let (summary, out) = folder.answer(&report("verified", "proved"), 0).run(Mode::Compare, true);
    assert_eq!((summary.passed, summary.failed), (1, 0), "{out}");
    let (summary, out) = folder.answer(&report("violated", "violated"), 1).run(Mode::Compare, true);
    assert_eq!((summary.passed, summary.failed), (0, 1));
    assert!(out.contains("this known gap is closed"), "{out}");
}

#[test]
fn a_crash_is_never_an_expected_failure() {
    let folder = Folder::new("crash");
    folder.write("a.cairn", VIOLATED);
    let (summary, out) = folder.answer("", 4).run(Mode::Compare, true);
    assert_eq!(summary.failed, 1);
    assert!(out.contains("crashed"), "{out}");
    let (summary, _) = folder.answer(&report("verified", "proved"), 101).run(Mode::Compare, true);
    assert_eq!(summary.failed, 1);
}

#[test]
fn a_gap_that_cannot_be_read_is_broken() {
    let folder = Folder::new("unreadable");
    let (summary, out) = folder.write("a.cairn", "// run: cairn chekc\n").answer("", 0).run(Mode::Compare, true);
    assert_eq!(summary.failed, 1);
    assert!(out.contains("BROKEN"), "{out}");
}

#[test]
fn output_is_compared_and_blessed() {
    let folder = Folder::new("output");
    folder.write("a.cairn", "// run: cairn check %s --show smt\n").answer("(assert true)\ntook 0.3s\n", 0);
    let (summary, out) = folder.run(Mode::Compare, false);
    assert_eq!(summary.failed, 1);
    assert!(out.contains("cargo xtask bless"), "{out}");
    assert_eq!(folder.run(Mode::Bless, false).0.blessed, 1);
    assert!(folder.exists("a.cairn.out"));
    assert_eq!(folder.run(Mode::Compare, false).0.passed, 1);
    assert_eq!(folder.run(Mode::Bless, false).0.blessed, 0);
    let (summary, out) = folder.answer("(assert false)\ntook 0.4s\n", 0).run(Mode::Compare, false);
    assert_eq!(summary.failed, 1);
    assert!(out.contains("- (assert true)\n+ (assert false)\n  took <time>"), "{out}");
}

#[test]
fn a_file_that_no_test_uses_is_a_failure() {
    let folder = Folder::new("unused");
    folder.write("a.cairn", VIOLATED).write("b.prp", "CHECK").answer(&report("violated", "violated"), 1);
    let (summary, out) = folder.run(Mode::Compare, false);
    assert_eq!((summary.passed, summary.failed), (1, 1));
    assert!(out.contains("no test uses this file"), "{out}");
    folder.write("a.cairn", &VIOLATED.replace("%s", "%s --property b.prp"));
    assert_eq!(folder.run(Mode::Compare, false).0.failed, 0);
}

#[test]
fn expectations_of_a_part_count_for_the_whole() {
    let folder = Folder::new("part");
    folder.write("m.cairn", "// run: cairn check %s a.cairn\n// exit: 1\n");
    folder.write("a.cairn", "// part-of: m.cairn\n\nx //~ violated index\n");
    let (summary, out) = folder.answer(&report("violated", "violated"), 1).run(Mode::Compare, false);
    assert_eq!((summary.passed, summary.failed), (1, 0), "{out}");
}
