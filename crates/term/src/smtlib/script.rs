//! A whole SMT-LIB file: logic, declarations, definitions of shared parts, assertions, a question.

use super::logic::logic;
use super::print::{PrintError, PrintOptions, Printer};
use crate::op::TermId;
use crate::terms::Terms;
use std::fmt::Write as _;

/// What a file says. Print it with [`print`](Self::print).
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Comment lines at the top.
    pub comments: Vec<String>,
    /// The logic; found from the assertions if absent.
    pub logic: Option<String>,
    pub options: PrintOptions,
    /// Assertions, each with an optional comment above it.
    pub assertions: Vec<(TermId, Option<String>)>,
    /// Ask for a model after `check-sat`.
    pub model: bool,
}

impl Script {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn assert(&mut self, term: TermId) -> &mut Self {
        self.assertions.push((term, None));
        self
    }

    pub fn assert_with_comment(&mut self, term: TermId, comment: impl Into<String>) -> &mut Self {
        self.assertions.push((term, Some(comment.into())));
        self
    }

    /// The text of the file.
    pub fn print(&self, terms: &Terms) -> Result<String, PrintError> {
        let mut out = String::new();
        for comment in &self.comments {
            write_comment(&mut out, comment);
        }
        let roots: Vec<TermId> = self.assertions.iter().map(|&(term, _)| term).collect();
        let logic = self.logic.clone().unwrap_or_else(|| logic(terms, &roots));
        if self.model {
            out.push_str("(set-option :produce-models true)\n");
        }
        let _ = writeln!(out, "(set-logic {logic})");
        let mut printer = Printer::new(self.options);
        printer.declare(terms, &roots, &mut out);
        // One call for all, so that what two assertions share is defined once.
        printer.define(terms, &roots, &mut out)?;
        for (term, comment) in &self.assertions {
            if let Some(comment) = comment {
                write_comment(&mut out, comment);
            }
            let _ = writeln!(out, "(assert {})", printer.reference(terms, *term)?);
        }
        out.push_str("(check-sat)\n");
        if self.model {
            out.push_str("(get-model)\n");
        }
        Ok(out)
    }
}

fn write_comment(out: &mut String, comment: &str) {
    for line in comment.lines() {
        let _ = writeln!(out, "; {line}");
    }
}
