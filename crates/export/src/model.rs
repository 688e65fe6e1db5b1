//! A transition system as one relation: a location that says where the execution is, and for each state variable its value after a
//! step, wherever that is. What formats without places need.
//!
//! The location begins as zero, the start. Beyond the places there is one location for each property that is violated, one for executions
//! that have ended, one for those that are not followed any further, and one for those that no step leaves, since an assumption
//! has failed. Executions stay in these for ever, so every location has a step and no state is a deadlock.
//!
//! Whatever is arbitrary at first is an input of the first step: every state variable begins as zero.

use crate::names::of_source;
use cairn_ir::PropertyId;
use cairn_logic::transition::{PlaceId, System, Target, VariableId};
use cairn_term::{Sort, TermId, Terms, Value};
use rustc_hash::FxHashMap;

/// A part of a temporal specification, in the words of the format but for what only the writer of a model knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(String),
    /// A state variable.
    Variable(VariableId),
    /// No assumption has failed so far.
    NotExcluded,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Location {
    Place(PlaceId),
    Violated(PropertyId),
    Ended,
    /// Not followed any further.
    Lost,
    /// An assumption failed.
    Excluded,
}

/// A system as one relation.
pub struct Model {
    pub terms: Terms,
    pub locations: Vec<(String, Location)>,
    /// Stands for the number of the location.
    pub at: TermId,
    pub at_next: TermId,
    /// Names, symbols, and values after a step.
    pub state: Vec<(String, TermId, TermId)>,
    pub inputs: Vec<(String, TermId)>,
    /// What must not hold, by the names of the properties. The last says that an execution is not followed.
    pub bad: Vec<(String, TermId)>,
}

/// All locations with their names, the places first, as they are numbered.
pub fn locations(system: &System) -> Vec<(String, Location)> {
    let places = system.places.iter().map(|(id, place)| (place.name.clone(), Location::Place(id)));
    let violated = system.properties.iter().map(|(id, name)| (format!("violated {name}"), Location::Violated(*id)));
    let others = [("ended", Location::Ended), ("lost", Location::Lost), ("excluded", Location::Excluded)];
    places.chain(violated).chain(others.map(|(name, location)| (name.into(), location))).collect()
}

/// The number of a location. A property that is not asked about ends executions.
pub fn number_of(locations: &[(String, Location)], location: &Location) -> usize {
    let number = |wanted: &Location| locations.iter().position(|(_, other)| other == wanted);
    number(location).or_else(|| number(&Location::Ended)).unwrap_or(0)
}

/// Where a step leads.
pub fn location_of(target: &Target) -> Location {
    match target {
        Target::Place(place) => Location::Place(*place),
        Target::Violates(property) => Location::Violated(*property),
        Target::End => Location::Ended,
        Target::Lost(_) => Location::Lost,
    }
}

impl Model {
    pub fn of(system: &System) -> Self {
        let locations = locations(system);
        let mut terms = system.terms.clone();
        let width = usize::BITS - locations.len().leading_zeros();
        let sort = terms.bv_sort(width);
        let at = terms.symbol("location!", sort);
        let mut maker = Maker { system, terms, at, width, locations: &locations, first: FxHashMap::default() };
        let mut inputs = maker.initial_inputs();
        for place in system.places.values() {
            for input in &place.inputs {
                if inputs.iter().all(|(_, known)| *known != input.symbol) {
                    let symbol = maker.terms.as_symbol(input.symbol);
                    let name = symbol.map(|symbol| of_source(maker.terms.symbol_name(symbol)).to_string());
                    inputs.push((name.unwrap_or_default(), input.symbol));
                }
            }
        }
        let at_next = maker.location_after();
        let state = system.variables.ids().map(|id| maker.variable_after(id)).collect();
        let bad = maker.bad();
        Self { terms: maker.terms, locations, at, at_next, state, inputs, bad }
    }
}

struct Maker<'s> {
    system: &'s System,
    terms: Terms,
    at: TermId,
    width: u32,
    locations: &'s [(String, Location)],
    /// What the state variables of the start are at first.
    first: FxHashMap<TermId, TermId>,
}

impl Maker<'_> {
    fn initial_inputs(&mut self) -> Vec<(String, TermId)> {
        let mut inputs = Vec::new();
        for variable in &self.system.places[System::START].live {
            let known = &self.system.variables[*variable];
            let name = format!("{} at first", known.name);
            let symbol = self.terms.symbol(&name, known.sort);
            self.first.insert(known.symbol, symbol);
            inputs.push((name, symbol));
        }
        inputs
    }
    fn number(&mut self, location: &Location) -> TermId {
        let number = number_of(self.locations, location);
        self.terms.bv_u64(self.width, number as u64)
    }
    fn is_at(&mut self, location: &Location) -> TermId {
        let number = self.number(location);
        self.terms.eq(self.at, number)
    }
    /// A term about the state before a step from this place.
    fn seen_from(&mut self, place: PlaceId, term: TermId) -> TermId {
        match place == System::START {
            true => self.terms.substitute(term, &self.first),
            false => term,
        }
    }
    /// The steps: being taken, and their positions.
    fn taken(&mut self) -> Vec<(TermId, usize)> {
        let mut found = Vec::new();
        for (number, step) in self.system.steps.iter().enumerate() {
            let here = self.is_at(&Location::Place(step.from));
            let mut guard = self.seen_from(step.from, step.guard);
            if let (true, Some(initial)) = (step.from == System::START, self.system.initial) {
                let initial = self.seen_from(step.from, initial);
                guard = self.terms.and(initial, guard);
            }
            found.push((self.terms.and(here, guard), number));
        }
        found
    }
    fn location_after(&mut self) -> TermId {
        // Places are left in every step: who takes none is excluded.
        let mut after = self.at;
        let excluded = self.number(&Location::Excluded);
        for place in self.system.places.ids() {
            let here = self.is_at(&Location::Place(place));
            after = self.terms.ite(here, excluded, after);
        }
        for (taken, number) in self.taken() {
            let to = self.number(&location_of(&self.system.steps[number].to));
            after = self.terms.ite(taken, to, after);
        }
        after
    }
    fn variable_after(&mut self, variable: VariableId) -> (String, TermId, TermId) {
        let known = &self.system.variables[variable];
        let mut after = known.symbol;
        for (taken, number) in self.taken() {
            let step = &self.system.steps[number];
            let Target::Place(to) = step.to else { continue };
            if self.system.places[to].live.contains(&variable) {
                let value = self.seen_from(step.from, self.system.after(step, variable));
                after = self.terms.ite(taken, value, after);
            }
        }
        (known.name.clone(), known.symbol, after)
    }
    fn bad(&mut self) -> Vec<(String, TermId)> {
        let mut found = Vec::new();
        for (property, name) in &self.system.properties {
            found.push((name.clone(), self.is_at(&Location::Violated(*property))));
        }
        if self.system.steps.iter().any(|step| matches!(step.to, Target::Lost(_))) {
            found.push(("not followed".into(), self.is_at(&Location::Lost)));
        }
        found
    }
}

/// The zero of a sort.
pub fn zero(terms: &mut Terms, sort: cairn_term::SortId) -> TermId {
    let value = Value::default_of(terms, sort);
    terms.value_term(&value)
}

/// Refuses what is neither a truth nor a bit-vector nor, where they are wanted, an array of such.
pub fn is_simple(terms: &Terms, sort: cairn_term::SortId, arrays: bool) -> bool {
    match terms.sort_data(sort) {
        Sort::Bool | Sort::BitVec(_) => true,
        Sort::Array { index, element } => {
            arrays && [index, element].into_iter().all(|part| matches!(terms.sort_data(*part), Sort::BitVec(_)))
        }
        _ => false,
    }
}
