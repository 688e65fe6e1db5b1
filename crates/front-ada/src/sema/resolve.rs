//! Second pass of overload resolution: the typed expression for an expected type.

use super::entities::*;
use super::tree::{Choice, Domain, Expr, ExprKind, Member};
use super::types::*;
use super::value::{Value, parse_number};
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{Association, CaseArm, Expression, ExpressionKind, Iteration};
use cairn_base::Span;
use std::rc::Rc;

impl Analyzer<'_> {
    /// Resolves a complete context with an expected type: candidates found before do not carry over.
    pub(super) fn complete(&mut self, e: &Expression, expected: TypeId) -> Resolved<Expr> {
        self.candidate_cache.clear();
        self.resolve(e, expected)
    }

    pub(super) fn condition(&mut self, e: &Expression) -> Resolved<Expr> {
        let boolean = self.a.standard.boolean;
        self.candidate_cache.clear();
        let types = self.candidates(e);
        let derived = types.iter().copied().find(|&t| t != boolean && self.a.is_boolean(t));
        self.resolve(e, derived.filter(|_| !types.contains(&boolean)).unwrap_or(boolean))
    }

    /// Resolves without an expected type: the expression must settle it.
    pub(super) fn resolve_any(&mut self, e: &Expression) -> Resolved<Expr> {
        let types = self.candidates(e);
        match types.as_slice() {
            [] => self.resolve_kind(e, None),
            [one] => self.resolve(e, *one),
            many => {
                let many = many.to_vec();
                let ty = self.pick(&many, e.span)?;
                self.resolve(e, ty)
            }
        }
    }

    /// Resolves to any discrete type, Integer where only literals decide.
    pub(super) fn resolve_discrete(&mut self, e: &Expression) -> Resolved<Expr> {
        let types: Vec<TypeId> =
            self.candidates(e).iter().copied().filter(|&t| self.a.is_discrete(t) || t == ANY_CHARACTER).collect();
        if types.is_empty() {
            return self.resolve_any(e);
        }
        let ty = self.pick(&types, e.span)?;
        let ty = if ty == UNIVERSAL_INTEGER { self.a.standard.integer } else { ty };
        self.resolve(e, ty)
    }

    pub(super) fn resolve(&mut self, e: &Expression, expected: TypeId) -> Resolved<Expr> {
        let found = self.resolve_kind(e, Some(expected))?;
        self.adapt(found, expected)
    }

    /// Gives universal values the expected type; refuses what does not fit.
    pub(super) fn adapt(&mut self, mut found: Expr, expected: TypeId) -> Resolved<Expr> {
        let wanted = self.a.root(expected);
        if !self.a.fits(found.ty, wanted) {
            if let ExprKind::Unsupported(_) = found.kind {
                found.ty = wanted;
                return Ok(found);
            }
            let (found_name, wanted_name) = (self.a.type_name(found.ty), self.a.type_name(expected));
            let message = format!("this is of type {found_name}, but {wanted_name} is expected here");
            return self.error(codes::TYPE_MISMATCH, found.span, message);
        }
        if self.a.is_pseudo(self.a.root(found.ty)) && !self.a.is_pseudo(wanted) {
            found.ty = if self.a.is_composite(wanted) { expected } else { self.a.base(wanted) };
            if let (Some(Value::Int(v)), true) = (&found.value, self.a.is_real(wanted)) {
                found.value = Some(Value::Real(num_rational::BigRational::from_integer(v.clone())));
            }
            if let ExprKind::Let(_, body) = &mut found.kind {
                body.ty = found.ty;
            }
        }
        Ok(found)
    }

    fn resolve_kind(&mut self, e: &Expression, expected: Option<TypeId>) -> Resolved<Expr> {
        use ExpressionKind as K;
        let span = e.span;
        match &e.kind {
            K::Integer | K::Real => {
                let text = self.text(span).to_string();
                match parse_number(&text) {
                    Some(value @ Value::Int(_)) => Ok(self.static_expr(value, UNIVERSAL_INTEGER, span)),
                    Some(value) => Ok(self.static_expr(value, UNIVERSAL_REAL, span)),
                    // The lexer may have said so already.
                    None if self.diagnostics.iter().any(|d| {
                        d.code == codes::BAD_LITERAL && d.primary.as_ref().is_some_and(|l| l.span.start == span.start)
                    }) =>
                    {
                        Err(super::Stop::Reported)
                    }
                    None => self.error(codes::BAD_LITERAL, span, "this number does not fit its base"),
                }
            }
            K::Character(character, symbol) => self.resolve_character(*character, *symbol, expected, span),
            K::String(text) => self.resolve_string(text, expected, e),
            K::Null | K::Allocator(_) | K::Dereference(_) => {
                let ty = expected.unwrap_or(ANY_ACCESS);
                if let K::Dereference(inner) = &e.kind {
                    let inner = self.resolve_any(inner)?;
                    let ty = self.designated(inner.ty).unwrap_or(ANY_TYPE);
                    return Ok(self.unsupported_expr("access value", ty, span));
                }
                Ok(self.unsupported_expr("access value", ty, span))
            }
            K::Name(_) | K::Selected(..) => self.resolve_name(e, expected),
            K::Apply(prefix, arguments) => self.resolve_apply(e, prefix, arguments, expected),
            K::Attribute(prefix, name, arguments) => self.resolve_attribute(prefix, *name, arguments, expected, span),
            K::Qualified(mark, operand) => {
                let ty = self.subtype_mark(mark)?;
                let operand = self.resolve(operand, ty)?;
                let value = operand.value.clone().filter(|v| self.in_static_range(v, ty));
                Ok(Expr { kind: ExprKind::Qualify(Box::new(operand)), ty, span, value })
            }
            K::Unary(op, operand) => self.resolve_unary(*op, operand, expected, span),
            K::Binary(op, left, right) => self.resolve_binary(*op, left, right, expected, span),
            K::Membership { negated, value, choices } => self.resolve_membership(*negated, value, choices, span),
            K::If(arms, otherwise) => self.resolve_if(arms, otherwise.as_deref(), expected, e),
            K::Case(selector, arms) => self.resolve_case(selector, arms, expected, e),
            K::Quantified { universal, iteration, body } => self.resolve_quantified(*universal, iteration, body, span),
            K::Declare(declarations, body) => self.in_scope(|s| {
                let (inner, items) = s.gather(|s| {
                    for declaration in declarations.iter() {
                        s.declaration(declaration)?;
                    }
                    s.candidate_cache.clear();
                    match expected {
                        Some(ty) => s.resolve(body, ty),
                        None => s.resolve_any(body),
                    }
                });
                let inner = inner?;
                let ty = inner.ty;
                Ok(Expr { kind: ExprKind::Let(items, Box::new(inner)), ty, span, value: None })
            }),
            K::Raise(name, _) => {
                let entity = self.exception_named(name)?;
                Ok(Expr { kind: ExprKind::Raise(entity), ty: expected.unwrap_or(ANY_TYPE), span, value: None })
            }
            K::Aggregate(aggregate) => self.resolve_aggregate(aggregate, expected, span),
            K::Parenthesized(inner) => {
                let inner = match expected {
                    Some(ty) => self.resolve(inner, ty)?,
                    None => self.resolve_any(inner)?,
                };
                Ok(Expr { span, ..inner })
            }
            K::Initial(inner) => {
                let inner = self.resolve_any(inner)?;
                let ty = inner.ty;
                Ok(Expr { kind: ExprKind::Old(Box::new(inner)), ty, span, value: None })
            }
            K::Target => match self.target.clone() {
                Some(target) => Ok(Expr { span, ..target }),
                None => self.error(codes::SYNTAX, span, "`@` stands only on the right of an assignment"),
            },
            K::Range(..) | K::Constrained(_) => self.error(codes::TYPE_MISMATCH, span, "a range is no value"),
            K::Box | K::Others => self.error(codes::SYNTAX, span, "a value is expected here"),
            K::Unsupported(what) => self.unsupported(span, *what),
        }
    }

    pub(super) fn unsupported_expr(&self, what: &str, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Unsupported(what.into()), ty, span, value: None }
    }

    fn resolve_character(
        &mut self,
        character: char,
        symbol: crate::syntax::names::Symbol,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        let ty = match expected {
            Some(ty) if self.a.is_character(ty) => self.a.base(ty),
            _ => self.a.standard.character,
        };
        let position = match self.a.kind(ty) {
            TypeKind::Enumeration { literals, .. } => literals.iter().position(|l| l.symbol == symbol),
            TypeKind::Character { last } => Some(character as usize).filter(|&c| c <= *last as usize),
            _ => None,
        };
        match position {
            Some(position) => Ok(self.static_expr(Value::int(position), ty, span)),
            None => {
                let name = self.a.type_name(ty);
                self.error(codes::TYPE_MISMATCH, span, format!("this is not a literal of {name}"))
            }
        }
    }

    fn resolve_string(&mut self, text: &Rc<str>, expected: Option<TypeId>, e: &Expression) -> Resolved<Expr> {
        let ty = match expected {
            Some(ty) if self.a.is_string(ty) => self.a.root(ty),
            _ => self.a.standard.string,
        };
        let component = self.a.component_type(ty).unwrap_or(self.a.standard.character);
        let mut positions = Vec::new();
        for character in text.chars() {
            let symbol = self.a.names.intern(&format!("'{character}'"));
            let literal = self.resolve_character(character, symbol, Some(component), e.span)?;
            let code = literal.value.as_ref().and_then(Value::as_int).and_then(|v| u32::try_from(v).ok());
            positions.push(code.unwrap_or(0));
        }
        Ok(Expr { kind: ExprKind::Text(positions.into()), ty, span: e.span, value: None })
    }

    fn resolve_name(&mut self, e: &Expression, expected: Option<TypeId>) -> Resolved<Expr> {
        if let ExpressionKind::Name(symbol) = &e.kind
            && let Some(at) = self.discriminants.iter().position(|d| d.0 == *symbol)
        {
            let ty = self.discriminants[at].1;
            return Ok(Expr { kind: ExprKind::Discriminant(at), ty, span: e.span, value: None });
        }
        let Some(entities) = self.entities_of(e) else {
            return match &e.kind {
                ExpressionKind::Selected(prefix, selector) => {
                    self.resolve_component(prefix, selector, expected, e.span)
                }
                _ => self.undefined(e.span),
            };
        };
        let fitting: Vec<EntityId> = entities
            .iter()
            .copied()
            .filter(|&entity| {
                self.value_type(entity).is_some_and(|t| expected.is_none_or(|wanted| self.a.fits(t, wanted)))
            })
            .collect();
        let chosen = match (fitting.as_slice(), entities.as_slice()) {
            ([one], _) => *one,
            ([], [one]) => *one,
            ([], _) => entities[0],
            _ => return self.error(codes::AMBIGUOUS, e.span, "several declarations fit this name"),
        };
        self.entity_value(chosen, e)
    }

    /// An entity used as a value.
    pub(super) fn entity_value(&mut self, entity: EntityId, e: &Expression) -> Resolved<Expr> {
        let span = e.span;
        match self.a.entities[entity].kind.clone() {
            EntityKind::Object(object) => {
                if let Some(target) = &object.renames {
                    return Ok(Expr { span, ..(**target).clone() });
                }
                let value = object.value.clone();
                Ok(Expr { kind: ExprKind::Object(entity), ty: object.ty, span, value })
            }
            EntityKind::Number(value) => {
                let ty = if matches!(value, Value::Int(_)) { UNIVERSAL_INTEGER } else { UNIVERSAL_REAL };
                Ok(self.static_expr(value, ty, span))
            }
            // The range of a derived type is no promise about its literals.
            EntityKind::Literal { ty, position } => Ok(self.static_expr(Value::int(position), self.a.base(ty), span)),
            EntityKind::Subprogram(id) => {
                let arguments = self.arguments(id, &[], span)?;
                self.finish_call(id, arguments, span)
            }
            EntityKind::Refused(what) => self.unsupported(span, what),
            EntityKind::Type(ty) => {
                // Inside a predicate, the type's name stands for the value tested.
                if let Some(subject) = self.subject
                    && let EntityKind::Object(object) = &self.a.entities[subject].kind
                    && self.a.root(object.ty) == self.a.root(ty)
                {
                    return Ok(Expr { kind: ExprKind::Object(subject), ty, span, value: None });
                }
                self.error(codes::TYPE_MISMATCH, span, "a type is no value")
            }
            _ => self.error(codes::TYPE_MISMATCH, span, "this name is no value"),
        }
    }

    fn resolve_component(
        &mut self,
        prefix: &Expression,
        selector: &crate::syntax::ast::Identifier,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        let types = self.candidates(prefix);
        if types.is_empty() {
            // A package without that name, or a mistake in the prefix.
            if let Some(entities) = self.entities_of(prefix) {
                match self.a.entities[entities[0]].kind {
                    EntityKind::Package(_) => return self.undefined(span),
                    EntityKind::Refused(what) => return self.unsupported(span, what),
                    _ => {}
                }
            }
            self.resolve_any(prefix)?;
        }
        let fitting: Vec<TypeId> = types
            .iter()
            .copied()
            .filter(|&t| {
                self.component_of(t, selector.symbol).is_some_and(|c| expected.is_none_or(|e| self.a.fits(c.1, e)))
            })
            .collect();
        let ty = match fitting.as_slice() {
            [one] => *one,
            _ => {
                if types.iter().any(|&t| self.a.is_refused(t).is_some()) {
                    return self.unsupported(span, "component or operation of a tagged or access type");
                }
                let text = self.text(selector.span).to_string();
                return self.error(codes::UNDEFINED, selector.span, format!("there is no component `{text}`"));
            }
        };
        let prefix = self.resolve(prefix, ty)?;
        let Some((at, component)) = self.component_of(ty, selector.symbol) else { return self.undefined(span) };
        if self.designated(ty).is_some() {
            return Ok(self.unsupported_expr("access value", component, span));
        }
        Ok(Expr { kind: ExprKind::Component(Box::new(prefix), at), ty: component, span, value: None })
    }

    fn resolve_apply(
        &mut self,
        e: &Expression,
        prefix: &Expression,
        arguments: &[Association],
        expected: Option<TypeId>,
    ) -> Resolved<Expr> {
        let span = e.span;
        if let Some(inner) = self.named_loop_entry(prefix, arguments) {
            return self.resolve_loop_entry(inner, arguments, span);
        }
        if self.type_named(prefix).is_some() {
            return self.resolve_conversion(prefix, arguments, span);
        }
        if let Some(operator) = self.named_operator(prefix, arguments) {
            return self.resolve_named_operator(&operator, expected, span);
        }
        let functions = self.functions_named(prefix);
        let calls: Vec<SubprogramId> =
            functions.iter().copied().filter(|&id| self.arguments_fit(id, arguments)).collect();
        if !calls.is_empty() {
            let id = self.choose(&calls, arguments, expected, prefix)?;
            let arguments = self.arguments(id, arguments, span)?;
            return self.finish_call(id, arguments, span);
        }
        let slice = self.is_slice(arguments);
        let types: Vec<TypeId> = self
            .candidates(prefix)
            .iter()
            .copied()
            .filter(|&t| self.a.is_array(self.designated(t).unwrap_or(t)))
            .collect();
        let ty = match types.as_slice() {
            [one] => *one,
            [] if !functions.is_empty() => {
                return self.choose(&functions, arguments, expected, prefix).and_then(|_| self.undefined(span));
            }
            [] => {
                if let Some(entities) = self.entities_of(prefix)
                    && let EntityKind::Refused(what) = self.a.entities[entities[0]].kind
                {
                    return self.unsupported(span, what);
                }
                let found = self.resolve_any(prefix)?;
                if self.a.is_refused(found.ty).is_some() {
                    return self.unsupported(span, "access value");
                }
                return self.error(codes::NO_MATCH, prefix.span, "this is neither an array nor a function");
            }
            _ => return self.error(codes::AMBIGUOUS, prefix.span, "several declarations fit this name"),
        };
        let array = self.resolve(prefix, ty)?;
        if let Some(designated) = self.designated(ty) {
            let ty = if slice { designated } else { self.a.component_type(designated).unwrap_or(designated) };
            return Ok(self.unsupported_expr("access value", ty, span));
        }
        if slice {
            self.resolve_slice(array, &arguments[0].value, span)
        } else {
            self.resolve_index(array, arguments, span)
        }
    }

    fn resolve_index(&mut self, array: Expr, arguments: &[Association], span: Span) -> Resolved<Expr> {
        let indexes = self.a.index_types(array.ty).to_vec();
        if indexes.len() != arguments.len() {
            let message = format!("{} indexes are expected here", indexes.len());
            return self.error(codes::NO_MATCH, span, message);
        }
        let mut values = Vec::new();
        for (argument, index) in arguments.iter().zip(indexes) {
            let root = self.a.root(index);
            values.push(self.resolve(&argument.value, root)?);
        }
        let component = self.a.component_type(array.ty).unwrap_or(array.ty);
        Ok(Expr { kind: ExprKind::Index(Box::new(array), values), ty: component, span, value: None })
    }

    fn resolve_slice(&mut self, array: Expr, range: &Expression, span: Span) -> Resolved<Expr> {
        let index = self.a.index_types(array.ty).first().copied().unwrap_or(self.a.standard.positive);
        let (range, _) = self.discrete_range(range, Some(self.a.root(index)))?;
        let root = self.a.root(array.ty);
        let ty = self.new_subtype("", root);
        self.a.types[ty].bounds = Some(vec![range.clone()]);
        Ok(Expr { kind: ExprKind::Slice(Box::new(array), range), ty, span, value: None })
    }

    fn resolve_conversion(&mut self, mark: &Expression, arguments: &[Association], span: Span) -> Resolved<Expr> {
        let ty = self.subtype_mark(mark)?;
        let [argument] = arguments else {
            return self.error(codes::NO_MATCH, span, "a conversion takes one value");
        };
        let types = self.candidates(&argument.value);
        let suits = |s: &Self, t: TypeId| s.convertible(t, ty);
        let fitting: Vec<TypeId> = types.iter().copied().filter(|&t| suits(self, t)).collect();
        let operand = match fitting.as_slice() {
            [] => {
                let operand = self.resolve_any(&argument.value)?;
                if self.a.is_refused(operand.ty).is_some() || self.a.is_refused(ty).is_some() {
                    return Ok(self.unsupported_expr("conversion of access or tagged types", ty, span));
                }
                let (from, to) = (self.a.type_name(operand.ty), self.a.type_name(ty));
                return self.error(codes::TYPE_MISMATCH, span, format!("{from} cannot be converted to {to}"));
            }
            [one] if *one == UNIVERSAL_FIXED && self.a.is_integer(ty) => {
                return Ok(self.unsupported_expr("fixed-point product as an integer", ty, span));
            }
            [one] if *one == UNIVERSAL_FIXED => self.resolve(&argument.value, ty)?,
            [one] if *one == ANY_STRING || *one == ANY_COMPOSITE => self.resolve(&argument.value, ty)?,
            many => {
                let many = many.to_vec();
                let from = match many.contains(&self.a.root(ty)) {
                    true => self.a.root(ty),
                    false => self.pick(&many, argument.value.span)?,
                };
                self.resolve(&argument.value, from)?
            }
        };
        Ok(self.convert(operand, ty, span))
    }

    fn convertible(&self, from: TypeId, to: TypeId) -> bool {
        let query = &self.a;
        let (from, to) = (query.root(from), query.root(to));
        if from == to || (query.is_numeric(from) && query.is_numeric(to)) || from == ANY_TYPE {
            return true;
        }
        if query.is_pseudo(from) {
            return query.fits(from, to);
        }
        let ancestor = |mut t: TypeId| {
            while let Some(parent) = query.types[t].parent {
                t = query.root(parent);
            }
            t
        };
        if ancestor(from) == ancestor(to) {
            return true;
        }
        match (query.component_type(from), query.component_type(to)) {
            (Some(a), Some(b)) => {
                query.index_types(from).len() == query.index_types(to).len() && self.convertible(a, b)
            }
            _ => false,
        }
    }

    /// An explicit conversion; static operands give static values.
    pub(super) fn convert(&mut self, operand: Expr, ty: TypeId, span: Span) -> Expr {
        let value = match &operand.value {
            Some(Value::Real(r)) if self.a.is_discrete(ty) => Some(Value::Int(super::value::round_away(r))),
            Some(Value::Int(v)) if self.a.is_real(ty) => {
                Some(Value::Real(num_rational::BigRational::from_integer(v.clone())))
            }
            other => other.clone(),
        };
        let value = value.filter(|v| self.in_static_range(v, ty));
        Expr { kind: ExprKind::Convert(Box::new(operand)), ty, span, value }
    }

    /// Whether a static value lies in a subtype with static bounds, and is known to fulfil its predicates.
    pub(super) fn in_static_range(&self, value: &Value, ty: TypeId) -> bool {
        let within = match &self.a.types[ty].range {
            Some(range) => match range.static_bounds() {
                Some((low, high)) => {
                    let v = value.as_rational();
                    low.as_rational() <= v && v <= high.as_rational()
                }
                None => false,
            },
            None => true,
        };
        within && self.fits_base(value, ty) && self.fulfils_predicates(value, ty)
    }

    fn fulfils_predicates(&self, value: &Value, ty: TypeId) -> bool {
        if self.a.types[ty].predicates.is_empty() {
            return true;
        }
        let (Value::Int(value), Some(fulfilling)) = (value, self.a.static_values(ty)) else { return false };
        fulfilling.iter().any(|(low, high)| low <= value && value <= high)
    }

    fn resolve_membership(
        &mut self,
        negated: bool,
        value: &Expression,
        choices: &[Expression],
        span: Span,
    ) -> Resolved<Expr> {
        let ty = self.membership_type(value, choices)?;
        let value = self.resolve(value, ty)?;
        let ty = value.ty;
        let mut members = Vec::new();
        for choice in choices {
            let range = self.is_range(choice);
            members.push(match self.type_named(choice) {
                Some(subtype) => Member::Subtype(subtype),
                None if range => Member::Range(self.discrete_range(choice, Some(self.a.root(ty)))?.0),
                None => Member::Value(self.resolve(choice, self.a.root(ty))?),
            });
        }
        let boolean = self.a.standard.boolean;
        let kind = ExprKind::Member { negated, value: Box::new(value), choices: members };
        Ok(Expr { kind, ty: boolean, span, value: None })
    }

    fn membership_type(&mut self, value: &Expression, choices: &[Expression]) -> Resolved<TypeId> {
        let mut types: Vec<TypeId> = self.candidates(value).to_vec();
        for choice in choices {
            let others: Vec<TypeId> = match (self.type_named(choice), &choice.kind) {
                (Some(ty), _) => vec![self.a.root(ty)],
                (None, ExpressionKind::Range(low, high)) => {
                    let (low, high) = (self.candidates(low), self.candidates(high));
                    let mut both = Vec::new();
                    for &a in low.iter() {
                        both.extend(high.iter().filter_map(|&b| self.unify(a, b)));
                    }
                    both
                }
                (None, ExpressionKind::Constrained(indication)) => {
                    self.type_named(&indication.mark).map(|t| self.a.root(t)).into_iter().collect()
                }
                (None, ExpressionKind::Attribute(..)) if self.is_range(choice) => {
                    let of_range = self.discrete_range(choice, None)?.1;
                    vec![self.a.root(of_range)]
                }
                (None, _) => self.candidates(choice).to_vec(),
            };
            let mut common = Vec::new();
            for &a in &types {
                for &b in &others {
                    if let Some(t) = self.unify(a, b)
                        && !common.contains(&t)
                    {
                        common.push(t);
                    }
                }
            }
            if common.is_empty() {
                self.resolve_any(value)?;
                return self.error(
                    codes::TYPE_MISMATCH,
                    choice.span,
                    "this choice has another type than the tested value",
                );
            }
            types = common;
        }
        let ty = self.pick(&types, value.span)?;
        Ok(if ty == UNIVERSAL_INTEGER { self.a.standard.integer } else { ty })
    }

    /// The type all branches of a conditional expression share.
    fn branch_type(&mut self, e: &Expression, expected: Option<TypeId>) -> Resolved<TypeId> {
        if let Some(expected) = expected {
            return Ok(expected);
        }
        let types = self.candidates(e).to_vec();
        self.pick(&types, e.span)
    }

    fn resolve_if(
        &mut self,
        arms: &[(Expression, Expression)],
        otherwise: Option<&Expression>,
        expected: Option<TypeId>,
        e: &Expression,
    ) -> Resolved<Expr> {
        let ty = self.branch_type(e, expected)?;
        let boolean = self.a.standard.boolean;
        let mut resolved = Vec::new();
        for (condition, value) in arms {
            resolved.push((self.resolve(condition, boolean)?, self.resolve(value, ty)?));
        }
        let otherwise = match otherwise {
            Some(value) => self.resolve(value, ty)?,
            None => self.static_expr(Value::boolean(true), boolean, e.span),
        };
        let result = self.common_subtype(resolved.iter().map(|a| &a.1).chain([&otherwise]), ty);
        let value = static_if(&resolved, &otherwise);
        Ok(Expr { kind: ExprKind::If(resolved, Box::new(otherwise)), ty: result, span: e.span, value })
    }

    /// Branches of one subtype keep it; else the base type (scalars) or the unconstrained type (arrays).
    fn common_subtype<'e>(&self, mut values: impl Iterator<Item = &'e Expr>, expected: TypeId) -> TypeId {
        let Some(first) = values.next() else { return expected };
        if values.all(|v| v.ty == first.ty) {
            return first.ty;
        }
        if self.a.is_scalar(expected) && !self.a.is_pseudo(self.a.root(expected)) {
            self.a.base(expected)
        } else {
            self.a.root(expected)
        }
    }

    fn resolve_case(
        &mut self,
        selector: &Expression,
        arms: &[CaseArm<Expression>],
        expected: Option<TypeId>,
        e: &Expression,
    ) -> Resolved<Expr> {
        let ty = self.branch_type(e, expected)?;
        let selector = self.resolve_discrete(selector)?;
        let mut resolved = Vec::new();
        for arm in arms {
            let choices = self.case_choices(&arm.choices, selector.ty)?;
            resolved.push((choices, self.resolve(&arm.body, ty)?));
        }
        let choices: Vec<&[Choice]> = resolved.iter().map(|a| a.0.as_slice()).collect();
        self.check_coverage(&choices, selector.ty, e.span)?;
        let result = self.common_subtype(resolved.iter().map(|a| &a.1), ty);
        Ok(Expr { kind: ExprKind::Case(Box::new(selector), resolved), ty: result, span: e.span, value: None })
    }

    fn resolve_quantified(
        &mut self,
        universal: bool,
        iteration: &Iteration,
        body: &Expression,
        span: Span,
    ) -> Resolved<Expr> {
        self.in_scope(|s| {
            let (domain, filter) = s.iteration(iteration)?;
            let boolean = s.a.standard.boolean;
            let body = Box::new(s.resolve(body, boolean)?);
            let (filter, reverse) = (filter.map(Box::new), iteration.reverse);
            let kind = ExprKind::Quantified { universal, domain, reverse, filter, body };
            Ok(Expr { kind, ty: boolean, span, value: None })
        })
    }

    /// The domain of a loop or quantifier; declares its parameter in the current scope.
    pub(super) fn iteration(&mut self, iteration: &Iteration) -> Resolved<(Domain, Option<Expr>)> {
        let domain = if iteration.of {
            let array = self.resolve_any(&iteration.domain)?;
            let Some(component) = self.a.component_type(array.ty) else {
                return self.unsupported(iteration.domain.span, "iteration over a container");
            };
            let variable = self.is_variable(&array);
            let role = if variable { ObjectRole::Variable } else { ObjectRole::Iterator };
            let entity = self.declare_object(iteration.name, component, role);
            Domain::Elements(entity, Box::new(array))
        } else {
            let container = !self.is_range(&iteration.domain);
            if container {
                return self.unsupported(iteration.domain.span, "iteration by cursor");
            }
            let (range, mut ty) = self.discrete_range(&iteration.domain, None)?;
            if let ExpressionKind::Constrained(indication) = &iteration.domain.kind {
                // A range not known to be within the subtype it names: the parameter keeps that subtype, so that
                // lowering checks the bounds against it.
                let named = self.subtype_mark(&indication.mark)?;
                let within = match (range.static_integers(), self.a.discrete_bounds(named)) {
                    (Some((low, high)), _) if low > high => true,
                    (Some((low, high)), Some((first, last))) => first <= low && high <= last,
                    _ => false,
                };
                if !within {
                    ty = named;
                }
            }
            let entity = self.declare_object(iteration.name, ty, ObjectRole::Iterator);
            Domain::Range(entity, self.first_to_last(&iteration.domain).unwrap_or(range))
        };
        let boolean = self.a.standard.boolean;
        let filter = match &iteration.filter {
            Some(filter) => Some(self.resolve(filter, boolean)?),
            None => None,
        };
        let filter = match self.type_named(&iteration.domain) {
            Some(ty) if !self.a.types[ty].predicates.is_empty() => Some(self.predicate_filter(&domain, ty, filter)),
            _ => filter,
        };
        Ok((domain, filter))
    }
}

/// A conditional expression is static if its conditions and the chosen branch are.
fn static_if(arms: &[(Expr, Expr)], otherwise: &Expr) -> Option<Value> {
    for (condition, value) in arms {
        if condition.value.as_ref()?.is_true() {
            return value.value.clone();
        }
    }
    otherwise.value.clone()
}
