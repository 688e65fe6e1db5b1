//! Statements and elaboration of declarations.

use super::{HandlerBlock, Lower, Lowerer, Region, Words};
use crate::sema::entities::EntityKind;
use crate::sema::tree::*;
use crate::sema::types::TypeId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{BlockId, CheckKind, Origin, Place, StatementKind as Ir, VariableKind};

impl Lowerer<'_> {
    pub(super) fn statements(&mut self, list: &[Statement]) {
        self.statements_before(list, &[]);
    }

    /// Statements, followed by something whose checks read as `next`.
    pub(super) fn statements_before(&mut self, list: &[Statement], next: &[Words]) {
        let covered = self.covered(list, next);
        for (at, statement) in list.iter().enumerate() {
            if covered.contains(&at) {
                continue;
            }
            self.collect(statement);
            if let Err(refusal) = self.statement(statement) {
                self.unsupported(&refusal, statement.span);
            }
        }
    }

    pub(super) fn items(&mut self, list: &[Item]) {
        let covered = self.covered_items(list);
        for (at, item) in list.iter().enumerate() {
            if !covered.contains(&at) {
                self.item(item);
            }
        }
    }

    pub(super) fn item(&mut self, item: &Item) {
        self.collect_item(item);
        let (result, span) = match item {
            Item::Object { entity, init, span } => (self.declare(*entity, init.as_ref(), *span), *span),
            Item::Statements(list) => {
                self.statements(list);
                return;
            }
            Item::ConstraintCheck { ty, parent, span } => (self.constraint_check(*ty, *parent, *span), *span),
            Item::Named(name) => (self.evaluate_name(name), name.span),
            Item::Unsupported(what, span) => (self.refuse(what.clone(), *span), *span),
            Item::InitialCondition { package, check, body } => {
                if *body || !self.a.package_bodies.contains(package) {
                    self.statements(std::slice::from_ref(&**check));
                }
                return;
            }
            Item::Elaborated(_) => return,
        };
        if let Err(refusal) = result {
            self.unsupported(&refusal, span);
        }
    }

    /// The checks of a name, without reading what it stands for.
    pub(super) fn evaluate_name(&mut self, name: &Expr) -> Lower<()> {
        let watched = std::mem::take(&mut self.frame.has_value);
        let result = match &name.kind {
            ExprKind::Object(_) | ExprKind::Component(..) | ExprKind::Index(..) => self.place(name).map(|_| ()),
            _ => self.expression(name).map(|_| ()),
        };
        self.frame.has_value = watched;
        result
    }

    fn declare(&mut self, entity: crate::sema::entities::EntityId, init: Option<&Expr>, span: Span) -> Lower<()> {
        let e = &self.a.entities[entity];
        if matches!(e.kind, EntityKind::Refused(_)) {
            // Its address clause, which follows, is refused.
            return Ok(());
        }
        let EntityKind::Object(object) = &e.kind else { return self.refuse("declaration", span) };
        let (ty, spelled, place) = (object.ty, e.spelled.to_string(), e.span);
        if object.value.is_some() && self.a.is_scalar(ty) {
            return Ok(());
        }
        if self.a.is_refused(ty).is_some() && init.is_none() {
            // Harmless until it is used, which is refused there.
            return Ok(());
        }
        let by_default = self.has_default(ty);
        if init.is_none()
            && !by_default
            && !self.checks_default(ty)
            && (!self.a.is_array(ty) || self.static_shape(ty, span).is_some())
        {
            let var = self.object_variable(entity, &spelled, ty, place, span)?;
            self.havoc(Place::var(var), span, "no initial value");
            self.begins_without_value(entity, ty, span);
            return Ok(());
        }
        let value = match init {
            Some(init) => {
                let value = self.given(init, ty)?;
                if self.a.completed_constants.contains(&entity) {
                    self.invariant_checks(value, ty, None, span)?;
                }
                value
            }
            None => {
                let value = self.default_value(ty, None, span)?;
                if by_default {
                    self.predicate_checks(value, ty, span)?;
                }
                value
            }
        };
        let var = self.object_variable(entity, &spelled, ty, place, span)?;
        let origin = match init {
            Some(_) => Origin::source(span),
            None => Origin::implied(Some(span), "default initialization"),
        };
        self.emit(Ir::Assign { target: Place::var(var), value }, origin);
        Ok(())
    }

    /// The variable of a declared object: a global, or a local made here.
    fn object_variable(
        &mut self,
        entity: crate::sema::entities::EntityId,
        spelled: &str,
        ty: TypeId,
        place: Span,
        span: Span,
    ) -> Lower<ir::VarId> {
        if self.a.entities[entity].owner.is_none() {
            return self.variable(entity, span);
        }
        if let Some(&var) = self.frame.variables.get(&entity) {
            return Ok(var);
        }
        let ir_type = self.ir_type(ty, span)?;
        let var = self.local(spelled, ir_type, VariableKind::Local, Some(place));
        self.p.variables[var].temporary = spelled.contains('.');
        self.frame.variables.insert(entity, var);
        Ok(var)
    }

    /// A range must lie in the subtype it constrains, unless it is null.
    fn constraint_check(&mut self, ty: TypeId, parent: TypeId, span: Span) -> Lower<()> {
        let Some(range) = self.a.types[ty].range.clone() else { return Ok(()) };
        let (low, high) = (self.bound(&range.low, ty)?, self.bound(&range.high, ty)?);
        let base = self.a.base(ty);
        let nonempty = self.less_equal(low, high, base)?;
        let (low_in, high_in) = (self.in_range(low, parent, span)?, self.in_range(high, parent, span)?);
        let mut within = self.p.bool_const(true);
        for condition in [low_in, high_in].into_iter().flatten() {
            within = self.and(within, condition)?;
        }
        let empty = self.p.not(nonempty)?;
        let condition = self.or(empty, within)?;
        let text = format!("{} must be within {}", self.text(span), self.a.type_name(parent));
        self.check(CheckKind::Range, condition, text, span);
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Lower<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Null => Ok(()),
            StatementKind::Assign(target, value) => self.assignment(target, value, span),
            StatementKind::Call(id, arguments) => self.call_procedure(*id, arguments, span),
            StatementKind::If(arms, otherwise) => self.if_statement(arms, otherwise, span),
            StatementKind::Case(selector, arms) => self.case_statement(selector, arms, span),
            StatementKind::Loop { id, scheme, body } => self.loop_statement(*id, scheme, body, span),
            StatementKind::Block { items, body, handlers, .. } => self.handled(items, body, handlers, span),
            StatementKind::Exit(id, condition) => self.exit(*id, condition.as_ref(), span),
            StatementKind::Goto(label) => {
                let block = self.label_block(*label);
                self.goto(block, Some(span));
                let dead = self.new_block("after_goto");
                self.enter(dead);
                Ok(())
            }
            StatementKind::Label(label) => {
                let block = self.label_block(*label);
                self.goto(block, Some(span));
                self.enter(block);
                Ok(())
            }
            StatementKind::Return(value) => self.return_statement(value.as_ref(), span),
            StatementKind::ExtendedReturn { entity, items, body, handlers } => {
                self.extended_return(*entity, items, body, handlers, span)
            }
            StatementKind::Raise(Some(exception)) => {
                self.raise(*exception, span);
                Ok(())
            }
            StatementKind::Raise(None) => {
                self.reraise(span);
                Ok(())
            }
            StatementKind::Assert(kind, condition) => self.assert_statement(*kind, condition),
            StatementKind::Assume(condition) => {
                let condition = self.expression(condition)?;
                self.emit(Ir::Assume(condition), Origin::source(span));
                Ok(())
            }
            StatementKind::Evaluate(value) => self.expression(value).map(|_| ()),
            StatementKind::LoopVariant(list) => self.loop_variant(list, span),
            StatementKind::NotOverflow { operator, ty, left, right, guard } => {
                let after = self.new_block("end_guard");
                if let Some(guard) = guard {
                    let value = self.expression(guard)?;
                    let inside = self.new_block("guarded");
                    self.branch(value, inside, after, Some(guard.span));
                    self.enter(inside);
                }
                let ty = self.a.base(*ty);
                if *operator == BinaryOperator::Power {
                    self.power(left, right, ty, span)?;
                } else {
                    let (a, b) = (self.expression(left)?, self.expression(right)?);
                    self.arithmetic(*operator, a, b, ty, span)?;
                }
                self.goto(after, Some(span));
                self.enter(after);
                Ok(())
            }
            StatementKind::Unsupported(what) => self.refuse(what.clone(), span),
        }
    }

    fn label_block(&mut self, label: LabelId) -> BlockId {
        if let Some(&block) = self.frame.labels.get(&label) {
            return block;
        }
        let block = self.new_block("label");
        self.frame.labels.insert(label, block);
        block
    }

    fn assignment(&mut self, target: &Expr, value: &Expr, span: Span) -> Lower<()> {
        let indexes = self.indexes_once(target)?;
        let result = self.assigned(target, value, span);
        self.forget_indexes(&indexes);
        result
    }

    fn assigned(&mut self, target: &Expr, value: &Expr, span: Span) -> Lower<()> {
        if let ExprKind::Slice(array, range) = &target.kind {
            return self.assign_slice(array, range, value, target.ty, span);
        }
        let known = self.push_discriminants_of(target)?;
        let value = if self.a.is_array(target.ty) && self.a.array_bounds(target.ty, span).is_none() {
            self.given_bounds_of(target, value, span)
        } else {
            self.given(value, target.ty)
        };
        if known {
            self.frame.discriminants.pop();
        }
        let value = value?;
        // Assigning through a conversion changes the representation back.
        if let ExprKind::Convert(inner) = &target.kind {
            let place = self.place(inner)?;
            let value =
                if self.a.is_scalar(inner.ty) { self.convert_scalar(value, target.ty, inner.ty, span)? } else { value };
            self.assign(place, value, span);
            self.got_value(target, span);
            return Ok(());
        }
        let place = self.place(target)?;
        if self.a.is_record(target.ty) {
            self.kept_discriminants(target, value, span)?;
        }
        self.assign(place, value, span);
        self.got_value(target, span);
        Ok(())
    }

    /// Bounds of a component may be discriminants of the record it is in: makes them known, and says so.
    pub(super) fn push_discriminants_of(&mut self, e: &Expr) -> Lower<bool> {
        let ExprKind::Component(record, _) = &e.kind else { return Ok(false) };
        let components = self.a.components(record.ty).unwrap_or_default();
        let count = components.iter().filter(|c| c.discriminant).count();
        if count == 0 || self.a.is_scalar(e.ty) {
            return Ok(false);
        }
        let whole = self.expression(record)?;
        let mut discriminants = Vec::new();
        for at in 0..count as u32 {
            let value = self.p.field(whole, at)?;
            discriminants.push(self.keep("discriminant", value, e.span));
        }
        self.frame.discriminants.push(discriminants);
        Ok(true)
    }

    /// An unconstrained array parameter or variable keeps its bounds; the value's length must agree.
    fn given_bounds_of(&mut self, target: &Expr, value: &Expr, span: Span) -> Lower<ir::ExprId> {
        let current = self.array(target)?;
        let bounds = self.all_bounds(&current, span)?;
        if let (ExprKind::ArrayAggregate(_), [only]) = (&value.kind, bounds.as_slice()) {
            self.frame.others = Some(*only);
        }
        let found = self.array_for(value, value.ty);
        self.frame.others = None;
        let found = found?;
        for dimension in 0..bounds.len() {
            let (wanted, length) = (self.length(&current, dimension, span)?, self.length(&found, dimension, span)?);
            let same = self.p.binary(ir::Binary::Equal, length, wanted)?;
            let text = format!("{} must have the length of {}", self.text(value.span), self.text(target.span));
            self.check(CheckKind::Length, same, text, value.span);
        }
        let root = self.a.root(target.ty);
        let moved = self.array_in_subtype(found, value.ty, root, span)?;
        let data = self.p.field(moved, 2 * bounds.len() as u32)?;
        let ty = self.ir_type(target.ty, span)?;
        let given = self.with_bounds(bounds, data, ty, span)?;
        self.given_predicates(value, given, target.ty)?;
        Ok(given)
    }

    fn if_statement(&mut self, arms: &[(Expr, Vec<Statement>)], otherwise: &[Statement], span: Span) -> Lower<()> {
        let after = self.new_block("end_if");
        for (condition, body) in arms {
            let value = self.expression(condition)?;
            let (then, next) = (self.new_block("then"), self.new_block("else"));
            self.branch(value, then, next, Some(condition.span));
            self.enter(then);
            self.statements(body);
            self.goto(after, Some(span));
            self.enter(next);
        }
        self.statements(otherwise);
        self.goto(after, Some(span));
        self.enter(after);
        Ok(())
    }

    fn case_statement(&mut self, selector: &Expr, arms: &[(Vec<Choice>, Vec<Statement>)], span: Span) -> Lower<()> {
        let value = self.expression(selector)?;
        let value = self.keep("selector", value, selector.span);
        let after = self.new_block("end_case");
        for (choices, body) in arms {
            let condition = self.choice_condition(value, choices, selector.ty, span)?;
            let (then, next) = (self.new_block("when"), self.new_block("next"));
            self.branch(condition, then, next, Some(selector.span));
            self.enter(then);
            self.statements(body);
            self.goto(after, Some(span));
            self.enter(next);
        }
        if !arms.iter().any(|(choices, _)| choices.is_empty()) {
            self.no_choice(selector.span);
            self.stop(selector.span);
        }
        self.goto(after, Some(span));
        self.enter(after);
        Ok(())
    }

    fn loop_statement(&mut self, id: LoopId, scheme: &Scheme, body: &[Statement], span: Span) -> Lower<()> {
        self.must_terminate(scheme, body, span);
        self.keep_loop_entries(id, body)?;
        self.prepare_variants(body)?;
        self.begin_cut(body);
        let after = self.new_block("end_loop");
        self.frame.exits.insert(id, after);
        match scheme {
            Scheme::Forever | Scheme::While(_) => {
                let head = self.new_block("loop");
                self.goto(head, Some(span));
                self.enter(head);
                if matches!(scheme, Scheme::Forever) {
                    // The head is the word `loop` itself: what is said about the loop points there.
                    let body = self.new_block("iteration");
                    self.goto(body, Some(span));
                    self.enter(body);
                }
                if let Scheme::While(condition) = scheme {
                    let value = self.expression(condition)?;
                    let inside = self.new_block("while");
                    self.branch(value, inside, after, Some(condition.span));
                    self.enter(inside);
                }
                let again = match scheme {
                    Scheme::While(condition) => self.condition_words(condition, span),
                    _ => Vec::new(),
                };
                self.iteration(body, &again);
                self.goto(head, Some(span));
            }
            Scheme::For { domain, reverse, filter } => {
                self.iterate(domain, *reverse, span, after, &mut |s, next| {
                    if let Some(filter) = filter {
                        let value = s.expression(filter)?;
                        let inside = s.new_block("filtered");
                        s.branch(value, inside, next, Some(span));
                        s.enter(inside);
                    }
                    s.iteration(body, &[]);
                    s.goto(next, Some(span));
                    Ok(())
                })?;
            }
        }
        self.enter(after);
        Ok(())
    }

    /// `Always_Terminates` promises what only a variant shows: a loop without one is refused.
    fn must_terminate(&mut self, scheme: &Scheme, body: &[Statement], span: Span) {
        let promised = self.frame.subprogram.is_some_and(|id| self.a.subprograms[id].contract.always_terminates);
        let counted = matches!(scheme, Scheme::For { .. });
        let variant = body.iter().any(|statement| matches!(statement.kind, StatementKind::LoopVariant(_)));
        if promised && !counted && !variant {
            let what = "termination of a loop without a variant, which `Always_Terminates` promises,";
            self.unsupported(&super::Refusal { what: what.into(), span: Some(span) }, span);
        }
    }

    /// Before a loop: its variants were not met yet.
    fn prepare_variants(&mut self, body: &[Statement]) -> Lower<()> {
        for statement in body {
            let StatementKind::LoopVariant(list) = &statement.kind else { continue };
            let boolean = self.p.types.bool();
            let met = self.temporary("variant_met", boolean);
            let no = self.p.bool_const(false);
            self.assign_var(met, no, statement.span);
            let mut before = Vec::new();
            for (_, e) in list {
                let ty = self.ir_type(self.a.base(self.settle(e.ty)), e.span)?;
                before.push(self.temporary("variant", ty));
            }
            self.frame.variants.insert(statement.span, (met, before));
        }
        Ok(())
    }

    /// A variant progresses, in lexicographic order, from one iteration to the next (SPARK RM 5.5.3).
    pub(super) fn loop_variant(&mut self, list: &[(bool, Expr)], span: Span) -> Lower<()> {
        let Some((met, before)) = self.frame.variants.get(&span).cloned() else {
            return self.refuse("loop variant that is not directly in its loop", span);
        };
        let mut values = Vec::new();
        for (_, e) in list {
            let value = self.expression(e)?;
            values.push(self.keep("measure", value, e.span));
        }
        let old: Vec<ir::ExprId> = before.iter().map(|&variable| self.p.var(variable)).collect();
        let list: Vec<(bool, TypeId)> = list.iter().map(|(increases, e)| (*increases, e.ty)).collect();
        let progress = self.progress(&list, &old, &values)?;
        let again = self.p.var(met);
        let condition = self.p.binary(ir::Binary::Implies, again, progress)?;
        let exception = self.a.standard.assertion_error;
        self.check_or_raise(CheckKind::Variant, condition, exception, "the loop variant must progress", span);
        for (variable, value) in before.into_iter().zip(values) {
            self.assign_var(variable, value, span);
        }
        let yes = self.p.bool_const(true);
        self.assign_var(met, yes, span);
        Ok(())
    }

    /// Values for `'Loop_Entry`, kept before the loop starts.
    fn keep_loop_entries(&mut self, id: LoopId, body: &[Statement]) -> Lower<()> {
        let mut found: Vec<(Span, Expr)> = Vec::new();
        super::visit::statements(body, &mut |met| {
            if let super::visit::Met::Expression(e) = met
                && let ExprKind::LoopEntry(inner, which) = &e.kind
                && *which == id
            {
                found.push((e.span, (**inner).clone()));
            }
        });
        for (place, inner) in found {
            self.keep_for(place, &inner)?;
        }
        Ok(())
    }

    /// Keeps the present value of an expression under the place of the attribute that asks for it.
    pub(super) fn keep_for(&mut self, place: Span, inner: &Expr) -> Lower<()> {
        let value = self.expression(inner)?;
        let ty = self.p.type_of(value);
        let var = self.temporary("old", ty);
        self.assign_var(var, value, inner.span);
        self.frame.kept.insert(place, var);
        Ok(())
    }

    fn exit(&mut self, id: LoopId, condition: Option<&Expr>, span: Span) -> Lower<()> {
        let Some(&after) = self.frame.exits.get(&id) else { return self.refuse("exit", span) };
        let next = self.new_block("stay");
        match condition {
            Some(condition) => {
                let value = self.expression(condition)?;
                self.branch(value, after, next, Some(span));
            }
            None => self.goto(after, Some(span)),
        }
        self.enter(next);
        Ok(())
    }

    /// A block with declarations and handlers.
    pub(super) fn handled(
        &mut self,
        items: &[Item],
        body: &[Statement],
        handlers: &[Handler],
        span: Span,
    ) -> Lower<()> {
        self.items(items);
        if handlers.is_empty() {
            self.statements(body);
            return Ok(());
        }
        let after = self.new_block("end_block");
        let blocks: Vec<BlockId> = handlers.iter().map(|_| self.new_block("handler")).collect();
        let region =
            Region { handlers: handlers.iter().zip(&blocks).map(|(h, &block)| handler_block(h, block)).collect() };
        self.frame.regions.push(region);
        self.statements(body);
        self.frame.regions.pop();
        self.goto(after, Some(span));
        for (handler, block) in handlers.iter().zip(blocks) {
            self.enter(block);
            let outer = self.frame.handled;
            self.begin_handler(handler)?;
            self.statements(&handler.body);
            self.frame.handled = outer;
            self.goto(after, Some(handler.span));
        }
        self.enter(after);
        Ok(())
    }

    /// Keeps which exception is handled, if the handler asks for it later.
    fn begin_handler(&mut self, handler: &Handler) -> Lower<()> {
        let mut needed = handler.occurrence.is_some();
        super::visit::statements(&handler.body, &mut |met| {
            needed |= matches!(met, super::visit::Met::Statement(StatementKind::Raise(None)));
        });
        if !needed {
            return Ok(());
        }
        let ty = self.code_type();
        let own = self.temporary("handled", ty);
        let raised = self.raised_variable();
        let code = self.p.var(raised);
        self.assign_var(own, code, handler.span);
        self.frame.handled = Some(own);
        let Some(entity) = handler.occurrence else { return Ok(()) };
        let EntityKind::Object(object) = &self.a.entities[entity].kind else { return Ok(()) };
        let (ty, spelled) = (object.ty, self.a.entities[entity].spelled.to_string());
        let variable = self.object_variable(entity, &spelled, ty, self.a.entities[entity].span, handler.span)?;
        let wide = self.ir_type(self.a.standard.integer, handler.span)?;
        let code = self.p.convert(ir::Convert::ZeroExtend, code, wide)?;
        self.assign(Place::var(variable).then(ir::Projection::Field(0)), code, handler.span);
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&Expr>, span: Span) -> Lower<()> {
        if let Some(value) = value {
            let Some(result) = self.frame.result else { return self.refuse("return", span) };
            let ty = self.frame.subprogram.and_then(|id| self.a.subprograms[id].result).unwrap_or(value.ty);
            let value = self.given(value, ty)?;
            self.assign_var(result, value, span);
        }
        self.leave(span);
        Ok(())
    }

    /// Goes to the end of the procedure; what follows is unreachable.
    fn leave(&mut self, span: Span) {
        match self.frame.return_block {
            Some(block) => self.goto(block, Some(span)),
            None => self.terminate(ir::Terminator::Return, Some(span)),
        }
        let dead = self.new_block("after_return");
        self.enter(dead);
    }

    fn extended_return(
        &mut self,
        entity: crate::sema::entities::EntityId,
        items: &[Item],
        body: &[Statement],
        handlers: &[Handler],
        span: Span,
    ) -> Lower<()> {
        self.items(items);
        // A plain `return;` inside returns the object as it is then.
        let finish = self.new_block("return");
        let outer = self.frame.return_block.replace(finish);
        let result = self.handled(&[], body, handlers, span);
        self.goto(finish, Some(span));
        self.frame.return_block = outer;
        self.enter(finish);
        result?;
        let EntityKind::Object(object) = &self.a.entities[entity].kind else { return self.refuse("return", span) };
        let value = Expr { kind: ExprKind::Object(entity), ty: object.ty, span, value: None };
        self.return_statement(Some(&value), span)
    }

    fn assert_statement(&mut self, kind: AssertKind, condition: &Expr) -> Lower<()> {
        let text = format!("{} must hold", self.text(condition.span));
        let value = self.expression(condition)?;
        let exception = self.a.standard.assertion_error;
        let check = match kind {
            AssertKind::LoopInvariant => CheckKind::InvariantPreserved,
            _ => CheckKind::Assertion,
        };
        self.check_or_raise(check, value, exception, text, condition.span);
        Ok(())
    }
}

fn handler_block(handler: &Handler, block: BlockId) -> HandlerBlock {
    HandlerBlock { choices: handler.choices.clone(), others: handler.others, block, span: handler.span }
}
