//! Blocks, loops, conditions, limits, inputs, enumeration.

use super::*;

/// `for (i = 0; i < n; i++) sum += i`, with `n` the parameter; checks `sum != bad`.
fn summing(bad: i64) -> (Sketch, PropertyId, BlockId, BlockId) {
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let n = s.variable("n", i8, VariableKind::Parameter);
    let (i, sum) = (s.local("i", i8), s.local("sum", i8));
    let (head, body, done) = (s.block("head"), s.block("body"), s.block("done"));
    s.end(Terminator::Goto(head));
    s.block = head;
    let (read_i, read_n) = (s.var(i), s.var(n));
    let condition = s.binary(Binary::Less(Sign::Unsigned), read_i, read_n);
    s.end(Terminator::Branch { condition, then: body, otherwise: done });
    s.block = body;
    let (read_sum, one) = (s.var(sum), s.int(i8, 1));
    let new_sum = s.binary(Binary::Add, read_sum, read_i);
    s.set(sum, new_sum);
    let next = s.binary(Binary::Add, read_i, one);
    s.set(i, next);
    s.end(Terminator::Goto(head));
    s.block = done;
    let bad = s.int(i8, bad);
    let differs = s.binary(Binary::NotEqual, read_sum, bad);
    let property = s.check(differs);
    (s, property, head, body)
}

#[test]
fn loops_run_and_checks_fail() {
    let (s, property, ..) = summing(10);
    s.expect(vec![Value::int(8, 4)], Outcome::Finished);
    s.expect(vec![Value::int(8, 5)], Outcome::Violated(property));
    let execution = s.run(vec![Value::int(8, 5)]);
    assert_eq!(execution.inputs.len(), 1);
    assert_eq!(execution.inputs[0].name(&s.p, &execution), "n");
    assert!(execution.reached[property.0 as usize]);
}

#[test]
fn steps_are_counted_and_limited() {
    let (s, ..) = summing(10);
    let steps = s.run(vec![Value::int(8, 3)]).steps;
    assert_eq!(steps, 1 + 3 * 4 + 1 + 2);
    let limits = Limits { steps: steps - 1, ..Limits::default() };
    assert_eq!(s.run_within(vec![Value::int(8, 3)], &limits).outcome, Outcome::OutOfSteps);
}

#[test]
fn inputs_must_be_there_and_fit() {
    let (s, ..) = summing(10);
    s.expect(Vec::new(), Outcome::OutOfInputs);
    assert!(matches!(s.run(vec![Value::int(16, 1)]).outcome, Outcome::BadInput(_)));
    assert!(matches!(s.run(vec![Value::Bool(true)]).outcome, Outcome::BadInput(_)));
}

#[test]
fn loop_bounds_count_arrivals_at_the_head() {
    let (mut s, _, head, body) = summing(10);
    let unwinding = s.p.add_property(CheckKind::Unwinding, Some(s.main), "enough", None);
    let mut bounds = LoopBounds { bound: 4, ..LoopBounds::default() };
    bounds.loops.insert((s.main, head), ([head, body].into_iter().collect(), unwinding));
    let limits = Limits { loop_bounds: Some(bounds), ..Limits::default() };
    // Three iterations arrive four times.
    assert_eq!(s.run_within(vec![Value::int(8, 3)], &limits).outcome, Outcome::Finished);
    assert_eq!(s.run_within(vec![Value::int(8, 4)], &limits).outcome, Outcome::Violated(unwinding));
}

#[test]
fn entering_a_loop_again_counts_anew() {
    // outer: twice { inner: three times }
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let (i, j) = (s.local("i", i8), s.local("j", i8));
    let [outer, begin, inner, again, next, done] =
        ["outer", "begin", "inner", "again", "next", "done"].map(|label| s.block(label));
    s.end(Terminator::Goto(outer));
    let (read_i, read_j) = (s.var(i), s.var(j));
    let [zero, one, two, three] = [0, 1, 2, 3].map(|n| s.int(i8, n));
    s.block = outer;
    let condition = s.binary(Binary::Less(Sign::Unsigned), read_i, two);
    s.end(Terminator::Branch { condition, then: begin, otherwise: done });
    s.block = begin;
    s.set(j, zero);
    s.end(Terminator::Goto(inner));
    s.block = inner;
    let condition = s.binary(Binary::Less(Sign::Unsigned), read_j, three);
    s.end(Terminator::Branch { condition, then: again, otherwise: next });
    s.block = again;
    let more = s.binary(Binary::Add, read_j, one);
    s.set(j, more);
    s.end(Terminator::Goto(inner));
    s.block = next;
    let more = s.binary(Binary::Add, read_i, one);
    s.set(i, more);
    s.end(Terminator::Goto(outer));
    let unwinding = s.p.add_property(CheckKind::Unwinding, Some(s.main), "enough", None);
    let within = |bound| {
        let mut bounds = LoopBounds { bound, ..LoopBounds::default() };
        bounds.loops.insert((s.main, inner), ([inner, again].into_iter().collect(), unwinding));
        let limits = Limits { loop_bounds: Some(bounds), ..Limits::default() };
        s.run_within(Vec::new(), &limits).outcome
    };
    assert_eq!(within(4), Outcome::Finished);
    assert_eq!(within(3), Outcome::Violated(unwinding));
}

#[test]
fn all_inputs_are_tried() {
    let (s, property, ..) = summing(10);
    let result = enumerate_inputs(&s.p, s.main, &Limits::default(), 1000);
    assert!(result.complete && result.executions == 256 && result.considered == 256);
    // The sum of 0 .. n-1 modulo 256 is 10 for n = 5 first.
    assert_eq!(result.violated.get(&property), Some(&vec![Value::int(8, 5)]));
    assert_eq!(result.reached.len(), 1);
    let few = enumerate_inputs(&s.p, s.main, &Limits::default(), 5);
    assert!(!few.complete && few.violated.is_empty());
    let short = enumerate_inputs(&s.p, s.main, &Limits { steps: 20, ..Limits::default() }, 1000);
    assert!(!short.complete && short.problem == Some(Outcome::OutOfSteps));
}

#[test]
fn switches_take_the_first_case_that_fits() {
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let n = s.variable("n", i8, VariableKind::Parameter);
    let (a, b, other) = (s.block("a"), s.block("b"), s.block("other"));
    let value = s.var(n);
    let cases = vec![(Value::int(8, 1), a), (Value::int(8, -2), b), (Value::int(8, 1), other)];
    s.end(Terminator::Switch { value, cases, default: other });
    let no = s.p.bool_const(false);
    let properties = [a, b, other].map(|block| {
        s.block = block;
        s.check(no)
    });
    for (n, property) in [(1, properties[0]), (-2, properties[1]), (7, properties[2])] {
        s.expect(vec![Value::int(8, n)], Outcome::Violated(property));
    }
}

#[test]
fn assumptions_and_stops() {
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let x = s.local("x", i8);
    s.havoc(x);
    let (read, five) = (s.var(x), s.int(i8, 5));
    let less = s.binary(Binary::Less(Sign::Signed), read, five);
    s.add(StatementKind::Assume(less));
    let arguments = vec![read];
    s.add(StatementKind::Event { name: "seen".into(), arguments });
    s.end(Terminator::Stop);
    s.expect(vec![Value::int(8, 5)], Outcome::AssumptionFailed);
    s.expect(vec![Value::int(8, -5)], Outcome::Stopped);
    let result = enumerate_inputs(&s.p, s.main, &Limits::default(), 1000);
    assert!(result.complete && result.considered == 128 + 5);
}

#[test]
fn globals_are_asked_for_in_order_before_parameters() {
    let mut s = Sketch::new();
    let (i8, i16) = (s.p.types.int(8), s.p.types.int(16));
    let parameter = s.variable("p", i8, VariableKind::Parameter);
    let a = s.variable("a", i16, VariableKind::Global);
    let b = s.variable("b", i8, VariableKind::Global);
    let c = s.variable("c", i8, VariableKind::Global);
    s.p.variables[a].initial = Initial::Arbitrary;
    let seven = s.int(i8, 7);
    s.p.variables[b].initial = Initial::Value(seven);
    s.p.variables[c].initial = Initial::Arbitrary;
    s.p.variables[c].addressable = true;
    for (variable, value) in [(a, 1), (b, 7), (c, 2), (parameter, 3)] {
        let read = s.var(variable);
        s.check_value(read, value);
    }
    s.expect(vec![Value::int(16, 1), Value::int(8, 2), Value::int(8, 3)], Outcome::Finished);
}

#[test]
fn quantifiers_over_small_types() {
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let bool = s.p.types.bool();
    let (x, y) = (s.variable("x", i8, VariableKind::Bound), s.variable("y", i8, VariableKind::Bound));
    let (read_x, read_y) = (s.var(x), s.var(y));
    let (a, b) = (s.binary(Binary::Add, read_x, read_y), s.binary(Binary::Add, read_y, read_x));
    let same = s.binary(Binary::Equal, a, b);
    let commutes = s.p.add_expr(ExprKind::Forall(vec![x, y], same), bool, None).unwrap();
    s.check(commutes);
    // Every number has an opposite; one of them is not smaller.
    let zero = s.int(i8, 0);
    let opposite = s.binary(Binary::Equal, a, zero);
    let some = s.p.add_expr(ExprKind::Exists(vec![y], opposite), bool, None).unwrap();
    let all = s.p.add_expr(ExprKind::Forall(vec![x], some), bool, None).unwrap();
    s.check(all);
    let less = s.binary(Binary::Less(Sign::Signed), read_x, zero);
    let never = s.p.add_expr(ExprKind::Forall(vec![x], less), bool, None).unwrap();
    let property = s.check(never);
    s.expect(Vec::new(), Outcome::Violated(property));

    let mut s = Sketch::new();
    let (bool, i64) = (s.p.types.bool(), s.p.types.int(64));
    let x = s.variable("x", i64, VariableKind::Bound);
    let read = s.var(x);
    let same = s.binary(Binary::Equal, read, read);
    let all = s.p.add_expr(ExprKind::Forall(vec![x], same), bool, None).unwrap();
    s.check(all);
    assert!(matches!(s.run(Vec::new()).outcome, Outcome::Unsupported(_)));
}
