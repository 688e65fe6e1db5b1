//! Whether every execution ends.
//!
//! First an execution is looked for that comes back to a state it had (bounded model checking of the program with the checks that
//! [`witness` adds](cairn_witness::termination::repeating)); then rankings are guessed and, in the program that `witness` makes of them, proved like
//! any other property: by every engine, each proof re-checked. An execution that refutes a ranking teaches the next guess. What is
//! left of the time goes into longer executions that repeat a state.
//!
//! Functions without body return. What comes after a construct that is not supported is not known, so all of these must be
//! out of reach.

use super::{Engines, Judged, Known, Shared, Subject, examine, lock, prepare};
use crate::evidence::{Evidence, NoEvidence};
use crate::request::Request;
use cairn_base::Budget;
use cairn_engines::termination::{Candidates, LoopBody, Samples, candidates, choose};
use cairn_engines::{Engine, Observer, Progress, bmc};
use cairn_ir::{CheckKind, Counterexample, Decision, Program, Proof, ProofMethod, PropertyId, Verdict};
use cairn_witness::termination::{Loop, Ranking, loops, ranked, recursive, repeating};
use std::sync::Arc;

/// Bounds of the first search, which must not cost much where executions end.
const SHORT: u32 = 5;
/// The part of the time that each of the searches may take at most.
const SHARE: u32 = 5;
/// How often rankings are guessed anew.
const ROUNDS: usize = 12;

/// The program whose check of the property fails where an execution repeats a state.
pub(crate) fn lasso(subject: &Subject, property: PropertyId) -> Result<Subject, String> {
    let program = Arc::new(repeating(&subject.program, &subject.entries, property)?);
    Ok(Subject {
        program,
        loop_bounds: subject.loop_bounds.clone(),
        entries: subject.entries.clone(),
        properties: vec![property],
        unrolling: subject.unrolling.clone(),
        termination: None,
    })
}

/// Decides the property. `original`: the program as it was read. Proofs are about it as it is where functions without body write what
/// other files can see, and leave out no execution because something overflows in it: arithmetic then wraps around.
pub(super) fn decide(
    subject: &Subject,
    property: PropertyId,
    original: Program,
    request: &Request,
    (budget, shared, engine): (&Budget, &Shared, Engines),
) -> Judged {
    let part = |budget: &Budget| budget.remaining().map_or_else(|| budget.clone(), |left| budget.within(left / SHARE));
    if let Some(found) = repeats(subject, property, Some(SHORT), request, &part(budget), shared) {
        return found;
    }
    let proof_budget = budget.remaining().map_or_else(|| budget.clone(), |left| budget.within(left / SHARE * 4));
    let reason = match proved(property, original, request, (&proof_budget, shared, engine)) {
        Ok(judged) => return judged,
        Err(reason) => reason,
    };
    // Without a limit the search would go on for ever where executions end.
    let bound = if budget.remaining().is_some() { None } else { Some(64) };
    if let Some(found) = repeats(subject, property, bound, request, budget, shared) {
        return found;
    }
    judged(property, Verdict::Unknown(reason), "ranking")
}

fn judged(property: PropertyId, verdict: Verdict, engine: &'static str) -> Judged {
    let decision = Decision { property, verdict, reachable: None, bound: None, engine };
    Judged { decision, evidence: None, not_replayed: None, checked: None, remark: None }
}

/// Keeps the violation that is found.
#[derive(Default)]
struct Catch(Option<Counterexample>);

impl Observer for Catch {
    fn progress(&mut self, _: Progress) {}
    fn decided(&mut self, decision: &Decision) -> bool {
        if let Verdict::Violated(found) = &decision.verdict {
            self.0 = Some(found.clone());
        }
        true
    }
}

/// An execution that repeats a state, replayed.
fn repeats(
    subject: &Subject,
    property: PropertyId,
    max_unwind: Option<u32>,
    request: &Request,
    budget: &Budget,
    shared: &Shared,
) -> Option<Judged> {
    let lasso = lasso(subject, property).ok()?;
    let options = bmc::Options { max_unwind, ..bmc::Options::default() };
    let solvers = request.solver.for_engines(request.mathematical, None);
    let mut caught = Catch::default();
    let engine = bmc::BoundedModelChecking { options, solvers };
    let outcome = engine.run(&lasso.problem(), budget, &mut caught);
    outcome.decisions.iter().for_each(|decision| {
        caught.decided(decision);
    });
    let found = caught.0?;
    match Evidence::replay(&lasso, property, &found) {
        Ok(evidence) => {
            let remark =
                Some("from the state that is saved the execution comes back to it, and can do so for ever".into());
            Some(Judged { evidence: Some(evidence), remark, ..judged(property, Verdict::Violated(found), "lasso") })
        }
        Err(NoEvidence::CannotFollow(_)) => None,
        Err(NoEvidence::Disagrees(difference)) => {
            lock(shared).internal_error.get_or_insert(difference);
            None
        }
    }
}

/// A proof by rankings, or why there is none.
fn proved(
    property: PropertyId,
    mut original: Program,
    request: &Request,
    (budget, shared, engine): (&Budget, &Shared, Engines),
) -> Result<Judged, String> {
    original.decide_outside(true);
    let mut checks = request.checks.clone().assuming([]);
    if request.competition.is_some() {
        // The competition's answers are about integers that do not wrap around, and about programs that do not overflow.
        checks.turn_on(CheckKind::Overflow);
    }
    let whole = Request { checks, ..request.clone() };
    let subject = &prepare(original, &whole).map_err(|diagnostic| diagnostic.message.clone())?;
    let entries = &subject.entries;
    if let Some(procedure) = recursive(&subject.program, entries) {
        let name = &subject.program.procedures[procedure].name;
        return Err(format!("`{name}` is recursive, and whether recursions end is not decided"));
    }
    let all = loops(&subject.program, entries)?;
    let bodies: Vec<LoopBody> =
        all.iter().map(|l| LoopBody { procedure: l.procedure, head: l.head, body: l.body.clone() }).collect();
    let candidates = candidates(&subject.program, &bodies);
    let mut samples = Samples::new(&candidates, &bodies);
    samples.explore(entries, budget);
    for _ in 0..ROUNDS {
        let chosen = chosen(subject, &all, &candidates, &samples)?;
        let rankings: Vec<Ranking> = all
            .iter()
            .zip(&candidates.loops)
            .zip(&chosen)
            .map(|((at, own), chosen)| Ranking {
                at: at.clone(),
                components: chosen.iter().map(|n| own[*n].expr).collect(),
            })
            .collect();
        let program = ranked(&candidates.program, entries, &rankings, property)?;
        match attempt(subject, program, property, request, (budget, shared, engine)) {
            Attempt::Proved => {
                let proof = Proof { by: ProofMethod::Ranking, ..Proof::by_unwinding() };
                let mut result = judged(property, Verdict::Proved(proof), "ranking");
                result.remark = remark(subject, &all, &candidates, &chosen, shared);
                return Ok(result);
            }
            Attempt::Refuted(found) => {
                let before: usize = samples.visits.iter().map(Vec::len).sum();
                samples.follow(found.entry, &found.inputs, budget);
                if samples.visits.iter().map(Vec::len).sum::<usize>() == before {
                    return Err("no ranking was found that decreases in every loop".into());
                }
            }
            Attempt::Open(reason) => return Err(reason),
        }
    }
    Err("no ranking was found that decreases in every loop".into())
}

/// For each loop, candidates that all executions seen agree with.
fn chosen(
    subject: &Subject,
    all: &[Loop],
    candidates: &Candidates,
    samples: &Samples,
) -> Result<Vec<Vec<usize>>, String> {
    let of_each = all.iter().zip(&candidates.loops).zip(&samples.visits);
    let choose_one = |((at, own), visits): ((&Loop, &Vec<_>), &_)| {
        let name = &subject.program.procedures[at.procedure].name;
        choose(visits, own.len()).ok_or_else(|| format!("no ranking was found for a loop of `{name}`"))
    };
    of_each.map(choose_one).collect()
}

enum Attempt {
    Proved,
    Refuted(Counterexample),
    Open(String),
}

/// Whether the rankings decrease, and nothing that is not supported is reached.
fn attempt(
    subject: &Subject,
    program: Program,
    property: PropertyId,
    request: &Request,
    (budget, shared, engine): (&Budget, &Shared, Engines),
) -> Attempt {
    let is_construct = |id: &PropertyId| match program.properties[*id].kind {
        CheckKind::Unsupported => true,
        CheckKind::Overflow => request.competition.is_some(),
        _ => false,
    };
    let constructs = subject.properties.iter().copied().filter(is_construct);
    let properties: Vec<PropertyId> = constructs.chain([property]).collect();
    let (entries, unrolling) = (subject.entries.clone(), subject.unrolling.clone());
    let loop_bounds = subject.loop_bounds.clone();
    let ranked = Subject {
        program: Arc::new(program),
        loop_bounds,
        entries,
        properties: properties.clone(),
        unrolling,
        termination: None,
    };
    let own = Shared::default();
    examine(&Arc::new(ranked), request, budget, &own, engine);
    let found: std::sync::MutexGuard<'_, Known> = lock(&own);
    if let Some(error) = &found.internal_error {
        lock(shared).internal_error.get_or_insert_with(|| error.clone());
        return Attempt::Open("the rankings could not be judged".into());
    }
    let verdict = |id: &PropertyId| found.judged.get(id).map(|judged| &judged.decision.verdict);
    if let Some(Verdict::Violated(counterexample)) = verdict(&property) {
        return Attempt::Refuted(counterexample.clone());
    }
    let open = properties.iter().find(|id| !matches!(verdict(id), Some(Verdict::Proved(_))));
    match open {
        None => Attempt::Proved,
        Some(id) if *id == property => Attempt::Open(match found.unconfirmed.get(&property) {
            Some(refusal) => format!("a ranking was found, but not confirmed: {refusal}"),
            None => "a ranking was guessed, and neither proved nor refuted".into(),
        }),
        Some(id) if subject.program.properties[*id].kind == CheckKind::Overflow => {
            Attempt::Open("the rankings decrease, but something may overflow before, and then C says nothing".into())
        }
        Some(_) => Attempt::Open("it is not known whether something that is not supported is reached".into()),
    }
}

/// The rankings in the words of the source.
fn remark(
    subject: &Subject,
    all: &[Loop],
    candidates: &Candidates,
    chosen: &[Vec<usize>],
    shared: &Shared,
) -> Option<String> {
    let sources = lock(shared).sources.clone();
    let one = |((at, own), chosen): ((&Loop, &Vec<cairn_engines::termination::Candidate>), &Vec<usize>)| {
        let blocks = &subject.program.procedures[at.procedure].blocks;
        let span = blocks[at.head].terminator_origin.span.or_else(|| {
            let spans = at.body.iter().flat_map(|block| &blocks[*block].statements).filter_map(|s| s.origin.span);
            spans.min_by_key(|span| span.start)
        });
        let place = span.map_or("a loop".to_string(), |span| format!("line {}", sources.location(span).line));
        let texts: Vec<&str> = chosen.iter().map(|n| own[*n].text.as_str()).collect();
        format!("{place}: {}", texts.join(", then "))
    };
    let texts: Vec<String> = all.iter().zip(&candidates.loops).zip(chosen).map(one).collect();
    (!texts.is_empty()).then(|| format!("what decreases in the loops: {}", texts.join("; ")))
}
