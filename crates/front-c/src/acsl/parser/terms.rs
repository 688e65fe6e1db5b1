//! Terms: prefix and postfix operators, and what they apply to.

use super::super::lexer::TokenKind;
use super::super::syntax::{Ident, Node, NodeKind, Prefix};
use super::{Parse, Parser, Span};
use num_bigint::BigInt;
use std::sync::Arc;

impl Parser<'_> {
    pub fn prefixed(&mut self) -> Parse<Node> {
        self.nested(Self::prefixed_here)
    }
    fn prefixed_here(&mut self) -> Parse<Node> {
        let start = self.span();
        let prefix = match self.kind() {
            TokenKind::Mark("-") => Prefix::Negate,
            TokenKind::Mark("+") => Prefix::Plus,
            TokenKind::Mark("~") => Prefix::BitNot,
            TokenKind::Mark("!") => Prefix::Not,
            TokenKind::Mark("*") => Prefix::Deref,
            TokenKind::Mark("&") => Prefix::AddressOf,
            TokenKind::Mark("(") if self.starts_type(1) => return self.cast(),
            TokenKind::Mark("++" | "--") => return Err(self.fault("an annotation changes nothing")),
            TokenKind::Word(word) if &**word == "sizeof" => return self.sizeof(),
            _ => return self.postfixed(),
        };
        self.advance();
        let operand = self.prefixed()?;
        Ok(Node { kind: NodeKind::Prefix(prefix, Box::new(operand)), span: self.span_from(start) })
    }
    fn cast(&mut self) -> Parse<Node> {
        let start = self.span();
        self.advance();
        let ty = self.type_name()?;
        self.expect(")")?;
        let operand = self.prefixed()?;
        Ok(Node { kind: NodeKind::Cast(ty, Box::new(operand)), span: self.span_from(start) })
    }
    fn sizeof(&mut self) -> Parse<Node> {
        let start = self.span();
        self.advance();
        if self.is("(") && self.starts_type(1) {
            self.advance();
            let ty = self.type_name()?;
            self.expect(")")?;
            return Ok(Node { kind: NodeKind::SizeofType(ty), span: self.span_from(start) });
        }
        let operand = self.prefixed()?;
        Ok(Node { kind: NodeKind::SizeofNode(Box::new(operand)), span: self.span_from(start) })
    }
    fn postfixed(&mut self) -> Parse<Node> {
        let start = self.span();
        let mut node = self.primary()?;
        loop {
            let kind = if self.accept("[") {
                let index = self.range()?;
                self.expect("]")?;
                NodeKind::Index(Box::new(node), Box::new(index))
            } else if self.accept(".") {
                NodeKind::Member(Box::new(node), self.name()?)
            } else if self.accept("->") {
                NodeKind::Arrow(Box::new(node), self.name()?)
            } else if self.is("++") || self.is("--") {
                return Err(self.fault("an annotation changes nothing"));
            } else {
                return Ok(node);
            };
            node = Node { kind, span: self.span_from(start) };
        }
    }
    /// `a .. b`, `..`, `a ..`, or a term.
    pub fn range(&mut self) -> Parse<Node> {
        let start = self.span();
        let low = if self.is("..") { None } else { Some(Box::new(self.inner()?)) };
        if !self.accept("..") {
            return low.map(|node| *node).ok_or_else(|| self.unexpected("a term"));
        }
        let ends = matches!(self.kind(), TokenKind::Mark("]" | ")" | "," | "}") | TokenKind::End);
        let high = if ends { None } else { Some(Box::new(self.inner()?)) };
        Ok(Node { kind: NodeKind::Range(low, high), span: self.span_from(start) })
    }
    fn primary(&mut self) -> Parse<Node> {
        let span = self.span();
        let kind = match self.kind().clone() {
            TokenKind::Number(text) => {
                self.advance();
                number(&text).ok_or_else(|| super::Fault {
                    span,
                    message: format!("`{text}` is no number"),
                    is_refused: false,
                })?
            }
            TokenKind::Character(text) => {
                self.advance();
                NodeKind::Character(text)
            }
            TokenKind::String(_) => self.strings(),
            TokenKind::Mark("(") => {
                self.advance();
                let node = self.range()?;
                self.expect(")")?;
                return Ok(node);
            }
            TokenKind::Mark("{") => return self.set(),
            TokenKind::Mark("[|") => return self.refuse("a list"),
            TokenKind::Word(text) => return self.word(text, span),
            _ => return Err(self.unexpected("a term")),
        };
        Ok(Node { kind, span: self.span_from(span) })
    }
    fn strings(&mut self) -> NodeKind {
        let mut whole = String::new();
        while let TokenKind::String(text) = self.kind() {
            whole.push_str(text.trim_matches('"'));
            self.at += 1;
        }
        NodeKind::String(format!("\"{whole}\"").into())
    }
    /// `{a, b}`, `{ t | binders; P }`, `{ s \with … }`.
    fn set(&mut self) -> Parse<Node> {
        let start = self.span();
        self.expect("{")?;
        let outside = std::mem::take(&mut self.in_conditional);
        let result = self.set_of(start);
        self.in_conditional = outside;
        result
    }
    fn set_of(&mut self, start: Span) -> Parse<Node> {
        // The bar would be taken for C's operator, so the term before it is read without operators of that strength.
        let bar = self.find_bar();
        let mut terms = Vec::new();
        let mut binders = Vec::new();
        let mut condition = None;
        if let Some(bar) = bar {
            let tokens = self.tokens;
            let mut binder_reader = Parser {
                tokens,
                at: bar + 1,
                depth: self.depth,
                is_type: self.is_type,
                bound: self.bound.clone(),
                in_conditional: 0,
            };
            binders = binder_reader.binders()?;
            if binder_reader.accept(";") {
                let binders = &binders;
                condition = Some(Box::new(binder_reader.with_bound(binders, Parser::formula)?));
            }
            let behind = binder_reader.at;
            let (head, _) = tokens.split_at(bar);
            let mut term_reader = Parser { tokens: head, at: self.at, bound: self.bound.clone(), ..binder_reader };
            term_reader.bound.extend(binders.iter().map(|binder| binder.name.text.clone()));
            terms.push(term_reader.range()?);
            self.at = behind;
        } else if !self.is("}") {
            terms.push(self.range()?);
            while self.accept(",") {
                terms.push(self.range()?);
            }
            if self.is_word("\\with") {
                return self.refuse("a functional update");
            }
        }
        self.expect("}")?;
        Ok(Node { kind: NodeKind::Comprehension { terms, binders, condition }, span: self.span_from(start) })
    }
    /// The position of the `|` of a set comprehension: the one behind which a type and a name stand.
    fn find_bar(&self) -> Option<usize> {
        let mut depth = 0usize;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.kind {
                TokenKind::Mark("(" | "[" | "{") => depth += 1,
                TokenKind::Mark(")" | "]" | "}") => depth = depth.checked_sub(1)?,
                TokenKind::Mark("|") if depth == 0 && self.starts_type(at + 1 - self.at) => return Some(at),
                TokenKind::Mark(";") => return None,
                _ => {}
            }
        }
        None
    }
    fn word(&mut self, text: Arc<str>, span: Span) -> Parse<Node> {
        self.advance();
        match &*text {
            "\\old" => {
                let node = self.in_parentheses(Self::inner)?;
                let label = Ident { text: "Old".into(), span };
                return Ok(Node { kind: NodeKind::At(Box::new(node), label), span: self.span_from(span) });
            }
            "\\at" => {
                self.expect("(")?;
                let node = self.inner()?;
                self.expect(",")?;
                let label = self.name()?;
                self.expect(")")?;
                return Ok(Node { kind: NodeKind::At(Box::new(node), label), span: self.span_from(span) });
            }
            "\\typeof" | "\\type" => return self.refuse(&format!("`{text}`")),
            _ => {}
        }
        // `p{L}(x)` and `f(x)`; a brace behind a name is no set.
        let has_labels = self.is("{");
        let labels = self.labels()?;
        if !self.is("(") || !has_labels && !self.is("(") {
            if has_labels {
                let function = Ident { text, span };
                let kind = NodeKind::Apply { function, labels, arguments: Vec::new() };
                return Ok(Node { kind, span: self.span_from(span) });
            }
            return Ok(Node { kind: NodeKind::Name(text), span });
        }
        let arguments = self.in_parentheses(|parser| {
            let mut found = Vec::new();
            if parser.is(")") {
                return Ok(found);
            }
            loop {
                found.push(parser.argument()?);
                if !parser.accept(",") {
                    return Ok(found);
                }
            }
        })?;
        let kind = NodeKind::Apply { function: Ident { text, span }, labels, arguments };
        Ok(Node { kind, span: self.span_from(span) })
    }
    /// An argument; that of `\lambda` is refused where it stands.
    fn argument(&mut self) -> Parse<Node> {
        self.range()
    }
    fn in_parentheses<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.expect("(")?;
        let result = parse(self)?;
        self.expect(")")?;
        Ok(result)
    }
}

/// An integer with its value, or a real number as written.
fn number(text: &str) -> Option<NodeKind> {
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x")
        && !digits.contains(['.', 'p'])
    {
        return integer(digits, 16);
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return integer(digits, 2);
    }
    if lower.contains(['.', 'p']) || (lower.contains('e') && !lower.starts_with("0x")) {
        let body = lower.trim_end_matches(['f', 'd', 'l', 'r']);
        let starts = body.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        return starts.then(|| NodeKind::Real(body.into()));
    }
    if lower.len() > 1 && lower.starts_with('0') && lower[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return integer(&lower[1..], 8);
    }
    integer(&lower, 10)
}

fn integer(digits: &str, radix: u32) -> Option<NodeKind> {
    let digits = digits.trim_end_matches(['u', 'l']);
    BigInt::parse_bytes(digits.as_bytes(), radix).map(NodeKind::Integer)
}
