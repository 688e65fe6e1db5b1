//! Analyses Ada files given as arguments (each alone with `--each`), looking for further units beside them.

use cairn_base::SourceMap;
use cairn_front_ada::sema::analyze;
use cairn_front_ada::sema::overflow::OverflowMode;
use std::path::Path;

fn run(paths: &[String], quiet: bool) -> bool {
    let mut sources = SourceMap::new();
    let mut inputs = Vec::new();
    let mut folders = Vec::new();
    for path in paths {
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
    let (_, diagnostics) = analyze(&mut sources, &inputs, &None, OverflowMode::default(), &mut find);
    let errors: Vec<_> = diagnostics.iter().filter(|d| d.is_error()).collect();
    for diagnostic in errors.iter().take(if quiet { 1 } else { 100 }) {
        let place = diagnostic.primary.as_ref().map(|l| sources.location(l.span));
        let place = place.map_or(String::new(), |p| format!("{}:{}:{}", p.file, p.line, p.column));
        println!("{place}: {} {}", diagnostic.code, diagnostic.message);
    }
    errors.is_empty()
}

fn main() {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let each = paths.first().is_some_and(|p| p == "--each");
    if each {
        paths = std::io::stdin().lines().map_while(Result::ok).collect();
    }
    let work = move || {
        if !each {
            run(&paths, false);
            return;
        }
        let good = paths.iter().filter(|p| run(std::slice::from_ref(p), true)).count();
        println!("{good} of {} analysed without errors", paths.len());
    };
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(work);
    let _ = thread.map(|t| t.join());
}
