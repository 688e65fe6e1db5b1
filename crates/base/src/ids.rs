//! Typed 32-bit indices and the tables they index.
//!
//! Everything in Cairn refers to everything else by such an index into a table that somebody owns;
//! there are no shared mutable references and no global state.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index into a [`Table`]. Implement it with [`define_id!`](crate::define_id).
pub trait Id: Copy + Eq + Ord + std::hash::Hash + std::fmt::Debug {
    fn from_index(index: usize) -> Self;
    fn index(self) -> usize;
}

/// Declares a typed index: `define_id!(/// doc BlockId, "b");` prints as `b3`.
#[macro_export]
macro_rules! define_id {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
        impl $crate::ids::Id for $name {
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("table with more than 2^32 entries"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}

/// A growable table owned by one place and indexed by one id type. Entries are never removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<I, T> {
    entries: Vec<T>,
    index: PhantomData<fn(I)>,
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Self {
        Self { entries: Vec::new(), index: PhantomData }
    }
}

impl<I: Id, T> Table<I, T> {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn push(&mut self, entry: T) -> I {
        let id = I::from_index(self.entries.len());
        self.entries.push(entry);
        id
    }
    /// The id the next [`push`](Self::push) will return.
    pub fn next_id(&self) -> I {
        I::from_index(self.entries.len())
    }
    pub fn get(&self, id: I) -> Option<&T> {
        self.entries.get(id.index())
    }
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.entries.len()).map(I::from_index)
    }
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.entries.iter().enumerate().map(|(i, t)| (I::from_index(i), t))
    }
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> {
        self.entries.iter_mut().enumerate().map(|(i, t)| (I::from_index(i), t))
    }
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.entries[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.entries[id.index()]
    }
}

impl<I: Id, T> FromIterator<T> for Table<I, T> {
    fn from_iter<X: IntoIterator<Item = T>>(entries: X) -> Self {
        Self { entries: entries.into_iter().collect(), index: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    define_id!(TestId, "t");

    #[test]
    fn ids_index_what_they_were_given_for() {
        let mut table: Table<TestId, &str> = Table::new();
        let a = table.push("a");
        let b = table.push("b");
        assert_eq!((table[a], table[b]), ("a", "b"));
        assert_eq!(format!("{b:?}"), "t1");
        assert_eq!(table.ids().collect::<Vec<_>>(), vec![a, b]);
    }
}
