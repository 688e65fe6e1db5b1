//! Lowers LLVM modules, each with every function that others see as an entry, and prints what is unsupported in them:
//! `lower_modules FILE…`. One line for each place, then how often each reason stands.

use cairn_base::Budget;
use cairn_front_llvm::syntax::module::Linkage;
use cairn_ir::CheckKind;
use cairn_verify::{InputFile, Request, input};
use std::collections::BTreeMap;

fn main() {
    let (mut whole, mut parts, mut refused) = (0, 0, 0);
    let mut reasons = BTreeMap::<String, u64>::new();
    for name in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&name) else { continue };
        let entries = visible_functions(&text);
        let inputs = vec![InputFile { name: name.clone(), text }];
        let request = Request { inputs, entries, ..Request::default() };
        let loaded = input::load(&request, &Budget::unlimited());
        let Some(program) = loaded.program else {
            refused += 1;
            let errors = loaded.diagnostics.iter().filter(|d| d.is_error());
            errors.for_each(|d| println!("{name}: {} {}", d.code, d.message));
            continue;
        };
        let unused = loaded.diagnostics.iter().filter(|d| d.code == "L0006");
        unused.for_each(|d| println!("{name}: {} {}", d.code, d.message));
        let unsupported = program.properties.values().filter(|property| property.kind == CheckKind::Unsupported);
        let mut is_whole = true;
        for property in unsupported {
            println!("{name}: unsupported: {}", property.description);
            *reasons.entry(property.description.to_string()).or_default() += 1;
            is_whole = false;
        }
        if is_whole { whole += 1 } else { parts += 1 }
    }
    let mut reasons: Vec<(u64, String)> = reasons.into_iter().map(|(reason, count)| (count, reason)).collect();
    reasons.sort();
    reasons.iter().rev().for_each(|(count, reason)| println!("{count:6} {reason}"));
    println!("{whole} lowered, {parts} with unsupported parts, {refused} refused");
}

fn visible_functions(text: &str) -> Vec<String> {
    let (module, _) = cairn_front_llvm::reader::read(text);
    let visible = module.functions.iter().filter(|f| !f.blocks.is_empty() && f.linkage != Linkage::Local);
    visible.map(|function| function.name.to_string()).collect()
}
