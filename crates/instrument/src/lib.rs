//! Automata written into programs: annotated C for who proves, plain code for who tests.
//!
//! In: a program and an automaton that it is to follow, read and typed by `verify`. Out: text. [`analysis`] finds which states
//! may be active where; [`model`] writes states and guards in the words of C and ACSL ([`words`], [`names`]); [`update`] makes
//! the functions that move the automaton, [`contracts`] what functions and loops are specified to do; [`acsl`] and
//! [`comments`] put all that into the source, of which nothing else changes; [`monitor`] is the form for test benches;
//! [`operations`] tells the specification per function; [`facts`] finds what relates counters to the program's variables.
//!
//! Deliberately absent: proving. Whoever reads the output proves it, in [`modular`] the rest of Cairn.

pub mod acsl;
pub mod analysis;
mod comments;
mod contracts;
mod events;
pub mod facts;
mod flow;
mod known;
mod model;
pub mod modular;
mod monitor;
mod names;
mod operations;
mod text;
mod update;
mod words;

pub use acsl::{Facts, Form};
pub use model::Options;

use acsl::Weaver;
use analysis::Analysis;
use cairn_automata::codes;
use cairn_base::{Budget, Diagnostic, Severity};
use cairn_verify::report::Report;
use cairn_verify::request::Request;
use cairn_verify::temporal::{Followed, TemporalRequest, followed};
use events::Letters;
use model::Model;
use names::Names;

type Answer = Result<(String, Vec<Diagnostic>), Vec<Diagnostic>>;

/// The source with the automaton.
pub fn write(
    request: &Request,
    temporal: &TemporalRequest,
    options: &Options,
    facts: &Facts,
    form: Form,
    budget: &Budget,
) -> (Option<String>, Report) {
    let text = request.inputs.first().map(|input| input.text.clone()).unwrap_or_default();
    let (options, facts) = (options.clone(), facts.clone());
    let several = request.inputs.len() > 1;
    followed(request, temporal, budget, move |mut followed| {
        followed.monitor = model::without_dead(std::mem::take(&mut followed.monitor));
        let Some(outline) = &followed.outline else { return Err(not_one_file(several)) };
        written(&followed, outline, &text, &options, &facts, form)
    })
}

/// The specification that the automaton gives each function.
pub fn operations(request: &Request, temporal: &TemporalRequest, budget: &Budget) -> (Option<String>, Report) {
    followed(request, temporal, budget, |followed| {
        let letters = Letters::new(&followed);
        match analysis::analyse(&followed, &letters) {
            Some(analysis) => Ok((operations::show(&followed, &analysis), Vec::new())),
            None => one(Diagnostic::error(codes::TOO_LARGE, TOO_LARGE)),
        }
    })
}

const TOO_LARGE: &str = "what may be active where is too much to be told";

fn not_one_file(several: bool) -> Vec<Diagnostic> {
    let message = match several {
        true => "the automaton is written into a program that is one C file, and this one has several",
        false => "the automaton is written into C only",
    };
    vec![Diagnostic::error(codes::PROPERTY, message)]
}

fn one<T>(error: Diagnostic) -> Result<T, Vec<Diagnostic>> {
    Err(vec![error])
}

fn note(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Severity::Note, codes::MEANING, message)
}

fn written(
    followed: &Followed,
    outline: &cairn_front_c::outline::Outline,
    text: &str,
    options: &Options,
    facts: &Facts,
    form: Form,
) -> Answer {
    if options.history > 0 && !followed.monitor.deterministic {
        let message = "--history keeps the last states of an automaton that has `%deterministic` and no sequences";
        return one(Diagnostic::error(codes::PROPERTY, message));
    }
    let letters = Letters::new(followed);
    let analysis = if options.no_simplify { None } else { analysis::analyse(followed, &letters) };
    let mut notes = Vec::new();
    if analysis.is_none() && !options.no_simplify {
        notes.push(note(format!("{TOO_LARGE}: specifications say only that some state is active")));
    }
    if followed.is_formula {
        notes.push(note(
            "the formula is followed as an automaton: what must happen some day is not asked of runs without an end",
        ));
    }
    let mut names = Names::new(&followed.monitor, text);
    let result = names.fresh("res");
    let model = Model {
        followed,
        letters: &letters,
        analysis: analysis.as_ref(),
        names: &names,
        options,
        result,
        wide: "long long",
    };
    notes.extend(
        acsl::not_reached(&model).map(|name| note(format!("`{name}` is never called: nothing is written into it"))),
    );
    let own = acsl::own(&model, outline).map_err(|error| vec![*error])?;
    notes.extend(unreached(&model, analysis.as_ref(), &own));
    let weaver = Weaver { model: &model, outline, own, form, facts };
    let made = weaver.weave(text).map_err(|error| vec![*error])?;
    Ok((made, notes))
}

/// Where no state can be active.
fn unreached(model: &Model, analysis: Option<&Analysis>, own: &[model::Own]) -> Vec<Diagnostic> {
    let Some(analysis) = analysis else { return Vec::new() };
    if analysis.is_dead {
        let message =
            "no execution can follow the automaton: every way is blocked, whatever conditions of the program hold";
        return vec![Diagnostic::warning(codes::MEANING, message)];
    }
    let never = |one: &&model::Own| analysis.functions.get(&one.id).is_none_or(|own| own.behind.is_empty());
    let message = |one: &model::Own| {
        let text = format!(
            "no state can be active where `{}` is called: it is never called, or a call violates the automaton",
            one.outline.name
        );
        let warning = Diagnostic::warning(codes::MEANING, text);
        match model.followed.program.procedures[one.id].span {
            Some(span) => warning.at(span, ""),
            None => warning,
        }
    };
    own.iter().filter(never).map(message).collect()
}
