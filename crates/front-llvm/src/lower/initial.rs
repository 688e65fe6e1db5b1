//! Initial values of variables.
//!
//! Parts that are `undef` or `poison` (what clang leaves of a union behind its initialised member) have any value: the program
//! begins by giving them one.

use super::{Lowered, Lowering, Refusal, refuse};
use crate::codes;
use crate::syntax::module::{Operand, Value};
use cairn_base::Diagnostic;
use cairn_ir::{Initial, Origin, Place, Procedure, Projection, Statement, StatementKind, TypeKind as Shape};
use num_bigint::BigInt;

/// A variable has at most this many parts that its initial value leaves open.
const MAX_OPEN_PARTS: usize = 4_096;

pub(super) struct OpenPart {
    place: Place,
    origin: Origin,
}

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
        let place = Place::var(variable);
        let lowered =
            self.find_open_parts(place, value, &mut open).and_then(|()| self.constant(key.0, global.ty, value));
        let span = self.global_span(key);
        match lowered {
            Ok(expr) => self.program.variables[variable].initial = Initial::Value(expr),
            Err(Refusal(message)) => {
                let text = format!("the initial value of `{}` is not supported: {message}", global.name);
                let diagnostic = Diagnostic::error(codes::BAD_REFERENCE, text).at(span, "initialised here");
                self.diagnostics.push(diagnostic);
            }
        }
        let origin = Origin::implied(Some(span), "part of an initial value that is left open");
        self.open_parts.extend(open.into_iter().map(|place| OpenPart { place, origin: origin.clone() }));
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

    /// Before anything else, at the start of every execution.
    pub(super) fn begin_with_open_parts(&mut self) {
        let havoc =
            |part: OpenPart| Statement { kind: StatementKind::Havoc { target: part.place }, origin: part.origin };
        let statements: Vec<Statement> = std::mem::take(&mut self.open_parts).into_iter().map(havoc).collect();
        for entry in self.program.entries.clone() {
            let procedure = &mut self.program.procedures[entry];
            if procedure.has_body() {
                procedure.blocks[Procedure::ENTRY].statements.splice(0..0, statements.iter().cloned());
            }
        }
    }
}

fn may_be_open(item: &Operand<'_>) -> bool {
    matches!(item.value, Value::Undef | Value::Poison | Value::Aggregate(_))
}
