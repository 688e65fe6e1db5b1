//! The judge of proofs: `witness` re-checks them on the program that was asked about, with another solver than the
//! one that found them if there is one.

use super::Subject;
use crate::request::Request;
use crate::solvers::Choice;
use cairn_base::Budget;
use cairn_engines::Backend;
use cairn_ir::{Proof, ProofMethod, PropertyId};
use cairn_witness::recheck::{Claim, Refusal, recheck};
use std::time::Duration;

/// Solvers that re-check, the first that is installed and did not find the proof.
const PREFERRED: [&str; 3] = ["z3", "cvc5", "bitwuzla"];
/// Time for one proof and one solver.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) struct Judge {
    /// The solver that finds proofs.
    finder: Choice,
    budget: Budget,
    /// Looked for when it is needed first.
    other: Option<Choice>,
}

impl Judge {
    pub fn new(request: &Request, budget: &Budget) -> Self {
        Self { finder: request.solver.clone(), budget: budget.clone(), other: None }
    }
    /// Confirms a proof, or says why not. Proofs by complete unwinding have no loops to speak of: what they rest on
    /// is the search itself.
    pub fn confirm(&mut self, subject: &Subject, property: PropertyId, proof: &Proof) -> Result<(), String> {
        if proof.by == ProofMethod::UnwindingComplete {
            return Ok(());
        }
        let other = self.other().clone();
        match self.ask(&other, subject, property, proof) {
            // A solver may give up where another does not.
            Err(Refusal::Unknown(_)) if other != Choice::Builtin => {
                self.ask(&Choice::Builtin, subject, property, proof).map_err(|refusal| refusal.to_string())
            }
            answer => answer.map_err(|refusal| refusal.to_string()),
        }
    }
    fn other(&mut self) -> &Choice {
        let finder = &self.finder;
        self.other.get_or_insert_with(|| {
            let installed = PREFERRED.iter().filter_map(|name| Choice::from_user(name).ok());
            installed.into_iter().find(|choice| choice != finder).unwrap_or(Choice::Builtin)
        })
    }
    fn ask(&self, solver: &Choice, subject: &Subject, property: PropertyId, proof: &Proof) -> Result<(), Refusal> {
        let budget = self.budget.within(PATIENCE);
        let mut solver: Box<dyn Backend> = solver.start(&budget).map_err(Refusal::Unknown)?;
        let depth = match proof.by {
            ProofMethod::KInduction(k) => k,
            _ => 1,
        };
        let claim = Claim {
            original: &subject.program,
            program: proof.program.as_deref().unwrap_or(&subject.program),
            entries: &subject.options.entries,
            properties: &[property],
            loops: &proof.loops,
            depth,
        };
        match recheck(&claim, &mut *solver, &budget)?.remove(&property) {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }
}
