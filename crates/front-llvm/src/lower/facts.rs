//! What attributes and metadata promise of values: not null, within a range, so many bytes behind a pointer.
//!
//! A breach makes poison, or with `noundef` is undefined behaviour. Of values that come from outside (parameters of
//! entries, results of functions without body) they are assumed instead.
//!
//! Deliberately absent: alignments.

use super::Lowered;
use super::body::{Body, Held};
use super::emitter::Emitter;
use super::memory::points_to;
use super::poison::Promise;
use crate::syntax::module::{Call, Facts, Flags, Parameter, Value};
use cairn_ir::{Binary, CheckKind, ExprId, Sign, StatementKind, TypeKind as Shape};
use num_bigint::BigInt;

impl<'a> Emitter<'_, '_, 'a> {
    /// Promises that the facts of a value are.
    pub fn fact_promises(
        &mut self,
        facts: &Facts,
        value: ExprId,
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<()> {
        let ty = self.low.program.type_of(value);
        match self.low.program.types.kind(ty) {
            Shape::Pointer => self.pointer_facts(facts, value, words, promises),
            Shape::Int(_) => {
                if let Some(holds) = self.in_ranges(&self.ranges(facts), value)? {
                    let description = format!("{words} must be one of the values that its type has");
                    promises.push(Promise::new(CheckKind::Range, holds, description));
                }
                Ok(())
            }
            Shape::Float(_) => {
                let flags = Flags { nnan: facts.not_nan, ninf: facts.not_infinite, ..Flags::default() };
                self.float_promises(flags, &[value], words, promises)
            }
            _ => Ok(()),
        }
    }
    fn pointer_facts(&mut self, facts: &Facts, value: ExprId, words: &str, promises: &mut Vec<Promise>) -> Lowered<()> {
        if facts.nonnull && facts.dereferenceable == 0 {
            let null = self.low.program.null();
            let holds = self.low.program.binary(Binary::NotEqual, value, null)?;
            promises.push(Promise::new(CheckKind::Pointer, holds, format!("{words} must not be null")));
        }
        if facts.dereferenceable > 0 {
            let wide = self.low.program.types.unsigned(64);
            let bytes = self.low.program.int_const(wide, BigInt::from(facts.dereferenceable))?;
            let holds = self.low.program.binary(Binary::PointerValid, value, bytes)?;
            let description = points_to(words, facts.dereferenceable);
            promises.push(Promise::new(CheckKind::Pointer, holds, description));
        }
        Ok(())
    }
    fn ranges(&self, facts: &Facts) -> Vec<(BigInt, BigInt)> {
        let mut ranges: Vec<(BigInt, BigInt)> = facts.range.iter().map(|range| (**range).clone()).collect();
        if let Some(node) = facts.range_node.and_then(|node| self.low.debugs[self.unit].node(node)) {
            // `!{i8 0, i8 2}`
            let numbers: Vec<BigInt> = node.texts().filter_map(|text| text.rsplit(' ').next()?.parse().ok()).collect();
            ranges.extend(numbers.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())));
        }
        ranges.retain(|(low, high)| low != high);
        ranges
    }
    fn in_ranges(&mut self, ranges: &[(BigInt, BigInt)], value: ExprId) -> Lowered<Option<ExprId>> {
        let ty = self.low.program.type_of(value);
        let mut any = None;
        for (low, high) in ranges {
            let program = &mut self.low.program;
            // Counted from the first number, which makes no difference between ranges that wrap around and others.
            let (first, length) = (program.int_const(ty, low.clone())?, program.int_const(ty, high - low)?);
            let distance = program.binary(Binary::Subtract, value, first)?;
            let inside = program.binary(Binary::Less(Sign::Unsigned), distance, length)?;
            any = Some(match any {
                Some(any) => program.binary(Binary::Or, any, inside)?,
                None => inside,
            });
        }
        Ok(any)
    }
    pub fn check_promises(&mut self, promises: &mut Vec<Promise>) {
        for promise in promises.drain(..) {
            self.check(promise.kind, promise.holds, promise.description);
        }
    }

    /// Facts of the argument of a call, with those that the function states.
    pub fn argument_facts(call: &Call<'a>, position: usize, parameters: &[Parameter<'a>]) -> Facts {
        let mut facts = call.arguments.get(position).map_or_else(Facts::default, |argument| argument.facts.clone());
        if let Some(parameter) = parameters.get(position) {
            let own = &parameter.facts;
            facts.noundef |= own.noundef;
            facts.nonnull |= own.nonnull;
            facts.not_nan |= own.not_nan;
            facts.not_infinite |= own.not_infinite;
            facts.dereferenceable = facts.dereferenceable.max(own.dereferenceable);
            facts.range = facts.range.or_else(|| own.range.clone());
        }
        facts
    }
    /// Of what comes from outside. Not that a pointer leads to an object, for an arbitrary one does not.
    pub fn assume_facts(&mut self, facts: &Facts, value: ExprId) -> Lowered<()> {
        let mut promises = Vec::new();
        let nonnull = facts.nonnull || facts.dereferenceable > 0;
        let facts = Facts { nonnull, dereferenceable: 0, ..facts.clone() };
        self.fact_promises(&facts, value, "", &mut promises)?;
        for promise in promises {
            self.push(StatementKind::Assume(promise.holds));
        }
        Ok(())
    }
}

impl<'a> Body<'_, '_, 'a> {
    /// A value that is passed or returned, which counts as using it, and of which something is promised. A literal that
    /// stands for any value does so only where it must not.
    pub fn check_facts(&mut self, facts: &Facts, given: &Value<'a>, value: ExprId, what: &str) -> Lowered<()> {
        let open = matches!(given, Value::Undef | Value::Poison) && !facts.noundef;
        if open || self.is_known_to_hold(facts, given) {
            return Ok(());
        }
        let words = format!("{what} {}", self.words().value(given));
        let mut promises = Vec::new();
        self.out.fact_promises(facts, value, &words, &mut promises)?;
        self.out.check_promises(&mut promises);
        Ok(())
    }
    /// Whether a value is the address of an object that has a name here.
    fn is_address_of_object(&self, value: &Value<'a>) -> bool {
        match value {
            Value::Local(name) => matches!(self.held.get(name), Some(Held::Slot(_) | Held::InSlot { .. })),
            Value::Global(_) => true,
            _ => false,
        }
    }
    /// Addresses of objects by their names, and parameters that come with the same promise.
    fn is_known_to_hold(&self, facts: &Facts, given: &Value<'a>) -> bool {
        if facts.dereferenceable == 0 && self.is_address_of_object(given) {
            return true;
        }
        let Value::Local(name) = given else { return false };
        let own = self.function.parameters.iter().find(|parameter| parameter.name == *name);
        own.is_some_and(|own| facts.dereferenceable == 0 && own.facts.nonnull && facts.range == own.facts.range)
    }
    /// Parameters of an entry.
    pub fn assume_parameters(&mut self) -> Lowered<()> {
        let function = self.function;
        for (position, parameter) in function.parameters.iter().enumerate() {
            let is_reference = self.out.low.is_reference(self.key, position);
            if (parameter.facts.noundef || is_reference)
                && let Some(Held::Variable(variable)) = self.held.get(parameter.name).copied()
            {
                let value = self.out.low.program.var(variable);
                let mut facts = if parameter.facts.noundef { parameter.facts.clone() } else { Facts::default() };
                facts.nonnull |= is_reference;
                self.out.assume_facts(&facts, value)?;
            }
        }
        Ok(())
    }
}
