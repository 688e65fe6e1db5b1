//! From modules to the program form.
//!
//! - [`symbols`]: what names mean across modules; [`types`], [`constants`]: types and constants; [`places`]: where an
//!   instruction comes from;
//! - [`scan`]: what a function does with its values, before it is lowered;
//! - [`emitter`]: where statements, blocks and variables of one function go, with the computations on values that are already
//!   expressions; [`body`]: what the function's names mean, blocks, phi nodes, terminators; [`operations`], [`vectors`], [`memory`], [`calls`]:
//!   instructions by family; [`library`]: functions known by name; [`intrinsics`]: `llvm.*`; [`variadic`]: variable
//!   argument lists; [`interface`]: the C library, and how executions start and end; [`pointees`]: objects that entries get;
//! - [`initial`]: what global variables hold at the start; [`registers`]: variables that are no objects;
//!   [`initialization`]: reads without a value; [`words`]: values and instructions in words of the source, for
//!   descriptions.
//!
//! | LLVM | program form |
//! | --- | --- |
//! | `i1`, `iN`, floats, `ptr` | `bool`, machine integers, floats, pointers |
//! | structures, arrays, vectors | records with LLVM's offsets, arrays |
//! | a value | a variable, or an expression if it is used once, in its own block |
//! | `alloca` of the first block | a local, in memory if its address is used; elsewhere an allocation on the stack |
//! | phi | assignments on the edges, all read before the first is written |
//! | a function without body | what C's library says, else an arbitrary result and arbitrary writes |
//!
//! **Poison.** An operation that breaks its promise (`nsw`, `nuw`, `exact`, a shift by too much) gives poison,
//! which is undefined behaviour only once it matters. Where the result must matter in the same block (it reaches a
//! branch, a division, memory, a call or a return there), the promise is a check at the operation, which is
//! where users want to see it. Otherwise a Boolean beside the value remembers it, and the check stands where the
//! value matters: a compiler may compute ahead what is then not used. Storing poison counts as mattering.
//!
//! Only what the entries can reach is lowered.

mod addresses;
mod atomics;
mod body;
mod calls;
mod computations;
mod constants;
mod conversions;
mod emitter;
mod facts;
mod fast_math;
mod float_computations;
mod initial;
mod initialization;
mod interface;
mod intrinsics;
mod library;
mod lifetimes;
mod masked;
mod memory;
mod operations;
mod outside;
mod padding;
mod places;
mod pointees;
mod poison;
mod registers;
mod runtime;
mod scan;
mod starts;
mod symbols;
mod thunks;
mod types;
mod variadic;
mod vectors;
mod words;
mod x86;

use crate::codes;
use crate::debug::Debug;
use crate::layout::DataLayout;
use crate::names::readable;
use crate::syntax::module::{Function, Global, Linkage, Module};
use crate::{LlvmOptions, Surroundings};
use cairn_base::{Diagnostic, FileId, SourceMap, similar};
use cairn_ir::typing::TypeError;
use cairn_ir::{
    Initial, Language, ProcId, Program, PropertyId, SourceSubprogram, Statement, Target, TypeId, VarId, VariableKind,
};
pub use interface::Interface;
use rustc_hash::{FxHashMap, FxHashSet};

/// A module with its text and what is computed from it.
pub struct Unit<'a> {
    pub module: Module<'a>,
    pub text: &'a str,
    pub file: FileId,
    layout: DataLayout,
}

impl<'a> Unit<'a> {
    pub fn new(module: Module<'a>, text: &'a str, file: FileId) -> Self {
        let layout = DataLayout::new(module.data_layout);
        Self { module, text, file, layout }
    }
}

/// As large as a FILE of the GNU library.
const FILE_WORDS: u64 = 27;

/// Why something cannot be lowered: it becomes an `unsupported` check where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Refusal(pub String);

impl From<TypeError> for Refusal {
    fn from(error: TypeError) -> Self {
        Refusal(error.0)
    }
}

pub(crate) type Lowered<T> = Result<T, Refusal>;

pub(crate) fn refuse<T>(message: impl Into<String>) -> Lowered<T> {
    Err(Refusal(message.into()))
}

/// A function or variable by unit and position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Symbol {
    Function(usize, usize),
    Variable(usize, usize),
}

pub(crate) struct Lowering<'u, 'a> {
    units: &'u [Unit<'a>],
    debugs: Vec<Debug<'u, 'a>>,
    options: &'u LlvmOptions,
    program: Program,
    diagnostics: Vec<Diagnostic>,
    places: places::Places,
    /// Symbols of each unit, and those that units share.
    own: Vec<FxHashMap<&'a str, Symbol>>,
    types: FxHashMap<(usize, crate::syntax::module::Ty), TypeId>,
    variables: FxHashMap<(usize, usize), VarId>,
    procedures: FxHashMap<(usize, usize), ProcId>,
    /// Numbers that stand for addresses of blocks, for computed `goto`.
    block_addresses: FxHashMap<(usize, &'a str, &'a str), i64>,
    /// Defined functions whose address is taken somewhere.
    address_taken: Vec<(usize, usize)>,
    thunks: &'u thunks::Thunks<'a>,
    /// Functions for which the interface's program has a procedure.
    linked_procedures: FxHashSet<(usize, usize)>,
    /// Functions without a model that were already spoken of.
    noted: FxHashSet<&'a str>,
    /// Where executions start.
    starts: Vec<(usize, usize)>,
    linked: interface::Linked<'a>,
    /// Constants that the program could try to write: their address goes somewhere.
    exposed: Vec<(usize, usize)>,
    /// Whether numbers become pointers, which may equal that of any object.
    numbers_become_pointers: bool,
    /// Counts the objects on the heap, when leaks are checked.
    live_allocations: Option<VarId>,
    /// What gives variables the contents that are known only when executions start.
    late_contents: Vec<Statement>,
    /// Why some reads of what has no value are not found, when that is asked about.
    not_followed: Option<&'static str>,
    /// Variables whose contents are not known, with the reason.
    unusable: FxHashMap<(usize, usize), String>,
    /// Failures that the source describes better than the module: by the condition of the macro or statement there.
    stated_in_source: Vec<PropertyId>,
}

/// Lowers everything that the entries reach.
pub fn lower(
    units: &[Unit<'_>],
    sources: &mut SourceMap,
    options: &LlvmOptions,
    surroundings: &mut dyn Surroundings,
) -> (Option<Program>, Vec<Diagnostic>) {
    let debugs: Vec<Debug> = units.iter().map(|unit| Debug::new(unit.text, &unit.module)).collect();
    let mut program = Program::new();
    let all_c = !debugs.is_empty() && debugs.iter().all(Debug::is_c);
    program.language = if all_c { Language::C } else { Language::Llvm };
    if let Some(unit) = units.first() {
        let pointer_bytes = unit.layout.pointer_bytes as u32;
        program.target = Target { pointer_bytes, big_endian: unit.layout.big_endian };
    }
    let places = places::Places::new(units, &debugs, sources, surroundings);
    let thunks = thunks::thunks(units);
    let mut lowering = Lowering {
        units,
        thunks: &thunks,
        linked_procedures: FxHashSet::default(),
        debugs,
        options,
        program,
        diagnostics: Vec::new(),
        places,
        own: Vec::new(),
        types: FxHashMap::default(),
        variables: FxHashMap::default(),
        procedures: FxHashMap::default(),
        block_addresses: FxHashMap::default(),
        address_taken: Vec::new(),
        noted: FxHashSet::default(),
        starts: Vec::new(),
        linked: interface::Linked::default(),
        exposed: Vec::new(),
        numbers_become_pointers: units.iter().any(|unit| constants::makes_addresses(unit.text)),
        live_allocations: None,
        late_contents: Vec::new(),
        not_followed: None,
        unusable: FxHashMap::default(),
        stated_in_source: Vec::new(),
    };
    lowering.check_machines();
    lowering.link();
    lowering.run(sources, surroundings);
    let failed = lowering.diagnostics.iter().any(Diagnostic::is_error);
    ((!failed).then_some(lowering.program), lowering.diagnostics)
}

impl<'u, 'a> Lowering<'u, 'a> {
    fn function(&self, (unit, index): (usize, usize)) -> &'u Function<'a> {
        &self.units[unit].module.functions[index]
    }
    fn variable(&self, (unit, index): (usize, usize)) -> &'u Global<'a> {
        &self.units[unit].module.globals[index]
    }

    /// All modules must be made for one machine, and one that the program form can describe.
    fn check_machines(&mut self) {
        let target = self.program.target;
        for (u, unit) in self.units.iter().enumerate() {
            let own = Target { pointer_bytes: unit.layout.pointer_bytes as u32, big_endian: unit.layout.big_endian };
            let message = match own.pointer_bytes {
                4 | 8 if own == target => continue,
                4 | 8 => "this module is made for another machine than the first one".to_string(),
                _ => format!("pointers of {} bits are not supported", 8 * unit.layout.pointer_bytes),
            };
            let at = self.text_span(u, 0);
            self.diagnostics.push(Diagnostic::error(codes::MACHINE, message).at(at, "this module"));
        }
    }
    fn is_entry(&self, key: (usize, usize)) -> bool {
        self.starts.contains(&key)
    }
    fn run(&mut self, sources: &mut SourceMap, surroundings: &mut dyn Surroundings) {
        let entries = self.entries();
        if entries.is_empty() {
            return;
        }
        self.starts = entries.clone();
        let reachable = self.reachable(&entries);
        self.exposed = self.exposed_constants(&reachable);
        self.link_c(&reachable, sources, surroundings);
        self.live_allocations = self.program.globals().find(|(_, v)| &*v.name == "live allocations").map(|(id, _)| id);
        for symbol in &reachable {
            if let Symbol::Function(u, i) = *symbol {
                self.declare_function((u, i));
            }
        }
        for symbol in &reachable {
            if let Symbol::Variable(u, i) = *symbol {
                self.declare_variable((u, i));
            }
        }
        for symbol in &reachable {
            if let Symbol::Variable(u, i) = *symbol {
                self.initialise_variable((u, i));
            }
        }
        self.find_unusable(&reachable);
        for symbol in &reachable {
            if let Symbol::Function(u, i) = *symbol
                && let Some(function) = self.body_of((u, i))
            {
                body::lower_body(self, (u, i), function);
            }
        }
        if !self.linked.starts {
            self.program.entries = entries.iter().filter_map(|key| self.procedures.get(key).copied()).collect();
        }
        self.list_subprograms(&reachable);
        self.name_starts();
        self.describe_by_source(sources);
        self.write_outside(&reachable);
        self.begin_with_late_contents();
        self.say_what_is_not_followed(&reachable);
        self.make_plain_variables();
    }

    /// The functions asked for, else `main`, else the only function that other modules see.
    fn entries(&mut self) -> Vec<(usize, usize)> {
        let units = self.units;
        let defined = || {
            let all = units.iter().enumerate();
            all.flat_map(|(u, unit)| unit.module.functions.iter().enumerate().map(move |(i, f)| ((u, i), f)))
                .filter(|(_, f)| !f.blocks.is_empty())
        };
        let wanted = match &self.options.entries[..] {
            [] => vec!["main".to_string()],
            names => names.to_vec(),
        };
        let visible: Vec<_> = defined().filter(|(_, f)| f.linkage != Linkage::Local).collect();
        let mut found = Vec::new();
        for name in &wanted {
            let by_symbol = defined().find(|(_, f)| f.name == name);
            match by_symbol.or_else(|| defined().find(|(_, f)| readable(f.name) == *name)) {
                Some((key, _)) => found.push(key),
                None if self.options.entries.is_empty() && visible.len() == 1 => found.push(visible[0].0),
                None => {
                    let names: Vec<String> = visible.iter().map(|(_, f)| readable(f.name)).take(12).collect();
                    let message = format!("no function `{name}` is defined");
                    let mut diagnostic = Diagnostic::error(codes::NO_ENTRY, message);
                    let all: Vec<String> = defined().map(|(_, f)| readable(f.name)).collect();
                    let close = similar(name, all.iter().map(String::as_str));
                    diagnostic = match &names[..] {
                        _ if !close.is_empty() => diagnostic.help(format!("did you mean {}?", close.join(", "))),
                        [] if defined().next().is_none() => diagnostic.note("the modules define no function at all"),
                        [] => diagnostic.note("the functions that the modules define are all their own (`internal`)"),
                        names => diagnostic.help(format!("choose one with --entry: {}", names.join(", "))),
                    };
                    self.diagnostics.push(diagnostic);
                    return Vec::new();
                }
            }
        }
        found
    }

    /// The program's list of functions, reached or not.
    fn list_subprograms(&mut self, reachable: &[Symbol]) {
        self.program.subprograms.clear();
        let reached: FxHashSet<&Symbol> = reachable.iter().collect();
        for (u, unit) in self.units.iter().enumerate() {
            let defined = unit.module.functions.iter().enumerate().filter(|(_, f)| !f.blocks.is_empty());
            for (i, function) in defined {
                let is_reached = reached.contains(&Symbol::Function(u, i));
                let name = readable(function.name).into();
                self.program.subprograms.push(SourceSubprogram { name, span: None, is_reached });
            }
        }
    }

    /// Everything that executions from the entries may mention, in order of discovery.
    fn reachable(&mut self, entries: &[(usize, usize)]) -> Vec<Symbol> {
        let lists = ["llvm.global_ctors", "llvm.global_dtors"].map(|list| self.startup_functions(list));
        let others = lists.iter().flatten().flatten().map(|(_, key)| key);
        let mut order: Vec<Symbol> = entries.iter().chain(others).map(|&(u, i)| Symbol::Function(u, i)).collect();
        let mut seen: FxHashSet<Symbol> = order.iter().copied().collect();
        let mut taken = FxHashSet::default();
        let mut next = 0;
        while next < order.len() {
            let (unit, names) = match order[next] {
                Symbol::Function(u, i) => (u, scan::mentioned_in_function(self.function((u, i)))),
                Symbol::Variable(u, i) => (u, scan::mentioned_in_global(self.variable((u, i)))),
            };
            for mention in names {
                for symbol in self.symbols_behind(unit, mention.name) {
                    if let (Symbol::Function(u, i), false) = (symbol, mention.called) {
                        taken.insert((u, i));
                    }
                    if seen.insert(symbol) {
                        order.push(symbol);
                    }
                }
            }
            next += 1;
        }
        self.address_taken = order
            .iter()
            .filter_map(|symbol| match symbol {
                Symbol::Function(u, i) if taken.contains(&(*u, *i)) => Some((*u, *i)),
                _ => None,
            })
            .collect();
        order
    }

    fn exposed_constants(&self, reachable: &[Symbol]) -> Vec<(usize, usize)> {
        let mut found = FxHashSet::default();
        for symbol in reachable {
            let (unit, names) = match *symbol {
                Symbol::Function(u, i) => (u, scan::exposed_in_function(self.function((u, i)))),
                Symbol::Variable(u, i) => {
                    let mentions = scan::mentioned_in_global(self.variable((u, i)));
                    (u, mentions.iter().map(|mention| mention.name).collect())
                }
            };
            found.extend(names.into_iter().flat_map(|name| self.symbols_behind(unit, name)));
        }
        let constants = reachable.iter().filter_map(|symbol| match *symbol {
            Symbol::Variable(u, i) if self.variable((u, i)).constant && found.contains(symbol) => Some((u, i)),
            _ => None,
        });
        constants.collect()
    }

    fn declare_function(&mut self, key: (usize, usize)) {
        if self.procedures.contains_key(&key) {
            return; // Both an entry and a constructor.
        }
        if let Some(procedure) = self.linked_procedure(key) {
            self.linked_procedures.insert(key);
            self.adopt(key, procedure);
            return;
        }
        // Calls of functions without body are lowered where they stand.
        let Some(function) = self.body_of(key) else { return };
        let name = self.unique_procedure_name(&readable(function.name));
        let procedure = self.program.add_procedure(name);
        let span = self.function_span(key);
        self.program.procedures[procedure].span = Some(span);
        self.procedures.insert(key, procedure);
        for (position, parameter) in function.parameters.iter().enumerate() {
            let ty = match self.ty(key.0, parameter.ty) {
                Ok(ty) => ty,
                Err(_) => self.program.types.pointer(),
            };
            let name = if parameter.name.is_empty() { format!("%{position}") } else { format!("%{}", parameter.name) };
            self.program.add_variable(name, ty, VariableKind::Parameter, Some(procedure));
        }
        if function.variadic {
            self.declare_unnamed(procedure);
        }
        if let Ok(ty) = self.ty(key.0, function.result) {
            let result = self.program.add_variable("return value", ty, VariableKind::Result, Some(procedure));
            self.program.variables[result].temporary = true;
        }
    }
    /// A procedure of the interface's program is that of a function.
    fn adopt(&mut self, key: (usize, usize), procedure: ProcId) {
        let function = self.function(key);
        if !function.blocks.is_empty() {
            self.take_over(key, procedure);
            let span = self.function_span(key);
            self.program.procedures[procedure].span = Some(span);
        } else if let Some(&result) = self.program.procedures[procedure].results.first() {
            self.show_own_type(key.0, function.result, result);
        }
        let shown = readable(function.name);
        if *self.program.procedures[procedure].name != *shown {
            let name = self.unique_procedure_name(&shown);
            self.program.procedures[procedure].name = name.into();
        }
        self.procedures.insert(key, procedure);
    }
    fn unique_procedure_name(&self, name: &str) -> String {
        let taken = |name: &str| self.program.find_procedure(name).is_some();
        if !taken(name) {
            return name.to_string();
        }
        (2..).map(|n| format!("{name}.{n}")).find(|candidate| !taken(candidate)).unwrap_or_default()
    }

    /// The name that debug information has, else the one in the module, else that with a number.
    fn unique_global_name(&self, wish: String, name: &str) -> String {
        let taken = |name: &str| self.program.globals().any(|(_, v)| *v.name == *name);
        let numbered = (1..).map(|n| format!("@{name}#{n}"));
        [wish, format!("@{name}")].into_iter().chain(numbered).find(|name| !taken(name)).unwrap_or_default()
    }
    fn declare_variable(&mut self, key: (usize, usize)) {
        if self.may_be_missing(Symbol::Variable(key.0, key.1)) {
            return; // Refused where it is used.
        }
        let global = self.variable(key);
        let (name, ty) = self.global_name_and_type(key);
        let ty = match ty {
            Ok(ty) => self.object_type(key.0, global.ty, ty),
            // A variable of unknown extent: its address exists, its contents cannot be used.
            Err(_) => {
                let byte = self.program.types.unsigned(8);
                self.program.types.array(byte, 0)
            }
        };
        let name = self.unique_global_name(name, global.name);
        let variable = self.program.add_variable(name, ty, VariableKind::Global, None);
        let span = self.global_span(key);
        let alignment = self.alignment(key.0, global.ty, global.alignment);
        self.make_addressable(variable, alignment);
        let entry = &mut self.program.variables[variable];
        entry.span = Some(span);
        entry.initial = if global.initial.is_some() { Initial::Zero } else { Initial::Arbitrary };
        self.variables.insert(key, variable);
        if self.is_standard_stream(key)
            && let Some(file) = self.standard_stream(global.name)
        {
            self.program.variables[variable].initial = Initial::Value(file);
        }
    }
    /// `stdin` and its like, which the C library defines: they point to some object when the program starts.
    fn is_standard_stream(&self, key: (usize, usize)) -> bool {
        let global = self.variable(key);
        matches!(global.name, "stdin" | "stdout" | "stderr")
            && global.initial.is_none()
            && matches!(self.kind(key.0, global.ty), crate::syntax::module::TypeKind::Pointer)
    }
    fn standard_stream(&mut self, name: &str) -> Option<cairn_ir::ExprId> {
        let name = self.unique_global_name(format!("file behind {name}"), name);
        let word = self.program.types.unsigned(64);
        let ty = self.program.types.array(word, FILE_WORDS);
        let file = self.program.add_variable(name, ty, VariableKind::Global, None);
        self.make_addressable(file, 8);
        self.program.variables[file].initial = Initial::Arbitrary;
        self.program.address_of(cairn_ir::Place::var(file)).ok()
    }
}
