//! Proofs that the engines find of the programs of the file tests: each is accepted by the judge, and without any one
//! clause of its invariants it is not.

use cairn_base::Budget;
use cairn_engines::{Engine, Observer, Problem, Progress, Silent, induction, intervals};
use cairn_ir::{Decision, ExprKind, LoopProof, Proof, ProofMethod, PropertyId, Value, Verdict};
use cairn_solvers::builtin::Builtin;
use cairn_verify::request::UnitFinder;
use cairn_verify::run::{Subject, prepare, with_program};
use cairn_verify::{InputFile, Request};
use cairn_witness::recheck::{Claim, Refusal, recheck};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time for the engines, for each program, and for each question to the judge. What is not decided until then is not
/// looked at.
const TIME: Duration = Duration::from_secs(3);

/// Programs whose loops have no bound.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts");
    let folders = ["ada/adahorn/arrays", "ada/adahorn/loops", "ada/unbounded", "c/unbounded"];
    let inside = |folder: &str| std::fs::read_dir(root.join(folder)).expect("a folder of tests").flatten();
    let mut files: Vec<PathBuf> = folders.iter().flat_map(|folder| inside(folder)).map(|entry| entry.path()).collect();
    files.retain(|file| {
        let is_source = file.extension().is_some_and(|e| e == "adb" || e == "c");
        is_source && std::fs::read_to_string(file).is_ok_and(|text| text.contains("run: cairn check %s"))
    });
    files.sort();
    files
}

fn subject(file: &Path) -> Subject {
    let folder = file.parent().expect("a folder").to_owned();
    let units = move |name: &str| std::fs::read_to_string(folder.join(name)).ok().map(|text| (name.to_owned(), text));
    let text = std::fs::read_to_string(file).expect("a test");
    let request = Request {
        inputs: vec![InputFile { name: file.display().to_string(), text }],
        units: UnitFinder::new(units),
        ..Request::default()
    };
    let job = |program, request: &Request, _: &Budget| prepare(program, request);
    let (subject, report) = with_program(&request, &Budget::unlimited(), job);
    subject.unwrap_or_else(|| panic!("{}: {:?}", file.display(), report.diagnostics))
}

/// Keeps proofs. What falls when the time is over has clauses that nobody had time to leave out.
struct Collector {
    budget: Budget,
    proofs: Vec<(PropertyId, Proof)>,
}

impl Observer for Collector {
    fn progress(&mut self, _: Progress) {}
    fn decided(&mut self, decision: &Decision) -> bool {
        if let (Verdict::Proved(proof), true) = (&decision.verdict, self.budget.check().is_ok()) {
            self.proofs.push((decision.property, proof.clone()));
        }
        true
    }
}

/// As a run has it: what intervals find is suggested to induction.
fn proofs(subject: &Subject) -> Vec<(PropertyId, Proof)> {
    let budget = Budget::new(Some(TIME), None);
    let facts = intervals::Intervals.run(&subject.problem(), &budget, &mut Silent).facts;
    let mut collector = Collector { budget: budget.clone(), proofs: Vec::new() };
    let problem = Problem { facts: &facts, ..subject.problem() };
    induction::Induction::default().run(&problem, &budget, &mut collector);
    collector.proofs
}

/// None: it takes too long to say.
fn is_accepted(subject: &Subject, property: PropertyId, proof: &Proof, loops: &[LoopProof]) -> Option<bool> {
    let claim = Claim {
        original: &subject.program,
        program: proof.program.as_deref().unwrap_or(&subject.program),
        entries: &subject.entries,
        properties: &[property],
        loops,
        procedures: &proof.procedures,
        depth: if let ProofMethod::KInduction(k) = proof.by { k } else { 1 },
    };
    match recheck(&claim, &mut Builtin::new(), &Budget::new(Some(TIME), None)) {
        Ok(refused) => Some(refused.is_empty()),
        Err(Refusal::Unknown(_)) => None,
        Err(_) => Some(false),
    }
}

/// Clauses of a proof that the judge does without, and how many it has.
fn judged(subject: &Subject, property: PropertyId, proof: &Proof) -> (Vec<String>, usize) {
    let name = &subject.program.properties[property].name;
    let program = proof.program.as_deref().unwrap_or(&subject.program);
    let accepted = is_accepted(subject, property, proof, &proof.loops);
    if accepted != Some(true) {
        let why = accepted.map(|_| format!("{name}: the proof is refused"));
        return (why.into_iter().collect(), 0);
    }
    let (mut wrong, mut clauses) = (Vec::new(), 0);
    for (of_loop, listed) in proof.loops.iter().enumerate() {
        for clause in 0..listed.invariants.len() {
            // `true` only says that the loop is cut.
            if program.expr(listed.invariants[clause]).kind == ExprKind::Const(Value::Bool(true)) {
                continue;
            }
            clauses += 1;
            let mut loops = proof.loops.to_vec();
            let dropped = loops[of_loop].invariants.remove(clause);
            if is_accepted(subject, property, proof, &loops) == Some(true) {
                let text = cairn_ir::display::condition_text(program, dropped);
                wrong.push(format!("{name}: `{text}` is not needed"));
            }
        }
    }
    (wrong, clauses)
}

#[test]
fn proofs_are_accepted_and_every_clause_is_needed() {
    let files = programs();
    let middle = files.len() / 2;
    let work = |files: &[PathBuf]| {
        let (mut wrong, mut proved, mut clauses) = (Vec::new(), 0, 0);
        for file in files {
            let subject = subject(file);
            for (property, proof) in proofs(&subject) {
                let (found, number) = judged(&subject, property, &proof);
                wrong.extend(found.into_iter().map(|text| format!("{}: {text}", file.display())));
                proved += 1;
                clauses += number;
            }
        }
        (wrong, proved, clauses)
    };
    // Calls are executed in place, each on a piece of our own stack: give it room, as a run does.
    let results = std::thread::scope(|scope| {
        let start = |part| std::thread::Builder::new().stack_size(1 << 29).spawn_scoped(scope, move || work(part));
        let threads = [start(&files[..middle]), start(&files[middle..])];
        threads.map(|thread| thread.expect("a thread").join().expect("no panic"))
    });
    let wrong: Vec<String> = results.iter().flat_map(|(wrong, ..)| wrong.clone()).collect();
    let (proved, clauses) = results.iter().fold((0, 0), |sum, (_, p, c)| (sum.0 + p, sum.1 + c));
    println!("{proved} proofs with {clauses} clauses");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proved >= 10 && clauses >= 10, "only {proved} proofs with {clauses} clauses");
}
