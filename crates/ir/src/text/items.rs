//! Reading a text: declarations, in two walks.
//!
//! The first walk declares types, globals, procedures with their parameters, entries and properties,
//! and skips bodies and initial values; the second reads those. So procedures and globals may be used
//! before they are declared; types may not.

use super::codes;
use super::cursor::{Cursor, Parsed};
use super::node::Node;
use super::properties::PropertyNames;
use super::token::{Kind, tokens};
use crate::check::{CheckKind, PropertyId};
use crate::expr::ExprId;
use crate::program::{BlockId, Initial, Language, ProcId, Program, VarId, VariableKind};
use crate::role::ProcedureRole;
use crate::types::{TypeId, TypeKind};
use cairn_base::{Diagnostic, FileId, SourceMap, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Reads a program. Without errors among the diagnostics there is a program, and it is well formed.
pub fn read(sources: &SourceMap, file: FileId) -> (Option<Program>, Vec<Diagnostic>) {
    let text = &sources.file(file).text;
    let (tokens, diagnostics) = tokens(text, file);
    let mut reader = Reader::new(Cursor::new(text, file, &tokens));
    reader.cursor.diagnostics = diagnostics;
    reader.declarations();
    reader.definitions();
    let Reader { mut cursor, mut program, property_names, .. } = reader;
    program.property_numbers = property_names.into_numbers();
    if !cursor.diagnostics.iter().any(Diagnostic::is_error) {
        cursor.diagnostics.extend(crate::validate::validate(&program));
    }
    cursor.diagnostics.sort_by_key(|d| d.primary.as_ref().map(|label| label.span));
    let readable = !cursor.diagnostics.iter().any(Diagnostic::is_error);
    (readable.then_some(program), cursor.diagnostics)
}

/// The state of a reading.
pub struct Reader<'a> {
    pub cursor: Cursor<'a>,
    pub program: Program,
    /// The nodes of the current expression, and what they became.
    pub nodes: Vec<Node>,
    pub built: Vec<Option<ExprId>>,
    pub nesting: u32,
    pub constant_cells: u64,
    pub types: FxHashMap<Arc<str>, TypeId>,
    /// Of compound types, by shape: how deep they nest, and their natural alignment.
    pub type_facts: FxHashMap<TypeId, (u32, u64)>,
    pub globals: FxHashMap<Arc<str>, VarId>,
    pub procedures: FxHashMap<Arc<str>, ProcId>,
    pub properties: FxHashMap<Arc<str>, PropertyId>,
    pub property_names: PropertyNames,
    /// The procedure being read, its variables, its blocks, and bound variables from the outermost in.
    pub procedure: Option<ProcId>,
    pub locals: FxHashMap<Arc<str>, VarId>,
    pub blocks: FxHashMap<Arc<str>, BlockId>,
    pub bound: Vec<(Arc<str>, VarId)>,
    /// Where the second walk finds initial values and bodies: token numbers.
    initial_values: Vec<(VarId, usize)>,
    bodies: Vec<(ProcId, usize, FxHashMap<Arc<str>, VarId>)>,
    entries: Vec<(Arc<str>, Span)>,
    property_items: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn new(cursor: Cursor<'a>) -> Self {
        Self {
            cursor,
            program: Program::new(),
            nodes: Vec::new(),
            built: Vec::new(),
            nesting: 0,
            constant_cells: 0,
            types: FxHashMap::default(),
            type_facts: FxHashMap::default(),
            globals: FxHashMap::default(),
            procedures: FxHashMap::default(),
            properties: FxHashMap::default(),
            property_names: PropertyNames::default(),
            procedure: None,
            locals: FxHashMap::default(),
            blocks: FxHashMap::default(),
            bound: Vec::new(),
            initial_values: Vec::new(),
            bodies: Vec::new(),
            entries: Vec::new(),
            property_items: Vec::new(),
        }
    }

    // ---- the two walks ----

    fn declarations(&mut self) {
        while !self.cursor.at_end() && !self.cursor.gives_up() {
            let before = self.cursor.at;
            self.nesting = 0;
            if self.declaration().is_err() {
                self.cursor.recover(before);
                self.skip_to_declaration();
            }
            self.cursor.open = 0;
        }
        if self.cursor.gives_up() {
            let here = self.cursor.here();
            let _ = self.cursor.fail::<()>(codes::MANY, "too many errors: the rest is not read", here);
        }
    }
    fn definitions(&mut self) {
        for (name, span) in std::mem::take(&mut self.entries) {
            match self.procedures.get(&name) {
                Some(procedure) => self.program.entries.push(*procedure),
                None => {
                    let _ = self.no_procedure::<()>(&name, span);
                }
            }
        }
        for at in std::mem::take(&mut self.property_items) {
            self.cursor.at = at;
            let _ = self.property_item();
            self.cursor.open = 0;
        }
        for (variable, at) in std::mem::take(&mut self.initial_values) {
            self.cursor.at = at;
            self.nesting = 0;
            if let Ok(initial) = self.initial(variable) {
                self.program.variables[variable].initial = initial;
            }
            self.cursor.open = 0;
        }
        for (procedure, at, locals) in std::mem::take(&mut self.bodies) {
            if self.cursor.gives_up() {
                return;
            }
            self.cursor.at = at;
            self.locals = locals;
            self.procedure_definition(procedure);
        }
    }

    // ---- first walk ----

    fn declaration(&mut self) -> Parsed<()> {
        let token = self.cursor.token();
        match self.cursor.token_text(token) {
            "language" => self.language(),
            "target" => self.target(),
            "entry" => self.entry(),
            "type" => self.type_item(),
            "global" => self.global_item(),
            "property" => {
                let at = self.cursor.at;
                self.property_items.push(at);
                self.cursor.recover(at);
                Ok(())
            }
            "proc" => self.procedure_item(),
            _ => self.cursor.expected("a declaration: type, global, proc, entry, property, language or target"),
        }
    }
    pub fn at_declaration(&self) -> bool {
        let token = self.cursor.token();
        let words = ["language", "target", "entry", "type", "global", "property", "proc"];
        token.first && token.kind == Kind::Word && words.contains(&self.cursor.token_text(token))
    }
    fn skip_to_declaration(&mut self) {
        while !self.cursor.at_end() && !self.at_declaration() {
            self.cursor.advance();
        }
    }
    fn language(&mut self) -> Parsed<()> {
        self.cursor.advance();
        let token = self.cursor.token();
        self.program.language = match self.cursor.token_text(token) {
            "cairn" => Language::Cairn,
            "ada" => Language::Ada,
            "c" => Language::C,
            "llvm" => Language::Llvm,
            _ => return self.cursor.expected("a language: cairn, ada, c or llvm"),
        };
        self.cursor.advance();
        self.cursor.end_of_line()
    }
    /// `target pointer 4 big_endian`
    fn target(&mut self) -> Parsed<()> {
        self.cursor.advance();
        if self.cursor.take_here("pointer") {
            let span = self.cursor.here();
            self.program.target.pointer_bytes = match self.cursor.count("the size of a pointer")? {
                4 => 4,
                8 => 8,
                _ => return self.cursor.fail(codes::BAD_TYPE, "pointers have 4 or 8 bytes", span),
            };
        }
        self.program.target.big_endian = self.cursor.take_here("big_endian");
        self.cursor.end_of_line()
    }
    fn entry(&mut self) -> Parsed<()> {
        self.cursor.advance();
        loop {
            let span = self.cursor.here();
            let name = self.cursor.dotted_name("a procedure")?;
            self.entries.push((name, span));
            if !self.cursor.take_here(",") {
                return self.cursor.end_of_line();
            }
        }
    }
    /// A name in the text, and the name it stands for if another string follows: `p_2 "Point"`.
    pub fn declared_name(&mut self, what: &str) -> Parsed<(Arc<str>, Arc<str>)> {
        let name = self.cursor.name(what)?;
        let shown = self.cursor.optional_string()?;
        Ok((name.clone(), shown.unwrap_or(name)))
    }
    fn twice<T>(&mut self, name: &str, span: Span, earlier: Option<Span>) -> Parsed<T> {
        let mut message = Diagnostic::error(codes::TWICE, format!("`{name}` is declared twice")).at(span, "");
        if let Some(earlier) = earlier {
            message = message.and_at(earlier, "declared here");
        }
        self.cursor.report(message)
    }
    fn type_item(&mut self) -> Parsed<()> {
        self.cursor.advance();
        let span = self.cursor.here();
        let (name, shown) = self.declared_name("the name of a type")?;
        if self.types.contains_key(&name) {
            return self.twice(&name, span, None);
        }
        self.cursor.expect("=")?;
        let ty = self.type_syntax()?;
        let mut entry = self.program.types.get(ty).clone();
        entry.display.name = Some(shown);
        let ty = self.program.types.intern(entry.kind, entry.display);
        self.types.insert(name, ty);
        self.cursor.end_of_line()
    }
    /// `global v: [10]i32 addressable = arbitrary`
    fn global_item(&mut self) -> Parsed<()> {
        self.cursor.advance();
        let span = self.cursor.here();
        let (name, variable) = self.variable_declaration(VariableKind::Global)?;
        if let Some(earlier) = self.globals.insert(name.clone(), variable) {
            return self.twice(&name, span, self.program.variables[earlier].span);
        }
        if self.cursor.take_here("=") {
            self.initial_values.push((variable, self.cursor.at));
            // The value is read later; it ends with the line, brackets respected.
            let mut depth = 0u32;
            while !self.at_declaration() && !self.cursor.at_end() && (depth > 0 || !self.cursor.token().first) {
                match self.cursor.token_text(self.cursor.token()) {
                    "(" | "[" | "{" => depth += 1,
                    ")" | "]" | "}" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                self.cursor.advance();
            }
            return Ok(());
        }
        self.cursor.end_of_line()
    }
    /// `x: i32 addressable align 4 temporary source "X"`
    fn variable_declaration(&mut self, kind: VariableKind) -> Parsed<(Arc<str>, VarId)> {
        let span = self.cursor.here();
        let (name, shown) = self.declared_name("the name of a variable")?;
        self.cursor.expect(":")?;
        let ty = self.type_syntax()?;
        let owner = if kind == VariableKind::Global { None } else { self.procedure };
        let variable = self.program.add_variable(shown, ty, kind, owner);
        self.program.variables[variable].span = Some(span);
        loop {
            if self.cursor.take_here("addressable") {
                self.program.variables[variable].addressable = true;
            } else if self.cursor.take_here("temporary") {
                self.program.variables[variable].temporary = true;
            } else if self.cursor.take_here("source") {
                let name = self.cursor.string("the name in the source")?;
                self.program.variables[variable].source_name = Some(name);
            } else if let Some(alignment) = self.alignment()? {
                self.program.variables[variable].alignment = alignment;
            } else {
                return Ok((name, variable));
            }
        }
    }
    /// `align 4`, if it is there.
    pub fn alignment(&mut self) -> Parsed<Option<u64>> {
        if !self.cursor.take_here("align") {
            return Ok(None);
        }
        let alignment = self.cursor.token_text(self.cursor.token()).parse().ok();
        let Some(alignment) = alignment.filter(|n: &u64| n.is_power_of_two()) else {
            return self.cursor.expected("a power of two");
        };
        self.cursor.advance();
        Ok(Some(alignment))
    }
    /// A variable of the current procedure.
    pub fn local_declaration(&mut self, kind: VariableKind) -> Parsed<()> {
        let span = self.cursor.here();
        let (name, variable) = self.variable_declaration(kind)?;
        match self.locals.insert(name.clone(), variable) {
            Some(earlier) => self.twice(&name, span, self.program.variables[earlier].span),
            None => Ok(()),
        }
    }
    /// `library`, `elaboration`, `rules`, `logic`, `fact`, `axiom`, `lemma`, `contract "f"` or `start "main"` at the end of a procedure's first line.
    fn procedure_role(&mut self) -> Parsed<ProcedureRole> {
        if self.cursor.take_here("library") {
            return Ok(ProcedureRole::Library);
        }
        if self.cursor.take_here("elaboration") {
            return Ok(ProcedureRole::Elaboration);
        }
        if self.cursor.take_here("contract") {
            return Ok(ProcedureRole::Contract(self.cursor.string("what the contract is of")?));
        }
        let words = [
            ("rules", ProcedureRole::Rules),
            ("logic", ProcedureRole::Logic),
            ("fact", ProcedureRole::Fact),
            ("axiom", ProcedureRole::Axiom),
            ("lemma", ProcedureRole::Lemma),
        ];
        for (word, role) in words {
            if self.cursor.take_here(word) {
                return Ok(role);
            }
        }
        match self.cursor.take_here("start") {
            true => Ok(ProcedureRole::Start(self.cursor.string("what the procedure starts")?)),
            false => Ok(ProcedureRole::Source),
        }
    }
    /// `proc f(a: i32, b: bool) -> (r: i32)`; contract and body are read later.
    fn procedure_item(&mut self) -> Parsed<()> {
        self.cursor.advance();
        let span = self.cursor.here();
        let name = self.cursor.dotted_name("the name of a procedure")?;
        let shown = self.cursor.optional_string()?.unwrap_or_else(|| name.clone());
        if let Some(earlier) = self.procedures.get(&name) {
            return self.twice(&name, span, self.program.procedures[*earlier].span);
        }
        let procedure = self.program.add_procedure(shown);
        self.program.procedures[procedure].span = Some(span);
        self.procedures.insert(name, procedure);
        self.procedure = Some(procedure);
        self.locals.clear();
        self.cursor.open("(")?;
        self.list(")", |reader| reader.local_declaration(VariableKind::Parameter))?;
        if self.cursor.take("->") {
            self.cursor.open("(")?;
            self.list(")", |reader| reader.local_declaration(VariableKind::Result))?;
        }
        self.program.procedures[procedure].role = self.procedure_role()?;
        self.bodies.push((procedure, self.cursor.at, std::mem::take(&mut self.locals)));
        self.skip_to_declaration();
        Ok(())
    }

    // ---- second walk ----

    /// `property index "main.index.1" "index must be …" in main`
    fn property_item(&mut self) -> Parsed<()> {
        let start = self.cursor.advance();
        let kind = self.check_kind()?;
        let name = self.cursor.string("the name of a property")?;
        let description = self.cursor.string("a description")?;
        let procedure = if self.cursor.take_here("in") { Some(self.procedure_name()?) } else { None };
        self.cursor.end_of_line()?;
        let span = self.cursor.span_from(start);
        self.declare_property(kind, procedure, Some(name), description, span)?;
        Ok(())
    }
    /// Adds a property; without a name it gets the next one of its procedure and kind.
    pub fn declare_property(
        &mut self,
        kind: CheckKind,
        procedure: Option<ProcId>,
        name: Option<Arc<str>>,
        description: Arc<str>,
        span: Span,
    ) -> Parsed<PropertyId> {
        let name = name.unwrap_or_else(|| self.property_names.next(&self.program, procedure, kind).into());
        if self.properties.contains_key(&name) {
            return self.twice(&name, span, None);
        }
        self.property_names.used(&self.program, procedure, kind, &name);
        let property = crate::check::Property { kind, name: name.clone(), description, span: Some(span), procedure };
        let id = self.program.properties.push(property);
        self.properties.insert(name, id);
        Ok(id)
    }
    /// Words with hyphens between them: `division-by-zero`.
    pub fn hyphenated(&mut self, what: &str) -> Parsed<String> {
        let mut name = String::new();
        loop {
            let token = self.cursor.token();
            if token.kind != Kind::Word {
                return self.cursor.expected(what);
            }
            name.push_str(self.cursor.token_text(token));
            self.cursor.advance();
            if !self.cursor.take_here("-") {
                return Ok(name);
            }
            name.push('-');
        }
    }
    /// `division-by-zero`
    pub fn check_kind(&mut self) -> Parsed<CheckKind> {
        let start = self.cursor.token();
        let name = self.hyphenated("a kind of check")?;
        match CheckKind::from_name(&name) {
            Some(kind) => Ok(kind),
            None => {
                let kinds: Vec<&str> = CheckKind::ALL.iter().map(|kind| kind.name()).collect();
                let message = Diagnostic::error(codes::NO_KIND, format!("there is no check kind `{name}`"));
                let span = self.cursor.span_from(start);
                self.cursor.report(message.at(span, "").note(format!("kinds are {}", kinds.join(", "))))
            }
        }
    }
    fn initial(&mut self, variable: VarId) -> Parsed<Initial> {
        let initial = if self.cursor.take("arbitrary") {
            Initial::Arbitrary
        } else if self.cursor.take("zero") {
            Initial::Zero
        } else {
            let ty = self.program.variables[variable].ty;
            let value = self.typed_expression(Some(ty))?;
            self.same_type(self.program.type_of(value), ty, value)?;
            Initial::Value(value)
        };
        self.cursor.end_of_line()?;
        Ok(initial)
    }

    // ---- names ----

    pub fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.cursor.is(close) {
            items.push(item(self)?);
            if !self.cursor.take(",") {
                break;
            }
        }
        self.cursor.close(close)?;
        Ok(items)
    }
    pub fn visible(&self, name: &str) -> Option<VarId> {
        let bound = self.bound.iter().rev().find(|(bound, _)| **bound == *name).map(|(_, variable)| *variable);
        bound.or_else(|| self.locals.get(name).copied()).or_else(|| self.globals.get(name).copied())
    }
    pub fn procedure_name(&mut self) -> Parsed<ProcId> {
        let span = self.cursor.here();
        let name = self.cursor.dotted_name("a procedure")?;
        match self.procedures.get(&name) {
            Some(procedure) => Ok(*procedure),
            None => self.no_procedure(&name, span),
        }
    }
    fn no_procedure<T>(&mut self, name: &str, span: Span) -> Parsed<T> {
        self.cursor.fail(codes::NO_PROCEDURE, &format!("there is no procedure `{name}`"), span)
    }
    /// A value must have the type of the place it goes to.
    pub fn same_type(&mut self, found: TypeId, wanted: TypeId, value: ExprId) -> Parsed<()> {
        let types = &self.program.types;
        if types.same_shape(found, wanted) {
            return Ok(());
        }
        let (found, wanted_name) = (crate::typing::type_name(types, found), crate::typing::type_name(types, wanted));
        let mut message = Diagnostic::error(codes::ILL_TYPED, format!("this has type {found}, expected {wanted_name}"));
        if matches!(types.kind(wanted), TypeKind::Int(_)) {
            message = message.help("conversions are explicit: `zext(e, T)`, `sext(e, T)`, `trunc(e, T)`");
        }
        let span = self.program.expr(value).span.unwrap_or_else(|| self.cursor.here());
        self.cursor.report(message.at(span, ""))
    }
}
