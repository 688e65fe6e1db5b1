//! Annotated sources: annotating twice changes nothing, reading one gives the properties of the plain source
//! (`annotate` itself insists on that), and what is written is true: with the annotations honoured instead of
//! recognised, a program that finishes still finishes, and one that fails still fails.

use cairn_base::SourceMap;
use cairn_front_ada::annotate::annotate;
use cairn_front_ada::{AdaOptions, load};
use cairn_ir::interp::{InputRequest, Inputs, Limits, Outcome, run};
use cairn_ir::{ArrayValue, Bits, Program, TypeId, TypeKind, Value};
use std::path::{Path, PathBuf};

struct Zeros<'p>(&'p Program);

impl Inputs for Zeros<'_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        zero(self.0, request.ty)
    }
}

fn zero(program: &Program, ty: TypeId) -> Option<Value> {
    Some(match program.types.kind(ty) {
        TypeKind::Bool => Value::Bool(false),
        TypeKind::Int(width) => Value::Int(Bits::from_u64(*width, 0)),
        TypeKind::Float(format) => Value::Float(*format, 0),
        TypeKind::Array { element, length, .. } => Value::Array(ArrayValue::filled(*length, zero(program, *element)?)),
        TypeKind::Record(record) => {
            Value::Record(record.fields.iter().map(|f| zero(program, f.ty)).collect::<Option<Vec<_>>>()?)
        }
        _ => return None,
    })
}

/// Files of the folder of the input are found by name.
fn finder(path: &Path) -> impl FnMut(&str) -> Option<(String, String)> + Send + use<> {
    let folder = path.parent().unwrap_or(Path::new(".")).to_path_buf();
    move |name: &str| {
        let path = folder.join(name);
        Some((path.display().to_string(), std::fs::read_to_string(&path).ok()?))
    }
}

fn annotated(path: &Path, text: &str) -> String {
    let mut sources = SourceMap::new();
    let input = sources.add(path.display().to_string(), text);
    let (texts, diagnostics) = annotate(&mut sources, &[input], &AdaOptions::default(), &mut finder(path));
    let complaint = diagnostics.iter().find(|d| d.is_error()).map(|d| d.message.clone());
    texts.unwrap_or_else(|| panic!("{}: {complaint:?}", path.display())).remove(0)
}

/// The annotations in words that are not recognised as implied checks, so that they are checks of their own.
fn honoured(text: &str) -> String {
    let line = |line: &str| {
        let trimmed = line.trim_start();
        if trimmed.starts_with("--% assert") {
            line.replacen("assert", "check", 1)
        } else if trimmed.starts_with("--% notOverflow") && line.ends_with(';') {
            let more = if line.contains(" when ") { "and True" } else { "when True" };
            format!("{} {more};", &line[..line.len() - 1])
        } else {
            line.to_string()
        }
    };
    text.lines().map(|l| line(l) + "\n").collect()
}

/// Whether the main program finishes on zeros; none if it cannot be run.
fn finishes(path: &Path, text: &str) -> Option<bool> {
    let mut sources = SourceMap::new();
    let input = sources.add(path.display().to_string(), text);
    let (program, diagnostics) = load(&mut sources, &[input], &AdaOptions::default(), &mut finder(path));
    let complaint = diagnostics.iter().find(|d| d.is_error()).map(|d| d.message.clone());
    let program = program.unwrap_or_else(|| panic!("{}: {complaint:?}", path.display()));
    let entry = *program.entries.first()?;
    match run(&program, entry, &mut Zeros(&program), &Limits::default()).outcome {
        Outcome::Finished => Some(true),
        Outcome::Violated(_) => Some(false),
        _ => None,
    }
}

fn programs() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/programs", "../../examples/ada", "../../tests/verdicts/ada", "../../tests/files/export"];
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let folder = here.join(folder);
        paths.extend(std::fs::read_dir(&folder).expect("the folder").flatten().map(|e| e.path()));
    }
    paths.retain(|path| path.extension().is_some_and(|e| e == "adb"));
    paths.sort();
    paths
}

#[test]
fn annotations_are_stable_and_true() {
    let (mut written, mut run) = (0, 0);
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("a readable program");
        let once = annotated(&path, &text);
        assert_eq!(once, annotated(&path, &once), "{}", path.display());
        written += once.matches("--% ").count() - text.matches("--% ").count();
        let plain = finishes(&path, &text);
        if plain.is_some() && path.parent().is_some_and(|p| p.ends_with("programs")) {
            assert_eq!(finishes(&path, &once), plain, "{} annotated", path.display());
            assert_eq!(finishes(&path, &honoured(&once)), plain, "{} honoured", path.display());
            run += 1;
        }
    }
    assert!(written > 100 && run > 20, "only {written} annotations, {run} programs");
}
