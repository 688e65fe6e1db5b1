//! Proofs hold whatever functions without body write into what other files can see.
//!
//! Violations are looked for first, where such functions write only what their arguments lead to. What is proved so is
//! then examined again in the program where they write everything that other files can see: it is proved if it holds
//! there too. Otherwise it is neither proved nor violated, and the reason names the function, the variable and the option
//! that decides it.

use super::{Engines, Known, Shared, Subject, examine, lock, prepare};
use crate::report::{StepKind, StepReport};
use crate::request::Request;
use cairn_base::{Budget, SourceMap};
use cairn_ir::{Program, PropertyId, Verdict};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What functions without body may change about what was proved without their writes.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    pub doubts: BTreeMap<PropertyId, Doubt>,
}

/// Why something is not proved.
#[derive(Clone, Debug)]
pub struct Doubt {
    pub reason: String,
    /// An execution was found in which it fails.
    pub fails: bool,
}

impl Outside {
    /// Nothing is known yet.
    pub fn undecided(subject: &Subject) -> Self {
        let doubt = |id: &PropertyId| (*id, not_decided("the run ended before that was examined"));
        Self { doubts: subject.properties.iter().map(doubt).collect() }
    }
}

fn not_decided(why: &str) -> Doubt {
    let reason = format!(
        "it holds if functions without body change no variable that other files can see, and {why}; `--stub NAME=arguments` says so"
    );
    Doubt { reason, fails: false }
}

/// Examines again what is proved, in the program where functions without body write all that other files can see.
pub(super) fn confirm(mut open: Program, request: &Request, budget: &Budget, shared: &Shared, engines: Engines) {
    let proved: Vec<PropertyId> = {
        let known = lock(shared);
        let is_proved = |id: &PropertyId| matches!(known.judged.get(id), Some(judged) if matches!(judged.decision.verdict, Verdict::Proved(_)));
        known.subject.iter().flat_map(|subject| subject.properties.iter().copied().filter(is_proved)).collect()
    };
    let writes = open.outside.map(|outside| open.procedures[outside.writes].name.to_string()).unwrap_or_default();
    open.decide_outside(true);
    let Ok(mut subject) = prepare(open, request) else { return };
    subject.properties.retain(|id| proved.contains(id));
    let own = Shared::default();
    examine(&Arc::new(subject), request, budget, &own, engines);
    let mut found = lock(&own);
    let sources = lock(shared).sources.clone();
    let mut outside = Outside::default();
    let mut confirmed = Vec::new();
    for id in proved {
        match doubt(&found, id, &writes, &sources) {
            Some(doubt) => {
                outside.doubts.insert(id, doubt);
            }
            // What the other proof says about loops need not hold where functions write more.
            None => confirmed.extend(found.judged.remove(&id).map(|judged| (id, judged))),
        }
    }
    let mut known = lock(shared);
    known.judged.extend(confirmed);
    known.outside = Some(outside);
    known.internal_error = known.internal_error.take().or_else(|| found.internal_error.clone());
}

fn doubt(found: &Known, id: PropertyId, writes: &str, sources: &SourceMap) -> Option<Doubt> {
    let Some(judged) = found.judged.get(&id) else { return Some(not_decided("otherwise it was not decided")) };
    match (&judged.decision.verdict, &judged.evidence) {
        (Verdict::Proved(_), _) => None,
        (Verdict::Violated(_), Some(evidence)) => {
            let report = evidence.report(sources);
            Some(Doubt { reason: reason(&report.trace, writes), fails: true })
        }
        (Verdict::Violated(_), None) => Some(Doubt { fails: true, ..not_decided("may fail otherwise") }),
        _ => Some(not_decided("otherwise it was not decided")),
    }
}

/// Which function changed which variable: the last change that the failure depends on.
fn reason(trace: &[StepReport], writes: &str) -> String {
    let mut active: Vec<&str> = Vec::new();
    let mut found: Option<(String, String)> = None;
    for step in trace {
        match (step.step, &step.name) {
            (StepKind::Enter, Some(name)) => active.push(name),
            (StepKind::Leave, _) => {
                active.pop();
            }
            (_, Some(name)) if step.function.as_deref() == Some(writes) && (step.relevant || found.is_none()) => {
                let caller = active.iter().rev().find(|function| !function.starts_with(writes));
                let caller = caller.map_or("a function", |name| name.split('(').next().unwrap_or(name));
                found = Some((caller.to_string(), name.clone()));
            }
            _ => {}
        }
    }
    match found {
        Some((function, variable)) => format!(
            "it fails if `{function}`, which has no body, changes `{variable}`; `--stub {function}=arguments` says that it does not, `--stub {function}=any` that it may"
        ),
        None => "it fails if a function without body changes what other files can see; `--stub NAME=arguments` says that it does not".into(),
    }
}
