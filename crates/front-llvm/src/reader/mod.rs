//! Reads textual IR into a [`Module`]: one pass, no tokens, names borrowed from the text.
//!
//! Accepts what clang 14 to 22 write, with typed and with opaque pointers. What is not of interest
//! (sections, comdats, alignments, summaries) is read over; an instruction that is not known is kept as
//! [`InstructionKind::Other`](crate::syntax::module::InstructionKind::Other) and refused where it stands.
//! A mistake stops the reading of its item; the next one that begins a line is tried then, so that one run
//! reports several.

mod attributes;
mod constrained;
mod functions;
mod globals;
mod instructions;
mod types;
mod values;

pub(crate) use functions::number_name;

use crate::syntax::cursor::{Cursor, Read, Stop};
use crate::syntax::module::{Module, Ty};

/// Brackets and types may nest this deep.
const MAX_DEPTH: u32 = 200;
/// After this many mistakes nobody reads on.
const MAX_MISTAKES: usize = 20;

pub struct Reader<'a> {
    cursor: Cursor<'a>,
    module: Module<'a>,
    depth: u32,
}

/// The module, and what was wrong in it.
pub fn read(text: &str) -> (Module<'_>, Vec<Stop>) {
    let mut reader = Reader { cursor: Cursor::new(text), module: Module::default(), depth: 0 };
    let mut mistakes = Vec::new();
    reader.cursor.space();
    while !reader.cursor.at_end() && mistakes.len() < MAX_MISTAKES {
        let start = reader.cursor.at;
        reader.depth = 0;
        if let Err(stop) = reader.item() {
            reader.cursor.at = stop.at.max(start);
            mistakes.push(stop);
            reader.skip_to_item();
        }
    }
    (reader.module, mistakes)
}

impl<'a> Reader<'a> {
    fn item(&mut self) -> Read<()> {
        match self.cursor.byte() {
            b'%' => self.named_type(),
            b'@' => self.global(),
            b'!' => self.metadata_item(),
            b'$' | b'^' => {
                // Comdats and summaries say nothing about executions; they stand on one line.
                self.cursor.line();
                self.cursor.space();
                Ok(())
            }
            _ => self.word_item(),
        }
    }

    fn word_item(&mut self) -> Read<()> {
        match self.cursor.peek_word() {
            "define" | "declare" => self.function(),
            "attributes" => self.attribute_group(),
            "target" => self.target(),
            "source_filename" | "module" | "uselistorder" | "uselistorder_bb" => {
                self.cursor.line();
                self.cursor.space();
                Ok(())
            }
            _ => self.cursor.stop(format!("expected a definition, found {}", self.cursor.found())),
        }
    }

    fn target(&mut self) -> Read<()> {
        self.cursor.word();
        let what = self.cursor.word();
        self.cursor.expect(b'=')?;
        let text = self.cursor.string()?;
        match what {
            "datalayout" => self.module.data_layout = text,
            "triple" => self.module.triple = text,
            _ => {}
        }
        Ok(())
    }

    fn named_type(&mut self) -> Read<()> {
        let name = self.cursor.name(b'%')?;
        self.cursor.expect(b'=')?;
        self.cursor.expect_word("type")?;
        let body = if self.cursor.take_word("opaque") { None } else { Some(self.ty()?) };
        self.module.named_types.insert(name, body);
        Ok(())
    }

    /// `!7 = …` is only noted; `!llvm.dbg.cu = !{!2}` is kept.
    fn metadata_item(&mut self) -> Read<()> {
        let name = self.cursor.name(b'!')?;
        self.cursor.expect(b'=')?;
        if let Ok(number) = name.parse::<u32>() {
            self.module.metadata.insert(number, self.cursor.at as u32);
        } else {
            let list = self.metadata_list();
            self.module.named_metadata.insert(name, list);
        }
        self.cursor.line();
        self.cursor.space();
        Ok(())
    }
    fn metadata_list(&self) -> Vec<u32> {
        let mut ahead = self.cursor;
        ahead.line();
        let line = self.cursor.text.get(self.cursor.at..ahead.at).unwrap_or("");
        let inside = line.trim_start_matches("!{").trim_end_matches('}');
        inside.split(',').filter_map(|part| part.trim().strip_prefix('!')?.parse().ok()).collect()
    }

    /// Moves to the next line that begins an item.
    fn skip_to_item(&mut self) {
        loop {
            self.cursor.line();
            if self.cursor.at_end() {
                return;
            }
            self.cursor.at += 1;
            let begins = matches!(self.cursor.byte(), b'@' | b'!' | b'$' | b'%');
            if begins || matches!(self.cursor.peek_word(), "define" | "declare" | "attributes" | "target") {
                return;
            }
        }
    }

    /// Runs something that may contain itself.
    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return self.cursor.stop(format!("this is nested more than {MAX_DEPTH} deep"));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// A comma-separated list up to a closing byte.
    fn list<T>(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = Vec::new();
        if self.cursor.take(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.cursor.take(close) {
                return Ok(items);
            }
            self.cursor.expect(b',')?;
        }
    }

    fn kind(&self, ty: Ty) -> &crate::syntax::module::TypeKind<'a> {
        self.module.types.kind(ty)
    }
}

#[cfg(test)]
mod tests;
