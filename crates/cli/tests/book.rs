//! The book below `docs/`: every command of the tutorials is run in an empty folder and prints what the tutorial says, links lead
//! somewhere, and the options that the pages for users of other tools name exist.

use std::path::{Path, PathBuf};
use std::process::Command;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn cairn(folder: &Path, arguments: &[String]) -> (Option<i32>, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_cairn")).current_dir(folder).args(arguments).output().unwrap();
    let said = [&run.stdout[..], &run.stderr[..]].concat();
    (run.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// The words of a command, those in quotes as one.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in line.split('"').enumerate() {
        match number % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

/// Code blocks with what stands behind the three marks, in order.
fn blocks(text: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in text.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(kind)) => open = Some((kind, String::new())),
            (Some((_, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

/// Writes the files of a tutorial and runs its commands.
fn follow(name: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tutorial-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let text = std::fs::read_to_string(docs().join("tutorials").join(format!("{name}.md"))).unwrap();
    let mut commands = 0;
    for (kind, block) in blocks(&text) {
        if let Some((_, file)) = kind.split_once(",file=") {
            std::fs::write(folder.join(file), block).unwrap();
            continue;
        }
        if kind != "console" {
            continue;
        }
        let (mut code, mut said, mut command) = (None, String::new(), "");
        for line in block.lines() {
            if let Some(rest) = line.strip_prefix("$ cairn ") {
                (code, said) = cairn(&folder, &words(rest));
                command = rest;
                commands += 1;
            } else if let Some(expected) = line.strip_prefix("$ exit ") {
                assert_eq!(code, expected.parse().ok(), "cairn {command}\n{said}");
            } else {
                assert!(said.contains(line.trim()), "`{line}` is not in what `cairn {command}` says:\n{said}");
            }
        }
    }
    assert!(commands > 1, "{name}");
}

#[test]
fn the_tutorial_of_c_is_true() {
    follow("c");
}

#[test]
fn the_tutorial_of_ada_is_true() {
    follow("ada");
}

#[test]
fn the_tutorial_of_llvm_is_true() {
    follow("llvm");
}

#[test]
fn every_chapter_is_there() {
    let summary = std::fs::read_to_string(docs().join("SUMMARY.md")).unwrap();
    let links = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let links: Vec<&str> = links.collect();
    for link in &links {
        assert!(docs().join(link).exists(), "{link}");
    }
    for entry in std::fs::read_dir(docs()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let is_page = name.ends_with(".md") && name != "SUMMARY.md";
        assert!(!is_page || links.contains(&name.as_str()), "{name} is in no chapter of docs/SUMMARY.md");
    }
}

#[test]
fn options_that_other_tools_are_mapped_to_exist() {
    let commands = ["check", "prove", "temporal", "cover", "export", "replay"];
    let help: String =
        commands.iter().map(|command| cairn(&docs(), &[(*command).to_owned(), "--help".to_owned()]).1).collect();
    for entry in std::fs::read_dir(docs().join("coming-from")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for row in text.lines().filter(|line| line.starts_with('|')) {
            let own = row.split('|').nth(2).unwrap_or_default();
            let options =
                own.split(|c: char| c.is_whitespace() || "`,;)(=".contains(c)).filter(|w| w.starts_with("--"));
            for option in options.filter(|option| !option.trim_matches('-').is_empty() && *option != "--emit") {
                assert!(help.contains(option), "{option} in {}", path.display());
            }
        }
    }
}
