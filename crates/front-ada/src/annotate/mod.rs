//! The source with the checks it implies written in (figure 2 of Lourenço et al., "SPARK-BMC").
//!
//! In: the inputs of a run. Out: their texts, each check in front of the statement or declaration that implies
//! it, as `--% assert …;` or `--% notOverflow (…);`. A check that cannot be said there (behind a call, inside a
//! quantifier, where a handler may take it) is named by an ordinary comment. Both are comments to a compiler,
//! and reading the result gives the same properties: this is not hoped for but tried, and an annotation that
//! would change the program (a name that means something else there) is replaced by a comment.
//!
//! Deliberately absent: contracts and assertions the source states itself; units that are no inputs.

mod insert;

use crate::lower::{Collected, Host, LowerOptions, Lowered, Words, Written, lower};
use crate::{AdaOptions, codes, on_deep_stack, sema};
use cairn_base::{Diagnostic, FileId, SourceMap, Span};
use cairn_ir::{CheckKind, Program};
use insert::{Insertions, Note};
use rustc_hash::{FxHashMap, FxHashSet};

/// Annotations that turn out to change the program are taken back this often, all that are found at a time.
const ROUNDS: usize = 8;

type Find<'f> = dyn FnMut(&str) -> Option<(String, String)> + Send + 'f;

/// The annotated texts of the inputs, in their order; none if some diagnostic is an error.
pub fn annotate(
    sources: &mut SourceMap,
    inputs: &[FileId],
    options: &AdaOptions,
    find_unit: &mut Find<'_>,
) -> (Option<Vec<String>>, Vec<Diagnostic>) {
    on_deep_stack(move || {
        let (read, mut diagnostics) = read(sources, inputs, options, find_unit);
        let Some((program, collected)) = read else { return (None, diagnostics) };
        let wanted = signature(&program);
        let mut refused = FxHashSet::default();
        for _ in 0..ROUNDS {
            let texts = write(sources, inputs, &program, &collected, &refused);
            let mut again = SourceMap::new();
            let files: Vec<FileId> =
                inputs.iter().zip(&texts).map(|(id, text)| again.add(&*sources.file(*id).name, &**text)).collect();
            let (second, complaints) = self::read(&mut again, &files, options, find_unit);
            if second.as_ref().is_some_and(|(program, _)| signature(program) == wanted) {
                return (Some(texts), diagnostics);
            }
            let bad = offending(&again, second.map(|(program, _)| program), &complaints);
            let known = refused.len();
            refused.extend(bad);
            if refused.len() == known {
                break;
            }
        }
        let message = "the checks of this program cannot be written as annotations without changing it";
        diagnostics.push(Diagnostic::error(codes::ANNOTATION, message));
        (None, diagnostics)
    })
    .unwrap_or_else(|| (None, vec![Diagnostic::error(codes::TOO_DEEP, "no thread could be started")]))
}

fn read(
    sources: &mut SourceMap,
    inputs: &[FileId],
    options: &AdaOptions,
    find_unit: &mut Find<'_>,
) -> (Option<(Program, Collected)>, Vec<Diagnostic>) {
    let (analysis, mut diagnostics) =
        sema::analyze(sources, inputs, &options.target_config, options.assertion_overflow, find_unit);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, diagnostics);
    }
    let choice = LowerOptions {
        entries: options.entries.clone(),
        uninitialized: options.uninitialized,
        flow: options.flow,
        collect: true,
        ..LowerOptions::default()
    };
    let Lowered { program, notes, collected } = lower(&analysis, sources, &choice);
    diagnostics.extend(notes);
    (collected.map(|collected| (program, collected)), diagnostics)
}

/// What must not change: the properties, in their order.
fn signature(program: &Program) -> Vec<(CheckKind, String, String)> {
    let entry = |p: &cairn_ir::Property| (p.kind, p.name.to_string(), p.description.to_string());
    program.properties.iter().map(|(_, p)| entry(p)).collect()
}

/// The annotations that diagnostics and new assertions point into.
fn offending(sources: &SourceMap, program: Option<Program>, diagnostics: &[Diagnostic]) -> Vec<Words> {
    let mut spans: Vec<Span> = diagnostics.iter().filter_map(|d| d.primary.as_ref()).map(|l| l.span).collect();
    if let Some(program) = program {
        spans.extend(program.properties.iter().filter_map(|(_, p)| p.span));
    }
    spans.iter().filter_map(|span| insert::annotation_around(sources.file(span.file), span.start)).collect()
}

/// Checks the source states itself, or that belong to no place of it.
fn is_stated(kind: CheckKind) -> bool {
    use CheckKind::*;
    matches!(
        kind,
        Precondition
            | Postcondition
            | InvariantInitial
            | InvariantPreserved
            | Variant
            | Reachable
            | Unsupported
            | Unwinding
            | Recursion
    )
}

fn write(
    sources: &SourceMap,
    inputs: &[FileId],
    program: &Program,
    collected: &Collected,
    refused: &FxHashSet<Words>,
) -> Vec<String> {
    let said = said(collected, refused);
    let mut insertions: FxHashMap<FileId, Insertions> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    for (_, property) in program.properties.iter() {
        let Some(place) = property.span.filter(|span| inputs.contains(&span.file)) else { continue };
        let key = (property.kind, place);
        let own = property.kind == CheckKind::Assertion && collected.stated.contains(&place);
        if own || is_stated(property.kind) || !seen.insert(key) {
            continue;
        }
        let into = insertions.entry(place.file).or_default();
        match said.get(&key).filter(|_| !collected.handled.contains(&key)) {
            Some(Some((host, texts))) if !is_labelled(sources, host.span()) => {
                for text in texts {
                    into.add(*host, Note::Annotation(text.clone()));
                }
            }
            _ => {
                let text = format!("{} check stays implicit: {}", property.kind, property.description);
                let host = host_of(collected, place).map_or(line_of(sources, place), Host::span);
                into.add(Host::Before(host), Note::Comment(text));
            }
        }
    }
    let text = |id: &FileId| match insertions.remove(id) {
        Some(insertions) => insertions.apply(sources.file(*id)),
        None => sources.file(*id).text.clone(),
    };
    inputs.iter().map(text).collect()
}

type Said = FxHashMap<(CheckKind, Span), Option<(Host, Vec<String>)>>;

/// Per check its host and words; none if copies of the statement (instances of a generic) say it differently.
fn said(collected: &Collected, refused: &FxHashSet<Words>) -> Said {
    let mut said: Said = FxHashMap::default();
    for (host, checks) in &collected.written {
        let mut own: FxHashMap<(CheckKind, Span), Vec<String>> = FxHashMap::default();
        for Written { kind, place, text } in checks {
            own.entry((*kind, *place)).or_default().push(text.clone());
        }
        for (key, texts) in own {
            let usable = !texts.iter().any(|text| refused.contains(&Words::of(text)));
            let new = usable.then_some((*host, texts));
            said.entry(key).and_modify(|old| *old = old.take().filter(|o| Some(o) == new.as_ref())).or_insert(new);
        }
    }
    said
}

/// `goto` jumps behind what stands before a label.
fn is_labelled(sources: &SourceMap, host: Span) -> bool {
    sources.text(host).starts_with("<<")
}

/// The line of a place, from its first word.
fn line_of(sources: &SourceMap, place: Span) -> Span {
    let file = sources.file(place.file);
    let line = file.line_of(place.start);
    let text = file.line_text(line);
    let blank = (text.len() - text.trim_start().len()) as u32;
    Span { start: file.line_start(line).map_or(place.start, |start| start + blank), ..place }
}

/// The innermost statement or declaration around a place.
fn host_of(collected: &Collected, place: Span) -> Option<Host> {
    let around = |span: Span| span.file == place.file && span.start <= place.start && place.end <= span.end;
    let hosts = collected.written.iter().map(|(host, _)| *host).filter(|host| around(host.span()));
    hosts.min_by_key(|host| host.span().end - host.span().start)
}
