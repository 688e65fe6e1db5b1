//! Conditions of specifications that read memory which may not be there.
//!
//! Operations of the program form are total: a load through a bad pointer gives zero. In specifications of C it gives *some*
//! value (ANSI/ISO C Specification Language, section 2.2.2), so nothing may be proved from the zero. In: a condition. Out: the same
//! condition in which each atom counts only where all that it reads exists. A goal must hold whatever the others are, so
//! they count as broken; what is known may hold because of what they happen to be, so it says nothing there:
//!
//! ```text
//! goal   *p > 0                      valid(p, 4) and *p > 0
//! known  *p > 0                      valid(p, 4) implies *p > 0
//! known  for all i in 0 .. 9: a[i]   for all i in 0 .. 9: valid(a + i, 4) implies a[i]
//! ```
//!
//! Below a negation the two change places. What is known becomes weaker and a goal stronger, never the other way round.
//! Conditions of Cairn's own text form keep its meaning: it is not for them.

use crate::build::Built;
use crate::expr::{Binary, ExprId, ExprKind, PlaceBase, Projection, Unary};
use crate::layout::size_of;
use crate::program::Program;
use crate::types::TypeKind;

/// A condition that is to be shown.
pub fn as_goal(program: &mut Program, condition: ExprId) -> ExprId {
    let shaped = Shaping { program, is_goal: true }.condition(condition, true);
    // Parts of a well typed condition are well typed; were they not, nothing would be shown.
    shaped.unwrap_or_else(|_| program.bool_const(false))
}

/// A condition that is taken to hold.
pub fn as_known(program: &mut Program, condition: ExprId) -> ExprId {
    let shaped = Shaping { program, is_goal: false }.condition(condition, true);
    shaped.unwrap_or_else(|_| program.bool_const(true))
}

struct Shaping<'p> {
    program: &'p mut Program,
    is_goal: bool,
}

impl Shaping<'_> {
    /// A condition below an even number of negations (`positive`) or an odd one.
    fn condition(&mut self, e: ExprId, positive: bool) -> Built {
        let expr = self.program.expr(e).clone();
        let is_bool = matches!(self.program.types.kind(expr.ty), TypeKind::Bool);
        let new = match &expr.kind {
            ExprKind::Unary(Unary::Not, a) => ExprKind::Unary(Unary::Not, self.condition(*a, !positive)?),
            ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                ExprKind::Binary(*op, self.condition(*a, positive)?, self.condition(*b, positive)?)
            }
            ExprKind::Binary(Binary::Implies, a, b) => {
                ExprKind::Binary(Binary::Implies, self.condition(*a, !positive)?, self.condition(*b, positive)?)
            }
            // A quantified condition stands positively and negatively here: said as two conditions, each with its way.
            ExprKind::Binary(op @ (Binary::Equal | Binary::NotEqual | Binary::Xor), a, b)
                if is_bool && self.is_condition(*a) && (self.quantifies(*a) || self.quantifies(*b)) =>
            {
                let split = self.equivalence(*op == Binary::Equal, *a, *b)?;
                return self.condition(split, positive);
            }
            ExprKind::If(c, a, b) if is_bool && self.reads(*c)?.is_none() => {
                ExprKind::If(*c, self.condition(*a, positive)?, self.condition(*b, positive)?)
            }
            ExprKind::Forall(vars, body) => ExprKind::Forall(vars.clone(), self.condition(*body, positive)?),
            ExprKind::Exists(vars, body) => ExprKind::Exists(vars.clone(), self.condition(*body, positive)?),
            ExprKind::Old(body) => ExprKind::Old(self.condition(*body, positive)?),
            _ => return self.atom(e, positive),
        };
        if new == expr.kind {
            return Ok(e);
        }
        self.program.add_expr(new, expr.ty, expr.span)
    }
    fn is_condition(&self, e: ExprId) -> bool {
        matches!(self.program.types.kind(self.program.type_of(e)), TypeKind::Bool)
    }
    fn quantifies(&self, root: ExprId) -> bool {
        let (mut open, mut seen) = (vec![root], rustc_hash::FxHashSet::default());
        while let Some(e) = open.pop() {
            let kind = &self.program.expr(e).kind;
            if matches!(kind, ExprKind::Forall(..) | ExprKind::Exists(..)) {
                return true;
            }
            kind.for_each_child(|child| open.extend(seen.insert(child).then_some(child)));
        }
        false
    }
    /// `(a implies b) and (b implies a)`, or `(a or b) and (not a or not b)`.
    fn equivalence(&mut self, equal: bool, a: ExprId, b: ExprId) -> Built {
        let op = if equal { Binary::Implies } else { Binary::Or };
        let first = self.program.binary(op, a, b)?;
        let second = if equal {
            self.program.binary(op, b, a)?
        } else {
            let (not_a, not_b) = (self.program.unary(Unary::Not, a)?, self.program.unary(Unary::Not, b)?);
            self.program.binary(op, not_a, not_b)?
        };
        self.program.binary(Binary::And, first, second)
    }
    fn atom(&mut self, e: ExprId, positive: bool) -> Built {
        let Some(exists) = self.reads(e)? else { return Ok(e) };
        let span = self.program.expr(e).span;
        let op = if positive == self.is_goal { Binary::And } else { Binary::Implies };
        let ty = self.program.types.bool();
        self.program.add_expr(ExprKind::Binary(op, exists, e), ty, span)
    }
    /// That all exists which an expression reads through pointers; none: it reads nothing so.
    fn reads(&mut self, e: ExprId) -> Result<Option<ExprId>, crate::typing::TypeError> {
        let expr = self.program.expr(e).clone();
        let mut all = None;
        match &expr.kind {
            // Only the branch that is chosen is read.
            ExprKind::If(c, a, b) => {
                let (on_c, on_a, on_b) = (self.reads(*c)?, self.reads(*a)?, self.reads(*b)?);
                if on_a.is_some() || on_b.is_some() {
                    let nothing = self.program.bool_const(true);
                    let chosen = self.program.if_else(*c, on_a.unwrap_or(nothing), on_b.unwrap_or(nothing))?;
                    all = Some(chosen);
                }
                return self.both(on_c, all);
            }
            ExprKind::Old(body) => {
                if let Some(before) = self.reads(*body)? {
                    let ty = self.program.types.bool();
                    all = Some(self.program.add_expr(ExprKind::Old(before), ty, None)?);
                }
                return Ok(all);
            }
            // Inside of a term a quantifier is an atom of its own: what it reads depends on variables that are bound there.
            ExprKind::Forall(vars, body) | ExprKind::Exists(vars, body) => {
                if let Some(inner) = self.reads(*body)? {
                    let ty = self.program.types.bool();
                    all = Some(self.program.add_expr(ExprKind::Forall(vars.clone(), inner), ty, None)?);
                }
                return Ok(all);
            }
            ExprKind::Load(pointer) if !self.is_part_of_variable(*pointer) => {
                let bytes = size_of(&self.program.types, self.program.target, expr.ty);
                let word = self.program.types.unsigned(64);
                let bytes = self.program.int_const(word, bytes)?;
                all = Some(self.program.binary(Binary::PointerValid, *pointer, bytes)?);
            }
            _ => {}
        }
        let mut children = Vec::new();
        expr.kind.for_each_child(|child| children.push(child));
        for child in children {
            let inner = self.reads(child)?;
            all = self.both(inner, all)?;
        }
        Ok(all)
    }
    fn both(&mut self, a: Option<ExprId>, b: Option<ExprId>) -> Result<Option<ExprId>, crate::typing::TypeError> {
        match (a, b) {
            (Some(a), Some(b)) => self.program.binary(Binary::And, a, b).map(Some),
            (one, None) | (None, one) => Ok(one),
        }
    }
    /// Whether a pointer is the address of a component of a variable: that lives as long as anybody can name it.
    fn is_part_of_variable(&self, pointer: ExprId) -> bool {
        match &self.program.expr(pointer).kind {
            ExprKind::AddressOf(place) => {
                matches!(place.base, PlaceBase::Var(_))
                    && place.path.iter().all(|step| matches!(step, Projection::Field(_) | Projection::Member(_)))
            }
            _ => false,
        }
    }
}
