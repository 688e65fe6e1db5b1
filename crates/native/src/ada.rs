//! Ada: a driver built by GNAT with all of its checks on, and what its exceptions say.

use crate::{Expected, Judgement, Plan, Repeated};
use cairn_base::SourceMap;
use cairn_front_ada::native::{self, Start};
use cairn_ir::interp::InputKind;
use cairn_ir::{CheckKind, ExprId, InputRole, Language, ProcedureRole, StatementKind, TypeKind};
use cairn_verify::request::Request;

/// Assertions on, overflow checks on, warnings off, the newest language GNAT 12 knows.
const OPTIONS: [&str; 6] = ["-q", "-f", "-gnata", "-gnato", "-gnatws", "-gnat2022"];

pub(super) fn plan(repeated: &Repeated, request: &Request) -> Result<Plan, String> {
    let program = repeated.program;
    let property = &program.properties[repeated.property];
    let span = property.span.ok_or("the check has no place in the source")?;
    let (first, file) = (repeated.sources.location(span), repeated.sources.file(span.file));
    let last = file.line_of(span.end.max(span.start + 1) - 1);
    invisible(property.kind, file.line_text(first.line))?;
    if property.kind == CheckKind::DivisionByZero && is_about_floats(repeated) {
        return Err("GNAT's floating-point division by zero gives an infinity without an exception".into());
    }
    let mut words = property.description.split(' ');
    let exception = words.next().filter(|word| *word == "exception").and(words.next()).map(str::to_lowercase);
    let expected = Expected {
        kind: property.kind,
        file: first.file.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase(),
        lines: (first.line, last.max(first.line)),
        exception,
        handed_on: property.description.starts_with("no exception"),
        is_predicate: property.description.starts_with("the predicate of"),
        doubt: doubt(repeated, request),
    };
    let driver = driver(start(repeated)?, request)?;
    let mut build = vec!["gnatmake".to_owned()];
    build.extend(OPTIONS.map(str::to_owned));
    build.push(driver.main.clone());
    let run = vec![format!("./{}", driver.main.trim_end_matches(".adb"))];
    let install = "GNAT, the Ada compiler of GCC (on Debian and Ubuntu: apt-get install gnat)";
    Ok(Plan { files: driver.files, build, elsewhere: Vec::new(), run, install, language: Language::Ada, expected })
}

/// The driver of an execution that is a test.
pub(super) fn test(repeated: &Repeated, request: &Request) -> Result<crate::CoverTest, String> {
    let driver = driver(start(repeated)?, request)?;
    let main = driver.main.trim_end_matches(".adb").to_owned();
    Ok(crate::CoverTest { files: driver.files, main, arguments: Vec::new(), doubt: doubt(repeated, request) })
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
    if annotation.starts_with("--%") && native::visible_assertion(line).is_none() {
        return Err("it is an annotation (`--%`), a comment for GNAT".into());
    }
    Ok(())
}

/// Whether the condition of the check compares floats.
fn is_about_floats(repeated: &Repeated) -> bool {
    let program = repeated.program;
    let statements = program.procedures.values().flat_map(|p| p.blocks.values()).flat_map(|b| &b.statements);
    let conditions = statements.filter_map(|statement| match &statement.kind {
        StatementKind::Check { property, condition } if *property == repeated.property => Some(*condition),
        _ => None,
    });
    let is_float = |e: ExprId| matches!(program.types.kind(program.type_of(e)), TypeKind::Float(_));
    conditions.into_iter().any(|condition| {
        let mut work = vec![condition];
        while let Some(e) = work.pop() {
            if is_float(e) {
                return true;
            }
            program.expr(e).kind.for_each_child(|child| work.push(child));
        }
        false
    })
}

fn start(repeated: &Repeated) -> Result<Start, String> {
    let program = repeated.program;
    let entry = match &program.procedures[repeated.entry].role {
        ProcedureRole::Rules => return Err("it is a rule about the text, which no execution checks".into()),
        ProcedureRole::Start(name) => Some(name.to_string()),
        _ => None,
    };
    let mut start = Start { entry, globals: Vec::new(), parameters: Vec::new() };
    let name = |variable| program.variables[variable].name.to_string();
    for input in &repeated.inputs {
        match &input.request.kind {
            // Results of a subprogram without body, kept by argument: no name of the source.
            InputKind::Global(variable) if program.variables[*variable].temporary => {}
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

/// What the native program may do otherwise than the execution, outside of any driver's power.
fn doubt(repeated: &Repeated, request: &Request) -> Option<String> {
    if request.target_config.is_some() {
        return Some("GNAT's own types take the place of those of `--target-config`".into());
    }
    let program = repeated.program;
    let is_table = |kind: &InputKind| matches!(kind, InputKind::Global(v) if program.variables[*v].temporary);
    if repeated.inputs.iter().any(|input| is_table(&input.request.kind)) {
        return Some("it depends on a value that no driver sets: the result of a subprogram without body".into());
    }
    let roles = repeated.inputs.iter().filter_map(|input| input.request.role.as_ref());
    let is_outside =
        |role: &&InputRole| matches!(role, InputRole::Volatile | InputRole::Result(_) | InputRole::Effect(_));
    let outside = roles.into_iter().find(is_outside)?;
    Some(format!("it depends on a value that no driver sets: {outside}"))
}

fn driver(start: Start, request: &Request) -> Result<native::Driver, String> {
    let mut sources = SourceMap::new();
    let files: Vec<_> = request.inputs.iter().map(|input| sources.add(&*input.name, &*input.text)).collect();
    let options = cairn_front_ada::AdaOptions {
        entries: request.entries.clone(),
        target_config: request.target_config.clone(),
        uninitialized: request.checks.is_on(cairn_ir::CheckKind::Uninitialized),
        ..cairn_front_ada::AdaOptions::default()
    };
    let mut find = |name: &str| request.units.find(name);
    let drivers = native::drivers(&mut sources, &files, &options, &mut find, &[start]);
    drivers.into_iter().next().unwrap_or_else(|| Err("there is no driver".into()))
}

/// Reads `raised NAME : MESSAGE`, which the driver prints, or Ada's run time where elaboration failed.
pub(super) fn judge(expected: &Expected, said: &str) -> Judgement {
    match (place_of_failure(expected, said), &expected.doubt) {
        (Judgement::Differs(_), Some(doubt)) => Judgement::Impossible(doubt.clone()),
        (judgement, _) => judgement,
    }
}

fn place_of_failure(expected: &Expected, said: &str) -> Judgement {
    let wanted = format!("{}:{}", expected.file, expected.lines.0);
    let Some(line) = said.lines().find_map(|line| line.split_once("raised ").map(|(_, rest)| rest.trim())) else {
        return match said.contains("cairn: finished") {
            true => Judgement::Differs(format!("it ends normally, without a failure at {wanted}")),
            false => Judgement::Differs(format!("it ends without naming an exception: {}", said.trim())),
        };
    };
    let lower = line.to_lowercase();
    let mut places = places(&lower);
    // Ada's run time names what was promised here, not the place where it is broken; or no place at all.
    let promise = match expected.kind {
        CheckKind::Precondition => lower.contains("failed precondition") || lower.contains("contract case"),
        CheckKind::Assertion => {
            let is_condition =
                ["failed invariant", "default_initial_condition failed"].iter().any(|s| lower.contains(s));
            // A predicate may name an exception, or a message that takes the place of the line.
            let is_own = lower.contains("explicit raise")
                || lower.contains("assertion_error") && places.clone().next().is_none();
            is_condition || expected.is_predicate && is_own
        }
        CheckKind::Variant => lower.contains("subprogram_variant failed"),
        CheckKind::Overflow => lower.starts_with("constraint_error") && lower.contains("sigfpe"),
        CheckKind::Reachable if lower.contains("missing return") => true,
        CheckKind::Reachable => {
            let raised = lower.split_whitespace().next().and_then(|name| name.rsplit('.').next());
            // A message of the program's own takes the place of the line.
            raised == expected.exception.as_deref() && raised.is_some() && places.clone().next().is_none()
        }
        _ => false,
    };
    let at_place =
        places.any(|(file, line)| file == expected.file && (expected.lines.0..=expected.lines.1).contains(&line));
    match at_place || promise || expected.handed_on {
        true => Judgement::Confirmed(format!("raises {line}")),
        false => Judgement::Differs(format!("it raises {line}, not at {wanted}")),
    }
}

/// What a failed build means.
pub(super) fn not_built(said: &str) -> String {
    let missing = said.split("undefined reference to `").nth(1).and_then(|rest| rest.split('\'').next());
    match missing {
        _ if said.contains("GNAT BUG DETECTED") => "GNAT stops with a bug of its own when it compiles it".into(),
        Some(name) => format!("`{name}` has no body to link"),
        None => {
            let first: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).take(3).collect();
            format!("the driver does not compile: {}", first.join("; "))
        }
    }
}

/// All `file.adb:12` in a message.
fn places(message: &str) -> impl Iterator<Item = (&str, u32)> + Clone {
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
        Expected {
            kind,
            file: "p.adb".into(),
            lines: (12, 13),
            exception: None,
            handed_on: false,
            is_predicate: false,
            doubt: None,
        }
    }

    #[test]
    fn the_place_of_the_exception_decides() {
        let judge = |said: &str| judge(&expected(CheckKind::Index), said);
        let good = judge("cairn: raised CONSTRAINT_ERROR : p.adb:12 index check failed\n");
        assert_eq!(good, Judgement::Confirmed("raises CONSTRAINT_ERROR : p.adb:12 index check failed".into()));
        assert!(matches!(
            judge("cairn: raised CONSTRAINT_ERROR : p.adb:13 index check failed"),
            Judgement::Confirmed(_)
        ));
        assert!(matches!(judge("cairn: raised CONSTRAINT_ERROR : p.adb:2 index check failed"), Judgement::Differs(_)));
        assert!(matches!(judge("cairn: finished"), Judgement::Differs(_)));
        let doubtful = Expected { doubt: Some("a volatile object".into()), ..expected(CheckKind::Index) };
        assert!(matches!(super::judge(&doubtful, "cairn: finished"), Judgement::Impossible(_)));
    }

    #[test]
    fn preconditions_are_named_by_their_own_place() {
        let said = "cairn: raised SYSTEM.ASSERTIONS.ASSERT_FAILURE : failed precondition from p.ads:4";
        assert!(matches!(judge(&expected(CheckKind::Precondition), said), Judgement::Confirmed(_)));
        assert!(matches!(judge(&expected(CheckKind::Assertion), said), Judgement::Differs(_)));
    }
}
