//! Reads a property, and gives its words a meaning in the program.

use super::{PropertyText, StepChoice, TemporalRequest};
use crate::codes;
use crate::request::Request;
use crate::select;
use cairn_automata::atom::{AtomKind, Atoms};
use cairn_automata::buchi::{Automaton, Guard};
use cairn_automata::codes as own_codes;
use cairn_automata::formula::{Binary, Formula, Unary};
use cairn_automata::monitor::{self, Monitor};
use cairn_automata::property::{Property, read_property};
use cairn_automata::read::aorai_formula::is_aorai;
use cairn_automata::read::formula::read_formula;
use cairn_automata::translate::automaton_of;
use cairn_base::Diagnostic;
use cairn_base::source::{FileId, SourceMap};
use cairn_ir::{CheckKind, Contract, ProcId, Program, PropertyId, Reason, StatementKind};
use cairn_passes::contracts;
use cairn_temporal::follow;
use cairn_temporal::leaves::{Leaf, Leaves};
use cairn_temporal::observe::{self, Told};
use cairn_temporal::points::{self, Point, Steps};
use cairn_temporal::stutter;
use cairn_temporal::typing::{Refusal, Scope};
use rustc_hash::FxHashSet;

/// A property about a program.
pub struct Question {
    /// The program, what fails a run-time check left out, and copies of the variables that the property asks for.
    pub program: Program,
    pub entries: Vec<ProcId>,
    pub property: PropertyId,
    pub leaves: Vec<Leaf>,
    pub points: Vec<Point>,
    /// What makes a step.
    pub steps: Steps,
    pub scope: Scope,
    /// Leaves that hold again and again in fair runs.
    pub fair: Vec<usize>,
    pub asked: Asked,
    /// The program that tells what happens at its points.
    pub observed: Program,
    /// Where its executions start, in the order of the entries: what an entry requires is assumed there.
    pub observed_entries: Vec<ProcId>,
    pub told: Vec<Told>,
    /// Run-time checks are decided, too.
    pub with_checks: bool,
}

/// What is asked of the runs.
pub enum Asked {
    /// The automaton is followed; with `accepting`, accepting states count.
    Followed {
        monitor: Monitor,
        accepting: bool,
    },
    /// No run is accepted by the automaton.
    Never {
        automaton: Automaton,
        monitor: Monitor,
        leaves: Vec<usize>,
    },
    Formula(Box<OfFormula>),
}

pub struct OfFormula {
    pub formula: Formula,
    /// The automaton of the formula and of its negation; the atoms of both are those of the formula.
    pub own: Automaton,
    pub negated: Automaton,
    pub own_monitor: Monitor,
    pub negated_monitor: Monitor,
    /// The leaf of each atom.
    pub leaves: Vec<usize>,
}

impl OfFormula {
    /// Whether every violation shows in a finite part of a run.
    pub fn is_safety(&self) -> bool {
        no_cycle_without_accepting(&self.own)
    }
}

fn no_cycle_without_accepting(automaton: &Automaton) -> bool {
    let mut plain = automaton.clone();
    for index in 0..automaton.states.len() {
        let id = cairn_base::ids::Id::from_index(index);
        let keep: Vec<_> = automaton.states[id]
            .transitions
            .iter()
            .filter(|t| !automaton.states[t.target].accepting && !automaton.states[id].accepting)
            .cloned()
            .collect();
        plain.states[id].transitions = keep;
    }
    plain.states.iter().all(|(id, _)| !plain.is_on_cycle(id))
}

type Read<T> = Result<T, Vec<Diagnostic>>;

fn one(error: Diagnostic) -> Vec<Diagnostic> {
    vec![error]
}

impl Question {
    pub fn read(
        mut program: Program,
        request: &Request,
        temporal: &TemporalRequest,
        sources: &mut SourceMap,
    ) -> Read<Question> {
        let (file, text) = text(temporal, request, sources)?;
        let read = match read_property(sources, file)? {
            Property::Ya(automaton) if temporal.never => {
                Property::Automaton(Property::Ya(automaton).automaton().map_err(|e| vec![*e])?)
            }
            other => other,
        };
        refuse_mismatch(&read, temporal)?;
        let entries = select::entries(&program, request).map_err(|e| vec![*e])?;
        refuse_called_entries(&program, &entries)?;
        leave_out_failures(&mut program, request, temporal.with_checks);
        if !temporal.with_checks {
            leave_out_contracts(&mut program, &entries);
        }
        let property = add_property(&mut program, &entries, &description(&read, temporal, &text));
        let reference = program.clone();
        let mut leaves = Leaves::new(&reference);
        let mut observed_names = None;
        let is_ya = matches!(read, Property::Ya(_)) || sources.file(file).name.ends_with(".pml");
        if let Property::Ya(file) = &read {
            observed_names.clone_from(&file.observables);
        }
        let asked = asked(read, temporal, &mut leaves);
        let fair = fair(temporal, sources, &mut leaves);
        let copies = observe::add_copies(&mut program, &mut leaves);
        let observed = observed_names.map(|names| {
            names.iter().filter_map(|name| leaves.function(&name.name, Some(name.span))).collect::<FxHashSet<_>>()
        });
        let events_only = match temporal.steps {
            Some(choice) => choice == StepChoice::Events,
            None => is_ya || is_aorai(&text) || leaves.are_all_events(),
        };
        let scope = Scope { event: None, copies: copies.of, mathematical: is_ya };
        let lines = leaves.list.iter().filter_map(|leaf| match &leaf.kind {
            cairn_temporal::leaves::LeafKind::Place { file, line } => Some((file.clone(), *line)),
            _ => None,
        });
        let events = leaves.list.iter().filter_map(|leaf| match &leaf.kind {
            cairn_temporal::leaves::LeafKind::Event(_, function) => *function,
            _ => None,
        });
        let (variables, memory) = observe::variables_read(&program, &leaves.list, &scope);
        let after_calls = !scope.copies.is_empty();
        let steps = Steps {
            events_only,
            observed,
            variables,
            memory,
            lines: lines.collect(),
            events: events.collect(),
            after_calls,
        };
        let points = points::points(&program, &entries, &steps, sources);
        told_wrong(&mut program, &mut leaves, &points, &scope);
        if let (false, Some(Asked::Formula(formula))) = (events_only, &asked)
            && formula.formula.has_next()
        {
            let message = "the formula counts steps with X or Y, and its steps are statements";
            let help = "`--steps events` makes the run the sequence of calls and returns; a formula without X and Y does not depend on how statements are cut";
            leaves.errors.push(Diagnostic::error(own_codes::STEPS, message).help(help));
        }
        if leaves.errors.iter().any(Diagnostic::is_error) {
            return Err(leaves.errors);
        }
        let Some(asked) = asked else { return Err(leaves.errors) };
        let leaves = leaves.list;
        let (mut observed, told) = observe::observed(&program, &leaves, &points, &scope);
        // A violation needs no function without body to write what other files can see.
        observed.decide_outside(false);
        let mut observed_entries = entries.clone();
        contracts::execute(&mut observed, &mut observed_entries);
        let with_checks = temporal.with_checks;
        Ok(Question {
            program,
            entries,
            property,
            leaves,
            points,
            steps,
            scope,
            fair,
            asked,
            observed,
            observed_entries,
            told,
            with_checks,
        })
    }
    /// When states of a Büchi automaton accept the last letter of a run for ever.
    pub fn endings(&self, automaton: &Automaton, of_atoms: &[usize]) -> Option<Vec<monitor::Guard>> {
        let found = self.accepting_for_ever(automaton, of_atoms)?;
        Some(found.iter().map(|guard| follow::buchi::guard(guard, of_atoms)).collect())
    }
    fn accepting_for_ever(&self, automaton: &Automaton, of_atoms: &[usize]) -> Option<Vec<Guard>> {
        use cairn_temporal::leaves::LeafKind;
        let known = |atom: usize| match self.leaves[of_atoms[atom]].kind {
            LeafKind::Event(..) | LeafKind::Place { .. } => Some(false),
            _ => None,
        };
        stutter::accepting_for_ever(automaton, known)
    }
    /// Whether every violation of the formula shows at a step. In steps of statements that is so for those that show in a
    /// finite part of the run: repeating its last letter, a state, tells nothing new without X. In events the run may go on for ever
    /// without one, which a formula may forbid.
    pub fn shows_at_steps(&self, formula: &OfFormula) -> bool {
        formula.is_safety()
            && (!self.steps.events_only
                || self
                    .accepting_for_ever(&formula.own, &formula.leaves)
                    .is_some_and(|all| all.iter().all(Guard::is_top)))
    }
}

/// The file of the property and its text.
fn text(temporal: &TemporalRequest, request: &Request, sources: &mut SourceMap) -> Read<(FileId, String)> {
    match &temporal.property {
        PropertyText::Given(file) if file.name.ends_with(".prp") => {
            let text = of_competition(&file.text).ok_or_else(|| {
                let message = format!("`{}` asks nothing about behaviour over time", file.name);
                one(Diagnostic::error(own_codes::PROPERTY, message).help("`cairn check --property` decides it"))
            })?;
            Ok((sources.add(file.name.clone(), text.clone()), text))
        }
        PropertyText::Given(file) => Ok((sources.add(file.name.clone(), file.text.clone()), file.text.clone())),
        PropertyText::Source => {
            let found: Vec<String> = request.inputs.iter().flat_map(|input| comments(&input.text)).collect();
            if found.is_empty() {
                let message = "no input has a comment `//@ ltl invariant name: formula;`";
                return Err(one(Diagnostic::error(own_codes::PROPERTY, message)));
            }
            let text = match found.as_slice() {
                [only] => only.clone(),
                several => several.iter().map(|f| format!("({f})")).collect::<Vec<_>>().join(" && "),
            };
            Ok((sources.add("ltl comments", text.clone()), text))
        }
    }
}

/// `LTL(…)` of the competition's property files, where that is a formula of its own.
fn of_competition(text: &str) -> Option<String> {
    let behind = &text[text.find("LTL(")? + 4..];
    let mut depth = 1;
    let end = behind.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth == 0
    })?;
    let formula = behind[..end.0].trim().to_string();
    let own = ["call(", "valid-", "overflow", "data-race"];
    (!own.iter().any(|word| formula.contains(word))).then_some(formula)
}

/// `//@ ltl invariant name: formula;`
fn comments(text: &str) -> Vec<String> {
    let one = |line: &str| {
        let words = line.trim().strip_prefix("//@")?.trim().strip_prefix("ltl")?;
        let (_, formula) = words.split_once(':')?;
        Some(formula.trim().trim_end_matches(';').to_string())
    };
    text.lines().filter_map(one).collect()
}

fn refuse_mismatch(read: &Property, temporal: &TemporalRequest) -> Read<()> {
    let refuse = |message: &str| Err(one(Diagnostic::error(own_codes::PROPERTY, message)));
    let is_formula = matches!(read, Property::Formula { .. });
    if is_formula && (temporal.never || temporal.acceptance) {
        return refuse("`--never` and `--acceptance` speak of automata, and this property is a formula");
    }
    if !is_formula && temporal.finite {
        return refuse("`--finite` speaks of formulas, and this property is an automaton");
    }
    if !is_formula && !temporal.never && !temporal.fair.is_empty() {
        return refuse("`--fair` speaks of formulas and of automata with `--never`");
    }
    if temporal.never && temporal.acceptance {
        return refuse("`--never` and `--acceptance` contradict each other");
    }
    Ok(())
}

/// The return of an entry ends the run, so nobody else may call it.
fn refuse_called_entries(program: &Program, entries: &[ProcId]) -> Read<()> {
    let calls = cairn_passes::CallGraph::new(program);
    let called = entries.iter().find(|entry| program.procedures.ids().any(|p| calls.callees(p).contains(entry)));
    let Some(entry) = called else { return Ok(()) };
    let message = format!("the program itself calls `{}`, where its runs start", program.procedures[*entry].name);
    let help = "name another entry with `--entry`";
    Err(one(Diagnostic::error(codes::NOT_FOR_LANGUAGE, message).help(help)))
}

/// Executions that fail a run-time check are not runs.
pub(super) fn leave_out_failures(program: &mut Program, request: &Request, with_checks: bool) {
    let kinds: Vec<CheckKind> = program.properties.iter().map(|(_, property)| property.kind).collect();
    for (_, procedure) in program.procedures.iter_mut() {
        for (_, block) in procedure.blocks.iter_mut() {
            block.statements.retain_mut(|statement| match statement.kind {
                StatementKind::Check { property, condition } => {
                    let kind = kinds[cairn_base::ids::Id::index(property)];
                    let is_on = request.checks.is_on(kind);
                    if kind != CheckKind::Unsupported && is_on && !with_checks {
                        statement.kind = StatementKind::Assume(condition);
                    }
                    is_on
                }
                _ => true,
            });
        }
    }
}

/// What contracts promise is no part of what runs do; what an entry requires is assumed there.
fn leave_out_contracts(program: &mut Program, entries: &[ProcId]) {
    for (id, procedure) in program.procedures.iter_mut().filter(|(_, procedure)| procedure.has_body()) {
        let own = std::mem::take(&mut procedure.contract);
        procedure.contract.behaviors.clone_from(&own.behaviors);
        if entries.contains(&id) {
            let Contract { requires, texts, behaviors, .. } = own;
            procedure.contract = Contract { requires, texts, behaviors, ..Contract::default() };
        }
        for (_, block) in procedure.blocks.iter_mut() {
            block.loop_contract = None;
            let is_said = |statement: &cairn_ir::Statement| {
                let reason = &statement.origin.reason;
                !matches!(reason, Reason::Implied(why) if **why == *cairn_ir::SPECIFICATION)
            };
            block.statements.retain(is_said);
        }
    }
}

/// A formula says itself what it asks; an automaton is told by its name.
fn description(read: &Property, temporal: &TemporalRequest, text: &str) -> String {
    let name = match &temporal.property {
        PropertyText::Given(file) => file.name.rsplit('/').next().unwrap_or(&file.name),
        PropertyText::Source => "the comments",
    };
    match read {
        Property::Formula { .. } => text.split_whitespace().collect::<Vec<_>>().join(" "),
        _ if temporal.never => format!("no execution does what `{name}` describes"),
        _ => format!("every execution follows `{name}`"),
    }
}

fn add_property(program: &mut Program, entries: &[ProcId], text: &str) -> PropertyId {
    let owner = points::started(program, entries).first().copied();
    let span = owner.and_then(|owner| program.procedures[owner].span);
    let id = program.add_property(CheckKind::Temporal, owner, text, span);
    // Several entries may fail it.
    if entries.len() > 1 {
        program.properties[id].procedure = owner;
    }
    id
}

fn asked(read: Property, temporal: &TemporalRequest, leaves: &mut Leaves) -> Option<Asked> {
    Some(match read {
        Property::Ya(file) => {
            let monitor = follow::ya::monitor(&file, leaves, temporal.counted);
            Asked::Followed { monitor, accepting: temporal.acceptance }
        }
        Property::Automaton(automaton) => {
            let (monitor, of_atoms) = follow::buchi::monitor(&automaton, leaves)?;
            match temporal.never {
                true => Asked::Never { automaton, monitor, leaves: of_atoms },
                false => Asked::Followed { monitor, accepting: temporal.acceptance },
            }
        }
        Property::Formula { formula, atoms } => {
            let (formula, atoms) = if temporal.finite { finite(formula, atoms) } else { (formula, atoms) };
            let negated = Formula::negated(formula.clone());
            let (own, negated) = match (automaton_of(&formula, &atoms), automaton_of(&negated, &atoms)) {
                (Ok(own), Ok(negated)) => (own.pruned(), negated.pruned()),
                (Err(error), _) | (_, Err(error)) => {
                    let error = Diagnostic::error(own_codes::TOO_LARGE, error.to_string());
                    leaves.errors.push(error.help("check the parts of a conjunction one by one"));
                    return None;
                }
            };
            let (own_monitor, of_atoms) = follow::buchi::monitor(&own, leaves)?;
            let (negated_monitor, _) = follow::buchi::monitor(&negated, leaves)?;
            Asked::Formula(Box::new(OfFormula {
                formula,
                own,
                negated,
                own_monitor,
                negated_monitor,
                leaves: of_atoms,
            }))
        }
    })
}

/// The formula about finite words, as one about infinite words whose end is marked.
fn finite(formula: Formula, mut atoms: Atoms) -> (Formula, Atoms) {
    let end = atoms.intern(AtomKind::End, "end".into(), None);
    let goes_on = || Formula::negated(Formula::Atom(end));
    fn turned(formula: &Formula, goes_on: &impl Fn() -> Formula) -> Formula {
        let and = |a: Formula| Formula::and(goes_on(), a);
        match formula {
            Formula::Constant(_) | Formula::Atom(_) => formula.clone(),
            Formula::Unary(op, a) => {
                let a = turned(a, goes_on);
                match op {
                    Unary::Next | Unary::Finally => Formula::unary(*op, and(a)),
                    Unary::Globally => Formula::negated(Formula::unary(Unary::Finally, and(Formula::negated(a)))),
                    other => Formula::unary(*other, a),
                }
            }
            Formula::Binary(op, a, b) => {
                let (a, b) = (turned(a, goes_on), turned(b, goes_on));
                let until = |a: Formula, b: Formula| Formula::binary(Binary::Until, a, and(b));
                let not = Formula::negated;
                match op {
                    Binary::Until => until(a, b),
                    // a R b = !(!a U !b); a W b = b R (a or b).
                    Binary::Release => not(until(not(a), not(b))),
                    Binary::WeakUntil => not(until(not(b.clone()), not(Formula::or(a, b)))),
                    other => Formula::binary(*other, a, b),
                }
            }
        }
    }
    (turned(&formula, &goes_on), atoms)
}

/// The leaves of the conditions of fairness.
fn fair(temporal: &TemporalRequest, sources: &mut SourceMap, leaves: &mut Leaves) -> Vec<usize> {
    let mut found = Vec::new();
    for text in &temporal.fair {
        let file = sources.add("--fair", text.clone());
        match read_formula(sources, file) {
            Ok(read) => match read.formula {
                Formula::Atom(atom) => found.extend(leaves.atom(read.atoms.get(atom))),
                _ => leaves.errors.push(
                    Diagnostic::error(own_codes::FORMULA, format!("`--fair {text}` is no condition"))
                        .help("give one condition or event each time"),
                ),
            },
            Err(error) => leaves.errors.push(*error),
        }
    }
    found
}

/// Conditions that mean nothing anywhere are told, each once.
fn told_wrong(program: &mut Program, leaves: &mut Leaves, points: &[Point], scope: &Scope) {
    let mut kinds: Vec<&points::PointKind> = vec![&points::PointKind::State];
    for point in points {
        if !kinds.contains(&&point.kind) {
            kinds.push(&point.kind);
        }
    }
    let mut scratch = program.clone();
    for leaf in leaves.list.clone() {
        let wrong = kinds.iter().find_map(|kind| match observe::here(&mut scratch, &leaf, kind, scope) {
            Err(Refusal::Wrong(why)) => Some(why),
            _ => None,
        });
        if let Some(why) = wrong {
            leaves.error(leaf.span, format!("`{}`: {why}", leaf.text), None);
        }
    }
}
