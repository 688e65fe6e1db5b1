//! Checks on manifests: arrows between crates go only where the architecture allows, and every
//! dependency from outside has a reason in `ARCHITECTURE.md` and a user in the workspace.
//!
//! Only normal dependencies count as arrows: tests may use anything.

use super::TextFile;

/// Which crates of ours a crate may use: the table of `ARCHITECTURE.md`.
const ARROWS: [(&str, &[&str]); 14] = [
    ("base", &[]),
    ("term", &["base"]),
    ("ir", &["base", "term"]),
    ("front-ada", &["base", "term", "ir"]),
    ("front-c", &["base", "term", "ir"]),
    ("front-llvm", &["base", "term", "ir"]),
    ("passes", &["base", "term", "ir"]),
    ("solvers", &["base", "term"]),
    ("export", &["base", "term", "ir", "passes"]),
    ("engines", &["base", "term", "ir", "passes", "solvers", "export"]),
    ("witness", &["base", "term", "ir", "solvers"]),
    (
        "verify",
        &[
            "base",
            "term",
            "ir",
            "front-ada",
            "front-c",
            "front-llvm",
            "passes",
            "solvers",
            "export",
            "engines",
            "witness",
        ],
    ),
    ("cli", &["base", "verify"]),
    ("testkit", &["base", "term", "ir"]),
];

pub fn check(files: &[TextFile]) -> Vec<String> {
    let manifests: Vec<&TextFile> = files.iter().filter(|f| f.name.ends_with("Cargo.toml")).collect();
    let mut complaints = Vec::new();
    for manifest in &manifests {
        complaints.extend(check_arrows(manifest));
    }
    let root = manifests.iter().find(|f| f.name == "Cargo.toml");
    let architecture = files.iter().find(|f| f.name == "ARCHITECTURE.md").map_or("", |f| f.text.as_str());
    if let Some(root) = root {
        complaints.extend(check_reasons(root, &manifests, architecture));
    }
    complaints
}

fn check_arrows(manifest: &TextFile) -> Vec<String> {
    let Some(name) = manifest.name.strip_prefix("crates/").and_then(|n| n.strip_suffix("/Cargo.toml")) else {
        return Vec::new();
    };
    let Some((_, allowed)) = ARROWS.iter().find(|(from, _)| *from == name) else {
        return vec![format!("{}:1: tidy does not know this crate; add it to its table", manifest.name)];
    };
    let mut complaints = Vec::new();
    for (number, dependency) in entries(&manifest.text, "[dependencies]") {
        let Some(to) = dependency.strip_prefix("cairn-") else { continue };
        if !allowed.contains(&to) {
            complaints.push(format!("{}:{number}: `{name}` must not use `{to}`", manifest.name));
        }
    }
    complaints
}

fn check_reasons(root: &TextFile, manifests: &[&TextFile], architecture: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, name) in entries(&root.text, "[workspace.dependencies]") {
        if name.starts_with("cairn-") {
            continue;
        }
        if !architecture.lines().any(|l| l.starts_with(&format!("| `{name}` |"))) {
            complaints.push(format!("{}:{number}: ARCHITECTURE.md does not say why we use `{name}`", root.name));
        }
        let sections = ["[dependencies]", "[dev-dependencies]", "[build-dependencies]"];
        let uses = |m: &&TextFile| sections.iter().any(|s| entries(&m.text, s).iter().any(|(_, n)| *n == name));
        if !manifests.iter().any(uses) {
            complaints.push(format!("{}:{number}: no crate uses `{name}`", root.name));
        }
    }
    complaints
}

/// The keys of one section of a manifest, with their line numbers. Our manifests keep each dependency
/// on one line.
fn entries<'a>(text: &'a str, section: &str) -> Vec<(usize, &'a str)> {
    let mut inside = false;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with('[') {
            inside = line == section;
        } else if inside && !line.starts_with('#') {
            let key = line.split(['=', '.', ' ']).next().unwrap_or_default();
            if !key.is_empty() {
                found.push((index + 1, key));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> TextFile {
        TextFile { name: name.into(), text: text.into() }
    }

    #[test]
    fn a_forbidden_arrow_is_noticed_and_a_test_may_use_anything() {
        let manifest = file(
            "crates/term/Cargo.toml",
            "[dependencies]\ncairn-base.workspace = true\ncairn-ir.workspace = true\n[dev-dependencies]\ncairn-solvers.workspace = true\n",
        );
        assert_eq!(check_arrows(&manifest), ["crates/term/Cargo.toml:3: `term` must not use `ir`"]);
    }

    #[test]
    fn every_dependency_needs_a_reason_and_a_user() {
        let root = file(
            "Cargo.toml",
            "[workspace.dependencies]\ncairn-base = { path = \"crates/base\" }\nlibc = \"0.2\"\nserde = \"1\"\n",
        );
        let user = file("crates/base/Cargo.toml", "[dependencies]\nserde.workspace = true\n");
        let complaints = check_reasons(&root, &[&root, &user], "| `serde` | reads |\n");
        assert_eq!(
            complaints,
            ["Cargo.toml:3: ARCHITECTURE.md does not say why we use `libc`", "Cargo.toml:3: no crate uses `libc`"]
        );
    }

    #[test]
    fn arrows_have_no_cycle() {
        for (index, (_, allowed)) in ARROWS.iter().enumerate() {
            for to in *allowed {
                let below = ARROWS.iter().position(|(from, _)| from == to).unwrap();
                assert!(below < index, "an arrow goes up");
            }
        }
    }
}
