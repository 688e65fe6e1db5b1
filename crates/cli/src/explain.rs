//! `cairn explain`: what check kinds and diagnostic codes mean, from the closed lists, with an example each.

use crate::paint::{NAME, Paint};
use cairn_verify::{CheckKind, codes};
use std::fmt::Write;

/// What a kind of check means beyond the one sentence of the list: when it fails, and what helps.
struct Story {
    example: &'static str,
    advice: &'static str,
}

/// The title of a kind or code, if it exists.
pub fn title(code: &str) -> Option<&'static str> {
    if let Some(kind) = CheckKind::from_name(code) {
        return Some(kind.meaning());
    }
    codes::find(code).map(|entry| entry.title)
}

/// What helps, and an example, which may be empty.
pub struct Help {
    pub advice: &'static str,
    pub example: &'static str,
}

/// What reports say about a kind or code besides its title.
pub fn help(code: &str) -> Option<Help> {
    if let Some(kind) = CheckKind::from_name(code) {
        let Story { advice, example } = story(kind);
        return Some(Help { advice, example });
    }
    codes::find(code).map(|entry| Help { advice: entry.explanation, example: "" })
}

/// The page about a code; none if there is no such code.
pub fn page(code: &str, paint: Paint) -> Option<String> {
    if let Some(kind) = CheckKind::from_name(&code.to_ascii_lowercase()) {
        return Some(kind_page(kind, paint));
    }
    let entry = codes::find(code)?;
    Some(code_page(entry.code, entry.title, entry.explanation, paint))
}

fn kind_page(kind: CheckKind, paint: Paint) -> String {
    let story = story(kind);
    let mut out = String::new();
    let default = if kind.on_by_default() { "on by default" } else { "off by default" };
    let _ = writeln!(out, "{}  {}\n", paint.paint(NAME, kind.name()), paint.faint(format!("check kind, {default}")));
    let _ = writeln!(out, "{}\n", kind.meaning());
    for line in story.example.lines() {
        let _ = writeln!(out, "    {line}");
    }
    let _ = writeln!(out, "\n{}", wrap(story.advice));
    let switch = if kind.on_by_default() { "--no-check" } else { "--check" };
    if !cairn_verify::CheckSelection::ALWAYS_ON.contains(&kind) {
        let verb = if kind.on_by_default() { "off" } else { "on" };
        let _ = writeln!(out, "\n{}", paint.faint(format!("Turn it {verb} with `{switch} {}`.", kind.name())));
    }
    out
}

fn code_page(code: &str, title: &str, explanation: &str, paint: Paint) -> String {
    format!("{}  {title}\n\n{}\n", paint.paint(NAME, code), wrap(explanation))
}

/// All kinds and codes with their titles.
pub fn list(paint: Paint) -> String {
    let mut out = format!("{}\n", paint.paint(NAME, "check kinds"));
    for kind in CheckKind::ALL {
        let default = if kind.on_by_default() { " " } else { "-" };
        let _ = writeln!(out, "{default} {:20} {}", kind.name(), paint.faint(kind.meaning()));
    }
    let _ = writeln!(out, "{}\n", paint.faint("(- off by default)"));
    let _ = writeln!(out, "{}", paint.paint(NAME, "diagnostic codes"));
    for entry in codes::all() {
        let _ = writeln!(out, "  {:20} {}", entry.code, paint.faint(entry.title));
    }
    let _ = writeln!(out, "\n`cairn explain CODE` tells more about one of them.");
    out
}

/// Names close enough to a mistyped one to be worth suggesting.
pub fn similar(code: &str) -> Vec<&'static str> {
    let wanted = code.to_ascii_lowercase();
    let kinds = CheckKind::ALL.iter().map(|kind| kind.name());
    kinds.filter(|name| name.starts_with(wanted.get(..3).unwrap_or(&wanted)) || name.contains(&*wanted)).collect()
}

/// Lines of at most 96 characters.
fn wrap(text: &str) -> String {
    const WIDTH: usize = 96;
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

fn story(kind: CheckKind) -> Story {
    let (example, advice) = match kind {
        CheckKind::Assertion
        | CheckKind::Precondition
        | CheckKind::Postcondition
        | CheckKind::InvariantInitial
        | CheckKind::InvariantPreserved
        | CheckKind::Variant
        | CheckKind::Assigns => stated(kind),
        CheckKind::Pointer | CheckKind::Free | CheckKind::Leak | CheckKind::Uninitialized | CheckKind::Race => {
            memory(kind)
        }
        CheckKind::Reachable
        | CheckKind::Unwinding
        | CheckKind::Recursion
        | CheckKind::Temporal
        | CheckKind::Termination
        | CheckKind::Unsupported => control(kind),
        CheckKind::Overflow
        | CheckKind::Range
        | CheckKind::Index
        | CheckKind::Length
        | CheckKind::Discriminant
        | CheckKind::DivisionByZero
        | CheckKind::Shift
        | CheckKind::Conversion
        | CheckKind::Float => arithmetic(kind),
    };
    Story { example, advice }
}

/// What the program states itself.
fn stated(kind: CheckKind) -> (&'static str, &'static str) {
    match kind {
        CheckKind::Precondition => (
            "procedure Pop (S : in out Stack) with Pre => not Is_Empty (S);\n…\nPop (S);   -- violated if S can be empty here",
            "The caller is at fault, not the subprogram: look at how the trace gets to the call with such arguments. Either \
             test before calling, or strengthen what is known there.",
        ),
        CheckKind::Postcondition => (
            "/*@ ensures \\result >= 0; */\nint distance(int a, int b) { return a - b; }   // violated for a < b",
            "The subprogram returns without keeping its promise. The trace ends at the return, with the values at that moment.",
        ),
        CheckKind::InvariantInitial => (
            "/*@ loop invariant i > 0; */\nfor (i = 0; i < n; i++) …   // violated: i is 0 at first",
            "The invariant does not hold when the loop is reached for the first time: the values before the loop are too weak, \
             or the invariant too strong.",
        ),
        CheckKind::InvariantPreserved => (
            "/*@ loop invariant even(i); */\nwhile (i < n) i++;   // violated: after one iteration i is odd",
            "One iteration of the body breaks the invariant. It must hold again each time the head of the loop is reached.",
        ),
        CheckKind::Variant => (
            "/*@ loop variant n - i; */\nwhile (i < n) { if (skip) continue; i++; }   // violated: `continue` makes no progress",
            "A variant must become smaller with every iteration and never pass its lower bound; it is what makes the loop end.",
        ),
        CheckKind::Assigns => (
            "/*@ assigns *p; */\nvoid f(int *p) { *p = 0; counter++; }   // violated: counter is not in the clause",
            "Something is written that the contract does not mention. Callers rely on it being unchanged.",
        ),
        _ => (
            "assert (lower <= upper);   -- violated if an execution gets here with lower > upper",
            "The condition is false in the execution that the report shows. Either the program is wrong, or the condition is, or \
             an assumption about the inputs is missing: state it with an assume or a precondition.",
        ),
    }
}

fn arithmetic(kind: CheckKind) -> (&'static str, &'static str) {
    match kind {
        CheckKind::Overflow => (
            "int mid = (low + high) / 2;   // violated: low + high can exceed the largest int",
            "Compute so that no intermediate result leaves the type (`low + (high - low) / 2`), use a wider type, or bound the \
             inputs. Where wrapping is meant, use a modular or unsigned type.",
        ),
        CheckKind::Range => (
            "subtype Percent is Integer range 0 .. 100;\nP := Percent (Used * 100 / Total);   -- violated if Used > Total",
            "The value lies outside the constraint of the subtype. The report shows the value and how it came about.",
        ),
        CheckKind::Index => (
            "for (i = 0; i <= n; i++) a[i] = 0;   // violated at i = n, one past the end",
            "Look at the last iteration in the trace: off-by-one bounds are the commonest cause. Otherwise the index comes from \
             an input that is not tested.",
        ),
        CheckKind::Length => (
            "A := B (1 .. N);   -- violated if A'Length /= N",
            "Both sides of an array assignment or operation must have the same number of elements.",
        ),
        CheckKind::Discriminant => (
            "Put (Shape.Radius);   -- violated if Shape.Kind is not Circle",
            "The component exists only for some values of the discriminants. Test them first.",
        ),
        CheckKind::DivisionByZero => (
            "average = sum / count;   // violated if count can be 0",
            "Test the divisor first, or make sure by an assumption or precondition that it is not zero. It also holds for \
             remainder and modulus.",
        ),
        CheckKind::Shift => (
            "mask = 1 << bits;   // violated if bits can be 32 or more, or negative",
            "Shifting by the width of the value or more is undefined in C. Bound the amount.",
        ),
        CheckKind::Conversion => (
            "unsigned char low = value;   // violated if value > 255",
            "The conversion is legal but changes the value. This kind is off unless asked for, since programs do so on purpose.",
        ),
        _ => (
            "X := Y / Z;   -- violated if Z is so small that X is not a number of its type",
            "The result is infinite, or not a number. Bound the operands, or test them before the operation.",
        ),
    }
}

fn memory(kind: CheckKind) -> (&'static str, &'static str) {
    match kind {
        CheckKind::Pointer => (
            "int *p = find(key);\nreturn *p;   // violated if find can return a null pointer",
            "The pointer is null, points to no object, past the end of one, or to one whose life has ended. The trace shows \
             where it got its value.",
        ),
        CheckKind::Free => (
            "free(p); free(p);   // violated: the second time there is no such object",
            "Released twice, or something that was not allocated, or a pointer into the middle of an object.",
        ),
        CheckKind::Leak => (
            "p = malloc(n); if (error) return -1;   // violated: p is lost",
            "An allocated object is still there at the end of the program.",
        ),
        CheckKind::Uninitialized => (
            "int sum; for (i = 0; i < n; i++) sum += a[i];   // violated: sum has no value at first",
            "A variable is read before anything was assigned to it. Without this check such a read gives an arbitrary value.",
        ),
        _ => (
            "task A: Count := Count + 1;   task B: Count := Count + 1;   -- violated: not ordered",
            "Two threads use the same object, one of them writes, and nothing orders the two.",
        ),
    }
}

fn control(kind: CheckKind) -> (&'static str, &'static str) {
    match kind {
        CheckKind::Reachable => (
            "if (state > 3) reach_error();   // violated if state can exceed 3",
            "The program marks a place that no execution may reach, and one does.",
        ),
        CheckKind::Unwinding => (
            "cairn check loop.cairn --unwind 10   # violated: some execution needs an 11th iteration",
            "This says nothing bad about the program: the bound is too small for a proof. Raise `--unwind`, leave it out so that \
             bounds grow by themselves, or accept the bound with `--unwinding assume`, which turns proofs into `bounded`.",
        ),
        CheckKind::Recursion => (
            "cairn check tree.cairn --unwind 5   # violated: some execution has 6 calls active at once",
            "As for `unwinding`: the bound is too small, which is not a fault of the program.",
        ),
        CheckKind::Temporal => (
            "G (request -> F grant)   # violated by an execution in which a request is never granted",
            "The report lists the events of the execution, and for \"eventually\" the cycle it stays in for ever.",
        ),
        CheckKind::Termination => {
            ("while (x != 0) x -= 2;   // violated for an odd x", "An execution goes on for ever.")
        }
        _ => (
            "asm (\"rdtsc\");   // not analysed",
            "Cairn cannot analyse the construct. Where an execution reaches it, everything that comes after it is reported as \
             `unsupported` and never as proved. This kind cannot be turned off.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_code_has_a_page() {
        let plain = Paint { on: false, wide: 0 };
        for kind in CheckKind::ALL {
            let page = page(kind.name(), plain).expect("a page");
            assert!(page.contains(kind.meaning()) && page.lines().count() >= 5, "{page}");
        }
        for entry in codes::all() {
            assert!(page(entry.code, plain).is_some_and(|page| page.contains(entry.title)));
        }
        assert_eq!(page("nonsense", plain), None);
        assert!(list(plain).contains("division-by-zero"));
    }

    #[test]
    fn typing_mistakes_are_forgiven() {
        assert_eq!(similar("indx"), vec!["index"]);
        assert!(similar("zero").contains(&"division-by-zero"));
    }
}
