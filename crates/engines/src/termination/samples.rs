//! Executions to learn from: the values of the candidates at each visit of a loop head.

use super::{Candidates, LoopBody};
use cairn_base::Budget;
use cairn_ir::interp::{self, GivenInputs, InputRequest, Inputs, Limits, ResolvedPlace, StepKind};
use cairn_ir::layout::Layout;
use cairn_ir::{Bits, Origin, Place, ProcId, Program, Statement, StatementKind, TypeKind, Value, VarId, VariableKind};
use fastrand::Rng;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// The values of the candidates at a visit, and at the next one of the same stay in the loop.
pub type Visits = Vec<(Vec<BigInt>, Vec<BigInt>)>;

const STEPS: u64 = 6_000;
/// Visits that are kept of each loop.
const MOST_VISITS: usize = 3_000;
const RUNS: u64 = 30;

/// Executions of a program with the candidates written down at loop heads.
pub struct Samples {
    program: Program,
    loops: Vec<LoopBody>,
    /// By loop, the variables that hold its candidates.
    ghosts: Vec<Vec<VarId>>,
    places: FxHashMap<VarId, (usize, usize)>,
    pub visits: Vec<Visits>,
}

impl Samples {
    pub fn new(candidates: &Candidates, loops: &[LoopBody]) -> Self {
        let mut program = candidates.program.clone();
        let mut ghosts = Vec::new();
        let mut places = FxHashMap::default();
        for (number, (of, own)) in loops.iter().zip(&candidates.loops).enumerate() {
            let mut written = Vec::new();
            let mut variables = Vec::new();
            for (n, candidate) in own.iter().enumerate() {
                let ty = program.type_of(candidate.expr);
                let name = format!("candidate{n}!{}", of.head.0);
                let variable = program.add_variable(name, ty, VariableKind::Local, Some(of.procedure));
                let kind = StatementKind::Assign { target: Place::var(variable), value: candidate.expr };
                written.push(Statement { kind, origin: Origin::pass(None, "termination") });
                variables.push(variable);
                places.insert(variable, (number, n));
            }
            let statements = &mut program.procedures[of.procedure].blocks[of.head].statements;
            let rest = std::mem::replace(statements, written);
            statements.extend(rest);
            ghosts.push(variables);
        }
        let visits = vec![Visits::new(); loops.len()];
        Self { program, loops: loops.to_vec(), ghosts, places, visits }
    }

    /// Runs with all inputs zero, small, arbitrary, and mixtures.
    pub fn explore(&mut self, entries: &[ProcId], budget: &Budget) {
        for seed in 0..RUNS {
            for entry in entries {
                if budget.check().is_err() {
                    return;
                }
                let program = self.program.clone();
                let layout = Layout::new(&program.types, program.target);
                let mut inputs = Chosen { layout: &layout, random: Rng::with_seed(seed), seed };
                self.run(&program, *entry, &mut inputs, budget);
            }
        }
    }
    /// Runs with given inputs.
    pub fn follow(&mut self, entry: ProcId, inputs: &[Value], budget: &Budget) {
        let program = self.program.clone();
        self.run(&program, entry, &mut GivenInputs::new(inputs.to_vec()), budget);
    }

    fn run(&mut self, program: &Program, entry: ProcId, inputs: &mut dyn Inputs, budget: &Budget) {
        let limits =
            Limits { steps: STEPS, trace_steps: STEPS as usize * 2, budget: Some(budget.clone()), ..Limits::default() };
        let execution = interp::run(program, entry, inputs, &limits);
        let mut last: FxHashMap<(usize, u32), Vec<BigInt>> = FxHashMap::default();
        let mut now: Vec<BigInt> = Vec::new();
        for step in &execution.trace.steps {
            let candidate = match &step.kind {
                StepKind::Assign {
                    place: ResolvedPlace::Variable { variable, .. }, value: Value::Int(bits), ..
                } => self.places.get(variable).map(|place| (*place, bits.signed())),
                _ => None,
            };
            let loops = &self.loops;
            last.retain(|(number, activation), _| {
                let of = &loops[*number];
                let elsewhere = step.activation != *activation || step.procedure != of.procedure;
                elsewhere || of.body.contains(&step.block)
            });
            let Some(((number, n), value)) = candidate else { continue };
            if n == 0 {
                now.clear();
            }
            now.push(value);
            if now.len() < self.ghosts[number].len() {
                continue;
            }
            let values = std::mem::take(&mut now);
            if let Some(old) = last.insert((number, step.activation), values.clone())
                && self.visits[number].len() < MOST_VISITS
            {
                self.visits[number].push((old, values));
            }
        }
    }
}

/// Inputs of one execution.
struct Chosen<'p> {
    layout: &'p Layout<'p>,
    random: Rng,
    seed: u64,
}

impl Inputs for Chosen<'_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        if request.count.is_some() {
            return None;
        }
        Some(match self.layout.kind(request.ty)? {
            TypeKind::Bool => Value::Bool(self.random.bool()),
            TypeKind::Int(width) => {
                let number = match (self.seed % 5, self.random.u8(0..4)) {
                    (0, _) => self.seed as i64 / 5,
                    (1, _) | (4, 0) => self.random.i64(-3..12),
                    (2, _) | (4, 1) => self.random.i64(0..100),
                    (3, 0) | (4, 2) => self.random.i64(..),
                    _ => self.random.i64(-50..50),
                };
                Value::Int(Bits::from_i64(*width, number))
            }
            _ => self.layout.zero(request.ty)?,
        })
    }
}
