//! Walks procedures: blocks in weak topological order, loops until nothing new is found.
//!
//! Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993): the recursive strategy. The state at
//! the head of a loop first grows by joining, then by widening with thresholds, until the states that come back
//! are within it; then it is narrowed by going round again. What holds at the head is kept by entry state, so that
//! walking an inner loop again with the same entry costs one round.
//!
//! Findings (checks that may fail, what holds at loop heads) are recorded only in a last round, when the states
//! of all loops around are final: the states before are not yet true of all executions.

use super::effects::Effects;
use super::model::{Activation, Model};
use super::pointer::Cell;
use super::relations;
use super::shared::Shared;
use super::state::State;
use super::thresholds::Thresholds;
use cairn_base::{Budget, StopReason};
use cairn_ir::{BlockId, CallSite, ExprId, LoopPlace, ProcId, Procedure, Program, Terminator, Value, VarId};
use cairn_passes::{FlowGraph, Loops};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Rounds of joining before widening begins.
const JOINS: u32 = 3;
/// Rounds after which widening goes to the ends at once, and after which what still changes is given up.
const PATIENCE: u32 = 24;
const GIVE_UP: u32 = 40;
const NARROWINGS: u32 = 3;
/// Loops inside each other.
const MAX_NESTING: u32 = 60;

/// How much is done at most: where the first does not come to its end, the next does less.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Statements walked, roughly.
    fuel: u64,
    /// Calls inside each other that are walked.
    pub calls: usize,
    relations: bool,
    /// Procedures are walked once for all their calls where that can be.
    pub shared: bool,
}

/// So much per statement of the program, for a walk whose length does not depend on who calls whom.
const FUEL_FOR_STATEMENT: u64 = 400;

/// For programs of any size.
pub fn by_procedure(program: &Program) -> Effort {
    let blocks = program.procedures.values().flat_map(|procedure| procedure.blocks.values());
    let statements: u64 = blocks.map(|block| block.statements.len() as u64 + 1).sum();
    Effort { fuel: 100_000 + FUEL_FOR_STATEMENT * statements, calls: 4_000, relations: false, shared: true }
}

pub const EFFORTS: [Effort; 4] = [
    Effort { fuel: 120_000, calls: 48, relations: true, shared: false },
    Effort { fuel: 60_000, calls: 48, relations: false, shared: false },
    Effort { fuel: 60_000, calls: 2, relations: false, shared: false },
    Effort { fuel: 60_000, calls: 0, relations: false, shared: false },
];

/// Why a walk did not come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    Budget(StopReason),
    TooLarge,
}

pub type Walked<T> = Result<T, Stop>;

/// What holds at the head of a loop.
pub struct LoopFinding {
    pub activation: Activation,
    pub head: State,
}

/// What the last round found out.
#[derive(Default)]
pub struct Findings {
    /// Per property: a check may be reached; one may fail.
    pub reached: Vec<bool>,
    pub may_fail: Vec<bool>,
    /// Some execution may come to its end.
    pub ends: bool,
    pub loops: BTreeMap<LoopPlace, LoopFinding>,
}

/// The graph of a procedure.
pub struct Graph {
    pub flow: FlowGraph,
    pub loops: Loops,
    /// Whose relations are tracked.
    related: Vec<VarId>,
}

pub struct Walker<'p> {
    pub model: Model<'p>,
    pub effects: Effects,
    pub findings: Findings,
    graphs: FxHashMap<ProcId, Rc<Graph>>,
    pub thresholds: Thresholds,
    pub shared: Shared,
    coarse: Thresholds,
    budget: Budget,
    pub effort: Effort,
    /// The procedures being walked, outermost first.
    pub active: Vec<ProcId>,
    /// Per loop the state with which it was last entered, and what then held at its head.
    heads: FxHashMap<(Activation, BlockId), (Option<State>, Option<State>)>,
}

/// The walk of one activation.
struct Body<'p> {
    activation: Activation,
    procedure: &'p Procedure,
    id: ProcId,
    graph: Rc<Graph>,
    entry: State,
    /// What goes along each edge; returns go to [`EXIT`].
    edges: FxHashMap<(BlockId, BlockId), State>,
    record: bool,
    nesting: u32,
}

const EXIT: BlockId = BlockId(u32::MAX);

fn joined(states: impl IntoIterator<Item = State>) -> Option<State> {
    states.into_iter().reduce(|a, b| a.join(&b))
}

impl<'p> Walker<'p> {
    pub fn new(model: Model<'p>, shared: Shared, effort: Effort, budget: &Budget) -> Self {
        let program = model.program;
        let thresholds = Thresholds::new(program);
        let coarse = thresholds.without_stops();
        let count = program.properties.len();
        let findings = Findings { reached: vec![false; count], may_fail: vec![false; count], ..Findings::default() };
        Self {
            effects: Effects::new(program),
            findings,
            graphs: FxHashMap::default(),
            thresholds,
            shared,
            coarse,
            budget: budget.clone(),
            effort,
            active: Vec::new(),
            heads: FxHashMap::default(),
            model,
        }
    }
    fn graph(&mut self, id: ProcId) -> Rc<Graph> {
        let program = self.model.program;
        let procedure = &program.procedures[id];
        let graph = self.graphs.entry(id).or_insert_with(|| {
            let flow = FlowGraph::new(procedure);
            let loops = Loops::of_graph(&flow);
            let related = relations::loop_variables(program, id, &loops);
            Rc::new(Graph { flow, loops, related })
        });
        Rc::clone(graph)
    }
    fn spend(&mut self, amount: usize) -> Walked<()> {
        self.budget.check().map_err(Stop::Budget)?;
        self.effort.fuel = self.effort.fuel.checked_sub(amount as u64 + 1).ok_or(Stop::TooLarge)?;
        Ok(())
    }

    /// The state when an activation returns; none if it never does.
    pub fn procedure(&mut self, activation: Activation, mut entry: State, record: bool) -> Walked<Option<State>> {
        let id = self.model.info(activation).procedure;
        let graph = self.graph(id);
        let related = graph.related.iter().filter(|_| self.effort.relations);
        let cells = related.filter_map(|variable| self.model.cell(activation, *variable));
        let mut relations = entry.relations().clone();
        let new: Vec<Cell> = cells.filter(|cell| !relations.tracks(*cell)).collect();
        new.iter().for_each(|cell| relations.track(*cell, &entry.get(*cell)));
        entry.set_relations(relations);
        let procedure = &self.model.program.procedures[id];
        let end = graph.loops.order.len();
        let edges = FxHashMap::default();
        let mut body = Body { activation, procedure, id, graph, entry, edges, record, nesting: 0 };
        self.active.push(id);
        let walked = self.range(&mut body, 0, end, None);
        self.active.pop();
        walked?;
        let exits = body.edges.into_iter().filter(|((_, to), _)| *to == EXIT).collect::<BTreeMap<_, _>>();
        // The caller tracks what it did before.
        Ok(joined(exits.into_values()).map(|mut exit| {
            exit.stop_tracking(&new);
            exit
        }))
    }
    /// The blocks from one place of the order to another, of which the loop `around` is being walked.
    fn range(&mut self, body: &mut Body<'p>, from: usize, to: usize, around: Option<usize>) -> Walked<()> {
        let mut place = from;
        while place < to {
            let block = body.graph.loops.order[place];
            match body.graph.loops.headed_by(block).filter(|index| Some(*index) != around) {
                Some(index) => {
                    self.component(body, index)?;
                    place = body.graph.loops.loops[index].range.end;
                }
                None => {
                    let state = incoming(body, block, |_| true);
                    self.block(body, block, state)?;
                    place += 1;
                }
            }
        }
        Ok(())
    }
    fn component(&mut self, body: &mut Body<'p>, index: usize) -> Walked<()> {
        let graph = Rc::clone(&body.graph);
        let head = graph.loops.loops[index].head;
        let entry = incoming(body, head, |from| !graph.loops.contains(index, from));
        if body.nesting >= MAX_NESTING {
            return Err(Stop::TooLarge);
        }
        body.nesting += 1;
        let record = std::mem::replace(&mut body.record, false);
        let key = (body.activation, head);
        let known = self.heads.get(&key).filter(|(before, _)| match (before, &entry) {
            (Some(before), Some(entry)) => before.is_within(entry) && entry.is_within(before),
            _ => false,
        });
        let (state, walked) = match known {
            Some((_, state)) => (state.clone(), false),
            None => (self.stable(body, index, entry.as_ref())?, true),
        };
        // A loop that is also entered elsewhere depends on more than the state at its head.
        if !enters_beside_the_head(&graph, index) {
            self.heads.insert(key, (entry, state.clone()));
        }
        body.record = record;
        if let Some(state) = state.clone().filter(|_| record) {
            let info = self.model.info(body.activation);
            let place = LoopPlace { calls: info.calls.clone(), procedure: body.id, head };
            self.findings.loops.insert(place, LoopFinding { activation: body.activation, head: state });
        }
        if record || !walked {
            self.round(body, index, state.as_ref())?;
        }
        body.nesting -= 1;
        Ok(())
    }
    /// The state at the head of a loop, whose blocks were last walked with it; none if it is not reached.
    fn stable(&mut self, body: &mut Body<'p>, index: usize, entry: Option<&State>) -> Walked<Option<State>> {
        let graph = Rc::clone(&body.graph);
        let head = graph.loops.loops[index].head;
        let inside = |from: BlockId| graph.loops.contains(index, from);
        let mut current = entry.cloned();
        let mut rounds = 0;
        let (mut state, mut back) = loop {
            self.round(body, index, current.as_ref())?;
            let Some(back) = incoming_edges(body, head, inside) else { return Ok(current) };
            let Some(state) = current else {
                current = Some(back);
                continue;
            };
            if back.is_within(&state) {
                break (state, back);
            }
            rounds += 1;
            current = Some(self.grown(rounds, &state, &back)?);
        };
        // Every state at the head is one at the entry or one that came back from a state at the head: `state` holds
        // those, so one more round from it gives all that can come back.
        for _ in 0..NARROWINGS {
            let narrowed = entry.map_or_else(|| back.clone(), |entry| entry.join(&back));
            if state.is_within(&narrowed) {
                break;
            }
            state = narrowed;
            self.round(body, index, Some(&state))?;
            match incoming_edges(body, head, inside) {
                Some(again) => back = again,
                None => break,
            }
        }
        Ok(Some(state))
    }
    /// A state that holds two, larger the longer it takes.
    fn grown(&self, rounds: u32, state: &State, back: &State) -> Walked<State> {
        Ok(if rounds <= JOINS {
            state.join(back)
        } else if rounds <= PATIENCE {
            state.widen(back, &self.thresholds)
        } else if rounds <= GIVE_UP {
            state.widen(back, &self.coarse)
        } else if rounds <= 2 * GIVE_UP {
            state.give_up(back)
        } else {
            return Err(Stop::TooLarge);
        })
    }
    /// Walks the blocks of a loop once, with a state at its head.
    fn round(&mut self, body: &mut Body<'p>, index: usize, state: Option<&State>) -> Walked<()> {
        let info = &body.graph.loops.loops[index];
        let (head, range) = (info.head, info.range.clone());
        self.block(body, head, state.cloned())?;
        self.range(body, range.start + 1, range.end, Some(index))
    }

    fn block(&mut self, body: &mut Body<'p>, id: BlockId, state: Option<State>) -> Walked<()> {
        let block = &body.procedure.blocks[id];
        for to in body.graph.flow.successors(id).iter().chain([&EXIT]) {
            body.edges.remove(&(id, *to));
        }
        let Some(mut state) = state else { return Ok(()) };
        self.spend(block.statements.len())?;
        for (n, statement) in block.statements.iter().enumerate() {
            let site = CallSite { procedure: body.id, block: id, statement: n as u32 };
            match self.statement(body.activation, state, site, statement, body.record)? {
                Some(next) => state = next,
                None => return Ok(()),
            }
        }
        let activation = body.activation;
        let mut send = |to: BlockId, state: Option<State>| {
            let Some(state) = state else { return };
            let both = body.edges.get(&(id, to)).map_or_else(|| state.clone(), |old| old.join(&state));
            body.edges.insert((id, to), both);
        };
        match &block.terminator {
            Terminator::Goto(to) => send(*to, Some(state)),
            Terminator::Branch { condition, then, otherwise } => {
                send(*then, self.model.assume(state.clone(), activation, *condition, true));
                send(*otherwise, self.model.assume(state, activation, *condition, false));
            }
            Terminator::Switch { value, cases, default } => {
                let rest = self.switch(state, activation, *value, cases, &mut send);
                send(*default, rest);
            }
            Terminator::Return => send(EXIT, Some(state)),
            Terminator::Stop => self.findings.ends |= body.record,
        }
        Ok(())
    }
    /// Sends each case its state; gives back what is left for the default.
    fn switch(
        &self,
        state: State,
        activation: Activation,
        value: ExprId,
        cases: &[(Value, BlockId)],
        send: &mut dyn FnMut(BlockId, Option<State>),
    ) -> Option<State> {
        let mut rest = Some(state);
        for (case, to) in cases {
            let Some(state) = rest else { break };
            match super::value::constant(&self.model.shapes, case, self.model.program.type_of(value)) {
                super::value::Abs::Int(set) => {
                    send(*to, self.model.assume_value(state.clone(), activation, value, &set, true));
                    rest = self.model.assume_value(state, activation, value, &set, false);
                }
                _ => {
                    send(*to, Some(state.clone()));
                    rest = Some(state);
                }
            }
        }
        rest
    }
}

/// Whether a loop has an entry that is not its head.
fn enters_beside_the_head(graph: &Graph, index: usize) -> bool {
    let members = graph.loops.blocks(index).iter().filter(|block| **block != graph.loops.loops[index].head);
    members.flat_map(|block| graph.flow.predecessors(*block)).any(|from| !graph.loops.contains(index, *from))
}

fn incoming_edges(body: &Body, block: BlockId, wanted: impl Fn(BlockId) -> bool) -> Option<State> {
    let from = body.graph.flow.predecessors(block).iter().filter(|from| wanted(**from));
    joined(from.filter_map(|from| body.edges.get(&(*from, block)).cloned()))
}
/// The state in which a block is reached along some edges, or at the start of the procedure.
fn incoming(body: &Body, block: BlockId, wanted: impl Fn(BlockId) -> bool) -> Option<State> {
    let start = (block == Procedure::ENTRY).then(|| body.entry.clone());
    joined(start.into_iter().chain(incoming_edges(body, block, wanted)))
}
