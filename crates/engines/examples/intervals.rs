//! What the interval analysis finds out about `.cairn` files: the engine alone, without re-check and report.
//! `--facts` prints what holds at loop heads, `--open` what is not proved.

use cairn_base::{Budget, SourceMap};
use cairn_engines::{Problem, intervals};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wants = |option: &str| arguments.iter().any(|a| a == option);
    for name in arguments.iter().filter(|a| !a.starts_with("--")) {
        let text = std::fs::read_to_string(name).expect("the file can be read");
        let mut sources = SourceMap::new();
        let file = sources.add(name.as_str(), text);
        let Some(program) = cairn_ir::text::read(&sources, file).0 else {
            println!("{name}: not read");
            continue;
        };
        let properties: Vec<_> = program.properties.ids().collect();
        let program = Arc::new(program);
        let start = Instant::now();
        let problem = Problem::new(&program, &program.entries, &properties);
        let outcome = intervals::analyse(&problem, &Budget::unlimited());
        let (proved, all) = (outcome.proved.len(), program.properties.len());
        let loops = outcome.invariants.len();
        println!("{name}: {proved} of {all} proved, {loops} loops, {:?} {:?}", start.elapsed(), outcome.stopped);
        if wants("--open") {
            for (id, property) in program.properties.iter() {
                if !outcome.proved.iter().any(|d| d.property == id) {
                    println!("  open: {} {}", property.name, property.description);
                }
            }
        }
        if wants("--facts") {
            for found in &outcome.invariants {
                let procedure = &program.procedures[found.place.procedure];
                println!(
                    "  {} {} ({} calls)",
                    procedure.name,
                    procedure.blocks[found.place.head].label,
                    found.place.calls.len()
                );
                for fact in &found.invariants {
                    println!("    {}", cairn_ir::display::expr_text(&outcome.program, *fact));
                }
            }
        }
    }
}
