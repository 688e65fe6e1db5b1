//! Conditions in guards of automata: events, and relations over variables of the program, parameters and results of
//! functions, and variables of the automaton.
//!
//! Names are kept as they were written. What they mean, and the types of operands, is for a front end to say.

use cairn_base::source::Span;
use num_bigint::BigInt;

#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    Constant(bool),
    Event(Event),
    /// `::name`: the `assumes` clauses of this behaviour of the function hold.
    Behaviour {
        function: String,
        name: String,
    },
    Relation {
        op: Relation,
        left: Operand,
        right: Operand,
        span: Span,
    },
    /// A term alone: it is not zero.
    NonZero(Operand, Span),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    pub kind: EventKind,
    pub function: String,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EventKind {
    Call,
    Return,
    CallOrReturn,
}

impl EventKind {
    pub fn word(self) -> &'static str {
        match self {
            EventKind::Call => "CALL",
            EventKind::Return => "RETURN",
            EventKind::CallOrReturn => "COR",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Relation {
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    Integer(BigInt),
    /// A floating constant, as it was written.
    Real(String),
    /// A variable of the program, or, inside the sequence of a call, one of its parameters.
    Name(String, Span),
    /// `f().x`.
    Parameter {
        function: String,
        name: String,
        span: Span,
    },
    /// `f().return`; without a function: `\result`.
    Result {
        function: Option<String>,
        span: Span,
    },
    /// `$x`.
    Variable(String, Span),
    /// How often the innermost repetition with this number was run.
    Counter(usize),
    Field(Box<Operand>, String),
    /// `p->x`.
    PointerField(Box<Operand>, String),
    Index(Box<Operand>, Box<Operand>),
    Dereference(Box<Operand>),
    AddressOf(Box<Operand>),
    Minus(Box<Operand>),
    Binary(Arithmetic, Box<Operand>, Box<Operand>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
    BitOr,
    BitXor,
}

impl Arithmetic {
    pub fn symbol(self) -> &'static str {
        match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::Remainder => "%",
            Arithmetic::BitAnd => "&",
            Arithmetic::BitOr => "|",
            Arithmetic::BitXor => "^",
        }
    }
}

impl Condition {
    pub fn and(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::Constant(false), _) | (_, Condition::Constant(false)) => Condition::Constant(false),
            (Condition::Constant(true), other) | (other, Condition::Constant(true)) => other,
            (Condition::And(mut all), Condition::And(more)) => {
                all.extend(more);
                Condition::And(all)
            }
            (Condition::And(mut all), one) => {
                all.push(one);
                Condition::And(all)
            }
            (one, Condition::And(all)) => Condition::And(std::iter::once(one).chain(all).collect()),
            (a, b) => Condition::And(vec![a, b]),
        }
    }
    pub fn negated(self) -> Condition {
        match self {
            Condition::Constant(value) => Condition::Constant(!value),
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        }
    }
    /// Calls `visit` on every operand, the outer ones first.
    pub fn visit_operands<'a>(&'a self, visit: &mut impl FnMut(&'a Operand)) {
        match self {
            Condition::Constant(_) | Condition::Event(_) | Condition::Behaviour { .. } => {}
            Condition::Relation { left, right, .. } => {
                left.visit(visit);
                right.visit(visit);
            }
            Condition::NonZero(operand, _) => operand.visit(visit),
            Condition::Not(inner) => inner.visit_operands(visit),
            Condition::And(all) | Condition::Or(all) => all.iter().for_each(|one| one.visit_operands(visit)),
        }
    }
    pub fn visit_events<'a>(&'a self, visit: &mut impl FnMut(&'a Event)) {
        match self {
            Condition::Event(event) => visit(event),
            Condition::Not(inner) => inner.visit_events(visit),
            Condition::And(all) | Condition::Or(all) => all.iter().for_each(|one| one.visit_events(visit)),
            _ => {}
        }
    }
    /// The condition as YA writes it.
    pub fn text(&self) -> String {
        match self {
            Condition::Constant(value) => value.to_string(),
            Condition::Event(event) => format!("{}({})", event.kind.word(), event.function),
            Condition::Behaviour { function, name } => format!("{function}::{name}"),
            Condition::Relation { op, left, right, .. } => format!("{} {} {}", left.text(), op.symbol(), right.text()),
            Condition::NonZero(operand, _) => operand.text(),
            Condition::Not(inner) => format!("!{}", inner.text_in_brackets()),
            Condition::And(all) => joined(all, " && "),
            Condition::Or(all) => joined(all, " || "),
        }
    }
    fn text_in_brackets(&self) -> String {
        match self {
            Condition::Constant(_) | Condition::Event(_) | Condition::Not(_) | Condition::Behaviour { .. } => {
                self.text()
            }
            _ => format!("({})", self.text()),
        }
    }
}

fn joined(all: &[Condition], separator: &str) -> String {
    let one = |condition: &Condition| match condition {
        Condition::And(_) | Condition::Or(_) => format!("({})", condition.text()),
        other => other.text(),
    };
    all.iter().map(one).collect::<Vec<_>>().join(separator)
}

impl Operand {
    pub fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Operand)) {
        visit(self);
        match self {
            Operand::Field(a, _)
            | Operand::PointerField(a, _)
            | Operand::Dereference(a)
            | Operand::AddressOf(a)
            | Operand::Minus(a) => a.visit(visit),
            Operand::Index(a, b) | Operand::Binary(_, a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            _ => {}
        }
    }
    /// The operand as YA writes it.
    pub fn text(&self) -> String {
        match self {
            Operand::Integer(value) => value.to_string(),
            Operand::Real(text) => text.clone(),
            Operand::Name(name, _) => name.clone(),
            Operand::Parameter { function, name, .. } => format!("{function}().{name}"),
            Operand::Result { function: Some(function), .. } => format!("{function}().return"),
            Operand::Result { function: None, .. } => "\\result".into(),
            Operand::Variable(name, _) => format!("${name}"),
            Operand::Counter(number) => format!("counter_{number}"),
            Operand::Field(base, name) => format!("{}.{name}", base.text()),
            Operand::PointerField(base, name) => format!("{}->{name}", base.text()),
            Operand::Index(base, index) => format!("{}[{}]", base.text(), index.text()),
            Operand::Dereference(base) => format!("*{}", base.text()),
            Operand::AddressOf(base) => format!("&{}", base.text()),
            Operand::Minus(base) => format!("-{}", base.text()),
            Operand::Binary(op, a, b) => format!("({} {} {})", a.text(), op.symbol(), b.text()),
        }
    }
}
