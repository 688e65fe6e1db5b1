//! Statements: assignments, inputs, assumptions, checks, and the lives of objects.

use super::{Activation, Executor, Input, Instance, Strategy, add_facts};
use crate::machine::{Cell, Context, Frame, ObjectInfo, ObjectKey, State};
use crate::symbolic::Sym;
use cairn_ir::{BlockId, ExprId, Place, PlaceBase, PropertyId, Statement, StatementKind, TypeId, VarId};
use cairn_term::TermId;

/// Allocations of at most this many bytes are kept as bytes; arrays of more, as arrays of bytes.
const LARGEST_RAW: u64 = 256;
/// Objects whose number of bytes is not constant, but at most this, are kept byte by byte.
const MOST_ROOM: u64 = 64;

impl<'p, S: Strategy<'p>> Executor<'_, 'p, S> {
    /// Executes a statement; false if no execution goes on behind it.
    pub fn statement(
        &mut self,
        activation: &mut Activation<'p>,
        block: BlockId,
        position: usize,
        statement: &'p Statement,
        state: &mut State,
    ) -> bool {
        let frame = activation.frame;
        let site = (u64::from(block.0) << 32) | position as u64;
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = self.machine.eval(state, frame, *value);
                self.assign(state, frame, target, value);
            }
            StatementKind::Havoc { target } => {
                let ty = self.place_type(target);
                let name = self.input_name(target, activation.context, site);
                let value = self.input(state, &name, ty, None);
                self.assign(state, frame, target, value);
            }
            StatementKind::Assume(condition) => {
                let value = self.machine.eval(state, frame, *condition).scalar();
                if self.left_unsupported(state) || !self.assume(state, value) {
                    return false;
                }
                self.learn(state, frame, *condition, true);
            }
            StatementKind::Check { property, condition } => {
                let value = self.machine.eval(state, frame, *condition).scalar();
                if self.left_unsupported(state) || !self.check(state, *property, value) {
                    return false;
                }
                self.learn(state, frame, *condition, true);
            }
            StatementKind::Call { callee, arguments, results } => {
                return self.call(activation, block, position, callee, arguments, results, state);
            }
            StatementKind::Allocate { target, element, count, zeroed, kind, alignment } => {
                let heap = *kind == cairn_ir::AllocationKind::Heap;
                let pointer = self.allocate(state, activation, site, *element, *count, *zeroed, (heap, *alignment));
                self.assign(state, frame, target, pointer);
            }
            StatementKind::Release(pointer) => self.release(state, frame, *pointer),
            StatementKind::Live(var) => {
                // A new object takes the place of the old one, which ends.
                self.end_life(state, frame, *var);
                // Not 0, which stands for the object made at the entry of the procedure.
                self.make_variable_object(state, frame, *var, activation.context, site + 1);
            }
            StatementKind::Dead(var) => self.end_life(state, frame, *var),
            StatementKind::CopyMemory { target, source, bytes } => {
                let [target, source] = [*target, *source].map(|e| self.machine.eval(state, frame, e));
                let bytes = self.machine.eval(state, frame, *bytes).scalar();
                let name = format!("{}!{}", activation.context.0, ((site >> 32) << 16) | (site & 0xffff));
                if !self.machine.copy_many(state, target.pointer(), source.pointer(), bytes, &name) {
                    self.machine.copy_memory(state, target.pointer(), source.pointer(), bytes);
                }
                for axiom in std::mem::take(&mut self.machine.axioms) {
                    self.assumed = self.machine.terms.and(self.assumed, axiom);
                }
            }
            StatementKind::FillMemory { target, value, bytes } => {
                let target = self.machine.eval(state, frame, *target);
                let [value, bytes] = [*value, *bytes].map(|e| self.machine.eval(state, frame, e).scalar());
                self.machine.fill_memory(state, target.pointer(), value, bytes);
            }
            StatementKind::Event { .. } => {}
        }
        true
    }
    pub fn assume(&mut self, state: &mut State, condition: TermId) -> bool {
        match self.machine.terms.as_bool_const(condition) {
            Some(true) => return true,
            Some(false) => {
                self.exclude(state.guard);
                return false;
            }
            None => {}
        }
        let implied = self.machine.terms.implies(state.guard, condition);
        self.assumed = self.machine.terms.and(self.assumed, implied);
        add_facts(self.machine, &mut state.facts, condition);
        self.machine.terms.as_bool_const(self.assumed) != Some(false)
    }
    pub fn check(&mut self, state: &mut State, property: PropertyId, condition: TermId) -> bool {
        let reached = self.machine.terms.and(state.guard, self.assumed);
        let failed = self.machine.terms.not(condition);
        let violated = self.machine.terms.and(reached, failed);
        self.log.instances.push(Instance { property, reached, violated });
        // An execution ends at a failed check.
        self.assume(state, condition)
    }
    pub fn place_type(&self, place: &Place) -> TypeId {
        cairn_ir::typing::place_type(self.machine.program, place).expect("the program is well typed")
    }
    pub fn input_name(&self, place: &Place, context: Context, site: u64) -> String {
        let name = match place.base {
            PlaceBase::Var(var) => &*self.machine.program.variables[var].name,
            PlaceBase::Deref(..) => "memory",
        };
        format!("{name}!{}!{}", context.0, ((site >> 32) << 16) | (site & 0xffff))
    }
    pub fn input(&mut self, state: &State, name: &str, ty: TypeId, count: Option<TermId>) -> Sym {
        let sym = self.machine.fresh(name, ty);
        let reached = self.machine.terms.and(state.guard, self.assumed);
        self.log.inputs.push(Input { reached, sym: sym.clone(), ty, count });
        sym
    }

    // ---- assignment ----

    pub fn set_cell(&mut self, state: &mut State, frame: Frame, var: VarId, sym: Sym) {
        let ty = self.machine.program.variables[var].ty;
        let cell = self.machine.cell(frame, var);
        self.addressable_cells.remove(&cell);
        state.variables.insert(cell, Cell { sym, ty });
    }
    pub fn assign(&mut self, state: &mut State, frame: Frame, place: &Place, value: Sym) {
        let program = self.machine.program;
        match place.base {
            PlaceBase::Var(var) if !program.variables[var].addressable => {
                let ty = program.variables[var].ty;
                if place.path.is_empty() {
                    self.set_cell(state, frame, var, value);
                    return;
                }
                let old = self.machine.read_variable(state, frame, var);
                let new = self.machine.update(state, frame, &old, ty, &place.path, value);
                self.set_cell(state, frame, var, new);
            }
            _ => self.assign_memory(state, frame, place, value),
        }
    }
    /// Stores into memory, and only into the component. If an index on the way does not exist nothing
    /// changes, as in variables.
    pub fn assign_memory(&mut self, state: &mut State, frame: Frame, place: &Place, value: Sym) {
        let base = Place { base: place.base.clone(), path: Vec::new() };
        let base_type = self.place_type(&base);
        let mut pointer = self.machine.address(state, frame, &base);
        let component = self.machine.component(state, frame, base_type, &place.path);
        if !place.path.is_empty() {
            // Where all indices exist the component is within the object if all of the base is; adding the
            // parts of the offset cannot leave the range of offsets of pointers to objects.
            let nothing = self.machine.object_term(0);
            pointer.object = self.machine.terms.ite(component.exists, pointer.object, nothing);
            pointer.offset = pointer.offset.map(|offset| offset.plus(&component.offset));
        }
        self.machine.store(state, &pointer, component.ty, &value);
    }

    // ---- objects ----

    /// A new object for an addressable variable; the variable's cell points to it.
    pub fn make_variable_object(&mut self, state: &mut State, frame: Frame, var: VarId, context: Context, site: u64) {
        let program = self.machine.program;
        let ty = program.variables[var].ty;
        let key = ObjectKey::Variable(site, var);
        let number = self.machine.object(context, key, |machine| {
            let size = machine.size_of(ty);
            let size = machine.terms.bv_u64(64, size);
            let alignment = program.variables[var].alignment;
            ObjectInfo { ty, size, alignment, heap: false, procedure: false, stack_of: None }
        });
        let cell = self.machine.cell(frame, var);
        self.begin_life(state, number, Some(cell));
        let zero = self.machine.zero(ty);
        state.contents.insert(number.into(), zero);
        let pointer = self.machine.pointer_to(number);
        // Merging pointers needs no type, so the variable's own will do.
        self.addressable_cells.insert(cell);
        state.variables.insert(cell, Cell { sym: Sym::Pointer(pointer), ty });
    }
    /// A site makes one object in each context; where loops are not unrolled, the one of an earlier iteration is made
    /// again. Nothing must be left of that: `own` is the cell that is about to point to the new one.
    fn begin_life(&mut self, state: &mut State, number: u32, own: Option<u64>) {
        if state.live.get(number.into()).is_some() {
            let lives = self.machine.is_live(state, number);
            let known = self.machine.is_pointed_to(state, number, own);
            let kept = self.machine.terms.or(lives, known);
            self.machine.leave_out(kept, "an object of a loop that is used in a later iteration");
        }
        if self.machine.exposes {
            state.companions.insert(number.into(), state.live.clone());
        }
        let alive = self.machine.terms.tt();
        state.live.insert(number.into(), alive);
    }
    pub fn end_life(&mut self, state: &mut State, frame: Frame, var: VarId) {
        let Some(cell) = state.variables.get(self.machine.cell(frame, var)).cloned() else { return };
        self.kill(state, &cell.sym);
    }
    pub fn release(&mut self, state: &mut State, frame: Frame, pointer: ExprId) {
        let pointer = self.machine.eval(state, frame, pointer);
        self.kill(state, &pointer);
    }
    pub fn kill(&mut self, state: &mut State, pointer: &Sym) {
        for (number, here) in self.machine.targets(state, pointer.pointer()) {
            let live = self.machine.is_live(state, number);
            let elsewhere = self.machine.terms.not(here);
            let live = self.machine.terms.and(live, elsewhere);
            state.live.insert(number.into(), live);
        }
    }
    #[allow(clippy::too_many_arguments)]
    pub fn allocate(
        &mut self,
        state: &mut State,
        activation: &Activation<'p>,
        site: u64,
        element: TypeId,
        count: ExprId,
        zeroed: bool,
        (heap, alignment): (bool, u64),
    ) -> Sym {
        let count = self.machine.eval(state, activation.frame, count).scalar();
        // Executions with objects larger than the range of offsets are not considered.
        let largest = cairn_ir::Pointer::MAX_OFFSET as u64 / self.machine.size_of(element).max(1);
        let largest = self.machine.terms.bv_u64(64, largest);
        let fits = self.machine.terms.bv_ule(count, largest);
        self.assume(state, fits);
        // Addresses are inputs before the contents.
        self.settle(state);
        let stack_of = (!heap).then_some(activation.frame.context);
        let is_byte = self.machine.is_byte(element);
        // An object of a few bytes, however many exactly, has room for the largest number of them: array terms hold no pointers.
        let most = || self.machine.largest_known(count, &state.facts);
        let length = self.machine.terms.as_u64(count).or_else(|| is_byte.then(most).filter(|most| *most <= MOST_ROOM));
        let ty = self.machine.array_type(element, length);
        let size = {
            let unit = self.machine.size_of(element);
            let unit = self.machine.terms.bv_u64(64, unit);
            self.machine.terms.bv_mul(count, unit)
        };
        // The count is part of the key: in a longer run it may be another term. So is the room, since more may be known of it here
        // than in another run.
        let key = ObjectKey::Allocation(site, count, length);
        let number = self.machine.object(activation.context, key, |_| ObjectInfo {
            ty,
            size,
            alignment,
            heap,
            procedure: false,
            stack_of,
        });
        if !heap {
            self.stack_objects.push(number);
        }
        let content = if zeroed {
            self.machine.zero(ty)
        } else {
            let name = format!("allocation!{}!{}", activation.context.0, ((site >> 32) << 16) | (site & 0xffff));
            self.input(state, &name, ty, Some(count))
        };
        // Memory that is asked for in bytes may hold anything.
        let raw = is_byte && length.is_some_and(|n| n <= LARGEST_RAW);
        let content = if raw { self.machine.raw(&content, ty) } else { content };
        self.begin_life(state, number, None);
        state.contents.insert(number.into(), content);
        Sym::Pointer(self.machine.pointer_to(number))
    }
}
