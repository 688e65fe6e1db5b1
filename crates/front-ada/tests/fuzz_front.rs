//! Damaged versions of the programs under `tests/verdicts/ada` and `examples/ada`, through the whole front
//! end: diagnostics or a program that is well formed, never a panic.

use cairn_base::SourceMap;
use cairn_front_ada::{AdaOptions, load};
use std::path::{Path, PathBuf};

/// Damaged versions of each program: enough to touch every construct somewhere, few enough to stay quick.
const MUTANTS: usize = 4;
const TRUNCATIONS: usize = 2;

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("tests/verdicts/ada"), root.join("examples/ada")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of programs").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "adb" || e == "ads") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn survive(path: &Path, text: &str) {
    let mut sources = SourceMap::new();
    let input = sources.add(path.display().to_string(), text);
    let folder = path.parent().unwrap_or(Path::new(".")).to_path_buf();
    let mut find = |name: &str| {
        let path = folder.join(name);
        Some((path.display().to_string(), std::fs::read_to_string(&path).ok()?))
    };
    let (program, diagnostics) = load(&mut sources, &[input], &AdaOptions::default(), &mut find);
    match program {
        Some(program) => assert!(cairn_ir::validate::validate(&program).is_empty(), "{}:\n{text}", path.display()),
        None => assert!(diagnostics.iter().any(|d| d.is_error()), "{}: refused in silence\n{text}", path.display()),
    }
}

/// Swaps, doubles, drops or replaces one word or sign: most results are still nearly Ada.
fn mutate(text: &str, random: &mut fastrand::Rng) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', ';', ',']).collect();
    let replacements = [
        "Integer ", "0 ", "-1 ", "2 ** 40 ", "'First ", "others ", "=> ", "..", "<> ", "(", ")", "; ", "is ", "end ",
        "Boolean ", "\"x\" ", "null ", "not ", "mod ", "new ", "range ", "True ", "1.5 ", "A ", "renames ",
    ];
    for _ in 0..random.usize(1..4) {
        if words.is_empty() {
            break;
        }
        let (at, other) = (random.usize(0..words.len()), random.usize(0..words.len()));
        match random.u8(0..4) {
            0 => words.swap(at, other),
            1 => words.insert(at, words[other]),
            2 => drop(words.remove(at)),
            _ => words[at] = replacements[random.usize(0..replacements.len())],
        }
    }
    words.concat()
}

#[test]
fn damaged_programs_are_survived() {
    let mut random = fastrand::Rng::with_seed(11);
    let programs = programs();
    assert!(programs.len() > 60);
    for path in programs {
        let text = std::fs::read_to_string(&path).expect("a readable program");
        for _ in 0..MUTANTS {
            survive(&path, &mutate(&text, &mut random));
        }
        for _ in 0..TRUNCATIONS {
            let end = random.usize(0..text.len());
            survive(&path, text.get(..end).unwrap_or(&text));
        }
    }
}
