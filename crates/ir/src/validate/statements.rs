//! Procedures: contracts, blocks, statements, terminators.

use super::{Validator, Where};
use crate::contract::{Contract, Location, LoopContract, Region};
use crate::expr::{ExprId, Place, PlaceBase};
use crate::program::{BlockId, Callee, Procedure, StatementKind, Terminator, VarId, VariableKind};
use crate::text::codes::{BAD_CONTRACT, BAD_ID, BAD_NAME, BAD_STATEMENT};
use crate::types::{TypeId, TypeKind};
use crate::typing;
use crate::value::Value;
use rustc_hash::FxHashSet;

impl Validator<'_> {
    pub(super) fn procedures(&mut self) {
        let program = self.program;
        for (id, procedure) in program.procedures.iter() {
            self.place = Where { procedure: Some(id), span: procedure.span, ..Where::default() };
            self.contract(&procedure.contract);
            self.blocks(procedure);
        }
        self.place = Where::default();
    }

    // ---- what all of them need ----

    fn exists(&mut self, exprs: &[ExprId], places: &[&Place]) -> bool {
        let program = self.program;
        let expr = |id: &ExprId| program.exprs.get(*id).is_some();
        let place = |place: &&Place| {
            let base = match place.base {
                PlaceBase::Var(variable) => program.variables.get(variable).is_some(),
                PlaceBase::Deref(_, ty) => (ty.0 as usize) < program.types.len(),
            };
            let mut sound = base;
            place.for_each_expr(|id| sound &= expr(&id));
            sound
        };
        let sound = exprs.iter().all(expr) && places.iter().all(place);
        self.require(sound, BAD_ID, || {
            "something here refers to an expression, variable or type that does not exist".into()
        })
    }
    fn no_old(&mut self, code: &'static str, exprs: &[ExprId], places: &[&Place]) {
        let mut old = exprs.iter().any(|e| self.facts(*e).old);
        for place in places {
            place.for_each_expr(|e| old |= self.facts(e).old);
        }
        self.require(!old, code, || "`old` is for postconditions".into());
    }
    /// The type of a place, if that is well formed.
    fn place_type(&mut self, code: &'static str, place: &Place) -> Option<TypeId> {
        if let PlaceBase::Var(variable) = place.base {
            let variable = &self.program.variables[variable];
            self.require(variable.kind != VariableKind::Bound, code, || {
                format!("the quantified variable `{}` is used as a place", variable.name)
            });
        }
        match typing::place_type(self.program, place) {
            Ok(ty) => Some(ty),
            Err(error) => {
                self.report(code, error.0);
                None
            }
        }
    }
    fn has_type(&mut self, code: &'static str, expr: ExprId, wanted: TypeId, what: &str) {
        let found = self.program.type_of(expr);
        if !self.program.types.same_shape(found, wanted) {
            let (found, wanted) = (self.type_name(found), self.type_name(wanted));
            self.report_at(code, format!("{what} has type {found}, expected {wanted}"), self.program.expr(expr).span);
        }
    }
    fn has_kind(&mut self, code: &'static str, expr: ExprId, is: impl Fn(&TypeKind) -> bool, what: &str) {
        let found = self.program.type_of(expr);
        if !is(self.program.types.kind(found)) {
            let found = self.type_name(found);
            self.report_at(code, format!("expected {what}, found {found}"), self.program.expr(expr).span);
        }
    }
    fn condition(&mut self, code: &'static str, expr: ExprId) {
        self.has_kind(code, expr, |kind| *kind == TypeKind::Bool, "a condition");
    }
    fn pointer(&mut self, expr: ExprId) {
        self.has_kind(BAD_STATEMENT, expr, |kind| *kind == TypeKind::Pointer, "a pointer");
    }
    fn size(&mut self, expr: ExprId) {
        self.has_kind(BAD_STATEMENT, expr, |kind| *kind == TypeKind::Int(64), "a size of 64 bits");
    }

    // ---- contracts ----

    fn contract(&mut self, contract: &Contract) {
        let locations: Vec<&Location> = contract.assigns.iter().flatten().collect();
        let before: Vec<ExprId> = contract.before().collect();
        let after: Vec<ExprId> = contract.after().collect();
        if !self.exists(&before, &[]) || !self.exists(&after, &[]) || !self.locations_exist(&locations) {
            return;
        }
        let conditions = contract.requires.iter().chain(&contract.obligations).chain(&after);
        conditions.for_each(|e| self.condition(BAD_CONTRACT, *e));
        contract.frees.iter().flatten().for_each(|e| self.pointer(*e));
        contract.decreases.iter().for_each(|e| self.integer(*e));
        self.no_old(BAD_CONTRACT, &before, &[]);
        let inside = self.locations(&locations);
        self.no_old(BAD_CONTRACT, &inside, &[]);
        let places: Vec<&Place> = locations.iter().filter_map(|location| location.place()).collect();
        let known = |kind| matches!(kind, VariableKind::Global | VariableKind::Parameter);
        self.scope(&before, &[], &known);
        self.scope(&inside, &[], &known);
        self.scope(&after, &places, &|kind| known(kind) || kind == VariableKind::Result);
    }
    fn loop_contract(&mut self, contract: &LoopContract) {
        let locations: Vec<&Location> = contract.assigns.iter().flatten().collect();
        let all: Vec<ExprId> = contract.invariants.iter().chain(&contract.variants).copied().collect();
        if !self.exists(&all, &[]) || !self.locations_exist(&locations) {
            return;
        }
        contract.invariants.iter().for_each(|e| self.condition(BAD_CONTRACT, *e));
        contract.variants.iter().for_each(|e| self.integer(*e));
        let inside = self.locations(&locations);
        self.no_old(BAD_CONTRACT, &inside, &[]);
        let places: Vec<&Place> = locations.iter().filter_map(|location| location.place()).collect();
        self.scope(&all, &places, &|_| true);
        self.scope(&inside, &[], &|_| true);
    }
    fn integer(&mut self, measure: ExprId) {
        let integer = |kind: &TypeKind| matches!(kind, TypeKind::Int(_) | TypeKind::MathInt);
        self.has_kind(BAD_CONTRACT, measure, integer, "an integer");
    }
    fn locations_exist(&mut self, locations: &[&Location]) -> bool {
        let places: Vec<&Place> = locations.iter().filter_map(|location| location.place()).collect();
        let mut inside = Vec::new();
        locations.iter().for_each(|location| location.for_each_expr(|e| inside.push(e)));
        self.exists(&inside, &places)
    }
    /// Judges the types of locations; returns the expressions in them.
    fn locations(&mut self, locations: &[&Location]) -> Vec<ExprId> {
        let mut inside = Vec::new();
        for location in locations {
            location.for_each_expr(|e| inside.push(e));
            match &location.region {
                Region::Place(place) => {
                    self.place_type(BAD_CONTRACT, place);
                }
                Region::Object(pointer) => self.pointer(*pointer),
                Region::Elements { pointer, element, low, high } => {
                    self.pointer(*pointer);
                    for bound in [*low, *high] {
                        let is = |kind: &TypeKind| *kind == TypeKind::MathInt;
                        self.has_kind(BAD_CONTRACT, bound, is, "a mathematical integer");
                    }
                    let exists = (element.0 as usize) < self.program.types.len();
                    let storable = exists && typing::is_storable(&self.program.types, *element);
                    self.require(storable, BAD_CONTRACT, || "elements of a type that cannot live in memory".into());
                }
            }
            location.when.into_iter().for_each(|when| self.condition(BAD_CONTRACT, when));
        }
        inside
    }

    // ---- blocks ----

    fn blocks(&mut self, procedure: &Procedure) {
        let mut labels = FxHashSet::default();
        let place = self.place;
        for (id, block) in procedure.blocks.iter() {
            self.place = Where { block: Some(id), ..place };
            let label = &block.label;
            self.require(labels.insert(label.clone()), BAD_NAME, || format!("two blocks `{label}`"));
            if let Some(contract) = &block.loop_contract {
                self.loop_contract(contract);
            }
            for (n, statement) in block.statements.iter().enumerate() {
                let span = statement.origin.span.or(place.span);
                self.place = Where { block: Some(id), statement: Some(n), span, ..place };
                self.statement(&statement.kind);
            }
            let span = block.terminator_origin.span.or(place.span);
            self.place = Where { block: Some(id), statement: Some(block.statements.len()), span, ..place };
            self.terminator(procedure, &block.terminator);
        }
        self.place = place;
    }
    fn terminator(&mut self, procedure: &Procedure, terminator: &Terminator) {
        let targets: Vec<BlockId> = terminator.successors();
        let exist = targets.iter().all(|target| procedure.blocks.get(*target).is_some());
        self.require(exist, BAD_ID, || "a jump to a block that does not exist".into());
        let value = match terminator {
            Terminator::Branch { condition, .. } => *condition,
            Terminator::Switch { value, .. } => *value,
            Terminator::Goto(_) | Terminator::Return | Terminator::Stop => return,
        };
        if !self.exists(&[value], &[]) {
            return;
        }
        self.no_old(BAD_STATEMENT, &[value], &[]);
        self.scope(&[value], &[], &|_| true);
        match terminator {
            Terminator::Branch { condition, .. } => self.condition(BAD_STATEMENT, *condition),
            Terminator::Switch { value, cases, .. } => self.switch(*value, cases),
            _ => {}
        }
    }
    fn switch(&mut self, value: ExprId, cases: &[(Value, BlockId)]) {
        self.has_kind(BAD_STATEMENT, value, |kind| matches!(kind, TypeKind::Int(_)), "a machine integer");
        let ty = self.program.type_of(value);
        for (constant, _) in cases {
            if let Err(error) = typing::check_value(self.program, constant, ty) {
                self.report(BAD_STATEMENT, error.0);
            }
        }
    }

    // ---- statements ----

    fn statement(&mut self, kind: &StatementKind) {
        let (exprs, places) = parts(kind);
        if !self.exists(&exprs, &places) {
            return;
        }
        self.no_old(BAD_STATEMENT, &exprs, &places);
        self.scope(&exprs, &places, &|_| true);
        match kind {
            StatementKind::Assign { target, value } => {
                if let Some(ty) = self.place_type(BAD_STATEMENT, target) {
                    self.has_type(BAD_STATEMENT, *value, ty, "the assigned value");
                }
            }
            StatementKind::Havoc { target } => {
                self.place_type(BAD_STATEMENT, target);
            }
            StatementKind::Assume(condition) => self.condition(BAD_STATEMENT, *condition),
            StatementKind::Check { property, condition } => {
                self.condition(BAD_STATEMENT, *condition);
                let exists = self.program.properties.get(*property).is_some();
                self.require(exists, BAD_ID, || format!("{property:?} does not exist"));
            }
            StatementKind::Call { callee, arguments, results } => self.call(callee, arguments, results),
            StatementKind::Allocate { target, element, count, alignment, .. } => {
                self.allocation(target, *element, *count);
                let aligned = alignment.is_power_of_two();
                self.require(aligned, BAD_STATEMENT, || format!("{alignment} is no alignment"));
            }
            StatementKind::Release(pointer) => self.pointer(*pointer),
            StatementKind::Live(variable) | StatementKind::Dead(variable) => self.lifetime(*variable),
            StatementKind::CopyMemory { target, source, bytes } => {
                self.pointer(*target);
                self.pointer(*source);
                self.size(*bytes);
            }
            StatementKind::FillMemory { target, value, bytes } => {
                self.pointer(*target);
                self.has_kind(BAD_STATEMENT, *value, |kind| *kind == TypeKind::Int(8), "a byte");
                self.size(*bytes);
            }
            StatementKind::Event { .. } => {}
        }
    }
    fn lifetime(&mut self, id: VarId) {
        let Some(variable) = self.program.variables.get(id) else {
            return self.report(BAD_ID, format!("{id:?} does not exist"));
        };
        let own = variable.kind == VariableKind::Local && variable.procedure == self.place.procedure;
        self.require(own && variable.addressable, BAD_STATEMENT, || {
            format!("`{}` is not an addressable local of this procedure", variable.name)
        });
    }
    fn allocation(&mut self, target: &Place, element: TypeId, count: ExprId) {
        if let Some(ty) = self.place_type(BAD_STATEMENT, target) {
            let pointer = *self.program.types.kind(ty) == TypeKind::Pointer;
            self.require(pointer, BAD_STATEMENT, || "an address is assigned to what is no pointer".into());
        }
        let exists = (element.0 as usize) < self.program.types.len();
        if self.require(exists, BAD_ID, || "the element type does not exist".into()) {
            let stored = typing::is_storable(&self.program.types, element);
            self.require(stored, BAD_STATEMENT, || "the elements cannot live in memory".into());
        }
        self.size(count);
    }
    fn call(&mut self, callee: &Callee, arguments: &[ExprId], results: &[Place]) {
        let candidates = match callee {
            Callee::Direct(procedure) => std::slice::from_ref(procedure),
            Callee::Indirect { pointer, candidates } => {
                self.pointer(*pointer);
                candidates.as_slice()
            }
        };
        let program = self.program;
        for candidate in candidates {
            let Some(procedure) = program.procedures.get(*candidate) else {
                self.report(BAD_ID, "the called procedure does not exist");
                continue;
            };
            let name = &procedure.name;
            let fits = procedure.parameters.len() == arguments.len() && procedure.results.len() == results.len();
            if !self.require(fits, BAD_STATEMENT, || {
                format!("a call of `{name}` with a wrong number of arguments or results")
            }) {
                continue;
            }
            for (argument, parameter) in arguments.iter().zip(&procedure.parameters) {
                self.has_type(BAD_STATEMENT, *argument, program.variables[*parameter].ty, "an argument");
            }
            for (place, result) in results.iter().zip(&procedure.results) {
                let wanted = program.variables[*result].ty;
                if let Some(found) = self.place_type(BAD_STATEMENT, place) {
                    self.require(program.types.same_shape(found, wanted), BAD_STATEMENT, || {
                        format!("a result of `{name}` is assigned to a place of another type")
                    });
                }
            }
        }
    }
}

/// Expressions and places of a statement (without the expressions inside the places).
fn parts(kind: &StatementKind) -> (Vec<ExprId>, Vec<&Place>) {
    match kind {
        StatementKind::Assign { target, value } => (vec![*value], vec![target]),
        StatementKind::Havoc { target } => (vec![], vec![target]),
        StatementKind::Assume(e) | StatementKind::Release(e) => (vec![*e], vec![]),
        StatementKind::Check { condition, .. } => (vec![*condition], vec![]),
        StatementKind::Call { callee, arguments, results } => {
            let mut exprs = arguments.clone();
            if let Callee::Indirect { pointer, .. } = callee {
                exprs.push(*pointer);
            }
            (exprs, results.iter().collect())
        }
        StatementKind::Allocate { target, count, .. } => (vec![*count], vec![target]),
        StatementKind::CopyMemory { target, source: other, bytes }
        | StatementKind::FillMemory { target, value: other, bytes } => (vec![*target, *other, *bytes], vec![]),
        StatementKind::Event { arguments, .. } => (arguments.clone(), vec![]),
        StatementKind::Live(_) | StatementKind::Dead(_) => (vec![], vec![]),
    }
}
