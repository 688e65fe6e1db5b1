//! The text form of transition systems: printed and read. Terms, sorts and names are those of SMT-LIB.
//!
//! One thing a line; lines that begin with `;` are comments. See the example at the head of [`super`].

use super::{Input, Place, PlaceId, Refused, Step, System, Target, Variable, VariableId};
use cairn_ir::PropertyId;
use cairn_term::TermId;
use cairn_term::smtlib::{PrintOptions, Reader, SExprs, sort_text, term_text};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

type Made<T> = Result<T, Refused>;

// ---- printing ----

/// The text of a system; refused where a term has none (bits of floats).
pub fn print(system: &System) -> Made<String> {
    let mut out = format!("transition system {}\n", quoted(&system.name));
    let separate = |out: &mut String, some: bool| {
        if some {
            out.push('\n')
        }
    };
    separate(&mut out, !system.properties.is_empty());
    for (property, name) in &system.properties {
        let _ = writeln!(out, "property {} {}", property.0, quoted(name));
    }
    separate(&mut out, !system.variables.is_empty());
    for variable in system.variables.values() {
        let _ = writeln!(out, "state {} {}", quoted(&variable.name), sort_text(&system.terms, variable.sort));
    }
    if let Some(initial) = system.initial {
        let _ = writeln!(out, "\ninitially {}", term(system, initial)?);
    }
    for place in &system.fairness {
        let _ = writeln!(out, "\nfair {}", quoted(&system.places[*place].name));
    }
    for (id, place) in system.places.iter() {
        print_place(system, id, place, &mut out)?;
    }
    Ok(out)
}

fn print_place(system: &System, id: PlaceId, place: &Place, out: &mut String) -> Made<()> {
    let live: Vec<String> = place.live.iter().map(|variable| quoted(&system.variables[*variable].name)).collect();
    let live = if live.is_empty() { String::new() } else { format!(" ({})", live.join(" ")) };
    let _ = writeln!(out, "\nplace {}{live}", quoted(&place.name));
    for input in &place.inputs {
        let sort = sort_text(&system.terms, system.terms.sort_of(input.symbol));
        let when = match system.terms.as_bool_const(input.when) {
            Some(true) => String::new(),
            _ => format!(" when {}", term(system, input.when)?),
        };
        let _ = writeln!(out, "  input {} {sort}{when}", term(system, input.symbol)?);
    }
    for step in system.steps_from(id) {
        let inner = match system.terms.as_bool_const(step.guard) {
            Some(true) => "  ",
            _ => {
                let _ = writeln!(out, "  when {}", term(system, step.guard)?);
                "    "
            }
        };
        let to = match &step.to {
            Target::Place(to) => format!("go {}", quoted(&system.places[*to].name)),
            Target::Violates(property) => format!("violates {}", property.0),
            Target::End => "end".into(),
            Target::Lost(why) => format!("lost {}", quoted(why)),
        };
        let _ = writeln!(out, "{inner}{to}");
        for (variable, value) in &step.updates {
            let _ =
                writeln!(out, "{inner}  {} := {}", quoted(&system.variables[*variable].name), term(system, *value)?);
        }
    }
    Ok(())
}

fn term(system: &System, term: TermId) -> Made<String> {
    term_text(&system.terms, term, PrintOptions::default()).map_err(|error| Refused(error.to_string()))
}

/// A name as SMT-LIB writes it: between bars unless it is a plain word.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.!$%&*+-/<=>?@^~".contains(c);
    let plain = !name.is_empty() && name.chars().all(is_plain) && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain { name.to_string() } else { format!("|{}|", name.replace(['|', '\\', '\n'], "_")) }
}

// ---- reading ----

/// Reads what [`print`] writes.
pub fn read(text: &str) -> Made<System> {
    let mut reader = TextReader::default();
    // Steps may lead to places further down.
    for line in text.lines() {
        if let Some(("place", rest)) = split_word(line.trim()) {
            let (name, _) = name(rest)?;
            let id = reader.system.places.push(Place { name: name.clone(), block: None, live: vec![], inputs: vec![] });
            reader.places.insert(name, id);
        }
    }
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with(';') {
            reader.line(line).map_err(|Refused(what)| Refused(format!("line {}: {what}", number + 1)))?;
        }
    }
    Ok(reader.system)
}

#[derive(Default)]
struct TextReader {
    system: System,
    variables: FxHashMap<String, VariableId>,
    places: FxHashMap<String, PlaceId>,
    at: Option<PlaceId>,
    /// The guard that the next step has.
    guard: Option<TermId>,
}

impl TextReader {
    fn line(&mut self, line: &str) -> Made<()> {
        let (word, rest) = split_word(line).unwrap_or((line, ""));
        match word {
            "transition" => {
                let (_, rest) = split_word(rest).unwrap_or(("", rest));
                self.system.name = name(rest)?.0;
            }
            "property" => {
                let (number, rest) = split_word(rest).ok_or_else(|| expected("a number and a name"))?;
                self.system.properties.push((PropertyId(self.number(number)?), name(rest)?.0));
            }
            "state" => {
                let (name, sort) = name(rest)?;
                let sort = self.sort(sort)?;
                let symbol = self.system.terms.symbol(&name, sort);
                let id = self.system.variables.push(Variable { name: name.clone(), sort, symbol, source: None });
                self.variables.insert(name, id);
            }
            "initially" => self.system.initial = Some(self.term(rest)?),
            "fair" => {
                let place = self.place(rest)?;
                self.system.fairness.push(place);
            }
            "place" => {
                let (name, live) = name(rest)?;
                let id = self.places[&name];
                self.at = Some(id);
                self.guard = None;
                let live = live.trim().trim_start_matches('(').trim_end_matches(')');
                let mut rest = live.trim();
                while !rest.is_empty() {
                    let (variable, others) = self::name(rest)?;
                    let variable = self.variable(&variable)?;
                    self.system.places[id].live.push(variable);
                    rest = others.trim();
                }
            }
            "input" => self.input(rest)?,
            "when" => self.guard = Some(self.term(rest)?),
            "go" => {
                let to = self.place(rest)?;
                self.step(Target::Place(to))?;
            }
            "violates" => {
                let property = PropertyId(self.number(rest)?);
                self.step(Target::Violates(property))?;
            }
            "end" => self.step(Target::End)?,
            "lost" => {
                let why = name(rest)?.0;
                self.step(Target::Lost(why))?;
            }
            _ => {
                let (variable, value) = line.split_once(" := ").ok_or_else(|| expected("`variable := term`"))?;
                let variable = self.variable(&name(variable)?.0)?;
                let value = self.term(value)?;
                let step = self.system.steps.last_mut().ok_or_else(|| expected("a step before"))?;
                step.updates.push((variable, value));
            }
        }
        Ok(())
    }
    fn input(&mut self, rest: &str) -> Made<()> {
        let at = self.at.ok_or_else(|| expected("a place before"))?;
        let (name, rest) = name(rest)?;
        let (sort, when) = rest.split_once(" when ").map_or((rest, None), |(sort, when)| (sort, Some(when)));
        let sort = self.sort(sort)?;
        let symbol = self.system.terms.symbol(&name, sort);
        let when = when.map_or(Ok(self.system.terms.tt()), |when| self.term(when))?;
        self.system.places[at].inputs.push(Input { symbol, when });
        Ok(())
    }
    fn step(&mut self, to: Target) -> Made<()> {
        let from = self.at.ok_or_else(|| expected("a place before"))?;
        let guard = self.guard.take().unwrap_or(self.system.terms.tt());
        self.system.steps.push(Step { from, guard, to, updates: Vec::new() });
        Ok(())
    }
    fn number(&self, text: &str) -> Made<u32> {
        text.trim().parse().map_err(|_| expected("a number"))
    }
    fn variable(&self, name: &str) -> Made<VariableId> {
        self.variables.get(name).copied().ok_or_else(|| Refused(format!("there is no state variable `{name}`")))
    }
    fn place(&self, text: &str) -> Made<PlaceId> {
        let (name, _) = name(text)?;
        self.places.get(&name).copied().ok_or_else(|| Refused(format!("there is no place `{name}`")))
    }
    fn term(&mut self, text: &str) -> Made<TermId> {
        let exprs = SExprs::parse(text).map_err(|error| Refused(error.to_string()))?;
        let [expr] = *exprs.top() else { return Err(expected("one term")) };
        // As it is written, so that it is printed again as it was.
        let mut reader = Reader::new(&mut self.system.terms).with_known_names().without_simplifying();
        reader.term(&exprs, expr).map_err(|error| Refused(error.to_string()))
    }
    fn sort(&mut self, text: &str) -> Made<cairn_term::SortId> {
        let exprs = SExprs::parse(text).map_err(|error| Refused(error.to_string()))?;
        let [expr] = *exprs.top() else { return Err(expected("one sort")) };
        Reader::new(&mut self.system.terms).sort(&exprs, expr).map_err(|error| Refused(error.to_string()))
    }
}

fn expected(what: &str) -> Refused {
    Refused(format!("{what} was expected"))
}

fn split_word(line: &str) -> Option<(&str, &str)> {
    line.split_once(' ').map(|(word, rest)| (word, rest.trim()))
}

/// A name, and what stands behind it.
fn name(text: &str) -> Made<(String, &str)> {
    let text = text.trim();
    if let Some(quoted) = text.strip_prefix('|') {
        let (name, rest) = quoted.split_once('|').ok_or_else(|| expected("a `|` at the end of the name"))?;
        return Ok((name.to_string(), rest.trim()));
    }
    let (name, rest) = split_word(text).unwrap_or((text, ""));
    if name.is_empty() { Err(expected("a name")) } else { Ok((name.to_string(), rest)) }
}
