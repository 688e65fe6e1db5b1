//! Calls: of functions of the modules, through pointers, and of functions that are only declared.

use super::body::{Body, Held};
use super::constants::resolved;
use super::emitter::Emitter;
use super::interface::called_name;
use super::{Lowered, Lowering, Symbol, refuse};
use crate::codes;
use crate::names::readable;
use crate::syntax::module::{Call, Parameter, Ty, TypeKind, Value};
use cairn_base::Diagnostic;
use cairn_ir::{Binary, Callee, CheckKind, ExprId, ExprKind, Place, ProcId, StatementKind, Terminator};

/// Functions of the C library that change how results are rounded.
const ROUNDING: [&str; 3] = ["fesetround", "fesetenv", "feupdateenv"];

/// Arithmetic of complex numbers, by functions that come with the compiler.
const COMPLEX: [&str; 6] = ["__divsc3", "__divdc3", "__divxc3", "__mulsc3", "__muldc3", "__mulxc3"];

impl<'a> Emitter<'_, '_, 'a> {
    /// How many arguments of a call are named, if there may be more.
    fn variadic_call(&self, call: &Call<'a>) -> Option<usize> {
        match self.kind(call.function_type?) {
            TypeKind::Function { parameters, variadic: true, .. } => Some(parameters.len()),
            _ => None,
        }
    }
    fn is_variadic(&self, procedure: ProcId) -> bool {
        self.low.named_parameters(procedure).len() < self.low.program.procedures[procedure].parameters.len()
    }
    fn fits(&mut self, procedure: ProcId, call: &Call<'a>) -> bool {
        let parameters = self.low.named_parameters(procedure);
        let is_variadic = self.is_variadic(procedure);
        let results = self.low.program.procedures[procedure].results.clone();
        let result_fits = match (results.first(), self.ty(call.result)) {
            (Some(&own), Ok(wanted)) => self.low.program.types.same_shape(self.low.program.variables[own].ty, wanted),
            (None, Err(_)) => matches!(self.kind(call.result), TypeKind::Void),
            _ => false,
        };
        // A call without a prototype looks like one with unnamed arguments that has none.
        let named = self.variadic_call(call).filter(|named| is_variadic || *named < call.arguments.len());
        result_fits
            && is_variadic == named.is_some()
            && parameters.len() == named.unwrap_or(call.arguments.len())
            && parameters.iter().zip(&call.arguments).all(|(&own, argument)| {
                let Ok(given) = self.ty(argument.operand.ty) else { return false };
                self.low.program.types.same_shape(self.low.program.variables[own].ty, given)
            })
    }

    /// Says once that nothing is known of a function.
    fn note_unknown(&mut self, name: &'a str) {
        if self.low.noted.insert(name) {
            let message = format!("`{}` has no body", readable(name));
            let mut diagnostic = Diagnostic::warning(codes::NO_BODY, message);
            if let Some(span) = self.origin.span {
                diagnostic = diagnostic.at(span, "called here");
            }
            let note = "it gives an arbitrary result and writes arbitrary values through its pointer arguments; \
                        proofs hold whatever it writes into variables that other modules can see";
            let help = "give the module that defines it, or say with `--stub` what it may do";
            self.low.diagnostics.push(diagnostic.note(note).help(help));
            let stub = self.low.options.stubs.iter().rev().find(|(stub, _)| stub == name);
            let stub = stub.map_or(self.low.options.other_stubs, |(_, word)| word);
            let span = self.origin.span;
            self.low.program.assumed.push(cairn_ir::AssumedFunction { name: readable(name).into(), stub, span });
        }
    }
    fn does_not_return(&self, name: &str, call: &Call<'a>) -> bool {
        call.noreturn
            || self.low.has_attribute(self.unit, call.attributes, "noreturn")
            || self.declared_with(name, "noreturn")
    }
    fn only_reads(&self, name: &str, call: &Call<'a>) -> bool {
        let no_pointers = call.arguments.iter().all(|a| !matches!(self.kind(a.operand.ty), TypeKind::Pointer));
        no_pointers || self.promises_to_read(name, call)
    }
    fn promises_to_read(&self, name: &str, call: &Call<'a>) -> bool {
        let says =
            |word: &str| self.declared_with(name, word) || self.low.has_attribute(self.unit, call.attributes, word);
        says("readnone") || says("readonly") || says("memory(none)") || says("memory(read)")
    }
    fn declared_with(&self, name: &str, attribute: &str) -> bool {
        let functions = &self.low.units[self.unit].module.functions;
        functions.iter().find(|f| f.name == name).is_some_and(|f| {
            (attribute == "noreturn" && f.noreturn) || self.low.has_attribute(self.unit, f.attributes, attribute)
        })
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub fn call(&mut self, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        match (called_name(call), &call.callee) {
            (Some(name), _) if name.starts_with("llvm.") => self.intrinsic(name, call, result),
            (Some(name), _) => self.call_named(name, call, result),
            (None, Value::Expression(_)) => refuse("a call of this constant expression is not supported"),
            (None, Value::Assembly { template, constraints }) => self.assembly(template, constraints, call, result),
            (None, callee) => self.call_pointer(callee, call, result),
        }
    }

    /// Assembly without instructions only keeps the compiler from moving things: what goes in comes out.
    fn assembly(&mut self, template: &str, constraints: &str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        if !template.trim().is_empty() {
            return refuse("inline assembly is not supported");
        }
        let Some(result) = result else { return Ok(()) };
        // An output, an input in the same place (`=r,0`), and what is overwritten.
        let mut places = constraints.split(',');
        let output = places.next().unwrap_or("");
        let input = places.next().unwrap_or("");
        let simple = output.starts_with('=') && input == "0" && call.arguments.len() == 1;
        if !simple || places.any(|place| !place.starts_with('~')) {
            return refuse("inline assembly with these operands is not supported");
        }
        let value = self.argument(call, 0)?;
        self.define(result, value, 0, false);
        Ok(())
    }
    fn call_named(&mut self, name: &'a str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        let stated = match self.out.low.symbol(self.out.unit, name) {
            Some(Symbol::Function(u, i)) => &self.out.low.function((u, i)).parameters[..],
            _ => &[],
        };
        self.arguments_matter(call, stated)?;
        if self.out.low.symbol(self.out.unit, name).is_some_and(|symbol| self.out.low.may_be_missing(symbol)) {
            return refuse(format!("@{name} may be defined nowhere, and is then null"));
        }
        if self.library_call(name, call, result)? {
            return Ok(());
        }
        if let Some(what) = super::library::unwinds(name) {
            return refuse(format!(
                "{what} are not supported: @{name} leaves the function in another way than by returning"
            ));
        }
        let Some(Symbol::Function(u, i)) = self.out.low.symbol(self.out.unit, name) else {
            let is_resolved = self.out.low.alias(self.out.unit, name).is_some_and(|alias| alias.resolver);
            return refuse(if is_resolved { resolved(name) } else { format!("@{name} is not a function") });
        };
        let function = self.out.low.function((u, i));
        // Instructions round to nearest; what they mean in another mode is not in the module.
        if function.blocks.is_empty() && ROUNDING.contains(&name) {
            return refuse(format!("@{name}, which changes how results are rounded, is not supported in modules"));
        }
        let gives_pointer = result.is_some() && matches!(self.out.kind(call.result), TypeKind::Pointer);
        if function.blocks.is_empty()
            && super::runtime::is_of_library(name)
            && (gives_pointer || !self.out.only_reads(name, call))
        {
            return refuse(format!("`{}` is not in the module, and what it does is not known", readable(name)));
        }
        if function.blocks.is_empty() && COMPLEX.contains(&name) {
            return refuse(format!("@{name}, arithmetic of complex numbers, is not supported"));
        }
        let procedure =
            self.out.low.linked_call(self.out.unit, self.at).or(self.out.low.procedures.get(&(u, i)).copied());
        if function.blocks.is_empty() && self.out.low.linked.unknown.contains(name) {
            self.out.note_unknown(name);
        }
        let Some(callee) = procedure else { return self.unlinked_call(name, call, result) };
        let mut arguments = self.arguments(call, callee, &function.parameters)?;
        if function.variadic && !function.blocks.is_empty() {
            arguments.extend(self.unnamed_arguments(call, function.parameters.len())?);
        }
        self.settle_reads();
        self.call_statement(Callee::Direct(callee), callee, arguments, call, result)?;
        if let (Some(name), Some(Held::Variable(variable))) =
            (result, result.and_then(|name| self.held.get(name).copied()))
        {
            let value = self.out.low.program.var(variable);
            if function.blocks.is_empty() {
                self.out.assume_facts(&function.result_facts, value)?;
                self.out.assume_facts(&call.result_facts, value)?;
            } else {
                self.check_facts(&call.result_facts, &Value::Local(name), value, "the result")?;
            }
        }
        if function.blocks.is_empty() && self.out.does_not_return(name, call) {
            self.out.end(Terminator::Stop);
        }
        Ok(())
    }

    /// What is given to a function is taken to be used there; a literal that stands for any value is not.
    fn arguments_matter(&mut self, call: &Call<'a>, stated: &[Parameter<'a>]) -> Lowered<()> {
        for (position, argument) in call.arguments.iter().enumerate() {
            let literal = matches!(argument.operand.value, Value::Undef | Value::Poison);
            if !literal || Emitter::argument_facts(call, position, stated).noundef {
                self.must_not_be_poison(&argument.operand.value, "the argument")?;
            }
        }
        Ok(())
    }

    /// A call of a function of the C library.
    pub fn call_library(&mut self, callee: ProcId, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        self.arguments_matter(call, &[])?;
        let arguments = self.arguments(call, callee, &[])?;
        self.settle_reads();
        self.call_statement(Callee::Direct(callee), callee, arguments, call, result)
    }

    /// Arguments for the callee's named parameters.
    fn arguments(&mut self, call: &Call<'a>, callee: ProcId, stated: &[Parameter<'a>]) -> Lowered<Vec<ExprId>> {
        let given = &call.arguments;
        let parameters = self.out.low.named_parameters(callee);
        if given.len() < parameters.len() {
            return refuse("a call with too few arguments");
        }
        let mut arguments = Vec::new();
        for (position, (argument, parameter)) in given.iter().zip(&parameters).enumerate() {
            let value = match argument.byval {
                Some(ty) => self.copy_of(&argument.operand.value, argument.operand.ty, ty)?,
                None => {
                    let value = self.operand(&argument.operand)?;
                    let facts = Emitter::argument_facts(call, position, stated);
                    self.check_facts(&facts, &argument.operand.value, value, "the argument")?;
                    value
                }
            };
            let wanted = self.out.low.program.variables[*parameter].ty;
            if !self.out.low.program.types.same_shape(self.out.low.program.type_of(value), wanted) {
                return refuse("a call whose arguments do not fit the function's parameters");
            }
            arguments.push(value);
        }
        Ok(arguments)
    }
    /// `byval`: the callee gets the address of a copy.
    fn copy_of(&mut self, pointer: &Value<'a>, pointer_type: Ty, ty: Ty) -> Lowered<ExprId> {
        let id = self.out.ty(ty)?;
        let operand = crate::syntax::module::Operand { ty: pointer_type, value: pointer.clone() };
        let address = self.address_checks(ty, &operand)?;
        let value = self.out.low.program.load(address, id)?;
        let copy = self.out.fresh(id);
        self.out.low.make_addressable(copy, self.out.low.alignment(self.out.unit, ty, 1));
        self.out.push(StatementKind::Live(copy));
        self.out.assign(copy, value);
        self.copies.push(copy);
        Ok(self.out.low.program.address_of(Place::var(copy))?)
    }

    /// The call, after which the copies that it was given are dead.
    fn call_statement(
        &mut self,
        callee: Callee,
        like: ProcId,
        arguments: Vec<ExprId>,
        call: &Call<'a>,
        result: Option<&'a str>,
    ) -> Lowered<()> {
        let done = self.call_and_take(callee, like, arguments, call, result);
        for copy in std::mem::take(&mut self.copies) {
            self.out.push(StatementKind::Dead(copy));
        }
        done
    }
    fn call_and_take(
        &mut self,
        callee: Callee,
        like: ProcId,
        arguments: Vec<ExprId>,
        call: &Call<'a>,
        result: Option<&'a str>,
    ) -> Lowered<()> {
        let returned =
            self.out.low.program.procedures[like].results.first().map(|r| self.out.low.program.variables[*r].ty);
        let Some(returned) = returned else {
            self.out.push(StatementKind::Call { callee, arguments, results: Vec::new() });
            return Ok(());
        };
        let wanted = self.out.ty(call.result).unwrap_or(returned);
        let fits = self.out.low.program.types.same_shape(returned, wanted);
        let target = match result {
            Some(name) if fits => self.target(name, returned),
            _ => self.out.fresh(returned),
        };
        let layout = cairn_ir::Layout::new(&self.out.low.program.types, self.out.low.program.target);
        if !fits && layout.size(returned) != layout.size(wanted) {
            return refuse("a call whose result does not fit the function's");
        }
        self.out.push(StatementKind::Call { callee, arguments, results: vec![Place::var(target)] });
        if let (Some(name), false) = (result, fits) {
            // A structure returned as an integer: the same bytes.
            self.out.low.make_addressable(target, 1);
            let address = self.out.low.program.address_of(Place::var(target))?;
            let value = self.out.low.program.load(address, wanted)?;
            let named = self.target(name, wanted);
            self.out.assign(named, value);
        }
        Ok(())
    }

    /// Any function whose address is taken and whose type fits may be meant.
    fn call_pointer(&mut self, callee: &Value<'a>, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        self.must_not_be_poison(callee, "the called address")?;
        self.arguments_matter(call, &[])?;
        let words = self.words().value(callee);
        let Value::Local(name) = callee else { return refuse("a call of this constant is not supported") };
        let pointer = self.local_value(name)?;
        let sort = self.out.low.program.types.pointer();
        if !self.out.low.program.types.same_shape(self.out.low.program.type_of(pointer), sort) {
            return refuse("a call of something that is no pointer");
        }
        self.settle_reads();
        let mut candidates = Vec::new();
        for key in self.out.low.address_taken.clone() {
            if let Some(&procedure) = self.out.low.procedures.get(&key)
                && self.out.fits(procedure, call)
            {
                candidates.push(procedure);
            }
        }
        let bool = self.out.low.program.bool_const(false);
        let mut known = bool;
        let pointer_type = self.out.low.program.types.pointer();
        for &candidate in &candidates {
            let address = self.out.low.program.add_expr(ExprKind::ProcedureAddress(candidate), pointer_type, None)?;
            let equal = self.out.low.program.binary(Binary::Equal, pointer, address)?;
            known = self.out.low.program.binary(Binary::Or, known, equal)?;
        }
        // A call of anything else ends the execution: nothing behind it may count as proved for that.
        let kind = if self.out.low.options.no_pointer_checks { CheckKind::Unsupported } else { CheckKind::Pointer };
        self.out.check(kind, known, format!("{words} must point to a function of this type"));
        let Some(&like) = candidates.first() else {
            self.out.end(Terminator::Stop);
            return Ok(());
        };
        let mut arguments = self.arguments(call, like, &[])?;
        if let Some(named) = self.out.variadic_call(call)
            && self.out.is_variadic(like)
        {
            arguments.extend(self.unnamed_arguments(call, named)?);
        }
        self.call_statement(Callee::Indirect { pointer, candidates }, like, arguments, call, result)
    }
    /// A function that is not defined, and that the C library was not asked for or does not take as it is.
    fn unlinked_call(&mut self, name: &'a str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        self.out.note_unknown(name);
        if !self.out.only_reads(name, call) {
            return refuse(format!("`{name}` has no body and may write through its pointer arguments"));
        }
        if !self.out.promises_to_read(name, call) && self.out.low.options.other_stubs != "pure" {
            return refuse(format!("`{name}` has no body and may write variables of other modules"));
        }
        if result.is_some() && matches!(self.out.kind(call.result), TypeKind::Pointer) {
            // An arbitrary pointer points to no object, but this one surely does.
            return refuse(format!("`{name}` has no body and returns a pointer"));
        }
        self.settle_reads();
        if self.out.does_not_return(name, call) {
            self.out.end(Terminator::Stop);
            return Ok(());
        }
        self.arbitrary_result(call, result)
    }
    pub fn arbitrary_result(&mut self, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        if matches!(self.out.kind(call.result), TypeKind::Void) {
            return Ok(());
        }
        let Some(name) = result else { return Ok(()) };
        let ty = self.out.ty(call.result)?;
        let target = self.target(name, ty);
        self.out.push(StatementKind::Havoc { target: Place::var(target) });
        Ok(())
    }
}

impl Lowering<'_, '_> {
    /// Whether a group of attributes has one.
    pub(super) fn has_attribute(&self, unit: usize, group: Option<u32>, attribute: &str) -> bool {
        let text = group.and_then(|group| self.units[unit].module.attributes.get(&group));
        text.is_some_and(|text| text.split([' ', '{', '}']).any(|word| word == attribute))
    }
}
