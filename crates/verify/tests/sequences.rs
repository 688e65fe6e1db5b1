//! Random automata with sequences, repetitions and acceptance against random small programs: the verdict is what matching the
//! sequences with every run says, and what a proof calls unused is used by no run.
//!
//! What a sequence matches is said here by the definition: from where in the list of events to where, and whether it can have
//! begun to. `CAIRN_SEQUENCE_CASES` says how many cases there are.

use cairn_base::Budget;
use cairn_verify::temporal::{PropertyText, StepChoice, TemporalRequest};
use cairn_verify::{InputFile, PropertyReport, PropertyVerdict, Request};
use fastrand::Rng;
use std::collections::BTreeSet;

const FUNCTIONS: [&str; 3] = ["f", "g", "h"];
/// What follows a call, as text, and the events of the call: `g` calls `f`, and `h` has a parameter.
const SOURCE: &str = "int nondet(void);\nvoid f(void) {}\nvoid g(void) { f(); }\nvoid h(int x) { if (x > 1) f(); }\n";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Event {
    is_call: bool,
    /// `main` is behind the others.
    function: usize,
    x: i32,
}

enum Statement {
    Call(usize, i32),
    Choice(Vec<Statement>, Vec<Statement>),
    Twice(Vec<Statement>),
}

fn statements(rng: &mut Rng, depth: u32) -> Vec<Statement> {
    let one = |rng: &mut Rng| match rng.u32(0..if depth == 0 { 4 } else { 6 }) {
        0..=3 => Statement::Call(rng.usize(0..3), rng.i32(0..3)),
        4 => Statement::Choice(statements(rng, depth - 1), statements(rng, depth - 1)),
        _ => Statement::Twice(statements(rng, depth - 1)),
    };
    (0..rng.usize(0..4)).map(|_| one(rng)).collect()
}

fn text(statements: &[Statement], number: &mut u32) -> String {
    let mut out = String::new();
    for statement in statements {
        out += &match statement {
            Statement::Call(2, x) => format!("h({x});\n"),
            Statement::Call(function, _) => format!("{}();\n", FUNCTIONS[*function]),
            Statement::Choice(a, b) => {
                format!("if (nondet()) {{\n{}}} else {{\n{}}}\n", text(a, number), text(b, number))
            }
            Statement::Twice(body) => {
                *number += 1;
                let i = format!("i{number}");
                format!("for (int {i} = 0; {i} < 2; {i}++) {{\n{}}}\n", text(body, number))
            }
        };
    }
    out
}

fn call(function: usize, x: i32, run: &mut Vec<Event>) {
    run.push(Event { is_call: true, function, x });
    if function == 1 || function == 2 && x > 1 {
        call(0, 0, run);
    }
    run.push(Event { is_call: false, function, x: 0 });
}

fn runs(statements: &[Statement], mut all: Vec<Vec<Event>>) -> Vec<Vec<Event>> {
    for statement in statements {
        all = match statement {
            Statement::Call(function, x) => {
                all.iter_mut().for_each(|run| call(*function, *x, run));
                all
            }
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

/// A guard: one condition, or a repetition of a group or of a call with what happens inside.
enum Guard {
    Call(usize),
    Return(usize),
    NotCall(usize),
    Parameter(i32),
    Group(Vec<Guard>, (usize, Option<usize>)),
    Whole(usize, Vec<Guard>, (usize, Option<usize>)),
}

/// Where a match may end, and whether one goes on where the events end.
#[derive(Clone, Default)]
struct Matches {
    ends: BTreeSet<usize>,
    goes_on: bool,
}

impl Guard {
    fn random(rng: &mut Rng, depth: u32) -> Guard {
        let several = |rng: &mut Rng, least: usize| {
            (0..rng.usize(least..3)).map(|_| Guard::random(rng, depth - 1)).collect::<Vec<_>>()
        };
        let times = |rng: &mut Rng| match rng.u32(0..6) {
            0 => (0, None),
            1 => (1, None),
            2 => (0, Some(1)),
            3 => (0, Some(2)),
            4 => (2, Some(3)),
            _ => (1, Some(1)),
        };
        match rng.u32(0..if depth == 0 { 4 } else { 8 }) {
            0 => Guard::Call(rng.usize(0..4)),
            1 => Guard::Return(rng.usize(0..4)),
            2 => Guard::NotCall(rng.usize(0..4)),
            3 => Guard::Parameter(rng.i32(0..3)),
            4 => Guard::Group(several(rng, 1), times(rng)),
            _ => Guard::Whole(rng.usize(0..4), several(rng, 0), times(rng)),
        }
    }
    fn text(&self) -> String {
        let name = |function: &usize| FUNCTIONS.get(*function).copied().unwrap_or("main");
        let inside = |all: &[Guard]| all.iter().map(Guard::text).collect::<Vec<_>>().join("; ");
        let times = |times: &(usize, Option<usize>)| match times {
            (1, Some(1)) => String::new(),
            (0, None) => "*".into(),
            (1, None) => "+".into(),
            (0, Some(1)) => "?".into(),
            (least, Some(most)) => format!("{{{least},{most}}}"),
            (least, None) => format!("{{{least},}}"),
        };
        match self {
            Guard::Call(function) => format!("CALL({})", name(function)),
            Guard::Return(function) => format!("RETURN({})", name(function)),
            Guard::NotCall(function) => format!("!CALL({})", name(function)),
            Guard::Parameter(x) => format!("h().x == {x}"),
            Guard::Group(all, n) => format!("[{}]{}", inside(all), times(n)),
            Guard::Whole(function, all, n) => format!("{}({}){}", name(function), inside(all), times(n)),
        }
    }
    fn once(&self, event: Event) -> bool {
        match self {
            Guard::Call(function) => event.is_call && event.function == *function,
            Guard::Return(function) => !event.is_call && event.function == *function,
            Guard::NotCall(function) => !(event.is_call && event.function == *function),
            Guard::Parameter(x) => event.is_call && event.function == 2 && event.x == *x,
            Guard::Group(..) | Guard::Whole(..) => false,
        }
    }
    fn matches(&self, run: &[Event], from: usize) -> Matches {
        match self {
            Guard::Group(all, times) => repeated(*times, from, run, &|at| sequence(all, run, at)),
            Guard::Whole(function, all, times) => repeated(*times, from, run, &|at| {
                let parts: [&dyn Fn(usize) -> Matches; 3] =
                    [&|at| Guard::Call(*function).matches(run, at), &|at| sequence(all, run, at), &|at| {
                        Guard::Return(*function).matches(run, at)
                    }];
                chain(&parts, at)
            }),
            _ => match run.get(from) {
                None => Matches { goes_on: true, ..Matches::default() },
                Some(event) => {
                    Matches { ends: self.once(*event).then_some(from + 1).into_iter().collect(), goes_on: false }
                }
            },
        }
    }
    fn may_be_empty(&self) -> bool {
        match self {
            Guard::Group(all, times) => times.0 == 0 || all.iter().all(Guard::may_be_empty),
            Guard::Whole(_, _, times) => times.0 == 0,
            _ => false,
        }
    }
}

fn chain(parts: &[&dyn Fn(usize) -> Matches], from: usize) -> Matches {
    let mut now = Matches { ends: BTreeSet::from([from]), goes_on: false };
    for part in parts {
        let mut next = Matches { goes_on: now.goes_on, ..Matches::default() };
        for at in now.ends {
            let own = part(at);
            next.goes_on |= own.goes_on;
            next.ends.extend(own.ends);
        }
        now = next;
    }
    now
}

fn sequence(all: &[Guard], run: &[Event], from: usize) -> Matches {
    let parts: Vec<Box<dyn Fn(usize) -> Matches + '_>> =
        all.iter().map(|guard| Box::new(move |at| guard.matches(run, at)) as Box<dyn Fn(usize) -> Matches>).collect();
    let parts: Vec<&dyn Fn(usize) -> Matches> = parts.iter().map(|part| &**part).collect();
    chain(&parts, from)
}

fn repeated(times: (usize, Option<usize>), from: usize, run: &[Event], body: &dyn Fn(usize) -> Matches) -> Matches {
    let mut found = Matches::default();
    let mut now = BTreeSet::from([from]);
    // More rounds than there are events bring nothing new.
    for round in 0..=times.1.unwrap_or(times.0 + run.len() + 1) {
        if round >= times.0 {
            found.ends.extend(now.iter().copied());
        }
        if times.1 == Some(round) {
            break;
        }
        let mut next = BTreeSet::new();
        for at in now {
            let own = body(at);
            found.goes_on |= own.goes_on;
            next.extend(own.ends);
        }
        now = next;
    }
    found
}

struct Automaton {
    states: Vec<Vec<(Guard, usize)>>,
    accepting: Vec<bool>,
}

impl Automaton {
    fn random(rng: &mut Rng) -> Self {
        let count = rng.usize(1..4);
        let guard = |rng: &mut Rng| loop {
            let made = Guard::random(rng, 2);
            if !made.may_be_empty() {
                return made;
            }
        };
        let state = |rng: &mut Rng| {
            let mut all: Vec<(Guard, usize)> =
                (0..rng.usize(1..3)).map(|_| (guard(rng), rng.usize(0..count))).collect();
            if rng.u32(0..3) == 0 {
                all.push((Guard::NotCall(rng.usize(0..4)), rng.usize(0..count)));
            }
            all
        };
        Self { states: (0..count).map(|_| state(rng)).collect(), accepting: (0..count).map(|_| rng.bool()).collect() }
    }
    fn text(&self) -> String {
        let accepting: Vec<String> =
            (0..self.states.len()).filter(|state| self.accepting[*state]).map(|state| format!("s{state}")).collect();
        let mut out = String::from("%init: s0;\n");
        if !accepting.is_empty() {
            out += &format!("%accept: {};\n", accepting.join(", "));
        }
        for (number, transitions) in self.states.iter().enumerate() {
            let all: Vec<String> = transitions.iter().map(|(g, to)| format!("{{ {} }} -> s{to}", g.text())).collect();
            out += &format!("s{number}: {};\n", all.join(" | "));
        }
        out
    }
    /// The states that some run of the automaton is in where these events end, and whether one is inside of a sequence.
    fn after(&self, run: &[Event]) -> (BTreeSet<usize>, bool) {
        let mut at: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); run.len() + 1];
        at[0].insert(0);
        let mut goes_on = false;
        for place in 0..run.len() {
            for state in at[place].clone() {
                for (guard, target) in &self.states[state] {
                    let own = guard.matches(run, place);
                    goes_on |= own.goes_on;
                    own.ends.into_iter().for_each(|end| _ = at[end].insert(*target));
                }
            }
        }
        (at[run.len()].clone(), goes_on)
    }
    fn is_followed(&self, run: &[Event], acceptance: bool) -> bool {
        let alive = |count: usize| {
            let (states, goes_on) = self.after(&run[..count]);
            goes_on || !states.is_empty()
        };
        let ends_well = || self.after(run).0.iter().any(|state| self.accepting[*state]);
        (0..=run.len()).all(alive) && (!acceptance || ends_well())
    }
}

fn verdict(source: &str, property: &str, acceptance: bool) -> PropertyReport {
    let request = Request {
        unwind: Some(10),
        unwinding: cairn_verify::Unwinding::Assume,
        engine: cairn_verify::EngineChoice::Bmc,
        inputs: vec![InputFile { name: "random.i".into(), text: source.into() }],
        ..Request::default()
    };
    let temporal = TemporalRequest {
        property: PropertyText::Given(InputFile { name: "random.ya".into(), text: property.into() }),
        steps: Some(StepChoice::Events),
        acceptance,
        ..TemporalRequest::default()
    };
    let budget = Budget::new(Some(std::time::Duration::from_secs(600)), None);
    let report = cairn_verify::temporal::check(&request, &temporal, &budget, &mut |_| {});
    assert_eq!(report.internal_error, None, "{property}\n{source}");
    let found = report.properties.into_iter().find(|p| p.kind == "temporal");
    found.unwrap_or_else(|| panic!("no verdict: {:?}\n{property}\n{source}", report.diagnostics))
}

#[test]
fn sequences_match_what_they_match_by_definition() {
    let cases = std::env::var("CAIRN_SEQUENCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let mut counts = [0; 2];
    for seed in 0..cases {
        let mut rng = Rng::with_seed(seed);
        let body = statements(&mut rng, 2);
        let automaton = Automaton::random(&mut rng);
        let acceptance = rng.bool();
        let entry = |is_call| Event { is_call, function: 3, x: 0 };
        let mut all = runs(&body, vec![vec![entry(true)]]);
        all.iter_mut().for_each(|run| run.push(entry(false)));
        let expected = all.iter().all(|run| automaton.is_followed(run, acceptance));
        let source = format!("{SOURCE}int main(void) {{\n{}return 0;\n}}\n", text(&body, &mut 0));
        let property = automaton.text();
        let found = verdict(&source, &property, acceptance);
        let wanted = if expected { PropertyVerdict::Proved } else { PropertyVerdict::Violated };
        let told = format!("seed {seed}, acceptance {acceptance}: {:?}\n{property}\n{source}", found.reason);
        assert_eq!(found.verdict, wanted, "{told}");
        counts[usize::from(expected)] += 1;
        let Some(unused) = found.proof.and_then(|proof| proof.unused) else { continue };
        let used: BTreeSet<usize> =
            all.iter().flat_map(|run| (0..=run.len()).flat_map(|count| automaton.after(&run[..count]).0)).collect();
        for state in used {
            assert!(!unused.states.contains(&format!("s{state}")), "s{state} is used: {told}");
        }
    }
    println!("{counts:?} violated and proved");
}
