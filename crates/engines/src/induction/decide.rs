//! Which candidates are inductive together, which properties follow, and what each proof needs.

use super::NAME as ENGINE;
use super::cutting::{Candidate, CutProgram, Cutter, Plan};
use crate::backend::Backend;

use crate::observer::Observer;
use cairn_base::Budget;
use cairn_ir::{Decision, ExprId, ExprKind, LoopPlace, LoopProof, Program, Proof, ProofMethod, PropertyId, Verdict};
use cairn_solvers::abilities::{Limits, Outcome as Answer};
use cairn_term::{Evaluator, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Conflicts for one question: about all at once, and about one thing.
const TOGETHER: u64 = 60_000;
const ALONE: u64 = 15_000;

pub(super) struct Decider<'p, 's> {
    cutter: Cutter<'p>,
    solver: &'s mut dyn Backend,
    budget: &'p Budget,
    program: &'p Arc<Program>,
    plan: Plan,
    candidates: Vec<(LoopPlace, Candidate)>,
    /// Candidates that nothing speaks against yet.
    active: FxHashSet<usize>,
    open: Vec<PropertyId>,
    decisions: Vec<Decision>,
    /// Whether there are quantified candidates.
    quantified: bool,
    /// Executions of the last cut program that end normally or go round a loop.
    ends: Vec<TermId>,
}

impl<'p, 's> Decider<'p, 's> {
    pub fn new(
        cutter: Cutter<'p>,
        solver: &'s mut dyn Backend,
        budget: &'p Budget,
        program: &'p Arc<Program>,
        plan: &Plan,
        properties: &[PropertyId],
    ) -> Self {
        let of_place = |(place, own): (&LoopPlace, &Vec<Candidate>)| {
            own.iter().map(|candidate| (place.clone(), *candidate)).collect::<Vec<_>>()
        };
        let mut candidates: Vec<(LoopPlace, Candidate)> = plan.candidates.iter().flat_map(of_place).collect();
        candidates.sort_by_key(|(_, candidate)| candidate.number);
        let active = candidates.iter().map(|(_, c)| c.number).collect();
        let is_quantified = |c: &Candidate| matches!(program.expr(c.condition).kind, ExprKind::Forall(..));
        let quantified = candidates.iter().any(|(_, candidate)| is_quantified(candidate));
        let (plan, open) = (plan.clone(), properties.to_vec());
        Self {
            cutter,
            solver,
            budget,
            program,
            plan,
            candidates,
            active,
            open,
            decisions: Vec::new(),
            quantified,
            ends: Vec::new(),
        }
    }
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }
    pub fn open(&self) -> usize {
        self.open.len()
    }
    /// The decisions, and the candidates that are inductive.
    pub fn finish(self) -> (Vec<Decision>, Vec<(LoopPlace, ExprId)>) {
        let kept = self.candidates.into_iter().filter(|(_, c)| self.active.contains(&c.number));
        (self.decisions, kept.map(|(place, c)| (place, c.condition)).collect())
    }

    /// Proves what induction of a depth can.
    pub fn induction(&mut self, depth: u32, observer: &mut dyn Observer) {
        self.open.retain(|property| !observer.is_decided(*property));
        self.plan.depth = depth;
        let mut plan = self.plan.clone();
        if self.quantified {
            plan.instances = Rc::new(self.cutter.indices(&mut plan));
        }
        let cut = self.cutter.cut(&mut plan);
        self.plan = plan;
        self.ends = cut.ends.clone();
        self.drop_repeated(&cut);
        if self.cutter.stopped().is_some() || !self.drop_what_is_not_inductive(&cut) {
            return;
        }
        let lost = cut.lost.iter().map(|(reached, _)| *reached).collect();
        let lost = self.any(lost);
        if self.ask(lost, &self.active.clone(), ALONE) != Some(false) {
            return;
        }
        let mut proved = Vec::new();
        for property in self.not_violated(&cut) {
            let needed = self.needed(&cut, property, lost);
            proved.push(self.proved(&cut, property, depth, &needed));
        }
        let convinced = observer.decided_together(&proved);
        for (decision, _) in proved.into_iter().zip(convinced).filter(|(_, convinced)| *convinced) {
            self.open.retain(|p| *p != decision.property);
            self.decisions.push(decision);
        }
    }
    /// Whether no execution gets to any of these checks, to its end or round a loop.
    pub fn nothing_is_reached(&mut self, properties: &[PropertyId]) -> bool {
        let unreached = self.decisions.iter().filter(|d| d.reachable == Some(false)).count();
        let ends = self.any(self.ends.clone());
        !properties.is_empty()
            && unreached == properties.len()
            && self.ask(ends, &self.active.clone(), ALONE) == Some(false)
    }

    // ---- Houdini ----

    /// Drops candidates until those left are inductive together; false if that could not be found out.
    fn drop_what_is_not_inductive(&mut self, cut: &CutProgram) -> bool {
        loop {
            if self.budget.check().is_err() {
                return false;
            }
            let open: Vec<(usize, TermId)> = self.obligations(cut, &self.active);
            let question = self.any(open.iter().map(|(_, violated)| *violated).collect());
            match self.ask(question, &self.active.clone(), TOGETHER) {
                Some(false) => return true,
                Some(true) if self.drop_violated(&open) => {}
                _ => {
                    if !self.drop_one_by_one(cut) {
                        return true;
                    }
                }
            }
        }
    }
    /// Drops candidates that say what another, likelier one does.
    fn drop_repeated(&mut self, cut: &CutProgram) {
        let mut obligations: BTreeMap<usize, Vec<TermId>> = BTreeMap::new();
        for obligation in &cut.obligations {
            obligations.entry(obligation.candidate).or_default().push(obligation.violated);
        }
        let mut known = FxHashSet::default();
        for (_, candidate) in &self.candidates {
            let own = (cut.assumptions.get(&candidate.number), obligations.get(&candidate.number));
            if self.active.contains(&candidate.number) && !known.insert(own) {
                self.active.remove(&candidate.number);
            }
        }
    }
    fn obligations(&self, cut: &CutProgram, active: &FxHashSet<usize>) -> Vec<(usize, TermId)> {
        let own = cut.obligations.iter().filter(|o| active.contains(&o.candidate));
        own.map(|o| (o.candidate, o.violated)).collect()
    }
    /// Drops the candidates that the solver's model speaks against; false if there is none.
    fn drop_violated(&mut self, obligations: &[(usize, TermId)]) -> bool {
        let Ok(model) = self.solver.model(self.cutter.terms()) else { return false };
        let mut values = Evaluator::new(self.cutter.terms(), &model);
        let violated: Vec<usize> =
            obligations.iter().filter(|(_, v)| values.holds(*v).unwrap_or(false)).map(|(c, _)| *c).collect();
        self.active.retain(|candidate| !violated.contains(candidate));
        !violated.is_empty()
    }
    /// Asks about each candidate alone and drops those that are violated or too hard; true if any was.
    fn drop_one_by_one(&mut self, cut: &CutProgram) -> bool {
        let before = self.active.len();
        let mut numbers: Vec<usize> = self.active.iter().copied().collect();
        numbers.sort_unstable();
        for number in numbers {
            if self.budget.check().is_err() {
                self.active.clear();
                return true;
            }
            let own = cut.obligations.iter().filter(|o| o.candidate == number).map(|o| o.violated).collect();
            let question = self.any(own);
            if self.ask(question, &self.active.clone(), ALONE) != Some(false) {
                self.active.remove(&number);
            }
        }
        self.active.len() < before
    }

    // ---- properties ----

    /// The open properties that no execution of the cut program violates.
    fn not_violated(&mut self, cut: &CutProgram) -> Vec<PropertyId> {
        let mut left: Vec<(PropertyId, TermId)> =
            self.open.clone().into_iter().map(|p| (p, self.violated(cut, p))).collect();
        loop {
            let question = self.any(left.iter().map(|(_, violated)| *violated).collect());
            match self.ask(question, &self.active.clone(), TOGETHER) {
                Some(false) => break,
                Some(true) => {
                    let Ok(model) = self.solver.model(self.cutter.terms()) else { return Vec::new() };
                    let mut values = Evaluator::new(self.cutter.terms(), &model);
                    let before = left.len();
                    left.retain(|(_, violated)| !values.holds(*violated).unwrap_or(true));
                    if left.len() == before {
                        return Vec::new();
                    }
                }
                None => {
                    let active = self.active.clone();
                    left.retain(|(_, violated)| self.ask(*violated, &active, ALONE) == Some(false));
                    break;
                }
            }
        }
        left.into_iter().map(|(property, _)| property).collect()
    }
    fn violated(&mut self, cut: &CutProgram, property: PropertyId) -> TermId {
        let own = cut.checks.iter().filter(|c| c.property == property).map(|c| c.violated).collect();
        self.any(own)
    }

    // ---- what a proof needs ----

    /// The candidates a proof cannot do without.
    fn needed(&mut self, cut: &CutProgram, property: PropertyId, lost: TermId) -> BTreeSet<usize> {
        let violated = self.violated(cut, property);
        let goal = self.any(vec![violated, lost]);
        let mut needed = self.closure(cut, goal);
        // The likelier ones have the smaller numbers: they are what a reader would write. One that others needed may
        // be left out once they are.
        loop {
            let before = needed.len();
            for number in needed.clone().into_iter().rev() {
                let without: FxHashSet<usize> = needed.iter().copied().filter(|n| *n != number).collect();
                if self.suffices(cut, goal, &without) {
                    needed.remove(&number);
                }
            }
            if needed.len() == before || needed.is_empty() {
                return needed;
            }
        }
    }
    /// Candidates that the goal follows from, with those that they need in turn.
    fn closure(&mut self, cut: &CutProgram, goal: TermId) -> BTreeSet<usize> {
        let mut needed = BTreeSet::new();
        let mut questions = vec![goal];
        while let Some(question) = questions.pop() {
            for number in self.core_of(question) {
                if needed.insert(number) {
                    let own = cut.obligations.iter().filter(|o| o.candidate == number);
                    questions.push(self.any(own.map(|o| o.violated).collect()));
                }
            }
        }
        needed
    }
    fn core_of(&mut self, question: TermId) -> Vec<usize> {
        let active = self.active.clone();
        if self.ask(question, &active, TOGETHER) != Some(false) {
            return active.into_iter().collect();
        }
        if self.cutter.terms().as_bool_const(question).is_some() {
            return Vec::new();
        }
        let core = self.solver.unsat_core();
        self.candidates.iter().filter(|(_, c)| core.contains(&c.used)).map(|(_, c)| c.number).collect()
    }
    fn suffices(&mut self, cut: &CutProgram, goal: TermId, used: &FxHashSet<usize>) -> bool {
        let obligations = self.obligations(cut, used);
        let mut parts: Vec<TermId> = obligations.into_iter().map(|(_, violated)| violated).collect();
        parts.push(goal);
        let question = self.any(parts);
        self.ask(question, used, ALONE) == Some(false)
    }
    fn proved(&mut self, cut: &CutProgram, property: PropertyId, depth: u32, needed: &BTreeSet<usize>) -> Decision {
        let mut invariants: FxHashMap<&LoopPlace, Vec<_>> = FxHashMap::default();
        for (place, candidate) in self.candidates.iter().filter(|(_, c)| needed.contains(&c.number)) {
            invariants.entry(place).or_default().push(candidate.condition);
        }
        let loops = self.plan.long.iter().map(|place| LoopProof {
            place: place.clone(),
            invariants: invariants.get(place).cloned().unwrap_or_default(),
        });
        let by = if depth == 1 { ProofMethod::Invariant } else { ProofMethod::KInduction(depth) };
        let proof =
            Proof { by, loops: loops.collect(), procedures: Arc::default(), program: Some(Arc::clone(self.program)) };
        let reached = cut.checks.iter().filter(|c| c.property == property).map(|c| c.reached).collect();
        let reached = self.any(reached);
        let unreachable = self.ask(reached, &needed.iter().copied().collect(), ALONE) == Some(false);
        Decision {
            property,
            verdict: Verdict::Proved(proof),
            reachable: unreachable.then_some(false),
            bound: Some(depth),
            engine: ENGINE,
        }
    }

    // ---- the solver ----

    /// Whether a condition is satisfiable with these candidates assumed; none if that took too long.
    fn ask(&mut self, question: TermId, used: &FxHashSet<usize>, conflicts: u64) -> Option<bool> {
        if self.cutter.terms().as_bool_const(question) == Some(false) {
            return Some(false);
        }
        let mut assumptions = vec![question];
        let booleans = self.candidates.iter().filter(|(_, c)| used.contains(&c.number)).map(|(_, c)| c.used);
        assumptions.extend(booleans);
        let limits = Limits { conflicts: Some(conflicts) };
        let answer = self.solver.check(self.cutter.terms(), &assumptions, self.budget, limits);
        match answer {
            Answer::Sat => Some(true),
            Answer::Unsat => Some(false),
            Answer::Unknown(_) => None,
        }
    }
    fn any(&mut self, parts: Vec<TermId>) -> TermId {
        crate::bmc::any(self.cutter.terms(), parts)
    }
}
