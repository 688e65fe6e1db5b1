//! What a function without body reaches through a pointer: the object, and by the types of its members what those
//! point to in turn.
//!
//! Members are followed a few steps deep. Where an object may hold more pointers than its type shows, or a chain goes on
//! (lists, trees), a check of kind `unsupported` says so, for proofs only: a violation does not need what is not followed.

use super::outside::Stub;
use super::visit::has_effects;
use super::{Lower, Lowerer};
use crate::sema::tree::{Cast, CastKind, Expr, ExprKind, Lvalue, LvalueKind};
use crate::types::{ArrayLength, Qualified, RecordKind, TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Place, Sign, StatementKind, Unary};

/// How many pointers are followed one behind the other, and how many objects all in all.
pub const DEPTH: usize = 3;
const OBJECTS: usize = 24;
/// How many pointers of one object.
const POINTERS: usize = 16;

/// Objects to write: a pointer into each, and what type it is seen as.
pub type Found = Vec<(ExprId, TypeId)>;

/// Pointers inside values of a type.
#[derive(Default)]
pub struct Inside {
    /// Where they are, in bytes, and what they point to.
    pub pointers: Vec<(u64, Qualified)>,
    /// There may be more.
    pub more: bool,
}

impl Lowerer<'_> {
    /// Everything that a pointer to a type reaches.
    pub fn reached(
        &mut self,
        stub: Stub,
        pointer: ExprId,
        pointee: Qualified,
        found: &mut Found,
        span: Span,
    ) -> Lower<()> {
        self.follow(stub, pointer, pointee, 0, found, span)
    }
    /// Everything that a value leads to: a pointer, or a structure or union that holds some.
    pub fn reached_by_value(
        &mut self,
        stub: Stub,
        value: ExprId,
        ty: TypeId,
        found: &mut Found,
        span: Span,
    ) -> Lower<()> {
        if let TypeKind::Pointer(pointee) = *self.c.types.kind(ty) {
            let value = self.keep("reached", value, span);
            return self.reached(stub, value, pointee, found, span);
        }
        if self.pointers_inside(ty).is_empty() {
            return Ok(());
        }
        // A copy, so that what holds the value need not have an address.
        let sort = self.p.type_of(value);
        let copy = self.temporary("reached", sort);
        self.p.variables[copy].addressable = true;
        self.emit_implied(StatementKind::Live(copy), span, "a function without body");
        self.assign_var(copy, value, span);
        let address = self.p.address_of(Place::var(copy))?;
        let mut inner = Vec::new();
        self.reached(stub, address, Qualified::plain(ty), &mut inner, span)?;
        found.extend(inner.into_iter().filter(|(pointer, _)| *pointer != address));
        Ok(())
    }
    /// What an argument reaches beyond what the type of its parameter tells.
    pub fn reached_by_argument(
        &mut self,
        stub: Stub,
        value: ExprId,
        argument: &Expr,
        parameter: Option<TypeId>,
        found: &mut Found,
        span: Span,
    ) -> Lower<()> {
        if let Some(pointer) = passed_as_number(argument) {
            let value = self.value(pointer)?;
            return self.reached_by_value(stub, value, pointer.ty, found, span);
        }
        let Some(parameter) = parameter else {
            return self.reached_by_value(stub, value, argument.ty, found, span);
        };
        let Some(shown) = self.c.types.pointee(argument.ty) else { return Ok(()) };
        let Some(declared) = self.c.types.pointee(parameter) else { return Ok(()) };
        let whole = pointed_object(argument).map_or(shown, Qualified::plain);
        if !self.pointers_inside(declared.ty).pointers.is_empty() || self.pointers_inside(whole.ty).is_empty() {
            return Ok(());
        }
        let mut inner = Vec::new();
        let start = self.start_of_object(value, span)?;
        self.follow(stub, start, whole, 0, &mut inner, span)?;
        // The object itself is the callee's business.
        found.extend(inner.into_iter().filter(|(pointer, _)| *pointer != start));
        Ok(())
    }
    fn start_of_object(&mut self, pointer: ExprId, span: Span) -> Lower<ExprId> {
        let offset = self.p.unary(Unary::PointerOffset, pointer)?;
        let back = self.p.unary(Unary::Negate, offset)?;
        let start = self.p.binary(Binary::PointerAdd { stride: 1 }, pointer, back)?;
        Ok(self.keep("start", start, span))
    }
    fn follow(
        &mut self,
        stub: Stub,
        pointer: ExprId,
        pointee: Qualified,
        depth: usize,
        found: &mut Found,
        span: Span,
    ) -> Lower<()> {
        if self.c.types.is_function(pointee.ty) {
            return Ok(());
        }
        if !pointee.qualifiers.constant {
            found.push((pointer, pointee.ty));
        }
        let inside = self.pointers_inside(pointee.ty);
        if inside.is_empty() {
            return Ok(());
        }
        let size = self.p.unary(Unary::PointerObjectSize, pointer)?;
        let most = self.size(pointee.ty).unwrap_or(0);
        let most = self.number(if inside.more { 0 } else { most });
        let covered = self.p.binary(Binary::LessEqual(Sign::Unsigned), size, most)?;
        self.not_beyond(stub, covered, span)?;
        for (offset, target) in inside.pointers {
            let distance = self.number(offset);
            let at = self.p.binary(Binary::PointerAdd { stride: 1 }, pointer, distance)?;
            let sort = self.p.types.pointer();
            let inner = self.p.load(at, sort)?;
            let inner = self.keep("reached", inner, span);
            if depth + 1 < DEPTH && found.len() < OBJECTS {
                self.follow(stub, inner, target, depth + 1, found, span)?;
            } else {
                let live = self.p.unary(Unary::PointerIsLive, inner)?;
                let ends = self.not(live)?;
                self.not_beyond(stub, ends, span)?;
            }
        }
        Ok(())
    }
    /// Proofs hold only where nothing else is reached.
    fn not_beyond(&mut self, stub: Stub, covered: ExprId, span: Span) -> Lower<()> {
        let what = "what a function without body may write behind further pointers is not supported; \
                    `--stub NAME=pure` says that it writes nothing";
        self.for_proofs(stub, span, |lowerer| {
            lowerer.check(CheckKind::Unsupported, covered, what, span);
            Ok(())
        })
    }
    pub fn pointers_inside(&self, ty: TypeId) -> Inside {
        let mut inside = Inside::default();
        self.add_pointers(ty, 0, &mut inside);
        inside
    }
    fn add_pointers(&self, ty: TypeId, at: u64, inside: &mut Inside) {
        if inside.pointers.len() >= POINTERS {
            inside.more = true;
            return;
        }
        match self.c.types.kind(ty) {
            TypeKind::Pointer(pointee) if self.c.types.is_function(pointee.ty) => {}
            TypeKind::Pointer(pointee) => inside.pointers.push((at, *pointee)),
            TypeKind::Record(record) => {
                let is_union = self.c.types.records[*record].kind == RecordKind::Union;
                let Some(members) = self.c.types.members(ty) else { return };
                let mut own = Inside::default();
                let own = if is_union { &mut own } else { &mut *inside };
                for field in &members.fields {
                    self.add_pointers(field.ty.ty, at + field.bit_offset / 8, own);
                }
                // Which member of a union holds something is not known.
                if is_union {
                    inside.more |= !own.is_empty();
                }
            }
            TypeKind::Array(element, length) => {
                let mut one = Inside::default();
                self.add_pointers(element.ty, 0, &mut one);
                if one.is_empty() {
                    return;
                }
                match (length, self.size(element.ty)) {
                    (ArrayLength::Known(count), Some(size)) if *count <= POINTERS as u64 => {
                        (0..*count).for_each(|number| self.add_pointers(element.ty, at + number * size, inside));
                    }
                    _ => inside.more = true,
                }
            }
            _ => {}
        }
    }
}

impl Inside {
    fn is_empty(&self) -> bool {
        self.pointers.is_empty() && !self.more
    }
}

/// The pointer of which an argument makes a number: `start((uintptr_t)buffer)`.
fn passed_as_number(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Cast(Cast { kind: CastKind::PointerToInteger, .. }, pointer) => {
            Some(&**pointer).filter(|pointer| !has_effects(pointer))
        }
        ExprKind::Cast(_, inner) => passed_as_number(inner),
        _ => None,
    }
}

/// The type of the whole object that an argument points into, where it shows that.
fn pointed_object(e: &Expr) -> Option<TypeId> {
    match &e.kind {
        ExprKind::Cast(_, inner) => pointed_object(inner),
        ExprKind::PointerAdd { pointer, .. } => pointed_object(pointer),
        ExprKind::AddressOf(l) | ExprKind::Decay(l) => Some(whole(l).ty.ty),
        _ => None,
    }
}

fn whole(l: &Lvalue) -> &Lvalue {
    match &l.kind {
        LvalueKind::Index(inner, _) | LvalueKind::Member(inner, _) => whole(inner),
        _ => l,
    }
}
