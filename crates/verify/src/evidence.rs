//! Counterexamples re-checked: replayed in the interpreter on the program that was asked about, which
//! must fail at the very property the engine named. Only then is there [`Evidence`] to report.

use crate::report::{CounterexampleReport, ReplayData};
use crate::run::Subject;
use cairn_base::SourceMap;
use cairn_ir::{Counterexample, PropertyId};

/// A counterexample that was replayed, in a form that needs no program any more.
#[derive(Clone, Debug)]
pub struct Evidence {
    pub replay: ReplayData,
}

impl Evidence {
    /// Replays; an error says what the interpreter did instead of failing at the property.
    pub fn replay(
        subject: &Subject,
        property: PropertyId,
        counterexample: &Counterexample,
        bound: Option<u32>,
    ) -> Result<Self, String> {
        let _ = (subject, property, counterexample, bound);
        Err("counterexamples cannot be replayed yet".into())
    }
    /// With places as lines of files.
    pub fn report(&self, _sources: &SourceMap) -> CounterexampleReport {
        CounterexampleReport { replayed: true, inputs: Vec::new(), trace: Vec::new(), replay: self.replay.clone() }
    }
}
