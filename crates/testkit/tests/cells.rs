//! The table of what C checks where (`docs/c-checks.md`) is complete: every construct of the typed tree has its row, every
//! kind of check too, and every cell a program that must not be verified.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every `Enumeration::Variant` of the typed tree.
fn constructs() -> BTreeSet<String> {
    let tree = text("crates/front-c/src/sema/tree.rs");
    let (mut found, mut inside) = (BTreeSet::new(), None);
    for line in tree.lines() {
        if let Some(rest) = line.strip_prefix("pub enum ") {
            inside = rest.split_whitespace().next();
        } else if line == "}" {
            inside = None;
        }
        let variant: String =
            line.strip_prefix("    ").unwrap_or("").chars().take_while(char::is_ascii_alphanumeric).collect();
        if let (Some(name), true) = (inside, variant.starts_with(|c: char| c.is_ascii_uppercase())) {
            found.insert(format!("{name}::{variant}"));
        }
    }
    found
}

/// The cells of the rows of a section, without the quotes of code.
fn rows(section: &str) -> Vec<Vec<String>> {
    let page = text("docs/c-checks.md");
    let start = page.find(&format!("## {section}")).expect("a section of that name");
    let part = page[start + 3..].split("\n## ").next().unwrap_or("");
    let table = part.lines().filter(|line| line.starts_with("| `"));
    table.map(|line| line.split('|').skip(1).map(|cell| cell.replace('`', "").trim().to_string()).collect()).collect()
}

/// `ExprKind::VaArg` and a kind as the name of a program.
fn program_name(construct: &str, kind: &str) -> String {
    let (family, variant) = construct.split_once("::").expect("a construct");
    let family = match family {
        "StmtKind" => "Statement",
        "ExprKind" => "Expression",
        "LvalueKind" => "Lvalue",
        "CastKind" => "Cast",
        other => other.strip_suffix("Operator").unwrap_or(other),
    };
    let mut name = String::new();
    for (position, c) in format!("{family}{variant}").char_indices() {
        if c.is_ascii_uppercase() && position > 0 {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    format!("{name}_{}.c", kind.replace('-', "_"))
}

#[test]
fn every_construct_has_its_row() {
    let named: BTreeSet<String> = rows("Constructs").into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(constructs(), named, "docs/c-checks.md and the typed tree of C differ");
}

#[test]
fn every_kind_has_its_row() {
    let kinds: BTreeSet<String> = cairn_ir::CheckKind::ALL.iter().map(ToString::to_string).collect();
    let named: BTreeSet<String> = rows("Kinds").into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(kinds, named, "docs/c-checks.md and the list of kinds differ");
}

#[test]
fn every_cell_has_a_program_that_is_not_verified() {
    let mut programs: BTreeMap<String, String> = BTreeMap::new();
    let folder = root().join("tests/verdicts/c-only/cells");
    for entry in std::fs::read_dir(folder).expect("the folder of the programs") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        programs.insert(name, std::fs::read_to_string(path).expect("a text"));
    }
    for row in rows("Constructs") {
        let (construct, kinds, why) = (&row[0], &row[1], &row[2]);
        assert_ne!(kinds.is_empty(), why.is_empty(), "{construct}: programs, or a reason why there is none");
        for kind in kinds.split(", ").filter(|kind| !kind.is_empty()) {
            assert!(cairn_ir::CheckKind::from_name(kind).is_some(), "{construct}: `{kind}` is no kind of check");
            let name = program_name(construct, kind);
            let program = programs.remove(&name).unwrap_or_else(|| panic!("{construct}: there is no {name}"));
            assert!(program.starts_with(&format!("// {construct}: {kind}.")), "{name} says what it is for");
            let stated = program.contains(&format!("//~ violated {kind}")) || program.contains("//~ unsupported");
            assert!(stated, "{name} must be violated or unsupported");
        }
    }
    assert!(programs.is_empty(), "programs without a row: {:?}", programs.keys());
}
