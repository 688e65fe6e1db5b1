//! Functions of verification tools that need more than a statement: uninterpreted functions of CBMC, its names for
//! static functions of other files, its numbers of objects, and intervals of Frama-C.

use super::{Lower, Lowerer, Refusal, numbered};
use crate::sema::tree::{Callee, Comparison, Expr, ExprKind, FunctionId, Linkage};
use crate::types::TypeId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Initial, Place, Sign, Terminator, VarId, VariableKind};

/// How many different arguments of an uninterpreted function are told apart.
const REMEMBERED: usize = 12;
const UNINTERPRETED: &str = "__CPROVER_uninterpreted_";
const FILE_LOCAL: &str = "__CPROVER_file_local_";

pub fn is_uninterpreted(name: &str) -> bool {
    name.starts_with(UNINTERPRETED)
}

impl Lowerer<'_> {
    /// The static function that CBMC's name for it (`__CPROVER_file_local_FILE_c_NAME`) means.
    pub fn file_local(&self, id: FunctionId) -> FunctionId {
        let function = &self.c.functions[id];
        let Some(rest) = function.name.strip_prefix(FILE_LOCAL).filter(|_| function.body.is_none()) else { return id };
        let is_meant = |other: &FunctionId| {
            let other = &self.c.functions[*other];
            let file = &self.sources.file(other.span.file).name;
            let base = file.rsplit('/').next().unwrap_or(file);
            let spelled: String = base.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            other.linkage == Linkage::Internal
                && other.body.is_some()
                && rest.strip_prefix(&*spelled).and_then(|rest| rest.strip_prefix('_')) == Some(&*other.name)
        };
        let mut meant = self.c.functions.ids().filter(is_meant);
        match (meant.next(), meant.next()) {
            (Some(only), None) => only,
            _ => id,
        }
    }
    /// Whether two numbers of objects are compared: that asks whether the objects are the same.
    pub fn compared_objects(&mut self, op: Comparison, a: &Expr, b: &Expr) -> Lower<Option<ExprId>> {
        let (Some(left), Some(right)) = (self.object_number(a), self.object_number(b)) else { return Ok(None) };
        let (left, right) = (self.value(left)?, self.value(right)?);
        let same = self.p.binary(Binary::SameObject, left, right)?;
        match op {
            Comparison::Equal => Ok(Some(same)),
            Comparison::NotEqual => Ok(Some(self.not(same)?)),
            _ => Ok(None),
        }
    }
    /// The pointer whose object's number an expression is.
    fn object_number<'e>(&self, e: &'e Expr) -> Option<&'e Expr> {
        match &e.kind {
            ExprKind::Cast(_, inner) => self.object_number(inner),
            ExprKind::Call { callee: Callee::Direct(id), arguments } => {
                let function = &self.c.functions[*id];
                let is_number = &*function.name == "__CPROVER_POINTER_OBJECT" && function.body.is_none();
                arguments.first().filter(|pointer| is_number && self.c.types.pointee(pointer.ty).is_some())
            }
            _ => None,
        }
    }
    /// A number between two bounds, both included; they must be in order.
    pub fn interval(&mut self, values: &[ExprId], ty: TypeId, span: Span) -> Lower<ExprId> {
        let [low, high] = *values else { return Err(Refusal::at("this call", span)) };
        let sort = self.ty(ty)?;
        let operation = match self.p.types.kind(sort) {
            ir::TypeKind::Float(_) => Binary::FloatLessEqual,
            _ if self.is_signed(ty) => Binary::LessEqual(Sign::Signed),
            _ => Binary::LessEqual(Sign::Unsigned),
        };
        let ordered = self.p.binary(operation, low, high)?;
        self.check(CheckKind::Precondition, ordered, "the bounds of the interval must be in order", span);
        let value = self.arbitrary("interval", sort, span, "a value in an interval");
        let above = self.p.binary(operation, low, value)?;
        let below = self.p.binary(operation, value, high)?;
        let inside = self.p.binary(Binary::And, above, below)?;
        self.assume(inside, span);
        Ok(value)
    }
    /// The body of a function of which nothing is known but that it is one: what it was asked for is remembered.
    pub fn uninterpreted_body(&mut self, parameters: &[VarId], span: Span) -> Lower<()> {
        let Some(result) = self.frame.result else {
            self.terminate(Terminator::Return, span);
            return Ok(());
        };
        let is_number = |lowerer: &Self, var: VarId| {
            let ty = lowerer.p.variables[var].ty;
            matches!(lowerer.p.types.kind(ty), ir::TypeKind::Bool | ir::TypeKind::Int(_) | ir::TypeKind::Pointer)
        };
        if !parameters.iter().all(|var| is_number(self, *var)) {
            return Err(Refusal::at("an uninterpreted function of other values than numbers and pointers", span));
        }
        let end = self.new_block("end");
        for _ in 0..REMEMBERED {
            self.remembered_answer(parameters, result, end, span)?;
        }
        let what = format!("more than {REMEMBERED} different arguments of an uninterpreted function are not supported");
        self.never(CheckKind::Unsupported, what, span);
        self.goto_and_enter(end, span);
        self.terminate(Terminator::Return, span);
        Ok(())
    }
    /// One answer: if it was given, for these arguments, it is given again; if not yet, it is made up.
    fn remembered_answer(&mut self, parameters: &[VarId], result: VarId, end: ir::BlockId, span: Span) -> Lower<()> {
        let truth = self.p.types.bool();
        let known = self.ghost("known", truth);
        let answer = self.ghost("answer", self.p.variables[result].ty);
        let asked: Vec<VarId> = parameters.iter().map(|var| self.ghost("asked", self.p.variables[*var].ty)).collect();
        let (new, old, same, next) =
            (self.new_block("new"), self.new_block("old"), self.new_block("same"), self.new_block("next"));
        let is_known = self.p.var(known);
        self.branch(is_known, old, new, span);
        self.enter(new);
        self.havoc(Place::var(result), span, "an uninterpreted function");
        let (value, truth) = (self.p.var(result), self.p.bool_const(true));
        self.assign_var(answer, value, span);
        for (var, parameter) in asked.iter().zip(parameters) {
            let value = self.p.var(*parameter);
            self.assign_var(*var, value, span);
        }
        self.assign_var(known, truth, span);
        self.goto(end, span);
        self.enter(old);
        let mut equal = self.p.bool_const(true);
        for (var, parameter) in asked.iter().zip(parameters) {
            let (a, b) = (self.p.var(*var), self.p.var(*parameter));
            let alike = self.p.binary(Binary::Equal, a, b)?;
            equal = self.p.binary(Binary::And, equal, alike)?;
        }
        self.branch(equal, same, next, span);
        self.enter(same);
        let value = self.p.var(answer);
        self.assign_var(result, value, span);
        self.goto(end, span);
        self.enter(next);
        Ok(())
    }
    fn ghost(&mut self, name: &str, ty: ir::TypeId) -> VarId {
        let name = numbered(&mut self.global_names, name);
        let var = self.p.add_variable(name, ty, VariableKind::Global, None);
        self.p.variables[var].initial = Initial::Zero;
        self.p.variables[var].temporary = true;
        var
    }
}
