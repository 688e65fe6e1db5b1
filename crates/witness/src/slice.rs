//! The steps of a trace that the failure depends on: a dynamic backward slice.
//!
//! Walking back from the failed check, a step is relevant if it wrote something that a later relevant step
//! read (data dependence: Korel and Laski, Dynamic program slicing, 1988), or if it is the last branch that
//! decided whether a relevant step is reached (control dependence, [`control`](crate::control)), or if it
//! called a procedure in which there are relevant steps, or if it gives a relevant temporary the name of a source
//! variable, or if it is a branch whose other way would have written what is read ([`omitted`](crate::omitted)). Assumptions and passed checks are never relevant: they compute nothing.
//!
//! A slice only chooses what is shown first; nothing is concluded from it.

use crate::control::ControlDependence;
use crate::omitted::{Needed, Omitted, Skipped};
use cairn_ir::interp::{Effect, Execution, Location, PlaceStep, Step, StepKind};
use cairn_ir::{BlockId, ObjectId, ProcId, Program, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// What a slice says of the steps of a trace.
pub struct Slice {
    /// Per step, whether the failure depends on it.
    pub relevant: Vec<bool>,
    /// What branches would have assigned on the ways that they did not take, by the number of the step.
    pub skipped: BTreeMap<usize, Skipped>,
}

/// The slice of the trace of a failed execution.
pub fn slice(program: &Program, execution: &Execution) -> Slice {
    let steps = &execution.trace.steps;
    let mut marks = vec![false; steps.len()];
    let mut skipped = BTreeMap::new();
    let mut walk = Walk {
        program,
        needs: Needs::default(),
        blocks: BTreeMap::new(),
        inside: BTreeSet::new(),
        control: BTreeMap::new(),
        omitted: Omitted::new(program, execution),
    };
    let Some(last) = steps.back() else { return Slice { relevant: marks, skipped } };
    // The failure is the last check; or, for bounds, the arrival at the block where the execution ended.
    let failed = matches!(last.kind, StepKind::Check { holds: false, .. });
    if !failed {
        let block = execution.at.map_or(last.block, |at| at.block);
        walk.blocks.entry(last.activation).or_default().insert(block);
    }
    for (i, step) in steps.iter().enumerate().rev() {
        let is_failure = failed && i + 1 == steps.len();
        if is_failure {
            step.effects.iter().for_each(|effect| walk.needs.read(effect));
        }
        let mut wanted = walk.wanted(step);
        if !wanted && let Some(found) = walk.skips(step) {
            skipped.insert(i, found);
            wanted = true;
        }
        if is_failure || wanted {
            marks[i] = true;
            walk.keep(step);
        }
    }
    // A call that is shown is also seen to return.
    let entered: BTreeSet<u32> = steps
        .iter()
        .zip(&marks)
        .filter(|(step, mark)| **mark && matches!(step.kind, StepKind::Enter { .. }))
        .map(|(step, _)| step.activation)
        .collect();
    for (step, mark) in steps.iter().zip(&mut marks) {
        *mark |= matches!(step.kind, StepKind::Leave { .. }) && entered.contains(&step.activation);
    }
    Slice { relevant: marks, skipped }
}

struct Walk<'p> {
    program: &'p Program,
    needs: Needs,
    /// Per activation the blocks of relevant steps whose reason to be reached is still to be found.
    blocks: BTreeMap<u32, BTreeSet<BlockId>>,
    /// Activations with relevant steps.
    inside: BTreeSet<u32>,
    control: BTreeMap<ProcId, ControlDependence>,
    omitted: Omitted<'p>,
}

impl Walk<'_> {
    /// Whether something later depends on this step; takes over what it depends on itself.
    fn wanted(&mut self, step: &Step) -> bool {
        let mut wanted = false;
        for effect in &step.effects {
            if effect.write.as_ref().is_some_and(|write| self.needs.satisfy(write)) {
                self.needs.read(effect);
                wanted = true;
            }
        }
        match &step.kind {
            StepKind::Branch { .. } => wanted | self.decides(step),
            StepKind::Enter { .. } => wanted | self.inside.contains(&step.activation),
            _ => wanted | self.names_what_is_needed(step),
        }
    }
    /// Whether the step copies a needed temporary into a variable of the source: people know the value by that name.
    fn names_what_is_needed(&self, step: &Step) -> bool {
        let temporary = |var: &VarId| self.program.variables.get(*var).is_some_and(|variable| variable.temporary);
        step.effects.iter().any(|effect| match (&effect.write, &effect.reads[..]) {
            (
                Some(Location::Variable { variable: named, .. }),
                [Location::Variable { variable: copied, activation, .. }],
            ) => {
                let needed = self.needs.variables.get(&(*copied, *activation));
                !temporary(named) && temporary(copied) && needed.is_some_and(|paths| !paths.is_empty())
            }
            _ => false,
        })
    }
    /// Whether a branch decided about a block that is waiting. That block has its reason then.
    fn decides(&mut self, step: &Step) -> bool {
        let Some(waiting) = self.blocks.get_mut(&step.activation) else { return false };
        let Some(procedure) = self.program.procedures.get(step.procedure) else { return false };
        let control = self.control.entry(step.procedure).or_insert_with(|| ControlDependence::new(procedure));
        let before = waiting.len();
        waiting.retain(|block| !control.decides(step.block, *block));
        let decided = waiting.len() < before;
        if decided {
            step.effects.iter().for_each(|effect| self.needs.read(effect));
        }
        decided
    }
    /// What a branch would have assigned on its other way; takes over what it depends on.
    fn skips(&mut self, step: &Step) -> Option<Skipped> {
        let StepKind::Branch { taken, .. } = step.kind else { return None };
        let procedure = self.program.procedures.get(step.procedure)?;
        let control = self.control.entry(step.procedure).or_insert_with(|| ControlDependence::new(procedure));
        let at = (step.procedure, step.block, step.activation);
        let found = self.omitted.skipped(at, taken, control, &self.needs)?;
        step.effects.iter().for_each(|effect| self.needs.read(effect));
        Some(found)
    }
    fn keep(&mut self, step: &Step) {
        match &step.kind {
            StepKind::Enter { caller, .. } => {
                self.inside.remove(&step.activation);
                if let Some((activation, block)) = caller {
                    self.inside.insert(*activation);
                    self.blocks.entry(*activation).or_default().insert(*block);
                }
            }
            _ => {
                self.inside.insert(step.activation);
                self.blocks.entry(step.activation).or_default().insert(step.block);
            }
        }
    }
}

/// What was read by relevant steps and not yet written, going back.
#[derive(Default)]
struct Needs {
    variables: BTreeMap<(VarId, u32), BTreeSet<Vec<PlaceStep>>>,
    memory: BTreeMap<ObjectId, Ranges>,
    lifetimes: BTreeSet<ObjectId>,
}

impl Needed for Needs {
    fn variable(&self, variable: VarId, activation: u32) -> bool {
        self.variables.get(&(variable, activation)).is_some_and(|paths| !paths.is_empty())
    }
    fn object(&self, object: ObjectId) -> bool {
        self.memory.get(&object).is_some_and(|ranges| !ranges.0.is_empty())
    }
    fn objects(&self) -> Vec<ObjectId> {
        self.memory.iter().filter(|(_, ranges)| !ranges.0.is_empty()).map(|(object, _)| *object).collect()
    }
}

impl Needs {
    fn read(&mut self, effect: &Effect) {
        for read in &effect.reads {
            match read {
                Location::Variable { variable, activation, path } => {
                    self.variables.entry((*variable, *activation)).or_default().insert(path.clone());
                }
                Location::Memory { object, offset, bytes } => {
                    self.memory.entry(*object).or_default().add(*offset, offset.saturating_add(*bytes));
                }
                Location::Lifetime { object } => {
                    self.lifetimes.insert(*object);
                }
            }
        }
    }
    /// Whether a write gave something that is needed; what it gave wholly is needed no more.
    fn satisfy(&mut self, write: &Location) -> bool {
        match write {
            Location::Variable { variable, activation, path } => {
                let Some(paths) = self.variables.get_mut(&(*variable, *activation)) else { return false };
                // Components of what was written follow it in the order of paths.
                let given: Vec<Vec<PlaceStep>> =
                    paths.range(path.clone()..).take_while(|needed| needed.starts_with(path)).cloned().collect();
                given.iter().for_each(|needed| {
                    paths.remove(needed);
                });
                !given.is_empty() || (0..path.len()).any(|n| paths.contains(&path[..n]))
            }
            Location::Memory { object, offset, bytes } => {
                self.memory.get_mut(object).is_some_and(|r| r.take(*offset, offset.saturating_add(*bytes)))
            }
            Location::Lifetime { object } => self.lifetimes.remove(object),
        }
    }
}

/// Ranges of numbers that do not overlap: start and end (exclusive).
#[derive(Default)]
struct Ranges(BTreeMap<u64, u64>);

impl Ranges {
    fn add(&mut self, start: u64, end: u64) {
        if start >= end {
            return;
        }
        let touching: Vec<(u64, u64)> =
            self.0.range(..=end).rev().take_while(|(_, e)| **e >= start).map(|(s, e)| (*s, *e)).collect();
        let (mut low, mut high) = (start, end);
        for (s, e) in touching {
            self.0.remove(&s);
            (low, high) = (low.min(s), high.max(e));
        }
        self.0.insert(low, high);
    }
    /// Takes a range out; whether there was anything to take.
    fn take(&mut self, start: u64, end: u64) -> bool {
        if start >= end {
            return false;
        }
        let touched: Vec<(u64, u64)> =
            self.0.range(..end).rev().take_while(|(_, e)| **e > start).map(|(s, e)| (*s, *e)).collect();
        for (s, e) in &touched {
            self.0.remove(s);
            if *s < start {
                self.0.insert(*s, start);
            }
            if end < *e {
                self.0.insert(end, *e);
            }
        }
        !touched.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_behave_like_sets_of_numbers() {
        let mut rng = fastrand::Rng::with_seed(9);
        let (mut ranges, mut set) = (Ranges::default(), BTreeSet::new());
        for _ in 0..5_000 {
            let start = rng.u64(..60);
            let end = start + rng.u64(..8);
            if rng.bool() {
                ranges.add(start, end);
                set.extend(start..end);
            } else {
                let any = (start..end).any(|n| set.contains(&n));
                assert_eq!(ranges.take(start, end), any);
                set.retain(|n| *n < start || *n >= end);
            }
            let all: BTreeSet<u64> = ranges.0.iter().flat_map(|(s, e)| *s..*e).collect();
            assert_eq!(all, set);
        }
    }
}
