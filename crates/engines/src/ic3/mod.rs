//! Property-directed reachability: proofs of loops of any length by the built-in SAT solver, for controllers and protocols,
//! whose invariants are many small conditions on bits.
//!
//! In: a program with its entries. Each becomes its [transition form](cairn_logic::transition), that becomes [`circuit`]s; then states that
//! lead to violations are [excluded](block) from [`frames`] level by level, until a level [is inductive](propagate). Out: the
//! invariants at loop heads as conditions of the original program ([`speak`]), for `witness` to judge. An execution that
//! violates a property is looked for by bounded model checking, of this property alone and at once as deep as the search has gone.
//!
//! Bradley, "SAT-Based Model Checking without Unrolling" (2011); Een, Mishchenko, Brayton, "Efficient Implementation of
//! Property Directed Reachability" (2011). Departing from both, frames are kept for each place of the program and not for its
//! state with a program counter.
//!
//! Deliberately absent: recursion, arrays that are too large to be taken apart, mathematical numbers: refused with a reason.

mod block;
mod circuit;
mod frames;
mod generalise;
mod propagate;
mod speak;
#[cfg(test)]
mod tests;

use crate::backend::Solvers;
use crate::bmc;
use crate::chc::speak::Home;
use crate::engine::{Engine, Outcome, Problem};
use crate::intervals;
use crate::observer::{Observer, Progress};
use block::{Blocked, block};
use cairn_base::Budget;
use cairn_ir::{CheckKind, Decision, LoopProof, ProcId, Program, Proof, ProofMethod, PropertyId, Verdict};
use cairn_logic::transition::{self, System, Target};
use cairn_passes::Derived;
use cairn_passes::horn::Place;
use cairn_passes::recipes::{self, FLAT};
use circuit::{Circuit, NoCircuit, StateBit};
use frames::{Frames, Reaches, Stopped};
use propagate::{Invariant, propagate};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What its decisions carry.
const NAME: &str = "ic3";

/// Proves by invariants that exclude what leads to a violation.
#[derive(Clone, Debug, Default)]
pub struct Reachability {
    /// With whom executions are looked for where a violation is reachable.
    pub solvers: Solvers,
}

impl Engine for Reachability {
    fn name(&self) -> &'static str {
        NAME
    }
    fn run(&self, problem: &Problem<'_>, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
        let mut all = All { problem, budget, solvers: &self.solvers, outcome: Outcome::default() };
        if all.open(observer).is_empty() || budget.check().is_err() {
            return all.outcome;
        }
        match all.entries() {
            Ok(entries) => all.solve(&entries, observer),
            Err(reason) => all.outcome.refused = Some(reason),
        }
        all.outcome.stopped = budget.look().err();
        all.outcome
    }
}

/// What is known of one entry.
pub enum Reached {
    /// Nothing bad is reachable.
    Nothing,
    /// An execution of so many steps leads to a violation, or to where it is not followed.
    Violation(PropertyId, u32),
    Lost(String),
    Stopped,
}

/// Whether executions of a transition system violate any of these properties; for systems that come from no program.
pub fn decide(system: &System, properties: &[PropertyId], budget: &Budget) -> Result<Reached, String> {
    let circuit = Circuit::of(system, budget).map_err(words)?;
    let mut search = Search::new(&circuit, budget);
    Ok(search.run(&properties.iter().copied().collect(), &|_, _| 0, &mut |_| {}).0)
}

fn words(reason: NoCircuit) -> String {
    match reason {
        NoCircuit::Stopped(reason) => reason.words().into(),
        NoCircuit::Refused(what) => what,
    }
}

/// One entry.
struct Entry {
    entry: ProcId,
    flat: Derived,
    system: System,
    circuit: Circuit,
}

/// All entries.
struct All<'a> {
    problem: &'a Problem<'a>,
    budget: &'a Budget,
    solvers: &'a Solvers,
    outcome: Outcome,
}

impl All<'_> {
    fn entries(&self) -> Result<Vec<Entry>, String> {
        let made = |entry: &ProcId| {
            let flat = recipes::derive(self.problem.program, &FLAT, &cairn_passes::Options::new(&[*entry]));
            let flat = flat.map_err(|error| error.to_string())?;
            let system = transition::of_flat(&flat, *entry, self.budget).map_err(|refused| refused.0)?;
            let circuit = Circuit::of(&system, self.budget).map_err(words)?;
            Ok(Entry { entry: *entry, flat, system, circuit })
        };
        self.problem.entries.iter().map(made).collect()
    }

    /// All properties together; one that is violated is left out from then on.
    fn solve(&mut self, entries: &[Entry], observer: &mut dyn Observer) {
        let mut searches: Vec<Search<'_>> = entries.iter().map(|p| Search::new(&p.circuit, self.budget)).collect();
        loop {
            let open = self.open(observer);
            if open.is_empty() || self.budget.check().is_err() {
                return;
            }
            let mut invariants = Vec::new();
            let mut violated = None;
            for (problem, search) in entries.iter().zip(&mut searches) {
                let rank = |place: usize, bit: StateBit| problem.rank(self.problem.program, place, bit);
                // An execution ends where something is not supported, so nothing is known about what would follow.
                let bad = self.bad(&open);
                let mut tell = |level: u32| observer.progress(Progress { bound: level, ..Progress::default() });
                let (reached, invariant) = search.run(&bad, &rank, &mut tell);
                let questions = std::mem::take(&mut search.frames.questions);
                self.outcome.statistics.questions += u32::try_from(questions).unwrap_or(u32::MAX);
                match reached {
                    Reached::Nothing => invariants.push(invariant),
                    Reached::Violation(property, steps) => violated = Some((property, steps)),
                    Reached::Lost(what) => {
                        self.outcome.refused = Some(format!("executions are not followed beyond {what}"));
                        return;
                    }
                    Reached::Stopped => return,
                }
                if violated.is_some() {
                    break;
                }
            }
            match violated {
                Some((property, steps)) if open.contains(&property) => self.violated(property, steps, observer),
                Some(_) => {
                    self.outcome.refused = Some("something that is not supported is reached".into());
                    return;
                }
                None => return self.proved(entries, &open, &invariants, observer),
            }
        }
    }

    fn open(&self, observer: &dyn Observer) -> Vec<PropertyId> {
        let is_open = |p: &PropertyId| {
            !self.outcome.suspects.contains(p)
                && !observer.is_decided(*p)
                && self.problem.program.properties[*p].kind != CheckKind::Unsupported
        };
        self.problem.properties.iter().copied().filter(is_open).collect()
    }
    fn bad(&self, open: &[PropertyId]) -> BTreeSet<PropertyId> {
        let unsupported = |p: &PropertyId| self.problem.program.properties[*p].kind == CheckKind::Unsupported;
        open.iter().copied().chain(self.problem.program.properties.ids().filter(unsupported)).collect()
    }

    fn proved(
        &mut self,
        entries: &[Entry],
        open: &[PropertyId],
        invariants: &[Invariant],
        observer: &mut dyn Observer,
    ) {
        self.claim((Program::clone(self.problem.program), Vec::new()), entries, open, invariants, observer);
        // The passes before the transition form may have drawn conclusions that no state variable is left to say.
        let open: Vec<PropertyId> = self.open(observer).into_iter().filter(|p| !self.is_proved(*p)).collect();
        if !open.is_empty() && self.budget.check().is_ok() {
            let found = intervals::analyse(self.problem, self.budget);
            self.claim(((*found.program).clone(), found.invariants), entries, &open, invariants, observer);
        }
    }
    fn is_proved(&self, property: PropertyId) -> bool {
        self.outcome.decisions.iter().any(|decision| decision.property == property)
    }
    /// Claims properties by the invariants found, together with those known already.
    fn claim(
        &mut self,
        (mut extended, known): (Program, Vec<LoopProof>),
        entries: &[Entry],
        open: &[PropertyId],
        invariants: &[Invariant],
        observer: &mut dyn Observer,
    ) {
        let mut loops = known;
        for (problem, invariant) in entries.iter().zip(invariants) {
            let Entry { system, circuit, entry, flat } = problem;
            loops.extend(speak::proofs(system, &circuit.bits, invariant, *entry, &flat.back, &mut extended));
        }
        let program = Some(Arc::new(extended));
        let proof = Proof { by: ProofMethod::Invariant, loops: loops.into(), procedures: Arc::default(), program };
        let decision = |property: &PropertyId| {
            let verdict = Verdict::Proved(proof.clone());
            Decision { property: *property, verdict, reachable: None, bound: None, engine: NAME }
        };
        let decisions: Vec<Decision> = open.iter().map(decision).collect();
        let convinced = observer.decided_together(&decisions);
        let convincing = decisions.into_iter().zip(convinced).filter(|(_, convinced)| *convinced);
        self.outcome.decisions.extend(convincing.map(|(decision, _)| decision));
    }

    /// Some execution of the transition form violates the property: it is looked for.
    fn violated(&mut self, property: PropertyId, steps: u32, observer: &mut dyn Observer) {
        self.outcome.suspects.push(property);
        let options = bmc::Options {
            // A step may be the last part of an iteration and the first of the next.
            unwind: Some(steps.saturating_add(1)),
            unwinding: bmc::Unwinding::Assume,
            ..bmc::Options::default()
        };
        let engine = bmc::BoundedModelChecking { options, solvers: self.solvers.clone() };
        engine.run(&Problem { properties: &[property], ..*self.problem }, self.budget, observer);
    }
}

impl Entry {
    /// What is dropped from cubes first: what invariants at the place cannot say.
    fn rank(&self, program: &Program, place: usize, bit: StateBit) -> u32 {
        let (variable, _) = self.circuit.bits.owner[bit as usize];
        let head = self.system.places[transition::PlaceId(place as u32)].block;
        let home = head.and_then(|head| Home::of(&self.flat.back, Place::LoopHead(self.entry, head)));
        let can_say = home.is_some_and(|home| speak::can_say(&self.system, variable, &home, program));
        u32::from(can_say)
    }
}

/// The search for one entry; what it knows does not depend on which properties are asked for.
struct Search<'c> {
    frames: Frames<'c>,
}

impl<'c> Search<'c> {
    fn new(circuit: &'c Circuit, budget: &'c Budget) -> Self {
        let mut frames = Frames::new(circuit, budget);
        frames.open_level();
        Self { frames }
    }

    /// Until nothing bad is reachable, or something is.
    fn run(
        &mut self,
        bad: &BTreeSet<PropertyId>,
        rank: &dyn Fn(usize, StateBit) -> u32,
        tell: &mut dyn FnMut(u32),
    ) -> (Reached, Invariant) {
        match self.levels(bad, rank, tell) {
            Ok(found) => found,
            Err(Stopped) => (Reached::Stopped, Invariant::new()),
        }
    }
    fn levels(
        &mut self,
        bad: &BTreeSet<PropertyId>,
        rank: &dyn Fn(usize, StateBit) -> u32,
        tell: &mut dyn FnMut(u32),
    ) -> Result<(Reached, Invariant), Stopped> {
        loop {
            tell(self.frames.last() as u32);
            if let Some(reached) = self.clear_last(bad, rank)? {
                return Ok((reached, Invariant::new()));
            }
            self.frames.open_level();
            if let Some(invariant) = propagate(&mut self.frames)? {
                return Ok((Reached::Nothing, invariant));
            }
        }
    }
    /// Excludes all states of the last level from which something bad is one step away.
    fn clear_last(
        &mut self,
        bad: &BTreeSet<PropertyId>,
        rank: &dyn Fn(usize, StateBit) -> u32,
    ) -> Result<Option<Reached>, Stopped> {
        let circuit = self.frames.circuit;
        for (place, own) in circuit.places.iter().enumerate() {
            for (number, step) in own.steps.iter().enumerate() {
                let reached = |steps: u32| match &step.to {
                    Target::Violates(property) if bad.contains(property) => Some(Reached::Violation(*property, steps)),
                    Target::Lost(what) => Some(Reached::Lost(what.clone())),
                    _ => None,
                };
                if reached(0).is_none() {
                    continue;
                }
                loop {
                    let last = self.frames.last();
                    let Reaches::From(states) = self.frames.reaches((place, number), last, &Vec::new(), None)? else {
                        break;
                    };
                    if let Blocked::No(steps) = block(&mut self.frames, place, states, &|bit| rank(place, bit))? {
                        return Ok(reached(steps));
                    }
                }
            }
        }
        Ok(None)
    }
}
