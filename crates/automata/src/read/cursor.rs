//! A place in a text that moves forward: what all readers here share.

use cairn_base::diagnostic::Diagnostic;
use cairn_base::source::{FileId, SourceMap, Span};

#[derive(Clone)]
pub struct Cursor<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(sources: &'a SourceMap, file: FileId) -> Self {
        Self { file, text: &sources.file(file).text, at: 0 }
    }
    pub fn position(&self) -> usize {
        self.at
    }
    pub fn text(&self) -> &'a str {
        self.text
    }
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }
    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }
    /// The character before this place.
    pub fn before(&self) -> Option<char> {
        self.text.get(..self.at)?.chars().next_back()
    }
    pub fn advance(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.text.len());
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }
    /// The next character, passed.
    pub fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }
    pub fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }
    pub fn span_from(&self, start: usize) -> Span {
        Span::new(self.file, start, self.at.max(start))
    }
    /// The next character, or the end of the text.
    pub fn here(&self) -> Span {
        let width = self.peek().map_or(0, char::len_utf8);
        Span::new(self.file, self.at, self.at + width)
    }
    /// Passes blanks, and comments in the manner of C; an error where a comment does not end.
    pub fn skip_blanks(&mut self, code: &'static str) -> Result<(), Box<Diagnostic>> {
        loop {
            while self.peek().is_some_and(char::is_whitespace) {
                self.bump();
            }
            if self.rest().starts_with("//") {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.bump();
                }
            } else if self.rest().starts_with("/*") {
                let start = self.at;
                match self.rest().find("*/") {
                    Some(length) if length >= 2 => self.advance(length + 2),
                    _ => {
                        self.advance(2);
                        let message = "this comment does not end";
                        return Err(Box::new(
                            Diagnostic::error(code, message).at(self.span_from(start), "begins here"),
                        ));
                    }
                }
            } else {
                return Ok(());
            }
        }
    }
    /// A word of letters, digits and underscores, if one begins here.
    pub fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += length;
        Some(&rest[..length])
    }
    /// The word that begins here, without passing it.
    pub fn peek_word(&self) -> Option<&'a str> {
        self.clone().word()
    }
}
