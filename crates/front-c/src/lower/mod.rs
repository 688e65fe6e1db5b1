//! From the typed tree to the program form.
//!
//! Nothing stays implicit: every rule of C that can be broken is a `check` before the operation, every
//! conversion is a conversion, `&&`, `||` and `?:` are branches where their operands do more than compute, and
//! evaluation goes from left to right (the right side of an assignment before the left). What is not supported is
//! a failing `check` of kind `unsupported` where it stands.
//!
//! | C | program form | module |
//! | --- | --- | --- |
//! | types, layout, bit-fields | types with the ABI's offsets | `types` |
//! | objects, `*p`, `a[i]`, `s.m` | places; an access through a pointer is checked, one past an array too | `places` |
//! | variables | plain variables, or objects in memory if their address is used; inner ones live and die with their block | `scopes` |
//! | operators, conversions | operations on machine integers, floats, pointers | `operators`, `convert` |
//! | initialisers | one value | `initializers` |
//! | `fesetround` | a variable that chooses among differently rounded results | `rounding` |
//! | order of evaluation that C leaves open | a choice among orders, where it can be seen | `order` |
//! | statements, `goto`, `switch` | blocks | `statements` |
//! | calls, function pointers, variable arguments | calls; unnamed arguments lie in one record that the callee gets a pointer to | `calls` |
//! | functions without body | arbitrary result, arbitrary contents of what their arguments and other files reach | `unknown`, `reach`, `outside` |
//! | `malloc`, `free`, `memcpy`, `assert`, `__VERIFIER_…` | statements | `known`, `memory`, `formats` |
//! | builtin functions | operations | `builtins` |
//! | reads of variables without a value | checks on request, by shadow variables | `initialization` |
//! | `main`, other entries, constructors, `exit` | a procedure that prepares, calls and ends | `entries` |
//!
//! Further parts of the C library are C text ([`crate::library`]), read with the program and lowered like it.
//!
//! Only what is reachable from the entries is lowered.

mod bit_fields;
mod builtins;
mod calls;
mod checks;
mod comparisons;
mod conditions;
mod convert;
mod entries;
mod expressions;
mod formats;
mod functions;
mod initialization;
mod initializers;
mod intrinsics;
mod known;
mod members;
mod memory;
mod operators;
mod order;
mod outside;
mod padding;
pub(crate) mod places;
mod promised;
mod quantifiers;
mod reach;
mod regions;
mod rounding;
mod scopes;
mod spelling;
mod statements;
mod tracked;
pub(crate) mod types;
mod unknown;
pub(crate) mod visit;
mod watch;

use crate::acsl::lowering::{ClauseCall, LogicProcedures, Part, Points};
use crate::sema::tree::{self, FunctionId, LabelId, StringId, VariableId};
use cairn_base::{Diagnostic, SourceMap, Span};
use cairn_ir as ir;
use cairn_ir::typing::TypeError;
use ir::{BlockId, ExprId, Origin, Place, ProcId, StatementKind, Terminator, VarId, VariableKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

pub use bit_fields::BitFieldPromotion;
pub use known::{is_known, is_nondet};
pub use order::EvaluationOrder;
pub use outside::Stub;
pub use regions::Region;
pub use visit::undefined_functions;

/// Why a construct was not translated.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub what: Rc<str>,
    pub span: Option<Span>,
}

impl Refusal {
    pub fn new(what: impl Into<Rc<str>>) -> Self {
        Refusal { what: what.into(), span: None }
    }
    pub fn at(what: impl Into<Rc<str>>, span: Span) -> Self {
        Refusal { what: what.into(), span: Some(span) }
    }
}

impl From<TypeError> for Refusal {
    fn from(error: TypeError) -> Self {
        Refusal::new(format!("a construct ({error})"))
    }
}

pub(crate) type Lower<T> = Result<T, Refusal>;

/// What the caller may choose.
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    /// Names of functions to start in; empty: `main`, unless there are exports.
    pub entries: Vec<String>,
    /// Functions that code of another front end calls: lowered, whether anything here reaches them or not.
    pub exports: Vec<String>,
    /// Every function of the inputs is lowered; `main`, if there is one, is the entry.
    pub every: bool,
    /// Globals that somebody asks about, whether anything here uses them or not.
    pub kept_globals: Vec<String>,
    /// Allocation never fails.
    pub malloc_succeeds: bool,
    /// Checks that are made only when asked for.
    pub conversion: bool,
    pub leak: bool,
    /// Memory that is still pointed to when the program ends is no leak.
    pub tracked: bool,
    pub uninitialized: bool,
    pub float: bool,
    pub alignment: bool,
    /// Memory functions stay in the member they are given.
    pub members: bool,
    /// Checks of pointers are off.
    pub no_pointer_checks: bool,
    /// Error locations are not asked about: such a function with a body is one like any other.
    pub no_error_locations: bool,
    /// It is asked whether executions end: loops that do nothing for ever stay loops.
    pub termination: bool,
    /// Which order of evaluation is taken where C leaves it open.
    pub evaluation_order: EvaluationOrder,
    /// What functions without body may do: those named, and the others.
    pub stubs: Vec<(String, Stub)>,
    pub other_stubs: Stub,
    /// Memory at fixed addresses.
    pub regions: Vec<Region>,
    /// As which compiler arithmetic takes bit-fields wider than `int`.
    pub bit_field_promotion: BitFieldPromotion,
}

/// The procedure being written.
pub(crate) struct Frame {
    pub(crate) procedure: ProcId,
    pub(crate) block: BlockId,
    pub(crate) function: Option<FunctionId>,
    pub(crate) variables: FxHashMap<VariableId, VarId>,
    pub(crate) shadows: initialization::Shadows,
    pub(crate) names: FxHashMap<String, u32>,
    pub(crate) blocks: u32,
    pub(crate) scopes: Vec<scopes::Scope>,
    pub(crate) loops: Vec<scopes::Exit>,
    pub(crate) labels: FxHashMap<LabelId, scopes::Label>,
    pub(crate) cases: FxHashMap<tree::CaseId, BlockId>,
    pub(crate) result: Option<VarId>,
    /// Points to the unnamed arguments.
    pub(crate) unnamed: Option<VarId>,
    /// Values of the conditions of enclosing `a ?: b`.
    pub(crate) shared: Vec<ExprId>,
    /// The function belongs to the library shipped with the front end.
    pub(crate) in_library: bool,
    /// Inside a constant initialiser: nothing is executed, nothing is checked.
    pub(crate) is_constant: bool,
    /// Inside a region whose order of evaluation has been settled.
    pub(crate) in_region: bool,
    /// Variables whose declaration a jump may skip.
    pub(crate) jumped_over: FxHashSet<VariableId>,
    /// Regions around this one that are written several times.
    pub(crate) order_depth: u32,
    /// Values of expressions that were evaluated before their turn.
    pub(crate) evaluated: FxHashMap<usize, ExprId>,
    /// Where values that specifications ask for later are saved.
    pub(crate) points: Points,
    /// The clause of a contract that is being written.
    pub(crate) clause: Option<Part>,
    /// Functions that the clause calls, the innermost last.
    pub(crate) clause_calls: Vec<ClauseCall>,
}

impl Frame {
    pub(crate) fn new(procedure: ProcId, block: BlockId, function: Option<FunctionId>) -> Self {
        Self {
            procedure,
            block,
            function,
            variables: FxHashMap::default(),
            shadows: FxHashMap::default(),
            names: FxHashMap::default(),
            blocks: 0,
            scopes: Vec::new(),
            loops: Vec::new(),
            labels: FxHashMap::default(),
            cases: FxHashMap::default(),
            result: None,
            unnamed: None,
            shared: Vec::new(),
            in_library: false,
            is_constant: false,
            in_region: false,
            jumped_over: FxHashSet::default(),
            order_depth: 0,
            evaluated: FxHashMap::default(),
            points: Points::default(),
            clause: None,
            clause_calls: Vec::new(),
        }
    }
}

pub(crate) struct Lowerer<'a> {
    pub(crate) c: &'a tree::Program,
    pub(crate) sources: &'a SourceMap,
    pub(crate) options: &'a LowerOptions,
    pub(crate) p: ir::Program,
    pub(crate) types: types::TypeMap,
    pub(crate) globals: FxHashMap<VariableId, VarId>,
    pub(crate) strings: FxHashMap<StringId, VarId>,
    /// String literals that the program could try to write.
    pub(crate) exposed_strings: Rc<[StringId]>,
    /// String literals that may share their storage, once that is asked for.
    pub(crate) shared_strings: Option<Rc<comparisons::SharedLiterals>>,
    /// Objects declared `const` that the program could try to write.
    pub(crate) exposed_constants: Rc<[VariableId]>,
    /// Whether pointers made of numbers are compared by their addresses.
    pub(crate) numbers_become_pointers: bool,
    /// Whether bytes of structures that belong to no member are kept.
    pub(crate) padding_is_observed: bool,
    /// Static objects whose first contents are still to be lowered.
    pub(crate) uninitialised: Vec<(VariableId, VarId)>,
    pub(crate) global_names: FxHashMap<String, u32>,
    pub(crate) procedures: FxHashMap<FunctionId, ProcId>,
    pub(crate) procedure_names: FxHashMap<String, u32>,
    pub(crate) queue: Vec<FunctionId>,
    /// Functions whose address is used, in the order of the program.
    pub(crate) address_taken: Vec<FunctionId>,
    pub(crate) function_by_name: FxHashMap<Rc<str>, FunctionId>,
    /// How many objects allocated on the heap are not released yet, when leaks are checked.
    pub(crate) live_allocations: Option<VarId>,
    /// The object that is watched, where memory that is still pointed to is no leak.
    pub(crate) tracked: Option<tracked::Tracked>,
    /// The rounding mode, if the program can change it.
    pub(crate) rounding_mode: Option<VarId>,
    /// How expressions are written whose place does not show it.
    pub(crate) spelled: FxHashMap<Span, String>,
    /// Static objects whose first contents only the execution knows: addresses as numbers.
    pub(crate) late_contents: Vec<(VarId, ExprId, Span)>,
    /// Static objects whose first contents are not supported.
    pub(crate) refused_contents: Vec<Refusal>,
    pub(crate) reported: FxHashSet<FunctionId>,
    /// Whether functions without body write what other files see, and the procedure that does.
    pub(crate) outside: Option<ir::Outside>,
    /// Memory at fixed addresses, and the objects that stand for it.
    pub(crate) regions: Vec<(Region, VarId)>,
    /// What is watched for having no value, when that is checked.
    pub(crate) watch: Option<watch::Watch>,
    /// What functions read and write, once that is asked for.
    pub(crate) summaries: Option<Rc<order::Summaries>>,
    /// Where a note says that the order of evaluation is open.
    pub(crate) order_reported: FxHashSet<Span>,
    /// How many variables of specifications were made here.
    pub(crate) fresh_logic_variables: u32,
    /// Logic functions that are no abbreviations.
    pub(crate) logic_procedures: LogicProcedures,
    /// Clauses that have no form in the program.
    pub(crate) dropped_clauses: Vec<(Span, std::sync::Arc<str>)>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) frame: Frame,
}

/// Lowers everything reachable from the entry points.
pub fn lower(c: &tree::Program, sources: &SourceMap, options: &LowerOptions) -> (Option<ir::Program>, Vec<Diagnostic>) {
    let mut p = ir::Program::new();
    p.language = ir::Language::C;
    p.target = ir::Target { pointer_bytes: c.types.target.pointer_bytes() as u32, big_endian: false };
    let mut lowerer = Lowerer {
        c,
        sources,
        options,
        p,
        types: types::TypeMap::default(),
        globals: FxHashMap::default(),
        strings: FxHashMap::default(),
        exposed_strings: visit::exposed_strings(c).into(),
        shared_strings: None,
        exposed_constants: visit::exposed_constants(c).into(),
        numbers_become_pointers: visit::numbers_become_pointers(c),
        padding_is_observed: padding::is_observed(c),
        uninitialised: Vec::new(),
        global_names: FxHashMap::default(),
        procedures: FxHashMap::default(),
        procedure_names: FxHashMap::default(),
        queue: Vec::new(),
        address_taken: visit::functions_with_address(c),
        function_by_name: visit::functions_by_name(c),
        live_allocations: None,
        tracked: None,
        rounding_mode: None,
        spelled: FxHashMap::default(),
        late_contents: Vec::new(),
        refused_contents: Vec::new(),
        reported: FxHashSet::default(),
        outside: None,
        regions: Vec::new(),
        watch: None,
        summaries: None,
        order_reported: FxHashSet::default(),
        fresh_logic_variables: 0,
        logic_procedures: LogicProcedures::default(),
        dropped_clauses: Vec::new(),
        diagnostics: Vec::new(),
        frame: Frame::new(ProcId(0), BlockId(0), None),
    };
    lowerer.prepare_rounding();
    lowerer.prepare_regions();
    lowerer.prepare_watch();
    let found = lowerer.entry_points();
    lowerer.exports();
    lowerer.keep_globals();
    lowerer.rest();
    lowerer.write_outside();
    lowerer.write_tracked();
    lowerer.rest();
    lowerer.late_contents();
    lowerer.check_stub_names();
    lowerer.list_subprograms();
    lowerer.lower_lemmas();
    lowerer.note_dropped_clauses();
    // `if (!c) reach_error();` says that `c` must hold.
    let procedures: Vec<ir::ProcId> = lowerer.p.procedures.ids().collect();
    for procedure in procedures {
        lowerer.p.refuse_unfinished(procedure);
        lowerer.p.hoist_failures(procedure);
    }
    (found.then_some(lowerer.p), lowerer.diagnostics)
}

impl Lowerer<'_> {
    /// Everything the entries turned out to need.
    pub(crate) fn rest(&mut self) {
        loop {
            if let Some(function) = self.queue.pop() {
                self.function(function);
            } else if let Some((variable, var)) = self.uninitialised.pop() {
                self.first_contents(variable, var);
            } else {
                return;
            }
        }
    }

    // ---- blocks and statements ----

    pub(crate) fn new_block(&mut self, hint: &str) -> BlockId {
        self.frame.blocks += 1;
        let label = format!("{hint}{}", self.frame.blocks);
        self.p.add_block(self.frame.procedure, label)
    }
    pub(crate) fn emit(&mut self, kind: StatementKind, span: Span) {
        self.p.push_statement(self.frame.procedure, self.frame.block, kind, Origin::source(span));
    }
    /// What the source does not write itself, and why it is there: in words, or as what an arbitrary value stands for.
    pub(crate) fn emit_implied(&mut self, kind: StatementKind, span: Span, why: impl Into<ir::Reason>) {
        let origin = Origin { span: Some(span), reason: why.into() };
        self.p.push_statement(self.frame.procedure, self.frame.block, kind, origin);
    }
    /// Ends the current block.
    pub(crate) fn terminate(&mut self, terminator: Terminator, span: Span) {
        self.p.set_terminator(self.frame.procedure, self.frame.block, terminator, Origin::source(span));
    }
    pub(crate) fn goto(&mut self, block: BlockId, span: Span) {
        self.terminate(Terminator::Goto(block), span);
    }
    pub(crate) fn branch(&mut self, condition: ExprId, then: BlockId, otherwise: BlockId, span: Span) {
        self.terminate(Terminator::Branch { condition, then, otherwise }, span);
    }
    pub(crate) fn enter(&mut self, block: BlockId) {
        self.frame.block = block;
    }
    /// Goes to a block and continues there.
    pub(crate) fn goto_and_enter(&mut self, block: BlockId, span: Span) {
        self.goto(block, span);
        self.enter(block);
    }
    /// Where writing is: to see later whether something was written since.
    pub(crate) fn mark(&self) -> (BlockId, usize) {
        let block = self.frame.block;
        (block, self.p.procedures[self.frame.procedure].blocks[block].statements.len())
    }
    /// Moves what was written since a mark to a block of its own, so that a branch can stand before it. Writing
    /// continues where it was; the block of the mark has no terminator then.
    pub(crate) fn cut(&mut self, (start, mark): (BlockId, usize), hint: &str) -> BlockId {
        let tail = self.new_block(hint);
        let blocks = &mut self.p.procedures[self.frame.procedure].blocks;
        let moved = blocks[start].statements.split_off(mark);
        blocks[tail].statements = moved;
        if self.frame.block == start {
            self.frame.block = tail;
        } else {
            let (terminator, origin) = (blocks[start].terminator.clone(), blocks[start].terminator_origin.clone());
            blocks[tail].terminator = terminator;
            blocks[tail].terminator_origin = origin;
        }
        tail
    }
    pub(crate) fn assign(&mut self, target: Place, value: ExprId, span: Span) {
        self.emit(StatementKind::Assign { target, value }, span);
    }
    pub(crate) fn assign_var(&mut self, var: VarId, value: ExprId, span: Span) {
        self.assign(Place::var(var), value, span);
    }
    pub(crate) fn havoc(&mut self, target: Place, span: Span, why: impl Into<ir::Reason>) {
        self.emit_implied(StatementKind::Havoc { target }, span, why);
    }
    pub(crate) fn assume(&mut self, condition: ExprId, span: Span) {
        if self.constant_bool(condition) != Some(true) {
            self.emit(StatementKind::Assume(condition), span);
        }
    }
    /// Executions that come here end.
    pub(crate) fn stop(&mut self, span: Span) {
        self.terminate(Terminator::Stop, span);
        let behind = self.new_block("behind");
        self.enter(behind);
    }

    // ---- variables ----

    pub(crate) fn unique(&mut self, name: &str) -> String {
        numbered(&mut self.frame.names, name)
    }
    pub(crate) fn local(&mut self, name: &str, ty: ir::TypeId, kind: VariableKind, span: Option<Span>) -> VarId {
        let name = self.unique(name);
        let var = self.p.add_variable(name, ty, kind, Some(self.frame.procedure));
        self.p.variables[var].span = span;
        var
    }
    /// A variable the source does not show.
    pub(crate) fn temporary(&mut self, hint: &str, ty: ir::TypeId) -> VarId {
        let var = self.local(hint, ty, VariableKind::Local, None);
        self.p.variables[var].temporary = true;
        var
    }
    /// Keeps a value in a temporary, so that later changes do not affect it.
    pub(crate) fn keep(&mut self, hint: &str, value: ExprId, span: Span) -> ExprId {
        if self.frame.is_constant || matches!(self.p.expr(value).kind, ir::ExprKind::Const(_)) {
            return value;
        }
        let ty = self.p.type_of(value);
        let var = self.temporary(hint, ty);
        self.assign_var(var, value, span);
        self.p.var(var)
    }
    /// An arbitrary value.
    pub(crate) fn arbitrary(&mut self, hint: &str, ty: ir::TypeId, span: Span, why: impl Into<ir::Reason>) -> ExprId {
        let var = self.temporary(hint, ty);
        self.havoc(Place::var(var), span, why);
        self.p.var(var)
    }

    // ---- constants ----

    pub(crate) fn constant_bool(&self, e: ExprId) -> Option<bool> {
        match &self.p.expr(e).kind {
            ir::ExprKind::Const(ir::Value::Bool(b)) => Some(*b),
            _ => None,
        }
    }
    pub(crate) fn constant_int(&self, e: ExprId) -> Option<&ir::Bits> {
        match &self.p.expr(e).kind {
            ir::ExprKind::Const(ir::Value::Int(bits)) => Some(bits),
            _ => None,
        }
    }
    /// An unsigned number of 64 bits: sizes, counts, indices.
    pub(crate) fn number(&mut self, value: u64) -> ExprId {
        let ty = self.p.types.unsigned(64);
        let value = ir::Value::Int(ir::Bits::from_u64(64, value));
        self.p.constant(value, ty).unwrap_or_else(|_| self.p.bool_const(false))
    }
    pub(crate) fn zero_of(&mut self, ty: ir::TypeId) -> Lower<ExprId> {
        let value = ir::Layout::new(&self.p.types, self.p.target).zero(ty);
        let value = value.ok_or_else(|| Refusal::new("an object too large or too deep"))?;
        Ok(self.p.constant(value, ty)?)
    }
}

/// A name that nobody in the table has yet.
fn numbered(names: &mut FxHashMap<String, u32>, name: &str) -> String {
    let count = names.entry(name.to_string()).or_insert(0);
    *count += 1;
    if *count == 1 { name.to_string() } else { format!("{name}.{count}") }
}
