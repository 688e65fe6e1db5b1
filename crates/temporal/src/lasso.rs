//! Liveness to safety (Biere, Artho and Schuppan, "Liveness Checking as Safety Checking", 2002): executions without an end as
//! executions that come back to a state.
//!
//! Calls are expanded first, so that the state is one set of variables. At the head of every loop the program may save its
//! state, once, and the check fails when it is back at that head with the same values and what must happen in between has
//! happened. So a failure is a cycle. The other way round, an execution without an end passes some head again and again, with
//! finitely many possible values in between, so it comes back to some of them: if the check never fails there is no
//! such execution. That needs a finite state, and [`Derived::incomplete`] says why it is not: recursion, allocations, locals with
//! an address, numbers of mathematics. Values of locals that nobody reads any more are not compared; the future does not
//! depend on them.

use crate::observe::global;
use crate::weave::Woven;
use cairn_ir::{
    Binary as Op, BlockId, ExprId, Initial, Origin, Place, PlaceBase, ProcId, Program, PropertyId, Statement,
    StatementKind, TypeId, TypeKind, VarId, VariableKind,
};
use cairn_passes::{LiveLocals, Loops, Options, recipes};
use rustc_hash::FxHashSet;

/// Which cycles are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Everything in [`Woven::seen`] happens.
    AllSeen,
    /// No accepting state is active, though what is fair happens.
    NothingAccepting,
}

/// A program whose check fails on cycles.
#[derive(Clone, Debug)]
pub struct Derived {
    pub program: Program,
    /// Inputs that the original program does not have.
    pub inputs: Vec<VarId>,
    /// The input that decides to save the state.
    pub save: VarId,
    /// Becomes true where a cycle is closed.
    pub closed: VarId,
    /// Why the absence of cycles would not be a proof.
    pub incomplete: Option<String>,
}

/// The program whose check `property` fails on the cycles of the goal, too. The error says why there is none.
pub fn derive(woven: &Woven, entries: &[ProcId], property: PropertyId, goal: Goal) -> Result<Derived, String> {
    let source = &woven.program;
    if let Some(procedure) = recipes::recursive(source, entries).first() {
        return Err(format!("`{}` is recursive", source.procedures[*procedure].name));
    }
    let options = Options::new(entries);
    let flat = recipes::derive(source, &recipes::FLAT, &options).map_err(|error| error.to_string())?;
    let mut program = flat.program;
    let incomplete = incomplete(&program, entries);
    let truth = program.types.bool();
    let number = program.types.unsigned(32);
    let mut maker = Maker {
        goal,
        woven,
        property,
        save: global(&mut program, "cycle.save", truth),
        saved: global(&mut program, "cycle.saved", truth),
        place: global(&mut program, "cycle.place", number),
        closed: global(&mut program, "cycle.closed", truth),
        heads: 0,
        globals: state_globals(&program, woven, entries),
        copies: Vec::new(),
    };
    for &entry in entries {
        let Some(live) = LiveLocals::new(&program, entry) else { return Err("the program is too large".into()) };
        for info in Loops::new(&program.procedures[entry]).loops {
            maker.head(&mut program, entry, info.head, &live)?;
        }
    }
    let mut inputs = woven.inputs.clone();
    inputs.push(maker.save);
    inputs.extend(crate::cut::let_stop(&mut program));
    Ok(Derived { program, inputs, save: maker.save, closed: maker.closed, incomplete })
}

/// Why a run without an end need not come back to a state.
fn incomplete(program: &Program, entries: &[ProcId]) -> Option<String> {
    for &entry in entries {
        let body = &program.procedures[entry];
        let own = body.parameters.iter().chain(&body.results).chain(&body.locals);
        if let Some(var) = own.clone().find(|var| program.variables[**var].addressable) {
            return Some(format!("the address of the local `{}` is used", program.variables[*var].shown_name()));
        }
        let all = body.blocks.values().flat_map(|block| &block.statements);
        if all.into_iter().any(|statement| matches!(statement.kind, StatementKind::Allocate { .. })) {
            return Some("memory is allocated".into());
        }
        let globals = program.globals().map(|(id, _)| id);
        if let Some(var) = own.copied().chain(globals).find(|var| is_infinite(program, program.variables[*var].ty)) {
            return Some(format!("`{}` has infinitely many values", program.variables[var].shown_name()));
        }
    }
    None
}

fn is_infinite(program: &Program, ty: TypeId) -> bool {
    match program.types.kind(ty) {
        TypeKind::MathInt | TypeKind::Real => true,
        TypeKind::Array { element, length, .. } => length.is_none() || is_infinite(program, *element),
        TypeKind::Record(record) | TypeKind::Union(record) => record.fields.iter().any(|f| is_infinite(program, f.ty)),
        _ => false,
    }
}

/// The globals that may change while the program runs.
fn state_globals(program: &Program, woven: &Woven, entries: &[ProcId]) -> Vec<VarId> {
    let mut assigned: FxHashSet<VarId> = FxHashSet::default();
    let mut memory = false;
    for body in entries.iter().map(|entry| &program.procedures[*entry]) {
        for statement in body.blocks.values().flat_map(|block| &block.statements) {
            let mut place = |place: &Place| match place.base {
                PlaceBase::Var(var) => _ = assigned.insert(var),
                PlaceBase::Deref(..) => memory = true,
            };
            match &statement.kind {
                StatementKind::Assign { target, .. }
                | StatementKind::Havoc { target }
                | StatementKind::Allocate { target, .. } => place(target),
                StatementKind::Call { results, .. } => results.iter().for_each(place),
                StatementKind::CopyMemory { .. } | StatementKind::FillMemory { .. } => memory = true,
                _ => {}
            }
        }
    }
    let own = |var: &VarId| woven.inputs.contains(var) || woven.seen.contains(var) || *var == woven.stepped;
    let changes = |var: VarId| assigned.contains(&var) || (memory && program.variables[var].addressable);
    program.globals().map(|(id, _)| id).filter(|var| changes(*var) && !own(var)).collect()
}

struct Maker<'a> {
    goal: Goal,
    woven: &'a Woven,
    property: PropertyId,
    save: VarId,
    saved: VarId,
    place: VarId,
    closed: VarId,
    heads: u32,
    globals: Vec<VarId>,
    /// Variables with their saved values.
    copies: Vec<(VarId, VarId)>,
}

impl Maker<'_> {
    fn head(&mut self, program: &mut Program, entry: ProcId, head: BlockId, live: &LiveLocals) -> Result<(), String> {
        self.heads += 1;
        let number = self.heads;
        let body = &program.procedures[entry];
        let locals = body.locals.iter().copied().filter(|var| !live.is_dead(program, *var, head));
        let own = body.parameters.iter().chain(&body.results).copied();
        let state: Vec<VarId> = self.globals.iter().copied().chain(own).chain(locals).collect();
        let made = self.statements(program, number, &state).map_err(|error| error.0)?;
        let body = &mut program.procedures[entry].blocks[head];
        let span = body.terminator_origin.span;
        let new = made.into_iter().map(|kind| Statement { kind, origin: Origin::pass(span, "looks for a cycle") });
        let old = std::mem::take(&mut body.statements);
        body.statements = new.chain(old).collect();
        Ok(())
    }
    fn copy(&mut self, program: &mut Program, var: VarId) -> VarId {
        if let Some((_, copy)) = self.copies.iter().find(|(own, _)| *own == var) {
            return *copy;
        }
        let ty = program.variables[var].ty;
        let name = format!("cycle.{}", program.variables[var].name);
        let copy = program.add_variable(name, ty, VariableKind::Global, None);
        program.variables[copy].temporary = true;
        program.variables[copy].initial = Initial::Zero;
        self.copies.push((var, copy));
        copy
    }
    fn statements(
        &mut self,
        program: &mut Program,
        number: u32,
        state: &[VarId],
    ) -> Result<Vec<StatementKind>, cairn_ir::typing::TypeError> {
        let assign = |target: VarId, value: ExprId| StatementKind::Assign { target: Place::var(target), value };
        let mut out = vec![StatementKind::Havoc { target: Place::var(self.save) }];
        let (saved, place) = (program.var(self.saved), program.var(self.place));
        let ty = program.type_of(place);
        let here = program.int_const(ty, number)?;
        let is_here = program.binary(Op::Equal, place, here)?;
        let mut closed = program.binary(Op::And, saved, is_here)?;
        for &var in state {
            let copy = self.copy(program, var);
            let (now, then) = (program.var(var), program.var(copy));
            let same = program.binary(Op::Equal, now, then)?;
            closed = program.binary(Op::And, closed, same)?;
        }
        let wanted = self.wanted(program)?;
        closed = program.binary(Op::And, closed, wanted)?;
        out.push(assign(self.closed, closed));
        let closed = program.var(self.closed);
        let condition = program.not(closed)?;
        out.push(StatementKind::Check { property: self.property, condition });
        let save = program.var(self.save);
        let not_yet = program.not(saved)?;
        let take = program.binary(Op::And, save, not_yet)?;
        for &var in state {
            let copy = self.copy(program, var);
            let (now, before) = (program.var(var), program.var(copy));
            let value = program.if_else(take, now, before)?;
            out.push(assign(copy, value));
        }
        let kept = program.if_else(take, here, place)?;
        out.push(assign(self.place, kept));
        for &var in self.woven.seen.iter().chain([&self.woven.stepped]) {
            let before = program.var(var);
            let later = program.not(take)?;
            let value = program.binary(Op::And, before, later)?;
            out.push(assign(var, value));
        }
        // Last: what was assigned before asks whether it is saved already.
        let value = program.binary(Op::Or, saved, take)?;
        out.push(assign(self.saved, value));
        Ok(out)
    }
    /// What must have happened on the way round.
    fn wanted(&self, program: &mut Program) -> Result<ExprId, cairn_ir::typing::TypeError> {
        let stepped = program.var(self.woven.stepped);
        let mut with_steps = stepped;
        for (number, var) in self.woven.seen.iter().enumerate() {
            let mut seen = program.var(*var);
            if number == 0 && self.goal == Goal::NothingAccepting {
                seen = program.not(seen)?;
            }
            with_steps = program.binary(Op::And, with_steps, seen)?;
        }
        let mut stutters = self.woven.stutters;
        if self.goal == Goal::NothingAccepting {
            stutters = program.not(stutters)?;
        }
        let silent = program.not(stepped)?;
        let without = program.binary(Op::And, silent, stutters)?;
        program.binary(Op::Or, with_steps, without)
    }
}
