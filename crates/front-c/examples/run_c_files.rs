//! Runs C programs in the interpreter, all inputs zero, and says how each ended: `run_c_files [-I DIR] [-D MACRO] FILE…`.
//! With `--unsupported`, says instead what of each is not supported.

use cairn_base::{Budget, SourceMap};
use cairn_front_c::load::{CInput, COptions, load};
use cairn_ir::interp::{self, Limits, Outcome};
use cairn_ir::{CheckKind, Program};
use cairn_testkit::programs::Zeros;
use std::time::Instant;

fn main() {
    let mut options = COptions::default();
    let (mut files, mut unsupported) = (Vec::new(), false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-I" => options.preprocessor.folders.extend(arguments.next()),
            "-D" => options.preprocessor.macros.extend(arguments.next()),
            "--unsupported" => unsupported = true,
            "--malloc-succeeds" => options.lower.malloc_succeeds = true,
            _ => files.push(argument),
        }
    }
    for name in files {
        let started = Instant::now();
        let outcome = run(&name, &options, unsupported);
        println!("{name}: {outcome} ({:.1} s)", started.elapsed().as_secs_f64());
    }
}

fn run(name: &str, options: &COptions, unsupported: bool) -> String {
    let text = match std::fs::read(name) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => return format!("cannot be read: {error}"),
    };
    let mut sources = SourceMap::new();
    let input = CInput { name: name.to_string(), text };
    let mut read = |name: &str| std::fs::read(name).ok().map(|b| String::from_utf8_lossy(&b).into_owned());
    let (program, diagnostics) = load(&mut sources, &[input], options, &Budget::unlimited(), &mut read);
    let Some(program) = program else {
        let first = diagnostics.iter().find(|d| d.is_error());
        return format!("refused: {}", first.map_or("", |d| &d.message));
    };
    if let Some(problem) = cairn_ir::validate::validate(&program).first() {
        return format!("not well formed: {}", problem.message);
    }
    if unsupported { refusals(&program) } else { execute(&program, &sources) }
}

fn refusals(program: &Program) -> String {
    let refused = program.properties.values().filter(|p| p.kind == CheckKind::Unsupported);
    let texts: Vec<&str> = refused.map(|p| &*p.description).collect();
    format!("{} refused: {}", texts.len(), texts.join("; "))
}

fn execute(program: &Program, sources: &SourceMap) -> String {
    let Some(entry) = program.entries.first() else { return "has no entry".into() };
    let limits = Limits { steps: 400_000_000, ..Limits::default() };
    let mut inputs = Zeros::new(program);
    let execution = interp::run(program, *entry, &mut inputs, &limits);
    let steps = execution.steps;
    match execution.outcome {
        Outcome::Violated(property) => {
            let property = &program.properties[property];
            let place = property.span.map(|span| sources.location(span));
            let place = place.map_or(String::new(), |p| format!("{}:{}:{}", p.file, p.line, p.column));
            format!("violated {} at {place}: {} after {steps} steps", property.kind, property.description)
        }
        other => format!("{other:?} after {steps} steps"),
    }
}
