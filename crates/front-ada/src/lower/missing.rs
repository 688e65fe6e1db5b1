//! Subprograms without a body: what a call of one may do.
//!
//! The procedure written for one gives any result and any `out` values that are valid for their subtypes
//! and keep the postcondition. It changes the package variables that `Global` lists; without `Global` all
//! of them, except that functions under `SPARK_Mode` change nothing. Without `SPARK_Mode` it may also raise
//! any exception that is handled around the call. Preconditions are checked as for every call.
//!
//! Which package variables there are is known only when every body is written, so the changes are filled
//! in last: each such procedure has a block for them, left open until [`Lowerer::finish_open`].

use super::fillings::Filling;
use super::{Lower, Lowerer};
use crate::codes;
use crate::sema::entities::{EntityId, EntityKind, Meaning, ObjectRole, Parameter, Subprogram, SubprogramId};
use crate::sema::types::{TypeId, TypeKind};
use crate::syntax::ast::Mode;
use cairn_base::{Diagnostic, Span};
use cairn_ir as ir;
use ir::{Binary, ExprId, Place, ProcId, VarId};

/// Values of functions without a body stand in a table only if at most this many scalars find them.
const MOST_KEYS: usize = 8;
/// Calls with other arguments that are remembered of a function whose values do not stand in a table.
const MOST_CALLS: usize = 4;

impl Lowerer<'_> {
    /// Writes the procedure of a subprogram that has no body.
    pub(super) fn missing_body(&mut self, id: SubprogramId, procedure: ProcId, propagates: bool) {
        let span = self.a.subprograms[id].span;
        let entry = self.p.add_block(procedure, "entry");
        self.start_frame(id, procedure, entry);
        self.copy_in(id, procedure, propagates);
        // Its results are arbitrary values, not missing ones.
        self.frame.has_value.clear();
        if let Err(refusal) = self.keep_old_values(id) {
            self.unsupported(&refusal, span);
        }
        let (changes, next) = (self.new_block("changes"), self.new_block("results"));
        self.goto(changes, Some(span));
        self.enter(next);
        if let Err(refusal) = self.missing_results(id, procedure, span) {
            self.unsupported(&refusal, span);
        }
        self.terminate(ir::Terminator::Return, Some(span));
        self.contract(id, procedure);
        self.note_missing(id);
        self.leave_open(changes, Some(next), Filling::Missing(id));
    }

    fn note_missing(&mut self, id: SubprogramId) {
        let subprogram = &self.a.subprograms[id];
        if self.sources.file(subprogram.span.file).name.starts_with(crate::sema::SHIPPED) {
            return;
        }
        let message = format!(
            "no body of {} was found: calls give any result that its profile and postcondition allow",
            subprogram.name
        );
        let diagnostic = Diagnostic::warning(codes::NO_BODY, message).at(subprogram.span, "");
        if !self.notes.iter().any(|note| note.primary == diagnostic.primary) {
            let (name, span) = (subprogram.name.to_string().into(), Some(subprogram.span));
            self.p.assumed.push(ir::AssumedFunction { name, stub: "contract", span });
            self.notes.push(diagnostic);
        }
    }

    /// Arbitrary values for everything that comes back, as far as types and postconditions leave it open.
    pub(super) fn missing_results(&mut self, id: SubprogramId, procedure: ProcId, span: Span) -> Lower<()> {
        let subprogram = self.a.subprograms[id].clone();
        if subprogram.no_return {
            let never = self.p.bool_const(false);
            self.assume(never, span, "the subprogram does not return");
            return Ok(());
        }
        if let (Some(code), false) = (self.frame.propagates, subprogram.spark) {
            self.missing_exception(id, procedure, code, span)?;
        }
        self.missing_outputs(id, procedure, span)?;
        let inputs = self.p.procedures[procedure].parameters.clone();
        if let (Some(variable), Some(ty)) = (self.frame.result, subprogram.result) {
            match self.function_table(id, &inputs)? {
                Some(value) => self.assign_var(variable, value, span),
                None => {
                    let why = self.left_open(id, true);
                    self.havoc(Place::var(variable), span, why);
                }
            }
            let value = self.p.var(variable);
            self.assume_valid(value, ty, span)?;
            if self.has_large_arguments(id) {
                self.remembered_calls(id, &inputs, variable, span)?;
            }
        }
        self.assume_postconditions(id, span)
    }

    /// Whether a function depends on nothing but its parameters, which are too large for a table but hold all that they stand for.
    fn has_large_arguments(&self, id: SubprogramId) -> bool {
        let subprogram = &self.a.subprograms[id];
        let shipped = self.sources.file(subprogram.span.file).name.starts_with(crate::sema::SHIPPED);
        let whole = subprogram.parameters.iter().all(|parameter| self.a.is_refused(parameter.ty).is_none());
        is_pure(subprogram) && !shipped && whole && !self.tables.contains_key(&id)
    }
    /// A function of arguments that are too large for a table gives what it gave for the same arguments in one of the first calls.
    /// After these nothing is said, which only adds executions.
    fn remembered_calls(&mut self, id: SubprogramId, inputs: &[VarId], result: VarId, span: Span) -> Lower<()> {
        let (name, procedure) = (self.a.subprograms[id].name.clone(), self.frame.procedure);
        let bool = self.p.types.bool();
        let done = self.new_block("remembered");
        for call in 1..=MOST_CALLS {
            let global = |lowerer: &mut Self, part: &str, ty: ir::TypeId| {
                // The procedure's number tells overloaded functions apart, and the ways in which one is called.
                let name = format!("{name}'{part}{call}.{}.{}", procedure.0, lowerer.p.variables.len());
                let variable = lowerer.p.add_variable(name, ty, ir::VariableKind::Global, None);
                lowerer.p.variables[variable].temporary = true;
                variable
            };
            let known = global(self, "Known", bool);
            let value = global(self, "Value", self.p.variables[result].ty);
            let arguments: Vec<VarId> =
                inputs.iter().map(|input| global(self, "Argument", self.p.variables[*input].ty)).collect();
            let (old, new) = (self.new_block("known"), self.new_block("new"));
            let condition = self.p.var(known);
            self.branch(condition, old, new, Some(span));
            self.enter(new);
            let yes = self.p.bool_const(true);
            self.assign_var(known, yes, span);
            for (argument, input) in arguments.iter().zip(inputs) {
                let given = self.p.var(*input);
                self.assign_var(*argument, given, span);
            }
            let given = self.p.var(result);
            self.assign_var(value, given, span);
            self.goto(done, Some(span));
            self.enter(old);
            let mut same = self.p.bool_const(true);
            for (argument, input) in arguments.iter().zip(inputs) {
                let (before, now) = (self.p.var(*argument), self.p.var(*input));
                let equal = self.p.binary(Binary::Equal, before, now)?;
                same = self.p.binary(Binary::And, same, equal)?;
            }
            let (again, other) = (self.new_block("again"), self.new_block("other"));
            self.branch(same, again, other, Some(span));
            self.enter(again);
            let before = self.p.var(value);
            self.assign_var(result, before, span);
            self.goto(done, Some(span));
            self.enter(other);
        }
        self.goto(done, Some(span));
        self.enter(done);
        Ok(())
    }

    /// Why a result or an effect of a call may be any.
    fn left_open(&self, id: SubprogramId, result: bool) -> ir::Reason {
        let name = &self.a.subprograms[id].name;
        match (&self.a.subprograms[id].meaning, result) {
            (Meaning::Missing, true) => ir::InputRole::Result((**name).into()).into(),
            (Meaning::Missing, false) => ir::InputRole::Effect((**name).into()).into(),
            _ => ir::Reason::Implied(format!("what the contract of {name} leaves open").into()),
        }
    }

    /// Any values of the parameters that come back.
    fn missing_outputs(&mut self, id: SubprogramId, procedure: ProcId, span: Span) -> Lower<()> {
        let inputs = self.p.procedures[procedure].parameters.clone();
        let mut next_input = 0;
        for parameter in &self.a.subprograms[id].parameters {
            let goes_in = !self.gives_only(parameter.mode, parameter.ty);
            let input = if goes_in { inputs.get(next_input).copied() } else { None };
            next_input += usize::from(goes_in);
            if parameter.mode == Mode::In {
                continue;
            }
            let variable = self.variable(parameter.entity, span)?;
            let why = self.left_open(id, false);
            self.havoc(Place::var(variable), span, why);
            let value = self.p.var(variable);
            self.assume_valid(value, parameter.ty, span)?;
            if let Some(input) = input {
                self.same_shape(input, value, parameter, span)?;
            }
        }
        Ok(())
    }

    /// A function that depends on nothing but its parameters is the same function at every call: its values stand in an
    /// arbitrary table that nothing changes, found by the scalars the parameters are made of.
    fn function_table(&mut self, id: SubprogramId, inputs: &[VarId]) -> Lower<Option<ExprId>> {
        let subprogram = self.a.subprograms[id].clone();
        let scalar = subprogram.result.filter(|&ty| self.a.is_scalar(ty));
        let (Some(result), true) = (scalar, is_pure(&subprogram)) else {
            return Ok(None);
        };
        let mut keys = Vec::new();
        for (parameter, &input) in subprogram.parameters.iter().zip(inputs) {
            let value = self.p.var(input);
            if parameter.mode != Mode::In || !self.table_keys(value, parameter.ty, &mut keys)? {
                return Ok(None);
            }
        }
        let table = match self.tables.get(&id) {
            Some(&table) => table,
            None => {
                let mut ty = self.ir_type(result, subprogram.span)?;
                for &key in keys.iter().rev() {
                    let index = self.p.type_of(key);
                    ty = self.p.types.plain(ir::TypeKind::Array { index, element: ty, length: None });
                }
                let name = format!("{}'Table", subprogram.name);
                let table = self.p.add_variable(name, ty, ir::VariableKind::Global, None);
                self.p.variables[table].initial = ir::Initial::Arbitrary;
                self.p.variables[table].temporary = true;
                self.tables.insert(id, table);
                table
            }
        };
        let mut value = self.p.var(table);
        for key in keys {
            value = self.p.index(value, key)?;
        }
        Ok(Some(value))
    }

    /// The scalars a value is made of, as indexes; says whether there are few enough.
    fn table_keys(&mut self, value: ExprId, ty: TypeId, keys: &mut Vec<ExprId>) -> Lower<bool> {
        let span = self.a.types[ty].span.unwrap_or(self.a.subprograms[SubprogramId(0)].span);
        if self.a.is_boolean(ty) {
            let bit = self.p.types.unsigned(8);
            let (one, zero) = (self.p.int_const(bit, 1)?, self.p.int_const(bit, 0)?);
            keys.push(self.p.if_else(value, one, zero)?);
        } else if self.a.is_float(ty) {
            let bits = self.p.types.unsigned(self.format(ty).width());
            keys.push(self.p.convert(ir::Convert::FloatToBits, value, bits)?);
        } else if self.a.is_scalar(ty) {
            keys.push(value);
        } else {
            match self.a.kind(ty).clone() {
                TypeKind::Record { components, .. } if components.iter().all(|c| c.guards.is_empty()) => {
                    for (at, component) in components.iter().enumerate() {
                        let field = self.p.field(value, at as u32)?;
                        if !self.table_keys(field, component.ty, keys)? {
                            return Ok(false);
                        }
                    }
                }
                TypeKind::Array { indexes, component, .. } if indexes.len() == 1 => {
                    let Some(shape) = self.static_shape(ty, span) else { return Ok(false) };
                    let length = super::arrays::length_of(&shape[0]);
                    for at in 0..length.min(MOST_KEYS as u64 + 1) {
                        let position = self.position(at)?;
                        let element = self.p.index(value, position)?;
                        if !self.table_keys(element, component, keys)? {
                            return Ok(false);
                        }
                    }
                }
                _ => return Ok(false),
            }
        }
        Ok(keys.len() <= MOST_KEYS)
    }

    /// Either nothing is raised, or any exception: then nothing is said about results.
    fn missing_exception(&mut self, id: SubprogramId, procedure: ProcId, code: VarId, span: Span) -> Lower<()> {
        self.havoc(Place::var(code), span, ir::InputRole::Effect((*self.a.subprograms[id].name).into()));
        let ty = self.code_type();
        let zero = self.p.int_const(ty, 0)?;
        let value = self.p.var(code);
        let normal = self.p.binary(Binary::Equal, value, zero)?;
        let (good, bad) = (self.new_block("normal"), self.new_block("raised"));
        self.branch(normal, good, bad, Some(span));
        self.enter(bad);
        self.missing_outputs(id, procedure, span)?;
        self.terminate(ir::Terminator::Return, Some(span));
        self.enter(good);
        Ok(())
    }

    /// A parameter keeps its bounds, and its discriminants where they cannot change.
    pub(super) fn same_shape(&mut self, input: VarId, value: ExprId, parameter: &Parameter, span: Span) -> Lower<()> {
        let ty = parameter.ty;
        let constrained = self.frame.constrained.get(&parameter.entity).copied();
        let before = self.p.var(input);
        let fields = match self.a.kind(ty).clone() {
            TypeKind::Array { indexes, .. } if self.static_shape(ty, span).is_none() => 2 * indexes.len(),
            TypeKind::Record { components, .. } => components.iter().filter(|c| c.discriminant).count(),
            _ => 0,
        };
        for field in 0..fields as u32 {
            let (old, new) = (self.p.field(before, field)?, self.p.field(value, field)?);
            let same = self.p.binary(Binary::Equal, old, new)?;
            let kept = match constrained {
                Some(constrained) => self.p.binary(Binary::Implies, constrained, same)?,
                None => same,
            };
            self.assume(kept, span, "a parameter keeps its bounds and, where it is constrained, its discriminants");
        }
        Ok(())
    }

    fn assume_postconditions(&mut self, id: SubprogramId, span: Span) -> Lower<()> {
        let contract = self.a.subprograms[id].contract.clone();
        for clause in contract.refined_post.iter().chain(&contract.post) {
            let condition = self.expression(&clause.condition)?;
            self.assume(condition, clause.span, "postcondition of a subprogram without body");
        }
        for (_, consequence) in &contract.cases {
            let Some(&applies) = self.frame.kept.get(&consequence.span) else { continue };
            let applies = self.p.var(applies);
            let (inside, after) = (self.new_block("case"), self.new_block("end_case"));
            self.branch(applies, inside, after, Some(span));
            self.enter(inside);
            let condition = self.expression(&consequence.condition)?;
            self.assume(condition, consequence.span, "contract case of a subprogram without body");
            self.goto(after, Some(span));
            self.enter(after);
        }
        Ok(())
    }

    pub(super) fn missing_change(&mut self, id: SubprogramId, entity: EntityId, variable: VarId) {
        let EntityKind::Object(object) = &self.a.entities[entity].kind else { return };
        if object.role == ObjectRole::Constant || !self.may_change(id, entity) {
            return;
        }
        let (ty, span) = (object.ty, self.a.subprograms[id].span);
        self.havoc(Place::var(variable), span, ir::InputRole::Effect((*self.a.subprograms[id].name).into()));
        let value = self.p.var(variable);
        if let Err(refusal) = self.assume_valid(value, ty, span) {
            self.unsupported(&refusal, span);
        }
    }

    fn may_change(&self, id: SubprogramId, entity: EntityId) -> bool {
        let subprogram = &self.a.subprograms[id];
        match &subprogram.contract.writes {
            Some(listed) => listed.contains(&entity),
            None => !(subprogram.spark && subprogram.result.is_some()),
        }
    }
}

/// Whether a subprogram without a body depends on nothing but its parameters: it says so, or SPARK takes it so.
fn is_pure(subprogram: &Subprogram) -> bool {
    let only_in = subprogram.parameters.iter().all(|parameter| parameter.mode == Mode::In);
    let told = subprogram.spark || subprogram.contract.writes.is_some();
    matches!(subprogram.meaning, Meaning::Missing) && subprogram.contract.reads_nothing && told && only_in
}
