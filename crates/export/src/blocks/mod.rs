//! The block-variable encoding of Henry, "Analyse de programmes par SMT-solving", sections 2.3 and 3.
//!
//! In: a program whose entry is acyclic, without calls and memory (inlined, unwound, promoted). Out: an SMT-LIB
//! script that is satisfiable exactly if an execution violates a property. It holds
//!
//! - one Boolean per basic block, which is the disjunction over its predecessors of "that block is executed, nothing
//!   failed in it, and it leads here" (formula 1 of the paper);
//! - per block `(or (not bb) (and …))` with an equation for each value computed there and the branch at its end;
//! - where blocks meet, a value chosen by nested `ite` over the predecessors' Booleans;
//! - `stop` and `warn` Booleans for assumptions and checks, and at the end: some check fails, and no assumption does.
//!
//! Two departures from the paper. Its `stop` and `warn` variables are constrained only where their block is executed,
//! so a solver may choose them freely elsewhere and answer `sat` without a reason; here they are equations. And an
//! execution ends at the first check that fails, as everywhere in Cairn.
//!
//! Values used once are not named (a wish of the paper, section 5).

mod expressions;
mod print;

use crate::{Error, refuse};
use cairn_ir::{
    BlockId, ExprId, ExprKind, Initial, Place, PlaceBase, ProcId, Procedure, Program, StatementKind, Terminator,
    TypeId, TypeKind, Value, VarId,
};
use cairn_passes::FlowGraph;
use expressions::Translator;
use rustc_hash::{FxHashMap, FxHashSet};

/// A formula or term; applications are lists whose first item is the operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl Sexp {
    pub fn atom(text: impl Into<String>) -> Self {
        Sexp::Atom(text.into())
    }
    pub fn apply(operator: &str, arguments: impl IntoIterator<Item = Sexp>) -> Self {
        Sexp::List([Sexp::atom(operator)].into_iter().chain(arguments).collect())
    }
    pub fn not(self) -> Self {
        match self {
            Sexp::Atom(text) if text == "true" => Sexp::atom("false"),
            Sexp::Atom(text) if text == "false" => Sexp::atom("true"),
            Sexp::List(items) if items.len() == 2 && items[0] == Sexp::atom("not") => items[1].clone(),
            other => Sexp::apply("not", [other]),
        }
    }
    /// A conjunction without its neutral element.
    pub fn and(parts: impl IntoIterator<Item = Sexp>) -> Self {
        Self::joined("and", "true", parts)
    }
    pub fn or(parts: impl IntoIterator<Item = Sexp>) -> Self {
        Self::joined("or", "false", parts)
    }
    fn joined(operator: &str, neutral: &str, parts: impl IntoIterator<Item = Sexp>) -> Self {
        let mut parts: Vec<Sexp> = parts.into_iter().filter(|part| *part != Sexp::atom(neutral)).collect();
        let absorbing = Sexp::atom(if neutral == "true" { "false" } else { "true" });
        match parts.len() {
            _ if parts.contains(&absorbing) => absorbing,
            0 => Sexp::atom(neutral),
            1 => parts.remove(0),
            _ => Sexp::apply(operator, parts),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Integers {
    /// Mathematical integers with the bounds of their types, as in the paper.
    Mathematical,
    BitVectors,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// SMT-LIB 2.6.
    Version2,
    /// SMT-LIB 1.2, the paper's.
    Version1,
}

/// What the formula is made of, before it is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Formula {
    pub blocks: Vec<String>,
    pub inputs: Vec<(String, TypeId)>,
    pub values: Vec<(String, TypeId)>,
    pub stops: Vec<String>,
    pub warns: Vec<(String, String)>,
    /// What holds of the inputs.
    pub ranges: Vec<Sexp>,
    pub parts: Vec<BlockPart>,
}

/// One block: when it is executed, what it computes, where it goes.
#[derive(Clone, Debug)]
pub(crate) struct BlockPart {
    pub name: String,
    pub executed: Sexp,
    pub definitions: Vec<(String, Sexp)>,
    pub leads_to: Sexp,
    pub stops: Vec<(String, Sexp)>,
    pub warns: Vec<(String, Sexp)>,
}

/// The script for one entry.
pub fn encode(program: &Program, entry: ProcId, integers: Integers, syntax: Syntax) -> Result<String, Error> {
    let mut formula = Encoder::new(program, entry, integers)?.run()?;
    formula.inline_single_uses();
    Ok(print::script(program, &formula, integers, syntax))
}

/// Words of SMT-LIB 2.6 and 1.2 and of the logics used: no variable is called so.
const RESERVED: &str = "Array Bool Int Real String abs and as assert benchmark concat continue declare define distinct \
    div exists exit extract false flet forall if iff implies is ite let match mod model not or par pop push repeat reset \
    sat select sign_extend store theory then true unknown unsat update xor zero_extend";

const NO_MEMORY: &str =
    "the encoding by blocks has no memory, and this program uses pointers to it; `--encoding paths` has it";

struct Encoder<'p> {
    program: &'p Program,
    procedure: &'p Procedure,
    graph: FlowGraph,
    translator: Translator<'p>,
    formula: Formula,
    names: FxHashMap<BlockId, String>,
    used: FxHashSet<String>,
    /// At the end of each block: the version of each variable, and the conditions under which its edges are taken.
    versions: FxHashMap<BlockId, FxHashMap<VarId, Sexp>>,
    edges: FxHashMap<(BlockId, BlockId), Vec<Sexp>>,
}

impl<'p> Encoder<'p> {
    fn new(program: &'p Program, entry: ProcId, integers: Integers) -> Result<Self, Error> {
        let procedure = &program.procedures[entry];
        let graph = FlowGraph::new(procedure);
        if !graph.is_acyclic() {
            return refuse("the encoding by blocks needs a program without loops: give a bound with `--unwind K`");
        }
        let translator = Translator { program, integers };
        Ok(Self {
            program,
            procedure,
            graph,
            translator,
            formula: Formula::default(),
            names: FxHashMap::default(),
            used: RESERVED.split_whitespace().map(String::from).collect(),
            versions: FxHashMap::default(),
            edges: FxHashMap::default(),
        })
    }

    fn run(mut self) -> Result<Formula, Error> {
        let order: Vec<BlockId> = self.graph.reverse_post_order().to_vec();
        for &block in &order {
            let name = self.fresh_name(&self.procedure.blocks[block].label.clone());
            self.names.insert(block, name.clone());
            self.formula.blocks.push(name);
        }
        let first = self.initial_versions()?;
        for &block in &order {
            self.block(block, &first)?;
        }
        Ok(self.formula)
    }

    /// A name that SMT-LIB accepts and nothing else has.
    fn fresh_name(&mut self, wish: &str) -> String {
        let safe: String = wish.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
        let trimmed = safe.trim_matches('_');
        let starts_badly = trimmed.is_empty() || trimmed.starts_with(|c: char| c.is_ascii_digit());
        let safe = match trimmed {
            _ if starts_badly => format!("bb{trimmed}"),
            // Operations on bit-vectors are called so.
            _ if trimmed.starts_with("bv") => format!("v_{trimmed}"),
            _ => trimmed.to_string(),
        };
        // `x_3`, `stop_0` and `warn_1` have a meaning of their own.
        let is_taken = |name: &str| {
            let numbered = name.rsplit_once('_').filter(|(word, _)| matches!(*word, "x" | "stop" | "warn"));
            let own = numbered.is_some_and(|(_, number)| number.bytes().all(|b| b.is_ascii_digit()));
            own || self.used.contains(name)
        };
        let name = match is_taken(&safe) {
            false => safe,
            true => (1..).map(|n| format!("{safe}_{n}")).find(|n| !is_taken(n)).unwrap_or(safe),
        };
        self.used.insert(name.clone());
        name
    }
    fn new_input(&mut self, var: VarId) -> Result<Sexp, Error> {
        let ty = self.program.variables[var].ty;
        self.translator.check_type(ty, &self.program.variables[var].name)?;
        let name = self.fresh_name(&self.program.variables[var].name.clone());
        self.formula.ranges.extend(self.translator.range(ty, &name));
        self.formula.inputs.push((name.clone(), ty));
        Ok(Sexp::atom(name))
    }
    fn new_value(&mut self, ty: TypeId) -> Result<String, Error> {
        self.translator.check_type(ty, "a value")?;
        let name = format!("x_{}", self.formula.values.len());
        self.formula.values.push((name.clone(), ty));
        Ok(name)
    }

    /// What variables hold before the first block.
    fn initial_versions(&mut self) -> Result<FxHashMap<VarId, Sexp>, Error> {
        let mut versions = FxHashMap::default();
        for &var in &self.procedure.parameters {
            let input = self.new_input(var)?;
            versions.insert(var, input);
        }
        let mentioned = self.mentioned();
        for (var, variable) in self.program.globals() {
            if !mentioned.contains(&var) {
                continue;
            }
            let value = match variable.initial {
                Initial::Arbitrary => self.new_input(var)?,
                Initial::Zero => self.translator.zero(variable.ty)?,
                Initial::Value(expr) => self.translator.expr(expr, &versions)?,
            };
            versions.insert(var, value);
        }
        for &var in self.procedure.locals.iter().chain(&self.procedure.results) {
            // A variable of another type may be there without being used.
            if let Ok(zero) = self.translator.zero(self.program.variables[var].ty) {
                versions.insert(var, zero);
            }
        }
        Ok(versions)
    }
    /// Variables that some statement or branch mentions.
    fn mentioned(&self) -> FxHashSet<VarId> {
        let mut found = FxHashSet::default();
        let mut queue: Vec<ExprId> = Vec::new();
        for block in self.procedure.blocks.values() {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { target, value } => {
                        queue.push(*value);
                        found.extend(base_variable(target));
                    }
                    StatementKind::Havoc { target } => found.extend(base_variable(target)),
                    StatementKind::Assume(condition) | StatementKind::Check { condition, .. } => queue.push(*condition),
                    _ => {}
                }
            }
            match &block.terminator {
                Terminator::Branch { condition, .. } => queue.push(*condition),
                Terminator::Switch { value, .. } => queue.push(*value),
                _ => {}
            }
        }
        while let Some(expr) = queue.pop() {
            let kind = &self.program.expr(expr).kind;
            if let ExprKind::Var(var) = kind {
                found.insert(*var);
            }
            kind.for_each_child(|child| queue.push(child));
        }
        found
    }

    // ---- one block ----

    fn block(&mut self, block: BlockId, first: &FxHashMap<VarId, Sexp>) -> Result<(), Error> {
        let mut part = BlockPart {
            name: self.names[&block].clone(),
            executed: self.executed(block),
            definitions: Vec::new(),
            leads_to: Sexp::atom("true"),
            stops: Vec::new(),
            warns: Vec::new(),
        };
        let mut versions = self.versions_at(block, first, &mut part)?;
        // What must hold for the execution to get further in the block.
        let mut alive: Vec<Sexp> = Vec::new();
        for statement in &self.procedure.blocks[block].statements {
            self.statement(&statement.kind, &mut versions, &mut alive, &mut part)?;
        }
        self.terminator(block, &versions, &alive, &mut part)?;
        self.versions.insert(block, versions);
        self.formula.parts.push(part);
        Ok(())
    }
    fn executed(&self, block: BlockId) -> Sexp {
        if block == Procedure::ENTRY {
            return Sexp::atom("true");
        }
        let mut ways = Vec::new();
        for from in self.distinct_predecessors(block) {
            for condition in self.edges.get(&(from, block)).into_iter().flatten() {
                ways.push(Sexp::and([Sexp::atom(self.names[&from].clone()), condition.clone()]));
            }
        }
        Sexp::or(ways)
    }
    fn distinct_predecessors(&self, block: BlockId) -> Vec<BlockId> {
        let mut found: Vec<BlockId> = Vec::new();
        for &from in self.graph.predecessors(block) {
            if self.graph.is_reachable(from) && !found.contains(&from) {
                found.push(from);
            }
        }
        found
    }
    /// Versions where ways meet: those that differ get a name, chosen by the block that was executed before.
    fn versions_at(
        &mut self,
        block: BlockId,
        first: &FxHashMap<VarId, Sexp>,
        part: &mut BlockPart,
    ) -> Result<FxHashMap<VarId, Sexp>, Error> {
        let predecessors = self.distinct_predecessors(block);
        let Some((&start, others)) = predecessors.split_first() else { return Ok(first.clone()) };
        let mut versions = self.versions[&start].clone();
        let mut differing: Vec<VarId> = versions.keys().copied().collect();
        differing.sort_unstable_by_key(|var| var.0);
        differing.retain(|var| others.iter().any(|other| self.versions[other].get(var) != versions.get(var)));
        for var in differing {
            let mut chosen = versions[&var].clone();
            for other in others {
                let Some(value) = self.versions[other].get(&var) else { continue };
                if *value != chosen {
                    let executed = Sexp::atom(self.names[other].clone());
                    chosen = Sexp::apply("ite", [executed, value.clone(), chosen]);
                }
            }
            let name = self.new_value(self.program.variables[var].ty)?;
            part.definitions.push((name.clone(), chosen));
            versions.insert(var, Sexp::atom(name));
        }
        Ok(versions)
    }

    fn statement(
        &mut self,
        kind: &StatementKind,
        versions: &mut FxHashMap<VarId, Sexp>,
        alive: &mut Vec<Sexp>,
        part: &mut BlockPart,
    ) -> Result<(), Error> {
        match kind {
            StatementKind::Assign { target, value } => {
                let var = self.whole_variable(target)?;
                let value = self.term(*value, versions, alive)?;
                let version = match value {
                    Sexp::Atom(_) => value,
                    value => {
                        let name = self.new_value(self.program.variables[var].ty)?;
                        part.definitions.push((name.clone(), value));
                        Sexp::atom(name)
                    }
                };
                versions.insert(var, version);
            }
            StatementKind::Havoc { target } => {
                let var = self.whole_variable(target)?;
                let input = self.new_input(var)?;
                versions.insert(var, input);
            }
            StatementKind::Assume(condition) => {
                let holds = self.term(*condition, versions, alive)?;
                let name = format!("stop_{}", self.formula.stops.len());
                self.formula.stops.push(name.clone());
                part.stops.push((name, self.reached_and_not(alive, &holds, &part.name)));
                alive.push(holds);
            }
            StatementKind::Check { property, condition } => {
                let holds = self.term(*condition, versions, alive)?;
                if holds != Sexp::atom("true") {
                    let name = format!("warn_{}", self.formula.warns.len());
                    let property = &self.program.properties[*property];
                    self.formula.warns.push((name.clone(), format!("{}: {}", property.name, property.description)));
                    part.warns.push((name, self.reached_and_not(alive, &holds, &part.name)));
                    alive.push(holds);
                }
            }
            StatementKind::Live(_) | StatementKind::Dead(_) | StatementKind::Event { .. } => {}
            StatementKind::Call { .. } => return refuse("a call is left after inlining"),
            _ => return refuse(NO_MEMORY),
        }
        Ok(())
    }
    /// An expression, without wrapping around where a check before has excluded it.
    fn term(&self, expr: ExprId, versions: &FxHashMap<VarId, Sexp>, alive: &[Sexp]) -> Result<Sexp, Error> {
        Ok(self.translator.unwrap_known(self.translator.expr(expr, versions)?, alive))
    }
    fn reached_and_not(&self, alive: &[Sexp], holds: &Sexp, block: &str) -> Sexp {
        Sexp::and([Sexp::atom(block)].into_iter().chain(alive.iter().cloned()).chain([holds.clone().not()]))
    }
    fn whole_variable(&self, place: &Place) -> Result<VarId, Error> {
        match (&place.base, place.path.is_empty()) {
            (PlaceBase::Var(var), true) if !self.program.variables[*var].addressable => Ok(*var),
            (PlaceBase::Var(var), _) => refuse(format!(
                "the encoding by blocks has no memory, arrays or records, and `{}` is there or is one; `--encoding paths` has them",
                self.program.variables[*var].name
            )),
            _ => refuse(NO_MEMORY),
        }
    }

    fn terminator(
        &mut self,
        block: BlockId,
        versions: &FxHashMap<VarId, Sexp>,
        alive: &[Sexp],
        part: &mut BlockPart,
    ) -> Result<(), Error> {
        let targets: Vec<(Sexp, BlockId)> = match &self.procedure.blocks[block].terminator {
            Terminator::Goto(target) => vec![(Sexp::atom("true"), *target)],
            Terminator::Branch { condition, then, otherwise } => {
                let test = self.term(*condition, versions, alive)?;
                vec![(test.clone(), *then), (test.not(), *otherwise)]
            }
            Terminator::Switch { value, cases, default } => self.switch(*value, cases, *default, versions)?,
            Terminator::Return | Terminator::Stop => Vec::new(),
        };
        let branch = self.branch_formula(&targets);
        let going_on = Sexp::and(alive.iter().cloned());
        part.leads_to = match going_on {
            Sexp::Atom(ref always) if always == "true" => branch,
            condition if branch != Sexp::atom("true") => Sexp::or([condition.not(), branch]),
            _ => branch,
        };
        for (condition, target) in targets {
            let taken = Sexp::and(alive.iter().cloned().chain([condition]));
            if taken != Sexp::atom("false") {
                self.edges.entry((block, target)).or_default().push(taken);
            }
        }
        Ok(())
    }
    fn switch(
        &mut self,
        value: ExprId,
        cases: &[(Value, BlockId)],
        default: BlockId,
        versions: &FxHashMap<VarId, Sexp>,
    ) -> Result<Vec<(Sexp, BlockId)>, Error> {
        let on = self.translator.expr(value, versions)?;
        let mut targets = Vec::new();
        let mut none = Vec::new();
        for (case, target) in cases {
            let constant = self.translator.constant(case)?;
            let equal = Sexp::apply("=", [on.clone(), constant]);
            targets.push((Sexp::and(none.iter().cloned().chain([equal.clone()])), *target));
            none.push(equal.not());
        }
        targets.push((Sexp::and(none), default));
        Ok(targets)
    }
    /// `(ite c bb1 bb2)`, or the block that follows.
    fn branch_formula(&self, targets: &[(Sexp, BlockId)]) -> Sexp {
        let name = |block: &BlockId| Sexp::atom(self.names.get(block).cloned().unwrap_or_else(|| "false".into()));
        match targets {
            [] => Sexp::atom("true"),
            [(_, only)] => name(only),
            [(condition, then), (_, otherwise)] => Sexp::apply("ite", [condition.clone(), name(then), name(otherwise)]),
            several => {
                Sexp::and(several.iter().map(|(condition, target)| Sexp::or([condition.clone().not(), name(target)])))
            }
        }
    }
}

fn base_variable(place: &Place) -> Option<VarId> {
    match place.base {
        PlaceBase::Var(var) => Some(var),
        PlaceBase::Deref(..) => None,
    }
}

/// Whether values of a type can be written in this encoding.
fn is_simple(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Bool | TypeKind::Int(_) | TypeKind::MathInt)
}

// ---- values used once ----

impl Formula {
    /// Before: `(= x_0 e)` and one use of `x_0`. After: that use is `e`. What is not used at all disappears.
    fn inline_single_uses(&mut self) {
        let mut uses: FxHashMap<String, usize> = FxHashMap::default();
        self.for_each(&mut |sexp| count_atoms(sexp, &mut uses));
        let mut replaced: FxHashMap<String, Sexp> = FxHashMap::default();
        for part in &mut self.parts {
            part.definitions.retain_mut(|(name, value)| {
                substitute(value, &replaced);
                match uses.get(name) {
                    None => false,
                    Some(1) => {
                        replaced.insert(name.clone(), value.clone());
                        false
                    }
                    Some(_) => true,
                }
            });
        }
        self.for_each_mut(&mut |sexp| substitute(sexp, &replaced));
        let kept: FxHashSet<String> =
            self.parts.iter().flat_map(|part| part.definitions.iter().map(|(name, _)| name.clone())).collect();
        self.values.retain(|(name, _)| kept.contains(name));
        self.number_values();
        // Inputs that nothing depends on: uninitialised variables that are written before they are read.
        let used = |name: &String| uses.contains_key(name);
        let dropped: FxHashSet<String> =
            self.inputs.iter().map(|(name, _)| name.clone()).filter(|name| !used(name)).collect();
        self.inputs.retain(|(name, _)| !dropped.contains(name));
        self.ranges.retain(|range| {
            let mut mentioned = FxHashMap::default();
            count_atoms(range, &mut mentioned);
            !mentioned.keys().any(|name| dropped.contains(name))
        });
    }
    /// Numbers the values that are left without gaps.
    fn number_values(&mut self) {
        let mut renamed: FxHashMap<String, Sexp> = FxHashMap::default();
        for (number, (name, _)) in self.values.iter_mut().enumerate() {
            let new = format!("x_{number}");
            renamed.insert(std::mem::replace(name, new.clone()), Sexp::Atom(new));
        }
        for (name, _) in self.parts.iter_mut().flat_map(|part| &mut part.definitions) {
            if let Some(Sexp::Atom(new)) = renamed.get(name) {
                name.clone_from(new);
            }
        }
        self.for_each_mut(&mut |sexp| substitute(sexp, &renamed));
    }
    fn for_each(&self, visit: &mut impl FnMut(&Sexp)) {
        for part in &self.parts {
            visit(&part.executed);
            visit(&part.leads_to);
            let named = part.definitions.iter().chain(&part.stops).chain(&part.warns);
            named.for_each(|(_, value)| visit(value));
        }
    }
    fn for_each_mut(&mut self, visit: &mut impl FnMut(&mut Sexp)) {
        for part in &mut self.parts {
            visit(&mut part.executed);
            visit(&mut part.leads_to);
            let named = part.definitions.iter_mut().chain(&mut part.stops).chain(&mut part.warns);
            named.for_each(|(_, value)| visit(value));
        }
    }
}

fn count_atoms(sexp: &Sexp, uses: &mut FxHashMap<String, usize>) {
    match sexp {
        Sexp::Atom(text) => *uses.entry(text.clone()).or_default() += 1,
        Sexp::List(items) => items.iter().for_each(|item| count_atoms(item, uses)),
    }
}

fn substitute(sexp: &mut Sexp, replaced: &FxHashMap<String, Sexp>) {
    match sexp {
        Sexp::Atom(text) => {
            if let Some(value) = replaced.get(text) {
                *sexp = value.clone();
            }
        }
        Sexp::List(items) => items.iter_mut().for_each(|item| substitute(item, replaced)),
    }
}
