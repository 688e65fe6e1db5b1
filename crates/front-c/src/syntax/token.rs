//! Tokens. A token is a range of the preprocessed text; where it stands in the user's file is kept
//! beside it, in [`TokenStream::places`].

use super::ast::MacroDefinition;
use super::names::{Keyword, Symbol};
use cairn_base::Span;

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    /// Of identifiers and reserved words.
    pub symbol: Symbol,
    /// Byte range of the preprocessed text.
    pub start: u32,
    pub end: u32,
}

macro_rules! kinds {
    ($($variant:ident $text:literal),* $(,)?) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum TokenKind {
            Identifier,
            Keyword(Keyword),
            /// A preprocessing number: integer or floating literal, or malformed.
            Number,
            Character,
            String,
            /// The end of the text; the last token of every stream and only that.
            End,
            $($variant),*
        }
        impl TokenKind {
            /// The punctuation mark as it is written; `None` for other tokens.
            pub fn mark(self) -> Option<&'static str> {
                match self {
                    $(TokenKind::$variant => Some($text),)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    LeftParen "(", RightParen ")", LeftBrace "{", RightBrace "}", LeftBracket "[", RightBracket "]",
    Semicolon ";", Comma ",", Colon ":", DoubleColon "::", Question "?", Dot ".", Arrow "->", Ellipsis "...",
    Assign "=", PlusAssign "+=", MinusAssign "-=", StarAssign "*=", SlashAssign "/=", PercentAssign "%=",
    AndAssign "&=", OrAssign "|=", XorAssign "^=", ShiftLeftAssign "<<=", ShiftRightAssign ">>=",
    Plus "+", Minus "-", Star "*", Slash "/", Percent "%", PlusPlus "++", MinusMinus "--",
    And "&", Or "|", Xor "^", Tilde "~", Not "!", AndAnd "&&", OrOr "||",
    ShiftLeft "<<", ShiftRight ">>", Less "<", Greater ">", LessEqual "<=", GreaterEqual ">=",
    Equal "==", NotEqual "!=", Implies "==>",
}

/// An annotation stands between tokens.
#[derive(Clone, Copy, Debug)]
pub struct AnnotationText {
    /// Index of the token behind it.
    pub before: u32,
    /// Byte range of the preprocessed text, comment marks included.
    pub start: u32,
    pub end: u32,
}

/// What the lexer and the resolution of line markers give the parser.
#[derive(Debug)]
pub struct TokenStream {
    /// Ends with [`TokenKind::End`].
    pub tokens: Vec<Token>,
    /// Where each token stands in the user's files.
    pub places: Vec<Span>,
    /// In ascending order of place.
    pub annotations: Vec<(AnnotationText, Span)>,
    /// From which token on which `#pragma pack` is in force.
    pub packs: Vec<(u32, Option<u32>)>,
    pub macros: Vec<MacroDefinition>,
    /// From which token to before which other one ghost code goes.
    pub ghosts: Vec<(u32, u32)>,
}

impl TokenStream {
    /// Where ghost code stands.
    pub fn ghost_places(&self) -> Vec<Span> {
        let place = |(first, behind): &(u32, u32)| {
            let first = self.places.get(*first as usize)?;
            let last = self.places.get((*behind as usize).checked_sub(1)?)?;
            (first.file == last.file && first.start <= last.start).then(|| first.to(*last))
        };
        self.ghosts.iter().filter_map(place).collect()
    }
}
