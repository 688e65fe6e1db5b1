//! Formulas of linear temporal logic with past, and their negation normal form.
//!
//! A formula is a tree; trees are small, so nothing is shared. The derived operators (`F`, `G`, `W`, `O`, `H`, implication)
//! stay as they were written, so that a formula can be shown to its author; [`Formula::normal`] removes them.

use crate::atom::{AtomId, Atoms};

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Formula {
    Constant(bool),
    Atom(AtomId),
    Unary(Unary, Box<Formula>),
    Binary(Binary, Box<Formula>, Box<Formula>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Unary {
    Not,
    Next,
    Finally,
    Globally,
    /// In the state before; false in the first state.
    Yesterday,
    Once,
    Historically,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Binary {
    And,
    Or,
    Implies,
    Equivalent,
    Until,
    Release,
    WeakUntil,
    Since,
}

impl Unary {
    pub const ALL: [Unary; 7] =
        [Unary::Not, Unary::Next, Unary::Finally, Unary::Globally, Unary::Yesterday, Unary::Once, Unary::Historically];
    pub fn symbol(self) -> &'static str {
        match self {
            Unary::Not => "!",
            Unary::Next => "X",
            Unary::Finally => "F",
            Unary::Globally => "G",
            Unary::Yesterday => "Y",
            Unary::Once => "O",
            Unary::Historically => "H",
        }
    }
    pub fn is_past(self) -> bool {
        matches!(self, Unary::Yesterday | Unary::Once | Unary::Historically)
    }
}

impl Binary {
    pub const ALL: [Binary; 8] = [
        Binary::And,
        Binary::Or,
        Binary::Implies,
        Binary::Equivalent,
        Binary::Until,
        Binary::Release,
        Binary::WeakUntil,
        Binary::Since,
    ];
    pub fn symbol(self) -> &'static str {
        match self {
            Binary::And => "&&",
            Binary::Or => "||",
            Binary::Implies => "->",
            Binary::Equivalent => "<->",
            Binary::Until => "U",
            Binary::Release => "R",
            Binary::WeakUntil => "W",
            Binary::Since => "S",
        }
    }
    /// How tightly the operator binds; larger is tighter.
    pub fn precedence(self) -> u8 {
        match self {
            Binary::Equivalent => 1,
            Binary::Implies => 2,
            Binary::Or => 3,
            Binary::And => 4,
            Binary::Until | Binary::Release | Binary::WeakUntil | Binary::Since => 5,
        }
    }
}

impl Formula {
    pub fn unary(op: Unary, a: Formula) -> Self {
        Formula::Unary(op, Box::new(a))
    }
    pub fn binary(op: Binary, a: Formula, b: Formula) -> Self {
        Formula::Binary(op, Box::new(a), Box::new(b))
    }
    pub fn negated(a: Formula) -> Self {
        Formula::unary(Unary::Not, a)
    }
    pub fn and(a: Formula, b: Formula) -> Self {
        Formula::binary(Binary::And, a, b)
    }
    pub fn or(a: Formula, b: Formula) -> Self {
        Formula::binary(Binary::Or, a, b)
    }
    /// Whether an operator for which this holds occurs anywhere.
    fn any_unary(&self, found: &impl Fn(Unary) -> bool) -> bool {
        match self {
            Formula::Constant(_) | Formula::Atom(_) => false,
            Formula::Unary(op, a) => found(*op) || a.any_unary(found),
            Formula::Binary(_, a, b) => a.any_unary(found) || b.any_unary(found),
        }
    }
    /// Whether the formula depends on how an execution is cut into steps.
    pub fn has_next(&self) -> bool {
        self.any_unary(&|op| matches!(op, Unary::Next | Unary::Yesterday))
    }
    /// How deeply operators of the past are nested.
    pub fn past_depth(&self) -> usize {
        match self {
            Formula::Constant(_) | Formula::Atom(_) => 0,
            Formula::Unary(op, a) => a.past_depth() + usize::from(op.is_past()),
            Formula::Binary(op, a, b) => a.past_depth().max(b.past_depth()) + usize::from(*op == Binary::Since),
        }
    }
    /// Number of operators and atoms.
    pub fn size(&self) -> usize {
        match self {
            Formula::Constant(_) | Formula::Atom(_) => 1,
            Formula::Unary(_, a) => 1 + a.size(),
            Formula::Binary(_, a, b) => 1 + a.size() + b.size(),
        }
    }
    /// Every atom that occurs, in the order of first occurrence.
    pub fn atoms(&self) -> Vec<AtomId> {
        fn collect(formula: &Formula, seen: &mut Vec<AtomId>) {
            match formula {
                Formula::Constant(_) => {}
                Formula::Atom(atom) if seen.contains(atom) => {}
                Formula::Atom(atom) => seen.push(*atom),
                Formula::Unary(_, a) => collect(a, seen),
                Formula::Binary(_, a, b) => {
                    collect(a, seen);
                    collect(b, seen);
                }
            }
        }
        let mut seen = Vec::new();
        collect(self, &mut seen);
        seen
    }
    /// The formula as text that the reader understands, with as few parentheses as precedence allows.
    pub fn text(&self, atoms: &Atoms) -> String {
        let mut out = String::new();
        self.write(atoms, 0, &mut out);
        out
    }
    fn write(&self, atoms: &Atoms, outer: u8, out: &mut String) {
        match self {
            Formula::Constant(value) => out.push_str(if *value { "true" } else { "false" }),
            Formula::Atom(atom) => {
                let text = &atoms.get(*atom).text;
                let plain = text.chars().all(|c| c.is_alphanumeric() || "_.()".contains(c));
                let text = if plain { text.clone() } else { format!("({text})") };
                out.push_str(&text);
            }
            Formula::Unary(op, a) => {
                out.push_str(op.symbol());
                if *op != Unary::Not {
                    out.push(' ');
                }
                a.write(atoms, 6, out);
            }
            Formula::Binary(op, a, b) => {
                let inner = op.precedence();
                let brackets = inner <= outer;
                if brackets {
                    out.push('(');
                }
                // Every infix operator is read as grouping to the right.
                a.write(atoms, inner, out);
                out.push(' ');
                out.push_str(op.symbol());
                out.push(' ');
                b.write(atoms, inner, out);
                if brackets {
                    out.push(')');
                }
            }
        }
    }
}

/// Negation normal form without past: what the translation to automata works on. `Next`, `Until` and `Release` are
/// the only temporal operators, and only atoms are negated.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Normal {
    True,
    False,
    Literal(AtomId, bool),
    And(Box<Normal>, Box<Normal>),
    Or(Box<Normal>, Box<Normal>),
    Next(Box<Normal>),
    Until(Box<Normal>, Box<Normal>),
    Release(Box<Normal>, Box<Normal>),
}

impl Normal {
    pub fn and(a: Normal, b: Normal) -> Normal {
        match (a, b) {
            (Normal::False, _) | (_, Normal::False) => Normal::False,
            (Normal::True, x) | (x, Normal::True) => x,
            (a, b) if a == b => a,
            (a, b) => Normal::And(Box::new(a), Box::new(b)),
        }
    }
    pub fn or(a: Normal, b: Normal) -> Normal {
        match (a, b) {
            (Normal::True, _) | (_, Normal::True) => Normal::True,
            (Normal::False, x) | (x, Normal::False) => x,
            (a, b) if a == b => a,
            (a, b) => Normal::Or(Box::new(a), Box::new(b)),
        }
    }
    pub fn next(a: Normal) -> Normal {
        match a {
            Normal::True | Normal::False => a,
            a => Normal::Next(Box::new(a)),
        }
    }
    pub fn until(a: Normal, b: Normal) -> Normal {
        match (a, b) {
            // a U true = true, a U false = false, false U b = b, F F b = F b.
            (_, b @ (Normal::True | Normal::False)) => b,
            (Normal::False, b) => b,
            (Normal::True, b @ Normal::Until(..)) if matches!(&b, Normal::Until(c, _) if **c == Normal::True) => b,
            (a, b) => Normal::Until(Box::new(a), Box::new(b)),
        }
    }
    pub fn release(a: Normal, b: Normal) -> Normal {
        match (a, b) {
            // a R true = true, a R false = false, true R b = b, G G b = G b.
            (_, b @ (Normal::True | Normal::False)) => b,
            (Normal::True, b) => b,
            (Normal::False, b @ Normal::Release(..)) if matches!(&b, Normal::Release(c, _) if **c == Normal::False) => {
                b
            }
            (a, b) => Normal::Release(Box::new(a), Box::new(b)),
        }
    }
    pub fn finally(a: Normal) -> Normal {
        Normal::until(Normal::True, a)
    }
    pub fn globally(a: Normal) -> Normal {
        Normal::release(Normal::False, a)
    }
}
