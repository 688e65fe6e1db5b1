//! The judge of proofs: `witness` re-checks them on the program that was asked about, with another solver than the
//! one that found them if there is one.

use super::Subject;
use crate::request::Request;
use crate::solvers::Choice;
use cairn_base::Budget;
use cairn_engines::Backend;
use cairn_ir::display::condition_text;
use cairn_ir::{Decision, Proof, ProofMethod, PropertyId, Verdict};
use cairn_witness::lrat::{Record, Ruling};
use cairn_witness::recheck::{Claim, Refusal, recheck};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Solvers that re-check: those that are installed and did not find the proof, then the built-in one.
const PREFERRED: [&str; 3] = ["bitwuzla", "z3", "cvc5"];
/// Time for one proof and one solver: in the first round, as one may soon decide what another never does, and in the second.
const PATIENCE: [Duration; 2] = [Duration::from_secs(4), Duration::from_secs(20)];
/// More for every property that it is about.
const FOR_EACH: Duration = Duration::from_millis(20);

/// What a solver makes of a proof: the properties that it does not show, or why it shows none.
type Answer = Result<BTreeMap<PropertyId, Refusal>, Refusal>;

/// What confirmed a proof beside the engine that found it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// The judge of invariants, on the program that was asked about.
    Judge,
    /// The checker of refutations: every formula of which the built-in SAT solver says that it has no model has none.
    Refutations,
    /// Nothing; why.
    Not(&'static str),
}

pub(super) struct Judge {
    /// The solver that finds proofs.
    finder: Choice,
    /// What became of the refutations that complete unwindings rest on.
    record: Record,
    budget: Budget,
    /// The preferred ones, each looked for when it is needed first: that starts a process.
    others: [Option<Option<Choice>>; PREFERRED.len()],
}

impl Judge {
    pub fn new(request: &Request, budget: &Budget) -> Self {
        Self {
            finder: request.solver.clone(),
            record: Record::default(),
            budget: budget.clone(),
            others: Default::default(),
        }
    }
    /// The same judge with another budget.
    pub fn within(&self, budget: &Budget) -> Self {
        Self {
            finder: self.finder.clone(),
            record: self.record.clone(),
            budget: budget.clone(),
            others: self.others.clone(),
        }
    }
    pub fn record(&self) -> &Record {
        &self.record
    }
    /// What confirms a proof that is not refused.
    pub fn checked(&self, decision: &Decision) -> Option<Checked> {
        let Verdict::Proved(proof) = &decision.verdict else { return None };
        if proof.by != ProofMethod::UnwindingComplete {
            return Some(Checked::Judge);
        }
        Some(match self.record.ruling() {
            Ruling::Confirmed => Checked::Refutations,
            Ruling::NotChecked => Checked::Not("refutations of other solvers than the built-in one are not checked"),
            Ruling::GivenUp(why) | Ruling::Wrong(why) => Checked::Not(why),
        })
    }
    /// Which of these decisions are proofs that are not confirmed, and why. Proofs by complete unwinding have no
    /// loops to speak of: they rest on refutations, which are checked while they are found.
    pub fn refused(&mut self, subject: &Subject, decisions: &[Decision]) -> BTreeMap<PropertyId, String> {
        let proof = |decision: &Decision| match &decision.verdict {
            Verdict::Proved(proof) if proof.by != ProofMethod::UnwindingComplete => {
                Some((decision.property, proof.clone()))
            }
            _ => None,
        };
        let proofs: Vec<(PropertyId, Proof)> = decisions.iter().filter_map(proof).collect();
        let mut refused = self.refused_unwindings(decisions);
        let mut open: BTreeSet<PropertyId> = proofs.iter().map(|(property, _)| *property).collect();
        if proofs.len() > 1
            && let Some(all) = together(&proofs)
        {
            let properties: Vec<PropertyId> = open.iter().copied().collect();
            match self.confirm(subject, &properties, &all) {
                Ok(left) => open = left.into_keys().collect(),
                // The walk is the same whichever property is asked about: what it stumbles over is there for each.
                Err(refusal) if have_same_parts(&proofs) && !matches!(refusal, Refusal::Unknown(_)) => {
                    refused.extend(proofs.iter().map(|(property, proof)| (*property, in_words(&refusal, proof))));
                    return refused;
                }
                Err(_) => {}
            }
        }
        let alone = |(property, proof): &(PropertyId, Proof)| {
            let refusal = match self.confirm(subject, &[*property], proof) {
                Ok(mut refused) => refused.pop_first()?.1,
                Err(refusal) => refusal,
            };
            Some((*property, in_words(&refusal, proof)))
        };
        refused.extend(proofs.iter().filter(|(property, _)| open.contains(property)).filter_map(alone));
        refused
    }
    /// Complete unwindings do not count where a refutation of the solver turned out to be wrong.
    fn refused_unwindings(&self, decisions: &[Decision]) -> BTreeMap<PropertyId, String> {
        let Ruling::Wrong(why) = self.record.ruling() else { return BTreeMap::new() };
        let rests_on_it = |decision: &&Decision| matches!(&decision.verdict, Verdict::Proved(proof) if proof.by == ProofMethod::UnwindingComplete);
        decisions.iter().filter(rests_on_it).map(|decision| (decision.property, why.to_string())).collect()
    }
    /// The properties that the proof does not show, if its invariants are such. Whoever does not know is not the last to
    /// be asked.
    fn confirm(&mut self, subject: &Subject, properties: &[PropertyId], proof: &Proof) -> Answer {
        let mut answer: Answer = Err(Refusal::Unknown("no solver".into()));
        for patience in PATIENCE {
            for number in 0..=PREFERRED.len() {
                // To start a solver takes longer than to see that nobody waits for the answer any more.
                if let Err(reason) = self.budget.look() {
                    return Err(Refusal::Unknown(reason.words().into()));
                }
                let Some(solver) = self.solver(number) else { continue };
                answer = self.ask(&solver, subject, properties, proof, patience);
                let does_not_know = |refusal: &Refusal| matches!(refusal, Refusal::Unknown(_));
                let is_open = match &answer {
                    Ok(refused) => refused.values().any(does_not_know),
                    Err(refusal) => does_not_know(refusal),
                };
                if !is_open {
                    return answer;
                }
            }
        }
        answer
    }
    /// One of the preferred solvers, if it is installed and did not find the proofs; the built-in one is the last.
    fn solver(&mut self, number: usize) -> Option<Choice> {
        let (Some(known), Some(name)) = (self.others.get_mut(number), PREFERRED.get(number)) else {
            return Some(Choice::Builtin);
        };
        let find = || Choice::from_user(name).ok().filter(|choice| *choice != self.finder);
        known.get_or_insert_with(find).clone()
    }
    fn ask(
        &self,
        solver: &Choice,
        subject: &Subject,
        properties: &[PropertyId],
        proof: &Proof,
        patience: Duration,
    ) -> Answer {
        let properties_take = FOR_EACH.saturating_mul(u32::try_from(properties.len()).unwrap_or(u32::MAX));
        let budget = self.budget.within(patience.saturating_add(properties_take));
        let mut solver: Box<dyn Backend> = solver.start(&budget).map_err(Refusal::Unknown)?;
        let depth = match proof.by {
            ProofMethod::KInduction(k) => k,
            _ => 1,
        };
        let claim = Claim {
            original: &subject.program,
            program: proof.program.as_deref().unwrap_or(&subject.program),
            entries: &subject.entries,
            properties,
            loops: &proof.loops,
            procedures: &proof.procedures,
            depth,
        };
        recheck(&claim, &mut *solver, &budget)
    }
}

/// A refusal with invariants in the words of the source.
fn in_words(refusal: &Refusal, proof: &Proof) -> String {
    match (refusal, &proof.program) {
        (Refusal::NotInductive { invariant, initially, .. }, Some(program)) => {
            let how = if *initially { "does not hold at first" } else { "is not preserved" };
            format!("the invariant `{}` {how}", condition_text(program, *invariant))
        }
        (Refusal::NotSummary { condition, at_entry, procedure }, Some(program)) => {
            let what = if *at_entry { "does not hold at a call" } else { "does not hold at its return" };
            let (name, text) = (&program.procedures[*procedure].name, condition_text(program, *condition));
            format!("of the summary of `{name}`, `{text}` {what}")
        }
        (Refusal::NotImplied(_), _) => "the property does not follow from the invariants".into(),
        (other, _) => other.to_string(),
    }
}

/// Whether proofs say the same of the same loops and procedures.
fn have_same_parts(proofs: &[(PropertyId, Proof)]) -> bool {
    proofs.windows(2).all(|pair| {
        let [(_, a), (_, b)] = pair else { return false };
        Arc::ptr_eq(&a.loops, &b.loops) && Arc::ptr_eq(&a.procedures, &b.procedures)
    })
}

/// One proof of all, if they are of one kind and over one program: with the invariants of each.
fn together(proofs: &[(PropertyId, Proof)]) -> Option<Proof> {
    let (_, first) = proofs.first()?;
    let mut loops = first.loops.to_vec();
    for (_, proof) in &proofs[1..] {
        let same_program = match (&proof.program, &first.program) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        if proof.by != first.by || !same_program {
            return None;
        }
        let other = if Arc::ptr_eq(&proof.loops, &first.loops) { &[][..] } else { &proof.loops[..] };
        for of_loop in other {
            match loops.iter_mut().find(|l| l.place == of_loop.place) {
                Some(known) => {
                    let new = of_loop.invariants.iter().filter(|i| !known.invariants.contains(i));
                    let new: Vec<_> = new.copied().collect();
                    known.invariants.extend(new);
                }
                None => loops.push(of_loop.clone()),
            }
        }
        // Of two summaries of one procedure, neither need hold by itself what the other relies on.
        if !Arc::ptr_eq(&proof.procedures, &first.procedures) && proof.procedures != first.procedures {
            return None;
        }
    }
    Some(Proof { loops: loops.into(), ..first.clone() })
}
