//! The execution of a *segment*: from a place of a procedure to the next places, as guarded updates.
//!
//! A procedure without calls of procedures that have bodies is executed from a block, in a state that the client made,
//! until executions come to a block that is a place. Between places everything is merged, so that a segment has one
//! [`Exit`] for each edge that leads to a place, however many ways lead through. What executions meet on the way (checks,
//! inputs, ends, what cannot be followed) is in the [`Log`], as for every execution.
//!
//! Every cycle must have a place on it: the heads of all loops are places.

use crate::execute::{Activation, Executor, Log, Strategy};
use crate::machine::{Context, ContextStep, Frame, Machine, State};
use cairn_ir::{BlockId, ProcId};
use cairn_passes::WtoElement;
use cairn_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Executions that come to a place.
pub struct Exit {
    pub to: BlockId,
    /// Which of those that began the segment they are.
    pub reached: TermId,
    pub state: State,
}

/// What a segment does.
pub struct Segment {
    pub exits: Vec<Exit>,
    pub log: Log,
}

/// The strategy: stop at places.
struct Stopping {
    places: Rc<FxHashSet<BlockId>>,
    exits: Vec<Exit>,
}

impl<'p> Strategy<'p> for Stopping {
    /// A variable that only learns its value would look changed.
    const LEARNS: bool = false;
    fn component(
        executor: &mut Executor<'_, 'p, Self>,
        activation: &mut Activation<'p>,
        head: BlockId,
        body: &[WtoElement],
    ) {
        executor.block(activation, head);
        executor.elements(activation, body);
    }
    fn is_too_deep(_: &mut Executor<'_, 'p, Self>, _: &[TermId], _: &State) -> bool {
        true
    }
    fn arrive(
        executor: &mut Executor<'_, 'p, Self>,
        _: &mut Activation<'p>,
        target: BlockId,
        state: State,
    ) -> Option<State> {
        if !executor.strategy.places.contains(&target) {
            return Some(state);
        }
        let reached = executor.reached(state.guard);
        executor.strategy.exits.push(Exit { to: target, reached, state });
        None
    }
}

/// The first segment: globals get their initial values, parameters are inputs.
pub fn from_entry(machine: &mut Machine<'_>, entry: ProcId, places: &Rc<FxHashSet<BlockId>>) -> Segment {
    let strategy = Stopping { places: Rc::clone(places), exits: Vec::new() };
    let (log, strategy) = Executor::new(machine, strategy).run(entry, 0);
    Segment { exits: strategy.exits, log }
}

/// The segment from a place, in a state of the client's.
pub fn from_place(
    machine: &mut Machine<'_>,
    procedure: ProcId,
    place: BlockId,
    state: State,
    places: &Rc<FxHashSet<BlockId>>,
) -> Segment {
    let frame = frame(machine);
    let body = &machine.program.procedures[procedure];
    let strategy = Stopping { places: Rc::clone(places), exits: Vec::new() };
    let mut executor = Executor::new(machine, strategy);
    executor.next_cell = frame.base + (body.parameters.len() + body.results.len() + body.locals.len()) as u64;
    let flow = executor.flow(procedure);
    let mut activation = Activation {
        id: procedure,
        body,
        frame,
        flow: Rc::clone(&flow),
        pending: FxHashMap::default(),
        returned: None,
        context: frame.context,
    };
    activation.pending.insert(place, state);
    executor.elements(&mut activation, &flow.order.elements);
    if let Some(end) = activation.returned {
        executor.end(&end);
    }
    Segment { exits: executor.strategy.exits, log: executor.log }
}

/// Where the variables of the only activation are.
pub fn frame(machine: &mut Machine<'_>) -> Frame {
    let context = machine.context(Context(0), ContextStep::Entry(0));
    Frame { base: machine.program.globals().count() as u64, context }
}
