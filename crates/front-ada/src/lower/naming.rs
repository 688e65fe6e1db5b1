//! Names of procedures and variables: no two are the same, whatever the source declares. Overloaded subprograms and
//! declarations that hide others get numbers behind a dot, which no Ada name has.

use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Debug, Default)]
pub(super) struct Naming {
    taken: FxHashSet<String>,
    /// The number tried last for a name.
    numbers: FxHashMap<String, u32>,
    ignores_case: bool,
}

impl Naming {
    /// For names that the user may write in any case of letters.
    pub(super) fn ignoring_case() -> Self {
        Self { ignores_case: true, ..Self::default() }
    }
    fn key(&self, name: &str) -> String {
        if self.ignores_case { name.to_lowercase() } else { name.to_string() }
    }
    /// The name is in use.
    pub(super) fn take(&mut self, name: &str) {
        let key = self.key(name);
        self.taken.insert(key);
    }
    /// The name, or the first numbered one that nobody has.
    pub(super) fn fresh(&mut self, name: &str) -> String {
        let key = self.key(name);
        if self.taken.insert(key.clone()) {
            return name.to_string();
        }
        let mut number = self.numbers.get(&key).copied().unwrap_or(1);
        loop {
            number += 1;
            if self.taken.insert(format!("{key}.{number}")) {
                self.numbers.insert(key, number);
                return format!("{name}.{number}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_taken_is_left_out() {
        let mut names = Naming::default();
        names.take("X");
        names.take("X.2");
        assert_eq!(names.fresh("X"), "X.3");
        assert_eq!(names.fresh("Y"), "Y");
        assert_eq!(names.fresh("X"), "X.4");
    }

    #[test]
    fn case_counts_only_where_it_should() {
        let (mut exact, mut folded) = (Naming::default(), Naming::ignoring_case());
        exact.take("X");
        folded.take("X");
        assert_eq!(exact.fresh("x"), "x");
        assert_eq!(folded.fresh("x"), "x.2");
    }
}
