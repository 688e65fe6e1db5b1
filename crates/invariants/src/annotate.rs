//! Invariants written into the source: `pragma Loop_Invariant` at the beginning of the body of a loop of Ada, and
//! `loop invariant` of ACSL in front of a loop of C. Everything else stays as it is, byte by byte.
//!
//! An invariant holds at the head. The body of `for` and plain loops of Ada begins there; that of `while` begins after
//! the condition, which changes nothing. What is written into Ada is read again: a name that means another variable
//! there, or a condition whose own checks are not proved, is taken out again.

use crate::wishes::{self, Helps};
use crate::words::Dialect;
use crate::{Fact, Found, SourceLoop, first_line, note, scopes};
use cairn_base::{Budget, Diagnostic, FileId, SourceMap, Span};
use cairn_ir::{CheckKind, ExprId, Place, PlaceBase, Program, Projection, StatementKind, VarId};
use cairn_verify::codes;
use cairn_verify::input::{self, InputLanguage};
use cairn_verify::report::{DiagnosticReport, PropertyReport, PropertyVerdict, Report};
use cairn_verify::request::{InputFile, Request};
use cairn_verify::run::{self, Snapshot};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What is taken out may show that more has to be.
const ROUNDS: usize = 4;
/// Time to read back, beyond twice that of the run.
const PATIENCE: Duration = Duration::from_secs(10);
/// Lines are broken here.
const LINE: usize = 100;

/// The inputs with invariants, if the run came to any answer.
#[derive(Debug)]
pub struct Annotated {
    pub files: Option<Vec<InputFile>>,
    /// Loops that have invariants now.
    pub loops: usize,
    pub invariants: usize,
    pub report: Report,
}

/// Checks a program and writes the invariants of its proofs into its source.
pub fn annotate(request: &Request, budget: &Budget, tick: &mut dyn FnMut(&Snapshot)) -> Annotated {
    let nothing = |report| Annotated { files: None, loops: 0, invariants: 0, report };
    let dialect = match request.inputs.first().and_then(|input| InputLanguage::of_name(&input.name)) {
        Some(InputLanguage::Ada) => Dialect::Ada,
        Some(InputLanguage::C) if !request.c.via_llvm => Dialect::Acsl,
        _ => {
            let mut report = Report::empty();
            let message = "invariants are written into sources of Ada and C only";
            say(&mut report, vec![Diagnostic::error(codes::NO_SUCH_STAGE, message)]);
            return nothing(report);
        }
    };
    let (mut report, found) = crate::check(request, budget, tick);
    if report.internal_error.is_some() || report.has_input_errors() {
        return nothing(report);
    }
    let helps = wishes::fulfil(&found, dialect, request, budget);
    let Found { loops, mut notes, subject, .. } = found;
    let Some(subject) = subject else { return nothing(report) };
    let (sources, program) = (report.sources.clone(), &subject.program);
    let mut writer = Writer { sources, program, dialect, written: Vec::new() };
    for of_loop in &loops {
        notes.extend(writer.write(of_loop, &helps));
    }
    // Reading the result back is no harder than the run was.
    let patience = Duration::from_secs_f64(2.0 * report.statistics.seconds) + PATIENCE;
    let files = match dialect {
        Dialect::Ada => writer.judged(request, &budget.within(patience), &mut notes),
        _ => writer.texts(request).into_iter().map(|(file, _)| file).collect(),
    };
    say(&mut report, notes);
    let starts: BTreeSet<(FileId, u32)> = writer.written.iter().map(|w| (w.at.file, w.at.start)).collect();
    let invariants = writer.written.iter().map(|w| w.facts.len()).sum();
    Annotated { files: Some(files), loops: starts.len(), invariants, report }
}

fn say(report: &mut Report, notes: Vec<Diagnostic>) {
    let notes: Vec<_> = notes.into_iter().map(|note| pointed(note, &report.sources)).collect();
    report.diagnostics.extend(notes);
}

/// Ready to be shown: pointing at the first line of a loop.
pub(crate) fn pointed(mut note: Diagnostic, sources: &SourceMap) -> DiagnosticReport {
    if let Some(label) = &mut note.primary {
        label.span = first_line(label.span, sources);
    }
    DiagnosticReport::new(note, sources)
}

/// One insertion: a pragma, or all clauses of a loop of C.
#[derive(Clone, Debug)]
struct Written {
    /// The loop.
    at: Span,
    offset: u32,
    text: String,
    facts: Vec<Fact>,
}

struct Writer<'p> {
    sources: SourceMap,
    program: &'p Program,
    dialect: Dialect,
    written: Vec<Written>,
}

impl Writer<'_> {
    /// Puts the invariants of a loop on the list; notes say what is left out.
    fn write(&mut self, of_loop: &SourceLoop, helps: &Helps) -> Vec<Diagnostic> {
        let (mut facts, mut notes) = of_loop.facts(self.dialect, helps);
        let at = of_loop.span;
        if self.dialect == Dialect::Acsl {
            facts.retain(|fact| {
                let hidden = fact.variables.iter().find(|variable| {
                    !scopes::is_visible(self.program, of_loop.procedure, **variable, at, &self.sources)
                });
                notes.extend(hidden.map(|variable| self.left_out(at, fact, *variable)));
                hidden.is_none()
            });
        }
        if facts.is_empty() {
            return notes;
        }
        let file = self.sources.file(at.file);
        let written = match self.dialect {
            Dialect::Ada => pragmas(&file.text, at, &facts),
            _ => clauses(&file.text, at, &facts),
        };
        match written {
            Ok(texts) => {
                let entry = |(offset, text, facts)| Written { at, offset, text, facts };
                self.written.extend(texts.into_iter().map(entry));
            }
            Err(why) => notes.push(note(Some(at), &format!("the invariants of this loop are left out: {why}"))),
        }
        notes
    }
    fn left_out(&self, at: Span, fact: &Fact, variable: VarId) -> Diagnostic {
        let name = &self.program.variables[variable].name;
        note(Some(at), &format!("the invariant `{}` is left out: `{name}` cannot be named there", fact.text))
    }

    /// The inputs with what is on the list, each with the places of the insertions in it (by number).
    fn texts(&self, request: &Request) -> Vec<(InputFile, Insertions)> {
        let one = |input: &InputFile| {
            let file = self.sources.find(&input.name);
            let mut own: Vec<(usize, &Written)> =
                self.written.iter().enumerate().filter(|(_, w)| Some(w.at.file) == file).collect();
            own.sort_by_key(|(number, w)| (w.offset, *number));
            let (mut text, mut ranges, mut copied) = (String::new(), Vec::new(), 0);
            for (number, insertion) in own {
                text.push_str(&input.text[copied..insertion.offset as usize]);
                copied = insertion.offset as usize;
                let start = text.len() as u32;
                text.push_str(&insertion.text);
                ranges.push((number, start..text.len() as u32));
            }
            text.push_str(&input.text[copied..]);
            (InputFile { name: input.name.clone(), text }, ranges)
        };
        request.inputs.iter().map(one).collect()
    }

    /// The texts once nothing in them is complained about.
    fn judged(&mut self, request: &Request, budget: &Budget, notes: &mut Vec<Diagnostic>) -> Vec<InputFile> {
        for round in 0..=ROUNDS {
            if round == ROUNDS {
                self.written.clear();
            }
            let texts = self.texts(request);
            let (files, ranges): (Vec<InputFile>, Vec<_>) = texts.into_iter().unzip();
            if self.written.is_empty() {
                return files;
            }
            let ranges: BTreeMap<String, _> = files.iter().map(|f| f.name.clone()).zip(ranges).collect();
            let request = Request { inputs: files.clone(), ..request.clone() };
            let refused = self.refused(&request, budget, &ranges);
            if refused.is_empty() {
                return files;
            }
            for (number, why) in refused.iter().rev() {
                let taken = self.written.remove(*number);
                let texts: Vec<&str> = taken.facts.iter().map(|fact| &*fact.text).collect();
                let message = format!("the invariant `{}` is left out: {why}", texts.join(" and "));
                notes.push(note(Some(taken.at), &message));
            }
        }
        Vec::new()
    }
    /// Insertions that cannot stay, and why.
    fn refused(&self, request: &Request, budget: &Budget, ranges: &Ranges) -> BTreeMap<usize, String> {
        let loaded = input::load(request, budget);
        let inside = |span: Span| number_of(&loaded.sources, span, ranges);
        let mut refused = BTreeMap::new();
        for diagnostic in loaded.diagnostics.iter().filter(|d| d.is_error()) {
            let place = diagnostic.primary.as_ref().and_then(|label| inside(label.span));
            match place {
                Some(number) => refused.entry(number).or_insert_with(|| diagnostic.message.clone()),
                // Nothing of it can be trusted.
                None => return (0..self.written.len()).map(|n| (n, "it cannot be read back".into())).collect(),
            };
        }
        let Some(program) = loaded.program.filter(|_| refused.is_empty()) else { return refused };
        let mut meant = vec![BTreeSet::new(); self.written.len()];
        for (span, variable) in mentions(&program) {
            let declared = &program.variables[variable];
            let is_own = declared.span.is_some_and(|span| inside(span).is_some());
            if let Some(number) = inside(span).filter(|_| !declared.temporary && !is_own) {
                meant[number].insert(declared.name.to_string());
            }
        }
        for (number, written) in self.written.iter().enumerate() {
            let name = |variable: &VarId| self.program.variables[*variable].name.to_string();
            let wanted: BTreeSet<String> = written.facts.iter().flat_map(|f| f.variables.iter().map(name)).collect();
            if wanted != meant[number] {
                refused.insert(number, "its names mean something else there".into());
            }
        }
        if refused.is_empty() { self.not_proved(request, budget, ranges) } else { refused }
    }
    /// What the conditions themselves imply must be proved, and none of them may fail.
    fn not_proved(&self, request: &Request, budget: &Budget, ranges: &Ranges) -> BTreeMap<usize, String> {
        let report = run::check(request, budget, &mut |_| {});
        let is_bad = |property: &PropertyReport| match property.verdict {
            PropertyVerdict::Proved => false,
            PropertyVerdict::Violated => true,
            // Whoever finds the proof a second time has it; that it exists was shown.
            _ => property.kind != CheckKind::InvariantPreserved.name(),
        };
        let bad = report.properties.iter().filter(|property| is_bad(property));
        let place = |property: &PropertyReport| number_of(&report.sources, property.span?, ranges);
        bad.filter_map(|property| Some((place(property)?, format!("in it, {}", property.description)))).collect()
    }
}

/// Numbers of insertions, with their places in a text.
type Insertions = Vec<(usize, std::ops::Range<u32>)>;
/// By the names of files.
type Ranges = BTreeMap<String, Insertions>;

/// The insertion that a place of the new text is in.
fn number_of(sources: &SourceMap, span: Span, ranges: &Ranges) -> Option<usize> {
    let of_file = ranges.get(&sources.file(span.file).name)?;
    of_file.iter().find(|(_, range)| range.contains(&span.start)).map(|(number, _)| *number)
}

/// Every variable that a statement or a decision reads, with the place that it was made for.
fn mentions(program: &Program) -> Vec<(Span, VarId)> {
    let mut found = Vec::new();
    for block in program.procedures.values().flat_map(|p| p.blocks.values()) {
        for statement in &block.statements {
            let mut roots: Vec<ExprId> = Vec::new();
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    roots.push(*value);
                    indices(target, &mut roots);
                }
                StatementKind::Check { condition, .. } | StatementKind::Assume(condition) => roots.push(*condition),
                StatementKind::Call { arguments, .. } => roots.extend(arguments.iter().copied()),
                _ => {}
            }
            add(program, statement.origin.span, roots, &mut found);
        }
        let decided: Vec<ExprId> = match block.terminator {
            cairn_ir::Terminator::Branch { condition, .. } => vec![condition],
            cairn_ir::Terminator::Switch { value, .. } => vec![value],
            _ => Vec::new(),
        };
        add(program, block.terminator_origin.span, decided, &mut found);
    }
    found
}

fn indices(target: &Place, roots: &mut Vec<ExprId>) {
    if let PlaceBase::Deref(pointer, _) = target.base {
        roots.push(pointer);
    }
    roots.extend(target.path.iter().filter_map(|step| match step {
        Projection::Index(index) => Some(*index),
        _ => None,
    }));
}

fn add(program: &Program, span: Option<Span>, mut open: Vec<ExprId>, found: &mut Vec<(Span, VarId)>) {
    let Some(span) = span else { return };
    while let Some(id) = open.pop() {
        let kind = &program.expr(id).kind;
        if let cairn_ir::ExprKind::Var(variable) = kind {
            found.push((span, *variable));
        }
        kind.for_each_child(|child| open.push(child));
    }
}

type Placed = Result<Vec<(u32, String, Vec<Fact>)>, &'static str>;

/// A pragma for each condition, at the beginning of the body.
fn pragmas(text: &str, at: Span, facts: &[Fact]) -> Placed {
    let own = &text[at.start as usize..at.end as usize];
    if has_pragma(own) {
        return Err("it has loop invariants or variants of its own, which must stand together");
    }
    let behind = at.start as usize + after_word(own, "loop").ok_or("its body was not found")?;
    let line_end = text[behind..].find('\n').map(|n| behind + n);
    let rest = &text[behind..line_end.unwrap_or(text.len())];
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let start = text[..at.start as usize].rfind('\n').map_or(0, |n| n + 1);
    let blank: String = text[start..].chars().take_while(|c| *c == ' ' || *c == '\t').collect();
    let indent = format!("{blank}   ");
    let is_free = rest.trim().is_empty() || rest.trim_start().starts_with("--");
    let place = match line_end {
        Some(end) if is_free => end + 1,
        _ => behind,
    };
    let one = |fact: &Fact| {
        let lines = wrapped(&format!("pragma Loop_Invariant ({});", fact.text), &indent);
        let lines = lines.join(newline);
        let text = if place == behind { format!("{newline}{lines}") } else { format!("{lines}{newline}") };
        (place as u32, text, vec![fact.clone()])
    };
    Ok(facts.iter().map(one).collect())
}

/// Broken at spaces: the conditions that are written hold no strings.
fn wrapped(text: &str, indent: &str) -> Vec<String> {
    let mut lines = vec![indent.to_string()];
    for word in text.split(' ') {
        let is_first = lines.last().is_none_or(|line| line.trim().is_empty());
        let long = lines.last().is_some_and(|line| line.len() + word.len() >= LINE);
        if long && !is_first {
            lines.push(format!("{indent}  "));
        }
        let Some(line) = lines.last_mut() else { continue };
        if !line.ends_with(' ') && !is_first {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines
}

/// Offset behind the first occurrence of a word outside of comments and strings.
fn after_word(text: &str, word: &str) -> Option<usize> {
    words_of(text).find(|(_, found)| found.eq_ignore_ascii_case(word)).map(|(at, found)| at + found.len())
}

fn has_pragma(text: &str) -> bool {
    let words: Vec<&str> = words_of(text).map(|(_, word)| word).collect();
    let is = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
    words.windows(2).any(|w| is(w[0], "pragma") && (is(w[1], "loop_invariant") || is(w[1], "loop_variant")))
}

/// The words of an Ada text with their offsets.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            if rest.starts_with("--") {
                at += rest.find('\n').unwrap_or(rest.len());
            } else if c == '"' {
                at += 1 + rest[1..].find('"').map_or(rest.len() - 1, |n| n + 1);
            } else if c == '\'' && rest.chars().nth(2) == Some('\'') {
                at += rest.chars().take(3).map(char::len_utf8).sum::<usize>();
            } else if c.is_alphabetic() {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                let found = (at, &rest[..end]);
                at += end;
                return Some(found);
            } else {
                at += c.len_utf8();
            }
        }
        None
    })
}

/// One comment in front of the loop.
fn clauses(text: &str, at: Span, facts: &[Fact]) -> Placed {
    let place = at.start as usize;
    let before = &text[..place];
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    if ends_with_annotation(before) {
        return Err("it has an annotation of its own");
    }
    let blank = &before[start..];
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let begins_line = blank.trim().is_empty();
    let between = if begins_line { format!(";{newline}{blank}    ") } else { "; ".into() };
    let clauses: Vec<String> = facts.iter().map(|fact| format!("loop invariant {}", fact.text)).collect();
    let end = if begins_line { format!("{newline}{blank}") } else { " ".into() };
    Ok(vec![(at.start, format!("/*@ {}; */{end}", clauses.join(&between)), facts.to_vec())])
}

/// Whether the last thing of a text is a comment of ACSL.
fn ends_with_annotation(text: &str) -> bool {
    let text = text.trim_end();
    let line = text.rsplit('\n').next().unwrap_or(text).trim_start();
    match text.strip_suffix("*/") {
        Some(inside) => inside.rfind("/*").is_some_and(|open| inside[open..].starts_with("/*@")),
        None => line.contains("//@"),
    }
}
