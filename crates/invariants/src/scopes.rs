//! Which variable a name of C means at a place.
//!
//! The program form has the variables of a whole function; the source has blocks. The scope of a declaration is read
//! off the text: the innermost braces around it, or the `for` statement in whose brackets it stands.

use cairn_base::{SourceMap, Span};
use cairn_ir::display::source_name;
use cairn_ir::{ProcId, Program, Reason, VarId, VariableKind};

/// Whether the name of a variable means this variable at the beginning of a loop.
pub(crate) fn is_visible(program: &Program, procedure: ProcId, variable: VarId, at: Span, sources: &SourceMap) -> bool {
    let scopes = Scopes::new(program, procedure, at, sources);
    let Some(own) = scopes.reach(variable) else { return false };
    let name = source_name(&program.variables[variable].name);
    let hides = |(other, declared): (VarId, &cairn_ir::Variable)| {
        other != variable
            && source_name(&declared.name) == name
            && !declared.temporary
            && declared.procedure.is_none_or(|p| p == procedure)
            && scopes.reach(other).is_some_and(|reach| reach >= own)
    };
    !program.variables.iter().any(hides)
}

/// How far inside something is declared; what is further inside hides the rest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    Global,
    Parameter,
    Local(u32),
}

struct Scopes<'p> {
    program: &'p Program,
    procedure: ProcId,
    at: Span,
    text: &'p str,
    /// Pairs of braces, and `for` statements up to the end of their brackets and of themselves.
    braces: Vec<(u32, u32)>,
    loops: Vec<(u32, u32, u32)>,
}

impl<'p> Scopes<'p> {
    fn new(program: &'p Program, procedure: ProcId, at: Span, sources: &'p SourceMap) -> Self {
        let text = &*sources.file(at.file).text;
        let mut scopes = Self { program, procedure, at, text, braces: pairs(text, b'{', b'}'), loops: Vec::new() };
        let brackets = pairs(text, b'(', b')');
        for block in program.procedures[procedure].blocks.values() {
            let Some(span) = block.terminator_origin.span.filter(|_| block.terminator_origin.reason == Reason::Source)
            else {
                continue;
            };
            let is_loop = span.file == at.file && text.get(span.start as usize..).is_some_and(|t| t.starts_with("for"));
            let header = brackets.iter().filter(|(open, _)| *open > span.start).min();
            if let (true, Some((_, close))) = (is_loop, header) {
                scopes.loops.push((span.start, *close, span.end));
            }
        }
        scopes
    }
    /// None: it is not known there.
    fn reach(&self, variable: VarId) -> Option<Reach> {
        let declared = &self.program.variables[variable];
        if declared.procedure.is_none() {
            return Some(Reach::Global);
        }
        if declared.procedure != Some(self.procedure) {
            return None;
        }
        if declared.kind == VariableKind::Parameter {
            return Some(Reach::Parameter);
        }
        let span = declared.span.filter(|span| span.file == self.at.file && (span.end as usize) <= self.text.len())?;
        let in_header = self.loops.iter().find(|(start, close, _)| *start < span.start && span.start < *close);
        if let Some((start, _, end)) = in_header {
            return (*start <= self.at.start && self.at.start < *end).then_some(Reach::Local(span.start));
        }
        let around = self.braces.iter().filter(|(open, close)| *open < span.start && span.start < *close);
        let (_, close) = around.max()?;
        (span.start < self.at.start && self.at.start < *close).then_some(Reach::Local(span.start))
    }
}

/// Pairs of brackets outside of comments, literals and directives of the preprocessor.
fn pairs(text: &str, open: u8, close: u8) -> Vec<(u32, u32)> {
    let bytes = text.as_bytes();
    let (mut found, mut stack) = (Vec::new(), Vec::new());
    let mut at = 0;
    let mut line_start = true;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let until =
            |what: &[u8]| rest.windows(what.len()).position(|w| w == what).map_or(rest.len(), |n| n + what.len());
        let step = match rest[0] {
            b'/' if rest.starts_with(b"/*") => {
                2 + bytes[at + 2..].windows(2).position(|w| w == b"*/").map_or(rest.len(), |n| n + 2)
            }
            b'/' if rest.starts_with(b"//") => until(b"\n"),
            b'#' if line_start => directive(rest),
            quote @ (b'"' | b'\'') => literal(rest, quote),
            _ => 1,
        };
        match rest[0] {
            byte if byte == open => stack.push(at as u32),
            byte if byte == close => found.extend(stack.pop().map(|start| (start, at as u32))),
            _ => {}
        }
        let seen = &rest[..step.min(rest.len())];
        line_start = match seen.last() {
            Some(b'\n') => true,
            Some(byte) => line_start && byte.is_ascii_whitespace(),
            None => line_start,
        };
        at += step.max(1);
    }
    found
}

fn directive(rest: &[u8]) -> usize {
    let mut end = 0;
    while end < rest.len() && (rest[end] != b'\n' || rest[..end].ends_with(b"\\")) {
        end += 1;
    }
    end + 1
}

fn literal(rest: &[u8], quote: u8) -> usize {
    let mut end = 1;
    while end < rest.len() && rest[end] != quote && rest[end] != b'\n' {
        end += if rest[end] == b'\\' { 2 } else { 1 };
    }
    end + 1
}

#[cfg(test)]
mod tests {
    use super::pairs;

    #[test]
    fn brackets_in_comments_and_literals_do_not_count() {
        let text = "#define A {\\\n {\nint f(void) { /* } */ char c = '}'; // }\n return \"}\\\"}\"[0]; }\n";
        let found = pairs(text, b'{', b'}');
        assert_eq!(found.len(), 1);
        assert_eq!(&text[found[0].0 as usize..][..4], "{ /*");
        assert_eq!(found[0].1 as usize, text.len() - 2);
    }
}
