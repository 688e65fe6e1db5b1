//! A witness of a violation: its waypoints guide the search, and what is found is replayed on the program as it was.
//!
//! A global variable counts the waypoints that were passed. Where the next one is, the execution passes it as the witness
//! says, or is no longer looked at; so it is where one is passed that is to be avoided. One visit passes one waypoint.

use crate::back::{self, OWN};
use crate::places::{self, File};
use crate::text::{self, Insertions};
use crate::{Answer, conditions, invariants};
use cairn_base::{Budget, Span};
use cairn_front_c::sites::{Branching, BranchingKind, Call, Sites, StatementSite};
use cairn_svcomp::specification::Part;
use cairn_svcomp::witness::{Segment, Waypoint, WaypointKind, Witness};
use cairn_verify::replay::{self, Replayed};
use cairn_verify::report::{CounterexampleReport, PropertyReport, PropertyVerdict, Report, RunVerdict};
use cairn_verify::request::{InputFile, Request};
use cairn_verify::run::{self, Snapshot};
use std::collections::BTreeMap;

/// What executions do where a waypoint is: in which order they are written matters, as more of them may be at one place.
#[derive(Default)]
struct Plan {
    /// Code at statements, branchings and calls, by file and place.
    statements: BTreeMap<(usize, u32, u32), String>,
    branchings: BTreeMap<(usize, u32, u32), String>,
    enters: BTreeMap<(usize, u32, u32), String>,
    returns: BTreeMap<(usize, u32, u32), String>,
}

/// Where the violation has to be.
struct Target<'a> {
    file: File<'a>,
    site: &'a StatementSite,
}

pub fn confirm(
    request: &Request,
    witness: &Witness,
    segments: &[Segment],
    name: &str,
    sites: &[Sites],
    budget: &Budget,
    tick: &mut dyn FnMut(&Snapshot),
) -> (Report, Answer) {
    let prepared = prepare(request, segments, sites);
    let (written, target) = match prepared {
        Ok(prepared) => prepared,
        Err((place, answer)) => {
            let reason = format!("{name}:{}:{}: {}", place.0, place.1, answer.reason);
            return (Report::empty(), Answer { reason, ..answer });
        }
    };
    let passed = segments.len() - 1;
    let ends = matches!(witness.specification.parts.as_slice(), [Part::UnreachCall(_)]);
    // A call that must not happen ends the execution, so that who comes there too early is no longer looked at. Other
    // statements may be passed before: there the count is looked at afterwards.
    let mut early = written.clone();
    let guard = format!("{{ extern int {OWN}; __CPROVER_assume({OWN} == {passed}); }} ");
    let guarded = target.file.before(target.site, &guard, &mut early[target.file.number]).is_ok();
    if !guarded && ends {
        return (Report::empty(), Answer::undecided("nothing can be written at the target: a macro stands there"));
    }
    let mut report = run::check(&with(request, &early), budget, tick);
    let mut answer = judged(&mut report, request, &early, &target, name, passed, budget);
    if answer.is_none() && !ends && report.stopped.is_none() {
        report = run::check(&with(request, &written), budget, tick);
        answer = judged(&mut report, request, &written, &target, name, passed, budget);
        let at_target: Vec<&PropertyReport> = report.properties.iter().filter(|p| target.holds(p)).collect();
        if answer.is_none() && at_target.iter().all(|p| p.verdict == PropertyVerdict::Proved) {
            answer = Some(Answer::rejected(NO_EXECUTION));
        }
    } else if answer.is_none() && report.properties.iter().filter(|p| target.holds(p)).all(is_proved) {
        answer = Some(Answer::rejected(NO_EXECUTION));
    }
    let answer = answer.unwrap_or_else(|| Answer::undecided("it is not known whether an execution follows it"));
    if answer.result != cairn_verify::report::WitnessResult::Confirmed && !report.has_input_errors() {
        // The run was about executions that follow the witness: of the program it says nothing.
        let (stopped, internal_error) = (report.stopped, report.internal_error.take());
        let statistics = report.statistics.clone();
        report = Report { stopped, internal_error, statistics, ..Report::empty() };
    }
    (report, answer)
}

const NO_EXECUTION: &str = "no execution that follows it has the violation at its target";

fn is_proved(property: &PropertyReport) -> bool {
    property.verdict == PropertyVerdict::Proved
}

/// The inputs with everything written in, and the count.
fn with(request: &Request, written: &[Insertions]) -> Request {
    let mut own = text::with(request, written);
    own.inputs.push(InputFile { name: format!("{OWN}.i"), text: format!("int {OWN} = 0;\n") });
    own
}

impl Target<'_> {
    /// Whether a check is one of the statement itself, not of those inside of it.
    fn holds(&self, property: &PropertyReport) -> bool {
        if property.file.as_deref() != Some(&self.file.input.name) {
            return false;
        }
        let Some(span) = property.span else { return false };
        let inside = |outer: Span| outer.start <= span.start && span.start < outer.end;
        let is_branching = self.file.sites.branchings.iter().any(|b| b.span == self.site.span);
        let own = self.site.span;
        let deeper =
            |s: &&StatementSite| s.span != own && inside(s.span) && own.start <= s.span.start && s.span.end <= own.end;
        inside(own) && !(is_branching && self.file.sites.statements.iter().any(|s| deeper(&s)))
    }
}

/// What a run found, replayed on the program as it was; none where nothing was found at the target.
fn judged(
    report: &mut Report,
    request: &Request,
    written: &[Insertions],
    target: &Target,
    name: &str,
    passed: usize,
    budget: &Budget,
) -> Option<Answer> {
    if report.internal_error.is_some() {
        return Some(Answer::undecided("the run ended with an internal error"));
    }
    if report.has_input_errors() {
        return Some(invariants::not_read(report, name));
    }
    let counted = |found: &CounterexampleReport| {
        let last = found.trace.iter().rev().find(|step| step.name.as_deref() == Some(OWN));
        last.and_then(|step| step.value.as_deref()?.parse().ok()).unwrap_or(0)
    };
    let own: Vec<usize> = report.properties.iter().map(|p| p.counterexample.as_ref().map_or(0, counted)).collect();
    back::carried(report, request, written);
    let has_checks = report.properties.iter().any(|p| target.holds(p));
    if !has_checks {
        return Some(Answer::rejected("nothing at its target can violate the property"));
    }
    let mut difference = None;
    for (property, _) in report.properties.clone().iter().zip(own).filter(|(p, own)| target.holds(p) && *own == passed)
    {
        let Some(found) = &property.counterexample else { continue };
        match replayed(property, found, request, target, budget) {
            Ok(confirmed) => {
                *report = Report { statistics: report.statistics.clone(), ..confirmed };
                return Some(Answer::confirmed(
                    "an execution follows it to the violation at its target, and was replayed",
                ));
            }
            Err(why) => difference = Some(why),
        }
    }
    difference.map(|why| {
        Answer::undecided(format!("an execution was found, but not replayed on the program as it is: {why}"))
    })
}

/// The violation on the program as it was: an execution with the same inputs that fails at the target, too.
fn replayed(
    property: &PropertyReport,
    found: &CounterexampleReport,
    request: &Request,
    target: &Target,
    budget: &Budget,
) -> Result<Report, String> {
    let (all, reading) = run::with_program(request, budget, |program, _, _| {
        let own = program.properties.values().filter_map(|p| Some((p.name.to_string(), p.kind.name(), p.span?)));
        Ok(own.collect::<Vec<_>>())
    });
    let mut why = "nothing can fail there".to_owned();
    for (id, kind, span) in all.unwrap_or_default() {
        let mut own = property.clone();
        let place = reading.sources.location(span);
        (own.id, own.span, own.line, own.column) = (id, Some(span), Some(place.line), Some(place.column));
        own.file = Some(place.file);
        if kind != property.kind || !target.holds(&own) {
            continue;
        }
        own.counterexample =
            Some(CounterexampleReport { replay: found.replay.clone(), ..CounterexampleReport::default() });
        let old = Report { properties: vec![own], ..Report::empty() };
        let (replayed, reading) = replay::replay(&old, request, budget);
        match replayed.into_iter().next() {
            Some(Replayed { property, difference: None }) => {
                return Ok(Report { properties: vec![property], verdict: RunVerdict::Violated, ..reading });
            }
            Some(Replayed { difference: Some(difference), .. }) => why = difference,
            None => {}
        }
    }
    Err(why)
}

type Prepared<'a> = (Vec<Insertions>, Target<'a>);
type Place = (usize, usize);

/// Writes all waypoints into the sources.
fn prepare<'a>(
    request: &'a Request,
    segments: &[Segment],
    sites: &'a [Sites],
) -> Result<Prepared<'a>, (Place, Answer)> {
    let mut plan = Plan::default();
    let mut target = None;
    for (number, segment) in segments.iter().enumerate() {
        let all = segment.avoided.iter().map(|w| (w, false)).chain([(&segment.followed, true)]);
        for (waypoint, follows) in all {
            let found =
                plan.add(waypoint, number, follows, request, sites).map_err(|answer| (waypoint.place, answer))?;
            target = found.or(target);
        }
    }
    let place = segments.last().map_or((1, 1), |last| last.followed.place);
    let target = target.ok_or((place, Answer::undecided("it has no target")))?;
    let written = plan.written(request, sites).map_err(|answer| (place, answer))?;
    Ok((written, target))
}

/// What passing a waypoint does, given when it is passed.
fn step(number: usize, follows: bool, passed: &str) -> String {
    match follows {
        true => {
            format!(
                "if ({OWN}_now == {number}) {{ if (!({passed})) __CPROVER_assume(0); else {OWN} = {}; }} ",
                number + 1
            )
        }
        false => format!("if ({OWN}_now == {number}) {{ if ({passed}) __CPROVER_assume(0); }} "),
    }
}

/// Code that looks at the count as it is when the execution comes by.
fn visit(code: &str) -> String {
    format!("extern int {OWN}; int {OWN}_now = {OWN}; {code}")
}

impl Plan {
    /// Takes up a waypoint; gives the target.
    fn add<'a>(
        &mut self,
        waypoint: &Waypoint,
        number: usize,
        follows: bool,
        request: &'a Request,
        sites: &'a [Sites],
    ) -> Result<Option<Target<'a>>, Answer> {
        let location = &waypoint.location;
        let nothing = |what: &str| Answer::rejected(format!("{what} at {location}"));
        let file = places::file(request, sites, location)
            .ok_or_else(|| Answer::rejected(format!("`{}` is no input", location.file)))?;
        // The target lives as long as the sites do.
        let key = |span: Span| (file.number, span.start, span.end);
        match &waypoint.kind {
            WaypointKind::Target => {
                let own = sites.get(file.number).ok_or_else(|| nothing("there is no statement"))?;
                let file = File { sites: own, ..file };
                let span = file.statement(location, |_| true).or_else(|| file.around(location)).map(|s| s.span);
                let site = own.statements.iter().find(|s| Some(s.span) == span);
                let site = site.ok_or_else(|| nothing("no statement begins"))?;
                return Ok(Some(Target { file, site }));
            }
            WaypointKind::Assumption(condition) => {
                let site = file.statement(location, |_| true).ok_or_else(|| nothing("no statement begins"))?;
                let condition = conditions::checked(condition).map_err(Answer::rejected)?;
                self.statements.entry(key(site.span)).or_default().push_str(&step(number, follows, &condition));
            }
            WaypointKind::Branching(value) => {
                let site = file.branching(location).ok_or_else(|| nothing("there is no branching"))?;
                let passed = branch(site, value, &file)?;
                self.branchings.entry(key(site.span)).or_default().push_str(&step(number, follows, &passed));
            }
            WaypointKind::FunctionEnter => {
                let call = file.call(location).ok_or_else(|| nothing("no call ends"))?;
                self.enters.entry(key(call.span)).or_default().push_str(&step(number, follows, "1"));
            }
            WaypointKind::FunctionReturn(condition) => {
                let call = file.call(location).ok_or_else(|| nothing("no call ends"))?;
                let passed = match condition {
                    None => "1".into(),
                    Some(text) => {
                        let named = text.replace("\\result", &format!("{OWN}_result"));
                        conditions::checked(&named).map_err(Answer::rejected)?
                    }
                };
                self.returns.entry(key(call.span)).or_default().push_str(&step(number, follows, &passed));
            }
        }
        Ok(None)
    }

    fn written(&self, request: &Request, sites: &[Sites]) -> Result<Vec<Insertions>, Answer> {
        let mut written = Vec::new();
        for (number, (input, sites)) in request.inputs.iter().zip(sites).enumerate() {
            let file = File { number, input, sites };
            let mut into = Insertions::default();
            let hidden = |why: &str| Answer::undecided(format!("nothing can be written at a waypoint: {why}"));
            let key = |span: Span| (number, span.start, span.end);
            for site in &sites.statements {
                let Some(code) = self.statements.get(&key(site.span)) else { continue };
                // A label and what is behind it are two sites; the outer one was meant.
                let code = format!("{{ {} }} ", visit(code));
                file.before(site, &code, &mut into).map_err(|why| hidden(&why))?;
            }
            for site in &sites.branchings {
                let Some(code) = self.branchings.get(&key(site.span)) else { continue };
                write_branching(&file, site, code, &mut into).map_err(hidden)?;
            }
            for call in &sites.calls {
                let (enters, returns) = (self.enters.get(&key(call.span)), self.returns.get(&key(call.span)));
                if enters.is_some() || returns.is_some() {
                    self.write_call(&file, call, (enters, returns), &mut into).map_err(hidden)?;
                }
            }
            written.push(into);
        }
        Ok(written)
    }

    fn write_call(
        &self,
        file: &File,
        call: &Call,
        (enters, returns): (Option<&String>, Option<&String>),
        into: &mut Insertions,
    ) -> Result<(), &'static str> {
        if !file.text(call.span).ends_with(')') || !file.is_balanced(call.span) {
            return Err("a macro stands in the call");
        }
        let within = |&(number, start, end): &(usize, u32, u32)| {
            let is_inside = |s: &Span| s.start <= start && end <= s.end;
            number == file.number && call.arguments.iter().any(is_inside)
        };
        // A function is entered after its arguments were evaluated.
        let mut places = self.branchings.keys().chain(self.enters.keys()).chain(self.returns.keys());
        if enters.is_some() && places.any(within) {
            return Err("waypoints in the arguments of a call that is followed are not supported");
        }
        let enter = enters.map_or(String::new(), |code| format!("{{ {} }} ", visit(code)));
        let result = format!("{OWN}_result");
        let needs_result = !call.is_statement || returns.is_some_and(|code| code.contains(&result));
        let (before, behind) = match needs_result {
            true => (format!("__auto_type {result} = "), format!("{result};")),
            false => (String::new(), "(void)0;".to_owned()),
        };
        let leave = returns.map_or(String::new(), |code| format!("{{ {} }} ", visit(code)));
        into.around(call.span.start, call.span.end, &format!("({{ {enter}{before}"), &format!("; {leave}{behind} }})"));
        Ok(())
    }
}

fn write_branching(file: &File, site: &Branching, code: &str, into: &mut Insertions) -> Result<(), &'static str> {
    let span = site.condition.ok_or("the loop has no condition")?;
    let behind: &[char] = if matches!(site.kind, BranchingKind::Conditional) { &['?'] } else { &[')', ';'] };
    let is_plain = match site.kind {
        BranchingKind::Conditional => {
            file.stands_between(span, &[], behind) || {
                let tail = file.input.text.get(span.end as usize..).unwrap_or_default();
                tail.trim_start().starts_with('?') && file.is_balanced(span)
            }
        }
        _ => file.stands_between(span, &['(', ';'], behind),
    };
    if !is_plain {
        return Err("a macro stands in the condition");
    }
    let kind = if matches!(site.kind, BranchingKind::Switch(_)) { "__auto_type" } else { "_Bool" };
    let (head, tail) = (format!("({{ {kind} {OWN}_value = ("), format!("); {{ {} }} {OWN}_value; }})", visit(code)));
    into.around(span.start, span.end, &head, &tail);
    Ok(())
}

/// When a branching goes as the witness says.
fn branch(site: &Branching, value: &str, file: &File) -> Result<String, Answer> {
    let own = format!("{OWN}_value");
    let BranchingKind::Switch(labels) = &site.kind else {
        return match value.trim() {
            "true" => Ok(own),
            "false" => Ok(format!("!{own}")),
            other => Err(Answer::rejected(format!("a condition is true or false, not `{other}`"))),
        };
    };
    if let Ok(number) = value.trim().parse::<i128>() {
        return Ok(format!("{own} == ({number})"));
    }
    if value.trim() != "default" {
        return Err(Answer::rejected(format!("a switch goes to a number or to `default`, not to `{value}`")));
    }
    let one = |(low, high): &(Span, Option<Span>)| match high {
        Some(high) => format!("({own} >= ({}) && {own} <= ({}))", file.text(*low), file.text(*high)),
        None => format!("{own} == ({})", file.text(*low)),
    };
    let any: Vec<String> = labels.iter().map(one).collect();
    Ok(if any.is_empty() { "1".into() } else { format!("!({})", any.join(" || ")) })
}
