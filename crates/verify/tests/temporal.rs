//! Random small programs against random formulas and automata: the verdict is what a direct look at every run says.
//!
//! The programs call two functions, set a variable and choose freely; some go round a last loop for ever. Their runs are
//! listed here from the tree they are written from, so that nothing of Cairn but the definition of what a word satisfies has a
//! part in the expected verdict. `CAIRN_TEMPORAL_CASES` says how many there are.

use cairn_automata::atom::{AtomKind, Atoms};
use cairn_automata::formula::{Binary, Formula, Unary};
use cairn_automata::words::{Lasso, Letter, satisfies};
use cairn_base::Budget;
use cairn_verify::temporal::{Abstraction, PropertyText, StepChoice, TemporalRequest};
use cairn_verify::{InputFile, PropertyVerdict, Request};
use fastrand::Rng;
use std::fmt::Write;

#[derive(Clone)]
enum Statement {
    Call(usize),
    Set(u8),
    Choice(Vec<Statement>, Vec<Statement>),
    Twice(Vec<Statement>),
}

struct Program {
    body: Vec<Statement>,
    /// A last loop that is never left, without choices.
    rest: Option<Vec<Statement>>,
}

/// An event with the value of the variable there.
type Event = (&'static str, u8);

const FUNCTIONS: [&str; 2] = ["f", "g"];
/// What each function sets the variable to.
const SETS: [Option<u8>; 2] = [None, Some(1)];

fn statements(rng: &mut Rng, depth: u32, choices: bool) -> Vec<Statement> {
    let one = |rng: &mut Rng| match rng.u32(0..if depth == 0 { 4 } else { 6 }) {
        0..=2 => Statement::Call(rng.usize(0..2)),
        3 => Statement::Set(rng.u8(0..3)),
        4 if choices => Statement::Choice(statements(rng, depth - 1, true), statements(rng, depth - 1, true)),
        _ => Statement::Twice(statements(rng, depth - 1, choices)),
    };
    (0..rng.usize(0..4)).map(|_| one(rng)).collect()
}

fn text(statements: &[Statement], out: &mut String, number: &mut u32) {
    for statement in statements {
        match statement {
            Statement::Call(function) => {
                let _ = writeln!(out, "{}();", FUNCTIONS[*function]);
            }
            Statement::Set(value) => {
                let _ = writeln!(out, "x = {value};");
            }
            Statement::Choice(a, b) => {
                let _ = writeln!(out, "if (__VERIFIER_nondet_int()) {{");
                text(a, out, number);
                let _ = writeln!(out, "}} else {{");
                text(b, out, number);
                let _ = writeln!(out, "}}");
            }
            Statement::Twice(body) => {
                *number += 1;
                let _ = writeln!(out, "for (int i{number} = 0; i{number} < 2; i{number}++) {{");
                text(body, out, number);
                let _ = writeln!(out, "}}");
            }
        }
    }
}

const PLAIN: &str = "void f(void) {}\nvoid g(void) { x = 1; }\n";

fn source(program: &Program, functions: &str) -> String {
    let mut out = format!("int x;\nint __VERIFIER_nondet_int(void);\n{functions}int main(void) {{\n");
    let mut number = 0;
    text(&program.body, &mut out, &mut number);
    if let Some(rest) = &program.rest {
        out.push_str("while (1) {\n");
        text(rest, &mut out, &mut number);
        out.push_str("}\n");
    }
    out.push_str("return 0;\n}\n");
    out
}

/// Every run through the statements: its events, and the value of the variable behind them.
fn runs(statements: &[Statement], begin: Vec<(Vec<Event>, u8)>) -> Vec<(Vec<Event>, u8)> {
    let mut all = begin;
    for statement in statements {
        all = match statement {
            Statement::Call(function) => {
                let names = [("CALL f", "RETURN f"), ("CALL g", "RETURN g")][*function];
                let called = |(mut events, x): (Vec<Event>, u8)| {
                    events.push((names.0, x));
                    let x = SETS[*function].unwrap_or(x);
                    events.push((names.1, x));
                    (events, x)
                };
                all.into_iter().map(called).collect()
            }
            Statement::Set(value) => all.into_iter().map(|(events, _)| (events, *value)).collect(),
            Statement::Choice(a, b) => {
                let mut both = runs(a, all.clone());
                both.extend(runs(b, all));
                both
            }
            Statement::Twice(body) => {
                let once = runs(body, all);
                runs(body, once)
            }
        };
    }
    all
}

/// Every run as a word: the events before it repeats itself, and those that are repeated.
fn words(program: &Program) -> Vec<(Vec<Event>, Vec<Event>)> {
    let begin = vec![(vec![("CALL main", 0)], 0)];
    let ends = runs(&program.body, begin);
    let mut found = Vec::new();
    for (mut stem, mut x) in ends {
        match &program.rest {
            None => {
                stem.push(("RETURN main", x));
                found.push((stem, vec![("end", x)]));
            }
            Some(rest) => {
                let mut seen: Vec<(u8, usize)> = Vec::new();
                while !seen.iter().any(|(value, _)| *value == x) {
                    seen.push((x, stem.len()));
                    (stem, x) = runs(rest, vec![(stem, x)]).swap_remove(0);
                }
                let from = seen.iter().find(|(value, _)| *value == x).map_or(0, |(_, at)| *at);
                let period = stem.split_off(from);
                found.push((stem, period));
            }
        }
    }
    found
}

/// The atoms of the formulas and whether they hold at an event.
const ATOMS: [&str; 5] = ["CALL(f)", "RETURN(f)", "CALL(g)", "x == 1", "x != 2"];

fn holds(atom: usize, (event, x): Event) -> bool {
    match atom {
        0 => event == "CALL f",
        1 => event == "RETURN f",
        2 => event == "CALL g",
        3 => x == 1,
        _ => x != 2,
    }
}

fn formula(rng: &mut Rng, depth: u32, atoms: &[Formula]) -> Formula {
    if depth == 0 || rng.u32(0..5) == 0 {
        return atoms[rng.usize(0..atoms.len())].clone();
    }
    let inner = |rng: &mut Rng| formula(rng, depth - 1, atoms);
    match rng.u32(0..9) {
        0 => Formula::negated(inner(rng)),
        1 | 2 => Formula::unary(Unary::Finally, inner(rng)),
        3 | 4 => Formula::unary(Unary::Globally, inner(rng)),
        5 => Formula::unary(Unary::Next, inner(rng)),
        6 => Formula::binary(Binary::Until, inner(rng), inner(rng)),
        7 => Formula::binary(Binary::Implies, inner(rng), inner(rng)),
        _ => Formula::binary(Binary::Or, inner(rng), inner(rng)),
    }
}

fn letter(event: Event) -> Letter {
    use cairn_base::ids::Id;
    (0..ATOMS.len()).filter(|atom| holds(*atom, event)).map(cairn_automata::atom::AtomId::from_index).collect()
}

fn cases() -> u64 {
    std::env::var("CAIRN_TEMPORAL_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

/// Loops are looked at up to a bound, so that no verdict depends on time: it is larger than any cycle of these programs.
const BOUND: u32 = 10;

fn verdict(program: &str, name: &str, property: &str) -> (PropertyVerdict, String) {
    let (found, reason, _) = verdict_with(program, name, property, Abstraction::default());
    (found, reason)
}

/// With bodies hidden behind contracts; also whether that proved it.
fn verdict_with(
    program: &str,
    name: &str,
    property: &str,
    abstraction: Abstraction,
) -> (PropertyVerdict, String, bool) {
    let request = Request {
        unwind: Some(BOUND),
        unwinding: cairn_verify::Unwinding::Assume,
        engine: cairn_verify::EngineChoice::Bmc,
        inputs: vec![InputFile { name: "random.i".into(), text: program.into() }],
        ..Request::default()
    };
    let temporal = TemporalRequest {
        property: PropertyText::Given(InputFile { name: name.into(), text: property.into() }),
        steps: Some(StepChoice::Events),
        abstraction,
        ..TemporalRequest::default()
    };
    let budget = Budget::new(Some(std::time::Duration::from_secs(600)), None);
    let report = cairn_verify::temporal::check(&request, &temporal, &budget, &mut |_| {});
    assert_eq!(report.internal_error, None, "{program}\n{property}");
    let Some(found) = report.properties.iter().find(|p| p.kind == "temporal") else {
        panic!("no verdict: {:?}\n{program}\n{property}", report.diagnostics)
    };
    let by_contract = report.diagnostics.iter().any(|d| d.message.starts_with("proved with contracts"));
    (found.verdict, found.reason.clone().unwrap_or_default(), by_contract)
}

/// The atoms, and the formula that each is.
fn atoms() -> (Atoms, Vec<Formula>) {
    let mut atoms = Atoms::new();
    let mut all = Vec::new();
    for text in ATOMS {
        let name = |prefix: &str| text.strip_prefix(prefix).map(|rest| rest.trim_end_matches(')').to_string());
        let kind = None
            .or_else(|| name("CALL(").map(AtomKind::Call))
            .or_else(|| name("RETURN(").map(AtomKind::Return))
            .unwrap_or_else(|| AtomKind::Condition(text.into()));
        all.push(Formula::Atom(atoms.intern(kind, text.into(), None)));
    }
    (atoms, all)
}

fn random_program(rng: &mut Rng) -> Program {
    let body = statements(rng, 2, true);
    let rest = rng.bool().then(|| {
        let mut rest = statements(rng, 1, false);
        rest.push(Statement::Call(rng.usize(0..2)));
        rest
    });
    Program { body, rest }
}

/// Whether every run satisfies the formula.
fn is_satisfied(program: &Program, wanted: &Formula) -> bool {
    let word = |(stem, period): &(Vec<Event>, Vec<Event>)| Lasso {
        stem: stem.iter().map(|event| letter(*event)).collect(),
        period: period.iter().map(|event| letter(*event)).collect(),
    };
    words(program).iter().all(|run| satisfies(&word(run), wanted))
}

#[test]
fn formulas_hold_where_every_run_satisfies_them() {
    let (atoms, all) = atoms();
    let (mut proved, mut violated, mut bounded) = (0, 0, 0);
    for seed in 0..cases() {
        let mut rng = Rng::with_seed(seed);
        let program = random_program(&mut rng);
        let wanted = formula(&mut rng, 3, &all);
        let expected = is_satisfied(&program, &wanted);
        let (source, property) = (source(&program, PLAIN), wanted.text(&atoms));
        let (found, reason) = verdict(&source, "random.ltl", &property);
        match (expected, found) {
            (true, PropertyVerdict::Proved) => proved += 1,
            (true, PropertyVerdict::Bounded) if program.rest.is_some() => bounded += 1,
            (false, PropertyVerdict::Violated) => violated += 1,
            _ => panic!("seed {seed}: expected {expected}, found {found:?} ({reason}): {property}\n{source}"),
        }
    }
    println!("{proved} proved, {violated} violated, {bounded} without violation up to the bound");
}

/// Contracts of `f`, and bodies and contracts of `g`, true, weak and wrong ones: what they do is what [`PLAIN`] does.
const CONTRACTS: [&str; 2] = ["assigns \\nothing;", "assigns x; ensures x == \\old(x);"];
const OF_G: [&str; 6] = [
    "assigns x; ensures x == 1;",
    "assigns x; ensures 0 <= x <= 2;",
    "assigns x;",
    "ensures \\old(x) == 1 ==> x == 1; ensures x == 1 || x == 2;",
    "assigns x; ensures x == 2;",
    "requires x <= 1; assigns x; ensures x == 1;",
];
const BODIES: [&str; 3] =
    ["x = 1;", "x = 0; x = 1;", "int y = 0; /*@ loop variant 2 - y; */ while (y < 2) y++; x = y - 1;"];

#[test]
fn bodies_hidden_behind_contracts_change_no_verdict() {
    let (atoms, all) = atoms();
    let (mut by_contract, mut others, mut violated) = (0, 0, 0);
    for seed in 0..cases() {
        let mut rng = Rng::with_seed(seed + 2_000_000);
        let program = random_program(&mut rng);
        let wanted = formula(&mut rng, 2, &all);
        let expected = is_satisfied(&program, &wanted);
        let functions = format!(
            "/*@ {} */\nvoid f(void) {{}}\n/*@ {} */\nvoid g(void) {{ {} }}\n",
            CONTRACTS[rng.usize(0..CONTRACTS.len())],
            OF_G[rng.usize(0..OF_G.len())],
            BODIES[rng.usize(0..BODIES.len())],
        );
        let (source, property) = (source(&program, &functions), wanted.text(&atoms));
        let atomic = if rng.bool() { vec!["g".to_string()] } else { Vec::new() };
        let abstraction = Abstraction { names: vec!["all".into()], atomic, ..Abstraction::default() };
        let (found, reason, hidden) = verdict_with(&source, "random.ltl", &property, abstraction);
        match (expected, found) {
            (true, PropertyVerdict::Proved) if hidden => by_contract += 1,
            (true, PropertyVerdict::Proved) => others += 1,
            (true, PropertyVerdict::Bounded) if program.rest.is_some() => others += 1,
            (false, PropertyVerdict::Violated) => violated += 1,
            _ => panic!("seed {seed}: expected {expected}, found {found:?} ({reason}, {hidden}): {property}\n{source}"),
        }
    }
    println!("{by_contract} proved by contracts, {others} otherwise, {violated} violated");
    assert!(by_contract > 0);
}

/// A guard of an automaton, as text and as what it means.
#[derive(Clone, Copy)]
enum Guard {
    Atom(usize),
    Not(usize),
    Both(usize, usize),
    Other,
    Any,
}

impl Guard {
    fn text(self) -> String {
        match self {
            Guard::Atom(a) => format!("{{ {} }}", ATOMS[a]),
            Guard::Not(a) => format!("{{ !({}) }}", ATOMS[a]),
            Guard::Both(a, b) => format!("{{ {} || {} }}", ATOMS[a], ATOMS[b]),
            Guard::Other => "other".into(),
            Guard::Any => String::new(),
        }
    }
    fn holds(self, event: Event) -> bool {
        match self {
            Guard::Atom(a) => holds(a, event),
            Guard::Not(a) => !holds(a, event),
            Guard::Both(a, b) => holds(a, event) || holds(b, event),
            Guard::Other => false,
            Guard::Any => true,
        }
    }
}

#[test]
fn automata_are_followed_by_the_programs_whose_runs_they_follow() {
    let mut counts = [0; 3];
    for seed in 0..cases() {
        let mut rng = Rng::with_seed(seed + 1_000_000);
        let program = Program { body: statements(&mut rng, 2, true), rest: None };
        let states = rng.usize(1..4);
        let automaton: Vec<Vec<(Guard, usize)>> = (0..states)
            .map(|_| {
                let guard = |rng: &mut Rng| match rng.u32(0..8) {
                    0..=2 => Guard::Atom(rng.usize(0..5)),
                    3 | 4 => Guard::Not(rng.usize(0..5)),
                    5 | 6 => Guard::Both(rng.usize(0..5), rng.usize(0..5)),
                    _ => Guard::Any,
                };
                let mut all: Vec<(Guard, usize)> =
                    (0..rng.usize(1..3)).map(|_| (guard(&mut rng), rng.usize(0..states))).collect();
                if rng.bool() {
                    all.push((Guard::Other, rng.usize(0..states)));
                }
                all
            })
            .collect();
        let mut property = String::from("%init: s0;\n%accept: s0;\n");
        for (number, transitions) in automaton.iter().enumerate() {
            let all: Vec<String> = transitions.iter().map(|(g, to)| format!("{} -> s{to}", g.text())).collect();
            let _ = writeln!(property, "s{number} : {};", all.join(" | "));
        }
        let follows = |run: &(Vec<Event>, Vec<Event>)| {
            let mut active = vec![true];
            active.resize(states, false);
            for event in &run.0 {
                let mut next = vec![false; states];
                for (state, transitions) in automaton.iter().enumerate().filter(|(state, _)| active[*state]) {
                    let _ = state;
                    let taken = transitions.iter().any(|(guard, _)| guard.holds(*event));
                    for (guard, to) in transitions {
                        next[*to] |= guard.holds(*event) || (matches!(guard, Guard::Other) && !taken);
                    }
                }
                active = next;
            }
            active.contains(&true)
        };
        let expected = words(&program).iter().all(follows);
        let source = source(&program, PLAIN);
        let (found, _) = verdict(&source, "random.ya", &property);
        let wanted = if expected { PropertyVerdict::Proved } else { PropertyVerdict::Violated };
        assert_eq!(found, wanted, "seed {seed}: {property}\n{source}");
        counts[usize::from(expected)] += 1;
    }
    println!("{counts:?}");
}
