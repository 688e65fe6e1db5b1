//! Sequences of events as automata: nodes with edges that consume an event and edges that do not, which are then removed.
//!
//! Repetitions with constant bounds are written out, which is exact however many attempts overlap. Only where that would be
//! too large, or where a bound is not constant, a register counts.

use super::guards::{Enclosing, Guards};
use crate::leaves::{LeafKind, Leaves};
use crate::term::Term;
use cairn_automata::condition::{Arithmetic, Condition, EventKind, Operand, Relation};
use cairn_automata::monitor::{Guard, State, Transition, Value};
use cairn_automata::ya::{Basic, Element, Named, Repetition};
use cairn_base::source::Span;
use std::collections::BTreeMap;

/// A repetition that would make more nodes is counted.
const WRITTEN_OUT: usize = 160;

pub type Actions = Vec<(usize, Value)>;

#[derive(Clone, Debug)]
pub struct Edge {
    pub guard: Guard,
    pub actions: Actions,
    pub target: usize,
    pub consumes: bool,
}

/// The automaton while it is built.
pub struct Builder<'a, 'p> {
    pub guards: Guards<'a, 'p>,
    pub nodes: Vec<Vec<Edge>>,
    pub names: Vec<String>,
    /// The state whose sequence is built: intermediate nodes are called after it.
    pub owner: String,
    /// Whether registers count all repetitions that need a count.
    pub counted: bool,
    calls: usize,
    counters: usize,
}

impl<'a, 'p> Builder<'a, 'p> {
    pub fn new(leaves: &'a mut Leaves<'p>) -> Self {
        let guards = Guards::new(leaves);
        Self {
            guards,
            nodes: Vec::new(),
            names: Vec::new(),
            owner: String::new(),
            counted: false,
            calls: 0,
            counters: 0,
        }
    }
    pub fn node(&mut self) -> usize {
        self.nodes.push(Vec::new());
        let name = format!("{}.{}", self.owner, self.nodes.len() - 1);
        self.names.push(name);
        self.nodes.len() - 1
    }
    pub fn edge(&mut self, from: usize, target: usize, guard: Guard, actions: Actions, consumes: bool) {
        self.nodes[from].push(Edge { guard, actions, target, consumes });
    }
    fn skip(&mut self, from: usize, target: usize) {
        self.edge(from, target, Guard::Constant(true), Vec::new(), false);
    }
    /// An element that begins in a node; gives the node where it has ended.
    pub fn element(&mut self, element: &Element, from: usize, around: &[Enclosing]) -> usize {
        match element {
            Element::Condition(condition) => {
                let guard = self.guards.guard(condition, around, true);
                let target = self.node();
                self.edge(from, target, guard, Vec::new(), true);
                target
            }
            Element::Repeated { body, repetition } => self.repeated(body, repetition, from, around),
        }
    }
    fn all(&mut self, elements: &[Element], from: usize, around: &[Enclosing]) -> usize {
        elements.iter().fold(from, |at, one| self.element(one, at, around))
    }
    fn basic(&mut self, body: &Basic, from: usize, around: &[Enclosing]) -> usize {
        match body {
            Basic::Group(all) => self.all(all, from, around),
            Basic::Call { function, before, inside, after } => self.call(function, before, inside, after, from, around),
        }
    }
    fn call(
        &mut self,
        function: &Named,
        before: &Condition,
        inside: &[Element],
        after: &Condition,
        from: usize,
        around: &[Enclosing],
    ) -> usize {
        self.calls += 1;
        let name = function.name.clone();
        let found = self.guards.leaves.function(&name, Some(function.span));
        let own = Enclosing { number: self.calls, name, function: found, is_now: true, returns_now: false };
        let with = |enclosing: Enclosing| around.iter().cloned().chain([enclosing]).collect::<Vec<_>>();
        let entered = self.guards.leaves.event(EventKind::Call, &function.name, Some(function.span));
        let condition = self.guards.guard(before, &with(own.clone()), true);
        let called = self.node();
        let place = self.nodes[from].len();
        self.edge(from, called, Guard::and(vec![Guard::Leaf(entered), condition]), Vec::new(), true);
        let later = Enclosing { is_now: false, ..own.clone() };
        let ended = self.all(inside, called, &with(later.clone()));
        let returns = self.guards.leaves.event(EventKind::Return, &function.name, Some(function.span));
        let condition = self.guards.guard(after, &with(Enclosing { returns_now: true, ..later }), true);
        let left = self.node();
        self.edge(ended, left, Guard::and(vec![Guard::Leaf(returns), condition]), Vec::new(), true);
        // What was asked about parameters inside is remembered at the call.
        for (var, register) in self.guards.remembered_by(own.number) {
            let parameter = self.guards.leaves.program.variables[var].shown_name().to_string();
            let term = Term::Parameter { function: own.name.clone(), name: parameter.clone() };
            let text = format!("{}().{parameter}", own.name);
            let leaf = self.guards.leaves.intern(LeafKind::Number(term), text, Some(function.span));
            self.nodes[from][place].actions.push((register, Value::Leaf(leaf)));
        }
        left
    }
    fn repeated(&mut self, body: &Basic, repetition: &Repetition, from: usize, around: &[Enclosing]) -> usize {
        let least = constant(&repetition.least);
        let most = repetition.most.as_ref().map(constant);
        let copies = match (least, most) {
            (Some(least), None) => Some(least + 1),
            (Some(_), Some(Some(most))) => Some(most),
            _ => None,
        };
        let needs_no_count = match most {
            None => least.is_some_and(|least| least <= 1),
            Some(most) => most.is_some_and(|most| most <= 1),
        };
        let is_written = needs_no_count || !self.counted || may_be_empty(body);
        let copies = copies.filter(|copies| is_written && copies.saturating_mul(size(body)) <= WRITTEN_OUT);
        match (copies, least) {
            (Some(_), Some(least)) => self.written_out(body, least, most.flatten(), from, around),
            _ => self.counted(body, repetition, from, around),
        }
    }
    fn written_out(
        &mut self,
        body: &Basic,
        least: usize,
        most: Option<usize>,
        from: usize,
        around: &[Enclosing],
    ) -> usize {
        let mut at = from;
        for _ in 0..least {
            at = self.basic(body, at, around);
        }
        let end = self.node();
        match most {
            None => {
                // A node of its own: what leads here must not go around again from before.
                let head = self.node();
                self.skip(at, head);
                let last = self.basic(body, head, around);
                self.skip(last, head);
                self.skip(head, end);
            }
            Some(most) => {
                self.skip(at, end);
                for _ in least..most {
                    at = self.basic(body, at, around);
                    self.skip(at, end);
                }
            }
        }
        end
    }
    /// The number of iterations in a register: from zero, one more whenever the body has ended.
    fn counted(&mut self, body: &Basic, repetition: &Repetition, from: usize, around: &[Enclosing]) -> usize {
        let span = place(body);
        if may_be_empty(body) {
            let message = "what is repeated here may consist of no event, so its repetitions cannot be counted";
            self.guards.leaves.error(Some(span), message, Some("write constant bounds"));
        }
        self.counters += 1;
        let counter = self.guards.register(format!("counter_{}", self.counters), 64, true);
        let head = self.node();
        self.edge(from, head, Guard::Constant(true), vec![(counter, Value::number(0))], false);
        let least = self.guards.value(&repetition.least, around, span);
        let most = repetition.most.as_ref().map(|most| self.guards.value(most, around, span));
        let first = self.node();
        let again = match most {
            Some(most) => Guard::Relation(Relation::Less, Value::Register(counter), most),
            None => Guard::Constant(true),
        };
        self.edge(head, first, again, Vec::new(), false);
        let last = self.basic(body, first, around);
        let one_more = Value::Binary(Arithmetic::Add, Box::new(Value::Register(counter)), Box::new(Value::number(1)));
        self.edge(last, head, Guard::Constant(true), vec![(counter, one_more)], false);
        let end = self.node();
        self.edge(
            head,
            end,
            Guard::Relation(Relation::GreaterEqual, Value::Register(counter), least),
            Vec::new(),
            false,
        );
        end
    }
    /// What can be reached from a node without an event: under which condition on the registers, and with which values.
    pub fn closure(&self, node: usize) -> Vec<Reached> {
        let mut found = Vec::new();
        let mut open = vec![Path { at: node, guard: Vec::new(), assigned: BTreeMap::new(), on: vec![node] }];
        while let Some(path) = open.pop() {
            for edge in self.nodes[path.at].iter().filter(|edge| !edge.consumes && !path.on.contains(&edge.target)) {
                let mut next = path.clone();
                next.at = edge.target;
                next.on.push(edge.target);
                next.guard.push(edge.guard.before(&|register| path.assigned.get(&register).cloned()));
                for (register, value) in &edge.actions {
                    let value = value.before(&|register| path.assigned.get(&register).cloned());
                    next.assigned.insert(*register, value);
                }
                open.push(next);
            }
            found.push(Reached { node: path.at, guard: Guard::and(path.guard), assigned: path.assigned });
        }
        found
    }
    /// The states of the finished automaton: every node that an event can leave or that the file names.
    pub fn states(&self, named: usize, accepting: &[bool]) -> Vec<State> {
        let closures: Vec<Vec<Reached>> = (0..self.nodes.len()).map(|node| self.closure(node)).collect();
        let is_kept = |node: usize| node < named || self.nodes[node].iter().any(|edge| edge.consumes);
        let transitions = |node: usize| {
            let mut all = Vec::new();
            for edge in self.nodes[node].iter().filter(|edge| edge.consumes) {
                let assigned: BTreeMap<usize, Value> = edge.actions.iter().cloned().collect();
                let before = |register: usize| assigned.get(&register).cloned();
                for reached in closures[edge.target].iter().filter(|reached| is_kept(reached.node)) {
                    let guard = Guard::and(vec![edge.guard.clone(), reached.guard.before(&before)]);
                    let mut actions = assigned.clone();
                    actions.extend(reached.assigned.iter().map(|(r, value)| (*r, value.before(&before))));
                    if guard != Guard::Constant(false) {
                        all.push(Transition { guard, actions: actions.into_iter().collect(), target: reached.node });
                    }
                }
            }
            all
        };
        let state = |node: usize| State {
            name: self.names[node].clone(),
            accepting: accepting.get(node).copied().unwrap_or(false),
            is_named: node < named,
            transitions: transitions(node),
        };
        (0..self.nodes.len()).map(state).collect()
    }
}

/// The automaton that decides as late as it can: what a node may reach without an event is looked at when the next event comes,
/// so that a repetition is in one state whether it goes on or ends.
impl Builder<'_, '_> {
    /// Where an edge leads, with the actions on the way: nodes that are left in one way only are no states.
    fn settled(&self, edge: &Edge, named: usize) -> (usize, BTreeMap<usize, Value>) {
        let mut assigned: BTreeMap<usize, Value> = edge.actions.iter().cloned().collect();
        let mut at = edge.target;
        let mut seen = vec![at];
        while at >= named
            && let [only] = self.nodes[at].as_slice()
            && !only.consumes
            && only.guard == Guard::Constant(true)
            && !seen.contains(&only.target)
        {
            let before = assigned.clone();
            let values = only.actions.iter().map(|(r, value)| (*r, value.before(&|r| before.get(&r).cloned())));
            assigned.extend(values);
            at = only.target;
            seen.push(at);
        }
        (at, assigned)
    }
    /// What a node reaches without an event, where it may come back to itself with other numbers: an inner repetition that ends
    /// may begin again as part of the outer one.
    fn late_closure(&self, node: usize) -> Vec<Reached> {
        const VISITS: usize = 2;
        let mut found = Vec::new();
        let mut open = vec![Path { at: node, guard: Vec::new(), assigned: BTreeMap::new(), on: vec![node] }];
        while let Some(path) = open.pop() {
            for edge in self.nodes[path.at].iter().filter(|edge| !edge.consumes) {
                let before = |register: usize| path.assigned.get(&register).cloned();
                let guard = folded(&edge.guard.before(&before));
                let visits = path.on.iter().filter(|on| **on == edge.target).count();
                if guard == Guard::Constant(false) || visits >= VISITS {
                    continue;
                }
                let mut next = path.clone();
                next.at = edge.target;
                next.on.push(edge.target);
                next.guard.push(guard);
                let values = edge.actions.iter().map(|(r, value)| (*r, summed(value.before(&before))));
                next.assigned.extend(values);
                open.push(next);
            }
            found.push(Reached { node: path.at, guard: Guard::and(path.guard), assigned: path.assigned });
        }
        found.reverse();
        let mut kept: Vec<Reached> = Vec::new();
        for one in found {
            let is_known =
                |own: &Reached| own.node == one.node && own.guard == one.guard && own.assigned == one.assigned;
            if !kept.iter().any(is_known) {
                kept.push(one);
            }
        }
        kept
    }
    /// The states, each with whether it would accept because of what it reaches without an event.
    pub fn late_states(&self, named: usize, accepting: &[bool]) -> Vec<(State, bool)> {
        let accepts = |node: usize| accepting.get(node).copied().unwrap_or(false);
        let mut states = Vec::new();
        for node in 0..self.nodes.len() {
            let mut accepts_later = false;
            let mut transitions = Vec::new();
            for reached in self.late_closure(node) {
                let before = |register: usize| reached.assigned.get(&register).cloned();
                for edge in self.nodes[reached.node].iter().filter(|edge| edge.consumes) {
                    let (target, own) = self.settled(edge, named);
                    let guard = folded(&Guard::and(vec![reached.guard.clone(), edge.guard.before(&before)]));
                    let mut actions = reached.assigned.clone();
                    actions.extend(own.iter().map(|(r, value)| (*r, summed(value.before(&before)))));
                    if guard != Guard::Constant(false) {
                        transitions.push(Transition { guard, actions: actions.into_iter().collect(), target });
                    }
                }
                accepts_later |= accepts(reached.node) && !accepts(node);
            }
            let name = self.names[node].clone();
            let state = State { name, accepting: accepts(node), is_named: node < named, transitions };
            states.push((state, accepts_later));
        }
        states
    }
}

/// Relations of numbers decided.
fn folded(guard: &Guard) -> Guard {
    match guard {
        Guard::Relation(op, a, b) => match (summed(a.clone()), summed(b.clone())) {
            (Value::Integer(a), Value::Integer(b)) => Guard::Constant(op.holds(&a, &b)),
            (a, b) => Guard::Relation(*op, a, b),
        },
        Guard::Not(inner) => folded(inner).negated(),
        Guard::And(all) => Guard::and(all.iter().map(folded).collect()),
        Guard::Or(all) => Guard::or(all.iter().map(folded).collect()),
        other => other.clone(),
    }
}

/// Sums of numbers are numbers.
fn summed(value: Value) -> Value {
    match value {
        Value::Binary(Arithmetic::Add, a, b) => match (summed(*a), summed(*b)) {
            (Value::Integer(a), Value::Integer(b)) => Value::Integer(a + b),
            (a, b) => Value::Binary(Arithmetic::Add, Box::new(a), Box::new(b)),
        },
        other => other,
    }
}

/// A node that is reached without an event.
pub struct Reached {
    pub node: usize,
    pub guard: Guard,
    pub assigned: BTreeMap<usize, Value>,
}

#[derive(Clone)]
struct Path {
    at: usize,
    guard: Vec<Guard>,
    assigned: BTreeMap<usize, Value>,
    on: Vec<usize>,
}

fn constant(operand: &Operand) -> Option<usize> {
    match operand {
        Operand::Integer(value) if *value < 0.into() => Some(0),
        Operand::Integer(value) => value.try_into().ok(),
        _ => None,
    }
}

/// Roughly how many nodes a body becomes.
fn size(body: &Basic) -> usize {
    let of = |element: &Element| match element {
        Element::Condition(_) => 1,
        Element::Repeated { body, repetition } => {
            let copies = repetition.most.as_ref().map_or_else(|| constant(&repetition.least).map(|n| n + 1), constant);
            size(body).saturating_mul(copies.unwrap_or(1).max(1))
        }
    };
    match body {
        Basic::Group(all) => all.iter().map(of).sum(),
        Basic::Call { inside, .. } => 2 + inside.iter().map(of).sum::<usize>(),
    }
}

fn may_be_empty(body: &Basic) -> bool {
    let empty = |element: &Element| match element {
        Element::Condition(_) => false,
        Element::Repeated { body, repetition } => {
            constant(&repetition.least).is_none_or(|n| n == 0) || may_be_empty(body)
        }
    };
    match body {
        Basic::Group(all) => all.iter().all(empty),
        Basic::Call { .. } => false,
    }
}

fn place(body: &Basic) -> Span {
    fn of_condition(condition: &Condition) -> Option<Span> {
        match condition {
            Condition::Event(event) => Some(event.span),
            Condition::Relation { span, .. } | Condition::NonZero(_, span) => Some(*span),
            Condition::Not(inner) => of_condition(inner),
            Condition::And(all) | Condition::Or(all) => all.iter().find_map(of_condition),
            _ => None,
        }
    }
    fn of_body(body: &Basic) -> Option<Span> {
        match body {
            Basic::Call { function, .. } => Some(function.span),
            Basic::Group(all) => all.iter().find_map(|element| match element {
                Element::Condition(condition) => of_condition(condition),
                Element::Repeated { body, .. } => of_body(body),
            }),
        }
    }
    of_body(body).unwrap_or(Span::new(cairn_base::source::FileId(0), 0, 0))
}
