//! Type names: C's and ACSL's.

use super::super::lexer::TokenKind;
use super::super::syntax::{BaseType, Derivation, Ident, TypeName};
use super::{Parse, Parser};

/// Words of C's own types and qualifiers.
const WORDS: [&str; 12] =
    ["void", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "_Bool", "__int128", "_Float128"];
const QUALIFIERS: [&str; 6] = ["const", "volatile", "restrict", "__restrict", "_Atomic", "\\ghost"];

impl Parser<'_> {
    /// Whether a type begins so many tokens ahead.
    pub fn starts_type(&self, ahead: usize) -> bool {
        match self.kind_ahead(ahead) {
            TokenKind::Word(word) if self.bound.contains(word) => false,
            TokenKind::Word(word) => {
                let word = &**word;
                WORDS.contains(&word)
                    || QUALIFIERS.contains(&word)
                    || matches!(word, "integer" | "real" | "boolean" | "struct" | "union" | "enum" | "\\list")
                    || (self.is_type)(word)
            }
            _ => false,
        }
    }
    /// `int *`, `struct s`, `char (*)[3]` is not among them.
    pub fn type_name(&mut self) -> Parse<TypeName> {
        let start = self.span();
        let base = self.base_type()?;
        let mut derivations = self.pointers();
        derivations.extend(self.arrays()?);
        if self.is("(") {
            return self.refuse("a type with parentheses");
        }
        Ok(TypeName { base, derivations, span: self.span_from(start) })
    }
    /// `*a[3]` behind a type.
    pub fn declared(&mut self, base: BaseType) -> Parse<(TypeName, Ident)> {
        let start = self.span();
        let mut derivations = self.pointers();
        // `int (*a)` and `int (a)`.
        if self.accept("(") {
            derivations.extend(self.pointers());
            let name = self.name()?;
            self.expect(")")?;
            if self.is("(") || self.is("[") {
                return self.refuse("a type with parentheses");
            }
            return Ok((TypeName { base, derivations, span: self.span_from(start) }, name));
        }
        let name = self.name()?;
        derivations.extend(self.arrays()?);
        Ok((TypeName { base, derivations, span: self.span_from(start) }, name))
    }
    fn pointers(&mut self) -> Vec<Derivation> {
        let mut found = Vec::new();
        loop {
            if self.accept("*") {
                found.push(Derivation::Pointer);
            } else if self.is_qualifier() {
                self.advance();
            } else {
                return found;
            }
        }
    }
    fn is_qualifier(&self) -> bool {
        matches!(self.kind(), TokenKind::Word(word) if QUALIFIERS.contains(&&**word))
    }
    /// `[2][3]`: the last stands innermost.
    fn arrays(&mut self) -> Parse<Vec<Derivation>> {
        let mut found = Vec::new();
        while self.accept("[") {
            let length = if self.is("]") { None } else { Some(Box::new(self.inner()?)) };
            self.expect("]")?;
            found.push(Derivation::Array(length));
        }
        found.reverse();
        Ok(found)
    }
    pub fn base_type(&mut self) -> Parse<BaseType> {
        while self.is_qualifier() {
            self.advance();
        }
        let mut words = Vec::new();
        while let TokenKind::Word(word) = self.kind() {
            if WORDS.contains(&&**word) {
                words.push(word.clone());
            } else if !QUALIFIERS.contains(&&**word) {
                break;
            }
            self.at += 1;
        }
        if !words.is_empty() {
            words.sort();
            return Ok(BaseType::Words(words));
        }
        let base = match self.kind().clone() {
            TokenKind::Word(word) => match &*word {
                "integer" => BaseType::Integer,
                "real" => BaseType::Real,
                "boolean" => BaseType::Boolean,
                "struct" => return self.tag("struct"),
                "union" => return self.tag("union"),
                "enum" => return self.tag("enum"),
                "\\list" => return self.refuse("`\\list`"),
                _ => {
                    let name = self.name()?;
                    let mut arguments = Vec::new();
                    if self.accept("<") {
                        arguments.push(self.type_name()?);
                        while self.accept(",") {
                            arguments.push(self.type_name()?);
                        }
                        self.expect(">")?;
                    }
                    while self.is_qualifier() {
                        self.advance();
                    }
                    return Ok(BaseType::Name(name, arguments));
                }
            },
            _ => return Err(self.unexpected("a type")),
        };
        self.advance();
        Ok(base)
    }
    fn tag(&mut self, kind: &'static str) -> Parse<BaseType> {
        self.advance();
        let name = self.name()?;
        while self.is_qualifier() {
            self.advance();
        }
        Ok(BaseType::Tag(kind, name))
    }
}
