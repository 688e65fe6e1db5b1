//! Which names are types at the current place.
//!
//! C cannot be parsed without knowing that: `(a) * b` is a cast or a product. Nothing else about names
//! is kept.

use crate::syntax::ast::BasicKind;
use crate::syntax::names::{Names, Symbol};

/// A type whose name is declared before the first line, and may be declared anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Predeclared {
    VaList,
    Basic(BasicKind),
}

/// `__CPROVER_size_t` has the width of a pointer, like `long` in both data models.
const PREDECLARED: [(&str, Predeclared); 8] = [
    ("__builtin_va_list", Predeclared::VaList),
    ("__builtin_ms_va_list", Predeclared::VaList),
    ("__int128_t", Predeclared::Basic(BasicKind::Int128)),
    ("__uint128_t", Predeclared::Basic(BasicKind::UnsignedInt128)),
    ("__float80", Predeclared::Basic(BasicKind::Float64x)),
    ("__float128", Predeclared::Basic(BasicKind::Float128)),
    ("__CPROVER_size_t", Predeclared::Basic(BasicKind::UnsignedLong)),
    ("__CPROVER_ssize_t", Predeclared::Basic(BasicKind::Long)),
];

#[derive(Debug)]
pub(crate) struct Scopes {
    predeclared: [Symbol; PREDECLARED.len()],
    /// For each symbol, whether the innermost declaration of it is a typedef.
    is_typedef: Vec<bool>,
    /// What to restore when scopes close.
    changes: Vec<(Symbol, bool)>,
    /// Length of `changes` where each open scope began.
    marks: Vec<usize>,
}

impl Scopes {
    pub fn new(names: &mut Names) -> Self {
        let predeclared = PREDECLARED.map(|(name, _)| names.intern(name));
        let mut scopes = Self { predeclared, is_typedef: Vec::new(), changes: Vec::new(), marks: Vec::new() };
        for symbol in predeclared {
            scopes.declare(symbol, true);
        }
        scopes
    }
    /// The type that a predeclared typedef name stands for. A program that makes it another type of its
    /// own still gets this one, as with gcc, where it would have to be the same.
    pub fn predeclared(&self, symbol: Symbol) -> Option<Predeclared> {
        let index = self.predeclared.iter().position(|s| *s == symbol)?;
        Some(PREDECLARED[index].1)
    }
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
