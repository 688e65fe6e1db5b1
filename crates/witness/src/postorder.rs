//! Depth-first search of a flow graph.

/// The nodes that are reached from `start` in reverse postorder, `start` first. Edges that go back to a node still being
/// visited are told; every cycle has one of those.
pub fn reverse_postorder(edges: &[Vec<usize>], start: usize, mut returns: impl FnMut(usize, usize)) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; edges.len()];
    let mut order = Vec::new();
    let mut stack = vec![(start, 0)];
    marks[start] = Mark::Open;
    while let Some((node, next)) = stack.last_mut() {
        let from = *node;
        match edges[from].get(*next) {
            Some(&to) => {
                *next += 1;
                match marks[to] {
                    Mark::New => {
                        marks[to] = Mark::Open;
                        stack.push((to, 0));
                    }
                    Mark::Open => returns(from, to),
                    Mark::Done => {}
                }
            }
            None => {
                marks[from] = Mark::Done;
                order.push(from);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Flow graphs of tests.
#[cfg(test)]
pub mod tests {
    use cairn_ir::{BlockId, Origin, Procedure, Program, Terminator};

    /// A procedure whose blocks have the given successors: without any it returns, one jumps, two branch.
    pub fn procedure(edges: &[&[u32]]) -> Procedure {
        let mut program = Program::new();
        let main = program.add_procedure("main");
        let condition = program.bool_const(true);
        for (i, targets) in edges.iter().enumerate() {
            let block = program.add_block(main, format!("b{i}"));
            let terminator = match targets {
                [] => Terminator::Return,
                [one] => Terminator::Goto(BlockId(*one)),
                [a, b, ..] => Terminator::Branch { condition, then: BlockId(*a), otherwise: BlockId(*b) },
            };
            program.set_terminator(main, block, terminator, Origin::default());
        }
        program.procedures[main].clone()
    }
}
