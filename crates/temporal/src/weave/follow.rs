//! Follows all runs of the automaton at once: a Boolean per state.
//!
//! Registers belong to states, because two runs may keep different numbers. Two runs that come into one state with
//! different numbers cannot be kept apart: a check of kind `unsupported` says so where it may happen. In an automaton
//! that is declared deterministic they belong to all states together.

use super::guards::{Letter, Locals, any, assign, binary, fitted, if_else, integer, not};
use super::{Ending, Parts, Taken, Woven};
use crate::observe::global;
use crate::points::{Point, PointKind, instrument};
use cairn_automata::monitor::{Guard, Monitor, Transition};
use cairn_ir::{Binary as Op, CheckKind, ExprId, Initial, Program, PropertyId, StatementKind, TypeId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The program that follows the automaton.
pub fn follow(program: &Program, parts: Parts, ending: Ending) -> Woven {
    let mut program = program.clone();
    let (weaver, conflict) = Weaver::new(&mut program, parts, ending);
    weave(program, weaver, conflict)
}

/// The program in which a check per transition fails where the transition is taken, whatever the others do: an input tells
/// which check can fail. The property is taken to hold.
pub fn taken(program: &Program, parts: Parts) -> Taken {
    let mut program = program.clone();
    let count: usize = parts.monitor.states.iter().map(|state| state.transitions.len()).sum();
    let ty = program.types.unsigned(usize::BITS - count.leading_zeros());
    let asked = global(&mut program, "automaton.asked", ty);
    program.variables[asked].initial = Initial::Arbitrary;
    let (mut weaver, conflict) = Weaver::new(&mut program, parts, Ending::Anything);
    let of_state = |state: &cairn_automata::monitor::State| vec![None; state.transitions.len()];
    let checks = parts.monitor.states.iter().map(of_state).collect();
    weaver.asking = Some(Asking { asked, ty, checks, count: 0 });
    let weaver = instrumented(&mut program, weaver);
    let checks = weaver.asking.map(|asking| asking.checks).unwrap_or_default();
    let checks = checks.into_iter().map(|own| own.into_iter().map(|check| Some(check?.1)).collect()).collect();
    crate::cut::let_stop(&mut program);
    Taken { program, checks, conflict }
}

fn instrumented<'a>(program: &mut Program, mut weaver: Weaver<'a>) -> Weaver<'a> {
    instrument(program, weaver.parts.points, |program, _, point| weaver.at(program, point));
    weaver
}

fn weave(mut program: Program, weaver: Weaver, conflict: Option<PropertyId>) -> Woven {
    let weaver = instrumented(&mut program, weaver);
    let parts = weaver.parts;
    let letter = Letter::between(&mut program, parts.leaves, parts.scope);
    let stutters = weaver.accepted(&mut program, &letter, weaver.ending);
    let Weaver { seen, stepped, .. } = weaver;
    let inputs = crate::cut::let_stop(&mut program).into_iter().collect();
    Woven { program, seen, stepped, stutters, inputs, conflict }
}

/// Which transitions are taken is asked.
struct Asking {
    asked: VarId,
    ty: TypeId,
    checks: Vec<Vec<Option<(usize, PropertyId)>>>,
    count: usize,
}

impl<'a> Weaver<'a> {
    fn new(program: &mut Program, parts: Parts<'a>, ending: Ending<'a>) -> (Self, Option<PropertyId>) {
        let truth = program.types.bool();
        let mut flags = Vec::new();
        for (number, state) in parts.monitor.states.iter().enumerate() {
            let flag = global(program, format!("automaton.{}", state.name), truth);
            if parts.monitor.initial.contains(&number) {
                let on = program.bool_const(true);
                program.variables[flag].initial = Initial::Value(on);
            }
            flags.push(flag);
        }
        let registers = Registers::new(program, parts.monitor);
        let mut seen = vec![global(program, "automaton.seen", truth)];
        for number in 0..parts.fair.len() {
            seen.push(global(program, format!("automaton.fair {number}"), truth));
        }
        let stepped = global(program, "automaton.stepped", truth);
        let conflict = (!parts.monitor.registers.is_empty()).then(|| {
            let what = "the automaton would need two values of a variable in one state at once";
            let of = program.properties[parts.property].clone();
            program.add_property(CheckKind::Unsupported, of.procedure, what, of.span)
        });
        let locals = Locals::default();
        let weaver = Self { parts, ending, flags, registers, seen, stepped, conflict, locals, asking: None };
        (weaver, conflict)
    }
}

struct Weaver<'a> {
    parts: Parts<'a>,
    ending: Ending<'a>,
    flags: Vec<VarId>,
    registers: Registers,
    seen: Vec<VarId>,
    stepped: VarId,
    conflict: Option<PropertyId>,
    locals: Locals,
    asking: Option<Asking>,
}

/// A transition whose guard may hold at a point.
struct Fires<'a> {
    transition: &'a Transition,
    from: usize,
    /// Its place among the transitions of the state.
    number: usize,
    when: ExprId,
}

impl<'a> Weaver<'a> {
    fn at(&mut self, program: &mut Program, point: &Point) -> Vec<StatementKind> {
        let mut out = Vec::new();
        let parts = self.parts;
        if point.kind == PointKind::End {
            if self.asking.is_some() {
                return out;
            }
            self.end(program, point, &mut out);
            return out;
        }
        let used = used_leaves(parts.monitor, parts.fair);
        let locals = &mut self.locals;
        let letter = Letter::at(program, parts.leaves, |l| used.contains(&l), point, parts.scope, locals, &mut out);
        let mut fires: Vec<Vec<Fires<'a>>> = (0..parts.monitor.states.len()).map(|_| Vec::new()).collect();
        for (from, state) in parts.monitor.states.iter().enumerate() {
            for (number, transition) in state.transitions.iter().enumerate() {
                let guard = letter.simplified(&transition.guard);
                if guard == Guard::Constant(false) {
                    continue;
                }
                let active = program.var(self.flags[from]);
                let registers = |register: usize| self.registers.of(from, register);
                let holds = letter.guard(program, &guard, &registers);
                let when = match guard {
                    Guard::Constant(true) => active,
                    _ => binary(program, Op::And, active, holds),
                };
                fires[transition.target].push(Fires { transition, from, number, when });
            }
        }
        self.ask(program, &fires, &mut out);
        let moved = self.registers_moved(program, point, &letter, &fires, &mut out);
        self.flags_moved(program, point, &fires, &mut out);
        out.extend(moved);
        self.tell(program, &letter, &mut out);
        out
    }
    fn ask(&mut self, program: &mut Program, fires: &[Vec<Fires>], out: &mut Vec<StatementKind>) {
        let Some(asking) = &mut self.asking else { return };
        let of = program.properties[self.parts.property].clone();
        for fires in fires.iter().flatten() {
            let check = &mut asking.checks[fires.from][fires.number];
            let (number, property) = *check.get_or_insert_with(|| {
                asking.count += 1;
                // The property itself has no check in this program any more.
                if asking.count == 1 {
                    return (1, self.parts.property);
                }
                let what = "a transition of the automaton is not taken";
                (asking.count, program.add_property(CheckKind::Temporal, of.procedure, what, of.span))
            });
            let (asked, number) = (program.var(asking.asked), integer(program, asking.ty, number));
            let is_asked = binary(program, Op::Equal, asked, number);
            let both = binary(program, Op::And, is_asked, fires.when);
            let condition = not(program, both);
            out.push(StatementKind::Check { property, condition });
        }
    }
    fn flags_moved(
        &mut self,
        program: &mut Program,
        point: &Point,
        fires: &[Vec<Fires>],
        out: &mut Vec<StatementKind>,
    ) {
        let truth = program.types.bool();
        let mut copies = Vec::new();
        let mut active = Vec::new();
        for (state, own) in fires.iter().enumerate() {
            let off = program.bool_const(false);
            if own.is_empty() {
                copies.push(assign(self.flags[state], off));
                continue;
            }
            let when: Vec<ExprId> = own.iter().map(|fires| fires.when).collect();
            let next = any(program, &when);
            let name = format!("automaton.next {}", self.parts.monitor.states[state].name);
            let local = self.locals.get(program, point, name, truth);
            out.push(assign(local, next));
            let value = program.var(local);
            copies.push(assign(self.flags[state], value));
            active.push(value);
        }
        let condition = any(program, &active);
        out.push(match self.asking {
            None => StatementKind::Check { property: self.parts.property, condition },
            Some(_) => StatementKind::Assume(condition),
        });
        out.extend(copies);
    }
    /// New values of registers go through locals, because guards and values still need the old ones.
    fn registers_moved(
        &mut self,
        program: &mut Program,
        point: &Point,
        letter: &Letter,
        fires: &[Vec<Fires>],
        out: &mut Vec<StatementKind>,
    ) -> Vec<StatementKind> {
        let mut copies = Vec::new();
        for register in 0..self.parts.monitor.registers.len() {
            for (var, targets) in self.registers.kept(register, fires.len()) {
                let own: Vec<&Fires> = targets.iter().flat_map(|target| &fires[*target]).collect();
                let ty = program.variables[var].ty;
                let values: Vec<(ExprId, ExprId)> = own
                    .iter()
                    .map(|fires| (fires.when, self.new_value(program, letter, fires, register, ty)))
                    .collect();
                if let Some(conflict) = self.conflict {
                    differing(program, &values, conflict, out);
                }
                let old = program.var(var);
                let new = values.iter().rev().fold(old, |rest, (when, value)| if_else(program, *when, *value, rest));
                if new == old {
                    continue;
                }
                let name = format!("{} next", program.variables[var].name);
                let local = self.locals.get(program, point, name, ty);
                out.push(assign(local, new));
                let value = program.var(local);
                copies.push(assign(var, value));
            }
        }
        copies
    }
    fn new_value(&self, program: &mut Program, letter: &Letter, fires: &Fires, register: usize, ty: TypeId) -> ExprId {
        let of = |register: usize| self.registers.of(fires.from, register);
        let assigned = fires.transition.actions.iter().find(|(own, _)| *own == register);
        match assigned.map(|(_, value)| letter.value(program, value, &of)) {
            Some(Some(number)) => {
                let fits = fitted(program, number, ty);
                match number.defined {
                    Some(defined) => {
                        let zero = integer(program, ty, 0);
                        if_else(program, defined, fits, zero)
                    }
                    None => fits,
                }
            }
            Some(None) => integer(program, ty, 0),
            None => program.var(of(register).0),
        }
    }
    /// What must happen again and again.
    fn tell(&mut self, program: &mut Program, letter: &Letter, out: &mut Vec<StatementKind>) {
        let accepting: Vec<ExprId> = self.accepting(program);
        let accepting = any(program, &accepting);
        let mut happens = vec![accepting];
        for leaf in self.parts.fair {
            happens.push(letter.guard(program, &Guard::Leaf(*leaf), &|_| (self.stepped, false)));
        }
        for (var, holds) in self.seen.iter().zip(happens) {
            let before = program.var(*var);
            let now = binary(program, Op::Or, before, holds);
            out.push(assign(*var, now));
        }
        let on = program.bool_const(true);
        out.push(assign(self.stepped, on));
        out.push(StatementKind::Event { name: super::STEP.into(), arguments: Vec::new() });
    }
    fn accepting(&self, program: &mut Program) -> Vec<ExprId> {
        let all = self.parts.monitor.states.iter().zip(&self.flags).filter(|(state, _)| state.accepting);
        all.map(|(_, flag)| program.var(*flag)).collect()
    }
    fn end(&mut self, program: &mut Program, point: &Point, out: &mut Vec<StatementKind>) {
        let locals = &mut self.locals;
        let parts = self.parts;
        let letter = Letter::at(program, parts.leaves, |_| true, point, parts.scope, locals, out);
        if matches!(self.ending, Ending::Anything) {
            // A run that ends is a run: it is seen that there is one.
            let condition = program.bool_const(true);
            out.push(StatementKind::Check { property: parts.property, condition });
            return;
        }
        let condition = self.accepted(program, &letter, self.ending);
        // An unfair run does not count.
        let mut unfair = Vec::new();
        for leaf in parts.fair {
            let fair = letter.guard(program, &Guard::Leaf(*leaf), &|_| (self.stepped, false));
            unfair.push(not(program, fair));
        }
        unfair.push(condition);
        let condition = any(program, &unfair);
        out.push(StatementKind::Check { property: parts.property, condition });
    }
    fn accepted(&self, program: &mut Program, letter: &Letter, ending: Ending) -> ExprId {
        match ending {
            Ending::Anything => program.bool_const(true),
            Ending::Accepting => {
                let accepting = self.accepting(program);
                any(program, &accepting)
            }
            Ending::Stuttering(conditions) => {
                let mut all = Vec::new();
                for (flag, condition) in self.flags.iter().zip(conditions) {
                    let guard = letter.simplified(condition);
                    if guard == Guard::Constant(false) {
                        continue;
                    }
                    let active = program.var(*flag);
                    let holds = letter.guard(program, &guard, &|_| (self.stepped, false));
                    all.push(binary(program, Op::And, active, holds));
                }
                any(program, &all)
            }
        }
    }
}

/// Two transitions into one state must not bring different numbers.
fn differing(program: &mut Program, values: &[(ExprId, ExprId)], conflict: PropertyId, out: &mut Vec<StatementKind>) {
    for (place, (when, value)) in values.iter().enumerate() {
        for (other, different) in &values[place + 1..] {
            if program.expr(*value).kind == program.expr(*different).kind {
                continue;
            }
            let both = binary(program, Op::And, *when, *other);
            let equal = binary(program, Op::Equal, *value, *different);
            let apart = not(program, both);
            let condition = binary(program, Op::Or, apart, equal);
            out.push(StatementKind::Check { property: conflict, condition });
        }
    }
}

fn used_leaves(monitor: &Monitor, fair: &[usize]) -> FxHashSet<usize> {
    let mut used: FxHashSet<usize> = fair.iter().copied().collect();
    for transition in monitor.states.iter().flat_map(|state| &state.transitions) {
        transition.guard.visit(&mut |leaf| _ = used.insert(leaf), &mut |_| {});
        for (_, value) in &transition.actions {
            value.visit(&mut |leaf| _ = used.insert(leaf), &mut |_| {});
        }
    }
    used
}

/// The variables of the registers.
struct Registers {
    shared: Vec<Option<VarId>>,
    own: FxHashMap<(usize, usize), VarId>,
    signed: Vec<bool>,
    nowhere: VarId,
}

impl Registers {
    fn new(program: &mut Program, monitor: &Monitor) -> Self {
        let types: Vec<TypeId> = monitor
            .registers
            .iter()
            .map(|r| if r.signed { program.types.int(r.width) } else { program.types.unsigned(r.width) })
            .collect();
        let truth = program.types.bool();
        let nowhere = global(program, "automaton.nothing", truth);
        let signed = monitor.registers.iter().map(|register| register.signed).collect();
        let mut registers = Self { shared: vec![None; types.len()], own: FxHashMap::default(), signed, nowhere };
        if monitor.deterministic {
            for (number, register) in monitor.registers.iter().enumerate() {
                registers.shared[number] = Some(global(program, format!("automaton.{}", register.name), types[number]));
            }
            return registers;
        }
        for (state, needed) in needed(monitor).iter().enumerate() {
            for register in needed {
                let name = format!("automaton.{} in {}", monitor.registers[*register].name, monitor.states[state].name);
                registers.own.insert((state, *register), global(program, name, types[*register]));
            }
        }
        registers
    }
    fn of(&self, state: usize, register: usize) -> (VarId, bool) {
        let own = self.shared[register].or_else(|| self.own.get(&(state, register)).copied());
        (own.unwrap_or(self.nowhere), self.signed[register])
    }
    /// The variables of a register, each with the states that it belongs to.
    fn kept(&self, register: usize, states: usize) -> Vec<(VarId, Vec<usize>)> {
        if let Some(shared) = self.shared[register] {
            return vec![(shared, (0..states).collect())];
        }
        (0..states).filter_map(|state| Some((*self.own.get(&(state, register))?, vec![state]))).collect()
    }
}

/// The registers whose value in a state may still be used.
fn needed(monitor: &Monitor) -> Vec<BTreeSet<usize>> {
    let mut needed = vec![BTreeSet::new(); monitor.states.len()];
    loop {
        let before = needed.clone();
        for (number, state) in monitor.states.iter().enumerate() {
            for transition in &state.transitions {
                let mut used = BTreeSet::new();
                transition.guard.visit(&mut |_| {}, &mut |register| _ = used.insert(register));
                let later: Vec<usize> = before[transition.target].iter().copied().collect();
                for register in later {
                    match transition.actions.iter().find(|(own, _)| *own == register) {
                        Some((_, value)) => value.visit(&mut |_| {}, &mut |register| _ = used.insert(register)),
                        None => _ = used.insert(register),
                    }
                }
                needed[number].extend(used);
            }
        }
        if needed == before {
            return needed;
        }
    }
}
