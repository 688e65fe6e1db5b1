//! Checks on documents: what they name exists.
//!
//! - A path in backticks that begins with a folder of the repository exists.
//! - A relative link leads to a file.
//! - Every section of `docs/limitations.md` names a test in `tests/known-gaps`, and every test there is
//!   named: a limitation nobody can observe, and a gap nobody is told about, are both lies.

use std::collections::BTreeSet;
use std::path::Path;

use super::TextFile;

/// Folders of the repository that documents may name paths in.
const FOLDERS: [&str; 7] = ["crates/", "docs/", "tests/", "xtask/", "examples/", ".ci/", ".cargo/"];
const LIMITATIONS: &str = "docs/limitations.md";
const GAPS: &str = "tests/known-gaps/";

pub fn check(root: &Path, files: &[TextFile]) -> Vec<String> {
    let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
    let exists = |path: &str| root.join(path).exists();
    let mut complaints = Vec::new();
    for file in files.iter().filter(|f| f.name.ends_with(".md")) {
        complaints.extend(check_paths(file, &exists));
        complaints.extend(check_links(file, &exists));
    }
    match files.iter().find(|f| f.name == LIMITATIONS) {
        Some(file) => complaints.extend(check_limitations(file, &names)),
        None => complaints.push(format!("{LIMITATIONS}:1: is missing")),
    }
    for needed in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "docs/glossary.md", "docs/soundness.md"] {
        if !exists(needed) {
            complaints.push(format!("{needed}:1: is missing"));
        }
    }
    complaints
}

fn check_paths(file: &TextFile, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut complaints = Vec::new();
    for (number, line) in prose_lines(&file.text) {
        for span in line.split('`').skip(1).step_by(2) {
            let is_path = FOLDERS.iter().any(|f| span.starts_with(f)) && !span.contains([' ', '<', '*', '…', '{']);
            if is_path && !exists(span.trim_end_matches('/')) {
                complaints.push(format!("{}:{number}: `{span}` does not exist", file.name));
            }
        }
    }
    complaints
}

fn check_links(file: &TextFile, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let folder = file.name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut complaints = Vec::new();
    for (number, line) in prose_lines(&file.text) {
        for link in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let path = if folder.is_empty() { target.to_string() } else { format!("{folder}/{target}") };
            if !exists(&path) {
                complaints.push(format!("{}:{number}: the link to `{target}` leads nowhere", file.name));
            }
        }
    }
    complaints
}

/// Lines outside fenced blocks, which hold examples rather than claims.
fn prose_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            return None;
        }
        (!fenced).then_some((index + 1, line))
    })
}

fn check_limitations(file: &TextFile, names: &[&str]) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    // A section: where it starts, and whether it names a test.
    let mut section: Option<(usize, &str, bool)> = None;
    let close = |section: Option<(usize, &str, bool)>, complaints: &mut Vec<String>| {
        if let Some((number, title, false)) = section {
            complaints.push(format!("{}:{number}: `{title}` names no test in {GAPS}", file.name));
        }
    };
    for (number, line) in prose_lines(&file.text) {
        if let Some(title) = line.strip_prefix("## ") {
            close(section, &mut complaints);
            section = Some((number, title, false));
        }
        for span in line.split('`').skip(1).step_by(2).filter(|s| s.starts_with(GAPS)) {
            told.insert(span);
            if let Some(section) = &mut section {
                section.2 = true;
            }
        }
    }
    close(section, &mut complaints);
    let is_test = |name: &&&str| name.starts_with(GAPS) && !name.ends_with(".out") && !name.ends_with(".md");
    for name in names.iter().filter(is_test) {
        let by_folder = told.iter().any(|t| t.ends_with('/') && *t != GAPS && name.starts_with(t));
        if !told.contains(name) && !by_folder {
            complaints.push(format!("{name}:1: {LIMITATIONS} does not tell of this gap"));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> TextFile {
        TextFile { name: name.into(), text: text.into() }
    }

    #[test]
    fn paths_and_links_must_exist() {
        let exists = |path: &str| path == "crates/base" || path == "docs/a.md";
        let good = file(
            "docs/b.md",
            "`crates/base/` and [a](a.md#top), [web](https://x), `crates/<name>`\n```\n`docs/x`\n```\n",
        );
        assert!(check_paths(&good, &exists).is_empty() && check_links(&good, &exists).is_empty());
        let bad = file("docs/b.md", "`crates/bass`\n[c](c.md)\n");
        assert_eq!(check_paths(&bad, &exists), ["docs/b.md:1: `crates/bass` does not exist"]);
        assert_eq!(check_links(&bad, &exists), ["docs/b.md:2: the link to `c.md` leads nowhere"]);
    }

    #[test]
    fn limitations_and_gaps_must_agree() {
        let text = "# Limitations\n## One\nSee `tests/known-gaps/one.c`.\n## Two\nNothing.\n";
        let complaints =
            check_limitations(&file(LIMITATIONS, text), &["tests/known-gaps/one.c", "tests/known-gaps/three.c"]);
        assert_eq!(
            complaints,
            [
                "docs/limitations.md:4: `Two` names no test in tests/known-gaps/",
                "tests/known-gaps/three.c:1: docs/limitations.md does not tell of this gap",
            ]
        );
    }
}
