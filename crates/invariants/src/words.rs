//! Conditions as expressions that other tools read: exactly what the program says, or nothing.
//!
//! `cairn_ir::display` writes conditions for people and leaves out what they would not miss. Here the text must mean
//! the same to a compiler or a verifier: what has no name in the source, or no words in the language, is refused with
//! the reason. Numbers are in [`numbers`](crate::numbers).

use crate::numbers::Comparison;
use crate::wishes::Wish;
use cairn_ir::display::precedence::{ATOM, COMPARE, LOGIC, PREFIX, QUANTIFIED, SUM, Text};
use cairn_ir::display::{Display, source_name};
use cairn_ir::{
    Binary, Convert, ExprId, ExprKind, FloatFormat, Program, Sign, Style, TypeId, TypeKind, Unary, Value, VarId,
};

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Conditions of `pragma Loop_Invariant`.
    Ada,
    /// Clauses of `loop invariant`: numbers are mathematical, and there are quantifiers.
    Acsl,
    /// Plain expressions of C, as witnesses hold them.
    C,
}

/// Why a condition has no words.
pub(crate) type Refusal = &'static str;
pub(crate) type Said<T> = Result<T, Refusal>;

const NO_WORDS: Refusal = "the language has no words for it";

/// A condition in exact words, or why there are none. `known` tells what holds where it is written.
pub(crate) fn condition(
    program: &Program,
    dialect: Dialect,
    condition: ExprId,
    known: &dyn Fn(Wish) -> bool,
) -> Said<String> {
    Words { program, dialect, known }.condition(condition).map(|text| text.0)
}

/// What always holds.
pub fn truth(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Ada => "True",
        Dialect::Acsl => "\\true",
        Dialect::C => "1",
    }
}

/// Several conditions of which all hold, as one operand of `any`.
pub fn all(dialect: Dialect, texts: &[String]) -> String {
    let word = if dialect == Dialect::Ada { " and then " } else { " && " };
    joined(word, texts)
}

/// Several conditions of which one holds.
pub fn any(dialect: Dialect, texts: &[String]) -> String {
    let word = if dialect == Dialect::Ada { " or else " } else { " || " };
    joined(word, texts)
}

fn joined(word: &str, texts: &[String]) -> String {
    match texts {
        [one] => one.clone(),
        several => several.iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(word),
    }
}

pub(crate) struct Words<'p> {
    pub program: &'p Program,
    pub dialect: Dialect,
    pub known: &'p dyn Fn(Wish) -> bool,
}

impl Words<'_> {
    pub(crate) fn is_ada(&self) -> bool {
        self.dialect == Dialect::Ada
    }
    fn kind(&self, id: ExprId) -> &TypeKind {
        self.program.types.kind(self.program.type_of(id))
    }
    /// The word of Ada, or else of C.
    fn word(&self, ada: &'static str, c: &'static str) -> &'static str {
        if self.is_ada() { ada } else { c }
    }

    pub(crate) fn condition(&self, id: ExprId) -> Said<Text> {
        match &self.program.expr(id).kind {
            ExprKind::Const(Value::Bool(true)) => Ok(Text::atom(truth(self.dialect))),
            ExprKind::Const(Value::Bool(false)) => Ok(Text::atom(match self.dialect {
                Dialect::Ada => "False",
                Dialect::Acsl => "\\false",
                Dialect::C => "0",
            })),
            ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Field(..) => {
                let place = self.place(id)?;
                // Truth is a number in C.
                Ok(if self.dialect == Dialect::Acsl { Text(format!("{} != 0", place.0), COMPARE) } else { place })
            }
            ExprKind::Unary(Unary::Not, a) => self.negated(*a),
            ExprKind::Binary(op, a, b) => self.binary(*op, *a, *b),
            ExprKind::If(a, b, c) => {
                let [a, b, c] = [self.condition(*a)?, self.condition(*b)?, self.condition(*c)?];
                Ok(self.choice(&a, &b, &c))
            }
            ExprKind::Convert(Convert::Retype, a) => self.condition(*a),
            ExprKind::Forall(variables, body) => self.quantified(variables, *body, true),
            ExprKind::Exists(variables, body) => self.quantified(variables, *body, false),
            _ => Err(NO_WORDS),
        }
    }
    pub(crate) fn choice(&self, condition: &Text, yes: &Text, no: &Text) -> Text {
        Text::atom(match self.is_ada() {
            true => format!("(if {} then {} else {})", condition.0, yes.0, no.0),
            false => format!("({} ? {} : {})", condition.tight(COMPARE), yes.tight(COMPARE), no.tight(COMPARE)),
        })
    }
    fn negated(&self, id: ExprId) -> Said<Text> {
        match self.program.expr(id).kind {
            ExprKind::Binary(Binary::Equal, a, b) => self.binary(Binary::NotEqual, a, b),
            ExprKind::Binary(Binary::NotEqual, a, b) => self.binary(Binary::Equal, a, b),
            ExprKind::Binary(Binary::Less(sign), a, b) => self.binary(Binary::LessEqual(sign), b, a),
            ExprKind::Binary(Binary::LessEqual(sign), a, b) => self.binary(Binary::Less(sign), b, a),
            ExprKind::Binary(Binary::MathLess, a, b) => self.binary(Binary::MathLessEqual, b, a),
            ExprKind::Binary(Binary::MathLessEqual, a, b) => self.binary(Binary::MathLess, b, a),
            ExprKind::Binary(
                op @ (Binary::AddOverflows(_) | Binary::SubtractOverflows(_) | Binary::MultiplyOverflows(_)),
                a,
                b,
            ) => self.fits(op, a, b),
            _ => {
                let text = self.condition(id)?;
                let word = self.word("not ", "!");
                Ok(Text(format!("{word}{}", text.tight(ATOM)), PREFIX))
            }
        }
    }
    fn binary(&self, op: Binary, a: ExprId, b: ExprId) -> Said<Text> {
        match op {
            Binary::And => self.logical(self.word("and then", "&&"), op, a, b),
            Binary::Or => self.logical(self.word("or else", "||"), op, a, b),
            Binary::Implies => {
                let (a, b) = (self.condition(a)?, self.condition(b)?);
                Ok(match self.dialect {
                    Dialect::Ada => Text::atom(format!("(if {} then {})", a.0, b.0)),
                    Dialect::Acsl => Text(format!("{} ==> {}", a.tight(COMPARE), b.tight(COMPARE)), LOGIC),
                    Dialect::C => Text(format!("!{} || {}", a.tight(ATOM), b.tight(COMPARE)), LOGIC),
                })
            }
            Binary::Equal | Binary::NotEqual | Binary::Xor => self.equality(op == Binary::Equal, a, b),
            Binary::Less(sign) => self.compare(Comparison::Less, a, b, sign),
            Binary::LessEqual(sign) => self.compare(Comparison::LessEqual, a, b, sign),
            Binary::MathLess => self.compare(Comparison::Less, a, b, Sign::Signed),
            Binary::MathLessEqual => self.compare(Comparison::LessEqual, a, b, Sign::Signed),
            Binary::FloatLess => self.floats("<", a, b),
            Binary::FloatLessEqual => self.floats("<=", a, b),
            Binary::FloatEqual => self.floats(self.word("=", "=="), a, b),
            Binary::AddOverflows(_) | Binary::SubtractOverflows(_) | Binary::MultiplyOverflows(_) => {
                let fits = self.fits(op, a, b)?;
                Ok(Text(format!("{}{}", self.word("not ", "!"), fits.tight(ATOM)), PREFIX))
            }
            _ => Err(NO_WORDS),
        }
    }
    fn logical(&self, word: &str, op: Binary, a: ExprId, b: ExprId) -> Said<Text> {
        let operand = |id: ExprId| {
            let text = self.condition(id)?;
            let same = matches!(self.program.expr(id).kind, ExprKind::Binary(inner, ..) if inner == op);
            Ok(if same { text.0 } else { text.tight(COMPARE) })
        };
        Ok(Text(format!("{} {word} {}", operand(a)?, operand(b)?), LOGIC))
    }
    fn equality(&self, equal: bool, a: ExprId, b: ExprId) -> Said<Text> {
        match self.kind(a) {
            TypeKind::Bool => {
                let (a, b) = (self.condition(a)?, self.condition(b)?);
                let sign = match (self.dialect, equal) {
                    (Dialect::Ada, true) => "=",
                    (Dialect::Ada, false) => "/=",
                    (Dialect::Acsl, true) => "<==>",
                    (Dialect::Acsl, false) => "^^",
                    (Dialect::C, true) => "==",
                    (Dialect::C, false) => "!=",
                };
                Ok(Text(format!("{} {sign} {}", a.tight(ATOM), b.tight(ATOM)), COMPARE))
            }
            TypeKind::Int(_) | TypeKind::MathInt => {
                let op = if equal { Comparison::Equal } else { Comparison::NotEqual };
                self.compare(op, a, b, self.natural_sign(a, b))
            }
            // The same value is not what `=` means of zeros and NaN.
            _ => Err(NO_WORDS),
        }
    }

    /// Floats are compared where nothing is computed: how a compiler computes with them is another question.
    fn floats(&self, sign: &str, a: ExprId, b: ExprId) -> Said<Text> {
        let (x, y) = (self.float(a)?, self.float(b)?);
        let same = self.is_constant(a) || self.is_constant(b) || self.type_name(a) == self.type_name(b);
        if !same {
            return Err("it compares floats of different types");
        }
        if self.is_constant(a) {
            let turned = match sign {
                "<" => ">",
                "<=" => ">=",
                other => other,
            };
            return Ok(Text(format!("{} {turned} {}", y.tight(SUM), x.tight(SUM)), COMPARE));
        }
        Ok(Text(format!("{} {sign} {}", x.tight(SUM), y.tight(SUM)), COMPARE))
    }
    fn float(&self, id: ExprId) -> Said<Text> {
        let node = self.program.expr(id);
        match &node.kind {
            ExprKind::Const(value @ Value::Float(..)) => {
                let text = Display::new(self.program).value(node.ty, value);
                let is_number = text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
                if !is_number {
                    return Err("it speaks of a float without a literal");
                }
                let level = if text.starts_with('-') { PREFIX } else { ATOM };
                // The digits tell the number apart from its neighbours of the same format only.
                match (self.dialect, value) {
                    (Dialect::Ada, _) | (_, Value::Float(FloatFormat::Double, _)) => Ok(Text(text, level)),
                    (_, Value::Float(FloatFormat::Single, _)) => Ok(Text(format!("{text}f"), level)),
                    _ => Err(NO_WORDS),
                }
            }
            ExprKind::Unary(Unary::FloatNegate, a) => Ok(Text(format!("-{}", self.float(*a)?.tight(ATOM)), PREFIX)),
            ExprKind::Convert(Convert::Retype, a) => self.float(*a),
            _ => self.place(id),
        }
    }

    // ---- Names ----

    pub(crate) fn is_constant(&self, id: ExprId) -> bool {
        matches!(self.program.expr(self.bare(id)).kind, ExprKind::Const(_))
    }
    /// Without conversions that keep the value.
    pub(crate) fn bare(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Convert(Convert::Retype, inner) = self.program.expr(id).kind {
            id = inner;
        }
        id
    }
    pub(crate) fn type_name(&self, id: ExprId) -> Option<&str> {
        let name = self.program.types.get(self.program.type_of(self.bare(id))).display.name.as_deref()?;
        Some(family(name))
    }
    pub(crate) fn style(&self, ty: TypeId) -> &Style {
        &self.program.types.get(ty).display.style
    }

    /// A variable or a component of one, as the source writes it.
    pub(crate) fn place(&self, id: ExprId) -> Said<Text> {
        match &self.program.expr(id).kind {
            ExprKind::Var(var) => Ok(Text::atom(self.name(*var)?)),
            ExprKind::Index(array, index) => self.element(*array, *index),
            ExprKind::Field(record, n) => {
                let TypeKind::Record(of) = self.kind(*record) else { return Err(NO_WORDS) };
                let Some(field) = of.fields.get(*n as usize) else { return Err(NO_WORDS) };
                let is_bound = self.is_ada() && is_array_with_bounds(&of.fields) && &*field.name != "Data";
                let mark = if is_bound { "'" } else { "." };
                Ok(Text::atom(format!("{}{mark}{}", self.place(*record)?.0, field.name)))
            }
            ExprKind::Convert(Convert::Retype, a) => self.place(*a),
            ExprKind::Load(_) => Err("it speaks of memory that is reached through a pointer"),
            _ => Err(NO_WORDS),
        }
    }
    fn name(&self, var: VarId) -> Said<String> {
        let variable = &self.program.variables[var];
        let name = source_name(&variable.name);
        let is_word = |name: &str| {
            name.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_alphanumeric() || c == '_' || (self.is_ada() && c == '.'))
        };
        if variable.temporary || !is_word(name) {
            return Err("it speaks of a value that has no name in the source");
        }
        Ok(name.to_string())
    }
    fn element(&self, array: ExprId, index: ExprId) -> Said<Text> {
        if !self.is_ada() {
            let index = self.index(index)?;
            return Ok(Text::atom(format!("{}[{}]", self.place(array)?.tight(ATOM), index.0)));
        }
        let (whole, index) = self.ada_index(array, index)?;
        Ok(Text::atom(format!("{} ({})", self.place(whole)?.0, index.0)))
    }
    /// The array as the source has it, and the index as it counts: positions are counted from the first one.
    fn ada_index(&self, array: ExprId, index: ExprId) -> Said<(ExprId, Text)> {
        let bare = self.without_extensions(index);
        let difference = match self.program.expr(bare).kind {
            ExprKind::Binary(Binary::Subtract, e, first) => Some((e, first)),
            _ => None,
        };
        if let ExprKind::Field(whole, _) = self.program.expr(array).kind
            && let TypeKind::Record(of) = self.kind(whole)
            && is_array_with_bounds(&of.fields)
        {
            let Some((e, first)) = difference else { return Err(NO_WORDS) };
            let is_first = matches!(self.program.expr(first).kind, ExprKind::Field(other, 0)
                if self.place(other).ok() == self.place(whole).ok());
            return if is_first { Ok((whole, self.index(e)?)) } else { Err(NO_WORDS) };
        }
        let first = match self.style(self.program.type_of(array)) {
            Style::FirstIndex(number) => number.clone(),
            _ => 0.into(),
        };
        if let Some((e, subtracted)) = difference
            && let ExprKind::Const(Value::Int(bits)) = &self.program.expr(subtracted).kind
            && bits.signed() == first
        {
            return Ok((array, self.index(e)?));
        }
        match &self.program.expr(bare).kind {
            ExprKind::Const(Value::Int(bits)) => Ok((array, Text::atom((first + bits.signed()).to_string()))),
            _ if first == 0.into() => Ok((array, self.index(bare)?)),
            _ => Err(NO_WORDS),
        }
    }
    fn without_extensions(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Convert(Convert::Retype | Convert::SignExtend | Convert::ZeroExtend, inner) =
            self.program.expr(id).kind
        {
            id = inner;
        }
        id
    }

    fn quantified(&self, variables: &[VarId], body: ExprId, all: bool) -> Said<Text> {
        let [variable] = variables else { return Err("it quantifies over several variables") };
        let name = self.name(*variable)?;
        match self.dialect {
            Dialect::C => Err("it is quantified"),
            Dialect::Acsl => {
                // The values of the bound variable are those of its type; what is said outside may differ.
                let ty = self.program.types.get(self.program.variables[*variable].ty);
                let ty = match (&ty.kind, &ty.display.name) {
                    (TypeKind::MathInt, _) => "integer",
                    (TypeKind::Int(_), Some(name)) => name,
                    (TypeKind::Int(64), None) if ty.display.style == Style::Unsigned => "unsigned long",
                    (TypeKind::Int(64), None) => "long",
                    (TypeKind::Int(32), None) if ty.display.style == Style::Unsigned => "unsigned int",
                    (TypeKind::Int(32), None) => "int",
                    _ => return Err(NO_WORDS),
                };
                let word = if all { "\\forall" } else { "\\exists" };
                Ok(Text(format!("{word} {ty} {name}; {}", self.condition(body)?.0), QUANTIFIED))
            }
            Dialect::Ada => {
                let (low, high, said) = self.range(*variable, body, all).ok_or("it quantifies over no range")?;
                let word = if all { "all" } else { "some" };
                let (low, high) = (low?, high?);
                Ok(Text::atom(format!("(for {word} {name} in {low} .. {high} => {})", self.condition(said)?.0)))
            }
        }
    }
    /// `low <= j and j < high implies said` (or, of `some`, `and said`): the range and what is said.
    fn range(&self, variable: VarId, body: ExprId, all: bool) -> Option<(Said<String>, Said<String>, ExprId)> {
        let is_bound = |e: ExprId| matches!(self.program.expr(self.bare(e)).kind, ExprKind::Var(v) if v == variable);
        let connective = if all { Binary::Implies } else { Binary::And };
        let ExprKind::Binary(op, range, said) = self.program.expr(body).kind else { return None };
        let ExprKind::Binary(Binary::And, below, above) = self.program.expr(range).kind else { return None };
        if op != connective {
            return None;
        }
        let text = |e: ExprId, more: &str| {
            let text = self.index(e)?;
            Ok(if more.is_empty() { text.0 } else { format!("{} {more}", text.tight(SUM)) })
        };
        let low = match self.program.expr(below).kind {
            ExprKind::Binary(Binary::LessEqual(_), low, j) if is_bound(j) => text(low, ""),
            ExprKind::Binary(Binary::Less(_), low, j) if is_bound(j) => text(low, "+ 1"),
            _ => return None,
        };
        let high = match self.program.expr(above).kind {
            ExprKind::Binary(Binary::LessEqual(_), j, high) if is_bound(j) => text(high, ""),
            ExprKind::Binary(Binary::Less(_), j, high) if is_bound(j) => text(high, "- 1"),
            _ => return None,
        };
        Some((low, high, said))
    }
}

/// Types of Ada that are one to the compiler: subtypes of Integer.
fn family(name: &str) -> &str {
    let name = name.strip_suffix("'Base").unwrap_or(name);
    if ["Natural", "Positive"].contains(&name) { "Integer" } else { name }
}

/// Whether a record is how an array of Ada with bounds of its own is kept.
fn is_array_with_bounds(fields: &[cairn_ir::Field]) -> bool {
    matches!(fields, [first, last, data] if &*first.name == "First" && &*last.name == "Last" && &*data.name == "Data")
}
