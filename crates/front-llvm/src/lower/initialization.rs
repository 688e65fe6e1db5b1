//! Checks of kind `uninitialized`, made on request: a number or pointer in a stack slot has a value before it is read.
//!
//! A Boolean beside the slot tells whether something was stored there. Once the slot's address is used for anything else
//! than a load or a store, anybody may have written there. That, slots of structures and arrays, and
//! allocated memory are not followed; where a program has some, or where an optimiser may have drawn its
//! conclusions from a variable without a value, one property says so, and it is `unsupported`.
//!
//! Where a block ends stack slots do not show. Where a variable is declared debug information does: there it has no value
//! again. A loop in which that may be jumped over is not followed.

use super::body::{Held, Names};
use super::emitter::Emitter;
use super::scan::{positions, ways};
use super::{Lowered, Lowering, Symbol};
use crate::syntax::module::{Function, InstructionKind, Value};
use crate::syntax::visit::Use;
use cairn_ir::{Binary, CheckKind, Origin, StatementKind, Terminator, TypeKind as Shape, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const ALLOCATED: &str = "memory that is allocated without a value";
const AGGREGATE: &str = "structures and arrays that begin without a value";
const ESCAPED: &str = "variables without a value whose address is used";
const JUMPED: &str = "variables whose declaration may be jumped over in a loop";
const OPTIMISED: &str = "what an optimiser made of variables without a value";

impl Lowering<'_, '_> {
    fn is_number_or_pointer(&self, variable: VarId) -> bool {
        let kind = self.program.types.kind(self.program.variables[variable].ty);
        matches!(kind, Shape::Bool | Shape::Int(_) | Shape::Float(_) | Shape::Pointer)
    }
    /// One property that no run can decide stands for the reads that are not followed, in an execution of its own so
    /// that it comes before no other.
    pub(super) fn say_what_is_not_followed(&mut self, reachable: &[Symbol]) {
        if !self.options.uninitialized {
            return;
        }
        let reason = self.not_followed.or_else(|| self.lost_or_allocated(reachable));
        let Some(reason) = reason else { return };
        let description = format!("`--check uninitialized` on modules of LLVM does not follow {reason}");
        let span = self.program.entries.first().and_then(|entry| self.program.procedures[*entry].span);
        let property = self.program.add_property(CheckKind::Unsupported, None, description, span);
        let condition = self.program.bool_const(false);
        let origin = span.map_or_else(Origin::default, Origin::source);
        let name = self.unique_procedure_name("reads that are not followed");
        let apart = self.program.add_procedure(name);
        self.program.procedures[apart].span = span;
        let block = self.program.add_block(apart, "entry");
        let check = StatementKind::Check { property, condition };
        self.program.push_statement(apart, block, check, origin.clone());
        self.program.set_terminator(apart, block, Terminator::Return, origin);
        self.program.entries.push(apart);
    }
    /// Functions that passes may have changed, and those of the library that allocate.
    fn lost_or_allocated(&self, reachable: &[Symbol]) -> Option<&'static str> {
        for symbol in reachable {
            let Symbol::Function(u, i) = *symbol else { continue };
            let module = &self.units[u].module;
            let function = &module.functions[i];
            let allocates = function.name.contains("alloc") || function.name.contains("memalign");
            if function.blocks.is_empty() && allocates && function.name != "calloc" {
                return Some(ALLOCATED);
            }
            let group = function.attributes.and_then(|group| module.attributes.get(&group));
            let untouched = self.options.unoptimised || group.is_some_and(|text| text.contains("optnone"));
            if !function.blocks.is_empty() && !untouched {
                return Some(OPTIMISED);
            }
        }
        None
    }
}

impl Emitter<'_, '_, '_> {
    /// There is something that reads are not followed of.
    pub fn is_not_followed(&mut self, reason: &'static str) {
        self.low.not_followed.get_or_insert(reason);
    }
}

/// Whether slots have values, when that is asked about.
#[derive(Default)]
pub(super) struct Given {
    /// Booleans that tell whether a slot has a value.
    flags: FxHashMap<VarId, VarId>,
    /// Whether somebody else may have given it one.
    opened: FxHashMap<VarId, VarId>,
}

impl Given {
    /// A slot begins, without a value.
    pub fn begin(&mut self, out: &mut Emitter<'_, '_, '_>, function: &Function<'_>, slot: &str, variable: VarId) {
        if !out.low.options.uninitialized {
            return;
        }
        if !out.low.is_number_or_pointer(variable) {
            return out.is_not_followed(AGGREGATE);
        }
        if may_be_jumped_over(function, slot) {
            out.is_not_followed(JUMPED);
        }
        let bool = out.low.program.types.bool();
        let name = format!("{} has a value", out.low.program.variables[variable].name);
        let flag = out.temporary(name, bool);
        self.flags.insert(variable, flag);
        let no = out.low.program.bool_const(false);
        out.assign(flag, no);
        if may_escape(function, slot) {
            let name = format!("{} may have a value", out.low.program.variables[variable].name);
            let open = out.temporary(name, bool);
            self.opened.insert(variable, open);
            out.assign(open, no);
        }
    }
    /// The declaration of a variable is reached: it has no value, whatever an earlier round of a loop left.
    pub fn begin_again(&self, out: &mut Emitter<'_, '_, '_>, variable: VarId) {
        if let Some(&flag) = self.flags.get(&variable) {
            let no = out.low.program.bool_const(false);
            out.assign(flag, no);
        }
    }
    /// The slot has a value from now on.
    pub fn give(&self, out: &mut Emitter<'_, '_, '_>, variable: VarId) {
        if let Some(&flag) = self.flags.get(&variable) {
            let yes = out.low.program.bool_const(true);
            out.assign(flag, yes);
        }
    }
    /// The address of the slot is used: somebody may give it a value.
    pub fn escape(&self, out: &mut Emitter<'_, '_, '_>, variable: VarId) {
        if !self.flags.contains_key(&variable) {
            return;
        }
        out.is_not_followed(ESCAPED);
        if let Some(&open) = self.opened.get(&variable) {
            let yes = out.low.program.bool_const(true);
            out.assign(open, yes);
        }
    }
    /// The slot is read.
    pub fn check<'a>(
        &self,
        out: &mut Emitter<'_, '_, 'a>,
        (function, held): (&Function<'a>, &Names<'a>),
        variable: VarId,
    ) -> Lowered<()> {
        let Some(&flag) = self.flags.get(&variable) else { return Ok(()) };
        let mut holds = out.low.program.var(flag);
        if let Some(&open) = self.opened.get(&variable) {
            let open = out.low.program.var(open);
            let closed = out.low.program.not(open)?;
            let decided = out.low.program.binary(Binary::Or, holds, closed)?;
            let description = "whether what is read here has a value once its address is used is not supported";
            out.check(CheckKind::Unsupported, decided, description.to_string());
            holds = out.low.program.binary(Binary::Or, holds, open)?;
        }
        let made = &out.low.program.variables[variable];
        if !made.temporary {
            let description = format!("`{}` must have a value here", made.name);
            out.check(CheckKind::Uninitialized, holds, description);
            return Ok(());
        }
        // A slot that debug information does not name is a variable whose declaration is jumped over, or the result of
        // a function that ends without one, which matters only to a caller that looks at it.
        let kind = match is_slot_of_result(out, (function, held), variable) {
            true => CheckKind::Unsupported,
            false => CheckKind::Uninitialized,
        };
        out.check(kind, holds, "the variable that is read here must have a value".to_string());
        Ok(())
    }
}

/// Whether the address of the slot is used for more than loads and stores.
fn may_escape(function: &Function<'_>, slot: &str) -> bool {
    let is_slot = |value: &Value<'_>| *value == Value::Local(slot);
    function.instructions().any(|instruction| match &instruction.kind {
        InstructionKind::Load { .. } => false,
        InstructionKind::Store { value, .. } => is_slot(&value.value),
        kind => {
            let mut used = false;
            kind.for_each_use(&mut |value, role| used |= role != Use::Debug && is_slot(value));
            used
        }
    })
}
/// Whether a load of the slot can be reached, in a function with a loop, without its declaration.
fn may_be_jumped_over(function: &Function<'_>, slot: &str) -> bool {
    let blocks = &function.blocks;
    let positions = positions(function);
    let follows = |n: usize| ways(&blocks[n], &positions);
    // Without an edge back in the text there is no loop.
    if (0..blocks.len()).all(|n| follows(n).iter().all(|next| *next > n)) {
        return false;
    }
    let is_slot = |value: &Value<'_>| *value == Value::Local(slot);
    let declares = |n: usize| {
        let declared = |kind: &InstructionKind<'_>| matches!(kind, InstructionKind::DebugDeclare { address, .. } if is_slot(&address.value));
        blocks[n].instructions.iter().any(|i| declared(&i.kind))
    };
    let loads = |n: usize| {
        let loaded = |kind: &InstructionKind<'_>| matches!(kind, InstructionKind::Load { pointer, .. } if is_slot(&pointer.value));
        blocks[n].instructions.iter().any(|i| loaded(&i.kind))
    };
    let (mut seen, mut waiting) = (FxHashSet::default(), vec![0]);
    while let Some(n) = waiting.pop() {
        if declares(n) || !seen.insert(n) {
            continue;
        }
        if loads(n) {
            return true;
        }
        waiting.extend(follows(n));
    }
    false
}

/// Compilers keep the result of a function in its first slot.
fn is_slot_of_result<'a>(
    out: &Emitter<'_, '_, 'a>,
    (function, held): (&Function<'a>, &Names<'a>),
    variable: VarId,
) -> bool {
    let results = &out.low.program.procedures[out.procedure].results;
    let Some(result) = results.first() else { return false };
    let instructions = function.blocks.first().map_or(&[][..], |block| &block.instructions[..]);
    let first = instructions.iter().find(|i| matches!(i.kind, InstructionKind::Alloca { .. }));
    let first = first.and_then(|i| held.get(i.result?));
    let first = matches!(first, Some(Held::Slot(slot)) if *slot == variable);
    let (slot, result) = (out.low.program.variables[variable].ty, out.low.program.variables[*result].ty);
    first && out.low.program.types.same_shape(slot, result)
}
