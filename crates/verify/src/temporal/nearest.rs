//! The sequence of events that the automaton would have accepted and that differs least from what happened.
//!
//! A shortest path: through what happened, event by event, along one run of the automaton. An event may be kept, happen with
//! other values, be left out, be replaced, or come in addition; calls and returns stay nested. Of values that did not happen
//! only the condition is known that they must fulfil.

use super::question::Question;
use super::referee::Happened;
use super::words::Words;
use cairn_automata::condition::EventKind;
use cairn_automata::monitor::{Guard, Monitor, Observation, Observed, Transition, Value};
use cairn_ir::ProcId;
use cairn_temporal::observe::{Here, here};
use cairn_temporal::points::PointKind;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Nodes that are looked at before the search is given up, and events that are looked through.
const MOST_NODES: usize = 40_000;
const MOST_EVENTS: usize = 2_000;

type Event = (EventKind, ProcId);
/// Events, by whether they are calls and of what, with the leaves that are known of them.
type Letters = BTreeMap<(bool, ProcId), (Event, Vec<Option<bool>>)>;

/// What becomes of the events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Kept,
    /// It happens with other values.
    Changed,
    LeftOut,
    Instead,
    Added,
}

impl Change {
    pub fn word(self) -> &'static str {
        match self {
            Change::Kept => "kept",
            Change::Changed => "with other values",
            Change::LeftOut => "left out",
            Change::Instead => "instead",
            Change::Added => "added",
        }
    }
    fn cost(self) -> u32 {
        match self {
            Change::Kept => 0,
            Change::Changed => 2,
            Change::LeftOut | Change::Added => 4,
            Change::Instead => 6,
        }
    }
}

/// One event of the sequence.
#[derive(Clone, Debug)]
pub struct Step {
    pub change: Change,
    /// The event that happened, or beside which this one comes, by its place.
    pub place: usize,
    pub event: Event,
    /// What must hold of values that did not happen.
    pub condition: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    place: usize,
    state: usize,
    registers: Vec<Option<BigInt>>,
    stack: Vec<ProcId>,
}

/// A number, nothing where it is not defined, or not known.
enum Number {
    Is(BigInt),
    Undefined,
    Unknown,
}

struct Search<'a> {
    question: &'a Question,
    monitor: &'a Monitor,
    happened: Vec<(Event, &'a Observation)>,
    /// The leaves that are known of an event.
    events: Letters,
    /// The run ended in a state that does not accept.
    at_end: bool,
    nodes: Vec<(Node, Option<(usize, Step)>)>,
    best: FxHashMap<Node, u32>,
    open: BinaryHeap<Reverse<(u32, usize)>>,
}

/// The sequence for a run whose last step nobody could consume, or which should not have ended.
pub fn nearest(question: &Question, monitor: &Monitor, steps: &[Happened]) -> Option<Vec<Step>> {
    if !question.steps.events_only || steps.len() > MOST_EVENTS {
        return None;
    }
    let mut happened = Vec::new();
    let mut at_end = false;
    for step in steps {
        match question.told[step.told].point.kind {
            PointKind::Event(kind, function) => happened.push(((kind, function), &step.letter)),
            PointKind::End => at_end = true,
            _ => return None,
        }
    }
    let mut search = Search {
        question,
        monitor,
        happened,
        events: known_leaves(question),
        at_end,
        nodes: Vec::new(),
        best: FxHashMap::default(),
        open: BinaryHeap::new(),
    };
    search.run()
}

fn known_leaves(question: &Question) -> Letters {
    let mut program = question.program.clone();
    let mut events = BTreeMap::new();
    for point in &question.points {
        let PointKind::Event(kind, function) = point.kind else { continue };
        events.entry((kind == EventKind::Call, function)).or_insert_with(|| {
            let own = question.leaves.iter().map(|leaf| match here(&mut program, leaf, &point.kind, &question.scope) {
                Ok(Here::Constant(value)) => Some(value),
                Ok(Here::Absent) | Err(_) => Some(false),
                Ok(_) => None,
            });
            ((kind, function), own.collect())
        });
    }
    events
}

impl Search<'_> {
    fn run(&mut self) -> Option<Vec<Step>> {
        let zero = vec![Some(BigInt::ZERO); self.monitor.registers.len()];
        for state in &self.monitor.initial {
            let node = Node { place: 0, state: *state, registers: zero.clone(), stack: Vec::new() };
            self.arrive(0, node, None);
        }
        while let Some(Reverse((cost, index))) = self.open.pop() {
            let node = self.nodes[index].0.clone();
            if self.best.get(&node).is_some_and(|best| *best < cost) {
                continue;
            }
            if self.is_goal(&node) {
                return Some(self.path(index));
            }
            if self.nodes.len() > MOST_NODES {
                return None;
            }
            self.expand(cost, index, &node);
        }
        None
    }
    fn is_goal(&self, node: &Node) -> bool {
        node.place == self.happened.len() && (!self.at_end || self.monitor.states[node.state].accepting)
    }
    fn path(&self, mut index: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Some((before, step)) = &self.nodes[index].1 {
            steps.push(step.clone());
            index = *before;
        }
        steps.reverse();
        steps
    }
    fn arrive(&mut self, cost: u32, node: Node, from: Option<(usize, Step)>) {
        if self.best.get(&node).is_some_and(|best| *best <= cost) {
            return;
        }
        self.best.insert(node.clone(), cost);
        self.nodes.push((node, from));
        self.open.push(Reverse((cost, self.nodes.len() - 1)));
    }
    fn expand(&mut self, cost: u32, index: usize, node: &Node) {
        let here = self.happened.get(node.place).copied();
        if let Some((event, letter)) = here {
            self.consume(cost, index, node, (event, Some(letter)), Change::Kept);
            self.consume(cost, index, node, (event, None), Change::Changed);
            let is_last = node.place + 1 == self.happened.len();
            if self.at_end || !is_last {
                let step = Step { change: Change::LeftOut, place: node.place, event, condition: None };
                let next = Node { place: node.place + 1, ..node.clone() };
                self.arrive(cost + Change::LeftOut.cost(), next, Some((index, step)));
            }
        }
        let others: Vec<Event> = self.events.values().map(|(event, _)| *event).collect();
        for event in others {
            // Runs begin as they began, and who has returned from there does nothing more.
            if node.stack.is_empty() {
                continue;
            }
            if here.is_some_and(|(own, _)| own != event) {
                self.consume(cost, index, node, (event, None), Change::Instead);
            }
            self.consume(cost, index, node, (event, None), Change::Added);
        }
    }
    fn consume(
        &mut self,
        cost: u32,
        index: usize,
        node: &Node,
        (event, letter): (Event, Option<&Observation>),
        change: Change,
    ) {
        let mut stack = node.stack.clone();
        match event.0 {
            EventKind::Call if change != Change::Kept && self.happened.first().is_some_and(|(e, _)| *e == event) => {
                // The entry is not called again.
                if !node.stack.is_empty() {
                    return;
                }
                stack.push(event.1);
            }
            EventKind::Call => stack.push(event.1),
            _ if stack.last() == Some(&event.1) => _ = stack.pop(),
            _ => return,
        }
        let place = node.place + usize::from(change != Change::Added);
        // Where everything has returned the run is over.
        if stack.is_empty() && place < self.happened.len() && change != Change::Kept {
            return;
        }
        let monitor = self.monitor;
        for transition in &monitor.states[node.state].transitions {
            let Some((holds, condition)) = self.taken(transition, event, letter, &node.registers) else { continue };
            if !holds {
                continue;
            }
            let registers = moved(monitor, transition, letter, &node.registers);
            let next = Node { place, state: transition.target, registers, stack: stack.clone() };
            let extra = u32::from(condition.is_some());
            let step = Step { change, place: node.place, event, condition };
            self.arrive(cost + change.cost() + extra, next, Some((index, step)));
        }
    }
    /// Whether the transition can be taken, and what of it is not known.
    fn taken(
        &self,
        transition: &Transition,
        (kind, function): Event,
        letter: Option<&Observation>,
        registers: &[Option<BigInt>],
    ) -> Option<(bool, Option<String>)> {
        let (_, known) = self.events.get(&(kind == EventKind::Call, function))?;
        let guard = transition.guard.with_known(&|leaf| match letter {
            Some(letter) => match &letter[leaf] {
                Some(Observed::Truth(value)) => Some(*value),
                Some(Observed::Number(_)) => None,
                None => Some(false),
            },
            None => known[leaf],
        });
        let rest = rest(&guard.before(&|register| registers[register].clone().map(Value::Integer)), letter);
        Some(match rest {
            Guard::Constant(value) => (value, None),
            rest => (true, Some(Words::new(self.question, self.monitor).guard(&rest))),
        })
    }
}

/// The guard where relations of known numbers are decided.
fn rest(guard: &Guard, letter: Option<&Observation>) -> Guard {
    match guard {
        Guard::Relation(op, a, b) => match (number(a, letter, &[]), number(b, letter, &[])) {
            (Number::Is(a), Number::Is(b)) => Guard::Constant(op.holds(&a, &b)),
            (Number::Undefined, _) | (_, Number::Undefined) => Guard::Constant(false),
            _ => guard.clone(),
        },
        Guard::Not(inner) => rest(inner, letter).negated(),
        Guard::And(all) => Guard::and(all.iter().map(|one| rest(one, letter)).collect()),
        Guard::Or(all) => Guard::or(all.iter().map(|one| rest(one, letter)).collect()),
        other => other.clone(),
    }
}

fn number(value: &Value, letter: Option<&Observation>, registers: &[Option<BigInt>]) -> Number {
    match value {
        Value::Integer(number) => Number::Is(number.clone()),
        Value::Leaf(leaf) => match letter.map(|letter| &letter[*leaf]) {
            Some(Some(Observed::Number(number))) => Number::Is(number.clone()),
            Some(_) => Number::Undefined,
            None => Number::Unknown,
        },
        Value::Register(register) => match registers.get(*register) {
            Some(Some(number)) => Number::Is(number.clone()),
            _ => Number::Unknown,
        },
        Value::Minus(a) => match number(a, letter, registers) {
            Number::Is(a) => Number::Is(-a),
            other => other,
        },
        Value::Binary(op, a, b) => match (number(a, letter, registers), number(b, letter, registers)) {
            (Number::Undefined, _) | (_, Number::Undefined) => Number::Undefined,
            (Number::Is(a), Number::Is(b)) => op.of(&a, &b).map_or(Number::Undefined, Number::Is),
            _ => Number::Unknown,
        },
    }
}

/// The registers behind a transition.
fn moved(
    monitor: &Monitor,
    transition: &Transition,
    letter: Option<&Observation>,
    before: &[Option<BigInt>],
) -> Vec<Option<BigInt>> {
    let mut registers = before.to_vec();
    for (register, value) in &transition.actions {
        registers[*register] = match number(value, letter, before) {
            Number::Is(number) => Some(monitor.registers[*register].wrapped(number)),
            Number::Undefined => Some(BigInt::ZERO),
            Number::Unknown => None,
        };
    }
    registers
}
