//! Terms and predicates.

use super::super::syntax::{Binder, Infix, Node, NodeKind, Prefix};
use super::super::tree::{Connective, Conversion, LogicType, LogicVariableId, Operator, Term, TermKind};
use super::names::{boolean, integer};
use super::places::is_set;
use super::{Typed, refused, wrong};
use crate::sema::Analyzer;
use crate::syntax::literal_text;
use cairn_base::Span;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::Arc;

impl Analyzer<'_> {
    /// A formula: what is no predicate is compared with zero, as in C.
    pub(super) fn predicate(&mut self, node: &Node) -> Typed<Term> {
        let term = self.term(node)?;
        self.as_boolean(term)
    }
    pub(super) fn term(&mut self, node: &Node) -> Typed<Term> {
        let span = node.span;
        match &node.kind {
            NodeKind::Integer(value) => Ok(integer(value.clone(), span)),
            NodeKind::Real(text) => {
                let value = real(text).ok_or_else(|| wrong(span, format!("`{text}` is no number")))?;
                Ok(Term::new(TermKind::Real(value), LogicType::Real, span))
            }
            NodeKind::Character(text) => match literal_text::read_character(text) {
                Ok(character) => Ok(integer(BigInt::from(character.value), span)),
                Err(message) => Err(wrong(span, message)),
            },
            NodeKind::String(_) => Err(refused(span, "a string in a specification")),
            NodeKind::Name(text) => self.name_term(text, span),
            NodeKind::Apply { function, labels, arguments } => self.apply(function, labels, arguments, span),
            NodeKind::Prefix(prefix, operand) => self.prefix(*prefix, operand, span),
            NodeKind::Infix(operator, a, b) => self.infix(*operator, a, b, span),
            NodeKind::Chain(first, rest) => self.chain(first, rest, span),
            NodeKind::Conditional(parts) => self.logic_conditional(parts, span),
            NodeKind::Index(base, index) => {
                let (base, index) = (self.term(base)?, self.term(index)?);
                let index = if is_set(&index) { index } else { self.as_integer(index)? };
                self.element(base, index, span)
            }
            NodeKind::Member(record, name) => {
                let record = self.term(record)?;
                self.logic_member(record, name, span)
            }
            NodeKind::Arrow(pointer, name) => self.arrow(pointer, name, span),
            NodeKind::Named(_, inner) => self.term(inner),
            _ => self.other_term(node),
        }
    }
    fn other_term(&mut self, node: &Node) -> Typed<Term> {
        let span = node.span;
        match &node.kind {
            NodeKind::Cast(ty, operand) => {
                let ty = self.logic_type(ty)?;
                let operand = self.term(operand)?;
                self.logic_cast(operand, ty, span)
            }
            NodeKind::SizeofType(ty) => {
                let ty = self.logic_type(ty)?;
                self.sizeof(&ty, span)
            }
            NodeKind::SizeofNode(operand) => {
                let operand = self.term(operand)?;
                // An array stands as the address of its first element.
                let ty = match &operand.kind {
                    TermKind::AddressOf(location) => LogicType::C(location.ty),
                    _ => operand.ty.clone(),
                };
                self.sizeof(&ty, span)
            }
            NodeKind::Range(low, high) => {
                let mut bound = |node: &Option<Box<Node>>| -> Typed<Option<Box<Term>>> {
                    let Some(node) = node else { return Ok(None) };
                    let term = self.term(node)?;
                    Ok(Some(Box::new(self.as_integer(term)?)))
                };
                let (low, high) = (bound(low)?, bound(high)?);
                let ty = LogicType::Set(Box::new(LogicType::Integer));
                Ok(Term::new(TermKind::Range(low, high), ty, span))
            }
            NodeKind::Quantified { universal, binders, body } => self.logic_quantified(*universal, binders, body, span),
            NodeKind::Let { name, parameters, value, body } => {
                if !parameters.is_empty() {
                    return Err(refused(span, "a local function"));
                }
                let value = self.term(value)?;
                let id = self.new_logic_variable(&name.text, value.ty.clone());
                self.logic.bound.push((name.text.clone(), id));
                let body = self.term(body);
                self.logic.bound.pop();
                let body = body?;
                let ty = body.ty.clone();
                Ok(Term::new(TermKind::Let(id, value.boxed(), body.boxed()), ty, span))
            }
            NodeKind::At(inner, label) => {
                let label = self.logic_label(&label.text, label.span)?;
                let inner = self.term(inner)?;
                let ty = inner.ty.clone();
                Ok(Term::new(TermKind::At(inner.boxed(), label), ty, span))
            }
            NodeKind::Comprehension { terms, binders, condition } => {
                self.comprehension(terms, binders, condition.as_deref(), span)
            }
            NodeKind::Refused(construct) => Err(refused(span, construct)),
            _ => Err(refused(span, "this term")),
        }
    }
    fn sizeof(&mut self, ty: &LogicType, span: Span) -> Typed<Term> {
        let LogicType::C(ty) = ty else { return Err(wrong(span, "`sizeof` wants a type of C")) };
        match self.program.types.size_of(*ty) {
            Some(size) => Ok(integer(BigInt::from(size), span)),
            None => Err(wrong(span, format!("the size of `{}` is not known", self.program.types.show(*ty)))),
        }
    }
    fn prefix(&mut self, prefix: Prefix, operand: &Node, span: Span) -> Typed<Term> {
        let operand = self.term(operand)?;
        match prefix {
            Prefix::Deref => self.logic_dereference(operand, span),
            Prefix::AddressOf => self.logic_address(operand, span),
            Prefix::Not => {
                let operand = self.as_boolean(operand)?;
                Ok(Term::new(TermKind::Not(operand.boxed()), LogicType::Boolean, span))
            }
            Prefix::Plus => self.as_number(operand),
            Prefix::Negate => {
                let operand = self.as_number(operand)?;
                if let TermKind::Integer(value) = &operand.kind {
                    return Ok(integer(-value, span));
                }
                if let TermKind::Real(value) = &operand.kind {
                    return Ok(Term::new(TermKind::Real(-value), LogicType::Real, span));
                }
                let ty = operand.ty.clone();
                Ok(Term::new(TermKind::Negate(operand.boxed()), ty, span))
            }
            Prefix::BitNot => {
                let operand = self.as_integer(operand)?;
                Ok(Term::new(TermKind::BitNot(operand.boxed()), LogicType::Integer, span))
            }
        }
    }
    fn infix(&mut self, operator: Infix, a: &Node, b: &Node, span: Span) -> Typed<Term> {
        let connective = |connective| Some(connective);
        let logical = match operator {
            Infix::And => connective(Connective::And),
            Infix::Or => connective(Connective::Or),
            Infix::Xor => connective(Connective::Xor),
            Infix::Implies => connective(Connective::Implies),
            Infix::Equivalent => connective(Connective::Equivalent),
            _ => None,
        };
        if let Some(connective) = logical {
            let (a, b) = (self.predicate(a)?, self.predicate(b)?);
            return Ok(connect(connective, a, b, span));
        }
        let (a, b) = (self.term(a)?, self.term(b)?);
        match operator {
            Infix::In => self.is_in(a, b, span),
            Infix::Add => self.sum(a, b, span),
            Infix::Subtract => self.difference(a, b, span),
            Infix::Multiply => self.logic_arithmetic(Operator::Multiply, a, b, span),
            Infix::Divide => self.logic_arithmetic(Operator::Divide, a, b, span),
            Infix::Remainder => self.on_integers(Operator::Remainder, a, b, span),
            Infix::ShiftLeft => self.on_integers(Operator::ShiftLeft, a, b, span),
            Infix::ShiftRight => self.on_integers(Operator::ShiftRight, a, b, span),
            Infix::BitAnd => self.on_integers(Operator::BitAnd, a, b, span),
            Infix::BitOr => self.on_integers(Operator::BitOr, a, b, span),
            Infix::BitXor => self.on_integers(Operator::BitXor, a, b, span),
            Infix::BitImplies => {
                let a = self.as_integer(a)?;
                let not = Term::new(TermKind::BitNot(a.boxed()), LogicType::Integer, span);
                self.on_integers(Operator::BitOr, not, b, span)
            }
            _ => {
                let either = self.on_integers(Operator::BitXor, a, b, span)?;
                Ok(Term::new(TermKind::BitNot(either.boxed()), LogicType::Integer, span))
            }
        }
    }
    fn logic_conditional(&mut self, parts: &[Node; 3], span: Span) -> Typed<Term> {
        let condition = self.predicate(&parts[0])?;
        let (then, otherwise) = (self.term(&parts[1])?, self.term(&parts[2])?);
        let (then, otherwise) = self.unified(then, otherwise, span)?;
        let ty = then.ty.clone();
        Ok(Term::new(TermKind::Conditional(Box::new([condition, then, otherwise])), ty, span))
    }
    fn logic_quantified(&mut self, universal: bool, binders: &[Binder], body: &Node, span: Span) -> Typed<Term> {
        let before = self.logic.bound.len();
        let bound = self.bind_logic(binders);
        let body = bound.and_then(|bound| Ok((bound, self.predicate(body)?)));
        self.logic.bound.truncate(before);
        let (binders, body) = body?;
        let kind = TermKind::Quantified { universal, binders, body: body.boxed() };
        Ok(Term::new(kind, LogicType::Boolean, span))
    }
    /// Brings binders into scope; the caller takes them out again.
    pub(super) fn bind_logic(&mut self, binders: &[Binder]) -> Typed<Vec<LogicVariableId>> {
        let mut found = Vec::new();
        for binder in binders {
            let ty = self.logic_type(&binder.ty)?;
            let ty = match ty {
                // What is bound is a value; an array would be a pointer.
                LogicType::C(c) if self.program.types.is_void(c) => {
                    return Err(wrong(binder.name.span, "nothing has the type `void`"));
                }
                ty => ty,
            };
            let id = self.new_logic_variable(&binder.name.text, ty);
            found.push((binder.name.text.clone(), id));
        }
        let ids = found.iter().map(|(_, id)| *id).collect();
        self.logic.bound.extend(found);
        Ok(ids)
    }
    fn comprehension(
        &mut self,
        terms: &[Node],
        binders: &[Binder],
        condition: Option<&Node>,
        span: Span,
    ) -> Typed<Term> {
        let before = self.logic.bound.len();
        let result = self.comprehension_in_scope(terms, binders, condition, span);
        self.logic.bound.truncate(before);
        result
    }
    fn comprehension_in_scope(
        &mut self,
        terms: &[Node],
        binders: &[Binder],
        condition: Option<&Node>,
        span: Span,
    ) -> Typed<Term> {
        let binders = self.bind_logic(binders)?;
        let terms: Typed<Vec<Term>> = terms.iter().map(|node| self.term(node)).collect();
        let mut terms = terms?;
        let ty = terms.first().map_or(LogicType::Integer, |term| term.ty.clone());
        let ty = if matches!(ty, LogicType::Set(_)) { ty } else { LogicType::Set(Box::new(ty)) };
        if binders.is_empty() {
            return Ok(Term::new(TermKind::Set(terms), ty, span));
        }
        let condition = condition.map(|node| self.predicate(node)).transpose()?.map(Box::new);
        let Some(term) = terms.pop() else { return Err(wrong(span, "an empty comprehension")) };
        Ok(Term::new(TermKind::Comprehension { term: term.boxed(), binders, condition }, ty, span))
    }

    // ---- conversions ----

    pub(super) fn as_boolean(&mut self, term: Term) -> Typed<Term> {
        let span = term.span;
        match &term.ty {
            LogicType::Boolean => Ok(term),
            LogicType::Integer | LogicType::Real => {
                Ok(Term::new(TermKind::Convert(Conversion::ToBoolean, term.boxed()), LogicType::Boolean, span))
            }
            LogicType::C(ty) if self.program.types.is_scalar(*ty) => {
                Ok(Term::new(TermKind::Convert(Conversion::ToBoolean, term.boxed()), LogicType::Boolean, span))
            }
            other => Err(wrong(span, format!("a predicate is wanted here, not `{}`", self.show_logic(other)))),
        }
    }
    pub(super) fn as_integer(&mut self, term: Term) -> Typed<Term> {
        let span = term.span;
        let is_countable = self.is_c_integer(&term.ty) || term.ty == LogicType::Boolean;
        match &term.ty {
            LogicType::Integer => Ok(term),
            _ if is_countable => {
                Ok(Term::new(TermKind::Convert(Conversion::ToInteger, term.boxed()), LogicType::Integer, span))
            }
            LogicType::Set(inner) if **inner == LogicType::Integer => Ok(term),
            other => Err(wrong(span, format!("an integer is wanted here, not `{}`", self.show_logic(other)))),
        }
    }
    /// An integer or a real number.
    pub(super) fn as_number(&mut self, term: Term) -> Typed<Term> {
        if term.ty == LogicType::Real || self.is_c_float(&term.ty) { self.as_real(term) } else { self.as_integer(term) }
    }
    pub(super) fn as_real(&mut self, term: Term) -> Typed<Term> {
        if term.ty == LogicType::Real {
            return Ok(term);
        }
        let span = term.span;
        if let TermKind::Integer(value) = &term.kind {
            return Ok(Term::new(TermKind::Real(BigRational::from(value.clone())), LogicType::Real, span));
        }
        let term = if self.is_c_float(&term.ty) { term } else { self.as_integer(term)? };
        Ok(Term::new(TermKind::Convert(Conversion::ToReal, term.boxed()), LogicType::Real, span))
    }
}

pub(super) fn connect(connective: Connective, a: Term, b: Term, span: Span) -> Term {
    Term::new(TermKind::Connective(connective, a.boxed(), b.boxed()), LogicType::Boolean, span)
}

/// All of them.
pub(super) fn all(terms: Vec<Term>, span: Span) -> Term {
    let joined = terms.into_iter().reduce(|a, b| connect(Connective::And, a, b, span));
    joined.unwrap_or_else(|| boolean(true, span))
}

/// The value of a literal with a fraction or an exponent.
fn real(text: &Arc<str>) -> Option<BigRational> {
    let (is_hexadecimal, digits) = match text.strip_prefix("0x") {
        Some(digits) => (true, digits),
        None => (false, &**text),
    };
    let (mantissa, exponent) = match digits.split_once(if is_hexadecimal { 'p' } else { 'e' }) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let radix = if is_hexadecimal { 16 } else { 10 };
    let all = format!("0{whole}{fraction}");
    let number = BigInt::parse_bytes(all.as_bytes(), radix)?;
    let scale = num_traits::pow(BigInt::from(radix), fraction.len());
    if !(-5000..=5000).contains(&exponent) {
        return None;
    }
    let power = num_traits::pow(BigInt::from(if is_hexadecimal { 2 } else { 10 }), exponent.unsigned_abs() as usize);
    let value = BigRational::new(number, scale);
    Some(if exponent < 0 { value / power } else { value * power })
}
