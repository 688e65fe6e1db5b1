//! Calls: of functions of the modules, through pointers, and of functions that are only declared.

use super::body::Body;
use super::memory::debug_value_of;
use super::{Lowered, Symbol, refuse};
use crate::codes;
use crate::syntax::module::{Argument, Call, InstructionKind, Ty, TypeKind, Value};
use cairn_base::Diagnostic;
use cairn_ir::{Binary, Callee, CheckKind, ExprId, ExprKind, Place, ProcId, StatementKind, Terminator};

impl<'a> Body<'_, '_, 'a> {
    pub fn call(&mut self, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        if let Some((value, variable, whole)) = debug_value_of(call, self.low.units[self.unit].text) {
            return self.debug_value(value, variable, whole);
        }
        match &call.callee {
            Value::Global(name) if name.starts_with("llvm.dbg.") => Ok(()),
            Value::Global(name) if name.starts_with("llvm.") => self.intrinsic(name, call, result),
            Value::Global(name) => self.call_named(name, call, result),
            Value::Expression(kind) => match &**kind {
                InstructionKind::Cast { operand, .. } => match operand.value {
                    Value::Global(name) => self.call_named(name, call, result),
                    _ => refuse("a call of this constant expression is not supported"),
                },
                _ => refuse("a call of this constant expression is not supported"),
            },
            Value::Assembly => refuse("inline assembly is not supported"),
            callee => self.call_pointer(callee, call, result),
        }
    }

    fn call_named(&mut self, name: &'a str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        for argument in call.arguments.iter().filter(|argument| argument.noundef) {
            self.must_not_be_poison(&argument.operand.value, "the argument")?;
        }
        if self.library_call(name, call, result)? {
            return Ok(());
        }
        match self.low.symbol(self.unit, name) {
            Some(Symbol::Function(u, i)) if !self.low.function((u, i)).blocks.is_empty() => {
                let Some(&callee) = self.low.procedures.get(&(u, i)) else {
                    return refuse(format!("@{name} is not reachable"));
                };
                self.settle_reads();
                let arguments = self.arguments(&call.arguments, callee)?;
                self.call_statement(Callee::Direct(callee), callee, arguments, call, result)
            }
            Some(Symbol::Function(..)) => self.unknown_call(name, call, result),
            _ => refuse(format!("@{name} is not a function")),
        }
    }

    /// Arguments for the callee's parameters; more than those only variable argument lists could reach.
    fn arguments(&mut self, given: &[Argument<'a>], callee: ProcId) -> Lowered<Vec<ExprId>> {
        let parameters = self.low.program.procedures[callee].parameters.clone();
        if given.len() < parameters.len() {
            return refuse("a call with too few arguments");
        }
        let mut arguments = Vec::new();
        for (argument, parameter) in given.iter().zip(&parameters) {
            let value = match argument.byval {
                Some(ty) => self.copy_of(&argument.operand.value, argument.operand.ty, ty)?,
                None => self.operand(&argument.operand)?,
            };
            let wanted = self.low.program.variables[*parameter].ty;
            if !self.low.program.types.same_shape(self.low.program.type_of(value), wanted) {
                return refuse("a call whose arguments do not fit the function's parameters");
            }
            arguments.push(value);
        }
        Ok(arguments)
    }
    /// `byval`: the callee gets the address of a copy.
    fn copy_of(&mut self, pointer: &Value<'a>, pointer_type: Ty, ty: Ty) -> Lowered<ExprId> {
        let id = self.ty(ty)?;
        let operand = crate::syntax::module::Operand { ty: pointer_type, value: pointer.clone() };
        let address = self.address_checks(ty, &operand)?;
        let value = self.low.program.load(address, id)?;
        let copy = self.fresh(id);
        self.low.program.variables[copy].addressable = true;
        self.assign(copy, value);
        Ok(self.low.program.address_of(Place::var(copy))?)
    }

    fn call_statement(
        &mut self,
        callee: Callee,
        like: ProcId,
        arguments: Vec<ExprId>,
        call: &Call<'a>,
        result: Option<&'a str>,
    ) -> Lowered<()> {
        let returned = self.low.program.procedures[like].results.first().map(|r| self.low.program.variables[*r].ty);
        let mut results = Vec::new();
        if let Some(returned) = returned {
            let wanted = self.ty(call.result).unwrap_or(returned);
            if !self.low.program.types.same_shape(returned, wanted) {
                return refuse("a call whose result does not fit the function's");
            }
            let target = match result {
                Some(name) => self.target(name, returned),
                None => self.fresh(returned),
            };
            results.push(Place::var(target));
        }
        self.push(StatementKind::Call { callee, arguments, results });
        Ok(())
    }

    /// Any function whose address is taken and whose type fits may be meant.
    fn call_pointer(&mut self, callee: &Value<'a>, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        self.must_not_be_poison(callee, "the called address")?;
        let words = self.words(callee);
        let Value::Local(_) = callee else { return refuse("a call of this constant is not supported") };
        let pointer = self.value(call.result, callee)?;
        self.settle_reads();
        let mut candidates = Vec::new();
        for key in self.low.address_taken.clone() {
            if let Some(&procedure) = self.low.procedures.get(&key)
                && self.fits(procedure, call)
            {
                candidates.push(procedure);
            }
        }
        let bool = self.low.program.bool_const(false);
        let mut known = bool;
        let pointer_type = self.low.program.types.pointer();
        for &candidate in &candidates {
            let address = self.low.program.add_expr(ExprKind::ProcedureAddress(candidate), pointer_type, None)?;
            let equal = self.low.program.binary(Binary::Equal, pointer, address)?;
            known = self.low.program.binary(Binary::Or, known, equal)?;
        }
        self.check(CheckKind::Pointer, known, format!("{words} must point to a function of this type"));
        let Some(&like) = candidates.first() else {
            self.end(Terminator::Stop);
            return Ok(());
        };
        let arguments = self.arguments(&call.arguments, like)?;
        self.call_statement(Callee::Indirect { pointer, candidates }, like, arguments, call, result)
    }
    fn fits(&mut self, procedure: ProcId, call: &Call<'a>) -> bool {
        let parameters = self.low.program.procedures[procedure].parameters.clone();
        let results = self.low.program.procedures[procedure].results.clone();
        let result_fits = match (results.first(), self.ty(call.result)) {
            (Some(&own), Ok(wanted)) => self.low.program.types.same_shape(self.low.program.variables[own].ty, wanted),
            (None, Err(_)) => matches!(self.kind(call.result), TypeKind::Void),
            _ => false,
        };
        result_fits
            && parameters.len() == call.arguments.len()
            && parameters.iter().zip(&call.arguments).all(|(&own, argument)| {
                let Ok(given) = self.ty(argument.operand.ty) else { return false };
                self.low.program.types.same_shape(self.low.program.variables[own].ty, given)
            })
    }

    /// A function that is only declared: an arbitrary result. What it may write through pointers is not followed,
    /// unless its attributes say that it writes nothing.
    fn unknown_call(&mut self, name: &'a str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        if self.low.noted.insert(name) {
            let message = format!("`{name}` has no body: its result is taken to be arbitrary");
            let mut diagnostic = Diagnostic::warning(codes::NO_BODY, message);
            if let Some(span) = self.origin.span {
                diagnostic = diagnostic.at(span, "called here");
            }
            self.low.diagnostics.push(diagnostic);
        }
        if !self.only_reads(name, call) {
            return refuse(format!("`{name}` has no body and may write through its pointer arguments"));
        }
        if result.is_some() && matches!(self.kind(call.result), TypeKind::Pointer) {
            // An arbitrary pointer points to no object, but this one surely does.
            return refuse(format!("`{name}` has no body and returns a pointer"));
        }
        self.settle_reads();
        if self.does_not_return(name, call) {
            self.end(Terminator::Stop);
            return Ok(());
        }
        self.arbitrary_result(call, result)
    }
    pub fn arbitrary_result(&mut self, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        if matches!(self.kind(call.result), TypeKind::Void) {
            return Ok(());
        }
        let Some(name) = result else { return Ok(()) };
        let ty = self.ty(call.result)?;
        let target = self.target(name, ty);
        self.push(StatementKind::Havoc { target: Place::var(target) });
        Ok(())
    }
    fn does_not_return(&self, name: &str, call: &Call<'a>) -> bool {
        call.noreturn || self.has_attribute(call.attributes, "noreturn") || self.declared_with(name, "noreturn")
    }
    fn only_reads(&self, name: &str, call: &Call<'a>) -> bool {
        let no_pointers = call.arguments.iter().all(|a| !matches!(self.kind(a.operand.ty), TypeKind::Pointer));
        let says = |word: &str| self.declared_with(name, word) || self.has_attribute(call.attributes, word);
        no_pointers || says("readnone") || says("readonly") || says("memory(none)") || says("memory(read)")
    }
    fn declared_with(&self, name: &str, attribute: &str) -> bool {
        let functions = &self.low.units[self.unit].module.functions;
        functions
            .iter()
            .find(|f| f.name == name)
            .is_some_and(|f| (attribute == "noreturn" && f.noreturn) || self.has_attribute(f.attributes, attribute))
    }
    fn has_attribute(&self, group: Option<u32>, attribute: &str) -> bool {
        let text = group.and_then(|group| self.low.units[self.unit].module.attributes.get(&group));
        text.is_some_and(|text| text.split([' ', '{', '}']).any(|word| word == attribute))
    }
}
