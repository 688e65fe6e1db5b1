//! Specifications to the program form.
//!
//! `contracts` attaches them to procedures and loops, and writes assertions; `terms`, `numbers`, `places` and `predicates` write terms
//! as pure expressions; `states` says which state a label means. Mathematical integers stay what they are: a pass makes
//! machine integers of them where they are bounded. What has no form is a [`Refusal`]: the clause is dropped by name, so
//! that whoever depends on it is unsupported.

mod contracts;
mod functions;
mod logic_functions;
mod numbers;
mod places;
mod predicates;
mod states;
mod terms;

pub(crate) use functions::ClauseCall;
pub(crate) use logic_functions::LogicProcedures;

use super::tree::{Label, LogicVariableId};
use crate::lower::{Lower, Lowerer, Refusal};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{BlockId, ExprId};
use rustc_hash::FxHashMap;

/// How deep predicates and logic functions may lead into each other.
const DEPTH_LIMIT: u32 = 60;

/// What a clause is part of: it decides what labels mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Read where the function is entered.
    Before,
    /// Read where it returns; `Old` is its entry.
    After,
    /// At the head of a loop; `Pre` is the function's entry.
    Loop,
    /// Between statements.
    Code,
    /// Behind a statement with a contract.
    AfterStatement,
}

/// Places in a body that values are saved at.
#[derive(Clone, Default, Debug)]
pub(crate) struct Points {
    /// Blocks without other statements: at the entry of the function, before the statement with the contract around,
    /// before the loop around, and at labels.
    pub entry: Option<BlockId>,
    pub statement: Option<BlockId>,
    pub loops: Vec<BlockId>,
    pub labels: FxHashMap<crate::sema::tree::LabelId, BlockId>,
}

/// Values of variables of specifications, and what labels mean.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub part: Part,
    values: FxHashMap<LogicVariableId, Value>,
    /// What the label parameters of the definition around mean.
    labels: Vec<Label>,
    depth: u32,
    /// Inside of a value that is read in another state: how many values are bound outside of it.
    is_elsewhere: bool,
    /// In a definition or a lemma: which of its states terms are read in. There is no memory, but what pointers lead to in
    /// each state.
    state: Option<usize>,
    pointers: FxHashMap<LogicVariableId, logic_functions::Elements>,
}

impl Scope {
    pub fn new(part: Part) -> Self {
        Scope {
            part,
            values: FxHashMap::default(),
            labels: Vec::new(),
            depth: 0,
            is_elsewhere: false,
            state: None,
            pointers: FxHashMap::default(),
        }
    }
}

/// What a term is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Integer(ExprId),
    Real(ExprId),
    Boolean(ExprId),
    /// Of a C type, as the program form holds it.
    C(ExprId),
}

impl Value {
    fn expr(self) -> ExprId {
        match self {
            Value::Integer(e) | Value::Real(e) | Value::Boolean(e) | Value::C(e) => e,
        }
    }
    fn map(self, change: impl FnOnce(ExprId) -> Lower<ExprId>) -> Lower<Value> {
        Ok(match self {
            Value::Integer(e) => Value::Integer(change(e)?),
            Value::Real(e) => Value::Real(change(e)?),
            Value::Boolean(e) => Value::Boolean(change(e)?),
            Value::C(e) => Value::C(change(e)?),
        })
    }
}

fn refuse<T>(what: impl std::fmt::Display, span: Span) -> Lower<T> {
    Err(Refusal::at(what.to_string(), span))
}

impl Lowerer<'_> {
    /// Whether something between or around the statements of a body needs values of earlier states.
    pub(crate) fn begin_points(&mut self, span: Span) {
        let entry = self.frame.block;
        self.frame.points = Points { entry: Some(entry), ..Points::default() };
        let body = self.new_block("start");
        self.goto_and_enter(body, span);
    }
    /// A block that nothing but saved values stand in.
    pub(crate) fn new_point(&mut self, hint: &str, span: Span) -> BlockId {
        let point = self.new_block(hint);
        self.goto_and_enter(point, span);
        let behind = self.new_block("behind");
        self.goto_and_enter(behind, span);
        point
    }
}
