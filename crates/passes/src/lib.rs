//! Passes: analyses of programs, and steps that turn a program into another one.
//!
//! Analyses, which change nothing:
//! - [`flow`] (order, dominators), [`control`] (post-dominators, control dependence), [`loops`] (weak
//!   topological order), [`live`] (locals that are still read) of one procedure; [`call_graph`] between procedures; [`after`] (checks that come
//!   after a place);
//! - [`unwinding`]: the properties that a bound on loops and recursions needs.
//!
//! Steps, all of the shape in [`pass`]: a program in; a program and what carries answers back out. Their one
//! ordered list is [`PIPELINE`].
//!
//! Forms that are not programs any more, after Lourenço et al., "SPARK-BMC": [`single_assignment`] and [`guarded`]
//! (conditional normal form, and the formulas C and P). [`show`] prints the stages. After Beyene et al.,
//! "Verification of Ada Programs with AdaHorn": [`horn`], constrained Horn clauses, over terms; [`scalars`] says
//! which operations of terms those of programs are.
//!
//! Deliberately absent: solvers. Bounded model checking explores programs on the fly and uses the
//! analyses only; the steps serve `--show`, exports and the engines that want small programs.

pub mod after;
pub mod by_value;
pub mod call_graph;
pub mod contracts;
pub mod control;
pub mod flow;
pub mod guarded;
pub mod horn;
pub mod inline;
mod layout;
pub mod live;
pub mod loops;
pub mod lower_switch;
mod notation;
pub mod pass;
pub mod promote;
mod rewrite;
pub mod scalars;
pub mod show;
pub mod simplify;
pub mod single_assignment;
pub mod slice;
mod structure;
pub mod unwind;
pub mod unwinding;
mod zero;

pub use call_graph::CallGraph;
pub use control::ControlDependence;
pub use flow::{Dominators, FlowGraph};
pub use live::LiveLocals;
pub use loops::{LoopInfo, Loops, Wto, WtoElement};
pub use pass::{BackMap, Error, Options, Passed, Unwinding};
pub use rewrite::expressions_take_inputs;
pub use show::{Stage, show};
pub use unwinding::{ActivationVariable, Pointee, UnwindingProperties, unwinding_properties};

use cairn_ir::Program;

/// A pass and why it stands where it stands.
pub struct Step {
    pub name: &'static str,
    pub reason: &'static str,
    pub run: fn(&UnwindingProperties, &Options) -> Result<Passed, Error>,
}

/// All passes, in the order in which they run.
pub const PIPELINE: &[Step] = &[
    Step {
        name: slice::NAME,
        reason: "first, while the program is small: nothing that is cut away is ever copied",
        run: slice::slice,
    },
    Step {
        name: inline::NAME,
        reason: "before all that looks at one procedure: afterwards there is only one",
        run: inline::inline,
    },
    Step {
        name: simplify::NAME,
        reason: "puts constant arguments and addresses into the inlined bodies",
        run: simplify::simplify,
    },
    Step {
        name: promote::NAME,
        reason: "after simplification has replaced pointers to locals by their addresses",
        run: promote::promote,
    },
    Step {
        name: simplify::NAME,
        reason: "promoted variables can hold known values; before unwinding, so that they are found once",
        run: simplify::simplify,
    },
    Step {
        name: lower_switch::NAME,
        reason: "before unwinding: the structured forms know only two-way branches",
        run: lower_switch::lower_switch,
    },
    Step { name: unwind::NAME, reason: "last of those that make the program larger", run: unwind::unwind },
    Step {
        name: simplify::NAME,
        reason: "copies of a loop body know more than the loop: counters are constants now",
        run: simplify::simplify,
    },
];

/// Runs the first `count` passes of the pipeline (all: `PIPELINE.len()`).
pub fn run(program: &Program, options: &Options, count: usize) -> Result<Passed, Error> {
    let mut passed = Passed { result: unwinding_properties(program), back: BackMap::default() };
    for step in PIPELINE.iter().take(count) {
        let next = (step.run)(&passed.result, options)?;
        passed = Passed { result: next.result, back: passed.back.then(next.back) };
    }
    Ok(passed)
}

#[cfg(test)]
mod tests;
