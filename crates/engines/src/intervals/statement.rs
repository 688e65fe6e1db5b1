//! What statements do to abstract states, and calls, which are walked in place.

use super::integer::IntSet;
use super::model::{Activation, CellKind, Model};
use super::pointer::PointerSet;
use super::relations::Relations;
use super::state::{Definition, MEMORY, Object, State};
use super::value::{Abs, Truth};
use super::walk::{Walked, Walker};
use cairn_ir::{
    AllocationKind, CallSite, Callee, ExprId, ExprKind, Initial, Place, Pointer, ProcId, Statement, StatementKind,
    TypeId, TypeKind, Unary, VarId,
};
use std::rc::Rc;

/// Larger expressions are not remembered as definitions.
const MAX_DEFINITION: usize = 40;

impl Model<'_> {
    /// Evaluates what a place contains, then assigns.
    pub fn assign_place(&self, state: &mut State, activation: Activation, place: &Place, value: Abs) {
        let mut indices = Vec::new();
        place.for_each_expr(|expr| indices.push(self.eval(state, activation, expr)));
        self.assign(state, activation, place, &indices, value);
    }
    /// The cells an expression reads; none if it is too large to remember.
    fn reads(&self, activation: Activation, expr: ExprId) -> Option<Rc<[u64]>> {
        let plan = self.plan(expr).filter(|plan| plan.nodes.len() <= MAX_DEFINITION)?;
        let mut reads = Vec::new();
        for (node, _) in &plan.nodes {
            match &self.program.expr(*node).kind {
                ExprKind::Var(variable) => {
                    let cell = self.cell(activation, *variable)?;
                    reads.push(cell);
                    reads.extend(self.is_memory(cell).then_some(MEMORY));
                }
                ExprKind::Load(_) => reads.push(MEMORY),
                ExprKind::Unary(Unary::PointerIsLive | Unary::PointerObjectSize | Unary::PointerIsHeap, _)
                | ExprKind::Binary(cairn_ir::Binary::PointerValid, ..) => reads.push(MEMORY),
                ExprKind::Forall(..)
                | ExprKind::Exists(..)
                | ExprKind::Old(_)
                | ExprKind::Apply(..)
                | ExprKind::Contents(_) => return None,
                ExprKind::Convert(cairn_ir::Convert::PointerToInt | cairn_ir::Convert::IntToPointer, _) => return None,
                _ => {}
            }
        }
        reads.sort_unstable();
        reads.dedup();
        Some(reads.into())
    }
    fn relations_after(
        &self,
        state: &State,
        activation: Activation,
        place: &Place,
        value: ExprId,
    ) -> Option<Relations> {
        match place.base {
            cairn_ir::PlaceBase::Var(variable) if place.path.is_empty() => {
                self.related(state, activation, self.cell(activation, variable)?, value)
            }
            _ => None,
        }
    }
    fn remember(&self, state: &mut State, activation: Activation, place: &Place, value: ExprId) {
        let cairn_ir::PlaceBase::Var(variable) = place.base else { return };
        let scalar = matches!(
            self.shapes.layout.kind(self.program.variables[variable].ty),
            Some(TypeKind::Bool | TypeKind::Int(_) | TypeKind::MathInt | TypeKind::Float(_) | TypeKind::Pointer)
        );
        if !place.path.is_empty() || !scalar || matches!(self.program.expr(value).kind, ExprKind::Const(_)) {
            return;
        }
        let Some(cell) = self.cell(activation, variable).filter(|cell| !self.is_memory(*cell)) else { return };
        if let Some(reads) = self.reads(activation, value).filter(|reads| !reads.contains(&cell)) {
            state.define(Definition { cell, activation, value, reads });
        }
    }
    /// A variable begins: as an object if its address can be taken.
    fn begin(&self, state: &mut State, cell: u64, value: Abs) {
        if let CellKind::Variable { ty, addressable: true } = self.kind(cell) {
            let size = IntSet::constant(64, self.size(ty).unwrap_or(0).into());
            state.objects.insert(cell, Object { live: Truth::True, many: false, size });
        }
        state.set(cell, value);
    }
}

impl<'p> Walker<'p> {
    /// The state before the first statement, globals initialised.
    pub fn initial(&mut self) -> State {
        let program = self.model.program;
        let mut state = State::default();
        // No activation: initial values speak of globals only.
        let nobody = Activation(0);
        for (id, variable) in program.globals() {
            let Some(cell) = self.model.cell(nobody, id) else { continue };
            self.model.begin(&mut state, cell, self.model.zero(variable.ty));
        }
        for (id, variable) in program.globals() {
            let Some(cell) = self.model.cell(nobody, id) else { continue };
            let value = match variable.initial {
                Initial::Zero => continue,
                Initial::Arbitrary => self.model.input(variable.ty),
                Initial::Value(expr) => self.model.eval(&state, nobody, expr),
            };
            state.set(cell, value);
        }
        state
    }
    /// Walks an entry: its parameters are inputs.
    pub fn entry(&mut self, id: ProcId, record: bool) -> Walked<()> {
        let procedure = &self.model.program.procedures[id];
        if !procedure.has_body() {
            return Ok(());
        }
        let activation = self.model.activation(None, id);
        let inputs = procedure.parameters.iter().map(|p| self.model.input(self.model.program.variables[*p].ty));
        let inputs: Vec<Abs> = inputs.collect();
        let mut state = self.initial();
        self.enter(&mut state, activation, &inputs);
        let end = self.procedure(activation, state, record)?;
        self.findings.ends |= record && end.is_some();
        Ok(())
    }

    /// The state after a statement; none if no execution goes on.
    pub fn statement(
        &mut self,
        activation: Activation,
        mut state: State,
        site: CallSite,
        statement: &Statement,
        record: bool,
    ) -> Walked<Option<State>> {
        let model = &self.model;
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let new = model.eval(&state, activation, *value);
                let related = model.relations_after(&state, activation, target, *value);
                model.assign_place(&mut state, activation, target, new);
                if let Some(related) = related {
                    state.set_relations(related);
                }
                model.remember(&mut state, activation, target, *value);
            }
            StatementKind::Havoc { target } => {
                let of = match target.base {
                    cairn_ir::PlaceBase::Var(variable) => model.program.variables[variable].ty,
                    cairn_ir::PlaceBase::Deref(_, ty) => ty,
                };
                let value = model.path_type(of, &target.path).map_or(Abs::Unknown, |ty| model.input(ty));
                model.assign_place(&mut state, activation, target, value);
            }
            StatementKind::Assume(condition) => return Ok(model.assume(state, activation, *condition, true)),
            StatementKind::Check { property, condition } => {
                if record {
                    let holds = model.truth(&state, activation, *condition);
                    // The condition may be known only by what it is made of.
                    let fails = holds.can_be(false)
                        && self.model.assume(state.clone(), activation, *condition, false).is_some();
                    self.findings.reached[property.0 as usize] = true;
                    self.findings.may_fail[property.0 as usize] |= fails;
                }
                return Ok(self.model.assume(state, activation, *condition, true));
            }
            StatementKind::Call { callee, arguments, results } => {
                return self.call(activation, state, site, callee, arguments, results, record);
            }
            StatementKind::Allocate { target, element, count, zeroed, kind, .. } => {
                return Ok(self.allocate(activation, state, site, (target, *element, *count), *zeroed, *kind));
            }
            StatementKind::Release(pointer) => {
                let pointer = model.eval(&state, activation, *pointer).pointers();
                model.end_targets(&mut state, &pointer);
            }
            StatementKind::Live(variable) => self.live(activation, &mut state, *variable),
            StatementKind::Dead(variable) => {
                if let Some(cell) = model.cell(activation, *variable) {
                    state.memory_changed();
                    model.end(&mut state, cell, true);
                }
            }
            StatementKind::CopyMemory { target, .. } => {
                let pointer = model.eval(&state, activation, *target).pointers();
                model.havoc_targets(&mut state, &pointer);
            }
            StatementKind::FillMemory { target, value, bytes } => {
                let [pointer, value, bytes] = [target, value, bytes].map(|e| model.eval(&state, activation, *e));
                self.fill(&mut state, &pointer.pointers(), &value, &bytes);
            }
            StatementKind::Event { .. } => {}
        }
        Ok(Some(state))
    }
    fn live(&self, activation: Activation, state: &mut State, variable: VarId) {
        let Some(cell) = self.model.cell(activation, variable) else { return };
        if self.effects.address_taken.contains(&variable) {
            state.forget_pointers(&|other| other == cell);
        }
        state.memory_changed();
        let zero = self.model.zero(self.model.program.variables[variable].ty);
        self.model.begin(state, cell, zero);
    }
    /// Zero in all of one object is its zero value; anything else is not tracked.
    fn fill(&self, state: &mut State, pointer: &PointerSet, value: &Abs, bytes: &Abs) {
        let model = &self.model;
        let zero = value.int().and_then(IntSet::single) == Some(0);
        let all = match (pointer.targets(), bytes.int()) {
            ([(cell, offset)], Some(bytes)) if zero && pointer.without_object().is_none() => {
                let object = state.objects.get(*cell).filter(|o| !o.many && o.live == Truth::True);
                let covers = object.is_some_and(|o| bytes.unsigned().0 >= o.size.unsigned().1);
                (covers && offset.single() == Some(0)).then_some(*cell)
            }
            _ => None,
        };
        match all.map(|cell| (cell, model.kind(cell))) {
            Some((cell, CellKind::Variable { ty, .. })) => {
                state.memory_changed();
                state.set(cell, model.zero(ty));
            }
            Some((cell, CellKind::Allocation { element, .. })) => {
                state.memory_changed();
                state.set(cell, Abs::Summary(Rc::new(model.zero(element))));
            }
            _ => model.havoc_targets(state, pointer),
        }
    }
    fn allocate(
        &mut self,
        activation: Activation,
        mut state: State,
        site: CallSite,
        (target, element, count): (&Place, TypeId, ExprId),
        zeroed: bool,
        kind: AllocationKind,
    ) -> Option<State> {
        let cell = self.model.allocation(activation, (site.block, site.statement), element, kind);
        let model = &self.model;
        let count = model.eval(&state, activation, count);
        let largest = i128::from(Pointer::MAX_OFFSET);
        let unit = i128::from(model.size(element).unwrap_or(0));
        let (low, high) = count.int().map_or((0, largest), IntSet::unsigned);
        // Allocations that are too large are not considered.
        let high = high.checked_mul(unit).unwrap_or(largest).min(largest);
        let size = IntSet::from_unsigned(64, (low.checked_mul(unit).filter(|low| *low <= largest)?, high))?;
        let item = if zeroed { model.zero(element) } else { model.input(element) };
        let contents = Abs::Summary(Rc::new(item));
        state.memory_changed();
        match state.objects.get(cell).copied() {
            None => {
                state.objects.insert(cell, Object { live: Truth::True, many: false, size });
                state.set(cell, contents);
            }
            Some(old) => {
                let live = old.live.join(Truth::True);
                state.objects.insert(cell, Object { live, many: true, size: old.size.join(&size) });
                let both = state.get(cell).join(&contents);
                state.set(cell, both);
            }
        }
        let pointer = Abs::Pointer(PointerSet::to(cell, IntSet::constant(64, 0)));
        model.assign_place(&mut state, activation, target, pointer);
        Some(state)
    }

    // ---- calls ----

    #[allow(clippy::too_many_arguments)]
    fn call(
        &mut self,
        caller: Activation,
        state: State,
        site: CallSite,
        callee: &Callee,
        arguments: &[ExprId],
        results: &[Place],
        record: bool,
    ) -> Walked<Option<State>> {
        let candidates = match callee {
            Callee::Direct(procedure) => vec![*procedure],
            Callee::Indirect { pointer, candidates } => {
                let pointer = self.model.eval(&state, caller, *pointer).pointers();
                let possible = |p: &&ProcId| {
                    let cell = Model::procedure_cell(**p);
                    pointer.is_any() || pointer.targets().iter().any(|(target, _)| *target == cell)
                };
                candidates.iter().filter(possible).copied().collect()
            }
        };
        let values: Vec<Abs> = arguments.iter().map(|a| self.model.eval(&state, caller, *a)).collect();
        let mut found: Option<State> = None;
        for procedure in candidates {
            let after = self.call_one(caller, state.clone(), site, procedure, &values, results, record)?;
            if let Some(after) = after {
                found = Some(found.map_or(after.clone(), |old| old.join(&after)));
            }
        }
        Ok(found)
    }
    #[allow(clippy::too_many_arguments)]
    fn call_one(
        &mut self,
        caller: Activation,
        mut state: State,
        site: CallSite,
        id: ProcId,
        arguments: &[Abs],
        results: &[Place],
        record: bool,
    ) -> Walked<Option<State>> {
        let procedure = &self.model.program.procedures[id];
        if self.active.contains(&id) || self.active.len() > self.effort.calls {
            return Ok(Some(self.unknown_call(caller, state, id, results, record)));
        }
        if self.effort.shared && self.shared.interface(id).is_some() {
            return self.call_shared(caller, state, id, arguments, results);
        }
        let activation = self.model.activation(Some((caller, site)), id);
        self.enter(&mut state, activation, arguments);
        let after = if procedure.has_body() {
            self.procedure(activation, state, record)?
        } else {
            self.without_body(activation, state)
        };
        Ok(after.map(|after| self.leave(after, caller, activation, results)))
    }
    pub fn enter(&self, state: &mut State, activation: Activation, arguments: &[Abs]) {
        let model = &self.model;
        let procedure = model.info(activation).procedure;
        for (i, variable) in model.frame(procedure).iter().enumerate() {
            let Some(cell) = model.cell(activation, *variable) else { continue };
            let is_parameter = i < model.program.procedures[procedure].parameters.len();
            let argument = arguments.get(i).filter(|_| is_parameter).cloned();
            let ty = model.program.variables[*variable].ty;
            model.begin(state, cell, argument.unwrap_or_else(|| model.zero(ty)));
        }
    }
    /// The results are inputs that satisfy the postconditions.
    fn without_body(&self, activation: Activation, mut state: State) -> Option<State> {
        let model = &self.model;
        let procedure = &model.program.procedures[model.info(activation).procedure];
        for result in &procedure.results {
            let cell = model.cell(activation, *result)?;
            state.set(cell, model.input(model.program.variables[*result].ty));
        }
        for condition in &procedure.contract.ensures {
            state = model.assume(state, activation, *condition, true)?;
        }
        Some(state)
    }
    /// Ends an activation: its objects end, its cells are no more, its results are assigned.
    fn leave(&self, mut state: State, caller: Activation, activation: Activation, results: &[Place]) -> State {
        let model = &self.model;
        let id = model.info(activation).procedure;
        let procedure = &model.program.procedures[id];
        let cell_of = |variable: &VarId| model.cell(activation, *variable);
        let mut values: Vec<Abs> =
            procedure.results.iter().map(|r| cell_of(r).map_or(Abs::Unknown, |cell| state.get(cell))).collect();
        let frame: Vec<u64> = model.frame(id).iter().filter_map(cell_of).collect();
        let taken = model.frame(id).iter().any(|v| self.effects.address_taken.contains(v));
        let stack: Vec<u64> = state.objects.entries().into_iter().map(|(cell, _)| cell).collect();
        let own = |cell: &u64| matches!(model.kind(*cell), CellKind::Allocation { kind: AllocationKind::Stack, activation: a, .. } if a == activation);
        let stack: Vec<u64> = stack.into_iter().filter(own).collect();
        frame.iter().chain(&stack).for_each(|cell| state.remove(*cell));
        if taken || !stack.is_empty() {
            let gone = |cell: u64| frame.contains(&cell) || stack.contains(&cell);
            state.forget_pointers(&gone);
            for value in &mut values {
                if let Some(new) = value.forgetting(&gone) {
                    *value = new;
                }
            }
            state.memory_changed();
        }
        for (place, value) in results.iter().zip(values) {
            model.assign_place(&mut state, caller, place, value);
        }
        state
    }
    /// A call that is not walked: whatever it may change can be anything afterwards.
    fn unknown_call(
        &mut self,
        caller: Activation,
        mut state: State,
        id: ProcId,
        results: &[Place],
        record: bool,
    ) -> State {
        let program = self.model.program;
        let effect = self.effects.of_call(program, id);
        if record {
            for property in &effect.checks {
                self.findings.reached[property.0 as usize] = true;
                self.findings.may_fail[property.0 as usize] = true;
            }
        }
        let model = &self.model;
        for variable in &effect.assigned {
            if let Some(cell) = model.cell(caller, *variable) {
                state.set(cell, model.any(program.variables[*variable].ty));
            }
        }
        if effect.stores {
            model.havoc_memory(&mut state);
        }
        if effect.ends {
            model.end_targets(&mut state, &PointerSet::any());
        }
        for (place, result) in results.iter().zip(&program.procedures[id].results) {
            let value = model.any(program.variables[*result].ty);
            model.assign_place(&mut state, caller, place, value);
        }
        state
    }
}
