//! The transition form of random programs does what the interpreter says that the programs do, is well formed, and is read
//! back as it was printed.

use cairn_base::Budget;
use cairn_ir::interp::{self, InputRequest, Inputs, Limits};
use cairn_ir::{Bits, ProcId, Program, PropertyId, TypeKind, Value};
use cairn_logic::transition::{System, check, interpret, of_entry, text};
use cairn_term::BvValue;
use cairn_testkit::programs::{rich, small};
use std::collections::VecDeque;

/// Random scalars, and the same for terms; no more where something else is asked for.
struct Scalars<'p> {
    program: &'p Program,
    random: fastrand::Rng,
    given: VecDeque<cairn_term::Value>,
    others: bool,
}

impl Inputs for Scalars<'_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        match *self.program.types.kind(request.ty) {
            TypeKind::Bool if request.count.is_none() => {
                let value = self.random.bool();
                self.given.push_back(cairn_term::Value::Bool(value));
                Some(Value::Bool(value))
            }
            TypeKind::Int(width) if request.count.is_none() && width <= 64 => {
                let value = if self.random.bool() { self.random.u64(..) } else { self.random.u64(0..4) };
                let bits = BvValue::from_u64(width, value);
                self.given.push_back(cairn_term::Value::BitVec(bits.clone()));
                Some(Value::Int(Bits::new(width, bits.to_biguint())))
            }
            _ => {
                self.others = true;
                None
            }
        }
    }
}

/// Whether an execution of the program and one of its form could be compared, and ended in the same way.
fn compare(program: &Program, entry: ProcId, system: &System, seed: u64) -> Option<()> {
    let mut scalars =
        Scalars { program, random: fastrand::Rng::with_seed(seed), given: VecDeque::new(), others: false };
    let limits = Limits { steps: 5_000, ..Limits::default() };
    let expected = interp::run(program, entry, &mut scalars, &limits).outcome;
    if scalars.others {
        return None;
    }
    let mut given = scalars.given;
    let mut choose = |system: &System, _: &str, sort| {
        given.pop_front().unwrap_or_else(|| cairn_term::Value::default_of(&system.terms, sort))
    };
    let found = interpret::interpret(system, &mut choose, 5_000);
    use interpret::Outcome as Found;
    let same = match (&expected, &found) {
        (_, Found::Lost(_)) => return None,
        (interp::Outcome::Violated(a), Found::Violates(b)) => a == b,
        (interp::Outcome::Finished | interp::Outcome::Stopped, Found::End) => true,
        (interp::Outcome::AssumptionFailed, Found::Stuck) => true,
        (interp::Outcome::Violated(_) | interp::Outcome::Finished | interp::Outcome::Stopped, _) => false,
        (interp::Outcome::AssumptionFailed, _) => false,
        _ => return None,
    };
    assert!(same, "{expected:?} but {found:?} with seed {seed}\n{}\n{}", cairn_ir::text::print(program), shown(system));
    Some(())
}

fn shown(system: &System) -> String {
    text::print(system).unwrap_or_else(|error| error.to_string())
}

fn compare_all(make: fn(u64) -> Program, seeds: std::ops::Range<u64>, least: usize) {
    let mut compared = 0;
    for seed in seeds {
        let program = make(seed);
        let entry = program.entries.first().copied().unwrap_or(ProcId(0));
        let budget = Budget::unlimited();
        let Ok(system) = of_entry(&program, entry, &budget) else { continue };
        assert_eq!(check::check(&system), Vec::<String>::new(), "seed {seed}\n{}", shown(&system));
        let runs = |system: &System| (0..12).filter_map(|n| compare(&program, entry, system, 1000 * seed + n)).count();
        compared += runs(&system);
        if let Ok(printed) = text::print(&system) {
            let read = text::read(&printed).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{printed}"));
            assert_eq!(check::check(&read), Vec::<String>::new(), "seed {seed}");
            assert_eq!(runs(&read), runs(&system), "seed {seed}");
        }
    }
    assert!(compared >= least, "only {compared} executions were compared");
}

const COUNTER: &str = "\
transition system main

property 0 main.assertion.1

state i (_ BitVec 32)

place start
  go loop
    i := #x00000000

place loop (i)
  input |step of i| (_ BitVec 32) when (bvult i #x0000000a)
  when (bvult i #x0000000a)
    go loop
      i := (bvadd i |step of i|)
  when (= i #x0000000a)
    end
  when (= i #x0000000b)
    lost |too far|
  when (bvult #x0000000b i)
    violates 0
";

/// A printed system without its formulas, which reading simplifies.
fn outline(text: &str) -> Vec<&str> {
    text.lines().map(|line| line.split(" := ").next().unwrap_or(line)).filter(|line| !line.contains("when ")).collect()
}

/// What `--show transition` prints of the examples is read, is well formed, and says the same when it is printed again.
#[test]
fn what_is_shown_of_the_examples_is_read_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/files/transition");
    let mut examples = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "out") {
            let shown = std::fs::read_to_string(&path).unwrap();
            let system = text::read(&shown).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(check::check(&system), Vec::<String>::new(), "{}", path.display());
            assert_eq!(outline(&text::print(&system).unwrap()), outline(&shown), "{}", path.display());
            examples += 1;
        }
    }
    assert!(examples >= 3, "only {examples} examples were found");
}

#[test]
fn a_system_is_read_and_run() {
    let system = text::read(COUNTER).unwrap();
    assert_eq!(check::check(&system), Vec::<String>::new());
    assert_eq!(shown(&system), COUNTER);
    let run = |step: u64| {
        let mut choose = |_: &System, _: &str, _| cairn_term::Value::BitVec(BvValue::from_u64(32, step));
        interpret::interpret(&system, &mut choose, 100)
    };
    assert_eq!(run(5), interpret::Outcome::End);
    assert_eq!(run(11), interpret::Outcome::Lost("too far".into()));
    assert_eq!(run(7), interpret::Outcome::Violates(PropertyId(0)));
    assert_eq!(run(0), interpret::Outcome::Running);
}

#[test]
fn mistakes_are_found() {
    let read = |from: &str, to: &str| text::read(&COUNTER.replace(from, to));
    assert!(read("go loop\n    i", "go nowhere\n    i").is_err());
    assert!(read("bvadd i", "bvadd unknown").is_err());
    let no_value = read("    i := #x00000000\n", "").unwrap();
    assert_eq!(check::check(&no_value), ["step 0: `i` has no value"]);
    let unknown = read("place loop (i)", "place loop").unwrap();
    assert!(!check::check(&unknown).is_empty());
}

#[test]
fn small_programs_do_the_same() {
    compare_all(small, 0..600, 4000);
}

#[test]
fn rich_programs_do_the_same() {
    compare_all(rich, 0..1500, 100);
}
