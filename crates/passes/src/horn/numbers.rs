//! Machine integers as mathematical ones: the clauses of a system translated one by one.
//!
//! The translation is exact ([`cairn_term::integers`]): each integer stands for the bits of its variable, with the
//! bounds of its type. It stays with bit-vectors where operators work on single bits of unknown numbers, whose images
//! would be long sums of quotients.

use super::execute::{Encoded, conjuncts};
use super::{Application, Clause, Head, Numbers, Parameter, Predicate, PredicateId, Refused, System};
use cairn_base::Table;
use cairn_term::integers::Integers;
use cairn_term::{Op, Sort, SortId, TermId, Terms};
use rustc_hash::FxHashMap;

pub(super) fn translate(encoded: Encoded, numbers: Numbers) -> Result<System, Refused> {
    let bits = |encoded: Encoded| Ok(bit_vectors(encoded));
    match numbers {
        Numbers::BitVectors => bits(encoded),
        Numbers::Integers => {
            integers(&encoded).map_err(|what| Refused(format!("{what} has no translation to mathematical integers")))
        }
        Numbers::Chosen if works_on_bits(&encoded) => bits(encoded),
        Numbers::Chosen => match integers(&encoded) {
            Ok(system) => Ok(system),
            Err(_) => bits(encoded),
        },
    }
}

fn roots(clause: &Clause) -> Vec<TermId> {
    let head = match &clause.head {
        Head::State(application) => application.arguments.clone(),
        Head::Violation(_) | Head::Lost => Vec::new(),
    };
    clause.constraint.iter().chain(&head).copied().collect()
}

/// Whether single bits of two unknown numbers are combined.
fn works_on_bits(encoded: &Encoded) -> bool {
    let terms = &encoded.terms;
    let mut all: Vec<TermId> = encoded.clauses.iter().flat_map(roots).collect();
    all.extend(encoded.exact.values().map(|(_, plain)| *plain));
    terms.post_order(&all).any(|term| {
        let both_unknown = || terms.args(term).iter().all(|arg| !terms.is_constant(*arg));
        match terms.op(term) {
            Op::BvAnd | Op::BvOr | Op::BvXor => both_unknown(),
            Op::BvShl | Op::BvLshr | Op::BvAshr => !terms.is_constant(terms.args(term)[1]),
            Op::FpToIeeeBits | Op::FpFromBits(_) => true,
            _ => false,
        }
    })
}

/// Results that do not wrap are the results themselves.
fn bit_vectors(encoded: Encoded) -> System {
    let Encoded { mut terms, predicates, mut clauses, exact, .. } = encoded;
    // Operands of such results may be such results: the later ones are substituted first.
    let mut symbols: Vec<_> = exact.into_iter().collect();
    symbols.sort_unstable_by_key(|(symbol, _)| std::cmp::Reverse(symbol.0));
    let mut meaning: FxHashMap<TermId, TermId> = FxHashMap::default();
    for (symbol, (_, plain)) in symbols.into_iter().rev() {
        let plain = terms.substitute(plain, &meaning);
        meaning.insert(terms.symbol_term(symbol), plain);
    }
    for clause in &mut clauses {
        let mut each = |term: &mut TermId| *term = terms.substitute(*term, &meaning);
        clause.constraint.iter_mut().for_each(&mut each);
        clause.body.iter_mut().flat_map(|application| &mut application.arguments).for_each(&mut each);
        if let Head::State(application) = &mut clause.head {
            application.arguments.iter_mut().for_each(&mut each);
        }
    }
    System { terms, predicates, clauses, is_mathematical: false }
}

fn integers(encoded: &Encoded) -> Result<System, &'static str> {
    let mut terms = encoded.terms.clone();
    let mut predicates = Table::new();
    for predicate in encoded.predicates.values() {
        let parameters = predicate.parameters.iter().map(|parameter| {
            let sort = image_sort(&mut terms, parameter.sort);
            Parameter { sort, ..parameter.clone() }
        });
        let parameters = parameters.collect();
        predicates.push(Predicate { parameters, ..predicate.clone() });
    }
    let mut clauses = Vec::with_capacity(encoded.clauses.len());
    for clause in &encoded.clauses {
        clauses.push(image(&mut terms, encoded, clause)?);
    }
    Ok(System { terms, predicates, clauses, is_mathematical: true })
}

fn image(terms: &mut Terms, encoded: &Encoded, clause: &Clause) -> Result<Clause, &'static str> {
    let mut integers = Integers::new();
    encoded.unsigned.iter().for_each(|symbol| integers.without_sign(*symbol));
    encoded.exact.iter().for_each(|(symbol, (exact, _))| integers.stands_for(*symbol, *exact));
    let mut constraint = Vec::new();
    for part in &clause.constraint {
        constraint.push(integers.translate(terms, *part)?);
    }
    let parameters = |predicate: PredicateId| &encoded.predicates[predicate].parameters;
    let mut application = |old: &Application, terms: &mut Terms| {
        let pairs = old.arguments.iter().zip(parameters(old.predicate));
        let arguments = pairs.map(|(argument, parameter)| integers.value(terms, *argument, parameter.is_signed));
        Ok(Application { predicate: old.predicate, arguments: arguments.collect::<Result<_, &'static str>>()? })
    };
    let body = clause.body.iter().map(|old| application(old, terms)).collect::<Result<_, &'static str>>()?;
    let head = match &clause.head {
        Head::State(old) => Head::State(application(old, terms)?),
        other => other.clone(),
    };
    let bounds = integers.bounds();
    let parts = bounds.iter().chain(&constraint).flat_map(|part| conjuncts(terms, *part));
    Ok(Clause { body, constraint: parts.collect(), head })
}

/// Bit-vectors are integers, also inside arrays.
fn image_sort(terms: &mut Terms, sort: SortId) -> SortId {
    match *terms.sort_data(sort) {
        Sort::BitVec(_) => terms.int_sort(),
        Sort::Array { index, element } => {
            let (index, element) = (image_sort(terms, index), image_sort(terms, element));
            terms.array_sort(index, element)
        }
        _ => sort,
    }
}
