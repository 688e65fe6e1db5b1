//! `cairn init`: a `cairn.toml` for the current folder, with the sources that stand there.

use crate::{files, output, project};
use cairn_verify::ExitCode;
use std::path::{Path, PathBuf};

/// Where sources often are.
const FOLDERS: [&str; 2] = [".", "src"];

pub fn run() -> Result<ExitCode, String> {
    let file = Path::new(project::NAME);
    if file.exists() {
        return Err(format!("there is a `{}` already", project::NAME));
    }
    let text = text(&inputs());
    output::to_place(Some(file), &text)?;
    output::to_stderr(&format!("`{}` is written; `cairn check` reads it\n", project::NAME));
    Ok(ExitCode::Verified)
}

/// The folders that hold sources; none: the one that people would put them into.
fn inputs() -> Vec<&'static str> {
    let holds_sources = |folder: &&str| files::read_all(&[PathBuf::from(folder)]).is_ok();
    let found: Vec<&str> = FOLDERS.into_iter().filter(holds_sources).collect();
    if found.is_empty() { vec!["src"] } else { found }
}

fn text(inputs: &[&str]) -> String {
    let list: Vec<String> = inputs.iter().map(|folder| format!("\"{folder}\"")).collect();
    let commands = ["compile_commands.json", "build/compile_commands.json"].into_iter().find(|p| Path::new(p).exists());
    let from = match commands {
        Some(path) => format!("compile-commands = \"{path}\""),
        None => format!("inputs = [{}]", list.join(", ")),
    };
    format!(
        "\
# What `cairn check`, `cairn prove` and `cairn temporal` take from here when no input is named.
{from}

# entry = [\"main\"]
# check = [\"leak\", \"uninitialized\"]
# no-check = []
# include = [\"include\"]
# define = [\"NDEBUG\"]
# timeout = 60
# memory = 4000
# format = [\"text\", \"html=cairn.html\", \"sarif=cairn.sarif\"]

# What one file needs for itself:
# [[file]]
# name = \"src/uart.c\"
# define = [\"BAUD=9600\"]

# Memory at a fixed address:
# [[region]]
# address = 0x40021000
# size = 0x400
# volatile = true
"
    )
}
