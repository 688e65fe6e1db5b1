//! What the leaves of an automaton are at one kind of event: known, to be asked of the program, or meaningless.

use cairn_automata::condition::EventKind;
use cairn_automata::monitor::{Guard, Transition};
use cairn_ir::{ExprKind, ProcId, Program, Value};
use cairn_temporal::leaves::LeafKind;
use cairn_temporal::observe::{Here, here};
use cairn_temporal::points::PointKind;
use cairn_temporal::term::{Binary, Term};
use cairn_temporal::typing::{Kind, Scope, Typer};
use cairn_verify::temporal::Followed;
use std::collections::BTreeMap;

/// An event: what happens to which function.
pub type Event = (EventKind, ProcId);

/// The guards of an automaton where the event is known.
#[derive(Debug)]
pub struct Letters {
    known: BTreeMap<(bool, ProcId), Vec<Option<bool>>>,
    wide: Vec<bool>,
}

fn key((kind, function): Event) -> (bool, ProcId) {
    (kind == EventKind::Call, function)
}

impl Letters {
    pub fn new(followed: &Followed) -> Self {
        let mut program = followed.program.clone();
        let mut known = BTreeMap::new();
        for point in &followed.points {
            let PointKind::Event(kind, function) = point.kind else { continue };
            let own = followed.leaves.iter().map(|leaf| match here(&mut program, leaf, &point.kind, &followed.scope) {
                Ok(Here::Constant(value)) => Some(value),
                Ok(Here::Truth(expr)) => match &program.expr(expr).kind {
                    ExprKind::Const(Value::Bool(value)) => Some(*value),
                    _ => None,
                },
                Ok(Here::Number { .. }) => None,
                Ok(Here::Absent) | Err(_) => Some(false),
            });
            let own: Vec<Option<bool>> = own.collect();
            known.insert(key((kind, function)), own);
        }
        let wide = (0..followed.leaves.len()).map(|leaf| has_both_signs(followed, &mut program, leaf)).collect();
        Self { known, wide }
    }
    pub fn wide(&self) -> &[bool] {
        &self.wide
    }
    /// The guard at an event; none if it cannot hold there.
    pub fn guard(&self, event: Event, transition: &Transition) -> Option<Guard> {
        let known = self.known.get(&key(event))?;
        let guard = transition.guard.with_known(&|leaf| known[leaf]);
        (guard != Guard::Constant(false)).then_some(guard)
    }
}

/// Whether a leaf compares a number that has a sign with one that has none.
fn has_both_signs(followed: &Followed, program: &mut Program, leaf: usize) -> bool {
    let LeafKind::Condition(Term::Binary(Binary::Relation(_), a, b)) = &followed.leaves[leaf].kind else {
        return false;
    };
    followed.points.iter().any(|point| {
        let PointKind::Event(kind, function) = point.kind else { return false };
        let scope = Scope { event: Some((kind, function)), ..followed.scope.clone() };
        let mut sign = |term: &Term| {
            let (number, _) = Typer::new(program, &scope).number(term).ok()?;
            match number.kind {
                Kind::Integer { signed, .. } if number.literal.is_none() => Some(signed),
                _ => None,
            }
        };
        matches!((sign(a), sign(b)), (Some(x), Some(y)) if x != y)
    })
}
