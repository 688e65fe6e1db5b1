//! Whether two programs are the same up to ids, spans and sharing of expressions.
//!
//! Types are compared by structure and display, variables by position (bound ones by their binder),
//! expressions as trees. A loop contract that says nothing counts as none.

use crate::contract::{Contract, Dropped, Location, LoopContract, Region, Texts};
use crate::expr::{ExprId, ExprKind, Place, PlaceBase, Projection};
use crate::program::{
    Block, Callee, Initial, Origin, ProcId, Procedure, Program, Statement, StatementKind, Terminator, VarId,
};
use crate::types::{RecordType, TypeId, TypeKind};
use rustc_hash::FxHashMap;

/// The first difference found, in words; `None` if there is none.
pub fn difference(a: &Program, b: &Program) -> Option<String> {
    let mut comparison = Comparison { a, b, variables: FxHashMap::default(), types: FxHashMap::default() };
    comparison.programs().err()
}

type Compared = Result<(), String>;

fn same<T: PartialEq + std::fmt::Debug>(a: T, b: T, what: &str) -> Compared {
    if a == b { Ok(()) } else { Err(format!("{what}: {a:?} and {b:?}")) }
}

struct Comparison<'p> {
    a: &'p Program,
    b: &'p Program,
    /// Variables of the first program and their counterparts.
    variables: FxHashMap<VarId, VarId>,
    types: FxHashMap<(TypeId, TypeId), bool>,
}

impl Comparison<'_> {
    fn programs(&mut self) -> Compared {
        let (a, b) = (self.a, self.b);
        same(a.language, b.language, "language")?;
        same(a.target, b.target, "target")?;
        same(&a.entries, &b.entries, "entries")?;
        let globals = |p: &Program| p.globals().map(|(id, _)| id).collect::<Vec<_>>();
        let (globals_a, globals_b) = (globals(a), globals(b));
        self.variable_lists(&globals_a, &globals_b, "global")?;
        same(a.procedures.len(), b.procedures.len(), "number of procedures")?;
        for (x, y) in a.procedures.ids().zip(b.procedures.ids()) {
            let (p, q) = (&a.procedures[x], &b.procedures[y]);
            self.variable_lists(&p.parameters, &q.parameters, "parameter")?;
            self.variable_lists(&p.results, &q.results, "result")?;
            self.variable_lists(&p.locals, &q.locals, "local")?;
        }
        for (x, y) in globals_a.iter().zip(&globals_b) {
            self.initials(&a.variables[*x].initial, &b.variables[*y].initial)?;
        }
        same(a.properties.len(), b.properties.len(), "number of properties")?;
        for (p, q) in a.properties.values().zip(b.properties.values()) {
            same(
                (p.kind, &p.name, &p.description, p.procedure),
                (q.kind, &q.name, &q.description, q.procedure),
                "property",
            )?;
        }
        for id in a.procedures.ids() {
            self.procedures(id).map_err(|why| format!("{}: {why}", a.procedures[id].name))?;
        }
        Ok(())
    }
    fn initials(&mut self, x: &Initial, y: &Initial) -> Compared {
        match (x, y) {
            (Initial::Value(x), Initial::Value(y)) => self.exprs(*x, *y),
            (Initial::Zero, Initial::Zero) | (Initial::Arbitrary, Initial::Arbitrary) => Ok(()),
            _ => Err("initial value".into()),
        }
    }
    fn variable_lists(&mut self, x: &[VarId], y: &[VarId], what: &str) -> Compared {
        same(x.len(), y.len(), what)?;
        for (v, w) in x.iter().zip(y) {
            let (p, q) = (&self.a.variables[*v], &self.b.variables[*w]);
            same((&p.name, p.addressable, p.alignment), (&q.name, q.addressable, q.alignment), what)?;
            same((p.temporary, p.kind, &p.source_name), (q.temporary, q.kind, &q.source_name), what)?;
            self.same_types(p.ty, q.ty)?;
            self.variables.insert(*v, *w);
        }
        Ok(())
    }

    // ---- types ----

    fn same_types(&mut self, x: TypeId, y: TypeId) -> Compared {
        let known = self.types.get(&(x, y)).copied();
        let equal = known.unwrap_or_else(|| {
            let equal = self.type_equal(x, y);
            self.types.insert((x, y), equal);
            equal
        });
        let name = |p: &Program, ty| super::print_type(p, ty);
        if equal { Ok(()) } else { Err(format!("type: {} and {}", name(self.a, x), name(self.b, y))) }
    }
    fn type_equal(&mut self, x: TypeId, y: TypeId) -> bool {
        let (p, q) = (self.a.types.get(x).clone(), self.b.types.get(y).clone());
        if p.display != q.display {
            return false;
        }
        match (&p.kind, &q.kind) {
            (
                TypeKind::Array { index, element, length },
                TypeKind::Array { index: index_b, element: element_b, length: length_b },
            ) => {
                length == length_b
                    && self.same_types(*index, *index_b).is_ok()
                    && self.same_types(*element, *element_b).is_ok()
            }
            (TypeKind::Record(r), TypeKind::Record(s)) | (TypeKind::Union(r), TypeKind::Union(s)) => {
                self.record_equal(r, s)
            }
            (k, l) => k == l,
        }
    }
    fn record_equal(&mut self, r: &RecordType, s: &RecordType) -> bool {
        r.size == s.size
            && r.fields.len() == s.fields.len()
            && r.fields
                .iter()
                .zip(&s.fields)
                .all(|(f, g)| (&f.name, f.offset) == (&g.name, g.offset) && self.same_types(f.ty, g.ty).is_ok())
    }

    // ---- procedures ----

    fn procedures(&mut self, id: ProcId) -> Compared {
        let (p, q): (&Procedure, &Procedure) = (&self.a.procedures[id], &self.b.procedures[id]);
        same(&p.name, &q.name, "name")?;
        same(&p.role, &q.role, "role")?;
        self.contracts(&p.contract, &q.contract)?;
        same(p.blocks.len(), q.blocks.len(), "number of blocks")?;
        for (x, y) in p.blocks.values().zip(q.blocks.values()) {
            self.blocks(x, y).map_err(|why| format!("{}: {why}", x.label))?;
        }
        Ok(())
    }
    fn contracts(&mut self, c: &Contract, d: &Contract) -> Compared {
        let lists = |c: &Contract| [c.requires.clone(), c.ensures.clone(), c.obligations.clone(), c.exits.clone()];
        for (x, y) in lists(c).iter().zip(&lists(d)) {
            self.clauses((x, &c.texts), (y, &d.texts))?;
        }
        self.clauses((&c.decreases, &c.texts), (&d.decreases, &d.texts))?;
        same(c.frees.is_some(), d.frees.is_some(), "frees")?;
        self.expr_lists(c.frees.as_deref().unwrap_or_default(), d.frees.as_deref().unwrap_or_default())?;
        self.assigns(c.assigns.as_deref(), d.assigns.as_deref())?;
        dropped(&c.dropped, &d.dropped)
    }
    fn clauses(&mut self, (x, of_x): (&[ExprId], &Texts), (y, of_y): (&[ExprId], &Texts)) -> Compared {
        self.expr_lists(x, y)?;
        x.iter().zip(y).try_for_each(|(x, y)| same(of_x.get(x), of_y.get(y), "text of a clause"))
    }
    fn assigns(&mut self, x: Option<&[Location]>, y: Option<&[Location]>) -> Compared {
        same(x.is_some(), y.is_some(), "assigns")?;
        let (x, y) = (x.unwrap_or_default(), y.unwrap_or_default());
        same(x.len(), y.len(), "number of locations")?;
        for (p, q) in x.iter().zip(y) {
            match (&p.region, &q.region) {
                (Region::Place(p), Region::Place(q)) => self.one_place(p, q)?,
                (Region::Elements { element: e, .. }, Region::Elements { element: f, .. }) => {
                    self.same_types(*e, *f)?
                }
                (Region::Object(_), Region::Object(_)) => {}
                _ => return Err("kind of a location".into()),
            }
            let exprs = |location: &Location| {
                let mut all = Vec::new();
                location.for_each_expr(|e| all.push(e));
                all
            };
            self.expr_lists(&exprs(p), &exprs(q))?;
        }
        Ok(())
    }
    fn blocks(&mut self, x: &Block, y: &Block) -> Compared {
        same(&x.label, &y.label, "label")?;
        let says = |c: &Option<LoopContract>| c.clone().filter(|c| *c != LoopContract::default()).unwrap_or_default();
        let (c, d) = (says(&x.loop_contract), says(&y.loop_contract));
        self.clauses((&c.invariants, &c.texts), (&d.invariants, &d.texts))?;
        self.clauses((&c.variants, &c.texts), (&d.variants, &d.texts))?;
        dropped(&c.dropped, &d.dropped)?;
        self.assigns(c.assigns.as_deref(), d.assigns.as_deref())?;
        same(x.statements.len(), y.statements.len(), "number of statements")?;
        for (n, (s, t)) in x.statements.iter().zip(&y.statements).enumerate() {
            self.statements(s, t).map_err(|why| format!("statement {n}: {why}"))?;
        }
        self.terminators(&x.terminator, &y.terminator).map_err(|why| format!("terminator: {why}"))?;
        self.origins(&x.terminator_origin, &y.terminator_origin)
    }
    fn origins(&self, x: &Origin, y: &Origin) -> Compared {
        same(&x.reason, &y.reason, "reason")
    }
    fn terminators(&mut self, x: &Terminator, y: &Terminator) -> Compared {
        same(x.successors(), y.successors(), "successors")?;
        match (x, y) {
            (Terminator::Branch { condition, .. }, Terminator::Branch { condition: other, .. }) => {
                self.exprs(*condition, *other)
            }
            (Terminator::Switch { value, cases, .. }, Terminator::Switch { value: other, cases: others, .. }) => {
                same(cases, others, "cases")?;
                self.exprs(*value, *other)
            }
            (x, y) => same(x, y, "kind"),
        }
    }
    fn statements(&mut self, x: &Statement, y: &Statement) -> Compared {
        use StatementKind::*;
        self.origins(&x.origin, &y.origin)?;
        match (&x.kind, &y.kind) {
            (Assign { target, value }, Assign { target: t, value: v }) => {
                self.one_place(target, t)?;
                self.exprs(*value, *v)
            }
            (Havoc { target }, Havoc { target: t }) => self.one_place(target, t),
            (Assume(c), Assume(d)) | (Release(c), Release(d)) => self.exprs(*c, *d),
            (Check { property, condition }, Check { property: p, condition: c }) => {
                same(property, p, "property")?;
                self.exprs(*condition, *c)
            }
            (Call { callee, arguments, results }, Call { callee: c, arguments: a, results: r }) => {
                self.callees(callee, c)?;
                self.expr_lists(arguments, a)?;
                self.places(results, r)
            }
            (
                Allocate { target, element, count, zeroed, kind, alignment },
                Allocate { target: t, element: e, count: c, zeroed: z, kind: k, alignment: a },
            ) => {
                same((zeroed, kind, alignment), (z, k, a), "allocation")?;
                self.one_place(target, t)?;
                self.same_types(*element, *e)?;
                self.exprs(*count, *c)
            }
            (Live(v), Live(w)) | (Dead(v), Dead(w)) => self.vars(*v, *w),
            (CopyMemory { target, source: second, bytes }, CopyMemory { target: t, source: s, bytes: b })
            | (FillMemory { target, value: second, bytes }, FillMemory { target: t, value: s, bytes: b }) => {
                self.expr_lists(&[*target, *second, *bytes], &[*t, *s, *b])
            }
            (Event { name, arguments }, Event { name: n, arguments: a }) => {
                same(name, n, "event")?;
                self.expr_lists(arguments, a)
            }
            _ => Err("kind of statement".into()),
        }
    }
    fn callees(&mut self, x: &Callee, y: &Callee) -> Compared {
        match (x, y) {
            (Callee::Indirect { pointer, candidates }, Callee::Indirect { pointer: p, candidates: c }) => {
                same(candidates, c, "candidates")?;
                self.exprs(*pointer, *p)
            }
            (x, y) => same(x, y, "callee"),
        }
    }

    // ---- expressions ----

    fn vars(&self, x: VarId, y: VarId) -> Compared {
        if self.variables.get(&x) == Some(&y) { Ok(()) } else { Err(format!("variable: {x:?} and {y:?}")) }
    }
    fn places(&mut self, x: &[Place], y: &[Place]) -> Compared {
        same(x.len(), y.len(), "number of places")?;
        x.iter().zip(y).try_for_each(|(p, q)| self.one_place(p, q))
    }
    fn one_place(&mut self, x: &Place, y: &Place) -> Compared {
        let mut work = Vec::new();
        self.place_shallow(x, y, &mut work)?;
        self.work(work)
    }
    /// Compares all of a place but the expressions in it, which become work.
    fn place_shallow(&mut self, x: &Place, y: &Place, work: &mut Vec<(ExprId, ExprId)>) -> Compared {
        match (&x.base, &y.base) {
            (PlaceBase::Var(v), PlaceBase::Var(w)) => self.vars(*v, *w)?,
            (PlaceBase::Deref(p, ty), PlaceBase::Deref(q, other)) => {
                self.same_types(*ty, *other)?;
                work.push((*p, *q));
            }
            _ => return Err("base of a place".into()),
        }
        same(x.path.len(), y.path.len(), "length of a place")?;
        for pair in x.path.iter().zip(&y.path) {
            match pair {
                (Projection::Index(i), Projection::Index(j)) => work.push((*i, *j)),
                (p, q) => same(p, q, "projection")?,
            }
        }
        Ok(())
    }
    fn expr_lists(&mut self, x: &[ExprId], y: &[ExprId]) -> Compared {
        same(x.len(), y.len(), "number of expressions")?;
        self.work(x.iter().copied().zip(y.iter().copied()).collect())
    }
    fn exprs(&mut self, x: ExprId, y: ExprId) -> Compared {
        self.work(vec![(x, y)])
    }
    fn work(&mut self, mut work: Vec<(ExprId, ExprId)>) -> Compared {
        while let Some((x, y)) = work.pop() {
            let (p, q) = (self.a.expr(x), self.b.expr(y));
            self.same_types(p.ty, q.ty)?;
            match (&p.kind, &q.kind) {
                (ExprKind::Var(v), ExprKind::Var(w)) => self.vars(*v, *w)?,
                (ExprKind::AddressOf(a), ExprKind::AddressOf(b)) => self.place_shallow(a, b, &mut work)?,
                (ExprKind::Forall(v, _), ExprKind::Forall(w, _)) | (ExprKind::Exists(v, _), ExprKind::Exists(w, _)) => {
                    self.variable_lists(v, w, "bound variable")?;
                    children(&p.kind, &q.kind, &mut work)?;
                }
                (k, l) => {
                    same(shallow(k), shallow(l), "expression")?;
                    children(k, l, &mut work)?;
                }
            }
        }
        Ok(())
    }
}

fn dropped(x: &[Dropped], y: &[Dropped]) -> Compared {
    let texts = |list: &[Dropped]| list.iter().map(|d| d.text.clone()).collect::<Vec<_>>();
    same(texts(x), texts(y), "clauses that are dropped")
}

fn children(k: &ExprKind, l: &ExprKind, work: &mut Vec<(ExprId, ExprId)>) -> Compared {
    let list = |kind: &ExprKind| {
        let mut items = Vec::new();
        kind.for_each_child(|child| items.push(child));
        items
    };
    let (x, y) = (list(k), list(l));
    same(x.len(), y.len(), "number of operands")?;
    work.extend(x.into_iter().zip(y));
    Ok(())
}

/// The expression with every operand replaced by the same one.
fn shallow(kind: &ExprKind) -> ExprKind {
    let e = ExprId(0);
    match kind {
        ExprKind::Unary(op, _) => ExprKind::Unary(*op, e),
        ExprKind::Binary(op, ..) => ExprKind::Binary(*op, e, e),
        ExprKind::FusedMultiplyAdd(rounding, _) => ExprKind::FusedMultiplyAdd(*rounding, [e; 3]),
        ExprKind::Convert(op, _) => ExprKind::Convert(*op, e),
        ExprKind::If(..) => ExprKind::If(e, e, e),
        ExprKind::Index(..) => ExprKind::Index(e, e),
        ExprKind::Update(..) => ExprKind::Update(e, e, e),
        ExprKind::Field(_, n) => ExprKind::Field(e, *n),
        ExprKind::WithField(_, n, _) => ExprKind::WithField(e, *n, e),
        ExprKind::Member(_, n) => ExprKind::Member(e, *n),
        ExprKind::WithMember(_, n, _) => ExprKind::WithMember(e, *n, e),
        ExprKind::ArrayOf(_) => ExprKind::ArrayOf(Vec::new()),
        ExprKind::ArrayFill(_) => ExprKind::ArrayFill(e),
        ExprKind::RecordOf(_) => ExprKind::RecordOf(Vec::new()),
        ExprKind::Load(_) => ExprKind::Load(e),
        ExprKind::Old(_) => ExprKind::Old(e),
        ExprKind::Contents(_) => ExprKind::Contents(e),
        ExprKind::Apply(function, _) => ExprKind::Apply(*function, Vec::new()),
        other => other.clone(),
    }
}
