//! Asks the solver: does a condition follow from others, can a path be taken at all.
//!
//! Integers that come from machine integers become bit-vectors in which nothing wraps
//! ([`cairn_term::integers::reduce`]), so that a solver of bit-vectors decides them; what has no bounds is asked as
//! it is.

use super::quantifiers::{self, Trying};
use super::ranges::Comparisons;
use super::state::Path;
use super::{Judged, Refusal};
use cairn_base::Budget;
use cairn_solvers::abilities::{Limits, Outcome, Restarts};
use cairn_term::applications;
use cairn_term::integers::reduce::{Ranges, Reduction};
use cairn_term::{Sort, TermId, TermSet, Terms};

pub struct Court<'a> {
    solver: &'a mut dyn Restarts,
    pub budget: &'a Budget,
    reduction: Reduction,
    comparisons: Comparisons,
    /// Terms known to have no mathematical integers in them.
    plain: TermSet,
}

/// Whether a condition follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Yes,
    No,
    Unknown(String),
}

impl<'a> Court<'a> {
    pub fn new(solver: &'a mut dyn Restarts, budget: &'a Budget) -> Self {
        let (reduction, comparisons) = (Reduction::new(), Comparisons::default());
        Self { solver, budget, reduction, comparisons, plain: TermSet::new() }
    }
    /// Forgets all terms: others follow.
    pub fn start_over(&mut self) {
        self.solver.start_over();
        (self.reduction, self.plain) = (Reduction::new(), TermSet::new());
        self.comparisons = Comparisons::default();
    }
    /// Stops when the budget is used up.
    pub fn look(&self) -> Judged<()> {
        self.budget.check().map_err(|reason| Refusal::Unknown(reason.words().into()))
    }

    /// Whether the condition holds on every execution of the path.
    pub fn follows(&mut self, terms: &mut Terms, path: &Path, condition: TermId) -> Answer {
        let opposite = terms.not(condition);
        let mut more = Path::default();
        if !more.add(terms, opposite) || more.conjuncts.iter().any(|conjunct| path.excludes(terms, *conjunct)) {
            return Answer::Yes;
        }
        let plain = self.reduced(terms, condition);
        if self.comparisons.show(terms, path, plain) {
            return Answer::Yes;
        }
        self.impossible_with(terms, path, &more)
    }
    /// Whether no execution takes the path.
    pub fn impossible(&mut self, terms: &mut Terms, path: &Path) -> Answer {
        self.impossible_with(terms, path, &Path::default())
    }
    fn impossible_with(&mut self, terms: &mut Terms, path: &Path, more: &Path) -> Answer {
        let conjuncts: Vec<TermId> = path.conjuncts.union(&more.conjuncts).copied().collect();
        if !quantifiers::any(terms, &conjuncts) {
            return self.ask(terms, &conjuncts);
        }
        // What is asked is implied by the path: where no execution satisfies it, none takes the path.
        let few = quantifiers::without(terms, &conjuncts, Trying::Elements);
        match self.ask(terms, &few) {
            Answer::Yes => Answer::Yes,
            Answer::No | Answer::Unknown(_) => {
                let more = quantifiers::without(terms, &conjuncts, Trying::Broadly);
                self.ask(terms, &more)
            }
        }
    }
    /// Whether conditions without quantifiers cannot hold together.
    fn ask(&mut self, terms: &mut Terms, conditions: &[TermId]) -> Answer {
        if applications::any(terms, conditions) {
            let (mut plain, consistent) = applications::without(terms, conditions);
            plain.extend(consistent);
            return self.ask(terms, &plain);
        }
        let asked: Vec<TermId> = conditions.iter().map(|condition| self.reduced(terms, *condition)).collect();
        let answer = self.solver.check(terms, &asked, self.budget, Limits::default());
        match answer {
            Outcome::Unsat => Answer::Yes,
            Outcome::Sat => Answer::No,
            Outcome::Unknown(reason) => Answer::Unknown(reason.to_string()),
        }
    }

    /// The same without mathematical integers, if their bounds allow it.
    fn reduced(&mut self, terms: &mut Terms, conjunct: TermId) -> TermId {
        if !self.has_integers(terms, conjunct) {
            return conjunct;
        }
        self.reduction.reduce(terms, &Ranges::default(), conjunct).unwrap_or(conjunct)
    }
    fn has_integers(&mut self, terms: &Terms, root: TermId) -> bool {
        let mut open = vec![(root, false)];
        while let Some((term, done)) = open.pop() {
            if done {
                self.plain.insert(term);
                continue;
            }
            if self.plain.contains(term) {
                continue;
            }
            if terms.sort_data_of(term) == Sort::Int {
                return true;
            }
            open.push((term, true));
            open.extend(terms.args(term).iter().map(|arg| (*arg, false)));
        }
        false
    }
}
