//! Guards and values of monitors as expressions, at one point of a program.

use crate::leaves::Leaf;
use crate::observe::{Here, here};
use crate::points::{Point, PointKind};
use crate::typing::Scope;
use cairn_automata::condition::{Arithmetic, Relation};
use cairn_automata::monitor::{Guard, Value};
use cairn_ir::{Binary as Op, Convert, ExprId, Place, Program, Sign, StatementKind, TypeId, VarId, VariableKind};
use num_bigint::BigInt;

/// The leaves at one point.
pub struct Letter {
    leaves: Vec<Here>,
}

/// A number of so many bits, signed, and whether it is defined.
#[derive(Clone, Copy)]
pub struct Number {
    pub expr: ExprId,
    pub width: u32,
    pub defined: Option<ExprId>,
}

const WELL_TYPED: &str = "expressions that weaving makes are well typed";

pub fn binary(program: &mut Program, op: Op, a: ExprId, b: ExprId) -> ExprId {
    program.binary(op, a, b).expect(WELL_TYPED)
}

pub fn not(program: &mut Program, a: ExprId) -> ExprId {
    program.not(a).expect(WELL_TYPED)
}

pub fn if_else(program: &mut Program, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
    program.if_else(condition, then, otherwise).expect(WELL_TYPED)
}

pub fn integer(program: &mut Program, ty: TypeId, value: impl Into<BigInt>) -> ExprId {
    program.int_const(ty, value).expect(WELL_TYPED)
}

pub fn any(program: &mut Program, all: &[ExprId]) -> ExprId {
    let mut all = all.iter().copied();
    match all.next() {
        None => program.bool_const(false),
        Some(first) => all.fold(first, |sum, one| binary(program, Op::Or, sum, one)),
    }
}

pub fn assign(target: VarId, value: ExprId) -> StatementKind {
    StatementKind::Assign { target: Place::var(target), value }
}

/// A local of the procedure of a point, that no source shows.
pub fn local(program: &mut Program, point: &Point, name: String, ty: TypeId) -> VarId {
    let var = program.add_variable(name, ty, VariableKind::Local, Some(point.procedure));
    program.variables[var].temporary = true;
    var
}

/// Locals of a procedure by name, made once.
#[derive(Default)]
pub struct Locals {
    known: rustc_hash::FxHashMap<(cairn_ir::ProcId, String), VarId>,
}

impl Locals {
    pub fn get(&mut self, program: &mut Program, point: &Point, name: String, ty: TypeId) -> VarId {
        let key = (point.procedure, name);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let var = local(program, point, key.1.clone(), ty);
        self.known.insert(key, var);
        var
    }
}

impl Letter {
    /// Evaluates the leaves that are used into locals.
    pub fn at(
        program: &mut Program,
        leaves: &[Leaf],
        used: impl Fn(usize) -> bool,
        point: &Point,
        scope: &Scope,
        locals: &mut Locals,
        out: &mut Vec<StatementKind>,
    ) -> Self {
        let truth = program.types.bool();
        let mut letter = Vec::new();
        for (number, leaf) in leaves.iter().enumerate() {
            let found = match used(number) {
                true => here(program, leaf, &point.kind, scope).unwrap_or(Here::Absent),
                false => Here::Absent,
            };
            letter.push(match found {
                Here::Truth(expr) => {
                    let var = locals.get(program, point, format!("automaton.leaf {number}"), truth);
                    out.push(assign(var, expr));
                    Here::Truth(program.var(var))
                }
                other => other,
            });
        }
        Self { leaves: letter }
    }
    /// The leaves in the state that the program is in, without an event.
    pub fn between(program: &mut Program, leaves: &[Leaf], scope: &Scope) -> Self {
        let leaves = leaves.iter().map(|leaf| here(program, leaf, &PointKind::State, scope).unwrap_or(Here::Absent));
        Self { leaves: leaves.collect() }
    }
    pub fn known(&self, leaf: usize) -> Option<bool> {
        match self.leaves[leaf] {
            Here::Constant(value) => Some(value),
            Here::Absent => Some(false),
            _ => None,
        }
    }
    pub fn simplified(&self, guard: &Guard) -> Guard {
        guard.with_known(&|leaf| self.known(leaf))
    }
    pub fn guard(&self, program: &mut Program, guard: &Guard, registers: &impl Fn(usize) -> (VarId, bool)) -> ExprId {
        match guard {
            Guard::Constant(value) => program.bool_const(*value),
            Guard::Leaf(leaf) => match self.leaves[*leaf] {
                Here::Truth(expr) => expr,
                Here::Constant(value) => program.bool_const(value),
                _ => program.bool_const(false),
            },
            Guard::Relation(op, a, b) => self.relation(program, *op, a, b, registers),
            Guard::Not(inner) => {
                let inner = self.guard(program, inner, registers);
                not(program, inner)
            }
            Guard::And(all) | Guard::Or(all) => {
                let op = if matches!(guard, Guard::And(_)) { Op::And } else { Op::Or };
                let mut sum: Option<ExprId> = None;
                for one in all {
                    let one = self.guard(program, one, registers);
                    sum = Some(sum.map_or(one, |sum| binary(program, op, sum, one)));
                }
                sum.unwrap_or_else(|| program.bool_const(op == Op::And))
            }
        }
    }
    fn relation(
        &self,
        program: &mut Program,
        op: Relation,
        a: &Value,
        b: &Value,
        registers: &impl Fn(usize) -> (VarId, bool),
    ) -> ExprId {
        let (Some(a), Some(b)) = (self.value(program, a, registers), self.value(program, b, registers)) else {
            return program.bool_const(false);
        };
        let width = a.width.max(b.width);
        let (x, y) = (widened(program, a, width), widened(program, b, width));
        let (op, x, y) = match op {
            Relation::Equal => (Op::Equal, x, y),
            Relation::NotEqual => (Op::NotEqual, x, y),
            Relation::Less => (Op::Less(Sign::Signed), x, y),
            Relation::LessEqual => (Op::LessEqual(Sign::Signed), x, y),
            Relation::Greater => (Op::Less(Sign::Signed), y, x),
            Relation::GreaterEqual => (Op::LessEqual(Sign::Signed), y, x),
        };
        let holds = binary(program, op, x, y);
        [a.defined, b.defined].into_iter().flatten().fold(holds, |sum, one| binary(program, Op::And, sum, one))
    }
    /// A value in as many bits as it needs; none where it means nothing.
    pub fn value(
        &self,
        program: &mut Program,
        value: &Value,
        registers: &impl Fn(usize) -> (VarId, bool),
    ) -> Option<Number> {
        match value {
            Value::Integer(number) => {
                let width = number.bits() as u32 + 1;
                let ty = program.types.int(width.max(2));
                Some(Number { expr: integer(program, ty, number.clone()), width: width.max(2), defined: None })
            }
            Value::Leaf(leaf) => match self.leaves[*leaf] {
                Here::Number { value, width, signed, defined } => {
                    Some(extended(program, value, width, signed, defined))
                }
                _ => None,
            },
            Value::Register(register) => {
                let (var, signed) = registers(*register);
                let expr = program.var(var);
                let width = program.types.int_width(program.variables[var].ty).unwrap_or(1);
                Some(extended(program, expr, width, signed, None))
            }
            Value::Minus(a) => {
                let a = self.value(program, a, registers)?;
                let zero = self.value(program, &Value::number(0), registers)?;
                arithmetic(program, Arithmetic::Subtract, zero, a)
            }
            Value::Binary(op, a, b) => {
                let (a, b) = (self.value(program, a, registers)?, self.value(program, b, registers)?);
                arithmetic(program, *op, a, b)
            }
        }
    }
}

/// One bit more where the number has no sign.
fn extended(program: &mut Program, expr: ExprId, width: u32, signed: bool, defined: Option<ExprId>) -> Number {
    let to = if signed { width } else { width + 1 };
    let ty = program.types.int(to);
    let how = if signed { Convert::Retype } else { Convert::ZeroExtend };
    Number { expr: program.convert(how, expr, ty).expect(WELL_TYPED), width: to, defined }
}

fn widened(program: &mut Program, number: Number, width: u32) -> ExprId {
    if number.width == width {
        return number.expr;
    }
    let ty = program.types.int(width);
    program.convert(Convert::SignExtend, number.expr, ty).expect(WELL_TYPED)
}

/// The number modulo the size of a register.
pub fn fitted(program: &mut Program, number: Number, ty: TypeId) -> ExprId {
    let width = program.types.int_width(ty).unwrap_or(1);
    let how = match number.width.cmp(&width) {
        std::cmp::Ordering::Less => Convert::SignExtend,
        std::cmp::Ordering::Equal => Convert::Retype,
        std::cmp::Ordering::Greater => Convert::Truncate,
    };
    program.convert(how, number.expr, ty).expect(WELL_TYPED)
}

fn arithmetic(program: &mut Program, op: Arithmetic, a: Number, b: Number) -> Option<Number> {
    let width = match op {
        Arithmetic::Multiply => a.width + b.width,
        _ => a.width.max(b.width) + 1,
    };
    let (x, y) = (widened(program, a, width), widened(program, b, width));
    let mut defined: Vec<ExprId> = [a.defined, b.defined].into_iter().flatten().collect();
    let op = match op {
        Arithmetic::Add => Op::Add,
        Arithmetic::Subtract => Op::Subtract,
        Arithmetic::Multiply => Op::Multiply,
        Arithmetic::Divide => Op::Divide(Sign::Signed),
        Arithmetic::Remainder => Op::Remainder(Sign::Signed),
        Arithmetic::BitAnd => Op::BitAnd,
        Arithmetic::BitOr => Op::BitOr,
        Arithmetic::BitXor => Op::BitXor,
    };
    if matches!(op, Op::Divide(_) | Op::Remainder(_)) {
        let ty = program.types.int(width);
        let zero = integer(program, ty, 0);
        defined.push(binary(program, Op::NotEqual, y, zero));
    }
    let expr = binary(program, op, x, y);
    let defined = defined.into_iter().reduce(|sum, one| binary(program, Op::And, sum, one));
    Some(Number { expr, width, defined })
}
