//! `cargo xtask bench`: starts the measurements. They live with what they measure, as examples of the
//! crates; this module only knows their names, so that `bench` runs all of them in one order.

use crate::workspace::{Workspace, show};

/// A measurement: its name, the package and the example that makes it.
const BENCHES: [(&str, &str, &str); 1] = [("scaling", "cairn-engines", "bench_scaling")];

pub fn run(workspace: &Workspace, rest: &[String]) -> Result<(), String> {
    let wanted = rest.first().map(String::as_str);
    let chosen: Vec<_> = BENCHES.iter().filter(|(name, ..)| wanted.is_none_or(|w| w == *name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = BENCHES.iter().map(|(name, ..)| *name).collect();
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
