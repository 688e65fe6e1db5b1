//! When a run must stop: a deadline, a memory limit, or the user.
//!
//! One [`Budget`] is made per run and cloned into everything that can take long. Whoever loops calls
//! [`Budget::check`] often; it costs an atomic load, and looks at the clock and the memory only once
//! in [`CHECKS_PER_LOOK`] calls.
//!
//! Child processes are counted with us: who starts one has it [adopted](Budget::adopt), and who watches the run
//! [weighs](Budget::weigh_children) them now and then.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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

/// The child processes of a run, the same for all its budgets.
#[derive(Debug, Default)]
struct Family {
    /// Numbers of their process groups.
    groups: Mutex<Vec<u32>>,
    /// What they held when they were last weighed.
    bytes: AtomicU64,
}

impl Family {
    fn groups(&self) -> std::sync::MutexGuard<'_, Vec<u32>> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A child process that counts as long as this is kept.
#[derive(Debug)]
pub struct Adopted {
    family: Arc<Family>,
    group: u32,
}

impl Drop for Adopted {
    fn drop(&mut self) {
        let mut groups = self.family.groups();
        if let Some(position) = groups.iter().position(|group| *group == self.group) {
            groups.swap_remove(position);
        }
    }
}

#[derive(Clone, Debug)]
pub struct Budget {
    shared: Arc<Shared>,
    family: Arc<Family>,
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
        Self { shared: Arc::new(shared), family: Arc::default(), deadline, memory_bytes }
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
        let used = resident_bytes()?.saturating_add(self.family.bytes.load(Ordering::Relaxed));
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
        let (deadline, memory_bytes) = (self.deadline, self.memory_bytes);
        Self { shared: Arc::new(shared), family: Arc::clone(&self.family), deadline, memory_bytes }
    }
    /// Counts the memory of a child process, which leads a group of its own, as ours.
    pub fn adopt(&self, group: u32) -> Adopted {
        self.family.groups().push(group);
        Adopted { family: Arc::clone(&self.family), group }
    }
    /// Finds out what the child processes hold now. Too slow for inner loops: the one who waits for the run does it.
    pub fn weigh_children(&self) {
        let groups = self.family.groups().clone();
        let bytes = if groups.is_empty() || self.memory_bytes.is_none() { 0 } else { bytes_of_groups(&groups) };
        self.family.bytes.store(bytes, Ordering::Relaxed);
    }
    /// By how much the run is above its memory limit; 0 if it is not.
    pub fn excess_bytes(&self) -> u64 {
        let Some(limit) = self.memory_bytes else { return 0 };
        let used = resident_bytes().unwrap_or(0).saturating_add(self.family.bytes.load(Ordering::Relaxed));
        used.saturating_sub(limit)
    }
}

/// What the processes of some groups hold together, where the system tells (Linux).
fn bytes_of_groups(groups: &[u32]) -> u64 {
    let Ok(processes) = std::fs::read_dir("/proc") else { return 0 };
    let is_number = |name: &str| name.bytes().all(|b| b.is_ascii_digit());
    let names = processes.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| is_number(name)).filter_map(|name| bytes_if_of_group(&name, groups)).sum()
}

/// The resident pages of a process, which its `stat` names, if it belongs to one of the groups.
fn bytes_if_of_group(process: &str, groups: &[u32]) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in parentheses, may hold anything. Behind it: state, parent, group, …
    let mut fields = text.rsplit_once(')')?.1.split_whitespace();
    let group: u32 = fields.nth(2)?.parse().ok()?;
    let pages: u64 = fields.nth(18)?.parse().ok()?;
    groups.contains(&group).then_some(pages * 4096)
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
    fn children_count_while_they_are_adopted() {
        // A process of our own group stands for a child: whatever it holds is more than nothing.
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let Some(group) = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(2)?.parse().ok())
        else {
            return; // not Linux
        };
        let budget = Budget::new(None, Some(u64::MAX / 2));
        let adopted = budget.branch().adopt(group);
        budget.weigh_children();
        assert!(budget.family.bytes.load(Ordering::Relaxed) > 0);
        drop(adopted);
        budget.weigh_children();
        assert_eq!(budget.family.bytes.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_passed_deadline_stops() {
        let budget = Budget::new(Some(Duration::ZERO), None);
        assert_eq!(budget.look(), Err(StopReason::Time));
        assert_eq!(budget.check(), Err(StopReason::Time));
    }
}
