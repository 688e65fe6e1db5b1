//! Which variables matter where, and what procedures read and change.
//!
//! Strong liveness: a variable is live before an assignment only if what is assigned is live after it, so that a
//! counter nobody looks at is not part of any predicate. What looks in the end is a check, an assumption or a branch.
//!
//! Between procedures: [`Procedures`] knows of each which of its parameters and globals it needs at entry, and which
//! globals it or what it calls may change.

use crate::call_graph::CallGraph;
use crate::flow::FlowGraph;
use crate::rewrite::{assigned_places, for_each_expr, for_each_node, terminator_expr};
use cairn_base::ids::Id;
use cairn_ir::{
    Callee, ExprId, ExprKind, Place, PlaceBase, ProcId, Procedure, Program, Projection, StatementKind, VarId,
    VariableKind,
};

/// A set of variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Vars {
    words: Vec<u64>,
}

impl Vars {
    pub fn contains(&self, var: VarId) -> bool {
        self.words.get(var.index() / 64).is_some_and(|word| word >> (var.index() % 64) & 1 == 1)
    }
    /// Whether it was not there before.
    pub fn insert(&mut self, var: VarId) -> bool {
        let (word, bit) = (var.index() / 64, 1u64 << (var.index() % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }
    pub fn remove(&mut self, var: VarId) {
        if let Some(word) = self.words.get_mut(var.index() / 64) {
            *word &= !(1 << (var.index() % 64));
        }
    }
    /// Whether something was added.
    pub fn add_all(&mut self, other: &Vars) -> bool {
        let mut changed = false;
        for var in other.iter() {
            changed |= self.insert(var);
        }
        changed
    }
    /// In the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = VarId> + '_ {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        self.words.iter().enumerate().flat_map(move |(n, word)| bits(*word).map(move |bit| VarId(n as u32 * 64 + bit)))
    }
}

/// What is known of each procedure.
pub(super) struct Procedures {
    /// Parameters and globals whose values at entry matter.
    pub inputs: Vec<Vars>,
    /// Globals it may change, itself or by calls; and its own variables that it assigns.
    pub changes: Vec<Vars>,
    /// Live before the first statement of each block.
    pub at_block: Vec<Vec<Vars>>,
}

impl Procedures {
    /// `needs_return` says of which procedures the values at return matter.
    pub fn new(program: &Program, needs_return: &[bool]) -> Self {
        let changes = changes(program);
        let empty = || vec![Vars::default(); program.procedures.len()];
        let at_block = program.procedures.values().map(|body| vec![Vars::default(); body.blocks.len()]).collect();
        let mut known = Self { inputs: empty(), changes, at_block };
        loop {
            let mut changed = false;
            for procedure in program.procedures.ids() {
                changed |= known.update(program, procedure, needs_return[procedure.index()]);
            }
            if !changed {
                return known;
            }
        }
    }

    /// What matters at the return: results, and the globals that have changed.
    pub fn at_return(&self, program: &Program, procedure: ProcId) -> Vars {
        let mut live = Vars::default();
        program.procedures[procedure].results.iter().for_each(|var| {
            live.insert(*var);
        });
        for var in self.changes[procedure.index()].iter().filter(|var| is_global(program, *var)) {
            live.insert(var);
        }
        live
    }

    fn update(&mut self, program: &Program, procedure: ProcId, needs_return: bool) -> bool {
        let body = &program.procedures[procedure];
        if !body.has_body() {
            return false;
        }
        let at_return = if needs_return { self.at_return(program, procedure) } else { Vars::default() };
        let graph = FlowGraph::new(body);
        let mut changed = false;
        loop {
            let mut grew = false;
            for &block in graph.reverse_post_order().iter().rev() {
                let mut live = self.after_block(program, procedure, block, &at_return);
                for statement in body.blocks[block].statements.iter().rev() {
                    self.before(program, &statement.kind, &mut live);
                }
                grew |= self.at_block[procedure.index()][block.index()].add_all(&live);
            }
            if !grew {
                break;
            }
            changed = true;
        }
        let entry = self.at_block[procedure.index()][Procedure::ENTRY.index()].clone();
        for var in entry.iter().filter(|var| is_global(program, *var) || body.parameters.contains(var)) {
            changed |= self.inputs[procedure.index()].insert(var);
        }
        changed
    }

    /// Live before the terminator.
    pub fn after_block(
        &self,
        program: &Program,
        procedure: ProcId,
        block: cairn_ir::BlockId,
        at_return: &Vars,
    ) -> Vars {
        let terminator = &program.procedures[procedure].blocks[block].terminator;
        let mut live = match terminator {
            cairn_ir::Terminator::Return => at_return.clone(),
            _ => Vars::default(),
        };
        for next in terminator.successors() {
            live.add_all(&self.at_block[procedure.index()][next.index()]);
        }
        uses(program, terminator_expr(terminator), &mut live);
        live
    }

    /// From what is live after a statement to what is live before it.
    pub fn before(&self, program: &Program, statement: &StatementKind, live: &mut Vars) {
        match statement {
            StatementKind::Assign { target, value } => {
                if assigned(program, target, live) {
                    uses(program, [*value], live);
                }
            }
            StatementKind::Havoc { target } => {
                assigned(program, target, live);
            }
            StatementKind::Call { callee, arguments, results } => {
                for place in results.iter().rev() {
                    assigned(program, place, live);
                }
                self.before_call(program, callee, arguments, live);
            }
            StatementKind::Live(var) => live.remove(*var),
            StatementKind::Dead(_) | StatementKind::Event { .. } => {}
            other => {
                // Conditions; and memory, which is refused when it is met.
                let mut inside = Vec::new();
                for_each_expr(other, |expr| inside.push(expr));
                uses(program, inside, live);
            }
        }
    }

    fn before_call(&self, program: &Program, callee: &Callee, arguments: &[ExprId], live: &mut Vars) {
        let Callee::Direct(callee) = callee else { return uses(program, arguments.iter().copied(), live) };
        let body = &program.procedures[*callee];
        if !body.has_body() {
            uses(program, arguments.iter().copied(), live);
            // Of what it promises, only globals are variables here.
            let mut promised = Vars::default();
            uses(program, body.contract.ensures.iter().copied(), &mut promised);
            return promised.iter().filter(|var| is_global(program, *var)).for_each(|var| {
                live.insert(var);
            });
        }
        let inputs = &self.inputs[callee.index()];
        // Of its own variables the callee changes those of its own activation, also where it is the caller.
        for var in self.changes[callee.index()].iter().filter(|var| is_global(program, *var)) {
            live.remove(var);
        }
        for var in inputs.iter().filter(|var| is_global(program, *var)) {
            live.insert(var);
        }
        let needed = body.parameters.iter().zip(arguments).filter(|(parameter, _)| inputs.contains(**parameter));
        uses(program, needed.map(|(_, argument)| *argument), live);
    }
}

pub(super) fn is_global(program: &Program, var: VarId) -> bool {
    program.variables[var].kind == VariableKind::Global
}

/// A place is assigned; gives whether anybody looks at it. What chooses the place is then live.
fn assigned(program: &Program, place: &Place, live: &mut Vars) -> bool {
    let PlaceBase::Var(var) = place.base else { return true };
    if !live.contains(var) {
        return false;
    }
    if place.path.is_empty() {
        live.remove(var);
    }
    let indices = place.path.iter().filter_map(|projection| match projection {
        Projection::Index(index) => Some(*index),
        _ => None,
    });
    uses(program, indices.collect::<Vec<_>>(), live);
    true
}

fn uses(program: &Program, roots: impl IntoIterator<Item = ExprId>, live: &mut Vars) {
    for_each_node(program, roots, |_, node| {
        match node.kind {
            ExprKind::Var(var) if program.variables[var].kind != VariableKind::Bound => live.insert(var),
            _ => false,
        };
    });
}

/// What each procedure assigns: its own variables, and globals also by calls.
fn changes(program: &Program) -> Vec<Vars> {
    let mut changes = vec![Vars::default(); program.procedures.len()];
    for (id, body) in program.procedures.iter() {
        let statements = body.blocks.values().flat_map(|block| &block.statements);
        for place in statements.flat_map(|statement| assigned_places(&statement.kind)) {
            if let PlaceBase::Var(var) = place.base {
                changes[id.index()].insert(var);
            }
        }
    }
    let calls = CallGraph::new(program);
    loop {
        let mut changed = false;
        for id in program.procedures.ids() {
            for callee in calls.callees(id) {
                let inherited: Vec<VarId> =
                    changes[callee.index()].iter().filter(|var| is_global(program, *var)).collect();
                for var in inherited {
                    changed |= changes[id.index()].insert(var);
                }
            }
        }
        if !changed {
            return changes;
        }
    }
}
