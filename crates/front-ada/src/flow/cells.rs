//! What data flow is told apart by: components of records, and everything else as a whole.

use crate::lower::effects::Part;
use crate::sema::Analysis;
use crate::sema::entities::{EntityId, EntityKind, ObjectRole, SubprogramId};
use crate::sema::flow_clauses::Flowing;
use crate::sema::types::{TypeId, TypeKind};
use crate::syntax::ast::Mode;
use std::collections::BTreeMap;

/// Records with more components than this count as one.
const MOST_LEAVES: usize = 64;

/// Paths of components that lead to what is no record.
pub(super) type Leaves = Vec<Vec<usize>>;

#[derive(Default)]
pub(super) struct Cells {
    known: BTreeMap<EntityId, Leaves>,
}

impl Cells {
    pub(super) fn leaves(&mut self, a: &Analysis, entity: EntityId) -> Leaves {
        if let Some(leaves) = self.known.get(&entity) {
            return leaves.clone();
        }
        let mut leaves = Vec::new();
        let split = match &a.entities[entity].kind {
            EntityKind::Object(object) => split(a, object.ty, &mut Vec::new(), &mut leaves),
            _ => false,
        };
        if !split {
            leaves = vec![Vec::new()];
        }
        self.known.insert(entity, leaves.clone());
        leaves
    }

    /// The leaves that a part consists of, and whether they are all of it: a part inside of a leaf is less.
    pub(super) fn of_part(&mut self, a: &Analysis, part: &Part) -> (Vec<usize>, bool) {
        let leaves = self.leaves(a, part.0);
        let below = |leaf: &Vec<usize>| leaf.starts_with(&part.1);
        let whole: Vec<usize> = (0..leaves.len()).filter(|&at| below(&leaves[at])).collect();
        if !whole.is_empty() {
            return (whole, true);
        }
        ((0..leaves.len()).filter(|&at| part.1.starts_with(&leaves[at])).collect(), false)
    }
}

/// Components without variants; false if there are too many.
fn split(a: &Analysis, ty: TypeId, path: &mut Vec<usize>, leaves: &mut Leaves) -> bool {
    let TypeKind::Record { components, .. } = a.kind(ty) else {
        leaves.push(path.clone());
        return leaves.len() <= MOST_LEAVES;
    };
    if components.is_empty() || components.iter().any(|c| c.discriminant || !c.guards.is_empty()) {
        leaves.push(path.clone());
        return leaves.len() <= MOST_LEAVES;
    }
    for at in 0..components.len() {
        path.push(at);
        let fits = split(a, components[at].ty, path, leaves);
        path.pop();
        if !fits {
            return false;
        }
    }
    true
}

/// Whether an object belongs to the state around a subprogram.
pub(super) fn is_outside(a: &Analysis, what: Flowing, id: SubprogramId) -> bool {
    let Flowing::Object(entity) = what else { return matches!(what, Flowing::State(_)) };
    let owned = a.entities[entity].owner == Some(id);
    match &a.entities[entity].kind {
        EntityKind::Object(object) => match object.role {
            ObjectRole::Variable | ObjectRole::Parameter(_) => !owned,
            ObjectRole::Constant | ObjectRole::Iterator | ObjectRole::Subject => false,
        },
        _ => false,
    }
}

/// Whether an object has a value of its own when a subprogram begins, which its outputs may depend on.
pub(super) fn is_input(a: &Analysis, entity: EntityId, id: SubprogramId) -> bool {
    let EntityKind::Object(object) = &a.entities[entity].kind else { return false };
    match object.role {
        ObjectRole::Parameter(mode) if a.entities[entity].owner == Some(id) => mode != Mode::Out,
        _ => is_outside(a, Flowing::Object(entity), id),
    }
}
