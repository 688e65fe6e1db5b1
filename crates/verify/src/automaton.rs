//! `cairn export --to automaton`: the automaton of a temporal property, for a program that has the functions it names.

use crate::codes;
use crate::report::Report;
use crate::request::{InputFile, Request};
use crate::run::{load, lock, making};
use cairn_automata::property::{Property, read_property};
use cairn_automata::write::{dot, hoa, never, ya};
use cairn_base::Budget;
use cairn_base::diagnostic::Diagnostic;
use cairn_ir::Program;

/// How an automaton is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A picture for Graphviz.
    Dot,
    Hoa,
    /// A never claim of Promela.
    Never,
    Ya,
}

impl Format {
    /// The format that a file of this extension holds.
    pub fn from_extension(extension: &str) -> Option<Self> {
        match extension {
            "dot" | "gv" => Some(Format::Dot),
            "hoa" => Some(Format::Hoa),
            "pml" => Some(Format::Never),
            "ya" => Some(Format::Ya),
            _ => None,
        }
    }
}

/// The automaton of the property as text, on the worker and within the budget.
pub fn write(request: &Request, property: InputFile, format: Format, budget: &Budget) -> (Option<String>, Report) {
    let (request, own) = (request.clone(), budget.clone());
    making(budget, move |shared| {
        let program = load(&request, &own, shared)?;
        let mut known = lock(shared);
        let file = known.sources.add(property.name, property.text);
        let read = read_property(&known.sources, file);
        let made = read.and_then(|read| {
            functions_exist(&read, &program)?;
            text(&read, &known.sources.file(file).text, format).map_err(|error| vec![*error])
        });
        match made {
            Ok(text) => Some(text),
            Err(errors) => {
                known.diagnostics.extend(errors);
                None
            }
        }
    })
}

/// A property about a function that the program does not have says nothing about the program.
fn functions_exist(property: &Property, program: &Program) -> Result<(), Vec<Diagnostic>> {
    let known = |name: &str| {
        let ends_with = |full: &str| {
            full.eq_ignore_ascii_case(name) || full.to_lowercase().ends_with(&format!(".{}", name.to_lowercase()))
        };
        program.procedures.iter().any(|(_, procedure)| &*procedure.name == name || ends_with(&procedure.name))
    };
    let missing: Vec<String> = property.functions().into_iter().filter(|name| !known(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let message = |name: String| {
        let message = format!("the property names `{name}`, and the program has no such function");
        Diagnostic::error(codes::NO_SUCH_ENTRY, message)
    };
    Err(missing.into_iter().map(message).collect())
}

fn text(property: &Property, title: &str, format: Format) -> Result<String, Box<Diagnostic>> {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    match (property, format) {
        (Property::Ya(file), Format::Dot) => Ok(dot::ya(file, "")),
        (Property::Ya(file), Format::Ya) => Ok(ya::file(file)),
        (Property::Formula { .. }, Format::Dot) => Ok(dot::buchi(&property.automaton()?, &title)),
        (_, Format::Dot) => Ok(dot::buchi(&property.automaton()?, "")),
        (_, Format::Hoa) => Ok(hoa::buchi(&property.automaton()?, &title)),
        (_, Format::Never) => Ok(never::buchi(&property.automaton()?, &title)),
        (_, Format::Ya) => Ok(ya::buchi(&property.automaton()?)),
    }
}
