//! C: the user's own files and a harness that delivers the inputs, built by gcc with the sanitizers that see the kind
//! of check, and what they say.

use crate::{Expected, Judgement, Plan, Repeated};
use cairn_front_c::native::{self, Allocation, Start};
use cairn_ir::interp::{InputKind, ResolvedPlace, UsedInput};
use cairn_ir::{
    AllocationKind, Binary, CheckKind, ExprKind, InputRole, Language, ProcedureRole, Program, StatementKind, Value,
};
use cairn_verify::input::InputLanguage;
use cairn_verify::request::Request;
use num_traits::Zero;

/// Objects that end with their function are watched; leaks are the harness's to tell.
const SANITIZERS: &str = "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:allocator_may_return_null=1";

/// More arguments than this are not given to a program.
const MOST_ARGUMENTS: u64 = 10_000;

pub(super) fn plan(repeated: &Repeated, request: &Request) -> Result<Plan, String> {
    let property = &repeated.program.properties[repeated.property];
    invisible(property.kind, &property.description)?;
    let span = property.span.ok_or("the check has no place in the source")?;
    let (first, file) = (repeated.sources.location(span), repeated.sources.file(span.file));
    let last = file.line_of(span.end.max(span.start + 1) - 1);
    if !request.inputs.iter().all(|input| InputLanguage::of_name(&input.name) == Some(InputLanguage::C)) {
        return Err("it was not checked as C".into());
    }
    let entry = repeated.program.procedures[repeated.entry].source_name();
    if &**entry != "main" {
        return Err(format!("it starts in `{entry}`, and a compiled program starts in `main`"));
    }
    let (start, mut withheld) = start(repeated, property.kind, request.c.malloc_succeeds);
    let statement = format!("{};", repeated.sources.text(span));
    let unused = file.line_text(first.line).trim_start().starts_with(&statement);
    if property.kind == CheckKind::Pointer && (unused || reads_nothing(repeated)) {
        withheld.get_or_insert_with(|| "gcc compiles no access to an object whose value is not used".into());
    }
    if property.kind == CheckKind::Conversion {
        withheld.get_or_insert_with(|| "gcc has no sanitizer for conversions between integers".into());
    }
    let expected = Expected {
        kind: property.kind,
        file: base(&first.file).to_owned(),
        lines: (first.line, last.max(first.line)),
        exception: None,
        handed_on: false,
        is_predicate: false,
        doubt: withheld,
    };
    let mut run = vec!["env".to_owned(), SANITIZERS.to_owned(), "./counterexample".to_owned()];
    run.extend((1..start.arguments.min(MOST_ARGUMENTS)).map(|_| "x".to_owned()));
    let files = vec![("cairn_harness.c".to_owned(), native::harness(&start)?)];
    let (build, elsewhere) = build(property.kind, request);
    let install = "GCC, the compiler of GNU (on Debian and Ubuntu: apt-get install gcc)";
    Ok(Plan { files, build, elsewhere, run, install, language: Language::C, expected })
}

/// Whether the check is of an access to an object of size zero.
fn reads_nothing(repeated: &Repeated) -> bool {
    let program = repeated.program;
    let blocks = program.procedures.values().flat_map(|body| body.blocks.values());
    let is_own = |kind: &StatementKind| match kind {
        StatementKind::Check { property, condition } if *property == repeated.property => Some(*condition),
        _ => None,
    };
    blocks.flat_map(|block| &block.statements).filter_map(|s| is_own(&s.kind)).any(|condition| {
        let ExprKind::Binary(Binary::PointerValid, _, size) = &program.expr(condition).kind else { return false };
        matches!(&program.expr(*size).kind, ExprKind::Const(Value::Int(bits)) if bits.signed().is_zero())
    })
}

/// The harness of an execution that is a test, the arguments of its program, and why it may go another way.
pub(super) fn test(repeated: &Repeated) -> Result<crate::CoverTest, String> {
    let entry = repeated.program.procedures[repeated.entry].source_name();
    if &**entry != "main" {
        return Err(format!("it starts in `{entry}`, and a compiled program starts in `main`"));
    }
    let (start, doubt) = start(repeated, CheckKind::Unwinding, false);
    let start = Start { counts: true, ..start };
    let arguments = (1..start.arguments.min(MOST_ARGUMENTS)).map(|_| "x".to_owned()).collect();
    let files = vec![("harness.c".to_owned(), native::harness(&start)?)];
    Ok(crate::CoverTest { files, main: String::new(), arguments, doubt })
}

fn build(kind: CheckKind, request: &Request) -> (Vec<String>, Vec<(&'static str, String)>) {
    let mut build = vec!["gcc".to_owned()];
    build.extend(native::options(kind).into_iter().map(str::to_owned));
    build.extend(request.c.macros.iter().map(|text| format!("-D{text}")));
    build.extend(request.c.ilp32.then(|| "-m32".to_owned()));
    build.extend(request.c.arguments.iter().cloned());
    // All files are compiled by one command: where their own arguments contradict each other, it fails and says so.
    for argument in request.c.of_file.iter().flat_map(|(_, own)| own) {
        if !build.contains(argument) {
            build.push(argument.clone());
        }
    }
    build.extend(["-o", "counterexample", "cairn_harness.c", "-lm"].map(str::to_owned));
    let folders = request.c.folders.iter().chain(&request.shipped_headers).map(|name| ("-I", name.clone()));
    let sources = request.inputs.iter().filter(|input| !input.name.ends_with(".h")).map(|i| ("", i.name.clone()));
    (build, folders.chain(sources).collect())
}

/// Checks that no sanitizer makes.
fn invisible(kind: CheckKind, description: &str) -> Result<(), String> {
    Err(match kind {
        CheckKind::Unwinding | CheckKind::Recursion => "it is about the bound of the run, not about the program",
        CheckKind::Uninitialized => "gcc has no sanitizer for variables without a value",
        CheckKind::Float => "no sanitizer sees floating-point results that are no numbers",
        CheckKind::Unsupported => "it is a construct that Cairn does not support",
        CheckKind::Termination | CheckKind::Temporal => "it is about executions without an end",
        CheckKind::Pointer if description.contains("must not overlap") => {
            "gcc has no sanitizer for overlapping objects"
        }
        CheckKind::Pointer if description.contains("must point to a function") => {
            "no sanitizer names the place of a call through a pointer to no function"
        }
        CheckKind::Pointer if description.contains("constant object") => {
            "gcc has no sanitizer for objects declared `const`"
        }
        CheckKind::Pointer if description.contains("label of this function") => "gcc has no sanitizer for labels",
        CheckKind::Pointer if description.contains("must be another argument") => {
            "gcc has no sanitizer for missing variadic arguments"
        }
        _ => return Ok(()),
    }
    .into())
}

/// What the harness delivers, and why it cannot deliver the rest.
fn start(repeated: &Repeated, kind: CheckKind, allocations_succeed: bool) -> (Start, Option<String>) {
    let mut start =
        Start { arguments: 1, error_locations: kind == CheckKind::Reachable, allocations_succeed, ..Start::default() };
    let mut withheld: Option<String> = None;
    for input in &repeated.inputs {
        if let Err(reason) = deliver(repeated, input, &mut start) {
            withheld.get_or_insert(reason);
        }
    }
    (start, withheld)
}

fn deliver(repeated: &Repeated, input: &UsedInput, start: &mut Start) -> Result<(), String> {
    let program = repeated.program;
    let span = input.request.span;
    let text = span.map(|span| repeated.sources.text(span));
    let place = span.map(|span| repeated.sources.location(span));
    let at = place.as_ref().map_or("?".to_owned(), |l| format!("{}:{}", base(&l.file), l.line));
    match &input.request.kind {
        // What `malloc` gives is filled; other objects of arbitrary contents are not the harness's to make.
        InputKind::Allocation { kind: AllocationKind::Heap, .. } => {
            let fills = |last: &&mut Allocation| !last.fails && last.contents.is_none();
            match start.allocations.last_mut().filter(fills) {
                Some(last) => last.contents = Some(input.value.clone()),
                None => start.allocations.push(Allocation { fails: false, contents: Some(input.value.clone()) }),
            }
            if native::can_fill(&input.value) { Ok(()) } else { Err(withheld(&at, text)) }
        }
        InputKind::Global(variable) => {
            Err(format!("it depends on `{}`, a variable that no file defines", program.variables[*variable].name))
        }
        InputKind::Parameter(variable) => {
            Err(format!("it depends on the parameter `{}` of the entry", program.variables[*variable].name))
        }
        InputKind::BaseAddress(_) => Err(format!("it depends on an address that the system chooses ({at})")),
        InputKind::Result { procedure, .. } => {
            let name = program.procedures[*procedure].name.to_string();
            result(start, name, &input.value);
            Ok(())
        }
        InputKind::Havoc(place) => match &input.request.role {
            Some(InputRole::AllocationFails) => {
                let fails = input.value.as_bool().unwrap_or(false);
                start.allocations.push(Allocation { fails, contents: None });
                Ok(())
            }
            Some(InputRole::ArgumentCount) => {
                start.arguments = input.value.as_bits().and_then(|bits| bits.small()).unwrap_or(1);
                Ok(())
            }
            // gcc's own library asks for no value.
            Some(InputRole::Result(name)) if !is_in_library(program, place) => {
                result(start, name.to_string(), &input.value);
                Ok(())
            }
            _ => Err(withheld(&at, text)),
        },
        InputKind::Allocation { .. } => Err(withheld(&at, text)),
    }
}

/// Whether the place is a variable of the library that comes with the front end.
fn is_in_library(program: &Program, place: &ResolvedPlace) -> bool {
    let ResolvedPlace::Variable { variable, .. } = place else { return false };
    let owner = program.variables[*variable].procedure;
    owner.is_some_and(|procedure| program.procedures[procedure].role == ProcedureRole::Library)
}

fn withheld(at: &str, text: Option<&str>) -> String {
    let what = text.unwrap_or_default().lines().next().unwrap_or_default();
    format!("it depends on a value that no compiled program can be given ({at}: `{what}`)")
}

fn result(start: &mut Start, name: String, value: &Value) {
    match start.results.iter_mut().find(|(known, _)| *known == name) {
        Some((_, values)) => values.push(value.clone()),
        None => start.results.push((name, vec![value.clone()])),
    }
}

fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

const MARKS: [&str; 2] = [" in reach_error ", " in __VERIFIER_error "];

/// Reads what the harness or a sanitizer printed: what fails, and where.
pub(super) fn judge(expected: &Expected, said: &str) -> Judgement {
    match (place_of_failure(expected, said), &expected.doubt) {
        (Judgement::Differs(_), Some(doubt)) => Judgement::Impossible(doubt.clone()),
        (judgement, _) => judgement,
    }
}

fn place_of_failure(expected: &Expected, said: &str) -> Judgement {
    let wanted = format!("{}:{}", expected.file, expected.lines.0);
    let Some((what, rest)) = failure(said) else {
        return match said.lines().find(|line| line.starts_with("cairn: ")) {
            Some("cairn: finished") => Judgement::Differs(format!("it ends normally, without a failure at {wanted}")),
            Some(line) if expected.kind == CheckKind::Leak && line.contains("not released") => {
                Judgement::Confirmed(line.trim_start_matches("cairn: ").to_owned())
            }
            Some(line) => Judgement::Differs(line.trim_start_matches("cairn: ").to_owned()),
            None => Judgement::Differs(format!("it ends without a word about {wanted}")),
        };
    };
    // The function that marks an error location is itself a frame; the place is where it is called.
    let is_mark = |line: &&str| what == "error location" && MARKS.iter().any(|mark| line.contains(mark));
    let place = rest.lines().filter(|line| !is_mark(line)).find_map(place_in);
    let found = place
        .is_some_and(|(file, line)| file == expected.file && (expected.lines.0..=expected.lines.1).contains(&line));
    let at = place.map_or("no known place".to_owned(), |(file, line)| format!("{file}:{line}"));
    match found && is_of_kind(expected.kind, what) {
        true => Judgement::Confirmed(format!("fails at {at}: {what}")),
        false => Judgement::Differs(format!("it fails at {at} ({what}), not at {wanted}")),
    }
}

/// The first line that tells of a failure, from there on.
fn failure(said: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    for line in said.split_inclusive('\n') {
        let marks = ["cairn: assertion", "cairn: error location", "ERROR: AddressSanitizer: ", "runtime error: "];
        if let Some(mark) = marks.iter().find(|mark| line.contains(**mark)) {
            let keep = if mark.starts_with("cairn") { "cairn: " } else { mark };
            let what = line.split_once(keep).map_or(line, |(_, what)| what).trim();
            return Some((what.split(" on address").next().unwrap_or(what).trim(), &said[at..]));
        }
        at += line.len();
    }
    None
}

/// Whether the failure is one of the kind: an assertion is no reached error, and an overflow is neither.
fn is_of_kind(kind: CheckKind, what: &str) -> bool {
    match kind {
        CheckKind::Reachable => what == "error location",
        CheckKind::Assertion => what == "assertion",
        _ => what != "error location" && what != "assertion",
    }
}

/// The place of a frame (`#1 0x… in main /x/a.c:12`, perhaps with a column) or of a message (`/x/a.c:12:3: runtime
/// error: …`), if it is one in C that is not the harness's.
fn place_in(line: &str) -> Option<(&str, u32)> {
    let line = line.trim();
    let word = match line.starts_with('#') {
        true => line.rsplit(' ').next()?,
        false => line.split_once(": runtime error").map(|(place, _)| place)?,
    };
    let mut parts = word.split(':');
    let file = base(parts.next()?);
    let is_source = file.ends_with(".c") || file.ends_with(".h") || file.ends_with(".i");
    (is_source && file != "cairn_harness.c").then_some(())?;
    Some((file, parts.next()?.parse().ok()?))
}

/// What a failed build means.
pub(super) fn not_built(said: &str) -> String {
    let first: Vec<&str> = said.lines().filter(|line| line.contains("error")).take(2).collect();
    format!("gcc does not build it: {}", first.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(kind: CheckKind, said: &str) -> Judgement {
        let expected = Expected {
            kind,
            file: "p.c".into(),
            lines: (12, 12),
            exception: None,
            handed_on: false,
            is_predicate: false,
            doubt: None,
        };
        judge(&expected, said)
    }

    #[test]
    fn the_innermost_frame_of_the_source_decides() {
        let said = "cairn: assertion\n    #0 0x1 in cairn_fails cairn_harness.c:9\n    #1 0x2 in main /a/p.c:12\n";
        assert_eq!(judged(CheckKind::Assertion, said), Judgement::Confirmed("fails at p.c:12: assertion".into()));
        assert!(matches!(judged(CheckKind::Reachable, said), Judgement::Differs(_)));
        let deeper = said.replace("#1", "#1 0x4 in f /a/p.c:2\n    #2");
        assert!(matches!(judged(CheckKind::Assertion, &deeper), Judgement::Differs(_)));
    }

    #[test]
    fn sanitizers_name_the_place() {
        let said = "/a/p.c:12:9: runtime error: division by zero\n";
        assert!(matches!(judged(CheckKind::DivisionByZero, said), Judgement::Confirmed(_)));
        let said = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x2\nREAD of size 4\n    #0 0x3 in main /a/p.c:12\n";
        let confirmed = Judgement::Confirmed("fails at p.c:12: heap-use-after-free".into());
        assert_eq!(judged(CheckKind::Pointer, said), confirmed);
        assert!(matches!(judged(CheckKind::Pointer, "cairn: finished\n"), Judgement::Differs(_)));
    }
}
