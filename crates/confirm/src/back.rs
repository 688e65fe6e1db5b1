//! The report of a run about a source that something was written into, as one about the source as it was.

use crate::text::Insertions;
use cairn_base::{SourceMap, Span};
use cairn_verify::report::Report;
use cairn_verify::request::Request;

/// What names of the code that is written in begin with.
pub const OWN: &str = "__cairn_witness";

/// Places are those of the old texts; what the code that was written in does is no part of an execution.
pub fn carried(report: &mut Report, request: &Request, written: &[Insertions]) {
    let mut sources = SourceMap::new();
    for (_, file) in report.sources.files() {
        let old = request.inputs.iter().find(|input| input.name == file.name);
        sources.add(file.name.clone(), old.map_or(file.text.clone(), |input| input.text.clone()));
    }
    let origin = |span: Span| {
        let name = &report.sources.file(span.file).name;
        let number = request.inputs.iter().position(|input| input.name == *name);
        match number.and_then(|number| written.get(number)) {
            Some(own) => Span { start: own.origin(span.start), end: own.origin(span.end), ..span },
            None => span,
        }
    };
    for property in &mut report.properties {
        if let Some(span) = property.span.map(origin) {
            let location = sources.location(span);
            (property.span, property.line, property.column) = (Some(span), Some(location.line), Some(location.column));
        }
        if let Some(found) = &mut property.counterexample {
            found.trace.retain(|step| !step.name.as_deref().is_some_and(|name| name.starts_with(OWN)));
            found.involved.retain(|value| !value.name.starts_with(OWN));
        }
    }
    for diagnostic in &mut report.diagnostics {
        let Some(label) = diagnostic.full.as_mut().and_then(|full| full.primary.as_mut()) else { continue };
        label.span = origin(label.span);
        let location = sources.location(label.span);
        (diagnostic.line, diagnostic.column) = (Some(location.line), Some(location.column));
    }
    report.sources = sources;
}
