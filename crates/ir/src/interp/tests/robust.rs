//! Nothing overflows the stack, uses all memory, or panics.

use super::*;
use crate::expr::{Convert, Projection};

#[test]
fn deep_and_shared_expressions() {
    let mut s = Sketch::new();
    let i32 = s.p.types.int(32);
    let x = s.variable("x", i32, VariableKind::Parameter);
    let (mut deep, one) = (s.var(x), s.int(i32, 1));
    for _ in 0..200_000 {
        deep = s.binary(Binary::Add, deep, one);
    }
    s.check_value(deep, 200_007);
    // Shared nodes are evaluated once: otherwise this would take 2^200 steps.
    let mut shared = s.var(x);
    for _ in 0..200 {
        shared = s.binary(Binary::Add, shared, shared);
    }
    s.check_value(shared, 0);
    s.expect(vec![Value::int(32, 7)], Outcome::Finished);
}

#[test]
fn deeply_nested_quantifiers_are_refused() {
    let mut s = Sketch::new();
    let bool = s.p.types.bool();
    let mut body = s.p.bool_const(true);
    for i in 0..100_000 {
        let x = s.variable(&format!("x{i}"), bool, VariableKind::Bound);
        body = s.p.add_expr(ExprKind::Forall(vec![x], body), bool, None).unwrap();
    }
    s.check(body);
    assert!(matches!(s.run(Vec::new()).outcome, Outcome::Unsupported(_)));
}

#[test]
fn numbers_and_variables_that_are_too_large() {
    // x := x * x for ever
    let mut s = Sketch::new();
    let math = s.p.types.math_int();
    let x = s.local("x", math);
    let three = s.p.constant(Value::MathInt(3.into()), math).unwrap();
    s.set(x, three);
    let again = s.block("again");
    s.end(Terminator::Goto(again));
    s.block = again;
    let read = s.var(x);
    let square = s.binary(Binary::MathMultiply, read, read);
    s.set(x, square);
    s.end(Terminator::Goto(again));
    s.expect(Vec::new(), Outcome::TooMuchMemory);

    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let row = s.p.types.array(i8, 1 << 20);
    let all = s.p.types.array(row, 1 << 20);
    s.local("all", all);
    s.expect(Vec::new(), Outcome::TooMuchMemory);
}

#[test]
fn recursion_without_end_runs_out_of_calls() {
    let mut s = Sketch::new();
    let callee = Callee::Direct(s.main);
    s.add(StatementKind::Call { callee, arguments: Vec::new(), results: Vec::new() });
    s.expect(Vec::new(), Outcome::TooManyCalls);
}

/// Statements refer to what is not there, or is of another type.
#[test]
fn programs_that_are_not_well_formed() {
    let nowhere = ExprId(999_999);
    let lost = VarId(999_999);
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let (x, seven) = (s.local("x", i8), s.int(i8, 7));
    let statements = vec![
        StatementKind::Assume(nowhere),
        StatementKind::Assume(seven),
        StatementKind::Check { property: PropertyId(99), condition: seven },
        StatementKind::Assign { target: Place::var(lost), value: seven },
        StatementKind::Assign { target: Place::deref(seven, i8), value: seven },
        StatementKind::Assign { target: Place::var(x).then(Projection::Field(3)), value: seven },
        StatementKind::Assign { target: Place::var(x).then(Projection::Index(seven)), value: seven },
        StatementKind::Havoc { target: Place::var(lost) },
        StatementKind::Call { callee: Callee::Direct(ProcId(99)), arguments: Vec::new(), results: Vec::new() },
        StatementKind::Call { callee: Callee::Direct(s.main), arguments: vec![seven], results: Vec::new() },
        StatementKind::Release(seven),
        StatementKind::Live(x),
        StatementKind::Dead(lost),
        StatementKind::CopyMemory { target: seven, source: seven, bytes: seven },
        StatementKind::FillMemory { target: seven, value: seven, bytes: seven },
        StatementKind::Event { name: "e".into(), arguments: vec![nowhere] },
    ];
    for kind in statements {
        let mut broken = Sketch { p: s.p.clone(), main: s.main, block: s.block };
        broken.add(kind.clone());
        assert!(matches!(broken.run(Vec::new()).outcome, Outcome::BadProgram(_)), "{kind:?}");
    }
    s.end(Terminator::Goto(BlockId(77)));
    assert!(matches!(s.run(Vec::new()).outcome, Outcome::BadProgram(_)));
    assert!(matches!(
        run(&s.p, ProcId(5), &mut GivenInputs::default(), &Limits::default()).outcome,
        Outcome::BadProgram(_)
    ));
}

#[test]
fn conversions_through_every_kind_of_number() {
    use crate::expr::Rounding::NearestEven;
    let mut s = Sketch::new();
    let (i8, i16, math, real) = (s.p.types.int(8), s.p.types.int(16), s.p.types.math_int(), s.p.types.real());
    let (double, bits) = (s.p.types.float(crate::types::FloatFormat::Double), s.p.types.int(64));
    let minus = s.int(i8, -3);
    let steps = [
        (Convert::SignExtend, i16),
        (Convert::IntToMath(Sign::Signed), math),
        (Convert::MathToReal, real),
        (Convert::RealToFloat(NearestEven), double),
        (Convert::FloatToBits, bits),
        (Convert::BitsToFloat, double),
        (Convert::FloatToReal, real),
        (Convert::RealToMath, math),
        (Convert::MathToInt, i16),
        (Convert::IntToFloat(Sign::Signed, NearestEven), double),
        (Convert::FloatToInt(Sign::Signed, NearestEven), i16),
        (Convert::Truncate, i8),
        (Convert::Retype, i8),
    ];
    let mut value = minus;
    for (op, to) in steps {
        value = s.p.convert(op, value, to).unwrap();
    }
    s.check_equal(value, minus);
    let yes = s.p.bool_const(true);
    let one = s.p.convert(Convert::BoolToInt, yes, i8).unwrap();
    s.check_value(one, 1);
    let wide = s.p.convert(Convert::ZeroExtend, minus, i16).unwrap();
    s.check_value(wide, 253);
    s.finishes();
}

/// Not a test of time: prints how fast it is, when asked for.
#[test]
#[ignore = "measures"]
fn speed() {
    let mut s = Sketch::new();
    let i32 = s.p.types.int(32);
    let array = s.p.types.array(i32, 64);
    let (i, sum, a) = (s.local("i", i32), s.local("sum", i32), s.local("a", array));
    let (head, body, done) = (s.block("head"), s.block("body"), s.block("done"));
    s.end(Terminator::Goto(head));
    s.block = head;
    let (read_i, n) = (s.var(i), s.int(i32, 1_000_000));
    let condition = s.binary(Binary::Less(Sign::Signed), read_i, n);
    s.end(Terminator::Branch { condition, then: body, otherwise: done });
    s.block = body;
    let (one, sixty_three, u64) = (s.int(i32, 1), s.int(i32, 63), s.p.types.unsigned(64));
    let low = s.binary(Binary::BitAnd, read_i, sixty_three);
    let index = s.p.convert(Convert::ZeroExtend, low, u64).unwrap();
    let (read_a, read_sum) = (s.var(a), s.var(sum));
    let item = s.p.index(read_a, index).unwrap();
    let total = s.binary(Binary::Add, read_sum, item);
    s.set(sum, total);
    s.assign(Place::var(a).then(Projection::Index(index)), read_i);
    let overflow = s.binary(Binary::AddOverflows(Sign::Signed), read_i, one);
    let fits = s.p.not(overflow).unwrap();
    s.check(fits);
    let next = s.binary(Binary::Add, read_i, one);
    s.set(i, next);
    s.end(Terminator::Goto(head));
    let started = std::time::Instant::now();
    let execution = s.run_within(Vec::new(), &Limits::default());
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{} steps in {seconds:.2} s: {:.2} million per second",
        execution.steps,
        execution.steps as f64 / seconds / 1e6
    );
}
