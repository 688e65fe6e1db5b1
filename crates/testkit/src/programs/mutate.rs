//! Small changes of a program text: a constant, a comparison, an operator, an index, a statement left out.
//!
//! Works on the text form, outside of names and strings, so it needs no access to the tables of a program. The result
//! may not be well formed; the reader says so.

use fastrand::Rng;
use std::ops::Range;

/// A place of the text and what could stand there instead.
struct Site {
    range: Range<usize>,
    instead: String,
}

/// Operators and what they can be confused with. Longer ones first: the first that fits is taken.
const CONFUSED: [(&str, &[&str]); 14] = [
    (" <=s ", &[" <s ", " == "]),
    (" <s ", &[" <=s ", " != "]),
    (" <=u ", &[" <u "]),
    (" <u ", &[" <=u "]),
    (" <= ", &[" < "]),
    (" < ", &[" <= "]),
    (" == ", &[" != "]),
    (" != ", &[" == "]),
    (" + ", &[" - "]),
    (" - ", &[" + "]),
    (" * ", &[" + "]),
    (" and ", &[" or "]),
    (" or ", &[" and "]),
    (": not ", &[": "]),
];

/// The text with one small change; none if there is nothing to change.
pub fn mutate(text: &str, rng: &mut Rng) -> Option<String> {
    let mut sites = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if is_statement(line) {
            sites_of_line(line, start, &mut sites);
        }
        start += line.len();
    }
    if sites.is_empty() {
        return None;
    }
    let Site { range, instead } = sites.swap_remove(rng.usize(..sites.len()));
    Some(format!("{}{instead}{}", &text[..range.start], &text[range.end..]))
}

/// Statements are indented; declarations of variables are too.
fn is_statement(line: &str) -> bool {
    let keywords = ["local ", "goto ", "return", "stop", "live ", "dead ", "requires ", "ensures "];
    line.strip_prefix("  ").is_some_and(|rest| !keywords.iter().any(|word| rest.starts_with(word)))
}

fn sites_of_line(line: &str, start: usize, sites: &mut Vec<Site>) {
    let mut add = |from: usize, to: usize, instead: String| {
        sites.push(Site { range: start + from..start + to, instead });
    };
    if line.contains(" := ") {
        add(0, line.len(), String::new());
    }
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            // What follows says where the statement comes from.
            b'@' => break,
            quote @ (b'"' | b'`') => at += 1 + bytes[at + 1..].iter().position(|b| *b == quote).unwrap_or(0),
            b'0'..=b'9' => {
                let end = end_of(bytes, at, |b| b.is_ascii_digit());
                // No part of a float: its digits are not for counting.
                if !matches!(bytes.get(end), Some(b'.' | b'x' | b'e')) {
                    neighbours(&line[at..end]).for_each(|number| add(at, end, number));
                }
                at = end_of(bytes, end, |b| b.is_ascii_alphanumeric() || b == b'.') - 1;
            }
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => {
                at = end_of(bytes, at, |b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.') - 1;
            }
            b']' => [" + 1]", " - 1]"].iter().for_each(|index| add(at, at + 1, (*index).to_owned())),
            _ => {
                if let Some((operator, others)) = CONFUSED.iter().find(|(o, _)| line[at..].starts_with(o)) {
                    others.iter().for_each(|other| add(at, at + operator.len(), (*other).to_owned()));
                }
            }
        }
        at += 1;
        while !line.is_char_boundary(at) {
            at += 1;
        }
    }
}

fn end_of(bytes: &[u8], start: usize, belongs: impl Fn(u8) -> bool) -> usize {
    bytes[start..].iter().position(|b| !belongs(*b)).map_or(bytes.len(), |length| start + length)
}

/// Numbers one might have written instead.
fn neighbours(digits: &str) -> impl Iterator<Item = String> {
    let number: Option<u64> = digits.parse().ok();
    let others = number.map(|n| [n.checked_add(1), n.checked_sub(1), n.checked_mul(2).filter(|_| n > 1)]);
    others.into_iter().flatten().flatten().map(|n| n.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_and_strings_stay() {
        let text =
            "proc `a 1`(x: i32)\n{\n  local y2: i32\n  check assertion \"x <s 5\" : x <s 7 @implied(\"1 + 1\")\n}\n";
        let mutants: BTreeSet<String> = (0..200).filter_map(|seed| mutate(text, &mut Rng::with_seed(seed))).collect();
        let changed = |mutant: &String| mutant.lines().nth(3).unwrap_or("").to_owned();
        let conditions: Vec<String> = mutants.iter().map(changed).collect();
        let expected = ["x != 7", "x <=s 7", "x <s 14", "x <s 6", "x <s 8"];
        assert_eq!(conditions.len(), expected.len(), "{conditions:#?}");
        for (line, condition) in conditions.iter().zip(expected) {
            assert_eq!(line, &format!("  check assertion \"x <s 5\" : {condition} @implied(\"1 + 1\")"));
        }
    }

    #[test]
    fn nothing_to_change() {
        assert_eq!(mutate("proc p()\n{\n  return\n}\n", &mut Rng::with_seed(1)), None);
    }
}
