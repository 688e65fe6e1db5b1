//! Where predicates stand, and what they are called.
//!
//! Every cycle of a procedure has a loop head on it, so between places the program is acyclic. Names are those of the
//! paper's figures: `Procedure_call_init`, `Procedure_s0`, `Procedure_s1`, …, `Procedure_call_ret` (with results) or
//! `Procedure_call_end`; a loop head has the label of its block.

use super::{Arrays, Granularity, Options, Place};
use crate::loops::Loops;
use crate::rewrite::{assigned_places, for_each_expr, for_each_node};
use cairn_base::ids::Id;
use cairn_ir::{
    BlockId, Callee, ExprKind, ProcId, Procedure, Program, Projection, Statement, StatementKind, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The places of one procedure.
pub(super) struct Places {
    /// By block: before which statements a predicate stands (the terminator counted last).
    cuts: Vec<BTreeSet<usize>>,
    /// Of each block its position in an order in which only edges to loop heads go back.
    order: Vec<Option<usize>>,
    heads: FxHashSet<BlockId>,
    names: FxHashMap<Place, String>,
}

impl Places {
    pub fn new(program: &Program, procedure: ProcId, options: &Options) -> Self {
        let body = &program.procedures[procedure];
        let loops = Loops::new(body);
        let order: Vec<Option<usize>> = body.blocks.ids().map(|block| loops.position(block)).collect();
        let heads: FxHashSet<BlockId> = loops.loops.iter().map(|info| info.head).collect();
        let mut cuts = vec![BTreeSet::new(); body.blocks.len()];
        heads.iter().for_each(|head| {
            cuts[head.index()].insert(0);
        });
        let figures = options.granularity == Granularity::Figures;
        if figures && body.has_body() {
            let first = &body.blocks[Procedure::ENTRY].statements;
            cuts[Procedure::ENTRY.index()].insert(first.iter().take_while(|s| is_initial_value(program, s)).count());
        }
        for (id, block) in body.blocks.iter() {
            let by_cells = figures && options.arrays != Arrays::Theory;
            for (at, statement) in block.statements.iter().enumerate() {
                let is_call = called(program, statement).is_some();
                if figures && (is_call || by_cells && uses_elements(program, statement)) {
                    cuts[id.index()].extend([at, at + 1]);
                } else if is_call {
                    cuts[id.index()].insert(at + 1);
                }
            }
        }
        let mut places = Self { cuts, order, heads, names: FxHashMap::default() };
        places.name_all(program, procedure);
        places
    }

    fn name_all(&mut self, program: &Program, procedure: ProcId) {
        let body = &program.procedures[procedure];
        let base = identifier(&body.name);
        let ending = if body.results.is_empty() { "call_end" } else { "call_ret" };
        self.names.insert(Place::Entry(procedure), format!("{base}_call_init"));
        self.names.insert(Place::Return(procedure), format!("{base}_{ending}"));
        let mut reached: Vec<BlockId> = body.blocks.ids().filter(|b| self.order[b.index()].is_some()).collect();
        reached.sort_unstable_by_key(|block| self.order[block.index()]);
        let mut number = 0;
        for block in reached {
            for &at in &self.cuts[block.index()].clone() {
                let place = self.place(procedure, block, at);
                let name = match place {
                    Place::LoopHead(..) => format!("{base}_{}", identifier(&body.blocks[block].label)),
                    _ => {
                        number += 1;
                        format!("{base}_s{}", number - 1)
                    }
                };
                self.names.insert(place, name);
            }
        }
    }

    pub fn is_cut(&self, block: BlockId, at: usize) -> bool {
        self.cuts[block.index()].contains(&at)
    }
    pub fn place(&self, procedure: ProcId, block: BlockId, at: usize) -> Place {
        if at == 0 && self.heads.contains(&block) {
            return Place::LoopHead(procedure, block);
        }
        Place::Before(procedure, block, at)
    }
    pub fn position(&self, block: BlockId) -> usize {
        self.order[block.index()].unwrap_or(usize::MAX)
    }
    pub fn name(&self, place: Place) -> String {
        self.names.get(&place).cloned().unwrap_or_else(|| "state".into())
    }
}

/// Letters, digits and underscores.
pub(super) fn identifier(text: &str) -> String {
    let safe: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let safe = safe.trim_matches('_');
    if safe.starts_with(|c: char| c.is_ascii_alphabetic()) { safe.to_string() } else { format!("p{safe}") }
}

/// `x := 0`, `x := parameter` or `havoc x` of a whole variable.
fn is_initial_value(program: &Program, statement: &Statement) -> bool {
    let (target, value) = match &statement.kind {
        StatementKind::Assign { target, value } => (target, Some(*value)),
        StatementKind::Havoc { target } => (target, None),
        _ => return false,
    };
    let simple = |value| matches!(program.expr(value).kind, ExprKind::Const(_) | ExprKind::Var(_));
    target.path.is_empty() && value.is_none_or(simple)
}

/// Whether a statement reads or writes elements of arrays.
fn uses_elements(program: &Program, statement: &Statement) -> bool {
    let is_index = |projection: &Projection| matches!(projection, Projection::Index(_));
    let mut found = assigned_places(&statement.kind).iter().any(|place| place.path.iter().any(is_index));
    let mut roots = Vec::new();
    for_each_expr(&statement.kind, |expr| roots.push(expr));
    for_each_node(program, roots, |_, node| found |= matches!(node.kind, ExprKind::Index(..) | ExprKind::Update(..)));
    found
}

/// The procedure that a statement calls, if it has a body that does something.
pub(super) fn called(program: &Program, statement: &Statement) -> Option<ProcId> {
    match &statement.kind {
        StatementKind::Call { callee: Callee::Direct(callee), .. } => {
            let body = &program.procedures[*callee];
            (body.has_body() && !does_nothing(body)).then_some(*callee)
        }
        _ => None,
    }
}

pub(super) fn does_nothing(body: &Procedure) -> bool {
    let only = body.blocks.values().next().filter(|_| body.blocks.len() == 1 && body.results.is_empty());
    only.is_some_and(|block| block.statements.is_empty() && block.terminator == Terminator::Return)
}

/// Where an entry really begins: procedures that only call one other (a front end makes them, to run
/// initialisations first) are looked through, if nobody else calls that one.
pub(super) fn beginning(program: &Program, entry: ProcId) -> ProcId {
    let statements = || program.procedures.values().flat_map(|p| p.blocks.values()).flat_map(|b| &b.statements);
    let mut at = entry;
    loop {
        let body = &program.procedures[at];
        let Some(only) = body.blocks.values().next().filter(|b| body.blocks.len() == 1 && b.statements.len() <= 64)
        else {
            return at;
        };
        let mut calls = only.statements.iter().filter(|s| !skipped(program, s));
        let (Some(statement), None) = (calls.next(), calls.next()) else { return at };
        let StatementKind::Call { arguments, results, .. } = &statement.kind else { return at };
        let Some(next) = called(program, statement).filter(|_| arguments.is_empty() && results.is_empty()) else {
            return at;
        };
        let callers = statements().filter(|s| called(program, s) == Some(next)).count();
        if only.terminator != Terminator::Return || callers != 1 || next == entry {
            return at;
        }
        at = next;
    }
}

/// A call of a procedure that does nothing.
pub(super) fn skipped(program: &Program, statement: &Statement) -> bool {
    let StatementKind::Call { callee: Callee::Direct(callee), .. } = &statement.kind else { return false };
    does_nothing(&program.procedures[*callee])
}
