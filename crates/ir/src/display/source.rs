//! Conditions as the source language writes them: Ada's `Y + X = N and Y >= 0`, C's `a[j] == 42`, ACSL's `\forall`.
//!
//! For reading, and for annotations where the language has the words. Conversions that keep the value are left out, an
//! index is written as the source counts it, and names of variables lose the numbers that tell namesakes apart.
//! Programs in the text form keep it.

use super::Display;
use super::precedence::{ATOM, COMPARE, LOGIC, PREFIX, PRODUCT, QUANTIFIED, SHIFT, SUM, Text};
use crate::expr::{Binary, Convert, ExprId, ExprKind, Place, PlaceBase, Projection, Sign, Unary};
use crate::program::{Language, Program, VarId, VariableKind};
use crate::types::{Style, TypeId, TypeKind};
use crate::value::Value;
use num_traits::Zero;
use std::collections::BTreeSet;

/// A condition in the words of the program's language.
pub fn condition_text(program: &Program, condition: ExprId) -> String {
    match program.language {
        Language::Cairn => super::expr_text(program, condition),
        language => {
            let full_names = has_namesakes(program, condition);
            Writer { program, ada: language == Language::Ada, full_names }.expr(condition).0
        }
    }
}

/// A place that is written to, in the words of the program's language.
pub fn written_text(program: &Program, place: &Place) -> String {
    match program.language {
        Language::Cairn => super::place_text(program, place),
        language => Writer { program, ada: language == Language::Ada, full_names: false }.place(place).0,
    }
}

/// The name without the number that tells namesakes apart (`I.2`), which the source does not have.
pub fn source_name(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((first, last)) if !first.is_empty() && last.bytes().all(|b| b.is_ascii_digit()) => first,
        _ => name,
    }
}

/// Whether a condition is about two variables that the source calls the same.
fn has_namesakes(program: &Program, condition: ExprId) -> bool {
    let mut variables = BTreeSet::new();
    let mut open = vec![condition];
    while let Some(expr) = open.pop() {
        let kind = &program.expr(expr).kind;
        if let ExprKind::Var(var) = kind {
            variables.insert(*var);
        }
        kind.for_each_child(|child| open.push(child));
    }
    let names: BTreeSet<&str> = variables.iter().map(|var| source_name(&program.variables[*var].name)).collect();
    names.len() < variables.len()
}

struct Writer<'p> {
    program: &'p Program,
    ada: bool,
    /// Names keep the numbers that tell namesakes apart.
    full_names: bool,
}

impl Writer<'_> {
    fn expr(&self, id: ExprId) -> Text {
        let node = self.program.expr(id);
        match &node.kind {
            ExprKind::Const(value) => {
                let text = Display::new(self.program).value(node.ty, value);
                let level = if text.starts_with('-') { PREFIX } else { ATOM };
                Text(text, level)
            }
            ExprKind::Var(var) => Text(self.name(*var), ATOM),
            ExprKind::Unary(op, a) => self.unary(*op, *a),
            ExprKind::Binary(op, a, b) => self.binary(*op, *a, *b),
            ExprKind::Convert(op, a) => self.convert(*op, *a, node.ty),
            ExprKind::If(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|e| self.expr(*e).0);
                let text = if self.ada { format!("(if {a} then {b} else {c})") } else { format!("({a} ? {b} : {c})") };
                Text(text, ATOM)
            }
            ExprKind::Index(array, index) => Text(self.element(*array, *index), ATOM),
            ExprKind::Field(record, n) | ExprKind::Member(record, n) => {
                let fields = match self.program.types.kind(self.program.type_of(*record)) {
                    TypeKind::Record(r) | TypeKind::Union(r) => r.fields.get(*n as usize).map(|f| f.name.to_string()),
                    _ => None,
                };
                Text(format!("{}.{}", self.tight(*record, ATOM), fields.unwrap_or_else(|| n.to_string())), ATOM)
            }
            ExprKind::Load(pointer) => match &self.program.expr(*pointer).kind {
                ExprKind::AddressOf(place) => self.place(place),
                _ if self.ada => Text(format!("{}.all", self.tight(*pointer, ATOM)), ATOM),
                _ => Text(format!("*{}", self.tight(*pointer, PREFIX)), PREFIX),
            },
            ExprKind::AddressOf(place) if self.ada => Text(format!("{}'Access", self.place(place).tight(ATOM)), ATOM),
            ExprKind::AddressOf(place) => Text(format!("&{}", self.place(place).tight(PREFIX)), PREFIX),
            ExprKind::Old(a) => match self.ada {
                true => Text(format!("{}'Old", self.tight(*a, ATOM)), ATOM),
                false => Text(format!("\\old({})", self.expr(*a).0), ATOM),
            },
            ExprKind::Forall(variables, body) => self.quantified(variables, *body, true),
            ExprKind::Exists(variables, body) => self.quantified(variables, *body, false),
            _ => Text(format!("({})", super::expr_text(self.program, id)), ATOM),
        }
    }
    /// In brackets unless it binds at least so tightly.
    fn tight(&self, id: ExprId, level: u8) -> String {
        self.expr(id).tight(level)
    }
    fn name(&self, var: VarId) -> String {
        if let Some(result) = self.result(var) {
            return result;
        }
        let name = &*self.program.variables[var].name;
        if self.full_names { name.into() } else { source_name(name).into() }
    }
    /// What a function gives; other results have the names of the variables they are assigned to.
    fn result(&self, var: VarId) -> Option<String> {
        let variable = &self.program.variables[var];
        if variable.kind != VariableKind::Result {
            return None;
        }
        if !self.ada {
            return Some("\\result".into());
        }
        let procedure = &self.program.procedures[variable.procedure?].name;
        let own = procedure.rsplit('.').next().unwrap_or(procedure);
        // A parameter may have this name too, but no parameter is made by a front end.
        (variable.temporary && &*variable.name == "Result").then(|| format!("{own}'Result"))
    }
    fn unary(&self, op: Unary, a: ExprId) -> Text {
        match op {
            Unary::Not => self.negated(a),
            Unary::Negate | Unary::FloatNegate | Unary::MathNegate => Text(format!("-{}", self.tight(a, ATOM)), PREFIX),
            Unary::BitNot => Text(format!("{}{}", if self.ada { "not " } else { "~" }, self.tight(a, ATOM)), PREFIX),
            Unary::FloatAbs | Unary::MathAbs if self.ada => Text(format!("abs {}", self.tight(a, ATOM)), PREFIX),
            Unary::FloatAbs => Text(format!("fabs({})", self.expr(a).0), ATOM),
            Unary::PointerOffset => Text(format!("\\offset({})", self.expr(a).0), ATOM),
            Unary::PointerObjectSize => Text(format!("\\block_length({})", self.expr(a).0), ATOM),
            Unary::PointerIsLive => Text(format!("\\allocable({})", self.expr(a).0), ATOM),
            _ => Text(format!("{op:?} ({})", self.expr(a).0).to_lowercase(), ATOM),
        }
    }
    fn negated(&self, a: ExprId) -> Text {
        let infix = |op: &str, a, b| Text(format!("{} {op} {}", self.tight(a, SUM), self.tight(b, SUM)), COMPARE);
        match self.program.expr(a).kind {
            ExprKind::Binary(Binary::Equal | Binary::FloatEqual, x, y) => {
                infix(if self.ada { "/=" } else { "!=" }, x, y)
            }
            ExprKind::Binary(Binary::Less(_) | Binary::MathLess, x, y) => infix("<=", y, x),
            ExprKind::Binary(Binary::LessEqual(_) | Binary::MathLessEqual, x, y) => infix("<", y, x),
            ExprKind::Binary(op, x, y) if overflowing(op).is_some() => {
                let sum =
                    format!("{} {} {}", self.tight(x, SUM), overflowing(op).unwrap_or("+"), self.tight(y, PRODUCT));
                match self.ada {
                    true => Text(format!("{sum} in {}", self.type_name(self.program.type_of(x))), COMPARE),
                    false => Text(format!("\\fits({sum})"), ATOM),
                }
            }
            _ => Text(format!("{}{}", if self.ada { "not " } else { "!" }, self.tight(a, ATOM)), PREFIX),
        }
    }
    fn type_name(&self, ty: TypeId) -> String {
        let name = self.program.types.get(ty).display.name.as_deref().unwrap_or("Integer");
        name.strip_suffix("'Base").unwrap_or(name).into()
    }
    fn binary(&self, op: Binary, a: ExprId, b: ExprId) -> Text {
        // `0 <= x` is written `x >= 0`, `0 = x` is `x = 0`.
        let constant = |e: ExprId| matches!(self.program.expr(e).kind, ExprKind::Const(_));
        if let (Some(turned), true, false) = (self.turned(op), constant(a), constant(b)) {
            return Text(format!("{} {turned} {}", self.tight(b, SUM), self.tight(a, SUM)), COMPARE);
        }
        let Some((sign, level)) = self.operator(op, a) else {
            return Text(format!("{op:?} ({}, {})", self.expr(a).0, self.expr(b).0).to_lowercase(), ATOM);
        };
        if level == LOGIC && self.ada && sign == "=>" {
            return Text(format!("(if {} then {})", self.expr(a).0, self.expr(b).0), ATOM);
        }
        if let (Binary::MathAdd, Some(subtracted)) = (op, self.subtracted(b)) {
            return Text(format!("{} - {}", self.tight(a, SUM), subtracted), SUM);
        }
        // Operators of one level are read from left to right; logical ones only with themselves.
        let left = match self.program.expr(a).kind {
            ExprKind::Binary(inner, ..) if inner == op => level,
            _ if level == SUM || level == PRODUCT => level,
            _ => level + 1,
        };
        Text(format!("{} {sign} {}", self.tight(a, left), self.tight(b, level + 1)), level)
    }
    /// `x`, for `-1 * x` and `-x`.
    fn subtracted(&self, id: ExprId) -> Option<String> {
        let is_minus_one = |factor: ExprId| match &self.program.expr(factor).kind {
            ExprKind::Const(Value::MathInt(number)) => *number == (-1).into(),
            _ => false,
        };
        match self.program.expr(id).kind {
            ExprKind::Binary(Binary::MathMultiply, factor, x) if is_minus_one(factor) => {
                Some(self.tight(x, PRODUCT + 1))
            }
            ExprKind::Unary(Unary::MathNegate, x) => Some(self.tight(x, PRODUCT)),
            _ => None,
        }
    }
    fn turned(&self, op: Binary) -> Option<&'static str> {
        Some(match op {
            Binary::Less(_) | Binary::FloatLess | Binary::MathLess => ">",
            Binary::LessEqual(_) | Binary::FloatLessEqual | Binary::MathLessEqual => ">=",
            Binary::Equal if self.ada => "=",
            Binary::Equal => "==",
            _ => return None,
        })
    }
    fn operator(&self, op: Binary, a: ExprId) -> Option<(&'static str, u8)> {
        let ada = self.ada;
        let of = |in_ada: &'static str, in_c: &'static str| if ada { in_ada } else { in_c };
        let boolean = self.program.types.is_bool(self.program.type_of(a));
        Some(match op {
            Binary::And => (of("and", "&&"), LOGIC),
            Binary::Or => (of("or", "||"), LOGIC),
            Binary::Implies => (of("=>", "==>"), LOGIC),
            Binary::Xor => (of("/=", "!="), COMPARE),
            Binary::Equal if boolean && !ada => ("<==>", LOGIC),
            Binary::Equal | Binary::FloatEqual => (of("=", "=="), COMPARE),
            Binary::NotEqual => (of("/=", "!="), COMPARE),
            Binary::Less(_) | Binary::FloatLess | Binary::MathLess | Binary::PointerLess => ("<", COMPARE),
            Binary::LessEqual(_) | Binary::FloatLessEqual | Binary::MathLessEqual | Binary::PointerLessEqual => {
                ("<=", COMPARE)
            }
            Binary::Add | Binary::FloatAdd(_) | Binary::MathAdd => ("+", SUM),
            Binary::Subtract | Binary::FloatSubtract(_) | Binary::MathSubtract => ("-", SUM),
            Binary::Multiply | Binary::FloatMultiply(_) | Binary::MathMultiply => ("*", PRODUCT),
            Binary::Divide(_) | Binary::FloatDivide(_) | Binary::MathDivide => ("/", PRODUCT),
            Binary::Remainder(Sign::Signed) => (of("rem", "%"), PRODUCT),
            Binary::Remainder(Sign::Unsigned) | Binary::Modulo | Binary::MathModulo => (of("mod", "%"), PRODUCT),
            Binary::BitAnd if !ada => ("&", LOGIC),
            Binary::BitOr if !ada => ("|", LOGIC),
            Binary::BitXor if !ada => ("^", LOGIC),
            Binary::ShiftLeft if !ada => ("<<", SHIFT),
            Binary::ShiftRight(_) if !ada => (">>", SHIFT),
            Binary::PointerAdd { .. } => ("+", SUM),
            _ => return None,
        })
    }
    fn convert(&self, op: Convert, a: ExprId, to: TypeId) -> Text {
        match op {
            Convert::Truncate if !self.ada => {
                let name = self.program.types.get(to).display.name.as_deref().unwrap_or("int");
                Text(format!("({name}){}", self.tight(a, PREFIX)), PREFIX)
            }
            _ => self.expr(a),
        }
    }
    fn element(&self, array: ExprId, index: ExprId) -> String {
        let brackets = |array: String, index: String| match self.ada {
            true => format!("{array} ({index})"),
            false => format!("{array}[{index}]"),
        };
        let ty = self.program.types.get(self.program.type_of(array));
        let bare = self.without_conversions(index);
        if let ExprKind::Binary(Binary::Subtract, e, first) = self.program.expr(bare).kind {
            // Arrays of Ada with bounds of their own carry them beside their data.
            if let (ExprKind::Field(whole, _), ExprKind::Field(other, 0)) =
                (&self.program.expr(array).kind, &self.program.expr(first).kind)
                && self.ada
                && self.expr(*whole) == self.expr(*other)
            {
                return brackets(self.tight(*whole, ATOM), self.expr(e).0);
            }
            if let (Style::FirstIndex(number), ExprKind::Const(crate::value::Value::Int(bits))) =
                (&ty.display.style, &self.program.expr(first).kind)
                && bits.signed() == *number
            {
                return brackets(self.tight(array, ATOM), self.expr(e).0);
            }
        }
        let first = match &ty.display.style {
            Style::FirstIndex(number) if !number.is_zero() => format!("{} + ", number),
            _ => String::new(),
        };
        brackets(self.tight(array, ATOM), format!("{first}{}", self.expr(index).0))
    }
    /// A variable or what a pointer leads to, and a part of it: `lift->floors[2].open`.
    fn place(&self, place: &Place) -> Text {
        let types = &self.program.types;
        let mut path = place.path.as_slice();
        let (mut text, mut ty) = match place.base {
            PlaceBase::Var(var) => (Text(self.name(var), ATOM), self.program.variables[var].ty),
            PlaceBase::Deref(pointer, ty) if self.ada => (Text(format!("{}.all", self.tight(pointer, ATOM)), ATOM), ty),
            PlaceBase::Deref(pointer, ty) => match path.first() {
                Some(Projection::Field(n) | Projection::Member(n)) => {
                    path = &path[1..];
                    let (name, part) = self.part(ty, *n);
                    (Text(format!("{}->{name}", self.tight(pointer, ATOM)), ATOM), part)
                }
                _ => (Text(format!("*{}", self.tight(pointer, PREFIX)), PREFIX), ty),
            },
        };
        for step in path {
            let whole = text.tight(ATOM);
            match step {
                Projection::Field(n) | Projection::Member(n) => {
                    let (name, part) = self.part(ty, *n);
                    (text, ty) = (Text(format!("{whole}.{name}"), ATOM), part);
                }
                Projection::Index(index) => {
                    let first = match &types.get(ty).display.style {
                        Style::FirstIndex(number) if !number.is_zero() => format!("{number} + "),
                        _ => String::new(),
                    };
                    let index = format!("{first}{}", self.expr(*index).0);
                    let element = match types.kind(ty) {
                        TypeKind::Array { element, .. } => *element,
                        _ => ty,
                    };
                    let all = if self.ada { format!("{whole} ({index})") } else { format!("{whole}[{index}]") };
                    (text, ty) = (Text(all, ATOM), element);
                }
            }
        }
        text
    }
    /// The name and the type of a component.
    fn part(&self, ty: TypeId, number: u32) -> (String, TypeId) {
        match self.program.types.kind(ty) {
            TypeKind::Record(r) | TypeKind::Union(r) => match r.fields.get(number as usize) {
                Some(field) => (field.name.to_string(), field.ty),
                None => (number.to_string(), ty),
            },
            _ => (number.to_string(), ty),
        }
    }
    fn without_conversions(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Convert(Convert::Retype | Convert::SignExtend | Convert::ZeroExtend, inner) =
            self.program.expr(id).kind
        {
            id = inner;
        }
        id
    }
    fn quantified(&self, variables: &[VarId], body: ExprId, all: bool) -> Text {
        let names: Vec<String> = variables.iter().map(|v| self.name(*v)).collect();
        if !self.ada {
            let ty = variables.first().map(|v| self.type_name(self.program.variables[*v].ty)).unwrap_or_default();
            let word = if all { "\\forall" } else { "\\exists" };
            return Text(format!("{word} {ty} {}; {}", names.join(", "), self.expr(body).0), QUANTIFIED);
        }
        let word = if all { "all" } else { "some" };
        if let (Some((low, high, said)), [name]) = (self.range(variables, body), &names[..]) {
            return Text(format!("(for {word} {name} in {low} .. {high} => {said})"), ATOM);
        }
        let body = self.expr(body).0;
        let ty = variables.first().map(|v| self.type_name(self.program.variables[*v].ty)).unwrap_or_default();
        Text(format!("(for {word} {} of {ty} => {body})", names.join(", ")), ATOM)
    }
    /// `low <= j and j < high implies said`, as the range and what is said.
    fn range(&self, variables: &[VarId], body: ExprId) -> Option<(String, String, String)> {
        let [variable] = variables else { return None };
        let is_bound = |e: ExprId| matches!(self.program.expr(e).kind, ExprKind::Var(v) if v == *variable);
        let ExprKind::Binary(Binary::Implies, range, said) = self.program.expr(body).kind else { return None };
        let ExprKind::Binary(Binary::And, below, above) = self.program.expr(range).kind else { return None };
        let low = match self.program.expr(below).kind {
            ExprKind::Binary(Binary::LessEqual(_), low, j) if is_bound(j) => self.expr(low).0,
            ExprKind::Binary(Binary::Less(_), low, j) if is_bound(j) => format!("{} + 1", self.tight(low, SUM)),
            _ => return None,
        };
        let high = match self.program.expr(above).kind {
            ExprKind::Binary(Binary::LessEqual(_), j, high) if is_bound(j) => self.expr(high).0,
            ExprKind::Binary(Binary::Less(_), j, high) if is_bound(j) => format!("{} - 1", self.tight(high, SUM)),
            _ => return None,
        };
        Some((low, high, self.expr(said).0))
    }
}

/// The sign of the operation that an overflow condition is about.
fn overflowing(op: Binary) -> Option<&'static str> {
    Some(match op {
        Binary::AddOverflows(_) => "+",
        Binary::SubtractOverflows(_) => "-",
        Binary::MultiplyOverflows(_) => "*",
        _ => return None,
    })
}
