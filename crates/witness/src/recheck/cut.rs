//! Loops: those the claim lists are cut, the others unrolled to their end.
//!
//! **Cutting.** With depth `k` and invariants `I`, consider the n-th arrival at the head since the loop was entered.
//!
//! - For `n <= k` the iterations before it are walked from the state in which the loop was entered. `I` is shown at
//!   each of these arrivals, and the checks of the first `k - 1` iterations are shown there.
//! - For `n > k`, arrival `n - k` was in a state that differs from that at the entry only in what iterations change:
//!   that is given arbitrary values. `I` held at the arrivals `n - k` to `n - 1`, and the checks of the `k - 1`
//!   iterations before the last were passed: these are assumed. Shown are the checks of the last iteration, and
//!   `I` at its end. The same walk, starting at arrival `n - k + 1`, covers how the loop is left in iteration
//!   `n`; iterations before the `k`-th are left as the first walk says.
//!
//! Every execution that has broken nothing so far is among those walked, so the first thing to be broken would
//! have been seen when it was to be shown. This holds for loops within loops and calls alike: the argument is about
//! the first moment in time at which anything that is to be shown fails.

use super::changes::Changes;
use super::court::Answer;
use super::evaluate::Scope;
use super::memory::{Kind, Object, Touched};
use super::state::{State, merge};
use super::walk::{Exits, Frame, Walker};
use super::{Judged, Refusal};
use cairn_ir::{BlockId, ExprId, LoopPlace, VarId};
use cairn_term::TermId;

/// Iterations of a loop that is not cut.
const MAX_ITERATIONS: u32 = 4_096;
/// Iterations of such a loop of which it is not plain whether they happen.
const MAX_ASKED: u32 = 64;
/// Walks of a loop, or of the bodies of procedures, to find what they change in memory.
pub const MAX_TRIALS: u32 = 64;

impl Walker<'_> {
    pub fn run_loop(&mut self, frame: &Frame, head: BlockId, state: State) -> Judged<Exits> {
        let place = LoopPlace { calls: frame.calls.clone(), procedure: frame.procedure, head };
        match self.cuts.get(&place).cloned() {
            Some(invariants) => self.cut(frame, &place, &invariants, state),
            None => self.unroll(frame, head, state),
        }
    }

    // ---- unrolling ----

    fn unroll(&mut self, frame: &Frame, head: BlockId, state: State) -> Judged<Exits> {
        let mut exits = Exits::default();
        let mut next = Some(state);
        let mut asked = 0;
        for _ in 0..MAX_ITERATIONS {
            let Some(state) = next else { return Ok(exits) };
            let (left, back) = self.region(frame, Some(head), head, state)?;
            // Whether it goes on is plain when it can only be left, or only go on.
            let plain = back.is_empty() || (left.edges.is_empty() && left.returns.is_empty());
            exits.edges.extend(left.edges);
            exits.returns.extend(left.returns);
            next = merge(&mut self.values, back);
            let Some(state) = next.as_ref().filter(|_| !plain) else { continue };
            asked += 1;
            if asked > MAX_ASKED {
                break;
            }
            match self.court.impossible(&mut self.values.terms, &state.path) {
                Answer::Yes => return Ok(exits),
                Answer::No => {}
                Answer::Unknown(why) => return Err(Refusal::Unknown(why)),
            }
        }
        let label = &self.program.procedures[frame.procedure].blocks[head].label;
        Err(Refusal::CannotFollow(format!("the loop at `{label}` is not listed and does not plainly end")))
    }

    // ---- cutting ----

    fn cut(&mut self, frame: &Frame, place: &LoopPlace, invariants: &[ExprId], entry: State) -> Judged<Exits> {
        self.show(frame, place, invariants, &entry, true)?;
        // No execution leaves the loop both early and late: this symbol says which.
        let late = match self.depth {
            1 => self.values.terms.tt(),
            _ => self.any_bool("late"),
        };
        let mut exits = Exits::default();
        // The first iterations, from the state at the entry.
        let early = self.values.terms.not(late);
        let mut next = Some(entry.clone());
        for _ in 1..self.depth {
            let Some(state) = next else { break };
            let (left, back) = self.region(frame, Some(place.head), place.head, state)?;
            self.keep(&mut exits, left, early);
            next = merge(&mut self.values, back);
            if let Some(state) = &next {
                self.show(frame, place, invariants, state, true)?;
            }
        }
        // An arbitrary iteration.
        let Some(state) = self.arbitrary(frame, place, invariants, &entry)? else { return Ok(exits) };
        let (left, back) = self.region(frame, Some(place.head), place.head, state)?;
        self.keep(&mut exits, left, late);
        if let Some(state) = merge(&mut self.values, back) {
            self.show(frame, place, invariants, &state, false)?;
        }
        Ok(exits)
    }
    fn keep(&mut self, exits: &mut Exits, left: Exits, condition: TermId) {
        let terms = &mut self.values.terms;
        let edges = left.edges.into_iter().filter_map(|(to, state)| Some((to, state.assuming(terms, condition)?)));
        exits.edges.extend(edges.collect::<Vec<_>>());
        exits.returns.extend(left.returns.into_iter().filter_map(|state| state.assuming(terms, condition)));
    }

    /// The state before the last of `k` iterations that begin at an arbitrary arrival.
    fn arbitrary(
        &mut self,
        frame: &Frame,
        place: &LoopPlace,
        invariants: &[ExprId],
        entry: &State,
    ) -> Judged<Option<State>> {
        let changes = Changes::of_loop(self.program, frame.procedure, &frame.graph, place.head);
        let objects = if changes.memory {
            self.touched_by(frame, place, invariants, entry, &changes)?
        } else {
            Touched::default()
        };
        self.touched.add(&objects);
        let start = self.havoc(entry, &changes, &objects)?;
        let Some(state) = self.assume_all(frame, invariants, start)? else { return Ok(None) };
        self.assumed(|walker| {
            let mut next = Some(state);
            for _ in 1..walker.depth {
                let Some(state) = next else { return Ok(None) };
                let (_, back) = walker.region(frame, Some(place.head), place.head, state)?;
                next = match merge(&mut walker.values, back) {
                    Some(state) => walker.assume_all(frame, invariants, state)?,
                    None => None,
                };
            }
            Ok(next)
        })
    }
    pub fn any_bool(&mut self, name: &str) -> TermId {
        let sort = self.values.terms.bool_sort();
        self.values.terms.fresh_symbol(name, sort)
    }
    /// Runs with nothing to be shown: it was, or will be, elsewhere.
    pub fn assumed<T>(&mut self, run: impl FnOnce(&mut Self) -> Judged<T>) -> Judged<T> {
        let obliged = std::mem::replace(&mut self.obliged, false);
        let result = run(self);
        self.obliged = obliged;
        result
    }
    /// The objects of the entry state that iterations write or end. Found by walking one iteration from states in
    /// which those found so far are arbitrary, until no more are found: then, by induction, at every arrival all
    /// others are as they were at the entry.
    fn touched_by(
        &mut self,
        frame: &Frame,
        place: &LoopPlace,
        invariants: &[ExprId],
        entry: &State,
        changes: &Changes,
    ) -> Judged<Touched> {
        let outer = std::mem::take(&mut self.touched);
        let mut known = Touched::default();
        for _ in 0..MAX_TRIALS {
            let start = self.havoc(entry, changes, &known)?;
            if let Some(state) = self.assume_all(frame, invariants, start)? {
                self.assumed(|walker| walker.region(frame, Some(place.head), place.head, state))?;
            }
            let found = std::mem::take(&mut self.touched);
            let old = |id: &u64| entry.objects.contains(*id);
            let new = Touched {
                written: found.written.into_iter().filter(|(id, _)| old(id)).collect(),
                ended: found.ended.into_iter().filter(old).collect(),
                strangers: found.strangers,
            };
            if new.is_within(&known) {
                self.touched = outer;
                return Ok(known);
            }
            known.add(&new);
        }
        Err(Refusal::CannotFollow("what a loop changes in memory is not found".into()))
    }
    /// The entry state with everything that iterations change made arbitrary.
    fn havoc(&mut self, entry: &State, changes: &Changes, objects: &Touched) -> Judged<State> {
        let program = self.program;
        let mut state = entry.clone();
        state.strangers |= changes.allocates;
        for (id, leaf) in &objects.written {
            let Some(contents) = state.objects.get_mut(*id) else { continue };
            let sort = self.values.terms.sort_of(contents.value[*leaf]);
            contents.value[*leaf] = self.values.terms.fresh_symbol("memory", sort);
        }
        for id in &objects.ended {
            let still = self.any_bool("alive");
            let Some(contents) = state.objects.get_mut(*id) else { continue };
            // What has ended does not live again.
            contents.live = self.values.terms.and(contents.live, still);
        }
        // Variables of other activations of the same procedure, and of procedures that are called, are not here.
        for (variable, paths) in changes.variables.iter().filter(|(v, _)| entry.variable(**v).is_ok()) {
            let declared = &program.variables[*variable];
            let any = self.values.any(declared.ty, &declared.name)?;
            let mut value = entry.variable(*variable)?.clone();
            for path in paths {
                let range = self.values.range(declared.ty, path)?;
                value[range.start..range.end].copy_from_slice(&any[range.start..range.end]);
            }
            state.set_variable(*variable, value)?;
        }
        for variable in changes.reborn.iter().filter(|v| entry.locals.contains_key(v)) {
            self.rebirth(&mut state, *variable)?;
        }
        Ok(state)
    }
    /// The variable's object is the one it was, or one that an earlier iteration made: of the latter only the last
    /// is still the variable's, and stands for whichever it is.
    fn rebirth(&mut self, state: &mut State, variable: VarId) -> Judged<()> {
        let ty = self.program.variables[variable].ty;
        let size = self.layout.size(ty).ok_or_else(super::memory::not_storable)?;
        let size = self.number(size);
        let object = Object { kind: Kind::Variable, ty, many: false, size };
        let any = self.any_object(&object)?;
        let new = self.create(state, object, any)?;
        let (alive, same) = (self.any_bool("alive"), self.any_bool("same"));
        if let Some(contents) = state.objects.get_mut(new) {
            contents.live = alive;
        }
        let (old, new) = (state.variable(variable)?[0], self.number(new));
        let number = self.values.terms.ite(same, old, new);
        state.set_variable(variable, super::evaluate::one(number))
    }

    // ---- invariants ----

    fn assume_all(&mut self, frame: &Frame, invariants: &[ExprId], mut state: State) -> Judged<Option<State>> {
        for invariant in invariants {
            let condition = self.condition(Scope { entry: Some(&frame.entry), ..Scope::of(&state) }, *invariant)?;
            match state.assuming(&mut self.values.terms, condition) {
                Some(next) => state = next,
                None => return Ok(None),
            }
        }
        Ok(Some(state))
    }
    /// Shows that the invariants hold, unless they are only assumed here.
    fn show(
        &mut self,
        frame: &Frame,
        place: &LoopPlace,
        invariants: &[ExprId],
        state: &State,
        initially: bool,
    ) -> Judged<()> {
        if !self.obliged {
            return Ok(());
        }
        for invariant in invariants {
            let condition = self.condition(Scope { entry: Some(&frame.entry), ..Scope::of(state) }, *invariant)?;
            match self.court.follows(&mut self.values.terms, &state.path, condition) {
                Answer::Yes => {}
                Answer::No => {
                    return Err(Refusal::NotInductive { place: place.clone(), invariant: *invariant, initially });
                }
                Answer::Unknown(why) => return Err(Refusal::Unknown(why)),
            }
        }
        Ok(())
    }
}
