//! Blocks that a front end began and never finished.
//!
//! Where a construct is refused in the middle, the other ways through it lead to blocks that nobody writes: the `else` of
//! an `and then` whose right side is not supported, say. A block begins as one that ends the execution. Left like that, all
//! that comes behind the construct would be proved, because no execution gets there.

use crate::check::{CheckKind, Property, PropertyId};
use crate::program::{BlockId, Origin, ProcId, Procedure, Program, Reason, StatementKind, Terminator};

impl Origin {
    /// The end of a block that has none yet.
    pub(crate) fn unfinished() -> Self {
        Origin { span: None, reason: Reason::Unfinished }
    }
}

impl Program {
    /// Makes the blocks of a procedure that can be reached and were never finished an unsupported check: that of the
    /// first construct that was refused.
    pub fn refuse_unfinished(&mut self, procedure: ProcId) {
        let blocks = self.unfinished(procedure);
        if blocks.is_empty() {
            return;
        }
        let property = self.first_refusal(procedure);
        let (condition, span) = (self.bool_const(false), self.properties[property].span);
        for block in blocks {
            let origin = Origin::implied(span, "a way through a construct that is not supported");
            self.push_statement(procedure, block, StatementKind::Check { property, condition }, origin.clone());
            self.set_terminator(procedure, block, Terminator::Stop, origin);
        }
    }
    fn first_refusal(&mut self, procedure: ProcId) -> PropertyId {
        let of_procedure = |p: &Property| p.kind == CheckKind::Unsupported && p.procedure == Some(procedure);
        if let Some((property, _)) = self.properties.iter().find(|(_, p)| of_procedure(p)) {
            return property;
        }
        let span = self.procedures[procedure].span;
        self.add_property(CheckKind::Unsupported, Some(procedure), "a part of this body is not supported", span)
    }
    /// The unfinished blocks of a procedure that control can get to.
    fn unfinished(&self, procedure: ProcId) -> Vec<BlockId> {
        let blocks = &self.procedures[procedure].blocks;
        let (mut seen, mut found) = (vec![false; blocks.len()], Vec::new());
        let mut work = if blocks.is_empty() { Vec::new() } else { vec![Procedure::ENTRY] };
        while let Some(at) = work.pop() {
            if std::mem::replace(&mut seen[at.0 as usize], true) {
                continue;
            }
            let block = &blocks[at];
            if block.terminator_origin.reason == Reason::Unfinished {
                found.push(at);
            }
            work.extend(block.terminator.successors());
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_wrote_is_not_the_end() {
        let mut p = Program::new();
        let procedure = p.add_procedure("f");
        let [entry, refused, other, nowhere] =
            ["entry", "refused", "other", "nowhere"].map(|l| p.add_block(procedure, l));
        let property = p.add_property(CheckKind::Unsupported, Some(procedure), "this", None);
        let condition = p.bool_const(false);
        p.push_statement(procedure, refused, StatementKind::Check { property, condition }, Origin::default());
        let either = Terminator::Branch { condition, then: refused, otherwise: other };
        p.set_terminator(procedure, entry, either, Origin::default());
        p.set_terminator(procedure, refused, Terminator::Return, Origin::default());
        p.refuse_unfinished(procedure);
        let checks = |block: BlockId| p.procedures[procedure].blocks[block].statements.len();
        assert_eq!([entry, refused, other, nowhere].map(checks), [0, 1, 1, 0]);
    }
}
