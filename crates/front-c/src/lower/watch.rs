//! Memory without a value, for checks of kind `uninitialized`: one byte is watched.
//!
//! Where an object begins without a value, an arbitrary choice may fall on one of its bytes: that byte is watched until
//! something is written there. A read that covers it is a read of a byte without a value. The choice is an input like
//! any other, so a proof holds for every byte, and a counterexample names one; memory itself needs no shadow.
//!
//! Copying is no reading: where bytes are copied (`memcpy`, characters one by one, structures as a whole) and the watched one
//! is among them, the watch may move to the copy. A structure that is a value (an argument, a result, one side
//! of an assignment) *carries* the position of the watched byte in it until it is stored. Bit-fields share bytes, so a bit of the byte
//! is chosen too, in programs that have some.
//!
//! A function without a body may write what its arguments point to, or not: a watched byte there is *open*
//! from then on, and reading it is neither fine nor a mistake, but `unsupported`.

use super::places::{Spot, Where};
use super::types::BitSlice;
use super::{Lower, Lowerer};
use crate::sema::tree::{Block, Callee, Expr, FunctionId, StmtKind};
use crate::types::{TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Initial, Place, PlaceBase, Sign, StatementKind, VarId, VariableKind};

const WHY: &str = "uninitialized check";

/// Global variables that say what is watched.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Points to a byte that has no value; null: none is watched.
    byte: VarId,
    /// Which bit of it, if there are bit-fields.
    bit: Option<VarId>,
    /// A function without a body may have written it.
    open: Option<VarId>,
    /// One more than the position of the watched byte in the structure that was evaluated last, or 0.
    carried: VarId,
    /// The same for arguments that are structures, by their position.
    passed: Vec<VarId>,
    /// The function that returned last gave no value.
    no_result: VarId,
}

/// Bytes of memory, or some bits of them.
#[derive(Clone, Copy)]
struct Range {
    address: ExprId,
    bytes: ExprId,
    bits: Option<BitSlice>,
}

impl Lowerer<'_> {
    pub fn prepare_watch(&mut self) {
        if !self.options.uninitialized {
            return;
        }
        let records = self.c.types.records.iter();
        let has_bits = records.flat_map(|(_, record)| record.fields()).any(|field| field.is_bit_field());
        let is_unknown = |id: FunctionId| {
            let function = &self.c.functions[id];
            function.body.is_none() && function.attributes.alias.is_none() && self.known_function(id).is_none()
        };
        let has_unknown = self.c.functions.ids().any(is_unknown);
        let (pointer, byte, truth, number) =
            (self.p.types.pointer(), self.p.types.unsigned(8), self.p.types.bool(), self.p.types.unsigned(64));
        self.watch = Some(Watch {
            byte: self.watch_variable("byte without a value", pointer),
            bit: has_bits.then(|| self.watch_variable("bit without a value", byte)),
            open: has_unknown.then(|| self.watch_variable("may have a value", truth)),
            carried: self.watch_variable("carried", number),
            passed: Vec::new(),
            no_result: self.watch_variable("no result", truth),
        });
    }
    fn watch_variable(&mut self, name: &str, ty: ir::TypeId) -> VarId {
        let name = super::numbered(&mut self.global_names, name);
        let var = self.p.add_variable(name, ty, VariableKind::Global, None);
        (self.p.variables[var].temporary, self.p.variables[var].initial) = (true, Initial::Zero);
        var
    }
    /// The watch, where something is executed.
    fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref().filter(|_| !self.frame.is_constant)
    }
    pub fn is_watching(&self) -> bool {
        self.watch().is_some()
    }
    /// Whether objects of a type are followed as memory even if their address is not used.
    pub fn is_watched_type(&self, ty: TypeId) -> bool {
        self.watch.is_some() && matches!(self.c.types.kind(ty), TypeKind::Record(_) | TypeKind::Array(..))
    }
    fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.c.types.kind(ty), TypeKind::Record(_))
    }
    fn set(&mut self, var: VarId, value: ExprId, span: Span) {
        self.emit_implied(StatementKind::Assign { target: Place::var(var), value }, span, WHY);
    }
    fn coin(&mut self, span: Span) -> ExprId {
        let truth = self.p.types.bool();
        self.arbitrary("watch", truth, span, WHY)
    }

    // ---- where the watched byte is ----

    /// The memory of a spot, if it is memory.
    fn range_of(&mut self, spot: &Spot) -> Lower<Option<Range>> {
        let Where::Place(place) = &spot.at else { return Ok(None) };
        if matches!(place.base, PlaceBase::Var(var) if !self.p.variables[var].addressable) {
            return Ok(None);
        }
        let bytes = match spot.bits {
            Some(bits) => u64::from(bits.unit / 8),
            None if matches!(self.c.types.kind(spot.ty), TypeKind::VaList) => u64::from(self.p.target.pointer_bytes),
            None => match self.size(spot.ty) {
                Some(size) => size,
                None => return Ok(None),
            },
        };
        let address = self.address_of_place(place)?;
        Ok(Some(Range { address, bytes: self.number(bytes), bits: spot.bits }))
    }
    /// How far behind an address the watched byte is.
    fn distance(&mut self, watch: &Watch, address: ExprId) -> Lower<ExprId> {
        let byte = self.p.var(watch.byte);
        Ok(self.p.binary(Binary::PointerDifference, byte, address)?)
    }
    /// Whether the watched byte is one of some bytes (the watched bit one of some bits).
    fn covers(&mut self, watch: &Watch, range: Range) -> Lower<ExprId> {
        let (byte, null) = (self.p.var(watch.byte), self.p.null());
        let some = self.p.binary(Binary::NotEqual, byte, null)?;
        let same = self.p.binary(Binary::SameObject, byte, range.address)?;
        let distance = self.distance(watch, range.address)?;
        let inside = self.p.binary(Binary::Less(Sign::Unsigned), distance, range.bytes)?;
        let here = self.p.binary(Binary::And, some, same)?;
        let here = self.p.binary(Binary::And, here, inside)?;
        let (Some(bits), Some(bit)) = (range.bits, watch.bit) else { return Ok(here) };
        let eight = self.p.int_const(self.p.type_of(distance), 8)?;
        let position = self.p.binary(Binary::Multiply, distance, eight)?;
        let bit = self.p.var(bit);
        let bit = self.extend(bit, false, 64)?;
        let position = self.p.binary(Binary::Add, position, bit)?;
        let shift = self.p.int_const(self.p.type_of(position), bits.shift)?;
        let position = self.p.binary(Binary::Subtract, position, shift)?;
        let width = self.number(bits.width.into());
        let among = self.p.binary(Binary::Less(Sign::Unsigned), position, width)?;
        Ok(self.p.binary(Binary::And, here, among)?)
    }

    // ---- objects begin ----

    /// An object of so many bytes begins without a value.
    pub fn watch_object(&mut self, address: ExprId, bytes: ExprId, span: Span) -> Lower<()> {
        let Some(watch) = self.watch().cloned() else { return Ok(()) };
        let coin = self.coin(span);
        let number = self.p.types.unsigned(64);
        let position = self.arbitrary("position", number, span, WHY);
        let inside = self.p.binary(Binary::Less(Sign::Unsigned), position, bytes)?;
        let taken = self.p.binary(Binary::And, coin, inside)?;
        let byte = self.p.binary(Binary::PointerAdd { stride: 1 }, address, position)?;
        let old = self.p.var(watch.byte);
        let new = self.p.if_else(taken, byte, old)?;
        self.set(watch.byte, new, span);
        if let Some(bit) = watch.bit {
            let (old, sort) = (self.p.var(bit), self.p.types.unsigned(8));
            let any = self.arbitrary("bit", sort, span, WHY);
            let low = self.p.int_const(sort, 7)?;
            let any = self.p.binary(Binary::BitAnd, any, low)?;
            let new = self.p.if_else(taken, any, old)?;
            self.set(bit, new, span);
        }
        if let Some(open) = watch.open {
            let old = self.p.var(open);
            let never = self.not(taken)?;
            let new = self.p.binary(Binary::And, old, never)?;
            self.set(open, new, span);
        }
        Ok(())
    }

    // ---- writes ----

    /// Some bytes get a value.
    pub fn watch_written(&mut self, address: ExprId, bytes: ExprId, span: Span) -> Lower<()> {
        self.written(Range { address, bytes, bits: None }, span)
    }
    fn written(&mut self, range: Range, span: Span) -> Lower<()> {
        let Some(watch) = self.watch().cloned() else { return Ok(()) };
        let here = self.covers(&watch, range)?;
        let (old, null) = (self.p.var(watch.byte), self.p.null());
        let new = self.p.if_else(here, null, old)?;
        self.set(watch.byte, new, span);
        Ok(())
    }
    /// A value was stored at a spot; a structure may have carried the watched byte there.
    pub fn watch_stored(&mut self, spot: &Spot, span: Span) -> Lower<()> {
        let Some(watch) = self.watch().cloned() else { return Ok(()) };
        let Some(range) = self.range_of(spot)? else { return Ok(()) };
        if !self.is_record(spot.ty) {
            return self.written(range, span);
        }
        let coin = self.coin(span);
        let carried = self.p.var(watch.carried);
        self.arrive(&watch, range, carried, Some(coin), span)
    }
    /// The watched byte comes with a structure that is stored in a range.
    fn arrive(&mut self, watch: &Watch, range: Range, carried: ExprId, coin: Option<ExprId>, span: Span) -> Lower<()> {
        let zero = self.number(0);
        let mut comes = self.p.binary(Binary::NotEqual, carried, zero)?;
        if let Some(coin) = coin {
            comes = self.p.binary(Binary::And, comes, coin)?;
        }
        let one = self.number(1);
        let position = self.p.binary(Binary::Subtract, carried, one)?;
        let there = self.p.binary(Binary::PointerAdd { stride: 1 }, range.address, position)?;
        let here = self.covers(watch, range)?;
        let (old, null) = (self.p.var(watch.byte), self.p.null());
        let kept = self.p.if_else(here, null, old)?;
        let new = self.p.if_else(comes, there, kept)?;
        self.set(watch.byte, new, span);
        Ok(())
    }
    /// So many bytes were copied.
    pub fn watch_copied(&mut self, target: ExprId, source: ExprId, bytes: ExprId, span: Span) -> Lower<()> {
        let Some(watch) = self.watch().cloned() else { return Ok(()) };
        let among = self.covers(&watch, Range { address: source, bytes, bits: None })?;
        let coin = self.coin(span);
        let moves = self.p.binary(Binary::And, among, coin)?;
        let distance = self.distance(&watch, source)?;
        let there = self.p.binary(Binary::PointerAdd { stride: 1 }, target, distance)?;
        let overwritten = self.covers(&watch, Range { address: target, bytes, bits: None })?;
        let (old, null) = (self.p.var(watch.byte), self.p.null());
        let kept = self.p.if_else(overwritten, null, old)?;
        let new = self.p.if_else(moves, there, kept)?;
        self.set(watch.byte, new, span);
        Ok(())
    }
    /// A function without a body may have written into an object.
    pub fn watch_opened(&mut self, pointer: ExprId, span: Span) -> Lower<()> {
        let Some(Watch { byte, open: Some(open), .. }) = self.watch().cloned() else { return Ok(()) };
        let (byte, old) = (self.p.var(byte), self.p.var(open));
        let here = self.p.binary(Binary::SameObject, byte, pointer)?;
        let new = self.p.binary(Binary::Or, old, here)?;
        self.set(open, new, span);
        Ok(())
    }

    // ---- reads ----

    /// Before the value of a spot in memory is used.
    pub fn check_watched(&mut self, spot: &Spot) -> Lower<()> {
        let Some(range) = self.range_of(spot).map(|range| range.filter(|_| self.is_watching()))? else { return Ok(()) };
        let text = self.text(spot.span);
        self.check_range(range, &format!("`{text}`"), spot.span)
    }
    /// Before bytes are read and their values matter.
    pub fn check_bytes_watched(&mut self, address: ExprId, bytes: ExprId, what: &str, span: Span) -> Lower<()> {
        if !self.is_watching() {
            return Ok(());
        }
        self.check_range(Range { address, bytes, bits: None }, what, span)
    }
    fn check_range(&mut self, range: Range, what: &str, span: Span) -> Lower<()> {
        let Some(watch) = self.watch().cloned() else { return Ok(()) };
        let here = self.covers(&watch, range)?;
        let fine = self.not(here)?;
        let Some(open) = watch.open else {
            self.check(CheckKind::Uninitialized, fine, format!("{what} must have a value"), span);
            return Ok(());
        };
        let open = self.p.var(open);
        let fine_or_open = self.p.binary(Binary::Or, fine, open)?;
        self.check(CheckKind::Uninitialized, fine_or_open, format!("{what} must have a value"), span);
        let description =
            format!("whether {what} has a value when a function without a body decides it is not supported");
        self.check(CheckKind::Unsupported, fine, description, span);
        Ok(())
    }

    // ---- structures as values ----

    /// A structure is read as a whole: the watched byte may be part of it.
    pub fn carry(&mut self, spot: &Spot) -> Lower<()> {
        let Some(watch) = self.watch().cloned() else { return Ok(()) };
        let zero = self.number(0);
        let carried = match self.range_of(spot)? {
            None => zero,
            Some(range) => {
                let here = self.covers(&watch, range)?;
                let distance = self.distance(&watch, range.address)?;
                let distance = self.extend(distance, false, 64)?;
                let one = self.p.int_const(self.p.type_of(distance), 1)?;
                let position = self.p.binary(Binary::Add, distance, one)?;
                let none = self.p.int_const(self.p.type_of(position), 0)?;
                self.p.if_else(here, position, none)?
            }
        };
        self.set(watch.carried, carried, spot.span);
        Ok(())
    }
    /// A structure was made of parts that all have values.
    pub fn carry_nothing(&mut self, ty: TypeId, span: Span) {
        let Some(watch) = self.watch().cloned().filter(|_| self.is_record(ty)) else { return };
        let zero = self.number(0);
        self.set(watch.carried, zero, span);
    }
    /// Keeps what a structure carries while something else is evaluated.
    pub fn carried(&mut self, ty: TypeId, span: Span) -> Option<ExprId> {
        let watch = self.watch().cloned().filter(|_| self.is_record(ty))?;
        let carried = self.p.var(watch.carried);
        Some(self.keep("carried", carried, span))
    }
    pub fn carry_again(&mut self, carried: Option<ExprId>, span: Span) {
        if let (Some(carried), Some(watch)) = (carried, self.watch().cloned()) {
            self.set(watch.carried, carried, span);
        }
    }
    /// A structure becomes part of something that carries nothing.
    pub fn carried_is_lost(&mut self, ty: TypeId, span: Span) -> Lower<()> {
        let Some(watch) = self.watch().cloned().filter(|_| self.is_record(ty)) else { return Ok(()) };
        let (carried, zero) = (self.p.var(watch.carried), self.number(0));
        let none = self.p.binary(Binary::Equal, carried, zero)?;
        let text = self.text(span);
        self.check(
            CheckKind::Unsupported,
            none,
            format!("`{text}` with parts without a value is not supported here"),
            span,
        );
        Ok(())
    }
    /// What the arguments of a call that is about to happen carry.
    pub fn pass_carried(&mut self, arguments: &[Option<ExprId>], span: Span) {
        for (position, carried) in arguments.iter().enumerate() {
            let Some(carried) = *carried else { continue };
            let var = self.passed_variable(position);
            self.set(var, carried, span);
        }
    }
    /// Unnamed arguments lie in memory that is not followed.
    pub fn unnamed_carry_nothing(&mut self, types: &[TypeId], named: usize, span: Span) -> Lower<()> {
        for (number, ty) in types.iter().enumerate() {
            if !self.is_watching() || !self.is_record(*ty) {
                continue;
            }
            let passed = self.passed_variable(named + number);
            let (carried, zero) = (self.p.var(passed), self.number(0));
            let none = self.p.binary(Binary::Equal, carried, zero)?;
            let description = "an unnamed argument with parts without a value is not supported";
            self.check(CheckKind::Unsupported, none, description, span);
        }
        Ok(())
    }
    fn passed_variable(&mut self, position: usize) -> VarId {
        let number = self.p.types.unsigned(64);
        while self.watch.as_ref().is_some_and(|watch| watch.passed.len() <= position) {
            let var = self.watch_variable("passed", number);
            self.watch.iter_mut().for_each(|watch| watch.passed.push(var));
        }
        self.watch.as_ref().map_or(VarId(0), |watch| watch.passed[position])
    }
    /// Parameters that are structures get what their arguments carry.
    pub fn receive_carried(&mut self, id: FunctionId, span: Span) -> Lower<()> {
        let parameters = self.c.functions[id].parameters.clone();
        for (position, variable) in parameters.into_iter().enumerate() {
            let ty = self.c.variables[variable].ty.ty;
            let Some(watch) = self.watch().cloned().filter(|_| self.is_record(ty)) else { continue };
            let passed = self.passed_variable(position);
            let (carried, var) = (self.p.var(passed), self.variable(variable)?);
            if !self.p.variables[var].addressable {
                continue;
            }
            let address = self.p.address_of(Place::var(var))?;
            let bytes = self.size(ty).unwrap_or(0);
            let range = Range { address, bytes: self.number(bytes), bits: None };
            let coin = self.coin(span);
            self.arrive(&watch, range, carried, Some(coin), span)?;
            let zero = self.number(0);
            self.set(passed, zero, span);
        }
        Ok(())
    }

    // ---- results ----

    /// A function returns, with a value or without. Most functions never return without.
    pub fn watch_return(&mut self, given: bool, span: Span) {
        let Some(watch) = self.watch().cloned() else { return };
        let function = self.frame.function;
        if self.frame.result.is_none() || !function.is_some_and(|id| self.may_give_no_value(id)) {
            return;
        }
        let missing = self.p.bool_const(!given);
        self.set(watch.no_result, missing, span);
    }
    /// The result of a call is used.
    pub fn check_result(&mut self, callee: &Callee, ty: TypeId, span: Span) -> Lower<()> {
        let Some(watch) = self.watch().cloned().filter(|_| !self.c.types.is_void(ty)) else { return Ok(()) };
        let may_miss = match callee {
            Callee::Direct(id) => self.may_give_no_value(*id),
            Callee::Pointer(_) => self.address_taken.iter().any(|id| self.may_give_no_value(*id)),
        };
        if may_miss {
            let missing = self.p.var(watch.no_result);
            let description = format!("`{}` must give a value", self.text(span));
            self.check_not(CheckKind::Uninitialized, missing, description, span)?;
        }
        Ok(())
    }
    fn may_give_no_value(&self, id: FunctionId) -> bool {
        let function = &self.c.functions[id];
        let has_result = self.c.types.function_type(function.ty).is_some_and(|ty| !self.c.types.is_void(ty.result));
        has_result && &*function.name != "main" && function.body.as_ref().is_some_and(|b| !ends(&b.block))
    }

    // ---- characters ----

    /// An lvalue of a character type whose value is the expression: copying it copies that it has no value.
    pub fn copied_character<'e>(&self, e: &'e Expr) -> Option<&'e crate::sema::tree::Lvalue> {
        use crate::sema::tree::{CastKind, ExprKind};
        let is_character =
            |ty: TypeId| self.c.types.is_integer(ty) && !self.c.types.is_bool(ty) && self.size(ty) == Some(1);
        match &e.kind {
            _ if !is_character(e.ty) || !self.is_watching() || self.evaluated(e).is_some() => None,
            ExprKind::Load(lvalue) if !lvalue.ty.qualifiers.volatile => Some(lvalue),
            ExprKind::Cast(cast, inner) if matches!(cast.kind, CastKind::Integer | CastKind::Same) => {
                self.copied_character(inner)
            }
            _ => None,
        }
    }
    /// Whether a spot with a character has no value.
    pub fn is_open(&mut self, spot: &Spot) -> Lower<ExprId> {
        if let Some(shadow) = &spot.shadow {
            let flag = self.p.read_place(shadow)?;
            return self.not(flag);
        }
        match (self.range_of(spot)?, self.watch().cloned()) {
            (Some(range), Some(watch)) => self.covers(&watch, range),
            _ => Ok(self.p.bool_const(false)),
        }
    }
    /// A character was copied to a spot from one of which it is known whether it had a value.
    pub fn character_arrives(&mut self, spot: &Spot, open: ExprId, span: Span) -> Lower<()> {
        if let Some(shadow) = spot.shadow.clone() {
            let value = self.not(open)?;
            self.emit_implied(StatementKind::Assign { target: shadow, value }, span, WHY);
            return Ok(());
        }
        let (Some(range), Some(watch)) = (self.range_of(spot)?, self.watch().cloned()) else { return Ok(()) };
        let coin = self.coin(span);
        let moves = self.p.binary(Binary::And, open, coin)?;
        let old = self.p.var(watch.byte);
        let new = self.p.if_else(moves, range.address, old)?;
        self.set(watch.byte, new, span);
        Ok(())
    }
}

/// Whether a body is simple enough to see that it returns a value wherever it ends.
fn ends(block: &Block) -> bool {
    let returns_nothing = block.statements.iter().any(|s| has_empty_return(&s.kind));
    !returns_nothing && block.statements.last().is_some_and(|last| last_returns(&last.kind))
}

fn last_returns(statement: &StmtKind) -> bool {
    let returns = |block: &Block| block.statements.last().is_some_and(|last| last_returns(&last.kind));
    match statement {
        StmtKind::Return(Some(_)) => true,
        StmtKind::Block(block) | StmtKind::Contracted { body: block, .. } => returns(block),
        StmtKind::If { then, otherwise: Some(otherwise), .. } => returns(then) && returns(otherwise),
        _ => false,
    }
}

fn has_empty_return(statement: &StmtKind) -> bool {
    let inside = |block: &Block| block.statements.iter().any(|s| has_empty_return(&s.kind));
    match statement {
        StmtKind::Return(None) => true,
        StmtKind::Block(block)
        | StmtKind::Contracted { body: block, .. }
        | StmtKind::While { body: block, .. }
        | StmtKind::DoWhile { body: block, .. }
        | StmtKind::For { body: block, .. }
        | StmtKind::Switch { body: block, .. } => inside(block),
        StmtKind::If { then, otherwise, .. } => inside(then) || otherwise.as_ref().is_some_and(inside),
        _ => false,
    }
}
