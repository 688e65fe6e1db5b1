//! Runs Ada main programs in the interpreter, each argument alone; prints how each ends.

use cairn_base::SourceMap;
use cairn_front_ada::{AdaOptions, load};
use cairn_ir::interp::{InputRequest, Inputs, Limits, Outcome, run};
use cairn_ir::{ArrayValue, Bits, Program, TypeId, TypeKind, Value};
use std::path::Path;

fn main() {
    for path in std::env::args().skip(1) {
        println!("{path}: {}", outcome(&path));
    }
}

fn outcome(path: &str) -> String {
    let mut sources = SourceMap::new();
    let Ok(text) = std::fs::read_to_string(path) else { return "unreadable".into() };
    let input = sources.add(path.to_string(), text);
    let folder = Path::new(path).parent().unwrap_or(Path::new(".")).to_path_buf();
    let mut find = |name: &str| {
        let path = folder.join(name);
        Some((path.display().to_string(), std::fs::read_to_string(&path).ok()?))
    };
    let (program, diagnostics) = load(&mut sources, &[input], &AdaOptions::default(), &mut find);
    let Some(program) = program else {
        let first = diagnostics.iter().find(|d| d.is_error());
        let line = first.and_then(|d| d.primary.as_ref()).map_or(0, |l| sources.location(l.span).line);
        return first.map_or("no program".into(), |d| format!("error {} line {line}: {}", d.code, d.message));
    };
    let Some(&entry) = program.entries.first() else { return "no entry".into() };
    let execution = run(&program, entry, &mut Zeros(&program), &Limits::default());
    match execution.outcome {
        Outcome::Violated(property) => {
            let property = &program.properties[property];
            let line = property.span.map_or(0, |s| sources.location(s).line);
            format!("violated {} line {line}: {}", property.kind, property.description)
        }
        other => format!("{other:?}"),
    }
}

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
