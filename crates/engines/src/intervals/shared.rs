//! Procedures that are walked once for all their calls, so that the work grows with the program and not with its
//! call tree.
//!
//! A *shared* procedure is walked from a state that holds all states in which it is called, of which only the globals
//! that it speaks of and its parameters matter; what holds at its end is what every call is followed by. Passes over
//! the entries go on until no call was followed by an end that was later replaced.
//!
//! Only procedures that their callers' variables and allocations cannot reach are shared: neither their parameters
//! nor the globals they speak of can hold pointers. All others are walked at each call, in place. (Sharir and Pnueli,
//! "Two approaches to interprocedural data flow analysis" (1981): the functional approach, with one context.)

use super::effects::Effect;
use super::facts::Writer;
use super::model::Activation;
use super::state::State;
use super::walk::{LoopFinding, Stop, Walked, Walker};
use cairn_ir::{
    Callee, Convert, ExprId, ExprKind, LoopPlace, Place, PlaceBase, ProcId, Procedure, ProcedureProof, Program,
    StatementKind, Terminator, TypeId, TypeKind, VarId, VariableKind,
};
use cairn_passes::{CallGraph, assigned_places, for_each_expr};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Passes over the entries before the walk is given up.
const MAX_PASSES: u32 = 12;
/// States of calls that are joined before the state at the beginning is widened.
const JOINS: u32 = 4;

/// What a procedure and all it calls have to do with the rest of the program.
#[derive(Clone, Default, Debug)]
pub struct Interface {
    /// Globals they speak of.
    pub globals: BTreeSet<VarId>,
    /// Those of them that they may change.
    pub changed: BTreeSet<VarId>,
    /// Something may be written through pointers.
    stores: bool,
    /// What they do reaches no further than these globals and objects of their own.
    closed: bool,
}

/// What is known of the calls of a shared procedure.
pub struct Summary {
    pub activation: Activation,
    /// Holds every state in which it was called.
    pub entry: State,
    /// The state at its end; none if it never returns.
    pub exit: Option<State>,
    joins: u32,
    /// The last passes in which it was walked, and in which a call was followed by its end.
    walked: u32,
    used: u32,
}

#[derive(Default)]
pub struct Shared {
    interfaces: BTreeMap<ProcId, Rc<Interface>>,
    /// Globals that any procedure may change.
    changing: BTreeSet<VarId>,
    pub summaries: BTreeMap<ProcId, Summary>,
    pass: u32,
    /// Some call was followed by an end that is not the last known.
    outdated: bool,
    recording: bool,
}

impl Shared {
    /// The procedures to share, none of which is an entry.
    pub fn new(program: &Program, entries: &[ProcId]) -> Self {
        let all = interfaces(program);
        let changing = all.values().flat_map(|interface| &interface.changed).copied().collect();
        let interfaces = all.into_iter().filter(|(id, interface)| {
            let parts = &program.procedures[*id];
            let plain = |variable: &VarId| !holds_pointers(program, program.variables[*variable].ty);
            let own = parts.parameters.iter().chain(&parts.results).all(plain);
            interface.closed && own && parts.has_body() && !entries.contains(id)
        });
        let interfaces = interfaces.map(|(id, interface)| (id, Rc::new(interface))).collect();
        Self { interfaces, changing, ..Self::default() }
    }
    pub fn is_empty(&self) -> bool {
        self.interfaces.is_empty()
    }
    pub fn interface(&self, id: ProcId) -> Option<&Interface> {
        self.interfaces.get(&id).map(Rc::as_ref)
    }
}

/// How many statements executions from some entries are made of, calls in place, and which part of what is walked by procedure
/// is in procedures that are walked once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub in_place: u64,
    pub by_procedure: u64,
    pub shared: u64,
}

impl Extent {
    pub fn of(program: &Program, entries: &[ProcId]) -> Self {
        let (calls, shared) = (CallGraph::new(program), Shared::new(program, entries));
        let count = program.procedures.len();
        let (mut whole, mut own) = (vec![0u64; count], vec![0u64; count]);
        for id in calls.components().iter().flatten() {
            let place = id.0 as usize;
            for statement in program.procedures[*id].blocks.values().flat_map(|block| &block.statements) {
                let callee = match &statement.kind {
                    StatementKind::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
                    _ => None,
                };
                let inside = |sizes: &[u64]| callee.map_or(0, |callee| sizes[callee.0 as usize]);
                let in_place = callee.is_some_and(|callee| shared.interface(callee).is_none());
                whole[place] = whole[place].saturating_add(inside(&whole)).saturating_add(1);
                own[place] = own[place].saturating_add(if in_place { inside(&own) } else { 0 }).saturating_add(1);
            }
        }
        let sum = |ids: &mut dyn Iterator<Item = ProcId>, sizes: &[u64]| {
            ids.map(|id| sizes[id.0 as usize]).fold(0u64, u64::saturating_add)
        };
        let reached = calls.reachable(entries);
        let walked_once = sum(&mut reached.into_iter().filter(|id| shared.interface(*id).is_some()), &own);
        Self {
            in_place: sum(&mut entries.iter().copied(), &whole),
            by_procedure: sum(&mut entries.iter().copied(), &own).saturating_add(walked_once),
            shared: walked_once,
        }
    }
}

/// Of every procedure that neither it nor what it calls can call again.
fn interfaces(program: &Program) -> BTreeMap<ProcId, Interface> {
    let calls = CallGraph::new(program);
    let mut found: BTreeMap<ProcId, Interface> = BTreeMap::new();
    for id in calls.components().iter().flatten() {
        let mut interface = Scan::new(program).procedure(*id);
        interface.closed &= !calls.is_recursive(*id);
        for callee in calls.callees(*id) {
            let Some(inner) = found.get(callee) else { continue };
            interface.globals.extend(&inner.globals);
            interface.changed.extend(&inner.changed);
            interface.stores |= inner.stores;
            interface.closed &= inner.closed;
        }
        if interface.stores {
            let in_memory = |variable: &&VarId| program.variables[**variable].addressable;
            interface.changed.extend(interface.globals.iter().filter(in_memory));
        }
        interface.closed &= interface.globals.iter().all(|v| !holds_pointers(program, program.variables[*v].ty));
        found.insert(*id, interface);
    }
    found
}

/// Whether values of a type can have pointers in them.
fn holds_pointers(program: &Program, ty: TypeId) -> bool {
    match program.types.kind(ty) {
        TypeKind::Pointer => true,
        TypeKind::Array { element, .. } => holds_pointers(program, *element),
        TypeKind::Record(record) | TypeKind::Union(record) => {
            record.fields.iter().any(|field| holds_pointers(program, field.ty))
        }
        _ => false,
    }
}

/// Reads what one procedure speaks of off its statements.
struct Scan<'p> {
    program: &'p Program,
    interface: Interface,
    seen: FxHashSet<ExprId>,
}

impl<'p> Scan<'p> {
    fn new(program: &'p Program) -> Self {
        let interface = Interface { closed: true, ..Interface::default() };
        Self { program, interface, seen: FxHashSet::default() }
    }
    fn procedure(mut self, id: ProcId) -> Interface {
        let program = self.program;
        let procedure = &program.procedures[id];
        let mut effect = Effect::default();
        for block in procedure.blocks.values() {
            for statement in &block.statements {
                effect.add(program, statement);
                self.statement(&statement.kind);
            }
            match block.terminator {
                Terminator::Branch { condition: read, .. } | Terminator::Switch { value: read, .. } => self.expr(read),
                Terminator::Goto(_) | Terminator::Return | Terminator::Stop => {}
            }
        }
        procedure.contract.ensures.iter().for_each(|condition| self.expr(*condition));
        let global = |variable: &&VarId| program.variables[**variable].kind == VariableKind::Global;
        let changed: Vec<VarId> = effect.assigned.iter().filter(global).copied().collect();
        self.interface.globals.extend(&changed);
        self.interface.changed.extend(changed);
        self.interface.stores = effect.stores;
        self.interface
    }
    fn statement(&mut self, statement: &StatementKind) {
        assigned_places(statement).iter().for_each(|place| self.place(place));
        for_each_expr(statement, |expr| self.expr(expr));
    }
    fn place(&mut self, place: &Place) {
        if let PlaceBase::Var(variable) = place.base {
            self.variable(variable);
        }
    }
    fn variable(&mut self, variable: VarId) {
        if self.program.variables.get(variable).is_some_and(|v| v.kind == VariableKind::Global) {
            self.interface.globals.insert(variable);
        }
    }
    fn expr(&mut self, root: ExprId) {
        let program = self.program;
        let mut open = vec![root];
        while let Some(expr) = open.pop() {
            if !self.seen.insert(expr) {
                continue;
            }
            let kind = &program.expr(expr).kind;
            match kind {
                ExprKind::Var(variable) => self.variable(*variable),
                ExprKind::AddressOf(place) => self.place(place),
                // A pointer made of a number can be one to anything.
                ExprKind::Convert(Convert::IntToPointer, _) => self.interface.closed = false,
                // So can one made of bytes.
                ExprKind::Member(..) if holds_pointers(program, program.type_of(expr)) => self.interface.closed = false,
                _ => {}
            }
            kind.for_each_child(|child| open.push(child));
        }
    }
}

impl Walker<'_> {
    /// Walks the entries until what is known of shared procedures does not change, then everything once more for what
    /// is to be found out.
    pub fn with_shared(&mut self, entries: &[ProcId]) -> Walked<()> {
        loop {
            self.shared.pass += 1;
            self.shared.outdated = false;
            for entry in entries {
                self.entry(*entry, false)?;
            }
            if !self.shared.outdated {
                break;
            }
            if self.shared.pass > MAX_PASSES {
                return Err(Stop::TooLarge);
            }
        }
        self.shared.recording = true;
        for entry in entries {
            self.entry(*entry, true)?;
        }
        let procedures: Vec<(Activation, State)> =
            self.shared.summaries.values().map(|summary| (summary.activation, summary.entry.clone())).collect();
        for (activation, entry) in procedures {
            self.procedure(activation, entry, true)?;
        }
        if self.shared.outdated { Err(Stop::TooLarge) } else { Ok(()) }
    }

    /// The state after a call of a shared procedure.
    pub fn call_shared(
        &mut self,
        caller: Activation,
        mut state: State,
        id: ProcId,
        arguments: &[super::value::Abs],
        results: &[Place],
    ) -> Walked<Option<State>> {
        let Some(interface) = self.shared.interfaces.get(&id).map(Rc::clone) else { return Ok(Some(state)) };
        let activation = self.model.activation(None, id);
        let mut entry = State::default();
        for cell in interface.globals.iter().filter_map(|global| self.model.cell(activation, *global)) {
            entry.set(cell, state.get(cell));
            if let Some(object) = state.objects.get(cell) {
                entry.objects.insert(cell, *object);
            }
        }
        self.enter(&mut entry, activation, arguments);
        self.learn(id, activation, entry)?;
        let Some(summary) = self.shared.summaries.get_mut(&id) else { return Ok(None) };
        summary.used = self.shared.pass;
        let Some(exit) = summary.exit.clone() else { return Ok(None) };
        for cell in interface.changed.iter().filter_map(|global| self.model.cell(activation, *global)) {
            state.set(cell, exit.get(cell));
            if let Some(object) = exit.objects.get(cell) {
                state.objects.insert(cell, *object);
                state.memory_changed();
            }
        }
        let cells = self.model.program.procedures[id].results.iter().map(|result| self.model.cell(activation, *result));
        let values: Vec<_> = cells.map(|cell| cell.map_or(super::value::Abs::Unknown, |cell| exit.get(cell))).collect();
        for (place, value) in results.iter().zip(values) {
            self.model.assign_place(&mut state, caller, place, value);
        }
        Ok(Some(state))
    }

    /// Makes sure that the summary of a procedure covers a call from a state, and was made in this pass.
    fn learn(&mut self, id: ProcId, activation: Activation, entry: State) -> Walked<()> {
        let pass = self.shared.pass;
        let (entry, joins) = match self.shared.summaries.get(&id) {
            Some(known) if entry.is_within(&known.entry) => {
                if known.walked == pass || self.shared.recording {
                    return Ok(());
                }
                (known.entry.clone(), known.joins)
            }
            Some(known) if known.joins < JOINS => (known.entry.join(&entry), known.joins + 1),
            Some(known) => (known.entry.widen(&entry, &self.thresholds), known.joins + 1),
            None => (entry, 0),
        };
        let exit = self.procedure(activation, entry.clone(), false)?;
        let old = self.shared.summaries.get(&id);
        let same = |old: &Summary| match (&old.exit, &exit) {
            (Some(a), Some(b)) => a.is_within(b) && b.is_within(a),
            (None, None) => true,
            _ => false,
        };
        let replaced = old.is_some_and(|old| old.used == pass && !same(old));
        self.shared.outdated |= replaced || self.shared.recording;
        let used = old.map_or(0, |old| old.used);
        self.shared.summaries.insert(id, Summary { activation, entry, exit, joins, walked: pass, used });
        Ok(())
    }

    /// What is known of shared procedures, as conditions written into a program.
    pub fn summaries(&self, into: &mut Program) -> Vec<ProcedureProof> {
        let all = self.shared.summaries.iter();
        let proofs = all.map(|(id, summary)| {
            let interface = &self.shared.interfaces[id];
            let procedure = &self.model.program.procedures[*id];
            let place = LoopPlace { calls: Vec::new(), procedure: *id, head: Procedure::ENTRY };
            let mut conditions = |state: &State, variables: Vec<VarId>| {
                let finding = LoopFinding { activation: summary.activation, head: state.clone() };
                Writer::new(&self.model, into).values(&finding, &place, &variables)
            };
            let globals = interface.globals.intersection(&self.shared.changing).copied();
            let requires = conditions(&summary.entry, procedure.parameters.iter().copied().chain(globals).collect());
            let ensures = match &summary.exit {
                Some(exit) => {
                    let changed = interface.changed.iter().copied();
                    conditions(exit, procedure.results.iter().copied().chain(changed).collect())
                }
                None => vec![into.bool_const(false)],
            };
            ProcedureProof { procedure: *id, pointees: Vec::new(), requires, ensures }
        });
        proofs.collect()
    }
}
