//! Line differences between expected and actual output, and the normalisation both go through.
//!
//! Output is compared after everything that changes from run to run was replaced: durations become
//! `<time>`, memory sizes `<memory>`, the version of the tool `<version>`. Nothing else is touched.

/// The lines of both texts, common ones once; `None` when the texts are equal.
pub fn difference(expected: &str, actual: &str) -> Option<String> {
    if expected == actual {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let prefix = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let suffix = old[prefix..].iter().rev().zip(new[prefix..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut lines: Vec<String> = Vec::new();
    let context = prefix.saturating_sub(3);
    if context > 0 {
        lines.push(format!("  … {context} equal lines"));
    }
    lines.extend(old[context..prefix].iter().map(|l| format!("  {l}")));
    lines.extend(edit_script(&old[prefix..old.len() - suffix], &new[prefix..new.len() - suffix]));
    let tail = &old[old.len() - suffix..];
    lines.extend(tail.iter().take(3).map(|l| format!("  {l}")));
    if tail.len() > 3 {
        lines.push(format!("  … {} equal lines", tail.len() - 3));
    }
    if expected.lines().eq(actual.lines()) {
        lines.push("  (only the line ends differ)".into());
    }
    Some(lines.join("\n"))
}

/// Removed and added lines by longest common subsequence; plain removal and addition when the texts
/// are too large for the quadratic table.
fn edit_script(old: &[&str], new: &[&str]) -> Vec<String> {
    const LARGEST_TABLE: usize = 4_000_000;
    let minus = |l: &&str| format!("- {l}");
    let plus = |l: &&str| format!("+ {l}");
    if old.len().saturating_mul(new.len()) > LARGEST_TABLE {
        return old.iter().map(minus).chain(new.iter().map(plus)).collect();
    }
    let width = new.len() + 1;
    let mut longest = vec![0u32; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            longest[i * width + j] = if old[i] == new[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push(format!("  {}", old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
            lines.push(minus(&old[i]));
            i += 1;
        } else {
            lines.push(plus(&new[j]));
            j += 1;
        }
    }
    lines
}

/// Replaces what changes from run to run.
pub fn normalise(text: &str, version: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut words = String::with_capacity(line.len());
        for (index, piece) in line.split(' ').enumerate() {
            if index > 0 {
                words.push(' ');
            }
            words.push_str(&normalise_word(piece));
        }
        let line = normalise_units(&words);
        out.push_str(if version.is_empty() { line } else { line.replace(version, "<version>") }.trim_end());
        out.push('\n');
    }
    out
}

/// `0.12s`, `(3ms)`, `1.5s,` become `<time>`: a number directly followed by a unit of time.
fn normalise_word(word: &str) -> String {
    let start = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
    let (before, rest) = word.split_at(start);
    let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let (number, unit) = rest.split_at(digits);
    let end = unit.find(|c: char| !c.is_alphabetic()).unwrap_or(unit.len());
    let (unit, after) = unit.split_at(end);
    let punctuation = |t: &str| t.chars().all(|c| c.is_ascii_punctuation());
    if number.is_empty() || !punctuation(before) || !punctuation(after) {
        return word.to_string();
    }
    match unit {
        "s" | "ms" | "us" | "µs" | "ns" => format!("{before}<time>{after}"),
        "MiB" | "GiB" | "KiB" => format!("{before}<memory>{after}"),
        _ => word.to_string(),
    }
}

/// `0.12 s`, `1.2 seconds`, `31 MiB`: a number, one blank, a unit.
fn normalise_units(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(String::from).collect();
    for index in 1..words.len() {
        let unit = words[index].trim_matches(|c: char| !c.is_alphabetic()).to_string();
        let name = match unit.as_str() {
            "s" | "ms" | "second" | "seconds" => "<time>",
            "MiB" | "GiB" | "KiB" => "<memory>",
            _ => continue,
        };
        let number = words[index - 1].trim_start_matches(['(', '[', '~']).to_string();
        if number.parse::<f64>().is_ok() {
            words[index - 1] = words[index - 1].replace(&number, name);
            words[index] = words[index].replacen(&unit, "", 1);
            if words[index].is_empty() {
                words[index] = "\u{0}".into();
            } else {
                let glued = words[index].clone();
                words[index - 1].push_str(&glued);
                words[index] = "\u{0}".into();
            }
        }
    }
    words.retain(|w| w != "\u{0}");
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
    }

    #[test]
    fn a_difference_shows_both_sides_with_a_little_context() {
        let shown = difference("1\n2\n3\n4\nold\n5\n", "1\n2\n3\n4\nnew\n5\n").unwrap();
        assert_eq!(shown, "  … 1 equal lines\n  2\n  3\n  4\n- old\n+ new\n  5");
        assert_eq!(difference("a\n", "").unwrap(), "- a");
        assert!(difference("a\n", "a").unwrap().contains("line ends"));
    }

    #[test]
    fn common_lines_between_changes_are_found() {
        assert_eq!(edit_script(&["a", "x", "b"], &["c", "x", "d"]), ["- a", "+ c", "  x", "- b", "+ d"]);
    }

    #[test]
    fn times_and_sizes_are_replaced_and_nothing_else() {
        let normal = |t: &str| normalise(t, "0.1.0").trim_end().to_string();
        assert_eq!(normal("done in 0.12s (31 MiB)"), "done in <time> (<memory>)");
        assert_eq!(normal("done in 1.5 s, 3 checks"), "done in <time>, 3 checks");
        assert_eq!(normal("(3ms)"), "(<time>)");
        assert_eq!(normal("cairn 0.1.0"), "cairn <version>");
        for kept in ["x = 3", "a[3s]", "bound 12 steps", "s 3", "  indented   text", "#x1s", "v.1:s"] {
            assert_eq!(normal(kept), kept);
        }
    }
}
