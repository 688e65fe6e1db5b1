//! Reads temporal formulas in Aoraï's notation: `_G_ (CALL(f) => _F_ RETURN(f))`.
//!
//! Precedences are Aoraï's, which are not the usual ones: `||`, `=>` and `<=>` are one level and group to the right, `&&`
//! binds more tightly, then `!`, then the temporal operators. `a -> b` is a field of a structure, not an implication.

use super::condition::{atom as condition_atom, continues_operand};
use super::formula::ReadFormula;
use super::tokens::{Stream, Token};
use crate::atom::Atoms;
use crate::codes;
use crate::condition::Condition;
use crate::formula::{Binary, Formula, Unary};
use crate::property::kind_of_condition;
use cairn_base::diagnostic::Diagnostic;
use cairn_base::source::{FileId, SourceMap, Span};

const MODALITIES: [&str; 5] = ["_X_", "_F_", "_G_", "_U_", "_R_"];

/// Whether a text is written in this notation.
pub fn is_aorai(text: &str) -> bool {
    MODALITIES.iter().any(|word| text.contains(word))
}

pub fn read_aorai_formula(sources: &SourceMap, file: FileId) -> Result<ReadFormula, Box<Diagnostic>> {
    let mut reader = Reader { stream: Stream::new(sources, file, codes::FORMULA)?, atoms: Atoms::new() };
    let formula = reader.loosest()?;
    if *reader.stream.peek() != Token::End {
        return Err(reader.stream.expected("the end of the formula"));
    }
    Ok(ReadFormula { formula, atoms: reader.atoms })
}

struct Reader {
    stream: Stream,
    atoms: Atoms,
}

impl Reader {
    fn loosest(&mut self) -> Result<Formula, Box<Diagnostic>> {
        self.stream.enter()?;
        let left = self.conjunction()?;
        let op = match self.stream.peek() {
            Token::Symbol("||") => Some(Binary::Or),
            Token::Symbol("=>") => Some(Binary::Implies),
            Token::Symbol("<=>") => Some(Binary::Equivalent),
            _ => None,
        };
        let whole = match op {
            Some(op) => {
                self.stream.bump();
                Formula::binary(op, left, self.loosest()?)
            }
            None => left,
        };
        self.stream.leave();
        Ok(whole)
    }
    fn conjunction(&mut self) -> Result<Formula, Box<Diagnostic>> {
        let left = self.negation()?;
        if self.stream.eat("&&") {
            return Ok(Formula::and(left, self.conjunction()?));
        }
        Ok(left)
    }
    fn negation(&mut self) -> Result<Formula, Box<Diagnostic>> {
        self.stream.enter()?;
        let found = if self.stream.eat("!") { self.negation().map(Formula::negated) } else { self.temporal() };
        self.stream.leave();
        found
    }
    fn temporal(&mut self) -> Result<Formula, Box<Diagnostic>> {
        for (word, op) in [("_X_", Unary::Next), ("_F_", Unary::Finally), ("_G_", Unary::Globally)] {
            if self.stream.eat_word(word) {
                return self.negation().map(|operand| Formula::unary(op, operand));
            }
        }
        let left = self.primary()?;
        for (word, op) in [("_U_", Binary::Until), ("_R_", Binary::Release)] {
            if self.stream.eat_word(word) {
                return self.negation().map(|right| Formula::binary(op, left, right));
            }
        }
        Ok(left)
    }
    fn primary(&mut self) -> Result<Formula, Box<Diagnostic>> {
        if self.stream.peek().is("(") {
            let (mark, atoms) = (self.stream.mark(), self.atoms.clone());
            self.stream.bump();
            let inner = self.loosest();
            match inner {
                Ok(inner) if self.stream.eat(")") && !continues_operand(&self.stream) => return Ok(inner),
                // What stands in the parentheses is an operand, if it is anything.
                _ => {
                    self.stream.reset(mark);
                    self.atoms = atoms;
                }
            }
        }
        let start = self.stream.span();
        let condition = condition_atom(&mut self.stream)?;
        Ok(self.formula_of(&condition, start.to(self.stream.last_span())))
    }
    fn formula_of(&mut self, condition: &Condition, span: Span) -> Formula {
        if let Condition::Constant(value) = condition {
            return Formula::Constant(*value);
        }
        let text = condition.text();
        Formula::Atom(self.atoms.intern(kind_of_condition(condition, &text), text, Some(span)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let mut sources = SourceMap::new();
        let file = sources.add("p.ltl", text);
        read_aorai_formula(&sources, file).ok().map(|read| read.formula.text(&read.atoms))
    }

    #[test]
    fn precedences_are_those_of_aorai() {
        for (text, meaning) in [
            ("!a _R_ b", "!(a R b)"),
            ("_G_ a && b", "G a && b"),
            ("a => b || c", "a -> b || c"),
            ("a || b => c", "a || (b -> c)"),
            ("p -> next == 0", "(p->next == 0)"),
            ("_G_ ((!RETURN(a) || !status) => _X_ !CALL(b))", "G (!RETURN(a) || !status -> X !CALL(b))"),
            ("CALL(main) && _X_ (CALL(opa) && _X_ RETURN(opa))", "CALL(main) && X (CALL(opa) && X RETURN(opa))"),
            ("(a + 1) * 2 < b _U_ true", "(((a + 1) * 2) < b) U true"),
        ] {
            assert_eq!(read(text).as_deref(), Some(meaning), "{text}");
        }
        for text in ["", "_G_", "a =>", "(a", &"(".repeat(9_000), &"! ".repeat(9_000)] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
