//! Expressions written out again, for descriptions of checks inside macros: the place of such an expression is that of
//! the macro's use, which says nothing about it.

use super::Lowerer;
use crate::sema::tree::{BinaryOperator, Callee, Comparison, Expr, ExprKind, Lvalue, LvalueKind, UnaryOperator};
use cairn_base::Span;

/// Deeper parts are left out.
const DEPTH: u32 = 6;

impl Lowerer<'_> {
    /// Remembers how an object is written, if its place does not show it.
    pub fn note_lvalue(&mut self, lvalue: &Lvalue) {
        if self.is_hidden(lvalue.span) {
            let text = self.lvalue_text(lvalue, DEPTH);
            self.spelled.insert(lvalue.span, text);
        }
    }
    pub fn note_expr(&mut self, e: &Expr) {
        if self.is_hidden(e.span) {
            let text = self.expr_text(e, DEPTH);
            self.spelled.insert(e.span, text);
        }
    }
    /// Whether the text of a place is one word, as the use of a macro is.
    fn is_hidden(&self, span: Span) -> bool {
        let text = self.sources.text(span);
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
    }
    fn lvalue_text(&self, lvalue: &Lvalue, depth: u32) -> String {
        if depth == 0 {
            return "…".into();
        }
        let inner = |l: &Lvalue| self.lvalue_text(l, depth - 1);
        match &lvalue.kind {
            LvalueKind::Variable(id) => self.c.variables[*id].name.to_string(),
            LvalueKind::Deref(pointer) => match &without_casts(pointer).kind {
                ExprKind::PointerAdd { pointer, index, negative: false } => {
                    format!("{}[{}]", self.expr_text(pointer, depth - 1), self.expr_text(index, depth - 1))
                }
                _ => format!("*{}", self.expr_text(pointer, depth - 1)),
            },
            LvalueKind::Index(array, index) => format!("{}[{}]", inner(array), self.expr_text(index, depth - 1)),
            LvalueKind::Member(record, number) => {
                let field = self.c.types.members(record.ty.ty).and_then(|m| m.fields.get(*number));
                let name = field.and_then(|f| f.name.clone());
                match (&record.kind, name) {
                    (LvalueKind::Deref(pointer), Some(name)) => {
                        format!("{}->{name}", self.expr_text(pointer, depth - 1))
                    }
                    (_, Some(name)) => format!("{}.{name}", inner(record)),
                    (_, None) => inner(record),
                }
            }
            _ => "…".into(),
        }
    }
    fn expr_text(&self, e: &Expr, depth: u32) -> String {
        if depth == 0 {
            return "…".into();
        }
        let part = |e: &Expr| self.expr_text(e, depth - 1);
        match &e.kind {
            ExprKind::Integer(number) => number.to_string(),
            ExprKind::Load(l) | ExprKind::Decay(l) => self.lvalue_text(l, depth),
            ExprKind::AddressOf(l) => format!("&{}", self.lvalue_text(l, depth - 1)),
            ExprKind::Cast(_, inner) => self.expr_text(inner, depth),
            ExprKind::Unary(UnaryOperator::Negate, a) => format!("-{}", part(a)),
            ExprKind::Unary(UnaryOperator::BitNot, a) => format!("~{}", part(a)),
            ExprKind::Not(a) => format!("!{}", part(a)),
            ExprKind::Binary(op, a, b) => format!("{} {} {}", part(a), operator(*op), part(b)),
            ExprKind::Compare(op, a, b) => format!("{} {} {}", part(a), comparison(*op), part(b)),
            ExprKind::PointerAdd { pointer, index, negative } => {
                format!("{} {} {}", part(pointer), if *negative { '-' } else { '+' }, part(index))
            }
            ExprKind::Call { callee: Callee::Direct(function), .. } => {
                format!("{}(…)", self.c.functions[*function].name)
            }
            _ => "…".into(),
        }
    }
}

fn without_casts(mut e: &Expr) -> &Expr {
    while let ExprKind::Cast(_, inner) = &e.kind {
        e = inner;
    }
    e
}

fn operator(op: BinaryOperator) -> &'static str {
    match op {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitXor => "^",
        BinaryOperator::BitOr => "|",
    }
}

fn comparison(op: Comparison) -> &'static str {
    match op {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}
