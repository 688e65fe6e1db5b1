//! Reads automata in the Hanoi omega-automata format, version 1: explicit labels on states or transitions, Büchi
//! acceptance on either, or acceptance of every run.

use super::cursor::Cursor;
use super::formula::kind_of_text;
use crate::atom::{AtomId, Atoms};
use crate::buchi::{Automaton, Cube, Guard, State, StateId, Transition};
use crate::codes;
use cairn_base::diagnostic::Diagnostic;
use cairn_base::ids::Id;
use cairn_base::source::{FileId, SourceMap, Span};
use std::collections::BTreeMap;

/// More states than any property has: a number beyond it is a mistake, not an automaton.
const MOST_STATES: usize = 100_000;

pub fn read_hoa(sources: &SourceMap, file: FileId) -> Result<Automaton, Box<Diagnostic>> {
    let mut reader = Reader { cursor: Cursor::new(sources, file), header: Header::default(), depth: 0 };
    reader.header()?;
    let edges = reader.body()?;
    reader.build(edges)
}

#[derive(Default)]
struct Header {
    starts: Vec<usize>,
    atoms: Atoms,
    /// Whether every run is accepted, and not only those that visit a mark for ever.
    all: bool,
}

/// The states as they were read: names, marks, and transitions with marks of their own.
#[derive(Default)]
struct Body {
    states: BTreeMap<usize, BodyState>,
}

#[derive(Default)]
struct BodyState {
    name: Option<String>,
    marked: bool,
    edges: Vec<(Guard, usize, bool)>,
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    header: Header,
    depth: usize,
}

impl Reader<'_> {
    fn blanks(&mut self) -> Result<(), Box<Diagnostic>> {
        self.cursor.skip_blanks(codes::HOA)
    }
    fn error(&self, message: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(codes::HOA, message).at(self.cursor.here(), ""))
    }
    fn number(&mut self) -> Result<usize, Box<Diagnostic>> {
        self.blanks()?;
        let rest = self.cursor.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..length].parse::<usize>().ok().filter(|number| *number < MOST_STATES);
        let number = number.ok_or_else(|| self.error("a number is expected here"))?;
        self.cursor.advance(length);
        Ok(number)
    }
    fn string(&mut self) -> Result<(String, Span), Box<Diagnostic>> {
        self.blanks()?;
        let start = self.cursor.position();
        if !self.cursor.eat("\"") {
            return Err(self.error("a text in quotes is expected here"));
        }
        let mut text = String::new();
        loop {
            match self.cursor.bump() {
                None => return Err(self.error("the quotes are not closed")),
                Some('"') => return Ok((text, self.cursor.span_from(start))),
                Some('\\') => text.extend(self.cursor.bump()),
                Some(c) => text.push(c),
            }
        }
    }
    fn header(&mut self) -> Result<(), Box<Diagnostic>> {
        self.blanks()?;
        if !self.cursor.eat("HOA:") {
            return Err(self.error("`HOA: v1` is expected here"));
        }
        loop {
            self.blanks()?;
            if self.cursor.eat("--BODY--") {
                return Ok(());
            }
            if self.cursor.is_at_end() {
                return Err(self.error("`--BODY--` is expected here"));
            }
            if self.cursor.eat("Start:") {
                let start = self.number()?;
                self.blanks()?;
                if self.cursor.peek() == Some('&') {
                    return Err(self.error("alternating automata are not supported"));
                }
                self.header.starts.push(start);
            } else if self.cursor.eat("AP:") {
                self.propositions()?;
            } else if self.cursor.eat("Acceptance:") {
                self.acceptance()?;
            } else {
                // Everything else tells nothing about the language.
                let rest = self.cursor.rest();
                let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
                self.cursor.advance(length);
            }
        }
    }
    fn propositions(&mut self) -> Result<(), Box<Diagnostic>> {
        for _ in 0..self.number()? {
            let (text, span) = self.string()?;
            let before = self.header.atoms.len();
            self.header.atoms.intern(kind_of_text(&text), text, Some(span));
            if self.header.atoms.len() == before {
                return Err(self.error("two atomic propositions are the same"));
            }
        }
        Ok(())
    }
    fn acceptance(&mut self) -> Result<(), Box<Diagnostic>> {
        let sets = self.number()?;
        self.blanks()?;
        let rest = self.cursor.rest();
        let length = rest.find('\n').unwrap_or(rest.len());
        let formula: String = rest[..length].split_whitespace().collect();
        self.header.all = match (sets, formula.as_str()) {
            (0, "t") => true,
            (1, "Inf(0)") => false,
            _ => return Err(self.error("only Büchi acceptance, `1 Inf(0)`, is supported")),
        };
        self.cursor.advance(length);
        Ok(())
    }
    fn body(&mut self) -> Result<Body, Box<Diagnostic>> {
        let mut body = Body::default();
        let mut current: Option<(usize, Option<Guard>)> = None;
        loop {
            self.blanks()?;
            if self.cursor.eat("--END--") {
                return Ok(body);
            }
            if self.cursor.is_at_end() {
                return Err(self.error("`--END--` is expected here"));
            }
            if self.cursor.eat("State:") {
                let label = self.label()?;
                let number = self.number()?;
                let state = body.states.entry(number).or_default();
                self.blanks()?;
                if self.cursor.peek() == Some('"') {
                    state.name = Some(self.string()?.0);
                }
                state.marked = self.marked()?;
                current = Some((number, label));
                continue;
            }
            let Some((from, state_label)) = current.clone() else {
                return Err(self.error("`State:` is expected here"));
            };
            let label = self.label()?.or(state_label);
            let Some(label) = label else { return Err(self.error("labels that are left out are not supported")) };
            let target = self.number()?;
            let marked = self.marked()?;
            body.states.entry(target).or_default();
            body.states.entry(from).or_default().edges.push((label, target, marked));
        }
    }
    fn marked(&mut self) -> Result<bool, Box<Diagnostic>> {
        self.blanks()?;
        if !self.cursor.eat("{") {
            return Ok(false);
        }
        let mut marked = false;
        loop {
            self.blanks()?;
            if self.cursor.eat("}") {
                return Ok(marked);
            }
            marked |= self.number()? == 0;
        }
    }
    fn label(&mut self) -> Result<Option<Guard>, Box<Diagnostic>> {
        self.blanks()?;
        if !self.cursor.eat("[") {
            return Ok(None);
        }
        let guard = self.disjunction()?;
        self.blanks()?;
        if !self.cursor.eat("]") {
            return Err(self.error("`]` is expected here"));
        }
        Ok(Some(guard))
    }
    fn disjunction(&mut self) -> Result<Guard, Box<Diagnostic>> {
        let mut sum = self.conjunction()?;
        loop {
            self.blanks()?;
            if !self.cursor.eat("|") {
                return Ok(sum);
            }
            sum = sum.or(&self.conjunction()?);
        }
    }
    fn conjunction(&mut self) -> Result<Guard, Box<Diagnostic>> {
        let mut product = self.literal()?;
        loop {
            self.blanks()?;
            if !self.cursor.eat("&") {
                return Ok(product);
            }
            product = product.and(&self.literal()?);
        }
    }
    fn literal(&mut self) -> Result<Guard, Box<Diagnostic>> {
        self.depth += 1;
        if self.depth > super::DEEPEST {
            return Err(self.error("this is nested too deeply"));
        }
        self.blanks()?;
        let guard = if self.cursor.eat("!") {
            self.literal()?.not()
        } else if self.cursor.eat("(") {
            let inner = self.disjunction()?;
            self.blanks()?;
            if !self.cursor.eat(")") {
                return Err(self.error("`)` is expected here"));
            }
            inner
        } else if self.cursor.eat("t") {
            Guard::top()
        } else if self.cursor.eat("f") {
            Guard::bottom()
        } else if self.cursor.peek() == Some('@') {
            return Err(self.error("aliases are not supported"));
        } else {
            let number = self.number()?;
            if number >= self.header.atoms.len() {
                return Err(self.error("there is no atomic proposition of this number"));
            }
            Guard::cube(Cube::literal(AtomId::from_index(number), true))
        };
        self.depth -= 1;
        Ok(guard)
    }
    /// Marks of transitions become marks of states: a state is doubled where it is entered with and without one.
    fn build(&self, body: Body) -> Result<Automaton, Box<Diagnostic>> {
        let mut automaton = Automaton { atoms: self.header.atoms.clone(), ..Automaton::default() };
        let mut numbers: BTreeMap<(usize, bool), StateId> = BTreeMap::new();
        let mut open = Vec::new();
        let mut state = |key: (usize, bool), automaton: &mut Automaton, open: &mut Vec<(usize, bool)>| {
            *numbers.entry(key).or_insert_with(|| {
                open.push(key);
                let read = &body.states[&key.0];
                let accepting = key.1 || self.header.all;
                automaton.states.push(State { name: read.name.clone(), accepting, transitions: Vec::new() })
            })
        };
        for start in &self.header.starts {
            let Some(read) = body.states.get(start) else {
                return Err(self.error("an initial state is not defined"));
            };
            let id = state((*start, read.marked), &mut automaton, &mut open);
            automaton.initial.push(id);
        }
        while let Some(key) = open.pop() {
            let from = state(key, &mut automaton, &mut open);
            for (guard, target, marked) in &body.states[&key.0].edges {
                let entered = *marked || body.states[target].marked;
                let target = state((*target, entered), &mut automaton, &mut open);
                automaton.states[from].transitions.push(Transition { guard: guard.clone(), target });
            }
        }
        Ok(automaton.joined())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::formula::read_formula;
    use crate::translate::automaton_of;
    use crate::write::{hoa, never};

    /// What is written for a formula is read back with the same states and transitions.
    #[test]
    fn written_automata_are_read_back() {
        for text in ["G(a -> F b)", "a U (b && X c)", "F G a", "G F a && G F b", "true"] {
            let mut sources = SourceMap::new();
            let file = sources.add("p.ltl", text);
            let read = read_formula(&sources, file).expect("a formula");
            let automaton = automaton_of(&read.formula, &read.atoms).expect("a small automaton");
            let file = sources.add("p.hoa", hoa::buchi(&automaton, text));
            let again = read_hoa(&sources, file).expect("what was written");
            assert_eq!(
                hoa::buchi(&automaton, text).lines().count(),
                hoa::buchi(&again, text).lines().count(),
                "{text}"
            );
            let file = sources.add("p.pml", never::buchi(&automaton, text));
            let claim = crate::read::never::read_never_claim(&sources, file).expect("what was written");
            let several = usize::from(automaton.initial.len() != 1);
            assert_eq!(claim.states.len(), automaton.states.len() + several, "{text}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        let begin = "HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"a\"\n";
        for text in [
            String::new(),
            "HOA: v1".into(),
            format!("{begin}Acceptance: 2 Inf(0)&Inf(1)\n--BODY--\n--END--"),
            format!("{begin}Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[7] 0\n--END--"),
            format!("{begin}Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[{}0] 0\n--END--", "!".repeat(9_000)),
            format!("{begin}Acceptance: 1 Inf(0)\n--BODY--\n[t] 0\n--END--"),
            format!("{begin}Acceptance: 1 Inf(0)\n--BODY--\n--END--"),
        ] {
            let mut sources = SourceMap::new();
            let file = sources.add("p.hoa", text.clone());
            assert!(read_hoa(&sources, file).is_err(), "{text}");
        }
    }
}
