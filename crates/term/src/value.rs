//! Values: what symbols are assigned and terms evaluate to.

use crate::bv::BvValue;
use crate::entries::Entries;
use crate::op::TermId;
use crate::sort::{FloatFormat, RoundingMode, Sort, SortId};
use crate::terms::Terms;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use std::sync::Arc;

/// A value of some sort. Equality is equality of meaning: encodings are unique (NaN is canonical,
/// arrays hold no entry equal to their default).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    Bool(bool),
    BitVec(BvValue),
    /// IEEE encoding, NaN canonical.
    Float(FloatFormat, BvValue),
    RoundingMode(RoundingMode),
    Array(Arc<ArrayValue>),
    Int(BigInt),
    Real(BigRational),
}

/// An array: a default for all indices but finitely many.
///
/// Over a finite index sort two different `ArrayValue`s can be the same function (every index
/// listed); [`Value::same`] decides equality of functions.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    /// The array's own sort.
    pub sort: SortId,
    pub default: Value,
    /// Only entries that differ from the default.
    pub entries: Entries,
}

impl ArrayValue {
    pub fn constant(sort: SortId, default: Value) -> Self {
        Self { sort, default, entries: Entries::new() }
    }
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }
    pub fn store(&mut self, index: Value, element: Value) {
        if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }
}

impl Value {
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }
    pub fn as_bv(&self) -> Option<&BvValue> {
        match self {
            Value::BitVec(value) => Some(value),
            _ => None,
        }
    }
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }
    /// The value symbols have when nobody says otherwise: false, zero, +0, nearest-even.
    pub fn default_of(terms: &Terms, sort: SortId) -> Value {
        match *terms.sort_data(sort) {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::BitVec(BvValue::zero(width)),
            Sort::Float(format) => Value::Float(format, BvValue::zero(format.width())),
            Sort::RoundingMode => Value::RoundingMode(RoundingMode::NearestEven),
            Sort::Array { element, .. } => {
                Value::Array(Arc::new(ArrayValue::constant(sort, Value::default_of(terms, element))))
            }
            Sort::Int => Value::Int(BigInt::zero()),
            Sort::Real => Value::Real(BigRational::zero()),
        }
    }
    /// Does the value belong to the sort?
    pub fn has_sort(&self, terms: &Terms, sort: SortId) -> bool {
        match (self, *terms.sort_data(sort)) {
            (Value::Bool(_), Sort::Bool)
            | (Value::RoundingMode(_), Sort::RoundingMode)
            | (Value::Int(_), Sort::Int)
            | (Value::Real(_), Sort::Real) => true,
            (Value::BitVec(value), Sort::BitVec(width)) => value.width() == width,
            (Value::Float(own, bits), Sort::Float(format)) => *own == format && bits.width() == format.width(),
            (Value::Array(array), Sort::Array { index, element }) => {
                array.sort == sort
                    && array.default.has_sort(terms, element)
                    && array.entries.iter().all(|(i, e)| i.has_sort(terms, index) && e.has_sort(terms, element))
            }
            _ => false,
        }
    }
    /// The number of values of a sort, if it is finite and fits.
    pub fn count(terms: &Terms, sort: SortId) -> Option<u64> {
        match *terms.sort_data(sort) {
            Sort::Bool => Some(2),
            Sort::BitVec(width) => 1u64.checked_shl(width),
            // all encodings but the NaNs, of which one counts
            Sort::Float(format) => {
                let all = 1u64.checked_shl(format.width())?;
                Some(all - (1u64 << format.significand) + 3)
            }
            Sort::RoundingMode => Some(5),
            Sort::Array { index, element } => {
                let (indices, elements) = (Value::count(terms, index)?, Value::count(terms, element)?);
                elements.checked_pow(u32::try_from(indices).ok()?)
            }
            Sort::Int | Sort::Real => None,
        }
    }
    /// Equality of meaning, also for arrays whose entries cover a finite index sort.
    pub fn same(&self, other: &Value, terms: &Terms) -> bool {
        let (Value::Array(a), Value::Array(b)) = (self, other) else {
            return self == other;
        };
        fn keys(array: &ArrayValue) -> impl Iterator<Item = &Value> {
            array.entries.iter().map(|(index, _)| index)
        }
        let differs = |index: &Value| !a.select(index).same(b.select(index), terms);
        if keys(a).chain(keys(b)).any(differs) {
            return false;
        }
        let Sort::Array { index, .. } = *terms.sort_data(a.sort) else {
            unreachable!("an array value has an array sort");
        };
        let listed: std::collections::BTreeSet<&Value> = keys(a).chain(keys(b)).collect();
        // Some index is not listed in either: there the defaults count.
        Value::count(terms, index).is_some_and(|all| listed.len() as u64 == all) || a.default.same(&b.default, terms)
    }
}

impl Terms {
    /// The constant term of a value (a store chain over a constant array for arrays).
    pub fn value_term(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bool(value) => self.bool_const(*value),
            Value::BitVec(value) => self.bv(value.clone()),
            Value::Float(format, bits) => self.float_const(*format, bits.clone()),
            Value::RoundingMode(mode) => self.rm_const(*mode),
            Value::Int(value) => self.int_const(value.clone()),
            Value::Real(value) => self.real_const(value.clone()),
            Value::Array(array) => {
                let default = self.value_term(&array.default);
                let mut term = self.const_array(array.sort, default);
                for (index, element) in &array.entries {
                    let (index, element) = (self.value_term(index), self.value_term(element));
                    term = self.store(term, index, element);
                }
                term
            }
        }
    }

    /// The value of a constant leaf.
    pub fn constant_value(&self, term: TermId) -> Option<Value> {
        if let Some(value) = self.as_bool_const(term) {
            return Some(Value::Bool(value));
        }
        if let Some(value) = self.bv_value(term) {
            return Some(Value::BitVec(value.clone()));
        }
        if let Some((format, bits)) = self.float_value(term) {
            return Some(Value::Float(format, bits.clone()));
        }
        if let Some(mode) = self.rounding_mode_value(term) {
            return Some(Value::RoundingMode(mode));
        }
        if let Some(value) = self.int_value(term) {
            return Some(Value::Int(value.clone()));
        }
        self.real_value(term).map(|value| Value::Real(value.clone()))
    }
}
