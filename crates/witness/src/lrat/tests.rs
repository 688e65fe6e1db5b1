//! Refutations that are right, and the same with one step changed.

use super::*;
use cairn_base::Budget;
use cairn_solvers::sat::{Cadical, ClauseSink, Literal, SatOutcome, SatSolver};

/// A step of a proof.
#[derive(Clone, Debug)]
enum Step {
    Given(Vec<i32>),
    Original(i64, Vec<i32>, bool),
    Derived(i64, Vec<i32>, Vec<i64>, bool),
    Deleted(i64, bool),
    Refuted(Vec<i32>, Vec<i64>),
}

/// Keeps a proof, so that it can be changed.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<Step>>>);

impl Kept {
    fn push(&self, step: Step) {
        self.0.lock().unwrap().push(step);
    }
    fn steps(&self) -> Vec<Step> {
        self.0.lock().unwrap().clone()
    }
}

impl ProofSink for Kept {
    fn given(&mut self, clause: &[i32]) {
        self.push(Step::Given(clause.to_vec()));
    }
    fn original(&mut self, id: i64, clause: &[i32], restored: bool) {
        self.push(Step::Original(id, clause.to_vec(), restored));
    }
    fn derived(&mut self, id: i64, clause: &[i32], antecedents: &[i64], has_witness: bool) {
        self.push(Step::Derived(id, clause.to_vec(), antecedents.to_vec(), has_witness));
    }
    fn deleted(&mut self, id: i64, may_be_restored: bool) {
        self.push(Step::Deleted(id, may_be_restored));
    }
    fn refuted(&mut self, assumptions: &[i32], because: &[i64]) {
        self.push(Step::Refuted(assumptions.to_vec(), because.to_vec()));
    }
    fn listens(&self) -> bool {
        true
    }
}

fn judged(steps: &[Step]) -> Ruling {
    let record = Record::default();
    let mut checker = record.checkers().make();
    for step in steps {
        match step {
            Step::Given(clause) => checker.given(clause),
            Step::Original(id, clause, restored) => checker.original(*id, clause, *restored),
            Step::Derived(id, clause, antecedents, witness) => checker.derived(*id, clause, antecedents, *witness),
            Step::Deleted(id, may_be_restored) => checker.deleted(*id, *may_be_restored),
            Step::Refuted(assumptions, because) => checker.refuted(assumptions, because),
        }
    }
    record.ruling()
}

/// Three literals in each clause, as many clauses as make most such formulas hard.
fn random_clauses(sat: &mut Cadical, random: &mut fastrand::Rng, variables: usize, clauses: usize) -> Vec<Literal> {
    let all: Vec<Literal> = (0..variables).map(|_| sat.new_variable()).collect();
    for _ in 0..clauses {
        let clause: Vec<Literal> = (0..3).map(|_| all[random.usize(..variables)].negated_if(random.bool())).collect();
        sat.add_clause(&clause);
    }
    all
}

#[test]
fn random_refutations_are_confirmed_and_changed_ones_are_not() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut refuted, mut changed, mut accepted) = (0, 0, 0);
    for _ in 0..40 {
        let kept = Kept::default();
        let mut sat = Cadical::traced(Box::new(kept.clone()));
        let all = random_clauses(&mut sat, &mut random, 60, 250);
        // Incremental, with assumptions: as the solver of formulas uses it.
        for _ in 0..6 {
            let assumptions: Vec<Literal> = (0..4).map(|_| all[random.usize(..60)].negated_if(random.bool())).collect();
            let answer = sat.solve(&assumptions, &Budget::unlimited(), None);
            refuted += u32::from(answer == SatOutcome::Unsatisfiable);
            let clause: Vec<Literal> = (0..3).map(|_| all[random.usize(..60)].negated_if(random.bool())).collect();
            sat.add_clause(&clause);
        }
        let steps = kept.steps();
        assert_eq!(judged(&steps), Ruling::Confirmed);
        // A derived clause without one of its literals mostly does not follow; without a hint, never where all are needed.
        for number in (0..steps.len()).step_by(17) {
            let mut wrong = steps.clone();
            match &mut wrong[number] {
                Step::Derived(_, clause, ..) if !clause.is_empty() => drop(clause.pop()),
                Step::Original(_, clause, _) if clause.len() > 1 => drop(clause.pop()),
                _ => continue,
            }
            changed += 1;
            accepted += u32::from(judged(&wrong) == Ruling::Confirmed);
        }
    }
    assert!(refuted >= 20 && changed >= 100, "{refuted} refuted, {changed} changed");
    assert!(accepted * 20 < changed, "{accepted} of {changed} changed proofs are accepted");
}

#[test]
fn wrong_proofs_are_refused() {
    let given = |id: i64, clause: &[i32]| [Step::Given(clause.to_vec()), Step::Original(id, clause.to_vec(), false)];
    let formula = [given(1, &[1, 2]), given(2, &[1, -2]), given(3, &[-1, 2])].concat();
    let with = |more: &[Step]| judged(&[&formula[..], more].concat());
    let unit = Step::Derived(4, vec![1], vec![1, 2], false);
    assert_eq!(with(std::slice::from_ref(&unit)), Ruling::Confirmed);
    assert_eq!(with(&[unit.clone(), Step::Refuted(vec![-1, 2], vec![4])]), Ruling::Confirmed);
    let is_wrong = |more: &[Step]| assert!(matches!(with(more), Ruling::Wrong(_)), "{more:?}");
    // The clauses have a model, and the assumptions are others than those of the conclusion.
    is_wrong(&[unit.clone(), Step::Refuted(vec![], vec![4])]);
    is_wrong(&[unit.clone(), Step::Refuted(vec![-2], vec![4])]);
    is_wrong(&[Step::Refuted(vec![-1], vec![])]);
    is_wrong(&[Step::Derived(4, vec![-1], vec![1, 2, 3], false)]);
    is_wrong(&[Step::Derived(4, vec![], vec![1, 2, 3], false)]);
    is_wrong(&[Step::Derived(4, vec![1], vec![1, 9], false)]);
    is_wrong(&[Step::Deleted(2, false), unit.clone()]);
    // Nobody gave these.
    is_wrong(&[Step::Original(4, vec![-2], false)]);
    is_wrong(&[Step::Given(vec![1, 2]), Step::Original(4, vec![1], false)]);
    is_wrong(&[Step::Deleted(2, true), Step::Original(2, vec![1], true)]);
    is_wrong(&[Step::Deleted(2, false), Step::Original(2, vec![1, -2], true)]);
    assert_eq!(with(&[Step::Deleted(2, true), Step::Original(2, vec![-2, 1], true), unit]), Ruling::Confirmed);
    assert!(matches!(with(&[Step::Derived(4, vec![1], vec![1, 2], true)]), Ruling::GivenUp(_)));
}

#[test]
fn the_worst_counts() {
    let record = Record::default();
    assert_eq!(record.ruling(), Ruling::NotChecked);
    let checkers = record.checkers();
    let (mut one, mut other) = (checkers.make(), checkers.make());
    assert_eq!(record.ruling(), Ruling::Confirmed);
    one.derived(1, &[1], &[], true);
    assert!(!one.listens() && other.listens());
    assert!(matches!(record.ruling(), Ruling::GivenUp(_)));
    other.derived(1, &[1], &[], false);
    assert!(matches!(record.ruling(), Ruling::Wrong(_)));
    drop(record.checkers().make());
    assert!(matches!(record.ruling(), Ruling::Wrong(_)));
}
