//! Lowers the Ada files given as arguments and prints the program's text form, or only statistics with `--quiet`.

use cairn_base::SourceMap;
use cairn_front_ada::{AdaOptions, load};
use std::path::Path;

fn main() {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let quiet = paths.first().is_some_and(|p| p == "--quiet");
    if quiet {
        paths.remove(0);
    }
    let mut sources = SourceMap::new();
    let mut inputs = Vec::new();
    let mut folders = Vec::new();
    for path in &paths {
        let Ok(raw) = std::fs::read(path) else { continue };
        let text = String::from_utf8(raw).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect());
        inputs.push(sources.add(path.clone(), text));
        folders.push(Path::new(path).parent().unwrap_or(Path::new(".")).to_path_buf());
    }
    let mut find = |name: &str| {
        folders.iter().find_map(|f| {
            let path = f.join(name);
            let text = std::fs::read(&path).ok()?;
            Some((path.display().to_string(), String::from_utf8_lossy(&text).into_owned()))
        })
    };
    let (program, diagnostics) = load(&mut sources, &inputs, &AdaOptions::default(), &mut find);
    for diagnostic in &diagnostics {
        let place = diagnostic.primary.as_ref().map(|l| sources.location(l.span));
        let place = place.map_or(String::new(), |p| format!("{}:{}:{}", p.file, p.line, p.column));
        println!("{place}: {} {}", diagnostic.code, diagnostic.message);
    }
    let Some(program) = program else { return };
    for property in program.properties.values() {
        let place = property.span.map(|s| sources.location(s));
        let place = place.map_or(String::new(), |p| format!("{}:{}:{}", p.file, p.line, p.column));
        println!("-- {} at {place}: {}", property.name, property.description);
    }
    if !quiet {
        println!("{}", cairn_ir::text::print(&program));
    }
}
