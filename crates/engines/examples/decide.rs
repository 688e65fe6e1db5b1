//! Decides the properties of a `.cairn` file: the engine alone, without replay and report.

use cairn_base::{Budget, SourceMap};
use cairn_engines::{Engine, Problem, Silent, Solvers, bmc};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().expect("a file");
    let text = std::fs::read_to_string(&name).expect("the file can be read");
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let start = Instant::now();
    let (program, diagnostics) = cairn_ir::text::read(&sources, file);
    for d in &diagnostics {
        println!("{}: {} {:?}", d.code, d.message, d.primary.as_ref().map(|l| sources.location(l.span)));
    }
    let Some(program) = program else { return };
    println!("read {:?}", start.elapsed());
    let properties: Vec<_> = program.properties.ids().collect();
    let program = Arc::new(program);
    let options = bmc::Options { unwind: args.next().and_then(|k| k.parse().ok()), ..Default::default() };
    let engine = bmc::BoundedModelChecking { options, solvers: Solvers::built_in() };
    let problem = Problem::new(&program, &program.entries, &properties);
    let outcome = engine.run(&problem, &Budget::unlimited(), &mut Silent);
    for decision in &outcome.decisions {
        let property = &program.properties[decision.property];
        let verdict = format!("{:?}", decision.verdict);
        let verdict: String = verdict.chars().take(160).collect();
        println!("{} {:?} {:?} {verdict}", property.name, decision.reachable, decision.bound);
    }
    println!("{:?} vacuous {} stopped {:?}", outcome.statistics, outcome.vacuous, outcome.stopped);
    println!("{:?}, {} MiB", start.elapsed(), cairn_base::budget::peak_resident_bytes().unwrap_or(0) >> 20);
}
