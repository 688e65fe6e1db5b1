//! A question to a solver of Horn clauses, as a process within the budget.

use cairn_base::Budget;
use cairn_solvers::process::{Dialogue, ProcessError, SolverCommand};

pub(super) enum Answer {
    /// The clauses have a solution: definitions of the predicates, as SMT-LIB.
    Solved(String),
    /// They have none.
    Refuted,
    Unknown,
}

/// The solvers of clauses that we know, by name; the first that is installed is used when nobody says which.
const KNOWN: [&str; 1] = ["z3"];

/// Predicates that Z3 inlined would come back as quantified formulas, which nobody can read. What it learns it looks at
/// as a whole, which finds sums and differences where it would count for ever otherwise.
const Z3_OPTIONS: [&str; 4] =
    ["fp.engine spacer", "fp.xform.inline_linear false", "fp.xform.inline_eager false", "fp.spacer.global true"];

/// The solver of this name, ready for clauses.
pub fn find(name: &str) -> Option<SolverCommand> {
    let mut command = SolverCommand::from_user(name).filter(|_| KNOWN.contains(&name))?;
    command.preamble.extend(Z3_OPTIONS.iter().map(|option| format!("(set-option :{option})")));
    Some(command)
}

/// The first known solver that is installed.
pub fn installed() -> Option<SolverCommand> {
    KNOWN.iter().filter_map(|name| find(name)).find(|command| command.version().is_some())
}

pub(super) fn ask(solver: &SolverCommand, clauses: &str, budget: &Budget) -> Answer {
    dialogue(solver, clauses, budget).unwrap_or(Answer::Unknown)
}

fn dialogue(solver: &SolverCommand, clauses: &str, budget: &Budget) -> Result<Answer, ProcessError> {
    let mut dialogue = Dialogue::start(solver, budget, None)?;
    dialogue.tell("(set-logic HORN)")?;
    dialogue.tell(clauses.trim_end())?;
    Ok(match dialogue.ask("(check-sat)", budget)?.as_str() {
        "sat" => Answer::Solved(dialogue.ask("(get-model)", budget)?),
        "unsat" => Answer::Refuted,
        _ => Answer::Unknown,
    })
}
