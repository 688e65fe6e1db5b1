//! The syntax tree of ACSL annotations, before typing.
//!
//! Terms and predicates share one kind of node, because only types tell them apart. Names are text: whether a name is
//! declared, and as what, is for typing to say. Every node has its place in the user's file.

use cairn_base::Span;
use num_bigint::BigInt;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Ident {
    pub text: Arc<str>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefix {
    Negate,
    Plus,
    BitNot,
    Not,
    Deref,
    AddressOf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Infix {
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
    BitImplies,
    BitEquivalent,
    And,
    Or,
    Xor,
    Implies,
    Equivalent,
    In,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// Variables bound by a quantifier, or parameters of a definition.
#[derive(Clone, Debug)]
pub struct Binder {
    pub ty: TypeName,
    pub name: Ident,
}

#[derive(Clone, Debug)]
pub enum NodeKind {
    Integer(BigInt),
    /// A number with a fraction or an exponent, as written.
    Real(Arc<str>),
    /// As written, with its quotes.
    Character(Arc<str>),
    String(Arc<str>),
    /// A name, or a word with a backslash that takes no arguments.
    Name(Arc<str>),
    Apply {
        function: Ident,
        labels: Vec<Ident>,
        arguments: Vec<Node>,
    },
    Prefix(Prefix, Box<Node>),
    Infix(Infix, Box<Node>, Box<Node>),
    /// `a <= b < c`.
    Chain(Box<Node>, Vec<(Relation, Node)>),
    Conditional(Box<[Node; 3]>),
    Cast(TypeName, Box<Node>),
    SizeofType(TypeName),
    SizeofNode(Box<Node>),
    Member(Box<Node>, Ident),
    Arrow(Box<Node>, Ident),
    Index(Box<Node>, Box<Node>),
    Range(Option<Box<Node>>, Option<Box<Node>>),
    Quantified {
        universal: bool,
        binders: Vec<Binder>,
        body: Box<Node>,
    },
    Let {
        name: Ident,
        parameters: Vec<Binder>,
        value: Box<Node>,
        body: Box<Node>,
    },
    /// The value at a label; `\old` is the label `Old`.
    At(Box<Node>, Ident),
    /// `name: P`.
    Named(Ident, Box<Node>),
    /// `{ t | binders; P }`; without binders a set of the listed terms.
    Comprehension {
        terms: Vec<Node>,
        binders: Vec<Binder>,
        condition: Option<Box<Node>>,
    },
    /// What is read and has no meaning here: named where it stands.
    Refused(&'static str),
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct TypeName {
    pub base: BaseType,
    /// From the inside out: `int *a[3]` is an array of pointers.
    pub derivations: Vec<Derivation>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Derivation {
    Pointer,
    Array(Option<Box<Node>>),
}

#[derive(Clone, Debug)]
pub enum BaseType {
    /// Words of C's own types, sorted: `int`, `long unsigned`.
    Words(Vec<Arc<str>>),
    /// `struct s`, `union u`, `enum e`.
    Tag(&'static str, Ident),
    /// A typedef, a logic type or a type variable, with arguments.
    Name(Ident, Vec<TypeName>),
    Integer,
    Real,
    Boolean,
}

/// Whether a clause is assumed after it was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Force {
    #[default]
    Both,
    /// Shown, and assumed nowhere.
    Check,
    /// Assumed, and shown nowhere.
    Admit,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub force: Force,
    pub predicate: Node,
    pub span: Span,
}

/// How a function ends when an `ensures` clause holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// `ensures`.
    Normal,
    Exits,
    Breaks,
    Continues,
    Returns,
}

impl Ending {
    pub fn word(self) -> &'static str {
        match self {
            Ending::Normal => "ensures",
            Ending::Exits => "exits",
            Ending::Breaks => "breaks",
            Ending::Continues => "continues",
            Ending::Returns => "returns",
        }
    }
}

/// `assigns a, b \from c;`
#[derive(Clone, Debug)]
pub struct Assigns {
    /// Empty: `\nothing`.
    pub places: Vec<Assigned>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Assigned {
    pub place: Node,
    /// What it is computed from, if that is said; `\nothing` is an empty list.
    pub from: Option<Vec<Node>>,
}

#[derive(Clone, Debug, Default)]
pub struct Behavior {
    pub name: Option<Ident>,
    pub assumes: Vec<Clause>,
    pub requires: Vec<Clause>,
    pub ensures: Vec<(Ending, Clause)>,
    pub assigns: Vec<Assigns>,
    pub allocates: Vec<Assigns>,
    pub frees: Vec<Assigns>,
}

#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// The clauses outside of behaviours first, without a name.
    pub behaviors: Vec<Behavior>,
    pub terminates: Vec<Clause>,
    pub decreases: Vec<Measure>,
    /// `complete behaviors` and `disjoint behaviors`; no names: all.
    pub complete: Vec<(Vec<Ident>, Span)>,
    pub disjoint: Vec<(Vec<Ident>, Span)>,
    pub span: Option<Span>,
}

/// A variant or a `decreases` clause, with the relation of `for`.
#[derive(Clone, Debug)]
pub struct Measure {
    pub force: Force,
    pub term: Node,
    pub relation: Option<Ident>,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct LoopAnnotation {
    /// Each with the behaviours of `for`.
    pub invariants: Vec<(Vec<Ident>, Clause)>,
    pub assigns: Vec<(Vec<Ident>, Assigns)>,
    pub allocates: Vec<Assigns>,
    pub variants: Vec<Measure>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeKind {
    Assert,
    /// `invariant` where a statement may stand: like `assert`, for loops made of `goto`.
    Invariant,
}

#[derive(Clone, Debug)]
pub enum CodeClause {
    Predicate {
        kind: CodeKind,
        behaviors: Vec<Ident>,
        clause: Clause,
    },
    /// `calls f, g;` before a call through a pointer.
    Calls(Vec<Ident>, Span),
}

/// A definition at file scope.
#[derive(Clone, Debug)]
pub struct Definition {
    pub kind: DefinitionKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Signature {
    pub name: Ident,
    pub labels: Vec<Ident>,
    pub type_variables: Vec<Ident>,
    pub parameters: Vec<Binder>,
}

#[derive(Clone, Debug)]
pub enum Body {
    /// Known by axioms only.
    None,
    /// Depends on these places only.
    Reads(Vec<Node>),
    Is(Node),
    /// Cases with their names.
    Inductive(Vec<(Ident, Vec<Ident>, Node)>),
}

#[derive(Clone, Debug)]
pub enum DefinitionKind {
    Predicate(Signature, Body),
    Logic(TypeName, Signature, Body),
    /// With whether it is to be shown (`lemma`) or taken (`axiom`).
    Lemma {
        name: Ident,
        labels: Vec<Ident>,
        statement: Node,
        force: Force,
        is_axiom: bool,
    },
    Axiomatic(Ident, Vec<Definition>),
    /// `type t;`: values of which only axioms tell anything.
    Type(Ident),
    /// `global invariant name: P;`, and `type invariant name (T x) = P;`.
    Invariant {
        name: Ident,
        parameter: Option<Binder>,
        statement: Node,
    },
    Refused(&'static str),
}

/// What one comment says.
#[derive(Clone, Debug)]
pub enum Annotation {
    Definitions(Vec<Definition>),
    /// Of a function or a statement; `for` names behaviours of the function.
    Contract(Vec<Ident>, Contract),
    Loop(LoopAnnotation),
    Code(Vec<CodeClause>),
}
