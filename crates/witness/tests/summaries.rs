//! Recursive programs with summaries: good ones are accepted and nothing in them can be left out, wrong ones are
//! refused, and whatever is accepted of random ones, no execution refutes.
//!
//! Summaries stand in the contracts of procedures with a body, below `summaries/` and `summaries-refused/`.
//! `CAIRN_CASES=5000 cargo test -p cairn-witness --test summaries -- --nocapture` for a large random batch, from another
//! seed with `CAIRN_SEED`.

mod common;

use cairn_ir::{Binary, ExprId, ExprKind, LoopPlace, LoopProof, ProcedureProof, Program};
use cairn_witness::recheck::Refusal;
use common::{enumerate, judge_summaries, properties, read, summaries};
use std::fmt::Write as _;
use std::path::PathBuf;

fn programs(folder: &str) -> Vec<(String, Program)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let program = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        (name.clone(), read(&name, &text))
    };
    files.into_iter().map(program).collect()
}

/// The loops of procedures with a summary.
fn loops(program: &Program, procedures: &[ProcedureProof]) -> Vec<LoopProof> {
    let mut loops = Vec::new();
    for ProcedureProof { procedure, .. } in procedures {
        for (head, block) in program.procedures[*procedure].blocks.iter() {
            let Some(contract) = &block.loop_contract else { continue };
            let place = LoopPlace { calls: Vec::new(), procedure: *procedure, head };
            let invariants = contract.invariants.iter().flat_map(|each| conjuncts(program, *each)).collect();
            loops.push(LoopProof { place, invariants });
        }
    }
    loops
}

fn conjuncts(program: &Program, condition: ExprId) -> Vec<ExprId> {
    match program.expr(condition).kind {
        ExprKind::Binary(Binary::And, a, b) => [conjuncts(program, a), conjuncts(program, b)].concat(),
        _ => vec![condition],
    }
}

#[test]
fn good_summaries_are_accepted_and_every_clause_is_needed() {
    for (name, program) in programs("summaries") {
        let mut procedures = summaries(&program);
        for summary in &mut procedures {
            summary.requires = summary.requires.iter().flat_map(|each| conjuncts(&program, *each)).collect();
            summary.ensures = summary.ensures.iter().flat_map(|each| conjuncts(&program, *each)).collect();
        }
        let loops = loops(&program, &procedures);
        let judged = |loops: &[LoopProof], procedures: &[ProcedureProof]| {
            judge_summaries(&program, loops, procedures, &properties(&program))
        };
        assert_eq!(judged(&loops, &procedures), Ok(Default::default()), "{name}");
        let of_procedures = procedures.iter().flat_map(|summary| summary.requires.iter().chain(&summary.ensures));
        let all: Vec<ExprId> = of_procedures.chain(loops.iter().flat_map(|each| &each.invariants)).copied().collect();
        for dropped in all {
            let (mut loops, mut procedures) = (loops.clone(), procedures.clone());
            loops.iter_mut().for_each(|each| each.invariants.retain(|other| *other != dropped));
            for summary in &mut procedures {
                summary.requires.retain(|other| *other != dropped);
                summary.ensures.retain(|other| *other != dropped);
            }
            let accepted = judged(&loops, &procedures).is_ok_and(|refused| refused.is_empty());
            assert!(!accepted, "{name}: not needed: {:?}", program.expr(dropped).span);
        }
    }
}

#[test]
fn wrong_summaries_are_refused() {
    for (name, program) in programs("summaries-refused") {
        let procedures = summaries(&program);
        let judged = judge_summaries(&program, &loops(&program, &procedures), &procedures, &properties(&program));
        assert!(judged.as_ref().map_or(true, |refused| !refused.is_empty()), "{name}: {judged:?}");
    }
}

// ---- random programs ----

struct Words {
    random: fastrand::Rng,
}

impl Words {
    fn number(&mut self, names: &[&str]) -> String {
        let name = |words: &mut Self| names[words.random.usize(0..names.len())].to_string();
        match self.random.u32(0..7) {
            0 => self.random.u32(0..4).to_string(),
            1 => format!("{} + 1", name(self)),
            2 => format!("{} - 1", name(self)),
            3 => format!("{} + {}", name(self), name(self)),
            4 => format!("{} - {}", name(self), name(self)),
            _ => name(self),
        }
    }
    fn condition(&mut self, names: &[&str]) -> String {
        let operator = ["==", "!=", "<=u", "<u", "<=s"][self.random.usize(0..5)];
        let name = names[self.random.usize(0..names.len())];
        format!("{name} {operator} {}", self.number(names))
    }
    /// A procedure that calls itself, perhaps; one that calls that; what may be true of them.
    fn program(&mut self) -> String {
        let (own, after) = (["x", "y", "g"], ["x", "y", "z", "g"]);
        let mut text = String::from("entry main\nglobal g: u3 = 1\nproc main(a: u3, b: u3) {\n  local r: u3\nstart:\n");
        let _ = writeln!(text, "  assume {}", self.condition(&["a", "b"]));
        let (first, second) = (self.number(&["a", "b", "g"]), self.number(&["a", "b", "g"]));
        let _ = writeln!(text, "  r := call f({first}, {second})");
        for _ in 0..3 {
            let condition = self.condition(&["a", "b", "r", "g"]);
            let _ = writeln!(text, "  check assertion \"after\" : {condition}");
        }
        text.push_str("  return\n}\nproc f(x: u3, y: u3) -> (z: u3)\n");
        for _ in 0..8 {
            let _ = writeln!(text, "  requires {}", self.condition(&own));
        }
        for _ in 0..16 {
            let _ = writeln!(text, "  ensures {}", self.condition(&["x", "y", "z", "g", "old(g)"]));
        }
        let _ = writeln!(text, "{{\nstart:\n  branch {} then base else more", self.condition(&own));
        let (result, global) = (self.number(&own), self.number(&own));
        let _ = writeln!(text, "base:\n  z := {result}\n  g := {global}\n  return\nmore:");
        let _ = writeln!(text, "  check assertion \"before\" : {}", self.condition(&own));
        if self.random.bool() {
            let _ = writeln!(text, "  x := {}", self.number(&own));
        }
        for _ in 0..self.random.u32(1..3) {
            let _ = writeln!(text, "  z := call f({}, {})", self.number(&own), self.number(&own));
        }
        let _ = writeln!(text, "  check assertion \"inside\" : {}", self.condition(&after));
        let (result, global) = (self.number(&after), self.number(&after));
        let _ = writeln!(text, "  z := {result}\n  g := {global}\n  return\n}}");
        text
    }

    // ---- in memory ----

    fn sometimes(&mut self, text: &str) -> String {
        if self.random.bool() { text.into() } else { String::new() }
    }
    fn store(&mut self, text: &mut String, names: &[&str]) {
        let target = ["*q:u3", "*p:u3", "g", "x"][self.random.usize(0..4)];
        let _ = writeln!(text, "  {target} := {}", self.number(names));
    }
    /// The same with variables in memory, and writes through pointers: to a variable of the caller, to the parameter of the
    /// activation before, and to whatever a global points to.
    fn program_in_memory(&mut self) -> String {
        let own = ["x", "y", "g"];
        let mut text = String::from("entry main\nglobal p: ptr\nglobal g: u3 addressable = 1\n");
        text.push_str("proc main(a: u3, b: u3) {\n  local r: u3\n  local t: u3 addressable\nstart:\n");
        let _ = writeln!(text, "  t := {}", self.number(&["a", "b"]));
        let pointed = ["&t", "&g", "null"][self.random.usize(0..3)];
        let passed = ["&t", "&t", "&g", "p"][self.random.usize(0..4)];
        let (first, second) = (self.number(&["a", "b", "g"]), self.number(&["a", "b", "g"]));
        let _ = writeln!(text, "  p := {pointed}\n  r := call f({first}, {second}, {passed})");
        for _ in 0..4 {
            let condition = self.condition(&["a", "b", "r", "g", "t"]);
            let _ = writeln!(text, "  check assertion \"after\" : {condition}");
        }
        let (y, z) = (self.sometimes(" addressable"), self.sometimes(" addressable"));
        let _ = writeln!(text, "  return\n}}\nproc f(x: u3 addressable, y: u3{y}, q: ptr) -> (z: u3{z})");
        for _ in 0..4 {
            let _ = writeln!(text, "  requires {}", self.condition(&own));
        }
        for _ in 0..12 {
            let _ = writeln!(
                text,
                "  ensures {}",
                self.condition(&["x", "y", "z", "g", "old(g)", "(*q:u3)", "old(*q:u3)"])
            );
        }
        text.push_str(&self.sometimes("  assigns *q:u3\n"));
        let _ = writeln!(text, "{{\nstart:\n  branch {} then base else more\nbase:", self.condition(&own));
        let _ = writeln!(text, "  z := {}", self.number(&own));
        if self.random.bool() {
            self.store(&mut text, &own);
        }
        text.push_str("  return\nmore:\n");
        for _ in 0..self.random.u32(0..2) {
            self.store(&mut text, &own);
        }
        for _ in 0..self.random.u32(1..3) {
            let next = ["q", "q", "&x", "&x", "p", "&g"][self.random.usize(0..6)];
            let _ = writeln!(text, "  z := call f({}, {}, {next})", self.number(&own), self.number(&own));
        }
        let after = ["x", "y", "z", "g"];
        let _ = writeln!(text, "  check assertion \"inside\" : {}", self.condition(&after));
        let _ = writeln!(text, "  z := {}\n  return\n}}", self.number(&after));
        text
    }
}

/// The summary without what the judge says is none, until it agrees.
fn settle(program: &Program, procedures: &mut [ProcedureProof]) -> Result<usize, Refusal> {
    loop {
        match judge_summaries(program, &[], procedures, &properties(program)) {
            Ok(refused) => {
                let confirmed: Vec<_> = properties(program).into_iter().filter(|p| !refused.contains_key(p)).collect();
                let found = enumerate(program, 200);
                let broken: Vec<_> = found.violated.keys().filter(|p| confirmed.contains(p)).collect();
                assert!(broken.is_empty(), "{broken:?}\n{}", cairn_ir::text::print(program));
                return Ok(confirmed.len());
            }
            Err(Refusal::NotSummary { procedure, condition, .. }) => {
                let summary = procedures.iter_mut().find(|summary| summary.procedure == procedure).unwrap();
                let before = summary.requires.len() + summary.ensures.len();
                summary.requires.retain(|other| *other != condition);
                summary.ensures.retain(|other| *other != condition);
                assert!(summary.requires.len() + summary.ensures.len() < before, "{condition:?} is in no summary");
            }
            Err(Refusal::CannotFollow(_)) if procedures.iter().any(|summary| !summary.pointees.is_empty()) => {
                procedures.iter_mut().for_each(|summary| summary.pointees.clear());
            }
            Err(other) => return Err(other),
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn what_is_accepted_of_random_recursions_is_true() {
    accepted_is_true(Words::program, 40);
}

#[test]
fn what_is_accepted_of_random_recursions_in_memory_is_true() {
    accepted_is_true(Words::program_in_memory, 12);
}

fn accepted_is_true(make: fn(&mut Words) -> String, usual: u64) {
    let (cases, first) = (number("CAIRN_CASES", usual), number("CAIRN_SEED", 1));
    let (mut confirmed, mut kept, mut with_summary, mut with_pointee) = (0, 0, 0, 0);
    for seed in first..first + cases {
        let mut words = Words { random: fastrand::Rng::with_seed(seed) };
        let program = read("random", &make(&mut words));
        let mut procedures = summaries(&program);
        confirmed += settle(&program, &mut procedures).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}"));
        let conditions: usize = procedures.iter().map(|summary| summary.requires.len() + summary.ensures.len()).sum();
        kept += conditions;
        with_summary += u64::from(conditions > 0);
        with_pointee += u64::from(conditions > 0 && procedures.iter().any(|summary| !summary.pointees.is_empty()));
    }
    println!(
        "{cases} programs, {with_summary} with a summary ({with_pointee} of pointers to variables), {kept} conditions kept, \
         {confirmed} properties confirmed"
    );
    assert!(with_summary * 3 > cases && confirmed as u64 > cases / 4, "too little is accepted to mean anything");
}
