//! A cursor over the text: spaces and comments, words, names, numbers, strings, balanced brackets.
//!
//! Nothing is copied; a name is a slice of the text. Every method leaves the cursor in place when it
//! finds nothing.

/// Why reading stopped, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    pub at: usize,
    pub message: String,
}

pub type Read<T> = Result<T, Stop>;

#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    pub text: &'a str,
    pub at: usize,
    /// Whether the last space skipped held the end of a line: an instruction ends with its line.
    pub crossed_line: bool,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-')
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, crossed_line: false }
    }
    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }
    /// The byte here, 0 at the end.
    pub fn byte(&self) -> u8 {
        self.bytes().get(self.at).copied().unwrap_or(0)
    }
    fn byte_at(&self, at: usize) -> u8 {
        self.bytes().get(at).copied().unwrap_or(0)
    }
    pub fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }
    pub fn stop<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Stop { at: self.at, message: message.into() })
    }
    /// What stands here, in a few characters, for messages.
    pub fn found(&self) -> String {
        let rest = self.text.get(self.at..).unwrap_or("");
        let word: String = rest.chars().take_while(|c| !c.is_whitespace()).take(24).collect();
        if word.is_empty() { "the end of the text".into() } else { format!("`{word}`") }
    }

    /// Skips spaces, line ends and comments.
    pub fn space(&mut self) {
        let bytes = self.bytes();
        self.crossed_line = false;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\n' => {
                    self.crossed_line = true;
                    self.at += 1;
                }
                b';' => self.line(),
                _ => break,
            }
        }
    }
    /// Moves to the end of the line.
    pub fn line(&mut self) {
        let rest = &self.bytes()[self.at.min(self.text.len())..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }
    /// Takes one punctuation byte, with the space behind it.
    pub fn take(&mut self, byte: u8) -> bool {
        let found = self.byte() == byte && !self.at_end();
        if found {
            self.at += 1;
            self.space();
        }
        found
    }
    pub fn expect(&mut self, byte: u8) -> Read<()> {
        if self.take(byte) { Ok(()) } else { self.stop(format!("expected `{}`, found {}", byte as char, self.found())) }
    }
    /// The word here (letters, digits, `_ . $ -`), empty if there is none.
    pub fn peek_word(&self) -> &'a str {
        let bytes = self.bytes();
        let mut end = self.at.min(bytes.len());
        while end < bytes.len() && is_word(bytes[end]) {
            end += 1;
        }
        self.text.get(self.at..end).unwrap_or("")
    }
    pub fn word(&mut self) -> &'a str {
        let word = self.peek_word();
        self.at += word.len();
        self.space();
        word
    }
    /// Takes exactly this word.
    pub fn take_word(&mut self, wanted: &str) -> bool {
        let found = self.peek_word() == wanted;
        if found {
            self.at += wanted.len();
            self.space();
        }
        found
    }
    pub fn expect_word(&mut self, wanted: &str) -> Read<()> {
        if self.take_word(wanted) { Ok(()) } else { self.stop(format!("expected `{wanted}`, found {}", self.found())) }
    }
    /// A name behind its sign (`%`, `@`, `$`, `!`): plain or quoted, without sign and quotes.
    pub fn name(&mut self, sign: u8) -> Read<&'a str> {
        if self.byte() != sign || self.at_end() {
            return self.stop(format!("expected a name with `{}`, found {}", sign as char, self.found()));
        }
        self.at += 1;
        if self.byte() == b'"' {
            return self.string();
        }
        let word = self.peek_word();
        if word.is_empty() {
            return self.stop(format!("a name must follow `{}`", sign as char));
        }
        self.at += word.len();
        self.space();
        Ok(word)
    }
    /// `"…"`: the characters between the quotes, escapes untouched.
    pub fn string(&mut self) -> Read<&'a str> {
        if self.byte() != b'"' {
            return self.stop(format!("expected a string, found {}", self.found()));
        }
        let start = self.at + 1;
        let Some(length) = self.bytes()[start..].iter().position(|&b| b == b'"') else {
            return self.stop("this string is not closed");
        };
        self.at = start + length + 1;
        self.space();
        match self.text.get(start..start + length) {
            Some(text) => Ok(text),
            None => self.stop("this string is cut inside a character"),
        }
    }
    /// An unsigned number.
    pub fn number(&mut self) -> Read<u64> {
        let start = self.at;
        let mut value: u64 = 0;
        while self.byte().is_ascii_digit() {
            let digit = u64::from(self.byte() - b'0');
            value = match value.checked_mul(10).and_then(|v| v.checked_add(digit)) {
                Some(value) => value,
                None => return self.stop("this number is too large"),
            };
            self.at += 1;
        }
        if self.at == start {
            return self.stop(format!("expected a number, found {}", self.found()));
        }
        self.space();
        Ok(value)
    }
    pub fn at_digit(&self) -> bool {
        self.byte().is_ascii_digit()
    }
    /// Whether a label (`word:` or `"text":`) stands here.
    pub fn peek_label(&self) -> bool {
        let mut ahead = *self;
        if ahead.byte() == b'"' {
            let end = self.bytes()[self.at + 1..].iter().position(|&b| b == b'"');
            return end.is_some_and(|n| self.byte_at(self.at + n + 2) == b':');
        }
        let word = ahead.peek_word();
        ahead.at += word.len();
        !word.is_empty() && ahead.byte() == b':'
    }
    /// Skips a bracketed text that begins here, strings included.
    pub fn balanced(&mut self) -> Read<()> {
        let start = self.at;
        let mut depth = 0usize;
        while !self.at_end() {
            match self.byte() {
                b'(' | b'[' | b'{' | b'<' => depth += 1,
                b')' | b']' | b'}' | b'>' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.at += 1;
                        self.space();
                        return Ok(());
                    }
                }
                b'"' => {
                    self.string()?;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        Err(Stop { at: start, message: "this bracket is not closed".into() })
    }
}
