//! `cairn replay --native`: builds and runs the programs that `verify` plans, each in a folder of its own.

use crate::arguments::ReplayArguments;
use crate::paint::{BAD, DOUBT, FAINT, GOOD, Paint};
use crate::render::count;
use cairn_base::Budget;
use cairn_base::process::{Child, Launch, Received, StartError};
use cairn_native::{Judgement, Native, Plan};
use cairn_verify::ExitCode;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A compiler or program that runs longer is stopped.
const PATIENCE: Duration = Duration::from_secs(120);

/// What came of it, and the exit code: as for other replays, 1 if every counterexample fails natively too.
pub fn run(natives: &[Native], arguments: &ReplayArguments, paint: Paint) -> Result<(String, ExitCode), String> {
    if natives.is_empty() {
        return Ok(("the report holds no counterexample\n".into(), ExitCode::Verified));
    }
    let folder = Folder::new(arguments.keep.as_deref())?;
    let mut out = String::new();
    let mut confirmed = 0;
    for (number, native) in natives.iter().enumerate() {
        let judgement = match &native.plan {
            Err(reason) => Judgement::Impossible(reason.clone()),
            Ok(plan) => attempt(plan, &folder.path.join((number + 1).to_string()))?,
        };
        let (mark, text) = match judgement {
            Judgement::Impossible(reason) => (paint.paint(DOUBT, "? impossible"), format!("not natively: {reason}")),
            Judgement::Differs(how) => (paint.paint(BAD, "✗ differs"), how),
            Judgement::Confirmed(said) => {
                confirmed += 1;
                (paint.paint(GOOD, "✓ confirmed"), said)
            }
        };
        if !arguments.quiet {
            let _ = writeln!(out, "{mark} {}: {}\n    {text}", native.property.id, native.property.description);
        }
    }
    if let (Some(kept), false) = (&arguments.keep, arguments.quiet) {
        let _ = writeln!(out, "{}", paint.paint(FAINT, format!("the programs are in {}", kept.display())));
    }
    let all = count(natives.len(), "counterexample", "counterexamples");
    let _ = writeln!(out, "{confirmed} of {all} confirmed: compiled, each failed at the line the report names");
    let code = if confirmed == natives.len() { ExitCode::Violated } else { ExitCode::Inconclusive };
    Ok((out, code))
}

/// Builds and runs one program. An error is about the machine, not about the program.
fn attempt(plan: &Plan, folder: &Path) -> Result<Judgement, String> {
    let failed = |error: std::io::Error| format!("cannot write to `{}`: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (name, text) in &plan.files {
        std::fs::write(folder.join(name), text).map_err(failed)?;
    }
    let program = plan.build.first().map_or("", String::as_str);
    let version = [program.to_owned(), "--version".to_owned()];
    if let Err(StartError::Missing { program }) = start(&version, folder, false) {
        return Err(format!("`{program}` is not installed, and --native needs it: install {}", plan.install));
    }
    let mut build = plan.build.clone();
    for (option, name) in &plan.elsewhere {
        let path = Path::new(name).canonicalize().map_err(|error| format!("`{name}`: {error}"))?;
        build.push(format!("{option}{}", path.display()));
    }
    let built = finish(&build, folder)?;
    if !built.is_success {
        return Ok(Judgement::Impossible(plan.not_built(&built.said)));
    }
    Ok(plan.judge(&finish(&plan.run, folder)?.said))
}

struct Finished {
    is_success: bool,
    /// Both outputs.
    said: String,
}

fn start(command: &[String], folder: &Path, inside: bool) -> Result<Child, StartError> {
    let (program, rest) = command.split_first().map_or(("", &[][..]), |(p, r)| (p.as_str(), r));
    let mut launch = Launch { program: program.into(), arguments: rest.to_vec(), ..Launch::default() };
    if inside {
        let go = r#"cd "$0" && exec "$@""#;
        launch.program = "sh".into();
        launch.arguments = vec!["-c".into(), go.into(), folder.display().to_string()];
        launch.arguments.extend(command.iter().cloned());
    }
    // Its own patience limits it.
    Child::start(&launch, &Budget::unlimited())
}

fn finish(command: &[String], folder: &Path) -> Result<Finished, String> {
    let mut child = start(command, folder, true).map_err(|error| format!("{error:?}"))?;
    // A program that reads its input finds the end of it, and does not wait for words of ours.
    child.end_input();
    let mut bytes = Vec::new();
    let started = Instant::now();
    loop {
        match child.receive(Duration::from_millis(200)) {
            Received::Bytes(more) => bytes.extend(more),
            Received::End => break,
            Received::Nothing if started.elapsed() < PATIENCE => {}
            Received::Nothing => {
                let words = command.join(" ");
                return Err(format!("`{words}` still ran after {} s and was stopped", PATIENCE.as_secs()));
            }
        }
    }
    let ending = child.ending();
    let said = format!("{}\n{}", String::from_utf8_lossy(&bytes), ending.stderr);
    Ok(Finished { is_success: ending.is_success, said })
}

/// Where the programs are built: a folder the user chose, or one that is removed at the end.
struct Folder {
    path: PathBuf,
    kept: bool,
}

impl Folder {
    fn new(chosen: Option<&Path>) -> Result<Self, String> {
        let own = || std::env::temp_dir().join(format!("cairn-native-{}", std::process::id()));
        let path = chosen.map_or_else(own, Path::to_owned);
        std::fs::create_dir_all(&path).map_err(|error| format!("cannot make folder `{}`: {error}", path.display()))?;
        let path = path.canonicalize().map_err(|error| format!("`{}`: {error}", path.display()))?;
        Ok(Self { path, kept: chosen.is_some() })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.kept {
            // What is left behind in a folder for temporary files does no harm.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}
