//! Values, expressions and places as people read them: values as the source language writes them,
//! expressions and places in the style of the text form.
//!
//! [`Display`] does the work and is cheap to use many times; [`value_text`], [`expr_text`] and
//! [`place_text`] are for single uses.
//!
//! Long arrays are abbreviated, never silently: `…` stands for what is left out and a count says how
//! much that is. Where one value fills most of an array it is said once (`others => 0`).
//!
//! Deliberately absent: names of memory objects. Only an execution knows them; it gives a
//! [`PointerNames`].

pub mod precedence;
mod scalar;
mod source;

use crate::expr::{ExprId, Place};
use crate::layout::Layout;
use crate::program::{Language, Program};
use crate::text::names::name_text;
use crate::text::printer::Printer;
use crate::types::{RecordType, Style, TypeId, TypeKind};
use crate::value::{ArrayValue, Bits, Byte, Pointer, Value};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

pub use source::{condition_text, source_name, written_text};

/// This many elements (or exceptions) of an array are written.
const SHOWN_ELEMENTS: usize = 16;
/// This many characters of a text are written.
const SHOWN_CHARACTERS: usize = 80;

/// Gives the source-language text of a pointer into an object (`&v[3]`), if it knows the object.
pub trait PointerNames {
    fn pointer_text(&self, pointer: Pointer) -> Option<String>;
}

/// Knows no object.
pub struct NoNames;

impl PointerNames for NoNames {
    fn pointer_text(&self, _pointer: Pointer) -> Option<String> {
        None
    }
}

/// A value as the program's language writes it.
pub fn value_text(program: &Program, ty: TypeId, value: &Value) -> String {
    Display::new(program).value(ty, value)
}

/// An expression as infix text.
pub fn expr_text(program: &Program, expr: ExprId) -> String {
    Texts::new(program).expr(expr)
}

pub fn place_text(program: &Program, place: &Place) -> String {
    Texts::new(program).place(place)
}

/// Writes expressions and places of one program. Making it takes time in the size of the program.
pub struct Texts<'p> {
    printer: Printer<'p>,
}

impl<'p> Texts<'p> {
    pub fn new(program: &'p Program) -> Self {
        let mut printer = Printer::new(program);
        printer.name_everything();
        Self { printer }
    }
    pub fn expr(&mut self, expr: ExprId) -> String {
        self.printer.out.clear();
        let ty = self.printer.program.type_of(expr);
        self.printer.expr(expr, Some(ty));
        std::mem::take(&mut self.printer.out)
    }
    pub fn place(&mut self, place: &Place) -> String {
        self.printer.out.clear();
        self.printer.place(place);
        std::mem::take(&mut self.printer.out)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Writes values of one program.
pub struct Display<'p> {
    program: &'p Program,
    language: Language,
    names: &'p dyn PointerNames,
}

impl<'p> Display<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, language: program.language, names: &NoNames }
    }
    /// Writes as another language does.
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }
    pub fn with_names(self, names: &'p dyn PointerNames) -> Self {
        Self { names, ..self }
    }

    /// Recursion is as deep as the type.
    pub fn value(&self, ty: TypeId, value: &Value) -> String {
        match (value, self.program.types.kind(ty)) {
            (Value::Pointer(pointer), _) => self.pointer(*pointer),
            (Value::Array(array), TypeKind::Array { element, length, .. }) => self.array(ty, *element, *length, array),
            (Value::Record(items), TypeKind::Record(record)) => {
                if let Some(text) = self.with_bounds(record, items) {
                    return text;
                }
                // Padding is shown where it may matter.
                let plain = |item: &Value| matches!(item, Value::Int(bits) if bits.is_zero());
                let shown = record.fields.iter().zip(items).filter(|(f, item)| !f.is_padding() || !plain(item));
                let fields = shown.map(|(f, item)| (&*f.name, self.value(f.ty, item)));
                self.components(fields.collect())
            }
            (Value::Union(bytes), TypeKind::Union(union)) => self.union(union, bytes),
            _ => scalar::text(self.language, self.program.types.get(ty), value),
        }
    }
    fn pointer(&self, pointer: Pointer) -> String {
        if pointer.is_null() {
            return match self.language {
                Language::C => "NULL".into(),
                _ => "null".into(),
            };
        }
        if let Some(text) = self.names.pointer_text(pointer) {
            return text;
        }
        match (pointer.object, self.language) {
            (Some(object), _) => format!("object {} + {}", object.0, pointer.offset),
            (None, Language::C) => format!("(void *) {:#x}", pointer.offset),
            (None, Language::Cairn) => format!("stray({})", pointer.offset),
            (None, _) => format!("pointer to nothing ({:#x})", pointer.offset),
        }
    }

    /// An array of Ada that carries its bounds (`First`, `Last`, `Data`), as the source writes one.
    fn with_bounds(&self, record: &RecordType, items: &[Value]) -> Option<String> {
        let ([first, last, data], [low, high, Value::Array(array)]) = (&record.fields[..], items) else { return None };
        let TypeKind::Array { element, length: None, .. } = self.program.types.kind(data.ty) else { return None };
        if self.language != Language::Ada || (&*first.name, &*last.name, &*data.name) != ("First", "Last", "Data") {
            return None;
        }
        let (Value::Int(from), Value::Int(to)) = (low, high) else { return None };
        let bound = |number: &BigInt| self.value(first.ty, &Value::Int(Bits::from_signed(from.width(), number)));
        let (from, to) = (from.signed(), to.signed());
        if from > to {
            return Some(format!("({} .. {} => <>)", bound(&from), bound(&to)));
        }
        let item = |at: usize| match array {
            ArrayValue::Dense(items) => items.get(at),
            ArrayValue::Sparse { default, entries } => Some(entries.get(&BigInt::from(at)).unwrap_or(default)),
        };
        let length = usize::try_from(&to - &from + 1).ok()?;
        let shown = (0..length.min(SHOWN_ELEMENTS)).map(|at| Some((&from + at, self.value(*element, item(at)?))));
        let shown = shown.collect::<Option<Vec<_>>>()?;
        let is_one = length <= SHOWN_ELEMENTS && shown.iter().all(|(_, text)| *text == shown[0].1);
        if is_one && length > 1 {
            return Some(format!("({} .. {} => {})", bound(&from), bound(&to), shown[0].1));
        }
        let mut texts: Vec<String> = shown.iter().map(|(at, text)| format!("{} => {text}", bound(at))).collect();
        if length > SHOWN_ELEMENTS {
            texts.push(format!("… {} more", length - SHOWN_ELEMENTS));
        }
        Some(format!("({})", texts.join(", ")))
    }

    // ---- records and unions ----

    fn components(&self, fields: Vec<(&str, String)>) -> String {
        let join = |items: Vec<String>| items.join(", ");
        match self.language {
            Language::Ada if fields.is_empty() => "(null record)".into(),
            Language::Ada => format!("({})", join(fields.iter().map(|(n, v)| format!("{n} => {v}")).collect())),
            Language::C => format!("{{{}}}", join(fields.iter().map(|(n, v)| format!(".{n} = {v}")).collect())),
            // Fields that only the module has are called by their numbers.
            Language::Llvm if fields.iter().all(|(n, _)| n.strip_prefix('f').is_some_and(is_number)) => {
                format!("{{ {} }}", join(fields.into_iter().map(|(_, v)| v).collect()))
            }
            Language::Llvm => format!("{{ {} }}", join(fields.iter().map(|(n, v)| format!("{n}: {v}")).collect())),
            Language::Cairn => {
                let named = fields.iter().map(|(n, v)| match *n {
                    "" => v.clone(),
                    n => format!("{} = {v}", name_text(n)),
                });
                format!("{{{}}}", join(named.collect()))
            }
        }
    }
    /// Every member, read from the same bytes.
    fn union(&self, union: &RecordType, bytes: &[Byte]) -> String {
        let layout = Layout::new(&self.program.types, self.program.target);
        let member = |ty: TypeId, offset: u64| {
            let start = usize::try_from(offset).ok()?;
            let end = start.checked_add(usize::try_from(layout.size(ty)?).ok()?)?;
            layout.decode(bytes.get(start..end)?, ty).ok()
        };
        let members = union.fields.iter().map(|f| Some((&*f.name, self.value(f.ty, &member(f.ty, f.offset)?))));
        match members.collect::<Option<Vec<_>>>() {
            Some(members) if !members.is_empty() => self.components(members),
            _ => {
                let plain = |byte: &Byte| match byte {
                    Byte::Plain(byte) => format!("{byte:02x}"),
                    Byte::PartOf { .. } => "??".into(),
                };
                format!("bytes(\"{}\")", bytes.iter().take(64).map(plain).collect::<String>())
            }
        }
    }

    // ---- arrays ----

    fn array(&self, ty: TypeId, element: TypeId, length: Option<u64>, array: &ArrayValue) -> String {
        let style = &self.program.types.get(ty).display.style;
        if let (Style::Text, ArrayValue::Dense(items)) = (style, array)
            && let Some(text) = scalar::string(self.language, items, SHOWN_CHARACTERS)
        {
            return text;
        }
        let first = if let Style::FirstIndex(first) = style { first.clone() } else { BigInt::from(0) };
        match array {
            ArrayValue::Dense(items) if items.len() <= SHOWN_ELEMENTS => self.all_elements(element, items, &first),
            ArrayValue::Dense(items) => self.long_array(element, items, &first),
            ArrayValue::Sparse { default, entries } => {
                let exceptions = entries.iter().map(|(index, value)| (index + &first, value)).collect();
                self.mostly(element, default, exceptions, length)
            }
        }
    }
    fn all_elements(&self, element: TypeId, items: &[Value], first: &BigInt) -> String {
        let texts: Vec<String> = items.iter().map(|item| self.value(element, item)).collect();
        match (self.language, texts.as_slice()) {
            // A positional aggregate of one element would be an expression in parentheses.
            (Language::Ada, [single]) => format!("({first} => {single})"),
            (Language::Ada, []) => format!("({first} .. {} => <>)", first - 1),
            _ => self.in_brackets(&texts.join(", ")),
        }
    }
    fn in_brackets(&self, text: &str) -> String {
        match self.language {
            Language::Ada => format!("({text})"),
            Language::C => format!("{{{text}}}"),
            Language::Cairn | Language::Llvm => format!("[{text}]"),
        }
    }
    fn long_array(&self, element: TypeId, items: &[Value], first: &BigInt) -> String {
        let mut counts: FxHashMap<&Value, usize> = FxHashMap::default();
        for item in items {
            *counts.entry(item).or_insert(0) += 1;
        }
        let most = counts.values().copied().max().unwrap_or(0);
        if let Some(common) = items.iter().find(|item| most * 2 > items.len() && counts[item] == most) {
            let exceptions = items.iter().enumerate().filter(|(_, item)| *item != common);
            let exceptions = exceptions.map(|(index, item)| (first + index, item)).collect();
            return self.mostly(element, common, exceptions, Some(items.len() as u64));
        }
        let mut texts: Vec<String> = items[..SHOWN_ELEMENTS].iter().map(|item| self.value(element, item)).collect();
        texts.push(format!("… {} more", items.len() - SHOWN_ELEMENTS));
        self.in_brackets(&texts.join(", "))
    }
    /// One value nearly everywhere, and exceptions by index as the language writes it.
    fn mostly(
        &self,
        element: TypeId,
        common: &Value,
        exceptions: Vec<(BigInt, &Value)>,
        length: Option<u64>,
    ) -> String {
        let common = self.value(element, common);
        let shown = exceptions.iter().take(SHOWN_ELEMENTS).map(|(index, value)| (index, self.value(element, value)));
        let hidden = exceptions.len().saturating_sub(SHOWN_ELEMENTS);
        let mut items: Vec<String> = match self.language {
            Language::Ada => shown.map(|(index, text)| format!("{index} => {text}")).collect(),
            Language::C => shown.map(|(index, text)| format!("[{index}] = {text}")).collect(),
            Language::Cairn | Language::Llvm => shown.map(|(index, text)| format!("{index} = {text}")).collect(),
        };
        if hidden > 0 {
            items.push(format!("… {hidden} more"));
        }
        match self.language {
            Language::Ada => items.push(format!("others => {common}")),
            // As in GNU C, later designators win.
            Language::C => match length {
                Some(n) => items.insert(0, format!("[0 ... {}] = {common}", n.saturating_sub(1))),
                None => items.insert(0, format!("[...] = {common}")),
            },
            Language::Cairn | Language::Llvm => items.insert(0, format!("all {common}")),
        }
        self.in_brackets(&items.join(", "))
    }
}

#[cfg(test)]
mod tests;
