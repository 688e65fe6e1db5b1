//! What the tests of the analysis share: from text to typed program, and asking clang.

use cairn_base::{Diagnostic, SourceMap};
use cairn_front_c::STACK_BYTES;
use cairn_front_c::parser::parse;
use cairn_front_c::sema::analyze;
use cairn_front_c::sema::tree::Program;
use cairn_front_c::syntax::names::Names;
use cairn_front_c::types::DataModel;
use std::io::Write;
use std::process::{Command, Stdio};

/// Analyses the units as one program and looks at the result.
pub fn analyzed<R: Send>(
    units: &[&str],
    model: DataModel,
    inspect: impl FnOnce(&Program, &SourceMap, &[Diagnostic]) -> R + Send,
) -> R {
    let work = || {
        let mut sources = SourceMap::new();
        let mut names = Names::default();
        let mut diagnostics = Vec::new();
        let mut trees = Vec::new();
        for (index, text) in units.iter().enumerate() {
            let name = format!("{}.i", char::from(b'a' + index as u8));
            trees.push(parse(&name, text, &mut sources, &mut names, &mut |_| None, &mut diagnostics));
        }
        let (program, found) = analyze(&trees, &names, model);
        diagnostics.extend(found);
        inspect(&program, &sources, &diagnostics)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

/// Runs clang on a program and gives what it prints. clang must be there: `cargo xtask setup` installs it.
#[allow(dead_code)]
pub fn clang(arguments: &[&str], model: DataModel, text: &str) -> String {
    let word = if model == DataModel::Lp64 { "-m64" } else { "-m32" };
    let mut child = Command::new("clang")
        .args([word, "-w", "-fsyntax-only", "-x", "c", "-std=gnu17"])
        .args(arguments)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("clang is installed");
    let mut input = child.stdin.take().expect("a pipe");
    let text = text.to_string();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("clang ends");
    writer.join().expect("no panic").expect("clang reads its input");
    assert!(output.status.success(), "clang: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}
