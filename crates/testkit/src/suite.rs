//! Collects the tests of a folder, runs them on a few threads and reports like `cargo test` does.
//!
//! Every file below the folder must be accounted for: a test, a part of a test, an expected output of
//! a test, or a file that some test's command names. A file nobody uses is a failure, because a test
//! that silently never runs is worse than none.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::bless;
use crate::case::{self, Case, TestFile};
use crate::run::{Mode, Outcome, Tool};

/// A folder of tests.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Where test names start: the folder that holds `files`, `verdicts` and `known-gaps`.
    pub root: PathBuf,
    pub cases: Vec<Case>,
    /// Files that could not be read as tests or belong to none, with the reason.
    pub broken: Vec<(PathBuf, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub passed: usize,
    pub failed: usize,
    pub blessed: usize,
}

impl Suite {
    /// Reads all tests below `root/folder` whose name contains `filter`.
    pub fn collect(root: &Path, folder: &str, filter: Option<&str>) -> Self {
        let mut suite = Suite { root: root.to_path_buf(), cases: Vec::new(), broken: Vec::new() };
        let mut files = Vec::new();
        walk(&root.join(folder), &mut files);
        files.sort();
        let mut parts = Vec::new();
        let mut plain = Vec::new();
        for path in files {
            let Some(marker) = case::comment_marker(&path) else {
                plain.push(path);
                continue;
            };
            let text = match std::fs::read(&path) {
                Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                Err(error) => {
                    suite.broken.push((path, error.to_string()));
                    continue;
                }
            };
            match case::read(&path, &text, marker) {
                Ok(TestFile::Case(case)) => suite.cases.push(case),
                Ok(TestFile::PartOf { main, stated }) => parts.push((path, main, stated)),
                Err(error) => suite.broken.push((path, error.to_string())),
            }
        }
        for (path, main, stated) in parts {
            let whole = path.with_file_name(&main);
            match suite.cases.iter_mut().find(|c| c.path == whole) {
                Some(case) => case.stated.extend(stated),
                None => suite.broken.push((path, format!("part of `{main}`, which is no test in this folder"))),
            }
        }
        suite.account_for(plain);
        if let Some(filter) = filter {
            let name = |path: &Path| display_name(&suite.root, path).contains(filter);
            suite.cases.retain(|c| name(&c.path));
            suite.broken.retain(|(path, _)| name(path));
        }
        suite
    }

    /// Files without a header must be the output of a test, named by one, or what holds for its folder.
    fn account_for(&mut self, plain: Vec<PathBuf>) {
        let mut used: BTreeSet<PathBuf> = self.cases.iter().map(Case::output_path).collect();
        for case in &self.cases {
            used.extend(case.arguments.iter().map(|a| case.path.with_file_name(a)));
            // What the command reads beside its inputs.
            used.insert(case.path.with_file_name("cairn.toml"));
        }
        for path in plain {
            let notes = path.extension().is_some_and(|e| e == "md");
            if !notes && !used.contains(&path) {
                self.broken.push((path, "no test uses this file".into()));
            }
        }
    }

    /// Runs everything; writes one line per test and, at the end, what went wrong.
    pub fn run(
        &self,
        tool: &Tool,
        mode: Mode,
        threads: usize,
        expect_failure: bool,
        out: &mut (dyn Write + Send),
    ) -> Summary {
        let next = AtomicUsize::new(0);
        let shared = Mutex::new((Summary::default(), Vec::<(String, String)>::new(), out));
        let finish = |name: String, outcome: Outcome, today: Option<&str>| {
            let (word, told) = judge(outcome, expect_failure, today);
            // A panic of another test thread must not hide this result.
            let mut guard = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let (summary, failures, out) = &mut *guard;
            let _ = writeln!(out, "test {name} ... {word}");
            match (word, told) {
                ("blessed", _) => summary.blessed += 1,
                (_, None) => summary.passed += 1,
                (_, Some(told)) => {
                    summary.failed += 1;
                    failures.push((name, told));
                }
            }
        };
        for (path, reason) in &self.broken {
            finish(display_name(&self.root, path), Outcome::Broken(reason.clone()), None);
        }
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some(case) = self.cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut outcome = tool.run(case, mode);
                        if let (Outcome::Failed { instead, .. }, true) =
                            (&outcome, expect_failure && mode == Mode::Bless)
                            && case.today.as_ref() != Some(instead)
                        {
                            outcome = match bless::set_header(&case.path, "today", instead) {
                                Ok(()) => Outcome::Blessed,
                                Err(error) => Outcome::Broken(error.to_string()),
                            };
                        }
                        finish(display_name(&self.root, &case.path), outcome, case.today.as_deref());
                    }
                });
            }
        });
        let (summary, mut failures, out) = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        failures.sort();
        for (name, told) in failures {
            let _ = writeln!(out, "\n---- {name} ----\n{told}");
        }
        summary
    }
}

/// The word for the line, and what to tell when the outcome counts as a failure.
fn judge(outcome: Outcome, expect_failure: bool, today: Option<&str>) -> (&'static str, Option<String>) {
    match (outcome, expect_failure) {
        (Outcome::Broken(told), _) => ("BROKEN", Some(told)),
        (Outcome::Blessed, _) => ("blessed", None),
        (Outcome::Passed, false) => ("ok", None),
        (Outcome::Failed { wrong, .. }, false) => ("FAILED", Some(wrong.join("\n"))),
        (Outcome::Failed { instead, .. }, true) => match today.filter(|today| *today != instead) {
            Some(today) => ("CHANGED", Some(format!("this known gap states `today: {today}`, and gives `{instead}`"))),
            None => ("still a gap", None),
        },
        (Outcome::Passed, true) => (
            "CLOSED",
            Some(
                "this known gap is closed: move the test out of known-gaps and its entry out of docs/limitations.md"
                    .into(),
            ),
        ),
    }
}

fn display_name(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if path.is_dir() {
            walk(&path, files);
        } else if !hidden {
            files.push(path);
        }
    }
}
