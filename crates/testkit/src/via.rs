//! C programs as a C compiler sees them: do they get the verdicts that their tests state for the C front end?
//!
//! In: the tests of a folder of C programs, a compiler, and a page that lists the programs which differ, each with its
//! reason. Out: what is not on that page, and what is on it for nothing.
//!
//! A compiled program has other checks than its source: one access may be several, a conversion may be gone. So
//! this is compared: the exit code; every stated verdict that is not `proved`, by line and kind; every stated
//! assertion, error location and leak check; and nothing may be reported that is neither proved nor stated. An
//! index out of its array is an address out of its object to the compiler: the two kinds count as one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::case::{Case, Expectation, Others, PropertyExpectation, Stated, Verdict};
use crate::report::{Property, Report};
use crate::run::Tool;
use crate::suite::Suite;

/// How a comparison ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    pub same: usize,
    /// Differ as the page says.
    pub listed: usize,
    /// One sentence per program that differs and is not listed, or is listed and does not differ.
    pub wrong: Vec<String>,
}

/// Runs every test of the suite through the compiler.
pub fn compare(suite: &Suite, folder: &str, tool: &Tool, compiler: &str, page: &Path, threads: usize) -> Comparison {
    let listed = match std::fs::read_to_string(page).map_err(|e| e.to_string()).and_then(|text| read_page(&text)) {
        Ok(listed) => listed,
        Err(error) => return Comparison { wrong: vec![format!("{}: {error}", page.display())], ..Default::default() },
    };
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some(case) = suite.cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = case.path.strip_prefix(suite.root.join(folder)).unwrap_or(&case.path);
                    let name = name.to_string_lossy().replace('\\', "/");
                    let outcome = tool.report(case, &["--via", "llvm", "--cc", compiler]);
                    let outcome = outcome.map(|(report, exit)| differences(case, &report, exit));
                    found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(name, outcome);
                }
            });
        }
    });
    let found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    judge(&found, &listed)
}

type Found = BTreeMap<String, Result<Vec<String>, String>>;

fn judge(found: &Found, listed: &BTreeMap<String, String>) -> Comparison {
    let mut result = Comparison::default();
    for (name, outcome) in found {
        match (outcome, listed.contains_key(name)) {
            (Err(broken), _) => result.wrong.push(format!("{name}: {broken}")),
            (Ok(differences), false) if differences.is_empty() => result.same += 1,
            (Ok(differences), true) if differences.is_empty() => {
                result.wrong.push(format!("{name}: is listed, but does not differ any more"));
            }
            (Ok(_), true) => result.listed += 1,
            (Ok(differences), false) => result.wrong.push(format!("{name}: {}", differences.join("; "))),
        }
    }
    for name in listed.keys().filter(|name| !found.contains_key(*name)) {
        result.wrong.push(format!("{name}: is listed, but there is no such test"));
    }
    result
}

/// Rows `| program | reason |` of the page's tables.
fn read_page(text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut listed = BTreeMap::new();
    for row in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [program, reason] = cells[..] else { return Err(format!("this row has not two cells: {row}")) };
        if reason.is_empty() || listed.insert(program.trim_matches('`').to_string(), reason.to_string()).is_some() {
            return Err(format!("a program without a reason, or listed twice: {row}"));
        }
    }
    Ok(listed)
}

/// What differs between what a test states and the report about its compiled program.
fn differences(case: &Case, report: &Report, exit: i32) -> Vec<String> {
    let mut wrong = Vec::new();
    if exit != case.exit {
        let said = report.diagnostics.iter().find(|d| d.severity == "error").map_or("", |d| &d.message);
        wrong.push(format!("exit code {exit}, stated {} {said}", case.exit).trim_end().to_string());
    }
    let stated: Vec<(&Stated, &PropertyExpectation)> = case
        .stated
        .iter()
        .filter_map(|s| match &s.what {
            Expectation::Property(p) => Some((s, p)),
            Expectation::Diagnostic { .. } => None,
        })
        .collect();
    for (place, wanted) in stated.iter().filter(|(_, p)| p.verdict != Verdict::Proved || survives(p)) {
        if !report.properties.iter().any(|property| meets(place, wanted, property)) {
            let kind = wanted.kind.as_deref().unwrap_or("something");
            wrong.push(format!("line {}: `{} {kind}` is not reported", place.line, wanted.verdict.word()));
        }
    }
    for property in report.properties.iter().filter(|p| p.verdict != Verdict::Proved) {
        let is_stated = stated.iter().any(|(place, wanted)| meets(place, wanted, property));
        if !is_stated && !matches!(case.others, Others::All(verdict, _) if verdict == property.verdict) {
            wrong.push(format!(
                "line {}: `{} {}` is not stated",
                property.line,
                property.verdict.word(),
                property.kind
            ));
        }
    }
    wrong
}

/// Checks that compiling neither adds nor removes: of these kinds, where executions come by.
fn survives(wanted: &PropertyExpectation) -> bool {
    matches!(wanted.kind.as_deref(), Some("assertion" | "reachable" | "leak")) && !wanted.unreachable
}

fn meets(place: &Stated, wanted: &PropertyExpectation, property: &Property) -> bool {
    let same_kind = |kind: &String| class(kind) == class(&property.kind);
    let same_file = place.file == property.file || property.file.ends_with(&format!("/{}", place.file));
    place.line == property.line
        && same_file
        && wanted.verdict == property.verdict
        && wanted.kind.as_ref().is_none_or(same_kind)
}

fn class(kind: &str) -> &str {
    if kind == "index" { "pointer" } else { kind }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{TestFile, read};

    fn case(text: &str) -> Case {
        match read(Path::new("a.c"), &format!("// run: cairn check %s\n// exit: 1\n// others: proved\n{text}"), "//") {
            Ok(TestFile::Case(case)) => case,
            other => panic!("{other:?}"),
        }
    }
    fn report(kind: &str, line: u32, verdict: Verdict) -> Report {
        let (id, reason) = ("p".into(), None);
        let (kind, file) = (kind.into(), "a.c".into());
        let (reachable, bound, engine, proved_by) = (None, None, None, None);
        let property = Property { id, kind, file, line, verdict, reachable, bound, reason, engine, proved_by };
        Report { verdict: "violated".into(), properties: vec![property], diagnostics: vec![] }
    }

    #[test]
    fn an_index_out_of_bounds_is_an_address_out_of_bounds() {
        let case = case("x //~ violated index\n");
        assert_eq!(differences(&case, &report("pointer", 4, Verdict::Violated), 1), Vec::<String>::new());
        assert_eq!(differences(&case, &report("overflow", 4, Verdict::Violated), 1).len(), 2);
        assert_eq!(differences(&case, &report("pointer", 5, Verdict::Violated), 1).len(), 2);
        assert_eq!(differences(&case, &report("pointer", 4, Verdict::Proved), 0).len(), 2);
    }

    #[test]
    fn assertions_must_be_there_and_other_proved_checks_need_not() {
        assert_eq!(differences(&case("x //~ proved assertion\n"), &report("overflow", 4, Verdict::Proved), 1).len(), 1);
        assert_eq!(differences(&case("x //~ proved shift\n"), &report("overflow", 4, Verdict::Proved), 1).len(), 0);
    }

    #[test]
    fn the_page_must_be_neither_stale_nor_short() {
        let listed =
            read_page("# Title\n| program | why |\n| --- | --- |\n| `a.c` | lost |\n| `b.c` | lost |\n").unwrap();
        let different = || Ok(vec!["exit code".to_string()]);
        let found = Found::from([
            ("a.c".into(), different()),
            ("b.c".into(), Ok(vec![])),
            ("c.c".into(), different()),
            ("d.c".into(), Ok(vec![])),
        ]);
        let result = judge(&found, &listed);
        assert_eq!((result.same, result.listed, result.wrong.len()), (1, 1, 2));
        assert!(read_page("| `a.c` | |\n").is_err());
        assert!(read_page("| `a.c` | x |\n| `a.c` | y |\n").is_err());
    }
}
