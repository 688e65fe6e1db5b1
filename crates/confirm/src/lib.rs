//! Witnesses of the competition by any tool, confirmed or rejected.
//!
//! In: the question that a witness is about, and the witness. Out: the report of a run about the program with the witness
//! written into its source, and what that says about the witness.
//!
//! - Invariants ([`invariants`]) become assertions where they are said to hold. A failed check ends an execution, so that
//!   what comes behind them may rely on them: the witness is confirmed when they and the property are proved.
//! - The way to a violation ([`violation`]) becomes a counter of the waypoints that were passed: an execution that comes by
//!   the next one in another way than it says, or by one that is to be avoided, is no longer looked at. A violation at
//!   the target is then replayed on the program as it was.
//!
//! Deliberately absent: deciding. [`text`] writes into sources; [`conditions`] keeps out what is more than a condition.

mod back;
mod conditions;
mod invariants;
mod places;
mod text;
mod violation;

use cairn_base::Budget;
use cairn_svcomp::Question;
use cairn_svcomp::digest::sha256;
use cairn_svcomp::witness::{Content, Witness};
use cairn_verify::input::InputLanguage;
use cairn_verify::report::{Report, RunVerdict, WitnessReport, WitnessResult};
use cairn_verify::request::Request;
use cairn_verify::run::{self, Snapshot};

/// What became of a witness, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    result: WitnessResult,
    reason: String,
}

impl Answer {
    fn confirmed(reason: impl Into<String>) -> Self {
        Self { result: WitnessResult::Confirmed, reason: reason.into() }
    }
    fn rejected(reason: impl Into<String>) -> Self {
        Self { result: WitnessResult::Rejected, reason: reason.into() }
    }
    fn undecided(reason: impl Into<String>) -> Self {
        Self { result: WitnessResult::Undecided, reason: reason.into() }
    }
}

/// The question that a witness answers, about the inputs of a request. `stated`: whether a property was named beside it.
pub fn asked(mut request: Request, witness: &Witness, name: &str) -> Result<Request, String> {
    let is_c = |name: &str| InputLanguage::of_name(name) == Some(InputLanguage::C);
    if request.c.via_llvm || !request.inputs.iter().all(|input| is_c(&input.name)) {
        return Err(format!("--witness {name}: witnesses are about sources of C"));
    }
    if let Some(stated) = &request.competition
        && stated.specification != witness.specification
    {
        let own = witness.specification.name();
        return Err(format!(
            "--witness {name}: it is about {own}, and --property asks {}",
            stated.specification.name()
        ));
    }
    if !witness.specification.is_decided() {
        return Err(format!("--witness {name}: this version does not decide {}", witness.specification.name()));
    }
    request.checks = witness.specification.checks();
    request.entries = vec![witness.specification.init.clone()];
    request.competition = Some(Question { specification: witness.specification.clone(), expected: None });
    request.c.pure_stubs = true;
    request.c.malloc_succeeds = true;
    request.c.ilp32 = witness.ilp32;
    for input in request.inputs.iter_mut().filter(|input| input.name.ends_with(".i")) {
        input.text = without_markers(&input.text);
    }
    Ok(request)
}

/// Preprocessed text speaks of the lines of other files; witnesses speak of its own.
fn without_markers(text: &str) -> String {
    let is_marker = |line: &str| {
        let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
        let rest = rest.map(|rest| rest.strip_prefix("line").map_or(rest, str::trim_start));
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let line = |line: &str| match is_marker(line) {
        true => line.chars().filter(|c| *c == '\n').collect::<String>(),
        false => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Confirms or rejects a witness. The request is the one that [`asked`] made.
pub fn confirm(
    request: &Request,
    witness: &Witness,
    name: &str,
    originals: &[(String, String)],
    budget: &Budget,
    tick: &mut dyn FnMut(&Snapshot),
) -> Report {
    let (sites, mut read) = run::sites(request, budget);
    let Some(sites) = sites else {
        read.request = request.echo();
        return read;
    };
    let (claim, (mut report, mut answer)) = match &witness.content {
        Content::Invariants(found) => ("verified", invariants::confirm(request, found, name, &sites, budget, tick)),
        Content::Violation(segments) => {
            ("violated", violation::confirm(request, witness, segments, name, &sites, budget, tick))
        }
    };
    if let Some(remark) = other_text(witness, originals) {
        answer.reason.push_str(&remark);
    }
    let is_read = !report.has_input_errors() && report.internal_error.is_none();
    report.request = request.echo();
    if is_read {
        // A run about the program with a claim written in says something about the program only where that was confirmed, or
        // where an execution violates it.
        if answer.result != WitnessResult::Confirmed && report.verdict == RunVerdict::Verified {
            report.verdict = RunVerdict::Inconclusive;
        }
        report.competition = None;
        report.witness = Some(WitnessReport {
            file: name.into(),
            claim: claim.into(),
            result: answer.result,
            reason: answer.reason,
        });
    }
    report
}

/// A remark where the witness was made for another text than the one that is there. Other validators do not look.
fn other_text(witness: &Witness, originals: &[(String, String)]) -> Option<String> {
    let is_other = |(name, text): &&(String, String)| {
        let same = |(own, _): &&(String, String)| places::base_name(own) == places::base_name(name);
        let stated = witness.hashes.iter().find(same).map(|(_, hash)| hash);
        let is_hash = |hash: &&String| hash.len() == 64 && hash.chars().all(|c| c.is_ascii_hexdigit());
        stated.filter(is_hash).is_some_and(|hash| *hash != sha256(text.as_bytes()))
    };
    let (name, _) = originals.iter().find(is_other)?;
    Some(format!(" (its hash is that of another text of `{name}`)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_leave_their_lines_behind() {
        assert_eq!(without_markers("# 1 \"a.c\"\nint x;\n#line 3\n#define A 1\n"), "\nint x;\n\n#define A 1\n");
    }
}
