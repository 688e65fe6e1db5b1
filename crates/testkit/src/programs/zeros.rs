//! Inputs that are all zero.

use cairn_ir::interp::{InputKind, InputRequest, Inputs};
use cairn_ir::{ArrayValue, Bits, Layout, Program, Value};

/// Zero everywhere; objects have addresses one after the other.
pub struct Zeros<'p> {
    layout: Layout<'p>,
    next_address: u64,
}

impl<'p> Zeros<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { layout: Layout::new(&program.types, program.target), next_address: 1 << 20 }
    }
}

impl Inputs for Zeros<'_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        if let InputKind::BaseAddress(_) = request.kind {
            self.next_address += 1 << 24;
            return Some(Value::Int(Bits::from_u64(64, self.next_address)));
        }
        let zero = self.layout.zero(request.ty)?;
        Some(match request.count {
            Some(count) => Value::Array(ArrayValue::filled(Some(count), zero)),
            None => zero,
        })
    }
}
