//! Passes keep what executions do: random programs run in the interpreter before and after.

use super::{generate, read};
use crate::guarded::conditional_normal_form;
use crate::loops::Loops;
use crate::pass::{Error, Options, Unwinding};
use crate::recipes::{self, FLAT, RECIPES, Recipe, UNWOUND};
use crate::{Derived, FlowGraph, bounds, derive, single_assignment};
use cairn_ir::interp::{Execution, GivenInputs, InputRequest, Inputs, Limits, LoopBounds, Outcome, run};
use cairn_ir::{CheckKind, Counterexample, Origin, ProcId, Program, PropertyId, StatementKind, TypeKind, Value};
use fastrand::Rng;

const BOUND: u32 = 3;

/// Small random values of whatever type is asked for.
struct Random(Rng);

impl Inputs for Random {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        assert_eq!(request.count, None);
        Some(Value::int(8, self.0.i64(-3..12)))
    }
}

/// Limits with the bounds that the passes put into the program.
fn bounded(source: &Derived) -> Limits {
    let recursion = source.back.recursion_bounds().clone();
    let mut bounds = LoopBounds { bound: BOUND, recursion, ..LoopBounds::default() };
    for (id, procedure) in source.program.procedures.iter() {
        let loops = Loops::new(procedure);
        for (index, info) in loops.loops.iter().enumerate() {
            let blocks = loops.blocks(index);
            // The head may be another one than in the original, where the loop is entered at several blocks.
            let property = blocks.iter().find_map(|block| source.back.loop_bound(id, *block));
            let property = property.expect("a loop without a property");
            bounds.loops.insert((id, info.head), (blocks.iter().copied().collect(), property));
        }
    }
    Limits { steps: 200_000, loop_bounds: Some(bounds), ..Limits::default() }
}

fn well_formed(program: &Program, after: &str) {
    let diagnostics = cairn_ir::validate::validate(program);
    assert!(diagnostics.is_empty(), "after {after}: {diagnostics:#?}\n{}", cairn_ir::text::print(program));
}

fn run_given(program: &Program, found: &Counterexample, limits: &Limits) -> Execution {
    run(program, found.entry, &mut GivenInputs::new(found.inputs.clone()), limits)
}

/// Executions of the original program, bounded as the passes bound it.
fn executions(source: &Derived, entry: ProcId, seed: u64) -> Vec<(Counterexample, Outcome)> {
    let limits = bounded(source);
    let mut random = Random(Rng::with_seed(seed));
    let runs = (0..20).map(|_| {
        let execution = run(&source.program, entry, &mut random, &limits);
        let inputs = execution.inputs.iter().map(|input| input.value.clone()).collect();
        (Counterexample { entry, inputs }, execution.outcome)
    });
    runs.collect()
}

/// Each step of a recipe, on all executions; how many ended in which way.
fn check_recipe(recipe: &Recipe, seed: u64, memory: bool, ends: &mut [u32; 4]) -> bool {
    let text = generate::program(seed, memory);
    let program = read(&text);
    let source = bounds::add(Derived::of(&program));
    let entry = program.entries[0];
    let options = Options { bound: BOUND, size_limit: 60_000, ..Options::new(&[entry]) };
    let expected = executions(&source, entry, seed);
    let mut derived = Derived::of(&program);
    if !is_reducible(&program) && recipe.steps.iter().any(|step| step.name == crate::simplify::NAME) {
        return false;
    }
    for (n, step) in recipe.steps.iter().enumerate() {
        derived = match recipes::run(derived, step, &options) {
            Ok(next) => next,
            Err(Error::Unsupported { .. } | Error::TooLarge { .. }) => return false,
            Err(error) => panic!("seed {seed}, {}: {error}\n{text}", step.name),
        };
        well_formed(&derived.program, step.name);
        let limits = bounded(&derived);
        for (found, outcome) in &expected {
            let execution = run_given(&derived.program, found, &limits);
            let shown = || cairn_ir::text::print(&derived.program);
            let message =
                || format!("seed {seed}, {}, {n}, {}, {found:?}\n{text}\n{}", recipe.name, step.name, shown());
            assert_eq!(&execution.outcome, outcome, "{}", message());
            assert_eq!(execution.inputs.len(), found.inputs.len(), "{}", message());
        }
    }
    for (_, outcome) in &expected {
        ends[match outcome {
            Outcome::Finished | Outcome::Stopped => 0,
            Outcome::AssumptionFailed => 1,
            Outcome::Violated(property) if is_bound(&source, *property) => 2,
            Outcome::Violated(_) => 3,
            other => panic!("seed {seed}: {other:?}\n{text}"),
        }] += 1;
    }
    true
}

/// Where a loop is entered at several blocks, simplification may leave only one of them: the bound is then
/// counted at another block than before, which is right but not the same.
fn is_reducible(program: &Program) -> bool {
    program.procedures.values().all(|procedure| Loops::new(procedure).is_reducible(&FlowGraph::new(procedure)))
}

fn is_bound(source: &Derived, property: PropertyId) -> bool {
    matches!(source.program.properties[property].kind, CheckKind::Unwinding | CheckKind::Recursion)
}

#[test]
fn every_step_of_the_recipes_with_bounds_keeps_outcomes_and_inputs() {
    for recipe in RECIPES.iter().filter(|recipe| recipe.steps[0].name == bounds::NAME) {
        let mut ends = [0; 4];
        let done = (0..24).filter(|seed| check_recipe(recipe, *seed, seed % 2 == 0, &mut ends)).count();
        assert!(done > 8 && ends.iter().all(|count| *count > 0), "{}: {done} programs, {ends:?}", recipe.name);
    }
}

/// Executions of derived programs that violate something, carried back, violate the same property of the original.
#[test]
fn counterexamples_are_carried_back_through_every_recipe() {
    for recipe in &RECIPES {
        let mut violated = 0;
        for seed in 0..40 {
            let text = generate::program(seed, seed % 2 == 0);
            let program = read(&text);
            let options = Options { bound: BOUND, size_limit: 60_000, ..Options::new(&program.entries) };
            let Ok(derived) = derive(&program, recipe, &options) else { continue };
            // What replaces pointers by values says itself that it is exact only where no pointers are left.
            if recipe.name == FLAT.name && has_pointers(&derived.program) {
                continue;
            }
            let limits = Limits { steps: 20_000, call_depth: 50, ..Limits::default() };
            let mut random = Random(Rng::with_seed(seed));
            for _ in 0..20 {
                let execution = run(&derived.program, program.entries[0], &mut random, &limits);
                let Outcome::Violated(property) = execution.outcome else { continue };
                let Some(property) = derived.back.property(property) else { continue };
                let inputs = execution.inputs.iter().map(|input| input.value.clone()).collect();
                let found = derived.back.counterexample(&Counterexample { entry: program.entries[0], inputs });
                let replayed = run_given(&program, &found, &limits).outcome;
                assert_eq!(replayed, Outcome::Violated(property), "{}, seed {seed}\n{text}", recipe.name);
                violated += 1;
            }
        }
        assert!(violated > 20, "{}: {violated}", recipe.name);
    }
}

/// Whether a body still has variables in memory, or takes pointers.
fn has_pointers(program: &Program) -> bool {
    let bodies = || program.procedures.values().filter(|procedure| procedure.has_body());
    let mut variables = bodies().flat_map(|p| p.parameters.iter().chain(&p.results).chain(&p.locals));
    let mut parameters = bodies().flat_map(|p| &p.parameters);
    variables.any(|variable| program.variables[*variable].addressable)
        || parameters.any(|parameter| *program.types.kind(program.variables[*parameter].ty) == TypeKind::Pointer)
}

/// The conditional normal form ends as the program does, and on every finished execution all formulas hold.
#[test]
fn formulas_hold_of_executions_and_failures_are_the_same() {
    let mut ends = [0; 4];
    for seed in 0..25 {
        let text = generate::program(seed, false);
        let source = bounds::add(Derived::of(&read(&text)));
        let entry = source.program.entries[0];
        let options = Options { bound: BOUND, size_limit: 5_000, ..Options::new(&[entry]) };
        let form = match single_assignment::of_entry(&read(&text), &options) {
            Ok(form) => form,
            Err(Error::Unsupported { .. } | Error::TooLarge { .. }) => continue,
            Err(error) => panic!("seed {seed}: {error}\n{text}"),
        };
        let normal = conditional_normal_form(&form, &options).unwrap();
        let mut straight = normal.straight_line(&options).unwrap();
        let formulas = normal.formulas().unwrap();
        // At the end all of C and P, as checks of a property of their own.
        let wrong = straight.add_property(CheckKind::Assertion, Some(entry), "a formula is false", None);
        let last = straight.procedures[entry].blocks.ids().next_back().unwrap();
        let all = formulas.constraints.iter().chain(formulas.properties.iter().map(|(_, formula)| formula));
        for formula in all {
            let condition = copy(&formulas.program, &mut straight, *formula);
            let kind = StatementKind::Check { property: wrong, condition };
            straight.push_statement(entry, last, kind, Origin::default());
        }
        well_formed(&straight, "conditional normal form");
        for (found, outcome) in executions(&source, entry, seed) {
            let execution = run_given(&straight, &found, &Limits::default());
            let wanted = if outcome == Outcome::Stopped { Outcome::Finished } else { outcome };
            assert_eq!(execution.outcome, wanted, "seed {seed}, {found:?}\n{text}\n{form}\n{normal}");
            ends[match wanted {
                Outcome::Finished => 0,
                Outcome::AssumptionFailed => 1,
                Outcome::Violated(property) if is_bound(&source, property) => 2,
                _ => 3,
            }] += 1;
        }
    }
    assert!(ends.iter().all(|count| *count > 2), "{ends:?}");
}

/// An expression of one program in another that has the same variables and types.
fn copy(from: &Program, to: &mut Program, root: cairn_ir::ExprId) -> cairn_ir::ExprId {
    let mut done = rustc_hash::FxHashMap::default();
    let mut stack = vec![(root, false)];
    while let Some((id, ready)) = stack.pop() {
        if done.contains_key(&id) {
            continue;
        }
        let node = from.expr(id);
        if !ready {
            stack.push((id, true));
            node.kind.for_each_child(|child| stack.push((child, false)));
            continue;
        }
        let kind = crate::rewrite::with_children(&node.kind, |child| done[&child]);
        done.insert(id, to.add_expr(kind, node.ty, None).unwrap());
    }
    done[&root]
}

#[test]
fn unwinding_assumptions_drop_what_the_assertions_catch() {
    for seed in 0..20 {
        let text = generate::program(seed, true);
        let source = bounds::add(Derived::of(&read(&text)));
        let entry = source.program.entries[0];
        let options =
            Options { bound: BOUND, unwinding: Unwinding::Assume, size_limit: 60_000, ..Options::new(&[entry]) };
        if !is_reducible(&source.program) {
            continue;
        }
        let Ok(unwound) = derive(&read(&text), &UNWOUND, &options) else { continue };
        for (found, outcome) in executions(&source, entry, seed) {
            let wanted = match outcome {
                Outcome::Violated(property) if is_bound(&source, property) => Outcome::AssumptionFailed,
                other => other,
            };
            assert_eq!(run_given(&unwound.program, &found, &Limits::default()).outcome, wanted, "{seed}\n{text}");
        }
    }
}
