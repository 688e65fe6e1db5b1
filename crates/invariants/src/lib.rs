//! The invariants of a run's proofs, put back where they come from: the loops of the source.
//!
//! In: what is settled in a run. Out: for each loop of the source the conditions that hold whenever its head is reached,
//! in the words of a language ([`words`]). Proofs speak of a loop in one activation; the source has it once. What holds
//! in every activation is kept, and where activations differ, that one of their conditions holds. A loop of which
//! nothing is known in some activation, or a condition that has no words, is left out, and a note says why.
//!
//! Deliberately absent: proving. What is written was re-checked with the proof it comes from.

mod annotate;
mod numbers;
mod scopes;
mod wishes;
mod witness;
pub mod words;

pub use annotate::{Annotated, annotate};
pub use witness::{Circumstances, Witness, witness};

use cairn_base::{Budget, Diagnostic, FileId, Severity, SourceMap, Span};
use cairn_ir::{BlockId, CallSite, Callee, ExprId, ProcId, Program, StatementKind, Terminator, VarId};
use cairn_passes::{CallGraph, Loops};
use cairn_verify::codes;
use cairn_verify::report::Report;
use cairn_verify::request::Request;
use cairn_verify::run::{self, Snapshot, Subject};
use cairn_verify::settled::Settled;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wishes::{Helps, Wish};
use words::Dialect;

/// Activations of one procedure that are told apart; with more of them a loop is left out.
const MOST_ACTIVATIONS: usize = 64;

/// A condition, in the program it is an expression of.
#[derive(Clone, Debug)]
struct Clause {
    program: Arc<Program>,
    condition: ExprId,
}

/// A loop of the source.
#[derive(Clone, Debug)]
pub struct SourceLoop {
    procedure: ProcId,
    head: BlockId,
    /// The whole statement.
    pub span: Span,
    pub function: String,
    /// What holds at its head, for each activation.
    activations: Vec<Vec<Clause>>,
}

/// A condition in words, and the variables it speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    pub text: String,
    pub variables: BTreeSet<VarId>,
}

/// The execution that a violation was replayed with, as the source has it.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What functions without body returned: the value, the call and the function it stands in.
    returned: Vec<(String, Span, String)>,
    /// The failed check.
    target: Span,
    function: String,
}

/// What is known of the loops of a run, and notes about what is not.
#[derive(Debug, Default)]
pub struct Found {
    /// What the run was about.
    subject: Option<Arc<Subject>>,
    pub loops: Vec<SourceLoop>,
    /// Of the first property that is violated.
    pub violation: Option<Violation>,
    pub notes: Vec<Diagnostic>,
}

/// Checks a program, and finds out what the proofs say about the loops of its source.
pub fn check(request: &Request, budget: &Budget, tick: &mut dyn FnMut(&Snapshot)) -> (Report, Found) {
    run::check_and_look(request, budget, tick, |settled, sources| found(settled, sources, request))
}

/// The loops that the proofs of a run speak of.
fn found(settled: &Settled, sources: &SourceMap, request: &Request) -> Found {
    let mut found = Found::default();
    let is_input = |span: Span| {
        let name = &sources.file(span.file).name;
        request.inputs.iter().any(|input| input.name == *name)
    };
    let Some(subject) = settled.subject() else { return found };
    found.subject = Some(Arc::clone(subject));
    found.violation = violation(settled, subject, sources, &is_input);
    let clauses = clauses(settled, subject);
    let written = statements(subject, sources);
    let heads: BTreeSet<Head> = clauses.keys().map(|(head, _)| *head).collect();
    for (procedure, head) in heads {
        let mut left_out = |span: Option<Span>, why: &str| {
            found.notes.push(note(span, &format!("the invariants of this loop are left out: {why}")));
        };
        let span = match statement_of(&subject.program, procedure, head, sources) {
            Ok(span) if written.get(&key(span)).is_some_and(|times| *times > 1) => {
                left_out(Some(span), "it is compiled several times, and may differ");
                continue;
            }
            // Headers, and the C library that comes with the front end: nothing is written into them.
            Ok(span) if !is_input(span) => continue,
            Ok(span) => span,
            Err((span, why)) => {
                left_out(span, why);
                continue;
            }
        };
        let Some(activations) = known_everywhere(subject, &clauses, (procedure, head)) else {
            left_out(Some(span), "they are not known for all calls that lead to it");
            continue;
        };
        let function = subject.program.procedures[procedure].name.to_string();
        found.loops.push(SourceLoop { procedure, head, span, function, activations });
    }
    found.notes.extend(not_analysed(settled, subject, sources, &is_input));
    found.loops.sort_by_key(|l| (l.span.file, l.span.start));
    found
}

/// Notes about the loops that a construct which is not supported may be reached before.
fn not_analysed(
    settled: &Settled,
    subject: &Subject,
    sources: &SourceMap,
    is_input: &dyn Fn(Span) -> bool,
) -> Vec<Diagnostic> {
    let program = &subject.program;
    let mut notes = Vec::new();
    for procedure in CallGraph::new(program).reachable(&subject.entries) {
        for of_loop in Loops::new(&program.procedures[procedure]).loops {
            let span = statement_of(program, procedure, of_loop.head, sources).ok().filter(|span| is_input(*span));
            if let Some(span) = span.filter(|_| !settled.is_analysed(procedure, of_loop.head)) {
                let why = "an execution may reach a construct that is not supported before it";
                notes.push(note(Some(span), &format!("the invariants of this loop are left out: {why}")));
            }
        }
    }
    notes
}

type Place = (FileId, u32, u32);

fn key(span: Span) -> Place {
    (span.file, span.start, span.end)
}

/// How often each loop statement occurs in what is executed: instances of generics are copies.
fn statements(subject: &Subject, sources: &SourceMap) -> BTreeMap<Place, u32> {
    let program = &subject.program;
    let mut times = BTreeMap::new();
    for procedure in CallGraph::new(program).reachable(&subject.entries) {
        for of_loop in Loops::new(&program.procedures[procedure]).loops {
            if let Ok(span) = statement_of(program, procedure, of_loop.head, sources) {
                *times.entry(key(span)).or_insert(0) += 1;
            }
        }
    }
    times
}

/// The first violation with its replayed execution, as far as the inputs show it.
fn violation(
    settled: &Settled,
    subject: &Subject,
    sources: &SourceMap,
    is_input: &dyn Fn(Span) -> bool,
) -> Option<Violation> {
    let program = &subject.program;
    let (property, evidence) = settled.violations().next()?;
    let property = &program.properties[property];
    let function_at = |span: Span| {
        let holds = |block: &cairn_ir::Block| {
            block.statements.iter().any(|s| s.origin.span.is_some_and(|own| key(own) == key(span)))
        };
        let around = program.procedures.values().find(|p| p.blocks.values().any(holds));
        around.map(|p| p.name.to_string())
    };
    let returned = evidence.inputs().filter_map(|(input, span)| {
        let value: num_bigint::BigInt = input.value.parse().ok()?;
        let is_call = sources.text(span?).ends_with(')') && is_input(span?);
        is_call.then_some(())?;
        Some((value.to_string(), span?, function_at(span?)?))
    });
    let function = program.procedures[property.procedure?].name.to_string();
    let target = property.span.filter(|span| is_input(*span))?;
    Some(Violation { returned: returned.collect(), target, function })
}

fn note(span: Option<Span>, message: &str) -> Diagnostic {
    let note = Diagnostic::new(Severity::Note, codes::INVARIANT_LEFT_OUT, message);
    match span {
        Some(span) => note.at(span, ""),
        None => note,
    }
}

/// The first line of a loop, which is where messages point.
fn first_line(span: Span, sources: &SourceMap) -> Span {
    let line = sources.text(span).lines().next().unwrap_or_default().trim_end().len();
    Span { end: span.start + line as u32, ..span }
}

type Head = (ProcId, BlockId);

/// Where conditions hold: the calls from the entry, or none for every activation.
type Clauses = BTreeMap<(Head, Option<Vec<CallSite>>), Vec<Clause>>;

/// Everything that some proof says of a loop. Each proof was re-checked, so all of it holds.
fn clauses(settled: &Settled, subject: &Subject) -> Clauses {
    let mut clauses = Clauses::new();
    let plain = Arc::new(subject.program.clone());
    for (_, proof) in settled.proofs() {
        let program = proof.program.as_ref().unwrap_or(&plain);
        let is_summarised = |procedure: ProcId| proof.procedures.iter().any(|p| p.procedure == procedure);
        for of_loop in settled.loops(proof) {
            let place = &of_loop.place;
            let calls = match place.calls.first() {
                None if is_summarised(place.procedure) => None,
                // Calls that are counted from within: where they lead is not told by them alone.
                Some(first) if is_summarised(first.procedure) => continue,
                _ => Some(place.calls.clone()),
            };
            let list = clauses.entry(((place.procedure, place.head), calls)).or_default();
            for invariant in &of_loop.invariants {
                let text = |clause: &Clause| cairn_ir::display::expr_text(&clause.program, clause.condition);
                let clause = Clause { program: Arc::clone(program), condition: *invariant };
                if !list.iter().any(|other| text(other) == text(&clause)) {
                    list.push(clause);
                }
            }
        }
    }
    clauses
}

/// What holds at a head in each of its activations; none if nothing is known of one of them.
fn known_everywhere(subject: &Subject, clauses: &Clauses, head: Head) -> Option<Vec<Vec<Clause>>> {
    let of = |calls: Option<Vec<CallSite>>| clauses.get(&(head, calls)).cloned();
    let always = of(None);
    let each = activations(&subject.program, &subject.entries, head.0)
        .and_then(|all| all.into_iter().map(|calls| of(Some(calls))).collect::<Option<Vec<_>>>());
    match (always, each) {
        (None, each) => each,
        (Some(always), None) => Some(vec![always]),
        (Some(always), Some(each)) => Some(each.into_iter().map(|own| [own, always.clone()].concat()).collect()),
    }
}

/// All call sequences from the entries to a procedure; none if there are too many, or endlessly many.
fn activations(program: &Program, entries: &[ProcId], procedure: ProcId) -> Option<Vec<Vec<CallSite>>> {
    let graph = CallGraph::new(program);
    let leads_there = |from: ProcId| graph.reachable(&[from]).contains(&procedure);
    let mut found = Vec::new();
    let mut open: Vec<(ProcId, Vec<CallSite>)> = entries.iter().map(|entry| (*entry, Vec::new())).collect();
    while let Some((at, calls)) = open.pop() {
        if at == procedure {
            found.push(calls.clone());
        }
        if found.len() > MOST_ACTIVATIONS || (leads_there(at) && graph.is_recursive(at)) {
            return None;
        }
        for (block, body) in program.procedures[at].blocks.iter() {
            for (n, statement) in body.statements.iter().enumerate() {
                let StatementKind::Call { callee, .. } = &statement.kind else { continue };
                let callees = match callee {
                    Callee::Direct(callee) => vec![*callee],
                    Callee::Indirect { candidates, .. } => candidates.clone(),
                };
                for callee in callees.into_iter().filter(|callee| leads_there(*callee)) {
                    let mut inner = calls.clone();
                    inner.push(CallSite { procedure: at, block, statement: n as u32 });
                    open.push((callee, inner));
                }
            }
        }
    }
    Some(found)
}

/// The loop statement of a head: what enters the head from outside is written there.
fn statement_of(
    program: &Program,
    procedure: ProcId,
    head: BlockId,
    sources: &SourceMap,
) -> Result<Span, (Option<Span>, &'static str)> {
    let body = &program.procedures[procedure];
    let loops = Loops::new(body);
    let mut spans = BTreeSet::new();
    for (block, from) in body.blocks.iter() {
        if from.terminator.successors().contains(&head) && !loops.is_back_edge(block, head) {
            let is_goto = matches!(from.terminator, Terminator::Goto(_));
            spans.insert(from.terminator_origin.span.filter(|_| is_goto).map(|span| (span.file, span.start, span.end)));
        }
    }
    let near = loops.headed_by(head).and_then(|index| loops.loops[index].span);
    let spans: Vec<_> = spans.into_iter().collect();
    let [Some((file, start, end))] = spans[..] else { return Err((near, "it is no loop statement")) };
    let span = Span { file, start, end };
    let text = sources.text(span).to_ascii_lowercase();
    let word: String = text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let is_label = || text[word.len()..].trim_start().starts_with(':');
    match &*word {
        "while" | "for" | "do" | "loop" => Ok(span),
        _ if program.language == cairn_ir::Language::Ada && is_label() => Ok(span),
        _ => Err((Some(span), "the source has no loop statement there")),
    }
}

impl SourceLoop {
    /// What holds at the head in every activation, and notes about what cannot be said.
    fn facts(&self, dialect: Dialect, helps: &Helps) -> (Vec<Fact>, Vec<Diagnostic>) {
        let mut notes: Vec<Diagnostic> = Vec::new();
        let mut refused = |clause: &Clause, why: &str| {
            let text = cairn_ir::display::condition_text(&clause.program, clause.condition);
            let note = note(Some(self.span), &format!("the invariant `{text}` is left out: {why}"));
            if !notes.contains(&note) {
                notes.push(note);
            }
        };
        let mut said: Vec<Vec<Fact>> = Vec::new();
        for activation in &self.activations {
            let mut facts: Vec<Fact> = Vec::new();
            for clause in activation {
                let known = |wish: Wish| helps.holds(self, clause, wish);
                match words::condition(&clause.program, dialect, clause.condition, &known) {
                    Ok(text) if facts.iter().any(|fact| fact.text == text) || text == words::truth(dialect) => {}
                    Ok(text) => facts.push(Fact { text, variables: variables(&clause.program, clause.condition) }),
                    Err(why) => refused(clause, why),
                }
            }
            said.push(facts);
        }
        (together(dialect, said), notes)
    }
}

/// What all activations say, and of the rest that one of them holds.
fn together(dialect: Dialect, mut said: Vec<Vec<Fact>>) -> Vec<Fact> {
    let Some(first) = said.first().cloned() else { return Vec::new() };
    let common: Vec<Fact> = first.into_iter().filter(|fact| said.iter().all(|facts| facts.contains(fact))).collect();
    said.iter_mut().for_each(|facts| facts.retain(|fact| !common.contains(fact)));
    // Where nothing more is known of some activation, nothing more is known.
    if said.iter().any(Vec::is_empty) {
        return common;
    }
    let conjunction = |facts: &Vec<Fact>| {
        let texts: Vec<String> = facts.iter().map(|fact| fact.text.clone()).collect();
        words::all(dialect, &texts)
    };
    let mut choices: Vec<String> = said.iter().map(conjunction).collect();
    choices.sort();
    choices.dedup();
    let variables = said.iter().flatten().flat_map(|fact| fact.variables.iter().copied()).collect();
    let mut all = common;
    all.push(Fact { text: words::any(dialect, &choices), variables });
    all
}

/// The variables of the program that a condition speaks of; those of its quantifiers are not among them.
fn variables(program: &Program, condition: ExprId) -> BTreeSet<VarId> {
    let (mut free, mut bound) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![condition];
    while let Some(id) = open.pop() {
        let kind = &program.expr(id).kind;
        match kind {
            cairn_ir::ExprKind::Var(var) => {
                free.insert(*var);
            }
            cairn_ir::ExprKind::Forall(variables, _) | cairn_ir::ExprKind::Exists(variables, _) => {
                bound.extend(variables.iter().copied());
            }
            _ => {}
        }
        kind.for_each_child(|child| open.push(child));
    }
    free.retain(|var| !bound.contains(var));
    free
}
