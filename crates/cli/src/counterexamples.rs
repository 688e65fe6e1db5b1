//! `cairn check --tests DIR`: each counterexample as a test that a compiler of the source language builds, in a folder of its own, with
//! a script that builds it and runs it. It fails where the report says, until the program is corrected.

use crate::output;
use crate::render::count;
use cairn_base::Budget;
use cairn_native::{Native, Plan};
use cairn_verify::report::PropertyReport;
use cairn_verify::request::SHIPPED_HEADERS;
use cairn_verify::{Report, Request};
use std::fmt::Write;
use std::path::Path;

/// Writes the tests and says on standard error what was written, and why a counterexample has none.
pub fn write(report: &Report, request: &Request, folder: &Path) -> Result<(), String> {
    // The time of the run may be over; to read the inputs again takes little.
    let (natives, _) = cairn_native::plans(report, request, &Budget::unlimited());
    let mut told = String::new();
    let mut written = 0;
    for Native { property, plan } in &natives {
        match plan {
            Ok(plan) => {
                let own = folder.join(folder_name(&property.id));
                write_one(plan, property, request, &own)?;
                written += 1;
                let _ = writeln!(told, "  {}", own.join("run.sh").display());
            }
            Err(why) => {
                let _ = writeln!(told, "  {} has no test: {why}", property.id);
            }
        }
    }
    let tests = count(written, "test", "tests");
    output::to_stderr(&format!(
        "{tests} of {} written\n{told}",
        count(natives.len(), "counterexample", "counterexamples")
    ));
    Ok(())
}

fn write_one(plan: &Plan, property: &PropertyReport, request: &Request, folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write to `{}`: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (name, text) in &plan.files {
        std::fs::write(folder.join(name), text).map_err(failed)?;
    }
    let mut build = plan.build.clone();
    for (option, name) in &plan.elsewhere {
        if request.shipped_headers.as_ref() == Some(name) {
            // Where these are now they do not stay.
            for (header, text) in SHIPPED_HEADERS {
                std::fs::write(folder.join(header), text).map_err(failed)?;
            }
            build.push(format!("{option}."));
            continue;
        }
        let path = Path::new(name).canonicalize().map_err(|error| format!("`{name}`: {error}"))?;
        build.push(format!("{option}{}", path.display()));
    }
    let script = folder.join("run.sh");
    std::fs::write(&script, script_text(plan, property, &build)).map_err(failed)?;
    executable(&script).map_err(failed)
}

#[cfg(unix)]
pub fn executable(script: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(script, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
pub fn executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

fn script_text(plan: &Plan, property: &PropertyReport, build: &[String]) -> String {
    let place = match (&property.file, property.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => "the program".into(),
    };
    let one_line = |text: &str| text.replace(['\n', '\r'], " ");
    let line = |command: &[String]| command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    format!(
        "#!/bin/sh\n# {}: {}\n# It fails at {} until that is corrected.\nset -e\ncd \"$(dirname \"$0\")\"\n{}\nexec {}\n",
        one_line(&property.id),
        one_line(&property.description),
        one_line(&place),
        line(build),
        line(&plan.run),
    )
}

/// A word as the shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Names of properties come from programs: what could leave the folder is replaced.
fn folder_name(id: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let name: String = id.chars().map(safe).collect();
    if name.trim_matches('.').is_empty() { "test".into() } else { name }
}
