//! What names stand for, and the scopes they are looked up in.

use super::tree::{AttributeKind, Expr, Handler, Item, Statement};
use super::types::TypeId;
use super::value::Value;
use crate::syntax::ast;
use crate::syntax::names::Symbol;
use cairn_base::{Span, define_id};
use rustc_hash::FxHashMap;
use std::rc::Rc;

define_id!(
    /// Something with a name.
    EntityId,
    "entity"
);
define_id!(
    /// A declarative region.
    ScopeId,
    "scope"
);
define_id!(
    /// A subprogram: declared, with a body, renamed, or built in.
    SubprogramId,
    "subprogram"
);

#[derive(Clone, Debug)]
pub struct Entity {
    pub symbol: Symbol,
    /// As spelled where it is declared.
    pub spelled: Rc<str>,
    pub span: Span,
    pub kind: EntityKind,
    /// The subprogram whose declarative part it belongs to; none at package level.
    pub owner: Option<SubprogramId>,
    /// `Package.Subprogram`, the path in front of the name.
    pub path: Rc<str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectRole {
    Variable,
    Constant,
    Parameter(ast::Mode),
    /// Loop parameters and quantified variables.
    Iterator,
    /// The current instance of a predicate or the result in a postcondition.
    Subject,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub ty: TypeId,
    pub role: ObjectRole,
    /// The value of a static constant.
    pub value: Option<Value>,
    /// `X : T renames Y`: the name stands for this.
    pub renames: Option<Rc<Expr>>,
    /// A deferred constant before its completion.
    pub deferred: bool,
    /// The initial value of a constant that is not static, to tell constants from variables later.
    pub initialized: bool,
}

#[derive(Clone, Debug)]
pub enum EntityKind {
    Package(PackageScopes),
    Type(TypeId),
    Object(Object),
    Number(Value),
    Literal {
        ty: TypeId,
        position: u32,
    },
    Subprogram(SubprogramId),
    Generic(Rc<GenericInfo>),
    Exception,
    /// A named block or loop, and the scope its name opens.
    Block(ScopeId),
    /// Declared by a construct that is refused; using it is unsupported.
    Refused(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub struct PackageScopes {
    pub visible: ScopeId,
    pub private: ScopeId,
    /// Set once the body is being analysed.
    pub body: Option<ScopeId>,
    /// Of an instance: its formals, which a formal package makes visible (RM 12.7(10)).
    pub formals: Option<ScopeId>,
}

#[derive(Debug)]
pub struct GenericInfo {
    pub ast: Rc<ast::Generic>,
    /// The scope the generic is declared in.
    pub scope: ScopeId,
    pub path: Rc<str>,
    pub name: Rc<str>,
    /// Lower-case full name of the unit, to find its body.
    pub unit: String,
}

#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub parent: Option<ScopeId>,
    pub names: FxHashMap<Symbol, Vec<EntityId>>,
    pub uses: Vec<ScopeId>,
    pub use_types: Vec<TypeId>,
    /// In order of declaration; literals and hidden entities included.
    pub order: Vec<EntityId>,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub entity: EntityId,
    pub symbol: Symbol,
    pub mode: ast::Mode,
    pub ty: TypeId,
    pub default: Option<Rc<Expr>>,
}

/// What a subprogram does when called.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// No body was found (yet).
    Missing,
    Body(Rc<Body>),
    Null,
    /// A call of this means a call of that.
    Renames(SubprogramId),
    /// A predefined operator, given another name.
    Operator(Rc<str>),
    /// A function attribute of a type, given another name (RM 8.5.4).
    Attribute(AttributeKind, TypeId),
    /// An intrinsic of the shipped library, by its lower-case name.
    Builtin(Rc<str>),
    Unsupported(Rc<str>),
}

#[derive(Debug)]
pub struct Body {
    pub items: Vec<Item>,
    pub statements: Vec<Statement>,
    pub handlers: Vec<Handler>,
    pub end: Span,
}

#[derive(Clone, Debug, Default)]
pub struct Contract {
    pub pre: Vec<Clause>,
    pub post: Vec<Clause>,
    /// `Refined_Post`: what the body promises about the refined state.
    pub refined_post: Vec<Clause>,
    /// `Subprogram_Variant`: whether it increases, and the measure.
    pub variant: Vec<(bool, Rc<Expr>)>,
    pub variant_span: Option<Span>,
    /// Guard (none for `others`) and consequence.
    pub cases: Vec<(Option<Clause>, Clause)>,
    /// Where the contract cases stand.
    pub cases_span: Option<Span>,
    /// Stands for the result in `return X => C` annotations.
    pub result: Option<EntityId>,
    /// Package variables the subprogram may change, if `Global` tells all of them by name.
    pub writes: Option<Vec<EntityId>>,
    /// `Global` lets it read no variable either; without `Global`, SPARK takes that for granted where there
    /// is no body.
    pub reads_nothing: bool,
    /// What it states about its data flow.
    pub flow: super::flow_clauses::FlowContract,
    /// `Always_Terminates`, at least under a condition.
    pub always_terminates: bool,
}

impl Contract {
    /// Whether nothing is required or promised.
    pub fn is_empty(&self) -> bool {
        self.pre.is_empty() && self.post.is_empty() && self.cases.is_empty()
    }
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub condition: Rc<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Subprogram {
    pub entity: EntityId,
    pub symbol: Symbol,
    /// `Marray.MaxArray`, unique names made by lowering.
    pub name: Rc<str>,
    pub span: Span,
    pub parameters: Vec<Parameter>,
    pub result: Option<TypeId>,
    pub meaning: Meaning,
    pub contract: Contract,
    /// The subprogram this one is nested in.
    pub outer: Option<SubprogramId>,
    /// The scope holding the parameters, which bodies and contracts are analysed in.
    pub scope: ScopeId,
    /// Declared in the visible part of a library package, or a library subprogram.
    pub visible: bool,
    /// A library-level procedure without parameters: a main program.
    pub main: bool,
    /// Aspects of the declaration analysed after everything they may name is declared.
    pub pending_aspects: bool,
    /// Does not return normally.
    pub no_return: bool,
    /// Under `SPARK_Mode`: functions have no side effects, exceptions do not leave subprograms.
    pub spark: bool,
    /// Its body is under `SPARK_Mode => Off`: what is stated about its data flow is for SPARK tools to trust.
    pub trusted: bool,
    /// `Import`ed: there is no Ada body.
    pub imported: bool,
    /// The scope its declaration stands in.
    pub declared_in: ScopeId,
    /// An instance: the scope its generic unit is declared in.
    pub generic_in: Option<ScopeId>,
}
