//! `cairn check --witness`: what Cairn writes is confirmed, what was tampered with is rejected, and every kind of waypoint
//! and invariant has a case of each.

use std::path::{Path, PathBuf};
use std::process::Command;

const SUM: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int limited(int value, int low, int high) {
  if (value < low)
    return low;
  return value > high ? high : value;
}

int main(void) {
  int total = 0;
  int rounds = limited(__VERIFIER_nondet_int(), 0, 100);
  for (int i = 0; i < rounds; i++)
    total += 3;
  switch (total) {
  case 0:
    return 1;
  case 21:
    reach_error();
  }
  return 0;
}
";

const EVEN: &str = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), even = 0;
  unsigned i = 0;
  while (i < n) {
    even += 2;
    i++;
  }
  if (even % 2 != 0)
    reach_error();
  return 0;
}
";

const OVERFLOW: &str = "extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum = sum + x;
  return sum;
}
";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("witness-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder to work in");
    folder
}

/// Exit code, standard output and standard error.
fn cairn(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cairn")).args(arguments).current_dir(folder).output();
    let output = output.expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The witness that Cairn writes of a program, which stands beside it.
fn written(folder: &Path, program: &str, formula: &str) -> String {
    std::fs::write(folder.join("a.c"), program).expect("the program");
    std::fs::write(folder.join("p.prp"), format!("CHECK( init(main()), LTL({formula}) )\n")).expect("the property");
    let _ = cairn(folder, &["check", "a.c", "--property", "p.prp", "--format", "witness=w.yml"]);
    std::fs::read_to_string(folder.join("w.yml")).expect("a witness")
}

/// What becomes of a witness, with the exit code.
fn confirmed(folder: &Path, witness: &str) -> (Option<i32>, String) {
    std::fs::write(folder.join("x.yml"), witness).expect("the witness");
    let (code, out, err) = cairn(folder, &["check", "a.c", "--witness", "x.yml", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap_or_default();
    let result = report["witness"]["result"].as_str().map_or(err, str::to_owned);
    (code, result)
}

#[test]
fn what_cairn_writes_is_confirmed_and_what_is_changed_is_not() {
    let folder = folder("own");
    let own = written(&folder, SUM, "G ! call(reach_error())");
    assert_eq!(confirmed(&folder, &own), (Some(1), "confirmed".into()), "{own}");
    let other = own.replace("\\\\result == 7", "\\\\result == 8");
    assert_ne!(own, other);
    assert_eq!(confirmed(&folder, &other), (Some(2), "rejected".into()));
    let own = written(&folder, EVEN, "G ! call(reach_error())");
    assert_eq!(confirmed(&folder, &own), (Some(0), "confirmed".into()), "{own}");
    let other = own.replace("even == 2 * i", "even == i");
    assert_ne!(own, other);
    assert_eq!(confirmed(&folder, &other), (Some(1), "rejected".into()));
    let own = written(&folder, OVERFLOW, "G ! overflow");
    assert_eq!(confirmed(&folder, &own), (Some(1), "confirmed".into()), "{own}");
    // Nothing overflows where the loop begins.
    let other = own.replace("line: 7", "line: 5");
    assert_eq!(confirmed(&folder, &other), (Some(2), "rejected".into()));
}

fn head(kind: &str) -> String {
    format!(
        "- entry_type: {kind}\n  metadata:\n    format_version: '2.0'\n    task:\n      specification: G ! call(reach_error())\n      data_model: LP64\n      language: C\n  content:\n"
    )
}

/// Type, action, constraint, place.
type Point = (&'static str, &'static str, &'static str, (u32, u32));

/// Each waypoint that is followed is the end of its segment.
fn violation(waypoints: &[Point]) -> String {
    let mut text = head("violation_sequence");
    let mut is_first = true;
    for (kind, action, constraint, (line, column)) in waypoints {
        if is_first {
            text.push_str("  - segment:\n");
        }
        text.push_str(&format!("    - waypoint:\n        type: {kind}\n        action: {action}\n"));
        if !constraint.is_empty() {
            text.push_str(&format!("        constraint:\n          value: \"{constraint}\"\n"));
        }
        text.push_str(&format!("        location: {{file_name: a.c, line: {line}, column: {column}}}\n"));
        is_first = *action == "follow";
    }
    text
}

const TARGET: Point = ("target", "follow", "", (19, 5));

#[test]
fn every_kind_of_waypoint_guides() {
    let folder = folder("waypoints");
    std::fs::write(folder.join("a.c"), SUM).expect("the program");
    let cases: [(&[Point], &str); 16] = [
        (&[], "confirmed"),
        (&[("assumption", "follow", "rounds == 7", (13, 3))], "confirmed"),
        (&[("assumption", "follow", "rounds == 6", (13, 3))], "rejected"),
        (&[("assumption", "avoid", "i == 9", (14, 5))], "confirmed"),
        (&[("assumption", "avoid", "i == 5", (14, 5))], "rejected"),
        (&[("branching", "follow", "false", (5, 3))], "confirmed"),
        (&[("branching", "follow", "true", (5, 3))], "rejected"),
        (&[("branching", "follow", "false", (7, 23))], "confirmed"),
        (&[("branching", "follow", "true", (7, 23))], "rejected"),
        (&[("branching", "follow", "true", (13, 3))], "confirmed"),
        (&[("branching", "follow", "21", (15, 3))], "confirmed"),
        (&[("branching", "follow", "default", (15, 3))], "rejected"),
        (&[("function_enter", "follow", "", (12, 55))], "confirmed"),
        (&[("function_enter", "avoid", "", (12, 55))], "rejected"),
        (&[("function_return", "follow", "\\\\result > 6", (12, 55))], "confirmed"),
        (&[("function_return", "follow", "\\\\result > 7", (12, 55))], "rejected"),
    ];
    for (waypoints, expected) in cases {
        let witness = violation(&[waypoints, &[TARGET]].concat());
        let code = if expected == "confirmed" { 1 } else { 2 };
        assert_eq!(confirmed(&folder, &witness), (Some(code), expected.into()), "{witness}");
    }
    // A place that is none, and a condition that would be more than that.
    let nowhere = violation(&[("assumption", "follow", "1", (13, 4)), TARGET]);
    assert_eq!(confirmed(&folder, &nowhere).1, "rejected");
    let evil = violation(&[("assumption", "follow", "total = 21", (13, 3)), TARGET]);
    assert_eq!(confirmed(&folder, &evil).1, "rejected");
}

#[test]
fn invariants_hold_where_they_are_said_to() {
    let folder = folder("invariants");
    std::fs::write(folder.join("a.c"), EVEN).expect("the program");
    let witness = |kind: &str, value: &str, (line, column): (u32, u32)| {
        format!(
            "{}  - invariant:\n      type: {kind}\n      location:\n        file_name: a.c\n        line: {line}\n        column: {column}\n      value: {value}\n      format: c_expression\n",
            head("invariant_set")
        )
    };
    let is = |text: String, code: i32, expected: &str| {
        assert_eq!(confirmed(&folder, &text), (Some(code), expected.into()), "{text}");
    };
    is(witness("loop_invariant", "even == 2 * i && i <= n", (7, 3)), 0, "confirmed");
    // It does not hold when the loop ends.
    is(witness("loop_invariant", "i < n", (7, 3)), 1, "rejected");
    is(witness("location_invariant", "i < n", (8, 5)), 0, "confirmed");
    is(witness("location_invariant", "i >= n", (11, 3)), 0, "confirmed");
    is(witness("location_invariant", "i > n", (11, 3)), 1, "rejected");
    is(witness("loop_invariant", "1", (11, 3)), 2, "rejected");
    is(witness("loop_invariant", "nothing == 1", (7, 3)), 2, "rejected");
}

#[test]
fn what_is_no_witness_is_told_with_its_place() {
    let folder = folder("mistakes");
    std::fs::write(folder.join("a.c"), EVEN).expect("the program");
    let told = |text: &str, expected: &str| {
        std::fs::write(folder.join("x.yml"), text).expect("the witness");
        let (code, _, err) = cairn(&folder, &["check", "a.c", "--witness", "x.yml"]);
        assert!(code == Some(3) && err.contains(expected), "{code:?} {err}");
    };
    told("", "x.yml:1:1: the file is empty");
    told(&head("invariants"), "x.yml:1:15: this version reads no witnesses of type `invariants`");
    told(&violation(&[("goal", "follow", "", (1, 1))]), "there is no waypoint of type `goal`");
    told(&head("invariant_set").replace("'2.0'", "'1.0'"), "x.yml:3:21: this version reads witnesses of format 2.0");
    let (code, _, err) = cairn(&folder, &["check", "a.c", "--witness", "x.yml", "--check", "leak"]);
    assert!(code == Some(3) && err.contains("said by the witness"), "{err}");
}
