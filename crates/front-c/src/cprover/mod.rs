//! Contracts in the words of CBMC: `__CPROVER_requires` and its like behind declarators and heads of loops.
//!
//! `parser` reads the clauses as C expressions, `typing` types them in the scope of the parameters, into the same
//! specifications as ACSL ([`crate::acsl::tree`]); what they say is computed as C computes, without its checks.
//!
//! Deliberately absent: contracts named by function pointers (`__CPROVER_requires_contract`), refused where they stand.

pub mod parser;
pub mod typing;

use crate::syntax::ast::Expression;
use cairn_base::Span;

#[derive(Debug)]
pub struct Clause {
    pub kind: ClauseKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum ClauseKind {
    Requires(Expression),
    Ensures(Expression),
    Assigns(Vec<Targets>),
    Frees(Vec<Targets>),
    LoopInvariant(Expression),
    Decreases(Vec<Expression>),
    Refused(String),
}

/// `condition: a, b;` in a list of what may be assigned or released.
#[derive(Debug)]
pub struct Targets {
    pub condition: Option<Expression>,
    pub targets: Vec<Expression>,
}
