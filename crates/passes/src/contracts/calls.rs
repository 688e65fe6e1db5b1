//! Calls: what they require is checked, and their contracts stand for them.

use super::Mode;
use super::frame::Saved;
use super::pointers::{Effects, has_pointers};
use super::weave::{Body, Goal, Weaver};
use super::writer::{Meaning, Said, Writer};
use crate::CallGraph;
use cairn_base::Span;
use cairn_base::ids::Id;
use cairn_ir::{
    Binary, Callee, CheckKind, Contract, ExprId, ExprKind, Origin, Place, ProcId, ProcedureRole, Statement,
    StatementKind, VarId,
};
use std::sync::Arc;

impl Weaver<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn call(
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
            let text = needs(&name, &self.text(&contract.texts, *clause));
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
        if !body.measures.is_empty() && self.comes_back(callee, procedure) {
            self.recursion(body, site, callee, &meaning, span, out);
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
    /// A call through a pointer needs what is required by the function that the pointer leads to.
    pub(super) fn indirect_call(&mut self, body: &Body, site: &str, statement: &Statement, out: &mut Vec<Statement>) {
        let StatementKind::Call { callee: Callee::Indirect { pointer, candidates }, arguments, .. } = &statement.kind
        else {
            return;
        };
        let span = statement.origin.span;
        if !body.measures.is_empty() && candidates.iter().any(|callee| self.comes_back(*callee, body.procedure)) {
            let why = "whether `decreases` holds at a call through a pointer";
            out.push(self.refused(body.procedure, &format!("decreases {site}"), why, span));
        }
        for &callee in candidates {
            let own = &self.before.procedures[callee];
            let (requires, texts, name) = (own.contract.requires.clone(), own.contract.texts.clone(), own.name.clone());
            let meaning = Meaning {
                vars: own.parameters.iter().copied().zip(arguments.iter().copied()).collect(),
                ..Meaning::default()
            };
            for (n, clause) in requires.iter().enumerate() {
                let text = needs(&name, &self.text(&texts, *clause));
                let key = format!("requires {site} {} {n}", callee.index());
                let goal = Goal { key, kind: CheckKind::Precondition, text: &text, span: statement.origin.span };
                let mut writer = Writer::new(self.program, body.procedure);
                let required = writer.carried(*clause, &meaning).map(|required| self.as_goal(required));
                let condition = required.and_then(|required| {
                    let mut writer = Writer::new(self.program, body.procedure);
                    let ty = writer.program.types.pointer();
                    let address = ExprKind::ProcedureAddress(callee);
                    let address = writer.program.add_expr(address, ty, None).map_err(super::writer::ill_typed)?;
                    let other = writer.binary(Binary::NotEqual, *pointer, address)?;
                    writer.binary(Binary::Or, other, required)
                });
                match condition {
                    Ok(condition) => out.extend(self.check_of(body.procedure, condition, &goal)),
                    Err(why) => out.push(self.refused(body.procedure, &goal.key, &why, goal.span)),
                }
            }
        }
    }
    /// What a callee without contract writes must be allowed to its caller.
    pub(super) fn inlined_frame(
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
    /// Whether a call may lead back to the procedure that makes it.
    fn comes_back(&self, callee: ProcId, procedure: ProcId) -> bool {
        callee == procedure || CallGraph::new(self.before).reachable(&[callee]).contains(&procedure)
    }
    /// The measure of the callee is less than that of the procedure that calls it: so no measure decreases for ever in a group
    /// of procedures that call each other, as long as each has one.
    pub(super) fn recursion(
        &mut self,
        body: &Body,
        site: &str,
        callee: ProcId,
        meaning: &Meaning,
        span: Option<Span>,
        out: &mut Vec<Statement>,
    ) {
        let contract = self.before.procedures[callee].contract.clone();
        if contract.decreases.len() != body.measures.len() {
            let name = &self.before.procedures[callee].name;
            let why = format!(
                "`decreases` of a group of procedures that call each other, of which `{name}` has another measure or none"
            );
            return out.push(self.refused(body.procedure, &format!("decreases {site}"), &why, span));
        }
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
    pub(super) fn by_contract(
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
        if effects.releases {
            return Err("it releases memory".into());
        }
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
    pub(super) fn frame_of_call(
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
    pub(super) fn check_frame_of_call(
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

/// What a call needs, in the words of the clause.
fn needs(name: &str, clause: &str) -> String {
    format!("the call of `{name}` needs {}", clause.strip_prefix("requires ").unwrap_or(clause))
}
