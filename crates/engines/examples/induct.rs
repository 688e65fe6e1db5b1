//! Proves the properties of a `.cairn` file by induction: the engine alone, without re-check and report.

use cairn_base::{Budget, SourceMap};
use cairn_engines::{Silent, backend, induction};
use std::time::Instant;

fn main() {
    let name = std::env::args().nth(1).expect("a file");
    let text = std::fs::read_to_string(&name).expect("the file can be read");
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let (Some(program), _) = cairn_ir::text::read(&sources, file) else { return println!("not a program") };
    let options = induction::Options {
        entries: program.entries.clone(),
        properties: program.properties.ids().collect(),
        ..Default::default()
    };
    let start = Instant::now();
    let outcome =
        induction::run(&program, &options, &Budget::unlimited(), &mut || Some(backend::built_in()), &mut Silent);
    println!("{} of {} proved, {:?}", outcome.decisions.len(), program.properties.len(), start.elapsed());
    for decision in &outcome.decisions {
        let cairn_ir::Verdict::Proved(proof) = &decision.verdict else { continue };
        println!("{}: {}", program.properties[decision.property].name, proof.by);
        let Some(program) = &proof.program else { continue };
        for of_loop in &proof.loops {
            for invariant in &of_loop.invariants {
                println!("  b{}: {}", of_loop.place.head.0, cairn_ir::display::expr_text(program, *invariant));
            }
        }
    }
}
