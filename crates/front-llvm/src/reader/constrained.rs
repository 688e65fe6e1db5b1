//! Floating-point operations where the program may look at exceptions and roundings: `llvm.experimental.constrained.*`.
//!
//! Results are rounded to nearest (to change that is refused where it is done), and exceptions stop no program: so they are the plain
//! operations. Those that state another rounding stay calls, which are refused.

use super::Reader;
use super::instructions::float_predicate;
use crate::syntax::module::{Argument, Call, InstructionKind, MetadataArgument, Operand, Value};

pub(super) const PREFIX: &str = "llvm.experimental.constrained.";

impl<'a> Reader<'a> {
    pub(super) fn constrained(&self, name: &str, call: Call<'a>) -> InstructionKind<'a> {
        let family = name.split('.').next().unwrap_or("");
        let texts: Vec<&str> = call.arguments.iter().filter_map(|argument| self.metadata_text(argument)).collect();
        let is_nearest =
            |text: &&str| !text.starts_with("round.") || matches!(*text, "round.dynamic" | "round.tonearest");
        if !texts.iter().all(is_nearest) {
            return InstructionKind::Call(Box::new(call));
        }
        let is_value = |argument: &&Argument<'a>| !matches!(argument.operand.value, Value::Metadata(_));
        let operands: Vec<Operand<'a>> = call.arguments.iter().filter(is_value).map(|a| a.operand.clone()).collect();
        let flags = call.flags;
        match (&operands[..], Self::binary_op(family), Self::cast_op(family)) {
            ([left, right], Some(op), _) => {
                let (left, ty, right) = (left.value.clone(), left.ty, right.value.clone());
                InstructionKind::Binary { op, flags, ty, left, right }
            }
            // `trunc` is a rounding here.
            ([operand], _, Some(op)) if family != "trunc" => {
                InstructionKind::Cast { op, flags, operand: operand.clone(), to: call.result }
            }
            ([left, right], ..) if matches!(family, "fcmp" | "fcmps") => {
                match texts.iter().find_map(|text| float_predicate(text)) {
                    Some(predicate) => {
                        let (left, ty, right) = (left.value.clone(), left.ty, right.value.clone());
                        InstructionKind::FloatCompare { predicate, flags, ty, left, right }
                    }
                    None => InstructionKind::Call(Box::new(call)),
                }
            }
            _ => Self::plain_call(family, call),
        }
    }
    /// The call of the intrinsic without constraints. Types in names say nothing that the arguments do not.
    fn plain_call(family: &str, mut call: Call<'a>) -> InstructionKind<'a> {
        const NAMES: [&str; 18] = [
            "llvm.ceil",
            "llvm.floor",
            "llvm.fma",
            "llvm.fmuladd",
            "llvm.llrint",
            "llvm.llround",
            "llvm.lrint",
            "llvm.lround",
            "llvm.maximum",
            "llvm.maxnum",
            "llvm.minimum",
            "llvm.minnum",
            "llvm.nearbyint",
            "llvm.rint",
            "llvm.round",
            "llvm.roundeven",
            "llvm.sqrt",
            "llvm.trunc",
        ];
        if let Some(name) = NAMES.iter().find(|name| name.strip_prefix("llvm.") == Some(family)) {
            call.callee = Value::Global(name);
            call.arguments.retain(|argument| !matches!(argument.operand.value, Value::Metadata(_)));
        }
        InstructionKind::Call(Box::new(call))
    }
    /// The text of `metadata !"round.dynamic"`.
    fn metadata_text(&self, argument: &Argument<'a>) -> Option<&'a str> {
        let Value::Metadata(MetadataArgument::Inline(at)) = argument.operand.value else { return None };
        self.cursor.text.get(at as usize..)?.strip_prefix("!\"")?.split('"').next()
    }
}
