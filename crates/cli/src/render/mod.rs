//! Renderers: a report in, text out. None of them prints, and each reads the same data.

mod facts;
pub mod html;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod snippet;
pub mod text;
pub mod trace;

/// How much the text report says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    Quiet,
    Normal,
    Verbose,
}

/// Cuts a text that is longer than this many characters, and says so by `…`.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// `1 property`, `2 properties`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests;
