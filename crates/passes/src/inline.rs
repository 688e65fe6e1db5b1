//! Inlining: every call from an entry is replaced by the body it calls (Lourenço et al., "SPARK-BMC", section 3).
//!
//! Out: the entry's body without calls; all other procedures lose their bodies, their ids stay. Variables
//! of an inlined call become locals of the entry named `procedure.variable`, numbered when there are
//! several. Arguments are assigned to the callee's parameters before its body, results from its results
//! after it. What a procedure does without saying is then said: locals begin as zero where the call may be
//! executed again, memory of locals and stack allocations ends at the return.
//!
//! A recursive call beyond the bound fails its `recursion` property, or is not considered. A call of a
//! procedure without body gives arbitrary results that satisfy its `ensures`.
//!
//! It comes first of the passes that change bodies: the calls that lead to a block or a variable are sites in the original.
//!
//! Unsupported: a stack allocation inside a loop of an inlined procedure (how many there are to release is
//! then not known), and `Old` of a result.

use crate::call_graph::CallGraph;
use crate::derived::{ActivationVariable, Back, BlockPlace, Derived};
use crate::layout::{Names, empty_block, in_reading_order, retarget};
use crate::loops::Loops;
use crate::pass::{Error, Meter, Options, Unwinding};
use crate::recipes::recursive;
use crate::rewrite::{Rewriter, Rule, for_each_node};
use crate::zero::zero_of;
use cairn_base::{Table, ids::Id};
use cairn_ir::{
    AllocationKind, Binary, Block, BlockId, CallSite, Callee, Expr, ExprId, ExprKind, Initial, LoopContract, Origin,
    Place, ProcId, Procedure, Program, Statement, StatementKind, Terminator, VarId, Variable, VariableKind,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

pub const NAME: &str = "inline";

/// Expands all calls from the entry. The program has its recursion properties already.
pub fn inline(source: &Derived, options: &Options) -> Result<Derived, Error> {
    inline_around(source, &[options.entry()], &[], options)
}

/// Expands all calls from the entries, except those of recursive procedures, and those in the bodies of the latter.
pub fn inline_around_recursion(source: &Derived, options: &Options) -> Result<Derived, Error> {
    let kept = recursive(&source.program, &options.entries);
    inline_around(source, &options.entries, &kept, options)
}

/// Expands the calls in the bodies of the entries and of those that are kept, except calls of the latter, which stay.
fn inline_around(source: &Derived, entries: &[ProcId], kept: &[ProcId], options: &Options) -> Result<Derived, Error> {
    let old = &source.program;
    let mut inliner = Inliner {
        old,
        calls: CallGraph::new(old),
        source,
        options,
        root: options.entry(),
        kept,
        program: old.clone(),
        blocks: Table::new(),
        names: Names::default(),
        meter: Meter::new(NAME, options.size_limit),
        pending: Vec::new(),
        places: Vec::new(),
        back: source.back.without_places(),
    };
    let mut roots = entries.to_vec();
    roots.extend(kept.iter().filter(|procedure| !entries.contains(procedure)));
    for root in &roots {
        inliner.root(*root)?;
    }
    Ok(inliner.finish(entries, &roots))
}

/// The procedures whose calls are active, innermost first.
struct Active {
    procedure: ProcId,
    /// Where it was called; none for the entry.
    site: Option<CallSite>,
    caller: Option<Rc<Active>>,
}

impl Active {
    fn count(&self, procedure: ProcId) -> usize {
        let chain = std::iter::successors(Some(self), |active| active.caller.as_deref());
        chain.filter(|active| active.procedure == procedure).count()
    }
    /// The calls that led here, outermost first.
    fn calls(&self) -> Vec<CallSite> {
        let chain = std::iter::successors(Some(self), |active| active.caller.as_deref());
        let mut calls: Vec<CallSite> = chain.filter_map(|active| active.site).collect();
        calls.reverse();
        calls
    }
}

/// One expansion of a body.
struct Instance {
    chain: Rc<Active>,
    /// The statement that is expanded just now.
    site: CallSite,
    /// The block its entry becomes.
    first: BlockId,
    /// Where a return goes; none in the entry itself.
    after: Option<BlockId>,
    /// May be executed more than once.
    repeated: bool,
    renaming: Rewriter<Renaming>,
    /// For each stack allocation of the body the variable that remembers it.
    stack: Vec<VarId>,
}

/// Variables of the callee to those of this expansion.
struct Renaming {
    root: ProcId,
    callee: Option<ProcId>,
    vars: FxHashMap<VarId, VarId>,
    /// In the `ensures` of a procedure without body nothing has changed: `Old(e)` is `e`.
    drop_old: bool,
}

impl Renaming {
    fn var(&mut self, program: &mut Program, var: VarId) -> VarId {
        if let Some(new) = self.vars.get(&var) {
            return *new;
        }
        let variable = &program.variables[var];
        if variable.kind != VariableKind::Bound || variable.procedure.is_none() || variable.procedure != self.callee {
            return var;
        }
        let copy = Variable { procedure: Some(self.root), ..variable.clone() };
        let new = program.variables.push(copy);
        self.vars.insert(var, new);
        new
    }
}

impl Rule for Renaming {
    fn pass(&self) -> &'static str {
        NAME
    }
    fn replace(&mut self, program: &mut Program, node: &Expr) -> Result<Option<ExprId>, Error> {
        match node.kind {
            ExprKind::Old(inner) if self.drop_old => Ok(Some(inner)),
            // Values at the entry of the callee would become values at the entry of the whole.
            ExprKind::Old(_) if self.callee.is_some() => {
                let procedure = self.callee.map_or(String::new(), |callee| program.procedures[callee].name.to_string());
                Err(Error::Unsupported { pass: NAME, what: "`Old` in the body".into(), procedure })
            }
            ExprKind::Var(var) => {
                let new = self.var(program, var);
                if new == var {
                    return Ok(None);
                }
                let added = program.add_expr(ExprKind::Var(new), node.ty, node.span);
                added.map(Some).map_err(|error| Error::IllTyped { pass: NAME, error })
            }
            _ => Ok(None),
        }
    }
    fn rename(&mut self, program: &mut Program, var: VarId) -> VarId {
        self.var(program, var)
    }
}

struct Inliner<'a> {
    old: &'a Program,
    calls: CallGraph,
    source: &'a Derived,
    options: &'a Options,
    /// The procedure whose calls are expanded.
    root: ProcId,
    /// Calls of these stay.
    kept: &'a [ProcId],
    program: Program,
    /// The new body of the root.
    blocks: Table<BlockId, Block>,
    names: Names,
    meter: Meter,
    pending: Vec<Instance>,
    /// What its blocks stand for.
    places: Vec<(BlockId, BlockPlace)>,
    /// The way back, complete for the bodies that are done.
    back: Back,
}

/// A call while it is expanded.
struct Call<'c> {
    arguments: &'c [ExprId],
    results: &'c [Place],
    origin: Origin,
}

impl Inliner<'_> {
    /// Expands the calls in the body of one procedure.
    fn root(&mut self, root: ProcId) -> Result<(), Error> {
        let procedure = &self.old.procedures[root];
        if !procedure.has_body() {
            return Err(Error::NoBody { pass: NAME, procedure: procedure.name.to_string() });
        }
        self.root = root;
        let owned = self.old.variables.values().filter(|v| v.procedure.is_none() || v.procedure == Some(root));
        self.names = Names::with(owned.map(|variable| variable.name.clone()));
        let first = self.blocks.push(empty_block("entry"));
        let chain = Rc::new(Active { procedure: root, site: None, caller: None });
        let site = CallSite { procedure: root, block: Procedure::ENTRY, statement: 0 };
        let renaming = Rewriter::new(Renaming { root, callee: None, vars: FxHashMap::default(), drop_old: false });
        self.pending.push(Instance { chain, site, first, after: None, repeated: false, renaming, stack: Vec::new() });
        while let Some(instance) = self.pending.pop() {
            self.expand(instance)?;
        }
        let body = in_reading_order(std::mem::take(&mut self.blocks));
        let places = std::mem::take(&mut self.places).into_iter();
        self.back.places.extend(places.filter_map(|(old, at)| Some(((root, body.place[old.index()]?), at))));
        self.program.procedures[root].blocks = body.blocks;
        Ok(())
    }

    fn finish(mut self, entries: &[ProcId], roots: &[ProcId]) -> Derived {
        for (procedure, body) in self.program.procedures.iter_mut() {
            if !roots.contains(&procedure) {
                body.blocks = Table::new();
                body.contract = Default::default();
            }
        }
        self.program.entries = entries.to_vec();
        Derived { program: self.program, back: self.back }
    }

    fn expand(&mut self, mut instance: Instance) -> Result<(), Error> {
        let old = self.old;
        let body = &old.procedures[instance.chain.procedure];
        let loops = Loops::new(body);
        let calls: Arc<[CallSite]> = instance.chain.calls().into();
        let prefix = if instance.after.is_some() { format!("{}.", body.name) } else { String::new() };
        let mut place: Vec<BlockId> = Vec::new();
        for (id, block) in body.blocks.iter() {
            self.meter.spend(1 + block.statements.len())?;
            let label = format!("{prefix}{}", block.label);
            place.push(if id == Procedure::ENTRY { instance.first } else { self.blocks.push(empty_block(label)) });
        }
        self.blocks[instance.first].label = format!("{prefix}{}", body.blocks[Procedure::ENTRY].label).into();
        // In program order, so that variables of inlined calls are numbered as one reads.
        for (id, block) in body.blocks.iter().filter(|(id, _)| loops.position(*id).is_some()) {
            let mut current = place[id.index()];
            let place_in_source = BlockPlace { calls: calls.clone(), procedure: instance.chain.procedure, block: id };
            self.places.push((current, place_in_source));
            self.blocks[current].loop_contract = self.loop_contract(&mut instance, block)?;
            for (number, statement) in block.statements.iter().enumerate() {
                let repeated = instance.repeated || loops.innermost(id).is_some();
                instance.site = CallSite { procedure: instance.chain.procedure, block: id, statement: number as u32 };
                current = self.statement(&mut instance, current, statement, repeated)?;
            }
            let terminator = instance.renaming.terminator(&mut self.program, &block.terminator)?;
            self.blocks[current].terminator = match (terminator, instance.after) {
                (Terminator::Return, Some(after)) => Terminator::Goto(after),
                (other, _) => retarget(&other, |next| place[next.index()]),
            };
            self.blocks[current].terminator_origin = block.terminator_origin.clone();
        }
        Ok(())
    }

    /// Loop contracts that speak of the values at entry would mean another entry after inlining.
    fn loop_contract(&mut self, instance: &mut Instance, block: &Block) -> Result<Option<LoopContract>, Error> {
        let Some(contract) = &block.loop_contract else { return Ok(None) };
        let mut mentions_old = false;
        let roots = contract.invariants.iter().chain(&contract.variants).copied();
        for_each_node(self.old, roots, |_, node| mentions_old |= matches!(node.kind, ExprKind::Old(_)));
        if mentions_old && instance.after.is_some() {
            return Ok(None);
        }
        instance.renaming.loop_contract(&mut self.program, contract).map(Some)
    }

    /// Adds a statement to `current`; returns where the next one goes.
    fn statement(
        &mut self,
        instance: &mut Instance,
        current: BlockId,
        statement: &Statement,
        repeated: bool,
    ) -> Result<BlockId, Error> {
        let new = instance.renaming.statement(&mut self.program, statement)?;
        match &new.kind {
            StatementKind::Call { callee, arguments, results } => {
                let call = Call { arguments, results, origin: new.origin.clone() };
                match callee {
                    Callee::Direct(callee) => self.call(instance, current, *callee, &call, repeated),
                    Callee::Indirect { pointer, candidates } => {
                        self.indirect_call(instance, current, *pointer, candidates, &call, repeated)
                    }
                }
            }
            StatementKind::Allocate { kind: AllocationKind::Stack, .. } if instance.after.is_some() => {
                self.stack_allocation(instance, current, new)
            }
            _ => {
                self.blocks[current].statements.push(new);
                Ok(current)
            }
        }
    }

    /// `target := alloc stack …` becomes `remembered := alloc stack …; target := remembered`, and the return
    /// releases what is remembered.
    fn stack_allocation(
        &mut self,
        instance: &mut Instance,
        current: BlockId,
        statement: Statement,
    ) -> Result<BlockId, Error> {
        let StatementKind::Allocate { target, element, count, zeroed, kind, alignment } = statement.kind else {
            return Ok(current);
        };
        // `Inliner::call` made one variable for each allocation, in program order.
        let procedure = &self.old.procedures[instance.chain.procedure];
        let Some(remembered) = instance.stack.pop() else {
            let what = "a stack allocation in a loop of an inlined procedure".to_string();
            return Err(Error::Unsupported { pass: NAME, what, procedure: procedure.name.to_string() });
        };
        let value = self.program.var(remembered);
        let made = Place::var(remembered);
        let kind = StatementKind::Allocate { target: made, element, count, zeroed, kind, alignment };
        self.push(current, kind, &statement.origin);
        self.push(current, StatementKind::Assign { target, value }, &statement.origin);
        Ok(current)
    }

    fn push(&mut self, block: BlockId, kind: StatementKind, origin: &Origin) {
        self.blocks[block].statements.push(Statement { kind, origin: origin.clone() });
    }

    fn call(
        &mut self,
        instance: &Instance,
        current: BlockId,
        callee: ProcId,
        call: &Call<'_>,
        repeated: bool,
    ) -> Result<BlockId, Error> {
        let name = self.old.procedures[callee].name.clone();
        let origin = Origin::pass(call.origin.span, format!("inlined from {name}"));
        if self.kept.contains(&callee) {
            let (arguments, results) = (call.arguments.to_vec(), call.results.to_vec());
            let kind = StatementKind::Call { callee: Callee::Direct(callee), arguments, results };
            self.push(current, kind, &call.origin);
            return Ok(current);
        }
        if self.calls.is_recursive(callee) && instance.chain.count(callee) >= self.options.bound as usize {
            return Ok(self.beyond_the_bound(current, callee, &origin));
        }
        if !self.old.procedures[callee].has_body() {
            return self.call_without_body(current, callee, call, &origin);
        }
        let vars = self.new_variables(callee);
        self.enter(current, callee, &vars, call, &origin, repeated)?;
        let stack = self.stack_variables(callee, current, &origin, repeated);
        let first = self.blocks.push(empty_block(format!("{name}.entry")));
        let after = self.blocks.push(empty_block(format!("{name}.after")));
        self.blocks[current].terminator = Terminator::Goto(first);
        self.blocks[current].terminator_origin = origin.clone();
        self.leave(after, callee, &vars, &stack, call, &origin);
        let active = Active { procedure: callee, site: Some(instance.site), caller: Some(instance.chain.clone()) };
        let calls = active.calls();
        let activation = |variable: VarId| ActivationVariable { calls: calls.clone(), variable, through: None };
        self.back.variables.extend(vars.iter().map(|(old, new)| (*new, activation(*old))));
        let rule = Renaming { root: self.root, callee: Some(callee), vars, drop_old: false };
        let stack = stack.into_iter().rev().collect();
        self.pending.push(Instance {
            chain: Rc::new(active),
            site: CallSite { procedure: callee, block: Procedure::ENTRY, statement: 0 },
            first,
            after: Some(after),
            repeated,
            renaming: Rewriter::new(rule),
            stack,
        });
        Ok(after)
    }

    /// Copies of the callee's parameters, results and locals.
    fn new_variables(&mut self, callee: ProcId) -> FxHashMap<VarId, VarId> {
        let body = &self.old.procedures[callee];
        let all = body.parameters.iter().chain(&body.results).chain(&body.locals);
        all.map(|var| (*var, self.new_local(&format!("{}.{}", body.name, self.old.variables[*var].name), *var)))
            .collect()
    }

    fn new_local(&mut self, name: &str, like: VarId) -> VarId {
        let name = self.names.fresh(name);
        let old = &self.old.variables[like];
        let id = self.program.add_variable(name, old.ty, VariableKind::Local, Some(self.root));
        let new = &mut self.program.variables[id];
        (new.addressable, new.alignment) = (old.addressable, old.alignment);
        (new.temporary, new.span) = (old.temporary, old.span);
        new.initial = Initial::Zero;
        id
    }

    /// Parameters get their arguments; results and locals their zero, where an earlier call may have left
    /// something else.
    fn enter(
        &mut self,
        current: BlockId,
        callee: ProcId,
        vars: &FxHashMap<VarId, VarId>,
        call: &Call<'_>,
        origin: &Origin,
        repeated: bool,
    ) -> Result<(), Error> {
        let body = &self.old.procedures[callee];
        let all = body.parameters.iter().chain(&body.results).chain(&body.locals).map(|var| vars[var]);
        let (objects, plain): (Vec<VarId>, Vec<VarId>) = all.partition(|var| self.program.variables[*var].addressable);
        if repeated {
            objects.iter().for_each(|var| self.push(current, StatementKind::Live(*var), origin));
        }
        for (parameter, argument) in body.parameters.iter().zip(call.arguments) {
            let target = Place::var(vars[parameter]);
            self.push(current, StatementKind::Assign { target, value: *argument }, origin);
        }
        let parameters: Vec<VarId> = body.parameters.iter().map(|parameter| vars[parameter]).collect();
        for var in plain.into_iter().filter(|var| repeated && !parameters.contains(var)) {
            let ty = self.program.variables[var].ty;
            let value = zero_of(&mut self.program, ty, NAME)?;
            self.push(current, StatementKind::Assign { target: Place::var(var), value }, origin);
        }
        Ok(())
    }

    /// A variable for each stack allocation outside loops, null until then. Those in loops have none.
    fn stack_variables(&mut self, callee: ProcId, current: BlockId, origin: &Origin, repeated: bool) -> Vec<VarId> {
        let body = &self.old.procedures[callee];
        let is_stack = |s: &&Statement| matches!(s.kind, StatementKind::Allocate { kind: AllocationKind::Stack, .. });
        if !body.blocks.values().any(|block| block.statements.iter().any(|s| is_stack(&s))) {
            return Vec::new();
        }
        let loops = Loops::new(body);
        let reached = body.blocks.iter().filter(|(id, _)| loops.position(*id).is_some());
        let mut variables = Vec::new();
        for (id, block) in reached {
            for _ in block.statements.iter().filter(is_stack) {
                if loops.innermost(id).is_some() {
                    // `stack_allocation` finds too few and refuses.
                    return Vec::new();
                }
                let name = self.names.fresh(&format!("{}.stack", body.name));
                let ty = self.program.types.pointer();
                let var = self.program.add_variable(name, ty, VariableKind::Local, Some(self.root));
                self.program.variables[var].temporary = true;
                variables.push(var);
            }
        }
        for var in variables.iter().filter(|_| repeated) {
            let value = self.program.null();
            self.push(current, StatementKind::Assign { target: Place::var(*var), value }, origin);
        }
        variables
    }

    /// The callee's memory ends, then its results are assigned.
    fn leave(
        &mut self,
        after: BlockId,
        callee: ProcId,
        vars: &FxHashMap<VarId, VarId>,
        stack: &[VarId],
        call: &Call<'_>,
        origin: &Origin,
    ) {
        let body = &self.old.procedures[callee];
        let mut values = Vec::new();
        for result in &body.results {
            let var = vars[result];
            let mut value = self.program.var(var);
            if self.program.variables[var].addressable {
                // It is read before its object ends.
                let copy =
                    self.new_local(&format!("{}.{}.value", body.name, self.old.variables[*result].name), *result);
                self.program.variables[copy].addressable = false;
                self.push(after, StatementKind::Assign { target: Place::var(copy), value }, origin);
                value = self.program.var(copy);
            }
            values.push(value);
        }
        let all = body.parameters.iter().chain(&body.results).chain(&body.locals).map(|var| vars[var]);
        for var in all.filter(|var| self.program.variables[*var].addressable).collect::<Vec<_>>() {
            self.push(after, StatementKind::Dead(var), origin);
        }
        for var in stack {
            let pointer = self.program.var(*var);
            self.push(after, StatementKind::Release(pointer), origin);
        }
        for (target, value) in call.results.iter().zip(values) {
            self.push(after, StatementKind::Assign { target: target.clone(), value }, &call.origin);
        }
    }

    /// The execution ends here; what follows the call is not reached.
    fn beyond_the_bound(&mut self, current: BlockId, callee: ProcId, origin: &Origin) -> BlockId {
        let never = self.program.bool_const(false);
        let kind = match (self.options.unwinding, self.source.back.recursion_bounds.get(&callee)) {
            (Unwinding::Assert, Some(property)) => StatementKind::Check { property: *property, condition: never },
            _ => StatementKind::Assume(never),
        };
        self.push(current, kind, origin);
        self.blocks.push(empty_block("unreached"))
    }

    fn call_without_body(
        &mut self,
        current: BlockId,
        callee: ProcId,
        call: &Call<'_>,
        origin: &Origin,
    ) -> Result<BlockId, Error> {
        let old = self.old;
        let body = &old.procedures[callee];
        let vars = self.new_variables(callee);
        for (parameter, argument) in body.parameters.iter().zip(call.arguments) {
            let target = Place::var(vars[parameter]);
            self.push(current, StatementKind::Assign { target, value: *argument }, origin);
        }
        for result in &body.results {
            self.push(current, StatementKind::Havoc { target: Place::var(vars[result]) }, origin);
        }
        let rule = Renaming { root: self.root, callee: Some(callee), vars: vars.clone(), drop_old: true };
        let mut renaming = Rewriter::new(rule);
        for ensures in &body.contract.ensures {
            if mentions_old_result(old, *ensures, &body.results) {
                let what = "the old value of a result".to_string();
                return Err(Error::Unsupported { pass: NAME, what, procedure: body.name.to_string() });
            }
            let condition = renaming.expr(&mut self.program, *ensures)?;
            self.push(current, StatementKind::Assume(condition), origin);
        }
        self.leave(current, callee, &vars, &[], call, origin);
        Ok(current)
    }

    /// `if p = &f then f(…) else if p = &g then g(…) else stop`, all going on at one place.
    fn indirect_call(
        &mut self,
        instance: &Instance,
        current: BlockId,
        pointer: ExprId,
        candidates: &[ProcId],
        call: &Call<'_>,
        repeated: bool,
    ) -> Result<BlockId, Error> {
        let ill_typed = |error| Error::IllTyped { pass: NAME, error };
        let after = self.blocks.push(empty_block("call.after"));
        let mut choosing = current;
        for candidate in candidates {
            let ty = self.program.types.pointer();
            let address = self.program.add_expr(ExprKind::ProcedureAddress(*candidate), ty, None).map_err(ill_typed)?;
            let condition = self.program.binary(Binary::Equal, pointer, address).map_err(ill_typed)?;
            let name = self.old.procedures[*candidate].name.clone();
            let then = self.blocks.push(empty_block(format!("call.{name}")));
            let otherwise = self.blocks.push(empty_block("call.other"));
            self.blocks[choosing].terminator = Terminator::Branch { condition, then, otherwise };
            self.blocks[choosing].terminator_origin = call.origin.clone();
            let end = self.call(instance, then, *candidate, call, repeated)?;
            self.blocks[end].terminator = Terminator::Goto(after);
            choosing = otherwise;
        }
        Ok(after)
    }
}

fn mentions_old_result(program: &Program, root: ExprId, results: &[VarId]) -> bool {
    let mut olds = Vec::new();
    for_each_node(program, [root], |_, node| {
        if let ExprKind::Old(inner) = node.kind {
            olds.push(inner);
        }
    });
    let mut found = false;
    for_each_node(program, olds, |_, node| found |= matches!(node.kind, ExprKind::Var(v) if results.contains(&v)));
    found
}
