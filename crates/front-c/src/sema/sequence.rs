//! Side effects without an order (C17 6.5p2): the same variable modified twice, or modified and read, between two
//! sequence points. Such a program has no meaning: it gets a warning, and the statement an unsupported one before it.
//!
//! Only variables named in the expression are compared, with members and elements distinguished where constants do;
//! what pointers reach is not followed. So every warning is right, and some are missing.

use super::Analyzer;
use super::tree::{Block, Callee, Expr, ExprKind, InitValue, Initializer, Lvalue, LvalueKind, VariableId};
use crate::codes;
use cairn_base::Span;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// A part of a variable: members and constant elements from the outside in.
#[derive(Clone, PartialEq, Eq)]
struct Part {
    variable: VariableId,
    path: Vec<u64>,
}

impl Part {
    /// One contains the other.
    fn overlaps(&self, other: &Part) -> bool {
        self.variable == other.variable && self.path.iter().zip(&other.path).all(|(a, b)| a == b)
    }
}

/// What an expression does to variables, as seen by its neighbours.
#[derive(Default)]
struct Effects {
    reads: Vec<(Part, Span)>,
    writes: Vec<(Part, Span)>,
    /// Those of the writes that may still happen when the value of the expression is known.
    pending: Vec<(Part, Span)>,
}

impl Effects {
    fn join(mut self, other: Effects) -> Effects {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.pending.extend(other.pending);
        self
    }
    /// A sequence point: everything so far is done.
    fn done(mut self) -> Effects {
        self.pending.clear();
        self
    }
}

impl Analyzer<'_> {
    /// Warns about conflicting side effects of a full expression.
    pub(super) fn check_order(&mut self, expr: &Expr) {
        let mut conflicts = Vec::new();
        effects(expr, &mut conflicts);
        self.report_conflicts(conflicts);
    }
    pub(super) fn check_initializer_order(&mut self, initializer: &Initializer) {
        let mut conflicts = Vec::new();
        initializer_effects(initializer, &mut conflicts);
        self.report_conflicts(conflicts);
    }
    fn report_conflicts(&mut self, conflicts: Vec<(VariableId, Span)>) {
        for (variable, span) in conflicts {
            let name = self.program.variables[variable].name.clone();
            let message = format!("side effects on `{name}` have no order: the behaviour is undefined");
            self.warn(codes::UNSEQUENCED, span, message);
            self.unordered.push((span, format!("the order of side effects on `{name}`").into()));
        }
    }
}

type Conflicts = Vec<(VariableId, Span)>;

/// Two parts that may be evaluated in any order.
fn unordered(a: Effects, b: Effects, conflicts: &mut Conflicts) -> Effects {
    let mut compare = |writes: &[(Part, Span)], others: &[(Part, Span)]| {
        for (part, span) in writes {
            if others.iter().any(|(other, _)| part.overlaps(other)) {
                conflicts.push((part.variable, *span));
            }
        }
    };
    compare(&a.writes, &b.writes);
    compare(&a.writes, &b.reads);
    compare(&b.writes, &a.reads);
    a.join(b)
}

fn part_of(lvalue: &Lvalue) -> Option<Part> {
    match &lvalue.kind {
        LvalueKind::Variable(variable) => Some(Part { variable: *variable, path: Vec::new() }),
        LvalueKind::Member(base, field) => {
            let mut part = part_of(base)?;
            part.path.push(*field as u64);
            Some(part)
        }
        LvalueKind::Index(base, index) => {
            let mut part = part_of(base)?;
            match &index.kind {
                ExprKind::Integer(value) => part.path.push(u64::try_from(value).ok()?),
                _ => return None,
            }
            Some(part)
        }
        _ => None,
    }
}

/// Effects of finding out which object it is.
fn place_effects(lvalue: &Lvalue, conflicts: &mut Conflicts) -> Effects {
    match &lvalue.kind {
        LvalueKind::Variable(_) | LvalueKind::String(_) | LvalueKind::Unsupported(_) => Effects::default(),
        LvalueKind::Deref(pointer) => effects(pointer, conflicts),
        LvalueKind::Index(base, index) => {
            let base = place_effects(base, conflicts);
            let index = effects(index, conflicts);
            unordered(base, index, conflicts)
        }
        LvalueKind::Member(base, _) => place_effects(base, conflicts),
        LvalueKind::CompoundLiteral(_, initializer) => initializer_effects(initializer, conflicts),
        LvalueKind::Temporary(_, value) => effects(value, conflicts),
    }
}

fn access(lvalue: &Lvalue, access: Access, span: Span) -> Effects {
    let parts: Vec<(Part, Span)> = part_of(lvalue).map(|part| (part, span)).into_iter().collect();
    match access {
        Access::Read => Effects { reads: parts, ..Effects::default() },
        Access::Write => Effects { reads: Vec::new(), writes: parts.clone(), pending: parts },
    }
}

/// Items of an initialiser have no order among each other.
fn initializer_effects(initializer: &Initializer, conflicts: &mut Conflicts) -> Effects {
    initializer.items.iter().fold(Effects::default(), |all, item| match &item.value {
        InitValue::Expr(value) => {
            let value = effects(value, conflicts);
            unordered(all, value, conflicts)
        }
        _ => all,
    })
}

fn block_effects(_block: &Block) -> Effects {
    // Statements have been checked on their own; they are full expressions, and indeterminately sequenced outside.
    Effects::default()
}

fn effects(expr: &Expr, conflicts: &mut Conflicts) -> Effects {
    match &expr.kind {
        ExprKind::Load(lvalue) => {
            let place = place_effects(lvalue, conflicts);
            place.join(access(lvalue, Access::Read, expr.span))
        }
        ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => place_effects(lvalue, conflicts),
        ExprKind::Cast(_, inner) | ExprKind::Unary(_, inner) | ExprKind::Not(inner) => effects(inner, conflicts),
        ExprKind::Binary(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::PointerAdd { pointer: a, index: b, .. }
        | ExprKind::PointerDifference(a, b) => {
            let (a, b) = (effects(a, conflicts), effects(b, conflicts));
            unordered(a, b, conflicts)
        }
        // A sequence point stands between: effects add up without conflict.
        ExprKind::Comma(a, b) => effects(a, conflicts).done().join(effects(b, conflicts)),
        ExprKind::And(a, b) | ExprKind::Or(a, b) => effects(a, conflicts).join(effects(b, conflicts)).done(),
        ExprKind::Conditional(a, b, c) | ExprKind::Elvis { condition: a, converted: b, otherwise: c } => {
            let first = effects(a, conflicts);
            first.join(effects(b, conflicts)).join(effects(c, conflicts)).done()
        }
        ExprKind::Assign(..) | ExprKind::CompoundAssign(_) | ExprKind::Step(_) => assignment_effects(expr, conflicts),
        ExprKind::Call { callee, arguments } => {
            let callee = match callee {
                Callee::Direct(_) => Effects::default(),
                Callee::Pointer(pointer) => effects(pointer, conflicts),
            };
            // The function starts when its arguments are done.
            list_effects(callee, arguments, conflicts).done()
        }
        ExprKind::Builtin(_, arguments) => list_effects(Effects::default(), arguments, conflicts),
        ExprKind::Statement(block, _) => block_effects(block),
        ExprKind::VaStart(list) | ExprKind::VaEnd(list) | ExprKind::VaArg(list) => place_effects(list, conflicts),
        ExprKind::VaCopy(a, b) => place_effects(a, conflicts).join(place_effects(b, conflicts)),
        ExprKind::SetLength(_, value) => effects(value, conflicts),
        ExprKind::Integer(_)
        | ExprKind::Float(_)
        | ExprKind::FunctionAddress(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::Shared
        | ExprKind::Quantified { .. }
        | ExprKind::Earlier { .. }
        | ExprKind::ReturnValue
        | ExprKind::Unsupported(_) => Effects::default(),
    }
}

fn list_effects(first: Effects, arguments: &[Expr], conflicts: &mut Conflicts) -> Effects {
    arguments.iter().fold(first, |all, argument| {
        let argument = effects(argument, conflicts);
        unordered(all, argument, conflicts)
    })
}

/// The value is computed before the target is changed; but what computing it changes has no order with the change.
fn assignment_effects(expr: &Expr, conflicts: &mut Conflicts) -> Effects {
    let (target, value) = match &expr.kind {
        ExprKind::Assign(target, value) => (&**target, Some(&**value)),
        ExprKind::CompoundAssign(node) => (&node.target, Some(&node.value)),
        ExprKind::Step(node) => (&node.target, None),
        _ => return Effects::default(),
    };
    let place = place_effects(target, conflicts);
    let value = value.map_or_else(Effects::default, |value| effects(value, conflicts));
    let operands = unordered(place, value, conflicts);
    if let Some(part) = part_of(target) {
        for (other, span) in &operands.pending {
            if part.overlaps(other) {
                conflicts.push((part.variable, *span));
            }
        }
    }
    operands.join(access(target, Access::Write, expr.span))
}
