//! Which names are types at the current place.
//!
//! C cannot be parsed without knowing that: `(a) * b` is a cast or a product. Nothing else about names
//! is kept.

use crate::syntax::names::Symbol;

#[derive(Debug, Default)]
pub(crate) struct Scopes {
    /// For each symbol, whether the innermost declaration of it is a typedef.
    is_typedef: Vec<bool>,
    /// What to restore when scopes close.
    changes: Vec<(Symbol, bool)>,
    /// Length of `changes` where each open scope began.
    marks: Vec<usize>,
}

impl Scopes {
    pub fn is_typedef(&self, symbol: Symbol) -> bool {
        self.is_typedef.get(symbol.0 as usize).copied().unwrap_or(false)
    }
    pub fn declare(&mut self, symbol: Symbol, is_typedef: bool) {
        let index = symbol.0 as usize;
        if self.is_typedef.len() <= index {
            if !is_typedef {
                return;
            }
            self.is_typedef.resize(index + 1, false);
        }
        let before = std::mem::replace(&mut self.is_typedef[index], is_typedef);
        if before != is_typedef && !self.marks.is_empty() {
            self.changes.push((symbol, before));
        }
    }
    pub fn open(&mut self) {
        self.marks.push(self.changes.len());
    }
    pub fn close(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        for (symbol, before) in self.changes.drain(mark..).rev() {
            self.is_typedef[symbol.0 as usize] = before;
        }
    }
}
