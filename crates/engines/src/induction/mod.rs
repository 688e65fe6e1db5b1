//! Induction: proofs of loops of any length, with the built-in solver alone.
//!
//! Long loops are cut at their heads . What an arbitrary iteration may start from is
//! narrowed down by invariants: guesses from the program's text and from examples of its executions
//! ([`candidates`], [`arrays`], [`affine`]), and what other engines found; those that are not inductive together are dropped
//! until the rest is (Flanagan, Leino, "Houdini, an Annotation Assistant for ESC/Java", 2001). Then k-induction with
//! growing k. A proof names the loops and the invariants it needs and no others ([`decide`]).
//!
//! Only proofs come from here: an execution of the cut program need not be one of the program.

mod affine;
mod arrays;
mod candidates;
mod decide;
mod examples;
mod machine_form;

use crate::backend::Backend;
use crate::bmc::cutting::{Candidate, Cutter, Plan};

use crate::observer::{Observer, Progress};
use cairn_base::Budget;
use cairn_ir::{Decision, ExprId, LoopPlace, ProcId, Program, PropertyId, VarId};
use cairn_passes::LiveLocals;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// What is tried, in this order: cheap guesses with small k first.
const ATTEMPTS: [Attempt; 5] = [
    Attempt { elements: false, sums: false, products: Products::None, depths: &[1, 2, 3] },
    Attempt { elements: false, sums: true, products: Products::None, depths: &[1] },
    Attempt { elements: true, sums: false, products: Products::None, depths: &[1, 2] },
    Attempt { elements: false, sums: false, products: Products::Equations, depths: &[1] },
    Attempt { elements: false, sums: true, products: Products::All, depths: &[1, 2, 3, 5, 8] },
];

#[derive(Clone, Copy)]
struct Attempt {
    /// Whether guesses about all elements of arrays are made.
    elements: bool,
    /// Whether sums of two variables are guessed at.
    sums: bool,
    products: Products,
    /// The values of k.
    depths: &'static [u32],
}

/// Which guesses with products and remainders are made: they are hard for solvers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Products {
    None,
    /// Equations between polynomials, which the solver's algebra decides.
    Equations,
    All,
}

/// Conditions that may be invariants, as expressions of a program that has them.
#[derive(Clone, Debug, Default)]
pub struct Suggestions {
    /// The program with those expressions; none if there are none.
    pub program: Option<Program>,
    pub conditions: BTreeMap<LoopPlace, Vec<ExprId>>,
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    pub entries: Vec<ProcId>,
    pub properties: Vec<PropertyId>,
    pub suggestions: Suggestions,
    /// Loops that are over after so many iterations are executed as they are; there is a default.
    pub short_loops: Option<u32>,
}

/// The properties that were proved.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub decisions: Vec<Decision>,
    /// Whether the program has long loops at all.
    pub long_loops: bool,
    /// No execution gets to a check or to its end.
    pub vacuous: bool,
}

/// Proves properties of a program by induction, with solvers of its own.
pub fn run(
    program: &Program,
    options: &Options,
    budget: &Budget,
    start_solver: &mut dyn FnMut() -> Option<Box<dyn Backend>>,
    observer: &mut dyn Observer,
) -> Outcome {
    let mut plan = Plan { depth: 1, short: options.short_loops, ..Plan::default() };
    let loops = Cutter::new(program, &options.entries, budget).cut(&mut plan).loops;
    let mut outcome = Outcome { long_loops: !loops.is_empty(), ..Outcome::default() };
    let mut open = options.properties.clone();
    for attempt in ATTEMPTS {
        if loops.is_empty() || open.is_empty() || budget.check().is_err() {
            break;
        }
        let Some(mut solver) = start_solver() else { break };
        let (extended, conditions) = conditions(program, options, &plan, &loops, attempt, budget);
        let extended = Arc::new(extended);
        let mut cutter = Cutter::new(&extended, &options.entries, budget);
        let plan = Plan { candidates: Rc::new(make_candidates(&mut cutter, &conditions)), ..plan.clone() };
        let mut decider = decide::Decider::new(cutter, &mut *solver, budget, &extended, &plan, &open);
        for depth in attempt.depths {
            if decider.is_done() || budget.check().is_err() {
                break;
            }
            observer.progress(Progress { bound: *depth, open: decider.open(), ..Progress::default() });
            decider.induction(*depth, observer);
        }
        outcome.vacuous = decider.nothing_is_reached(&options.properties);
        outcome.decisions.extend(decider.into_decisions());
        open.retain(|property| !outcome.decisions.iter().any(|d| d.property == *property));
    }
    outcome
}

type Conditions = BTreeMap<LoopPlace, Vec<ExprId>>;

/// The conditions that may be invariants, and a program that has them: those suggested, equations that examples
/// satisfy, and guesses that no example refutes.
fn conditions(
    program: &Program,
    options: &Options,
    plan: &Plan,
    loops: &BTreeMap<LoopPlace, BTreeSet<VarId>>,
    attempt: Attempt,
    budget: &Budget,
) -> (Program, Conditions) {
    let mut extended = options.suggestions.program.clone().unwrap_or_else(|| program.clone());
    let mut guesses = candidates::guess(&mut extended, loops, attempt.sums, attempt.products == Products::All);
    let about_elements = if attempt.elements { arrays::guess(&mut extended, loops) } else { BTreeMap::new() };
    for (place, about_elements) in about_elements {
        guesses.entry(place).or_default().extend(about_elements);
    }
    let suits = |program: &Program, condition: ExprId| {
        let hard = candidates::hardness(program, condition);
        let products = match attempt.products {
            Products::None => !hard.costly,
            Products::Equations => !hard.costly || hard.polynomials_equal,
            Products::All => true,
        };
        (!hard.elements || attempt.elements) && products
    };
    let (learned, kept) = {
        let mut cutter = Cutter::new(&extended, &options.entries, budget);
        let guesses = Rc::new(make_candidates(&mut cutter, &guesses));
        let plan = Plan { candidates: Rc::clone(&guesses), ..plan.clone() };
        let learned = examples::learn(&extended, options, &plan, budget);
        let kept = |own: &Vec<Candidate>| -> Vec<ExprId> {
            own.iter()
                .filter(|c| !learned.refuted.contains(&c.number))
                .map(|c| c.condition)
                .filter(|c| suits(&extended, *c))
                .collect()
        };
        let kept: Conditions = guesses.iter().map(|(place, own)| (place.clone(), kept(own))).collect();
        (learned, kept)
    };
    let mut all = Conditions::new();
    for (place, suggested) in &options.suggestions.conditions {
        let machine =
            suggested.iter().filter_map(|c| machine_form::machine_form(&mut extended, *c)).collect::<Vec<_>>();
        all.insert(place.clone(), machine.into_iter().filter(|c| suits(&extended, *c)).collect());
    }
    for (place, examples) in &learned.examples {
        let Some(changed) = loops.get(place) else { continue };
        let examples = without_dead(program, place, examples);
        let with_products = attempt.products != Products::None;
        let equations = affine::equations(&mut extended, place, changed, &examples, with_products);
        all.entry(place.clone()).or_default().extend(equations);
    }
    for (place, kept) in kept {
        all.entry(place).or_default().extend(kept);
    }
    for (place, own) in &mut all {
        // What nobody reads any more no proof needs, and no reader expects.
        if let Some(live) = LiveLocals::new(program, place.procedure) {
            own.retain(|condition| {
                !candidates::mentions(&extended, *condition, |var| live.is_dead(&extended, var, place.head))
            });
        }
        // The likelier to be in a proof a reader would write, the earlier: temporaries are not in the source.
        own.sort_by_key(|condition| {
            candidates::mentions(&extended, *condition, |var| extended.variables[var].temporary)
        });
    }
    (extended, all)
}

/// Examples without the locals that nobody reads any more.
fn without_dead(program: &Program, place: &LoopPlace, examples: &[examples::Example]) -> Vec<examples::Example> {
    let Some(live) = LiveLocals::new(program, place.procedure) else { return examples.to_vec() };
    let only_live = |example: &examples::Example| {
        let kept = example.iter().filter(|(var, _)| !live.is_dead(program, **var, place.head));
        kept.map(|(var, value)| (*var, value.clone())).collect()
    };
    examples.iter().map(only_live).collect()
}

/// Gives each condition a number and the Boolean that says whether it is used.
fn make_candidates(
    cutter: &mut Cutter<'_>,
    conditions: &BTreeMap<LoopPlace, Vec<ExprId>>,
) -> FxHashMap<LoopPlace, Vec<Candidate>> {
    let mut number = 0;
    let mut all = FxHashMap::default();
    for (place, conditions) in conditions {
        let mut own = Vec::new();
        for condition in conditions {
            let terms = cutter.terms();
            let sort = terms.bool_sort();
            let used = terms.symbol(&format!("use!{number}"), sort);
            own.push(Candidate { number, condition: *condition, used });
            number += 1;
        }
        all.insert(place.clone(), own);
    }
    all
}
