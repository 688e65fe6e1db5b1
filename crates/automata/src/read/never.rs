//! Reads never claims of Promela, in the form that Aoraï, `spin -f` and `ltl2ba` use.
//!
//! Names of labels carry meaning: the suffix `_init` is initial, the prefix `accept_` accepting, and `accept_all` also stays
//! for ever. Without an `_init` label the first state is initial, as for SPIN.

use super::condition::condition;
use super::tokens::{Stream, Token};
use crate::atom::Atoms;
use crate::buchi::{Automaton, Guard, State, StateId, Transition};
use crate::codes;
use crate::property::guard_of;
use cairn_base::diagnostic::Diagnostic;
use cairn_base::ids::Id;
use cairn_base::source::{FileId, SourceMap, Span};
use std::collections::BTreeMap;

pub fn read_never_claim(sources: &SourceMap, file: FileId) -> Result<Automaton, Box<Diagnostic>> {
    let mut stream = Stream::new(sources, file, codes::NEVER_CLAIM)?;
    let mut reader = Reader::default();
    if !stream.eat_word("never") {
        return Err(stream.expected("`never`"));
    }
    if matches!(stream.peek(), Token::Word(_)) {
        stream.bump();
    }
    stream.expect("{")?;
    while !stream.peek().is("}") {
        reader.state(&mut stream)?;
        while stream.eat(";") {}
    }
    stream.expect("}")?;
    reader.finish(&stream)
}

#[derive(Default)]
struct Reader {
    atoms: Atoms,
    /// The state of each label; several labels may name one state.
    labels: BTreeMap<String, StateId>,
    bodies: Vec<Body>,
}

struct Body {
    labels: Vec<String>,
    options: Vec<(Guard, String, Span)>,
    accepting: bool,
    stays: bool,
}

impl Reader {
    fn state(&mut self, stream: &mut Stream) -> Result<(), Box<Diagnostic>> {
        let mut labels = Vec::new();
        while matches!(stream.peek(), Token::Word(_)) && stream.peek_at(1).is(":") {
            labels.push(stream.identifier("a label")?);
            stream.bump();
        }
        if labels.is_empty() {
            return Err(stream.expected("a label"));
        }
        for label in &labels {
            self.labels.insert(label.clone(), StateId::from_index(self.bodies.len()));
        }
        let accepting = labels.iter().any(|label| label.starts_with("accept"));
        let stays = labels.iter().any(|label| label.starts_with("accept_all"));
        let mut body = Body { labels, options: Vec::new(), accepting, stays };
        if stream.eat_word("skip") {
            // No way out: whatever event follows is not described, unless the state stays for ever.
        } else if stream.eat_word("false") {
            body.accepting = true;
        } else {
            let end = if stream.eat_word("do") { "od" } else { "fi" };
            if end == "fi" && !stream.eat_word("if") {
                return Err(stream.expected("`if`, `do`, `skip` or `false`"));
            }
            while stream.eat("::") {
                self.option(stream, &mut body)?;
            }
            if !stream.eat_word(end) {
                return Err(stream.expected(&format!("`::` or `{end}`")));
            }
        }
        self.bodies.push(body);
        Ok(())
    }
    /// `guard -> goto label`, or `atomic { guard -> assert(!guard) }`, which SPIN writes for an accepting end.
    fn option(&mut self, stream: &mut Stream, body: &mut Body) -> Result<(), Box<Diagnostic>> {
        if stream.eat_word("atomic") {
            return self.accepting_end(stream, body);
        }
        let read = condition(stream)?;
        let guard = guard_of(&read, &mut self.atoms);
        if !stream.eat("->") {
            // `:: false` has no target.
            return if guard.is_bottom() { Ok(()) } else { Err(stream.expected("`->`")) };
        }
        if !stream.eat_word("goto") {
            return Err(stream.expected("`goto`"));
        }
        let span = stream.span();
        let target = stream.identifier("a label")?;
        stream.eat(";");
        body.options.push((guard, target, span));
        Ok(())
    }
    /// `{ guard -> assert(!guard) }`: SPIN stops there with an error, so every continuation is accepted.
    fn accepting_end(&mut self, stream: &mut Stream, body: &mut Body) -> Result<(), Box<Diagnostic>> {
        stream.expect("{")?;
        let read = condition(stream)?;
        let guard = guard_of(&read, &mut self.atoms);
        stream.expect("->")?;
        let span = stream.span();
        if !stream.eat_word("assert") {
            return Err(stream.expected("`assert`"));
        }
        condition(stream)?;
        stream.expect("}")?;
        body.options.push((guard, "accept_all".into(), span));
        Ok(())
    }
    fn finish(self, stream: &Stream) -> Result<Automaton, Box<Diagnostic>> {
        let mut automaton = Automaton { atoms: self.atoms, ..Automaton::default() };
        for (index, body) in self.bodies.iter().enumerate() {
            let own = StateId::from_index(index);
            let mut transitions = Vec::new();
            for (guard, target, span) in &body.options {
                let Some(target) = self.labels.get(target) else {
                    let message = format!("the label `{target}` is not defined");
                    return Err(Box::new(Diagnostic::error(codes::NO_SUCH_STATE, message).at(*span, "")));
                };
                transitions.push(Transition { guard: guard.clone(), target: *target });
            }
            if body.stays {
                transitions.push(Transition { guard: Guard::top(), target: own });
            }
            let name = body.labels.first().cloned();
            automaton.states.push(State { name, accepting: body.accepting, transitions });
            if body.labels.iter().any(|label| label.ends_with("_init")) {
                automaton.initial.push(own);
            }
        }
        if self.bodies.is_empty() {
            return Err(stream.expected("a state"));
        }
        if automaton.initial.is_empty() {
            automaton.initial.push(StateId::from_index(0));
        }
        Ok(automaton.joined())
    }
}
