//! Conditions that are evaluated as a whole, taken apart at their `and`, `or`, `xor` and `not`: when each part decides.
//!
//! A part decides if the whole would be another with the other value of the part. Where the source evaluates only what it
//! needs (`and then`, `&&`), an operand that it does not evaluate may have either value.

use cairn_base::{SourceMap, Span};
use cairn_ir::{Binary, ExprId, ExprKind, Program, Unary};

/// Conditions with more parts are left out.
pub const MOST: usize = 12;

/// A part, and when it decides with the value true, and with false.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub span: Option<Span>,
    pub yes: ExprId,
    pub no: ExprId,
}

/// The parts of a condition, from left to right.
pub fn parts(program: &mut Program, sources: &SourceMap, condition: ExprId) -> Vec<Part> {
    let always = program.bool_const(true);
    let mut found = Vec::new();
    take_apart(program, sources, condition, always, &mut found);
    found
}

fn take_apart(program: &mut Program, sources: &SourceMap, of: ExprId, decides: ExprId, found: &mut Vec<Part>) {
    if found.len() > MOST {
        return;
    }
    match program.expr(of).kind.clone() {
        ExprKind::Unary(Unary::Not, inner) if is_compound(program, inner) => {
            take_apart(program, sources, inner, decides, found);
        }
        ExprKind::Binary(op @ (Binary::And | Binary::Or), left, right) => {
            let lets = |program: &mut Program, operand: ExprId| match op {
                Binary::And => Ok(operand),
                _ => program.not(operand),
            };
            let is_short = is_short(program, sources, left, right);
            let (Ok(left_lets), Ok(right_lets)) = (lets(program, left), lets(program, right)) else { return };
            let of_left = match is_short {
                // What the left operand settles leaves the right one alone.
                true => program.not(left_lets).and_then(|settled| program.binary(Binary::Or, settled, right_lets)),
                false => Ok(right_lets),
            };
            let of_left = of_left.and_then(|lets| program.binary(Binary::And, decides, lets));
            let of_right = program.binary(Binary::And, decides, left_lets);
            if let (Ok(of_left), Ok(of_right)) = (of_left, of_right) {
                take_apart(program, sources, left, of_left, found);
                take_apart(program, sources, right, of_right, found);
            }
        }
        ExprKind::Binary(Binary::Xor, left, right) => {
            take_apart(program, sources, left, decides, found);
            take_apart(program, sources, right, decides, found);
        }
        _ => {
            let span = program.expr(of).span;
            let yes = program.binary(Binary::And, of, decides);
            let no = program.not(of).and_then(|not| program.binary(Binary::And, not, decides));
            if let (Ok(yes), Ok(no)) = (yes, no) {
                found.push(Part { span, yes, no });
            }
        }
    }
}

fn is_compound(program: &Program, of: ExprId) -> bool {
    use Binary::{And, Or, Xor};
    matches!(program.expr(of).kind, ExprKind::Binary(And | Or | Xor, ..) | ExprKind::Unary(Unary::Not, _))
}

/// Whether the source evaluates the right operand only where it is needed.
fn is_short(program: &Program, sources: &SourceMap, left: ExprId, right: ExprId) -> bool {
    let (Some(left), Some(right)) = (program.expr(left).span, program.expr(right).span) else { return true };
    if left.file != right.file || left.end > right.start {
        return true;
    }
    let between = sources.text(Span { start: left.end, end: right.start, ..left }).to_ascii_lowercase();
    ["then", "else", "&&", "||"].iter().any(|word| between.contains(word))
}

/// Gives parts without a place what the text of the whole condition has between its operators, if there are as many pieces.
pub fn place(parts: &mut [Part], sources: &SourceMap, whole: Span) {
    if parts.iter().all(|part| part.span.is_some()) {
        return;
    }
    let text = sources.text(whole);
    let pieces = pieces(text);
    if pieces.len() == parts.len() {
        for (part, (start, end)) in parts.iter_mut().zip(pieces) {
            let at = |offset: usize| whole.start + offset as u32;
            part.span = Some(Span { start: at(start), end: at(end), ..whole });
        }
    }
}

/// What stands between the operators of a condition, without blanks and parentheses that are not its own.
fn pieces(text: &str) -> Vec<(usize, usize)> {
    const OPERATORS: [&str; 5] = ["and", "or", "xor", "then", "else"];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut start, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let own = rest[..word].to_ascii_lowercase();
        let length = match word {
            0 if rest.starts_with("&&") || rest.starts_with("||") => 2,
            _ if OPERATORS.contains(&own.as_str()) => word,
            _ => 0,
        };
        let next = rest.chars().next().map_or(1, char::len_utf8);
        if length > 0 {
            found.push((start, at));
            start = at + length;
        }
        at += length.max(word).max(if word == 0 && length == 0 { next } else { 0 });
    }
    found.push((start, text.len()));
    found.into_iter().filter_map(|(start, end)| trimmed(text, start, end)).collect()
}

fn trimmed(text: &str, mut start: usize, mut end: usize) -> Option<(usize, usize)> {
    loop {
        let piece = &text[start..end];
        let depth = piece.chars().map(|c| i32::from(c == '(') - i32::from(c == ')')).sum::<i32>();
        let own = piece.trim();
        start += piece.len() - piece.trim_start().len();
        end = start + own.len();
        match depth {
            _ if own.is_empty() => return None,
            1.. if own.starts_with(['(', '!']) => start += 1,
            1.. if own.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("not")) => start += 3,
            ..=-1 if own.ends_with(')') => end -= 1,
            _ => return Some((start, end)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn conditions_fall_into_their_operands() {
        let text = "M /= Off and then (Value > F (100) or else not (Value = 50))";
        let found: Vec<&str> = pieces(text).into_iter().map(|(start, end)| &text[start..end]).collect();
        assert_eq!(found, ["M /= Off", "Value > F (100)", "not (Value = 50)"]);
        let text = "not (A and !(b || c))";
        let found: Vec<&str> = pieces(text).into_iter().map(|(start, end)| &text[start..end]).collect();
        assert_eq!(found, ["A", "b", "c"]);
    }
}
