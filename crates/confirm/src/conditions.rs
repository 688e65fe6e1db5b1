//! Conditions as witnesses write them: expressions of C that have no effect. What could be anything else is refused before
//! it becomes a part of a program.

/// The condition on one line, or why it is none.
pub fn checked(text: &str) -> Result<String, String> {
    let characters: Vec<char> = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let mut open = Vec::new();
    for (at, &c) in characters.iter().enumerate() {
        let before = at.checked_sub(1).map_or(' ', |before| characters[before]);
        let next = characters.get(at + 1).copied().unwrap_or(' ');
        match c {
            '(' if is_called(&characters[..at]) => return Err("a condition calls no functions".into()),
            '(' | '[' => open.push(c),
            ')' | ']' if open.pop() != Some(if c == ')' { '(' } else { '[' }) => {
                return Err("its parentheses do not match".into());
            }
            ')' | ']' => {}
            '=' if next != '=' && !is_comparison(&characters[..at]) => return Err("a condition assigns nothing".into()),
            '+' | '-' if before == c => return Err("a condition changes nothing".into()),
            '/' if next == '/' || next == '*' => return Err("a comment is no part of a condition".into()),
            ';' | '{' | '}' | '"' | '\\' | '#' | '`' | '@' | '$' => {
                return Err(format!("`{c}` is no part of a condition"));
            }
            _ => {}
        }
    }
    match (open.is_empty(), text.trim().is_empty()) {
        (true, false) => Ok(characters.into_iter().collect()),
        _ => Err("its parentheses do not match".into()),
    }
}

/// Whether a name stands in front, which would be called.
fn is_called(before: &[char]) -> bool {
    let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
    let text: String = before.iter().collect();
    let text = text.trim_end();
    let word: Vec<char> = text.chars().rev().take_while(is_word).collect();
    let word: String = word.into_iter().rev().collect();
    word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word != "sizeof" && word != "_Alignof"
}

/// Whether `=` ends `==`, `!=`, `<=` or `>=`.
fn is_comparison(before: &[char]) -> bool {
    match before {
        [.., '<', '<'] | [.., '>', '>'] => false,
        [.., '=' | '!' | '<' | '>'] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::checked;

    #[test]
    fn conditions_pass() {
        for text in [
            "0 <= i && i <= 9",
            "(int)(x) == *p",
            "a[i] >= sizeof(int)",
            "x != -1 ? y : 'a'",
            "x - -1 == 2",
            "a >> 1 == 3",
        ] {
            assert!(checked(text).is_ok(), "{text}");
        }
        assert_eq!(checked("a\n&& b").as_deref(), Ok("a && b"));
    }

    #[test]
    fn what_is_more_than_a_condition_does_not() {
        for text in [
            "x = 1", "x += 1", "x <<= 1", "x++", "f(x)", "x) || (1", "1; evil", "({1})", "x /* */", "", "a\\n", "\"s\"",
        ] {
            assert!(checked(text).is_err(), "{text}");
        }
    }
}
