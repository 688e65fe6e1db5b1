//! Functions: headers, parameters, blocks.

use super::Reader;
use super::attributes::Attributes;
use crate::syntax::cursor::Read;
use crate::syntax::module::{Block, Function, Linkage, Parameter, Ty};
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// Names of values that the text leaves without one: LLVM numbers parameters and the first block.
static NUMBERS: LazyLock<Vec<String>> = LazyLock::new(|| (0..1000).map(|n: u32| n.to_string()).collect());

pub fn number_name(number: usize) -> Option<&'static str> {
    NUMBERS.get(number).map(String::as_str)
}

impl<'a> Reader<'a> {
    pub(super) fn function(&mut self) -> Read<()> {
        let at = self.cursor.at as u32;
        let defines = self.cursor.word() == "define";
        let debug = self.metadata_before_name()?;
        let (linkage, result_attributes) = self.function_prefix()?;
        let result = self.ty()?;
        let name = self.cursor.name(b'@')?;
        let (mut parameters, variadic) = self.parameters()?;
        let mut attributes = self.attributes()?;
        let after = self.function_clauses(&mut attributes)?;
        let blocks = if defines { self.body(&mut parameters)? } else { Vec::new() };
        self.module.functions.push(Function {
            name,
            result,
            result_facts: result_attributes.facts,
            parameters,
            variadic,
            linkage,
            noreturn: attributes.noreturn,
            attributes: attributes.group,
            blocks,
            at,
            debug: after.or(debug),
        });
        Ok(())
    }

    /// `declare !dbg !7 …`.
    fn metadata_before_name(&mut self) -> Read<Option<u32>> {
        let mut debug = None;
        while self.cursor.byte() == b'!' {
            debug = self.attached_metadata()?.or(debug);
        }
        Ok(debug)
    }

    /// Linkage, visibility, calling convention and attributes of the result.
    fn function_prefix(&mut self) -> Read<(Linkage, Attributes)> {
        let mut linkage = Linkage::Strong;
        loop {
            let word = self.cursor.peek_word();
            if let Some(said) = Linkage::of_word(word) {
                linkage = said;
                self.cursor.word();
                continue;
            }
            match word {
                "cc" => {
                    self.cursor.word();
                    if self.cursor.at_digit() {
                        self.cursor.number()?;
                    }
                }
                _ => break,
            }
        }
        let mut attributes = self.attributes()?;
        while self.cursor.at_digit() {
            // `cc 10`: the number behind a calling convention.
            self.cursor.number()?;
            attributes = self.attributes()?;
        }
        Ok((linkage, attributes))
    }

    fn parameters(&mut self) -> Read<(Vec<Parameter<'a>>, bool)> {
        self.cursor.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        if self.cursor.take(b')') {
            return Ok((parameters, variadic));
        }
        loop {
            if self.cursor.take_word("...") {
                variadic = true;
            } else {
                parameters.push(self.parameter()?);
            }
            if self.cursor.take(b')') {
                return Ok((parameters, variadic));
            }
            self.cursor.expect(b',')?;
        }
    }
    fn parameter(&mut self) -> Read<Parameter<'a>> {
        let ty: Ty = self.ty()?;
        self.cursor.crossed_line = false;
        let attributes = self.attributes()?;
        let name = if self.cursor.byte() == b'%' { self.cursor.name(b'%')? } else { "" };
        let Attributes { facts, only_read, byval, .. } = attributes;
        Ok(Parameter { name, ty, facts, only_read, byval })
    }

    /// Sections, comdats, personalities and metadata between header and body.
    fn function_clauses(&mut self, attributes: &mut Attributes) -> Read<Option<u32>> {
        let mut debug = None;
        loop {
            if self.cursor.byte() == b'!' && !self.cursor.crossed_line {
                debug = self.attached_metadata()?.or(debug);
                continue;
            }
            if self.cursor.crossed_line {
                return Ok(debug);
            }
            match self.cursor.peek_word() {
                "section" | "partition" | "gc" => {
                    self.cursor.word();
                    self.cursor.string()?;
                }
                "comdat" => {
                    self.cursor.word();
                    if self.cursor.byte() == b'(' {
                        self.cursor.balanced()?;
                    }
                }
                "prefix" | "prologue" | "personality" => {
                    self.cursor.word();
                    self.operand()?;
                }
                _ => {
                    let before = self.cursor.at;
                    let more = self.attributes()?;
                    attributes.noreturn |= more.noreturn;
                    attributes.group = more.group.or(attributes.group);
                    if self.cursor.at == before {
                        return Ok(debug);
                    }
                }
            }
        }
    }

    fn body(&mut self, parameters: &mut [Parameter<'a>]) -> Read<Vec<Block<'a>>> {
        let mut unnamed = 0;
        for parameter in parameters.iter_mut() {
            if parameter.name.is_empty() {
                parameter.name = number_name(unnamed).unwrap_or("");
            }
            unnamed += usize::from(parameter.name.parse::<u32>().is_ok());
        }
        self.cursor.expect(b'{')?;
        let mut blocks: Vec<Block<'a>> = Vec::new();
        let mut labels = FxHashSet::default();
        while !self.cursor.take(b'}') {
            if self.cursor.at_end() {
                return self.cursor.stop("this function has no closing `}`");
            }
            let label = self.label(&blocks, unnamed)?;
            if !labels.insert(label) {
                return self.cursor.stop(format!("there is a block %{label} already"));
            }
            let block = self.block(label)?;
            blocks.push(block);
        }
        Ok(blocks)
    }
    fn label(&mut self, blocks: &[Block<'a>], unnamed: usize) -> Read<&'a str> {
        if !self.cursor.peek_label() {
            return match number_name(unnamed) {
                Some(number) if blocks.is_empty() => Ok(number),
                _ => self.cursor.stop(format!("expected a label, found {}", self.cursor.found())),
            };
        }
        let label = if self.cursor.byte() == b'"' { self.cursor.string()? } else { self.cursor.word() };
        self.cursor.expect(b':')?;
        Ok(label)
    }

    fn block(&mut self, label: &'a str) -> Read<Block<'a>> {
        let at = self.cursor.at as u32;
        let mut instructions = Vec::new();
        loop {
            if self.cursor.take_word("uselistorder") || self.cursor.take_word("uselistorder_bb") {
                self.cursor.line();
                self.cursor.space();
                continue;
            }
            let instruction = self.instruction()?;
            let ends = instruction.kind.is_terminator();
            instructions.push(instruction);
            if ends {
                while self.cursor.peek_word().starts_with("uselistorder") {
                    self.cursor.line();
                    self.cursor.space();
                }
                return Ok(Block { label, at, instructions });
            }
        }
    }
}
