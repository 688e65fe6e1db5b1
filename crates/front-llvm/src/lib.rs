//! The LLVM front end: textual IR to program.
//!
//! `syntax` holds a module as its text says it, `reader` builds that; `layout` knows sizes, `debug` the source
//! that the module was compiled from, `names` how it writes symbols; `lower` turns modules into the program form; `codes` lists every diagnostic.
//!
//! Deliberately absent: running compilers or `llvm-dis`, file access, and the C library: what modules need of the
//! world around them comes through [`Surroundings`].

pub mod codes;
pub mod debug;
pub mod layout;
pub mod lower;
pub mod names;
pub mod reader;
pub mod syntax;

use cairn_base::{Diagnostic, FileId, SourceMap, Span};
use cairn_ir::Program;
pub use lower::Interface;

/// What the user may choose about a run on LLVM modules.
#[derive(Clone, Debug, Default)]
pub struct LlvmOptions {
    /// Functions where executions start; empty means `main`, or the only function there is.
    pub entries: Vec<String>,
    /// Whether `malloc` and its relatives always find memory.
    pub malloc_succeeds: bool,
    /// Leave `if (!c) fail();` as it stands instead of making a check of `c`.
    pub keep_error_branches: bool,
    /// Leaks are asked about.
    pub leaks: bool,
    /// Reads of variables without a value are asked about.
    pub uninitialized: bool,
    /// The modules come straight from the compiler's front end: no pass has drawn conclusions from variables without a
    /// value.
    pub unoptimised: bool,
    /// Whether results of floating-point operations must be finite numbers.
    pub finite: bool,
    /// Accesses through pointers are not asked about.
    pub no_pointer_checks: bool,
    /// Pointers are asked to be aligned where they are used.
    pub alignment: bool,
    /// Error locations are not asked about: such a function with a body is one like any other.
    pub no_error_locations: bool,
    /// It is asked whether executions end: loops that do nothing for ever stay loops.
    pub termination: bool,
    /// What functions without body may do, as reports say it: by name, and the others.
    pub stubs: Vec<(String, &'static str)>,
    pub other_stubs: &'static str,
}

/// What the front end asks of the world around it.
pub trait Surroundings {
    /// Name and text of a source file that debug information names by name and directory.
    fn source(&mut self, name: &str, directory: &str) -> Option<(String, String)>;
    /// Whether C gives calls of a function a meaning that no module defines.
    fn is_known(&self, name: &str) -> bool;
    /// The program of an interface and the library it needs, or why there is none.
    fn link(&mut self, sources: &mut SourceMap, interface: &Interface) -> Result<Program, String>;
}

/// No sources and no library: every function that is not defined is unknown.
pub struct Nothing;

impl Surroundings for Nothing {
    fn source(&mut self, _name: &str, _directory: &str) -> Option<(String, String)> {
        None
    }
    fn is_known(&self, _name: &str) -> bool {
        false
    }
    fn link(&mut self, _sources: &mut SourceMap, _interface: &Interface) -> Result<Program, String> {
        Err("there is none".into())
    }
}

/// Reads, links and lowers the modules. The program is there unless some diagnostic is an error.
pub fn load(
    sources: &mut SourceMap,
    inputs: &[FileId],
    options: &LlvmOptions,
    surroundings: &mut dyn Surroundings,
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
    lower::lower(&modules, sources, options, surroundings)
}
