//! The fixed surroundings of an analysis: where variables live in states, activations, and the order in which the
//! nodes of an expression are evaluated.

use super::pointer::Cell;
use super::value::Shapes;
use cairn_base::ids::Id;
use cairn_ir::{AllocationKind, BlockId, CallSite, ExprId, ExprKind, ProcId, Program, TypeId, VarId, VariableKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// An activation of a procedure, told apart by the calls that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Activation(pub u32);

#[derive(Debug)]
pub struct ActivationInfo {
    pub procedure: ProcId,
    pub calls: Vec<CallSite>,
    first: Cell,
}

/// What a cell stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellKind {
    /// All objects that are no more.
    Gone,
    Procedure(ProcId),
    Variable {
        ty: TypeId,
        addressable: bool,
    },
    Allocation {
        element: TypeId,
        kind: AllocationKind,
        activation: Activation,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Global(Cell),
    Frame(ProcId, u64),
    None,
}

/// The nodes of an expression, arguments before what uses them, each with the places of its arguments.
pub struct Plan {
    pub nodes: Vec<(ExprId, SmallVec<[u32; 3]>)>,
}

pub struct Model<'p> {
    pub program: &'p Program,
    pub shapes: Shapes<'p>,
    slots: Vec<Slot>,
    /// Per procedure its variables, in the order of its frames.
    frames: Vec<Vec<VarId>>,
    plans: Vec<OnceCell<Plan>>,
    pub cells: Vec<CellKind>,
    pub activations: Vec<ActivationInfo>,
    by_call: FxHashMap<(Option<Activation>, Option<CallSite>, ProcId), Activation>,
    allocations: FxHashMap<(Activation, BlockId, u32), Cell>,
}

impl<'p> Model<'p> {
    pub fn new(program: &'p Program) -> Self {
        let mut cells = vec![CellKind::Gone];
        cells.extend(program.procedures.ids().map(CellKind::Procedure));
        let mut slots = vec![Slot::None; program.variables.len()];
        for (id, variable) in program.variables.iter() {
            if variable.kind == VariableKind::Global {
                slots[id.index()] = Slot::Global(cells.len() as Cell);
                cells.push(CellKind::Variable { ty: variable.ty, addressable: variable.addressable });
            }
        }
        let mut frames = Vec::new();
        for (id, procedure) in program.procedures.iter() {
            let lists = [&procedure.parameters, &procedure.results, &procedure.locals];
            let frame: Vec<VarId> = lists.into_iter().flatten().copied().collect();
            for (i, variable) in frame.iter().enumerate() {
                if let Some(slot) = slots.get_mut(variable.index()) {
                    *slot = Slot::Frame(id, i as u64);
                }
            }
            frames.push(frame);
        }
        let plans = (0..program.expr_count()).map(|_| OnceCell::new()).collect();
        let (by_call, allocations) = (FxHashMap::default(), FxHashMap::default());
        let (shapes, activations) = (Shapes::new(program), Vec::new());
        Self { program, shapes, slots, frames, plans, cells, activations, by_call, allocations }
    }
    /// The activation of a procedure by a call of another (or by the start of the execution).
    pub fn activation(&mut self, caller: Option<(Activation, CallSite)>, procedure: ProcId) -> Activation {
        let key = (caller.map(|c| c.0), caller.map(|c| c.1), procedure);
        if let Some(known) = self.by_call.get(&key) {
            return *known;
        }
        let mut calls = caller.map_or(Vec::new(), |(outer, _)| self.activations[outer.0 as usize].calls.clone());
        calls.extend(caller.map(|(_, site)| site));
        let first = self.cells.len() as Cell;
        for variable in &self.frames[procedure.index()] {
            let entry = &self.program.variables[*variable];
            self.cells.push(CellKind::Variable { ty: entry.ty, addressable: entry.addressable });
        }
        let new = Activation(self.activations.len() as u32);
        self.activations.push(ActivationInfo { procedure, calls, first });
        self.by_call.insert(key, new);
        new
    }
    /// The cell of all objects that one allocation statement makes.
    pub fn allocation(
        &mut self,
        activation: Activation,
        (block, statement): (BlockId, u32),
        element: TypeId,
        kind: AllocationKind,
    ) -> Cell {
        let cells = &mut self.cells;
        *self.allocations.entry((activation, block, statement)).or_insert_with(|| {
            cells.push(CellKind::Allocation { element, kind, activation });
            cells.len() as Cell - 1
        })
    }
    pub fn info(&self, activation: Activation) -> &ActivationInfo {
        &self.activations[activation.0 as usize]
    }
    pub fn frame(&self, procedure: ProcId) -> &[VarId] {
        &self.frames[procedure.index()]
    }
    /// The cell of a variable; none for those bound by quantifiers.
    pub fn cell(&self, activation: Activation, variable: VarId) -> Option<Cell> {
        match self.slots.get(variable.index())? {
            Slot::Global(cell) => Some(*cell),
            Slot::Frame(procedure, place) => {
                let info = self.info(activation);
                (info.procedure == *procedure).then_some(info.first + place)
            }
            Slot::None => None,
        }
    }
    pub fn kind(&self, cell: Cell) -> CellKind {
        self.cells.get(cell as usize).copied().unwrap_or(CellKind::Gone)
    }
    pub fn procedure_cell(procedure: ProcId) -> Cell {
        Cell::from(procedure.0) + 1
    }
    pub fn is_memory(&self, cell: Cell) -> bool {
        match self.kind(cell) {
            CellKind::Variable { addressable, .. } => addressable,
            CellKind::Allocation { .. } => true,
            CellKind::Gone | CellKind::Procedure(_) => false,
        }
    }
    pub fn plan(&self, expr: ExprId) -> Option<&Plan> {
        self.plans.get(expr.index()).map(|plan| plan.get_or_init(|| self.make_plan(expr)))
    }
    fn make_plan(&self, root: ExprId) -> Plan {
        let mut place: FxHashMap<ExprId, u32> = FxHashMap::default();
        let mut nodes: Vec<(ExprId, SmallVec<[u32; 3]>)> = Vec::new();
        let mut stack = vec![(root, false)];
        while let Some((expr, ready)) = stack.pop() {
            if place.contains_key(&expr) {
                continue;
            }
            let children = self.children(expr);
            if ready || children.is_empty() {
                let arguments = children.iter().filter_map(|child| place.get(child).copied()).collect();
                place.insert(expr, nodes.len() as u32);
                nodes.push((expr, arguments));
            } else {
                stack.push((expr, true));
                stack.extend(children.iter().rev().map(|child| (*child, false)));
            }
        }
        Plan { nodes }
    }
    /// What an expression's value is computed from. Quantifiers and `old` are not looked into.
    fn children(&self, expr: ExprId) -> SmallVec<[ExprId; 4]> {
        let mut children = SmallVec::new();
        let kind = &self.program.expr(expr).kind;
        if !matches!(kind, ExprKind::Forall(..) | ExprKind::Exists(..) | ExprKind::Old(_)) {
            kind.for_each_child(|child| children.push(child));
        }
        children
    }
}
