//! The interval analysis against exhaustive interpretation: what it proves never fails, what it says is not
//! reached is not, and what it says of loop heads holds whenever they are reached.

use cairn_base::Budget;
use cairn_engines::{Problem, intervals};
use cairn_ir::interp::{InputRequest, Inputs, Interpreter, Limits, Outcome, enumerate_inputs};
use cairn_ir::{
    ArrayValue, Binary, Bits, BlockId, CheckKind, ExprId, Layout, Origin, ProcId, Program, PropertyId, Statement,
    StatementKind, TypeId, TypeKind, Value, Verdict,
};
use cairn_passes::CallGraph;
use cairn_testkit::programs::{reduce, small};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Default, Debug)]
pub struct Tally {
    pub programs: u32,
    pub proved: u32,
    pub properties: u32,
    /// By an execution.
    pub reached: u32,
    pub unreachable: u32,
    pub loops: u32,
    pub facts: u32,
    /// Procedures that were walked once for all their calls.
    pub summaries: u32,
}

const EXECUTIONS: u64 = 1 << 13;

fn conjunction(program: &mut Program, facts: &[ExprId]) -> ExprId {
    let start = program.bool_const(true);
    facts.iter().fold(start, |all, fact| program.binary(Binary::And, all, *fact).expect("facts are conditions"))
}

/// The program with a check at each loop head: the facts of one of the ways to get there hold.
fn instrumented(outcome: &intervals::Analysis, original: &Program) -> (Program, Vec<PropertyId>) {
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

/// What some executions came to.
#[derive(Default)]
struct Seen {
    violated: BTreeMap<PropertyId, Vec<Value>>,
    reached: BTreeSet<PropertyId>,
}

/// Compares what was found out with executions of the instrumented program, which `execute` runs.
fn judged(
    program: &Program,
    entries: &[ProcId],
    tally: &mut Tally,
    execute: impl Fn(&Program) -> Seen,
) -> Result<(), String> {
    tally.programs += 1;
    let (shared, properties) = (Arc::new(program.clone()), program.properties.ids().collect::<Vec<PropertyId>>());
    let problem = Problem::new(&shared, entries, &properties);
    let outcome = intervals::analyse(&problem, &Budget::unlimited());
    judged_outcome(program, &outcome, tally, &execute)?;
    let outcome = intervals::analyse_by_procedure(&problem, &Budget::unlimited());
    if outcome.summaries.is_empty() {
        return Ok(());
    }
    tally.summaries += outcome.summaries.len() as u32;
    let by_procedure = judged_outcome(program, &outcome, &mut Tally::default(), &execute);
    by_procedure.map_err(|difference| format!("by procedure: {difference}"))
}

fn judged_outcome(
    program: &Program,
    outcome: &intervals::Analysis,
    tally: &mut Tally,
    execute: &dyn Fn(&Program) -> Seen,
) -> Result<(), String> {
    let (checked, facts) = instrumented(outcome, program);
    let seen = execute(&checked);
    tally.properties += program.properties.len() as u32;
    tally.reached += seen.reached.iter().filter(|p| program.properties.get(**p).is_some()).count() as u32;
    tally.loops += outcome.invariants.len() as u32;
    tally.facts += outcome.invariants.iter().map(|l| l.invariants.len() as u32).sum::<u32>();
    for property in facts {
        if let Some(inputs) = seen.violated.get(&property) {
            return Err(format!("{}: facts do not hold for {inputs:?}", checked.properties[property].name));
        }
    }
    for decision in &outcome.proved {
        let name = &program.properties[decision.property].name;
        assert!(matches!(decision.verdict, Verdict::Proved(_)), "only proofs");
        tally.proved += 1;
        if let Some(inputs) = seen.violated.get(&decision.property) {
            return Err(format!("{name}: proved, but violated by {inputs:?}"));
        }
        if decision.reachable == Some(false) {
            tally.unreachable += 1;
            if seen.reached.contains(&decision.property) {
                return Err(format!("{name}: reached, but said not to be"));
            }
        }
    }
    Ok(())
}

fn compare(program: &Program, tally: &mut Tally) -> Result<(), String> {
    let entry = program.entries[0];
    judged(program, &[entry], tally, |checked| {
        let limits = Limits { steps: 20_000, ..Limits::default() };
        let all = enumerate_inputs(checked, entry, &limits, EXECUTIONS);
        Seen { violated: all.violated, reached: all.reached }
    })
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

/// Answers with small numbers, ends of ranges, and anything.
struct RandomInputs<'l, 'p> {
    random: fastrand::Rng,
    layout: &'l Layout<'p>,
}

impl RandomInputs<'_, '_> {
    fn value(&mut self, ty: TypeId) -> Option<Value> {
        Some(match self.layout.kind(ty)? {
            TypeKind::Bool => Value::Bool(self.random.bool()),
            TypeKind::Int(width) => {
                let number = match self.random.u32(0..4) {
                    0 | 1 => self.random.i64(-2..12),
                    2 => self.random.i64(-300..300),
                    _ => [i64::MAX, i64::MIN, 0x7fff_ffff, -0x8000_0000, self.random.i64(..)][self.random.usize(0..5)],
                };
                Value::Int(Bits::from_i64(*width, number))
            }
            TypeKind::Float(format) => {
                let number = u128::from(self.random.u64(..)) << 64 | u128::from(self.random.u64(..));
                let encoding = number & ((1 << (format.width() - 1)) | ((1 << (format.width() - 1)) - 1));
                let few = encoding & !((1u128 << (format.significand_bits() - 2)) - 1);
                Value::Float(*format, if self.random.bool() { few } else { encoding })
            }
            TypeKind::Array { element, length: Some(n), .. } if *n <= 4096 => {
                let items = (0..*n).map(|_| self.value(*element)).collect::<Option<_>>()?;
                Value::Array(ArrayValue::Dense(items))
            }
            TypeKind::Record(record) => {
                Value::Record(record.fields.iter().map(|f| self.value(f.ty)).collect::<Option<_>>()?)
            }
            TypeKind::MathInt => Value::MathInt(self.random.i64(-300..300).into()),
            _ => self.layout.zero(ty)?,
        })
    }
}

impl Inputs for RandomInputs<'_, '_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        match request.count {
            None => self.value(request.ty),
            Some(n) if n <= 4096 => {
                let items = (0..n).map(|_| self.value(request.ty)).collect::<Option<_>>()?;
                Some(Value::Array(ArrayValue::Dense(items)))
            }
            Some(_) => None,
        }
    }
}

/// Compares with random executions of a program.
#[allow(dead_code)] // The tests use programs that can be tried out.
pub fn compare_randomly(program: &Program, executions: u64, tally: &mut Tally) -> Result<(), String> {
    judged(program, &program.entries, tally, |checked| {
        let layout = Layout::new(&checked.types, checked.target);
        let interpreter = Interpreter::new(checked);
        let limits = Limits { steps: 200_000, ..Limits::default() };
        let mut seen = Seen::default();
        for (n, entry) in (0..executions).flat_map(|n| checked.entries.iter().map(move |entry| (n, entry))) {
            let mut inputs = RandomInputs { random: fastrand::Rng::with_seed(n), layout: &layout };
            let execution = interpreter.run(*entry, &mut inputs, &limits);
            let reached = execution.reached.iter().enumerate().filter(|(_, reached)| **reached);
            seen.reached.extend(reached.map(|(i, _)| PropertyId(i as u32)));
            if let Outcome::Violated(property) = execution.outcome {
                let inputs = execution.inputs.into_iter().map(|input| input.value).collect();
                seen.violated.entry(property).or_insert(inputs);
            }
        }
        seen
    })
}
