//! The extensional theory of arrays, by lemmas on demand.
//!
//! After R. Brummayer and A. Biere, "Lemmas on Demand for the Extensional Theory of Arrays" (JSAT 2009).
//! Reads and equalities of arrays are free inputs of the bit-blasted formula. When the SAT solver has a
//! model, every *access* (an index and the element there: a read, or a store itself) is carried through
//! the arrays it must agree with under that model: down through stores to other indices and through
//! the chosen branch of `ite`, across equalities that hold, and up again below equalities. Where two
//! accesses with equal index values meet and their elements differ, the model is no model of arrays; the
//! conditions along both ways imply that the elements agree, and that implication is added as a lemma.
//!
//! Departures: accesses meet by hashing their index value; all violated lemmas of a round are added;
//! constant arrays are supported ([`defaults`](super::defaults)); elements may be arrays, whose
//! agreement is an equality of arrays like any other. An unequal pair of arrays has a witness index.
//!
//! Arrays need not be indexed by arrays: the blaster refuses that.

use cairn_base::Budget;
use cairn_term::{Op, Sort, SortId, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::blast::BlastError;
use super::propositional::Propositional;
use crate::aig::Bit;
use crate::circuits;

/// An index of an array and what is there.
#[derive(Clone, Copy)]
struct Access {
    index: TermId,
    /// The index's value in this model, as a number.
    key: u32,
    element: TermId,
}

/// Why an access holds in the next array if it holds in this one.
#[derive(Clone, Copy)]
pub(super) enum Condition {
    /// Here it was made.
    Start,
    /// The access's index is not that of the store.
    OtherIndex(TermId),
    Holds(TermId),
    Fails(TermId),
}

/// An access at an array, and where it came from.
#[derive(Clone, Copy)]
struct Visit {
    array: TermId,
    access: u32,
    from: u32,
    condition: Condition,
}

/// What the formula says about arrays.
#[derive(Default)]
pub(super) struct Arrays {
    seen_terms: usize,
    seen_selects: usize,
    seen_equalities: usize,
    /// Stores and choices directly above an array.
    parents: FxHashMap<TermId, Vec<TermId>>,
    /// Equalities of an array with others.
    equalities: FxHashMap<TermId, Vec<TermId>>,
    /// Arrays below an equality: only among those accesses travel upwards.
    pub(super) marked: FxHashSet<TermId>,
    marked_stores: Vec<TermId>,
    pub(super) marked_constants: Vec<TermId>,
    /// Accesses nobody wrote down: every index of constant arrays over few indices.
    spelled_out: Vec<(TermId, TermId)>,
    spelled_arrays: FxHashSet<TermId>,
    /// Reads that were spelled out along the stores below them.
    expanded: FxHashSet<TermId>,
    pub(super) lemmas: u64,
    /// Of the last model: the first access at each array and index value.
    first: FxHashMap<(TermId, u32), u32>,
    visits: Vec<Visit>,
    accesses: Vec<Access>,
    /// Of the last model: the constant array whose element fills the rest of an array.
    pub(super) filled_by: FxHashMap<TermId, TermId>,
}

const NOWHERE: u32 = u32::MAX;

/// How many stores below a read make it worth spelling out, and how many at most.
const SHORTEST_EXPANSION: usize = 4;
const LONGEST_EXPANSION: usize = 1_000;

impl Arrays {
    /// Takes note of array terms met since the last call, and makes what models must define visible to
    /// the SAT solver. May make new terms.
    pub(super) fn register(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        budget: &Budget,
    ) -> Result<(), BlastError> {
        loop {
            budget.check().map_err(BlastError::Stopped)?;
            if let Some(&term) = base.blaster.array_terms.get(self.seen_terms) {
                self.register_array(terms, base, term);
                self.seen_terms += 1;
            } else if let Some(&select) = base.blaster.selects.get(self.seen_selects) {
                base.expose(terms, terms.args(select)[1]);
                expose_element(terms, base, select);
                self.seen_selects += 1;
            } else if let Some(&equality) = base.blaster.array_equalities.get(self.seen_equalities) {
                self.register_equality(terms, base, equality, budget)?;
                self.seen_equalities += 1;
            } else if !self.spell_out_constants(terms, base, budget)? {
                return Ok(());
            }
        }
    }
    fn register_array(&mut self, terms: &Terms, base: &mut Propositional, term: TermId) {
        let args = terms.args(term);
        match terms.op(term) {
            Op::Store => {
                self.parents.entry(args[0]).or_default().push(term);
                base.expose(terms, args[1]);
                expose_element(terms, base, args[2]);
            }
            Op::Ite => {
                base.expose(terms, args[0]);
                self.parents.entry(args[1]).or_default().push(term);
                if args[1] != args[2] {
                    self.parents.entry(args[2]).or_default().push(term);
                }
            }
            Op::ConstArray(_) => expose_element(terms, base, args[0]),
            _ => {}
        }
    }
    fn register_equality(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        equality: TermId,
        budget: &Budget,
    ) -> Result<(), BlastError> {
        let (a, b) = (terms.args(equality)[0], terms.args(equality)[1]);
        // Unequal arrays differ somewhere.
        let Sort::Array { index, .. } = terms.sort_data_of(a) else {
            unreachable!("an equality of arrays");
        };
        let witness = terms.fresh_symbol("differ", index);
        let (left, right) = (terms.select(a, witness), terms.select(b, witness));
        let agree = terms.eq(left, right);
        let differ = terms.not(agree);
        let fact = terms.or(equality, differ);
        base.assert(terms, fact, None, budget)?;
        base.expose(terms, equality);
        for side in [a, b] {
            self.equalities.entry(side).or_default().push(equality);
            self.mark(terms, side);
        }
        Ok(())
    }
    /// Marks an array and what its elements' places and values depend on.
    fn mark(&mut self, terms: &Terms, array: TermId) {
        let mut open = vec![array];
        while let Some(term) = open.pop() {
            if !self.marked.insert(term) {
                continue;
            }
            let args = terms.args(term);
            match terms.op(term) {
                Op::Store => {
                    self.marked_stores.push(term);
                    open.push(args[0]);
                    open.extend(is_array(terms, args[2]).then_some(args[2]));
                }
                Op::Ite => open.extend([args[1], args[2]]),
                Op::ConstArray(_) => {
                    self.marked_constants.push(term);
                    open.extend(is_array(terms, args[0]).then_some(args[0]));
                }
                _ => {}
            }
        }
    }
    /// Constant arrays over no more indices than there are stores are written out index by index, since
    /// stores may cover all of them. Returns whether there was anything to do.
    fn spell_out_constants(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        budget: &Budget,
    ) -> Result<bool, BlastError> {
        let stores = self.marked_stores.len() as u64;
        let mut found = false;
        for array in self.marked_constants.clone() {
            let Sort::Array { index, .. } = terms.sort_data_of(array) else { continue };
            if self.spelled_arrays.contains(&array) || self.has_spare_index(terms, index, stores) {
                continue;
            }
            self.spelled_arrays.insert(array);
            found = true;
            for value in super::defaults::all_values(terms, index) {
                let place = terms.value_term(&value);
                base.blaster.blast(terms, place, budget)?;
                self.spelled_out.push((array, place));
            }
        }
        Ok(found)
    }
    fn has_spare_index(&self, terms: &Terms, index: SortId, stores: u64) -> bool {
        Value::count(terms, index).is_none_or(|count| count > stores)
    }
    /// Every index of the array is an access of its own, so nothing is left to fill.
    pub(super) fn is_spelled_out(&self, array: TermId) -> bool {
        self.spelled_arrays.contains(&array)
    }

    /// Looks for what the last model gets wrong about arrays and adds lemmas against it. Returns whether
    /// the model is right.
    pub(super) fn check(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        budget: &Budget,
    ) -> Result<bool, BlastError> {
        let before = self.lemmas;
        let mut keys = Keys::default();
        self.start(terms, base, &mut keys);
        let mut next = 0;
        let mut lemmas = Vec::new();
        while next < self.visits.len() {
            budget.check().map_err(BlastError::Stopped)?;
            self.visit(terms, base, &mut keys, next as u32, &mut lemmas);
            next += 1;
        }
        for lemma in lemmas {
            let visit = lemma.visit;
            self.add_lemma(terms, base, lemma, budget)?;
            self.expand_read(terms, base, visit, budget)?;
        }
        self.fill(terms, base, budget)?;
        Ok(self.lemmas == before)
    }
    /// The accesses the formula makes.
    fn start(&mut self, terms: &Terms, base: &mut Propositional, keys: &mut Keys) {
        self.first.clear();
        self.visits.clear();
        self.accesses.clear();
        let mut made: Vec<(TermId, TermId, TermId)> = Vec::new();
        for &select in &base.blaster.selects {
            made.push((terms.args(select)[0], terms.args(select)[1], select));
        }
        for &store in &self.marked_stores {
            made.push((store, terms.args(store)[1], terms.args(store)[2]));
        }
        for &(array, place) in &self.spelled_out {
            made.push((array, place, terms.args(array)[0]));
        }
        for (array, index, element) in made {
            let key = keys.key(terms, base, index);
            self.accesses.push(Access { index, key, element });
            let access = self.accesses.len() as u32 - 1;
            self.visits.push(Visit { array, access, from: NOWHERE, condition: Condition::Start });
        }
    }
    fn visit(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        keys: &mut Keys,
        number: u32,
        lemmas: &mut Vec<Lemma>,
    ) {
        let Visit { array, access, .. } = self.visits[number as usize];
        let Access { key, element, .. } = self.accesses[access as usize];
        if let Some(&other) = self.first.get(&(array, key)) {
            let known = self.accesses[self.visits[other as usize].access as usize].element;
            if !agree(terms, base, element, known) {
                lemmas.push(Lemma { visit: number, other: Other::Visit(other), element: known });
            }
            return;
        }
        self.first.insert((array, key), number);
        self.visit_below(terms, base, keys, number, lemmas);
        let mut to = |array: TermId, condition: Condition| {
            self.visits.push(Visit { array, access, from: number, condition });
        };
        for &parent in self.parents.get(&array).into_iter().flatten() {
            if !self.marked.contains(&parent) {
                continue;
            }
            let args = terms.args(parent);
            if terms.op(parent) == Op::Store {
                if keys.key(terms, base, args[1]) != key {
                    to(parent, Condition::OtherIndex(args[1]));
                }
            } else if let Some(condition) = chosen(terms, base, parent, array) {
                to(parent, condition);
            }
        }
        for &equality in self.equalities.get(&array).into_iter().flatten() {
            if base.holds(equality) {
                let args = terms.args(equality);
                to(if args[0] == array { args[1] } else { args[0] }, Condition::Holds(equality));
            }
        }
    }
    /// Carries an access into the array below, or compares it with what the array says itself.
    fn visit_below(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        keys: &mut Keys,
        number: u32,
        lemmas: &mut Vec<Lemma>,
    ) {
        let Visit { array, access, .. } = self.visits[number as usize];
        let Access { key, element, .. } = self.accesses[access as usize];
        let mut to = |array: TermId, condition: Condition| {
            self.visits.push(Visit { array, access, from: number, condition });
        };
        let args: SmallVec<[TermId; 3]> = terms.args(array).into();
        match (terms.op(array), &args[..]) {
            (Op::Store, &[below, index, stored]) => {
                if keys.key(terms, base, index) != key {
                    to(below, Condition::OtherIndex(index));
                } else if !agree(terms, base, element, stored) {
                    lemmas.push(Lemma { visit: number, other: Other::Index(index), element: stored });
                }
            }
            (Op::Ite, &[condition, yes, no]) => {
                if base.holds(condition) {
                    to(yes, Condition::Holds(condition));
                } else {
                    to(no, Condition::Fails(condition));
                }
            }
            (Op::ConstArray(_), &[everywhere]) if !agree(terms, base, element, everywhere) => {
                lemmas.push(Lemma { visit: number, other: Other::Anywhere, element: everywhere });
            }
            _ => {}
        }
    }

    /// The arrays that share all but finitely many elements with this one under the model, and why.
    pub(super) fn neighbours(&self, terms: &Terms, base: &Propositional, array: TermId) -> Vec<(TermId, Condition)> {
        let mut found = Vec::new();
        if self.marked.contains(&array) {
            match (terms.op(array), terms.args(array)) {
                (Op::Store, &[below, index, _]) => found.push((below, Condition::OtherIndex(index))),
                (Op::Ite, &[condition, yes, no]) => found.push(if base.holds(condition) {
                    (yes, Condition::Holds(condition))
                } else {
                    (no, Condition::Fails(condition))
                }),
                _ => {}
            }
        }
        for &parent in self.parents.get(&array).into_iter().flatten().filter(|p| self.marked.contains(p)) {
            if terms.op(parent) == Op::Store {
                found.push((parent, Condition::OtherIndex(terms.args(parent)[1])));
            } else if let Some(condition) = chosen(terms, base, parent, array) {
                found.push((parent, condition));
            }
        }
        for &equality in self.equalities.get(&array).into_iter().flatten().filter(|&&e| base.holds(e)) {
            let args = terms.args(equality);
            found.push((if args[0] == array { args[1] } else { args[0] }, Condition::Holds(equality)));
        }
        found
    }

    // ---- lemmas -------------------------------------------------------------------------------

    fn add_lemma(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        lemma: Lemma,
        budget: &Budget,
    ) -> Result<(), BlastError> {
        let access = self.accesses[self.visits[lemma.visit as usize].access as usize];
        let mut premises = Vec::new();
        self.premises(terms, base, lemma.visit, &mut premises);
        match lemma.other {
            Other::Visit(other) => {
                self.premises(terms, base, other, &mut premises);
                let index = self.accesses[self.visits[other as usize].access as usize].index;
                premises.push(same_index(terms, base, access.index, index));
            }
            Other::Index(index) => premises.push(same_index(terms, base, access.index, index)),
            Other::Anywhere => {}
        }
        self.add_agreement(terms, base, premises, (access.element, lemma.element), budget)
    }
    /// A read that went wrong far below is defined once and for all as a choice among the elements stored on
    /// the way. Otherwise each store on a long way would need a model and a lemma of its own.
    fn expand_read(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        visit: u32,
        budget: &Budget,
    ) -> Result<(), BlastError> {
        let read = self.accesses[self.visits[visit as usize].access as usize].element;
        if terms.op(read) != Op::Select || is_array(terms, read) || self.expanded.contains(&read) {
            return Ok(());
        }
        let (mut array, index) = (terms.args(read)[0], terms.args(read)[1]);
        let mut stored: Vec<(TermId, TermId)> = Vec::new();
        while terms.op(array) == Op::Store && stored.len() < LONGEST_EXPANSION {
            stored.push((terms.args(array)[1], terms.args(array)[2]));
            array = terms.args(array)[0];
        }
        if stored.len() < SHORTEST_EXPANSION {
            return Ok(());
        }
        self.expanded.insert(read);
        // (select (store … (store a i1 v1) … in vn) j)  =  (ite (= j in) vn … (ite (= j i1) v1 (select a j)))
        let mut value = terms.select(array, index);
        for (place, element) in stored.into_iter().rev() {
            let here = terms.eq(index, place);
            value = terms.ite(here, element, value);
        }
        let definition = terms.eq(read, value);
        base.assert(terms, definition, None, budget)
    }
    /// The lemma that the premises imply the agreement of two elements.
    pub(super) fn add_agreement(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        premises: Vec<Bit>,
        (a, b): (TermId, TermId),
        budget: &Budget,
    ) -> Result<(), BlastError> {
        let agree = if is_array(terms, a) {
            let equality = terms.eq(a, b);
            base.blaster.blast(terms, equality, budget)?;
            base.blaster.bit(equality)
        } else {
            let (a, b) = (base.blaster.encoding(terms, a), base.blaster.encoding(terms, b));
            circuits::equal(&mut base.blaster.aig, &a, &b)
        };
        let aig = &mut base.blaster.aig;
        let refuted = aig.and_all(premises.into_iter().chain([!agree]));
        base.assert_bit(!refuted);
        self.lemmas += 1;
        Ok(())
    }
    /// The conditions under which the access of a visit holds there.
    fn premises(&self, terms: &Terms, base: &mut Propositional, visit: u32, premises: &mut Vec<Bit>) {
        let index = self.accesses[self.visits[visit as usize].access as usize].index;
        let mut at = visit;
        while at != NOWHERE {
            let Visit { from, condition, .. } = self.visits[at as usize];
            match condition {
                Condition::Start => {}
                Condition::OtherIndex(other) => premises.push(!same_index(terms, base, index, other)),
                Condition::Holds(term) => premises.push(base.blaster.bit(term)),
                Condition::Fails(term) => premises.push(!base.blaster.bit(term)),
            }
            at = from;
        }
    }

    // ---- models -------------------------------------------------------------------------------

    /// The accesses of the last model by array: index and element terms.
    pub(super) fn contents(&self) -> FxHashMap<TermId, Vec<(TermId, TermId)>> {
        let mut contents: FxHashMap<TermId, Vec<(TermId, TermId)>> = FxHashMap::default();
        for (&(array, _), &visit) in &self.first {
            let access = self.accesses[self.visits[visit as usize].access as usize];
            contents.entry(array).or_default().push((access.index, access.element));
        }
        contents
    }
}

/// Two accesses of one place with different elements.
struct Lemma {
    visit: u32,
    other: Other,
    element: TermId,
}

/// What the access of a lemma meets.
enum Other {
    Visit(u32),
    /// A store at this index.
    Index(TermId),
    /// A constant array.
    Anywhere,
}

/// Numbers for the values that index terms have in one model: equal numbers, equal values.
#[derive(Default)]
struct Keys {
    of_term: FxHashMap<TermId, u32>,
    of_value: FxHashMap<Vec<u64>, u32>,
}

impl Keys {
    fn key(&mut self, terms: &Terms, base: &mut Propositional, index: TermId) -> u32 {
        if let Some(&key) = self.of_term.get(&index) {
            return key;
        }
        let fresh = self.of_value.len() as u32;
        let key = *self.of_value.entry(base.word_value(terms, index)).or_insert(fresh);
        self.of_term.insert(index, key);
        key
    }
}

pub(super) fn is_array(terms: &Terms, term: TermId) -> bool {
    matches!(terms.sort_data_of(term), Sort::Array { .. })
}

fn expose_element(terms: &Terms, base: &mut Propositional, element: TermId) {
    if !is_array(terms, element) {
        base.expose(terms, element);
    }
}

fn same_index(terms: &Terms, base: &mut Propositional, a: TermId, b: TermId) -> Bit {
    let (a, b) = (base.blaster.encoding(terms, a), base.blaster.encoding(terms, b));
    circuits::equal(&mut base.blaster.aig, &a, &b)
}

/// Whether two elements agree in the last model; arrays do if an equality says so.
pub(super) fn agree(terms: &mut Terms, base: &mut Propositional, a: TermId, b: TermId) -> bool {
    if a == b {
        return true;
    }
    if !is_array(terms, a) {
        return base.word_value(terms, a) == base.word_value(terms, b);
    }
    let equality = terms.eq(a, b);
    base.blaster.is_done(equality) && base.holds(equality)
}

/// The condition under which a choice between arrays is this one, if the model chooses it.
fn chosen(terms: &Terms, base: &Propositional, choice: TermId, array: TermId) -> Option<Condition> {
    let args = terms.args(choice);
    if base.holds(args[0]) {
        (args[1] == array).then_some(Condition::Holds(args[0]))
    } else {
        (args[2] == array).then_some(Condition::Fails(args[0]))
    }
}
