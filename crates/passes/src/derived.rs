//! Programs made of other programs, and the way back.
//!
//! A [`Derived`] program goes with its [`Back`]: what each of its blocks, loops, variables and properties is in the program
//! it was made from. What is found of the derived program is said of the original with it: that a property is violated
//! or holds, an invariant at a loop head, an execution.
//!
//! What all passes keep, so that there is nothing to carry: ids of procedures, types, globals and of the properties that the
//! original has; entries and their parameters; and the inputs. An execution of the derived program asks for the same
//! inputs, in the same order, as the execution of the original that it stands for. So an execution is carried back by its
//! inputs alone ([`Back::counterexample`]). This is why no pass removes a statement that takes an input.

use crate::layout::Ordered;
use crate::loops::Loops;
use cairn_base::ids::Id;
use cairn_ir::{BlockId, CallSite, Counterexample, LoopPlace, ProcId, Program, PropertyId, TypeId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A program that passes made of another one.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    pub program: Program,
    pub back: Back,
}

/// From a derived program back to the one it was made from.
#[derive(Clone, Debug, Default)]
pub struct Back {
    /// The passes on the way, in the order they ran.
    pub passes: Vec<&'static str>,
    /// How many variables and properties the original has: the later ones are of passes.
    pub(crate) variables_before: usize,
    properties_before: usize,
    /// The loop heads of the original.
    heads: FxHashSet<(ProcId, BlockId)>,
    /// Of blocks of the derived program: which blocks they are. Those that passes made are not among them.
    pub(crate) places: FxHashMap<(ProcId, BlockId), BlockPlace>,
    /// Of variables that passes made: which variables they stand for.
    pub(crate) variables: FxHashMap<VarId, ActivationVariable>,
    /// The properties that say that a bound suffices: of each loop head of the original and of each recursive procedure.
    pub(crate) loop_bounds: FxHashMap<(ProcId, BlockId), PropertyId>,
    pub(crate) recursion_bounds: FxHashMap<ProcId, PropertyId>,
    /// Pointers that were replaced by the values of what they point to, with its type.
    pub(crate) pointees: Vec<(ProcId, VarId, TypeId)>,
    /// Of unwound procedures: which blocks came from one execution of a loop.
    pub(crate) runs: FxHashMap<ProcId, crate::unwind::Unwound>,
}

/// A block of the original, executed in the activation that these calls lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockPlace {
    pub calls: Arc<[CallSite]>,
    pub procedure: ProcId,
    pub block: BlockId,
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

impl Derived {
    /// The program itself, from which passes start.
    pub fn of(program: &Program) -> Self {
        let mut back = Back {
            variables_before: program.variables.len(),
            properties_before: program.properties.len(),
            ..Back::default()
        };
        let no_calls: Arc<[CallSite]> = Arc::new([]);
        for (procedure, body) in program.procedures.iter() {
            let place = |block: BlockId| BlockPlace { calls: no_calls.clone(), procedure, block };
            back.places.extend(body.blocks.ids().map(|block| ((procedure, block), place(block))));
            back.heads.extend(Loops::new(body).loops.iter().map(|info| (procedure, info.head)));
        }
        Self { program: program.clone(), back }
    }

    /// Gives a procedure another body, whose block `place[b]` stands for block `b` of the present one.
    pub(crate) fn replace_body(&mut self, procedure: ProcId, body: Ordered) {
        let mut old: Vec<Option<BlockId>> = vec![None; body.blocks.len()];
        for (from, to) in body.place.iter().enumerate() {
            if let Some(to) = to {
                old[to.index()] = Some(BlockId::from_index(from));
            }
        }
        self.back.move_blocks(procedure, &old);
        self.program.procedures[procedure].blocks = body.blocks;
    }
}

impl Back {
    /// Says of each new block of a procedure which of the present ones it stands for.
    pub(crate) fn move_blocks(&mut self, procedure: ProcId, old: &[Option<BlockId>]) {
        let moved = old.iter().enumerate().filter_map(|(new, old)| {
            let place = self.places.get(&(procedure, (*old)?))?.clone();
            Some(((procedure, BlockId::from_index(new)), place))
        });
        let moved: Vec<_> = moved.collect();
        self.places.retain(|(owner, _), _| *owner != procedure);
        self.places.extend(moved);
    }

    /// The way back of a program whose bodies are made anew.
    pub(crate) fn without_places(&self) -> Self {
        let mut back = self.clone();
        back.places.clear();
        back
    }

    /// The same property of the original; none if a pass made it.
    pub fn property(&self, property: PropertyId) -> Option<PropertyId> {
        (property.index() < self.properties_before).then_some(property)
    }

    /// The block of the original that a block stands for; none if a pass made it.
    pub fn place(&self, procedure: ProcId, block: BlockId) -> Option<&BlockPlace> {
        self.places.get(&(procedure, block))
    }

    /// The loop of the original whose head a block stands for.
    pub fn loop_at(&self, procedure: ProcId, block: BlockId) -> Option<LoopPlace> {
        let place = self.place(procedure, block)?;
        let is_head = self.heads.contains(&(place.procedure, place.block));
        is_head.then(|| LoopPlace { calls: place.calls.to_vec(), procedure: place.procedure, head: place.block })
    }

    /// The blocks of a procedure that stand for loop heads of the original.
    pub(crate) fn heads_in(&self, procedure: ProcId) -> FxHashSet<BlockId> {
        let own = self.places.iter().filter(|((owner, _), _)| *owner == procedure);
        let heads = own.filter(|(_, place)| self.heads.contains(&(place.procedure, place.block)));
        heads.map(|((_, block), _)| *block).collect()
    }

    /// The variable of the original that a variable stands for: with its activation if a pass made it, and none if it stands
    /// for none.
    pub fn variable(&self, variable: VarId) -> Option<ActivationVariable> {
        let own = || ActivationVariable { calls: Vec::new(), variable, through: None };
        let is_old = variable.index() < self.variables_before;
        self.variables.get(&variable).cloned().or_else(|| is_old.then(own))
    }

    /// The property that a loop of the derived program needs no more iterations than the bound.
    pub fn loop_bound(&self, procedure: ProcId, head: BlockId) -> Option<PropertyId> {
        let place = self.place(procedure, head)?;
        self.loop_bounds.get(&(place.procedure, place.block)).copied()
    }

    /// The properties that recursions go no deeper than the bound, by recursive procedure.
    pub fn recursion_bounds(&self) -> &FxHashMap<ProcId, PropertyId> {
        &self.recursion_bounds
    }

    /// The parameters of a procedure that are pointers in the original and values here, with the types of what they point to.
    pub fn pointees(&self, procedure: ProcId) -> impl Iterator<Item = (VarId, TypeId)> {
        let own = self.pointees.iter().filter(move |(owner, ..)| *owner == procedure);
        own.map(|(_, parameter, ty)| (*parameter, *ty))
    }

    /// An execution of the derived program as one of the original.
    pub fn counterexample(&self, found: &Counterexample) -> Counterexample {
        found.clone()
    }
}
