//! Promotion: locals in memory whose address does not escape become plain variables.
//!
//! A variable is promoted if every address of it is used at once, to load or store a value of the type
//! that is there, or to ask what is known (whether it is null, whether it is valid), and if it is never
//! used after its end. Run [`simplify`](crate::simplify) before: it puts `&x` where a pointer variable is
//! known to hold it, which is how arguments of inlined calls look.
//!
//! Before and after: `load &x` is `x`, `*(&x) := e` is `x := e`, `live x` is `x := 0`, `dead x` is nothing.
//!
//! Memory and values differ where an index is out of range: in memory it may hit a neighbour in the same
//! object. So an index is accepted only on the whole variable, where out of range means out of the object;
//! there both read as zero and write nothing.

use crate::derived::{ActivationVariable, Derived};
use crate::flow::FlowGraph;
use crate::pass::{Error, Options};
use crate::rewrite::{Rewriter, Rule, assigned_places, for_each_expr, terminator_expr};
use crate::zero::zero_of;
use cairn_base::ids::Id;
use cairn_ir::typing::{TypeError, place_type};
use cairn_ir::{
    Binary, Convert, Expr, ExprId, ExprKind, Layout, Place, PlaceBase, ProcId, Program, Projection, Statement,
    StatementKind, TypeId, TypeKind, Unary, Value, VarId, Variable, VariableKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub const NAME: &str = "promote";

/// Promotes locals of every procedure.
pub fn promote(source: &Derived, _options: &Options) -> Result<Derived, Error> {
    let mut result = source.clone();
    for procedure in source.program.procedures.ids() {
        let chosen = promotable(&source.program, procedure);
        if !chosen.is_empty() {
            let plain = rewrite(&mut result.program, procedure, chosen)?;
            for (old, new) in plain {
                let own = || ActivationVariable { calls: Vec::new(), variable: old, through: None };
                let activation = result.back.variables.get(&old).cloned().unwrap_or_else(own);
                result.back.variables.insert(new, activation);
            }
        }
    }
    Ok(result)
}

/// The variables of a procedure that can be promoted.
fn promotable(program: &Program, procedure: ProcId) -> FxHashSet<VarId> {
    let body = &program.procedures[procedure];
    let own = body.parameters.iter().chain(&body.results).chain(&body.locals).copied();
    let mut candidates: FxHashSet<VarId> = own.filter(|var| program.variables[*var].addressable).collect();
    if candidates.is_empty() || !body.has_body() {
        return FxHashSet::default();
    }
    let mut uses = Uses { program, escaped: FxHashSet::default() };
    for block in body.blocks.values() {
        for statement in &block.statements {
            uses.statement(&statement.kind);
        }
        uses.exprs(terminator_expr(&block.terminator));
        if let Some(contract) = &block.loop_contract {
            uses.exprs(contract.invariants.iter().chain(&contract.variants).copied());
            contract.assigns.iter().flatten().for_each(|place| uses.place(place));
        }
    }
    uses.exprs(body.contract.requires.iter().chain(&body.contract.ensures).copied());
    candidates.retain(|var| !uses.escaped.contains(var));
    for var in used_after_end(program, procedure, &candidates) {
        candidates.remove(&var);
    }
    candidates
}

/// Finds variables whose address is used in a way that cannot be rewritten.
struct Uses<'p> {
    program: &'p Program,
    escaped: FxHashSet<VarId>,
}

impl<'p> Uses<'p> {
    fn statement(&mut self, statement: &StatementKind) {
        let mut inside = Vec::new();
        for_each_expr(statement, |expr| inside.push(expr));
        let places = assigned_places(statement);
        // The pointer of `*(&x) := …` is not an escape; `place` looks at it.
        let is_base =
            |expr: &ExprId| places.iter().any(|place| matches!(place.base, PlaceBase::Deref(p, _) if p == *expr));
        self.exprs(inside.into_iter().filter(|expr| !is_base(expr)));
        places.iter().for_each(|place| self.place(place));
    }

    fn place(&mut self, place: &Place) {
        match place.base {
            PlaceBase::Var(var) => self.path(var, &place.path),
            PlaceBase::Deref(pointer, ty) => match self.direct(pointer, ty) {
                Some(target) => {
                    let PlaceBase::Var(var) = target.base else { return };
                    self.place_indices(target);
                    self.path(var, &[&target.path[..], &place.path[..]].concat());
                }
                None => self.exprs([pointer]),
            },
        }
    }

    /// The place of a variable that a pointer expression is the address of, if its type is the one wanted.
    fn direct(&self, pointer: ExprId, ty: TypeId) -> Option<&'p Place> {
        let ExprKind::AddressOf(place) = &self.program.expr(pointer).kind else { return None };
        let found = place_type(self.program, place).ok()?;
        let fits = matches!(place.base, PlaceBase::Var(_)) && self.program.types.same_shape(found, ty);
        fits.then_some(place)
    }

    fn place_indices(&mut self, place: &Place) {
        let indices = place.path.iter().filter_map(|projection| match projection {
            Projection::Index(index) => Some(*index),
            _ => None,
        });
        self.exprs(indices.collect::<Vec<_>>());
    }

    /// Only the first projection may be an index.
    fn path(&mut self, var: VarId, path: &[Projection]) {
        if path.iter().skip(1).any(|projection| matches!(projection, Projection::Index(_))) {
            self.escaped.insert(var);
        }
    }

    /// Every node below; addresses that are used directly are looked through.
    fn exprs(&mut self, roots: impl IntoIterator<Item = ExprId>) {
        let program = self.program;
        let mut seen = FxHashSet::default();
        let mut left: Vec<ExprId> = roots.into_iter().collect();
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = program.expr(id);
            match &node.kind {
                ExprKind::Load(pointer) => match self.direct(*pointer, node.ty) {
                    Some(place) => {
                        place.for_each_expr(|index| left.push(index));
                        if let PlaceBase::Var(var) = place.base {
                            let path = place.path.clone();
                            self.path(var, &path);
                        }
                        continue;
                    }
                    None => left.push(*pointer),
                },
                ExprKind::AddressOf(place) => {
                    if let PlaceBase::Var(var) = place.base {
                        self.escaped.insert(var);
                    }
                    place.for_each_expr(|expr| left.push(expr));
                }
                _ if known_of_address(program, node).is_some() => {}
                kind => kind.for_each_child(|child| left.push(child)),
            }
        }
    }
}

/// What is always true of the address of a live variable: its value as a Boolean, and the variable.
fn known_of_address(program: &Program, node: &Expr) -> Option<bool> {
    let layout = || Layout::new(&program.types, program.target);
    match node.kind {
        ExprKind::Unary(Unary::PointerIsLive, pointer) => plain_address(program, pointer).map(|_| true),
        ExprKind::Unary(Unary::PointerIsHeap, pointer) => plain_address(program, pointer).map(|_| false),
        ExprKind::Binary(op @ (Binary::Equal | Binary::NotEqual), a, b) => {
            let is_null =
                |id: ExprId| matches!(&program.expr(id).kind, ExprKind::Const(Value::Pointer(p)) if p.is_null());
            let other = if is_null(a) { b } else { Some(a).filter(|_| is_null(b))? };
            plain_address(program, other).map(|_| op == Binary::NotEqual)
        }
        ExprKind::Binary(Binary::PointerValid, pointer, bytes) => {
            let place = plain_address(program, pointer)?;
            let ExprKind::Const(Value::Int(bytes)) = &program.expr(bytes).kind else { return None };
            let bytes = u64::try_from(bytes.unsigned()).ok()?;
            let PlaceBase::Var(var) = place.base else { return None };
            let size = layout().size(program.variables[var].ty)?;
            let end = field_offset(program, place)?.checked_add(bytes)?;
            // Zero bytes at the end of an object is a question we leave to the engines.
            (bytes > 0).then_some(end <= size)
        }
        _ => None,
    }
}

/// `&x` or `&x.f.g`.
fn plain_address(program: &Program, pointer: ExprId) -> Option<&Place> {
    let ExprKind::AddressOf(place) = &program.expr(pointer).kind else { return None };
    let fields = place.path.iter().all(|projection| matches!(projection, Projection::Field(_)));
    (fields && matches!(place.base, PlaceBase::Var(_))).then_some(place)
}

fn field_offset(program: &Program, place: &Place) -> Option<u64> {
    let PlaceBase::Var(var) = place.base else { return None };
    let (mut ty, mut offset) = (program.variables[var].ty, 0u64);
    for projection in &place.path {
        let (Projection::Field(n), TypeKind::Record(record)) = (projection, program.types.kind(ty)) else {
            return None;
        };
        let field = record.fields.get(*n as usize)?;
        offset = offset.checked_add(field.offset)?;
        ty = field.ty;
    }
    Some(offset)
}

/// Candidates that some path uses between their end and a new beginning.
pub(crate) fn used_after_end(program: &Program, procedure: ProcId, candidates: &FxHashSet<VarId>) -> FxHashSet<VarId> {
    let body = &program.procedures[procedure];
    let graph = FlowGraph::new(body);
    let mut dead_before: Vec<FxHashSet<VarId>> = vec![FxHashSet::default(); body.blocks.len()];
    let mut found = FxHashSet::default();
    let mut work: std::collections::BTreeSet<usize> = (0..graph.reverse_post_order().len()).collect();
    while let Some(place) = work.pop_first() {
        let id = graph.reverse_post_order()[place];
        let mut dead = dead_before[id.index()].clone();
        for statement in &body.blocks[id].statements {
            match &statement.kind {
                StatementKind::Live(var) => {
                    dead.remove(var);
                }
                StatementKind::Dead(var) if candidates.contains(var) => {
                    dead.insert(*var);
                }
                kind if !dead.is_empty() => found.extend(mentioned(program, kind).intersection(&dead)),
                _ => {}
            }
        }
        if !dead.is_empty() {
            let mut all = FxHashSet::default();
            mentioned_in(program, terminator_expr(&body.blocks[id].terminator), &mut all);
            found.extend(all.intersection(&dead));
        }
        for next in graph.successors(id) {
            let before = &mut dead_before[next.index()];
            let count = before.len();
            before.extend(&dead);
            if before.len() != count {
                work.extend(graph.position(*next));
            }
        }
    }
    found
}

fn mentioned(program: &Program, statement: &StatementKind) -> FxHashSet<VarId> {
    let mut all = FxHashSet::default();
    for place in assigned_places(statement) {
        if let PlaceBase::Var(var) = place.base {
            all.insert(var);
        }
    }
    let mut roots = Vec::new();
    for_each_expr(statement, |expr| roots.push(expr));
    mentioned_in(program, roots, &mut all);
    all
}

fn mentioned_in(program: &Program, roots: impl IntoIterator<Item = ExprId>, all: &mut FxHashSet<VarId>) {
    crate::rewrite::for_each_node(program, roots, |_, node| match &node.kind {
        ExprKind::Var(var) => {
            all.insert(*var);
        }
        ExprKind::AddressOf(Place { base: PlaceBase::Var(var), .. }) => {
            all.insert(*var);
        }
        _ => {}
    });
}

/// Given back: each variable with the one that takes its place.
fn rewrite(
    program: &mut Program,
    procedure: ProcId,
    chosen: FxHashSet<VarId>,
) -> Result<FxHashMap<VarId, VarId>, Error> {
    let mut chosen: Vec<VarId> = chosen.into_iter().collect();
    chosen.sort_unstable();
    let plain = chosen.into_iter().map(|var| (var, plain_copy(program, var))).collect();
    let body = program.procedures[procedure].clone();
    let mut rewriter = Rewriter::new(Promoted { plain });
    for (id, block) in body.blocks.iter() {
        let mut statements = Vec::with_capacity(block.statements.len());
        for statement in &block.statements {
            statements.extend(promoted(program, &mut rewriter, statement)?);
        }
        let terminator = rewriter.terminator(program, &block.terminator)?;
        let mut contract = block.loop_contract.as_ref().map(|c| rewriter.loop_contract(program, c)).transpose()?;
        let assigned = contract.iter_mut().flat_map(|contract| contract.assigns.iter_mut().flatten());
        assigned.for_each(|place| rewriter.rule.place(program, place));
        let new = &mut program.procedures[procedure].blocks[id];
        (new.statements, new.terminator, new.loop_contract) = (statements, terminator, contract);
    }
    let requires = rewriter.exprs(program, &body.contract.requires)?;
    let ensures = rewriter.exprs(program, &body.contract.ensures)?;
    let new = &mut program.procedures[procedure];
    (new.contract.requires, new.contract.ensures) = (requires, ensures);
    for list in [&mut new.parameters, &mut new.results, &mut new.locals] {
        list.iter_mut().for_each(|var| *var = rewriter.rule.plain.get(var).copied().unwrap_or(*var));
    }
    Ok(rewriter.rule.plain)
}

/// The variable outside memory that takes the place of another. The old one stays in the table, in no
/// procedure's list, for the addresses of it that nobody uses any more: expressions are never removed.
fn plain_copy(program: &mut Program, var: VarId) -> VarId {
    let copy = Variable { addressable: false, ..program.variables[var].clone() };
    program.variables[var].kind = VariableKind::Bound;
    program.variables.push(copy)
}

fn promoted(
    program: &mut Program,
    rewriter: &mut Rewriter<Promoted>,
    statement: &Statement,
) -> Result<Option<Statement>, Error> {
    let plain = |rewriter: &Rewriter<Promoted>, var: VarId| rewriter.rule.plain.get(&var).copied();
    match statement.kind {
        StatementKind::Dead(var) if plain(rewriter, var).is_some() => Ok(None),
        StatementKind::Live(var) if plain(rewriter, var).is_some() => {
            let ty = program.variables[var].ty;
            let value = zero_of(program, ty, NAME)?;
            let target = Place::var(plain(rewriter, var).unwrap_or(var));
            Ok(Some(Statement { kind: StatementKind::Assign { target, value }, origin: statement.origin.clone() }))
        }
        _ => {
            let mut new = rewriter.statement(program, statement)?;
            match &mut new.kind {
                StatementKind::Assign { target, .. }
                | StatementKind::Havoc { target }
                | StatementKind::Allocate { target, .. } => rewriter.rule.place(program, target),
                StatementKind::Call { results, .. } => {
                    results.iter_mut().for_each(|target| rewriter.rule.place(program, target));
                }
                _ => {}
            }
            Ok(Some(new))
        }
    }
}

/// Each promoted variable with the one that takes its place.
struct Promoted {
    plain: FxHashMap<VarId, VarId>,
}

impl Promoted {
    /// `x.p` is `x'.p`, and `*(&x.p).q` is `x'.p.q`
    fn place(&self, program: &Program, place: &mut Place) {
        if let Some(target) = self.of_address(program, place) {
            place.path.splice(0..0, target.path);
            place.base = target.base;
        }
        if let PlaceBase::Var(var) = place.base {
            place.base = PlaceBase::Var(self.plain.get(&var).copied().unwrap_or(var));
        }
    }

    fn of_address(&self, program: &Program, place: &Place) -> Option<Place> {
        match place.base {
            PlaceBase::Deref(pointer, _) => self.behind(program, pointer),
            PlaceBase::Var(_) => None,
        }
    }

    /// The place of a promoted variable that an expression is the address of.
    fn behind(&self, program: &Program, pointer: ExprId) -> Option<Place> {
        let ExprKind::AddressOf(place) = &program.expr(pointer).kind else { return None };
        match place.base {
            PlaceBase::Var(var) => {
                let plain = self.plain.get(&var)?;
                Some(Place { base: PlaceBase::Var(*plain), path: place.path.clone() })
            }
            PlaceBase::Deref(..) => None,
        }
    }

    fn known(&self, program: &mut Program, node: &Expr) -> Result<Option<ExprId>, Error> {
        let Some(value) = known_of_address(program, node) else { return Ok(None) };
        program.constant(Value::Bool(value), node.ty).map(Some).map_err(|error| Error::IllTyped { pass: NAME, error })
    }
}

impl Rule for Promoted {
    fn pass(&self) -> &'static str {
        NAME
    }
    fn replace(&mut self, program: &mut Program, node: &Expr) -> Result<Option<ExprId>, Error> {
        let ill_typed = |error: TypeError| Error::IllTyped { pass: NAME, error };
        let is_address = |id: ExprId| self.behind(program, id).is_some();
        match node.kind {
            ExprKind::Var(var) => {
                let Some(plain) = self.plain.get(&var) else { return Ok(None) };
                program.add_expr(ExprKind::Var(*plain), node.ty, node.span).map(Some).map_err(ill_typed)
            }
            ExprKind::Load(pointer) => {
                let Some(place) = self.behind(program, pointer) else { return Ok(None) };
                let value = program.read_place(&place).map_err(ill_typed)?;
                if program.type_of(value) == node.ty {
                    return Ok(Some(value));
                }
                program.convert(Convert::Retype, value, node.ty).map(Some).map_err(ill_typed)
            }
            ExprKind::Unary(_, a) if is_address(a) => self.known(program, node),
            ExprKind::Binary(_, a, b) if is_address(a) || is_address(b) => self.known(program, node),
            _ => Ok(None),
        }
    }
}
