//! Renderings of one report that was put together by hand, compared with files. `CAIRN_BLESS=1 cargo test`
//! rewrites them.

use super::{Detail, hosts, html, json, junit, sarif, text};
use crate::paint::Paint;
use cairn_base::{Diagnostic, FileId, Span};
use cairn_verify::report::{
    CounterexampleReport, DiagnosticReport, InputReport, InvariantReport, ProofReport, ReplayData, StepKind,
    StepReport, SummaryReport, ValueReport,
};
use cairn_verify::{PropertyReport, PropertyVerdict, Report, RunVerdict};
use std::path::PathBuf;

const SOURCE: &str = "\
proc main(n: i32)
  i := 0
  while i <= n
    a[i] := 0
    i := i + 1
  assert i > n
  assert n < 10
  external()
";

fn span_of(file: FileId, words: &str) -> Span {
    let start = SOURCE.find(words).expect("words of the source");
    Span::new(file, start, start + words.len())
}

fn property(report: &Report, number: u32, kind: &str, words: &str, verdict: PropertyVerdict) -> PropertyReport {
    let file = report.sources.find("demo.cairn").expect("the only file");
    let span = span_of(file, words);
    let place = report.sources.location(span);
    PropertyReport {
        id: format!("main.{kind}.{number}"),
        kind: kind.into(),
        file: Some(place.file),
        line: Some(place.line),
        column: Some(place.column),
        function: Some("main".into()),
        description: format!("{words} must be right"),
        verdict,
        reachable: Some(true),
        bound: Some(3),
        reason: None,
        engine: Some("bmc".into()),
        proof: None,
        counterexample: None,
        span: Some(span),
    }
}

fn step(line: u32, step: StepKind, name: &str, value: &str, relevant: bool) -> StepReport {
    let text = |s: &str| Some(s.to_owned()).filter(|s| !s.is_empty());
    StepReport {
        file: Some("demo.cairn".into()),
        line: Some(line),
        function: Some("main".into()),
        step,
        name: text(name),
        value: text(value),
        relevant,
        note: None,
    }
}

fn counterexample() -> CounterexampleReport {
    let input = |name: &str, type_name: &str, value: &str| InputReport {
        name: name.into(),
        type_name: type_name.into(),
        value: value.into(),
        file: Some("demo.cairn".into()),
        line: Some(1),
        relevant: true,
    };
    let trace = vec![
        step(1, StepKind::Enter, "main", "(n = 2)", true),
        step(2, StepKind::Assign, "i", "0", true),
        step(3, StepKind::Branch, "i <= n", "true", false),
        step(4, StepKind::Check, "a[i] must be right", "true", false),
        step(4, StepKind::Assign, "a[0]", "0", false),
        step(5, StepKind::Assign, "i", "1", true),
        step(3, StepKind::Branch, "i <= n", "true", false),
        step(5, StepKind::Assign, "i", "2", true),
        step(3, StepKind::Branch, "i <= n", "true", true),
        step(4, StepKind::Check, "a[i] must be right", "false", true),
    ];
    let replay = ReplayData { entry: "main".into(), inputs: vec!["int32:2".into()] };
    let involved = vec![ValueReport { name: "i".into(), value: "2".into() }];
    CounterexampleReport {
        replayed: true,
        inputs: vec![input("n", "i32", "2")],
        trace,
        events: Vec::new(),
        cycle_start: None,
        accepted: Vec::new(),
        involved,
        replay,
        modular: false,
    }
}

fn sample() -> Report {
    let mut report = Report::empty();
    report.sources.add("demo.cairn", SOURCE);
    let proof = |by: &str| {
        let (checked, not_checked_because) = match by {
            "interval analysis" => ("judge".into(), None),
            _ => ("not re-checked".into(), Some("its refutation is too long to be checked".into())),
        };
        let (invariants, procedures) = (Vec::new(), Vec::new());
        Some(ProofReport { by: by.into(), checked, not_checked_because, invariants, procedures, unused: None })
    };
    let violated = PropertyReport {
        counterexample: Some(counterexample()),
        ..property(&report, 1, "index", "a[i]", PropertyVerdict::Violated)
    };
    let proved = PropertyReport {
        proof: proof("unwinding complete"),
        ..property(&report, 1, "assertion", "assert i > n", PropertyVerdict::Proved)
    };
    let unreached = PropertyReport {
        proof: proof("interval analysis"),
        reachable: Some(false),
        ..property(&report, 1, "overflow", "i + 1", PropertyVerdict::Proved)
    };
    let bounded = property(&report, 2, "assertion", "assert n < 10", PropertyVerdict::Bounded);
    let unknown = PropertyReport {
        reason: Some("time limit reached".into()),
        ..property(&report, 2, "overflow", "i <= n", PropertyVerdict::Unknown)
    };
    let unsupported = PropertyReport {
        reason: Some("an execution reaches it".into()),
        ..property(&report, 1, "unsupported", "external()", PropertyVerdict::Unsupported)
    };
    report.properties = vec![violated, proved, unreached, bounded, unknown, unsupported];
    report.verdict = RunVerdict::Violated;
    report.statistics.seconds = 0.12;
    report.statistics.peak_memory_mib = 31;
    report.statistics.bound = 3;
    report.stopped = Some("time limit reached");
    let file = report.sources.find("demo.cairn").expect("the only file");
    let warning = Diagnostic::warning("U0008", "the program <contains> nothing & \"more\"")
        .at(span_of(file, "external()"), "here")
        .and_at(span_of(file, "main"), "in this procedure")
        .note("a note")
        .help("some advice");
    let warning = DiagnosticReport::new(warning, &report.sources);
    report.diagnostics.push(warning);
    report
}

fn verified() -> Report {
    let mut report = sample();
    report.properties.truncate(2);
    report.properties.remove(0);
    report.diagnostics.clear();
    report.stopped = None;
    report.verdict = RunVerdict::Verified;
    let file = Some("demo.cairn".to_string());
    let invariant =
        |line: u32, value: &str| InvariantReport { file: file.clone(), line: Some(line), value: value.into() };
    report.properties[0].proof = Some(ProofReport {
        by: "invariant".into(),
        checked: "judge".into(),
        not_checked_because: None,
        invariants: vec![invariant(3, "i >= 0"), invariant(3, "i <= n + 1"), invariant(3, "i >= 0")],
        procedures: vec![SummaryReport {
            procedure: "main".into(),
            file: file.clone(),
            line: Some(1),
            requires: vec!["n < 10".into()],
            ensures: vec!["i > n".into()],
        }],
        unused: None,
    });
    report
}

fn compare(name: &str, rendered: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/render/expected").join(name);
    if std::env::var_os("CAIRN_BLESS").is_some() {
        std::fs::write(&path, rendered).expect("the expectation can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == rendered, "{} differs from what is rendered now:\n{rendered}", path.display());
}

const PLAIN: Paint = Paint { on: false, wide: 0 };

#[test]
fn text_of_a_violation() {
    compare("violated.txt", &text::report(&sample(), Detail::Normal, PLAIN));
    compare("violated-quiet.txt", &text::report(&sample(), Detail::Quiet, PLAIN));
    compare("violated-verbose.txt", &text::report(&sample(), Detail::Verbose, PLAIN));
    compare("violated-colours.txt", &text::report(&sample(), Detail::Normal, Paint { on: true, wide: 0 }));
}

#[test]
fn text_of_a_proof() {
    compare("verified.txt", &text::report(&verified(), Detail::Normal, PLAIN));
}

#[test]
fn text_of_an_internal_error_never_says_verified() {
    let mut report = verified();
    report.internal_error = Some("the replay did not fail".into());
    let shown = text::report(&report, Detail::Normal, PLAIN);
    assert!(shown.contains("internal error: the replay did not fail"), "{shown}");
    assert!(!shown.contains("verified"), "{shown}");
}

#[test]
fn diagnostics_show_their_places() {
    compare("diagnostics.txt", &text::diagnostics(&sample(), PLAIN));
}

#[test]
fn other_formats() {
    compare("report.json", &json::report(&sample()));
    compare("report.sarif", &sarif::report(&sample()));
    compare("report.xml", &junit::report(&sample()));
    compare("report.github", &hosts::github(&sample()));
    compare("report.md", &hosts::markdown(&sample()));
    compare("report.gitlab.json", &hosts::gitlab(&sample()));
    compare("report.html.json", &format!("{:#}\n", html::data(&sample())));
    compare("verified.html.json", &format!("{:#}\n", html::data(&verified())));
}

#[test]
fn what_a_program_says_does_not_leave_the_data_of_a_page() {
    let mut report = sample();
    report.properties[0].description = "</script><!--<script>alert(1)".into();
    let page = html::report(&report);
    assert_eq!(page.matches("</script>").count(), 2, "{page}");
    assert!(!page.contains("<script>alert"), "{page}");
}

#[test]
fn a_finding_is_recognised_when_lines_move() {
    let before = sarif::fingerprints(&sample());
    let mut moved = sample();
    moved.properties.iter_mut().for_each(|property| property.line = property.line.map(|line| line + 7));
    assert_eq!(sarif::fingerprints(&moved), before);
    let different: std::collections::HashSet<&String> = before.iter().collect();
    assert_eq!(different.len(), before.len());
}

#[test]
fn names_of_files_are_uris() {
    assert_eq!(sarif::uri("src/a b.c"), "src/a%20b.c");
    assert_eq!(sarif::uri("/tmp/ü.c"), "file:///tmp/%C3%BC.c");
    assert_eq!(sarif::uri("c:x.c"), "./c:x.c");
    assert_eq!(sarif::uri("<library>/string.c"), "%3Clibrary%3E/string.c");
}

#[test]
fn the_json_report_reads_back() {
    let read: Report = serde_json::from_str(&json::report(&sample())).expect("a report");
    assert_eq!(json::report(&read), json::report(&sample()));
}
