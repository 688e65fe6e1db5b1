//! Solvers of Horn clauses as processes: those known by name, and how each is asked within the budget.
//!
//! In: clauses as SMT-LIB without `set-logic` and `check-sat`. Out: a [`HornAnswer`](crate::abilities::HornAnswer). Z3 is spoken with; Golem and Eldarica read one question and answer it, with the solution after the answer. Nobody
//! has to believe them: what comes of a solution is re-checked like every proof.

use crate::abilities::{HornAnswer as Answer, HornClauses};
use cairn_base::Budget;
use cairn_base::process::{Child, Launch, Received};

use super::catalogue::SolverCommand;
use super::dialogue::Dialogue;
use super::error::ProcessError;
use std::time::Duration;

/// A solver of clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseSolver {
    command: SolverCommand,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    Dialogue,
    /// The clauses on standard input, once.
    Once,
}

/// Predicates that Z3 inlined would come back as quantified formulas, which nobody can read. What it learns it looks at
/// as a whole, which finds sums and differences where it would count for ever otherwise.
const Z3_OPTIONS: [&str; 4] =
    ["fp.engine spacer", "fp.xform.inline_linear false", "fp.xform.inline_eager false", "fp.spacer.global true"];

/// Those that only solve clauses: name, program, arguments; and how they are asked who they are. The first of all
/// that are installed, Z3 before them, is used when nobody says which.
const ONCE: [(&str, &str, &[&str], &str); 2] = [
    ("golem", "golem", &["--logic", "QF_LIA", "--print-witness", "/dev/stdin"], "--version"),
    ("eldarica", "eld", &["-hsmt", "-ssol", "/dev/stdin"], "-h"),
];

/// How often the budget is asked while a solver works.
const SLICE: Duration = Duration::from_millis(20);
/// How long a solver may take to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// A longer answer is no solution that anybody would read.
const LONGEST: usize = 1 << 24;

impl ClauseSolver {
    pub fn name(&self) -> &str {
        &self.command.name
    }
    /// What it says it is; none if it is not installed.
    pub fn version(&self) -> Option<String> {
        match ONCE.iter().find(|(name, ..)| *name == self.command.name) {
            None => self.command.version(),
            Some((.., who)) => {
                let launch = Launch {
                    program: self.command.program.clone(),
                    arguments: vec![(*who).into()],
                    ..Launch::default()
                };
                let said = read_all(launch, "", &Budget::unlimited().within(INTRODUCTION))?;
                said.lines().map(str::trim).find(|line| !line.is_empty()).map(String::from)
            }
        }
    }
}

/// Whether a name is that of a solver that knows nothing but clauses.
pub fn solves_only_clauses(name: &str) -> bool {
    ONCE.iter().any(|(known, ..)| *known == name)
}

/// The solver of this name, ready for clauses.
pub fn find(name: &str) -> Option<ClauseSolver> {
    if let Some((name, program, arguments, _)) = ONCE.iter().find(|(known, ..)| *known == name) {
        let arguments = arguments.iter().map(|word| (*word).into()).collect();
        let command =
            SolverCommand { name: (*name).into(), program: (*program).into(), arguments, preamble: Vec::new() };
        return Some(ClauseSolver { command, how: How::Once });
    }
    let mut command = SolverCommand::from_user(name).filter(|_| name == "z3")?;
    command.preamble.extend(Z3_OPTIONS.iter().map(|option| format!("(set-option :{option})")));
    Some(ClauseSolver { command, how: How::Dialogue })
}

/// The names of the solvers of clauses we know, the preferred first.
pub fn known() -> impl Iterator<Item = &'static str> {
    std::iter::once("z3").chain(ONCE.iter().map(|(name, ..)| *name))
}

/// The first known solver that is installed.
pub fn installed() -> Option<ClauseSolver> {
    known().filter_map(find).find(|solver| solver.version().is_some())
}

impl HornClauses for ClauseSolver {
    fn solve(&self, clauses: &str, budget: &Budget) -> Answer {
        match self.how {
            How::Dialogue => dialogue(&self.command, clauses, budget).unwrap_or(Answer::Unknown),
            How::Once => once(&self.command, clauses, budget).unwrap_or(Answer::Unknown),
        }
    }
}

fn dialogue(solver: &SolverCommand, clauses: &str, budget: &Budget) -> Result<Answer, ProcessError> {
    let mut dialogue = Dialogue::start(solver, budget, None)?;
    dialogue.tell("(set-logic HORN)")?;
    dialogue.tell(clauses.trim_end())?;
    Ok(match dialogue.ask("(check-sat)", budget)?.as_str() {
        "sat" => Answer::Solved(dialogue.ask("(get-model)", budget)?),
        "unsat" => Answer::Refuted(depth(&dialogue.ask("(get-info :all-statistics)", budget)?)),
        _ => Answer::Unknown,
    })
}

/// How deep Spacer had to go, from its statistics.
fn depth(statistics: &str) -> Option<u32> {
    let (_, after) = statistics.split_once(":SPACER-cex-depth")?;
    after.split_whitespace().next()?.trim_end_matches(')').parse().ok()
}

fn once(solver: &SolverCommand, clauses: &str, budget: &Budget) -> Option<Answer> {
    let launch = Launch {
        program: solver.program.clone(),
        arguments: solver.arguments.clone(),
        memory_bytes: budget.memory_limit_bytes(),
        processor_time: budget.remaining(),
    };
    let said = read_all(launch, &format!("(set-logic HORN)\n{clauses}\n(check-sat)\n"), budget)?;
    read_answer(&said)
}

/// Everything that a program says when it is told something; none if the budget is used up before it ends.
fn read_all(launch: Launch, told: &str, budget: &Budget) -> Option<String> {
    let mut child = Child::start(&launch, budget).ok()?;
    child.send(told.as_bytes().to_vec());
    child.end_input();
    let mut said = Vec::new();
    loop {
        match child.receive(SLICE) {
            Received::Bytes(bytes) => said.extend(bytes),
            Received::Nothing => {}
            Received::End => return String::from_utf8(said).ok(),
        }
        if budget.check().is_err() || said.len() > LONGEST {
            child.kill();
            return None;
        }
    }
}

/// The answer on the first line that is one; what follows `sat` are definitions, in brackets or not.
fn read_answer(said: &str) -> Option<Answer> {
    let mut rest = said;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        match line.trim() {
            "sat" => {
                let after = after.trim();
                let bare = after.starts_with("(define-fun");
                return Some(Answer::Solved(if bare { format!("({after})") } else { after.into() }));
            }
            "unsat" => return Some(Answer::Refuted(None)),
            _ => rest = after,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_one_question_are_read() {
        let solution = |said: &str| match read_answer(said) {
            Some(Answer::Solved(solution)) => solution,
            _ => String::new(),
        };
        assert_eq!(solution("sat\n(\n  (define-fun p () Bool true)\n)\n"), "(\n  (define-fun p () Bool true)\n)");
        assert_eq!(solution("Warning: old\nsat\n(define-fun p () Bool true)\n"), "((define-fun p () Bool true))");
        assert!(matches!(read_answer("unsat\n0: false"), Some(Answer::Refuted(None))));
        assert_eq!(depth("(:SPACER-cex-depth   15\n :time 0.5)"), Some(15));
        assert!(read_answer("(error \"unsat\")").is_none());
    }

    #[test]
    fn solvers_have_names() {
        assert_eq!(known().filter_map(find).count(), 3);
        assert!(solves_only_clauses("golem") && !solves_only_clauses("z3"));
        assert!(find("cvc5").is_none());
    }
}
