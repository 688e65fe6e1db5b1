//! Annotations that are read and not checked: ACSL comments, and contracts in the words of CBMC. One note per file names
//! them, with their number and the first place, so that nobody takes them for verified.

use super::{Parse, Parser};
use crate::codes;
use crate::syntax::token::TokenKind;
use cairn_base::{Diagnostic, FileId, Severity, Span};
use std::collections::BTreeMap;

/// Clauses of CBMC behind declarators and loop heads.
const CLAUSES: [&str; 9] = [
    "__CPROVER_requires",
    "__CPROVER_ensures",
    "__CPROVER_requires_contract",
    "__CPROVER_ensures_contract",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_loop_invariant",
    "__CPROVER_decreases",
    "__CPROVER_loop_assigns",
];

/// What ACSL comments say; longer ones first.
const WORDS: [&str; 16] = [
    "loop invariant",
    "loop variant",
    "loop assigns",
    "requires",
    "ensures",
    "assigns",
    "allocates",
    "frees",
    "behavior",
    "decreases",
    "terminates",
    "assert",
    "check",
    "admit",
    "invariant",
    "ghost",
];

impl Parser<'_> {
    /// Skips contract clauses of CBMC at the current place.
    pub fn skip_contracts(&mut self) -> Parse<()> {
        while self.is(TokenKind::Identifier)
            && CLAUSES.contains(&self.token_text())
            && self.kind_ahead(1) == TokenKind::LeftParen
        {
            let (name, span) = (self.token_text().to_string(), self.span());
            self.advance();
            let mut depth = 0usize;
            loop {
                match self.kind() {
                    TokenKind::LeftParen => depth += 1,
                    TokenKind::RightParen => depth -= 1,
                    TokenKind::End => return Err(self.unexpected("`)`")),
                    _ => {}
                }
                self.advance();
                if depth == 0 {
                    break;
                }
            }
            self.contracts.push((name, span));
        }
        Ok(())
    }
    /// One note per file about what is not checked.
    pub fn note_unchecked(&mut self) {
        let mut files: BTreeMap<FileId, (Span, BTreeMap<String, usize>)> = BTreeMap::new();
        let mut add = |word: &str, span: Span| {
            let (_, words) = files.entry(span.file).or_insert_with(|| (span, BTreeMap::new()));
            *words.entry(word.to_string()).or_default() += 1;
        };
        for (annotation, span) in &self.stream.annotations {
            let text = self.text.get(annotation.start as usize..annotation.end as usize).unwrap_or("");
            clauses(text).iter().for_each(|word| add(word, *span));
        }
        for (name, span) in &self.contracts {
            add(name, *span);
        }
        for (_, (span, words)) in files {
            let list: Vec<String> = words.iter().map(|(word, count)| format!("{count} `{word}`")).collect();
            let message = format!("annotations are not checked: {}", list.join(", "));
            let note = Diagnostic::new(Severity::Note, codes::UNCHECKED_ANNOTATION, message)
                .at(span, "the first")
                .note("nothing they say is verified, and nothing is assumed because of them");
            self.diagnostics.push(note);
        }
    }
}

/// The clauses of an ACSL comment.
fn clauses(text: &str) -> Vec<&'static str> {
    let body = text.trim_start_matches(['/', '*', '@']).trim_end_matches("*/");
    let starts = std::iter::once(body).chain(body.split([';', '{', '}', ':', '\n']).skip(1));
    let mut found = Vec::new();
    for start in starts {
        let start = start.trim_start_matches([' ', '\t', '\r', '\n', '@', '*']);
        let is_next = |word: &&&str| {
            let rest = start.strip_prefix(**word);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        found.extend(WORDS.iter().find(is_next));
    }
    if found.is_empty() { vec!["other annotation"] } else { found }
}
