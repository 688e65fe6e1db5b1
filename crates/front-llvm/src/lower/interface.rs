//! What the modules and the C library know of each other, written as C.
//!
//! Functions that the modules use and do not define are declared; entries, constructors, destructors and functions
//! whose address is taken are defined with an empty body. The C front end makes a program of that text and its
//! library: it knows what `strlen` does, what a function without body may do, how `main` is started and how the
//! program ends. Lowering goes on in that program, and puts the modules' bodies in the place of the empty ones.
//!
//! A call with a variable number of arguments, or one that C gives a meaning only where it stands (`exit`), is a
//! function of its own, with a line marker for its place.
//!
//! Deliberately absent: functions with structures as parameters or results. They are refused where they are called.

use super::constants::unescape;
use super::{Lowering, Symbol, library};
use crate::Surroundings;
use crate::codes;
use crate::syntax::module::{Call, FloatKind, InstructionKind, Ty, TypeKind, Value};
use cairn_base::{Diagnostic, SourceMap, Span};
use cairn_ir::{ProcId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// C text that stands for LLVM modules.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    pub text: String,
    /// Functions where executions start.
    pub entries: Vec<String>,
    /// Functions that the modules call.
    pub exports: Vec<String>,
    /// Functions of which nothing is known: the name here, and in the modules.
    pub unknown: Vec<(String, String)>,
    pub pointer_bytes: u64,
}

/// Functions that end the program or ask about pointers: C lowers their calls, not their bodies.
fn is_called_in_place(name: &str) -> bool {
    name == "exit" || name.starts_with("__CPROVER_")
}

/// What the program of the interface offers.
#[derive(Default)]
pub(super) struct Linked<'a> {
    /// Entries are started by that program.
    pub starts: bool,
    /// Names in C of functions of the modules.
    names: FxHashMap<(usize, usize), String>,
    /// Calls with a function of their own, by unit and place.
    calls: FxHashMap<(usize, u32), String>,
    /// Functions of which nothing is known.
    pub unknown: FxHashSet<&'a str>,
}

/// A call of a function that is not defined.
struct Site<'u, 'a> {
    callee: (usize, usize),
    unit: usize,
    at: u32,
    span: Span,
    call: &'u Call<'a>,
}

impl<'u, 'a> Lowering<'u, 'a> {
    /// Functions that run before and after the entries, with their priorities. None if one cannot be made out.
    pub(super) fn startup_functions(&self, list: &str) -> Option<Vec<(i64, (usize, usize))>> {
        let mut found = Vec::new();
        for (u, unit) in self.units.iter().enumerate() {
            for global in unit.module.globals.iter().filter(|global| global.name == list) {
                let Some(Value::Aggregate(items)) = &global.initial else { continue };
                for item in items {
                    let Value::Aggregate(parts) = &item.value else { return None };
                    let [priority, function, ..] = &parts[..] else { return None };
                    let Value::Int(priority) = &priority.value else { return None };
                    let mut names = Vec::new();
                    function.value.for_each_symbol(&mut |name| names.push(name));
                    let Symbol::Function(unit, index) = self.symbol(u, names.first()?)? else { return None };
                    found.push((i64::try_from(priority).ok()?, (unit, index)));
                }
            }
        }
        Some(found)
    }

    /// Writes the interface, has a program made of it, and goes on in that.
    pub(super) fn link_c(
        &mut self,
        reachable: &[Symbol],
        sources: &mut SourceMap,
        surroundings: &mut dyn Surroundings,
    ) {
        let mut interface = Interface { pointer_bytes: self.units[0].layout.pointer_bytes, ..Interface::default() };
        let mut linked = Linked::default();
        self.declare_undefined(reachable, sources, surroundings, &mut interface, &mut linked);
        let needs_start = self.define_starts(sources, &mut interface, &mut linked);
        if !interface.exports.is_empty() {
            self.define_taken(sources, &mut interface, &mut linked);
        }
        if interface.exports.is_empty() && !needs_start {
            return;
        }
        match surroundings.link(sources, &interface) {
            Ok(program) => {
                let own = std::mem::replace(&mut self.program, program);
                (self.program.language, self.program.target) = (own.language, own.target);
                // They are told where the modules call them.
                self.program.assumed.clear();
                linked.starts = !interface.entries.is_empty();
                self.linked = linked;
            }
            Err(reason) => {
                let message = format!("the C library is not used: {reason}");
                self.diagnostics.push(Diagnostic::warning(codes::NO_LIBRARY, message));
            }
        }
    }

    // ---- functions that are not defined ----

    fn declare_undefined(
        &self,
        reachable: &[Symbol],
        sources: &SourceMap,
        surroundings: &dyn Surroundings,
        interface: &mut Interface,
        linked: &mut Linked<'a>,
    ) {
        let sites = self.sites(reachable);
        let mut declared = FxHashSet::default();
        for symbol in reachable {
            let Symbol::Function(u, i) = *symbol else { continue };
            let function = self.function((u, i));
            let intrinsic = function.name.strip_prefix("llvm.");
            let in_library = intrinsic.and_then(library_function);
            let skipped = intrinsic.is_some() && in_library.is_none();
            if !function.blocks.is_empty() || skipped || library::is_known(function.name) {
                continue;
            }
            let c_name = in_library.unwrap_or_else(|| function.name.to_string());
            let is_known = surroundings.is_known(&c_name);
            let name = if is_known { c_name } else { format!("undefined_{u}_{i}") };
            if !is_known {
                linked.unknown.insert(function.name);
                interface.unknown.push((name.clone(), function.name.to_string()));
            }
            let Some(header) = self.header((u, i), &name) else { continue };
            let own: Vec<&Site> = sites.iter().filter(|site| site.callee == (u, i)).collect();
            if declared.insert(name.clone()) {
                let span = own.first().map_or_else(|| self.function_span((u, i)), |site| site.span);
                let _ = writeln!(interface.text, "{}{header};", marker(sources, span));
            }
            if function.variadic || is_called_in_place(function.name) {
                own.iter().for_each(|site| self.define_call(site, &name, sources, interface, linked));
            } else {
                linked.names.insert((u, i), name.clone());
                interface.exports.push(name);
            }
        }
    }
    fn sites(&self, reachable: &[Symbol]) -> Vec<Site<'u, 'a>> {
        let mut sites = Vec::new();
        for symbol in reachable {
            let Symbol::Function(unit, i) = *symbol else { continue };
            for instruction in self.function((unit, i)).instructions() {
                let (InstructionKind::Call(call) | InstructionKind::Invoke { call, .. }) = &instruction.kind else {
                    continue;
                };
                let Some(Symbol::Function(u, i)) = called_name(call).and_then(|name| self.symbol(unit, name)) else {
                    continue;
                };
                if self.function((u, i)).blocks.is_empty() {
                    let span = self.instruction_span(unit, instruction);
                    sites.push(Site { callee: (u, i), unit, at: instruction.at, span, call });
                }
            }
        }
        sites
    }
    /// One call as a function; constant texts, which formats are, stand in it.
    fn define_call(
        &self,
        site: &Site<'u, 'a>,
        name: &str,
        sources: &SourceMap,
        interface: &mut Interface,
        linked: &mut Linked<'a>,
    ) {
        let Some(result) = self.c_type(site.unit, site.call.result) else { return };
        let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
        for (n, argument) in site.call.arguments.iter().enumerate() {
            let Some(ty) = self.c_type(site.unit, argument.operand.ty) else { return };
            parameters.push(format!("{}{ty} a{n}", if argument.byval.is_some() { "const " } else { "" }));
            let literal = self.constant_text(site.unit, &argument.operand.value);
            arguments.push(literal.map_or_else(|| format!("a{n}"), |text| c_literal(&text)));
        }
        let own = format!("call_{}_of_{name}", linked.calls.len() + 1);
        let word = if result == "void" { "" } else { "return " };
        let _ = writeln!(
            interface.text,
            "{}{result} {own}({}) {{ {word}{name}({}); }}",
            marker(sources, site.span),
            list(&parameters),
            arguments.join(", ")
        );
        linked.calls.insert((site.unit, site.at), own.clone());
        interface.exports.push(own);
    }

    // ---- functions of the modules ----

    /// Entries, constructors and destructors. Whether the way from the start to them is longer than a jump.
    fn define_starts(&self, sources: &SourceMap, interface: &mut Interface, linked: &mut Linked<'a>) -> bool {
        let (Some(before), Some(after)) =
            (self.startup_functions("llvm.global_ctors"), self.startup_functions("llvm.global_dtors"))
        else {
            return false;
        };
        let mut text = String::new();
        let (mut names, mut starts) = (Vec::new(), Vec::new());
        let constructors = before.iter().map(|(priority, key)| (*key, format!("constructor({priority})")));
        let destructors = after.iter().map(|(priority, key)| (*key, format!("destructor({priority})")));
        let entries = self.starts.iter().map(|key| (*key, String::new()));
        for (key, attribute) in constructors.chain(destructors).chain(entries) {
            let function = self.function(key);
            let name = if function.name == "main" { "main".into() } else { format!("defined_{}_{}", key.0, key.1) };
            let fits = !function.variadic && (attribute.is_empty() || function.parameters.is_empty());
            let (Some(definition), true) = (self.definition(key, &name, sources), fits) else { return false };
            if attribute.is_empty() {
                starts.push(name.clone());
            } else {
                let _ = writeln!(text, "__attribute__(({attribute})) void {name}(void);");
            }
            if names.iter().all(|(_, known)| *known != name) {
                text.push_str(&definition);
            }
            names.push((key, name));
        }
        // Numbers are arbitrary anyway.
        let is_prepared = |key: &(usize, usize)| {
            let function = self.function(*key);
            let mut kinds = function.parameters.iter().map(|parameter| self.kind(key.0, parameter.ty));
            kinds.any(|kind| function.name == "main" || matches!(kind, TypeKind::Pointer))
        };
        let has_parameters = self.starts.iter().any(is_prepared);
        interface.text.push_str(&text);
        interface.entries = starts;
        linked.names.extend(names);
        has_parameters || !before.is_empty() || !after.is_empty() || self.options.leaks
    }
    /// Functions that the library may be asked to call.
    fn define_taken(&self, sources: &SourceMap, interface: &mut Interface, linked: &mut Linked<'a>) {
        let mut taken = Vec::new();
        for &key in &self.address_taken {
            let function = self.function(key);
            let name = match linked.names.get(&key) {
                Some(name) => name.clone(),
                None if function.blocks.is_empty() || function.variadic => continue,
                None => {
                    let name = format!("defined_{}_{}", key.0, key.1);
                    let Some(definition) = self.definition(key, &name, sources) else { continue };
                    interface.text.push_str(&definition);
                    linked.names.insert(key, name.clone());
                    name
                }
            };
            taken.push(format!("(void *){name}"));
        }
        if !taken.is_empty() {
            let _ = writeln!(interface.text, "void *const addresses_taken[] = {{ {} }};", taken.join(", "));
        }
    }
    /// A definition whose body is still to come.
    fn definition(&self, key: (usize, usize), name: &str, sources: &SourceMap) -> Option<String> {
        let function = self.function(key);
        let mut text = format!("{}{} {{", marker(sources, self.function_span(key)), self.header(key, name)?);
        // What is mentioned is prepared: texts for `main`.
        if let Some(arguments) = function.parameters.get(1)
            && super::scan::is_really_used(function, arguments.name)
        {
            let name = self.parameter_names(key).remove(&1).unwrap_or_else(|| "a1".into());
            let _ = write!(text, " {name};");
        }
        if self.c_type(key.0, function.result)? != "void" {
            text.push_str(" return 0;");
        }
        text.push_str(" }\n");
        Some(text)
    }

    // ---- declarations in C ----

    /// `result name(parameters)`, if C has types like these.
    fn header(&self, key: (usize, usize), name: &str) -> Option<String> {
        let function = self.function(key);
        let result = self.c_result(key.0, function.result)?;
        let mut parameters = Vec::new();
        let mut names = self.parameter_names(key);
        for (n, parameter) in function.parameters.iter().enumerate() {
            let ty = self.c_type(key.0, parameter.ty)?;
            let name = names.remove(&n).unwrap_or_else(|| format!("a{n}"));
            let only_read = parameter.only_read || parameter.byval.is_some() || self.writes_nothing(key);
            let word = if ty == "void *" && only_read { "const " } else { "" };
            let pointer = (ty == "void *").then(|| self.pointer_declaration(key, n, &name)).flatten();
            parameters.push(pointer.unwrap_or_else(|| format!("{word}{ty} {name}")));
        }
        let parameters = match (function.variadic, parameters.is_empty()) {
            (true, true) => String::new(),
            (true, false) => format!("{}, ...", parameters.join(", ")),
            (false, _) => list(&parameters),
        };
        let only_reads = function.blocks.is_empty() && self.writes_nothing(key);
        let attribute = if only_reads { "__attribute__((pure)) " } else { "" };
        Some(format!("{attribute}{result} {name}({parameters})"))
    }
    /// Names of parameters by position, where debug information has them.
    fn parameter_names(&self, key: (usize, usize)) -> FxHashMap<usize, String> {
        let mut names = FxHashMap::default();
        let function = self.function(key);
        if !self.starts.contains(&key) {
            return names;
        }
        for instruction in function.instructions() {
            let (InstructionKind::DebugDeclare { variable, .. } | InstructionKind::DebugValue { variable, .. }) =
                &instruction.kind
            else {
                continue;
            };
            let Some(node) = self.debugs[key.0].node(*variable) else { continue };
            if let (Some(position @ 1..), Some(name)) = (node.number("arg"), node.text("name")) {
                names.entry(position as usize - 1).or_insert_with(|| name.to_string());
            }
        }
        let is_plain = |name: &String| {
            name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric())
                && !name.starts_with(|c: char| c.is_ascii_digit())
        };
        // In C, no parameter is called like a word of the language.
        names.retain(|_, name| is_plain(name) && self.debugs[key.0].is_c());
        names
    }
    fn writes_nothing(&self, key: (usize, usize)) -> bool {
        let words = ["readnone", "readonly", "memory(none)", "memory(read)"];
        words.iter().any(|word| self.has_attribute(key.0, self.function(key).attributes, word))
    }
    /// Structures of two numbers are returned in registers.
    fn c_result(&self, unit: usize, ty: Ty) -> Option<&'static str> {
        match self.kind(unit, ty) {
            TypeKind::Struct { fields, packed: false }
                if fields.len() == 2 && fields.iter().all(|ty| matches!(self.kind(unit, *ty), TypeKind::Int(64))) =>
            {
                Some("struct { long long f0; long long f1; }")
            }
            _ => self.c_type(unit, ty),
        }
    }
    /// The C type that looks like this one in the machine.
    fn c_type(&self, unit: usize, ty: Ty) -> Option<&'static str> {
        Some(match self.kind(unit, ty) {
            TypeKind::Void => "void",
            TypeKind::Pointer => "void *",
            TypeKind::Int(1) => "_Bool",
            TypeKind::Int(8) => "char",
            TypeKind::Int(16) => "short",
            TypeKind::Int(32) => "int",
            TypeKind::Int(64) => "long long",
            TypeKind::Float(FloatKind::Float) => "float",
            TypeKind::Float(FloatKind::Double) => "double",
            TypeKind::Float(FloatKind::X86Fp80) => "long double",
            _ => return None,
        })
    }
    // ---- the way back ----

    /// The procedure that the interface's program has for a function.
    pub(super) fn linked_procedure(&mut self, key: (usize, usize)) -> Option<ProcId> {
        let procedure = self.program.find_procedure(self.linked.names.get(&key)?)?;
        self.has_same_signature(key, procedure).then_some(procedure)
    }
    pub(super) fn linked_call(&self, unit: usize, at: u32) -> Option<ProcId> {
        self.program.find_procedure(self.linked.calls.get(&(unit, at))?)
    }
    fn has_same_signature(&mut self, key: (usize, usize), procedure: ProcId) -> bool {
        let function = self.function(key);
        let (parameters, results) = {
            let procedure = &self.program.procedures[procedure];
            (procedure.parameters.clone(), procedure.results.clone())
        };
        let wanted: Vec<Ty> = function.parameters.iter().map(|parameter| parameter.ty).collect();
        let result = (!matches!(self.kind(key.0, function.result), TypeKind::Void)).then_some(function.result);
        // Small structures are returned as integers that look the same; calls see to that.
        let returned = results.first().and_then(|result| {
            let layout = cairn_ir::Layout::new(&self.program.types, self.program.target);
            layout.size(self.program.variables[*result].ty)
        });
        let is_result_fine = match result {
            None => results.is_empty(),
            Some(ty) => returned == self.extent(key.0, ty) && (function.blocks.is_empty() || returned.is_some()),
        };
        parameters.len() == wanted.len()
            && is_result_fine
            && parameters.iter().zip(&wanted).all(|(&own, &wanted)| {
                let own = self.program.variables[own].ty;
                self.ty(key.0, wanted).is_ok_and(|wanted| self.program.types.same_shape(own, wanted))
            })
    }
    /// Removes the empty body, so that the true one can be written, and what only the interface calls so.
    pub(super) fn take_over(&mut self, key: (usize, usize), procedure: ProcId) {
        let function = self.function(key);
        self.program.procedures[procedure].blocks = cairn_base::Table::new();
        let parameters = self.program.procedures[procedure].parameters.clone();
        for (parameter, variable) in function.parameters.iter().zip(parameters) {
            self.program.variables[variable].name = format!("%{}", parameter.name).into();
            self.show_own_type(key.0, parameter.ty, variable);
        }
        if let Some(&result) = self.program.procedures[procedure].results.first() {
            self.program.variables[result].temporary = true;
        }
    }
    /// Types of the interface are those of C only where the source is C.
    pub(super) fn show_own_type(&mut self, unit: usize, ty: Ty, variable: VarId) {
        if !self.debugs[unit].is_c()
            && let Ok(own) = self.ty(unit, ty)
            && self.program.types.same_shape(self.program.variables[variable].ty, own)
        {
            self.program.variables[variable].ty = own;
        }
    }
    /// The text of a constant string.
    pub(super) fn constant_text(&self, unit: usize, value: &Value<'a>) -> Option<Vec<u8>> {
        let mut value = value;
        while let Value::Expression(kind) = value {
            value = match &**kind {
                InstructionKind::GetElementPointer { base, indices, .. }
                    if indices.iter().all(|index| super::constants::constant_index(&index.value) == Some(0)) =>
                {
                    &base.value
                }
                InstructionKind::Cast { operand, .. } => &operand.value,
                _ => return None,
            };
        }
        let Value::Global(name) = value else { return None };
        let Some(Symbol::Variable(u, i)) = self.symbol(unit, name) else { return None };
        let variable = self.variable((u, i));
        let mut bytes = match variable.initial.as_ref().filter(|_| variable.constant)? {
            Value::Text(text) => unescape(text),
            Value::Zero => vec![0],
            _ => return None,
        };
        bytes.truncate(bytes.iter().position(|&b| b == 0)?);
        Some(bytes)
    }
}

/// The function of C's library that computes what an intrinsic does: `pow.f64`, `powi.f32.i32`.
fn library_function(intrinsic: &str) -> Option<String> {
    const SAME: [&str; 18] = [
        "pow", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2", "log",
        "log2", "log10", "ldexp", "powi",
    ];
    let mut parts = intrinsic.split('.');
    let family = SAME.iter().find(|family| Some(**family) == parts.clone().next())?;
    parts.next();
    let suffix = match parts.next()? {
        "f64" => "",
        "f32" => "f",
        "f80" => "l",
        _ => return None,
    };
    let fits = matches!(parts.next(), None | Some("i32"));
    let name = if *family == "powi" { "__cairn_powi" } else { family };
    fits.then(|| format!("{name}{suffix}"))
}

/// The function a call names.
pub(super) fn called_name<'a>(call: &Call<'a>) -> Option<&'a str> {
    match &call.callee {
        Value::Global(name) => Some(name),
        Value::Expression(kind) => match &**kind {
            InstructionKind::Cast { operand, .. } => match operand.value {
                Value::Global(name) => Some(name),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn list(parameters: &[String]) -> String {
    if parameters.is_empty() { "void".into() } else { parameters.join(", ") }
}

/// The line marker that says where the next line comes from.
fn marker(sources: &SourceMap, span: Span) -> String {
    let place = sources.location(span);
    let file = place.file.replace('\\', "\\\\").replace('"', "\\\"");
    format!("# {} \"{file}\"\n", place.line)
}

fn c_literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => {
                let _ = write!(text, "\\{}", byte as char);
            }
            b' '..=b'~' => text.push(byte as char),
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text.push('"');
    text
}
