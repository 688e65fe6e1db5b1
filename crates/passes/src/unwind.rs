//! Unwinding: every loop is replaced by copies of its blocks, at most K of its head (seed 000, section 3).
//!
//! Out: procedures without cycles. A copy of a block is told by how often the head of each loop around it
//! has been executed since that loop was entered; an edge that leaves loops forgets their counts, one that
//! enters starts them. This needs nothing of the loops but a weak topological order, so irreducible ones
//! are no special case. Where the next execution of a head would be number K+1 the execution ends: it
//! fails the loop's `unwinding` property, or is not considered.

use crate::layout::{block, empty_block, in_reading_order, retarget};
use crate::loops::Loops;
use crate::pass::{BackMap, Error, Meter, Options, Passed, Unwinding};
use crate::unwinding::UnwindingProperties;
use cairn_base::Table;
use cairn_ir::{Block, BlockId, Origin, ProcId, Procedure, Program, PropertyId, Statement, StatementKind, Terminator};
use rustc_hash::FxHashMap;

pub const NAME: &str = "unwind";

/// Unwinds the loops of every procedure. The program has its unwinding properties already.
pub fn unwind(source: &UnwindingProperties, options: &Options) -> Result<Passed, Error> {
    let mut result = source.clone();
    let mut meter = Meter::new(NAME, options.size_limit);
    for (id, procedure) in source.program.procedures.iter() {
        let loops = Loops::new(procedure);
        if loops.loops.is_empty() {
            continue;
        }
        let mut unwinder = Unwinder {
            source,
            options,
            id,
            procedure,
            loops,
            program: &mut result.program,
            meter: &mut meter,
            blocks: Table::new(),
            copies: FxHashMap::default(),
            pending: Vec::new(),
        };
        unwinder.run()?;
        let blocks = unwinder.blocks;
        result.program.procedures[id].blocks = in_reading_order(blocks).blocks;
        result.loops.retain(|(owner, _), _| *owner != id);
    }
    Ok(Passed { result, back: BackMap::of(NAME) })
}

/// How often the heads of the loops around a block were executed, outermost first.
type Counts = Box<[u32]>;

struct Unwinder<'a> {
    source: &'a UnwindingProperties,
    options: &'a Options,
    id: ProcId,
    procedure: &'a Procedure,
    loops: Loops,
    program: &'a mut Program,
    meter: &'a mut Meter,
    blocks: Table<BlockId, Block>,
    copies: FxHashMap<(BlockId, Counts), BlockId>,
    pending: Vec<(BlockId, Counts, BlockId)>,
}

impl Unwinder<'_> {
    fn run(&mut self) -> Result<(), Error> {
        let counts = self.counts_after(None, Procedure::ENTRY);
        self.target(Procedure::ENTRY, counts)?;
        while let Some((old, counts, new)) = self.pending.pop() {
            let copied = &self.procedure.blocks[old];
            let mut failure = Ok(());
            let terminator = retarget(&copied.terminator, |next| {
                let after = self.counts_after(Some((old, &counts)), next);
                self.target(next, after).unwrap_or_else(|error| {
                    failure = Err(error);
                    new
                })
            });
            failure?;
            self.blocks[new].terminator = terminator;
        }
        Ok(())
    }

    /// The counts at `to` when it is reached by an edge, or by the call (none).
    fn counts_after(&self, from: Option<(BlockId, &Counts)>, to: BlockId) -> Counts {
        let mut around: Vec<usize> = self.loops.around(to).collect();
        around.reverse();
        let mut counts: Vec<u32> = vec![0; around.len()];
        if let Some((from, old)) = from {
            // Loops are nested: those around both ends are the outermost ones of each.
            let shared = around.iter().take_while(|index| self.loops.contains(**index, from)).count();
            counts[..shared].copy_from_slice(&old[..shared]);
        }
        if let (Some(_), Some(own)) = (self.loops.headed_by(to), counts.last_mut()) {
            *own += 1;
        }
        counts.into()
    }

    /// The copy of a block with these counts, made if there is none yet.
    fn target(&mut self, old: BlockId, counts: Counts) -> Result<BlockId, Error> {
        if let Some(copy) = self.copies.get(&(old, counts.clone())) {
            return Ok(*copy);
        }
        let copied = &self.procedure.blocks[old];
        let exceeded = self.loops.headed_by(old).is_some() && counts.last().is_some_and(|n| *n > self.options.bound);
        let copy = if exceeded { self.bound_block(old)? } else { self.copy_of(copied, &counts) };
        self.meter.spend(1 + copy.statements.len())?;
        let new = self.blocks.push(copy);
        self.copies.insert((old, counts.clone()), new);
        if !exceeded {
            self.pending.push((old, counts, new));
        }
        Ok(new)
    }

    fn copy_of(&self, old: &Block, counts: &[u32]) -> Block {
        let numbers: String = counts.iter().map(|n| format!(".{n}")).collect();
        Block {
            statements: old.statements.clone(),
            terminator_origin: old.terminator_origin.clone(),
            ..empty_block(format!("{}{numbers}", old.label))
        }
    }

    /// Ends an execution that needs one more iteration.
    fn bound_block(&mut self, head: BlockId) -> Result<Block, Error> {
        let label = &self.procedure.blocks[head].label;
        let span = self.loops.headed_by(head).and_then(|index| self.loops.loops[index].span);
        let origin = Origin::pass(span, format!("unwinding {} of {label}", self.options.bound));
        let never = self.program.bool_const(false);
        let kind = match self.options.unwinding {
            Unwinding::Assert => StatementKind::Check { property: self.property(head)?, condition: never },
            Unwinding::Assume => StatementKind::Assume(never),
        };
        Ok(block(format!("{label}.bound"), vec![Statement { kind, origin }], Terminator::Stop))
    }

    /// The property of a loop. Earlier passes may have made another block of an irreducible loop its head,
    /// but a cycle always comes from one in the original program, whose head is in it.
    fn property(&self, head: BlockId) -> Result<PropertyId, Error> {
        let index = self.loops.headed_by(head);
        let mut blocks = index.map_or(&[][..], |index| self.loops.blocks(index)).iter();
        let found = blocks.find_map(|block| self.source.loops.get(&(self.id, *block)));
        let what = || format!("the loop at block {} without a property", self.procedure.blocks[head].label);
        let procedure = || self.procedure.name.to_string();
        found.copied().ok_or_else(|| Error::Unsupported { pass: NAME, what: what(), procedure: procedure() })
    }
}
