//! Initialisers: braces, brace elision, designators, strings, flexible arrays; flattened to stores in order.
//!
//! A braced list is worked off with a stack of frames, one for each aggregate between the object and the part that is
//! initialised next (C17 6.7.9). Brace elision pushes a frame, a finished aggregate pops it, a designator starts the
//! stack anew.

use super::Analyzer;
use super::expressions::Operand;
use super::tree::{
    CastReason, Expr, ExprKind, InitItem, InitValue, Initializer, Lvalue, LvalueKind, PathStep, StringId,
};
use crate::codes;
use crate::syntax::ast::{self, Designator, Expression, ExpressionKind, InitializerItem, InitializerList};
use crate::types::{ArrayLength, Integer, Qualified, RecordKind, TypeId, TypeKind};
use cairn_base::Span;
use num_traits::ToPrimitive;

/// What an initialiser says about the object's size.
pub(super) struct Shape {
    /// With the length of an array that had none.
    pub(super) ty: Qualified,
    pub(super) flexible_elements: u64,
}

/// The items of an object so far.
struct Build {
    items: Vec<InitItem>,
    is_static: bool,
    flexible: u64,
}

/// An aggregate being filled.
struct Frame {
    ty: Qualified,
    /// The part that comes next; with a range, its first and last.
    first: u64,
    last: u64,
    /// One more than the largest number initialised.
    high: u64,
}

impl Frame {
    fn new(ty: Qualified) -> Self {
        Self { ty, first: 0, last: 0, high: 0 }
    }
    fn select(&mut self, first: u64, last: u64) {
        (self.first, self.last) = (first, last);
    }
}

impl Analyzer<'_> {
    /// The initialiser of an object; an array without length gets one.
    pub(super) fn initializer(
        &mut self,
        ty: Qualified,
        initializer: &ast::Initializer,
        is_static: bool,
    ) -> (Initializer, Shape) {
        match initializer {
            ast::Initializer::List(list) => self.list_initializer(ty, list, is_static),
            ast::Initializer::Expression(expression) => self.expression_initializer(ty, expression, is_static),
        }
    }
    pub(super) fn list_initializer(
        &mut self,
        ty: Qualified,
        list: &InitializerList,
        is_static: bool,
    ) -> (Initializer, Shape) {
        let mut build = Build { items: Vec::new(), is_static, flexible: 0 };
        let length = self.braced(&mut build, &[], ty, list);
        let shape = Shape { ty: self.with_length(ty, length), flexible_elements: build.flexible };
        (Initializer { zero_fill: true, items: build.items, span: list.span }, shape)
    }
    fn with_length(&mut self, ty: Qualified, length: u64) -> Qualified {
        match *self.program.types.kind(ty.ty) {
            TypeKind::Array(element, ArrayLength::Unknown) => {
                Qualified::new(self.types().array(element, ArrayLength::Known(length)), ty.qualifiers)
            }
            _ => ty,
        }
    }
    fn expression_initializer(
        &mut self,
        ty: Qualified,
        expression: &Expression,
        is_static: bool,
    ) -> (Initializer, Shape) {
        let span = expression.span;
        let mut build = Build { items: Vec::new(), is_static, flexible: 0 };
        if let Some((string, length)) = self.string_for(ty.ty, expression) {
            let shape = Shape { ty: self.with_length(ty, length), flexible_elements: 0 };
            self.put_string(&mut build, Vec::new(), shape.ty.ty, string, span);
            return (Initializer { zero_fill: true, items: build.items, span }, shape);
        }
        let operand = self.operand(expression);
        if self.program.types.is_array(ty.ty) {
            return self.array_from_literal(ty, operand, span);
        }
        let value = self.rvalue(operand);
        self.put_value(&mut build, Vec::new(), ty.ty, value);
        // A record given by a constant record is its parts.
        let whole = matches!(&build.items[..], [item] if item.path.is_empty());
        (Initializer { zero_fill: !whole, items: build.items, span }, Shape { ty, flexible_elements: 0 })
    }
    /// GNU: an array may be initialised by a compound literal of its type.
    fn array_from_literal(&mut self, ty: Qualified, operand: Operand, span: Span) -> (Initializer, Shape) {
        let source = operand.ty(&self.program);
        let copied = match operand {
            Operand::Object(Lvalue { kind: LvalueKind::CompoundLiteral(_, initializer), .. }) => Some(*initializer),
            Operand::Object(Lvalue { kind: LvalueKind::Variable(id), .. }) if self.function.is_none() => {
                self.program.variables[id].initializer.clone()
            }
            _ => None,
        };
        match copied {
            Some(initializer) if self.program.types.compatible(source.ty, ty.ty) => {
                let composite = Qualified::new(self.types().composite(ty.ty, source.ty), ty.qualifiers);
                (initializer, Shape { ty: composite, flexible_elements: 0 })
            }
            _ => {
                if !self.program.types.is_error(source.ty) {
                    let message =
                        format!("an array is initialised by a list in braces, not by `{}`", self.show(source.ty));
                    self.error(codes::BAD_INITIALIZER, span, message);
                }
                (Initializer { zero_fill: true, items: Vec::new(), span }, Shape { ty, flexible_elements: 0 })
            }
        }
    }

    /// The string literal that can fill an array of this type, and its length with the zero.
    fn string_for(&mut self, ty: TypeId, expression: &Expression) -> Option<(StringId, u64)> {
        let ExpressionKind::String(literal) = &expression.kind else { return None };
        let (element, _) = self.program.types.array_parts(ty)?;
        let integer = self.program.types.integer_of(element.ty)?;
        let lvalue = self.string_lvalue(literal, expression.span);
        let (unit, _) = self.program.types.array_parts(lvalue.ty.ty)?;
        let is_char = |i: Integer| i.rank() == Integer::Char.rank();
        let unit = self.program.types.integer_of(unit.ty)?;
        let types = &self.program.types;
        let fits = (is_char(integer) && is_char(unit))
            || (!is_char(integer) && !is_char(unit) && types.width_of(integer) == types.width_of(unit));
        let LvalueKind::String(id) = lvalue.kind else { return None };
        fits.then(|| (id, self.program.strings[id].units.len() as u64))
    }
    fn put_string(&mut self, build: &mut Build, path: Vec<PathStep>, ty: TypeId, string: StringId, span: Span) {
        if let Some((_, ArrayLength::Known(room))) = self.program.types.array_parts(ty) {
            // The terminating zero may be left out, nothing else.
            if self.program.strings[string].units.len() as u64 > room.saturating_add(1) {
                self.warn(codes::BAD_INITIALIZER, span, format!("the string is longer than the array of {room}"));
            }
        }
        build.items.push(InitItem { path, ty, value: InitValue::String(string), span });
    }
    fn put_value(&mut self, build: &mut Build, path: Vec<PathStep>, ty: TypeId, value: Expr) {
        let span = value.span;
        let value = self.assign_convert(value, ty, CastReason::Assignment);
        if !build.is_static {
            build.items.push(InitItem { path, ty, value: InitValue::Expr(value), span });
            return;
        }
        if self.program.types.is_record(ty) {
            self.put_constant_record(build, path, &value);
            return;
        }
        let value = self.static_value(value);
        build.items.push(InitItem { path, ty, value: InitValue::Expr(value), span });
    }
    /// GNU: a static record may be given by a compound literal (or another constant object with known contents).
    fn put_constant_record(&mut self, build: &mut Build, path: Vec<PathStep>, value: &Expr) {
        let initializer = match &value.kind {
            ExprKind::Load(lvalue) => match &lvalue.kind {
                LvalueKind::Variable(id) => {
                    let variable = &self.program.variables[*id];
                    let known =
                        variable.role == super::tree::VariableRole::CompoundLiteral || lvalue.ty.qualifiers.constant;
                    if known { variable.initializer.clone() } else { None }
                }
                LvalueKind::CompoundLiteral(_, initializer) => Some((**initializer).clone()),
                _ => None,
            },
            _ => None,
        };
        match initializer {
            Some(initializer) => {
                for mut item in initializer.items {
                    item.path.splice(0..0, path.iter().copied());
                    if let InitValue::Expr(expr) = item.value {
                        item.value = InitValue::Expr(self.static_value(expr));
                    }
                    build.items.push(item);
                }
            }
            None if self.program.types.is_error(value.ty) => {}
            None => self.error(codes::NOT_CONSTANT, value.span, "the initialiser of a static object must be constant"),
        }
    }

    /// A list in braces for an object of the type. Returns the number of elements, for arrays.
    fn braced(&mut self, build: &mut Build, base: &[PathStep], ty: Qualified, list: &InitializerList) -> u64 {
        let types = &self.program.types;
        match *types.kind(ty.ty) {
            TypeKind::Array(_, length) => {
                if let [InitializerItem { designators, value: ast::Initializer::Expression(e), span }] = &list.items[..]
                    && let (true, Some((string, count))) = (designators.is_empty(), self.string_for(ty.ty, e))
                {
                    let whole = self.with_length(ty, count);
                    self.put_string(build, base.to_vec(), whole.ty, string, *span);
                    return count;
                }
                if matches!(length, ArrayLength::Variable(_)) && !list.items.is_empty() {
                    self.error(codes::BAD_INITIALIZER, list.span, "a variable-length array cannot be initialised");
                    return 0;
                }
                self.aggregate(build, base, ty, list)
            }
            TypeKind::Record(record) if types.records[record].members.is_some() => {
                self.aggregate(build, base, ty, list)
            }
            TypeKind::Error => 0,
            TypeKind::Complex(_) | TypeKind::Vector(..) => {
                let value = self.unsupported(ty.ty, list.span, "complex or vector arithmetic");
                let value = InitValue::Expr(value);
                build.items.push(InitItem { path: base.to_vec(), ty: ty.ty, value, span: list.span });
                0
            }
            _ if types.is_scalar(ty.ty) || matches!(types.kind(ty.ty), TypeKind::VaList) => {
                self.braced_scalar(build, base, ty, list);
                0
            }
            _ => {
                let message = format!("an object of the incomplete type `{}` is initialised", self.show(ty.ty));
                self.error(codes::INCOMPLETE, list.span, message);
                0
            }
        }
    }
    fn braced_scalar(&mut self, build: &mut Build, base: &[PathStep], ty: Qualified, list: &InitializerList) {
        let Some(item) = list.items.first() else { return };
        if !item.designators.is_empty() {
            let message = format!("`{}` has no parts to designate", self.show(ty.ty));
            self.error(codes::BAD_INITIALIZER, item.span, message);
            return;
        }
        match &item.value {
            ast::Initializer::List(inner) => self.braced_scalar(build, base, ty, inner),
            ast::Initializer::Expression(expression) => {
                let value = self.value(expression);
                self.put_value(build, base.to_vec(), ty.ty, value);
            }
        }
        if let Some(excess) = list.items.get(1) {
            self.warn(codes::BAD_INITIALIZER, excess.span, "the initialiser has too many elements");
        }
    }
    fn aggregate(&mut self, build: &mut Build, base: &[PathStep], ty: Qualified, list: &InitializerList) -> u64 {
        let mut frames = vec![Frame::new(ty)];
        // Once a designator reached inside of a part, frames no longer tell what is initialised already.
        let mut reached_inside = false;
        for item in &list.items {
            if item.designators.is_empty() {
                if !self.settle(&mut frames) {
                    self.warn(codes::BAD_INITIALIZER, item.span, "the initialiser has too many elements");
                    break;
                }
            } else if !self.designate(&mut frames, &item.designators, item.span) {
                continue;
            }
            reached_inside |= !item.designators.is_empty() && frames.len() > 1;
            match &item.value {
                ast::Initializer::List(inner) => self.place_list(build, base, &mut frames, inner, reached_inside),
                ast::Initializer::Expression(e) => self.place_expression(build, base, &mut frames, e),
            }
        }
        frames[0].high
    }
    fn place_list(
        &mut self,
        build: &mut Build,
        base: &[PathStep],
        frames: &mut [Frame],
        list: &InitializerList,
        reached_inside: bool,
    ) {
        let path = self.path(base, frames);
        let Some(top) = frames.last() else { return };
        let Some(ty) = self.part(top) else { return };
        if top.first < top.high || (reached_inside && frames.len() > 1) {
            build.items.push(InitItem { path: path.clone(), ty: ty.ty, value: InitValue::Zero, span: list.span });
        }
        let length = self.braced(build, &path, ty, list);
        if matches!(self.program.types.kind(ty.ty), TypeKind::Array(_, ArrayLength::Unknown)) {
            build.flexible = build.flexible.max(length);
        }
        self.advance(build, frames);
    }
    /// Puts an expression at the current part, or (without braces) at the first scalar inside.
    fn place_expression(
        &mut self,
        build: &mut Build,
        base: &[PathStep],
        frames: &mut Vec<Frame>,
        expression: &Expression,
    ) {
        let mut operand = None;
        loop {
            let Some(ty) = frames.last().and_then(|top| self.part(top)) else { return };
            if let Some((string, count)) = self.string_for(ty.ty, expression) {
                let path = self.path(base, frames);
                let whole = self.with_length(ty, count);
                if whole != ty {
                    build.flexible = build.flexible.max(count);
                }
                self.put_string(build, path, whole.ty, string, expression.span);
                return self.advance(build, frames);
            }
            let found = operand.take().unwrap_or_else(|| self.operand(expression));
            let source = found.ty(&self.program).ty;
            let types = &self.program.types;
            let aggregate = matches!(types.kind(ty.ty), TypeKind::Array(..) | TypeKind::Record(_));
            if !aggregate || types.is_error(source) || (types.is_record(ty.ty) && types.compatible(ty.ty, source)) {
                let path = self.path(base, frames);
                let value = self.rvalue(found);
                self.put_value(build, path, ty.ty, value);
                return self.advance(build, frames);
            }
            operand = Some(found);
            frames.push(Frame::new(ty));
            if !self.settle(frames) {
                self.warn(codes::BAD_INITIALIZER, expression.span, "the initialiser has too many elements");
                return;
            }
        }
    }
    /// Leaves finished aggregates; whether a part is left to initialise.
    fn settle(&mut self, frames: &mut Vec<Frame>) -> bool {
        loop {
            let Some(top) = frames.last_mut() else { return false };
            // Unnamed bit-fields are no parts.
            if let Some(members) = self.program.types.members(top.ty.ty) {
                while members.fields.get(top.first as usize).is_some_and(|f| f.name.is_none() && f.bits.is_some()) {
                    top.select(top.first + 1, top.first + 1);
                }
            }
            if self.part(&frames[frames.len() - 1]).is_some() {
                return true;
            }
            if frames.len() == 1 {
                return false;
            }
            frames.pop();
            self.step_over(frames);
        }
    }
    /// The type of the part a frame is at.
    fn part(&self, frame: &Frame) -> Option<Qualified> {
        match self.program.types.kind(frame.ty.ty) {
            TypeKind::Array(element, ArrayLength::Known(length)) => (frame.first < *length).then_some(*element),
            TypeKind::Array(element, ArrayLength::Unknown) => Some(*element),
            TypeKind::Record(_) => {
                let fields = &self.program.types.members(frame.ty.ty)?.fields;
                fields.get(usize::try_from(frame.first).ok()?).map(|field| field.ty)
            }
            _ => None,
        }
    }
    fn path(&self, base: &[PathStep], frames: &[Frame]) -> Vec<PathStep> {
        let steps = frames.iter().map(|frame| {
            if !self.program.types.is_array(frame.ty.ty) {
                PathStep::Field(frame.first as usize)
            } else if frame.first == frame.last {
                PathStep::Index(frame.first)
            } else {
                PathStep::Range(frame.first, frame.last)
            }
        });
        base.iter().copied().chain(steps).collect()
    }
    /// The part is done: notes how far arrays reach, and goes to the next part.
    fn advance(&mut self, build: &mut Build, frames: &mut [Frame]) {
        for (depth, frame) in frames.iter_mut().enumerate() {
            frame.high = frame.high.max(frame.last.saturating_add(1));
            let open = matches!(self.program.types.kind(frame.ty.ty), TypeKind::Array(_, ArrayLength::Unknown));
            if open && depth > 0 {
                build.flexible = build.flexible.max(frame.high);
            }
        }
        self.step_over(frames);
    }
    fn step_over(&self, frames: &mut [Frame]) {
        let Some(top) = frames.last_mut() else { return };
        let types = &self.program.types;
        let union = types.record_of(top.ty.ty).is_some_and(|r| types.records[r].kind == RecordKind::Union);
        // A union has one part at a time.
        let next = if union { u64::MAX } else { top.last.saturating_add(1) };
        top.select(next, next);
    }
    /// Sets the frames to a designated part.
    fn designate(&mut self, frames: &mut Vec<Frame>, designators: &[Designator], span: Span) -> bool {
        frames.truncate(1);
        for (depth, designator) in designators.iter().enumerate() {
            if depth > 0 {
                let Some(ty) = frames.last().and_then(|top| self.part(top)) else { return false };
                frames.push(Frame::new(ty));
            }
            let selected = match designator {
                Designator::Field(name) => self.designate_field(frames, *name),
                Designator::Index(e) => {
                    let index = self.constant_integer(e).and_then(|v| v.to_u64());
                    self.designate_elements(frames, index, index, span)
                }
                Designator::Range(low, high) => {
                    let low = self.constant_integer(low).and_then(|v| v.to_u64());
                    let high = self.constant_integer(high).and_then(|v| v.to_u64());
                    self.designate_elements(frames, low, high, span)
                }
            };
            if !selected {
                return false;
            }
        }
        true
    }
    fn designate_field(&mut self, frames: &mut Vec<Frame>, name: ast::Identifier) -> bool {
        let Some(top) = frames.last() else { return false };
        let ty = top.ty;
        let text = self.text(name.symbol);
        let path = self.program.types.record_of(ty.ty).and_then(|r| self.program.types.find_member(r, &text));
        let Some(path) = path else {
            let message = format!("`{}` has no member `{text}`", self.show(ty.ty));
            self.error(codes::NO_MEMBER, name.span, message);
            return false;
        };
        for (step, &index) in path.iter().enumerate() {
            if step > 0 {
                let Some(ty) = frames.last().and_then(|top| self.part(top)) else { return false };
                frames.push(Frame::new(ty));
            }
            if let Some(top) = frames.last_mut() {
                top.select(index as u64, index as u64);
            }
        }
        true
    }
    fn designate_elements(&mut self, frames: &mut [Frame], low: Option<u64>, high: Option<u64>, span: Span) -> bool {
        let (Some(low), Some(high), Some(top)) = (low, high, frames.last_mut()) else {
            self.error(codes::BAD_INITIALIZER, span, "the index of a designator is a constant, not negative");
            return false;
        };
        let limit = match self.program.types.kind(top.ty.ty) {
            TypeKind::Array(_, ArrayLength::Known(length)) => *length,
            TypeKind::Array(_, ArrayLength::Unknown) => u64::from(u32::MAX),
            _ => {
                let message = format!("`{}` has no elements to designate", self.program.types.show(top.ty.ty));
                self.error(codes::BAD_INITIALIZER, span, message);
                return false;
            }
        };
        if low > high || high >= limit {
            self.error(codes::BAD_INITIALIZER, span, "the index of the designator is outside of the array");
            return false;
        }
        top.select(low, high);
        true
    }
}
