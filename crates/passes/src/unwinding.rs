//! A property for each loop and each recursion: that a bound suffices.
//!
//! What the bound K means, here, in the passes that unwind and inline, and in the
//! engines: from each entry into a loop, its head is executed at most K times, and going back to it once
//! more is the failed check; of a recursive procedure at most K calls are active at once, and one more
//! is the failed check. (So are loops in Lourenço et al., "SPARK-BMC", section 3: K copies of the body, then the
//! assertion.)

use crate::call_graph::CallGraph;
use crate::loops::Loops;
use cairn_ir::{BlockId, CallSite, CheckKind, LoopPlace, ProcId, Program, PropertyId, TypeId, VarId};
use rustc_hash::FxHashMap;

/// A program with the properties its loops and recursions need, and which belongs to what.
#[derive(Clone, Debug, Default)]
pub struct UnwindingProperties {
    /// The same program with more properties; all ids of the original mean the same in it.
    pub program: Program,
    /// By procedure and head of the loop.
    pub loops: FxHashMap<(ProcId, BlockId), PropertyId>,
    /// By recursive procedure.
    pub recursions: FxHashMap<ProcId, PropertyId>,
    /// After inlining: of each loop head in the body of the entry, which loop of which activation it is.
    pub copies: FxHashMap<(ProcId, BlockId), LoopPlace>,
    /// After inlining and what follows it: of each variable made by the passes, which variable of which activation it is.
    pub variables: FxHashMap<VarId, ActivationVariable>,
    /// After [`by_value`](crate::by_value): the parameters that it replaced, and the types of what they point to.
    pub pointees: Vec<(ProcId, VarId, TypeId)>,
}

/// A variable of the activation that these calls lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActivationVariable {
    pub calls: Vec<CallSite>,
    pub variable: VarId,
    /// Not the variable, which is a pointer, but what it points to.
    pub through: Option<Pointee>,
}

/// What a parameter points to: of which type, and whether as it is, or as it was when the activation began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointee {
    pub ty: TypeId,
    pub at_entry: bool,
}

/// Adds an `unwinding` property for each loop head and a `recursion` property for each recursive procedure.
/// No statement checks them yet: whoever bounds executions does.
pub fn unwinding_properties(program: &Program) -> UnwindingProperties {
    let mut added = UnwindingProperties { program: program.clone(), ..Default::default() };
    let calls = CallGraph::new(program);
    for (procedure, body) in program.procedures.iter() {
        for info in Loops::new(body).loops {
            let description = "the loop must not need more iterations than the bound";
            let property = added.program.add_property(CheckKind::Unwinding, Some(procedure), description, info.span);
            added.loops.insert((procedure, info.head), property);
        }
        if calls.is_recursive(procedure) {
            let description = format!("the recursion of {} must not go deeper than the bound", body.name);
            let property = added.program.add_property(CheckKind::Recursion, Some(procedure), description, body.span);
            added.recursions.insert(procedure, property);
        }
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::{Origin, Terminator};

    #[test]
    fn each_loop_gets_a_property() {
        let mut program = Program::new();
        let procedure = program.add_procedure("p");
        let entry = program.add_block(procedure, "entry");
        let head = program.add_block(procedure, "head");
        program.set_terminator(procedure, entry, Terminator::Goto(head), Origin::default());
        program.set_terminator(procedure, head, Terminator::Goto(head), Origin::default());
        let added = unwinding_properties(&program);
        let property = added.loops[&(procedure, head)];
        assert_eq!(&*added.program.properties[property].name, "p.unwinding.1");
        assert!(added.recursions.is_empty() && added.loops.len() == 1);
    }
}
