//! Tests that need several passes at once, and programs to run them on.

mod figures;
mod generate;
mod same_outcome;
mod stages;
mod values;

use cairn_base::SourceMap;
use cairn_ir::Program;

/// Reads a program in the text form.
pub(crate) fn read(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("test.cairn", text);
    let (program, diagnostics) = cairn_ir::text::read(&sources, file);
    program.unwrap_or_else(|| panic!("{diagnostics:#?}\n{text}"))
}
