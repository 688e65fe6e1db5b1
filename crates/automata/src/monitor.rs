//! Monitors: automata that follow the events of one execution, in the one form that programs are woven with.
//!
//! A guard is a Boolean combination of *leaves*, which somebody else observes of the program (an event, a condition, a
//! number), and of relations between numbers and *registers*, which the automaton keeps itself: variables of YA, parameters
//! that a sequence of calls remembers, counters of repetitions. [`Simulation`] follows a list of observations by the
//! definition: a set of pairs of a state and the values of its registers. It is the referee of what is woven.
//!
//! Programs are deliberately absent: leaves are numbers here.

use crate::condition::{Arithmetic, Relation};
use num_bigint::BigInt;
use num_bigint::Sign;
use std::collections::BTreeSet;

#[derive(Clone, Default, Debug)]
pub struct Monitor {
    pub registers: Vec<Register>,
    pub states: Vec<State>,
    pub initial: Vec<usize>,
    /// At most one state is active at a time: the registers belong to all states together.
    pub deterministic: bool,
}

/// A number that the automaton keeps, of so many bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    pub name: String,
    pub width: u32,
    pub signed: bool,
}

#[derive(Clone, Default, Debug)]
pub struct State {
    pub name: String,
    pub accepting: bool,
    /// The property writes it; otherwise it stands inside a sequence of events.
    pub is_named: bool,
    pub transitions: Vec<Transition>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Transition {
    pub guard: Guard,
    /// All values are those before the transition.
    pub actions: Vec<(usize, Value)>,
    pub target: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Guard {
    Constant(bool),
    Leaf(usize),
    Relation(Relation, Value, Value),
    Not(Box<Guard>),
    And(Vec<Guard>),
    Or(Vec<Guard>),
}

/// A number; arithmetic is that of mathematics, division truncates.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Integer(BigInt),
    Leaf(usize),
    Register(usize),
    Minus(Box<Value>),
    Binary(Arithmetic, Box<Value>, Box<Value>),
}

impl Monitor {
    /// Without the states that no transition leads to.
    pub fn pruned(mut self) -> Monitor {
        let mut reached: BTreeSet<usize> = BTreeSet::new();
        let mut open = self.initial.clone();
        while let Some(state) = open.pop() {
            if reached.insert(state) {
                open.extend(self.states[state].transitions.iter().map(|transition| transition.target));
            }
        }
        let number = |state: usize| reached.range(..state).count();
        let mut states = Vec::new();
        for state in &reached {
            let mut own = std::mem::take(&mut self.states[*state]);
            own.transitions.iter_mut().for_each(|transition| transition.target = number(transition.target));
            states.push(own);
        }
        self.initial = self.initial.iter().map(|state| number(*state)).collect();
        Monitor { states, ..self }
    }
}

impl Guard {
    pub fn and(all: Vec<Guard>) -> Guard {
        let mut kept = Vec::new();
        for one in all {
            match one {
                Guard::Constant(true) => {}
                Guard::Constant(false) => return Guard::Constant(false),
                Guard::And(inner) => inner.into_iter().for_each(|one| add_once(&mut kept, one)),
                other => add_once(&mut kept, other),
            }
        }
        match kept.len() {
            0 => Guard::Constant(true),
            1 => kept.remove(0),
            _ => Guard::And(kept),
        }
    }
    pub fn or(all: Vec<Guard>) -> Guard {
        let mut kept = Vec::new();
        for one in all {
            match one {
                Guard::Constant(false) => {}
                Guard::Constant(true) => return Guard::Constant(true),
                Guard::Or(inner) => inner.into_iter().for_each(|one| add_once(&mut kept, one)),
                other => add_once(&mut kept, other),
            }
        }
        match kept.len() {
            0 => Guard::Constant(false),
            1 => kept.remove(0),
            _ => Guard::Or(kept),
        }
    }
    pub fn negated(self) -> Guard {
        match self {
            Guard::Constant(value) => Guard::Constant(!value),
            Guard::Not(inner) => *inner,
            other => Guard::Not(Box::new(other)),
        }
    }
    /// The guard where some leaves are known to be constant.
    pub fn with_known(&self, known: &impl Fn(usize) -> Option<bool>) -> Guard {
        match self {
            Guard::Leaf(leaf) => known(*leaf).map_or_else(|| self.clone(), Guard::Constant),
            Guard::Not(inner) => inner.with_known(known).negated(),
            Guard::And(all) => Guard::and(all.iter().map(|one| one.with_known(known)).collect()),
            Guard::Or(all) => Guard::or(all.iter().map(|one| one.with_known(known)).collect()),
            other => other.clone(),
        }
    }
    /// The guard before assignments of registers.
    pub fn before(&self, assigned: &impl Fn(usize) -> Option<Value>) -> Guard {
        match self {
            Guard::Relation(op, a, b) => Guard::Relation(*op, a.before(assigned), b.before(assigned)),
            Guard::Not(inner) => Guard::Not(Box::new(inner.before(assigned))),
            Guard::And(all) => Guard::And(all.iter().map(|one| one.before(assigned)).collect()),
            Guard::Or(all) => Guard::Or(all.iter().map(|one| one.before(assigned)).collect()),
            other => other.clone(),
        }
    }
    /// Calls `visit` with every leaf, and with every register.
    pub fn visit(&self, leaf: &mut impl FnMut(usize), register: &mut impl FnMut(usize)) {
        match self {
            Guard::Constant(_) => {}
            Guard::Leaf(id) => leaf(*id),
            Guard::Relation(_, a, b) => {
                a.visit(leaf, register);
                b.visit(leaf, register);
            }
            Guard::Not(inner) => inner.visit(leaf, register),
            Guard::And(all) | Guard::Or(all) => all.iter().for_each(|one| one.visit(leaf, register)),
        }
    }
}

fn add_once(kept: &mut Vec<Guard>, one: Guard) {
    if !kept.contains(&one) {
        kept.push(one);
    }
}

impl Value {
    pub fn number(value: i64) -> Value {
        Value::Integer(value.into())
    }
    pub fn before(&self, assigned: &impl Fn(usize) -> Option<Value>) -> Value {
        match self {
            Value::Register(register) => assigned(*register).unwrap_or_else(|| self.clone()),
            Value::Minus(a) => Value::Minus(Box::new(a.before(assigned))),
            Value::Binary(op, a, b) => Value::Binary(*op, Box::new(a.before(assigned)), Box::new(b.before(assigned))),
            other => other.clone(),
        }
    }
    pub fn visit(&self, leaf: &mut impl FnMut(usize), register: &mut impl FnMut(usize)) {
        match self {
            Value::Integer(_) => {}
            Value::Leaf(id) => leaf(*id),
            Value::Register(id) => register(*id),
            Value::Minus(a) => a.visit(leaf, register),
            Value::Binary(_, a, b) => {
                a.visit(leaf, register);
                b.visit(leaf, register);
            }
        }
    }
}

impl Arithmetic {
    /// None for division by zero.
    pub fn of(self, a: &BigInt, b: &BigInt) -> Option<BigInt> {
        let is_division = matches!(self, Arithmetic::Divide | Arithmetic::Remainder);
        (!(is_division && *b == BigInt::ZERO)).then(|| match self {
            Arithmetic::Add => a + b,
            Arithmetic::Subtract => a - b,
            Arithmetic::Multiply => a * b,
            Arithmetic::Divide => a / b,
            Arithmetic::Remainder => a % b,
            Arithmetic::BitAnd => a & b,
            Arithmetic::BitOr => a | b,
            Arithmetic::BitXor => a ^ b,
        })
    }
}

impl Relation {
    pub fn holds(self, a: &BigInt, b: &BigInt) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::NotEqual => a != b,
            Relation::Less => a < b,
            Relation::LessEqual => a <= b,
            Relation::Greater => a > b,
            Relation::GreaterEqual => a >= b,
        }
    }
}

/// What was observed of the program at one event: a truth value or a number per leaf; none where the leaf means nothing there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Observed {
    Truth(bool),
    Number(BigInt),
}

pub type Observation = Vec<Option<Observed>>;

/// Follows one execution. The empty set of configurations means that nobody could consume an event.
#[derive(Clone, Debug)]
pub struct Simulation<'m> {
    monitor: &'m Monitor,
    active: BTreeSet<(usize, Vec<BigInt>)>,
}

impl<'m> Simulation<'m> {
    pub fn new(monitor: &'m Monitor) -> Self {
        let zero = vec![BigInt::ZERO; monitor.registers.len()];
        let active = monitor.initial.iter().map(|state| (*state, zero.clone())).collect();
        Self { monitor, active }
    }
    pub fn states(&self) -> BTreeSet<usize> {
        self.active.iter().map(|(state, _)| *state).collect()
    }
    pub fn is_stuck(&self) -> bool {
        self.active.is_empty()
    }
    pub fn accepts(&self) -> bool {
        self.active.iter().any(|(state, _)| self.monitor.states[*state].accepting)
    }
    /// Consumes an event.
    pub fn step(&mut self, letter: &Observation) {
        let mut next = BTreeSet::new();
        for (state, registers) in &self.active {
            let here = Valuation { letter, registers };
            for transition in &self.monitor.states[*state].transitions {
                if here.holds(&transition.guard) {
                    next.insert((transition.target, self.moved(transition, &here)));
                }
            }
        }
        self.active = next;
    }
    /// The transitions that leave active states, each with the registers of its run.
    pub fn options(&self) -> impl Iterator<Item = (usize, &[BigInt], &'m Transition)> {
        self.active.iter().flat_map(|(state, registers)| {
            self.monitor.states[*state].transitions.iter().map(move |transition| (*state, &**registers, transition))
        })
    }
    fn moved(&self, transition: &Transition, here: &Valuation) -> Vec<BigInt> {
        let mut registers = here.registers.to_vec();
        for (register, value) in &transition.actions {
            let of = &self.monitor.registers[*register];
            registers[*register] = of.wrapped(here.value(value).unwrap_or_default());
        }
        registers
    }
}

impl Register {
    /// The number modulo the size of the register, as a machine keeps it.
    pub fn wrapped(&self, value: BigInt) -> BigInt {
        let size = BigInt::from(1) << self.width;
        let mut value = value % &size;
        if value.sign() == Sign::Minus {
            value += &size;
        }
        if self.signed && value >= &size / 2 {
            value -= size;
        }
        value
    }
}

struct Valuation<'a> {
    letter: &'a Observation,
    registers: &'a [BigInt],
}

impl Valuation<'_> {
    fn holds(&self, guard: &Guard) -> bool {
        match guard {
            Guard::Constant(value) => *value,
            Guard::Leaf(leaf) => matches!(self.letter[*leaf], Some(Observed::Truth(true))),
            Guard::Relation(op, a, b) => {
                matches!((self.value(a), self.value(b)), (Some(a), Some(b)) if op.holds(&a, &b))
            }
            Guard::Not(inner) => !self.holds(inner),
            Guard::And(all) => all.iter().all(|one| self.holds(one)),
            Guard::Or(all) => all.iter().any(|one| self.holds(one)),
        }
    }
    /// None where it is not defined: what was not observed, and division by zero.
    fn value(&self, value: &Value) -> Option<BigInt> {
        match value {
            Value::Integer(number) => Some(number.clone()),
            Value::Leaf(leaf) => match &self.letter[*leaf] {
                Some(Observed::Number(number)) => Some(number.clone()),
                _ => None,
            },
            Value::Register(register) => Some(self.registers[*register].clone()),
            Value::Minus(a) => self.value(a).map(|a| -a),
            Value::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                op.of(&a, &b)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_counts_and_an_event_that_nobody_consumes_leaves_nothing() {
        let below = Guard::Relation(Relation::Less, Value::Register(0), Value::number(2));
        let count = Value::Binary(Arithmetic::Add, Box::new(Value::Register(0)), Box::new(Value::number(1)));
        let transition = Transition { guard: below, actions: vec![(0, count)], target: 0 };
        let state = State { name: "s".into(), transitions: vec![transition], ..State::default() };
        let register = Register { name: "n".into(), width: 8, signed: true };
        let monitor = Monitor { registers: vec![register], states: vec![state], initial: vec![0], deterministic: true };
        let mut run = Simulation::new(&monitor);
        for stuck in [false, false, true] {
            run.step(&Vec::new());
            assert_eq!(run.is_stuck(), stuck);
        }
    }
}
