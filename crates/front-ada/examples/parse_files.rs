//! Parses the files named on standard input, one per line; prints those with syntax errors and the speed.

use cairn_base::{Diagnostic, SourceMap};
use cairn_front_ada::parser::parse_file;
use cairn_front_ada::syntax::names::Names;
use std::io::BufRead;
use std::time::{Duration, Instant};

fn main() {
    let (mut bytes, mut time, mut good, mut bad) = (0usize, Duration::ZERO, 0, 0);
    let mut names = Names::default();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(raw) = std::fs::read(&line) else { continue };
        let text = String::from_utf8(raw).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect());
        let mut sources = SourceMap::new();
        let file = sources.add(line.clone(), text);
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        let start = Instant::now();
        let units = parse_file(&sources.file(file).text, file, &mut names, &mut diagnostics);
        time += start.elapsed();
        drop(units);
        bytes += sources.file(file).text.len();
        let first = diagnostics.iter().find(|d| d.is_error());
        match first {
            None => good += 1,
            Some(diagnostic) => {
                bad += 1;
                let line = diagnostic.primary.as_ref().map_or(0, |l| sources.location(l.span).line);
                println!("{}:{line}: {} {}", sources.file(file).name, diagnostic.code, diagnostic.message);
            }
        }
    }
    let speed = bytes as f64 / 1e6 / time.as_secs_f64();
    println!("{good} parsed, {bad} with errors, {:.1} MB at {speed:.1} MB/s", bytes as f64 / 1e6);
}
