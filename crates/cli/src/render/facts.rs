//! What the proofs of a report rest on, by the place it is about: invariants of loops, summaries of procedures.

use cairn_verify::Report;
use std::collections::BTreeMap;

/// When a fact holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum When {
    InEachIteration,
    AtEntry,
    AtReturn,
}

impl When {
    pub fn words(self) -> &'static str {
        match self {
            When::InEachIteration => "invariant",
            When::AtEntry => "at entry",
            When::AtReturn => "at return",
        }
    }
}

/// One such condition, in the words of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact<'r> {
    pub when: When,
    pub value: &'r str,
}

/// The facts of all proofs, each once, by file and line of the loop or procedure.
pub fn by_place(report: &Report) -> BTreeMap<(&str, u32), Vec<Fact<'_>>> {
    let mut all: BTreeMap<(&str, u32), Vec<Fact<'_>>> = BTreeMap::new();
    for proof in report.properties.iter().filter_map(|p| p.proof.as_ref()) {
        let invariants = proof.invariants.iter().map(|i| (&i.file, i.line, When::InEachIteration, &i.value));
        let entries =
            proof.procedures.iter().flat_map(|p| p.requires.iter().map(|v| (&p.file, p.line, When::AtEntry, v)));
        let returns =
            proof.procedures.iter().flat_map(|p| p.ensures.iter().map(|v| (&p.file, p.line, When::AtReturn, v)));
        for (file, line, when, value) in invariants.chain(entries).chain(returns) {
            let own = all.entry((file.as_deref().unwrap_or_default(), line.unwrap_or(0))).or_default();
            let fact = Fact { when, value };
            if !own.contains(&fact) {
                own.push(fact);
            }
        }
    }
    all.values_mut().for_each(|own| own.sort_by_key(|fact| fact.when));
    all
}
