//! `cargo xtask tidy`: conventions that no compiler checks, as a test (the idea is rust-analyzer's).
//!
//! - [`sources`]: length of files, module headers, unfinished code, machine paths, who may print.
//! - [`documents`]: paths and links in documents lead somewhere; limitations and known gaps agree.
//! - [`crates`]: dependency arrows between crates, and a reason for every dependency.
//!
//! Each check returns complaints of the form `path:line: what is wrong`.

mod crates;
mod documents;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

use crate::workspace::Workspace;

/// A text file of the repository.
pub struct TextFile {
    /// Relative to the root, with `/` between folders.
    pub name: String,
    pub text: String,
}

/// Runs every check on the repository.
pub fn run(workspace: &Workspace) -> Result<(), String> {
    let files = text_files(&workspace.root);
    let mut complaints = sources::check(&files, &machine_paths(workspace));
    complaints.extend(documents::check(&workspace.root, &files));
    complaints.extend(crates::check(&files));
    if complaints.is_empty() {
        let uncounted = files.iter().filter(|file| does_not_count(file)).count();
        if uncounted > 0 {
            println!("tidy: {uncounted} tests do not say how many others, or what happens today: `cargo xtask bless`");
        }
        println!("tidy: {} files, no complaints", files.len());
        return Ok(());
    }
    Err(format!("{}\ntidy: {} complaints", complaints.join("\n"), complaints.len()))
}

/// Whether a test's header leaves out the number of its `others`, or what a known gap gives `today`. Such a test still
/// counts as good: it is blessed when it meets the others.
fn does_not_count(file: &TextFile) -> bool {
    let has = |wanted: &dyn Fn(&str) -> bool| file.text.lines().take(20).any(wanted);
    let key =
        |line: &str, key: &str| line.trim_start_matches(['/', '-', ';', '#', ' ']).strip_prefix(key).map(str::to_owned);
    if file.name.starts_with("tests/known-gaps/") {
        return has(&|line| key(line, "run: ").is_some()) && !has(&|line| key(line, "today: ").is_some());
    }
    file.name.starts_with("tests/verdicts/")
        && has(&|line| key(line, "others: ").is_some_and(|value| !value.trim().contains(' ')))
}

/// Everything that is neither built nor hidden, in a fixed order.
fn text_files(root: &Path) -> Vec<TextFile> {
    let mut paths = Vec::new();
    walk(root, &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root).ok()?.to_string_lossy().replace('\\', "/");
        Some(TextFile { name, text: fs::read_to_string(&path).ok()? })
    };
    paths.into_iter().filter_map(read).collect()
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    const KEPT_OUT: [&str; 3] = [".git", "target", "scratch"];
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if !path.is_dir() {
            paths.push(path);
        } else if !KEPT_OUT.iter().any(|k| entry.file_name() == *k) {
            walk(&path, paths);
        }
    }
}

/// Beginnings of paths that exist on one machine only: home folders, and where this clone stands.
fn machine_paths(workspace: &Workspace) -> Vec<String> {
    // Written in two halves, so that this file does not complain about itself.
    let mut paths = vec![["/ho", "me/"].concat(), ["/ro", "ot/"].concat(), ["/Us", "ers/"].concat()];
    let own = workspace.root.parent().map(|p| format!("{}/", p.display()));
    let home = std::env::var("HOME").ok().map(|h| format!("{h}/"));
    // A clone directly below `/` or a service user with home `/` would forbid every path.
    paths.extend(own.into_iter().chain(home).filter(|p| p.len() > 2 && p != "//" && p != "/tmp/"));
    paths.sort();
    paths.dedup();
    paths
}
