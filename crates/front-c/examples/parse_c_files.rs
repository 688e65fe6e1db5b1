//! Parses the preprocessed files named on standard input, one per line; prints those with syntax errors
//! and the speed.

use cairn_base::{Diagnostic, SourceMap};
use cairn_front_c::parser::parse;
use cairn_front_c::syntax::names::Names;
use cairn_front_c::syntax::text::decode;
use std::io::BufRead;
use std::time::{Duration, Instant};

fn main() {
    let worker = std::thread::Builder::new().stack_size(cairn_front_c::STACK_BYTES).spawn(run);
    if worker.is_ok_and(|w| w.join().is_err()) {
        std::process::exit(1);
    }
}

fn run() {
    let (mut bytes, mut time, mut good, mut bad) = (0usize, Duration::ZERO, 0, 0);
    for file in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(raw) = std::fs::read(&file) else { continue };
        let text = decode(raw);
        let mut names = Names::default();
        let mut sources = SourceMap::new();
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        let start = Instant::now();
        let unit = parse(&file, &text, &mut sources, &mut names, &mut |_| None, &mut diagnostics);
        time += start.elapsed();
        drop(unit);
        bytes += text.len();
        match diagnostics.iter().find(|d| d.is_error()) {
            None => good += 1,
            Some(diagnostic) => {
                bad += 1;
                let place = diagnostic.primary.as_ref().map(|l| sources.location(l.span));
                let place = place.map_or(String::new(), |p| format!("{}:{}:{}", p.file, p.line, p.column));
                println!("{file}: {place}: {} {}", diagnostic.code, diagnostic.message);
            }
        }
    }
    let speed = bytes as f64 / 1e6 / time.as_secs_f64();
    println!("{good} parsed, {bad} with errors, {:.1} MB at {speed:.1} MB/s", bytes as f64 / 1e6);
}
