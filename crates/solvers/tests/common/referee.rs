//! Puts one formula to several solvers and says what is wrong between them.
//!
//! Right is: no two conclusive answers differ; every model makes every assertion true by our own evaluation
//! of the formula *as written*; an unsat core is a subset of the assumptions and unsatisfiable by itself.

use std::time::{Duration, Instant};

use cairn_base::{Budget, StopReason};
use cairn_solvers::abilities::{Cores, Incremental, Limits, ModelError, Models, Outcome, Restarts, UnknownReason};
use cairn_solvers::builtin::Builtin;
use cairn_solvers::process::ProcessSolver;
use cairn_term::{Evaluator, TermId, Terms, Value};

/// Everything the referee needs a solver to do.
pub trait Contender: Incremental + Models + Cores + Restarts {
    /// Whether the solver's own evaluation of its model makes an asserted term false, too. That is a mistake
    /// of the solver which is none of ours (Z3 5.4 makes it with equalities of constant arrays, in scopes, and then also answers sat wrongly).
    fn admits_false(&mut self, _terms: &mut Terms, _asserted: TermId) -> bool {
        false
    }
}

impl Contender for Builtin {}

impl Contender for ProcessSolver {
    fn admits_false(&mut self, terms: &mut Terms, asserted: TermId) -> bool {
        self.own_value(terms, asserted) == Ok(Value::Bool(false))
    }
}

pub struct Player {
    pub name: String,
    pub solver: Box<dyn Contender>,
    /// Gets the formula after simplification by our constructors, so that these are tested too.
    pub simplified: bool,
    /// Whether it can read floats of tiny formats.
    pub tiny_floats: bool,
    /// Time spent in it so far.
    pub time: Duration,
    /// Formulas it gave no conclusive answer to.
    pub open: u64,
    /// Models that are wrong by the solver's own evaluation.
    pub wrong_models: u64,
}

impl Player {
    pub fn new(name: &str, solver: Box<dyn Contender>, simplified: bool, tiny_floats: bool) -> Self {
        Self { name: name.into(), solver, simplified, tiny_floats, time: Duration::ZERO, open: 0, wrong_models: 0 }
    }
}

/// What became of one formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    Sat,
    Unsat,
    /// Nobody answered conclusively.
    Open,
    Wrong(String),
}

/// How the assertions are put to a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// The first is asserted, the others are assumptions.
    pub assumptions: bool,
    /// In a scope that is closed afterwards; otherwise the solver starts over afterwards.
    pub scoped: bool,
}

/// Asks every player about the conjunction of the formula.
pub fn rule(
    terms: &mut Terms,
    players: &mut [Player],
    formula: &[TermId],
    form: Form,
    tiny_floats: bool,
    budget: &dyn Fn() -> Budget,
) -> Ruling {
    let simplified: Vec<TermId> = formula.iter().map(|&t| terms.substitute(t, &Default::default())).collect();
    let mut answers: Vec<(String, Outcome)> = Vec::new();
    for player in players.iter_mut().filter(|p| p.tiny_floats || !tiny_floats) {
        let started = Instant::now();
        let put = if player.simplified { &simplified } else { formula };
        // Between formulas a solver holds no assertions, but whatever it has learned.
        if form.scoped {
            player.solver.push();
        }
        let outcome = ask(terms, player, formula, put, form, budget);
        if form.scoped {
            player.solver.pop();
        } else {
            player.solver.start_over();
        }
        player.time += started.elapsed();
        match outcome {
            Ok(outcome) => answers.push((player.name.clone(), outcome)),
            Err(wrong) => return Ruling::Wrong(format!("{}: {wrong}", player.name)),
        }
    }
    let says = |wanted: Outcome| answers.iter().find(|(_, o)| *o == wanted).map(|(name, _)| name);
    match (says(Outcome::Sat), says(Outcome::Unsat)) {
        (Some(sat), Some(unsat)) => Ruling::Wrong(format!("{sat} says sat, {unsat} says unsat")),
        (Some(_), None) => Ruling::Sat,
        (None, Some(_)) => Ruling::Unsat,
        (None, None) => Ruling::Open,
    }
}

fn ask(
    terms: &mut Terms,
    player: &mut Player,
    written: &[TermId],
    put: &[TermId],
    form: Form,
    budget: &dyn Fn() -> Budget,
) -> Result<Outcome, String> {
    let asserted = if form.assumptions { 1 } else { put.len() };
    for &term in &put[..asserted] {
        player.solver.assert(terms, term);
    }
    let assumptions = &put[asserted..];
    let outcome = player.solver.check(terms, assumptions, &budget(), Limits::default());
    match outcome {
        Outcome::Sat => {
            if !check_model(terms, player, written, put)? {
                return Ok(Outcome::Unknown(UnknownReason::GaveUp("its own model refutes it".into())));
            }
        }
        Outcome::Unsat => check_core(terms, player, assumptions, budget)?,
        Outcome::Unknown(_) => player.open += 1,
    }
    Ok(outcome)
}

/// Whether the answer stands: it does not when the solver itself finds its model wrong.
fn check_model(terms: &mut Terms, player: &mut Player, written: &[TermId], put: &[TermId]) -> Result<bool, String> {
    let model = match player.solver.model(terms) {
        Ok(model) => model,
        // The time for this formula ended between the answer and the model.
        Err(ModelError::Unreadable(why)) if why == StopReason::Time.words() => return Ok(true),
        Err(error) => return Err(error.to_string()),
    };
    let mut evaluator = Evaluator::new(terms, &model);
    let mut false_ones = Vec::new();
    for (number, &term) in written.iter().enumerate() {
        match evaluator.holds(term) {
            Ok(true) => {}
            Ok(false) => false_ones.push(number),
            Err(error) => return Err(format!("its model cannot be evaluated: {error}")),
        }
    }
    match false_ones.first() {
        None => Ok(true),
        Some(&number) if player.solver.admits_false(terms, put[number]) => {
            player.wrong_models += 1;
            Ok(false)
        }
        Some(number) => Err(format!("its model makes assertion {number} false")),
    }
}

fn check_core(
    terms: &mut Terms,
    player: &mut Player,
    assumptions: &[TermId],
    budget: &dyn Fn() -> Budget,
) -> Result<(), String> {
    let core = player.solver.unsat_core();
    if core.iter().any(|t| !assumptions.contains(t)) {
        return Err("its core names something that was not assumed".into());
    }
    if core.len() < assumptions.len()
        && let Outcome::Sat = player.solver.check(terms, &core, &budget(), Limits::default())
    {
        return Err("its core is satisfiable".into());
    }
    Ok(())
}
