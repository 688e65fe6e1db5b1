//! Runs with engines that answer, lie, panic and hang.

use super::*;
use crate::report::{PropertyVerdict, RunVerdict};
use crate::request::InputFile;
use cairn_engines::Observer;
use cairn_ir::selection::CheckSelection;
use cairn_ir::{BlockId, CheckKind, Counterexample, LoopPlace, LoopProof, Proof, ProofMethod, Value, Verdict};

/// Two checks in order; the first fails for x = 0, the second for no x that passes the first.
const TWO_CHECKS: &str = "\
entry main
proc main(x: i8) -> (y: i8)
{
start:
  check division-by-zero \"x must not be zero\" : x != 0
  y := 100 /s x
  check assertion \"x is not zero\" : x != 0
  return
}
";

fn request(text: &str) -> Request {
    Request { inputs: vec![InputFile { name: "t.cairn".into(), text: text.into() }], ..Request::default() }
}

fn run(request: &Request, engines: Engines) -> Report {
    check_with(request, &Budget::unlimited(), &mut |_| {}, engines)
}

fn verdicts(report: &Report) -> Vec<(&str, PropertyVerdict)> {
    report.properties.iter().map(|p| (&*p.id, p.verdict)).collect()
}

fn decision(property: u32, verdict: Verdict) -> Decision {
    Decision { property: PropertyId(property), verdict, reachable: Some(true), bound: Some(1), engine: "test" }
}

fn proved() -> Verdict {
    Verdict::Proved(Proof::by_unwinding())
}

fn violated(program: &Program, x: i64) -> Verdict {
    Verdict::Violated(Counterexample { entry: program.entries[0], inputs: vec![Value::int(8, x)] })
}

fn outcome(decisions: Vec<Decision>) -> Outcome {
    Outcome { decisions, ..Outcome::default() }
}

fn right(subject: &Subject, _: &Request, _: &Budget, _: &mut Watcher) -> Outcome {
    outcome(vec![decision(0, violated(&subject.program, 0)), decision(1, proved())])
}

#[test]
fn a_violation_is_reported_with_its_replayed_execution() {
    let report = run(&request(TWO_CHECKS), right);
    assert_eq!(report.verdict, RunVerdict::Violated, "{:?}", report.internal_error);
    assert_eq!(report.exit_code(), ExitCode::Violated);
    let found = report.properties[0].counterexample.as_ref().expect("a counterexample");
    assert!(found.replayed);
    assert_eq!((found.inputs[0].name.as_str(), found.inputs[0].value.as_str()), ("x", "0"));
    assert_eq!(found.trace.last().map(|step| step.step), Some(crate::report::StepKind::Check));
}

#[test]
fn a_replayed_report_replays() {
    let request = request(TWO_CHECKS);
    let report = run(&request, right);
    let again = crate::replay::request(&report.request, request.inputs.clone());
    assert_eq!(again.checks, request.checks);
    let (replayed, _) = crate::replay::replay(&report, &again, &Budget::unlimited());
    assert_eq!(replayed.len(), 1);
    assert_eq!(replayed[0].difference, None);
    // The program was repaired: the old execution passes now, and that is said.
    let repaired = TWO_CHECKS.replacen("x != 0", "true", 1).replacen("x != 0", "true", 1);
    let again = Request { inputs: super::tests::request(&repaired).inputs, ..again };
    let (replayed, _) = crate::replay::replay(&report, &again, &Budget::unlimited());
    assert!(replayed[0].difference.as_ref().is_some_and(|d| d.contains("does not replay")));
}

#[test]
fn what_is_proved_behind_a_failing_check_says_so() {
    let report = run(&request(TWO_CHECKS), right);
    assert_eq!(report.properties[1].verdict, PropertyVerdict::Proved);
    let reason = report.properties[1].reason.as_deref().unwrap_or_default();
    assert!(reason.contains("main.division-by-zero.1"), "{reason}");
}

#[test]
fn a_counterexample_that_does_not_replay_is_an_internal_error() {
    fn lies(subject: &Subject, _: &Request, _: &Budget, _: &mut Watcher) -> Outcome {
        outcome(vec![decision(0, violated(&subject.program, 7)), decision(1, proved())])
    }
    let report = run(&request(TWO_CHECKS), lies);
    assert_eq!(report.exit_code(), ExitCode::InternalError);
    assert_eq!(report.properties[0].verdict, PropertyVerdict::Unknown);
    assert_ne!(report.verdict, RunVerdict::Verified);
    let error = report.internal_error.unwrap_or_default();
    assert!(error.contains("main.division-by-zero.1") && error.contains("without violating"), "{error}");
}

#[test]
fn a_counterexample_that_fails_elsewhere_is_an_internal_error() {
    fn elsewhere(subject: &Subject, _: &Request, _: &Budget, _: &mut Watcher) -> Outcome {
        outcome(vec![decision(0, proved()), decision(1, violated(&subject.program, 0))])
    }
    let report = run(&request(TWO_CHECKS), elsewhere);
    assert_eq!(report.exit_code(), ExitCode::InternalError);
    assert!(report.internal_error.unwrap_or_default().contains("main.division-by-zero.1"));
}

#[test]
fn a_decision_that_changes_is_an_internal_error() {
    fn wavers(subject: &Subject, _: &Request, _: &Budget, observer: &mut Watcher) -> Outcome {
        observer.decided(&decision(0, violated(&subject.program, 0)));
        outcome(vec![decision(0, proved()), decision(1, proved())])
    }
    let report = run(&request(TWO_CHECKS), wavers);
    assert_eq!(report.exit_code(), ExitCode::InternalError);
}

#[test]
fn a_panic_is_an_internal_error_and_what_was_known_stays() {
    fn panics(subject: &Subject, _: &Request, _: &Budget, observer: &mut Watcher) -> Outcome {
        observer.decided(&decision(0, violated(&subject.program, 0)));
        panic!("lost my way");
    }
    let report = run(&request(TWO_CHECKS), panics);
    assert_eq!(report.exit_code(), ExitCode::InternalError);
    assert_eq!(report.internal_error.as_deref(), Some("lost my way"));
    let expected =
        [("main.division-by-zero.1", PropertyVerdict::Violated), ("main.assertion.1", PropertyVerdict::Unknown)];
    assert_eq!(verdicts(&report), expected);
}

#[test]
fn an_engine_that_ignores_its_budget_is_left_behind() {
    fn hangs(subject: &Subject, _: &Request, _: &Budget, observer: &mut Watcher) -> Outcome {
        observer.decided(&decision(0, violated(&subject.program, 0)));
        loop {
            std::thread::park();
        }
    }
    let (budget, mut seen) = (Budget::unlimited(), false);
    let mut tick = |snapshot: &Snapshot| {
        // Stop it only when it has said something, so that nothing depends on time.
        if snapshot.violated == 1 {
            seen = true;
            budget.cancel();
        }
    };
    let report = check_with(&request(TWO_CHECKS), &budget, &mut tick, hangs);
    assert!(seen);
    assert_eq!(report.verdict, RunVerdict::Violated);
    assert_eq!(report.properties[1].reason.as_deref(), Some("interrupted"));
    assert_eq!(report.stopped, Some("interrupted"));
}

#[test]
fn an_early_stop_never_verifies() {
    fn stopped(_: &Subject, _: &Request, _: &Budget, _: &mut Watcher) -> Outcome {
        let decisions = vec![decision(0, proved()), decision(1, Verdict::Unknown("time limit reached".into()))];
        Outcome { stopped: Some(StopReason::Time), ..outcome(decisions) }
    }
    assert_eq!(run(&request(TWO_CHECKS), stopped).exit_code(), ExitCode::Inconclusive);
    fn silent(_: &Subject, _: &Request, _: &Budget, _: &mut Watcher) -> Outcome {
        outcome(vec![decision(0, proved())])
    }
    let report = run(&request(TWO_CHECKS), silent);
    assert_eq!(report.exit_code(), ExitCode::Inconclusive);
    assert!(report.properties[1].reason.is_some());
}

#[test]
fn what_an_engine_had_cleared_when_it_was_stopped_is_bounded() {
    fn clears(_: &Subject, _: &Request, _: &Budget, observer: &mut Watcher) -> Outcome {
        observer.cleared(&[PropertyId(0), PropertyId(1)], 2);
        observer.cleared(&[PropertyId(1)], 4);
        Outcome { stopped: Some(StopReason::Time), ..outcome(vec![decision(0, proved())]) }
    }
    let report = run(&request(TWO_CHECKS), clears);
    assert_eq!(report.exit_code(), ExitCode::Inconclusive);
    let expected =
        [("main.division-by-zero.1", PropertyVerdict::Proved), ("main.assertion.1", PropertyVerdict::Bounded)];
    assert_eq!(verdicts(&report), expected);
    assert_eq!(report.properties[1].bound, Some(4));
}

fn all_proved(subject: &Subject, _: &Request, _: &Budget, _: &mut Watcher) -> Outcome {
    outcome(subject.properties.iter().map(|p| decision(p.0, proved())).collect())
}

#[test]
fn nothing_reachable_is_inconclusive() {
    fn vacuous(s: &Subject, r: &Request, b: &Budget, o: &mut Watcher) -> Outcome {
        Outcome { vacuous: true, ..all_proved(s, r, b, o) }
    }
    let report = run(&request(TWO_CHECKS), vacuous);
    assert_eq!(report.exit_code(), ExitCode::Inconclusive);
    assert_eq!(report.diagnostics[0].code, crate::codes::NOTHING_REACHABLE);
    assert_eq!(run(&request(TWO_CHECKS), all_proved).exit_code(), ExitCode::Verified);
}

#[test]
fn a_kind_that_is_off_is_neither_checked_nor_assumed() {
    fn sees_one_check(subject: &Subject, _: &Request, _: &Budget, _: &mut Watcher) -> Outcome {
        assert_eq!(subject.properties, [PropertyId(1)]);
        // With the first check gone, x = 0 gets to the second.
        outcome(vec![decision(1, violated(&subject.program, 0))])
    }
    let checks = CheckSelection::only([CheckKind::Assertion]);
    let report = run(&Request { checks, ..request(TWO_CHECKS) }, sees_one_check);
    assert_eq!(report.internal_error, None);
    assert_eq!(verdicts(&report), [("main.assertion.1", PropertyVerdict::Violated)]);
}

const UNSUPPORTED: &str = "\
entry main
proc main(x: i8)
{
start:
  check assertion \"before\" : true
  branch x == 0 then bad else good
bad:
  check unsupported \"inline assembly\" : false
  check assertion \"after\" : true
  return
good:
  check assertion \"beside\" : true
  return
}
";

#[test]
fn what_comes_after_an_unsupported_construct_is_unsupported() {
    fn reaches(subject: &Subject, _: &Request, _: &Budget, _: &mut Watcher) -> Outcome {
        let one = |p: &PropertyId| match subject.program.properties[*p].kind {
            CheckKind::Unsupported => decision(p.0, violated(&subject.program, 0)),
            _ => decision(p.0, proved()),
        };
        outcome(subject.properties.iter().map(one).collect())
    }
    let report = run(&request(UNSUPPORTED), reaches);
    let of = |description: &str| report.properties.iter().find(|p| p.description == description).map(|p| p.verdict);
    assert_eq!(of("before"), Some(PropertyVerdict::Proved));
    assert_eq!(of("inline assembly"), Some(PropertyVerdict::Unsupported));
    assert_eq!(of("after"), Some(PropertyVerdict::Unsupported));
    assert_eq!(of("beside"), Some(PropertyVerdict::Proved));
    assert_eq!(report.exit_code(), ExitCode::Inconclusive);
    // Proved unreachable, it takes nothing away.
    assert_eq!(run(&request(UNSUPPORTED), all_proved).exit_code(), ExitCode::Verified);
}

/// A loop that an unsupported construct may be reached before.
const LOOP_AFTER_UNSUPPORTED: &str = "\
entry main
proc main(x: i8)
{
start:
  check assertion \"before\" : true
  branch x == 0 then bad else head
bad:
  check unsupported \"setjmp\" : false
  goto head
head:
  branch x == 1 then head else done
done:
  return
}
";

#[test]
fn what_a_proof_says_about_a_loop_after_an_unsupported_construct_is_not_reported() {
    fn proves(subject: &Subject, reached: bool) -> Outcome {
        let program = &subject.program;
        let mut with_invariant = Program::clone(program);
        let invariant = with_invariant.bool_const(true);
        let (procedure, head) = (program.entries[0], BlockId(2));
        assert_eq!(&*program.procedures[procedure].blocks[head].label, "head");
        let proof = Proof {
            by: ProofMethod::Invariant,
            loops: [LoopProof { place: LoopPlace { calls: vec![], procedure, head }, invariants: vec![invariant] }]
                .into(),
            procedures: [].into(),
            program: Some(Arc::new(with_invariant)),
        };
        let construct = if reached { violated(program, 0) } else { proved() };
        outcome(vec![decision(0, Verdict::Proved(proof)), decision(1, construct)])
    }
    let invariants = |engines: Engines| {
        let report = run(&request(LOOP_AFTER_UNSUPPORTED), engines);
        assert_eq!(report.properties[0].verdict, PropertyVerdict::Proved, "{:?}", report.internal_error);
        report.properties[0].proof.as_ref().map(|proof| proof.invariants.len())
    };
    assert_eq!(invariants(|subject, _, _, _| proves(subject, true)), Some(0));
    assert_eq!(invariants(|subject, _, _, _| proves(subject, false)), Some(1));
}

#[test]
fn wrong_requests_are_diagnostics() {
    let code = |request: &Request| {
        let report = run(request, all_proved);
        assert_eq!(report.exit_code(), ExitCode::WrongInput);
        report.diagnostics[0].code.clone()
    };
    assert_eq!(code(&Request { entries: vec!["Main".into()], ..request(TWO_CHECKS) }), crate::codes::NO_SUCH_ENTRY);
    assert_eq!(code(&request(&TWO_CHECKS.replace("entry main\n", ""))), crate::codes::NO_ENTRY);
    assert_eq!(code(&Request::default()), crate::codes::NO_INPUT);
    let other = InputFile { name: "t.pas".into(), text: String::new() };
    assert_eq!(code(&Request { inputs: vec![other], ..Request::default() }), crate::codes::UNKNOWN_LANGUAGE);
    assert_eq!(&code(&request("proc"))[..1], "P");
}
