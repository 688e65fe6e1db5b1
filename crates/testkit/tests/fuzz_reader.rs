//! The reader of program text on damaged programs: it never panics, and what it accepts reads back.
//!
//! A small batch here; `CAIRN_CASES=1000000 cargo test --release -p cairn-testkit --test fuzz_reader`
//! for a large one.

use cairn_base::SourceMap;
use cairn_ir::{Program, text};
use cairn_testkit::programs::{rich, small};
use std::panic::catch_unwind;

const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ":=",
    "=",
    "==",
    ",",
    ".",
    "*",
    "&",
    "-",
    "not",
    "if",
    "then",
    "else",
    "forall",
    "exists",
    "const",
    "all",
    "with",
    "old",
    "goto",
    "check",
    "call",
    "alloc heap",
    "proc",
    "global",
    "type",
    "local",
    "property",
    "entry",
    "\n",
    "\"",
    "'",
    "`",
    "0",
    "1",
    "-1",
    "1.5",
    "1e99999",
    "0x",
    "i0",
    "i8",
    "i65536",
    "i99999999999",
    "[18446744073709551615]",
    "[99999999999999999999]",
    "record {",
    "union {",
    "enum i8 {",
    "fixed 0/0",
    "f128",
    "ptr",
    "null",
    "nan",
    "inf",
    "#",
    "#Mon",
    "::",
    "@",
    "@implied(",
    "\\",
    "é",
    "\u{0}",
    "\u{202e}",
    "//",
    "size",
    "stray(",
    "bytes(\"",
    "ratio(1, 0)",
    "<s",
    ">>u",
    "+rtz",
    "int",
    "real",
    "target pointer 4",
    "invariant",
    "assigns",
    "9999999999999999999999999999999999999",
    "const [all [all 0]]",
    "[1048576][1048576]i8",
];

fn damage(random: &mut fastrand::Rng, text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..random.u32(1..6) {
        let length = characters.len();
        let at = random.usize(0..=length);
        let span = random.usize(0..30).min(length - at);
        match random.u32(0..6) {
            0 => drop(characters.drain(at..at + span)),
            1 | 2 => {
                let word = WORDS[random.usize(0..WORDS.len())];
                characters.splice(at..at, word.chars());
            }
            3 => {
                let word = WORDS[random.usize(0..WORDS.len())];
                characters.splice(at..at + span.min(3), word.chars());
            }
            4 => {
                let copy = characters[at..at + span].to_vec();
                let to = random.usize(0..=length);
                characters.splice(to..to, copy);
            }
            _ if at < length => {
                let other = random.usize(0..length);
                characters.swap(at, other);
            }
            _ => {}
        }
    }
    characters.into_iter().collect()
}

fn read(text: &str) -> Option<Program> {
    let mut sources = SourceMap::new();
    let file = sources.add("fuzz.cairn", text);
    let (program, diagnostics) = text::read(&sources, file);
    assert_eq!(program.is_none(), diagnostics.iter().any(|d| d.is_error()));
    for diagnostic in &diagnostics {
        for label in diagnostic.primary.iter().chain(&diagnostic.secondary) {
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            assert!(text.get(start..end).is_some(), "{diagnostic:?}");
        }
    }
    program
}

fn one(text: &str) -> bool {
    let Some(program) = read(text) else { return false };
    let printed = text::print(&program);
    let again = read(&printed).expect("printed text reads back");
    assert_eq!(text::difference(&program, &again), None, "{printed}");
    true
}

#[test]
fn damaged_programs_do_not_panic_the_reader() {
    let cases = std::env::var("CAIRN_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(3000u64);
    let mut accepted = 0u64;
    let mut sources: Vec<String> = Vec::new();
    for seed in 0..40 {
        sources.push(text::print(&rich(seed)));
        sources.push(text::print(&small(seed)));
    }
    for seed in 0..cases {
        let mut random = fastrand::Rng::with_seed(seed);
        let source = &sources[random.usize(0..sources.len())];
        let text = damage(&mut random, source);
        match catch_unwind(|| one(&text)) {
            Ok(good) => accepted += u64::from(good),
            Err(_) => panic!("seed {seed}\n{text}"),
        }
    }
    assert!(accepted > 0 || cases < 100, "nothing was accepted");
}
