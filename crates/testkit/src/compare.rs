//! Finds what is wrong between a report and what a test states.
//!
//! In: the stated expectations and the report. Out: one sentence per mismatch, none when all is well.
//! Matching is two-way: a statement without its property is wrong, and so is a property without a
//! statement (unless the header speaks for the others). Exact kinds are matched before "any kind", so
//! the order of statements on a line does not matter.

use crate::case::{Case, Expectation, Others, PropertyExpectation, Stated};
use crate::report::{Diagnostic, Property, Report};

/// Every mismatch between what the case states and what the report says, and how many properties no line states.
pub fn mismatches(case: &Case, report: &Report) -> (Vec<String>, usize) {
    let (mut wrong, others) = compare_properties(case, report);
    wrong.extend(compare_diagnostics(case, report));
    (wrong, others)
}

fn compare_properties(case: &Case, report: &Report) -> (Vec<String>, usize) {
    let mut wrong = Vec::new();
    let mut claimed = vec![false; report.properties.len()];
    let mut stated: Vec<(&Stated, &PropertyExpectation)> = case
        .stated
        .iter()
        .filter_map(|s| match &s.what {
            Expectation::Property(p) => Some((s, p)),
            Expectation::Diagnostic { .. } => None,
        })
        .collect();
    // Statements with a kind choose first; those without take what is left of their line.
    stated.sort_by_key(|(_, p)| p.kind.is_none());
    for (place, wanted) in stated {
        let here = |p: &Property| same_place(place, &p.file, p.line);
        let of_kind = |p: &Property| wanted.kind.as_ref().is_none_or(|k| *k == p.kind);
        let mut found = false;
        for (property, claimed) in report.properties.iter().zip(&mut claimed) {
            // Several properties of one kind may share a line: a statement speaks of all it fits.
            if !*claimed && here(property) && of_kind(property) && fits(wanted, property) {
                *claimed = true;
                found = true;
            }
        }
        if !found {
            let near: Vec<String> = report.properties.iter().filter(|p| here(p)).map(describe).collect();
            let near = if near.is_empty() { "no property".to_string() } else { near.join("; ") };
            wrong.push(format!("{}:{}: stated `{}`, reported: {near}", place.file, place.line, words(wanted)));
        }
    }
    for (property, _) in report.properties.iter().zip(&claimed).filter(|(_, claimed)| !**claimed) {
        if let Others::All(verdict, _) = case.others {
            if property.verdict != verdict {
                wrong.push(format!("{}; others must be {}", describe_place(property), verdict.word()));
            }
        } else {
            wrong.push(format!("{}; nothing is stated about it", describe_place(property)));
        }
    }
    (wrong, claimed.iter().filter(|claimed| !**claimed).count())
}

fn fits(wanted: &PropertyExpectation, property: &Property) -> bool {
    wanted.verdict == property.verdict
        && wanted.bound.is_none_or(|b| property.bound == Some(b))
        && (!wanted.unreachable || property.reachable == Some(false))
}

/// Notes about what a run did not examine.
const NEED_NOT_BE_STATED: [&str; 4] = ["U0016", "A0041", "A0042", "C0064"];

fn compare_diagnostics(case: &Case, report: &Report) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut left: Vec<&Diagnostic> = report.diagnostics.iter().collect();
    for stated in &case.stated {
        let Expectation::Diagnostic { severity, code } = &stated.what else { continue };
        let fits = |d: &&Diagnostic| {
            d.severity == *severity
                && d.code == *code
                && d.line.unwrap_or(0) == stated.line
                && d.file.as_deref().unwrap_or("") == stated.file
        };
        match left.iter().position(fits) {
            Some(index) => drop(left.remove(index)),
            None => wrong.push(format!("{}:{}: stated `{severity} {code}`, not reported", stated.file, stated.line)),
        }
    }
    // Most tests leave something out on purpose: that need not be stated.
    left.retain(|d| !NEED_NOT_BE_STATED.contains(&&*d.code));
    for d in left {
        let place = format!("{}:{}", d.file.as_deref().unwrap_or("?"), d.line.unwrap_or(0));
        wrong
            .push(format!("{place}: reported `{} {}` ({}); nothing is stated about it", d.severity, d.code, d.message));
    }
    wrong
}

/// Reports may name a file by the path the user gave or by its bare name.
fn same_place(stated: &Stated, file: &str, line: u32) -> bool {
    stated.line == line && (stated.file == file || file.ends_with(&format!("/{}", stated.file)))
}

fn words(wanted: &PropertyExpectation) -> String {
    let mut text = wanted.verdict.word().to_string();
    if let Some(kind) = &wanted.kind {
        text += &format!(" {kind}");
    }
    if let Some(bound) = wanted.bound {
        text += &format!(" bound={bound}");
    }
    if wanted.unreachable {
        text += " unreachable";
    }
    text
}

fn describe(property: &Property) -> String {
    let mut text = format!("{} {}", property.verdict.word(), property.kind);
    if let Some(bound) = property.bound {
        text += &format!(" bound={bound}");
    }
    if property.reachable == Some(false) {
        text += " unreachable";
    }
    if let Some(reason) = &property.reason {
        text += &format!(" ({reason})");
    }
    text
}

fn describe_place(property: &Property) -> String {
    format!("{}:{}: reported `{}` for {}", property.file, property.line, describe(property), property.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{TestFile, Verdict, read};
    use std::path::Path;

    fn case(text: &str) -> Case {
        match read(Path::new("a.cairn"), &format!("// run: cairn check %s\n{text}"), "//").unwrap() {
            TestFile::Case(case) => case,
            TestFile::PartOf { .. } => unreachable!("the header says run"),
        }
    }
    fn wrong_in(case: &Case, report: &Report) -> Vec<String> {
        mismatches(case, report).0
    }
    fn property(line: u32, kind: &str, verdict: Verdict) -> Property {
        Property {
            id: format!("p.{line}"),
            kind: kind.into(),
            file: "a.cairn".into(),
            line,
            verdict,
            reachable: Some(true),
            bound: Some(2),
            reason: None,
            engine: None,
            proved_by: None,
        }
    }
    fn report(properties: Vec<Property>) -> Report {
        Report { verdict: "violated".into(), properties, diagnostics: vec![] }
    }

    #[test]
    fn what_is_stated_and_reported_alike_is_well() {
        let report = report(vec![property(2, "index", Verdict::Violated), property(2, "overflow", Verdict::Proved)]);
        assert_eq!(wrong_in(&case("x //~ proved, violated index bound=2\n"), &report), Vec::<String>::new());
        assert_eq!(wrong_in(&case("x //~ violated index, proved overflow\n"), &report), Vec::<String>::new());
    }

    #[test]
    fn a_wrong_verdict_is_told_from_both_sides() {
        let report = report(vec![property(2, "index", Verdict::Bounded)]);
        let wrong = wrong_in(&case("x //~ violated index\n"), &report);
        assert_eq!(
            wrong,
            [
                "a.cairn:2: stated `violated index`, reported: bounded index bound=2",
                "a.cairn:2: reported `bounded index bound=2` for p.2; nothing is stated about it",
            ]
        );
    }

    #[test]
    fn an_unstated_property_needs_the_header() {
        let report = report(vec![property(2, "index", Verdict::Proved)]);
        assert_eq!(wrong_in(&case("x\n"), &report).len(), 1);
        assert_eq!(wrong_in(&case("// others: proved\nx\n"), &report).len(), 0);
        assert_eq!(mismatches(&case("// others: proved 1\nx\n"), &report).1, 1);
        assert_eq!(wrong_in(&case("// others: bounded\nx\n"), &report).len(), 1);
    }

    #[test]
    fn bound_and_reachability_count_when_stated() {
        let report = report(vec![property(2, "index", Verdict::Violated)]);
        assert!(!wrong_in(&case("x //~ violated index bound=3\n"), &report).is_empty());
        assert!(!wrong_in(&case("x //~ violated index unreachable\n"), &report).is_empty());
    }

    #[test]
    fn diagnostics_are_matched_both_ways() {
        let diagnostic = Diagnostic {
            code: "P0003".into(),
            severity: "error".into(),
            message: "odd".into(),
            file: Some("a.cairn".into()),
            line: Some(2),
        };
        let report = Report { verdict: "inconclusive".into(), properties: vec![], diagnostics: vec![diagnostic] };
        assert_eq!(wrong_in(&case("x //~ error P0003\n"), &report), Vec::<String>::new());
        assert_eq!(wrong_in(&case("x //~ error P0004\n"), &report).len(), 2);
        assert_eq!(wrong_in(&case("x\n"), &report).len(), 1);
    }

    #[test]
    fn a_diagnostic_without_a_place_is_stated_in_the_header() {
        let (code, severity, message) = ("U0009".into(), "warning".into(), "odd".into());
        let diagnostic = Diagnostic { code, severity, message, file: None, line: None };
        let report = Report { verdict: "inconclusive".into(), properties: vec![], diagnostics: vec![diagnostic] };
        assert_eq!(wrong_in(&case("// diagnostics: warning U0009\nx\n"), &report), Vec::<String>::new());
        assert_eq!(wrong_in(&case("x //~ warning U0009\n"), &report).len(), 2);
    }
}
