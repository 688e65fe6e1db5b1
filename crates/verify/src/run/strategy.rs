//! Which engines a run uses, when they start, and what they hand each other: data that `portfolio` interprets.
//!
//! A strategy is a list of lanes that work side by side, each on a thread and with a budget of its own. In a lane engines
//! work one after the other, and each gets the facts that those before it found. The first lane leads: it starts at
//! once, the bounds it reaches decide when the others start, and what it cannot decide is what the run says in the end.

use super::Subject;
use crate::request::{EngineChoice, Request};
use crate::solvers::Choice;
use cairn_engines::{Engine, Solvers, bmc, chc, concrete, ic3, induction, intervals};
use cairn_witness::lrat::Record;
use std::time::Duration;

/// Iterations, and time, after which loops count as going on: most programs are decided before.
pub(super) const LONG_LOOP: u32 = 8;
pub(super) const PATIENCE: Duration = Duration::from_millis(300);
/// The same for loops that go far.
pub(super) const VERY_LONG_LOOP: u32 = 512;
pub(super) const MUCH_PATIENCE: Duration = Duration::from_secs(10);

/// Engines side by side.
pub(super) type Strategy = &'static [Lane];

/// Engines one after the other.
pub(super) struct Lane {
    pub start: Start,
    pub stages: &'static [Stage],
    /// There is nothing to do in a program without loops and recursions.
    pub needs_cycles: bool,
    /// It finds out where no execution gets anywhere, so it goes on for that when its last property is decided.
    pub sees_vacuity: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    AtOnce,
    /// Once the leading lane has met a loop that goes on, or has ended without deciding everything.
    LoopsGoOn,
    /// Once loops go very far: what is found then is longer and says less than what the leading lane finds.
    LoopsGoFar,
}

/// What engines are made from.
pub(super) struct Setting<'a> {
    pub subject: &'a Subject,
    pub request: &'a Request,
    /// What becomes of refutations.
    pub record: &'a Record,
}

impl Setting<'_> {
    /// Solvers for engines whose proofs somebody judges.
    fn solvers(&self) -> Solvers {
        self.request.solver.for_engines(self.request.mathematical, None)
    }
    /// Solvers for engines that claim to have looked at everything: the refutations of the built-in one are checked.
    fn checked_solvers(&self) -> Solvers {
        let sinks = (self.request.solver == Choice::Builtin).then(|| self.record.checkers());
        self.request.solver.for_engines(self.request.mathematical, sinks)
    }
}

pub(super) struct Stage {
    /// The engine, with what it needs beside the problem.
    pub make: fn(&Setting<'_>) -> Box<dyn Engine>,
    pub tell: Tell,
    /// It gets one part of so many of the time that is left: what comes after it needs some too.
    pub share: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tell {
    /// What the engine decides counts as it falls.
    AtOnce,
    /// It counts where the next engine, whose proofs need less, has not decided; and not at all where that one says that
    /// unrolling comes to an end by itself.
    AfterNext,
}

const BMC: Stage = Stage {
    make: |setting| {
        let (options, solvers) = (setting.subject.unrolling.clone(), setting.checked_solvers());
        Box::new(bmc::BoundedModelChecking { options, solvers })
    },
    tell: Tell::AtOnce,
    share: 1,
};
const INTERVALS: Stage = Stage { make: |_| Box::new(intervals::Intervals), tell: Tell::AfterNext, share: 1 };
const BY_PROCEDURE: Stage = Stage { make: |_| Box::new(intervals::ByProcedure), tell: Tell::AtOnce, share: 2 };
const INDUCTION: Stage = Stage {
    make: |setting| Box::new(induction::Induction { solvers: setting.solvers(), short_loops: None }),
    tell: Tell::AtOnce,
    share: 1,
};
const HORN_CLAUSES: Stage = Stage {
    make: |setting| {
        let (clauses, solvers) = (setting.request.clauses.clone(), setting.checked_solvers());
        Box::new(chc::HornClauses { clauses, solvers })
    },
    tell: Tell::AtOnce,
    share: 1,
};
const IC3: Stage = Stage {
    make: |setting| Box::new(ic3::Reachability { solvers: setting.checked_solvers() }),
    tell: Tell::AtOnce,
    share: 1,
};
const EXECUTIONS: Stage = Stage { make: |_| Box::new(concrete::Executions), tell: Tell::AtOnce, share: 1 };

/// What runs alone before the lanes if a program is large: what it proves nobody else has to.
pub(super) const FIRST_LOOK: Lane = Lane {
    start: Start::AtOnce,
    stages: &[Stage { share: 1, ..BY_PROCEDURE }],
    needs_cycles: false,
    sees_vacuity: true,
};
/// The time for it: what it does not show soon is others' work.
pub(super) const FIRST_PATIENCE: Duration = Duration::from_secs(1);
pub(super) const FIRST_PATIENCE_FOR_EACH: Duration = Duration::from_millis(5);
/// A program counts as large from so many statements on, each counted as often as there are ways to call it.
pub(super) const LARGE: u64 = 3_000;
/// Looks at all executions up to growing bounds.
const UNROLLING: Lane = Lane { start: Start::AtOnce, stages: &[BMC], needs_cycles: false, sees_vacuity: true };
/// A first look at a program of any size.
const ANALYSING: Lane = Lane {
    start: Start::AtOnce,
    stages: &[BY_PROCEDURE, Stage { tell: Tell::AtOnce, ..INTERVALS }],
    needs_cycles: false,
    sees_vacuity: true,
};
/// Tries inputs that make loops go far.
const EXECUTING: Lane =
    Lane { start: Start::LoopsGoFar, stages: &[EXECUTIONS], needs_cycles: false, sees_vacuity: false };

/// Engines that prove loops of any length.
const fn proving(stages: &'static [Stage]) -> Lane {
    Lane { start: Start::LoopsGoOn, stages, needs_cycles: true, sees_vacuity: true }
}

static STRATEGIES: [(EngineChoice, Strategy); 6] = [
    (
        EngineChoice::Auto,
        &[UNROLLING, proving(&[INTERVALS, INDUCTION, Stage { share: 2, ..IC3 }, HORN_CLAUSES]), EXECUTING],
    ),
    (EngineChoice::Bmc, ONLY_UNROLLING),
    (EngineChoice::KInduction, &[UNROLLING, proving(&[INTERVALS, INDUCTION]), EXECUTING]),
    (EngineChoice::Chc, &[UNROLLING, proving(&[HORN_CLAUSES]), EXECUTING]),
    (EngineChoice::Ic3, &[UNROLLING, proving(&[IC3]), EXECUTING]),
    (EngineChoice::Intervals, &[ANALYSING]),
];
const ONLY_UNROLLING: Strategy = &[UNROLLING];

/// What a request asks for. A fixed bound is a question about executions within it, which only unrolling answers.
pub(super) fn strategy(request: &Request) -> Strategy {
    if request.unwind.is_some() {
        return ONLY_UNROLLING;
    }
    let found = STRATEGIES.iter().find(|(choice, _)| *choice == request.engine);
    found.map_or(ONLY_UNROLLING, |(_, strategy)| strategy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_a_strategy_and_its_first_lane_leads() {
        for choice in EngineChoice::all() {
            assert_eq!(STRATEGIES.iter().filter(|(known, _)| *known == choice).count(), 1, "{}", choice.name());
        }
        for (choice, lanes) in &STRATEGIES {
            let starts: Vec<bool> = lanes.iter().map(|lane| lane.start == Start::AtOnce).collect();
            assert!(starts.first() == Some(&true), "{}: nothing leads", choice.name());
            let hold_back = |lane: &Lane| lane.stages.last().is_none_or(|stage| stage.tell == Tell::AfterNext);
            assert!(!lanes.iter().any(hold_back), "{}: something is held back for ever", choice.name());
        }
    }
}
