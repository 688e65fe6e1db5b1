//! Reading what solvers answer: models and values.
//!
//! Solvers write arrays as stores over a constant array, as `(_ as-array f)` with a helper
//! function, or as a `lambda`; functions as nests of `ite` over equalities. All become finite
//! tables with a default. A definition that is no such table is refused, never approximated.

use super::command::solver_error;
use super::error::{ReadError, ReadErrorKind};
use super::read::{Meaning, Reader, Result};
use super::sexpr::{ExprId, SExprs};
use crate::bv::BvValue;
use crate::eval::{Assignment, evaluate};
use crate::op::{Op, SymbolId, TermId};
use crate::sort::{Sort, SortId};
use crate::substitute::FunctionDefinition;
use crate::terms::{Named, Terms};
use crate::value::{ArrayValue, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most indices an array of a model is evaluated on when it is no plain table.
const MAX_ENTRIES: usize = 1 << 16;

/// Reads the answer to `get-model`. `resolve` tells which symbol or function of the context a name
/// of the answer stands for (see [`Printer::named`](super::Printer::named)); other names are helpers.
pub fn read_model(terms: &mut Terms, text: &str, resolve: &dyn Fn(&str) -> Option<Named>) -> Result<Assignment> {
    let exprs = SExprs::parse(text)?;
    let mut reader = Reader::new(terms);
    let mut assignment = Assignment::new();
    for definition in definitions(&exprs)? {
        reader.definition(&exprs, definition, resolve, &mut assignment)?;
    }
    Ok(assignment)
}

/// Reads the answer to `get-value`: the values in order, which must have the given sorts.
pub fn read_values(terms: &mut Terms, text: &str, sorts: &[SortId]) -> Result<Vec<Value>> {
    let exprs = SExprs::parse(text)?;
    let answer = single(&exprs)?;
    let mut reader = Reader::new(terms);
    let pairs = exprs.list(answer).ok_or_else(|| reader.expected(&exprs, answer, "a list of values"))?;
    if pairs.len() != sorts.len() {
        return Err(reader.expected(&exprs, answer, "as many values as were asked for"));
    }
    let read = |(&pair, &sort): (&ExprId, &SortId)| match *exprs.list(pair).unwrap_or(&[]) {
        [_, value] => reader.value(&exprs, value, sort),
        _ => Err(reader.expected(&exprs, pair, "a term and its value")),
    };
    pairs.iter().zip(sorts).map(read).collect()
}

fn single(exprs: &SExprs) -> Result<ExprId> {
    match *exprs.top() {
        [answer] => match solver_error(exprs, answer) {
            Some(error) => Err(error),
            None => Ok(answer),
        },
        _ => Err(ReadError { place: exprs.end(), kind: ReadErrorKind::Expected("one answer") }),
    }
}

/// The definitions, helpers before those that may use them: functions before constants.
fn definitions(exprs: &SExprs) -> Result<Vec<ExprId>> {
    let answer = single(exprs)?;
    let items = exprs.list(answer).ok_or_else(|| exprs.error(answer, ReadErrorKind::Expected("a model")))?;
    let items = match items {
        [first, rest @ ..] if exprs.is_word(*first, "model") => rest,
        _ => items,
    };
    let has_parameters = |item: &ExprId| match exprs.list(*item) {
        Some(&[_, _, parameters, ..]) => !exprs.list(parameters).unwrap_or(&[]).is_empty(),
        _ => false,
    };
    let (functions, constants): (Vec<ExprId>, Vec<ExprId>) = items.iter().partition(|item| has_parameters(item));
    Ok(functions.into_iter().chain(constants).collect())
}

impl Reader<'_> {
    fn definition(
        &mut self,
        exprs: &SExprs,
        expr: ExprId,
        resolve: &dyn Fn(&str) -> Option<Named>,
        assignment: &mut Assignment,
    ) -> Result<()> {
        let items = exprs.list(expr).unwrap_or(&[]);
        let &[head, name, parameters, sort, body] = items else {
            return Err(self.expected(exprs, expr, "a definition"));
        };
        if !exprs.is_word(head, "define-fun") {
            return Err(self.expected(exprs, head, "define-fun"));
        }
        let sort = self.sort(exprs, sort)?;
        let name = self.symbol(exprs, name)?;
        if exprs.list(parameters).is_some_and(<[_]>::is_empty) {
            let value = self.value(exprs, body, sort)?;
            let term = self.terms.value_term(&value);
            self.define(name, Meaning::Term(term));
            if let Some(Named::Symbol(symbol)) = resolve(name) {
                if self.terms.symbol_sort(symbol) != sort {
                    return Err(self.expected(exprs, expr, "a value of the declared sort"));
                }
                assignment.set(symbol, value);
            }
            return Ok(());
        }
        let (symbols, body_term) = self.function_body(exprs, parameters, body)?;
        let body_term = if *self.terms.sort_data(sort) == Sort::Real { self.as_real(body_term) } else { body_term };
        self.define(name, Meaning::Macro(symbols.clone(), body_term));
        if let Some(Named::Function(function)) = resolve(name) {
            let parameters: Vec<SymbolId> = symbols.iter().filter_map(|&p| self.terms.as_symbol(p)).collect();
            self.closed(exprs, expr, &parameters, body_term)?;
            let data = self.terms.function_data(function);
            let own: Vec<SortId> = symbols.iter().map(|&p| self.terms.sort_of(p)).collect();
            if *data.parameters != *own || data.result != self.terms.sort_of(body_term) {
                return Err(self.expected(exprs, expr, "a function of the declared sorts"));
            }
            assignment.set_definition(function, FunctionDefinition { parameters, body: body_term });
        }
        Ok(())
    }

    /// A closed term's value.
    fn value(&mut self, exprs: &SExprs, expr: ExprId, sort: SortId) -> Result<Value> {
        let term = self.term(exprs, expr)?;
        let term = if *self.terms.sort_data(sort) == Sort::Real { self.as_real(term) } else { term };
        if self.terms.sort_of(term) != sort {
            return Err(self.expected(exprs, expr, "a value of the declared sort"));
        }
        if !self.terms.symbols_of(term).is_empty() || !self.terms.functions_of_all(&[term]).is_empty() {
            return Err(self.expected(exprs, expr, "a constant value"));
        }
        evaluate(self.terms, term, &Assignment::new())
            .map_err(|error| exprs.error(expr, ReadErrorKind::Unsupported(error.to_string())))
    }

    /// `(_ as-array f)`
    pub(super) fn as_array(&mut self, exprs: &SExprs, expr: ExprId, function: &str) -> Result<TermId> {
        match self.meaning(function) {
            Some(Meaning::Macro(parameters, body)) => self.lambda(exprs, expr, &parameters, body),
            _ => Err(exprs.error(expr, ReadErrorKind::Unknown(function.to_owned()))),
        }
    }

    /// `(lambda ((x S) …) body)` as an array term; several variables make nested arrays only in
    /// solvers' own extensions, which are refused.
    pub(super) fn lambda(&mut self, exprs: &SExprs, expr: ExprId, symbols: &[TermId], body: TermId) -> Result<TermId> {
        let &[symbol] = symbols else {
            return Err(exprs.error(expr, ReadErrorKind::Unsupported("arrays with several indices".to_owned())));
        };
        let array = self.tabulate(exprs, expr, symbol, body)?;
        Ok(self.terms.value_term(&Value::Array(Arc::new(array))))
    }

    /// The body mentions nothing but the parameters.
    fn closed(&self, exprs: &SExprs, expr: ExprId, parameters: &[SymbolId], body: TermId) -> Result<()> {
        let is_closed = self.terms.symbols_of(body).iter().all(|symbol| parameters.contains(symbol));
        if is_closed && self.terms.functions_of_all(&[body]).is_empty() {
            return Ok(());
        }
        let what = "a function of a model that depends on undefined names".to_owned();
        Err(exprs.error(expr, ReadErrorKind::Unsupported(what)))
    }

    /// A body over an index as an array. Where the index is only compared with constants, the body
    /// is the same for all indices that are none of these constants; so it suffices to evaluate it
    /// on those constants and on one other value. Otherwise all values are tried if there are few.
    fn tabulate(&mut self, exprs: &SExprs, expr: ExprId, index: TermId, body: TermId) -> Result<ArrayValue> {
        let unsupported = |what: &str| exprs.error(expr, ReadErrorKind::Unsupported(what.to_owned()));
        let symbol = self.terms.as_symbol(index).ok_or_else(|| self.expected(exprs, expr, "an index variable"))?;
        self.closed(exprs, expr, &[symbol], body)?;
        let (index_sort, element_sort) = (self.terms.sort_of(index), self.terms.sort_of(body));
        let sort = self.terms.array_sort(index_sort, element_sort);
        let (special, other) = self
            .relevant_values(index, body)
            .ok_or_else(|| unsupported("an array of a model that is no finite table"))?;
        let element = |value: &Value| {
            let mut assignment = Assignment::new();
            assignment.set(symbol, value.clone());
            evaluate(self.terms, body, &assignment).map_err(|error| unsupported(&error.to_string()))
        };
        let default = match &other {
            Some(other) => element(other)?,
            // Every value of the index sort is listed: any default will do.
            None => Value::default_of(self.terms, element_sort),
        };
        let mut array = ArrayValue::constant(sort, default);
        for value in special {
            let element = element(&value)?;
            array.store(value, element);
        }
        Ok(array)
    }

    /// The values of a parameter on which the body must be evaluated, and one that stands for all
    /// others (if there are others).
    fn relevant_values(&self, parameter: TermId, body: TermId) -> Option<(Vec<Value>, Option<Value>)> {
        let terms = &*self.terms;
        let sort = terms.sort_of(parameter);
        let mut special = BTreeSet::new();
        let mut only_compared = body != parameter;
        for node in terms.post_order(&[body]) {
            let args = terms.args(node);
            if !args.contains(&parameter) {
                continue;
            }
            match (terms.op(node), args) {
                (Op::Eq, &[a, b]) => {
                    let other = if a == parameter { b } else { a };
                    match terms.constant_value(other) {
                        Some(value) => {
                            special.insert(value);
                        }
                        None => only_compared = false,
                    }
                }
                _ => only_compared = false,
            }
        }
        if only_compared {
            let other = value_outside(terms, sort, &special);
            return Some((special.into_iter().collect(), other));
        }
        let count = Value::count(terms, sort).filter(|&n| n <= MAX_ENTRIES as u64)?;
        let all: Option<Vec<Value>> = (0..count).map(|n| crate::eval::nth_value(terms, sort, n)).collect();
        Some((all?, None))
    }
}

/// A value of the sort that is not in the set, if there is one.
fn value_outside(terms: &Terms, sort: SortId, set: &BTreeSet<Value>) -> Option<Value> {
    let candidates = set.len() as u64 + 1;
    match *terms.sort_data(sort) {
        Sort::Int => (0..candidates).map(|n| Value::Int(n.into())).find(|value| !set.contains(value)),
        Sort::Real => (0..candidates)
            .map(|n| Value::Real(num_rational::BigRational::from_integer(n.into())))
            .find(|value| !set.contains(value)),
        Sort::BitVec(width) => {
            let count = Value::count(terms, sort).unwrap_or(u64::MAX).min(candidates);
            (0..count).map(|n| Value::BitVec(BvValue::from_u64(width, n))).find(|value| !set.contains(value))
        }
        // An array index: vary the default.
        Sort::Array { element, .. } => {
            let defaults: BTreeSet<Value> = set.iter().filter_map(|v| Some(v.as_array()?.default.clone())).collect();
            let default = value_outside(terms, element, &defaults)?;
            Some(Value::Array(Arc::new(ArrayValue::constant(sort, default))))
        }
        _ => {
            let count = Value::count(terms, sort).unwrap_or(u64::MAX).min(candidates);
            (0..count).filter_map(|n| crate::eval::nth_value(terms, sort, n)).find(|value| !set.contains(value))
        }
    }
}
