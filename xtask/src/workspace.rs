//! Where things are, and how to start programs there.
//!
//! Invariant: nothing outside the target folder is written, except expected outputs by `bless`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The repository and the folders xtask works in.
pub struct Workspace {
    pub root: PathBuf,
    /// Cargo's target folder, which also holds the solvers that `setup` installs.
    pub target: PathBuf,
}

impl Workspace {
    pub fn locate() -> Result<Self, String> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("start this with `cargo xtask`")?;
        let root = Path::new(&manifest).parent().ok_or("xtask is not inside a workspace")?.to_path_buf();
        // This program is <target>/<profile>/xtask, whatever configuration chose the target folder.
        let program = std::env::current_exe().map_err(|e| e.to_string())?;
        let target = program.ancestors().nth(2).ok_or("xtask was not built by cargo")?.to_path_buf();
        Ok(Self { root, target })
    }
    /// Commands installed by `setup`; first on the PATH of everything xtask starts.
    pub fn tools(&self) -> PathBuf {
        self.target.join("solvers").join("bin")
    }
    pub fn path_variable(&self) -> Result<OsString, String> {
        let before = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.tools()).chain(std::env::split_paths(&before));
        std::env::join_paths(folders).map_err(|e| format!("PATH: {e}"))
    }
    /// A command that runs at the root of the repository with the installed tools on its PATH.
    pub fn command(&self, program: &str, arguments: &[&str]) -> Result<Command, String> {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root).env("PATH", self.path_variable()?).stdin(Stdio::null());
        Ok(command)
    }
    pub fn cargo(&self, arguments: &[&str]) -> Result<Command, String> {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
        let mut command = self.command(&cargo, arguments)?;
        // xtask and what it starts share one target folder, so nothing is built twice.
        command.env("CARGO_TARGET_DIR", &self.target);
        // What `cargo run` set for xtask must not leak into other packages.
        for variable in ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME", "CARGO_PKG_VERSION"] {
            command.env_remove(variable);
        }
        Ok(command)
    }
}

/// Runs a command with its output shown; the error says which command failed.
pub fn show(mut command: Command) -> Result<(), String> {
    let shown = describe(&command);
    let status = command.status().map_err(|e| format!("`{shown}` does not start: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{shown}` failed ({status})")) }
}

/// Runs a command silently; what it printed, or everything it said if it failed.
pub fn capture(mut command: Command) -> Result<String, String> {
    let shown = describe(&command);
    let output = command.output().map_err(|e| format!("`{shown}` does not start: {e}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    Err(format!("`{shown}` failed ({})\n{}\n{}", output.status, text(&output.stdout), text(&output.stderr)))
}

fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|w| w.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
