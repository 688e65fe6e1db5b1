//! Parameters that always equal another parameter of their predicate, or a constant, are removed.
//!
//! Inlining leaves such copies: the caller's variable beside the parameter that was made from it. Fewer parameters
//! mean simpler solutions; and who reads them back may prefer one copy to the other.
//!
//! Partition refinement: all parameters of a predicate are taken for equal until a clause shows that they are not.

use super::{Application, Clause, Head, Parameter, Predicate, PredicateId, System};
use cairn_base::{Table, ids::Id};
use cairn_term::{TermId, Terms};
use rustc_hash::FxHashMap;

/// The first of its class, or a constant.
type Classes = Vec<TermId>;

/// A parameter that was removed, and what it equals.
#[derive(Clone, Debug)]
pub struct Removed {
    pub parameter: Parameter,
    pub equals: Equal,
}

#[derive(Clone, Debug)]
pub enum Equal {
    Parameter(Parameter),
    Constant(TermId),
}

/// The system without copies, and for each predicate what was removed. Of equal parameters one that is `preferred`
/// stays.
pub fn without_copies(
    mut system: System,
    preferred: impl Fn(&Predicate, &Parameter) -> bool,
) -> (System, Table<PredicateId, Vec<Removed>>) {
    let classes = classes(&mut system);
    let mut kept: Vec<Vec<Option<usize>>> = Vec::new();
    let mut removed = Table::new();
    for (id, predicate) in system.predicates.iter() {
        let own = keepers(&system.terms, predicate, classes[id.index()].as_deref(), &preferred);
        let gone = own.iter().enumerate().filter(|(n, keeper)| **keeper != Some(*n)).map(|(n, keeper)| {
            let equals = match (keeper, &classes[id.index()]) {
                (None, Some(classes)) => Equal::Constant(classes[n]),
                (keeper, _) => Equal::Parameter(predicate.parameters[keeper.unwrap_or(n)].clone()),
            };
            Removed { parameter: predicate.parameters[n].clone(), equals }
        });
        removed.push(gone.collect());
        kept.push(own);
    }
    let clauses = std::mem::take(&mut system.clauses);
    system.clauses = clauses.into_iter().map(|clause| reduced(&mut system.terms, clause, &classes, &kept)).collect();
    for (id, predicate) in system.predicates.iter_mut() {
        let own = &kept[id.index()];
        let mut n = 0;
        predicate.parameters.retain(|_| {
            n += 1;
            own[n - 1] == Some(n - 1)
        });
    }
    (system, removed)
}

/// Of each parameter the one that stands for it; none if a constant does.
fn keepers(
    terms: &Terms,
    predicate: &Predicate,
    classes: Option<&[TermId]>,
    preferred: &impl Fn(&Predicate, &Parameter) -> bool,
) -> Vec<Option<usize>> {
    let count = predicate.parameters.len();
    let Some(classes) = classes else { return (0..count).map(Some).collect() };
    let keeper = |n: usize| {
        if terms.is_constant(classes[n]) {
            return None;
        }
        let same = || (0..count).filter(|m| classes[*m] == classes[n]);
        same().find(|m| preferred(predicate, &predicate.parameters[*m])).or_else(|| same().next())
    };
    (0..count).map(keeper).collect()
}

/// Of each predicate what its parameters are equal to; none for those that no clause reaches.
fn classes(system: &mut System) -> Vec<Option<Classes>> {
    let mut known: Vec<Option<Classes>> = vec![None; system.predicates.len()];
    // Symbols that stand for the parameters of a predicate.
    let mut names = Vec::new();
    for (id, predicate) in system.predicates.iter() {
        let terms = &mut system.terms;
        let own: Vec<TermId> =
            predicate.parameters.iter().map(|p| terms.fresh_symbol(&format!("class!{}", id.index()), p.sort)).collect();
        names.push(own);
    }
    loop {
        let mut changed = false;
        for clause in &system.clauses {
            let Head::State(head) = &clause.head else { continue };
            if clause.body.iter().any(|application| known[application.predicate.index()].is_none()) {
                continue;
            }
            let meaning = substitution(&system.terms, &clause.body, |id, n| {
                let class = known[id.index()].as_ref().map_or(names[id.index()][n], |classes| classes[n]);
                Some(class)
            });
            let signatures: Vec<TermId> =
                head.arguments.iter().map(|argument| system.terms.substitute(*argument, &meaning)).collect();
            changed |=
                refine(&system.terms, &mut known[head.predicate.index()], &signatures, &names[head.predicate.index()]);
        }
        if !changed {
            return known;
        }
    }
}

/// Tells apart what a clause tells apart; whether that changed anything.
fn refine(terms: &Terms, known: &mut Option<Classes>, signatures: &[TermId], names: &[TermId]) -> bool {
    let mut new: Classes = Vec::with_capacity(names.len());
    for (n, signature) in signatures.iter().enumerate() {
        let was = |m: usize| known.as_ref().map(|classes| classes[m]);
        let is_constant = terms.is_constant(*signature) && was(n).is_none_or(|class| class == *signature);
        let first = (0..n).find(|m| signatures[*m] == *signature && was(*m) == was(n));
        new.push(match first {
            _ if is_constant => *signature,
            Some(m) => new[m],
            None => names[n],
        });
    }
    let changed = known.as_ref() != Some(&new);
    *known = Some(new);
    changed
}

/// What the symbols in a body stand for. A symbol that occurs twice keeps its first meaning.
fn substitution(
    terms: &Terms,
    body: &[Application],
    meaning: impl Fn(PredicateId, usize) -> Option<TermId>,
) -> FxHashMap<TermId, TermId> {
    let mut map = FxHashMap::default();
    for application in body {
        // The first symbol of a class stands for the others of the same application.
        let mut firsts: FxHashMap<TermId, TermId> = FxHashMap::default();
        for (n, argument) in application.arguments.iter().enumerate() {
            let (Some(class), Some(_)) = (meaning(application.predicate, n), terms.as_symbol(*argument)) else {
                continue;
            };
            let target = if terms.is_constant(class) { class } else { *firsts.entry(class).or_insert(*argument) };
            if target != *argument {
                map.entry(*argument).or_insert(target);
            }
        }
    }
    map
}

/// The clause without the parameters that do not stay.
fn reduced(terms: &mut Terms, clause: Clause, classes: &[Option<Classes>], kept: &[Vec<Option<usize>>]) -> Clause {
    let mut map = FxHashMap::default();
    let mut equations = Vec::new();
    for application in &clause.body {
        let id = application.predicate.index();
        for (n, argument) in application.arguments.iter().enumerate() {
            let target = match (kept[id][n], &classes[id]) {
                (Some(keeper), _) => application.arguments[keeper],
                (None, Some(classes)) => classes[n],
                (None, None) => *argument,
            };
            if target == *argument {
                continue;
            }
            if terms.as_symbol(*argument).is_some() && !map.contains_key(argument) {
                map.insert(*argument, target);
            } else {
                equations.push(terms.eq(*argument, target));
            }
        }
    }
    let mut new = |term: TermId| terms.substitute(term, &map);
    let mut application = |old: &Application| {
        let own = &kept[old.predicate.index()];
        let stays = old.arguments.iter().enumerate().filter(|(n, _)| own[*n] == Some(*n));
        Application { predicate: old.predicate, arguments: stays.map(|(_, argument)| new(*argument)).collect() }
    };
    let body = clause.body.iter().map(&mut application).collect();
    let head = match &clause.head {
        Head::State(old) => Head::State(application(old)),
        other => other.clone(),
    };
    let constraint = clause.constraint.iter().chain(&equations).map(|part| terms.substitute(*part, &map)).collect();
    Clause { body, constraint, head }
}
