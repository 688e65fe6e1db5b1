//! The typed tree of specifications: names resolved, every term with its type, every conversion written out.
//!
//! A predicate is a term of type [`LogicType::Boolean`]. Arithmetic is on mathematical integers and reals: values of C's
//! types become such by [`TermKind::Convert`]. An object of C is a [`Location`]; its value is read in the state that the
//! [`TermKind::At`] around it names, or where the specification stands. Sets of places are terms with
//! [`TermKind::Range`], [`TermKind::Set`] or [`TermKind::Comprehension`] in them.
//!
//! What is not supported stands as [`TermKind::Refused`] where it is. Clauses in the words of CBMC are C expressions
//! ([`TermKind::C`]), computed as C computes.

use super::syntax::{Ending, Force, Relation};
use crate::sema::tree::{Expr, FunctionId, LabelId, StringId, VariableId};
use crate::types::TypeId;
use cairn_base::{Span, define_id};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::Arc;

define_id!(
    /// A variable of specifications: bound by a quantifier or `\let`, or a parameter of a definition.
    LogicVariableId,
    "logic"
);
define_id!(
    /// A predicate or logic function.
    LogicFunctionId,
    "predicate"
);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogicType {
    Integer,
    Real,
    Boolean,
    C(TypeId),
    /// Declared by `type t;`, or a type variable.
    Abstract(Arc<str>),
    /// A set of values or places of this type.
    Set(Box<LogicType>),
}

#[derive(Clone, Debug)]
pub struct LogicVariable {
    pub name: Arc<str>,
    pub ty: LogicType,
}

#[derive(Clone, Debug)]
pub struct LogicFunction {
    pub name: Arc<str>,
    /// Names of its label parameters.
    pub labels: Vec<Arc<str>>,
    pub parameters: Vec<LogicVariableId>,
    pub result: LogicType,
    pub body: LogicBody,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum LogicBody {
    /// Known by axioms only: of the axiomatic block with this name.
    Axioms(Arc<str>),
    Is(Box<Term>),
    /// Cases of an inductive definition.
    Inductive(Vec<Term>),
    /// Being defined, or defined in a way that is not supported.
    Open,
}

#[derive(Clone, Debug)]
pub struct Lemma {
    pub name: Arc<str>,
    /// How many label parameters it has.
    pub labels: usize,
    pub statement: Term,
    pub force: Force,
    pub is_axiom: bool,
    pub span: Span,
}

/// A state that terms are evaluated in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    Here,
    /// Before the function, or the statement that the contract belongs to.
    Old,
    /// Before the function.
    Pre,
    Post,
    LoopEntry,
    LoopCurrent,
    Init,
    C(LabelId),
    /// A label parameter of the definition around.
    Parameter(usize),
}

#[derive(Clone, Debug)]
pub struct Term {
    pub kind: TermKind,
    pub ty: LogicType,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
    Min,
    Max,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connective {
    And,
    Or,
    Xor,
    Implies,
    Equivalent,
}

/// What a conversion does; source and target are the types of operand and node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// The number that a value of C has (also of a Boolean).
    ToInteger,
    ToReal,
    /// To a C type, as C converts (integers: what does not fit wraps around).
    ToC,
    /// Whether it is not zero, or not null.
    ToBoolean,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    Valid,
    ValidRead,
    Initialized,
    Separated,
    Fresh,
    Freeable,
    Allocable,
    Dangling,
    ValidFunction,
    BaseAddress,
    BlockLength,
    Offset,
    Subset,
    IsFinite,
    IsNan,
    IsInfinite,
    SameObject,
    /// A zero is among the readable bytes from here on.
    ValidString,
    ValidReadString,
}

#[derive(Clone, Debug)]
pub enum TermKind {
    Integer(BigInt),
    Real(BigRational),
    Boolean(bool),
    Null,
    Text(StringId),
    Variable(LogicVariableId),
    Result,
    Read(Box<Location>),
    /// Also the address of the first element of an array.
    AddressOf(Box<Location>),
    FunctionAddress(FunctionId),
    /// A member of a value.
    Field(Box<Term>, usize),
    Convert(Conversion, Box<Term>),
    Negate(Box<Term>),
    BitNot(Box<Term>),
    Absolute(Box<Term>),
    Operation(Operator, Box<Term>, Box<Term>),
    /// A pointer moved by so many elements.
    PointerAdd(Box<Term>, Box<Term>),
    PointerDifference(Box<Term>, Box<Term>),
    Compare(Relation, Box<Term>, Box<Term>),
    Not(Box<Term>),
    Connective(Connective, Box<Term>, Box<Term>),
    Conditional(Box<[Term; 3]>),
    Quantified {
        universal: bool,
        binders: Vec<LogicVariableId>,
        body: Box<Term>,
    },
    Let(LogicVariableId, Box<Term>, Box<Term>),
    At(Box<Term>, Label),
    Apply {
        function: LogicFunctionId,
        /// None: the state around.
        labels: Vec<Label>,
        arguments: Vec<Term>,
    },
    Builtin(Builtin, Vec<Term>),
    Range(Option<Box<Term>>, Option<Box<Term>>),
    Set(Vec<Term>),
    /// Every value of the term for which the condition holds.
    Comprehension {
        term: Box<Term>,
        binders: Vec<LogicVariableId>,
        condition: Option<Box<Term>>,
    },
    C(Box<Expr>),
    Refused(Arc<str>),
}

#[derive(Clone, Debug)]
pub struct Location {
    pub kind: LocationKind,
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum LocationKind {
    Variable(VariableId),
    Deref(Term),
    /// Of an array object.
    Index(Box<Location>, Term),
    Member(Box<Location>, usize),
}

/// A clause that says something.
#[derive(Clone, Debug)]
pub struct Formula {
    /// `ensures`, `loop invariant`, …
    pub word: &'static str,
    pub behavior: Option<Arc<str>>,
    /// What it holds under: the `assumes` of its behaviour.
    pub when: Vec<Term>,
    pub force: Force,
    pub term: Term,
    pub span: Span,
}

/// A place that may be assigned.
#[derive(Clone, Debug)]
pub struct AssignedPlace {
    pub when: Vec<Term>,
    /// Its value is a [`TermKind::Read`], possibly with ranges inside, or an object ([`TermKind::Refused`] otherwise).
    pub place: Term,
    /// Every byte of the object that the pointer points into.
    pub whole_object: bool,
    pub span: Span,
}

/// A clause that is read and not used.
#[derive(Clone, Debug)]
pub struct Dropped {
    pub why: Arc<str>,
    pub span: Span,
}

/// The contract of a function or statement.
#[derive(Clone, Debug, Default)]
pub struct Specification {
    pub requires: Vec<Formula>,
    pub ensures: Vec<(Ending, Formula)>,
    /// Complete and disjoint behaviours.
    pub obligations: Vec<Formula>,
    /// `None`: nothing is said.
    pub assigns: Option<Vec<AssignedPlace>>,
    pub frees: Option<Vec<Term>>,
    pub decreases: Vec<Formula>,
    /// Of a function: the named behaviours with what they assume.
    pub behaviors: Vec<(Arc<str>, Vec<Term>)>,
    pub dropped: Vec<Dropped>,
}

impl Specification {
    pub fn is_empty(&self) -> bool {
        self.requires.is_empty()
            && self.ensures.is_empty()
            && self.obligations.is_empty()
            && self.assigns.is_none()
            && self.frees.is_none()
            && self.decreases.is_empty()
            && self.behaviors.is_empty()
            && self.dropped.is_empty()
    }
}

/// What is said about a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopSpecification {
    pub invariants: Vec<Formula>,
    pub variants: Vec<Formula>,
    pub assigns: Option<Vec<AssignedPlace>>,
    pub dropped: Vec<Dropped>,
}

impl LoopSpecification {
    pub fn is_empty(&self) -> bool {
        self.invariants.is_empty() && self.variants.is_empty() && self.assigns.is_none() && self.dropped.is_empty()
    }
}

/// What stands between statements.
#[derive(Clone, Debug)]
pub enum CodeSpecification {
    Assertion(Formula),
    Dropped(Dropped),
}

impl Term {
    /// Calls `visit` with each direct part that is a term; objects hold further ones.
    pub fn for_each_child(&self, mut visit: impl FnMut(&Term)) {
        match &self.kind {
            TermKind::Field(a, _)
            | TermKind::Convert(_, a)
            | TermKind::Negate(a)
            | TermKind::BitNot(a)
            | TermKind::Absolute(a)
            | TermKind::Not(a)
            | TermKind::Quantified { body: a, .. }
            | TermKind::At(a, _) => visit(a),
            TermKind::Operation(_, a, b)
            | TermKind::PointerAdd(a, b)
            | TermKind::PointerDifference(a, b)
            | TermKind::Compare(_, a, b)
            | TermKind::Connective(_, a, b)
            | TermKind::Let(_, a, b) => {
                visit(a);
                visit(b);
            }
            TermKind::Conditional(parts) => parts.iter().for_each(visit),
            TermKind::Apply { arguments, .. } | TermKind::Builtin(_, arguments) | TermKind::Set(arguments) => {
                arguments.iter().for_each(visit);
            }
            TermKind::Range(a, b) => [a, b].into_iter().flatten().for_each(|term| visit(term)),
            TermKind::Comprehension { term, condition, .. } => {
                visit(term);
                condition.iter().for_each(|term| visit(term));
            }
            _ => {}
        }
    }
}
