//! What the parts of the symbolic execution share: the program, the terms, the objects made so far,
//! and the state of one (merged) set of executions.

use crate::cases::Cases;
use crate::nan::Nans;
use crate::persistent::PersistentMap;
use crate::symbolic::{Offsets, PointerSym, Shapes, Sym, TheoryArray};
use crate::value_sets::ValueSets;
use cairn_base::{Budget, StopReason};
use cairn_ir::layout::Layout;
use cairn_ir::{ProcId, Program, TypeId, TypeKind, Types, VarId, VariableKind};
use cairn_term::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A memory object made somewhere in the unrolled program.
pub struct ObjectInfo {
    /// Type of the contents; for allocations an array of the elements.
    pub ty: TypeId,
    /// Size in bytes, 64 bits.
    pub size: TermId,
    /// Its address is a multiple of this power of two.
    pub alignment: u64,
    pub heap: bool,
    /// Stands for a procedure (and has no contents).
    pub procedure: bool,
    /// Dies with the activation in this context.
    pub stack_of: Option<Context>,
}

/// Where in the unrolled program something happens: the calls and loop iterations around it. Equal in
/// every run of the executor, so that a longer run builds the same terms as a shorter one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Context(pub u32);

/// What an object was made for, within a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKey {
    /// By a place in the procedure (0: its entry).
    Variable(u64, VarId),
    Allocation(u64, TermId, Option<u64>),
    Procedure(ProcId),
}

/// A step into a deeper context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ContextStep {
    Entry(u32),
    /// Call by the n-th statement of a block to a procedure.
    Call {
        block: u32,
        statement: u32,
        procedure: u32,
    },
    Iteration {
        head: u32,
        number: u32,
    },
}

/// Facts known in a state besides its guard: conditions that were assumed or checked on every path.
/// They are implied by the guard; this list only makes recent ones quick to find.
#[derive(Clone, Default)]
pub struct Facts(Option<Rc<Fact>>);

struct Fact {
    term: TermId,
    depth: u32,
    older: Option<Rc<Fact>>,
}

/// How many facts a look-up walks back.
const FACTS_LOOKED_AT: usize = 48;

impl Facts {
    pub fn add(&mut self, term: TermId) {
        let older = self.0.take();
        let depth = older.as_ref().map_or(0, |f| f.depth + 1);
        self.0 = Some(Rc::new(Fact { term, depth, older }));
    }
    pub fn contains(&self, term: TermId) -> bool {
        self.recent().any(|fact| fact == term)
    }
    /// The most recent ones.
    pub fn recent(&self) -> impl Iterator<Item = TermId> + '_ {
        std::iter::successors(self.0.as_ref(), |fact| fact.older.as_ref()).take(FACTS_LOOKED_AT).map(|fact| fact.term)
    }
    /// The facts both have: the common older part of the two lists.
    pub fn common(&self, other: &Facts) -> Facts {
        let (mut a, mut b) = (self.0.clone(), other.0.clone());
        loop {
            match (&a, &b) {
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => return Facts(a),
                (Some(x), Some(y)) if x.depth > y.depth => a = x.older.clone(),
                (Some(x), Some(y)) if x.depth < y.depth => b = y.older.clone(),
                (Some(x), Some(y)) => (a, b) = (x.older.clone(), y.older.clone()),
                _ => return Facts(None),
            }
        }
    }
}

impl Drop for Fact {
    /// Long lists must not be dropped recursively.
    fn drop(&mut self) {
        let mut next = self.older.take();
        while let Some(fact) = next {
            match Rc::try_unwrap(fact) {
                Ok(mut fact) => next = fact.older.take(),
                Err(_) => break,
            }
        }
    }
}

/// A cell of a variable.
#[derive(Clone)]
pub struct Cell {
    pub sym: Sym,
    pub ty: TypeId,
}

/// The executions that have come to one point, merged.
#[derive(Clone)]
pub struct State {
    /// Which executions: path conditions, assumptions, and checks that passed. Everything else in the
    /// state means something only where the guard is true.
    pub guard: TermId,
    /// Values of the variables that are not memory objects, and for each addressable variable the
    /// pointer to its object.
    pub variables: PersistentMap<Cell>,
    /// Contents of the objects.
    pub contents: PersistentMap<Sym>,
    /// Whether each object lives; absent: not made (yet) on any of these executions.
    pub live: PersistentMap<TermId>,
    /// Under which condition each object is exposed: has a base address that numbers can be made of.
    pub exposed: PersistentMap<TermId>,
    /// Which objects lived when each object was made, where addresses matter.
    pub companions: PersistentMap<PersistentMap<TermId>>,
    pub facts: Facts,
}

impl State {
    /// Nothing is there yet.
    pub fn new(guard: TermId) -> Self {
        Self {
            guard,
            variables: PersistentMap::new(),
            contents: PersistentMap::new(),
            live: PersistentMap::new(),
            exposed: PersistentMap::new(),
            companions: PersistentMap::new(),
            facts: Facts::default(),
        }
    }
}

/// The variables of one activation of a procedure.
#[derive(Clone, Copy)]
pub struct Frame {
    pub base: u64,
    pub context: Context,
}

pub struct Machine<'p> {
    pub program: &'p Program,
    pub budget: &'p Budget,
    /// The program's types, and those of allocations.
    pub types: Rc<Types>,
    sizes: Vec<u64>,
    pub terms: Terms,
    pub objects: Vec<ObjectInfo>,
    object_keys: FxHashMap<(Context, ObjectKey), u32>,
    contexts: FxHashMap<(Context, ContextStep), Context>,
    next_context: u32,
    /// Position of each variable in its frame (or among the globals).
    slots: Vec<u64>,
    pub value_sets: ValueSets,
    pub cases: Cases,
    /// Recently saved arrays: reading one array at several symbolic indices saves it once.
    pub saved: Vec<(TheoryArray, TheoryArray)>,
    /// Whether expressions of the program expose objects: then all of an expression is evaluated, as the
    /// interpreter does.
    pub exposes: bool,
    /// Objects the current statement has exposed, with the condition, in order.
    pub exposures: Vec<(u32, TermId)>,
    /// Numbers that elements of arrays are chosen by, where they are collected: each with a rank, the likelier to
    /// be what an index of the source is, the smaller.
    pub noted_indices: Option<BTreeSet<(u8, TermId)>>,
    /// Why the current path cannot be followed, if something just came up.
    gave_up: Option<String>,
    /// Executions of the current path that cannot be followed, and why.
    left_out: Vec<(TermId, &'static str)>,
    /// What holds of new symbols, and is to be assumed.
    pub axioms: Vec<TermId>,
    stopped: Option<StopReason>,
    pub nans: Nans,
    /// What is known where memory is accessed now.
    pub facts: Facts,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, budget: &'p Budget) -> Self {
        let mut terms = Terms::new();
        let no_size = terms.bv_u64(64, 0);
        let bool_type = program.types.iter().next().map_or(TypeId(0), |(id, _)| id);
        let nothing =
            ObjectInfo { ty: bool_type, size: no_size, alignment: 1, heap: false, procedure: false, stack_of: None };
        Self {
            program,
            budget,
            types: Rc::new(program.types.clone()),
            sizes: sizes(&program.types, program),
            terms,
            objects: vec![nothing],
            object_keys: FxHashMap::default(),
            contexts: FxHashMap::default(),
            next_context: 1,
            slots: slots(program),
            value_sets: ValueSets::default(),
            cases: Cases::default(),
            saved: Vec::new(),
            exposes: cairn_passes::expressions_take_inputs(program),
            exposures: Vec::new(),
            noted_indices: None,
            gave_up: None,
            left_out: Vec::new(),
            axioms: Vec::new(),
            stopped: None,
            nans: Nans::default(),
            facts: Facts::default(),
        }
    }
    pub fn shapes(&self) -> Shapes {
        Shapes { types: Rc::clone(&self.types) }
    }
    /// An array type of the machine's own, for the contents of an allocation.
    pub fn array_type(&mut self, element: TypeId, length: Option<u64>) -> TypeId {
        let types = Rc::make_mut(&mut self.types);
        let index = types.unsigned(64);
        let ty = types.plain(TypeKind::Array { index, element, length });
        if self.sizes.len() < self.types.len() {
            self.sizes = sizes(&self.types, self.program);
        }
        ty
    }
    /// The type of addresses.
    pub fn address_type(&mut self) -> TypeId {
        let ty = Rc::make_mut(&mut self.types).unsigned(64);
        if self.sizes.len() < self.types.len() {
            self.sizes = sizes(&self.types, self.program);
        }
        ty
    }
    /// Bytes of a value in memory; 0 for what cannot live there.
    pub fn size_of(&self, ty: TypeId) -> u64 {
        self.sizes[ty.0 as usize]
    }
    /// Notes that the current path needs something that is not supported. The executor then leaves the
    /// path, and nothing is proved.
    pub fn give_up(&mut self, what: &str) {
        self.gave_up.get_or_insert_with(|| what.to_string());
    }
    /// Notes that the executions of the current path for which a condition holds cannot be followed.
    pub fn leave_out(&mut self, condition: TermId, what: &'static str) {
        if self.terms.as_bool_const(condition) != Some(false) {
            self.left_out.push((condition, what));
        }
    }
    /// Does something that only counts where a condition holds.
    pub fn under<T>(&mut self, condition: TermId, action: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.left_out.len(), self.exposures.len());
        let result = action(self);
        for i in before.0..self.left_out.len() {
            self.left_out[i].0 = self.terms.and(condition, self.left_out[i].0);
        }
        for i in before.1..self.exposures.len() {
            self.exposures[i].1 = self.terms.and(condition, self.exposures[i].1);
        }
        result
    }
    /// Takes back what was noted after the first so many notes.
    pub fn take_left_out_from(&mut self, first: usize) -> Vec<(TermId, &'static str)> {
        self.left_out.split_off(first)
    }
    pub fn left_out_count(&self) -> usize {
        self.left_out.len()
    }
    /// Takes back what was left out since there were so many.
    pub fn forget_left_out(&mut self, count: usize) {
        self.left_out.truncate(count);
    }
    pub fn take_left_out(&mut self) -> Vec<(TermId, &'static str)> {
        std::mem::take(&mut self.left_out)
    }
    pub fn take_gave_up(&mut self) -> Option<String> {
        self.gave_up.take()
    }
    /// Checked in every loop that can take long.
    pub fn budget_exhausted(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = self.budget.check().err();
        }
        self.stopped.is_some()
    }
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }
    pub fn context(&mut self, outer: Context, step: ContextStep) -> Context {
        let next = &mut self.next_context;
        *self.contexts.entry((outer, step)).or_insert_with(|| {
            *next += 1;
            Context(*next)
        })
    }
    /// The cell of a variable in an activation.
    pub fn cell(&self, frame: Frame, var: VarId) -> u64 {
        let slot = self.slots[var.0 as usize];
        match self.program.variables[var].kind {
            VariableKind::Bound => self.bound_cell(var),
            VariableKind::Global => slot,
            _ => frame.base + slot,
        }
    }
    /// The cell of a variable bound by a quantifier: far from all others.
    pub fn bound_cell(&self, var: VarId) -> u64 {
        (1 << 60) + u64::from(var.0)
    }
    /// The object made at a place of the unrolled program.
    pub fn object(&mut self, context: Context, site: ObjectKey, make: impl FnOnce(&mut Self) -> ObjectInfo) -> u32 {
        if let Some(&number) = self.object_keys.get(&(context, site)) {
            return number;
        }
        let info = make(self);
        let number = self.objects.len() as u32;
        self.objects.push(info);
        self.object_keys.insert((context, site), number);
        number
    }
    /// What an object was made for.
    pub fn object_key(&self, number: u32) -> Option<ObjectKey> {
        self.object_keys.iter().find(|(_, known)| **known == number).map(|((_, key), _)| *key)
    }
    pub fn pointer_to(&mut self, number: u32) -> PointerSym {
        PointerSym { object: self.object_term(number), offset: Offsets::constant(0) }
    }
    /// A pointer to a procedure: to an object that nothing can be read from.
    pub fn procedure_pointer(&mut self, procedure: ProcId) -> PointerSym {
        let number = self.object(Context(0), ObjectKey::Procedure(procedure), |machine| {
            let size = machine.terms.bv_u64(64, 0);
            ObjectInfo { ty: TypeId(0), size, alignment: 1, heap: false, procedure: true, stack_of: None }
        });
        self.pointer_to(number)
    }
}

fn sizes(types: &Types, program: &Program) -> Vec<u64> {
    let layout = Layout::new(types, program.target);
    types.iter().map(|(ty, _)| layout.size(ty).unwrap_or(0)).collect()
}

/// Positions of variables: globals among the globals, the others within their procedure.
fn slots(program: &Program) -> Vec<u64> {
    let mut slots = vec![0; program.variables.len()];
    for (slot, (var, _)) in program.globals().enumerate() {
        slots[var.0 as usize] = slot as u64;
    }
    for procedure in program.procedures.values() {
        let vars = procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals);
        for (slot, var) in vars.enumerate() {
            slots[var.0 as usize] = slot as u64;
        }
    }
    slots
}
