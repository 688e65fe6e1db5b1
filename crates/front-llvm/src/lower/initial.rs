//! Initial values of variables.
//!
//! Parts that are `undef` or `poison` (what clang leaves of a union behind its initialised member) have any value, and
//! addresses that are numbers in initial values are known only to executions: a procedure before the entry assigns both.
//!
//! A variable whose initial value is not supported is refused where its address is used, and so is one that leads to it.

use super::{Lowered, Lowering, Refusal, Symbol, refuse};
use crate::syntax::module::{Operand, Value};
use cairn_ir::{
    Callee, Convert, ExprId, ExprKind, Initial, Origin, Place, ProcId, ProcedureRole, Program, Projection, Statement,
    StatementKind, Terminator, TypeKind as Shape, VariableKind,
};
use num_bigint::BigInt;

/// A variable has at most this many parts that its initial value leaves open.
const MAX_OPEN_PARTS: usize = 4_096;

impl<'a> Lowering<'_, 'a> {
    pub(super) fn initialise_variable(&mut self, key: (usize, usize)) {
        let global = self.variable(key);
        let (Some(value), Some(&variable)) = (&global.initial, self.variables.get(&key)) else { return };
        if matches!(value, Value::Zero | Value::Null) {
            return;
        }
        if matches!(value, Value::Undef | Value::Poison) {
            self.program.variables[variable].initial = Initial::Arbitrary;
            return;
        }
        let mut open = Vec::new();
        let object = self.program.variables[variable].ty;
        let is_padded = self.ty(key.0, global.ty).is_ok_and(|ty| !self.program.types.same_shape(ty, object));
        let mut place = Place::var(variable);
        if is_padded {
            place = place.then(Projection::Field(0));
        }
        let found = self.find_open_parts(place, value, &mut open);
        let lowered = found.and_then(|()| self.constant(key.0, global.ty, value));
        let lowered = lowered.and_then(|value| match is_padded {
            true => self.aggregate_of(object, vec![value]),
            false => Ok(value),
        });
        let span = self.global_span(key);
        match lowered {
            Ok(value) if has_numbers_of_addresses(&self.program, value) => {
                let kind = StatementKind::Assign { target: Place::var(variable), value };
                self.late_contents.push(Statement { kind, origin: Origin::source(span) });
            }
            Ok(value) => self.program.variables[variable].initial = Initial::Value(value),
            // What describes classes of C++ leads into tables of its library, and only that reads it.
            Err(_) if global.name.starts_with("_ZTI") => {
                self.program.variables[variable].initial = Initial::Arbitrary;
            }
            Err(Refusal(message)) => {
                let text = format!("the initial value of @{} is not supported: {message}", global.name);
                self.program.variables[variable].initial = Initial::Arbitrary;
                self.unusable.insert(key, text);
                return;
            }
        }
        let origin = Origin::implied(Some(span), "part of an initial value that is left open");
        let havoc = |target| Statement { kind: StatementKind::Havoc { target }, origin: origin.clone() };
        self.late_contents.extend(open.into_iter().map(havoc));
    }
    /// Variables that lead to one whose contents are not known cannot be used either.
    pub(super) fn find_unusable(&mut self, reachable: &[Symbol]) {
        let mut grows = !self.unusable.is_empty();
        while grows {
            grows = false;
            for symbol in reachable {
                let Symbol::Variable(u, i) = *symbol else { continue };
                if self.unusable.contains_key(&(u, i)) {
                    continue;
                }
                let mentions = super::scan::mentioned_in_global(self.variable((u, i)));
                let reasons = mentions.iter().flat_map(|mention| self.symbols_behind(u, mention.name));
                let reason = reasons.into_iter().find_map(|symbol| match symbol {
                    Symbol::Variable(u, i) => self.unusable.get(&(u, i)).cloned(),
                    Symbol::Function(..) => None,
                });
                if let Some(reason) = reason {
                    self.unusable.insert((u, i), reason);
                    grows = true;
                }
            }
        }
    }
    fn find_open_parts(&mut self, place: Place, value: &Value<'a>, open: &mut Vec<Place>) -> Lowered<()> {
        match value {
            Value::Undef | Value::Poison if open.len() < MAX_OPEN_PARTS => open.push(place),
            Value::Undef | Value::Poison => return refuse("so many undefined parts"),
            Value::Aggregate(items) => {
                for (number, item) in items.iter().enumerate().filter(|(_, item)| may_be_open(item)) {
                    let part = place.clone().then(self.projection(&place, number)?);
                    self.find_open_parts(part, &item.value, open)?;
                }
            }
            _ => {}
        }
        Ok(())
    }
    fn projection(&mut self, place: &Place, number: usize) -> Lowered<Projection> {
        let ty = cairn_ir::typing::place_type(&self.program, place)?;
        Ok(match *self.program.types.kind(ty) {
            Shape::Array { index, .. } => Projection::Index(self.program.int_const(index, BigInt::from(number))?),
            _ => Projection::Field(number as u32),
        })
    }

    /// Each entry is preceded by what gives variables their late contents.
    pub(super) fn begin_with_late_contents(&mut self) {
        let statements = std::mem::take(&mut self.late_contents);
        if statements.is_empty() {
            return;
        }
        for position in 0..self.program.entries.len() {
            let entry = self.program.entries[position];
            self.program.entries[position] = self.start_with(entry, &statements);
        }
    }
    /// A procedure that executes statements and then calls an entry, which may be called again by others.
    fn start_with(&mut self, entry: ProcId, statements: &[Statement]) -> ProcId {
        let name = self.unique_procedure_name(&format!("contents before {}", self.program.procedures[entry].name));
        let program = &mut self.program;
        let start = program.add_procedure(name);
        program.procedures[start].span = program.procedures[entry].span;
        program.procedures[start].role = ProcedureRole::Start(program.procedures[entry].source_name().clone());
        let block = program.add_block(start, "entry");
        for statement in statements {
            program.push_statement(start, block, statement.kind.clone(), statement.origin.clone());
        }
        let origin = program.procedures[entry].span.map_or_else(Origin::default, Origin::source);
        let mut arguments = Vec::new();
        for parameter in program.procedures[entry].parameters.clone() {
            let (name, ty) = (program.variables[parameter].name.clone(), program.variables[parameter].ty);
            let own = program.add_variable(name, ty, VariableKind::Parameter, Some(start));
            arguments.push(program.var(own));
        }
        let mut results = Vec::new();
        for result in program.procedures[entry].results.clone() {
            let ty = program.variables[result].ty;
            let own = program.add_variable("result", ty, VariableKind::Local, Some(start));
            program.variables[own].temporary = true;
            results.push(Place::var(own));
        }
        let call = StatementKind::Call { callee: Callee::Direct(entry), arguments, results };
        program.push_statement(start, block, call, origin.clone());
        program.set_terminator(start, block, Terminator::Return, origin);
        start
    }
}

fn may_be_open(item: &Operand<'_>) -> bool {
    matches!(item.value, Value::Undef | Value::Poison | Value::Aggregate(_))
}

/// Whether addresses are numbers in an expression, or numbers addresses: only executions know which.
fn has_numbers_of_addresses(program: &Program, expr: ExprId) -> bool {
    let kind = &program.expr(expr).kind;
    let mut found = matches!(kind, ExprKind::Convert(Convert::PointerToInt | Convert::IntToPointer, _));
    kind.for_each_child(|child| found = found || has_numbers_of_addresses(program, child));
    found
}
