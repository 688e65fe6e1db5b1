//! Diagnostics and failed checks with the source lines they are about.

use crate::paint::Paint;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use cairn_base::{Diagnostic, FileId, Label, Severity, SourceMap, Span};
use std::ops::Range;

/// A diagnostic as the terminal shows it, ending in a newline.
pub fn diagnostic(diagnostic: &Diagnostic, sources: &SourceMap, paint: Paint) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(&*diagnostic.message).id(diagnostic.code));
    if let Some(primary) = &diagnostic.primary {
        group = shown(group, primary, &diagnostic.secondary, sources);
    }
    group = group.elements(diagnostic.notes.iter().map(|note| Level::NOTE.message(&**note)));
    group = group.elements(diagnostic.help.iter().map(|help| Level::HELP.message(&**help)));
    render(&[group], paint)
}

/// A failed check: what must hold, where, and a few words under the place.
pub fn failure(kind: &str, description: &str, span: Span, label: &str, sources: &SourceMap, paint: Paint) -> String {
    let primary = Label { span, text: label.to_owned() };
    let group = Group::with_title(Level::ERROR.primary_title(description).id(kind));
    render(&[shown(group, &primary, &[], sources)], paint)
}

/// A title with the place below it: as a snippet, or by its numbers alone where the source is not to be had.
fn shown<'a>(group: Group<'a>, primary: &'a Label, secondary: &'a [Label], sources: &'a SourceMap) -> Group<'a> {
    let source = sources.file(primary.span.file);
    let place = sources.location(primary.span);
    if source.text.is_empty() || !source.text.trim().is_empty() {
        return group.elements(snippets(primary, secondary, sources));
    }
    let origin = Origin::path(&*source.name).line(place.line as usize).char_column(place.column as usize);
    let group = group.element(origin);
    if primary.text.is_empty() { group } else { group.element(Level::NOTE.message(&*primary.text)) }
}

fn render(groups: &[Group<'_>], paint: Paint) -> String {
    let renderer = if paint.on { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.decor_style(DecorStyle::Unicode).render(groups);
    text.push('\n');
    text
}

/// One snippet per file; the file of the primary place first.
fn snippets<'a>(
    primary: &'a Label,
    secondary: &'a [Label],
    sources: &'a SourceMap,
) -> Vec<Snippet<'a, Annotation<'a>>> {
    let mut files: Vec<FileId> = vec![primary.span.file];
    for label in secondary {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    let of_file = |file: FileId| {
        let source = sources.file(file);
        let marks = std::iter::once((primary, AnnotationKind::Primary))
            .chain(secondary.iter().map(|label| (label, AnnotationKind::Context)))
            .filter(move |(label, _)| label.span.file == file)
            .map(|(label, kind)| {
                let text = Some(&*label.text).filter(|text| !text.is_empty());
                kind.span(range(label.span, &source.text)).label(text)
            });
        Snippet::source(&*source.text).path(&*source.name).annotations(marks)
    };
    files.into_iter().map(of_file).collect()
}

/// The bytes of a span, moved to character boundaries inside the text.
fn range(span: Span, text: &str) -> Range<usize> {
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary((span.start as usize).min(text.len()));
    let end = boundary((span.end as usize).min(text.len()));
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_outside_the_text_or_inside_a_character_do_no_harm() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.cairn", "é\nx");
        for (start, end) in [(0, 1), (1, 2), (3, 99), (99, 100), (2, 1)] {
            let shown = failure("index", "d", Span::new(file, start, end), "l", &sources, Paint { on: false, wide: 0 });
            assert!(shown.contains("a.cairn"), "{shown}");
        }
        let empty = sources.add("b.cairn", "");
        assert!(
            failure("index", "d", Span::new(empty, 0, 0), "", &sources, Paint { on: false, wide: 0 })
                .contains("b.cairn")
        );
    }
}
