//! Semantic analysis: syntax trees of all translation units in, one typed and linked program out.
//!
//! - [`tree`]: the typed tree, the contract with lowering; [`builtin`]: builtin functions that stay operations.
//! - `scopes` and `linkage`: which name means what, in a file and between files;
//! - `specifiers`, `tags`, `declarators`, `attributes`: what a declaration declares; `declarations`, `functions`;
//! - `statements`;
//! - `expressions` (names, literals, the dispatch), `operators`, `assignments`, `objects` (what designates an object), `queries`
//!   (`sizeof`, `_Generic` and their like), `calls`, `library`, `builtins`, `atomics`;
//! - `conversions`: every implicit and explicit conversion; `initializers`, `static_values`;
//! - `constants` and `floats`: evaluation before the program runs; `sequence`: side effects without an order.
//!
//! Units are analysed one after the other into the same tables, so linking is part of declaring. Errors are
//! collected; what could not be made sense of has the error type, which fits everywhere. Where gcc only warns, so do we.
//!
//! Deliberately absent: checks. Which operation may go wrong at run time is for lowering to say.

mod assignments;
mod atomics;
mod attributes;
pub mod builtin;
mod builtins;
mod calls;
mod constants;
mod conversions;
pub(crate) use conversions::value_bits;
mod declarations;
mod declarators;
pub(crate) mod expressions;
pub mod floats;
mod functions;
mod ghosts;
mod initializers;
mod library;
mod linkage;
mod objects;
mod operators;
mod queries;
mod record_equality;
pub(crate) mod scopes;
mod sequence;
pub(crate) mod specified;
mod specifiers;
mod statements;
mod static_values;
mod tags;
pub mod tree;

use crate::acsl::syntax::Contract;
use crate::acsl::typing::LogicState;
use crate::syntax::ast;
use crate::syntax::names::{Names, Symbol};
use crate::types::{DataModel, LengthId, Qualified, RecordId, TypeId, Types};
use cairn_base::{Diagnostic, Span, Table};
use rustc_hash::{FxHashMap, FxHashSet};
use scopes::{Entity, Scope};
use std::sync::Arc;
use tree::{
    Block, Case, CaseId, Expr, ExprKind, FunctionId, LabelId, Linkage, Program, Storage, StringId, Variable,
    VariableId, VariableRole,
};

/// Analyses the translation units and links them. The program makes sense only if no diagnostic is an error.
pub fn analyze(units: &[ast::TranslationUnit], names: &Names, model: DataModel) -> (Program, Vec<Diagnostic>) {
    let mut analyzer = Analyzer::new(names, model);
    for unit in units {
        analyzer.unit(unit);
    }
    let ghosts: Vec<Span> = units.iter().flat_map(|unit| unit.ghosts.iter().copied()).collect();
    analyzer.check_ghosts(&ghosts);
    (analyzer.program, analyzer.diagnostics)
}

/// The state of an analysis.
pub(crate) struct Analyzer<'a> {
    pub(crate) names: &'a Names,
    pub(crate) texts: FxHashMap<Symbol, Arc<str>>,
    pub(crate) program: Program,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The current unit is part of the library shipped with the front end: what the user defines wins.
    pub(crate) in_library: bool,
    /// Places already complained about, so that one mistake gives one message.
    pub(crate) reported: FxHashSet<(&'static str, Span)>,
    /// The file scope of the current unit first.
    pub(crate) scopes: Vec<Scope>,
    /// Structures and unions whose members are being read, the innermost last.
    pub(crate) open_records: Vec<RecordId>,
    /// What has external linkage, of all units.
    pub(crate) externals: FxHashMap<Symbol, Entity>,
    /// What has linkage and was declared in the current unit, maybe out of scope now.
    pub(crate) unit_linked: FxHashMap<Symbol, Entity>,
    pub(crate) strings: FxHashMap<(Arc<[u32]>, TypeId), StringId>,
    pub(crate) function: Option<FunctionContext>,
    /// Lengths of variable-length arrays met in declarators and not yet evaluated by the tree.
    pub(crate) pending_lengths: Vec<Expr>,
    /// Contracts at file scope that belong to the next item.
    pub(crate) pending_contracts: Vec<Contract>,
    /// What specifications know.
    pub(crate) logic: LogicState,
    /// Side effects without an order in the current statement: what follows from them is not known.
    pub(crate) unordered: Vec<(Span, Arc<str>)>,
    /// More than zero inside `sizeof`, `typeof` and other operands that are not evaluated.
    pub(crate) unevaluated: u32,
    /// More than zero inside a list of parameters that belongs to no definition.
    pub(crate) prototype_depth: u32,
}

/// What is known while a function's body is analysed.
pub(crate) struct FunctionContext {
    pub(crate) id: FunctionId,
    pub(crate) result: TypeId,
    pub(crate) labels: Table<LabelId, LabelState>,
    /// Function scope first; `__label__` opens others.
    pub(crate) label_scopes: Vec<FxHashMap<Symbol, LabelId>>,
    pub(crate) next_case: u32,
    pub(crate) switches: Vec<SwitchContext>,
    /// Loops and switches around, for `break`; loops around, for `continue`.
    pub(crate) breakable: u32,
    pub(crate) loops: u32,
    pub(crate) locals: Vec<VariableId>,
    /// Automatic variables of the blocks around, the innermost last.
    pub(crate) blocks: Vec<Vec<VariableId>>,
    /// `__func__`, once it was used.
    pub(crate) name_string: Option<StringId>,
}

pub(crate) struct LabelState {
    pub(crate) name: Symbol,
    pub(crate) defined: bool,
    pub(crate) used: bool,
    pub(crate) address_taken: bool,
    pub(crate) span: Span,
}

pub(crate) struct SwitchContext {
    pub(crate) ty: TypeId,
    pub(crate) cases: Vec<Case>,
    pub(crate) default: Option<CaseId>,
}

impl<'a> Analyzer<'a> {
    fn new(names: &'a Names, model: DataModel) -> Self {
        let program = Program {
            types: Types::new(model),
            variables: Table::new(),
            functions: Table::new(),
            strings: Table::new(),
            lengths: Table::new(),
            logic_variables: Table::new(),
            logic_functions: Table::new(),
            lemmas: Vec::new(),
            global_invariants: Vec::new(),
            dropped_definitions: Vec::new(),
            unsupported: Vec::new(),
        };
        Self {
            names,
            texts: FxHashMap::default(),
            program,
            diagnostics: Vec::new(),
            in_library: false,
            reported: FxHashSet::default(),
            scopes: Vec::new(),
            open_records: Vec::new(),
            externals: FxHashMap::default(),
            unit_linked: FxHashMap::default(),
            strings: FxHashMap::default(),
            function: None,
            pending_lengths: Vec::new(),
            pending_contracts: Vec::new(),
            logic: LogicState::default(),
            unordered: Vec::new(),
            unevaluated: 0,
            prototype_depth: 0,
        }
    }
    fn unit(&mut self, unit: &ast::TranslationUnit) {
        self.scopes = vec![Scope::default()];
        self.unit_linked.clear();
        self.logic = LogicState::default();
        self.in_library = unit.name.starts_with(crate::library::PREFIX);
        for item in &unit.items {
            self.external_item(item);
        }
        self.leave_out_contracts();
        self.finish_unit();
    }

    pub(crate) fn types(&mut self) -> &mut Types {
        &mut self.program.types
    }
    pub(crate) fn text(&mut self, symbol: Symbol) -> Arc<str> {
        let names = self.names;
        self.texts.entry(symbol).or_insert_with(|| names.text(symbol).into()).clone()
    }
    pub(crate) fn show(&self, ty: TypeId) -> String {
        self.program.types.show(ty)
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        let place = diagnostic.primary.as_ref().map(|label| (diagnostic.code, label.span));
        if place.is_none_or(|place| self.reported.insert(place)) {
            self.diagnostics.push(diagnostic);
        }
    }
    pub(crate) fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, message).at(span, ""));
    }
    pub(crate) fn warn(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::warning(code, message).at(span, ""));
    }

    /// The value of an expression that was complained about.
    pub(crate) fn error_value(&mut self, span: Span) -> Expr {
        let ty = self.types().error();
        Expr { kind: ExprKind::Unsupported("an expression with an error".into()), ty, span }
    }
    fn unsupported(&mut self, ty: TypeId, span: Span, what: impl Into<Arc<str>>) -> Expr {
        Expr { kind: ExprKind::Unsupported(what.into()), ty, span }
    }

    /// An unnamed object: automatic inside of functions, static outside.
    fn hidden_variable(&mut self, name: &str, ty: Qualified, role: VariableRole, span: Span) -> VariableId {
        let function = self.function.as_ref().map(|f| f.id);
        let automatic = function.is_some();
        let id = self.program.variables.push(Variable {
            name: name.into(),
            ty,
            storage: if automatic { Storage::Automatic } else { Storage::Static },
            linkage: Linkage::None,
            role,
            function,
            initializer: None,
            defined: true,
            address_taken: false,
            aligned: None,
            flexible_elements: 0,
            weak: false,
            register: false,
            span,
        });
        if automatic {
            self.own_local(id);
        }
        id
    }
    /// Makes an automatic variable live in the innermost block.
    fn own_local(&mut self, id: VariableId) {
        if let Some(function) = &mut self.function {
            function.locals.push(id);
            if let Some(block) = function.blocks.last_mut() {
                block.push(id);
            }
        }
    }
    fn new_length(&mut self, span: Span) -> LengthId {
        let ty = self.types().size_type();
        let variable = self.hidden_variable("length", Qualified::plain(ty), VariableRole::Length, span);
        self.program.lengths.push(variable)
    }
    /// Wraps statements in a block that owns the variables declared since [`Self::open_block`].
    fn open_block(&mut self) {
        self.scopes.push(Scope::default());
        if let Some(function) = &mut self.function {
            function.blocks.push(Vec::new());
        }
    }
    fn close_block(&mut self, statements: Vec<tree::Stmt>, end: Span) -> Block {
        self.scopes.pop();
        let variables = self.function.as_mut().and_then(|f| f.blocks.pop()).unwrap_or_default();
        Block { statements, variables, end }
    }
}
