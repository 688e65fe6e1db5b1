//! Arithmetic, comparisons and casts.

use super::super::syntax::{Node, Relation};
use super::super::tree::{Connective, Conversion, LogicType, Operator, Term, TermKind};
use super::names::boolean;
use super::places::is_set;
use super::terms::{all, connect};
use super::{Typed, refused, wrong};
use crate::sema::Analyzer;
use cairn_base::Span;

impl Analyzer<'_> {
    pub(super) fn on_integers(&mut self, operator: Operator, a: Term, b: Term, span: Span) -> Typed<Term> {
        let (a, b) = (self.as_integer(a)?, self.as_integer(b)?);
        if is_set(&a) || is_set(&b) {
            return Err(refused(span, "arithmetic on sets"));
        }
        Ok(Term::new(TermKind::Operation(operator, a.boxed(), b.boxed()), LogicType::Integer, span))
    }
    /// On integers, or on reals if one operand is.
    pub(super) fn logic_arithmetic(&mut self, operator: Operator, a: Term, b: Term, span: Span) -> Typed<Term> {
        let (a, b) = (self.as_number(a)?, self.as_number(b)?);
        if a.ty != LogicType::Real && b.ty != LogicType::Real {
            return self.on_integers(operator, a, b, span);
        }
        let (a, b) = (self.as_real(a)?, self.as_real(b)?);
        Ok(Term::new(TermKind::Operation(operator, a.boxed(), b.boxed()), LogicType::Real, span))
    }
    pub(super) fn sum(&mut self, a: Term, b: Term, span: Span) -> Typed<Term> {
        if self.pointee_of(&a.ty).is_some() {
            let b = self.as_integer(b)?;
            return Ok(self.moved_pointer(a, b, span));
        }
        if self.pointee_of(&b.ty).is_some() {
            let a = self.as_integer(a)?;
            return Ok(self.moved_pointer(b, a, span));
        }
        self.logic_arithmetic(Operator::Add, a, b, span)
    }
    pub(super) fn difference(&mut self, a: Term, b: Term, span: Span) -> Typed<Term> {
        if self.pointee_of(&a.ty).is_none() {
            return self.logic_arithmetic(Operator::Subtract, a, b, span);
        }
        if self.pointee_of(&b.ty).is_some() {
            if is_set(&a) || is_set(&b) {
                return Err(refused(span, "the difference of sets"));
            }
            return Ok(Term::new(TermKind::PointerDifference(a.boxed(), b.boxed()), LogicType::Integer, span));
        }
        let b = self.as_integer(b)?;
        if is_set(&b) {
            return Err(refused(span, "a pointer minus a set"));
        }
        let back = Term::new(TermKind::Negate(b.boxed()), LogicType::Integer, span);
        Ok(self.moved_pointer(a, back, span))
    }
    /// Both with one type, for `?:`.
    pub(super) fn unified(&mut self, a: Term, b: Term, span: Span) -> Typed<(Term, Term)> {
        if a.ty == b.ty {
            return Ok((a, b));
        }
        if a.ty == LogicType::Boolean || b.ty == LogicType::Boolean {
            return Ok((self.as_boolean(a)?, self.as_boolean(b)?));
        }
        if self.is_c_pointer(&a.ty) && self.is_c_pointer(&b.ty) {
            // Null fits every pointer.
            let ty = if matches!(a.kind, TermKind::Null) { b.ty.clone() } else { a.ty.clone() };
            return Ok((Term { ty: ty.clone(), ..a }, Term { ty, ..b }));
        }
        if is_set(&a) || is_set(&b) {
            return Err(refused(span, "a choice between sets"));
        }
        let (a, b) = (self.as_number(a)?, self.as_number(b)?);
        if a.ty == b.ty { Ok((a, b)) } else { Ok((self.as_real(a)?, self.as_real(b)?)) }
    }

    // ---- comparisons ----

    /// `a <= b < c`: each with its neighbour.
    pub(super) fn chain(&mut self, first: &Node, rest: &[(Relation, Node)], span: Span) -> Typed<Term> {
        let mut left = self.term(first)?;
        let mut parts = Vec::new();
        let up = |relation: &Relation| matches!(relation, Relation::Less | Relation::LessEqual);
        let down = |relation: &Relation| matches!(relation, Relation::Greater | Relation::GreaterEqual);
        if rest.iter().any(|(relation, _)| up(relation)) && rest.iter().any(|(relation, _)| down(relation)) {
            return Err(wrong(span, "comparisons of one chain go in one direction"));
        }
        for (relation, node) in rest {
            let right = self.term(node)?;
            let place = left.span;
            let place = if place.file == right.span.file { place.to(right.span) } else { place };
            parts.push(self.logic_compare(*relation, left, right.clone(), place)?);
            left = right;
        }
        Ok(all(parts, span))
    }
    fn logic_compare(&mut self, relation: Relation, a: Term, b: Term, span: Span) -> Typed<Term> {
        let is_equality = matches!(relation, Relation::Equal | Relation::NotEqual);
        if is_set(&a) || is_set(&b) {
            return Err(refused(span, "a comparison of sets"));
        }
        let (a, b) = if self.is_c_pointer(&a.ty) || self.is_c_pointer(&b.ty) {
            (self.as_pointer(a)?, self.as_pointer(b)?)
        } else if a.ty == LogicType::Boolean && b.ty == LogicType::Boolean && is_equality {
            let both = connect(Connective::Equivalent, a, b, span);
            let term = match relation {
                Relation::Equal => both,
                _ => Term::new(TermKind::Not(both.boxed()), LogicType::Boolean, span),
            };
            return Ok(term);
        } else if is_equality && a.ty == b.ty && self.is_opaque(&a.ty) {
            (a, b)
        } else if self.is_c_float(&a.ty) && a.ty == b.ty {
            // The numbers compare as their real values do.
            (a, b)
        } else {
            let (a, b) = (self.as_number(a)?, self.as_number(b)?);
            if a.ty == b.ty { (a, b) } else { (self.as_real(a)?, self.as_real(b)?) }
        };
        Ok(Term::new(TermKind::Compare(relation, a.boxed(), b.boxed()), LogicType::Boolean, span))
    }
    /// Structures and values of declared types are compared as wholes.
    fn is_opaque(&self, ty: &LogicType) -> bool {
        match ty {
            LogicType::Abstract(_) => true,
            LogicType::C(ty) => self.program.types.is_record(*ty),
            _ => false,
        }
    }
    /// A pointer; the number 0 is null.
    pub(super) fn as_pointer(&mut self, term: Term) -> Typed<Term> {
        if self.is_c_pointer(&term.ty) {
            return Ok(term);
        }
        match &term.kind {
            TermKind::Integer(value) if *value == num_bigint::BigInt::ZERO => Ok(self.null_term(term.span)),
            _ => Err(wrong(term.span, format!("a pointer is wanted here, not `{}`", self.show_logic(&term.ty)))),
        }
    }
    /// `x \in s`.
    pub(super) fn is_in(&mut self, element: Term, set: Term, span: Span) -> Typed<Term> {
        let mut found = Vec::new();
        match set.kind {
            TermKind::Set(members) => {
                for member in members {
                    found.push(self.is_in(element.clone(), member, span)?);
                }
                let joined = found.into_iter().reduce(|a, b| connect(Connective::Or, a, b, span));
                Ok(joined.unwrap_or_else(|| boolean(false, span)))
            }
            TermKind::Range(low, high) => {
                if let Some(low) = low {
                    found.push(self.logic_compare(Relation::LessEqual, *low, element.clone(), span)?);
                }
                if let Some(high) = high {
                    found.push(self.logic_compare(Relation::LessEqual, element, *high, span)?);
                }
                Ok(all(found, span))
            }
            TermKind::Comprehension { term, binders, condition } => {
                let mut parts: Vec<Term> = condition.into_iter().map(|condition| *condition).collect();
                parts.push(self.logic_compare(Relation::Equal, element, *term, span)?);
                let kind = TermKind::Quantified { universal: false, binders, body: all(parts, span).boxed() };
                Ok(Term::new(kind, LogicType::Boolean, span))
            }
            // An element of a set of pointers `p + (a .. b)`.
            TermKind::PointerAdd(pointer, index) if is_set(&index) && !is_set(&pointer) => {
                let TermKind::Range(..) = index.kind else { return Err(refused(span, "`\\in` of this set")) };
                let name = "position".into();
                let id = self.new_logic_variable(&name, LogicType::Integer);
                let position = Term::new(TermKind::Variable(id), LogicType::Integer, span);
                let inside = self.is_in(position.clone(), *index, span)?;
                let there = self.moved_pointer(*pointer, position, span);
                let equal = self.logic_compare(Relation::Equal, element, there, span)?;
                let body = connect(Connective::And, inside, equal, span).boxed();
                let kind = TermKind::Quantified { universal: false, binders: vec![id], body };
                Ok(Term::new(kind, LogicType::Boolean, span))
            }
            _ if is_set(&set) => Err(refused(span, "`\\in` of this set")),
            _ => self.logic_compare(Relation::Equal, element, set, span),
        }
    }

    // ---- casts ----

    pub(super) fn logic_cast(&mut self, operand: Term, ty: LogicType, span: Span) -> Typed<Term> {
        if operand.ty == ty {
            return Ok(operand);
        }
        let to_pointer = self.is_c_pointer(&ty);
        match &ty {
            LogicType::Integer if operand.ty == LogicType::Real || self.is_c_float(&operand.ty) => {
                Err(refused(span, "a real number as an integer"))
            }
            LogicType::Integer => self.as_integer(operand),
            LogicType::Real => self.as_real(operand),
            LogicType::Boolean => self.as_boolean(operand),
            LogicType::C(target) => {
                let is_pointer = self.pointee_of(&operand.ty).is_some();
                if to_pointer && is_pointer {
                    let ty = if is_set(&operand) { LogicType::Set(Box::new(ty)) } else { ty };
                    return Ok(Term::new(TermKind::Convert(Conversion::ToC, operand.boxed()), ty, span));
                }
                if to_pointer {
                    return self.as_pointer(operand).map(|term| Term { ty, ..term });
                }
                if is_pointer && !self.program.types.is_bool(*target) {
                    return Err(refused(span, "the address of a pointer as a number"));
                }
                if is_set(&operand) || !self.program.types.is_arithmetic(*target) {
                    let message =
                        format!("`{}` does not become `{}`", self.show_logic(&operand.ty), self.show_logic(&ty));
                    return Err(wrong(span, message));
                }
                if self.is_c_float(&ty) && operand.ty == LogicType::Integer {
                    let operand = self.as_real(operand)?;
                    return Ok(Term::new(TermKind::Convert(Conversion::ToC, operand.boxed()), ty, span));
                }
                Ok(Term::new(TermKind::Convert(Conversion::ToC, operand.boxed()), ty, span))
            }
            other => Err(wrong(span, format!("nothing becomes `{}`", self.show_logic(other)))),
        }
    }
}
