//! Tokens, and the annotations that stand between them.

use super::names::{Keyword, Symbol};
use cairn_base::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Word(Keyword),
    Identifier,
    Integer,
    Real,
    Character,
    String,
    Ampersand,
    Tick,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    Star,
    Power,
    Plus,
    Comma,
    Minus,
    Dot,
    DotDot,
    Slash,
    Colon,
    Assign,
    Semicolon,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Arrow,
    Bar,
    Box,
    LeftLabel,
    RightLabel,
    At,
    /// `~`, the initial value in SPARK 2005 annotations.
    Tilde,
    /// `->` in SPARK 2005 annotations.
    Implies,
    /// `<->` in SPARK 2005 annotations.
    Equivalent,
    End,
}

impl TokenKind {
    /// The token as messages name it.
    pub fn words(self) -> String {
        use TokenKind::*;
        let text = match self {
            Word(k) => {
                let text = super::names::KEYWORDS.iter().find(|x| x.1 == k).map_or("", |x| x.0);
                return format!("`{text}`");
            }
            Identifier => return "an identifier".into(),
            Integer | Real => return "a number".into(),
            Character => return "a character literal".into(),
            String => return "a string literal".into(),
            End => return "the end of the text".into(),
            Ampersand => "&",
            Tick => "'",
            LeftParen => "(",
            RightParen => ")",
            LeftBracket => "[",
            RightBracket => "]",
            Star => "*",
            Power => "**",
            Plus => "+",
            Comma => ",",
            Minus => "-",
            Dot => ".",
            DotDot => "..",
            Slash => "/",
            Colon => ":",
            Assign => ":=",
            Semicolon => ";",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            Equal => "=",
            NotEqual => "/=",
            Arrow => "=>",
            Bar => "|",
            Box => "<>",
            LeftLabel => "<<",
            RightLabel => ">>",
            At => "@",
            Tilde => "~",
            Implies => "->",
            Equivalent => "<->",
        };
        format!("`{text}`")
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
    /// The name, for identifiers, reserved words and character literals.
    pub symbol: Symbol,
}

/// Which comment mark an annotation uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `--#`, SPARK 83–2005.
    Hash,
    /// `--%`, assertions and assumptions of the bounded checker.
    Percent,
}

/// Consecutive annotation lines with the same mark.
#[derive(Clone, Debug)]
pub struct AnnotationText {
    pub mark: Mark,
    /// The annotation stands before the ordinary token with this index.
    pub before: u32,
    /// Tokens of all lines, marks left out, closed by [`TokenKind::End`].
    pub tokens: Vec<Token>,
    pub span: Span,
    /// Something in it starts no token: its words must not be taken for what is left of them.
    pub malformed: bool,
}

/// What lexing a file gives.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// Ordinary tokens, closed by [`TokenKind::End`].
    pub tokens: Vec<Token>,
    pub annotations: Vec<AnnotationText>,
}
