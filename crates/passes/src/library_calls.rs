//! What fails inside the library is the caller's mistake: each call of a library function gets a copy of that function whose checks
//! stand at the call, belong to the caller and name the function.
//!
//! In: a program as its front end made it. Out: the same executions; only properties differ, of which there is one per call and check.
//! Library functions that nothing calls directly any more lose their bodies. Those whose addresses are taken, and calls beyond a
//! limit, keep the shared body and its properties.

use crate::pass::Error;
use crate::rewrite::{Rewriter, Rule};
use cairn_base::{Span, Table};
use cairn_ir::{
    BlockId, Callee, Expr, ExprId, ExprKind, ProcId, ProcedureRole, Program, PropertyId, Statement, StatementKind,
    VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

const NAME: &str = "library calls";
/// Statements that are copied in all.
const MOST_STATEMENTS: usize = 60_000;

/// Gives each call of the library its own checks.
pub fn at_call_sites(program: &mut Program) {
    let checking = checking(program);
    if checking.is_empty() {
        return;
    }
    let mut copier = Copier { checking, left: MOST_STATEMENTS };
    let callers: Vec<ProcId> = program.procedures.ids().filter(|id| !is_library(program, *id)).collect();
    for caller in callers {
        let blocks: Vec<BlockId> = program.procedures[caller].blocks.ids().collect();
        for block in blocks {
            copier.block(program, caller, block);
        }
    }
    forget_unused(program);
}

fn is_library(program: &Program, id: ProcId) -> bool {
    let procedure = &program.procedures[id];
    procedure.role == ProcedureRole::Library && procedure.has_body()
}

fn statements(program: &Program, id: ProcId) -> impl Iterator<Item = &Statement> {
    program.procedures[id].blocks.values().flat_map(|block| &block.statements)
}

fn called(statement: &Statement) -> Option<ProcId> {
    match statement.kind {
        StatementKind::Call { callee: Callee::Direct(callee), .. } => Some(callee),
        _ => None,
    }
}

/// The library functions in which something is checked, there or in what they call.
fn checking(program: &Program) -> FxHashSet<ProcId> {
    let own: Vec<ProcId> = program.procedures.ids().filter(|id| is_library(program, *id)).collect();
    let mut found: FxHashSet<ProcId> = FxHashSet::default();
    loop {
        let before = found.len();
        for id in &own {
            let checks = statements(program, *id).any(|statement| {
                matches!(statement.kind, StatementKind::Check { .. })
                    || called(statement).is_some_and(|callee| found.contains(&callee))
            });
            if checks {
                found.insert(*id);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

struct Copier {
    checking: FxHashSet<ProcId>,
    /// How many statements may still be copied.
    left: usize,
}

/// A call from outside the library.
struct Site {
    caller: ProcId,
    /// The function that is called, as the source names it.
    function: String,
    span: Span,
    /// The copies made for it.
    copies: FxHashMap<ProcId, ProcId>,
}

impl Copier {
    fn block(&mut self, program: &mut Program, caller: ProcId, block: BlockId) {
        for index in 0..program.procedures[caller].blocks[block].statements.len() {
            let statement = &program.procedures[caller].blocks[block].statements[index];
            let span = statement.origin.span.or(program.procedures[caller].span);
            let (Some(callee), Some(span)) = (called(statement).filter(|id| self.checking.contains(id)), span) else {
                continue;
            };
            if self.cost(program, callee) > self.left {
                continue;
            }
            let function = program.procedures[callee].name.to_string();
            let mut site = Site { caller, function, span, copies: FxHashMap::default() };
            // What cannot be copied stays shared.
            let Ok(copy) = self.copy(program, callee, &mut site) else { continue };
            let statement = &mut program.procedures[caller].blocks[block].statements[index];
            if let StatementKind::Call { callee, .. } = &mut statement.kind {
                *callee = Callee::Direct(copy);
            }
        }
    }
    /// The statements of a function and of what it calls.
    fn cost(&self, program: &Program, root: ProcId) -> usize {
        let (mut open, mut seen, mut sum) = (vec![root], FxHashSet::default(), 0);
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                sum += statements(program, id).count();
                open.extend(statements(program, id).filter_map(called).filter(|id| self.checking.contains(id)));
            }
        }
        sum
    }
    fn copy(&mut self, program: &mut Program, original: ProcId, site: &mut Site) -> Result<ProcId, Error> {
        if let Some(known) = site.copies.get(&original) {
            return Ok(*known);
        }
        let name = unused_name(program, &program.procedures[original].name);
        let copy = program.add_procedure(name);
        site.copies.insert(original, copy);
        let old = program.procedures[original].clone();
        let mut vars = FxHashMap::default();
        for var in old.parameters.iter().chain(&old.results).chain(&old.locals) {
            let variable = program.variables[*var].clone();
            let new = program.variables.push(cairn_ir::Variable { procedure: Some(copy), ..variable });
            vars.insert(*var, new);
        }
        let renamed = |all: &[VarId]| all.iter().map(|var| vars[var]).collect::<Vec<VarId>>();
        let (parameters, results, locals) = (renamed(&old.parameters), renamed(&old.results), renamed(&old.locals));
        let mut rewriter = Rewriter::new(Renaming { original, copy, vars });
        let mut blocks = old.blocks.clone();
        let mut checks = FxHashMap::default();
        for (_, block) in blocks.iter_mut() {
            for statement in &mut block.statements {
                *statement = rewriter.statement(program, statement)?;
                self.left = self.left.saturating_sub(1);
                let nested = called(statement).filter(|id| self.checking.contains(id));
                let nested = nested.map(|id| self.copy(program, id, site)).transpose()?;
                match &mut statement.kind {
                    StatementKind::Check { property, .. } => {
                        *property = *checks.entry(*property).or_insert_with(|| at_call(program, *property, site));
                    }
                    StatementKind::Call { callee, .. } => {
                        *callee = nested.map_or_else(|| callee.clone(), Callee::Direct);
                    }
                    _ => {}
                }
            }
            block.terminator = rewriter.terminator(program, &block.terminator)?;
        }
        let target = &mut program.procedures[copy];
        (target.parameters, target.results, target.locals) = (parameters, results, locals);
        (target.blocks, target.role, target.span) = (blocks, old.role, old.span);
        Ok(copy)
    }
}

/// The property of a check inside the library, for one call.
fn at_call(program: &mut Program, property: PropertyId, site: &Site) -> PropertyId {
    let old = &program.properties[property];
    // Helpers of our own have names that no source knows.
    let function = if site.function.starts_with("__cairn_") { "in the library" } else { &*site.function };
    let (kind, text) = (old.kind, format!("{function}: {}", old.description));
    program.add_property(kind, Some(site.caller), text, Some(site.span))
}

fn unused_name(program: &Program, name: &str) -> String {
    (2..).map(|n| format!("{name}.{n}")).find(|name| program.find_procedure(name).is_none()).unwrap_or_default()
}

struct Renaming {
    original: ProcId,
    copy: ProcId,
    vars: FxHashMap<VarId, VarId>,
}

impl Rule for Renaming {
    fn pass(&self) -> &'static str {
        NAME
    }
    fn replace(&mut self, program: &mut Program, node: &Expr) -> Result<Option<ExprId>, Error> {
        let ExprKind::Var(var) = node.kind else { return Ok(None) };
        let new = self.rename(program, var);
        if new == var {
            return Ok(None);
        }
        let made = program.add_expr(ExprKind::Var(new), node.ty, node.span);
        made.map(Some).map_err(|error| Error::IllTyped { pass: NAME, error })
    }
    fn rename(&mut self, program: &mut Program, var: VarId) -> VarId {
        if let Some(new) = self.vars.get(&var) {
            return *new;
        }
        // Variables that quantifiers bind stand in no list.
        if program.variables[var].procedure != Some(self.original) {
            return var;
        }
        let variable = program.variables[var].clone();
        let new = program.variables.push(cairn_ir::Variable { procedure: Some(self.copy), ..variable });
        self.vars.insert(var, new);
        new
    }
}

/// Library functions that nothing leads to any more lose their bodies, and what was checked there is no property.
fn forget_unused(program: &mut Program) {
    let mut used: FxHashSet<ProcId> = program.entries.iter().copied().collect();
    for expr in program.expr_ids() {
        if let ExprKind::ProcedureAddress(id) = program.expr(expr).kind {
            used.insert(id);
        }
    }
    let mut open: Vec<ProcId> = program.procedures.ids().filter(|id| !is_library(program, *id)).collect();
    open.extend(used.iter().copied());
    let mut seen: FxHashSet<ProcId> = FxHashSet::default();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        for statement in statements(program, id) {
            match &statement.kind {
                StatementKind::Call { callee: Callee::Direct(callee), .. } => open.push(*callee),
                StatementKind::Call { callee: Callee::Indirect { candidates, .. }, .. } => open.extend(candidates),
                _ => {}
            }
        }
    }
    let unused: Vec<ProcId> =
        program.procedures.ids().filter(|id| is_library(program, *id) && !seen.contains(id)).collect();
    for id in &unused {
        program.procedures[*id].blocks = Table::default();
    }
    let gone: FxHashSet<ProcId> = unused.into_iter().collect();
    program.forget_properties(|property| property.procedure.is_some_and(|owner| gone.contains(&owner)));
}
