//! Whether what subprograms state about their data flow is true: `Global`, `Depends` and their refined forms (SPARK RM 6.1.4, 6.1.5,
//! 7.2.4, 7.2.5).
//!
//! In: the typed tree. Out: a finding per clause, or per place that breaks one. What a subprogram reads and writes is what its text
//! and that of the subprograms it calls says, whatever executions are possible, as SPARK has it. What its outputs depend on is an
//! over-approximation ([`walk`]): a dependency that is stated holds, one that is missing is a finding only if the output is a copy
//! of the input, and is left open otherwise. Deliberately absent: reads in assertions, and whether all that is stated also happens.

mod cells;
mod walk;

use crate::lower::visit::{self, Met};
use crate::sema::Analysis;
use crate::sema::entities::{EntityId, EntityKind, Meaning, ObjectRole, SubprogramId};
use crate::sema::flow_clauses::{DependsClause, FlowMode, Flowing, GlobalClause, InitializesClause};
use crate::sema::tree::{Expr, ExprKind, Item};
use crate::syntax::ast::Mode;
use cairn_base::Span;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use walk::Summary;

/// What becomes of contracts about data flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Asked {
    /// They are named as not checked.
    #[default]
    Named,
    /// They are checked; those that are not decided are named.
    Checked,
    /// They are checked; those that are not decided are unsupported.
    Demanded,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Holds,
    Broken,
    /// Neither is known.
    Open,
}

/// What is known of a clause.
#[derive(Clone, Debug)]
pub struct Finding {
    /// None: of a package.
    pub subprogram: Option<SubprogramId>,
    /// The clause, or the place that breaks it.
    pub span: Span,
    /// Where the clause stands.
    pub stated: Span,
    /// `Global`, …
    pub clause: &'static str,
    pub outcome: Outcome,
    pub text: String,
}

/// What is known of all clauses of subprograms with a body.
pub fn findings(a: &Analysis) -> Vec<Finding> {
    let stated: Vec<SubprogramId> = a.subprograms.ids().filter(|&id| states_flow(a, id)).collect();
    let summaries = walk::summaries(a, &stated);
    let mut found = Vec::new();
    for id in stated {
        if let Some(summary) = summaries.get(&id) {
            let flow = &a.subprograms[id].contract.flow;
            let mut one = Judge { a, id, summary, clause: "", stated: a.subprograms[id].span, found: &mut found };
            flow.global.iter().for_each(|clause| one.global("Global", clause));
            flow.refined_global.iter().for_each(|clause| one.global("Refined_Global", clause));
            flow.depends.iter().for_each(|clause| one.depends("Depends", clause));
            flow.refined_depends.iter().for_each(|clause| one.depends("Refined_Depends", clause));
        }
    }
    found.extend(a.states.initialized.iter().map(|clause| initialized(a, clause)));
    found
}

/// `Initializes`: everything named has an initial value, and takes it from nothing that may change.
fn initialized(a: &Analysis, clause: &InitializesClause) -> Finding {
    let package = &a.entities[clause.package].spelled;
    let mut values: FxHashMap<EntityId, Option<&Expr>> = FxHashMap::default();
    for item in a.elaboration.iter().flat_map(|(_, items)| items) {
        if let Item::Object { entity, init, .. } = item {
            values.insert(*entity, init.as_ref());
        }
    }
    let is_given = |part: Flowing| match part {
        Flowing::Object(entity) => values.get(&entity).is_some_and(|init| init.is_some_and(|init| is_fixed(a, init))),
        _ => false,
    };
    let parts: Vec<Flowing> = clause.names.iter().flat_map(|&name| parts_of(a, name)).collect();
    let missing = parts.into_iter().find(|&part| !is_given(part));
    let (outcome, text) = match missing {
        _ if clause.open => (Outcome::Open, format!("Initializes of {package} has names that are not known")),
        None => (Outcome::Holds, format!("all that Initializes of {package} names must have an initial value")),
        Some(part) => (Outcome::Open, format!("whether {package} initializes {} is not decided", name(a, part))),
    };
    Finding { subprogram: None, span: clause.span, stated: clause.span, clause: "Initializes", outcome, text }
}

/// Whether a value depends on constants only.
fn is_fixed(a: &Analysis, e: &Expr) -> bool {
    let mut fixed = true;
    visit::expression(e, &mut |met| match met {
        Met::Call(_) => fixed = false,
        Met::Expression(Expr { kind: ExprKind::Object(entity), .. }) => {
            let EntityKind::Object(object) = &a.entities[*entity].kind else { return };
            fixed &= matches!(object.role, ObjectRole::Constant | ObjectRole::Iterator);
        }
        _ => {}
    });
    fixed
}

fn name(a: &Analysis, what: Flowing) -> String {
    match what {
        Flowing::Object(entity) => a.entities[entity].spelled.to_string(),
        Flowing::State(state) => a.states.all[state].spelled.to_string(),
        Flowing::Result => "the result".into(),
    }
}

/// A state stands for its parts, where they are known.
fn parts_of(a: &Analysis, what: Flowing) -> Vec<Flowing> {
    let (mut parts, mut work, mut seen) = (Vec::new(), vec![what], BTreeSet::new());
    while let Some(at) = work.pop() {
        if !seen.insert(at) {
            continue;
        }
        match at {
            Flowing::State(state) if a.states.all[state].refined || !a.states.all[state].parts.is_empty() => {
                work.extend(&a.states.all[state].parts);
            }
            _ => parts.push(at),
        }
    }
    parts
}

fn states_flow(a: &Analysis, id: SubprogramId) -> bool {
    let subprogram = &a.subprograms[id];
    let flow = &subprogram.contract.flow;
    let any = flow.global.is_some() || flow.refined_global.is_some();
    let any = any || flow.depends.is_some() || flow.refined_depends.is_some();
    any && matches!(subprogram.meaning, Meaning::Body(_) | Meaning::Null)
}

struct Judge<'j> {
    a: &'j Analysis,
    id: SubprogramId,
    summary: &'j Summary,
    clause: &'static str,
    stated: Span,
    found: &'j mut Vec<Finding>,
}

impl Judge<'_> {
    fn say(&mut self, outcome: Outcome, span: Span, text: String) {
        let (subprogram, clause, stated) = (Some(self.id), self.clause, self.stated);
        // What a body outside of SPARK hides may belong to any state.
        let outcome = match outcome {
            Outcome::Broken if self.a.subprograms[self.id].trusted => Outcome::Open,
            other => other,
        };
        self.found.push(Finding { subprogram, span, stated, clause, outcome, text });
    }

    fn name(&self, what: Flowing) -> String {
        name(self.a, what)
    }

    /// The clause holds unless something was said about it meanwhile.
    fn holds(&mut self, before: usize, text: String) {
        if self.found.len() == before {
            self.say(Outcome::Holds, self.stated, text);
        }
    }

    fn global(&mut self, name: &'static str, clause: &GlobalClause) {
        (self.clause, self.stated) = (name, clause.span);
        let before = self.found.len();
        let subprogram = self.a.subprograms[self.id].name.clone();
        let failing = if clause.open { Outcome::Open } else { Outcome::Broken };
        for (what, span) in &self.summary.writes {
            let may = |mode: FlowMode| matches!(mode, FlowMode::Output | FlowMode::InOut);
            if !self.lists(clause, *what, may) {
                let text =
                    format!("{} is changed here, so it must be an output in {name} of {subprogram}", self.name(*what));
                self.say(failing, *span, text);
            }
        }
        for (what, span) in &self.summary.reads {
            if !self.lists(clause, *what, |mode| mode != FlowMode::ProofIn) && !self.summary.writes.contains_key(what) {
                let text = format!("{} is read here, so it must be in {name} of {subprogram}", self.name(*what));
                self.say(failing, *span, text);
            }
        }
        for &(mode, what) in clause.parts.iter().filter(|(mode, _)| *mode == FlowMode::Output) {
            debug_assert!(mode == FlowMode::Output);
            if self.is_used_before(what) {
                let text = format!("{}, an output in {name}, may keep the value it had before", self.name(what));
                self.say(Outcome::Open, clause.span, text);
            }
        }
        self.holds(before, format!("what {subprogram} reads and changes must be in its {name}"));
    }

    /// A state that a callee without a body names is listed by its parts, too.
    fn lists(&self, clause: &GlobalClause, what: Flowing, may: impl Fn(FlowMode) -> bool) -> bool {
        self.parts_of(what)
            .into_iter()
            .all(|part| clause.parts.iter().any(|&(mode, name)| may(mode) && self.a.states.covers(name, part)))
    }

    /// Whether the value that an output had before may matter.
    fn is_used_before(&self, output: Flowing) -> bool {
        self.parts_of(output).into_iter().any(|part| {
            let kept = !self.summary.outputs.contains_key(&part);
            kept || self.summary.outputs.values().any(|value| value.labels.contains(&part))
                || self.summary.open.is_some()
        })
    }

    fn parts_of(&self, what: Flowing) -> Vec<Flowing> {
        parts_of(self.a, what)
    }

    fn depends(&mut self, name: &'static str, clause: &DependsClause) {
        (self.clause, self.stated) = (name, clause.span);
        let before = self.found.len();
        let subprogram = self.a.subprograms[self.id].name.clone();
        if clause.open || self.summary.open.is_some() {
            let why = self.summary.open.clone().unwrap_or_else(|| "names that are not known".into());
            self.say(Outcome::Open, clause.span, format!("{name} of {subprogram} is not decided: {why}"));
            return;
        }
        for output in self.all_outputs() {
            let relations: Vec<&(Vec<Flowing>, Vec<Flowing>)> = clause
                .relations
                .iter()
                .filter(|(outputs, _)| outputs.iter().any(|&o| self.a.states.covers(o, output)))
                .collect();
            if relations.is_empty() {
                self.unlisted(output, name, &subprogram);
                continue;
            }
            let inputs: Vec<Flowing> = relations.iter().flat_map(|(_, inputs)| inputs.iter().copied()).collect();
            self.output(output, &inputs, name);
        }
        // What a state keeps depends on what it was.
        for (outputs, inputs) in &clause.relations {
            for &output in outputs.iter().filter(|output| matches!(output, Flowing::State(_))) {
                let kept = self.parts_of(output).into_iter().find(|part| !self.summary.outputs.contains_key(part));
                if let Some(kept) = kept.filter(|&kept| !inputs.iter().any(|&i| self.a.states.covers(i, kept))) {
                    let text =
                        format!("{} keeps its value, so {} depends on itself", self.name(kept), self.name(output));
                    self.say(Outcome::Open, clause.span, text);
                }
            }
        }
        self.holds(before, format!("the outputs of {subprogram} must depend on nothing else than its {name} lists"));
    }

    /// Parameters that go out, the result, and all that is changed.
    fn all_outputs(&self) -> Vec<Flowing> {
        let subprogram = &self.a.subprograms[self.id];
        let out = subprogram.parameters.iter().filter(|p| p.mode != Mode::In).map(|p| Flowing::Object(p.entity));
        let mut all: Vec<Flowing> = out.chain(subprogram.result.map(|_| Flowing::Result)).collect();
        all.extend(self.summary.writes.keys());
        all
    }

    fn unlisted(&mut self, output: Flowing, name: &'static str, subprogram: &str) {
        let text = format!("{} is an output of {subprogram}, so it must be one in {name}", self.name(output));
        match self.summary.writes.get(&output) {
            Some(&span) => self.say(Outcome::Broken, span, text),
            None => self.say(Outcome::Broken, self.stated, text),
        }
    }

    fn output(&mut self, output: Flowing, inputs: &[Flowing], name: &'static str) {
        let Some(value) = self.summary.outputs.get(&output) else { return };
        let listed = |label: &Flowing| inputs.iter().any(|&input| self.a.states.covers(input, *label));
        let missing: Vec<Flowing> = value.labels.iter().copied().filter(|label| !listed(label)).collect();
        for label in missing {
            let is_bounds = label == output && self.is_out_parameter(label);
            if is_bounds {
                continue;
            }
            let (outcome, word) = match value.exact == Some(label) {
                true => (Outcome::Broken, "depends"),
                false => (Outcome::Open, "may depend"),
            };
            let text = format!("{} {word} on {}, which {name} does not list", self.name(output), self.name(label));
            self.say(outcome, self.stated, text);
        }
    }

    fn is_out_parameter(&self, what: Flowing) -> bool {
        let Flowing::Object(entity) = what else { return false };
        let parameters = &self.a.subprograms[self.id].parameters;
        matches!(self.a.entities[entity].kind, EntityKind::Object(_))
            && parameters.iter().any(|p| p.entity == entity && p.mode == Mode::Out)
    }
}
