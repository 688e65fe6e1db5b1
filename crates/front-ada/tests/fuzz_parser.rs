//! Mutated and truncated sources: the parser must answer with diagnostics, never panic or hang.

use cairn_base::{Diagnostic, FileId};
use cairn_front_ada::parser::parse_file;
use cairn_front_ada::syntax::names::Names;

const SEED_TEXT: &str = include_str!("sources/parser_seed.adb");

fn parse(text: &str) -> Vec<Diagnostic> {
    let (mut names, mut diagnostics) = (Names::default(), Vec::new());
    parse_file(text, FileId(0), &mut names, &mut diagnostics);
    diagnostics
}

/// Runs on a thread whose stack is as large as the one the front end gives itself.
fn with_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(work);
    assert!(thread.expect("a thread").join().is_ok());
}

#[test]
fn the_seed_is_clean() {
    let errors: Vec<_> = parse(SEED_TEXT).into_iter().filter(|d| d.is_error()).collect();
    assert_eq!(errors, vec![]);
}

#[test]
fn every_truncation_is_survived() {
    with_stack(|| {
        for end in (0..SEED_TEXT.len()).filter(|&e| SEED_TEXT.is_char_boundary(e)) {
            parse(&SEED_TEXT[..end]);
        }
    });
}

#[test]
fn mutations_are_survived() {
    with_stack(|| {
        let mut random = fastrand::Rng::with_seed(7);
        let words = [
            "is", "begin", "end", ";", "(", ")", "'", "\"", "--#", "--%", "loop", "case", "when", "=>", "<>", "\n",
            "\u{e9}", "new", "[", "~",
        ];
        for _ in 0..2000 {
            let mut bytes: Vec<char> = SEED_TEXT.chars().collect();
            for _ in 0..random.usize(1..6) {
                let at = random.usize(0..bytes.len());
                let span = random.usize(0..30).min(bytes.len() - at);
                match random.u8(0..4) {
                    0 => drop(bytes.drain(at..at + span)),
                    1 => {
                        let word = words[random.usize(0..words.len())];
                        bytes.splice(at..at, word.chars());
                    }
                    2 => {
                        let copy: Vec<char> = bytes[at..at + span].to_vec();
                        let to = random.usize(0..bytes.len());
                        bytes.splice(to..to, copy);
                    }
                    _ => bytes[at] = char::from(random.u8(1..127)),
                }
                if bytes.is_empty() {
                    bytes.push(' ');
                }
            }
            parse(&bytes.into_iter().collect::<String>());
        }
    });
}

#[test]
fn deep_nesting_is_refused_not_suffered() {
    with_stack(|| {
        let n = 100_000;
        for text in [
            format!("procedure P is begin X := {}1{}; end P;", "(".repeat(n), ")".repeat(n)),
            format!("procedure P is begin {} end P;", "begin ".repeat(n)),
            format!("procedure P is begin {} null; end P;", "if X then ".repeat(n)),
            format!("procedure P is begin X := {}1; end P;", "not ".repeat(n)),
            format!("procedure P is begin X := {}1; end P;", "- ".repeat(n)),
            format!("procedure P is begin X := 1{}; end P;", " + 1".repeat(n)),
            format!("procedure P is begin X{} := 1; end P;", "(1)".repeat(n)),
            "package P is ".repeat(n),
            format!("procedure P is begin X := {}1; end P;", "(if X then ".repeat(n)),
            format!("package P is type T is {} ;", "record case D is when 1 => ".repeat(n)),
        ] {
            assert!(parse(&text).iter().any(|d| d.is_error()));
        }
    });
}
