//! `printf`, `scanf` and their kind.
//!
//! Output has no effect on the program. `snprintf` fills its buffer with an arbitrary text that fits; `sprintf` is
//! supported where the longest text its format can give fits the buffer. `scanf` assigns arbitrary values, or leaves
//! its targets alone.

use super::known::Known;
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{Expr, FunctionId};
use crate::types::{TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Place, Sign};

/// One conversion of a format.
struct Conversion {
    letter: char,
    /// `hh`, `l`, …
    length: String,
    width: Option<u64>,
    /// `%*d`: reads nothing into anything.
    suppressed: bool,
}

impl Lowerer<'_> {
    pub fn formatted(
        &mut self,
        known: Known,
        function: FunctionId,
        arguments: &[Expr],
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let values = self.argument_values(arguments)?;
        match known {
            Known::PrintTo { limited } => self.print_to(limited, &values, arguments, span)?,
            Known::Scan { format } => self.scan(format, &values, arguments, span)?,
            _ => {}
        }
        if self.c.types.is_void(ty) {
            return Ok(self.p.bool_const(false));
        }
        let name = self.c.functions[function].name.clone();
        let ty = self.ty(ty)?;
        Ok(self.arbitrary(&name, ty, span, ir::InputRole::Environment))
    }
    fn print_to(&mut self, limited: bool, values: &[ExprId], arguments: &[Expr], span: Span) -> Lower<()> {
        let (Some(buffer), position) = (values.first().copied(), if limited { 2 } else { 1 }) else {
            return Err(Refusal::at("this call", span));
        };
        let room = if limited {
            let (Some(size), Some(argument)) = (values.get(1), arguments.get(1)) else {
                return Err(Refusal::at("this call", span));
            };
            let size = self.as_index(*size, argument.ty)?;
            self.keep("size", size, span)
        } else {
            let format = arguments.get(position).and_then(|format| self.literal_text(format));
            let longest = format.and_then(|format| longest_text(&format));
            let Some(longest) = longest else { return Err(Refusal::at("`sprintf` of a text of unknown length", span)) };
            let room = self.number(longest + 1);
            let fits = self.p.binary(Binary::PointerValid, buffer, room)?;
            let what = "`sprintf` into a buffer that the longest possible text does not fit is not supported";
            self.check(CheckKind::Unsupported, fits, what, span);
            room
        };
        self.arbitrary_text(buffer, room, span)
    }
    /// An arbitrary text with its end in a buffer of so many bytes (none: nothing is written).
    fn arbitrary_text(&mut self, buffer: ExprId, room: ExprId, span: Span) -> Lower<()> {
        let number = self.p.types.unsigned(64);
        let length = self.arbitrary("length", number, span, ir::InputRole::Environment);
        let zero = self.number(0);
        let some = self.p.binary(Binary::NotEqual, room, zero)?;
        let (then, join) = (self.new_block("text"), self.new_block("written"));
        self.branch(some, then, join, span);
        self.enter(then);
        let inside = self.p.binary(Binary::Less(Sign::Unsigned), length, room)?;
        self.assume(inside, span);
        let one = self.number(1);
        let bytes = self.p.binary(Binary::Add, length, one)?;
        self.check_bytes(buffer, bytes, "the text must fit the buffer", span)?;
        self.havoc_bytes(buffer, length, span)?;
        let end = self.p.binary(Binary::PointerAdd { stride: 1 }, buffer, length)?;
        let byte = self.p.types.unsigned(8);
        let terminator = self.p.int_const(byte, 0)?;
        self.assign(Place::deref(end, byte), terminator, span);
        self.goto_and_enter(join, span);
        Ok(())
    }
    fn scan(&mut self, format: usize, values: &[ExprId], arguments: &[Expr], span: Span) -> Lower<()> {
        let text = arguments.get(format).and_then(|e| self.literal_text(e));
        let text = text.ok_or_else(|| Refusal::at("input by a format that is no string literal", span))?;
        let wanted: Vec<Conversion> = conversions(&text).into_iter().filter(|c| !c.suppressed).collect();
        let targets = values.iter().zip(arguments).skip(format + 1);
        for ((pointer, argument), conversion) in targets.zip(&wanted) {
            let truth = self.p.types.bool();
            let assigned = self.arbitrary("assigned", truth, span, ir::InputRole::Environment);
            let (then, join) = (self.new_block("input"), self.new_block("next"));
            self.branch(assigned, then, join, span);
            self.enter(then);
            self.scan_one(*pointer, argument, conversion, span)?;
            self.goto_and_enter(join, span);
        }
        Ok(())
    }
    fn scan_one(&mut self, pointer: ExprId, argument: &Expr, conversion: &Conversion, span: Span) -> Lower<()> {
        match conversion.letter {
            's' | '[' => {
                let room = conversion.width.map_or(1 << 20, |width| width.saturating_add(1));
                let room = self.number(room);
                self.arbitrary_text(pointer, room, span)
            }
            'c' => {
                let bytes = self.number(conversion.width.unwrap_or(1));
                self.check_bytes(pointer, bytes, "the target of the input must be large enough and alive", span)?;
                self.havoc_bytes(pointer, bytes, span)
            }
            _ => {
                let TypeKind::Pointer(pointee) = *self.c.types.kind(argument.ty) else {
                    return Err(Refusal::at("input to what is no pointer", span));
                };
                // Another front end's pointers do not say what they point to: what the format says, then.
                let (ty, bytes) = if self.c.types.is_void(pointee.ty) {
                    self.scanned(conversion).ok_or_else(|| Refusal::at("input of this kind", span))?
                } else {
                    (self.ty(pointee.ty)?, self.size(pointee.ty).unwrap_or(1))
                };
                let bytes = self.number(bytes);
                let valid = self.p.binary(Binary::PointerValid, pointer, bytes)?;
                let what = format!("`{}` must lie in a live object", self.text(argument.span));
                self.check(CheckKind::Pointer, valid, what, argument.span);
                self.havoc(Place::deref(pointer, ty), span, ir::InputRole::Environment);
                Ok(())
            }
        }
    }
    /// What a conversion writes, and its bytes.
    fn scanned(&mut self, conversion: &Conversion) -> Option<(ir::TypeId, u64)> {
        let pointer = u64::from(self.p.target.pointer_bytes);
        match conversion.letter {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'n' => {
                let bytes = match conversion.length.as_str() {
                    "hh" => 1,
                    "h" => 2,
                    "" => 4,
                    "l" | "z" | "t" => pointer,
                    _ => 8,
                };
                Some((self.p.types.int(8 * bytes as u32), bytes))
            }
            'a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G' => match conversion.length.as_str() {
                "" => Some((self.p.types.float(ir::FloatFormat::Single), 4)),
                "l" => Some((self.p.types.float(ir::FloatFormat::Double), 8)),
                _ => None,
            },
            'p' => Some((self.p.types.pointer(), pointer)),
            _ => None,
        }
    }
}

/// The conversions of a format (`%%` is none).
fn conversions(format: &str) -> Vec<Conversion> {
    let mut found = Vec::new();
    let mut characters = format.chars();
    while let Some(c) = characters.next() {
        if c != '%' {
            continue;
        }
        let mut conversion = Conversion { letter: ' ', length: String::new(), width: None, suppressed: false };
        for c in characters.by_ref() {
            match c {
                '*' => conversion.suppressed = true,
                '0'..='9' => {
                    let digit = u64::from(c as u32 - '0' as u32);
                    let width = conversion.width.unwrap_or(0).saturating_mul(10).saturating_add(digit);
                    conversion.width = Some(width);
                }
                'h' | 'l' | 'q' | 'j' | 'z' | 't' | 'L' => conversion.length.push(c),
                '-' | '+' | ' ' | '#' | '.' => {}
                letter => {
                    conversion.letter = letter;
                    break;
                }
            }
        }
        if conversion.letter == '[' {
            let mut first = true;
            for c in characters.by_ref() {
                if c == ']' && !first {
                    break;
                }
                first = first && c == '^';
            }
        }
        if conversion.letter != '%' {
            found.push(conversion);
        }
    }
    found
}

/// The length of the longest text a format of integers and characters can give.
fn longest_text(format: &str) -> Option<u64> {
    let mut length = 0u64;
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        length += at as u64;
        rest = &rest[at + 1..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic() && !"hlqjzt".contains(c) || c == '%')?;
        let (flags, letter) = (&rest[..end], rest[end..].chars().next()?);
        if flags.contains(['*', '.']) {
            return None;
        }
        let width: u64 = flags.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(0);
        length += match letter {
            '%' => 1,
            'c' => width.max(1),
            // A sign and the digits of 64 bits in octal.
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => width.max(25),
            'p' => width.max(20),
            _ => return None,
        };
        rest = &rest[end + 1..];
    }
    Some(length + rest.len() as u64)
}
