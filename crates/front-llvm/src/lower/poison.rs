//! Poison: which parts of a value are, and where that is a violation.
//!
//! An operation that breaks its promise gives poison (LangRef, "Poison Values"). Where its result surely matters, the
//! promise is checked at the operation ([`Scan::checked_here`](super::scan::Scan)). Elsewhere a *shadow* accompanies the
//! value: of the same shape, with a Boolean for each number or address in it that says whether that is poison. So an element
//! of a vector that nobody reads does no harm, and one that somebody reads is not forgotten on its way through
//! insertions, shuffles and selections.
//!
//! With `--check uninitialized`, `undef` is shadowed like poison: it may be another value at each use, and to branch on it is
//! undefined as well. Without, it is one arbitrary value where it is read.
//!
//! Deliberately absent: poison in memory, in arguments and in results. To store, pass or return it counts as mattering.
//! The constant `poison` that structures are built up from is not shadowed: what was never inserted is commonly
//! returned beside what was.

use super::body::Body;
use super::emitter::Emitter;
use super::vectors::{MAX_LENGTH, mask_positions};
use super::{Lowered, Lowering};
use crate::syntax::module::{InstructionKind, Operand, Value};
use cairn_ir::{Binary, CheckKind, ExprId, ExprKind, Field, RecordType, TypeId, TypeKind as Shape};
use std::sync::Arc;

/// A promise of an instruction: what must hold for the result not to be poison.
pub(super) struct Promise {
    pub kind: CheckKind,
    pub holds: ExprId,
    pub description: String,
    /// The element of the result it is about; none: all of it.
    lane: Option<u64>,
}

impl Promise {
    pub fn new(kind: CheckKind, holds: ExprId, description: impl Into<String>) -> Self {
        Self { kind, holds, description: description.into(), lane: None }
    }
    /// Says of new promises which element they are about.
    pub fn about(promises: &mut [Promise], lane: u64) {
        promises.iter_mut().for_each(|promise| promise.lane = Some(lane));
    }
}

impl Lowering<'_, '_> {
    /// The type of the shadows of values of a type.
    pub(super) fn shadow_type(&mut self, ty: TypeId) -> TypeId {
        match self.program.types.kind(ty).clone() {
            Shape::Array { element, length: Some(length @ 1..=MAX_LENGTH), .. } => {
                let element = self.shadow_type(element);
                self.program.types.array(element, length)
            }
            Shape::Record(record) => {
                let (mut fields, mut size) = (Vec::new(), 0);
                for field in record.fields.iter().filter(|field| !field.is_padding()) {
                    let ty = self.shadow_type(field.ty);
                    fields.push(Field { name: field.name.clone(), ty, offset: size });
                    size += cairn_ir::layout::size_of(&self.program.types, self.program.target, ty);
                }
                self.program.types.plain(Shape::Record(Arc::new(RecordType { fields, size })))
            }
            _ => self.program.types.bool(),
        }
    }
}

impl<'a> Emitter<'_, '_, 'a> {
    /// The value, arbitrary where its shadow is true.
    fn replaced(&mut self, value: ExprId, shadow: ExprId) -> Lowered<ExprId> {
        let ty = self.low.program.type_of(value);
        let count = self.part_count(shadow);
        if count == 0 {
            let any = self.arbitrary(ty);
            return Ok(self.low.program.if_else(shadow, any, value)?);
        }
        let (mut value, shadow) = (self.kept(value), self.kept(shadow));
        for n in 0..count {
            let (part, poison) = (self.part(value, &[n])?, self.part(shadow, &[n])?);
            let part = self.replaced(part, poison)?;
            let whole = self.with_part(value, &[n], part)?;
            value = self.kept(whole);
        }
        Ok(value)
    }

    // ---- shadows of results ----

    /// Values that are read for the result and again for its shadow.
    pub fn read_twice(kind: &InstructionKind<'a>) -> Option<&'a str> {
        let value = match kind {
            InstructionKind::Select { condition, .. } => &condition.value,
            InstructionKind::ExtractElement { index, .. } | InstructionKind::InsertElement { index, .. } => {
                &index.value
            }
            _ => return None,
        };
        match value {
            Value::Local(name) => Some(name),
            _ => None,
        }
    }
    fn shadows_of_promises(&mut self, promises: &[Promise], shape: TypeId) -> Lowered<Vec<ExprId>> {
        let mut shadows = Vec::new();
        for promise in promises {
            let broken = self.low.program.not(promise.holds)?;
            let is_vector = matches!(self.low.program.types.kind(shape), Shape::Array { .. });
            shadows.push(match promise.lane.filter(|_| is_vector) {
                Some(lane) => {
                    let none = self.no_poison(shape)?;
                    self.with_part(none, &[lane], broken)?
                }
                None => broken,
            });
        }
        Ok(shadows)
    }

    // ---- shapes ----

    fn no_poison(&mut self, shape: TypeId) -> Lowered<ExprId> {
        let none = self.low.zero(shape)?;
        Ok(self.low.program.constant(none, shape)?)
    }
    /// How many parts a shadow has; none: it is a Boolean.
    fn part_count(&self, shadow: ExprId) -> u64 {
        match self.low.program.types.kind(self.low.program.type_of(shadow)) {
            Shape::Array { length: Some(length), .. } => *length,
            Shape::Record(record) => record.fields.len() as u64,
            _ => 0,
        }
    }
    /// The shadow of a part; long arrays have one for all of them.
    fn shadow_at(&mut self, mut shadow: ExprId, path: &[u64]) -> Lowered<ExprId> {
        for step in path {
            if self.part_count(shadow) == 0 {
                break;
            }
            shadow = self.part(shadow, &[*step])?;
        }
        Ok(shadow)
    }
    /// Whether any part is poison.
    fn any_part(&mut self, shadow: ExprId) -> Lowered<ExprId> {
        let count = self.part_count(shadow);
        if count == 0 {
            return match self.low.program.types.is_bool(self.low.program.type_of(shadow)) {
                true => Ok(shadow),
                false => Ok(self.low.program.bool_const(false)),
            };
        }
        let shadow = self.kept(shadow);
        let mut any = None;
        for n in 0..count {
            let part = self.part(shadow, &[n])?;
            let part = self.any_part(part)?;
            any = Some(match any {
                Some(any) => self.low.program.binary(Binary::Or, any, part)?,
                None => part,
            });
        }
        Ok(any.unwrap_or_else(|| self.low.program.bool_const(false)))
    }
    /// The shapes of the parts of a shadow; none: it is a Boolean.
    fn part_shapes(&self, shape: TypeId) -> Vec<TypeId> {
        match self.low.program.types.kind(shape) {
            Shape::Array { element, length: Some(length), .. } => vec![*element; *length as usize],
            Shape::Record(record) => record.fields.iter().map(|field| field.ty).collect(),
            _ => Vec::new(),
        }
    }
    /// The same Boolean in every part.
    fn filled(&mut self, poison: ExprId, shape: TypeId) -> Lowered<ExprId> {
        if self.low.program.types.is_bool(shape) {
            return Ok(poison);
        }
        let parts = self.part_shapes(shape);
        let poison = self.kept(poison);
        let parts = parts.into_iter().map(|part| self.filled(poison, part)).collect::<Lowered<Vec<_>>>()?;
        self.low.aggregate_of(shape, parts)
    }
    /// A shadow of another shape counts as a whole.
    fn conformed(&mut self, shadow: ExprId, shape: TypeId) -> Lowered<ExprId> {
        if self.low.program.types.same_shape(self.low.program.type_of(shadow), shape) {
            return Ok(shadow);
        }
        let any = self.any_part(shadow)?;
        self.filled(any, shape)
    }
    fn either_of(&mut self, shadows: Vec<ExprId>, shape: TypeId) -> Lowered<ExprId> {
        let mut either = None;
        for shadow in shadows {
            let shadow = self.conformed(shadow, shape)?;
            either = Some(match either {
                Some(either) => self.either(either, shadow)?,
                None => shadow,
            });
        }
        match either {
            Some(either) => Ok(either),
            None => self.no_poison(shape),
        }
    }
    /// Two shadows of one shape, part by part.
    fn either(&mut self, first: ExprId, second: ExprId) -> Lowered<ExprId> {
        let count = self.part_count(first);
        if count == 0 {
            return Ok(self.low.program.binary(Binary::Or, first, second)?);
        }
        let shape = self.low.program.type_of(first);
        let (first, second) = (self.kept(first), self.kept(second));
        let mut parts = Vec::new();
        for n in 0..count {
            let (a, b) = (self.part(first, &[n])?, self.part(second, &[n])?);
            parts.push(self.either(a, b)?);
        }
        self.low.aggregate_of(shape, parts)
    }
}

impl<'a> Body<'_, '_, 'a> {
    // ---- where poison matters ----

    /// The value is used where poison is undefined behaviour.
    pub fn must_not_be_poison(&mut self, value: &Value<'a>, what: &str) -> Lowered<()> {
        match value {
            Value::Poison => {
                let description = format!("{what} must not be poison: the compiler found undefined behaviour here");
                self.out.fail(CheckKind::Reachable, description);
            }
            Value::Undef => self.out.fail(CheckKind::Uninitialized, format!("{what} must have a value")),
            Value::Local(name) => {
                let Some(&shadow) = self.poison.get(name) else { return Ok(()) };
                let shadow = self.out.low.program.var(shadow);
                let poison = self.out.any_part(shadow)?;
                let fine = self.out.low.program.not(poison)?;
                let words = self.words().value(value);
                let overflowed = "must not come from an operation that overflowed (poison)";
                let poison = self.scan.may_be_poison.contains(name);
                let (kind, must) = match (poison, self.scan.may_be_undefined.contains(name)) {
                    (false, _) => (CheckKind::Uninitialized, "must have a value".to_string()),
                    (true, false) => (CheckKind::Overflow, overflowed.to_string()),
                    (true, true) => (CheckKind::Overflow, format!("must have a value, and {overflowed}")),
                };
                self.out.check(kind, fine, format!("{what} {words} {must}"));
            }
            _ => {}
        }
        Ok(())
    }
    /// A vector may be stored with elements that a shuffle has left open.
    pub fn stored_must_not_be_poison(&mut self, value: &Value<'a>) -> Lowered<()> {
        let what = "the stored value";
        let Value::Local(name) = value else { return self.must_not_be_poison(value, what) };
        let function = self.function;
        let made_by = self.scan.made_by.get(name).map(|&(b, i)| &function.blocks[b].instructions[i].kind);
        let (Some(InstructionKind::ShuffleVector { mask, .. }), Some(&shadow)) = (made_by, self.poison.get(name))
        else {
            return self.must_not_be_poison(value, what);
        };
        let count = self.out.vector(mask.ty).map_or(0, |(count, _)| count);
        let positions = mask_positions(&mask.value, count)?;
        let shadow = self.out.low.program.var(shadow);
        let mut poison = self.out.low.program.bool_const(false);
        for n in (0..count).filter(|n| positions.get(*n as usize).is_some_and(Option::is_some)) {
            let part = self.out.element(shadow, n)?;
            poison = self.out.low.program.binary(Binary::Or, poison, part)?;
        }
        let fine = self.out.low.program.not(poison)?;
        let words = self.words().value(value);
        let description = format!("{what} {words} must not come from an operation that overflowed (poison)");
        self.out.check(CheckKind::Overflow, fine, description);
        Ok(())
    }
    /// A frozen value: what is poison becomes arbitrary.
    pub fn frozen(&mut self, operand: &Operand<'a>) -> Lowered<ExprId> {
        let shadow = self.shadow_of(operand)?;
        let value = self.operand(operand)?;
        match shadow {
            Some(shadow) => self.out.replaced(value, shadow),
            None => Ok(value),
        }
    }
    /// Promises of the instruction that makes a value: checked where it stands, or remembered.
    pub fn keep_promises(
        &mut self,
        name: &'a str,
        kind: &InstructionKind<'a>,
        mut promises: Vec<Promise>,
    ) -> Lowered<()> {
        if self.scan.checked_here.contains(name) {
            self.out.check_promises(&mut promises);
        }
        if let Some(&variable) = self.poison.get(name) {
            let shape = self.out.low.program.variables[variable].ty;
            let shadow = self.shadow_of_result(kind, &promises, shape)?;
            self.out.assign(variable, shadow);
        }
        Ok(())
    }
    /// The shadow of what an instruction computes: of operands that are poison, and of promises that are broken.
    pub fn shadow_of_result(
        &mut self,
        kind: &InstructionKind<'a>,
        promises: &[Promise],
        shape: TypeId,
    ) -> Lowered<ExprId> {
        let mut shadows = self.out.shadows_of_promises(promises, shape)?;
        match kind {
            InstructionKind::Load { .. } => {}
            InstructionKind::Call(call) if call.masked().is_some() => {
                if let Some(masked) = call.masked() {
                    shadows.extend(self.masked_shadow(&masked, shape)?);
                }
            }
            InstructionKind::Select { condition, then, otherwise, .. } => {
                let chosen = self.chosen_shadow(condition, then, otherwise, shape)?;
                shadows.extend(chosen);
                shadows.extend(self.shadow_of(condition)?);
            }
            InstructionKind::ExtractElement { vector, index } => {
                if let Some(shadow) = self.shadow_of(vector)? {
                    let index = self.index_again(index)?;
                    shadows.push(self.out.low.program.index(shadow, index)?);
                }
                shadows.extend(self.shadow_of(index)?);
            }
            InstructionKind::InsertElement { vector, element, index } => {
                let part = self.shadow_or_none(element)?;
                let whole = self.shadow_or_none(vector)?;
                let at = self.index_again(index)?;
                shadows.push(self.out.low.program.add_expr(ExprKind::Update(whole, at, part), shape, None)?);
                shadows.extend(self.shadow_of(index)?);
            }
            InstructionKind::ShuffleVector { left, right, mask } => {
                shadows.push(self.shuffled_shadow(left, right, mask)?);
            }
            InstructionKind::ExtractValue { aggregate, path } => {
                if let Some(shadow) = self.shadow_of(aggregate)? {
                    shadows.push(self.out.shadow_at(shadow, path)?);
                }
            }
            InstructionKind::InsertValue { aggregate, element, path } => {
                let part = self.shadow_or_none(element)?;
                let whole = match aggregate.value {
                    Value::Local(_) => self.shadow_or_none(aggregate)?,
                    _ => self.out.no_poison(shape)?,
                };
                let whole = self.out.kept(whole);
                shadows.push(self.out.with_part(whole, path, part)?);
            }
            _ => {
                let mut used = Vec::new();
                kind.for_each_use(&mut |value, _| used.push(value));
                // These mix elements.
                let mixes = matches!(kind, InstructionKind::Call(call)
                    if call.computes().is_some_and(|name| name.starts_with("x86.")));
                for value in used {
                    let Some(mut shadow) = self.poison_of(value, shape)? else { continue };
                    if mixes {
                        shadow = self.out.any_part(shadow)?;
                    }
                    shadows.push(shadow);
                }
            }
        }
        self.out.either_of(shadows, shape)
    }
    /// That of the chosen operand, for vectors of conditions element by element.
    fn chosen_shadow(
        &mut self,
        condition: &Operand<'a>,
        then: &Operand<'a>,
        otherwise: &Operand<'a>,
        shape: TypeId,
    ) -> Lowered<Option<ExprId>> {
        if self.shadow_of(then)?.is_none() && self.shadow_of(otherwise)?.is_none() {
            return Ok(None);
        }
        let (first, second) = (self.shadow_or_none(then)?, self.shadow_or_none(otherwise)?);
        let test = self.operand(condition)?;
        if self.out.vector(condition.ty).is_none() {
            return Ok(Some(self.out.low.program.if_else(test, first, second)?));
        }
        let (test, first, second) = (self.out.kept(test), self.out.kept(first), self.out.kept(second));
        let mut parts = Vec::new();
        for n in 0..self.out.part_count(first) {
            let [c, a, b] = [self.out.element(test, n)?, self.out.element(first, n)?, self.out.element(second, n)?];
            parts.push(self.out.low.program.if_else(c, a, b)?);
        }
        Ok(Some(self.out.low.program.add_expr(ExprKind::ArrayOf(parts), shape, None)?))
    }
    fn shuffled_shadow(&mut self, left: &Operand<'a>, right: &Operand<'a>, mask: &Operand<'a>) -> Lowered<ExprId> {
        let count = self.out.vector(mask.ty).map_or(0, |(count, _)| count);
        let (first, second) = (self.shadow_or_none(left)?, self.shadow_or_none(right)?);
        let (first, second) = (self.out.kept(first), self.out.kept(second));
        let length = self.out.part_count(first);
        let mut parts = Vec::new();
        for position in mask_positions(&mask.value, count)? {
            parts.push(match position {
                Some(n) if n < length => self.out.element(first, n)?,
                Some(n) => self.out.element(second, n - length)?,
                None => self.out.low.program.bool_const(true),
            });
        }
        let bool = self.out.low.program.types.bool();
        self.out.array(parts, bool)
    }
    fn index_again(&mut self, index: &Operand<'a>) -> Lowered<ExprId> {
        let wide = self.out.low.program.types.unsigned(64);
        let index = self.operand(index)?;
        self.out.low.resize(index, wide)
    }

    // ---- shadows of operands ----

    /// None if no part of the operand is ever poison.
    pub fn shadow_of(&mut self, operand: &Operand<'a>) -> Lowered<Option<ExprId>> {
        let ty = self.out.ty(operand.ty)?;
        let shape = self.out.low.shadow_type(ty);
        match self.poison_of(&operand.value, shape)? {
            Some(shadow) => Ok(Some(self.out.conformed(shadow, shape)?)),
            None => Ok(None),
        }
    }
    pub fn shadow_or_none(&mut self, operand: &Operand<'a>) -> Lowered<ExprId> {
        match self.shadow_of(operand)? {
            Some(shadow) => Ok(shadow),
            None => {
                let ty = self.out.ty(operand.ty)?;
                let shape = self.out.low.shadow_type(ty);
                self.out.no_poison(shape)
            }
        }
    }
    /// The shadow of a value that is expected to have this shape; another one if it has not.
    fn poison_of(&mut self, value: &Value<'a>, shape: TypeId) -> Lowered<Option<ExprId>> {
        match value {
            // Undefined values are shadowed where that is asked for.
            Value::Undef if !self.out.low.options.uninitialized => Ok(None),
            Value::Poison | Value::Undef => Ok(Some(self.out.low.program.bool_const(true))),
            Value::Splat(item) => self.poison_of(&item.value, shape),
            Value::Local(name) => Ok(self.poison.get(name).copied().map(|shadow| self.out.low.program.var(shadow))),
            Value::Aggregate(items) => self.poison_of_parts(items, shape),
            _ => Ok(None),
        }
    }
    fn poison_of_parts(&mut self, items: &[Operand<'a>], shape: TypeId) -> Lowered<Option<ExprId>> {
        let shapes = self.out.part_shapes(shape);
        let (mut parts, mut any) = (Vec::new(), false);
        for (n, item) in items.iter().enumerate() {
            let bool = self.out.low.program.types.bool();
            let shape = shapes.get(n).copied().unwrap_or(bool);
            let shadow = self.poison_of(&item.value, shape)?;
            any |= shadow.is_some();
            parts.push(match shadow {
                Some(shadow) => self.out.conformed(shadow, shape)?,
                None => self.out.no_poison(shape)?,
            });
        }
        if !any {
            return Ok(None);
        }
        if shapes.len() == parts.len() {
            return Ok(Some(self.out.low.aggregate_of(shape, parts)?));
        }
        // One for all of them.
        let mut whole = self.out.low.program.bool_const(false);
        for part in parts {
            whole = self.out.low.program.binary(Binary::Or, whole, part)?;
        }
        Ok(Some(whole))
    }

    /// A phi gets the shadow of what comes in, and of what it promises itself.
    pub fn incoming_shadow(&mut self, value: &Value<'a>, promises: &[Promise], shape: TypeId) -> Lowered<ExprId> {
        let mut shadows = self.out.shadows_of_promises(promises, shape)?;
        shadows.extend(self.poison_of(value, shape)?);
        self.out.either_of(shadows, shape)
    }
}
