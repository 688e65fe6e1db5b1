//! Source text as words: put on one line, put in parentheses, compared without regard to layout.

/// Ada text whose layout does not count: spaces, line ends and annotation marks are left out, letters are
/// small outside of literals.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Words(String);

impl Words {
    pub fn of(text: &str) -> Self {
        let mut out = String::new();
        let mut gap = false;
        let mut rest = text.trim().trim_end_matches(';');
        while let Some(c) = rest.chars().next() {
            if rest.starts_with("--%") || rest.starts_with("--#") {
                (rest, gap) = (&rest[3..], true);
                continue;
            }
            if c.is_whitespace() {
                (rest, gap) = (&rest[c.len_utf8()..], true);
                continue;
            }
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            if gap && is_word(c) && out.chars().next_back().is_some_and(is_word) {
                out.push(' ');
            }
            gap = false;
            let length = literal_length(rest, out.chars().next_back()).unwrap_or(c.len_utf8());
            match length == c.len_utf8() {
                true => out.extend(c.to_lowercase()),
                false => out.push_str(&rest[..length]),
            }
            rest = &rest[length..];
        }
        Self(out)
    }
}

/// The length of a string or character literal at the beginning of the text. A tick behind a name or a
/// parenthesis is an attribute's or a qualified expression's.
fn literal_length(text: &str, before: Option<char>) -> Option<usize> {
    if let Some(inside) = text.strip_prefix('"') {
        return Some(inside.find('"')? + 2);
    }
    let inside = text.strip_prefix('\'')?;
    let c = inside.chars().next()?;
    let is_name = before.is_some_and(|b| b.is_alphanumeric() || b == '_' || b == ')');
    (!is_name && inside[c.len_utf8()..].starts_with('\'')).then_some(2 + c.len_utf8())
}

/// The text on one line; none if it holds a comment.
pub(super) fn one_line(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().filter(|w| !matches!(*w, "--#" | "--%")).collect();
    let joined = words.join(" ");
    // A string that holds `--` is refused too: rare, and never wrong.
    (!joined.is_empty() && !joined.contains("--")).then_some(joined)
}

/// The text as an operand of a comparison or a logical operator: in parentheses unless it is a name or a
/// literal.
pub(super) fn operand(text: &str) -> String {
    if is_name(text) { text.into() } else { format!("({text})") }
}

/// The text as an argument: conditional and quantified expressions need their parentheses.
pub(super) fn closed(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    if matches!(&*first, "if" | "case" | "for" | "declare" | "raise") { format!("({text})") } else { text.into() }
}

/// Whether there is no operator outside of parentheses.
fn is_name(text: &str) -> bool {
    let mut depth = 0;
    let mut word = String::new();
    let is_operator = |word: &str| {
        matches!(
            &*word.to_lowercase(),
            "and" | "or" | "xor" | "not" | "mod" | "rem" | "abs" | "in" | "if" | "case" | "for" | "then" | "else"
        )
    };
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        if depth == 0 && is_operator(&word) {
            return false;
        }
        word.clear();
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            '+' | '-' | '*' | '/' | '&' | '=' | '<' | '>' | '|' | '"' if depth == 0 => return false,
            _ => {}
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_and_case_do_not_count() {
        let a = Words::of("assert (I >= VArray'First (1))  and\n --%  (I<=10);");
        assert_eq!(a, Words::of("Assert(i>=VARRAY'first(1))and(I <= 10)"));
        assert_ne!(Words::of("assert X = 'a'"), Words::of("assert X = 'A'"));
        assert_ne!(Words::of("assert S = \"a b\""), Words::of("assert S = \"ab\""));
        assert_ne!(Words::of("assert a in b"), Words::of("assert ain b"));
    }

    #[test]
    fn operators_need_parentheses() {
        assert_eq!(operand("V (I + 1).X"), "V (I + 1).X");
        assert_eq!(operand("I + 1"), "(I + 1)");
        assert_eq!(operand("not A"), "(not A)");
        assert_eq!(operand("Notes"), "Notes");
        assert_eq!(one_line("A -- b\n + 1"), None);
    }
}
