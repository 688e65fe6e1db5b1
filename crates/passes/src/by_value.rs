//! Values in place of pointers: a parameter that always points to some variable of the caller becomes the value of that
//! variable, and a result that the variable gets afterwards.
//!
//! Before and after, for `p` of `f` where every call is `f(&x)` with a local `x`, or hands on such a parameter:
//! `call f(&x)` is `x := call f(x)`; the body of `f` begins with `t := p.value`, uses `&t` where it used `p`, and ends with
//! `p.result := t`. [`promote`](crate::promote) then removes `t` and `x` from memory, if nothing else keeps them there.
//!
//! **Not exact:** should other pointers to `x` be in reach of `f`, it would have seen its writes through them, and does not any
//! more. So this serves those who refuse programs that still use pointers, as Horn clauses do: then there are none. What an
//! engine proves with it is checked on the original program all the same.

use crate::derived::{ActivationVariable, Derived, Pointee};
use crate::pass::{Error, Options};
use crate::promote::used_after_end;
use crate::rewrite::{Rewriter, Rule, assigned_places};
use cairn_ir::{
    Callee, Expr, ExprId, ExprKind, Origin, Place, PlaceBase, ProcId, Procedure, Program, Statement, StatementKind,
    Terminator, TypeId, TypeKind, VarId, Variable, VariableKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

pub const NAME: &str = "by-value";

/// Parameters that are replaced, with the types of what they point to; as long as no call has told, there is none.
type Chosen = BTreeMap<VarId, Option<TypeId>>;

/// Gives values to all procedures that may have them instead of pointers; entries keep their parameters.
pub fn by_value(source: &Derived, _options: &Options) -> Result<Derived, Error> {
    let mut result = source.clone();
    let mut chosen = candidates(&source.program);
    let calls = Calls::new(&source.program, &chosen);
    while !calls.agree(&mut chosen) {}
    let chosen: BTreeMap<VarId, TypeId> = chosen.into_iter().filter_map(|(var, ty)| Some((var, ty?))).collect();
    let mut stand_ins = FxHashMap::default();
    for procedure in source.program.procedures.ids() {
        let parameters = source.program.procedures[procedure].parameters.iter();
        let pointers: Vec<VarId> = parameters.copied().filter(|parameter| chosen.contains_key(parameter)).collect();
        for pointer in &pointers {
            let stand_in = stand_in(&mut result, procedure, *pointer, chosen[pointer]);
            let same = calls.copies.iter().filter(|(_, parameter)| *parameter == pointer).map(|(copy, _)| *copy);
            stand_ins.extend(same.chain([*pointer]).map(|variable| (variable, stand_in)));
        }
        if !pointers.is_empty() {
            rewrite_body(&mut result.program, procedure, &pointers, &stand_ins)?;
        }
    }
    if !stand_ins.is_empty() {
        for procedure in source.program.procedures.ids() {
            rewrite_calls(&source.program, &mut result.program, procedure, &stand_ins);
        }
    }
    Ok(result)
}

/// What a pointer is replaced by.
#[derive(Clone, Copy)]
struct StandIn {
    /// The parameter, the result, and the variable in between.
    value: VarId,
    result: VarId,
    target: VarId,
}

// ---- which ----

/// Pointers that procedures take and never change.
fn candidates(program: &Program) -> Chosen {
    let mut chosen = Chosen::new();
    for (id, procedure) in program.procedures.iter() {
        // What is done at the beginning must be done once.
        let again = procedure.blocks.values().any(|b| b.terminator.successors().contains(&Procedure::ENTRY));
        if !procedure.has_body() || program.entries.contains(&id) || again {
            continue;
        }
        let is_pointer = |var: &VarId| {
            let variable = &program.variables[*var];
            !variable.addressable && *program.types.kind(variable.ty) == TypeKind::Pointer
        };
        chosen.extend(procedure.parameters.iter().copied().filter(is_pointer).map(|var| (var, None)));
        for place in procedure.blocks.values().flat_map(|b| &b.statements).flat_map(|s| assigned_places(&s.kind)) {
            if let PlaceBase::Var(var) = place.base {
                chosen.remove(&var);
            }
        }
    }
    chosen
}

/// Variables that hold nothing but one of the parameters: assigned once, a parameter that never changes or a copy of it.
fn copies(program: &Program, chosen: &Chosen) -> BTreeMap<VarId, VarId> {
    let statements = || program.procedures.values().flat_map(|p| p.blocks.values()).flat_map(|b| &b.statements);
    let mut assigned: FxHashMap<VarId, u32> = FxHashMap::default();
    for place in statements().flat_map(|statement| assigned_places(&statement.kind)) {
        if let PlaceBase::Var(var) = place.base {
            *assigned.entry(var).or_default() += 1;
        }
    }
    let is_once = |var: &VarId| {
        let variable = &program.variables[*var];
        assigned.get(var) == Some(&1) && variable.kind == VariableKind::Local && !variable.addressable
    };
    let mut copies = BTreeMap::new();
    loop {
        let before = copies.len();
        for statement in statements() {
            let StatementKind::Assign { target: Place { base: PlaceBase::Var(var), .. }, value } = &statement.kind
            else {
                continue;
            };
            let ExprKind::Var(source) = program.expr(*value).kind else { continue };
            let parameter = copies.get(&source).copied().unwrap_or(source);
            if is_once(var) && chosen.contains_key(&parameter) {
                copies.insert(*var, parameter);
            }
        }
        if copies.len() == before {
            return copies;
        }
    }
}

/// What calls say of their arguments.
struct Calls<'p> {
    program: &'p Program,
    copies: BTreeMap<VarId, VarId>,
    /// Variables that may be used after their end: pointers to them are not always valid.
    ended: FxHashSet<VarId>,
}

impl<'p> Calls<'p> {
    fn new(program: &'p Program, chosen: &Chosen) -> Self {
        let in_memory = |var: &VarId| program.variables[*var].addressable;
        let ended =
            program.procedures.iter().filter(|(_, procedure)| procedure.has_body()).flat_map(|(id, procedure)| {
                let own = procedure.locals.iter().copied().filter(in_memory).collect();
                used_after_end(program, id, &own)
            });
        Self { program, copies: copies(program, chosen), ended: ended.collect() }
    }

    /// Removes what some call contradicts, and tells types from call to call. Whether nothing changed.
    fn agree(&self, chosen: &mut Chosen) -> bool {
        let before = chosen.clone();
        let blocks = self.program.procedures.values().flat_map(|procedure| procedure.blocks.values());
        for statement in blocks.flat_map(|block| &block.statements) {
            let StatementKind::Call { callee, arguments, .. } = &statement.kind else { continue };
            match callee {
                Callee::Direct(callee) => self.one_call(*callee, arguments, chosen),
                Callee::Indirect { candidates, .. } => {
                    for parameter in candidates.iter().flat_map(|callee| &self.program.procedures[*callee].parameters) {
                        chosen.remove(parameter);
                    }
                }
            }
        }
        *chosen == before
    }

    fn one_call(&self, callee: ProcId, arguments: &[ExprId], chosen: &mut Chosen) {
        let program = self.program;
        // Two pointers to one variable are not two values. So of all pointers it must be known here what they point to:
        // once some are values, nobody could tell.
        let roots = arguments.iter().filter_map(|argument| self.root(*argument, chosen));
        let roots: Option<Vec<VarId>> = roots.collect();
        for (parameter, argument) in program.procedures[callee].parameters.iter().zip(arguments) {
            let Some(known) = chosen.get(parameter).copied() else { continue };
            let is_only = |variable: &VarId| {
                roots.as_ref().is_some_and(|roots| roots.iter().filter(|root| *root == variable).count() == 1)
            };
            let Some(variable) = self.pointed_at(*argument, chosen).filter(is_only) else {
                chosen.remove(parameter);
                continue;
            };
            let told = match chosen.get(&variable) {
                Some(ty) => *ty,
                None => Some(program.variables[variable].ty),
            };
            let (Some(ty), Some(other)) = (known.or(told), told.or(known)) else { continue };
            if program.types.same_shape(ty, other) {
                chosen.insert(*parameter, Some(ty));
                chosen.entry(variable).and_modify(|known| *known = Some(known.unwrap_or(ty)));
            } else {
                chosen.remove(parameter);
            }
        }
    }

    /// For a pointer: the variable it points into, or the parameter that it is; an inner none if that is not known.
    fn root(&self, argument: ExprId, chosen: &Chosen) -> Option<Option<VarId>> {
        let expr = self.program.expr(argument);
        if *self.program.types.kind(expr.ty) != TypeKind::Pointer {
            return None;
        }
        match &expr.kind {
            ExprKind::AddressOf(Place { base: PlaceBase::Var(var), .. }) => Some(Some(*var)),
            ExprKind::Const(_) | ExprKind::ProcedureAddress(_) => None,
            _ => Some(self.pointed_at(argument, chosen)),
        }
    }

    /// The local that an argument is the address of, or the parameter that is handed on.
    fn pointed_at(&self, argument: ExprId, chosen: &Chosen) -> Option<VarId> {
        match &self.program.expr(argument).kind {
            ExprKind::AddressOf(Place { base: PlaceBase::Var(var), path }) if path.is_empty() => {
                let is_local = self.program.variables[*var].kind != VariableKind::Global;
                (is_local && !self.ended.contains(var)).then_some(*var)
            }
            ExprKind::Var(var) => {
                let parameter = self.copies.get(var).unwrap_or(var);
                Some(*parameter).filter(|parameter| chosen.contains_key(parameter))
            }
            _ => None,
        }
    }
}

// ---- how ----

fn stand_in(result: &mut Derived, procedure: ProcId, pointer: VarId, ty: TypeId) -> StandIn {
    let like = result.program.variables[pointer].clone();
    let own = ActivationVariable { calls: Vec::new(), variable: pointer, through: None };
    let original = result.back.variables.get(&pointer).cloned().unwrap_or(own);
    result.back.pointees.push((procedure, original.variable, ty));
    // It stays in the table, in no procedure's list: expressions that nobody uses any more may name it.
    result.program.variables[pointer].kind = VariableKind::Bound;
    let mut new = |suffix: &str, kind: VariableKind, addressable: bool| {
        let name = format!("{}.{suffix}", like.name).into();
        let var = result.program.variables.push(Variable { name, ty, kind, addressable, ..like.clone() });
        let through = Some(Pointee { ty, at_entry: kind == VariableKind::Parameter });
        result.back.variables.insert(var, ActivationVariable { through, ..original.clone() });
        var
    };
    StandIn {
        value: new("value", VariableKind::Parameter, false),
        result: new("result", VariableKind::Result, false),
        target: new("target", VariableKind::Local, true),
    }
}

/// `&t` for `p`.
struct Addresses<'a> {
    stand_ins: &'a FxHashMap<VarId, StandIn>,
}

impl Rule for Addresses<'_> {
    fn pass(&self) -> &'static str {
        NAME
    }
    fn replace(&mut self, program: &mut Program, node: &Expr) -> Result<Option<ExprId>, Error> {
        let ExprKind::Var(var) = node.kind else { return Ok(None) };
        let Some(stand_in) = self.stand_ins.get(&var) else { return Ok(None) };
        let address = ExprKind::AddressOf(Place::var(stand_in.target));
        let made = program.add_expr(address, node.ty, node.span);
        made.map(Some).map_err(|error| Error::IllTyped { pass: NAME, error })
    }
}

fn rewrite_body(
    program: &mut Program,
    procedure: ProcId,
    pointers: &[VarId],
    stand_ins: &FxHashMap<VarId, StandIn>,
) -> Result<(), Error> {
    let body = program.procedures[procedure].clone();
    let own: Vec<StandIn> = pointers.iter().map(|pointer| stand_ins[pointer]).collect();
    let mut rewriter = Rewriter::new(Addresses { stand_ins });
    for (id, block) in body.blocks.iter() {
        let rewritten = block.statements.iter().map(|statement| rewriter.statement(program, statement));
        let mut statements = rewritten.collect::<Result<Vec<Statement>, Error>>()?;
        if id == Procedure::ENTRY {
            let begin: Vec<Statement> = own.iter().map(|s| copy(program, s.target, s.value)).collect();
            statements.splice(0..0, begin);
        }
        if block.terminator == Terminator::Return {
            statements.extend(own.iter().map(|s| copy(program, s.result, s.target)));
        }
        let terminator = rewriter.terminator(program, &block.terminator)?;
        let contract = block.loop_contract.as_ref().map(|c| rewriter.loop_contract(program, c)).transpose()?;
        let new = &mut program.procedures[procedure].blocks[id];
        (new.statements, new.terminator, new.loop_contract) = (statements, terminator, contract);
    }
    let new = &mut program.procedures[procedure];
    // What a contract says of the pointer has no words any more.
    new.contract = Default::default();
    for parameter in &mut new.parameters {
        *parameter = stand_ins.get(parameter).map_or(*parameter, |stand_in| stand_in.value);
    }
    // What is written through the pointer is there before the results are assigned.
    new.results.splice(0..0, own.iter().map(|stand_in| stand_in.result));
    new.locals.extend(own.iter().map(|stand_in| stand_in.target));
    Ok(())
}

fn copy(program: &mut Program, to: VarId, from: VarId) -> Statement {
    let value = program.var(from);
    Statement { kind: StatementKind::Assign { target: Place::var(to), value }, origin: Origin::default() }
}

/// `x` for `&x` in the arguments, and among the results. `old` still has the parameters of the callees.
fn rewrite_calls(old: &Program, program: &mut Program, procedure: ProcId, stand_ins: &FxHashMap<VarId, StandIn>) {
    for block in program.procedures[procedure].blocks.ids().collect::<Vec<_>>() {
        for n in 0..program.procedures[procedure].blocks[block].statements.len() {
            let mut kind = program.procedures[procedure].blocks[block].statements[n].kind.clone();
            let StatementKind::Call { callee: Callee::Direct(callee), arguments, results } = &mut kind else {
                continue;
            };
            let mut written = Vec::new();
            for (parameter, argument) in old.procedures[*callee].parameters.iter().zip(arguments) {
                if !stand_ins.contains_key(parameter) {
                    continue;
                }
                if let ExprKind::AddressOf(place) = program.expr(*argument).kind.clone() {
                    if let PlaceBase::Var(var) = place.base {
                        *argument = program.var(var);
                    }
                    written.push(place);
                }
            }
            results.splice(0..0, written);
            program.procedures[procedure].blocks[block].statements[n].kind = kind;
        }
    }
}
