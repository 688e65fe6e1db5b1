//! The report: what a run came to, as plain data. Its serialised form is the JSON report users are
//! promised (`cairn-report/1`); every renderer reads this and nothing else.
//!
//! Beyond the promised fields the JSON holds `request` and each counterexample's `replay`, from which
//! `cairn replay` re-runs it, and `internal_error` when there was one. Fields marked `skip` (spans,
//! texts, diagnostics with labels) exist only in the process that made the report.

use cairn_base::{Diagnostic, SourceMap, Span};
use serde::{Deserialize, Serialize};

pub const SCHEMA: &str = "cairn-report/1";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    pub schema: String,
    pub tool: Tool,
    pub verdict: RunVerdict,
    pub properties: Vec<PropertyReport>,
    pub diagnostics: Vec<DiagnosticReport>,
    /// Functions without body, of which something is assumed.
    #[serde(default)]
    pub assumed: Vec<AssumedReport>,
    pub statistics: Statistics,
    /// What `prove` found out, by procedure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<GoalReport>,
    /// What was asked, as far as `replay` needs it.
    #[serde(default)]
    pub request: RequestEcho,
    /// The competition's answer, where a property of the competition was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub competition: Option<cairn_svcomp::CompetitionReport>,
    /// What became of the witness that was to be confirmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<WitnessReport>,
    /// A bug of ours: a panic, or evidence that did not stand up. Nothing in such a report is a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub internal_error: Option<String>,
    /// Texts of the files the spans point into.
    #[serde(skip)]
    pub sources: SourceMap,
    /// Why the run ended early, if it did.
    #[serde(skip)]
    pub stopped: Option<&'static str>,
}

/// What became of a witness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WitnessReport {
    pub file: String,
    /// What it says about the program: `violated` or `verified`.
    pub claim: String,
    pub result: WitnessResult,
    /// Why.
    pub reason: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WitnessResult {
    Confirmed,
    Rejected,
    Undecided,
}

impl WitnessResult {
    pub fn words(self) -> &'static str {
        match self {
            WitnessResult::Confirmed => "confirmed",
            WitnessResult::Rejected => "rejected",
            WitnessResult::Undecided => "not decided",
        }
    }
}

/// A procedure that was proved by itself: how many of its own properties are what, and what nobody wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalReport {
    pub procedure: String,
    pub proved: usize,
    pub violated: usize,
    pub open: usize,
    /// Proofs that were read from the cache.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kept: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inferred: Vec<String>,
    /// Procedures whose contracts stand for calls, and are not all proved in this run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
}

/// A function without body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssumedReport {
    pub function: String,
    /// What it may do: a word of `--stub`, or `contract`.
    pub stub: String,
    pub file: Option<String>,
    pub line: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    pub name: String,
    pub version: String,
}

impl Default for Tool {
    fn default() -> Self {
        Self { name: "cairn".into(), version: env!("CARGO_PKG_VERSION").into() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunVerdict {
    Verified,
    Violated,
    Inconclusive,
}

impl RunVerdict {
    pub fn word(self) -> &'static str {
        match self {
            RunVerdict::Verified => "verified",
            RunVerdict::Violated => "violated",
            RunVerdict::Inconclusive => "inconclusive",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PropertyVerdict {
    Proved,
    Violated,
    Bounded,
    Unknown,
    Unsupported,
}

impl PropertyVerdict {
    pub const ALL: [PropertyVerdict; 5] = [
        PropertyVerdict::Proved,
        PropertyVerdict::Violated,
        PropertyVerdict::Bounded,
        PropertyVerdict::Unknown,
        PropertyVerdict::Unsupported,
    ];
    pub fn word(self) -> &'static str {
        match self {
            PropertyVerdict::Proved => "proved",
            PropertyVerdict::Violated => "violated",
            PropertyVerdict::Bounded => "bounded",
            PropertyVerdict::Unknown => "unknown",
            PropertyVerdict::Unsupported => "unsupported",
        }
    }
    pub fn is_violated(self) -> bool {
        self == PropertyVerdict::Violated
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PropertyReport {
    /// `package.procedure.kind.number`, stable as long as the source is.
    pub id: String,
    pub kind: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    pub function: Option<String>,
    pub description: String,
    pub verdict: PropertyVerdict,
    /// Whether any execution reaches the check; null if nobody knows.
    pub reachable: Option<bool>,
    /// Iterations explored, or needed by the counterexample.
    pub bound: Option<u32>,
    /// Why it is not decided, or what the verdict depends on.
    pub reason: Option<String>,
    pub engine: Option<String>,
    pub proof: Option<ProofReport>,
    pub counterexample: Option<CounterexampleReport>,
    #[serde(skip)]
    pub span: Option<Span>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofReport {
    pub by: String,
    /// What confirmed it beside the engine: `judge`, `lrat`, or `not re-checked`.
    #[serde(default)]
    pub checked: String,
    /// Why nothing did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_checked_because: Option<String>,
    pub invariants: Vec<InvariantReport>,
    /// What is known of calls of these procedures, wherever they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub procedures: Vec<SummaryReport>,
    /// For an automaton that every execution follows: what of it none uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unused: Option<UnusedReport>,
}

/// What of an automaton no execution uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnusedReport {
    /// States that are never active.
    pub states: Vec<String>,
    /// Transitions that are never taken.
    pub transitions: Vec<TransitionReport>,
    /// Transitions of which it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<TransitionReport>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransitionReport {
    pub from: String,
    pub guard: String,
    pub to: String,
}

/// What holds whenever a procedure is entered, and whenever it returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryReport {
    pub procedure: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub requires: Vec<String>,
    pub ensures: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvariantReport {
    pub file: Option<String>,
    pub line: Option<u32>,
    pub value: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CounterexampleReport {
    /// Always true in what is printed: a counterexample that does not replay is never reported.
    pub replayed: bool,
    /// Of the program in which calls and loops are replaced by what is promised of them, not of the program itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub modular: bool,
    pub inputs: Vec<InputReport>,
    pub trace: Vec<StepReport>,
    /// The events of a violation of a temporal property, as its automaton saw them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventReport>,
    /// The sequence of events that the automaton would have accepted and that differs least from these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<AcceptedReport>,
    /// Where the cycle begins that the execution stays in for ever, among the events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle_start: Option<usize>,
    /// Variables the failed check is about, with the values they have there.
    #[serde(default)]
    pub involved: Vec<ValueReport>,
    /// The same inputs without loss, for `cairn replay`.
    #[serde(default)]
    pub replay: ReplayData,
}

/// One event or step of an execution, and what the automaton of a property made of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventReport {
    pub event: String,
    /// The states that are active afterwards.
    pub states: Vec<String>,
    /// The conditions of the property, with their values.
    pub atoms: Vec<ValueReport>,
    /// Where nobody can go on: what the states that were active before wait for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
}

/// An event of a sequence that would have been accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedReport {
    pub event: String,
    /// `kept`, `with other values`, `left out`, `instead` of the event at that place, or `added` before it.
    pub change: String,
    /// What must hold of values that did not happen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputReport {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub value: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// Whether the failure depends on it.
    #[serde(default)]
    pub relevant: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueReport {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    Enter,
    Leave,
    Assign,
    Branch,
    Assume,
    Check,
    Event,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepReport {
    pub file: Option<String>,
    pub line: Option<u32>,
    pub function: Option<String>,
    pub step: StepKind,
    /// What is entered, assigned, assumed or checked.
    pub name: Option<String>,
    pub value: Option<String>,
    /// Whether the failure depends on it; the text report shows only these unless asked for all.
    #[serde(default)]
    pub relevant: bool,
    /// What a branch did not do that the failure reads, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// An execution without loss: the entry and the values in the order the interpreter asks for them,
/// written by [`codec`](crate::codec).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayData {
    pub entry: String,
    pub inputs: Vec<serde_json::Value>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DiagnosticReport {
    pub code: String,
    pub severity: String,
    pub message: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// With its labelled places, for snippets.
    #[serde(skip)]
    pub full: Option<Diagnostic>,
}

impl DiagnosticReport {
    pub fn new(diagnostic: Diagnostic, sources: &SourceMap) -> Self {
        let location = diagnostic.primary.as_ref().map(|label| sources.location(label.span));
        Self {
            code: diagnostic.code.into(),
            severity: diagnostic.severity.word().into(),
            message: diagnostic.message.clone(),
            file: location.as_ref().map(|l| l.file.clone()),
            line: location.as_ref().map(|l| l.line),
            column: location.as_ref().map(|l| l.column),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            full: Some(diagnostic),
        }
    }
    pub fn is_error(&self) -> bool {
        self.severity == "error"
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    pub seconds: f64,
    pub peak_memory_mib: u64,
    /// The largest bound explored.
    #[serde(default)]
    pub bound: u32,
    #[serde(default)]
    pub steps: u64,
    #[serde(default)]
    pub terms: u64,
    #[serde(default)]
    pub sat_variables: u64,
    #[serde(default)]
    pub sat_clauses: u64,
    #[serde(default)]
    pub conflicts: u64,
    /// What the run looked at.
    #[serde(default)]
    pub examined: crate::examined::Examined,
}

/// The part of a request that decides which program a counterexample belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestEcho {
    pub inputs: Vec<InputEcho>,
    pub entries: Vec<String>,
    pub engine: String,
    pub unwind: Option<u32>,
    pub unwinding: String,
    /// Kinds of check that were on.
    pub checks: Vec<String>,
    #[serde(default, skip_serializing_if = "crate::request::CChoices::is_default")]
    pub c: crate::request::CChoices,
    /// File of `--target-config`.
    pub target_config: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assertion_overflow_eliminated: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputEcho {
    pub file: String,
    /// Of the text, so that `replay` can say that the file has changed.
    pub fingerprint: String,
}

/// Process exit codes; the numbers are promised to users.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ExitCode {
    Verified = 0,
    Violated = 1,
    Inconclusive = 2,
    WrongInput = 3,
    InternalError = 4,
}

impl Report {
    /// A report that has decided nothing yet.
    pub fn empty() -> Self {
        Self {
            schema: SCHEMA.into(),
            tool: Tool::default(),
            verdict: RunVerdict::Inconclusive,
            properties: Vec::new(),
            diagnostics: Vec::new(),
            assumed: Vec::new(),
            goals: Vec::new(),
            statistics: Statistics::default(),
            request: RequestEcho::default(),
            competition: None,
            witness: None,
            internal_error: None,
            sources: SourceMap::new(),
            stopped: None,
        }
    }
    pub fn count(&self, verdict: PropertyVerdict) -> usize {
        self.properties.iter().filter(|p| p.verdict == verdict).count()
    }
    pub fn has_input_errors(&self) -> bool {
        self.diagnostics.iter().any(DiagnosticReport::is_error)
    }
    /// With `--unwinding assume` the user asked only about executions within the bound: then it is a
    /// success that none of them violates anything, provided that they are all that is missing.
    pub fn none_violated_within_bound(&self) -> bool {
        self.request.unwind.is_some()
            && self.request.unwinding == "assume"
            && self.properties.iter().any(|p| p.verdict == PropertyVerdict::Bounded)
            && self.properties.iter().all(|p| matches!(p.verdict, PropertyVerdict::Proved | PropertyVerdict::Bounded))
    }
    pub fn exit_code(&self) -> ExitCode {
        if self.internal_error.is_some() {
            return ExitCode::InternalError;
        }
        if self.has_input_errors() {
            return ExitCode::WrongInput;
        }
        match self.verdict {
            RunVerdict::Violated => ExitCode::Violated,
            RunVerdict::Verified => ExitCode::Verified,
            RunVerdict::Inconclusive if self.none_violated_within_bound() => ExitCode::Verified,
            RunVerdict::Inconclusive => ExitCode::Inconclusive,
        }
    }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}
