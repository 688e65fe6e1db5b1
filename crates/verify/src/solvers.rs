//! The solvers a run can use, for `cairn solvers` and `--solver`.

use cairn_solvers::process;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverReport {
    pub name: String,
    pub version: String,
    pub about: String,
}

pub const BUILTIN: &str = "builtin";

/// The built-in solver, then every known one that is installed.
pub fn list() -> Vec<SolverReport> {
    let builtin = SolverReport {
        name: BUILTIN.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        about: "bit-vectors, arrays, floats; no installation needed; the default".into(),
    };
    let installed = process::installed().into_iter();
    let others = installed.map(|found| SolverReport { name: found.name, version: found.version, about: String::new() });
    std::iter::once(builtin).chain(others).collect()
}

/// Accepts the solvers that engines can use in this version; an error says what to do.
pub fn choose(name: &str) -> Result<(), String> {
    if name == BUILTIN {
        return Ok(());
    }
    let known = process::known().any(|solver| solver.name == name);
    Err(match known {
        true => format!(
            "engines use the built-in solver in this version, not `{name}`; `cairn export --to smt2` writes a file for it"
        ),
        false => format!("there is no solver `{name}`; `cairn solvers` lists those found"),
    })
}
