//! Stack slots that live only between `llvm.lifetime.start` and `llvm.lifetime.end`.
//!
//! A new life makes a new object in the program form, while to LLVM the address stays the same: optimisers compute addresses
//! before the life begins. So an address in such a slot is kept as an offset ([`Held::InSlot`]) and made anew where it is
//! used. Accesses to a slot by its name are checked unless the slot surely lives there.

use super::Lowered;
use super::body::{Body, Held, Names};
use super::constants::constant_index;
use super::emitter::Emitter;
use super::scan::{Scan, positions, ways};
use crate::syntax::module::{Call, CastOp, Function, InstructionKind, Value};
use cairn_ir::{Binary, Convert, ExprId, Place, StatementKind, TypeKind as Shape, Unary, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What begins or ends a life.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    Start,
    End,
}

#[derive(Default)]
pub(super) struct Lifetimes<'a> {
    /// Slots with a beginning or an end.
    limited: FxHashSet<VarId>,
    /// Those that surely live at the start of each block; none for a block that nothing leads to.
    at_start: Vec<Option<FxHashSet<VarId>>>,
    /// Those that surely live here.
    alive: FxHashSet<VarId>,
    /// The slots that computed addresses lead into, also of those that stay expressions.
    leads: FxHashMap<&'a str, VarId>,
}

impl<'a> Emitter<'_, '_, 'a> {
    fn same_address<'k>(&self, kind: &'k InstructionKind<'a>) -> Option<&'k Value<'a>> {
        use crate::syntax::module::TypeKind::Pointer;
        let is_pointer = |ty| matches!(self.kind(ty), Pointer);
        match kind {
            InstructionKind::Cast { op: CastOp::BitCast, operand, to, .. } => {
                (is_pointer(operand.ty) && is_pointer(*to)).then_some(&operand.value)
            }
            InstructionKind::GetElementPointer { base, indices, .. } => {
                let nowhere = indices.iter().all(|index| constant_index(&index.value) == Some(0));
                (is_pointer(base.ty) && nowhere).then_some(&base.value)
            }
            _ => None,
        }
    }
    /// The address that an instruction computes another one from, in the same object.
    fn moved_address(&self, kind: &InstructionKind<'a>) -> Option<&'a str> {
        let base = match kind {
            InstructionKind::GetElementPointer { base, indices, .. } => {
                indices.iter().all(|index| self.vector(index.ty).is_none()).then_some(&base.value)
            }
            kind => self.same_address(kind),
        };
        match base {
            Some(Value::Local(name)) => Some(name),
            _ => None,
        }
    }

    // ---- addresses in slots ----

    /// The address at an offset in a slot, as it is now.
    pub fn address_in_slot(&mut self, slot: VarId, offset: VarId) -> Lowered<ExprId> {
        let base = self.low.program.address_of(Place::var(slot))?;
        let offset = self.low.program.var(offset);
        Ok(self.low.program.binary(Binary::PointerAdd { stride: 1 }, base, offset)?)
    }
    pub fn keep_offset(&mut self, offset: VarId, address: ExprId) -> Lowered<()> {
        let value = self.low.program.unary(Unary::PointerOffset, address)?;
        let wide = self.low.program.variables[offset].ty;
        let value = self.low.program.convert(Convert::Retype, value, wide)?;
        self.assign(offset, value);
        Ok(())
    }
}

impl<'a> Lifetimes<'a> {
    /// Finds the slots with lives of their own, and gives addresses in them their offsets.
    pub fn declare(
        &mut self,
        out: &mut Emitter<'_, '_, 'a>,
        function: &Function<'a>,
        scan: &Scan<'a>,
        held: &mut Names<'a>,
    ) {
        let events: Vec<(Event, VarId)> = function.instructions().filter_map(|i| life_of(&i.kind, held)).collect();
        self.limited = events.iter().map(|(_, slot)| *slot).collect();
        if self.limited.is_empty() {
            return;
        }
        // Slots without a beginning live from the first.
        let mut from_first = self.limited.clone();
        for (_, started) in events.iter().filter(|(event, _)| *event == Event::Start) {
            from_first.remove(started);
        }
        self.find_alive(function, held, from_first);
        for instruction in function.instructions() {
            let (Some(name), Some(base)) = (instruction.result, out.moved_address(&instruction.kind)) else {
                continue;
            };
            let slot = match (held.get(base), self.leads.get(base)) {
                (Some(Held::Slot(slot)), _) | (_, Some(slot)) => *slot,
                _ => continue,
            };
            if held.contains_key(name) || !self.limited.contains(&slot) {
                continue;
            }
            self.leads.insert(name, slot);
            if !scan.is_used_once_at_home(name) {
                let wide = out.low.program.types.int(64);
                let offset = out.temporary(format!("%{name}.offset"), wide);
                held.insert(name, Held::InSlot { slot, offset });
            }
        }
    }
    /// Forwards over the blocks: what lives on every way to a block.
    fn find_alive(&mut self, function: &Function<'a>, held: &Names<'a>, from_first: FxHashSet<VarId>) {
        let positions = positions(function);
        let mut at_start: Vec<Option<FxHashSet<VarId>>> = vec![None; function.blocks.len()];
        if let Some(first) = at_start.first_mut() {
            *first = Some(from_first);
        }
        let mut waiting = vec![0];
        while let Some(index) = waiting.pop() {
            let Some(mut alive) = at_start.get(index).cloned().flatten() else { continue };
            for instruction in &function.blocks[index].instructions {
                match life_of(&instruction.kind, held) {
                    Some((Event::Start, slot)) => {
                        alive.insert(slot);
                    }
                    Some((Event::End, slot)) => {
                        alive.remove(&slot);
                    }
                    None => {}
                }
            }
            for next in ways(&function.blocks[index], &positions) {
                let met = match &at_start[next] {
                    Some(old) => old.intersection(&alive).copied().collect(),
                    None => alive.clone(),
                };
                if at_start[next].as_ref() != Some(&met) {
                    at_start[next] = Some(met);
                    waiting.push(next);
                }
            }
        }
        self.at_start = at_start;
    }
    // ---- on the way ----

    pub fn enter(&mut self, index: usize) {
        self.alive = self.at_start.get(index).cloned().flatten().unwrap_or_default();
    }
    /// A slot with lives of its own is dead until the first begins.
    pub fn begin(&self, out: &mut Emitter<'_, '_, 'a>, slot: VarId) {
        let from_first = self.at_start.first().is_some_and(|s| s.as_ref().is_some_and(|s| s.contains(&slot)));
        if self.limited.contains(&slot) && !from_first {
            out.push(StatementKind::Dead(slot));
        }
    }
    pub fn surely_lives(&self, slot: VarId) -> bool {
        !self.limited.contains(&slot) || self.alive.contains(&slot)
    }
    /// A life begins or ends.
    fn pass(&mut self, out: &mut Emitter<'_, '_, 'a>, event: Event, slot: VarId) {
        match event {
            Event::Start => {
                out.push(StatementKind::Live(slot));
                out.push(StatementKind::Havoc { target: Place::var(slot) });
                self.alive.insert(slot);
            }
            Event::End => {
                out.push(StatementKind::Dead(slot));
                self.alive.remove(&slot);
            }
        }
    }
}

fn life_of<'a>(kind: &InstructionKind<'a>, held: &Names<'a>) -> Option<(Event, VarId)> {
    match kind {
        InstructionKind::Call(call) => life_event(call, held),
        _ => None,
    }
}
fn life_event<'a>(call: &Call<'a>, held: &Names<'a>) -> Option<(Event, VarId)> {
    let Value::Global(name) = call.callee else { return None };
    let event = match name.strip_prefix("llvm.lifetime.")? {
        rest if rest.starts_with("start") => Event::Start,
        _ => Event::End,
    };
    let slot = call.arguments.iter().find_map(|argument| match &argument.operand.value {
        Value::Local(name) => match held.get(name) {
            Some(Held::Slot(slot)) => Some(*slot),
            _ => None,
        },
        _ => None,
    });
    Some((event, slot?))
}

impl<'a> Body<'_, '_, 'a> {
    /// Casts of a slot and the address of its first part are that slot.
    pub fn declare_aliases(&mut self) {
        let function = self.function;
        for instruction in function.instructions() {
            let (Some(name), Some(Value::Local(base))) = (instruction.result, self.out.same_address(&instruction.kind))
            else {
                continue;
            };
            if let Some(Held::Slot(variable)) = self.held.get(base).copied() {
                self.held.insert(name, Held::Slot(variable));
            }
        }
    }
    pub fn lifetime(&mut self, call: &Call<'a>) {
        let Some((event, slot)) = life_event(call, &self.held) else { return };
        self.settle_reads();
        self.lifetimes.pass(&mut self.out, event, slot);
    }
    /// The size of the slot that an address was computed from.
    pub fn slot_size(&self, pointer: &Value<'a>) -> Option<u64> {
        let Value::Local(name) = pointer else { return None };
        let slot = match self.held.get(name) {
            Some(Held::Slot(slot) | Held::InSlot { slot, .. }) => *slot,
            _ => *self.lifetimes.leads.get(name)?,
        };
        let ty = self.out.low.program.variables[slot].ty;
        if matches!(self.out.low.program.types.kind(ty), Shape::Array { length: None, .. }) {
            return None;
        }
        let layout = cairn_ir::Layout::new(&self.out.low.program.types, self.out.low.program.target);
        layout.size(ty)
    }
}
