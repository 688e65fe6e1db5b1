//! Where pointers come from, and what procedures write through them: without regard to the order of statements.
//!
//! A pointer of a procedure leads back to what the procedure was entered with (a parameter, a global), to a variable
//! whose address is taken, to something it allocated, or to nobody knows where: then whoever asks does without.

use cairn_ir::{
    Callee, ExprId, ExprKind, Place, PlaceBase, ProcId, Program, StatementKind, TypeId, TypeKind, VarId, VariableKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Root {
    /// The value that a parameter or global pointer has at the entry.
    Entry(VarId),
    /// A variable whose address is taken.
    Object(VarId),
    Fresh,
    Unknown,
}

pub type Roots = BTreeSet<Root>;

/// What the pointers of one procedure lead back to.
pub struct PointerFlow<'p> {
    program: &'p Program,
    roots: FxHashMap<VarId, Roots>,
}

impl<'p> PointerFlow<'p> {
    pub fn new(program: &'p Program, procedure: ProcId) -> Self {
        let body = &program.procedures[procedure];
        let mut flow = Self { program, roots: FxHashMap::default() };
        let globals = program.globals().map(|(var, _)| var);
        for var in body.parameters.iter().copied().chain(globals) {
            if flow.is_pointer(program.variables[var].ty) {
                flow.roots.insert(var, BTreeSet::from([Root::Entry(var)]));
            }
        }
        // At most one round for each pointer.
        for _ in 0..=body.locals.len() + body.results.len() + 1 {
            if !flow.round(procedure) {
                break;
            }
        }
        flow
    }
    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Pointer)
    }
    fn round(&mut self, procedure: ProcId) -> bool {
        let program = self.program;
        let mut changed = false;
        for block in program.procedures[procedure].blocks.values() {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { target, value } => {
                        let found = self.of(*value);
                        changed |= self.add(target, found);
                    }
                    StatementKind::Havoc { target } => changed |= self.add(target, Roots::new()),
                    StatementKind::Allocate { target, .. } => {
                        changed |= self.add(target, BTreeSet::from([Root::Fresh]))
                    }
                    StatementKind::Call { results, .. } => {
                        for result in results {
                            changed |= self.add(result, BTreeSet::from([Root::Unknown]));
                        }
                    }
                    _ => {}
                }
            }
        }
        changed
    }
    fn add(&mut self, target: &Place, found: Roots) -> bool {
        let PlaceBase::Var(var) = target.base else { return false };
        if !target.path.is_empty() || !self.is_pointer(self.program.variables[var].ty) {
            return false;
        }
        let known = self.roots.entry(var).or_default();
        let before = known.len();
        known.extend(found);
        known.len() > before
    }
    /// What a pointer may lead back to.
    pub fn of(&self, pointer: ExprId) -> Roots {
        let node = self.program.expr(pointer);
        match &node.kind {
            ExprKind::Var(var) if self.program.variables[*var].addressable => BTreeSet::from([Root::Unknown]),
            ExprKind::Var(var) => self.roots.get(var).cloned().unwrap_or_default(),
            ExprKind::Binary(cairn_ir::Binary::PointerAdd { .. }, a, _) => self.of(*a),
            ExprKind::Convert(cairn_ir::Convert::Retype, a) | ExprKind::Old(a) => self.of(*a),
            ExprKind::If(_, a, b) => self.of(*a).union(&self.of(*b)).copied().collect(),
            ExprKind::Const(_) | ExprKind::ProcedureAddress(_) => Roots::new(),
            ExprKind::AddressOf(place) => match place.base {
                PlaceBase::Var(var) => BTreeSet::from([Root::Object(var)]),
                PlaceBase::Deref(pointer, _) => self.of(pointer),
            },
            _ => BTreeSet::from([Root::Unknown]),
        }
    }
}

/// What a procedure may write that outlives it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Effects {
    pub globals: BTreeSet<VarId>,
    /// Objects that parameters or global pointers lead to, with the type that is written.
    pub memory: BTreeSet<(VarId, TypeId)>,
    /// Variables of the procedure itself that are written through pointers.
    pub locals: BTreeSet<VarId>,
    /// Something is released.
    pub releases: bool,
    /// Something that the procedure allocated is written.
    pub fresh: bool,
    /// Something is written, or released, and nobody knows what.
    pub unknown: bool,
}

impl Effects {
    pub fn of(program: &Program, procedure: ProcId) -> Self {
        Summaries::new(program).of(procedure)
    }
    /// Of some blocks of a procedure alone.
    pub fn of_blocks(program: &Program, procedure: ProcId, blocks: &dyn Fn(cairn_ir::BlockId) -> bool) -> Self {
        Self::inside(procedure, &mut Summaries::new(program), Some(blocks))
    }
    fn inside(procedure: ProcId, summaries: &mut Summaries, only: Option<&dyn Fn(cairn_ir::BlockId) -> bool>) -> Self {
        let mut effects = Effects::default();
        let program = summaries.program;
        let flow = PointerFlow::new(program, procedure);
        for (id, block) in program.procedures[procedure].blocks.iter() {
            if only.is_some_and(|only| !only(id)) {
                continue;
            }
            for statement in &block.statements {
                effects.statement(&flow, &statement.kind, summaries);
            }
        }
        effects
    }
    fn statement(&mut self, flow: &PointerFlow, kind: &StatementKind, summaries: &mut Summaries) {
        let program = summaries.program;
        match kind {
            StatementKind::Assign { target, .. }
            | StatementKind::Havoc { target }
            | StatementKind::Allocate { target, .. } => self.place(program, flow, target),
            StatementKind::Call { callee, arguments, results } => {
                results.iter().for_each(|place| self.place(program, flow, place));
                match callee {
                    Callee::Direct(callee) => {
                        let inner = summaries.of(*callee);
                        self.of_call(program, flow, *callee, arguments, &inner);
                    }
                    Callee::Indirect { .. } => (self.unknown, self.releases) = (true, true),
                }
            }
            StatementKind::CopyMemory { target, .. } | StatementKind::FillMemory { target, .. } => {
                self.unknown |= !flow.of(*target).iter().all(|root| *root == Root::Fresh);
            }
            StatementKind::Release(pointer) => {
                self.releases = true;
                self.unknown |= !flow.of(*pointer).iter().all(|root| *root == Root::Fresh);
            }
            _ => {}
        }
    }
    fn of_call(
        &mut self,
        program: &Program,
        flow: &PointerFlow,
        callee: ProcId,
        arguments: &[ExprId],
        inner: &Effects,
    ) {
        self.unknown |= inner.unknown;
        self.releases |= inner.releases;
        self.globals.extend(&inner.globals);
        for (var, ty) in &inner.memory {
            let position = program.procedures[callee].parameters.iter().position(|parameter| parameter == var);
            match position.and_then(|position| arguments.get(position)) {
                Some(argument) => self.through(program, &flow.of(*argument), *ty),
                None => self.through(program, &flow.roots.get(var).cloned().unwrap_or_default(), *ty),
            }
        }
    }
    fn place(&mut self, program: &Program, flow: &PointerFlow, place: &Place) {
        match place.base {
            PlaceBase::Var(var) => {
                if program.variables[var].kind == VariableKind::Global {
                    self.globals.insert(var);
                }
            }
            PlaceBase::Deref(pointer, ty) => self.through(program, &flow.of(pointer), ty),
        }
    }
    fn through(&mut self, program: &Program, roots: &Roots, ty: TypeId) {
        for root in roots {
            match root {
                Root::Entry(var) => {
                    self.memory.insert((*var, ty));
                }
                Root::Object(var) if program.variables[*var].kind == VariableKind::Global => {
                    self.globals.insert(*var);
                }
                Root::Object(var) => {
                    self.locals.insert(*var);
                }
                Root::Fresh => self.fresh = true,
                Root::Unknown => self.unknown = true,
            }
        }
    }
}

/// The effects of procedures and of those that they call: the least ones that agree with each other, so that recursion is
/// no obstacle. They only grow from round to round, and there are finitely many.
struct Summaries<'p> {
    program: &'p Program,
    known: FxHashMap<ProcId, Effects>,
    /// Looked at in this round.
    seen: FxHashSet<ProcId>,
    changed: bool,
    in_round: bool,
}

impl<'p> Summaries<'p> {
    fn new(program: &'p Program) -> Self {
        Self { program, known: FxHashMap::default(), seen: FxHashSet::default(), changed: false, in_round: false }
    }
    fn of(&mut self, procedure: ProcId) -> Effects {
        if !self.program.procedures[procedure].has_body() {
            return Effects::default();
        }
        if self.in_round {
            self.visit(procedure);
        } else {
            self.in_round = true;
            self.changed = true;
            while std::mem::take(&mut self.changed) {
                self.seen.clear();
                self.visit(procedure);
            }
            self.in_round = false;
        }
        self.known.get(&procedure).cloned().unwrap_or_default()
    }
    fn visit(&mut self, procedure: ProcId) {
        if !self.seen.insert(procedure) {
            return;
        }
        let found = Effects::inside(procedure, self, None);
        if self.known.get(&procedure) != Some(&found) {
            self.known.insert(procedure, found);
            self.changed = true;
        }
    }
}

/// Whether values of a type have pointers in them.
pub fn has_pointers(program: &Program, ty: TypeId) -> bool {
    match program.types.kind(ty) {
        TypeKind::Pointer => true,
        TypeKind::Array { element, .. } => has_pointers(program, *element),
        TypeKind::Record(record) => record.fields.iter().any(|field| has_pointers(program, field.ty)),
        // Any byte of a union may be one of a pointer.
        TypeKind::Union(_) => true,
        _ => false,
    }
}
