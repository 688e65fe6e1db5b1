//! Reads automata in YA: every construct of Aoraï's versions 25 to 30, and comments, carriage returns, constants of every
//! base and names that begin with an underscore, which some of them refuse.

use super::condition::{condition, operand};
use super::tokens::{Stream, Token};
use crate::codes;
use crate::condition::{Condition, Operand};
use crate::ya::{Action, Basic, Element, File, Guard, Named, Repetition, State, Transition, Variable, check};
use cairn_base::diagnostic::Diagnostic;
use cairn_base::source::{FileId, SourceMap};

/// Reads a file and checks that it means something.
pub fn read_ya(sources: &SourceMap, file: FileId) -> Result<File, Vec<Diagnostic>> {
    let read = Stream::new(sources, file, codes::YA).and_then(|mut stream| whole_file(&mut stream));
    let read = read.map_err(|error| vec![*error])?;
    let found = check::check(&read);
    if found.iter().any(Diagnostic::is_error) { Err(found) } else { Ok(read) }
}

fn whole_file(stream: &mut Stream) -> Result<File, Box<Diagnostic>> {
    let mut file = File::default();
    while stream.peek().is("%") {
        directive(stream, &mut file)?;
    }
    while let Token::Variable(name) = stream.peek().clone() {
        let span = stream.span();
        stream.bump();
        stream.expect(":")?;
        let mut kind = stream.identifier("a type")?;
        while let Token::Word(word) = stream.peek().clone() {
            stream.bump();
            kind = format!("{kind} {word}");
        }
        stream.expect(";")?;
        file.variables.push(Variable { name, kind, span });
    }
    while *stream.peek() != Token::End {
        let state = state(stream)?;
        // A state that is defined twice has the transitions of both definitions.
        match file.states.iter_mut().find(|known| known.name.name == state.name.name) {
            Some(known) => known.transitions.extend(state.transitions),
            None => file.states.push(state),
        }
    }
    if file.states.is_empty() {
        return Err(stream.expected("a state"));
    }
    Ok(file)
}

fn directive(stream: &mut Stream, file: &mut File) -> Result<(), Box<Diagnostic>> {
    stream.expect("%")?;
    let span = stream.span();
    let name = stream.identifier("the name of a directive")?;
    let mut names = Vec::new();
    if stream.eat(":") {
        loop {
            let span = stream.span();
            names.push(Named { name: stream.function_name()?, span });
            if !stream.eat(",") {
                break;
            }
        }
    }
    stream.expect(";")?;
    match name.as_str() {
        "init" => file.initial.extend(names),
        "accept" => file.accepting.extend(names),
        "deterministic" => file.deterministic = true,
        "observables" => file.observables.get_or_insert_with(Vec::new).extend(names),
        _ => {
            let help = "the directives are %init, %accept, %deterministic and %observables";
            let error = stream.error(span, format!("there is no directive `%{name}`"));
            return Err(Box::new(error.help(help)));
        }
    }
    Ok(())
}

fn state(stream: &mut Stream) -> Result<State, Box<Diagnostic>> {
    let span = stream.span();
    let name = Named { name: stream.identifier("the name of a state")?, span };
    stream.expect(":")?;
    let mut transitions = vec![transition(stream)?];
    while stream.eat("|") {
        transitions.push(transition(stream)?);
    }
    stream.expect(";")?;
    // The manual's own example has a second semicolon on a line of its own.
    while stream.eat(";") {}
    Ok(State { name, transitions })
}

fn transition(stream: &mut Stream) -> Result<Transition, Box<Diagnostic>> {
    let guard = if stream.peek().is_word("other") {
        let span = stream.span();
        stream.bump();
        Guard::Other(span)
    } else if stream.eat("{") {
        let element = element(stream)?;
        stream.expect("}")?;
        Guard::Sequence(Box::new(element))
    } else {
        Guard::Always
    };
    let mut actions = Vec::new();
    while let Token::Variable(name) = stream.peek().clone() {
        let variable = Named { name, span: stream.span() };
        stream.bump();
        stream.expect(":=")?;
        let value = operand(stream)?;
        stream.expect(";")?;
        actions.push(Action { variable, value });
    }
    stream.expect("->")?;
    let span = stream.span();
    let target = Named { name: stream.identifier("the name of a state")?, span };
    Ok(Transition { guard, actions, target })
}

/// `cond`, `[ … ]` or `f( … )` with a repetition.
fn element(stream: &mut Stream) -> Result<Element, Box<Diagnostic>> {
    stream.enter()?;
    let found = element_inside(stream);
    stream.leave();
    found
}

fn element_inside(stream: &mut Stream) -> Result<Element, Box<Diagnostic>> {
    let body = if stream.eat("[") {
        let all = sequence(stream, "]")?;
        if all.is_empty() {
            return Err(stream.expected("a condition or a call"));
        }
        stream.expect("]")?;
        Basic::Group(all)
    } else if begins_call(stream) {
        call(stream)?
    } else {
        return Ok(Element::Condition(condition(stream)?));
    };
    Ok(Element::Repeated { body: Box::new(body), repetition: repetition(stream)? })
}

/// `f(`, `f::b(`, `f{{`: but `f().x` and `CALL(f)` are conditions.
fn begins_call(stream: &Stream) -> bool {
    let Token::Word(word) = stream.peek() else { return false };
    if matches!(word.as_str(), "CALL" | "RETURN" | "COR" | "CALL_OR_RETURN" | "true" | "false")
        || word.starts_with('\\')
    {
        return false;
    }
    let mut ahead = 1;
    while stream.peek_at(ahead).is(".") && matches!(stream.peek_at(ahead + 1), Token::Word(_)) {
        ahead += 2;
    }
    let next = stream.peek_at(ahead);
    let of_call = next.is("(") && stream.peek_at(ahead + 1).is(")") && stream.peek_at(ahead + 2).is(".");
    !of_call && (next.is("(") || next.is("{{") || next.is("::"))
}

fn call(stream: &mut Stream) -> Result<Basic, Box<Diagnostic>> {
    let span = stream.span();
    let function = Named { name: stream.function_name()?, span };
    let before = if stream.eat("::") {
        let name = stream.identifier("the name of a behaviour")?;
        Condition::Behaviour { function: function.name.clone(), name }
    } else {
        bracketed(stream)?
    };
    stream.expect("(")?;
    let inside = sequence(stream, ")")?;
    stream.expect(")")?;
    let after = bracketed(stream)?;
    Ok(Basic::Call { function, before: Box::new(before), inside, after: Box::new(after) })
}

/// `{{ condition }}`, or nothing.
fn bracketed(stream: &mut Stream) -> Result<Condition, Box<Diagnostic>> {
    if !stream.eat("{{") {
        return Ok(Condition::Constant(true));
    }
    let inner = condition(stream)?;
    stream.expect("}}")?;
    Ok(inner)
}

fn sequence(stream: &mut Stream, end: &str) -> Result<Vec<Element>, Box<Diagnostic>> {
    let mut all = Vec::new();
    while !stream.peek().is(end) {
        all.push(element(stream)?);
        if !stream.eat(";") {
            break;
        }
    }
    Ok(all)
}

fn repetition(stream: &mut Stream) -> Result<Repetition, Box<Diagnostic>> {
    let between = |least: u32, most: Option<u32>| Repetition {
        least: Operand::Integer(least.into()),
        most: most.map(|most| Operand::Integer(most.into())),
    };
    if stream.eat("+") {
        return Ok(between(1, None));
    }
    if stream.eat("*") {
        return Ok(between(0, None));
    }
    if stream.eat("?") {
        return Ok(between(0, Some(1)));
    }
    if !stream.peek().is("{") {
        return Ok(Repetition::once());
    }
    stream.bump();
    let least = if stream.peek().is(",") { Operand::Integer(0.into()) } else { operand(stream)? };
    let most = if !stream.eat(",") {
        Some(least.clone())
    } else if stream.peek().is("}") {
        None
    } else {
        Some(operand(stream)?)
    };
    stream.expect("}")?;
    Ok(Repetition { least, most })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::ya::file as written;

    fn read(text: &str) -> Result<File, Vec<String>> {
        let mut sources = SourceMap::new();
        let file = sources.add("p.ya", text);
        read_ya(&sources, file).map_err(|errors| errors.into_iter().map(|error| error.message).collect())
    }

    /// Stouls and Prevosto, section 3.1.2, completed by the state that the printed text lacks.
    const TUTORIAL: &str = "%init: S0;\n%accept: S0, S1, S2,S3,S4,S5,S6;\n\
        S0 : { CALL(main) } -> S1;\n;\nS1 : { opa().r<5000 } -> S2\n;\nS2 : { opa().return<=5000 } -> S3\n;\n\
        S3 : { !RETURN(opa) } -> S4\n;\nS4 : { RETURN(opb) } -> S5\n;\nS5 : { RETURN(main)} -> S6\n;\n";

    #[test]
    fn what_is_written_is_read_back() {
        let complete = format!("{TUTORIAL}S6 : -> S6;");
        for text in [
            complete.as_str(),
            "%init: S0;%accept: Sf; S0: { [main([f();g()]{0,5})] } -> Sf; Sf: -> Sf;",
            "%init: a; %deterministic; $x : int; a : { CALL(f) } $x := f().x; -> b | other -> a; b : { RETURN(f) && $x > 0x10 } -> b;",
            "%init: S;\r\n/* c */ S : { main::bhv() } -> S | { main {{ c <= 0 }} (f()*; [g(); h()]?){{\\result == 0}} } -> S; // end",
            "%init: S; %observables: _f, g; S : { _f().p->next.v[2] - 1 - 1 == (3 | 4) || COR(g) } -> S;",
        ] {
            let first = read(text).expect(text);
            let again = read(&written(&first)).expect("what was written");
            assert_eq!(written(&first), written(&again), "{text}");
        }
    }

    #[test]
    fn mistakes_are_told_with_advice() {
        for (text, message) in [
            (TUTORIAL, "the state `S6` is not defined"),
            ("%accept: S; S : -> S;", "no state is initial"),
            ("%explicit: transitions; S : -> S;", "there is no directive `%explicit`"),
            ("%init: S; S : other -> S | { CALL(f) } -> S;", "`other` is the last alternative of its state"),
            ("%init: S; $x : int; S : { $x > 0 } -> S;", "`$x` may have no value here"),
            ("%init: S; S : { CALL(f) } $x := 1; -> S;", "the variable `$x` is not declared"),
            (
                "%init: S; $x : int; S : { CALL(f) } $x := 1; $x := 2; -> S;",
                "`$x` is assigned twice on this transition",
            ),
            ("%init: S; %observables: g; S : { CALL(f) } -> S;", "`f` is not among the observables"),
            ("%init: S; S : { CALL(f) } -> ", "the name of a state is expected here, not the end of the file"),
        ] {
            assert_eq!(
                read(text).err().and_then(|errors| errors.into_iter().next()).as_deref(),
                Some(message),
                "{text}"
            );
        }
        assert!(read(&format!("%init: S; S : {{ {} }} -> S;", "(".repeat(9_000))).is_err());
        assert!(read(&format!("%init: S; S : {{ {} }} -> S;", "[".repeat(9_000))).is_err());
    }
}
