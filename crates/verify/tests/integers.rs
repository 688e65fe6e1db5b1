//! Both integer models: every small program of the verdict tests gets the same verdicts with machine integers as
//! bits and as mathematical integers.

use cairn_base::Budget;
use cairn_verify::request::UnitFinder;
use cairn_verify::{InputFile, Request, check};
use std::path::{Path, PathBuf};

/// Larger programs only take longer, and so do those that need invariants.
const SMALL: u64 = 1500;
const NEED_INVARIANTS: [&str; 2] = ["adahorn", "unbounded"];

fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder").flatten() {
        let path = entry.path();
        let small = entry.metadata().is_ok_and(|data| data.len() <= SMALL);
        let source = path.extension().is_some_and(|e| e == "adb" || e == "cairn");
        let needs_invariants = NEED_INVARIANTS.iter().any(|name| path.ends_with(name));
        if path.is_dir() && needs_invariants {
            continue;
        }
        if path.is_dir() {
            found.extend(programs(&path));
        } else if small && source {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The request of a test whose command has no option but `--unwind`; none for others.
fn request(path: &Path) -> Option<Request> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.split_once("run: cairn check %s").map(|(_, rest)| rest.trim()))?;
    let unwind = match line.split_whitespace().collect::<Vec<_>>()[..] {
        [] => None,
        ["--unwind", bound] => Some(bound.parse().ok()?),
        _ => return None,
    };
    let folder = path.parent()?.to_path_buf();
    let units = UnitFinder::new(move |name| {
        let path = folder.join(name);
        Some((name.to_owned(), std::fs::read_to_string(path).ok()?))
    });
    let name = path.file_name()?.to_string_lossy().into_owned();
    Some(Request { inputs: vec![InputFile { name, text }], unwind, units, ..Request::default() })
}

fn verdicts(request: &Request) -> Vec<(String, String)> {
    let report = check(request, &Budget::new(None, None), &mut |_| {});
    assert_eq!(report.internal_error, None);
    report.properties.iter().map(|p| (p.id.clone(), format!("{:?}", p.verdict))).collect()
}

#[test]
fn verdicts_do_not_depend_on_the_integer_model() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts");
    let mut compared = 0;
    for folder in ["ada", "cairn"] {
        for path in programs(&tests.join(folder)) {
            let Some(bits) = request(&path) else { continue };
            let math = Request { mathematical: true, ..bits.clone() };
            assert_eq!(verdicts(&math), verdicts(&bits), "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 10, "only {compared} programs");
}
