//! Values, types and operations in words, for descriptions: as the source writes them where that is known.

use super::Lowering;
use super::body::{Held, Names};
use super::constants::constant_index;
use super::scan::Scan;
use crate::names::readable;
use crate::syntax::module::{BinaryOp, Function, InstructionKind, IntPredicate, Operand, Ty, TypeKind, Value};

/// Descriptions follow operands this far.
const MAX_DEPTH: u32 = 6;
/// Places written longer than this are not written.
const LONGEST_PLACE: usize = 60;

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
    /// How far from its base an address lies: optimisers and other languages than C count bytes, whatever lies there.
    pub(super) fn byte_distance(&self, unit: usize, source: Ty, indices: &[Operand<'a>]) -> Option<i64> {
        let [only] = indices else { return None };
        let bytes = matches!(self.kind(unit, source), TypeKind::Int(8)) && !self.debugs[unit].is_c_as_written();
        constant_index(&only.value).filter(|_| bytes)
    }
}

/// What puts values into words: what their names mean so far, and nothing that could change it.
pub(super) struct Words<'b, 'u, 'a> {
    pub low: &'b Lowering<'u, 'a>,
    pub unit: usize,
    pub function: &'b Function<'a>,
    pub scan: &'b Scan<'a>,
    pub held: &'b Names<'a>,
}

impl<'a> Words<'_, '_, 'a> {
    pub fn value(&self, value: &Value<'a>) -> String {
        self.at_depth(value, 0)
    }
    /// A pointer in words: `&a[i]`, where its value is the address of `a[i]`.
    pub fn pointer(&self, pointer: &Value<'a>) -> String {
        match self.value(pointer) {
            words if self.is_place(pointer) && !words.starts_with('%') => format!("&{words}"),
            words => words,
        }
    }
    /// What a pointer points to, in words: `a[i]`, `*p`.
    pub fn target(&self, pointer: &Value<'a>) -> String {
        self.target_at_depth(pointer, 0)
    }
    fn target_at_depth(&self, pointer: &Value<'a>, depth: u32) -> String {
        match self.at_depth(pointer, depth) {
            words if self.is_place(pointer) && !words.starts_with('%') => words,
            words if words.contains(' ') => format!("*({words})"),
            words => format!("*{words}"),
        }
    }
    /// An operation in words.
    pub fn operation(&self, kind: &InstructionKind<'a>) -> String {
        self.operation_at_depth(kind, 0).unwrap_or_else(|| "the operation".into())
    }
    fn at_depth(&self, value: &Value<'a>, depth: u32) -> String {
        match value {
            Value::Local(name) => self.local(name, depth),
            Value::Global(name) => self.global(name),
            Value::Int(number) => number.to_string(),
            Value::Bool(truth) => truth.to_string(),
            Value::Float(text) => float_words(text),
            Value::Null => "null".into(),
            Value::Zero => "0".into(),
            Value::Undef => "undef".into(),
            Value::Poison => "poison".into(),
            Value::Expression(kind) => self.operation_at_depth(kind, depth).unwrap_or_else(|| "…".into()),
            _ => "…".into(),
        }
    }
    fn local(&self, name: &'a str, depth: u32) -> String {
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
        let words = made_by.filter(|_| depth < MAX_DEPTH).and_then(|i| self.operation_at_depth(&i.kind, depth));
        words.unwrap_or_else(|| format!("%{name}"))
    }

    /// An operation as C writes it; none if it has no simple form there.
    fn operation_at_depth(&self, kind: &InstructionKind<'a>, depth: u32) -> Option<String> {
        let inner = |value: &Value<'a>| {
            let words = self.at_depth(value, depth + 1);
            if words.contains(' ') { format!("({words})") } else { words }
        };
        Some(match kind {
            InstructionKind::Load { pointer, .. } => self.target_at_depth(&pointer.value, depth + 1),
            InstructionKind::Binary { op, left, right, .. } => {
                format!("{} {} {}", inner(left), binary_words(*op), inner(right))
            }
            InstructionKind::Compare { predicate, left, right, .. } => {
                format!("{} {} {}", inner(left), comparison_words(*predicate), inner(right))
            }
            InstructionKind::Cast { operand, .. } | InstructionKind::Freeze(operand) => {
                self.at_depth(&operand.value, depth)
            }
            InstructionKind::GetElementPointer { source, base, indices, .. } => {
                return self.element(*source, base, indices, depth);
            }
            InstructionKind::Call(call) => match &call.callee {
                Value::Global(name) if !name.starts_with("llvm.") => format!("{}(…)", readable(name)),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Whether the words of an address are those of what lies there: a variable, an element, a member.
    pub fn is_place(&self, address: &Value<'a>) -> bool {
        let kind = match address {
            Value::Global(_) => return true,
            Value::Expression(kind) => kind,
            Value::Local(name) => match (self.held.get(name), self.scan.made_by.get(name)) {
                (Some(Held::Slot(_)), _) => return true,
                (_, Some(&(b, i))) => &self.function.blocks[b].instructions[i].kind,
                _ => return false,
            },
            _ => return false,
        };
        match kind {
            InstructionKind::GetElementPointer { source, indices, .. } => {
                self.low.byte_distance(self.unit, *source, indices).is_none()
            }
            InstructionKind::Cast { operand, .. } => self.is_place(&operand.value),
            _ => false,
        }
    }
    /// `a[i]`, `p->member`, `table[3].next`, `p + 8`.
    pub fn element(&self, source: Ty, base: &Operand<'a>, indices: &[Operand<'a>], depth: u32) -> Option<String> {
        let mut words = self.at_depth(&base.value, depth + 1);
        if words.starts_with('%') || words.contains(' ') || words.len() > LONGEST_PLACE {
            return None;
        }
        if let Some(distance) = self.low.byte_distance(self.unit, source, indices) {
            let base = if self.is_place(&base.value) { "&" } else { "" };
            return Some(format!("{base}{words} + {distance}"));
        }
        if words.starts_with(['*', '&']) {
            words = format!("({words})");
        }
        let (first, rest) = indices.split_first()?;
        let mut by_pointer = !self.is_place(&base.value);
        if rest.is_empty() || constant_index(&first.value) != Some(0) {
            words = format!("{words}[{}]", self.at_depth(&first.value, depth + 1));
            by_pointer = false;
        }
        let mut ty = source;
        for index in rest {
            match self.low.kind(self.unit, ty).clone() {
                TypeKind::Array(_, element) | TypeKind::Vector(_, element, _) => {
                    words = format!("{words}[{}]", self.at_depth(&index.value, depth + 1));
                    ty = element;
                }
                TypeKind::Struct { fields, .. } => {
                    let number = usize::try_from(constant_index(&index.value)?).ok()?;
                    let member = self.member(ty, number)?;
                    words = format!("{words}{}{member}", if by_pointer { "->" } else { "." });
                    ty = *fields.get(number)?;
                }
                _ => return None,
            }
            by_pointer = false;
        }
        Some(words)
    }

    // ---- what names mean in the source ----

    fn global(&self, name: &str) -> String {
        match self.low.symbol(self.unit, name) {
            Some(super::Symbol::Variable(u, i)) => match self.low.variables.get(&(u, i)) {
                Some(&variable) => self.low.program.variables[variable].name.to_string(),
                None => format!("@{name}"),
            },
            _ => readable(name),
        }
    }
    /// The name that the source gives a component of a structure.
    fn member(&self, ty: Ty, number: usize) -> Option<&'a str> {
        let unit = &self.low.units[self.unit];
        let TypeKind::Named(name) = unit.module.types.kind(ty) else { return None };
        // `%struct.point`, or `%struct.point.7` where a module has several; `.base` is a class without what follows it.
        let name = ["struct.", "class."].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
        let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let name = plain.strip_suffix('.').unwrap_or(name);
        let name = name.strip_suffix(".base").unwrap_or(name);
        let (offsets, _) = unit.layout.fields(&unit.module, ty)?;
        self.low.debugs[self.unit].member_name(name, *offsets.get(number)?)
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
