//! Macros in annotations.
//!
//! The preprocessor leaves comments alone, and `-dD` leaves the definitions in its output: what stands in an annotation
//! is replaced here, with the definitions that are in force where the annotation stands. All tokens of a replacement stand at the macro's name.
//!
//! Deliberately absent: `#` and `##` (a macro that uses them is not replaced), macros without replacement text are
//! replaced by nothing.

use super::lexer::{Token, TokenKind, lex};
use crate::syntax::ast::MacroDefinition;
use crate::syntax::names::Names;
use std::sync::Arc;

/// How deep macros may lead into each other, and how many tokens an annotation may become.
const DEPTH_LIMIT: usize = 64;
const TOKEN_LIMIT: usize = 200_000;

/// The macros of a translation unit up to a place of its text.
#[derive(Clone, Copy)]
pub struct Macros<'a> {
    pub all: &'a [MacroDefinition],
    pub names: &'a Names,
    /// Definitions behind this place of the preprocessed text do not count.
    pub until: u32,
}

impl<'a> Macros<'a> {
    fn find(&self, name: &str) -> Option<&'a MacroDefinition> {
        let symbol = self.names.find(name)?;
        let known = self.all.iter().rev().find(|m| m.name == symbol && m.at < self.until)?;
        known.body.as_ref().filter(|body| !body.contains('#'))?;
        Some(known)
    }
}

/// Replaces macros until none is left.
pub fn expand(tokens: Vec<Token>, macros: Macros<'_>) -> Vec<Token> {
    let mut out = Vec::with_capacity(tokens.len());
    expand_into(&tokens, macros, &mut Vec::new(), &mut out);
    if let Some(end) = tokens.last().filter(|last| last.kind == TokenKind::End) {
        out.push(end.clone());
    }
    out
}

fn expand_into(tokens: &[Token], macros: Macros<'_>, active: &mut Vec<Arc<str>>, out: &mut Vec<Token>) {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match &token.kind {
            TokenKind::End => break,
            TokenKind::Word(name)
                if !active.contains(name) && active.len() < DEPTH_LIMIT && out.len() < TOKEN_LIMIT =>
            {
                let Some(known) = macros.find(name) else {
                    out.push(token.clone());
                    continue;
                };
                let arguments = match &known.parameters {
                    None => Some((Vec::new(), at)),
                    Some(parameters) => arguments(tokens, at).filter(|(found, _)| fits(parameters, found)),
                };
                let Some((given, behind)) = arguments else {
                    out.push(token.clone());
                    continue;
                };
                at = behind;
                let body = replacement(known, &given, token, macros, active);
                active.push(name.clone());
                expand_into(&body, macros, active, out);
                active.pop();
            }
            _ => out.push(token.clone()),
        }
    }
}

fn fits(parameters: &[std::rc::Rc<str>], found: &[Vec<Token>]) -> bool {
    found.len() == parameters.len() || parameters.is_empty() && found.iter().all(Vec::is_empty)
}

/// The arguments in parentheses that begin at `at`, and the place behind them.
fn arguments(tokens: &[Token], at: usize) -> Option<(Vec<Vec<Token>>, usize)> {
    if tokens.get(at)?.kind != TokenKind::Mark("(") {
        return None;
    }
    let (mut found, mut depth) = (vec![Vec::new()], 0usize);
    for (position, token) in tokens.iter().enumerate().skip(at) {
        match token.kind {
            TokenKind::End => return None,
            TokenKind::Mark("(" | "[" | "{") => depth += 1,
            TokenKind::Mark(")" | "]" | "}") => depth = depth.saturating_sub(1),
            TokenKind::Mark(",") if depth == 1 => {
                found.push(Vec::new());
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            return Some((found, position + 1));
        }
        if position > at {
            found.last_mut()?.push(token.clone());
        }
    }
    None
}

fn replacement(
    known: &MacroDefinition,
    given: &[Vec<Token>],
    name: &Token,
    macros: Macros<'_>,
    active: &mut Vec<Arc<str>>,
) -> Vec<Token> {
    let body = lex(known.body.as_deref().unwrap_or(""), name.span, false);
    let parameters = known.parameters.as_deref().unwrap_or(&[]);
    let mut out = Vec::new();
    for token in body {
        let position = match &token.kind {
            TokenKind::Word(word) => parameters.iter().position(|p| **p == **word),
            _ => None,
        };
        match position.and_then(|position| given.get(position)) {
            Some(argument) => expand_into(argument, macros, active, &mut out),
            None => out.push(token),
        }
    }
    out.retain(|token| token.kind != TokenKind::End);
    out
}
