//! What a function does with its values: how often and where they are used, which may be poison.

use crate::syntax::module::{Block, CastOp, Flags, Function, Global, Instruction, InstructionKind, Value};
use crate::syntax::visit::Use;
use rustc_hash::{FxHashMap, FxHashSet};

/// A symbol that is mentioned; `called` if that is all.
pub(super) struct Mention<'a> {
    pub name: &'a str,
    pub called: bool,
}

pub(super) fn mentioned_in_function<'a>(function: &Function<'a>) -> Vec<Mention<'a>> {
    let mut mentions = Vec::new();
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        instruction.kind.for_each_use(&mut |value, role| match (value, role) {
            (_, Use::Debug) => {}
            (value, Use::Callee) => {
                value.for_each_symbol(&mut |name| mentions.push(Mention { name, called: true }));
            }
            (value, _) => value.for_each_symbol(&mut |name| mentions.push(Mention { name, called: false })),
        });
    }
    mentions
}

pub(super) fn mentioned_in_global<'a>(global: &Global<'a>) -> Vec<Mention<'a>> {
    let mut mentions = Vec::new();
    if let Some(value) = &global.initial {
        value.for_each_symbol(&mut |name| mentions.push(Mention { name, called: false }));
    }
    mentions
}

/// How a value is used.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Uses {
    pub count: usize,
    /// In another block than its own, or by a phi.
    pub elsewhere: bool,
}

#[derive(Default)]
pub(super) struct Scan<'a> {
    pub uses: FxHashMap<&'a str, Uses>,
    /// Instructions whose promise is checked where they stand.
    pub checked_here: FxHashSet<&'a str>,
    /// Values that a Boolean accompanies: they may be poison unnoticed.
    pub may_be_poison: FxHashSet<&'a str>,
    /// The block each value is made in.
    pub home: FxHashMap<&'a str, usize>,
    /// Each value's instruction.
    pub made_by: FxHashMap<&'a str, (usize, usize)>,
}

pub(super) fn scan<'a>(function: &Function<'a>) -> Scan<'a> {
    let mut scan = Scan::default();
    for (b, block) in function.blocks.iter().enumerate() {
        for (i, instruction) in block.instructions.iter().enumerate() {
            if let Some(name) = instruction.result {
                scan.home.insert(name, b);
                scan.made_by.insert(name, (b, i));
            }
        }
    }
    for (b, block) in function.blocks.iter().enumerate() {
        for instruction in &block.instructions {
            scan.count_uses(b, &instruction.kind);
        }
        scan.find_checked(block);
    }
    scan.find_poison(function);
    scan
}

impl<'a> Scan<'a> {
    fn count_uses(&mut self, block: usize, kind: &InstructionKind<'a>) {
        kind.for_each_use(&mut |value, role| {
            if let (Value::Local(name), true) = (value, role != Use::Debug) {
                let elsewhere = self.home.get(name) != Some(&block) || matches!(role, Use::Incoming(_));
                let uses = self.uses.entry(name).or_default();
                uses.count += 1;
                uses.elsewhere |= elsewhere;
            }
        });
        // Debug information may name a value that nothing else uses.
        if let InstructionKind::DebugValue { value, .. } = kind
            && let Value::Local(name) = value.value
        {
            let elsewhere = self.home.get(name) != Some(&block);
            let uses = self.uses.entry(name).or_default();
            uses.count += 1;
            uses.elsewhere |= elsewhere;
        }
    }

    /// Backwards through a block: a result must matter if something that matters here uses it, with no call in
    /// between, from which execution might not come back.
    fn find_checked(&mut self, block: &Block<'a>) {
        let mut matters: FxHashSet<&'a str> = FxHashSet::default();
        for instruction in block.instructions.iter().rev() {
            let kind = &instruction.kind;
            let own = instruction.result.is_some_and(|name| matters.contains(name));
            if let Some(name) = instruction.result
                && own
                && can_be_poison(kind)
            {
                self.checked_here.insert(name);
            }
            if may_not_return(kind) {
                matters.clear();
            }
            kind.for_each_use(&mut |value, role| {
                let strict = role == Use::Matters || (own && role == Use::Data);
                if let (Value::Local(name), true) = (value, strict) {
                    matters.insert(name);
                }
            });
        }
    }

    /// Forwards to a fixed point: what poison flows into.
    fn find_poison(&mut self, function: &Function<'a>) {
        let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
        let sources = instructions().filter(|i| can_be_poison(&i.kind) || uses_poison(&i.kind));
        self.may_be_poison =
            sources.filter_map(|i| i.result).filter(|name| !self.checked_here.contains(name)).collect();
        loop {
            let before = self.may_be_poison.len();
            for instruction in instructions() {
                let Some(name) = instruction.result else { continue };
                if self.carries_poison(instruction) {
                    self.may_be_poison.insert(name);
                }
            }
            if self.may_be_poison.len() == before {
                return;
            }
        }
    }
    fn carries_poison(&self, instruction: &Instruction<'a>) -> bool {
        if !carries(&instruction.kind) {
            return false;
        }
        let mut found = false;
        instruction.kind.for_each_use(&mut |value, role| {
            found |= role != Use::Matters && matches!(value, Value::Local(name) if self.may_be_poison.contains(name));
        });
        found
    }

    /// Whether the value may stay an expression: pure, used once, in its own block.
    pub fn is_used_once_at_home(&self, name: &str) -> bool {
        self.uses.get(name).is_some_and(|uses| uses.count == 1 && !uses.elsewhere)
    }
    pub fn is_unused(&self, name: &str) -> bool {
        !self.uses.contains_key(name)
    }
}

/// Calls that the language does not promise to come back from.
fn may_not_return(kind: &InstructionKind<'_>) -> bool {
    match kind {
        InstructionKind::Call(call) => !matches!(&call.callee, Value::Global(name) if name.starts_with("llvm.")),
        InstructionKind::Invoke { .. } => true,
        _ => false,
    }
}

fn promises(flags: &Flags) -> bool {
    flags.nuw || flags.nsw || flags.exact || flags.disjoint || flags.nneg || flags.samesign || flags.nnan || flags.ninf
}

/// Whether the instruction can make poison of values that are not.
pub(super) fn can_be_poison(kind: &InstructionKind<'_>) -> bool {
    match kind {
        InstructionKind::Binary { op, flags, .. } => op.is_shift() || promises(flags),
        InstructionKind::Cast { op, flags, .. } => promises(flags) || matches!(op, CastOp::FpToUi | CastOp::FpToSi),
        InstructionKind::Compare { flags, .. }
        | InstructionKind::FloatCompare { flags, .. }
        | InstructionKind::FNeg { flags, .. }
        | InstructionKind::Select { flags, .. } => promises(flags),
        InstructionKind::GetElementPointer { inbounds, .. } => *inbounds,
        InstructionKind::ExtractElement { .. } | InstructionKind::InsertElement { .. } => true,
        _ => false,
    }
}

/// Whether poison goes through the instruction. (Through insertions it does not: a value is commonly built up
/// from poison, one part after the other.)
fn carries(kind: &InstructionKind<'_>) -> bool {
    use InstructionKind::*;
    matches!(
        kind,
        Binary { .. }
            | Cast { .. }
            | Compare { .. }
            | FloatCompare { .. }
            | FNeg { .. }
            | Select { .. }
            | Phi { .. }
            | GetElementPointer { .. }
            | ExtractElement { .. }
            | ExtractValue { .. }
    )
}

fn uses_poison(kind: &InstructionKind<'_>) -> bool {
    let mut found = false;
    if carries(kind) {
        kind.for_each_use(&mut |value, _| found |= matches!(value, Value::Poison));
    }
    found
}
