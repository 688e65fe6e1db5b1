//! Makes a program smaller while something about it stays true.
//!
//! Greedy: drops runs of statements, then straightens control flow, then replaces expressions by
//! constants or by their own operands, until nothing more can go. Blocks that are no longer reached,
//! and variables and procedures that are no longer used, stay: they do not hurt a reader.

use cairn_ir::{
    BlockId, Expr, ExprId, ExprKind, Initial, Layout, ProcId, Program, StatementKind, Terminator, TypeId, Value,
};

/// A program on which `holds` is true, as small as greedy search makes it. `holds` is true of `program`.
pub fn reduce(program: &Program, mut holds: impl FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let before = size(&best);
        drop_statements(&mut best, &mut holds);
        straighten(&mut best, &mut holds);
        simplify(&mut best, &mut holds);
        if size(&best) >= before {
            return best;
        }
    }
}

/// Statements, edges and expression nodes.
fn size(program: &Program) -> usize {
    let mut total = 0;
    for block in program.procedures.values().flat_map(|p| p.blocks.values()) {
        total += block.statements.len() + 2 * block.terminator.successors().len();
        for statement in &block.statements {
            expressions(&statement.kind).into_iter().for_each(|e| total += nodes(program, e));
        }
    }
    total
}

fn nodes(program: &Program, root: ExprId) -> usize {
    let mut work = vec![root];
    let mut count = 0;
    while let Some(id) = work.pop() {
        // A constant is smaller than a variable, so that variables give way to constants.
        count += if matches!(program.expr(id).kind, ExprKind::Const(_)) { 1 } else { 2 };
        program.expr(id).kind.for_each_child(|child| work.push(child));
    }
    count
}

fn blocks(program: &Program) -> Vec<(ProcId, BlockId)> {
    program.procedures.iter().flat_map(|(p, procedure)| procedure.blocks.ids().map(move |b| (p, b))).collect()
}

fn attempt(best: &mut Program, candidate: Program, holds: &mut impl FnMut(&Program) -> bool) -> bool {
    let better = holds(&candidate);
    if better {
        *best = candidate;
    }
    better
}

/// Delta debugging: halves, quarters, … of each block.
fn drop_statements(best: &mut Program, holds: &mut impl FnMut(&Program) -> bool) {
    for (procedure, block) in blocks(best) {
        let mut chunk = best.procedures[procedure].blocks[block].statements.len();
        while chunk > 0 {
            let mut start = 0;
            while start < best.procedures[procedure].blocks[block].statements.len() {
                let mut candidate = best.clone();
                let statements = &mut candidate.procedures[procedure].blocks[block].statements;
                let end = (start + chunk).min(statements.len());
                statements.drain(start..end);
                if !attempt(best, candidate, holds) {
                    start += chunk;
                }
            }
            chunk /= 2;
        }
    }
}

/// Branches become jumps, blocks end at once.
fn straighten(best: &mut Program, holds: &mut impl FnMut(&Program) -> bool) {
    for (procedure, block) in blocks(best) {
        let terminator = best.procedures[procedure].blocks[block].terminator.clone();
        let mut candidates = Vec::new();
        if !matches!(terminator, Terminator::Return | Terminator::Stop) {
            candidates.push(Terminator::Return);
        }
        if !matches!(terminator, Terminator::Goto(_)) {
            candidates.extend(terminator.successors().into_iter().map(Terminator::Goto));
        }
        for terminator in candidates {
            let mut candidate = best.clone();
            candidate.procedures[procedure].blocks[block].terminator = terminator;
            if attempt(best, candidate, holds) {
                break;
            }
        }
    }
    for variable in best.variables.ids() {
        if best.variables[variable].initial != Initial::Zero {
            let mut candidate = best.clone();
            candidate.variables[variable].initial = Initial::Zero;
            attempt(best, candidate, holds);
        }
    }
}

// ---- expressions ----

fn expressions(kind: &StatementKind) -> Vec<ExprId> {
    match kind {
        StatementKind::Assign { value, .. } => vec![*value],
        StatementKind::Assume(e) | StatementKind::Release(e) => vec![*e],
        StatementKind::Check { condition, .. } => vec![*condition],
        StatementKind::Call { arguments, .. } | StatementKind::Event { arguments, .. } => arguments.clone(),
        StatementKind::Allocate { count, .. } => vec![*count],
        StatementKind::CopyMemory { target, source: other, bytes }
        | StatementKind::FillMemory { target, value: other, bytes } => vec![*target, *other, *bytes],
        StatementKind::Havoc { .. } | StatementKind::Live(_) | StatementKind::Dead(_) => Vec::new(),
    }
}

fn expressions_mut(kind: &mut StatementKind) -> Vec<&mut ExprId> {
    match kind {
        StatementKind::Assign { value, .. } => vec![value],
        StatementKind::Assume(e) | StatementKind::Release(e) => vec![e],
        StatementKind::Check { condition, .. } => vec![condition],
        StatementKind::Call { arguments, .. } | StatementKind::Event { arguments, .. } => {
            arguments.iter_mut().collect()
        }
        StatementKind::Allocate { count, .. } => vec![count],
        StatementKind::CopyMemory { target, source: other, bytes }
        | StatementKind::FillMemory { target, value: other, bytes } => vec![target, other, bytes],
        StatementKind::Havoc { .. } | StatementKind::Live(_) | StatementKind::Dead(_) => Vec::new(),
    }
}

fn simplify(best: &mut Program, holds: &mut impl FnMut(&Program) -> bool) {
    for (procedure, block) in blocks(best) {
        for statement in 0..best.procedures[procedure].blocks[block].statements.len() {
            let count = expressions(&best.procedures[procedure].blocks[block].statements[statement].kind).len();
            for which in 0..count {
                while simplify_one(best, procedure, block, statement, which, holds) {}
            }
        }
    }
}

/// Replaces one subexpression of a statement by a zero or by an operand of it.
fn simplify_one(
    best: &mut Program,
    procedure: ProcId,
    block: BlockId,
    statement: usize,
    which: usize,
    holds: &mut impl FnMut(&Program) -> bool,
) -> bool {
    let root = expressions(&best.procedures[procedure].blocks[block].statements[statement].kind)[which];
    let mut subexpressions = vec![root];
    let mut next = 0;
    while next < subexpressions.len() && subexpressions.len() < 200 {
        best.expr(subexpressions[next]).kind.for_each_child(|child| subexpressions.push(child));
        next += 1;
    }
    for victim in subexpressions {
        for replacement in replacements(best, victim) {
            let mut candidate = best.clone();
            let ty = best.type_of(victim);
            let replacement = match replacement {
                Replacement::Operand(operand) => operand,
                Replacement::Zero(value) => match candidate.constant(value, ty) {
                    Ok(constant) => constant,
                    Err(_) => continue,
                },
            };
            let Some(new_root) = substitute(&mut candidate, root, victim, replacement) else { continue };
            let statement = &mut candidate.procedures[procedure].blocks[block].statements[statement];
            *expressions_mut(&mut statement.kind)[which] = new_root;
            if attempt(best, candidate, holds) {
                return true;
            }
        }
    }
    false
}

enum Replacement {
    Zero(Value),
    Operand(ExprId),
}

fn replacements(program: &Program, victim: ExprId) -> Vec<Replacement> {
    let Expr { kind, ty, .. } = program.expr(victim);
    if matches!(kind, ExprKind::Const(_)) {
        return Vec::new();
    }
    let mut result = Vec::new();
    if let Some(zero) = zero(program, *ty) {
        result.push(Replacement::Zero(zero));
    }
    if program.types.is_bool(*ty) {
        result.push(Replacement::Zero(Value::Bool(true)));
    }
    kind.for_each_child(|child| {
        if program.types.same_shape(program.type_of(child), *ty) {
            result.push(Replacement::Operand(child));
        }
    });
    result
}

fn zero(program: &Program, ty: TypeId) -> Option<Value> {
    Layout::new(&program.types, program.target).zero(ty)
}

/// The expression with one subexpression replaced. Recursion as deep as the expression.
fn substitute(program: &mut Program, root: ExprId, victim: ExprId, replacement: ExprId) -> Option<ExprId> {
    if root == victim {
        return Some(replacement);
    }
    let Expr { kind, ty, span } = program.expr(root).clone();
    let mut children = Vec::new();
    kind.for_each_child(|child| children.push(child));
    let mut changed = false;
    for child in &mut children {
        let new = substitute(program, *child, victim, replacement)?;
        changed |= new != *child;
        *child = new;
    }
    if !changed {
        return Some(root);
    }
    program.add_expr(with_children(&kind, &children)?, ty, span).ok()
}

/// The same expression over other operands; `None` for those that are not rebuilt.
fn with_children(kind: &ExprKind, c: &[ExprId]) -> Option<ExprKind> {
    Some(match kind {
        ExprKind::Unary(op, _) => ExprKind::Unary(*op, c[0]),
        ExprKind::Binary(op, ..) => ExprKind::Binary(*op, c[0], c[1]),
        ExprKind::FusedMultiplyAdd(rounding, _) => ExprKind::FusedMultiplyAdd(*rounding, [c[0], c[1], c[2]]),
        ExprKind::Convert(op, _) => ExprKind::Convert(*op, c[0]),
        ExprKind::If(..) => ExprKind::If(c[0], c[1], c[2]),
        ExprKind::Index(..) => ExprKind::Index(c[0], c[1]),
        ExprKind::Update(..) => ExprKind::Update(c[0], c[1], c[2]),
        ExprKind::Field(_, n) => ExprKind::Field(c[0], *n),
        ExprKind::WithField(_, n, _) => ExprKind::WithField(c[0], *n, c[1]),
        ExprKind::Member(_, n) => ExprKind::Member(c[0], *n),
        ExprKind::WithMember(_, n, _) => ExprKind::WithMember(c[0], *n, c[1]),
        ExprKind::ArrayOf(_) => ExprKind::ArrayOf(c.to_vec()),
        ExprKind::ArrayFill(_) => ExprKind::ArrayFill(c[0]),
        ExprKind::RecordOf(_) => ExprKind::RecordOf(c.to_vec()),
        ExprKind::Load(_) => ExprKind::Load(c[0]),
        ExprKind::Old(_) => ExprKind::Old(c[0]),
        _ => return None,
    })
}
