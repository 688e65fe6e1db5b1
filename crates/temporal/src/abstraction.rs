//! Whether the body of a procedure may be hidden behind its contract without a property noticing.
//!
//! The contract makes one step between the call and the return. Every run of the program has then a run of the abstraction with
//! the same atoms but for repetitions, if
//!
//! 1. the body ends, so that the return is come to: without a return the contract says nothing;
//! 2. it does not end the program itself (`exit`);
//! 3. inside it no atom changes, or all do in one statement, or the user sees the body as one step (`--atomic`);
//! 4. nothing that happens inside is an event of the property: calls inside, their variables, places;
//! 5. the property does not count steps: a formula without X and Y (Lamport, "What Good Is Temporal Logic?", 1983), so of an automaton
//!    every event inside is one too many;
//! 6. the contract is true of the body, and what it requires is true at every call. Then what the body does is among what the contract
//!    allows, and no run gets lost.
//!
//! This module looks at 2 to 5, and at 1 as far as it can be seen: loops and recursions have variants, which are proved with the
//! contract. Point 6 is proved by whoever uses the abstraction. A violation of the abstraction is none of the program by itself.

use crate::leaves::{Leaf, LeafKind};
use crate::points::{Point, PointKind, Steps, is_source};
use crate::term::Term;
use crate::typing::names;
use cairn_automata::condition::EventKind;
use cairn_ir::{ProcId, Program, Statement, StatementKind, Terminator};
use cairn_passes::{CallGraph, Loops};
use std::collections::BTreeSet;

/// What a property asks of a program, as far as it matters here.
pub struct Asked<'a> {
    pub program: &'a Program,
    pub leaves: &'a [Leaf],
    pub points: &'a [Point],
    /// What may change an atom.
    pub steps: &'a Steps,
    /// Repetitions of a state do not matter: a formula without X and Y.
    pub stutters: bool,
}

impl Asked<'_> {
    /// Why the body cannot be hidden; none if nothing stands against it. `atomic`: the user sees it as one step.
    pub fn obstacle(&self, procedure: ProcId, atomic: bool) -> Option<String> {
        let inside: BTreeSet<ProcId> = CallGraph::new(self.program).reachable(&[procedure]).into_iter().collect();
        None.or_else(|| self.ends_the_program(&inside))
            .or_else(|| self.may_not_end(procedure, &inside))
            .or_else(|| self.event_inside(procedure, &inside))
            .or_else(|| self.named_inside(procedure, &inside))
            .or_else(|| if atomic { None } else { self.changes_more_than_once(procedure, &inside) })
    }
    fn name(&self, procedure: ProcId) -> &str {
        &self.program.procedures[procedure].name
    }
    fn ends_the_program(&self, inside: &BTreeSet<ProcId>) -> Option<String> {
        let stops = |id: &ProcId| {
            self.program.procedures[*id].blocks.values().any(|block| matches!(block.terminator, Terminator::Stop))
        };
        inside.iter().find(|id| stops(id)).map(|id| format!("`{}` may end the program", self.name(*id)))
    }
    fn may_not_end(&self, procedure: ProcId, inside: &BTreeSet<ProcId>) -> Option<String> {
        let calls = CallGraph::new(self.program);
        for id in inside {
            let own = &self.program.procedures[*id];
            if calls.is_recursive(*id) && own.contract.decreases.is_empty() {
                return Some(format!("`{}` is recursive, and no `decreases` says that it ends", own.name));
            }
            let open = Loops::new(own).loops.iter().any(|l| {
                let contract = own.blocks[l.head].loop_contract.as_ref();
                contract.is_none_or(|contract| contract.variants.is_empty())
            });
            if open {
                let within = if *id == procedure { String::new() } else { format!(" of `{}`", own.name) };
                return Some(format!("no `loop variant` says that a loop{within} ends"));
            }
        }
        None
    }
    /// Events of an automaton are followed one by one.
    fn event_inside(&self, procedure: ProcId, inside: &BTreeSet<ProcId>) -> Option<String> {
        let raises = |point: &&Point| {
            matches!(point.kind, PointKind::Event(..))
                && point.procedure != procedure
                && inside.contains(&point.procedure)
        };
        let found = self.points.iter().find(raises)?;
        let any = |leaf: &Leaf| {
            let mut any = matches!(leaf.kind, LeafKind::Event(EventKind::CallOrReturn, None));
            if let LeafKind::Condition(term) | LeafKind::Number(term) = &leaf.kind {
                term.visit(&mut |part| any |= matches!(part, Term::Result(None)));
            }
            any
        };
        let name = self.name(found.procedure);
        if !self.stutters {
            return Some(format!("the automaton follows the calls inside it, as that of `{name}`"));
        }
        let leaf = self.leaves.iter().find(|leaf| any(leaf))?;
        Some(format!("`{}` speaks of calls inside it, as that of `{name}`", leaf.text))
    }
    /// What the property names that happens inside.
    fn named_inside(&self, procedure: ProcId, inside: &BTreeSet<ProcId>) -> Option<String> {
        let deeper = |id: &ProcId| *id != procedure && inside.contains(id);
        let of = |name: &str| names::function(self.program, name).ok().flatten();
        let about = |leaf: &Leaf| match &leaf.kind {
            LeafKind::Event(_, Some(function)) | LeafKind::Assumes(function, _) => deeper(function),
            LeafKind::Event(_, None) | LeafKind::End => false,
            LeafKind::Place { file, line } => self.points.iter().any(|point| {
                let here = matches!(&point.kind, PointKind::Place(f, l) if f == file && l == line);
                here && inside.contains(&point.procedure)
            }),
            LeafKind::Condition(term) | LeafKind::Number(term) => {
                let mut found = false;
                term.visit(&mut |part| {
                    found |= match part {
                        Term::Local { function, .. } => of(function).is_none_or(|id| inside.contains(&id)),
                        Term::Parameter { function, .. } | Term::Result(Some(function)) => {
                            of(function).is_none_or(|id| deeper(&id))
                        }
                        _ => false,
                    };
                });
                found
            }
        };
        self.leaves
            .iter()
            .find(|leaf| about(leaf))
            .map(|leaf| format!("`{}` speaks of what happens inside it", leaf.text))
    }
    /// Atoms that change in more than one statement, or again and again.
    fn changes_more_than_once(&self, procedure: ProcId, inside: &BTreeSet<ProcId>) -> Option<String> {
        let mut changes: Vec<(ProcId, cairn_ir::BlockId)> = Vec::new();
        for id in inside {
            let own = &self.program.procedures[*id];
            for (block, body) in own.blocks.iter() {
                let changing = body.statements.iter().filter(|statement| self.changes(statement));
                changes.extend(changing.map(|_| (*id, block)));
            }
        }
        let in_loop =
            |block: cairn_ir::BlockId| Loops::new(&self.program.procedures[procedure]).innermost(block).is_some();
        let once = match changes.as_slice() {
            [] => true,
            [(id, block)] => *id == procedure && !in_loop(*block),
            _ => false,
        };
        let help = "`--atomic` says that the body is seen as one step";
        (!once).then(|| format!("what the property reads may change inside it more than once; {help}"))
    }
    fn changes(&self, statement: &Statement) -> bool {
        let returns = matches!(statement.kind, StatementKind::Call { .. });
        // Which activation is the innermost one matters to what the property names, which is looked at by itself.
        let steps = Steps { after_calls: self.steps.after_calls && !returns, ..self.steps.clone() };
        steps.may_change(self.program, statement)
    }
}

/// The procedures whose contracts say what they do: those of the source with a body, but not where runs start.
pub fn with_contracts(program: &Program, started: &[ProcId]) -> Vec<ProcId> {
    let says = |id: &ProcId| {
        let own = &program.procedures[*id];
        is_source(program, own)
            && !started.contains(id)
            && (!own.contract.ensures.is_empty() || own.contract.assigns.is_some())
    };
    program.procedures.ids().filter(says).collect()
}
