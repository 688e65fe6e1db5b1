//! Constrained Horn clauses: what a program does, as implications between unknown predicates (Beyene, Herrera,
//! Nigam, "Verification of Ada Programs with AdaHorn").
//!
//! In: a program. Out: a [`System`] of clauses `body ∧ constraint → head`. A predicate stands for the states in which
//! executions come to a *place*: the entry of a procedure, its return, a loop head, and between statements where the
//! encoding needs it. The clauses say that each is at least as large as what executions reach; those with the head
//! `false` say that no check fails. So the system has a solution exactly if no execution violates a property, and
//! the predicates at loop heads are then invariants. (Bjørner, Gurfinkel, McMillan, Rybalchenko, "Horn Clause Solvers
//! for Program Verification", 2015.)
//!
//! - [`places`] chooses the places; [`live`] says which variables matter at each.
//! - [`execute`] walks from each place to the next ones, over whole acyclic parts of the program at once (large-block
//!   encoding), with states merged where ways meet; [`values`] turns expressions into terms, [`shape`] types into sorts.
//! - A call is a step to the entry of the callee, and a step over it that knows the callee's return: its summary, the
//!   relation between values at entry and at return. Recursion needs nothing more.
//! - [`copies`]: parameters that equal others are removed.
//! - [`cells`]: arrays as a few of their elements.
//! - [`numbers`]: machine integers become mathematical ones, exactly, unless the program works on single bits.
//!
//! Deliberately absent: memory. Pointers that promotion did not remove are refused with a reason. Text and solvers are
//! for others: `export` prints systems, `engines` asks.

mod cells;
mod copies;
mod execute;
mod live;
mod numbers;
mod places;
mod shape;
#[cfg(test)]
mod tests;
mod values;

pub use copies::{Equal, Removed, without_copies};

use cairn_base::{Budget, Table, define_id};
use cairn_ir::{BlockId, ProcId, Program, PropertyId, VarId};
use cairn_term::{Sort, SortId, TermId, Terms};

define_id!(
    /// A predicate of a system.
    PredicateId,
    "predicate"
);

/// How machine integers are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbers {
    /// As mathematical integers, unless operators on single bits make that costly.
    #[default]
    Chosen,
    Integers,
    BitVectors,
}

/// How arrays are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arrays {
    /// As arrays, in the theory of arrays.
    #[default]
    Theory,
    /// By this many of their elements ([`cells`]).
    Cells(u32),
}

/// Where predicates stand between the entry, the loop heads and the return of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Granularity {
    /// Only after calls.
    #[default]
    Large,
    /// Also before them, after the initial values of the variables and, with cells, around statements that use arrays: as the
    /// figures of the paper have them.
    Figures,
}

#[derive(Clone, Debug)]
pub struct Options {
    /// Where executions start.
    pub entries: Vec<ProcId>,
    /// The properties of which a violation is a contradiction; without a list all of them.
    pub properties: Option<Vec<PropertyId>>,
    pub numbers: Numbers,
    pub arrays: Arrays,
    pub granularity: Granularity,
    /// Arrays with at most this many scalars are taken apart.
    pub expand: u64,
}

impl Options {
    pub fn new(entries: Vec<ProcId>) -> Self {
        Self {
            entries,
            properties: None,
            numbers: Numbers::default(),
            arrays: Arrays::default(),
            granularity: Granularity::default(),
            expand: 0,
        }
    }
}

/// Where executions are when a predicate holds of their state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    Entry(ProcId),
    LoopHead(ProcId, BlockId),
    /// Before this statement of the block.
    Before(ProcId, BlockId, usize),
    Return(ProcId),
}

/// One step into a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    Field(u32),
    /// An element of an array that was taken apart.
    Element(u64),
    /// All elements: the parameter is an array.
    Each,
}

/// What a parameter of a predicate is: a variable or a part of it, now or at the entry of the procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantity {
    pub variable: VarId,
    pub at_entry: bool,
    pub path: Vec<Step>,
    pub aspect: Aspect,
}

/// What of a quantity a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aspect {
    #[default]
    Whole,
    /// The index of this cell of an array, and the value there.
    CellIndex(u32),
    CellValue(u32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: String,
    pub sort: SortId,
    /// As an integer it is the value with sign.
    pub is_signed: bool,
    /// None where the program has no variable for it: parts of pointers, allocations.
    pub quantity: Option<Quantity>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// Says procedure and place; fit for SMT-LIB, and no other predicate has it.
    pub name: String,
    pub place: Place,
    pub parameters: Vec<Parameter>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Application {
    pub predicate: PredicateId,
    pub arguments: Vec<TermId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Head {
    State(Application),
    /// `false`: the property is violated.
    Violation(PropertyId),
    /// `false`: the execution is not followed.
    Lost,
}

/// `body ∧ constraint → head`, for all values of the symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    pub body: Vec<Application>,
    /// Conjuncts.
    pub constraint: Vec<TermId>,
    pub head: Head,
}

/// A set of clauses.
#[derive(Clone, Debug, Default)]
pub struct System {
    pub terms: Terms,
    pub predicates: Table<PredicateId, Predicate>,
    pub clauses: Vec<Clause>,
    /// Machine integers are mathematical ones.
    pub is_mathematical: bool,
}

impl System {
    /// Whether some predicate is about an array.
    pub fn has_arrays(&self) -> bool {
        let is_array = |p: &Parameter| matches!(self.terms.sort_data(p.sort), Sort::Array { .. });
        self.predicates.values().any(|predicate| predicate.parameters.iter().any(is_array))
    }
    /// The name a symbol of a clause was made from: of a variable of the program.
    pub fn base_name(&self, symbol: TermId) -> &str {
        let name = self.terms.as_symbol(symbol).map_or("x", |symbol| self.terms.symbol_name(symbol));
        name.split_once(MARK).map_or(name, |(base, _)| base)
    }
}

/// Between the name of a variable and a number in the names of symbols.
const MARK: char = '#';

/// Why a program has no clauses.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

pub(crate) fn refuse<T>(what: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(what.into()))
}

/// The clauses of a program.
pub fn encode(program: &Program, options: &Options, budget: &Budget) -> Result<System, Refused> {
    let encoded = execute::Encoder::new(program, options, budget)?.run()?;
    with_arrays(numbers::translate(encoded, options.numbers)?, options.arrays)
}

/// A system over machine integers, with another representation of them.
pub fn with_numbers(system: System, numbers: Numbers) -> Result<System, Refused> {
    let System { terms, predicates, clauses, .. } = system;
    let (unsigned, exact) = Default::default();
    numbers::translate(execute::Encoded { terms, predicates, clauses, unsigned, exact }, numbers)
}

/// A system whose arrays are arrays, with another representation of them.
pub fn with_arrays(system: System, arrays: Arrays) -> Result<System, Refused> {
    match arrays {
        Arrays::Theory => Ok(system),
        Arrays::Cells(count) => cells::without_arrays(system, count),
    }
}
