//! The LLVM front end: textual IR to program.
//!
//! `syntax` holds a module as its text says it, `reader` builds that; `layout` knows sizes, `debug` the source
//! that the module was compiled from; `lower` turns modules into the program form; `codes` lists every diagnostic.
//!
//! Deliberately absent: running compilers or `llvm-dis`, and file access. Source text for debug information comes
//! through a closure of the caller.

pub mod codes;
pub mod debug;
pub mod layout;
pub mod lower;
pub mod reader;
pub mod syntax;

use cairn_base::{Diagnostic, FileId, SourceMap, Span};
use cairn_ir::Program;

/// What the user may choose about a run on LLVM modules.
#[derive(Clone, Debug, Default)]
pub struct LlvmOptions {
    /// Functions where executions start; empty means `main`, or the only function there is.
    pub entries: Vec<String>,
    /// Whether `malloc` and its relatives always find memory.
    pub malloc_succeeds: bool,
    /// Leave `if (!c) fail();` as it stands instead of making a check of `c`.
    pub keep_error_branches: bool,
    /// Leaks are asked about; they are not followed, which must then be said.
    pub leaks: bool,
    /// Error locations are not asked about: such a function with a body is one like any other.
    pub no_error_locations: bool,
}

/// Gives the text of a source file that debug information names: file name, then directory.
pub type FindSource<'f> = dyn FnMut(&str, &str) -> Option<(String, String)> + 'f;

/// Reads, links and lowers the modules. The program is there unless some diagnostic is an error.
pub fn load(
    sources: &mut SourceMap,
    inputs: &[FileId],
    options: &LlvmOptions,
    find_source: &mut FindSource<'_>,
) -> (Option<Program>, Vec<Diagnostic>) {
    // Modules borrow their texts, while source files are added to the map as debug information names them.
    let texts: Vec<String> = inputs.iter().map(|file| sources.file(*file).text.clone()).collect();
    let mut diagnostics = Vec::new();
    let mut modules = Vec::new();
    for (file, text) in inputs.iter().zip(&texts) {
        let (module, mistakes) = reader::read(text);
        for stop in mistakes {
            let end =
                text.get(stop.at..).map_or(stop.at, |rest| stop.at + rest.chars().next().map_or(0, char::len_utf8));
            let diagnostic = Diagnostic::error(codes::SYNTAX, stop.message.clone());
            diagnostics.push(diagnostic.at(Span::new(*file, stop.at, end), "here"));
        }
        modules.push(lower::Unit::new(module, text, *file));
    }
    if !diagnostics.is_empty() {
        return (None, diagnostics);
    }
    lower::lower(&modules, sources, options, find_source)
}
