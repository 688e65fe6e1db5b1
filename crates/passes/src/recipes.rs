//! Recipes: for what a program is derived, and by which passes. Engines, `--show` and exports all use this one table.
//!
//! The first ones are the road of Lourenço et al., "SPARK-BMC": inline, remove `case`, unwind, single assignment. Nothing is
//! simplified on it, so that what is shown is what the source says; only variables whose address is taken without need
//! become plain ones before the forms that have no memory.

use crate::call_graph::CallGraph;
use crate::derived::Derived;
use crate::pass::{Error, Options};
use crate::{bounds, by_value, inline, lower_switch, promote, simplify, unwind};
use cairn_ir::{ProcId, Program};

/// A pass in a recipe.
#[derive(Clone, Copy)]
pub struct Step {
    pub name: &'static str,
    pub pass: fn(&Derived, &Options) -> Result<Derived, Error>,
    pub when: When,
    /// Why it stands where it stands.
    pub reason: &'static str,
}

/// Which programs a pass is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    Always,
    /// Those of which a variable of the entry is in memory.
    InMemory,
}

/// A named list of passes.
#[derive(Clone, Copy)]
pub struct Recipe {
    pub name: &'static str,
    pub purpose: &'static str,
    pub steps: &'static [Step],
    /// These follow, all of them again and again until they make no variables any more.
    pub repeated: &'static [Step],
    /// The recipe refuses to make more statements and blocks than this, or than the options say.
    pub size_limit: usize,
}

const fn step(
    name: &'static str,
    pass: fn(&Derived, &Options) -> Result<Derived, Error>,
    reason: &'static str,
) -> Step {
    Step { name, pass, when: When::Always, reason }
}

const BOUNDS: Step =
    step(bounds::NAME, bounds::bounds, "first, so that the properties are those of loops and recursions of the source");
const INLINE: Step =
    step(inline::NAME, inline::inline, "before all that looks at one procedure: afterwards there is only one");
const UNWIND: Step = step(unwind::NAME, unwind::unwind, "last, because it makes the program larger");
const SIMPLIFY_MEMORY: Step = Step {
    when: When::InMemory,
    ..step(
        simplify::NAME,
        simplify::simplify,
        "puts `&x` where a pointer is known to hold it, which promotion looks for",
    )
};
const PROMOTE_MEMORY: Step = Step {
    when: When::InMemory,
    ..step(promote::NAME, promote::promote, "before unwinding, so that each variable is looked at once")
};

/// The entry with all calls inlined, recursion up to the bound.
pub const INLINED: Recipe = Recipe {
    name: "inlined",
    purpose: "`--show inlined`",
    steps: &[BOUNDS, INLINE],
    repeated: &[],
    size_limit: Options::SIZE_LIMIT,
};

/// The entry without calls and loops.
pub const UNWOUND: Recipe = Recipe {
    name: "unwound",
    purpose: "`--show unwound`",
    steps: &[BOUNDS, INLINE, UNWIND],
    repeated: &[],
    size_limit: Options::SIZE_LIMIT,
};

/// The entry without calls and loops, and without memory that can be done without.
pub const ACYCLIC: Recipe = Recipe {
    name: "acyclic",
    purpose: "the formula over blocks (`export --to blocks`)",
    steps: &[BOUNDS, INLINE, SIMPLIFY_MEMORY, PROMOTE_MEMORY, UNWIND],
    repeated: &[],
    size_limit: Options::SIZE_LIMIT,
};

/// The same with two-way branches only.
pub const BRANCHING: Recipe = Recipe {
    name: "branching",
    purpose: "the single-assignment form and the conditional normal form",
    steps: &[
        BOUNDS,
        INLINE,
        SIMPLIFY_MEMORY,
        PROMOTE_MEMORY,
        step(
            lower_switch::NAME,
            lower_switch::lower_switch,
            "before unwinding: the structured forms know only two-way branches",
        ),
        UNWIND,
    ],
    repeated: &[],
    size_limit: Options::SIZE_LIMIT,
};

/// Procedure by procedure, without memory that can be done without.
pub const PROMOTED: Recipe = Recipe {
    name: "promoted",
    purpose: "Horn clauses with a predicate for each procedure (`export --to horn`)",
    steps: &[step(promote::NAME, promote::promote, "clauses about variables need them out of memory")],
    repeated: &[],
    size_limit: Options::SIZE_LIMIT,
};

/// The entries with all calls inlined but those of recursive procedures, and no pointers to locals where values do.
pub const FLAT: Recipe = Recipe {
    name: "flat",
    purpose: "the transition form, and Horn clauses with a predicate for each loop",
    steps: &[step(
        inline::NAME,
        inline::inline_around_recursion,
        "before all that looks at one procedure; recursive procedures keep a summary",
    )],
    repeated: &[
        step(simplify::NAME, simplify::simplify, "puts `&x` where a pointer is known to hold it"),
        step(promote::NAME, promote::promote, "takes those variables out of memory, pointers among them"),
        step(by_value::NAME, by_value::by_value, "then `&x` as an argument is the value of `x`, and `&x` is gone"),
    ],
    // A program that inlining makes larger is better encoded by procedures.
    size_limit: 50_000,
};

/// All recipes.
pub const RECIPES: [Recipe; 6] = [INLINED, UNWOUND, ACYCLIC, BRANCHING, PROMOTED, FLAT];

/// What a recipe makes of a program.
pub fn derive(program: &Program, recipe: &Recipe, options: &Options) -> Result<Derived, Error> {
    let options = &Options { size_limit: options.size_limit.min(recipe.size_limit), ..options.clone() };
    let mut derived = Derived::of(program);
    for step in recipe.steps {
        derived = run(derived, step, options)?;
    }
    let mut variables = None;
    while !recipe.repeated.is_empty() && variables != Some(derived.program.variables.len()) {
        variables = Some(derived.program.variables.len());
        for step in recipe.repeated {
            derived = run(derived, step, options)?;
        }
    }
    Ok(derived)
}

pub(crate) fn run(derived: Derived, step: &Step, options: &Options) -> Result<Derived, Error> {
    if step.when == When::InMemory && !has_memory(&derived.program, options) {
        return Ok(derived);
    }
    let mut next = (step.pass)(&derived, options)?;
    next.back.passes.push(step.name);
    Ok(next)
}

/// The recursive procedures that these entries may call: [`FLAT`] does not inline them.
pub fn recursive(program: &Program, entries: &[ProcId]) -> Vec<ProcId> {
    let calls = CallGraph::new(program);
    calls.reachable(entries).into_iter().filter(|procedure| calls.is_recursive(*procedure)).collect()
}

/// Whether a variable of the entry is in memory.
fn has_memory(program: &Program, options: &Options) -> bool {
    let entry = &program.procedures[options.entry()];
    let own = entry.parameters.iter().chain(&entry.results).chain(&entry.locals);
    own.into_iter().any(|var| program.variables[*var].addressable)
}
