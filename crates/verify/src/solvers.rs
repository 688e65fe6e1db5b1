//! The solvers a run can use, for `cairn solvers` and `--solver`.

use cairn_base::Budget;
use cairn_engines::Backend;
use cairn_engines::backend::built_in;
use cairn_engines::chc::{self, ClauseSolver};
use cairn_engines::integers::{self, Ability};
use cairn_engines::quantifiers;
use cairn_solvers::abilities::{Limits, ModelError, Models, Outcome, Solver};
use cairn_solvers::process::{self, ProcessSolver, SolverCommand};
use cairn_term::{Assignment, TermId, Terms};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverReport {
    pub name: String,
    pub version: String,
    pub about: String,
}

pub const BUILTIN: &str = "builtin";

/// The built-in solver, then every known one that is installed.
pub fn list() -> Vec<SolverReport> {
    let builtin = SolverReport {
        name: BUILTIN.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        about: "bit-vectors, arrays, floats; no installation needed; the default".into(),
    };
    let installed = process::installed().into_iter();
    let others = installed.map(|found| SolverReport { name: found.name, version: found.version, about: String::new() });
    let clauses = chc::known().filter(|name| chc::solves_only_clauses(name)).filter_map(chc::find);
    let clauses = clauses.filter_map(|solver| {
        let (name, about) = (solver.name().into(), "Horn clauses only".into());
        Some(SolverReport { version: solver.version()?, name, about })
    });
    std::iter::once(builtin).chain(others).chain(clauses).collect()
}

/// What `--solver` names: who decides formulas, and who solves Horn clauses if it can.
pub fn choose(text: &str) -> Result<(Choice, Option<ClauseSolver>), String> {
    if !chc::solves_only_clauses(text) {
        return Ok((Choice::from_user(text)?, chc::find(text)));
    }
    let found = chc::find(text).filter(|solver| solver.version().is_some());
    let missing = || format!("the solver `{text}` is not installed; `cairn solvers` lists those found");
    Ok((Choice::Builtin, Some(found.ok_or_else(missing)?)))
}

/// A solver that was asked for: the built-in one, a known one, or any command that speaks SMT-LIB.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    #[default]
    Builtin,
    Process(SolverCommand),
}

impl Choice {
    /// An error says what to do.
    pub fn from_user(text: &str) -> Result<Self, String> {
        if text == BUILTIN {
            return Ok(Choice::Builtin);
        }
        let command = SolverCommand::from_user(text).ok_or("--solver needs the name of a solver or a command")?;
        let known = process::known().any(|solver| solver.name == command.name);
        if known && command.version().is_none() {
            return Err(format!("the solver `{text}` is not installed; `cairn solvers` lists those found"));
        }
        Ok(Choice::Process(command))
    }
    /// Starts it, in front of it the translation to mathematical integers if that is asked for.
    pub fn start_for(&self, mathematical: bool, budget: &Budget) -> Result<Box<dyn Backend>, String> {
        let solver = self.start(budget)?;
        let ability = match self {
            Choice::Builtin => Ability::BitsOnly,
            Choice::Process(_) => Ability::Integers,
        };
        Ok(if mathematical { integers::mathematical(solver, ability) } else { solver })
    }
    /// Starts it; an error says why it does not start.
    pub fn start(&self, budget: &Budget) -> Result<Box<dyn Backend>, String> {
        match self {
            Choice::Builtin => Ok(quantifiers::instantiating(built_in())),
            Choice::Process(command) => match ProcessSolver::start(command.clone(), budget) {
                Ok(solver) => Ok(Box::new(Process(solver))),
                Err(error) => Err(format!("{error}; `cairn solvers` lists those found")),
            },
        }
    }
}

/// A solver process that engines can use.
struct Process(ProcessSolver);

impl Solver for Process {
    fn name(&self) -> String {
        self.0.name()
    }
    fn assert(&mut self, terms: &mut Terms, term: TermId) {
        self.0.assert(terms, term);
    }
    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], budget: &Budget, limits: Limits) -> Outcome {
        self.0.check(terms, assumptions, budget, limits)
    }
}

impl Models for Process {
    fn model(&mut self, terms: &mut Terms) -> Result<Assignment, ModelError> {
        self.0.model(terms)
    }
}

impl Backend for Process {}
/// Whether a solver of Horn clauses is installed.
pub fn have_horn_clauses() -> bool {
    chc::installed().is_some()
}
