//! Accesses of those elements of a vector whose bit in a mask is set: `llvm.masked.*`.
//!
//! Before LLVM 22 most of them have the alignment as an argument, since then as an attribute of the address.

use super::module::{Argument, Call, Operand, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elements {
    /// One behind the other.
    Together,
    /// Each at an address of its own.
    Spread,
    /// Those that are accessed, one behind the other.
    Compressed,
}

pub struct Masked<'c, 'a> {
    pub elements: Elements,
    pub stores: bool,
    /// One address, or one for each element.
    pub addresses: &'c Operand<'a>,
    pub mask: &'c Operand<'a>,
    /// What is stored, or what elements have that are not loaded.
    pub value: &'c Operand<'a>,
    /// 0 promises nothing.
    pub alignment: u64,
}

impl<'a> Call<'a> {
    pub fn masked(&self) -> Option<Masked<'_, 'a>> {
        let Value::Global(name) = self.callee else { return None };
        let (stores, elements) = match name.strip_prefix("llvm.masked.")?.split('.').next()? {
            "load" => (false, Elements::Together),
            "store" => (true, Elements::Together),
            "gather" => (false, Elements::Spread),
            "scatter" => (true, Elements::Spread),
            "expandload" => (false, Elements::Compressed),
            "compressstore" => (true, Elements::Compressed),
            _ => return None,
        };
        let (arguments, alignment): (Vec<&Argument>, _) = match (&self.arguments[..], stores) {
            ([addresses, alignment, mask, value], false) | ([value, addresses, alignment, mask], true) => {
                ([addresses, mask, value].into(), Some(alignment))
            }
            ([addresses, mask, value], false) | ([value, addresses, mask], true) => {
                ([addresses, mask, value].into(), None)
            }
            _ => return None,
        };
        let [addresses, mask, value] = arguments[..] else { return None };
        let alignment = match alignment.map(|argument| &argument.operand.value) {
            Some(Value::Int(number)) => u64::try_from(number).unwrap_or(0),
            _ => addresses.facts.align,
        };
        let [addresses, mask, value] = [addresses, mask, value].map(|argument| &argument.operand);
        Some(Masked { elements, stores, addresses, mask, value, alignment })
    }
}
