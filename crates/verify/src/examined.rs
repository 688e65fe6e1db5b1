//! What a run looked at: a run that examined nothing verifies nothing, and the user is told what was left out.

use crate::codes;
use crate::run::Subject;
use cairn_base::{Diagnostic, Severity, Span};
use cairn_ir::ProcedureRole;
use cairn_passes::CallGraph;
use serde::{Deserialize, Serialize};

/// The extent of a run, as every report states it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examined {
    /// Where executions started.
    pub entries: usize,
    /// Subprograms with a body that an entry can get to, of all that the inputs hold.
    pub subprograms_reached: usize,
    pub subprograms: usize,
    /// Properties that were to be decided.
    pub checks: usize,
}

/// Up to this many subprograms are told one by one, more in one note.
const TOLD_ALONE: usize = 3;
/// Names in a note about many.
const NAMED: usize = 8;

struct One<'s> {
    name: &'s str,
    span: Option<Span>,
    is_reached: bool,
}

/// The subprograms of the sources; the procedures of a program that no source was left out of.
fn subprograms(subject: &Subject) -> Vec<One<'_>> {
    let program = &subject.program;
    if !program.subprograms.is_empty() {
        let told = program.subprograms.iter();
        return told.map(|s| One { name: &s.name, span: s.span, is_reached: s.is_reached }).collect();
    }
    let reached = CallGraph::new(program).reachable(&subject.entries);
    let with_body = program.procedures.iter().filter(|(_, procedure)| procedure.has_body());
    with_body.map(|(id, p)| One { name: &p.name, span: p.span, is_reached: reached.contains(&id) }).collect()
}

impl Examined {
    pub fn of(subject: &Subject, checks: usize) -> Self {
        let all = subprograms(subject);
        Self {
            entries: subject
                .entries
                .iter()
                .filter(|id| subject.program.procedures[**id].role != ProcedureRole::Rules)
                .count(),
            subprograms_reached: all.iter().filter(|one| one.is_reached).count(),
            subprograms: all.len(),
            checks,
        }
    }

    /// `1 entry, 3 of 4 subprograms, 12 checks`.
    pub fn words(&self) -> String {
        let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        format!(
            "{}, {} of {}, {}",
            count(self.entries, "entry", "entries"),
            self.subprograms_reached,
            count(self.subprograms, "subprogram", "subprograms"),
            count(self.checks, "check", "checks")
        )
    }
}

/// Notes about subprograms that no entry reaches: nothing in them was checked.
pub fn not_reached(subject: &Subject) -> Vec<Diagnostic> {
    let all = subprograms(subject);
    let missed: Vec<&One<'_>> = all.iter().filter(|one| !one.is_reached).collect();
    let note = |message: String, place: Option<Span>| {
        let note = Diagnostic::new(Severity::Note, codes::NOT_REACHED, message);
        let note = note.help("name it with `--entry` to have it examined by itself");
        match place {
            Some(span) => note.at(span, ""),
            None => note,
        }
    };
    if missed.len() <= TOLD_ALONE {
        let words = |one: &One<'_>| format!("no entry reaches `{}`: nothing in it was examined", one.name);
        return missed.into_iter().map(|one| note(words(one), one.span)).collect();
    }
    let names: Vec<String> = missed.iter().take(NAMED).map(|one| format!("`{}`", one.name)).collect();
    let more = if missed.len() > NAMED { ", …" } else { "" };
    let message = format!(
        "no entry reaches {} of {} subprograms: nothing in them was examined: {}{more}",
        missed.len(),
        all.len(),
        names.join(", ")
    );
    vec![note(message, None)]
}
