//! Lowers modules and prints what is unsupported in each: `lower_modules FILE…`.

use cairn_base::SourceMap;
use cairn_front_llvm::{LlvmOptions, Nothing, load};
use cairn_ir::CheckKind;

fn main() {
    let (mut whole, mut parts, mut refused) = (0, 0, 0);
    for name in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&name) else { continue };
        let mut sources = SourceMap::new();
        let file = sources.add(&*name, text);
        let (program, diagnostics) = load(&mut sources, &[file], &LlvmOptions::default(), &mut Nothing);
        let Some(program) = program else {
            refused += 1;
            diagnostics.iter().filter(|d| d.is_error()).for_each(|d| println!("{name}: {} {}", d.code, d.message));
            continue;
        };
        for diagnostic in cairn_ir::validate::validate(&program) {
            println!("{name}: NOT VALID: {}", diagnostic.message);
        }
        let unsupported: Vec<_> =
            program.properties.values().filter(|property| property.kind == CheckKind::Unsupported).collect();
        unsupported.iter().for_each(|property| println!("{name}: unsupported: {}", property.description));
        if unsupported.is_empty() { whole += 1 } else { parts += 1 }
    }
    println!("{whole} lowered, {parts} with unsupported parts, {refused} refused");
}
