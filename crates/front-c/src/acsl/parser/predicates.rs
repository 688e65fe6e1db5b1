//! Formulas from the weakest operator down to comparisons; the rest is in [`super::terms`].
//!
//! Precedence as Frama-C has it, weakest first: names and quantifiers, `?:`, `<==>`, `==>` (to the right), `||`, `^^`,
//! `&&`, comparisons (they chain), then C's operators on integers.

use super::super::lexer::TokenKind;
use super::super::syntax::{Binder, Infix, Node, NodeKind, Relation};
use super::{Parse, Parser};

/// Operators below comparisons; the number is how strongly they bind.
const OPERATORS: [(&str, u8, Infix); 17] = [
    ("<==>", 1, Infix::Equivalent),
    ("==>", 2, Infix::Implies),
    ("||", 3, Infix::Or),
    ("^^", 4, Infix::Xor),
    ("&&", 5, Infix::And),
    ("<-->", 7, Infix::BitEquivalent),
    ("-->", 8, Infix::BitImplies),
    ("|", 9, Infix::BitOr),
    ("^", 10, Infix::BitXor),
    ("&", 11, Infix::BitAnd),
    ("<<", 12, Infix::ShiftLeft),
    (">>", 12, Infix::ShiftRight),
    ("+", 13, Infix::Add),
    ("-", 13, Infix::Subtract),
    ("*", 14, Infix::Multiply),
    ("/", 14, Infix::Divide),
    ("%", 14, Infix::Remainder),
];

/// How strongly comparisons bind.
const COMPARISON: u8 = 6;

impl Parser<'_> {
    /// A whole formula.
    pub fn formula(&mut self) -> Parse<Node> {
        self.nested(Self::named)
    }
    /// A formula in brackets of any kind, where nothing around matters.
    pub fn inner(&mut self) -> Parse<Node> {
        let outside = std::mem::take(&mut self.in_conditional);
        let result = self.formula();
        self.in_conditional = outside;
        result
    }
    fn named(&mut self) -> Parse<Node> {
        let start = self.span();
        let is_label = self.in_conditional == 0 && self.is_ahead(1, ":");
        match self.kind().clone() {
            TokenKind::Word(text) if is_label && !text.starts_with('\\') => {
                let name = self.name()?;
                self.advance();
                let body = self.formula()?;
                Ok(Node { span: self.span_from(start), kind: NodeKind::Named(name, Box::new(body)) })
            }
            TokenKind::String(text) if is_label => {
                self.advance();
                self.advance();
                let name = super::Ident { text: text.trim_matches('"').into(), span: start };
                let body = self.formula()?;
                Ok(Node { span: self.span_from(start), kind: NodeKind::Named(name, Box::new(body)) })
            }
            TokenKind::Word(text) if matches!(&*text, "\\forall" | "\\exists") => {
                self.advance();
                self.quantified(&*text == "\\forall", start)
            }
            TokenKind::Word(text) if &*text == "\\let" => {
                self.advance();
                self.binding(start)
            }
            TokenKind::Word(text) if &*text == "\\lambda" => self.refuse("`\\lambda`"),
            _ => self.conditional(),
        }
    }
    fn quantified(&mut self, universal: bool, start: super::Span) -> Parse<Node> {
        let binders = self.binders()?;
        self.expect(";")?;
        let body = self.with_bound(&binders, Self::formula)?;
        let kind = NodeKind::Quantified { universal, binders, body: Box::new(body) };
        Ok(Node { kind, span: self.span_from(start) })
    }
    /// Parses with the names of binders meaning variables, not types.
    pub fn with_bound<T>(&mut self, binders: &[Binder], parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let before = self.bound.len();
        self.bound.extend(binders.iter().map(|binder| binder.name.text.clone()));
        let result = parse(self);
        self.bound.truncate(before);
        result
    }
    /// `\let x = t; P` and `\let f(T x) = t; P`.
    fn binding(&mut self, start: super::Span) -> Parse<Node> {
        let name = self.name()?;
        let mut parameters = Vec::new();
        if self.accept("(") {
            parameters = self.binders()?;
            self.expect(")")?;
        }
        self.expect("=")?;
        let value = self.with_bound(&parameters, Self::inner)?;
        self.expect(";")?;
        let body = self.formula()?;
        let kind = NodeKind::Let { name, parameters, value: Box::new(value), body: Box::new(body) };
        Ok(Node { kind, span: self.span_from(start) })
    }
    /// `int i, j, char *p`.
    pub fn binders(&mut self) -> Parse<Vec<Binder>> {
        let mut binders: Vec<Binder> = Vec::new();
        loop {
            // A type, unless the name stands alone: then the type is that of the one before.
            let is_alone = !binders.is_empty()
                && matches!(self.kind(), TokenKind::Word(_))
                && matches!(self.kind_ahead(1), TokenKind::Mark("," | ";" | ")" | "[" | "}"));
            let base = match binders.last() {
                Some(last) if is_alone || self.is("*") => last.ty.base.clone(),
                _ => self.base_type()?,
            };
            let (ty, name) = self.declared(base)?;
            binders.push(Binder { ty, name });
            if !self.accept(",") {
                return Ok(binders);
            }
        }
    }
    fn conditional(&mut self) -> Parse<Node> {
        let start = self.span();
        let condition = self.operators(1)?;
        if !self.accept("?") {
            return Ok(condition);
        }
        self.in_conditional += 1;
        let then = self.formula();
        self.in_conditional -= 1;
        let then = then?;
        self.expect(":")?;
        let otherwise = self.formula()?;
        let kind = NodeKind::Conditional(Box::new([condition, then, otherwise]));
        Ok(Node { kind, span: self.span_from(start) })
    }
    fn operators(&mut self, level: u8) -> Parse<Node> {
        self.nested(|parser| parser.operators_of(level))
    }
    fn operators_of(&mut self, level: u8) -> Parse<Node> {
        let start = self.span();
        let mut left = self.tightest(level)?;
        let mut length = 0;
        while let Some((binds, operator)) = self.operator_here().filter(|(binds, _)| *binds >= level) {
            length += 1;
            if length > 2000 {
                return Err(self.fault("the formula is too long"));
            }
            self.advance();
            let right = if binds < COMPARISON && self.begins_binder() {
                self.formula()?
            } else {
                // `==>` groups to the right, the others to the left.
                self.operators(if operator == Infix::Implies { binds } else { binds + 1 })?
            };
            let span = self.span_from(start);
            left = Node { kind: NodeKind::Infix(operator, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }
    /// What an operator of this level begins with: comparisons stand between the logical and the arithmetic ones.
    fn tightest(&mut self, level: u8) -> Parse<Node> {
        if level <= COMPARISON { self.comparison() } else { self.prefixed() }
    }
    fn operator_here(&self) -> Option<(u8, Infix)> {
        let TokenKind::Mark(mark) = self.kind() else { return None };
        OPERATORS.iter().find(|(text, ..)| text == mark).map(|(_, binds, operator)| (*binds, *operator))
    }
    /// Quantifiers, `\let` and named formulas may be the right side of a connective without parentheses.
    fn begins_binder(&self) -> bool {
        match self.kind() {
            TokenKind::Word(text) if matches!(&**text, "\\forall" | "\\exists" | "\\let" | "\\lambda") => true,
            TokenKind::Word(_) | TokenKind::String(_) => self.in_conditional == 0 && self.is_ahead(1, ":"),
            _ => false,
        }
    }
    fn comparison(&mut self) -> Parse<Node> {
        let start = self.span();
        if self.begins_binder() {
            return self.formula();
        }
        let first = self.operators(COMPARISON + 1)?;
        if self.accept_word("\\in") {
            let set = self.operators(COMPARISON + 1)?;
            let kind = NodeKind::Infix(Infix::In, Box::new(first), Box::new(set));
            return Ok(Node { kind, span: self.span_from(start) });
        }
        let mut rest = Vec::new();
        while let Some(relation) = self.relation_here() {
            self.advance();
            rest.push((relation, self.operators(COMPARISON + 1)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Node { kind: NodeKind::Chain(Box::new(first), rest), span: self.span_from(start) })
    }
    fn relation_here(&self) -> Option<Relation> {
        let TokenKind::Mark(mark) = self.kind() else { return None };
        Some(match *mark {
            "==" => Relation::Equal,
            "!=" => Relation::NotEqual,
            "<" => Relation::Less,
            "<=" => Relation::LessEqual,
            ">" => Relation::Greater,
            ">=" => Relation::GreaterEqual,
            _ => return None,
        })
    }
}
