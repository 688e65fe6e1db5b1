//! What a temporal property says about one state or one event of a program, in words that a front end understands.

use cairn_base::define_id;
use cairn_base::ids::Table;
use cairn_base::source::Span;

define_id!(
    /// One atom of a property.
    AtomId,
    "a"
);

/// An atom: its words as the property writes them, and where they stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    pub kind: AtomKind,
    /// The words as they were written, blanks folded: the name of the atom in pictures and traces.
    pub text: String,
    pub span: Option<Span>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AtomKind {
    /// The event that a function's body is entered.
    Call(String),
    /// The event that a function returns.
    Return(String),
    /// Either of the two.
    CallOrReturn(String),
    /// The next statement is at this line of this file.
    Place { file: String, line: u32 },
    /// The run has ended: by the return of the entry, `exit` or `abort`.
    End,
    /// A condition in the source language.
    Condition(String),
}

impl AtomKind {
    /// Whether the atom speaks of an event, and not of a state.
    pub fn is_event(&self) -> bool {
        matches!(self, AtomKind::Call(_) | AtomKind::Return(_) | AtomKind::CallOrReturn(_))
    }
}

/// The atoms of a property; the same words are the same atom.
#[derive(Clone, Default, Debug)]
pub struct Atoms {
    table: Table<AtomId, Atom>,
}

impl Atoms {
    pub fn new() -> Self {
        Self::default()
    }
    /// The atom with this meaning, made if there is none yet.
    pub fn intern(&mut self, kind: AtomKind, text: String, span: Option<Span>) -> AtomId {
        let known = self.table.iter().find(|(_, atom)| atom.kind == kind).map(|(id, _)| id);
        known.unwrap_or_else(|| self.table.push(Atom { kind, text, span }))
    }
    pub fn get(&self, id: AtomId) -> &Atom {
        &self.table[id]
    }
    pub fn iter(&self) -> impl Iterator<Item = (AtomId, &Atom)> {
        self.table.iter()
    }
    pub fn len(&self) -> usize {
        self.table.iter().count()
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
