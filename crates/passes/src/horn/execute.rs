//! From each place to the next ones: symbolic execution of the acyclic part between, and the clauses it gives.
//!
//! A state has a value for each variable that matters, and the conjuncts of the condition under which executions come
//! here from the place where it began; as facts they also tell what cannot go wrong. Where ways meet, states are merged,
//! each value a choice by where the conditions differ; so a part without calls is one clause for each edge that leaves
//! it, however many ways lead through.

mod calls;

use super::live::{Procedures, Vars};
use super::places::{Places, beginning, called, skipped};
use super::shape::Shapes;
use super::values::Leaves;
use super::{
    Application, Aspect, Clause, Granularity, Head, MARK, Options, Parameter, Place, Predicate, PredicateId, Quantity,
    Refused, Step, refuse,
};
use crate::call_graph::CallGraph;
use crate::rewrite::{assigned_places, for_each_expr, for_each_node};
use cairn_base::{Budget, Table, ids::Id};
use cairn_ir::{
    BlockId, Callee, ExprKind, Initial, PlaceBase, ProcId, Procedure, Program, PropertyId, StatementKind, Terminator,
    VarId, VariableKind,
};
use cairn_term::integers::Exact;
use cairn_term::{Op, SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

type Made<T> = Result<T, Refused>;

/// Clauses over bit-vectors, and what is known for their translation to integers.
pub(super) struct Encoded {
    pub terms: Terms,
    pub predicates: Table<PredicateId, Predicate>,
    pub clauses: Vec<Clause>,
    /// Symbols for integers without sign.
    pub unsigned: FxHashSet<SymbolId>,
    /// Symbols for results that do not wrap, and those results.
    pub exact: FxHashMap<SymbolId, (Exact, TermId)>,
}

/// A variable now, or as it was at the entry of the procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Key {
    var: VarId,
    at_entry: bool,
}

#[derive(Clone, Default)]
pub(super) struct State {
    values: FxHashMap<Key, Rc<Leaves>>,
    /// Conjuncts, in the order in which they were met.
    guard: Vec<TermId>,
    /// Conditions that hold here, those of the guard among them.
    pub facts: FxHashSet<TermId>,
    /// No execution comes here.
    dead: bool,
}

impl State {
    pub fn set(&mut self, var: VarId, value: Leaves) {
        self.values.insert(Key { var, at_entry: false }, Rc::new(value));
    }
    fn get(&self, key: Key) -> Option<&Rc<Leaves>> {
        self.values.get(&key)
    }
}

pub(super) struct Encoder<'p> {
    pub program: &'p Program,
    options: &'p Options,
    budget: &'p Budget,
    pub terms: Terms,
    pub shapes: Shapes<'p>,
    live: Procedures,
    /// Which procedures are called: their returns matter.
    called: Vec<bool>,
    /// Whether memory is read or written through pointers.
    has_memory: bool,
    places: FxHashMap<ProcId, Rc<Places>>,
    predicates: Table<PredicateId, Predicate>,
    /// The variables that are the parameters, in order.
    keys: Table<PredicateId, Vec<Key>>,
    at: FxHashMap<Place, PredicateId>,
    names: FxHashSet<String>,
    queue: VecDeque<PredicateId>,
    clauses: Vec<Clause>,
    unsigned: FxHashSet<SymbolId>,
    exact: FxHashMap<SymbolId, (Exact, TermId)>,
    exact_symbols: FxHashMap<Exact, TermId>,
    counter: usize,
}

/// The part of the program that is executed from one place.
struct Segment {
    procedure: ProcId,
    places: Rc<Places>,
    body: Vec<Application>,
    /// States that wait at the beginning of a block, by the block's position.
    waiting: BTreeMap<usize, (BlockId, Vec<State>)>,
}

impl<'p> Encoder<'p> {
    pub fn new(program: &'p Program, options: &'p Options, budget: &'p Budget) -> Made<Self> {
        let entries = beginnings(program, options);
        let calls = CallGraph::new(program);
        let reachable = calls.reachable(&entries);
        let mut called_ones = vec![false; program.procedures.len()];
        for statement in
            reachable.iter().flat_map(|p| program.procedures[*p].blocks.values()).flat_map(|b| &b.statements)
        {
            if let Some(callee) = called(program, statement) {
                called_ones[callee.index()] = true;
            }
        }
        Ok(Self {
            program,
            options,
            budget,
            terms: Terms::new(),
            shapes: Shapes::new(&program.types, options.expand),
            live: Procedures::new(program, &called_ones),
            called: called_ones,
            has_memory: reachable.iter().any(|procedure| has_memory(program, *procedure)),
            places: FxHashMap::default(),
            predicates: Table::new(),
            keys: Table::new(),
            at: FxHashMap::default(),
            names: FxHashSet::default(),
            queue: VecDeque::new(),
            clauses: Vec::new(),
            unsigned: FxHashSet::default(),
            exact: FxHashMap::default(),
            exact_symbols: FxHashMap::default(),
            counter: 0,
        })
    }

    pub fn run(mut self) -> Made<Encoded> {
        for entry in beginnings(self.program, self.options) {
            if !self.program.procedures[entry].has_body() {
                return refuse(format!("`{}` has no body", self.program.procedures[entry].name));
            }
            self.begin(entry)?;
        }
        while let Some(predicate) = self.queue.pop_front() {
            self.segment(predicate)?;
        }
        let Self { terms, predicates, clauses, unsigned, exact, .. } = self;
        Ok(Encoded { terms, predicates, clauses, unsigned, exact })
    }

    /// Executions begin with any parameters, and with globals as they say.
    fn begin(&mut self, entry: ProcId) -> Made<()> {
        let predicate = self.predicate(Place::Entry(entry))?;
        let mut state = State::default();
        for key in self.keys[predicate].clone() {
            let variable = &self.program.variables[key.var];
            let initial = match variable.kind {
                VariableKind::Global => variable.initial.clone(),
                _ => Initial::Arbitrary,
            };
            let value = match initial {
                Initial::Arbitrary => self.fresh(key.var)?,
                Initial::Zero => self.zero(variable.ty)?,
                Initial::Value(expr) => self.eval(&State::default(), expr)?,
            };
            state.set(key.var, value);
        }
        self.emit(&[], &state, predicate)
    }

    // ---- predicates ----

    fn places(&mut self, procedure: ProcId) -> Rc<Places> {
        let made = || Rc::new(Places::new(self.program, procedure, self.options));
        Rc::clone(self.places.entry(procedure).or_insert_with(made))
    }

    fn predicate(&mut self, place: Place) -> Made<PredicateId> {
        if let Some(known) = self.at.get(&place) {
            return Ok(*known);
        }
        let procedure = match place {
            Place::Entry(p) | Place::Return(p) | Place::LoopHead(p, _) | Place::Before(p, ..) => p,
        };
        let base = self.places(procedure).name(place);
        let numbered = |n: usize| if n == 0 { base.clone() } else { format!("{base}_{}", n + 1) };
        let name = (0..).map(numbered).find(|name| !self.names.contains(name)).unwrap_or_default();
        self.names.insert(name.clone());
        let keys = self.keys_at(place, procedure);
        let mut parameters = Vec::new();
        for key in &keys {
            self.parameters_of(*key, &mut parameters)?;
        }
        let id = self.predicates.push(Predicate { name, place, parameters });
        self.keys.push(keys);
        self.at.insert(place, id);
        if !matches!(place, Place::Return(_)) {
            self.queue.push_back(id);
        }
        Ok(id)
    }

    fn parameters_of(&mut self, key: Key, parameters: &mut Vec<Parameter>) -> Made<()> {
        self.plain(key.var)?;
        let variable = &self.program.variables[key.var];
        let suffix = if key.at_entry { ".old" } else { "" };
        for leaf in self.shapes.leaves(&mut self.terms, variable.ty)?.iter() {
            parameters.push(Parameter {
                name: format!("{}{}{suffix}", variable.name, path_text(self.program, variable.ty, &leaf.path)),
                sort: leaf.sort,
                is_signed: leaf.is_signed,
                quantity: Some(Quantity {
                    variable: key.var,
                    at_entry: key.at_entry,
                    path: leaf.path.clone(),
                    aspect: Aspect::default(),
                }),
            });
        }
        Ok(())
    }

    /// What matters at a place, in the order of the parameters.
    fn keys_at(&mut self, place: Place, procedure: ProcId) -> Vec<Key> {
        let now = |var: VarId| Key { var, at_entry: false };
        let inputs = &self.live.inputs[procedure.index()];
        match place {
            Place::Entry(_) => return inputs.iter().map(now).collect(),
            Place::Return(_) if !self.called[procedure.index()] => return Vec::new(),
            _ => {}
        }
        let mut keys: BTreeSet<Key> = self.live_at(place, procedure).iter().map(now).collect();
        if self.called[procedure.index()] {
            keys.extend(inputs.iter().map(|var| self.input_key(procedure, var)));
        }
        keys.into_iter().collect()
    }

    /// How the value at entry is known inside the procedure: the variable itself, if it never changes.
    fn input_key(&self, procedure: ProcId, var: VarId) -> Key {
        Key { var, at_entry: self.live.changes[procedure.index()].contains(var) }
    }

    fn live_at(&self, place: Place, procedure: ProcId) -> Vars {
        let at_return = match self.called[procedure.index()] {
            true => self.live.at_return(self.program, procedure),
            false => Vars::default(),
        };
        let (block, at) = match place {
            Place::LoopHead(_, block) => (block, 0),
            Place::Before(_, block, at) => (block, at),
            Place::Return(_) => return at_return,
            Place::Entry(_) => (Procedure::ENTRY, 0),
        };
        let mut live = self.live.after_block(self.program, procedure, block, &at_return);
        for statement in self.program.procedures[procedure].blocks[block].statements[at..].iter().rev() {
            self.live.before(self.program, &statement.kind, &mut live);
        }
        live
    }

    // ---- values ----

    pub fn read(&mut self, state: &State, var: VarId) -> Made<Leaves> {
        self.plain(var)?;
        match state.get(Key { var, at_entry: false }) {
            Some(value) => Ok(value.to_vec()),
            // Locals begin as zero; what is not there otherwise does not matter.
            None => self.zero(self.program.variables[var].ty),
        }
    }

    /// Variables in memory are plain ones as long as nobody uses pointers.
    pub fn plain(&self, var: VarId) -> Made<()> {
        let variable = &self.program.variables[var];
        if variable.addressable && self.has_memory {
            return refuse(format!("`{}` is used through pointers, which have no Horn clauses", variable.name));
        }
        Ok(())
    }

    fn fresh(&mut self, var: VarId) -> Made<Leaves> {
        let variable = &self.program.variables[var];
        let leaves = self.shapes.leaves(&mut self.terms, variable.ty)?;
        let mut value = Vec::with_capacity(leaves.len());
        for leaf in leaves.iter() {
            let name = format!("{}{}", variable.name, path_text(self.program, variable.ty, &leaf.path));
            value.push(self.symbol(&name, leaf.sort, leaf.is_signed));
        }
        Ok(value)
    }

    fn symbol(&mut self, name: &str, sort: cairn_term::SortId, is_signed: bool) -> TermId {
        self.counter += 1;
        let term = self.terms.symbol(&format!("{name}{MARK}{}", self.counter), sort);
        if let Some(symbol) = self.terms.as_symbol(term).filter(|_| !is_signed) {
            self.unsigned.insert(symbol);
        }
        term
    }

    /// The symbol for a result that does not wrap, the same for the same result.
    pub fn exact_symbol(&mut self, exact: Exact, plain: TermId) -> TermId {
        if let Some(known) = self.exact_symbols.get(&exact) {
            return *known;
        }
        let term = self.symbol("exact", self.terms.sort_of(plain), true);
        if let Some(symbol) = self.terms.as_symbol(term) {
            self.exact.insert(symbol, (exact, plain));
        }
        self.exact_symbols.insert(exact, term);
        term
    }

    // ---- states ----

    fn assume(&mut self, state: &mut State, condition: TermId) {
        for part in conjuncts(&self.terms, condition) {
            let negated = self.terms.not(part);
            state.dead |= self.terms.as_bool_const(part) == Some(false) || state.facts.contains(&negated);
            if state.facts.insert(part) {
                state.guard.push(part);
            }
        }
    }

    fn merge(&mut self, states: Vec<State>) -> State {
        let mut states = states.into_iter();
        let mut merged = states.next().unwrap_or_default();
        for state in states {
            merged = self.merge_two(merged, &state);
        }
        merged
    }

    /// Ways differ in some decision, so the rests of their conditions exclude each other: under the merged condition
    /// the rest of one says as much as the negated rest of the other.
    fn merge_two(&mut self, mut merged: State, state: &State) -> State {
        let rest = |of: &State, other: &State| -> Vec<TermId> {
            of.guard.iter().filter(|part| !other.facts.contains(part)).copied().collect()
        };
        let (old_rest, new_rest) = (rest(&merged, state), rest(state, &merged));
        let (old_way, new_way) = (self.terms.and_all(&old_rest), self.terms.and_all(&new_rest));
        let is_new = if new_rest.len() <= old_rest.len() { new_way } else { self.terms.not(old_way) };
        let keys: BTreeSet<Key> = merged.values.keys().chain(state.values.keys()).copied().collect();
        for key in keys {
            let (old, new) = (merged.values.get(&key).cloned(), state.values.get(&key).cloned());
            if old == new {
                continue;
            }
            // On a way without a value it was never assigned: still zero, or of no matter.
            let zero = self.zero(self.program.variables[key.var].ty).map(Rc::new);
            let (Ok(old), Ok(new)) = (old.map_or_else(|| zero.clone(), Ok), new.map_or_else(|| zero.clone(), Ok))
            else {
                continue;
            };
            let chosen = self.choose(is_new, &new, &old);
            merged.values.insert(key, Rc::new(chosen));
        }
        merged.guard.retain(|part| state.facts.contains(part));
        merged.facts.retain(|fact| state.facts.contains(fact));
        let some_way = self.terms.or(old_way, new_way);
        self.assume(&mut merged, some_way);
        merged
    }

    // ---- segments ----

    fn segment(&mut self, start: PredicateId) -> Made<()> {
        let place = self.predicates[start].place;
        let (procedure, block, at) = match place {
            Place::Entry(procedure) => (procedure, Procedure::ENTRY, 0),
            Place::LoopHead(procedure, block) => (procedure, block, 0),
            Place::Before(procedure, block, at) => (procedure, block, at),
            Place::Return(_) => return Ok(()),
        };
        let (state, application) = self.state_at(start)?;
        let places = self.places(procedure);
        let mut segment = Segment { procedure, places, body: vec![application], waiting: BTreeMap::new() };
        if matches!(place, Place::Entry(_)) {
            self.go(&mut segment, Procedure::ENTRY, state)?;
        } else {
            self.block(&mut segment, block, at, state)?;
        }
        while let Some((_, (block, states))) = segment.waiting.pop_first() {
            let state = self.merge(states);
            self.block(&mut segment, block, 0, state)?;
        }
        Ok(())
    }

    /// An arbitrary state of a predicate.
    fn state_at(&mut self, predicate: PredicateId) -> Made<(State, Application)> {
        let keys = self.keys[predicate].clone();
        let is_entry = matches!(self.predicates[predicate].place, Place::Entry(_));
        let mut state = State::default();
        let mut arguments = Vec::new();
        let parameters = self.predicates[predicate].parameters.clone();
        for key in keys {
            let count = self.shapes.leaves(&mut self.terms, self.program.variables[key.var].ty)?.len();
            let own = &parameters[arguments.len()..arguments.len() + count];
            let value: Leaves = own.iter().map(|p| self.symbol(&p.name, p.sort, p.is_signed)).collect();
            arguments.extend_from_slice(&value);
            let value = Rc::new(value);
            if is_entry {
                state.values.insert(Key { at_entry: true, ..key }, Rc::clone(&value));
            }
            state.values.insert(key, value);
        }
        Ok((state, Application { predicate, arguments }))
    }

    /// Executes a block from a statement on, up to the next place.
    fn block(&mut self, segment: &mut Segment, block: BlockId, from: usize, mut state: State) -> Made<()> {
        let program = self.program;
        let body = &program.procedures[segment.procedure].blocks[block];
        for (at, statement) in body.statements.iter().enumerate().skip(from) {
            if at > from && segment.places.is_cut(block, at) {
                return self.arrive(segment, block, at, &state);
            }
            if state.dead {
                return Ok(());
            }
            self.budget.check().map_err(|reason| Refused(reason.words().to_string()))?;
            if skipped(program, statement) {
                continue;
            }
            match called(program, statement) {
                Some(callee) => return self.call(segment, (block, at), callee, state),
                None => self.statement(segment, block, at, &statement.kind, &mut state).map_err(|refused| {
                    Refused(format!("{refused} (in `{}`)", program.procedures[segment.procedure].name))
                })?,
            }
        }
        let end = body.statements.len();
        if end > from && segment.places.is_cut(block, end) {
            return self.arrive(segment, block, end, &state);
        }
        if state.dead { Ok(()) } else { self.terminator(segment, &body.terminator, state) }
    }

    fn arrive(&mut self, segment: &Segment, block: BlockId, at: usize, state: &State) -> Made<()> {
        let predicate = self.predicate(segment.places.place(segment.procedure, block, at))?;
        self.emit(&segment.body, state, predicate)
    }

    fn go(&mut self, segment: &mut Segment, to: BlockId, state: State) -> Made<()> {
        if state.dead {
            return Ok(());
        }
        if segment.places.is_cut(to, 0) {
            return self.arrive(segment, to, 0, &state);
        }
        segment.waiting.entry(segment.places.position(to)).or_insert_with(|| (to, Vec::new())).1.push(state);
        Ok(())
    }

    fn terminator(&mut self, segment: &mut Segment, terminator: &Terminator, state: State) -> Made<()> {
        match terminator {
            Terminator::Goto(to) => self.go(segment, *to, state),
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.scalar(&state, *condition)?;
                let negated = self.terms.not(condition);
                for (condition, to) in [(condition, *then), (negated, *otherwise)] {
                    let mut taken = state.clone();
                    self.assume(&mut taken, condition);
                    self.go(segment, to, taken)?;
                }
                Ok(())
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.scalar(&state, *value)?;
                let mut rest = state;
                for (case, to) in cases {
                    let case = crate::scalars::constant(&mut self.terms, case);
                    let Some(case) = case else { return refuse("a switch on something that is no integer") };
                    let here = self.terms.eq(value, case);
                    let mut taken = rest.clone();
                    self.assume(&mut taken, here);
                    self.go(segment, *to, taken)?;
                    let elsewhere = self.terms.not(here);
                    self.assume(&mut rest, elsewhere);
                }
                self.go(segment, *default, rest)
            }
            Terminator::Return => {
                let predicate = self.predicate(Place::Return(segment.procedure))?;
                self.emit(&segment.body, &state, predicate)
            }
            Terminator::Stop => Ok(()),
        }
    }

    fn statement(
        &mut self,
        segment: &Segment,
        block: BlockId,
        at: usize,
        kind: &StatementKind,
        state: &mut State,
    ) -> Made<()> {
        match kind {
            StatementKind::Assign { target, value } => {
                if self.matters(segment, block, at, target) {
                    let value = self.eval(state, *value)?;
                    self.assign(state, target, value)?;
                }
            }
            StatementKind::Havoc { target } => {
                if self.matters(segment, block, at, target) {
                    self.havoc(state, target)?;
                }
            }
            StatementKind::Assume(condition) => {
                let condition = self.scalar(state, *condition)?;
                self.assume(state, condition);
            }
            StatementKind::Check { property, condition } => {
                let condition = self.scalar(state, *condition)?;
                self.check(&segment.body, *property, condition, state);
            }
            StatementKind::Call { callee: Callee::Direct(callee), arguments, results } => {
                self.call_without_body(state, *callee, arguments, results)?;
            }
            StatementKind::Call { .. } => return refuse("calls through pointers have no Horn clauses"),
            StatementKind::Live(var) if !self.has_memory => {
                let zero = self.zero(self.program.variables[*var].ty)?;
                state.set(*var, zero);
            }
            StatementKind::Dead(_) if !self.has_memory => {}
            StatementKind::Event { .. } => {}
            _ => return refuse("memory has no Horn clauses"),
        }
        Ok(())
    }

    /// Whether anybody looks at what is assigned.
    fn matters(&self, segment: &Segment, block: BlockId, at: usize, target: &cairn_ir::Place) -> bool {
        let PlaceBase::Var(var) = target.base else { return true };
        self.live_at(Place::Before(segment.procedure, block, at + 1), segment.procedure).contains(var)
    }

    fn havoc(&mut self, state: &mut State, target: &cairn_ir::Place) -> Made<()> {
        let PlaceBase::Var(var) = target.base else { return refuse("pointers have no Horn clauses") };
        let ty = cairn_ir::typing::place_type(self.program, target).map_err(|error| Refused(error.to_string()))?;
        let leaves = self.shapes.leaves(&mut self.terms, ty)?;
        let name = self.program.variables[var].name.clone();
        let value = leaves.iter().map(|leaf| self.symbol(&name, leaf.sort, leaf.is_signed)).collect();
        self.assign(state, target, value)
    }

    fn check(&mut self, body: &[Application], property: PropertyId, condition: TermId, state: &mut State) {
        let asked = self.options.properties.as_ref().is_none_or(|asked| asked.contains(&property));
        let mut failed = State { guard: state.guard.clone(), facts: state.facts.clone(), ..State::default() };
        let fails = self.terms.not(condition);
        self.assume(&mut failed, fails);
        if asked && !failed.dead {
            let head = Head::Violation(property);
            self.clauses.push(Clause { body: body.to_vec(), constraint: failed.guard, head });
        }
        self.assume(state, condition);
    }

    // ---- clauses ----

    fn emit(&mut self, body: &[Application], state: &State, to: PredicateId) -> Made<()> {
        if state.dead {
            return Ok(());
        }
        let mut arguments = Vec::new();
        for key in self.keys[to].clone() {
            match state.get(key) {
                Some(value) => arguments.extend_from_slice(value),
                None => arguments.extend(self.zero(self.program.variables[key.var].ty)?),
            }
        }
        let head = Head::State(Application { predicate: to, arguments });
        self.clauses.push(Clause { body: body.to_vec(), constraint: state.guard.clone(), head });
        Ok(())
    }
}

fn beginnings(program: &Program, options: &Options) -> Vec<ProcId> {
    match options.granularity {
        Granularity::Figures => options.entries.iter().map(|entry| beginning(program, *entry)).collect(),
        Granularity::Large => options.entries.clone(),
    }
}

/// The conjuncts of a condition that are not `true`.
pub(super) fn conjuncts(terms: &Terms, condition: TermId) -> Vec<TermId> {
    let (mut left, mut found) = (vec![condition], Vec::new());
    while let Some(next) = left.pop() {
        match terms.op(next) {
            Op::And => left.extend(terms.args(next).iter().rev()),
            Op::True => {}
            _ => found.push(next),
        }
    }
    found
}

/// `.field`, `.3`; arrays that stay whole add nothing.
fn path_text(program: &Program, ty: cairn_ir::TypeId, path: &[Step]) -> String {
    let (mut text, mut ty) = (String::new(), ty);
    for step in path {
        ty = match (step, program.types.kind(ty)) {
            (Step::Field(n), cairn_ir::TypeKind::Record(record)) => {
                let field = &record.fields[*n as usize];
                text = format!("{text}.{}", field.name);
                field.ty
            }
            (Step::Element(i), cairn_ir::TypeKind::Array { element, .. }) => {
                text = format!("{text}.{i}");
                *element
            }
            (_, cairn_ir::TypeKind::Array { element, .. }) => *element,
            _ => ty,
        };
    }
    text
}

/// Whether a procedure reads or writes through pointers, or asks about them.
fn has_memory(program: &Program, procedure: ProcId) -> bool {
    let mut roots = Vec::new();
    let mut found = false;
    for block in program.procedures[procedure].blocks.values() {
        for statement in &block.statements {
            let places = assigned_places(&statement.kind);
            found |= places.iter().any(|place| matches!(place.base, PlaceBase::Deref(..)));
            found |= matches!(
                statement.kind,
                StatementKind::Allocate { .. }
                    | StatementKind::Release(_)
                    | StatementKind::CopyMemory { .. }
                    | StatementKind::FillMemory { .. }
            );
            for_each_expr(&statement.kind, |expr| roots.push(expr));
        }
        roots.extend(crate::rewrite::terminator_expr(&block.terminator));
    }
    for_each_node(program, roots, |_, node| found |= matches!(node.kind, ExprKind::Load(_) | ExprKind::Contents(_)));
    found
}
