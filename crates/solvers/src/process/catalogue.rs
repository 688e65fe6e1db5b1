//! The solvers we know by name: how to start them and in what they deviate. Data, not code.

use std::process::{Command, Stdio};

/// How to talk to one solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverCommand {
    /// As the user names it.
    pub name: String,
    pub program: String,
    pub arguments: Vec<String>,
    /// Commands to send first.
    pub preamble: Vec<String>,
}

/// A solver that answered when asked for its version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub name: String,
    pub version: String,
}

/// Name, program, arguments for a dialogue on standard input, commands to send first. Only what the
/// solver does not do by itself: Yices must be told to be incremental on its command line, cvc5 by option, and
/// cvc5 treats constant arrays only when asked to.
const KNOWN: [(&str, &str, &[&str], &[&str]); 5] = [
    ("z3", "z3", &["-in", "-smt2"], &[]),
    ("cvc5", "cvc5", &[], &["(set-option :incremental true)", "(set-option :arrays-exp true)"]),
    ("bitwuzla", "bitwuzla", &[], &[]),
    ("mathsat", "mathsat", &[], &[]),
    ("yices", "yices-smt2", &["--incremental"], &[]),
];

impl SolverCommand {
    /// A known name, or else a whole command line, cut at blanks.
    pub fn from_user(text: &str) -> Option<Self> {
        let known = KNOWN.iter().find(|(name, ..)| *name == text).map(Self::known);
        known.or_else(|| {
            let mut words = text.split_whitespace().map(String::from);
            let program = words.next()?;
            Some(Self { name: text.into(), program, arguments: words.collect(), preamble: Vec::new() })
        })
    }

    fn known(&(name, program, arguments, preamble): &(&str, &str, &[&str], &[&str])) -> Self {
        let strings = |list: &[&str]| list.iter().map(|s| s.to_string()).collect();
        Self { name: name.into(), program: program.into(), arguments: strings(arguments), preamble: strings(preamble) }
    }

    /// The first line that `--version` prints, or `None` when there is no such program.
    pub fn version(&self) -> Option<String> {
        let output = Command::new(&self.program).arg("--version").stdin(Stdio::null()).output().ok()?;
        let said = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&said);
        let line = text.lines().map(str::trim).find(|l| !l.is_empty())?;
        output.status.success().then(|| line.to_string())
    }
}

/// All known solvers.
pub fn known() -> impl Iterator<Item = SolverCommand> {
    KNOWN.iter().map(SolverCommand::known)
}

/// The known solvers that are installed, with their versions.
pub fn installed() -> Vec<Found> {
    known().filter_map(|s| Some(Found { version: s.version()?, name: s.name })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_names_a_known_solver_or_any_command() {
        assert_eq!(SolverCommand::from_user("z3").unwrap().arguments, ["-in", "-smt2"]);
        let own = SolverCommand::from_user("my-solver --deep 3").unwrap();
        assert_eq!((own.program.as_str(), own.arguments.len()), ("my-solver", 2));
        assert_eq!(SolverCommand::from_user("  "), None);
    }

    #[test]
    fn a_missing_program_has_no_version() {
        assert_eq!(SolverCommand::from_user("cairn-no-such-solver").unwrap().version(), None);
    }
}
