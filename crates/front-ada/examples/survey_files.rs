//! Lowers each file named on standard input alone; prints errors, unsupported constructs and shares.

use cairn_base::SourceMap;
use cairn_front_ada::{AdaOptions, load};
use cairn_ir::CheckKind;
use std::path::Path;

fn main() {
    let (mut good, mut clean, mut bad, mut panicked) = (0, 0, 0, 0);
    for path in std::io::stdin().lines().map_while(Result::ok) {
        let outcome = std::panic::catch_unwind(|| one(&path));
        match outcome {
            Ok(Ok(0)) => {
                good += 1;
                clean += 1;
            }
            Ok(Ok(_)) => good += 1,
            Ok(Err(())) => bad += 1,
            Err(_) => {
                println!("{path}: PANIC");
                panicked += 1;
            }
        }
    }
    println!("{good} lowered, {clean} of them without unsupported, {bad} with errors, {panicked} panics");
}

fn one(path: &str) -> Result<usize, ()> {
    let mut sources = SourceMap::new();
    let raw = std::fs::read(path).map_err(|_| ())?;
    let text = String::from_utf8(raw).unwrap_or_else(|e| e.into_bytes().iter().map(|&b| b as char).collect());
    let input = sources.add(path.to_string(), text);
    let folder = Path::new(path).parent().unwrap_or(Path::new(".")).to_path_buf();
    let mut find = |name: &str| {
        let path = folder.join(name);
        let text = std::fs::read(&path).ok()?;
        Some((path.display().to_string(), String::from_utf8_lossy(&text).into_owned()))
    };
    let (program, diagnostics) = load(&mut sources, &[input], &AdaOptions::default(), &mut find);
    let place = |span| {
        let l = sources.location(span);
        format!("{}:{}:{}", l.file, l.line, l.column)
    };
    let Some(program) = program else {
        if let Some(d) = diagnostics.iter().find(|d| d.is_error()) {
            println!("{}: {} {}", d.primary.as_ref().map_or(path.into(), |l| place(l.span)), d.code, d.message);
        }
        return Err(());
    };
    let unsupported: Vec<_> = program.properties.values().filter(|p| p.kind == CheckKind::Unsupported).collect();
    for property in &unsupported {
        println!("{}: UNSUPPORTED {}", property.span.map_or(path.into(), place), property.description);
    }
    Ok(unsupported.len())
}
