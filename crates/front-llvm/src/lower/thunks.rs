//! Bodies for functions that are known by name or not at all, and whose address is taken: one that calls the function.
//!
//! Calls of them by name are lowered where they stand; an address needs a procedure.

use super::library::is_known;
use super::{Lowering, Unit};
use crate::reader::number_name;
use crate::syntax::module::{
    Argument, Block, Call, Flags, Function, Instruction, InstructionKind, Operand, TypeKind, Value,
};
use rustc_hash::FxHashMap;

pub(super) type Thunks<'a> = FxHashMap<(usize, usize), Function<'a>>;

pub(super) fn thunks<'a>(units: &[Unit<'a>]) -> Thunks<'a> {
    let mut thunks = Thunks::default();
    for (u, unit) in units.iter().enumerate() {
        for (i, function) in unit.module.functions.iter().enumerate() {
            if function.blocks.is_empty() && !function.name.starts_with("llvm.") {
                thunks.insert((u, i), thunk(unit, function));
            }
        }
    }
    thunks
}

fn thunk<'a>(unit: &Unit<'a>, function: &Function<'a>) -> Function<'a> {
    let mut thunk = function.clone();
    for (n, parameter) in thunk.parameters.iter_mut().enumerate() {
        parameter.name = number_name(n).unwrap_or("");
    }
    let instruction = |result, kind| Instruction { result, kind, at: function.at, debug: None, record: false };
    let instructions = if function.variadic || !is_known(function.name) {
        let opcode = "a call, through a pointer, of a function that is not in the module";
        vec![instruction(None, InstructionKind::Other { opcode, terminator: true })]
    } else {
        let is_void = matches!(unit.module.types.kind(function.result), TypeKind::Void);
        let result = (!is_void).then_some("called");
        let value = || Operand { ty: function.result, value: Value::Local("called") };
        vec![
            instruction(result, InstructionKind::Call(Box::new(call(&thunk)))),
            instruction(None, InstructionKind::Return((!is_void).then(value))),
        ]
    };
    thunk.blocks = vec![Block { label: "entry", at: function.at, instructions }];
    thunk
}

/// The call with the thunk's own parameters.
fn call<'a>(thunk: &Function<'a>) -> Call<'a> {
    let argument = |parameter: &crate::syntax::module::Parameter<'a>| Argument {
        operand: Operand { ty: parameter.ty, value: Value::Local(parameter.name) },
        facts: parameter.facts.clone(),
        byval: parameter.byval,
    };
    Call {
        result: thunk.result,
        function_type: None,
        callee: Value::Global(thunk.name),
        arguments: thunk.parameters.iter().map(argument).collect(),
        bundles: Vec::new(),
        result_facts: thunk.result_facts.clone(),
        flags: Flags::default(),
        noreturn: thunk.noreturn,
        attributes: thunk.attributes,
    }
}

impl<'u, 'a> Lowering<'u, 'a> {
    /// The body of a function: its own, or one made for it where its address is taken and nothing else stands for it.
    pub(super) fn body_of(&self, key: (usize, usize)) -> Option<&'u Function<'a>> {
        let function = self.function(key);
        if !function.blocks.is_empty() {
            return Some(function);
        }
        self.thunks.get(&key).filter(|_| self.address_taken.contains(&key) && !self.linked_procedures.contains(&key))
    }
}
