//! Checks on manifests: arrows between crates go only where the architecture allows, and every
//! dependency from outside has a reason in `ARCHITECTURE.md` and a user in the workspace.
//!
//! Only normal dependencies count as arrows: tests may use anything.

use super::TextFile;

/// A row of the table of crates in `ARCHITECTURE.md`: a crate, and those of ours that it may use.
type Row<'a> = (&'a str, Vec<&'a str>);

pub fn check(files: &[TextFile]) -> Vec<String> {
    let manifests: Vec<&TextFile> = files.iter().filter(|f| f.name.ends_with("Cargo.toml")).collect();
    let architecture = files.iter().find(|f| f.name == "ARCHITECTURE.md").map_or("", |f| f.text.as_str());
    let arrows = arrows(architecture);
    let mut complaints = check_order(&arrows);
    for manifest in &manifests {
        complaints.extend(check_arrows(manifest, &arrows));
    }
    let root = manifests.iter().find(|f| f.name == "Cargo.toml");
    if let Some(root) = root {
        complaints.extend(check_reasons(root, &manifests, architecture));
    }
    complaints
}

/// The arrows that the architecture page states: of each row that begins with a path below `crates`, the name of the
/// crate and the names in the last column. `all above` stands for the crates of all earlier rows.
fn arrows(architecture: &str) -> Vec<Row<'_>> {
    let mut rows: Vec<Row> = Vec::new();
    for line in architecture.lines() {
        let Some((name, rest)) = line.strip_prefix("| `crates/").and_then(|l| l.split_once('`')) else { continue };
        if name.contains('/') {
            // A row of another table, about a folder inside crates.
            continue;
        }
        let column = rest.trim_end().trim_end_matches('|').rsplit('|').next().unwrap_or_default().trim();
        let allowed = match column {
            "—" => Vec::new(),
            "all above" => rows.iter().map(|(above, _)| *above).collect(),
            names => names.split(',').map(str::trim).collect(),
        };
        rows.push((name, allowed));
    }
    rows
}

/// An arrow leads to a crate that stands above its own, so there is no cycle.
fn check_order(arrows: &[Row]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (index, (name, allowed)) in arrows.iter().enumerate() {
        for to in allowed {
            if !arrows[..index].iter().any(|(above, _)| above == to) {
                complaints.push(format!("ARCHITECTURE.md: `{name}` may use `{to}`, which does not stand above it"));
            }
        }
    }
    complaints
}

fn check_arrows(manifest: &TextFile, arrows: &[Row]) -> Vec<String> {
    let Some(name) = manifest.name.strip_prefix("crates/").and_then(|n| n.strip_suffix("/Cargo.toml")) else {
        return Vec::new();
    };
    let Some((_, allowed)) = arrows.iter().find(|(from, _)| *from == name) else {
        return vec![format!("{}:1: the table of ARCHITECTURE.md has no row for this crate", manifest.name)];
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
        let table = "| `crates/base` | x | y | — |\n| `crates/term` | x | y | base |\n";
        assert_eq!(check_arrows(&manifest, &arrows(table)), ["crates/term/Cargo.toml:3: `term` must not use `ir`"]);
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
    fn an_arrow_upwards_is_noticed() {
        let table =
            "| `crates/base` | x | y | term |\n| `crates/term` | x | y | base |\n| `crates/ir` | x | y | all above |\n";
        assert_eq!(arrows(table)[2], ("ir", vec!["base", "term"]));
        assert_eq!(
            check_order(&arrows(table)),
            ["ARCHITECTURE.md: `base` may use `term`, which does not stand above it"]
        );
    }
}
