//! From the typed tree to the program form.
//!
//! Nothing stays implicit: every check Ada implies is a `check` (or, where a handler catches the
//! exception, a branch) before the operation; short-circuit forms are branches; parameters are copied in
//! and out; a construct we do not translate is a failing `check` of kind `unsupported`.
//!
//! Representation: discrete values are machine integers of the base type's width (Boolean is `bool`),
//! arrays with static bounds are arrays from position 0, other arrays carry their bounds in a record
//! `(first, last, …, data)`, fixed-point values are scaled integers. Variables of enclosing subprograms
//! that a nested one uses are passed to it and back ([`captures`]).

mod aggregates;
mod aliasing;
mod arrays;
mod attributes;
mod by_contract;
mod calls;
mod captures;
mod checks;
mod conditions;
mod constrained;
mod convert;
mod copy_back;
mod covered;
mod cuts;
mod defaults;
pub(crate) mod effects;
mod entries;
mod exact;
mod expressions;
mod extent;
mod fillings;
mod flow_contracts;
mod images;
mod initialization;
mod missing;
mod naming;
mod old_values;
mod operators;
mod reals;
mod statements;
mod subprograms;
mod types;
mod variants;
pub(crate) mod visit;
mod whole;
mod words;
mod written;

use crate::sema::Analysis;
use crate::sema::entities::{EntityId, SubprogramId};
use crate::sema::tree::{LabelId, LoopId};
use crate::sema::types::TypeId;
use cairn_base::{Diagnostic, SourceMap, Span};
use cairn_ir as ir;
use cairn_ir::typing::TypeError;
use ir::{BlockId, CheckKind, ExprId, Origin, Place, ProcId, Program, StatementKind, Terminator, VarId, VariableKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

use naming::Naming;

pub use covered::{Collected, Host};
pub use words::Words;
pub use written::Written;

/// Why a construct was not translated.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub what: Rc<str>,
    pub span: Option<Span>,
}

impl From<TypeError> for Refusal {
    fn from(error: TypeError) -> Self {
        Refusal { what: format!("construct ({error})").into(), span: None }
    }
}

pub(crate) type Lower<T> = Result<T, Refusal>;

/// What contracts are taken for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Contracts {
    /// Checks where they stand, in executions of the whole program.
    #[default]
    Checked,
    /// Every subprogram with a contract is an entry; contracts are checks, calls and loops are executed.
    Executed,
    /// The same, and calls of them are what their contracts say, loops what their invariants say.
    Modular,
}

/// What the caller may choose.
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    pub contracts: Contracts,
    /// Names of entry points (`Package.Subprogram`, any case); empty: the main program, or every visible
    /// subprogram.
    pub entries: Vec<String>,
    /// Whether to collect the checks in the words of annotations.
    pub collect: bool,
    /// Whether reading objects without a value is checked.
    pub uninitialized: bool,
    /// What becomes of contracts about data flow.
    pub flow: crate::flow::Asked,
}

/// A handler, and where its statements are.
#[derive(Clone)]
struct HandlerBlock {
    /// Empty with `others`.
    choices: Vec<EntityId>,
    others: bool,
    block: BlockId,
    span: Span,
}

/// A region whose exceptions are handled.
#[derive(Clone)]
struct Region {
    handlers: Vec<HandlerBlock>,
}

/// The procedure being written.
struct Frame {
    procedure: ProcId,
    block: BlockId,
    subprogram: Option<SubprogramId>,
    variables: FxHashMap<EntityId, VarId>,
    /// Where `exit` goes.
    exits: FxHashMap<LoopId, BlockId>,
    labels: FxHashMap<LabelId, BlockId>,
    regions: Vec<Region>,
    /// Exceptions that no handler here takes go to the caller, through this variable.
    propagates: Option<VarId>,
    /// The exception on its way to a handler.
    raised: Option<VarId>,
    /// The exception being handled, for `raise;`: handlers inside of the handler have their own.
    handled: Option<VarId>,
    result: Option<VarId>,
    return_block: Option<BlockId>,
    /// Values kept for `'Old` and `'Loop_Entry`, by the place of the attribute.
    kept: FxHashMap<Span, VarId>,
    names: Naming,
    blocks: u32,
    /// Values of discriminants of the object being built or indexed.
    discriminants: Vec<Vec<ExprId>>,
    /// Expressions that stand for entities (subjects of predicates).
    substitutes: FxHashMap<EntityId, ExprId>,
    /// Whether parameters whose discriminants may change are constrained.
    constrained: FxHashMap<EntityId, ExprId>,
    /// Elements that loops go through, standing for places in an array.
    places: FxHashMap<EntityId, Place>,
    /// Per loop variant: whether it was met before, and its values then.
    variants: FxHashMap<Span, (VarId, Vec<VarId>)>,
    /// Checks count only where this holds: instances of a quantifier written out.
    guard: Option<ExprId>,
    /// Properties of written-out checks, one for all instances.
    shared: FxHashMap<(CheckKind, Span), ir::PropertyId>,
    /// Which objects have a value already, where that is checked.
    has_value: FxHashMap<EntityId, VarId>,
    /// Inside a specification expression: no checks, quantifiers stay quantifiers.
    pure_depth: u32,
    /// Inside a quantifier that stays one: checks are made for all its values.
    whole: Option<whole::Whole>,
    /// Loops that are being written, with their counters.
    counters: Vec<cuts::Counter>,
    /// Loops that their invariants stand for, to be finished.
    cuts: Vec<cuts::Cut>,
    /// Whether invariants of loops were met before, and where the loops are entered, by the place of the first.
    met: FxHashMap<Span, (VarId, BlockId)>,
    /// What is assumed is to be proved instead.
    promised: Option<ir::PropertyId>,
    /// Only bounds and ranges of what comes in are known, not predicates and invariants.
    shape_only: bool,
    /// The subprogram's variant as it was at entry.
    variant: Vec<VarId>,
    /// The bounds that `others` takes where the target is a parameter without bounds of its own.
    others: Option<(ExprId, ExprId)>,
    /// Indexes that were evaluated already, by their place.
    once: FxHashMap<Span, ExprId>,
}

pub struct Lowerer<'a> {
    a: &'a Analysis,
    sources: &'a SourceMap,
    p: Program,
    types: FxHashMap<TypeId, ir::TypeId>,
    globals: FxHashMap<EntityId, VarId>,
    global_names: Naming,
    procedures: FxHashMap<(SubprogramId, bool), ProcId>,
    queue: Vec<(SubprogramId, bool)>,
    procedure_names: Naming,
    captures: FxHashMap<SubprogramId, Rc<Vec<EntityId>>>,
    /// What subprograms read and change, by their number, and what loops over elements stand for.
    effects: Vec<effects::Effects>,
    elements: effects::Elements,
    exception_codes: FxHashMap<EntityId, u32>,
    /// The entity a type is declared by.
    type_entities: FxHashMap<TypeId, EntityId>,
    collected: Option<Collected>,
    frame: Frame,
    uninitialized: bool,
    contracts: Contracts,
    /// What stands for calls of subprograms with contracts.
    stand_ins: FxHashMap<SubprogramId, ProcId>,
    stand_in_queue: Vec<SubprogramId>,
    /// Blocks that are not finished yet, because they depend on what all bodies write.
    open: Vec<fillings::Open>,
    /// Values of functions without a body, one table for all calls.
    tables: FxHashMap<SubprogramId, VarId>,
    /// What the user should know about the program.
    notes: Vec<Diagnostic>,
    /// Checks that became branches to a handler, by what and where.
    handled_checks: BTreeSet<checks::Handled>,
    /// Entries that are unsupported as a whole.
    refused: FxHashSet<SubprogramId>,
}

/// What lowering gives.
pub struct Lowered {
    pub program: Program,
    /// What the user should know about the program as it was understood.
    pub notes: Vec<Diagnostic>,
    /// If asked for.
    pub collected: Option<Collected>,
}

/// Lowers everything reachable from the entry points.
pub fn lower(a: &Analysis, sources: &SourceMap, options: &LowerOptions) -> Lowered {
    let mut p = Program::new();
    p.language = ir::Language::Ada;
    let (effects, elements) = effects::effects(a);
    let mut lowerer = Lowerer {
        a,
        sources,
        p,
        types: FxHashMap::default(),
        globals: FxHashMap::default(),
        global_names: Naming::ignoring_case(),
        procedures: FxHashMap::default(),
        queue: Vec::new(),
        procedure_names: Naming::ignoring_case(),
        captures: captures::captures(a),
        effects,
        elements,
        exception_codes: FxHashMap::default(),
        type_entities: covered::type_entities(a),
        collected: options.collect.then(Collected::default),
        frame: Frame::new(ProcId(0), BlockId(0), None),
        uninitialized: options.uninitialized,
        contracts: options.contracts,
        stand_ins: FxHashMap::default(),
        stand_in_queue: Vec::new(),
        open: Vec::new(),
        tables: FxHashMap::default(),
        notes: Vec::new(),
        handled_checks: BTreeSet::new(),
        refused: FxHashSet::default(),
    };
    lowerer.entry_points(options);
    lowerer.finish_open();
    lowerer.flow_contracts(options.flow);
    lowerer.list_subprograms();
    lowerer.report_handled_checks();
    let procedures: Vec<ProcId> = lowerer.p.procedures.ids().collect();
    procedures.into_iter().for_each(|procedure| lowerer.p.refuse_unfinished(procedure));
    Lowered { program: lowerer.p, notes: lowerer.notes, collected: lowerer.collected }
}

/// Source text in descriptions is cut behind this many characters.
const LONGEST_TEXT: usize = 100;

/// `(A + B)` is shown as `A + B`; `(A) + (B)` stays.
fn without_parentheses(text: &str) -> &str {
    let Some(inside) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else { return text };
    let mut depth = 0i32;
    for c in inside.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            // Quotes may hold parentheses: then nothing is said about them.
            '"' | '\'' => return text,
            _ => {}
        }
        if depth < 0 {
            return text;
        }
    }
    let alone = depth == 0 && !["if ", "for ", "case ", "declare "].iter().any(|w| inside.starts_with(w));
    if alone { inside } else { text }
}

impl Frame {
    fn new(procedure: ProcId, block: BlockId, subprogram: Option<SubprogramId>) -> Self {
        Self {
            procedure,
            block,
            subprogram,
            variables: FxHashMap::default(),
            exits: FxHashMap::default(),
            labels: FxHashMap::default(),
            regions: Vec::new(),
            propagates: None,
            raised: None,
            handled: None,
            result: None,
            return_block: None,
            kept: FxHashMap::default(),
            names: Naming::default(),
            blocks: 0,
            discriminants: Vec::new(),
            substitutes: FxHashMap::default(),
            constrained: FxHashMap::default(),
            places: FxHashMap::default(),
            variants: FxHashMap::default(),
            guard: None,
            shared: FxHashMap::default(),
            has_value: FxHashMap::default(),
            pure_depth: 0,
            whole: None,
            counters: Vec::new(),
            cuts: Vec::new(),
            met: FxHashMap::default(),
            promised: None,
            shape_only: false,
            variant: Vec::new(),
            others: None,
            once: FxHashMap::default(),
        }
    }
}

impl Lowerer<'_> {
    fn refuse<T>(&self, what: impl Into<Rc<str>>, span: Span) -> Lower<T> {
        Err(Refusal { what: what.into(), span: Some(span) })
    }

    // ---- blocks and statements ----

    fn new_block(&mut self, hint: &str) -> BlockId {
        self.frame.blocks += 1;
        let label = format!("{hint}{}", self.frame.blocks);
        self.p.add_block(self.frame.procedure, label)
    }
    fn emit(&mut self, kind: StatementKind, origin: Origin) {
        self.p.push_statement(self.frame.procedure, self.frame.block, kind, origin);
    }
    /// Ends the current block.
    fn terminate(&mut self, terminator: Terminator, span: Option<Span>) {
        let origin = Origin { span, reason: ir::Reason::Source };
        self.p.set_terminator(self.frame.procedure, self.frame.block, terminator, origin);
    }
    fn goto(&mut self, block: BlockId, span: Option<Span>) {
        self.terminate(Terminator::Goto(block), span);
    }
    fn branch(&mut self, condition: ExprId, then: BlockId, otherwise: BlockId, span: Option<Span>) {
        self.terminate(Terminator::Branch { condition, then, otherwise }, span);
    }
    fn enter(&mut self, block: BlockId) {
        self.frame.block = block;
    }
    fn assign(&mut self, target: Place, value: ExprId, span: Span) {
        self.emit(StatementKind::Assign { target, value }, Origin::source(span));
    }
    fn assign_var(&mut self, var: VarId, value: ExprId, span: Span) {
        self.assign(Place::var(var), value, span);
    }
    /// An arbitrary value, and why there is one: in words, or as what it stands for.
    fn havoc(&mut self, target: Place, span: Span, why: impl Into<ir::Reason>) {
        self.emit(StatementKind::Havoc { target }, Origin { span: Some(span), reason: why.into() });
    }
    fn assume(&mut self, condition: ExprId, span: Span, why: &str) {
        if self.constant_bool(condition) == Some(true) {
            return;
        }
        if let Some(property) = self.frame.promised {
            self.emit(StatementKind::Check { property, condition }, Origin::implied(Some(span), why));
        } else {
            self.emit(StatementKind::Assume(condition), Origin::implied(Some(span), why));
        }
    }

    // ---- variables ----

    fn unique(&mut self, name: &str) -> String {
        self.frame.names.fresh(name)
    }
    fn local(&mut self, name: &str, ty: ir::TypeId, kind: VariableKind, span: Option<Span>) -> VarId {
        let name = self.unique(name);
        let procedure = self.frame.procedure;
        let var = self.p.add_variable(name, ty, kind, Some(procedure));
        self.p.variables[var].span = span;
        var
    }
    /// A variable the source does not show.
    fn temporary(&mut self, hint: &str, ty: ir::TypeId) -> VarId {
        let var = self.local(hint, ty, VariableKind::Local, None);
        self.p.variables[var].temporary = true;
        var
    }
    /// Keeps a value in a temporary, so that later changes do not affect it.
    fn keep(&mut self, hint: &str, value: ExprId, span: Span) -> ExprId {
        if self.frame.pure_depth > 0 || matches!(self.p.expr(value).kind, ir::ExprKind::Const(_)) {
            return value;
        }
        let ty = self.p.type_of(value);
        let var = self.temporary(hint, ty);
        self.assign_var(var, value, span);
        self.p.var(var)
    }

    fn text(&self, span: Span) -> String {
        let text = self.sources.text(span);
        let words: Vec<&str> = text.split_whitespace().filter(|w| !matches!(*w, "--#" | "--%")).collect();
        let joined = words.join(" ");
        let joined = without_parentheses(&joined);
        if joined.chars().count() <= LONGEST_TEXT {
            return joined.to_string();
        }
        joined.chars().take(LONGEST_TEXT - 1).chain(['…']).collect()
    }

    fn constant_bool(&self, e: ExprId) -> Option<bool> {
        match &self.p.expr(e).kind {
            ir::ExprKind::Const(ir::Value::Bool(b)) => Some(*b),
            _ => None,
        }
    }

    /// Whether control can get to a block of the procedure being written, as far as it is written.
    fn is_reachable(&self, block: BlockId) -> bool {
        let blocks = &self.p.procedures[self.frame.procedure].blocks;
        let mut seen = vec![false; blocks.len()];
        let mut work = vec![ir::Procedure::ENTRY];
        while let Some(at) = work.pop() {
            if at == block {
                return true;
            }
            if !std::mem::replace(&mut seen[at.0 as usize], true) {
                work.extend(blocks[at].terminator.successors());
            }
        }
        false
    }

    /// The failing check that stands for a construct we do not translate.
    fn unsupported(&mut self, refusal: &Refusal, place: Span) {
        let span = refusal.span.unwrap_or(place);
        let description = format!("{} is not supported", refusal.what);
        let procedure = self.frame.procedure;
        let property = self.p.add_property(CheckKind::Unsupported, Some(procedure), description, Some(span));
        let condition = self.p.bool_const(false);
        self.emit(StatementKind::Check { property, condition }, Origin::source(span));
    }
}
