//! Walks the typed tree: every expression and every call below a node.

use crate::sema::entities::SubprogramId;
use crate::sema::tree::*;
use crate::sema::types::Range;

/// What a walk meets.
pub(crate) enum Met<'a> {
    Expression(&'a Expr),
    Call(SubprogramId),
    /// A declarative part; its items follow.
    Declarations(&'a [Item]),
    /// A statement; what is in it follows.
    Statement(&'a StatementKind),
}

pub(crate) type Visit<'v> = dyn FnMut(Met<'_>) + 'v;

fn range(r: &Range, visit: &mut Visit<'_>) {
    expression(&r.low, visit);
    expression(&r.high, visit);
}

pub(crate) fn expression(e: &Expr, visit: &mut Visit<'_>) {
    visit(Met::Expression(e));
    let all = |list: &[Expr], visit: &mut Visit<'_>| list.iter().for_each(|x| expression(x, visit));
    match &e.kind {
        ExprKind::Static
        | ExprKind::Text(_)
        | ExprKind::Object(_)
        | ExprKind::Result(_)
        | ExprKind::Raise(_)
        | ExprKind::Discriminant(_)
        | ExprKind::Unsupported(_) => {}
        ExprKind::Component(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(a)
        | ExprKind::Qualify(a)
        | ExprKind::Old(a)
        | ExprKind::LoopEntry(a, _) => expression(a, visit),
        ExprKind::Index(a, list) => {
            expression(a, visit);
            all(list, visit);
        }
        ExprKind::Slice(a, r) => {
            expression(a, visit);
            range(r, visit);
        }
        ExprKind::Call(id, list) => {
            visit(Met::Call(*id));
            all(list, visit);
        }
        ExprKind::Binary(_, a, b) => {
            expression(a, visit);
            expression(b, visit);
        }
        ExprKind::Member { value, choices, .. } => {
            expression(value, visit);
            for choice in choices {
                match choice {
                    Member::Value(v) => expression(v, visit),
                    Member::Range(r) => range(r, visit),
                    Member::Subtype(_) => {}
                }
            }
        }
        ExprKind::If(arms, otherwise) => {
            for (c, v) in arms {
                expression(c, visit);
                expression(v, visit);
            }
            expression(otherwise, visit);
        }
        ExprKind::Case(s, arms) => {
            expression(s, visit);
            arms.iter().for_each(|(_, v)| expression(v, visit));
        }
        ExprKind::Quantified { domain: d, filter, body, .. } => {
            domain(d, visit);
            if let Some(filter) = filter {
                expression(filter, visit);
            }
            expression(body, visit);
        }
        ExprKind::ArrayAggregate(aggregate) => {
            all(&aggregate.positional, visit);
            parts(&aggregate.named, visit);
            if let Some(ArrayValue::Value(v)) = &aggregate.others {
                expression(v, visit);
            }
        }
        ExprKind::RecordAggregate(values) => values.iter().flatten().for_each(|v| expression(v, visit)),
        ExprKind::DeltaRecord(base, changes) => {
            expression(base, visit);
            changes.iter().for_each(|(_, v)| expression(v, visit));
        }
        ExprKind::DeltaArray(base, list) => {
            expression(base, visit);
            parts(list, visit);
        }
        ExprKind::Attribute(attribute) => {
            if let Some(prefix) = &attribute.prefix {
                expression(prefix, visit);
            }
            all(&attribute.arguments, visit);
        }
        ExprKind::Let(list, body) => {
            items(list, visit);
            expression(body, visit);
        }
    }
}

/// Whether evaluating a name does more than finding an object: it calls something, or has indexes that may be wrong.
pub(crate) fn is_evaluated(name: &Expr) -> bool {
    let is_known = |e: &Expr| e.value.is_some();
    let mut found = false;
    expression(name, &mut |met| match met {
        Met::Call(_) => found = true,
        Met::Expression(Expr { kind: ExprKind::Index(_, indexes), .. }) => found |= !indexes.iter().all(is_known),
        Met::Expression(Expr { kind: ExprKind::Slice(_, range), .. }) => {
            found |= !(is_known(&range.low) && is_known(&range.high));
        }
        _ => {}
    });
    found
}

fn parts(list: &[ArrayPart], visit: &mut Visit<'_>) {
    for part in list {
        for choice in &part.choices {
            match choice {
                PartChoice::Value(v) => expression(v, visit),
                PartChoice::Range(r) => range(r, visit),
            }
        }
        if let ArrayValue::Value(v) = &part.value {
            expression(v, visit);
        }
    }
}

fn domain(d: &Domain, visit: &mut Visit<'_>) {
    match d {
        Domain::Range(_, r) => range(r, visit),
        Domain::Elements(_, e) => expression(e, visit),
    }
}

pub(crate) fn items(list: &[Item], visit: &mut Visit<'_>) {
    visit(Met::Declarations(list));
    for item in list {
        match item {
            Item::Object { init: Some(init), .. } | Item::Named(init) => expression(init, visit),
            Item::Statements(list) => statements(list, visit),
            Item::InitialCondition { check, body: true, .. } => statement(check, visit),
            _ => {}
        }
    }
}

pub(crate) fn statements(list: &[Statement], visit: &mut Visit<'_>) {
    list.iter().for_each(|s| statement(s, visit));
}

fn handlers(list: &[Handler], visit: &mut Visit<'_>) {
    list.iter().for_each(|h| statements(&h.body, visit));
}

pub(crate) fn body(b: &crate::sema::entities::Body, visit: &mut Visit<'_>) {
    items(&b.items, visit);
    statements(&b.statements, visit);
    handlers(&b.handlers, visit);
}

fn statement(s: &Statement, visit: &mut Visit<'_>) {
    visit(Met::Statement(&s.kind));
    match &s.kind {
        StatementKind::Assign(a, b) => {
            expression(a, visit);
            expression(b, visit);
        }
        StatementKind::Call(id, arguments) => {
            visit(Met::Call(*id));
            arguments.iter().for_each(|a| expression(a, visit));
        }
        StatementKind::If(arms, otherwise) => {
            for (condition, body) in arms {
                expression(condition, visit);
                statements(body, visit);
            }
            statements(otherwise, visit);
        }
        StatementKind::Case(selector, arms) => {
            expression(selector, visit);
            arms.iter().for_each(|(_, body)| statements(body, visit));
        }
        StatementKind::Loop { scheme, body, .. } => {
            match scheme {
                Scheme::Forever => {}
                Scheme::While(condition) => expression(condition, visit),
                Scheme::For { domain: d, filter, .. } => {
                    domain(d, visit);
                    if let Some(filter) = filter {
                        expression(filter, visit);
                    }
                }
            }
            statements(body, visit);
        }
        StatementKind::Block { items: list, body, handlers: h, .. }
        | StatementKind::ExtendedReturn { items: list, body, handlers: h, .. } => {
            items(list, visit);
            statements(body, visit);
            handlers(h, visit);
        }
        StatementKind::Exit(_, Some(e))
        | StatementKind::Return(Some(e))
        | StatementKind::Assert(_, e)
        | StatementKind::Evaluate(e)
        | StatementKind::Assume(e) => expression(e, visit),
        StatementKind::LoopVariant(list) => list.iter().for_each(|(_, e)| expression(e, visit)),
        StatementKind::NotOverflow { left, right, guard, .. } => {
            guard.iter().for_each(|g| expression(g, visit));
            expression(left, visit);
            expression(right, visit);
        }
        _ => {}
    }
}
