//! Random programs with random candidates for invariants: whatever the judge accepts, no execution refutes.
//!
//! A small batch here; `CAIRN_CASES=5000 cargo test -p cairn-witness --test random -- --nocapture` for a large one,
//! from another seed with `CAIRN_SEED`.

mod common;

use cairn_base::Budget;
use cairn_ir::{
    Binary, BlockId, Convert, ExprId, LoopContract, LoopProof, ProcId, Program, PropertyId, Sign, TypeKind, Unary,
    VarId,
};
use cairn_solvers::abilities::{Limits, Outcome, Restarts, Solver};
use cairn_term::{TermId, Terms};
use cairn_testkit::programs::small;
use cairn_witness::recheck::{Claim, Refusal, recheck};
use common::{judge, proofs, properties, refuted, summaries};
use std::collections::BTreeMap;

/// Heads of loops: targets of edges to a block that is still being visited.
fn heads(program: &Program, procedure: ProcId) -> Vec<BlockId> {
    fn visit(program: &Program, procedure: ProcId, block: BlockId, marks: &mut [u8], heads: &mut Vec<BlockId>) {
        marks[block.0 as usize] = 1;
        for to in program.procedures[procedure].blocks[block].terminator.successors() {
            match marks[to.0 as usize] {
                0 => visit(program, procedure, to, marks, heads),
                1 if !heads.contains(&to) => heads.push(to),
                _ => {}
            }
        }
        marks[block.0 as usize] = 2;
    }
    let mut heads = Vec::new();
    let mut marks = vec![0; program.procedures[procedure].blocks.len()];
    visit(program, procedure, BlockId(0), &mut marks, &mut heads);
    heads
}

struct Guess<'a> {
    random: &'a mut fastrand::Rng,
    program: &'a mut Program,
    visible: Vec<VarId>,
}

impl Guess<'_> {
    fn of_kind(&mut self, wanted: impl Fn(&TypeKind) -> bool) -> Option<ExprId> {
        let fits = |v: &&VarId| wanted(self.program.types.kind(self.program.variables[**v].ty));
        let candidates: Vec<VarId> = self.visible.iter().filter(fits).copied().collect();
        let chosen = *self.random.choice(&candidates)?;
        Some(self.program.var(chosen))
    }
    fn byte(&mut self) -> Option<ExprId> {
        if self.random.u32(0..4) == 0 {
            let array = self.of_kind(|kind| matches!(kind, TypeKind::Array { .. }))?;
            let index = match self.program.types.kind(self.program.type_of(array)) {
                TypeKind::Array { index, .. } => *index,
                _ => return None,
            };
            let at = self.random.i64(0..4);
            let at = self.program.int_const(index, at).ok()?;
            return self.program.index(array, at).ok().filter(|e| self.is_byte(*e));
        }
        self.of_kind(|kind| *kind == TypeKind::Int(8))
    }
    fn is_byte(&self, expr: ExprId) -> bool {
        self.program.types.int_width(self.program.type_of(expr)) == Some(8)
    }
    fn comparison(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let ops = [
            Binary::Equal,
            Binary::NotEqual,
            Binary::Less(Sign::Signed),
            Binary::LessEqual(Sign::Signed),
            Binary::LessEqual(Sign::Unsigned),
        ];
        let op = *self.random.choice(&ops)?;
        if self.random.bool() { self.program.binary(op, a, b).ok() } else { self.program.binary(op, b, a).ok() }
    }
    /// Some condition over what is visible.
    fn candidate(&mut self) -> Option<ExprId> {
        match self.random.u32(0..10) {
            0..=3 => {
                let a = self.byte()?;
                let number = *self.random.choice(&[0, 1, 2, 3, 4, 5, -1, 7, 127])?;
                let b = self.program.int_const(self.program.type_of(a), number).ok()?;
                self.comparison(a, b)
            }
            4 | 5 => {
                let (a, b) = (self.byte()?, self.byte()?);
                self.comparison(a, b)
            }
            6 => {
                let int = self.program.types.math_int();
                let sign = if self.random.bool() { Sign::Signed } else { Sign::Unsigned };
                let (a, b, c) = (self.byte()?, self.byte()?, self.byte()?);
                let mut math = |e| self.program.convert(Convert::IntToMath(sign), e, int);
                let (a, b, c) = (math(a).ok()?, math(b).ok()?, math(c).ok()?);
                let sum = self.program.binary(Binary::MathAdd, a, b).ok()?;
                self.program.binary(Binary::MathLessEqual, c, sum).ok()
            }
            7 => {
                let b = self.of_kind(|kind| *kind == TypeKind::Bool)?;
                if self.random.bool() { Some(b) } else { self.program.not(b).ok() }
            }
            8 => {
                let (a, b) = (self.candidate()?, self.candidate()?);
                let op = *self.random.choice(&[Binary::Or, Binary::Implies, Binary::And])?;
                self.program.binary(op, a, b).ok()
            }
            _ => {
                let p = self.of_kind(|kind| *kind == TypeKind::Pointer)?;
                let condition = match self.random.u32(0..3) {
                    0 => self.program.unary(Unary::PointerIsLive, p),
                    1 => {
                        let null = self.program.null();
                        self.program.binary(Binary::Equal, p, null)
                    }
                    _ => {
                        let byte = self.program.types.int(8);
                        let three = self.program.int_const(byte, 3);
                        let value = self.program.load(p, byte);
                        self.program.binary(Binary::LessEqual(Sign::Unsigned), value.ok()?, three.ok()?)
                    }
                };
                let condition = condition.ok()?;
                if self.random.bool() { Some(condition) } else { self.program.not(condition).ok() }
            }
        }
    }
}

/// Gives most loops of a program contracts with candidates.
fn with_candidates(mut program: Program, random: &mut fastrand::Rng) -> Program {
    let procedures: Vec<ProcId> = program.procedures.ids().collect();
    for procedure in procedures {
        if !program.procedures[procedure].has_body() {
            continue;
        }
        for head in heads(&program, procedure) {
            if random.u32(0..5) == 0 {
                continue;
            }
            let own = &program.procedures[procedure];
            let lists = [&own.parameters, &own.results, &own.locals];
            let mut visible: Vec<VarId> = lists.into_iter().flatten().copied().collect();
            visible.extend(program.globals().map(|(id, _)| id));
            let mut guess = Guess { random, program: &mut program, visible };
            let invariants = (0..10).filter_map(|_| guess.candidate()).collect();
            let contract = LoopContract { invariants, ..LoopContract::default() };
            program.procedures[procedure].blocks[head].loop_contract = Some(contract);
        }
    }
    program
}

/// Drops what is not inductive until the rest is, and asks what follows from that.
fn settle(program: &Program, depth: u32) -> Result<(Vec<LoopProof>, Vec<PropertyId>), Refusal> {
    let mut loops = proofs(program);
    loop {
        match judge(program, &loops, &properties(program), depth) {
            Ok(refused) => {
                let confirmed = properties(program).into_iter().filter(|p| !refused.contains_key(p)).collect();
                return Ok((loops, confirmed));
            }
            Err(Refusal::NotInductive { place, invariant, .. }) => {
                // In every activation, so that the interpreter can be asked without regard to them.
                let same =
                    |proof: &&mut LoopProof| (proof.place.procedure, proof.place.head) == (place.procedure, place.head);
                let before: usize = loops.iter().map(|proof| proof.invariants.len()).sum();
                loops.iter_mut().filter(same).for_each(|proof| proof.invariants.retain(|i| *i != invariant));
                assert!(loops.iter().map(|proof| proof.invariants.len()).sum::<usize>() < before);
            }
            Err(other) => return Err(other),
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn what_is_accepted_is_so() {
    let (cases, first) = (number("CAIRN_CASES", 150), number("CAIRN_SEED", 1));
    let (mut cut, mut kept, mut confirmed, mut claimed) = (0, 0, 0, 0);
    let mut refusals: BTreeMap<String, u32> = BTreeMap::new();
    for seed in first..first + cases {
        let mut random = fastrand::Rng::with_seed(seed);
        let program = with_candidates(small(seed), &mut random);
        let depth = random.u32(1..4);
        match settle(&program, depth) {
            Ok((loops, good)) => {
                cut += u32::from(!loops.is_empty());
                kept += loops.iter().map(|proof| proof.invariants.len()).sum::<usize>();
                claimed += program.properties.len();
                confirmed += good.len();
                let broken = refuted(&program, &loops, &good, 1 << 13);
                assert!(
                    broken.is_empty(),
                    "seed {seed}, depth {depth}: {broken:?}\n{}",
                    cairn_ir::text::print(&program)
                );
            }
            Err(refusal) => *refusals.entry(refusal.to_string()).or_default() += 1,
        }
    }
    println!("{cases} programs, {cut} with cut loops, {kept} invariants kept, {confirmed} of {claimed} properties");
    println!("{refusals:#?}");
    assert!(cut * 4 > cases as u32 && confirmed * 4 > claimed, "too little is accepted to mean anything");
}

/// Answers at random, and at once: for programs whose formulas nobody could decide.
struct Oracle(fastrand::Rng);

impl Solver for Oracle {
    fn name(&self) -> String {
        "oracle".into()
    }
    fn assert(&mut self, _: &mut Terms, _: TermId) {}
    fn check(&mut self, _: &mut Terms, _: &[TermId], _: &Budget, _: Limits) -> Outcome {
        match self.0.u32(0..4) {
            0 => Outcome::Sat,
            _ => Outcome::Unsat,
        }
    }
}

impl Restarts for Oracle {
    fn start_over(&mut self) {}
}

/// Programs that use everything there is, and make no sense: whatever the judge says, it says it without a panic.
#[test]
fn no_program_is_too_strange() {
    let (cases, first) = (number("CAIRN_CASES", 100), number("CAIRN_SEED", 1));
    for seed in first..first + cases {
        let mut program = cairn_testkit::programs::rich(seed);
        if program.entries.is_empty() {
            program.entries = program.procedures.ids().filter(|p| program.procedures[*p].has_body()).collect();
        }
        let mut random = fastrand::Rng::with_seed(seed);
        let program = with_candidates(program, &mut random);
        let (entries, properties, loops) = (&program.entries, &properties(&program), &proofs(&program));
        let procedures = &summaries(&program);
        let claim = Claim { original: &program, program: &program, entries, properties, loops, procedures, depth: 2 };
        let _ = recheck(&claim, &mut Oracle(random), &Budget::unlimited());
    }
}
