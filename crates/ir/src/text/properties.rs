//! Names of properties: which name a check gets when the text gives none.
//!
//! Reader and printer keep the same count, so the printer knows which names it need not write.

use crate::check::CheckKind;
use crate::program::{ProcId, Program};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct PropertyNames {
    numbers: FxHashMap<(Option<ProcId>, CheckKind), u32>,
}

impl PropertyNames {
    /// The name of the next property without a name, as [`Program::add_property`] makes it.
    pub fn next(&self, program: &Program, procedure: Option<ProcId>, kind: CheckKind) -> String {
        let number = self.numbers.get(&(procedure, kind)).copied().unwrap_or(0).saturating_add(1);
        format!("{}{number}", prefix(program, procedure, kind))
    }
    /// Takes note of a name in use.
    pub fn used(&mut self, program: &Program, procedure: Option<ProcId>, kind: CheckKind, name: &str) {
        let number = name.strip_prefix(&prefix(program, procedure, kind)).and_then(|n| n.parse().ok());
        if let Some(number) = number {
            let highest = self.numbers.entry((procedure, kind)).or_insert(0);
            *highest = (*highest).max(number);
        }
    }
    /// The highest numbers, for the program to go on from.
    pub fn into_numbers(self) -> FxHashMap<(Option<ProcId>, CheckKind), u32> {
        self.numbers
    }
}

fn prefix(program: &Program, procedure: Option<ProcId>, kind: CheckKind) -> String {
    let owner = procedure.map_or("program".to_string(), |p| program.procedures[p].name.to_lowercase());
    format!("{owner}.{kind}.")
}
