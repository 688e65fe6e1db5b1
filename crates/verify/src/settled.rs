//! The verdicts of a run, as they stay.
//!
//! Engines decide, `witness` re-checks, and then the rules of the interface take back what may not be claimed. All of
//! that has happened in a [`Settled`], and nothing changes it afterwards: the report, invariants, witnesses and the
//! answers of the competition read only this value, so that none of them can claim what another one took back.
//!
//! The rules, in one place:
//! - a property that nobody decided is `bounded` if an engine had looked that far, else `unknown`, with the reason the
//!   run ended for;
//! - what an unsupported construct can be reached before is `unsupported`; while it is not known whether it can
//!   be reached, what comes after it is not `proved`. The same holds for what proofs say about loops;
//! - what holds only as long as functions without body leave alone what other files can see is not `proved`;
//! - what is proved after a check that fails says so;
//! - the run is `violated` if any property is, else `verified` if there are any, all are proved and something is reachable at all,
//!   else `inconclusive`; an internal error never verifies, and neither does a question that no check speaks of.

use crate::competition;
use crate::evidence::Evidence;
use crate::report::{PropertyVerdict, RunVerdict};
use crate::run::{Judged, Known, Subject};
use cairn_base::{Location, SourceMap};
use cairn_ir::{BlockId, CheckKind, LoopProof, ProcId, ProcedureProof, Program, Proof, PropertyId, Verdict};
use cairn_passes::after::Places;
use cairn_svcomp::Question;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was found out about a property, with the evidence for it.
#[derive(Clone, Debug)]
pub enum Finding {
    Proved(Proof),
    Violated(Evidence),
    Bounded,
    Unknown,
    /// With the execution that reaches the construct, if this property is about one and there is such an execution.
    Unsupported(Option<Evidence>),
}

/// The verdict on one property.
#[derive(Clone, Debug)]
pub struct Ruling {
    pub finding: Finding,
    pub reachable: Option<bool>,
    pub bound: Option<u32>,
    pub engine: Option<&'static str>,
    pub reason: Option<String>,
}

impl Ruling {
    pub fn verdict(&self) -> PropertyVerdict {
        match self.finding {
            Finding::Proved(_) => PropertyVerdict::Proved,
            Finding::Violated(_) => PropertyVerdict::Violated,
            Finding::Bounded => PropertyVerdict::Bounded,
            Finding::Unknown => PropertyVerdict::Unknown,
            Finding::Unsupported(_) => PropertyVerdict::Unsupported,
        }
    }
    pub fn proof(&self) -> Option<&Proof> {
        match &self.finding {
            Finding::Proved(proof) => Some(proof),
            _ => None,
        }
    }
    /// The execution that was replayed up to the property's check.
    pub fn evidence(&self) -> Option<&Evidence> {
        match &self.finding {
            Finding::Violated(evidence) => Some(evidence),
            Finding::Unsupported(evidence) => evidence.as_ref(),
            _ => None,
        }
    }
}

/// What an execution may reach after a construct that is not supported: blocks, from one of their statements on.
type NotAnalysed = BTreeMap<(ProcId, BlockId), usize>;

/// The verdicts of a run. There is no way to change one.
#[derive(Debug)]
pub struct Settled {
    subject: Option<Arc<Subject>>,
    rulings: BTreeMap<PropertyId, Ruling>,
    verdict: RunVerdict,
    not_analysed: NotAnalysed,
}

impl Settled {
    /// Settles what a run came to know. It takes the decisions, so that nobody reads them any more.
    /// `question`: what the competition asks, which checks may not speak of at all, or not exactly.
    pub(crate) fn take(known: &mut Known, question: Option<&Question>) -> Self {
        let subject = known.subject.clone();
        let mut rulings = subject.as_ref().map(|subject| rulings(known, subject)).unwrap_or_default();
        let mut not_analysed = NotAnalysed::new();
        if let Some(subject) = &subject {
            take_back_outside(known, &subject.program, &mut rulings);
            not_analysed = take_back_after_unsupported(&subject.program, &mut rulings, &known.sources);
            if let Some(question) = question {
                competition::take_back_tracked(question, &subject.program, &mut rulings);
            }
            mark_masked(&subject.program, &mut rulings);
        }
        let verdict = match question {
            Some(question) if !question.is_decided() => RunVerdict::Inconclusive,
            _ => run_verdict(known, &rulings, question.is_some()),
        };
        Self { subject, rulings, verdict, not_analysed }
    }
    /// What the run was about; none if it did not come so far.
    pub fn subject(&self) -> Option<&Arc<Subject>> {
        self.subject.as_ref()
    }
    /// The verdict of the run.
    pub fn verdict(&self) -> RunVerdict {
        self.verdict
    }
    /// The properties that the run speaks of, in the order of the program.
    pub fn rulings(&self) -> impl Iterator<Item = (PropertyId, &Ruling)> {
        self.rulings.iter().map(|(property, ruling)| (*property, ruling))
    }
    /// The properties that are proved, with their proofs.
    pub fn proofs(&self) -> impl Iterator<Item = (PropertyId, &Proof)> {
        self.rulings().filter_map(|(property, ruling)| Some((property, ruling.proof()?)))
    }
    /// The properties that are violated, with the executions that show it.
    pub fn violations(&self) -> impl Iterator<Item = (PropertyId, &Evidence)> {
        self.rulings().filter_map(|(property, ruling)| match &ruling.finding {
            Finding::Violated(evidence) => Some((property, evidence)),
            _ => None,
        })
    }
    /// What a proof says about loops. A proof may speak of more loops than its property needs: of those that come
    /// after a construct that is not supported it says nothing about the program.
    pub fn loops<'p>(&self, proof: &'p Proof) -> impl Iterator<Item = &'p LoopProof> {
        proof.loops.iter().filter(|l| self.is_analysed(l.place.procedure, l.place.head))
    }
    /// Whether executions reach the block only before constructs that are not supported.
    pub fn is_analysed(&self, procedure: ProcId, block: BlockId) -> bool {
        self.not_analysed.get(&(procedure, block)) != Some(&0)
    }
    /// What a proof says about procedures, with the same reserve.
    pub fn procedures<'p>(&self, proof: &'p Proof) -> impl Iterator<Item = &'p ProcedureProof> {
        let is_analysed =
            |p: &&ProcedureProof| self.not_analysed.keys().all(|(procedure, _)| *procedure != p.procedure);
        proof.procedures.iter().filter(is_analysed)
    }
}

fn rulings(known: &mut Known, subject: &Subject) -> BTreeMap<PropertyId, Ruling> {
    let mut decisions = std::mem::take(&mut known.judged);
    let mut rulings = BTreeMap::new();
    for &id in &subject.properties {
        let judged = decisions.remove(&id);
        // An engine that ended by itself speaks only of the loops that needed the bound.
        let kind = subject.program.properties[id].kind;
        if judged.is_none() && known.finished && matches!(kind, CheckKind::Unwinding | CheckKind::Recursion) {
            continue;
        }
        let mut ruling = match judged {
            Some(judged) => decided(judged, &subject.program, id, &known.sources),
            None => undecided(known, id),
        };
        let is_open = matches!(ruling.finding, Finding::Bounded | Finding::Unknown);
        if let Some(refusal) = known.unconfirmed.get(&id).filter(|_| is_open) {
            let remark = format!("a proof was found, but not confirmed: {refusal}");
            ruling.reason = Some(ruling.reason.map_or_else(|| remark.clone(), |reason| format!("{reason}; {remark}")));
        }
        rulings.insert(id, ruling);
    }
    rulings
}

fn undecided(known: &Known, id: PropertyId) -> Ruling {
    let cleared = known.cleared.get(&id).copied();
    let why = || match (known.stopped, &known.internal_error) {
        (Some(reason), _) => reason.words(),
        (None, Some(_)) => "the run ended with an internal error",
        (None, None) => "the engine did not decide it",
    };
    Ruling {
        finding: if cleared.is_some() { Finding::Bounded } else { Finding::Unknown },
        reachable: None,
        bound: cleared.or((known.progress.bound > 0).then_some(known.progress.bound)),
        engine: None,
        reason: cleared.is_none().then(|| why().into()),
    }
}

fn decided(judged: Judged, program: &Program, id: PropertyId, sources: &SourceMap) -> Ruling {
    let Judged { decision, evidence, not_replayed } = judged;
    let (mut reachable, mut reason) = (decision.reachable, None);
    let finding = match (decision.verdict, evidence) {
        (Verdict::Proved(proof), _) => Finding::Proved(proof),
        (Verdict::Violated(_), Some(evidence)) => {
            reachable = Some(true);
            Finding::Violated(evidence)
        }
        (Verdict::Violated(_), None) => {
            reason = not_replayed.or(Some("its counterexample was not replayed".into()));
            Finding::Unknown
        }
        (Verdict::Bounded, _) => Finding::Bounded,
        (Verdict::Unknown(why), _) => {
            reason = Some(why);
            Finding::Unknown
        }
        (Verdict::Unsupported(what, span), _) => {
            let own = property_place(program, id, sources).map(|at| at.file);
            let place = span.map(|span| sources.location(span)).map(|at| match own.as_ref() == Some(&at.file) {
                true => format!("line {}: ", at.line),
                false => format!("{}:{}: ", at.file, at.line),
            });
            reason = Some(format!("{}{what}", place.unwrap_or_default()));
            Finding::Unsupported(None)
        }
    };
    Ruling { finding, reachable, bound: decision.bound, engine: Some(decision.engine), reason }
}

/// Where a property stands: at its check, or where its procedure begins.
pub(crate) fn property_place(program: &Program, id: PropertyId, sources: &SourceMap) -> Option<Location> {
    let property = &program.properties[id];
    let span = property.span.or_else(|| property.procedure.and_then(|p| program.procedures[p].span));
    span.map(|span| sources.location(span))
}

const BEHIND_POINTERS: &str = "an execution reaches it, where a function without body may do whatever other files can";

/// What holds only as long as functions without body leave alone what other files can see is not proved. Nor is what
/// comes after it: where such a function makes a check fail, pointers that it left behind are not followed further.
fn take_back_outside(known: &Known, program: &Program, rulings: &mut BTreeMap<PropertyId, Ruling>) {
    let Some(outside) = &known.outside else { return };
    let open = |ruling: &mut Ruling, reason: String| {
        ruling.finding = Finding::Unknown;
        ruling.reason = Some(reason);
    };
    let kind = |id: PropertyId| program.properties[id].kind;
    for (id, doubt) in &outside.doubts {
        if let Some(ruling) = rulings.get_mut(id).filter(|ruling| ruling.proof().is_some()) {
            let is_construct = kind(*id) == CheckKind::Unsupported;
            let reason = if is_construct && doubt.fails { BEHIND_POINTERS.into() } else { doubt.reason.clone() };
            ruling.reachable = doubt.fails.then_some(true);
            open(ruling, reason);
        }
    }
    let is_about_pointers =
        |id: PropertyId| matches!(kind(id), CheckKind::Pointer | CheckKind::Free | CheckKind::Unsupported);
    let places = Places::of(program);
    for (id, _) in
        outside.doubts.iter().filter(|(id, doubt)| doubt.fails && is_about_pointers(**id) && places.has_check(**id))
    {
        let name = &program.properties[*id].name;
        let place = property_place(program, *id, &known.sources);
        let place = place.map_or("something".into(), |at| format!("{}:{}", at.file, at.line));
        for later in places.properties_after(program, *id) {
            if let Some(ruling) = rulings.get_mut(&later).filter(|ruling| ruling.proof().is_some()) {
                open(ruling, format!("a function without body may let {name} at {place} fail before"));
            }
        }
    }
}

/// An unsupported construct that is reached is not a fault of the program, but nothing after it was analysed.
/// Gives what comes after constructs that may be reached.
fn take_back_after_unsupported(
    program: &Program,
    rulings: &mut BTreeMap<PropertyId, Ruling>,
    sources: &SourceMap,
) -> NotAnalysed {
    let mut not_analysed = NotAnalysed::new();
    let is_construct = |id: &PropertyId| program.properties[*id].kind == CheckKind::Unsupported;
    let constructs: Vec<PropertyId> = program.properties.ids().filter(is_construct).collect();
    if constructs.is_empty() {
        return not_analysed;
    }
    let places = Places::of(program);
    for construct in constructs {
        // A construct that the run does not speak of may be reached, if it stands anywhere.
        let mut reached = false;
        match rulings.get_mut(&construct) {
            Some(Ruling { finding: Finding::Proved(_), .. }) => continue,
            Some(ruling) => {
                if let Finding::Violated(evidence) = &ruling.finding {
                    ruling.finding = Finding::Unsupported(Some(evidence.clone()));
                    ruling.reason = Some("an execution reaches it".into());
                    reached = true;
                }
            }
            None if places.has_check(construct) => {}
            None => continue,
        }
        let place = property_place(program, construct, sources);
        let place = place.map_or("something".into(), |at| format!("{}:{}", at.file, at.line));
        let why = &program.properties[construct].description;
        for (procedure, block, from) in places.suffixes_after(program, construct) {
            let first = not_analysed.entry((procedure, block)).or_insert(from);
            *first = from.min(*first);
        }
        for dependent in places.properties_after(program, construct) {
            let Some(ruling) = rulings.get_mut(&dependent).filter(|_| dependent != construct) else { continue };
            match &ruling.finding {
                Finding::Proved(_) | Finding::Bounded if reached => {
                    ruling.finding = Finding::Unsupported(None);
                    ruling.reason = Some(format!("an execution reaches {place} before: {why}"));
                }
                Finding::Proved(_) => {
                    ruling.finding = Finding::Unknown;
                    ruling.reason = Some(format!("it is not known whether an execution reaches {place} before: {why}"));
                }
                _ => {}
            }
        }
    }
    not_analysed
}

/// A proved property that comes after a violated one is proved for the executions that get past that.
fn mark_masked(program: &Program, rulings: &mut BTreeMap<PropertyId, Ruling>) {
    let is_violated = |(id, ruling): (&PropertyId, &Ruling)| ruling.verdict().is_violated().then_some(*id);
    let violated: Vec<PropertyId> = rulings.iter().filter_map(is_violated).collect();
    if violated.is_empty() {
        return;
    }
    let places = Places::of(program);
    for earlier in violated.into_iter().filter(|id| places.has_check(*id)) {
        let name = &program.properties[earlier].name;
        for later in places.properties_after(program, earlier) {
            let Some(ruling) = rulings.get_mut(&later) else { continue };
            if ruling.proof().is_some() && ruling.reason.is_none() {
                ruling.reason = Some(format!("for executions that do not fail at {name} before"));
            }
        }
    }
}

/// What holds of no execution, or of nothing at all, is not verified; but the competition asks about the executions
/// there are, so that its properties hold of such programs.
fn run_verdict(known: &Known, rulings: &BTreeMap<PropertyId, Ruling>, competition: bool) -> RunVerdict {
    if rulings.values().any(|ruling| ruling.verdict().is_violated()) {
        return RunVerdict::Violated;
    }
    let all_proved = rulings.values().all(|ruling| ruling.proof().is_some());
    let ended = known.subject.is_some() && known.finished && known.stopped.is_none() && known.internal_error.is_none();
    let says_something = competition || (!known.vacuous && !rulings.is_empty());
    if ended && all_proved && says_something {
        return RunVerdict::Verified;
    }
    RunVerdict::Inconclusive
}
