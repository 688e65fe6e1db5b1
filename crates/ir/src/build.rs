//! Adding to a program. Every expression passes [`typing::check`](crate::typing::check) first, so an
//! ill-typed one never gets in; the error says why.

use crate::check::{CheckKind, Property, PropertyId};
use crate::contract::Contract;
use crate::expr::{Binary, Convert, Expr, ExprId, ExprKind, Place, PlaceBase, Projection, Unary};
use crate::program::{
    Block, BlockId, Initial, Origin, ProcId, Procedure, Program, Statement, StatementKind, Terminator, VarId, Variable,
    VariableKind,
};
use crate::role::ProcedureRole;
use crate::types::{TypeId, TypeKind};
use crate::typing::{self, TypeError};
use crate::value::{Bits, Pointer, Value};
use cairn_base::{Span, Table};
use num_bigint::BigInt;
use std::sync::Arc;

/// Result of adding an expression.
pub type Built = Result<ExprId, TypeError>;

impl Program {
    pub fn new() -> Self {
        Self::default()
    }

    // ---- expressions ----

    /// Adds an expression of a given type.
    pub fn add_expr(&mut self, kind: ExprKind, ty: TypeId, span: Option<Span>) -> Built {
        typing::check(self, &kind, ty)?;
        Ok(self.exprs.push(Expr { kind, ty, span }))
    }
    pub fn constant(&mut self, value: Value, ty: TypeId) -> Built {
        self.add_expr(ExprKind::Const(value), ty, None)
    }
    pub fn bool_const(&mut self, value: bool) -> ExprId {
        let ty = self.types.bool();
        self.exprs.push(Expr { kind: ExprKind::Const(Value::Bool(value)), ty, span: None })
    }
    /// A machine integer constant of an integer type, modulo 2^w.
    pub fn int_const(&mut self, ty: TypeId, value: impl Into<BigInt>) -> Built {
        match self.types.int_width(ty) {
            Some(width) => self.constant(Value::Int(Bits::from_signed(width, &value.into())), ty),
            None => Err(TypeError(format!("{} is not an integer type", typing::type_name(&self.types, ty)))),
        }
    }
    pub fn null(&mut self) -> ExprId {
        let ty = self.types.pointer();
        self.exprs.push(Expr { kind: ExprKind::Const(Value::Pointer(Pointer::NULL)), ty, span: None })
    }
    /// Reads a variable.
    pub fn var(&mut self, var: VarId) -> ExprId {
        let ty = self.variables[var].ty;
        self.exprs.push(Expr { kind: ExprKind::Var(var), ty, span: None })
    }
    pub fn unary(&mut self, op: Unary, a: ExprId) -> Built {
        let ty = match op {
            Unary::Not | Unary::NegateOverflows | Unary::FloatIs(_) | Unary::PointerIsLive | Unary::PointerIsHeap => {
                self.types.bool()
            }
            Unary::PointerOffset => self.types.int(64),
            Unary::PointerObjectSize => self.types.unsigned(64),
            _ => self.type_of(a),
        };
        self.add_expr(ExprKind::Unary(op, a), ty, None)
    }
    pub fn binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> Built {
        let ty = self.binary_result(op, a);
        self.add_expr(ExprKind::Binary(op, a, b), ty, None)
    }
    fn binary_result(&mut self, op: Binary, a: ExprId) -> TypeId {
        use Binary::*;
        match op {
            Add
            | Subtract
            | Multiply
            | Divide(_)
            | Remainder(_)
            | Modulo
            | ShiftLeft
            | ShiftRight(_)
            | BitAnd
            | BitOr
            | BitXor
            | FloatAdd(_)
            | FloatSubtract(_)
            | FloatMultiply(_)
            | FloatDivide(_)
            | FloatRemainder
            | FloatModulo
            | FloatMin
            | FloatMax
            | MathAdd
            | MathSubtract
            | MathMultiply
            | MathDivide
            | MathModulo
            | PointerAdd { .. } => self.type_of(a),
            PointerDifference => self.types.int(64),
            _ => self.types.bool(),
        }
    }
    pub fn convert(&mut self, op: Convert, a: ExprId, to: TypeId) -> Built {
        self.add_expr(ExprKind::Convert(op, a), to, None)
    }
    pub fn if_else(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> Built {
        let ty = self.type_of(then);
        self.add_expr(ExprKind::If(condition, then, otherwise), ty, None)
    }
    pub fn not(&mut self, a: ExprId) -> Built {
        self.unary(Unary::Not, a)
    }
    pub fn index(&mut self, array: ExprId, index: ExprId) -> Built {
        match *self.types.kind(self.type_of(array)) {
            TypeKind::Array { element, .. } => self.add_expr(ExprKind::Index(array, index), element, None),
            _ => Err(TypeError("indexed value is not an array".into())),
        }
    }
    pub fn field(&mut self, record: ExprId, n: u32) -> Built {
        let ty = match self.types.kind(self.type_of(record)) {
            TypeKind::Record(r) => r.fields.get(n as usize).map(|f| f.ty),
            _ => None,
        };
        match ty {
            Some(ty) => self.add_expr(ExprKind::Field(record, n), ty, None),
            None => Err(TypeError(format!("no component {n}"))),
        }
    }
    pub fn load(&mut self, pointer: ExprId, ty: TypeId) -> Built {
        self.add_expr(ExprKind::Load(pointer), ty, None)
    }
    pub fn address_of(&mut self, place: Place) -> Built {
        let ty = self.types.pointer();
        self.add_expr(ExprKind::AddressOf(place), ty, None)
    }
    /// The value now in a place, as an expression.
    pub fn read_place(&mut self, place: &Place) -> Built {
        let mut value = match place.base {
            PlaceBase::Var(var) => self.var(var),
            PlaceBase::Deref(pointer, ty) => self.load(pointer, ty)?,
        };
        for projection in &place.path {
            value = match *projection {
                Projection::Index(index) => self.index(value, index)?,
                Projection::Field(n) => self.field(value, n)?,
                Projection::Member(n) => self.member(value, n)?,
            };
        }
        Ok(value)
    }
    pub fn member(&mut self, union: ExprId, n: u32) -> Built {
        let ty = match self.types.kind(self.type_of(union)) {
            TypeKind::Union(r) => r.fields.get(n as usize).map(|f| f.ty),
            _ => None,
        };
        match ty {
            Some(ty) => self.add_expr(ExprKind::Member(union, n), ty, None),
            None => Err(TypeError(format!("no member {n}"))),
        }
    }
    /// Gives an expression a place in the source.
    pub fn set_span(&mut self, expr: ExprId, span: Span) {
        self.exprs[expr].span = Some(span);
    }

    // ---- variables, procedures, properties ----

    pub fn add_variable(
        &mut self,
        name: impl Into<Arc<str>>,
        ty: TypeId,
        kind: VariableKind,
        procedure: Option<ProcId>,
    ) -> VarId {
        let variable = Variable {
            name: name.into(),
            ty,
            kind,
            procedure,
            addressable: false,
            alignment: 1,
            temporary: false,
            source_name: None,
            initial: Initial::Zero,
            span: None,
        };
        let id = self.variables.push(variable);
        if let Some(procedure) = procedure {
            let procedure = &mut self.procedures[procedure];
            match kind {
                VariableKind::Parameter => procedure.parameters.push(id),
                VariableKind::Result => procedure.results.push(id),
                VariableKind::Local => procedure.locals.push(id),
                VariableKind::Global | VariableKind::Bound => {}
            }
        }
        id
    }
    /// A name that no procedure has.
    pub fn unused_name(&self, wanted: &str) -> String {
        let is_used = |name: &str| self.procedures.values().any(|procedure| *procedure.name == *name);
        let numbered = (2..).map(|n| format!("{wanted} {n}"));
        std::iter::once(wanted.to_string()).chain(numbered).find(|name| !is_used(name)).unwrap_or_default()
    }
    pub fn add_procedure(&mut self, name: impl Into<Arc<str>>) -> ProcId {
        self.procedures.push(Procedure {
            name: name.into(),
            role: ProcedureRole::default(),
            parameters: Vec::new(),
            results: Vec::new(),
            locals: Vec::new(),
            blocks: Table::new(),
            contract: Contract::default(),
            span: None,
        })
    }
    /// Adds a property with a name made of the procedure, the kind and a number.
    pub fn add_property(
        &mut self,
        kind: CheckKind,
        procedure: Option<ProcId>,
        description: impl Into<Arc<str>>,
        span: Option<Span>,
    ) -> PropertyId {
        let owner = procedure.map_or("program".to_string(), |p| self.procedures[p].name.to_lowercase());
        let number = self.property_numbers.entry((procedure, kind)).or_insert(0);
        *number += 1;
        let name = format!("{owner}.{kind}.{number}").into();
        self.properties.push(Property { kind, name, description: description.into(), span, procedure })
    }
    /// Adds an empty block that stops; give it statements and a terminator later.
    pub fn add_block(&mut self, procedure: ProcId, label: impl Into<Arc<str>>) -> BlockId {
        self.procedures[procedure].blocks.push(Block {
            label: label.into(),
            statements: Vec::new(),
            terminator: Terminator::Stop,
            terminator_origin: Origin::unfinished(),
            loop_contract: None,
        })
    }
    pub fn push_statement(&mut self, procedure: ProcId, block: BlockId, kind: StatementKind, origin: Origin) {
        self.procedures[procedure].blocks[block].statements.push(Statement { kind, origin });
    }
    pub fn set_terminator(&mut self, procedure: ProcId, block: BlockId, terminator: Terminator, origin: Origin) {
        let block = &mut self.procedures[procedure].blocks[block];
        block.terminator = terminator;
        block.terminator_origin = origin;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ill_typed_expressions_are_refused() {
        let mut p = Program::new();
        let (i8, i16) = (p.types.int(8), p.types.int(16));
        let a = p.int_const(i8, 1).unwrap();
        let b = p.int_const(i16, 1).unwrap();
        let error = p.binary(Binary::Add, a, b).unwrap_err();
        assert_eq!(error.0, "right operand has type i16, expected i8");
        assert!(p.not(a).is_err());
        let sum = p.binary(Binary::Add, a, a).unwrap();
        assert_eq!(p.type_of(sum), i8);
    }
}
