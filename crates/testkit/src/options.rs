//! Options of fuzzers: `--seed 7 --count 100 --unbounded`.

pub struct Options(Vec<String>);

impl Options {
    /// Those this program was started with.
    pub fn given() -> Self {
        Self(std::env::args().skip(1).collect())
    }
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|argument| argument == name)
    }
    /// What stands behind an option.
    pub fn text(&self, name: &str) -> Option<&String> {
        self.0.iter().position(|argument| argument == name).and_then(|i| self.0.get(i + 1))
    }
    pub fn number(&self, name: &str, default: u64) -> u64 {
        self.text(name).map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name} takes a number, not {v}")))
    }
}
