//! Where tokens stand in the user's files.
//!
//! Line markers say which line of which file a line of preprocessed text came from. Columns are found by
//! comparing the two lines: as long as the text agrees, places are exact; where a macro was expanded,
//! every token of the expansion stands at the macro's name. The text of a file is the one the source
//! map already holds, else the one the caller reads, else it is put together from the preprocessed
//! lines, so that messages can always show a line.

use super::directives::LineMarker;
use super::lexer::is_word;
use cairn_base::{FileId, SourceMap, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Lines that files put together from preprocessed text may have, all together: a marker may claim any
/// number, and empty lines cost memory, too.
const LINE_LIMIT: u32 = 4_000_000;

/// A run of lines of the text that come from one file in order.
#[derive(Clone, Copy, Debug)]
struct Region {
    /// Index of the first line of the text, from 0.
    text_line: u32,
    file: FileId,
    /// The line it is in the file, from 1.
    line: u32,
}

/// The regions of one preprocessed text.
pub struct Regions {
    regions: Vec<Region>,
}

impl Regions {
    /// Resolves the markers of a text, adding the files they name to `sources`. Text that no marker
    /// covers belongs to the file `name` itself.
    pub fn resolve(
        name: &str,
        text: &str,
        lines: &[u32],
        markers: &[LineMarker],
        sources: &mut SourceMap,
        read: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Self {
        let markers: Vec<&LineMarker> = markers.iter().filter(|m| m.line <= LINE_LIMIT).collect();
        let mut files: FxHashMap<Rc<str>, FileId> = FxHashMap::default();
        let mut regions = Vec::with_capacity(markers.len() + 1);
        let mut lines_left = LINE_LIMIT as usize;
        if markers.first().is_none_or(|m| m.text_line > 1) {
            let own = sources.find(name).unwrap_or_else(|| sources.add(name, text));
            regions.push(Region { text_line: 0, file: own, line: 1 });
        }
        let unread = Unread::new(text, lines, &markers);
        for marker in &markers {
            let file = match files.get(&marker.file) {
                Some(&file) => file,
                None => {
                    let file = unread.add_file(&marker.file, sources, read, &mut lines_left);
                    files.insert(Rc::clone(&marker.file), file);
                    file
                }
            };
            regions.push(Region { text_line: marker.text_line, file, line: marker.line.max(1) });
        }
        Self { regions }
    }

    /// A cursor for places asked for in ascending order.
    pub fn cursor<'a>(&'a self, text: &'a str, lines: &'a [u32], sources: &'a SourceMap) -> Cursor<'a> {
        Cursor {
            regions: &self.regions,
            text,
            lines,
            sources,
            region: 0,
            line: 0,
            target: Target { file: FileId(0), number: 0, start: 0, text: "", exact: false },
            match_state: MatchState::default(),
            started: false,
        }
    }
}

/// Preprocessed text, sorted by the files it came from.
struct Unread<'a> {
    text: &'a str,
    lines: &'a [u32],
    /// For each file its lines of the text: first line of the text, line behind the last, line of the file.
    parts: FxHashMap<&'a str, Vec<(usize, usize, usize)>>,
}

impl<'a> Unread<'a> {
    fn new(text: &'a str, lines: &'a [u32], markers: &[&'a LineMarker]) -> Self {
        let mut parts: FxHashMap<&str, Vec<_>> = FxHashMap::default();
        for (index, marker) in markers.iter().enumerate() {
            let next = markers.get(index + 1).map(|next| (next.text_line as usize).saturating_sub(1));
            let end = next.unwrap_or(lines.len()).min(lines.len());
            parts.entry(&*marker.file).or_default().push((marker.text_line as usize, end, marker.line as usize));
        }
        Self { text, lines, parts }
    }

    fn add_file(
        &self,
        name: &str,
        sources: &mut SourceMap,
        read: &mut dyn FnMut(&str) -> Option<String>,
        lines_left: &mut usize,
    ) -> FileId {
        if let Some(file) = sources.find(name) {
            return file;
        }
        let content = read(name).unwrap_or_else(|| self.put_together(name, lines_left));
        sources.add(name, content)
    }

    /// The file as far as the preprocessed text tells: each line as it was seen first.
    fn put_together(&self, name: &str, lines_left: &mut usize) -> String {
        let mut found: Vec<&str> = Vec::new();
        for &(first, end, line) in self.parts.get(name).map_or(&[][..], |parts| parts) {
            for text_line in first..end {
                let number = line + (text_line - first);
                let content = line_of(self.text, self.lines, text_line);
                if number == 0 || number > *lines_left || content.trim().is_empty() {
                    continue;
                }
                if found.len() < number {
                    found.resize(number, "");
                }
                if found[number - 1].is_empty() {
                    found[number - 1] = content;
                }
            }
        }
        *lines_left -= found.len();
        let mut whole = found.join("\n");
        whole.push('\n');
        whole
    }
}

fn line_of<'a>(text: &'a str, lines: &[u32], index: usize) -> &'a str {
    let start = lines[index] as usize;
    let end = lines.get(index + 1).map_or(text.len(), |&e| e as usize);
    text[start..end].trim_end_matches(['\n', '\r'])
}

/// The line of the user's file that the current line of the text came from.
#[derive(Clone, Copy)]
struct Target<'a> {
    file: FileId,
    number: u32,
    /// Offset of the line in the file.
    start: u32,
    text: &'a str,
    /// The preprocessed line is the very same.
    exact: bool,
}

/// How far the tokens of a line have been found in the user's line.
#[derive(Clone, Copy, Default)]
struct MatchState {
    /// Where the next token should stand.
    position: usize,
    /// The user's column minus the preprocessed one.
    shift: isize,
    /// The name of the macro whose expansion we are in.
    expansion: Option<(usize, usize)>,
}

/// Gives places of tokens in ascending order.
pub struct Cursor<'a> {
    regions: &'a [Region],
    text: &'a str,
    lines: &'a [u32],
    sources: &'a SourceMap,
    region: usize,
    line: usize,
    target: Target<'a>,
    match_state: MatchState,
    started: bool,
}

impl Cursor<'_> {
    /// The place of the range of the text; ranges must come in ascending order.
    pub fn place(&mut self, start: u32, end: u32) -> Span {
        let mut moved = !self.started;
        self.started = true;
        while self.lines.get(self.line + 1).is_some_and(|&next| next <= start) {
            self.line += 1;
            moved = true;
        }
        if moved {
            self.enter_line();
        }
        let column = (start - self.lines[self.line]) as usize;
        let token = &self.text[start as usize..end as usize];
        let (from, to) = if self.target.exact {
            (column, column + token.len())
        } else {
            self.match_state.place(self.target.text, token, column)
        };
        self.span(from, to, token)
    }

    fn enter_line(&mut self) {
        while self.regions.get(self.region + 1).is_some_and(|next| next.text_line as usize <= self.line) {
            self.region += 1;
        }
        let region = self.regions[self.region];
        let number = region.line.saturating_add((self.line as u32).saturating_sub(region.text_line));
        if region.file != self.target.file || number != self.target.number || self.target.number == 0 {
            // The markers inside of a line, around a macro of a system header, do not begin it anew.
            self.match_state = MatchState::default();
        }
        let file = self.sources.file(region.file);
        let (start, text) = match file.line_start(number) {
            Some(start) => (start, file.line_text(number)),
            None => (file.text.len() as u32, ""),
        };
        let exact = !text.is_empty() && text == line_of(self.text, self.lines, self.line);
        self.target = Target { file: region.file, number, start, text, exact };
    }

    fn span(&self, from: usize, to: usize, token: &str) -> Span {
        let start = self.target.start as usize + from;
        let mut end = self.target.start as usize + to;
        if to > self.target.text.len() {
            // Only annotations go over several lines; they are never changed by the preprocessor.
            let file = &self.sources.file(self.target.file).text;
            let same = file.get(start..).is_some_and(|rest| rest.starts_with(token));
            if !same {
                end = self.target.start as usize + self.target.text.len().max(from);
            }
        }
        Span::new(self.target.file, start, end)
    }
}

impl MatchState {
    /// Where a token of the preprocessed line stands in the user's line.
    fn place(&mut self, line: &str, token: &str, column: usize) -> (usize, usize) {
        let first = token.lines().next().unwrap_or("");
        let expected = column.checked_add_signed(self.shift);
        let behind = self.position + leading_space(line, self.position);
        let candidates = [expected.filter(|&e| e >= self.position), Some(behind)];
        for at in candidates.into_iter().flatten() {
            if stands_at(line, first, at) {
                self.shift = at as isize - column as isize;
                self.position = at + first.len();
                self.expansion = None;
                return (at, at + token.len());
            }
        }
        if self.expansion.is_none() {
            let word = word_length(line, behind);
            self.expansion = Some((behind, behind + word));
            self.position = behind + word + arguments_length(line, behind + word);
        }
        self.expansion.unwrap_or((behind, behind))
    }
}

fn leading_space(line: &str, at: usize) -> usize {
    let bytes = line.as_bytes().get(at..).unwrap_or(&[]);
    bytes.iter().take_while(|b| b.is_ascii_whitespace()).count()
}

fn word_length(line: &str, at: usize) -> usize {
    let bytes = line.as_bytes().get(at..).unwrap_or(&[]);
    bytes.iter().take_while(|&&b| is_word(b)).count()
}

/// The token's text is at this place of the line and does not go on there.
fn stands_at(line: &str, token: &str, at: usize) -> bool {
    let Some(rest) = line.as_bytes().get(at..) else {
        return false;
    };
    let is_name = token.bytes().next_back().is_some_and(is_word);
    rest.starts_with(token.as_bytes()) && !(is_name && rest.get(token.len()).is_some_and(|&b| is_word(b)))
}

/// The length of a macro's arguments with their parentheses, as far as they are on the line.
fn arguments_length(line: &str, at: usize) -> usize {
    let space = leading_space(line, at);
    let bytes = line.as_bytes().get(at + space..).unwrap_or(&[]);
    if bytes.first() != Some(&b'(') {
        return 0;
    }
    let mut depth = 0usize;
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return space + index + 1;
        }
    }
    space + bytes.len()
}
