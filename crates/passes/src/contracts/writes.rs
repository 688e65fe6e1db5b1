//! Writes, checked to go only where `assigns` allows.

use super::frame::Saved;
use super::pointers::{PointerFlow, Root};
use super::weave::{Body, Goal, Weaver};
use super::writer::Writer;
use cairn_base::Span;
use cairn_ir::{CheckKind, ExprId, Place, PlaceBase, Statement, StatementKind, VariableKind};

impl Weaver<'_> {
    /// Checks before a statement that it writes only what may be written.
    pub(super) fn written(&mut self, body: &Body, site: &str, statement: &Statement, out: &mut Vec<Statement>) {
        let place = match &statement.kind {
            StatementKind::Assign { target, .. }
            | StatementKind::Havoc { target }
            | StatementKind::Allocate { target, .. } => target.clone(),
            StatementKind::CopyMemory { target, .. } | StatementKind::FillMemory { target, .. } => {
                return self.written_bytes(body, site, *target, statement, out);
            }
            StatementKind::Call { .. } if body.frame.is_some() => {
                let why = "a call through a pointer under `assigns`";
                return out.push(self.refused(body.procedure, &format!("assigns {site}"), why, statement.origin.span));
            }
            _ => return,
        };
        self.written_place(body, site, &place, statement.origin.span, out);
    }
    pub(super) fn written_place(
        &mut self,
        body: &Body,
        site: &str,
        place: &Place,
        span: Option<Span>,
        out: &mut Vec<Statement>,
    ) {
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
    pub(super) fn written_bytes(
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
}
