//! Bodies of procedures: blocks, statements, terminators.
//!
//! A statement ends with its line. After a mistake reading goes on at the next line.

use super::codes;
use super::cursor::Parsed;
use super::items::Reader;
use super::token::Kind;
use crate::expr::{ExprId, Place};
use crate::program::{
    AllocationKind, BlockId, Callee, Origin, ProcId, Reason, StatementKind, Terminator, VariableKind,
};
use crate::role::InputRole;
use crate::types::TypeId;
use crate::value::Value;
use cairn_base::Diagnostic;
use std::sync::Arc;

const TERMINATORS: &[&str] = &["goto", "branch", "switch", "return", "stop"];

/// One line of a body.
enum Line {
    Statement(StatementKind),
    Terminator(Terminator),
}

impl Reader<'_> {
    /// Contract and body of a procedure; the cursor stands behind its head, parameters are in scope.
    pub fn procedure_definition(&mut self, procedure: ProcId) {
        self.procedure = Some(procedure);
        self.blocks.clear();
        self.bound.clear();
        while !self.cursor.at_end() && !self.cursor.is("{") && !self.at_declaration() {
            self.nesting = 0;
            let before = self.cursor.at;
            if self.contract_clause(procedure).is_err() {
                self.cursor.recover(before);
            }
            self.cursor.open = 0;
        }
        if self.cursor.take("{") {
            self.body(procedure);
            if self.cursor.expect("}").is_ok() && !self.cursor.at_end() && !self.at_declaration() {
                let _ = self.cursor.expected::<()>("a declaration");
            }
        }
    }
    // ---- blocks ----

    fn body(&mut self, procedure: ProcId) {
        while self.cursor.is("local") {
            self.nesting = 0;
            let before = self.cursor.at;
            self.cursor.advance();
            let read = self.local_declaration(VariableKind::Local).and_then(|()| self.cursor.end_of_line());
            if read.is_err() {
                self.cursor.recover(before);
            }
            self.cursor.open = 0;
        }
        self.declare_blocks(procedure);
        let mut current = None;
        let mut closed = false;
        while !self.cursor.at_end() && !self.cursor.is("}") && !self.at_declaration() && !self.cursor.gives_up() {
            self.nesting = 0;
            if self.at_label() {
                self.end_block(current, closed);
                current = self.label();
                closed = false;
                let before = self.cursor.at;
                if self.loop_contract(procedure, current).is_err() {
                    self.cursor.recover(before);
                }
                self.cursor.open = 0;
                continue;
            }
            let before = self.cursor.at;
            match self.line(procedure, current, closed) {
                Ok(terminated) => closed |= terminated,
                Err(_) => {
                    // A terminator that was not understood still ends the block.
                    let after = std::mem::replace(&mut self.cursor.at, before);
                    closed |= TERMINATORS.iter().any(|word| self.cursor.is(word));
                    self.cursor.at = after;
                    self.cursor.recover(before);
                }
            }
            self.cursor.open = 0;
        }
        self.end_block(current, closed);
    }
    fn at_label(&self) -> bool {
        let token = self.cursor.token();
        matches!(token.kind, Kind::Word | Kind::Quoted) && self.cursor.token_is(self.cursor.token_after(1), ":")
    }
    /// Finds the labels of the body, so that blocks may be named before they come.
    fn declare_blocks(&mut self, procedure: ProcId) {
        let start = self.cursor.at;
        let mut depth = 0u32;
        while !self.cursor.at_end() && !self.at_declaration() {
            let token = self.cursor.token();
            match self.cursor.token_text(token) {
                "}" if depth == 0 && token.kind == Kind::Symbol => break,
                "(" | "[" | "{" if token.kind == Kind::Symbol => depth += 1,
                ")" | "]" | "}" if token.kind == Kind::Symbol => depth = depth.saturating_sub(1),
                _ if token.first && depth == 0 && self.at_label() => self.declare_block(procedure),
                _ => {}
            }
            self.cursor.advance();
        }
        self.cursor.at = start;
    }
    fn declare_block(&mut self, procedure: ProcId) {
        let span = self.cursor.here();
        let at = self.cursor.at;
        // A bad name is reported when the block itself is read.
        let reported = self.cursor.diagnostics.len();
        let name = self.cursor.name("a label");
        self.cursor.at = at;
        self.cursor.diagnostics.truncate(reported);
        let Ok(name) = name else { return };
        if self.blocks.contains_key(&name) {
            let _ = self.cursor.fail::<()>(codes::TWICE, &format!("block `{name}` is declared twice"), span);
            return;
        }
        let block = self.program.add_block(procedure, name.clone());
        self.blocks.insert(name, block);
    }
    fn label(&mut self) -> Option<BlockId> {
        let before = self.cursor.at;
        match self.cursor.name("a label") {
            Ok(name) => {
                self.cursor.advance();
                self.blocks.get(&name).copied()
            }
            Err(_) => {
                self.cursor.recover(before);
                None
            }
        }
    }
    fn end_block(&mut self, block: Option<BlockId>, closed: bool) {
        let (Some(block), Some(procedure), false) = (block, self.procedure, closed) else { return };
        let label = self.program.procedures[procedure].blocks[block].label.clone();
        let span = self.cursor.here();
        let message = Diagnostic::error(codes::BLOCK, format!("block `{label}` has no terminator"));
        let help = "end it with goto, branch, switch, return or stop";
        let _ = self.cursor.report::<()>(message.at(span, "").help(help));
    }
    // ---- statements ----

    /// Reads one line; tells whether it ends the block.
    fn line(&mut self, procedure: ProcId, block: Option<BlockId>, closed: bool) -> Parsed<bool> {
        let start = self.cursor.token();
        let word = if start.kind == Kind::Word { self.cursor.token_text(start) } else { "" };
        let line = if TERMINATORS.contains(&word) {
            Line::Terminator(self.terminator()?)
        } else {
            Line::Statement(self.statement(procedure, word)?)
        };
        let span = self.cursor.span_from(start);
        let reason = self.reason()?;
        self.cursor.end_of_line()?;
        let Some(block) = block else {
            return self.cursor.fail(codes::BLOCK, "a statement before the first label", span);
        };
        if closed {
            return self.cursor.fail(codes::BLOCK, "a statement behind the end of its block", span);
        }
        let origin = Origin { span: Some(span), reason };
        match line {
            Line::Statement(kind) => {
                self.program.push_statement(procedure, block, kind, origin);
                Ok(false)
            }
            Line::Terminator(terminator) => {
                self.program.set_terminator(procedure, block, terminator, origin);
                Ok(true)
            }
        }
    }
    /// `@implied("index check")`, `@pass("inlined")`, `@input(argument-count)`, `@unfinished`
    fn reason(&mut self) -> Parsed<Reason> {
        if !self.cursor.take_here("@") {
            return Ok(Reason::Source);
        }
        if self.cursor.take_here("unfinished") {
            return Ok(Reason::Unfinished);
        }
        if self.cursor.take_here("input") {
            self.cursor.open("(")?;
            let role = self.input_role()?;
            self.cursor.close(")")?;
            return Ok(Reason::Input(role));
        }
        let implied = self.cursor.is("implied");
        if !implied && !self.cursor.is("pass") {
            return self.cursor.expected("`implied`, `input`, `pass` or `unfinished`");
        }
        self.cursor.advance();
        self.cursor.open("(")?;
        let why = self.cursor.string("a reason")?;
        self.cursor.close(")")?;
        Ok(if implied { Reason::Implied(why) } else { Reason::Pass(why) })
    }

    /// `argument-count`, `result "f"`
    fn input_role(&mut self) -> Parsed<InputRole> {
        let what = "what the input stands for: `argument-count`, `result \"f\"` or the like";
        let start = self.cursor.token();
        let word = self.hyphenated(what)?;
        match &*word {
            "result" => Ok(InputRole::Result(self.cursor.string("the name of a function")?)),
            "effect" => Ok(InputRole::Effect(self.cursor.string("the name of a subprogram")?)),
            word => match InputRole::PLAIN.into_iter().find(|(plain, _)| *plain == word) {
                Some((_, role)) => Ok(role),
                None => {
                    let span = self.cursor.span_from(start);
                    self.cursor.fail(codes::SYNTAX, &format!("expected {what}"), span)
                }
            },
        }
    }
    fn terminator(&mut self) -> Parsed<Terminator> {
        let word = self.cursor.advance();
        match self.cursor.token_text(word) {
            "goto" => Ok(Terminator::Goto(self.block_name()?)),
            "branch" => {
                let condition = self.condition()?;
                self.cursor.expect("then")?;
                let then = self.block_name()?;
                self.cursor.expect("else")?;
                Ok(Terminator::Branch { condition, then, otherwise: self.block_name()? })
            }
            "switch" => self.switch(),
            "return" => Ok(Terminator::Return),
            _ => Ok(Terminator::Stop),
        }
    }
    fn block_name(&mut self) -> Parsed<BlockId> {
        let span = self.cursor.here();
        let name = self.cursor.name("a label")?;
        match self.blocks.get(&name) {
            Some(block) => Ok(*block),
            None => self.cursor.fail(codes::NO_BLOCK, &format!("there is no block `{name}`"), span),
        }
    }
    /// `switch i { 1 -> b1, 2 -> b2, else -> b3 }`
    fn switch(&mut self) -> Parsed<Terminator> {
        let value = self.typed_expression(None)?;
        let ty = self.program.type_of(value);
        let mut cases = Vec::new();
        self.cursor.open("{")?;
        while !self.cursor.is("else") {
            let constant = self.constant_of_type(ty)?;
            self.cursor.expect("->")?;
            cases.push((constant, self.block_name()?));
            self.cursor.expect(",")?;
        }
        self.cursor.advance();
        self.cursor.expect("->")?;
        let default = self.block_name()?;
        self.cursor.take(",");
        self.cursor.close("}")?;
        Ok(Terminator::Switch { value, cases, default })
    }
    fn constant_of_type(&mut self, ty: TypeId) -> Parsed<Value> {
        let span = self.cursor.here();
        let constant = self.typed_expression(Some(ty))?;
        self.same_type(self.program.type_of(constant), ty, constant)?;
        match &self.program.expr(constant).kind {
            crate::expr::ExprKind::Const(value) => Ok(value.clone()),
            _ => self.cursor.fail(codes::SYNTAX, "expected a constant", span),
        }
    }

    fn statement(&mut self, procedure: ProcId, word: &str) -> Parsed<StatementKind> {
        match word {
            "check" => self.check(procedure),
            "assume" => {
                self.cursor.advance();
                self.condition().map(StatementKind::Assume)
            }
            "havoc" => {
                self.cursor.advance();
                let (target, _) = self.typed_place()?;
                Ok(StatementKind::Havoc { target })
            }
            "call" => self.call(Vec::new()),
            "release" => {
                self.cursor.advance();
                let ty = self.program.types.pointer();
                Ok(StatementKind::Release(self.value_of_type(ty)?))
            }
            "live" | "dead" => {
                self.cursor.advance();
                let variable = self.variable_name()?;
                Ok(if word == "live" { StatementKind::Live(variable) } else { StatementKind::Dead(variable) })
            }
            "copy" | "fill" => self.memory(word == "copy"),
            "event" => {
                self.cursor.advance();
                let name = self.cursor.string("the name of an event")?;
                self.cursor.open("(")?;
                let arguments = self.list(")", |reader| reader.typed_expression(None))?;
                Ok(StatementKind::Event { name, arguments })
            }
            "local" => {
                let text = "local variables are declared before the first block";
                self.cursor.fail(codes::BLOCK, text, self.cursor.here())
            }
            _ => self.assignment(),
        }
    }
    /// `check index "index i must be in 0 .. 9" as "f.index.1" : i <u 10`, or `check as "f.index.1" : …`
    fn check(&mut self, procedure: ProcId) -> Parsed<StatementKind> {
        let start = self.cursor.advance();
        let described = if self.cursor.is("as") { None } else { Some((self.check_kind()?, self.description()?)) };
        let name = if self.cursor.take_here("as") { Some(self.cursor.string("the name of a property")?) } else { None };
        self.cursor.expect(":")?;
        let condition = self.condition()?;
        let span = self.cursor.span_from(start);
        let property = match (described, name) {
            (Some((kind, description)), name) => {
                self.declare_property(kind, Some(procedure), name, description, span)?
            }
            (None, name) => match name.and_then(|name| self.properties.get(&name).copied()) {
                Some(property) => property,
                None => return self.cursor.fail(codes::PROPERTY, "there is no such property (yet)", span),
            },
        };
        Ok(StatementKind::Check { property, condition })
    }
    fn description(&mut self) -> Parsed<Arc<str>> {
        self.cursor.string("a description of the check")
    }
    /// `copy(target, source, bytes)`, `fill(target, value, bytes)`
    fn memory(&mut self, copy: bool) -> Parsed<StatementKind> {
        let (pointer, size, byte) =
            (self.program.types.pointer(), self.program.types.unsigned(64), self.program.types.unsigned(8));
        self.cursor.advance();
        self.cursor.open("(")?;
        let target = self.value_of_type(pointer)?;
        self.cursor.expect(",")?;
        let second = self.value_of_type(if copy { pointer } else { byte })?;
        self.cursor.expect(",")?;
        let bytes = self.value_of_type(size)?;
        self.cursor.close(")")?;
        Ok(match copy {
            true => StatementKind::CopyMemory { target, source: second, bytes },
            false => StatementKind::FillMemory { target, value: second, bytes },
        })
    }
    fn value_of_type(&mut self, ty: TypeId) -> Parsed<ExprId> {
        let value = self.typed_expression(Some(ty))?;
        self.same_type(self.program.type_of(value), ty, value)?;
        Ok(value)
    }

    /// `x := e`, `x, y := call f(a)`, `p := alloc heap [n] i32 zeroed`
    fn assignment(&mut self) -> Parsed<StatementKind> {
        let start = self.cursor.token();
        if start.kind == Kind::Word && super::names::is_reserved(self.cursor.token_text(start)) {
            return self.cursor.expected("a statement");
        }
        let mut targets = vec![self.typed_place()?];
        while self.cursor.take_here(",") {
            targets.push(self.typed_place()?);
        }
        let span = self.cursor.span_from(start);
        self.cursor.expect(":=")?;
        if self.cursor.is("call") {
            return self.call(targets);
        }
        let mut targets = targets.into_iter();
        let (Some((target, ty)), None) = (targets.next(), targets.next()) else {
            return self.cursor.fail(codes::COUNT, "only a call has several results", span);
        };
        if self.cursor.is("alloc") {
            return self.allocation(target);
        }
        let value = self.value_of_type(ty)?;
        Ok(StatementKind::Assign { target, value })
    }
    /// `alloc heap [n] i32 zeroed align 16`
    fn allocation(&mut self, target: Place) -> Parsed<StatementKind> {
        self.cursor.advance();
        let kind = match self.cursor.token_text(self.cursor.token()) {
            "heap" => AllocationKind::Heap,
            "stack" => AllocationKind::Stack,
            _ => return self.cursor.expected("`heap` or `stack`"),
        };
        self.cursor.advance();
        let size = self.program.types.unsigned(64);
        self.cursor.open("[")?;
        let count = self.value_of_type(size)?;
        self.cursor.close("]")?;
        let element = self.type_syntax()?;
        let zeroed = self.cursor.take_here("zeroed");
        let alignment = self.alignment()?.unwrap_or(1);
        Ok(StatementKind::Allocate { target, element, count, zeroed, kind, alignment })
    }
    /// `call f(a, b)`, `call indirect(p, [f, g])(a, b)`
    fn call(&mut self, targets: Vec<(Place, TypeId)>) -> Parsed<StatementKind> {
        let start = self.cursor.advance();
        let indirect = self.cursor.is("indirect") && self.cursor.token_is(self.cursor.token_after(1), "(");
        let callee = if indirect { self.indirect_callee()? } else { Callee::Direct(self.procedure_name()?) };
        let signature = match &callee {
            Callee::Direct(procedure) => Some(*procedure),
            Callee::Indirect { candidates, .. } => candidates.first().copied(),
        };
        let types = |reader: &Self, variables: &[crate::program::VarId]| -> Vec<TypeId> {
            variables.iter().map(|v| reader.program.variables[*v].ty).collect()
        };
        let (parameters, results) = match signature.map(|p| &self.program.procedures[p]) {
            Some(procedure) => (types(self, &procedure.parameters), types(self, &procedure.results)),
            None => (Vec::new(), targets.iter().map(|(_, ty)| *ty).collect()),
        };
        self.cursor.open("(")?;
        let mut arguments = Vec::new();
        let given = self.list(")", |reader| {
            match parameters.get(arguments.len()) {
                Some(ty) => arguments.push(reader.value_of_type(*ty)?),
                None => arguments.push(reader.typed_expression(None)?),
            }
            Ok(())
        })?;
        let span = self.cursor.span_from(start);
        self.count(given.len(), parameters.len(), "argument", span)?;
        self.count(targets.len(), results.len(), "result", span)?;
        for ((_, found), wanted) in targets.iter().zip(&results) {
            if !self.program.types.same_shape(*found, *wanted) {
                let name = |ty| crate::typing::type_name(&self.program.types, ty);
                let message = format!("a result of type {} is assigned to a {}", name(*wanted), name(*found));
                return self.cursor.fail(codes::ILL_TYPED, &message, span);
            }
        }
        Ok(StatementKind::Call { callee, arguments, results: targets.into_iter().map(|(place, _)| place).collect() })
    }
    fn count(&mut self, found: usize, wanted: usize, what: &str, span: cairn_base::Span) -> Parsed<()> {
        if found == wanted {
            return Ok(());
        }
        let plural = if wanted == 1 { "" } else { "s" };
        self.cursor.fail(codes::COUNT, &format!("expected {wanted} {what}{plural}, found {found}"), span)
    }
    fn indirect_callee(&mut self) -> Parsed<Callee> {
        self.cursor.advance();
        self.cursor.open("(")?;
        let ty = self.program.types.pointer();
        let pointer = self.value_of_type(ty)?;
        self.cursor.expect(",")?;
        self.cursor.open("[")?;
        let candidates = self.list("]", Self::procedure_name)?;
        self.cursor.close(")")?;
        Ok(Callee::Indirect { pointer, candidates })
    }
}
