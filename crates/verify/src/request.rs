//! What a run is asked: inputs with their texts, entries, engine, bounds, kinds of check.
//!
//! Limits are not here: they are the [`Budget`](cairn_base::Budget) the run is given, which the caller
//! keeps a clone of so that it can cancel.

use crate::report::{InputEcho, RequestEcho};
use crate::solvers::Choice;
use cairn_ir::CheckSelection;
use cairn_solvers::process::horn::ClauseSolver;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A file the caller has read. The name is shown as given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputFile {
    pub name: String,
    pub text: String,
}

/// Which engines a run uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineChoice {
    /// Bounded model checking and, beside it, everything that proves loops of any length.
    #[default]
    Auto,
    /// Bounded model checking alone.
    Bmc,
    /// Bounded model checking for violations, induction for proofs.
    KInduction,
    /// Bounded model checking for violations, Horn clauses for proofs.
    Chc,
    /// Bounded model checking for violations, property-directed reachability for proofs.
    Ic3,
    /// Interval analysis alone: proofs of what ranges show, for programs of any size, and nothing about the rest.
    Intervals,
}

impl EngineChoice {
    /// What `--engine` calls them.
    const NAMES: [(EngineChoice, &'static str); 6] = [
        (EngineChoice::Auto, "auto"),
        (EngineChoice::Bmc, "bmc"),
        (EngineChoice::KInduction, "k-induction"),
        (EngineChoice::Chc, "chc"),
        (EngineChoice::Ic3, "ic3"),
        (EngineChoice::Intervals, "intervals"),
    ];

    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMES.iter().map(|(choice, _)| *choice)
    }
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|choice| choice.name() == name)
    }
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(choice, _)| *choice == self).map_or("auto", |(_, name)| name)
    }
}

/// What happens to executions that need more iterations than `--unwind` allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unwinding {
    #[default]
    Assert,
    Assume,
}

impl Unwinding {
    pub fn name(self) -> &'static str {
        match self {
            Unwinding::Assert => "assert",
            Unwinding::Assume => "assume",
        }
    }
    pub fn from_name(name: &str) -> Option<Self> {
        [Unwinding::Assert, Unwinding::Assume].into_iter().find(|u| u.name() == name)
    }
}

/// Finds the text of a unit that the inputs mention: a file name to the name to show and the text. The caller
/// decides where to look; without one no further files are read.
#[derive(Clone, Default)]
pub struct UnitFinder(Option<Arc<Find>>);

type Find = dyn Fn(&str) -> Option<(String, String)> + Send + Sync;

impl UnitFinder {
    pub fn new(find: impl Fn(&str) -> Option<(String, String)> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(find)))
    }
    pub fn find(&self, file: &str) -> Option<(String, String)> {
        self.0.as_ref()?(file)
    }
}

impl std::fmt::Debug for UnitFinder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("UnitFinder")
    }
}

/// Which operand C evaluates first where the language leaves it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvaluationOrder {
    #[default]
    Any,
    Left,
    Right,
}

/// What a function without body may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stub {
    Any,
    Arguments,
    Pure,
    Unreachable,
}

/// Memory at a fixed address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Region {
    pub address: u64,
    pub bytes: u64,
    /// Each read gives any value.
    pub volatile: bool,
}

/// As which compiler arithmetic takes bit-fields wider than `int`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BitFieldPromotion {
    #[default]
    Any,
    Gcc,
    Clang,
}

/// What is chosen about C.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CChoices {
    /// 32-bit integers, longs and pointers; without, longs and pointers have 64 bits.
    pub ilp32: bool,
    /// The compiler that preprocesses; `cc` if none is given.
    pub compiler: Option<String>,
    /// `-I`, `-D` and further arguments of the preprocessor.
    pub folders: Vec<String>,
    pub macros: Vec<String>,
    pub arguments: Vec<String>,
    /// Arguments of the preprocessor that one input has for itself, by its name.
    pub of_file: Vec<(String, Vec<String>)>,
    /// Allocation never fails.
    pub malloc_succeeds: bool,
    /// Which order of evaluation is taken where C leaves it open; every one, where none is chosen.
    pub evaluation_order: Option<EvaluationOrder>,
    /// What functions without body may do, by name.
    pub stubs: Vec<(String, Stub)>,
    /// Functions without body that are not named give an arbitrary result and do nothing else (the competition's rule).
    pub pure_stubs: bool,
    /// Memory at fixed addresses.
    pub regions: Vec<Region>,
    /// As which compiler arithmetic takes bit-fields wider than `int`; as either, where none is chosen.
    pub bit_field_promotion: Option<BitFieldPromotion>,
    /// C is compiled to LLVM first, and that is checked.
    pub via_llvm: bool,
}

impl CChoices {
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Debug, Default)]
pub struct Request {
    pub inputs: Vec<InputFile>,
    /// Inputs whose text is not what the disk holds under their name.
    pub unsaved: Vec<String>,
    /// Everything that the inputs define is wanted, not only what the entries reach.
    pub every: bool,
    /// Names of procedures; none: the program's own entries.
    pub entries: Vec<String>,
    pub engine: EngineChoice,
    pub unwind: Option<u32>,
    pub unwinding: Unwinding,
    pub checks: CheckSelection,
    /// The question of the competition that `checks` follow from.
    pub competition: Option<cairn_svcomp::Question>,
    pub solver: Choice,
    /// Who solves Horn clauses; none: the first that is installed.
    pub clauses: Option<ClauseSolver>,
    /// Machine integers as mathematical integers with explicit bounds, instead of as bits.
    pub mathematical: bool,
    /// Further files of the program.
    pub units: UnitFinder,
    /// Texts of files by their names, for messages about headers.
    pub headers: UnitFinder,
    pub c: CChoices,
    /// Arithmetic inside of assertions is that of mathematics (Ada), unless a pragma says otherwise.
    pub assertion_overflow_eliminated: bool,
    /// What becomes of contracts about data flow (Ada).
    pub flow: FlowContracts,
    /// Sizes of predefined types (Ada): name and text of a file.
    pub target_config: Option<(String, String)>,
    /// Leave error branches (`if (!c) fail();`) as they stand: for exports that show blocks as the source has them.
    pub keep_error_branches: bool,
    /// Globals of C that are kept though nothing uses them, if there are any of these names.
    pub kept_globals: Vec<String>,
    /// Endless loops that do nothing stay loops, because it matters whether executions end.
    pub endless_loops: bool,
    /// A folder with the headers that Cairn ships.
    pub shipped_headers: Option<String>,
}

/// What becomes of contracts about data flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FlowContracts {
    /// They are named as not checked.
    #[default]
    Named,
    /// They are checked; those that are not decided are named.
    Checked,
    /// They are checked; those that are not decided are unsupported.
    Demanded,
}

/// The headers that Cairn ships for C programs: name and text.
pub const SHIPPED_HEADERS: [(&str, &str); 1] = [("cairn.h", include_str!("headers/cairn.h"))];

impl Request {
    /// What the report remembers of the request.
    pub fn echo(&self) -> RequestEcho {
        let input =
            |file: &InputFile| InputEcho { file: file.name.clone(), fingerprint: fingerprint(file.text.as_bytes()) };
        RequestEcho {
            inputs: self.inputs.iter().map(input).collect(),
            entries: self.entries.clone(),
            engine: self.engine.name().into(),
            unwind: self.unwind,
            unwinding: self.unwinding.name().into(),
            checks: self.checks.names(),
            c: self.c.clone(),
            target_config: self.target_config.as_ref().map(|(name, _)| name.clone()),
            assertion_overflow_eliminated: self.assertion_overflow_eliminated,
        }
    }
}

/// FNV-1a, 64 bits: notices that a file was edited; no protection against intent.
pub fn fingerprint(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_the_published_function() {
        assert_eq!(fingerprint(b""), "cbf29ce484222325");
        assert_eq!(fingerprint(b"a"), "af63dc4c8601ec8c");
    }
}
