//! Goals as checks of a program: one for each line, for each outcome of each branch, and for each condition of a decision.

use super::decisions::{self, Decision};
use super::operands;
use crate::request::Request;
use cairn_base::{SourceMap, Span};
use cairn_ir::value::Bits;
use cairn_ir::{
    Binary, Block, BlockId, CheckKind, ExprId, Initial, Language, Origin, ProcId, ProcedureRole, Program, PropertyId,
    Reason, Statement, StatementKind, Terminator, TypeId, TypeKind, Value, VarId, VariableKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum What {
    Statement,
    /// Which of its ways a branch goes.
    Branch,
    /// A condition has a value, and decides.
    Condition,
}

#[derive(Clone, Debug)]
pub struct Goal {
    pub what: What,
    /// `true`, `false`, a case; none for a statement.
    pub outcome: Option<String>,
    pub span: Span,
    pub function: Arc<str>,
    pub(super) property: PropertyId,
}

/// A program with goals.
#[derive(Debug)]
pub struct Made {
    pub program: Program,
    pub goals: Vec<Goal>,
    pub selector: VarId,
    pub left_out: Vec<Span>,
    pub never_called: Vec<Arc<str>>,
}

/// Names of what is added.
const SELECTOR: &str = "cover.goal";

pub fn make(mut program: Program, request: &Request, sources: &SourceMap) -> Made {
    super::without_checks(&mut program);
    let integer = program.types.int(32);
    let selector = program.add_variable(SELECTOR, integer, VariableKind::Global, None);
    program.variables[selector].initial = Initial::Arbitrary;
    program.variables[selector].temporary = true;
    let never_called = program.subprograms.iter().filter(|s| !s.is_reached).map(|s| Arc::clone(&s.name)).collect();
    let made = Made { program, goals: Vec::new(), selector, left_out: Vec::new(), never_called };
    let mut maker = Maker { made, integer, sources, known: BTreeMap::new() };
    let is_input = |span: Span| request.inputs.iter().any(|input| input.name == sources.file(span.file).name);
    let procedures: Vec<ProcId> = maker.made.program.procedures.ids().collect();
    for procedure in procedures {
        let body = &maker.made.program.procedures[procedure];
        if body.role == ProcedureRole::Source && body.has_body() && body.span.is_none_or(is_input) {
            maker.procedure(procedure, &is_input);
        }
    }
    maker.made.goals.sort_by_key(|goal| (goal.span.file, goal.span.start, goal.what));
    maker.made
}

/// The choice of no goal at all.
pub fn chosen_none(program: &Program, selector: VarId) -> Option<Value> {
    let TypeKind::Int(width) = program.types.kind(program.variables[selector].ty) else { return None };
    Some(Value::Int(Bits::from_u64(*width, u64::MAX)))
}

struct Maker<'s> {
    made: Made,
    integer: TypeId,
    sources: &'s SourceMap,
    /// Goals that several places reach.
    known: BTreeMap<(ProcId, What, u32, u32, String), PropertyId>,
}

impl Maker<'_> {
    fn procedure(&mut self, procedure: ProcId, is_input: &dyn Fn(Span) -> bool) {
        let blocks: Vec<BlockId> = self.made.program.procedures[procedure].blocks.ids().collect();
        let (decisions, left_out) = decisions::find(&self.made.program, procedure, self.sources, is_input);
        self.made.left_out.extend(left_out);
        for block in &blocks {
            self.statements(procedure, *block, is_input);
        }
        let cases = self.cases(procedure, is_input);
        for block in blocks {
            self.branches(procedure, block, &cases, is_input);
            self.whole(procedure, block, is_input);
        }
        for decision in &decisions {
            self.decision(procedure, decision);
        }
    }

    /// A goal, which is a check that fails for its number.
    fn goal(&mut self, procedure: ProcId, what: What, span: Span, outcome: Option<String>) -> Option<Statement> {
        // A line is one goal, however many statements it has.
        let place = match what {
            What::Statement => (self.sources.file(span.file).line_of(span.start), 0),
            _ => (span.start, span.end),
        };
        let key = (procedure, what, place.0, place.1, outcome.clone().unwrap_or_default());
        let property = match self.known.get(&key) {
            Some(property) => *property,
            None => {
                let program = &mut self.made.program;
                let property = program.add_property(CheckKind::Reachable, Some(procedure), "a goal", Some(span));
                self.known.insert(key, property);
                let function = Arc::clone(program.procedures[procedure].source_name());
                self.made.goals.push(Goal { what, outcome, span, function, property });
                property
            }
        };
        let condition = self.differs(property.0)?;
        let origin = Origin::pass(Some(span), "a goal");
        Some(Statement { kind: StatementKind::Check { property, condition }, origin })
    }
    /// The selector is not this number.
    fn differs(&mut self, number: u32) -> Option<ExprId> {
        let program = &mut self.made.program;
        let selector = program.var(self.made.selector);
        let number = program.int_const(self.integer, number).ok()?;
        program.binary(Binary::NotEqual, selector, number).ok()
    }

    /// A goal in front of the first statement of each line.
    fn statements(&mut self, procedure: ProcId, block: BlockId, is_input: &dyn Fn(Span) -> bool) {
        let own = std::mem::take(&mut self.made.program.procedures[procedure].blocks[block].statements);
        let mut statements = Vec::new();
        let mut last = None;
        for statement in own {
            let place = written(&statement.origin, is_input);
            statements.extend(self.line(procedure, place, &mut last));
            statements.push(statement);
        }
        let end = self.made.program.procedures[procedure].blocks[block].terminator_origin.clone();
        let is_jump = matches!(self.made.program.procedures[procedure].blocks[block].terminator, Terminator::Goto(_));
        let place = written(&end, is_input).filter(|_| !is_jump);
        statements.extend(self.line(procedure, place, &mut last));
        self.made.program.procedures[procedure].blocks[block].statements = statements;
    }
    fn line(&mut self, procedure: ProcId, place: Option<Span>, last: &mut Option<u32>) -> Option<Statement> {
        let span = place?;
        // The end of a body is no statement.
        if matches!(self.sources.text(span), "}" | "end") {
            return None;
        }
        let line = self.sources.file(span.file).line_of(span.start);
        if last.replace(line) == Some(line) {
            return None;
        }
        self.goal(procedure, What::Statement, span, None)
    }

    /// Places of several branches: the choices of one case statement.
    fn cases(&self, procedure: ProcId, is_input: &dyn Fn(Span) -> bool) -> BTreeSet<Span> {
        let (mut once, mut more) = (BTreeSet::new(), BTreeSet::new());
        for block in self.made.program.procedures[procedure].blocks.values() {
            let is_branch = matches!(block.terminator, Terminator::Branch { .. });
            if let Some(span) = written(&block.terminator_origin, is_input).filter(|_| is_branch)
                && !once.insert(span)
            {
                more.insert(span);
            }
        }
        if self.made.program.language == Language::Ada { more } else { BTreeSet::new() }
    }
    /// Goals on the ways that lead out of a block.
    fn branches(&mut self, procedure: ProcId, block: BlockId, cases: &BTreeSet<Span>, is_input: &dyn Fn(Span) -> bool) {
        let own = &self.made.program.procedures[procedure].blocks[block];
        let Some(span) = written(&own.terminator_origin, is_input) else { return };
        let terminator = match own.terminator.clone() {
            Terminator::Branch { condition, then, otherwise } if cases.contains(&span) => {
                let text = cairn_ir::display::condition_text(&self.made.program, condition);
                // What is chosen by has no name of its own.
                let text = match text.strip_prefix("selector = ") {
                    Some(value) => value.to_owned(),
                    None => text.replace("selector", self.sources.text(span)),
                };
                Terminator::Branch { condition, then: self.way(procedure, span, text, then), otherwise }
            }
            Terminator::Branch { condition, then, otherwise } if then != otherwise => Terminator::Branch {
                condition,
                then: self.way(procedure, span, "true".into(), then),
                otherwise: self.way(procedure, span, "false".into(), otherwise),
            },
            Terminator::Switch { value, cases, default } => {
                let ty = self.made.program.type_of(value);
                let case = |maker: &mut Self, (label, to): (Value, BlockId)| {
                    let text = cairn_ir::display::value_text(&maker.made.program, ty, &label);
                    let way = maker.way(procedure, span, text, to);
                    (label, way)
                };
                let cases = cases.into_iter().map(|one| case(self, one)).collect();
                Terminator::Switch { value, cases, default: self.way(procedure, span, "another value".into(), default) }
            }
            _ => return,
        };
        self.made.program.procedures[procedure].blocks[block].terminator = terminator;
    }
    /// Goals in front of a branch whose condition is evaluated as a whole: each of its parts with either value, deciding.
    fn whole(&mut self, procedure: ProcId, block: BlockId, is_input: &dyn Fn(Span) -> bool) {
        let own = &self.made.program.procedures[procedure].blocks[block];
        let (Some(span), Terminator::Branch { condition, .. }) =
            (written(&own.terminator_origin, is_input), own.terminator.clone())
        else {
            return;
        };
        let mut parts = operands::parts(&mut self.made.program, self.sources, condition);
        operands::place(&mut parts, self.sources, span);
        if parts.len() < 2 {
            return;
        }
        if parts.len() > operands::MOST || parts.iter().any(|part| part.span.is_none()) {
            return self.made.left_out.push(span);
        }
        let (after, origin) =
            (own_terminator(&self.made.program, procedure, block), Origin::pass(Some(span), "a goal"));
        let mut next = self.between(procedure, span, Vec::new(), after);
        self.made.program.procedures[procedure].blocks[next].terminator_origin = origin.clone();
        for part in parts.into_iter().rev() {
            let Some(place) = part.span else { continue };
            for (value, when) in [(false, part.no), (true, part.yes)] {
                let goal = self.goal(procedure, What::Condition, place, Some(value.to_string()));
                let reached = self.between(procedure, place, goal.into_iter().collect(), Terminator::Goto(next));
                let test = Terminator::Branch { condition: when, then: reached, otherwise: next };
                next = self.between(procedure, place, Vec::new(), test);
            }
        }
        let own = &mut self.made.program.procedures[procedure].blocks[block];
        own.terminator = Terminator::Goto(next);
        own.terminator_origin = origin;
    }
    /// A block on a way, with a goal.
    fn way(&mut self, procedure: ProcId, span: Span, outcome: String, to: BlockId) -> BlockId {
        let goal = self.goal(procedure, What::Branch, span, Some(outcome));
        self.between(procedure, span, goal.into_iter().collect(), Terminator::Goto(to))
    }
    fn between(
        &mut self,
        procedure: ProcId,
        span: Span,
        statements: Vec<Statement>,
        terminator: Terminator,
    ) -> BlockId {
        let blocks = &mut self.made.program.procedures[procedure].blocks;
        let label = format!("cover.{}", blocks.len()).into();
        let terminator_origin = Origin::pass(Some(span), "a goal");
        blocks.push(Block { label, statements, terminator, terminator_origin, loop_contract: None })
    }

    /// Counts the way through a decision, and puts goals where it is left, for each way those that it shows.
    fn decision(&mut self, procedure: ProcId, decision: &Decision) {
        let program = &mut self.made.program;
        let name = format!("cover.way.{}.{}", procedure.0, decision.conditions[0].block.0);
        let way = program.add_variable(name, self.integer, VariableKind::Local, Some(procedure));
        program.variables[way].temporary = true;
        for (number, condition) in decision.conditions.iter().enumerate() {
            for value in [true, false] {
                let weight = decision.weight(number, value);
                let Some(count) = self.count(way, number == 0, weight) else { continue };
                let block = &self.made.program.procedures[procedure].blocks[condition.block];
                let Terminator::Branch { then, otherwise, .. } = block.terminator else { continue };
                // The block that the branch's own goal stands in.
                let edge = if value { then } else { otherwise };
                let origin = Origin::pass(Some(condition.span), "a goal");
                let is_last = decision.leaves(number, value);
                let own = &mut self.made.program.procedures[procedure].blocks[edge];
                own.statements.push(Statement { kind: count, origin });
                if is_last {
                    self.shown(procedure, decision, edge, way, (number, value));
                }
            }
        }
    }
    fn count(&mut self, way: VarId, is_first: bool, weight: u32) -> Option<StatementKind> {
        let program = &mut self.made.program;
        let added = program.int_const(self.integer, weight).ok()?;
        let value = match is_first {
            true => added,
            false => {
                let before = program.var(way);
                program.binary(Binary::Add, before, added).ok()?
            }
        };
        Some(StatementKind::Assign { target: cairn_ir::Place::var(way), value })
    }
    /// Where a decision is left: for each way what it shows.
    fn shown(&mut self, procedure: ProcId, decision: &Decision, edge: BlockId, way: VarId, last: (usize, bool)) {
        let after = self.made.program.procedures[procedure].blocks[edge].terminator.clone();
        let mut cases = Vec::new();
        for (number, shows) in decision.ways(last) {
            let mut goals = Vec::new();
            for (condition, value) in shows {
                let span = decision.conditions[condition].span;
                goals.extend(self.goal(procedure, What::Condition, span, Some(value.to_string())));
            }
            if goals.is_empty() {
                continue;
            }
            let to = self.between(procedure, decision.conditions[last.0].span, goals, after.clone());
            cases.push((number, to));
        }
        let Terminator::Goto(default) = after else { return };
        let program = &mut self.made.program;
        let TypeKind::Int(width) = program.types.kind(self.integer) else { return };
        let width = *width;
        let label = |number: u32| Value::Int(Bits::from_u64(width, u64::from(number)));
        let cases = cases.into_iter().map(|(number, to)| (label(number), to)).collect();
        let value = program.var(way);
        program.procedures[procedure].blocks[edge].terminator = Terminator::Switch { value, cases, default };
    }
}

fn own_terminator(program: &Program, procedure: ProcId, block: BlockId) -> Terminator {
    program.procedures[procedure].blocks[block].terminator.clone()
}

/// Where a statement of the source stands in an input.
pub fn written(origin: &Origin, is_input: &dyn Fn(Span) -> bool) -> Option<Span> {
    origin.span.filter(|span| origin.reason == Reason::Source && is_input(*span))
}
