//! Induction: proofs of loops of any length, with the built-in solver alone.
//!
//! Long loops are cut at their heads ([`cut`], [`general`]). What an arbitrary iteration may start from is
//! narrowed down by invariants: guesses from the program's text and from examples of its executions
//! ([`candidates`], [`arrays`], [`affine`]), and what other engines found; those that are not inductive together are dropped
//! until the rest is (Flanagan, Leino, "Houdini, an Annotation Assistant for ESC/Java", 2001). Then k-induction with
//! growing k. A proof names the loops and the invariants it needs and no others ([`decide`]).
//!
//! Only proofs come from here: an execution of the cut program need not be one of the program.

mod affine;
mod arrays;
mod candidates;
mod cut;
mod cutting;
mod decide;
mod element_text;
mod examples;
mod general;
mod machine_form;

use self::cutting::{Candidate, Cutter, Plan};
use crate::backend::Solvers;
use crate::engine::{Engine, Facts, Outcome, Problem};
use crate::observer::{Observer, Progress};
use cairn_base::Budget;
use cairn_ir::{ExprId, LoopPlace, Program, VarId};
use cairn_passes::LiveLocals;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// What its decisions carry.
const NAME: &str = "k-induction";

/// What is tried, in this order: cheap guesses with small k first.
const ATTEMPTS: [Attempt; 7] = [
    Attempt { guesses: Guesses::None, products: Products::None, depths: &[1] },
    Attempt { guesses: Guesses::Scalars { sums: false }, products: Products::None, depths: &[1, 2, 3] },
    Attempt { guesses: Guesses::Scalars { sums: true }, products: Products::None, depths: &[1] },
    Attempt { guesses: Guesses::Elements, products: Products::None, depths: &[1, 2] },
    Attempt { guesses: Guesses::Scalars { sums: false }, products: Products::Equations, depths: &[1] },
    Attempt { guesses: Guesses::Scalars { sums: true }, products: Products::All, depths: &[1, 2, 3, 5, 8] },
    Attempt { guesses: Guesses::All, products: Products::None, depths: &[1, 2] },
];

#[derive(Clone, Copy)]
struct Attempt {
    guesses: Guesses,
    products: Products,
    /// The values of k.
    depths: &'static [u32],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Guesses {
    /// None at all: what other engines suggest has to do. Most checks of large programs need no more, and examples of those
    /// take time.
    None,
    /// About numbers and Booleans; perhaps about sums of two variables too.
    Scalars { sums: bool },
    /// About all elements of arrays, beside what earlier attempts found to be inductive.
    Elements,
    /// About both, at once.
    All,
}

/// Which guesses with products and remainders are made: they are hard for solvers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Products {
    None,
    /// Equations between polynomials, which the solver's algebra decides.
    Equations,
    All,
}

impl Guesses {
    fn about_elements(self) -> bool {
        matches!(self, Guesses::Elements | Guesses::All)
    }
    fn about_scalars(self) -> bool {
        self != Guesses::Elements
    }
}

/// Proves loops of any length, with solvers of its own. The facts it is given are candidates like its guesses.
#[derive(Clone, Debug, Default)]
pub struct Induction {
    pub solvers: Solvers,
    /// Loops that are over after so many iterations are executed as they are; there is a default.
    pub short_loops: Option<u32>,
}

impl Engine for Induction {
    fn name(&self) -> &'static str {
        NAME
    }
    fn run(&self, problem: &Problem<'_>, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
        let mut plan = Plan { depth: 1, short: self.short_loops, ..Plan::default() };
        let loops = Cutter::new(problem.program, problem.entries, budget).cut(&mut plan).loops;
        let mut outcome = Outcome { unrolls: loops.is_empty(), ..Outcome::default() };
        let mut open = problem.properties.to_vec();
        let mut extended = Arc::clone(problem.facts.program.as_ref().unwrap_or(problem.program));
        let mut inductive = Conditions::new();
        for attempt in ATTEMPTS {
            if loops.is_empty() || open.is_empty() || budget.check().is_err() {
                break;
            }
            let mut guesser = Guessing { extended, problem, plan: &plan, loops: &loops, attempt, budget };
            let conditions = guesser.conditions(&inductive);
            extended = guesser.extended;
            let Some(conditions) = conditions else { continue };
            let Ok(mut solver) = self.solvers.start(budget) else { break };
            let mut cutter = Cutter::new(&extended, problem.entries, budget);
            let plan = Plan { candidates: Rc::new(make_candidates(&mut cutter, &conditions)), ..plan.clone() };
            let mut decider = decide::Decider::new(cutter, &mut *solver, budget, &extended, &plan, &open);
            for depth in attempt.depths {
                if decider.is_done() || budget.check().is_err() {
                    break;
                }
                observer.progress(Progress { bound: *depth, open: decider.open(), ..Progress::default() });
                decider.induction(*depth, observer);
            }
            outcome.vacuous = decider.nothing_is_reached(problem.properties);
            let (decisions, kept) = decider.finish();
            outcome.decisions.extend(decisions);
            open.retain(|property| !outcome.decisions.iter().any(|d| d.property == *property));
            inductive.clear();
            for (place, condition) in kept {
                inductive.entry(place).or_default().push(condition);
            }
        }
        outcome.facts = Facts { program: Some(extended), conditions: inductive };
        outcome
    }
}

type Conditions = BTreeMap<LoopPlace, Vec<ExprId>>;

/// What an attempt makes its guesses from.
struct Guessing<'a> {
    /// The program with the guesses so far. It is copied where it grows while proofs hold on to it.
    extended: Arc<Program>,
    problem: &'a Problem<'a>,
    plan: &'a Plan,
    loops: &'a BTreeMap<LoopPlace, BTreeSet<VarId>>,
    attempt: Attempt,
    budget: &'a Budget,
}

impl Guessing<'_> {
    /// The conditions that may be invariants: those suggested, equations that examples satisfy, and guesses that no
    /// example refutes; or those known to be inductive and guesses about elements. None if there are no guesses.
    fn conditions(&mut self, inductive: &Conditions) -> Option<Conditions> {
        let attempt = self.attempt;
        if attempt.guesses == Guesses::None {
            let mut all = Conditions::new();
            self.suggested(&mut all);
            return Some(all);
        }
        let with_remainders = attempt.products == Products::All;
        let mut guesses = Conditions::new();
        if attempt.guesses.about_scalars() {
            let sums = attempt.guesses == Guesses::Scalars { sums: true };
            let live = self.live();
            guesses = candidates::guess(Arc::make_mut(&mut self.extended), &live, sums, with_remainders);
        }
        let mut about_elements = arrays::Guesses::default();
        if attempt.guesses.about_elements() {
            about_elements = arrays::guess(Arc::make_mut(&mut self.extended), self.loops);
            if about_elements.conditions.values().all(Vec::is_empty) {
                return None;
            }
        }
        for (place, own) in &about_elements.conditions {
            guesses.entry(place.clone()).or_default().extend(own);
        }
        let (learned, mut kept) = self.not_refuted(&guesses);
        kept.values_mut().for_each(|own| about_elements.drop_implied(own));
        let mut all = Conditions::new();
        if attempt.guesses.about_scalars() {
            self.suggested(&mut all);
            for (place, examples) in &learned.examples {
                let Some(changed) = self.loops.get(place) else { continue };
                let examples = without_dead(&self.extended, place, examples);
                let wanted = affine::Wanted {
                    products: attempt.products != Products::None,
                    inequalities: attempt.guesses == Guesses::Scalars { sums: true },
                };
                let equations = affine::equations(Arc::make_mut(&mut self.extended), place, changed, &examples, wanted);
                all.entry(place.clone()).or_default().extend(equations);
            }
        } else {
            all = inductive.clone();
        }
        for (place, kept) in kept {
            all.entry(place).or_default().extend(kept);
        }
        for (place, own) in &mut all {
            // What nobody reads any more no proof needs, and no reader expects.
            if let Some(live) = LiveLocals::new(&self.extended, place.procedure) {
                own.retain(|condition| {
                    !candidates::mentions(&self.extended, *condition, |var| {
                        live.is_dead(&self.extended, var, place.head)
                    })
                });
            }
            // The likelier to be in a proof a reader would write, the earlier: temporaries are not in the source.
            own.sort_by_key(|condition| {
                candidates::mentions(&self.extended, *condition, |var| self.extended.variables[var].temporary)
            });
        }
        Some(all)
    }
    /// The variables that each loop changes and reads again. Guesses are limited in number, and compilers make many
    /// variables that live only within an iteration.
    fn live(&self) -> BTreeMap<LoopPlace, BTreeSet<VarId>> {
        let mut loops = self.loops.clone();
        for (place, changed) in &mut loops {
            if let Some(live) = LiveLocals::new(&self.extended, place.procedure) {
                changed.retain(|var| !live.is_dead(&self.extended, *var, place.head));
            }
        }
        loops
    }
    /// Those of the guesses that no example speaks against and that the attempt can afford; and the examples.
    fn not_refuted(&self, guesses: &Conditions) -> (examples::Learned, Conditions) {
        let mut cutter = Cutter::new(&self.extended, self.problem.entries, self.budget);
        let guesses = Rc::new(make_candidates(&mut cutter, guesses));
        let plan = Plan { candidates: Rc::clone(&guesses), ..self.plan.clone() };
        let learned = examples::learn(&self.extended, self.problem.entries, &plan, self.budget);
        let kept = |own: &Vec<Candidate>| -> Vec<ExprId> {
            own.iter()
                .filter(|c| !learned.refuted.contains(&c.number))
                .map(|c| c.condition)
                .filter(|c| self.suits(*c))
                .collect()
        };
        let kept = guesses.iter().map(|(place, own)| (place.clone(), kept(own))).collect();
        (learned, kept)
    }
    /// What other engines suggest, if the attempt can afford it.
    fn suggested(&mut self, all: &mut Conditions) {
        for (place, suggested) in &self.problem.facts.conditions {
            let extended = Arc::make_mut(&mut self.extended);
            let machine = suggested.iter().filter_map(|c| machine_form::machine_form(extended, *c));
            let machine: Vec<ExprId> = machine.collect();
            all.insert(place.clone(), machine.into_iter().filter(|c| self.suits(*c)).collect());
        }
    }
    fn suits(&self, condition: ExprId) -> bool {
        let hard = candidates::hardness(&self.extended, condition);
        let products = match self.attempt.products {
            Products::None => !hard.costly,
            Products::Equations => !hard.costly || hard.polynomials_equal,
            Products::All => true,
        };
        (!hard.elements || self.attempt.guesses.about_elements()) && products
    }
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
