//! Proves the properties of a `.cairn` file by induction: the engine alone, without re-check and report.

use cairn_base::{Budget, SourceMap};
use cairn_engines::{Engine, Problem, Silent, induction};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let name = std::env::args().nth(1).expect("a file");
    let text = std::fs::read_to_string(&name).expect("the file can be read");
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let (Some(program), _) = cairn_ir::text::read(&sources, file) else { return println!("not a program") };
    let properties: Vec<_> = program.properties.ids().collect();
    let program = Arc::new(program);
    let start = Instant::now();
    let problem = Problem::new(&program, &program.entries, &properties);
    let outcome = induction::Induction::default().run(&problem, &Budget::unlimited(), &mut Silent);
    println!("{} of {} proved, {:?}", outcome.decisions.len(), program.properties.len(), start.elapsed());
    for decision in &outcome.decisions {
        let cairn_ir::Verdict::Proved(proof) = &decision.verdict else { continue };
        println!("{}: {}", program.properties[decision.property].name, proof.by);
        let Some(program) = &proof.program else { continue };
        for of_loop in proof.loops.iter() {
            for invariant in &of_loop.invariants {
                println!("  b{}: {}", of_loop.place.head.0, cairn_ir::display::expr_text(program, *invariant));
            }
        }
    }
}
