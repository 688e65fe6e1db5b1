//! Places: source lines by debug information where there is any, lines of the module otherwise.

use super::{Lowering, Unit};
use crate::Surroundings;
use crate::debug::{Debug, DebugPlace};
use crate::syntax::module::{Block, Instruction};
use cairn_base::{FileId, SourceMap, Span};
use cairn_ir::Origin;
use rustc_hash::FxHashMap;

/// Spans of every place that debug information of a unit names.
pub(crate) struct Places {
    spans: FxHashMap<(usize, DebugPlace), Span>,
}

impl Places {
    /// Adds the source files to the map. Where a text is not to be had, empty lines take its place, so that lines
    /// and columns are right all the same.
    pub fn new(
        units: &[Unit<'_>],
        debugs: &[Debug<'_, '_>],
        sources: &mut SourceMap,
        surroundings: &mut dyn Surroundings,
    ) -> Self {
        let mut spans = FxHashMap::default();
        for (unit, debug) in debugs.iter().enumerate().take(units.len()) {
            let places = debug.all_places();
            let mut files: FxHashMap<u32, FileId> = FxHashMap::default();
            for place in &places {
                let file = *files
                    .entry(place.file)
                    .or_insert_with(|| add_file(debug, place.file, &places, sources, surroundings));
                spans.insert((unit, *place), span(sources, file, *place));
            }
        }
        Self { spans }
    }
}

fn add_file(
    debug: &Debug<'_, '_>,
    number: u32,
    places: &[DebugPlace],
    sources: &mut SourceMap,
    surroundings: &mut dyn Surroundings,
) -> FileId {
    let (name, directory) = debug.file(number).unwrap_or(("unknown source", ""));
    let own = || places.iter().filter(|place| place.file == number);
    let lines = own().map(|place| place.line).max().unwrap_or(1).min(1 << 20);
    let found =
        surroundings.source(name, directory).filter(|(_, text)| text.lines().count() as u64 >= u64::from(lines));
    let (shown, text) = found.unwrap_or_else(|| {
        let columns = own().map(|place| place.column).max().unwrap_or(0).min(400) as usize;
        (name.to_string(), format!("{}\n", " ".repeat(columns)).repeat(lines as usize))
    });
    sources.find(&shown).unwrap_or_else(|| sources.add(shown, text))
}

/// From the column to the end of the word there.
fn span(sources: &SourceMap, file: FileId, place: DebugPlace) -> Span {
    let source = sources.file(file);
    let Some(start) = source.line_start(place.line) else { return Span::new(file, 0, 0) };
    let text = source.line_text(place.line);
    // Columns count bytes from 1; 0 is unknown.
    let first = match place.column {
        0 => text.len() - text.trim_start().len(),
        column => (column as usize - 1).min(text.len()),
    };
    let word = text.bytes().skip(first).take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let begin = start as usize + first;
    Span::new(file, begin, begin + word.max(1).min(text.len().saturating_sub(first)))
}

impl Lowering<'_, '_> {
    fn debug_span(&self, unit: usize, number: u32) -> Option<Span> {
        let place = self.debugs[unit].place(number)?;
        self.places.spans.get(&(unit, place)).copied()
    }
    pub(super) fn instruction_span(&self, unit: usize, instruction: &Instruction<'_>) -> Span {
        let from_debug = instruction.debug.and_then(|number| self.debug_span(unit, number));
        from_debug.unwrap_or_else(|| self.text_span(unit, instruction.at))
    }
    /// Where an instruction stands: none for one without a line in a function that has lines.
    pub(super) fn own_origin(&self, key: (usize, usize), instruction: &Instruction<'_>) -> Option<Origin> {
        let has_line = instruction.debug.is_some_and(|number| self.debug_span(key.0, number).is_some());
        let in_module = self.function(key).debug.is_none() && !instruction.record;
        (has_line || in_module).then(|| Origin::source(self.instruction_span(key.0, instruction)))
    }
    /// Where a block begins: with the first of its instructions that has a line, or with its function.
    pub(super) fn block_origin(&self, key: (usize, usize), block: &Block<'_>) -> Origin {
        let first = block.instructions.iter().find_map(|instruction| self.own_origin(key, instruction));
        first.unwrap_or_else(|| Origin::source(self.function_span(key)))
    }
    pub(super) fn function_span(&self, key: (usize, usize)) -> Span {
        let function = self.function(key);
        let from_debug = function.debug.and_then(|number| self.debug_span(key.0, number));
        from_debug.unwrap_or_else(|| self.text_span(key.0, function.at))
    }
    pub(super) fn global_span(&self, key: (usize, usize)) -> Span {
        let global = self.variable(key);
        let variable = global.debug.and_then(|number| self.debugs[key.0].node(number)?.reference("var"));
        let from_debug = variable.and_then(|number| self.debug_span(key.0, number));
        from_debug.unwrap_or_else(|| self.text_span(key.0, global.at))
    }
    /// Where a variable of the debug information is declared.
    pub(super) fn variable_span(&self, unit: usize, variable: u32) -> Option<Span> {
        self.debug_span(unit, variable)
    }

    /// The line of a module's own text.
    pub(super) fn text_span(&self, unit: usize, at: u32) -> Span {
        let text = self.units[unit].text;
        let start = at as usize;
        let rest = text.get(start..).unwrap_or("");
        let length = rest.find('\n').unwrap_or(rest.len());
        Span::new(self.units[unit].file, start, start + length)
    }
}
