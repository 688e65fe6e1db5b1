//! A program that stops at every point of a property: what models for other checkers are made of.
//!
//! At each point the leaves go into variables, and an endless loop follows that an input leaves. So the transition form has a
//! place there, whose state shows the leaves; whoever makes a model of it fixes the [input](Stops::waits) to false, and no step waits any more.

use crate::leaves::Leaf;
use crate::observe::{Here, global, here};
use crate::points::{Point, instrument};
use crate::typing::Scope;
use cairn_ir::{Binary as Op, Block, Origin, Place, ProcId, Program, Statement, StatementKind, Terminator, VarId};
use std::sync::Arc;

/// The program and what it shows.
#[derive(Clone, Debug)]
pub struct Stops {
    pub program: Program,
    /// The variable of each leaf.
    pub leaves: Vec<VarId>,
    /// Set at the first point, and at no other.
    pub first: VarId,
    /// Set from the first point on.
    pub begun: VarId,
    /// The input that waits at a stop.
    pub waits: VarId,
}

/// Marks a stop until the blocks are cut.
const MARK: &str = "temporal stop";

/// The program with its stops; none if something cannot be built, which does not happen for conditions.
pub fn stops(program: &Program, leaves: &[Leaf], points: &[Point], scope: &Scope) -> Option<Stops> {
    let mut program = program.clone();
    let truth = program.types.bool();
    let all: Vec<VarId> =
        (0..leaves.len()).map(|number| global(&mut program, format!("atom{number}"), truth)).collect();
    let first = global(&mut program, "first", truth);
    let begun = global(&mut program, "begun", truth);
    let waits = global(&mut program, "waits", truth);
    let assign = |target: VarId, value| StatementKind::Assign { target: Place::var(target), value };
    instrument(&mut program, points, |program, _, point| {
        // What is known here would be no variable of the model; with the input it is not known before the input is fixed.
        let mut out = vec![StatementKind::Havoc { target: Place::var(waits) }];
        let unknown = program.var(waits);
        let mut show = |program: &mut Program, target: VarId, value| {
            out.extend(program.binary(Op::NotEqual, value, unknown).map(|value| assign(target, value)));
        };
        for (leaf, var) in leaves.iter().zip(&all) {
            let value = match here(program, leaf, &point.kind, scope) {
                Ok(Here::Truth(expr)) => expr,
                Ok(Here::Constant(value)) => program.bool_const(value),
                _ => program.bool_const(false),
            };
            show(program, *var, value);
        }
        let before = program.var(begun);
        if let Ok(value) = program.not(before) {
            show(program, first, value);
        }
        let yes = program.bool_const(true);
        show(program, begun, yes);
        out.push(StatementKind::Event { name: MARK.into(), arguments: Vec::new() });
        out
    });
    let shown: Vec<VarId> = all.iter().copied().chain([first, begun]).collect();
    let procedures: Vec<ProcId> = program.procedures.ids().collect();
    for procedure in procedures {
        cut(&mut program, procedure, waits, &shown)?;
    }
    Some(Stops { program, leaves: all, first, begun, waits })
}

/// Each mark of a procedure ends its block and becomes a loop of its own.
fn cut(program: &mut Program, procedure: ProcId, waits: VarId, shown: &[VarId]) -> Option<()> {
    let mut open: Vec<_> = program.procedures[procedure].blocks.ids().collect();
    let mut number = 0;
    while let Some(block) = open.pop() {
        let is_mark =
            |statement: &Statement| matches!(&statement.kind, StatementKind::Event { name, .. } if **name == *MARK);
        let Some(at) = program.procedures[procedure].blocks[block].statements.iter().position(is_mark) else {
            continue;
        };
        number += 1;
        let span = program.procedures[procedure].blocks[block].statements[at].origin.span;
        let origin = || Origin::pass(span, "a stop of the property");
        let stop = program.add_block(procedure, format!("step{number}"));
        let rest = program.add_block(procedure, format!("behind{number}"));
        // Everything shown is used here, so that it is known at the stop.
        let mut condition = program.bool_const(false);
        for var in shown {
            let value = program.var(*var);
            condition = program.binary(Op::NotEqual, condition, value).ok()?;
        }
        let waiting = program.var(waits);
        condition = program.binary(Op::And, waiting, condition).ok()?;
        let blocks = &mut program.procedures[procedure].blocks;
        let label = Arc::clone(&blocks[rest].label);
        let behind = blocks[block].statements.split_off(at + 1);
        blocks[block].statements.pop();
        let terminator = std::mem::replace(&mut blocks[block].terminator, Terminator::Goto(stop));
        let terminator_origin = std::mem::replace(&mut blocks[block].terminator_origin, origin());
        blocks[rest] = Block { label, statements: behind, terminator, terminator_origin, loop_contract: None };
        blocks[stop].statements =
            vec![Statement { kind: StatementKind::Havoc { target: Place::var(waits) }, origin: origin() }];
        blocks[stop].terminator = Terminator::Branch { condition, then: stop, otherwise: rest };
        blocks[stop].terminator_origin = origin();
        open.push(rest);
    }
    Some(())
}
