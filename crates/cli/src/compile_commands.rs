//! `compile_commands.json`, the list of compiler calls that build systems write: which files a program consists of, and what the
//! preprocessor is told about each.
//!
//! In: the file. Out: its C files with those arguments that decide how a file reads. Everything about code generation and warnings is
//! left out, for it changes nothing that is checked.

use crate::project::FileFlags;
use std::path::{Path, PathBuf};

/// The files of C, and the names of those in other languages.
pub struct Commands {
    pub files: Vec<FileFlags>,
    pub others: Vec<String>,
    /// Every one of them is compiled for 32 bits.
    pub ilp32: bool,
}

pub fn read(path: &Path) -> Result<Commands, String> {
    let (name, text) = crate::files::read_text(path)?;
    of_text(&name, &text)
}

fn of_text(name: &str, text: &str) -> Result<Commands, String> {
    let wrong = |what: &str| format!("`{name}` is no list of compiler calls: {what}");
    let whole: serde_json::Value = serde_json::from_str(text).map_err(|error| wrong(&error.to_string()))?;
    let calls = whole.as_array().ok_or_else(|| wrong("it is no array"))?;
    let mut commands = Commands { files: Vec::new(), others: Vec::new(), ilp32: !calls.is_empty() };
    for (number, call) in calls.iter().enumerate() {
        let here = |what: &str| wrong(&format!("entry {}: {what}", number + 1));
        let file = call["file"].as_str().ok_or_else(|| here("`file` is missing"))?;
        let directory = Path::new(call["directory"].as_str().unwrap_or("."));
        let words: Vec<String> = match (call["arguments"].as_array(), call["command"].as_str()) {
            (Some(list), _) => list.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect(),
            (None, Some(line)) => split(line).ok_or_else(|| here("a quote in `command` does not end"))?,
            (None, None) => return Err(here("neither `arguments` nor `command`")),
        };
        if !file.ends_with(".c") {
            commands.others.push(file.to_string());
            continue;
        }
        commands.ilp32 &= words.iter().any(|word| word == "-m32");
        let file = directory.join(file);
        // A file that is compiled twice is one file; the first call counts.
        if !commands.files.iter().any(|known| known.file == file) {
            commands.files.push(FileFlags { file, arguments: arguments(&words, directory) });
        }
    }
    commands.ilp32 &= !commands.files.is_empty();
    Ok(commands)
}

/// Options whose value is the name of a file or folder, which counts from the folder of the call.
const NAMES: [&str; 6] = ["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"];

fn arguments(words: &[String], directory: &Path) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        if let Some(option) = NAMES.iter().find(|option| word.starts_with(**option)) {
            let value = match &word[option.len()..] {
                "" => words.next().cloned().unwrap_or_default(),
                value => value.to_string(),
            };
            // `-include` names a file that may also stand in a folder of headers.
            let place = directory.join(&value);
            let value = if option.starts_with("-i") && !place.exists() { PathBuf::from(value) } else { place };
            kept.extend([(*option).to_string(), value.to_string_lossy().into_owned()]);
        } else if word == "-D" || word == "-U" {
            kept.push(format!("{word}{}", words.next().map_or("", |name| name)));
        } else if ["-D", "-U", "-std=", "-funsigned-char", "-fsigned-char", "-fshort-enums", "-pthread", "-fopenmp"]
            .iter()
            .any(|option| word.starts_with(option))
        {
            kept.push(word.clone());
        }
    }
    kept
}

/// Words of a command as a shell separates them; none if a quote does not end.
fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => loop {
                match characters.next()? {
                    '\'' => {
                        word.get_or_insert_default();
                        break;
                    }
                    c => word.get_or_insert_default().push(c),
                }
            },
            '"' => loop {
                let word = word.get_or_insert_default();
                match characters.next()? {
                    '"' => break,
                    '\\' => match characters.next()? {
                        c @ ('"' | '\\' | '$' | '`') => word.push(c),
                        c => word.extend(['\\', c]),
                    },
                    c => word.push(c),
                }
            },
            '\\' => word.get_or_insert_default().push(characters.next()?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_become_files_with_what_decides_how_they_read() {
        let text = r#"[
            {"directory": "/p", "file": "a.c", "command": "cc -O2 -Wall -Iinc -DN='\"x y\"' -D M -m32 -c a.c -o a.o"},
            {"directory": "/p", "file": "b.c", "arguments": ["cc", "-m32", "-std=c99", "-I", "/abs", "b.c"]},
            {"directory": "/p", "file": "c.cpp", "arguments": ["c++", "c.cpp"]}
        ]"#;
        let commands = of_text("x.json", text).unwrap();
        let shown: Vec<(String, String)> =
            commands.files.iter().map(|f| (f.file.display().to_string(), f.arguments.join("|"))).collect();
        assert_eq!(shown[0], ("/p/a.c".into(), "-I|/p/inc|-DN=\"x y\"|-DM".into()));
        assert_eq!(shown[1], ("/p/b.c".into(), "-std=c99|-I|/abs".into()));
        assert_eq!((commands.others, commands.ilp32), (vec!["c.cpp".to_string()], true));
    }

    #[test]
    fn mistakes_name_the_entry() {
        let said = |text: &str| of_text("x.json", text).err().unwrap_or_default();
        assert!(said("[{\"file\": \"a.c\"}]").contains("entry 1: neither"), "{}", said("[{\"file\": \"a.c\"}]"));
        assert!(said("{}").contains("no array"));
        assert!(said("[{\"file\": \"a.c\", \"command\": \"cc 'a\"}]").contains("quote"));
    }
}
