//! Reads a condition. C's precedences; where Ada spells an operator differently (`=`, `/=`, `and`, `or`, `not`, `mod`,
//! `rem`, `**` excepted), that spelling is read too, so that one reader serves both languages.

use super::lexer::{Token, tokens};
use super::{Binary, Term, Unary};
use cairn_automata::condition::{Arithmetic, Relation};

/// What is wrong, and where in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub at: usize,
    pub message: String,
}

const DEEPEST: usize = 200;

/// Reads a whole condition.
pub fn parse(text: &str) -> Result<Term, ParseError> {
    let tokens = tokens(text).map_err(|at| ParseError { at, message: "this character means nothing here".into() })?;
    let mut reader = Reader { tokens, next: 0, depth: 0 };
    let term = reader.level(0)?;
    match reader.peek() {
        Token::End => Ok(term),
        _ => Err(reader.error("the condition ends before this")),
    }
}

struct Reader {
    tokens: Vec<(Token, usize)>,
    next: usize,
    depth: usize,
}

/// Binary operators by level, loosest first.
fn operator(token: &Token, level: usize) -> Option<Binary> {
    use Arithmetic::*;
    let word = match token {
        Token::Word(word) => word.to_lowercase(),
        Token::Symbol(symbol) => (*symbol).to_string(),
        _ => return None,
    };
    let (own, op) = match word.as_str() {
        "||" | "or" => (0, Binary::Or),
        "&&" | "and" => (1, Binary::And),
        "xor" => (1, Binary::Xor),
        "|" => (2, Binary::Arithmetic(BitOr)),
        "^" => (3, Binary::Arithmetic(BitXor)),
        "&" => (4, Binary::Arithmetic(BitAnd)),
        "==" | "=" => (5, Binary::Relation(Relation::Equal)),
        "!=" | "/=" => (5, Binary::Relation(Relation::NotEqual)),
        "<" => (6, Binary::Relation(Relation::Less)),
        "<=" => (6, Binary::Relation(Relation::LessEqual)),
        ">" => (6, Binary::Relation(Relation::Greater)),
        ">=" => (6, Binary::Relation(Relation::GreaterEqual)),
        "<<" => (7, Binary::ShiftLeft),
        ">>" => (7, Binary::ShiftRight),
        "+" => (8, Binary::Arithmetic(Add)),
        "-" => (8, Binary::Arithmetic(Subtract)),
        "*" => (9, Binary::Arithmetic(Multiply)),
        "/" => (9, Binary::Arithmetic(Divide)),
        "%" | "rem" => (9, Binary::Arithmetic(Remainder)),
        "mod" => (9, Binary::Modulo),
        _ => return None,
    };
    (own == level).then_some(op)
}

const TIGHTEST: usize = 10;
/// The level of `in`, that of the relations.
const MEMBERSHIPS: usize = 6;

impl Reader {
    fn peek(&self) -> &Token {
        &self.tokens[self.next.min(self.tokens.len() - 1)].0
    }
    fn peek_at(&self, ahead: usize) -> &Token {
        &self.tokens[(self.next + ahead).min(self.tokens.len() - 1)].0
    }
    fn bump(&mut self) -> Token {
        let token = self.peek().clone();
        self.next += 1;
        token
    }
    fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(own) if *own == symbol);
        self.next += usize::from(found);
        found
    }
    fn error(&self, message: &str) -> ParseError {
        ParseError { at: self.tokens[self.next.min(self.tokens.len() - 1)].1, message: message.into() }
    }
    fn expect(&mut self, symbol: &str) -> Result<(), ParseError> {
        if self.eat(symbol) { Ok(()) } else { Err(self.error(&format!("`{symbol}` is expected here"))) }
    }
    fn level(&mut self, level: usize) -> Result<Term, ParseError> {
        if level == TIGHTEST {
            return self.unary();
        }
        let mut left = self.level(level + 1)?;
        if level == MEMBERSHIPS {
            left = self.membership(left)?;
        }
        while let Some(op) = operator(self.peek(), level) {
            self.bump();
            // `and then`, `or else`: conditions have no effects, so they mean the same.
            if matches!((op, self.peek()), (Binary::And, Token::Word(w)) if w.eq_ignore_ascii_case("then"))
                || matches!((op, self.peek()), (Binary::Or, Token::Word(w)) if w.eq_ignore_ascii_case("else"))
            {
                self.bump();
            }
            left = Term::binary(op, left, self.level(level + 1)?);
        }
        Ok(left)
    }
    /// Ada's `X in 1 .. 3 | 5` and `X not in …`.
    fn membership(&mut self, left: Term) -> Result<Term, ParseError> {
        let is = |token: &Token, word: &str| matches!(token, Token::Word(own) if own.eq_ignore_ascii_case(word));
        let negated = is(self.peek(), "not") && is(self.peek_at(1), "in");
        if !negated && !is(self.peek(), "in") {
            return Ok(left);
        }
        self.next += 1 + usize::from(negated);
        let compared = |relation, bound| Term::binary(Binary::Relation(relation), left.clone(), bound);
        let mut any: Option<Term> = None;
        loop {
            let low = self.level(MEMBERSHIPS + 1)?;
            let one = if self.eat("..") {
                let high = self.level(MEMBERSHIPS + 1)?;
                let (from, to) = (compared(Relation::GreaterEqual, low), compared(Relation::LessEqual, high));
                Term::binary(Binary::And, from, to)
            } else {
                compared(Relation::Equal, low)
            };
            any = Some(match any {
                Some(before) => Term::binary(Binary::Or, before, one),
                None => one,
            });
            if !self.eat("|") {
                break;
            }
        }
        let found = any.unwrap_or(Term::Boolean(false));
        Ok(if negated { Term::Unary(Unary::Not, Box::new(found)) } else { found })
    }
    fn unary(&mut self) -> Result<Term, ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("the condition is nested too deeply"));
        }
        let found = self.unary_inside();
        self.depth -= 1;
        found
    }
    fn unary_inside(&mut self) -> Result<Term, ParseError> {
        let op = match self.peek() {
            Token::Symbol("!") => Some(Unary::Not),
            Token::Symbol("-") => Some(Unary::Minus),
            Token::Symbol("~") => Some(Unary::Complement),
            Token::Word(word) if word.eq_ignore_ascii_case("not") => Some(Unary::Not),
            _ => None,
        };
        if let Some(op) = op {
            self.bump();
            return Ok(Term::Unary(op, Box::new(self.unary()?)));
        }
        if self.eat("*") {
            return Ok(Term::Dereference(Box::new(self.unary()?)));
        }
        if self.eat("&") {
            return Ok(Term::AddressOf(Box::new(self.unary()?)));
        }
        self.postfix()
    }
    fn postfix(&mut self) -> Result<Term, ParseError> {
        let mut base = self.primary()?;
        loop {
            if self.eat(".") {
                base = match self.bump() {
                    Token::Word(word) if word.eq_ignore_ascii_case("all") => Term::Dereference(Box::new(base)),
                    Token::Word(word) => Term::Field(Box::new(base), word),
                    _ => return Err(self.error("the name of a component is expected here")),
                };
            } else if self.eat("->") {
                let Token::Word(name) = self.bump() else {
                    return Err(self.error("the name of a member is expected here"));
                };
                base = Term::Arrow(Box::new(base), name);
            } else if self.eat("[") {
                let index = self.level(0)?;
                self.expect("]")?;
                base = Term::Index(Box::new(base), Box::new(index));
            } else if matches!(self.peek(), Token::Symbol("(")) && is_place(&base) {
                // Ada writes elements of arrays with parentheses.
                self.bump();
                let index = self.level(0)?;
                self.expect(")")?;
                base = Term::Index(Box::new(base), Box::new(index));
            } else {
                return Ok(base);
            }
        }
    }
    fn primary(&mut self) -> Result<Term, ParseError> {
        match self.peek().clone() {
            Token::Number(value) => {
                self.bump();
                Ok(Term::Integer(value))
            }
            Token::Symbol("(") => {
                self.bump();
                let inner = self.level(0)?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Word(word) => {
                self.bump();
                self.word(word)
            }
            Token::End => Err(self.error("a condition is expected here")),
            Token::Symbol(_) => {
                Err(self.error("this is no part of a condition; calls, casts and assignments are not allowed"))
            }
        }
    }
    fn word(&mut self, word: String) -> Result<Term, ParseError> {
        match word.to_lowercase().as_str() {
            "true" => return Ok(Term::Boolean(true)),
            "false" => return Ok(Term::Boolean(false)),
            "null" => return Ok(Term::Null),
            "\\result" => return Ok(Term::Result(None)),
            _ => {}
        }
        if self.eat("::") {
            return match self.bump() {
                Token::Word(name) => Ok(Term::Local { function: word, name }),
                _ => Err(self.error("the name of a variable is expected here")),
            };
        }
        let is_call = matches!((self.peek(), self.peek_at(1)), (Token::Symbol("("), Token::Symbol(")")));
        if !is_call {
            return Ok(Term::Name(word));
        }
        self.next += 2;
        if !self.eat(".") {
            return Err(self
                .error("functions cannot be called in a condition; `f().x` is a parameter, `f().return` the result"));
        }
        match self.bump() {
            Token::Word(name) if name == "return" || name == "\\result" => Ok(Term::Result(Some(word))),
            Token::Word(name) => Ok(Term::Parameter { function: word, name }),
            _ => Err(self.error("the name of a parameter, `return` or `\\result` is expected here")),
        }
    }
}

fn is_place(term: &Term) -> bool {
    matches!(term, Term::Name(_) | Term::Field(..) | Term::Arrow(..) | Term::Index(..) | Term::Local { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c_and_ada_are_read() {
        for text in ["a.b[2] + 3 * x == 0x1F && !(p->q != 0)", "V.Level = Green and then Count mod 3 /= 1", "f::x < 2"]
        {
            assert!(parse(text).is_ok(), "{text}: {:?}", parse(text));
        }
        assert!(parse("f(x) = 2").is_ok(), "an element of an array in Ada");
        assert_eq!(parse("f() > 1").unwrap_err().at, 4);
        assert!(parse("a ==").is_err());
        assert!(parse("x = 1; y").is_err());
    }
}
