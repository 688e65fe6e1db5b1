//! Guards and values of an automaton as C, in update functions, and as ACSL, in specifications.
//!
//! Arithmetic of guards is that of mathematics. ACSL has it; in C operands are converted to the widest type first. A
//! relation whose evaluation would be undefined is false: pointers and divisors are compared with zero before they are used.

use crate::events::Event;
use crate::names::Names;
use cairn_automata::condition::{Arithmetic, EventKind};
use cairn_automata::monitor::{Guard, Value};
use cairn_temporal::leaves::{Leaf, LeafKind};
use cairn_temporal::term::{Binary, Term, Unary};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// C in update functions; arithmetic in this type.
    C(&'static str),
    Acsl,
}

/// How the guards of one event are written.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub dialect: Dialect,
    pub leaves: &'a [Leaf],
    /// Leaves that compare numbers with a sign and numbers without.
    pub wide: &'a [bool],
    pub names: &'a Names,
    /// What the result is called.
    pub result: &'a str,
    pub event: Event,
    /// Arithmetic is that of mathematics.
    pub mathematical: bool,
    /// Registers and variables are those before the call: `\old(x)`.
    pub old_registers: bool,
}

/// What cannot be written.
pub type Written = Result<String, String>;

impl Words<'_> {
    pub fn guard(&self, guard: &Guard) -> Written {
        self.guard_within(guard, 0)
    }
    /// In brackets where the operator around it binds tighter.
    fn guard_within(&self, guard: &Guard, around: u32) -> Written {
        Ok(match guard {
            Guard::Constant(value) => self.truth(*value).into(),
            Guard::Leaf(leaf) => self.leaf(*leaf, around)?,
            Guard::Relation(op, a, b) => {
                let mut defined = Vec::new();
                let a = self.value(a, &mut defined)?;
                let b = self.value(b, &mut defined)?;
                let text = format!("{a} {} {b}", op.symbol());
                all_of(defined, text, around)
            }
            Guard::Not(inner) => format!("!({})", self.guard(inner)?),
            Guard::And(all) => {
                let parts: Result<Vec<String>, String> = all.iter().map(|one| self.guard_within(one, 2)).collect();
                bracketed(parts?.join(" && "), around > 2)
            }
            Guard::Or(all) => {
                let parts: Result<Vec<String>, String> = all.iter().map(|one| self.guard_within(one, 3)).collect();
                bracketed(parts?.join(" || "), around > 0)
            }
        })
    }
    fn truth(&self, value: bool) -> &'static str {
        match (self.dialect, value) {
            (Dialect::Acsl, true) => "\\true",
            (Dialect::Acsl, false) => "\\false",
            (Dialect::C(_), true) => "1",
            (Dialect::C(_), false) => "0",
        }
    }
    fn leaf(&self, number: usize, around: u32) -> Written {
        let leaf = &self.leaves[number];
        match &leaf.kind {
            LeafKind::Condition(term) => self.condition(term, around, self.mathematical && self.wide[number]),
            LeafKind::Assumes(..) => Err(format!("{} is not written into programs", leaf.text)),
            LeafKind::Number(_) => Err(format!("`{}` is a number, not a condition", leaf.text)),
            _ => Err(format!("`{}` cannot be written here", leaf.text)),
        }
    }
    fn condition(&self, term: &Term, around: u32, wide: bool) -> Written {
        match term {
            Term::Boolean(value) => Ok(self.truth(*value).into()),
            Term::Unary(Unary::Not, inner) => Ok(format!("!({})", self.condition(inner, 0, wide)?)),
            Term::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let (symbol, own) = if *op == Binary::And { ("&&", 2) } else { ("||", 1) };
                let text = format!("{} {symbol} {}", self.condition(a, own, wide)?, self.condition(b, own, wide)?);
                Ok(bracketed(text, around >= own))
            }
            Term::Binary(Binary::Relation(op), a, b) => {
                let mut defined = Vec::new();
                let is_computed = [a, b].iter().any(|side| has_arithmetic(side) || is_negative(side));
                let wide = wide || self.mathematical && is_computed;
                let a = self.term(a, wide, &mut defined)?;
                let b = self.term(b, wide, &mut defined)?;
                Ok(all_of(defined, format!("{a} {} {b}", op.symbol()), around))
            }
            other => {
                let mut defined = Vec::new();
                let text = format!("{} != 0", self.term(other, false, &mut defined)?);
                Ok(all_of(defined, text, around))
            }
        }
    }
    /// A number of the automaton.
    pub fn value(&self, value: &Value, defined: &mut Vec<String>) -> Written {
        Ok(match value {
            Value::Integer(number) => number.to_string(),
            Value::Leaf(leaf) => match &self.leaves[*leaf].kind {
                LeafKind::Number(term) => self.term(term, self.mathematical, defined)?,
                _ => return Err(format!("`{}` is no number", self.leaves[*leaf].text)),
            },
            Value::Register(register) => {
                let name = &self.names.registers[*register];
                if self.old_registers { format!("\\old({name})") } else { name.clone() }
            }
            Value::Minus(inner) => format!("-{}", self.value(inner, defined)?),
            Value::Binary(op, a, b) => {
                let (a, b) = (self.value(a, defined)?, self.value(b, defined)?);
                self.divisor(*op, &b, defined);
                match self.dialect {
                    // One more than a counter is no more than its bound.
                    Dialect::C(_) if *op == Arithmetic::Add && b == "1" => format!("{a} + 1"),
                    Dialect::C(wide) => format!("(({wide}){a} {} ({wide}){b})", op.symbol()),
                    Dialect::Acsl => format!("({a} {} {b})", op.symbol()),
                }
            }
        })
    }
    fn divisor(&self, op: Arithmetic, text: &str, defined: &mut Vec<String>) {
        if matches!(op, Arithmetic::Divide | Arithmetic::Remainder) && text.parse::<u64>().is_ok_and(|n| n != 0) {
            return;
        }
        if matches!(op, Arithmetic::Divide | Arithmetic::Remainder) {
            defined.push(format!("{text} != 0"));
        }
    }
    fn term(&self, term: &Term, wide: bool, defined: &mut Vec<String>) -> Written {
        let cast = |text: String| match self.dialect {
            Dialect::C(wide_type) if wide => format!("({wide_type}){text}"),
            _ => text,
        };
        let null = if self.dialect == Dialect::Acsl { "\\null" } else { "0" };
        Ok(match term {
            Term::Integer(number) => number.to_string(),
            Term::Boolean(value) => u8::from(*value).to_string(),
            Term::Null => null.into(),
            Term::Name(name) => cast(name.clone()),
            Term::Parameter { name, .. } if self.event.0 == EventKind::Call => cast(name.clone()),
            Term::Parameter { function, name } => return Err(format!("`{function}().{name}` means nothing here")),
            Term::Result(_) => cast(self.result.into()),
            Term::Local { function, name } => {
                return Err(format!(
                    "`{function}::{name}` is a variable of a function, which only its own text can see"
                ));
            }
            Term::Field(base, name) => cast(format!("{}.{name}", self.place(base, defined)?)),
            Term::Arrow(base, name) => {
                let base = self.place(base, defined)?;
                defined.push(format!("{base} != {null}"));
                cast(format!("{base}->{name}"))
            }
            Term::Index(base, index) => {
                cast(format!("{}[{}]", self.place(base, defined)?, self.term(index, false, defined)?))
            }
            Term::Dereference(base) => {
                let base = self.place(base, defined)?;
                defined.push(format!("{base} != {null}"));
                cast(format!("(*{base})"))
            }
            Term::AddressOf(base) => format!("&{}", self.place(base, defined)?),
            Term::Unary(Unary::Minus, inner) => match self.term(inner, wide, defined)? {
                text if text.starts_with('-') => format!("-({text})"),
                text => format!("-{text}"),
            },
            Term::Unary(Unary::Complement, inner) => format!("~{}", self.term(inner, wide, defined)?),
            Term::Binary(Binary::Arithmetic(op), a, b) => {
                let (a, b) = (self.term(a, wide, defined)?, self.term(b, wide, defined)?);
                self.divisor(*op, &b, defined);
                format!("({a} {} {b})", op.symbol())
            }
            Term::Binary(op @ (Binary::ShiftLeft | Binary::ShiftRight), a, b) => {
                let symbol = if *op == Binary::ShiftLeft { "<<" } else { ">>" };
                format!("({} {symbol} {})", self.term(a, wide, defined)?, self.term(b, wide, defined)?)
            }
            other => return Err(format!("a condition inside of arithmetic cannot be written here: {other:?}")),
        })
    }
    fn place(&self, term: &Term, defined: &mut Vec<String>) -> Written {
        self.term(term, false, defined)
    }
}

fn has_arithmetic(term: &Term) -> bool {
    let mut found = false;
    term.visit(&mut |part| found |= matches!(part, Term::Binary(Binary::Arithmetic(_), ..)));
    found
}

fn is_negative(term: &Term) -> bool {
    match term {
        Term::Unary(Unary::Minus, _) => true,
        Term::Integer(number) => number.sign() == num_bigint::Sign::Minus,
        _ => false,
    }
}

fn bracketed(text: String, needed: bool) -> String {
    if needed { format!("({text})") } else { text }
}

/// What must hold first, each once, and then the relation.
fn all_of(mut defined: Vec<String>, text: String, around: u32) -> String {
    let mut seen = Vec::new();
    defined.retain(|one| {
        let is_new = !seen.contains(one);
        seen.push(one.clone());
        is_new
    });
    if defined.is_empty() {
        return text;
    }
    defined.push(text);
    bracketed(defined.join(" && "), around > 0)
}
