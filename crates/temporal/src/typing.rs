//! Gives conditions a meaning in a program: names are resolved among its variables, operands typed, and the whole becomes
//! an expression of the program form.
//!
//! In: a [`Term`] and the [`Scope`] it is read in. Out: a [`Typed`] expression, or a [`Refusal`]. The same code serves all
//! languages, because the program form keeps names, components and signedness of types. What a pointer points to is no
//! part of its type there: it is found by the name that C gives the type (`struct s *`).
//!
//! Arithmetic is that of mathematics, in as many bits as its result needs, except in conditions of formulas on C and
//! LLVM, which have C's promotions and wrap. A condition whose evaluation would be undefined (a null pointer, an index
//! out of range, a division by zero) is false: [`Typer::condition`] adds what must hold.

mod arithmetic;
pub mod names;

use crate::term::{Binary, Term, Unary};
use cairn_automata::condition::EventKind;
use cairn_ir::{
    Binary as Op, ExprId, FloatFormat, Language, Layout, ProcId, Program, Sign, Style, TypeId, TypeKind,
    Unary as UnaryOp, VarId,
};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// Where a condition is read.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The event, if this is one.
    pub event: Option<(EventKind, ProcId)>,
    /// Copies of variables of functions in globals: the value in the innermost activation, and whether there is one.
    pub copies: FxHashMap<VarId, (VarId, VarId)>,
    /// Integers as in ACSL and Ada, not as in C.
    pub mathematical: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It means nothing at this event, so it is false.
    NotHere,
    /// It means nothing anywhere, and why.
    Wrong(String),
}

pub type Typing<T> = Result<T, Refusal>;

pub(crate) fn wrong<T>(why: impl Into<String>) -> Typing<T> {
    Err(Refusal::Wrong(why.into()))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Truth,
    Integer {
        width: u32,
        signed: bool,
    },
    Float(FloatFormat),
    /// And what it points to, where that is known.
    Pointer(Option<TypeId>),
    Aggregate,
}

#[derive(Clone, Debug)]
pub struct Typed {
    pub expr: ExprId,
    pub kind: Kind,
    pub ty: TypeId,
    /// The value, if it is a constant: such operands take the type of the other one.
    pub literal: Option<BigInt>,
}

pub struct Typer<'a> {
    pub program: &'a mut Program,
    pub scope: &'a Scope,
    /// What must hold for the evaluation to be defined.
    defined: Vec<ExprId>,
}

impl<'a> Typer<'a> {
    pub fn new(program: &'a mut Program, scope: &'a Scope) -> Self {
        Self { program, scope, defined: Vec::new() }
    }
    /// The condition as a Boolean, false where it is not defined.
    pub fn condition(&mut self, term: &Term) -> Typing<ExprId> {
        self.defined.clear();
        let typed = self.term(term)?;
        let holds = self.truth(&typed)?;
        self.and_defined(holds)
    }
    /// The term as a number (of any width), and whether it is defined.
    pub fn number(&mut self, term: &Term) -> Typing<(Typed, Option<ExprId>)> {
        self.defined.clear();
        let typed = self.term(term)?;
        let typed = self.as_integer(typed)?;
        let defined = std::mem::take(&mut self.defined);
        let all = defined.into_iter().try_fold(None, |sum: Option<ExprId>, one| {
            sum.map_or(Ok(one), |sum| self.op(Op::And, sum, one)).map(Some)
        })?;
        Ok((typed, all))
    }
    fn and_defined(&mut self, holds: ExprId) -> Typing<ExprId> {
        let defined = std::mem::take(&mut self.defined);
        defined.into_iter().try_fold(holds, |sum, one| self.op(Op::And, sum, one))
    }
    pub(crate) fn op(&mut self, op: Op, a: ExprId, b: ExprId) -> Typing<ExprId> {
        self.program.binary(op, a, b).map_err(|error| Refusal::Wrong(error.0))
    }
    pub(crate) fn not(&mut self, a: ExprId) -> Typing<ExprId> {
        self.program.not(a).map_err(|error| Refusal::Wrong(error.0))
    }
    pub(crate) fn is_c(&self) -> bool {
        !self.scope.mathematical && matches!(self.program.language, Language::C | Language::Llvm)
    }
    pub(crate) fn term(&mut self, term: &Term) -> Typing<Typed> {
        match term {
            Term::Integer(value) => self.literal(value),
            Term::Boolean(value) => {
                let expr = self.program.bool_const(*value);
                Ok(self.typed(expr, None))
            }
            Term::Null => {
                let expr = self.program.null();
                Ok(self.typed(expr, None))
            }
            Term::Name(_) | Term::Local { .. } | Term::Parameter { .. } | Term::Result(_) => self.name(term),
            Term::Field(base, name) => match self.dotted(term) {
                Some(found) => found,
                None => self.field(base, name),
            },
            Term::Arrow(base, name) => {
                let pointed = self.dereference(base)?;
                self.component(&pointed, name)
            }
            Term::Index(base, index) => self.index(base, index),
            Term::Dereference(base) => self.dereference(base),
            Term::AddressOf(base) => self.address(base),
            Term::Unary(op, a) => self.unary(*op, a),
            Term::Binary(op @ (Binary::And | Binary::Or), a, b) => self.short_circuit(*op, a, b),
            Term::Binary(op, a, b) => {
                let (a, b) = (self.operand(a, b)?, self.operand(b, a)?);
                self.binary(*op, a, b)
            }
        }
    }
    /// An operand; a name that is no variable may be a literal of an enumeration, which the other operand decides.
    fn operand(&mut self, own: &Term, other: &Term) -> Typing<Typed> {
        let Term::Name(name) = own else { return self.term(own) };
        if self.is_variable(name) {
            return self.term(own);
        }
        let hint = match other {
            Term::Name(other) if !self.is_variable(other) => None,
            other => self.term(other).ok().map(|typed| typed.ty),
        };
        self.enumeration(name, hint)
    }
    /// Whether the right operand is evaluated depends on the left one.
    fn short_circuit(&mut self, op: Binary, a: &Term, b: &Term) -> Typing<Typed> {
        let left = self.term(a)?;
        let left = self.truth(&left)?;
        let before = std::mem::take(&mut self.defined);
        let right = self.term(b)?;
        let right = self.truth(&right)?;
        let skipped = if op == Binary::Or { left } else { self.not(left)? };
        let own = std::mem::replace(&mut self.defined, before);
        for needed in own {
            let needed = self.op(Op::Or, skipped, needed)?;
            self.defined.push(needed);
        }
        let expr = self.op(if op == Binary::Or { Op::Or } else { Op::And }, left, right)?;
        Ok(self.typed(expr, None))
    }
    fn unary(&mut self, op: Unary, a: &Term) -> Typing<Typed> {
        let a = self.term(a)?;
        match op {
            Unary::Not => {
                let truth = self.truth(&a)?;
                let expr = self.not(truth)?;
                Ok(self.typed(expr, None))
            }
            Unary::Minus => self.minus(a),
            Unary::Complement => {
                let a = self.promoted(a)?;
                let expr = self.program.unary(UnaryOp::BitNot, a.expr).map_err(|e| Refusal::Wrong(e.0))?;
                Ok(Typed { expr, literal: None, ..a })
            }
        }
    }
    pub(crate) fn typed(&self, expr: ExprId, pointee: Option<TypeId>) -> Typed {
        let ty = self.program.type_of(expr);
        let kind = match self.program.types.kind(ty) {
            TypeKind::Bool => Kind::Truth,
            TypeKind::Int(width) => Kind::Integer { width: *width, signed: is_signed(self.program, ty) },
            TypeKind::Float(format) => Kind::Float(*format),
            TypeKind::Pointer => Kind::Pointer(pointee.or_else(|| names::pointee(self.program, ty))),
            _ => Kind::Aggregate,
        };
        Typed { expr, kind, ty, literal: None }
    }
    /// As C and ACSL decide branches: not zero, not null.
    pub(crate) fn truth(&mut self, a: &Typed) -> Typing<ExprId> {
        match a.kind {
            Kind::Truth => Ok(a.expr),
            Kind::Integer { .. } => {
                let zero = self.constant(a.ty, &BigInt::ZERO)?;
                self.op(Op::NotEqual, a.expr, zero)
            }
            Kind::Pointer(_) => {
                let null = self.program.null();
                self.op(Op::NotEqual, a.expr, null)
            }
            Kind::Float(_) => wrong("a floating-point number is no condition; compare it"),
            Kind::Aggregate => wrong("this is no condition: it is an array or a record"),
        }
    }
    pub(crate) fn constant(&mut self, ty: TypeId, value: &BigInt) -> Typing<ExprId> {
        self.program.int_const(ty, value.clone()).map_err(|error| Refusal::Wrong(error.0))
    }
    fn field(&mut self, base: &Term, name: &str) -> Typing<Typed> {
        let base = self.term(base)?;
        self.component(&base, name)
    }
    fn component(&mut self, base: &Typed, name: &str) -> Typing<Typed> {
        let (fields, is_union) = match self.program.types.kind(base.ty) {
            TypeKind::Record(record) => (record.clone(), false),
            TypeKind::Union(record) => (record.clone(), true),
            _ => return wrong(format!("`.{name}`: this is no structure")),
        };
        let same =
            |own: &str| own == name || (self.program.language == Language::Ada && own.eq_ignore_ascii_case(name));
        let Some(position) = fields.fields.iter().position(|field| same(&field.name)) else {
            let known: Vec<String> =
                fields.fields.iter().filter(|f| !f.is_padding()).map(|f| format!("`{}`", f.name)).collect();
            return wrong(format!("there is no component `{name}`; there are {}", known.join(", ")));
        };
        let read = match is_union {
            true => self.program.member(base.expr, position as u32),
            false => self.program.field(base.expr, position as u32),
        };
        let expr = read.map_err(|error| Refusal::Wrong(error.0))?;
        Ok(self.typed(expr, None))
    }
    fn index(&mut self, base: &Term, index: &Term) -> Typing<Typed> {
        let base = self.term(base)?;
        let index = self.term(index)?;
        let index = self.as_integer(index)?;
        if let Kind::Pointer(_) = base.kind {
            return self.through(&base, Some(index));
        }
        let (of, length) = match *self.program.types.kind(base.ty) {
            TypeKind::Array { index, length, .. } => (index, length),
            _ => return wrong("this is no array"),
        };
        let first = match &self.program.types.get(base.ty).display.style {
            Style::FirstIndex(first) => first.clone(),
            _ => BigInt::ZERO,
        };
        let width = self.program.types.int_width(of).unwrap_or(64);
        let wide = self.widened(&index, width.max(width_of(&index)) + 2)?;
        let ty = self.program.type_of(wide);
        let first = self.constant(ty, &first)?;
        let place = self.op(Op::Subtract, wide, first)?;
        let zero = self.constant(ty, &BigInt::ZERO)?;
        let low = self.op(Op::LessEqual(Sign::Signed), zero, place)?;
        self.defined.push(low);
        if let Some(length) = length {
            let length = self.constant(ty, &length.into())?;
            let high = self.op(Op::Less(Sign::Signed), place, length)?;
            self.defined.push(high);
        }
        let place = self.narrowed(place, of)?;
        let expr = self.program.index(base.expr, place).map_err(|error| Refusal::Wrong(error.0))?;
        Ok(self.typed(expr, None))
    }
    fn dereference(&mut self, base: &Term) -> Typing<Typed> {
        let base = self.term(base)?;
        self.through(&base, None)
    }
    /// What a pointer points to, or an element that many places behind it.
    fn through(&mut self, pointer: &Typed, index: Option<Typed>) -> Typing<Typed> {
        if let TypeKind::Array { .. } = self.program.types.kind(pointer.ty) {
            let zero = self.literal(&BigInt::ZERO)?;
            let _ = index;
            let of = self.program.types.unsigned(64);
            let zero = self.narrowed(zero.expr, of)?;
            let expr = self.program.index(pointer.expr, zero).map_err(|error| Refusal::Wrong(error.0))?;
            return Ok(self.typed(expr, None));
        }
        let Kind::Pointer(pointee) = pointer.kind else { return wrong("this is no pointer") };
        let Some(ty) = pointee else { return wrong("it is not known what this pointer points to") };
        let size = Layout::new(&self.program.types, self.program.target).size(ty);
        let Some(size) = size else { return wrong("what this pointer points to has no size") };
        let mut address = pointer.expr;
        if let Some(index) = index {
            let place = self.widened(&index, 64.max(width_of(&index)))?;
            let place_type = self.program.types.int(64);
            let place = self.narrowed(place, place_type)?;
            address = self.op(Op::PointerAdd { stride: size }, address, place)?;
        }
        let unsigned = self.program.types.unsigned(64);
        let bytes = self.constant(unsigned, &size.into())?;
        let valid = self.op(Op::PointerValid, address, bytes)?;
        self.defined.push(valid);
        let expr = self.program.load(address, ty).map_err(|error| Refusal::Wrong(error.0))?;
        Ok(self.typed(expr, None))
    }
}

pub(crate) fn width_of(typed: &Typed) -> u32 {
    match typed.kind {
        Kind::Integer { width, .. } => width,
        _ => 1,
    }
}

/// Whether the source sees the type as a signed one.
pub(crate) fn is_signed(program: &Program, ty: TypeId) -> bool {
    match &program.types.get(ty).display.style {
        Style::Unsigned | Style::Hexadecimal => false,
        Style::Enumeration(literals) => literals.iter().any(|(value, _)| *value < BigInt::ZERO),
        Style::Character => program.language != Language::Ada,
        _ => true,
    }
}
