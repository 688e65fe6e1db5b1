//! A persistent ordered map: the entries of an array value.
//!
//! Evaluating a chain of 10,000 stores makes 10,000 arrays; with path copying each costs a
//! logarithm instead of a copy. It is a treap (Seidel and Aragon, "Randomized Search Trees", 1996)
//! whose priorities are hashes of the keys, so the shape depends on the contents alone.

use crate::value::Value;
use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

type Link = Option<Arc<Node>>;

#[derive(Debug)]
struct Node {
    key: Value,
    value: Value,
    priority: u64,
    left: Link,
    right: Link,
}

/// A map from values to values; cloning is free and changing a clone leaves the original alone.
#[derive(Clone, Default)]
pub struct Entries {
    root: Link,
    len: usize,
}

fn node(from: &Node, left: Link, right: Link) -> Arc<Node> {
    Arc::new(Node { key: from.key.clone(), value: from.value.clone(), priority: from.priority, left, right })
}

/// Splits into the keys below and the keys above `key`; an equal key is dropped.
fn split(link: &Link, key: &Value) -> (Link, Link) {
    let Some(at) = link else {
        return (None, None);
    };
    match key.cmp(&at.key) {
        Ordering::Equal => (at.left.clone(), at.right.clone()),
        Ordering::Less => {
            let (below, above) = split(&at.left, key);
            (below, Some(node(at, above, at.right.clone())))
        }
        Ordering::Greater => {
            let (below, above) = split(&at.right, key);
            (Some(node(at, at.left.clone(), below)), above)
        }
    }
}

/// Joins two maps, every key of the first below every key of the second.
fn join(low: &Link, high: &Link) -> Link {
    match (low, high) {
        (None, other) | (other, None) => other.clone(),
        (Some(a), Some(b)) if (a.priority, &a.key) > (b.priority, &b.key) => {
            Some(node(a, a.left.clone(), join(&a.right, high)))
        }
        (Some(_), Some(b)) => Some(node(b, join(low, &b.left), b.right.clone())),
    }
}

fn insert(link: &Link, new: Node) -> Arc<Node> {
    let Some(at) = link else {
        return Arc::new(new);
    };
    if new.key == at.key {
        return Arc::new(Node { left: at.left.clone(), right: at.right.clone(), ..new });
    }
    if (new.priority, &new.key) > (at.priority, &at.key) {
        let (left, right) = split(link, &new.key);
        return Arc::new(Node { left, right, ..new });
    }
    if new.key < at.key {
        node(at, Some(insert(&at.left, new)), at.right.clone())
    } else {
        node(at, at.left.clone(), Some(insert(&at.right, new)))
    }
}

fn remove(link: &Link, key: &Value) -> Link {
    let at = link.as_ref()?;
    match key.cmp(&at.key) {
        Ordering::Equal => join(&at.left, &at.right),
        Ordering::Less => Some(node(at, remove(&at.left, key), at.right.clone())),
        Ordering::Greater => Some(node(at, at.left.clone(), remove(&at.right, key))),
    }
}

impl Entries {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn len(&self) -> usize {
        self.len
    }
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    pub fn get(&self, key: &Value) -> Option<&Value> {
        let mut link = &self.root;
        while let Some(at) = link {
            match key.cmp(&at.key) {
                Ordering::Equal => return Some(&at.value),
                Ordering::Less => link = &at.left,
                Ordering::Greater => link = &at.right,
            }
        }
        None
    }
    pub fn insert(&mut self, key: Value, value: Value) {
        let mut hasher = FxHasher::default();
        key.hash(&mut hasher);
        self.len += usize::from(self.get(&key).is_none());
        self.root = Some(insert(&self.root, Node { key, value, priority: hasher.finish(), left: None, right: None }));
    }
    pub fn remove(&mut self, key: &Value) {
        if self.get(key).is_some() {
            self.root = remove(&self.root, key);
            self.len -= 1;
        }
    }
    /// In the order of the keys.
    pub fn iter(&self) -> Iter<'_> {
        let mut iter = Iter { path: Vec::new() };
        iter.descend(&self.root);
        iter
    }
}

pub struct Iter<'a> {
    path: Vec<&'a Node>,
}

impl<'a> Iter<'a> {
    fn descend(&mut self, mut link: &'a Link) {
        while let Some(at) = link {
            self.path.push(at);
            link = &at.left;
        }
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a Value, &'a Value);
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.path.pop()?;
        self.descend(&at.right);
        Some((&at.key, &at.value))
    }
}

impl<'a> IntoIterator for &'a Entries {
    type Item = (&'a Value, &'a Value);
    type IntoIter = Iter<'a>;
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl FromIterator<(Value, Value)> for Entries {
    fn from_iter<X: IntoIterator<Item = (Value, Value)>>(pairs: X) -> Self {
        let mut entries = Self::new();
        for (key, value) in pairs {
            entries.insert(key, value);
        }
        entries
    }
}

impl PartialEq for Entries {
    fn eq(&self, other: &Self) -> bool {
        let shared = match (&self.root, &other.root) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        shared || (self.len == other.len && self.iter().eq(other.iter()))
    }
}

impl Eq for Entries {}

impl PartialOrd for Entries {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entries {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl Hash for Entries {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.len.hash(hasher);
        for pair in self {
            pair.hash(hasher);
        }
    }
}

impl std::fmt::Debug for Entries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::BvValue;
    use std::collections::BTreeMap;

    #[test]
    fn behaves_like_a_sorted_map_and_leaves_clones_alone() {
        let mut random = fastrand::Rng::with_seed(7);
        let value = |n: u64| Value::BitVec(BvValue::from_u64(16, n));
        let (mut entries, mut model) = (Entries::new(), BTreeMap::new());
        for step in 0..5_000 {
            let before = (entries.clone(), model.clone());
            let key = value(random.u64(..300));
            if random.u8(..3) == 0 {
                entries.remove(&key);
                model.remove(&key);
            } else {
                entries.insert(key.clone(), value(step));
                model.insert(key, value(step));
            }
            assert_eq!(entries.len(), model.len());
            assert!(entries.iter().eq(model.iter()));
            if step % 50 == 0 {
                assert!(before.0.iter().eq(before.1.iter()));
                assert_eq!(model.clone().into_iter().collect::<Entries>(), entries);
            }
        }
    }
}
