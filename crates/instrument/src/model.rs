//! An automaton in the words of C: its states as flags or as one variable of an enumeration, and which of them may be active
//! as conditions.

use crate::analysis::{self, Active, Analysis, Sets};
use crate::events::{Event, Letters};
use crate::known::{Interval, Known};
use crate::names::Names;
use crate::words::{Dialect, Words, Written};
use cairn_automata::condition::{EventKind, Relation};
use cairn_automata::monitor::{Guard, Monitor, Register, Transition, Value};
use cairn_front_c::outline::Function;
use cairn_ir::ProcId;
use cairn_temporal::leaves::LeafKind;
use cairn_temporal::term::Term;
use cairn_verify::temporal::Followed;
use std::collections::{BTreeMap, BTreeSet};

/// What is written.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub no_annotations: bool,
    pub smoke_tests: bool,
    pub history: u32,
    pub no_simplify: bool,
    pub no_lemmas: bool,
    /// Entries do not require what the event of their call needs, so that it is proved.
    pub assumes_nothing: bool,
}

pub struct Model<'a> {
    pub followed: &'a Followed,
    pub letters: &'a Letters,
    pub analysis: Option<&'a Analysis>,
    pub names: &'a Names,
    pub options: &'a Options,
    /// The name of the parameter that carries a result.
    pub result: String,
    /// The C type in which arithmetic does not overflow.
    pub wide: &'static str,
}

/// A disjunction of conjunctions has at most so many parts.
const MOST_SETS: usize = 12;

impl<'a> Model<'a> {
    pub fn is_deterministic(&self) -> bool {
        self.followed.monitor.deterministic
    }
    pub fn states(&self) -> impl Iterator<Item = usize> + use<> {
        0..self.followed.monitor.states.len()
    }
    pub fn name(&self, state: usize) -> &'a str {
        &self.names.states[state]
    }
    /// The state is active, or is not.
    pub fn is_active(&self, state: usize, yes: bool) -> String {
        match (self.is_deterministic(), yes) {
            (true, true) => format!("aorai_CurStates == {}", self.name(state)),
            (true, false) => format!("aorai_CurStates != {}", self.name(state)),
            (false, yes) => format!("{} == {}", u8::from(yes), self.name(state)),
        }
    }
    /// The possible sets as conditions that hold together.
    pub fn conditions(&self, sets: &BTreeSet<Active>) -> Vec<String> {
        if sets.is_empty() {
            return vec!["\\false".into()];
        }
        if self.is_deterministic() {
            let all: BTreeSet<usize> = sets.iter().flatten().copied().collect();
            return vec![any(all.into_iter().map(|state| self.is_active(state, true)))];
        }
        let union: Active = sets.iter().flatten().copied().collect();
        let always: Active = union.iter().copied().filter(|s| sets.iter().all(|set| set.contains(s))).collect();
        let open: Active = union.difference(&always).copied().collect();
        let never = self.states().filter(|state| !union.contains(state));
        let mut found: Vec<String> = always.iter().map(|state| self.is_active(*state, true)).collect();
        let never: Vec<String> = never.map(|state| self.is_active(state, false)).collect();
        if !open.is_empty() {
            found.extend(self.open(sets, &open));
        }
        found.extend(never);
        found
    }
    fn open(&self, sets: &BTreeSet<Active>, open: &Active) -> Vec<String> {
        let parts: BTreeSet<Active> = sets.iter().map(|set| set.intersection(open).copied().collect()).collect();
        if parts.len() > MOST_SETS {
            let mut found = vec![any(open.iter().map(|state| self.is_active(*state, true)))];
            let both =
                |state: &usize| format!("({} || {})", self.is_active(*state, true), self.is_active(*state, false));
            found.extend(open.iter().map(both));
            return found;
        }
        let part = |set: &Active| {
            let literals = open.iter().map(|state| self.is_active(*state, set.contains(state)));
            format!("({})", literals.collect::<Vec<_>>().join(" && "))
        };
        vec![any(parts.iter().map(part))]
    }
    /// At least one state is active, whichever.
    pub fn some_active(&self) -> String {
        match self.is_deterministic() {
            true => format!("aorai_CurStates != {}", self.names.reject),
            false => any(self.states().map(|state| self.is_active(state, true))),
        }
    }
    pub fn accepting(&self) -> String {
        let all = &self.followed.monitor.states;
        any(self.states().filter(|state| all[*state].accepting).map(|state| self.is_active(state, true)))
    }
    /// One set as a condition.
    pub fn set(&self, set: &Active) -> String {
        let sets = BTreeSet::from([set.clone()]);
        match self.is_deterministic() {
            true => any(set.iter().map(|state| self.is_active(*state, true))),
            false => all(self.conditions(&sets)),
        }
    }
    /// The states that differ between the sets, as a condition that tells this one.
    pub fn told_apart(&self, set: &Active, others: &[&Active]) -> String {
        if self.is_deterministic() {
            return self.set(set);
        }
        let union: Active = others.iter().copied().flatten().copied().collect();
        let open = union.iter().filter(|s| !others.iter().all(|other| other.contains(s)));
        let all: Vec<String> = open.map(|state| self.is_active(*state, set.contains(state))).collect();
        if all.is_empty() { self.set(set) } else { all.join(" && ") }
    }
    pub fn words(&'a self, event: Event, dialect: Dialect, result: &'a str) -> Words<'a> {
        Words {
            dialect,
            leaves: &self.followed.leaves,
            wide: self.letters.wide(),
            names: self.names,
            result,
            event,
            mathematical: self.followed.scope.mathematical,
            old_registers: false,
        }
    }
    /// The transitions that an event may take: source, transition, guard.
    pub fn transitions(&self, event: Event) -> Vec<(usize, &'a Transition, Guard)> {
        let mut found = Vec::new();
        for (state, own) in self.followed.monitor.states.iter().enumerate() {
            for transition in &own.transitions {
                if let Some(guard) = self.letters.guard(event, transition) {
                    found.push((state, transition, guard));
                }
            }
        }
        found
    }
    /// Before the event the sets are possible.
    pub fn before(&self, event: Event) -> Option<BTreeSet<Active>> {
        self.sets_before(event).map(|sets| sets.into_keys().collect())
    }
    fn sets_before(&self, event: Event) -> Option<Sets> {
        let own = self.analysis?.functions.get(&event.1);
        Some(match (own, event.0) {
            (None, _) => Sets::new(),
            (Some(own), EventKind::Return) => own.before_return.clone(),
            (Some(own), _) => own.entered.clone(),
        })
    }
    /// What is known of the registers before the event.
    pub fn registers_before(&self, event: Event) -> Vec<String> {
        let sets = self.sets_before(event).unwrap_or_default();
        self.registers(event.1, &sets, &|name| name.to_string())
    }
    /// Conditions that some guard holds for what is active.
    pub fn can_step(
        &self,
        event: Event,
        sets: Option<&BTreeSet<Active>>,
        words: &Words,
    ) -> Result<Vec<String>, String> {
        let all = self.transitions(event);
        let possible: Active = match sets {
            Some(sets) => sets.iter().flatten().copied().collect(),
            None => self.states().collect(),
        };
        let mut parts: Vec<(usize, String)> = Vec::new();
        for state in possible {
            let guards: Vec<&Guard> = all.iter().filter(|(from, ..)| *from == state).map(|(.., guard)| guard).collect();
            let text = match guards.as_slice() {
                [] => "\\false".to_string(),
                several if several.contains(&&Guard::Constant(true)) => "\\true".to_string(),
                several => words.guard(&Guard::or(several.iter().map(|guard| (*guard).clone()).collect()))?,
            };
            parts.push((state, text));
        }
        let is_one = sets.is_some_and(|sets| sets.iter().all(|set| set.len() == 1)) || self.is_deterministic();
        if is_one {
            let one = |(state, text): &(usize, String)| match text.as_str() {
                "\\true" => None,
                "\\false" => Some(self.is_active(*state, false)),
                text => Some(format!("{} ==> {}", self.is_active(*state, true), or_bracketed(text))),
            };
            return Ok(parts.iter().filter_map(one).collect());
        }
        let some = |(state, text): &(usize, String)| match text.as_str() {
            "\\true" => Some(self.is_active(*state, true)),
            "\\false" => None,
            text => Some(format!("({} && {})", self.is_active(*state, true), or_bracketed(text))),
        };
        let always: Option<&str> = parts.iter().all(|(_, text)| text == "\\true").then_some("");
        let is_told = always.is_some() && sets.is_some();
        Ok(if is_told { Vec::new() } else { vec![any(parts.iter().filter_map(some))] })
    }
    /// What is known of the registers behind these sets; `old` writes what something was at the entry.
    pub fn registers(&self, function: ProcId, sets: &Sets, old: &dyn Fn(&str) -> String) -> Vec<String> {
        let mut found = Vec::new();
        let all: Vec<&Active> = sets.keys().collect();
        for register in 0..self.followed.monitor.registers.len() {
            let mut facts: BTreeMap<Option<String>, Vec<&Active>> = BTreeMap::new();
            for (set, known) in sets {
                facts.entry(self.register(function, register, &known[register], old)).or_default().push(set);
            }
            let is_common = facts.len() == 1;
            for (fact, of) in facts {
                let Some(fact) = fact else { continue };
                if is_common {
                    found.push(fact);
                    continue;
                }
                for set in of {
                    found.push(format!("{} ==> {}", self.told_apart(set, &all), or_bracketed(&fact)));
                }
            }
        }
        found
    }
    fn register(
        &self,
        function: ProcId,
        register: usize,
        known: &Known,
        old: &dyn Fn(&str) -> String,
    ) -> Option<String> {
        let name = &self.names.registers[register];
        if known.is_anything() {
            return None;
        }
        let mut parts = Vec::new();
        parts.extend(known.value.map(|interval| between(name, interval, "")));
        parts.extend(known.old.map(|interval| between(name, interval, &old(name))));
        for leaf in &known.leaves {
            let LeafKind::Number(Term::Parameter { function: of, name: parameter }) = &self.followed.leaves[*leaf].kind
            else {
                return None;
            };
            if *of != *self.followed.program.procedures[function].name {
                return None;
            }
            parts.push(format!("{name} == {}", old(parameter)));
        }
        Some(any(parts.into_iter()))
    }
    /// Transitions that would keep different values of a register at once, as a condition that this does not happen.
    pub fn one_value(
        &self,
        event: Event,
        sets: Option<&BTreeSet<Active>>,
        words: &Words,
    ) -> Result<Vec<String>, String> {
        let monitor = &self.followed.monitor;
        if monitor.registers.is_empty() || self.is_deterministic() {
            return Ok(Vec::new());
        }
        let live = live(monitor);
        let all = self.transitions(event);
        let mut found = Vec::new();
        for (i, (a, first, one)) in all.iter().enumerate() {
            for (b, second, other) in all.iter().skip(i + 1) {
                let together = sets.is_none_or(|sets| sets.iter().any(|set| set.contains(a) && set.contains(b)));
                if !together || !disagree(first, second, &live) {
                    continue;
                }
                let (x, y) = (self.fires(*a, one, words)?, self.fires(*b, other, words)?);
                found.push(format!("!({x} && {y})"));
            }
        }
        Ok(found)
    }
    /// The transition is taken.
    pub fn fires(&self, state: usize, guard: &Guard, words: &Words) -> Written {
        let active = match (self.is_deterministic(), words.dialect) {
            (false, Dialect::C(_)) => format!("{} == 1", self.name(state)),
            _ => self.is_active(state, true),
        };
        Ok(match guard {
            Guard::Constant(true) => active,
            guard => format!("{active} && {}", or_bracketed(&words.guard(guard)?)),
        })
    }
    pub fn register_type(&self, register: usize) -> &'static str {
        let own = &self.followed.monitor.registers[register];
        if own.name.starts_with("counter_") && self.is_bounded(register) {
            return "int";
        }
        type_of(own)
    }
    fn is_bounded(&self, register: usize) -> bool {
        let states = &self.followed.monitor.states;
        states.iter().flat_map(|state| &state.transitions).any(|transition| {
            let mut conditions = Vec::new();
            analysis::collect(&transition.guard, &mut conditions);
            conditions.iter().any(|one| {
                matches!(one, Guard::Relation(Relation::Less, Value::Register(own), Value::Integer(bound))
                    if *own == register && i32::try_from(bound).is_ok())
            })
        })
    }
}

fn type_of(register: &Register) -> &'static str {
    match (register.width, register.signed) {
        (..=8, true) => "signed char",
        (..=8, false) => "unsigned char",
        (..=16, true) => "short",
        (..=16, false) => "unsigned short",
        (..=32, true) => "int",
        (..=32, false) => "unsigned int",
        (_, true) => "long long",
        (_, false) => "unsigned long long",
    }
}

/// Whether two transitions, taken together, leave different values in a register that is read later.
fn disagree(a: &Transition, b: &Transition, live: &[BTreeSet<usize>]) -> bool {
    let value = |transition: &Transition, register: usize| {
        transition.actions.iter().find(|(own, _)| *own == register).map(|(_, value)| value.clone())
    };
    let both = live[a.target].intersection(&live[b.target]);
    both.into_iter().any(|register| value(a, *register) != value(b, *register))
}

/// The automaton without assignments that nobody reads.
pub fn without_dead(mut monitor: Monitor) -> Monitor {
    let live = live(&monitor);
    for state in &mut monitor.states {
        for transition in &mut state.transitions {
            transition.actions.retain(|(register, _)| live[transition.target].contains(register));
        }
    }
    monitor
}

/// The registers that are read in a state or behind it, before they are assigned.
fn live(monitor: &Monitor) -> Vec<BTreeSet<usize>> {
    let states = &monitor.states;
    let mut live = vec![BTreeSet::new(); states.len()];
    loop {
        let mut changed = false;
        for (number, state) in states.iter().enumerate() {
            for transition in &state.transitions {
                let mut read: BTreeSet<usize> = BTreeSet::new();
                transition.guard.visit(&mut |_| {}, &mut |register| {
                    read.insert(register);
                });
                for (_, value) in
                    transition.actions.iter().filter(|(target, _)| live[transition.target].contains(target))
                {
                    value.visit(&mut |_| {}, &mut |register| {
                        read.insert(register);
                    });
                }
                let assigned = |register: &usize| transition.actions.iter().any(|(own, _)| own == register);
                read.extend(live[transition.target].iter().copied().filter(|register| !assigned(register)));
                let before = live[number].len();
                live[number].extend(read);
                changed |= before != live[number].len();
            }
        }
        if !changed {
            return live;
        }
    }
}

fn between(name: &str, interval: Interval, base: &str) -> String {
    let bound = |number: i64| match (base, number) {
        ("", number) => number.to_string(),
        (base, 0) => base.to_string(),
        (base, number) if number < 0 => format!("{base} - {}", number.unsigned_abs()),
        (base, number) => format!("{base} + {number}"),
    };
    match (interval.low, interval.high) {
        (Some(low), Some(high)) if low == high => format!("{name} == {}", bound(low)),
        (Some(low), Some(high)) => format!("{} <= {name} <= {}", bound(low), bound(high)),
        (Some(low), None) => format!("{} <= {name}", bound(low)),
        (None, Some(high)) => format!("{name} <= {}", bound(high)),
        (None, None) => "\\true".into(),
    }
}

/// A disjunction.
pub fn any(parts: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = parts.collect();
    match all.as_slice() {
        [] => "\\false".into(),
        [one] => one.clone(),
        several => several.iter().map(|one| and_bracketed(one)).collect::<Vec<_>>().join(" || "),
    }
}

/// A conjunction.
pub fn all(parts: Vec<String>) -> String {
    match parts.as_slice() {
        [one] => one.clone(),
        several => several.iter().map(|one| or_bracketed(one)).collect::<Vec<_>>().join(" && "),
    }
}

/// In brackets if it is a disjunction or an implication.
pub fn or_bracketed(text: &str) -> String {
    let is_compound = text.contains(" || ") || text.contains("==>");
    if is_compound && !is_in_brackets(text) { format!("({text})") } else { text.to_string() }
}

fn and_bracketed(text: &str) -> String {
    let is_compound = [" && ", " || ", "==>"].iter().any(|op| text.contains(op));
    if is_compound && !is_in_brackets(text) { format!("({text})") } else { text.to_string() }
}

/// Whether one pair of brackets is around all of it.
fn is_in_brackets(text: &str) -> bool {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && at + 1 < text.len() {
            return false;
        }
    }
    text.starts_with('(')
}

/// A function of the source that is written into.
pub struct Own<'a> {
    pub id: ProcId,
    pub outline: &'a Function,
    /// It raises events.
    pub is_observed: bool,
}
