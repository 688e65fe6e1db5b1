//! Switches become chains of branches: `switch v { a: A, b: B, else C }` becomes
//! `if v = a then A else if v = b then B else C` (the papers' translation of `case`).

use crate::derived::Derived;
use crate::layout::{block, in_reading_order};
use crate::pass::{Error, Options};
use cairn_ir::{Binary, BlockId, ExprId, ProcId, Program, Terminator, Value};

pub const NAME: &str = "lower-switch";

/// Lowers the switches of every procedure.
pub fn lower_switch(source: &Derived, _options: &Options) -> Result<Derived, Error> {
    let mut result = source.clone();
    for (id, procedure) in source.program.procedures.iter() {
        let switches = procedure.blocks.iter().filter_map(|(at, block)| match &block.terminator {
            Terminator::Switch { value, cases, default } => Some((at, *value, cases, *default)),
            _ => None,
        });
        let switches: Vec<_> = switches.collect();
        if switches.is_empty() {
            continue;
        }
        for (at, value, cases, default) in switches {
            lower(&mut result.program, id, at, value, cases, default)?;
        }
        let body = in_reading_order(std::mem::take(&mut result.program.procedures[id].blocks));
        result.replace_body(id, body);
    }
    Ok(result)
}

fn lower(
    program: &mut Program,
    procedure: ProcId,
    at: BlockId,
    value: ExprId,
    cases: &[(Value, BlockId)],
    default: BlockId,
) -> Result<(), Error> {
    let ill_typed = |error| Error::IllTyped { pass: NAME, error };
    let ty = program.type_of(value);
    let (label, origin) = {
        let old = &program.procedures[procedure].blocks[at];
        (old.label.clone(), old.terminator_origin.clone())
    };
    // From the last case to the first, each going on to what was made before it.
    let mut next = Terminator::Goto(default);
    for (case, target) in cases.iter().rev() {
        let constant = program.constant(case.clone(), ty).map_err(ill_typed)?;
        let condition = program.binary(Binary::Equal, value, constant).map_err(ill_typed)?;
        let otherwise = match next {
            Terminator::Goto(block) => block,
            compare => {
                let mut new = block(format!("{label}.case"), Vec::new(), compare);
                new.terminator_origin = origin.clone();
                program.procedures[procedure].blocks.push(new)
            }
        };
        next = Terminator::Branch { condition, then: *target, otherwise };
    }
    program.procedures[procedure].blocks[at].terminator = next;
    Ok(())
}
