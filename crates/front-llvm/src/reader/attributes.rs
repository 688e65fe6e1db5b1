//! Attributes of parameters, results, calls and functions: the few that matter are kept, the others read over.

use super::Reader;
use crate::syntax::cursor::Read;
use crate::syntax::module::{Facts, Ty};
use num_bigint::BigInt;

/// What was found among attributes.
#[derive(Clone, Default)]
pub(super) struct Attributes {
    pub facts: Facts,
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
        if is_value_word(word) || is_clause(word) || is_opcode(word) || self.cursor.peek_label() {
            return Ok(false);
        }
        self.cursor.word();
        match word {
            "noundef" => found.facts.noundef = true,
            "nonnull" => found.facts.nonnull = true,
            "dereferenceable" => found.facts.dereferenceable = self.number_in_brackets()?,
            "range" if self.cursor.byte() == b'(' => found.facts.range = self.range()?,
            "nofpclass" => self.excluded_classes(&mut found.facts),
            "noreturn" => found.noreturn = true,
            "readonly" | "readnone" => found.only_read = true,
            "align" if self.cursor.at_digit() => found.facts.align = self.cursor.number()?,
            "align" => found.facts.align = self.number_in_brackets()?,
            "alignstack" if self.cursor.at_digit() => {
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
    fn number_in_brackets(&mut self) -> Read<u64> {
        self.cursor.expect(b'(')?;
        let number = self.cursor.number()?;
        self.cursor.expect(b')')?;
        Ok(number)
    }
    /// `(i8 0, 2)`.
    fn range(&mut self) -> Read<Option<Box<(BigInt, BigInt)>>> {
        self.cursor.expect(b'(')?;
        self.ty()?;
        let low = self.integer()?;
        self.cursor.expect(b',')?;
        let high = self.integer()?;
        self.cursor.expect(b')')?;
        Ok(Some(Box::new((low, high))))
    }
    fn integer(&mut self) -> Read<BigInt> {
        let word = self.cursor.peek_word();
        match word.parse() {
            Ok(number) => {
                self.cursor.word();
                Ok(number)
            }
            Err(_) => self.cursor.stop(format!("expected a number, found {}", self.cursor.found())),
        }
    }
    /// `(nan inf)`: other classes than all of these are not looked at.
    fn excluded_classes(&self, facts: &mut Facts) {
        let rest = self.cursor.text.get(self.cursor.at..).unwrap_or("");
        let inside = rest.split(')').next().unwrap_or("").trim_start_matches('(');
        let has = |class: &str| inside.split_whitespace().any(|word| word == class);
        (facts.not_nan, facts.not_infinite) = (has("nan") || has("all"), has("inf") || has("all"));
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

/// Words that begin the next instruction, which may stand on the same line.
fn is_opcode(word: &str) -> bool {
    matches!(
        word,
        "ret"
            | "br"
            | "switch"
            | "indirectbr"
            | "invoke"
            | "callbr"
            | "resume"
            | "catchret"
            | "cleanupret"
            | "unreachable"
            | "call"
            | "tail"
            | "musttail"
            | "notail"
            | "store"
            | "load"
            | "fence"
            | "cmpxchg"
            | "atomicrmw"
            | "alloca"
            | "va_arg"
            | "freeze"
            | "fneg"
            | "fadd"
            | "fsub"
            | "fmul"
            | "fdiv"
            | "frem"
    )
}
