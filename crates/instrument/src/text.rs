//! Insertions into a text, of which everything else stays as it is, byte by byte.

use cairn_base::Span;

#[derive(Debug)]
pub struct Insertions<'t> {
    pub text: &'t str,
    list: Vec<(usize, bool, String)>,
}

impl<'t> Insertions<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, list: Vec::new() }
    }
    /// Before the character at this offset, behind what was inserted there before.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.list.push((at, true, text.into()));
    }
    /// The end of what begins further up: before everything else at this offset.
    pub fn close(&mut self, at: usize, text: impl Into<String>) {
        self.list.push((at, false, text.into()));
    }
    pub fn of(&self, span: Span) -> &'t str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
    pub fn is_word_at(&self, at: usize, word: &str) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.starts_with(word) && !rest[word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    }
    /// The blanks in front of the line of an offset.
    pub fn indent(&self, at: usize) -> String {
        let start = self.text[..at].rfind('\n').map_or(0, |n| n + 1);
        self.text[start..].chars().take_while(|c| *c == ' ' || *c == '\t').collect()
    }
    pub fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
    pub fn done(mut self) -> String {
        self.list.sort_by_key(|(at, begins, _)| (*at, *begins));
        let newline = self.newline();
        let (mut made, mut copied) = (String::new(), 0);
        for (at, _, text) in &self.list {
            made.push_str(&self.text[copied..*at]);
            copied = *at;
            match newline {
                "\n" => made.push_str(text),
                _ => made.push_str(&text.replace('\n', newline)),
            }
        }
        made.push_str(&self.text[copied..]);
        made
    }
}

/// The words of an annotation with their offsets, comments and strings left out.
pub fn words(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let (mut at, mut found) = (0, Vec::new());
    while at < bytes.len() {
        let rest = &text[at..];
        if rest.starts_with("//") && at > 0 {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if bytes[at] == b'"' {
            at += 1 + rest[1..].find('"').map_or(rest.len() - 1, |n| n + 1);
        } else if bytes[at].is_ascii_alphabetic() || bytes[at] == b'_' || bytes[at] == b'\\' {
            let len = rest[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(rest.len(), |n| n + 1);
            found.push((at, &rest[..len]));
            at += len;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}
