//! Expressions under construction, and how tightly their operators bind: one table for Ada, C and ACSL.
//!
//! It is coarser than the tables of the languages and right for all of them: logical operators and those on bits are one
//! level, at which only an operator and itself stand without brackets.

pub const QUANTIFIED: u8 = 0;
pub const LOGIC: u8 = 2;
pub const COMPARE: u8 = 4;
pub const SHIFT: u8 = 5;
pub const SUM: u8 = 6;
pub const PRODUCT: u8 = 8;
pub const PREFIX: u8 = 10;
pub const ATOM: u8 = 12;

/// A text and how tightly its outermost operator binds; larger is tighter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(pub String, pub u8);

impl Text {
    pub fn atom(text: impl Into<String>) -> Self {
        Text(text.into(), ATOM)
    }
    /// In brackets unless it binds at least so tightly.
    pub fn tight(&self, level: u8) -> String {
        if self.1 >= level { self.0.clone() } else { format!("({})", self.0) }
    }
}
