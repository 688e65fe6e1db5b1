//! Which checks are made: one value, made once from what the user wrote, that front ends and the rest of a run read.

use crate::check::CheckKind;
use std::collections::BTreeSet;

/// What can be asked for beyond the kinds: checks that the language does not demand, and that are made only when they
/// are named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Extra {
    /// Results of floating-point operations in C are finite numbers.
    FiniteFloats,
    /// Pointers in C are aligned where they are used.
    Alignment,
}

impl Extra {
    const ALL: [Extra; 2] = [Extra::FiniteFloats, Extra::Alignment];

    /// What the user writes for it, and the kind its checks have.
    fn asked_by(self) -> (&'static str, CheckKind) {
        match self {
            Extra::FiniteFloats => ("float", CheckKind::Float),
            Extra::Alignment => ("misaligned", CheckKind::Pointer),
        }
    }
    /// How a report remembers it.
    fn name(self) -> &'static str {
        match self {
            Extra::FiniteFloats => "finite-floats",
            Extra::Alignment => "misaligned",
        }
    }
}

/// A name among those of checks that is none, or a kind that must stay on or cannot be decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SelectionMistake {
    NoSuchKind(String),
    AlwaysOn(CheckKind),
    /// Nothing decides checks of this kind.
    NotDecided(CheckKind),
}

/// Which kinds of check are on. A kind that is off is neither checked nor, unless the selection says so, assumed to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckSelection {
    on: BTreeSet<CheckKind>,
    extras: BTreeSet<Extra>,
    /// Kinds that are not checked, and of which executions that violate them do not count.
    assumed: BTreeSet<CheckKind>,
}

impl Default for CheckSelection {
    fn default() -> Self {
        Self::only(CheckKind::ALL.iter().copied().filter(|kind| kind.on_by_default()))
    }
}

impl CheckSelection {
    /// Kinds that cannot be switched off: without them an answer would be wrong, not merely smaller.
    /// (`unwinding` and `recursion` are governed by `--unwinding`.)
    pub const ALWAYS_ON: [CheckKind; 3] = [CheckKind::Unsupported, CheckKind::Unwinding, CheckKind::Recursion];

    /// Kinds that no engine decides: to turn one on would make silence look like a proof.
    const NOT_DECIDED: [CheckKind; 3] = [CheckKind::Termination, CheckKind::Race, CheckKind::Temporal];

    /// Exactly these kinds, and those that are always on.
    pub fn only(kinds: impl IntoIterator<Item = CheckKind>) -> Self {
        let on = kinds.into_iter().chain(Self::ALWAYS_ON).collect();
        Self { on, extras: BTreeSet::new(), assumed: BTreeSet::new() }
    }
    /// As the user writes it: what is off is taken from the default, then what is on is added; `all` stands for every kind.
    pub fn from_names(on: &[String], off: &[String]) -> Result<Self, SelectionMistake> {
        let kind = |name: &String| CheckKind::from_name(name).ok_or_else(|| SelectionMistake::NoSuchKind(name.clone()));
        let mut selection = Self::default();
        for name in off {
            if name == "all" {
                selection = Self::only([]);
                continue;
            }
            let kind = kind(name)?;
            if !selection.turn_off(kind) {
                return Err(SelectionMistake::AlwaysOn(kind));
            }
        }
        for name in on {
            if name == "all" {
                selection = Self { extras: Extra::ALL.into(), ..Self::everything() };
                continue;
            }
            match Extra::ALL.into_iter().find(|extra| extra.asked_by().0 == name) {
                Some(extra) => {
                    selection.extras.insert(extra);
                    selection.turn_on(extra.asked_by().1);
                }
                None => match kind(name)? {
                    kind if Self::NOT_DECIDED.contains(&kind) => return Err(SelectionMistake::NotDecided(kind)),
                    kind => selection.turn_on(kind),
                },
            }
        }
        Ok(selection)
    }
    /// Whether the user may write this name.
    pub fn is_name(name: &str) -> bool {
        let is_extra = || Extra::ALL.iter().any(|extra| extra.asked_by().0 == name);
        name == "all" || is_extra() || CheckKind::from_name(name).is_some()
    }
    /// Leaves out executions that violate these kinds, where they are not on.
    pub fn assuming(self, kinds: impl IntoIterator<Item = CheckKind>) -> Self {
        Self { assumed: kinds.into_iter().collect(), ..self }
    }
    /// Every kind that is decided.
    pub fn everything() -> Self {
        Self::only(CheckKind::ALL.iter().copied().filter(|kind| !Self::NOT_DECIDED.contains(kind)))
    }
    pub fn turn_on(&mut self, kind: CheckKind) {
        self.on.insert(kind);
    }
    /// False (and nothing happens) for a kind that is always on.
    pub fn turn_off(&mut self, kind: CheckKind) -> bool {
        !Self::ALWAYS_ON.contains(&kind) && {
            self.on.remove(&kind);
            true
        }
    }
    pub fn is_on(&self, kind: CheckKind) -> bool {
        self.on.contains(&kind)
    }
    pub fn has(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }
    /// Whether executions that violate the kind do not count.
    pub fn is_assumed(&self, kind: CheckKind) -> bool {
        !self.is_on(kind) && self.assumed.contains(&kind)
    }
    /// As a report remembers it, and [`remembered`](Self::remembered) reads it.
    pub fn names(&self) -> Vec<String> {
        let kinds = self.on.iter().map(|kind| kind.name());
        kinds.chain(self.extras.iter().map(|extra| extra.name())).map(str::to_owned).collect()
    }
    pub fn remembered(names: &[String]) -> Self {
        let extra = |name: &String| Extra::ALL.into_iter().find(|extra| extra.name() == name);
        let kinds = names.iter().filter_map(|name| CheckKind::from_name(name));
        Self { extras: names.iter().filter_map(extra).collect(), ..Self::only(kinds) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }
    fn selection(on: &[&str], off: &[&str]) -> Result<CheckSelection, SelectionMistake> {
        CheckSelection::from_names(&names(on), &names(off))
    }

    #[test]
    fn what_soundness_needs_stays_on() {
        let mut checks = CheckSelection::default();
        assert!(!checks.turn_off(CheckKind::Unsupported));
        assert!(checks.is_on(CheckKind::Unsupported));
        assert!(checks.turn_off(CheckKind::Index));
        assert!(!checks.is_on(CheckKind::Index));
        assert!(CheckSelection::only([]).is_on(CheckKind::Unsupported));
        assert_eq!(selection(&[], &["unsupported"]), Err(SelectionMistake::AlwaysOn(CheckKind::Unsupported)));
    }

    #[test]
    fn check_adds_and_no_check_takes_away() {
        let checks = selection(&["leak"], &["index"]).unwrap();
        assert!(checks.is_on(CheckKind::Leak) && !checks.is_on(CheckKind::Index) && checks.is_on(CheckKind::Overflow));
        let checks = selection(&["overflow"], &["all"]).unwrap();
        assert!(checks.is_on(CheckKind::Overflow) && !checks.is_on(CheckKind::Index));
        assert_eq!(selection(&["indx"], &[]), Err(SelectionMistake::NoSuchKind("indx".into())));
    }

    #[test]
    fn what_the_language_does_not_demand_is_made_only_when_it_is_named() {
        let default = CheckSelection::default();
        assert!(default.is_on(CheckKind::Float) && !default.has(Extra::FiniteFloats));
        assert!(selection(&["float"], &[]).unwrap().has(Extra::FiniteFloats));
        let aligned = selection(&["misaligned"], &["pointer"]).unwrap();
        assert!(aligned.has(Extra::Alignment) && aligned.is_on(CheckKind::Pointer));
        assert!(selection(&["all"], &[]).unwrap().has(Extra::Alignment));
    }

    #[test]
    fn a_report_remembers_all_of_it() {
        for checks in [selection(&["float", "misaligned"], &["index"]).unwrap(), CheckSelection::default()] {
            assert_eq!(CheckSelection::remembered(&checks.names()), checks);
        }
    }
}
