//! Scaling of the bounded model checker, and of its solver beside others: `cargo xtask bench scaling`.
//!
//! Each program is checked in a process of its own (seconds and memory are that process's), then its
//! formula is exported and given to the built-in solver and to Z3 and Bitwuzla where installed; CPU
//! seconds side by side, with the ratio.

use cairn_base::{Budget, SourceMap};
use cairn_engines::{Engine, Problem, Silent, backend, bmc};
use cairn_ir::{Program, PropertyId, Verdict};
use cairn_solvers::abilities::Limits;
use cairn_term::smtlib::{self, Script, read_script};
use cairn_term::{TermId, Terms};
use cairn_testkit::{scaling, scaling_memory};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

fn programs() -> Vec<(String, String)> {
    let mut programs = vec![("100,000 assignments".into(), scaling::straight_line(100_000))];
    for n in [1_000, 10_000] {
        programs.push((format!("maximum of {n}, off by one"), scaling::array_maximum(n)));
        programs.push((format!("maximum of {n}"), scaling::array_maximum_correct(n)));
    }
    for n in [4, 6, 8, 10, 12] {
        programs.push((format!("bubble sort of {n}"), scaling::bubble_sort(n)));
    }
    programs.push(("1,000 elements, 20 symbolic writes".into(), scaling::symbolic_writes(1_000, 20)));
    programs.push(("1,000 elements, 50 symbolic writes".into(), scaling::symbolic_writes(1_000, 50)));
    programs.push(("10,000 elements, 10 symbolic writes".into(), scaling::symbolic_writes(10_000, 10)));
    programs.push(("binary search over 16".into(), scaling::binary_search(16)));
    for n in [5, 40] {
        programs.push((format!("list of {n}"), scaling_memory::linked_list(n, true, false)));
        programs.push((format!("list of {n}, nodes as bytes"), scaling_memory::linked_list(n, false, false)));
        programs.push((format!("list of up to {n}"), scaling_memory::linked_list(n, true, true)));
    }
    programs.push(("CRC-32 of 8 bytes, two ways".into(), scaling_memory::crc(8)));
    programs.push(("driver, 20 operations".into(), scaling_memory::driver(20)));
    programs.push(("20 records copied into a table".into(), scaling_memory::record_copies(20)));
    programs.push(("8 nodes in a table of 1,000 lists".into(), scaling_memory::hash_table(1_000, 8)));
    programs
}

fn read(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("bench.cairn", text);
    cairn_ir::text::read(&sources, file).0.expect("the program is well formed")
}

fn properties(program: &Program) -> Vec<PropertyId> {
    program.properties.ids().collect()
}

/// The child: checks a program and says how it went.
fn check(number: usize) {
    let (_, text) = &programs()[number];
    let start = Instant::now();
    let program = Arc::new(read(text));
    let properties = properties(&program);
    let problem = Problem::new(&program, &program.entries, &properties);
    let outcome = bmc::BoundedModelChecking::default().run(&problem, &Budget::unlimited(), &mut Silent);
    let count = |wanted: fn(&Verdict) -> bool| outcome.decisions.iter().filter(|d| wanted(&d.verdict)).count();
    println!(
        "{:>8.2} s {:>6} MiB   {} proved, {} violated",
        start.elapsed().as_secs_f64(),
        cairn_base::budget::peak_resident_bytes().unwrap_or(0) >> 20,
        count(|v| matches!(v, Verdict::Proved(_))),
        count(|v| matches!(v, Verdict::Violated(_))),
    );
}

/// The formula "some property is violated", as an SMT-LIB file.
fn export(text: &str, path: &std::path::Path) {
    let program = Arc::new(read(text));
    let properties = properties(&program);
    let mut solver = backend::built_in();
    let unlimited = Budget::unlimited();
    let problem = Problem::new(&program, &program.entries, &properties);
    let formulas = bmc::formulas(&problem, &bmc::Options::default(), &unlimited, &mut *solver);
    let (mut terms, formulas) = formulas.expect("nothing stops an unlimited run");
    let violated: Vec<_> = formulas.iter().map(|f| f.violated).collect();
    let any = terms.or_all(&violated);
    let mut script = Script::new();
    script.assert(any);
    let text = script.print(&terms).expect("formulas of programs can be printed");
    std::fs::write(path, text).expect("a temporary file can be written");
}

/// CPU seconds of a command, and the first word it printed.
fn cpu_seconds(command: &str) -> Option<(f64, String)> {
    let script = format!("TIMEFORMAT='%U %S'; time timeout 100 {command}");
    let output = Command::new("bash").args(["-c", &script]).output().ok()?;
    let answer = String::from_utf8_lossy(&output.stdout).split_whitespace().next()?.to_string();
    let times = String::from_utf8_lossy(&output.stderr).into_owned();
    let numbers: Vec<f64> = times.lines().last()?.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    (answer == "sat" || answer == "unsat").then(|| (numbers.iter().sum(), answer))
}

fn solve(path: &str) {
    let text = std::fs::read_to_string(path).expect("the exported file");
    let mut terms = Terms::new();
    let commands = read_script(&mut terms, &text).expect("our own export reads back");
    let assertion = |command| if let smtlib::Command::Assert(term) = command { Some(term) } else { None };
    let assertions: Vec<TermId> = commands.into_iter().filter_map(assertion).collect();
    let mut solver = backend::built_in();
    let answer = solver.check(&mut terms, &assertions, &Budget::unlimited(), Limits::default());
    println!("{}", format!("{answer:?}").to_lowercase());
}

fn compare(me: &str) {
    let folder = std::env::temp_dir().join(format!("cairn-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let (mut z3_ratios, mut bitwuzla_ratios) = (Vec::new(), Vec::new());
    println!("\n{:<36} {:>9} {:>9} {:>9}", "formula (CPU seconds)", "built-in", "z3", "bitwuzla");
    for (number, (name, text)) in programs().iter().enumerate() {
        let path = folder.join(format!("{number}.smt2"));
        export(text, &path);
        let path = path.display().to_string();
        let own = cpu_seconds(&format!("{me} --solve {path}"));
        let z3 = cpu_seconds(&format!("z3 {path}"));
        let bitwuzla = cpu_seconds(&format!("bitwuzla {path}"));
        let show = |t: &Option<(f64, String)>| t.as_ref().map_or("-".into(), |(s, _)| format!("{s:.2}"));
        let answers: Vec<&String> = [&own, &z3, &bitwuzla].into_iter().flatten().map(|(_, a)| a).collect();
        let agree = answers.windows(2).all(|w| w[0] == w[1]);
        println!(
            "{name:<36} {:>9} {:>9} {:>9}{}",
            show(&own),
            show(&z3),
            show(&bitwuzla),
            if agree { "" } else { "   ANSWERS DIFFER" }
        );
        let ratio = |other: &Option<(f64, String)>| Some(own.as_ref()?.0.max(0.01) / other.as_ref()?.0.max(0.01));
        z3_ratios.extend(ratio(&z3));
        bitwuzla_ratios.extend(ratio(&bitwuzla));
    }
    let mean = |ratios: &[f64]| (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp();
    println!("geometric mean of built-in / z3:       {:.2} over {}", mean(&z3_ratios), z3_ratios.len());
    println!("geometric mean of built-in / bitwuzla: {:.2} over {}", mean(&bitwuzla_ratios), bitwuzla_ratios.len());
    let _ = std::fs::remove_dir_all(&folder);
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.get(1).map(String::as_str) {
        Some("--check") => check(arguments[2].parse().expect("a number")),
        Some("--solve") => solve(&arguments[2]),
        _ => {
            let start = Instant::now();
            println!("{:<36} whole run of the engine", "program");
            for (number, (name, _)) in programs().iter().enumerate() {
                let output = Command::new(&arguments[0]).args(["--check", &number.to_string()]).output();
                let line = output.map(|o| String::from_utf8_lossy(&o.stdout).trim_end().to_string());
                println!("{name:<36} {}", line.unwrap_or_default());
            }
            compare(&arguments[0]);
            println!("{:.0} s in all", start.elapsed().as_secs_f64());
        }
    }
}
