//! Contracts of one program woven into its procedures, as checks and, where callers and loops are cut, assumptions.
//!
//! Executed, clauses are checks where they stand: `requires` at calls, `ensures` at returns, invariants whenever the
//! head of the loop is reached, `assigns` at writes. Modular, a call is its callee's contract and a loop its invariants:
//! what they may write becomes arbitrary, and what they promise is assumed. Whatever cannot be cut soundly stays as
//! it is: the callee's body, the loop's iterations. Clauses without a form become checks of kind `unsupported`.

use super::frame::Saved;
use super::writer::{Meaning, Said, Writer};
use super::{Mode, Notes, Registry};
use crate::loops::Loops;
use cairn_base::Span;
use cairn_ir::display::condition_text;
use cairn_ir::{
    Block, BlockId, Callee, CheckKind, Contract, ExprId, Language, LoopContract, Origin, Place, ProcId, Program,
    PropertyId, Statement, StatementKind, Terminator, TypeKind, VarId, VariableKind, defined,
};
use rustc_hash::FxHashMap;

/// The program as it was, which is asked, and as it becomes.
pub struct Weaver<'w> {
    pub before: &'w Program,
    pub program: &'w mut Program,
    pub mode: Mode,
    pub registry: &'w mut Registry,
    pub notes: Notes,
}

/// What is known while one procedure is woven.
pub(super) struct Body {
    pub procedure: ProcId,
    pub contract: Contract,
    /// What `old` means in its clauses.
    pub meaning: Meaning,
    /// Where its `assigns` lets it write; none: anywhere.
    pub frame: Option<Vec<Saved>>,
    /// Pointers to all that was there at the entry.
    pub entries: Vec<ExprId>,
    /// The pointers that it was entered with, saved.
    pub entered: FxHashMap<VarId, ExprId>,
    /// The measures of the recursion at the entry.
    pub measures: Vec<ExprId>,
    pub loops: Loops,
    /// Loops that are cut, with where they may write, by head.
    pub cut: FxHashMap<BlockId, Vec<Saved>>,
}

/// A check to be made: what, and how people read it.
pub(super) struct Goal<'g> {
    pub key: String,
    pub kind: CheckKind,
    pub text: &'g str,
    pub span: Option<Span>,
}

impl Weaver<'_> {
    pub fn weave(&mut self, procedure: ProcId) {
        if !self.before.procedures[procedure].has_body() {
            return;
        }
        self.free_entry(procedure);
        let loops = Loops::new(&self.program.procedures[procedure]);
        let contract = self.before.procedures[procedure].contract.clone();
        let mut body = Body {
            procedure,
            contract,
            meaning: Meaning::default(),
            frame: None,
            entries: Vec::new(),
            entered: FxHashMap::default(),
            measures: Vec::new(),
            loops,
            cut: FxHashMap::default(),
        };
        let prologue = self.prologue(&mut body);
        let heads: Vec<BlockId> = body.loops.loops.iter().map(|l| l.head).collect();
        let blocks: Vec<BlockId> = self.program.procedures[procedure].blocks.ids().collect();
        for block in &blocks {
            self.block(&mut body, *block);
        }
        for head in heads {
            self.loop_at(&mut body, head, &blocks);
        }
        let entry = &mut self.program.procedures[procedure].blocks[cairn_ir::Procedure::ENTRY];
        entry.statements.splice(0..0, prologue);
        self.program.procedures[procedure].contract = Contract::default();
        for (_, block) in self.program.procedures[procedure].blocks.iter_mut() {
            block.loop_contract = None;
        }
    }
    /// The first block gets nothing but the entry, so that what stands there is done once.
    pub(super) fn free_entry(&mut self, procedure: ProcId) {
        let own = &mut self.program.procedures[procedure];
        let entry = cairn_ir::Procedure::ENTRY;
        if !own.blocks.values().any(|block| block.terminator.successors().contains(&entry)) {
            return;
        }
        let first = own.blocks[entry].clone();
        let moved = own.blocks.push(Block { label: format!("{} again", first.label).into(), ..first });
        for (_, block) in own.blocks.iter_mut() {
            redirect(&mut block.terminator, entry, moved);
        }
        let block = &mut own.blocks[entry];
        (block.statements, block.loop_contract) = (Vec::new(), None);
        block.terminator = Terminator::Goto(moved);
    }

    // ---- at the entry ----

    pub(super) fn prologue(&mut self, body: &mut Body) -> Vec<Statement> {
        let procedure = body.procedure;
        let span = self.before.procedures[procedure].span;
        self.save_entries(body, span).unwrap_or_default();
        let mut out = std::mem::take(&mut self.registry.pending);
        for dropped in body.contract.dropped.clone() {
            let key = format!("dropped {}", dropped.text);
            let why = format!("the clause `{}` is not supported", dropped.text);
            out.push(self.refused(procedure, &key, &why, dropped.span));
        }
        let loops: Vec<LoopContract> = self.program.procedures[procedure]
            .blocks
            .values()
            .filter_map(|block| block.loop_contract.clone())
            .collect();
        let mut clauses: Vec<ExprId> = body.contract.after().collect();
        clauses.extend(loops.iter().flat_map(|l| l.invariants.iter().chain(&l.variants)).copied());
        for clause in clauses {
            let mut writer = Writer::new(self.program, procedure);
            // What cannot be saved is said where the clause is used.
            let _ = writer.save_olds(clause, &mut body.meaning, span);
            out.extend(writer.out);
        }
        let obligations = body.contract.obligations.clone();
        for (n, clause) in obligations.iter().enumerate() {
            let text = self.text(&body.contract.texts, *clause);
            let goal = Goal {
                key: format!("obligation {n}"),
                kind: CheckKind::Postcondition,
                text: &text,
                span: self.before.expr(*clause).span,
            };
            out.extend(self.check(procedure, *clause, &Meaning::default(), &goal));
        }
        for measure in body.contract.decreases.clone() {
            let mut writer = Writer::new(self.program, procedure);
            let now = super::narrow::narrow_number_or_machine(writer.program, measure);
            // A measure that is not bounded is said where it is asked about.
            let saved = writer.save("measure", now.unwrap_or(measure), span);
            body.measures.push(saved);
            out.extend(writer.out);
        }
        if let Some(locations) = body.contract.assigns.clone() {
            let mut frame = Vec::new();
            for (n, location) in locations.iter().enumerate() {
                let mut writer = Writer::new(self.program, procedure);
                match writer.save_location(location, &Meaning::default(), span) {
                    Ok(saved) => {
                        frame.push(saved);
                        out.extend(writer.out);
                    }
                    Err(why) => {
                        let why = format!("a location of `assigns`: {why}");
                        out.push(self.refused(procedure, &format!("assigns {n}"), &why, span));
                    }
                }
            }
            body.frame = Some(frame);
        }
        out
    }
    /// Saves the pointers that the procedure is entered with, into what is pending.
    pub(super) fn save_entries(&mut self, body: &mut Body, span: Option<Span>) -> Said<()> {
        let own = &self.program.procedures[body.procedure];
        let needed = self.needs_entries(body);
        let globals: Vec<VarId> = self.program.globals().map(|(var, _)| var).collect();
        let all: Vec<VarId> = own.parameters.iter().copied().chain(globals).filter(|_| needed).collect();
        let mut writer = Writer::new(self.program, body.procedure);
        for var in all {
            let variable = writer.program.variables[var].clone();
            if variable.addressable && variable.kind == VariableKind::Global {
                let address = writer.program.address_of(Place::var(var)).map_err(super::writer::ill_typed)?;
                body.entries.push(address);
            } else if matches!(writer.program.types.kind(variable.ty), TypeKind::Pointer) {
                let now = writer.program.var(var);
                let saved = writer.save(&format!("{} at the entry", variable.name), now, span);
                body.entries.push(saved);
                body.entered.insert(var, saved);
            }
        }
        self.registry.pending = writer.out;
        Ok(())
    }
    pub(super) fn needs_entries(&self, body: &Body) -> bool {
        let own = &self.program.procedures[body.procedure];
        body.contract.assigns.is_some() || own.blocks.values().any(|block| block.loop_contract.is_some())
    }

    // ---- checks ----

    pub(super) fn text(&self, texts: &cairn_ir::contract::Texts, clause: ExprId) -> String {
        match texts.get(&clause) {
            Some(text) => text.to_string(),
            None => condition_text(self.before, clause),
        }
    }
    pub(super) fn property(&mut self, owner: ProcId, goal: &Goal) -> PropertyId {
        let key = (owner, goal.kind, goal.key.clone());
        if let Some(known) = self.registry.properties.get(&key) {
            return *known;
        }
        let property = self.program.add_property(goal.kind, Some(owner), goal.text, goal.span);
        self.registry.properties.insert(key, property);
        property
    }
    /// The check of a clause, or one that says that it has no form.
    pub(super) fn check(&mut self, owner: ProcId, clause: ExprId, meaning: &Meaning, goal: &Goal) -> Vec<Statement> {
        let mut writer = Writer::new(self.program, owner);
        match writer.carried(clause, meaning) {
            Ok(condition) => {
                let condition = self.shaped(condition, defined::as_goal);
                self.check_of(owner, condition, goal)
            }
            Err(why) => vec![self.refused(owner, &goal.key, &format!("{}: {why}", goal.text), goal.span)],
        }
    }
    pub(super) fn as_goal(&mut self, condition: ExprId) -> ExprId {
        self.shaped(condition, defined::as_goal)
    }
    /// In the language of the source reads of what does not exist give some value; in our own text they give zero.
    fn shaped(&mut self, condition: ExprId, shape: fn(&mut Program, ExprId) -> ExprId) -> ExprId {
        match self.program.language {
            Language::Cairn => condition,
            _ => shape(self.program, condition),
        }
    }
    pub(super) fn check_of(&mut self, owner: ProcId, condition: ExprId, goal: &Goal) -> Vec<Statement> {
        let property = self.property(owner, goal);
        let kind = StatementKind::Check { property, condition };
        vec![Statement { kind, origin: Origin::pass(goal.span, "contract") }]
    }
    pub(super) fn refused(&mut self, owner: ProcId, key: &str, why: &str, span: Option<Span>) -> Statement {
        let goal = Goal { key: format!("no form: {key}"), kind: CheckKind::Unsupported, text: why, span };
        let condition = self.program.bool_const(false);
        self.check_of(owner, condition, &goal).remove(0)
    }
    pub(super) fn assume(&mut self, owner: ProcId, clause: ExprId, meaning: &Meaning) -> Said<Statement> {
        let mut writer = Writer::new(self.program, owner);
        let condition = writer.carried(clause, meaning)?;
        let condition = self.shaped(condition, defined::as_known);
        Ok(Statement { kind: StatementKind::Assume(condition), origin: Origin::pass(None, "contract") })
    }

    // ---- blocks ----

    pub(super) fn block(&mut self, body: &mut Body, block: BlockId) {
        let procedure = body.procedure;
        let old = std::mem::take(&mut self.program.procedures[procedure].blocks[block].statements);
        let mut new = Vec::with_capacity(old.len());
        for (n, statement) in old.into_iter().enumerate() {
            let site = format!("{}.{n}", block.0);
            if let StatementKind::Call { callee: Callee::Direct(callee), arguments, results } = &statement.kind {
                let (callee, arguments, results) = (*callee, arguments.clone(), results.clone());
                self.call(body, &site, callee, &arguments, &results, &statement, &mut new);
                continue;
            }
            self.indirect_call(body, &site, &statement, &mut new);
            self.written(body, &site, &statement, &mut new);
            new.push(statement);
        }
        let terminator = self.program.procedures[procedure].blocks[block].terminator.clone();
        match terminator {
            Terminator::Return => self.promises(body, "ensures", &body.contract.ensures.clone(), &mut new),
            Terminator::Stop => self.promises(body, "exits", &body.contract.exits.clone(), &mut new),
            _ => {}
        }
        self.program.procedures[procedure].blocks[block].statements = new;
    }
    pub(super) fn promises(&mut self, body: &Body, word: &str, clauses: &[ExprId], out: &mut Vec<Statement>) {
        for (n, clause) in clauses.iter().enumerate() {
            let text = self.text(&body.contract.texts, *clause);
            let span = self.before.expr(*clause).span.or(self.before.procedures[body.procedure].span);
            let goal = Goal { key: format!("{word} {n}"), kind: CheckKind::Postcondition, text: &text, span };
            out.extend(self.check(body.procedure, *clause, &body.meaning, &goal));
        }
    }
}

/// Another target for the jumps to a block.
pub(super) fn redirect(terminator: &mut Terminator, from: BlockId, to: BlockId) {
    let change = |block: &mut BlockId| {
        if *block == from {
            *block = to;
        }
    };
    match terminator {
        Terminator::Goto(block) => change(block),
        Terminator::Branch { then, otherwise, .. } => {
            change(then);
            change(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, block)| change(block));
            change(default);
        }
        Terminator::Return | Terminator::Stop => {}
    }
}
