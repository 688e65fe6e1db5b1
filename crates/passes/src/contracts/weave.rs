//! Contracts of one program woven into its procedures, as checks and, where callers and loops are cut, assumptions.
//!
//! Executed, clauses are checks where they stand: `requires` at calls, `ensures` at returns, invariants whenever the
//! head of the loop is reached, `assigns` at writes. Modular, a call is its callee's contract and a loop its invariants:
//! what they may write becomes arbitrary, and what they promise is assumed. Whatever cannot be cut soundly stays as
//! it is: the callee's body, the loop's iterations. Clauses without a form become checks of kind `unsupported`.

use super::frame::Saved;
use super::pointers::{Effects, PointerFlow, Root, has_pointers};
use super::writer::{Meaning, Said, Writer};
use super::{Mode, Notes, Registry};
use crate::loops::Loops;
use cairn_base::Span;
use cairn_ir::display::condition_text;
use cairn_ir::{
    Block, BlockId, Callee, CheckKind, Contract, ExprId, LoopContract, Origin, Place, PlaceBase, ProcId, ProcedureRole,
    Program, PropertyId, Statement, StatementKind, Terminator, TypeKind, VarId, VariableKind,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The program as it was, which is asked, and as it becomes.
pub struct Weaver<'w> {
    pub before: &'w Program,
    pub program: &'w mut Program,
    pub mode: Mode,
    pub registry: &'w mut Registry,
    pub notes: Notes,
}

/// What is known while one procedure is woven.
struct Body {
    procedure: ProcId,
    contract: Contract,
    /// What `old` means in its clauses.
    meaning: Meaning,
    /// Where its `assigns` lets it write; none: anywhere.
    frame: Option<Vec<Saved>>,
    /// Pointers to all that was there at the entry.
    entries: Vec<ExprId>,
    /// The pointers that it was entered with, saved.
    entered: FxHashMap<VarId, ExprId>,
    /// The measures of the recursion at the entry.
    measures: Vec<ExprId>,
    loops: Loops,
    /// Loops that are cut, with where they may write, by head.
    cut: FxHashMap<BlockId, Vec<Saved>>,
}

/// A check to be made: what, and how people read it.
struct Goal<'g> {
    key: String,
    kind: CheckKind,
    text: &'g str,
    span: Option<Span>,
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
    fn free_entry(&mut self, procedure: ProcId) {
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

    fn prologue(&mut self, body: &mut Body) -> Vec<Statement> {
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
    fn save_entries(&mut self, body: &mut Body, span: Option<Span>) -> Said<()> {
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
    fn needs_entries(&self, body: &Body) -> bool {
        let own = &self.program.procedures[body.procedure];
        body.contract.assigns.is_some() || own.blocks.values().any(|block| block.loop_contract.is_some())
    }

    // ---- checks ----

    fn text(&self, texts: &cairn_ir::contract::Texts, clause: ExprId) -> String {
        match texts.get(&clause) {
            Some(text) => text.to_string(),
            None => condition_text(self.before, clause),
        }
    }
    fn property(&mut self, owner: ProcId, goal: &Goal) -> PropertyId {
        let key = (owner, goal.kind, goal.key.clone());
        if let Some(known) = self.registry.properties.get(&key) {
            return *known;
        }
        let property = self.program.add_property(goal.kind, Some(owner), goal.text, goal.span);
        self.registry.properties.insert(key, property);
        property
    }
    /// The check of a clause, or one that says that it has no form.
    fn check(&mut self, owner: ProcId, clause: ExprId, meaning: &Meaning, goal: &Goal) -> Vec<Statement> {
        let mut writer = Writer::new(self.program, owner);
        match writer.carried(clause, meaning) {
            Ok(condition) => self.check_of(owner, condition, goal),
            Err(why) => vec![self.refused(owner, &goal.key, &format!("{}: {why}", goal.text), goal.span)],
        }
    }
    fn check_of(&mut self, owner: ProcId, condition: ExprId, goal: &Goal) -> Vec<Statement> {
        let property = self.property(owner, goal);
        let kind = StatementKind::Check { property, condition };
        vec![Statement { kind, origin: Origin::pass(goal.span, "contract") }]
    }
    fn refused(&mut self, owner: ProcId, key: &str, why: &str, span: Option<Span>) -> Statement {
        let goal = Goal { key: format!("no form: {key}"), kind: CheckKind::Unsupported, text: why, span };
        let condition = self.program.bool_const(false);
        self.check_of(owner, condition, &goal).remove(0)
    }
    fn assume(&mut self, owner: ProcId, clause: ExprId, meaning: &Meaning) -> Said<Statement> {
        let mut writer = Writer::new(self.program, owner);
        let condition = writer.carried(clause, meaning)?;
        Ok(Statement { kind: StatementKind::Assume(condition), origin: Origin::pass(None, "contract") })
    }

    // ---- blocks ----

    fn block(&mut self, body: &mut Body, block: BlockId) {
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
    fn promises(&mut self, body: &Body, word: &str, clauses: &[ExprId], out: &mut Vec<Statement>) {
        for (n, clause) in clauses.iter().enumerate() {
            let text = self.text(&body.contract.texts, *clause);
            let span = self.before.expr(*clause).span.or(self.before.procedures[body.procedure].span);
            let goal = Goal { key: format!("{word} {n}"), kind: CheckKind::Postcondition, text: &text, span };
            out.extend(self.check(body.procedure, *clause, &body.meaning, &goal));
        }
    }

    // ---- writes ----

    /// Checks before a statement that it writes only what may be written.
    fn written(&mut self, body: &Body, site: &str, statement: &Statement, out: &mut Vec<Statement>) {
        let place = match &statement.kind {
            StatementKind::Assign { target, .. }
            | StatementKind::Havoc { target }
            | StatementKind::Allocate { target, .. } => target.clone(),
            StatementKind::CopyMemory { target, .. } | StatementKind::FillMemory { target, .. } => {
                return self.written_bytes(body, site, *target, statement, out);
            }
            _ => return,
        };
        self.written_place(body, site, &place, statement.origin.span, out);
    }
    fn written_place(&mut self, body: &Body, site: &str, place: &Place, span: Option<Span>, out: &mut Vec<Statement>) {
        let Some(frame) = body.frame.clone() else { return };
        if let PlaceBase::Var(var) = place.base {
            let variable = &self.program.variables[var];
            let whole = frame.iter().any(|location| matches!(location, Saved::Variable(v) if *v == var));
            if variable.kind != VariableKind::Global || whole {
                return;
            }
            if !variable.addressable {
                let name = variable.name.clone();
                let text = format!("`assigns` does not allow writing `{name}`");
                let goal = Goal { key: format!("assigns {site}"), kind: CheckKind::Assigns, text: &text, span };
                let condition = self.program.bool_const(false);
                return out.extend(self.check_of(body.procedure, condition, &goal));
            }
        }
        let goal = Goal {
            key: format!("assigns {site}"),
            kind: CheckKind::Assigns,
            text: "only what `assigns` allows is written",
            span,
        };
        let mut writer = Writer::new(self.program, body.procedure);
        let made = (|| {
            let ty = cairn_ir::typing::place_type(writer.program, place).map_err(super::writer::ill_typed)?;
            let bytes = writer.size_of(ty);
            let pointer = writer.program.address_of(place.clone()).map_err(super::writer::ill_typed)?;
            writer.allowed(pointer, bytes, &frame, &body.entries)
        })();
        out.extend(match made {
            Ok(condition) => self.check_of(body.procedure, condition, &goal),
            Err(why) => vec![self.refused(body.procedure, &goal.key, &why, span)],
        });
    }
    /// Copies and fills: their length is computed, so only what was made inside is known to be allowed.
    fn written_bytes(
        &mut self,
        body: &Body,
        site: &str,
        target: ExprId,
        statement: &Statement,
        out: &mut Vec<Statement>,
    ) {
        if body.frame.is_none() {
            return;
        }
        let flow = PointerFlow::new(self.before, body.procedure);
        let own = |root: &Root| match root {
            Root::Fresh => true,
            Root::Object(var) => self.before.variables[*var].kind != VariableKind::Global,
            _ => false,
        };
        if !flow.of(target).iter().all(own) {
            let why = "memory is copied or filled under `assigns`";
            out.push(self.refused(body.procedure, &format!("assigns {site}"), why, statement.origin.span));
        }
    }

    // ---- loops ----

    fn loop_at(&mut self, body: &mut Body, head: BlockId, original: &[BlockId]) {
        let procedure = body.procedure;
        let Some(contract) = self.program.procedures[procedure].blocks[head].loop_contract.clone() else { return };
        let span = body.loops.headed_by(head).and_then(|n| body.loops.loops[n].span);
        let Some(number) = body.loops.headed_by(head) else { return };
        let inside: BTreeSet<BlockId> = body.loops.blocks(number).iter().copied().collect();
        let (mut first, mut again) = (Vec::new(), Vec::new());
        for dropped in &contract.dropped {
            let why = format!("the clause `{}` is not supported", dropped.text);
            let key = format!("dropped {} {}", head.0, dropped.text);
            first.push(self.refused(procedure, &key, &why, dropped.span));
        }
        for (n, clause) in contract.invariants.iter().enumerate() {
            let text = self.text(&contract.texts, *clause);
            let span = self.before.expr(*clause).span.or(span);
            for (kind, list) in [(CheckKind::InvariantInitial, &mut first), (CheckKind::InvariantPreserved, &mut again)]
            {
                let goal = Goal { key: format!("invariant {} {n}", head.0), kind, text: &text, span };
                list.extend(self.check(procedure, *clause, &body.meaning, &goal));
            }
        }
        let mut start = Vec::new();
        self.variants(body, head, &contract, span, &mut start, &mut again);
        let is_cut = self.mode == Mode::Modular && !contract.invariants.is_empty();
        if is_cut {
            match self.general(body, head, &contract, &inside, span) {
                Ok(general) => {
                    first.extend(general);
                    body.cut.insert(head, Vec::new());
                    self.notes.cuts.insert(procedure);
                }
                Err(why) => {
                    self.note(procedure, format!("the loop's iterations are followed as they are: {why}"));
                }
            }
        }
        let stops = body.cut.contains_key(&head);
        self.program.procedures[procedure].blocks[head].statements.splice(0..0, start);
        let after = if stops { Terminator::Stop } else { Terminator::Goto(head) };
        let enter = self.edge(procedure, format!("enter {}", head.0), first, Terminator::Goto(head));
        let back = self.edge(procedure, format!("again {}", head.0), again, after);
        for block in original.iter().copied().chain(self.edges_of(procedure, original)) {
            if block == enter || block == back {
                continue;
            }
            let target = if self.is_inside(procedure, block, &inside, original) { back } else { enter };
            redirect(&mut self.program.procedures[procedure].blocks[block].terminator, head, target);
        }
    }
    fn edges_of(&self, procedure: ProcId, original: &[BlockId]) -> Vec<BlockId> {
        self.program.procedures[procedure].blocks.ids().skip(original.len()).collect()
    }
    /// Whether a block belongs to a loop; edges that were made belong to where they lead from.
    fn is_inside(&self, procedure: ProcId, block: BlockId, inside: &BTreeSet<BlockId>, original: &[BlockId]) -> bool {
        if (block.0 as usize) < original.len() {
            return inside.contains(&block);
        }
        // An edge block of another loop whose head is this one's: there is none, heads differ. It leads to its own head.
        let blocks = &self.program.procedures[procedure].blocks;
        blocks[block].terminator.successors().iter().any(|next| inside.contains(next))
    }
    fn edge(
        &mut self,
        procedure: ProcId,
        label: String,
        statements: Vec<Statement>,
        terminator: Terminator,
    ) -> BlockId {
        let block = self.program.add_block(procedure, label);
        let own = &mut self.program.procedures[procedure].blocks[block];
        own.statements = statements;
        own.terminator = terminator;
        own.terminator_origin = Origin::pass(None, "contract");
        block
    }
    fn note(&mut self, procedure: ProcId, what: String) {
        self.notes.inferred.entry(procedure).or_default().insert(what);
    }
    fn variants(
        &mut self,
        body: &Body,
        head: BlockId,
        contract: &LoopContract,
        span: Option<Span>,
        start: &mut Vec<Statement>,
        again: &mut Vec<Statement>,
    ) {
        let procedure = body.procedure;
        if contract.variants.is_empty() {
            return;
        }
        let text = self.text(&contract.texts, contract.variants[0]);
        let span = self.before.expr(contract.variants[0]).span.or(span);
        let goal = Goal { key: format!("variant {}", head.0), kind: CheckKind::Variant, text: &text, span };
        let mut writer = Writer::new(self.program, procedure);
        let made = (|| {
            let (mut before, mut after) = (Vec::new(), Vec::new());
            for variant in &contract.variants {
                let now = writer.replaced(*variant, &body.meaning)?;
                let now = super::narrow::narrow_number_or_machine(writer.program, now).ok_or("it is not bounded")?;
                before.push(writer.save("variant", now, span));
                after.push(now);
            }
            let saves = std::mem::take(&mut writer.out);
            Ok::<_, String>((saves, super::decreases(&mut writer, &before, &after)?))
        })();
        match made {
            Ok((saves, condition)) => {
                start.extend(saves);
                again.extend(self.check_of(procedure, condition, &goal));
            }
            Err(why) => again.push(self.refused(procedure, &goal.key, &format!("{text}: {why}"), span)),
        }
    }
    /// What makes the state at a head one of any iteration: what the loop writes is arbitrary, the invariants hold.
    fn general(
        &mut self,
        body: &Body,
        head: BlockId,
        contract: &LoopContract,
        inside: &BTreeSet<BlockId>,
        span: Option<Span>,
    ) -> Said<Vec<Statement>> {
        let procedure = body.procedure;
        let effects = Effects::of_blocks(self.before, procedure, &|block| self.was_inside(procedure, block, inside));
        if effects.unknown || effects.fresh {
            return Err("it writes where nobody knows".into());
        }
        let variables = self.assigned(procedure, inside, &effects);
        let moved = BlockId(self.before.procedures[procedure].blocks.len() as u32);
        let was_head = if head == moved { cairn_ir::Procedure::ENTRY } else { head };
        let was_inside = |block: BlockId| {
            inside.contains(&block) || (block == cairn_ir::Procedure::ENTRY && inside.contains(&moved))
        };
        let mut writer = Writer::new(self.program, procedure);
        for var in variables {
            super::loops::arbitrary(&mut writer, self.before, (procedure, was_head), var, &was_inside, span)?;
        }
        let mut out = std::mem::take(&mut writer.out);
        for (root, element) in &effects.memory {
            let pointer = *body.entered.get(root).ok_or("a pointer at the entry was not saved")?;
            let mut writer = Writer::new(self.program, procedure);
            writer.havoc_object(pointer, *element, None, span)?;
            out.extend(writer.out);
        }
        for clause in &contract.invariants {
            out.push(self.assume(procedure, *clause, &body.meaning)?);
        }
        Ok(out)
    }
    /// Blocks keep their numbers, but the entry may have moved away.
    fn was_inside(&self, procedure: ProcId, block: BlockId, inside: &BTreeSet<BlockId>) -> bool {
        let moved = BlockId(self.before.procedures[procedure].blocks.len() as u32);
        inside.contains(&block) || (block == cairn_ir::Procedure::ENTRY && inside.contains(&moved))
    }
    /// The variables that a loop assigns.
    fn assigned(&self, procedure: ProcId, inside: &BTreeSet<BlockId>, effects: &Effects) -> BTreeSet<VarId> {
        let mut found: BTreeSet<VarId> = effects.globals.iter().chain(&effects.locals).copied().collect();
        // The statements as they were: what contracts added is written before it is read.
        let blocks = self.before.procedures[procedure].blocks.iter();
        for (_, block) in blocks.filter(|(id, _)| self.was_inside(procedure, *id, inside)) {
            for statement in &block.statements {
                let places: Vec<&Place> = match &statement.kind {
                    StatementKind::Assign { target, .. }
                    | StatementKind::Havoc { target }
                    | StatementKind::Allocate { target, .. } => vec![target],
                    StatementKind::Call { results, .. } => results.iter().collect(),
                    StatementKind::Live(var) | StatementKind::Dead(var) => {
                        found.insert(*var);
                        continue;
                    }
                    _ => continue,
                };
                found.extend(places.iter().filter_map(|place| match place.base {
                    PlaceBase::Var(var) => Some(var),
                    PlaceBase::Deref(..) => None,
                }));
            }
        }
        found
    }

    // ---- calls ----

    #[allow(clippy::too_many_arguments)]
    fn call(
        &mut self,
        body: &Body,
        site: &str,
        callee: ProcId,
        arguments: &[ExprId],
        results: &[Place],
        statement: &Statement,
        out: &mut Vec<Statement>,
    ) {
        let (procedure, span) = (body.procedure, statement.origin.span);
        for place in results {
            self.written_place(body, site, place, span, out);
        }
        let contract = self.before.procedures[callee].contract.clone();
        let starts = matches!(self.before.procedures[procedure].role, ProcedureRole::Start(_));
        let (mut meaning, mut saved) = (Meaning::default(), Vec::new());
        let parameters = self.before.procedures[callee].parameters.clone();
        let mut writer = Writer::new(self.program, procedure);
        if !contract.is_empty() {
            for (parameter, argument) in parameters.iter().zip(arguments) {
                let name = format!("{} of the call", writer.program.variables[*parameter].name);
                let value = writer.save(&name, *argument, span);
                meaning.vars.insert(*parameter, value);
                saved.push(value);
            }
            out.append(&mut writer.out);
        }
        let name: Arc<str> = Arc::clone(&self.before.procedures[callee].name);
        for (n, clause) in contract.requires.iter().enumerate() {
            let text = format!("the call of `{name}` needs {}", self.text(&contract.texts, *clause));
            let goal = Goal { key: format!("requires {site} {n}"), kind: CheckKind::Precondition, text: &text, span };
            if starts {
                match self.assume(procedure, *clause, &meaning) {
                    Ok(assumption) => out.push(assumption),
                    Err(why) => out.push(self.refused(procedure, &goal.key, &why, span)),
                }
            } else {
                out.extend(self.check(procedure, *clause, &meaning, &goal));
            }
        }
        if callee == procedure && !body.measures.is_empty() {
            self.recursion(body, site, &contract, &meaning, span, out);
        }
        if self.mode == Mode::Modular && !starts {
            let length = out.len();
            match self.by_contract(body, site, callee, &contract, &mut meaning, results, span, out) {
                Ok(true) => {
                    self.notes.called.entry(procedure).or_default().insert(name.to_string());
                    return;
                }
                Ok(false) => {}
                Err(why) => self.note(procedure, format!("the body of `{name}` stands for its contract: {why}")),
            }
            out.truncate(length);
        }
        self.inlined_frame(body, site, callee, &contract, span, out);
        out.push(statement.clone());
    }
    /// What a callee without contract writes must be allowed to its caller.
    fn inlined_frame(
        &mut self,
        body: &Body,
        site: &str,
        callee: ProcId,
        contract: &Contract,
        span: Option<Span>,
        out: &mut Vec<Statement>,
    ) {
        let Some(frame) = &body.frame else { return };
        if contract.assigns.is_some() && self.mode == Mode::Execute {
            // Its writes are checked against its own frame; whether that is within the caller's is a modular question.
            return;
        }
        let effects = Effects::of(self.before, callee);
        let whole = |var: &VarId| frame.iter().any(|location| matches!(location, Saved::Variable(v) if v == var));
        if effects.unknown || !effects.memory.is_empty() || !effects.globals.iter().all(whole) {
            let name = &self.before.procedures[callee].name;
            let why = format!("whether `{name}` writes only what `assigns` allows its caller");
            out.push(self.refused(body.procedure, &format!("assigns {site}"), &why, span));
        }
    }
    fn recursion(
        &mut self,
        body: &Body,
        site: &str,
        contract: &Contract,
        meaning: &Meaning,
        span: Option<Span>,
        out: &mut Vec<Statement>,
    ) {
        let text = self.text(&contract.texts, contract.decreases[0]);
        let goal = Goal { key: format!("decreases {site}"), kind: CheckKind::Variant, text: &text, span };
        let mut writer = Writer::new(self.program, body.procedure);
        let made = (|| {
            let mut next = Vec::new();
            for measure in &contract.decreases {
                let now = writer.replaced(*measure, meaning)?;
                next.push(super::narrow::narrow_number_or_machine(writer.program, now).ok_or("it is not bounded")?);
            }
            super::decreases(&mut writer, &body.measures, &next)
        })();
        match made {
            Ok(condition) => out.extend(self.check_of(body.procedure, condition, &goal)),
            Err(why) => out.push(self.refused(body.procedure, &goal.key, &why, span)),
        }
    }
    /// A call as its callee's contract says. False: the callee has none, so its body is meant.
    #[allow(clippy::too_many_arguments)]
    fn by_contract(
        &mut self,
        body: &Body,
        site: &str,
        callee: ProcId,
        contract: &Contract,
        meaning: &mut Meaning,
        results: &[Place],
        span: Option<Span>,
        out: &mut Vec<Statement>,
    ) -> Said<bool> {
        if contract.is_empty() || !self.before.procedures[callee].has_body() {
            return Ok(false);
        }
        if contract.frees.as_ref().is_some_and(|list| !list.is_empty()) || !contract.dropped.is_empty() {
            return Err("a clause of it has no form".into());
        }
        let own = self.before.procedures[callee].clone();
        if own.results.iter().any(|var| has_pointers(self.before, self.before.variables[*var].ty)) {
            return Err("it returns a pointer".into());
        }
        let effects = Effects::of(self.before, callee);
        for clause in &contract.ensures {
            let mut writer = Writer::new(self.program, body.procedure);
            writer.save_olds(*clause, meaning, span)?;
            out.extend(writer.out);
        }
        let locations = self.frame_of_call(body, callee, contract, &effects, meaning, span, out)?;
        self.check_frame_of_call(body, site, &locations, span, out)?;
        let mut writer = Writer::new(self.program, body.procedure);
        for location in &locations {
            writer.havoc(location, span)?;
        }
        let mut values = Vec::new();
        for result in &own.results {
            let variable = writer.program.variables[*result].clone();
            let value = writer.local(&format!("result of {}", own.name), variable.ty);
            writer.emit(StatementKind::Havoc { target: Place::var(value) }, span);
            let read = writer.program.var(value);
            meaning.vars.insert(*result, read);
            values.push(read);
        }
        out.append(&mut writer.out);
        let changed = super::loops::assigned_parameters(self.before, callee);
        for clause in &contract.ensures {
            if super::loops::speaks_of(self.before, *clause, &changed) {
                continue;
            }
            out.push(self.assume(body.procedure, *clause, meaning)?);
        }
        for (place, value) in results.iter().zip(values) {
            let kind = StatementKind::Assign { target: place.clone(), value };
            out.push(Statement { kind, origin: Origin::pass(span, "contract") });
        }
        Ok(true)
    }
    /// Where a call may write: as its contract says, else as its body does.
    #[allow(clippy::too_many_arguments)]
    fn frame_of_call(
        &mut self,
        body: &Body,
        callee: ProcId,
        contract: &Contract,
        effects: &Effects,
        meaning: &Meaning,
        span: Option<Span>,
        out: &mut Vec<Statement>,
    ) -> Said<Vec<Saved>> {
        let mut locations = Vec::new();
        if let Some(assigns) = &contract.assigns {
            let mut writer = Writer::new(self.program, body.procedure);
            for location in assigns {
                let mut saved = writer.save_location(location, meaning, span)?;
                if let Saved::Object { element, .. } = &mut saved {
                    *element = effects.memory.iter().next().map(|(_, ty)| *ty);
                }
                locations.push(saved);
            }
            out.extend(writer.out);
            return Ok(locations);
        }
        if effects.unknown {
            return Err("it does not say what it writes, and that is not known".into());
        }
        let name = &self.before.procedures[callee].name;
        let what = format!("`assigns` of `{name}`");
        locations.extend(effects.globals.iter().map(|var| Saved::Variable(*var)));
        for (var, ty) in &effects.memory {
            let pointer = match meaning.vars.get(var) {
                Some(value) => *value,
                None => self.program.var(*var),
            };
            locations.push(Saved::Object { pointer, element: Some(*ty), when: None });
        }
        self.note(body.procedure, what);
        Ok(locations)
    }
    /// What a callee may write must be allowed to its caller.
    fn check_frame_of_call(
        &mut self,
        body: &Body,
        site: &str,
        locations: &[Saved],
        span: Option<Span>,
        out: &mut Vec<Statement>,
    ) -> Said<()> {
        let Some(frame) = body.frame.clone() else { return Ok(()) };
        for (n, location) in locations.iter().enumerate() {
            let mut writer = Writer::new(self.program, body.procedure);
            let condition = match location {
                Saved::Variable(var) => {
                    let listed = frame.iter().any(|l| matches!(l, Saved::Variable(v) if v == var));
                    writer.program.bool_const(listed)
                }
                other => writer.allowed_all(other, &frame, &body.entries)?,
            };
            let goal = Goal {
                key: format!("assigns {site} {n}"),
                kind: CheckKind::Assigns,
                text: "the callee writes only what `assigns` allows the caller",
                span,
            };
            out.extend(self.check_of(body.procedure, condition, &goal));
        }
        Ok(())
    }
}

/// Another target for the jumps to a block.
fn redirect(terminator: &mut Terminator, from: BlockId, to: BlockId) {
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
