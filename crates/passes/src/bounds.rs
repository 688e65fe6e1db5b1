//! A property for each loop and each recursion: that a bound suffices.
//!
//! What the bound K means, here, in the passes that unwind and inline, and in the
//! engines: from each entry into a loop, its head is executed at most K times, and going back to it once
//! more is the failed check; of a recursive procedure at most K calls are active at once, and one more
//! is the failed check. (So are loops in Lourenço et al., "SPARK-BMC", section 3: K copies of the body, then the
//! assertion.)

use crate::call_graph::CallGraph;
use crate::derived::Derived;
use crate::loops::Loops;
use crate::pass::{Error, Options};
use cairn_ir::CheckKind;

pub const NAME: &str = "bounds";

/// The pass: see [`add`].
pub fn bounds(source: &Derived, _options: &Options) -> Result<Derived, Error> {
    Ok(add(source.clone()))
}

/// Adds an `unwinding` property for each loop head and a `recursion` property for each recursive procedure.
/// No statement checks them yet: whoever bounds executions does.
pub fn add(mut derived: Derived) -> Derived {
    let Derived { program, back } = &mut derived;
    let calls = CallGraph::new(program);
    for procedure in program.procedures.ids().collect::<Vec<_>>() {
        for info in Loops::new(&program.procedures[procedure]).loops {
            let description = "the loop must not need more iterations than the bound";
            let property = program.add_property(CheckKind::Unwinding, Some(procedure), description, info.span);
            back.loop_bounds.insert((procedure, info.head), property);
        }
        if calls.is_recursive(procedure) {
            let body = &program.procedures[procedure];
            let description = format!("the recursion of {} must not go deeper than the bound", body.name);
            let span = body.span;
            let property = program.add_property(CheckKind::Recursion, Some(procedure), description, span);
            back.recursion_bounds.insert(procedure, property);
        }
    }
    derived
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_ir::{Origin, Program, Terminator};

    #[test]
    fn each_loop_gets_a_property() {
        let mut program = Program::new();
        let procedure = program.add_procedure("p");
        let entry = program.add_block(procedure, "entry");
        let head = program.add_block(procedure, "head");
        program.set_terminator(procedure, entry, Terminator::Goto(head), Origin::default());
        program.set_terminator(procedure, head, Terminator::Goto(head), Origin::default());
        let Derived { program, back } = add(Derived::of(&program));
        let property = back.loop_bound(procedure, head).unwrap();
        assert_eq!(&*program.properties[property].name, "p.unwinding.1");
        assert!(back.recursion_bounds.is_empty() && back.loop_bounds.len() == 1);
        assert_eq!(back.property(property), None);
    }
}
