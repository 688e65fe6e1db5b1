//! Symbols as their language writes them: `_ZN4ring4push17h…E` is `ring::push`.
//!
//! Rust and C++ by the crates that their debuggers use, without hashes, types of parameters and arguments of generic functions; of
//! D the names alone. What is not understood stays as it is.

use cpp_demangle::DemangleOptions;

/// The name in the source.
pub fn readable(symbol: &str) -> String {
    let found = match symbol {
        _ if symbol.starts_with("_D") => d(&symbol[2..]),
        _ if symbol.starts_with("_Z") || symbol.starts_with("_R") => rust(symbol).or_else(|| cpp(symbol)),
        _ => None,
    };
    found.unwrap_or_else(|| symbol.to_string())
}

fn rust(symbol: &str) -> Option<String> {
    let name = format!("{:#}", rustc_demangle::try_demangle(symbol).ok()?);
    Some(without_arguments(&name))
}
/// `assert_failed::<u32, u32>` as `assert_failed`.
fn without_arguments(name: &str) -> String {
    let (mut text, mut rest, mut depth) = (String::new(), name, 0usize);
    while let Some(first) = rest.chars().next() {
        let arguments = rest.starts_with("::<");
        match first {
            _ if arguments && depth == 0 => depth = 1,
            '<' if depth > 0 && !arguments => depth += 1,
            _ if arguments => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth == 0 => text.push(first),
            _ => {}
        }
        rest = &rest[if arguments { 3 } else { first.len_utf8() }..];
    }
    text
}
fn cpp(symbol: &str) -> Option<String> {
    let options = DemangleOptions::new().no_params().no_return_type();
    cpp_demangle::Symbol::new(symbol).ok()?.demangle_with_options(&options).ok()
}
/// `4ring4push…`: identifiers, each behind its length.
fn d(text: &str) -> Option<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((name, after)) = identifier(rest).filter(|(name, _)| !name.is_empty()) {
        parts.push(name);
        rest = after;
    }
    (!parts.is_empty()).then(|| parts.join("."))
}
fn identifier(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let length: usize = text.get(..digits)?.parse().ok()?;
    let rest = text.get(digits..)?;
    Some((rest.get(..length)?, rest.get(length..)?))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn names_are_those_of_the_source() {
        let next = "_ZN51_$LT$ring..Ring$u20$as$u20$core..iter..Iterator$GT$4next17h0123456789abcdefE";
        for (symbol, name) in [
            ("main", "main"),
            ("_ZN4ring4push17h0123456789abcdefE", "ring::push"),
            (next, "<ring::Ring as core::iter::Iterator>::next"),
            ("_RNvNtCsgEmfK2I1SDS_4core9panicking5panic", "core::panicking::panic"),
            ("_RINvNtCsgE_4core9panicking13assert_failedmmECsjr_3std", "core::panicking::assert_failed"),
            ("_ZN5Stack4pushEi", "Stack::push"),
            ("_ZNK5Stack4sizeEv", "Stack::size"),
            ("_ZN5StackC2Ev", "Stack::Stack"),
            ("_ZN5StackD0Ev", "Stack::~Stack"),
            ("_ZN5ArrayIiLj4EEixEj", "Array<int, (unsigned int)4>::operator[]"),
            ("_Z3fooi", "foo"),
            ("_ZSt9terminatev", "std::terminate"),
            ("_Znwm", "operator new"),
            ("_D4ring4pushFNbNiiZv", "ring.push"),
            ("_ZN4", "_ZN4"),
            ("_R", "_R"),
        ] {
            assert_eq!(readable(symbol), name, "{symbol}");
        }
    }
}
