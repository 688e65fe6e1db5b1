//! The Ada and SPARK front end: text to program.
//!
//! `syntax` holds tokens, names and the tree; `parser` builds the tree; `sema` resolves names and types
//! into a typed tree; `lower` turns that into the program form; `annotate` writes the source back with the
//! checks it implies; `native` writes drivers for GNAT; `codes` lists every diagnostic.
//!
//! Deliberately absent: file access. Text of further units comes through a closure of the caller.

pub mod annotate;
#[cfg(test)]
mod cells;
pub mod codes;
pub mod flow;
pub mod lower;
pub mod native;
pub mod parser;
pub mod sema;
pub mod syntax;

use cairn_base::{Diagnostic, FileId, SourceMap};
use cairn_ir::Program;

/// What the user may choose about an Ada run.
#[derive(Clone, Debug, Default)]
pub struct AdaOptions {
    /// Entry points (`Package.Subprogram` or a simple name, in any case); empty means the default.
    pub entries: Vec<String>,
    /// A target configuration in SPARK's form: its name and text.
    pub target_config: Option<(String, String)>,
    /// How arithmetic inside of assertions is computed where no pragma says otherwise.
    pub assertion_overflow: sema::overflow::OverflowMode,
    /// Make checks of kind `uninitialized`.
    pub uninitialized: bool,
    /// What contracts are taken for.
    pub contracts: lower::Contracts,
    /// What becomes of contracts about data flow.
    pub flow: flow::Asked,
}

/// Analysis walks trees recursively; sources may nest deeply, so it runs on a stack of its own.
const STACK_BYTES: usize = 512 << 20;

/// Reads, analyses and lowers the inputs. `find_unit` is asked for further files by their GNAT names
/// (`parent-child.ads`) and gives the name to show and the text. The program is there unless some
/// diagnostic is an error.
pub fn load(
    sources: &mut SourceMap,
    inputs: &[FileId],
    options: &AdaOptions,
    find_unit: &mut (dyn FnMut(&str) -> Option<(String, String)> + Send),
) -> (Option<Program>, Vec<Diagnostic>) {
    let work = || {
        let (analysis, mut diagnostics) =
            sema::analyze(sources, inputs, &options.target_config, options.assertion_overflow, find_unit);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return (None, diagnostics);
        }
        let choice = lower::LowerOptions {
            entries: options.entries.clone(),
            uninitialized: options.uninitialized,
            contracts: options.contracts,
            flow: options.flow,
            collect: false,
        };
        let lowered = lower::lower(&analysis, sources, &choice);
        diagnostics.extend(lowered.notes);
        (Some(lowered.program), diagnostics)
    };
    on_deep_stack(work)
        .unwrap_or_else(|| (None, vec![Diagnostic::error(codes::TOO_DEEP, "no thread could be started")]))
}

/// Runs `work` on a deep stack; none if there is no thread for it.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        match thread.map(|t| t.join()) {
            Ok(Ok(result)) => Some(result),
            // A panic is a bug of ours; it is passed on to whoever guards the run.
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => None,
        }
    })
}
