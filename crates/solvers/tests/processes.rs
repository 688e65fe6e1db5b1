//! Solver processes: the conformance suite over every solver the tests install, a fixed batch of random
//! formulas compared with the built-in solver, and what happens when a process misbehaves.
//!
//! A solver that is not installed fails these tests: nothing is skipped.

mod common;

use std::path::Path;

use cairn_base::Budget;
use cairn_solvers::abilities::{Limits, Models, Outcome, Solver, UnknownReason};
use cairn_solvers::builtin::Builtin;
use cairn_solvers::conformance;
use cairn_solvers::process::{ProcessError, ProcessSolver, SolverCommand};
use cairn_term::{Terms, Value};
use common::formulas::{Theme, formula};
use common::referee::{Form, Player, Ruling, rule};
use fastrand::Rng;

/// The solver as `cargo xtask setup` installed it, or else from the PATH.
fn command(name: &str) -> SolverCommand {
    let mut command = SolverCommand::from_user(name).expect("a name");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let installed = target.join("solvers").join("bin").join(&command.program);
    if installed.exists() {
        command.program = installed.to_string_lossy().into_owned();
    }
    command
}

fn start(name: &str) -> ProcessSolver {
    match ProcessSolver::start(command(name), &Budget::unlimited()) {
        Ok(solver) => solver,
        Err(error) => panic!("{error}; `cargo xtask setup` installs it"),
    }
}

#[test]
fn z3_conforms() {
    conformance::all(|| start("z3"));
}

#[test]
fn cvc5_conforms() {
    conformance::all(|| start("cvc5"));
}

#[test]
fn bitwuzla_conforms() {
    // All but `constant_arrays`: Bitwuzla answers `unknown` to equalities with them.
    let make = || start("bitwuzla");
    conformance::answers(make);
    conformance::assumptions(make);
    conformance::scopes(make);
    conformance::models(make);
    conformance::arrays(make);
    conformance::floats(make);
    conformance::cores(make);
    conformance::stops(make);
}

/// Compares the built-in solver with another on a fixed batch.
fn compare(name: &str, themes: &[Theme], count: u64) {
    let mut terms = Terms::new();
    let mut players = [
        Player::new("builtin", Box::new(Builtin::new()), true, true),
        Player::new(name, Box::new(start(name)), false, true),
    ];
    for number in 0..count {
        let mut rng = Rng::with_seed(number);
        let theme = themes[rng.usize(..themes.len())];
        let form = Form { assumptions: rng.u8(..4) == 0, scoped: rng.bool() };
        let made = formula(&mut terms, &mut rng, theme);
        let ruling = rule(&mut terms, &mut players, &made, form, theme.has_tiny_floats(), &Budget::unlimited);
        if let Ruling::Wrong(what) = ruling {
            panic!("formula {number} ({theme:?}, {form:?}): {what}");
        }
    }
}

#[test]
fn builtin_agrees_with_z3() {
    compare("z3", &[Theme::BitVectors, Theme::Arrays], 200);
}

#[test]
fn builtin_agrees_with_bitwuzla() {
    compare("bitwuzla", &[Theme::BitVectors, Theme::Arrays, Theme::HalfFloats], 300);
}

#[test]
fn builtin_agrees_with_cvc5() {
    compare("cvc5", &[Theme::BitVectors, Theme::HalfFloats], 60);
}

#[test]
fn functions_integers_and_quantifiers_go_to_a_process() {
    let mut terms = Terms::new();
    let integers = terms.int_sort();
    let function = terms.function("f", &[integers], integers);
    let (x, y) = (terms.symbol("x", integers), terms.symbol("y", integers));
    let (of_x, of_y) = (terms.apply(function, &[x]), terms.apply(function, &[y]));
    let smaller = terms.lt(of_x, of_y);
    let mut solver = start("z3");
    solver.assert(&mut terms, smaller);
    let check = |solver: &mut ProcessSolver, terms: &mut Terms, assumptions: &[_]| {
        solver.check(terms, assumptions, &Budget::unlimited(), Limits::default())
    };
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    assert_eq!(solver.value(&mut terms, smaller), Ok(Value::Bool(true)));
    let same = terms.eq(x, y);
    assert_eq!(check(&mut solver, &mut terms, &[same]), Outcome::Unsat);
    let bound = terms.symbol("n", integers);
    let (of_bound, zero) = (terms.apply(function, &[bound]), terms.int_i64(0));
    let constant = terms.eq(of_bound, zero);
    let everywhere = terms.forall(&[bound], constant);
    assert_eq!(check(&mut solver, &mut terms, &[everywhere]), Outcome::Unsat);
}

#[test]
fn a_process_that_misbehaves_is_told_of_and_started_again() {
    // Refuses the first dialogue and dies in it; a marker file makes later ones answer.
    let marker = std::env::temp_dir().join(format!("cairn-misbehaves-{}", std::process::id()));
    let _ = std::fs::remove_file(&marker);
    let script = r#"if [ -e "$0" ]; then while read line; do
        case "$line" in "(check-sat)") echo unsat;; esac; done
        else : > "$0"; echo '(error "moody")'; fi"#;
    let command = SolverCommand {
        name: "moody".into(),
        program: "sh".into(),
        arguments: vec!["-c".into(), script.into(), marker.to_string_lossy().into_owned()],
        preamble: Vec::new(),
    };
    let mut terms = Terms::new();
    let mut solver = ProcessSolver::start(command, &Budget::unlimited()).expect("sh is there");
    let first = solver.check(&mut terms, &[], &Budget::unlimited(), Limits::default());
    let Outcome::Unknown(UnknownReason::GaveUp(words)) = first else { panic!("{first:?}") };
    assert!(words.contains("refused") && words.contains("moody"), "{words}");
    let second = solver.check(&mut terms, &[], &Budget::unlimited(), Limits::default());
    let _ = std::fs::remove_file(&marker);
    assert_eq!(second, Outcome::Unsat);
}

#[test]
fn nonsense_is_no_answer() {
    let command = SolverCommand {
        name: "parrot".into(),
        program: "sh".into(),
        arguments: vec!["-c".into(), "echo satisfied; cat".into()],
        preamble: Vec::new(),
    };
    let mut terms = Terms::new();
    let mut solver = ProcessSolver::start(command, &Budget::unlimited()).expect("sh is there");
    let outcome = solver.check(&mut terms, &[], &Budget::unlimited(), Limits::default());
    let Outcome::Unknown(UnknownReason::GaveUp(words)) = outcome else { panic!("{outcome:?}") };
    assert!(words.contains("nonsense") && words.contains("satisfied"), "{words}");
}

#[test]
fn a_missing_solver_is_a_typed_error() {
    let command = SolverCommand::from_user("cairn-no-such-solver").expect("a name");
    let outcome = ProcessSolver::start(command, &Budget::unlimited()).map(|_| ());
    assert_eq!(outcome, Err(ProcessError::Missing { program: "cairn-no-such-solver".into() }));
}
