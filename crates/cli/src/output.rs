//! Writing: standard output and files. A reader that goes away (`cairn … | head`) is no error.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Writes to standard output; a closed pipe ends the writing silently.
pub fn to_stdout(text: &str) {
    quietly(io::stdout().lock(), text);
}

/// Writes to standard error; if that fails there is nobody left to tell.
pub fn to_stderr(text: &str) {
    quietly(io::stderr().lock(), text);
}

fn quietly(mut stream: impl Write, text: &str) {
    let result = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
    if let Err(error) = result
        && error.kind() != ErrorKind::BrokenPipe
    {
        // Standard output may be a full disk: say it where it can still be seen.
        let _ = writeln!(io::stderr(), "cairn: cannot write: {error}");
    }
}

/// Writes a file, or standard output for no file and for `-`.
pub fn to_place(file: Option<&Path>, text: &str) -> Result<(), String> {
    match file {
        None => to_stdout(text),
        Some(path) if path.as_os_str() == "-" => to_stdout(text),
        Some(path) => {
            std::fs::write(path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        }
    }
    Ok(())
}
