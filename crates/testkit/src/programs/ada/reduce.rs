//! Makes a failing text smaller by leaving out lines: runs of them, shorter and shorter.

/// A text on which `holds` is true, as small as leaving out runs of lines makes it. `holds` is true of `text`.
pub fn reduce_lines(text: &str, mut holds: impl FnMut(&str) -> bool) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let joined = |lines: &[&str]| lines.join("\n") + "\n";
    loop {
        let before = lines.len();
        let mut chunk = (lines.len() / 2).max(1);
        while chunk > 0 {
            let mut start = 0;
            while start < lines.len() {
                let end = (start + chunk).min(lines.len());
                let mut candidate = lines.clone();
                candidate.drain(start..end);
                if holds(&joined(&candidate)) {
                    lines = candidate;
                } else {
                    start += chunk;
                }
            }
            chunk = if chunk > 8 { chunk / 2 } else { chunk - 1 };
        }
        if lines.len() == before {
            return joined(&lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_stays() {
        let text: String = (0..40).map(|n| format!("{n}\n")).collect();
        let small = reduce_lines(&text, |t| t.contains("17\n") && t.contains("31\n"));
        assert_eq!(small, "17\n31\n");
    }
}
