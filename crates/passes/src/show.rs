//! The stages that `--show` prints: inlined, unwound, single assignment, conditional normal form.
//!
//! The road is that of Lourenço et al., "SPARK-BMC": inline, remove `case`, unwind, single assignment, flatten.
//! Nothing is simplified on it, so that what is printed is what the source says; only variables whose address is
//! taken without need become plain ones before the single-assignment form, which has no memory.

use crate::guarded::{ConditionalNormalForm, conditional_normal_form};
use crate::inline::inline;
use crate::lower_switch::lower_switch;
use crate::pass::{Error, Options};
use crate::promote::promote;
use crate::simplify::simplify;
use crate::single_assignment::{SingleAssignment, single_assignment};
use crate::unwind::unwind_entry;
use crate::unwinding::unwinding_properties;
use cairn_ir::Program;
use cairn_ir::text::print;

/// What to print.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Inlined,
    Unwound,
    SingleAssignment,
    ConditionalNormalForm,
}

/// The single-assignment form of an entry.
pub fn to_single_assignment(program: &Program, options: &Options) -> Result<SingleAssignment, Error> {
    let mut passed = inline(&unwinding_properties(program), options)?;
    if has_memory(&passed.result.program, options) {
        passed = promote(&simplify(&passed.result, options)?.result, options)?;
    }
    let lowered = lower_switch(&passed.result, options)?;
    let (unwound, runs) = unwind_entry(&lowered.result, options)?;
    single_assignment(&unwound.result.program, &runs, program.variables.len(), options)
}

/// An entry without calls, loops and memory that can be done without: what formulas over blocks are made of.
pub fn to_acyclic(program: &Program, options: &Options) -> Result<Program, Error> {
    let mut passed = inline(&unwinding_properties(program), options)?;
    if has_memory(&passed.result.program, options) {
        passed = promote(&simplify(&passed.result, options)?.result, options)?;
    }
    Ok(unwind_entry(&passed.result, options)?.0.result.program)
}

/// Whether a variable of the entry is in memory.
fn has_memory(program: &Program, options: &Options) -> bool {
    let entry = &program.procedures[options.entry];
    let own = entry.parameters.iter().chain(&entry.results).chain(&entry.locals);
    own.into_iter().any(|var| program.variables[*var].addressable)
}

/// The conditional normal form of an entry.
pub fn to_conditional_normal_form(program: &Program, options: &Options) -> Result<ConditionalNormalForm, Error> {
    conditional_normal_form(&to_single_assignment(program, options)?, options)
}

/// A stage as text.
pub fn show(program: &Program, stage: Stage, options: &Options) -> Result<String, Error> {
    match stage {
        Stage::Inlined => Ok(print(&inline(&unwinding_properties(program), options)?.result.program)),
        Stage::Unwound => {
            let inlined = inline(&unwinding_properties(program), options)?;
            Ok(print(&unwind_entry(&inlined.result, options)?.0.result.program))
        }
        Stage::SingleAssignment => Ok(to_single_assignment(program, options)?.to_string()),
        Stage::ConditionalNormalForm => {
            let form = to_conditional_normal_form(program, options)?;
            Ok(format!("{form}\n{}", form.formulas()?))
        }
    }
}
