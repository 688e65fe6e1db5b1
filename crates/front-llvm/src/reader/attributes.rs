//! Attributes of parameters, results, calls and functions: the few that matter are kept, the others read over.

use super::Reader;
use crate::syntax::cursor::Read;
use crate::syntax::module::Ty;

/// What was found among attributes.
#[derive(Clone, Copy, Default)]
pub(super) struct Attributes {
    pub noundef: bool,
    pub noreturn: bool,
    /// `readonly` or `readnone`.
    pub only_read: bool,
    pub byval: Option<Ty>,
    pub group: Option<u32>,
}

impl<'a> Reader<'a> {
    /// `attributes #0 = { … }`.
    pub(super) fn attribute_group(&mut self) -> Read<()> {
        self.cursor.word();
        let number = self.group_number()?;
        self.cursor.expect(b'=')?;
        let start = self.cursor.at;
        self.cursor.balanced()?;
        let text = self.cursor.text.get(start..self.cursor.at).unwrap_or("");
        self.module.attributes.insert(number, text);
        Ok(())
    }
    fn group_number(&mut self) -> Read<u32> {
        self.cursor.name(b'#')?.parse().or_else(|_| self.cursor.stop("expected the number of an attribute group"))
    }

    /// Attributes up to something else: a type, a name, a bracket, a comma, the end of the line.
    pub(super) fn attributes(&mut self) -> Read<Attributes> {
        let mut found = Attributes::default();
        loop {
            if self.cursor.crossed_line {
                return Ok(found);
            }
            match self.cursor.byte() {
                b'#' if !self.cursor.at_end() => found.group = Some(self.group_number()?),
                b'"' => {
                    self.cursor.string()?;
                    if self.cursor.take(b'=') {
                        self.cursor.string()?;
                    }
                }
                byte if byte.is_ascii_alphabetic() && !self.at_type() => {
                    if !self.attribute(&mut found)? {
                        return Ok(found);
                    }
                }
                _ => return Ok(found),
            }
        }
    }

    /// One attribute that is a word; false if the word begins something else.
    fn attribute(&mut self, found: &mut Attributes) -> Read<bool> {
        let word = self.cursor.peek_word();
        if is_value_word(word) || is_clause(word) || self.cursor.peek_label() {
            return Ok(false);
        }
        self.cursor.word();
        match word {
            "noundef" => found.noundef = true,
            "noreturn" => found.noreturn = true,
            "readonly" | "readnone" => found.only_read = true,
            "align" | "alignstack" if self.cursor.at_digit() => {
                self.cursor.number()?;
            }
            "byval" if self.cursor.byte() == b'(' => {
                self.cursor.expect(b'(')?;
                found.byval = Some(self.ty()?);
                self.cursor.expect(b')')?;
            }
            _ => {}
        }
        if self.cursor.byte() == b'(' {
            self.cursor.balanced()?;
        }
        Ok(true)
    }
}

/// Words that begin a value.
fn is_value_word(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "none"
            | "blockaddress"
            | "asm"
            | "splat"
            | "c"
    ) || is_constant_expression(word)
}

/// Opcodes that constant expressions use.
pub(super) fn is_constant_expression(word: &str) -> bool {
    matches!(
        word,
        "getelementptr"
            | "bitcast"
            | "inttoptr"
            | "ptrtoint"
            | "addrspacecast"
            | "trunc"
            | "zext"
            | "sext"
            | "fptrunc"
            | "fpext"
            | "uitofp"
            | "sitofp"
            | "fptoui"
            | "fptosi"
            | "add"
            | "sub"
            | "mul"
            | "udiv"
            | "sdiv"
            | "urem"
            | "srem"
            | "shl"
            | "lshr"
            | "ashr"
            | "and"
            | "or"
            | "xor"
            | "icmp"
            | "fcmp"
            | "select"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "extractvalue"
            | "insertvalue"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
    )
}

/// Words behind a function's header or a call that are no attributes.
fn is_clause(word: &str) -> bool {
    matches!(
        word,
        "to" | "section"
            | "partition"
            | "comdat"
            | "gc"
            | "prefix"
            | "prologue"
            | "personality"
            | "unwind"
            | "within"
            | "from"
    )
}
