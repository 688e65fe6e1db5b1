//! Writing: standard output and files. A reader that goes away (`cairn … | head`) is no error.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Writes to standard output; a closed pipe ends the writing silently.
pub fn to_stdout(text: &str) {
    // Standard output may be a full disk: say it where it can still be seen.
    if let Err(error) = write(io::stdout().lock(), text) {
        to_stderr(&format!("cairn: cannot write: {error}\n"));
    }
}

/// Writes to standard error; if that fails there is nobody left to tell.
pub fn to_stderr(text: &str) {
    let _ = write(io::stderr().lock(), text);
}

fn write(mut stream: impl Write, text: impl AsRef<[u8]>) -> io::Result<()> {
    match stream.write_all(text.as_ref()).and_then(|()| stream.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// A text that could not be written, and where.
#[derive(Debug)]
pub struct Unwritten {
    /// None: standard output.
    pub file: Option<String>,
    pub error: io::Error,
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "cannot write `{file}`: {}", self.error),
            None => write!(f, "cannot write to standard output: {}", self.error),
        }
    }
}

impl From<Unwritten> for String {
    fn from(unwritten: Unwritten) -> Self {
        unwritten.to_string()
    }
}

/// Writes a file, or standard output for no file and for `-`.
pub fn to_place(file: Option<&Path>, text: impl AsRef<[u8]>) -> Result<(), Unwritten> {
    let Some(path) = file.filter(|path| path.as_os_str() != "-") else {
        return write(io::stdout().lock(), text).map_err(|error| Unwritten { file: None, error });
    };
    let written = std::fs::write(path, text);
    written.map_err(|error| Unwritten { file: Some(path.display().to_string()), error })
}

/// Whether a file can be written at all, found out before the work whose result goes there. What the file holds stays
/// until it is written.
pub fn try_place(file: Option<&Path>) -> Result<(), Unwritten> {
    let Some(path) = file.filter(|path| path.as_os_str() != "-") else { return Ok(()) };
    let opened: io::Result<File> = OpenOptions::new().create(true).append(true).open(path);
    opened.map(drop).map_err(|error| Unwritten { file: Some(path.display().to_string()), error })
}
