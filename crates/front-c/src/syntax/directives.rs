//! What `#` lines of preprocessed text say: line markers, macros, `#pragma pack`.

use super::names::{Names, Symbol};
use std::rc::Rc;

/// `# 12 "file.c" 2`: the next line of the text is line 12 of that file.
#[derive(Clone, Debug)]
pub struct LineMarker {
    /// Index of the text's line behind the marker, from 0.
    pub text_line: u32,
    /// The line it is in the file, from 1.
    pub line: u32,
    pub file: Rc<str>,
}

/// A macro definition with its range of the text.
#[derive(Clone, Debug)]
pub struct MacroText {
    pub name: Symbol,
    pub parameters: Option<Vec<Rc<str>>>,
    pub body: Option<Rc<str>>,
    pub start: u32,
    pub end: u32,
}

#[derive(Debug, Default)]
pub struct Directives {
    pub markers: Vec<LineMarker>,
    pub macros: Vec<MacroText>,
    /// From which token on which packing is in force.
    pub packs: Vec<(u32, Option<u32>)>,
    pack: Option<u32>,
    /// `#pragma pack (push, name)` remembers the packing and its name.
    saved: Vec<(Option<String>, Option<u32>)>,
}

impl Directives {
    /// Reads a whole directive that begins with `#`. `false` if it should not be in preprocessed text.
    pub fn read(&mut self, line: &str, start: u32, next_line: u32, next_token: u32, names: &mut Names) -> bool {
        let body = line[1..].trim();
        let word_end = body.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(body.len());
        let (word, rest) = body.split_at(word_end);
        let rest = rest.trim();
        match word {
            "define" => self.define(rest, start, line.len(), names),
            "undef" => {
                let name = names.intern(rest.split_whitespace().next().unwrap_or(""));
                let end = start + line.len() as u32;
                self.macros.push(MacroText { name, parameters: None, body: None, start, end });
            }
            "pragma" => self.pragma(rest, next_token),
            "line" => return self.marker(rest, next_line),
            "ident" | "sccs" | "assert" | "unassert" | "" => {}
            _ => return self.marker(body, next_line),
        }
        true
    }

    /// `12 "file.c" flags`; the file may be left out.
    fn marker(&mut self, text: &str, next_line: u32) -> bool {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let Ok(line) = text[..digits].parse::<u32>() else {
            return false;
        };
        let quoted = text[digits..].trim_start();
        let file = match quoted.strip_prefix('"') {
            Some(rest) => unquote(rest).into(),
            None => match self.markers.last() {
                Some(last) => Rc::clone(&last.file),
                None => return true,
            },
        };
        self.markers.push(LineMarker { text_line: next_line, line, file });
        true
    }

    fn define(&mut self, text: &str, start: u32, length: usize, names: &mut Names) {
        let name_end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(text.len());
        let (name, rest) = text.split_at(name_end);
        let (parameters, body) = match rest.strip_prefix('(').and_then(|r| r.split_once(')')) {
            Some((list, body)) => {
                let list = list.split(',').map(str::trim).filter(|p| !p.is_empty());
                (Some(list.map(Rc::from).collect()), body)
            }
            None => (None, rest),
        };
        self.macros.push(MacroText {
            name: names.intern(name),
            parameters,
            body: Some(body.trim().into()),
            start,
            end: start + length as u32,
        });
    }

    /// `pack (n)`, `pack ()`, `pack (push, name, n)`, `pack (pop, name)`. What is not understood, gcc
    /// ignores, too.
    fn pragma(&mut self, text: &str, next_token: u32) {
        let Some(arguments) = text.strip_prefix("pack").map(str::trim_start).and_then(|r| r.strip_prefix('(')) else {
            return;
        };
        let Some((arguments, _)) = arguments.split_once(')') else {
            return;
        };
        let arguments: Vec<&str> = arguments.split(',').map(str::trim).filter(|a| !a.is_empty()).collect();
        let number = arguments.iter().find_map(|a| a.parse::<u32>().ok()).filter(|n| n.is_power_of_two() || *n == 0);
        let name = arguments.iter().skip(1).find(|a| a.parse::<u32>().is_err()).map(|a| a.to_string());
        let chosen = number.filter(|n| *n != 0);
        match arguments.first().copied() {
            Some("push") => {
                self.saved.push((name, self.pack));
                if number.is_some() {
                    self.pack = chosen;
                }
            }
            Some("pop") => self.pop(name),
            _ => self.pack = chosen,
        }
        self.packs.push((next_token, self.pack));
    }

    fn pop(&mut self, name: Option<String>) {
        let found = match &name {
            Some(_) => self.saved.iter().rposition(|(saved, _)| *saved == name),
            None => self.saved.len().checked_sub(1),
        };
        if let Some(index) = found {
            self.pack = self.saved[index].1;
            self.saved.truncate(index);
        }
    }
}

/// The file name of a marker: up to the closing quote, escapes undone.
fn unquote(text: &str) -> String {
    let mut name = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => name.extend(characters.next()),
            _ => name.push(character),
        }
    }
    name
}
