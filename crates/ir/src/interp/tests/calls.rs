//! Procedures: recursion, results, pointers to procedures, bodies that are not known.

use super::*;

/// Adds `function name(x: i8) -> i8`: the parameter, the result, and the block to fill.
fn function(s: &mut Sketch, name: &str, with_body: bool) -> (ProcId, VarId, VarId, Option<BlockId>) {
    let i8 = s.p.types.int(8);
    let id = s.p.add_procedure(name);
    let x = s.p.add_variable("x", i8, VariableKind::Parameter, Some(id));
    let r = s.p.add_variable("r", i8, VariableKind::Result, Some(id));
    let block = with_body.then(|| {
        let block = s.p.add_block(id, "start");
        s.p.set_terminator(id, block, Terminator::Return, Origin::default());
        block
    });
    (id, x, r, block)
}

fn call(s: &mut Sketch, callee: Callee, argument: ExprId, result: VarId) {
    s.add(StatementKind::Call { callee, arguments: vec![argument], results: vec![Place::var(result)] });
}

/// `f(x) = x == 0 ? 0 : x + f(x - 1)`.
fn triangular() -> (Sketch, ProcId, VarId) {
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let (f, x, r, entry) = function(&mut s, "f", true);
    let inner = s.p.add_variable("inner", i8, VariableKind::Local, Some(f));
    let more = s.p.add_block(f, "more");
    let done = s.p.add_block(f, "done");
    let (read_x, zero, one) = (s.var(x), s.int(i8, 0), s.int(i8, 1));
    let condition = s.binary(Binary::Equal, read_x, zero);
    let branch = Terminator::Branch { condition, then: done, otherwise: more };
    s.p.set_terminator(f, entry.unwrap(), branch, Origin::default());
    let less = s.binary(Binary::Subtract, read_x, one);
    let results = vec![Place::var(inner)];
    let recursive = StatementKind::Call { callee: Callee::Direct(f), arguments: vec![less], results };
    s.p.push_statement(f, more, recursive, Origin::default());
    let read_inner = s.var(inner);
    let value = s.binary(Binary::Add, read_x, read_inner);
    s.p.push_statement(f, more, StatementKind::Assign { target: Place::var(r), value }, Origin::default());
    s.p.set_terminator(f, more, Terminator::Return, Origin::default());
    s.p.set_terminator(f, done, Terminator::Return, Origin::default());
    let n = s.variable("n", i8, VariableKind::Parameter);
    let result = s.local("result", i8);
    let argument = s.var(n);
    call(&mut s, Callee::Direct(f), argument, result);
    (s, f, result)
}

#[test]
fn recursion_keeps_its_variables_apart() {
    let (mut s, _, result) = triangular();
    let read = s.var(result);
    s.check_value(read, 55);
    s.expect(vec![Value::int(8, 10)], Outcome::Finished);
}

#[test]
fn depth_is_limited_and_bounded() {
    let (mut s, f, _) = triangular();
    let limits = Limits { call_depth: 11, ..Limits::default() };
    assert_eq!(s.run_within(vec![Value::int(8, 9)], &limits).outcome, Outcome::Finished);
    assert_eq!(s.run_within(vec![Value::int(8, 10)], &limits).outcome, Outcome::TooManyCalls);
    let property = s.p.add_property(CheckKind::Recursion, Some(f), "not deeper", None);
    let mut bounds = LoopBounds { bound: 4, ..LoopBounds::default() };
    bounds.recursion.insert(f, property);
    let limits = Limits { loop_bounds: Some(bounds), ..Limits::default() };
    assert_eq!(s.run_within(vec![Value::int(8, 3)], &limits).outcome, Outcome::Finished);
    assert_eq!(s.run_within(vec![Value::int(8, 4)], &limits).outcome, Outcome::Violated(property));
}

#[test]
fn results_begin_as_zero_in_every_activation() {
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let (f, x, r, block) = function(&mut s, "f", true);
    // r := r + x
    let (read_r, read_x) = (s.var(r), s.var(x));
    let value = s.binary(Binary::Add, read_r, read_x);
    let add = StatementKind::Assign { target: Place::var(r), value };
    s.p.push_statement(f, block.unwrap(), add, Origin::default());
    let result = s.local("result", i8);
    let four = s.int(i8, 4);
    for _ in 0..2 {
        call(&mut s, Callee::Direct(f), four, result);
        let read = s.var(result);
        s.check_value(read, 4);
    }
    s.finishes();
}

#[test]
fn pointers_to_procedures() {
    let mut s = Sketch::new();
    let (i8, pointer) = (s.p.types.int(8), s.p.types.pointer());
    let (f, x, r, block) = function(&mut s, "f", true);
    let value = s.var(x);
    let copy = StatementKind::Assign { target: Place::var(r), value };
    s.p.push_statement(f, block.unwrap(), copy, Origin::default());
    let (g, ..) = function(&mut s, "g", true);
    let (to, result) = (s.local("to", pointer), s.local("result", i8));
    let address = s.p.add_expr(ExprKind::ProcedureAddress(f), pointer, None).unwrap();
    s.set(to, address);
    let (read_to, nine) = (s.var(to), s.int(i8, 9));
    call(&mut s, Callee::Indirect { pointer: read_to, candidates: vec![g, f] }, nine, result);
    let read = s.var(result);
    s.check_value(read, 9);
    let no_bytes = s.count(0);
    let valid = s.binary(Binary::PointerValid, read_to, no_bytes);
    let invalid = s.p.not(valid).unwrap();
    s.check(invalid);
    call(&mut s, Callee::Indirect { pointer: read_to, candidates: vec![g] }, nine, result);
    let never = s.p.bool_const(false);
    s.check(never);
    s.expect(Vec::new(), Outcome::Stopped);
}

#[test]
fn unknown_bodies_give_what_their_contract_allows() {
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let (f, x, r, _) = function(&mut s, "f", false);
    // ensures r > old(x)
    let (read_x, read_r) = (s.var(x), s.var(r));
    let old = s.p.add_expr(ExprKind::Old(read_x), i8, None).unwrap();
    let greater = s.binary(Binary::Less(Sign::Signed), old, read_r);
    s.p.procedures[f].contract.ensures.push(greater);
    let result = s.local("result", i8);
    let three = s.int(i8, 3);
    call(&mut s, Callee::Direct(f), three, result);
    let read = s.var(result);
    let property = s.check_value(read, 4);
    s.expect(vec![Value::int(8, 4)], Outcome::Finished);
    s.expect(vec![Value::int(8, 5)], Outcome::Violated(property));
    s.expect(vec![Value::int(8, 3)], Outcome::AssumptionFailed);
    let execution = s.run(vec![Value::int(8, 5)]);
    assert_eq!(execution.inputs[0].name(&s.p, &execution), "result of f");
    // `old` means nothing in a body.
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let zero = s.int(i8, 0);
    let old = s.p.add_expr(ExprKind::Old(zero), i8, None).unwrap();
    s.check_equal(old, old);
    assert!(matches!(s.run(Vec::new()).outcome, Outcome::Unsupported(_)));
}
