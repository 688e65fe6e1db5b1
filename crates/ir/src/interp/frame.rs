//! Activations of procedures: where the variables of each are kept.

use super::Outcome;
use super::memory::{Memory, ObjectInfo, ObjectKind};
use crate::layout::Layout;
use crate::program::{ProcId, Program, VarId, VariableKind};
use crate::value::{ObjectId, Value};

/// A variable of one activation (or a global).
#[derive(Clone, Debug)]
pub enum Cell {
    Plain(Value),
    /// In memory.
    Object(ObjectId),
}

/// Where a variable is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    Global(u32),
    /// A position in the frames of a procedure.
    Frame(ProcId, u32),
    Bound,
    /// In no list: the program is not well formed.
    Lost,
}

/// Per variable its slot, per procedure its variables in frame order.
pub struct Slots {
    of: Vec<Slot>,
    pub globals: Vec<VarId>,
    pub frames: Vec<Vec<VarId>>,
}

impl Slots {
    pub fn new(program: &Program) -> Self {
        let mut slots = Self { of: vec![Slot::Lost; program.variables.len()], globals: Vec::new(), frames: Vec::new() };
        for (id, variable) in program.variables.iter() {
            match variable.kind {
                VariableKind::Global => {
                    slots.of[id.0 as usize] = Slot::Global(slots.globals.len() as u32);
                    slots.globals.push(id);
                }
                VariableKind::Bound => slots.of[id.0 as usize] = Slot::Bound,
                _ => {}
            }
        }
        for (id, procedure) in program.procedures.iter() {
            let mut frame = Vec::new();
            let lists = [&procedure.parameters, &procedure.results, &procedure.locals];
            for variable in lists.into_iter().flatten() {
                if let Some(slot) = slots.of.get_mut(variable.0 as usize) {
                    *slot = Slot::Frame(id, frame.len() as u32);
                    frame.push(*variable);
                }
            }
            slots.frames.push(frame);
        }
        slots
    }
    pub fn of(&self, variable: VarId) -> Slot {
        self.of.get(variable.0 as usize).copied().unwrap_or(Slot::Lost)
    }
}

/// One activation.
#[derive(Clone, Debug)]
pub struct Frame {
    pub procedure: ProcId,
    pub activation: u32,
    pub cells: Vec<Cell>,
}

/// A variable's cell with its zero value; what it costs is charged to the memory.
pub fn new_cell(
    program: &Program,
    layout: &Layout,
    memory: &mut Memory,
    variable: VarId,
    activation: u32,
) -> Result<Cell, Outcome> {
    let entry = program.variables.get(variable).ok_or_else(|| no_variable(variable))?;
    if !entry.addressable {
        memory.charge(cell_cost(layout, entry.ty))?;
        return layout.zero(entry.ty).map(Cell::Plain).ok_or_else(|| bad_type(&entry.name));
    }
    let size = layout.size(entry.ty).ok_or_else(|| bad_type(&entry.name))?;
    let kind = ObjectKind::Variable { variable, activation };
    let (alignment, ty) = (entry.alignment, Some(entry.ty));
    let info = ObjectInfo { kind, size, alignment, ty, live: true, span: entry.span };
    memory.create(info, &[]).map(Cell::Object)
}

/// Bytes a plain value of the type is counted as.
pub fn cell_cost(layout: &Layout, ty: crate::types::TypeId) -> u64 {
    layout.scalars(ty).saturating_mul(std::mem::size_of::<Value>() as u64)
}

pub fn no_variable(variable: VarId) -> Outcome {
    Outcome::BadProgram(format!("there is no variable {variable:?} here"))
}
fn bad_type(name: &str) -> Outcome {
    Outcome::BadProgram(format!("variable `{name}` has a type that cannot be handled"))
}
