//! Terms: the formulas that engines build and solvers decide.
//!
//! Terms are a hash-consed graph in a [`Terms`] context that is passed explicitly. Constructors
//! simplify while building (module [`rewrite`]); [`semantics`] fixes one total meaning for every
//! operator; the evaluator and the constant folder both compute by it, with [`softfloat`] for IEEE
//! numbers of any format.
//!
//! Deliberately absent: deciding anything (crate `solvers`), and records, pointers or other program
//! types (crate `ir` and the engines flatten them first).

pub mod applications;
pub mod bounds;
pub mod bv;
pub mod entries;
pub mod eval;
pub mod integers;
pub mod op;
#[cfg(test)]
mod random;
pub mod rewrite;
pub mod semantics;
pub mod smtlib;
pub mod softfloat;
pub mod sort;
pub mod substitute;
pub mod terms;
pub mod traverse;
pub mod typing;
mod unique;
pub mod value;

pub use bv::BvValue;
pub use entries::Entries;
pub use eval::{Assignment, EvalError, Evaluator, FunctionValue, evaluate};
pub use op::{FunId, IntId, Op, RealId, SymbolId, TermId, ValueId};
pub use sort::{FloatFormat, RoundingMode, Sort, SortId};
pub use substitute::FunctionDefinition;
pub use terms::{FunctionData, Named, Terms};
pub use traverse::{PostOrder, TermSet};
pub use typing::SortError;
pub use value::{ArrayValue, Value};
