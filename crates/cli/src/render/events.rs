//! The events of a violation of a temporal property, like a debugger session: what happened, and which states of the automaton
//! were active afterwards.

use super::Detail;
use crate::paint::{BAD, NAME, Paint, VALUE};
use cairn_verify::report::{CounterexampleReport, EventReport, ProofReport, TransitionReport};
use std::fmt::Write;

/// Events of a long execution that are shown: its beginning, and more of its end.
const FIRST: usize = 12;
const LAST: usize = 28;
const EVENT_WIDTH: usize = 36;

pub fn counterexample(found: &CounterexampleReport, detail: Detail, paint: Paint) -> String {
    let mut out = String::new();
    if found.events.is_empty() {
        return out;
    }
    let _ = writeln!(out, "  {}", paint.paint(NAME, "events"));
    let count = found.events.len();
    let left_out = if detail == Detail::Verbose { 0 } else { count.saturating_sub(FIRST + LAST) };
    let mut before: Option<&EventReport> = None;
    for (number, event) in found.events.iter().enumerate() {
        if found.cycle_start == Some(number) {
            let _ = writeln!(out, "    {}", paint.paint(BAD, "and from here again and again:"));
        }
        if left_out > 1 && (FIRST..FIRST + left_out).contains(&number) {
            if number == FIRST {
                let _ = writeln!(out, "    {}", paint.faint(format!("⋮ {left_out} more; -v shows all")));
            }
            before = Some(event);
            continue;
        }
        line(&mut out, event, before, paint);
        before = Some(event);
    }
    if found.cycle_start == Some(count) {
        let _ = writeln!(out, "    {}", paint.paint(BAD, "and then nothing more, for ever: a loop without an event"));
    }
    out.push('\n');
    accepted(&mut out, found, detail, paint);
    out
}

/// What would have been accepted, from shortly before its first difference on.
fn accepted(out: &mut String, found: &CounterexampleReport, detail: Detail, paint: Paint) {
    const BEFORE: usize = 2;
    let Some(first) = found.accepted.iter().position(|step| step.change != "kept") else { return };
    let _ = writeln!(out, "  {}", paint.paint(NAME, "the nearest events that would have been accepted"));
    let left_out = if detail == Detail::Verbose { 0 } else { first.saturating_sub(BEFORE) };
    if left_out > 0 {
        let _ = writeln!(out, "    {}", paint.faint(format!("⋮ {left_out} as above")));
    }
    for step in found.accepted.iter().skip(left_out).take(LAST) {
        let remark = match (&*step.change, &step.condition) {
            ("kept", None) => String::new(),
            ("kept", Some(condition)) => format!("where {condition}"),
            (change, None) => change.to_string(),
            (change, Some(condition)) => format!("{change}, where {condition}"),
        };
        let _ = writeln!(out, "    {:EVENT_WIDTH$} {}", step.event, paint.paint(VALUE, remark));
    }
    out.push('\n');
}

/// What of the automaton no execution uses.
pub fn unused(proof: &ProofReport, detail: Detail, paint: Paint) -> String {
    let mut out = String::new();
    let Some(unused) = &proof.unused else { return out };
    if !unused.states.is_empty() {
        let title = paint.paint(NAME, "states that no execution comes into");
        let _ = writeln!(out, "  {title}\n    {}", unused.states.join(", "));
    }
    let mut list = |title: &str, all: &[TransitionReport]| {
        if all.is_empty() {
            return;
        }
        let _ = writeln!(out, "  {}", paint.paint(NAME, title));
        let shown = if detail == Detail::Verbose || all.len() <= LAST { all.len() } else { LAST };
        for one in &all[..shown] {
            let _ = writeln!(out, "    {} -> {}  {}", one.from, one.to, paint.faint(&one.guard));
        }
        if shown < all.len() {
            let _ = writeln!(out, "    {}", paint.faint(format!("… {} more; -v shows all", all.len() - shown)));
        }
    };
    list("transitions that no execution takes", &unused.transitions);
    if detail == Detail::Verbose {
        list("transitions of which it is not known", &unused.open);
    }
    out
}

fn line(out: &mut String, event: &EventReport, before: Option<&EventReport>, paint: Paint) {
    let place = match (&event.file, event.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => String::new(),
    };
    let states = match event.states.is_empty() {
        true => "no state".to_string(),
        false => format!("{{{}}}", event.states.join(", ")),
    };
    let changed = |name: &str, value: &str| {
        before.is_none_or(|before| !before.atoms.iter().any(|atom| atom.name == name && atom.value == value))
    };
    let atoms: Vec<String> = event
        .atoms
        .iter()
        .filter(|atom| changed(&atom.name, &atom.value))
        .map(|atom| format!("{}: {}", atom.name, atom.value))
        .collect();
    let _ = writeln!(
        out,
        "    {} {:EVENT_WIDTH$} {}  {}",
        paint.faint(format!("{place:>20}")),
        event.event,
        paint.paint(if event.states.is_empty() { BAD } else { VALUE }, states),
        paint.faint(atoms.join(", ")),
    );
    for blocked in &event.blocked {
        let _ = writeln!(out, "    {:>20} {}", "", paint.paint(BAD, format!("blocked: {blocked}")));
    }
}
