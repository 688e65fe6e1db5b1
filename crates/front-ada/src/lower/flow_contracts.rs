//! Contracts about data flow as properties: each is a check that depends on no execution, in procedures that only hold such checks.
//!
//! In: what `flow` found out. Out: checks of kind `assigns`, unsupported ones where it is not known and was demanded, and notes.

use super::Lowerer;
use crate::codes;
use crate::flow::{self, Asked, Finding, Outcome};
use cairn_base::{Diagnostic, FileId, Severity, Span};
use cairn_ir as ir;
use ir::{BlockId, CheckKind, Origin, ProcId, StatementKind};
use std::collections::BTreeMap;

/// The clauses of one file by their names: where they stand, and what is open about them.
type Clauses<'f> = BTreeMap<&'static str, Vec<(Span, &'f str)>>;

impl Lowerer<'_> {
    pub(super) fn flow_contracts(&mut self, asked: Asked) {
        let findings = flow::findings(self.a);
        let reached = |f: &&Finding| f.subprogram.is_none_or(|of| self.procedures.keys().any(|(id, _)| *id == of));
        let findings: Vec<Finding> = findings.iter().filter(reached).cloned().collect();
        self.name_open_clauses(asked, &findings);
        if asked == Asked::Named {
            return;
        }
        let held: Vec<&Finding> = findings.iter().filter(|f| f.outcome == Outcome::Holds).collect();
        if !held.is_empty() {
            let (procedure, block) = self.rules("Flow");
            held.into_iter().for_each(|f| self.rule(procedure, block, CheckKind::Assigns, f, true));
            self.p.set_terminator(procedure, block, ir::Terminator::Return, Origin::implied(None, "data flow"));
        }
        for finding in &findings {
            let kind = match (finding.outcome, asked) {
                (Outcome::Broken, _) => CheckKind::Assigns,
                (Outcome::Open, Asked::Demanded) => CheckKind::Unsupported,
                _ => continue,
            };
            let (procedure, block) = self
                .rules(&finding.subprogram.map_or("Flow".into(), |id| format!("{}'Flow", self.a.subprograms[id].name)));
            self.rule(procedure, block, kind, finding, false);
            self.p.set_terminator(procedure, block, ir::Terminator::Return, Origin::implied(None, "data flow"));
        }
    }

    fn rules(&mut self, name: &str) -> (ProcId, BlockId) {
        let procedure = self.new_procedure(name);
        self.p.procedures[procedure].role = ir::ProcedureRole::Rules;
        let block = self.p.add_block(procedure, "entry");
        self.p.entries.push(procedure);
        (procedure, block)
    }

    fn rule(&mut self, procedure: ProcId, block: BlockId, kind: CheckKind, finding: &Finding, holds: bool) {
        let condition = self.p.bool_const(holds);
        let of = |id: &crate::sema::entities::SubprogramId| Some(*id) == finding.subprogram;
        let about = self.procedures.iter().find(|((id, _), _)| of(id)).map_or(procedure, |(_, &about)| about);
        let property = self.p.add_property(kind, Some(about), finding.text.clone(), Some(finding.span));
        let origin = Origin::implied(Some(finding.span), "data flow");
        self.p.push_statement(procedure, block, StatementKind::Check { property, condition }, origin);
    }

    /// One note per file for what is not decided.
    fn name_open_clauses(&mut self, asked: Asked, findings: &[Finding]) {
        if asked == Asked::Demanded {
            return;
        }
        let mut files: BTreeMap<FileId, Clauses> = BTreeMap::new();
        for finding in findings.iter().filter(|f| asked == Asked::Named || f.outcome == Outcome::Open) {
            let clauses = files.entry(finding.stated.file).or_default().entry(finding.clause).or_default();
            if !clauses.iter().any(|(span, _)| *span == finding.stated) {
                clauses.push((finding.stated, &finding.text));
            }
        }
        for clauses in files.into_values() {
            let word = |(name, places): (&&str, &Vec<(Span, &str)>)| match places.len() {
                1 => name.to_string(),
                count => format!("{name} ({count} times)"),
            };
            let list = clauses.iter().map(word).collect::<Vec<_>>().join(", ");
            let message = format!("stated in this file and not checked by this command: {list}");
            let Some(&(first, why)) = clauses.values().flatten().min_by_key(|(span, _)| span.start) else { continue };
            let note = Diagnostic::new(Severity::Note, codes::NOT_CHECKED, message).at(first, "");
            self.notes.push(if asked == Asked::Checked { note.help(why) } else { note });
        }
    }
}
