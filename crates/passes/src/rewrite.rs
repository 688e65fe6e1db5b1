//! Rewriting expressions, places and statements of a program.
//!
//! Expressions live in an append-only table, so rewriting adds the changed ones and reuses the others.
//! Nothing recurses: expressions may be nested as deeply as memory allows.

use crate::pass::Error;
use cairn_base::ids::Id;
use cairn_ir::{
    Callee, Convert, Expr, ExprId, ExprKind, Location, LoopContract, Place, PlaceBase, Program, Projection, Region,
    Statement, StatementKind, Terminator, VarId,
};
use rustc_hash::FxHashMap;

/// What happens at the nodes of an expression, subexpressions first.
pub trait Rule {
    /// The pass, for error messages.
    fn pass(&self) -> &'static str;

    /// Another expression for a node whose subexpressions have been rewritten; none keeps it.
    fn replace(&mut self, program: &mut Program, node: &Expr) -> Result<Option<ExprId>, Error>;

    /// Whether the rule also holds for values at the entry of the procedure, inside `Old`.
    fn enters_old(&self) -> bool {
        true
    }

    /// Another variable where a variable is named and not read: base of a place, bound by a quantifier.
    fn rename(&mut self, program: &mut Program, var: VarId) -> VarId {
        let _ = program;
        var
    }
}

/// A rule with what it has rewritten so far. Valid as long as the rule's answers stay the same.
#[derive(Default)]
pub struct Rewriter<R> {
    pub rule: R,
    done: FxHashMap<ExprId, ExprId>,
}

impl<R: Rule> Rewriter<R> {
    pub fn new(rule: R) -> Self {
        Self { rule, done: FxHashMap::default() }
    }

    pub fn expr(&mut self, program: &mut Program, root: ExprId) -> Result<ExprId, Error> {
        let mut stack = vec![(root, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.done.contains_key(&id) {
                continue;
            }
            if matches!(program.expr(id).kind, ExprKind::Old(_)) && !self.rule.enters_old() {
                self.done.insert(id, id);
                continue;
            }
            if ready {
                let result = self.node(program, id)?;
                self.done.insert(id, result);
                continue;
            }
            stack.push((id, true));
            program.expr(id).kind.for_each_child(|child| stack.push((child, false)));
        }
        Ok(self.done[&root])
    }

    /// One node, its subexpressions done.
    fn node(&mut self, program: &mut Program, id: ExprId) -> Result<ExprId, Error> {
        let old = program.expr(id).clone();
        let kind = self.kind_with_new_children(program, &old.kind);
        let changed = kind != old.kind;
        let node = Expr { kind, ..old };
        if let Some(replacement) = self.rule.replace(program, &node)? {
            return Ok(replacement);
        }
        if !changed {
            return Ok(id);
        }
        let pass = self.rule.pass();
        program.add_expr(node.kind, node.ty, node.span).map_err(|error| Error::IllTyped { pass, error })
    }

    fn kind_with_new_children(&mut self, program: &mut Program, kind: &ExprKind) -> ExprKind {
        match kind {
            ExprKind::AddressOf(place) => ExprKind::AddressOf(self.rewritten_place(program, place)),
            ExprKind::Forall(vars, body) => ExprKind::Forall(self.bound(program, vars), self.done[body]),
            ExprKind::Exists(vars, body) => ExprKind::Exists(self.bound(program, vars), self.done[body]),
            other => with_children(other, |child| self.done[&child]),
        }
    }

    fn bound(&mut self, program: &mut Program, vars: &[VarId]) -> Vec<VarId> {
        vars.iter().map(|var| self.rule.rename(program, *var)).collect()
    }

    /// A place whose expressions are done.
    fn rewritten_place(&mut self, program: &mut Program, place: &Place) -> Place {
        let base = match place.base {
            PlaceBase::Var(var) => PlaceBase::Var(self.rule.rename(program, var)),
            PlaceBase::Deref(pointer, ty) => PlaceBase::Deref(self.done[&pointer], ty),
        };
        let path = place.path.iter().map(|projection| match projection {
            Projection::Index(index) => Projection::Index(self.done[index]),
            other => other.clone(),
        });
        Place { base, path: path.collect() }
    }

    pub fn place(&mut self, program: &mut Program, place: &Place) -> Result<Place, Error> {
        let mut inside = Vec::new();
        place.for_each_expr(|expr| inside.push(expr));
        for expr in inside {
            self.expr(program, expr)?;
        }
        Ok(self.rewritten_place(program, place))
    }

    pub fn places(&mut self, program: &mut Program, places: &[Place]) -> Result<Vec<Place>, Error> {
        places.iter().map(|place| self.place(program, place)).collect()
    }

    pub fn exprs(&mut self, program: &mut Program, exprs: &[ExprId]) -> Result<Vec<ExprId>, Error> {
        exprs.iter().map(|expr| self.expr(program, *expr)).collect()
    }

    pub fn statement(&mut self, program: &mut Program, statement: &Statement) -> Result<Statement, Error> {
        let kind = match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = self.expr(program, *value)?;
                StatementKind::Assign { target: self.place(program, target)?, value }
            }
            StatementKind::Havoc { target } => StatementKind::Havoc { target: self.place(program, target)? },
            StatementKind::Assume(condition) => StatementKind::Assume(self.expr(program, *condition)?),
            StatementKind::Check { property, condition } => {
                StatementKind::Check { property: *property, condition: self.expr(program, *condition)? }
            }
            StatementKind::Call { callee, arguments, results } => StatementKind::Call {
                callee: self.callee(program, callee)?,
                arguments: self.exprs(program, arguments)?,
                results: self.places(program, results)?,
            },
            StatementKind::Event { name, arguments } => {
                StatementKind::Event { name: name.clone(), arguments: self.exprs(program, arguments)? }
            }
            StatementKind::Live(var) => StatementKind::Live(self.rule.rename(program, *var)),
            StatementKind::Dead(var) => StatementKind::Dead(self.rule.rename(program, *var)),
            memory => self.memory_statement(program, memory)?,
        };
        Ok(Statement { kind, origin: statement.origin.clone() })
    }

    fn memory_statement(&mut self, program: &mut Program, kind: &StatementKind) -> Result<StatementKind, Error> {
        Ok(match kind {
            StatementKind::Allocate { target, element, count, zeroed, kind, alignment } => {
                let count = self.expr(program, *count)?;
                let target = self.place(program, target)?;
                let (element, zeroed, kind, alignment) = (*element, *zeroed, *kind, *alignment);
                StatementKind::Allocate { target, element, count, zeroed, kind, alignment }
            }
            StatementKind::Release(pointer) => StatementKind::Release(self.expr(program, *pointer)?),
            StatementKind::CopyMemory { target, source, bytes } => StatementKind::CopyMemory {
                target: self.expr(program, *target)?,
                source: self.expr(program, *source)?,
                bytes: self.expr(program, *bytes)?,
            },
            StatementKind::FillMemory { target, value, bytes } => StatementKind::FillMemory {
                target: self.expr(program, *target)?,
                value: self.expr(program, *value)?,
                bytes: self.expr(program, *bytes)?,
            },
            other => other.clone(),
        })
    }

    fn callee(&mut self, program: &mut Program, callee: &Callee) -> Result<Callee, Error> {
        Ok(match callee {
            Callee::Direct(procedure) => Callee::Direct(*procedure),
            Callee::Indirect { pointer, candidates } => {
                Callee::Indirect { pointer: self.expr(program, *pointer)?, candidates: candidates.clone() }
            }
        })
    }

    /// The expressions of a terminator; its targets stay.
    pub fn terminator(&mut self, program: &mut Program, terminator: &Terminator) -> Result<Terminator, Error> {
        Ok(match terminator {
            Terminator::Branch { condition, then, otherwise } => {
                Terminator::Branch { condition: self.expr(program, *condition)?, then: *then, otherwise: *otherwise }
            }
            Terminator::Switch { value, cases, default } => {
                Terminator::Switch { value: self.expr(program, *value)?, cases: cases.clone(), default: *default }
            }
            other => other.clone(),
        })
    }

    pub fn loop_contract(&mut self, program: &mut Program, contract: &LoopContract) -> Result<LoopContract, Error> {
        Ok(LoopContract {
            invariants: self.exprs(program, &contract.invariants)?,
            variants: self.exprs(program, &contract.variants)?,
            assigns: match &contract.assigns {
                Some(all) => Some(all.iter().map(|one| self.location(program, one)).collect::<Result<_, _>>()?),
                None => None,
            },
            ..LoopContract::default()
        })
    }

    fn location(&mut self, program: &mut Program, location: &Location) -> Result<Location, Error> {
        let region = match &location.region {
            Region::Place(place) => Region::Place(self.place(program, place)?),
            Region::Object(pointer) => Region::Object(self.expr(program, *pointer)?),
            Region::Elements { pointer, element, low, high } => Region::Elements {
                pointer: self.expr(program, *pointer)?,
                element: *element,
                low: self.expr(program, *low)?,
                high: self.expr(program, *high)?,
            },
        };
        Ok(Location { region, when: location.when.map(|when| self.expr(program, when)).transpose()? })
    }
}

/// The same node with other subexpressions; variables that are named in it stay.
pub fn with_children(kind: &ExprKind, new: impl Fn(ExprId) -> ExprId) -> ExprKind {
    let all = |items: &[ExprId]| items.iter().map(|item| new(*item)).collect();
    match kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::ProcedureAddress(_) => kind.clone(),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, new(*a)),
        ExprKind::Convert(op, a) => ExprKind::Convert(*op, new(*a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, new(*a), new(*b)),
        ExprKind::FusedMultiplyAdd(rounding, [a, b, c]) => {
            ExprKind::FusedMultiplyAdd(*rounding, [new(*a), new(*b), new(*c)])
        }
        ExprKind::If(a, b, c) => ExprKind::If(new(*a), new(*b), new(*c)),
        ExprKind::Index(a, b) => ExprKind::Index(new(*a), new(*b)),
        ExprKind::Update(a, b, c) => ExprKind::Update(new(*a), new(*b), new(*c)),
        ExprKind::Field(a, n) => ExprKind::Field(new(*a), *n),
        ExprKind::WithField(a, n, b) => ExprKind::WithField(new(*a), *n, new(*b)),
        ExprKind::Member(a, n) => ExprKind::Member(new(*a), *n),
        ExprKind::WithMember(a, n, b) => ExprKind::WithMember(new(*a), *n, new(*b)),
        ExprKind::ArrayOf(items) => ExprKind::ArrayOf(all(items)),
        ExprKind::RecordOf(items) => ExprKind::RecordOf(all(items)),
        ExprKind::ArrayFill(a) => ExprKind::ArrayFill(new(*a)),
        ExprKind::Load(a) => ExprKind::Load(new(*a)),
        ExprKind::Old(a) => ExprKind::Old(new(*a)),
        ExprKind::Contents(a) => ExprKind::Contents(new(*a)),
        ExprKind::Apply(function, items) => ExprKind::Apply(*function, all(items)),
        ExprKind::Forall(vars, body) => ExprKind::Forall(vars.clone(), new(*body)),
        ExprKind::Exists(vars, body) => ExprKind::Exists(vars.clone(), new(*body)),
        ExprKind::AddressOf(place) => {
            let base = match place.base {
                PlaceBase::Deref(pointer, ty) => PlaceBase::Deref(new(pointer), ty),
                PlaceBase::Var(var) => PlaceBase::Var(var),
            };
            let path = place.path.iter().map(|projection| match projection {
                Projection::Index(index) => Projection::Index(new(*index)),
                other => other.clone(),
            });
            ExprKind::AddressOf(Place { base, path: path.collect() })
        }
    }
}

/// Calls `visit` with every expression a statement names directly.
pub fn for_each_expr(statement: &StatementKind, mut visit: impl FnMut(ExprId)) {
    match statement {
        StatementKind::Assign { target, value } => {
            target.for_each_expr(&mut visit);
            visit(*value);
        }
        StatementKind::Havoc { target } => target.for_each_expr(visit),
        StatementKind::Assume(condition) | StatementKind::Check { condition, .. } => visit(*condition),
        StatementKind::Call { callee, arguments, results } => {
            if let Callee::Indirect { pointer, .. } = callee {
                visit(*pointer);
            }
            arguments.iter().copied().for_each(&mut visit);
            results.iter().for_each(|place| place.for_each_expr(&mut visit));
        }
        StatementKind::Allocate { target, count, .. } => {
            target.for_each_expr(&mut visit);
            visit(*count);
        }
        StatementKind::Release(pointer) => visit(*pointer),
        StatementKind::Live(_) | StatementKind::Dead(_) => {}
        StatementKind::CopyMemory { target, source: other, bytes }
        | StatementKind::FillMemory { target, value: other, bytes } => {
            [*target, *other, *bytes].into_iter().for_each(visit)
        }
        StatementKind::Event { arguments, .. } => arguments.iter().copied().for_each(visit),
    }
}

/// The places a statement assigns directly.
pub fn assigned_places(statement: &StatementKind) -> &[Place] {
    match statement {
        StatementKind::Assign { target, .. }
        | StatementKind::Havoc { target }
        | StatementKind::Allocate { target, .. } => std::slice::from_ref(target),
        StatementKind::Call { results, .. } => results,
        _ => &[],
    }
}

/// The expression a terminator decides on.
pub fn terminator_expr(terminator: &Terminator) -> Option<ExprId> {
    match terminator {
        Terminator::Branch { condition: expr, .. } | Terminator::Switch { value: expr, .. } => Some(*expr),
        Terminator::Goto(_) | Terminator::Return | Terminator::Stop => None,
    }
}

/// Calls `visit` once with every node below (and including) the roots.
pub fn for_each_node(program: &Program, roots: impl IntoIterator<Item = ExprId>, mut visit: impl FnMut(ExprId, &Expr)) {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut left: Vec<ExprId> = roots.into_iter().collect();
    while let Some(id) = left.pop() {
        if seen.insert(id) {
            let node = program.expr(id);
            visit(id, node);
            node.kind.for_each_child(|child| left.push(child));
        }
    }
}

/// Whether evaluating some expression of the program may take an input: the base address of an object,
/// when a pointer to it is first converted to an integer.
pub fn expressions_take_inputs(program: &Program) -> bool {
    let all = (0..program.expr_count()).map(ExprId::from_index);
    all.into_iter().any(|id| matches!(program.expr(id).kind, ExprKind::Convert(Convert::PointerToInt, _)))
}
