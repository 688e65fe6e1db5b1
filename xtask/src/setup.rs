//! `cargo xtask setup`: makes sure that every program the tests use is there. Safe to repeat; does
//! nothing when all is well.
//!
//! - Solvers come as Python packages. They are taken as they are when the user's Python has them;
//!   otherwise they go into a virtual environment inside the target folder. `z3` ships a binary;
//!   cvc5 and Bitwuzla ship only bindings, so `xtask/solvers/launcher.py` gives them a command line.
//!   The commands are collected in one folder, `<target>/solvers/bin`.
//! - Compilers, Boolector, SPIN and the browser of the page's test come from the system's package manager, which only an administrator may call: anybody
//!   else is told what is missing and the command to install it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::workspace::{Workspace, capture, show};

/// Python packages, with the versions the tests were written against.
const PACKAGES: [(&str, &str); 3] = [("z3-solver", "5.4.0.0"), ("bitwuzla", "0.9.1"), ("cvc5", "1.4.2")];

/// Compilers, a solver that still reads SMT-LIB 1.2, and SPIN, whose automata ours are compared with: the command that must start, and the Debian package that brings it.
const PROGRAMS: [(&str, &str); 11] = [
    ("gcc", "gcc"),
    ("clang", "clang"),
    (CLANGS[1], CLANGS[1]),
    ("llvm-as", "llvm"),
    ("gnatmake", "gnat"),
    ("boolector", "boolector"),
    ("berkeley-abc", "berkeley-abc"),
    ("spin", "spin"),
    ("chromium", "chromium"),
    ("node", "nodejs"),
    ("npm", "npm"),
];

/// The clangs whose modules are compared with C: Debian's usual one, and its newest.
pub const CLANGS: [&str; 2] = ["clang", "clang-22"];

pub fn run(workspace: &Workspace) -> Result<(), String> {
    solvers(workspace)?;
    programs(workspace)?;
    crate::page::setup(workspace)
}

fn solvers(workspace: &Workspace) -> Result<(), String> {
    let python = match python_with_packages(workspace) {
        Some(python) => python,
        None => install_packages(workspace)?,
    };
    fs::create_dir_all(workspace.tools()).map_err(|e| e.to_string())?;
    link_z3(workspace, &python)?;
    // A copy beside the solvers: several clones may share one target folder, and any of them may be deleted.
    let launcher = workspace.target.join("solvers").join("launcher.py");
    replace(&launcher, include_str!("../solvers/launcher.py"))?;
    for name in ["cvc5", "bitwuzla"] {
        let script = format!("#!/bin/sh\nexec {} {} {name} \"$@\"\n", quoted(&python), quoted(&launcher));
        write_executable(&workspace.tools().join(name), &script)?;
    }
    for name in ["z3", "cvc5", "bitwuzla"] {
        let version = capture(workspace.command(name, &["--version"])?)?;
        println!("setup: {name}: {}", version.lines().next().unwrap_or_default());
    }
    Ok(())
}

/// The interpreter to use if its packages are all there: an earlier setup's, else the user's.
fn python_with_packages(workspace: &Workspace) -> Option<PathBuf> {
    let candidates = [environment(workspace).join("bin").join("python3"), PathBuf::from("python3")];
    candidates.into_iter().find_map(|python| {
        let probe = "import sys, z3, bitwuzla, cvc5; print(sys.executable)";
        let command = workspace.command(&python.to_string_lossy(), &["-c", probe]).ok()?;
        capture(command).ok().map(PathBuf::from)
    })
}

fn environment(workspace: &Workspace) -> PathBuf {
    workspace.target.join("solvers").join("python")
}

fn install_packages(workspace: &Workspace) -> Result<PathBuf, String> {
    let folder = environment(workspace);
    println!("setup: installing solvers into the target folder");
    let made = show(workspace.command("python3", &["-m", "venv", &folder.to_string_lossy()])?);
    made.map_err(|e| {
        format!("{e}\nsetup needs python3 with its venv module (Debian: `apt-get install python3-venv`)")
    })?;
    let python = folder.join("bin").join("python3");
    let wanted: Vec<String> = PACKAGES.iter().map(|(name, version)| format!("{name}=={version}")).collect();
    let mut arguments = vec!["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    arguments.extend(wanted.iter().map(String::as_str));
    show(workspace.command(&python.to_string_lossy(), &arguments)?)?;
    Ok(python)
}

/// The package puts its binary beside the interpreter's other scripts.
fn link_z3(workspace: &Workspace, python: &Path) -> Result<(), String> {
    let probe = "import sysconfig; print(sysconfig.get_path('scripts'))";
    let scripts = capture(workspace.command(&python.to_string_lossy(), &["-c", probe])?)?;
    let binary = Path::new(&scripts).join("z3");
    if !binary.exists() {
        return Err(format!("the package z3-solver brought no program {}", binary.display()));
    }
    write_executable(&workspace.tools().join("z3"), &format!("#!/bin/sh\nexec {} \"$@\"\n", quoted(&binary)))
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"))
}

fn write_executable(path: &Path, text: &str) -> Result<(), String> {
    if !replace(path, text)? {
        return Ok(());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// Makes the file hold this text; whether it had to be written.
fn replace(path: &Path, text: &str) -> Result<bool, String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    fs::write(path, text).map(|()| true).map_err(|e| format!("{}: {e}", path.display()))
}

/// What makes a program tell its version and stop.
fn version_option(command: &str) -> &'static str {
    match command {
        "spin" => "-V",
        // It says its version whatever it is told to do.
        "berkeley-abc" => "-q version",
        _ => "--version",
    }
}

fn programs(workspace: &Workspace) -> Result<(), String> {
    let missing = || -> Result<Vec<&str>, String> {
        let mut packages = Vec::new();
        for (command, package) in PROGRAMS {
            if capture(workspace.command(command, &[version_option(command)])?).is_err() {
                packages.push(package);
            }
        }
        Ok(packages)
    };
    let packages = missing()?;
    if packages.is_empty() {
        println!("setup: compilers, Boolector, ABC, SPIN and Chromium: all there");
        return Ok(());
    }
    let by_hand = format!("apt-get install {}", packages.join(" "));
    let administrator = capture(workspace.command("id", &["-u"])?).is_ok_and(|id| id == "0");
    if !administrator {
        return Err(format!("these packages are missing: {}; as administrator: `{by_hand}`", packages.join(", ")));
    }
    println!("setup: {by_hand}");
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(&packages);
    let install = || -> Result<(), String> {
        let mut command = workspace.command("apt-get", &arguments)?;
        command.env("DEBIAN_FRONTEND", "noninteractive");
        show(command)
    };
    // Package lists may be missing or old; they are fetched only when needed.
    if install().is_err() {
        show(workspace.command("apt-get", &["update"])?)?;
        install()?;
    }
    match missing()?.as_slice() {
        [] => Ok(()),
        still => Err(format!("still missing after installation: {}", still.join(", "))),
    }
}
