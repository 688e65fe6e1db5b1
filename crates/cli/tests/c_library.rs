//! The table of what functions of the C library demand and leave open (`c_library.cells`), and the page about it.

use std::path::Path;
use std::process::Command;

const CELLS: &str = include_str!("c_library.cells");
const BEGINNING: &str = "#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static int calls;
static int ordinary(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}
static int counting(const void *a, const void *b) { calls++; return ordinary(a, b); }
static int only_less(const void *a, const void *b) { return *(const int *)a < *(const int *)b; }
";

fn cells() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    CELLS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| {
        let (function, rest) = line.split_once(": ").expect("a function");
        let (kind, body) = rest.split_once(": ").expect("a kind");
        (function, kind, body)
    })
}

/// The kinds of checks that fail, and the verdict of the run.
fn examine(program: &Path) -> (Vec<String>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["check", "--format", "json", "--unwind", "100"])
        .arg(program)
        .output()
        .expect("cairn runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let properties = report["properties"].as_array().expect("properties");
    let failed = properties.iter().filter(|p| p["verdict"] == "violated" || p["verdict"] == "unsupported");
    let kinds = failed.map(|p| p["kind"].as_str().unwrap_or_default().to_string()).collect();
    (kinds, report["verdict"].as_str().unwrap_or_default().to_string())
}

/// No demand goes unnoticed, nothing open is taken to be settled, and nothing right is refused.
#[test]
fn every_cell_gets_its_verdict() {
    let folder = std::env::temp_dir().join(format!("cairn-cells-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut wrong = Vec::new();
    for (number, (function, kind, body)) in cells().enumerate() {
        let program = folder.join(format!("{function}_{number}.c"));
        std::fs::write(&program, format!("{BEGINNING}int main(void) {{\n  {body}\n  return 0;\n}}\n")).expect("a file");
        let (kinds, verdict) = examine(&program);
        let as_stated = match kind {
            "fine" => verdict == "verified",
            _ => verdict != "verified" && kinds.iter().any(|k| k == kind),
        };
        if !as_stated {
            wrong.push(format!("{function}: {kind}: {verdict} {kinds:?}: {body}"));
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Functions of the table have a row in the page about the library.
#[test]
fn every_cell_has_a_row() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/c-library.md");
    let page = std::fs::read_to_string(page).expect("the page about the library");
    for (function, ..) in cells() {
        assert!(page.contains(&format!("`{function}`")), "{function} has no row");
    }
}
