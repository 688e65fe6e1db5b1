//! The syntax tree: what was written, nothing resolved.
//!
//! Names and expressions share one type, since `A (1)` may be a call, an index, a slice or a
//! conversion until names are resolved. Every node has its span. Bodies and declarations that
//! generics instantiate several times are shared ([`Rc`]).

use super::names::Symbol;
use super::token::Mark;
use cairn_base::Span;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identifier {
    pub symbol: Symbol,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    And,
    Or,
    Xor,
    AndThen,
    OrElse,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Concatenate,
    Multiply,
    Divide,
    Mod,
    Rem,
    Power,
    /// `->` of SPARK 2005 annotations.
    Implies,
    /// `<->` of SPARK 2005 annotations.
    Equivalent,
}

impl BinaryOperator {
    /// The operator as Ada writes it.
    pub fn text(self) -> &'static str {
        use BinaryOperator::*;
        match self {
            And => "and",
            Or => "or",
            Xor => "xor",
            AndThen => "and then",
            OrElse => "or else",
            Equal => "=",
            NotEqual => "/=",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            Add => "+",
            Subtract => "-",
            Concatenate => "&",
            Multiply => "*",
            Divide => "/",
            Mod => "mod",
            Rem => "rem",
            Power => "**",
            Implies => "->",
            Equivalent => "<->",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    Plus,
    Minus,
    Abs,
    Not,
}

impl UnaryOperator {
    pub fn text(self) -> &'static str {
        match self {
            UnaryOperator::Plus => "+",
            UnaryOperator::Minus => "-",
            UnaryOperator::Abs => "abs",
            UnaryOperator::Not => "not",
        }
    }
}

#[derive(Debug)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub span: Span,
}

pub type BoxExpression = Box<Expression>;

#[derive(Debug)]
pub enum ExpressionKind {
    /// The text of the span holds the number.
    Integer,
    Real,
    Character(char, Symbol),
    /// A string literal, or an operator used as a name.
    String(Rc<str>),
    Null,
    Name(Symbol),
    /// `Prefix.Selector`; the selector may be an operator or a character literal.
    Selected(BoxExpression, Identifier),
    Dereference(BoxExpression),
    /// `Prefix (…)`: call, index, slice or conversion.
    Apply(BoxExpression, Vec<Association>),
    Attribute(BoxExpression, Identifier, Vec<Association>),
    Qualified(BoxExpression, BoxExpression),
    Unary(UnaryOperator, BoxExpression),
    Binary(BinaryOperator, BoxExpression, BoxExpression),
    /// `value [not] in choice | choice`.
    Membership {
        negated: bool,
        value: BoxExpression,
        choices: Vec<Expression>,
    },
    /// Conditions with their values, then the `else` value.
    If(Vec<(Expression, Expression)>, Option<BoxExpression>),
    Case(BoxExpression, Vec<CaseArm<Expression>>),
    Quantified {
        universal: bool,
        iteration: Box<Iteration>,
        body: BoxExpression,
    },
    Declare(Rc<Vec<Declaration>>, BoxExpression),
    Raise(BoxExpression, Option<BoxExpression>),
    Aggregate(Aggregate),
    /// `Low .. High` where a choice, a slice or a range is wanted.
    Range(BoxExpression, BoxExpression),
    /// `Subtype range …`, `Subtype digits …` and the like, where a choice or slice is wanted.
    Constrained(Box<SubtypeIndication>),
    Allocator(BoxExpression),
    /// `<>`
    Box,
    /// `@`
    Target,
    Others,
    /// A parenthesised expression; kept since parentheses tell a name from a value.
    Parenthesized(BoxExpression),
    /// `X~` of SPARK 2005 annotations.
    Initial(BoxExpression),
    /// A reduction `Prefix'Reduce (…)` or an access definition; carried as text only.
    Unsupported(&'static str),
}

#[derive(Debug)]
pub struct Aggregate {
    /// The part before `with delta` or the ancestor of an extension aggregate.
    pub base: Option<BoxExpression>,
    pub form: AggregateForm,
    pub associations: Vec<Association>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AggregateForm {
    Plain,
    /// `[…]`
    Bracketed,
    /// `(base with delta …)`
    Delta,
    /// `(ancestor with …)`
    Extension,
}

/// `choices => value`, or a positional value when there are no choices.
#[derive(Debug)]
pub struct Association {
    pub choices: Vec<Expression>,
    /// `for I in …` or `for E of …` before the value.
    pub iteration: Option<Box<Iteration>>,
    pub value: Expression,
}

#[derive(Debug)]
pub struct CaseArm<T> {
    pub choices: Vec<Expression>,
    pub body: T,
    pub span: Span,
}

/// `X in [reverse] range` or `X [: T] of [reverse] name`.
#[derive(Debug)]
pub struct Iteration {
    pub name: Identifier,
    pub of: bool,
    pub reverse: bool,
    /// The subtype written after the name in `for X : T of`.
    pub subtype: Option<SubtypeIndication>,
    /// A range, a discrete subtype indication, or the iterated name.
    pub domain: Expression,
    /// Further choices of an iterated component association (`for I in 1 | 5 =>`).
    pub more: Vec<Expression>,
    /// `when` filter of Ada 2022.
    pub filter: Option<Expression>,
}

#[derive(Debug)]
pub struct SubtypeIndication {
    pub not_null: bool,
    pub mark: Expression,
    pub constraint: Option<Constraint>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Constraint {
    /// A `Range`, or a name ending in `'Range`.
    Range(Expression),
    Digits(Expression, Option<Expression>),
    Delta(Expression, Option<Expression>),
    /// Index or discriminant constraint.
    Parts(Vec<Association>),
}

/// The type in an object declaration, component or parameter.
#[derive(Debug)]
pub enum TypeReference {
    Indication(SubtypeIndication),
    /// An anonymous array.
    Array(Box<ArrayDefinition>, Span),
    /// An anonymous access type.
    Access(Span),
}

#[derive(Debug)]
pub struct ArrayDefinition {
    /// `T range <>` has `unconstrained` set and the mark as its expression.
    pub indexes: Vec<ArrayIndex>,
    pub component: TypeReference,
}

#[derive(Debug)]
pub struct ArrayIndex {
    pub range: Expression,
    pub unconstrained: bool,
}

#[derive(Debug)]
pub struct Aspect {
    pub name: Identifier,
    /// `'Class` after the name.
    pub class: bool,
    pub value: Option<Rc<Expression>>,
}

#[derive(Debug)]
pub struct Declaration {
    pub kind: DeclarationKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum DeclarationKind {
    Object(Rc<ObjectDeclaration>),
    Number {
        names: Vec<Identifier>,
        value: Expression,
    },
    Type(Rc<TypeDeclaration>),
    Subtype {
        name: Identifier,
        indication: SubtypeIndication,
        aspects: Vec<Aspect>,
    },
    Subprogram(Rc<Subprogram>),
    Package(Rc<Package>),
    PackageBody(Rc<PackageBody>),
    /// `package X is separate;` and the like.
    PackageStub(Identifier),
    Generic(Rc<Generic>),
    Instance(Rc<Instance>),
    PackageRenaming {
        name: DefiningName,
        target: Expression,
    },
    GenericRenaming {
        name: DefiningName,
        target: Expression,
    },
    Exception {
        names: Vec<Identifier>,
        renames: Option<Expression>,
    },
    Use(UseClause),
    Pragma(Rc<Pragma>),
    /// `for X'Size use …;`, `for T use (…);`, `for T use record …`.
    Representation(Representation),
    /// Tasks, protected units and entries: parsed, refused later.
    Refused {
        name: Option<Identifier>,
        what: &'static str,
    },
    Annotation(Rc<Annotation>),
}

#[derive(Debug)]
pub enum UseClause {
    Packages(Vec<Expression>),
    Types { all: bool, marks: Vec<Expression> },
}

#[derive(Debug)]
pub struct ObjectDeclaration {
    pub names: Vec<Identifier>,
    pub constant: bool,
    pub aliased: bool,
    pub object_type: TypeReference,
    pub init: Option<Expression>,
    /// `renames` target.
    pub renames: Option<Expression>,
    pub aspects: Vec<Aspect>,
}

/// A possibly dotted name being declared.
#[derive(Clone, Debug)]
pub struct DefiningName {
    pub prefix: Vec<Identifier>,
    pub last: Identifier,
}

impl DefiningName {
    pub fn span(&self) -> Span {
        self.prefix.first().map_or(self.last.span, |p| p.span.to(self.last.span))
    }
    pub fn symbols(&self) -> Vec<Symbol> {
        self.prefix.iter().chain([&self.last]).map(|i| i.symbol).collect()
    }
}

#[derive(Debug)]
pub struct TypeDeclaration {
    pub name: Identifier,
    pub discriminants: Vec<Discriminant>,
    /// `type T (<>) is …`
    pub unknown_discriminants: bool,
    pub definition: TypeDefinition,
    pub aspects: Vec<Aspect>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Discriminant {
    pub names: Vec<Identifier>,
    pub object_type: TypeReference,
    pub default: Option<Expression>,
}

#[derive(Debug)]
pub enum TypeDefinition {
    Enumeration(Vec<Identifier>),
    Range(Expression, Expression),
    Modular(Expression),
    Floating(Expression, Option<(Expression, Expression)>),
    Fixed { delta: Expression, digits: Option<Expression>, range: Option<(Expression, Expression)> },
    Array(ArrayDefinition),
    Record(RecordDefinition),
    Derived { parent: SubtypeIndication, extension: Option<Option<RecordDefinition>>, is_abstract: bool },
    Private { tagged: bool, limited: bool },
    Incomplete { tagged: bool },
    Access(&'static str, Option<Box<SubtypeIndication>>),
    Interface,
    Task,
    Protected,
}

#[derive(Debug)]
pub struct RecordDefinition {
    pub tagged: bool,
    pub limited: bool,
    pub components: ComponentList,
}

#[derive(Debug, Default)]
pub struct ComponentList {
    pub components: Vec<Component>,
    pub variant: Option<Box<VariantPart>>,
}

#[derive(Debug)]
pub struct Component {
    pub names: Vec<Identifier>,
    pub object_type: TypeReference,
    pub default: Option<Expression>,
    pub aspects: Vec<Aspect>,
}

#[derive(Debug)]
pub struct VariantPart {
    pub discriminant: Identifier,
    pub arms: Vec<CaseArm<ComponentList>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    In,
    Out,
    InOut,
}

#[derive(Debug)]
pub struct Parameter {
    pub names: Vec<Identifier>,
    pub mode: Mode,
    pub object_type: TypeReference,
    pub default: Option<Expression>,
}

#[derive(Debug)]
pub struct Profile {
    pub parameters: Vec<Parameter>,
    /// `None` for procedures.
    pub result: Option<TypeReference>,
}

#[derive(Debug)]
pub struct Subprogram {
    pub name: DefiningName,
    pub profile: Profile,
    pub completion: Completion,
    pub aspects: Vec<Aspect>,
    pub annotations: Vec<Rc<Annotation>>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Completion {
    /// Only declared here.
    Declared,
    Abstract,
    Null,
    Expression(Expression),
    Renames(Expression),
    Separate,
    Body(Box<Block>),
    /// The body is hidden by `--# hide`.
    Hidden,
}

/// Declarations, statements and handlers.
#[derive(Debug, Default)]
pub struct Block {
    pub declarations: Vec<Declaration>,
    pub statements: Vec<Statement>,
    pub handlers: Vec<Handler>,
    /// The place of `end`.
    pub end: Option<Span>,
}

#[derive(Debug)]
pub struct Handler {
    pub occurrence: Option<Identifier>,
    pub choices: Vec<Expression>,
    pub statements: Vec<Statement>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Package {
    pub name: DefiningName,
    pub visible: Vec<Declaration>,
    pub private: Vec<Declaration>,
    pub aspects: Vec<Aspect>,
    pub span: Span,
}

#[derive(Debug)]
pub struct PackageBody {
    pub name: DefiningName,
    pub block: Block,
    pub aspects: Vec<Aspect>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Generic {
    pub formals: Vec<GenericFormal>,
    pub unit: GenericUnit,
    pub span: Span,
}

#[derive(Debug)]
pub enum GenericUnit {
    Package(Rc<Package>),
    Subprogram(Rc<Subprogram>),
}

#[derive(Debug)]
pub struct GenericFormal {
    pub kind: GenericFormalKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum GenericFormalKind {
    Object { names: Vec<Identifier>, mode: Mode, object_type: TypeReference, default: Option<Expression> },
    Type { name: Identifier, class: FormalTypeClass, default: Option<Expression>, aspects: Vec<Aspect> },
    Subprogram { name: Identifier, profile: Profile, default: FormalDefault, aspects: Vec<Aspect> },
    Package { name: Identifier, generic: Expression, actuals: Vec<Association> },
    Use(UseClause),
    Pragma,
}

#[derive(Debug)]
pub enum FormalTypeClass {
    Private,
    Discrete,
    Signed,
    Modular,
    Floating,
    Fixed,
    Decimal,
    Array(ArrayDefinition),
    Derived(SubtypeIndication),
    Other,
}

#[derive(Debug)]
pub enum FormalDefault {
    None,
    /// `is <>`
    SameName,
    Null,
    Name(Expression),
    /// `is abstract`
    Abstract,
}

#[derive(Debug)]
pub struct Instance {
    pub what: InstanceKind,
    pub name: DefiningName,
    pub generic: Expression,
    pub actuals: Vec<Association>,
    pub aspects: Vec<Aspect>,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstanceKind {
    Package,
    Procedure,
    Function,
}

#[derive(Debug)]
pub struct Pragma {
    pub name: Identifier,
    pub arguments: Vec<Association>,
    pub span: Span,
}

#[derive(Debug)]
pub enum Representation {
    /// `for Target'Attribute use Value;`
    Attribute(Expression, Expression),
    /// `for T use (…);`
    Enumeration(Expression, Expression),
    /// `for T use record … end record;`
    Record(Expression),
    /// `for X use at …;`
    At(Expression, Expression),
}

#[derive(Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub labels: Vec<Identifier>,
    pub span: Span,
}

#[derive(Debug)]
pub enum StatementKind {
    Null,
    Assign(Expression, Expression),
    /// A procedure call: a name, or a name applied to arguments.
    Call(Expression),
    If(Vec<(Expression, Vec<Statement>)>, Option<Vec<Statement>>),
    Case(Expression, Vec<CaseArm<Vec<Statement>>>),
    Loop(Box<Loop>),
    Block {
        name: Option<Identifier>,
        block: Box<Block>,
    },
    Exit {
        target: Option<Identifier>,
        condition: Option<Expression>,
    },
    Goto(Identifier),
    Return(Option<Expression>),
    ExtendedReturn {
        object: Rc<ObjectDeclaration>,
        body: Option<Box<Block>>,
    },
    Raise(Option<Expression>, Option<Expression>),
    Pragma(Rc<Pragma>),
    Annotation(Rc<Annotation>),
    /// Tasking statements: parsed, refused later.
    /// `delay [until] E`
    Delay {
        until: bool,
        time: Expression,
    },
    Refused(&'static str),
}

#[derive(Debug)]
pub struct Loop {
    pub name: Option<Identifier>,
    pub scheme: LoopScheme,
    pub body: Vec<Statement>,
}

#[derive(Debug)]
pub enum LoopScheme {
    Forever,
    While(Expression),
    For(Box<Iteration>),
}

#[derive(Debug)]
pub struct Annotation {
    pub mark: Mark,
    pub kind: AnnotationKind,
    pub span: Span,
}

#[derive(Debug)]
pub enum AnnotationKind {
    Pre(Expression),
    Post(Expression),
    /// `return E` (the name is `None`) or `return X => C`.
    Return(Option<Identifier>, Expression),
    Assert(Expression),
    Check(Expression),
    Assume(Expression),
    /// `--% notOverflow (op, type, e1, e2) [when guard]`
    NotOverflow {
        operator: BinaryOperator,
        mark: Expression,
        left: Expression,
        right: Expression,
        guard: Option<Expression>,
    },
    /// `accept …` and `end accept`.
    Accept,
    /// `derives A from B, C & D from *;`; none if it could not be read.
    Derives(Option<Vec<Derivation>>),
    Global(Vec<(Mode, Vec<Expression>)>),
    Own(Vec<Expression>),
    Inherit(Vec<Expression>),
    Initializes(Vec<Expression>),
    MainProgram,
    Hide(Identifier),
    /// `function F (…) return T;`, a proof function.
    ProofFunction(Rc<Subprogram>),
    /// `type T is …;`, a proof type, or a type announcement.
    ProofType(Identifier),
    /// `for T declare …` and the like, without meaning for us.
    Declare,
}

/// Outputs, whether each depends on itself (`*`), and inputs.
pub type Derivation = (Vec<Expression>, bool, Vec<Expression>);

/// One compilation unit.
#[derive(Debug)]
pub struct CompilationUnit {
    pub context: Vec<ContextItem>,
    pub kind: UnitKind,
    pub private: bool,
    pub span: Span,
}

#[derive(Debug)]
pub enum ContextItem {
    With { names: Vec<Expression>, limited: bool },
    Use(UseClause),
    Pragma(Rc<Pragma>),
}

#[derive(Debug)]
pub enum UnitKind {
    Package(Rc<Package>),
    PackageBody(Rc<PackageBody>),
    Subprogram(Rc<Subprogram>),
    Generic(Rc<Generic>),
    Instance(Rc<Instance>),
    PackageRenaming(DefiningName, Expression),
    /// `separate (Parent) body`.
    Subunit(Expression, Declaration),
    /// Other renamings and tasks at library level.
    Other(Declaration),
}

/// A parsed file.
#[derive(Debug, Default)]
pub struct SourceUnits {
    pub units: Vec<CompilationUnit>,
    pub pragmas: Vec<Rc<Pragma>>,
}
