//! Cuts a solver's output into answers: one S-expression or atom each.
//!
//! In: bytes as they arrive, in pieces of any size. Out: complete answers. Nothing is interpreted here
//! beyond parentheses, quotes and comments, so a piece boundary may fall anywhere.

/// Collects bytes until an answer is complete.
#[derive(Clone, Debug, Default)]
pub struct Framer {
    bytes: Vec<u8>,
    /// How far `bytes` was scanned, and in which state.
    scanned: usize,
    depth: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// Before the first character of an answer.
    #[default]
    Before,
    /// A comment before the answer.
    CommentBefore,
    /// An atom outside parentheses: ends at a blank.
    Atom,
    /// Inside parentheses.
    List,
    Comment,
    /// `"…"`; outside parentheses when the depth is 0.
    String,
    /// `|…|`
    Symbol,
}

impl Framer {
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next complete answer, if there is one.
    pub fn next_answer(&mut self) -> Option<String> {
        while self.scanned < self.bytes.len() {
            let byte = self.bytes[self.scanned];
            self.scanned += 1;
            if self.step(byte) {
                return Some(self.take());
            }
            if self.state == State::Before {
                // Nothing of an answer yet: drop blanks and comments.
                self.bytes.drain(..self.scanned);
                self.scanned = 0;
            }
        }
        None
    }

    /// What has arrived of an answer that never became complete; an atom at the end of output counts.
    pub fn rest(&mut self) -> String {
        self.scanned = self.bytes.len();
        self.take()
    }

    fn take(&mut self) -> String {
        let answer: Vec<u8> = self.bytes.drain(..self.scanned).collect();
        (self.scanned, self.depth, self.state) = (0, 0, State::Before);
        String::from_utf8_lossy(&answer).trim().to_string()
    }

    /// Advances over one byte; true when the answer ends with it.
    fn step(&mut self, byte: u8) -> bool {
        let blank = byte.is_ascii_whitespace();
        match self.state {
            State::Before if blank => {}
            State::Before => match byte {
                b';' => self.state = State::CommentBefore,
                b'(' => (self.state, self.depth) = (State::List, 1),
                b'"' => self.state = State::String,
                _ => self.state = State::Atom,
            },
            State::CommentBefore if byte == b'\n' => self.state = State::Before,
            State::CommentBefore => {}
            State::Atom => return blank,
            State::List => match byte {
                b'(' => self.depth += 1,
                b')' => {
                    self.depth -= 1;
                    return self.depth == 0;
                }
                b'"' => self.state = State::String,
                b'|' => self.state = State::Symbol,
                b';' => self.state = State::Comment,
                _ => {}
            },
            State::Comment if byte == b'\n' => self.state = State::List,
            State::Comment => {}
            State::String if byte == b'"' => {
                // `""` inside a string reopens it at once, which needs no state of its own.
                self.state = if self.depth == 0 { State::Atom } else { State::List };
            }
            State::String => {}
            State::Symbol if byte == b'|' => self.state = State::List,
            State::Symbol => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All answers when the text arrives in pieces of the given size.
    fn answers(text: &str, size: usize) -> Vec<String> {
        let mut framer = Framer::default();
        let mut found = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            framer.push(piece);
            while let Some(answer) = framer.next_answer() {
                found.push(answer);
            }
        }
        found
    }

    #[test]
    fn answers_are_cut_wherever_the_pieces_end() {
        let text = "\n sat\n; a (comment\n((x #b1) (|a)b| \"c)\"\"(\")) unsat\n\"hi \"\"there\"\n(error \"(\")";
        for size in 1..text.len() {
            let wanted = ["sat", "((x #b1) (|a)b| \"c)\"\"(\"))", "unsat", "\"hi \"\"there\"", "(error \"(\")"];
            assert_eq!(answers(text, size), wanted, "pieces of {size}");
        }
    }

    #[test]
    fn an_atom_is_complete_only_when_something_follows() {
        let mut framer = Framer::default();
        framer.push(b"uns");
        assert_eq!(framer.next_answer(), None);
        framer.push(b"at");
        assert_eq!(framer.next_answer(), None);
        assert_eq!(framer.rest(), "unsat");
    }
}
