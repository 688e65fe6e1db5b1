//! Evaluation: the value of a term under an assignment of its symbols.
//!
//! Iterative (terms may be 100,000 levels deep) and memoised (each node once). Symbols that are not
//! assigned have the default value of their sort, so partial models can be completed the same way
//! everywhere. Quantifiers are evaluated by trying all values when there are few.

use crate::op::{FunId, Op, SymbolId, TermId};
use crate::semantics;
use crate::sort::{RoundingMode, Sort, SortId};
use crate::substitute::FunctionDefinition;
use crate::terms::Terms;
use crate::value::Value;
use crate::{BvValue, softfloat};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Values of symbols and of uninterpreted functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    symbols: FxHashMap<SymbolId, Value>,
    functions: FxHashMap<FunId, FunctionValue>,
    definitions: FxHashMap<FunId, FunctionDefinition>,
}

/// An uninterpreted function: a default for all argument tuples but finitely many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    pub default: Value,
    pub entries: BTreeMap<Vec<Value>, Value>,
}

impl Assignment {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn set(&mut self, symbol: SymbolId, value: Value) {
        self.symbols.insert(symbol, value);
    }
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.symbols.get(&symbol)
    }
    pub fn set_function(&mut self, function: FunId, value: FunctionValue) {
        self.functions.insert(function, value);
    }
    pub fn get_function(&self, function: FunId) -> Option<&FunctionValue> {
        self.functions.get(&function)
    }
    /// Assigns a function by a body over parameters; the body mentions no uninterpreted function.
    pub fn set_definition(&mut self, function: FunId, definition: FunctionDefinition) {
        self.definitions.insert(function, definition);
    }
    pub fn get_definition(&self, function: FunId) -> Option<&FunctionDefinition> {
        self.definitions.get(&function)
    }
    /// In no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Value)> {
        self.symbols.iter().map(|(&symbol, value)| (symbol, value))
    }
    pub fn len(&self) -> usize {
        self.symbols.len()
    }
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty() && self.functions.is_empty() && self.definitions.is_empty()
    }
}

/// Why a term has no value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalError {
    #[error("a quantifier ranges over too many values to be evaluated ({0:?})")]
    Quantifier(TermId),
    #[error("symbol {0:?} is assigned a value of another sort")]
    Sort(SymbolId),
}

/// The most instances of a quantified body (over all nested quantifiers) that evaluation tries.
const QUANTIFIER_INSTANCES: u64 = 1 << 12;

/// The value of one term. To evaluate several terms under one assignment, use an [`Evaluator`].
pub fn evaluate(terms: &Terms, term: TermId, assignment: &Assignment) -> Result<Value, EvalError> {
    Evaluator::new(terms, assignment).value(term)
}

/// Evaluates terms under one assignment, remembering every node's value.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    assignment: &'a Assignment,
    /// Quantified bodies: the values of the bound symbols, which hide the assignment.
    bound: FxHashMap<SymbolId, Value>,
    instances: u64,
    values: FxHashMap<TermId, Value>,
}

impl<'a> Evaluator<'a> {
    pub fn new(terms: &'a Terms, assignment: &'a Assignment) -> Self {
        Self {
            terms,
            assignment,
            bound: FxHashMap::default(),
            instances: QUANTIFIER_INSTANCES,
            values: FxHashMap::default(),
        }
    }

    pub fn value(&mut self, term: TermId) -> Result<Value, EvalError> {
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if self.values.contains_key(&next) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            if !self.terms.op(next).is_quantifier() {
                let open = self.terms.args(next).iter().filter(|arg| !self.values.contains_key(arg));
                stack.extend(open);
            }
            if stack.len() == before {
                let value = self.node(next)?;
                self.values.insert(next, value);
                stack.pop();
            }
        }
        Ok(self.values[&term].clone())
    }

    /// The truth of a Boolean term.
    pub fn holds(&mut self, term: TermId) -> Result<bool, EvalError> {
        Ok(self.value(term)?.as_bool().expect("a Boolean term"))
    }

    /// The value of a node whose arguments have values.
    fn node(&mut self, term: TermId) -> Result<Value, EvalError> {
        if let Some(value) = self.terms.constant_value(term) {
            return Ok(value);
        }
        let args = self.terms.args(term);
        match self.terms.op(term) {
            Op::Symbol(symbol) => self.symbol(symbol),
            Op::Apply(function) => self.application(function, args),
            op @ (Op::Forall | Op::Exists) => self.quantifier(term, op),
            op => {
                let values: SmallVec<[&Value; 4]> = args.iter().map(|arg| &self.values[arg]).collect();
                Ok(semantics::apply(self.terms, op, &values))
            }
        }
    }

    fn symbol(&self, symbol: SymbolId) -> Result<Value, EvalError> {
        let sort = self.terms.symbol_sort(symbol);
        match self.bound.get(&symbol).or_else(|| self.assignment.get(symbol)) {
            None => Ok(Value::default_of(self.terms, sort)),
            Some(value) if value.has_sort(self.terms, sort) => Ok(value.clone()),
            Some(_) => Err(EvalError::Sort(symbol)),
        }
    }

    fn application(&self, function: FunId, args: &[TermId]) -> Result<Value, EvalError> {
        let values: Vec<Value> = args.iter().map(|arg| self.values[arg].clone()).collect();
        if let Some(definition) = self.assignment.get_definition(function) {
            // Functions in the body have their default value, which also ends any recursion.
            let nothing = Assignment::new();
            let mut inner = Evaluator::new(self.terms, &nothing);
            inner.bound = definition.parameters.iter().copied().zip(values).collect();
            return inner.value(definition.body);
        }
        Ok(match self.assignment.get_function(function) {
            None => Value::default_of(self.terms, self.terms.function_data(function).result),
            Some(table) => table.entries.get(&values).unwrap_or(&table.default).clone(),
        })
    }

    /// Tries every combination of values of the bound symbols. Nested quantifiers share the limit,
    /// so the recursion is at most logarithmic in it: every sort has at least two values.
    fn quantifier(&mut self, term: TermId, op: Op) -> Result<Value, EvalError> {
        let (&body, bound) = self.terms.args(term).split_last().expect("a quantifier has a body");
        let symbols: Vec<SymbolId> = bound.iter().filter_map(|&b| self.terms.as_symbol(b)).collect();
        let counts: Option<Vec<u64>> =
            symbols.iter().map(|&s| Value::count(self.terms, self.terms.symbol_sort(s))).collect();
        let counts = counts.ok_or(EvalError::Quantifier(term))?;
        let instances = counts.iter().try_fold(1u64, |all, &n| all.checked_mul(n));
        let instances = instances.filter(|&n| n <= self.instances).ok_or(EvalError::Quantifier(term))?;
        let found_means = op == Op::Exists;
        for instance in 0..instances {
            let mut inner = Evaluator::new(self.terms, self.assignment);
            inner.bound = self.bound.clone();
            inner.instances = self.instances / instances;
            let mut rest = instance;
            for (&symbol, &count) in symbols.iter().zip(&counts) {
                let value = nth_value(self.terms, self.terms.symbol_sort(symbol), rest % count);
                inner.bound.insert(symbol, value.ok_or(EvalError::Quantifier(term))?);
                rest /= count;
            }
            if inner.holds(body)? == found_means {
                return Ok(Value::Bool(found_means));
            }
        }
        Ok(Value::Bool(!found_means))
    }
}

/// The values of a small sort, numbered from 0; `None` for array sorts.
pub(crate) fn nth_value(terms: &Terms, sort: SortId, n: u64) -> Option<Value> {
    Some(match *terms.sort_data(sort) {
        Sort::Bool => Value::Bool(n == 1),
        Sort::BitVec(width) => Value::BitVec(BvValue::from_u64(width, n)),
        Sort::Float(format) => {
            // Encodings without the NaNs: the positive ones up to infinity, the negative ones, and NaN.
            let infinity = softfloat::infinity(format, false).to_u64()?;
            let bits = if n <= infinity {
                BvValue::from_u64(format.width(), n)
            } else if n <= 2 * infinity + 1 {
                let magnitude = BvValue::from_u64(format.width(), n - infinity - 1);
                magnitude.or(&BvValue::min_signed(format.width()))
            } else {
                softfloat::nan(format)
            };
            Value::Float(format, bits)
        }
        Sort::RoundingMode => Value::RoundingMode(RoundingMode::ALL[n as usize]),
        Sort::Array { .. } | Sort::Int | Sort::Real => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::FloatFormat;

    #[test]
    fn deep_terms_and_missing_symbols() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(32);
        let x = terms.symbol("x", sort);
        let one = terms.bv_u64(32, 1);
        let mut sum = x;
        for _ in 0..200_000 {
            sum = terms.raw(Op::BvAdd, &[sum, one]);
        }
        let value = |assignment: &Assignment| evaluate(&terms, sum, assignment).unwrap();
        assert_eq!(value(&Assignment::new()), Value::BitVec(BvValue::from_u64(32, 200_000)));
        let mut assignment = Assignment::new();
        assignment.set(terms.as_symbol(x).unwrap(), Value::BitVec(BvValue::from_i64(32, -200_000)));
        assert_eq!(value(&assignment), Value::BitVec(BvValue::zero(32)));
    }

    #[test]
    fn small_quantifiers_are_tried_out_and_large_ones_refused() {
        let mut terms = Terms::new();
        let (narrow, wide) = (terms.bv_sort(3), terms.bv_sort(64));
        let x = terms.symbol("x", narrow);
        let y = terms.symbol("y", narrow);
        // forall x. exists y. x + y = 0
        let sum = terms.bv_add(x, y);
        let zero = terms.bv_u64(3, 0);
        let body = terms.raw(Op::Eq, &[sum, zero]);
        let some = terms.raw(Op::Exists, &[y, body]);
        let all = terms.raw(Op::Forall, &[x, some]);
        let none = terms.raw(Op::Forall, &[x, body]);
        assert_eq!(evaluate(&terms, all, &Assignment::new()), Ok(Value::Bool(true)));
        assert_eq!(evaluate(&terms, none, &Assignment::new()), Ok(Value::Bool(false)));
        let z = terms.symbol("z", wide);
        let self_equal = terms.raw(Op::Eq, &[z, z]);
        let large = terms.raw(Op::Forall, &[z, self_equal]);
        assert_eq!(evaluate(&terms, large, &Assignment::new()), Err(EvalError::Quantifier(large)));
    }

    #[test]
    fn values_of_a_small_float_sort_are_counted_right() {
        let mut terms = Terms::new();
        let format = FloatFormat { exponent: 3, significand: 3 };
        let sort = terms.float_sort(format);
        let count = Value::count(&terms, sort).unwrap();
        let all: std::collections::BTreeSet<Value> = (0..count).filter_map(|n| nth_value(&terms, sort, n)).collect();
        assert_eq!(all.len() as u64, count);
        let patterns = (0..64).map(|n| softfloat::canonical(format, BvValue::from_u64(6, n)));
        assert_eq!(patterns.map(|bits| Value::Float(format, bits)).collect::<std::collections::BTreeSet<_>>(), all);
    }
}
