//! TLA+: a transition system as a module and a configuration that TLC reads unchanged, by definition 11 of Amilon and Gurov, "Contract
//! Based Program Models for Software Model Checking", with calls inlined, so that there is no stack.
//!
//! One action for each step, with the variables of the program by their names and `location` for the node. There is an invariant for
//! each property. `WF_vars(Next)` is always there: without it a run could stutter for ever.
//!
//! TLC enumerates: an input wider than [`WIDEST_INPUT`] bits needs a range, or is refused. Its integers have 32 bits and it stops where they
//! overflow, so machine integers of more than [`UNSIGNED`] bits are signed numbers here that are never wrapped around.

use crate::model::{Location, Piece, is_simple, location_of, locations, number_of};
use crate::names::{Names, of_source};
use crate::tla_terms::{Arithmetic, DEFINED, DEFINITIONS, UNSIGNED};
use crate::{Error, refuse};
use cairn_logic::transition::{Place, PlaceId, System, Target};
use cairn_term::{Sort, SortId, TermId};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Inputs of so many bits are enumerated without being asked.
const WIDEST_INPUT: u32 = 4;

const RESERVED: [&str; 40] = [
    "location",
    "vars",
    "Init",
    "Next",
    "Spec",
    "Safe",
    "ASSUME",
    "CASE",
    "CHOOSE",
    "CONSTANT",
    "CONSTANTS",
    "DOMAIN",
    "ELSE",
    "ENABLED",
    "EXCEPT",
    "EXTENDS",
    "IF",
    "IN",
    "INSTANCE",
    "LAMBDA",
    "LET",
    "LOCAL",
    "MODULE",
    "OTHER",
    "SUBSET",
    "THEN",
    "THEOREM",
    "UNCHANGED",
    "UNION",
    "VARIABLE",
    "VARIABLES",
    "WITH",
    "TRUE",
    "FALSE",
    "BOOLEAN",
    "Nat",
    "Int",
    "STRING",
    "at",
    "Abs",
];

/// The values that an input may have: `name`, the least, the greatest.
pub type Range = (String, i64, i64);

/// A module with its configuration.
pub struct Module {
    pub name: String,
    pub text: String,
    pub configuration: String,
}

/// `specification`: a temporal formula to be checked.
pub fn write(system: &System, name: &str, ranges: &[Range], specification: Option<&[Piece]>) -> Result<Module, Error> {
    let mut names = Names::without(&[&RESERVED[..], &DEFINED[..]].concat());
    let name = names.word(name);
    let places = locations(system);
    let mut known = FxHashMap::default();
    let mut variables = vec!["location".to_string()];
    for variable in system.variables.values() {
        if !is_simple(&system.terms, variable.sort, false) {
            return refuse(
                "arrays that are not taken apart and floating-point numbers have no form in this export of TLA+",
            );
        }
        let word = names.word(&variable.name);
        variables.push(word.clone());
        known.insert(variable.symbol, word);
    }
    let tick = specification.map(|_| names.word("tick"));
    variables.extend(tick.clone());
    let mut writer = Writer { system, places, names, known, ranges, tick, text: String::new() };
    let _ = writeln!(writer.text, "---- MODULE {name} ----\nEXTENDS Integers, TLC\nVARIABLES {}", variables.join(", "));
    let _ = writeln!(writer.text, "vars == <<{}>>\n{DEFINITIONS}", variables.join(", "));
    writer.initial()?;
    writer.actions()?;
    let mut configuration = String::from("SPECIFICATION Spec\n");
    for (_, location) in writer.places.clone() {
        let at = writer.place(&location);
        let invariant = match &location {
            Location::Violated(property) => {
                let own = system.properties.iter().find(|(id, _)| id == property);
                let wish = own.map_or("property", |(_, name)| name).to_string();
                writer.names.word(&wish)
            }
            Location::Lost if system.steps.iter().any(|step| matches!(step.to, Target::Lost(_))) => {
                writer.names.word("followed")
            }
            _ => continue,
        };
        let _ = writeln!(writer.text, "{invariant} == location # {at}");
        let _ = writeln!(configuration, "INVARIANT {invariant}");
    }
    if let Some(formula) = specification {
        let word = writer.names.word("temporal");
        let body = writer.formula(formula);
        let _ = writeln!(writer.text, "{word} == {body}");
        let _ = writeln!(configuration, "PROPERTY {word}");
    }
    writer.text.push_str("====\n");
    Ok(Module { name, text: writer.text, configuration })
}

struct Writer<'s> {
    system: &'s System,
    places: Vec<(String, Location)>,
    names: Names,
    known: FxHashMap<TermId, String>,
    ranges: &'s [Range],
    /// Turns with every step, where a temporal formula is asked about: a step that changes nothing would count as stuttering, which
    /// fairness forbids to go on for ever, and an endless loop would be left.
    tick: Option<String>,
    text: String,
}

impl Writer<'_> {
    fn place(&self, location: &Location) -> String {
        let name = &self.places[number_of(&self.places, location)].0;
        format!("\"{}\"", name.replace(['"', '\\', '\n'], "_"))
    }
    fn formula(&self, formula: &[Piece]) -> String {
        let words = formula.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Variable(variable) => self.known[&self.system.variables[*variable].symbol].clone(),
            Piece::NotExcluded => format!("location # {}", self.place(&Location::Excluded)),
        });
        words.collect()
    }
    /// All values of a sort, if they can be enumerated, or those of the range that is given for the name.
    fn domain(&self, name: &str, sort: SortId) -> Result<String, Error> {
        let range = self.ranges.iter().find(|(of, ..)| of == name);
        match (range, self.system.terms.sort_data(sort)) {
            (_, Sort::Bool) => Ok("BOOLEAN".into()),
            (Some((_, low, high)), _) => Ok(format!("({low})..({high})")),
            (None, Sort::BitVec(width)) if *width <= WIDEST_INPUT => Ok(format!("0..{}", (1u32 << width) - 1)),
            _ => refuse(format!("TLC cannot enumerate `{name}`: give its values with `--range '{name}=LO..HI'`")),
        }
    }
    fn initial(&mut self) -> Result<(), Error> {
        let start = self.place(&Location::Place(System::START));
        let mut text = format!("Init ==\n  /\\ location = {start}\n");
        for (id, variable) in self.system.variables.iter() {
            let word = self.known[&variable.symbol].clone();
            let value = match (
                self.system.places[System::START].live.contains(&id),
                self.system.terms.sort_data(variable.sort),
            ) {
                (true, _) => format!("\\in {}", self.domain(&variable.name, variable.sort)?),
                (false, Sort::Bool) => "= FALSE".into(),
                (false, _) => "= 0".into(),
            };
            let _ = writeln!(text, "  /\\ {word} {value}");
        }
        if let Some(tick) = &self.tick {
            let _ = writeln!(text, "  /\\ {tick} = FALSE");
        }
        if let Some(initial) = self.system.initial {
            let mut terms = Arithmetic::new(&self.system.terms, &self.known, &mut self.names);
            let value = terms.text(initial)?;
            let _ = writeln!(text, "  /\\ {}{value}", terms.definitions());
        }
        self.text.push_str(&text);
        Ok(())
    }
    fn actions(&mut self) -> Result<(), Error> {
        let mut all = Vec::new();
        for (id, place) in self.system.places.iter() {
            let word = self.names.word(&format!("at_{}", place.name));
            self.action(id, place, &word)?;
            all.push(word);
        }
        let places: Vec<String> = self.system.places.ids().map(|id| self.place(&Location::Place(id))).collect();
        let _ = writeln!(self.text, "stays == location \\notin {{{}}} /\\ UNCHANGED vars", places.join(", "));
        all.push("stays".into());
        let _ = writeln!(self.text, "Next == {}\nSpec == Init /\\ [][Next]_vars /\\ WF_vars(Next)", all.join(" \\/ "));
        Ok(())
    }
    /// All steps of a place, one of which is taken for each choice of its inputs.
    fn action(&mut self, id: PlaceId, place: &Place, word: &str) -> Result<(), Error> {
        let here = self.place(&Location::Place(id));
        let mut text = format!("{word} ==\n  /\\ location = {here}\n  /\\ ");
        for input in &place.inputs {
            let symbol = self.system.terms.as_symbol(input.symbol);
            let name = symbol.map_or("input", |symbol| of_source(self.system.terms.symbol_name(symbol)));
            let name = name.to_string();
            let domain = self.domain(&name, self.system.terms.sort_of(input.symbol))?;
            let own = self.names.word(&name);
            let _ = write!(text, "\\E {own} \\in {domain} : ");
            self.known.insert(input.symbol, own);
        }
        let steps: Vec<_> = self.system.steps_from(id).cloned().collect();
        let mut terms = Arithmetic::new(&self.system.terms, &self.known, &mut self.names);
        let mut guards = Vec::new();
        let mut bodies = Vec::new();
        for step in &steps {
            let guard = terms.text(step.guard)?;
            let mut changes = Vec::new();
            for (id, variable) in self.system.variables.iter() {
                let live = matches!(step.to, Target::Place(to) if self.system.places[to].live.contains(&id));
                let value = if live { self.system.after(step, id) } else { variable.symbol };
                let (own, value) = (self.known[&variable.symbol].clone(), terms.text(value)?);
                changes.push(format!("{own}' = {value}"));
            }
            guards.push(guard);
            bodies.push((location_of(&step.to), changes));
        }
        text.push_str(&terms.definitions());
        for (guard, (to, changes)) in guards.iter().zip(bodies) {
            let to = self.place(&to);
            let changes: String = changes.iter().map(|change| format!(" /\\ {change}")).collect();
            let tick = self.tick.as_ref().map_or(String::new(), |tick| format!(" /\\ {tick}' = ~{tick}"));
            let _ = write!(text, "\n       \\/ {guard} /\\ location' = {to}{changes}{tick}");
        }
        let none: String = guards.iter().map(|guard| format!("~({guard}) /\\ ")).collect();
        let own = self.system.variables.values().map(|v| self.known[&v.symbol].clone());
        let unchanged: Vec<String> = own.chain(self.tick.clone()).collect();
        let excluded = self.place(&Location::Excluded);
        let _ = writeln!(text, "\n       \\/ {none}location' = {excluded} /\\ UNCHANGED <<{}>>", unchanged.join(", "));
        self.text.push_str(&text);
        Ok(())
    }
}

/// Whether a width is written as an unsigned number.
pub(crate) fn is_unsigned(width: u32) -> bool {
    width <= UNSIGNED
}
