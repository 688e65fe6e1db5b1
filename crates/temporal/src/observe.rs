//! What the leaves of a property are at the points of a program, and the program that tells it while it runs.
//!
//! The observed program is the original one with an `event` statement at every point: it asks for the same inputs and does
//! the same. From its trace [`decode`] reads the observations, which a simulation of the automaton judges; no engine has a
//! part in that.

use crate::leaves::{Leaf, LeafKind, Leaves};
use crate::points::{COPIES, Point, PointKind, RESTORED, instrument};
use crate::term::{Binary, Term};
use crate::typing::{Kind, Refusal, Scope, Typer, names};
use cairn_automata::condition::EventKind;
use cairn_automata::monitor::{Observation, Observed};
use cairn_ir::{ExprId, ExprKind, Initial, Place, ProcId, Program, StatementKind, TypeId, Value, VarId, VariableKind};
use cairn_passes::contracts::narrow;
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of the `event` statements of an observed program.
pub const STEP: &str = "step";

/// What a leaf is at a point.
#[derive(Clone, Debug)]
pub enum Here {
    /// Known without looking.
    Constant(bool),
    Truth(ExprId),
    Number {
        value: ExprId,
        width: u32,
        signed: bool,
        defined: Option<ExprId>,
    },
    /// It means nothing here.
    Absent,
}

/// Copies of the variables of functions that a property names.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// Of each variable: the copy, and whether an activation exists.
    pub of: FxHashMap<VarId, (VarId, VarId)>,
}

/// The leaf at a point.
pub fn here(program: &mut Program, leaf: &Leaf, kind: &PointKind, scope: &Scope) -> Result<Here, Refusal> {
    let term = match &leaf.kind {
        LeafKind::Event(wanted, function) => {
            let holds = match kind {
                PointKind::Event(happens, own) => {
                    Some(*own) == *function && (wanted == happens || *wanted == EventKind::CallOrReturn)
                }
                _ => false,
            };
            return Ok(Here::Constant(holds));
        }
        LeafKind::End => return Ok(Here::Constant(*kind == PointKind::End)),
        LeafKind::Place { file, line } => {
            return Ok(Here::Constant(matches!(kind, PointKind::Place(f, l) if f == file && l == line)));
        }
        LeafKind::Assumes(function, condition) => {
            return match kind {
                PointKind::Event(EventKind::Call, own) if own == function => narrow(program, *condition)
                    .map(Here::Truth)
                    .ok_or_else(|| Refusal::Wrong("its numbers have no bounds that are known".into())),
                _ => Ok(Here::Constant(false)),
            };
        }
        LeafKind::Condition(term) | LeafKind::Number(term) => term,
    };
    let event = match kind {
        PointKind::Event(kind, function) => Some((*kind, *function)),
        _ => None,
    };
    let scope = Scope { event, ..scope.clone() };
    let mut typer = Typer::new(program, &scope);
    let found = match &leaf.kind {
        LeafKind::Condition(_) => typer.condition(term).map(Here::Truth),
        _ => typer.number(term).map(|(number, defined)| match number.kind {
            Kind::Integer { width, signed } => Here::Number { value: number.expr, width, signed, defined },
            _ => Here::Absent,
        }),
    };
    match found {
        Err(Refusal::NotHere) if matches!(leaf.kind, LeafKind::Condition(_)) => Ok(Here::Constant(false)),
        Err(Refusal::NotHere) => Ok(Here::Absent),
        other => other,
    }
}

/// The variables that the leaves read, and whether they read memory.
pub fn variables_read(program: &Program, leaves: &[Leaf], scope: &Scope) -> (FxHashSet<VarId>, bool) {
    let mut scratch = program.clone();
    let (mut variables, mut memory) = (FxHashSet::default(), false);
    for leaf in leaves {
        let Ok(Here::Truth(expr) | Here::Number { value: expr, .. }) =
            here(&mut scratch, leaf, &PointKind::State, scope)
        else {
            continue;
        };
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &scratch.expr(expr).kind {
                ExprKind::Var(var) => {
                    variables.insert(*var);
                    memory |= scratch.variables[*var].addressable;
                }
                ExprKind::Load(_) | ExprKind::Contents(_) => memory = true,
                _ => {}
            }
            scratch.expr(expr).kind.for_each_child(|child| open.push(child));
        }
    }
    (variables, memory)
}

/// Adds copies of the variables that the leaves write as `f::x`, and keeps them up to date. Refuses a variable whose
/// address is taken, because others may change it.
pub fn add_copies(program: &mut Program, leaves: &mut Leaves) -> Copies {
    let mut copies = Copies::default();
    let mut wanted: Vec<(ProcId, VarId)> = Vec::new();
    for leaf in leaves.list.clone() {
        let (LeafKind::Condition(term) | LeafKind::Number(term)) = &leaf.kind else { continue };
        term.visit(&mut |part| {
            let Term::Local { function, name } = part else { return };
            let Some(owner) = leaves.function(function, leaf.span) else { return };
            match names::local(program, owner, name) {
                Ok(var) if program.variables[var].addressable => {
                    let message = format!("the address of `{function}::{name}` is taken, so it may change anywhere");
                    leaves.error(leaf.span, message, Some("speak of a global variable"));
                }
                Ok(var) if !wanted.contains(&(owner, var)) => wanted.push((owner, var)),
                Ok(_) => {}
                Err(why) => leaves.error(leaf.span, why, None),
            }
        });
    }
    let truth = program.types.bool();
    let mut active: FxHashMap<ProcId, VarId> = FxHashMap::default();
    for (owner, var) in wanted {
        let name = program.procedures[owner].name.clone();
        let is_active = *active.entry(owner).or_insert_with(|| global(program, format!("{name} is active"), truth));
        let (ty, own) = (program.variables[var].ty, program.variables[var].shown_name().clone());
        let copy = global(program, format!("{name}::{own}"), ty);
        copies.of.insert(var, (copy, is_active));
    }
    for (owner, is_active) in active {
        let of: Vec<(VarId, VarId)> = copies
            .of
            .iter()
            .filter(|(var, _)| program.variables[**var].procedure == Some(owner))
            .map(|(var, (copy, _))| (*var, *copy))
            .collect();
        keep_up(program, owner, is_active, of);
    }
    copies
}

/// A global that the automaton needs, which no source shows.
pub fn global(program: &mut Program, name: impl Into<std::sync::Arc<str>>, ty: TypeId) -> VarId {
    let var = program.add_variable(name, ty, VariableKind::Global, None);
    program.variables[var].initial = Initial::Zero;
    program.variables[var].temporary = true;
    var
}

/// In the function: its variables to the copies whenever they change, what the copies were before back at its returns.
fn keep_up(program: &mut Program, owner: ProcId, is_active: VarId, mut of: Vec<(VarId, VarId)>) {
    of.sort();
    let mut saved = Vec::new();
    for copy in of.iter().map(|(_, copy)| *copy).chain([is_active]) {
        let ty = program.variables[copy].ty;
        let name = format!("{} before", program.variables[copy].name);
        let local = program.add_variable(name, ty, VariableKind::Local, Some(owner));
        program.variables[local].temporary = true;
        saved.push((copy, local));
    }
    let assign = |program: &mut Program, target: VarId, from: VarId| {
        let value = program.var(from);
        cairn_ir::Statement {
            kind: StatementKind::Assign { target: Place::var(target), value },
            origin: cairn_ir::Origin::pass(None, COPIES),
        }
    };
    let blocks: Vec<_> = program.procedures[owner].blocks.ids().collect();
    for block in blocks {
        let old = std::mem::take(&mut program.procedures[owner].blocks[block].statements);
        let mut new = Vec::with_capacity(old.len());
        if block == cairn_ir::Procedure::ENTRY {
            for (copy, local) in &saved {
                new.push(assign(program, *local, *copy));
            }
            let always = program.bool_const(true);
            let target = Place::var(is_active);
            new.push(cairn_ir::Statement {
                kind: StatementKind::Assign { target, value: always },
                origin: cairn_ir::Origin::pass(None, COPIES),
            });
            for (var, copy) in &of {
                new.push(assign(program, *copy, *var));
            }
        }
        for statement in old {
            let changed: Vec<(VarId, VarId)> =
                of.iter().copied().filter(|(var, _)| assigns(&statement.kind, *var)).collect();
            new.push(statement);
            for (var, copy) in changed {
                new.push(assign(program, copy, var));
            }
        }
        program.procedures[owner].blocks[block].statements = new;
    }
    restore(program, owner, &saved);
}

/// Behind the event of a return the copies are those of the activation before.
fn restore(program: &mut Program, owner: ProcId, saved: &[(VarId, VarId)]) {
    let is_return = |block: &cairn_ir::Block| block.terminator == cairn_ir::Terminator::Return;
    let returns: Vec<_> =
        program.procedures[owner].blocks.iter().filter(|(_, b)| is_return(b)).map(|(id, _)| id).collect();
    for block in returns {
        for (copy, local) in saved {
            let value = program.var(*local);
            let kind = StatementKind::Assign { target: Place::var(*copy), value };
            program.push_statement(owner, block, kind, cairn_ir::Origin::pass(None, RESTORED));
        }
    }
}

fn assigns(statement: &StatementKind, var: VarId) -> bool {
    let is_it = |place: &Place| place.base == cairn_ir::PlaceBase::Var(var);
    match statement {
        StatementKind::Assign { target, .. }
        | StatementKind::Havoc { target }
        | StatementKind::Allocate { target, .. } => is_it(target),
        StatementKind::Call { results, .. } => results.iter().any(is_it),
        _ => false,
    }
}

/// What an `event` statement of the observed program carries.
#[derive(Clone, Debug)]
pub struct Told {
    pub point: Point,
    /// Per leaf where its value stands among the arguments.
    leaves: Vec<Carried>,
    /// Names of parameters, or of the result, and where their values stand.
    pub values: Vec<(String, usize)>,
    /// What the relations inside of conditions compare: the leaf, the words, and where the value stands.
    operands: Vec<Operand>,
}

#[derive(Clone, Debug)]
struct Operand {
    leaf: usize,
    text: String,
    value: usize,
    signed: bool,
}

#[derive(Clone, Copy, Debug)]
enum Carried {
    Constant(bool),
    Truth(usize),
    Number { value: usize, signed: bool, defined: Option<usize> },
    Absent,
}

/// The program that tells what happens at its points. Refusals were found before.
pub fn observed(program: &Program, leaves: &[Leaf], points: &[Point], scope: &Scope) -> (Program, Vec<Told>) {
    let mut program = program.clone();
    let mut told = Vec::new();
    let mut all = Vec::new();
    instrument(&mut program, points, |program, number, point| {
        let ty = program.types.unsigned(32);
        let mut arguments: Vec<ExprId> = program.int_const(ty, number).into_iter().collect();
        let carry = |arguments: &mut Vec<ExprId>, expr: ExprId| {
            arguments.push(expr);
            arguments.len() - 1
        };
        let carried = leaves.iter().map(|leaf| match here(program, leaf, &point.kind, scope) {
            Ok(Here::Constant(value)) => Carried::Constant(value),
            Ok(Here::Truth(expr)) => Carried::Truth(carry(&mut arguments, expr)),
            Ok(Here::Number { value, signed, defined, .. }) => {
                let value = carry(&mut arguments, value);
                Carried::Number { value, signed, defined: defined.map(|expr| carry(&mut arguments, expr)) }
            }
            Ok(Here::Absent) | Err(_) => Carried::Absent,
        });
        let carried = carried.collect();
        let mut values = Vec::new();
        for var in shown(program, point) {
            let expr = program.var(var);
            let name = program.variables[var].shown_name().to_string();
            values.push((name, carry(&mut arguments, expr)));
        }
        let operands = operands(program, leaves, &point.kind, scope, &mut |expr| carry(&mut arguments, expr));
        told.push(Told { point: point.clone(), leaves: carried, values, operands });
        all.push(number);
        vec![StatementKind::Event { name: STEP.into(), arguments }]
    });
    (program, told)
}

/// The numbers that the relations inside of conditions compare.
fn operands(
    program: &mut Program,
    leaves: &[Leaf],
    kind: &PointKind,
    scope: &Scope,
    carry: &mut impl FnMut(ExprId) -> usize,
) -> Vec<Operand> {
    let mut found = Vec::new();
    // Steps of statements are many, and show no guard that blocks.
    if !matches!(kind, PointKind::Event(..)) {
        return found;
    }
    for (number, leaf) in leaves.iter().enumerate() {
        let LeafKind::Condition(term) = &leaf.kind else { continue };
        let mut terms = Vec::new();
        term.visit(&mut |part| {
            if let Term::Binary(Binary::Relation(_), a, b) = part {
                terms.extend([(**a).clone(), (**b).clone()]);
            }
        });
        terms.retain(|term| !matches!(term, Term::Integer(_)));
        for term in terms {
            let text = term.to_string();
            let own = Leaf { kind: LeafKind::Number(term), text: text.clone(), span: leaf.span };
            if let Ok(Here::Number { value, signed, defined: None, .. }) = here(program, &own, kind, scope) {
                found.push(Operand { leaf: number, text, value: carry(value), signed });
            }
        }
    }
    found
}

impl Told {
    /// What a condition compares, with the values at a step.
    pub fn operands(&self, leaf: usize, arguments: &[(TypeId, Value)]) -> Vec<(String, BigInt)> {
        let of_leaf = self.operands.iter().filter(|operand| operand.leaf == leaf);
        let value = |operand: &Operand| {
            let bits = arguments.get(operand.value)?.1.as_bits()?;
            let number = if operand.signed { bits.signed() } else { bits.unsigned().into() };
            Some((operand.text.clone(), number))
        };
        of_leaf.filter_map(value).collect()
    }
}

/// The parameters at a call, the results at a return.
fn shown(program: &Program, point: &Point) -> Vec<VarId> {
    match point.kind {
        PointKind::Event(EventKind::Call, function) => program.procedures[function].parameters.clone(),
        PointKind::Event(_, function) => program.procedures[function].results.clone(),
        _ => Vec::new(),
    }
}

/// The point of a step of the trace, and what was observed there.
pub fn decode<'t>(told: &'t [Told], arguments: &[(TypeId, Value)]) -> Option<(&'t Told, Observation)> {
    let number = arguments.first()?.1.as_bits()?.small()?;
    let at = told.get(usize::try_from(number).ok()?)?;
    let truth = |place: usize| arguments.get(place).and_then(|(_, value)| value.as_bool());
    let observation = at.leaves.iter().map(|carried| match carried {
        Carried::Constant(value) => Some(Observed::Truth(*value)),
        Carried::Truth(place) => truth(*place).map(Observed::Truth),
        Carried::Number { value, signed, defined } => {
            let bits = arguments.get(*value).and_then(|(_, value)| value.as_bits())?;
            let is_defined = defined.is_none_or(|place| truth(place) == Some(true));
            let number = if *signed { bits.signed() } else { bits.unsigned().into() };
            is_defined.then_some(Observed::Number(number))
        }
        Carried::Absent => None,
    });
    Some((at, observation.collect()))
}
