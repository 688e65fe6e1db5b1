//! What tests of the judge share: claims from programs with loop contracts, and the interpreter as referee.

#![allow(dead_code)]

use cairn_base::{Budget, SourceMap};
use cairn_ir::interp::{Enumeration, Limits, enumerate_inputs};
use cairn_ir::{
    BlockId, CallSite, Callee, CheckKind, ExprId, ExprKind, LoopPlace, LoopProof, Origin, Place, PlaceBase, ProcId,
    Procedure, ProcedureProof, Program, PropertyId, Statement, StatementKind,
};
use cairn_solvers::builtin::Builtin;
use cairn_witness::recheck::{Claim, Refusal, recheck};
use std::collections::BTreeMap;

pub fn read(name: &str, text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let (program, diagnostics) = cairn_ir::text::read(&sources, file);
    program.unwrap_or_else(|| panic!("{name}: {diagnostics:?}"))
}

pub fn properties(program: &Program) -> Vec<PropertyId> {
    program.properties.ids().collect()
}

/// Every loop with a contract, in every activation that calls lead to.
pub fn proofs(program: &Program) -> Vec<LoopProof> {
    let mut proofs = Vec::new();
    for entry in &program.entries {
        collect(program, *entry, &[], &mut proofs);
    }
    proofs
}

/// Every procedure with a contract and a body; the contract is its summary.
pub fn summaries(program: &Program) -> Vec<ProcedureProof> {
    let summary = |(id, procedure): (ProcId, &Procedure)| {
        let (requires, ensures) = (procedure.contract.requires.clone(), procedure.contract.ensures.clone());
        let says_something = procedure.has_body() && !(requires.is_empty() && ensures.is_empty());
        // `assigns *p:T` says that the parameter `p` points to a variable of its own.
        let pointee = |place: &Place| match place.base {
            PlaceBase::Deref(pointer, ty) => match program.expr(pointer).kind {
                ExprKind::Var(parameter) => Some((parameter, ty)),
                _ => None,
            },
            PlaceBase::Var(_) => None,
        };
        let pointees = procedure
            .contract
            .assigns
            .iter()
            .flatten()
            .filter_map(|location| location.place())
            .filter_map(pointee)
            .collect();
        says_something.then_some(ProcedureProof { procedure: id, pointees, requires, ensures })
    };
    program.procedures.iter().filter_map(summary).collect()
}
fn collect(program: &Program, procedure: ProcId, calls: &[CallSite], proofs: &mut Vec<LoopProof>) {
    if calls.len() > 6 {
        return;
    }
    for (head, block) in program.procedures[procedure].blocks.iter() {
        if let Some(contract) = &block.loop_contract {
            let place = LoopPlace { calls: calls.to_vec(), procedure, head };
            proofs.push(LoopProof { place, invariants: contract.invariants.clone() });
        }
        for (n, statement) in block.statements.iter().enumerate() {
            let StatementKind::Call { callee, .. } = &statement.kind else { continue };
            let mut inner = calls.to_vec();
            inner.push(CallSite { procedure, block: head, statement: n as u32 });
            match callee {
                Callee::Direct(callee) => collect(program, *callee, &inner, proofs),
                Callee::Indirect { candidates, .. } => {
                    candidates.iter().for_each(|callee| collect(program, *callee, &inner, proofs));
                }
            }
        }
    }
}

pub fn judge(
    program: &Program,
    loops: &[LoopProof],
    properties: &[PropertyId],
    depth: u32,
) -> Result<BTreeMap<PropertyId, Refusal>, Refusal> {
    let entries = &program.entries;
    let claim = Claim { original: program, program, entries, properties, loops, procedures: &[], depth };
    recheck(&claim, &mut Builtin::new(), &Budget::unlimited())
}

/// The same with summaries. Loops of procedures that have one are those of any activation.
pub fn judge_summaries(
    program: &Program,
    loops: &[LoopProof],
    procedures: &[ProcedureProof],
    properties: &[PropertyId],
) -> Result<BTreeMap<PropertyId, Refusal>, Refusal> {
    let entries = &program.entries;
    let claim = Claim { original: program, program, entries, properties, loops, procedures, depth: 1 };
    recheck(&claim, &mut Builtin::new(), &Budget::unlimited())
}

/// The program with each invariant as a check at the head of its loop, and the properties of these checks.
pub fn instrumented(program: &Program, loops: &[LoopProof]) -> (Program, Vec<PropertyId>) {
    let mut result = program.clone();
    let mut added: BTreeMap<(ProcId, BlockId, ExprId), PropertyId> = BTreeMap::new();
    for proof in loops {
        for invariant in &proof.invariants {
            let LoopPlace { procedure, head, .. } = proof.place;
            added.entry((procedure, head, *invariant)).or_insert_with(|| {
                let property = result.add_property(CheckKind::InvariantPreserved, Some(procedure), "invariant", None);
                let kind = StatementKind::Check { property, condition: *invariant };
                let statement = Statement { kind, origin: Origin::default() };
                result.procedures[procedure].blocks[head].statements.insert(0, statement);
                property
            });
        }
    }
    (result, added.into_values().collect())
}

pub fn enumerate(program: &Program, executions: u64) -> Enumeration {
    let mut all = Enumeration { complete: true, ..Enumeration::default() };
    let limits = Limits { steps: 20_000, ..Limits::default() };
    for entry in &program.entries {
        let found = enumerate_inputs(program, *entry, &limits, executions);
        all.violated.extend(found.violated);
        all.executions += found.executions;
        all.complete &= found.complete;
    }
    all
}

/// What the interpreter has against an accepted claim.
pub fn refuted(program: &Program, loops: &[LoopProof], confirmed: &[PropertyId], executions: u64) -> Vec<PropertyId> {
    let (with_checks, invariants) = instrumented(program, loops);
    let found = enumerate(&with_checks, executions);
    let mut broken: Vec<PropertyId> = found.violated.keys().copied().collect();
    broken.retain(|property| confirmed.contains(property) || invariants.contains(property));
    broken
}
