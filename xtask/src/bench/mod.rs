//! `cargo xtask bench`: starts the measurements. They live with what they measure, as examples of the
//! crates; this module only knows their names, so that `bench` runs all of them in one order. `counter` compares
//! whole commands, and stands here; whole runs on C programs are in [`c`].

mod c;

use std::fs;
use std::process::Command;
use std::time::Instant;

use cairn_testkit::scaling_c;

use crate::test;
use crate::workspace::{Workspace, capture, show};

/// Steps of the counter program: its formula by basic blocks has about 10,000 lines.
const COUNTER_STEPS: usize = 540;
const COUNTER_RUNS: u32 = 3;

/// A measurement: its name, the package and the example that makes it.
const BENCHES: [(&str, &str, &str); 1] = [("scaling", "cairn-engines", "bench_scaling")];

pub fn run(workspace: &Workspace, rest: &[String]) -> Result<(), String> {
    let wanted = rest.first().map(String::as_str);
    let chosen: Vec<_> = BENCHES.iter().filter(|(name, ..)| wanted.is_none_or(|w| w == *name)).collect();
    if wanted.is_none_or(|wanted| wanted == "counter") {
        counter(workspace)?;
    }
    if wanted.is_none_or(|wanted| wanted == "c") {
        println!("\n=== c ===");
        c::run(workspace, rest.get(1).map(String::as_str))?;
    }
    if chosen.is_empty() && !matches!(wanted, Some("counter" | "c")) {
        let names: Vec<&str> = BENCHES.iter().map(|(name, ..)| *name).chain(["counter", "c"]).collect();
        return Err(format!("there is no such measurement; there are: {}", names.join(", ")));
    }
    for (name, package, example) in chosen {
        println!("\n=== {name} ===");
        let mut arguments = vec!["run", "--quiet", "--release", "--package", package, "--example", example, "--"];
        arguments.extend(rest.iter().skip(1).map(String::as_str));
        show(workspace.cargo(&arguments)?)?;
    }
    Ok(())
}

/// A generated counter program through the C front end, through LLVM, as a formula for Z3, and, where it is installed, by
/// CBMC.
fn counter(workspace: &Workspace) -> Result<(), String> {
    println!("\n=== counter ===");
    let tool = test::build_tool(workspace)?;
    let folder = workspace.target.join("counter");
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    for (name, text) in [
        ("counter.c", scaling_c::counter(COUNTER_STEPS)),
        ("asserted.c", scaling_c::counter_with_assert(COUNTER_STEPS)),
    ] {
        fs::write(folder.join(name), text).map_err(|e| e.to_string())?;
    }
    let cairn = tool.program.to_string_lossy().into_owned();
    let measure = |what: &str, program: &str, arguments: &str| -> Result<(), String> {
        let start = Instant::now();
        let mut answer = String::new();
        for _ in 0..COUNTER_RUNS {
            let arguments: Vec<&str> = arguments.split(' ').collect();
            let mut command: Command = workspace.command(program, &arguments)?;
            command.current_dir(&folder);
            answer = capture(command)?;
        }
        let last = answer.lines().rfind(|line| !line.trim_start().starts_with('→')).unwrap_or_default();
        println!("{:8.3} s  {what}: {last}", start.elapsed().as_secs_f64() / f64::from(COUNTER_RUNS));
        Ok(())
    };
    measure("C front end", &cairn, "check counter.c --entry counter")?;
    measure("by way of LLVM", &cairn, "check counter.c --entry counter --via llvm")?;
    let export =
        "export --to smt2 --encoding blocks --integers math counter.c --entry counter --via llvm -o counter.smt2";
    measure("export by basic blocks", &cairn, export)?;
    let lines = fs::read_to_string(folder.join("counter.smt2")).map_err(|e| e.to_string())?.lines().count();
    println!("            {lines} lines");
    measure("Z3 on these", "z3", "counter.smt2")?;
    if capture(workspace.command("cbmc", &["--version"])?).is_ok() {
        measure("CBMC", "cbmc", "asserted.c --function counter")?;
    }
    Ok(())
}
