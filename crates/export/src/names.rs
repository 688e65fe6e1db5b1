//! Names for languages whose identifiers are plain words: each different, and as near to the source's as they can be.

use rustc_hash::FxHashSet;

/// What the source calls an input: its symbol also says at which place of an execution it is asked for.
pub fn of_source(symbol: &str) -> &str {
    symbol.split('!').next().filter(|name| !name.is_empty()).unwrap_or(symbol)
}

#[derive(Default)]
pub struct Names {
    used: FxHashSet<String>,
}

impl Names {
    /// Words that nobody may have.
    pub fn without(reserved: &[&str]) -> Self {
        Self { used: reserved.iter().map(|word| (*word).to_string()).collect() }
    }
    /// A word for a name: what is no letter, digit or underscore is one, and what is taken gets a number.
    pub fn word(&mut self, name: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
        let mut word: String = name.chars().map(plain).collect();
        if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            word.insert_str(0, "v_");
        }
        let numbered = |n: usize| if n == 1 { word.clone() } else { format!("{word}_{n}") };
        let found = (1..).map(numbered).find(|word| !self.used.contains(word)).unwrap_or_default();
        self.used.insert(found.clone());
        found
    }
}
