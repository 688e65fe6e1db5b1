//! What an engine tells while it works: progress, and decisions as they fall.

use cairn_ir::{Decision, PropertyId};

/// How far an engine has come; shown on the progress line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Loop iterations explored.
    pub bound: u32,
    /// Properties not decided yet.
    pub open: usize,
    /// Conflicts of the SAT solver so far.
    pub conflicts: u64,
    /// Nodes of the formula so far.
    pub terms: u64,
}

pub trait Observer {
    fn progress(&mut self, progress: Progress);
    /// A decision that will not change any more. False if its evidence did not convince: then it does not count.
    fn decided(&mut self, decision: &Decision) -> bool;
    /// Decisions that fell together and rest on the same evidence: cheaper to judge together than one by one.
    fn decided_together(&mut self, decisions: &[Decision]) -> Vec<bool> {
        decisions.iter().map(|decision| self.decided(decision)).collect()
    }
    /// Properties that nothing violates within a bound. More may be found out about them, but who is stopped before knows this.
    fn cleared(&mut self, _properties: &[PropertyId], _bound: u32) {}
    /// Whether somebody else has decided the property meanwhile.
    fn is_decided(&self, _property: PropertyId) -> bool {
        false
    }
}

/// Listens to nothing.
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _: Progress) {}
    fn decided(&mut self, _: &Decision) -> bool {
        true
    }
}
