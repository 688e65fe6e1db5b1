//! The words of YA, of Aoraï's formulas and of never claims: one lexer, since they share almost all of them.

use super::cursor::Cursor;
use cairn_base::diagnostic::Diagnostic;
use cairn_base::source::{FileId, SourceMap, Span};
use num_bigint::BigInt;

#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    Word(String),
    Integer(BigInt),
    Real(String),
    /// `$x`.
    Variable(String),
    /// Punctuation, longest match.
    Symbol(&'static str),
    End,
}

impl Token {
    pub fn is(&self, symbol: &str) -> bool {
        matches!(self, Token::Symbol(own) if *own == symbol)
    }
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self, Token::Word(own) if own == word)
    }
    /// The token in a message.
    pub fn shown(&self) -> String {
        match self {
            Token::Word(word) => format!("`{word}`"),
            Token::Integer(value) => format!("`{value}`"),
            Token::Real(text) => format!("`{text}`"),
            Token::Variable(name) => format!("`${name}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end of the file".into(),
        }
    }
}

/// Longer symbols first. `{{` and `}}` are single tokens, as Aoraï has them.
const SYMBOLS: [&str; 43] = [
    "<=>", "{{", "}}", "->", "::", ":=", "&&", "||", "==", "!=", "<=", ">=", "=>", "%", "{", "}", "(", ")", "[", "]",
    ":", ";", ",", "|", "&", "^", "+", "-", "*", "/", "!", "<", ">", ".", "=", "?", "\\", "#", "@", "'", "\"", "~",
    "$",
];

/// The tokens of a file with their places; the last one is the end.
pub fn tokens(sources: &SourceMap, file: FileId, code: &'static str) -> Result<Vec<(Token, Span)>, Box<Diagnostic>> {
    let mut cursor = Cursor::new(sources, file);
    let mut found = Vec::new();
    loop {
        cursor.skip_blanks(code)?;
        let start = cursor.position();
        if cursor.is_at_end() {
            found.push((Token::End, cursor.here()));
            return Ok(found);
        }
        let token = token(&mut cursor).ok_or_else(|| {
            let message = "this character means nothing here";
            Box::new(Diagnostic::error(code, message).at(cursor.here(), ""))
        })?;
        found.push((token, cursor.span_from(start)));
    }
}

fn token(cursor: &mut Cursor) -> Option<Token> {
    if let Some(word) = cursor.word() {
        return Some(Token::Word(word.to_string()));
    }
    if cursor.peek().is_some_and(|c| c.is_ascii_digit()) {
        return number(cursor);
    }
    let rest = cursor.rest();
    for (prefix, is_variable) in [("\\", false), ("$", true)] {
        let mut behind = cursor.clone();
        if rest.starts_with(prefix)
            && behind.eat(prefix)
            && let Some(word) = behind.word()
        {
            let token = if is_variable { Token::Variable(word.into()) } else { Token::Word(format!("\\{word}")) };
            *cursor = behind;
            return Some(token);
        }
    }
    let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol))?;
    cursor.advance(symbol.len());
    Some(Token::Symbol(symbol))
}

/// Integers of every base with C's suffixes, and floating constants.
fn number(cursor: &mut Cursor) -> Option<Token> {
    let rest = cursor.rest();
    let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    let mut length = 0;
    let mut previous = ' ';
    for c in rest.chars() {
        let sign_of_exponent = (c == '+' || c == '-')
            && (if hexadecimal { matches!(previous, 'p' | 'P') } else { matches!(previous, 'e' | 'E') });
        if !(c.is_ascii_alphanumeric() || c == '.' || sign_of_exponent) {
            break;
        }
        previous = c;
        length += c.len_utf8();
    }
    let text = &rest[..length];
    cursor.advance(length);
    let is_real =
        text.contains('.') || (hexadecimal && text.contains(['p', 'P'])) || (!hexadecimal && text.contains(['e', 'E']));
    if is_real {
        return Some(Token::Real(text.to_string()));
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let (digits, base) = match digits.get(..2) {
        Some("0x" | "0X") => (&digits[2..], 16),
        Some("0b" | "0B") => (&digits[2..], 2),
        _ if digits.len() > 1 && digits.starts_with('0') => (&digits[1..], 8),
        _ => (digits, 10),
    };
    BigInt::parse_bytes(digits.as_bytes(), base).map(Token::Integer)
}

/// A reader's place among tokens.
pub struct Stream {
    tokens: Vec<(Token, Span)>,
    at: usize,
    code: &'static str,
    depth: usize,
}

impl Stream {
    pub fn new(sources: &SourceMap, file: FileId, code: &'static str) -> Result<Self, Box<Diagnostic>> {
        Ok(Self { tokens: tokens(sources, file, code)?, at: 0, code, depth: 0 })
    }
    pub fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)].0
    }
    pub fn peek_at(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].0
    }
    pub fn span(&self) -> Span {
        self.tokens[self.at.min(self.tokens.len() - 1)].1
    }
    /// The place of the token before this one.
    pub fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)].1
    }
    pub fn bump(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }
    pub fn eat(&mut self, symbol: &str) -> bool {
        let found = self.peek().is(symbol);
        if found {
            self.bump();
        }
        found
    }
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek().is_word(word);
        if found {
            self.bump();
        }
        found
    }
    pub fn expect(&mut self, symbol: &str) -> Result<(), Box<Diagnostic>> {
        if self.eat(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }
    pub fn identifier(&mut self, what: &str) -> Result<String, Box<Diagnostic>> {
        match self.peek().clone() {
            Token::Word(word) if !word.starts_with('\\') => {
                self.bump();
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }
    /// `f`, or in Ada `Valve.Open`.
    pub fn function_name(&mut self) -> Result<String, Box<Diagnostic>> {
        let mut name = self.identifier("the name of a function")?;
        while self.peek().is(".") && matches!(self.peek_at(1), Token::Word(_)) {
            self.bump();
            name = format!("{name}.{}", self.identifier("a name")?);
        }
        Ok(name)
    }
    pub fn expected(&self, what: &str) -> Box<Diagnostic> {
        let message = format!("{what} is expected here, not {}", self.peek().shown());
        Box::new(Diagnostic::error(self.code, message).at(self.span(), ""))
    }
    pub fn error(&self, span: Span, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.code, message).at(span, ""))
    }
    /// One level deeper; refused where the text is nested too deeply.
    pub fn enter(&mut self) -> Result<(), Box<Diagnostic>> {
        self.depth += 1;
        if self.depth > super::DEEPEST {
            return Err(self.error(self.span(), "this is nested too deeply"));
        }
        Ok(())
    }
    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
    pub fn mark(&self) -> usize {
        self.at
    }
    pub fn reset(&mut self, mark: usize) {
        self.at = mark;
    }
}
