//! Abstract states: what is known when a place of the program is reached.

use super::float::FloatSet;
use super::integer::IntSet;
use super::model::Activation;
use super::pointer::Cell;
use super::relations::Relations;
use super::thresholds::Thresholds;
use super::value::{Abs, Truth};
use cairn_ir::ExprId;
use cairn_logic::persistent::PersistentMap;
use std::rc::Rc;

/// What is known of a memory object besides its contents.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Object {
    pub live: Truth,
    /// The cell stands for several objects, of which each can be live or not.
    pub many: bool,
    /// In bytes.
    pub size: IntSet,
}

/// A variable that was assigned an expression none of whose variables has changed since.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    pub cell: Cell,
    pub activation: Activation,
    pub value: ExprId,
    pub reads: Rc<[Cell]>,
}

/// Read by definitions that look at memory.
pub const MEMORY: Cell = u64::MAX;
/// Older definitions are forgotten.
const MAX_DEFINITIONS: usize = 48;

#[derive(Clone, Default)]
pub struct State {
    /// The value of each variable and the contents of each object. What a load of a dead object gives is zero,
    /// and that is what its contents are then.
    pub cells: PersistentMap<Abs>,
    pub objects: PersistentMap<Object>,
    definitions: Rc<Vec<Definition>>,
    relations: Rc<Relations>,
}

fn join_objects(a: &Object, b: &Object) -> Object {
    Object { live: a.live.join(b.live), many: a.many || b.many, size: a.size.join(&b.size) }
}

impl State {
    pub fn get(&self, cell: Cell) -> Abs {
        self.cells.get(cell).cloned().unwrap_or(Abs::Unknown)
    }
    /// A new value; whoever knows the old one forgets it.
    pub fn set(&mut self, cell: Cell, value: Abs) {
        self.cells.insert(cell, value);
        self.forget_definitions(cell);
        if let Some(rest) = self.relations.forgetting(cell) {
            self.relations = Rc::new(rest);
        }
    }
    pub fn relations(&self) -> &Relations {
        &self.relations
    }
    pub fn stop_tracking(&mut self, cells: &[Cell]) {
        for cell in cells {
            if let Some(rest) = self.relations.without(*cell) {
                self.relations = Rc::new(rest);
            }
        }
    }
    pub fn set_relations(&mut self, relations: Relations) {
        self.relations = Rc::new(relations);
    }
    /// More knowledge of the same value.
    pub fn refine(&mut self, cell: Cell, value: Abs) {
        self.cells.insert(cell, value);
    }
    fn forget_definitions(&mut self, cell: Cell) {
        let uses = |d: &Definition| d.cell == cell || d.reads.contains(&cell);
        if self.definitions.iter().any(uses) {
            Rc::make_mut(&mut self.definitions).retain(|d| !uses(d));
        }
    }
    pub fn memory_changed(&mut self) {
        self.forget_definitions(MEMORY);
    }
    pub fn define(&mut self, definition: Definition) {
        let definitions = Rc::make_mut(&mut self.definitions);
        if definitions.len() >= MAX_DEFINITIONS {
            definitions.remove(0);
        }
        definitions.push(definition);
    }
    pub fn definition(&self, cell: Cell) -> Option<&Definition> {
        self.definitions.iter().find(|d| d.cell == cell)
    }
    pub fn remove(&mut self, cell: Cell) {
        self.cells.remove(cell);
        self.objects.remove(cell);
        self.forget_definitions(cell);
        self.stop_tracking(&[cell]);
    }

    pub fn join(&self, other: &State) -> State {
        self.merged(other, &Abs::join, false)
    }
    pub fn widen(&self, other: &State, at: &Thresholds) -> State {
        self.merged(other, &|a, b| a.widen(b, at), true)
    }
    fn merged(&self, other: &State, combine: &dyn Fn(&Abs, &Abs) -> Abs, widen: bool) -> State {
        // An object that only one side has is unknown to the other: no pointer there leads to it.
        let cells = self.cells.merge(&other.cells, &mut |_, a, b| match (a, b) {
            (Some(a), Some(b)) => Some(combine(a, b)),
            (a, b) => a.or(b).cloned(),
        });
        let objects = self.objects.merge(&other.objects, &mut |_, a, b| match (a, b) {
            (Some(a), Some(b)) => Some(join_objects(a, b)),
            (a, b) => a.or(b).copied(),
        });
        let definitions = if Rc::ptr_eq(&self.definitions, &other.definitions) {
            Rc::clone(&self.definitions)
        } else {
            Rc::new(self.definitions.iter().filter(|d| other.definitions.contains(d)).cloned().collect())
        };
        let relations = if Rc::ptr_eq(&self.relations, &other.relations) {
            Rc::clone(&self.relations)
        } else {
            Rc::new(self.relations.merge(self, &other.relations, other, widen))
        };
        State { cells, objects, definitions, relations }
    }
    /// Whether everything known in `other` is known here. (Definitions are not compared: their number only falls
    /// along a loop, and the loop ends when the rest does not change and they do not either.)
    pub fn is_within(&self, other: &State) -> bool {
        let mut within = other.definitions.iter().all(|d| self.definitions.contains(d));
        if !Rc::ptr_eq(&self.relations, &other.relations) {
            within &= self.relations.is_within(self, &other.relations);
        }
        self.cells.merge(&other.cells, &mut |_, a, b| {
            match (a, b) {
                (Some(a), Some(b)) => within &= a.is_within(b),
                (Some(_), None) => within = false,
                _ => {}
            }
            None
        });
        self.objects.merge(&other.objects, &mut |_, a, b| {
            match (a, b) {
                (Some(a), Some(b)) => within &= join_objects(a, b) == *b,
                (Some(_), None) => within = false,
                _ => {}
            }
            None
        });
        within
    }
    /// Everything that changed between the two, unknown.
    pub fn give_up(&self, other: &State) -> State {
        let mut state = self.merged(other, &|a, b| if a == b { a.clone() } else { unknown_like(a) }, true);
        state.relations = Rc::new(state.relations.unknown());
        state
    }
    /// Turns pointers to some cells into pointers to what is gone.
    pub fn forget_pointers(&mut self, gone: &dyn Fn(Cell) -> bool) {
        for (cell, value) in self.cells.entries() {
            if let Some(new) = value.forgetting(gone) {
                self.cells.insert(cell, new);
            }
        }
    }
}

/// The value of the same shape of which nothing is known.
fn unknown_like(value: &Abs) -> Abs {
    match value {
        Abs::Bool(_) => Abs::Bool(Truth::Either),
        Abs::Int(set) => Abs::Int(IntSet::any(set.width())),
        Abs::Float(set) => Abs::Float(FloatSet::any(set.format)),
        Abs::Math(_) => Abs::Math(super::math::MathSet::ANY),
        Abs::Pointer(_) => Abs::Pointer(super::pointer::PointerSet::any()),
        Abs::Record(items) => Abs::Record(Rc::new(items.iter().map(unknown_like).collect())),
        Abs::Elements(items) => Abs::Elements(Rc::new(items.iter().map(unknown_like).collect())),
        Abs::Summary(item) => Abs::Summary(Rc::new(unknown_like(item))),
        Abs::Unknown => Abs::Unknown,
    }
}
