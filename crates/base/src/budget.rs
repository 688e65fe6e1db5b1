//! When a run must stop: a deadline, a memory limit, or the user.
//!
//! One [`Budget`] is made per run and cloned into everything that can take long. Whoever loops calls
//! [`Budget::check`] often; it costs an atomic load, and looks at the clock and the memory only once
//! in [`CHECKS_PER_LOOK`] calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why a run was stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    Time,
    Memory,
    /// The user asked (Ctrl-C), or another engine has already answered.
    Cancelled,
}

impl StopReason {
    pub fn words(self) -> &'static str {
        match self {
            StopReason::Time => "time limit reached",
            StopReason::Memory => "memory limit reached",
            StopReason::Cancelled => "interrupted",
        }
    }
}

const CHECKS_PER_LOOK: u32 = 256;

#[derive(Debug)]
struct Shared {
    /// Shared with every narrower budget, so that cancelling reaches those too.
    cancelled: Arc<AtomicBool>,
    /// The flags of the budgets this one is a branch of.
    outer: Vec<Arc<AtomicBool>>,
    /// 0 = running, otherwise the encoded first stop reason: once stopped, always stopped.
    stopped: AtomicU8,
    counter: AtomicU32,
    peak_bytes: AtomicU64,
}

#[derive(Clone, Debug)]
pub struct Budget {
    shared: Arc<Shared>,
    deadline: Option<Instant>,
    memory_bytes: Option<u64>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Budget {
    pub fn unlimited() -> Self {
        Self::new(None, None)
    }
    pub fn new(time: Option<Duration>, memory_bytes: Option<u64>) -> Self {
        let shared = Shared {
            cancelled: Arc::new(AtomicBool::new(false)),
            outer: Vec::new(),
            stopped: AtomicU8::new(0),
            counter: AtomicU32::new(0),
            peak_bytes: AtomicU64::new(0),
        };
        let deadline = time.and_then(|t| Instant::now().checked_add(t));
        Self { shared: Arc::new(shared), deadline, memory_bytes }
    }
    /// Makes every later [`check`](Self::check) fail, in every clone.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }
    fn is_cancelled(&self) -> bool {
        let flags = std::iter::once(&self.shared.cancelled).chain(&self.shared.outer);
        flags.into_iter().any(|flag| flag.load(Ordering::Relaxed))
    }
    /// Cheap enough for inner loops.
    pub fn check(&self) -> Result<(), StopReason> {
        let looks = self.shared.counter.fetch_add(1, Ordering::Relaxed).is_multiple_of(CHECKS_PER_LOOK);
        if looks || self.is_cancelled() || self.shared.stopped.load(Ordering::Relaxed) != 0 {
            return self.look();
        }
        Ok(())
    }
    /// Looks at clock and memory now.
    pub fn look(&self) -> Result<(), StopReason> {
        let reason = match self.shared.stopped.load(Ordering::Relaxed) {
            1 => Some(StopReason::Time),
            2 => Some(StopReason::Memory),
            3 => Some(StopReason::Cancelled),
            _ => self.fresh_reason(),
        };
        match reason {
            None => Ok(()),
            Some(reason) => {
                self.shared.stopped.store(reason as u8 + 1, Ordering::Relaxed);
                Err(reason)
            }
        }
    }
    fn fresh_reason(&self) -> Option<StopReason> {
        if self.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some(StopReason::Time);
        }
        let limit = self.memory_bytes?;
        let used = resident_bytes()?;
        self.shared.peak_bytes.fetch_max(used, Ordering::Relaxed);
        (used > limit).then_some(StopReason::Memory)
    }
    pub fn is_stopped(&self) -> bool {
        self.look().is_err()
    }
    /// Time left, if there is a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }
    pub fn memory_limit_bytes(&self) -> Option<u64> {
        self.memory_bytes
    }
    /// The same run (same cancellation, same memory limit) with an earlier deadline.
    /// Note that a stop for time through the narrower budget stops only those that use it.
    pub fn within(&self, time: Duration) -> Self {
        let own = Instant::now().checked_add(time);
        let deadline = match (self.deadline, own) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self { deadline, ..self.with_flags(Arc::clone(&self.shared.cancelled), self.shared.outer.clone()) }
    }
    /// A part of the run that can be cancelled alone; cancelling the run cancels it too.
    pub fn branch(&self) -> Self {
        let outer = self.shared.outer.iter().chain([&self.shared.cancelled]).cloned().collect();
        self.with_flags(Arc::new(AtomicBool::new(false)), outer)
    }
    fn with_flags(&self, cancelled: Arc<AtomicBool>, outer: Vec<Arc<AtomicBool>>) -> Self {
        let shared = Shared {
            cancelled,
            outer,
            stopped: AtomicU8::new(0),
            counter: AtomicU32::new(0),
            peak_bytes: AtomicU64::new(0),
        };
        Self { shared: Arc::new(shared), deadline: self.deadline, memory_bytes: self.memory_bytes }
    }
}

/// Memory the process holds now, where the system tells (Linux); `None` elsewhere.
pub fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// The most memory the process ever held, where the system tells (Linux).
pub fn peak_resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|l| l.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_one_clone_stops_all() {
        let budget = Budget::unlimited();
        let other = budget.clone();
        assert_eq!(other.check(), Ok(()));
        budget.cancel();
        assert_eq!(other.check(), Err(StopReason::Cancelled));
    }

    #[test]
    fn a_passed_deadline_stops() {
        let budget = Budget::new(Some(Duration::ZERO), None);
        assert_eq!(budget.look(), Err(StopReason::Time));
        assert_eq!(budget.check(), Err(StopReason::Time));
    }
}
