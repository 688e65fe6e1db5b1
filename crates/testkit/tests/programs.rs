//! Random programs: they are well formed, print and read back, and small ones can be run on all inputs.

use cairn_base::SourceMap;
use cairn_ir::interp::{Limits, enumerate_inputs};
use cairn_ir::{Program, text};
use cairn_testkit::programs::{reduce, rich, small};

fn read(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("random.cairn", text);
    let (program, diagnostics) = text::read(&sources, file);
    program.unwrap_or_else(|| {
        let messages: Vec<String> = diagnostics
            .iter()
            .map(|d| {
                let place = d.primary.as_ref().map(|l| (sources.location(l.span).line, sources.text(l.span)));
                format!("{} {} {place:?}", d.code, d.message)
            })
            .collect();
        panic!("{messages:#?}\n{text}")
    })
}

fn round_trip(program: &Program, seed: u64) {
    assert_eq!(cairn_ir::validate::validate(program), [], "seed {seed}");
    let printed = text::print(program);
    let again = read(&printed);
    assert_eq!(text::difference(program, &again), None, "seed {seed}\n{printed}");
    assert_eq!(text::print(&again), printed, "seed {seed}");
}

fn count(default: u64) -> u64 {
    std::env::var("CAIRN_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn small_programs_read_back() {
    for seed in 0..count(300) {
        round_trip(&small(seed), seed);
    }
}

#[test]
fn rich_programs_read_back() {
    for seed in 0..count(300) {
        round_trip(&rich(seed), seed);
    }
}

#[test]
fn small_programs_run_on_all_inputs() {
    let (mut violated, mut held) = (0, 0);
    let cases = count(100);
    for seed in 0..cases {
        let program = small(seed);
        let all = enumerate_inputs(&program, program.entries[0], &Limits::default(), 1 << 13);
        assert!(all.complete, "seed {seed}: {:?}\n{}", all.problem, text::print(&program));
        violated += all.violated.len() as u64;
        held += (program.properties.len() - all.violated.len()) as u64;
    }
    assert!(violated > cases / 4 && held > cases / 4, "{violated} violated, {held} held");
}

#[test]
fn reducing_keeps_what_was_asked_for() {
    let holds = |program: &Program| {
        let all = enumerate_inputs(program, program.entries[0], &Limits::default(), 1 << 13);
        !all.violated.is_empty()
    };
    let program = (0..).map(small).find(|p| holds(p) && text::print(p).lines().count() > 60).expect("a violation");
    let reduced = reduce(&program, holds);
    assert!(holds(&reduced));
    let statements = |p: &Program| -> usize {
        p.procedures.values().flat_map(|q| q.blocks.values()).map(|b| b.statements.len()).sum()
    };
    assert!(statements(&reduced) <= 6, "{}", text::print(&reduced));
}

#[test]
fn examples_read_and_print() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/cairn");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("examples/cairn") {
        let path = entry.expect("a readable folder").path();
        let program = read(&std::fs::read_to_string(&path).expect("a readable file"));
        round_trip(&program, 0);
        count += 1;
    }
    assert!(count >= 5);
}
