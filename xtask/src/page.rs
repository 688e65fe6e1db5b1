//! HTML reports in a browser: reports of small programs (`xtask/page`), opened and used in Chromium by a script for Playwright.

use std::fs;
use std::path::PathBuf;

use cairn_testkit::run::Tool;

use crate::workspace::{Workspace, capture, show};

/// The package that drives the browser, with the version the test was written against.
const PACKAGE: &str = "playwright-core@1.65.1";

/// The programs, and how each report is made.
const REPORTS: [(&str, &[&str]); 4] = [
    ("violated", &["check", "--stub", "number=pure"]),
    ("proved", &["check"]),
    ("lasso", &["temporal", "--property", "G(F(CALL(work)))"]),
    ("long", &["check"]),
];

fn folder(workspace: &Workspace) -> PathBuf {
    workspace.target.join("page")
}

/// Installs the package into the target folder, unless it is there.
pub fn setup(workspace: &Workspace) -> Result<(), String> {
    let folder = folder(workspace);
    if !folder.join("node_modules").join("playwright-core").join("package.json").exists() {
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let place = folder.to_string_lossy().into_owned();
        let install = ["install", "--prefix", &place, "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE];
        show(workspace.command("npm", &install)?)?;
    }
    println!("setup: {PACKAGE}: there");
    Ok(())
}

/// Makes the reports and uses them; how many things were right.
pub fn check(workspace: &Workspace, tool: &Tool) -> Result<usize, String> {
    let (folder, sources) = (folder(workspace), workspace.root.join("xtask").join("page"));
    for (name, arguments) in REPORTS {
        let source = sources.join(format!("{name}.c")).to_string_lossy().into_owned();
        let report = format!("html={}", folder.join(format!("{name}.html")).display());
        let mut command = workspace.command(&tool.program.to_string_lossy(), arguments)?;
        command.args([&*source, "--quiet", "--progress", "never", "--format", &*report]);
        let status = command.output().map_err(|e| format!("cairn does not start: {e}"))?.status;
        if !matches!(status.code(), Some(0 | 1)) {
            return Err(format!("the report of {source} was not made ({status})"));
        }
    }
    let script = sources.join("test.mjs").to_string_lossy().into_owned();
    let modules = folder.join("node_modules").to_string_lossy().into_owned();
    let said = capture(workspace.command("node", &[&script, &modules, &folder.to_string_lossy()])?)?;
    let right = said.split_whitespace().next().and_then(|number| number.parse().ok());
    right.ok_or_else(|| format!("the test of the page says `{said}`"))
}
