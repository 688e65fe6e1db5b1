//! The example of Amilon and Gurov, "Contract Based Program Models for Software Model Checking", in C and in Ada: its contracts are
//! proved, and what the paper asks of it and variations of that get the verdicts that they have.
//!
//! Inputs are written to files, because the preprocessor reads them there.

use cairn_base::Budget;
use cairn_verify::run::prove;
use cairn_verify::temporal::{self, Abstraction, PropertyText, TemporalRequest};
use cairn_verify::{InputFile, PropertyVerdict, Report, Request, RunVerdict};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Texts, and what stands for them.
type Changes = Vec<(&'static str, &'static str)>;

const C: [&str; 1] = ["c/stee/stee.c"];
const ADA: [&str; 3] = ["ada/stee/stee.ads", "ada/stee/stee.adb", "ada/stee/scheduler.adb"];

/// Another number each time.
fn number() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The inputs, with some text replaced.
fn request(files: &[&str], changes: &[(&str, &str)]) -> Request {
    let input = |file: &&str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file);
        let mut text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (old, new) in changes {
            text = text.replace(old, new);
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("stee{}", number()));
        std::fs::create_dir_all(&folder).unwrap();
        let copy = folder.join(path.file_name().unwrap());
        std::fs::write(&copy, &text).unwrap();
        InputFile { name: copy.display().to_string(), text }
    };
    Request { inputs: files.iter().map(input).collect(), ..Request::default() }
}

fn decided(request: &Request, formula: &str, names: &[&str]) -> (PropertyVerdict, Report) {
    let question = TemporalRequest {
        property: PropertyText::Given(InputFile { name: "the formula".into(), text: formula.into() }),
        abstraction: Abstraction { names: names.iter().map(|n| n.to_string()).collect(), ..Abstraction::default() },
        ..TemporalRequest::default()
    };
    let budget = Budget::new(Some(Duration::from_secs(300)), None);
    let report = temporal::check(request, &question, &budget, &mut |_| {});
    assert_eq!(report.internal_error, None);
    let found = report.properties.iter().find(|p| p.kind == "temporal");
    (found.unwrap_or_else(|| panic!("no verdict: {:?}", report.diagnostics)).verdict, report)
}

#[test]
fn its_contracts_are_proved() {
    let options = prove::Options { cache: None, strict: true, goal_timeout: Duration::from_secs(60) };
    let budget = Budget::new(Some(Duration::from_secs(300)), None);
    let report = prove::prove(&request(&C, &[]), options, &budget, &mut |_| {});
    assert_eq!(report.verdict, RunVerdict::Verified, "{:?}", report.properties);
    assert!(report.properties.len() >= 5);
}

#[test]
fn variations_in_c_have_their_verdicts_with_bodies_and_with_contracts() {
    use PropertyVerdict::{Proved, Violated};
    let faulty = ("int glob_stee_sndary_status;", "int glob_stee_sndary_status = 1;");
    let fault = ("int glob_stee_primary_status;", "int glob_stee_primary_status = 1;");
    let inverted = [("\\result == 0;\n", "\\result == 1;\n"), ("== 0 ==> \\result == 1;", "== 0 ==> \\result == 0;")];
    let inverted = [inverted[0], inverted[1], ("return 0;\n    return 1;", "return 1;\n    return 0;")];
    let (primary, secondary) = ("glob_stee_primary_status", "glob_stee_sndary_status");
    let responds = format!("G ({primary} != 0 -> F ({secondary} == 0))");
    let variations: [(&str, Changes, PropertyVerdict); 12] = [
        (&responds, vec![], Proved),
        // The initial values of the paper's appendix, 0..1 each.
        (&responds, vec![fault, faulty], Violated),
        (&responds, vec![faulty], Proved),
        (&responds, inverted.to_vec(), Violated),
        (&format!("G ({primary} != 0 -> {secondary} == 0)"), vec![], Violated),
        (&format!("G ({primary} >= 0 && {primary} <= 10)"), vec![], Proved),
        (&format!("G ({secondary} == 0 || {secondary} == 1)"), vec![], Proved),
        (&format!("G F ({secondary} == 0)"), vec![], Violated),
        // The first state is flawless, and all later ones may be faulty.
        (&format!("G ({primary} == 0 -> F ({secondary} == 1))"), vec![], Violated),
        (&format!("F G ({secondary} == 1)"), vec![], Violated),
        ("G F CALL(steering)", vec![], Proved),
        (&format!("G (RETURN(steering) -> ({primary} != 0 <-> {secondary} == 0))"), vec![], Proved),
    ];
    for (formula, changes, expected) in variations {
        for names in [&[][..], &["all"]] {
            let (found, report) = decided(&request(&C, &changes), formula, names);
            let reason = &report.properties.first().and_then(|p| p.reason.clone());
            assert_eq!(found, expected, "{formula} with {changes:?} and {names:?}: {reason:?}");
        }
    }
}

#[test]
fn contracts_stand_for_bodies() {
    let formula = "G (glob_stee_primary_status != 0 -> F (glob_stee_sndary_status == 0))";
    let (_, report) = decided(&request(&C, &[]), formula, &["all"]);
    let hidden = report.diagnostics.iter().find(|d| d.message.starts_with("proved with contracts"));
    let message = &hidden.expect("a note").message;
    for name in
        ["havoc_input", "rtdb_read_primary_stee_status", "evaluate_stee_status", "rtdb_write_sndary_stee_status"]
    {
        assert!(message.contains(name), "{message}");
    }
}

#[test]
fn variations_in_ada_have_their_verdicts() {
    use PropertyVerdict::{Proved, Violated};
    let responds = "G (Stee.Primary_Status /= 0 -> F (Stee.Secondary_Status = 0))";
    let variations = [
        (responds, Proved),
        ("G (Stee.Primary_Status /= 0 -> Stee.Secondary_Status = 0)", Violated),
        ("G (Stee.Primary_Status in 0 .. 10)", Proved),
        ("G F (Stee.Secondary_Status = 0)", Violated),
        ("G F CALL(Stee.Steering)", Proved),
    ];
    for (formula, expected) in variations {
        let (found, report) = decided(&request(&ADA, &[]), formula, &[]);
        assert_eq!(found, expected, "{formula}: {:?}", report.properties);
    }
}
