//! Ada: a driver built by GNAT with all of its checks on, and what its exceptions say.

use super::{Expected, Judgement, Plan, Repeated};
use crate::request::Request;
use cairn_base::SourceMap;
use cairn_front_ada::native::{self, Start};
use cairn_ir::CheckKind;
use cairn_ir::interp::InputKind;

/// Assertions on, overflow checks on, warnings off, the newest language GNAT 12 knows.
const OPTIONS: [&str; 6] = ["-q", "-f", "-gnata", "-gnato", "-gnatws", "-gnat2022"];

pub(super) fn plan(repeated: &Repeated, request: &Request) -> Result<Plan, String> {
    let program = &repeated.subject.program;
    let property = &program.properties[repeated.property];
    let span = property.span.ok_or("the check has no place in the source")?;
    let (first, file) = (repeated.sources.location(span), repeated.sources.file(span.file));
    let last = file.line_of(span.end.max(span.start + 1) - 1);
    invisible(property.kind, file.line_text(first.line))?;
    let expected = Expected {
        kind: property.kind,
        file: first.file.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase(),
        lines: (first.line, last.max(first.line)),
        handed_on: property.description.starts_with("no exception"),
    };
    let driver = driver(start(repeated)?, request)?;
    let mut build = vec!["gnatmake".to_owned()];
    build.extend(OPTIONS.map(str::to_owned));
    build.push(driver.main.clone());
    let run = vec![format!("./{}", driver.main.trim_end_matches(".adb"))];
    let install = "GNAT, the Ada compiler of GCC (on Debian and Ubuntu: apt-get install gnat)";
    Ok(Plan { files: driver.files, build, run, install, expected })
}

/// Checks that no compiled program makes.
fn invisible(kind: CheckKind, line: &str) -> Result<(), String> {
    match kind {
        CheckKind::Unwinding | CheckKind::Recursion => {
            return Err("it is about the bound of the run, not about the program".into());
        }
        CheckKind::Float => {
            return Err("GNAT's floating-point types overflow to infinity without an exception".into());
        }
        CheckKind::Uninitialized => return Err("GNAT does not notice that a variable has no value".into()),
        CheckKind::Unsupported => return Err("it is a construct that Cairn does not support".into()),
        CheckKind::Termination | CheckKind::Temporal => return Err("it is about executions without an end".into()),
        _ => {}
    }
    let annotation = line.trim_start();
    if annotation.starts_with("--#") {
        return Err("it is a SPARK annotation (`--#`), a comment for GNAT".into());
    }
    let is_assert = |rest: &str| rest.trim_start().to_lowercase().starts_with("assert") && rest.trim_end().ends_with(';');
    match annotation.strip_prefix("--%") {
        Some(rest) if !is_assert(rest) => Err("it is an annotation (`--%`), a comment for GNAT".into()),
        _ => Ok(()),
    }
}

fn start(repeated: &Repeated) -> Result<Start, String> {
    let program = &repeated.subject.program;
    let mut start = Start { entry: repeated.entry.clone(), globals: Vec::new(), parameters: Vec::new() };
    let name = |variable| program.variables[variable].name.to_string();
    for input in &repeated.inputs {
        match &input.request.kind {
            InputKind::Global(variable) => start.globals.push((name(*variable), input.value.clone())),
            InputKind::Parameter(variable) => start.parameters.push((name(*variable), input.value.clone())),
            InputKind::Result { procedure, .. } => {
                let name = &program.procedures[*procedure].name;
                return Err(format!("it depends on what {name} returns, which has no body to compile"));
            }
            // A variable without a value: whether the failure needs this one shows when it is run.
            _ => {}
        }
    }
    Ok(start)
}

fn driver(start: Start, request: &Request) -> Result<native::Driver, String> {
    let mut sources = SourceMap::new();
    let files: Vec<_> = request.inputs.iter().map(|input| sources.add(&*input.name, &*input.text)).collect();
    let options =
        cairn_front_ada::AdaOptions { entries: request.entries.clone(), target_config: request.target_config.clone() };
    let mut find = |name: &str| request.units.find(name);
    let drivers = native::drivers(&mut sources, &files, &options, &mut find, &[start]);
    drivers.into_iter().next().unwrap_or_else(|| Err("there is no driver".into()))
}

/// Reads `raised NAME : MESSAGE`, which the driver prints, or Ada's run time where elaboration failed.
pub(super) fn judge(expected: &Expected, said: &str) -> Judgement {
    let wanted = format!("{}:{}", expected.file, expected.lines.0);
    let Some(line) = said.lines().find_map(|line| line.split_once("raised ").map(|(_, rest)| rest.trim())) else {
        return match said.contains("cairn: finished") {
            true => Judgement::Differs(format!("it ends normally, without a failure at {wanted}")),
            false => Judgement::Differs(format!("it ends without naming an exception: {}", said.trim())),
        };
    };
    let lower = line.to_lowercase();
    // Ada's run time names what was promised here, not the place where it is broken.
    let promise = match expected.kind {
        CheckKind::Precondition => lower.contains("failed precondition") || lower.contains("contract case"),
        CheckKind::Assertion => lower.contains("failed invariant"),
        _ => false,
    };
    let at_place = places(&lower).any(|(file, line)| {
        file == expected.file && (expected.lines.0..=expected.lines.1).contains(&line)
    });
    match at_place || promise || expected.handed_on {
        true => Judgement::Confirmed(line.to_owned()),
        false => Judgement::Differs(format!("it raises {line}, not at {wanted}")),
    }
}

/// All `file.adb:12` in a message.
fn places(message: &str) -> impl Iterator<Item = (&str, u32)> {
    message.split_whitespace().filter_map(|word| {
        let mut parts = word.trim_matches(|c: char| !c.is_alphanumeric()).split(':');
        let file = parts.next().filter(|file| file.ends_with(".adb") || file.ends_with(".ads"))?;
        Some((file, parts.next()?.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(kind: CheckKind) -> Expected {
        Expected { kind, file: "p.adb".into(), lines: (12, 13), handed_on: false }
    }

    #[test]
    fn the_place_of_the_exception_decides() {
        let judge = |said: &str| judge(&expected(CheckKind::Index), said);
        let good = judge("cairn: raised CONSTRAINT_ERROR : p.adb:12 index check failed\n");
        assert_eq!(good, Judgement::Confirmed("CONSTRAINT_ERROR : p.adb:12 index check failed".into()));
        assert!(matches!(judge("cairn: raised CONSTRAINT_ERROR : p.adb:13 index check failed"), Judgement::Confirmed(_)));
        assert!(matches!(judge("cairn: raised CONSTRAINT_ERROR : p.adb:2 index check failed"), Judgement::Differs(_)));
        assert!(matches!(judge("cairn: finished"), Judgement::Differs(_)));
    }

    #[test]
    fn preconditions_are_named_by_their_own_place() {
        let said = "cairn: raised SYSTEM.ASSERTIONS.ASSERT_FAILURE : failed precondition from p.ads:4";
        assert!(matches!(judge(&expected(CheckKind::Precondition), said), Judgement::Confirmed(_)));
        assert!(matches!(judge(&expected(CheckKind::Assertion), said), Judgement::Differs(_)));
    }
}
