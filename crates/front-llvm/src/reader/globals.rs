//! Global variables and aliases.

use super::Reader;
use crate::syntax::cursor::Read;
use crate::syntax::module::{Alias, Global, Linkage, Value};

impl<'a> Reader<'a> {
    /// `@name = linkage … global T value, align 4, !dbg !0`.
    pub(super) fn global(&mut self) -> Read<()> {
        let at = self.cursor.at as u32;
        let name = self.cursor.name(b'@')?;
        self.cursor.expect(b'=')?;
        let (mut external, mut thread_local, mut replaced) = (false, false, false);
        let mut linkage = Linkage::Strong;
        loop {
            match self.cursor.peek_word() {
                "global" | "constant" => {
                    let mut global = self.variable(name, at, external)?;
                    if replaced {
                        global.initial = Some(Value::Undef);
                    }
                    self.module.globals.push(Global { thread_local, linkage, ..global });
                    return Ok(());
                }
                word @ ("alias" | "ifunc") => return self.alias(name, linkage, at, word == "ifunc"),
                "" => return self.cursor.stop(format!("expected `global`, found {}", self.cursor.found())),
                word => {
                    self.cursor.word();
                    external |= matches!(word, "external" | "extern_weak");
                    thread_local |= word == "thread_local";
                    // Somebody gives it other contents before the program starts.
                    replaced |= word == "externally_initialized";
                    linkage = Linkage::of_word(word).unwrap_or(linkage);
                    if self.cursor.byte() == b'(' {
                        self.cursor.balanced()?;
                    }
                }
            }
        }
    }

    fn variable(&mut self, name: &'a str, at: u32, external: bool) -> Read<Global<'a>> {
        let constant = self.cursor.word() == "constant";
        let ty = self.ty()?;
        let initial = if external { None } else { Some(self.value(ty)?) };
        let (debug, alignment) = self.global_rest()?;
        let (thread_local, linkage) = (false, Linkage::Strong);
        Ok(Global { name, ty, constant, thread_local, linkage, initial, at, debug, alignment })
    }

    /// Sections, alignments, comdats and metadata behind a global.
    fn global_rest(&mut self) -> Read<(Option<u32>, u64)> {
        let (mut debug, mut alignment) = (None, 1);
        while self.cursor.take(b',') {
            if self.cursor.byte() == b'!' {
                debug = self.attached_metadata()?.or(debug);
                continue;
            }
            match self.cursor.word() {
                "section" | "partition" | "code_model" => {
                    self.cursor.string()?;
                }
                "align" => alignment = self.cursor.number()?,
                _ if self.cursor.byte() == b'(' => self.cursor.balanced()?,
                _ => {}
            }
        }
        self.attributes()?;
        Ok((debug, alignment))
    }

    fn alias(&mut self, name: &'a str, linkage: Linkage, at: u32, resolver: bool) -> Read<()> {
        self.cursor.word();
        self.ty()?;
        self.cursor.expect(b',')?;
        // Some versions leave out the type before a constant expression.
        let target = if self.at_type() {
            let ty = self.ty()?;
            self.value(ty)?
        } else {
            let ty = self.module.types.intern(crate::syntax::module::TypeKind::Pointer);
            self.value(ty)?
        };
        self.global_rest()?;
        self.module.aliases.push(Alias { name, linkage, target, resolver, at });
        Ok(())
    }

    /// `!kind !7`, `!kind !{…}`: the number behind `!dbg`.
    pub(super) fn attached_metadata(&mut self) -> Read<Option<u32>> {
        let kind = self.cursor.name(b'!')?;
        let node = self.metadata_node()?;
        Ok(node.filter(|_| kind == "dbg"))
    }
    /// A reference gives its number; a node written in place is read over.
    pub(super) fn metadata_node(&mut self) -> Read<Option<u32>> {
        if self.cursor.byte() != b'!' {
            return self.cursor.stop(format!("expected metadata, found {}", self.cursor.found()));
        }
        let mut ahead = self.cursor;
        ahead.at += 1;
        if ahead.at_digit() {
            let number = ahead.number()?;
            self.cursor = ahead;
            return Ok(u32::try_from(number).ok());
        }
        self.cursor.at += 1;
        self.cursor.word();
        match self.cursor.byte() {
            b'(' | b'{' => self.cursor.balanced()?,
            b'"' => {
                self.cursor.string()?;
            }
            _ => {}
        }
        Ok(None)
    }
}
