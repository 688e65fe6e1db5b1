//! Programs about whose every execution the interpreter and the symbolic engines agree.
//!
//! The interpreter chooses where a language leaves things open and the symbolic engines refuse to: the number that the
//! bytes of a pointer are, the bits of a NaN, the order of objects, bytes that belong to no component. None of it can be
//! seen in a program whose memory holds nothing but integers of whole bytes, whose pointers are only moved and
//! followed, and that has no unions.

use cairn_ir::{
    Binary, Convert, ExprId, ExprKind, Place, PlaceBase, Program, Statement, StatementKind, TypeId, TypeKind,
};

pub fn is_plain(program: &Program) -> bool {
    let plain = Plain { program };
    let variables = program.variables.values();
    let statements = program.procedures.values().flat_map(|p| p.blocks.values()).flat_map(|b| &b.statements);
    variables.into_iter().all(|v| plain.holds(v.ty, Part::Value) && (!v.addressable || plain.holds(v.ty, Part::Memory)))
        && (0..program.expr_count()).all(|number| plain.expression(ExprId(number as u32)))
        && statements.into_iter().all(|statement| plain.statement(statement))
}

struct Plain<'p> {
    program: &'p Program,
}

/// Where a value lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Value,
    Memory,
}

impl Plain<'_> {
    /// Whether values of a type may lie there.
    fn holds(&self, ty: TypeId, part: Part) -> bool {
        match self.program.types.kind(ty) {
            TypeKind::Union(_) => false,
            TypeKind::Array { element, .. } => self.holds(*element, part),
            TypeKind::Int(width) => part == Part::Value || matches!(width, 8 | 16 | 32 | 64),
            TypeKind::Record(record) => part == Part::Value && record.fields.iter().all(|f| self.holds(f.ty, part)),
            TypeKind::Bool | TypeKind::Float(_) | TypeKind::Pointer | TypeKind::MathInt | TypeKind::Real => {
                part == Part::Value
            }
        }
    }
    fn has_pointers(&self, ty: TypeId) -> bool {
        match self.program.types.kind(ty) {
            TypeKind::Pointer => true,
            TypeKind::Array { element, .. } => self.has_pointers(*element),
            TypeKind::Record(record) | TypeKind::Union(record) => record.fields.iter().any(|f| self.has_pointers(f.ty)),
            _ => false,
        }
    }
    fn expression(&self, id: ExprId) -> bool {
        let expression = self.program.expr(id);
        let no_pointers = |id: &ExprId| !self.has_pointers(self.program.type_of(*id));
        let kind = match &expression.kind {
            ExprKind::Binary(Binary::PointerAdd { .. } | Binary::PointerValid | Binary::SameObject, ..) => true,
            ExprKind::Binary(_, a, b) => no_pointers(a) && no_pointers(b),
            ExprKind::Convert(how, _) => {
                use Convert::{BitsToFloat, FloatToBits, IntToPointer, PointerToInt};
                !matches!(how, PointerToInt | IntToPointer | FloatToBits | BitsToFloat)
            }
            ExprKind::ProcedureAddress(_) | ExprKind::Apply(..) | ExprKind::Contents(_) => false,
            ExprKind::Load(_) => self.holds(expression.ty, Part::Memory),
            _ => true,
        };
        kind && self.holds(expression.ty, Part::Value)
    }
    fn statement(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Assign { target, .. } | StatementKind::Havoc { target } => self.place(target),
            StatementKind::Call { results, .. } => results.iter().all(|place| self.place(place)),
            StatementKind::Allocate { target, element, .. } => self.place(target) && self.holds(*element, Part::Memory),
            _ => true,
        }
    }
    fn place(&self, place: &Place) -> bool {
        match place.base {
            PlaceBase::Var(_) => true,
            PlaceBase::Deref(_, ty) => self.holds(ty, Part::Memory),
        }
    }
}
