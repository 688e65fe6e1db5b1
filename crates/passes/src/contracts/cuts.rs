//! Loops: invariants and variants as checks, and heads cut so that one iteration stands for any.

use super::Mode;
use super::pointers::Effects;
use super::weave::{Body, Goal, Weaver, redirect};
use super::writer::{Said, Writer};
use cairn_base::Span;
use cairn_ir::{
    BlockId, CheckKind, LoopContract, Origin, Place, PlaceBase, ProcId, Statement, StatementKind, Terminator, VarId,
};
use std::collections::BTreeSet;

impl Weaver<'_> {
    pub(super) fn loop_at(&mut self, body: &mut Body, head: BlockId, original: &[BlockId]) {
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
        let frame = self.loop_frame(body, head, &contract, &inside, span);
        first.splice(0..0, frame);
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
            self.stands_for(procedure, block, head, target);
            redirect(&mut self.program.procedures[procedure].blocks[block].terminator, head, target);
        }
    }
    /// The statement of the source that leads to a head leads there by way of the new edge: who looks for the loop in the
    /// source finds it by what enters the head.
    fn stands_for(&mut self, procedure: ProcId, block: BlockId, head: BlockId, edge: BlockId) {
        let blocks = &mut self.program.procedures[procedure].blocks;
        let own = &blocks[block];
        if own.terminator == Terminator::Goto(head) && own.terminator_origin.span.is_some() {
            blocks[edge].terminator_origin.span = own.terminator_origin.span;
        }
    }
    pub(super) fn edges_of(&self, procedure: ProcId, original: &[BlockId]) -> Vec<BlockId> {
        self.program.procedures[procedure].blocks.ids().skip(original.len()).collect()
    }
    /// Whether a block belongs to a loop; edges that were made belong to where they lead from.
    pub(super) fn is_inside(
        &self,
        procedure: ProcId,
        block: BlockId,
        inside: &BTreeSet<BlockId>,
        original: &[BlockId],
    ) -> bool {
        if (block.0 as usize) < original.len() {
            return inside.contains(&block);
        }
        // An edge block of another loop whose head is this one's: there is none, heads differ. It leads to its own head.
        let blocks = &self.program.procedures[procedure].blocks;
        blocks[block].terminator.successors().iter().any(|next| inside.contains(next))
    }
    pub(super) fn edge(
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
    pub(super) fn note(&mut self, procedure: ProcId, what: String) {
        self.notes.inferred.entry(procedure).or_default().insert(what);
    }
    pub(super) fn variants(
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
    pub(super) fn general(
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
    pub(super) fn was_inside(&self, procedure: ProcId, block: BlockId, inside: &BTreeSet<BlockId>) -> bool {
        let moved = BlockId(self.before.procedures[procedure].blocks.len() as u32);
        inside.contains(&block) || (block == cairn_ir::Procedure::ENTRY && inside.contains(&moved))
    }
    /// The variables that a loop assigns.
    pub(super) fn assigned(&self, procedure: ProcId, inside: &BTreeSet<BlockId>, effects: &Effects) -> BTreeSet<VarId> {
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
}
