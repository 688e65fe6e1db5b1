//! What a machine notes while it makes terms, by condition: executions that are not followed, and objects whose address is
//! seen. Kept apart from the machine while the same value may be needed under several conditions.

use crate::machine::Machine;
use cairn_term::TermId;
use std::collections::BTreeMap;

/// Conditions, by what holds under them.
#[derive(Default)]
pub struct Notes {
    left_out: BTreeMap<&'static str, TermId>,
    exposures: BTreeMap<u32, TermId>,
}

impl Machine<'_> {
    /// Does something, and gives what it notes instead of keeping it.
    pub fn noting<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> (T, Notes) {
        let before = (self.left_out_count(), self.exposures.len());
        let result = action(self);
        let mut notes = Notes::default();
        for (condition, what) in self.take_left_out_from(before.0) {
            let all = notes.left_out.get(what).map_or(condition, |other| self.terms.or(*other, condition));
            notes.left_out.insert(what, all);
        }
        for (object, condition) in self.exposures.split_off(before.1) {
            let all = notes.exposures.get(&object).map_or(condition, |other| self.terms.or(*other, condition));
            notes.exposures.insert(object, all);
        }
        (result, notes)
    }
    pub fn add_notes(&mut self, notes: &Notes) {
        for (what, condition) in &notes.left_out {
            self.leave_out(*condition, what);
        }
        self.exposures.extend(notes.exposures.iter().map(|(object, condition)| (*object, *condition)));
    }
    /// The ones or the others, by a condition.
    pub fn choose_notes(&mut self, condition: TermId, a: &Notes, b: &Notes) -> Notes {
        Notes {
            left_out: self.choose_conditions(condition, &a.left_out, &b.left_out),
            exposures: self.choose_conditions(condition, &a.exposures, &b.exposures),
        }
    }
    pub fn join_notes(&mut self, mut all: Notes, more: &Notes) -> Notes {
        self.join_conditions(&mut all.left_out, &more.left_out);
        self.join_conditions(&mut all.exposures, &more.exposures);
        all
    }
    fn choose_conditions<K: Copy + Ord>(
        &mut self,
        condition: TermId,
        a: &BTreeMap<K, TermId>,
        b: &BTreeMap<K, TermId>,
    ) -> BTreeMap<K, TermId> {
        let never = self.terms.ff();
        let mut chosen = BTreeMap::new();
        for key in a.keys().chain(b.keys()) {
            let (x, y) = (a.get(key).copied().unwrap_or(never), b.get(key).copied().unwrap_or(never));
            chosen.insert(*key, self.terms.ite(condition, x, y));
        }
        chosen
    }
    fn join_conditions<K: Copy + Ord>(&mut self, all: &mut BTreeMap<K, TermId>, more: &BTreeMap<K, TermId>) {
        for (key, condition) in more {
            let joined = all.get(key).map_or(*condition, |other| self.terms.or(*other, *condition));
            all.insert(*key, joined);
        }
    }
}
