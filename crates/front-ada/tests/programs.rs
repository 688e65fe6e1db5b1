//! Ada main programs run in the interpreter. The first line of each says how it must end: `finished`, or
//! the kind and line of the check that fails. GNAT-compiled, the same programs end the same way.

use cairn_base::SourceMap;
use cairn_front_ada::{AdaOptions, load};
use cairn_ir::interp::{InputRequest, Inputs, Limits, Outcome, run};
use cairn_ir::{ArrayValue, Bits, Program, TypeId, TypeKind, Value};
use std::path::Path;

/// Answers every request with the zero value of its type.
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

fn ending(path: &Path, text: &str) -> String {
    let mut sources = SourceMap::new();
    let input = sources.add(path.display().to_string(), text);
    let folder = path.parent().unwrap_or(Path::new(".")).to_path_buf();
    let mut find = |name: &str| {
        let path = folder.join(name);
        Some((path.display().to_string(), std::fs::read_to_string(&path).ok()?))
    };
    let (program, diagnostics) = load(&mut sources, &[input], &AdaOptions::default(), &mut find);
    let Some(program) = program else {
        let first = diagnostics.iter().find(|d| d.is_error());
        let line = first.and_then(|d| d.primary.as_ref()).map_or(0, |l| sources.location(l.span).line);
        return first.map_or("no program".into(), |d| format!("{} {line}: {}", d.code, d.message));
    };
    let Some(&entry) = program.entries.first() else { return "no entry".into() };
    match run(&program, entry, &mut Zeros(&program), &Limits::default()).outcome {
        Outcome::Finished => "finished".into(),
        Outcome::Violated(property) => {
            let property = &program.properties[property];
            let line = property.span.map_or(0, |s| sources.location(s).line);
            format!("{} {line}", property.kind)
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn programs_end_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut paths: Vec<_> = std::fs::read_dir(&folder).expect("the folder").flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable program");
        let Some(expected) = text.lines().next().and_then(|l| l.strip_prefix("--  ")) else { continue };
        count += 1;
        let found = ending(&path, &text);
        if found != expected {
            wrong.push(format!("{}: expected {expected}, found {found}", path.display()));
        }
    }
    assert!(count > 20);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
