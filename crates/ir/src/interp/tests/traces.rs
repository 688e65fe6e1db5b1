//! What is recorded.

use super::*;

#[test]
fn steps_are_told_in_order_with_what_they_read() {
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let (x, y) = (s.local("x", i8), s.local("y", i8));
    s.havoc(x);
    let (read_x, one) = (s.var(x), s.int(i8, 1));
    let sum = s.binary(Binary::Add, read_x, one);
    s.set(y, sum);
    let read_y = s.var(y);
    let property = s.check_value(read_y, 5);
    let execution = s.run(vec![Value::int(8, 3)]);
    let kinds: Vec<&StepKind> = execution.trace.steps.iter().map(|step| &step.kind).collect();
    assert!(matches!(
        kinds[..],
        [StepKind::Enter { .. }, StepKind::Input { .. }, StepKind::Assign { .. }, StepKind::Check { holds: false, .. }]
    ));
    let effect = &execution.trace.steps[2].effects[0];
    let location = |variable| Location::Variable { variable, activation: 1, path: Vec::new() };
    assert_eq!(effect.write, Some(location(y)));
    assert_eq!(effect.reads, [location(x)]);
    assert_eq!(execution.outcome, Outcome::Violated(property));
    assert_eq!(execution.at.map(|at| (at.block, at.statement)), Some((s.block, 2)));
}

#[test]
fn old_steps_are_dropped_and_counted() {
    let mut s = Sketch::new();
    let i8 = s.p.types.int(8);
    let x = s.local("x", i8);
    for n in 0..50 {
        let value = s.int(i8, n);
        s.set(x, value);
    }
    let limits = Limits { trace_steps: 10, ..Limits::default() };
    let execution = s.run_within(Vec::new(), &limits);
    assert_eq!((execution.trace.steps.len(), execution.trace.dropped), (10, 42));
    let silent = s.run_within(Vec::new(), &Limits::default());
    assert!(silent.trace.steps.is_empty() && silent.steps == execution.steps);
}
