//! `printf` and `scanf` with a format that stands in the source.
//!
//! Output has no effect on the program: what is checked is that the arguments are what the format asks for, and that texts
//! end where they must. Input assigns arbitrary values to as many targets as the result says and leaves the others
//! alone. Formats that are not literals, and those that make texts in memory, are followed by the library (`format.c`, `scan.c`).

use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{Expr, FunctionId};
use crate::types::{TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Place, Sign, StatementKind};

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Size {
    Number(u64),
    /// `*`: the next argument.
    Argument,
}

/// One conversion of a format.
#[derive(Clone, Debug)]
struct Conversion {
    flags: String,
    letter: char,
    /// `hh`, `l`, …
    length: String,
    width: Option<Size>,
    precision: Option<Size>,
}

/// What a conversion takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// An integer of so many bytes.
    Integer(u64),
    Double,
    LongDouble,
    /// To objects of so many bytes, where that is known.
    Pointer(Option<u64>),
}

/// A literal format and where its arguments begin.
pub struct Format {
    text: String,
    first: usize,
}

impl Lowerer<'_> {
    // ---- output ----

    /// The format of a call that prints, if it stands in the source.
    pub fn printed_format(&self, id: FunctionId, arguments: &[Expr]) -> Option<Format> {
        let function = &self.c.functions[id];
        let position = match &*function.name {
            "printf" => 0,
            "fprintf" | "dprintf" | "syslog" => 1,
            _ => return None,
        };
        let in_library = self.sources.file(function.body.as_ref()?.span.file).name.starts_with(crate::library::PREFIX);
        let text = self.literal_text(arguments.get(position)?).filter(|_| in_library)?;
        Some(Format { text, first: position + 1 })
    }
    pub fn print(
        &mut self,
        format: &Format,
        function: FunctionId,
        arguments: &[Expr],
        ty: TypeId,
        into: Option<Place>,
        span: Span,
    ) -> Lower<ExprId> {
        let values = self.argument_values(arguments)?;
        if &*self.c.functions[function].name == "fprintf" {
            self.check_file(values.first().copied(), span)?;
        }
        let mut next = format.first;
        let Some(pieces) = conversions(&format.text) else {
            self.never(CheckKind::Precondition, "the format must not end inside a conversion", span);
            return Ok(self.p.bool_const(false));
        };
        for conversion in &pieces {
            self.print_one(conversion, &values, arguments, &mut next, span)?;
        }
        if self.c.types.is_void(ty) {
            return Ok(self.p.bool_const(false));
        }
        let name = self.c.functions[function].name.clone();
        let sort = self.ty(ty)?;
        let result = self.arbitrary(&name, sort, span, ir::InputRole::Environment);
        self.limit_result(result, &format.text, &pieces, span)?;
        if let Some(place) = into {
            self.assign(place, result, span);
        }
        Ok(result)
    }
    /// The number of characters, or something negative.
    fn limit_result(&mut self, result: ExprId, text: &str, pieces: &[Conversion], span: Span) -> Lower<()> {
        let sort = self.p.type_of(result);
        let zero = self.p.int_const(sort, 0)?;
        let mut fine = self.p.binary(Binary::Less(Sign::Signed), result, zero)?;
        let plain = plain_characters(text);
        let least = self.p.int_const(sort, plain)?;
        let op = if pieces.iter().all(|c| c.letter == '%') { Binary::Equal } else { Binary::LessEqual(Sign::Signed) };
        let long = self.p.binary(op, least, result)?;
        fine = self.p.binary(Binary::Or, fine, long)?;
        self.assume(fine, span);
        Ok(())
    }
    fn print_one(
        &mut self,
        conversion: &Conversion,
        values: &[ExprId],
        arguments: &[Expr],
        next: &mut usize,
        span: Span,
    ) -> Lower<()> {
        let mut precision = None;
        for (size, is_precision) in [(conversion.width, false), (conversion.precision, true)] {
            match size {
                Some(Size::Argument) => {
                    let value = self.taken(Wanted::Integer(4), "*", values, arguments, next, span)?;
                    precision = value.filter(|_| is_precision).or(precision);
                }
                Some(Size::Number(n)) if is_precision => {
                    let int = self.p.types.int(32);
                    precision = Some(self.p.int_const(int, n.min(i32::MAX as u64))?);
                }
                _ => {}
            }
        }
        let shown = format!("%{}{}", conversion.length, conversion.letter);
        if conversion.letter == '%' {
            return Ok(());
        }
        let wanted = self.printed(conversion).filter(|_| is_defined(conversion));
        let Some(wanted) = wanted else {
            let what = format!("the conversion `{shown}` must be one that C defines");
            self.never(CheckKind::Precondition, what, span);
            return Ok(());
        };
        let position = *next;
        let Some(value) = self.taken(wanted, &shown, values, arguments, next, span)? else { return Ok(()) };
        match conversion.letter {
            's' if conversion.length.is_empty() && self.literal_text(&arguments[position]).is_none() => {
                self.read_text(value, precision, span)
            }
            's' if !conversion.length.is_empty() => Err(Refusal::at("a text of wide characters", span)),
            'n' => {
                let (ty, bytes) = self.integer_of_length(&conversion.length);
                let bytes = self.number(bytes);
                self.check_bytes(value, bytes, "the count must be written to a live object", span)?;
                self.havoc(Place::deref(value, ty), span, "the number of characters printed");
                self.watch_written(value, bytes, span)
            }
            _ => Ok(()),
        }
    }
    /// The next argument, checked to be what the conversion takes.
    fn taken(
        &mut self,
        wanted: Wanted,
        shown: &str,
        values: &[ExprId],
        arguments: &[Expr],
        next: &mut usize,
        span: Span,
    ) -> Lower<Option<ExprId>> {
        let (Some(value), Some(argument)) = (values.get(*next), arguments.get(*next)) else {
            let what = format!("there must be an argument for `{shown}` of the format");
            self.never(CheckKind::Precondition, what, span);
            return Ok(None);
        };
        *next += 1;
        if !self.is_wanted(wanted, *value, argument.ty) {
            let what = format!("`{}` must be of the type that `{shown}` takes", self.text(argument.span));
            self.never(CheckKind::Precondition, what, argument.span);
            return Ok(None);
        }
        Ok(Some(*value))
    }
    fn is_wanted(&self, wanted: Wanted, value: ExprId, ty: TypeId) -> bool {
        let kind = self.p.types.kind(self.p.type_of(value));
        match wanted {
            Wanted::Integer(bytes) => matches!(kind, ir::TypeKind::Int(width) if u64::from(*width) == 8 * bytes),
            Wanted::Double => matches!(kind, ir::TypeKind::Float(format) if format.width() == 64),
            Wanted::LongDouble => matches!(kind, ir::TypeKind::Float(format) if format.width() > 64),
            Wanted::Pointer(bytes) => {
                let pointee = self.c.types.pointee(ty).filter(|pointee| !self.c.types.is_void(pointee.ty));
                let size = pointee.map(|pointee| self.size(pointee.ty).unwrap_or(0));
                matches!(kind, ir::TypeKind::Pointer) && (bytes.is_none() || size.is_none() || size == bytes)
            }
        }
    }
    fn printed(&mut self, conversion: &Conversion) -> Option<Wanted> {
        let (_, bytes) = self.integer_of_length(&conversion.length);
        Some(match conversion.letter {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => Wanted::Integer(bytes.max(4)),
            'c' => Wanted::Integer(4),
            's' => Wanted::Pointer(Some(if conversion.length.is_empty() { 1 } else { 4 })),
            'p' => Wanted::Pointer(None),
            'n' => Wanted::Pointer(Some(bytes)),
            'a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G' if conversion.length == "L" => Wanted::LongDouble,
            'a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G' => Wanted::Double,
            _ => return None,
        })
    }
    /// The type that a length stands for, and its bytes.
    fn integer_of_length(&mut self, length: &str) -> (ir::TypeId, u64) {
        let bytes = match length {
            "hh" => 1,
            "h" => 2,
            "" => 4,
            "l" | "z" | "t" => u64::from(self.p.target.pointer_bytes),
            _ => 8,
        };
        (self.p.types.int(8 * bytes as u32), bytes)
    }
    /// A text that is printed ends, or is as long as the precision says.
    fn read_text(&mut self, text: ExprId, precision: Option<ExprId>, span: Span) -> Lower<()> {
        let reader = self.function_by_name.get("__cairn_read_text").copied();
        let reader = reader.ok_or_else(|| Refusal::at("printing a text", span))?;
        let procedure = self.procedure(reader)?;
        let int = self.p.types.int(32);
        let most = match precision {
            Some(most) => most,
            None => self.p.int_const(int, -1)?,
        };
        let callee = ir::Callee::Direct(procedure);
        self.emit(StatementKind::Call { callee, arguments: vec![text, most], results: Vec::new() }, span);
        Ok(())
    }

    /// Files that were not opened are null pointers.
    fn check_file(&mut self, file: Option<ExprId>, span: Span) -> Lower<()> {
        let Some(file) = file.filter(|file| matches!(self.p.types.kind(self.p.type_of(*file)), ir::TypeKind::Pointer))
        else {
            return Ok(());
        };
        let null = self.p.null();
        let open = self.p.binary(Binary::NotEqual, file, null)?;
        self.check(CheckKind::Precondition, open, "the file must not be null", span);
        Ok(())
    }

    // ---- input ----

    /// Input of unknown contents: as many targets are assigned as the result says.
    pub fn scan(&mut self, format: usize, arguments: &[Expr], ty: TypeId, span: Span) -> Lower<ExprId> {
        let values = self.argument_values(arguments)?;
        if format == 1 {
            self.check_file(values.first().copied(), span)?;
        }
        let text = arguments.get(format).and_then(|e| self.literal_text(e));
        let text = text.ok_or_else(|| Refusal::at("input by a format that is no string literal", span))?;
        let Some(pieces) = conversions(&text) else {
            self.never(CheckKind::Precondition, "the format must not end inside a conversion", span);
            return Ok(self.p.bool_const(false));
        };
        let wanted: Vec<Conversion> =
            pieces.iter().filter(|c| c.letter != '%' && c.width != Some(Size::Argument)).cloned().collect();
        if wanted.iter().any(|c| c.letter == 'n' || c.letter == 'p') {
            return Err(Refusal::at("input with `%n` or `%p`", span));
        }
        let sort = self.ty(ty)?;
        let result = self.arbitrary("scanned", sort, span, "how much input there is");
        let (low, high) = (self.p.int_const(sort, -1)?, self.p.int_const(sort, wanted.len())?);
        for (a, b) in [(low, result), (result, high)] {
            let within = self.p.binary(Binary::LessEqual(Sign::Signed), a, b)?;
            self.assume(within, span);
        }
        if !may_differ(&text, &pieces) && !wanted.is_empty() {
            let zero = self.p.int_const(sort, 0)?;
            let some = self.p.binary(Binary::NotEqual, result, zero)?;
            self.assume(some, span);
        }
        let mut next = format + 1;
        for (number, conversion) in wanted.iter().enumerate() {
            let shown = format!("%{}{}", conversion.length, conversion.letter);
            let position = next;
            let takes = self.scanned(conversion).ok_or_else(|| Refusal::at("input of this kind", span))?;
            let Some(pointer) = self.taken(takes, &shown, &values, arguments, &mut next, span)? else { continue };
            let number = self.p.int_const(sort, number)?;
            let assigned = self.p.binary(Binary::Less(Sign::Signed), number, result)?;
            let (then, otherwise, join) = (self.new_block("input"), self.new_block("none"), self.new_block("next"));
            self.branch(assigned, then, otherwise, span);
            self.enter(then);
            self.scan_one(pointer, &arguments[position], conversion, span)?;
            self.goto(join, span);
            self.enter(otherwise);
            if conversion.letter == 'c' && conversion.width.is_some() {
                // Some of the characters may have been there.
                self.scan_some(pointer, &arguments[position], conversion, span)?;
            }
            self.goto_and_enter(join, span);
        }
        Ok(result)
    }
    /// The format of a call that reads a text, if it stands in the source.
    pub fn read_format(&self, id: FunctionId, arguments: &[Expr]) -> Option<Format> {
        let function = &self.c.functions[id];
        if !matches!(&*function.name, "sscanf" | "__isoc99_sscanf" | "__isoc23_sscanf") {
            return None;
        }
        let in_library = self.sources.file(function.body.as_ref()?.span.file).name.starts_with(crate::library::PREFIX);
        let text = self.literal_text(arguments.get(1)?).filter(|_| in_library)?;
        Some(Format { text, first: 2 })
    }
    /// After a text was read: the targets that got something are of the types that the format says.
    pub fn check_targets(&mut self, format: &Format, result: ExprId, arguments: &[Expr]) -> Lower<()> {
        let Some(pieces) = conversions(&format.text) else { return Ok(()) };
        let sort = self.p.type_of(result);
        let (mut next, mut assigned) = (format.first, 0_u32);
        for conversion in pieces.iter().filter(|c| c.letter != '%' && c.width != Some(Size::Argument)) {
            let (Some(takes), Some(argument)) = (self.scanned(conversion), arguments.get(next)) else { return Ok(()) };
            next += 1;
            let null = self.p.null();
            if !self.is_wanted(takes, null, argument.ty) {
                let last = self.p.int_const(sort, assigned)?;
                let untouched = self.p.binary(Binary::LessEqual(Sign::Signed), result, last)?;
                let what = format!(
                    "`{}` must be of the type that `%{}{}` takes",
                    self.text(argument.span),
                    conversion.length,
                    conversion.letter
                );
                self.check(CheckKind::Precondition, untouched, what, argument.span);
            }
            assigned += u32::from(conversion.letter != 'n');
        }
        Ok(())
    }
    fn scan_some(&mut self, pointer: ExprId, argument: &Expr, conversion: &Conversion, span: Span) -> Lower<()> {
        let truth = self.p.types.bool();
        let some = self.arbitrary("some", truth, span, "input may end");
        let (then, join) = (self.new_block("part"), self.new_block("next"));
        self.branch(some, then, join, span);
        self.enter(then);
        self.scan_one(pointer, argument, conversion, span)?;
        self.goto_and_enter(join, span);
        Ok(())
    }
    fn scan_one(&mut self, pointer: ExprId, argument: &Expr, conversion: &Conversion, span: Span) -> Lower<()> {
        let width = match conversion.width {
            Some(Size::Number(width)) => Some(width),
            _ => None,
        };
        match conversion.letter {
            's' | '[' => {
                let room = width.map_or(1 << 20, |width| width.saturating_add(1));
                let room = self.number(room);
                self.arbitrary_text(pointer, room, span)
            }
            'c' => {
                let bytes = self.number(width.unwrap_or(1));
                self.check_bytes(pointer, bytes, "the target of the input must be large enough and alive", span)?;
                self.havoc_bytes(pointer, bytes, span)
            }
            _ => self.scan_number(pointer, argument, conversion, span),
        }
    }
    fn scan_number(&mut self, pointer: ExprId, argument: &Expr, conversion: &Conversion, span: Span) -> Lower<()> {
        let TypeKind::Pointer(pointee) = *self.c.types.kind(argument.ty) else {
            return Err(Refusal::at("input to what is no pointer", span));
        };
        // Another front end's pointers do not say what they point to: what the format says, then.
        let (ty, bytes) = if self.c.types.is_void(pointee.ty) {
            self.scanned_type(conversion).ok_or_else(|| Refusal::at("input of this kind", span))?
        } else {
            (self.ty(pointee.ty)?, self.size(pointee.ty).unwrap_or(1))
        };
        let bytes = self.number(bytes);
        let valid = self.p.binary(Binary::PointerValid, pointer, bytes)?;
        let what = format!("`{}` must lie in a live object", self.text(argument.span));
        self.check(CheckKind::Pointer, valid, what, argument.span);
        self.havoc(Place::deref(pointer, ty), span, "input");
        self.watch_written(pointer, bytes, span)
    }
    /// An arbitrary text of at least one character, with its end, in a buffer of so many bytes.
    fn arbitrary_text(&mut self, buffer: ExprId, room: ExprId, span: Span) -> Lower<()> {
        let number = self.p.types.unsigned(64);
        let length = self.arbitrary("length", number, span, "the length of a text");
        let inside = self.p.binary(Binary::Less(Sign::Unsigned), length, room)?;
        self.assume(inside, span);
        let one = self.number(1);
        let some = self.p.binary(Binary::LessEqual(Sign::Unsigned), one, length)?;
        self.assume(some, span);
        let bytes = self.p.binary(Binary::Add, length, one)?;
        self.check_bytes(buffer, bytes, "the text must fit the buffer", span)?;
        self.havoc_bytes(buffer, length, span)?;
        let end = self.p.binary(Binary::PointerAdd { stride: 1 }, buffer, length)?;
        let byte = self.p.types.unsigned(8);
        let terminator = self.p.int_const(byte, 0)?;
        self.assign(Place::deref(end, byte), terminator, span);
        self.watch_written(end, one, span)
    }
    fn scanned(&mut self, conversion: &Conversion) -> Option<Wanted> {
        match conversion.letter {
            's' | '[' | 'c' => conversion.length.is_empty().then_some(Wanted::Pointer(Some(1))),
            // Its size is the machine's affair; only the type tells.
            'a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G' if conversion.length == "L" => Some(Wanted::Pointer(None)),
            _ => self.scanned_type(conversion).map(|(_, bytes)| Wanted::Pointer(Some(bytes))),
        }
    }
    /// What a conversion writes, and its bytes.
    fn scanned_type(&mut self, conversion: &Conversion) -> Option<(ir::TypeId, u64)> {
        match conversion.letter {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => Some(self.integer_of_length(&conversion.length)),
            'a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G' => match conversion.length.as_str() {
                "" => Some((self.p.types.float(ir::FloatFormat::Single), 4)),
                "l" => Some((self.p.types.float(ir::FloatFormat::Double), 8)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether C defines a conversion with such flags, precision and length (7.21.6.1).
fn is_defined(conversion: &Conversion) -> bool {
    let Conversion { flags, letter, length, precision, .. } = conversion;
    let letter = *letter;
    let is_float = "aefgAEFG".contains(letter);
    let is_integer = "diuxXo".contains(letter);
    let alternate = !flags.contains('#') || is_float || "xXo".contains(letter);
    let zeros = !flags.contains('0') || is_float || is_integer;
    let precise = precision.is_none() || is_float || is_integer || letter == 's';
    let sized = match length.as_str() {
        "" => true,
        "l" => letter != 'p',
        "L" => is_float || is_integer,
        _ => is_integer || letter == 'n',
    };
    alternate && zeros && precise && sized
}

/// Characters of a format that stand for themselves, `%%` being one.
fn plain_characters(text: &str) -> usize {
    let mut rest = text.chars();
    let mut count = 0;
    while let Some(c) = rest.next() {
        count += usize::from(c != '%');
        if c == '%' {
            let mut rest_of =
                rest.by_ref().skip_while(|c| !c.is_ascii_alphabetic() && *c != '%' || "hlqjztL".contains(*c));
            count += usize::from(rest_of.next() == Some('%'));
        }
    }
    count
}

/// Whether input can be there and not match before anything is assigned.
fn may_differ(text: &str, pieces: &[Conversion]) -> bool {
    let first = text.trim_start();
    let begins_plainly = !first.starts_with('%') || first.starts_with("%%");
    begins_plainly || pieces.first().is_none_or(|c| !matches!(c.letter, 's' | 'c') || c.width == Some(Size::Argument))
}

/// The conversions of a format, `%%` among them; none if it ends inside one.
fn conversions(format: &str) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '%' {
            continue;
        }
        let (mut flags, mut length) = (String::new(), String::new());
        while let Some(flag) = rest.next_if(|c| "-+ #0'".contains(*c)) {
            flags.push(flag);
        }
        let width = size(&mut rest);
        let precision = rest.next_if_eq(&'.').map(|_| size(&mut rest).unwrap_or(Size::Number(0)));
        while let Some(letter) = rest.next_if(|c| "hlqjztL".contains(*c)) {
            length.push(letter);
        }
        let letter = rest.next()?;
        if letter == '[' {
            rest.next_if_eq(&'^');
            rest.next()?;
            rest.by_ref().find(|c| *c == ']')?;
        }
        found.push(Conversion { flags, letter, length, width, precision });
    }
    Some(found)
}

fn size(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<Size> {
    if rest.next_if_eq(&'*').is_some() {
        return Some(Size::Argument);
    }
    let mut number = None;
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        let digit = u64::from(digit.to_digit(10).unwrap_or(0));
        number = Some(number.unwrap_or(0u64).saturating_mul(10).saturating_add(digit));
    }
    number.map(Size::Number)
}
