//! An arbitrary state for a procedure to start from, as its parameters' types allow.
//!
//! Numbers and globals are arbitrary. A pointer leads nowhere, to an object of its own of any size, or into what
//! another one leads to: each of these ways to share is a case of its own, so that in each a pointer leads to one object.
//! Where nothing is written through pointers and none are compared, sharing cannot be noticed and is left out.
//! Memory behind pointers in memory has no arbitrary state here: a procedure that could follow one is not supported.

use super::pointers::{Effects, PointerFlow, Root, has_pointers};
use super::writer::{Said, Writer, ill_typed};
use cairn_base::Span;
use cairn_ir::{
    Binary, Block, BlockId, Callee, CheckKind, Expr, ExprId, ExprKind, Initial, InputRole, Origin, Place, PlaceBase,
    ProcId, ProcedureRole, Program, Region, Statement, StatementKind, Terminator, TypeId, TypeKind, Unary, VarId,
    VariableKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Ways to share that are told apart.
const MOST_CASES: usize = 203;

/// Where a pointer of the entry state leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    Nowhere,
    Own,
    /// Into the object of an earlier pointer.
    Of(usize),
    Global(VarId),
}

/// What is asked of the whole of what a procedure may execute and of its contract.
struct Reach {
    procedures: Vec<ProcId>,
    globals: BTreeSet<VarId>,
    compares: bool,
    measures: bool,
}

/// A procedure that calls another one from an arbitrary state.
pub fn harness(program: &mut Program, procedure: ProcId) -> ProcId {
    let own = program.procedures[procedure].clone();
    let reach = Reach::of(program, procedure);
    let effects = Effects::of(program, procedure);
    let name = format!("start of {}", own.name);
    let taken = |name: &str| program.procedures.values().any(|p| *p.name == *name);
    let name = if taken(&name) { format!("any start of {}", own.name) } else { name };
    let harness = program.add_procedure(name);
    program.procedures[harness].role = ProcedureRole::Start(own.name.clone());
    program.procedures[harness].span = own.span;
    let mut builder = Builder { program, procedure, harness, span: own.span, reach, pointees: BTreeMap::new() };
    builder.build(&effects);
    harness
}

impl Reach {
    fn of(program: &Program, procedure: ProcId) -> Self {
        let procedures = crate::CallGraph::new(program).reachable(&[procedure]);
        let mut reach = Self { procedures, globals: BTreeSet::new(), compares: false, measures: false };
        for id in reach.procedures.clone() {
            let mut given = FxHashSet::default();
            for_each_expr_of(program, id, &mut |_, node| offsets_given(program, node, &mut given));
            for_each_expr_of(program, id, &mut |expr, node| {
                if !given.contains(&expr) {
                    reach.look(program, node);
                }
            });
            for statement in program.procedures[id].blocks.values().flat_map(|block| &block.statements) {
                for place in crate::rewrite::assigned_places(&statement.kind) {
                    if let PlaceBase::Var(var) = place.base {
                        reach.variable(program, var);
                    }
                }
                reach.measures |= matches!(statement.kind, StatementKind::Release(_));
            }
            let contract = &program.procedures[id].contract;
            reach.measures |= contract.requires.iter().chain(&contract.ensures).any(|e| looks_back(program, *e));
        }
        reach
    }
    fn variable(&mut self, program: &Program, var: VarId) {
        if program.variables[var].kind == VariableKind::Global {
            self.globals.insert(var);
        }
    }
    fn look(&mut self, program: &Program, node: &Expr) {
        let is_pointer = |e: ExprId| matches!(program.types.kind(program.type_of(e)), TypeKind::Pointer);
        match &node.kind {
            ExprKind::Var(var) => self.variable(program, *var),
            ExprKind::AddressOf(place) => {
                if let PlaceBase::Var(var) = place.base {
                    self.variable(program, var);
                }
            }
            ExprKind::Unary(
                Unary::PointerOffset | Unary::PointerObjectSize | Unary::PointerIsHeap | Unary::PointerIsLive,
                _,
            ) => self.measures = true,
            ExprKind::Convert(cairn_ir::Convert::PointerToInt, _) => (self.measures, self.compares) = (true, true),
            ExprKind::Binary(
                Binary::SameObject | Binary::PointerDifference | Binary::PointerLess | Binary::PointerLessEqual,
                ..,
            ) => self.compares = true,
            // A comparison with null says nothing of sharing.
            ExprKind::Binary(Binary::Equal | Binary::NotEqual, a, b) if is_pointer(*a) => {
                let is_constant = |e: ExprId| matches!(program.expr(e).kind, ExprKind::Const(_));
                self.compares |= !is_constant(*a) && !is_constant(*b);
            }
            _ => {}
        }
    }
}

/// The offsets of pointers that a logic function is given: they say which of the elements it is given are meant, and
/// the elements before an object's first pointer are as unknown to it as those that are not there.
fn offsets_given(program: &Program, node: &Expr, found: &mut FxHashSet<ExprId>) {
    let ExprKind::Apply(_, arguments) = &node.kind else { return };
    let mut open = arguments.clone();
    while let Some(expr) = open.pop() {
        match &program.expr(expr).kind {
            ExprKind::Unary(Unary::PointerOffset, _) => {
                found.insert(expr);
            }
            ExprKind::Binary(Binary::Add | Binary::ShiftRight(_), a, b) => open.extend([*a, *b]),
            ExprKind::Old(a) | ExprKind::Convert(cairn_ir::Convert::Retype, a) => open.push(*a),
            _ => {}
        }
    }
}

/// Whether a condition may ask about memory before a pointer: then it matters how much there is.
fn looks_back(program: &Program, root: ExprId) -> bool {
    let (mut open, mut seen) = (vec![(root, false)], FxHashSet::default());
    while let Some((expr, asked)) = open.pop() {
        if !seen.insert((expr, asked)) {
            continue;
        }
        match &program.expr(expr).kind {
            ExprKind::Binary(Binary::PointerAdd { .. }, _, index) if asked && !is_forward(program, *index) => {
                return true;
            }
            ExprKind::Binary(Binary::PointerAdd { .. }, base, _) if asked => open.push((*base, true)),
            ExprKind::Binary(Binary::PointerValid, pointer, bytes) => open.extend([(*pointer, true), (*bytes, false)]),
            kind => kind.for_each_child(|child| open.push((child, asked))),
        }
    }
    false
}

/// Whether an index is no less than 0 for sure.
fn is_forward(program: &Program, index: ExprId) -> bool {
    use cairn_ir::{Convert, Value};
    match &program.expr(index).kind {
        ExprKind::Const(Value::Int(bits)) => !bits.is_negative(),
        ExprKind::Const(Value::MathInt(number)) => *number >= num_bigint::BigInt::from(0),
        ExprKind::Convert(Convert::MathToInt | Convert::Retype | Convert::SignExtend, inner) => {
            matches!(program.expr(*inner).kind, ExprKind::Const(_)) && is_forward(program, *inner)
        }
        ExprKind::Convert(Convert::ZeroExtend, inner) => {
            program.types.int_width(program.type_of(*inner)).is_some_and(|width| width < 64)
        }
        _ => false,
    }
}

/// All expressions of a procedure: its statements and what is promised of it and its loops.
fn for_each_expr_of(program: &Program, procedure: ProcId, look: &mut dyn FnMut(ExprId, &Expr)) {
    let own = &program.procedures[procedure];
    let mut roots: Vec<ExprId> = own.contract.before().chain(own.contract.after()).collect();
    own.contract.assigns.iter().flatten().for_each(|location| location.for_each_expr(|e| roots.push(e)));
    for block in own.blocks.values() {
        for statement in &block.statements {
            crate::rewrite::for_each_expr(&statement.kind, |e| roots.push(e));
        }
        roots.extend(crate::rewrite::terminator_expr(&block.terminator));
        if let Some(contract) = &block.loop_contract {
            roots.extend(contract.invariants.iter().chain(&contract.variants));
            contract.assigns.iter().flatten().for_each(|location| location.for_each_expr(|e| roots.push(e)));
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(expr) = roots.pop() {
        if seen.insert(expr) {
            let node = program.expr(expr);
            look(expr, node);
            node.kind.for_each_child(|child| roots.push(child));
        }
    }
}

struct Builder<'p> {
    program: &'p mut Program,
    procedure: ProcId,
    harness: ProcId,
    span: Option<Span>,
    reach: Reach,
    /// What pointers point to.
    pointees: BTreeMap<VarId, TypeId>,
}

impl Builder<'_> {
    fn build(&mut self, effects: &Effects) {
        let own = self.program.procedures[self.procedure].clone();
        let is_pointer = |p: &Program, var: VarId| matches!(p.types.kind(p.variables[var].ty), TypeKind::Pointer);
        let globals: Vec<VarId> = self.reach.globals.iter().copied().collect();
        let mut pointers: Vec<VarId> =
            own.parameters.iter().copied().filter(|v| is_pointer(self.program, *v)).collect();
        let plain = |p: &Program, var: VarId| is_pointer(p, var) && !p.variables[var].addressable;
        pointers.extend(globals.iter().copied().filter(|var| plain(self.program, *var)));
        for pointer in &pointers {
            let ty = pointee(self.program, self.procedure, *pointer, &mut FxHashSet::default());
            let ty = ty.unwrap_or_else(|| self.program.types.unsigned(8));
            self.pointees.insert(*pointer, ty);
        }
        let start = self.program.add_block(self.harness, "start");
        let mut first = Vec::new();
        let refusal = self.refusal(&own.parameters, &globals, &pointers);
        first.extend(refusal.map(|why| self.refused(&why)));
        first.extend(globals.iter().filter_map(|var| self.havoc_global(*var)));
        let writes_global = effects.globals.iter().any(|var| self.program.variables[*var].addressable);
        let shares = !effects.memory.is_empty() || effects.unknown || writes_global || self.reach.compares;
        let mut cases = self.cases(&pointers, &globals, shares);
        if cases.len() > MOST_CASES {
            let why = format!("{} pointers, any of which may share an object", pointers.len());
            first.push(self.refused(&why));
            cases.truncate(1);
        }
        let which = self.program.types.unsigned(8);
        let mut writer = Writer::new(self.program, self.harness);
        let selector = writer.local("case", which);
        let mut targets = Vec::new();
        for (n, case) in cases.iter().enumerate() {
            let block = writer.program.add_block(self.harness, format!("case {n}"));
            let made = one_case(
                &mut writer,
                self.procedure,
                &own.parameters,
                &pointers,
                &self.pointees,
                case,
                self.reach.measures,
                self.span,
            );
            let mut statements = std::mem::take(&mut writer.out);
            if made.is_err() {
                statements.clear();
            }
            finish(writer.program, self.harness, block, statements);
            targets.push(block);
        }
        let selected = writer.program.var(selector);
        let mut switch = Vec::new();
        for (n, block) in targets.iter().enumerate().skip(1) {
            let bits = cairn_ir::Bits::from_u64(8, n as u64);
            switch.push((cairn_ir::Value::Int(bits), *block));
        }
        if targets.len() > 1 {
            first.push(input(StatementKind::Havoc { target: Place::var(selector) }, self.span));
        }
        let block: &mut Block = &mut self.program.procedures[self.harness].blocks[start];
        block.statements = first;
        block.terminator = match switch.is_empty() {
            true => Terminator::Goto(targets[0]),
            false => Terminator::Switch { value: selected, cases: switch, default: targets[0] },
        };
        block.terminator_origin = Origin::pass(self.span, "entry state");
    }
    fn refused(&mut self, why: &str) -> Statement {
        let owner = Some(self.procedure);
        let property = self.program.add_property(CheckKind::Unsupported, owner, why, self.span);
        let condition = self.program.bool_const(false);
        Statement { kind: StatementKind::Check { property, condition }, origin: Origin::pass(self.span, "entry state") }
    }
    /// Why no arbitrary state can be made for the procedure.
    fn refusal(&self, parameters: &[VarId], globals: &[VarId], pointers: &[VarId]) -> Option<String> {
        let p = &*self.program;
        let with_pointers = |var: &&VarId| has_pointers(p, p.variables[**var].ty) && !pointers.contains(var);
        let open = parameters.iter().find(with_pointers);
        let open = open.or_else(|| globals.iter().filter(|var| !is_constant(p, **var)).find(with_pointers));
        if let Some(var) = open {
            return Some(format!("an arbitrary state of `{}`, which has pointers in it", p.variables[*var].name));
        }
        let deep = self.pointees.iter().find(|(_, ty)| has_pointers(p, **ty))?;
        Some(format!("arbitrary memory behind `{}`, which has pointers in it", p.variables[*deep.0].name))
    }
    fn havoc_global(&self, var: VarId) -> Option<Statement> {
        let variable = &self.program.variables[var];
        if is_constant(self.program, var) || has_pointers(self.program, variable.ty) {
            return None;
        }
        Some(input(StatementKind::Havoc { target: Place::var(var) }, self.span))
    }
    fn cases(&self, pointers: &[VarId], globals: &[VarId], shares: bool) -> Vec<Vec<Lead>> {
        let objects: Vec<VarId> =
            globals.iter().copied().filter(|var| self.program.variables[*var].addressable && shares).collect();
        let mut cases: Vec<Vec<Lead>> = vec![Vec::new()];
        for n in 0..pointers.len() {
            let mut longer = Vec::new();
            for case in &cases {
                let mut leads = vec![Lead::Own, Lead::Nowhere];
                let owners = (0..n).filter(|m| shares && case[*m] == Lead::Own);
                leads.extend(owners.map(Lead::Of));
                leads.extend(objects.iter().map(|var| Lead::Global(*var)));
                longer.extend(leads.into_iter().map(|lead| [case.clone(), vec![lead]].concat()));
            }
            cases = longer;
            if cases.len() > MOST_CASES {
                return cases;
            }
        }
        cases
    }
}

fn input(kind: StatementKind, span: Option<Span>) -> Statement {
    Statement { kind, origin: Origin { span, reason: InputRole::EntryState.into() } }
}

fn finish(program: &mut Program, procedure: ProcId, block: BlockId, statements: Vec<Statement>) {
    let own = &mut program.procedures[procedure].blocks[block];
    own.statements = statements;
    own.terminator = Terminator::Stop;
    own.terminator_origin = Origin::pass(None, "entry state");
}

/// Gives every pointer where it leads, and calls the procedure.
#[allow(clippy::too_many_arguments)]
fn one_case(
    writer: &mut Writer,
    procedure: ProcId,
    parameters: &[VarId],
    pointers: &[VarId],
    pointees: &BTreeMap<VarId, TypeId>,
    case: &[Lead],
    measures: bool,
    span: Option<Span>,
) -> Said<()> {
    let wide = writer.program.types.int(64);
    let mut bases: Vec<ExprId> = Vec::new();
    let mut values: FxHashMap<VarId, ExprId> = FxHashMap::default();
    for (n, (pointer, lead)) in pointers.iter().zip(case).enumerate() {
        let element = pointees[pointer];
        let name = writer.program.variables[*pointer].name.clone();
        let is_shared = case.contains(&Lead::Of(n)) || !matches!(lead, Lead::Own);
        let base = match lead {
            Lead::Nowhere => {
                let ty = writer.program.variables[*pointer].ty;
                let var = writer.local(&name, ty);
                writer.out.push(input(StatementKind::Havoc { target: Place::var(var) }, span));
                writer.program.var(var)
            }
            Lead::Own => {
                let number = writer.program.types.unsigned(64);
                let count = writer.local(&format!("elements at {name}"), number);
                writer.out.push(input(StatementKind::Havoc { target: Place::var(count) }, span));
                let count = writer.program.var(count);
                writer.allocate(&name, element, count, span)
            }
            Lead::Of(other) => bases[*other],
            Lead::Global(var) => writer.program.address_of(Place::var(*var)).map_err(ill_typed)?,
        };
        bases.push(base);
        let moves = *lead != Lead::Nowhere && (is_shared || measures);
        let value = if moves {
            let distance = writer.local(&format!("{name} from the start"), wide);
            writer.out.push(input(StatementKind::Havoc { target: Place::var(distance) }, span));
            let distance = writer.program.var(distance);
            let same = !matches!(lead, Lead::Of(other) if pointees[&pointers[*other]] != element);
            let stride = if same && !matches!(lead, Lead::Global(_)) { writer.size_of(element).max(1) } else { 1 };
            writer.program.binary(Binary::PointerAdd { stride }, base, distance).map_err(ill_typed)?
        } else {
            base
        };
        values.insert(*pointer, value);
    }
    let mut arguments = Vec::new();
    for parameter in parameters {
        arguments.push(match values.get(parameter) {
            Some(value) => *value,
            None => {
                let variable = writer.program.variables[*parameter].clone();
                let var = writer.local(&variable.name, variable.ty);
                writer.out.push(input(StatementKind::Havoc { target: Place::var(var) }, span));
                writer.program.var(var)
            }
        });
    }
    for pointer in pointers.iter().filter(|pointer| !parameters.contains(pointer)) {
        writer.assign(*pointer, values[pointer], span);
    }
    let mut results = Vec::new();
    for result in writer.program.procedures[procedure].results.clone() {
        let variable = writer.program.variables[result].clone();
        results.push(Place::var(writer.local("result", variable.ty)));
    }
    writer.emit(StatementKind::Call { callee: Callee::Direct(procedure), arguments, results }, span);
    Ok(())
}

/// A global that nothing writes and whose address nobody takes, so that it keeps its initial value.
pub fn is_constant(program: &Program, var: VarId) -> bool {
    if program.variables[var].initial == Initial::Arbitrary {
        return false;
    }
    let is_it = |place: &Place| place.base == PlaceBase::Var(var);
    for id in program.procedures.ids() {
        let statements = program.procedures[id].blocks.values().flat_map(|block| &block.statements);
        if statements.flat_map(|s| crate::rewrite::assigned_places(&s.kind)).any(is_it) {
            return false;
        }
        let mut taken = false;
        for_each_expr_of(program, id, &mut |_, node| {
            taken |= matches!(&node.kind, ExprKind::AddressOf(place) if is_it(place));
        });
        if taken {
            return false;
        }
    }
    true
}

/// What a pointer of a procedure is read and written as: the largest type.
fn pointee(
    program: &Program,
    procedure: ProcId,
    pointer: VarId,
    seen: &mut FxHashSet<(ProcId, VarId)>,
) -> Option<TypeId> {
    if !seen.insert((procedure, pointer)) {
        return None;
    }
    let flow = PointerFlow::new(program, procedure);
    let leads = |e: ExprId| flow.of(e).contains(&Root::Entry(pointer));
    let mut found = Vec::new();
    for_each_expr_of(program, procedure, &mut |_, node| match &node.kind {
        ExprKind::Load(at) if leads(*at) => found.push(node.ty),
        ExprKind::Contents(at) if leads(*at) => {
            if let TypeKind::Array { element, .. } = program.types.kind(node.ty) {
                found.push(*element);
            }
        }
        ExprKind::AddressOf(place) => {
            if let PlaceBase::Deref(at, ty) = place.base
                && leads(at)
            {
                found.push(ty);
            }
        }
        _ => {}
    });
    let own = &program.procedures[procedure];
    for location in own.contract.assigns.iter().flatten() {
        match &location.region {
            Region::Elements { pointer: at, element, .. } if leads(*at) => found.push(*element),
            Region::Place(Place { base: PlaceBase::Deref(at, ty), .. }) if leads(*at) => found.push(*ty),
            _ => {}
        }
    }
    for statement in own.blocks.values().flat_map(|block| &block.statements) {
        for place in crate::rewrite::assigned_places(&statement.kind) {
            if let PlaceBase::Deref(at, ty) = place.base
                && leads(at)
            {
                found.push(ty);
            }
        }
        if let StatementKind::Call { callee: Callee::Direct(callee), arguments, .. } = &statement.kind {
            let parameters = program.procedures[*callee].parameters.clone();
            for (parameter, argument) in parameters.iter().zip(arguments).filter(|(_, argument)| leads(**argument)) {
                let _ = argument;
                found.extend(pointee(program, *callee, *parameter, seen));
            }
        }
    }
    let layout = cairn_ir::Layout::new(&program.types, program.target);
    found.into_iter().max_by_key(|ty| layout.size(*ty).unwrap_or(0))
}
