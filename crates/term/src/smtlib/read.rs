//! Reading terms.
//!
//! A [`Reader`] keeps what names mean while a script, a model or a term is read. Terms are read
//! with an explicit stack of work, so they may be nested arbitrarily deep (only quantifiers are
//! limited). By default they are built through the simplifying constructors.

use super::error::{ReadError, ReadErrorKind};
use super::sexpr::{ExprId, Kind, SExprs};
use crate::bv::BvValue;
use crate::op::{FunId, Op, TermId};
use crate::sort::{FloatFormat, MAX_WIDTH, Sort, SortId};
use crate::terms::{Named, Terms};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Num, Pow};
use rustc_hash::FxHashMap;

pub(super) type Result<T> = std::result::Result<T, ReadError>;

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Term(TermId),
    Function(FunId),
    /// A defined function: parameters (symbol terms) and body.
    Macro(Vec<TermId>, TermId),
}

/// Bounds recursion elsewhere (substitution, printing, evaluation) over what was read.
const MAX_QUANTIFIERS: usize = 200;

pub struct Reader<'a> {
    pub(super) terms: &'a mut Terms,
    simplify: bool,
    /// Names not declared by the text may be those the context knows.
    known_names: bool,
    pub(super) names: FxHashMap<String, Meaning>,
    pub(super) sorts: FxHashMap<String, SortId>,
    /// Names bound by `let`, quantifiers and parameters, innermost last.
    locals: FxHashMap<String, Vec<TermId>>,
    quantifiers: usize,
}

/// The head of an application.
#[derive(Clone, Debug)]
enum Head {
    Name(String, Vec<Index>),
    ConstArray(SortId),
}

#[derive(Clone, Debug)]
pub(super) enum Index {
    Number(u32),
    Name(String),
}

/// What is left to do. Values go to and come from the value stack.
enum Work {
    Read(ExprId),
    /// Apply to the last `count` values.
    Apply(Head, usize, ExprId),
    /// Bind the last values to the names and go on with the body.
    Let(Vec<String>, ExprId),
    Unbind(Vec<String>),
    /// Quantify, or tabulate a lambda, over the symbols.
    Bind(Binder, Vec<TermId>, ExprId),
    /// The last value is also known by this name.
    Name(String, ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Binder {
    Forall,
    Exists,
    Lambda,
}

/// Reads one term whose symbols are those the context already knows.
pub fn read_term(terms: &mut Terms, text: &str) -> Result<TermId> {
    let exprs = SExprs::parse(text)?;
    match *exprs.top() {
        [expr] => Reader::new(terms).with_known_names().term(&exprs, expr),
        _ => Err(ReadError { place: exprs.end(), kind: ReadErrorKind::Expected("one term") }),
    }
}

impl<'a> Reader<'a> {
    pub fn new(terms: &'a mut Terms) -> Self {
        Self {
            terms,
            simplify: true,
            known_names: false,
            names: FxHashMap::default(),
            sorts: FxHashMap::default(),
            locals: FxHashMap::default(),
            quantifiers: 0,
        }
    }

    /// Builds nodes as they are written.
    pub fn without_simplifying(mut self) -> Self {
        self.simplify = false;
        self
    }

    /// Lets undeclared names mean what the context knows by them.
    pub fn with_known_names(mut self) -> Self {
        self.known_names = true;
        self
    }

    pub(super) fn define(&mut self, name: &str, meaning: Meaning) -> Option<Meaning> {
        self.names.insert(name.to_owned(), meaning)
    }

    // ---- terms --------------------------------------------------------------------------------

    pub fn term(&mut self, exprs: &SExprs, expr: ExprId) -> Result<TermId> {
        let result = self.run(exprs, expr);
        if result.is_err() {
            // An error leaves bindings behind.
            self.locals.clear();
            self.quantifiers = 0;
        }
        result
    }

    fn run(&mut self, exprs: &SExprs, expr: ExprId) -> Result<TermId> {
        let mut work = vec![Work::Read(expr)];
        let mut values: Vec<TermId> = Vec::new();
        while let Some(next) = work.pop() {
            match next {
                Work::Read(expr) => match exprs.list(expr) {
                    None => values.push(self.atom(exprs, expr)?),
                    Some(items) => self.open(exprs, expr, items, &mut work, &mut values)?,
                },
                Work::Apply(head, count, expr) => {
                    let args = values.split_off(values.len() - count);
                    values.push(self.apply(exprs, expr, head, &args)?);
                }
                Work::Let(names, body) => {
                    let bound = values.split_off(values.len() - names.len());
                    for (name, value) in names.iter().zip(bound) {
                        self.locals.entry(name.clone()).or_default().push(value);
                    }
                    work.push(Work::Unbind(names));
                    work.push(Work::Read(body));
                }
                Work::Unbind(names) => self.unbind(&names),
                Work::Bind(binder, symbols, expr) => {
                    let body = values.pop().expect("a body was read");
                    self.quantifiers -= 1;
                    values.push(self.bind(exprs, expr, binder, &symbols, body)?);
                }
                Work::Name(name, expr) => {
                    let value = *values.last().expect("a term was read");
                    if self.define(&name, Meaning::Term(value)).is_some() {
                        return Err(exprs.error(expr, ReadErrorKind::Twice(name)));
                    }
                }
            }
        }
        Ok(values.pop().expect("the term was read"))
    }

    fn unbind(&mut self, names: &[String]) {
        for name in names {
            if let Some(values) = self.locals.get_mut(name) {
                values.pop();
                if values.is_empty() {
                    self.locals.remove(name);
                }
            }
        }
    }

    /// Begins reading a list.
    fn open(
        &mut self,
        exprs: &SExprs,
        expr: ExprId,
        items: &[ExprId],
        work: &mut Vec<Work>,
        values: &mut Vec<TermId>,
    ) -> Result<()> {
        let (&head, rest) = items.split_first().ok_or_else(|| self.expected(exprs, expr, "a term"))?;
        let word = if exprs.kind(head) == Kind::Symbol { exprs.source(head) } else { "" };
        match word {
            "let" => self.open_let(exprs, expr, rest, work),
            "forall" => self.open_binder(exprs, expr, Binder::Forall, rest, work),
            "exists" => self.open_binder(exprs, expr, Binder::Exists, rest, work),
            "lambda" => self.open_binder(exprs, expr, Binder::Lambda, rest, work),
            "!" => self.open_annotated(exprs, expr, rest, work),
            "_" => {
                let (name, indices) = self.indexed(exprs, expr, rest)?;
                values.push(self.apply(exprs, expr, Head::Name(name, indices), &[])?);
                Ok(())
            }
            "as" => match *rest {
                // (as x Sort): only constant arrays need their sort, and those come as heads
                [inner, _] => {
                    work.push(Work::Read(inner));
                    Ok(())
                }
                _ => Err(self.expected(exprs, expr, "a name and a sort")),
            },
            _ => {
                let head = self.head(exprs, head)?;
                work.push(Work::Apply(head, rest.len(), expr));
                work.extend(rest.iter().rev().map(|&arg| Work::Read(arg)));
                Ok(())
            }
        }
    }

    fn open_let(&mut self, exprs: &SExprs, expr: ExprId, rest: &[ExprId], work: &mut Vec<Work>) -> Result<()> {
        let &[bindings, body] = rest else {
            return Err(self.expected(exprs, expr, "bindings and a body"));
        };
        let mut names = Vec::new();
        let mut reads = Vec::new();
        for &binding in exprs.list(bindings).ok_or_else(|| self.expected(exprs, bindings, "bindings"))? {
            let &[name, value] = exprs.list(binding).unwrap_or(&[]) else {
                return Err(self.expected(exprs, binding, "a name and a term"));
            };
            names.push(self.symbol(exprs, name)?.to_owned());
            reads.push(Work::Read(value));
        }
        work.push(Work::Let(names, body));
        work.extend(reads.into_iter().rev());
        Ok(())
    }

    fn open_binder(
        &mut self,
        exprs: &SExprs,
        expr: ExprId,
        binder: Binder,
        rest: &[ExprId],
        work: &mut Vec<Work>,
    ) -> Result<()> {
        let &[variables, body] = rest else {
            return Err(self.expected(exprs, expr, "variables and a body"));
        };
        self.quantifiers += 1;
        if self.quantifiers > MAX_QUANTIFIERS {
            let what = format!("quantifiers nested more than {MAX_QUANTIFIERS} deep");
            return Err(exprs.error(expr, ReadErrorKind::Unsupported(what)));
        }
        let variables = self.variables(exprs, variables)?;
        if variables.is_empty() {
            return Err(self.expected(exprs, expr, "variables"));
        }
        let mut names = Vec::new();
        let mut symbols = Vec::new();
        for (name, sort) in variables {
            let symbol = self.bound_symbol(&name, sort);
            self.locals.entry(name.clone()).or_default().push(symbol);
            names.push(name);
            symbols.push(symbol);
        }
        work.push(Work::Unbind(names));
        work.push(Work::Bind(binder, symbols, expr));
        work.push(Work::Read(body));
        Ok(())
    }

    /// A symbol for a bound variable. It takes its own name only if nothing else can mean that name
    /// here: a `let` may carry an outer meaning into the body, which must not be captured.
    fn bound_symbol(&mut self, name: &str, sort: SortId) -> TermId {
        let is_free = !self.names.contains_key(name) && !self.locals.contains_key(name);
        let is_new = self.terms.named(name).is_none();
        let is_same = matches!(self.terms.named(name), Some(Named::Symbol(s)) if self.terms.symbol_sort(s) == sort);
        if is_free && (is_new || (is_same && !self.known_names)) {
            self.terms.symbol(name, sort)
        } else {
            self.terms.fresh_symbol(name, sort)
        }
    }

    /// `((x S) …)`
    pub(super) fn variables(&mut self, exprs: &SExprs, list: ExprId) -> Result<Vec<(String, SortId)>> {
        let items = exprs.list(list).ok_or_else(|| self.expected(exprs, list, "variables"))?;
        items
            .iter()
            .map(|&item| match *exprs.list(item).unwrap_or(&[]) {
                [name, sort] => Ok((self.symbol(exprs, name)?.to_owned(), self.sort(exprs, sort)?)),
                _ => Err(self.expected(exprs, item, "a name and a sort")),
            })
            .collect()
    }

    fn open_annotated(&mut self, exprs: &SExprs, expr: ExprId, rest: &[ExprId], work: &mut Vec<Work>) -> Result<()> {
        let (&inner, attributes) = rest.split_first().ok_or_else(|| self.expected(exprs, expr, "a term"))?;
        for pair in attributes.windows(2) {
            if exprs.kind(pair[0]) == Kind::Keyword && exprs.source(pair[0]) == ":named" {
                work.push(Work::Name(self.symbol(exprs, pair[1])?.to_owned(), pair[1]));
            }
        }
        work.push(Work::Read(inner));
        Ok(())
    }

    fn bind(
        &mut self,
        exprs: &SExprs,
        expr: ExprId,
        binder: Binder,
        symbols: &[TermId],
        body: TermId,
    ) -> Result<TermId> {
        if binder == Binder::Lambda {
            return self.lambda(exprs, expr, symbols, body);
        }
        let op = if binder == Binder::Forall { Op::Forall } else { Op::Exists };
        let mut args = symbols.to_vec();
        args.push(body);
        self.make(exprs, expr, op, &args)
    }

    fn head(&mut self, exprs: &SExprs, head: ExprId) -> Result<Head> {
        if let Some(name) = exprs.symbol(head) {
            return Ok(Head::Name(name.to_owned(), Vec::new()));
        }
        match exprs.list(head) {
            Some([first, rest @ ..]) if exprs.is_word(*first, "_") => {
                let (name, indices) = self.indexed(exprs, head, rest)?;
                Ok(Head::Name(name, indices))
            }
            Some(&[first, inner, sort]) if exprs.is_word(first, "as") => {
                if exprs.is_word(inner, "const") {
                    return Ok(Head::ConstArray(self.sort(exprs, sort)?));
                }
                Ok(Head::Name(self.symbol(exprs, inner)?.to_owned(), Vec::new()))
            }
            _ => Err(self.expected(exprs, head, "an operator")),
        }
    }

    /// The name and indices after `_`.
    fn indexed(&self, exprs: &SExprs, expr: ExprId, rest: &[ExprId]) -> Result<(String, Vec<Index>)> {
        let (&name, indices) = rest.split_first().ok_or_else(|| self.expected(exprs, expr, "an operator"))?;
        let index = |item: &ExprId| match exprs.kind(*item) {
            Kind::Numeral => Ok(Index::Number(self.number(exprs, *item)?)),
            _ => Ok(Index::Name(self.symbol(exprs, *item)?.to_owned())),
        };
        Ok((self.symbol(exprs, name)?.to_owned(), indices.iter().map(index).collect::<Result<_>>()?))
    }

    fn apply(&mut self, exprs: &SExprs, expr: ExprId, head: Head, args: &[TermId]) -> Result<TermId> {
        match head {
            Head::ConstArray(sort) => self.make(exprs, expr, Op::ConstArray(sort), args),
            Head::Name(name, indices) if indices.is_empty() => match self.meaning(&name) {
                Some(Meaning::Term(_)) => Err(self.expected(exprs, expr, "a function")),
                Some(Meaning::Function(function)) => self.make(exprs, expr, Op::Apply(function), args),
                Some(Meaning::Macro(parameters, body)) => self.instance(exprs, expr, &parameters, body, args),
                None => self.apply_builtin(exprs, expr, &name, args),
            },
            Head::Name(name, indices) => self.apply_indexed(exprs, expr, &name, &indices, args),
        }
    }

    /// A defined function applied: its body with the parameters replaced.
    fn instance(
        &mut self,
        exprs: &SExprs,
        expr: ExprId,
        parameters: &[TermId],
        body: TermId,
        args: &[TermId],
    ) -> Result<TermId> {
        if parameters.len() != args.len() {
            return Err(self.expected(exprs, expr, "as many arguments as parameters"));
        }
        let is_same_sort = |(&p, &a): (&TermId, &TermId)| self.terms.sort_of(p) == self.terms.sort_of(a);
        if !parameters.iter().zip(args).all(is_same_sort) {
            return Err(self.expected(exprs, expr, "arguments of the parameters' sorts"));
        }
        let map: FxHashMap<TermId, TermId> = parameters.iter().copied().zip(args.iter().copied()).collect();
        Ok(self.terms.substitute(body, &map))
    }

    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        if let Some(value) = self.locals.get(name).and_then(|values| values.last()) {
            return Some(Meaning::Term(*value));
        }
        if let Some(meaning) = self.names.get(name) {
            return Some(meaning.clone());
        }
        if !self.known_names {
            return None;
        }
        self.terms.named(name).map(|named| match named {
            Named::Symbol(symbol) => Meaning::Term(self.terms.symbol_term(symbol)),
            Named::Function(function) => Meaning::Function(function),
        })
    }

    /// The node if it is well-sorted.
    pub(super) fn make(&mut self, exprs: &SExprs, expr: ExprId, op: Op, args: &[TermId]) -> Result<TermId> {
        match self.terms.check(op, args) {
            Err(error) => Err(exprs.error(expr, ReadErrorKind::Sort(error))),
            Ok(_) if self.simplify || self.is_literal(op, args) => Ok(self.terms.build(op, args)),
            Ok(_) => Ok(self.terms.raw(op, args)),
        }
    }

    /// Negative numbers and fractions have no other notation than an application.
    fn is_literal(&self, op: Op, args: &[TermId]) -> bool {
        matches!(op, Op::Neg | Op::RealDiv) && args.iter().all(|&arg| self.terms.is_constant(arg))
    }

    // ---- atoms --------------------------------------------------------------------------------

    fn atom(&mut self, exprs: &SExprs, expr: ExprId) -> Result<TermId> {
        let source = exprs.source(expr);
        match exprs.kind(expr) {
            Kind::Symbol | Kind::Quoted => {
                let name = self.symbol(exprs, expr)?;
                match self.meaning(name) {
                    Some(Meaning::Term(term)) => Ok(term),
                    Some(_) => Err(self.expected(exprs, expr, "a term, not a function")),
                    None => self.apply_builtin(exprs, expr, name, &[]),
                }
            }
            Kind::Numeral => Ok(self.terms.int_const(big(source, 10))),
            Kind::Decimal => {
                let (whole, fraction) = source.split_once('.').unwrap_or((source, ""));
                let numerator = big(&format!("{whole}{fraction}"), 10);
                let denominator = BigInt::from(10u32).pow(fraction.len());
                Ok(self.terms.real_const(BigRational::new(numerator, denominator)))
            }
            Kind::Hexadecimal => self.bits(exprs, expr, &source[2..], 16, 4),
            Kind::Binary => self.bits(exprs, expr, &source[2..], 2, 1),
            _ => Err(self.expected(exprs, expr, "a term")),
        }
    }

    fn bits(&mut self, exprs: &SExprs, expr: ExprId, digits: &str, radix: u32, per_digit: u32) -> Result<TermId> {
        let width = digits.len() as u64 * u64::from(per_digit);
        if width > u64::from(MAX_WIDTH) {
            return Err(self.expected(exprs, expr, "fewer digits"));
        }
        let value = BigUint::from_str_radix(digits, radix).unwrap_or_default();
        Ok(self.terms.bv(BvValue::from_biguint(width as u32, value)))
    }

    pub(super) fn expected(&self, exprs: &SExprs, expr: ExprId, what: &'static str) -> ReadError {
        exprs.error(expr, ReadErrorKind::Expected(what))
    }

    pub(super) fn symbol<'t>(&self, exprs: &SExprs<'t>, expr: ExprId) -> Result<&'t str> {
        exprs.symbol(expr).ok_or_else(|| self.expected(exprs, expr, "a name"))
    }

    pub(super) fn number(&self, exprs: &SExprs, expr: ExprId) -> Result<u32> {
        match exprs.kind(expr) {
            Kind::Numeral => exprs.source(expr).parse().map_err(|_| self.expected(exprs, expr, "a smaller number")),
            _ => Err(self.expected(exprs, expr, "a number")),
        }
    }

    // ---- sorts --------------------------------------------------------------------------------

    /// Sorts nest little; deeper ones than this are refused.
    const MAX_SORT_DEPTH: usize = 50;

    pub fn sort(&mut self, exprs: &SExprs, expr: ExprId) -> Result<SortId> {
        self.sort_within(exprs, expr, Self::MAX_SORT_DEPTH)
    }

    fn sort_within(&mut self, exprs: &SExprs, expr: ExprId, depth: usize) -> Result<SortId> {
        if depth == 0 {
            return Err(exprs.error(expr, ReadErrorKind::Unsupported("deeply nested sorts".to_owned())));
        }
        if let Some(name) = exprs.symbol(expr) {
            return self.named_sort(exprs, expr, name);
        }
        let items = exprs.list(expr).ok_or_else(|| self.expected(exprs, expr, "a sort"))?;
        match *items {
            [head, index, element] if exprs.is_word(head, "Array") => {
                let index = self.sort_within(exprs, index, depth - 1)?;
                let element = self.sort_within(exprs, element, depth - 1)?;
                Ok(self.terms.array_sort(index, element))
            }
            [head, name, width] if exprs.is_word(head, "_") && exprs.is_word(name, "BitVec") => {
                let width = self.number(exprs, width)?;
                if width == 0 || width > MAX_WIDTH {
                    return Err(self.expected(exprs, expr, "a width of at least 1 (and at most 2^24)"));
                }
                Ok(self.terms.bv_sort(width))
            }
            [head, name, eb, sb] if exprs.is_word(head, "_") && exprs.is_word(name, "FloatingPoint") => {
                let format = self.format(exprs, expr, self.number(exprs, eb)?, self.number(exprs, sb)?)?;
                Ok(self.terms.float_sort(format))
            }
            _ => Err(exprs.error(expr, ReadErrorKind::Unsupported(format!("sort {}", exprs.source(expr))))),
        }
    }

    fn named_sort(&mut self, exprs: &SExprs, expr: ExprId, name: &str) -> Result<SortId> {
        let sort = match name {
            "Bool" => Sort::Bool,
            "Int" => Sort::Int,
            "Real" => Sort::Real,
            "RoundingMode" => Sort::RoundingMode,
            "Float16" => Sort::Float(FloatFormat::HALF),
            "Float32" => Sort::Float(FloatFormat::SINGLE),
            "Float64" => Sort::Float(FloatFormat::DOUBLE),
            "Float128" => Sort::Float(FloatFormat::QUAD),
            _ => {
                let known = self.sorts.get(name).copied();
                return known.ok_or_else(|| exprs.error(expr, ReadErrorKind::Unknown(name.to_owned())));
            }
        };
        Ok(self.terms.sort(sort))
    }

    pub(super) fn format(&self, exprs: &SExprs, expr: ExprId, eb: u32, sb: u32) -> Result<FloatFormat> {
        let format = FloatFormat { exponent: eb, significand: sb };
        let error = || exprs.error(expr, ReadErrorKind::Unsupported(format!("float format {eb} {sb}")));
        if format.is_valid() { Ok(format) } else { Err(error()) }
    }
}

/// A number of digits the lexer has checked.
pub(super) fn big(digits: &str, radix: u32) -> BigInt {
    BigInt::from_str_radix(digits, radix).unwrap_or_default()
}
