//! Flow graphs: what a program does as graphs of its procedures, for people and other tools.
//!
//! After Amilon and Gurov, "Contract Based Program Models for Software Model Checking", sections 3.1 to 3.3: a node is labelled with
//! an action, an edge with a call or with nothing. Contracts stand for calls of the procedures that are abstracted from; other calls
//! stay. What the paper leaves out is here: parameters and results of calls; and guards stand on edges, as in its figure 5, not in
//! the label of the node behind, where a false guard would stop the run.
//!
//! [`extract`] makes the graph, [`text`], [`dot`], [`json`] and [`svg`] write it.

pub mod dot;
pub mod extract;
pub mod json;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;

/// The graphs of the procedures that runs may come to.
#[derive(Clone, Debug, Default)]
pub struct FlowGraph {
    pub procedures: Vec<ProcedureGraph>,
    /// Where runs start.
    pub starts: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub struct ProcedureGraph {
    pub name: String,
    pub parameters: Vec<String>,
    pub results: Vec<String>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub entry: usize,
    /// The node in which it returns, if it does.
    pub returns: Option<usize>,
}

/// A node, and what happens in it before it is left.
#[derive(Clone, Debug)]
pub struct Node {
    pub name: String,
    pub action: Action,
    /// `file:line`
    pub place: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing changes.
    Identity,
    /// One after the other.
    Steps(Vec<String>),
    Contract(Contract),
}

/// A contract in place of a call.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contract {
    pub procedure: String,
    pub arguments: Vec<String>,
    pub results: Vec<String>,
    pub requires: Vec<String>,
    pub ensures: Vec<String>,
    /// None: anything.
    pub assigns: Option<Vec<String>>,
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// The edge is taken only where this holds.
    pub guard: Option<String>,
    pub call: Option<Call>,
}

/// A call that is kept: control comes back to the target of the edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Several where it depends on a pointer.
    pub procedures: Vec<String>,
    pub arguments: Vec<String>,
    pub results: Vec<String>,
}

impl ProcedureGraph {
    /// What happens in a node, in lines for people.
    pub fn lines(&self, node: usize) -> Vec<String> {
        match &self.nodes[node].action {
            Action::Identity if self.returns == Some(node) => vec!["return".into()],
            Action::Identity => vec!["id".into()],
            Action::Steps(steps) => steps.clone(),
            Action::Contract(contract) => contract.lines(),
        }
    }
}

impl Contract {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("contract of {}", called(&self.procedure, &self.arguments, &self.results))];
        lines.extend(self.requires.iter().chain(&self.ensures).cloned());
        match &self.assigns {
            None => {}
            Some(all) if all.is_empty() => lines.push("assigns nothing".into()),
            Some(all) => lines.push(format!("assigns {}", all.join(", "))),
        }
        lines
    }
}

impl Edge {
    /// What stands on it.
    pub fn label(&self) -> Option<String> {
        let guard = self.guard.as_ref().map(|guard| format!("[{guard}]"));
        let call = self.call.as_ref().map(|call| called(&call.procedures.join(" or "), &call.arguments, &call.results));
        match (guard, call) {
            (Some(guard), Some(call)) => Some(format!("{guard} {call}")),
            (guard, call) => guard.or(call),
        }
    }
}

/// `r := f(a, b)`
fn called(name: &str, arguments: &[String], results: &[String]) -> String {
    let call = format!("{name}({})", arguments.join(", "));
    if results.is_empty() { call } else { format!("{} := {call}", results.join(", ")) }
}
