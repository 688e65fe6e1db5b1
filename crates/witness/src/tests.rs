//! Replays and slices of small programs.

use super::*;
use cairn_ir::interp::{LoopBounds, StepKind};
use cairn_ir::{
    Binary, BlockId, Callee, CheckKind, ExprId, Origin, Place, ProcId, Sign, StatementKind, Terminator, VarId,
    VariableKind,
};

struct Sketch {
    p: Program,
    main: ProcId,
    i8: TypeId,
}

impl Sketch {
    fn new() -> Self {
        let mut p = Program::new();
        let i8 = p.types.int(8);
        let main = p.add_procedure("main");
        Self { p, main, i8 }
    }
    fn block(&mut self, procedure: ProcId, label: &str) -> BlockId {
        let block = self.p.add_block(procedure, label);
        self.p.set_terminator(procedure, block, Terminator::Return, Origin::default());
        block
    }
    fn variable(&mut self, name: &str, kind: VariableKind, procedure: ProcId) -> VarId {
        self.p.add_variable(name, self.i8, kind, Some(procedure))
    }
    fn add(&mut self, procedure: ProcId, block: BlockId, kind: StatementKind) {
        self.p.push_statement(procedure, block, kind, Origin::default());
    }
    fn set(&mut self, procedure: ProcId, block: BlockId, target: VarId, value: ExprId) {
        self.add(procedure, block, StatementKind::Assign { target: Place::var(target), value });
    }
    fn check(&mut self, block: BlockId, condition: ExprId) -> PropertyId {
        let property = self.p.add_property(CheckKind::Assertion, Some(self.main), "holds", None);
        self.add(self.main, block, StatementKind::Check { property, condition });
        property
    }
    fn int(&mut self, value: i64) -> ExprId {
        self.p.int_const(self.i8, value).unwrap()
    }
    fn binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> ExprId {
        self.p.binary(op, a, b).unwrap()
    }
    fn replay(&self, inputs: &[i64], property: PropertyId) -> Result<Replay, ReplayMismatch> {
        let inputs = inputs.iter().map(|n| Value::int(8, *n)).collect();
        replay(&self.p, &Counterexample { entry: self.main, inputs }, property, &Limits::default())
    }
    /// The relevant steps in words.
    fn story(&self, replay: &Replay) -> Vec<String> {
        let steps = replay.execution.trace.steps.iter().zip(&replay.relevant).filter(|(_, relevant)| **relevant);
        steps.filter_map(|(step, _)| self.words(replay, &step.kind, step.procedure)).collect()
    }
    fn words(&self, replay: &Replay, kind: &StepKind, procedure: ProcId) -> Option<String> {
        Some(match kind {
            StepKind::Enter { .. } => format!("enter {}", self.p.procedures[procedure].name),
            StepKind::Leave { .. } => format!("leave {}", self.p.procedures[procedure].name),
            StepKind::Assign { place, value, .. } | StepKind::Input { place, value, .. } => {
                let value = value.as_bits()?.small_signed()?;
                format!("{} = {value}", place.name(&self.p, &replay.execution))
            }
            StepKind::Branch { value, .. } => format!("branch {}", value.as_bool()?),
            StepKind::Check { .. } => "check".into(),
            StepKind::Release { .. } => "release".into(),
            StepKind::Allocate { .. } => "allocate".into(),
            _ => return None,
        })
    }
}

#[test]
fn only_exactly_the_named_failure_is_accepted() {
    let mut s = Sketch::new();
    let main = s.main;
    let block = s.block(main, "start");
    let x = s.variable("x", VariableKind::Parameter, main);
    let (read, one, two) = (s.p.var(x), s.int(1), s.int(2));
    let not_one = s.binary(Binary::NotEqual, read, one);
    let a = s.check(block, not_one);
    let not_two = s.binary(Binary::NotEqual, read, two);
    let b = s.check(block, not_two);
    assert_eq!(s.replay(&[1], a).unwrap().inputs[0].name, "x");
    assert!(s.replay(&[2], b).is_ok());
    assert!(matches!(s.replay(&[1], b), Err(ReplayMismatch::OtherProperty { .. })));
    assert!(matches!(s.replay(&[3], a), Err(ReplayMismatch::NoViolation { .. })));
    assert!(matches!(s.replay(&[], a), Err(ReplayMismatch::TooFewInputs { given: 0 })));
    let wrong = Counterexample { entry: main, inputs: vec![Value::Bool(true)] };
    assert!(matches!(replay(&s.p, &wrong, a, &Limits::default()), Err(ReplayMismatch::BadInput(_))));
}

#[test]
fn what_does_not_matter_is_not_relevant() {
    let mut s = Sketch::new();
    let main = s.main;
    let start = s.block(main, "start");
    let [then, otherwise, other_then, end] = ["then", "otherwise", "other", "end"].map(|l| s.block(main, l));
    let [x, y, z, noise] = ["x", "y", "z", "noise"].map(|name| s.variable(name, VariableKind::Local, main));
    for v in [x, y] {
        s.add(main, start, StatementKind::Havoc { target: Place::var(v) });
    }
    let (read_x, read_y, read_z) = (s.p.var(x), s.p.var(y), s.p.var(z));
    let [one, two, nine] = [1, 2, 9].map(|n| s.int(n));
    s.set(main, start, noise, read_y);
    // if x < 2 { z := 1 } else { z := 9 }; if y < 2 { noise := 9 }; check z != 1
    let condition = s.binary(Binary::Less(Sign::Signed), read_x, two);
    s.p.set_terminator(main, start, Terminator::Branch { condition, then, otherwise }, Origin::default());
    s.set(main, then, z, one);
    s.set(main, otherwise, z, nine);
    let middle = s.block(main, "middle");
    for block in [then, otherwise] {
        s.p.set_terminator(main, block, Terminator::Goto(middle), Origin::default());
    }
    let condition = s.binary(Binary::Less(Sign::Signed), read_y, two);
    let branch = Terminator::Branch { condition, then: other_then, otherwise: end };
    s.p.set_terminator(main, middle, branch, Origin::default());
    s.set(main, other_then, noise, nine);
    s.p.set_terminator(main, other_then, Terminator::Goto(end), Origin::default());
    let not_one = s.binary(Binary::NotEqual, read_z, one);
    let property = s.check(end, not_one);
    let replay = s.replay(&[0, 0], property).unwrap();
    assert_eq!(s.story(&replay), ["enter main", "x = 0", "branch true", "z = 1", "check"]);
    assert!(replay.execution.trace.steps.len() > 8);
}

#[test]
fn values_are_followed_through_calls() {
    let mut s = Sketch::new();
    let main = s.main;
    let f = s.p.add_procedure("f");
    let (a, r) = (s.variable("a", VariableKind::Parameter, f), s.variable("r", VariableKind::Result, f));
    let body = s.block(f, "start");
    let (read_a, one) = (s.p.var(a), s.int(1));
    let more = s.binary(Binary::Add, read_a, one);
    s.set(f, body, r, more);
    let start = s.block(main, "start");
    let [x, y, z] = ["x", "y", "z"].map(|name| s.variable(name, VariableKind::Local, main));
    let (read_x, read_y, five) = (s.p.var(x), s.p.var(y), s.int(5));
    s.add(main, start, StatementKind::Havoc { target: Place::var(x) });
    for (argument, result) in [(read_x, y), (five, z)] {
        let results = vec![Place::var(result)];
        s.add(main, start, StatementKind::Call { callee: Callee::Direct(f), arguments: vec![argument], results });
    }
    let condition = s.binary(Binary::NotEqual, read_y, five);
    let property = s.check(start, condition);
    let replay = s.replay(&[4], property).unwrap();
    let expected = ["enter main", "x = 4", "enter f", "r = 5", "leave f", "y = 5", "check"];
    assert_eq!(s.story(&replay), expected);
}

#[test]
fn the_iterations_that_exceed_a_bound_are_relevant() {
    let mut s = Sketch::new();
    let main = s.main;
    let [start, head, body, end] = ["start", "head", "body", "end"].map(|label| s.block(main, label));
    let [n, i, noise] = ["n", "i", "noise"].map(|name| s.variable(name, VariableKind::Local, main));
    s.add(main, start, StatementKind::Havoc { target: Place::var(n) });
    s.p.set_terminator(main, start, Terminator::Goto(head), Origin::default());
    let (read_n, read_i, one) = (s.p.var(n), s.p.var(i), s.int(1));
    let condition = s.binary(Binary::Less(Sign::Signed), read_i, read_n);
    s.p.set_terminator(main, head, Terminator::Branch { condition, then: body, otherwise: end }, Origin::default());
    let next = s.binary(Binary::Add, read_i, one);
    s.set(main, body, noise, read_n);
    s.set(main, body, i, next);
    s.p.set_terminator(main, body, Terminator::Goto(head), Origin::default());
    let property = s.p.add_property(CheckKind::Unwinding, Some(main), "enough", None);
    let mut bounds = LoopBounds { bound: 2, ..LoopBounds::default() };
    bounds.loops.insert((main, head), ([head, body].into_iter().collect(), property));
    let limits = Limits { loop_bounds: Some(bounds), ..Limits::default() };
    let given = |n| Counterexample { entry: main, inputs: vec![Value::int(8, n)] };
    let accepted = replay(&s.p, &given(2), property, &limits).unwrap();
    let story = s.story(&accepted);
    assert_eq!(story, ["enter main", "n = 2", "branch true", "i = 1", "branch true"]);
    assert!(replay(&s.p, &given(1), property, &limits).is_err());
}

#[test]
fn a_release_is_why_a_pointer_is_bad() {
    let mut s = Sketch::new();
    let main = s.main;
    let start = s.block(main, "start");
    let pointer = s.p.types.pointer();
    let p = s.p.add_variable("p", pointer, VariableKind::Local, Some(main));
    let u64 = s.p.types.unsigned(64);
    let one = s.p.int_const(u64, 1).unwrap();
    let (element, kind) = (s.i8, cairn_ir::AllocationKind::Heap);
    let target = Place::var(p);
    s.add(main, start, StatementKind::Allocate { target, element, count: one, zeroed: true, kind, alignment: 1 });
    let (read, seven) = (s.p.var(p), s.int(7));
    s.add(main, start, StatementKind::Assign { target: Place::deref(read, element), value: seven });
    s.add(main, start, StatementKind::Release(read));
    let valid = s.binary(Binary::PointerValid, read, one);
    let property = s.check(start, valid);
    let replay = s.replay(&[], property).unwrap();
    let story = s.story(&replay);
    assert_eq!(story, ["enter main", "allocate", "release", "check"]);
}
