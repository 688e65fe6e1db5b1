//! A trace that reads like a debugger session: source lines in the order they are executed, nested by
//! call, with the values they gave beside them.

use super::{Detail, cut, fold};
use crate::paint::{BAD, NAME, Paint, VALUE};
use cairn_base::SourceMap;
use cairn_verify::report::{CounterexampleReport, InputReport, StepKind, StepReport};
use std::fmt::Write;

/// How long lines of the source and values may be.
#[derive(Clone, Copy)]
struct Room {
    source: usize,
    value: usize,
    /// What stands beside a line of the source.
    beside: Option<usize>,
}

impl Room {
    /// What a terminal has; without one, a good deal.
    fn of(paint: Paint, detail: Detail) -> Self {
        /// Number, bar and the gap between the columns.
        const FRAME: usize = 10;
        if paint.wide < 60 {
            let value = if detail == Detail::Verbose { usize::MAX } else { 96 };
            return Self { source: 44, value, beside: None };
        }
        let source = (paint.wide * 2 / 5).clamp(30, 80);
        let beside = paint.wide.saturating_sub(source + FRAME).max(24);
        match detail {
            Detail::Verbose => Self { source, value: usize::MAX, beside: None },
            _ => Self { source, value: paint.wide - FRAME, beside: Some(beside) },
        }
    }
    fn shorten(self, value: &str) -> String {
        cut(value, self.value)
    }
}

/// Lines of a long session that are shown: its beginning, and more of its end, where it goes wrong.
const FIRST_LINES: usize = 12;
const LAST_LINES: usize = 24;

/// One line of the session.
struct Line {
    depth: usize,
    number: Option<u32>,
    file: Option<String>,
    /// Source text, or the call for a step into a procedure.
    text: String,
    /// What happened there, from one or several steps.
    effects: Vec<Effect>,
    is_call: bool,
    fails: bool,
}

impl Line {
    /// A line of the session that stands for no line of the source.
    fn words(depth: usize, text: String, is_call: bool) -> Self {
        Line { depth, number: None, file: None, text, effects: Vec::new(), is_call, fails: false }
    }
}

/// What a step did, and how often that happened without anything else in between.
struct Effect {
    text: String,
    times: u32,
}

impl Effect {
    fn words(&self) -> String {
        if self.times > 1 { format!("{} ({} times)", self.text, self.times) } else { self.text.clone() }
    }
}

/// Inputs and trace, indented by two.
pub fn counterexample(found: &CounterexampleReport, sources: &SourceMap, detail: Detail, paint: Paint) -> String {
    let mut out = String::new();
    inputs(&mut out, found, detail, paint);
    let shown: Vec<&StepReport> =
        found.trace.iter().filter(|step| detail == Detail::Verbose || step.relevant).collect();
    if shown.is_empty() {
        return out;
    }
    let of = match found.trace.len() {
        all if all == shown.len() => String::new(),
        all => format!("  ({} of {all} steps; -v shows all)", shown.len()),
    };
    let _ = writeln!(out, "  {}{}", paint.paint(NAME, "what happens"), paint.faint(of));
    let room = Room::of(paint, detail);
    let lines = lines(&shown, sources, detail, room);
    let left_out = if detail == Detail::Verbose { 0 } else { lines.len().saturating_sub(FIRST_LINES + LAST_LINES) };
    // Where more than one file is executed, each change is told.
    let several =
        lines.iter().filter_map(|line| line.file.as_ref()).collect::<std::collections::HashSet<_>>().len() > 1;
    let mut here: Option<&String> = None;
    for (number, line) in lines.iter().enumerate() {
        if left_out > 1 && number == FIRST_LINES {
            let _ = writeln!(out, "    {}", paint.faint(format!("⋮ {left_out} more lines like these; -v shows all")));
        }
        if left_out <= 1 || !(FIRST_LINES..FIRST_LINES + left_out).contains(&number) {
            if several && line.file.is_some() && line.file.as_ref() != here {
                here = line.file.as_ref();
                let _ = writeln!(
                    out,
                    "      {} {}",
                    paint.faint("┈"),
                    paint.faint(here.map_or("", |file| base_name(file)))
                );
            }
            write_line(&mut out, line, room, paint);
        }
    }
    out
}

fn inputs(out: &mut String, found: &CounterexampleReport, detail: Detail, paint: Paint) {
    if found.inputs.is_empty() {
        let _ = writeln!(out, "  {}", paint.faint("no inputs: every execution fails here"));
        return;
    }
    const MOST: usize = 12;
    // The file of what fails needs no mention.
    let here = found.trace.last().and_then(|step| step.file.as_ref());
    let all = detail == Detail::Verbose;
    let room = Room::of(paint, detail);
    let relevant = found.inputs.iter().filter(|input| all || input.relevant);
    let shown: Vec<&InputReport> = relevant.take(if all { usize::MAX } else { MOST }).collect();
    let _ = writeln!(out, "  {}", paint.paint(NAME, "inputs"));
    let wide = shown.iter().map(|i| i.name.chars().count()).max().unwrap_or(0);
    for input in &shown {
        let value = cut(&input.value, room.value.saturating_sub(wide + 3).max(24));
        let place = match (&input.file, input.line) {
            (Some(file), Some(line)) if here.is_some_and(|h| h != file) => format!("{}:{line}", base_name(file)),
            (_, Some(line)) => format!("line {line}"),
            (_, None) => String::new(),
        };
        let about: Vec<&str> = [&*input.type_name, &*place].into_iter().filter(|s| !s.is_empty()).collect();
        let about = about.join(", ");
        let name = format!("{:wide$}", input.name);
        let _ = writeln!(out, "    {name} = {}  {}", paint.paint(VALUE, value), paint.faint(about));
    }
    let left_out = found.inputs.len() - shown.len();
    if left_out > 0 {
        let unread = found.inputs.iter().filter(|input| !input.relevant).count();
        let more = match (shown.len(), left_out == unread) {
            (0, _) => format!("{left_out} that the failure does not depend on; -v shows them"),
            (_, true) => format!("and {left_out} that the failure does not depend on; -v shows all"),
            (_, false) => format!("… and {left_out} more; -v shows all"),
        };
        let _ = writeln!(out, "    {}", paint.faint(more));
    }
}

fn base_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// Steps to lines: consecutive assignments of one source line share a line.
fn lines(steps: &[&StepReport], sources: &SourceMap, detail: Detail, room: Room) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut depth = 0;
    let last = steps.len().saturating_sub(1);
    let folds = if detail == Detail::Verbose { Vec::new() } else { fold::iterations(steps) };
    let mut folds = folds.iter().peekable();
    for (position, step) in steps.iter().enumerate() {
        if let Some(fold) = folds.next_if(|fold| fold.steps.end == position) {
            lines.push(Line::words(depth, fold.words(), false));
        }
        if folds.peek().is_some_and(|fold| fold.steps.contains(&position)) {
            continue;
        }
        let fails = position == last && step.step == StepKind::Check;
        let text = source_line(step, sources);
        let effect = effect(step, fails, &text, room);
        match step.step {
            StepKind::Enter => {
                let name = step.name.clone().or_else(|| step.function.clone()).unwrap_or_default();
                let arguments = step.value.as_deref().map_or("()".into(), |v| room.shorten(v));
                lines.push(Line::words(depth, format!("{name}{arguments}"), true));
                depth += 1;
                continue;
            }
            StepKind::Leave => {
                depth = depth.saturating_sub(1);
                let Some(value) = &step.value else { continue };
                lines.push(Line::words(depth + 1, format!("returns {}", room.shorten(value)), false));
                continue;
            }
            _ => {}
        }
        let same_line = lines.last_mut().filter(|line| {
            line.depth == depth && line.number.is_some() && (line.number, &line.file) == (step.line, &step.file)
        });
        if effect.is_empty() {
            continue;
        }
        let effect = Effect { text: effect, times: 1 };
        match same_line {
            // The parts of `a && b && c`, one after the other.
            Some(Line { effects, .. })
                if step.step == StepKind::Branch && effects.last().is_some_and(|last| last.text == effect.text) =>
            {
                effects.iter_mut().for_each(|last| last.times += u32::from(last.text == effect.text));
            }
            Some(line) if line.effects.len() < 4 && !repeats(&line.effects, &effect) => {
                line.effects.push(effect);
                line.fails |= fails;
            }
            _ => lines.push(Line {
                depth,
                number: step.line,
                file: step.file.clone(),
                text,
                effects: vec![effect],
                is_call: false,
                fails,
            }),
        }
    }
    lines
}

/// Whether the line already says something about what the effect is about: then another iteration begins.
fn repeats(effects: &[Effect], effect: &Effect) -> bool {
    let about = |effect: &Effect| effect.text.split(" = ").next().unwrap_or_default().to_owned();
    effects.iter().any(|earlier| about(earlier) == about(effect))
}

fn effect(step: &StepReport, fails: bool, source: &str, room: Room) -> String {
    let name = step.name.as_deref().unwrap_or("");
    let value = step.value.as_deref().map(|v| room.shorten(v)).unwrap_or_default();
    match step.step {
        StepKind::Check if fails => {
            if source.contains(name) {
                "✗ fails".into()
            } else {
                format!("✗ fails: {name}")
            }
        }
        StepKind::Check => "holds".into(),
        StepKind::Assume => "assumed".into(),
        StepKind::Branch => {
            if is_counted(step, source) {
                return step.note.clone().unwrap_or_default();
            }
            let decided = if name.is_empty() || source.contains(name) { value } else { format!("{name} is {value}") };
            step.note.as_ref().map_or(decided.clone(), |note| format!("{decided}, {note}"))
        }
        StepKind::Event => format!("event {name}{value}"),
        _ => format!("{name} = {value}"),
    }
}

/// Whether a loop of Ada counts there: whether it goes on is no condition that the source has.
fn is_counted(step: &StepReport, source: &str) -> bool {
    let is_ada = step.file.as_deref().is_some_and(|file| file.ends_with(".adb") || file.ends_with(".ads"));
    let rest = source.split_once(": ").map_or(source, |(label, rest)| if label.contains(' ') { source } else { rest });
    is_ada && rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("for "))
}

fn source_line(step: &StepReport, sources: &SourceMap) -> String {
    let (Some(file), Some(line)) = (&step.file, step.line) else { return String::new() };
    let Some(id) = sources.find(file) else { return String::new() };
    match sources.file(id).line_text(line).trim() {
        // The source is not to be had.
        "" => format!("({file})"),
        // Tabs would break the columns.
        text => text.replace('\t', " "),
    }
}

fn write_line(out: &mut String, line: &Line, widths: Room, paint: Paint) {
    let indent = "  ".repeat(line.depth);
    if line.is_call {
        let _ = writeln!(out, "      {} {indent}{}", paint.faint("│"), paint.paint(NAME, &line.text));
        return;
    }
    let number = line.number.map_or("    ".into(), |n| format!("{n:>4}"));
    let room = widths.source.saturating_sub(indent.len());
    // What has nothing beside it may be longer.
    let room = if line.effects.is_empty() { widths.value } else { room };
    let text = cut(&line.text, room);
    let effects = line.effects.iter().map(Effect::words).collect::<Vec<String>>().join(", ");
    let effects = widths.beside.filter(|_| !line.fails).map_or(effects.clone(), |most| cut(&effects, most));
    let style = if line.fails { BAD } else { VALUE };
    let padding = if effects.is_empty() { 0 } else { room.saturating_sub(text.chars().count()) };
    let (number, bar) = (paint.faint(format!("{number:>4}")), paint.faint("│"));
    let _ = match effects.is_empty() {
        true => writeln!(out, " {number} {bar} {indent}{text}"),
        false => writeln!(out, " {number} {bar} {indent}{text}{:padding$}  {}", "", paint.paint(style, effects)),
    };
}
