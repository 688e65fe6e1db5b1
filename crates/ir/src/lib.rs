//! The program form: one language-neutral control-flow graph of typed statements, which every front
//! end produces and every engine consumes.
//!
//! - [`types`], [`value`], [`expr`], [`program`]: the data structures, all tables indexed by typed ids;
//! - [`check`]: the closed list of check kinds, and properties; [`role`]: what inputs and procedures are; [`selection`]: which checks are made;
//!   [`contract`]: what sources promise;
//! - [`typing`]: which expressions are well typed; [`build`] refuses the others;
//! - [`layout`]: values as bytes; [`interp`]: the interpreter, the referee of every counterexample.
//!
//! Nothing is implicit in a program: a run-time check is a `check` statement before the operation, an
//! implicit conversion is a conversion, evaluation order is statement order. Operations are total
//! (SMT-LIB meaning); what would go wrong is caught by a `check` before it.
//!
//! Deliberately absent: source languages, terms, solvers, engines.

pub mod build;
pub mod check;
pub mod contract;
pub mod defined;
pub mod display;
pub mod expr;
pub mod hoist;
pub mod interp;
pub mod layout;
pub mod program;
pub mod role;
pub mod selection;
pub mod text;
pub mod types;
pub mod typing;
mod unfinished;
pub mod validate;
pub mod value;
pub mod verdict;

pub use check::{CheckKind, Property, PropertyId};
pub use contract::{Contract, Dropped, Location, LoopContract, Region};
pub use expr::{
    Binary, Convert, Expr, ExprId, ExprKind, FloatClass, Place, PlaceBase, Projection, Rounding, Sign, Unary,
};
pub use layout::{Layout, size_of};
pub use program::{
    AllocationKind, AssumedFunction, Block, BlockId, Callee, Initial, Language, Origin, Outside, ProcId, Procedure,
    Program, Reason, SPECIFICATION, SourceSubprogram, Statement, StatementKind, Target, Terminator, VarId, Variable,
    VariableKind,
};
pub use role::{InputRole, ProcedureRole};
pub use selection::CheckSelection;
pub use types::{Display, Field, FloatFormat, RecordType, Style, Type, TypeId, TypeKind, Types};
pub use value::{ArrayValue, Bits, Byte, ObjectId, Pointer, Value};
pub use verdict::{
    CallSite, Counterexample, Decision, LoopPlace, LoopProof, ProcedureProof, Proof, ProofMethod, Verdict,
};
