//! `cargo xtask fuzz WHAT [OPTIONS]`: starts a differential fuzzer. Each lives as an example of the
//! crate it exercises and takes at least `--seed N` and `--count N`; a small fixed batch of each runs
//! as an ordinary test of that crate.

use crate::workspace::{Workspace, show};

/// A fuzzer: its name, the package and the example that runs it, and what it compares.
const FUZZERS: [(&str, &str, &str, &str); 0] = [];

pub fn run(workspace: &Workspace, rest: &[String]) -> Result<(), String> {
    let names: Vec<&str> = FUZZERS.iter().map(|(name, ..)| *name).collect();
    let Some((what, options)) = rest.split_first() else {
        for (name, _, _, compares) in FUZZERS {
            println!("  {name:<8} {compares}");
        }
        return Err(format!("say what to fuzz: {}", names.join(", ")));
    };
    let Some((_, package, example, _)) = FUZZERS.iter().find(|(name, ..)| name == what) else {
        return Err(format!("there is no fuzzer `{what}`; there are: {}", names.join(", ")));
    };
    let mut arguments = vec!["run", "--quiet", "--release", "--package", package, "--example", example, "--"];
    arguments.extend(options.iter().map(String::as_str));
    show(workspace.cargo(&arguments)?)
}
