//! A property over time in whatever language it was written, told by the name of its file.

use crate::atom::{AtomKind, Atoms};
use crate::buchi::{Automaton, Cube, Guard as BuchiGuard, State, StateId, Transition};
use crate::codes;
use crate::condition::{Condition, EventKind, Operand};
use crate::formula::Formula;
use crate::read::aorai_formula::{is_aorai, read_aorai_formula};
use crate::read::formula::{ReadFormula, read_formula};
use crate::read::hoa::read_hoa;
use crate::read::never::read_never_claim;
use crate::read::ya::read_ya;
use crate::translate::automaton_of;
use crate::ya;
use cairn_base::diagnostic::Diagnostic;
use cairn_base::ids::Id;
use cairn_base::source::{FileId, SourceMap};

pub enum Property {
    Formula {
        formula: Formula,
        atoms: Atoms,
    },
    Ya(ya::File),
    /// A never claim or an automaton in HOA.
    Automaton(Automaton),
}

/// Reads the file: `.ya`, `.pml`, `.hoa`; everything else is a formula.
pub fn read_property(sources: &SourceMap, file: FileId) -> Result<Property, Vec<Diagnostic>> {
    let source = sources.file(file);
    let one = |error: Box<Diagnostic>| vec![*error];
    match source.name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("ya") => read_ya(sources, file).map(Property::Ya),
        Some("pml") => read_never_claim(sources, file).map(Property::Automaton).map_err(one),
        Some("hoa") => read_hoa(sources, file).map(Property::Automaton).map_err(one),
        _ => {
            let read = if is_aorai(&source.text) { read_aorai_formula } else { read_formula };
            let formula = |ReadFormula { formula, atoms }| Property::Formula { formula, atoms };
            read(sources, file).map(formula).map_err(one)
        }
    }
}

impl Property {
    /// The functions whose calls and returns the property speaks of.
    pub fn functions(&self) -> Vec<String> {
        let of_atoms = |atoms: &Atoms| -> Vec<String> {
            let name = |kind: &AtomKind| match kind {
                AtomKind::Call(name) | AtomKind::Return(name) | AtomKind::CallOrReturn(name) => Some(name.clone()),
                _ => None,
            };
            atoms.iter().filter_map(|(_, atom)| name(&atom.kind)).collect()
        };
        match self {
            Property::Formula { atoms, .. } => of_atoms(atoms),
            Property::Automaton(automaton) => of_atoms(&automaton.atoms),
            Property::Ya(file) => ya::check::functions(file),
        }
    }
    /// The Büchi automaton of the property. Automata in YA have one where every guard is a condition on one event and no variables
    /// are used.
    pub fn automaton(&self) -> Result<Automaton, Box<Diagnostic>> {
        match self {
            Property::Automaton(automaton) => Ok(automaton.clone()),
            Property::Formula { formula, atoms } => automaton_of(formula, atoms).map_err(|error| {
                let error = Diagnostic::error(codes::TOO_LARGE, error.to_string());
                Box::new(error.help("check the parts of a conjunction one by one"))
            }),
            Property::Ya(file) => of_ya(file),
        }
    }
}

fn of_ya(file: &ya::File) -> Result<Automaton, Box<Diagnostic>> {
    let mut automaton = Automaton::default();
    let number = |name: &str| {
        let found = file.states.iter().position(|state| state.name.name == name);
        StateId::from_index(found.unwrap_or_default())
    };
    for state in &file.states {
        let mut others = BuchiGuard::bottom();
        let mut transitions = Vec::new();
        for transition in &state.transitions {
            let refused = |what: &str| {
                let message = format!("{what} cannot be written in this format");
                let help = "YA (`-o FILE.ya`) and pictures (`-o FILE.dot`) show them";
                Err(Box::new(Diagnostic::error(codes::YA, message).at(transition.target.span, "").help(help)))
            };
            if !transition.actions.is_empty() {
                return refused("variables of an automaton");
            }
            let guard = match &transition.guard {
                ya::Guard::Always => BuchiGuard::top(),
                ya::Guard::Other(_) => others.not(),
                ya::Guard::Sequence(element) => match &**element {
                    ya::Element::Condition(condition) => guard_of(condition, &mut automaton.atoms),
                    ya::Element::Repeated { .. } => return refused("a sequence of events"),
                },
            };
            others = others.or(&guard);
            transitions.push(Transition { guard, target: number(&transition.target.name) });
        }
        let name = Some(state.name.name.clone());
        automaton.states.push(State { name, accepting: file.accepts(&state.name.name), transitions });
    }
    automaton.initial = file.initial.iter().map(|initial| number(&initial.name)).collect();
    Ok(automaton.joined())
}

/// The guard of a condition, its relations and events as atoms.
pub(crate) fn guard_of(condition: &Condition, atoms: &mut Atoms) -> BuchiGuard {
    match condition {
        Condition::Constant(true) => BuchiGuard::top(),
        Condition::Constant(false) => BuchiGuard::bottom(),
        Condition::Not(inner) => guard_of(inner, atoms).not(),
        Condition::And(all) => all.iter().fold(BuchiGuard::top(), |sum, one| sum.and(&guard_of(one, atoms))),
        Condition::Or(all) => all.iter().fold(BuchiGuard::bottom(), |sum, one| sum.or(&guard_of(one, atoms))),
        // A number alone is true unless it is zero, as in Promela.
        Condition::NonZero(Operand::Integer(value), _) if *value == 0.into() => BuchiGuard::bottom(),
        Condition::NonZero(Operand::Integer(_), _) => BuchiGuard::top(),
        other => {
            let text = other.text();
            let atom = atoms.intern(kind_of_condition(other, &text), text, None);
            BuchiGuard::cube(Cube::literal(atom, true))
        }
    }
}

/// What the atom of a condition is about; events also by their names in never claims, `callof_f`.
pub(crate) fn kind_of_condition(condition: &Condition, text: &str) -> AtomKind {
    if let Condition::Event(event) = condition {
        return match event.kind {
            EventKind::Call => AtomKind::Call(event.function.clone()),
            EventKind::Return => AtomKind::Return(event.function.clone()),
            EventKind::CallOrReturn => AtomKind::CallOrReturn(event.function.clone()),
        };
    }
    let name = |prefix: &str| text.strip_prefix(prefix).map(str::to_string);
    None.or_else(|| name("callof_").map(AtomKind::Call))
        .or_else(|| name("returnof_").map(AtomKind::Return))
        .or_else(|| name("callorreturnof_").map(AtomKind::CallOrReturn))
        .unwrap_or_else(|| AtomKind::Condition(text.to_string()))
}
