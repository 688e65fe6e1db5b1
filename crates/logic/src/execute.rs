//! Forward symbolic execution of a program, its states merged at joins.
//!
//! Blocks are executed in weak topological order, so that a state is executed only after everything
//! that flows into it within the same iteration has been merged. Loops are executed component by
//! component, once per iteration; calls are executed in place. Every path condition is a formula over
//! branch conditions only; what was assumed and what checks ensured is one growing conjunction of
//! implications `path condition → condition` beside it, in the order of execution. (So a join of two
//! branches gives back the path condition from before the branch.)
//!
//! What becomes of loops and of deep calls is for a [`Strategy`] to say: bounded model checking unrolls them, induction
//! cuts loops at their heads, [`crate::segment`] stops there. Executions that are not followed are cut, and where is
//! recorded: nothing is proved unless no execution reaches a cut.

mod calls;
mod learn;
mod statements;

use crate::machine::{Cell, Context, ContextStep, Facts, Frame, Machine, State};
use crate::persistent::PersistentMap;
use crate::symbolic::Sym;
use cairn_ir::{BlockId, CallSite, Initial, Place, ProcId, Procedure, PropertyId, Terminator, TypeId, VarId};
use cairn_passes::after::Suffix;
use cairn_passes::{FlowGraph, Loops, Wto, WtoElement};
use cairn_term::{Op, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// How far executions are followed.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Arrivals at a loop head per entry of the loop, and active calls of a recursive procedure.
    pub iterations: u32,
    /// Whether iterations that were certain to happen count too. Without it only those count after
    /// which the loop might have ended, and `steps` bounds the others.
    pub count_all: bool,
    /// Statements executed before loops are cut.
    pub steps: u64,
}

/// Calls deeper than this are cut: each takes stack space of our own.
const DEEPEST_CALL: u32 = 1000;

/// A check met by executions.
pub struct Instance {
    pub property: PropertyId,
    /// The executions that reach it.
    pub reached: TermId,
    /// Those that violate it.
    pub violated: TermId,
}

/// A place where executions were not followed further.
pub struct Cut {
    pub reached: TermId,
    pub reason: CutReason,
    /// What would have been executed next, and the calls that led there.
    pub at: Suffix,
    pub calls: Vec<CallSite>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CutReason {
    Bound,
    /// Something the engine cannot do, in words.
    Unsupported(String),
}

/// An input an execution asks for.
pub struct Input {
    pub reached: TermId,
    pub sym: Sym,
    pub ty: TypeId,
    /// Array inputs of allocations: how many elements there are.
    pub count: Option<TermId>,
}

/// Everything a run met, in the order of execution.
#[derive(Default)]
pub struct Log {
    pub instances: Vec<Instance>,
    pub inputs: Vec<Input>,
    pub cuts: Vec<Cut>,
    /// Executions that end normally.
    pub ends: Vec<TermId>,
    /// Statements executed.
    pub steps: u64,
    /// Iterations and recursive calls that might not have happened: their number, and who gets there.
    pub arrivals: Vec<(u32, TermId)>,
    /// The most iterations of a loop, or depth of a recursion, that were followed.
    pub deepest: u32,
}

/// What becomes of the parts of a program that have no end of their own: loops and recursions.
pub trait Strategy<'p>: Sized {
    /// Executes a component: its head has a state pending, and what leaves the component is pending afterwards.
    fn component(
        executor: &mut Executor<'_, 'p, Self>,
        activation: &mut Activation<'p>,
        head: BlockId,
        body: &[WtoElement],
    );
    /// Whether one more call of a procedure, already active so often, is not to be followed.
    fn is_too_deep(executor: &mut Executor<'_, 'p, Self>, active: &[TermId], state: &State) -> bool;
    /// The property that is violated by executions that go beyond the bound of a recursion.
    fn recursion_property(&self, _procedure: ProcId) -> Option<PropertyId> {
        None
    }
    /// A state comes to a block: given back to be executed there, or taken.
    fn arrive(
        _executor: &mut Executor<'_, 'p, Self>,
        _activation: &mut Activation<'p>,
        _target: BlockId,
        state: State,
    ) -> Option<State> {
        Some(state)
    }
    /// Whether conditions that hold are written into variables. Where states are compared, a variable that only learns its value
    /// would look changed.
    const LEARNS: bool = true;
}

/// The order of the blocks of a procedure, and its loops.
pub struct Flow {
    pub order: Wto,
    pub loops: Loops,
    /// Loops that can be entered only at their head, where iterations are counted exactly.
    pub single_entry: Vec<bool>,
}

/// Executes a program symbolically; see the head of this module.
pub struct Executor<'a, 'p, S> {
    pub machine: &'a mut Machine<'p>,
    pub strategy: S,
    flows: FxHashMap<ProcId, Rc<Flow>>,
    pub log: Log,
    /// Conjunction of `path condition → condition` for what was assumed and checked so far.
    pub assumed: TermId,
    pub next_cell: u64,
    /// Objects that die with an activation.
    pub stack_objects: Vec<u32>,
    /// Procedures being executed, outermost first, with the path condition at their entry.
    active: Vec<(ProcId, TermId)>,
    /// The calls that led here.
    pub calls: Vec<CallSite>,
    /// Cells of variables that are memory objects.
    pub addressable_cells: FxHashSet<u64>,
    /// What is executed now.
    pub at: Suffix,
}

/// One procedure being executed.
pub struct Activation<'p> {
    pub id: ProcId,
    pub body: &'p Procedure,
    pub frame: Frame,
    pub flow: Rc<Flow>,
    /// States that flow into blocks not executed yet.
    pub pending: FxHashMap<BlockId, State>,
    pub returned: Option<State>,
    /// Contexts of the loops around the current block: what `frame.context` is outside them.
    pub context: Context,
}

impl<'a, 'p, S: Strategy<'p>> Executor<'a, 'p, S> {
    pub fn new(machine: &'a mut Machine<'p>, strategy: S) -> Self {
        let assumed = machine.terms.tt();
        Self {
            machine,
            strategy,
            flows: FxHashMap::default(),
            log: Log::default(),
            assumed,
            next_cell: 0,
            stack_objects: Vec::new(),
            active: Vec::new(),
            calls: Vec::new(),
            addressable_cells: FxHashSet::default(),
            at: (ProcId(0), Procedure::ENTRY, 0),
        }
    }

    /// Executes a program from one entry, in an arbitrary state of its parameters; what was met, and the strategy with
    /// what it has learned.
    pub fn run(mut self, entry: ProcId, number: u32) -> (Log, S) {
        self.follow(entry, number);
        (self.log, self.strategy)
    }
    fn follow(&mut self, entry: ProcId, number: u32) {
        let program = self.machine.program;
        let context = self.machine.context(Context(0), ContextStep::Entry(number));
        let mut state = State::new(self.machine.terms.tt());
        self.next_cell = program.globals().count() as u64;
        self.at = (entry, Procedure::ENTRY, 0);
        self.initialise_globals(&mut state, context);
        let body = &program.procedures[entry];
        let arguments: Vec<Sym> = body
            .parameters
            .iter()
            .map(|var| {
                let variable = &program.variables[*var];
                self.input(&state, &format!("{}!{}", variable.name, context.0), variable.ty, None)
            })
            .collect();
        if let Some(end) = self.call_body(entry, arguments, state, context).0 {
            self.end(&end);
        }
    }
    pub fn initialise_globals(&mut self, state: &mut State, context: Context) {
        let program = self.machine.program;
        let frame = Frame { base: 0, context };
        let globals: Vec<VarId> = program.globals().map(|(var, _)| var).collect();
        for &var in &globals {
            if program.variables[var].addressable {
                self.make_variable_object(state, frame, var, context, 0);
            } else {
                let zero = self.machine.zero(program.variables[var].ty);
                self.set_cell(state, frame, var, zero);
            }
        }
        // Arbitrary ones first: they are the first inputs.
        for &var in &globals {
            if program.variables[var].initial == Initial::Arbitrary {
                let variable = &program.variables[var];
                let value = self.input(state, &format!("{}!{}", variable.name, context.0), variable.ty, None);
                self.assign(state, frame, &Place::var(var), value);
            }
        }
        for &var in &globals {
            if let Initial::Value(expr) = program.variables[var].initial {
                let value = self.machine.eval(state, frame, expr);
                self.assign(state, frame, &Place::var(var), value);
            }
        }
    }

    // ---- procedures ----

    /// Executes a body. Gives back the state at the returns, if any execution returns, and the results.
    pub fn call_body(
        &mut self,
        id: ProcId,
        arguments: Vec<Sym>,
        mut state: State,
        context: Context,
    ) -> (Option<State>, Vec<Sym>) {
        let program = self.machine.program;
        let body = &program.procedures[id];
        let frame = Frame { base: self.next_cell, context };
        let variables = body.parameters.len() + body.results.len() + body.locals.len();
        self.next_cell += variables as u64;
        let parameters = body.parameters.iter().copied().zip(arguments.into_iter().map(Some));
        let others = body.results.iter().chain(&body.locals).map(|var| (*var, None));
        for (var, value) in parameters.chain(others) {
            if program.variables[var].addressable {
                self.make_variable_object(&mut state, frame, var, context, 0);
                if let Some(value) = value {
                    self.assign(&mut state, frame, &Place::var(var), value);
                }
            } else {
                let value = value.unwrap_or_else(|| self.machine.zero(program.variables[var].ty));
                self.set_cell(&mut state, frame, var, value);
            }
        }
        self.active.push((id, state.guard));
        let flow = self.flow(id);
        let mut activation = Activation {
            id,
            body,
            frame,
            flow: Rc::clone(&flow),
            pending: FxHashMap::default(),
            returned: None,
            context,
        };
        activation.pending.insert(Procedure::ENTRY, state);
        self.elements(&mut activation, &flow.order.elements);
        self.active.pop();
        let Some(mut end) = activation.returned else { return (None, Vec::new()) };
        let results = body.results.iter().map(|var| self.machine.read_variable(&end, frame, *var)).collect();
        self.leave(&mut end, frame, body);
        (Some(end), results)
    }
    /// Ends the lives of the activation's variables and stack allocations.
    pub fn leave(&mut self, state: &mut State, frame: Frame, body: &Procedure) {
        let program = self.machine.program;
        for var in body.parameters.iter().chain(&body.results).chain(&body.locals) {
            let cell = self.machine.cell(frame, *var);
            if program.variables[*var].addressable {
                self.end_life(state, frame, *var);
            }
            state.variables.remove(cell);
        }
        let of_frame = |number: &u32| self.machine.objects[*number as usize].stack_of == Some(frame.context);
        let dying: Vec<u32> = self.stack_objects.iter().copied().filter(of_frame).collect();
        for number in dying {
            if state.live.get(number.into()).is_some() {
                state.live.insert(number.into(), self.machine.terms.ff());
            }
        }
    }
    pub fn flow(&mut self, id: ProcId) -> Rc<Flow> {
        if let Some(flow) = self.flows.get(&id) {
            return Rc::clone(flow);
        }
        let body = &self.machine.program.procedures[id];
        let graph = FlowGraph::new(body);
        let loops = Loops::of_graph(&graph);
        let enters_elsewhere = |index: usize| {
            let head = loops.loops[index].head;
            let others = loops.blocks(index).iter().filter(|b| **b != head);
            let mut sources = others.flat_map(|b| graph.predecessors(*b).iter());
            sources.any(|from| graph.is_reachable(*from) && !loops.contains(index, *from))
        };
        let single_entry = (0..loops.loops.len()).map(|i| !enters_elsewhere(i)).collect();
        let flow = Rc::new(Flow { order: Wto::new(&graph), loops, single_entry });
        self.flows.insert(id, Rc::clone(&flow));
        flow
    }

    // ---- blocks and loops ----

    pub fn elements(&mut self, activation: &mut Activation<'p>, elements: &[WtoElement]) {
        for element in elements {
            if self.machine.stopped().is_some() {
                return;
            }
            match element {
                WtoElement::Block(block) => self.block(activation, *block),
                WtoElement::Component { head, body } => S::component(self, activation, *head, body),
            }
        }
    }
    /// Notes an iteration or a recursive call that might not have happened.
    pub fn note_arrival(&mut self, number: u32, guard: Option<TermId>) {
        self.log.deepest = self.log.deepest.max(number);
        if let Some(guard) = guard.filter(|g| self.machine.terms.as_bool_const(*g).is_none()) {
            let reached = self.machine.terms.and(guard, self.assumed);
            self.log.arrivals.push((number, reached));
        }
    }
    /// Whether one more call of a procedure that is active with these path conditions goes beyond bounds.
    pub fn call_exceeds(&mut self, bounds: Bounds, active: &[TermId], state: &State) -> bool {
        let number = active.len() as u32 + 1;
        self.note_arrival(number, Some(state.guard));
        if bounds.count_all {
            return number > bounds.iterations;
        }
        let guards = active.iter().copied().chain([state.guard]);
        let undecided = guards.clone().zip(guards.skip(1)).filter(|(a, b)| a != b).count();
        undecided as u32 + 1 > bounds.iterations || self.log.steps > bounds.steps
    }
    /// Blocks of the component that have a state waiting.
    pub fn waiting(&self, activation: &Activation<'p>, head: BlockId) -> Vec<BlockId> {
        let Some(index) = activation.flow.loops.headed_by(head) else { return Vec::new() };
        let inside = |b: &&BlockId| activation.flow.loops.contains(index, **b);
        activation.pending.keys().filter(inside).copied().collect()
    }
    pub fn cut(&mut self, state: &State, reason: CutReason, property: Option<PropertyId>) {
        let reached = self.machine.terms.and(state.guard, self.assumed);
        if self.machine.terms.as_bool_const(reached) == Some(false) {
            return;
        }
        if let Some(property) = property {
            self.log.instances.push(Instance { property, reached, violated: reached });
        }
        self.log.cuts.push(Cut { reached, reason, at: self.at, calls: self.calls.clone() });
        // These executions are over: nothing later is reached by them.
        self.exclude(state.guard);
    }
    /// After an evaluation: makes inputs of the addresses it exposed, and cuts those executions that cannot
    /// be followed.
    pub fn settle(&mut self, state: &mut State) {
        for (number, condition) in std::mem::take(&mut self.machine.exposures) {
            let before = state.exposed.get(number.into()).copied().unwrap_or(self.machine.terms.ff());
            let fresh = self.machine.terms.not(before);
            let newly = self.machine.terms.and(condition, fresh);
            let here = self.machine.terms.and(state.guard, newly);
            if self.machine.terms.as_bool_const(here) == Some(false) {
                continue;
            }
            let reached = self.machine.terms.and(here, self.assumed);
            let (sym, ty) = (Sym::Scalar(self.machine.base_address(number)), self.machine.address_type());
            self.log.inputs.push(Input { reached, sym, ty, count: None });
            let assumption = self.machine.address_assumption(state, number);
            let assumption = self.machine.terms.implies(here, assumption);
            self.assumed = self.machine.terms.and(self.assumed, assumption);
            let exposed = self.machine.terms.or(before, condition);
            state.exposed.insert(number.into(), exposed);
        }
        self.leave_out(state.guard);
    }
    /// Cuts those executions that the statement just executed cannot be followed for.
    pub fn leave_out(&mut self, guard: TermId) {
        for (condition, what) in self.machine.take_left_out() {
            let here = self.machine.terms.and(guard, condition);
            let reached = self.machine.terms.and(here, self.assumed);
            if self.machine.terms.as_bool_const(reached) != Some(false) {
                let reason = CutReason::Unsupported(what.into());
                self.log.cuts.push(Cut { reached, reason, at: self.at, calls: self.calls.clone() });
                self.exclude(here);
            }
        }
    }
    /// The executions of a path that pass all that was assumed and checked so far.
    pub fn reached(&mut self, guard: TermId) -> TermId {
        self.machine.terms.and(guard, self.assumed)
    }
    /// Takes executions out of everything that follows.
    pub fn exclude(&mut self, guard: TermId) {
        let others = self.machine.terms.not(guard);
        self.assumed = self.machine.terms.and(self.assumed, others);
    }
    pub fn block(&mut self, activation: &mut Activation<'p>, block: BlockId) {
        let Some(mut state) = activation.pending.remove(&block) else { return };
        let body = activation.body;
        for (position, statement) in body.blocks[block].statements.iter().enumerate() {
            self.log.steps += 1;
            self.at = (activation.id, block, position);
            if self.machine.budget_exhausted() {
                self.cut(&state, CutReason::Bound, None);
                return;
            }
            let before = (self.log.instances.len(), self.log.inputs.len(), self.assumed);
            let goes_on = self.statement(activation, block, position, statement, &mut state);
            if let Some(what) = self.machine.take_gave_up() {
                // What the statement did means nothing. (Calls give up before or inside, never here.)
                self.log.instances.truncate(before.0);
                self.log.inputs.truncate(before.1);
                self.assumed = before.2;
                self.machine.take_left_out();
                self.machine.exposures.clear();
                self.cut(&state, CutReason::Unsupported(what), None);
                return;
            }
            self.settle(&mut state);
            if !goes_on {
                return;
            }
        }
        self.log.steps += 1;
        self.at = (activation.id, block, body.blocks[block].statements.len());
        self.terminator(activation, block, state);
    }
    pub fn terminator(&mut self, activation: &mut Activation<'p>, block: BlockId, mut state: State) {
        let body = activation.body;
        match &body.blocks[block].terminator {
            Terminator::Goto(target) => self.go(activation, *target, state),
            Terminator::Branch { condition, then, otherwise } => {
                let value = self.machine.eval(&state, activation.frame, *condition).scalar();
                if self.left_unsupported(&mut state) {
                    return;
                }
                let (mut yes, mut no) = self.split(state, value);
                for (state, truth) in [(&mut yes, true), (&mut no, false)] {
                    if let Some(state) = state {
                        self.learn(state, activation.frame, *condition, truth);
                    }
                }
                if let Some(state) = yes {
                    self.go(activation, *then, state);
                }
                if let Some(state) = no {
                    self.go(activation, *otherwise, state);
                }
            }
            Terminator::Switch { value, cases, default } => {
                let ty = self.machine.program.type_of(*value);
                let value = self.machine.eval(&state, activation.frame, *value);
                if self.left_unsupported(&mut state) {
                    return;
                }
                let mut rest = Some(state);
                for (constant, target) in cases {
                    let Some(state) = rest.take() else { break };
                    let constant = self.machine.constant(constant, ty);
                    let here = self.machine.equal(&value, &constant, ty);
                    let (taken, other) = self.split(state, here);
                    if let Some(taken) = taken {
                        self.go(activation, *target, taken);
                    }
                    rest = other;
                }
                if let Some(state) = rest {
                    self.go(activation, *default, state);
                }
            }
            Terminator::Return => {
                let returned = activation.returned.take();
                activation.returned = Some(self.join(returned, state));
            }
            Terminator::Stop => self.end(&state),
        }
    }
    /// After an evaluation: cuts what cannot be followed. True if that is everything.
    pub fn left_unsupported(&mut self, state: &mut State) -> bool {
        match self.machine.take_gave_up() {
            Some(what) => {
                self.machine.take_left_out();
                self.machine.exposures.clear();
                self.cut(state, CutReason::Unsupported(what), None);
                true
            }
            None => {
                self.settle(state);
                false
            }
        }
    }
    /// The executions for which a condition holds, and the others.
    pub fn split(&mut self, state: State, condition: TermId) -> (Option<State>, Option<State>) {
        let negated = self.machine.terms.not(condition);
        if state.facts.contains(negated) {
            return (None, Some(state));
        }
        if state.facts.contains(condition) {
            return (Some(state), None);
        }
        let yes = self.machine.terms.and(state.guard, condition);
        let no = self.machine.terms.and(state.guard, negated);
        let feasible = |machine: &Machine<'_>, guard| machine.terms.as_bool_const(guard) != Some(false);
        let take = feasible(self.machine, yes).then(|| {
            let mut taken = state.clone();
            taken.guard = yes;
            add_facts(self.machine, &mut taken.facts, condition);
            taken
        });
        let other = feasible(self.machine, no).then(|| {
            let mut other = state;
            other.guard = no;
            add_facts(self.machine, &mut other.facts, negated);
            other
        });
        (take, other)
    }
    pub fn go(&mut self, activation: &mut Activation<'p>, target: BlockId, state: State) {
        let Some(state) = S::arrive(self, activation, target, state) else { return };
        let waiting = activation.pending.remove(&target);
        let joined = self.join(waiting, state);
        activation.pending.insert(target, joined);
    }
    pub fn end(&mut self, state: &State) {
        let reached = self.machine.terms.and(state.guard, self.assumed);
        self.log.ends.push(reached);
    }

    // ---- joins ----

    pub fn join(&mut self, a: Option<State>, b: State) -> State {
        let Some(a) = a else { return b };
        let selector = self.selector(a.guard, b.guard);
        let machine = &mut *self.machine;
        let variables = a.variables.merge(&b.variables, &mut |_, x, y| match (x, y) {
            (Some(x), Some(y)) => Some(Cell { sym: machine.choose(selector, &x.sym, &y.sym, x.ty), ty: x.ty }),
            // Known on one side only: left by the other, or not entered.
            _ => None,
        });
        let contents = a.contents.merge(&b.contents, &mut |number, x, y| match (x, y) {
            (Some(x), Some(y)) => {
                let ty = machine.objects[number as usize].ty;
                Some(machine.choose(selector, x, y, ty))
            }
            (x, y) => x.or(y).cloned(),
        });
        let live = merge_conditions(machine, selector, &a.live, &b.live);
        let exposed = merge_conditions(machine, selector, &a.exposed, &b.exposed);
        let companions = a.companions.merge(&b.companions, &mut |_, x, y| match (x, y) {
            (Some(x), Some(y)) if !x.same(y) => Some(merge_conditions(machine, selector, x, y)),
            (x, y) => x.or(y).cloned(),
        });
        let guard = machine.terms.or(a.guard, b.guard);
        State { guard, variables, contents, live, exposed, companions, facts: a.facts.common(&b.facts) }
    }
    /// A condition that is true for the executions of `a` and false for those of `b`, as simple as can be
    /// told from the shape of the two path conditions: `x ∧ c` and `x ∧ d` exclude each other, so among
    /// those executions `c` tells which.
    pub fn selector(&mut self, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.machine.terms;
        let (a_args, b_args) = (conjuncts(terms, a), conjuncts(terms, b));
        if let (Some([a0, a1]), Some([b0, b1])) = (a_args, b_args) {
            for (common, c, other) in [(a0, a1, [b0, b1]), (a1, a0, [b0, b1])] {
                if other.contains(&common) {
                    return c;
                }
            }
        }
        // `a = x ∧ c` and `b = x` cannot both be unless one is infeasible; a conjunction is simpler than
        // the disjunctions that earlier joins leave.
        if terms.op(a) == Op::Or && terms.op(b) != Op::Or { terms.not(b) } else { a }
    }
}

/// Conditions of objects, false where nothing is noted.
fn merge_conditions(
    machine: &mut Machine<'_>,
    selector: TermId,
    a: &PersistentMap<TermId>,
    b: &PersistentMap<TermId>,
) -> PersistentMap<TermId> {
    a.merge(b, &mut |_, x, y| {
        let (x, y) = (x.copied().unwrap_or(machine.terms.ff()), y.copied().unwrap_or(machine.terms.ff()));
        Some(machine.terms.ite(selector, x, y))
    })
}

fn conjuncts(terms: &cairn_term::Terms, term: TermId) -> Option<[TermId; 2]> {
    (terms.op(term) == Op::And).then(|| [terms.args(term)[0], terms.args(term)[1]])
}

/// Adds a condition and, for a conjunction, its parts.
pub fn add_facts(machine: &Machine<'_>, facts: &mut Facts, condition: TermId) {
    let mut stack = vec![condition];
    let mut left = 8;
    while let Some(term) = stack.pop() {
        facts.add(term);
        left -= 1;
        if left > 0 {
            stack.extend(conjuncts(&machine.terms, term).into_iter().flatten());
        }
    }
}
