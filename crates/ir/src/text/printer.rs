//! Programs as text.

use super::names::{Unique, dotted_text, name_text, string_text, type_name_text};
use super::print_expr::self_typed;
use super::properties::PropertyNames;
use crate::check::PropertyId;
use crate::expr::Place;
use crate::program::{
    AllocationKind, Block, BlockId, Callee, Initial, Language, Origin, ProcId, Program, Reason, Statement,
    StatementKind, Target, Terminator, VarId, VariableKind,
};
use crate::role::ProcedureRole;
use crate::types::{RecordType, Style, TypeId, TypeKind, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// A program as text that [`read`](super::read) reads as the same program.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::new(program);
    printer.program();
    printer.out
}

/// A type as the text form writes it.
pub fn print_type(program: &Program, ty: TypeId) -> String {
    Printer::new(program).type_text(ty)
}

/// Ids of the plain types that expressions have by themselves, if the program has them.
pub struct Plain {
    pub bool: TypeId,
    pub pointer: TypeId,
    pub signed: TypeId,
    pub unsigned: TypeId,
    pub math: TypeId,
    pub real: TypeId,
}

/// An id no type has: what the program does not contain, nothing in it is equal to.
const NO_TYPE: TypeId = TypeId(u32::MAX);

impl Plain {
    fn of(types: &Types) -> Self {
        let find = |kind: TypeKind, style: Style| {
            let same = |t: &crate::types::Type| t.kind == kind && t.display.name.is_none() && t.display.style == style;
            types.iter().find(|(_, t)| same(t)).map_or(NO_TYPE, |(id, _)| id)
        };
        Self {
            bool: find(TypeKind::Bool, Style::Plain),
            pointer: find(TypeKind::Pointer, Style::Plain),
            signed: find(TypeKind::Int(64), Style::Plain),
            unsigned: find(TypeKind::Int(64), Style::Unsigned),
            math: find(TypeKind::MathInt, Style::Plain),
            real: find(TypeKind::Real, Style::Plain),
        }
    }
}

pub struct Printer<'p> {
    pub program: &'p Program,
    pub out: String,
    pub plain: Plain,
    pub self_typed: Vec<bool>,
    type_names: FxHashMap<TypeId, String>,
    procedure_names: Vec<String>,
    /// Names of globals, and of the variables of the current procedure.
    variable_names: FxHashMap<VarId, String>,
    /// Names taken in the current procedure, bound ones included while they are visible.
    scope: Unique,
    property_names: PropertyNames,
    /// Properties from this one on are declared by their first check.
    first_inline: usize,
    declared: FxHashSet<PropertyId>,
}

impl<'p> Printer<'p> {
    pub fn new(program: &'p Program) -> Self {
        let mut unique = Unique::default();
        let named = program.types.iter().filter_map(|(id, t)| Some((id, t.display.name.as_ref()?)));
        let type_names = named.map(|(id, name)| (id, unique.take(name))).collect();
        let mut unique = Unique::default();
        let procedure_names = program.procedures.values().map(|p| unique.take(&p.name)).collect();
        let mut unique = Unique::default();
        let variable_names = program.globals().map(|(id, v)| (id, unique.take(&v.name))).collect();
        Self {
            program,
            out: String::new(),
            plain: Plain::of(&program.types),
            self_typed: self_typed(program),
            type_names,
            procedure_names,
            variable_names,
            scope: Unique::default(),
            property_names: PropertyNames::default(),
            first_inline: 0,
            declared: FxHashSet::default(),
        }
    }

    /// Gives every variable its own name, for text outside of procedures.
    pub fn name_everything(&mut self) {
        for (id, variable) in self.program.variables.iter() {
            self.variable_names.entry(id).or_insert_with(|| variable.name.to_string());
        }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    // ---- declarations ----

    fn program(&mut self) {
        self.header();
        let named: Vec<TypeId> =
            self.program.types.iter().filter(|(_, t)| t.display.name.is_some()).map(|x| x.0).collect();
        for ty in named {
            self.type_item(ty);
        }
        self.gap();
        let globals: Vec<VarId> = self.program.globals().map(|(id, _)| id).collect();
        for global in globals {
            self.global(global);
        }
        self.property_items();
        for procedure in self.program.procedures.ids() {
            self.gap();
            self.procedure(procedure);
        }
    }
    /// An empty line, unless nothing stands before it.
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }
    fn header(&mut self) {
        match self.program.language {
            Language::Cairn => {}
            Language::Ada => self.line("language ada"),
            Language::C => self.line("language c"),
            Language::Llvm => self.line("language llvm"),
        }
        if self.program.target != Target::default() {
            let Target { pointer_bytes, big_endian } = self.program.target;
            self.line(&format!("target pointer {pointer_bytes}{}", if big_endian { " big_endian" } else { "" }));
        }
        if !self.program.entries.is_empty() {
            let names: Vec<String> = self.program.entries.iter().map(|p| self.procedure_text(*p)).collect();
            self.line(&format!("entry {}", names.join(", ")));
        }
        self.gap();
    }
    fn type_item(&mut self, ty: TypeId) {
        let name = self.type_names[&ty].clone();
        let shown = self.program.types.get(ty).display.name.clone().unwrap_or_default();
        let structure = self.structure_text(ty);
        let line = format!("type {} = {structure}", shown_name(type_name_text(&name), &name, &shown));
        self.line(&line);
    }
    fn global(&mut self, global: VarId) {
        let variable = &self.program.variables[global];
        let declaration = self.declaration(global);
        let _ = write!(self.out, "global {declaration}");
        match variable.initial {
            Initial::Zero => {}
            Initial::Arbitrary => self.out.push_str(" = arbitrary"),
            Initial::Value(value) => {
                self.out.push_str(" = ");
                self.expr(value, Some(variable.ty));
            }
        }
        self.out.push('\n');
    }
    /// `x: i32 addressable align 4 temporary`
    fn declaration(&self, id: VarId) -> String {
        let variable = &self.program.variables[id];
        let name = self.variable_names.get(&id).map_or("", |n| n);
        let mut text =
            format!("{}: {}", shown_name(name_text(name), name, &variable.name), self.type_text(variable.ty));
        text.push_str(if variable.addressable { " addressable" } else { "" });
        text.push_str(&alignment_text(variable.alignment));
        text.push_str(if variable.temporary { " temporary" } else { "" });
        if let Some(name) = &variable.source_name {
            let _ = write!(text, " source {}", string_text(name));
        }
        text
    }

    // ---- names ----

    pub fn procedure_text(&self, procedure: ProcId) -> String {
        self.procedure_names.get(procedure.0 as usize).map_or_else(|| "`?`".into(), |name| dotted_text(name))
    }
    pub fn variable_text(&self, id: VarId) -> String {
        let Some(name) = self.variable_names.get(&id) else { return "`?`".into() };
        let hidden = self.program.variables[id].kind == VariableKind::Global && self.scope.contains(name);
        format!("{}{}", if hidden { "::" } else { "" }, name_text(name))
    }
    /// Declares the variables of a quantifier.
    pub fn bind(&mut self, variables: &[VarId]) {
        for (n, id) in variables.iter().enumerate() {
            let name = self.scope.take(&self.program.variables[*id].name);
            self.variable_names.insert(*id, name);
            let declaration = self.declaration(*id);
            self.out.push_str(if n > 0 { ", " } else { "" });
            self.out.push_str(&declaration);
        }
    }
    pub fn unbind(&mut self, variables: &[VarId]) {
        for id in variables {
            if let Some(name) = self.variable_names.get(id) {
                self.scope.release(name);
            }
        }
    }

    // ---- types ----

    pub fn type_text(&self, ty: TypeId) -> String {
        match self.type_names.get(&ty) {
            Some(name) => type_name_text(name),
            None => self.structure_text(ty),
        }
    }
    /// A type without its name.
    fn structure_text(&self, ty: TypeId) -> String {
        let entry = self.program.types.get(ty);
        match (&entry.kind, &entry.display.style) {
            (TypeKind::Bool, _) => "bool".into(),
            (TypeKind::Float(format), _) => format.name().into(),
            (TypeKind::Pointer, _) => "ptr".into(),
            (TypeKind::Real, _) => "real".into(),
            (TypeKind::Int(width), style) => self.integer_text(&format!("{width}"), "i", style),
            (TypeKind::MathInt, style) => self.integer_text("", "int", style),
            (TypeKind::Array { index, element, length }, style) => self.array_text(*index, *element, *length, style),
            (TypeKind::Record(record), _) => format!("record {}", self.record_text(record)),
            (TypeKind::Union(record), _) => format!("union {}", self.record_text(record)),
        }
    }
    fn integer_text(&self, width: &str, plain: &str, style: &Style) -> String {
        let base = format!("{plain}{width}");
        match style {
            Style::Unsigned if plain == "i" => format!("u{width}"),
            Style::Hexadecimal if plain == "i" => format!("x{width}"),
            Style::Character if plain == "i" => format!("char{width}"),
            Style::Hexadecimal => format!("hex {base}"),
            Style::Character => format!("char {base}"),
            Style::Fixed(small) => format!("fixed {}/{} {base}", small.numer(), small.denom()),
            Style::Enumeration(literals) => {
                let items: Vec<String> =
                    literals.iter().map(|(n, name)| format!("{} = {n}", name_text(name))).collect();
                format!("enum {base} {{ {} }}", items.join(", "))
            }
            _ => base,
        }
    }
    fn array_text(&self, index: TypeId, element: TypeId, length: Option<u64>, style: &Style) -> String {
        let text = if *style == Style::Text { "text " } else { "" };
        let first = if let Style::FirstIndex(first) = style { format!(" from {first}") } else { String::new() };
        let element = self.type_text(element);
        match length {
            None => format!("{text}[{}{first}]{element}", self.type_text(index)),
            Some(n) if index == self.plain.unsigned => format!("{text}[{n}{first}]{element}"),
            Some(n) => format!("{text}[{n}{first} by {}]{element}", self.type_text(index)),
        }
    }
    fn record_text(&self, record: &RecordType) -> String {
        let fields = record.fields.iter();
        let fields = fields.map(|f| format!("{}: {} @ {}", name_text(&f.name), self.type_text(f.ty), f.offset));
        let fields: Vec<String> = fields.collect();
        format!("{{ {} }} size {}", fields.join(", "), record.size)
    }

    // ---- properties ----

    /// Declares the properties that their first checks cannot declare in the right order.
    fn property_items(&mut self) {
        let count = self.program.properties.len();
        let mut first_checks: Vec<Option<(usize, ProcId)>> = vec![None; count];
        let mut position = 0;
        for (procedure, entry) in self.program.procedures.iter() {
            for statement in entry.blocks.values().flat_map(|block| &block.statements) {
                if let StatementKind::Check { property, .. } = statement.kind {
                    position += 1;
                    if let Some(slot) = first_checks.get_mut(property.0 as usize) {
                        slot.get_or_insert((position, procedure));
                    }
                }
            }
        }
        let mut next = usize::MAX;
        self.first_inline = count;
        for (id, property) in self.program.properties.iter().rev() {
            match first_checks[id.0 as usize] {
                Some((position, procedure)) if position < next && property.procedure == Some(procedure) => {
                    next = position;
                    self.first_inline = id.0 as usize;
                }
                _ => break,
            }
        }
        self.gap();
        for (id, property) in self.program.properties.iter().take(self.first_inline) {
            let (kind, procedure) = (property.kind, property.procedure);
            self.property_names.used(self.program, procedure, kind, &property.name);
            let owner = procedure.map_or(String::new(), |p| format!(" in {}", self.procedure_text(p)));
            let (name, description) = (string_text(&property.name), string_text(&property.description));
            self.line(&format!("property {kind} {name} {description}{owner}"));
            self.declared.insert(id);
        }
    }
    /// What stands between `check` and the colon.
    fn property_text(&mut self, id: PropertyId) -> String {
        let Some(property) = self.program.properties.get(id) else { return "as \"?\"".into() };
        let name = string_text(&property.name);
        if !self.declared.insert(id) {
            return format!("as {name}");
        }
        let (kind, procedure) = (property.kind, property.procedure);
        let implied = self.property_names.next(self.program, procedure, kind) == *property.name;
        self.property_names.used(self.program, procedure, kind, &property.name);
        let name = if implied { String::new() } else { format!(" as {name}") };
        format!("{kind} {}{name}", string_text(&property.description))
    }

    // ---- procedures ----

    fn procedure(&mut self, id: ProcId) {
        let procedure = &self.program.procedures[id];
        self.scope = Unique::default();
        let variables = procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals);
        for variable in variables {
            let name = self.scope.take(&self.program.variables[*variable].name);
            self.variable_names.insert(*variable, name);
        }
        let list = |printer: &Self, variables: &[VarId]| -> String {
            variables.iter().map(|v| printer.declaration(*v)).collect::<Vec<_>>().join(", ")
        };
        let name = &self.procedure_names[id.0 as usize];
        let name = shown_name(dotted_text(name), name, &procedure.name);
        let mut head = format!("proc {name}({})", list(self, &procedure.parameters));
        if !procedure.results.is_empty() {
            let _ = write!(head, " -> ({})", list(self, &procedure.results));
        }
        match &procedure.role {
            ProcedureRole::Source => {}
            ProcedureRole::Library => head.push_str(" library"),
            ProcedureRole::Elaboration => head.push_str(" elaboration"),
            ProcedureRole::Rules => head.push_str(" rules"),
            ProcedureRole::Logic => head.push_str(" logic"),
            ProcedureRole::Fact => head.push_str(" fact"),
            ProcedureRole::Axiom => head.push_str(" axiom"),
            ProcedureRole::Lemma => head.push_str(" lemma"),
            ProcedureRole::Start(of) => {
                let _ = write!(head, " start {}", string_text(of));
            }
            ProcedureRole::Contract(of) => {
                let _ = write!(head, " contract {}", string_text(of));
            }
        }
        self.line(&head);
        self.contract(&procedure.contract);
        if !procedure.has_body() {
            return;
        }
        self.line("{");
        for local in &procedure.locals {
            let declaration = self.declaration(*local);
            self.line(&format!("  local {declaration}"));
        }
        for block in procedure.blocks.values() {
            self.block(id, block);
        }
        self.line("}");
        self.scope = Unique::default();
    }
    fn places(&mut self, places: &[Place]) {
        for (n, place) in places.iter().enumerate() {
            self.out.push_str(if n > 0 { ", " } else { "" });
            self.place(place);
        }
    }
    fn block(&mut self, procedure: ProcId, block: &Block) {
        let _ = writeln!(self.out, "{}:", name_text(&block.label));
        if let Some(contract) = &block.loop_contract {
            self.loop_contract(contract);
        }
        for statement in &block.statements {
            self.statement(statement);
        }
        self.out.push_str("  ");
        self.terminator(procedure, &block.terminator);
        self.reason(&block.terminator_origin);
    }
    fn reason(&mut self, origin: &Origin) {
        let reason = match &origin.reason {
            Reason::Source => String::new(),
            Reason::Implied(why) => format!(" @implied({})", string_text(why)),
            Reason::Pass(why) => format!(" @pass({})", string_text(why)),
            Reason::Input(role) => match role.subprogram() {
                Some(name) => format!(" @input({} {})", role.word(), string_text(name)),
                None => format!(" @input({})", role.word()),
            },
            Reason::Unfinished => " @unfinished".into(),
        };
        self.line(&reason);
    }

    // ---- statements ----

    fn statement(&mut self, statement: &Statement) {
        self.out.push_str("  ");
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                self.place(target);
                self.out.push_str(" := ");
                self.expr(*value, self.place_type(target));
            }
            StatementKind::Havoc { target } => {
                self.out.push_str("havoc ");
                self.place(target);
            }
            StatementKind::Assume(condition) => {
                self.out.push_str("assume ");
                self.expr(*condition, Some(self.plain.bool));
            }
            StatementKind::Check { property, condition } => {
                let property = self.property_text(*property);
                let _ = write!(self.out, "check {property} : ");
                self.expr(*condition, Some(self.plain.bool));
            }
            StatementKind::Call { callee, arguments, results } => self.call(callee, arguments, results),
            StatementKind::Allocate { target, element, count, zeroed, kind, alignment } => {
                self.place(target);
                let word = if *kind == AllocationKind::Heap { "heap" } else { "stack" };
                let _ = write!(self.out, " := alloc {word} [");
                self.expr(*count, Some(self.plain.unsigned));
                let element = self.type_text(*element);
                let _ = write!(self.out, "] {element}{}", if *zeroed { " zeroed" } else { "" });
                self.out.push_str(&alignment_text(*alignment));
            }
            StatementKind::Release(pointer) => {
                self.out.push_str("release ");
                self.expr(*pointer, Some(self.plain.pointer));
            }
            StatementKind::Live(variable) => {
                let text = self.variable_text(*variable);
                let _ = write!(self.out, "live {text}");
            }
            StatementKind::Dead(variable) => {
                let text = self.variable_text(*variable);
                let _ = write!(self.out, "dead {text}");
            }
            StatementKind::CopyMemory { target, source, bytes } => {
                let pointer = Some(self.plain.pointer);
                self.arguments("copy", [(*target, pointer), (*source, pointer), (*bytes, Some(self.plain.unsigned))]);
            }
            StatementKind::FillMemory { target, value, bytes } => {
                let pointer = Some(self.plain.pointer);
                let size = Some(self.plain.unsigned);
                self.arguments("fill", [(*target, pointer), (*value, self.byte_type()), (*bytes, size)]);
            }
            StatementKind::Event { name, arguments } => {
                let word = format!("event {}", string_text(name));
                self.arguments(&word, arguments.iter().map(|a| (*a, None)));
            }
        }
        self.reason(&statement.origin);
    }
    fn place_type(&self, place: &Place) -> Option<TypeId> {
        crate::typing::place_type(self.program, place).ok()
    }
    fn byte_type(&self) -> Option<TypeId> {
        let byte = |t: &crate::types::Type| {
            t.kind == TypeKind::Int(8) && t.display.name.is_none() && t.display.style == Style::Unsigned
        };
        self.program.types.iter().find(|(_, t)| byte(t)).map(|(id, _)| id)
    }
    fn arguments(&mut self, word: &str, items: impl IntoIterator<Item = (crate::expr::ExprId, Option<TypeId>)>) {
        let _ = write!(self.out, "{word}(");
        for (n, (id, expected)) in items.into_iter().enumerate() {
            self.out.push_str(if n > 0 { ", " } else { "" });
            self.expr(id, expected);
        }
        self.out.push(')');
    }
    fn call(&mut self, callee: &Callee, arguments: &[crate::expr::ExprId], results: &[Place]) {
        self.places(results);
        self.out.push_str(if results.is_empty() { "call " } else { " := call " });
        let signature = match callee {
            Callee::Direct(procedure) => {
                let text = self.procedure_text(*procedure);
                self.out.push_str(&text);
                Some(*procedure)
            }
            Callee::Indirect { pointer, candidates } => {
                self.out.push_str("indirect(");
                self.expr(*pointer, Some(self.plain.pointer));
                let names: Vec<String> = candidates.iter().map(|c| self.procedure_text(*c)).collect();
                let _ = write!(self.out, ", [{}])", names.join(", "));
                candidates.first().copied()
            }
        };
        let parameters = signature.and_then(|p| self.program.procedures.get(p)).map_or(&[][..], |p| &p.parameters);
        let types: Vec<Option<TypeId>> = (0..arguments.len())
            .map(|n| parameters.get(n).map(|parameter| self.program.variables[*parameter].ty))
            .collect();
        self.arguments("", arguments.iter().copied().zip(types));
    }
    fn terminator(&mut self, procedure: ProcId, terminator: &Terminator) {
        let blocks = &self.program.procedures[procedure].blocks;
        let label = |id: &BlockId| blocks.get(*id).map_or_else(|| "`?`".to_string(), |b| name_text(&b.label));
        match terminator {
            Terminator::Return => self.out.push_str("return"),
            Terminator::Stop => self.out.push_str("stop"),
            Terminator::Goto(block) => self.out.push_str(&format!("goto {}", label(block))),
            Terminator::Branch { condition, then, otherwise } => {
                self.out.push_str("branch ");
                self.expr(*condition, Some(self.plain.bool));
                let _ = write!(self.out, " then {} else {}", label(then), label(otherwise));
            }
            Terminator::Switch { value, cases, default } => {
                self.out.push_str("switch ");
                self.expr(*value, None);
                self.out.push_str(" { ");
                for (constant, block) in cases {
                    let constant = self.constant_text(constant, self.program.type_of(*value));
                    let _ = write!(self.out, "{constant} -> {}, ", label(block));
                }
                let _ = write!(self.out, "else -> {} }}", label(default));
            }
        }
    }
}

fn alignment_text(alignment: u64) -> String {
    if alignment == 1 { String::new() } else { format!(" align {alignment}") }
}

/// A name in the text, and the name it stands for if that differs.
fn shown_name(text: String, name: &str, shown: &str) -> String {
    if name == shown { text } else { format!("{text} {}", string_text(shown)) }
}
