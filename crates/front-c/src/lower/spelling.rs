//! Expressions written out again, for descriptions of checks inside macros: the place of such an expression is that of
//! the macro's use, which says nothing about it.

use super::Lowerer;
use crate::sema::tree::{
    BinaryOperator, Callee, Comparison, CompoundAssign, CompoundOperation, Expr, ExprKind, Lvalue, LvalueKind, Step,
    UnaryOperator,
};
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
    /// An expression as it is written, or written out where its place does not show it.
    pub fn shown(&self, e: &Expr) -> String {
        if self.is_hidden(e.span) { self.expr_text(e, DEPTH) } else { self.text(e.span) }
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
                ExprKind::AddressOf(object) => self.lvalue_text(object, depth),
                _ => format!("*{}", self.expr_text(pointer, depth - 1)),
            },
            LvalueKind::Index(array, index) => format!("{}[{}]", inner(array), self.expr_text(index, depth - 1)),
            LvalueKind::Member(record, number) => {
                let field = self.c.types.members(record.ty.ty).and_then(|m| m.fields.get(*number));
                let name = field.and_then(|f| f.name.clone());
                match (&record.kind, name) {
                    (LvalueKind::Deref(pointer), Some(name)) if !is_address(pointer) => {
                        format!("{}->{name}", self.expr_text(pointer, depth - 1))
                    }
                    (_, Some(name)) => format!("{}.{name}", inner(record)),
                    (_, None) => inner(record),
                }
            }
            _ => "…".into(),
        }
    }
    fn compound_text(&self, assign: &CompoundAssign, depth: u32) -> String {
        let sign = match assign.operation {
            CompoundOperation::Arithmetic(op) => operator(op),
            CompoundOperation::PointerAdd { negative: false } => "+",
            CompoundOperation::PointerAdd { negative: true } => "-",
        };
        format!("{} {sign}= {}", self.lvalue_text(&assign.target, depth - 1), self.expr_text(&assign.value, depth - 1))
    }
    fn step_text(&self, step: &Step, depth: u32) -> String {
        let (target, sign) = (self.lvalue_text(&step.target, depth - 1), if step.decrement { "--" } else { "++" });
        if step.postfix { format!("{target}{sign}") } else { format!("{sign}{target}") }
    }
    /// Remembers how an assignment is written whose target has been remembered in its place.
    pub fn note_compound(&mut self, assign: &CompoundAssign, span: Span) {
        if self.is_hidden(span) {
            let text = self.compound_text(assign, DEPTH);
            self.spelled.insert(span, text);
        }
    }
    pub fn note_step(&mut self, step: &Step, span: Span) {
        if self.is_hidden(span) {
            let text = self.step_text(step, DEPTH);
            self.spelled.insert(span, text);
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
            ExprKind::PointerDifference(a, b) => format!("{} - {}", part(a), part(b)),
            ExprKind::FunctionAddress(function) => self.c.functions[*function].name.to_string(),
            ExprKind::Call { callee: Callee::Direct(function), arguments } => {
                let arguments: Vec<String> = arguments.iter().map(part).collect();
                format!("{}({})", self.c.functions[*function].name, arguments.join(", "))
            }
            ExprKind::Conditional(c, a, b) => format!("{} ? {} : {}", part(c), part(a), part(b)),
            ExprKind::And(a, b) => format!("{} && {}", part(a), part(b)),
            ExprKind::Or(a, b) => format!("{} || {}", part(a), part(b)),
            ExprKind::Assign(l, value) => format!("{} = {}", self.lvalue_text(l, depth - 1), part(value)),
            ExprKind::CompoundAssign(assign) => self.compound_text(assign, depth),
            ExprKind::Step(step) => self.step_text(step, depth),
            _ => "…".into(),
        }
    }
}

fn is_address(pointer: &Expr) -> bool {
    matches!(without_casts(pointer).kind, ExprKind::AddressOf(_))
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
