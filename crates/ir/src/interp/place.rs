//! Places: where a path leads in memory, and changing a component of a value.

use super::eval::place_steps;
use super::operations::{Displacement, existing_index};
use super::{Interpreter, Outcome};
use crate::expr::Projection;
use crate::layout::Layout;
use crate::types::{TypeId, TypeKind};
use crate::value::{Pointer, Value};

/// Where a path leads.
pub struct Walked {
    pub ty: TypeId,
    /// All indices are within their arrays.
    pub exists: bool,
}

/// Adds to `sum` the distance of a component of a value in memory.
pub fn walk(
    layout: &Layout,
    of: TypeId,
    path: &[Projection],
    indices: &[&Value],
    sum: &mut Displacement,
) -> Result<Walked, Outcome> {
    let mut walked = Walked { ty: of, exists: true };
    let mut indices = indices.iter();
    let bad = || Outcome::BadProgram("a path that its type does not have".into());
    for step in path {
        match (step, layout.kind(walked.ty)) {
            (Projection::Index(_), Some(TypeKind::Array { element, length, .. })) => {
                let index = indices.next().ok_or_else(bad)?;
                let size = layout.size(*element).ok_or_else(bad)?;
                walked.exists &= existing_index(index, *length).is_some();
                sum.add_index(index, size).ok_or_else(bad)?;
                walked.ty = *element;
            }
            (Projection::Field(n), Some(TypeKind::Record(r))) | (Projection::Member(n), Some(TypeKind::Union(r))) => {
                let field = r.fields.get(*n as usize).ok_or_else(bad)?;
                sum.add(field.offset.into(), 1);
                walked.ty = field.ty;
            }
            _ => return Err(bad()),
        }
    }
    Ok(walked)
}

impl Interpreter<'_> {
    /// The type at the end of a path.
    pub(super) fn path_type(&self, of: TypeId, path: &[Projection]) -> Result<TypeId, Outcome> {
        let mut ty = of;
        for step in path {
            ty = match (step, self.layout.kind(ty)) {
                (Projection::Index(_), Some(TypeKind::Array { element, .. })) => *element,
                (Projection::Field(n), Some(TypeKind::Record(r)))
                | (Projection::Member(n), Some(TypeKind::Union(r)))
                    if (*n as usize) < r.fields.len() =>
                {
                    r.fields[*n as usize].ty
                }
                _ => return Err(Outcome::BadProgram("a path that its type does not have".into())),
            };
        }
        Ok(ty)
    }
}

/// Changes a component of a value; nothing if an index is outside its array. None if the path is not one of
/// the type.
pub fn assign_part(
    layout: &Layout,
    value: &mut Value,
    of: TypeId,
    path: &[Projection],
    indices: &[&Value],
    new: Value,
) -> Option<()> {
    let Some((step, rest)) = path.split_first() else {
        *value = new;
        return Some(());
    };
    match (step, layout.kind(of)?) {
        (Projection::Index(_), TypeKind::Array { element, length, .. }) => {
            let Value::Array(array) = value else { return None };
            let (index, others) = indices.split_first()?;
            let Some(number) = existing_index(index, *length) else { return Some(()) };
            if let crate::value::ArrayValue::Dense(items) = array {
                let slot = items.get_mut(usize::try_from(&number).ok()?)?;
                return assign_part(layout, slot, *element, rest, others, new);
            }
            let mut item = array.get(&number)?.clone();
            assign_part(layout, &mut item, *element, rest, others, new)?;
            array.set(&number, item);
            Some(())
        }
        (Projection::Field(n), TypeKind::Record(record)) => {
            let Value::Record(items) = value else { return None };
            let ty = record.fields.get(*n as usize)?.ty;
            assign_part(layout, items.get_mut(*n as usize)?, ty, rest, indices, new)
        }
        (Projection::Member(n), TypeKind::Union(union)) => {
            // From here on bytes are written, and only those of the component, as in memory.
            let (Value::Union(bytes), field) = (value, union.fields.get(*n as usize)?) else { return None };
            let mut sum = Displacement::new(i64::try_from(field.offset).ok()?);
            let walked = walk(layout, field.ty, rest, indices, &mut sum).ok()?;
            if !walked.exists {
                return Some(());
            }
            let start = usize::try_from(sum.pointer(Pointer::NULL).offset).ok()?;
            let new = layout.encode(&new, walked.ty).ok()?;
            bytes.get_mut(start..start.checked_add(new.len())?)?.copy_from_slice(&new);
            Some(())
        }
        _ => None,
    }
}

/// A place of an assignment, found.
pub struct Target {
    pub ty: TypeId,
    pub indices: Vec<Value>,
    pub at: TargetAt,
}

pub enum TargetAt {
    /// In the cell of the variable; the path is that of the place.
    Cell,
    Memory(Pointer),
    /// Nothing can be assigned there.
    Nowhere,
}

impl Target {
    pub fn steps(&self, path: &[Projection]) -> Vec<super::trace::PlaceStep> {
        let indices: Vec<&Value> = self.indices.iter().collect();
        place_steps(path, &indices).unwrap_or_default()
    }
}
