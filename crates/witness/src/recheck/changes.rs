//! What a loop may change, read off its statements and those of everything it calls.
//!
//! Of a variable only the components that assignments name count as changed. Only variables that are not in memory
//! are found here; which objects change is found by walking the loop.

use super::graph::Graph;
use cairn_ir::{BlockId, Callee, Place, PlaceBase, ProcId, Program, Projection, StatementKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default, Debug)]
pub struct Changes {
    /// Variables that are assigned and not in memory, with the paths into them.
    pub variables: BTreeMap<VarId, Vec<Vec<Projection>>>,
    /// Variables in memory that begin a new life.
    pub reborn: BTreeSet<VarId>,
    /// Memory may be written, or objects may end.
    pub memory: bool,
    /// Objects may be allocated.
    pub allocates: bool,
}

impl Changes {
    /// What the loop with a head may change.
    pub fn of_loop(program: &Program, procedure: ProcId, graph: &Graph, head: BlockId) -> Self {
        let mut scan = Scan { program, changes: Self::default(), called: BTreeSet::new(), open: Vec::new() };
        for block in graph.loops.get(&head).into_iter().flatten() {
            scan.block(procedure, *block);
        }
        while let Some(called) = scan.open.pop() {
            let procedure = &program.procedures[called];
            // Variables of an activation that are in memory are objects that begin and end with it.
            let lists = [&procedure.parameters, &procedure.results, &procedure.locals];
            scan.changes.memory |= lists.into_iter().flatten().any(|v| program.variables[*v].addressable);
            for block in procedure.blocks.ids() {
                scan.block(called, block);
            }
        }
        scan.changes
    }
}

struct Scan<'p> {
    program: &'p Program,
    changes: Changes,
    called: BTreeSet<ProcId>,
    open: Vec<ProcId>,
}

impl Scan<'_> {
    fn block(&mut self, procedure: ProcId, block: BlockId) {
        for statement in &self.program.procedures[procedure].blocks[block].statements {
            self.statement(&statement.kind);
        }
    }
    fn statement(&mut self, statement: &StatementKind) {
        match statement {
            StatementKind::Assign { target, .. } | StatementKind::Havoc { target } => self.place(target),
            StatementKind::Call { callee, results, .. } => {
                results.iter().for_each(|place| self.place(place));
                match callee {
                    Callee::Direct(procedure) => self.call(*procedure),
                    Callee::Indirect { candidates, .. } => candidates.iter().for_each(|p| self.call(*p)),
                }
            }
            StatementKind::Allocate { target, .. } => {
                self.place(target);
                self.changes.allocates = true;
                self.changes.memory = true;
            }
            StatementKind::Live(variable) => {
                self.changes.reborn.insert(*variable);
                self.changes.memory = true;
            }
            StatementKind::Release(_)
            | StatementKind::Dead(_)
            | StatementKind::CopyMemory { .. }
            | StatementKind::FillMemory { .. } => self.changes.memory = true,
            StatementKind::Assume(_) | StatementKind::Check { .. } | StatementKind::Event { .. } => {}
        }
    }
    fn call(&mut self, procedure: ProcId) {
        if self.called.insert(procedure) {
            self.open.push(procedure);
        }
    }
    fn place(&mut self, place: &Place) {
        match place.base {
            PlaceBase::Var(variable) if !self.program.variables[variable].addressable => {
                self.changes.variables.entry(variable).or_default().push(place.path.clone());
            }
            _ => self.changes.memory = true,
        }
    }
}
