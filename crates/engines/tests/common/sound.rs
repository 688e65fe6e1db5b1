//! The interval analysis against exhaustive interpretation: what it proves never fails, what it says is not
//! reached is not, and what it says of loop heads holds whenever they are reached.

use cairn_base::Budget;
use cairn_engines::intervals;
use cairn_ir::interp::{Limits, enumerate_inputs};
use cairn_ir::{
    Binary, BlockId, CheckKind, ExprId, Origin, ProcId, Program, PropertyId, Statement, StatementKind, Verdict,
};
use cairn_passes::CallGraph;
use cairn_testkit::programs::{reduce, small};
use std::collections::BTreeMap;

#[derive(Default, Debug)]
pub struct Tally {
    pub programs: u32,
    pub proved: u32,
    pub properties: u32,
    pub unreachable: u32,
    pub loops: u32,
    pub facts: u32,
}

const EXECUTIONS: u64 = 1 << 13;

fn conjunction(program: &mut Program, facts: &[ExprId]) -> ExprId {
    let start = program.bool_const(true);
    facts.iter().fold(start, |all, fact| program.binary(Binary::And, all, *fact).expect("facts are conditions"))
}

/// The program with a check at each loop head: the facts of one of the ways to get there hold.
fn instrumented(outcome: &intervals::Outcome, original: &Program) -> (Program, Vec<PropertyId>) {
    let mut program = (*outcome.program).clone();
    let calls = CallGraph::new(original);
    // Loops in recursive procedures, and in what those call, are also reached in ways that are not listed.
    let recursive: Vec<ProcId> = original.procedures.ids().filter(|p| calls.is_recursive(*p)).collect();
    let unlisted = calls.reachable(&recursive);
    let mut heads: BTreeMap<(ProcId, BlockId), Vec<ExprId>> = BTreeMap::new();
    for found in outcome.invariants.iter().filter(|l| !unlisted.contains(&l.place.procedure)) {
        let all = conjunction(&mut program, &found.invariants);
        heads.entry((found.place.procedure, found.place.head)).or_default().push(all);
    }
    let mut properties = Vec::new();
    for ((procedure, head), ways) in heads {
        let never = program.bool_const(false);
        let any = ways.into_iter().fold(never, |any, way| program.binary(Binary::Or, any, way).expect("conditions"));
        let property = program.add_property(CheckKind::InvariantPreserved, Some(procedure), "facts", None);
        let check = StatementKind::Check { property, condition: any };
        let statements = &mut program.procedures[procedure].blocks[head].statements;
        statements.insert(0, Statement { kind: check, origin: Origin::default() });
        properties.push(property);
    }
    (program, properties)
}

pub fn compare(program: &Program, tally: &mut Tally) -> Result<(), String> {
    tally.programs += 1;
    let entry = program.entries[0];
    let options = intervals::Options { entries: vec![entry], properties: program.properties.ids().collect() };
    let outcome = intervals::run(program, &options, &Budget::unlimited());
    let (checked, facts) = instrumented(&outcome, program);
    let limits = Limits { steps: 20_000, ..Limits::default() };
    let all = enumerate_inputs(&checked, entry, &limits, EXECUTIONS);
    tally.properties += program.properties.len() as u32;
    tally.loops += outcome.invariants.len() as u32;
    tally.facts += outcome.invariants.iter().map(|l| l.invariants.len() as u32).sum::<u32>();
    for property in facts {
        if let Some(inputs) = all.violated.get(&property) {
            return Err(format!("{}: facts do not hold for {inputs:?}", checked.properties[property].name));
        }
    }
    for decision in &outcome.proved {
        let name = &program.properties[decision.property].name;
        assert!(matches!(decision.verdict, Verdict::Proved(_)), "only proofs");
        tally.proved += 1;
        if let Some(inputs) = all.violated.get(&decision.property) {
            return Err(format!("{name}: proved, but violated by {inputs:?}"));
        }
        if decision.reachable == Some(false) {
            tally.unreachable += 1;
            if all.reached.contains(&decision.property) {
                return Err(format!("{name}: reached, but said not to be"));
            }
        }
    }
    Ok(())
}

pub fn compare_seeds(seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let program = small(seed);
        if let Err(difference) = compare(&program, &mut tally) {
            let smaller = reduce(&program, |candidate| compare(candidate, &mut Tally::default()).is_err());
            let after = compare(&smaller, &mut Tally::default());
            panic!("seed {seed}: {difference}\nreduced ({after:?}):\n{}", cairn_ir::text::print(&smaller));
        }
    }
    tally
}
