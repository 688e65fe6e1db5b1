//! Insertions into texts. Lines stay where they are, so that places differ in their columns alone.

use cairn_verify::request::Request;
use std::collections::BTreeMap;

/// The request about the inputs with something written into them.
pub fn with(request: &Request, written: &[Insertions]) -> Request {
    let mut own = request.clone();
    for (input, written) in own.inputs.iter_mut().zip(written) {
        input.text = written.applied(&input.text);
        own.unsaved.push(input.name.clone());
    }
    own
}

/// What is written into one text: pieces that end something before those that begin something, inner ones before outer
/// ones where they end, after them where they begin.
#[derive(Clone, Default, Debug)]
pub struct Insertions {
    /// By offset and rank.
    pieces: BTreeMap<(u32, Rank), String>,
}

/// The order at one offset: first what closes, the latest begun first; then what opens, the longest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    Close(std::cmp::Reverse<u32>),
    Point,
    Open(std::cmp::Reverse<u32>),
}

impl Insertions {
    /// Text at a place.
    pub fn at(&mut self, offset: u32, text: &str) {
        self.pieces.entry((offset, Rank::Point)).or_default().push_str(text);
    }
    /// Text around a range.
    pub fn around(&mut self, start: u32, end: u32, before: &str, behind: &str) {
        let reverse = std::cmp::Reverse;
        self.pieces.entry((start, Rank::Open(reverse(end)))).or_default().push_str(before);
        self.pieces.entry((end, Rank::Close(reverse(start)))).or_default().insert_str(0, behind);
    }
    /// The text with everything in it.
    pub fn applied(&self, text: &str) -> String {
        let (mut out, mut done) = (String::new(), 0);
        for ((offset, _), piece) in &self.pieces {
            let offset = *offset as usize;
            out.push_str(text.get(done..offset).unwrap_or_default());
            out.push_str(piece);
            done = offset;
        }
        out + text.get(done..).unwrap_or_default()
    }
    /// Where an offset of the new text was in the old one; inside of a piece, where the piece was put.
    pub fn origin(&self, offset: u32) -> u32 {
        let mut added = 0;
        for ((at, _), piece) in &self.pieces {
            let (start, length) = (at + added, piece.len() as u32);
            if offset < start {
                break;
            }
            if offset < start + length {
                return *at;
            }
            added += length;
        }
        offset - added
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_nest() {
        let mut made = Insertions::default();
        made.around(0, 3, "(", ")");
        made.around(0, 5, "[", "]");
        made.around(3, 5, "<", ">");
        made.at(3, "!");
        let text = made.applied("abcde");
        assert_eq!(text, "[(abc)!<de>]");
        let origin = |of: char| made.origin(text.find(of).unwrap_or_default() as u32);
        assert_eq!((origin('a'), origin('!'), origin('d'), origin(']')), (0, 3, 3, 5));
    }
}
