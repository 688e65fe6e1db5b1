//! The checks of a statement as annotations: what `cairn export --to annotated` writes in front of it.
//!
//! In: a statement of the typed tree. Out: for each check that can be said as a condition on the state
//! *before* the statement, its kind, its place and the words of a `--%` annotation. The same words, read
//! again in front of the same statement, mean the check the statement implies anyway, so reading drops them
//! ([`super::Lowerer::statements`]) and an annotated program has exactly the checks of the plain one.
//!
//! A check is said here only if its condition at the start of the statement is its condition when it is
//! evaluated: not after a call (which may change variables or end the program), not inside quantifiers,
//! aggregates with named parts or `case` expressions. The right side of a short-circuit form is guarded by
//! the left. Everything not said here stays implicit; that is never wrong, only less to read.
//!
//! More may be said than lowering checks (a check that holds by the types alone): such a condition always
//! holds, so dropping it is harmless.

use super::Lowerer;
use super::words;
use crate::sema::tree::*;
use crate::sema::types::{Range, TypeId, TypeKind};
use crate::sema::value::Value;
use crate::syntax::ast::Mode;
use cairn_base::Span;
use cairn_ir::CheckKind;
use num_bigint::BigInt;

/// A check in the words of an annotation, without mark and semicolon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub kind: CheckKind,
    /// The place of the check, as the property has it.
    pub place: Span,
    pub text: String,
}

/// The checks in what a statement evaluates itself, before any statement inside it.
pub(super) fn of_statement(lowerer: &Lowerer<'_>, statement: &Statement) -> Vec<Written> {
    let mut writer = Writer::new(lowerer, statement.span);
    writer.statement(statement);
    writer.out
}

/// The checks in a `while` condition, which is evaluated again at the end of the loop's body.
pub(super) fn of_condition(lowerer: &Lowerer<'_>, condition: &Expr, span: Span) -> Vec<Written> {
    let mut writer = Writer::new(lowerer, span);
    writer.expression(condition);
    writer.out
}

/// The checks in a declaration's initial value.
pub(super) fn of_object(lowerer: &Lowerer<'_>, ty: TypeId, init: &Expr, span: Span) -> Vec<Written> {
    let mut writer = Writer::new(lowerer, span);
    writer.given(init, ty);
    writer.out
}

struct Writer<'w, 'a> {
    lowerer: &'w Lowerer<'a>,
    /// Names and values come from here; what stands elsewhere (defaults of parameters) is not said.
    within: Span,
    /// Conditions under which the part being looked at is evaluated.
    guards: Vec<String>,
    /// Behind a call nothing is known about the state.
    after_call: bool,
    out: Vec<Written>,
}

impl<'w, 'a> Writer<'w, 'a> {
    fn new(lowerer: &'w Lowerer<'a>, within: Span) -> Self {
        Self { lowerer, within, guards: Vec::new(), after_call: false, out: Vec::new() }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign(target, value) => {
                if let ExprKind::Slice(array, range) = &target.kind {
                    self.slice(array, range, statement.span);
                    self.expression(value);
                    self.same_length(value, target);
                    return;
                }
                self.given(value, target.ty);
                self.same_length(value, target);
                match &target.kind {
                    ExprKind::Convert(inner) => self.expression(inner),
                    _ => self.expression(target),
                }
            }
            StatementKind::Call(id, arguments) => self.call(*id, arguments),
            StatementKind::If(arms, _) => {
                // Conditions behind `elsif` are evaluated if those before them are false.
                for (condition, _) in arms {
                    self.expression(condition);
                    self.push_guard(condition, false);
                }
            }
            StatementKind::Case(selector, _) => self.expression(selector),
            StatementKind::Loop { scheme, .. } => match scheme {
                Scheme::Forever => {}
                Scheme::While(condition) => self.expression(condition),
                Scheme::For { domain, .. } => self.domain(domain),
            },
            StatementKind::Exit(_, Some(condition)) => self.expression(condition),
            StatementKind::Return(Some(value)) => {
                let subprogram = self.lowerer.frame.subprogram;
                let ty = subprogram.and_then(|id| self.lowerer.a.subprograms[id].result).unwrap_or(value.ty);
                self.given(value, ty);
            }
            StatementKind::Assert(_, condition) | StatementKind::Assume(condition) => self.expression(condition),
            StatementKind::NotOverflow { left, right, guard, .. } => {
                if let Some(guard) = guard {
                    self.expression(guard);
                    self.push_guard(guard, true);
                }
                self.expression(left);
                self.expression(right);
            }
            _ => {}
        }
    }

    fn domain(&mut self, domain: &Domain) {
        match domain {
            Domain::Range(_, range) => self.range(range),
            Domain::Elements(_, array) => self.expression(array),
        }
    }

    fn range(&mut self, range: &Range) {
        self.expression(&range.low);
        self.expression(&range.high);
    }

    /// An actual of mode `in` is given to its parameter's subtype; others also come back, after the call.
    fn call(&mut self, id: crate::sema::entities::SubprogramId, arguments: &[Expr]) {
        let id = self.lowerer.meant(id);
        let a = self.lowerer.a;
        let parameters = &a.subprograms[id].parameters;
        for (parameter, actual) in parameters.iter().zip(arguments) {
            match parameter.mode {
                Mode::In => self.given(actual, parameter.ty),
                _ => self.expression(actual),
            }
        }
        self.after_call = true;
    }

    fn expression(&mut self, e: &Expr) {
        if self.after_call || (e.value.is_some() && self.lowerer.a.is_scalar(self.lowerer.settle(e.ty))) {
            return;
        }
        match &e.kind {
            ExprKind::Component(record, _) => self.expression(record),
            ExprKind::Index(array, indexes) => self.index(array, indexes),
            ExprKind::Slice(array, range) => self.slice(array, range, e.span),
            ExprKind::Call(id, arguments) => self.call(*id, arguments),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, e),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, e),
            ExprKind::Convert(inner) => {
                self.expression(inner);
                self.conversion(inner, e);
            }
            ExprKind::Qualify(inner) => self.given(inner, e.ty),
            ExprKind::Member { value, choices, .. } => {
                self.expression(value);
                for choice in choices {
                    match choice {
                        Member::Value(v) => self.expression(v),
                        Member::Range(r) => self.range(r),
                        Member::Subtype(_) => {}
                    }
                }
            }
            ExprKind::If(arms, otherwise) => self.conditional(arms, otherwise, e.ty),
            ExprKind::Case(selector, _) => self.expression(selector),
            ExprKind::Quantified { domain, .. } => self.domain(domain),
            ExprKind::RecordAggregate(values) => {
                let components = self.lowerer.a.components(e.ty).unwrap_or_default();
                for (value, component) in values.iter().zip(components.iter()) {
                    if let Some(value) = value {
                        self.given(value, component.ty);
                    }
                }
            }
            ExprKind::ArrayAggregate(aggregate) if aggregate.named.is_empty() && aggregate.others.is_none() => {
                if let TypeKind::Array { indexes, component, .. } = self.lowerer.a.kind(e.ty)
                    && indexes.len() == 1
                {
                    aggregate.positional.iter().for_each(|value| self.given(value, *component));
                }
            }
            ExprKind::Attribute(attribute) => self.attribute(attribute, e),
            _ => {}
        }
    }

    fn attribute(&mut self, attribute: &Attribute, e: &Expr) {
        if let Some(prefix) = &attribute.prefix {
            self.expression(prefix);
        }
        attribute.arguments.iter().for_each(|x| self.expression(x));
        let a = self.lowerer.a;
        let root = a.root(attribute.ty);
        let ([argument], true) = (&attribute.arguments[..], a.is_discrete(root) && !a.is_boolean(root)) else { return };
        let up = attribute.what == AttributeKind::Succ;
        match attribute.what {
            AttributeKind::Succ | AttributeKind::Pred if a.is_signed(root) => {
                let (op, one) = (if up { "+" } else { "-" }, Some("1".into()));
                self.not_overflow(op, root, self.source(argument), one, CheckKind::Overflow, e.span);
            }
            AttributeKind::Succ | AttributeKind::Pred if !a.is_integer(root) => {
                let end = if up { "Last" } else { "First" };
                let text = self.source(argument).zip(self.type_name(root));
                let text = text.map(|(value, ty)| format!("{} /= {ty}'{end}", words::operand(&value)));
                self.say_assert(CheckKind::Range, e.span, text);
            }
            AttributeKind::Val if a.is_integer(argument.ty) => {
                let from = self.lowerer.settle(argument.ty);
                let text = self.source(argument).and_then(|value| self.in_numbers(&value, from, root));
                self.say_assert(CheckKind::Range, e.span, text);
            }
            _ => {}
        }
    }

    /// A slice that is not null lies within the array.
    fn slice(&mut self, array: &Expr, range: &Range, place: Span) {
        self.expression(array);
        self.range(range);
        let (low, high, name) = (self.source(&range.low), self.source(&range.high), self.array_name(array));
        let (Some(low), Some(high), Some(name)) = (low, high, name) else { return };
        let (low, high) = (words::operand(&low), words::operand(&high));
        let within = format!("(({low} >= {name}'First) and ({high} <= {name}'Last))");
        self.say_assert(CheckKind::Index, place, Some(format!("({low} > {high}) or else {within}")));
    }

    /// An array assigned to another has its length.
    fn same_length(&mut self, value: &Expr, target: &Expr) {
        let is_name = |e: &Expr| {
            matches!(e.kind, ExprKind::Object(_) | ExprKind::Component(..) | ExprKind::Index(..) | ExprKind::Slice(..))
        };
        let one_dimension =
            matches!(self.lowerer.a.kind(target.ty), TypeKind::Array { indexes, .. } if indexes.len() == 1);
        if one_dimension && is_name(value) && is_name(target) {
            let text = self.source(value).zip(self.source(target));
            let text = text.map(|(value, target)| format!("{value}'Length = {target}'Length"));
            self.say_assert(CheckKind::Length, value.span, text);
        }
    }

    /// `if A then B else C`: each part under the conditions that lead to it.
    fn conditional(&mut self, arms: &[(Expr, Expr)], otherwise: &Expr, ty: TypeId) {
        let depth = self.guards.len();
        for (condition, value) in arms {
            self.expression(condition);
            self.push_guard(condition, true);
            self.given(value, ty);
            self.guards.pop();
            self.push_guard(condition, false);
        }
        self.given(otherwise, ty);
        self.guards.truncate(depth);
    }

    /// What follows is evaluated only if the condition holds (or does not).
    fn push_guard(&mut self, condition: &Expr, holds: bool) {
        let text = match (self.source(condition), holds) {
            (Some(text), true) => words::operand(&text),
            (Some(text), false) => format!("not ({text})"),
            // A guard that cannot be repeated hides everything behind it.
            (None, _) => {
                self.after_call = true;
                String::new()
            }
        };
        self.guards.push(text);
    }

    fn unary(&mut self, op: UnaryOperator, operand: &Expr, e: &Expr) {
        self.expression(operand);
        let ty = self.lowerer.settle(e.ty);
        if matches!(op, UnaryOperator::Minus | UnaryOperator::Abs) && self.lowerer.a.is_signed(ty) {
            self.not_overflow("-", ty, Some("0".into()), self.source(operand), CheckKind::Overflow, e.span);
        }
    }

    fn binary(&mut self, op: BinaryOperator, left: &Expr, right: &Expr, e: &Expr) {
        use BinaryOperator::*;
        self.expression(left);
        if matches!(op, AndThen | OrElse | Implies) {
            self.push_guard(left, op != OrElse);
            self.expression(right);
            self.guards.pop();
            return;
        }
        self.expression(right);
        if matches!(op, Add | Subtract | Multiply | Divide | Mod | Rem | Power) {
            self.arithmetic(op, left, right, e);
        }
    }

    fn arithmetic(&mut self, op: BinaryOperator, left: &Expr, right: &Expr, e: &Expr) {
        use BinaryOperator::*;
        let a = self.lowerer.a;
        let ty = self.lowerer.settle(e.ty);
        let float = a.is_float(ty);
        if !a.is_signed(ty) && !a.is_modular(ty) && !float {
            return;
        }
        let nonzero = right.value.as_ref().and_then(Value::as_int).is_some_and(|v| *v != BigInt::ZERO);
        if matches!(op, Divide | Mod | Rem) && !nonzero {
            let zero = if float { "0.0" } else { "0" };
            let text = self.source(right).map(|d| format!("{} /= {zero}", words::operand(&d)));
            self.say_assert(CheckKind::DivisionByZero, e.span, text);
        }
        let can_overflow = match op {
            Add | Subtract | Multiply | Divide => a.is_signed(ty) || float,
            Power => a.is_signed(ty),
            _ => false,
        };
        if can_overflow {
            let kind = if float { CheckKind::Float } else { CheckKind::Overflow };
            self.not_overflow(op.text(), ty, self.source(left), self.source(right), kind, e.span);
        }
    }

    fn index(&mut self, array: &Expr, indexes: &[Expr]) {
        self.expression(array);
        for (dimension, index) in indexes.iter().enumerate() {
            self.expression(index);
            let text = self.source(index).zip(self.array_name(array)).map(|(index, array)| {
                let index = words::operand(&index);
                let n = dimension + 1;
                format!("({index} >= {array}'First ({n})) and ({index} <= {array}'Last ({n}))")
            });
            self.say_assert(CheckKind::Index, index.span, text);
        }
    }

    /// What `'First` is taken of: the array's type where it has a name and bounds, else the array itself.
    fn array_name(&self, array: &Expr) -> Option<String> {
        let a = self.lowerer.a;
        let constrained =
            a.types[array.ty].bounds.is_some() || matches!(a.kind(array.ty), TypeKind::Array { constrained: true, .. });
        if constrained && let Some(name) = self.type_name(array.ty) {
            return Some(name);
        }
        match array.kind {
            ExprKind::Object(_) | ExprKind::Component(..) | ExprKind::Index(..) => self.source(array),
            _ => None,
        }
    }

    /// A value given to a subtype: it must be in the range.
    fn given(&mut self, e: &Expr, ty: TypeId) {
        self.expression(e);
        let a = self.lowerer.a;
        let from = self.lowerer.settle(e.ty);
        if !a.is_scalar(ty) || a.is_boolean(ty) || a.is_fixed(ty) || a.root(from) != a.root(ty) || from == ty {
            return;
        }
        let text = self.source(e).and_then(|value| self.in_range(&value, ty));
        self.say_assert(CheckKind::Range, e.span, text);
    }

    /// An explicit conversion to another integer type: the bounds as numbers of the source's type.
    fn conversion(&mut self, inner: &Expr, e: &Expr) {
        let a = self.lowerer.a;
        let (from, to) = (self.lowerer.settle(inner.ty), self.lowerer.settle(e.ty));
        let text = if a.root(from) == a.root(to) && a.is_scalar(to) && !a.is_boolean(to) && !a.is_fixed(to) {
            self.source(inner).and_then(|value| self.in_range(&value, to))
        } else if a.is_integer(from) && a.is_integer(to) {
            self.source(inner).and_then(|value| self.in_numbers(&value, from, to))
        } else {
            return;
        };
        self.say_assert(CheckKind::Range, e.span, text);
    }

    fn in_range(&self, value: &str, ty: TypeId) -> Option<String> {
        let a = self.lowerer.a;
        let range = a.types[ty].range.as_ref()?;
        let value = words::operand(value);
        if let Some(name) = self.type_name(ty).filter(|_| a.types[ty].predicates.is_empty()) {
            return Some(format!("({value} >= {name}'First) and ({value} <= {name}'Last)"));
        }
        let (low, high) = range.static_integers().filter(|_| a.is_integer(ty))?;
        Some(format!("({value} >= {low}) and ({value} <= {high})"))
    }

    /// Bounds that no value of the source's type can pass are left out.
    fn in_numbers(&self, value: &str, from: TypeId, to: TypeId) -> Option<String> {
        let a = self.lowerer.a;
        let (low, high) = a.discrete_bounds(to)?;
        let (first, last) = a.base_bounds(from)?;
        let value = words::operand(value);
        let sides = [
            (low > first).then(|| format!("({value} >= {low})")),
            (high < last).then(|| format!("({value} <= {high})")),
        ];
        let sides: Vec<String> = sides.into_iter().flatten().collect();
        (!sides.is_empty()).then(|| sides.join(" and "))
    }

    fn not_overflow(
        &mut self,
        op: &str,
        ty: TypeId,
        left: Option<String>,
        right: Option<String>,
        kind: CheckKind,
        place: Span,
    ) {
        let (Some(left), Some(right), Some(name)) = (left, right, self.type_name(ty)) else { return };
        if self.after_call {
            return;
        }
        let mut text = format!("notOverflow ({op}, {name}, {}, {})", words::closed(&left), words::closed(&right));
        if !self.guards.is_empty() {
            text = format!("{text} when {}", self.guards.join(" and then "));
        }
        self.out.push(Written { kind, place, text });
    }

    fn say_assert(&mut self, kind: CheckKind, place: Span, condition: Option<String>) {
        let Some(condition) = condition.filter(|_| !self.after_call) else { return };
        let text = match self.guards.is_empty() {
            true => format!("assert {condition}"),
            false => format!("assert (if {} then {condition})", self.guards.join(" and then ")),
        };
        self.out.push(Written { kind, place, text });
    }

    /// An expression as the source has it, on one line.
    fn source(&self, e: &Expr) -> Option<String> {
        let inside =
            e.span.file == self.within.file && self.within.start <= e.span.start && e.span.end <= self.within.end;
        if !inside || self.after_call {
            return None;
        }
        words::one_line(self.lowerer.sources.text(e.span))
    }

    /// A type's name as it is seen from the subprogram being lowered.
    fn type_name(&self, ty: TypeId) -> Option<String> {
        let a = self.lowerer.a;
        let entity = *self.lowerer.type_entities.get(&ty)?;
        let entity = &a.entities[entity];
        let here = self.lowerer.frame.subprogram.map_or("", |id| &a.subprograms[id].name);
        let around = here.to_lowercase().starts_with(&entity.path.to_lowercase());
        match entity.owner.is_some() || entity.path.is_empty() || entity.path.eq_ignore_ascii_case("standard") || around
        {
            true => Some(entity.spelled.to_string()),
            false => Some(format!("{}.{}", entity.path, entity.spelled)),
        }
    }
}
