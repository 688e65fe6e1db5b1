//! Slicing for one property: what cannot influence whether it fails is removed.
//!
//! After Weiser, "Program slicing" (1981), with control dependence after Ferrante, Ottenstein and Warren
//! (1987). Exact in both directions: with the same inputs an execution of the slice fails the property
//! exactly if the execution of the whole program does. Therefore these stay, with all they depend on:
//!
//! - every check, of any property, and every assumption after which the property may still be checked: an
//!   execution that fails one ends there;
//! - every loop and every recursion: what does not end never comes to the property;
//! - every statement that takes an input (see [`pass`](crate::pass)), and events.
//!
//! Out: the checks of other properties remain as assumptions where they matter. What comes after the last
//! place where the property may be checked is replaced by the end of the execution.
//!
//! Memory is one thing here: if some of it matters all of it does.

use crate::call_graph::CallGraph;
use crate::control::ControlDependence;
use crate::layout::in_reading_order;
use crate::loops::Loops;
use crate::pass::{BackMap, Error, Options, Passed};
use crate::rewrite::{assigned_places, expressions_take_inputs, for_each_expr, for_each_node, terminator_expr};
use crate::unwinding::UnwindingProperties;
use cairn_base::ids::Id;
use cairn_ir::{
    BlockId, Callee, ExprId, ExprKind, PlaceBase, ProcId, Procedure, Program, PropertyId, StatementKind, Terminator,
    VarId,
};
use rustc_hash::FxHashSet;

pub const NAME: &str = "slice";

/// Slices for `options.property`; without one the program stays as it is.
pub fn slice(source: &UnwindingProperties, options: &Options) -> Result<Passed, Error> {
    let back = BackMap::of(NAME);
    let Some(property) = options.property else { return Ok(Passed { result: source.clone(), back }) };
    let program = &source.program;
    // Any expression may then take an input; keeping all statements that have one would keep nearly all.
    if expressions_take_inputs(program) {
        return Ok(Passed { result: source.clone(), back });
    }
    let ahead = Ahead::new(program, property);
    let mut slicer = Slicer::new(program, &ahead);
    slicer.run();
    let kept = slicer.kept;
    let mut result = source.clone();
    for procedure in program.procedures.ids() {
        cut(&mut result, procedure, &kept, &ahead, property);
    }
    Ok(Passed { result, back })
}

/// Where the property may still be checked.
struct Ahead {
    /// By procedure and block: before which statements (the terminator counted last) a check may follow.
    blocks: Vec<Vec<Vec<bool>>>,
}

impl Ahead {
    fn new(program: &Program, property: PropertyId) -> Self {
        let reaching = procedures_with(program, property);
        let mut after_return = vec![false; program.procedures.len()];
        loop {
            let blocks = program.procedures.ids().map(|id| ahead_in(program, id, property, &reaching, &after_return));
            let blocks: Vec<Vec<Vec<bool>>> = blocks.collect();
            let mut changed = false;
            for (id, procedure) in program.procedures.iter() {
                for (at, block) in procedure.blocks.iter() {
                    for (place, statement) in block.statements.iter().enumerate() {
                        // What follows the call follows the callee's return.
                        if blocks[id.index()][at.index()][place + 1] {
                            for callee in callees(&statement.kind) {
                                changed |= !std::mem::replace(&mut after_return[callee.index()], true);
                            }
                        }
                    }
                }
            }
            if !changed {
                return Self { blocks };
            }
        }
    }
    fn at(&self, procedure: ProcId, block: BlockId, place: usize) -> bool {
        self.blocks[procedure.index()][block.index()][place]
    }
}

fn callees(kind: &StatementKind) -> &[ProcId] {
    match kind {
        StatementKind::Call { callee: Callee::Direct(callee), .. } => std::slice::from_ref(callee),
        StatementKind::Call { callee: Callee::Indirect { candidates, .. }, .. } => candidates,
        _ => &[],
    }
}

/// Procedures that check the property themselves or through calls.
fn procedures_with(program: &Program, property: PropertyId) -> Vec<bool> {
    let calls = CallGraph::new(program);
    let own = |id: ProcId| {
        let statements = program.procedures[id].blocks.values().flat_map(|block| &block.statements);
        statements.into_iter().any(|s| matches!(s.kind, StatementKind::Check { property: p, .. } if p == property))
    };
    let mut reaching: Vec<bool> = program.procedures.ids().map(own).collect();
    // Callees come first; within a recursion all members reach what one does.
    for component in calls.components() {
        let any =
            component.iter().any(|id| reaching[id.index()] || calls.callees(*id).iter().any(|c| reaching[c.index()]));
        component.iter().for_each(|id| reaching[id.index()] = any);
    }
    reaching
}

fn ahead_in(
    program: &Program,
    id: ProcId,
    property: PropertyId,
    reaching: &[bool],
    after_return: &[bool],
) -> Vec<Vec<bool>> {
    let procedure = &program.procedures[id];
    let here = |kind: &StatementKind| match kind {
        StatementKind::Check { property: checked, .. } => *checked == property,
        kind => callees(kind).iter().any(|callee| reaching[callee.index()]),
    };
    let mut result: Vec<Vec<bool>> =
        procedure.blocks.values().map(|block| vec![false; block.statements.len() + 1]).collect();
    let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); procedure.blocks.len()];
    for (at, block) in procedure.blocks.iter() {
        block.terminator.successors().iter().for_each(|next| predecessors[next.index()].push(at));
    }
    let mut work: Vec<BlockId> = procedure.blocks.ids().collect();
    while let Some(at) = work.pop() {
        let block = &procedure.blocks[at];
        let mut ahead = match block.terminator {
            Terminator::Return => after_return[id.index()],
            Terminator::Stop => false,
            ref other => other.successors().iter().any(|next| result[next.index()][0]),
        };
        let before = result[at.index()][0];
        result[at.index()][block.statements.len()] = ahead;
        for (place, statement) in block.statements.iter().enumerate().rev() {
            ahead |= here(&statement.kind);
            result[at.index()][place] = ahead;
        }
        if result[at.index()][0] != before {
            work.extend(&predecessors[at.index()]);
        }
    }
    result
}

/// What stays.
#[derive(Default)]
struct Kept {
    statements: FxHashSet<(ProcId, BlockId, usize)>,
    /// Blocks whose branch or switch stays.
    branches: FxHashSet<(ProcId, BlockId)>,
    /// Procedures of which something stays; calls of them stay.
    procedures: FxHashSet<ProcId>,
    variables: FxHashSet<VarId>,
    memory: bool,
}

struct Slicer<'a> {
    program: &'a Program,
    ahead: &'a Ahead,
    control: Vec<ControlDependence>,
    kept: Kept,
    changed: bool,
}

impl<'a> Slicer<'a> {
    fn new(program: &'a Program, ahead: &'a Ahead) -> Self {
        let control = program.procedures.values().map(ControlDependence::new).collect();
        Self { program, ahead, control, kept: Kept::default(), changed: false }
    }

    fn run(&mut self) {
        let calls = CallGraph::new(self.program);
        for id in self.program.procedures.ids().filter(|id| calls.is_recursive(*id)) {
            self.kept.procedures.insert(id);
        }
        for (id, procedure) in self.program.procedures.iter() {
            let loops = Loops::new(procedure);
            for (at, block) in procedure.blocks.iter().filter(|(at, _)| loops.innermost(*at).is_some()) {
                // A branch in a loop may decide whether the loop ends.
                if self.ahead.at(id, at, block.statements.len()) {
                    self.keep_block(id, at);
                    self.keep_branch(id, at);
                }
            }
        }
        self.keep_ends();
        self.changed = true;
        while std::mem::take(&mut self.changed) {
            self.pass_over();
        }
    }

    /// Blocks from which the property is not reached any more (a stop, a loop without end) keep from happening
    /// what would follow if control went elsewhere. A procedure may be such an end as a whole.
    fn keep_ends(&mut self) {
        for (id, procedure) in self.program.procedures.iter().filter(|(_, procedure)| procedure.has_body()) {
            if !self.ahead.at(id, Procedure::ENTRY, 0) {
                self.keep_block(id, Procedure::ENTRY);
            }
            for (at, block) in procedure.blocks.iter() {
                if self.ahead.at(id, at, block.statements.len()) {
                    for next in block.terminator.successors() {
                        if !self.ahead.at(id, next, 0) {
                            self.keep_block(id, next);
                        }
                    }
                }
            }
        }
    }

    fn pass_over(&mut self) {
        for (id, procedure) in self.program.procedures.iter() {
            for (at, block) in procedure.blocks.iter() {
                for (place, statement) in block.statements.iter().enumerate() {
                    if self.ahead.at(id, at, place)
                        && !self.kept.statements.contains(&(id, at, place))
                        && self.matters(&statement.kind)
                    {
                        self.keep_statement(id, at, place);
                    }
                }
            }
        }
    }

    fn matters(&self, kind: &StatementKind) -> bool {
        match kind {
            StatementKind::Check { .. } | StatementKind::Assume(_) | StatementKind::Event { .. } => true,
            StatementKind::Havoc { .. } => true,
            // Also because one that is too large makes an execution that is not considered.
            StatementKind::Allocate { .. } => true,
            StatementKind::Assign { target, .. } => self.place_matters(&target.base),
            StatementKind::Call { results, .. } => {
                let stays = |callee: &ProcId| {
                    self.kept.procedures.contains(callee) || !self.program.procedures[*callee].has_body()
                };
                callees(kind).iter().any(stays)
                    // An indirect call of none of its candidates ends the execution.
                    || matches!(kind, StatementKind::Call { callee: Callee::Indirect { .. }, .. })
                    || results.iter().any(|place| self.place_matters(&place.base))
            }
            StatementKind::Release(_)
            | StatementKind::Live(_)
            | StatementKind::Dead(_)
            | StatementKind::CopyMemory { .. }
            | StatementKind::FillMemory { .. } => self.kept.memory,
        }
    }

    fn place_matters(&self, base: &PlaceBase) -> bool {
        match base {
            PlaceBase::Deref(..) => self.kept.memory,
            PlaceBase::Var(var) => {
                self.kept.variables.contains(var) || self.kept.memory && self.program.variables[*var].addressable
            }
        }
    }

    fn keep_statement(&mut self, id: ProcId, at: BlockId, place: usize) {
        self.kept.statements.insert((id, at, place));
        self.changed = true;
        let kind = &self.program.procedures[id].blocks[at].statements[place].kind;
        let mut inside = Vec::new();
        for_each_expr(kind, |expr| inside.push(expr));
        self.need(inside);
        // Part of a variable assigned: the rest of it matters as before, which is said by `variables`.
        for place in assigned_places(kind) {
            match place.base {
                PlaceBase::Deref(..) => self.need_memory(),
                PlaceBase::Var(var) if self.program.variables[var].addressable => self.need_memory(),
                PlaceBase::Var(_) => {}
            }
        }
        for callee in callees(kind) {
            self.changed |= self.kept.procedures.insert(*callee);
            // Results that nobody needs are still assigned by the call that stays.
            self.need_variables(self.program.procedures[*callee].results.to_vec());
        }
        self.keep_block(id, at);
    }

    /// What decides whether a block is executed stays, and calls of its procedure do.
    fn keep_block(&mut self, id: ProcId, at: BlockId) {
        self.changed |= self.kept.procedures.insert(id);
        for decider in self.control[id.index()].of(at).to_vec() {
            self.keep_branch(id, decider);
        }
    }

    fn keep_branch(&mut self, id: ProcId, at: BlockId) {
        let mut left = vec![at];
        while let Some(at) = left.pop() {
            if self.kept.branches.insert((id, at)) {
                self.changed = true;
                self.kept.procedures.insert(id);
                self.need(terminator_expr(&self.program.procedures[id].blocks[at].terminator));
                left.extend(self.control[id.index()].of(at));
            }
        }
    }

    fn need(&mut self, roots: impl IntoIterator<Item = ExprId>) {
        let mut variables = Vec::new();
        let mut memory = false;
        for_each_node(self.program, roots, |_, node| match &node.kind {
            ExprKind::Var(var) => variables.push(*var),
            ExprKind::Load(_) | ExprKind::AddressOf(_) | ExprKind::Unary(..) | ExprKind::Binary(..) => {
                memory |= looks_at_memory(&node.kind);
            }
            _ => {}
        });
        if memory {
            self.need_memory();
        }
        self.need_variables(variables);
    }

    fn need_variables(&mut self, variables: Vec<VarId>) {
        for var in variables {
            if self.program.variables[var].addressable {
                self.need_memory();
            }
            self.changed |= self.kept.variables.insert(var);
        }
    }

    fn need_memory(&mut self) {
        self.changed |= !std::mem::replace(&mut self.kept.memory, true);
    }
}

fn looks_at_memory(kind: &ExprKind) -> bool {
    use cairn_ir::{Binary, Unary};
    matches!(
        kind,
        ExprKind::Load(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Unary(
                Unary::PointerIsLive | Unary::PointerIsHeap | Unary::PointerObjectSize | Unary::PointerOffset,
                _
            )
            | ExprKind::Binary(Binary::PointerValid, ..)
    )
}

/// Removes from a procedure what is not kept.
fn cut(result: &mut UnwindingProperties, id: ProcId, kept: &Kept, ahead: &Ahead, property: PropertyId) {
    let control = ControlDependence::new(&result.program.procedures[id]);
    let body = &mut result.program.procedures[id];
    if !body.has_body() {
        return;
    }
    for at in body.blocks.ids() {
        let block = &mut body.blocks[at];
        let count = block.statements.len();
        let mut statements = Vec::new();
        for (place, mut statement) in std::mem::take(&mut block.statements).into_iter().enumerate() {
            if !kept.statements.contains(&(id, at, place)) {
                continue;
            }
            if let StatementKind::Check { property: checked, condition } = statement.kind
                && checked != property
            {
                statement.kind = StatementKind::Assume(condition);
            }
            statements.push(statement);
        }
        block.statements = statements;
        if !ahead.at(id, at, count) {
            // The property is not checked any more, whatever happens now.
            block.terminator = Terminator::Stop;
        } else if terminator_expr(&block.terminator).is_some() && !kept.branches.contains(&(id, at)) {
            block.terminator = match control.meeting_point(at) {
                Some(next) => Terminator::Goto(next),
                None => Terminator::Return,
            };
        }
    }
    let ordered = in_reading_order(std::mem::take(&mut body.blocks));
    result.replace_body(id, ordered);
}
