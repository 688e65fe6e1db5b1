//! Branches that matter for what they did *not* do: on the other way something would have been assigned that the
//! failure reads.
//!
//! A slice by data and control dependence alone leaves such branches out, and with them the input that decided: the
//! failure of `if (ready) state = 1; assert (state == 1);` then seems to depend on nothing. This is the potential
//! dependence of relevant slices (Agrawal, Horgan, Krauser, London: Incremental regression testing, 1993).
//!
//! In: the branch as it was executed, and a question about what is needed. Out: the first statement on the other way that could give
//! it. Writes through pointers count for every needed object that has a part of their type. Nothing is concluded from
//! the answer; it only chooses what is shown.

use crate::control::ControlDependence;
use cairn_base::Span;
use cairn_ir::interp::{Execution, ObjectKind};
use cairn_ir::{
    BlockId, Callee, ExprId, ExprKind, ObjectId, Place, PlaceBase, ProcId, Program, Statement, StatementKind, TypeId,
    TypeKind, VarId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What the other way of a branch would have assigned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// The variable, as people know it.
    pub name: String,
    /// The statement that assigns it.
    pub span: Option<Span>,
}

/// What relevant steps read and nothing has given yet.
pub trait Needed {
    fn variable(&self, variable: VarId, activation: u32) -> bool;
    fn object(&self, object: ObjectId) -> bool;
    /// All objects of which something is needed.
    fn objects(&self) -> Vec<ObjectId>;
}

/// What a statement or a procedure may write.
#[derive(Clone, Default)]
struct Writes {
    variables: BTreeSet<VarId>,
    /// Types of values that are stored through pointers.
    types: BTreeSet<TypeId>,
    /// Bytes are copied or filled.
    bytes: bool,
}

impl Writes {
    fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.types.is_empty() && !self.bytes
    }
}

/// What the statements on a way write, each with its place.
type Way = Rc<Vec<(Writes, Option<Span>)>>;

/// Finds what branches did not do, in one execution.
pub struct Omitted<'p> {
    program: &'p Program,
    execution: &'p Execution,
    /// What the statements write that lie between a branch and where all ways meet again, by the way to them.
    regions: BTreeMap<(ProcId, BlockId, BlockId), Way>,
    procedures: BTreeMap<ProcId, Writes>,
    /// The last object of each variable in memory.
    objects: BTreeMap<(VarId, u32), ObjectId>,
}

impl<'p> Omitted<'p> {
    pub fn new(program: &'p Program, execution: &'p Execution) -> Self {
        let objects = execution.objects.iter().enumerate().filter_map(|(number, info)| match info.kind {
            ObjectKind::Variable { variable, activation } => Some(((variable, activation), ObjectId(number as u32))),
            _ => None,
        });
        let objects = objects.collect();
        Self { program, execution, regions: BTreeMap::new(), procedures: BTreeMap::new(), objects }
    }

    /// What the ways that were not taken would have given of what is needed.
    pub fn skipped(
        &mut self,
        at: (ProcId, BlockId, u32),
        taken: BlockId,
        control: &ControlDependence,
        needed: &dyn Needed,
    ) -> Option<Skipped> {
        let (procedure, block, activation) = at;
        let body = self.program.procedures.get(procedure)?;
        let others = body.blocks.get(block)?.terminator.successors().into_iter().filter(|other| *other != taken);
        for other in others.collect::<Vec<_>>() {
            for (writes, span) in self.region(procedure, block, other, control).iter() {
                if let Some(name) = self.gives(writes, activation, needed) {
                    return Some(Skipped { name, span: *span });
                }
            }
        }
        None
    }

    fn region(&mut self, procedure: ProcId, from: BlockId, other: BlockId, control: &ControlDependence) -> Way {
        if let Some(known) = self.regions.get(&(procedure, from, other)) {
            return Rc::clone(known);
        }
        let body = &self.program.procedures[procedure];
        let meet = control.meeting_place(from);
        let (mut found, mut work) = (BTreeSet::new(), vec![other]);
        while let Some(block) = work.pop() {
            if Some(block) == meet || block == from || body.blocks.get(block).is_none() || !found.insert(block) {
                continue;
            }
            work.extend(body.blocks[block].terminator.successors());
        }
        let mut statements = Vec::new();
        for statement in found.into_iter().flat_map(|block| &body.blocks[block].statements) {
            let mut writes = Writes::default();
            self.add(&mut writes, statement);
            if !writes.is_empty() {
                statements.push((writes, statement.origin.span));
            }
        }
        let statements = Rc::new(statements);
        self.regions.insert((procedure, from, other), Rc::clone(&statements));
        statements
    }

    /// The name of something needed among what may be written.
    fn gives(&self, writes: &Writes, activation: u32, needed: &dyn Needed) -> Option<String> {
        let variable = writes.variables.iter().find(|variable| self.is_needed(**variable, activation, needed));
        if let Some(variable) = variable {
            return Some(self.program.variables[*variable].shown_name().to_string());
        }
        if writes.types.is_empty() && !writes.bytes {
            return None;
        }
        let may_hit = |object: &ObjectId| {
            let ty = self.execution.objects.get(object.0 as usize).and_then(|info| info.ty);
            writes.bytes || ty.is_some_and(|ty| writes.types.iter().any(|stored| self.has_part(ty, *stored)))
        };
        let object = needed.objects().into_iter().find(may_hit)?;
        Some(self.execution.object_name(self.program, object))
    }

    fn is_needed(&self, variable: VarId, activation: u32, needed: &dyn Needed) -> bool {
        let entry = &self.program.variables[variable];
        if entry.temporary {
            return false;
        }
        let activation = if entry.procedure.is_none() { 0 } else { activation };
        if !entry.addressable {
            return needed.variable(variable, activation);
        }
        self.objects.get(&(variable, activation)).is_some_and(|object| needed.object(*object))
    }

    fn add(&mut self, writes: &mut Writes, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { target, .. }
            | StatementKind::Havoc { target }
            | StatementKind::Allocate { target, .. } => self.add_place(writes, target),
            StatementKind::CopyMemory { target, .. } | StatementKind::FillMemory { target, .. } => {
                match self.root(*target) {
                    Some(variable) => drop(writes.variables.insert(variable)),
                    None => writes.bytes = true,
                }
            }
            StatementKind::Call { callee, arguments, results } => {
                results.iter().for_each(|place| self.add_place(writes, place));
                let callees = match callee {
                    Callee::Direct(callee) => vec![*callee],
                    Callee::Indirect { candidates, .. } => candidates.clone(),
                };
                for callee in callees {
                    let inside = self.of_procedure(callee);
                    let is_global = |v: &&VarId| self.program.variables[**v].procedure.is_none();
                    writes.variables.extend(inside.variables.iter().filter(is_global));
                    // What it stores through pointers goes where its arguments lead, if they say where that is.
                    let stores = inside.bytes || !inside.types.is_empty();
                    let roots: Vec<VarId> = arguments.iter().filter_map(|argument| self.root(*argument)).collect();
                    match (stores, roots.is_empty()) {
                        (true, false) => writes.variables.extend(roots),
                        (true, true) => {
                            writes.types.extend(&inside.types);
                            writes.bytes |= inside.bytes;
                        }
                        (false, _) => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn add_place(&self, writes: &mut Writes, place: &Place) {
        match &place.base {
            PlaceBase::Var(variable) => drop(writes.variables.insert(*variable)),
            PlaceBase::Deref(pointer, ty) => match self.root(*pointer) {
                Some(variable) => drop(writes.variables.insert(variable)),
                None => drop(writes.types.insert(*ty)),
            },
        }
    }

    /// What a procedure may write, with what it calls.
    fn of_procedure(&mut self, procedure: ProcId) -> Writes {
        if let Some(known) = self.procedures.get(&procedure) {
            return known.clone();
        }
        // Recursion adds nothing that is not found on the way.
        self.procedures.insert(procedure, Writes::default());
        let mut writes = Writes::default();
        if let Some(body) = self.program.procedures.get(procedure) {
            for statement in body.blocks.values().flat_map(|block| &block.statements) {
                self.add(&mut writes, statement);
            }
        }
        self.procedures.insert(procedure, writes.clone());
        writes
    }

    /// The variable whose address the pointer is made of.
    fn root(&self, mut pointer: ExprId) -> Option<VarId> {
        loop {
            match &self.program.expr(pointer).kind {
                ExprKind::AddressOf(place) => match place.base {
                    PlaceBase::Var(variable) => return Some(variable),
                    PlaceBase::Deref(inner, _) => pointer = inner,
                },
                ExprKind::Binary(_, left, _) => pointer = *left,
                ExprKind::Convert(_, inner) => pointer = *inner,
                _ => return None,
            }
        }
    }

    /// Whether values of a type have a part of another one's shape.
    fn has_part(&self, whole: TypeId, part: TypeId) -> bool {
        let types = &self.program.types;
        types.same_shape(whole, part)
            || match types.kind(whole) {
                TypeKind::Array { element, .. } => self.has_part(*element, part),
                TypeKind::Record(record) | TypeKind::Union(record) => {
                    record.fields.iter().any(|field| self.has_part(field.ty, part))
                }
                _ => false,
            }
    }
}
