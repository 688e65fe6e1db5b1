//! What was proved before, kept by content.
//!
//! The key is all that an answer depends on: the part of the program that was asked about as text (the bodies, the
//! contracts that stand for calls, the entry state), the properties, what the request says of engines and solvers, and
//! which tool answered. The whole key is kept beside the answer and compared, so that no two questions can be taken for
//! each other. Only proofs are kept: whatever was violated or left open is asked again.
//!
//! Where entries are kept is the caller's business. One that does not read as it was written counts as none.

use super::judge::Checked;
use crate::request::Request;
use crate::settled::{Finding, Ruling};
use cairn_ir::{Program, Proof, ProofMethod, PropertyId};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

/// Texts by name, for as long as the caller likes.
pub trait Store: Send + Sync {
    fn get(&self, name: &str) -> Option<String>;
    fn put(&self, name: &str, text: &str);
}

/// Where answers are kept, and by which tool.
#[derive(Clone)]
pub struct Cache {
    pub store: Arc<dyn Store>,
    /// Another build answers for itself.
    pub tool: String,
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cache of {}", self.tool)
    }
}

const VERSION: &str = "cairn-cache/1";
/// Questions that are larger are asked each time.
const LARGEST: usize = 4 << 20;

/// One question, and where its answer is kept.
pub(super) struct Place<'c> {
    cache: &'c Cache,
    name: String,
    key: String,
}

impl<'c> Place<'c> {
    pub fn of(cache: &'c Cache, program: &Program, properties: &[PropertyId], request: &Request) -> Option<Self> {
        let text = cairn_ir::text::print(program);
        let asked: Vec<u32> = properties.iter().map(|property| property.0).collect();
        let key = format!(
            "{}\n{:?}\n{:?}\n{:?}\n{asked:?}\n{text}",
            cache.tool,
            (&request.solver, &request.clauses),
            (request.engine, request.mathematical),
            request.checks
        );
        if key.len() > LARGEST {
            return None;
        }
        let name = |salt: &str| {
            let mut hasher = DefaultHasher::new();
            hasher.write(salt.as_bytes());
            hasher.write(key.as_bytes());
            hasher.finish()
        };
        let name = format!("{:016x}{:016x}", name("a"), name("b"));
        Some(Self { cache, name, key })
    }
    /// The proofs that are kept of the question.
    pub fn read(&self) -> BTreeMap<PropertyId, Ruling> {
        let Some(text) = self.cache.store.get(&self.name) else { return BTreeMap::new() };
        self.proofs(&text).unwrap_or_default()
    }
    fn proofs(&self, text: &str) -> Option<BTreeMap<PropertyId, Ruling>> {
        let rest = text.strip_prefix(&self.head())?.strip_prefix(&*self.key)?.strip_prefix('\n')?;
        let mut found = BTreeMap::new();
        for line in rest.strip_suffix("end\n")?.lines() {
            let mut words = line.split(' ');
            let property = PropertyId(words.next()?.parse().ok()?);
            let reachable = match words.next()? {
                "reachable" => Some(true),
                "unreachable" => Some(false),
                "any" => None,
                _ => return None,
            };
            let checked = match words.next()? {
                "judge" => Some(Checked::Judge),
                "refutations" => Some(Checked::Refutations),
                "none" => None,
                _ => return None,
            };
            let by = match words.next()? {
                "contract" => ProofMethod::Contract,
                "unwinding" => ProofMethod::UnwindingComplete,
                _ => return None,
            };
            let proof = Proof { by, loops: Arc::default(), procedures: Arc::default(), program: None };
            let finding = Finding::Proved(proof);
            let ruling = Ruling { finding, reachable, bound: None, engine: None, reason: None, modular: None, checked };
            found.insert(property, ruling);
        }
        Some(found)
    }
    /// Keeps the proofs of an answer. Those by invariants that were found are not kept: their invariants are a part of them.
    pub fn write(&self, answer: &BTreeMap<PropertyId, Ruling>, modular: bool) {
        let mut text = format!("{}{}\n", self.head(), self.key);
        for (property, ruling) in answer {
            let by = match ruling.proof().map(|proof| proof.by) {
                Some(_) if modular => "contract",
                Some(ProofMethod::UnwindingComplete) => "unwinding",
                _ => continue,
            };
            let reachable = match ruling.reachable {
                Some(true) => "reachable",
                Some(false) => "unreachable",
                None => "any",
            };
            let checked = match ruling.checked {
                Some(Checked::Judge) => "judge",
                Some(Checked::Refutations) => "refutations",
                Some(Checked::Not(_)) | None => "none",
            };
            text.push_str(&format!("{} {reachable} {checked} {by}\n", property.0));
        }
        text.push_str("end\n");
        self.cache.store.put(&self.name, &text);
    }
    fn head(&self) -> String {
        format!("{VERSION} {}\n", self.key.len())
    }
}
