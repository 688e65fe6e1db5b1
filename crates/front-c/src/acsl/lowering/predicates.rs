//! Quantifiers, validity, separation, and what is true of every member of a set.

use super::super::tree::{Builtin, Connective, Location, LocationKind, LogicType, LogicVariableId, Term, TermKind};
use super::{Scope, Value, refuse};
use crate::lower::{Lower, Lowerer, Refusal};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, Convert, ExprId, ExprKind, FloatClass, Unary, VarId, VariableKind};

impl Lowerer<'_> {
    pub(super) fn all_of(&mut self, terms: &[Term], scope: &Scope) -> Lower<Option<ExprId>> {
        let mut all: Option<ExprId> = None;
        for term in terms {
            let condition = self.predicate(term, scope)?;
            all = Some(match all {
                Some(all) => self.p.binary(Binary::And, all, condition)?,
                None => condition,
            });
        }
        Ok(all)
    }
    pub(super) fn logic_quantifier(
        &mut self,
        universal: bool,
        binders: &[LogicVariableId],
        body: &Term,
        scope: &Scope,
    ) -> Lower<ExprId> {
        let mut inner = scope.clone();
        let mut bound = Vec::new();
        for id in binders {
            let variable = self.c.logic_variables[*id].clone();
            let (var, value) = self.binder(&variable.name, &variable.ty, body.span)?;
            inner.values.insert(*id, value);
            bound.push(var);
        }
        let condition = self.predicate(body, &inner)?;
        self.quantifier(universal, bound, condition)
    }
    fn quantifier(&mut self, universal: bool, bound: Vec<VarId>, condition: ExprId) -> Lower<ExprId> {
        let kind = if universal { ExprKind::Forall(bound, condition) } else { ExprKind::Exists(bound, condition) };
        let truth = self.p.types.bool();
        Ok(self.p.add_expr(kind, truth, None)?)
    }
    fn binder(&mut self, name: &str, ty: &LogicType, span: Span) -> Lower<(VarId, Value)> {
        let sort = match ty {
            LogicType::Integer => self.p.types.math_int(),
            LogicType::Real => self.p.types.real(),
            LogicType::Boolean => self.p.types.bool(),
            LogicType::C(ty) => self.ty(*ty)?,
            LogicType::Abstract(name) => return refuse(format!("a variable of the type `{name}`"), span),
            LogicType::Set(_) => return refuse("a variable for a set", span),
        };
        let var = self.local(name, sort, VariableKind::Bound, Some(span));
        let expr = self.p.var(var);
        let value = match ty {
            LogicType::Integer => Value::Integer(expr),
            LogicType::Real => Value::Real(expr),
            LogicType::Boolean => Value::Boolean(expr),
            _ => Value::C(expr),
        };
        Ok((var, value))
    }

    // ---- builtin predicates ----

    pub(super) fn builtin_predicate(
        &mut self,
        builtin: Builtin,
        arguments: &[Term],
        scope: &Scope,
        span: Span,
    ) -> Lower<ExprId> {
        match (builtin, arguments) {
            (Builtin::Valid, [p]) => self.valid(p, true, scope),
            (Builtin::ValidRead, [p]) => self.valid(p, false, scope),
            (Builtin::Separated, parts) => self.separated(parts, scope, span),
            (Builtin::Dangling, [p]) => self.for_members(p, scope, &mut |lowerer, p, scope| {
                let pointer = lowerer.pointer_term(p, scope)?;
                let alive = lowerer.p.unary(Unary::PointerIsLive, pointer)?;
                lowerer.not(alive)
            }),
            (Builtin::Freeable, [p]) => {
                let p = self.pointer_term(p, scope)?;
                let null = self.p.null();
                let (is_null, alive) = (self.p.binary(Binary::Equal, p, null)?, self.p.unary(Unary::PointerIsLive, p)?);
                let (heap, offset) = (self.p.unary(Unary::PointerIsHeap, p)?, self.p.unary(Unary::PointerOffset, p)?);
                let zero = self.p.int_const(self.p.type_of(offset), 0)?;
                let at_start = self.p.binary(Binary::Equal, offset, zero)?;
                let owned = self.p.binary(Binary::And, alive, heap)?;
                let owned = self.p.binary(Binary::And, owned, at_start)?;
                Ok(self.p.binary(Binary::Or, is_null, owned)?)
            }
            (Builtin::SameObject, [a, b]) => {
                let (a, b) = (self.pointer_term(a, scope)?, self.pointer_term(b, scope)?);
                Ok(self.p.binary(Binary::SameObject, a, b)?)
            }
            (Builtin::IsNan, [x]) => self.float_is(FloatClass::Nan, x, scope),
            (Builtin::IsInfinite, [x]) => self.float_is(FloatClass::Infinite, x, scope),
            (Builtin::IsFinite, [x]) => {
                let nan = self.float_is(FloatClass::Nan, x, scope)?;
                let infinite = self.float_is(FloatClass::Infinite, x, scope)?;
                let neither = self.p.binary(Binary::Or, nan, infinite)?;
                self.not(neither)
            }
            (Builtin::Initialized, _) => refuse("`\\initialized`", span),
            (Builtin::Fresh, _) => refuse("`\\fresh`", span),
            (Builtin::Allocable, _) => refuse("`\\allocable`", span),
            (Builtin::ValidFunction, _) => refuse("`\\valid_function`", span),
            (Builtin::Subset, _) => refuse("`\\subset`", span),
            (Builtin::ValidString | Builtin::ValidReadString, _) => refuse("the validity of a string", span),
            _ => refuse("this predicate", span),
        }
    }
    fn float_is(&mut self, class: FloatClass, term: &Term, scope: &Scope) -> Lower<ExprId> {
        match self.logic_term(term, scope)? {
            Value::C(e) if matches!(self.p.types.kind(self.p.type_of(e)), ir::TypeKind::Float(_)) => {
                Ok(self.p.unary(Unary::FloatIs(class), e)?)
            }
            // A real number is finite.
            _ => Ok(self.p.bool_const(false)),
        }
    }
    /// Every byte of what the pointers of a set point to lies in a live object, which may be written if that is asked.
    fn valid(&mut self, set: &Term, writable: bool, scope: &Scope) -> Lower<ExprId> {
        let mut contiguous = Vec::new();
        if self.contiguous(set, &mut contiguous) {
            let mut all: Option<ExprId> = None;
            for part in contiguous {
                let valid = self.valid_range(&part, writable, scope)?;
                all = Some(match all {
                    Some(all) => self.p.binary(Binary::And, all, valid)?,
                    None => valid,
                });
            }
            return Ok(all.unwrap_or_else(|| self.p.bool_const(true)));
        }
        self.for_members(set, scope, &mut |lowerer, pointer, scope| {
            let part = Part { pointer: pointer.clone(), range: None };
            lowerer.valid_range(&part, writable, scope)
        })
    }
    fn valid_range(&mut self, part: &Part, writable: bool, scope: &Scope) -> Lower<ExprId> {
        let size = self.pointed_size(&part.pointer).filter(|size| *size > 0);
        let size = size.ok_or_else(|| Refusal::at("the validity of what has no size", part.pointer.span))?;
        let base = self.pointer_term(&part.pointer, scope)?;
        let mut valid = match &part.range {
            None => {
                let bytes = self.number(size);
                self.p.binary(Binary::PointerValid, base, bytes)?
            }
            Some((low, high)) => {
                let (first, last) = (self.integer_term(low, scope)?, self.integer_term(high, scope)?);
                let index = self.p.types.int(64);
                let position = self.p.convert(Convert::MathToInt, first, index)?;
                let element = self.pointed_type(&part.pointer);
                let element = element.ok_or_else(|| Refusal::at("this pointer", part.pointer.span))?;
                let start = self.displaced(base, position, element)?;
                let valid = self.valid_elements(start, (first, last), size)?;
                // None at all is fine.
                let is_empty = self.p.binary(Binary::MathLess, last, first)?;
                self.p.binary(Binary::Or, is_empty, valid)?
            }
        };
        if writable {
            let changeable = self.is_changeable(base)?;
            valid = self.p.binary(Binary::And, valid, changeable)?;
        }
        Ok(valid)
    }
    /// So many elements as stand between two numbers, from a pointer on. More bytes than an object has are not valid.
    fn valid_elements(&mut self, start: ExprId, (first, last): (ExprId, ExprId), size: u64) -> Lower<ExprId> {
        let (one, bytes_each, limit) = (self.math(1)?, self.math(size)?, self.math(1i64 << 62)?);
        let distance = self.p.binary(Binary::MathSubtract, last, first)?;
        let count = self.p.binary(Binary::MathAdd, distance, one)?;
        let bytes = self.p.binary(Binary::MathMultiply, count, bytes_each)?;
        let fits = self.p.binary(Binary::MathLess, bytes, limit)?;
        // An index that is no number of 64 bits would wrap around.
        let lowest = self.math(-(1i64 << 62))?;
        let low_fits = self.p.binary(Binary::MathLess, lowest, first)?;
        let high_fits = self.p.binary(Binary::MathLess, first, limit)?;
        let ty = self.p.types.unsigned(64);
        let bytes = self.p.convert(Convert::MathToInt, bytes, ty)?;
        let valid = self.p.binary(Binary::PointerValid, start, bytes)?;
        let mut all = valid;
        for part in [fits, low_fits, high_fits] {
            all = self.p.binary(Binary::And, all, part)?;
        }
        Ok(all)
    }
    /// A set as pointers with at most one range behind each.
    fn contiguous(&self, set: &Term, found: &mut Vec<Part>) -> bool {
        match &set.kind {
            TermKind::Set(members) => members.iter().all(|member| self.contiguous(member, found)),
            _ if !matches!(set.ty, LogicType::Set(_)) => {
                found.push(Part { pointer: set.clone(), range: None });
                true
            }
            TermKind::PointerAdd(pointer, index) if !matches!(pointer.ty, LogicType::Set(_)) => match &index.kind {
                TermKind::Range(Some(low), Some(high)) => {
                    let range = Some((low.as_ref().clone(), high.as_ref().clone()));
                    found.push(Part { pointer: pointer.as_ref().clone(), range });
                    true
                }
                _ => false,
            },
            // `&a[l .. h]`.
            TermKind::AddressOf(location) => match &location.kind {
                LocationKind::Deref(inner) => self.contiguous(inner, found),
                LocationKind::Index(array, index) => {
                    let TermKind::Range(Some(low), Some(high)) = &index.kind else { return false };
                    let LogicType::Set(ty) = &set.ty else { return false };
                    let pointer = Term { kind: TermKind::AddressOf(array.clone()), ty: (**ty).clone(), span: set.span };
                    let range = Some((low.as_ref().clone(), high.as_ref().clone()));
                    found.push(Part { pointer, range });
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }
    /// No byte is in two of the sets.
    fn separated(&mut self, sets: &[Term], scope: &Scope, span: Span) -> Lower<ExprId> {
        let mut regions = Vec::new();
        for set in sets {
            let mut parts = Vec::new();
            if !self.contiguous(set, &mut parts) {
                return refuse("the separation of this set", set.span);
            }
            let mut found = Vec::new();
            for part in parts {
                found.push(self.bytes_of(&part, scope)?);
            }
            regions.push(found);
        }
        let mut all = self.p.bool_const(true);
        for (number, left) in regions.iter().enumerate() {
            for right in &regions[number + 1..] {
                for (a, b) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
                    let apart = self.apart(*a, *b)?;
                    all = self.p.binary(Binary::And, all, apart)?;
                }
            }
        }
        self.p.set_span(all, span);
        Ok(all)
    }
    /// A pointer into the object, and where the bytes begin and end there.
    fn bytes_of(&mut self, part: &Part, scope: &Scope) -> Lower<(ExprId, ExprId, ExprId)> {
        let size = self.pointed_size(&part.pointer);
        let size = size.ok_or_else(|| Refusal::at("the separation of what has no size", part.pointer.span))?;
        let pointer = self.pointer_term(&part.pointer, scope)?;
        let offset = self.offset(pointer)?;
        let (bytes_each, one) = (self.math(size)?, self.math(1)?);
        let (first, behind) = match &part.range {
            None => (self.math(0)?, one),
            Some((low, high)) => {
                let (low, high) = (self.integer_term(low, scope)?, self.integer_term(high, scope)?);
                (low, self.p.binary(Binary::MathAdd, high, one)?)
            }
        };
        let start = self.p.binary(Binary::MathMultiply, first, bytes_each)?;
        let start = self.p.binary(Binary::MathAdd, offset, start)?;
        let end = self.p.binary(Binary::MathMultiply, behind, bytes_each)?;
        let end = self.p.binary(Binary::MathAdd, offset, end)?;
        Ok((pointer, start, end))
    }
    fn apart(&mut self, a: (ExprId, ExprId, ExprId), b: (ExprId, ExprId, ExprId)) -> Lower<ExprId> {
        let same = self.p.binary(Binary::SameObject, a.0, b.0)?;
        let mut apart = self.not(same)?;
        let cases = [(a.2, b.1), (b.2, a.1), (a.2, a.1), (b.2, b.1)];
        for (end, start) in cases {
            let before = self.p.binary(Binary::MathLessEqual, end, start)?;
            apart = self.p.binary(Binary::Or, apart, before)?;
        }
        Ok(apart)
    }

    // ---- members of sets ----

    /// Something holds for every member of a set.
    fn for_members(
        &mut self,
        set: &Term,
        scope: &Scope,
        holds: &mut dyn FnMut(&mut Self, &Term, &Scope) -> Lower<ExprId>,
    ) -> Lower<ExprId> {
        match &set.kind {
            TermKind::Set(members) => {
                let mut all = self.p.bool_const(true);
                for member in members {
                    let one = self.for_members(member, scope, holds)?;
                    all = self.p.binary(Binary::And, all, one)?;
                }
                Ok(all)
            }
            TermKind::Comprehension { term, binders, condition } => {
                let mut inner = scope.clone();
                let mut bound = Vec::new();
                for id in binders {
                    let variable = self.c.logic_variables[*id].clone();
                    let (var, value) = self.binder(&variable.name, &variable.ty, set.span)?;
                    inner.values.insert(*id, value);
                    bound.push(var);
                }
                let mut body = self.for_members(term, &inner, holds)?;
                if let Some(condition) = condition {
                    let condition = self.predicate(condition, &inner)?;
                    body = self.connected(Connective::Implies, condition, body)?;
                }
                self.quantifier(true, bound, body)
            }
            _ if !matches!(set.ty, LogicType::Set(_)) => holds(self, set, scope),
            _ => self.for_range(set, scope, holds),
        }
    }
    /// The first range of a term becomes a variable.
    fn for_range(
        &mut self,
        set: &Term,
        scope: &Scope,
        holds: &mut dyn FnMut(&mut Self, &Term, &Scope) -> Lower<ExprId>,
    ) -> Lower<ExprId> {
        self.fresh_logic_variables += 1;
        let id = LogicVariableId(u32::MAX - self.fresh_logic_variables);
        let mut range = None;
        let opened = without_range(set, id, &mut range);
        let Some((low, high)) = range else { return refuse("this set", set.span) };
        let (var, value) = self.binder("position", &LogicType::Integer, set.span)?;
        let mut inner = scope.clone();
        inner.values.insert(id, value);
        let mut inside = self.p.bool_const(true);
        if let Some(low) = low {
            let low = self.integer_term(&low, scope)?;
            inside = self.p.binary(Binary::MathLessEqual, low, value.expr())?;
        }
        if let Some(high) = high {
            let high = self.integer_term(&high, scope)?;
            let below = self.p.binary(Binary::MathLessEqual, value.expr(), high)?;
            inside = self.p.binary(Binary::And, inside, below)?;
        }
        let body = self.for_members(&opened, &inner, holds)?;
        let body = self.connected(Connective::Implies, inside, body)?;
        self.quantifier(true, vec![var], body)
    }
}

/// A pointer, and which of the elements from it on are meant.
struct Part {
    pointer: Term,
    range: Option<(Term, Term)>,
}

type Ends = (Option<Term>, Option<Term>);

/// The term with its first range replaced by a variable, typed anew as far as sets are concerned.
fn without_range(term: &Term, id: LogicVariableId, found: &mut Option<Ends>) -> Term {
    if found.is_some() {
        return term.clone();
    }
    let kind = match &term.kind {
        TermKind::Range(low, high) => {
            *found = Some((low.as_deref().cloned(), high.as_deref().cloned()));
            return Term { kind: TermKind::Variable(id), ty: LogicType::Integer, span: term.span };
        }
        TermKind::PointerAdd(pointer, index) => {
            let pointer = without_range(pointer, id, found);
            let index = without_range(index, id, found);
            TermKind::PointerAdd(Box::new(pointer), Box::new(index))
        }
        TermKind::Convert(kind, inner) => TermKind::Convert(*kind, Box::new(without_range(inner, id, found))),
        TermKind::Read(location) => TermKind::Read(Box::new(location_without(location, id, found))),
        TermKind::AddressOf(location) => TermKind::AddressOf(Box::new(location_without(location, id, found))),
        _ => return term.clone(),
    };
    let ty = match (&term.ty, found.is_some() && !has_range(&kind)) {
        (LogicType::Set(inner), true) => (**inner).clone(),
        (ty, _) => ty.clone(),
    };
    Term { kind, ty, span: term.span }
}

fn location_without(location: &Location, id: LogicVariableId, found: &mut Option<Ends>) -> Location {
    let kind = match &location.kind {
        LocationKind::Variable(id) => LocationKind::Variable(*id),
        LocationKind::Deref(pointer) => LocationKind::Deref(without_range(pointer, id, found)),
        LocationKind::Index(array, index) => {
            let array = location_without(array, id, found);
            LocationKind::Index(Box::new(array), without_range(index, id, found))
        }
        LocationKind::Member(record, number) => {
            LocationKind::Member(Box::new(location_without(record, id, found)), *number)
        }
    };
    Location { kind, ..location.clone() }
}

fn has_range(kind: &TermKind) -> bool {
    let in_location = |location: &Location| {
        let mut found = false;
        super::places::terms_of(location, &mut |term| found |= has_range(&term.kind));
        found
    };
    match kind {
        TermKind::Range(..) | TermKind::Set(_) | TermKind::Comprehension { .. } => true,
        TermKind::PointerAdd(a, b) => has_range(&a.kind) || has_range(&b.kind),
        TermKind::Convert(_, a) => has_range(&a.kind),
        TermKind::Read(location) | TermKind::AddressOf(location) => in_location(location),
        _ => false,
    }
}
