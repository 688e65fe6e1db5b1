//! Versions for the variables of nested statements.

use super::live::Live;
use super::{Node, SingleAssignment, Step, StepKind};
use crate::derived::Derived;
use crate::layout::Names;
use crate::pass::{Error, Options};
use crate::recipes::{BRANCHING, derive};
use crate::rewrite::{Rewriter, Rule, assigned_places};
use crate::structure::{self, Decision};
use crate::zero::zero_of;
use cairn_base::ids::Id;
use cairn_ir::{
    BlockId, Expr, ExprId, ExprKind, Initial, Origin, Place, PlaceBase, ProcId, Program, Projection, Statement,
    StatementKind, Terminator, VarId, Variable, VariableKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

pub const NAME: &str = "single-assignment";

/// The single-assignment form of an entry.
pub fn of_entry(program: &Program, options: &Options) -> Result<SingleAssignment, Error> {
    single_assignment(&derive(program, &BRANCHING, options)?, options)
}

/// Builds the form of an unwound entry.
pub fn single_assignment(unwound: &Derived, options: &Options) -> Result<SingleAssignment, Error> {
    let Derived { program, back } = unwound;
    let runs = back.runs.get(&options.entry()).cloned().unwrap_or_default();
    let nodes = structure::structure(&program.procedures[options.entry()], &runs)?;
    // The later variables are those of inlined calls.
    let mut builder = Builder::new(program, options.entry(), back.variables_before)?;
    let mut body = Vec::new();
    builder.list(&nodes, &mut body)?;
    let mut beginning = builder.initial_values()?;
    beginning.append(&mut body);
    resolve_exits(&mut beginning, &builder.reserved);
    Ok(SingleAssignment { program: builder.program, body: beginning, inputs: builder.inputs })
}

struct Builder {
    program: Program,
    live: Live,
    entry: ProcId,
    /// The version to read now, by variable. None: only its first version exists, not used yet.
    current: FxHashMap<VarId, VarId>,
    /// How many versions there are.
    last: FxHashMap<VarId, u32>,
    base_names: FxHashMap<VarId, Arc<str>>,
    /// Variables assigned since the start, each with the version it had before: undone at the end of an arm.
    trail: Vec<(VarId, Option<VarId>)>,
    /// First versions, which are defined at the beginning, and in which order they were needed.
    first: Vec<(VarId, VarId)>,
    first_of: FxHashMap<VarId, VarId>,
    bound: FxHashMap<VarId, VarId>,
    inputs: Vec<VarId>,
    /// Wrappers being built, and for each the variables assigned in it.
    wrappers: Vec<(BlockId, usize, Vec<VarId>)>,
    /// By wrapper: the version of each variable after it.
    reserved: Vec<FxHashMap<VarId, VarId>>,
    input_count: u32,
}

impl Builder {
    fn new(program: &Program, entry: ProcId, first_inlined: usize) -> Result<Self, Error> {
        let mut builder = Self {
            program: program.clone(),
            live: Live::new(program, entry, first_inlined),
            entry,
            current: FxHashMap::default(),
            last: FxHashMap::default(),
            base_names: FxHashMap::default(),
            trail: Vec::new(),
            first: Vec::new(),
            first_of: FxHashMap::default(),
            bound: FxHashMap::default(),
            inputs: Vec::new(),
            wrappers: Vec::new(),
            reserved: Vec::new(),
            input_count: 0,
        };
        let mut names = Names::default();
        for (var, variable) in program.variables.iter() {
            let visible = variable.procedure.is_none_or(|owner| owner == entry) && variable.kind != VariableKind::Bound;
            if visible {
                builder.base_names.insert(var, names.fresh(&variable.name));
            }
        }
        let arbitrary = program.globals().filter(|(_, v)| v.initial == Initial::Arbitrary).map(|(var, _)| var);
        for var in arbitrary.chain(program.procedures[entry].parameters.iter().copied()) {
            if program.variables[var].addressable {
                return Err(
                    builder.unsupported(format!("memory (the address of `{}` is taken)", program.variables[var].name))
                );
            }
            let version = builder.read(var)?;
            builder.inputs.push(version);
        }
        Ok(builder)
    }

    fn unsupported(&self, what: String) -> Error {
        let procedure = self.program.procedures[self.entry].name.to_string();
        Error::Unsupported { pass: NAME, what, procedure }
    }
    fn ill_typed(error: cairn_ir::typing::TypeError) -> Error {
        Error::IllTyped { pass: NAME, error }
    }

    // ---- versions ----

    fn new_version(&mut self, var: VarId) -> VarId {
        let number = self.last.entry(var).or_insert(0);
        *number += 1;
        let old = &self.program.variables[var];
        let base = self.base_names.get(&var).unwrap_or(&old.name);
        let version = Variable {
            name: format!("{base}#{number}").into(),
            kind: VariableKind::Local,
            procedure: Some(self.entry),
            initial: Initial::Zero,
            addressable: false,
            ..old.clone()
        };
        let id = self.program.variables.push(version);
        self.program.procedures[self.entry].locals.push(id);
        id
    }

    /// The version to read.
    fn read(&mut self, var: VarId) -> Result<VarId, Error> {
        if let Some(version) = self.current.get(&var) {
            return Ok(*version);
        }
        if self.program.variables[var].addressable {
            let name = &self.program.variables[var].name;
            return Err(self.unsupported(format!("memory (the address of `{name}` is taken)")));
        }
        // Not in the trail: this version exists before everything, in every arm.
        let first = match self.first_of.get(&var) {
            Some(version) => *version,
            None => {
                let version = self.first_version(var);
                self.first.push((var, version));
                self.first_of.insert(var, version);
                version
            }
        };
        self.current.insert(var, first);
        Ok(first)
    }

    /// `X#1`, also if later versions were made first: their numbers start at 2.
    fn first_version(&mut self, var: VarId) -> VarId {
        let later = self.last.insert(var, 0);
        let version = self.new_version(var);
        self.last.insert(var, later.unwrap_or(1).max(1));
        version
    }

    fn write(&mut self, var: VarId) -> Result<VarId, Error> {
        if self.program.variables[var].addressable {
            let name = &self.program.variables[var].name;
            return Err(self.unsupported(format!("memory (the address of `{name}` is taken)")));
        }
        self.last.entry(var).or_insert(1);
        let version = self.new_version(var);
        self.trail.push((var, self.current.insert(var, version)));
        Ok(version)
    }

    /// Undoes assignments back to a length of the trail; returns the versions they had made.
    fn undo_to(&mut self, length: usize) -> Vec<(VarId, VarId)> {
        let mut made = Vec::new();
        let mut seen = FxHashSet::default();
        for index in (length..self.trail.len()).rev() {
            let (var, before) = self.trail[index];
            if seen.insert(var) {
                made.extend(self.current.get(&var).map(|version| (var, *version)));
            }
            match before {
                Some(version) => self.current.insert(var, version),
                None => self.current.remove(&var),
            };
        }
        // In the order of their first assignment.
        let mut order: FxHashMap<VarId, usize> = FxHashMap::default();
        self.trail[length..].iter().enumerate().for_each(|(place, (var, _))| {
            order.entry(*var).or_insert(place);
        });
        self.trail.truncate(length);
        made.sort_by_key(|(var, _)| order[var]);
        made
    }

    // ---- expressions ----

    fn expr(&mut self, root: ExprId) -> Result<ExprId, Error> {
        // The rewriter holds the program while it works; `Versions` lends it back where it is needed.
        let mut program = std::mem::take(&mut self.program);
        let mut rewriter = Rewriter::new(Versions { builder: self });
        let result = rewriter.expr(&mut program, root);
        self.program = program;
        result
    }

    fn bound_variable(&mut self, program: &mut Program, var: VarId) -> VarId {
        if let Some(new) = self.bound.get(&var) {
            return *new;
        }
        let copy = Variable { procedure: Some(self.entry), ..program.variables[var].clone() };
        let new = program.variables.push(copy);
        self.bound.insert(var, new);
        new
    }

    // ---- statements ----

    fn list(&mut self, nodes: &[structure::Node], out: &mut Vec<Node>) -> Result<(), Error> {
        for node in nodes {
            match node {
                structure::Node::Statements(block) => self.block(*block, out)?,
                structure::Node::If { decision, then, otherwise, meets } => {
                    self.if_statement(*decision, then, otherwise, *meets, out)?;
                }
                structure::Node::Wrapper { target, around_loop, body } => {
                    self.wrapper(*target, *around_loop, body, out)?;
                }
                structure::Node::Exit { target } => self.exit(*target, out)?,
                structure::Node::Stop => out.push(Node::Stop),
                structure::Node::Return => out.push(Node::Return),
            }
        }
        Ok(())
    }

    fn block(&mut self, block: BlockId, out: &mut Vec<Node>) -> Result<(), Error> {
        let statements = self.program.procedures[self.entry].blocks[block].statements.clone();
        statements.iter().try_for_each(|statement| self.statement(statement, out))
    }

    fn condition(&mut self, decision: Decision) -> Result<ExprId, Error> {
        let Terminator::Branch { condition, .. } =
            self.program.procedures[self.entry].blocks[decision.block].terminator
        else {
            return Err(self.unsupported("a decision without a branch".into()));
        };
        let condition = self.expr(condition)?;
        if decision.holds { Ok(condition) } else { self.program.not(condition).map_err(Self::ill_typed) }
    }

    fn if_statement(
        &mut self,
        decision: Decision,
        then: &[structure::Node],
        otherwise: &[structure::Node],
        meets: Option<BlockId>,
        out: &mut Vec<Node>,
    ) -> Result<(), Error> {
        let condition = self.condition(decision)?;
        let start = self.trail.len();
        let (mut then_out, mut otherwise_out) = (Vec::new(), Vec::new());
        self.list(then, &mut then_out)?;
        let in_then = self.undo_to(start);
        self.list(otherwise, &mut otherwise_out)?;
        let in_otherwise = self.undo_to(start);
        out.push(Node::If { condition, then: then_out, otherwise: otherwise_out, meets: meets.is_some() });
        let Some(meeting) = meets else { return Ok(()) };
        let first: FxHashMap<VarId, VarId> = in_then.iter().copied().collect();
        let second: FxHashMap<VarId, VarId> = in_otherwise.iter().copied().collect();
        let only_second = in_otherwise.iter().filter(|(var, _)| !first.contains_key(var));
        let assigned: Vec<VarId> = in_then.iter().chain(only_second).map(|(var, _)| *var).collect();
        for var in assigned.into_iter().filter(|var| self.live.is_merged(*var, meeting)).collect::<Vec<_>>() {
            let before =
                if first.contains_key(&var) && second.contains_key(&var) { None } else { Some(self.read(var)?) };
            let choose = |made: &FxHashMap<VarId, VarId>| made.get(&var).copied().or(before).unwrap_or(var);
            let (a, b) = (choose(&first), choose(&second));
            let (a, b) = (self.program.var(a), self.program.var(b));
            let value = self.program.if_else(condition, a, b).map_err(Self::ill_typed)?;
            let target = self.write(var)?;
            let origin = Origin::pass(None, "merge of the arms of an if");
            out.push(Node::Step(Step { kind: StepKind::Assign { target, value }, origin }));
        }
        Ok(())
    }

    fn wrapper(
        &mut self,
        target: BlockId,
        around_loop: bool,
        body: &[structure::Node],
        out: &mut Vec<Node>,
    ) -> Result<(), Error> {
        let id = self.reserved.len();
        self.reserved.push(FxHashMap::default());
        let mut assigned = self.assigned_in(body);
        assigned.retain(|var| self.live.is_merged(*var, target));
        self.wrappers.push((target, id, assigned.clone()));
        let start = self.trail.len();
        let mut inside = Vec::new();
        self.list(body, &mut inside)?;
        self.wrappers.pop();
        self.undo_to(start);
        out.push(Node::Wrapper { id, around_loop, body: inside });
        for var in assigned {
            let version = self.write(var)?;
            self.reserved[id].insert(var, version);
        }
        Ok(())
    }

    /// The variables assigned somewhere in nested statements, in the order of their first assignment.
    fn assigned_in(&self, body: &[structure::Node]) -> Vec<VarId> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut left: Vec<&structure::Node> = body.iter().rev().collect();
        while let Some(node) = left.pop() {
            match node {
                structure::Node::Statements(block) => {
                    for statement in &self.program.procedures[self.entry].blocks[*block].statements {
                        for place in assigned_places(&statement.kind) {
                            if let PlaceBase::Var(var) = place.base {
                                found.extend(seen.insert(var).then_some(var));
                            }
                        }
                    }
                }
                structure::Node::If { then, otherwise, .. } => left.extend(then.iter().chain(otherwise).rev()),
                structure::Node::Wrapper { body, .. } => left.extend(body.iter().rev()),
                _ => {}
            }
        }
        found
    }

    /// Pairs variable and present version for now; [`resolve_exits`] puts the reserved versions in.
    fn exit(&mut self, target: BlockId, out: &mut Vec<Node>) -> Result<(), Error> {
        let wrapper = self.wrappers.iter().rev().find(|(other, _, _)| *other == target).cloned();
        let Some((_, wrapper, assigned)) = wrapper else {
            return Err(self.unsupported("an exit without a wrapper".into()));
        };
        let mut versions = Vec::with_capacity(assigned.len());
        for var in assigned {
            versions.push((var, self.read(var)?));
        }
        out.push(Node::Exit { wrapper, versions });
        Ok(())
    }

    fn statement(&mut self, statement: &Statement, out: &mut Vec<Node>) -> Result<(), Error> {
        let origin = statement.origin.clone();
        let kind = match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = self.expr(*value)?;
                return self.assign(target, value, origin, out);
            }
            StatementKind::Havoc { target } => return self.havoc(target, origin, out),
            StatementKind::Assume(condition) => StepKind::Assume(self.expr(*condition)?),
            StatementKind::Check { property, condition } => {
                StepKind::Check { property: *property, condition: self.expr(*condition)? }
            }
            StatementKind::Event { name, arguments } => {
                let arguments = arguments.iter().map(|argument| self.expr(*argument)).collect::<Result<_, _>>()?;
                StepKind::Event { name: name.clone(), arguments }
            }
            StatementKind::Call { .. } => {
                let procedure = self.program.procedures[self.entry].name.to_string();
                return Err(Error::NotUnwound { pass: NAME, procedure });
            }
            _ => return Err(self.unsupported("a statement on memory".into())),
        };
        out.push(Node::Step(Step { kind, origin }));
        Ok(())
    }

    fn assign(&mut self, target: &Place, value: ExprId, origin: Origin, out: &mut Vec<Node>) -> Result<(), Error> {
        let PlaceBase::Var(var) = target.base else {
            return Err(self.unsupported("memory (an assignment through a pointer)".into()));
        };
        let value = if target.path.is_empty() { value } else { self.updated(var, &target.path, value)? };
        let target = self.write(var)?;
        out.push(Node::Step(Step { kind: StepKind::Assign { target, value }, origin }));
        Ok(())
    }

    /// The whole variable with a part replaced: `A(i).f := x` is `store(A, i, A(i) with f => x)`.
    fn updated(&mut self, var: VarId, path: &[Projection], value: ExprId) -> Result<ExprId, Error> {
        let mut path = path.to_vec();
        for projection in &mut path {
            if let Projection::Index(index) = projection {
                *index = self.expr(*index)?;
            }
        }
        let version = self.read(var)?;
        let mut whole = vec![self.program.var(version)];
        for projection in &path[..path.len() - 1] {
            let outer = whole[whole.len() - 1];
            let inner = match projection {
                Projection::Index(index) => self.program.index(outer, *index),
                Projection::Field(n) => self.program.field(outer, *n),
                Projection::Member(n) => self.program.member(outer, *n),
            };
            whole.push(inner.map_err(Self::ill_typed)?);
        }
        let mut value = value;
        for (projection, outer) in path.iter().zip(whole).rev() {
            let kind = match projection {
                Projection::Index(index) => ExprKind::Update(outer, *index, value),
                Projection::Field(n) => ExprKind::WithField(outer, *n, value),
                Projection::Member(n) => ExprKind::WithMember(outer, *n, value),
            };
            let ty = self.program.type_of(outer);
            value = self.program.add_expr(kind, ty, None).map_err(Self::ill_typed)?;
        }
        Ok(value)
    }

    /// A part that becomes arbitrary is an input of its own.
    fn havoc(&mut self, target: &Place, origin: Origin, out: &mut Vec<Node>) -> Result<(), Error> {
        match target.base {
            PlaceBase::Var(var) if target.path.is_empty() => {
                let target = self.write(var)?;
                out.push(Node::Step(Step { kind: StepKind::Havoc { target }, origin }));
                Ok(())
            }
            PlaceBase::Var(_) => {
                let ty = cairn_ir::typing::place_type(&self.program, target).map_err(Self::ill_typed)?;
                self.input_count += 1;
                let name = format!("_Input#{}", self.input_count);
                let input = self.program.add_variable(name, ty, VariableKind::Local, Some(self.entry));
                out.push(Node::Step(Step { kind: StepKind::Havoc { target: input }, origin: origin.clone() }));
                let value = self.program.var(input);
                self.assign(target, value, origin, out)
            }
            PlaceBase::Deref(..) => Err(self.unsupported("memory (an assignment through a pointer)".into())),
        }
    }

    /// Definitions of the first versions that are read and are not inputs.
    fn initial_values(&mut self) -> Result<Vec<Node>, Error> {
        let mut steps = Vec::new();
        let mut defined = 0;
        // Reading an initial value may need further first versions, of other globals.
        while defined < self.first.len() {
            let (var, version) = self.first[defined];
            defined += 1;
            if self.inputs.contains(&version) {
                continue;
            }
            let variable = &self.program.variables[var];
            let (ty, initial, span) = (variable.ty, variable.initial.clone(), variable.span);
            let value = match initial {
                Initial::Value(value) => self.expr(value)?,
                Initial::Zero | Initial::Arbitrary => zero_of(&mut self.program, ty, NAME)?,
            };
            let kind = StepKind::Assign { target: version, value };
            steps.push((var, Node::Step(Step { kind, origin: Origin::pass(span, "initial value") })));
        }
        steps.sort_by_key(|(var, _)| var.index());
        Ok(steps.into_iter().map(|(_, node)| node).collect())
    }
}

/// Variables to their versions.
struct Versions<'b> {
    builder: &'b mut Builder,
}

impl Versions<'_> {
    fn with_program<T>(&mut self, program: &mut Program, act: impl FnOnce(&mut Builder) -> T) -> T {
        std::mem::swap(program, &mut self.builder.program);
        let result = act(self.builder);
        std::mem::swap(program, &mut self.builder.program);
        result
    }
}

impl Rule for Versions<'_> {
    fn pass(&self) -> &'static str {
        NAME
    }
    fn replace(&mut self, program: &mut Program, node: &Expr) -> Result<Option<ExprId>, Error> {
        match &node.kind {
            ExprKind::Var(var) if program.variables[*var].kind == VariableKind::Bound => {
                let new = self.builder.bound_variable(program, *var);
                program.add_expr(ExprKind::Var(new), node.ty, node.span).map(Some).map_err(Builder::ill_typed)
            }
            ExprKind::Var(var) => {
                let version = self.with_program(program, |builder| builder.read(*var));
                let added = program.add_expr(ExprKind::Var(version?), node.ty, node.span);
                added.map(Some).map_err(Builder::ill_typed)
            }
            ExprKind::Load(_) | ExprKind::AddressOf(_) | ExprKind::Contents(_) => {
                Err(self.with_program(program, |builder| builder.unsupported("memory (a load or an address)".into())))
            }
            ExprKind::Old(_) => {
                Err(self.with_program(program, |builder| builder.unsupported("`Old` in the body".into())))
            }
            _ => Ok(None),
        }
    }
    fn rename(&mut self, program: &mut Program, var: VarId) -> VarId {
        self.builder.bound_variable(program, var)
    }
}

/// Puts the reserved versions, known only at the ends of wrappers, into the exits.
fn resolve_exits(nodes: &mut [Node], reserved: &[FxHashMap<VarId, VarId>]) {
    let mut left: Vec<&mut Node> = nodes.iter_mut().collect();
    while let Some(node) = left.pop() {
        match node {
            Node::Exit { wrapper, versions } => {
                for (target, _) in versions {
                    *target = reserved[*wrapper].get(target).copied().unwrap_or(*target);
                }
            }
            Node::If { then, otherwise, .. } => left.extend(then.iter_mut().chain(otherwise)),
            Node::Wrapper { body, .. } => left.extend(body.iter_mut()),
            _ => {}
        }
    }
}
