//! Expressions: scalar values and whole composites, in the representation of their subtype.

use super::{Lower, Lowerer};
use crate::sema::entities::{EntityId, EntityKind, ObjectRole};
use crate::sema::tree::BinaryOperator;
use crate::sema::tree::{Choice, Domain, Expr, ExprKind, Member};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Place, Projection, VarId, VariableKind};
use num_bigint::BigInt;

/// Quantifiers over at most this many values are written out.
const WRITTEN_OUT: u32 = 64;

impl Lowerer<'_> {
    /// The value of an expression in the representation of `e.ty`.
    pub(super) fn expression(&mut self, e: &Expr) -> Lower<ExprId> {
        if let Some(value) = &e.value
            && self.a.is_scalar(self.settle(e.ty))
        {
            return self.constant(value, self.a.base(self.settle(e.ty)), e.span);
        }
        if self.a.is_array(e.ty) && self.builds_array(e) {
            let array = self.array(e)?;
            return self.array_in_subtype(array, e.ty, e.ty, e.span);
        }
        let span = e.span;
        if let Some(&value) = self.frame.once.get(&span) {
            return Ok(value);
        }
        match &e.kind {
            ExprKind::Static => self.refuse("static value of this type", span),
            ExprKind::Object(entity) => self.object(*entity, span),
            ExprKind::Component(record, at) => {
                self.component_check(record, *at, span)?;
                let record = self.expression(record)?;
                Ok(self.p.field(record, *at as u32)?)
            }
            ExprKind::Index(array, indexes) => self.index(array, indexes, span),
            ExprKind::Call(id, arguments) => self.call_function(*id, arguments, span),
            ExprKind::Unary(..) | ExprKind::Binary(..) if self.is_exact(e) => self.exact_result(e),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, e.ty, span),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, e.ty, span),
            ExprKind::Convert(inner) => self.conversion(inner, e.ty, span),
            ExprKind::Qualify(inner) => self.given(inner, e.ty),
            ExprKind::Member { negated, value, choices } => {
                let result = self.membership(value, choices, span)?;
                if *negated { Ok(self.p.not(result)?) } else { Ok(result) }
            }
            ExprKind::If(arms, otherwise) => self.conditional(arms, otherwise, e.ty, span),
            ExprKind::Case(selector, arms) => self.case(selector, arms, e.ty, span),
            ExprKind::Quantified { universal, domain, reverse, filter, body } => {
                self.quantified(*universal, (domain, *reverse), filter.as_deref(), body, span)
            }
            ExprKind::RecordAggregate(values) => self.record_aggregate(values, e.ty, span),
            ExprKind::DeltaRecord(base, changes) => self.delta_record(base, changes, span),
            ExprKind::Attribute(attribute) => self.attribute(attribute, e.ty, span),
            ExprKind::Old(inner) => self.kept_value(span, inner),
            ExprKind::LoopEntry(inner, _) => self.kept_value(span, inner),
            ExprKind::Result(_) => match self.frame.result {
                Some(result) => Ok(self.p.var(result)),
                None => self.refuse("attribute Result here", span),
            },
            ExprKind::Let(items, body) => {
                for item in items {
                    self.item(item);
                }
                self.expression(body)
            }
            ExprKind::Raise(exception) => {
                self.raise(*exception, span);
                self.arbitrary(e.ty, span)
            }
            ExprKind::Discriminant(at) => match self.frame.discriminants.last().and_then(|d| d.get(*at)) {
                Some(&value) => Ok(value),
                None => self.refuse("discriminant here", span),
            },
            ExprKind::Unsupported(what) => self.refuse(what.clone(), span),
            _ => self.refuse("expression of this form", span),
        }
    }

    /// An arbitrary value, for places that are never reached.
    pub(super) fn arbitrary(&mut self, ty: TypeId, span: Span) -> Lower<ExprId> {
        let ir_type = self.ir_type(ty, span)?;
        let var = self.temporary("nothing", ir_type);
        Ok(self.p.var(var))
    }

    /// A value given to a subtype, with the checks of an implicit conversion.
    pub(super) fn given(&mut self, e: &Expr, ty: TypeId) -> Lower<ExprId> {
        let value = self.given_part(e, ty)?;
        if !self.a.is_scalar(ty) {
            self.given_predicates(e, value, ty)?;
        }
        Ok(value)
    }

    /// The same for a part of an expression that is given as a whole: predicates of composites are checked there.
    fn given_part(&mut self, e: &Expr, ty: TypeId) -> Lower<ExprId> {
        if self.a.is_array(ty) {
            let array = self.array_for(e, ty)?;
            return self.array_in_subtype(array, e.ty, ty, e.span);
        }
        let value = self.expression(e)?;
        if self.a.is_scalar(ty) {
            // Floating constants and results are in range of the base type by their own checks.
            return self.give_subtype(value, e.ty, ty, e.span);
        }
        self.discriminant_check(value, e.ty, ty, e.span)?;
        Ok(value)
    }

    /// A record given to a constrained subtype must have its discriminants.
    pub(super) fn discriminant_check(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<()> {
        if from == to {
            return Ok(());
        }
        let Some(wanted) = self.a.types[to].discriminants.clone() else { return Ok(()) };
        let Some(components) = self.a.components(to) else { return Ok(()) };
        for (i, expected) in wanted.iter().enumerate() {
            let ty = components[i].ty;
            let expected = self.bound(expected, ty)?;
            let found = self.p.field(value, i as u32)?;
            let equal = self.p.binary(Binary::Equal, found, expected)?;
            let text = format!("discriminant {} must have the value of the target", components[i].spelled);
            self.check(CheckKind::Discriminant, equal, text, span);
        }
        Ok(())
    }

    pub(super) fn object(&mut self, entity: EntityId, span: Span) -> Lower<ExprId> {
        if let Some(&value) = self.frame.substitutes.get(&entity) {
            return Ok(value);
        }
        if let Some(place) = self.frame.places.get(&entity).cloned() {
            return Ok(self.p.read_place(&place)?);
        }
        self.not_a_register(entity, span)?;
        let var = self.variable(entity, span)?;
        self.needs_value(entity, span);
        if self.a.is_volatile(entity) {
            return self.read_volatile(entity, var, span);
        }
        Ok(self.p.var(var))
    }

    /// What is at a fixed address may change by itself, or not: only `Volatile` says.
    fn not_a_register(&self, entity: EntityId, span: Span) -> Lower<()> {
        match self.a.at_address.contains(&entity) && !self.a.is_volatile(entity) {
            true => self.refuse("object at a fixed address that is not volatile", span),
            false => Ok(()),
        }
    }

    /// Whoever else writes to a volatile object may have done so just now.
    fn read_volatile(&mut self, entity: EntityId, var: VarId, span: Span) -> Lower<ExprId> {
        let EntityKind::Object(object) = &self.a.entities[entity].kind else { return Ok(self.p.var(var)) };
        if self.frame.pure_depth > 0 {
            return self.refuse("volatile object in a specification", span);
        }
        let ty = object.ty;
        self.havoc(Place::var(var), span, ir::InputRole::Volatile);
        let value = self.p.var(var);
        self.assume_valid(value, ty, span)?;
        Ok(self.keep("read", value, span))
    }

    /// The variable of an object: of this procedure, or a global made on demand.
    pub(super) fn variable(&mut self, entity: EntityId, span: Span) -> Lower<VarId> {
        if let Some(&var) = self.frame.variables.get(&entity) {
            return Ok(var);
        }
        if let Some(&var) = self.globals.get(&entity) {
            return Ok(var);
        }
        let e = &self.a.entities[entity];
        let EntityKind::Object(object) = &e.kind else { return self.refuse("name that is no object", span) };
        if e.owner.is_some()
            && matches!(object.role, ObjectRole::Iterator | ObjectRole::Parameter(_) | ObjectRole::Subject)
        {
            return self.refuse("object that is not visible here", span);
        }
        if e.owner.is_some() && e.owner != self.frame.subprogram {
            return self.refuse("object of another subprogram", span);
        }
        if e.owner.is_some() {
            // A local met before its declaration (hidden bounds): declare it here.
            let ir_type = self.ir_type(object.ty, span)?;
            let name = e.spelled.to_string();
            let var = self.local(&name, ir_type, VariableKind::Local, Some(e.span));
            self.frame.variables.insert(entity, var);
            return Ok(var);
        }
        let ty = object.ty;
        let ir_type = self.ir_type(ty, span)?;
        let e = &self.a.entities[entity];
        let full = if e.path.is_empty() { e.spelled.to_string() } else { format!("{}.{}", e.path, e.spelled) };
        let name = self.global_names.fresh(&full);
        let var = self.p.add_variable(name, ir_type, VariableKind::Global, None);
        self.p.variables[var].span = Some(e.span);
        self.globals.insert(entity, var);
        Ok(var)
    }

    /// Components of variants exist only for some discriminants.
    pub(super) fn component_check(&mut self, record: &Expr, at: usize, span: Span) -> Lower<()> {
        let Some(components) = self.a.components(record.ty) else { return Ok(()) };
        let Some(component) = components.get(at) else { return Ok(()) };
        if component.guards.is_empty() {
            return Ok(());
        }
        let value = self.expression(record)?;
        for guard in &component.guards {
            let holds = self.guard_holds(guard, value, &components, span)?;
            let text = format!("component {} must exist", component.spelled);
            self.check(CheckKind::Discriminant, holds, text, span);
        }
        Ok(())
    }

    fn conversion(&mut self, inner: &Expr, ty: TypeId, span: Span) -> Lower<ExprId> {
        if self.a.is_scalar(ty) {
            if self.is_exact(inner) && self.a.root(inner.ty) != self.a.root(ty) {
                return self.refuse("conversion of arithmetic where overflow is eliminated", span);
            }
            let value = self.expression(inner)?;
            let result = self.convert_scalar(value, inner.ty, ty, span)?;
            self.converted_invariants(result, self.settle(inner.ty), ty, span)?;
            return Ok(result);
        }
        if self.a.is_array(ty) {
            let array = self.array(inner)?;
            let result = self.array_in_subtype(array, inner.ty, ty, span)?;
            self.predicate_checks(result, ty, span)?;
            self.converted_invariants(result, inner.ty, ty, span)?;
            return Ok(result);
        }
        let value = self.expression(inner)?;
        let target = self.ir_type(ty, span)?;
        self.discriminant_check(value, inner.ty, ty, span)?;
        let result = self.p.convert(ir::Convert::Retype, value, target)?;
        self.predicate_checks(result, ty, span)?;
        self.converted_invariants(result, inner.ty, ty, span)?;
        Ok(result)
    }

    fn membership(&mut self, value: &Expr, choices: &[Member], span: Span) -> Lower<ExprId> {
        if self.a.is_array(value.ty) {
            return self.array_membership(value, choices, span);
        }
        if self.is_exact(value) {
            return self.refuse("membership of arithmetic where overflow is eliminated", span);
        }
        let tested = self.expression(value)?;
        let tested = self.keep("tested", tested, span);
        let mut result = self.p.bool_const(false);
        for choice in choices {
            let one = |s: &mut Self| s.matches_choice(tested, value.ty, choice, span);
            result = match self.is_simple_choice(choice) {
                true => one(self).and_then(|one| self.or(result, one))?,
                // Later choices are not looked at (RM 4.5.2(27.1)).
                false => self.decided_by(BinaryOperator::OrElse, result, span, one)?,
            };
        }
        Ok(result)
    }

    fn matches_choice(&mut self, tested: ExprId, ty: TypeId, choice: &Member, span: Span) -> Lower<ExprId> {
        match choice {
            Member::Value(other) => {
                let other = self.expression(other)?;
                self.component_equality(tested, other, ty, span)
            }
            Member::Range(range) => {
                let (low, high) = (self.bound(&range.low, ty)?, self.bound(&range.high, ty)?);
                let above = self.less_equal(low, tested, self.settle(ty))?;
                let below = self.less_equal(tested, high, self.settle(ty))?;
                self.and(above, below)
            }
            Member::Subtype(subtype) => self.in_subtype(tested, ty, *subtype, span),
        }
    }

    fn is_simple_choice(&self, choice: &Member) -> bool {
        match choice {
            Member::Value(v) => self.is_simple(v),
            Member::Range(r) => self.is_simple(&r.low) && self.is_simple(&r.high),
            Member::Subtype(t) => {
                self.a.types[*t].predicates.is_empty()
                    && self.a.types[*t].range.as_ref().is_none_or(|r| r.static_bounds().is_some())
            }
        }
    }

    /// Whether a value belongs to a subtype: range, discriminants, predicates.
    pub(super) fn in_subtype(&mut self, value: ExprId, from: TypeId, ty: TypeId, span: Span) -> Lower<ExprId> {
        let mut result = self.p.bool_const(true);
        if self.a.is_scalar(ty)
            && let Some(condition) = self.in_range(value, ty, span)?
        {
            result = condition;
        }
        if let (Some(wanted), Some(components)) = (self.a.types[ty].discriminants.clone(), self.a.components(ty)) {
            for (i, expected) in wanted.iter().enumerate() {
                let expected = self.bound(expected, components[i].ty)?;
                let found = self.p.field(value, i as u32)?;
                let equal = self.p.binary(Binary::Equal, found, expected)?;
                result = self.and(result, equal)?;
            }
        }
        for predicate in self.a.types[ty].predicates.clone() {
            result = self.decided_by(BinaryOperator::AndThen, result, span, |s| s.predicate(&predicate, value, ty))?;
        }
        let _ = from;
        Ok(result)
    }

    /// Whether evaluating an expression can neither fail nor call anything.
    pub(super) fn is_simple(&self, e: &Expr) -> bool {
        use crate::sema::tree::BinaryOperator::*;
        if e.value.is_some() {
            return true;
        }
        if !self.a.is_scalar(self.settle(e.ty)) {
            return matches!(e.kind, ExprKind::Object(_));
        }
        match &e.kind {
            ExprKind::Object(_) | ExprKind::Result(_) | ExprKind::Old(_) | ExprKind::LoopEntry(..) => true,
            ExprKind::Component(record, at) => {
                let plain =
                    self.a.components(record.ty).is_some_and(|c| c.get(*at).is_some_and(|c| c.guards.is_empty()));
                plain && matches!(record.kind, ExprKind::Object(_))
            }
            ExprKind::Binary(op, l, r) => {
                let scalar = self.a.is_scalar(self.settle(l.ty));
                scalar
                    && matches!(
                        op,
                        And | Or
                            | Xor
                            | AndThen
                            | OrElse
                            | Implies
                            | Equivalent
                            | Equal
                            | NotEqual
                            | Less
                            | LessEqual
                            | Greater
                            | GreaterEqual
                    )
                    && self.is_simple(l)
                    && self.is_simple(r)
            }
            ExprKind::Unary(crate::sema::tree::UnaryOperator::Not, x) => self.is_simple(x),
            ExprKind::Member { value, choices, .. } => {
                self.is_simple(value) && choices.iter().all(|choice| self.is_simple_choice(choice))
            }
            ExprKind::Attribute(attribute) => {
                use crate::sema::tree::AttributeKind as K;
                matches!(attribute.what, K::First | K::Last | K::Length | K::Pos)
                    && attribute.prefix.as_ref().is_none_or(|p| matches!(p.kind, ExprKind::Object(_)))
                    && attribute.arguments.iter().all(|a| self.is_simple(a))
            }
            _ => false,
        }
    }

    fn conditional(&mut self, arms: &[(Expr, Expr)], otherwise: &Expr, ty: TypeId, span: Span) -> Lower<ExprId> {
        let pure = self.frame.pure_depth > 0;
        let simple = arms.iter().all(|(c, v)| self.is_simple(c) && self.is_simple(v)) && self.is_simple(otherwise);
        if (pure || simple) && !self.a.is_array(ty) {
            return self.conditional_value(arms, otherwise, ty);
        }
        let ir_type = self.ir_type(ty, span)?;
        let result = self.temporary("chosen", ir_type);
        let after = self.new_block("chosen");
        for (condition, value) in arms {
            let condition = self.expression(condition)?;
            let (then, next) = (self.new_block("then"), self.new_block("else"));
            self.branch(condition, then, next, Some(span));
            self.enter(then);
            let value = self.given_part(value, ty)?;
            self.assign_var(result, value, span);
            self.goto(after, Some(span));
            self.enter(next);
        }
        let value = self.given_part(otherwise, ty)?;
        self.assign_var(result, value, span);
        self.goto(after, Some(span));
        self.enter(after);
        Ok(self.p.var(result))
    }

    /// The arms one inside the other; checks of each count only where it is chosen.
    fn conditional_value(&mut self, arms: &[(Expr, Expr)], otherwise: &Expr, ty: TypeId) -> Lower<ExprId> {
        let Some(((condition, value), rest)) = arms.split_first() else { return self.given_part(otherwise, ty) };
        let condition = self.expression(condition)?;
        let value = self.where_it_counts(condition, true, |s| s.given_part(value, ty))?;
        let other = self.where_it_counts(condition, false, |s| s.conditional_value(rest, otherwise, ty))?;
        Ok(self.p.if_else(condition, value, other)?)
    }

    fn case(&mut self, selector: &Expr, arms: &[(Vec<Choice>, Expr)], ty: TypeId, span: Span) -> Lower<ExprId> {
        let selected = self.expression(selector)?;
        let selected = self.keep("selector", selected, span);
        if self.frame.whole.is_some() {
            return self.refuse("case expression under a quantifier", span);
        }
        if self.frame.pure_depth > 0 && !self.a.is_array(ty) {
            let Some((last, arms)) = arms.split_last() else {
                return self.refuse("case expression without choices", span);
            };
            let mut result = self.given_part(&last.1, ty)?;
            for (choices, value) in arms.iter().rev() {
                let condition = self.choice_condition(selected, choices, selector.ty, span)?;
                let value = self.given_part(value, ty)?;
                result = self.p.if_else(condition, value, result)?;
            }
            return Ok(result);
        }
        let ir_type = self.ir_type(ty, span)?;
        let result = self.temporary("chosen", ir_type);
        let after = self.new_block("chosen");
        for (choices, value) in arms {
            let condition = self.choice_condition(selected, choices, selector.ty, span)?;
            let (then, next) = (self.new_block("when"), self.new_block("next"));
            self.branch(condition, then, next, Some(span));
            self.enter(then);
            let value = self.given_part(value, ty)?;
            self.assign_var(result, value, span);
            self.goto(after, Some(span));
            self.enter(next);
        }
        self.no_choice(span);
        self.goto(after, Some(span));
        self.enter(after);
        Ok(self.p.var(result))
    }

    /// No choice fits: the selector was an invalid value (RM 5.4(13)).
    pub(super) fn no_choice(&mut self, span: Span) {
        let impossible = self.p.bool_const(false);
        self.check(CheckKind::Range, impossible, "the selector must be a value of its subtype", span);
    }

    /// Whether a selector's value is among the choices; no choices stand for `others`.
    pub(super) fn choice_condition(
        &mut self,
        selected: ExprId,
        choices: &[Choice],
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        if choices.is_empty() {
            return Ok(self.p.bool_const(true));
        }
        let mut any = self.p.bool_const(false);
        for choice in choices {
            let one = if self.a.is_boolean(ty) {
                self.boolean_choice(selected, &choice.low, &choice.high)?
            } else {
                self.between(selected, &choice.low, &choice.high, self.a.base(self.settle(ty)), span)?
            };
            any = self.or(any, one)?;
        }
        Ok(any)
    }

    fn boolean_choice(&mut self, value: ExprId, low: &BigInt, high: &BigInt) -> Lower<ExprId> {
        let (zero, one) = (BigInt::from(0), BigInt::from(1));
        match (*low <= zero && zero <= *high, *low <= one && one <= *high) {
            (true, true) => Ok(self.p.bool_const(true)),
            (false, true) => Ok(value),
            (true, false) => Ok(self.p.not(value)?),
            (false, false) => Ok(self.p.bool_const(false)),
        }
    }

    /// Quantified expressions run as loops that stop at the first decisive value, checks included.
    fn quantified(
        &mut self,
        universal: bool,
        (domain, reverse): (&Domain, bool),
        filter: Option<&Expr>,
        body: &Expr,
        span: Span,
    ) -> Lower<ExprId> {
        if self.frame.whole.is_some() {
            return self.quantified_whole(universal, domain, filter, body, span);
        }
        if self.frame.pure_depth > 0 {
            return self.pure_quantified(universal, domain, filter, body, span);
        }
        if let Some((entity, range, low, high)) = self.written_out(domain, filter, body) {
            return self.instances(universal, entity, &range, (low, high), body, span);
        }
        if let Some(value) = self.kept_whole(universal, domain, filter, body, span) {
            return Ok(value);
        }
        let ty = self.p.types.bool();
        let result = self.temporary("holds", ty);
        let start = self.p.bool_const(universal);
        self.assign_var(result, start, span);
        let after = self.new_block("quantified");
        self.iterate(domain, reverse, span, after, &mut |s, next| {
            if let Some(filter) = filter {
                let filter = s.expression(filter)?;
                let inside = s.new_block("filtered");
                s.branch(filter, inside, next, Some(span));
                s.enter(inside);
            }
            let condition = s.expression(body)?;
            let decisive = s.new_block("decisive");
            if universal {
                s.branch(condition, next, decisive, Some(span));
            } else {
                s.branch(condition, decisive, next, Some(span));
            }
            s.enter(decisive);
            let found = s.p.bool_const(!universal);
            s.assign_var(result, found, span);
            s.goto(after, Some(span));
            Ok(())
        })?;
        self.enter(after);
        Ok(self.p.var(result))
    }

    /// Whether a quantifier is small and plain enough to be written out: its variable, range, and the static
    /// bounds that hold its values.
    fn written_out(
        &self,
        domain: &Domain,
        filter: Option<&Expr>,
        body: &Expr,
    ) -> Option<(EntityId, Range, BigInt, BigInt)> {
        let Domain::Range(entity, range) = domain else { return None };
        if filter.is_some() || self.handles() || self.frame.guard.is_some() {
            return None;
        }
        let EntityKind::Object(object) = &self.a.entities[*entity].kind else { return None };
        let (low, high) = range.static_integers().or_else(|| self.a.discrete_bounds(object.ty))?;
        if &high - &low >= BigInt::from(WRITTEN_OUT) || !self.a.is_discrete(object.ty) || self.a.is_boolean(object.ty) {
            return None;
        }
        let mut plain = true;
        super::visit::expression(body, &mut |met| {
            plain &= match met {
                super::visit::Met::Call(_) | super::visit::Met::Declarations(_) | super::visit::Met::Statement(_) => {
                    false
                }
                super::visit::Met::Expression(e) => {
                    !matches!(e.kind, ExprKind::Raise(_) | ExprKind::Let(..) | ExprKind::Quantified { .. })
                }
            };
        });
        plain.then(|| (*entity, range.clone(), low, high))
    }

    /// The instances of a quantifier one by one. Ada stops at the first decisive one, so a check inside an
    /// instance counts only if its value is in the range and no earlier instance was decisive.
    fn instances(
        &mut self,
        universal: bool,
        entity: EntityId,
        range: &Range,
        bounds: (BigInt, BigInt),
        body: &Expr,
        span: Span,
    ) -> Lower<ExprId> {
        let EntityKind::Object(object) = &self.a.entities[entity].kind else { return self.refuse("quantifier", span) };
        let ty = object.ty;
        let base = self.a.base(ty);
        let dynamic = range.static_bounds().is_none();
        let (low, high) = (self.bound(&range.low, base)?, self.bound(&range.high, base)?);
        let (low, high) = (self.keep("low", low, span), self.keep("high", high, span));
        if dynamic {
            self.range_compatible(range, low, high, ty, span)?;
        }
        let boolean = self.p.types.bool();
        let undecided = self.temporary("undecided", boolean);
        let yes = self.p.bool_const(true);
        self.assign_var(undecided, yes, span);
        let mut value = bounds.0;
        while value <= bounds.1 {
            let instance = self.integer(value.clone(), base, span)?;
            let mut guard = self.p.var(undecided);
            if dynamic {
                let above = self.less_equal(low, instance, base)?;
                let below = self.less_equal(instance, high, base)?;
                let within = self.and(above, below)?;
                guard = self.and(guard, within)?;
            }
            self.frame.guard = Some(guard);
            let outer = self.frame.substitutes.insert(entity, instance);
            let condition = self.expression(body);
            match outer {
                Some(outer) => self.frame.substitutes.insert(entity, outer),
                None => self.frame.substitutes.remove(&entity),
            };
            self.frame.guard = None;
            let condition = condition?;
            let decisive = if universal { self.p.not(condition)? } else { condition };
            let found = self.p.binary(Binary::And, guard, decisive)?;
            let so_far = self.p.var(undecided);
            let not_found = self.p.not(found)?;
            let next = self.p.binary(Binary::And, so_far, not_found)?;
            self.assign_var(undecided, next, span);
            value += 1;
        }
        let undecided = self.p.var(undecided);
        if universal { Ok(undecided) } else { Ok(self.p.not(undecided)?) }
    }

    /// `T range low .. high`: a range that is not null lies within T (RM 3.2.2(11)).
    pub(super) fn range_compatible(
        &mut self,
        range: &Range,
        low: ExprId,
        high: ExprId,
        ty: TypeId,
        span: Span,
    ) -> Lower<()> {
        // Bounds of an array are within its index subtype already.
        if matches!(range.low.kind, ExprKind::Attribute(_)) && matches!(range.high.kind, ExprKind::Attribute(_)) {
            return Ok(());
        }
        let mut within = self.p.bool_const(true);
        for bound in [low, high] {
            if let Some(condition) = self.in_range(bound, ty, span)? {
                within = self.and(within, condition)?;
            }
        }
        if self.constant_bool(within) == Some(true) {
            return Ok(());
        }
        let nonempty = self.less_equal(low, high, self.a.base(ty))?;
        let empty = self.p.not(nonempty)?;
        let condition = self.or(empty, within)?;
        let place = range.low.span.to(range.high.span);
        let text = format!("{} must be within {}", self.text(place), self.range_text(ty));
        self.check(CheckKind::Range, condition, text, place);
        Ok(())
    }

    fn pure_quantified(
        &mut self,
        universal: bool,
        domain: &Domain,
        filter: Option<&Expr>,
        body: &Expr,
        span: Span,
    ) -> Lower<ExprId> {
        let Domain::Range(entity, range) = domain else {
            return self.refuse("quantification over elements in a specification", span);
        };
        let EntityKind::Object(object) = &self.a.entities[*entity].kind else { return self.refuse("quantifier", span) };
        let ty = self.settle(object.ty);
        let ir_type = self.ir_type(self.a.base(ty), span)?;
        let name = self.unique(&self.a.entities[*entity].spelled.clone());
        let procedure = self.frame.procedure;
        let bound = self.p.add_variable(name, ir_type, VariableKind::Bound, Some(procedure));
        let (low, high) = (self.bound(&range.low, ty)?, self.bound(&range.high, ty)?);
        let value = self.p.var(bound);
        let above = self.less_equal(low, value, ty)?;
        let below = self.less_equal(value, high, ty)?;
        let mut within = self.and(above, below)?;
        let outer = self.frame.substitutes.insert(*entity, value);
        let inner = (|| {
            if let Some(filter) = filter {
                let filter = self.expression(filter)?;
                within = self.and(within, filter)?;
            }
            self.expression(body)
        })();
        match outer {
            Some(outer) => self.frame.substitutes.insert(*entity, outer),
            None => self.frame.substitutes.remove(entity),
        };
        let inner = inner?;
        let boolean = self.p.types.bool();
        if universal {
            let body = self.p.binary(Binary::Implies, within, inner)?;
            return Ok(self.p.add_expr(ir::ExprKind::Forall(vec![bound], body), boolean, Some(span))?);
        }
        let body = self.p.binary(Binary::And, within, inner)?;
        Ok(self.p.add_expr(ir::ExprKind::Exists(vec![bound], body), boolean, Some(span))?)
    }

    /// The place an assignable name stands for, checks included.
    pub(super) fn place(&mut self, e: &Expr) -> Lower<Place> {
        match &e.kind {
            ExprKind::Object(entity) => match self.frame.places.get(entity) {
                Some(place) => Ok(place.clone()),
                None => {
                    self.not_a_register(*entity, e.span)?;
                    Ok(Place::var(self.variable(*entity, e.span)?))
                }
            },
            ExprKind::Component(record, at) => {
                self.component_check(record, *at, e.span)?;
                let place = self.place(record)?;
                Ok(place.then(Projection::Field(*at as u32)))
            }
            ExprKind::Index(array, indexes) => {
                let positions = self.index_positions(array, indexes, e.span)?;
                let mut place = self.place(array)?;
                if let Some(data) = self.data_field(array.ty, e.span) {
                    place = place.then(Projection::Field(data));
                }
                for position in positions {
                    place = place.then(Projection::Index(position));
                }
                Ok(place)
            }
            ExprKind::Convert(inner) => self.place(inner),
            ExprKind::Unsupported(what) => self.refuse(what.clone(), e.span),
            _ => self.refuse("assignment to this", e.span),
        }
    }
}
