//! Damaged LLVM modules: reading, linking with the C library and lowering never panic, and what comes of them is well formed.
//!
//! A small batch here; `cargo xtask fuzz modules --count N` for a large one. `CAIRN_MODULES` names a folder of further
//! modules to damage; with `CAIRN_CHECKED=N`, every N-th of those that are lowered is also checked for two seconds.

use cairn_base::Budget;
use cairn_verify::{ExitCode, InputFile, Request, input};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ",",
    "*",
    "=",
    "...",
    "x",
    "i1",
    "i8",
    "i32",
    "i64",
    "i128",
    "i8388607",
    "ptr",
    "void",
    "float",
    "double",
    "x86_fp80",
    "label",
    "metadata",
    "<4 x i32>",
    "[0 x i8]",
    "[99999999999 x i64]",
    "{ i32, ptr }",
    "undef",
    "poison",
    "null",
    "zeroinitializer",
    "true",
    "0",
    "-1",
    "18446744073709551616",
    "0x7FF0",
    "inbounds",
    "nsw",
    "volatile",
    "byval(i32)",
    "noundef",
    "to",
    "@main",
    "%0",
    "%1",
    "!0",
    "#0",
    "c\"\\00\"",
    "\"",
];

/// Modules of the tests, the examples and the folder that the environment names.
fn modules() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("tests/verdicts/llvm"), root.join("examples/llvm")];
    folders.extend(std::env::var("CAIRN_MODULES").ok().map(Into::into));
    let mut files: Vec<_> = folders.iter().flat_map(|f| std::fs::read_dir(f).unwrap().flatten()).collect();
    files.sort_by_key(|f| f.path());
    let is_module = |path: &Path| path.extension().is_some_and(|e| e == "ll");
    files.iter().filter(|f| is_module(&f.path())).map(|f| std::fs::read_to_string(f.path()).unwrap()).collect()
}

/// A random place in the text where a character begins.
fn place(text: &str, random: &mut fastrand::Rng) -> usize {
    let mut at = random.usize(..=text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn damage(text: &mut String, modules: &[String], random: &mut fastrand::Rng) {
    let at = place(text, random);
    match random.u32(..7) {
        0 => text.truncate(at),
        1 => {
            let end = (at + random.usize(..40)).min(text.len());
            if text.is_char_boundary(end) {
                text.replace_range(at..end, "");
            }
        }
        2 => text.insert_str(at, WORDS[random.usize(..WORDS.len())]),
        // A line of the same module or of another one, in another place.
        3 | 4 => {
            let other = &modules[random.usize(..modules.len())];
            let from = if random.bool() { text.clone() } else { other.clone() };
            let lines: Vec<&str> = from.lines().collect();
            let line = lines[random.usize(..lines.len())];
            let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
            text.insert_str(start, &format!("{line}\n"));
        }
        5 => {
            let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
            let end = text[start..].find('\n').map_or(text.len(), |n| start + n + 1);
            text.replace_range(start..end, "");
        }
        // One word for another.
        _ => {
            let end = text[at..].find([' ', ',', ')', '\n']).map_or(text.len(), |n| at + n);
            let start = text[..at].rfind([' ', '(', '\n']).map_or(0, |n| n + 1);
            text.replace_range(start..end, WORDS[random.usize(..WORDS.len())]);
        }
    }
}

fn damaged(modules: &[String], seed: u64) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = modules[random.usize(..modules.len())].clone();
    for _ in 0..random.u32(1..6) {
        if text.is_empty() {
            break;
        }
        damage(&mut text, modules, &mut random);
    }
    text
}

/// Why checking the module is a mistake of ours, if it is.
fn checked(request: &Request) -> Option<String> {
    let budget = Budget::new(Some(Duration::from_secs(2)), Some(2 << 30));
    match catch_unwind(AssertUnwindSafe(|| cairn_verify::check(request, &budget, &mut |_| {}))) {
        Ok(report) if report.exit_code() == ExitCode::InternalError => {
            Some(report.diagnostics.first().map_or("internal error".into(), |d| d.message.clone()))
        }
        Ok(_) => None,
        Err(_) => Some("a panic where it is checked".into()),
    }
}

#[test]
fn damaged_modules_are_refused_or_lowered() {
    let modules = modules();
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let (count, every) = (number("CAIRN_CASES").unwrap_or(1_000), number("CAIRN_CHECKED"));
    let budget = Budget::unlimited();
    let (mut lowered, mut wrong) = (0, Vec::new());
    for seed in 0..count {
        let text = damaged(&modules, seed);
        let mut request = Request { inputs: vec![InputFile { name: "damaged.ll".into(), text }], ..Request::default() };
        request.checks.turn_on(cairn_verify::CheckKind::Leak);
        // What the front end made must satisfy the program form: a mistake there has a code of its own.
        match catch_unwind(AssertUnwindSafe(|| input::load(&request, &budget))) {
            Ok(loaded) => {
                let ill_formed = loaded.diagnostics.iter().find(|d| d.is_error() && d.code.starts_with('P'));
                wrong.extend(ill_formed.map(|d| format!("seed {seed}: {}", d.message)));
                lowered += u64::from(loaded.program.is_some());
                if loaded.program.is_some() && every.is_some_and(|every| lowered % every == 0) {
                    wrong.extend(checked(&request).map(|why| format!("seed {seed}: {why}")));
                }
            }
            Err(_) => wrong.push(format!("seed {seed}: a panic")),
        }
    }
    println!("{lowered} of {count} damaged modules were lowered");
    if let Ok(folder) = std::env::var("CAIRN_KEEP") {
        let seed = |line: &String| line["seed ".len()..line.find(':').unwrap()].parse().unwrap();
        wrong.iter().map(seed).for_each(|seed| {
            std::fs::write(format!("{folder}/{seed}.ll"), damaged(&modules, seed)).unwrap();
        });
    }
    assert!(wrong.is_empty(), "{} of {count}; CAIRN_KEEP=FOLDER keeps the modules:\n{}", wrong.len(), wrong.join("\n"));
    assert!(lowered > count / 20 && lowered < count, "{lowered} of {count}");
}
