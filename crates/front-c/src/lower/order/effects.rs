//! What evaluating an expression reads and writes, called functions included: enough to tell whether the order of two
//! evaluations can be seen.
//!
//! A location is a variable, what a parameter points to (for the summary of a function, until its caller says what that
//! is), or memory: everything else that pointers reach. Variables whose address is never used are reached by their name
//! alone. Functions without body that nothing is known of may read and write whatever other files can.

use super::super::known::{self, Known};
use super::super::visit;
use crate::sema::tree::{
    Builtin, Callee, Expr, ExprKind, Function, FunctionId, Linkage, Lvalue, LvalueKind, Program, Storage, VariableId,
};
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where an access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// Nothing that changes.
    Nowhere,
    Variable(VariableId),
    /// What a parameter points to, by number.
    Parameter(usize),
    Memory,
}

/// A set of locations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Locations {
    variables: FxHashSet<VariableId>,
    parameters: FxHashSet<usize>,
    memory: bool,
    /// Whatever a function of another file may reach.
    foreign: bool,
}

impl Locations {
    pub fn add(&mut self, location: Location) {
        match location {
            Location::Nowhere => {}
            Location::Variable(id) => {
                self.variables.insert(id);
            }
            Location::Parameter(number) => {
                self.parameters.insert(number);
            }
            Location::Memory => self.memory = true,
        }
    }
    fn join(&mut self, other: &Locations) {
        self.variables.extend(&other.variables);
        self.parameters.extend(&other.parameters);
        self.memory |= other.memory;
        self.foreign |= other.foreign;
    }
    fn overlaps(&self, other: &Locations, c: &Program) -> bool {
        let shared = self.variables.iter().any(|id| other.variables.contains(id));
        let parameters = !self.parameters.is_empty() && !other.parameters.is_empty();
        shared || parameters || self.reaches(other, c) || other.reaches(self, c)
    }
    /// Whether memory in the one set may be what the other names.
    fn reaches(&self, other: &Locations, c: &Program) -> bool {
        let taken = |id: &VariableId| c.variables[*id].address_taken;
        let seen = |id: &VariableId| taken(id) || c.variables[*id].linkage == Linkage::External;
        let elsewhere = other.memory || !other.parameters.is_empty();
        let pointers = self.memory || !self.parameters.is_empty();
        (pointers && (elsewhere || other.variables.iter().any(taken)))
            || (self.foreign && (elsewhere || other.variables.iter().any(seen)))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    pub reads: Locations,
    pub writes: Locations,
    /// The execution may end here without a failed check.
    pub ends: bool,
    /// Something may be checked on the way.
    pub checks: bool,
}

impl Effects {
    pub fn join(&mut self, other: &Effects) {
        self.reads.join(&other.reads);
        self.writes.join(&other.writes);
        self.ends |= other.ends;
        self.checks |= other.checks;
    }
    /// Whether it can be seen which of two evaluations comes first.
    pub fn conflict(&self, other: &Effects, c: &Program) -> bool {
        self.writes.overlaps(&other.reads, c)
            || self.writes.overlaps(&other.writes, c)
            || self.reads.overlaps(&other.writes, c)
            || (self.ends && (other.checks || other.ends))
            || (other.ends && self.checks)
    }
    fn of_memory(reads: bool, writes: bool) -> Effects {
        let mut effects = Effects { checks: true, ..Effects::default() };
        (effects.reads.memory, effects.writes.memory) = (reads, writes);
        effects
    }
    fn foreign(writes: bool) -> Effects {
        let mut effects = Effects::default();
        (effects.reads.foreign, effects.writes.foreign) = (true, writes);
        effects
    }
}

/// A call inside a function: whom, and where its arguments point.
#[derive(Clone, Debug)]
struct Call {
    callee: FunctionId,
    arguments: Vec<Location>,
}

#[derive(Clone, Debug, Default)]
struct Summary {
    effects: Effects,
    calls: Vec<Call>,
    calls_pointer: bool,
}

/// What each function does, with everything it calls.
#[derive(Debug, Default)]
pub struct Summaries {
    functions: FxHashMap<FunctionId, Summary>,
    /// What a call through a pointer may do.
    indirect: Effects,
}

impl Summaries {
    pub fn new(c: &Program) -> Self {
        let mut found = Self::default();
        for (id, function) in c.functions.iter() {
            found.functions.insert(id, own_summary(c, function));
        }
        let pointed_to = visit::functions_with_address(c);
        let ids: Vec<FunctionId> = c.functions.ids().collect();
        loop {
            let mut changed = false;
            for id in &ids {
                changed |= found.update(c, *id);
            }
            let mut indirect = found.indirect.clone();
            for id in &pointed_to {
                indirect.join(&found.applied(*id, &[]));
            }
            changed |= indirect != found.indirect;
            found.indirect = indirect;
            if !changed {
                return found;
            }
        }
    }
    /// Takes what the called functions do into a function's summary; says whether that is news.
    fn update(&mut self, c: &Program, id: FunctionId) -> bool {
        let Some(summary) = self.functions.get(&id) else { return false };
        let mut effects = summary.effects.clone();
        for call in &summary.calls {
            effects.join(&self.applied(call.callee, &call.arguments));
        }
        if summary.calls_pointer {
            effects.join(&self.indirect);
        }
        for set in [&mut effects.reads, &mut effects.writes] {
            set.variables.retain(|v| is_static(c, *v));
        }
        let changed = effects != summary.effects;
        if let Some(summary) = self.functions.get_mut(&id) {
            summary.effects = effects;
        }
        changed
    }
    /// What a call does, its parameters pointing to these places.
    fn applied(&self, id: FunctionId, arguments: &[Location]) -> Effects {
        let Some(summary) = self.functions.get(&id) else { return Effects::of_memory(true, true) };
        let mut effects = summary.effects.clone();
        for set in [&mut effects.reads, &mut effects.writes] {
            for number in std::mem::take(&mut set.parameters) {
                set.add(arguments.get(number).copied().unwrap_or(Location::Memory));
            }
        }
        effects
    }
    /// Whether a call leaves something behind: a write outside its own variables, or the end of the execution.
    pub fn can_be_seen(&self, id: FunctionId) -> bool {
        self.functions.get(&id).is_none_or(|summary| {
            let writes = &summary.effects.writes;
            let anywhere = writes.memory || writes.foreign || !writes.parameters.is_empty();
            summary.effects.ends || anywhere || !writes.variables.is_empty()
        })
    }
    /// The static variables that a function writes by name, itself or by what it calls.
    pub fn variables_written(&self, id: FunctionId) -> impl Iterator<Item = VariableId> {
        self.functions.get(&id).into_iter().flat_map(|summary| summary.effects.writes.variables.iter().copied())
    }
    /// What a call in an expression does, its arguments being evaluated already.
    pub fn of_call(&self, c: &Program, callee: &Callee, arguments: &[Expr], stable: &[VariableId]) -> Effects {
        match callee {
            Callee::Direct(id) => {
                let arguments: Vec<Location> = arguments.iter().map(|a| pointee(c, a, stable)).collect();
                self.applied(*id, &arguments)
            }
            Callee::Pointer(pointer) => match pointer.kind {
                ExprKind::FunctionAddress(id) => self.of_call(c, &Callee::Direct(id), arguments, stable),
                _ => self.indirect.clone(),
            },
        }
    }
}

fn is_static(c: &Program, id: VariableId) -> bool {
    matches!(c.variables[id].storage, Storage::Static | Storage::ThreadLocal)
}

/// What a function does itself, and whom it calls.
fn own_summary(c: &Program, function: &Function) -> Summary {
    let mut summary = Summary::default();
    let Some(body) = &function.body else {
        summary.effects = without_body(function);
        return summary;
    };
    summary.effects.checks = true;
    let stable = stable_parameters(c, function);
    visit::walk_body(body, &mut |e: &Expr| {
        if let ExprKind::Call { callee, arguments } = &e.kind {
            let places = arguments.iter().map(|a| pointee(c, a, &stable)).collect();
            match direct(callee) {
                Some(callee) => summary.calls.push(Call { callee, arguments: places }),
                None => summary.calls_pointer = true,
            }
        } else {
            add_own(c, e, &stable, &mut summary.effects);
        }
    });
    for set in [&mut summary.effects.reads, &mut summary.effects.writes] {
        set.variables.retain(|v| is_static(c, *v));
    }
    summary
}

fn direct(callee: &Callee) -> Option<FunctionId> {
    match callee {
        Callee::Direct(id) => Some(*id),
        Callee::Pointer(pointer) => match pointer.kind {
            ExprKind::FunctionAddress(id) => Some(id),
            _ => None,
        },
    }
}

/// A function that no file defines.
fn without_body(function: &Function) -> Effects {
    let mut effects = Effects::default();
    let (first, second) = (Location::Parameter(0), Location::Parameter(1));
    match known::known_by_name(&function.name) {
        // Of the library: it only says which results there are.
        Some(Known::Assume) if &*function.name == "__cairn_assume" => {}
        Some(Known::Error) => effects.checks = true,
        Some(Known::Assert | Known::AssertFails | Known::CheckFails) => effects.checks = true,
        Some(Known::Assume | Known::AssumeFails | Known::Stop) => effects.ends = true,
        Some(Known::Exit) => {
            effects = Effects::of_memory(true, true);
            effects.ends = true;
        }
        Some(Known::Nondet | Known::Malloc | Known::Calloc | Known::Alloca | Known::Object | Known::Nothing) => {}
        Some(Known::ObjectSize | Known::Question(_) | Known::Refused(_) | Known::ComparisonsAreSeen) => {}
        Some(Known::Choice | Known::Region) => {}
        Some(Known::Require(_) | Known::CheckReadable | Known::CheckWritable | Known::CheckFree | Known::Interval) => {
            effects.checks = true
        }
        Some(Known::Free) => {
            effects.writes.add(first);
            effects.checks = true;
        }
        Some(Known::NondetMemory | Known::HavocBytes | Known::HavocObject | Known::Operation(Builtin::MemorySet)) => {
            effects.writes.add(first);
            effects.checks = true;
        }
        Some(Known::Operation(Builtin::MemoryCopy | Builtin::MemoryMove)) => {
            effects.writes.add(first);
            effects.reads.add(second);
            effects.checks = true;
        }
        Some(Known::Operation(_)) => {}
        Some(_) => effects = Effects::of_memory(true, true),
        None if function.attributes.constant => {}
        None => effects = Effects::foreign(!function.attributes.pure),
    }
    // Nothing behind such a call is executed.
    effects.ends |= function.attributes.noreturn;
    effects
}

/// Parameters that keep the value they are called with.
pub fn stable_parameters(c: &Program, function: &Function) -> Vec<VariableId> {
    let Some(body) = &function.body else { return Vec::new() };
    let mut changed: FxHashSet<VariableId> = FxHashSet::default();
    visit::walk_body(body, &mut |e: &Expr| {
        let target = match &e.kind {
            ExprKind::Assign(target, _) => target,
            ExprKind::CompoundAssign(assign) => &assign.target,
            ExprKind::Step(step) => &step.target,
            _ => return,
        };
        if let LvalueKind::Variable(id) = target.kind {
            changed.insert(id);
        }
    });
    // The position is the number of the parameter: others are kept as places that match no variable.
    let parameters = function.parameters.iter().copied();
    parameters.take_while(|id| !changed.contains(id) && !c.variables[*id].address_taken).collect()
}

/// What the node of an expression does itself, without its operands.
pub fn add_own(c: &Program, e: &Expr, stable: &[VariableId], effects: &mut Effects) {
    let through_pointer = |l: &Lvalue| !matches!(root(c, l, &[]), Location::Variable(_) | Location::Nowhere);
    match &e.kind {
        ExprKind::Load(l) => {
            effects.reads.add(root(c, l, stable));
            effects.checks |= through_pointer(l);
        }
        ExprKind::Assign(l, _) => {
            effects.writes.add(root(c, l, stable));
            effects.checks |= through_pointer(l);
        }
        ExprKind::CompoundAssign(assign) => {
            effects.reads.add(root(c, &assign.target, stable));
            effects.writes.add(root(c, &assign.target, stable));
        }
        ExprKind::Step(step) => {
            effects.reads.add(root(c, &step.target, stable));
            effects.writes.add(root(c, &step.target, stable));
        }
        ExprKind::VaStart(l) | ExprKind::VaEnd(l) | ExprKind::VaArg(l) | ExprKind::VaCopy(l, _) => {
            effects.reads.add(root(c, l, stable));
            effects.writes.add(root(c, l, stable));
        }
        ExprKind::Builtin(builtin, arguments) => add_builtin(c, *builtin, arguments, stable, effects),
        _ => {}
    }
}

fn add_builtin(c: &Program, builtin: Builtin, arguments: &[Expr], stable: &[VariableId], effects: &mut Effects) {
    let at = |n: usize| arguments.get(n).map_or(Location::Memory, |a| pointee(c, a, stable));
    match builtin {
        Builtin::MemoryCopy | Builtin::MemoryMove => {
            effects.writes.add(at(0));
            effects.reads.add(at(1));
        }
        Builtin::MemorySet => effects.writes.add(at(0)),
        Builtin::Overflow(_) => effects.writes.add(at(2)),
        Builtin::Trap => effects.ends = true,
        Builtin::AtomicFetch(..)
        | Builtin::AtomicExchange
        | Builtin::AtomicCompareSwap
        | Builtin::AtomicCompareSwapBool
        | Builtin::AtomicCompareExchange => {
            effects.reads.memory = true;
            effects.writes.memory = true;
        }
        _ => {}
    }
}

/// The object an lvalue is part of.
pub fn root(c: &Program, l: &Lvalue, stable: &[VariableId]) -> Location {
    match &l.kind {
        LvalueKind::Variable(id) | LvalueKind::CompoundLiteral(id, _) => Location::Variable(*id),
        LvalueKind::Index(whole, _) | LvalueKind::Member(whole, _) => root(c, whole, stable),
        LvalueKind::Deref(pointer) => match pointee(c, pointer, stable) {
            Location::Nowhere => Location::Memory,
            location => location,
        },
        LvalueKind::String(_) | LvalueKind::Temporary(..) | LvalueKind::Unsupported(_) => Location::Nowhere,
    }
}

/// The object a pointer points into; what is no pointer points nowhere.
fn pointee(c: &Program, e: &Expr, stable: &[VariableId]) -> Location {
    if !matches!(c.types.kind(e.ty), TypeKind::Pointer(_)) {
        return Location::Nowhere;
    }
    match &e.kind {
        ExprKind::Cast(_, inner) if matches!(c.types.kind(inner.ty), TypeKind::Pointer(_)) => pointee(c, inner, stable),
        ExprKind::PointerAdd { pointer, .. } => pointee(c, pointer, stable),
        ExprKind::AddressOf(l) | ExprKind::Decay(l) => root(c, l, stable),
        ExprKind::FunctionAddress(_) => Location::Nowhere,
        ExprKind::Load(l) => match l.kind {
            LvalueKind::Variable(id) => {
                stable.iter().position(|p| *p == id).map_or(Location::Memory, Location::Parameter)
            }
            _ => Location::Memory,
        },
        _ => Location::Memory,
    }
}
