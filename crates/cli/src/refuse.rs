//! What the interface has and this version does not: refused with a sentence, never ignored.

use crate::arguments::{ArraysArgument, ExportArguments};
use cairn_verify::EngineChoice;

pub type Refusal = Result<(), String>;

pub fn command(name: &str) -> String {
    format!("`cairn {name}` is not available in this version; `cairn check` is")
}

pub fn engine(name: &str) -> Result<EngineChoice, String> {
    const LATER: [&str; 2] = ["intervals", "deductive"];
    if name == EngineChoice::Chc.name() && !cairn_verify::solvers::have_horn_clauses() {
        return Err(
            "the engine `chc` needs a solver of Horn clauses: Z3, Golem or Eldarica, and none is installed".into()
        );
    }
    EngineChoice::from_name(name).ok_or_else(|| {
        let known = EngineChoice::all().map(EngineChoice::name).collect::<Vec<_>>().join(", ");
        match LATER.contains(&name) {
            true => format!("the engine `{name}` is not available in this version; there are: {known}"),
            false => format!("there is no engine `{name}`; there are: {known}"),
        }
    })
}

pub fn export(arguments: &ExportArguments) -> Refusal {
    const LATER: [&str; 4] = ["flow-graph", "tla", "smv", "acsl"];
    if !matches!(arguments.encoding.as_str(), "paths" | "blocks") {
        return Err(format!("there is no encoding `{}`; there are: paths, blocks", arguments.encoding));
    }
    if arguments.smt1 && arguments.encoding != "blocks" {
        return Err("--smt1 is available with `--encoding blocks` only".into());
    }
    if arguments.arrays == ArraysArgument::Cells && arguments.to != "horn" {
        return Err("--arrays belongs to `--to horn`".into());
    }
    if arguments.invariants && arguments.to != "annotated" {
        return Err("--invariants belongs to `--to annotated`".into());
    }
    match arguments.to.as_str() {
        "automaton" if arguments.subject.property.is_none() => Err("--to automaton needs a --property".into()),
        "annotated" | "program" | "smt2" | "horn" | "automaton" => Ok(()),
        later if LATER.contains(&later) => Err(format!(
            "--to {later} is not available in this version; annotated, program, smt2, horn and automaton are"
        )),
        other => Err(format!("there is no format `{other}`; there are: annotated, program, smt2, horn, automaton")),
    }
}
