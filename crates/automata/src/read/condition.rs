//! Reads the conditions of guards, as YA, Aoraï's formulas and never claims share them.
//!
//! The grammar is that of Aoraï with two of its slips put right: `a - b - c` groups to the left, and bit operators bind
//! less tightly than arithmetic, as in C.

use super::tokens::{Stream, Token};
use crate::condition::{Arithmetic, Condition, Event, EventKind, Operand, Relation};
use cairn_base::diagnostic::Diagnostic;

/// `a && b || c`, with `!` and parentheses.
pub fn condition(stream: &mut Stream) -> Result<Condition, Box<Diagnostic>> {
    let mut all = vec![conjunction(stream)?];
    while stream.eat("||") {
        all.push(conjunction(stream)?);
    }
    Ok(if all.len() == 1 { all.remove(0) } else { Condition::Or(all) })
}

fn conjunction(stream: &mut Stream) -> Result<Condition, Box<Diagnostic>> {
    let mut all = vec![atom(stream)?];
    while stream.eat("&&") {
        all.push(atom(stream)?);
    }
    Ok(if all.len() == 1 { all.remove(0) } else { Condition::And(all) })
}

/// One atom of a condition: an event, a constant, a negation, a group or a relation.
pub fn atom(stream: &mut Stream) -> Result<Condition, Box<Diagnostic>> {
    stream.enter()?;
    let found = atom_inside(stream);
    stream.leave();
    found
}

fn atom_inside(stream: &mut Stream) -> Result<Condition, Box<Diagnostic>> {
    if stream.eat("!") {
        return Ok(Condition::Not(Box::new(atom(stream)?)));
    }
    if let Some(event) = event(stream)? {
        return Ok(event);
    }
    if stream.peek().is_word("true") || stream.peek().is_word("false") {
        let value = stream.bump().is_word("true");
        return Ok(Condition::Constant(value));
    }
    if stream.peek().is("(") {
        // A parenthesis may begin a condition or an operand; what follows its end tells.
        let mark = stream.mark();
        stream.bump();
        if let Ok(inner) = condition(stream)
            && stream.eat(")")
            && !continues_operand(stream)
        {
            return Ok(inner);
        }
        stream.reset(mark);
    }
    relation(stream)
}

/// `-> goto`, `-> assert`: in never claims the arrow ends a condition and names no field.
fn arrow_of_claim(stream: &Stream) -> bool {
    stream.peek().is("->") && (stream.peek_at(1).is_word("goto") || stream.peek_at(1).is_word("assert"))
}

/// Whether an operand goes on here, so that a parenthesis that ended just before belonged to the operand.
pub fn continues_operand(stream: &Stream) -> bool {
    const SYMBOLS: [&str; 17] =
        ["+", "-", "*", "/", "%", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", ".", "->", "["];
    !arrow_of_claim(stream) && SYMBOLS.iter().any(|symbol| stream.peek().is(symbol))
}

/// `CALL(f)`, `RETURN(f)`, `COR(f)`, also by their names in never claims: `callof_f`, `returnof_f`, `callorreturnof_f`.
fn event(stream: &mut Stream) -> Result<Option<Condition>, Box<Diagnostic>> {
    let Token::Word(word) = stream.peek().clone() else { return Ok(None) };
    let start = stream.span();
    let kind = match word.as_str() {
        "CALL" => EventKind::Call,
        "RETURN" => EventKind::Return,
        "COR" | "CALL_OR_RETURN" => EventKind::CallOrReturn,
        _ => return Ok(None),
    };
    if !stream.peek_at(1).is("(") {
        return Ok(None);
    }
    stream.bump();
    stream.bump();
    let function = stream.function_name()?;
    stream.expect(")")?;
    Ok(Some(Condition::Event(Event { kind, function, span: start.to(stream.last_span()) })))
}

fn relation(stream: &mut Stream) -> Result<Condition, Box<Diagnostic>> {
    let start = stream.span();
    let left = operand(stream)?;
    let op = match stream.peek() {
        Token::Symbol("==") | Token::Symbol("=") => Relation::Equal,
        Token::Symbol("!=") => Relation::NotEqual,
        Token::Symbol("<") => Relation::Less,
        Token::Symbol("<=") => Relation::LessEqual,
        Token::Symbol(">") => Relation::Greater,
        Token::Symbol(">=") => Relation::GreaterEqual,
        _ => return Ok(Condition::NonZero(left, start.to(stream.last_span()))),
    };
    stream.bump();
    let right = operand(stream)?;
    Ok(Condition::Relation { op, left, right, span: start.to(stream.last_span()) })
}

/// Operators from the loosest to the tightest, each group to the left.
const LEVELS: [&[(&str, Arithmetic)]; 5] = [
    &[("|", Arithmetic::BitOr)],
    &[("^", Arithmetic::BitXor)],
    &[("&", Arithmetic::BitAnd)],
    &[("+", Arithmetic::Add), ("-", Arithmetic::Subtract)],
    &[("*", Arithmetic::Multiply), ("/", Arithmetic::Divide), ("%", Arithmetic::Remainder)],
];

/// An arithmetic expression.
pub fn operand(stream: &mut Stream) -> Result<Operand, Box<Diagnostic>> {
    stream.enter()?;
    let found = binary(stream, 0);
    stream.leave();
    found
}

fn binary(stream: &mut Stream, level: usize) -> Result<Operand, Box<Diagnostic>> {
    let Some(operators) = LEVELS.get(level) else { return unary(stream) };
    let mut left = binary(stream, level + 1)?;
    while let Some((symbol, op)) = operators.iter().find(|(symbol, _)| stream.peek().is(symbol)) {
        // In YA a bar also separates the alternatives of a state; there an operand never follows it.
        if *symbol == "|" && !begins_operand(stream.peek_at(1)) {
            break;
        }
        stream.bump();
        left = Operand::Binary(*op, Box::new(left), Box::new(binary(stream, level + 1)?));
    }
    Ok(left)
}

fn begins_operand(token: &Token) -> bool {
    match token {
        Token::Word(word) => word != "other",
        Token::Integer(_) | Token::Real(_) | Token::Variable(_) => true,
        Token::Symbol(symbol) => matches!(*symbol, "(" | "-" | "*" | "&"),
        Token::End => false,
    }
}

fn unary(stream: &mut Stream) -> Result<Operand, Box<Diagnostic>> {
    stream.enter()?;
    let found = if stream.eat("-") {
        unary(stream).map(|inner| match inner {
            Operand::Integer(value) => Operand::Integer(-value),
            other => Operand::Minus(Box::new(other)),
        })
    } else if stream.eat("*") {
        unary(stream).map(|inner| Operand::Dereference(Box::new(inner)))
    } else if stream.eat("&") {
        unary(stream).map(|inner| Operand::AddressOf(Box::new(inner)))
    } else {
        access(stream)
    };
    stream.leave();
    found
}

fn access(stream: &mut Stream) -> Result<Operand, Box<Diagnostic>> {
    let mut base = leaf(stream)?;
    loop {
        if stream.peek().is(".") && matches!(stream.peek_at(1), Token::Word(_)) {
            stream.bump();
            base = Operand::Field(Box::new(base), stream.identifier("the name of a field")?);
        } else if stream.peek().is("->") && matches!(stream.peek_at(1), Token::Word(_)) && !arrow_of_claim(stream) {
            stream.bump();
            base = Operand::PointerField(Box::new(base), stream.identifier("the name of a field")?);
        } else if stream.eat("[") {
            let index = operand(stream)?;
            stream.expect("]")?;
            base = Operand::Index(Box::new(base), Box::new(index));
        } else {
            return Ok(base);
        }
    }
}

fn leaf(stream: &mut Stream) -> Result<Operand, Box<Diagnostic>> {
    let start = stream.span();
    match stream.peek().clone() {
        Token::Integer(value) => {
            stream.bump();
            Ok(Operand::Integer(value))
        }
        Token::Real(text) => {
            stream.bump();
            Ok(Operand::Real(text))
        }
        Token::Variable(name) => {
            stream.bump();
            Ok(Operand::Variable(name, start))
        }
        Token::Word(word) if word == "\\result" => {
            stream.bump();
            Ok(Operand::Result { function: None, span: start })
        }
        Token::Word(word) if !word.starts_with('\\') => {
            stream.bump();
            if stream.peek().is("(") && stream.peek_at(1).is(")") {
                return of_call(stream, word, start);
            }
            Ok(Operand::Name(word, start))
        }
        Token::Symbol("(") => {
            stream.bump();
            let inner = operand(stream)?;
            stream.expect(")")?;
            Ok(inner)
        }
        _ => Err(stream.expected("a condition")),
    }
}

/// `f().x`, `f().return`, `f().\result`, after the name.
fn of_call(stream: &mut Stream, function: String, start: cairn_base::source::Span) -> Result<Operand, Box<Diagnostic>> {
    stream.bump();
    stream.bump();
    stream.expect(".")?;
    match stream.bump() {
        Token::Word(word) if word == "return" || word == "\\result" => {
            Ok(Operand::Result { function: Some(function), span: start.to(stream.last_span()) })
        }
        Token::Word(name) => Ok(Operand::Parameter { function, name, span: start.to(stream.last_span()) }),
        _ => Err(stream.error(stream.last_span(), "the name of a parameter, `return` or `\\result` is expected here")),
    }
}
