//! Reads the header and the expectations of one test file.
//!
//! In: the text of a test file. Out: a [`Case`], or a [`CaseError`] that names the line.
//! A header key or an expectation that is not understood is an error: a typing mistake must not
//! make a test weaker.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The five verdicts a property can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Proved,
    Violated,
    Bounded,
    Unknown,
    Unsupported,
}

impl Verdict {
    pub const ALL: [Verdict; 5] =
        [Verdict::Proved, Verdict::Violated, Verdict::Bounded, Verdict::Unknown, Verdict::Unsupported];

    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Violated => "violated",
            Verdict::Bounded => "bounded",
            Verdict::Unknown => "unknown",
            Verdict::Unsupported => "unsupported",
        }
    }
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.word() == word)
    }
}

/// The check kinds of the interface: one closed list, so that a misspelt kind is noticed here.
pub const KINDS: [&str; 27] = [
    "assertion",
    "precondition",
    "postcondition",
    "invariant-initial",
    "invariant-preserved",
    "variant",
    "assigns",
    "overflow",
    "range",
    "index",
    "length",
    "discriminant",
    "division-by-zero",
    "shift",
    "conversion",
    "float",
    "pointer",
    "free",
    "leak",
    "uninitialized",
    "reachable",
    "unwinding",
    "recursion",
    "temporal",
    "termination",
    "race",
    "unsupported",
];

/// What one line states about one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyExpectation {
    pub verdict: Verdict,
    /// `None`: of any kind.
    pub kind: Option<String>,
    pub bound: Option<u64>,
    /// The report must say that the check can never be reached.
    pub unreachable: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    Property(PropertyExpectation),
    Diagnostic { severity: String, code: String },
}

/// An expectation and the place it speaks about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// File name as the report writes it: relative to the folder of the test; empty for no place.
    pub file: String,
    /// 0 for no place.
    pub line: u32,
    pub what: Expectation,
}

/// What is said about the properties that no line states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// There must be none.
    None,
    /// They must all have this verdict, and be so many. A test that does not say how many would not notice that a
    /// front end makes a check no more.
    All(Verdict, Option<usize>),
}

/// One test: how to run it and what must come out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    pub path: PathBuf,
    /// The words after `cairn`, with `%s` already replaced.
    pub arguments: Vec<String>,
    pub exit: i32,
    pub others: Others,
    pub stated: Vec<Stated>,
    /// What a known gap gives today, in the words of [`run`](crate::run): anything else is no gap but a mistake.
    pub today: Option<String>,
    /// It needs the solvers that the tests install: others must pass without.
    pub needs_solvers: bool,
}

/// What a file of a test folder is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestFile {
    Case(Case),
    /// Belongs to the test named; its expectations count there.
    PartOf {
        main: String,
        stated: Vec<Stated>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}:{line}: {message}", path.display())]
pub struct CaseError {
    pub path: PathBuf,
    pub line: usize,
    pub message: String,
}

/// The comment marker of a language, by file extension; `None` for files that carry no header.
pub fn comment_marker(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        // The last three are sources that modules name.
        "cairn" | "c" | "h" | "i" | "cpp" | "rs" | "d" => Some("//"),
        "adb" | "ads" => Some("--"),
        "ll" | "smt2" => Some(";"),
        "yml" => Some("#"),
        _ => None,
    }
}

impl Case {
    /// Whether the command reports verdicts, so that they can be compared one by one.
    pub fn reports_verdicts(&self) -> bool {
        let checks = matches!(self.arguments.first().map(String::as_str), Some("check" | "prove" | "temporal"));
        let prints = ["--show", "--format", "-o", "--help"];
        checks && !self.arguments.iter().any(|a| prints.iter().any(|p| a == p || a.starts_with(&format!("{p}="))))
    }
    /// The file that holds the expected output, if there is any.
    pub fn output_path(&self) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_os_string();
        name.push(".out");
        self.path.with_file_name(name)
    }
}

/// Reads one file of a test folder; `marker` is its language's comment marker.
pub fn read(path: &Path, text: &str, marker: &str) -> Result<TestFile, CaseError> {
    let fail = |line: usize, message: String| CaseError { path: path.to_path_buf(), line, message };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let header = read_header(text, marker).map_err(|(line, message)| fail(line, message))?;
    let stated = read_expectations(&name, text, marker).map_err(|(line, message)| fail(line, message))?;
    if let Some((line, main)) = header.get("part-of") {
        if header.len() > 1 {
            return Err(fail(*line, "a file that is part of another test has no other header line".into()));
        }
        return Ok(TestFile::PartOf { main: main.clone(), stated });
    }
    let Some((line, command)) = header.get("run") else {
        return Err(fail(1, format!("no header: `{marker} run: cairn …` or `{marker} part-of: FILE` must come first")));
    };
    let mut words = command.split_whitespace();
    if words.next() != Some("cairn") {
        return Err(fail(*line, "the command must begin with `cairn`".into()));
    }
    let arguments: Vec<String> = words.map(|w| w.replace("%s", &name)).collect();
    if !arguments.contains(&name) {
        return Err(fail(*line, "the command must name the file itself: `%s`".into()));
    }
    let exit = match header.get("exit") {
        None => 0,
        Some((line, text)) => text.parse().map_err(|_| fail(*line, format!("`{text}` is not an exit code")))?,
    };
    let others = match header.get("others") {
        None => Others::None,
        Some((line, text)) => {
            read_others(text).ok_or_else(|| fail(*line, format!("`{text}` is not a verdict with a number")))?
        }
    };
    let needs_solvers = match header.get("needs") {
        None => false,
        Some((_, text)) if text == "solvers" => true,
        Some((line, text)) => return Err(fail(*line, format!("`{text}` is nothing a test can need: `solvers` is"))),
    };
    let mut stated = stated;
    if let Some((line, text)) = header.get("diagnostics") {
        for part in text.split(',') {
            let what = read_expectation(part).map_err(|message| fail(*line, message))?;
            stated.push(Stated { file: String::new(), line: 0, what });
        }
    }
    let today = header.get("today").map(|(_, text)| text.clone());
    let case = Case { path: path.to_path_buf(), arguments, exit, others, stated, today, needs_solvers };
    if !case.reports_verdicts() && (!case.stated.is_empty() || case.others != Others::None) {
        let line = case.stated.first().map_or(1, |s| s.line as usize);
        return Err(fail(line, "the command reports no verdicts, so none can be stated".into()));
    }
    Ok(TestFile::Case(case))
}

/// `proved 12`, or `proved` where nobody has counted yet.
fn read_others(text: &str) -> Option<Others> {
    let (word, count) = match text.split_once(' ') {
        Some((word, count)) => (word, Some(count.trim().parse().ok()?)),
        None => (text, None),
    };
    Some(Others::All(Verdict::from_word(word)?, count))
}

type Header = BTreeMap<&'static str, (usize, String)>;
const KEYS: [&str; 7] = ["run", "exit", "others", "diagnostics", "part-of", "needs", "today"];

/// The `key: value` lines among the leading comment lines. Other comment lines are prose.
fn read_header(text: &str, marker: &str) -> Result<Header, (usize, String)> {
    let mut header = Header::new();
    for (index, line) in text.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix(marker) else {
            if line.trim().is_empty() {
                continue;
            }
            break;
        };
        // A key is one lower-case word right before a colon; prose with a colon has several words.
        let Some((key, value)) = comment.trim().split_once(':') else { continue };
        let Some(known) = KEYS.into_iter().find(|k| *k == key) else {
            if key.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
                return Err((index + 1, format!("unknown header key `{key}` (known: {})", KEYS.join(", "))));
            }
            continue;
        };
        if header.insert(known, (index + 1, value.trim().to_string())).is_some() {
            return Err((index + 1, format!("`{key}` is stated twice")));
        }
    }
    Ok(header)
}

/// All `//~` expectations of the text.
fn read_expectations(file: &str, text: &str, marker: &str) -> Result<Vec<Stated>, (usize, String)> {
    let mark = format!("{marker}~");
    let mut stated = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some((_, rest)) = line.split_once(&mark) else { continue };
        let up = rest.chars().take_while(|&c| c == '^').count();
        let number = index + 1;
        let target = number.checked_sub(up).filter(|&n| n > 0).ok_or((number, "there is no line so far up".into()))?;
        for part in rest[up..].split(',') {
            let what = read_expectation(part).map_err(|message| (number, message))?;
            stated.push(Stated { file: file.to_string(), line: target as u32, what });
        }
    }
    Ok(stated)
}

fn read_expectation(text: &str) -> Result<Expectation, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [first, rest @ ..] = words.as_slice() else {
        return Err("an empty expectation".into());
    };
    if matches!(*first, "error" | "warning" | "note") {
        let [code] = rest else { return Err(format!("`{first}` must be followed by one diagnostic code")) };
        return Ok(Expectation::Diagnostic { severity: first.to_string(), code: code.to_string() });
    }
    let verdict = Verdict::from_word(first).ok_or_else(|| format!("`{first}` is neither a verdict nor a severity"))?;
    let mut wanted = PropertyExpectation { verdict, kind: None, bound: None, unreachable: false };
    for word in rest {
        if *word == "unreachable" {
            wanted.unreachable = true;
        } else if let Some(number) = word.strip_prefix("bound=") {
            wanted.bound = Some(number.parse().map_err(|_| format!("`{number}` is not a bound"))?);
        } else if KINDS.contains(word) && wanted.kind.is_none() {
            wanted.kind = Some(word.to_string());
        } else {
            return Err(format!("`{word}` is no check kind"));
        }
    }
    Ok(Expectation::Property(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_cairn(text: &str) -> Result<TestFile, CaseError> {
        read(Path::new("dir/a.cairn"), text, "//")
    }
    fn case(text: &str) -> Case {
        match read_cairn(text) {
            Ok(TestFile::Case(case)) => case,
            other => panic!("{other:?}"),
        }
    }
    fn message(text: &str) -> String {
        read_cairn(text).unwrap_err().to_string()
    }

    #[test]
    fn header_and_expectations_are_read() {
        let case = case(
            "// Why: prose may hold a colon.\n// run: cairn check %s --unwind 10\n// exit: 1\n\nx\ny //~ violated index bound=3, proved\n//~^^ error P0003\n",
        );
        assert_eq!(case.arguments, ["check", "a.cairn", "--unwind", "10"]);
        assert_eq!((case.exit, case.others), (1, Others::None));
        assert!(case.reports_verdicts());
        let lines: Vec<u32> = case.stated.iter().map(|s| s.line).collect();
        assert_eq!(lines, [6, 6, 5]);
        let wanted = PropertyExpectation {
            verdict: Verdict::Violated,
            kind: Some("index".into()),
            bound: Some(3),
            unreachable: false,
        };
        assert_eq!(case.stated[0].what, Expectation::Property(wanted));
        assert_eq!(case.stated[2].what, Expectation::Diagnostic { severity: "error".into(), code: "P0003".into() });
    }

    #[test]
    fn each_language_has_its_comment_marker() {
        let ada = read(Path::new("p.adb"), "-- run: cairn check %s\nX := Y; --~ violated overflow\n", "--");
        assert!(matches!(ada, Ok(TestFile::Case(c)) if c.stated.len() == 1));
        assert_eq!(comment_marker(Path::new("p.ll")), Some(";"));
        assert_eq!(comment_marker(Path::new("p.prp")), None);
    }

    #[test]
    fn a_typing_mistake_is_an_error_that_names_the_line() {
        assert_eq!(message("x //~ violated indx\n// run: cairn check %s"), "dir/a.cairn:1: `indx` is no check kind");
        assert!(
            message("// run: cairn check %s\n// exits: 1\n").starts_with("dir/a.cairn:2: unknown header key `exits`")
        );
        assert!(message("// run: cairn check %s\nx //~ disproved\n").contains("neither a verdict nor a severity"));
        assert!(message("// run: cairn check %s\n// run: cairn check %s\n").contains("stated twice"));
        assert!(message("x\n").contains("no header"));
        assert!(message("// run: cairn check b.cairn\n").contains("must name the file itself"));
        assert!(message("// run: cairn check %s --show smt\nx //~ proved\n").contains("reports no verdicts"));
        assert!(
            message("// run: cairn check %s\n// diagnostics: wrong\n").contains("neither a verdict nor a severity")
        );
        assert!(message("// run: cairn check %s\n//~^^^ proved\n").contains("no line so far up"));
    }

    #[test]
    fn a_part_belongs_to_another_test() {
        let part = read_cairn("// part-of: main.cairn\nx //~ proved index\n").unwrap();
        assert!(matches!(part, TestFile::PartOf { main, stated } if main == "main.cairn" && stated.len() == 1));
    }
}
