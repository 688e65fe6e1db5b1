//! Entry points: where executions start, and from what states.
//!
//! A main program starts with the elaboration of all units. A visible subprogram of a package starts from
//! an arbitrary valid state of its parameters and of all package variables, constants having their
//! values, and its preconditions are assumed.

use super::{Contracts, Frame, Lower, LowerOptions, Lowerer};
use crate::sema::entities::{EntityId, EntityKind, Meaning, ObjectRole, SubprogramId};
use crate::sema::tree::Item;
use crate::sema::types::*;
use crate::syntax::ast::Mode;
use cairn_base::{FileId, Span};
use cairn_ir as ir;
use ir::{Binary, Callee, ExprId, Initial, Origin, Place, ProcId, Sign, StatementKind, VariableKind};

/// What is executed before an entry.
#[derive(Clone, Copy, Default)]
struct Before {
    elaboration: Option<ProcId>,
    /// Whether it also gives variables values, which they no longer have when the entry is called.
    variables: bool,
}

impl Lowerer<'_> {
    pub(super) fn entry_points(&mut self, options: &LowerOptions) {
        let chosen = self.chosen(options);
        self.report_missing_entries(&options.entries, &chosen);
        let main = chosen.iter().any(|&id| self.a.subprograms[id].main);
        // Executions of a program are those of its main program; to be proved, every subprogram starts by itself.
        let together = self.contracts == Contracts::Checked;
        let alone = main && (together || chosen.iter().all(|&id| self.a.subprograms[id].main));
        let whole = if main { self.elaboration("Elaboration", |_, _| true) } else { None };
        let constants = if main && alone { Before::default() } else { self.constants() };
        let mut entries = Vec::new();
        for id in chosen {
            self.entry_point(id, &mut entries);
        }
        // Bodies first: they show which globals there are.
        self.write_queued();
        if self.contracts != Contracts::Checked && options.entries.is_empty() {
            self.never_called(&mut entries);
        }
        if !alone {
            self.arbitrary_globals();
        }
        for (id, procedure) in entries {
            let as_main = if together { main } else { self.a.subprograms[id].main };
            let before = if as_main { Before { elaboration: whole, variables: false } } else { constants };
            if let Some(procedure) = procedure {
                self.wrapper(id, procedure, before, as_main);
            }
        }
        if !main && let Some(full) = self.full_elaboration() {
            self.p.entries.push(full);
        }
    }

    /// The subprograms of packages that nothing calls: whatever they are for, they are looked at by themselves.
    fn never_called(&mut self, entries: &mut Vec<(SubprogramId, Option<ProcId>)>) {
        for id in self.a.subprograms.ids() {
            let subprogram = &self.a.subprograms[id];
            let is_written = |raising| self.procedures.contains_key(&(id, raising));
            let has_body = matches!(subprogram.meaning, Meaning::Body(_)) && subprogram.outer.is_none();
            if has_body && self.is_users(id) && !is_written(false) && !is_written(true) {
                self.entry_point(id, entries);
                self.write_queued();
            }
        }
    }

    fn entry_point(&mut self, id: SubprogramId, entries: &mut Vec<(SubprogramId, Option<ProcId>)>) {
        let span = self.a.subprograms[id].span;
        if let Meaning::Unsupported(what) = self.a.subprograms[id].meaning.clone() {
            let refusal = super::Refusal { what, span: Some(span) };
            return self.refused_entry(id, &refusal);
        }
        match self.procedure(id, false, span) {
            Ok(procedure) => entries.push((id, Some(procedure))),
            Err(refusal) => {
                entries.push((id, None));
                self.refused_entry(id, &refusal);
            }
        }
    }

    fn chosen(&self, options: &LowerOptions) -> Vec<SubprogramId> {
        let with_body =
            |id: &SubprogramId| matches!(self.a.subprograms[*id].meaning, Meaning::Body(_) | Meaning::Unsupported(_));
        let all: Vec<SubprogramId> = self.a.subprograms.ids().filter(with_body).collect();
        if !options.entries.is_empty() {
            let wanted = |id: &SubprogramId| options.entries.iter().any(|name| self.is_named(*id, name));
            return all.into_iter().filter(wanted).collect();
        }
        if self.contracts != Contracts::Checked {
            let is_goal = |id: &SubprogramId| {
                let subprogram = &self.a.subprograms[*id];
                let is_one = subprogram.visible || subprogram.main || self.promises(*id);
                is_one && self.stands_alone(*id)
            };
            return all.into_iter().filter(is_goal).collect();
        }
        let main: Vec<SubprogramId> = all.iter().copied().filter(|&id| self.a.subprograms[id].main).collect();
        if !main.is_empty() {
            return main;
        }
        let visible: Vec<SubprogramId> = all.iter().copied().filter(|&id| self.a.subprograms[id].visible).collect();
        visible
    }

    /// An entry whose parameters cannot be represented: reaching it is unsupported.
    fn refused_entry(&mut self, id: SubprogramId, refusal: &super::Refusal) {
        let name = self.a.subprograms[id].name.to_string();
        let source = ir::ProcedureRole::Start(name.clone().into());
        self.refused.insert(id);
        let name = self.procedure_names.fresh(&name);
        let procedure = self.new_procedure(&format!("{name}'Entry"));
        self.p.procedures[procedure].role = source;
        let block = self.p.add_block(procedure, "entry");
        self.frame = Frame::new(procedure, block, Some(id));
        let span = self.a.subprograms[id].span;
        self.unsupported(refusal, span);
        self.terminate(ir::Terminator::Return, Some(span));
        self.p.entries.push(procedure);
    }

    /// The procedure that gives constants their values. Where these depend on variables, whose values are others later,
    /// it elaborates everything.
    fn constants(&mut self) -> Before {
        let items: Vec<Item> = self.a.elaboration.iter().flat_map(|unit| unit.1.clone()).collect();
        let items: Vec<Item> = items.into_iter().filter(|item| self.is_constant(item)).collect();
        let effects = super::effects::of_items(self.a, &items, &self.effects, &self.elements);
        let is_variable = |entity: EntityId| match &self.a.entities[entity].kind {
            EntityKind::Object(object) => object.role == ObjectRole::Variable,
            _ => false,
        };
        let depends = effects.reads.iter().chain(&effects.writes).any(|part| is_variable(part.0));
        let elaboration = self.elaboration("Elaboration'Constants", |s, item| depends || s.is_constant(item));
        Before { elaboration, variables: depends }
    }

    /// A procedure that elaborates some of all items.
    fn elaboration(&mut self, name: &str, chosen: impl Fn(&Self, &Item) -> bool) -> Option<ProcId> {
        let items = self.a.elaboration.iter().flat_map(|unit| unit.1.clone());
        let items: Vec<Item> = items.filter(|item| chosen(self, item)).collect();
        if items.is_empty() {
            return None;
        }
        Some(self.elaboration_procedure(name, &items))
    }

    fn elaboration_procedure(&mut self, name: &str, items: &[Item]) -> ProcId {
        let procedure = self.new_procedure(name);
        self.p.procedures[procedure].role = ir::ProcedureRole::Elaboration;
        let block = self.p.add_block(procedure, "entry");
        self.frame = Frame::new(procedure, block, None);
        self.items(items);
        self.terminate(ir::Terminator::Return, None);
        procedure
    }

    /// With package entry points, elaboration itself is one more entry, if it does anything.
    fn full_elaboration(&mut self) -> Option<ProcId> {
        let items: Vec<Item> = self.a.elaboration.iter().flat_map(|u| u.1.clone()).collect();
        let trivial = items.iter().all(|i| match i {
            Item::Object { entity, init: None, .. } => !self.default_can_fail(*entity),
            Item::Object { init: Some(e), .. } => e.value.is_some(),
            Item::Elaborated(_) => true,
            _ => false,
        });
        if trivial {
            return None;
        }
        let procedure = self.elaboration_procedure("Elaboration", &items);
        self.write_queued();
        Some(procedure)
    }

    /// Whether default initialization of a package variable is more than taking values.
    fn default_can_fail(&self, entity: EntityId) -> bool {
        match &self.a.entities[entity].kind {
            EntityKind::Object(object) => {
                self.checks_default(object.ty)
                    || (self.has_default(object.ty) && !self.a.types[object.ty].predicates.is_empty())
            }
            _ => false,
        }
    }

    fn is_constant(&self, item: &Item) -> bool {
        let Item::Object { entity, .. } = item else { return false };
        match &self.a.entities[*entity].kind {
            EntityKind::Object(object) => object.role == ObjectRole::Constant && object.value.is_none(),
            _ => false,
        }
    }

    fn arbitrary_globals(&mut self) {
        for (&entity, &variable) in &self.globals {
            let EntityKind::Object(object) = &self.a.entities[entity].kind else { continue };
            if object.role != ObjectRole::Constant {
                self.p.variables[variable].initial = Initial::Arbitrary;
            }
        }
    }

    fn wrapper(&mut self, id: SubprogramId, callee: ProcId, before: Before, main: bool) {
        let name = format!("{}'Entry", self.p.procedures[callee].name);
        let procedure = self.new_procedure(&name);
        self.p.procedures[procedure].role = ir::ProcedureRole::Start((*self.a.subprograms[id].name).into());
        let block = self.p.add_block(procedure, "entry");
        self.p.procedures[procedure].span = Some(self.a.subprograms[id].span);
        self.frame = Frame::new(procedure, block, None);
        let span = self.a.subprograms[id].span;
        if let Err(refusal) = self.wrapper_body(id, callee, before, main, span) {
            self.unsupported(&refusal, span);
        }
        self.end_entry(id, callee, span);
        self.p.entries.push(procedure);
    }

    fn wrapper_body(&mut self, id: SubprogramId, callee: ProcId, before: Before, main: bool, span: Span) -> Lower<()> {
        if let Some(elaboration) = before.elaboration {
            let call =
                StatementKind::Call { callee: Callee::Direct(elaboration), arguments: Vec::new(), results: Vec::new() };
            self.emit(call, Origin::implied(Some(span), "elaboration"));
        }
        if !main {
            self.valid_globals(before.variables, span)?;
        }
        let parameters = self.a.subprograms[id].parameters.clone();
        let mut arguments = Vec::new();
        for parameter in &parameters {
            if self.gives_only(parameter.mode, parameter.ty) {
                continue;
            }
            let entity = &self.a.entities[parameter.entity];
            let (name, place) = (entity.spelled.to_string(), entity.span);
            let ty = self.ir_type(parameter.ty, span)?;
            let variable = self.local(&name, ty, VariableKind::Parameter, Some(place));
            let value = self.p.var(variable);
            self.frame.shape_only = parameter.mode == Mode::Out;
            let valid = self.assume_valid(value, parameter.ty, place);
            self.frame.shape_only = false;
            valid?;
            self.frame.substitutes.insert(parameter.entity, value);
            arguments.push(value);
        }
        self.captured_inputs(id, span, &mut arguments)?;
        for entity in self.flagged(id) {
            let variable = self.add_flag(entity);
            let flag = self.p.var(variable);
            self.frame.constrained.insert(entity, flag);
            arguments.push(flag);
        }
        for clause in self.a.subprograms[id].contract.pre.clone() {
            let condition = self.expression(&clause.condition)?;
            self.assume(condition, clause.span, "precondition of the entry point");
        }
        let mut results = Vec::new();
        if let Some(result) = self.a.subprograms[id].result {
            let ty = self.ir_type(result, span)?;
            results.push(Place::var(self.temporary("result", ty)));
        }
        for parameter in parameters.iter().filter(|p| p.mode != Mode::In) {
            let ty = self.ir_type(parameter.ty, span)?;
            results.push(Place::var(self.temporary("returned", ty)));
        }
        let call = StatementKind::Call {
            callee: Callee::Direct(callee),
            arguments: arguments.clone(),
            results: results.clone(),
        };
        self.emit(call, Origin::source(span));
        self.keeps_promise(id, &arguments, &results, span)?;
        if main { Ok(()) } else { self.kept_globals() }
    }

    /// Any values of the constants around a subprogram that it uses.
    fn captured_inputs(&mut self, id: SubprogramId, span: Span, arguments: &mut Vec<ExprId>) -> Lower<()> {
        for entity in self.captures.get(&id).cloned().unwrap_or_default().iter() {
            let EntityKind::Object(object) = &self.a.entities[*entity].kind else { continue };
            let (name, ty, place) =
                (self.a.entities[*entity].spelled.to_string(), object.ty, self.a.entities[*entity].span);
            let ir_type = self.ir_type(ty, span)?;
            let variable = self.local(&name, ir_type, VariableKind::Parameter, Some(place));
            let value = self.p.var(variable);
            self.assume_valid(value, ty, place)?;
            self.frame.substitutes.insert(*entity, value);
            arguments.push(value);
        }
        Ok(())
    }

    /// Any valid values of the variables of packages, whatever elaboration gave them.
    fn valid_globals(&mut self, elaborated: bool, span: Span) -> Lower<()> {
        let mut globals: Vec<(EntityId, ir::VarId)> = self.globals.iter().map(|(&e, &v)| (e, v)).collect();
        globals.sort();
        for (entity, variable) in globals {
            let EntityKind::Object(object) = &self.a.entities[entity].kind else { continue };
            if object.role == ObjectRole::Constant {
                continue;
            }
            let ty = object.ty;
            if elaborated {
                self.havoc(Place::var(variable), span, "any value");
            }
            let value = self.p.var(variable);
            self.assume_valid(value, ty, span)?;
        }
        Ok(())
    }

    /// Inputs are valid values of their subtypes, components included.
    pub(super) fn assume_valid(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<()> {
        self.assume_parts_valid(value, ty, span)?;
        // Conditions come last: they are written for values of the type.
        self.assume_predicates(value, ty, span)?;
        if self.frame.shape_only {
            return Ok(());
        }
        for invariant in self.a.types[self.a.root(ty)].invariants.clone() {
            let condition = self.predicate(&invariant, value, ty)?;
            self.assume(condition, span, "inputs keep their type's invariant");
        }
        Ok(())
    }

    /// Numbers in their range, and arrays and records made of valid parts.
    fn assume_parts_valid(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<()> {
        match self.a.kind(ty).clone() {
            TypeKind::Array { component, .. } => self.assume_valid_array(value, ty, component, span),
            TypeKind::Record { components, .. } => {
                for (i, component) in components.iter().enumerate() {
                    let field = self.p.field(value, i as u32)?;
                    self.assume_valid(field, component.ty, span)?;
                }
                self.assume_constraint(value, ty, &components, span)
            }
            _ => {
                let condition = self.represented(value, ty, span)?;
                self.assume(condition, span, "inputs are valid");
                Ok(())
            }
        }
    }

    fn assume_predicates(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<()> {
        // An object passed as an `out` parameter need not satisfy predicates (RM 4.6(51)).
        if self.frame.shape_only {
            return Ok(());
        }
        for predicate in self.a.types[ty].predicates.clone() {
            let condition = self.predicate(&predicate, value, ty)?;
            self.assume(condition, span, "inputs are valid");
        }
        Ok(())
    }

    /// Discriminants of a constrained subtype, and bounds of components that depend on discriminants.
    fn assume_constraint(&mut self, value: ExprId, ty: TypeId, components: &[Component], span: Span) -> Lower<()> {
        for (i, expected) in self.a.types[ty].discriminants.clone().unwrap_or_default().iter().enumerate() {
            let expected = self.bound(expected, components[i].ty)?;
            let found = self.p.field(value, i as u32)?;
            let equal = self.p.binary(Binary::Equal, found, expected)?;
            self.assume(equal, span, "inputs are valid");
        }
        let count = components.iter().filter(|c| c.discriminant).count();
        let mut discriminants = Vec::new();
        for i in 0..count {
            discriminants.push(self.p.field(value, i as u32)?);
        }
        self.frame.discriminants.push(discriminants);
        let result = self.assume_component_bounds(value, components, span);
        self.frame.discriminants.pop();
        result
    }

    fn assume_component_bounds(&mut self, value: ExprId, components: &[Component], span: Span) -> Lower<()> {
        for (i, component) in components.iter().enumerate() {
            if !self.a.is_array(component.ty) || self.static_shape(component.ty, span).is_some() {
                continue;
            }
            let field = self.p.field(value, i as u32)?;
            for (dimension, range) in self.a.array_bounds(component.ty, span).unwrap_or_default().iter().enumerate() {
                let index = self.a.index_types(component.ty)[dimension];
                let (low, high) = (self.bound(&range.low, index)?, self.bound(&range.high, index)?);
                let at = 2 * dimension as u32;
                let (first, last) = (self.p.field(field, at)?, self.p.field(field, at + 1)?);
                let a = self.p.binary(Binary::Equal, first, low)?;
                let b = self.p.binary(Binary::Equal, last, high)?;
                let both = self.and(a, b)?;
                self.assume(both, span, "inputs are valid");
            }
        }
        Ok(())
    }

    fn assume_valid_array(&mut self, value: ExprId, ty: TypeId, component: TypeId, span: Span) -> Lower<()> {
        let shape = self.static_shape(ty, span);
        if shape.is_none() {
            self.assume_bounds(value, ty, span)?;
        }
        if !self.needs_validity(component) {
            return Ok(());
        }
        let Some(shape) = shape else {
            return self.assume_all_valid(value, ty, component, span);
        };
        let length = super::arrays::length_of(&shape[0]);
        let inner = |s: &mut Self, element: ExprId| {
            if shape.len() == 1 {
                s.assume_valid(element, component, span)
            } else {
                s.assume_valid_rows(element, component, &shape[1..], span)
            }
        };
        // Arrays of arrays multiply: only what is small as a whole is written out, the rest is loops.
        if length <= 64 && self.scalar_count(ty, span) <= 256 {
            for i in 0..length {
                let position = self.position(i)?;
                let element = self.p.index(value, position)?;
                inner(self, element)?;
            }
            return Ok(());
        }
        let count = self.position(length)?;
        let position = self.position_type();
        self.count_loop_typed(count, position, Sign::Unsigned, span, |s, i| {
            let element = s.p.index(value, i)?;
            inner(s, element)
        })
    }

    /// How many scalars a value holds; a large number where that is not static.
    fn scalar_count(&self, ty: TypeId, span: Span) -> u64 {
        match self.a.kind(ty) {
            TypeKind::Array { component, .. } => match self.static_shape(ty, span) {
                Some(shape) => {
                    let elements = shape.iter().map(super::arrays::length_of).fold(1, u64::saturating_mul);
                    elements.saturating_mul(self.scalar_count(*component, span))
                }
                None => u64::from(u32::MAX),
            },
            TypeKind::Record { components, .. } => {
                components.iter().map(|c| self.scalar_count(c.ty, span)).fold(0, u64::saturating_add)
            }
            _ => 1,
        }
    }

    fn assume_valid_rows(
        &mut self,
        value: ExprId,
        component: TypeId,
        shape: &[(num_bigint::BigInt, num_bigint::BigInt)],
        span: Span,
    ) -> Lower<()> {
        let count = self.position(super::arrays::length_of(&shape[0]))?;
        let position = self.position_type();
        self.count_loop_typed(count, position, Sign::Unsigned, span, |s, i| {
            let element = s.p.index(value, i)?;
            if shape.len() == 1 {
                s.assume_valid(element, component, span)
            } else {
                s.assume_valid_rows(element, component, &shape[1..], span)
            }
        })
    }

    /// Elements of an array without static bounds: for all positions.
    fn assume_all_valid(&mut self, value: ExprId, ty: TypeId, component: TypeId, span: Span) -> Lower<()> {
        if self.a.index_types(ty).len() == 1 && !self.a.is_scalar(component) {
            return self.for_elements(value, ty, span, |s, element| s.assume_valid(element, component, span));
        }
        if self.a.index_types(ty).len() != 1 {
            return self.refuse("unconstrained array of this component type as an input", span);
        }
        let position = self.position_type();
        let name = self.unique("position");
        let procedure = self.frame.procedure;
        let bound = self.p.add_variable(name, position, VariableKind::Bound, Some(procedure));
        let data = self.p.field(value, 2)?;
        let at = self.p.var(bound);
        let element = self.p.index(data, at)?;
        self.frame.pure_depth += 1;
        let condition = self.valid(element, component, span);
        self.frame.pure_depth -= 1;
        let condition = condition?;
        let boolean = self.p.types.bool();
        let all = self.p.add_expr(ir::ExprKind::Forall(vec![bound], condition), boolean, Some(span))?;
        self.assume(all, span, "inputs are valid");
        Ok(())
    }

    /// Whether some value of the representation is no valid value of the subtype.
    fn needs_validity(&mut self, ty: TypeId) -> bool {
        if self.has_invariant(ty) || !self.a.types[ty].predicates.is_empty() {
            return true;
        }
        match self.a.kind(ty).clone() {
            TypeKind::Array { component, .. } => self.needs_validity(component),
            TypeKind::Record { components, .. } => components.iter().any(|c| self.needs_validity(c.ty)),
            TypeKind::Float { .. } => true,
            _ => {
                let span = Span { file: FileId(0), start: 0, end: 0 };
                let Ok(ir_type) = self.ir_type(ty, span) else { return true };
                if self.a.is_boolean(ty) {
                    return self.a.types[ty].range.is_some() || !self.a.types[ty].predicates.is_empty();
                }
                let Ok(zero) = self.p.int_const(ir_type, 0) else { return true };
                match self.valid(zero, ty, span) {
                    Ok(condition) => self.constant_bool(condition) != Some(true),
                    Err(_) => true,
                }
            }
        }
    }

    /// Positions are 32 bits wide; an array with more elements does not fit in memory (Storage_Error).
    pub(super) fn assume_small(&mut self, low: ExprId, high: ExprId, index: TypeId, span: Span) -> Lower<()> {
        let base = self.a.base(index);
        let width = self.width(base);
        if width <= 32 {
            return Ok(());
        }
        let wide = self.p.types.int(width + 1);
        let (low, high) = (self.extend(low, base, width + 1)?, self.extend(high, base, width + 1)?);
        let most = self.p.int_const(wide, u32::MAX - 1)?;
        let distance = self.p.binary(Binary::Subtract, high, low)?;
        let small = self.p.binary(Binary::LessEqual(Sign::Signed), distance, most)?;
        self.assume(small, span, "arrays fit in memory");
        Ok(())
    }

    /// Bounds of an unconstrained array input: within the index subtype, or a null range.
    fn assume_bounds(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<()> {
        for (dimension, &index) in self.a.index_types(ty).to_vec().iter().enumerate() {
            let at = 2 * dimension as u32;
            let (first, last) = (self.p.field(value, at)?, self.p.field(value, at + 1)?);
            let nonempty = self.less_equal(first, last, self.a.base(index))?;
            let empty = self.p.not(nonempty)?;
            let mut within = self.p.bool_const(true);
            for bound in [first, last] {
                if let Some(condition) = self.in_range(bound, index, span)? {
                    within = self.and(within, condition)?;
                }
            }
            let condition = self.or(empty, within)?;
            self.assume(condition, span, "inputs are valid");
            self.assume_small(first, last, index, span)?;
        }
        Ok(())
    }
}
