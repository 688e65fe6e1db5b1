//! Contracts in place of bodies (`--abstract`): a proof about the abstraction is one about the program where
//! [`cairn_temporal::abstraction`] finds nothing that the body could show, the contract is proved, and what it requires is proved at
//! every call. Whatever else comes of an abstraction says nothing: the body concerned is put back, and the question is asked again,
//! in the end about the program as it is.
//!
//! The question itself is decided as ever; proofs are judged on the abstraction.

use super::question::{Asked, Question};
use super::{TemporalRequest, decide};
use crate::codes;
use crate::request::Request;
use crate::run::prove::{self, Options};
use crate::run::{Shared, lock, portfolio_on};
use crate::selection::CheckSelection;
use cairn_base::diagnostic::Severity;
use cairn_base::source::SourceMap;
use cairn_base::{Budget, Diagnostic};
use cairn_ir::{CheckKind, Contract, Language, ProcId, Program, Verdict};
use cairn_passes::contracts::replace_body;
use cairn_passes::{CallGraph, Loops};
use cairn_temporal::abstraction::{self, with_contracts};
use cairn_temporal::points::started;
use std::time::Duration;

/// The part of the time that abstractions may take, in all and each.
const SHARE: u32 = 2;
const GOAL: Duration = Duration::from_secs(20);

/// Which bodies are hidden.
#[derive(Clone, Debug, Default)]
pub struct Abstraction {
    /// Names of procedures; `all` stands for those that have contracts.
    pub names: Vec<String>,
    pub keep: Vec<String>,
    /// Contracts that are not proved are taken to be true.
    pub assume: bool,
    /// Procedures whose bodies the user sees as one step.
    pub atomic: Vec<String>,
}

/// The names that are meant, in the order of the program; and those whose bodies are one step.
pub(crate) struct Chosen {
    pub procedures: Vec<ProcId>,
    atomic: Vec<ProcId>,
}

impl Abstraction {
    pub(crate) fn chosen(&self, program: &Program, entries: &[ProcId]) -> Result<Chosen, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let known = with_contracts(program, &started(program, entries));
        let mut find = |option: &str, name: &String| {
            let found = program.find_procedure(name).filter(|id| known.contains(id));
            // What no run reaches need not be hidden.
            let unreached = program.subprograms.iter().any(|own| *own.name == **name && !own.is_reached);
            if found.is_none() && !unreached {
                errors.push(no_contract(program, option, name, &known));
            }
            found
        };
        let mut procedures: Vec<ProcId> = Vec::new();
        for name in &self.names {
            match &**name {
                "all" if program.find_procedure("all").is_none() => procedures.extend(&known),
                _ => procedures.extend(find("--abstract", name)),
            }
        }
        let keep: Vec<ProcId> = self.keep.iter().filter_map(|name| find("--keep", name)).collect();
        let atomic: Vec<ProcId> = self.atomic.iter().filter_map(|name| find("--atomic", name)).collect();
        procedures.retain(|id| !keep.contains(id));
        procedures.sort_unstable();
        procedures.dedup();
        if let (true, Some(other)) = (errors.is_empty(), atomic.iter().find(|id| !procedures.contains(id))) {
            let name = &program.procedures[*other].name;
            let message = format!("--atomic {name}: the body of `{name}` is not hidden");
            errors.push(Diagnostic::error(codes::CONTRACTS_FOR_BODIES, message).help("`--abstract` hides it"));
        }
        if errors.is_empty() { Ok(Chosen { procedures, atomic }) } else { Err(errors) }
    }
}

fn no_contract(program: &Program, option: &str, name: &str, known: &[ProcId]) -> Diagnostic {
    let exists = program.find_procedure(name).is_some_and(|id| program.procedures[id].has_body());
    let what = match exists {
        true => "it has no contract that says what it does, or runs start there",
        false => "there is no subprogram of that name with a body",
    };
    let error = Diagnostic::error(codes::CONTRACTS_FOR_BODIES, format!("{option} {name}: {what}"));
    if program.language == Language::Ada {
        return error.help("contracts of Ada are checks in bodies in this version, and stand for none");
    }
    let names: Vec<String> = known.iter().map(|id| format!("`{}`", program.procedures[*id].name)).collect();
    match names.as_slice() {
        [] => error.help("no subprogram has a contract with `ensures` or `assigns`"),
        names => error.help(format!("those with contracts are {}", names.join(", "))),
    }
}

/// What is needed to ask about a program with some bodies hidden.
pub(super) struct Attempt<'a> {
    pub program: &'a Program,
    pub question: &'a Question,
    pub request: &'a Request,
    pub temporal: &'a TemporalRequest,
    pub budget: &'a Budget,
    pub shared: &'a Shared,
}

impl Attempt<'_> {
    /// Whether the property was proved with bodies hidden. What was found out about them is told either way.
    pub fn prove(&self, chosen: &Chosen, sources: &mut SourceMap) -> bool {
        let share =
            self.budget.remaining().map_or_else(|| self.budget.clone(), |left| self.budget.within(left / SHARE));
        let mut hidden: Vec<ProcId> = Vec::new();
        for &procedure in &chosen.procedures {
            match self.obstacle(procedure, chosen, &share) {
                None => hidden.push(procedure),
                Some(why) => self.put_back(procedure, &why),
            }
        }
        while !hidden.is_empty() && share.look().is_ok() {
            let Some(program) = self.abstracted(&mut hidden) else { continue };
            let broken: Vec<ProcId> =
                hidden.iter().copied().filter(|id| !self.required_holds(&program, *id, &share)).collect();
            if !broken.is_empty() {
                for id in broken {
                    hidden.retain(|other| *other != id);
                    self.put_back(id, "what its contract requires is not proved at every call");
                }
                continue;
            }
            let own = Shared::default();
            lock(&own).sources = sources.clone();
            let read = Question::read(program, self.request, self.temporal, sources);
            let Ok(question) = read else { return false };
            decide::decide(&question, self.request, &share, &own);
            if is_proved(&own, &question) {
                self.tell_hidden(&hidden);
                super::take_over(self.shared, &own);
                return true;
            }
            // Its contract may say too little: one body after the other is put back.
            if let Some(id) = hidden.pop() {
                self.put_back(id, "with its contract alone the property was not proved");
            }
        }
        false
    }
    fn name(&self, id: ProcId) -> String {
        self.program.procedures[id].name.to_string()
    }
    /// Why a body cannot be hidden.
    fn obstacle(&self, procedure: ProcId, chosen: &Chosen, budget: &Budget) -> Option<String> {
        let stutters = matches!(&self.question.asked, Asked::Formula(formula) if !formula.formula.has_next());
        let asked = abstraction::Asked {
            program: self.program,
            leaves: &self.question.leaves,
            points: &self.question.points,
            steps: &self.question.steps,
            stutters,
        };
        asked
            .obstacle(procedure, chosen.atomic.contains(&procedure))
            .or_else(|| replace_body(self.program, procedure).err())
            .or_else(|| self.unproved(procedure, budget))
    }
    /// Why the contract is not known to be true.
    fn unproved(&self, procedure: ProcId, budget: &Budget) -> Option<String> {
        let open = unproved_contract(self.program, procedure, self.request, budget)?;
        if self.temporal.abstraction.assume {
            self.note(format!("the contract of `{open}` is not proved: it is assumed"), &[]);
            return None;
        }
        Some(format!("`cairn prove --entry {open}` does not prove its contract"))
    }
    /// The program with contracts for bodies; a body that turns out not to be replaceable is put back.
    fn abstracted(&self, hidden: &mut Vec<ProcId>) -> Option<Program> {
        let mut program = self.program.clone();
        for id in hidden.clone() {
            match replace_body(&program, id) {
                Ok(replaced) => program = replaced,
                Err(why) => {
                    hidden.retain(|other| *other != id);
                    self.put_back(id, &why);
                    return None;
                }
            }
        }
        Some(program)
    }
    /// Whether what a contract requires is proved at every call.
    fn required_holds(&self, program: &Program, procedure: ProcId, budget: &Budget) -> bool {
        if program.procedures[procedure].contract.requires.is_empty() {
            return true;
        }
        let mut own = program.clone();
        for (id, other) in own.procedures.iter_mut().filter(|(_, other)| other.has_body()) {
            other.blocks.iter_mut().for_each(|(_, block)| block.loop_contract = None);
            if id != procedure {
                other.contract = Contract::default();
            }
        }
        super::question::leave_out_failures(&mut own, self.request, false);
        let checks = CheckSelection::only([CheckKind::Precondition]);
        let request = Request { checks, ..self.request.clone() };
        let shared = Shared::default();
        lock(&shared).sources = lock(self.shared).sources.clone();
        portfolio_on(own, &request, budget, &shared);
        let known = lock(&shared);
        let Some(subject) = &known.subject else { return false };
        let proved = |id| matches!(known.judged.get(&id).map(|j| &j.decision.verdict), Some(Verdict::Proved(_)));
        known.internal_error.is_none() && subject.properties.iter().all(|id| proved(*id))
    }
    fn put_back(&self, id: ProcId, why: &str) {
        self.note(format!("the body of `{}` is not hidden: {why}", self.name(id)), &[]);
    }
    fn tell_hidden(&self, hidden: &[ProcId]) {
        let names: Vec<String> = hidden.iter().map(|id| format!("`{}`", self.name(*id))).collect();
        let message = format!("proved with contracts in place of the bodies of {}", names.join(", "));
        self.note(message, &["what happens inside a hidden body is one step; see docs/abstraction.md"]);
    }
    fn note(&self, message: String, notes: &[&str]) {
        let severity = Severity::Note;
        let made = Diagnostic { severity, ..Diagnostic::warning(codes::CONTRACTS_FOR_BODIES, message) };
        let made = notes.iter().fold(made, |made, note| made.note(*note));
        lock(self.shared).diagnostics.push(made);
    }
}

/// The procedure whose contract is not proved, of this one and those it calls whose variants matter.
pub(crate) fn unproved_contract(
    program: &Program,
    procedure: ProcId,
    request: &Request,
    budget: &Budget,
) -> Option<String> {
    let inside = CallGraph::new(program).reachable(&[procedure]);
    let turns = |id: &ProcId| {
        let own = &program.procedures[*id];
        !own.contract.decreases.is_empty() || !Loops::new(own).loops.is_empty()
    };
    // Variants are proved where they stand.
    let needed = inside.into_iter().filter(|id| *id == procedure || turns(id));
    let entries: Vec<String> = needed.map(|id| program.procedures[id].name.to_string()).collect();
    let request = Request { entries: entries.clone(), ..request.clone() };
    let options = Options { cache: None, strict: false, goal_timeout: GOAL };
    let report = prove::prove(&request, options, budget, &mut |_| {});
    let is_proved =
        |name: &String| report.goals.iter().any(|goal| goal.procedure == *name && goal.open == 0 && goal.violated == 0);
    entries.into_iter().find(|name| report.internal_error.is_some() || !is_proved(name))
}

fn is_proved(shared: &Shared, question: &Question) -> bool {
    let known = lock(shared);
    let judged = known.judged.get(&question.property);
    known.internal_error.is_none()
        && known.unconfirmed.is_empty()
        && judged.is_some_and(|judged| matches!(judged.decision.verdict, Verdict::Proved(_)))
}
