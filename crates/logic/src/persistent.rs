//! A persistent map from numbers: copying is free, and merging two copies costs only what differs.
//!
//! States of the symbolic execution are such maps. A branch copies the state, a join merges the two
//! copies; parts that neither side changed are shared and skipped by pointer comparison, so a join
//! costs the number of changed cells (times the height of the tree), not the size of the state.

use std::rc::Rc;

const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;

#[derive(Clone)]
enum Node<T> {
    Branch([Option<Rc<Node<T>>>; WIDTH]),
    Leaf([Option<T>; WIDTH]),
}

/// Makes one entry of two: the key, and the entries of both sides.
pub type Combine<'a, T> = dyn FnMut(u64, Option<&T>, Option<&T>) -> Option<T> + 'a;

/// A persistent map from `u64`. Keys near each other share nodes.
#[derive(Clone)]
pub struct PersistentMap<T> {
    root: Option<Rc<Node<T>>>,
    /// Levels of branches above the leaves.
    height: u32,
}

impl<T: Clone> Default for PersistentMap<T> {
    fn default() -> Self {
        Self { root: None, height: 0 }
    }
}

fn slot(key: u64, level: u32) -> usize {
    ((key >> (level * BITS)) & (WIDTH as u64 - 1)) as usize
}

fn empty_leaf<T>() -> Node<T> {
    Node::Leaf(std::array::from_fn(|_| None))
}

fn empty_branch<T>() -> Node<T> {
    Node::Branch(std::array::from_fn(|_| None))
}

impl<T: Clone> PersistentMap<T> {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }
    /// Whether both are the same copy: then they are equal, but equal maps may be different copies.
    pub fn same(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
    fn covers(&self, key: u64) -> bool {
        let bits = (self.height + 1) * BITS;
        bits >= u64::BITS || key >> bits == 0
    }
    pub fn get(&self, key: u64) -> Option<&T> {
        if !self.covers(key) {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(entries) => return entries[slot(key, 0)].as_ref(),
                Node::Branch(children) => node = children[slot(key, level)].as_deref()?,
            }
            level -= 1;
        }
    }
    fn raise(&mut self) {
        if let Some(root) = self.root.take() {
            let mut children = std::array::from_fn(|_| None);
            children[0] = Some(root);
            self.root = Some(Rc::new(Node::Branch(children)));
        }
        self.height += 1;
    }
    pub fn insert(&mut self, key: u64, value: T) {
        while !self.covers(key) {
            self.raise();
        }
        let height = self.height;
        let fresh = |level: u32| Rc::new(if level == 0 { empty_leaf() } else { empty_branch() });
        let mut node = self.root.get_or_insert_with(|| fresh(height));
        let mut level = height;
        loop {
            match Rc::make_mut(node) {
                Node::Leaf(entries) => {
                    entries[slot(key, 0)] = Some(value);
                    return;
                }
                Node::Branch(children) => {
                    node = children[slot(key, level)].get_or_insert_with(|| fresh(level - 1));
                    level -= 1;
                }
            }
        }
    }
    pub fn remove(&mut self, key: u64) {
        if self.get(key).is_none() {
            return;
        }
        let mut node = self.root.as_mut().expect("the key was found");
        let mut level = self.height;
        loop {
            match Rc::make_mut(node) {
                Node::Leaf(entries) => {
                    entries[slot(key, 0)] = None;
                    return;
                }
                Node::Branch(children) => {
                    node = children[slot(key, level)].as_mut().expect("the key was found");
                    level -= 1;
                }
            }
        }
    }
    /// Entries in the order of their keys.
    pub fn entries(&self) -> Vec<(u64, T)> {
        let mut found = Vec::new();
        if let Some(root) = &self.root {
            collect(root, 0, self.height, &mut found);
        }
        found
    }
    /// Combines two maps. `combine` is asked only about keys in parts the two do not share; keys in
    /// shared parts keep their entry. So it must give back `x` for the pair `(x, x)`.
    pub fn merge(&self, other: &Self, combine: &mut Combine<'_, T>) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while a.height < b.height {
            a.raise();
        }
        while b.height < a.height {
            b.raise();
        }
        let root = merge_nodes(a.root.as_ref(), b.root.as_ref(), 0, a.height, combine);
        Self { root, height: a.height }
    }
}

fn collect<T: Clone>(node: &Node<T>, prefix: u64, level: u32, found: &mut Vec<(u64, T)>) {
    match node {
        Node::Leaf(entries) => {
            let present = entries.iter().enumerate().filter_map(|(i, e)| Some((i, e.as_ref()?)));
            found.extend(present.map(|(i, e)| (prefix | i as u64, e.clone())));
        }
        Node::Branch(children) => {
            for (i, child) in children.iter().enumerate() {
                if let Some(child) = child {
                    collect(child, prefix | (i as u64) << (level * BITS), level - 1, found);
                }
            }
        }
    }
}

fn merge_nodes<T: Clone>(
    a: Option<&Rc<Node<T>>>,
    b: Option<&Rc<Node<T>>>,
    prefix: u64,
    level: u32,
    combine: &mut Combine<'_, T>,
) -> Option<Rc<Node<T>>> {
    match (a, b) {
        (None, None) => return None,
        (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return Some(Rc::clone(a)),
        _ => {}
    }
    let node = if level == 0 {
        let entry = |side: Option<&Rc<Node<T>>>, i: usize| match side.map(|n| &**n) {
            Some(Node::Leaf(entries)) => entries[i].clone(),
            _ => None,
        };
        Node::Leaf(std::array::from_fn(|i| {
            let (x, y) = (entry(a, i), entry(b, i));
            if x.is_none() && y.is_none() { None } else { combine(prefix | i as u64, x.as_ref(), y.as_ref()) }
        }))
    } else {
        let child = |side: Option<&Rc<Node<T>>>, i: usize| match side.map(|n| &**n) {
            Some(Node::Branch(children)) => children[i].clone(),
            _ => None,
        };
        Node::Branch(std::array::from_fn(|i| {
            let (x, y) = (child(a, i), child(b, i));
            merge_nodes(x.as_ref(), y.as_ref(), prefix | (i as u64) << (level * BITS), level - 1, combine)
        }))
    };
    Some(Rc::new(node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn behaves_like_a_map() {
        let mut map = PersistentMap::new();
        let mut reference = BTreeMap::new();
        let mut seed = 1u64;
        for step in 0..4000u64 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let key = if step % 5 == 0 { seed >> 20 } else { (seed >> 33) % 700 };
            if step % 7 == 0 {
                map.remove(key);
                reference.remove(&key);
            } else {
                map.insert(key, step);
                reference.insert(key, step);
            }
        }
        assert_eq!(map.entries(), reference.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn merging_asks_only_about_what_differs() {
        let mut a = PersistentMap::new();
        for key in 0..10_000u64 {
            a.insert(key, key);
        }
        let mut b = a.clone();
        b.insert(5000, 1);
        let mut asked = Vec::new();
        let merged = a.merge(&b, &mut |key, x, y| {
            asked.push(key);
            Some(x.copied().unwrap_or(0).min(y.copied().unwrap_or(0)))
        });
        assert_eq!(merged.get(5000), Some(&1));
        assert_eq!(merged.get(4999), Some(&4999));
        assert!(asked.len() <= WIDTH, "only the leaf that changed is looked at");
    }
}
