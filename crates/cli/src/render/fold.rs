//! Iterations of a trace that are like the ones before: told in a line instead of one after the other.
//!
//! In: steps. Out: ranges of them, each the iterations of one loop between its first and its last one. A loop is what comes back
//! to the same step within one call. Deliberately absent: anything about the program's own loops, of which a trace knows
//! nothing.

use cairn_verify::report::{StepKind, StepReport};
use std::collections::HashMap;
use std::ops::Range;

/// So many iterations in between are worth a fold.
const FEWEST: usize = 2;

/// Iterations that are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// Positions among the steps that were given.
    pub steps: Range<usize>,
    pub iterations: usize,
    /// What changes from the first of them to the last: a name, its first and its last value.
    pub changes: Option<(String, String, String)>,
}

impl Fold {
    pub fn words(&self) -> String {
        match &self.changes {
            Some((name, first, last)) => format!("… {} more iterations, {name} = {first} .. {last}", self.iterations),
            None => format!("… {} more iterations", self.iterations),
        }
    }
}

/// A step as far as it can come back: the call that it belongs to, and what it is.
type Key<'s> = (usize, Option<&'s str>, Option<u32>, StepKind, Option<&'s str>);

/// The folds of a trace, in its order; they do not overlap.
pub fn iterations(steps: &[&StepReport]) -> Vec<Fold> {
    let keys = keys(steps);
    let mut places: HashMap<&Key<'_>, Vec<usize>> = HashMap::new();
    for (position, key) in keys.iter().enumerate() {
        // The parts of `a && b`, one after the other, are one step.
        if position == 0 || keys[position - 1] != *key || key.3 != StepKind::Branch {
            places.entry(key).or_default().push(position);
        }
    }
    let mut folds = Vec::new();
    let mut ranges: Vec<Range<usize>> = std::iter::once(0..steps.len()).collect();
    while let Some(range) = ranges.pop() {
        let mut position = range.start;
        while position < range.end {
            let all = places.get(&keys[position]).map_or(&[][..], Vec::as_slice);
            let from = all.partition_point(|place| *place < position);
            let to = all.partition_point(|place| *place < range.end);
            let heads = &all[from..to.max(from)];
            if heads.first() != Some(&position) || heads.len() < FEWEST + 2 {
                position += 1;
                continue;
            }
            let (second, last) = (heads[1], heads[heads.len() - 1]);
            // The first iteration may hold loops of its own; so may what comes from the last one on.
            ranges.push(position + 1..second);
            let inner = &heads[1..heads.len() - 1];
            folds.push(Fold {
                steps: second..last,
                iterations: inner.len(),
                changes: changes(steps, &keys, second..last),
            });
            position = last + 1;
        }
    }
    folds.sort_by_key(|fold| fold.steps.start);
    folds
}

fn keys<'s>(steps: &[&'s StepReport]) -> Vec<Key<'s>> {
    let (mut calls, mut count) = (vec![0], 0);
    let mut keys = Vec::with_capacity(steps.len());
    for step in steps {
        let own = calls.last().copied().unwrap_or(0);
        keys.push((own, step.file.as_deref(), step.line, step.step, step.name.as_deref()));
        match step.step {
            StepKind::Enter => {
                count += 1;
                calls.push(count);
            }
            StepKind::Leave if calls.len() > 1 => {
                calls.pop();
            }
            _ => {}
        }
    }
    keys
}

/// What the loop counts: of what is assigned in an iteration the first that changes, in the line where iterations begin or else
/// anywhere.
fn changes(steps: &[&StepReport], keys: &[Key<'_>], folded: Range<usize>) -> Option<(String, String, String)> {
    let (call, line) = (keys[folded.start].0, keys[folded.start].2);
    let own = |position: &usize| keys[*position].0 == call && steps[*position].step == StepKind::Assign;
    let head = &keys[folded.start];
    let length = folded.clone().skip(1).position(|position| keys[position] == *head).map_or(folded.len(), |at| at + 1);
    let once: Vec<usize> = folded.clone().take(length).filter(own).collect();
    let in_head = once.iter().filter(|position| keys[**position].2 == line);
    in_head.chain(&once).find_map(|first| {
        let last = folded.clone().rev().find(|position| keys[*position] == keys[*first])?;
        let (from, to) = (steps[*first].value.clone()?, steps[last].value.clone()?);
        let is_short = from.len() + to.len() < 40;
        (from != to && is_short).then(|| (steps[*first].name.clone().unwrap_or_default(), from, to))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(line: u32, step: StepKind, name: &str, value: String) -> StepReport {
        let (file, function, name) = (Some("a.c".into()), Some("f".into()), Some(name.to_owned()));
        StepReport { file, line: Some(line), function, step, name, value: Some(value), relevant: true, note: None }
    }

    fn loops(outer: usize, inner: usize) -> Vec<StepReport> {
        let mut steps = Vec::new();
        for i in 0..outer {
            steps.push(step(1, StepKind::Assign, "i", i.to_string()));
            for j in 0..inner {
                steps.push(step(2, StepKind::Branch, "j < n", "true".into()));
                steps.push(step(3, StepKind::Assign, "j", j.to_string()));
            }
        }
        steps
    }

    fn folds(steps: &[StepReport]) -> Vec<(Range<usize>, String)> {
        let steps: Vec<&StepReport> = steps.iter().collect();
        iterations(&steps).into_iter().map(|fold| (fold.steps.clone(), fold.words())).collect()
    }

    #[test]
    fn iterations_between_the_first_and_the_last_are_folded() {
        assert_eq!(folds(&loops(3, 0)), []);
        assert_eq!(folds(&loops(6, 0)), [(1..5, "… 4 more iterations, i = 1 .. 4".into())]);
        let nested = folds(&loops(6, 6));
        assert_eq!(nested.len(), 3, "{nested:?}");
        assert_eq!(nested[0], (3..11, "… 4 more iterations, j = 1 .. 4".into()));
        assert_eq!(nested[1], (13..65, "… 4 more iterations, i = 1 .. 4".into()));
    }

    #[test]
    fn what_is_called_again_and_again_is_no_loop_of_its_own() {
        let mut steps = Vec::new();
        for _ in 0..3 {
            steps.push(step(5, StepKind::Enter, "g", "()".into()));
            steps.push(step(8, StepKind::Assign, "x", "1".into()));
            steps.push(step(9, StepKind::Leave, "g", "1".into()));
        }
        assert_eq!(folds(&steps), []);
        let long: Vec<StepReport> = steps.iter().cycle().take(100_000).cloned().collect();
        assert_eq!(folds(&long).len(), 1);
    }
}
