//! Writes of loops, checked to go only where `loop assigns` allows.
//!
//! What a loop writes that lives longer than one iteration must be listed: variables of the source (by name, or as a whole), and
//! memory. Variables that nobody reads at the head of the loop before they are assigned are its own.

use super::frame::Saved;
use super::pointers::{Effects, PointerFlow, Root};
use super::weave::{Body, Goal, Weaver};
use super::writer::{Writer, ill_typed};
use crate::live::LiveLocals;
use cairn_base::Span;
use cairn_ir::{
    BlockId, Callee, CheckKind, ExprId, LoopContract, Place, PlaceBase, Reason, Statement, StatementKind, VarId,
    VariableKind,
};
use std::collections::BTreeSet;

/// Where a loop may write, saved where it is entered.
struct LoopFrame {
    saved: Vec<Saved>,
    /// Parts of variables that have no address.
    parts: Vec<Place>,
    /// Variables that live in one iteration only.
    own: BTreeSet<VarId>,
    /// Pointers to all that was there when the loop was entered, as far as that is known.
    entries: Vec<ExprId>,
    /// Something was allocated before.
    allocated: bool,
}

impl Weaver<'_> {
    pub(super) fn loop_frame(
        &mut self,
        body: &Body,
        head: BlockId,
        contract: &LoopContract,
        inside: &BTreeSet<BlockId>,
        span: Option<Span>,
    ) -> Vec<Statement> {
        let Some(locations) = &contract.assigns else { return Vec::new() };
        let procedure = body.procedure;
        let mut out = Vec::new();
        let mut frame = LoopFrame {
            saved: Vec::new(),
            parts: Vec::new(),
            own: self.own_variables(body, head, inside),
            entries: body.entries.clone(),
            allocated: self.allocates_outside(body, inside),
        };
        self.add_locals(body, &mut frame);
        for (n, location) in locations.iter().enumerate() {
            let mut writer = Writer::new(self.program, procedure);
            match (writer.save_location(location, &body.meaning, span), location.place()) {
                (Ok(saved), _) => {
                    frame.saved.push(saved);
                    out.extend(writer.out);
                }
                (Err(_), Some(place)) if matches!(place.base, PlaceBase::Var(_)) => frame.parts.push(place.clone()),
                (Err(why), _) => {
                    let why = format!("a location of `loop assigns`: {why}");
                    out.push(self.refused(procedure, &format!("loop assigns {} {n}", head.0), &why, span));
                }
            }
        }
        for block in inside {
            let old = std::mem::take(&mut self.program.procedures[procedure].blocks[*block].statements);
            let mut new = Vec::with_capacity(old.len());
            for (n, statement) in old.into_iter().enumerate() {
                self.write_in_loop(body, &format!("{} {}.{n}", head.0, block.0), &statement, &frame, &mut new);
                new.push(statement);
            }
            self.program.procedures[procedure].blocks[*block].statements = new;
        }
        out
    }
    /// Variables that live in one iteration: their life begins in the loop, or nobody reads them at its head.
    fn own_variables(&self, body: &Body, head: BlockId, inside: &BTreeSet<BlockId>) -> BTreeSet<VarId> {
        let procedure = body.procedure;
        let own = &self.before.procedures[procedure];
        let mut found = BTreeSet::new();
        for (_, block) in own.blocks.iter().filter(|(id, _)| self.was_inside(procedure, *id, inside)) {
            found.extend(block.statements.iter().filter_map(|statement| match statement.kind {
                StatementKind::Live(var) => Some(var),
                _ => None,
            }));
        }
        let moved = BlockId(own.blocks.len() as u32);
        let head = if head == moved { cairn_ir::Procedure::ENTRY } else { head };
        if let Some(live) = LiveLocals::new(self.before, procedure) {
            let is_local = |var: &&VarId| !own.results.contains(var) && !own.parameters.contains(var);
            let dead = |var: &&VarId| live.is_dead(self.before, **var, head);
            found.extend(own.locals.iter().filter(is_local).filter(dead));
        }
        found
    }
    fn allocates_outside(&self, body: &Body, inside: &BTreeSet<BlockId>) -> bool {
        let blocks = self.before.procedures[body.procedure].blocks.iter();
        let mut outside = blocks.filter(|(id, _)| !self.was_inside(body.procedure, *id, inside));
        let makes = |kind: &StatementKind| matches!(kind, StatementKind::Allocate { .. } | StatementKind::Call { .. });
        outside.any(|(_, block)| block.statements.iter().any(|statement| makes(&statement.kind)))
    }
    /// Variables of the procedure that have an address were there, too.
    fn add_locals(&mut self, body: &Body, frame: &mut LoopFrame) {
        let own = &self.before.procedures[body.procedure];
        let locals: Vec<VarId> = own.locals.iter().chain(&own.parameters).copied().collect();
        for var in locals {
            if self.before.variables[var].addressable && !frame.own.contains(&var) {
                frame.entries.extend(self.program.address_of(Place::var(var)).ok());
            }
        }
    }
    fn write_in_loop(
        &mut self,
        body: &Body,
        site: &str,
        statement: &Statement,
        frame: &LoopFrame,
        out: &mut Vec<Statement>,
    ) {
        let span = statement.origin.span;
        // What stands for a call by contract writes what the contract says; memory is copied or filled there, never assigned.
        let is_ours = matches!(statement.origin.reason, Reason::Pass(_));
        let refused =
            |this: &mut Self, why: &str| this.refused(body.procedure, &format!("loop assigns {site}"), why, span);
        match &statement.kind {
            StatementKind::Assign { target, .. }
            | StatementKind::Havoc { target }
            | StatementKind::Allocate { target, .. }
                if !is_ours || matches!(target.base, PlaceBase::Var(_)) =>
            {
                self.place_in_loop(body, site, target, frame, span, out);
            }
            StatementKind::Call { callee: Callee::Direct(callee), results, .. } => {
                let effects = Effects::of(self.before, *callee);
                let listed = |var: &VarId| is_listed(frame, *var);
                if effects.unknown || !effects.memory.is_empty() || !effects.globals.iter().all(listed) {
                    out.push(refused(self, "whether a call writes only what `loop assigns` allows"));
                }
                for (n, place) in results.iter().enumerate() {
                    self.place_in_loop(body, &format!("{site} {n}"), place, frame, span, out);
                }
            }
            StatementKind::Call { .. } | StatementKind::CopyMemory { .. } | StatementKind::FillMemory { .. } => {
                out.push(refused(self, "memory is written by a call or a copy under `loop assigns`"));
            }
            _ => {}
        }
    }
    fn place_in_loop(
        &mut self,
        body: &Body,
        site: &str,
        place: &Place,
        frame: &LoopFrame,
        span: Option<Span>,
        out: &mut Vec<Statement>,
    ) {
        let key = format!("loop assigns {site}");
        if let PlaceBase::Var(var) = place.base {
            let variable = self.before.variables.get(var).cloned();
            let is_ours = variable.as_ref().is_none_or(|v| v.temporary && v.kind != VariableKind::Global);
            if is_ours || frame.own.contains(&var) || is_listed(frame, var) || frame.parts.contains(place) {
                return;
            }
            let variable = &self.program.variables[var];
            if !variable.addressable {
                let name = variable.name.clone();
                if frame.parts.iter().any(|part| part.base == place.base) {
                    let why = format!("whether `loop assigns` allows writing this part of `{name}`");
                    return out.push(self.refused(body.procedure, &key, &why, span));
                }
                let text = format!("`loop assigns` does not allow writing `{name}`");
                let condition = self.program.bool_const(false);
                let goal = Goal { key, kind: CheckKind::Assigns, text: &text, span };
                return out.extend(self.check_of(body.procedure, condition, &goal));
            }
        }
        if let PlaceBase::Deref(pointer, _) = place.base
            && frame.allocated
            && PointerFlow::new(self.before, body.procedure).of(pointer).contains(&Root::Fresh)
        {
            let why = "whether `loop assigns` allows writing what was allocated before the loop";
            return out.push(self.refused(body.procedure, &key, why, span));
        }
        let mut writer = Writer::new(self.program, body.procedure);
        let made = (|| {
            let ty = cairn_ir::typing::place_type(writer.program, place).map_err(ill_typed)?;
            let bytes = writer.size_of(ty);
            let pointer = writer.program.address_of(place.clone()).map_err(ill_typed)?;
            match place.base {
                PlaceBase::Var(_) => writer.listed(pointer, bytes, &frame.saved),
                PlaceBase::Deref(..) => writer.allowed(pointer, bytes, &frame.saved, &frame.entries),
            }
        })();
        let text = "only what `loop assigns` allows is written";
        let goal = Goal { key, kind: CheckKind::Assigns, text, span };
        out.extend(match made {
            Ok(condition) => self.check_of(body.procedure, condition, &goal),
            Err(why) => vec![self.refused(body.procedure, &goal.key, &why, span)],
        });
    }
}

fn is_listed(frame: &LoopFrame, var: VarId) -> bool {
    frame.saved.iter().any(|location| matches!(location, Saved::Variable(listed) if *listed == var))
}
