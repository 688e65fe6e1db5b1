//! Keeps one run of a Büchi automaton without registers, whose choices are inputs.
//!
//! The state is a number; the last number is the state of a run that has made a choice which was not possible. If no choices
//! make the automaton accept, none are taken amiss.

use super::guards::{Letter, Locals, any, assign, binary, if_else, integer, not};
use super::{Parts, Woven};
use crate::observe::global;
use crate::points::{PointKind, instrument};
use cairn_automata::monitor::{Guard, Transition};
use cairn_ir::{Binary as Op, ExprId, Initial, Place, Program, StatementKind, TypeId, VarId};

/// The program with a run of the automaton. The check fails where a run of the program ends that the automaton accepts;
/// `endings` says for each state when it accepts its last letter for ever. It fails as well where the automaton comes into
/// a state that is `universal`: from there it accepts everything.
pub fn choose(program: &Program, parts: Parts, endings: &[Guard], universal: &[bool]) -> Woven {
    let mut program = program.clone();
    let monitor = parts.monitor;
    // One more state to begin in, if there are several, and the one for runs that are lost.
    let count = monitor.states.len();
    let most = monitor.states.iter().map(|s| s.transitions.len()).sum::<usize>().max(count) + 2;
    let ty = program.types.unsigned(usize::BITS - most.leading_zeros());
    let truth = program.types.bool();
    let state = global(&mut program, "automaton.state", ty);
    let choice = global(&mut program, "automaton.choice", ty);
    let begin = if let [only] = monitor.initial[..] { only } else { count };
    let first = integer(&mut program, ty, begin);
    program.variables[state].initial = Initial::Value(first);
    let mut seen = vec![global(&mut program, "automaton.seen", truth)];
    for number in 0..parts.fair.len() {
        seen.push(global(&mut program, format!("automaton.fair {number}"), truth));
    }
    let stepped = global(&mut program, "automaton.stepped", truth);
    let mut weaver = Chooser { parts, endings, universal, ty, state, choice, seen, stepped, count };
    let mut locals = Locals::default();
    instrument(&mut program, parts.points, |program, _, point| {
        let mut out = Vec::new();
        let letter = Letter::at(program, parts.leaves, |_| true, point, parts.scope, &mut locals, &mut out);
        match point.kind {
            PointKind::End => {
                let accepts = weaver.stuttering(program, &letter);
                let condition = not(program, accepts);
                out.push(StatementKind::Check { property: parts.property, condition });
            }
            _ => weaver.step(program, &letter, &mut out),
        }
        out
    });
    let letter = Letter::between(&mut program, parts.leaves, parts.scope);
    let stutters = weaver.stuttering(&mut program, &letter);
    let Chooser { seen, stepped, .. } = weaver;
    Woven { program, seen, stepped, stutters, inputs: vec![choice], conflict: None }
}

struct Chooser<'a> {
    parts: Parts<'a>,
    endings: &'a [Guard],
    universal: &'a [bool],
    ty: TypeId,
    state: VarId,
    choice: VarId,
    seen: Vec<VarId>,
    stepped: VarId,
    count: usize,
}

impl Chooser<'_> {
    fn is_in(&self, program: &mut Program, state: usize) -> ExprId {
        let now = program.var(self.state);
        let number = integer(program, self.ty, state);
        binary(program, Op::Equal, now, number)
    }
    /// The states that count as this one: a beginning in several states is in all of them.
    fn sources(&self, state: usize) -> Vec<usize> {
        let begins = self.parts.monitor.initial.len() != 1 && self.parts.monitor.initial.contains(&state);
        if begins { vec![state, self.count] } else { vec![state] }
    }
    fn no_registers(&self) -> impl Fn(usize) -> (VarId, bool) {
        let stepped = self.stepped;
        move |_| (stepped, false)
    }
    fn step(&mut self, program: &mut Program, letter: &Letter, out: &mut Vec<StatementKind>) {
        let states = &self.parts.monitor.states;
        let all = states.iter().enumerate().flat_map(|(from, s)| s.transitions.iter().map(move |t| (from, t)));
        let possible: Vec<(usize, &Transition, Guard)> = all
            .map(|(from, transition)| (from, transition, letter.simplified(&transition.guard)))
            .filter(|(_, _, guard)| *guard != Guard::Constant(false))
            .collect();
        let lost = integer(program, self.ty, self.count + 1);
        let mut next = lost;
        out.push(StatementKind::Havoc { target: Place::var(self.choice) });
        for (number, (from, transition, guard)) in possible.iter().enumerate().rev() {
            let sources: Vec<ExprId> =
                self.sources(*from).into_iter().map(|source| self.is_in(program, source)).collect();
            let mut when = any(program, &sources);
            let holds = letter.guard(program, guard, &self.no_registers());
            when = binary(program, Op::And, when, holds);
            let (chosen, number) = (program.var(self.choice), integer(program, self.ty, number));
            let chosen = binary(program, Op::Equal, chosen, number);
            when = binary(program, Op::And, when, chosen);
            let target = integer(program, self.ty, transition.target);
            next = if_else(program, when, target, next);
        }
        out.push(assign(self.state, next));
        let lost: Vec<ExprId> =
            (0..self.count).filter(|s| self.universal[*s]).map(|s| self.is_in(program, s)).collect();
        if !lost.is_empty() {
            let lost = any(program, &lost);
            let condition = not(program, lost);
            out.push(StatementKind::Check { property: self.parts.property, condition });
        }
        let accepting: Vec<ExprId> =
            (0..self.count).filter(|s| states[*s].accepting).map(|s| self.is_in(program, s)).collect();
        let mut happens = vec![any(program, &accepting)];
        for leaf in self.parts.fair {
            happens.push(letter.guard(program, &Guard::Leaf(*leaf), &self.no_registers()));
        }
        for (var, holds) in self.seen.clone().iter().zip(happens) {
            let before = program.var(*var);
            let now = binary(program, Op::Or, before, holds);
            out.push(assign(*var, now));
        }
        let on = program.bool_const(true);
        out.push(assign(self.stepped, on));
        out.push(StatementKind::Event { name: super::STEP.into(), arguments: Vec::new() });
    }
    /// The automaton accepts the letter for ever, and so does what is fair.
    fn stuttering(&self, program: &mut Program, letter: &Letter) -> ExprId {
        let mut all = Vec::new();
        for (state, condition) in self.endings.iter().enumerate() {
            let guard = letter.simplified(condition);
            if guard == Guard::Constant(false) {
                continue;
            }
            let holds = letter.guard(program, &guard, &self.no_registers());
            for source in self.sources(state) {
                let now = self.is_in(program, source);
                all.push(binary(program, Op::And, now, holds));
            }
        }
        let mut accepts = any(program, &all);
        for leaf in self.parts.fair {
            let fair = letter.guard(program, &Guard::Leaf(*leaf), &self.no_registers());
            accepts = binary(program, Op::And, accepts, fair);
        }
        accepts
    }
}
