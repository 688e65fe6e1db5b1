//! `cargo xtask adahorn`: runs the programs after the evaluation of AdaHorn (Beyene, Herrera, Nigam: "Verification of
//! Ada Programs with AdaHorn", 2019, section 5) and writes the table of what came out, beside the numbers printed there.
//!
//! The programs are the file tests below `tests/verdicts/ada/adahorn` and, as long as they are not decided, below
//! `tests/known-gaps/ada/adahorn`; what is expected of each stands in its header.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Instant;

use cairn_testkit::Verdict;
use cairn_testkit::report::{self, Report};

use crate::test::build_tool;
use crate::workspace::Workspace;

/// A program has this long.
const SECONDS: u32 = 60;

const PAGE: &str = "docs/adahorn-table.md";

/// A row of table 1 of the evaluation: category, programs, and how many AdaHorn and GNATprove got right.
const PUBLISHED: [(&str, usize, usize, usize); 4] =
    [("arrays", 20, 18, 1), ("floats", 20, 13, 5), ("loops", 20, 20, 6), ("simple", 8, 8, 5)];

/// What came out for one program.
struct Row {
    category: String,
    name: String,
    expected: &'static str,
    verdict: String,
    /// Engines and proof methods that decided it.
    by: String,
    seconds: f64,
}

impl Row {
    fn is_right(&self) -> bool {
        self.expected == self.verdict
    }
    fn is_wrong(&self) -> bool {
        !self.is_right() && self.verdict != "undecided"
    }
}

pub fn run(workspace: &Workspace, rest: &[String]) -> Result<(), String> {
    if !rest.is_empty() {
        return Err("`adahorn` takes no arguments".into());
    }
    let program = build_tool(workspace)?.program;
    let mut rows = Vec::new();
    for (category, ..) in PUBLISHED {
        let mut files = Vec::new();
        for tests in ["verdicts", "known-gaps"] {
            files.extend(programs(&workspace.root.join("tests").join(tests).join("ada/adahorn").join(category)));
        }
        files.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
        for file in files {
            let row = check(workspace, &program.to_string_lossy(), category, &file)?;
            println!("{category:8} {:28} {:9} {:6.2} s  {}", row.name, row.verdict, row.seconds, row.by);
            rows.push(row);
        }
    }
    fs::write(workspace.root.join(PAGE), page(&rows)).map_err(|e| format!("{PAGE}: {e}"))?;
    let right = rows.iter().filter(|row| row.is_right()).count();
    println!("{right} of {} right; the table is {PAGE}", rows.len());
    if rows.iter().any(Row::is_wrong) { Err("a wrong answer".into()) } else { Ok(()) }
}

fn programs(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "adb")).collect()
}

fn check(workspace: &Workspace, program: &str, category: &str, file: &Path) -> Result<Row, String> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let expected = if text.lines().any(|line| line == "-- exit: 1") { "violated" } else { "proved" };
    let (path, limit) = (file.to_string_lossy(), SECONDS.to_string());
    let started = Instant::now();
    let mut command = workspace.command(program, &["check", &path, "--timeout", &limit, "--format", "json"])?;
    let output = command.output().map_err(|e| e.to_string())?;
    let seconds = started.elapsed().as_secs_f64();
    let report = report::read(&String::from_utf8_lossy(&output.stdout)).map_err(|e| format!("{path}: {e}"))?;
    let verdict = match report.verdict.as_str() {
        "verified" => "proved",
        "violated" => "violated",
        _ => "undecided",
    };
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Row { category: category.into(), name, expected, verdict: verdict.into(), by: by(&report), seconds })
}

/// Who decided: of a violated program the engines that found violations, else the methods of all proofs.
fn by(report: &Report) -> String {
    let violated = report.properties.iter().any(|p| p.verdict == Verdict::Violated);
    let wanted = if violated { Verdict::Violated } else { Verdict::Proved };
    let decided = report.properties.iter().filter(|p| p.verdict == wanted);
    let words: BTreeSet<&str> = decided.filter_map(|p| p.proved_by.as_deref().or(p.engine.as_deref())).collect();
    words.into_iter().collect::<Vec<_>>().join(", ")
}

fn page(rows: &[Row]) -> String {
    let mut out = String::from(
        "# The evaluation of AdaHorn, remade\n\n\
         Made by `cargo xtask adahorn`. The programs are our own, after the ideas of those in the evaluation; they stand in\n\
         `tests/verdicts/ada/adahorn`, each with the verdict of every check on its line. *Right* counts programs whose\n\
         assertions and run-time checks are all proved, or of which a violation was found that replays, as expected.\n\n\
         | category | programs | right | wrong | undecided | slowest | AdaHorn right | GNATprove right |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    let count = |rows: &[&Row], which: fn(&Row) -> bool| rows.iter().filter(|row| which(row)).count();
    let mut line = |name: &str, rows: &[&Row], published: (usize, usize, usize)| {
        let (programs, adahorn, gnatprove) = published;
        let (right, wrong) = (count(rows, Row::is_right), count(rows, Row::is_wrong));
        let slowest = rows.iter().map(|row| row.seconds).fold(0.0, f64::max);
        let undecided = rows.len() - right - wrong;
        let _ = writeln!(
            out,
            "| {name} | {} | {right} | {wrong} | {undecided} | {slowest:.1} s | {adahorn} of {programs} | {gnatprove} of {programs} |",
            rows.len()
        );
    };
    for (category, programs, adahorn, gnatprove) in PUBLISHED {
        let own: Vec<&Row> = rows.iter().filter(|row| row.category == category).collect();
        line(category, &own, (programs, adahorn, gnatprove));
    }
    line("all", &rows.iter().collect::<Vec<_>>(), (68, 59, 17));
    let _ = write!(
        out,
        "\nThe last two columns are those of the publication's table 1, about its own programs: AdaHorn had 4 false alarms, 4\n\
         unknown and 1 time-out of 1,000 s; GNATprove 48 false alarms and 2 violations that it missed. Here a program has {SECONDS} s.\n\n\
         | program | expected | verdict | by | seconds |\n|---|---|---|---|---|\n"
    );
    for row in rows {
        let mark = if row.is_right() { "" } else { " ✗" };
        let Row { category, name, expected, verdict, by, seconds } = row;
        let _ = writeln!(out, "| {category}/{name} | {expected} | {verdict}{mark} | {by} | {seconds:.2} |");
    }
    out
}
