//! Names, types and static values: from syntax trees to the typed tree.
//!
//! In: the parsed units. Out: an [`Analysis`] (entities, types, subprograms with typed bodies, the order
//! of elaboration) and diagnostics. A construct the front end does not translate becomes an
//! `Unsupported` node where it stands ([`Stop::Unsupported`] caught at the statement or declaration
//! around it); a mistake of the user becomes a diagnostic.
//!
//! Deliberately absent: run-time checks (lowering makes them), and legality rules that do not change the
//! meaning of accepted programs (accessibility, freezing, privacy of full views).

mod addresses;
mod aggregates;
pub(crate) mod aspects;
mod attributes;
mod calls;
mod candidates;
mod contracts;
mod declarations;
mod elaboration;
mod elaboration_open;
pub mod entities;
pub mod flow_clauses;
mod fold;
mod generic_children;
mod generics;
mod operator_calls;
mod operators;
pub mod overflow;
mod packages;
mod resolve;
mod scopes;
mod spark;
mod standard;
mod statements;
mod static_predicates;
mod subprograms;
mod subtypes;
mod target;
pub mod tree;
mod type_declarations;
mod type_queries;
pub mod types;
mod units;
pub mod value;
mod visible_operators;
mod volatile;

use crate::codes;
use crate::syntax::ast;
use crate::syntax::names::{Names, Symbol};
use cairn_base::{Diagnostic, SourceMap, Span, Table};
use entities::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use tree::*;
use types::*;

pub use standard::Library;
pub use target::TargetConfig;
pub(crate) use units::SHIPPED;
pub use units::{FindUnit, analyze};

/// Why analysis of a construct stopped.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The user's mistake, already reported.
    Reported,
    /// A construct we do not translate.
    Unsupported(Rc<str>, Span),
}

pub type Resolved<T> = Result<T, Stop>;

/// Everything later stages need.
#[derive(Debug, Default)]
pub struct Analysis {
    pub names: Names,
    pub entities: Table<EntityId, Entity>,
    pub scopes: Table<ScopeId, Scope>,
    pub types: Table<TypeId, Type>,
    pub subprograms: Table<SubprogramId, Subprogram>,
    /// Items of library packages, in the order of elaboration.
    pub elaboration: Vec<(Rc<str>, Vec<Item>)>,
    pub standard: standard::Standard,
    /// Packages whose body was found, and what packages promise about their elaboration.
    pub package_bodies: FxHashSet<EntityId>,
    pub initial_conditions: FxHashMap<EntityId, Vec<Rc<tree::Statement>>>,
    /// Deferred constants, which users of their package see.
    pub completed_constants: FxHashSet<EntityId>,
    pub volatile: FxHashSet<EntityId>,
    /// Objects at a fixed address: registers, if they are volatile.
    pub at_address: FxHashSet<EntityId>,
    /// Constants that hold a fixed address.
    pub fixed_addresses: FxHashSet<EntityId>,
    /// Objects of volatile types that nobody else writes to.
    pub steady: FxHashSet<EntityId>,
    /// Root types whose objects are volatile.
    pub volatile_types: FxHashSet<TypeId>,
    /// Assertions in which arithmetic is not checked strictly.
    pub exact: Vec<(Span, overflow::OverflowMode)>,
    /// Abstract states of packages.
    pub states: flow_clauses::States,
    pub loop_count: u32,
    pub label_count: u32,
}

/// What is known about the place being analysed.
#[derive(Clone, Debug)]
struct Context {
    scope: ScopeId,
    /// The subprogram whose body this is.
    subprogram: Option<SubprogramId>,
    /// `Package.Subprogram`.
    path: Rc<str>,
    /// Declarations here are visible to users of the library unit.
    visible: bool,
    /// Inside a unit the user gave (not the shipped library).
    user: bool,
    /// `SPARK_Mode` is on.
    spark: bool,
    /// It is turned off, and not only left unsaid.
    trusted: bool,
    /// How arithmetic inside of assertions is computed.
    assertion_overflow: overflow::OverflowMode,
    /// The scopes of the declarative region: of a package body also those of its specification.
    region: Vec<ScopeId>,
}

struct ActiveLoop {
    id: LoopId,
    name: Option<Symbol>,
    /// A named block: `exit` must not name it.
    block: bool,
}

pub struct Analyzer<'a> {
    a: Analysis,
    sources: &'a mut SourceMap,
    find_unit: &'a mut FindUnit<'a>,
    diagnostics: Vec<Diagnostic>,
    context: Context,
    /// Items being gathered for the declarative part under analysis.
    items: Vec<Item>,
    loops: Vec<ActiveLoop>,
    labels: Vec<FxHashMap<Symbol, LabelId>>,
    /// Candidate types per syntax node, valid within one complete context.
    candidate_cache: FxHashMap<*const ast::Expression, Rc<Vec<TypeId>>>,
    /// Names declared from here on are not visible yet: an expression function is analysed late, but sees what
    /// is declared before it.
    horizon: Option<(EntityId, ScopeId)>,
    /// Inside an extended return statement, where a plain `return;` is allowed in a function.
    extended_return: bool,
    /// The target of the assignment around, for `@`.
    target: Option<Expr>,
    /// Discriminants in scope while components are declared.
    discriminants: Vec<(Symbol, TypeId)>,
    /// Generic instances whose bodies wait for the end of the analysis.
    pending: Vec<generics::PendingInstance>,
    /// Bodies of generic units, by the full lower-case name of the generic.
    generic_bodies: FxHashMap<String, generics::GenericBody>,
    /// Full lower-case names of generics that have an instance.
    instantiated: FxHashSet<String>,
    /// Packages that are instances, with the full lower-case name of their generic.
    instances: FxHashMap<EntityId, String>,
    /// Children of generic packages, as seen in one instance of the parent.
    children: FxHashMap<String, generic_children::Child>,
    units: units::Units,
    /// Discriminants of private types, known before the full view is.
    partial_discriminants: FxHashMap<TypeId, Rc<Vec<Component>>>,
    subject: Option<EntityId>,
    /// Scopes that hold the formals of instances.
    instance_formals: rustc_hash::FxHashSet<ScopeId>,
    instance_depth: u32,
    /// Scopes with a `use` of a unit that is refused: names not found there may come from it.
    refused_uses: Vec<ScopeId>,
    /// What holds for assertions where no pragma says otherwise.
    default_overflow: overflow::OverflowMode,
    /// What the inputs state and nobody checks.
    unchecked: aspects::Unchecked,
    /// Contracts and expression functions, analysed when everything they may name is declared.
    delayed: Vec<subprograms::Delayed>,
}

impl Analyzer<'_> {
    fn error<T>(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Resolved<T> {
        self.report(Diagnostic::error(code, message).at(span, ""));
        Err(Stop::Reported)
    }
    fn report(&mut self, diagnostic: Diagnostic) {
        let same = |d: &Diagnostic| d.message == diagnostic.message && d.primary == diagnostic.primary;
        if self.diagnostics.len() < 200 && !self.diagnostics.iter().rev().take(50).any(same) {
            self.diagnostics.push(diagnostic);
        }
    }
    fn warn(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::warning(code, message).at(span, ""));
    }
    fn unsupported<T>(&self, span: Span, what: impl Into<Rc<str>>) -> Resolved<T> {
        Err(Stop::Unsupported(what.into(), span))
    }
    fn text(&self, span: Span) -> &str {
        self.sources.text(span)
    }
    fn symbol_text(&self, symbol: Symbol) -> &str {
        self.a.names.text(symbol)
    }
    /// Turns a failed analysis of a declaration into an item, so that the rest goes on.
    fn absorb(&mut self, result: Resolved<()>) {
        if let Err(Stop::Unsupported(what, span)) = result {
            self.items.push(Item::Unsupported(what, span));
        }
    }
    fn new_loop(&mut self) -> LoopId {
        self.a.loop_count += 1;
        LoopId(self.a.loop_count - 1)
    }
    fn new_label(&mut self) -> LabelId {
        self.a.label_count += 1;
        LabelId(self.a.label_count - 1)
    }
    /// Runs `work` in a new scope inside the current one.
    fn in_scope<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let scope = self.new_scope(Some(self.context.scope));
        self.within(scope, work)
    }
    /// As [`Self::in_scope`], with a name that may stand before what is declared inside.
    fn in_named_scope<T>(&mut self, name: Option<ast::Identifier>, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(name) = name else { return self.in_scope(work) };
        self.in_scope(|s| {
            let inner = s.new_scope(Some(s.context.scope));
            s.declare(name, EntityKind::Block(inner));
            s.within(inner, work)
        })
    }
    fn within<T>(&mut self, scope: ScopeId, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.context.scope, scope);
        let overflow = self.context.assertion_overflow;
        let result = work(self);
        self.context.scope = outer;
        self.context.assertion_overflow = overflow;
        result
    }
    /// Runs `work` with an empty list of items and gives what it gathered.
    fn gather<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Vec<Item>) {
        let outer = std::mem::take(&mut self.items);
        let result = work(self);
        (result, std::mem::replace(&mut self.items, outer))
    }
    /// A name that was not found: unsupported if something refused stands before it, else a mistake.
    fn undefined_name<T>(&mut self, e: &ast::Expression) -> Resolved<T> {
        let mut prefix = e;
        while let ast::ExpressionKind::Selected(inner, _)
        | ast::ExpressionKind::Apply(inner, _)
        | ast::ExpressionKind::Attribute(inner, ..)
        | ast::ExpressionKind::Dereference(inner) = &prefix.kind
        {
            for entity in self.entities_of(inner).unwrap_or_default() {
                let refused = match &self.a.entities[entity].kind {
                    EntityKind::Refused(_) => true,
                    EntityKind::Object(object) => self.a.is_refused(object.ty).is_some(),
                    EntityKind::Subprogram(id) => {
                        self.a.subprograms[*id].result.is_some_and(|t| self.a.is_refused(t).is_some())
                    }
                    _ => false,
                };
                if refused {
                    return self.unsupported(e.span, "operation of a refused object or unit");
                }
            }
            prefix = inner;
        }
        self.undefined(e.span)
    }
    fn undefined<T>(&mut self, span: Span) -> Resolved<T> {
        let text = self.text(span).to_string();
        if self.refused_uses.iter().any(|&scope| self.is_inside(scope)) {
            return self.unsupported(span, format!("`{text}`, which may come from a unit that is not shipped,"));
        }
        self.error(codes::UNDEFINED, span, format!("`{text}` is not declared here"))
    }
}
