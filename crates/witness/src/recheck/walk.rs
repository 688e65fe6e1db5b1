//! The walk: statements, blocks and calls, forward from an entry, with states merged where ways meet.

use super::changes::Changes;
use super::court::{Answer, Court};
use super::effects::Effects;
use super::evaluate::{Scope, one};
use super::graph::Graph;
use super::memory::{Kind, Object, Touched, not_storable, procedure_number};
use super::objects::Objects;
use super::represent::Uses;
use super::shape::{Leaves, Values, no_such_part};
use super::state::{Path, State, Variables, merge};
use super::summary::Summary;
use super::{Judged, Refusal};
use cairn_ir::{
    AllocationKind, BlockId, CallSite, Callee, ExprId, Initial, Layout, LoopPlace, Place, PlaceBase, Pointer, ProcId,
    Procedure, Program, PropertyId, StatementKind, Terminator, TypeId, VarId,
};
use cairn_term::TermId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Calls inside calls. The walk of a call is a call of ours.
const MAX_CALLS: usize = 40;
/// From this depth on it is asked whether a recursive call can happen at all.
const ASKED_CALLS: usize = 4;
/// Blocks walked over in all; each is walked once per way to unroll the loops and calls around it.
const MAX_BLOCKS: u64 = 100_000;
/// Terms made in all.
const MAX_TERMS: usize = 4_000_000;

pub struct Walker<'a> {
    pub program: &'a Program,
    pub layout: Layout<'a>,
    pub values: Values<'a>,
    /// By number; 0 stands for none.
    pub objects: Vec<Object>,
    pub court: Court<'a>,
    /// The loops that are cut, with their invariants.
    pub cuts: BTreeMap<LoopPlace, Vec<ExprId>>,
    /// The procedures whose calls are what their summary says.
    pub summaries: BTreeMap<ProcId, Summary>,
    pub depth: u32,
    pub claimed: BTreeSet<PropertyId>,
    /// Claimed properties that the walk did not confirm, and why.
    pub refused: BTreeMap<PropertyId, Refusal>,
    /// Whether checks and invariants are to be shown here, or were shown elsewhere.
    pub obliged: bool,
    /// An invariant or summary is being evaluated, not the program: pointers are the same or not, whatever their addresses.
    pub of_invariant: bool,
    /// Quantifiers around what is being evaluated.
    pub quantifiers: u32,
    pub touched: Touched,
    /// What calls of procedures with a summary change in memory.
    pub effects: BTreeMap<ProcId, Effects>,
    uses: Uses,
    graphs: BTreeMap<ProcId, Rc<Graph>>,
    changes: BTreeMap<ProcId, Rc<Changes>>,
    changes_of_everything: Option<Rc<Changes>>,
    blocks: u64,
}

/// Where the walk is.
pub struct Frame {
    pub procedure: ProcId,
    /// The calls that led here from the entry.
    pub calls: Vec<CallSite>,
    pub graph: Rc<Graph>,
    /// The state in which the activation began.
    pub entry: State,
}

/// How executions leave a block, a loop or a part of a procedure.
#[derive(Default)]
pub struct Exits {
    pub edges: Vec<(BlockId, State)>,
    pub returns: Vec<State>,
}

impl<'a> Walker<'a> {
    pub fn new(program: &'a Program, court: Court<'a>) -> Self {
        let mut values = Values::new(&program.types);
        let size = values.terms.bv_u64(64, 0);
        let procedure = Object { kind: Kind::Procedure, ty: TypeId(0), many: false, size };
        let layout = Layout::new(&program.types, program.target);
        Self {
            program,
            uses: Uses::of(program, &layout),
            layout,
            values,
            objects: vec![procedure; program.procedures.len() + 1],
            court,
            cuts: BTreeMap::new(),
            summaries: BTreeMap::new(),
            depth: 1,
            claimed: BTreeSet::new(),
            refused: BTreeMap::new(),
            obliged: true,
            of_invariant: false,
            quantifiers: 0,
            touched: Touched::default(),
            effects: BTreeMap::new(),
            graphs: BTreeMap::new(),
            changes: BTreeMap::new(),
            changes_of_everything: None,
            blocks: 0,
        }
    }
    /// Before another entry, or another body: what was made for those before is of no use any more, and would only
    /// make the solver slower.
    pub fn start_over(&mut self) {
        let program = self.program;
        self.values = Values::new(&program.types);
        self.objects.truncate(program.procedures.len() + 1);
        let size = self.number(0);
        self.objects.iter_mut().for_each(|procedure| procedure.size = size);
        self.court.start_over();
        self.touched = Touched::default();
        self.blocks = 0;
    }
    pub fn changes_of_call(&mut self, id: ProcId) -> Rc<Changes> {
        Rc::clone(self.changes.entry(id).or_insert_with(|| Rc::new(Changes::of_call(self.program, id))))
    }
    pub fn changes_of_everything(&mut self) -> Rc<Changes> {
        Rc::clone(self.changes_of_everything.get_or_insert_with(|| Rc::new(Changes::of_everything(self.program))))
    }

    // ---- beginning ----

    /// All executions that begin at an entry.
    pub fn entry(&mut self, entry: ProcId) -> Judged<()> {
        let program = self.program;
        let procedure = program.procedures.get(entry).ok_or_else(no_such_part)?;
        if !procedure.has_body() {
            return Err(Refusal::CannotFollow(format!("the entry `{}` has no body", procedure.name)));
        }
        self.start_over();
        let state = self.beginning()?;
        let mut arguments = Vec::new();
        for parameter in &procedure.parameters {
            let variable = &program.variables[*parameter];
            arguments.push(self.values.input(variable.ty, &variable.name)?);
        }
        if let Some(summary) = self.summaries.get(&entry).cloned() {
            return self.enter_by_summary(entry, &summary, &arguments, &state);
        }
        self.activation(entry, Vec::new(), arguments, state)?;
        Ok(())
    }
    /// The state before the first statement: globals exist before any of them gets its value.
    pub fn beginning(&mut self) -> Judged<State> {
        let program = self.program;
        let mut state = State {
            path: Path::default(),
            globals: Variables::default(),
            locals: Variables::default(),
            objects: Objects::new(program.procedures.len(), self.values.terms.tt()),
            stack: BTreeSet::new(),
            strangers: false,
        };
        for (id, _) in program.globals() {
            let cell = self.new_variable(&mut state, id)?;
            Rc::make_mut(&mut state.globals).insert(id, cell);
        }
        for (id, variable) in program.globals() {
            let value = match variable.initial {
                Initial::Zero => continue,
                Initial::Value(expr) => self.value(&state, expr)?,
                Initial::Arbitrary => self.values.input(variable.ty, &variable.name)?,
            };
            self.set(&mut state, id, value)?;
        }
        Ok(state)
    }
    /// A variable as it begins: its zero value, or the number of a new object that holds it.
    pub fn new_variable(&mut self, state: &mut State, id: VarId) -> Judged<Leaves> {
        let variable = self.program.variables.get(id).ok_or_else(no_such_part)?;
        let zero = self.values.zero(variable.ty)?;
        if !variable.addressable {
            return Ok(zero);
        }
        let size = self.layout.size(variable.ty).filter(|size| *size <= Pointer::MAX_OFFSET as u64);
        let size = self.number(size.ok_or_else(not_storable)?);
        let object = Object { kind: Kind::Variable, ty: variable.ty, many: false, size };
        let number = self.create(state, object, zero)?;
        Ok(one(self.number(number)))
    }
    /// Gives a whole variable a value.
    fn set(&mut self, state: &mut State, id: VarId, value: Leaves) -> Judged<()> {
        let variable = &self.program.variables[id];
        if !variable.addressable {
            return state.set_variable(id, value);
        }
        let number = state.variable(id)?[0];
        self.store_in_variable(state, number, variable.ty, &[], &value)
    }

    // ---- procedures ----

    fn graph(&mut self, id: ProcId) -> Judged<Rc<Graph>> {
        if let Some(known) = self.graphs.get(&id) {
            return Ok(known.clone());
        }
        let graph = Rc::new(Graph::new(&self.program.procedures[id]).map_err(Refusal::CannotFollow)?);
        self.graphs.insert(id, graph.clone());
        Ok(graph)
    }
    /// Runs a procedure. `state` has no locals; the returned one has none again. Results come in order.
    pub fn activation(
        &mut self,
        id: ProcId,
        calls: Vec<CallSite>,
        arguments: Vec<Leaves>,
        mut state: State,
    ) -> Judged<Option<(State, Vec<Leaves>)>> {
        let program = self.program;
        let procedure = program.procedures.get(id).ok_or_else(no_such_part)?;
        if arguments.len() != procedure.parameters.len() {
            return Err(Refusal::CannotFollow(format!("`{}` is called with other arguments", procedure.name)));
        }
        for variable in [&procedure.parameters, &procedure.results, &procedure.locals].into_iter().flatten() {
            let cell = self.new_variable(&mut state, *variable)?;
            Rc::make_mut(&mut state.locals).insert(*variable, cell);
        }
        for (parameter, value) in procedure.parameters.iter().zip(arguments) {
            self.set(&mut state, *parameter, value)?;
        }
        let ended = if procedure.has_body() {
            let graph = self.graph(id)?;
            let frame = Frame { procedure: id, calls, graph, entry: state.values() };
            let exits = self.region(&frame, None, Procedure::ENTRY, state)?;
            merge(&mut self.values, exits.0.returns)
        } else {
            self.without_body(procedure, state)?
        };
        let Some(mut state) = ended else { return Ok(None) };
        let mut results = Vec::new();
        for result in &procedure.results {
            let cell = state.variable(*result)?.clone();
            let variable = &program.variables[*result];
            results.push(if variable.addressable { self.load_variable(&state, cell[0], variable.ty)? } else { cell });
        }
        for (variable, cell) in std::mem::take(&mut state.locals).iter() {
            if program.variables[*variable].addressable {
                self.end(&mut state, cell[0]);
            }
        }
        for number in std::mem::take(&mut state.stack) {
            let number = self.number(number);
            self.end(&mut state, number);
        }
        Ok(Some((state, results)))
    }
    /// Any results that satisfy the postconditions.
    fn without_body(&mut self, procedure: &Procedure, mut state: State) -> Judged<Option<State>> {
        let entry = state.values();
        for result in &procedure.results {
            let variable = &self.program.variables[*result];
            let value = self.values.input(variable.ty, &variable.name)?;
            self.set(&mut state, *result, value)?;
        }
        for condition in &procedure.contract.ensures {
            let scope = Scope { state: &state, bound: &[], entry: Some(&entry) };
            let condition = self.evaluate(scope, *condition)?[0];
            match state.assuming(&mut self.values.terms, condition) {
                Some(next) => state = next,
                None => return Ok(None),
            }
        }
        Ok(Some(state))
    }

    /// Runs the blocks of a procedure, or those of one loop for one iteration. Given back: how they are left, and
    /// the states at the edges back to the head of that loop.
    pub fn region(
        &mut self,
        frame: &Frame,
        head: Option<BlockId>,
        start: BlockId,
        state: State,
    ) -> Judged<(Exits, Vec<State>)> {
        let graph = frame.graph.clone();
        let body = head.and_then(|head| graph.loops.get(&head));
        let mut waiting: BTreeMap<usize, Vec<State>> = BTreeMap::new();
        waiting.insert(graph.position[&start], vec![state]);
        let (mut exits, mut back) = (Exits::default(), Vec::new());
        // In this order every state has arrived at a block before the block is run: edges lead forward, but those
        // to heads. Edges to `head` end the iteration; those to other heads stay within the runs of their loops.
        while let Some((position, states)) = waiting.pop_first() {
            let block = graph.order[position];
            let Some(state) = merge(&mut self.values, states) else { continue };
            let left = if Some(block) != head && graph.loops.contains_key(&block) {
                self.run_loop(frame, block, state)?
            } else {
                self.block(frame, block, state)?
            };
            exits.returns.extend(left.returns);
            for (to, state) in left.edges {
                if Some(to) == head {
                    back.push(state);
                } else if body.is_some_and(|body| !body.contains(&to)) {
                    exits.edges.push((to, state));
                } else {
                    waiting.entry(graph.position[&to]).or_default().push(state);
                }
            }
        }
        Ok((exits, back))
    }

    // ---- blocks ----

    fn block(&mut self, frame: &Frame, id: BlockId, state: State) -> Judged<Exits> {
        self.court.look()?;
        self.blocks += 1;
        if self.blocks > MAX_BLOCKS || self.values.terms.len() > MAX_TERMS {
            return Err(Refusal::CannotFollow("unrolling what is not listed takes too much".into()));
        }
        let program = self.program;
        let block = &program.procedures[frame.procedure].blocks[id];
        let mut state = state;
        for (n, statement) in block.statements.iter().enumerate() {
            let site = CallSite { procedure: frame.procedure, block: id, statement: n as u32 };
            match self.statement(frame, site, &statement.kind, state)? {
                Some(next) => state = next,
                None => return Ok(Exits::default()),
            }
        }
        self.terminator(&block.terminator, state)
    }
    fn terminator(&mut self, terminator: &Terminator, state: State) -> Judged<Exits> {
        let mut exits = Exits::default();
        match terminator {
            Terminator::Goto(to) => exits.edges.push((*to, state)),
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.scalar(&state, *condition)?;
                self.fork(&mut exits, vec![(condition, *then)], *otherwise, state);
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.scalar(&state, *value)?;
                let mut arms = Vec::new();
                for (case, to) in cases {
                    let bits = case.as_bits().ok_or_else(no_such_part)?;
                    let case = self.values.terms.bv_big(bits.width(), &bits.unsigned());
                    arms.push((self.values.terms.eq(value, case), *to));
                }
                self.fork(&mut exits, arms, *default, state);
            }
            Terminator::Return => exits.returns.push(state),
            Terminator::Stop => {}
        }
        Ok(exits)
    }
    /// The first arm whose condition holds is taken, or the last way.
    fn fork(&mut self, exits: &mut Exits, arms: Vec<(TermId, BlockId)>, last: BlockId, state: State) {
        let mut rest = Some(state);
        for (condition, to) in arms {
            let Some(state) = rest.take() else { return };
            let opposite = self.values.terms.not(condition);
            if let Some(taken) = state.clone().assuming(&mut self.values.terms, condition) {
                exits.edges.push((to, taken));
            }
            rest = state.assuming(&mut self.values.terms, opposite);
        }
        exits.edges.extend(rest.map(|state| (last, state)));
    }

    // ---- statements ----

    fn statement(
        &mut self,
        frame: &Frame,
        site: CallSite,
        statement: &StatementKind,
        mut state: State,
    ) -> Judged<Option<State>> {
        match statement {
            StatementKind::Assign { target, value } => {
                let value = self.value(&state, *value)?;
                self.assign(&mut state, target, |_, _| Ok(value))?;
            }
            StatementKind::Havoc { target } => {
                self.assign(&mut state, target, |walker, ty| walker.values.input(ty, "input"))?;
            }
            StatementKind::Assume(condition) => {
                let condition = self.scalar(&state, *condition)?;
                return Ok(state.assuming(&mut self.values.terms, condition));
            }
            StatementKind::Check { property, condition } => {
                let condition = self.scalar(&state, *condition)?;
                self.check(*property, &state, condition)?;
                // An execution that fails a check ends there: those that go on have passed it.
                return Ok(state.assuming(&mut self.values.terms, condition));
            }
            StatementKind::Call { callee, arguments, results } => {
                return self.call(frame, site, callee, arguments, results, state);
            }
            StatementKind::Allocate { target, element, count, zeroed, kind, .. } => {
                return self.allocate(state, target, *element, *count, *zeroed, *kind);
            }
            StatementKind::Release(pointer) => {
                let pointer = self.value(&state, *pointer)?;
                self.end(&mut state, pointer[0]);
            }
            StatementKind::Live(variable) => {
                self.end_variable(&mut state, *variable)?;
                let cell = self.new_variable(&mut state, *variable)?;
                state.set_variable(*variable, cell)?;
            }
            StatementKind::Dead(variable) => self.end_variable(&mut state, *variable)?,
            StatementKind::CopyMemory { target, source, bytes } => {
                let (target, source) = (self.value(&state, *target)?, self.value(&state, *source)?);
                let bytes = self.scalar(&state, *bytes)?;
                self.copy_memory(&mut state, &target, &source, bytes)?;
            }
            StatementKind::FillMemory { target, value, bytes } => {
                let (target, byte) = (self.value(&state, *target)?, self.scalar(&state, *value)?);
                let bytes = self.scalar(&state, *bytes)?;
                self.fill_memory(&mut state, &target, byte, bytes)?;
            }
            StatementKind::Event { .. } => {}
        }
        Ok(Some(state))
    }
    fn end_variable(&mut self, state: &mut State, variable: VarId) -> Judged<()> {
        let number = state.variable(variable)?[0];
        self.end(state, number);
        Ok(())
    }
    fn check(&mut self, property: PropertyId, state: &State, condition: TermId) -> Judged<()> {
        if !self.obliged || !self.claimed.contains(&property) || self.refused.contains_key(&property) {
            return Ok(());
        }
        match self.court.follows(&mut self.values.terms, &state.path, condition) {
            Answer::Yes => {}
            Answer::No => {
                self.refused.insert(property, Refusal::NotImplied(property));
            }
            Answer::Unknown(why) => {
                self.court.look()?;
                self.refused.insert(property, Refusal::Unknown(why));
            }
        }
        Ok(())
    }
    /// Assigns what `make` gives for the type of the place.
    fn assign(
        &mut self,
        state: &mut State,
        place: &Place,
        make: impl FnOnce(&mut Self, TypeId) -> Judged<Leaves>,
    ) -> Judged<()> {
        let mut inner = BTreeMap::new();
        let mut exprs = Vec::new();
        place.for_each_expr(|expr| exprs.push(expr));
        for expr in exprs {
            inner.insert(expr, self.value(state, expr)?);
        }
        let value_of = |expr: ExprId| inner[&expr].clone();
        match place.base {
            PlaceBase::Var(variable) => {
                let entry = self.program.variables.get(variable).ok_or_else(no_such_part)?;
                let found = self.follow(place, entry.ty, &value_of)?;
                let new = make(self, found.ty)?;
                if found.opaque {
                    // Inside a union: nothing is known of it before or after.
                    return Ok(());
                }
                let old = state.variable(variable)?.clone();
                if entry.addressable {
                    return self.store_in_variable(state, old[0], entry.ty, &found.steps, &new);
                }
                let new = self.values.with_part(&old, entry.ty, &found.steps, &new)?;
                state.set_variable(variable, new)
            }
            PlaceBase::Deref(..) => {
                let (pointer, found) = self.address(Scope::of(state), place, &value_of)?;
                let new = make(self, found.ty)?;
                self.store(state, found.exists, &pointer, found.ty, &new)
            }
        }
    }
    fn allocate(
        &mut self,
        mut state: State,
        target: &Place,
        element: TypeId,
        count: ExprId,
        zeroed: bool,
        kind: AllocationKind,
    ) -> Judged<Option<State>> {
        let count = self.scalar(&state, count)?;
        let each = self.layout.size(element).ok_or_else(not_storable)?;
        let each = self.number(each);
        // Executions in which it would be too large are not considered.
        let most = self.number(Pointer::MAX_OFFSET as u64);
        let terms = &mut self.values.terms;
        let (size, wraps) = (terms.bv_mul(count, each), terms.bv_umulo(count, each));
        let (exact, small) = (terms.not(wraps), terms.bv_ule(size, most));
        let considered = terms.and(exact, small);
        let Some(next) = state.assuming(terms, considered) else { return Ok(None) };
        state = next;
        let stack = kind == AllocationKind::Stack;
        let kind = if stack { Kind::Stack } else { Kind::Heap };
        let bytes = self.values.terms.as_u64(size);
        let used = if self.is_byte(element) { self.uses.element(self.program, bytes) } else { None };
        let object = Object { kind, ty: used.unwrap_or(element), many: true, size };
        let value = if zeroed { self.zero_object(&object)? } else { self.input_object(&object)? };
        let number = self.create(&mut state, object, value)?;
        if stack {
            state.stack.insert(number);
        }
        let pointer = Leaves::from_slice(&[self.number(number), self.number(0)]);
        self.assign(&mut state, target, |_, _| Ok(pointer))?;
        Ok(Some(state))
    }

    // ---- calls ----

    fn call(
        &mut self,
        frame: &Frame,
        site: CallSite,
        callee: &Callee,
        arguments: &[ExprId],
        results: &[Place],
        state: State,
    ) -> Judged<Option<State>> {
        let procedures = match callee {
            Callee::Direct(procedure) => vec![(self.values.terms.tt(), *procedure)],
            Callee::Indirect { pointer, candidates } => {
                let pointer = self.value(&state, *pointer)?;
                let zero = self.number(0);
                let mut guarded = Vec::new();
                // A procedure that stands twice among the candidates is still one.
                for candidate in candidates.iter().copied().collect::<BTreeSet<_>>() {
                    let number = self.number(procedure_number(candidate));
                    let terms = &mut self.values.terms;
                    let (object, offset) = (terms.eq(pointer[0], number), terms.eq(pointer[1], zero));
                    guarded.push((terms.and(object, offset), candidate));
                }
                guarded
            }
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.value(&state, *argument)?);
        }
        let mut calls = frame.calls.clone();
        calls.push(site);
        let mut ended = Vec::new();
        if let Callee::Direct(procedure) = callee {
            return self.one_call(*procedure, calls, values, results, state);
        }
        // A pointer to none of the procedures stops the execution.
        for (guard, procedure) in procedures {
            if let Some(state) = state.clone().assuming(&mut self.values.terms, guard) {
                ended.extend(self.one_call(procedure, calls.clone(), values.clone(), results, state)?);
            }
        }
        Ok(merge(&mut self.values, ended))
    }
    fn one_call(
        &mut self,
        procedure: ProcId,
        calls: Vec<CallSite>,
        arguments: Vec<Leaves>,
        results: &[Place],
        mut state: State,
    ) -> Judged<Option<State>> {
        let summary = self.summaries.get(&procedure).cloned();
        let recursive = summary.is_none() && calls.iter().any(|site| site.procedure == procedure);
        if recursive && calls.len() > ASKED_CALLS {
            match self.court.impossible(&mut self.values.terms, &state.path) {
                Answer::Yes => return Ok(None),
                Answer::No => {}
                Answer::Unknown(why) => return Err(Refusal::Unknown(why)),
            }
        }
        if calls.len() > MAX_CALLS {
            return Err(Refusal::CannotFollow("calls inside each other without a bound that is plain to see".into()));
        }
        // The caller's variables are out of reach of the call, but for those in memory.
        let locals = std::mem::take(&mut state.locals);
        let stack = std::mem::take(&mut state.stack);
        let ended = match summary {
            Some(summary) => self.call_by_summary(procedure, &summary, &arguments, state)?,
            None => self.activation(procedure, calls, arguments, state)?,
        };
        let Some((mut state, values)) = ended else { return Ok(None) };
        (state.locals, state.stack) = (locals, stack);
        for (place, value) in results.iter().zip(values) {
            self.assign(&mut state, place, |_, _| Ok(value))?;
        }
        Ok(Some(state))
    }
}
