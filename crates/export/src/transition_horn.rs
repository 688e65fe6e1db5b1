//! Horn clauses of a transition system: a predicate for each place over the state variables that matter there, a clause for
//! each step. Unlike clauses made from the program they know memory.

use cairn_ir::{ProcId, Procedure};
use cairn_logic::transition::{self, PlaceId, Step, Target, VariableId};
use cairn_passes::horn::{
    Application, Aspect, Clause, Head, Parameter, Place, Predicate, PredicateId, Quantity, System,
};
use cairn_term::TermId;

/// The clauses of a transition system. Executions that are lost are contradictions: of what comes after nothing is known.
pub fn of_transition(system: &transition::System, entry: ProcId) -> System {
    let mut result = System { terms: system.terms.clone(), ..System::default() };
    for place in system.places.values() {
        let parameters = place.live.iter().map(|variable| parameter(system, *variable)).collect();
        let start = || Place::Before(entry, Procedure::ENTRY, 0);
        let at = place.block.map_or_else(start, |head| Place::LoopHead(entry, head));
        result.predicates.push(Predicate { name: predicate_name(system, &place.name), place: at, parameters });
    }
    let start = state(system, transition::System::START, |variable| system.variables[variable].symbol);
    let constraint = system.initial.into_iter().collect();
    result.clauses.push(Clause { body: Vec::new(), constraint, head: Head::State(start) });
    for step in &system.steps {
        let head = match &step.to {
            Target::Place(to) => Head::State(state(system, *to, |variable| system.after(step, variable))),
            Target::Violates(property) => Head::Violation(*property),
            Target::End => continue,
            Target::Lost(_) => Head::Lost,
        };
        result.clauses.push(clause(system, step, head));
    }
    result
}

fn clause(system: &transition::System, step: &Step, head: Head) -> Clause {
    let body = vec![state(system, step.from, |variable| system.variables[variable].symbol)];
    let constraint = if system.terms.as_bool_const(step.guard) == Some(true) { vec![] } else { vec![step.guard] };
    Clause { body, constraint, head }
}

fn state(system: &transition::System, place: PlaceId, value: impl Fn(VariableId) -> TermId) -> Application {
    let arguments = system.places[place].live.iter().map(|variable| value(*variable)).collect();
    Application { predicate: PredicateId(place.0), arguments }
}

fn parameter(system: &transition::System, variable: VariableId) -> Parameter {
    let known = &system.variables[variable];
    let quantity = known.source.as_ref().map(|source| Quantity {
        variable: source.variable,
        at_entry: false,
        path: source.path.clone(),
        aspect: Aspect::Whole,
    });
    Parameter { name: known.name.clone(), sort: known.sort, is_signed: true, quantity }
}

/// `procedure_place`, fit for SMT-LIB.
fn predicate_name(system: &transition::System, place: &str) -> String {
    let text = format!("{}_{place}", system.name);
    let safe: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if safe.starts_with(|c: char| c.is_ascii_alphabetic()) { safe } else { format!("p{safe}") }
}
