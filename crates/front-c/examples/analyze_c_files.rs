//! Parses and analyses the preprocessed files named on standard input, one per line, each as a program of its own;
//! prints those with errors and the speed.

use cairn_base::{Diagnostic, SourceMap};
use cairn_front_c::parser::parse;
use cairn_front_c::sema::analyze;
use cairn_front_c::syntax::names::Names;
use cairn_front_c::syntax::text::decode;
use cairn_front_c::types::DataModel;
use std::io::BufRead;
use std::time::{Duration, Instant};

fn main() {
    let model = if std::env::args().any(|a| a == "--ilp32") { DataModel::Ilp32 } else { DataModel::Lp64 };
    let all = std::env::args().any(|a| a == "--warnings");
    let worker = std::thread::Builder::new().stack_size(cairn_front_c::STACK_BYTES).spawn(move || run(model, all));
    if worker.is_ok_and(|w| w.join().is_err()) {
        std::process::exit(1);
    }
}

fn run(model: DataModel, all: bool) {
    let (mut bytes, mut time, mut good, mut bad) = (0usize, Duration::ZERO, 0, 0);
    for file in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(raw) = std::fs::read(&file) else { continue };
        let text = decode(raw);
        let mut names = Names::default();
        let mut sources = SourceMap::new();
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        let start = Instant::now();
        let unit = parse(&file, &text, &mut sources, &mut names, &mut |_| None, &mut diagnostics);
        let (program, found) = analyze(&[unit], &names, model);
        time += start.elapsed();
        drop(program);
        diagnostics.extend(found);
        bytes += text.len();
        let errors = diagnostics.iter().filter(|d| d.is_error()).count();
        if errors == 0 {
            good += 1;
        } else {
            bad += 1;
        }
        for diagnostic in diagnostics.iter().filter(|d| all || d.is_error()).take(if all { usize::MAX } else { 1 }) {
            let place = diagnostic.primary.as_ref().map(|l| sources.location(l.span));
            let place = place.map_or(String::new(), |p| format!("{}:{}:{}", p.file, p.line, p.column));
            println!("{file}: {place}: {} {}", diagnostic.code, diagnostic.message);
        }
    }
    let speed = bytes as f64 / 1e6 / time.as_secs_f64();
    println!("{good} analysed, {bad} with errors, {:.1} MB at {speed:.1} MB/s", bytes as f64 / 1e6);
}
