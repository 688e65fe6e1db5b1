//! Loops unrolled iteration by iteration, and recursions call by call, up to bounds.

use cairn_ir::{BlockId, ProcId, PropertyId};
use cairn_logic::execute::{Activation, Bounds, CutReason, Executor, Strategy};
use cairn_logic::machine::{ContextStep, Machine, State};
use cairn_passes::WtoElement;
use cairn_term::TermId;
use rustc_hash::FxHashMap;

/// Loops and recursions whose cut violates a property.
#[derive(Clone, Debug, Default)]
pub(super) struct BoundProperties {
    pub loops: FxHashMap<(ProcId, BlockId), PropertyId>,
    pub recursions: FxHashMap<ProcId, PropertyId>,
}

/// Asked whether executions exist, to cut off loops that have become infeasible.
pub(super) type Feasible<'a> = dyn FnMut(&mut Machine<'_>, TermId) -> bool + 'a;

/// The strategy of bounded model checking.
pub(super) struct Unrolling<'a> {
    pub bounds: Bounds,
    pub properties: &'a BoundProperties,
    pub feasible: &'a mut Feasible<'a>,
}

type Unroller<'a, 'p, 'u> = Executor<'a, 'p, Unrolling<'u>>;

impl<'p> Strategy<'p> for Unrolling<'_> {
    fn component(
        executor: &mut Executor<'_, 'p, Self>,
        activation: &mut Activation<'p>,
        head: BlockId,
        body: &[WtoElement],
    ) {
        let outside = activation.context;
        let bounds = executor.strategy.bounds;
        let mut counted = 0u32;
        let mut number = 0u32;
        loop {
            let waiting = executor.waiting(activation, head);
            if waiting.is_empty() {
                break;
            }
            number += 1;
            if bounds.count_all || number == 1 {
                counted += 1;
            }
            let out_of_steps = !bounds.count_all && executor.log.steps > bounds.steps;
            if counted > bounds.iterations || out_of_steps || executor.machine.budget_exhausted() {
                cut_loop(executor, activation, head, &waiting);
                break;
            }
            if number >= 4 && number.is_power_of_two() && !worth_going_on(executor, activation, &waiting) {
                break;
            }
            let before = activation.pending.get(&head).map(|s| s.guard);
            executor.note_arrival(number, before);
            activation.context = executor.machine.context(outside, ContextStep::Iteration { head: head.0, number });
            executor.block(activation, head);
            executor.elements(activation, body);
            // An iteration counts if afterwards some executions had left the loop.
            let after = activation.pending.get(&head).map(|s| s.guard);
            if !bounds.count_all && (after != before || before.is_none()) {
                counted += 1;
            }
        }
        activation.context = outside;
    }
    fn is_too_deep(executor: &mut Executor<'_, 'p, Self>, active: &[TermId], state: &State) -> bool {
        let bounds = executor.strategy.bounds;
        executor.call_exceeds(bounds, active, state)
    }
    fn recursion_property(&self, procedure: ProcId) -> Option<PropertyId> {
        self.properties.recursions.get(&procedure).copied().filter(|_| self.bounds.count_all)
    }
}

/// Drops the waiting states of a loop if no execution can be in them.
fn worth_going_on(executor: &mut Unroller<'_, '_, '_>, activation: &mut Activation<'_>, waiting: &[BlockId]) -> bool {
    let terms = &mut executor.machine.terms;
    let mut reached = terms.ff();
    for block in waiting {
        reached = terms.or(reached, activation.pending[block].guard);
    }
    let reached = terms.and(reached, executor.assumed);
    if (executor.strategy.feasible)(executor.machine, reached) {
        return true;
    }
    waiting.iter().for_each(|block| drop(activation.pending.remove(block)));
    false
}

fn cut_loop<'p>(
    executor: &mut Unroller<'_, 'p, '_>,
    activation: &mut Activation<'p>,
    head: BlockId,
    waiting: &[BlockId],
) {
    let index = activation.flow.loops.headed_by(head);
    let exact = index.is_some_and(|i| activation.flow.single_entry[i]) && executor.strategy.bounds.count_all;
    let property = executor.strategy.properties.loops.get(&(activation.id, head)).copied().filter(|_| exact);
    for block in waiting {
        if let Some(state) = activation.pending.remove(block) {
            executor.at = (activation.id, *block, 0);
            executor.cut(&state, CutReason::Bound, property);
        }
    }
}
