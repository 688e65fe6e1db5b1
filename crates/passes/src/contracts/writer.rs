//! Writing statements into a procedure that is made: small words for expressions, and conditions carried to another
//! place: parameters become arguments, values at the entry become locals that were saved there.

use super::narrow::narrow;
use crate::pass::Error;
use crate::rewrite::{Rewriter, Rule};
use cairn_base::Span;
use cairn_ir::typing::TypeError;
use cairn_ir::{
    AllocationKind, Binary, Convert, Expr, ExprId, ExprKind, Layout, Origin, Place, PlaceBase, ProcId, Program, Sign,
    Statement, StatementKind, TypeId, Unary, VarId, VariableKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub const NAME: &str = "contracts";

/// Why a clause cannot be turned into a condition.
pub type Said<T> = Result<T, String>;

pub fn ill_typed(error: TypeError) -> String {
    format!("it has no well-typed form: {}", error.0)
}

/// What stands for variables, and for values at the entry.
#[derive(Clone, Default)]
pub struct Meaning {
    pub vars: FxHashMap<VarId, ExprId>,
    /// By the `old` expression.
    pub olds: FxHashMap<ExprId, ExprId>,
}

struct Carry<'m> {
    meaning: &'m Meaning,
}

impl Rule for Carry<'_> {
    fn pass(&self) -> &'static str {
        NAME
    }
    fn replace(&mut self, _: &mut Program, node: &Expr) -> Result<Option<ExprId>, Error> {
        Ok(match &node.kind {
            ExprKind::Var(var) => self.meaning.vars.get(var).copied(),
            _ => None,
        })
    }
    fn enters_old(&self) -> bool {
        false
    }
}

/// Statements being written into a procedure.
pub struct Writer<'p> {
    pub program: &'p mut Program,
    pub procedure: ProcId,
    pub out: Vec<Statement>,
    counter: u32,
}

impl<'p> Writer<'p> {
    pub fn new(program: &'p mut Program, procedure: ProcId) -> Self {
        Self { program, procedure, out: Vec::new(), counter: 0 }
    }
    pub fn emit(&mut self, kind: StatementKind, span: Option<Span>) {
        self.out.push(Statement { kind, origin: Origin::pass(span, "contract") });
    }
    /// A new local that the source does not have.
    pub fn local(&mut self, name: &str, ty: TypeId) -> VarId {
        let used: FxHashSet<_> = {
            let own = &self.program.procedures[self.procedure];
            let all = own.parameters.iter().chain(&own.results).chain(&own.locals);
            all.map(|var| self.program.variables[*var].name.clone()).collect()
        };
        let mut fresh = name.to_string();
        while used.contains(&*fresh) {
            self.counter += 1;
            fresh = format!("{name} {}", self.counter);
        }
        let var = self.program.add_variable(fresh, ty, VariableKind::Local, Some(self.procedure));
        self.program.variables[var].temporary = true;
        var
    }
    pub fn assign(&mut self, var: VarId, value: ExprId, span: Option<Span>) {
        self.emit(StatementKind::Assign { target: Place::var(var), value }, span);
    }
    /// The value that an expression has now, kept.
    pub fn save(&mut self, name: &str, value: ExprId, span: Option<Span>) -> ExprId {
        let ty = self.program.type_of(value);
        let var = self.local(name, ty);
        self.assign(var, value, span);
        self.program.var(var)
    }
    pub fn size_of(&self, ty: TypeId) -> u64 {
        Layout::new(&self.program.types, self.program.target).size(ty).unwrap_or(0)
    }
    pub fn number(&mut self, value: u64) -> Said<ExprId> {
        let ty = self.program.types.unsigned(64);
        self.program.int_const(ty, value).map_err(ill_typed)
    }
    pub fn binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> Said<ExprId> {
        self.program.binary(op, a, b).map_err(ill_typed)
    }
    pub fn unary(&mut self, op: Unary, a: ExprId) -> Said<ExprId> {
        self.program.unary(op, a).map_err(ill_typed)
    }
    pub fn not(&mut self, a: ExprId) -> Said<ExprId> {
        self.unary(Unary::Not, a)
    }
    pub fn all(&mut self, conditions: &[ExprId]) -> Said<ExprId> {
        let mut result = self.program.bool_const(true);
        for (n, condition) in conditions.iter().enumerate() {
            result = if n == 0 { *condition } else { self.binary(Binary::And, result, *condition)? };
        }
        Ok(result)
    }
    pub fn any(&mut self, conditions: &[ExprId]) -> Said<ExprId> {
        let mut result = self.program.bool_const(false);
        for (n, condition) in conditions.iter().enumerate() {
            result = if n == 0 { *condition } else { self.binary(Binary::Or, result, *condition)? };
        }
        Ok(result)
    }

    // ---- conditions elsewhere ----

    /// A condition with variables and old values replaced, without mathematical integers where that is possible.
    pub fn carried(&mut self, root: ExprId, meaning: &Meaning) -> Said<ExprId> {
        let replaced = self.replaced(root, meaning)?;
        match narrow(self.program, replaced) {
            Some(narrow) => Ok(narrow),
            None if super::logic::applies(self.program, replaced) => {
                Err("a logic function is given numbers without bounds, or its value is compared with such".into())
            }
            None => Ok(replaced),
        }
    }
    pub fn replaced(&mut self, root: ExprId, meaning: &Meaning) -> Said<ExprId> {
        let without_old = self.without_old(root, meaning)?;
        let mut rewriter = Rewriter::new(Carry { meaning });
        rewriter.expr(self.program, without_old).map_err(|error| error.to_string())
    }
    /// The condition with each `old` replaced by what stands for it.
    fn without_old(&mut self, root: ExprId, meaning: &Meaning) -> Said<ExprId> {
        let node = self.program.expr(root).clone();
        if let ExprKind::Old(_) = node.kind {
            return meaning.olds.get(&root).copied().ok_or("a value at the entry was not saved".into());
        }
        if !self.mentions_old(root) {
            return Ok(root);
        }
        let mut children = Vec::new();
        node.kind.for_each_child(|child| children.push(child));
        let mut new = FxHashMap::default();
        for child in children {
            new.insert(child, self.without_old(child, meaning)?);
        }
        let kind = crate::rewrite::with_children(&node.kind, |child| new[&child]);
        self.program.add_expr(kind, node.ty, node.span).map_err(ill_typed)
    }
    fn mentions_old(&self, root: ExprId) -> bool {
        let mut found = false;
        self.visit(root, &mut |_, node| found |= matches!(node.kind, ExprKind::Old(_)));
        found
    }
    fn visit(&self, root: ExprId, look: &mut dyn FnMut(ExprId, &Expr)) {
        let (mut open, mut seen) = (vec![root], FxHashSet::default());
        while let Some(expr) = open.pop() {
            if seen.insert(expr) {
                let node = self.program.expr(expr);
                look(expr, node);
                node.kind.for_each_child(|child| open.push(child));
            }
        }
    }

    // ---- values at the entry ----

    /// Saves, here, what `old` means in a condition: `meaning` says what variables are here.
    pub fn save_olds(&mut self, root: ExprId, meaning: &mut Meaning, span: Option<Span>) -> Said<()> {
        let mut olds = Vec::new();
        self.visit(root, &mut |expr, node| {
            if let ExprKind::Old(inner) = node.kind {
                olds.push((expr, inner));
            }
        });
        for (old, inner) in olds {
            if meaning.olds.contains_key(&old) {
                continue;
            }
            if self.mentions_old(inner) {
                return Err("`old` stands inside `old`".into());
            }
            let is_math = matches!(
                self.program.types.kind(self.program.type_of(inner)),
                cairn_ir::TypeKind::MathInt | cairn_ir::TypeKind::Real
            );
            let saved = if is_math || self.has_bound(inner) {
                let mut copies = FxHashMap::default();
                self.copied(inner, meaning, &mut copies, span)?
            } else {
                let now = self.replaced(inner, meaning)?;
                let now = narrow(self.program, now).unwrap_or(now);
                self.save("old", now, span)
            };
            meaning.olds.insert(old, saved);
        }
        Ok(())
    }
    /// Whether an expression speaks of a variable that a quantifier around it binds.
    fn has_bound(&self, root: ExprId) -> bool {
        let (mut used, mut own) = (Vec::new(), FxHashSet::default());
        self.visit(root, &mut |_, node| match &node.kind {
            ExprKind::Var(var) if self.program.variables[*var].kind == VariableKind::Bound => used.push(*var),
            ExprKind::Forall(vars, _) | ExprKind::Exists(vars, _) => own.extend(vars.iter().copied()),
            _ => {}
        });
        used.iter().any(|var| !own.contains(var))
    }
    /// An expression about now that can be evaluated later: variables are saved, objects that it reads are copied.
    fn copied(
        &mut self,
        root: ExprId,
        meaning: &Meaning,
        copies: &mut FxHashMap<ExprId, ExprId>,
        span: Option<Span>,
    ) -> Said<ExprId> {
        if let Some(known) = copies.get(&root) {
            return Ok(*known);
        }
        let node = self.program.expr(root).clone();
        let made = match &node.kind {
            ExprKind::Var(var) if self.program.variables[*var].kind == VariableKind::Bound => root,
            ExprKind::Const(_) => root,
            _ if !self.has_bound(root) && !self.is_computed_math(&node) => {
                let now = self.replaced(root, meaning)?;
                let now = narrow(self.program, now).unwrap_or(now);
                self.save("old", now, span)
            }
            ExprKind::Load(pointer) => {
                let pointer = self.copied_pointer(*pointer, node.ty, meaning, copies, span)?;
                self.program.load(pointer, node.ty).map_err(ill_typed)?
            }
            ExprKind::AddressOf(_) | ExprKind::Forall(..) | ExprKind::Exists(..) => {
                return Err("`old` of this has no form under a quantifier".into());
            }
            kind => {
                let mut children = Vec::new();
                kind.for_each_child(|child| children.push(child));
                let mut new = FxHashMap::default();
                for child in children {
                    new.insert(child, self.copied(child, meaning, copies, span)?);
                }
                let kind = crate::rewrite::with_children(kind, |child| new[&child]);
                self.program.add_expr(kind, node.ty, node.span).map_err(ill_typed)?
            }
        };
        copies.insert(root, made);
        Ok(made)
    }
    /// Mathematical numbers are computed later, of what is saved now: so they stay bounded.
    fn is_computed_math(&self, node: &Expr) -> bool {
        let is_math =
            matches!(self.program.types.kind(node.ty), cairn_ir::TypeKind::MathInt | cairn_ir::TypeKind::Real);
        is_math && !matches!(node.kind, ExprKind::Var(_))
    }
    /// A pointer into a copy of the object that a pointer leads to.
    fn copied_pointer(
        &mut self,
        pointer: ExprId,
        ty: TypeId,
        meaning: &Meaning,
        copies: &mut FxHashMap<ExprId, ExprId>,
        span: Option<Span>,
    ) -> Said<ExprId> {
        let node = self.program.expr(pointer).clone();
        match &node.kind {
            ExprKind::Binary(op @ Binary::PointerAdd { .. }, base, index) => {
                let base = self.copied_pointer(*base, ty, meaning, copies, span)?;
                let index = self.copied(*index, meaning, copies, span)?;
                let index = narrow(self.program, index).unwrap_or(index);
                self.binary(*op, base, index)
            }
            ExprKind::Convert(Convert::Retype, inner) => self.copied_pointer(*inner, ty, meaning, copies, span),
            ExprKind::AddressOf(place) => {
                let PlaceBase::Var(var) = place.base else {
                    return Err("`old` of memory behind a computed pointer has no form under a quantifier".into());
                };
                if place.path.is_empty() {
                    return self.copy_of_object(pointer, ty, copies, span);
                }
                let [cairn_ir::Projection::Index(index)] = place.path.as_slice() else {
                    return Err("`old` of a component has no form under a quantifier".into());
                };
                let index = self.copied(*index, meaning, copies, span)?;
                let base = self.program.address_of(Place::var(var)).map_err(ill_typed)?;
                let base = self.copy_of_object(base, ty, copies, span)?;
                let wide = self.program.types.int(64);
                let index = narrow(self.program, index).unwrap_or(index);
                let width = self.program.types.int_width(self.program.type_of(index));
                let op = match width.ok_or("an index is no machine integer")?.cmp(&64) {
                    std::cmp::Ordering::Less => Convert::ZeroExtend,
                    std::cmp::Ordering::Equal => Convert::Retype,
                    std::cmp::Ordering::Greater => Convert::Truncate,
                };
                let index = self.program.convert(op, index, wide).map_err(ill_typed)?;
                let stride = self.size_of(ty);
                self.binary(Binary::PointerAdd { stride }, base, index)
            }
            _ if !self.has_bound(pointer) => {
                let now = self.replaced(pointer, meaning)?;
                self.copy_of_object(now, ty, copies, span)
            }
            _ => Err("`old` of memory behind a computed pointer has no form under a quantifier".into()),
        }
    }
    fn copy_of_object(
        &mut self,
        pointer: ExprId,
        element: TypeId,
        copies: &mut FxHashMap<ExprId, ExprId>,
        span: Option<Span>,
    ) -> Said<ExprId> {
        if let Some(known) = copies.get(&pointer) {
            return Ok(*known);
        }
        let wide = self.program.types.int(64);
        let size = self.unary(Unary::PointerObjectSize, pointer)?;
        let stride = self.size_of(element).max(1);
        let each = self.number(stride)?;
        let count = self.binary(Binary::Divide(Sign::Unsigned), size, each)?;
        let copy = self.allocate("copy", element, count, span);
        let offset = self.unary(Unary::PointerOffset, pointer)?;
        let zero = self.program.int_const(wide, 0).map_err(ill_typed)?;
        let back = self.binary(Binary::Subtract, zero, offset)?;
        let start = self.binary(Binary::PointerAdd { stride: 1 }, pointer, back)?;
        self.emit(StatementKind::CopyMemory { target: copy, source: start, bytes: size }, span);
        let same = self.binary(Binary::PointerAdd { stride: 1 }, copy, offset)?;
        let saved = self.save("copy", same, span);
        copies.insert(pointer, saved);
        Ok(saved)
    }
    /// A new object with arbitrary contents.
    pub fn allocate(&mut self, name: &str, element: TypeId, count: ExprId, span: Option<Span>) -> ExprId {
        let pointer = self.program.types.pointer();
        let var = self.local(name, pointer);
        let kind = AllocationKind::Stack;
        let target = Place::var(var);
        self.emit(StatementKind::Allocate { target, element, count, zeroed: false, kind, alignment: 16 }, span);
        self.program.var(var)
    }
}
