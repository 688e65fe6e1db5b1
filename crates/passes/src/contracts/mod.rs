//! Contracts become checks and assumptions: one pass for all languages.
//!
//! In: a program whose procedures and loops promise things ([`cairn_ir::contract`]). Out: programs without contracts.
//!
//! - [`execute`], for whole programs: every clause is a check where it stands; what an entry requires is assumed.
//! - [`derive`], for `cairn prove`: every procedure by itself, from a state as arbitrary as its parameters' types allow
//!   ([`entry`]). Twice: once *modular*, calls and loops replaced by what is promised of them ([`weave`]), and once
//!   executed as it is, for counterexamples and for what needs no promise. Properties have the same ids in both.
//!
//! What a modular proof assumes of a callee is proved of the callee by itself, so everything together is proved if
//! each part is (for executions that end). After Hoare, "Procedures and Parameters: An Axiomatic Approach", 1971, and
//! Leino, "Efficient Weakest Preconditions", 2005, for cutting loops by havoc and assumption.
//!
//! - [`replace_body`], for `cairn temporal --abstract`: the contract of one procedure in place of its body.
//!
//! Deliberately absent: contracts of Ada. They are code, so its front end writes the programs that are derived here for
//! other languages.

mod calls;
mod cuts;
mod entry;
mod frame;
mod logic;
mod loop_frames;
mod loops;
mod narrow;
mod pointers;
mod replaced;
mod statements;
mod weave;
mod writer;
mod writes;

use crate::pass::Error;
use cairn_ir::{
    Binary, CheckKind, ExprId, Language, Place, ProcId, ProcedureRole, Program, PropertyId, Sign, Statement,
    StatementKind, Terminator, VariableKind,
};
pub use narrow::narrow;
pub use replaced::{STEP, WITHIN_STEP, replace_body};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use weave::Weaver;
use writer::{Said, Writer};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Execute,
    Modular,
}

/// The properties of clauses, so that both programs have the same.
#[derive(Default)]
pub struct Registry {
    properties: FxHashMap<(ProcId, CheckKind, String), PropertyId>,
    /// Statements that wait for their procedure's entry.
    pending: Vec<Statement>,
}

/// What weaving did, by procedure.
#[derive(Default)]
pub struct Notes {
    /// What nobody wrote and was found out.
    inferred: FxHashMap<ProcId, BTreeSet<String>>,
    /// Procedures whose contracts stand for calls.
    called: FxHashMap<ProcId, BTreeSet<String>>,
    cuts: FxHashSet<ProcId>,
}

/// A procedure to be proved by itself.
#[derive(Clone, Debug)]
pub struct Goal {
    pub procedure: ProcId,
    /// Where it starts, in the modular program.
    pub entry: ProcId,
    /// Where it starts in the other.
    pub executed: ProcId,
    /// What was found out that nobody wrote.
    pub inferred: Vec<String>,
    /// Procedures whose contracts stand for calls.
    pub called: Vec<String>,
    /// Loops are replaced by their invariants.
    pub cuts: bool,
}

#[derive(Clone, Debug)]
pub struct Derived {
    pub modular: Program,
    pub executed: Program,
    pub goals: Vec<Goal>,
}

/// Whether anything is promised in a program that this pass has to look at.
pub fn any(program: &Program) -> bool {
    let promises = |p: &cairn_ir::Procedure| {
        let loops = p.blocks.values().filter_map(|block| block.loop_contract.as_ref());
        p.has_body() && (!p.contract.is_empty() || loops.into_iter().any(|l| *l != Default::default()))
    };
    program.language != Language::Ada && program.procedures.values().any(promises)
}

/// Clauses as checks where they stand; entries become such that assume what they require.
pub fn execute(program: &mut Program, entries: &mut [ProcId]) {
    if program.language == Language::C {
        statements::narrow_statements(program);
        logic::define(program);
        logic::state_definitions(program, entries);
    }
    if !any(program) {
        return;
    }
    for entry in entries.iter_mut() {
        let own = &program.procedures[*entry];
        if !own.contract.requires.is_empty() && !matches!(own.role, ProcedureRole::Start(_)) {
            *entry = assuming(program, *entry);
        }
    }
    let before = program.clone();
    let mut registry = Registry::default();
    woven(&before, program, Mode::Execute, &mut registry);
}

/// A procedure with the same parameters that calls another one, which assumes what that one requires.
fn assuming(program: &mut Program, procedure: ProcId) -> ProcId {
    let own = program.procedures[procedure].clone();
    let start = program.add_procedure(format!("start of {}", own.name));
    program.procedures[start].role = ProcedureRole::Start(own.name.clone());
    program.procedures[start].span = own.span;
    let block = program.add_block(start, "start");
    let mut arguments = Vec::new();
    for parameter in &own.parameters {
        let variable = program.variables[*parameter].clone();
        let copy = program.add_variable(variable.name, variable.ty, VariableKind::Parameter, Some(start));
        program.variables[copy].span = variable.span;
        arguments.push(program.var(copy));
    }
    let mut results = Vec::new();
    for result in &own.results {
        let variable = program.variables[*result].clone();
        results.push(Place::var(program.add_variable(variable.name, variable.ty, VariableKind::Result, Some(start))));
    }
    let call = StatementKind::Call { callee: cairn_ir::Callee::Direct(procedure), arguments, results };
    program.push_statement(start, block, call, cairn_ir::Origin::pass(own.span, "contract"));
    program.set_terminator(start, block, Terminator::Return, cairn_ir::Origin::pass(own.span, "contract"));
    start
}

/// Each of the procedures by itself.
pub fn derive(program: &Program, procedures: &[ProcId]) -> Result<Derived, Error> {
    let mut base = program.clone();
    if base.language == Language::C {
        statements::narrow_statements(&mut base);
        logic::define(&mut base);
    }
    let mut goals = Vec::new();
    for &procedure in procedures {
        let name = &base.procedures[procedure].name;
        let is_start = |entry: &&ProcId| matches!(&base.procedures[**entry].role, ProcedureRole::Start(of) if of == name && **name == *"main");
        let given = base.entries.iter().find(is_start).copied();
        let entry = match given {
            Some(entry) => entry,
            None => entry::harness(&mut base, procedure),
        };
        goals.push(Goal { procedure, entry, executed: entry, inferred: Vec::new(), called: Vec::new(), cuts: false });
    }
    for lemma in logic::lemmas(&mut base) {
        let (inferred, called) = (Vec::new(), Vec::new());
        goals.push(Goal { procedure: lemma, entry: lemma, executed: lemma, inferred, called, cuts: false });
    }
    base.entries = goals.iter().map(|goal| goal.entry).collect();
    let mut registry = Registry::default();
    let mut executed = base.clone();
    woven(&base, &mut executed, Mode::Execute, &mut registry);
    let mut modular = executed.clone();
    modular.procedures = base.procedures.clone();
    let notes = woven(&base, &mut modular, Mode::Modular, &mut registry);
    executed.properties = modular.properties.clone();
    for goal in &mut goals {
        goal.inferred = notes.inferred.get(&goal.procedure).cloned().unwrap_or_default().into_iter().collect();
        for id in crate::CallGraph::new(&modular).reachable(&[goal.entry]) {
            goal.called.extend(notes.called.get(&id).cloned().unwrap_or_default());
            goal.cuts |= notes.cuts.contains(&id);
        }
        logic::state_facts(&mut executed, goal.entry);
        goal.called.extend(logic::state_facts(&mut modular, goal.entry));
    }
    Ok(Derived { modular, executed, goals })
}

fn woven(before: &Program, program: &mut Program, mode: Mode, registry: &mut Registry) -> Notes {
    let mut weaver = Weaver { before, program, mode, registry, notes: Notes::default() };
    for procedure in before.procedures.ids() {
        weaver.weave(procedure);
    }
    weaver.notes
}

/// Whether measures decrease, the first that differ deciding, and that one is not negative before.
fn decreases(writer: &mut Writer, before: &[ExprId], after: &[ExprId]) -> Said<ExprId> {
    let mut result = writer.program.bool_const(false);
    for (old, new) in before.iter().zip(after).rev() {
        let ty = writer.program.type_of(*old);
        let zero = writer.program.int_const(ty, 0).map_err(writer::ill_typed)?;
        let less = writer.binary(Binary::Less(Sign::Signed), *new, *old)?;
        let bounded = writer.binary(Binary::LessEqual(Sign::Signed), zero, *old)?;
        let progress = writer.binary(Binary::And, less, bounded)?;
        let same = writer.binary(Binary::Equal, *new, *old)?;
        let rest = writer.binary(Binary::And, same, result)?;
        result = writer.binary(Binary::Or, progress, rest)?;
    }
    Ok(result)
}
