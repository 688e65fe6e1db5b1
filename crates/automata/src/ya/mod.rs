//! Automata in YA, the language of Aoraï (Stouls and Prevosto, "Aoraï Plugin Tutorial"), as they are written.
//!
//! A guard is one condition or a sequence of calls with repetitions. [`check`] finds what makes a file meaningless.

pub mod check;

use crate::condition::{Condition, Operand};
use cairn_base::source::Span;

#[derive(Clone, Default, Debug)]
pub struct File {
    pub initial: Vec<Named>,
    pub accepting: Vec<Named>,
    pub deterministic: bool,
    /// The functions whose calls and returns are events; `None`: all that the program defines.
    pub observables: Option<Vec<Named>>,
    pub variables: Vec<Variable>,
    pub states: Vec<State>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    pub name: String,
    pub span: Span,
}

/// `$x : int;`
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// The type as it was written.
    pub kind: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct State {
    pub name: Named,
    pub transitions: Vec<Transition>,
}

#[derive(Clone, Debug)]
pub struct Transition {
    pub guard: Guard,
    pub actions: Vec<Action>,
    pub target: Named,
}

/// `$x := value;`
#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    pub variable: Named,
    pub value: Operand,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Guard {
    /// `-> S`: every event.
    Always,
    /// None of the other guards of the state holds.
    Other(Span),
    Sequence(Box<Element>),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Element {
    Condition(Condition),
    Repeated { body: Box<Basic>, repetition: Repetition },
}

#[derive(Clone, PartialEq, Debug)]
pub enum Basic {
    /// `[ a; b ]`
    Group(Vec<Element>),
    /// `f{{before}}(inside){{after}}`: a complete call.
    Call { function: Named, before: Box<Condition>, inside: Vec<Element>, after: Box<Condition> },
}

/// From `least` to `most` times; no `most`: any number.
#[derive(Clone, PartialEq, Debug)]
pub struct Repetition {
    pub least: Operand,
    pub most: Option<Operand>,
}

impl Repetition {
    pub fn once() -> Self {
        Self { least: number(1), most: Some(number(1)) }
    }
}

fn number(value: u32) -> Operand {
    Operand::Integer(value.into())
}

impl File {
    pub fn state(&self, name: &str) -> Option<&State> {
        self.states.iter().find(|state| state.name.name == name)
    }
    pub fn accepts(&self, name: &str) -> bool {
        self.accepting.iter().any(|accepting| accepting.name == name)
    }
    /// Whether some guard is more than one condition.
    pub fn has_sequences(&self) -> bool {
        let extended =
            |guard: &Guard| matches!(guard, Guard::Sequence(element) if matches!(**element, Element::Repeated { .. }));
        self.states.iter().any(|state| state.transitions.iter().any(|t| extended(&t.guard)))
    }
}
