//! `cargo xtask counts`: does the reader of LLVM modules find every instruction? The C programs of the tests, by each clang
//! that setup installs, unoptimised, after promotion and optimised, are counted by the reader and by LLVM's own `llvm-bcanalyzer`, which
//! knows one record per instruction of the bitcode.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::setup::CLANGS;
use crate::workspace::{Workspace, capture, show};

const LEVELS: [&str; 4] = ["-O0", PROMOTED, "-O1", "-O2"];
/// Unoptimised, with locals in registers: by the `opt` that is installed, of the modules it can read.
const PROMOTED: &str = "-promoted";
const THREADS: usize = 2;
/// Fewer modules say little.
const AT_LEAST: usize = 500;

pub fn run(workspace: &Workspace) -> Result<(), String> {
    let folder = workspace.target.join("counts");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    show(workspace.cargo(&["build", "--quiet", "--package", "cairn-front-llvm", "--example", "read_modules"])?)?;
    let jobs = jobs(workspace, &folder)?;
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // What a clang does not compile makes no module.
                    if let Some(count) = job.make(workspace).transpose() {
                        let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        found.insert(job.text.to_string_lossy().into_owned(), count);
                    }
                }
            });
        }
    });
    compare(workspace, found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// A program, a compiler, a level, and the module they make.
struct Job {
    source: PathBuf,
    compiler: &'static str,
    level: &'static str,
    text: PathBuf,
}

impl Job {
    /// LLVM's count; none where the program does not compile.
    fn make(&self, workspace: &Workspace) -> Result<Option<usize>, String> {
        let bitcode = self.text.with_extension("bc").to_string_lossy().into_owned();
        let (source, text) = (self.source.to_string_lossy(), self.text.to_string_lossy());
        let headers = format!("-I{}", workspace.root.join("crates/verify/src/headers").display());
        let level = if self.level == PROMOTED { "-O0" } else { self.level };
        let shared = [level, "-Xclang", "-disable-O0-optnone", "-g", "-w", "-D__CAIRN__", &headers];
        let compile = [&shared[..], &["-c", "-emit-llvm", "-o", &bitcode, &source]].concat();
        if capture(workspace.command(self.compiler, &compile)?).is_err() {
            return Ok(None);
        }
        let promote = ["-passes=mem2reg", "-o", &bitcode, &bitcode];
        if self.level == PROMOTED && capture(workspace.command("opt", &promote)?).is_err() {
            return Ok(None);
        }
        let print = ["-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-w", "-o", &text, "-x", "ir", &bitcode];
        capture(workspace.command(self.compiler, &print)?)?;
        let dump = capture(workspace.command("llvm-bcanalyzer", &["--dump", &bitcode])?)?;
        // `indirectbr` and `freeze` have no names there.
        let marks = ["<INST_", "<UnknownCode31 ", "<UnknownCode58 "];
        Ok(Some(marks.iter().map(|mark| dump.matches(mark).count()).sum()))
    }
}

fn jobs(workspace: &Workspace, folder: &Path) -> Result<Vec<Job>, String> {
    let root = workspace.root.join("tests").join("verdicts").join("c");
    let mut folders = vec![root.clone()];
    let mut jobs = Vec::new();
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).map_err(|e| format!("{}: {e}", inner.display()))?.flatten() {
            let source = entry.path();
            if source.is_dir() {
                folders.push(source);
                continue;
            }
            if source.extension().is_none_or(|extension| extension != "c") {
                continue;
            }
            let name = source.strip_prefix(&root).unwrap_or(&source).to_string_lossy().replace(['/', '\\'], "-");
            for compiler in CLANGS {
                for level in LEVELS {
                    let text = folder.join(format!("{name}{level}.{compiler}.ll"));
                    jobs.push(Job { source: source.clone(), compiler, level, text });
                }
            }
        }
    }
    Ok(jobs)
}

fn compare(workspace: &Workspace, counted: BTreeMap<String, Result<usize, String>>) -> Result<(), String> {
    let reader = workspace.target.join("debug").join("examples").join("read_modules");
    let names: Vec<&str> = counted.keys().map(String::as_str).collect();
    let said = capture(workspace.command(&reader.to_string_lossy(), &names)?)?;
    let read: BTreeMap<&str, &str> = said.lines().filter_map(|line| line.rsplit_once(' ')).collect();
    let (mut same, mut instructions, mut wrong) = (0, 0, 0);
    for (name, count) in &counted {
        match (count, read.get(name.as_str()).and_then(|number| number.parse::<usize>().ok())) {
            (Ok(count), Some(own)) if *count == own => {
                same += 1;
                instructions += own;
            }
            (count, own) => {
                wrong += 1;
                println!("{name}: LLVM counts {count:?}, the reader {own:?}");
            }
        }
    }
    println!("{same} modules with {instructions} instructions counted alike, {wrong} not");
    if wrong == 0 && same >= AT_LEAST { Ok(()) } else { Err("the counts differ, or there are too few modules".into()) }
}
