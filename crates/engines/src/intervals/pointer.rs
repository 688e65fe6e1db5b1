//! Sets of pointers: which objects, at which offsets.
//!
//! Objects are cells of the abstract state. A pointer set that would name too many is "any pointer".

use super::arithmetic;
use super::integer::IntSet;
use cairn_ir::Pointer;
use std::rc::Rc;

/// A place in the abstract state: a variable of an activation, or an allocation.
pub type Cell = u64;

/// Stands for every object whose life is over and that has no cell any more.
pub const GONE: Cell = 0;

/// More objects than this are not told apart.
const MAX_TARGETS: usize = 12;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointerSet {
    /// Sorted by cell.
    targets: Rc<Vec<(Cell, IntSet)>>,
    /// Offsets of pointers to no object: null is 0.
    nowhere: Option<IntSet>,
    /// Anything at all.
    any: bool,
}

fn near(offset: &IntSet) -> bool {
    let limit = i128::from(Pointer::MAX_OFFSET);
    offset.signed().0 >= -limit && offset.signed().1 <= limit
}

impl PointerSet {
    pub fn any() -> Self {
        Self { targets: Rc::default(), nowhere: Some(IntSet::any(64)), any: true }
    }
    /// Any pointer without an object: what inputs are.
    pub fn any_nowhere() -> Self {
        Self { targets: Rc::default(), nowhere: Some(IntSet::any(64)), any: false }
    }
    pub fn nowhere(offset: i64) -> Self {
        Self { targets: Rc::default(), nowhere: Some(IntSet::constant(64, offset.into())), any: false }
    }
    pub fn to(cell: Cell, offset: IntSet) -> Self {
        Self { targets: Rc::new(vec![(cell, offset)]), nowhere: None, any: false }
    }
    pub fn is_any(&self) -> bool {
        self.any
    }
    pub fn targets(&self) -> &[(Cell, IntSet)] {
        &self.targets
    }
    pub fn without_object(&self) -> Option<&IntSet> {
        self.nowhere.as_ref()
    }
    fn from_parts(targets: Vec<(Cell, IntSet)>, nowhere: Option<IntSet>) -> Option<Self> {
        if targets.len() > MAX_TARGETS {
            return Some(Self::any());
        }
        (!targets.is_empty() || nowhere.is_some()).then(|| Self { targets: Rc::new(targets), nowhere, any: false })
    }
    fn offset_in(&self, cell: Cell) -> Option<&IntSet> {
        self.targets.binary_search_by_key(&cell, |(c, _)| *c).ok().map(|i| &self.targets[i].1)
    }
    fn combined(&self, other: &Self, combine: impl Fn(&IntSet, &IntSet) -> IntSet) -> Self {
        if self.any || other.any {
            return Self::any();
        }
        let mut targets: Vec<(Cell, IntSet)> = Vec::new();
        for (cell, offset) in self.targets.iter() {
            let offset = other.offset_in(*cell).map_or(*offset, |more| combine(offset, more));
            targets.push((*cell, offset));
        }
        targets.extend(other.targets.iter().filter(|(cell, _)| self.offset_in(*cell).is_none()));
        targets.sort_unstable_by_key(|(cell, _)| *cell);
        let nowhere = match (&self.nowhere, &other.nowhere) {
            (Some(a), Some(b)) => Some(combine(a, b)),
            (a, b) => a.or(*b),
        };
        Self::from_parts(targets, nowhere).unwrap_or_else(Self::any)
    }
    pub fn join(&self, other: &Self) -> Self {
        self.combined(other, IntSet::join)
    }
    pub fn widen(&self, other: &Self, widen: &dyn Fn(&IntSet, &IntSet) -> IntSet) -> Self {
        self.combined(other, widen)
    }
    pub fn meet(&self, other: &Self) -> Option<Self> {
        if self.any {
            return Some(other.clone());
        }
        if other.any {
            return Some(self.clone());
        }
        let both = |(cell, offset): &(Cell, IntSet)| Some((*cell, offset.meet(other.offset_in(*cell)?)?));
        let nowhere = self.nowhere.zip(other.nowhere).and_then(|(a, b)| a.meet(&b));
        Self::from_parts(self.targets.iter().filter_map(both).collect(), nowhere)
    }
    pub fn is_within(&self, other: &Self) -> bool {
        if other.any || self.any {
            return other.any;
        }
        let inside = |a: &IntSet, b: Option<&IntSet>| b.is_some_and(|b| a.is_within(b));
        self.nowhere.as_ref().is_none_or(|a| inside(a, other.nowhere.as_ref()))
            && self.targets.iter().all(|(cell, offset)| inside(offset, other.offset_in(*cell)))
    }
    /// `self + distance` in bytes. Farther than the limit, the object is lost.
    pub fn add(&self, distance: &IntSet) -> Self {
        if self.any {
            return Self::any();
        }
        let mut nowhere = self.nowhere.map(|offset| arithmetic::add(&offset, distance));
        let mut targets = Vec::new();
        for (cell, offset) in self.targets.iter() {
            let (x, y) = (offset.signed(), distance.signed());
            let sum = arithmetic::add(offset, distance);
            let exact = x.0 + y.0 >= i128::from(i64::MIN) && x.1 + y.1 <= i128::from(i64::MAX);
            if !(exact && near(&sum)) {
                nowhere = Some(IntSet::any(64));
            }
            if exact {
                targets.push((*cell, sum));
            } else {
                targets.push((*cell, IntSet::any(64)));
            }
        }
        Self::from_parts(targets, nowhere).unwrap_or_else(Self::any)
    }
    /// All offsets together.
    pub fn offsets(&self) -> IntSet {
        let all = self.targets.iter().map(|(_, offset)| *offset).chain(self.nowhere);
        if self.any { IntSet::any(64) } else { all.reduce(|a, b| a.join(&b)).unwrap_or(IntSet::any(64)) }
    }
    /// The set with objects whose cells are to be forgotten replaced by [`GONE`]; none if nothing changes.
    pub fn forgetting(&self, gone: &dyn Fn(Cell) -> bool) -> Option<Self> {
        if !self.targets.iter().any(|(cell, _)| gone(*cell)) {
            return None;
        }
        let mut targets: Vec<(Cell, IntSet)> = self.targets.iter().filter(|(cell, _)| !gone(*cell)).copied().collect();
        let lost = self.targets.iter().filter(|(cell, _)| gone(*cell)).map(|(_, offset)| *offset);
        let lost = lost.chain(self.offset_in(GONE).copied()).reduce(|a, b| a.join(&b));
        targets.retain(|(cell, _)| *cell != GONE);
        if let Some(offset) = lost {
            targets.insert(0, (GONE, offset));
        }
        Self::from_parts(targets, self.nowhere)
    }
    /// What is left if it is not the one pointer to nothing that `other` is: null, in most conditions.
    pub fn without(&self, other: &Self) -> Option<Self> {
        let nothing = other.targets.is_empty() && !other.any;
        match (self.nowhere.and_then(|n| n.single()), other.nowhere.and_then(|n| n.single())) {
            (Some(a), Some(b)) if nothing && a == b && !self.any => Self::from_parts(self.targets.to_vec(), None),
            _ => Some(self.clone()),
        }
    }
    /// Whether two pointers are the same: object and offset.
    pub fn equal(a: &Self, b: &Self) -> Option<bool> {
        let single = |set: &Self| !set.any && set.targets.is_empty();
        if single(a)
            && single(b)
            && let (Some(x), Some(y)) = (a.nowhere, b.nowhere)
        {
            return arithmetic::equal(&x, &y);
        }
        if a.any || b.any {
            return None;
        }
        a.meet(b).is_none().then_some(false)
    }
    pub fn same_object(a: &Self, b: &Self) -> Option<bool> {
        if a.any || b.any {
            return None;
        }
        let shared = a.targets.iter().any(|(cell, _)| b.offset_in(*cell).is_some());
        let nothing = |set: &Self| set.targets.is_empty();
        if nothing(a) && nothing(b) {
            return Some(true);
        }
        let nowhere = a.nowhere.is_some() && b.nowhere.is_some();
        (!shared && !nowhere).then_some(false)
    }
}
