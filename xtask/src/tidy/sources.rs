//! Checks on source files: length, header, unfinished code, machine paths, and who may print.

use std::collections::BTreeSet;

use super::TextFile;

/// Beyond this nobody reads a file in one sitting.
const LONGEST_FILE: usize = 900;

pub fn check(files: &[TextFile], machine_paths: &[String]) -> Vec<String> {
    let mut complaints = Vec::new();
    let tests = test_modules(files);
    let is_test = |name: &str| tests.contains(name) || name.contains("/tests/");
    for file in files {
        complaints.extend(check_machine_paths(file, machine_paths));
        if is_ours(file) {
            complaints.extend(check_rust(file, is_test(&file.name)));
        }
        if must_not_print(&file.name) && !is_test(&file.name) {
            complaints.extend(check_silence(file));
        }
    }
    complaints
}

/// Whether a file is Rust of the workspace, and not of a program that a test checks.
fn is_ours(file: &TextFile) -> bool {
    file.name.ends_with(".rs") && !file.name.starts_with("tests/")
}

fn check_rust(file: &TextFile, is_test: bool) -> Vec<String> {
    let mut complaints = Vec::new();
    let lines = file.text.lines().count();
    if lines > LONGEST_FILE {
        complaints.push(format!("{}:1: {lines} lines; split it by idea (at most {LONGEST_FILE})", file.name));
    }
    let header = file.text.lines().find(|l| !l.trim().is_empty()).unwrap_or_default();
    // A file of unit tests is explained by the module it tests.
    if !is_test && !header.starts_with("//!") {
        complaints.push(format!("{}:1: no `//!` header that says what the module holds", file.name));
    }
    // Written in halves, so that this file does not complain about itself.
    let unfinished = [["tod", "o!("].concat(), ["unimplement", "ed!("].concat(), ["db", "g!("].concat()];
    let bare_ignore = ["#[ign", "ore]"].concat();
    for (number, code) in code_lines(&file.text) {
        let at = |what: String| format!("{}:{number}: {what}", file.name);
        if let Some(mark) = unfinished.iter().find(|m| code.contains(m.as_str())) {
            complaints.push(at(format!("unfinished: `{mark}…)`")));
        }
        if code.contains(&bare_ignore) {
            complaints.push(at("a test is skipped without a reason".into()));
        }
    }
    complaints
}

/// Files that are compiled for tests only, because a module declares them so: `#[cfg(test)] mod name;`.
fn test_modules(files: &[TextFile]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in files.iter().filter(|f| is_ours(f)) {
        let (folder, own) = file.name.rsplit_once('/').unwrap_or(("", &file.name));
        let below = match own.trim_end_matches(".rs") {
            "lib" | "main" | "mod" => folder.to_string(),
            module => format!("{folder}/{module}"),
        };
        let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
        for pair in lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]") {
            let declared = pair[1].trim_start_matches("pub(crate) ").strip_prefix("mod ");
            if let Some(module) = declared.and_then(|d| d.strip_suffix(';')) {
                names.insert(format!("{below}/{module}.rs"));
                names.insert(format!("{below}/{module}/mod.rs"));
            }
        }
    }
    names
}

/// Only the command line speaks to the user, reads the environment and ends the process.
fn must_not_print(name: &str) -> bool {
    let library = name.starts_with("crates/") && name.contains("/src/");
    library && !name.starts_with("crates/cli/") && !name.starts_with("crates/testkit/") && !name.contains("/bin/")
}

fn check_silence(file: &TextFile) -> Vec<String> {
    const LOUD: [&str; 6] = ["println!(", "print!(", "eprintln!(", "eprint!(", "process::exit(", "env::var"];
    let mut complaints = Vec::new();
    for (number, code) in code_lines(&file.text) {
        if code.contains("#[cfg(test)]") && !declares_module(&file.text, number) {
            break; // tests stand at the end of the file and may print
        }
        if let Some(mark) = LOUD.iter().find(|m| code.contains(**m)) {
            complaints.push(format!("{}:{number}: `{mark}` outside the cli crate", file.name));
        }
    }
    complaints
}

/// Whether the line after this one declares a module that stands in another file.
fn declares_module(text: &str, number: usize) -> bool {
    text.lines().nth(number).is_some_and(|l| l.contains("mod ") && l.trim_end().ends_with(';'))
}

fn check_machine_paths(file: &TextFile, machine_paths: &[String]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        if let Some(path) = machine_paths.iter().find(|p| line.contains(p.as_str())) {
            complaints.push(format!("{}:{}: machine path `{path}`", file.name, index + 1));
        }
    }
    complaints
}

/// Lines with their numbers, without what stands behind `//`.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line.split("//").next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(name: &str, text: &str) -> Vec<String> {
        let file = TextFile { name: name.into(), text: text.into() };
        check(&[file], &[["/ho", "me/"].concat()])
    }

    #[test]
    fn a_good_file_has_no_complaints() {
        assert!(complaints("crates/a/src/lib.rs", "//! Holds a.\nfn f() {}\n").is_empty());
        assert!(complaints("crates/cli/src/main.rs", "//! A.\nfn f() { println!(); }\n").is_empty());
    }

    #[test]
    fn each_convention_is_noticed() {
        assert_eq!(complaints("crates/a/src/lib.rs", "fn f() {}\n").len(), 1);
        let long = format!("//! A.\n{}", "\n".repeat(LONGEST_FILE));
        assert_eq!(complaints("crates/a/src/lib.rs", &long).len(), 1);
        let unfinished = ["//! A.\nfn f() { tod", "o!() }\n"].concat();
        assert!(complaints("crates/a/src/lib.rs", &unfinished)[0].starts_with("crates/a/src/lib.rs:2: unfinished"));
        assert_eq!(complaints("crates/a/src/lib.rs", "//! A.\nfn f() { println!(); }\n").len(), 1);
        assert_eq!(complaints("docs/a.md", &["/ho", "me/me"].concat()).len(), 1);
    }

    #[test]
    fn tests_may_print() {
        let module = TextFile { name: "crates/a/src/b.rs".into(), text: "//! B.\nfn f() { println!(); }\n".into() };
        let library = TextFile { name: "crates/a/src/lib.rs".into(), text: "//! A.\n#[cfg(test)]\nmod b;\n".into() };
        assert!(check(&[module, library], &[]).is_empty());
        assert!(complaints("crates/a/src/lib.rs", "//! A.\n#[cfg(test)]\nfn f() { println!(); }\n").is_empty());
    }
}
