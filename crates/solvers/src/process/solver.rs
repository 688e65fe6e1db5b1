//! A solver process behind the ability traits.
//!
//! What is asserted is kept here as terms and told to the process only when a check needs it. So a process
//! that was killed (by the budget, or because it misbehaved) is simply started again at the next check and
//! told everything anew: after any outcome the solver can be used again.
//!
//! An assumption is told once per scope as a fresh constant that implies it, so that unsat cores name
//! assumptions and not their text. Models are read as values of symbols; the values of terms follow by our
//! own evaluation. Conflict limits cannot be expressed in SMT-LIB and are ignored.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use cairn_base::Budget;
use cairn_term::smtlib::{PrintOptions, Printer, read_values};
use cairn_term::{Assignment, FunctionValue, Op, SortId, TermId, Terms, Value};
use rustc_hash::FxHashMap;

use super::catalogue::SolverCommand;
use super::dialogue::Dialogue;
use super::error::ProcessError;
use crate::abilities::{Cores, Incremental, Limits, ModelError, Models, Outcome, Restarts, Solver, UnknownReason};

/// How many terms one `get-value` asks for.
const VALUES_AT_ONCE: usize = 256;

pub struct ProcessSolver {
    command: SolverCommand,
    version: String,
    logic: String,
    log: Option<PathBuf>,
    /// Outermost first; never empty.
    scopes: Vec<Scope>,
    connection: Option<Connection>,
    /// How often a process was started.
    starts: u32,
    last: Last,
}

#[derive(Default)]
struct Scope {
    asserted: Vec<TermId>,
    /// How many of them the process knows.
    told: usize,
}

struct Connection {
    dialogue: Dialogue,
    printer: Printer,
    /// Scopes the process knows, the outermost included.
    open: usize,
    /// Constants that stand for assumptions, with the scope they were made in.
    proxies: FxHashMap<TermId, (String, usize)>,
}

/// What the last check left to be asked about.
enum Last {
    Nothing,
    Sat { budget: Budget, assumptions: Vec<TermId> },
    Unsat { core: Vec<TermId> },
}

/// Why a check has no conclusive answer.
enum Failure {
    Process(ProcessError),
    Print(String),
}

impl From<ProcessError> for Failure {
    fn from(error: ProcessError) -> Self {
        Failure::Process(error)
    }
}

impl ProcessSolver {
    /// Starts the program. That it is missing or does not start is told here; what goes wrong later makes a
    /// check `Unknown`.
    pub fn start(command: SolverCommand, budget: &Budget) -> Result<Self, ProcessError> {
        Self::start_logged(command, budget, None)
    }

    /// The same, with the dialogue written to a file that replays. Should the process be started again, the
    /// next dialogue goes to a file with a number before its extension.
    pub fn start_logged(command: SolverCommand, budget: &Budget, log: Option<&Path>) -> Result<Self, ProcessError> {
        let mut solver = Self {
            version: String::new(),
            command,
            logic: "ALL".into(),
            log: log.map(Path::to_path_buf),
            scopes: vec![Scope::default()],
            connection: None,
            starts: 0,
            last: Last::Nothing,
        };
        solver.connect(budget)?;
        solver.version = solver.command.version().unwrap_or_else(|| solver.command.name.clone());
        Ok(solver)
    }

    /// Promises that only terms of this logic will be asserted, which lets some solvers do better. Call it
    /// before the first check.
    pub fn set_logic(&mut self, logic: &str) {
        self.logic = logic.into();
        self.disconnect();
    }

    /// The value that the process itself gives to an asserted term in its model: to tell a wrong model from
    /// a model that we read or evaluate wrongly.
    pub fn own_value(&mut self, terms: &mut Terms, asserted: TermId) -> Result<Value, ModelError> {
        let Last::Sat { budget, .. } = &self.last else { return Err(ModelError::NoModel) };
        let connection = self.connection.as_mut().ok_or(ModelError::NoModel)?;
        let mut values = connection.values(terms, &[asserted], budget)?;
        values.pop().ok_or(ModelError::NoModel)
    }

    fn connect(&mut self, budget: &Budget) -> Result<(), ProcessError> {
        if self.connection.is_some() {
            return Ok(());
        }
        self.starts += 1;
        let log = self.log.as_deref().map(|path| numbered(path, self.starts));
        let mut dialogue = Dialogue::start(&self.command, budget, log.as_deref())?;
        begin(&mut dialogue, &self.logic)?;
        let printer = Printer::new(PrintOptions::default());
        self.connection = Some(Connection { dialogue, printer, open: 1, proxies: FxHashMap::default() });
        Ok(())
    }

    fn disconnect(&mut self) {
        self.connection = None;
        for scope in &mut self.scopes {
            scope.told = 0;
        }
    }

    fn try_check(&mut self, terms: &Terms, assumptions: &[TermId], budget: &Budget) -> Result<Outcome, Failure> {
        self.connect(budget)?;
        let Some(connection) = &mut self.connection else { return Ok(gave_up("not connected")) };
        connection.tell_scopes(terms, &mut self.scopes, budget)?;
        let mut literals = Vec::with_capacity(assumptions.len());
        for &assumption in assumptions {
            literals.push(connection.proxy(terms, assumption)?);
        }
        let question = match literals.as_slice() {
            [] => "(check-sat)".to_string(),
            literals => format!("(check-sat-assuming ({}))", literals.join(" ")),
        };
        let answer = connection.dialogue.ask(&question, budget)?;
        match answer.as_str() {
            "sat" => {
                self.last = Last::Sat { budget: budget.clone(), assumptions: assumptions.to_vec() };
                Ok(Outcome::Sat)
            }
            "unsat" => {
                let core = connection.core(assumptions, budget)?;
                self.last = Last::Unsat { core };
                Ok(Outcome::Unsat)
            }
            "unknown" | "timeout" => Ok(gave_up(&format!("{} answered `{answer}`", self.command.name))),
            other => Err(connection.dialogue.nonsense("sat, unsat or unknown", other).into()),
        }
    }

    fn try_model(&mut self, terms: &mut Terms) -> Result<Assignment, ModelError> {
        let Last::Sat { budget, assumptions } = &self.last else { return Err(ModelError::NoModel) };
        let Some(connection) = &mut self.connection else { return Err(ModelError::NoModel) };
        let mut roots: Vec<TermId> = self.scopes.iter().flat_map(|s| s.asserted.iter().copied()).collect();
        roots.extend(assumptions);
        let symbols: Vec<TermId> = terms.symbols_of_all(&roots).into_iter().map(|s| terms.symbol_term(s)).collect();
        let mut model = Assignment::new();
        for (&term, value) in symbols.iter().zip(connection.values(terms, &symbols, budget)?) {
            if let Some(symbol) = terms.as_symbol(term) {
                model.set(symbol, value);
            }
        }
        connection.functions(terms, &roots, budget, &mut model)?;
        Ok(model)
    }
}

impl Connection {
    /// Tells the process what it does not know yet.
    fn tell_scopes(&mut self, terms: &Terms, scopes: &mut [Scope], budget: &Budget) -> Result<(), Failure> {
        for (depth, scope) in scopes.iter_mut().enumerate() {
            if depth >= self.open {
                self.dialogue.tell("(push 1)")?;
                self.printer.push();
                self.open += 1;
            }
            for &term in &scope.asserted[scope.told..] {
                budget.check().map_err(ProcessError::Stopped)?;
                let mut text = String::new();
                self.printer.assert(terms, term, &mut text).map_err(|e| Failure::Print(e.to_string()))?;
                self.dialogue.tell(text.trim_end())?;
                scope.told += 1;
            }
        }
        Ok(())
    }

    fn pop(&mut self) -> Result<(), ProcessError> {
        self.dialogue.tell("(pop 1)")?;
        self.printer.pop();
        self.open -= 1;
        let open = self.open;
        self.proxies.retain(|_, (_, scope)| *scope <= open);
        Ok(())
    }

    /// The constant that implies an assumption.
    fn proxy(&mut self, terms: &Terms, assumption: TermId) -> Result<String, Failure> {
        if let Some((name, _)) = self.proxies.get(&assumption) {
            return Ok(name.clone());
        }
        let print = |e: cairn_term::smtlib::PrintError| Failure::Print(e.to_string());
        let mut text = String::new();
        self.printer.define(terms, &[assumption], &mut text).map_err(print)?;
        let meaning = self.printer.reference(terms, assumption).map_err(print)?;
        // The printer decorates names that collide with those of terms, but never makes one like this.
        let name = format!("assume!{}!{}", self.open, assumption.0);
        let _ = writeln!(text, "(declare-fun {name} () Bool)\n(assert (=> {name} {meaning}))");
        self.dialogue.tell(text.trim_end())?;
        self.proxies.insert(assumption, (name.clone(), self.open));
        Ok(name)
    }

    /// The assumptions that the process names as contradictory.
    fn core(&mut self, assumptions: &[TermId], budget: &Budget) -> Result<Vec<TermId>, ProcessError> {
        if assumptions.is_empty() {
            return Ok(Vec::new());
        }
        let answer = self.dialogue.ask("(get-unsat-assumptions)", budget)?;
        let inner = answer.strip_prefix('(').and_then(|a| a.strip_suffix(')'));
        let Some(inner) = inner else {
            return Err(self.dialogue.nonsense("a list of assumptions", &answer));
        };
        let named: Vec<&str> = inner.split_whitespace().map(|n| n.trim_matches('|')).collect();
        let is_named = |t: &TermId| self.proxies.get(t).is_some_and(|(name, _)| named.contains(&name.as_str()));
        let core: Vec<TermId> = assumptions.iter().copied().filter(is_named).collect();
        if named.len() > core.len() && named.iter().any(|n| !self.proxies.values().any(|(name, _)| name == n)) {
            return Err(self.dialogue.nonsense("the assumptions of the check", &answer));
        }
        Ok(core)
    }

    fn values(&mut self, terms: &mut Terms, wanted: &[TermId], budget: &Budget) -> Result<Vec<Value>, ModelError> {
        let unreadable = |e: &dyn std::fmt::Display| ModelError::Unreadable(e.to_string());
        let mut values = Vec::with_capacity(wanted.len());
        for chunk in wanted.chunks(VALUES_AT_ONCE) {
            let mut names = Vec::with_capacity(chunk.len());
            for &term in chunk {
                names.push(self.printer.reference(terms, term).map_err(|e| unreadable(&e))?);
            }
            let question = format!("(get-value ({}))", names.join(" "));
            let answer = self.dialogue.ask(&question, budget).map_err(|e| unreadable(&e))?;
            let sorts: Vec<SortId> = chunk.iter().map(|&t| terms.sort_of(t)).collect();
            let found = read_values(terms, &answer, &sorts).map_err(|e| unreadable(&e))?;
            values.extend(found);
        }
        Ok(values)
    }

    /// Values of uninterpreted functions, where the formula applies them: the value of every application
    /// and of its arguments. Elsewhere the formula does not look.
    fn functions(
        &mut self,
        terms: &mut Terms,
        roots: &[TermId],
        budget: &Budget,
        model: &mut Assignment,
    ) -> Result<(), ModelError> {
        let is_application = |t: &TermId| matches!(terms.op(*t), Op::Apply(_));
        let applications: Vec<TermId> = terms.post_order(roots).filter(is_application).collect();
        for application in applications {
            let Op::Apply(function) = terms.op(application) else { continue };
            let mut wanted = terms.args(application).to_vec();
            wanted.push(application);
            let mut text = String::new();
            let defined = self.printer.define(terms, &wanted, &mut text);
            defined.map_err(|e| ModelError::Unreadable(e.to_string()))?;
            if !text.is_empty() {
                // A definition after the check would end the model.
                return Err(ModelError::Unreadable("a function under a quantifier".into()));
            }
            let mut values = self.values(terms, &wanted, budget)?;
            let Some(value) = values.pop() else { continue };
            let mut table = model.get_function(function).cloned().unwrap_or_else(|| FunctionValue {
                default: Value::default_of(terms, terms.function_data(function).result),
                entries: Default::default(),
            });
            table.entries.insert(values, value);
            model.set_function(function, table);
        }
        Ok(())
    }
}

/// What every dialogue begins with.
fn begin(dialogue: &mut Dialogue, logic: &str) -> Result<(), ProcessError> {
    dialogue.tell("(set-option :produce-models true)")?;
    dialogue.tell("(set-option :produce-unsat-assumptions true)")?;
    dialogue.tell(&format!("(set-logic {logic})"))
}

fn gave_up(words: &str) -> Outcome {
    Outcome::Unknown(UnknownReason::GaveUp(words.into()))
}

/// The path for the n-th dialogue: `log.smt2`, `log.2.smt2`, …
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number <= 1 {
        return path.to_path_buf();
    }
    let extension = path.extension().map_or("smt2".into(), |e| e.to_string_lossy().into_owned());
    path.with_extension(format!("{number}.{extension}"))
}

impl Solver for ProcessSolver {
    fn name(&self) -> String {
        self.version.clone()
    }

    fn assert(&mut self, _terms: &mut Terms, term: TermId) {
        self.last = Last::Nothing;
        if let Some(scope) = self.scopes.last_mut() {
            scope.asserted.push(term);
        }
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], budget: &Budget, _limits: Limits) -> Outcome {
        self.last = Last::Nothing;
        if let Err(reason) = budget.look() {
            return Outcome::Unknown(UnknownReason::Stopped(reason));
        }
        match self.try_check(terms, assumptions, budget) {
            Ok(outcome) => outcome,
            Err(failure) => {
                self.disconnect();
                Outcome::Unknown(match failure {
                    Failure::Process(ProcessError::Stopped(reason)) => UnknownReason::Stopped(reason),
                    Failure::Process(error) => UnknownReason::GaveUp(error.to_string()),
                    Failure::Print(what) => UnknownReason::Unsupported(what),
                })
            }
        }
    }
}

/// The process goes on, so this is cheaper than a new solver; and a process without open scopes may use methods
/// that it does not use between `push` and `pop`.
impl Restarts for ProcessSolver {
    fn start_over(&mut self) {
        self.scopes = vec![Scope::default()];
        self.last = Last::Nothing;
        let Some(connection) = &mut self.connection else { return };
        match connection.dialogue.reset(&self.command).and_then(|()| begin(&mut connection.dialogue, &self.logic)) {
            Ok(()) => {
                connection.printer = Printer::new(PrintOptions::default());
                connection.open = 1;
                connection.proxies.clear();
            }
            Err(_) => self.disconnect(),
        }
    }
}

impl Incremental for ProcessSolver {
    fn push(&mut self) {
        self.last = Last::Nothing;
        self.scopes.push(Scope::default());
    }

    fn pop(&mut self) {
        self.last = Last::Nothing;
        if self.scopes.len() == 1 {
            return;
        }
        self.scopes.pop();
        let open = self.scopes.len();
        let popped = match &mut self.connection {
            Some(connection) if connection.open > open => connection.pop(),
            _ => Ok(()),
        };
        if popped.is_err() {
            self.disconnect();
        }
    }
}

impl Models for ProcessSolver {
    fn model(&mut self, terms: &mut Terms) -> Result<Assignment, ModelError> {
        let outcome = self.try_model(terms);
        if matches!(outcome, Err(ModelError::Unreadable(_))) {
            self.disconnect();
            self.last = Last::Nothing;
        }
        outcome
    }
}

impl Cores for ProcessSolver {
    fn unsat_core(&self) -> Vec<TermId> {
        match &self.last {
            Last::Unsat { core } => core.clone(),
            _ => Vec::new(),
        }
    }
}
