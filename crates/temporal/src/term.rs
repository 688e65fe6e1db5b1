//! Conditions of temporal properties as trees: expressions over the variables of a program, in the notations of C and Ada,
//! and the operands of guards in YA.
//!
//! In: the words of an atom, or an operand that the reader of YA made. Out: a [`Term`]. Names are not resolved here.

mod lexer;
mod parser;

use cairn_automata::condition::{Arithmetic, Operand, Relation};
use num_bigint::BigInt;
use std::fmt;

pub use parser::{ParseError, parse};

#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    Integer(BigInt),
    Boolean(bool),
    Null,
    Name(String),
    /// `f::x`: a variable of the innermost activation of a function; false where there is none.
    Local {
        function: String,
        name: String,
    },
    /// `f().x`: a parameter, at the event that `f` is called.
    Parameter {
        function: String,
        name: String,
    },
    /// `f().return`, at the event that `f` returns; without a function, of whatever returns.
    Result(Option<String>),
    Field(Box<Term>, String),
    Arrow(Box<Term>, String),
    Index(Box<Term>, Box<Term>),
    Dereference(Box<Term>),
    AddressOf(Box<Term>),
    Unary(Unary, Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Not,
    Minus,
    Complement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Or,
    And,
    Xor,
    Relation(Relation),
    Arithmetic(Arithmetic),
    /// Ada's `mod`: the sign of the divisor.
    Modulo,
    ShiftLeft,
    ShiftRight,
}

impl Term {
    pub fn binary(op: Binary, a: Term, b: Term) -> Term {
        Term::Binary(op, Box::new(a), Box::new(b))
    }
    pub fn relation(op: Relation, a: Term, b: Term) -> Term {
        Term::binary(Binary::Relation(op), a, b)
    }
    /// Calls `visit` on every part, outer ones first.
    pub fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Term)) {
        visit(self);
        match self {
            Term::Field(a, _) | Term::Arrow(a, _) | Term::Dereference(a) | Term::AddressOf(a) | Term::Unary(_, a) => {
                a.visit(visit)
            }
            Term::Index(a, b) | Term::Binary(_, a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            _ => {}
        }
    }
    /// The term with some names replaced.
    pub fn with_names(&self, other: &impl Fn(&str) -> Option<Term>) -> Term {
        let boxed = |term: &Term| Box::new(term.with_names(other));
        match self {
            Term::Name(name) => other(name).unwrap_or_else(|| self.clone()),
            Term::Field(a, name) => Term::Field(boxed(a), name.clone()),
            Term::Arrow(a, name) => Term::Arrow(boxed(a), name.clone()),
            Term::Index(a, b) => Term::Index(boxed(a), boxed(b)),
            Term::Dereference(a) => Term::Dereference(boxed(a)),
            Term::AddressOf(a) => Term::AddressOf(boxed(a)),
            Term::Unary(op, a) => Term::Unary(*op, boxed(a)),
            Term::Binary(op, a, b) => Term::Binary(*op, boxed(a), boxed(b)),
            other => other.clone(),
        }
    }
    /// The operand of a guard without variables of the automaton; `None` if it has some, or is a floating constant.
    pub fn of_operand(operand: &Operand) -> Option<Term> {
        let boxed = |operand: &Operand| Term::of_operand(operand).map(Box::new);
        Some(match operand {
            Operand::Integer(value) => Term::Integer(value.clone()),
            Operand::Real(_) | Operand::Variable(..) | Operand::Counter(_) => return None,
            Operand::Name(name, _) => Term::Name(name.clone()),
            Operand::Parameter { function, name, .. } => {
                Term::Parameter { function: function.clone(), name: name.clone() }
            }
            Operand::Result { function, .. } => Term::Result(function.clone()),
            Operand::Field(base, name) => Term::Field(boxed(base)?, name.clone()),
            Operand::PointerField(base, name) => Term::Arrow(boxed(base)?, name.clone()),
            Operand::Index(base, index) => Term::Index(boxed(base)?, boxed(index)?),
            Operand::Dereference(base) => Term::Dereference(boxed(base)?),
            Operand::AddressOf(base) => Term::AddressOf(boxed(base)?),
            Operand::Minus(base) => Term::Unary(Unary::Minus, boxed(base)?),
            Operand::Binary(op, a, b) => Term::Binary(Binary::Arithmetic(*op), boxed(a)?, boxed(b)?),
        })
    }
}

/// As the languages of properties write it.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let in_brackets = |term: &Term| match term {
            Term::Binary(..) | Term::Unary(..) | Term::AddressOf(_) | Term::Dereference(_) => format!("({term})"),
            other => other.to_string(),
        };
        match self {
            Term::Integer(value) => write!(f, "{value}"),
            Term::Boolean(value) => write!(f, "{value}"),
            Term::Null => write!(f, "null"),
            Term::Name(name) => write!(f, "{name}"),
            Term::Local { function, name } => write!(f, "{function}::{name}"),
            Term::Parameter { function, name } => write!(f, "{function}().{name}"),
            Term::Result(Some(function)) => write!(f, "{function}().return"),
            Term::Result(None) => write!(f, "\\result"),
            Term::Field(base, name) => write!(f, "{}.{name}", in_brackets(base)),
            Term::Arrow(base, name) => write!(f, "{}->{name}", in_brackets(base)),
            Term::Index(base, index) => write!(f, "{}[{index}]", in_brackets(base)),
            Term::Dereference(base) => write!(f, "*{}", in_brackets(base)),
            Term::AddressOf(base) => write!(f, "&{}", in_brackets(base)),
            Term::Unary(op, base) => write!(f, "{}{}", op.symbol(), in_brackets(base)),
            Term::Binary(op, a, b) => write!(f, "{} {} {}", in_brackets(a), op.symbol(), in_brackets(b)),
        }
    }
}

impl Unary {
    fn symbol(self) -> &'static str {
        match self {
            Unary::Not => "!",
            Unary::Minus => "-",
            Unary::Complement => "~",
        }
    }
}

impl Binary {
    fn symbol(self) -> &'static str {
        match self {
            Binary::Or => "||",
            Binary::And => "&&",
            Binary::Xor => "xor",
            Binary::Relation(op) => op.symbol(),
            Binary::Arithmetic(op) => op.symbol(),
            Binary::Modulo => "mod",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
        }
    }
}
