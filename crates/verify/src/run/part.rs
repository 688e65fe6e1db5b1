//! The part of a program that executions from one entry can come to, as a program of its own.
//!
//! Many procedures are proved one by one: what a question costs must not grow with what it is not about. The part is
//! numbered by itself, in the order in which things are met, so that it reads the same whatever else there is.

use cairn_ir::{
    Block, Callee, Contract, Expr, ExprId, ExprKind, Initial, Place, PlaceBase, ProcId, Procedure, Program, Projection,
    PropertyId, Statement, StatementKind, Terminator, VarId,
};
use cairn_passes::CallGraph;
use rustc_hash::FxHashMap;

pub(super) struct Part {
    pub program: Program,
    pub entry: ProcId,
    /// The properties of the whole program, by those of the part.
    pub properties: Vec<PropertyId>,
}

/// None where the part cannot be told from the rest: procedures whose address is taken and that nothing calls.
pub(super) fn of(program: &Program, entry: ProcId, calls: &CallGraph) -> Option<Part> {
    if program.outside.is_some() {
        return None;
    }
    let mut copier = Copier::new(program);
    let reached = calls.reachable(&[entry]);
    for &id in &reached {
        let own = &program.procedures[id];
        let blank = Procedure {
            parameters: Vec::new(),
            results: Vec::new(),
            locals: Vec::new(),
            blocks: Default::default(),
            contract: Contract::default(),
            name: own.name.clone(),
            role: own.role.clone(),
            span: own.span,
        };
        let new = copier.new.procedures.push(blank);
        copier.procedures.insert(id, new);
    }
    for &id in &reached {
        copier.procedure(id)?;
    }
    let entry = copier.procedures[&entry];
    copier.new.entries = vec![entry];
    copier.new.assumed = program.assumed.clone();
    Some(Part { program: copier.new, entry, properties: copier.properties })
}

struct Copier<'p> {
    old: &'p Program,
    new: Program,
    procedures: FxHashMap<ProcId, ProcId>,
    variables: FxHashMap<VarId, VarId>,
    exprs: FxHashMap<ExprId, ExprId>,
    properties: Vec<PropertyId>,
    of_property: FxHashMap<PropertyId, PropertyId>,
}

impl<'p> Copier<'p> {
    fn new(old: &'p Program) -> Self {
        let mut new = Program::new();
        (new.language, new.target, new.types) = (old.language, old.target, old.types.clone());
        Self {
            old,
            new,
            procedures: FxHashMap::default(),
            variables: FxHashMap::default(),
            exprs: FxHashMap::default(),
            properties: Vec::new(),
            of_property: FxHashMap::default(),
        }
    }
    fn procedure(&mut self, id: ProcId) -> Option<()> {
        let old = &self.old.procedures[id];
        let (mut parameters, mut results, mut locals) = (Vec::new(), Vec::new(), Vec::new());
        for (from, to) in [(&old.parameters, &mut parameters), (&old.results, &mut results), (&old.locals, &mut locals)]
        {
            for variable in from {
                to.push(self.variable(*variable)?);
            }
        }
        let contract = if old.has_body() { Contract::default() } else { self.contract(&old.contract)? };
        let mut blocks = Vec::new();
        for block in old.blocks.values() {
            if block.loop_contract.is_some() {
                return None;
            }
            let mut statements = Vec::with_capacity(block.statements.len());
            for statement in &block.statements {
                statements.push(self.statement(statement)?);
            }
            let terminator = match &block.terminator {
                Terminator::Branch { condition, then, otherwise } => {
                    Terminator::Branch { condition: self.expr(*condition)?, then: *then, otherwise: *otherwise }
                }
                Terminator::Switch { value, cases, default } => {
                    Terminator::Switch { value: self.expr(*value)?, cases: cases.clone(), default: *default }
                }
                other => other.clone(),
            };
            let (label, terminator_origin) = (block.label.clone(), block.terminator_origin.clone());
            blocks.push(Block { label, statements, terminator, terminator_origin, loop_contract: None });
        }
        let new = &mut self.new.procedures[self.procedures[&id]];
        (new.parameters, new.results, new.locals, new.contract) = (parameters, results, locals, contract);
        for block in blocks {
            new.blocks.push(block);
        }
        Some(())
    }
    /// Of a procedure without body, where calls are what it ensures.
    fn contract(&mut self, old: &Contract) -> Option<Contract> {
        let is_plain = old.assigns.is_none() && old.frees.is_none() && old.dropped.is_empty();
        if !is_plain || !old.obligations.is_empty() || !old.exits.is_empty() || !old.decreases.is_empty() {
            return None;
        }
        let requires = old.requires.iter().map(|e| self.expr(*e)).collect::<Option<_>>()?;
        let ensures = old.ensures.iter().map(|e| self.expr(*e)).collect::<Option<_>>()?;
        Some(Contract { requires, ensures, ..Contract::default() })
    }
    fn variable(&mut self, id: VarId) -> Option<VarId> {
        if let Some(known) = self.variables.get(&id) {
            return Some(*known);
        }
        let mut variable = self.old.variables[id].clone();
        variable.procedure = match variable.procedure {
            Some(procedure) => Some(*self.procedures.get(&procedure)?),
            None => None,
        };
        // Its initial value may speak of other variables, even of itself.
        let initial = std::mem::replace(&mut variable.initial, Initial::Zero);
        let new = self.new.variables.push(variable);
        self.variables.insert(id, new);
        self.new.variables[new].initial = match initial {
            Initial::Value(value) => Initial::Value(self.expr(value)?),
            other => other,
        };
        Some(new)
    }
    fn property(&mut self, id: PropertyId) -> PropertyId {
        if let Some(known) = self.of_property.get(&id) {
            return *known;
        }
        let mut property = self.old.properties[id].clone();
        property.procedure = property.procedure.and_then(|owner| self.procedures.get(&owner).copied());
        let new = self.new.properties.push(property);
        self.of_property.insert(id, new);
        self.properties.push(id);
        new
    }
    fn statement(&mut self, statement: &Statement) -> Option<Statement> {
        let kind = match &statement.kind {
            StatementKind::Assign { target, value } => {
                StatementKind::Assign { target: self.place(target)?, value: self.expr(*value)? }
            }
            StatementKind::Havoc { target } => StatementKind::Havoc { target: self.place(target)? },
            StatementKind::Assume(condition) => StatementKind::Assume(self.expr(*condition)?),
            StatementKind::Check { property, condition } => {
                StatementKind::Check { property: self.property(*property), condition: self.expr(*condition)? }
            }
            StatementKind::Call { callee, arguments, results } => StatementKind::Call {
                callee: match callee {
                    Callee::Direct(callee) => Callee::Direct(*self.procedures.get(callee)?),
                    Callee::Indirect { pointer, candidates } => Callee::Indirect {
                        pointer: self.expr(*pointer)?,
                        candidates: candidates
                            .iter()
                            .map(|c| self.procedures.get(c).copied())
                            .collect::<Option<_>>()?,
                    },
                },
                arguments: self.all(arguments)?,
                results: results.iter().map(|place| self.place(place)).collect::<Option<_>>()?,
            },
            StatementKind::Allocate { target, element, count, zeroed, kind, alignment } => StatementKind::Allocate {
                target: self.place(target)?,
                element: *element,
                count: self.expr(*count)?,
                zeroed: *zeroed,
                kind: *kind,
                alignment: *alignment,
            },
            StatementKind::Release(pointer) => StatementKind::Release(self.expr(*pointer)?),
            StatementKind::Live(variable) => StatementKind::Live(self.variable(*variable)?),
            StatementKind::Dead(variable) => StatementKind::Dead(self.variable(*variable)?),
            StatementKind::CopyMemory { target, source, bytes } => StatementKind::CopyMemory {
                target: self.expr(*target)?,
                source: self.expr(*source)?,
                bytes: self.expr(*bytes)?,
            },
            StatementKind::FillMemory { target, value, bytes } => StatementKind::FillMemory {
                target: self.expr(*target)?,
                value: self.expr(*value)?,
                bytes: self.expr(*bytes)?,
            },
            StatementKind::Event { name, arguments } => {
                StatementKind::Event { name: name.clone(), arguments: self.all(arguments)? }
            }
        };
        Some(Statement { kind, origin: statement.origin.clone() })
    }
    fn all(&mut self, list: &[ExprId]) -> Option<Vec<ExprId>> {
        list.iter().map(|e| self.expr(*e)).collect()
    }
    fn place(&mut self, place: &Place) -> Option<Place> {
        let base = match place.base {
            PlaceBase::Var(variable) => PlaceBase::Var(self.variable(variable)?),
            PlaceBase::Deref(pointer, ty) => PlaceBase::Deref(self.expr(pointer)?, ty),
        };
        let mut path = Vec::new();
        for projection in &place.path {
            path.push(match projection {
                Projection::Index(index) => Projection::Index(self.expr(*index)?),
                other => other.clone(),
            });
        }
        Some(Place { base, path })
    }
    /// Nothing recurses but what initial values name: expressions may be nested deeply.
    fn expr(&mut self, root: ExprId) -> Option<ExprId> {
        let mut stack = vec![(root, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.exprs.contains_key(&id) {
                continue;
            }
            let node = self.old.expr(id);
            if ready {
                let new = self.node(node)?;
                self.exprs.insert(id, new);
                continue;
            }
            stack.push((id, true));
            node.kind.for_each_child(|child| stack.push((child, false)));
        }
        self.exprs.get(&root).copied()
    }
    /// One node, its subexpressions done.
    fn node(&mut self, node: &Expr) -> Option<ExprId> {
        let kind = match &node.kind {
            ExprKind::Var(variable) => ExprKind::Var(self.variable(*variable)?),
            ExprKind::ProcedureAddress(procedure) => ExprKind::ProcedureAddress(*self.procedures.get(procedure)?),
            ExprKind::AddressOf(place) => ExprKind::AddressOf(self.place(place)?),
            ExprKind::Apply(function, arguments) => {
                let function = self.logic(*function)?;
                ExprKind::Apply(function, arguments.iter().map(|argument| self.exprs[argument]).collect())
            }
            ExprKind::Forall(bound, body) => ExprKind::Forall(self.bound(bound)?, self.exprs[body]),
            ExprKind::Exists(bound, body) => ExprKind::Exists(self.bound(bound)?, self.exprs[body]),
            other => cairn_passes::with_children(other, |child| self.exprs[&child]),
        };
        self.new.add_expr(kind, node.ty, node.span).ok()
    }
    /// A logic function with what defines it, which may speak of it and of others.
    fn logic(&mut self, id: ProcId) -> Option<ProcId> {
        if let Some(known) = self.procedures.get(&id) {
            return Some(*known);
        }
        let old = &self.old.procedures[id];
        let mut blank = old.clone();
        (blank.parameters, blank.results, blank.contract) = (Vec::new(), Vec::new(), Contract::default());
        let new = self.new.procedures.push(blank);
        self.procedures.insert(id, new);
        for parameter in &old.parameters {
            let variable = self.variable(*parameter)?;
            self.new.procedures[new].parameters.push(variable);
        }
        for result in &old.results {
            let variable = self.variable(*result)?;
            self.new.procedures[new].results.push(variable);
        }
        let contract = self.contract(&old.contract)?;
        self.new.procedures[new].contract = contract;
        Some(new)
    }
    fn bound(&mut self, bound: &[VarId]) -> Option<Vec<VarId>> {
        bound.iter().map(|variable| self.variable(*variable)).collect()
    }
}
