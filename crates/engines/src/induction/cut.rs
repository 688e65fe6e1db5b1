//! Long loops, cut at their heads: one arbitrary iteration instead of one after the other.
//!
//! What a loop changes is found by executing its body and comparing the states at its head; that becomes
//! arbitrary ([`super::general`]), the rest stays as it was at the entry. Every execution that comes to the head
//! is then one of those that the cut head stands for, so what no execution of the cut program violates no
//! execution of the program does. Candidates for invariants narrow the arbitrary state down; each is assumed only
//! where a Boolean of its own says so, and leaves *obligations*: to hold at the entry, and to be preserved.
//!
//! With a depth of k, the first k - 1 iterations are executed as they are, and the arbitrary one comes after k - 1
//! others. An execution ends at a failed check, so those others passed theirs: this is k-induction, without a base
//! case of its own. (Sheeran, Singh, Stålmarck, "Checking Safety Properties Using Induction and a SAT-Solver",
//! 2000; per loop: Donaldson, Haller, Kroening, Rümmer, "Software Verification Using k-Induction", 2011.)
//!
//! Loops that end after a few iterations whatever happens are short: they are executed as they are.

use super::cutting::HeadState;
use super::general::Changes;
use cairn_ir::{BlockId, ExprId, ExprKind, LoopPlace, Place, TypeKind, VarId};
use cairn_logic::execute::{Activation, Bounds, CutReason, Executor, Strategy};
use cairn_logic::machine::{Cell, Context, ContextStep, Frame, Machine, State};
use cairn_logic::symbolic::Sym;
use cairn_passes::WtoElement;
use cairn_term::{BvValue, TermId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Iterations and statements after which a loop is not short.
const SHORT_ITERATIONS: u32 = 40;
const SHORT_STEPS: u64 = 20_000;
/// Numbers of iterations from an arbitrary state begin here; those from the entry never get so far.
const ARBITRARY: u32 = 1 << 30;

/// The Boolean that is true in executions that go through an arbitrary state, where examples are wanted: not all
/// of them are executions of the program.
pub(crate) const BEYOND: &str = "beyond!";

/// Quantified candidates are tried on the first elements.
const TRIED_ELEMENTS: i64 = 7;

/// A condition that may be an invariant of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// Its number among all.
    pub number: usize,
    pub condition: ExprId,
    /// It is assumed exactly where this is true.
    pub used: TermId,
}

/// What is known about the loops of a program before it is executed.
#[derive(Clone, Default)]
pub(crate) struct Plan {
    /// The k of k-induction, at least 1.
    pub depth: u32,
    /// Iterations after which a loop is not short; none: [`SHORT_ITERATIONS`].
    pub short: Option<u32>,
    /// Loops that are known not to be short.
    pub long: BTreeSet<LoopPlace>,
    pub candidates: Rc<FxHashMap<LoopPlace, Vec<Candidate>>>,
    /// Whether the states at the heads are wanted. Executions that go on beyond the depth are marked by [`BEYOND`].
    pub examples: bool,
    /// Values that quantified candidates are assumed for, by width: those that elements are chosen by.
    pub instances: Rc<BTreeMap<u32, Vec<TermId>>>,
}

/// Executions that violate what a candidate promises.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obligation {
    pub candidate: usize,
    pub violated: TermId,
}

/// What was learned about the loops that were cut.
#[derive(Default)]
pub(crate) struct Cutting {
    pub plan: Plan,
    pub obligations: Vec<Obligation>,
    /// Candidates, by number, in arbitrary states.
    pub assumptions: Vec<(usize, TermId)>,
    /// The variables that each long loop changes.
    pub changed: BTreeMap<LoopPlace, BTreeSet<VarId>>,
    /// States at the heads in the first iterations, for those who learn from examples.
    pub heads: BTreeMap<LoopPlace, Vec<HeadState>>,
    /// Executions that come back to the head of a loop that was cut.
    pub rounds: Vec<TermId>,
    /// Loops turned out to be long that were not known to be: the execution must be repeated, so that they are
    /// cut everywhere.
    pub repeat: bool,
    /// Long loops that are being executed, one in the other.
    pub nesting: u32,
}

/// Lengths of the log and the rest of what an execution has left behind, to take it back.
struct Mark {
    lengths: [usize; 5],
    assumed: TermId,
    next_cell: u64,
    stack_objects: usize,
    obligations: usize,
    assumptions: usize,
    pending: FxHashMap<BlockId, State>,
    returned: Option<State>,
}

/// Active calls of a recursive procedure that are followed, and statements executed before none is.
const RECURSION: Bounds = Bounds { iterations: 4, count_all: false, steps: 400_000 };

impl<'p> Strategy<'p> for Cutting {
    const LEARNS: bool = false;
    fn component(
        executor: &mut Executor<'_, 'p, Self>,
        activation: &mut Activation<'p>,
        head: BlockId,
        body: &[WtoElement],
    ) {
        LoopCutter(executor).component_cut(activation, head, body);
    }
    fn is_too_deep(executor: &mut Executor<'_, 'p, Self>, active: &[TermId], state: &State) -> bool {
        executor.call_exceeds(RECURSION, active, state)
    }
}

/// An executor that cuts loops.
pub(super) struct LoopCutter<'e, 'a, 'p>(pub &'e mut Executor<'a, 'p, Cutting>);

impl<'a, 'p> std::ops::Deref for LoopCutter<'_, 'a, 'p> {
    type Target = Executor<'a, 'p, Cutting>;
    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl std::ops::DerefMut for LoopCutter<'_, '_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0
    }
}

impl<'p> LoopCutter<'_, '_, 'p> {
    pub(super) fn component_cut(&mut self, activation: &mut Activation<'p>, head: BlockId, body: &[WtoElement]) {
        let place = LoopPlace { calls: self.calls.clone(), procedure: activation.id, head };
        let single = activation.flow.loops.headed_by(head).is_some_and(|i| activation.flow.single_entry[i]);
        if !single {
            return self.refuse_loop(activation, head, "a loop that can be entered in several places");
        }
        if !self.cutting().plan.long.contains(&place) {
            if self.short_loop(activation, head, body) {
                return;
            }
            self.cutting().plan.long.insert(place.clone());
            self.cutting().repeat = true;
        }
        self.long_loop(activation, &place, body);
    }
    pub(super) fn cutting(&mut self) -> &mut Cutting {
        &mut self.strategy
    }
    fn refuse_loop(&mut self, activation: &mut Activation<'p>, head: BlockId, what: &str) {
        for block in self.waiting(activation, head) {
            if let Some(state) = activation.pending.remove(&block) {
                self.cut(&state, CutReason::Unsupported(what.into()), None);
            }
        }
    }

    /// Executes a loop iteration by iteration; false, and nothing has happened, if that does not end soon.
    fn short_loop(&mut self, activation: &mut Activation<'p>, head: BlockId, body: &[WtoElement]) -> bool {
        let mark = self.mark(activation);
        let (outside, steps) = (activation.context, self.log.steps);
        let most = self.cutting().plan.short.unwrap_or(SHORT_ITERATIONS);
        for number in 1.. {
            if !activation.pending.contains_key(&head) {
                break;
            }
            let too_long = number > most || self.log.steps > steps + SHORT_STEPS;
            if too_long || self.machine.budget_exhausted() {
                activation.context = outside;
                self.take_back(activation, mark);
                return false;
            }
            self.iteration(activation, head, body, outside, number);
        }
        activation.context = outside;
        true
    }
    /// One iteration; the state that comes back to the head, if any, is pending there.
    fn iteration(
        &mut self,
        activation: &mut Activation<'p>,
        head: BlockId,
        body: &[WtoElement],
        outside: Context,
        number: u32,
    ) {
        activation.context = self.machine.context(outside, ContextStep::Iteration { head: head.0, number });
        self.block(activation, head);
        self.elements(activation, body);
        activation.context = outside;
    }

    fn long_loop(&mut self, activation: &mut Activation<'p>, place: &LoopPlace, body: &[WtoElement]) {
        let (head, outside) = (place.head, activation.context);
        let Some(entry) = activation.pending.get(&head).cloned() else { return };
        self.oblige(activation, place, &entry);
        let depth = self.depth();
        self.cutting().nesting += 1;
        for number in 1..depth {
            let Some(state) = activation.pending.get(&head).cloned() else { break };
            self.note_head(activation, place, &state);
            self.iteration(activation, head, body, outside, number);
        }
        self.later_iterations(activation, place, body, entry, depth);
        self.cutting().nesting -= 1;
    }
    /// The k of k-induction; where examples are wanted, fewer iterations of loops in loops.
    fn depth(&mut self) -> u32 {
        let examples = self.only_examples();
        let cutting = self.cutting();
        let depth = cutting.plan.depth.max(1);
        if examples { (depth / (cutting.nesting + 1)).max(3) } else { depth }
    }
    /// Any iteration after those that are executed as they are.
    fn later_iterations(
        &mut self,
        activation: &mut Activation<'p>,
        place: &LoopPlace,
        body: &[WtoElement],
        entry: State,
        depth: u32,
    ) {
        let (head, outside) = (place.head, activation.context);
        let Some(mut later) = activation.pending.remove(&head) else { return };
        if self.only_examples() {
            let sort = self.machine.terms.bool_sort();
            let beyond = self.machine.terms.symbol(BEYOND, sort);
            later.guard = self.machine.terms.and(later.guard, beyond);
        }
        // What no iteration changes has the value it had at the entry; all else becomes arbitrary. Only those
        // executions are left that have come so far.
        let base = State { guard: later.guard, facts: later.facts, ..entry };
        let context = self.machine.context(outside, ContextStep::Iteration { head: head.0, number: ARBITRARY });
        let mut changes = Changes::default();
        loop {
            let mark = self.mark(activation);
            let Some(general) = self.arbitrary_state(activation, place, &base, &changes, context) else { return };
            activation.pending.insert(head, general.clone());
            self.first_arbitrary(activation, place, body, outside, depth);
            let back = activation.pending.get(&head).cloned();
            let grown = match back.as_ref().map(|back| self.compare(&general, back, &mut changes)).transpose() {
                Ok(grown) => grown.unwrap_or(false),
                Err(what) => {
                    self.take_back(activation, mark);
                    return self.cut(&base, CutReason::Unsupported(what.into()), None);
                }
            };
            if grown && !self.machine.budget_exhausted() {
                self.take_back(activation, mark);
                continue;
            }
            let variables = self.changed_variables(activation, &general, &changes);
            self.cutting().changed.entry(place.clone()).or_default().extend(variables);
            if let Some(back) = back {
                self.oblige(activation, place, &back);
                let reached = self.reached(back.guard);
                self.cutting().rounds.push(reached);
            }
            for j in 1..depth {
                if j + 1 < depth {
                    self.quiet_iteration(activation, head, body, outside, ARBITRARY + 1 + j);
                } else {
                    self.iteration(activation, head, body, outside, ARBITRARY + 1 + j);
                }
            }
            // Whoever comes back once more is in a state that the arbitrary one stands for.
            activation.pending.remove(&head);
            return;
        }
    }
    /// The first iteration from the arbitrary state: the one that counts, or one that only has passed.
    fn first_arbitrary(
        &mut self,
        activation: &mut Activation<'p>,
        place: &LoopPlace,
        body: &[WtoElement],
        outside: Context,
        depth: u32,
    ) {
        if depth > 1 {
            self.quiet_iteration(activation, place.head, body, outside, ARBITRARY + 1);
        } else {
            self.iteration(activation, place.head, body, outside, ARBITRARY + 1);
        }
    }
    /// An iteration that has passed: its checks hold, and executions that left the loop in it are not those
    /// that are followed. (They are followed where the arbitrary state stands for an earlier iteration.) What
    /// cannot be followed, and what inner loops are obliged to, still counts.
    fn quiet_iteration(
        &mut self,
        activation: &mut Activation<'p>,
        head: BlockId,
        body: &[WtoElement],
        outside: Context,
        number: u32,
    ) {
        let before = activation.pending.clone();
        let returned = activation.returned.clone();
        let (instances, ends) = (self.log.instances.len(), self.log.ends.len());
        self.iteration(activation, head, body, outside, number);
        self.log.instances.truncate(instances);
        self.log.ends.truncate(ends);
        let back = activation.pending.remove(&head);
        activation.pending = before;
        activation.returned = returned;
        match back {
            Some(back) => drop(activation.pending.insert(head, back)),
            None => drop(activation.pending.remove(&head)),
        }
    }
    /// The state at the head in any iteration, narrowed down by the candidates.
    fn arbitrary_state(
        &mut self,
        activation: &mut Activation<'p>,
        place: &LoopPlace,
        base: &State,
        changes: &Changes,
        context: Context,
    ) -> Option<State> {
        let mut general = self.generalise(base, changes, context);
        if let Some(what) = self.machine.take_gave_up() {
            self.cut(base, CutReason::Unsupported(what), None);
            return None;
        }
        let candidates = Rc::clone(&self.cutting().plan.candidates);
        let assumed = candidates.get(place).into_iter().flatten().filter(|_| !self.only_examples());
        for candidate in assumed.copied().collect::<Vec<_>>() {
            for instance in self.instances(&candidate) {
                let Some(holds) = self.candidate_at(&general, activation.frame, &candidate, instance) else { continue };
                self.cutting().assumptions.push((candidate.number, holds));
                let assumption = self.machine.terms.implies(candidate.used, holds);
                if !self.assume(&mut general, assumption) {
                    return None;
                }
            }
        }
        Some(general)
    }
    /// The values that a candidate is assumed for: with a quantifier, those that elements are chosen by, and the one
    /// it is to be shown for.
    fn instances(&mut self, candidate: &Candidate) -> Vec<Option<TermId>> {
        let Some((_, width, _)) = self.quantifier(candidate) else { return vec![None] };
        let known = Rc::clone(&self.cutting().plan.instances);
        let own = self.counterexample(width);
        known.get(&width).into_iter().flatten().copied().chain([own]).map(Some).collect()
    }
    /// A value for which a quantified candidate fails, if there is one. It is the same for all candidates: whether
    /// one of them fails for some value is all that is asked, and so each is assumed where another may fail.
    fn counterexample(&mut self, width: u32) -> TermId {
        let sort = self.machine.terms.bv_sort(width);
        self.machine.terms.symbol(&format!("fails!{width}"), sort)
    }
    /// The variable, its width and the body of a candidate that is about all numbers.
    fn quantifier(&self, candidate: &Candidate) -> Option<(VarId, u32, ExprId)> {
        let program = self.machine.program;
        match &program.expr(candidate.condition).kind {
            ExprKind::Forall(variables, body) if variables.len() == 1 => {
                let width = program.types.int_width(program.variables[variables[0]].ty)?;
                Some((variables[0], width, *body))
            }
            _ => None,
        }
    }
    /// A candidate in a state, for a value of its quantified variable; none if it cannot be evaluated.
    fn candidate_at(
        &mut self,
        state: &State,
        frame: Frame,
        candidate: &Candidate,
        value: Option<TermId>,
    ) -> Option<TermId> {
        let noted = self.machine.noted_indices.take();
        let holds = match (self.quantifier(candidate), value) {
            (Some((variable, _, body)), Some(value)) => {
                let mut scope = state.clone();
                let ty = self.machine.program.variables[variable].ty;
                scope.variables.insert(self.machine.bound_cell(variable), Cell { sym: Sym::Scalar(value), ty });
                self.machine.eval(&scope, frame, body).scalar()
            }
            _ => self.machine.eval(state, frame, candidate.condition).scalar(),
        };
        self.machine.noted_indices = noted;
        let gave_up = self.machine.take_gave_up().is_some();
        self.forget_evaluation();
        (!gave_up).then_some(holds)
    }
    /// Notes the values of the scalars that the loop's procedure sees.
    fn note_head(&mut self, activation: &Activation<'p>, place: &LoopPlace, state: &State) {
        if !self.only_examples() {
            return;
        }
        let program = self.machine.program;
        let body = activation.body;
        let own = body.parameters.iter().chain(&body.results).chain(&body.locals).copied();
        let mut values = Vec::new();
        for var in own.chain(program.globals().map(|(var, _)| var)) {
            let variable = &program.variables[var];
            if matches!(program.types.kind(variable.ty), TypeKind::Int(_) | TypeKind::Bool) {
                let pointer = |m: &mut Machine<'p>| m.address(state, activation.frame, &Place::var(var));
                let value = if variable.addressable {
                    let pointer = pointer(self.machine);
                    self.machine.load(state, &pointer, variable.ty)
                } else {
                    self.machine.read_variable(state, activation.frame, var)
                };
                values.push((var, value.scalar()));
            }
        }
        self.machine.take_gave_up();
        self.forget_evaluation();
        let candidates = Rc::clone(&self.cutting().plan.candidates);
        let mut conditions = Vec::new();
        for candidate in candidates.get(place).into_iter().flatten() {
            let values: Vec<Option<TermId>> = match self.quantifier(candidate) {
                None => vec![None],
                Some((_, width, _)) => {
                    (-1..=TRIED_ELEMENTS).map(|n| Some(self.machine.terms.bv(BvValue::from_i64(width, n)))).collect()
                }
            };
            for value in values {
                if let Some(holds) = self.candidate_at(state, activation.frame, candidate, value) {
                    conditions.push((candidate.number, holds));
                }
            }
        }
        let reached = self.reached(state.guard);
        let head = HeadState { reached, values, conditions };
        self.cutting().heads.entry(place.clone()).or_default().push(head);
    }
    fn only_examples(&self) -> bool {
        self.strategy.plan.examples
    }
    /// Notes which executions violate a candidate in a state at the head.
    fn oblige(&mut self, activation: &Activation<'p>, place: &LoopPlace, state: &State) {
        if self.only_examples() {
            return;
        }
        let candidates = Rc::clone(&self.cutting().plan.candidates);
        for candidate in candidates.get(place).into_iter().flatten() {
            let value = self.quantifier(candidate).map(|(_, width, _)| self.counterexample(width));
            let holds = self.candidate_at(state, activation.frame, candidate, value);
            let reached = self.reached(state.guard);
            let fails = match holds {
                Some(holds) => self.machine.terms.not(holds),
                None => self.machine.terms.tt(),
            };
            let violated = self.machine.terms.and(reached, fails);
            self.cutting().obligations.push(Obligation { candidate: candidate.number, violated });
        }
    }
    /// Candidates are looked at, not executed: they expose nothing and leave nothing out.
    fn forget_evaluation(&mut self) {
        self.machine.take_left_out();
        self.machine.exposures.clear();
    }

    // ---- taking back ----

    fn mark(&mut self, activation: &Activation<'p>) -> Mark {
        let log = &self.log;
        let lengths = [log.instances.len(), log.inputs.len(), log.cuts.len(), log.ends.len(), log.arrivals.len()];
        Mark {
            lengths,
            assumed: self.assumed,
            next_cell: self.next_cell,
            stack_objects: self.stack_objects.len(),
            obligations: self.cutting().obligations.len(),
            assumptions: self.cutting().assumptions.len(),
            pending: activation.pending.clone(),
            returned: activation.returned.clone(),
        }
    }
    fn take_back(&mut self, activation: &mut Activation<'p>, mark: Mark) {
        let [instances, inputs, cuts, ends, arrivals] = mark.lengths;
        self.log.instances.truncate(instances);
        self.log.inputs.truncate(inputs);
        self.log.cuts.truncate(cuts);
        self.log.ends.truncate(ends);
        self.log.arrivals.truncate(arrivals);
        self.assumed = mark.assumed;
        self.next_cell = mark.next_cell;
        self.stack_objects.truncate(mark.stack_objects);
        self.cutting().obligations.truncate(mark.obligations);
        self.cutting().assumptions.truncate(mark.assumptions);
        activation.pending = mark.pending;
        activation.returned = mark.returned;
    }
}
