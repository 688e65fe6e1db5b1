//! The typed tree: one linked program, names resolved, every expression typed, every conversion written out.
//! This is what lowering consumes.
//!
//! Invariants lowering relies on:
//! - An [`Expr`] is a value (no array, no function, no qualifiers; a record value or `void` is possible). An
//!   [`Lvalue`] designates an object. [`ExprKind::Load`] is the only way from the second to the first, and
//!   [`ExprKind::Decay`], [`ExprKind::AddressOf`] give its address.
//! - Operands of arithmetic have the type C computes in: both operands of [`ExprKind::Binary`] are of the node's
//!   type (shifts: the left one), both operands of [`ExprKind::Compare`] of one type. Conversions are
//!   [`ExprKind::Cast`] nodes, with kind and reason. A load of a bit-field has the field's declared type (or `int`
//!   once promoted); its value is in the range of the field's width.
//! - What C tests (conditions, `!`, `&&`, `||`) is a scalar of any type, compared unequal to zero.
//! - Constant expressions are folded where C demands constants (cases, array lengths, bit-field widths,
//!   enumerators, initialisers of static objects) and where folding cannot hide an error: an operation that
//!   overflows or divides by zero stays an operation.
//! - The type of a reference to a variable or function may differ from that of the variable itself: it is a
//!   compatible type of another declaration. `extern int a[];` knows no length; the variable's own type does.
//! - A hidden variable is never mentioned twice in one evaluation unless C says it is the same object.
//! - What is not supported stands as [`ExprKind::Unsupported`], [`LvalueKind::Unsupported`] or
//!   [`StmtKind::Unsupported`] where it is.
//!
//! Evaluation order is left to lowering; where the source leaves the order of conflicting side effects open, a
//! [`StmtKind::Unsupported`] stands before the statement.

pub use super::builtin::{AtomicOperation, AtomicResult, Builtin, OverflowOperation};
use crate::acsl::tree::{
    CodeSpecification, Dropped, Lemma, LogicFunction, LogicFunctionId, LogicVariable, LogicVariableId,
    LoopSpecification, Specification, Term,
};
pub use crate::syntax::ast::Annotation;
use crate::types::{LengthId, Qualified, TypeId, Types};
use cairn_base::{Span, Table, define_id};
use num_bigint::BigInt;
use std::sync::Arc;

define_id!(
    /// A variable of the program: global, static local, parameter, local, or made by the analysis.
    VariableId,
    "v"
);
define_id!(
    /// A function of the program.
    FunctionId,
    "f"
);
define_id!(
    /// A string literal; equal literals are different objects only in theory, so they share an id.
    StringId,
    "string"
);
define_id!(
    /// A label of one function.
    LabelId,
    "label"
);
define_id!(
    /// A `case` or `default` of one function, numbered through it.
    CaseId,
    "case"
);

/// All translation units, linked.
#[derive(Clone, Debug)]
pub struct Program {
    pub types: Types,
    pub variables: Table<VariableId, Variable>,
    pub functions: Table<FunctionId, Function>,
    pub strings: Table<StringId, StringLiteral>,
    /// The hidden variable (of type `size_t`) with each variable length.
    pub lengths: Table<LengthId, VariableId>,
    /// What specifications define, in order.
    pub logic_variables: Table<LogicVariableId, LogicVariable>,
    pub logic_functions: Table<LogicFunctionId, LogicFunction>,
    pub lemmas: Vec<Lemma>,
    /// What holds whenever a function is entered or left.
    pub global_invariants: Vec<(Arc<str>, Term, Span)>,
    pub dropped_definitions: Vec<Dropped>,
    /// What is not supported and stands outside of functions: the whole program depends on it.
    pub unsupported: Vec<(Span, Arc<str>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Seen by every translation unit.
    External,
    /// Seen by one translation unit.
    Internal,
    /// Locals, parameters, and what the analysis made.
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Exists throughout the execution.
    Static,
    /// One for each thread; there is one thread.
    ThreadLocal,
    /// Lives from entry to exit of its block (a variable-length array: from its declaration).
    Automatic,
    /// Of the function's call.
    Parameter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariableRole {
    /// Declared in the source.
    Source,
    /// Unnamed object of a compound literal.
    CompoundLiteral,
    /// Holds a record value while a member of it is used.
    Temporary,
    /// Holds the length of a variable-length array.
    Length,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Arc<str>,
    /// For an array that was completed by its initialiser or another declaration: the completed type.
    pub ty: Qualified,
    pub storage: Storage,
    pub linkage: Linkage,
    pub role: VariableRole,
    /// The function a local, parameter or static local belongs to.
    pub function: Option<FunctionId>,
    /// Static objects: what they hold first. `None` with `defined`: all zero (a tentative definition).
    pub initializer: Option<Initializer>,
    /// False: only declared (`extern`); its contents are unknown.
    pub defined: bool,
    /// Its address is used other than to load or store at once.
    pub address_taken: bool,
    /// Alignment asked for, beyond its type's.
    pub aligned: Option<u64>,
    /// Elements of the flexible array member that the initialiser gives it room for.
    pub flexible_elements: u64,
    pub weak: bool,
    pub register: bool,
    pub span: Span,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionAttributes {
    pub noreturn: bool,
    pub weak: bool,
    /// Runs before `main`; the number is its priority (65535 if none is given).
    pub constructor: Option<u32>,
    /// Runs after `main`.
    pub destructor: Option<u32>,
    pub inline: bool,
    pub pure: bool,
    pub constant: bool,
    /// Parameters that must not be null.
    pub nonnull: Option<NonNull>,
    pub returns_nonnull: bool,
    /// Another name for this function.
    pub alias: Option<Arc<str>>,
    /// `malloc`: the result is a new object.
    pub malloc: bool,
}

/// Which arguments a function is declared not to take null for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NonNull {
    /// All pointers.
    All,
    /// Those of these numbers, from 1.
    These(Vec<u64>),
}

impl NonNull {
    /// What two declarations demand together.
    pub fn and(self, other: NonNull) -> NonNull {
        match (self, other) {
            (NonNull::These(mut a), NonNull::These(b)) => {
                a.extend(b);
                NonNull::These(a)
            }
            _ => NonNull::All,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Arc<str>,
    /// A function type; with the composite parameter types of all declarations.
    pub ty: TypeId,
    pub linkage: Linkage,
    pub attributes: FunctionAttributes,
    /// Contracts of its declarations and definition, each with the parameters it speaks of.
    pub contracts: Vec<(Specification, Vec<VariableId>)>,
    /// Called without any declaration.
    pub implicit: bool,
    /// Parameters of the definition, or else of the declaration that names them (possibly none).
    pub parameters: Vec<VariableId>,
    pub body: Option<Body>,
    /// The definition's name, or else the first declaration's.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Body {
    /// Lengths of parameters with variably modified types, computed on entry.
    pub prologue: Vec<Stmt>,
    pub block: Block,
    /// Every automatic variable, also those of inner blocks; parameters not among them.
    pub locals: Vec<VariableId>,
    pub labels: Table<LabelId, Label>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Label {
    pub name: Arc<str>,
    /// `&&label` occurs.
    pub address_taken: bool,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StringLiteral {
    /// Code units, with the terminating zero.
    pub units: Arc<[u32]>,
    /// The array type: `char[n]`, `wchar_t[n]`, …
    pub ty: TypeId,
    pub span: Span,
}

// ---- Statements ----

/// Statements in a scope of their own.
#[derive(Clone, Debug)]
pub struct Block {
    pub statements: Vec<Stmt>,
    /// Automatic variables that live from entry to exit of this block, in order of declaration.
    pub variables: Vec<VariableId>,
    /// The closing brace, or the end of the statement.
    pub end: Span,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Expr(Expr),
    /// An automatic variable is reached: from here on its contents are the initialiser's, or indeterminate. (Static
    /// locals are not declared by a statement.) For a variable-length array the object is made here, its
    /// lengths having been set before.
    Declare {
        variable: VariableId,
        initializer: Option<Initializer>,
    },
    Block(Block),
    If {
        condition: Expr,
        then: Block,
        otherwise: Option<Block>,
    },
    While {
        condition: Expr,
        body: Block,
        specification: Box<LoopSpecification>,
    },
    DoWhile {
        body: Block,
        condition: Expr,
        specification: Box<LoopSpecification>,
    },
    /// `continue` goes to the step. The block holds variables and declarations of the first clause.
    For {
        start: Block,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Block,
        specification: Box<LoopSpecification>,
    },
    /// Goes to the mark of the first case that holds the value (of promoted type; the bounds are values of that
    /// type), else to the default's, else behind. `break` goes behind.
    Switch {
        value: Expr,
        cases: Vec<Case>,
        default: Option<CaseId>,
        body: Block,
    },
    /// Where a case of the innermost switch continues.
    CaseMark(CaseId),
    LabelMark(LabelId),
    Goto(LabelId),
    /// To one of the labels of the function whose address is taken.
    ComputedGoto(Expr),
    Break,
    Continue,
    /// The value has the function's result type.
    Return(Option<Expr>),
    /// An assertion.
    Specification(Box<CodeSpecification>),
    /// A statement with a contract of its own.
    Contracted {
        specification: Box<Specification>,
        body: Block,
    },
    Unsupported(Arc<str>),
}

/// Both bounds included; equal for a plain case.
#[derive(Clone, Debug)]
pub struct Case {
    pub first: BigInt,
    pub last: BigInt,
    pub mark: CaseId,
    pub span: Span,
}

// ---- Expressions ----

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// In the range of its (integer, enumeration, Boolean) type. Of pointer type: an address as a number, 0 being null.
    Integer(BigInt),
    Float(FloatValue),
    Load(Box<Lvalue>),
    AddressOf(Box<Lvalue>),
    /// Address of the first element of an array.
    Decay(Box<Lvalue>),
    FunctionAddress(FunctionId),
    LabelAddress(LabelId),
    Cast(Cast, Box<Expr>),
    Unary(UnaryOperator, Box<Expr>),
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// Result `int`. Operands: both arithmetic of one type, or both pointers.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// Moves a pointer by this many elements (of any integer type); with `negative`, back.
    PointerAdd {
        pointer: Box<Expr>,
        index: Box<Expr>,
        negative: bool,
    },
    /// Number of elements between two pointers.
    PointerDifference(Box<Expr>, Box<Expr>),
    /// `!`: result `int`.
    Not(Box<Expr>),
    /// `&&`, `||`: the second only if the first does not decide. Result `int`.
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// Both branches have the node's type (or are void).
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// GNU `a ?: b`: the first is evaluated once, and converted by the casts if it is not zero. `value` stands for it
    /// in `converted` as [`ExprKind::Shared`].
    Elvis {
        condition: Box<Expr>,
        converted: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// The value of the condition of the innermost [`ExprKind::Elvis`].
    Shared,
    Comma(Box<Expr>, Box<Expr>),
    /// The value is the target's after the assignment. Records are assigned as a whole.
    Assign(Box<Lvalue>, Box<Expr>),
    CompoundAssign(Box<CompoundAssign>),
    Step(Box<Step>),
    Call {
        callee: Callee,
        /// Of the parameters' types; those beyond them with the default promotions.
        arguments: Vec<Expr>,
    },
    Builtin(Builtin, Vec<Expr>),
    VaStart(Box<Lvalue>),
    VaEnd(Box<Lvalue>),
    /// Target, source.
    VaCopy(Box<Lvalue>, Box<Lvalue>),
    /// The next argument, of the node's type.
    VaArg(Box<Lvalue>),
    /// `({ … })`: the value is that of the last expression, evaluated inside the block after its statements.
    Statement(Box<Block>, Option<Box<Expr>>),
    /// Sets the hidden variable with the length of an array; the value (of type `size_t` after conversion from a
    /// signed type, see the cast) must be positive. Of type `void`.
    SetLength(LengthId, Box<Expr>),
    /// `__CPROVER_forall`, `__CPROVER_exists`: the variables are bound, the body is a condition. Result `_Bool`.
    Quantified {
        universal: bool,
        variables: Vec<VariableId>,
        body: Box<Expr>,
    },
    /// In clauses of contracts: the value of the operand at the entry of the function, or of the loop.
    Earlier {
        of_loop: bool,
        value: Box<Expr>,
    },
    /// In clauses of contracts: what the function returns.
    ReturnValue,
    Unsupported(Arc<str>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// On the promoted type.
    Negate,
    BitNot,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    /// The right operand has a promoted type of its own.
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitXor,
    BitOr,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// `target op= value`: the target is loaded, converted to `computation`, combined with the value, converted back and
/// stored.
#[derive(Clone, Debug)]
pub struct CompoundAssign {
    pub target: Lvalue,
    pub operation: CompoundOperation,
    /// Already of the type `computation` (shifts: of its own promoted type; pointers: an integer).
    pub value: Expr,
    /// The type of the operation. The pointer type itself for pointers.
    pub computation: TypeId,
    /// Conversion of the old value to `computation`, if any.
    pub before: Option<Cast>,
    /// Conversion of the result to the target's type, if any.
    pub after: Option<Cast>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompoundOperation {
    Arithmetic(BinaryOperator),
    PointerAdd { negative: bool },
}

/// `++` and `--`: the target is loaded, converted to `computation`, one is added or subtracted, converted back, stored.
#[derive(Clone, Debug)]
pub struct Step {
    pub target: Lvalue,
    pub decrement: bool,
    /// The node's value is the old one.
    pub postfix: bool,
    /// The promoted type; the pointer type itself for pointers.
    pub computation: TypeId,
    pub before: Option<Cast>,
    pub after: Option<Cast>,
}

#[derive(Clone, Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// A pointer to a function; the type says which.
    Pointer(Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cast {
    pub kind: CastKind,
    pub reason: CastReason,
}

/// What a conversion does to the value. Source and target types are those of the operand and of the node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastKind {
    /// Between integer types (enumerations too, and from `_Bool`): extends by the source's sign, or truncates.
    Integer,
    IntegerToBool,
    FloatToBool,
    PointerToBool,
    IntegerToFloat,
    FloatToInteger,
    Float,
    /// An integer constant 0, or `(void *) 0`, as pointer.
    NullToPointer,
    IntegerToPointer,
    PointerToInteger,
    /// Between pointer types: the same address.
    Pointer,
    /// Between a pointer to a function and another kind of pointer.
    FunctionPointer,
    ToVoid,
    /// Same value, another type with the same layout.
    Same,
}

/// Why a conversion stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastReason {
    /// Integer promotion.
    Promotion,
    /// Usual arithmetic conversion (also of the branches of `?:`).
    Arithmetic,
    /// Assignment and initialisation.
    Assignment,
    Argument,
    /// Default argument promotion.
    DefaultArgument,
    Return,
    /// Written in the source.
    Explicit,
    /// Demanded by a builtin or by a rule of the language (array lengths, comparisons of pointers).
    Implied,
}

/// The bits of a float constant, in the format of its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatValue {
    /// As in memory: for the x87 format 80 bits, the leading bit of the significand explicit.
    pub bits: u128,
}

// ---- Objects ----

#[derive(Clone, Debug)]
pub struct Lvalue {
    pub kind: LvalueKind,
    pub ty: Qualified,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum LvalueKind {
    Variable(VariableId),
    /// What the pointer points to.
    Deref(Box<Expr>),
    /// Element of an array object: the index (any integer type) must lie within this very array. `p[i]` with a pointer is
    /// [`LvalueKind::Deref`] of [`ExprKind::PointerAdd`].
    Index(Box<Lvalue>, Box<Expr>),
    /// Member of a record, by number; maybe a bit-field. Members of anonymous members are reached step by step.
    Member(Box<Lvalue>, usize),
    String(StringId),
    /// The (automatic) variable is initialised here, each time.
    CompoundLiteral(VariableId, Box<Initializer>),
    /// The variable gets the value here: an rvalue record of which a member is wanted.
    Temporary(VariableId, Box<Expr>),
    Unsupported(Arc<str>),
}

/// The contents of a new object, as stores in order: a later item overwrites an earlier one.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// Everything is zero before the items. Without, there is exactly one item, with an empty path.
    pub zero_fill: bool,
    pub items: Vec<InitItem>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct InitItem {
    /// From the object to the part; the last step may be a bit-field.
    pub path: Vec<PathStep>,
    /// Type of the part.
    pub ty: TypeId,
    pub value: InitValue,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum InitValue {
    /// Of the part's type.
    Expr(Expr),
    /// An array of characters: as many units as the part has room for, the rest zero.
    String(StringId),
    /// The part is zero again: its earlier items are overridden by a braced list.
    Zero,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathStep {
    Field(usize),
    Index(u64),
    /// GNU `[first ... last]`: the expression is evaluated once, every element gets its value.
    Range(u64, u64),
}
