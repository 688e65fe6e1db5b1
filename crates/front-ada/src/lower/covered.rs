//! Annotations that say what the statement behind them implies anyway.
//!
//! `export --to annotated` writes the checks of a statement in front of it. Read again, such an annotation and
//! the implied check coincide: same condition, same state, nothing in between. The implied check is kept, with
//! its kind and place, and the annotation is dropped, so the annotated program has the checks of the plain one.
//! An annotation is dropped only if its words are exactly those that [`written`] finds for what follows, and
//! only where a failed check ends the program: with a handler around, an assertion and the exception of a
//! run-time check go different ways.
//!
//! Also here: what export collects while a program is lowered.

use super::checks::Target;
use super::written::{self, Written};
use super::{Lowerer, Words};
use crate::sema::Analysis;
use crate::sema::entities::{EntityId, EntityKind};
use crate::sema::tree::*;
use crate::sema::types::TypeId;
use cairn_base::Span;
use cairn_ir::CheckKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where checks are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Host {
    /// In front of a statement or declaration.
    Before(Span),
    /// At the end of the body of this loop, and in front of it.
    Loop(Span),
}

impl Host {
    pub fn span(self) -> Span {
        match self {
            Host::Before(span) | Host::Loop(span) => span,
        }
    }
}

/// What lowering met, for export.
#[derive(Debug, Default)]
pub struct Collected {
    /// Each statement or declaration as often as it was lowered (instances of generics, versions of a
    /// subprogram), with its checks in words.
    pub written: Vec<(Host, Vec<Written>)>,
    /// Checks that some handler may take: not properties there.
    pub handled: FxHashSet<(CheckKind, Span)>,
    /// Places of conditions that the source itself asserts.
    pub stated: FxHashSet<Span>,
}

/// The entity of every type that has a name.
pub(super) fn type_entities(a: &Analysis) -> FxHashMap<TypeId, EntityId> {
    let mut found = FxHashMap::default();
    for (id, entity) in a.entities.iter() {
        if let EntityKind::Type(ty) = entity.kind {
            found.entry(ty).or_insert(id);
        }
    }
    // A base type has no name of its own; the first type declared on it stands for it.
    for (id, entity) in a.entities.iter() {
        if let EntityKind::Type(ty) = entity.kind {
            found.entry(a.base(ty)).or_insert(id);
        }
    }
    found
}

/// Whether the statement is an annotation that export may have written.
fn is_annotation(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Assert(AssertKind::Written, _) | StatementKind::NotOverflow { .. })
}

fn words(list: Vec<Written>) -> Vec<Words> {
    list.iter().map(|written| Words::of(&written.text)).collect()
}

impl Lowerer<'_> {
    /// Positions of annotations that the statements behind them, or `next`, imply.
    pub(super) fn covered(&self, list: &[Statement], next: &[Words]) -> FxHashSet<usize> {
        let mut covered = FxHashSet::default();
        if !list.iter().any(is_annotation) || !self.failed_checks_end() {
            return covered;
        }
        let mut following: Vec<Words> = next.to_vec();
        for (at, statement) in list.iter().enumerate().rev() {
            if is_annotation(statement) {
                if following.contains(&Words::of(self.sources.text(statement.span))) {
                    covered.insert(at);
                    continue;
                }
            } else if list.get(at + 1).is_none_or(|s| s.span != statement.span) {
                // (Items that analysis put before a statement have its span and change no variable.)
                following.clear();
            }
            following.extend(words(written::of_statement(self, statement)));
        }
        covered
    }

    /// The same among declarations.
    pub(super) fn covered_items(&self, list: &[Item]) -> FxHashSet<usize> {
        let mut covered = FxHashSet::default();
        let mut following: Vec<Words> = Vec::new();
        for (at, item) in list.iter().enumerate().rev() {
            match item {
                Item::Statements(only) if matches!(&only[..], [s] if is_annotation(s)) && self.failed_checks_end() => {
                    if following.contains(&Words::of(self.sources.text(only[0].span))) {
                        covered.insert(at);
                    } else {
                        following.extend(words(written::of_statement(self, &only[0])));
                    }
                }
                // Constraints are evaluated with the declaration they belong to.
                Item::ConstraintCheck { .. } => {}
                // Several objects of one declaration are initialized by the same expression.
                _ => following = words(self.item_checks(item)),
            }
        }
        covered
    }

    fn item_checks(&self, item: &Item) -> Vec<Written> {
        match item {
            Item::Object { entity, init: Some(init), span } => match &self.a.entities[*entity].kind {
                EntityKind::Object(object) => written::of_object(self, object.ty, init, *span),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn failed_checks_end(&self) -> bool {
        matches!(self.target(self.a.standard.constraint_error), Target::Nowhere)
    }

    pub(super) fn condition_words(&self, condition: &Expr, span: Span) -> Vec<Words> {
        words(written::of_condition(self, condition, span))
    }

    pub(super) fn collect(&mut self, statement: &Statement) {
        if self.collected.is_none() {
            return;
        }
        // An expression function's value is no statement of the source.
        let stands = !matches!(statement.kind, StatementKind::Return(_))
            || self.sources.text(statement.span).to_lowercase().starts_with("return");
        let checks = if stands { written::of_statement(self, statement) } else { Vec::new() };
        let host = match &statement.kind {
            StatementKind::Loop { scheme: Scheme::While(_), .. } => Host::Loop(statement.span),
            _ => Host::Before(statement.span),
        };
        if let Some(collected) = &mut self.collected {
            if let StatementKind::Assert(_, condition) = &statement.kind {
                collected.stated.insert(condition.span);
            }
            collected.written.push((host, checks));
        }
    }

    pub(super) fn collect_item(&mut self, item: &Item) {
        if let Item::Object { span, .. } = item
            && self.collected.is_some()
        {
            let (host, checks) = (Host::Before(*span), self.item_checks(item));
            if let Some(collected) = &mut self.collected {
                collected.written.push((host, checks));
            }
        }
    }
}
