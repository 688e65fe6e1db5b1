//! The values an instruction uses, each with what it is used for.

use super::module::{Call, InstructionKind, MetadataArgument, Operand, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use<'a> {
    /// The result depends on it.
    Data,
    /// One of two values of a select, or a value of which a part is taken or replaced: it does not matter as a whole.
    Choice,
    /// Comes into a phi along the edge from this block.
    Incoming(&'a str),
    /// Execution depends on it: conditions, addresses, divisors, stored values, arguments, results.
    Matters,
    /// Called.
    Callee,
    /// Only spoken of by debug information.
    Debug,
}

impl<'a> InstructionKind<'a> {
    /// Calls `visit` with each value used, in order.
    pub fn for_each_use<'v>(&'v self, visit: &mut dyn FnMut(&'v Value<'a>, Use<'a>)) {
        use InstructionKind::*;
        match self {
            Binary { op, left, right, .. } => {
                visit(left, Use::Data);
                visit(right, if op.is_division() { Use::Matters } else { Use::Data });
            }
            Compare { left, right, .. } | FloatCompare { left, right, .. } => {
                visit(left, Use::Data);
                visit(right, Use::Data);
            }
            FNeg { operand, .. } | Cast { operand, .. } => visit(&operand.value, Use::Data),
            // A frozen value is never poison.
            Freeze(operand) => visit(&operand.value, Use::Choice),
            Select { condition, then, otherwise, .. } => {
                visit(&condition.value, Use::Data);
                visit(&then.value, Use::Choice);
                visit(&otherwise.value, Use::Choice);
            }
            Phi { incoming, .. } => incoming.iter().for_each(|(value, label)| visit(value, Use::Incoming(label))),
            Load { pointer, .. } => visit(&pointer.value, Use::Matters),
            Alloca { count, .. } => count.iter().for_each(|count| visit(&count.value, Use::Matters)),
            Store { value, pointer, .. } => {
                visit(&value.value, Use::Matters);
                visit(&pointer.value, Use::Matters);
            }
            GetElementPointer { base, indices, .. } => {
                visit(&base.value, Use::Data);
                indices.iter().for_each(|index| visit(&index.value, Use::Data));
            }
            Call(call) | Invoke { call, .. } => call.for_each_use(visit),
            DebugDeclare { address: value, .. } | DebugValue { value, .. } => visit(&value.value, Use::Debug),
            ExtractValue { .. }
            | InsertValue { .. }
            | ExtractElement { .. }
            | InsertElement { .. }
            | ShuffleVector { .. } => self.for_each_part(visit),
            _ => self.for_each_control_use(visit),
        }
    }
    fn for_each_part<'v>(&'v self, visit: &mut dyn FnMut(&'v Value<'a>, Use<'a>)) {
        use InstructionKind::*;
        match self {
            ExtractValue { aggregate, .. } => visit(&aggregate.value, Use::Choice),
            InsertValue { aggregate, element, .. } => {
                visit(&aggregate.value, Use::Choice);
                visit(&element.value, Use::Data);
            }
            ExtractElement { vector, index } => {
                visit(&vector.value, Use::Choice);
                visit(&index.value, Use::Data);
            }
            InsertElement { vector, element, index } => {
                visit(&vector.value, Use::Choice);
                visit(&element.value, Use::Data);
                visit(&index.value, Use::Data);
            }
            ShuffleVector { left, right, .. } => {
                visit(&left.value, Use::Choice);
                visit(&right.value, Use::Choice);
            }
            _ => {}
        }
    }
    fn for_each_control_use<'v>(&'v self, visit: &mut dyn FnMut(&'v Value<'a>, Use<'a>)) {
        use InstructionKind::*;
        match self {
            Return(value) => value.iter().for_each(|value| visit(&value.value, Use::Matters)),
            ConditionalBranch { condition, .. } => visit(condition, Use::Matters),
            Switch { value, .. } => visit(&value.value, Use::Matters),
            IndirectBranch { address, .. } => visit(&address.value, Use::Matters),
            AtomicReadModifyWrite { pointer, value, .. } => {
                visit(&pointer.value, Use::Matters);
                visit(&value.value, Use::Matters);
            }
            CompareExchange { pointer, expected, new, .. } => {
                visit(&pointer.value, Use::Matters);
                visit(&expected.value, Use::Matters);
                visit(&new.value, Use::Matters);
            }
            VariadicArgument { list, .. } => visit(&list.value, Use::Matters),
            _ => {}
        }
    }
}

/// Intrinsics that only compute a value, by the first part of their names behind `llvm.`.
const COMPUTATIONS: [&str; 61] = [
    "abs",
    "allow",
    "annotation",
    "arithmetic",
    "bitreverse",
    "bswap",
    "canonicalize",
    "ceil",
    "copysign",
    "ctlz",
    "ctpop",
    "cttz",
    "expect",
    "fabs",
    "floor",
    "fma",
    "fmuladd",
    "fptosi",
    "fptoui",
    "frexp",
    "fshl",
    "fshr",
    "is",
    "launder",
    "llrint",
    "llround",
    "lrint",
    "lround",
    "maximum",
    "maximumnum",
    "maxnum",
    "minimum",
    "minimumnum",
    "minnum",
    "modf",
    "nearbyint",
    "objectsize",
    "ptr",
    "ptrmask",
    "rint",
    "round",
    "roundeven",
    "sadd",
    "scmp",
    "smax",
    "smin",
    "smul",
    "sqrt",
    "ssa",
    "sshl",
    "ssub",
    "strip",
    "threadlocal",
    "trunc",
    "uadd",
    "ucmp",
    "umax",
    "umin",
    "umul",
    "ushl",
    "usub",
];

/// Vector operations of x86 that are known, without the name of the extension and the width.
const X86: [&str; 20] = [
    "movmsk.pd",
    "movmsk.ps",
    "packssdw",
    "packsswb",
    "packusdw",
    "packuswb",
    "pmadd.wd",
    "pmovmskb",
    "pmulh.w",
    "pmulhu.w",
    "psad.bw",
    "pshuf.b",
    "pslli.d",
    "pslli.q",
    "pslli.w",
    "psrai.d",
    "psrai.w",
    "psrli.d",
    "psrli.q",
    "psrli.w",
];
/// The operation of `x86.sse2.packssdw.128`.
pub fn x86_operation(name: &str) -> Option<&str> {
    let (_, operation) = name.strip_prefix("x86.")?.split_once('.')?;
    let operation = operation.trim_end_matches(".128").trim_end_matches(".256");
    X86.contains(&operation).then_some(operation)
}

impl<'a> Call<'a> {
    /// The name behind `llvm.` if the call only computes a value of its arguments.
    pub fn computes(&self) -> Option<&'a str> {
        let Value::Global(name) = self.callee else { return None };
        let name = name.strip_prefix("llvm.")?;
        let family = name.split('.').next()?;
        let known = COMPUTATIONS.contains(&family);
        (known || name.starts_with("vector.reduce.") || x86_operation(name).is_some()).then_some(name)
    }
    fn for_each_use<'v>(&'v self, visit: &mut dyn FnMut(&'v Value<'a>, Use<'a>)) {
        if let Some(masked) = self.masked() {
            // Of addresses and values, only those of the elements that are accessed matter.
            visit(&masked.addresses.value, Use::Choice);
            visit(&masked.mask.value, Use::Matters);
            visit(&masked.value.value, Use::Choice);
            visit(&self.callee, Use::Callee);
            return;
        }
        let role = if self.computes().is_some() { Use::Data } else { Use::Matters };
        for argument in &self.arguments {
            if !matches!(argument.operand.value, Value::Metadata(_)) {
                visit(&argument.operand.value, role);
            }
        }
        for operand in self.bundles.iter().flat_map(|bundle| &bundle.operands) {
            visit(&operand.value, Use::Choice);
        }
        visit(&self.callee, Use::Callee);
    }
}

impl<'a> Value<'a> {
    /// Calls `visit` with each symbol mentioned in a constant.
    pub fn for_each_symbol(&self, visit: &mut dyn FnMut(&'a str)) {
        let operands = |operands: &[Operand<'a>], visit: &mut dyn FnMut(&'a str)| {
            operands.iter().for_each(|operand| operand.value.for_each_symbol(visit));
        };
        match self {
            Value::Global(name) | Value::BlockAddress(name, _) => visit(name),
            Value::Aggregate(items) => operands(items, visit),
            Value::Splat(item) => item.value.for_each_symbol(visit),
            Value::Expression(kind) => kind.for_each_use(&mut |value, _| value.for_each_symbol(visit)),
            Value::Metadata(MetadataArgument::Value(operand)) => operand.value.for_each_symbol(visit),
            _ => {}
        }
    }
}
