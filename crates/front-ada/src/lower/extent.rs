//! What of the inputs is examined: the entries asked for must exist, and what no entry reaches, or what is checked in no
//! report, is told.

use super::{Lowerer, Naming, checks::Handled};
use crate::codes;
use crate::sema::SHIPPED;
use crate::sema::entities::{Meaning, SubprogramId};
use cairn_base::{Diagnostic, Severity, Span, similar};
use cairn_ir as ir;
use std::collections::BTreeMap;

/// Up to this many handlers are told one by one, more in one note.
const TOLD_ALONE: usize = 3;

impl Lowerer<'_> {
    /// Subprograms whose execution can be examined: with a body in the user's files.
    fn user_subprograms(&self) -> impl Iterator<Item = SubprogramId> + '_ {
        let is_user = |span: Span| !self.sources.file(span.file).name.starts_with(SHIPPED);
        self.a.subprograms.ids().filter(move |&id| {
            let subprogram = &self.a.subprograms[id];
            matches!(subprogram.meaning, Meaning::Body(_) | Meaning::Unsupported(_)) && is_user(subprogram.span)
        })
    }

    /// The program's list of subprograms, reached or not.
    pub(super) fn list_subprograms(&mut self) {
        let mut names = Naming::ignoring_case();
        let ids: Vec<SubprogramId> = self.user_subprograms().collect();
        for id in ids {
            let subprogram = &self.a.subprograms[id];
            let is_reached = self.procedures.keys().any(|(reached, _)| *reached == id) || self.refused.contains(&id);
            let name = names.fresh(&subprogram.name).into();
            self.p.subprograms.push(ir::SourceSubprogram { name, span: Some(subprogram.span), is_reached });
        }
    }

    /// Every name that was asked for must be the name of something that can be executed.
    pub(super) fn report_missing_entries(&mut self, wanted: &[String], found: &[SubprogramId]) {
        for name in wanted {
            if found.iter().any(|&id| self.is_named(id, name)) {
                continue;
            }
            let declared = self.a.subprograms.ids().find(|&id| self.is_named(id, name));
            let diagnostic = match declared {
                Some(id) => {
                    let message = format!("the subprogram `{name}` has no body, so no execution can start in it");
                    Diagnostic::error(codes::NO_ENTRY, message).at(self.a.subprograms[id].span, "declared here")
                }
                None => self.no_such_subprogram(name),
            };
            self.notes.push(diagnostic);
        }
    }

    fn no_such_subprogram(&self, name: &str) -> Diagnostic {
        let diagnostic = Diagnostic::error(codes::NO_ENTRY, format!("there is no subprogram `{name}` with a body"));
        let known: Vec<&str> = self.user_subprograms().map(|id| &*self.a.subprograms[id].name).collect();
        let quoted = |names: &[&str]| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        match (&similar(name, known.iter().copied())[..], &known[..]) {
            ([], []) => diagnostic.note("the inputs hold no subprogram with a body"),
            ([], all) => diagnostic.help(format!("the subprograms are {}", quoted(&all[..all.len().min(12)]))),
            (close, _) => diagnostic.help(format!("did you mean {}?", quoted(close))),
        }
    }

    /// `Package.Subprogram` or the end of it, in any case.
    pub(super) fn is_named(&self, id: SubprogramId, wanted: &str) -> bool {
        let (name, wanted) = (self.a.subprograms[id].name.to_lowercase(), wanted.to_lowercase());
        name == wanted || name.ends_with(&format!(".{wanted}"))
    }

    /// A check whose failure is handled is a branch of the program and no property: the user must know that nobody
    /// promises that it holds.
    pub(super) fn report_handled_checks(&mut self) {
        let mut handlers: BTreeMap<Option<Span>, Vec<&Handled>> = BTreeMap::new();
        for handled in &self.handled_checks {
            handlers.entry(handled.handler).or_default().push(handled);
        }
        if handlers.len() > TOLD_ALONE {
            let count = self.handled_checks.len();
            let message = format!("{count} checks are not reported: exception handlers take their failures");
            let note = Diagnostic::new(Severity::Note, codes::HANDLED, message);
            let first = handlers.keys().find_map(|handler| *handler);
            self.notes.extend(first.map(|span| note.at(span, "the first handler")));
            return;
        }
        for (handler, checks) in handlers {
            let (who, place) = match (handler, &checks[0]) {
                (Some(handler), _) => ("this handler takes", handler),
                (None, first) => ("callers get the exception of", first.place),
            };
            let message = match checks.len() {
                1 => format!("a check is not reported: {who} its failure"),
                count => format!("{count} checks are not reported: {who} their failures"),
            };
            let note = Diagnostic::new(Severity::Note, codes::HANDLED, message).at(place, "");
            let shown = checks.iter().filter(|check| check.place != place).take(2);
            self.notes.push(shown.fold(note, |note, check| note.and_at(check.place, check.kind.name())));
        }
    }
}
