//! Unwinding: every loop is replaced by copies of its blocks, at most K of its head (Lourenço et al., "SPARK-BMC",
//! section 3).
//!
//! Out: procedures without cycles. A copy of a block is told by how often the head of each loop around it
//! has been executed since that loop was entered; an edge that leaves loops forgets their counts, one that
//! enters starts them. This needs nothing of the loops but a weak topological order, so irreducible ones
//! are no special case. Where the next execution of a head would be number K+1 the execution ends: it
//! fails the loop's `unwinding` property, or is not considered.
//!
//! [`Unwound`] remembers which blocks came from one execution of a loop: the structured forms of Lourenço et al.,
//! "SPARK-BMC" put a wrapper around them.

use crate::derived::Derived;
use crate::layout::{block, empty_block, in_reading_order, retarget};
use crate::loops::Loops;
use crate::pass::{Error, Meter, Options, Unwinding};
use cairn_base::{Table, ids::Id};
use cairn_ir::{Block, BlockId, Origin, ProcId, Procedure, Program, PropertyId, Statement, StatementKind, Terminator};
use rustc_hash::FxHashMap;

pub const NAME: &str = "unwind";

/// One execution of a loop, from its entry to its exit, in the unwound body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopRun {
    /// The execution of the loop around it.
    pub parent: Option<usize>,
    /// The first copy of the head; none if an irreducible loop is entered elsewhere only.
    pub first: Option<BlockId>,
}

/// Where the copies in one unwound body come from.
#[derive(Clone, Debug, Default)]
pub struct Unwound {
    pub runs: Vec<LoopRun>,
    /// By block: the innermost run it belongs to.
    pub run_of: Vec<Option<usize>>,
}

impl Unwound {
    /// The runs around a block, innermost first.
    pub fn around(&self, block: BlockId) -> impl Iterator<Item = usize> {
        let innermost = self.run_of.get(block.index()).copied().flatten();
        std::iter::successors(innermost, |run| self.runs[*run].parent)
    }
}

/// Unwinds the loops of every procedure. The program has its unwinding properties already.
pub fn unwind(source: &Derived, options: &Options) -> Result<Derived, Error> {
    let mut result = source.clone();
    let mut meter = Meter::new(NAME, options.size_limit);
    for procedure in source.program.procedures.ids() {
        let unwound = unwind_procedure(source, options, procedure, &mut meter, &mut result)?;
        result.back.runs.insert(procedure, unwound);
    }
    Ok(result)
}

fn unwind_procedure(
    source: &Derived,
    options: &Options,
    id: ProcId,
    meter: &mut Meter,
    result: &mut Derived,
) -> Result<Unwound, Error> {
    let procedure = &source.program.procedures[id];
    let loops = Loops::new(procedure);
    if loops.loops.is_empty() {
        return Ok(Unwound::default());
    }
    let mut unwinder = Unwinder {
        source,
        options,
        id,
        procedure,
        loops,
        program: &mut result.program,
        meter,
        blocks: Table::new(),
        origins: Vec::new(),
        copies: FxHashMap::default(),
        pending: Vec::new(),
        runs: FxHashMap::default(),
        unwound: Unwound::default(),
    };
    unwinder.run()?;
    let (mut unwound, made_from) = (unwinder.unwound, unwinder.origins);
    let ordered = in_reading_order(unwinder.blocks);
    let mut run_of = vec![None; ordered.blocks.len()];
    let mut origins = vec![None; ordered.blocks.len()];
    for (old, place) in ordered.place.iter().enumerate() {
        if let Some(place) = place {
            run_of[place.index()] = unwound.run_of[old];
            origins[place.index()] = made_from[old];
        }
    }
    unwound.run_of = run_of;
    for run in &mut unwound.runs {
        run.first = run.first.and_then(|first| ordered.place[first.index()]);
    }
    result.program.procedures[id].blocks = ordered.blocks;
    result.back.move_blocks(id, &origins);
    Ok(unwound)
}

/// How often the heads of the loops around a block were executed, outermost first.
type Counts = Box<[u32]>;

struct Unwinder<'a> {
    source: &'a Derived,
    options: &'a Options,
    id: ProcId,
    procedure: &'a Procedure,
    loops: Loops,
    program: &'a mut Program,
    meter: &'a mut Meter,
    blocks: Table<BlockId, Block>,
    /// By new block: the one it is a copy of.
    origins: Vec<Option<BlockId>>,
    copies: FxHashMap<(BlockId, Counts), BlockId>,
    pending: Vec<(BlockId, Counts, BlockId)>,
    /// By loop and the counts of the loops around it.
    runs: FxHashMap<(usize, Counts), usize>,
    unwound: Unwound,
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
        self.origins.push((!exceeded).then_some(old));
        let run = self.loops.innermost(old).map(|index| self.run_at(index, &counts));
        self.unwound.run_of.push(run);
        if let (Some(run), true, Some(1)) = (run, self.loops.headed_by(old).is_some(), counts.last()) {
            self.unwound.runs[run].first = Some(new);
        }
        self.copies.insert((old, counts.clone()), new);
        if !exceeded {
            self.pending.push((old, counts, new));
        }
        Ok(new)
    }

    /// The run of a loop that blocks with these counts belong to.
    fn run_at(&mut self, index: usize, counts: &[u32]) -> usize {
        let outer = &counts[..self.loops.loops[index].depth as usize - 1];
        if let Some(run) = self.runs.get(&(index, outer.into())) {
            return *run;
        }
        // Loops nest no deeper than their runs do; this recursion goes up once per loop.
        let parent = self.loops.loops[index].parent.map(|parent| self.run_at(parent, outer));
        self.unwound.runs.push(LoopRun { parent, first: None });
        let run = self.unwound.runs.len() - 1;
        self.runs.insert((index, outer.into()), run);
        run
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
        let found = blocks.find_map(|block| self.source.back.loop_bound(self.id, *block));
        let what = || format!("the loop at block {} without a property", self.procedure.blocks[head].label);
        let procedure = || self.procedure.name.to_string();
        found.ok_or_else(|| Error::Unsupported { pass: NAME, what: what(), procedure: procedure() })
    }
}
