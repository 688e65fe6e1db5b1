//! Conditional normal form (Lourenço et al., "SPARK-BMC", figure 4): a list of `guard => statement`, and the sets C
//! and P.
//!
//! In: single-assignment form. Nested `if`s become conjunctions of their conditions. Exits are removed:
//! after the exit number n of a wrapper, what follows in it is guarded by `_NExit#n`, which says that no
//! exit was taken; the versions reserved for the end of the wrapper are assigned where exits were.
//!
//! C holds `guard → target = value` for each assignment and `guard → condition` for each assumption, P
//! `guard → condition` for each check. `C ∪ {¬∧P}` is satisfiable exactly if some check can fail: the
//! *first* check of P that a model falsifies is a real failure. Later ones need not be, since after a
//! failed check a real execution ends while the formulas go on.

use crate::layout::{block, in_reading_order};
use crate::notation;
use crate::pass::{Error, Options};
use crate::single_assignment::{self, Node, SingleAssignment, Step, StepKind, never_passes, step_text};
use cairn_base::Table;
use cairn_ir::typing::TypeError;
use cairn_ir::{
    Binary, Block, BlockId, Counterexample, ExprId, Initial, Origin, Place, Program, PropertyId, Statement,
    StatementKind, Terminator, Value, VarId, VariableKind,
};

pub const NAME: &str = "conditional-normal-form";

/// `guard => step`; the guard is a conjunction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guarded {
    pub guard: Vec<ExprId>,
    pub step: Step,
}

/// The list, and the program that owns its expressions and versions.
#[derive(Clone, Debug)]
pub struct ConditionalNormalForm {
    pub program: Program,
    pub steps: Vec<Guarded>,
    /// The versions that are inputs whatever happens; further ones are those of `havoc` steps.
    pub inputs: Vec<VarId>,
}

/// The two sets of formulas, as Boolean expressions of `program`, whose variables are the versions.
#[derive(Clone, Debug)]
pub struct Formulas {
    pub program: Program,
    /// C: what executions do.
    pub constraints: Vec<ExprId>,
    /// P: what they must satisfy, in the order of the program.
    pub properties: Vec<(PropertyId, ExprId)>,
}

/// The conditional normal form of an entry.
pub fn of_entry(program: &Program, options: &Options) -> Result<ConditionalNormalForm, Error> {
    conditional_normal_form(&single_assignment::of_entry(program, options)?, options)
}

/// Flattens single-assignment form.
pub fn conditional_normal_form(form: &SingleAssignment, options: &Options) -> Result<ConditionalNormalForm, Error> {
    let normal =
        ConditionalNormalForm { program: form.program.clone(), steps: Vec::new(), inputs: form.inputs.clone() };
    let mut flattener = Flattener { normal, frames: vec![Frame::default()], exits: 0, options };
    flattener.list(&form.body, true).map_err(|error| Error::IllTyped { pass: NAME, error })?;
    Ok(flattener.normal)
}

/// The guards since the start of a wrapper (the first frame: of the whole program).
#[derive(Default)]
struct Frame {
    wrapper: Option<usize>,
    /// No exit of the wrapper was taken so far.
    not_exited: Option<VarId>,
    conditions: Vec<ExprId>,
}

struct Flattener<'o> {
    normal: ConditionalNormalForm,
    frames: Vec<Frame>,
    exits: u32,
    options: &'o Options,
}

impl Flattener<'_> {
    fn list(&mut self, nodes: &[Node], outermost: bool) -> Result<(), TypeError> {
        for (place, node) in nodes.iter().enumerate() {
            match node {
                Node::Step(step) => {
                    let guard = self.guard_from(0);
                    self.normal.steps.push(Guarded { guard, step: step.clone() });
                }
                Node::If { condition, then, otherwise, .. } => self.if_statement(*condition, then, otherwise)?,
                Node::Wrapper { id, body, .. } => {
                    self.frames.push(Frame { wrapper: Some(*id), ..Frame::default() });
                    self.list(body, false)?;
                    self.frames.pop();
                }
                Node::Exit { wrapper, versions } => {
                    let frame = self.frames.iter().rposition(|frame| frame.wrapper == Some(*wrapper)).unwrap_or(0);
                    self.exit(frame, versions)?;
                }
                // What follows `assert False` needs no guard: where it was reached, C or P is false already.
                Node::Stop if place > 0 && never_passes(&self.normal.program, &nodes[place - 1]) => {}
                Node::Return | Node::Stop if outermost && place + 1 == nodes.len() => {}
                Node::Return | Node::Stop => self.exit(0, &[])?,
            }
        }
        Ok(())
    }

    fn if_statement(&mut self, condition: ExprId, then: &[Node], otherwise: &[Node]) -> Result<(), TypeError> {
        let frame = self.frames.len() - 1;
        self.frames[frame].conditions.push(condition);
        self.list(then, false)?;
        self.frames[frame].conditions.pop();
        if !otherwise.is_empty() {
            let negated = self.normal.program.not(condition)?;
            self.frames[frame].conditions.push(negated);
            self.list(otherwise, false)?;
            self.frames[frame].conditions.pop();
        }
        Ok(())
    }

    /// What must hold for control to be here, seen from the start of a frame.
    fn guard_from(&mut self, frame: usize) -> Vec<ExprId> {
        let mut guard = Vec::new();
        for frame in &self.frames[frame..] {
            guard.extend(frame.not_exited.map(|var| self.normal.program.var(var)));
            guard.extend(&frame.conditions);
        }
        guard
    }

    /// Leaves the wrapper of a frame, and those inside it: in each, nothing that follows is executed.
    fn exit(&mut self, target: usize, versions: &[(VarId, VarId)]) -> Result<(), TypeError> {
        let guard = self.guard_from(0);
        let mut ended = Vec::new();
        for frame in target..self.frames.len() {
            // `_NExit#n := not (conditions) and _NExit#m`
            let before = self.frames[frame].not_exited.map(|var| self.normal.program.var(var));
            let mut taken = self.frames[frame].conditions.clone();
            taken.extend(self.guard_from(frame + 1));
            let taken = conjunction(&mut self.normal.program, &taken)?;
            let mut value = self.normal.program.not(taken)?;
            if let Some(before) = before {
                value = self.normal.program.binary(Binary::And, value, before)?;
            }
            ended.push((frame, value));
        }
        for (frame, value) in ended {
            self.exits += 1;
            let ty = self.normal.program.types.bool();
            let name = format!("_NExit#{}", self.exits);
            let entry = Some(self.options.entry());
            let target = self.normal.program.add_variable(name, ty, VariableKind::Local, entry);
            self.push(Vec::new(), StepKind::Assign { target, value }, "exit of a wrapper");
            self.frames[frame].not_exited = Some(target);
        }
        for (target, version) in versions {
            let value = self.normal.program.var(*version);
            self.push(guard.clone(), StepKind::Assign { target: *target, value }, "value at the exit of a wrapper");
        }
        Ok(())
    }

    fn push(&mut self, guard: Vec<ExprId>, kind: StepKind, why: &str) {
        self.normal.steps.push(Guarded { guard, step: Step { kind, origin: Origin::pass(None, why) } });
    }
}

fn conjunction(program: &mut Program, parts: &[ExprId]) -> Result<ExprId, TypeError> {
    let Some((first, rest)) = parts.split_first() else { return Ok(program.bool_const(true)) };
    rest.iter().try_fold(*first, |whole, part| program.binary(Binary::And, whole, *part))
}

impl ConditionalNormalForm {
    /// The sets C and P.
    pub fn formulas(&self) -> Result<Formulas, Error> {
        let mut formulas = Formulas { program: self.program.clone(), constraints: Vec::new(), properties: Vec::new() };
        for step in &self.steps {
            formulas.add(step).map_err(|error| Error::IllTyped { pass: NAME, error })?;
        }
        Ok(formulas)
    }

    /// The list as a program: one procedure without parameters whose variables are the versions, and which asks
    /// for the same inputs. Versions that are not assigned are zero.
    pub fn straight_line(&self, options: &Options) -> Result<Program, Error> {
        let mut program = self.program.clone();
        for (_, variable) in program.variables.iter_mut() {
            variable.initial = Initial::Zero;
        }
        let mut blocks: Table<BlockId, Block> = Table::new();
        let inputs = self.inputs.iter().map(|input| statement(StepKind::Havoc { target: *input }, Origin::default()));
        let mut current = blocks.push(block("inputs", inputs.collect(), Terminator::Return));
        for Guarded { guard, step } in &self.steps {
            let condition = conjunction(&mut program, guard).map_err(|error| Error::IllTyped { pass: NAME, error })?;
            let then =
                blocks.push(block("step", vec![statement(step.kind.clone(), step.origin.clone())], Terminator::Return));
            let next = blocks.push(block("next", Vec::new(), Terminator::Return));
            blocks[then].terminator = Terminator::Goto(next);
            blocks[current].terminator = Terminator::Branch { condition, then, otherwise: next };
            current = next;
        }
        let procedure = &mut program.procedures[options.entry()];
        procedure.blocks = in_reading_order(blocks).blocks;
        let mut owned = std::mem::take(&mut procedure.parameters);
        owned.append(&mut procedure.results);
        procedure.locals.extend(&owned);
        procedure.contract = Default::default();
        for var in owned {
            program.variables[var].kind = VariableKind::Local;
        }
        Ok(program)
    }

    /// The execution that a model of the formulas describes. `value` gives the model's value of a version,
    /// `holds` that of a Boolean expression of the program.
    pub fn counterexample(
        &self,
        options: &Options,
        value: impl Fn(VarId) -> Value,
        holds: impl Fn(ExprId) -> bool,
    ) -> Counterexample {
        let mut inputs: Vec<Value> = self.inputs.iter().map(|var| value(*var)).collect();
        for step in &self.steps {
            if let StepKind::Havoc { target } = step.step.kind
                && step.guard.iter().all(|part| holds(*part))
            {
                inputs.push(value(target));
            }
        }
        Counterexample { entry: options.entry(), inputs }
    }
}

fn statement(kind: StepKind, origin: Origin) -> Statement {
    let kind = match kind {
        StepKind::Assign { target, value } => StatementKind::Assign { target: Place::var(target), value },
        StepKind::Havoc { target } => StatementKind::Havoc { target: Place::var(target) },
        StepKind::Assume(condition) => StatementKind::Assume(condition),
        StepKind::Check { property, condition } => StatementKind::Check { property, condition },
        StepKind::Event { name, arguments } => StatementKind::Event { name, arguments },
    };
    Statement { kind, origin }
}

impl Formulas {
    fn add(&mut self, step: &Guarded) -> Result<(), TypeError> {
        let formula = match &step.step.kind {
            StepKind::Assign { target, value } => {
                let target = self.program.var(*target);
                self.program.binary(Binary::Equal, target, *value)?
            }
            StepKind::Assume(condition) | StepKind::Check { condition, .. } => *condition,
            StepKind::Havoc { .. } | StepKind::Event { .. } => return Ok(()),
        };
        let formula = if step.guard.is_empty() {
            formula
        } else {
            let guard = conjunction(&mut self.program, &step.guard)?;
            self.program.binary(Binary::Implies, guard, formula)?
        };
        match step.step.kind {
            StepKind::Check { property, .. } => self.properties.push((property, formula)),
            _ => self.constraints.push(formula),
        }
        Ok(())
    }
}

impl std::fmt::Display for ConditionalNormalForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for Guarded { guard, step } in &self.steps {
            let parts: Vec<String> = guard.iter().map(|part| notation::expr(&self.program, *part)).collect();
            let guard = if parts.is_empty() { "True".to_string() } else { parts.join(" and ") };
            writeln!(f, "{guard} => {}", step_text(&self.program, step))?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Formulas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "C:")?;
        for formula in &self.constraints {
            writeln!(f, "  {}", notation::expr(&self.program, *formula))?;
        }
        writeln!(f, "P:")?;
        for (property, formula) in &self.properties {
            let name = &self.program.properties[*property].name;
            writeln!(f, "  {name}: {}", notation::expr(&self.program, *formula))?;
        }
        Ok(())
    }
}
