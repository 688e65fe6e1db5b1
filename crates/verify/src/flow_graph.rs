//! `cairn export --to flow-graph` and `--show flow-graph`: the flow graph of a program, contracts in place of the bodies that are asked
//! for. Such a contract is proved first, or the user says that it is assumed.

use crate::codes;
use crate::report::Report;
use crate::request::Request;
use crate::run::{self, lock};
use crate::select;
use crate::temporal::{Abstraction, unproved_contract};
use cairn_base::{Budget, Diagnostic};
use cairn_export::flow_graph::{FlowGraph, dot, extract, json, svg, text};

/// How it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Dot,
    Json,
    Svg,
}

impl Format {
    /// By the extension of the output.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "txt" => Self::Text,
            "dot" | "gv" => Self::Dot,
            "json" => Self::Json,
            "svg" => Self::Svg,
            _ => return None,
        })
    }
    fn write(self, graph: &FlowGraph) -> String {
        match self {
            Self::Text => text::write(graph),
            Self::Dot => dot::write(graph),
            Self::Json => json::write(graph),
            Self::Svg => svg::write(graph),
        }
    }
}

/// The graph as text, and what is to be said about it.
pub fn write(
    request: &Request,
    abstraction: &Abstraction,
    format: Format,
    budget: &Budget,
) -> (Option<String>, Report) {
    let (request, abstraction, own) = (request.clone(), abstraction.clone(), budget.clone());
    run::making(budget, move |shared| {
        let program = run::load(&request, &own, shared)?;
        let tell = |diagnostics: Vec<Diagnostic>| {
            lock(shared).diagnostics.extend(diagnostics);
            None
        };
        let entries = match select::entries(&program, &request) {
            Ok(entries) => entries,
            Err(error) => return tell(vec![*error]),
        };
        let chosen = match abstraction.chosen(&program, &entries) {
            Ok(chosen) => chosen,
            Err(errors) => return tell(errors),
        };
        for procedure in &chosen.procedures {
            let Some(name) = unproved_contract(&program, *procedure, &request, &own) else { continue };
            if abstraction.assume {
                let message = format!("the contract of `{name}` is not proved: it is assumed");
                lock(shared).diagnostics.push(Diagnostic::warning(codes::CONTRACTS_FOR_BODIES, message));
                continue;
            }
            let message = format!("the contract of `{name}` is not proved, so it cannot stand for its body");
            let error = Diagnostic::error(codes::CONTRACTS_FOR_BODIES, message);
            return tell(vec![error.help("`cairn prove` tells why; `--assume-contracts` takes it to be true")]);
        }
        let abstracted = chosen.procedures.into_iter().collect();
        let sources = lock(shared).sources.clone();
        let graph = extract::flow_graph(&program, &entries, &abstracted, &sources);
        Some(format.write(&graph))
    })
}
