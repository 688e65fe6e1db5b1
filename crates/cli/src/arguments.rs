//! The command line: what can be asked, in the words of `--help`.
//!
//! Options of the interface that this version does not have yet are parsed and hidden, so that asking for
//! them is answered by a sentence that says so (see [`crate::refuse`]) and not by "unexpected argument".

use cairn_verify::temporal::Abstraction;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXIT_CODES: &str = "\
Exit code: 0 every property proved, 1 some property violated, 2 inconclusive, 3 wrong input or command line, \
4 internal error.";

/// Checks programs: finds violations with a counterexample that replays, and proves their absence.
#[derive(Debug, Parser)]
#[command(name = "cairn", version, styles = STYLES, after_help = EXIT_CODES, disable_help_subcommand = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours (NO_COLOR is honoured)
    #[arg(long, global = true, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub color: When,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find violations from the entry points and prove their absence
    Check(CheckArguments),
    /// Translate a program: `--to annotated`, `--to program`, `--to smt2`, `--to horn` or a model (`--to aiger`, `btor2`, `smv`, `tla`); or a temporal property: `--to automaton`
    Export(ExportArguments),
    /// Re-run the counterexamples of a JSON report in the interpreter, or natively
    Replay(ReplayArguments),
    /// Say what a check kind or diagnostic code means, with an example
    Explain(ExplainArguments),
    /// List the solvers that are found, with versions
    Solvers,
    /// Write a `cairn.toml` for the current folder, so that `cairn check` alone works in it
    Init,
    /// A suite of tests that reaches every statement, branch and deciding condition that can be reached; the rest is proved dead
    Cover(CoverArguments),
    /// Serve an editor: diagnostics when files are saved, invariants and verdicts on hover
    Lsp(LspArguments),
    /// Print the completions of a shell: `source <(cairn completions bash)`
    Completions(CompletionArguments),
    /// Write the manual pages into a folder
    Man(ManArguments),
    /// Check every subprogram against its contract
    Prove(ProveArguments),
    /// Check behaviour over time: an automaton, or a formula of linear temporal logic
    Temporal(TemporalArguments),
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ProveArguments {
    #[command(flatten)]
    pub subject: SubjectArguments,
    /// Infer nothing: a proof needs contracts and invariants that are written
    #[arg(long)]
    pub strict: bool,
    /// Time for each question about one subprogram
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, help_heading = "Limits")]
    pub goal_timeout: f64,
    /// Print a table: per subprogram what is proved, violated and open, and what was inferred
    #[arg(long, help_heading = "Output")]
    pub summary: bool,
    /// Which solver: a name `cairn solvers` lists, or any command that speaks SMT-LIB
    #[arg(long, value_name = "NAME", default_value = "builtin")]
    pub solver: String,
    /// Where proofs are kept for the next run [default: ~/.cache/cairn]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub cache: Option<PathBuf>,
    /// Prove everything anew, and keep nothing
    #[arg(long)]
    pub no_cache: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}

/// Whatever is written after a command that is not there yet.
#[derive(Debug, Args)]
pub struct Unavailable {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub rest: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct CheckArguments {
    #[command(flatten)]
    pub subject: SubjectArguments,
    #[command(flatten)]
    pub engine: EngineArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub output: OutputArguments,
    /// Write each counterexample into this folder as a test that is compiled and fails where the report says (C: gcc; Ada: GNAT)
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub tests: Option<PathBuf>,
    /// Confirm or reject this witness of SV-COMP (format 2.0, about C) by any tool: the violation it leads to is found and replayed,
    /// or its invariants are checked and relied on. The property and the data model are the witness's
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Print an intermediate form and stop
    #[arg(long, value_name = "STAGE", help_heading = "Output")]
    pub show: Option<String>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Exit code: 0 everything is reached or proved dead, 2 something is open, 3 wrong input or command line, 4 internal error."
)]
pub struct CoverArguments {
    #[command(flatten)]
    pub subject: SubjectArguments,
    /// Write the suite into this folder: a program per test (C: gcc; Ada: GNAT), and `run.sh`, which builds and runs them all and shows
    /// what gcov counts
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub tests: Option<PathBuf>,
    /// Which solver: a name `cairn solvers` lists, or any command that speaks SMT-LIB
    #[arg(long, value_name = "NAME", default_value = "builtin")]
    pub solver: String,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Show no progress line
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Show what is reached, too, and by which test
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,
    /// When to show a progress line
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN", help_heading = "Output")]
    pub progress: When,
}

/// Which program is meant, and which of its properties.
#[derive(Clone, Debug, Args)]
pub struct SubjectArguments {
    /// Source files (told apart by extension; this version reads .adb, .ads, .c, .h, .i, .ll, .bc, .cairn), folders of them, or a task definition of SV-COMP (.yml)
    /// By default what the `cairn.toml` of the current folder says
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Start in this procedure instead of the program's own entries; may be repeated
    #[arg(long, visible_alias = "function", value_name = "NAME", action = ArgAction::Append)]
    pub entry: Vec<String>,
    /// Turn kinds of check on, by name, or `all` (`cairn explain` lists them); `misaligned`: pointers in C and LLVM are aligned too; `members`: memory functions in C stay in the member they are given
    #[arg(long, value_name = "KIND", action = ArgAction::Append, value_delimiter = ',')]
    pub check: Vec<String>,
    /// Turn kinds of check off, by name, or `all`; what is also in --check stays on
    #[arg(long, value_name = "KIND", action = ArgAction::Append, value_delimiter = ',')]
    pub no_check: Vec<String>,
    /// Sizes of the predefined types of Ada, as SPARK tools write them
    #[arg(long, value_name = "FILE")]
    pub target_config: Option<PathBuf>,
    /// Ada: whether arithmetic inside of assertions and contracts may overflow (`strict`, the default) or is that of
    /// mathematics (`eliminated`, GNAT's `-gnato13`); `pragma Overflow_Mode` goes before it
    #[arg(long, value_enum, value_name = "MODE", default_value_t = AssertionOverflowArgument::Strict)]
    pub assertion_overflow: AssertionOverflowArgument,
    /// Machine integers as bit-vectors (the default), or as mathematical integers with explicit bounds
    #[arg(long, value_enum, value_name = "MODEL")]
    pub integers: Option<IntegersArgument>,
    /// The compiler calls of a build (`compile_commands.json`): each C input gets its own flags from there; without inputs, all C files in it are
    #[arg(long, value_name = "FILE", help_heading = "C")]
    pub compile_commands: Option<PathBuf>,
    /// What the preprocessor is told about single files.
    #[arg(skip)]
    pub own_flags: Vec<crate::project::FileFlags>,
    #[command(flatten)]
    pub c: CArguments,
    /// A property file of SV-COMP (.prp): only what it asks is checked, and the competition's answer is told (C, LLVM). For
    /// `temporal` and `prove` a file (.ya, .ltl, .pml, .hoa, .prp), the text of a formula, or `source` for `//@ ltl` comments
    #[arg(long, value_name = "FILE")]
    pub property: Option<PathBuf>,
}

/// How C is read.
#[derive(Clone, Debug, Args)]
pub struct CArguments {
    /// The C compiler that preprocesses, or compiles with `--via llvm`, where it is clang unless named
    #[arg(long, value_name = "COMPILER", default_value = "cc", help_heading = "C")]
    pub cc: String,
    /// Look in this folder for headers (C) and units (Ada, by GNAT's file names); may be repeated
    #[arg(short = 'I', value_name = "DIR", action = ArgAction::Append)]
    pub include: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=V]", action = ArgAction::Append, help_heading = "C")]
    pub define: Vec<String>,
    /// Give that compiler a further argument
    #[arg(long, value_name = "ARG", action = ArgAction::Append, allow_hyphen_values = true, help_heading = "C")]
    pub cc_arg: Vec<String>,
    /// Sizes of C's types: 64-bit longs and pointers (lp64, unless a task says otherwise), or 32-bit ones
    #[arg(long, value_enum, value_name = "MODEL", help_heading = "C")]
    pub data_model: Option<DataModelArgument>,
    /// Check C as compiled by clang to `llvm` instead of reading it
    #[arg(long, value_name = "WAY", value_parser = ["llvm"], help_heading = "C")]
    pub via: Option<String>,
    /// Let allocations succeed; without it `malloc` may return null
    #[arg(long, help_heading = "C")]
    pub malloc_succeeds: bool,
    /// Where C leaves the order of evaluation open and it can be seen: explore every order (the default), or take one
    #[arg(long, value_enum, value_name = "ORDER", help_heading = "C")]
    pub evaluation_order: Option<OrderArgument>,
    /// What a function without body may do, as NAME=any|arguments|pure|unreachable: write all that other files can see, what its arguments lead to, nothing, or not be called; may be repeated. Without it proofs hold for `any`, and violations need no more than `arguments`
    #[arg(long, value_name = "NAME=WHAT", action = ArgAction::Append, help_heading = "C")]
    pub stub: Vec<String>,
    /// Memory at a fixed address, as ADDRESS:SIZE or ADDRESS:SIZE=volatile (each read gives any value); may be repeated. `[[region]]` in a `cairn.toml` beside the inputs or in the current folder says the same
    #[arg(long, value_name = "ADDRESS:SIZE", action = ArgAction::Append, help_heading = "C")]
    pub region: Vec<String>,
    /// Arithmetic with bit-fields wider than `int`: in their own width as gcc does, in the declared type as clang does, or
    /// both alike (the default)
    #[arg(long, value_enum, value_name = "COMPILER", help_heading = "C")]
    pub bit_field_promotion: Option<PromotionArgument>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PromotionArgument {
    Any,
    Gcc,
    Clang,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OrderArgument {
    Any,
    Left,
    Right,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum AssertionOverflowArgument {
    Strict,
    Eliminated,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DataModelArgument {
    Lp64,
    Ilp32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum IntegersArgument {
    Bits,
    Math,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ArraysArgument {
    Theory,
    Cells,
}

#[derive(Debug, Args)]
pub struct EngineArguments {
    /// Which engine: `auto`, `bmc` (bounded model checking), `k-induction`, `chc` (Horn clauses, with Z3), `ic3` (property-directed
    /// reachability) or `intervals` (interval analysis alone: a first look at programs of any size)
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub engine: String,
    /// Explore this many iterations of each loop; without it bounds grow by themselves
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub unwind: Option<u32>,
    /// What executions that need more than K do: violate an `unwinding` property, or not count
    #[arg(long, value_enum, default_value_t = UnwindingArgument::Assert, value_name = "HOW")]
    pub unwinding: UnwindingArgument,
    /// Which solver: a name `cairn solvers` lists, or any command that speaks SMT-LIB. `golem` and `eldarica` solve
    /// Horn clauses only
    #[arg(long, value_name = "NAME", default_value = "builtin")]
    pub solver: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum UnwindingArgument {
    Assert,
    Assume,
}

#[derive(Debug, Args)]
pub struct LimitArguments {
    /// Stop after this time and report what is known
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, help_heading = "Limits")]
    pub timeout: Option<f64>,
    /// Stop when the process holds this much memory and report what is known
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, help_heading = "Limits")]
    pub memory: Option<u64>,
}

#[derive(Debug, Args)]
pub struct OutputArguments {
    /// The report: text, json, sarif, html (a page to walk through executions), junit, github (annotations of a workflow), markdown
    /// (a job's summary), gitlab (code quality) or witness (SV-COMP's format 2.0, of C), each optionally to a file; may be repeated
    #[arg(long, value_name = "FORMAT[=FILE]", action = ArgAction::Append, help_heading = "Output")]
    pub format: Vec<String>,
    /// Write the report to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Print only the verdict of the run
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Show every step of a trace and more about the run
    #[arg(short, long, help_heading = "Output")]
    pub verbose: bool,
    /// When to show a progress line
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN", help_heading = "Output")]
    pub progress: When,
}

#[derive(Debug, Args)]
pub struct ExportArguments {
    #[command(flatten)]
    pub subject: SubjectArguments,
    /// What to write: `annotated` (Ada: the source with its checks as `--%` lines; see also --invariants), `program`, `smt2`, `horn` (clauses) or `automaton` (of --property: a file .ltl, .ya, .pml, .hoa, or a formula; written as the name of the output says: .dot, .hoa, .pml, .ya)
    /// `acsl`: the C program with the automaton of --property as ghost code and specifications, for Frama-C; `monitor`: with it as plain code, which reports violations at run time
    /// `aiger`, `btor2` (for hardware model checkers), `smv` (NuSMV, nuXmv) and `tla` (TLC; with its .cfg) write the transition system; `flow-graph` the graphs of its procedures (.txt, .dot, .json, .svg)
    #[arg(long, value_name = "FORMAT")]
    pub to: String,
    /// The values of an input, as NAME=LO..HI, for a checker that enumerates them (tla); may be repeated
    #[arg(long, value_name = "NAME=LO..HI", action = ArgAction::Append)]
    pub range: Vec<String>,
    /// Write to this file (annotated: or folder) instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Check the program and write the invariants of its proofs into the source instead (annotated): `pragma Loop_Invariant` in Ada, `loop invariant` in C
    #[arg(long)]
    pub invariants: bool,
    /// Explore this many iterations of each loop (smt2)
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub unwind: Option<u32>,
    /// All properties in one file (smt2)
    #[arg(long)]
    pub all: bool,
    /// How executions become a formula (smt2): `paths`, or `blocks` with a Boolean per basic block
    #[arg(long, value_name = "ENCODING", default_value = "paths")]
    pub encoding: String,
    /// SMT-LIB 1.2 instead of 2.6 (smt2 with `--encoding blocks`)
    #[arg(long)]
    pub smt1: bool,
    /// Arrays (horn): by the `theory` of arrays, or without it by `cells`, pairs of an index and a value
    #[arg(long, value_enum, default_value_t = ArraysArgument::Theory, value_name = "HOW")]
    pub arrays: ArraysArgument,
    /// How many cells each array has (horn with `--arrays cells`)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub cells: u32,
    #[command(flatten)]
    pub automaton: AutomatonArguments,
    #[command(flatten)]
    pub abstraction: AbstractionArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// How an automaton is written into a program.
#[derive(Debug, Args)]
pub struct AutomatonArguments {
    /// Ghost code without specifications (acsl)
    #[arg(long, help_heading = "Automata")]
    pub no_annotations: bool,
    /// Assert at the end of each update function that some state is active (acsl)
    #[arg(long, help_heading = "Automata")]
    pub smoke_tests: bool,
    /// Keep this many earlier states of a deterministic automaton (acsl)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), help_heading = "Automata")]
    pub history: Option<u32>,
    /// An accepting state is active where a run ends (acsl, monitor)
    #[arg(long, help_heading = "Automata")]
    pub acceptance: bool,
    /// Specifications say only that some state is active, not which (acsl)
    #[arg(long, help_heading = "Automata")]
    pub no_simplify: bool,
    /// No lemmas that a deterministic automaton is one (acsl)
    #[arg(long, help_heading = "Automata")]
    pub no_lemmas: bool,
}

impl AutomatonArguments {
    /// The first option that only `acsl` has.
    pub fn of_acsl(&self) -> Option<&'static str> {
        let all = [
            (self.no_annotations, "--no-annotations"),
            (self.smoke_tests, "--smoke-tests"),
            (self.history.is_some(), "--history"),
            (self.no_simplify, "--no-simplify"),
            (self.no_lemmas, "--no-lemmas"),
        ];
        all.into_iter().find(|(given, _)| *given).map(|(_, name)| name)
    }
}

/// Contracts in place of bodies.
#[derive(Debug, Args)]
pub struct AbstractionArguments {
    /// Hide the bodies of these subprograms behind their contracts, which are proved on the way; `all`: of all that have one
    #[arg(long = "abstract", value_name = "NAME", action = ArgAction::Append, value_delimiter = ',', help_heading = "Contracts in place of bodies")]
    pub abstracted: Vec<String>,
    /// Subprograms whose bodies stay
    #[arg(long, value_name = "NAME", action = ArgAction::Append, value_delimiter = ',', help_heading = "Contracts in place of bodies")]
    pub keep: Vec<String>,
    /// Contracts that are not proved are assumed, and the report says so
    #[arg(long, help_heading = "Contracts in place of bodies")]
    pub assume_contracts: bool,
}

impl AbstractionArguments {
    pub fn is_given(&self) -> bool {
        !self.abstracted.is_empty() || !self.keep.is_empty() || self.assume_contracts
    }
    pub fn abstraction(&self, atomic: Vec<String>) -> Result<Abstraction, String> {
        if self.abstracted.is_empty() && (self.is_given() || !atomic.is_empty()) {
            return Err("--keep, --atomic and --assume-contracts belong to `--abstract NAME`, which hides bodies behind contracts".into());
        }
        let (names, keep) = (self.abstracted.clone(), self.keep.clone());
        Ok(Abstraction { names, keep, assume: self.assume_contracts, atomic })
    }
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct TemporalArguments {
    #[command(flatten)]
    pub subject: SubjectArguments,
    /// What a step is: each `events` (call or return) or each executed `statements`; by default as the property needs
    #[arg(long, value_name = "WHAT", value_parser = ["events", "statements"], help_heading = "Property")]
    pub steps: Option<String>,
    /// Accepting states count: one is active at every normal end, and again and again in runs that do not end
    #[arg(long, help_heading = "Property")]
    pub acceptance: bool,
    /// The automaton says what must not happen
    #[arg(long, help_heading = "Property")]
    pub never: bool,
    /// Print what the property gives each function (`operations`) and stop
    #[arg(long, value_name = "STAGE", value_parser = ["operations"], help_heading = "Output")]
    pub show: Option<String>,
    /// Runs that end are finite words, instead of staying in their last state for ever
    #[arg(long, help_heading = "Property")]
    pub finite: bool,
    /// Only runs in which this condition or event holds again and again; may be repeated
    #[arg(long, value_name = "CONDITION", action = ArgAction::Append, help_heading = "Property")]
    pub fair: Vec<String>,
    /// Decide run-time checks, too; executions that fail one are not runs of the program either way
    #[arg(long)]
    pub with_checks: bool,
    #[command(flatten)]
    pub abstraction: AbstractionArguments,
    /// The body of this subprogram is seen as one step, though what the property reads changes inside it more than once
    #[arg(long, value_name = "NAME", action = ArgAction::Append, value_delimiter = ',', help_heading = "Contracts in place of bodies")]
    pub atomic: Vec<String>,
    #[command(flatten)]
    pub engine: EngineArguments,
    #[command(flatten)]
    pub limits: LimitArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}

#[derive(Debug, Args)]
pub struct ReplayArguments {
    /// A report written with `--format json=REPORT`
    #[arg(value_name = "REPORT")]
    pub report: PathBuf,
    /// Compile each counterexample as a program of its own and run that (Ada: needs GNAT; C: needs gcc)
    #[arg(long)]
    pub native: bool,
    /// Keep the programs of --native in this folder
    #[arg(long, value_name = "FOLDER", requires = "native")]
    pub keep: Option<PathBuf>,
    /// Show every step of a trace
    #[arg(short, long)]
    pub verbose: bool,
    /// Print only how many replayed
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct LspArguments {
    /// Options of `cairn check` for every check, behind `--`
    #[arg(value_name = "OPTION", last = true)]
    pub arguments: Vec<String>,
}

#[derive(Debug, Args)]
pub struct CompletionArguments {
    /// Which shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct ManArguments {
    /// The folder, which is made if need be
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// A check kind (`index`) or a diagnostic code (`P0001`); without it, a list of all
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

/// A word that may name a subprogram: no option, and no input.
fn is_subprogram(word: &str) -> bool {
    let is_input = [".adb", ".ads", ".c", ".h", ".i", ".ll", ".bc", ".cairn", ".yml"].iter().any(|e| word.ends_with(e));
    !word.starts_with('-') && !is_input && !std::path::Path::new(word).exists()
}

/// Lets `--check` and `--no-check` take several kinds separated by spaces, and `--abstract` and its like several names, without
/// swallowing the inputs behind them: what follows and is the name of a kind or of a subprogram is joined with commas.
pub fn join_kinds(arguments: Vec<OsString>, is_kind: impl Fn(&str) -> bool) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::with_capacity(arguments.len());
    let mut arguments = arguments.into_iter().peekable();
    while let Some(argument) = arguments.next() {
        let takes_kinds = argument == "--check" || argument == "--no-check";
        let takes_names = argument == "--abstract" || argument == "--keep" || argument == "--atomic";
        joined.push(argument);
        if !takes_kinds && !takes_names {
            continue;
        }
        let belongs = |next: &str| if takes_kinds { is_kind(next) } else { is_subprogram(next) };
        let Some(mut words) = arguments.next() else { break };
        while let Some(word) = arguments.next_if(|next| next.to_str().is_some_and(belongs)) {
            words.push(",");
            words.push(word);
        }
        joined.push(words);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn kinds_may_be_separated_by_spaces_or_commas() {
        let join = |line: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            let joined = join_kinds(words, |word| ["index", "leak"].contains(&word));
            joined.join(std::ffi::OsStr::new(" ")).into_string().unwrap()
        };
        assert_eq!(join("check --check index leak a.cairn"), "check --check index,leak a.cairn");
        assert_eq!(join("check --check index a.cairn --no-check leak"), "check --check index a.cairn --no-check leak");
        assert_eq!(join("check --check"), "check --check");
        assert_eq!(join("temporal --abstract f g a.c --keep h"), "temporal --abstract f,g a.c --keep h");
    }
}
