//! Random programs, well formed or not, never make the interpreter panic.

use super::*;
use crate::expr::{Convert, PlaceBase, Projection, Rounding};
use crate::program::AllocationKind;
use crate::types::{Field, FloatFormat, RecordType};
use crate::value::Pointer;
use std::sync::Arc;

struct Chaos {
    rng: fastrand::Rng,
    s: Sketch,
    types: Vec<TypeId>,
    others: Vec<ProcId>,
}

impl Chaos {
    fn new(seed: u64) -> Self {
        let mut s = Sketch::new();
        let types = types(&mut s.p);
        let mut chaos = Self { rng: fastrand::Rng::with_seed(seed), s, types, others: Vec::new() };
        for name in ["f", "g"] {
            let id = chaos.s.p.add_procedure(name);
            chaos.others.push(id);
        }
        for i in 0..24 {
            let kinds = [
                VariableKind::Local,
                VariableKind::Local,
                VariableKind::Global,
                VariableKind::Parameter,
                VariableKind::Result,
                VariableKind::Bound,
            ];
            let kind = kinds[chaos.rng.usize(..kinds.len())];
            let ty = chaos.ty();
            let owner = if chaos.rng.u32(..4) == 0 { chaos.others[chaos.rng.usize(..2)] } else { chaos.s.main };
            let owner = (!matches!(kind, VariableKind::Global | VariableKind::Bound)).then_some(owner);
            let id = chaos.s.p.add_variable(format!("v{i}"), ty, kind, owner);
            let storable = crate::typing::is_storable(&chaos.s.p.types, ty) || chaos.rng.u32(..100) == 0;
            chaos.s.p.variables[id].addressable = storable && chaos.rng.bool();
            if chaos.rng.bool() {
                chaos.s.p.variables[id].initial = Initial::Arbitrary;
            }
        }
        chaos
    }
    fn ty(&mut self) -> TypeId {
        // The last ones end most executions before they begin.
        let usable = if self.rng.u32(..200) == 0 { self.types.len() } else { self.types.len() - 3 };
        self.types[self.rng.usize(..usable)]
    }
    fn variable(&mut self) -> VarId {
        // Now and then one that is not there.
        let missing = u32::from(self.rng.u32(..50) == 0);
        VarId(self.rng.u32(..self.s.p.variables.len() as u32 + missing))
    }
    fn expr(&mut self) -> ExprId {
        ExprId(self.rng.u32(..self.s.p.expr_count().max(1) as u32))
    }
    fn place(&mut self) -> Place {
        let base = match self.rng.u32(..4) {
            0 => {
                let any = self.expr();
                PlaceBase::Deref(self.pointer(any), self.ty())
            }
            _ => PlaceBase::Var(VarId(self.rng.u32(..self.s.p.variables.len() as u32))),
        };
        let mut place = Place { base, path: Vec::new() };
        while self.rng.bool() {
            let longer = place.clone().then(match self.rng.u32(..3) {
                0 => Projection::Index(self.expr()),
                1 => Projection::Field(self.rng.u32(..3)),
                _ => Projection::Member(self.rng.u32(..3)),
            });
            if crate::typing::place_type(&self.s.p, &longer).is_ok() || self.rng.u32(..40) == 0 {
                place = longer;
            }
        }
        place
    }
    /// An expression, if the builder takes it.
    fn add_expr(&mut self) {
        let (a, b, c, n) = (self.expr(), self.expr(), self.expr(), self.rng.u32(..3));
        let ty = self.ty();
        let variables = self.s.p.variables.len() as u32;
        let kind = match self.rng.u32(..20) {
            0..=2 => ExprKind::Var(VarId(self.rng.u32(..variables))),
            3..=5 => ExprKind::Unary(self.unary(), a),
            6..=9 => ExprKind::Binary(self.binary(), a, b),
            10..=11 => ExprKind::Convert(self.convert(), a),
            12 => ExprKind::If(a, b, c),
            13 => [ExprKind::Index(a, b), ExprKind::Update(a, b, c)][self.rng.usize(..2)].clone(),
            14 => [ExprKind::Field(a, n), ExprKind::WithField(a, n, b)][self.rng.usize(..2)].clone(),
            15 => [ExprKind::Member(a, n), ExprKind::WithMember(a, n, b)][self.rng.usize(..2)].clone(),
            16 => [ExprKind::ArrayFill(a), ExprKind::ArrayOf(vec![a, b]), ExprKind::RecordOf(vec![a, b])]
                [self.rng.usize(..3)]
            .clone(),
            17 => ExprKind::AddressOf(self.place()),
            18 => ExprKind::Load(a),
            _ => {
                let bound = vec![VarId(self.rng.u32(..variables))];
                let choices = [
                    ExprKind::ProcedureAddress(ProcId(self.rng.u32(..4))),
                    ExprKind::Forall(bound.clone(), a),
                    ExprKind::Exists(bound, a),
                    ExprKind::Old(a),
                    ExprKind::FusedMultiplyAdd(Rounding::NearestAway, [a, b, c]),
                ];
                choices[self.rng.usize(..choices.len())].clone()
            }
        };
        for ty in [ty, self.s.p.type_of(a), self.s.p.types.bool(), self.s.p.types.int(64)] {
            if self.s.p.add_expr(kind.clone(), ty, None).is_ok() {
                break;
            }
        }
    }
    fn unary(&mut self) -> Unary {
        use Unary::*;
        let all = [
            Not,
            Negate,
            BitNot,
            NegateOverflows,
            FloatNegate,
            FloatAbs,
            FloatSqrt(Rounding::TowardPositive),
            FloatRound(Rounding::NearestAway),
            MathNegate,
            MathAbs,
            PointerOffset,
            PointerObjectSize,
            PointerIsLive,
            PointerIsHeap,
        ];
        all[self.rng.usize(..all.len())]
    }
    fn binary(&mut self) -> Binary {
        use Binary::*;
        let sign = if self.rng.bool() { Sign::Signed } else { Sign::Unsigned };
        let all = [
            And,
            Or,
            Implies,
            Xor,
            Equal,
            NotEqual,
            Add,
            Subtract,
            Multiply,
            Divide(sign),
            Remainder(sign),
            Modulo,
            ShiftLeft,
            ShiftRight(sign),
            BitAnd,
            Less(sign),
            LessEqual(sign),
            AddOverflows(sign),
            MultiplyOverflows(sign),
            DivideOverflows,
            FloatAdd(Rounding::NearestEven),
            FloatDivide(Rounding::TowardZero),
            FloatRemainder,
            FloatModulo,
            FloatMin,
            FloatLess,
            MathAdd,
            MathMultiply,
            MathDivide,
            MathModulo,
            MathLess,
            PointerAdd { stride: 3 },
            PointerAdd { stride: u64::MAX },
            PointerDifference,
            SameObject,
            PointerLess,
            PointerValid,
        ];
        all[self.rng.usize(..all.len())]
    }
    fn convert(&mut self) -> Convert {
        use Convert::*;
        let (sign, rounding) = (Sign::Signed, Rounding::NearestEven);
        let all = [
            Retype,
            ZeroExtend,
            SignExtend,
            Truncate,
            BoolToInt,
            IntToFloat(sign, rounding),
            FloatToInt(sign, rounding),
            FloatToFloat(rounding),
            FloatToBits,
            BitsToFloat,
            IntToMath(sign),
            MathToInt,
            MathToReal,
            RealToMath,
            FloatToReal,
            RealToFloat(rounding),
            PointerToInt,
            IntToPointer,
        ];
        all[self.rng.usize(..all.len())]
    }
    fn statement(&mut self) -> StatementKind {
        let (a, b, c) = (self.expr(), self.expr(), self.expr());
        match self.rng.u32(..14) {
            0..=3 => {
                // Usually one that fits.
                let target = self.place();
                let ty = crate::typing::place_type(&self.s.p, &target).ok();
                let fits = |e: &ExprId| ty.is_some_and(|ty| self.s.p.types.same_shape(self.s.p.type_of(*e), ty));
                let value = self.s.p.exprs.ids().rev().find(fits).unwrap_or(a);
                StatementKind::Assign { target, value }
            }
            4 => StatementKind::Havoc { target: self.place() },
            5 => StatementKind::Check { property: PropertyId(self.rng.u32(..3)), condition: self.truth(a) },
            6 => StatementKind::Allocate {
                target: self.place(),
                element: self.ty(),
                count: self.count(b),
                zeroed: self.rng.bool(),
                kind: if self.rng.bool() { AllocationKind::Heap } else { AllocationKind::Stack },
                alignment: 1,
            },
            7 => StatementKind::Release(self.pointer(a)),
            8 => [StatementKind::Live(self.variable()), StatementKind::Dead(self.variable())][self.rng.usize(..2)]
                .clone(),
            9 => StatementKind::CopyMemory { target: self.pointer(a), source: self.pointer(b), bytes: self.count(c) },
            10 => StatementKind::FillMemory { target: self.pointer(a), value: b, bytes: self.count(c) },
            11 => StatementKind::Event { name: "e".into(), arguments: vec![a, b] },
            12 => {
                let to = ProcId(self.rng.u32(..4));
                let callee = match self.rng.bool() {
                    true => Callee::Direct(to),
                    false => Callee::Indirect { pointer: a, candidates: vec![to] },
                };
                let count = match self.s.p.procedures.get(to) {
                    Some(procedure) if self.rng.u32(..10) > 0 => procedure.parameters.len(),
                    _ => self.rng.usize(..4),
                };
                let arguments = (0..count).map(|_| self.expr()).collect();
                let results = (0..self.rng.usize(..3)).map(|_| self.place()).collect();
                StatementKind::Call { callee, arguments, results }
            }
            _ => StatementKind::Assume(self.truth(a)),
        }
    }
    /// An expression of a kind of type, if there is one, and usually.
    fn of_kind(&mut self, is: impl Fn(&TypeKind) -> bool, otherwise: ExprId) -> ExprId {
        let fits = |e: &ExprId| is(self.s.p.types.kind(self.s.p.type_of(*e)));
        let all: Vec<ExprId> = self.s.p.exprs.ids().filter(fits).collect();
        if all.is_empty() || self.rng.u32(..50) == 0 { otherwise } else { all[self.rng.usize(..all.len())] }
    }
    fn truth(&mut self, otherwise: ExprId) -> ExprId {
        self.of_kind(|kind| *kind == TypeKind::Bool, otherwise)
    }
    fn pointer(&mut self, otherwise: ExprId) -> ExprId {
        self.of_kind(|kind| *kind == TypeKind::Pointer, otherwise)
    }
    fn count(&mut self, otherwise: ExprId) -> ExprId {
        self.of_kind(|kind| *kind == TypeKind::Int(64), otherwise)
    }
    fn program(mut self) -> (Sketch, fastrand::Rng) {
        for ty in self.types.clone() {
            if let Some(zero) = Layout::new(&self.s.p.types.clone(), self.s.p.target).zero(ty) {
                self.s.p.constant(zero, ty).unwrap();
            }
        }
        for value in [Pointer::STRAY, Pointer { object: None, offset: i64::MIN }] {
            let pointer = self.s.p.types.pointer();
            self.s.p.constant(Value::Pointer(value), pointer).unwrap();
        }
        for _ in 0..150 {
            self.add_expr();
        }
        for procedure in [vec![self.s.main], self.others.clone()].concat() {
            self.s.main = procedure;
            if procedure == ProcId(0) {
                self.s.end(Terminator::Goto(BlockId(1)));
            }
            for n in 0..self.rng.u32(1..4) {
                self.s.block = self.s.block(&format!("b{n}"));
                for _ in 0..self.rng.usize(..8) {
                    let statement = self.statement();
                    self.s.add(statement);
                }
                let (a, b) = (BlockId(self.rng.u32(..4)), BlockId(self.rng.u32(..4)));
                let any = self.expr();
                let terminator = match self.rng.u32(..6) {
                    0 => Terminator::Goto(a),
                    1 | 2 => Terminator::Branch { condition: self.truth(any), then: a, otherwise: b },
                    3 => Terminator::Switch { value: any, cases: vec![(Value::int(8, 0), a)], default: b },
                    4 => Terminator::Stop,
                    _ => Terminator::Return,
                };
                self.s.end(terminator);
            }
        }
        self.s.main = ProcId(0);
        (self.s, self.rng)
    }
}

fn types(p: &mut Program) -> Vec<TypeId> {
    let t = &mut p.types;
    let (bool, i8, i64, wide, half) = (t.bool(), t.int(8), t.int(64), t.int(70), t.float(FloatFormat::Half));
    let (x87, pointer, math, real) = (t.float(FloatFormat::X87), t.pointer(), t.math_int(), t.real());
    let (array, byte_array) = (t.array(i8, 3), t.array(pointer, 2));
    let endless = t.plain(TypeKind::Array { index: math, element: bool, length: None });
    let huge = t.array(i64, 1 << 33);
    let fields = |list: &[(TypeId, u64)], size| {
        let fields = list.iter().map(|&(ty, offset)| Field { name: format!("f{offset}").into(), ty, offset }).collect();
        Arc::new(RecordType { fields, size })
    };
    let record = t.plain(TypeKind::Record(fields(&[(i8, 0), (pointer, 8)], 16)));
    let union = t.plain(TypeKind::Union(fields(&[(pointer, 0), (record, 0), (x87, 0)], 16)));
    let (nothing, broken) = (t.int(0), t.plain(TypeKind::Record(fields(&[(i64, 4)], 8))));
    let mut list = vec![bool, i8, i64, wide, half, x87, pointer, math, real, array, byte_array, endless, record, union];
    list.extend([huge, nothing, broken]);
    list
}

/// Answers with random values of the type asked for.
struct RandomInputs<'l> {
    layout: Layout<'l>,
    rng: fastrand::Rng,
}

impl Inputs for RandomInputs<'_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        if self.rng.u32(..40) == 0 {
            return Some(Value::Bool(true));
        }
        match request.count {
            Some(length) => {
                let zero = self.layout.zero(request.ty)?;
                Some(Value::Array(crate::value::ArrayValue::filled(Some(length), zero)))
            }
            None => {
                let count = super::super::domain::count(&self.layout, request.ty);
                match count {
                    Some(count) => super::super::domain::nth(&self.layout, request.ty, self.rng.u64(..count)),
                    None => self.layout.zero(request.ty),
                }
            }
        }
    }
}

fn run_random(seeds: std::ops::Range<u64>) -> std::collections::BTreeMap<String, u32> {
    let mut outcomes = std::collections::BTreeMap::new();
    for seed in seeds {
        let (s, rng) = Chaos::new(seed).program();
        let limits =
            Limits { steps: 2_000, call_depth: 50, memory_bytes: 1 << 24, trace_steps: 200, ..Limits::default() };
        let layout = Layout::new(&s.p.types, s.p.target);
        let execution = run(&s.p, s.main, &mut RandomInputs { layout, rng }, &limits);
        for step in &execution.trace.steps {
            if let StepKind::Assign { place, .. } | StepKind::Input { place, .. } = &step.kind {
                place.name(&s.p, &execution);
            }
        }
        execution.inputs.iter().for_each(|input| {
            input.name(&s.p, &execution);
        });
        let word = format!("{:?}", execution.outcome);
        *outcomes.entry(word.split(['(', ' ']).next().unwrap_or("").to_string()).or_insert(0) += 1;
    }
    outcomes
}

#[test]
fn nothing_panics() {
    let outcomes = run_random(0..400);
    println!("{outcomes:?}");
    assert!(outcomes.len() > 3, "{outcomes:?}");
}

#[test]
#[ignore = "long"]
fn nothing_panics_for_long() {
    println!("{:?}", run_random(1_000..31_000));
}
