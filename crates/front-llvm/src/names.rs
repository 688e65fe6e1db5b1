//! Symbols as their language writes them: `_ZN4ring4push17h…E` is `ring::push`.
//!
//! Rust's two schemes, the common part of that of C++, and D's. What is not understood stays as it is.

/// The name in the source, without types of parameters.
pub fn readable(symbol: &str) -> String {
    let found = if let Some(rest) = symbol.strip_prefix("_R") {
        rust(rest)
    } else if let Some(rest) = symbol.strip_prefix("_ZN") {
        nested(rest)
    } else if let Some(rest) = symbol.strip_prefix("_Z") {
        plain(rest)
    } else if let Some(rest) = symbol.strip_prefix("_D") {
        d(rest)
    } else {
        None
    };
    found.unwrap_or_else(|| symbol.to_string())
}

/// `4ring…`: the identifier and what is behind it.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let length: usize = text.get(..digits)?.parse().ok()?;
    let rest = text.get(digits..)?;
    Some((rest.get(..length)?, rest.get(length..)?))
}

/// Rust's newer scheme: identifiers in order; letters between them say what they are.
fn rust(text: &str) -> Option<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match first {
            '0'..='9' => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let length: usize = rest.get(..digits)?.parse().ok()?;
                let after = rest.get(digits..)?;
                // A line separates the length from an identifier that begins with a digit or a line.
                let after = after.strip_prefix('_').filter(|_| length > 0).unwrap_or(after);
                if length > 0 {
                    parts.push(after.get(..length)?);
                }
                rest = after.get(length..)?;
            }
            // What tells crates of the same name apart, and what was said before.
            's' | 'B' => rest = rest.split_once('_')?.1,
            'E' => break,
            _ => rest = rest.get(first.len_utf8()..)?,
        }
    }
    (!parts.is_empty()).then(|| parts.join("::"))
}

/// Names in names, of C++ and of Rust's older scheme, which closes with a hash.
fn nested(text: &str) -> Option<String> {
    let mut rest = text.trim_start_matches(['K', 'V', 'r']);
    let mut parts: Vec<String> = Vec::new();
    loop {
        let first = rest.chars().next()?;
        match first {
            'E' => break,
            '0'..='9' => {
                let (name, after) = identifier(rest)?;
                let is_hash = name.len() == 17 && name.starts_with('h') && after.starts_with('E');
                if !is_hash {
                    parts.push(rust_words(name));
                }
                rest = after;
            }
            'S' if rest.starts_with("St") => {
                parts.push("std".into());
                rest = &rest[2..];
            }
            'C' | 'D' if rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit) => {
                let own = parts.last()?.clone();
                parts.push(if first == 'C' { own } else { format!("~{own}") });
                rest = &rest[2..];
            }
            'I' => {
                rest = skip_templates(rest)?;
                if let Some(last) = parts.last_mut() {
                    last.push_str("<…>");
                }
            }
            _ => {
                let (name, after) = operator(rest)?;
                parts.push(name.into());
                rest = after;
            }
        }
    }
    (!parts.is_empty()).then(|| parts.join("::"))
}
fn plain(text: &str) -> Option<String> {
    let (prefix, rest) = match text.strip_prefix("St") {
        Some(rest) => ("std::", rest),
        None => ("", text),
    };
    let name = match identifier(rest) {
        Some((name, _)) => name,
        None => operator(rest)?.0,
    };
    Some(format!("{prefix}{name}"))
}
/// `I…E` with what is nested in it.
fn skip_templates(text: &str) -> Option<&str> {
    let (mut rest, mut depth) = (text.get(1..)?, 1usize);
    while depth > 0 {
        let first = rest.chars().next()?;
        if first.is_ascii_digit() {
            rest = identifier(rest)?.1;
            continue;
        }
        match first {
            'I' | 'N' | 'L' | 'X' | 'J' | 'F' => depth += 1,
            'E' => depth -= 1,
            _ => {}
        }
        // A literal's digits are no length: `Lj4E`.
        if first == 'L' {
            rest = rest.split_once('E')?.1;
            depth -= 1;
            continue;
        }
        rest = rest.get(first.len_utf8()..)?;
    }
    Some(rest)
}
fn operator(text: &str) -> Option<(&'static str, &str)> {
    const OPERATORS: [(&str, &str); 26] = [
        ("nw", "operator new"),
        ("na", "operator new[]"),
        ("dl", "operator delete"),
        ("da", "operator delete[]"),
        ("pl", "operator+"),
        ("mi", "operator-"),
        ("ml", "operator*"),
        ("dv", "operator/"),
        ("rm", "operator%"),
        ("pL", "operator+="),
        ("mI", "operator-="),
        ("mL", "operator*="),
        ("ls", "operator<<"),
        ("rs", "operator>>"),
        ("eq", "operator=="),
        ("ne", "operator!="),
        ("lt", "operator<"),
        ("gt", "operator>"),
        ("le", "operator<="),
        ("ge", "operator>="),
        ("aS", "operator="),
        ("pp", "operator++"),
        ("mm", "operator--"),
        ("ix", "operator[]"),
        ("cl", "operator()"),
        ("pt", "operator->"),
    ];
    let (_, name) = OPERATORS.iter().find(|(code, _)| text.starts_with(code))?;
    Some((name, &text[2..]))
}
/// `$LT$alloc..vec..Vec$GT$` as `<alloc::vec::Vec>`.
fn rust_words(name: &str) -> String {
    let name = name.strip_prefix('_').filter(|rest| rest.starts_with('$')).unwrap_or(name);
    let mut text = String::new();
    for (n, part) in name.split('$').enumerate() {
        if n % 2 == 0 {
            text.push_str(&part.replace("..", "::"));
            continue;
        }
        match part {
            "LT" => text.push('<'),
            "GT" => text.push('>'),
            "RF" => text.push('&'),
            "BP" => text.push('*'),
            "LP" => text.push('('),
            "RP" => text.push(')'),
            "C" => text.push(','),
            "SP" => text.push('@'),
            _ => {
                let code = part.strip_prefix('u').and_then(|code| u32::from_str_radix(code, 16).ok());
                match code.and_then(char::from_u32) {
                    Some(character) => text.push(character),
                    None => text.push_str(part),
                }
            }
        }
    }
    text
}
fn d(text: &str) -> Option<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((name, after)) = identifier(rest).filter(|(name, _)| !name.is_empty()) {
        parts.push(name);
        rest = after;
    }
    (!parts.is_empty()).then(|| parts.join("."))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn names_are_those_of_the_source() {
        for (symbol, name) in [
            ("main", "main"),
            ("_ZN4ring4push17h0123456789abcdefE", "ring::push"),
            ("_ZN71_$LT$ring..Ring$u20$as$u20$core..iter..Iterator$GT$4next17h0123456789abcdefE", ""),
            ("_RNvNtCsgEmfK2I1SDS_4core9panicking5panic", "core::panicking::panic"),
            ("_RINvNtCsgE_4core9panicking13assert_failedmmECsjr_3std", "core::panicking::assert_failed"),
            ("_RNvMs4_NtCslNY_5alloc7raw_vecNtB5_8RawInner4growCsdu_5gimli", "alloc::raw_vec::RawInner::grow::gimli"),
            ("_ZN5Stack4pushEi", "Stack::push"),
            ("_ZNK5Stack4sizeEv", "Stack::size"),
            ("_ZN5StackC2Ev", "Stack::Stack"),
            ("_ZN5StackD0Ev", "Stack::~Stack"),
            ("_ZN5ArrayIiLj4EEixEj", "Array<…>::operator[]"),
            ("_Z3fooi", "foo"),
            ("_ZSt9terminatev", "std::terminate"),
            ("_Znwm", "operator new"),
            ("_D4ring4pushFNbNiiZv", "ring.push"),
            ("_ZN4", "_ZN4"),
            ("_R", "_R"),
        ] {
            let expected = if name.is_empty() { "<ring::Ring as core::iter::Iterator>::next" } else { name };
            assert_eq!(readable(symbol), expected);
        }
    }
}
