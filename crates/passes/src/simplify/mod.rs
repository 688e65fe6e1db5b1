//! Simplification: constants folded and propagated, branches on constants decided, assignments to variables
//! that nobody reads and blocks that nothing reaches removed, jumps shortened.
//!
//! Exact: an execution of the new program fails the same check, or none, as the old one on the same
//! inputs. Checks stay even if their condition is always true, so that whether they are reached can still
//! be told; statements that take inputs stay (see [`derived`](crate::derived)).
//!
//! Where evaluating an expression may itself take an input (converting a pointer to an integer), nothing is
//! dropped from expressions. Folded are Booleans, machine integers and what is decided by them; floats, arrays
//! and memory are left to terms.

mod constants;
mod fold;
mod tidy;

use crate::derived::Derived;
use crate::layout::in_reading_order;
use crate::pass::{Error, Options};
use crate::rewrite::expressions_take_inputs;

pub const NAME: &str = "simplify";

/// Simplifies every procedure with a body.
pub fn simplify(source: &Derived, _options: &Options) -> Result<Derived, Error> {
    let mut result = source.clone();
    let take_inputs = expressions_take_inputs(&source.program);
    for procedure in source.program.procedures.ids() {
        if !source.program.procedures[procedure].has_body() {
            continue;
        }
        constants::propagate(&mut result.program, procedure, take_inputs)?;
        if !take_inputs {
            tidy::remove_unread(&mut result.program, procedure);
        }
        let heads = result.back.heads_in(procedure);
        tidy::shorten_jumps(&mut result.program.procedures[procedure], &heads);
        let body = in_reading_order(std::mem::take(&mut result.program.procedures[procedure].blocks));
        result.replace_body(procedure, body);
    }
    Ok(result)
}
