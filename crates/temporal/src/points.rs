//! Where a program makes steps: its events, and in steps of statements every place where a condition of the property may
//! change.
//!
//! Events are raised by functions that the source defines: not by models of the library, by what starts and elaborates, nor
//! by functions without body. A step of statements stands behind every statement that may change a variable that the
//! property reads; other statements do not change any atom, and a formula without X cannot tell whether they are steps. An
//! event and being at a line are over when the next statement begins: where the property names them, the state behind them is a
//! step, too.

use cairn_automata::condition::EventKind;
use cairn_base::source::{SourceMap, Span};
use cairn_ir::{
    BlockId, Callee, Place, PlaceBase, ProcId, Procedure, ProcedureRole, Program, Reason, Statement, StatementKind,
    Terminator, VarId,
};
use cairn_passes::contracts;
use rustc_hash::FxHashSet;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PointKind {
    /// A call or a return.
    Event(EventKind, ProcId),
    /// A state of the program, behind a statement or at the beginning.
    State,
    /// Before the statement at this line.
    Place(String, u32),
    /// The run ends.
    End,
}

/// A place where the property makes a step: before a statement of a block, or before its terminator.
#[derive(Clone, Debug)]
pub struct Point {
    pub procedure: ProcId,
    pub block: BlockId,
    pub before: usize,
    pub kind: PointKind,
    pub span: Option<Span>,
}

/// What is observed.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// Only events are steps.
    pub events_only: bool,
    /// The functions whose events count; none: all.
    pub observed: Option<FxHashSet<ProcId>>,
    /// Variables that the property reads.
    pub variables: FxHashSet<VarId>,
    /// The property reads memory.
    pub memory: bool,
    /// Lines that it names.
    pub lines: Vec<(String, u32)>,
    /// Functions whose events it names.
    pub events: FxHashSet<ProcId>,
    /// A return may change what the property reads: which activation is the innermost one.
    pub after_calls: bool,
}

impl Steps {
    /// Whether a variable that the property reads may have another value after the statement.
    pub fn may_change(&self, program: &Program, statement: &Statement) -> bool {
        if is_made_for(statement, contracts::WITHIN_STEP) {
            return false;
        }
        match &statement.kind {
            StatementKind::Assign { target, .. }
            | StatementKind::Havoc { target }
            | StatementKind::Allocate { target, .. } => self.is_read(program, target),
            StatementKind::Call { callee, results, .. } => {
                let writes = match callee {
                    Callee::Direct(callee) => !is_source(program, &program.procedures[*callee]),
                    Callee::Indirect { candidates, .. } => {
                        candidates.iter().any(|callee| !is_source(program, &program.procedures[*callee]))
                    }
                };
                writes || self.after_calls || results.iter().any(|place| self.is_read(program, place))
            }
            StatementKind::CopyMemory { .. } | StatementKind::FillMemory { .. } | StatementKind::Release(_) => {
                self.memory
            }
            StatementKind::Live(var) | StatementKind::Dead(var) => self.variables.contains(var),
            // A contract that stands for a body ends its step.
            StatementKind::Assume(_) => is_made_for(statement, contracts::STEP),
            StatementKind::Check { .. } | StatementKind::Event { .. } => false,
        }
    }
    fn is_read(&self, program: &Program, place: &Place) -> bool {
        match place.base {
            PlaceBase::Var(var) => self.variables.contains(&var) || self.memory && program.variables[var].addressable,
            PlaceBase::Deref(..) => self.memory,
        }
    }
}

/// Statements that keep copies for the property: at the beginning of a function they come before its call is an event, at its
/// end after its return is one.
pub(crate) const COPIES: &str = "a copy for the property";
pub(crate) const RESTORED: &str = "the copies of the activation before";

fn is_made_for(statement: &Statement, why: &str) -> bool {
    matches!(&statement.origin.reason, Reason::Pass(own) if **own == *why)
}

fn leading(statements: &[Statement]) -> usize {
    statements.iter().take_while(|statement| is_made_for(statement, COPIES)).count()
}

fn trailing(statements: &[Statement]) -> usize {
    statements.iter().rev().take_while(|statement| is_made_for(statement, RESTORED)).count()
}

/// Whether the source defines the procedure. What stands for functions that no input defines is no body of theirs.
pub fn is_source(program: &Program, procedure: &Procedure) -> bool {
    let is_assumed = || program.assumed.iter().any(|function| function.name == procedure.name);
    let is_outside = || program.outside.is_some_and(|o| program.procedures[o.writes].name == procedure.name);
    procedure.role == ProcedureRole::Source && procedure.has_body() && !is_assumed() && !is_outside()
}

/// The procedures that entries run: themselves, or what they start.
pub fn started(program: &Program, entries: &[ProcId]) -> Vec<ProcId> {
    let of = |entry: &ProcId| match &program.procedures[*entry].role {
        ProcedureRole::Start(name) => program.find_procedure(name).unwrap_or(*entry),
        _ => *entry,
    };
    entries.iter().map(of).collect()
}

/// Every point of the program, in the order of the procedures and their blocks.
pub fn points(program: &Program, entries: &[ProcId], steps: &Steps, sources: &SourceMap) -> Vec<Point> {
    let started = started(program, entries);
    let mut found = Vec::new();
    for (id, procedure) in program.procedures.iter().filter(|(_, p)| p.has_body()) {
        let finder = Finder { program, steps, sources, id, procedure };
        let is_entry = entries.contains(&id);
        for (block, body) in procedure.blocks.iter() {
            finder.beginning(block, started.contains(&id), &mut found);
            if is_source(program, procedure) && !steps.events_only {
                finder.statements(block, &body.statements, &mut found);
            }
            let at = body.statements.len() - trailing(&body.statements);
            let span = body.terminator_origin.span.or(procedure.span);
            let point = |kind| Point { procedure: id, block, before: at, kind, span };
            if matches!(body.terminator, Terminator::Return) {
                if finder.raises_events() {
                    found.push(point(PointKind::Event(EventKind::Return, id)));
                    found.extend(finder.is_named().then(|| point(PointKind::State)));
                }
                if is_entry {
                    found.push(point(PointKind::End));
                }
            } else if matches!(body.terminator, Terminator::Stop) {
                found.push(point(PointKind::End));
            }
        }
    }
    found
}

struct Finder<'a> {
    program: &'a Program,
    steps: &'a Steps,
    sources: &'a SourceMap,
    id: ProcId,
    procedure: &'a Procedure,
}

impl Finder<'_> {
    fn raises_events(&self) -> bool {
        is_source(self.program, self.procedure)
            && self.steps.observed.as_ref().is_none_or(|observed| observed.contains(&self.id))
    }
    /// Whether the property can tell an event of the procedure from the state behind it.
    fn is_named(&self) -> bool {
        !self.steps.events_only && self.steps.events.contains(&self.id)
    }
    fn beginning(&self, block: BlockId, is_started: bool, found: &mut Vec<Point>) {
        if block != Procedure::ENTRY || !is_source(self.program, self.procedure) {
            return;
        }
        let before = leading(&self.procedure.blocks[block].statements);
        let point = |kind| Point { procedure: self.id, block, before, kind, span: self.procedure.span };
        if self.raises_events() {
            found.push(point(PointKind::Event(EventKind::Call, self.id)));
            found.extend(self.is_named().then(|| point(PointKind::State)));
        } else if is_started && !self.steps.events_only {
            found.push(point(PointKind::State));
        }
    }
    fn statements(&self, block: BlockId, statements: &[Statement], found: &mut Vec<Point>) {
        let mut line = None;
        let begin = if block == Procedure::ENTRY { leading(statements) } else { 0 };
        let end = statements.len() - trailing(statements);
        for (index, statement) in statements.iter().enumerate().take(end).skip(begin) {
            let span = statement.origin.span;
            let here = span.map(|span| self.sources.location(span)).map(|at| (at.file, at.line));
            if here.is_some() && here != line {
                line = here;
                found.extend(self.place(block, index, line.as_ref(), span));
            }
            if self.steps.may_change(self.program, statement) {
                let kind = PointKind::State;
                found.push(Point { procedure: self.id, block, before: index + 1, kind, span });
            }
        }
        let last = self.procedure.blocks[block].terminator_origin.span;
        let here = last.map(|span| self.sources.location(span)).map(|at| (at.file, at.line));
        if here.is_some() && here != line {
            found.extend(self.place(block, end, here.as_ref(), last));
        }
    }
    /// Before the first statement of a line: where the property names lines, other lines are told from them.
    fn place(&self, block: BlockId, before: usize, at: Option<&(String, u32)>, span: Option<Span>) -> Option<Point> {
        let (file, line) = at?;
        if self.steps.lines.is_empty() {
            return None;
        }
        let same = |name: &str| file == name || file.ends_with(&format!("/{name}"));
        let kind = match self.steps.lines.iter().find(|(name, own)| own == line && same(name)) {
            Some((name, line)) => PointKind::Place(name.clone(), *line),
            None => PointKind::State,
        };
        Some(Point { procedure: self.id, block, before, kind, span })
    }
}

/// Puts statements at points. `make` is told the number of the point; what it makes for points at one place stays in
/// their order.
pub fn instrument(
    program: &mut Program,
    points: &[Point],
    mut make: impl FnMut(&mut Program, usize, &Point) -> Vec<StatementKind>,
) {
    let mut next = 0;
    while next < points.len() {
        let (procedure, block) = (points[next].procedure, points[next].block);
        let old = std::mem::take(&mut program.procedures[procedure].blocks[block].statements);
        let mut new = Vec::with_capacity(old.len());
        let mut old = old.into_iter();
        let mut taken = 0;
        while let Some(point) = points.get(next).filter(|p| p.procedure == procedure && p.block == block) {
            new.extend(old.by_ref().take(point.before - taken));
            taken = point.before;
            let origin = cairn_ir::Origin::pass(point.span, "follows the property");
            let made = make(program, next, point);
            new.extend(made.into_iter().map(|kind| Statement { kind, origin: origin.clone() }));
            next += 1;
        }
        new.extend(old);
        program.procedures[procedure].blocks[block].statements = new;
    }
}
