//! Code that conditional directives leave out: it is not examined, and the user is told.
//!
//! The preprocessor is the compiler's, so what it left out is seen by comparing: a branch of a conditional that holds
//! code, of which no line arrived in the preprocessed text, was left out.

use crate::codes;
use cairn_base::{Diagnostic, Severity, SourceMap, Span};
use std::collections::BTreeSet;

/// Places named in a note.
const NAMED: usize = 6;

/// A branch of a conditional: from the directive that opens it to the next one.
#[derive(Clone, Debug, Default)]
struct Branch {
    line: usize,
    /// Lines with code in it.
    code: usize,
    arrived: bool,
    /// Of another language.
    foreign: bool,
}

/// A note about the parts of the file that were left out, if there are any.
pub fn note(name: &str, text: &str, preprocessed: &str, sources: &SourceMap) -> Option<Diagnostic> {
    let parts = left_out(text, &lines_that_arrived(name, preprocessed));
    let first = parts.first()?.line;
    let code: usize = parts.iter().map(|part| part.code).sum();
    let lines: Vec<String> = parts.iter().take(NAMED).map(|part| part.line.to_string()).collect();
    let more = if parts.len() > NAMED { ", …" } else { "" };
    let message = format!(
        "the preprocessor leaves out {} of code, which {} not examined (line{} {}{more})",
        if code == 1 { "a line".to_string() } else { format!("{code} lines") },
        if code == 1 { "is" } else { "are" },
        if parts.len() == 1 { "" } else { "s" },
        lines.join(", ")
    );
    let note = Diagnostic::new(Severity::Note, codes::LEFT_OUT, message).help("`-D NAME` defines a macro");
    let file = sources.find(name)?;
    let source = sources.file(file);
    let (start, length) = (source.line_start(first as u32)? as usize, source.line_text(first as u32).len());
    Some(note.at(Span::new(file, start, start + length), "left out from here"))
}

/// Lines of the file, from 1, of which something is in the preprocessed text.
fn lines_that_arrived(name: &str, preprocessed: &str) -> BTreeSet<usize> {
    let mut arrived = BTreeSet::new();
    let (mut number, mut inside) = (1, true);
    for line in preprocessed.lines() {
        let trimmed = line.trim();
        if let Some((at, file)) = marker(trimmed) {
            (number, inside) = (at, file == name);
            continue;
        }
        if inside && !trimmed.is_empty() && !trimmed.starts_with('#') {
            arrived.insert(number);
        }
        number += 1;
    }
    arrived
}

/// `# 12 "file.c" 2`
fn marker(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix('#')?.trim_start();
    let (number, rest) = rest.split_once(' ')?;
    let (file, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    Some((number.parse().ok()?, file))
}

/// The outermost branches that were left out.
fn left_out(text: &str, arrived: &BTreeSet<usize>) -> Vec<Branch> {
    let mut found: Vec<Branch> = Vec::new();
    let mut open: Vec<Branch> = Vec::new();
    let (mut in_comment, mut in_directive) = (false, false);
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let code = without_comments(line, &mut in_comment);
        let code = code.trim();
        if in_directive || code.starts_with('#') {
            if !in_directive {
                directive(code, number, &mut open, &mut found);
            }
            in_directive = code.ends_with('\\');
        } else if let Some(branch) = open.last_mut() {
            branch.code += usize::from(!code.is_empty());
            branch.arrived |= arrived.contains(&number);
        }
    }
    found
}

fn directive(code: &str, number: usize, open: &mut Vec<Branch>, found: &mut Vec<Branch>) {
    let body = code[1..].trim_start();
    let word_end = body.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(body.len());
    let foreign = body.contains("__cplusplus") && word_end != "ifndef".len();
    match &body[..word_end] {
        "if" | "ifdef" | "ifndef" => open.push(Branch { line: number, foreign, ..Branch::default() }),
        "elif" | "else" | "elifdef" | "elifndef" => {
            close(open, found);
            open.push(Branch { line: number, foreign, ..Branch::default() });
        }
        "endif" => close(open, found),
        _ => {}
    }
}

/// Ends the innermost branch; what it holds belongs to the branch around it, too.
fn close(open: &mut Vec<Branch>, found: &mut Vec<Branch>) {
    let Some(branch) = open.pop() else { return };
    if let Some(around) = open.last_mut() {
        around.code += branch.code;
        around.arrived |= branch.arrived;
    }
    if branch.code > 0 && !branch.arrived && !branch.foreign {
        // Parts inside of it are left out because it is.
        found.retain(|inner| inner.line < branch.line);
        found.push(branch);
    }
}

/// The line without its comments; literals stay as they are.
fn without_comments(line: &str, in_comment: &mut bool) -> String {
    let mut out = String::new();
    let mut rest = line.chars().peekable();
    let mut quote = None;
    while let Some(c) = rest.next() {
        match (c, quote) {
            ('*', _) if *in_comment => {
                if rest.next_if_eq(&'/').is_some() {
                    *in_comment = false;
                }
                continue;
            }
            _ if *in_comment => continue,
            ('/', None) if rest.next_if_eq(&'*').is_some() => {
                *in_comment = true;
                continue;
            }
            ('/', None) if rest.peek() == Some(&'/') => break,
            ('\\', Some(_)) => {
                out.push(c);
                out.extend(rest.next());
                continue;
            }
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, arrived: &[usize]) -> Vec<(usize, usize)> {
        left_out(text, &arrived.iter().copied().collect()).iter().map(|b| (b.line, b.code)).collect()
    }

    #[test]
    fn the_outermost_branch_is_told() {
        let text = "#if A\nint a;\n#if B\nint b;\n#endif\n#else\nint c;\n#endif\n";
        assert_eq!(lines(text, &[7]), [(1, 2)]);
        assert_eq!(lines(text, &[2]), [(3, 1), (6, 1)]);
    }

    #[test]
    fn only_code_counts() {
        let text =
            "#if A\n#define X 1\n// no code\n/* nor\n here */\n#endif\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
        assert!(lines(text, &[]).is_empty());
    }

    #[test]
    fn markers_lead_back_to_the_file() {
        let text = "# 1 \"a.c\"\nint a;\n# 1 \"b.h\" 1\nint b;\n# 5 \"a.c\" 2\n\nint c;\n";
        assert_eq!(lines_that_arrived("a.c", text).into_iter().collect::<Vec<_>>(), [1, 6]);
    }
}
