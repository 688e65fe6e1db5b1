//! What inputs and procedures are, for those who show executions or repeat them outside of Cairn.
//!
//! A name is for people: it may be any, and two things may have alike ones. Whoever needs to know that an input is the
//! number of arguments, or that a procedure only starts another one, asks for the role. Roles change no execution.

use std::fmt;
use std::sync::Arc;

/// What an arbitrary value stands for: who would supply it if the program ran.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputRole {
    /// The number of arguments of the program.
    ArgumentCount,
    /// A part of an argument of the program.
    Argument,
    /// Whether an allocation fails.
    AllocationFails,
    /// What this function, whose body is not known, returns.
    Result(Arc<str>),
    /// What this subprogram, whose body is not known, does otherwise: what it writes, or the exception it raises.
    Effect(Arc<str>),
    /// A part of the state that an entry starts from.
    EntryState,
    /// A read of an object that others may change at any time.
    Volatile,
    /// The value of something that nobody gave a value.
    Uninitialized,
    /// One of several behaviours between which the language does not decide.
    Choice,
    /// What the surroundings give: files, devices, clocks.
    Environment,
}

impl InputRole {
    /// The roles that the text form writes as a word alone.
    pub const PLAIN: [(&'static str, InputRole); 8] = [
        ("argument-count", InputRole::ArgumentCount),
        ("argument", InputRole::Argument),
        ("allocation-fails", InputRole::AllocationFails),
        ("entry-state", InputRole::EntryState),
        ("volatile", InputRole::Volatile),
        ("uninitialized", InputRole::Uninitialized),
        ("choice", InputRole::Choice),
        ("environment", InputRole::Environment),
    ];

    /// The word of the text form.
    pub fn word(&self) -> &'static str {
        match self {
            InputRole::Result(_) => "result",
            InputRole::Effect(_) => "effect",
            plain => Self::PLAIN.iter().find(|(_, role)| role == plain).map_or("?", |(word, _)| word),
        }
    }
    /// The subprogram it comes from.
    pub fn subprogram(&self) -> Option<&Arc<str>> {
        match self {
            InputRole::Result(name) | InputRole::Effect(name) => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for InputRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputRole::ArgumentCount => f.write_str("the number of arguments"),
            InputRole::Argument => f.write_str("an argument of the program"),
            InputRole::AllocationFails => f.write_str("whether an allocation fails"),
            InputRole::Result(name) => write!(f, "the result of `{name}`, which has no body"),
            InputRole::Effect(name) => write!(f, "an effect of `{name}`, which has no body"),
            InputRole::EntryState => f.write_str("the state at the start"),
            InputRole::Volatile => f.write_str("a read of a volatile object"),
            InputRole::Uninitialized => f.write_str("something without a value"),
            InputRole::Choice => f.write_str("a choice that the language leaves open"),
            InputRole::Environment => f.write_str("what the surroundings give"),
        }
    }
}

/// Where a procedure comes from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ProcedureRole {
    /// The source writes it.
    #[default]
    Source,
    /// A part of the language's library that comes with a front end.
    Library,
    /// Executions start in it: it sets the stage and calls what the source calls by this name.
    Start(Arc<str>),
    /// Gives package variables their first values.
    Elaboration,
    /// What the contract of this subprogram says, in place of its body.
    Contract(Arc<str>),
    /// Holds what rules of the language say about the text, as checks that depend on no execution.
    Rules,
    /// A function of specifications, never called: expressions apply it. What it `ensures`, if anything, defines it: that
    /// its result equals an expression of its parameters. Without that it is any function.
    Logic,
    /// The same without parameters, defined as a condition about all arguments of some logic functions that holds by their
    /// definitions. Nobody evaluates it.
    Fact,
    /// A fact that is taken to hold.
    Axiom,
    /// A fact that is to be shown.
    Lemma,
}

impl ProcedureRole {
    /// Whether it is a condition that holds, or is taken to.
    pub fn is_fact(&self) -> bool {
        matches!(self, ProcedureRole::Fact | ProcedureRole::Axiom | ProcedureRole::Lemma)
    }
    pub fn is_logic(&self) -> bool {
        *self == ProcedureRole::Logic || self.is_fact()
    }
}
