//! What a shell and `man` know about the command, made from its own definition: `cairn completions`, `cairn man`.

use crate::arguments::Arguments;
use crate::output;
use cairn_verify::ExitCode;
use clap::CommandFactory;
use clap_complete::Shell;
use std::path::Path;

pub fn completions(shell: Shell) -> Result<ExitCode, String> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cairn", &mut text);
    output::to_place(None, text)?;
    Ok(ExitCode::Verified)
}

/// A page for the command, and one for each of its parts.
pub fn manual(folder: &Path) -> Result<ExitCode, String> {
    let failed = |error: std::io::Error| format!("cannot write to `{}`: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Arguments::command(), folder).map_err(failed)?;
    output::to_stderr(&format!(
        "manual pages are in `{}`; `man -l {}` shows the first\n",
        folder.display(),
        folder.join("cairn.1").display()
    ));
    Ok(ExitCode::Verified)
}
