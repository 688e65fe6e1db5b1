//! Allocation, release, and bytes copied, filled or made arbitrary.

use super::known::Known;
use super::visit::has_effects;
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{BinaryOperator, Callee, CastKind, Expr, ExprKind};
use crate::types::TypeId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{AllocationKind, Binary, CheckKind, ExprId, Place, Sign, StatementKind, Unary, VarId};

/// What the C library allocates lies at multiples of this.
pub const ALLOCATED_ALIGNMENT: u64 = 16;

/// What is allocated.
struct Request {
    element: ir::TypeId,
    element_bytes: u64,
    count: ExprId,
    zeroed: bool,
    kind: AllocationKind,
}

impl Lowerer<'_> {
    /// `(T *) malloc (n * sizeof (T))`: an object of elements of type `T`.
    pub fn typed_allocation(&mut self, cast: &Expr, inner: &Expr) -> Lower<Option<ExprId>> {
        let (ExprKind::Cast(how, _), ExprKind::Call { callee: Callee::Direct(function), arguments }) =
            (&cast.kind, &inner.kind)
        else {
            return Ok(None);
        };
        let (known, pointee) = (self.known_function(*function), self.c.types.pointee(cast.ty));
        let (CastKind::Pointer, Some(known), Some(pointee)) = (how.kind, known, pointee) else { return Ok(None) };
        let Some(bytes) = self.size(pointee.ty).filter(|n| *n > 0) else { return Ok(None) };
        let Ok(element) = self.ty(pointee.ty) else { return Ok(None) };
        let (size, zeroed, kind) = match (known, arguments.as_slice()) {
            (Known::Malloc, [size]) => (size, false, AllocationKind::Heap),
            (Known::Alloca, [size]) => (size, false, AllocationKind::Stack),
            (Known::Calloc, [count, size]) if is_number(size, bytes) => {
                let value = self.value(count)?;
                let count = self.as_index(value, count.ty)?;
                let request =
                    Request { element, element_bytes: bytes, count, zeroed: true, kind: AllocationKind::Heap };
                return Ok(Some(self.allocation(request, None, inner.span)?));
            }
            _ => return Ok(None),
        };
        let Some((count, factor)) = count_of(size, bytes) else { return Ok(None) };
        let count = match count {
            None => self.number(factor),
            // In a signed type the multiplication itself is checked; the size may be evaluated again.
            Some(_) if factor != 1 || has_effects(size) || self.is_signed(without_casts(size).ty) => {
                return Ok(None);
            }
            Some(count) => {
                let value = self.value(count)?;
                let value = self.as_index(value, count.ty)?;
                self.keep("count", value, count.span)
            }
        };
        let request = Request { element, element_bytes: bytes, count, zeroed, kind };
        Ok(Some(self.allocation(request, Some(size), inner.span)?))
    }
    /// An allocation of so many bytes.
    pub fn allocate_bytes(&mut self, bytes: ExprId, zeroed: bool, kind: AllocationKind, span: Span) -> Lower<ExprId> {
        let element = self.p.types.unsigned(8);
        let request = Request { element, element_bytes: 1, count: bytes, zeroed, kind };
        self.allocation(request, None, span)
    }
    /// `calloc (count, size)`: fails where the product does not fit.
    pub fn calloc(&mut self, count: ExprId, size: ExprId, span: Span) -> Lower<ExprId> {
        let pointer = self.p.types.pointer();
        let result = self.temporary("allocated", pointer);
        let (fits, fails, join) = (self.new_block("fits"), self.new_block("fails"), self.new_block("join"));
        let overflows = self.p.binary(Binary::MultiplyOverflows(Sign::Unsigned), count, size)?;
        self.branch(overflows, fails, fits, span);
        self.enter(fits);
        let bytes = self.p.binary(Binary::Multiply, count, size)?;
        let made = self.allocate_bytes(bytes, true, AllocationKind::Heap, span)?;
        self.assign_var(result, made, span);
        self.goto(join, span);
        self.enter(fails);
        let null = self.p.null();
        self.assign_var(result, null, span);
        self.goto_and_enter(join, span);
        Ok(self.p.var(result))
    }
    /// The allocation itself; it may fail, and does if it is too large. `size` is the size in bytes as written:
    /// where the count is so large that it wraps around, that is what is allocated.
    fn allocation(&mut self, request: Request, size: Option<&Expr>, span: Span) -> Lower<ExprId> {
        let pointer = self.p.types.pointer();
        let result = self.temporary("allocated", pointer);
        let most = self.largest_object() / request.element_bytes.max(1);
        let constant = self.constant_int(request.count).and_then(ir::Bits::small);
        let on_heap = request.kind == AllocationKind::Heap;
        let may_fail = on_heap && !self.options.malloc_succeeds;
        let join = self.new_block("allocated");
        if constant.is_none_or(|n| n > most) {
            let limit = self.number(most);
            let small = self.p.binary(Binary::LessEqual(Sign::Unsigned), request.count, limit)?;
            if on_heap && !may_fail && constant.is_some() && size.is_none() {
                // To assume that it succeeds would be to assume a contradiction.
                return Err(Refusal::at("an object larger than the address space, whose allocation succeeds,", span));
            }
            if on_heap && !may_fail && size.is_none() {
                self.assume(small, span);
                return self.succeeding(result, request, join, span);
            }
            let (then, otherwise) = (self.new_block("fits"), self.new_block("toolarge"));
            self.branch(small, then, otherwise, span);
            self.enter(otherwise);
            self.too_large(result, &request, size, span)?;
            self.goto(join, span);
            self.enter(then);
        }
        if may_fail {
            let truth = self.p.types.bool();
            let fails = self.arbitrary("allocation fails", truth, span, ir::InputRole::AllocationFails);
            let (failed, made) = (self.new_block("fails"), self.new_block("succeeds"));
            self.branch(fails, failed, made, span);
            self.enter(failed);
            let null = self.p.null();
            self.assign_var(result, null, span);
            self.goto(join, span);
            self.enter(made);
        }
        self.succeeding(result, request, join, span)
    }
    fn succeeding(&mut self, result: VarId, request: Request, join: ir::BlockId, span: Span) -> Lower<ExprId> {
        let Request { element, element_bytes, count, zeroed, kind } = request;
        let (target, alignment) = (Place::var(result), ALLOCATED_ALIGNMENT);
        self.emit(StatementKind::Allocate { target, element, count, zeroed, kind, alignment }, span);
        if !zeroed && self.is_watching() {
            let (address, unit) = (self.p.var(result), self.number(element_bytes));
            let bytes = self.p.binary(Binary::Multiply, count, unit)?;
            self.watch_object(address, bytes, span)?;
        }
        if kind == AllocationKind::Heap {
            self.track_allocation(result, span);
            self.count_allocation(1, span)?;
        }
        self.goto_and_enter(join, span);
        Ok(self.p.var(result))
    }
    /// Bytes of the largest object there can be.
    pub fn largest_object(&self) -> u64 {
        if self.p.target.pointer_bytes >= 8 { ir::Pointer::MAX_OFFSET as u64 } else { i32::MAX as u64 }
    }
    /// More elements than any object has: their size in bytes wraps around, or the allocation fails.
    fn too_large(&mut self, result: VarId, request: &Request, size: Option<&Expr>, span: Span) -> Lower<()> {
        let made = match size {
            Some(size) => {
                let bytes = self.value(size)?;
                let bytes = self.as_index(bytes, size.ty)?;
                self.allocate_bytes(bytes, request.zeroed, request.kind, span)?
            }
            None => self.p.null(),
        };
        self.assign_var(result, made, span);
        Ok(())
    }
    /// Keeps count of the objects on the heap, when leaks are checked.
    fn count_allocation(&mut self, change: i64, span: Span) -> Lower<()> {
        let Some(counter) = self.live_allocations else { return Ok(()) };
        let old = self.p.var(counter);
        let change = self.p.int_const(self.p.type_of(old), change)?;
        let new = self.p.binary(Binary::Add, old, change)?;
        self.emit_implied(StatementKind::Assign { target: Place::var(counter), value: new }, span, "leak check");
        Ok(())
    }

    // ---- release ----

    pub fn free(&mut self, pointer: ExprId, span: Span) -> Lower<()> {
        let pointer = self.keep("released", pointer, span);
        self.check_free(pointer, "free", span)?;
        if self.live_allocations.is_some() {
            let null = self.p.null();
            let is_object = self.p.binary(Binary::NotEqual, pointer, null)?;
            let (then, join) = (self.new_block("release"), self.new_block("released"));
            self.branch(is_object, then, join, span);
            self.enter(then);
            self.count_allocation(-1, span)?;
            self.goto_and_enter(join, span);
        }
        self.emit(StatementKind::Release(pointer), span);
        Ok(())
    }
    /// Null, or the start of a live object on the heap.
    pub fn check_free(&mut self, pointer: ExprId, function: &str, span: Span) -> Lower<()> {
        let null = self.p.null();
        let is_null = self.p.binary(Binary::Equal, pointer, null)?;
        let live = self.p.unary(Unary::PointerIsLive, pointer)?;
        let heap = self.p.unary(Unary::PointerIsHeap, pointer)?;
        let offset = self.p.unary(Unary::PointerOffset, pointer)?;
        let zero = self.p.int_const(self.p.type_of(offset), 0)?;
        let start = self.p.binary(Binary::Equal, offset, zero)?;
        let allocated = self.p.binary(Binary::And, live, heap)?;
        let allocated = self.p.binary(Binary::And, allocated, start)?;
        let fine = self.p.binary(Binary::Or, is_null, allocated)?;
        let description =
            format!("the pointer given to `{function}` must be null or the start of a live allocated object");
        self.check(CheckKind::Free, fine, description, span);
        Ok(())
    }
    /// Before the program ends: everything on the heap has been released.
    pub fn check_leak(&mut self, span: Span) -> Lower<()> {
        let Some(counter) = self.live_allocations else { return Ok(()) };
        let count = self.p.var(counter);
        let zero = self.p.int_const(self.p.type_of(count), 0)?;
        let none = self.p.binary(Binary::Equal, count, zero)?;
        self.check(CheckKind::Leak, none, "every allocated object must be released before the program ends", span);
        Ok(())
    }

    // ---- bytes ----

    /// So many bytes from a pointer on lie in a live object (none is always fine).
    pub fn check_bytes(&mut self, pointer: ExprId, bytes: ExprId, what: &str, span: Span) -> Lower<()> {
        let constant = self.constant_int(bytes).map(ir::Bits::is_zero);
        if constant == Some(true) {
            return Ok(());
        }
        let mut fine = self.p.binary(Binary::PointerValid, pointer, bytes)?;
        if constant.is_none() {
            let zero = self.number(0);
            let none = self.p.binary(Binary::Equal, bytes, zero)?;
            fine = self.p.binary(Binary::Or, none, fine)?;
        }
        self.check(CheckKind::Pointer, fine, what.to_string(), span);
        Ok(())
    }
    pub fn copy_bytes(
        &mut self,
        (target, source, bytes): (ExprId, ExprId, ExprId),
        function: &str,
        may_overlap: bool,
        span: Span,
    ) -> Lower<()> {
        self.check_bytes(target, bytes, &format!("the target of `{function}` must be large enough and alive"), span)?;
        self.check_bytes(source, bytes, &format!("the source of `{function}` must be large enough and alive"), span)?;
        self.check_writable(target, None, &format!("the target of `{function}`"), span)?;
        if !may_overlap {
            self.check_apart(target, source, bytes, function, span)?;
        }
        self.emit(StatementKind::CopyMemory { target, source, bytes }, span);
        self.watch_copied(target, source, bytes, span)
    }
    fn check_apart(&mut self, target: ExprId, source: ExprId, bytes: ExprId, function: &str, span: Span) -> Lower<()> {
        let same = self.p.binary(Binary::SameObject, target, source)?;
        let other = self.not(same)?;
        let forward = self.p.binary(Binary::PointerDifference, target, source)?;
        let backward = self.p.binary(Binary::PointerDifference, source, target)?;
        // Both objects are known to hold the bytes, so no distance is near the limits of 64 bits.
        let behind = self.p.binary(Binary::LessEqual(Sign::Signed), bytes, forward)?;
        let before = self.p.binary(Binary::LessEqual(Sign::Signed), bytes, backward)?;
        let apart = self.p.binary(Binary::Or, behind, before)?;
        let apart = self.p.binary(Binary::Or, other, apart)?;
        let zero = self.number(0);
        let none = self.p.binary(Binary::Equal, bytes, zero)?;
        let fine = self.p.binary(Binary::Or, none, apart)?;
        self.check(CheckKind::Pointer, fine, format!("the objects of `{function}` must not overlap"), span);
        Ok(())
    }
    pub fn fill_bytes(&mut self, target: ExprId, value: ExprId, bytes: ExprId, span: Span) -> Lower<()> {
        self.check_bytes(target, bytes, "the target of `memset` must be large enough and alive", span)?;
        self.check_writable(target, None, "the target of `memset`", span)?;
        let value = self.extend(value, false, 8)?;
        self.emit(StatementKind::FillMemory { target, value, bytes }, span);
        self.watch_written(target, bytes, span)
    }
    /// Arbitrary values are written to so many bytes.
    pub fn havoc_bytes(&mut self, target: ExprId, bytes: ExprId, span: Span) -> Lower<()> {
        let element = self.p.types.unsigned(8);
        self.havoc_elements(target, element, bytes, bytes, span)?;
        self.watch_written(target, bytes, span)
    }
    /// Arbitrary values in `bytes` bytes, made as `count` elements.
    pub fn havoc_elements(
        &mut self,
        target: ExprId,
        element: ir::TypeId,
        count: ExprId,
        bytes: ExprId,
        span: Span,
    ) -> Lower<()> {
        let pointer = self.p.types.pointer();
        let source = self.temporary("arbitrary", pointer);
        let kind = AllocationKind::Stack;
        let place = Place::var(source);
        let allocate = StatementKind::Allocate { target: place, element, count, zeroed: false, kind, alignment: 1 };
        self.emit_implied(allocate, span, "arbitrary contents");
        let source = self.p.var(source);
        self.emit(StatementKind::CopyMemory { target, source, bytes }, span);
        self.emit_implied(StatementKind::Release(source), span, "arbitrary contents");
        Ok(())
    }
    /// Arbitrary values in the whole object a pointer points into, whatever its size: a function of which nothing is known
    /// may have written there.
    pub fn havoc_object(&mut self, pointer: ExprId, element: Option<TypeId>, span: Span) -> Lower<()> {
        self.watch_opened(pointer, span)?;
        let size = self.p.unary(Unary::PointerObjectSize, pointer)?;
        let size = self.keep("size", size, span);
        let offset = self.p.unary(Unary::PointerOffset, pointer)?;
        let back = self.p.unary(Unary::Negate, offset)?;
        let start = self.p.binary(Binary::PointerAdd { stride: 1 }, pointer, back)?;
        let start = self.keep("start", start, span);
        let element = element.and_then(|ty| Some((self.size(ty).filter(|n| *n > 1)?, self.ty(ty).ok()?)));
        let Some((bytes, element)) = element else {
            let byte = self.p.types.unsigned(8);
            return self.havoc_elements(start, byte, size, size, span);
        };
        let unit = self.number(bytes);
        let count = self.p.binary(Binary::Divide(Sign::Unsigned), size, unit)?;
        let whole = self.p.binary(Binary::Multiply, count, unit)?;
        self.havoc_elements(start, element, count, whole, span)
    }
}

/// An expression without conversions between integers that keep its value.
fn without_casts(mut e: &Expr) -> &Expr {
    while let ExprKind::Cast(cast, inner) = &e.kind {
        if cast.kind != CastKind::Integer {
            break;
        }
        e = inner;
    }
    e
}

fn is_number(e: &Expr, wanted: u64) -> bool {
    matches!(&without_casts(e).kind, ExprKind::Integer(n) if *n == wanted.into())
}

/// A size as a number of elements: a factor, and what it is multiplied by if that is not constant.
fn count_of(size: &Expr, element: u64) -> Option<(Option<&Expr>, u64)> {
    let factor = |e: &Expr| match &without_casts(e).kind {
        ExprKind::Integer(n) => {
            let n = u64::try_from(n).ok()?;
            (n > 0 && n % element == 0).then_some(n / element)
        }
        _ => None,
    };
    if let Some(count) = factor(size) {
        return Some((None, count));
    }
    match &without_casts(size).kind {
        ExprKind::Binary(BinaryOperator::Multiply, a, b) => {
            factor(b).map(|n| (Some(&**a), n)).or_else(|| factor(a).map(|n| (Some(&**b), n)))
        }
        _ => None,
    }
}
