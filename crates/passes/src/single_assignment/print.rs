//! The text of figure 3 of Lourenço et al., "SPARK-BMC".

use super::{Node, SingleAssignment, Step, StepKind};
use crate::notation;
use cairn_ir::{ExprKind, Program, Value};
use std::fmt::{Display, Formatter, Result};

impl Display for SingleAssignment {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let end = self.body.len() - usize::from(self.body.last() == Some(&Node::Return));
        list(f, &self.program, &self.body[..end], &[], 0)
    }
}

fn list(f: &mut Formatter<'_>, program: &Program, nodes: &[Node], around: &[usize], depth: usize) -> Result {
    let indent = "  ".repeat(depth);
    for (place, node) in nodes.iter().enumerate() {
        match node {
            Node::Step(step) => writeln!(f, "{indent}{}", step_text(program, step))?,
            Node::If { condition, then, otherwise, .. } => {
                let condition = notation::expr(program, *condition);
                let brackets = if condition.starts_with('(') { ("", "") } else { ("(", ")") };
                writeln!(f, "{indent}if {}{condition}{} then", brackets.0, brackets.1)?;
                list(f, program, then, around, depth + 1)?;
                if !otherwise.is_empty() {
                    writeln!(f, "{indent}else")?;
                    list(f, program, otherwise, around, depth + 1)?;
                }
                writeln!(f, "{indent}end if;")?;
            }
            Node::Wrapper { id, around_loop, body } => {
                let word = if *around_loop { "LOOP" } else { "BLOCK" };
                writeln!(f, "{indent}{word}.WRAPPER")?;
                list(f, program, body, &[around, &[*id]].concat(), depth + 1)?;
                writeln!(f, "{indent}END_{word}.WRAPPER;")?;
            }
            // `exit` leaves the innermost wrapper; one further out is counted.
            Node::Exit { wrapper, .. } => match around.iter().rev().position(|id| id == wrapper) {
                Some(0) | None => writeln!(f, "{indent}exit;")?,
                Some(outer) => writeln!(f, "{indent}exit {};", outer + 1)?,
            },
            // After what never holds nothing follows: the paper writes no stop there.
            Node::Stop if place > 0 && never_passes(program, &nodes[place - 1]) => {}
            Node::Stop => writeln!(f, "{indent}stop;")?,
            Node::Return => writeln!(f, "{indent}return;")?,
        }
    }
    Ok(())
}

/// Whether a node is `assert False` or `assume False`.
pub(crate) fn never_passes(program: &Program, node: &Node) -> bool {
    let Node::Step(step) = node else { return false };
    let condition = match step.kind {
        StepKind::Assume(condition) | StepKind::Check { condition, .. } => condition,
        _ => return false,
    };
    program.expr(condition).kind == ExprKind::Const(Value::Bool(false))
}

/// One statement, as the paper writes it.
pub(crate) fn step_text(program: &Program, step: &Step) -> String {
    let expr = |id| notation::expr(program, id);
    let name = |var| &program.variables[var].name;
    match &step.kind {
        StepKind::Assign { target, value } => format!("{} := {};", name(*target), expr(*value)),
        StepKind::Havoc { target } => format!("havoc {};", name(*target)),
        StepKind::Assume(condition) => format!("--% assume {};", expr(*condition)),
        StepKind::Check { condition, .. } => match notation::not_overflow(program, *condition) {
            Some(text) => format!("--% {text};"),
            None => format!("--% assert {};", expr(*condition)),
        },
        StepKind::Event { name, arguments } => {
            let arguments: Vec<String> = arguments.iter().map(|argument| expr(*argument)).collect();
            format!("--% event {name}({});", arguments.join(", "))
        }
    }
}
