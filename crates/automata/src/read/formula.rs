//! Reads formulas of linear temporal logic in the usual notation.
//!
//! The atoms between the operators are conditions of C or Ada, which have operators of their own. Three rules keep them
//! apart. Infix operators stand between blanks or parentheses, so that `p->next` is one name and `p -> next` an
//! implication. A parenthesis belongs to an atom where an operator of the source language follows it, as in
//! `(a + b) * 2 == c`. What would still be taken for an operator is written in quotes or as `AP(…)`.

use super::DEEPEST;
use super::cursor::Cursor;
use crate::atom::{AtomKind, Atoms};
use crate::codes;
use crate::formula::{Binary, Formula, Unary};
use cairn_base::diagnostic::Diagnostic;
use cairn_base::source::{FileId, SourceMap, Span};

pub struct ReadFormula {
    pub formula: Formula,
    pub atoms: Atoms,
}

/// Reads the whole file as one formula.
pub fn read_formula(sources: &SourceMap, file: FileId) -> Result<ReadFormula, Box<Diagnostic>> {
    let mut reader = Reader { cursor: Cursor::new(sources, file), atoms: Atoms::new(), depth: 0 };
    let formula = reader.formula(1)?;
    reader.blanks()?;
    if !reader.cursor.is_at_end() {
        return Err(reader.error("the formula ends before this"));
    }
    Ok(ReadFormula { formula, atoms: reader.atoms })
}

/// Infix operators and their spellings; longer ones first where one begins another.
const INFIX: [(&str, Binary); 15] = [
    ("<->", Binary::Equivalent),
    ("<=>", Binary::Equivalent),
    ("==>", Binary::Implies),
    ("->", Binary::Implies),
    ("=>", Binary::Implies),
    ("||", Binary::Or),
    ("or", Binary::Or),
    ("&&", Binary::And),
    ("and", Binary::And),
    ("U", Binary::Until),
    ("R", Binary::Release),
    ("V", Binary::Release),
    ("W", Binary::WeakUntil),
    ("S", Binary::Since),
    ("implies", Binary::Implies),
];

const PREFIX: [(&str, Unary); 10] = [
    ("[]", Unary::Globally),
    ("<>", Unary::Finally),
    ("!", Unary::Not),
    ("not", Unary::Not),
    ("G", Unary::Globally),
    ("F", Unary::Finally),
    ("X", Unary::Next),
    ("Y", Unary::Yesterday),
    ("O", Unary::Once),
    ("H", Unary::Historically),
];

struct Reader<'a> {
    cursor: Cursor<'a>,
    atoms: Atoms,
    depth: usize,
}

impl Reader<'_> {
    fn blanks(&mut self) -> Result<(), Box<Diagnostic>> {
        self.cursor.skip_blanks(codes::FORMULA)
    }
    fn error(&self, message: &str) -> Box<Diagnostic> {
        self.error_at(self.cursor.here(), message)
    }
    fn error_at(&self, span: Span, message: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(codes::FORMULA, message).at(span, ""))
    }
    /// A formula whose operators bind at least this tightly; all infix operators group to the right.
    fn formula(&mut self, least: u8) -> Result<Formula, Box<Diagnostic>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("the formula is nested too deeply"));
        }
        let mut left = self.primary()?;
        loop {
            self.blanks()?;
            let Some((length, op)) = infix_at(&self.cursor) else { break };
            if op.precedence() < least {
                break;
            }
            self.cursor.advance(length);
            let right = self.formula(op.precedence())?;
            left = Formula::binary(op, left, right);
        }
        self.depth -= 1;
        Ok(left)
    }
    fn primary(&mut self) -> Result<Formula, Box<Diagnostic>> {
        self.blanks()?;
        let start = self.cursor.position();
        if self.cursor.is_at_end() {
            return Err(self.error("a formula is expected here"));
        }
        if let Some((length, op)) = prefix_at(&self.cursor) {
            self.cursor.advance(length);
            return self.prefixed(op, start);
        }
        match self.cursor.peek() {
            Some('(') if group_is_formula(&self.cursor) => {
                self.cursor.bump();
                let inner = self.formula(1)?;
                self.blanks()?;
                if !self.cursor.eat(")") {
                    return Err(self.error("`)` is expected here"));
                }
                Ok(inner)
            }
            Some('"') => self.quoted(start),
            _ => self.atom(),
        }
    }
    fn prefixed(&mut self, op: Unary, start: usize) -> Result<Formula, Box<Diagnostic>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("the formula is nested too deeply"));
        }
        let atoms_before = self.cursor.clone();
        let operand = self.primary()?;
        if op == Unary::Not && matches!(operand, Formula::Atom(_)) && is_comparison(&atoms_before, &self.cursor) {
            let message = "this negation can be read in two ways";
            let help = "write `!(a == b)` to negate the comparison, or `(!a) == b` to negate the operand";
            let error = Diagnostic::error(codes::AMBIGUOUS_NOT, message).at(self.cursor.span_from(start), "");
            return Err(Box::new(error.help(help)));
        }
        self.depth -= 1;
        Ok(Formula::unary(op, operand))
    }
    fn quoted(&mut self, start: usize) -> Result<Formula, Box<Diagnostic>> {
        self.cursor.bump();
        let Some(length) = self.cursor.rest().find('"') else {
            return Err(self.error_at(self.cursor.span_from(start), "the quotes are not closed"));
        };
        let words = self.cursor.rest()[..length].to_string();
        self.cursor.advance(length + 1);
        self.atom_of(&words, self.cursor.span_from(start))
    }
    /// An atom: everything up to the next operator of the logic or the parenthesis that ends the group.
    fn atom(&mut self) -> Result<Formula, Box<Diagnostic>> {
        let start = self.cursor.position();
        let mut open: Vec<char> = Vec::new();
        while let Some(next) = self.cursor.peek() {
            if open.is_empty() && (ends_atom(&self.cursor) || next == ')') {
                break;
            }
            match next {
                '(' | '[' | '{' => open.push(next),
                ')' | ']' | '}' if open.pop().is_none() => break,
                '\'' if character_literal(&self.cursor) => {
                    self.cursor.advance(character_literal_length(&self.cursor));
                    continue;
                }
                _ => {}
            }
            self.cursor.bump();
        }
        let span = self.cursor.span_from(start);
        if !open.is_empty() {
            return Err(self.error_at(span, "a parenthesis is not closed"));
        }
        let words = self.cursor.text()[start..self.cursor.position()].trim().to_string();
        if words.is_empty() {
            return Err(self.error("a formula is expected here"));
        }
        let inner = words.strip_prefix("AP").map(str::trim_start).filter(|rest| is_one_group(rest));
        if inner.is_none()
            && let Some(operator) = operator_in(&words)
        {
            let message = format!("`{operator}` is an operator of the logic");
            let help = "write the condition in quotes or as `AP(…)` if a name of the program is meant";
            return Err(Box::new(self.error_at(span, &message).help(help)));
        }
        let meant = inner.map_or(words.as_str(), |rest| rest[1..rest.len() - 1].trim());
        let meant = meant.to_string();
        self.atom_of(&meant, span)
    }
    fn atom_of(&mut self, words: &str, span: Span) -> Result<Formula, Box<Diagnostic>> {
        let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.as_str() {
            "" => return Err(self.error_at(span, "a condition is expected here")),
            "true" | "TRUE" | "True" => return Ok(Formula::Constant(true)),
            "false" | "FALSE" | "False" => return Ok(Formula::Constant(false)),
            _ => {}
        }
        Ok(Formula::Atom(self.atoms.intern(kind_of_text(&text), text, Some(span))))
    }
}

/// The first word of an atom that is also an operator written in letters.
fn operator_in(words: &str) -> Option<&str> {
    let letters = |word: &str| word.len() == 1 && word.starts_with(char::is_uppercase);
    let known = |word: &&str| {
        letters(word) && (PREFIX.iter().any(|(name, _)| name == word) || INFIX.iter().any(|(name, _)| name == word))
    };
    words.split(|c: char| !(c.is_alphanumeric() || c == '_')).find(known)
}

/// What an atom with these words is about.
pub fn kind_of_text(text: &str) -> AtomKind {
    event_or_place(text).unwrap_or_else(|| AtomKind::Condition(text.to_string()))
}

/// `CALL(f)`, `RETURN(f)`, `COR(f)`, `at file:line`, `end`.
fn event_or_place(text: &str) -> Option<AtomKind> {
    if text == "end" {
        return Some(AtomKind::End);
    }
    if let Some(place) = text.strip_prefix("at ") {
        let (file, line) = place.trim().rsplit_once(':')?;
        return Some(AtomKind::Place { file: file.trim().into(), line: line.trim().parse().ok()? });
    }
    let (word, rest) = text.split_once('(')?;
    let name = rest.strip_suffix(')')?.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
    match word.trim() {
        _ if !is_name => None,
        "CALL" => Some(AtomKind::Call(name.into())),
        "RETURN" => Some(AtomKind::Return(name.into())),
        "COR" | "CALL_OR_RETURN" => Some(AtomKind::CallOrReturn(name.into())),
        _ => None,
    }
}

fn is_bound(c: Option<char>) -> bool {
    c.is_none_or(|c| c.is_whitespace() || "()".contains(c))
}

/// The infix operator at this place, which blanks or parentheses bound on both sides.
fn infix_at(cursor: &Cursor) -> Option<(usize, Binary)> {
    let found = INFIX.iter().find(|(word, _)| {
        let mut behind = cursor.clone();
        is_bound(cursor.before()) && behind.eat(word) && is_bound(behind.peek())
    });
    // `&&` and `||` mean the same in the source languages: blanks around them are not needed.
    let symbols = || INFIX.iter().find(|(word, _)| matches!(*word, "&&" | "||") && cursor.rest().starts_with(word));
    found.or_else(symbols).map(|(word, op)| (word.len(), *op))
}

/// The prefix operator at this place; a word is one only in front of a blank or a parenthesis.
fn prefix_at(cursor: &Cursor) -> Option<(usize, Unary)> {
    let found = PREFIX.iter().find(|(word, _)| {
        let mut behind = cursor.clone();
        let is_word = word.starts_with(char::is_alphabetic);
        let inequality = *word == "!" && cursor.rest().starts_with("!=");
        behind.eat(word) && !inequality && (!is_word || behind.peek().is_some_and(|c| is_bound(Some(c)) && c != ')'))
    });
    found.map(|(word, op)| (word.len(), *op))
}

fn ends_atom(cursor: &Cursor) -> bool {
    let starts = |words: [&str; 2]| words.iter().any(|word| cursor.rest().starts_with(word));
    starts(["&&", "||"]) || starts(["//", "/*"]) || infix_at(cursor).is_some()
}

/// Whether the parenthesis at this place groups formulas, and is not part of an atom: after its end the formula ends or
/// an operator of the logic follows.
fn group_is_formula(cursor: &Cursor) -> bool {
    let Some(end) = group_end(cursor.rest()) else { return true };
    let mut behind = cursor.clone();
    behind.advance(end);
    if behind.skip_blanks(codes::FORMULA).is_err() {
        return true;
    }
    behind.is_at_end() || behind.peek() == Some(')') || ends_atom(&behind)
}

/// The length of the group that begins with `(`.
fn group_end(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn is_one_group(text: &str) -> bool {
    text.starts_with('(') && group_end(text) == Some(text.len())
}

/// `'('` and the like, which must not be taken for a parenthesis; Ada's attributes have a letter before the quote.
fn character_literal(cursor: &Cursor) -> bool {
    character_literal_length(cursor) > 0 && !cursor.before().is_some_and(|c| c.is_alphanumeric() || c == '_')
}

fn character_literal_length(cursor: &Cursor) -> usize {
    let mut characters = cursor.rest().char_indices().skip(1);
    let escaped = characters.next().is_some_and(|(_, c)| c == '\\');
    if escaped {
        characters.next();
    }
    match characters.next() {
        Some((at, '\'')) => at + 1,
        _ => 0,
    }
}

/// Whether the text between the places is an atom that compares or computes, and is not in parentheses.
fn is_comparison(start: &Cursor, end: &Cursor) -> bool {
    let text = start.text().get(start.position()..end.position()).unwrap_or("").trim();
    let bare = text.replace("->", ".");
    !text.starts_with("AP")
        && !is_one_group(text)
        && !text.starts_with('"')
        && bare.contains(['=', '<', '>', '+', '*', '/', '%', '&', '|', '^', '-'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let mut sources = SourceMap::new();
        let file = sources.add("p.ltl", text);
        read_formula(&sources, file).map(|read| read.formula.text(&read.atoms)).map_err(|error| error.message)
    }

    #[test]
    fn formulas_are_read_as_their_authors_mean_them() {
        for (text, meaning) in [
            ("G(status != 0 -> F(second == 0))", "G ((status != 0) -> F (second == 0))"),
            ("[]<>p", "G F p"),
            ("!p", "!p"),
            ("p->next == 0", "(p->next == 0)"),
            ("p -> X q", "p -> X q"),
            ("a U b U c", "a U (b U c)"),
            ("a && b || c && d", "a && b || c && d"),
            ("(a || b) && c", "(a || b) && c"),
            ("a&&b", "a && b"),
            ("(a + b) * 2 == c && d", "((a + b) * 2 == c) && d"),
            ("G (CALL(f) => F RETURN(f))", "G (CALL(f) -> F RETURN(f))"),
            ("G(AP(X == 1) ==> F(AP(y > 2)))", "G ((X == 1) -> F (y > 2))"),
            ("\"X = 3\" S q", "(X = 3) S q"),
            ("not (State = Idle) or else_done", "!(State = Idle) || else_done"),
            ("H(x >= 0) and O(c == '(')", "H (x >= 0) && O (c == '(')"),
            ("F end", "F end"),
            ("G !(at main.c:12)", "G !(at main.c:12)"),
            ("/* safety */ G a // always", "G a"),
            ("Valve.Open U t'Last = 3", "Valve.Open U (t'Last = 3)"),
            ("true U a[i + 1] < 3", "true U (a[i + 1] < 3)"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(meaning), "{text}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        for text in [
            "",
            "G",
            "a &&",
            "(a",
            "a)",
            "f(a",
            "!x == 1",
            "a U",
            "\"a",
            "/* a",
            "()",
            "AP()",
            &"(".repeat(9_000),
            &"! ".repeat(9_000),
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
