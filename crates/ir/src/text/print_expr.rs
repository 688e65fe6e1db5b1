//! Expressions and places as text that [`elaborate`](super::elaborate) reads back as the same.
//!
//! The types of literals, loads and aggregates are written only where the reader would not find them,
//! brackets only where it would group otherwise. A work list instead of recursion: expressions may be
//! deeper than the stack.

use super::literal;
use super::names::name_text;
use super::operators::{self, Function, keeps_type, precedence};
use super::printer::Printer;
use crate::expr::{Binary, Convert, Expr, ExprId, ExprKind, Place, PlaceBase, Projection, Rounding, Unary};
use crate::program::{Program, VarId};
use crate::types::{TypeId, TypeKind};
use crate::value::{ArrayValue, Byte, Value};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// What is still to be written.
enum Work {
    Expr {
        id: ExprId,
        /// The type the reader will expect here.
        expected: Option<TypeId>,
        /// Brackets unless it binds at least this tightly.
        least: u8,
    },
    Text(Cow<'static, str>),
    Bind(Vec<VarId>),
    Unbind(Vec<VarId>),
}

/// Pieces of one expression, in order.
#[derive(Default)]
struct Pieces(Vec<Work>);

impl Pieces {
    fn text(&mut self, text: impl Into<Cow<'static, str>>) -> &mut Self {
        self.0.push(Work::Text(text.into()));
        self
    }
    fn expr(&mut self, id: ExprId, expected: Option<TypeId>, least: u8) -> &mut Self {
        self.0.push(Work::Expr { id, expected, least });
        self
    }
    fn list(&mut self, items: impl IntoIterator<Item = (ExprId, Option<TypeId>)>) -> &mut Self {
        for (n, (id, expected)) in items.into_iter().enumerate() {
            if n > 0 {
                self.text(", ");
            }
            self.expr(id, expected, precedence::LOWEST);
        }
        self
    }
}

/// For each expression whether its text has a type of its own, so that nothing around it matters.
pub fn self_typed(program: &Program) -> Vec<bool> {
    let mut result: Vec<bool> = Vec::with_capacity(program.exprs.len());
    for (_, expr) in program.exprs.iter() {
        // Children come before their parents in the table.
        let known = |id: &ExprId| result.get(id.0 as usize).copied().unwrap_or(false);
        let own = match &expr.kind {
            ExprKind::Const(value) => matches!(value, Value::Bool(_)),
            ExprKind::Load(_) | ExprKind::ArrayOf(_) | ExprKind::ArrayFill(_) | ExprKind::RecordOf(_) => false,
            _ => match alike(&expr.kind) {
                Some(args) => args.iter().any(known) || program.type_of(args[0]) != expr.ty,
                None => true,
            },
        };
        result.push(own);
    }
    result
}

/// The operands whose type is the type of the expression.
fn alike(kind: &ExprKind) -> Option<Vec<ExprId>> {
    match kind {
        ExprKind::Unary(
            Unary::Negate
            | Unary::BitNot
            | Unary::FloatNegate
            | Unary::FloatAbs
            | Unary::FloatSqrt(_)
            | Unary::FloatRound(_)
            | Unary::MathNegate
            | Unary::MathAbs,
            a,
        )
        | ExprKind::Old(a)
        | ExprKind::Update(a, ..)
        | ExprKind::WithField(a, ..)
        | ExprKind::WithMember(a, ..)
        | ExprKind::Binary(Binary::PointerAdd { .. }, a, _) => Some(vec![*a]),
        ExprKind::Binary(op, a, b) if keeps_type(*op) => Some(vec![*a, *b]),
        ExprKind::FusedMultiplyAdd(_, args) => Some(args.to_vec()),
        ExprKind::If(_, a, b) => Some(vec![*a, *b]),
        _ => None,
    }
}

impl Printer<'_> {
    pub fn expr(&mut self, id: ExprId, expected: Option<TypeId>) {
        self.expr_at(id, expected, precedence::LOWEST);
    }
    fn expr_at(&mut self, id: ExprId, expected: Option<TypeId>, least: u8) {
        self.run(vec![Work::Expr { id, expected, least }]);
    }
    fn run(&mut self, mut work: Vec<Work>) {
        while let Some(next) = work.pop() {
            match next {
                Work::Text(text) => self.out.push_str(&text),
                Work::Bind(variables) => self.bind(&variables),
                Work::Unbind(variables) => self.unbind(&variables),
                Work::Expr { id, expected, least } => {
                    let pieces = self.bracketed(id, expected, least);
                    work.extend(pieces.0.into_iter().rev());
                }
            }
        }
    }

    /// An expression with brackets and type where they are needed.
    fn bracketed(&mut self, id: ExprId, expected: Option<TypeId>, least: u8) -> Pieces {
        let program = self.program;
        let expr = program.expr(id);
        let ascribed = self.needs_type(id, expr, expected);
        let outer = if ascribed { Some(expr.ty) } else { expected };
        let (mut pieces, binds) = self.pieces(id, expr, outer);
        if !ascribed {
            return if binds < least { in_brackets(pieces) } else { pieces };
        }
        // The colon binds to literals, postfix expressions and loads.
        if binds < precedence::POSTFIX && !matches!(expr.kind, ExprKind::Const(_) | ExprKind::Load(_)) {
            pieces = in_brackets(pieces);
        }
        pieces.text(format!(":{}", self.type_text(expr.ty)));
        if precedence::UNARY < least { in_brackets(pieces) } else { pieces }
    }
    /// Whether the type must be written behind the expression.
    fn needs_type(&self, id: ExprId, expr: &Expr, expected: Option<TypeId>) -> bool {
        match &expr.kind {
            ExprKind::Const(Value::Bool(_)) => expr.ty != self.plain.bool,
            ExprKind::Const(_)
            | ExprKind::Load(_)
            | ExprKind::ArrayOf(_)
            | ExprKind::ArrayFill(_)
            | ExprKind::RecordOf(_) => expected != Some(expr.ty),
            kind => match alike(kind) {
                Some(args) => self.program.type_of(args[0]) != expr.ty,
                None => self.natural(id, expr) != Some(expr.ty),
            },
        }
    }
    /// The type the reader gives to an expression with a type of its own.
    fn natural(&self, _id: ExprId, expr: &Expr) -> Option<TypeId> {
        let program = self.program;
        let kind_of = |id: &ExprId| program.types.kind(program.type_of(*id));
        match &expr.kind {
            ExprKind::Var(variable) => Some(program.variables[*variable].ty),
            ExprKind::Convert(..) => Some(expr.ty),
            ExprKind::AddressOf(_) | ExprKind::ProcedureAddress(_) => Some(self.plain.pointer),
            ExprKind::Unary(Unary::PointerOffset, _) | ExprKind::Binary(Binary::PointerDifference, ..) => {
                Some(self.plain.signed)
            }
            ExprKind::Unary(Unary::PointerObjectSize, _) => Some(self.plain.unsigned),
            ExprKind::Index(array, _) => match kind_of(array) {
                TypeKind::Array { element, .. } => Some(*element),
                _ => None,
            },
            ExprKind::Field(record, n) | ExprKind::Member(record, n) => match kind_of(record) {
                TypeKind::Record(r) | TypeKind::Union(r) => r.fields.get(*n as usize).map(|f| f.ty),
                _ => None,
            },
            ExprKind::Contents(_) => Some(expr.ty),
            ExprKind::Apply(function, _) => {
                program.procedures[*function].results.first().map(|result| program.variables[*result].ty)
            }
            _ => Some(self.plain.bool),
        }
    }
    /// Types to expect of operands that are of one type, given the type wanted from outside.
    fn alike_types(&self, args: &[ExprId], outer: Option<TypeId>) -> Vec<Option<TypeId>> {
        let ty = self.program.type_of(args[0]);
        if args.iter().any(|a| self.program.type_of(*a) != ty) {
            return vec![None; args.len()];
        }
        let mut types = vec![Some(ty); args.len()];
        if !args.iter().any(|a| self.self_typed[a.0 as usize]) && outer != Some(ty) {
            types[0] = None;
        }
        types
    }

    /// The pieces of an expression, and how tightly it binds.
    fn pieces(&mut self, id: ExprId, expr: &Expr, outer: Option<TypeId>) -> (Pieces, u8) {
        let mut p = Pieces::default();
        let binds = match &expr.kind {
            ExprKind::Const(value) => {
                let text = self.constant_text(value, expr.ty);
                let binds = if text.starts_with('-') { precedence::UNARY } else { precedence::POSTFIX };
                p.text(text);
                binds
            }
            ExprKind::Var(variable) => {
                p.text(self.variable_text(*variable));
                precedence::POSTFIX
            }
            ExprKind::Unary(op, a) => self.unary(&mut p, *op, *a, outer),
            ExprKind::Binary(op, a, b) => self.binary(&mut p, *op, *a, *b, outer),
            ExprKind::FusedMultiplyAdd(rounding, args) => {
                self.function(&mut p, Function::FusedMultiplyAdd(*rounding), args, self.alike_types(args, outer));
                precedence::POSTFIX
            }
            ExprKind::Convert(op, a) => {
                let (name, rounding) = operators::conversion_text(*op);
                p.text(name).text("(").expr(*a, self.convert_operand(*op), precedence::LOWEST);
                p.text(format!(", {}", self.type_text(expr.ty))).text(rounding_text(rounding)).text(")");
                precedence::POSTFIX
            }
            ExprKind::If(c, a, b) => {
                let types = self.alike_types(&[*a, *b], outer);
                p.text("if ").expr(*c, Some(self.plain.bool), precedence::LOWEST);
                p.text(" then ").expr(*a, types[0], precedence::LOWEST);
                p.text(" else ").expr(*b, types[1], precedence::LOWEST);
                precedence::LOWEST
            }
            ExprKind::Load(pointer) => {
                p.text("*").expr(*pointer, Some(self.plain.pointer), precedence::POSTFIX);
                precedence::UNARY
            }
            ExprKind::AddressOf(place) => {
                p.text("&");
                self.place_pieces(&mut p, place);
                precedence::UNARY
            }
            ExprKind::ProcedureAddress(procedure) => {
                p.text(format!("&proc {}", self.procedure_text(*procedure)));
                precedence::UNARY
            }
            ExprKind::Forall(variables, body) | ExprKind::Exists(variables, body) => {
                p.text(if matches!(expr.kind, ExprKind::Forall(..)) { "forall (" } else { "exists (" });
                p.0.push(Work::Bind(variables.clone()));
                p.text(") : ").expr(*body, Some(self.plain.bool), precedence::LOWEST);
                p.0.push(Work::Unbind(variables.clone()));
                precedence::LOWEST
            }
            ExprKind::Old(a) => {
                p.text("old(").expr(*a, outer, precedence::LOWEST).text(")");
                precedence::POSTFIX
            }
            ExprKind::Contents(pointer) => {
                p.text("contents(").expr(*pointer, Some(self.plain.pointer), precedence::LOWEST);
                p.text(format!(", {})", self.type_text(expr.ty)));
                precedence::POSTFIX
            }
            ExprKind::Apply(function, items) => {
                let parameters = &self.program.procedures[*function].parameters;
                let types = parameters.iter().map(|parameter| Some(self.program.variables[*parameter].ty));
                p.text(format!("apply {}(", self.procedure_text(*function)));
                p.list(items.iter().copied().zip(types)).text(")");
                precedence::POSTFIX
            }
            _ => self.aggregate(&mut p, id, expr, outer),
        };
        (p, binds)
    }

    fn unary(&self, p: &mut Pieces, op: Unary, a: ExprId, outer: Option<TypeId>) -> u8 {
        let prefix = match op {
            Unary::Not => {
                p.text("not ").expr(a, Some(self.plain.bool), precedence::COMPARE + 1);
                return precedence::NOT;
            }
            Unary::Negate | Unary::FloatNegate | Unary::MathNegate => "-",
            Unary::BitNot => "~",
            _ => {
                let types = match op {
                    Unary::PointerOffset | Unary::PointerObjectSize | Unary::PointerIsLive | Unary::PointerIsHeap => {
                        vec![Some(self.plain.pointer)]
                    }
                    Unary::FloatAbs | Unary::FloatSqrt(_) | Unary::FloatRound(_) | Unary::MathAbs => vec![outer],
                    _ => vec![None],
                };
                self.function(p, Function::Unary(op), &[a], types);
                return precedence::POSTFIX;
            }
        };
        // `-5` is a literal, so the negation of 5 is `-(5)`.
        let constant = prefix == "-" && matches!(self.program.expr(a).kind, ExprKind::Const(_));
        p.text(prefix).text(if constant { "(" } else { "" });
        p.expr(a, outer, if constant { precedence::LOWEST } else { precedence::UNARY });
        p.text(if constant { ")" } else { "" });
        precedence::UNARY
    }
    fn binary(&self, p: &mut Pieces, op: Binary, a: ExprId, b: ExprId, outer: Option<TypeId>) -> u8 {
        let pointer = Some(self.plain.pointer);
        match op {
            Binary::PointerAdd { stride } => {
                p.text("ptr_add(").expr(a, outer, precedence::LOWEST);
                p.text(", ").expr(b, Some(self.plain.signed), precedence::LOWEST).text(format!(", {stride})"));
                return precedence::POSTFIX;
            }
            Binary::PointerValid => {
                self.function(p, Function::Binary(op), &[a, b], vec![pointer, Some(self.plain.unsigned)]);
                return precedence::POSTFIX;
            }
            Binary::PointerDifference | Binary::SameObject => {
                self.function(p, Function::Binary(op), &[a, b], vec![pointer, pointer]);
                return precedence::POSTFIX;
            }
            _ => {}
        }
        let boolean = matches!(op, Binary::And | Binary::Or | Binary::Xor | Binary::Implies);
        let outer = if boolean { Some(self.plain.bool) } else { outer.filter(|_| keeps_type(op)) };
        let types = self.alike_types(&[a, b], outer);
        let Some((symbol, binds)) = operators::infix_text(op) else {
            self.function(p, Function::Binary(op), &[a, b], types);
            return precedence::POSTFIX;
        };
        let (left, right) = match binds {
            precedence::IMPLIES => (binds + 1, binds),
            precedence::COMPARE => (binds + 1, binds + 1),
            // `a or b xor c` is legal but nobody knows how it groups.
            precedence::OR => (if self.is_binary(a, op) { binds } else { binds + 1 }, binds + 1),
            _ => (binds, binds + 1),
        };
        p.expr(a, types[0], left).text(format!(" {symbol} ")).expr(b, types[1], right);
        binds
    }
    fn is_binary(&self, id: ExprId, op: Binary) -> bool {
        matches!(self.program.expr(id).kind, ExprKind::Binary(other, ..) if other == op)
    }
    fn function(&self, p: &mut Pieces, function: Function, args: &[ExprId], types: Vec<Option<TypeId>>) {
        let (name, rounding) = match operators::function_entry(function) {
            Some((entry, rounding)) => (entry.name, rounding),
            None => ("unknown", None),
        };
        p.text(name).text("(").list(args.iter().copied().zip(types)).text(rounding_text(rounding)).text(")");
    }
    fn convert_operand(&self, op: Convert) -> Option<TypeId> {
        match op {
            Convert::BoolToInt => Some(self.plain.bool),
            Convert::PointerToInt => Some(self.plain.pointer),
            Convert::IntToPointer => Some(self.plain.signed),
            Convert::MathToInt | Convert::MathToReal => Some(self.plain.math),
            Convert::RealToMath | Convert::RealToFloat(_) => Some(self.plain.real),
            _ => None,
        }
    }

    fn aggregate(&self, p: &mut Pieces, _id: ExprId, expr: &Expr, outer: Option<TypeId>) -> u8 {
        let program = self.program;
        let ty_of = |id: ExprId| program.type_of(id);
        match &expr.kind {
            ExprKind::Index(array, index) => {
                p.expr(*array, None, precedence::POSTFIX).text("[");
                p.expr(*index, self.index_type(ty_of(*array)), precedence::LOWEST).text("]");
                precedence::POSTFIX
            }
            ExprKind::Field(record, n) | ExprKind::Member(record, n) => {
                p.expr(*record, None, precedence::POSTFIX).text(self.component_text(ty_of(*record), *n));
                precedence::POSTFIX
            }
            ExprKind::Update(base, index, value) => {
                self.with_base(p, *base, outer);
                p.text(" with [").expr(*index, self.index_type(ty_of(*base)), precedence::LOWEST).text("] := ");
                p.expr(*value, self.element_type(ty_of(*base)), precedence::IMPLIES);
                precedence::LOWEST
            }
            ExprKind::WithField(base, n, value) | ExprKind::WithMember(base, n, value) => {
                self.with_base(p, *base, outer);
                p.text(format!(" with {} := ", self.component_text(ty_of(*base), *n)));
                p.expr(*value, self.component_type(ty_of(*base), *n), precedence::IMPLIES);
                precedence::LOWEST
            }
            ExprKind::ArrayOf(items) => {
                let element = self.element_type(expr.ty);
                p.text("[").list(items.iter().map(|item| (*item, element))).text("]");
                precedence::POSTFIX
            }
            ExprKind::ArrayFill(item) => {
                p.text("[all ").expr(*item, self.element_type(expr.ty), precedence::LOWEST).text("]");
                precedence::POSTFIX
            }
            ExprKind::RecordOf(items) => {
                p.text("{");
                for (n, item) in items.iter().enumerate() {
                    p.text(if n > 0 { ", " } else { "" }).text(self.component_label(expr.ty, n));
                    p.expr(*item, self.component_type(expr.ty, n as u32), precedence::LOWEST);
                }
                p.text("}");
                precedence::POSTFIX
            }
            _ => precedence::LOWEST,
        }
    }
    fn with_base(&self, p: &mut Pieces, base: ExprId, outer: Option<TypeId>) {
        let kind = &self.program.expr(base).kind;
        let chain = matches!(kind, ExprKind::Update(..) | ExprKind::WithField(..) | ExprKind::WithMember(..));
        p.expr(base, outer, if chain { precedence::LOWEST } else { precedence::IMPLIES });
    }
    fn index_type(&self, array: TypeId) -> Option<TypeId> {
        match self.program.types.kind(array) {
            TypeKind::Array { index, .. } => Some(*index),
            _ => None,
        }
    }
    fn element_type(&self, array: TypeId) -> Option<TypeId> {
        match self.program.types.kind(array) {
            TypeKind::Array { element, .. } => Some(*element),
            _ => None,
        }
    }
    fn component_type(&self, record: TypeId, n: u32) -> Option<TypeId> {
        super::elaborate::record_type(self.program.types.kind(record))?.fields.get(n as usize).map(|f| f.ty)
    }
    /// `.x`, or `.#2` where names are missing or ambiguous.
    fn component_text(&self, record: TypeId, n: u32) -> String {
        let fields = super::elaborate::record_type(self.program.types.kind(record)).map(|r| &r.fields);
        match fields.and_then(|fields| Some((fields, fields.get(n as usize)?))) {
            Some((fields, field))
                if !field.name.is_empty() && fields.iter().filter(|f| f.name == field.name).count() == 1 =>
            {
                format!(".{}", name_text(&field.name))
            }
            _ => format!(".#{n}"),
        }
    }
    /// `x = ` where all components have names of their own.
    fn component_label(&self, record: TypeId, n: usize) -> String {
        match super::elaborate::record_type(self.program.types.kind(record)) {
            Some(r) if self.well_named(record) => match r.fields.get(n) {
                Some(field) => format!("{} = ", name_text(&field.name)),
                None => String::new(),
            },
            _ => String::new(),
        }
    }
    fn well_named(&self, record: TypeId) -> bool {
        let Some(record) = super::elaborate::record_type(self.program.types.kind(record)) else { return false };
        let mut seen = rustc_hash::FxHashSet::default();
        record.fields.iter().all(|field| !field.name.is_empty() && seen.insert(&field.name))
    }

    // ---- places ----

    pub fn place(&mut self, place: &Place) {
        let mut pieces = Pieces::default();
        self.place_pieces(&mut pieces, place);
        self.run(pieces.0.into_iter().rev().collect());
    }
    fn place_pieces(&self, p: &mut Pieces, place: &Place) {
        let mut ty = match place.base {
            PlaceBase::Var(variable) => {
                p.text(self.variable_text(variable));
                self.program.variables[variable].ty
            }
            PlaceBase::Deref(pointer, ty) => {
                p.text(if place.path.is_empty() { "*" } else { "(*" });
                p.expr(pointer, Some(self.plain.pointer), precedence::POSTFIX);
                p.text(format!(":{}", self.type_text(ty))).text(if place.path.is_empty() { "" } else { ")" });
                ty
            }
        };
        for projection in &place.path {
            match projection {
                Projection::Index(index) => {
                    p.text("[").expr(*index, self.index_type(ty), precedence::LOWEST).text("]");
                    ty = self.element_type(ty).unwrap_or(ty);
                }
                Projection::Field(n) | Projection::Member(n) => {
                    p.text(self.component_text(ty, *n));
                    ty = self.component_type(ty, *n).unwrap_or(ty);
                }
            }
        }
    }

    // ---- constants ----

    /// A constant where its type is known.
    pub fn constant_text(&self, value: &Value, ty: TypeId) -> String {
        match literal::scalar_text(value, self.program.types.get(ty)) {
            Some(text) => text,
            None => {
                let mut out = "const ".to_string();
                self.constant(&mut out, value, ty);
                out
            }
        }
    }
    /// Recursion as deep as the type.
    fn constant(&self, out: &mut String, value: &Value, ty: TypeId) {
        match value {
            Value::Record(items) => {
                out.push('{');
                for (n, item) in items.iter().enumerate() {
                    out.push_str(if n > 0 { ", " } else { "" });
                    out.push_str(&self.component_label(ty, n));
                    self.constant(out, item, self.component_type(ty, n as u32).unwrap_or(ty));
                }
                out.push('}');
            }
            Value::Union(bytes) => {
                out.push_str("bytes(\"");
                for byte in bytes {
                    // Constants hold no pointers to objects: `validate` says so.
                    let byte = if let Byte::Plain(byte) = byte { *byte } else { 0 };
                    out.push_str(&format!("{byte:02x}"));
                }
                out.push_str("\")");
            }
            Value::Array(array) => self.array_constant(out, array, self.element_type(ty).unwrap_or(ty)),
            scalar => out.push_str(&literal::scalar_text(scalar, self.program.types.get(ty)).unwrap_or_default()),
        }
    }
    fn array_constant(&self, out: &mut String, array: &ArrayValue, element: TypeId) {
        let (default, entries): (&Value, Vec<(BigInt, &Value)>) = match array {
            ArrayValue::Sparse { default, entries } => {
                (default, entries.iter().map(|(index, value)| (index.clone(), value)).collect())
            }
            ArrayValue::Dense(items) => match most_common(items) {
                Some((common, count)) if items.len() > 4 && count * 2 > items.len() => {
                    let others = items.iter().enumerate().filter(|(_, item)| *item != common);
                    (common, others.map(|(index, value)| (BigInt::from(index), value)).collect())
                }
                _ => {
                    out.push('[');
                    for (n, item) in items.iter().enumerate() {
                        out.push_str(if n > 0 { ", " } else { "" });
                        self.constant(out, item, element);
                    }
                    out.push(']');
                    return;
                }
            },
        };
        out.push_str("[all ");
        self.constant(out, default, element);
        for (index, value) in entries {
            out.push_str(&format!(", {index} = "));
            self.constant(out, value, element);
        }
        out.push(']');
    }
}

/// The first of the most frequent items.
fn most_common(items: &[Value]) -> Option<(&Value, usize)> {
    let mut counts: FxHashMap<&Value, usize> = FxHashMap::default();
    for item in items {
        *counts.entry(item).or_insert(0) += 1;
    }
    let highest = counts.values().copied().max()?;
    items.iter().find(|item| counts[item] == highest).map(|item| (item, highest))
}

fn in_brackets(pieces: Pieces) -> Pieces {
    let mut result = Pieces::default();
    result.text("(");
    result.0.extend(pieces.0);
    result.text(")");
    result
}

fn rounding_text(rounding: Option<Rounding>) -> String {
    rounding.map_or(String::new(), |r| format!(", {}", operators::rounding_name(r)))
}
