//! The judge of proofs: re-checks that properties follow from loop invariants, or from `k` iterations before.
//!
//! In: a [`Claim`] about the *original* program, and a solver. Out: which of the claimed properties are confirmed.
//! Nothing here is shared with engines or passes, whose mistakes it is to find; it is written to be simple before
//! it is complete, and refuses what it cannot follow.
//!
//! The judge walks every execution from every entry, all inputs at once, with values as terms ([`walk`]): blocks in
//! an order in which each comes after those before it, states merged where ways meet, calls in place. Loops that
//! the claim lists are cut at their heads by their invariants; all others are unrolled to their end ([`cut`], where the
//! soundness of cutting is argued). Procedures that the claim lists are walked once, from any state that their summary
//! allows, and calls of them are what it says ([`summary`], likewise). On the way it asks the solver ([`court`]) that every invariant holds
//! where it should and that no claimed check fails.
//!
//! **What makes it sound** is one relation: for every execution of the program, as long as it has not broken an
//! invariant or failed a check, there are values of the symbols under which the path of the state at that point is
//! true and every variable, object and lifetime has the value of its term. Inputs are new symbols without
//! conditions; whatever is not followed exactly (unions, bytes of pointers, copies of memory, addresses as numbers,
//! what a cut loop changed) is a new symbol without conditions too, which only adds executions. Then a check that
//! an execution fails is one that the solver can make fail: `path and not condition` has a model.
//!
//! *Trusted:* the terms' simplifications, the reduction of integers, the solver's `unsat`, and this module.

mod access;
mod applications;
mod bytes;
mod changes;
mod court;
mod cut;
mod effects;
mod elements;
mod evaluate;
mod extends;
pub(crate) mod graph;
mod memory;
mod objects;
mod operators;
mod quantifiers;
mod ranges;
mod represent;
mod shape;
mod state;
mod summary;
mod walk;

use cairn_base::Budget;
use cairn_ir::{ExprId, LoopPlace, LoopProof, ProcId, ProcedureProof, Program, PropertyId, Statement, StatementKind};
use cairn_solvers::abilities::Restarts;
use std::collections::{BTreeMap, BTreeSet};

/// That some properties are never violated, and why.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The program as the front end made it.
    pub original: &'a Program,
    /// The same with the expressions of the invariants added.
    pub program: &'a Program,
    /// Where executions begin.
    pub entries: &'a [ProcId],
    /// What is claimed never to be violated.
    pub properties: &'a [PropertyId],
    pub loops: &'a [LoopProof],
    pub procedures: &'a [ProcedureProof],
    /// The `k` of k-induction; 1 for plain invariants.
    pub depth: u32,
}

/// Why a claim, or the claim about one property, is not confirmed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    #[error("the invariant {invariant:?} {} at {place:?}", if *.initially { "does not hold at first" } else { "is not preserved" })]
    NotInductive { place: LoopPlace, invariant: ExprId, initially: bool },
    #[error("the summary {condition:?} of {procedure:?} does not hold at its {}", if *.at_entry { "entry" } else { "return" })]
    NotSummary { procedure: ProcId, condition: ExprId, at_entry: bool },
    #[error("{0:?} does not follow")]
    NotImplied(PropertyId),
    /// The program or the claim has something in it that the re-check does not follow.
    #[error("not followed: {0}")]
    CannotFollow(String),
    /// The solver gave up, or the budget is used up.
    #[error("not decided: {0}")]
    Unknown(String),
}

type Judged<T> = Result<T, Refusal>;

/// Judges a claim. An error means that nothing of it is confirmed: an invariant is not one, or the walk did not
/// come to its end. Otherwise the properties that are *not* confirmed are given back, with reasons; all other
/// claimed ones are.
pub fn recheck(
    claim: &Claim,
    solver: &mut dyn Restarts,
    budget: &Budget,
) -> Result<BTreeMap<PropertyId, Refusal>, Refusal> {
    extends::check(claim.original, claim.program)?;
    let mut walker = walk::Walker::new(claim.program, court::Court::new(solver, budget));
    for proof in claim.loops {
        walker.cuts.entry(proof.place.clone()).or_default().extend(&proof.invariants);
    }
    for proof in claim.procedures {
        let summary = walker.summaries.entry(proof.procedure).or_default();
        summary.pointees.extend(proof.pointees.iter().copied());
        summary.requires.extend(&proof.requires);
        summary.ensures.extend(&proof.ensures);
    }
    walker.depth = claim.depth.max(1);
    walker.claimed = claim.properties.iter().copied().collect();
    // What no check speaks of (a bound on a loop, an end of every execution) the walk cannot see violated.
    for property in walker.claimed.difference(&checked(claim.program)) {
        walker.refused.insert(*property, Refusal::CannotFollow("a property without checks".into()));
    }
    walker.find_effects()?;
    for entry in claim.entries {
        walker.entry(*entry)?;
    }
    for (procedure, summary) in walker.summaries.clone() {
        walker.walk_summarised(procedure, &summary)?;
    }
    Ok(walker.refused)
}

/// The properties that checks speak of.
fn checked(program: &Program) -> BTreeSet<PropertyId> {
    let blocks = program.procedures.values().flat_map(|procedure| procedure.blocks.values());
    let property = |statement: &Statement| match statement.kind {
        StatementKind::Check { property, .. } => Some(property),
        _ => None,
    };
    blocks.flat_map(|block| block.statements.iter().filter_map(property)).collect()
}
