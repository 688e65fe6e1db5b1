//! Rankings of loops, as checks.
//!
//! A ranking is a list of machine integers, read as signed numbers. Whenever the head is reached again it must be smaller than it was the time
//! before, in lexicographic order. Machine integers are finitely many, so nothing can decrease for ever, and that they are
//! bounded below need not be said.
//!
//! *Why no failing check means that all executions end.* Calls are not recursive, so an execution that does not end stays in one activation
//! for ever, and from some time on visits a set of blocks again and again, which lies in some loop and contains its head, since the
//! flow graph is reducible; take the outermost such loop that it does not leave any more. It is entered once more at most, so the mark that
//! the head was seen is not taken away any more, and the ranking decreases at every further visit, which it cannot.

use super::loops::{Loop, ghost, loops, place, recursive, statement};
use cairn_ir::{Binary, ExprId, Place, ProcId, Program, PropertyId, Sign, StatementKind, TypeKind};

/// What is claimed to decrease at a loop head: expressions over the globals and the variables of the procedure.
#[derive(Clone, Debug)]
pub struct Ranking {
    pub at: Loop,
    pub components: Vec<ExprId>,
}

/// The program with checks of the property that fail exactly where a ranking does not decrease. `rankings`: one for each of
/// the [loops](super::loops), in their order.
pub fn ranked(
    program: &Program,
    entries: &[ProcId],
    rankings: &[Ranking],
    property: PropertyId,
) -> Result<Program, String> {
    if let Some(procedure) = recursive(program, entries) {
        return Err(format!("`{}` is recursive", program.procedures[procedure].name));
    }
    let all = loops(program, entries)?;
    let same = |l: &Loop, r: &Ranking| l.procedure == r.at.procedure && l.head == r.at.head && l.body == r.at.body;
    if all.len() != rankings.len() || !all.iter().zip(rankings).all(|(l, r)| same(l, r)) {
        return Err("a loop has no ranking".into());
    }
    let mut result = program.clone();
    for ranking in rankings {
        rank(&mut result, ranking, property)?;
    }
    Ok(result)
}

fn rank(program: &mut Program, ranking: &Ranking, property: PropertyId) -> Result<(), String> {
    let at = &ranking.at;
    let truth = program.types.bool();
    let seen = ghost(program, at, "seen", truth);
    let mut decreases = program.bool_const(false);
    let mut updates = Vec::new();
    for (number, now) in ranking.components.iter().enumerate().rev() {
        let ty = program.type_of(*now);
        if !matches!(program.types.kind(ty), TypeKind::Int(_)) {
            return Err("a ranking that is no machine integer".into());
        }
        let before = ghost(program, at, &format!("ranking{number}"), ty);
        let old = program.var(before);
        let less = built(program.binary(Binary::Less(Sign::Signed), *now, old))?;
        let same = built(program.binary(Binary::Equal, *now, old))?;
        let rest = built(program.binary(Binary::And, same, decreases))?;
        decreases = built(program.binary(Binary::Or, less, rest))?;
        updates.push(statement(StatementKind::Assign { target: Place::var(before), value: *now }));
    }
    let known = program.var(seen);
    let first = built(program.not(known))?;
    let condition = built(program.binary(Binary::Or, first, decreases))?;
    let set = |value| statement(StatementKind::Assign { target: Place::var(seen), value });
    let (yes, no) = (program.bool_const(true), program.bool_const(false));
    let mut head = vec![statement(StatementKind::Check { property, condition })];
    head.extend(updates);
    head.push(set(yes));
    place(program, at, head, vec![set(no)]);
    Ok(())
}

fn built(made: cairn_ir::build::Built) -> Result<ExprId, String> {
    made.map_err(|error| error.to_string())
}
