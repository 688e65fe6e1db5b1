//! What a loop may change, read off its statements and those of everything it calls.
//!
//! Of a variable only the components that assignments name count as changed. Only variables that are not in memory
//! are found here; which objects change is found by walking the loop.

use super::graph::Graph;
use cairn_ir::{BlockId, Callee, Place, PlaceBase, ProcId, Program, Projection, StatementKind, VarId, VariableKind};
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
    /// Objects that are there from the beginning may end.
    pub ends_globals: bool,
}

impl Changes {
    /// What the loop with a head may change.
    pub fn of_loop(program: &Program, procedure: ProcId, graph: &Graph, head: BlockId) -> Self {
        let mut scan = Scan { program, changes: Self::default(), called: BTreeSet::new(), open: Vec::new() };
        for block in graph.loops.get(&head).into_iter().flatten() {
            scan.block(procedure, *block);
        }
        scan.finish()
    }
    /// What a call of a procedure may change.
    pub fn of_call(program: &Program, procedure: ProcId) -> Self {
        let mut scan = Scan { program, changes: Self::default(), called: BTreeSet::new(), open: Vec::new() };
        scan.call(procedure);
        scan.finish()
    }
    /// The procedures that a procedure may call, or those it calls.
    pub fn called_by(program: &Program, procedure: ProcId) -> BTreeSet<ProcId> {
        let mut scan = Scan { program, changes: Self::default(), called: BTreeSet::new(), open: Vec::new() };
        program.procedures[procedure].blocks.ids().for_each(|block| scan.block(procedure, block));
        let mut called = BTreeSet::new();
        while let Some(next) = scan.open.pop() {
            called.insert(next);
            program.procedures[next].blocks.ids().for_each(|block| scan.block(next, block));
        }
        called
    }
    /// What an execution may change.
    pub fn of_everything(program: &Program) -> Self {
        let mut scan = Scan { program, changes: Self::default(), called: BTreeSet::new(), open: Vec::new() };
        program.procedures.ids().for_each(|procedure| scan.call(procedure));
        scan.finish()
    }
}

struct Scan<'p> {
    program: &'p Program,
    changes: Changes,
    called: BTreeSet<ProcId>,
    open: Vec<ProcId>,
}

impl Scan<'_> {
    /// With everything that is called.
    fn finish(mut self) -> Changes {
        let program = self.program;
        while let Some(called) = self.open.pop() {
            let procedure = &program.procedures[called];
            // Variables of an activation that are in memory are objects that begin and end with it.
            let lists = [&procedure.parameters, &procedure.results, &procedure.locals];
            self.changes.memory |= lists.into_iter().flatten().any(|v| program.variables[*v].addressable);
            for block in procedure.blocks.ids() {
                self.block(called, block);
            }
        }
        self.changes
    }
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
                self.end(*variable);
            }
            StatementKind::Dead(variable) => self.end(*variable),
            StatementKind::Release(_) => {
                self.changes.memory = true;
                self.changes.ends_globals = true;
            }
            StatementKind::CopyMemory { .. } | StatementKind::FillMemory { .. } => self.changes.memory = true,
            StatementKind::Assume(_) | StatementKind::Check { .. } | StatementKind::Event { .. } => {}
        }
    }
    fn end(&mut self, variable: VarId) {
        self.changes.memory = true;
        self.changes.ends_globals |= self.program.variables[variable].kind == VariableKind::Global;
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
