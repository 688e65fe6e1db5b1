//! Property files: `CHECK( init(main()), LTL(G ! call(reach_error())) )`, a line for each part.

use cairn_ir::{CheckKind, CheckSelection};

/// What one line asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// The function is never called.
    UnreachCall(String),
    NoOverflow,
    ValidFree,
    ValidDeref,
    ValidMemtrack,
    ValidMemcleanup,
    Termination,
    NoDataRace,
}

impl Part {
    pub fn name(&self) -> &'static str {
        match self {
            Part::UnreachCall(_) => "unreach-call",
            Part::NoOverflow => "no-overflow",
            Part::ValidFree => "valid-free",
            Part::ValidDeref => "valid-deref",
            Part::ValidMemtrack => "valid-memtrack",
            Part::ValidMemcleanup => "valid-memcleanup",
            Part::Termination => "termination",
            Part::NoDataRace => "no-data-race",
        }
    }
    /// The answer of the competition where it fails.
    pub fn failure(&self) -> String {
        match self {
            Part::UnreachCall(_) => "false(reach)".into(),
            other => format!("false({})", other.name()),
        }
    }
    /// The kinds of check that speak of it; none: this version does not decide it.
    pub fn kinds(&self) -> &'static [CheckKind] {
        match self {
            Part::UnreachCall(_) => &[CheckKind::Reachable],
            Part::NoOverflow => &[CheckKind::Overflow],
            Part::ValidFree => &[CheckKind::Free],
            Part::ValidDeref => &[CheckKind::Pointer, CheckKind::Index],
            Part::ValidMemtrack | Part::ValidMemcleanup => &[CheckKind::Leak],
            Part::Termination | Part::NoDataRace => &[],
        }
    }
    fn is_memory_safety(&self) -> bool {
        matches!(self, Part::ValidFree | Part::ValidDeref | Part::ValidMemtrack)
    }
}

/// A property file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    /// The function where executions start.
    pub init: String,
    /// Not empty: one part, or parts of memory safety.
    pub parts: Vec<Part>,
}

impl Specification {
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.parts.iter().map(Part::name).collect();
        match names.len() {
            3 => "valid-memsafety".into(),
            _ => names.join(", "),
        }
    }
    /// The property that checks of a kind are about, from `main`.
    pub fn about(kind: &str) -> Option<Self> {
        let part = match CheckKind::from_name(kind)? {
            CheckKind::Reachable | CheckKind::Assertion => Part::UnreachCall("reach_error".into()),
            CheckKind::Overflow => Part::NoOverflow,
            CheckKind::Free => Part::ValidFree,
            CheckKind::Pointer | CheckKind::Index => Part::ValidDeref,
            CheckKind::Leak => Part::ValidMemtrack,
            _ => return None,
        };
        Some(Self { init: "main".into(), parts: vec![part] })
    }
    /// As a property file has it, a line for each part.
    pub fn text(&self) -> String {
        let line = |part: &Part| {
            let formula = match part {
                Part::UnreachCall(name) => format!("G ! call({name}())"),
                Part::NoOverflow => "G ! overflow".into(),
                Part::Termination => "F end".into(),
                Part::NoDataRace => "G ! data-race".into(),
                other => format!("G {}", other.name()),
            };
            format!("CHECK( init({}()), LTL({formula}) )", self.init)
        };
        self.parts.iter().map(line).collect::<Vec<_>>().join("\n")
    }
    /// The checks that a run about it makes. C gives no meaning to a signed overflow, and the competition expects
    /// answers about executions that have one: those that overflow do not count, unless they are what is asked.
    pub fn checks(&self) -> CheckSelection {
        CheckSelection::only(self.parts.iter().flat_map(|part| part.kinds().iter().copied()))
            .assuming([CheckKind::Overflow])
    }
    /// Whether this version has an answer other than `unknown`.
    pub fn is_decided(&self) -> bool {
        self.parts.iter().all(|part| !part.kinds().is_empty())
    }
}

/// Reads a property file; a mistake is told with its place.
pub fn parse(name: &str, text: &str) -> Result<Specification, String> {
    let mut found: Option<Specification> = None;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let fail = |message: String| format!("{name}:{}:{column}: {message}", number + 1);
        let (init, part) = check(line).map_err(fail)?;
        match &mut found {
            None => found = Some(Specification { init, parts: vec![part] }),
            Some(before) if before.init != init => {
                return Err(fail("this line starts in another function than the line before".into()));
            }
            Some(before) if before.parts.contains(&part) => return Err(fail("this line is there twice".into())),
            Some(before) if before.parts.iter().chain([&part]).all(Part::is_memory_safety) => before.parts.push(part),
            Some(_) => {
                return Err(fail("only valid-free, valid-deref and valid-memtrack can stand in one file".into()));
            }
        }
    }
    found.ok_or_else(|| format!("{name}:1:1: the property file is empty"))
}

/// `CHECK( init(FUNCTION()), LTL(FORMULA) )`.
fn check(line: &str) -> Result<(String, Part), String> {
    let shape = || "a line `CHECK( init(main()), LTL(FORMULA) )` is expected here".to_owned();
    let text: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let inside = text.strip_prefix("CHECK(").and_then(|rest| rest.strip_suffix(')')).ok_or_else(shape)?;
    let (init, formula) = inside.split_once(",").ok_or_else(shape)?;
    let init = init.strip_prefix("init(").and_then(|rest| rest.strip_suffix("())")).ok_or_else(shape)?;
    let formula = formula.strip_prefix("LTL(").and_then(|rest| rest.strip_suffix(')')).ok_or_else(shape)?;
    if !is_name(init) {
        return Err(shape());
    }
    Ok((init.to_owned(), part(formula)?))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn part(formula: &str) -> Result<Part, String> {
    Ok(match formula {
        "G!overflow" => Part::NoOverflow,
        "Gvalid-free" => Part::ValidFree,
        "Gvalid-deref" => Part::ValidDeref,
        "Gvalid-memtrack" => Part::ValidMemtrack,
        "Gvalid-memcleanup" => Part::ValidMemcleanup,
        "Fend" => Part::Termination,
        "G!data-race" => Part::NoDataRace,
        other => match other.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix("())")) {
            // The front ends know these two as error locations.
            Some(name @ ("reach_error" | "__VERIFIER_error")) => Part::UnreachCall(name.to_owned()),
            Some(name) if is_name(name) => {
                return Err(format!(
                    "this version knows calls of `reach_error` and `__VERIFIER_error`, not of `{name}`"
                ));
            }
            _ => return Err(format!("`LTL({other})` is not a property that this version reads")),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_of_the_competition_is_read() {
        let name = |formula: &str| {
            parse("p.prp", &format!("CHECK( init(main()), LTL({formula}) )\n\n")).map(|found| found.name())
        };
        assert_eq!(name("G ! call(reach_error())"), Ok("unreach-call".into()));
        assert_eq!(name("G ! call(__VERIFIER_error())"), Ok("unreach-call".into()));
        assert_eq!(name("G ! overflow"), Ok("no-overflow".into()));
        assert_eq!(name("G valid-memcleanup"), Ok("valid-memcleanup".into()));
        assert_eq!(name("F end"), Ok("termination".into()));
        assert!(name("G ! call(other())").unwrap_err().starts_with("p.prp:1:1: this version knows calls"));
        assert!(name("G F end").is_err());
    }

    #[test]
    fn memory_safety_has_three_lines() {
        let line = |what: &str| format!("CHECK( init(main()), LTL(G {what}) )\n");
        let text = ["valid-free", "valid-deref", "valid-memtrack"].map(line).concat();
        let found = parse("p.prp", &text).unwrap();
        assert_eq!(found.name(), "valid-memsafety");
        assert!(found.checks().is_on(CheckKind::Leak) && !found.checks().is_on(CheckKind::Overflow));
        let mixed = parse("p.prp", &(text + "  CHECK( init(main()), LTL(F end) )"));
        assert!(mixed.unwrap_err().starts_with("p.prp:4:3: only valid-free"));
        assert!(parse("p.prp", "").unwrap_err().contains("empty"));
        assert!(parse("p.prp", "COVER").unwrap_err().contains("is expected here"));
    }
}
