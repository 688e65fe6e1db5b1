//! Who calls whom: callees, what entries reach, and recursion as strongly connected components.
//!
//! A call through a pointer counts as a call of each of its candidates. Calls in unreachable blocks
//! count too: removing those is another pass's work.

use cairn_base::ids::Id;
use cairn_ir::{Callee, ProcId, Program, StatementKind};

#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    callees: Vec<Vec<ProcId>>,
    component: Vec<u32>,
    components: Vec<Vec<ProcId>>,
}

impl CallGraph {
    pub fn new(program: &Program) -> Self {
        let callees: Vec<Vec<ProcId>> = program.procedures.ids().map(|procedure| callees(program, procedure)).collect();
        let components = components(&callees);
        let mut component = vec![0; callees.len()];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|member| component[member.index()] = number as u32);
        }
        Self { callees, component, components }
    }

    /// Each once, in ascending order.
    pub fn callees(&self, procedure: ProcId) -> &[ProcId] {
        &self.callees[procedure.index()]
    }
    /// The strongly connected components, callees before their callers.
    pub fn components(&self) -> &[Vec<ProcId>] {
        &self.components
    }
    /// Index into [`components`](Self::components).
    pub fn component(&self, procedure: ProcId) -> usize {
        self.component[procedure.index()] as usize
    }
    /// Whether a call of the procedure can lead to another call of it before it returns.
    pub fn is_recursive(&self, procedure: ProcId) -> bool {
        self.components[self.component(procedure)].len() > 1 || self.callees(procedure).contains(&procedure)
    }
    /// Whether a call from one to the other stays within one recursion.
    pub fn same_recursion(&self, caller: ProcId, callee: ProcId) -> bool {
        self.component(caller) == self.component(callee) && self.is_recursive(callee)
    }
    /// The entries and all procedures that calls from them can reach, in ascending order.
    pub fn reachable(&self, entries: &[ProcId]) -> Vec<ProcId> {
        let mut reached = vec![false; self.callees.len()];
        let mut left = entries.to_vec();
        while let Some(procedure) = left.pop() {
            if !std::mem::replace(&mut reached[procedure.index()], true) {
                left.extend(self.callees(procedure));
            }
        }
        (0..reached.len()).filter(|index| reached[*index]).map(ProcId::from_index).collect()
    }
}

fn callees(program: &Program, procedure: ProcId) -> Vec<ProcId> {
    let statements = program.procedures[procedure].blocks.values().flat_map(|block| &block.statements);
    let mut found: Vec<ProcId> = statements
        .flat_map(|statement| match &statement.kind {
            StatementKind::Call { callee: Callee::Direct(callee), .. } => vec![*callee],
            StatementKind::Call { callee: Callee::Indirect { candidates, .. }, .. } => candidates.clone(),
            _ => Vec::new(),
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Tarjan, "Depth-first search and linear graph algorithms" (1972), with explicit frames.
fn components(callees: &[Vec<ProcId>]) -> Vec<Vec<ProcId>> {
    let count = callees.len();
    let (mut number, mut low, mut on_stack) = (vec![0u32; count], vec![0u32; count], vec![false; count]);
    let (mut clock, mut stack, mut components) = (0, Vec::new(), Vec::new());
    for root in 0..count {
        if number[root] != 0 {
            continue;
        }
        let mut frames = vec![(root, 0)];
        while let Some((procedure, next)) = frames.last_mut() {
            let procedure = *procedure;
            if *next == 0 {
                clock += 1;
                (number[procedure], low[procedure], on_stack[procedure]) = (clock, clock, true);
                stack.push(procedure);
            }
            if let Some(callee) = callees[procedure].get(*next).map(|callee| callee.index()) {
                *next += 1;
                if number[callee] == 0 {
                    frames.push((callee, 0));
                } else if on_stack[callee] {
                    low[procedure] = low[procedure].min(number[callee]);
                }
                continue;
            }
            frames.pop();
            if let Some((caller, _)) = frames.last() {
                low[*caller] = low[*caller].min(low[procedure]);
            }
            if low[procedure] == number[procedure] {
                let start = stack.iter().rposition(|member| *member == procedure).unwrap_or(0);
                let mut members: Vec<ProcId> = stack.drain(start..).map(ProcId::from_index).collect();
                members.iter().for_each(|member| on_stack[member.index()] = false);
                members.sort_unstable();
                components.push(members);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::Origin;

    fn program(calls: &[&[u32]]) -> Program {
        let mut program = Program::new();
        for (index, _) in calls.iter().enumerate() {
            let procedure = program.add_procedure(format!("p{index}"));
            program.add_block(procedure, "entry");
        }
        for (index, callees) in calls.iter().enumerate() {
            for callee in *callees {
                let call = StatementKind::Call {
                    callee: Callee::Direct(ProcId(*callee)),
                    arguments: Vec::new(),
                    results: Vec::new(),
                };
                program.push_statement(ProcId(index as u32), cairn_ir::Procedure::ENTRY, call, Origin::default());
            }
        }
        program
    }

    #[test]
    fn recursion_reachability_and_order() {
        let graph = CallGraph::new(&program(&[&[1, 1], &[2], &[1, 3], &[], &[4]]));
        assert_eq!(graph.components(), [vec![ProcId(3)], vec![ProcId(1), ProcId(2)], vec![ProcId(0)], vec![ProcId(4)]]);
        let recursive: Vec<bool> = (0..5).map(|p| graph.is_recursive(ProcId(p))).collect();
        assert_eq!(recursive, [false, true, true, false, true]);
        assert_eq!(graph.reachable(&[ProcId(2)]), [1, 2, 3].map(ProcId));
        assert!(graph.same_recursion(ProcId(2), ProcId(1)) && !graph.same_recursion(ProcId(0), ProcId(1)));
        assert_eq!(graph.callees(ProcId(0)), [ProcId(1)]);
    }
}
