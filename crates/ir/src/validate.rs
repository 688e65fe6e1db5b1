//! Well-formedness of programs. (In work.)

use crate::program::Program;
use cairn_base::Diagnostic;

/// All that is wrong with a program.
pub fn validate(_program: &Program) -> Vec<Diagnostic> {
    Vec::new()
}
