//! The syntax tree of GNU C11/C17: what was written, nothing typed or resolved.
//!
//! The parser knows which names are typedefs (C cannot be parsed without), but the tree keeps only the
//! name. Parentheses and `__extension__` leave no trace. Every node has its place, and places are
//! always in the user's files: line markers are resolved by the lexer. Annotations (`/*@ … */`,
//! `//@ …`) are nodes where they stand, with their raw text.

use super::literals::{CharacterLiteral, FloatLiteral, IntegerLiteral, StringLiteral};
use super::names::Symbol;
use crate::acsl::lexer::Token;
use crate::cprover::Clause;
use cairn_base::Span;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Identifier {
    pub symbol: Symbol,
    pub span: Span,
}

/// One preprocessed file.
#[derive(Debug)]
pub struct TranslationUnit {
    /// The file as the user named it.
    pub name: String,
    pub items: Vec<ExternalItem>,
    /// The macros `-dD` left in the text, in order (a later definition of a name replaces an earlier one).
    pub macros: Vec<MacroDefinition>,
    /// Where ghost code stands.
    pub ghosts: Vec<Span>,
}

#[derive(Debug)]
pub enum ExternalItem {
    Function(Box<FunctionDefinition>),
    Declaration(Declaration),
    StaticAssert(StaticAssert),
    /// `asm ("…");` outside of functions.
    Asm(Box<AsmStatement>),
    /// An annotation; it belongs to the item behind it if it is a contract.
    Annotation(Annotation),
}

/// `#define NAME(parameters) body` or `#undef NAME` (no body).
#[derive(Clone, Debug)]
pub struct MacroDefinition {
    pub name: Symbol,
    /// `None` for a macro used without parentheses; a last `...` stands as its own parameter.
    pub parameters: Option<Vec<Rc<str>>>,
    /// The replacement, comments and line joints as written; `None` for `#undef`.
    pub body: Option<Rc<str>>,
    pub span: Span,
    /// Where it stands in the preprocessed text.
    pub at: u32,
}

/// An ACSL comment: the text between the comment's marks (without `/*@`, `*/`, `//@`).
#[derive(Clone, Debug)]
pub struct Annotation {
    pub text: Rc<str>,
    /// The whole comment.
    pub span: Span,
    /// Where `text` begins.
    pub text_span: Span,
    /// The words of the text, macros replaced.
    pub tokens: Rc<[Token]>,
}

// ---------------------------------------------------------------------------------------------
// Declarations

/// `specifiers declarator, declarator;` — also `struct s { … };` with no declarator.
#[derive(Debug)]
pub struct Declaration {
    pub specifiers: Specifiers,
    pub declarators: Vec<InitDeclarator>,
    pub span: Span,
}

#[derive(Debug)]
pub struct InitDeclarator {
    pub declarator: Declarator,
    /// `asm ("name")` behind the declarator.
    pub asm_label: Option<StringLiteral>,
    pub attributes: Vec<Attribute>,
    pub initializer: Option<Initializer>,
    /// A contract in the words of CBMC, behind the declarator of a function.
    pub clauses: Vec<Clause>,
    pub span: Span,
}

#[derive(Debug)]
pub struct FunctionDefinition {
    pub specifiers: Specifiers,
    /// Its first derivation is [`Derivation::Function`], unless the type comes from a typedef (an error
    /// for semantic analysis).
    pub declarator: Declarator,
    pub asm_label: Option<StringLiteral>,
    pub attributes: Vec<Attribute>,
    /// The declarations between the head and the body of an old-style definition.
    pub old_parameters: Vec<Declaration>,
    /// Annotations between the head and the body.
    pub annotations: Vec<Annotation>,
    /// Contracts in the words of CBMC, behind the declarator.
    pub clauses: Vec<Clause>,
    pub body: Compound,
    pub span: Span,
}

#[derive(Debug)]
pub struct StaticAssert {
    pub condition: Expression,
    pub message: Option<StringLiteral>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}

/// Everything in front of the declarators, in any order, collected.
#[derive(Debug)]
pub struct Specifiers {
    pub storage: Option<Storage>,
    pub is_thread_local: bool,
    pub is_inline: bool,
    pub is_noreturn: bool,
    pub qualifiers: Qualifiers,
    /// `_Alignas`; several may stand, the strictest counts.
    pub alignments: Vec<Alignment>,
    pub attributes: Vec<Attribute>,
    pub type_specifier: TypeSpecifier,
    pub span: Span,
}

#[derive(Debug)]
pub enum Alignment {
    Expression(Expression),
    Type(TypeName),
}

#[derive(Debug)]
pub enum TypeSpecifier {
    /// None was written: implicit `int`.
    Implicit,
    Basic(BasicType),
    Typedef(Identifier),
    Record(Box<RecordSpecifier>),
    Enum(Box<EnumSpecifier>),
    TypeofExpression(Box<Expression>),
    TypeofType(Box<TypeName>),
    /// `_Atomic (type)`
    Atomic(Box<TypeName>),
    /// `__auto_type`
    AutoType,
    /// `__builtin_va_list`
    VaList,
}

/// `unsigned long int` and its like, with the words sorted out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BasicType {
    pub kind: BasicKind,
    /// `_Complex`
    pub is_complex: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BasicKind {
    Void,
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    Float,
    Double,
    LongDouble,
    Float16,
    Float32,
    Float64,
    Float128,
    Float32x,
    Float64x,
    Decimal32,
    Decimal64,
    Decimal128,
}

#[derive(Debug)]
pub struct RecordSpecifier {
    pub is_union: bool,
    pub tag: Option<Identifier>,
    /// `None` without braces.
    pub members: Option<Vec<Member>>,
    pub attributes: Vec<Attribute>,
    /// `#pragma pack` in force at the closing brace.
    pub pack: Option<u32>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Member {
    /// `specifiers declarator : width, …;` — no declarators for an anonymous structure or union.
    Field {
        specifiers: Specifiers,
        declarators: Vec<FieldDeclarator>,
        span: Span,
    },
    StaticAssert(StaticAssert),
    Annotation(Annotation),
}

#[derive(Debug)]
pub struct FieldDeclarator {
    /// Without a name for an unnamed bit-field.
    pub declarator: Declarator,
    pub width: Option<Expression>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Debug)]
pub struct EnumSpecifier {
    pub tag: Option<Identifier>,
    /// `enum e : type`, of C23.
    pub underlying: Option<TypeName>,
    /// `None` without braces.
    pub enumerators: Option<Vec<Enumerator>>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Enumerator {
    pub name: Identifier,
    pub attributes: Vec<Attribute>,
    pub value: Option<Expression>,
}

/// `__attribute__ ((name (arguments)))`; underscores around the name are dropped.
#[derive(Debug)]
pub struct Attribute {
    pub name: Identifier,
    pub arguments: Vec<AttributeArgument>,
}

#[derive(Debug)]
pub enum AttributeArgument {
    Expression(Expression),
    Type(TypeName),
}

/// A declarator read from the name outwards: `int *(*f)(void)` is `f`, pointer, function, pointer.
/// The declared type is the specifiers' type with the derivations applied from the last to the first.
#[derive(Debug)]
pub struct Declarator {
    /// `None` in a type name or an unnamed parameter.
    pub name: Option<Identifier>,
    pub derivations: Vec<Derivation>,
    /// Attributes inside the declarator that belong to what is declared.
    pub attributes: Vec<Attribute>,
    /// The whole declarator; the place where it would stand if it is empty.
    pub span: Span,
}

#[derive(Debug)]
pub enum Derivation {
    Pointer {
        qualifiers: Qualifiers,
        attributes: Vec<Attribute>,
    },
    /// Qualifiers and `static` only in parameters.
    Array {
        qualifiers: Qualifiers,
        is_static: bool,
        size: ArraySize,
        span: Span,
    },
    Function(Parameters),
}

#[derive(Debug)]
pub enum ArraySize {
    /// `[]`
    Unknown,
    /// `[*]`
    Star,
    Expression(Box<Expression>),
}

#[derive(Debug)]
pub struct Parameters {
    pub kind: ParametersKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum ParametersKind {
    /// `()`
    Unspecified,
    /// `(a, b)` of an old-style definition.
    Names(Vec<Identifier>),
    /// `(void)` gives no parameters.
    Prototype { parameters: Vec<Parameter>, is_variadic: bool },
}

#[derive(Debug)]
pub struct Parameter {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    pub attributes: Vec<Attribute>,
    /// GNU's forward declaration of a parameter: `f (int n; int a[n])`; it declares no parameter.
    pub is_forward: bool,
    pub span: Span,
}

#[derive(Debug)]
pub struct TypeName {
    pub specifiers: Specifiers,
    /// Without a name.
    pub declarator: Declarator,
    pub span: Span,
}

#[derive(Debug)]
pub enum Initializer {
    Expression(Expression),
    List(InitializerList),
}

#[derive(Debug)]
pub struct InitializerList {
    pub items: Vec<InitializerItem>,
    pub span: Span,
}

#[derive(Debug)]
pub struct InitializerItem {
    /// Empty for the next element.
    pub designators: Vec<Designator>,
    pub value: Initializer,
    pub span: Span,
}

#[derive(Debug)]
pub enum Designator {
    /// `.name`, and the old `name:`
    Field(Identifier),
    Index(Expression),
    /// `[low ... high]`
    Range(Expression, Expression),
}

// ---------------------------------------------------------------------------------------------
// Statements

#[derive(Debug)]
pub struct Compound {
    pub items: Vec<BlockItem>,
    pub span: Span,
    /// The closing brace.
    pub end: Span,
}

#[derive(Debug)]
pub enum BlockItem {
    Declaration(Declaration),
    Statement(Statement),
    /// GNU's nested functions.
    Function(Box<FunctionDefinition>),
    /// `__label__ a, b;`
    Labels(Vec<Identifier>),
    StaticAssert(StaticAssert),
    /// An annotation; it belongs to the item behind it if it is a contract or a loop's.
    Annotation(Annotation),
}

#[derive(Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

pub type BoxStatement = Box<Statement>;

#[derive(Debug)]
pub enum StatementKind {
    /// `;`, `__attribute__ ((fallthrough));`
    Empty,
    Expression(Expression),
    Compound(Compound),
    If {
        condition: Expression,
        then: BoxStatement,
        otherwise: Option<BoxStatement>,
    },
    Switch {
        value: Expression,
        body: BoxStatement,
    },
    While {
        condition: Expression,
        body: BoxStatement,
        clauses: Vec<Clause>,
    },
    DoWhile {
        body: BoxStatement,
        condition: Expression,
        clauses: Vec<Clause>,
    },
    For {
        start: ForStart,
        condition: Option<Expression>,
        step: Option<Expression>,
        body: BoxStatement,
        clauses: Vec<Clause>,
    },
    Goto(Identifier),
    /// `goto *expression;`
    ComputedGoto(Expression),
    Continue,
    Break,
    Return(Option<Expression>),
    /// `name: statement`. A label before a declaration or a closing brace labels an empty statement.
    Label {
        name: Identifier,
        attributes: Vec<Attribute>,
        body: BoxStatement,
    },
    /// `case low:` or `case low ... high:`
    Case {
        low: Expression,
        high: Option<Expression>,
        body: BoxStatement,
    },
    Default(BoxStatement),
    Asm(Box<AsmStatement>),
    /// Annotations where one statement stands alone: `if (x) /*@ … */ y = 1;`.
    Annotated(Vec<Annotation>, BoxStatement),
}

#[derive(Debug)]
pub enum ForStart {
    None,
    Expression(Expression),
    Declaration(Box<Declaration>),
}

#[derive(Debug)]
pub struct AsmStatement {
    pub is_volatile: bool,
    pub is_goto: bool,
    pub template: StringLiteral,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    pub clobbers: Vec<StringLiteral>,
    pub labels: Vec<Identifier>,
    pub span: Span,
}

#[derive(Debug)]
pub struct AsmOperand {
    pub name: Option<Identifier>,
    pub constraint: StringLiteral,
    pub value: Expression,
}

// ---------------------------------------------------------------------------------------------
// Expressions

#[derive(Debug)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub span: Span,
}

pub type BoxExpression = Box<Expression>;

#[derive(Debug)]
pub enum ExpressionKind {
    Integer(IntegerLiteral),
    Float(FloatLiteral),
    Character(CharacterLiteral),
    /// Neighbouring literals are one.
    String(StringLiteral),
    /// A variable, function or enumerator; also `__func__` and the builtin functions.
    Name(Symbol),
    Unary(UnaryOperator, BoxExpression),
    Binary(BinaryOperator, BoxExpression, BoxExpression),
    /// `target = value`, or `target op= value`.
    Assign(Option<BinaryOperator>, BoxExpression, BoxExpression),
    /// `condition ? then : otherwise`; GNU allows the middle to be missing.
    Conditional(BoxExpression, Option<BoxExpression>, BoxExpression),
    Cast(Box<TypeName>, BoxExpression),
    /// `(type) { … }`
    CompoundLiteral(Box<TypeName>, InitializerList),
    SizeofExpression(BoxExpression),
    SizeofType(Box<TypeName>),
    AlignofExpression(BoxExpression),
    AlignofType(Box<TypeName>),
    Call(BoxExpression, Vec<Expression>),
    Index(BoxExpression, BoxExpression),
    /// `value.name`
    Member(BoxExpression, Identifier),
    /// `pointer->name`
    Arrow(BoxExpression, Identifier),
    Generic {
        selector: BoxExpression,
        /// `None` is `default`.
        associations: Vec<(Option<TypeName>, Expression)>,
    },
    /// `({ … })`
    Statement(Box<Compound>),
    /// `&&label`
    LabelAddress(Identifier),
    /// `__builtin_va_arg (list, type)`
    VaArg(BoxExpression, Box<TypeName>),
    /// `__builtin_offsetof (type, member.member[index])`
    Offsetof(Box<TypeName>, Vec<Designator>),
    /// `__builtin_types_compatible_p (type, type)`
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_choose_expr (condition, then, otherwise)`
    Choose(BoxExpression, BoxExpression, BoxExpression),
    /// `__builtin_convertvector (value, type)`
    ConvertVector(BoxExpression, Box<TypeName>),
    /// `__CPROVER_forall { int i; body }` and `__CPROVER_exists`.
    Quantified {
        is_universal: bool,
        variables: Vec<Declaration>,
        body: BoxExpression,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    Plus,
    Minus,
    /// `!`
    Not,
    /// `~`
    Complement,
    Dereference,
    AddressOf,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// `__real__`
    Real,
    /// `__imag__`
    Imaginary,
}

impl UnaryOperator {
    /// The operator as C writes it.
    pub fn text(self) -> &'static str {
        use UnaryOperator::*;
        match self {
            Plus => "+",
            Minus => "-",
            Not => "!",
            Complement => "~",
            Dereference => "*",
            AddressOf => "&",
            PreIncrement | PostIncrement => "++",
            PreDecrement | PostDecrement => "--",
            Real => "__real__",
            Imaginary => "__imag__",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    LogicalAnd,
    LogicalOr,
    /// `==>`, inside `__CPROVER_` conditions only.
    Implies,
    Comma,
}

impl BinaryOperator {
    /// The operator as C writes it.
    pub fn text(self) -> &'static str {
        use BinaryOperator::*;
        match self {
            Multiply => "*",
            Divide => "/",
            Remainder => "%",
            Add => "+",
            Subtract => "-",
            ShiftLeft => "<<",
            ShiftRight => ">>",
            Less => "<",
            Greater => ">",
            LessEqual => "<=",
            GreaterEqual => ">=",
            Equal => "==",
            NotEqual => "!=",
            BitAnd => "&",
            BitXor => "^",
            BitOr => "|",
            LogicalAnd => "&&",
            LogicalOr => "||",
            Implies => "==>",
            Comma => ",",
        }
    }
}
