//! Which part of a program a run is about: its entries, and the checks that are on.

use crate::codes;
use crate::input::InputLanguage;
use crate::request::{InputFile, Request};
use cairn_base::Diagnostic;
use cairn_ir::selection::CheckSelection;
use cairn_ir::{Language, ProcId, Program, PropertyId, StatementKind};

/// Removes every check of a kind that is off: it is then neither checked nor assumed to hold, and the
/// operation behind it has its total meaning. Only what the selection assumes becomes an assumption.
/// Gives the properties that remain.
pub fn keep_checks(program: &mut Program, selection: &CheckSelection) -> Vec<PropertyId> {
    let Program { procedures, properties, language, .. } = program;
    // In LLVM's form an operation that overflows is harmless as long as nobody uses its result.
    let assumes = |kind| *language == Language::C && selection.is_assumed(kind);
    for (_, procedure) in procedures.iter_mut() {
        for (_, block) in procedure.blocks.iter_mut() {
            block.statements.retain_mut(|statement| match statement.kind {
                StatementKind::Check { property, condition } if assumes(properties[property].kind) => {
                    statement.kind = StatementKind::Assume(condition);
                    true
                }
                StatementKind::Check { property, .. } => selection.is_on(properties[property].kind),
                _ => true,
            });
        }
    }
    properties.iter().filter(|(_, property)| selection.is_on(property.kind)).map(|(id, _)| id).collect()
}

/// The procedures executions start in: those named, else the program's own entries.
pub fn entries(program: &Program, request: &Request) -> Result<Vec<ProcId>, Box<Diagnostic>> {
    let names = &request.entries;
    // A front end that knows how its language spells names, and what comes before an entry, has chosen already.
    let is_text = |input: &InputFile| InputLanguage::of_name(&input.name) == Some(InputLanguage::Cairn);
    let is_chosen = !request.inputs.iter().any(is_text) && !program.entries.is_empty();
    if names.is_empty() || is_chosen {
        // An Ada program of nothing but specifications or generic units is a correct one, in which nothing is executed.
        if program.entries.is_empty() && program.language != Language::Ada {
            return Err(Box::new(no_entry(program)));
        }
        return with_bodies(program, program.entries.clone());
    }
    let mut found = Vec::new();
    for name in names {
        let procedure = program.find_procedure(name).ok_or_else(|| Box::new(no_such_entry(program, name)))?;
        if !found.contains(&procedure) {
            found.push(procedure);
        }
    }
    with_bodies(program, found)
}

fn with_bodies(program: &Program, entries: Vec<ProcId>) -> Result<Vec<ProcId>, Box<Diagnostic>> {
    for &entry in &entries {
        let procedure = &program.procedures[entry];
        if !procedure.has_body() {
            let message = format!("the entry `{}` has no body", procedure.name);
            let diagnostic = Diagnostic::error(codes::NO_BODY, message);
            return Err(Box::new(match procedure.span {
                Some(span) => diagnostic.at(span, "declared here"),
                None => diagnostic,
            }));
        }
    }
    Ok(entries)
}

fn no_entry(program: &Program) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::NO_ENTRY, "the program has no entry: nothing says where it starts");
    match candidates(program) {
        Some(names) => diagnostic.help(format!("name one with `--entry`: {names}")),
        None => diagnostic.note("it has no procedure with a body either"),
    }
}

fn no_such_entry(program: &Program, name: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(codes::NO_SUCH_ENTRY, format!("there is no procedure `{name}`"));
    let with_body = program.procedures.values().filter(|p| p.has_body());
    let close = cairn_base::similar(name, with_body.map(|p| &*p.name));
    match (close.first(), candidates(program)) {
        (Some(close), _) => diagnostic.help(format!("did you mean `{close}`?")),
        (None, Some(names)) => diagnostic.help(format!("the procedures with a body are {names}")),
        (None, None) => diagnostic.note("the program has no procedure with a body"),
    }
}

/// Names of procedures an execution could start in, at most a dozen.
fn candidates(program: &Program) -> Option<String> {
    const MOST: usize = 12;
    let names: Vec<_> = program.procedures.values().filter(|p| p.has_body()).map(|p| format!("`{}`", p.name)).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    (!names.is_empty()).then(|| format!("{}{more}", names[..names.len().min(MOST)].join(", ")))
}
