//! The command as users meet it: exit codes, streams, formats, limits.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const BROKEN: &str = "\
entry main
proc main(n: u8)
{
  local i: u8
start:
  goto loop
loop:
  branch i <u n then body else done
body:
  check index \"i must be below 3\" : i <u 3
  i := i + 1
  goto loop
done:
  check assertion \"i is n\" : i == n
  return
}
";

const SOUND: &str = "\
entry main
proc main(x: i8)
{
start:
  assume x <s 10
  check overflow \"x + 1 fits\" : not add_overflows_s(x, 1)
  return
}
";

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cairn-command-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        let folder = Self(path);
        folder.write("broken.cairn", BROKEN);
        folder.write("sound.cairn", SOUND);
        folder
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file of the test");
    }
    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a file the command wrote")
    }
    fn cairn(&self, line: &str) -> Output {
        command(&self.0).args(line.split_whitespace()).output().expect("the command runs")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.current_dir(folder).env_remove("NO_COLOR");
    command
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn verdicts_and_exit_codes() {
    let folder = Folder::new("verdicts");
    let violated = folder.cairn("check broken.cairn");
    assert_eq!(violated.status.code(), Some(1), "{}", err(&violated));
    let text = out(&violated);
    assert!(text.contains("✗ violated") && text.contains("fails with i = 3"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours where there is no terminal");
    let verified = folder.cairn("check sound.cairn");
    assert_eq!(verified.status.code(), Some(0), "{}", err(&verified));
    let bounded = folder.cairn("check broken.cairn --unwind 2 --unwinding assume");
    assert_eq!(bounded.status.code(), Some(0), "{}", out(&bounded));
    assert!(out(&bounded).contains("no violation within the bound"));
    let too_small = folder.cairn("check broken.cairn --unwind 2");
    assert_eq!(too_small.status.code(), Some(1));
    assert!(out(&too_small).contains("unwinding"));
}

#[test]
fn checks_that_are_off_are_gone() {
    let folder = Folder::new("kinds");
    let off = folder.cairn("check --no-check index broken.cairn --unwind 300");
    assert_eq!(off.status.code(), Some(0), "{}", out(&off));
    assert!(!out(&off).contains("must be below 3"));
    assert_eq!(folder.cairn("check broken.cairn --no-check unsupported").status.code(), Some(3));
    assert_eq!(folder.cairn("check broken.cairn --check nonsense").status.code(), Some(3));
}

#[test]
fn a_json_report_replays() {
    let folder = Folder::new("replay");
    let output = folder.cairn("check broken.cairn --format json=report.json");
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("violated"), "the text report is still printed");
    let json: serde_json::Value = serde_json::from_str(&folder.read("report.json")).expect("JSON");
    assert_eq!(json["schema"], "cairn-report/1");
    assert_eq!(json["properties"][0]["counterexample"]["replayed"], true);
    let replayed = folder.cairn("replay report.json");
    assert_eq!(replayed.status.code(), Some(1), "{}", err(&replayed));
    assert!(out(&replayed).contains("1 of 1 counterexample replayed"), "{}", out(&replayed));
    folder.write("broken.cairn", &BROKEN.replace("i <u 3", "i <u 200"));
    let changed = folder.cairn("replay report.json");
    assert_eq!(changed.status.code(), Some(2));
    assert!(err(&changed).contains("has changed"), "{}", err(&changed));
}

#[test]
fn every_format_can_be_written_at_once() {
    let folder = Folder::new("formats");
    let output = folder
        .cairn("check broken.cairn --format json --format sarif=a.sarif --format html=a.html --format junit=a.xml");
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok());
    assert!(serde_json::from_str::<serde_json::Value>(&folder.read("a.sarif")).is_ok());
    assert!(folder.read("a.html").starts_with("<!doctype html>"));
    assert!(folder.read("a.xml").contains("<failure"));
    assert_eq!(folder.cairn("check broken.cairn --format json --format text").status.code(), Some(3));
}

#[test]
fn wrong_input_is_told_with_its_place() {
    let folder = Folder::new("wrong");
    folder.write("wrong.cairn", "entry main\nproc main()\n{\nstart:\n  x := 1\n  return\n}\n");
    let output = folder.cairn("check wrong.cairn");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("wrong.cairn:5:3"), "{}", err(&output));
    for line in
        ["check", "check none.cairn", "check a.py", "nonsense", "check sound.cairn --engine magic", "prove none.cairn"]
    {
        let output = folder.cairn(line);
        assert_eq!(output.status.code(), Some(3), "{line}: {}", err(&output));
        assert!(!err(&output).is_empty());
    }
    assert_eq!(folder.cairn("--help").status.code(), Some(0));
}

#[test]
fn texts_in_and_out() {
    let folder = Folder::new("export");
    assert_eq!(folder.cairn("export broken.cairn --to program -o again.cairn").status.code(), Some(0));
    assert_eq!(folder.cairn("check again.cairn").status.code(), Some(1));
    let smt = folder.cairn("export sound.cairn --to smt2");
    assert!(out(&smt).contains("(check-sat)"), "{}", err(&smt));
    for stage in ["program", "inlined", "unwound", "single-assignment", "conditional-normal-form", "smt"] {
        let shown = folder.cairn(&format!("check broken.cairn --unwind 2 --show {stage}"));
        assert_eq!(shown.status.code(), Some(0), "{stage}: {}", err(&shown));
        assert!(out(&shown).lines().count() > 3, "{stage}");
    }
    assert_eq!(folder.cairn("check broken.cairn --show automaton").status.code(), Some(3));
    assert_eq!(folder.cairn("check broken.cairn --show unwound").status.code(), Some(3));
}

#[test]
fn a_used_up_budget_still_reports() {
    let folder = Folder::new("budget");
    let output = folder.cairn("check broken.cairn --timeout 0 --format json");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["verdict"], "inconclusive");
}

#[test]
fn a_reader_that_goes_away_does_no_harm() {
    let folder = Folder::new("pipe");
    let mut child = command(&folder.0)
        .args(["explain"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(err(&output), "");
    std::io::stdout().flush().expect("our own output");
}

#[test]
fn ada_that_is_no_utf_8_is_latin_1() {
    let folder = Folder::new("latin-1");
    let text = b"procedure Caf\xe9 (\xc9t\xe9 : Integer) is\nbegin\n   pragma Assert (\xe9t\xe9 = 1);\nend Caf\xe9;\n";
    std::fs::write(folder.0.join("cafe.adb"), text).expect("a file of the test");
    let found = folder.cairn("check cafe.adb");
    assert_eq!(found.status.code(), Some(1), "{}", err(&found));
    assert!(out(&found).contains("\u{e9}t\u{e9} = 1 must hold"), "{}", out(&found));
}

#[test]
fn units_are_found_in_folders_given_with_capital_i() {
    let folder = Folder::new("include");
    std::fs::create_dir_all(folder.0.join("units")).expect("a folder for units");
    folder.write("main.adb", "with Counter;\nprocedure Main is\nbegin\n   Counter.Step;\nend Main;\n");
    folder.write("units/counter.ads", "package Counter is\n   procedure Step;\nend Counter;\n");
    let body = "package body Counter is\n   N : Integer := Integer'Last;\n   procedure Step is\n   begin\n      \
                N := N + 1;\n   end Step;\nend Counter;\n";
    folder.write("units/counter.adb", body);
    assert_eq!(folder.cairn("check main.adb").status.code(), Some(3));
    assert_eq!(folder.cairn("check main.adb -I nowhere").status.code(), Some(3));
    let found = folder.cairn("check main.adb -I units --format json=report.json");
    assert_eq!(found.status.code(), Some(1), "{}", String::from_utf8_lossy(&found.stderr));
    // The report remembers where the units were.
    assert_eq!(folder.cairn("replay report.json").status.code(), Some(1));
}

/// A pipe that nobody writes to.
fn pipe(folder: &Folder) {
    let made = Command::new("mkfifo").arg(folder.0.join("pipe.cairn")).status();
    assert!(made.is_ok_and(|status| status.success()), "a pipe can be made");
}

#[test]
fn inputs_that_never_end_are_not_waited_for() {
    let folder = Folder::new("endless-inputs");
    pipe(&folder);
    let output = folder.cairn("check pipe.cairn --timeout 0.2 --format json");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report all the same");
    assert_eq!(json["verdict"], "inconclusive");
    assert_eq!(folder.cairn("export --to program pipe.cairn --timeout 0.2").status.code(), Some(2));
    std::os::unix::fs::symlink("/dev/zero", folder.0.join("zero.cairn")).expect("a link");
    let device = folder.cairn("check zero.cairn");
    assert_eq!(device.status.code(), Some(3));
    assert!(err(&device).contains("is no file"), "{}", err(&device));
}

#[test]
fn reports_that_cannot_be_written_are_not_lost() {
    let folder = Folder::new("unwritten");
    let before = folder.cairn("check broken.cairn --format json=nowhere/report.json");
    assert_eq!(before.status.code(), Some(3));
    assert!(!out(&before).contains("violated"), "found out before the work is done");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
    let output = command(&folder.0).args(["check", "sound.cairn", "--format", "json"]).stdout(full).output();
    let output = output.expect("the command runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("verified") && err(&output).contains("cannot write"), "{}", err(&output));
    let file = folder.cairn("check broken.cairn --format json=/dev/full");
    assert_eq!(file.status.code(), Some(3));
    assert!(out(&file).contains("violated"), "{}", out(&file));
}

#[test]
fn a_worker_that_the_system_kills_is_a_limit() {
    let folder = Folder::new("killed");
    pipe(&folder);
    let mut process = command(&folder.0);
    process.args(["check", "pipe.cairn"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let process = process.spawn().expect("the command runs");
    // The one that works is the child of the one that waits.
    let kill = "until kill -s KILL $(ps -o pid= --ppid $0) 2>/dev/null; do sleep 0.05; done";
    let killed = Command::new("sh").args(["-c", kill, &process.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()), "the worker is killed");
    let output = process.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(out(&output).contains("memory limit reached"), "{}", out(&output));
}

#[test]
fn interrupted_while_inputs_are_read() {
    let folder = Folder::new("interrupted");
    pipe(&folder);
    let mut process = command(&folder.0);
    process.args(["check", "pipe.cairn"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let process = process.spawn().expect("the command runs");
    // As soon as there is a worker, signals are passed on to it.
    let stop = "until ps -o pid= --ppid $0 >/dev/null; do sleep 0.05; done; sleep 0.2; kill -s TERM $0";
    let stopped = Command::new("sh").args(["-c", stop, &process.id().to_string()]).status();
    assert!(stopped.is_ok_and(|status| status.success()), "the command is interrupted");
    let output = process.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(out(&output).contains("interrupted"), "{}", out(&output));
}
