//! The memory objects that may be alive in a set of executions, by number.
//!
//! States are copied wherever ways part, and there is an object for every procedure: so procedures, of which hardly any
//! execution changes anything, take no room, and copies share the rest until one of them changes it.

use super::shape::Leaves;
use cairn_term::TermId;
use std::collections::BTreeMap;
use std::ops::Index;
use std::rc::Rc;

/// What is known of a memory object besides its kind, type and size, which never change.
#[derive(Clone, PartialEq, Debug)]
pub struct Contents {
    pub value: Leaves,
    pub live: TermId,
}

/// Objects that are not here are dead, or unknown.
#[derive(Clone, Debug)]
pub struct Objects {
    /// The numbers from 1 to this one are procedures.
    procedures: u64,
    /// What a procedure holds that is not in `own`.
    untouched: Contents,
    own: Rc<BTreeMap<u64, Contents>>,
}

impl Objects {
    /// Procedures, all alive, and nothing else.
    pub fn new(procedures: usize, alive: TermId) -> Self {
        let untouched = Contents { value: Leaves::new(), live: alive };
        Self { procedures: procedures as u64, untouched, own: Rc::default() }
    }
    fn is_procedure(&self, id: u64) -> bool {
        (1..=self.procedures).contains(&id)
    }
    /// How many there are beside procedures.
    pub fn count(&self) -> usize {
        self.own.len()
    }
    pub fn contains(&self, id: u64) -> bool {
        self.is_procedure(id) || self.own.contains_key(&id)
    }
    pub fn get(&self, id: u64) -> Option<&Contents> {
        self.own.get(&id).or_else(|| self.is_procedure(id).then_some(&self.untouched))
    }
    pub fn get_mut(&mut self, id: u64) -> Option<&mut Contents> {
        if self.is_procedure(id) {
            return Some(Rc::make_mut(&mut self.own).entry(id).or_insert_with(|| self.untouched.clone()));
        }
        if !self.own.contains_key(&id) {
            return None;
        }
        Rc::make_mut(&mut self.own).get_mut(&id)
    }
    pub fn insert(&mut self, id: u64, contents: Contents) {
        Rc::make_mut(&mut self.own).insert(id, contents);
    }
    /// Forgets an object that is dead. (A procedure stays, dead.)
    pub fn remove(&mut self, id: u64) {
        if !self.is_procedure(id) {
            Rc::make_mut(&mut self.own).remove(&id);
        }
    }
    /// All of them, procedures first.
    pub fn ids(&self) -> Vec<u64> {
        (1..=self.procedures).chain(self.ids_of_data()).collect()
    }
    /// Those that are no procedures.
    pub fn ids_of_data(&self) -> impl Iterator<Item = u64> + '_ {
        self.own.keys().copied().filter(|id| !self.is_procedure(*id))
    }
    /// The objects of two ways that meet, where they differ: contents of both sides, if they are there.
    pub fn merge(&self, other: &Self, mut both: impl FnMut(Option<&Contents>, Option<&Contents>) -> Contents) -> Self {
        if Rc::ptr_eq(&self.own, &other.own) {
            return self.clone();
        }
        let mut merged = self.clone();
        let ids: Vec<u64> = self.own.keys().chain(other.own.keys()).copied().collect();
        for id in ids {
            let (a, b) = (self.get(id), other.get(id));
            if a != b {
                let contents = both(a, b);
                merged.insert(id, contents);
            }
        }
        merged
    }
}

impl Index<&u64> for Objects {
    type Output = Contents;
    fn index(&self, id: &u64) -> &Contents {
        self.get(*id).unwrap_or(&self.untouched)
    }
}
