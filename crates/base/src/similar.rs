//! Names that somebody may have meant who wrote another one.

/// At most this many names are proposed.
const MOST: usize = 3;

/// Of `names`, those closest to what was written, best first: the same but for the case of letters, the same last part
/// (`Parse` for `Text.Parse`), or few letters changed.
pub fn similar<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = written.to_lowercase();
    let mut found: Vec<((usize, usize), &str)> = Vec::new();
    for name in names {
        let lower = name.to_lowercase();
        let whole = distance(&wanted, &lower);
        let far = whole.min(distance(last_part(&wanted), last_part(&lower)));
        // A third of the letters may be wrong, and one in any case.
        if far <= (wanted.chars().count() / 3).max(1) && !found.iter().any(|(_, known)| *known == name) {
            found.push(((far, whole), name));
        }
    }
    found.sort_by_key(|(far, _)| *far);
    found.into_iter().take(MOST).map(|(_, name)| name).collect()
}

fn last_part(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// How many letters must be put in, taken out, replaced or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replaced = last[j] + usize::from(a[i] != b[j]);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_come_first() {
        let names = ["Text.Parse", "Text.Part", "Main", "Text.Pares"];
        assert_eq!(similar("parse", names), ["Text.Parse", "Text.Pares"]);
        assert_eq!(similar("mian", names), ["Main"]);
        assert!(similar("unrelated", names).is_empty());
    }

    #[test]
    fn distances_are_those_of_the_textbook() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("abc", "acb"), 1);
    }
}
