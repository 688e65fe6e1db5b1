//! The clauses of random programs whose inputs can all be tried: what Z3 says about them must agree.
//!
//! Clauses over arrays say exactly what programs do; cells leave something out, so they may have no solution where
//! nothing is violated, but never one where something is.

use cairn_base::Budget;
use cairn_engines::{Engine, Observer, Problem, Progress, chc};
use cairn_ir::interp::{Limits, enumerate_inputs};
use cairn_ir::{Decision, Program, PropertyId, Verdict};
use cairn_passes::horn::{self, Arrays, Granularity, Numbers, Options};
use cairn_solvers::process::horn::find;
use cairn_solvers::process::{Dialogue, SolverCommand};
use cairn_testkit::programs::{reduce, small};
use std::sync::Arc;

const EXECUTIONS: u64 = 1 << 12;
/// Z3's own measure of effort, so that answers do not depend on time.
const EFFORT: u32 = 3_000_000;

#[derive(Default, Debug)]
struct Tally {
    solved: u32,
    refuted: u32,
    unknown: u32,
    refused: u32,
}

fn ask(text: &str) -> String {
    let solver = SolverCommand::from_user("z3").expect("a known solver");
    let budget = Budget::unlimited();
    let mut dialogue = Dialogue::start(&solver, &budget, None).expect("Z3, which `cargo xtask setup` installs");
    let limit = format!("(set-option :rlimit {EFFORT})");
    let told = ["(set-option :fp.engine spacer)", &limit, "(set-logic HORN)", text];
    told.iter().for_each(|command| dialogue.tell(command).expect("Z3 listens"));
    dialogue.ask("(check-sat)", &budget).unwrap_or_else(|error| error.to_string())
}

fn compare(program: &Program, options: &Options, tally: &mut Tally) -> Result<(), String> {
    let limits = Limits { steps: 20_000, ..Limits::default() };
    let all = enumerate_inputs(program, program.entries[0], &limits, EXECUTIONS);
    let violated: Vec<PropertyId> = all.violated.keys().copied().collect();
    let system = match horn::encode(program, options, &Budget::unlimited()) {
        Ok(system) => system,
        Err(_) => {
            tally.refused += 1;
            return Ok(());
        }
    };
    let text = cairn_export::horn::clauses(&system, |_| true).map_err(|error| error.to_string())?;
    match ask(&text).as_str() {
        "sat" => {
            tally.solved += 1;
            if violated.is_empty() { Ok(()) } else { Err(format!("a solution, but {violated:?} are violated\n{text}")) }
        }
        "unsat" => {
            tally.refuted += 1;
            let exact = options.arrays == Arrays::Theory && all.complete;
            if exact && violated.is_empty() {
                Err(format!("no solution, but nothing is violated\n{text}"))
            } else {
                Ok(())
            }
        }
        answer if answer.starts_with("(error") => Err(format!("{answer}\n{text}")),
        _ => {
            tally.unknown += 1;
            Ok(())
        }
    }
}

fn compare_seeds(seeds: std::ops::Range<u64>, options: impl Fn(Options) -> Options + Sync) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let program = small(seed);
        let options = |program: &Program| options(Options::new(program.entries.clone()));
        if let Err(difference) = compare(&program, &options(&program), &mut tally) {
            let fails = |p: &Program| compare(p, &options(p), &mut Tally::default()).is_err();
            let smaller = reduce(&program, fails);
            let after = compare(&smaller, &options(&smaller), &mut Tally::default());
            panic!("seed {seed}: {difference}\nreduced: {}\n{after:?}", cairn_ir::text::print(&smaller));
        }
    }
    println!("{tally:?}");
    tally
}

const LATE: &str = "
entry main
proc main(n: u8) {
  local i: u8
  local s: u8
  local k: bool
start:
  goto head
head:
  branch i <u n then body else done
body:
  havoc k
  s := s + (if k then 2 else 1)
  i := i + 1
  goto head
done:
  check assertion \"not eleven\" : s != 11
  return
}
";

struct Decided(Vec<Decision>);

impl Observer for Decided {
    fn progress(&mut self, _: Progress) {}
    fn decided(&mut self, decision: &Decision) -> bool {
        self.0.push(decision.clone());
        true
    }
}

#[test]
fn a_refutation_becomes_an_execution() {
    let mut sources = cairn_base::SourceMap::new();
    let file = sources.add("late.cairn", LATE);
    let (program, diagnostics) = cairn_ir::text::read(&sources, file);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let properties: Vec<PropertyId> = program.properties.ids().collect();
    let program = Arc::new(program);
    let engine = chc::HornClauses { clauses: find("z3"), ..Default::default() };
    let mut decided = Decided(Vec::new());
    let problem = Problem::new(&program, &program.entries, &properties);
    let outcome = engine.run(&problem, &Budget::unlimited(), &mut decided);
    assert_eq!(outcome.suspects.len(), 1);
    let violated = |decision: &Decision| matches!(decision.verdict, Verdict::Violated(_));
    assert!(decided.0.iter().any(violated), "{:?}", decided.0);
}

#[test]
fn clauses_say_what_programs_do() {
    let tally = compare_seeds(0..60, |options| options);
    assert!(tally.solved > 0 && tally.refuted > 0, "{tally:?}");
}

#[test]
fn clauses_over_bits_say_what_programs_do() {
    let figures = |options| Options { numbers: Numbers::BitVectors, granularity: Granularity::Figures, ..options };
    let tally = compare_seeds(60..90, figures);
    assert!(tally.solved + tally.refuted > 0, "{tally:?}");
}

#[test]
fn cells_never_hide_a_violation() {
    let tally = compare_seeds(90..130, |options| Options { arrays: Arrays::Cells(1), ..options });
    assert!(tally.solved + tally.refuted > 0, "{tally:?}");
    let figures = |options| Options { arrays: Arrays::Cells(2), granularity: Granularity::Figures, ..options };
    compare_seeds(130..150, figures);
}
