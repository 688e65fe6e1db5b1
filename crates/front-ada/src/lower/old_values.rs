//! Values of `'Old`, kept at entry (RM 6.1.1(26)).
//!
//! In: the postconditions of a subprogram. Out: variables that hold what stands before each `'Old`. Where conditions that are
//! known on entry decide whether a use is evaluated at all, they decide that at entry too: `I > 3 or else A (I)'Old = 0`
//! does not look at `A (4)`. Guards of contract cases decide it for their consequences. Other uses are evaluated whatever
//! happens. Deliberately absent: choices of `case` as conditions.

use super::{Lower, Lowerer};
use crate::sema::entities::{EntityKind, Meaning, ObjectRole, SubprogramId};
use crate::sema::tree::{BinaryOperator, Expr, ExprKind};
use crate::syntax::ast::Mode;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{ExprId, Place};

/// A condition, and the value of it that lets evaluation go on.
type Way<'e> = (&'e Expr, bool);

/// A use of `'Old`: its place, what stands before it, and the conditions it is under.
struct Use<'e> {
    place: Span,
    inner: Expr,
    way: Vec<Way<'e>>,
}

impl Lowerer<'_> {
    /// `'Old` values and the guards of contract cases, as they are at entry.
    pub(super) fn keep_old_values(&mut self, id: SubprogramId) -> Lower<()> {
        let contract = self.a.subprograms[id].contract.clone();
        for clause in contract.post.iter().chain(&contract.refined_post) {
            self.keep_old_of(&clause.condition, None)?;
        }
        self.case_guards(id)?;
        for (_, consequence) in &contract.cases {
            self.keep_old_of(&consequence.condition, self.frame.kept.get(&consequence.span).copied())?;
        }
        // SPARK 2005 writes `X~` in assertions of the body too.
        if let Meaning::Body(body) = self.a.subprograms[id].meaning.clone() {
            let mut found: Vec<(Span, Expr)> = Vec::new();
            super::visit::statements(&body.statements, &mut |met| {
                if let super::visit::Met::Expression(e) = met
                    && let ExprKind::Old(inner) = &e.kind
                {
                    found.push((e.span, (**inner).clone()));
                }
            });
            for (place, inner) in found {
                self.keep_for(place, &inner)?;
            }
        }
        Ok(())
    }

    /// What one condition says of values at entry, where a variable says that the condition applies.
    fn keep_old_of(&mut self, condition: &Expr, applies: Option<ir::VarId>) -> Lower<()> {
        let mut found = Vec::new();
        self.uses_of_old(condition, &[], &mut found);
        found.iter().try_for_each(|one| self.keep_old(one, applies))
    }

    /// The value of an `'Old` or `'Loop_Entry` where it is used.
    pub(super) fn kept_value(&mut self, span: Span, inner: &Expr) -> Lower<ExprId> {
        if let Some(&var) = self.frame.kept.get(&span) {
            return Ok(self.p.var(var));
        }
        if self.frame.pure_depth > 0 {
            let value = self.expression(inner)?;
            let ty = self.p.type_of(value);
            return Ok(self.p.add_expr(ir::ExprKind::Old(value), ty, Some(span))?);
        }
        self.refuse("attribute Old or Loop_Entry here", span)
    }

    fn uses_of_old<'e>(&self, e: &'e Expr, way: &[Way<'e>], found: &mut Vec<Use<'e>>) {
        match &e.kind {
            ExprKind::Old(inner) => found.push(Use { place: e.span, inner: (**inner).clone(), way: way.to_vec() }),
            ExprKind::Binary(op @ (BinaryOperator::AndThen | BinaryOperator::OrElse), left, right) => {
                self.uses_of_old(left, way, found);
                let way = self.further(way, left, *op == BinaryOperator::AndThen);
                self.uses_of_old(right, &way, found);
            }
            ExprKind::If(arms, otherwise) => {
                let mut way = way.to_vec();
                for (condition, value) in arms {
                    self.uses_of_old(condition, &way, found);
                    let inside = self.further(&way, condition, true);
                    self.uses_of_old(value, &inside, found);
                    way = self.further(&way, condition, false);
                }
                self.uses_of_old(otherwise, &way, found);
            }
            ExprKind::Unary(_, inner) => self.uses_of_old(inner, way, found),
            ExprKind::Binary(_, left, right) => {
                self.uses_of_old(left, way, found);
                self.uses_of_old(right, way, found);
            }
            _ => uses_anywhere(e, way, found),
        }
    }

    fn further<'e>(&self, way: &[Way<'e>], condition: &'e Expr, value: bool) -> Vec<Way<'e>> {
        let more = self.is_known_on_entry(condition).then_some((condition, value));
        way.iter().copied().chain(more).collect()
    }

    /// Whether an expression has the same value at entry as when the postcondition is evaluated (RM 6.1.1(20)).
    fn is_known_on_entry(&self, e: &Expr) -> bool {
        if e.value.is_some() {
            return true;
        }
        match &e.kind {
            ExprKind::Static | ExprKind::Old(_) => true,
            ExprKind::Object(entity) => match &self.a.entities[*entity].kind {
                EntityKind::Object(object) if self.a.is_scalar(object.ty) => {
                    matches!(object.role, ObjectRole::Parameter(Mode::In) | ObjectRole::Constant)
                }
                _ => false,
            },
            ExprKind::Unary(_, inner) => self.is_known_on_entry(inner),
            ExprKind::Binary(_, left, right) => self.is_known_on_entry(left) && self.is_known_on_entry(right),
            _ => false,
        }
    }

    /// Keeps one value: always, or where the conditions hold.
    fn keep_old(&mut self, one: &Use<'_>, applies: Option<ir::VarId>) -> Lower<()> {
        if one.way.is_empty() && applies.is_none() {
            return self.keep_for(one.place, &one.inner);
        }
        let span = one.place;
        let (skipped, after) = (self.new_block("not_looked_at"), self.new_block("old"));
        if let Some(applies) = applies {
            let (value, next) = (self.p.var(applies), self.new_block("looked_at"));
            self.branch(value, next, skipped, Some(span));
            self.enter(next);
        }
        for (condition, wanted) in &one.way {
            let value = self.expression(condition)?;
            let next = self.new_block("looked_at");
            let (then, otherwise) = if *wanted { (next, skipped) } else { (skipped, next) };
            self.branch(value, then, otherwise, Some(condition.span));
            self.enter(next);
        }
        self.keep_for(one.place, &one.inner)?;
        self.goto(after, Some(span));
        self.enter(skipped);
        if let Some(&variable) = self.frame.kept.get(&one.place) {
            self.havoc(Place::var(variable), span, "a value at entry that is not looked at");
        }
        self.goto(after, Some(span));
        self.enter(after);
        Ok(())
    }
}

fn uses_anywhere<'e>(e: &'e Expr, way: &[Way<'e>], found: &mut Vec<Use<'e>>) {
    super::visit::expression(e, &mut |met| {
        if let super::visit::Met::Expression(met) = met
            && let ExprKind::Old(inner) = &met.kind
        {
            found.push(Use { place: met.span, inner: (**inner).clone(), way: way.to_vec() });
        }
    });
}
