//! Exported SMT-LIB files mean the same to every solver: each expected output of an export test is put to Z3,
//! cvc5 and Bitwuzla (where it has the logic), and all must read it and answer alike. Horn clauses go to Z3 alone, SMT-LIB 1.2
//! over bit-vectors to Boolector 1.5, the solver of its time.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::workspace::Workspace;

/// Bitwuzla knows no mathematical integers.
fn solvers_of(text: &str) -> &'static [&'static str] {
    if text.starts_with("(benchmark") {
        return if text.contains(":logic QF_BV") { &["boolector"] } else { &[] };
    }
    if !text.contains("(check-sat)") {
        return &[];
    }
    if text.contains("(set-logic HORN)") {
        return &["z3"];
    }
    if text.contains("IA)") { &["z3", "cvc5"] } else { &["z3", "cvc5", "bitwuzla"] }
}

/// The number of files all solvers agree on, and what is wrong with the others.
pub fn check(workspace: &Workspace) -> Result<(usize, Vec<String>), String> {
    let mut files = Vec::new();
    let mut folders = vec![workspace.root.join("tests").join("files").join("export")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
            let path: PathBuf = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.extend(Some(path).filter(|path| path.extension().is_some_and(|e| e == "out"))),
            }
        }
    }
    files.sort();
    // Bitwuzla tells the language of a file by its extension.
    let copies = workspace.target.join("exports");
    fs::create_dir_all(&copies).map_err(|e| e.to_string())?;
    let (mut right, mut wrong) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).map_err(|e| e.to_string())?;
        let solvers = solvers_of(&text);
        if solvers.is_empty() {
            continue;
        }
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let version1 = solvers == ["boolector"];
        let copy = copies.join(format!("{name}.{}", if version1 { "smt" } else { "smt2" }));
        fs::write(&copy, &text).map_err(|e| e.to_string())?;
        let mut answers = Vec::new();
        for &solver in solvers {
            let program = if version1 { solver.into() } else { workspace.tools().join(solver) };
            match answer(workspace.command(&program.to_string_lossy(), &[&copy.to_string_lossy()])?) {
                Ok(answer) if answer == "sat" || answer == "unsat" => answers.push((solver, answer)),
                Ok(answer) => wrong.push(format!("{name}: {solver} answers `{answer}`")),
                Err(message) => wrong.push(format!("{name}: {message}")),
            }
        }
        match answers.windows(2).find(|pair| pair[0].1 != pair[1].1) {
            Some(pair) => wrong.push(format!("{name}: the solvers disagree: {pair:?}")),
            None if answers.len() == solvers.len() => right += 1,
            None => {}
        }
    }
    Ok((right, wrong))
}

/// What a solver prints. Boolector tells its answer by the exit code as well: 10 and 20.
fn answer(mut command: Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_string();
    match output.status.code() {
        Some(0 | 10 | 20) => Ok(said),
        _ => Err(format!("{command:?}: {said} {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}
