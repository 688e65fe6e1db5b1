//! Parameters of mode `out` and `in out`: what goes in, and how the results come back (RM 6.4.1).
//!
//! In: actuals and the subtypes of their formals. Out: values before the call, and behind it assignments to the places
//! that were named before the call. Indexes that call functions are evaluated once ([`Lowerer::indexes_once`]).
//! Deliberately absent: conversions of slices.

use super::{Lower, Lowerer};
use crate::sema::tree::{Expr, ExprKind};
use crate::sema::types::{Range, TypeId};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Convert, ExprId, Origin, Place, Projection, Sign, StatementKind, VarId};

/// A result of a call and where it goes.
pub(super) struct CopyBack {
    pub(super) variable: VarId,
    /// Decided before the call (RM 6.4.1(7)): what the callee does to an index does not matter.
    target: Target,
    actual: Expr,
    formal: TypeId,
}

/// What an actual names.
#[derive(Clone)]
pub(super) enum Target {
    Whole(Place),
    /// Elements of an array from a position on, and how many.
    Slice {
        data: Place,
        offset: ExprId,
        length: ExprId,
    },
}

impl Lowerer<'_> {
    /// The object behind an `out` parameter of a composite type: its bounds and discriminants go in.
    /// A scalar with a `Default_Value` goes in as it is. Predicates need not hold (RM 4.6(51)).
    pub(super) fn passed_out(&mut self, actual: &Expr, formal: TypeId) -> Lower<ExprId> {
        let view = actual;
        let actual = match &view.kind {
            ExprKind::Convert(inner) => inner,
            _ => view,
        };
        if self.a.is_array(formal) {
            let array = self.array(actual)?;
            if self.has_other_bounds(view) {
                let value = self.array_in_subtype(array, actual.ty, view.ty, view.span)?;
                let array = self.array_value(value, view.ty, view.span);
                return self.array_in_subtype(array, view.ty, formal, view.span);
            }
            return self.array_in_subtype(array, actual.ty, formal, actual.span);
        }
        let value = self.expression(actual)?;
        if self.a.root(actual.ty) == self.a.root(formal) {
            self.discriminant_check(value, actual.ty, formal, actual.span)?;
            return Ok(value);
        }
        if self.a.is_scalar(formal) {
            return self.represent(value, actual.ty, formal, actual.span);
        }
        let target = self.ir_type(formal, actual.span)?;
        self.discriminant_check(value, actual.ty, formal, actual.span)?;
        Ok(self.p.convert(Convert::Retype, value, target)?)
    }

    /// A subprogram that raises an exception leaves arrays and records as they were or as it had changed them: the
    /// compiler chooses whether they are copied (RM 6.2(11)).
    pub(super) fn changed_before_exception(&mut self, backs: &[CopyBack], span: Span) -> Lower<()> {
        for back in backs.iter().filter(|back| !self.a.is_scalar(back.formal)) {
            let (inside, after) = (self.new_block("changed"), self.new_block("left"));
            let boolean = self.p.types.bool();
            let itself = self.temporary("by_reference", boolean);
            self.havoc(Place::var(itself), span, "whether the parameter is the object itself");
            let itself = self.p.var(itself);
            self.branch(itself, inside, after, Some(span));
            self.enter(inside);
            let origin = Origin::implied(Some(span), format!("{} as it was changed", self.text(back.actual.span)));
            match &back.target {
                Target::Whole(target) => {
                    let value = self.p.var(back.variable);
                    let value = self.converted_back(back, value, span)?;
                    self.emit(StatementKind::Assign { target: target.clone(), value }, origin);
                }
                Target::Slice { .. } => self.slice_back(back, &origin, span)?,
            }
            self.got_value(&back.actual, span);
            self.goto(after, Some(span));
            self.enter(after);
        }
        Ok(())
    }

    pub(super) fn copy_back(&mut self, back: &CopyBack, span: Span) -> Lower<()> {
        let value = self.p.var(back.variable);
        let actual = &back.actual;
        let origin = Origin::implied(Some(span), format!("copy back of {}", self.text(actual.span)));
        let Target::Whole(target) = back.target.clone() else {
            self.slice_back(back, &origin, span)?;
            self.got_value(actual, span);
            return Ok(());
        };
        let known = self.push_discriminants_of(actual)?;
        let converted = self.converted_back(back, value, span);
        if known {
            self.frame.discriminants.pop();
        }
        let value = converted?;
        match &actual.kind {
            ExprKind::Convert(inner) if !self.a.is_scalar(inner.ty) => {
                self.predicates_behind_conversion(inner.ty, value, actual.span)?;
            }
            _ if !self.a.is_scalar(actual.ty) => {
                self.by_reference_before_checks(actual.ty, &target, value, actual.span)?;
                self.predicate_checks(value, actual.ty, actual.span)?;
            }
            _ => {}
        }
        self.emit(StatementKind::Assign { target, value }, origin);
        self.got_value(actual, span);
        Ok(())
    }

    /// Where a handler takes what a failed predicate raises behind a call, the actual is as it was, or as it was changed: the
    /// compiler chooses whether composite parameters are copied (RM 6.2(11)).
    fn by_reference_before_checks(&mut self, nominal: TypeId, target: &Place, value: ExprId, span: Span) -> Lower<()> {
        if self.a.types[nominal].predicates.is_empty() || !self.handles() {
            return Ok(());
        }
        let (inside, after) = (self.new_block("changed"), self.new_block("checks"));
        let boolean = self.p.types.bool();
        let itself = self.temporary("by_reference", boolean);
        self.havoc(Place::var(itself), span, "whether the parameter is the object itself");
        let itself = self.p.var(itself);
        self.branch(itself, inside, after, Some(span));
        self.enter(inside);
        let origin = Origin::implied(Some(span), format!("{} as it was changed", self.text(span)));
        self.emit(StatementKind::Assign { target: target.clone(), value }, origin);
        self.goto(after, Some(span));
        self.enter(after);
        Ok(())
    }

    /// The predicates of an object that is converted in the call are checked if the parameter is copied, and not if the
    /// callee works on the object itself (RM 3.2.4(34), 4.6(55), 6.4.1(17)).
    fn predicates_behind_conversion(&mut self, ty: TypeId, value: ExprId, span: Span) -> Lower<()> {
        for predicate in self.a.types[ty].predicates.clone() {
            let condition = self.predicate(&predicate, value, ty)?;
            let name = self.a.type_name(ty);
            let text = format!("the predicate of {name} fails behind a conversion, which not every compiler checks");
            self.must_be_decided(condition, text, span);
        }
        Ok(())
    }

    /// Where the result for a formal goes: the place that an actual names, with its indexes as they are now.
    pub(super) fn way_back(&mut self, formal: TypeId, actual: &Expr, span: Span) -> Lower<CopyBack> {
        let ty = self.ir_type(formal, span)?;
        let variable = self.temporary("returned", ty);
        let target = match &actual.kind {
            ExprKind::Slice(array, range) => self.slice_named(array, range, actual.span)?,
            ExprKind::Convert(inner) if matches!(inner.kind, ExprKind::Slice(..)) => {
                return self.refuse("conversion of a slice as an `out` argument", actual.span);
            }
            ExprKind::Convert(inner)
                if self.has_other_bounds(actual) && self.a.array_bounds(inner.ty, actual.span).is_none() =>
            {
                // What comes back has the bounds of the conversion, and the object is to keep its own.
                return self.refuse("conversion of an array with bounds of its own as an `out` argument", actual.span);
            }
            _ => Target::Whole(self.place_as_it_is(actual)?),
        };
        Ok(CopyBack { variable, target, actual: actual.clone(), formal })
    }

    /// Whether an actual is the view of an array with the bounds of a subtype (RM 4.6(37)).
    fn has_other_bounds(&self, actual: &Expr) -> bool {
        matches!(actual.kind, ExprKind::Convert(_))
            && self.a.is_array(actual.ty)
            && self.a.array_bounds(actual.ty, actual.span).is_some()
    }

    fn place_as_it_is(&mut self, name: &Expr) -> Lower<Place> {
        let mut place = self.place(name)?;
        for step in &mut place.path {
            if let Projection::Index(index) = step {
                *index = self.keep("index", *index, name.span);
            }
        }
        Ok(place)
    }

    /// The elements of a slice, whose bounds were checked where its value was taken.
    pub(super) fn slice_named(&mut self, array: &Expr, range: &Range, span: Span) -> Lower<Target> {
        let whole = self.array(array)?;
        let index = self.index_type(array.ty, 0);
        let (low, high) = (self.bound(&range.low, index)?, self.bound(&range.high, index)?);
        let (first, _) = self.bounds(&whole, 0, span)?;
        let offset = self.position_between(first, low, index)?;
        let offset = self.keep("offset", offset, span);
        let length = self.range_length(low, high, index)?;
        let length = self.keep("length", length, span);
        let mut data = self.place_as_it_is(array)?;
        if let Some(field) = self.data_field(array.ty, span) {
            data = data.then(Projection::Field(field));
        }
        Ok(Target::Slice { data, offset, length })
    }

    /// Elements come back into the slice they were taken from.
    fn slice_back(&mut self, back: &CopyBack, origin: &Origin, span: Span) -> Lower<()> {
        let Target::Slice { data, offset, length } = back.target.clone() else { return Ok(()) };
        let value = self.p.var(back.variable);
        let given = self.array_value(value, back.formal, span);
        let elements = self.data(&given)?;
        let ty = self.position_type();
        self.count_loop_typed(length, ty, Sign::Unsigned, span, |s, i| {
            let at = s.p.binary(ir::Binary::Add, offset, i)?;
            let value = s.p.index(elements, i)?;
            let target = data.clone().then(Projection::Index(at));
            s.emit(StatementKind::Assign { target, value }, origin.clone());
            Ok(())
        })
    }

    /// Evaluates the indexes and bounds in a name that call functions, which must happen once however often the name is
    /// looked at. Gives what [`Lowerer::forget_indexes`] takes back.
    pub(super) fn indexes_once(&mut self, name: &Expr) -> Lower<Vec<Span>> {
        let mut evaluated = Vec::new();
        if self.frame.pure_depth == 0 {
            self.indexes_of(name, &mut evaluated)?;
        }
        Ok(evaluated)
    }

    pub(super) fn forget_indexes(&mut self, evaluated: &[Span]) {
        for span in evaluated {
            self.frame.once.remove(span);
        }
    }

    fn indexes_of(&mut self, name: &Expr, evaluated: &mut Vec<Span>) -> Lower<()> {
        let indexes: Vec<&Expr> = match &name.kind {
            ExprKind::Component(inner, _) | ExprKind::Convert(inner) => return self.indexes_of(inner, evaluated),
            ExprKind::Index(array, indexes) => {
                self.indexes_of(array, evaluated)?;
                indexes.iter().collect()
            }
            ExprKind::Slice(array, range) => {
                self.indexes_of(array, evaluated)?;
                vec![&*range.low, &*range.high]
            }
            _ => return Ok(()),
        };
        for index in indexes {
            if index.value.is_none() && self.changes_something(index) && !self.frame.once.contains_key(&index.span) {
                let value = self.expression(index)?;
                let value = self.keep("index", value, index.span);
                self.frame.once.insert(index.span, value);
                evaluated.push(index.span);
            }
        }
        Ok(())
    }

    /// Whether evaluating an expression twice could differ from evaluating it once.
    fn changes_something(&self, e: &Expr) -> bool {
        let mut found = false;
        super::visit::expression(e, &mut |met| match met {
            super::visit::Met::Call(_) => found = true,
            super::visit::Met::Expression(Expr { kind: ExprKind::Object(entity), .. }) => {
                found |= self.a.is_volatile(*entity);
            }
            _ => {}
        });
        found
    }

    /// A value that comes back, in the representation that its place wants.
    fn converted_back(&mut self, back: &CopyBack, value: ExprId, span: Span) -> Lower<ExprId> {
        let actual = &back.actual;
        Ok(match &actual.kind {
            ExprKind::Convert(inner) if self.a.is_scalar(inner.ty) => {
                self.convert_scalar(value, back.formal, inner.ty, actual.span)?
            }
            _ if self.a.is_array(actual.ty) => {
                let array = self.array_value(value, back.formal, span);
                let nominal = match &actual.kind {
                    ExprKind::Convert(inner) => inner.ty,
                    _ => actual.ty,
                };
                match self.a.array_bounds(nominal, span) {
                    Some(_) => self.array_in_subtype(array, back.formal, nominal, actual.span)?,
                    None => value,
                }
            }
            _ if self.a.is_scalar(actual.ty) => self.give_subtype(value, back.formal, actual.ty, actual.span)?,
            ExprKind::Convert(inner) => {
                let target = self.ir_type(inner.ty, span)?;
                self.p.convert(Convert::Retype, value, target)?
            }
            _ => value,
        })
    }
}
