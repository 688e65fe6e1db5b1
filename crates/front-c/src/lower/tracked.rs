//! Memory that is still pointed to when the program ends (`valid-memtrack` of the competition): one object is watched.
//!
//! At every allocation an arbitrary choice may fall on the new object. When `main` returns, the watched one has been released,
//! or some static object points to it, or what these point to in turn does. Which that are is found by the types of
//! members, a few steps deep, by one procedure of the program that is written last. What is not followed (longer
//! chains, unions, raw memory, local variables where `exit` is called) is `unsupported`, unless it does not matter.

use super::reach::DEPTH;
use super::{Lower, Lowerer};
use crate::sema::tree::VariableId;
use crate::types::{Qualified, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{
    Binary, CheckKind, ExprId, Initial, Place, ProcId, Sign, StatementKind, Terminator, Unary, VarId, VariableKind,
};

const WHY: &str = "leak check";

/// More objects than this are not followed.
const OBJECTS: usize = 64;

/// Global variables about the watched object, and who sets them.
#[derive(Clone, Copy, Debug)]
pub struct Tracked {
    /// The start of the watched object; null: none is watched.
    object: VarId,
    /// A static object leads to it.
    found: VarId,
    /// Something was not followed.
    beyond: VarId,
    look: ProcId,
}

impl Lowerer<'_> {
    pub fn prepare_tracked(&mut self) {
        if !self.options.leak || !self.options.tracked {
            return;
        }
        let (pointer, truth) = (self.p.types.pointer(), self.p.types.bool());
        let object = self.tracked_variable("watched object", pointer);
        let found = self.tracked_variable("watched object is pointed to", truth);
        let beyond = self.tracked_variable("pointers not followed", truth);
        let name = super::numbered(&mut self.procedure_names, "what static objects lead to");
        let look = self.p.add_procedure(name);
        self.tracked = Some(Tracked { object, found, beyond, look });
    }
    fn tracked_variable(&mut self, name: &str, ty: ir::TypeId) -> VarId {
        let name = super::numbered(&mut self.global_names, name);
        let var = self.p.add_variable(name, ty, VariableKind::Global, None);
        (self.p.variables[var].temporary, self.p.variables[var].initial) = (true, Initial::Zero);
        var
    }
    fn set_tracked(&mut self, var: VarId, value: ExprId, span: Span) {
        self.emit_implied(StatementKind::Assign { target: Place::var(var), value }, span, WHY);
    }
    /// A new object may be the one that is watched.
    pub fn track_allocation(&mut self, made: VarId, span: Span) {
        let Some(tracked) = self.tracked else { return };
        let truth = self.p.types.bool();
        let chosen = self.arbitrary("watched", truth, span, WHY);
        let (then, join) = (self.new_block("watched"), self.new_block("allocated"));
        self.branch(chosen, then, join, span);
        self.enter(then);
        let made = self.p.var(made);
        self.set_tracked(tracked.object, made, span);
        self.goto_and_enter(join, span);
    }
    /// Before the program ends. `returns`: no function is active any more whose local variables could point to it.
    pub fn check_tracked(&mut self, tracked: Tracked, returns: bool, span: Span) -> Lower<()> {
        let callee = ir::Callee::Direct(tracked.look);
        self.emit_implied(StatementKind::Call { callee, arguments: Vec::new(), results: Vec::new() }, span, WHY);
        let object = self.p.var(tracked.object);
        let live = self.p.unary(Unary::PointerIsLive, object)?;
        let released = self.not(live)?;
        let found = self.p.var(tracked.found);
        let fine = self.p.binary(Binary::Or, released, found)?;
        let (what, open) = match returns {
            true => ("whether memory is pointed to from further behind", self.p.var(tracked.beyond)),
            false => ("whether local variables point to memory where `exit` is called", self.p.bool_const(true)),
        };
        let closed = self.not(open)?;
        let followed = self.p.binary(Binary::Or, fine, closed)?;
        self.check(CheckKind::Unsupported, followed, format!("{what} is not supported"), span);
        let what = "every allocated object must be released, or still pointed to when the program ends";
        self.check(CheckKind::Leak, fine, what, span);
        Ok(())
    }

    // ---- what static objects lead to ----

    /// Writes the procedure that finds it out; everything else has been lowered.
    pub fn write_tracked(&mut self) {
        let Some(tracked) = self.tracked else { return };
        self.begin_procedure(tracked.look, None);
        let mut roots: Vec<(VariableId, VarId)> = self.globals.iter().map(|(id, var)| (*id, *var)).collect();
        roots.sort_by_key(|(_, var)| *var);
        let Some(span) = self.c.functions.values().next().map(|f| f.span) else { return };
        self.p.procedures[tracked.look].span = Some(span);
        let no = self.p.bool_const(false);
        self.set_tracked(tracked.found, no, span);
        self.set_tracked(tracked.beyond, no, span);
        let mut objects = 0;
        for (id, var) in roots {
            if let Err(refusal) = self.look_from(tracked, id, var, &mut objects) {
                self.unsupported(&refusal, self.c.variables[id].span);
            }
        }
        self.terminate(Terminator::Return, span);
    }
    fn look_from(&mut self, tracked: Tracked, id: VariableId, var: VarId, objects: &mut usize) -> Lower<()> {
        let (ty, span) = (self.c.variables[id].ty, self.c.variables[id].span);
        if let TypeKind::Pointer(pointee) = *self.c.types.kind(ty.ty) {
            let value = self.p.var(var);
            return self.look_at(tracked, value, pointee, 0, objects, span);
        }
        if !self.holds_pointers(ty.ty) {
            return Ok(());
        }
        // A copy, so that the variable itself need not have an address.
        let copy = self.temporary("static", self.p.variables[var].ty);
        self.p.variables[copy].addressable = true;
        self.emit_implied(StatementKind::Live(copy), span, WHY);
        let value = self.p.var(var);
        self.assign_var(copy, value, span);
        let address = self.p.address_of(Place::var(copy))?;
        self.look_inside(tracked, address, ty, 0, objects, span)
    }
    /// A pointer, and what it leads to.
    fn look_at(
        &mut self,
        tracked: Tracked,
        pointer: ExprId,
        pointee: Qualified,
        depth: usize,
        objects: &mut usize,
        span: Span,
    ) -> Lower<()> {
        if self.c.types.is_function(pointee.ty) {
            return Ok(());
        }
        let pointer = self.keep("reached", pointer, span);
        let (object, before) = (self.p.var(tracked.object), self.p.var(tracked.found));
        let same = self.p.binary(Binary::SameObject, pointer, object)?;
        let found = self.p.binary(Binary::Or, before, same)?;
        self.set_tracked(tracked.found, found, span);
        let live = self.p.unary(Unary::PointerIsLive, pointer)?;
        let (then, join) = (self.new_block("leads"), self.new_block("on"));
        self.branch(live, then, join, span);
        self.enter(then);
        *objects += 1;
        let bytes = self.size(pointee.ty);
        let written = match bytes {
            Some(bytes) if depth < DEPTH && *objects < OBJECTS => {
                self.look_behind(tracked, (pointer, bytes), pointee, depth, objects, span)
            }
            _ => self.may_hold_pointers(tracked, pointer, 0, span),
        };
        self.goto_and_enter(join, span);
        written
    }
    /// What an object that is alive leads to.
    fn look_behind(
        &mut self,
        tracked: Tracked,
        (pointer, bytes): (ExprId, u64),
        pointee: Qualified,
        depth: usize,
        objects: &mut usize,
        span: Span,
    ) -> Lower<()> {
        if !self.holds_pointers(pointee.ty) {
            let is_raw = bytes <= 1;
            return if is_raw { self.may_hold_pointers(tracked, pointer, 0, span) } else { Ok(()) };
        }
        self.may_hold_pointers(tracked, pointer, bytes, span)?;
        let size = self.number(bytes);
        let whole = self.p.binary(Binary::PointerValid, pointer, size)?;
        let (then, join) = (self.new_block("whole"), self.new_block("part"));
        self.branch(whole, then, join, span);
        self.enter(then);
        let written = self.look_inside(tracked, pointer, pointee, depth, objects, span);
        self.goto_and_enter(join, span);
        written
    }
    /// The pointers that lie in an object of a type.
    fn look_inside(
        &mut self,
        tracked: Tracked,
        address: ExprId,
        ty: Qualified,
        depth: usize,
        objects: &mut usize,
        span: Span,
    ) -> Lower<()> {
        let inside = self.pointers_inside(ty.ty);
        if inside.more {
            let yes = self.p.bool_const(true);
            self.set_tracked(tracked.beyond, yes, span);
        }
        let sort = self.p.types.pointer();
        for (offset, target) in inside.pointers {
            let distance = self.number(offset);
            let at = self.p.binary(Binary::PointerAdd { stride: 1 }, address, distance)?;
            let inner = self.p.load(at, sort)?;
            self.look_at(tracked, inner, target, depth + 1, objects, span)?;
        }
        Ok(())
    }
    /// Something is not followed if the object is larger than what is, and has room for a pointer.
    fn may_hold_pointers(&mut self, tracked: Tracked, pointer: ExprId, followed: u64, span: Span) -> Lower<()> {
        let size = self.p.unary(Unary::PointerObjectSize, pointer)?;
        let least = self.number(followed.max(u64::from(self.p.target.pointer_bytes) - 1));
        let larger = self.p.binary(Binary::Less(Sign::Unsigned), least, size)?;
        let before = self.p.var(tracked.beyond);
        let beyond = self.p.binary(Binary::Or, before, larger)?;
        self.set_tracked(tracked.beyond, beyond, span);
        Ok(())
    }
}
