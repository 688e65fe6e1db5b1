//! The arbitrary state of a cut loop: which parts of the state an iteration changes, and those parts made
//! arbitrary.
//!
//! A scalar that changes becomes a fresh symbol. A pointer keeps its object, or becomes one of those it was seen to
//! point to; its offset moves by multiples of the steps that were seen. Records and small arrays change by
//! component. What has no such description is refused: objects that a loop makes and keeps, pointers to them.

use super::cut::LoopCutter;
use cairn_ir::{TypeId, VarId, VariableKind};
use cairn_logic::execute::Activation;
use cairn_logic::machine::{Context, State};
use cairn_logic::persistent::PersistentMap;
use cairn_logic::symbolic::{ArraySym, ByteSym, OFFSET_BITS, Offset, Offsets, PointerSym, Sym};
use cairn_term::TermId;
use num_integer::Integer;
use std::collections::{BTreeMap, BTreeSet};

type Refused = &'static str;

/// The parts of the state that change, by cell and by object.
#[derive(Clone, Default)]
pub(super) struct Changes {
    variables: BTreeMap<u64, Change>,
    contents: BTreeMap<u64, Change>,
    /// Objects that may end.
    lives: BTreeSet<u64>,
}

/// How a value changes.
#[derive(Clone, PartialEq, Eq)]
enum Change {
    /// Any value of its type (none of it a pointer to an object).
    Any,
    /// Components of a record or elements of a small array.
    Parts(BTreeMap<u64, Change>),
    Pointer {
        /// None: it keeps its object.
        objects: Option<BTreeSet<u32>>,
        /// It moves by multiples of this; 0 if it does not move.
        stride: u64,
        /// Counted from the beginning of the object; else from where it points at the entry.
        from_start: bool,
    },
    /// The pointer of a variable whose object ends with each iteration: to nothing.
    Dead,
}

impl Change {
    /// Takes over another change; true if there is more now.
    fn add(&mut self, other: Change) -> bool {
        let merged = match (&*self, other) {
            (Change::Any, _) => return false,
            (Change::Parts(a), Change::Parts(b)) => {
                let mut parts = a.clone();
                let mut grown = false;
                for (key, change) in b {
                    grown |= add(&mut parts, key, change);
                }
                if grown {
                    *self = Change::Parts(parts);
                }
                return grown;
            }
            (
                Change::Pointer { objects: a, stride: s, from_start: x },
                Change::Pointer { objects: b, stride: t, from_start: y },
            ) => {
                let objects = match (a, b) {
                    (Some(a), Some(b)) => Some(a.union(&b).copied().collect()),
                    (a, b) => a.clone().or(b),
                };
                Change::Pointer { objects, stride: s.gcd(&t), from_start: *x || y }
            }
            (_, other) => other,
        };
        let grown = merged != *self;
        *self = merged;
        grown
    }
}

fn add(changes: &mut BTreeMap<u64, Change>, key: u64, change: Change) -> bool {
    match changes.get_mut(&key) {
        Some(known) => known.add(change),
        None => {
            changes.insert(key, change);
            true
        }
    }
}

/// A number of bytes that divides the difference of two offsets; 0 if they are the same.
fn steps_between(old: &Offset, new: &Offset) -> u64 {
    let stride = new.constant.wrapping_sub(old.constant).unsigned_abs();
    if old.parts == new.parts {
        return stride;
    }
    old.parts.iter().chain(&new.parts).fold(stride, |stride, (_, step)| stride.gcd(step))
}

/// A number of bytes that divides an offset, and another number.
fn steps_from_start(offset: &Offset, stride: u64) -> u64 {
    let stride = stride.gcd(&offset.constant.unsigned_abs());
    offset.parts.iter().fold(stride, |stride, (_, step)| stride.gcd(step))
}

impl<'p> LoopCutter<'_, '_, 'p> {
    /// Compares the state at the head with the one an iteration later; true if there are new changes.
    pub(super) fn compare(&mut self, head: &State, back: &State, changes: &mut Changes) -> Result<bool, Refused> {
        let mut grown = false;
        if !head.variables.same(&back.variables) {
            for (key, cell) in head.variables.entries() {
                let Some(new) = back.variables.get(key) else { continue };
                let change = match self.own_object_ended(back, &cell.sym, &new.sym, key) {
                    true => Some(Change::Dead),
                    false => self.change(head, &cell.sym, &new.sym)?,
                };
                if let Some(change) = change {
                    grown |= add(&mut changes.variables, key, change);
                }
            }
        }
        for (number, content) in head.contents.entries() {
            let Some(new) = back.contents.get(number) else { continue };
            if let Some(change) = self.change(head, &content, new)? {
                grown |= add(&mut changes.contents, number, change);
            }
        }
        Ok(self.compare_lives(head, back, changes)? || grown)
    }
    /// Which objects from before may have ended. They must be exposed as before, and those made by the iteration
    /// must have ended.
    fn compare_lives(&mut self, head: &State, back: &State, changes: &mut Changes) -> Result<bool, Refused> {
        let mut grown = false;
        for (number, live) in back.live.entries() {
            match head.live.get(number) {
                Some(before) if *before != live => grown |= changes.lives.insert(number),
                None if live != self.machine.terms.ff() => return Err("a loop that makes objects and keeps them"),
                _ => {}
            }
        }
        for (number, exposed) in back.exposed.entries() {
            if head.live.get(number).is_some() && head.exposed.get(number) != Some(&exposed) {
                return Err("a loop that takes the address of an object as a number");
            }
        }
        Ok(grown)
    }
    /// Whether the cell is that of an addressable variable whose object of this iteration has ended.
    fn own_object_ended(&mut self, back: &State, old: &Sym, new: &Sym, key: u64) -> bool {
        let (Sym::Pointer(old), Sym::Pointer(new)) = (old, new) else { return false };
        if old == new || !self.is_addressable_cell(key) {
            return false;
        }
        let Some(number) = self.machine.terms.as_u64(new.object) else { return false };
        number == 0 || back.live.get(number) == Some(&self.machine.terms.ff())
    }
    fn is_addressable_cell(&self, key: u64) -> bool {
        self.addressable_cells.contains(&key)
    }

    fn change(&mut self, head: &State, old: &Sym, new: &Sym) -> Result<Option<Change>, Refused> {
        Ok(match (old, new) {
            (Sym::Scalar(a), Sym::Scalar(b)) => (a != b).then_some(Change::Any),
            (Sym::Pointer(a), Sym::Pointer(b)) => self.pointer_change(head, a, b)?,
            (Sym::Record(a), Sym::Record(b)) => {
                let mut parts = BTreeMap::new();
                for (i, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                    if let Some(change) = self.change(head, a, b)? {
                        parts.insert(i as u64, change);
                    }
                }
                (!parts.is_empty()).then_some(Change::Parts(parts))
            }
            (Sym::Array(ArraySym::Explicit(a)), Sym::Array(ArraySym::Explicit(b))) => {
                let mut parts = BTreeMap::new();
                if !a.same(b) {
                    for (i, item) in a.entries() {
                        let Some(other) = b.get(i) else { return Err("a loop that changes how memory is represented") };
                        if let Some(change) = self.change(head, &item, other)? {
                            parts.insert(i, change);
                        }
                    }
                }
                (!parts.is_empty()).then_some(Change::Parts(parts))
            }
            (Sym::Array(ArraySym::Theory(a)), Sym::Array(ArraySym::Theory(b))) => {
                let same = a.columns == b.columns && a.known.same(&b.known) && a.unsaved.same(&b.unsaved);
                (!same).then_some(Change::Any)
            }
            (Sym::Union(a), Sym::Union(b)) => {
                let pointers = a.iter().chain(b.iter()).any(ByteSym::may_be_of_pointer);
                let same = a.iter().zip(b.iter()).all(|(a, b)| a.is_number_like(b));
                match (std::rc::Rc::ptr_eq(a, b) || same, pointers) {
                    (true, _) => None,
                    (false, false) => Some(Change::Any),
                    (false, true) => return Err("a loop that changes bytes of pointers"),
                }
            }
            _ => return Err("a loop that changes how memory is represented"),
        })
    }
    fn pointer_change(&mut self, head: &State, old: &PointerSym, new: &PointerSym) -> Result<Option<Change>, Refused> {
        if old == new {
            return Ok(None);
        }
        let objects = if old.object == new.object {
            None
        } else {
            let sets = (self.machine.objects_of(old.object), self.machine.objects_of(new.object));
            let (Some(a), Some(b)) = sets else { return Err("a loop that changes a pointer to any object") };
            let set: BTreeSet<u32> = a.iter().chain(b.iter()).copied().collect();
            let known = |n: &u32| *n == 0 || head.live.get((*n).into()).is_some() || self.is_procedure(*n);
            if !set.iter().all(known) {
                return Err("a loop that keeps pointers to objects of one iteration");
            }
            Some(set)
        };
        let (stride, from_start) = match (&old.offset, &new.offset) {
            (Offsets::Same(a), Offsets::Same(b)) if objects.is_none() => (steps_between(a, b), false),
            (a, b) => {
                let mut stride = 0;
                for offsets in [a, b] {
                    offsets.all(|offset| {
                        stride = steps_from_start(offset, stride);
                        true
                    });
                }
                (stride, true)
            }
        };
        Ok(Some(Change::Pointer { objects, stride, from_start }))
    }
    fn is_procedure(&self, number: u32) -> bool {
        self.machine.objects.get(number as usize).is_some_and(|o| o.procedure)
    }

    // ---- making it arbitrary ----

    /// The state with everything that changes made arbitrary.
    pub(super) fn generalise(&mut self, base: &State, changes: &Changes, context: Context) -> State {
        let mut state = base.clone();
        for (key, change) in &changes.variables {
            let Some(cell) = base.variables.get(*key).cloned() else { continue };
            let mut cell = cell;
            cell.sym = self.arbitrary(&mut state, &cell.sym, cell.ty, change, &format!("any!{}!{key}", context.0));
            state.variables.insert(*key, cell);
        }
        for (number, change) in &changes.contents {
            let Some(content) = base.contents.get(*number).cloned() else { continue };
            let ty = self.machine.objects[*number as usize].ty;
            let name = format!("any!{}!object!{number}", context.0);
            let content = self.arbitrary(&mut state, &content, ty, change, &name);
            state.contents.insert(*number, content);
        }
        for number in &changes.lives {
            let sort = self.machine.terms.bool_sort();
            let live = self.machine.terms.symbol(&format!("any!{}!live!{number}", context.0), sort);
            state.live.insert(*number, live);
        }
        state
    }
    fn arbitrary(&mut self, state: &mut State, old: &Sym, ty: TypeId, change: &Change, name: &str) -> Sym {
        match (change, old) {
            (Change::Dead, _) => Sym::Pointer(self.machine.null()),
            (Change::Pointer { objects, stride, from_start }, Sym::Pointer(pointer)) => {
                let object = match objects {
                    None => pointer.object,
                    Some(set) => self.one_of(set, name),
                };
                let start = match &pointer.offset {
                    Offsets::Same(offset) if !from_start => offset.clone(),
                    _ => Offset::default(),
                };
                Sym::Pointer(self.moved_pointer(state, object, start, *stride, name))
            }
            (Change::Parts(parts), Sym::Record(items)) => {
                let fields = self.machine.field_types(ty);
                let mut items = items.to_vec();
                for (i, change) in parts {
                    let i = *i as usize;
                    items[i] = self.arbitrary(state, &items[i], fields[i], change, &format!("{name}.{i}"));
                }
                Sym::Record(std::rc::Rc::new(items))
            }
            (Change::Parts(parts), Sym::Array(ArraySym::Explicit(items))) => {
                let (_, element, _) = self.machine.shapes().array_parts(ty);
                let mut new: PersistentMap<Sym> = items.clone();
                for (i, change) in parts {
                    let Some(item) = items.get(*i) else { continue };
                    let item = self.arbitrary(state, item, element, change, &format!("{name}[{i}]"));
                    new.insert(*i, item);
                }
                Sym::Array(ArraySym::Explicit(new))
            }
            _ => self.machine.fresh(name, ty),
        }
    }
    /// A pointer that has moved by any number of steps.
    fn moved_pointer(
        &mut self,
        state: &mut State,
        object: TermId,
        mut offset: Offset,
        stride: u64,
        name: &str,
    ) -> PointerSym {
        if stride > 0 {
            let sort = self.machine.terms.bv_sort(OFFSET_BITS);
            let steps = self.machine.terms.symbol(&format!("{name}+"), sort);
            // Pointers to objects stay within the range of offsets.
            let start = self.machine.offset_term(&offset);
            let near = self.machine.near(start, steps, stride);
            let nothing = self.machine.object_term(0);
            let none = self.machine.terms.eq(object, nothing);
            let within = self.machine.terms.or(none, near);
            self.assume(state, within);
            offset.parts.push((steps, stride));
        }
        PointerSym { object, offset: Offsets::Same(offset) }
    }
    /// Any of some objects.
    fn one_of(&mut self, set: &BTreeSet<u32>, name: &str) -> TermId {
        let mut numbers = set.iter();
        let first = numbers.next().copied().unwrap_or(0);
        let mut object = self.machine.object_term(first);
        for number in numbers {
            let sort = self.machine.terms.bool_sort();
            let here = self.machine.terms.symbol(&format!("{name}={number}"), sort);
            let this = self.machine.object_term(*number);
            object = self.machine.terms.ite(here, this, object);
        }
        object
    }

    /// The variables of the loop's procedure and the globals that changes are about.
    pub(super) fn changed_variables(
        &mut self,
        activation: &Activation<'p>,
        general: &State,
        changes: &Changes,
    ) -> BTreeSet<VarId> {
        let program = self.machine.program;
        let body = activation.body;
        let own = body.parameters.iter().chain(&body.results).chain(&body.locals).copied();
        let globals = program.globals().map(|(var, _)| var);
        let mut changed = BTreeSet::new();
        for var in own.chain(globals) {
            let variable = &program.variables[var];
            debug_assert_ne!(variable.kind, VariableKind::Bound);
            let cell = self.machine.cell(activation.frame, var);
            let here = if variable.addressable {
                let pointer = general.variables.get(cell).map(|c| c.sym.pointer().object);
                let object = pointer.and_then(|object| self.machine.terms.as_u64(object));
                object.is_some_and(|number| changes.contents.contains_key(&number))
            } else {
                changes.variables.contains_key(&cell)
            };
            if here {
                changed.insert(var);
            }
        }
        changed
    }
}
