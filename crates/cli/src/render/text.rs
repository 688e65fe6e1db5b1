//! The text report: one line per property, grouped by file and procedure; for each violation the place,
//! the inputs and what happens; at the end the verdict and what to do next.

use super::facts::{self, When};
use super::{Detail, count, cut, snippet, trace};
use crate::paint::{BAD, DOUBT, GOOD, NAME, Paint, property_style, run_style, sign};
use cairn_verify::report::{DiagnosticReport, StepKind, StepReport, WitnessResult};
use cairn_verify::{CheckKind, ExitCode, PropertyReport, PropertyVerdict, Report, RunVerdict};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

const DESCRIPTION_WIDTH: usize = 60;
/// More conditions about one place than this are shown on request.
const MOST_FACTS: usize = 12;

pub fn report(report: &Report, detail: Detail, paint: Paint) -> String {
    let mut out = String::new();
    if detail > Detail::Quiet {
        property_lines(&mut out, report, detail, paint);
        foundations(&mut out, report, detail == Detail::Verbose, paint);
        for proof in report.properties.iter().filter_map(|property| property.proof.as_ref()) {
            out.push_str(&super::events::unused(proof, detail, paint));
        }
        assumed(&mut out, report, paint);
        violations(&mut out, report, detail, paint);
        if detail == Detail::Verbose {
            not_rechecked(&mut out, report, paint);
            statistics(&mut out, report, paint);
        }
    }
    summary(&mut out, report, detail, paint);
    out
}

/// The diagnostics, as standard error shows them.
pub fn diagnostics(report: &Report, paint: Paint) -> String {
    let one = |d: &DiagnosticReport| match &d.full {
        Some(full) => snippet::diagnostic(full, &report.sources, paint),
        None => format!("{}[{}]: {}\n", d.severity, d.code, d.message),
    };
    report.diagnostics.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// Columns as wide as their widest entry.
struct Widths {
    place: usize,
    kind: usize,
    description: usize,
}

fn place(property: &PropertyReport) -> String {
    match (property.line, property.column) {
        (Some(line), Some(column)) => format!("{line}:{column}"),
        _ => "-".into(),
    }
}

fn property_lines(out: &mut String, report: &Report, detail: Detail, paint: Paint) {
    let width = |f: &dyn Fn(&PropertyReport) -> usize| report.properties.iter().map(f).max().unwrap_or(0);
    let widths = Widths {
        place: width(&|p| place(p).len()),
        kind: width(&|p| p.kind.len()),
        description: width(&|p| p.description.chars().count().min(DESCRIPTION_WIDTH)),
    };
    let mut properties: Vec<&PropertyReport> = report.properties.iter().collect();
    // Files and procedures in the order of their first property; places in order within them.
    let (mut files, mut procedures) = (HashMap::new(), HashMap::new());
    for (position, p) in report.properties.iter().enumerate() {
        files.entry(&p.file).or_insert(position);
        procedures.entry((&p.file, &p.function)).or_insert(position);
    }
    properties.sort_by_key(|p| (files[&p.file], procedures[&(&p.file, &p.function)], p.line, p.column));
    let mut group: Option<(&Option<String>, &Option<String>)> = None;
    let mut next = 0;
    while let Some(&property) = properties.get(next) {
        let same = if detail == Detail::Verbose { 1 } else { proved_alike(&properties[next..]) };
        next += same;
        if group.is_none_or(|(file, _)| *file != property.file) {
            let _ = writeln!(out, "{}", paint.paint(NAME, property.file.as_deref().unwrap_or("(no file)")));
        }
        if group != Some((&property.file, &property.function)) {
            let _ = writeln!(out, "  {}", property.function.as_deref().unwrap_or("(program)"));
        }
        group = Some((&property.file, &property.function));
        property_line(out, property, same - 1, &widths, paint);
    }
}

/// How many of the first properties are proved checks of one kind at one place, as those of a library call are: one line tells them
/// if they are more than two.
fn proved_alike(properties: &[&PropertyReport]) -> usize {
    let first = properties[0];
    let key = |p: &PropertyReport| (p.file.clone(), p.function.clone(), p.line, p.column, p.kind.clone());
    let own = key(first);
    let is_alike = |p: &&&PropertyReport| p.verdict == PropertyVerdict::Proved && key(p) == own;
    let same = properties.iter().take_while(is_alike).count();
    if same > 2 { same } else { 1 }
}

/// What proofs rest on: the invariants of loops, and what holds where procedures are entered and where they return.
fn foundations(out: &mut String, report: &Report, all_facts: bool, paint: Paint) {
    let all = facts::by_place(report);
    let about_loops = |when: When| when == When::InEachIteration;
    for (title, is_own) in [("loop invariants", true), ("procedure summaries", false)] {
        let own = all.iter().filter(|(_, facts)| facts.iter().any(|f| about_loops(f.when) == is_own));
        for (number, ((file, line), facts)) in own.enumerate() {
            if number == 0 {
                let _ = writeln!(out, "  {}", paint.paint(NAME, title));
            }
            let mut place = format!("{file}:{line}");
            let own: Vec<_> = facts.iter().filter(|f| about_loops(f.when) == is_own).collect();
            let shown = if all_facts || own.len() <= MOST_FACTS { own.len() } else { MOST_FACTS - 1 };
            for fact in &own[..shown] {
                let value = match fact.when {
                    When::InEachIteration => fact.value.to_string(),
                    when => format!("{:9}  {}", when.words(), fact.value),
                };
                let _ = writeln!(out, "    {}  {value}", paint.faint(format!("{place:>20}")));
                place.clear();
            }
            if shown < own.len() {
                let rest = paint.faint(format!("… {} more; -v shows all", own.len() - shown));
                let _ = writeln!(out, "    {:>20}  {rest}", "");
            }
        }
    }
}

/// Proofs that nothing outside the engine has confirmed, by reason.
fn not_rechecked(out: &mut String, report: &Report, paint: Paint) {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for proof in report.properties.iter().filter_map(|property| property.proof.as_ref()) {
        if let Some(why) = &proof.not_checked_because {
            *reasons.entry(why).or_default() += 1;
        }
    }
    for (why, number) in reasons {
        let proofs = count(number, "proof is", "proofs are");
        let _ = writeln!(out, "  {}", paint.faint(format!("{proofs} not re-checked: {why}")));
    }
}

fn property_line(out: &mut String, property: &PropertyReport, more: usize, widths: &Widths, paint: Paint) {
    let verdict = format!("{} {:11}", sign(property.verdict), property.verdict.word());
    let remark = match more {
        0 => remark(property),
        more => format!("and {more} more here"),
    };
    let description = cut(&property.description.replace('\n', " "), DESCRIPTION_WIDTH);
    let padding = if remark.is_empty() { 0 } else { widths.description };
    let line = format!(
        "    {} {:>place$}  {:kind$}  {description:padding$}  {}",
        paint.paint(property_style(property.verdict), verdict),
        place(property),
        property.kind,
        paint.faint(remark),
        place = widths.place,
        kind = widths.kind,
    );
    let _ = writeln!(out, "{}", line.trim_end());
}

/// What there is to say beyond the verdict.
pub fn remark(property: &PropertyReport) -> String {
    let iterations = |bound: u32| count(bound as usize, "iteration", "iterations");
    let mut parts: Vec<String> = Vec::new();
    match property.verdict {
        PropertyVerdict::Proved => {
            if property.reachable == Some(false) {
                parts.push("never reached".into());
            } else if let Some(proof) = property.proof.as_ref().filter(|p| p.by != "unwinding complete") {
                parts.push(format!("by {}", proof.by));
            }
        }
        PropertyVerdict::Violated => {
            parts.extend(property.bound.filter(|b| *b > 1).map(|b| format!("at iteration {b}")))
        }
        PropertyVerdict::Bounded => {
            parts.extend(property.bound.map(|b| format!("holds up to {}; more is unexplored", iterations(b))));
        }
        PropertyVerdict::Unknown | PropertyVerdict::Unsupported => {}
    }
    parts.extend(property.reason.clone());
    parts.join("; ")
}

fn violations(out: &mut String, report: &Report, detail: Detail, paint: Paint) {
    for property in &report.properties {
        let Some(found) = &property.counterexample else { continue };
        out.push('\n');
        match property.span {
            Some(span) => {
                let label = failure_label(property);
                let shown =
                    snippet::failure(&property.kind, &property.description, span, &label, &report.sources, paint);
                out.push_str(&shown);
            }
            None => {
                let title = format!("error[{}]: {}", property.kind, property.description);
                let _ = writeln!(out, "{}", paint.paint(BAD, title));
            }
        }
        out.push('\n');
        out.push_str(&super::events::counterexample(found, detail, paint));
        out.push_str(&trace::counterexample(found, &report.sources, detail, paint));
    }
}

/// Words under the place of a failed check.
pub fn failure_label(property: &PropertyReport) -> String {
    if property.verdict == PropertyVerdict::Unsupported {
        return "an execution gets here".into();
    }
    let involved = property.counterexample.iter().flat_map(|found| &found.involved);
    let values: Vec<String> = involved.map(|v| format!("{} = {}", v.name, cut(&v.value, 40))).collect();
    let part = failed_part(property).map_or(String::new(), |part| format!(": `{part}` is false"));
    match values.is_empty() {
        true => format!("fails{part}"),
        false => format!("fails with {}{part}", values.join(", ")),
    }
}

/// The part of a condition `a && b && c` that is false, if the branches of the execution show which: those before it are true.
fn failed_part(property: &PropertyReport) -> Option<&str> {
    let condition = property.description.split('`').nth(1)?;
    let parts: Vec<&str> = condition.split("&&").map(str::trim).collect();
    let is_plain = |part: &&str| {
        let depth = part.chars().map(|c| i32::from(c == '(') - i32::from(c == ')')).sum::<i32>();
        depth == 0 && !part.is_empty() && !part.contains("||") && !part.contains('?')
    };
    if parts.len() < 2 || !parts.iter().all(is_plain) {
        return None;
    }
    let trace = &property.counterexample.as_ref()?.trace;
    let (last, before) = trace.split_last()?;
    let is_here =
        |step: &&StepReport| (&step.file, step.line, &step.function) == (&last.file, last.line, &last.function);
    let branches = before.iter().rev().take_while(is_here).filter(|step| step.step == StepKind::Branch);
    let mut values: Vec<bool> = branches.map(|step| step.value.as_deref() == Some("true")).collect();
    values.reverse();
    let holds = values.iter().take_while(|value| **value).count();
    // The last one may be decided together with the check.
    let is_told = holds + 1 == values.len() || (holds == values.len() && holds + 1 == parts.len());
    parts.get(holds).filter(|_| is_told).copied()
}

fn statistics(out: &mut String, report: &Report, paint: Paint) {
    let s = &report.statistics;
    let line = format!(
        "\nbound {}, {} steps, {} terms, {} SAT variables, {} clauses, {} conflicts",
        s.bound, s.steps, s.terms, s.sat_variables, s.sat_clauses, s.conflicts
    );
    let _ = writeln!(out, "{}", paint.faint(line));
}

fn summary(out: &mut String, report: &Report, detail: Detail, paint: Paint) {
    if let Some(error) = &report.internal_error {
        let _ = writeln!(out, "\n{} {error}", paint.paint(BAD, "internal error:"));
        let advice =
            "This is a bug of cairn. Nothing in this report counts as proved. Please report it with the input.";
        let _ = writeln!(out, "{advice}");
    }
    if report.has_input_errors() {
        return;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let counts: Vec<String> = PropertyVerdict::ALL
        .into_iter()
        .filter_map(|verdict| {
            let number = report.count(verdict);
            (number > 0).then(|| paint.paint(property_style(verdict), format!("{number} {}", verdict.word())))
        })
        .collect();
    let properties = count(report.properties.len(), "property", "properties");
    let word = if report.internal_error.is_some() {
        paint.paint(BAD, "no verdict")
    } else if report.none_violated_within_bound() {
        paint.paint(DOUBT, "no violation within the bound")
    } else {
        paint.paint(run_style(report.verdict), report.verdict.word())
    };
    let detail_of = if counts.is_empty() { properties } else { format!("{properties}: {}", counts.join(", ")) };
    let detail_of = format!("{detail_of}{}", assumed_count(report));
    let cost = format!("{:.2} s, {} MiB", report.statistics.seconds, report.statistics.peak_memory_mib);
    let _ = writeln!(out, "{word}   {detail_of}   {}", paint.faint(cost));
    if let Some(witness) = &report.witness {
        let style = match witness.result {
            WitnessResult::Confirmed => GOOD,
            WitnessResult::Rejected => BAD,
            WitnessResult::Undecided => DOUBT,
        };
        let result = paint.paint(style, format!("witness {}", witness.result.words()));
        let _ = writeln!(out, "{result}: {} says `{}`; {}", witness.file, witness.claim, witness.reason);
    }
    if let Some(competition) = &report.competition {
        let expected = match &competition.expected {
            Some(expected) => format!(" (the task expects {expected})"),
            None => String::new(),
        };
        let _ = writeln!(out, "{}: {}{}", competition.property, competition.answer, paint.faint(expected));
    }
    if detail > Detail::Quiet {
        for hint in hints(report) {
            let _ = writeln!(out, "{}", paint.faint(format!("  → {hint}")));
        }
    }
    let _ = writeln!(out, "{}", paint.faint(format!("examined: {}", report.statistics.examined.words())));
}

/// How many functions have no body, for the last line.
fn assumed_count(report: &Report) -> String {
    match report.assumed.len() {
        0 => String::new(),
        number => format!(", {} without body assumed", count(number, "function", "functions")),
    }
}

/// Functions without body, and what they may do.
fn assumed(out: &mut String, report: &Report, paint: Paint) {
    if report.assumed.is_empty() {
        return;
    }
    let _ = writeln!(out, "  {}", paint.paint(NAME, "assumed"));
    for function in &report.assumed {
        let place = match (&function.file, function.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => "-".into(),
        };
        let place = paint.faint(format!("{place:>20}"));
        let _ = writeln!(out, "    {place}  `{}` has no body: {}", function.function, function.stub);
    }
}

/// What to do next, at most three things.
fn hints(report: &Report) -> Vec<String> {
    let mut hints = Vec::new();
    let with = |verdict| report.properties.iter().find(move |p| p.verdict == verdict);
    if report.exit_code() == ExitCode::InternalError {
        return hints;
    }
    if let Some(property) = with(PropertyVerdict::Violated) {
        match property.kind.as_str() {
            "unwinding" | "recursion" => hints.push("raise --unwind, or leave it out and let bounds grow".into()),
            kind => hints.push(format!("`cairn explain {kind}` tells what this kind of check means")),
        }
        if !report.properties.iter().any(|p| p.counterexample.as_ref().is_some_and(|c| c.trace.len() > 400)) {
            let again = "; --format json=FILE, then `cairn replay FILE`, runs it again";
            hints.push(format!("-v shows every step{}", if crate::replay::can_replay(report) { again } else { "" }));
        }
    }
    if with(PropertyVerdict::Unsupported).is_some() {
        hints.push("what comes after an unsupported construct is not decided: rewrite or isolate the construct".into());
    }
    if report.diagnostics.iter().any(|d| d.code == "C0071") {
        hints.push("annotations in the source are not checked: C0071 above names them".into());
    }
    if let Some(reason) = report.stopped {
        let option = match reason {
            "time limit reached" => "a larger --timeout",
            "memory limit reached" => "a larger --memory",
            _ => "letting it run on",
        };
        let bound = if report.statistics.bound > 1 { ", or --unwind with a fixed bound," } else { "" };
        hints.push(format!("{reason}: {option}{bound} may decide the rest"));
    } else if with(PropertyVerdict::Bounded).is_some() {
        hints.push("bounded is not proved: a larger --unwind, or none, explores more".into());
    }
    // That an error location is never reached is just what was asked.
    let vacuous = |p: &PropertyReport| p.reachable == Some(false) && p.kind != CheckKind::Reachable.name();
    if report.verdict == RunVerdict::Verified && report.properties.iter().any(vacuous) {
        hints.push("a check that is never reached holds for no good reason: is that intended?".into());
    }
    hints.truncate(3);
    hints
}
