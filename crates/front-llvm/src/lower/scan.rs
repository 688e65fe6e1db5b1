//! What a function does with its values: how often and where they are used, which may be poison.

use super::constants::constant_index;
use crate::syntax::module::{Block, Call, CastOp, Flags, Function, Global, InstructionKind, TypeKind, Types, Value};
use crate::syntax::visit::Use;
use rustc_hash::{FxHashMap, FxHashSet};

/// A symbol that is mentioned; `called` if that is all.
pub(super) struct Mention<'a> {
    pub name: &'a str,
    pub called: bool,
}

pub(super) fn mentioned_in_function<'a>(function: &Function<'a>) -> Vec<Mention<'a>> {
    let mut mentions = Vec::new();
    for instruction in function.instructions() {
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

/// Symbols whose address goes where it may be written through: stored, given to a function that may write, chosen,
/// returned, computed with for more than a load.
pub(super) fn exposed_in_function<'a>(function: &Function<'a>) -> Vec<&'a str> {
    let instructions = || function.instructions();
    // Addresses that something else than a load uses.
    let mut written: FxHashSet<&'a str> = FxHashSet::default();
    for instruction in instructions().filter(|i| !matches!(i.kind, InstructionKind::Load { .. })) {
        instruction.kind.for_each_use(&mut |value, role| {
            if let (Value::Local(name), true) = (value, role != Use::Debug) {
                written.insert(name);
            }
        });
    }
    let mut names = Vec::new();
    for instruction in instructions() {
        let only_read = match &instruction.kind {
            InstructionKind::Load { .. } | InstructionKind::Compare { .. } => true,
            InstructionKind::GetElementPointer { .. } | InstructionKind::Cast { .. } => {
                instruction.result.is_none_or(|name| !written.contains(name))
            }
            InstructionKind::Call(call) => {
                exposed_in_call(call, &mut names);
                true
            }
            _ => false,
        };
        if !only_read {
            instruction.kind.for_each_use(&mut |value, role| {
                if role != Use::Debug {
                    value.for_each_symbol(&mut |name| names.push(name));
                }
            });
        }
    }
    names
}
/// Symbols whose address goes anywhere but to a load or a store at it: others may come to know it.
pub(super) fn escaping_in_function<'a>(function: &Function<'a>) -> Vec<&'a str> {
    let mut known: FxHashSet<&'a str> = FxHashSet::default();
    let each = |visit: &mut dyn FnMut(&InstructionKind<'a>, Option<&'a str>)| {
        function.instructions().for_each(|instruction| visit(&instruction.kind, instruction.result));
    };
    each(&mut |kind, _| match kind {
        InstructionKind::Load { .. } => {}
        InstructionKind::Store { value, .. } => {
            if let Value::Local(name) = &value.value {
                known.insert(name);
            }
        }
        kind => kind.for_each_use(&mut |value, role| {
            if let (Value::Local(name), true) = (value, role != Use::Debug) {
                known.insert(name);
            }
        }),
    });
    let mut names = Vec::new();
    each(&mut |kind, result| match kind {
        InstructionKind::Load { .. } | InstructionKind::Compare { .. } => {}
        InstructionKind::Store { value, .. } => value.value.for_each_symbol(&mut |name| names.push(name)),
        InstructionKind::GetElementPointer { .. } | InstructionKind::Cast { .. }
            if result.is_none_or(|name| !known.contains(name)) => {}
        InstructionKind::Call(call) => exposed_in_call(call, &mut names),
        kind => kind.for_each_use(&mut |value, role| {
            if role != Use::Debug {
                value.for_each_symbol(&mut |name| names.push(name));
            }
        }),
    });
    names
}
/// Texts for people and sources of copies are not written.
fn exposed_in_call<'a>(call: &Call<'a>, names: &mut Vec<&'a str>) {
    let name = super::interface::called_name(call).unwrap_or("");
    if name.starts_with("__assert") || matches!(name, "printf" | "puts") {
        return;
    }
    let copies = name.starts_with("llvm.mem") || matches!(name, "memcpy" | "memmove");
    let arguments = call.arguments.iter().take(if copies { 1 } else { usize::MAX });
    for argument in arguments {
        argument.operand.value.for_each_symbol(&mut |name| names.push(name));
    }
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
    /// The same for values that may be undefined, when that is checked.
    pub may_be_undefined: FxHashSet<&'a str>,
    /// The block each value is made in.
    pub home: FxHashMap<&'a str, usize>,
    /// Each value's instruction.
    pub made_by: FxHashMap<&'a str, (usize, usize)>,
}

pub(super) fn scan<'a>(function: &Function<'a>, types: &Types<'a>) -> Scan<'a> {
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
    }
    scan.find_checked(function, types);
    scan.find_poison(function, types);
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

    /// Backwards over the blocks: a result must matter if on every way from it something that matters uses it, with no
    /// call in between, from which execution might not come back. Grows from nothing, so that "on every way" means
    /// after finitely many steps.
    fn find_checked(&mut self, function: &Function<'a>, types: &Types<'a>) {
        let positions = positions(function);
        let mut at_start: Vec<FxHashSet<&'a str>> = vec![FxHashSet::default(); function.blocks.len()];
        loop {
            let mut grown = false;
            for (index, block) in function.blocks.iter().enumerate().rev() {
                let at_end = common(&at_start, &successors(block, &positions));
                let matters = self.before_block(block, at_end, types);
                if matters.len() > at_start[index].len() {
                    at_start[index] = matters;
                    grown = true;
                }
            }
            if !grown {
                return;
            }
        }
    }
    /// What must matter before a block, given what must matter behind it.
    fn before_block(
        &mut self,
        block: &Block<'a>,
        mut matters: FxHashSet<&'a str>,
        types: &Types<'a>,
    ) -> FxHashSet<&'a str> {
        for instruction in block.instructions.iter().rev() {
            let kind = &instruction.kind;
            // Before its definition nobody speaks of a value: the sets stay small.
            let own = instruction.result.is_some_and(|name| matters.remove(name));
            if let Some(name) = instruction.result
                && own
                && can_be_poison(kind, types)
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
        matters
    }

    fn find_poison(&mut self, function: &Function<'a>, types: &Types<'a>) {
        // Where promises are checked, poison that comes with the operands is not.
        let unchecked = |result: Option<&str>| result.is_some_and(|name| !self.checked_here.contains(name));
        let sources = function
            .instructions()
            .filter(|i| can_be_poison(&i.kind, types) && unchecked(i.result) || uses(&i.kind, &Value::Poison));
        let sources = sources.filter_map(|i| i.result).collect();
        self.may_be_poison = flow(function, sources);
    }
    /// On request: what may have no value.
    pub fn find_undefined(&mut self, function: &Function<'a>) {
        let sources = function.instructions().filter(|i| uses(&i.kind, &Value::Undef));
        self.may_be_undefined = flow(function, sources.filter_map(|i| i.result).collect());
    }

    /// Whether the value may stay an expression: pure, used once, in its own block.
    pub fn is_used_once_at_home(&self, name: &str) -> bool {
        self.uses.get(name).is_some_and(|uses| uses.count == 1 && !uses.elsewhere)
    }
    pub fn is_unused(&self, name: &str) -> bool {
        !self.uses.contains_key(name)
    }
}

/// The blocks that may follow, none where that is not known here.
fn successors(block: &Block<'_>, positions: &FxHashMap<&str, usize>) -> Vec<usize> {
    let labels = match block.instructions.last().map(|instruction| &instruction.kind) {
        Some(InstructionKind::Branch(label)) => vec![*label],
        Some(InstructionKind::ConditionalBranch { then, otherwise, .. }) => vec![*then, *otherwise],
        Some(InstructionKind::Switch { default, cases, .. }) => {
            cases.iter().map(|(_, label)| *label).chain([*default]).collect()
        }
        _ => Vec::new(),
    };
    labels.iter().filter_map(|label| positions.get(label).copied()).collect()
}

/// All blocks that may follow, those of exceptions and of computed jumps too.
pub(super) fn ways(block: &Block<'_>, positions: &FxHashMap<&str, usize>) -> Vec<usize> {
    let labels = match block.instructions.last().map(|instruction| &instruction.kind) {
        Some(InstructionKind::IndirectBranch { targets, .. }) => targets.clone(),
        Some(InstructionKind::Invoke { normal, unwind, .. }) => vec![*normal, *unwind],
        _ => return successors(block, positions),
    };
    labels.iter().filter_map(|label| positions.get(label).copied()).collect()
}

/// The positions of the blocks by their labels.
pub(super) fn positions<'a>(function: &Function<'a>) -> FxHashMap<&'a str, usize> {
    function.blocks.iter().enumerate().map(|(n, block)| (block.label, n)).collect()
}

/// Blocks that only exceptions lead to, which are not followed.
pub(super) fn only_unwound(function: &Function<'_>) -> FxHashSet<usize> {
    let positions = positions(function);
    let reached = |unwinding: bool| {
        let (mut seen, mut waiting) = (FxHashSet::default(), vec![0]);
        while let Some(index) = waiting.pop() {
            let Some(block) = function.blocks.get(index).filter(|_| seen.insert(index)) else { continue };
            let labels = match block.instructions.last().map(|instruction| &instruction.kind) {
                Some(InstructionKind::Invoke { normal, unwind, .. }) if unwinding => vec![*normal, *unwind],
                Some(InstructionKind::Invoke { normal, .. }) => vec![*normal],
                Some(InstructionKind::IndirectBranch { targets, .. }) => targets.clone(),
                _ => Vec::new(),
            };
            waiting.extend(labels.iter().filter_map(|label| positions.get(label)));
            waiting.extend(successors(block, &positions));
        }
        seen
    };
    let plainly = reached(false);
    reached(true).into_iter().filter(|index| !plainly.contains(index)).collect()
}

fn common<'a>(at_start: &[FxHashSet<&'a str>], blocks: &[usize]) -> FxHashSet<&'a str> {
    let Some((first, rest)) = blocks.split_first() else { return FxHashSet::default() };
    let in_all = |name: &&&'a str| rest.iter().all(|&block| at_start[block].contains(**name));
    at_start[*first].iter().filter(in_all).copied().collect()
}

/// Calls that the language does not promise to come back from.
fn may_not_return(kind: &InstructionKind<'_>) -> bool {
    match kind {
        InstructionKind::Call(call) => match &call.callee {
            Value::Global(name) => !name.starts_with("llvm.") || name.ends_with("trap"),
            _ => true,
        },
        InstructionKind::Invoke { .. } => true,
        _ => false,
    }
}

fn promises(flags: &Flags) -> bool {
    flags.nuw || flags.nsw || flags.exact || flags.disjoint || flags.nneg || flags.samesign || flags.nnan || flags.ninf
}

/// Whether the instruction can make poison of values that are not.
fn can_be_poison(kind: &InstructionKind<'_>, types: &Types<'_>) -> bool {
    match kind {
        InstructionKind::Binary { op, flags, .. } => op.is_shift() || promises(flags),
        InstructionKind::Cast { op, flags, .. } => promises(flags) || matches!(op, CastOp::FpToUi | CastOp::FpToSi),
        InstructionKind::Load { facts: Some(facts), .. } => !facts.noundef,
        InstructionKind::Phi { flags, .. }
        | InstructionKind::Compare { flags, .. }
        | InstructionKind::FloatCompare { flags, .. }
        | InstructionKind::FNeg { flags, .. }
        | InstructionKind::Select { flags, .. } => promises(flags),
        InstructionKind::GetElementPointer { inbounds, flags, .. } => *inbounds || promises(flags),
        InstructionKind::ExtractElement { vector, index } | InstructionKind::InsertElement { vector, index, .. } => {
            let length = match types.kind(vector.ty) {
                TypeKind::Vector(length, ..) => *length,
                _ => 0,
            };
            !constant_index(&index.value).is_some_and(|n| u64::try_from(n).is_ok_and(|n| n < length))
        }
        // `abs`, `ctlz` and `cttz` say with their second argument whether they may; shifts by too much do.
        InstructionKind::Call(call) => {
            let says = call.arguments.get(1).map(|argument| &argument.operand.value);
            let may = |name: &str| {
                promises(&call.flags)
                    || name.starts_with("sshl")
                    || name.starts_with("ushl")
                    || says == Some(&Value::Bool(true))
                        && ["abs", "ctlz", "cttz"].iter().any(|family| name.starts_with(family))
            };
            call.computes().is_some_and(may)
        }
        _ => false,
    }
}

/// Whether poison goes through the instruction.
fn carries(kind: &InstructionKind<'_>) -> bool {
    use InstructionKind::{Call, InsertElement, InsertValue, ShuffleVector};
    match kind {
        Call(call) if call.masked().is_some() => true,
        kind => computes_from(kind) || matches!(kind, InsertElement { .. } | InsertValue { .. } | ShuffleVector { .. }),
    }
}
fn computes_from(kind: &InstructionKind<'_>) -> bool {
    use InstructionKind::*;
    if let Call(call) = kind {
        return call.computes().is_some();
    }
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
            | InsertElement { .. }
            | ShuffleVector { .. }
            | ExtractValue { .. }
            | InsertValue { .. }
    )
}

/// Forwards to a fixed point: what poison flows into from these values.
fn flow<'a>(function: &Function<'a>, mut found: FxHashSet<&'a str>) -> FxHashSet<&'a str> {
    loop {
        let before = found.len();
        for instruction in function.instructions().filter(|instruction| carries(&instruction.kind)) {
            let Some(name) = instruction.result else { continue };
            let mut reaches = false;
            instruction.kind.for_each_use(&mut |value, role| {
                reaches |= role != Use::Matters && matches!(value, Value::Local(name) if found.contains(name));
            });
            if reaches {
                found.insert(name);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Whether a constant operand is `open` (poison or undefined) or has elements that are. Structures are built up from such
/// values, which does not count.
fn uses(kind: &InstructionKind<'_>, open: &Value<'_>) -> bool {
    let is_open = |value: &Value<'_>| has_open_part(value, open);
    match kind {
        InstructionKind::InsertValue { element, .. } => is_open(&element.value),
        InstructionKind::ShuffleVector { left, right, mask } => {
            is_open(&left.value) || is_open(&right.value) || leaves_open(&mask.value)
        }
        _ => {
            let mut found = false;
            if carries(kind) {
                kind.for_each_use(&mut |value, _| found |= is_open(value));
            }
            found
        }
    }
}
fn has_open_part(value: &Value<'_>, open: &Value<'_>) -> bool {
    match value {
        Value::Aggregate(items) => items.iter().any(|item| has_open_part(&item.value, open)),
        Value::Splat(item) => has_open_part(&item.value, open),
        value => value == open,
    }
}
/// Whether the mask of a shuffle takes nothing for some element.
fn leaves_open(mask: &Value<'_>) -> bool {
    let nothing = |value: &Value<'_>| matches!(value, Value::Poison | Value::Undef);
    match mask {
        Value::Aggregate(items) => items.iter().any(|item| nothing(&item.value)),
        mask => nothing(mask),
    }
}

/// Whether an address leads into a stack slot whose address goes nowhere: only loads and stores use it.
pub(super) fn is_private<'a>(function: &Function<'a>, address: &Value<'a>) -> bool {
    let instructions = || function.instructions();
    let mut slot = address;
    for _ in 0..8 {
        let Value::Local(name) = slot else { return false };
        let Some(instruction) = instructions().find(|i| i.result == Some(name)) else { return false };
        match &instruction.kind {
            InstructionKind::Alloca { .. } => return stays_private(function, slot, 0),
            InstructionKind::GetElementPointer { base, .. } => slot = &base.value,
            InstructionKind::Cast { operand, .. } => slot = &operand.value,
            _ => return false,
        }
    }
    false
}
fn stays_private<'a>(function: &Function<'a>, address: &Value<'a>, depth: u32) -> bool {
    let uses = |kind: &InstructionKind<'a>| {
        let mut found = false;
        kind.for_each_use(&mut |value, role| found |= role != Use::Debug && value == address);
        found
    };
    let instructions = function.instructions();
    depth < 8
        && instructions.filter(|i| uses(&i.kind)).all(|instruction| match &instruction.kind {
            InstructionKind::Load { .. } => true,
            InstructionKind::Store { value, .. } | InstructionKind::AtomicReadModifyWrite { value, .. } => {
                value.value != *address
            }
            InstructionKind::CompareExchange { expected, new, .. } => {
                expected.value != *address && new.value != *address
            }
            InstructionKind::GetElementPointer { .. } | InstructionKind::Cast { .. } => {
                instruction.result.is_none_or(|name| stays_private(function, &Value::Local(name), depth + 1))
            }
            InstructionKind::Call(call) => {
                super::interface::called_name(call).is_some_and(|name| name.starts_with("llvm."))
            }
            _ => false,
        })
}

/// Whether a parameter is used other than by being kept in a slot that nobody reads.
pub(super) fn is_really_used<'a>(function: &Function<'a>, name: &'a str) -> bool {
    let instructions = || function.instructions();
    let uses = |wanted: &Value<'a>, kind: &InstructionKind<'a>| {
        let mut found = false;
        kind.for_each_use(&mut |value, role| found |= role != Use::Debug && value == wanted);
        found
    };
    instructions().any(|instruction| match &instruction.kind {
        // Rust's library keeps the arguments for itself.
        InstructionKind::Call(call)
            if super::interface::called_name(call).is_some_and(super::runtime::is_rust_start) =>
        {
            false
        }
        InstructionKind::Store { value, pointer, .. } if value.value == Value::Local(name) => {
            instructions().any(|other| !std::ptr::eq(other, instruction) && uses(&pointer.value, &other.kind))
        }
        kind => uses(&Value::Local(name), kind),
    })
}
