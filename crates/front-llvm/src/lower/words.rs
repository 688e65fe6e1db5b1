//! Values, types and operations in words, for descriptions: as the source writes them where that is known.

use super::Lowering;
use super::body::{Body, Held};
use crate::syntax::module::{BinaryOp, InstructionKind, IntPredicate, Ty, TypeKind, Value};

/// Descriptions follow operands this far.
const MAX_DEPTH: u32 = 3;

impl<'a> Lowering<'_, 'a> {
    pub(super) fn type_words(&self, unit: usize, ty: Ty) -> String {
        match self.units[unit].module.types.kind(ty) {
            TypeKind::Void => "void".into(),
            TypeKind::Int(width) => format!("i{width}"),
            TypeKind::Float(kind) => format!("{kind:?}").to_lowercase(),
            TypeKind::Pointer => "ptr".into(),
            TypeKind::Array(length, _) => format!("[{length} x …]"),
            TypeKind::Vector(length, _, scalable) => {
                format!("<{}{length} x …>", if *scalable { "vscale x " } else { "" })
            }
            TypeKind::Named(name) => format!("%{name}"),
            TypeKind::Struct { .. } => "{ … }".into(),
            TypeKind::Function { .. } => "function".into(),
            TypeKind::Label => "label".into(),
            TypeKind::Metadata => "metadata".into(),
            TypeKind::Token => "token".into(),
            TypeKind::Other(word) => (*word).to_string(),
        }
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub fn words(&self, value: &Value<'a>) -> String {
        self.words_at(value, 0)
    }
    /// An operation in words.
    pub fn operation(&self, kind: &InstructionKind<'a>) -> String {
        self.operation_words(kind, 0).unwrap_or_else(|| "the operation".into())
    }
    fn words_at(&self, value: &Value<'a>, depth: u32) -> String {
        match value {
            Value::Local(name) => self.local_words(name, depth),
            Value::Global(name) => self.global_words(name),
            Value::Int(number) => number.to_string(),
            Value::Bool(truth) => truth.to_string(),
            Value::Float(text) => float_words(text),
            Value::Null => "null".into(),
            Value::Zero => "0".into(),
            Value::Undef => "undef".into(),
            Value::Poison => "poison".into(),
            Value::Expression(kind) => self.operation_words(kind, depth).unwrap_or_else(|| "…".into()),
            _ => "…".into(),
        }
    }
    fn global_words(&self, name: &str) -> String {
        match self.low.symbol(self.unit, name) {
            Some(super::Symbol::Variable(u, i)) => match self.low.variables.get(&(u, i)) {
                Some(&variable) => self.low.program.variables[variable].name.to_string(),
                None => format!("@{name}"),
            },
            _ => name.to_string(),
        }
    }
    fn local_words(&self, name: &'a str, depth: u32) -> String {
        if let Some(Held::Slot(variable)) = self.held.get(name) {
            return self.low.program.variables[*variable].name.to_string();
        }
        if let Some(Held::Variable(variable)) = self.held.get(name) {
            let variable = &self.low.program.variables[*variable];
            if !variable.temporary {
                return variable.name.to_string();
            }
        }
        // A name that somebody chose says more than what it was computed from.
        if !name.starts_with(|c: char| c.is_ascii_digit()) && self.function.debug.is_none() {
            return format!("%{name}");
        }
        let made_by = self.scan.made_by.get(name).map(|&(b, i)| &self.function.blocks[b].instructions[i]);
        let words = made_by.filter(|_| depth < MAX_DEPTH).and_then(|i| self.operation_words(&i.kind, depth));
        words.unwrap_or_else(|| format!("%{name}"))
    }

    /// An operation as C writes it; none if it has no simple form there.
    fn operation_words(&self, kind: &InstructionKind<'a>, depth: u32) -> Option<String> {
        let inner = |value: &Value<'a>| {
            let words = self.words_at(value, depth + 1);
            if words.contains(' ') { format!("({words})") } else { words }
        };
        Some(match kind {
            InstructionKind::Load { pointer, .. } => match self.words_at(&pointer.value, depth + 1) {
                words if words.starts_with('%') => format!("*{words}"),
                words => words,
            },
            InstructionKind::Binary { op, left, right, .. } => {
                format!("{} {} {}", inner(left), binary_words(*op), inner(right))
            }
            InstructionKind::Compare { predicate, left, right, .. } => {
                format!("{} {} {}", inner(left), comparison_words(*predicate), inner(right))
            }
            InstructionKind::Cast { operand, .. } | InstructionKind::Freeze(operand) => {
                self.words_at(&operand.value, depth)
            }
            InstructionKind::GetElementPointer { source, base, indices, .. } => {
                let array = inner(&base.value);
                let is_structure = matches!(self.kind(*source), TypeKind::Struct { .. });
                match &indices[..] {
                    [.., index] if !(array.starts_with('%') || is_structure && indices.len() > 1) => {
                        format!("{array}[{}]", self.words_at(&index.value, depth + 1))
                    }
                    _ => return None,
                }
            }
            InstructionKind::Call(call) => match &call.callee {
                Value::Global(name) if !name.starts_with("llvm.") => format!("{name}(…)"),
                _ => return None,
            },
            _ => return None,
        })
    }
}

fn float_words(text: &str) -> String {
    text.parse::<f64>().map_or_else(|_| text.to_string(), |number| format!("{number:?}"))
}

fn comparison_words(predicate: IntPredicate) -> &'static str {
    match predicate {
        IntPredicate::Eq => "==",
        IntPredicate::Ne => "!=",
        IntPredicate::Ugt | IntPredicate::Sgt => ">",
        IntPredicate::Uge | IntPredicate::Sge => ">=",
        IntPredicate::Ult | IntPredicate::Slt => "<",
        IntPredicate::Ule | IntPredicate::Sle => "<=",
    }
}

pub(super) fn binary_words(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add | BinaryOp::FAdd => "+",
        BinaryOp::Sub | BinaryOp::FSub => "-",
        BinaryOp::Mul | BinaryOp::FMul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::FDiv => "/",
        BinaryOp::URem | BinaryOp::SRem | BinaryOp::FRem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    }
}
