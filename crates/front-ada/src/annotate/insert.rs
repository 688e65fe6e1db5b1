//! Lines put into a source text.
//!
//! In front of a statement that begins its line the new lines go above it, with its indentation; a statement
//! in the middle of a line begins a new one. What stands there already is not written again, so annotating an
//! annotated text changes nothing.

use crate::lower::{Host, Words};
use cairn_base::SourceFile;
use std::collections::BTreeMap;

/// GNAT refuses lines of more than 255 characters; people read shorter ones.
const LINE: usize = 100;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Note {
    Annotation(String),
    Comment(String),
}

/// Notes by the offset they stand before.
#[derive(Debug, Default)]
pub(super) struct Insertions {
    before: BTreeMap<u32, Vec<Note>>,
    /// Notes at the end of the loop whose text ends here.
    loop_ends: BTreeMap<(u32, u32), Vec<Note>>,
}

impl Insertions {
    pub(super) fn add(&mut self, host: Host, note: Note) {
        let span = host.span();
        if let Host::Loop(_) = host {
            push(self.loop_ends.entry((span.end, span.start)).or_default(), note.clone());
        }
        push(self.before.entry(span.start).or_default(), note);
    }

    pub(super) fn apply(self, file: &SourceFile) -> String {
        let mut places: Vec<(u32, bool, Vec<Note>)> = self.before.into_iter().map(|(at, n)| (at, false, n)).collect();
        for ((end, start), notes) in self.loop_ends {
            if let Some(at) = end_of_body(&file.text, start, end) {
                places.push((at, true, notes));
            }
        }
        places.sort_by_key(|place| place.0);
        let mut text = file.text.clone();
        for (at, deeper, notes) in places.iter().rev() {
            put(&mut text, *at as usize, *deeper, notes);
        }
        text
    }
}

fn push(list: &mut Vec<Note>, note: Note) {
    if !list.contains(&note) {
        list.push(note);
    }
}

/// Where `end loop` of a loop stands: the last word `end` of its text.
fn end_of_body(text: &str, start: u32, end: u32) -> Option<u32> {
    let inside = text.get(start as usize..end as usize)?;
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let lower = inside.to_ascii_lowercase();
    let found = lower
        .rmatch_indices("end")
        .find(|(at, _)| !is_word(lower[..*at].chars().next_back()) && !is_word(lower[at + 3..].chars().next()));
    found.map(|(at, _)| start + at as u32)
}

fn put(text: &mut String, at: usize, deeper: bool, notes: &[Note]) {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let blank: String = text[start..at].chars().take_while(|c| c.is_whitespace()).collect();
    let begins_line = start + blank.len() == at;
    let mut indent = blank;
    if deeper || !begins_line {
        indent.push_str("   ");
    }
    let (said, comments) = present(&text[..start]);
    let mut lines = Vec::new();
    for note in notes {
        match note {
            Note::Annotation(words) if begins_line && said.contains(&Words::of(words)) => {}
            Note::Comment(words) if begins_line && comments.contains(words) => {}
            Note::Annotation(words) => lines.extend(wrapped("--% ", "--%    ", &format!("{words};"), &indent)),
            Note::Comment(words) => lines.push(format!("{indent}--  {words}")),
        }
    }
    if lines.is_empty() {
        return;
    }
    let mut block = lines.join(newline);
    if begins_line {
        block.push_str(newline);
        text.insert_str(start, &block);
    } else {
        let line = text[..at].trim_end().len();
        text.replace_range(line..at, &format!("{newline}{block}{newline}{indent}"));
    }
}

/// Breaks a long annotation at spaces; strings are never broken, since what is written holds few of them.
fn wrapped(mark: &str, more: &str, text: &str, indent: &str) -> Vec<String> {
    if indent.len() + mark.len() + text.len() <= LINE || text.contains('"') {
        return vec![format!("{indent}{mark}{text}")];
    }
    let mut lines = Vec::new();
    let mut line = format!("{indent}{mark}");
    let mut empty = true;
    for word in text.split(' ') {
        if !empty && line.len() + word.len() > LINE {
            lines.push(std::mem::replace(&mut line, format!("{indent}{more}")).trim_end().to_string());
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push(line);
    lines
}

/// The annotations and comments of the comment lines right above.
fn present(above: &str) -> (Vec<Words>, Vec<String>) {
    let lines: Vec<&str> = above.lines().rev().map(str::trim).take_while(|line| line.starts_with("--")).collect();
    let (mut annotations, mut comments) = (String::new(), Vec::new());
    for line in lines.iter().rev() {
        match line.strip_prefix("--%") {
            Some(text) => {
                annotations.push_str(text);
                annotations.push(' ');
            }
            None => comments.push(line.trim_start_matches('-').trim().to_string()),
        }
    }
    (annotations.split_terminator(';').map(Words::of).collect(), comments)
}

/// The annotation whose lines hold an offset.
pub(super) fn annotation_around(file: &SourceFile, offset: u32) -> Option<Words> {
    let mark = |line: u32| file.line_text(line).trim_start().strip_prefix("--%").map(str::to_string);
    let mut line = file.line_of(offset);
    mark(line)?;
    // An annotation begins behind the `;` of the one above.
    while line > 1 && mark(line - 1).is_some_and(|above| !above.trim_end().ends_with(';')) {
        line -= 1;
    }
    let mut text = String::new();
    while let Some(part) = mark(line) {
        text.push_str(&part);
        text.push(' ');
        if part.trim_end().ends_with(';') {
            break;
        }
        line += 1;
    }
    Some(Words::of(&text))
}
