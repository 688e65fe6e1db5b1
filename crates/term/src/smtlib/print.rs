//! Printing terms as SMT-LIB.
//!
//! Terms are graphs, so shared nodes get names: a [`Printer`] writes `define-fun`s before the
//! command that uses them and remembers what it wrote (a whole dialogue with a solver can go
//! through one printer); [`term_text`] writes one self-contained term with `let`s. Text is linear
//! in the number of nodes, and nesting is bounded, because other tools read recursively.

use super::expand::{expanded, needs_names};
use super::name::{declarable, quoted};
use super::operators::{PLAIN, VERSION_2_7, name_in};
use super::text::{bits_text, constant_text, sort_text};
use crate::op::{FunId, Op, SymbolId, TermId};
use crate::softfloat;
use crate::terms::{Named, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// What a printed dialect may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintOptions {
    /// Overflow predicates and integer conversions under their SMT-LIB 2.7 names, instead of
    /// expanded into 2.6 operators.
    pub version_2_7: bool,
    /// `(=> a b)` for `(not (and a (not b)))`.
    pub implications: bool,
}

impl Default for PrintOptions {
    fn default() -> Self {
        Self { version_2_7: false, implications: true }
    }
}

/// What cannot be written in SMT-LIB.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PrintError {
    #[error("the bits of a float ({0:?}) under a quantifier or in a single term cannot be written in SMT-LIB")]
    FloatBits(TermId),
    #[error("quantifiers nested more than {MAX_QUANTIFIERS} deep")]
    Depth,
}

/// Bounds the recursion through quantified bodies.
const MAX_QUANTIFIERS: usize = 200;
/// Deeper expressions are cut by naming an inner node.
const MAX_NESTING: u32 = 40;

/// A dialogue: what has been declared and defined so far, and under which names.
#[derive(Clone, Debug, Default)]
pub struct Printer {
    options: PrintOptions,
    /// Names of defined nodes and declared symbols.
    names: FxHashMap<TermId, String>,
    functions: FxHashMap<FunId, String>,
    meaning: FxHashMap<String, Named>,
    used: FxHashSet<String>,
    scopes: Vec<Scope>,
    counter: usize,
}

/// What was introduced since a push, to be forgotten at the pop.
#[derive(Clone, Debug, Default)]
struct Scope {
    terms: Vec<TermId>,
    functions: Vec<FunId>,
}

impl Printer {
    pub fn new(options: PrintOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Call it when the solver gets a `push`.
    pub fn push(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Call it when the solver gets a `pop`: declarations made since the push are gone.
    pub fn pop(&mut self) {
        let scope = self.scopes.pop().expect("a pop without a push");
        for term in scope.terms {
            if let Some(name) = self.names.remove(&term) {
                self.forget(&name);
            }
        }
        for function in scope.functions {
            if let Some(name) = self.functions.remove(&function) {
                self.forget(&name);
            }
        }
    }

    fn forget(&mut self, name: &str) {
        self.used.remove(name);
        self.meaning.remove(name);
    }

    /// What a printed name stands for: for reading models.
    pub fn named(&self, name: &str) -> Option<Named> {
        self.meaning.get(name).copied()
    }

    /// Declares everything the roots need and defines their shared parts, appending commands to
    /// `out`. Afterwards [`reference`](Self::reference) tells how to write each root.
    pub fn define(&mut self, terms: &Terms, roots: &[TermId], out: &mut String) -> Result<(), PrintError> {
        self.declare(terms, roots, out);
        let known = |term| self.names.contains_key(&term);
        let plan = Plan::new(terms, roots, self.options, known);
        for &term in &plan.named {
            if terms.op(term) == Op::FpToIeeeBits {
                self.define_bits(terms, term, &plan, out)?;
                continue;
            }
            let text = self.expression(terms, term, &plan, 0)?;
            let sort = sort_text(terms, terms.sort_of(term));
            let name = self.new_name(term);
            let _ = writeln!(out, "(define-fun {name} () {sort} {text})");
        }
        Ok(())
    }

    /// How a term is written whose parts have been defined by [`define`](Self::define).
    pub fn reference(&self, terms: &Terms, term: TermId) -> Result<String, PrintError> {
        let plan = Plan::new(terms, &[term], self.options, |t| self.names.contains_key(&t));
        self.expression(terms, term, &plan, 0)
    }

    /// Writes `(assert term)` with what it needs.
    pub fn assert(&mut self, terms: &Terms, term: TermId, out: &mut String) -> Result<(), PrintError> {
        self.define(terms, &[term], out)?;
        let text = self.reference(terms, term)?;
        let _ = writeln!(out, "(assert {text})");
        Ok(())
    }

    /// Declares the symbols and functions of the roots that are not declared yet.
    pub fn declare(&mut self, terms: &Terms, roots: &[TermId], out: &mut String) {
        for symbol in terms.symbols_of_all(roots) {
            let term = terms.symbol_term(symbol);
            if self.names.contains_key(&term) {
                continue;
            }
            let name = self.unused(terms.symbol_name(symbol));
            let text = quoted(&name).into_owned();
            let _ = writeln!(out, "(declare-fun {text} () {})", sort_text(terms, terms.symbol_sort(symbol)));
            self.introduce(term, name, text, Named::Symbol(symbol));
        }
        for function in terms.functions_of_all(roots) {
            if self.functions.contains_key(&function) {
                continue;
            }
            let data = terms.function_data(function);
            let name = self.unused(&data.name);
            let text = quoted(&name).into_owned();
            let parameters: Vec<String> = data.parameters.iter().map(|&sort| sort_text(terms, sort)).collect();
            let result = sort_text(terms, data.result);
            let _ = writeln!(out, "(declare-fun {text} ({}) {result})", parameters.join(" "));
            self.meaning.insert(name.clone(), Named::Function(function));
            self.used.insert(name);
            self.functions.insert(function, text);
            if let Some(scope) = self.scopes.last_mut() {
                scope.functions.push(function);
            }
        }
    }

    fn introduce(&mut self, term: TermId, name: String, text: String, meaning: Named) {
        self.meaning.insert(name.clone(), meaning);
        self.used.insert(name);
        self.names.insert(term, text);
        if let Some(scope) = self.scopes.last_mut() {
            scope.terms.push(term);
        }
    }

    /// The name, decorated if it is already used for something else.
    fn unused(&self, name: &str) -> String {
        let base = declarable(name);
        let mut candidate = base.clone().into_owned();
        let mut number = 0;
        while self.used.contains(&candidate) {
            number += 1;
            candidate = format!("{base}!{number}");
        }
        candidate
    }

    /// A new name for a node about to be defined.
    fn new_name(&mut self, term: TermId) -> String {
        loop {
            self.counter += 1;
            let name = format!("t!{}", self.counter);
            if self.used.insert(name.clone()) {
                self.names.insert(term, name.clone());
                if let Some(scope) = self.scopes.last_mut() {
                    scope.terms.push(term);
                }
                return name;
            }
        }
    }

    /// The bits of a float: a new constant that encodes the float, canonically if it is NaN.
    fn define_bits(&mut self, terms: &Terms, term: TermId, plan: &Plan, out: &mut String) -> Result<(), PrintError> {
        let float = terms.args(term)[0];
        let format = terms.float_format(float);
        let text = self.expression(terms, float, plan, 0)?;
        let name = self.new_name(term);
        let (eb, sb) = (format.exponent, format.significand);
        let nan = bits_text(&softfloat::nan(format));
        let _ = writeln!(out, "(declare-fun {name} () (_ BitVec {}))", format.width());
        let _ = writeln!(out, "(assert (= ((_ to_fp {eb} {sb}) {name}) {text}))");
        let _ = writeln!(out, "(assert (=> (fp.isNaN {text}) (= {name} {nan})))");
        Ok(())
    }

    fn expression(&self, terms: &Terms, term: TermId, plan: &Plan, depth: usize) -> Result<String, PrintError> {
        let (locals, hidden) = (FxHashMap::default(), FxHashSet::default());
        Writer { terms, printer: self, plan, locals: &locals, hidden: &hidden, depth }.expression(term)
    }
}

/// Which nodes get a name, in an order in which definitions refer back only.
struct Plan {
    named: Vec<TermId>,
    is_named: FxHashSet<TermId>,
}

impl Plan {
    /// Nodes below a quantifier are not planned: they may depend on bound symbols.
    fn new(terms: &Terms, roots: &[TermId], options: PrintOptions, known: impl Fn(TermId) -> bool) -> Self {
        let order = order_outside_quantifiers(terms, roots, &known);
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        for &term in &order {
            if known(term) || terms.op(term).is_quantifier() {
                continue;
            }
            // Expansions mention their arguments several times.
            let weight = if needs_names(terms, term, options) { 2 } else { 1 };
            for &argument in terms.args(term) {
                *uses.entry(argument).or_default() += weight;
            }
        }
        let mut plan = Self { named: Vec::new(), is_named: FxHashSet::default() };
        let mut nesting: FxHashMap<TermId, u32> = FxHashMap::default();
        for &term in &order {
            if terms.args(term).is_empty() || known(term) {
                continue;
            }
            let below = match terms.op(term).is_quantifier() {
                true => 0,
                false => terms.args(term).iter().filter_map(|arg| nesting.get(arg)).max().copied().unwrap_or(0),
            };
            let is_shared = uses.get(&term).is_some_and(|&count| count > 1);
            if is_shared || below >= MAX_NESTING || terms.op(term) == Op::FpToIeeeBits {
                plan.named.push(term);
                plan.is_named.insert(term);
            } else {
                nesting.insert(term, below + 1);
            }
        }
        plan
    }
}

/// Post-order that takes quantifiers and already known nodes for leaves.
fn order_outside_quantifiers(terms: &Terms, roots: &[TermId], known: &impl Fn(TermId) -> bool) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut stack: Vec<(TermId, usize)> = Vec::new();
    for &root in roots {
        if seen.insert(root) {
            stack.push((root, 0));
        }
        while let Some((term, entered)) = stack.last_mut() {
            let is_leaf = terms.op(*term).is_quantifier() || known(*term);
            match terms.args(*term).get(*entered) {
                Some(&argument) if !is_leaf => {
                    *entered += 1;
                    if seen.insert(argument) {
                        stack.push((argument, 0));
                    }
                }
                _ => {
                    order.push(*term);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// Writes expressions under a plan. Recursive, but no deeper than [`MAX_NESTING`] between names
/// and [`MAX_QUANTIFIERS`] quantifiers.
struct Writer<'a> {
    terms: &'a Terms,
    printer: &'a Printer,
    plan: &'a Plan,
    /// Names that `let`s and quantifiers bind, hiding the printer's.
    locals: &'a FxHashMap<TermId, String>,
    /// Nodes whose global name must not be used here: a symbol they mention is bound here.
    hidden: &'a FxHashSet<TermId>,
    depth: usize,
}

impl Writer<'_> {
    fn name(&self, term: TermId) -> Option<&str> {
        let global = || if self.hidden.contains(&term) { None } else { self.printer.names.get(&term) };
        self.locals.get(&term).or_else(global).map(String::as_str)
    }

    /// An argument: its name if it has one.
    fn operand(&self, term: TermId) -> Result<String, PrintError> {
        match self.name(term) {
            Some(name) => Ok(name.to_owned()),
            None => self.expression(term),
        }
    }

    fn expression(&self, term: TermId) -> Result<String, PrintError> {
        if let Some(name) = self.name(term) {
            return Ok(name.to_owned());
        }
        if let Some(text) = constant_text(self.terms, term) {
            return Ok(text);
        }
        match self.terms.op(term) {
            // Only free symbols are declared; whoever prints a bare term names them plainly.
            Op::Symbol(symbol) => Ok(plain_name(self.terms, symbol)),
            op @ (Op::Forall | Op::Exists) => self.quantifier(term, op),
            Op::FpToIeeeBits => Err(PrintError::FloatBits(term)),
            Op::Not => self.negation(term),
            op => self.application(term, op),
        }
    }

    fn negation(&self, term: TermId) -> Result<String, PrintError> {
        let inner = self.terms.args(term)[0];
        if self.printer.options.implications
            && self.name(inner).is_none()
            && !self.plan.is_named.contains(&inner)
            && let Some((premise, conclusion)) = self.as_implication(inner)
        {
            return Ok(format!("(=> {} {})", self.operand(premise)?, self.operand(conclusion)?));
        }
        Ok(format!("(not {})", self.operand(inner)?))
    }

    /// `a` and `b` when the term is `(and a (not b))` and the negation has no name of its own.
    fn as_implication(&self, term: TermId) -> Option<(TermId, TermId)> {
        if self.terms.op(term) != Op::And {
            return None;
        }
        let &[a, b] = self.terms.args(term) else {
            return None;
        };
        let negated = |t: TermId| {
            let is_plain = self.terms.op(t) == Op::Not && self.name(t).is_none() && !self.plan.is_named.contains(&t);
            is_plain.then(|| self.terms.args(t)[0])
        };
        negated(b).map(|conclusion| (a, conclusion)).or_else(|| negated(a).map(|conclusion| (b, conclusion)))
    }

    fn application(&self, term: TermId, op: Op) -> Result<String, PrintError> {
        let args: Vec<String> = self.terms.args(term).iter().map(|&arg| self.operand(arg)).collect::<Result<_, _>>()?;
        if let Some(text) = expanded(self.terms, term, &args, self.printer.options) {
            return Ok(text);
        }
        let head = match op {
            Op::Apply(function) => match self.printer.functions.get(&function) {
                Some(name) => name.clone(),
                None => quoted(&declarable(&self.terms.function_data(function).name)).into_owned(),
            },
            Op::ConstArray(sort) => format!("(as const {})", sort_text(self.terms, sort)),
            _ => head_text(op),
        };
        Ok(format!("({head} {})", args.join(" ")))
    }

    fn quantifier(&self, term: TermId, op: Op) -> Result<String, PrintError> {
        if self.depth >= MAX_QUANTIFIERS {
            return Err(PrintError::Depth);
        }
        let (&body, bound) = self.terms.args(term).split_last().expect("a quantifier has a body");
        let mut locals = self.locals.clone();
        let mut hidden = self.hidden.clone();
        let mut variables = Vec::new();
        // A bound symbol that also occurs free outside: what depends on it means something else here.
        let is_known = |symbol: &TermId| self.name(*symbol).is_some();
        if bound.iter().any(is_known) {
            for node in self.dependents(body, bound) {
                locals.remove(&node);
                hidden.insert(node);
            }
        }
        for &symbol_term in bound {
            let symbol = self.terms.as_symbol(symbol_term).expect("quantifiers bind symbols");
            let name = self.local_name(&declarable(self.terms.symbol_name(symbol)), &locals);
            let sort = sort_text(self.terms, self.terms.symbol_sort(symbol));
            variables.push(format!("({name} {sort})"));
            locals.insert(symbol_term, name);
        }
        let word = if op == Op::Forall { "forall" } else { "exists" };
        let writer = Writer { hidden: &hidden, ..*self };
        let body = writer.with_lets(body, locals)?;
        Ok(format!("({word} ({}) {body})", variables.join(" ")))
    }

    /// The nodes of `body` that mention one of the symbols.
    fn dependents(&self, body: TermId, symbols: &[TermId]) -> FxHashSet<TermId> {
        let mut dependents: FxHashSet<TermId> = symbols.iter().copied().collect();
        for node in self.terms.post_order(&[body]) {
            if self.terms.args(node).iter().any(|arg| dependents.contains(arg)) {
                dependents.insert(node);
            }
        }
        dependents
    }

    /// A name that hides nothing.
    fn local_name(&self, base: &str, locals: &FxHashMap<TermId, String>) -> String {
        let mut candidate = base.to_owned();
        let mut number = 0;
        let is_used = |name: &str| self.printer.used.contains(name) || locals.values().any(|l| l == &*quoted(name));
        while is_used(&candidate) {
            number += 1;
            candidate = format!("{base}!{number}");
        }
        quoted(&candidate).into_owned()
    }

    /// A term with its shared parts bound by `let`s.
    fn with_lets(&self, term: TermId, mut locals: FxHashMap<TermId, String>) -> Result<String, PrintError> {
        let known = |t: TermId| Writer { locals: &locals, ..*self }.name(t).is_some();
        let plan = Plan::new(self.terms, &[term], self.printer.options, known);
        let mut text = String::new();
        let mut number = locals.len();
        for &node in &plan.named {
            let writer = Writer { plan: &plan, locals: &locals, depth: self.depth + 1, ..*self };
            let value = writer.expression(node)?;
            let name = loop {
                number += 1;
                let name = format!("l!{number}");
                let is_symbol = self.terms.named(&name).is_some() || self.printer.used.contains(&name);
                if !is_symbol {
                    break name;
                }
            };
            let _ = write!(text, "(let (({name} {value})) ");
            locals.insert(node, name);
        }
        let writer = Writer { plan: &plan, locals: &locals, depth: self.depth + 1, ..*self };
        let body = writer.expression(term)?;
        let _ = write!(text, "{body}{}", ")".repeat(plan.named.len()));
        Ok(text)
    }
}

/// One term by itself, its shared parts bound by `let`s. Symbols are written by their own names.
pub fn term_text(terms: &Terms, term: TermId, options: PrintOptions) -> Result<String, PrintError> {
    term_text_named(terms, term, options, FxHashMap::default())
}

/// The same, with other names for some terms. They stand in the text as they are given.
pub fn term_text_named(
    terms: &Terms,
    term: TermId,
    options: PrintOptions,
    names: FxHashMap<TermId, String>,
) -> Result<String, PrintError> {
    let printer = Printer::new(options);
    let plan = Plan { named: Vec::new(), is_named: FxHashSet::default() };
    let (locals, hidden) = (FxHashMap::default(), FxHashSet::default());
    let writer = Writer { terms, printer: &printer, plan: &plan, locals: &locals, hidden: &hidden, depth: 0 };
    writer.with_lets(term, names)
}

fn plain_name(terms: &Terms, symbol: SymbolId) -> String {
    quoted(&declarable(terms.symbol_name(symbol))).into_owned()
}

/// The operator with its indices.
fn head_text(op: Op) -> String {
    match op {
        Op::Extract { high, low } => format!("(_ extract {high} {low})"),
        Op::ZeroExtend(by) => format!("(_ zero_extend {by})"),
        Op::SignExtend(by) => format!("(_ sign_extend {by})"),
        Op::RotateLeft(by) => format!("(_ rotate_left {by})"),
        Op::RotateRight(by) => format!("(_ rotate_right {by})"),
        Op::FpFromBits(format) | Op::FpToFp(format) | Op::FpFromSigned(format) | Op::FpFromReal(format) => {
            format!("(_ to_fp {} {})", format.exponent, format.significand)
        }
        Op::FpFromUnsigned(format) => format!("(_ to_fp_unsigned {} {})", format.exponent, format.significand),
        _ => match name_in(PLAIN, op).or_else(|| name_in(VERSION_2_7, op)) {
            Some(name) => name.to_owned(),
            None => unreachable!("{op:?} is printed by an expansion"),
        },
    }
}
