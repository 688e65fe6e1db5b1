//! Declaration specifiers: storage, qualifiers, alignment, attributes and the type, in any order.

use super::scopes::Predeclared;
use super::{Parse, Parser, Reported};
use crate::codes;
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;

/// The words of a basic type, counted.
#[derive(Default)]
struct Words {
    base: Option<BasicKind>,
    longs: u8,
    is_short: bool,
    is_signed: bool,
    is_unsigned: bool,
    is_complex: bool,
}

impl Words {
    fn any(&self) -> bool {
        self.base.is_some() || self.longs > 0 || self.is_short || self.is_signed || self.is_unsigned || self.is_complex
    }

    /// The type the words name together; `None` if they contradict each other.
    fn basic_type(&self) -> Option<BasicType> {
        use BasicKind::*;
        let contradiction = (self.is_signed && self.is_unsigned) || (self.is_short && self.longs > 0);
        let bare = !self.is_signed && !self.is_unsigned && !self.is_short && self.longs == 0;
        let unsigned = self.is_unsigned;
        let either = |signed: BasicKind, other: BasicKind| if unsigned { other } else { signed };
        let kind = match self.base {
            _ if contradiction => return None,
            None if bare && self.is_complex => Double,
            None | Some(Int) => match (self.is_short, self.longs) {
                (true, _) => either(Short, UnsignedShort),
                (_, 0) => either(Int, UnsignedInt),
                (_, 1) => either(Long, UnsignedLong),
                (_, 2) => either(LongLong, UnsignedLongLong),
                _ => return None,
            },
            Some(Char) if !self.is_short && self.longs == 0 => {
                if self.is_signed {
                    SignedChar
                } else {
                    either(Char, UnsignedChar)
                }
            }
            Some(Int128) if !self.is_short && self.longs == 0 => either(Int128, UnsignedInt128),
            Some(Double) if self.longs == 1 && !self.is_signed && !unsigned => LongDouble,
            Some(base) if bare => base,
            Some(_) => return None,
        };
        if self.is_complex && matches!(kind, Void | Bool) {
            return None;
        }
        Some(BasicType { kind, is_complex: self.is_complex })
    }
}

/// Specifiers while they are collected.
struct Collected {
    specifiers: Specifiers,
    words: Words,
    /// A type that is not made of words was given.
    has_type: bool,
}

impl Parser<'_> {
    /// The current token begins a declaration (or a type name).
    pub fn starts_type(&self) -> bool {
        self.starts_type_ahead(0)
    }
    pub fn starts_type_ahead(&self, ahead: usize) -> bool {
        let token = self.token_ahead(ahead);
        match token.kind {
            TokenKind::Identifier => self.scopes.is_typedef(token.symbol),
            TokenKind::Keyword(Keyword::Extension) => self.starts_type_ahead(ahead + 1),
            TokenKind::Keyword(word) => is_specifier(word),
            _ => false,
        }
    }

    /// Specifiers; possibly none at all, which means implicit `int`.
    pub fn specifiers(&mut self) -> Parse<Specifiers> {
        let start = self.span();
        let first = self.at;
        let specifiers = Specifiers {
            storage: None,
            is_thread_local: false,
            is_inline: false,
            is_noreturn: false,
            qualifiers: Qualifiers::default(),
            alignments: Vec::new(),
            attributes: Vec::new(),
            type_specifier: TypeSpecifier::Implicit,
            span: start,
        };
        let mut collected = Collected { specifiers, words: Words::default(), has_type: false };
        while self.specifier(&mut collected)? {}
        let Collected { mut specifiers, words, has_type } = collected;
        specifiers.span = if self.at == first { Span { end: start.start, ..start } } else { self.span_from(start) };
        if words.any() {
            match words.basic_type() {
                Some(basic) if !has_type => specifiers.type_specifier = TypeSpecifier::Basic(basic),
                _ => self.bad_specifiers(specifiers.span),
            }
        }
        Ok(specifiers)
    }

    fn bad_specifiers(&mut self, span: Span) {
        self.report(codes::BAD_SPECIFIERS, span, "these specifiers do not go together");
    }

    /// Takes one specifier; `false` if none stands here.
    fn specifier(&mut self, collected: &mut Collected) -> Parse<bool> {
        let token = self.token();
        let word = match token.kind {
            TokenKind::Keyword(word) => word,
            TokenKind::Identifier => return self.typedef_name(collected),
            TokenKind::LeftBracket if self.starts_bracket_attribute() => {
                self.attributes(&mut collected.specifiers.attributes)?;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        if self.plain_specifier(word, collected) || basic_word(word, &mut collected.words) {
            self.advance();
            return Ok(true);
        }
        self.compound_specifier(word, collected)
    }

    /// A typedef name is the type only if no type was given before it; else it is what is declared.
    fn typedef_name(&mut self, collected: &mut Collected) -> Parse<bool> {
        if collected.has_type || collected.words.any() {
            return Ok(false);
        }
        let token = self.token();
        if !self.scopes.is_typedef(token.symbol) {
            if !self.is_unknown_type() {
                return Ok(false);
            }
            self.report_unknown_type();
        }
        let name = Identifier { symbol: token.symbol, span: self.span() };
        let predeclared = self.scopes.predeclared(token.symbol);
        self.advance();
        collected.has_type = true;
        collected.specifiers.type_specifier = match predeclared {
            Some(Predeclared::VaList) => TypeSpecifier::VaList,
            Some(Predeclared::Basic(kind)) => TypeSpecifier::Basic(BasicType { kind, is_complex: false }),
            None => TypeSpecifier::Typedef(name),
        };
        Ok(true)
    }

    /// An identifier before another identifier can only be a type that was not declared.
    pub fn is_unknown_type(&self) -> bool {
        let token = self.token();
        token.kind == TokenKind::Identifier
            && !self.scopes.is_typedef(token.symbol)
            && matches!(self.kind_ahead(1), TokenKind::Identifier)
    }

    fn report_unknown_type(&mut self) {
        let text = self.token_text();
        let diagnostic = cairn_base::Diagnostic::error(codes::NOT_A_TYPE, format!("`{text}` is not a type"))
            .at(self.span(), "no typedef of this name is visible")
            .help("a header that declares it may be missing");
        self.report_whole(diagnostic);
        // One message is enough.
        let symbol = self.token().symbol;
        self.scopes.declare(symbol, true);
    }

    /// Storage classes, qualifiers and function specifiers.
    fn plain_specifier(&mut self, word: Keyword, collected: &mut Collected) -> bool {
        let specifiers = &mut collected.specifiers;
        let storage = match word {
            Keyword::Typedef => Storage::Typedef,
            Keyword::Extern => Storage::Extern,
            Keyword::Static => Storage::Static,
            Keyword::Auto => Storage::Auto,
            Keyword::Register => Storage::Register,
            Keyword::ThreadLocal => {
                specifiers.is_thread_local = true;
                return true;
            }
            Keyword::Inline => {
                specifiers.is_inline = true;
                return true;
            }
            Keyword::Noreturn => {
                specifiers.is_noreturn = true;
                return true;
            }
            Keyword::Extension => return true,
            Keyword::Atomic if self.kind_ahead(1) == TokenKind::LeftParen => return false,
            _ => return qualifier(word, &mut specifiers.qualifiers),
        };
        if specifiers.storage.is_some_and(|before| before != storage) {
            let span = self.span();
            self.bad_specifiers(span);
        }
        specifiers.storage = Some(storage);
        true
    }

    /// Specifiers of more than one token.
    fn compound_specifier(&mut self, word: Keyword, collected: &mut Collected) -> Parse<bool> {
        let type_specifier = match word {
            Keyword::Attribute => {
                self.attributes(&mut collected.specifiers.attributes)?;
                return Ok(true);
            }
            Keyword::Alignas => {
                let alignment = self.alignas()?;
                collected.specifiers.alignments.push(alignment);
                return Ok(true);
            }
            Keyword::Struct | Keyword::Union => TypeSpecifier::Record(Box::new(self.nested(Self::record_specifier)?)),
            Keyword::Enum => TypeSpecifier::Enum(Box::new(self.enum_specifier()?)),
            Keyword::Typeof => self.nested(Self::typeof_specifier)?,
            Keyword::Atomic => {
                self.advance();
                let opened = self.expect(TokenKind::LeftParen)?;
                let type_name = self.nested(Self::type_name)?;
                self.expect_closing(TokenKind::RightParen, opened)?;
                TypeSpecifier::Atomic(Box::new(type_name))
            }
            Keyword::AutoType => {
                self.advance();
                TypeSpecifier::AutoType
            }
            _ => return Ok(false),
        };
        if collected.has_type || collected.words.any() {
            let span = self.end_of_previous();
            self.bad_specifiers(span);
        }
        collected.has_type = true;
        collected.specifiers.type_specifier = type_specifier;
        Ok(true)
    }

    fn alignas(&mut self) -> Parse<Alignment> {
        self.advance();
        let opened = self.expect(TokenKind::LeftParen)?;
        let alignment = if self.starts_type() {
            Alignment::Type(self.nested(Self::type_name)?)
        } else {
            Alignment::Expression(self.conditional_expression()?)
        };
        self.expect_closing(TokenKind::RightParen, opened)?;
        Ok(alignment)
    }

    fn typeof_specifier(&mut self) -> Parse<TypeSpecifier> {
        self.advance();
        let opened = self.expect(TokenKind::LeftParen)?;
        let specifier = if self.starts_type() {
            TypeSpecifier::TypeofType(Box::new(self.type_name()?))
        } else {
            TypeSpecifier::TypeofExpression(Box::new(self.expression()?))
        };
        self.expect_closing(TokenKind::RightParen, opened)?;
        Ok(specifier)
    }

    /// Qualifiers and attributes behind a `*` or inside of `[ ]`.
    pub fn qualifiers(&mut self, attributes: &mut Vec<Attribute>) -> Parse<Qualifiers> {
        let mut qualifiers = Qualifiers::default();
        loop {
            match self.kind() {
                TokenKind::Keyword(Keyword::Attribute) => self.attributes(attributes)?,
                TokenKind::Keyword(Keyword::Extension) => {
                    self.advance();
                }
                TokenKind::Keyword(word) if qualifier(word, &mut qualifiers) => {
                    self.advance();
                }
                _ => return Ok(qualifiers),
            }
        }
    }

    /// `_Static_assert (condition, "message");`
    pub fn static_assert(&mut self) -> Parse<StaticAssert> {
        let start = self.span();
        self.advance();
        let opened = self.expect(TokenKind::LeftParen)?;
        let condition = self.conditional_expression()?;
        let message = if self.accept(TokenKind::Comma) { Some(self.string_literal()?) } else { None };
        self.expect_closing(TokenKind::RightParen, opened)?;
        let span = self.span_from(start);
        self.semicolon()?;
        Ok(StaticAssert { condition, message, span })
    }

    /// Specifiers that must name a type.
    pub fn type_specifiers(&mut self) -> Parse<Specifiers> {
        if self.starts_type() || self.is_unknown_type() {
            return self.specifiers();
        }
        if !self.is(TokenKind::Identifier) {
            return Err(self.unexpected("a type"));
        }
        self.report_unknown_type();
        Err(Reported)
    }
}

fn qualifier(word: Keyword, qualifiers: &mut Qualifiers) -> bool {
    let flag = match word {
        Keyword::Const => &mut qualifiers.is_const,
        Keyword::Volatile => &mut qualifiers.is_volatile,
        Keyword::Restrict => &mut qualifiers.is_restrict,
        Keyword::Atomic => &mut qualifiers.is_atomic,
        _ => return false,
    };
    *flag = true;
    true
}

/// Words of basic types; contradictions are found when all are counted.
fn basic_word(word: Keyword, words: &mut Words) -> bool {
    let base = match word {
        Keyword::Long => {
            words.longs = words.longs.saturating_add(1);
            return true;
        }
        Keyword::Short => {
            words.is_short = true;
            return true;
        }
        Keyword::Signed => {
            words.is_signed = true;
            return true;
        }
        Keyword::Unsigned => {
            words.is_unsigned = true;
            return true;
        }
        Keyword::Complex => {
            words.is_complex = true;
            return true;
        }
        Keyword::Void => BasicKind::Void,
        Keyword::Bool => BasicKind::Bool,
        Keyword::Char => BasicKind::Char,
        Keyword::Int => BasicKind::Int,
        Keyword::Int128 => BasicKind::Int128,
        Keyword::Float => BasicKind::Float,
        Keyword::Double => BasicKind::Double,
        Keyword::Float16 => BasicKind::Float16,
        Keyword::Float32 => BasicKind::Float32,
        Keyword::Float64 => BasicKind::Float64,
        Keyword::Float128 => BasicKind::Float128,
        Keyword::Float32x => BasicKind::Float32x,
        Keyword::Float64x => BasicKind::Float64x,
        Keyword::Decimal32 => BasicKind::Decimal32,
        Keyword::Decimal64 => BasicKind::Decimal64,
        Keyword::Decimal128 => BasicKind::Decimal128,
        _ => return false,
    };
    // A second base word makes a combination that no type has.
    words.longs = if words.base.is_some() { u8::MAX } else { words.longs };
    words.base = Some(base);
    true
}

fn is_specifier(word: Keyword) -> bool {
    use Keyword::*;
    matches!(
        word,
        Typedef
            | Extern
            | Static
            | Auto
            | Register
            | ThreadLocal
            | Inline
            | Noreturn
            | Const
            | Volatile
            | Restrict
            | Atomic
            | Alignas
            | Attribute
            | Struct
            | Union
            | Enum
            | Typeof
            | AutoType
            | Void
            | Bool
            | Char
            | Short
            | Int
            | Long
            | Float
            | Double
            | Signed
            | Unsigned
            | Complex
            | Int128
            | Float16
            | Float32
            | Float64
            | Float128
            | Float32x
            | Float64x
            | Decimal32
            | Decimal64
            | Decimal128
    )
}
