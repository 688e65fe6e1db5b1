//! What a subprogram reads and changes, and what its outputs depend on.
//!
//! A walk over the typed tree with a value per cell: the inputs it may depend on, and the one it is a copy of. Branches depend on
//! their conditions; what comes behind a branch that may leave a loop or the subprogram depends on that condition too. Loops and
//! recursion are repeated until nothing changes. Assertions are passed over.

use super::cells::{Cells, is_input, is_outside};
use crate::lower::effects::{Elements, Part, part};
use crate::lower::visit::{self, Met};
use crate::sema::Analysis;
use crate::sema::entities::{Body, EntityId, EntityKind, Meaning, SubprogramId};
use crate::sema::flow_clauses::{FlowMode, Flowing};
use crate::sema::tree::*;
use crate::syntax::ast::Mode;
use cairn_base::Span;
use rustc_hash::FxHashSet;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub(super) type Labels = BTreeSet<Flowing>;

/// What a value may depend on, and the input it is a copy of.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) labels: Labels,
    pub(super) exact: Option<Flowing>,
}

impl Value {
    fn of(labels: Labels) -> Self {
        Self { labels, exact: None }
    }

    fn join(&mut self, other: &Value) {
        self.labels.extend(other.labels.iter().copied());
        self.exact = self.exact.filter(|_| self.exact == other.exact);
    }
}

#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Summary {
    /// What is read and changed outside of the subprogram, with the first place.
    pub(super) reads: BTreeMap<Flowing, Span>,
    pub(super) writes: BTreeMap<Flowing, Span>,
    /// What parameters, the result and what is changed outside depend on at the end.
    pub(super) outputs: BTreeMap<Flowing, Value>,
    /// Why nothing is known of the outputs.
    pub(super) open: Option<Rc<str>>,
}

/// Rounds until recursions are taken to depend on everything.
const ROUNDS: usize = 30;

/// The summaries of subprograms and of all they call.
pub(super) fn summaries(a: &Analysis, wanted: &[SubprogramId]) -> BTreeMap<SubprogramId, Summary> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    for &id in wanted {
        behind_callees(a, id, &mut seen, &mut order);
    }
    let mut known: BTreeMap<SubprogramId, Summary> = BTreeMap::new();
    for round in 0..=ROUNDS {
        let mut changed = false;
        for &id in &order {
            let mut summary = of_subprogram(a, id, &known);
            if round == ROUNDS {
                summary.open.get_or_insert_with(|| "recursion".into());
            }
            changed |= known.get(&id) != Some(&summary);
            known.insert(id, summary);
        }
        if !changed {
            break;
        }
    }
    known
}

/// Callees first, as far as that goes.
fn behind_callees(a: &Analysis, from: SubprogramId, seen: &mut FxHashSet<SubprogramId>, order: &mut Vec<SubprogramId>) {
    let mut work = vec![(from, false)];
    while let Some((id, done)) = work.pop() {
        if done {
            order.push(id);
            continue;
        }
        if !seen.insert(id) {
            continue;
        }
        work.push((id, true));
        let mut visit = |met: Met<'_>| {
            if let Met::Call(callee) = met {
                work.push((meant(a, callee), false));
            }
        };
        if let Meaning::Body(body) = &a.subprograms[id].meaning {
            visit::body(body, &mut visit);
        }
    }
}

/// The subprogram behind renamings.
fn meant(a: &Analysis, mut id: SubprogramId) -> SubprogramId {
    for _ in 0..100 {
        match a.subprograms[id].meaning {
            Meaning::Renames(target) => id = target,
            _ => break,
        }
    }
    id
}

fn of_subprogram(a: &Analysis, id: SubprogramId, known: &BTreeMap<SubprogramId, Summary>) -> Summary {
    match &a.subprograms[id].meaning {
        Meaning::Body(body) => of_body(a, id, body, known),
        Meaning::Missing => of_contract(a, id),
        Meaning::Unsupported(_) => {
            Summary { open: Some("a subprogram that is not supported".into()), ..Summary::default() }
        }
        Meaning::Null => of_body(
            a,
            id,
            &Body { items: Vec::new(), statements: Vec::new(), handlers: Vec::new(), end: a.subprograms[id].span },
            known,
        ),
        Meaning::Operator(_) | Meaning::Attribute(..) | Meaning::Builtin(_) | Meaning::Renames(_) => {
            let mut summary = Summary::default();
            everything_on_everything(a, id, &mut summary);
            summary
        }
    }
}

/// Without a body: what the contract says; without `Global`, SPARK takes it to be null.
fn of_contract(a: &Analysis, id: SubprogramId) -> Summary {
    let mut summary = Summary::default();
    let subprogram = &a.subprograms[id];
    if let Some(global) = &subprogram.contract.flow.global {
        for &(mode, what) in &global.parts {
            if matches!(mode, FlowMode::Input | FlowMode::InOut) {
                summary.reads.insert(what, subprogram.span);
            }
            if matches!(mode, FlowMode::Output | FlowMode::InOut) {
                summary.writes.insert(what, subprogram.span);
            }
        }
        if global.open {
            summary.open = Some(format!("the effects of {} are not known", subprogram.name).into());
        }
    }
    everything_on_everything(a, id, &mut summary);
    if let Some(depends) = subprogram.contract.flow.depends.as_ref().filter(|depends| !depends.open) {
        for (outputs, inputs) in &depends.relations {
            let labels: Labels = inputs.iter().copied().collect();
            summary.outputs.extend(outputs.iter().map(|&output| (output, Value::of(labels.clone()))));
        }
    }
    summary
}

fn everything_on_everything(a: &Analysis, id: SubprogramId, summary: &mut Summary) {
    let subprogram = &a.subprograms[id];
    let parameters = subprogram.parameters.iter();
    let mut labels: Labels = summary.reads.keys().copied().collect();
    labels.extend(parameters.clone().filter(|p| p.mode != Mode::Out).map(|p| Flowing::Object(p.entity)));
    let mut outputs: Vec<Flowing> = summary.writes.keys().copied().collect();
    outputs.extend(parameters.filter(|p| p.mode != Mode::In).map(|p| Flowing::Object(p.entity)));
    outputs.extend(subprogram.result.map(|_| Flowing::Result));
    summary.outputs.extend(outputs.into_iter().map(|output| (output, Value::of(labels.clone()))));
}

fn of_body(a: &Analysis, id: SubprogramId, body: &Body, known: &BTreeMap<SubprogramId, Summary>) -> Summary {
    let mut walk = Walk {
        a,
        id,
        known,
        cells: Cells::default(),
        elements: Elements::default(),
        now: Some(Store::new()),
        returned: None,
        control: Vec::new(),
        loops: Vec::new(),
        summary: Summary::default(),
    };
    walk.control.push(Labels::new());
    walk.items(&body.items);
    walk.statements(&body.statements);
    if !body.handlers.is_empty() {
        walk.handlers(&body.handlers);
    }
    walk.finish()
}

type Store = BTreeMap<(Flowing, usize), Value>;

struct ActiveLoop {
    id: LoopId,
    /// What the decision to leave it depends on.
    leaving: Labels,
    left: Option<Store>,
}

struct Walk<'w> {
    a: &'w Analysis,
    id: SubprogramId,
    known: &'w BTreeMap<SubprogramId, Summary>,
    cells: Cells,
    elements: Elements,
    /// None where no execution goes on.
    now: Option<Store>,
    returned: Option<Store>,
    /// What the execution of the current statement depends on: of the whole subprogram first.
    control: Vec<Labels>,
    loops: Vec<ActiveLoop>,
    summary: Summary,
}

/// What a statement list may jump to.
#[derive(Default)]
struct Jumps {
    returns: bool,
    exits: Vec<LoopId>,
}

impl Walk<'_> {
    fn open(&mut self, why: &str) {
        self.summary.open.get_or_insert_with(|| why.into());
    }

    // ---- values of cells ----

    fn initial(&self, what: Flowing) -> Value {
        let is_there = match what {
            Flowing::Object(entity) => is_input(self.a, entity, self.id),
            Flowing::State(_) => true,
            Flowing::Result => false,
        };
        match is_there {
            true => Value { labels: [what].into(), exact: Some(what) },
            false => Value::default(),
        }
    }

    fn cell(&self, store: &Store, what: Flowing, leaf: usize) -> Value {
        store.get(&(what, leaf)).cloned().unwrap_or_else(|| self.initial(what))
    }

    fn join(&self, one: Option<Store>, other: Option<Store>) -> Option<Store> {
        let (Some(mut one), Some(other)) = (one.clone(), other.clone()) else { return one.or(other) };
        let keys: Vec<(Flowing, usize)> = one.keys().chain(other.keys()).copied().collect();
        for key in keys {
            let mut value = self.cell(&one, key.0, key.1);
            value.join(&self.cell(&other, key.0, key.1));
            one.insert(key, value);
        }
        Some(one)
    }

    fn leaf_count(&mut self, what: Flowing) -> usize {
        match what {
            Flowing::Object(entity) => self.cells.leaves(self.a, entity).len(),
            _ => 1,
        }
    }

    /// The value of a whole object.
    fn whole(&mut self, what: Flowing) -> Value {
        let count = self.leaf_count(what);
        let Some(store) = &self.now else { return Value::default() };
        let mut value = self.cell(store, what, 0);
        for leaf in 1..count {
            value.join(&self.cell(store, what, leaf));
        }
        value
    }

    fn read(&mut self, part: &Part, span: Span) -> Value {
        let what = Flowing::Object(part.0);
        if is_outside(self.a, what, self.id) {
            self.summary.reads.entry(what).or_insert(span);
        }
        let (leaves, all) = self.cells.of_part(self.a, part);
        let Some(store) = &self.now else { return Value::default() };
        let mut value: Option<Value> = None;
        for leaf in leaves {
            let cell = self.cell(store, what, leaf);
            match &mut value {
                Some(value) => value.join(&cell),
                None => value = Some(cell),
            }
        }
        let mut value = value.unwrap_or_default();
        value.exact = value.exact.filter(|_| all);
        value
    }

    fn controlled(&self, mut value: Value) -> Value {
        value.labels.extend(self.control.iter().flatten().copied());
        value.labels.extend(self.loops.iter().flat_map(|active| active.leaving.iter().copied()));
        value
    }

    fn store(&mut self, what: Flowing, leaf: usize, value: Value, strong: bool) {
        let value = self.controlled(value);
        let Some(store) = self.now.take() else { return };
        let mut store = store;
        let value = match strong {
            true => value,
            false => {
                let mut before = self.cell(&store, what, leaf);
                before.join(&value);
                Value::of(before.labels)
            }
        };
        store.insert((what, leaf), value);
        self.now = Some(store);
    }

    /// Gives a value to what a name stands for.
    fn assign(&mut self, target: &Expr, value: Value) {
        let Some(part) = part(target, &self.elements) else {
            return self.open("a target that is no object");
        };
        let what = Flowing::Object(part.0);
        if is_outside(self.a, what, self.id) {
            self.summary.writes.entry(what).or_insert(target.span);
        }
        let (leaves, all) = self.cells.of_part(self.a, &part);
        let strong = all && !self.is_indexed(target);
        for leaf in leaves {
            self.store(what, leaf, value.clone(), strong);
        }
    }

    fn assign_whole(&mut self, what: Flowing, value: &Value, span: Span) {
        if is_outside(self.a, what, self.id) {
            self.summary.writes.entry(what).or_insert(span);
        }
        for leaf in 0..self.leaf_count(what) {
            self.store(what, leaf, value.clone(), true);
        }
    }

    /// Whether a name stands for some of the elements of an array only.
    fn is_indexed(&self, name: &Expr) -> bool {
        match &name.kind {
            ExprKind::Index(..) | ExprKind::Slice(..) => true,
            ExprKind::Component(inner, _) | ExprKind::Convert(inner) | ExprKind::Qualify(inner) => {
                self.is_indexed(inner)
            }
            ExprKind::Object(entity) => self.elements.contains_key(entity),
            _ => false,
        }
    }

    /// What the indexes in a name depend on.
    fn indexes(&mut self, name: &Expr) -> Labels {
        match &name.kind {
            ExprKind::Index(inner, list) => {
                let mut labels = self.indexes(inner);
                for index in list {
                    labels.extend(self.expression(index).labels);
                }
                labels
            }
            ExprKind::Slice(inner, range) => {
                let mut labels = self.indexes(inner);
                labels.extend(self.expression(&range.low).labels);
                labels.extend(self.expression(&range.high).labels);
                labels
            }
            ExprKind::Component(inner, _) | ExprKind::Convert(inner) | ExprKind::Qualify(inner) => self.indexes(inner),
            _ => Labels::new(),
        }
    }

    // ---- expressions ----

    fn expression(&mut self, e: &Expr) -> Value {
        let mut met_names: Vec<(Part, Span)> = Vec::new();
        let mut calls: Vec<SubprogramId> = Vec::new();
        let mut out_actuals: Vec<(SubprogramId, Vec<Expr>)> = Vec::new();
        let (mut passed, mut refused) = (FxHashSet::default(), false);
        let (a, elements) = (self.a, &self.elements);
        visit::expression(e, &mut |met| match met {
            Met::Call(id) => calls.push(id),
            Met::Expression(inner) => {
                pass_over(a, inner, &mut passed);
                refused |= matches!(inner.kind, ExprKind::Unsupported(_));
                if let ExprKind::Call(id, arguments) = &inner.kind
                    && a.subprograms[*id].parameters.iter().any(|p| p.mode != Mode::In)
                {
                    out_actuals.push((*id, arguments.clone()));
                }
                if !passed.contains(&std::ptr::from_ref(inner)) {
                    met_names.extend(part(inner, elements).map(|part| (part, inner.span)));
                }
            }
            _ => {}
        });
        if refused {
            self.open("an expression that is not supported");
        }
        let mut labels = Labels::new();
        for (part, span) in &met_names {
            labels.extend(self.read(part, *span).labels);
        }
        for id in calls {
            labels.extend(self.called_in_expression(id, e.span));
        }
        for (id, arguments) in out_actuals {
            let modes: Vec<Mode> = self.a.subprograms[id].parameters.iter().map(|p| p.mode).collect();
            for (argument, _) in arguments.iter().zip(modes).filter(|(_, mode)| *mode != Mode::In) {
                self.assign(argument, Value::of(labels.clone()));
            }
        }
        let exact = match (&e.kind, met_names.as_slice()) {
            (ExprKind::Object(_) | ExprKind::Component(..), [(part, span)]) => {
                let (part, span) = (part.clone(), *span);
                self.read(&part, span).exact.filter(|_| !self.is_indexed(e))
            }
            (ExprKind::Qualify(inner), _) => self.expression(inner).exact,
            _ => None,
        };
        Value { labels, exact }
    }

    /// What a function reads beside its parameters; what it changes is changed.
    fn called_in_expression(&mut self, id: SubprogramId, span: Span) -> Labels {
        let summary = self.summary_of(id);
        if let Some(why) = &summary.open {
            self.open(why);
        }
        let mut labels = Labels::new();
        for &what in summary.reads.keys() {
            self.read_outside(what, span);
            labels.extend(self.whole(what).labels);
        }
        for &what in summary.writes.keys() {
            let mut value = Value::of(labels.clone());
            value.labels.extend(self.whole(what).labels);
            self.assign_whole(what, &value, span);
        }
        labels
    }

    fn read_outside(&mut self, what: Flowing, span: Span) {
        if is_outside(self.a, what, self.id) {
            self.summary.reads.entry(what).or_insert(span);
        }
    }

    fn summary_of(&self, id: SubprogramId) -> Summary {
        self.known.get(&meant(self.a, id)).cloned().unwrap_or_default()
    }

    // ---- statements ----

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Object { entity, init, .. } => {
                    let value = init.as_ref().map(|init| self.expression(init)).unwrap_or_default();
                    self.assign_whole(Flowing::Object(*entity), &value, self.a.entities[*entity].span);
                }
                Item::Statements(list) => self.statements(list),
                Item::Named(e) => _ = self.expression(e),
                Item::Unsupported(..) => self.open("a declaration that is not supported"),
                Item::ConstraintCheck { .. } | Item::InitialCondition { .. } | Item::Elaborated(_) => {}
            }
        }
    }

    fn statements(&mut self, list: &[Statement]) {
        for statement in list {
            if self.now.is_none() && !matches!(statement.kind, StatementKind::Label(_)) {
                continue;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign(target, value) => self.assignment(target, value),
            StatementKind::Call(id, arguments) => self.call(*id, arguments, statement.span),
            StatementKind::If(arms, otherwise) => {
                let mut conditions = Labels::new();
                let mut branches: Vec<&[Statement]> = Vec::new();
                for (condition, body) in arms {
                    conditions.extend(self.expression(condition).labels);
                    branches.push(body);
                }
                branches.push(otherwise);
                self.branches(conditions, &branches);
            }
            StatementKind::Case(selector, arms) => {
                let conditions = self.expression(selector).labels;
                let branches: Vec<&[Statement]> = arms.iter().map(|(_, body)| body.as_slice()).collect();
                self.branches(conditions, &branches);
            }
            StatementKind::Loop { id, scheme, body } => self.loop_statement(*id, scheme, body),
            StatementKind::Block { items, body, handlers, exit } => {
                self.loops.push(ActiveLoop { id: *exit, leaving: Labels::new(), left: None });
                self.items(items);
                self.statements(body);
                self.handlers(handlers);
                let left = self.loops.pop().and_then(|active| active.left);
                let now = self.now.take();
                self.now = self.join(now, left);
            }
            StatementKind::ExtendedReturn { entity, items, body, handlers } => {
                self.items(items);
                self.statements(body);
                self.handlers(handlers);
                let value = self.whole(Flowing::Object(*entity));
                self.give_back(value);
            }
            StatementKind::Return(value) => {
                let value = value.as_ref().map(|value| self.expression(value)).unwrap_or_default();
                self.give_back(value);
            }
            StatementKind::Exit(id, condition) => self.exit(*id, condition.as_ref()),
            StatementKind::Raise(_) => self.now = None,
            StatementKind::Evaluate(e) => _ = self.expression(e),
            StatementKind::Goto(_) | StatementKind::Label(_) => self.open("a goto"),
            StatementKind::Unsupported(_) => self.open("a statement that is not supported"),
            StatementKind::Null
            | StatementKind::Assert(..)
            | StatementKind::Assume(_)
            | StatementKind::LoopVariant(_)
            | StatementKind::NotOverflow { .. } => {}
        }
    }

    fn assignment(&mut self, target: &Expr, value: &Expr) {
        // Records of one type are copied component by component.
        if let (ExprKind::Object(to), ExprKind::Object(from)) = (&target.kind, &value.kind) {
            let (left, right) = (self.cells.leaves(self.a, *to), self.cells.leaves(self.a, *from));
            if left.len() > 1 && left == right && !self.elements.contains_key(to) && !self.elements.contains_key(from) {
                let _ = self.expression(value);
                let Some(store) = self.now.clone() else { return };
                let values: Vec<Value> =
                    (0..right.len()).map(|leaf| self.cell(&store, Flowing::Object(*from), leaf)).collect();
                self.assign(target, Value::default());
                for (leaf, value) in values.into_iter().enumerate() {
                    self.store(Flowing::Object(*to), leaf, value, true);
                }
                return;
            }
        }
        let mut given = self.expression(value);
        given.labels.extend(self.indexes(target));
        self.assign(target, given);
    }

    fn branches(&mut self, conditions: Labels, branches: &[&[Statement]]) {
        let before = self.now.clone();
        let mut after = None;
        self.control.push(conditions.clone());
        for branch in branches {
            self.now.clone_from(&before);
            self.statements(branch);
            let now = self.now.take();
            after = self.join(after, now);
        }
        self.control.pop();
        self.now = after;
        let mut jumps = Jumps::default();
        branches.iter().for_each(|branch| jumps.look(branch));
        self.after_jumps(&jumps, &conditions);
    }

    /// What comes behind a branch that jumps away depends on what decided about the jump.
    fn after_jumps(&mut self, jumps: &Jumps, conditions: &Labels) {
        if jumps.returns
            && let Some(whole) = self.control.first_mut()
        {
            whole.extend(conditions.iter().copied());
        }
        for active in &mut self.loops {
            if jumps.exits.contains(&active.id) {
                active.leaving.extend(conditions.iter().copied());
            }
        }
    }

    fn exit(&mut self, id: LoopId, condition: Option<&Expr>) {
        let conditions = condition.map(|condition| self.expression(condition).labels).unwrap_or_default();
        let now = self.now.clone();
        let Some(at) = self.loops.iter().position(|active| active.id == id) else {
            return self.open("an exit");
        };
        let left = self.loops[at].left.take();
        self.loops[at].left = self.join(left, now);
        self.loops[at].leaving.extend(conditions.iter().copied());
        if condition.is_none() {
            self.now = None;
        }
    }

    fn give_back(&mut self, value: Value) {
        if self.a.subprograms[self.id].result.is_some() {
            self.store(Flowing::Result, 0, value, true);
        }
        let (now, returned) = (self.now.take(), self.returned.take());
        self.returned = self.join(returned, now);
    }

    fn loop_statement(&mut self, id: LoopId, scheme: &Scheme, body: &[Statement]) {
        let mut conditions = Labels::new();
        if let Scheme::For { domain, filter, .. } = scheme {
            let (Domain::Range(entity, _) | Domain::Elements(entity, _)) = domain;
            match domain {
                Domain::Range(_, range) => {
                    conditions.extend(self.expression(&range.low).labels);
                    conditions.extend(self.expression(&range.high).labels);
                    let value = Value::of(conditions.clone());
                    self.store(Flowing::Object(*entity), 0, value, true);
                }
                Domain::Elements(_, array) => match part(array, &self.elements) {
                    Some(part) => _ = self.elements.insert(*entity, part),
                    None => {
                        let value = Value::of(self.expression(array).labels);
                        self.assign_whole(Flowing::Object(*entity), &value, array.span);
                    }
                },
            }
            if let Some(filter) = filter {
                conditions.extend(self.expression(filter).labels);
            }
        }
        self.loops.push(ActiveLoop { id, leaving: Labels::new(), left: None });
        self.control.push(conditions);
        loop {
            let before = self.now.clone();
            let leaving = self.loops.last().map(|active| active.leaving.clone());
            if let Scheme::While(condition) = scheme {
                let labels = self.expression(condition).labels;
                self.control.last_mut().into_iter().for_each(|control| control.extend(labels.iter().copied()));
            }
            let head = self.now.clone();
            self.statements(body);
            let now = self.now.take();
            self.now = self.join(before.clone(), now);
            if self.now == before && self.loops.last().map(|active| active.leaving.clone()) == leaving {
                self.now = head.filter(|_| !matches!(scheme, Scheme::Forever));
                break;
            }
        }
        let conditions = self.control.pop().unwrap_or_default();
        let left = self.loops.pop().and_then(|active| active.left);
        let now = self.now.take();
        self.now = self.join(now, left);
        let mut jumps = Jumps::default();
        jumps.look(body);
        self.after_jumps(&jumps, &conditions);
    }

    /// Anything may have happened before an exception was raised.
    fn handlers(&mut self, handlers: &[Handler]) {
        if handlers.is_empty() {
            return;
        }
        self.open("exceptions that are handled");
        for handler in handlers {
            let before = self.now.clone();
            self.now.get_or_insert_with(Store::new);
            self.statements(&handler.body);
            let now = self.now.take();
            self.now = self.join(before, now);
        }
    }

    fn call(&mut self, id: SubprogramId, arguments: &[Expr], span: Span) {
        let parameters = self.a.subprograms[id].parameters.clone();
        // The text of a call stands for what the renamed subprogram's parameters are, one by one.
        let callee = meant(self.a, id);
        let formals: Vec<EntityId> = self.a.subprograms[callee].parameters.iter().map(|p| p.entity).collect();
        let summary = self.summary_of(id);
        if let Some(why) = &summary.open {
            self.open(why);
        }
        if let Meaning::Unsupported(_) = self.a.subprograms[callee].meaning {
            self.open("a call that is not supported");
        }
        let mut inputs: BTreeMap<Flowing, Value> = BTreeMap::new();
        let mut places = Vec::new();
        for ((parameter, argument), &formal) in parameters.iter().zip(arguments).zip(&formals) {
            let indexes = self.indexes(argument);
            if parameter.mode != Mode::Out {
                inputs.insert(Flowing::Object(formal), self.expression(argument));
            }
            if parameter.mode != Mode::In {
                places.push((formal, argument, indexes));
            }
        }
        for &what in summary.reads.keys() {
            self.read_outside(what, span);
        }
        for &what in summary.outputs.values().flat_map(|value| &value.labels) {
            if let Entry::Vacant(missing) = inputs.entry(what) {
                missing.insert(self.whole(what));
            }
        }
        let given = |what: Flowing| -> Value {
            let Some(value) = summary.outputs.get(&what) else { return Value::default() };
            let labels =
                value.labels.iter().filter_map(|label| inputs.get(label)).flat_map(|v| v.labels.iter().copied());
            let exact = value.exact.and_then(|label| inputs.get(&label)).and_then(|v| v.exact);
            Value { labels: labels.collect(), exact }
        };
        let changed: Vec<(Flowing, Value)> = summary.writes.keys().map(|&what| (what, given(what))).collect();
        for (formal, argument, indexes) in places {
            let mut value = given(Flowing::Object(formal));
            value.labels.extend(indexes);
            value.exact =
                value.exact.filter(|_| matches!(argument.kind, ExprKind::Object(_) | ExprKind::Component(..)));
            self.assign(argument, value);
        }
        for (what, value) in changed {
            self.assign_whole(what, &value, span);
        }
        if self.a.subprograms[callee].no_return {
            self.now = None;
        }
    }

    fn finish(mut self) -> Summary {
        let (now, returned) = (self.now.take(), self.returned.take());
        let at_end = self.join(now, returned);
        self.now = at_end;
        let subprogram = &self.a.subprograms[self.id];
        let mut outputs: Vec<Flowing> = self.summary.writes.keys().copied().collect();
        outputs.extend(subprogram.parameters.iter().filter(|p| p.mode != Mode::In).map(|p| Flowing::Object(p.entity)));
        outputs.extend(subprogram.result.map(|_| Flowing::Result));
        if self.now.is_some() {
            for output in outputs {
                let value = self.whole(output);
                self.summary.outputs.insert(output, value);
            }
        }
        self.summary
    }
}

impl Jumps {
    fn look(&mut self, list: &[Statement]) {
        visit::statements(list, &mut |met| {
            if let Met::Statement(kind) = met {
                match kind {
                    StatementKind::Return(_) | StatementKind::ExtendedReturn { .. } => self.returns = true,
                    StatementKind::Exit(id, _) => self.exits.push(*id),
                    _ => {}
                }
            }
        });
    }
}

/// Names inside of longer names, and objects of which only the bounds of their type are asked, are not read themselves.
fn pass_over(a: &Analysis, e: &Expr, passed: &mut FxHashSet<*const Expr>) {
    match &e.kind {
        ExprKind::Component(inner, _)
        | ExprKind::Convert(inner)
        | ExprKind::Index(inner, _)
        | ExprKind::Slice(inner, _) => {
            passed.insert(std::ptr::from_ref(&**inner));
        }
        ExprKind::Attribute(attribute) => {
            use AttributeKind::{Address, First, Last, Length};
            if let Some(prefix) =
                attribute.prefix.as_ref().filter(|_| matches!(attribute.what, First | Last | Length | Address))
                && (a.types[prefix.ty].bounds.is_some() || is_out(a, prefix) || attribute.what == Address)
            {
                passed.insert(std::ptr::from_ref(prefix));
            }
        }
        _ => {}
    }
    // What was passed over hands it on to what is inside of it.
    if passed.contains(&std::ptr::from_ref(e))
        && let ExprKind::Qualify(inner) = &e.kind
    {
        passed.insert(std::ptr::from_ref(&**inner));
    }
}

fn is_out(a: &Analysis, e: &Expr) -> bool {
    let ExprKind::Object(entity) = e.kind else { return false };
    match &a.entities[entity].kind {
        EntityKind::Object(object) => matches!(object.role, crate::sema::entities::ObjectRole::Parameter(Mode::Out)),
        _ => false,
    }
}
