//! The term context: every sort, symbol, constant and node, each stored once.
//!
//! A [`Terms`] is passed explicitly to whatever makes or reads terms; there is no global state.
//! Nodes are never removed, arguments always have smaller ids than the term they belong to, and
//! equal nodes get equal ids (hash-consing). This module stores and finds; the simplifying
//! constructors live in [`rewrite`](crate::rewrite).

use crate::bounds::Bounds;
use crate::bv::BvValue;
use crate::op::{FunId, IntId, Op, RealId, SymbolId, TermId, ValueId};
use crate::sort::{FloatFormat, MAX_WIDTH, RoundingMode, Sort, SortId};
use crate::unique::UniqueTable;
use cairn_base::Table;
use cairn_base::ids::Id;
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: SortId,
    first: u32,
    count: u32,
}

#[derive(Clone, Debug)]
struct SymbolData {
    name: Box<str>,
    sort: SortId,
    term: TermId,
}

/// An uninterpreted function or predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionData {
    pub name: Box<str>,
    pub parameters: Box<[SortId]>,
    pub result: SortId,
}

/// What a name of the one SMT-LIB name space stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    Symbol(SymbolId),
    Function(FunId),
}

/// Values stored once and named by an id.
#[derive(Clone, Debug)]
struct Interner<I, T> {
    values: Table<I, T>,
    ids: FxHashMap<T, I>,
}

impl<I: Id, T: Clone + Eq + Hash> Interner<I, T> {
    fn new() -> Self {
        Self { values: Table::new(), ids: FxHashMap::default() }
    }
    fn intern(&mut self, value: T) -> I {
        if let Some(&id) = self.ids.get(&value) {
            return id;
        }
        let id = self.values.push(value.clone());
        self.ids.insert(value, id);
        id
    }
}

/// The context that owns all terms.
#[derive(Clone, Debug)]
pub struct Terms {
    sorts: Interner<SortId, Sort>,
    nodes: Table<TermId, Node>,
    /// One per node; see [`bounds`](crate::bounds).
    bounds: Vec<Bounds>,
    arguments: Vec<TermId>,
    unique: UniqueTable,
    bits: Interner<ValueId, BvValue>,
    integers: Interner<IntId, BigInt>,
    reals: Interner<RealId, BigRational>,
    symbols: Table<SymbolId, SymbolData>,
    functions: Table<FunId, FunctionData>,
    names: FxHashMap<Box<str>, Named>,
    /// Symbols whose asked-for name was taken by something of another sort.
    aliases: FxHashMap<(Box<str>, SortId), SymbolId>,
    fresh: u64,
    /// Applications that were pushed into a choice: what they became (see `rewrite::ite`).
    pub(crate) pushed: FxHashMap<(Op, TermId, Option<TermId>), TermId>,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

const BOOL: SortId = SortId(0);
const FALSE: TermId = TermId(0);
const TRUE: TermId = TermId(1);

impl Terms {
    pub fn new() -> Self {
        let mut terms = Self {
            sorts: Interner::new(),
            nodes: Table::new(),
            bounds: Vec::new(),
            arguments: Vec::new(),
            unique: UniqueTable::new(),
            bits: Interner::new(),
            integers: Interner::new(),
            reals: Interner::new(),
            symbols: Table::new(),
            functions: Table::new(),
            names: FxHashMap::default(),
            aliases: FxHashMap::default(),
            fresh: 0,
            pushed: FxHashMap::default(),
        };
        assert_eq!(terms.sort(Sort::Bool), BOOL);
        assert_eq!(terms.intern(Op::False, BOOL, &[]), FALSE);
        assert_eq!(terms.intern(Op::True, BOOL, &[]), TRUE);
        terms
    }

    // ---- sorts --------------------------------------------------------------------------------

    pub fn sort(&mut self, sort: Sort) -> SortId {
        match sort {
            Sort::BitVec(width) => assert!((1..=MAX_WIDTH).contains(&width), "bit-vector of width {width}"),
            Sort::Float(format) => assert!(format.is_valid(), "unsupported float format {format:?}"),
            _ => {}
        }
        self.sorts.intern(sort)
    }
    pub fn sort_data(&self, sort: SortId) -> &Sort {
        &self.sorts.values[sort]
    }
    pub fn bool_sort(&self) -> SortId {
        BOOL
    }
    pub fn bv_sort(&mut self, width: u32) -> SortId {
        self.sort(Sort::BitVec(width))
    }
    pub fn float_sort(&mut self, format: FloatFormat) -> SortId {
        self.sort(Sort::Float(format))
    }
    pub fn rounding_mode_sort(&mut self) -> SortId {
        self.sort(Sort::RoundingMode)
    }
    pub fn array_sort(&mut self, index: SortId, element: SortId) -> SortId {
        self.sort(Sort::Array { index, element })
    }
    pub fn int_sort(&mut self) -> SortId {
        self.sort(Sort::Int)
    }
    pub fn real_sort(&mut self) -> SortId {
        self.sort(Sort::Real)
    }

    // ---- reading nodes ------------------------------------------------------------------------

    pub fn op(&self, term: TermId) -> Op {
        self.nodes[term].op
    }
    pub fn args(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term];
        &self.arguments[node.first as usize..(node.first + node.count) as usize]
    }
    pub fn sort_of(&self, term: TermId) -> SortId {
        self.nodes[term].sort
    }
    /// The sort itself: `sort_data(sort_of(term))`.
    pub fn sort_data_of(&self, term: TermId) -> Sort {
        *self.sort_data(self.sort_of(term))
    }
    /// Number of nodes made so far; ids are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    pub fn is_empty(&self) -> bool {
        false // true and false are always there
    }
    pub fn is_bool(&self, term: TermId) -> bool {
        self.sort_of(term) == BOOL
    }
    /// The width of a bit-vector term.
    pub fn width(&self, term: TermId) -> u32 {
        match self.sort_data_of(term) {
            Sort::BitVec(width) => width,
            other => panic!("width of a term of sort {other:?}"),
        }
    }
    /// The format of a float term.
    pub fn float_format(&self, term: TermId) -> FloatFormat {
        match self.sort_data_of(term) {
            Sort::Float(format) => format,
            other => panic!("float format of a term of sort {other:?}"),
        }
    }
    pub fn is_constant(&self, term: TermId) -> bool {
        self.op(term).is_constant()
    }
    pub fn as_bool_const(&self, term: TermId) -> Option<bool> {
        match self.op(term) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }
    pub fn bv_value(&self, term: TermId) -> Option<&BvValue> {
        match self.op(term) {
            Op::BvConst(value) => Some(&self.bits.values[value]),
            _ => None,
        }
    }
    /// The value of a bit-vector constant that fits in 64 bits.
    pub fn as_u64(&self, term: TermId) -> Option<u64> {
        self.bv_value(term)?.to_u64()
    }
    /// Format and IEEE encoding of a float constant.
    pub fn float_value(&self, term: TermId) -> Option<(FloatFormat, &BvValue)> {
        match self.op(term) {
            Op::FloatConst(value) => Some((self.float_format(term), &self.bits.values[value])),
            _ => None,
        }
    }
    pub fn rounding_mode_value(&self, term: TermId) -> Option<RoundingMode> {
        match self.op(term) {
            Op::RmConst(mode) => Some(mode),
            _ => None,
        }
    }
    pub fn int_value(&self, term: TermId) -> Option<&BigInt> {
        match self.op(term) {
            Op::IntConst(value) => Some(&self.integers.values[value]),
            _ => None,
        }
    }
    pub fn real_value(&self, term: TermId) -> Option<&BigRational> {
        match self.op(term) {
            Op::RealConst(value) => Some(&self.reals.values[value]),
            _ => None,
        }
    }
    pub fn bits_of(&self, value: ValueId) -> &BvValue {
        &self.bits.values[value]
    }

    // ---- symbols and functions ----------------------------------------------------------------

    /// The symbol of this name and sort; the same for the same request. If the name already belongs
    /// to something of another sort, the symbol gets a decorated name (`x!1`) instead.
    pub fn symbol(&mut self, name: &str, sort: SortId) -> TermId {
        match self.names.get(name) {
            None => return self.new_symbol(name.into(), sort),
            Some(&Named::Symbol(symbol)) if self.symbols[symbol].sort == sort => return self.symbols[symbol].term,
            Some(_) => {}
        }
        let key = (Box::from(name), sort);
        if let Some(&symbol) = self.aliases.get(&key) {
            return self.symbols[symbol].term;
        }
        let term = self.fresh_symbol(name, sort);
        if let Op::Symbol(symbol) = self.op(term) {
            self.aliases.insert(key, symbol);
        }
        term
    }
    /// A symbol different from every one made so far, named `prefix!n`.
    pub fn fresh_symbol(&mut self, prefix: &str, sort: SortId) -> TermId {
        let name = self.unused_name(prefix);
        self.new_symbol(name, sort)
    }
    fn unused_name(&mut self, prefix: &str) -> Box<str> {
        loop {
            self.fresh += 1;
            let name = format!("{prefix}!{}", self.fresh).into_boxed_str();
            if !self.names.contains_key(&name) {
                return name;
            }
        }
    }
    fn new_symbol(&mut self, name: Box<str>, sort: SortId) -> TermId {
        let symbol = self.symbols.next_id();
        let term = self.intern(Op::Symbol(symbol), sort, &[]);
        self.names.insert(name.clone(), Named::Symbol(symbol));
        self.symbols.push(SymbolData { name, sort, term });
        term
    }
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol].name
    }
    pub fn symbol_sort(&self, symbol: SymbolId) -> SortId {
        self.symbols[symbol].sort
    }
    pub fn symbol_term(&self, symbol: SymbolId) -> TermId {
        self.symbols[symbol].term
    }
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        self.symbols.ids()
    }
    /// The symbol behind a `Symbol` term.
    pub fn as_symbol(&self, term: TermId) -> Option<SymbolId> {
        match self.op(term) {
            Op::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }
    /// What a name stands for now.
    pub fn named(&self, name: &str) -> Option<Named> {
        self.names.get(name).copied()
    }

    /// The uninterpreted function of this name and signature; the same for the same request, with a
    /// decorated name if the name is taken. A function without parameters is a [`symbol`](Self::symbol).
    pub fn function(&mut self, name: &str, parameters: &[SortId], result: SortId) -> FunId {
        assert!(!parameters.is_empty(), "function {name} without parameters: make it a symbol");
        let name = match self.names.get(name) {
            None => name.into(),
            Some(&Named::Function(function)) => {
                let data = &self.functions[function];
                if *data.parameters == *parameters && data.result == result {
                    return function;
                }
                self.unused_name(name)
            }
            Some(Named::Symbol(_)) => self.unused_name(name),
        };
        let function = self.functions.push(FunctionData { name: name.clone(), parameters: parameters.into(), result });
        self.names.insert(name, Named::Function(function));
        function
    }
    pub fn function_data(&self, function: FunId) -> &FunctionData {
        &self.functions[function]
    }
    pub fn functions(&self) -> impl Iterator<Item = FunId> + use<> {
        self.functions.ids()
    }

    // ---- constants ----------------------------------------------------------------------------

    pub fn tt(&self) -> TermId {
        TRUE
    }
    pub fn ff(&self) -> TermId {
        FALSE
    }
    pub fn bool_const(&self, value: bool) -> TermId {
        if value { TRUE } else { FALSE }
    }
    pub fn bv(&mut self, value: BvValue) -> TermId {
        let sort = self.bv_sort(value.width());
        let value = self.bits.intern(value);
        self.intern(Op::BvConst(value), sort, &[])
    }
    /// The residue of `value` modulo 2^width.
    pub fn bv_u64(&mut self, width: u32, value: u64) -> TermId {
        self.bv(BvValue::from_u64(width, value))
    }
    /// Two's complement of `value`.
    pub fn bv_i64(&mut self, width: u32, value: i64) -> TermId {
        self.bv(BvValue::from_i64(width, value))
    }
    /// The residue of `value` modulo 2^width.
    pub fn bv_big(&mut self, width: u32, value: &num_bigint::BigUint) -> TermId {
        self.bv(BvValue::from_biguint(width, value.clone()))
    }
    /// A float constant from its IEEE encoding; every NaN becomes the canonical quiet one.
    pub fn float_const(&mut self, format: FloatFormat, bits: BvValue) -> TermId {
        assert_eq!(bits.width(), format.width(), "float encoding of the wrong width");
        let bits = crate::softfloat::canonical(format, bits);
        let sort = self.float_sort(format);
        let value = self.bits.intern(bits);
        self.intern(Op::FloatConst(value), sort, &[])
    }
    pub fn rm_const(&mut self, mode: RoundingMode) -> TermId {
        let sort = self.rounding_mode_sort();
        self.intern(Op::RmConst(mode), sort, &[])
    }
    pub fn int_const(&mut self, value: BigInt) -> TermId {
        let sort = self.int_sort();
        let value = self.integers.intern(value);
        self.intern(Op::IntConst(value), sort, &[])
    }
    pub fn int_i64(&mut self, value: i64) -> TermId {
        self.int_const(BigInt::from(value))
    }
    pub fn real_const(&mut self, value: BigRational) -> TermId {
        let sort = self.real_sort();
        let value = self.reals.intern(value);
        self.intern(Op::RealConst(value), sort, &[])
    }

    // ---- making nodes -------------------------------------------------------------------------

    /// The node as it stands: checked for sorts, shared, but not simplified. For tests and for
    /// translations that must keep a shape; everything else uses the simplifying constructors.
    pub fn raw(&mut self, op: Op, args: &[TermId]) -> TermId {
        match self.check(op, args) {
            Ok(sort) => self.intern(op, sort, args),
            Err(error) => panic!("ill-sorted term: {error}"),
        }
    }

    #[cfg(test)]
    pub(crate) fn unique_table(&self) -> &UniqueTable {
        &self.unique
    }

    pub(crate) fn stored_bounds(&self, term: TermId) -> Bounds {
        self.bounds[term.index()]
    }

    /// The one node with these parts. `sort` must be what [`check`](Self::check) answers.
    pub(crate) fn intern(&mut self, op: Op, sort: SortId, args: &[TermId]) -> TermId {
        let hash = hash_node(op, sort, args);
        let (nodes, arguments) = (&self.nodes, &self.arguments);
        let is_same = |id: u32| {
            let node = &nodes[TermId(id)];
            node.op == op
                && node.sort == sort
                && node.count as usize == args.len()
                && arguments[node.first as usize..][..args.len()] == *args
        };
        if let Some(id) = self.unique.find(hash, is_same) {
            return TermId(id);
        }
        let first = u32::try_from(self.arguments.len()).expect("more than 2^32 arguments");
        self.arguments.extend_from_slice(args);
        let bounds = self.bounds_of_node(op, sort, args);
        self.bounds.push(bounds);
        let id = self.nodes.push(Node { op, sort, first, count: args.len() as u32 });
        self.unique.insert(hash, id.0);
        id
    }
}

fn hash_node(op: Op, sort: SortId, args: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    sort.0.hash(&mut hasher);
    for arg in args {
        arg.0.hash(&mut hasher);
    }
    // FxHasher's finish rotates; multiply once more so that the upper half, which the table keeps,
    // depends on every bit.
    (hasher.finish() ^ (hasher.finish() >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_nodes_are_one_node() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(8);
        let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
        let sum = terms.raw(Op::BvAdd, &[x, y]);
        let nodes = terms.len();
        assert_eq!(terms.raw(Op::BvAdd, &[x, y]), sum);
        assert_ne!(terms.raw(Op::BvAdd, &[y, x]), sum);
        assert_eq!(terms.len(), nodes + 1);
        assert_eq!((terms.op(sum), terms.args(sum)), (Op::BvAdd, &[x, y][..]));
        // Half and bfloat constants have the same bits in different sorts.
        let bits = BvValue::from_u64(16, 0x3c00);
        let half = terms.float_const(FloatFormat::HALF, bits.clone());
        assert_ne!(terms.float_const(FloatFormat::BFLOAT, bits.clone()), half);
        assert_eq!(terms.float_const(FloatFormat::HALF, bits), half);
    }

    #[test]
    fn names_belong_to_one_thing() {
        let mut terms = Terms::new();
        let (byte, word) = (terms.bv_sort(8), terms.bv_sort(32));
        let x = terms.symbol("x", byte);
        assert_eq!(terms.symbol("x", byte), x);
        let other = terms.symbol("x", word);
        assert_ne!(other, x);
        assert_eq!(terms.symbol("x", word), other);
        let fresh = terms.fresh_symbol("x", byte);
        assert_ne!(fresh, x);
        let function = terms.function("x", &[byte], word);
        assert_eq!(terms.function("x!3", &[byte], word), function);
        let names: Vec<&str> = terms.symbols().map(|s| terms.symbol_name(s)).collect();
        assert_eq!(names, ["x", "x!1", "x!2"]);
        assert_eq!(terms.function_data(function).name.as_ref(), "x!3");
    }

    #[test]
    fn contexts_and_values_can_go_to_other_threads() {
        fn goes<T: Send + Sync>() {}
        goes::<Terms>();
        goes::<crate::eval::Assignment>();
    }

    #[test]
    #[should_panic(expected = "ill-sorted term")]
    fn ill_sorted_nodes_are_refused() {
        let mut terms = Terms::new();
        let (a, b) = (terms.bv_u64(8, 1), terms.bv_u64(9, 1));
        terms.raw(Op::BvAdd, &[a, b]);
    }
}
