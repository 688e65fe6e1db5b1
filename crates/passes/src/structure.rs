//! From a graph without cycles to nested statements: `if`, wrappers, and exits from them.
//!
//! Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control Flow to Structured Control
//! Flow" (2022), for graphs without loops: a block that several edges lead to is placed after a *wrapper*
//! that holds the block dominating it, and the edges become exits from the wrapper. We depart twice. A
//! plain `if` whose arms meet again needs no wrapper. And what follows an unwound loop is placed after a
//! wrapper around the whole loop, even where a smaller one would do: these are the `LOOP.WRAPPER`s of
//! Lourenço et al., "SPARK-BMC", figure 3.
//!
//! Every list ends by leaving (exit, stop, return) unless it is an arm of an `if` whose arms meet. All
//! work is on explicit stacks; lists nested deeper than [`MAX_NESTING`] are refused, so that what reads
//! the result may recurse.

use crate::flow::FlowGraph;
use crate::pass::Error;
use crate::unwind::Unwound;
use cairn_base::ids::Id;
use cairn_ir::{BlockId, Procedure, Terminator};

pub const NAME: &str = "structure";
/// Lists nest at most this deep.
pub const MAX_NESTING: usize = 500;

/// A condition: that the branch of a block goes one way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    pub block: BlockId,
    /// The branch's condition holds; otherwise its negation.
    pub holds: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// The statements of a block.
    Statements(BlockId),
    /// Both arms go on at the block `meets`; if there is none, the first arm leaves and the other is empty.
    If {
        decision: Decision,
        then: Vec<Node>,
        otherwise: Vec<Node>,
        meets: Option<BlockId>,
    },
    /// Exits to `target` go to its end.
    Wrapper {
        target: BlockId,
        around_loop: bool,
        body: Vec<Node>,
    },
    Exit {
        target: BlockId,
    },
    Stop,
    Return,
}

/// The body of a procedure, which has neither cycles nor `switch`.
pub fn structure(procedure: &Procedure, unwound: &Unwound) -> Result<Vec<Node>, Error> {
    let graph = FlowGraph::new(procedure);
    if !graph.is_acyclic() {
        return Err(Error::NotUnwound { pass: NAME, procedure: procedure.name.to_string() });
    }
    let opened = Opened::new(&graph, unwound);
    let mut builder =
        Builder { procedure, graph, opened, lists: vec![Vec::new()], tasks: vec![Task::Place(Procedure::ENTRY)] };
    while let Some(task) = builder.tasks.pop() {
        if builder.lists.len() > MAX_NESTING {
            let what = format!("control flow nested deeper than {MAX_NESTING}");
            return Err(Error::Unsupported { pass: NAME, what, procedure: procedure.name.to_string() });
        }
        builder.perform(task);
    }
    Ok(builder.lists.pop().unwrap_or_default())
}

/// Which blocks are placed after a wrapper, and at which block that wrapper opens.
struct Opened {
    /// By the block where they open: the blocks placed after them, the first to be placed first.
    at: Vec<Vec<BlockId>>,
    is_target: Vec<bool>,
    around_loop: Vec<bool>,
}

impl Opened {
    fn new(graph: &FlowGraph, unwound: &Unwound) -> Self {
        let dominators = graph.dominators();
        let count = graph.block_count();
        let mut opened =
            Opened { at: vec![Vec::new(); count], is_target: vec![false; count], around_loop: vec![false; count] };
        for &block in graph.reverse_post_order() {
            let Some(parent) = dominators.immediate(block) else { continue };
            // The outermost loop that is left on the way from the dominator to the block.
            let own: Vec<usize> = unwound.around(block).collect();
            let left = unwound.around(parent).filter(|run| !own.contains(run)).last();
            let first = left.and_then(|run| unwound.runs[run].first).filter(|f| dominators.dominates(*f, parent));
            let place = match first {
                Some(first) => {
                    opened.around_loop[block.index()] = true;
                    first
                }
                None if graph.predecessors(block).len() > 1 => parent,
                None => continue,
            };
            opened.at[place.index()].push(block);
            opened.is_target[block.index()] = true;
        }
        opened
    }
}

enum Task {
    /// A block with the wrappers that open at it and what follows them.
    Place(BlockId),
    /// Its terminator, and its statements unless they were placed before.
    Code {
        block: BlockId,
        with_statements: bool,
    },
    Close(BlockId),
    /// The last two lists are the arms of an `if`; the arms may meet at the block.
    BothArms(Decision, BlockId),
    /// The last list is the arm of an `if` that leaves.
    OneArm(Decision),
    StartArm,
    Jump(BlockId),
}

struct Builder<'a> {
    procedure: &'a Procedure,
    graph: FlowGraph,
    opened: Opened,
    lists: Vec<Vec<Node>>,
    tasks: Vec<Task>,
}

impl Builder<'_> {
    fn emit(&mut self, node: Node) {
        if let Some(list) = self.lists.last_mut() {
            list.push(node);
        }
    }
    fn close_list(&mut self) -> Vec<Node> {
        self.lists.pop().unwrap_or_default()
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Place(block) => self.place(block),
            Task::Code { block, with_statements } => {
                if with_statements {
                    self.emit(Node::Statements(block));
                }
                self.terminator(block);
            }
            Task::Close(target) => self.close(target),
            Task::StartArm => self.lists.push(Vec::new()),
            Task::Jump(next) => self.jump(next),
            Task::OneArm(decision) => {
                let then = self.close_list();
                self.emit(Node::If { decision, then, otherwise: Vec::new(), meets: None });
            }
            Task::BothArms(decision, target) => self.both_arms(decision, target),
        }
    }

    /// `wrapper(mₖ) { … wrapper(m₁) { block } m₁ … } mₖ`
    fn place(&mut self, block: BlockId) {
        let targets = std::mem::take(&mut self.opened.at[block.index()]);
        // The head of a loop belongs into the loop's wrapper; otherwise only the branch needs to be inside.
        let inside = targets.iter().any(|target| self.opened.around_loop[target.index()]);
        if !inside {
            self.emit(Node::Statements(block));
        }
        for target in targets.iter().rev() {
            self.tasks.push(Task::Place(*target));
            self.tasks.push(Task::Close(*target));
            self.lists.push(Vec::new());
        }
        self.tasks.push(Task::Code { block, with_statements: inside });
        self.opened.at[block.index()] = targets;
    }

    fn jump(&mut self, next: BlockId) {
        if self.opened.is_target[next.index()] {
            self.emit(Node::Exit { target: next });
        } else {
            self.tasks.push(Task::Place(next));
        }
    }

    fn terminator(&mut self, block: BlockId) {
        match self.procedure.blocks[block].terminator {
            Terminator::Return => self.emit(Node::Return),
            Terminator::Goto(next) => self.jump(next),
            Terminator::Branch { then, otherwise, .. } if then == otherwise => self.jump(then),
            Terminator::Branch { then, otherwise, .. } => self.branch(block, then, otherwise),
            // `lower_switches` has removed switches.
            Terminator::Stop | Terminator::Switch { .. } => self.emit(Node::Stop),
        }
    }

    fn branch(&mut self, block: BlockId, then: BlockId, otherwise: BlockId) {
        let meeting = self.opened.at[block.index()].first().copied();
        let may_meet =
            |target: &BlockId| self.graph.predecessors(*target).len() == 2 && !self.opened.around_loop[target.index()];
        let holds = Decision { block, holds: true };
        if let Some(target) = meeting.filter(may_meet) {
            self.tasks.push(Task::BothArms(holds, target));
            self.arm(otherwise);
            self.arm(then);
            return;
        }
        // The shorter arm is the one under the `if`; the other one follows it.
        let is_exit = |next: BlockId| self.opened.is_target[next.index()];
        let (decision, inside, after) = if is_exit(otherwise) && !is_exit(then) {
            (Decision { block, holds: false }, otherwise, then)
        } else {
            (holds, then, otherwise)
        };
        self.tasks.push(Task::Jump(after));
        self.tasks.push(Task::OneArm(decision));
        self.arm(inside);
    }

    /// Tasks that make a new list with what a jump to `next` does.
    fn arm(&mut self, next: BlockId) {
        self.tasks.push(Task::Jump(next));
        self.tasks.push(Task::StartArm);
    }

    fn both_arms(&mut self, decision: Decision, target: BlockId) {
        let mut otherwise = self.close_list();
        let mut then = self.close_list();
        let exits = |arm: &[Node]| arm.last() == Some(&Node::Exit { target });
        if exits(&then) && exits(&otherwise) {
            then.pop();
            otherwise.pop();
            self.emit(Node::If { decision, then, otherwise, meets: Some(target) });
        } else {
            self.emit(Node::If { decision, then, otherwise: Vec::new(), meets: None });
            otherwise.into_iter().for_each(|node| self.emit(node));
        }
    }

    /// Arms that meet need no wrapper: the `if` is the last thing in it, and nothing else leaves it.
    fn close(&mut self, target: BlockId) {
        let body = self.close_list();
        if matches!(body.last(), Some(Node::If { meets: Some(_), .. })) && self.last_meets_at(&body, target) {
            body.into_iter().for_each(|node| self.emit(node));
        } else {
            let around_loop = self.opened.around_loop[target.index()];
            self.emit(Node::Wrapper { target, around_loop, body });
        }
    }

    fn last_meets_at(&self, body: &[Node], target: BlockId) -> bool {
        match body.last() {
            Some(Node::If { decision, .. }) => self.opened.at[decision.block.index()].first() == Some(&target),
            _ => false,
        }
    }
}
