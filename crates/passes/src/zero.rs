//! The value with which variables begin, as an expression.

use crate::pass::Error;
use cairn_ir::typing::TypeError;
use cairn_ir::{ExprId, ExprKind, Layout, Program, TypeId, TypeKind};

/// Zero of a type. Arrays are filled rather than spelled out: their length costs nothing.
pub fn zero_of(program: &mut Program, ty: TypeId, pass: &'static str) -> Result<ExprId, Error> {
    let added = match program.types.kind(ty).clone() {
        TypeKind::Array { element, .. } => {
            let element = zero_of(program, element, pass)?;
            program.add_expr(ExprKind::ArrayFill(element), ty, None)
        }
        TypeKind::Record(record) => {
            let items = record.fields.iter().map(|field| zero_of(program, field.ty, pass));
            let items = items.collect::<Result<Vec<ExprId>, Error>>()?;
            program.add_expr(ExprKind::RecordOf(items), ty, None)
        }
        _ => {
            let zero = Layout::new(&program.types, program.target).zero(ty);
            let zero = zero.ok_or_else(|| TypeError("a type without a zero value".into()));
            zero.and_then(|value| program.constant(value, ty))
        }
    };
    added.map_err(|error| Error::IllTyped { pass, error })
}
