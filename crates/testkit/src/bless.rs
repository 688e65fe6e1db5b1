//! Writes what a test is told to expect into its own header: how many properties no line states, and what a known gap
//! gives today.
//!
//! In: the file of a test, a key and a value. Out: the same file, every other byte as it was.

use crate::case::comment_marker;
use std::io;
use std::path::Path;

/// Sets a key of the header; a key that is not there yet goes below the `run` line.
pub fn set_header(path: &Path, key: &str, value: &str) -> io::Result<()> {
    let marker = comment_marker(path).unwrap_or("//");
    let old = std::fs::read(path)?;
    std::fs::write(path, with_header(&old, marker, key, value))
}

fn with_header(old: &[u8], marker: &str, key: &str, value: &str) -> Vec<u8> {
    let has_key = |line: &[u8], key: &str| {
        let line = line.trim_ascii_start().strip_prefix(marker.as_bytes()).map(<[u8]>::trim_ascii_start);
        line.and_then(|line| line.strip_prefix(key.as_bytes())).is_some_and(|rest| rest.starts_with(b":"))
    };
    let lines: Vec<&[u8]> = old.split_inclusive(|byte| *byte == b'\n').collect();
    let own = lines.iter().position(|line| has_key(line, key));
    let run = lines.iter().position(|line| has_key(line, "run"));
    let end: &[u8] = if lines.first().is_some_and(|line| line.ends_with(b"\r\n")) { b"\r\n" } else { b"\n" };
    let new = [format!("{marker} {key}: {value}").as_bytes(), end].concat();
    let mut text = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        match own {
            Some(own) if own == number => text.extend_from_slice(&new),
            _ => text.extend_from_slice(line),
        }
        if own.is_none() && run == Some(number) {
            text.extend_from_slice(&new);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::with_header;

    #[test]
    fn a_key_is_changed_where_it_stands_or_added_below_the_command() {
        let set = |text: &str| String::from_utf8(with_header(text.as_bytes(), "--", "others", "proved 3")).unwrap();
        assert_eq!(set("-- run: cairn\n-- others: proved\nnull;\n"), "-- run: cairn\n-- others: proved 3\nnull;\n");
        assert_eq!(
            set("-- words\r\n-- run: cairn\r\nnull;"),
            "-- words\r\n-- run: cairn\r\n-- others: proved 3\r\nnull;"
        );
    }
}
