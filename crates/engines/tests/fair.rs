//! A property that is too hard does not keep the others from being decided.

use cairn_base::{Budget, SourceMap, StopReason};
use cairn_engines::backend::Backend;
use cairn_engines::{Engine, Problem, Silent, Solvers, bmc};
use cairn_ir::{Program, PropertyId, Verdict};
use cairn_solvers::abilities::{Cores, Limits, ModelError, Models, Outcome, Restarts, Solver, UnknownReason};
use cairn_solvers::builtin::Builtin;
use cairn_term::{Assignment, TermId, Terms};
use std::sync::Arc;

/// The built-in solver, for which time runs out after a number of conflicts.
struct Impatient {
    solver: Builtin,
    conflicts: u64,
}

impl Solver for Impatient {
    fn name(&self) -> String {
        "impatient".into()
    }
    fn assert(&mut self, terms: &mut Terms, term: TermId) {
        self.solver.assert(terms, term);
    }
    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], budget: &Budget, limits: Limits) -> Outcome {
        let left = self.conflicts.saturating_sub(self.solver.statistics().conflicts);
        let most = limits.conflicts.map_or(left, |limit| limit.min(left));
        let outcome = self.solver.check(terms, assumptions, budget, Limits { conflicts: Some(most) });
        let is_over = self.solver.statistics().conflicts >= self.conflicts;
        match outcome {
            Outcome::Unknown(UnknownReason::Conflicts) if is_over || limits.conflicts.is_none() => {
                Outcome::Unknown(UnknownReason::Stopped(StopReason::Time))
            }
            other => other,
        }
    }
}

impl Restarts for Impatient {
    fn start_over(&mut self) {
        self.solver.start_over();
    }
}

impl Models for Impatient {
    fn model(&mut self, terms: &mut Terms) -> Result<Assignment, ModelError> {
        self.solver.model(terms)
    }
}

impl Cores for Impatient {
    fn unsat_core(&self) -> Vec<TermId> {
        self.solver.unsat_core()
    }
}

impl Backend for Impatient {}

fn read(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("test.cairn", text);
    cairn_ir::text::read(&sources, file).0.expect("the program is well formed")
}

#[test]
fn easy_properties_are_decided_beside_a_hard_one() {
    let program = read(
        "entry main
proc main(x: u16, y: u16, z: u16) {
start:
  check assertion \"easy\" : x & 1 <=u 1
  check assertion \"hard\" : (x + y) * z == x * z + y * z
  check assertion \"violated\" : x != 77
  check assertion \"also easy\" : (y | 1) != 0
  return
}
",
    );
    let properties: Vec<PropertyId> = program.properties.ids().collect();
    let solvers = Solvers::new(|_| Ok(Box::new(Impatient { solver: Builtin::new(), conflicts: 15_000 })));
    let engine = bmc::BoundedModelChecking { solvers, ..Default::default() };
    let program = Arc::new(program);
    let problem = Problem::new(&program, &program.entries, &properties);
    let outcome = engine.run(&problem, &Budget::unlimited(), &mut Silent);
    let words: Vec<&str> = outcome
        .decisions
        .iter()
        .map(|decision| match decision.verdict {
            Verdict::Proved(_) => "proved",
            Verdict::Violated(_) => "violated",
            Verdict::Unknown(_) => "unknown",
            _ => "other",
        })
        .collect();
    assert_eq!(words, ["proved", "unknown", "violated", "proved"]);
}
