//! `cairn check --tests DIR`: the scripts it writes build their programs, which fail at the line of the report until the source is
//! corrected.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const C: &str = "extern int __VERIFIER_nondet_int(void);
int t[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  t[n & 7] = 1;
  return 0;
}
";

const ADA: &str = "procedure Divide (N : Integer) is
   X : Integer := 10;
begin
   X := X / N;
end Divide;
";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn checked(folder: &Path, file: &str, text: &str) {
    std::fs::write(folder.join(file), text).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .current_dir(folder)
        .args(["check", file, "--tests", "tests"])
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    let told = String::from_utf8_lossy(&run.stderr);
    assert!(told.contains("1 test of 1 counterexample written"), "{told}");
}

/// Runs the only script there is.
fn run_script(folder: &Path) -> Output {
    let mut tests = std::fs::read_dir(folder.join("tests")).unwrap();
    let own = tests.next().unwrap().unwrap().path();
    Command::new(own.join("run.sh")).output().unwrap()
}

#[test]
fn a_test_in_c_fails_until_the_program_is_corrected() {
    let folder = folder("tests_c");
    checked(&folder, "a.c", C);
    let run = run_script(&folder);
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success() && said.contains("a.c:5"), "{said}");
    std::fs::write(folder.join("a.c"), C.replace("n & 7", "n & 3")).unwrap();
    let run = run_script(&folder);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn a_test_in_ada_fails_where_the_report_says() {
    let folder = folder("tests_ada");
    checked(&folder, "divide.adb", ADA);
    let run = run_script(&folder);
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(!run.status.success() || said.contains("divide.adb:4"), "{said}");
    assert!(!run.status.success() && said.contains("divide.adb:4"), "{said}");
}
