//! `cairn cover`: what it says is reached is what gcov counts, and what it says is dead is what gcov does not.

use std::path::{Path, PathBuf};
use std::process::Command;

const C: &str = "extern int __VERIFIER_nondet_int(void);

static int grade(int points, int bonus) {
  if (points < 0 || points > 100)
    return -1;
  if (points + bonus > 110 && bonus <= 5)
    return 9;
  if ((points >= 90 && bonus > 0) || points == 100)
    return 1;
  return 3;
}

int main(void) {
  int p = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (b < 0 || b > 10)
    return 1;
  switch (grade(p, b)) {
  case 1:
    return 10;
  case 7:
    return 70;
  }
  return 0;
}
";

const ADA: &str = "package body Counter is
   procedure Step (M : in Mode; Value : in out Integer) is
   begin
      case M is
         when Off  => null;
         when Slow => Value := Value mod 100 + 1;
         when Fast => Value := Value mod 100 + 10;
      end case;
      if M /= Off and then not (Value > 50) then
         Value := 7;
      elsif M = Fast and Value < 10 then
         Value := 0;
      end if;
   end Step;
end Counter;
";

const SPECIFICATION: &str = "package Counter is
   type Mode is (Off, Slow, Fast);
   procedure Step (M : in Mode; Value : in out Integer);
end Counter;
";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn cairn(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_cairn")).current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (run.status.code(), text(&run.stdout), text(&run.stderr))
}

/// The places at the beginning of the lines with a verdict, and what they say.
fn said<'t>(text: &'t str, verdict: &str) -> Vec<&'t str> {
    text.lines().filter_map(|line| line.trim().strip_prefix(verdict)).map(str::trim).collect()
}

fn run_suite(folder: &Path) -> String {
    let run = Command::new("sh").current_dir(folder).arg("suite/run.sh").output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{said}");
    said
}

#[test]
fn a_suite_in_c_executes_all_that_is_not_dead() {
    let folder = folder("cover_c");
    std::fs::write(folder.join("a.c"), C).unwrap();
    let (code, out, err) = cairn(&folder, &["cover", "a.c", "--tests", "suite"]);
    assert_eq!(code, Some(0), "{out}{err}");
    // No points above 100 and bonus above 10: the sum needs both.
    for dead in ["a.c:7:5  `return 9;`", "a.c:22:5  `return 70;`", "a.c:6:31  `bonus <= 5` is true and decides"] {
        assert!(said(&out, "dead").iter().any(|line| line.starts_with(dead)), "{dead}\n{out}");
    }
    assert!(out.contains("lines: 11 of 13 reached, 2 dead, 0 open"), "{out}");
    assert!(out.contains("conditions that decide (MC/DC): 15 of 18 reached, 3 dead, 0 open"), "{out}");
    run_suite(&folder);
    let counted = std::fs::read_to_string(folder.join("suite/a.c.gcov")).unwrap();
    let missed: Vec<&str> =
        counted.lines().filter(|line| line.contains("#####")).filter_map(|line| line.split(':').nth(1)).collect();
    let missed: Vec<&str> = missed.into_iter().map(str::trim).collect();
    assert!(missed.iter().all(|line| ["7", "21", "22"].contains(line)) && missed.len() >= 2, "{counted}");
}

#[test]
fn a_suite_in_ada_executes_all_that_is_not_dead() {
    let folder = folder("cover_ada");
    std::fs::write(folder.join("counter.adb"), ADA).unwrap();
    std::fs::write(folder.join("counter.ads"), SPECIFICATION).unwrap();
    let (code, out, err) = cairn(&folder, &["cover", "counter.adb", "counter.ads", "--tests", "suite", "-v"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(said(&out, "dead").iter().any(|line| line.starts_with("counter.adb:12:10  `Value := 0;`")), "{out}");
    for reached in ["`M` is Off", "`M /= Off` is false and decides", "`not (Value > 50)` is true and decides"] {
        assert!(said(&out, "reached").iter().any(|line| line.contains(reached)), "{reached}\n{out}");
    }
    let said = run_suite(&folder);
    assert!(said.contains("not executed: counter.adb.gcov:12"), "{said}");
    for line in [5, 6, 7, 9, 10, 11] {
        assert!(!said.contains(&format!("not executed: counter.adb.gcov:{line}\n")), "{said}");
    }
}

#[test]
fn what_cover_does_not_do_is_refused() {
    let folder = folder("cover_refused");
    std::fs::write(folder.join("a.c"), C).unwrap();
    let (code, _, err) = cairn(&folder, &["cover", "a.c", "--check", "leak"]);
    assert!(code == Some(3) && err.contains("does not depend on checks"), "{err}");
    let (code, out, err) = cairn(&folder, &["cover", "a.c", "--entry", "grade", "--tests", "suite"]);
    assert!(code == Some(0) && err.contains("it starts in `grade`"), "{out}{err}");
}
