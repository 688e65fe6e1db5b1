//! What the interface has and this version does not: refused with a sentence, never ignored.

use crate::arguments::{ArraysArgument, ExportArguments};
use cairn_verify::EngineChoice;

pub type Refusal = Result<(), String>;

pub fn engine(name: &str) -> Result<EngineChoice, String> {
    const LATER: [&str; 1] = ["deductive"];
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
    const WOVEN: [&str; 2] = ["acsl", "monitor"];
    const MODELS: [&str; 4] = ["aiger", "btor2", "smv", "tla"];
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
    if !arguments.range.is_empty() && arguments.to != "tla" {
        return Err("--range belongs to `--to tla`".into());
    }
    if arguments.abstraction.is_given() && arguments.to != "flow-graph" {
        return Err(
            "--abstract, --keep and --assume-contracts belong to `--to flow-graph` here, and to `cairn temporal`"
                .into(),
        );
    }
    if let Some(option) = arguments.automaton.of_acsl().filter(|_| arguments.to != "acsl") {
        return Err(format!("{option} belongs to `--to acsl`"));
    }
    if arguments.automaton.acceptance && !WOVEN.contains(&arguments.to.as_str()) {
        return Err("--acceptance belongs to `--to acsl` and `--to monitor` here, and to `cairn temporal`".into());
    }
    match arguments.to.as_str() {
        woven if WOVEN.contains(&woven) && arguments.subject.property.is_none() => {
            Err(format!("--to {woven} needs a --property"))
        }
        woven if WOVEN.contains(&woven) => Ok(()),
        model if MODELS.contains(&model) && arguments.subject.property.is_some() => Err(format!(
            "--to {model} writes the checks of the program; a --property is not available there in this version"
        )),
        model if MODELS.contains(&model) => Ok(()),
        "automaton" if arguments.subject.property.is_none() => Err("--to automaton needs a --property".into()),
        "flow-graph" if arguments.subject.property.is_some() => {
            Err("--to flow-graph writes the program; a --property is not available there".into())
        }
        "annotated" | "program" | "smt2" | "horn" | "automaton" | "flow-graph" => Ok(()),
        other => Err(format!(
            "there is no format `{other}`; there are: annotated, program, smt2, horn, automaton, flow-graph, acsl, monitor, aiger, btor2, smv, tla"
        )),
    }
}
