//! Programs with their long loops cut, as formulas: what the induction engine decides.
//!
//! A [`Cutter`] keeps its terms from one execution to the next, so that a solver that has seen one knows most of
//! the next already.

use super::cut::{Cutting, Obligation};
use cairn_base::{Budget, StopReason};
use cairn_ir::{LoopPlace, ProcId, Program, PropertyId, VarId};
use cairn_logic::execute::{CutReason, Executor, Instance, Log};
use cairn_logic::machine::Machine;
use cairn_term::{TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) use super::cut::{BEYOND, Candidate, Plan};

/// Numbers of one width that quantified candidates are assumed for.
const MOST_INDICES: usize = 12;

/// A check met by executions of the cut program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutCheck {
    pub property: PropertyId,
    pub reached: TermId,
    pub violated: TermId,
}

/// The values of a loop's scalars in one of its first iterations.
pub(crate) struct HeadState {
    pub reached: TermId,
    pub values: Vec<(VarId, TermId)>,
    /// The candidates, by number, as conditions there.
    pub conditions: Vec<(usize, TermId)>,
}

/// A program with its long loops cut, from every entry.
#[derive(Default)]
pub(crate) struct CutProgram {
    pub checks: Vec<CutCheck>,
    pub obligations: Vec<Obligation>,
    /// What each candidate says of the arbitrary states, by its number.
    pub assumptions: BTreeMap<usize, Vec<TermId>>,
    /// Executions that get somewhere: to their end, or round a loop.
    pub ends: Vec<TermId>,
    /// Executions that could not be followed, and why.
    pub lost: Vec<(TermId, String)>,
    /// The long loops, each with the variables it changes.
    pub loops: BTreeMap<LoopPlace, BTreeSet<VarId>>,
    /// States at the heads of long loops in their first iterations.
    pub heads: BTreeMap<LoopPlace, Vec<HeadState>>,
}

pub(crate) struct Cutter<'p> {
    machine: Machine<'p>,
    entries: Vec<ProcId>,
}

impl<'p> Cutter<'p> {
    pub fn new(program: &'p Program, entries: &[ProcId], budget: &'p Budget) -> Self {
        Self { machine: Machine::new(program, budget), entries: entries.to_vec() }
    }
    pub fn terms(&mut self) -> &mut Terms {
        &mut self.machine.terms
    }
    pub fn stopped(&self) -> Option<StopReason> {
        self.machine.stopped()
    }
    /// Executes the program and gives the numbers that elements of arrays are chosen by, by width.
    pub fn indices(&mut self, plan: &mut Plan) -> BTreeMap<u32, Vec<TermId>> {
        self.machine.noted_indices = Some(BTreeSet::new());
        self.cut(plan);
        let mut found: BTreeMap<u32, Vec<TermId>> = BTreeMap::new();
        for (_, term) in self.machine.noted_indices.take().unwrap_or_default() {
            let of_width = found.entry(self.machine.terms.width(term)).or_default();
            let new = !self.machine.terms.is_constant(term) && !of_width.contains(&term);
            if of_width.len() < MOST_INDICES && new {
                of_width.push(term);
            }
        }
        found
    }
    /// Executes the program; which loops are long is found on the way and added to the plan.
    pub fn cut(&mut self, plan: &mut Plan) -> CutProgram {
        loop {
            let mut result = CutProgram::default();
            let mut repeat = false;
            for number in 0..self.entries.len() {
                let (log, cutting) = self.cut_entry(number, plan);
                repeat |= cutting.repeat;
                plan.long.extend(cutting.plan.long.iter().cloned());
                result.add(log, cutting);
            }
            if !repeat || self.stopped().is_some() {
                return result;
            }
        }
    }
    fn cut_entry(&mut self, number: usize, plan: &Plan) -> (Log, Cutting) {
        let strategy = Cutting { plan: plan.clone(), ..Cutting::default() };
        Executor::new(&mut self.machine, strategy).run(self.entries[number], number as u32)
    }
}

impl CutProgram {
    fn add(&mut self, log: Log, cutting: Cutting) {
        let check = |i: &Instance| CutCheck { property: i.property, reached: i.reached, violated: i.violated };
        self.checks.extend(log.instances.iter().map(check));
        self.obligations.extend(cutting.obligations);
        for (candidate, holds) in cutting.assumptions {
            self.assumptions.entry(candidate).or_default().push(holds);
        }
        self.ends.extend(log.ends.into_iter().chain(cutting.rounds));
        self.lost.extend(log.cuts.into_iter().map(|cut| {
            let reason = match cut.reason {
                CutReason::Bound => "a recursion or the budget".to_string(),
                CutReason::Unsupported(what) => what,
            };
            (cut.reached, reason)
        }));
        for (place, variables) in cutting.changed {
            self.loops.entry(place).or_default().extend(variables);
        }
        for (place, states) in cutting.heads {
            self.heads.entry(place).or_default().extend(states);
        }
    }
}
