//! What might decrease: differences of what the conditions of a loop compare, and the variables that it changes.

use super::LoopBody;
use cairn_ir::display::condition_text;
use cairn_ir::{
    Binary, Convert, ExprId, ExprKind, PlaceBase, Program, Sign, StatementKind, Terminator, TypeKind, Unary, VarId,
};
use std::collections::BTreeSet;

/// So many for one loop.
const MOST: usize = 96;
/// Wider integers are left alone.
const WIDEST: u32 = 256;
/// Of so many changed variables sums and differences are tried.
const MOST_PAIRED: usize = 4;

/// A machine integer that might decrease, as a signed number.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub expr: ExprId,
    /// As the source would write it.
    pub text: String,
}

/// The candidates of each loop, the most likely first; their expressions are the program's.
pub struct Candidates {
    pub program: Program,
    pub loops: Vec<Vec<Candidate>>,
}

pub fn candidates(program: &Program, loops: &[LoopBody]) -> Candidates {
    let mut result = Candidates { program: program.clone(), loops: Vec::new() };
    for of in loops {
        let mut maker = Maker { program: &mut result.program, found: Vec::new() };
        maker.conditions(of, true);
        maker.conditions(of, false);
        maker.variables(of);
        let found = std::mem::take(&mut maker.found);
        result.loops.push(found);
    }
    result
}

struct Maker<'p> {
    program: &'p mut Program,
    found: Vec<Candidate>,
}

impl Maker<'_> {
    /// What the conditions compare that lead out of the loop, or the others.
    fn conditions(&mut self, of: &LoopBody, leaving: bool) {
        let mut conditions = Vec::new();
        for block in &of.body {
            let block = &self.program.procedures[of.procedure].blocks[*block];
            let leads_out = block.terminator.successors().iter().any(|to| !of.body.contains(to));
            if let Terminator::Branch { condition, .. } = block.terminator
                && leads_out == leaving
            {
                conditions.push(condition);
            }
        }
        for condition in conditions {
            for (sign, a, b) in comparisons(self.program, condition) {
                match sign {
                    Some(sign) => {
                        self.difference(sign, b, a);
                        self.difference(sign, a, b);
                    }
                    None => {
                        self.difference(Sign::Signed, a, b);
                        self.difference(Sign::Signed, b, a);
                        self.distance(a, b);
                        self.distance(b, a);
                    }
                }
            }
        }
    }
    fn variables(&mut self, of: &LoopBody) {
        let changed = changed(self.program, of);
        let mut integers = Vec::new();
        for variable in changed {
            let expr = self.program.var(variable);
            match *self.program.types.kind(self.program.variables[variable].ty) {
                TypeKind::Int(width) if width <= WIDEST => {
                    integers.push(expr);
                    for sign in [Sign::Signed, Sign::Unsigned] {
                        self.single(sign, expr, false);
                        self.single(sign, expr, true);
                    }
                }
                TypeKind::Bool => self.truth(expr),
                _ => {}
            }
        }
        integers.truncate(MOST_PAIRED);
        for (n, a) in integers.iter().enumerate() {
            for b in &integers[..n] {
                self.difference(Sign::Signed, *a, *b);
                self.difference(Sign::Signed, *b, *a);
                self.sum(*a, *b);
            }
        }
    }
    fn push(&mut self, expr: Option<ExprId>, text: String) {
        let Some(expr) = expr else { return };
        if self.found.len() < MOST && self.found.iter().all(|known| known.text != text) {
            self.found.push(Candidate { expr, text });
        }
    }
    fn text(&self, expr: ExprId) -> String {
        condition_text(self.program, expr)
    }
    /// In two bits more, so that sums, differences and negations fit.
    fn wide(&mut self, sign: Sign, expr: ExprId) -> Option<ExprId> {
        let width = self.program.types.int_width(self.program.type_of(expr)).filter(|width| *width <= WIDEST)?;
        let to = self.program.types.int(width + 2);
        let how = if sign == Sign::Signed { Convert::SignExtend } else { Convert::ZeroExtend };
        if is_plain(self.program, expr) { self.program.convert(how, expr, to).ok() } else { None }
    }
    fn difference(&mut self, sign: Sign, a: ExprId, b: ExprId) {
        if is_zero(self.program, b) {
            return self.single(sign, a, false);
        }
        if is_zero(self.program, a) {
            return self.single(sign, b, true);
        }
        let text = format!("{} - {}", self.text(a), bracketed(self.text(b)));
        let (a, b) = (self.wide(sign, a), self.wide(sign, b));
        let expr = a.zip(b).and_then(|(a, b)| self.program.binary(Binary::Subtract, a, b).ok());
        self.push(expr, text);
    }
    /// How far it is from one number up to the other, around the largest if need be.
    fn distance(&mut self, to: ExprId, from: ExprId) {
        let text = format!("{} - {} (modulo)", self.text(to), bracketed(self.text(from)));
        let plain = is_plain(self.program, to) && is_plain(self.program, from);
        let narrow = if plain { self.program.binary(Binary::Subtract, to, from).ok() } else { None };
        let wide = narrow.and_then(|narrow| self.wide(Sign::Unsigned, narrow));
        self.push(wide, text);
    }
    fn sum(&mut self, a: ExprId, b: ExprId) {
        let text = format!("{} + {}", self.text(a), self.text(b));
        let (a, b) = (self.wide(Sign::Signed, a), self.wide(Sign::Signed, b));
        let expr = a.zip(b).and_then(|(a, b)| self.program.binary(Binary::Add, a, b).ok());
        let negated = expr.and_then(|expr| self.program.unary(Unary::Negate, expr).ok());
        self.push(expr, text.clone());
        self.push(negated, format!("-({text})"));
    }
    fn single(&mut self, sign: Sign, expr: ExprId, negated: bool) {
        let mark = if sign == Sign::Signed { "" } else { " (unsigned)" };
        let text = self.text(expr);
        let wide = self.wide(sign, expr);
        match negated {
            false => self.push(wide, format!("{text}{mark}")),
            true => {
                let expr = wide.and_then(|wide| self.program.unary(Unary::Negate, wide).ok());
                self.push(expr, format!("-{}{mark}", bracketed(text)));
            }
        }
    }
    /// One that becomes false, or true.
    fn truth(&mut self, expr: ExprId) {
        let ty = self.program.types.int(2);
        let text = self.text(expr);
        let number = self.program.convert(Convert::BoolToInt, expr, ty).ok();
        let negated = number.and_then(|number| self.program.unary(Unary::Negate, number).ok());
        self.push(number, text.clone());
        self.push(negated, format!("not {}", bracketed(text)));
    }
}

fn bracketed(text: String) -> String {
    if text.contains(' ') { format!("({text})") } else { text }
}

fn is_zero(program: &Program, expr: ExprId) -> bool {
    match &program.expr(expr).kind {
        ExprKind::Const(cairn_ir::Value::Int(bits)) => bits.small() == Some(0),
        _ => false,
    }
}

/// The integers that a condition compares, and how; none: whether they are equal.
fn comparisons(program: &Program, condition: ExprId) -> Vec<(Option<Sign>, ExprId, ExprId)> {
    let (mut open, mut found) = (vec![condition], Vec::new());
    while let Some(next) = open.pop() {
        match program.expr(next).kind {
            ExprKind::Binary(Binary::Less(sign) | Binary::LessEqual(sign), a, b) => found.push((Some(sign), a, b)),
            ExprKind::Binary(Binary::Equal | Binary::NotEqual, a, b)
                if program.types.int_width(program.type_of(a)).is_some() =>
            {
                found.push((None, a, b));
            }
            ExprKind::Binary(Binary::And | Binary::Or | Binary::Implies | Binary::Xor, a, b) => open.extend([b, a]),
            ExprKind::Unary(Unary::Not, a) => open.push(a),
            _ => {}
        }
    }
    found
}

/// Whether an expression reads variables and nothing else.
fn is_plain(program: &Program, expr: ExprId) -> bool {
    let mut open = vec![expr];
    while let Some(next) = open.pop() {
        let kind = &program.expr(next).kind;
        let plain = matches!(
            kind,
            ExprKind::Const(_)
                | ExprKind::Var(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Convert(..)
                | ExprKind::If(..)
                | ExprKind::Field(..)
                | ExprKind::Index(..)
        );
        if !plain {
            return false;
        }
        kind.for_each_child(|child| open.push(child));
    }
    true
}

/// The variables that the blocks of a loop assign, and globals if they call anything.
fn changed(program: &Program, of: &LoopBody) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    let mut calls = false;
    let blocks = of.body.iter().map(|block| &program.procedures[of.procedure].blocks[*block]);
    for statement in blocks.flat_map(|block| &block.statements) {
        let targets = match &statement.kind {
            StatementKind::Assign { target, .. } | StatementKind::Havoc { target } => std::slice::from_ref(target),
            StatementKind::Call { results, .. } => {
                calls = true;
                &results[..]
            }
            _ => &[],
        };
        found.extend(targets.iter().filter_map(|target| match target.base {
            PlaceBase::Var(variable) => Some(variable),
            PlaceBase::Deref(..) => None,
        }));
    }
    if calls {
        found.extend(program.globals().map(|(id, _)| id));
    }
    found
}
