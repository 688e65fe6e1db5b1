//! Sets of executions at one point of the walk: under which conditions they are there, and the values of
//! everything as terms.

use super::Refusal;
use super::objects::{Contents, Objects};
use super::shape::{Leaves, Values};
use cairn_ir::VarId;
use cairn_term::{Op, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A conjunction. Kept as a set, so that two ways that meet share what they have in common.
#[derive(Clone, Default, Debug)]
pub struct Path {
    pub conjuncts: Rc<BTreeSet<TermId>>,
}

impl Path {
    /// Whether the path says the opposite of a condition, word for word.
    pub fn excludes(&self, terms: &mut Terms, condition: TermId) -> bool {
        self.conjuncts.contains(&terms.not(condition))
    }
    /// Adds a condition; false if the path is now plainly impossible.
    #[must_use]
    pub fn add(&mut self, terms: &mut Terms, condition: TermId) -> bool {
        let mut open = vec![condition];
        while let Some(next) = open.pop() {
            match terms.op(next) {
                Op::True => {}
                Op::False => return false,
                Op::And => open.extend(terms.args(next)),
                _ => {
                    let opposite = terms.not(next);
                    if self.conjuncts.contains(&opposite) {
                        return false;
                    }
                    if !self.conjuncts.contains(&next) {
                        Rc::make_mut(&mut self.conjuncts).insert(next);
                    }
                }
            }
        }
        true
    }
}

/// Values of variables; of an addressable one, the number of its object instead. Copies share it until one changes.
pub type Variables = Rc<BTreeMap<VarId, Leaves>>;

#[derive(Clone, Debug)]
pub struct State {
    pub path: Path,
    pub globals: Variables,
    /// Those of the current activation.
    pub locals: Variables,
    /// Objects that may be alive. Those that are not here are dead, or (see `strangers`) unknown.
    pub objects: Objects,
    /// Stack allocations of the current activation.
    pub stack: BTreeSet<u64>,
    /// There may be live objects that are not in `objects`: a loop that was cut may have made some.
    pub strangers: bool,
}

impl State {
    pub fn variable(&self, variable: VarId) -> Result<&Leaves, Refusal> {
        let found = self.locals.get(&variable).or_else(|| self.globals.get(&variable));
        found.ok_or_else(|| Refusal::CannotFollow(format!("variable {variable:?} has no value here")))
    }
    pub fn set_variable(&mut self, variable: VarId, value: Leaves) -> Result<(), Refusal> {
        let local = self.locals.contains_key(&variable);
        let variables = if local { &mut self.locals } else { &mut self.globals };
        let unchanged = variables.get(&variable).map(|old| *old == value);
        match unchanged {
            Some(true) => {}
            Some(false) => {
                Rc::make_mut(variables).insert(variable, value);
            }
            None => return Err(Refusal::CannotFollow(format!("variable {variable:?} has no value here"))),
        }
        Ok(())
    }
    /// The same values, without a word about what leads there.
    pub fn values(&self) -> Self {
        Self { path: Path::default(), ..self.clone() }
    }
    /// Adds a condition to the path; none if that is plainly impossible.
    pub fn assuming(mut self, terms: &mut Terms, condition: TermId) -> Option<Self> {
        self.path.add(terms, condition).then_some(self)
    }
}

/// The union of sets of executions of which no execution is in two.
pub fn merge(values: &mut Values, states: Vec<State>) -> Option<State> {
    states.into_iter().reduce(|a, b| merge_two(values, a, b))
}

fn merge_two(values: &mut Values, a: State, b: State) -> State {
    let common: Rc<BTreeSet<TermId>> = Rc::new(a.path.conjuncts.intersection(&b.path.conjuncts).copied().collect());
    let rest = |terms: &mut Terms, path: &Path| -> TermId {
        let own: Vec<TermId> = path.conjuncts.difference(&common).copied().collect();
        terms.and_all(&own)
    };
    let in_a = rest(&mut values.terms, &a.path);
    let in_b = rest(&mut values.terms, &b.path);
    let (in_a, either) = choice(&mut values.terms, in_a, in_b);
    let mut path = Path { conjuncts: common };
    // A disjunction of possible paths is possible; should it look otherwise, it stays as it is.
    if !path.add(&mut values.terms, either) {
        Rc::make_mut(&mut path.conjuncts).insert(either);
    }
    let objects = merge_objects(values, in_a, &a.objects, &b.objects);
    State {
        path,
        globals: merge_variables(values, in_a, a.globals, b.globals),
        locals: merge_variables(values, in_a, a.locals, b.locals),
        objects,
        stack: a.stack.union(&b.stack).copied().collect(),
        strangers: a.strangers || b.strangers,
    }
}

/// A condition that tells which of two ways was taken, and one that holds where either was. Where one of the two
/// paths holds, what they have in common does; so what is their own tells which it is. Choices by quantified
/// conditions are hard for solvers, though: there a new symbol tells.
fn choice(terms: &mut Terms, in_a: TermId, in_b: TermId) -> (TermId, TermId) {
    let not_b = terms.not(in_b);
    let is_plain = |terms: &Terms, way: TermId| terms.post_order(&[way]).all(|term| !terms.op(term).is_quantifier());
    let plain = [in_a, not_b].into_iter().filter(|way| is_plain(terms, *way)).min_by_key(|way| terms.dag_size(*way));
    if let Some(way) = plain {
        return (way, terms.or(in_a, in_b));
    }
    let sort = terms.bool_sort();
    let way = terms.fresh_symbol("way", sort);
    let other_way = terms.not(way);
    let (a, b) = (terms.and(way, in_a), terms.and(other_way, in_b));
    (way, terms.or(a, b))
}

fn merge_variables(values: &mut Values, in_a: TermId, a: Variables, b: Variables) -> Variables {
    if Rc::ptr_eq(&a, &b) {
        return a;
    }
    let mut merged = a;
    for (variable, other) in b.iter() {
        // Both are states of one activation, which has all its variables from the start.
        if let Some(value) = merged.get(variable)
            && *value != *other
        {
            let chosen = values.choose(in_a, value, other);
            Rc::make_mut(&mut merged).insert(*variable, chosen);
        }
    }
    merged
}

/// An object that one side does not have is dead there.
fn merge_objects(values: &mut Values, in_a: TermId, a: &Objects, b: &Objects) -> Objects {
    let in_b = values.terms.not(in_a);
    a.merge(b, |left, right| match (left, right) {
        (Some(left), Some(right)) => Contents {
            value: values.choose(in_a, &left.value, &right.value),
            live: values.terms.ite(in_a, left.live, right.live),
        },
        (Some(left), None) => Contents { live: values.terms.and(in_a, left.live), value: left.value.clone() },
        (None, Some(right)) => Contents { live: values.terms.and(in_b, right.live), value: right.value.clone() },
        (None, None) => Contents { live: values.terms.ff(), value: Leaves::new() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::Types;

    fn empty() -> State {
        State {
            path: Path::default(),
            globals: Variables::default(),
            locals: Variables::default(),
            objects: Objects::new(0, Terms::new().tt()),
            stack: BTreeSet::new(),
            strangers: false,
        }
    }

    #[test]
    fn two_branches_that_meet_leave_no_trace_in_the_path() {
        let types = Types::default();
        let mut values = Values::new(&types);
        let sort = values.terms.bool_sort();
        let (p, c) = (values.terms.symbol("p", sort), values.terms.symbol("c", sort));
        let not_c = values.terms.not(c);
        let side = |values: &mut Values, condition, value| {
            let mut state = empty().assuming(&mut values.terms, p).unwrap().assuming(&mut values.terms, condition);
            let state = state.as_mut().unwrap();
            Rc::make_mut(&mut state.locals).insert(VarId(0), Leaves::from_slice(&[value]));
            state.clone()
        };
        let (tt, ff) = (values.terms.tt(), values.terms.ff());
        let (a, b) = (side(&mut values, c, tt), side(&mut values, not_c, ff));
        let merged = merge(&mut values, vec![a.clone(), b]).unwrap();
        assert_eq!(*merged.path.conjuncts, BTreeSet::from([p]));
        assert_eq!(merged.locals[&VarId(0)].as_slice(), [c]);
        assert!(a.assuming(&mut values.terms, not_c).is_none());
    }
}
