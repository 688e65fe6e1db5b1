//! Source files and places in them.
//!
//! A [`Span`] is a byte range of one file; lines and columns are computed only for showing.
//! The map holds text that somebody else read: this module never opens a file.

use crate::define_id;
use crate::ids::Table;

define_id!(
    /// One source file of the map.
    FileId,
    "file"
);

/// A byte range of one file. `start == end` marks a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { file, start: clip(start), end: clip(end) }
    }
    /// The smallest span that covers both; `self` if they are in different files.
    pub fn to(self, other: Span) -> Self {
        if self.file != other.file {
            return self;
        }
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// Where a span begins, as people write it: both numbers count from 1; the column counts characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// A file's name as the user gave it, its text, and where its lines begin.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub name: String,
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1));
        Self { name: name.into(), text, line_starts }
    }
    /// Line number (from 1) of a byte offset.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.line_starts.partition_point(|&start| start <= offset) as u32
    }
    /// Text of a line (numbered from 1), without its end-of-line characters.
    pub fn line_text(&self, line: u32) -> &str {
        let Some(&start) = (line as usize).checked_sub(1).and_then(|i| self.line_starts.get(i)) else {
            return "";
        };
        let end = self.line_starts.get(line as usize).map_or(self.text.len(), |&e| e as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }
    /// Byte offset at which a line (numbered from 1) starts, if there is such a line.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.line_starts.get((line as usize).checked_sub(1)?).copied()
    }
}

/// All source files of a run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Table<FileId, SourceFile>,
}

impl SourceMap {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile::new(name, text))
    }
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.files.iter().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter()
    }
    pub fn location(&self, span: Span) -> Location {
        let file = self.file(span.file);
        let line = file.line_of(span.start);
        let start = file.line_start(line).unwrap_or(0) as usize;
        let before = file.text.get(start..span.start as usize).unwrap_or("");
        Location { file: file.name.clone(), line, column: before.chars().count() as u32 + 1 }
    }
    /// Where a span ends: the column is that of the first character behind it.
    pub fn end(&self, span: Span) -> Location {
        self.location(Span { start: span.end, ..span })
    }
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
    /// What the source gives the function or macro that a span names, as its first argument: `x < 3` at the `check`
    /// of `check(x < 3)` and at the `assert` of `assert!(x < 3, "…")`.
    pub fn first_argument(&self, span: Span) -> Option<String> {
        let text = &self.file(span.file).text;
        let rest = text.get(span.end as usize..)?.trim_start();
        let argument = up_to_its_end(rest.strip_prefix('!').unwrap_or(rest).strip_prefix('(')?)?;
        Some(excerpt(argument)).filter(|argument| !argument.is_empty())
    }
}

/// What stands before the comma or bracket that ends an argument.
fn up_to_its_end(text: &str) -> Option<&str> {
    let (mut depth, mut quote, mut escaped) = (0usize, None, false);
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(open), _) => quote = Some(open).filter(|open| *open != byte),
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b',' | b')') if depth == 0 => return text.get(..at),
            (None, b')' | b']' | b'}') => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Source text in a line of a message: on one line, and not too long.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let joined = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    if joined.chars().count() <= LONGEST {
        return joined;
    }
    joined.chars().take(LONGEST - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_count_from_one_and_in_characters() {
        let mut map = SourceMap::new();
        let file = map.add("a.cairn", "één\ntwo\r\nthree");
        let at = |n: usize| {
            let l = map.location(Span::new(file, n, n));
            (l.line, l.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(5), (1, 4)); // after four bytes for two accented letters and one plain letter
        assert_eq!(at(6), (2, 1));
        assert_eq!(map.file(file).line_text(2), "two");
        assert_eq!(map.file(file).line_text(9), "");
    }
    #[test]
    fn first_arguments_end_where_the_source_ends_them() {
        let mut map = SourceMap::new();
        let mut at_first_word = |text: &str| {
            let word = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
            let file = map.add("a.c", text);
            map.first_argument(Span::new(file, 0, word))
        };
        for (text, argument) in [
            ("check(x < 3);", Some("x < 3")),
            ("check (f(a, b[1]) &&\n    c);", Some("f(a, b[1]) && c")),
            ("assert!(k < 3, \"too large\");", Some("k < 3")),
            ("check(c != ')' && s != \",\\\"(\");", Some("c != ')' && s != \",\\\"(\"")),
            ("check();", None),
            ("check", None),
            ("check(x", None),
            ("check(x]);", None),
            ("a < b;", None),
        ] {
            assert_eq!(at_first_word(text).as_deref(), argument, "{text}");
        }
        assert_eq!(excerpt(&"long ".repeat(20)).len(), 60);
    }
}
