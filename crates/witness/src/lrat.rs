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
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Beyond so many literals of clauses in use, and literals looked at, a proof is not followed any more.
const MOST_LITERALS: usize = 30_000_000;
const MOST_EFFORT: u64 = 2_000_000_000;

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
    /// What was given and has no id yet.
    given: Option<Vec<i32>>,
    clauses: Clauses,
    /// Per literal, the step in which it is true. Steps are never reset, so this is never cleared.
    true_in: Vec<u64>,
    step: u64,
    effort: u64,
    /// Nothing more is checked.
    is_over: bool,
}

/// The clauses that may be used, by id.
#[derive(Default)]
struct Clauses {
    /// Where each begins in `literals`, and how many literals it has.
    places: FxHashMap<i64, (usize, usize)>,
    literals: Vec<i32>,
    /// Literals of clauses that were deleted.
    unused: usize,
}

impl Clauses {
    fn get(&self, id: i64) -> Option<&[i32]> {
        self.places.get(&id).map(|(start, length)| &self.literals[*start..start + length])
    }
    fn insert(&mut self, id: i64, clause: &[i32]) {
        self.remove(id);
        self.places.insert(id, (self.literals.len(), clause.len()));
        self.literals.extend_from_slice(clause);
    }
    fn remove(&mut self, id: i64) {
        let Some((_, length)) = self.places.remove(&id) else { return };
        self.unused += length;
        if self.unused > 1 << 16 && self.unused > self.literals.len() / 2 {
            let mut kept = Vec::with_capacity(self.literals.len() - self.unused);
            for (start, length) in self.places.values_mut() {
                let moved = kept.len();
                kept.extend_from_slice(&self.literals[*start..*start + *length]);
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
        let (given, clauses, true_in) = (None, Clauses::default(), Vec::new());
        Self { record, given, clauses, true_in, step: 0, effort: 0, is_over: false }
    }
    fn end(&mut self, ruling: Ruling) {
        self.record.enter(ruling);
        self.is_over = true;
        (self.clauses, self.true_in, self.given) = (Clauses::default(), Vec::new(), None);
    }
    fn insert(&mut self, id: i64, clause: &[i32]) {
        self.clauses.insert(id, clause);
        let largest = clause.iter().map(|literal| index(*literal) | 1).max().unwrap_or(0);
        if self.true_in.len() <= largest {
            self.true_in.resize((largest + 1).next_power_of_two(), 0);
        }
        if self.clauses.literals.len() - self.clauses.unused > MOST_LITERALS || self.effort > MOST_EFFORT {
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
            self.given = Some(clause.to_vec());
        }
    }
    fn original(&mut self, id: i64, clause: &[i32], restored: bool) {
        if self.is_over {
            return;
        }
        let given = self.given.take();
        let known = if restored { self.clauses.get(id) } else { given.as_deref() };
        match known {
            Some(known) if same(known, clause) => self.insert(id, clause),
            _ => self.end(Ruling::Wrong("the solver used a clause that it was not given")),
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
