//! Refutations of a SAT solver, checked while it finds them.
//!
//! In: what [`cairn_solvers::proof`] tells: the clauses that the solver was given and each clause that it derives, with those
//! from which it follows. Out: a [`Record`] that says whether every answer "no model" was confirmed. A derived
//! clause counts if its negation, propagated through the clauses that it names, in that order, leads to a conflict (reverse
//! unit propagation with hints). Each step costs as much as the clauses it names are long, so checking is linear in the proof.
//! Deleting is forgetting and needs no check. Clauses with a witness (which keep satisfiability and do not follow) are
//! not believed.
//!
//! Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, "Efficient Certified RAT Verification" (2017); Heule, Hunt, Wetzler,
//! "Trimming while Checking Clausal Proofs" (2013). Departing from the former, hints that are not unit are skipped and proofs are not
//! kept.
//!
//! Deliberately absent: where the clauses come from. That they say what a program does is for its translation to answer.

use cairn_solvers::proof::{ProofSink, ProofSinks};
use std::sync::{Arc, Mutex, PoisonError};

/// Beyond so many clauses, literals of clauses in use, and literals looked at, a proof is not followed any more: what is checked then
/// costs a few hundredths of a second, and to follow all of a long search would add a tenth to its time.
const MOST_CLAUSES: usize = 100_000;
const MOST_LITERALS: usize = 1_000_000;
const MOST_EFFORT: u64 = 2_000_000;

/// What checking came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Ruling {
    /// Nobody is checking.
    #[default]
    NotChecked,
    /// Every refutation so far was confirmed.
    Confirmed,
    /// Some refutation was not followed; why.
    GivenUp(&'static str),
    /// Some refutation is wrong; why.
    Wrong(&'static str),
}

/// What the checkers of a run found out, readable while they work.
#[derive(Clone, Debug, Default)]
pub struct Record(Arc<Mutex<Ruling>>);

impl Record {
    pub fn ruling(&self) -> Ruling {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
    /// From now on solvers are checked that get their sinks here.
    pub fn checkers(&self) -> ProofSinks {
        self.enter(Ruling::Confirmed);
        let record = self.clone();
        ProofSinks::new(move || Box::new(Checker::new(record.clone())))
    }
    /// What one checker finds counts for all: nothing takes back what is worse.
    fn enter(&self, new: Ruling) {
        let badness = |ruling: &Ruling| match ruling {
            Ruling::NotChecked => 0,
            Ruling::Confirmed => 1,
            Ruling::GivenUp(_) => 2,
            Ruling::Wrong(_) => 3,
        };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if badness(&new) > badness(&known) {
            *known = new;
        }
    }
}

/// Checks one solver.
struct Checker {
    record: Record,
    /// What was given and has no id yet, if `is_given`.
    given: Vec<i32>,
    is_given: bool,
    clauses: Clauses,
    /// Per literal, the step in which it is true. Steps are never reset, so this is never cleared.
    true_in: Vec<u64>,
    step: u64,
    effort: u64,
    /// Nothing more is checked.
    is_over: bool,
}

/// The clauses that may be used, by id. Ids are small: solvers count.
#[derive(Default)]
struct Clauses {
    /// Where each begins in `literals`, and how many literals it has.
    places: Vec<Option<(u32, u32)>>,
    literals: Vec<i32>,
    /// Literals of clauses that were deleted.
    unused: usize,
}

impl Clauses {
    fn get(&self, id: i64) -> Option<&[i32]> {
        let (start, length) = (*self.places.get(usize::try_from(id).ok()?)?)?;
        self.literals.get(start as usize..(start + length) as usize)
    }
    /// False if there is no room for it.
    fn insert(&mut self, id: i64, clause: &[i32]) -> bool {
        self.remove(id);
        let used = self.literals.len() - self.unused;
        let index = usize::try_from(id).ok().filter(|index| *index < MOST_CLAUSES && used < MOST_LITERALS);
        let place = u32::try_from(self.literals.len()).ok().zip(u32::try_from(clause.len()).ok());
        let (Some(index), Some(place)) = (index, place) else { return false };
        if self.places.len() <= index {
            self.places.resize(index + 1, None);
        }
        self.places[index] = Some(place);
        self.literals.extend_from_slice(clause);
        true
    }
    fn remove(&mut self, id: i64) {
        let place = usize::try_from(id).ok().and_then(|index| self.places.get_mut(index)?.take());
        let Some((_, length)) = place else { return };
        self.unused += length as usize;
        if self.unused > 1 << 16 && self.unused > self.literals.len() / 2 {
            let mut kept = Vec::with_capacity(self.literals.len() - self.unused);
            for (start, length) in self.places.iter_mut().flatten() {
                let moved = kept.len() as u32;
                kept.extend_from_slice(&self.literals[*start as usize..(*start + *length) as usize]);
                *start = moved;
            }
            (self.literals, self.unused) = (kept, 0);
        }
    }
}

fn index(literal: i32) -> usize {
    literal.unsigned_abs() as usize * 2 + usize::from(literal < 0)
}

/// Whether two clauses have the same literals.
fn same(one: &[i32], other: &[i32]) -> bool {
    one == other || (one.iter().all(|l| other.contains(l)) && other.iter().all(|l| one.contains(l)))
}

impl Checker {
    fn new(record: Record) -> Self {
        let (given, clauses, true_in) = (Vec::new(), Clauses::default(), Vec::new());
        Self { record, given, is_given: false, clauses, true_in, step: 0, effort: 0, is_over: false }
    }
    fn end(&mut self, ruling: Ruling) {
        self.record.enter(ruling);
        self.is_over = true;
        (self.clauses, self.true_in, self.given) = (Clauses::default(), Vec::new(), Vec::new());
    }
    fn insert(&mut self, id: i64, clause: &[i32]) {
        let has_room = self.clauses.insert(id, clause);
        let largest = clause.iter().map(|literal| index(*literal) | 1).max().unwrap_or(0);
        if self.true_in.len() <= largest {
            self.true_in.resize((largest + 1).next_power_of_two(), 0);
        }
        if !has_room || self.effort > MOST_EFFORT {
            self.end(Ruling::GivenUp("its refutation is too long to be checked"));
        }
    }
    /// Whether a clause follows from others by unit propagation in the order in which they are named.
    fn follows(&mut self, clause: &[i32], antecedents: &[i64]) -> bool {
        self.step += 1;
        let step = self.step;
        for literal in clause {
            match self.true_in.get(index(*literal)) {
                // A literal and its negation: the clause is always true.
                Some(true_in) if *true_in == step => return true,
                Some(_) => self.true_in[index(-literal)] = step,
                // No clause has this variable, so no propagation comes to it.
                None => {}
            }
        }
        for id in antecedents {
            let Some(hint) = self.clauses.get(*id) else { return false };
            self.effort += hint.len() as u64;
            let mut open = hint.iter().filter(|literal| self.true_in[index(-**literal)] != step);
            match (open.next().copied(), open.next()) {
                (None, _) => return true,
                (Some(unit), None) => self.true_in[index(unit)] = step,
                (Some(_), Some(_)) => {}
            }
        }
        false
    }
}

impl ProofSink for Checker {
    fn given(&mut self, clause: &[i32]) {
        if !self.is_over {
            self.given.clear();
            self.given.extend_from_slice(clause);
            self.is_given = true;
        }
    }
    fn original(&mut self, id: i64, clause: &[i32], restored: bool) {
        if self.is_over {
            return;
        }
        let given = Some(self.given.as_slice()).filter(|_| std::mem::take(&mut self.is_given));
        let known = if restored { self.clauses.get(id) } else { given };
        match known.is_some_and(|known| same(known, clause)) {
            true => self.insert(id, clause),
            false => self.end(Ruling::Wrong("the solver used a clause that it was not given")),
        }
    }
    fn derived(&mut self, id: i64, clause: &[i32], antecedents: &[i64], has_witness: bool) {
        if self.is_over {
            return;
        }
        if has_witness {
            self.end(Ruling::GivenUp("its refutation has a step that is not checked"));
        } else if self.follows(clause, antecedents) {
            self.insert(id, clause);
        } else {
            self.end(Ruling::Wrong("the solver derived a clause that does not follow"));
        }
    }
    fn deleted(&mut self, id: i64, may_be_restored: bool) {
        if !self.is_over && !may_be_restored {
            self.clauses.remove(id);
        }
    }
    fn refuted(&mut self, assumptions: &[i32], because: &[i64]) {
        if self.is_over {
            return;
        }
        let is_assumed = |literal: &i32| assumptions.contains(&-literal);
        let contradicts = |id: &i64| self.clauses.get(*id).is_some_and(|clause| clause.iter().all(is_assumed));
        if !because.iter().any(contradicts) {
            self.end(Ruling::Wrong("the solver's refutation does not end in a contradiction"));
        }
    }
    fn listens(&self) -> bool {
        !self.is_over
    }
}

#[cfg(test)]
mod tests;
