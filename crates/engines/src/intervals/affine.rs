//! Linear equations between machine integers of one width, modulo `2^w`.
//!
//! What is known is kept by generators: vectors `(1, x1, …, xn)` of values that are possible, and all combinations of
//! them. Müller-Olm and Seidl, "Analysis of modular arithmetic" (2007); Elder, Lim, Sharma, Andersen, Reps, "Abstract
//! domains of affine relations" (2014). Wrap-around is part of it, and nothing has to be widened: chains are finite.

use super::pointer::Cell;
use std::cell::OnceCell;
use std::rc::Rc;

/// `constant + Σ coefficient · cell`, modulo `2^w`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linear {
    pub constant: u64,
    pub terms: Vec<(Cell, u64)>,
}

impl Linear {
    pub fn constant(constant: u64) -> Self {
        Self { constant, terms: Vec::new() }
    }
    pub fn variable(cell: Cell) -> Self {
        Self { constant: 0, terms: vec![(cell, 1)] }
    }
    pub fn scaled(mut self, factor: u64) -> Self {
        self.constant = self.constant.wrapping_mul(factor);
        self.terms.iter_mut().for_each(|(_, c)| *c = c.wrapping_mul(factor));
        self
    }
    pub fn plus(mut self, other: &Linear) -> Self {
        self.constant = self.constant.wrapping_add(other.constant);
        for (cell, coefficient) in &other.terms {
            match self.terms.iter_mut().find(|(c, _)| c == cell) {
                Some((_, sum)) => *sum = sum.wrapping_add(*coefficient),
                None => self.terms.push((*cell, *coefficient)),
            }
        }
        self
    }
}

type Row = Vec<u64>;

/// More equations are not made nicer.
const MAX_SIMPLIFIED: usize = 10;

/// Rows in echelon form: at most one for each column, with a power of two there and zeros before. Multiples of a row
/// whose first entry vanishes are represented too (Howell form), so reduction decides membership.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Module {
    width: u32,
    rows: Vec<Option<Row>>,
}

fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    for _ in 0..6 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}

impl Module {
    fn new(width: u32, columns: usize) -> Self {
        Self { width, rows: vec![None; columns] }
    }
    fn mask(&self) -> u64 {
        if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 }
    }
    fn scaled(&self, row: &[u64], factor: u64) -> Row {
        row.iter().map(|x| x.wrapping_mul(factor) & self.mask()).collect()
    }
    /// `row - factor · other`.
    fn minus(&self, row: &[u64], factor: u64, other: &[u64]) -> Row {
        row.iter().zip(other).map(|(x, y)| x.wrapping_sub(factor.wrapping_mul(*y)) & self.mask()).collect()
    }
    fn insert(&mut self, row: Row) {
        let mut left = vec![row];
        while let Some(row) = left.pop() {
            let Some(column) = row.iter().position(|x| *x != 0) else { continue };
            let power = row[column].trailing_zeros();
            let row = self.scaled(&row, inverse(row[column] >> power));
            match self.rows[column].take() {
                Some(old) if old[column].trailing_zeros() <= power => {
                    left.push(self.minus(&row, row[column] / old[column], &old));
                    self.rows[column] = Some(old);
                }
                old => {
                    if let Some(old) = old {
                        left.push(self.minus(&old, old[column] / row[column], &row));
                    }
                    if power > 0 {
                        left.push(self.scaled(&row, 1 << (self.width - power)));
                    }
                    self.rows[column] = Some(row);
                }
            }
        }
    }
    fn contains(&self, row: &[u64]) -> bool {
        let mut row = row.to_vec();
        for column in 0..row.len() {
            if row[column] == 0 {
                continue;
            }
            match &self.rows[column] {
                Some(old) if old[column].trailing_zeros() <= row[column].trailing_zeros() => {
                    row = self.minus(&row, row[column] / old[column], old);
                }
                _ => return false,
            }
        }
        true
    }
    /// The rows with entries as near to zero as other rows can make them: `-1` instead of `2^k - 1`.
    fn small_rows(&self) -> Vec<Row> {
        let small = |row: &Row, start: usize| {
            let mut row = row.clone();
            for column in start + 1..row.len() {
                let Some(pivot) = &self.rows[column] else { continue };
                let (unit, entry) = (pivot[column], row[column]);
                let rest = entry % unit;
                let nearest = if rest > unit / 2 { entry.wrapping_add(unit - rest) } else { entry - rest };
                row = self.minus(&row, nearest / unit, pivot);
            }
            row
        };
        let rows = self.rows.iter().enumerate();
        rows.filter_map(|(column, row)| row.as_ref().map(|row| self.nicest(&small(row, column)))).collect()
    }
    /// How large the entries of a row are, but for the constant (the last).
    fn size(&self, row: &Row) -> u128 {
        let distance = |x: &u64| u128::from((*x).min(x.wrapping_neg() & self.mask()));
        row[..row.len() - 1].iter().map(distance).sum()
    }
    /// The multiple by an odd number with the smallest entries: `3y - s` instead of `y - s/3`. It says the same.
    fn nicest(&self, row: &Row) -> Row {
        let units = row.iter().filter(|x| *x & 1 == 1).map(|x| inverse(*x));
        let candidates = (1..32).step_by(2).chain(units).map(|factor| self.scaled(row, factor));
        candidates.min_by_key(|row| self.size(row)).unwrap_or_else(|| row.clone())
    }
    /// Adds rows to each other where that makes them smaller; together they say the same.
    fn simplify(&self, rows: &mut [Row]) {
        if rows.len() > MAX_SIMPLIFIED {
            return;
        }
        for i in 0..rows.len() {
            for j in (0..rows.len()).filter(|j| *j != i) {
                for factor in [1, u64::MAX, 2, u64::MAX - 1] {
                    let sum = self.nicest(&self.minus(&rows[i], factor, &rows[j]));
                    if self.size(&sum) < self.size(&rows[i]) {
                        rows[i] = sum;
                    }
                }
            }
        }
    }
    fn generators(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().flatten()
    }
    fn rebuilt(&self, columns: usize, rows: impl IntoIterator<Item = Row>) -> Self {
        let mut new = Self::new(self.width, columns);
        rows.into_iter().for_each(|row| new.insert(row));
        new
    }
    fn product(&self, row: &[u64], vector: &[u64]) -> u64 {
        let sum = row.iter().zip(vector).fold(0u64, |sum, (x, y)| sum.wrapping_add(x.wrapping_mul(*y)));
        sum & self.mask()
    }
    /// The members whose product with a vector is zero.
    fn orthogonal_to(&self, vector: &[u64]) -> Self {
        let products: Vec<(Row, u64)> = self.generators().map(|row| (row.clone(), self.product(row, vector))).collect();
        let least = products.iter().filter(|(_, p)| *p != 0).min_by_key(|(_, p)| p.trailing_zeros()).cloned();
        let Some((pivot, value)) = least else { return self.clone() };
        let power = value.trailing_zeros();
        let unit = inverse(value >> power);
        let pivot_row = pivot.clone();
        let adjusted = products.into_iter().map(|(row, p)| {
            if row == pivot_row {
                // Its multiples that vanish; none but zero if the product is odd.
                return if power == 0 { vec![0; row.len()] } else { self.scaled(&row, 1 << (self.width - power)) };
            }
            self.minus(&row, (p >> power).wrapping_mul(unit), &pivot_row)
        });
        self.rebuilt(self.rows.len(), adjusted)
    }
}

/// What is known of some cells of one width. Column 0 of its generators is the constant 1.
#[derive(Clone, Debug)]
pub struct Space {
    cells: Vec<Cell>,
    module: Module,
    /// The equations, once somebody asked; whoever changes the module forgets them.
    equations: OnceCell<Rc<[Linear]>>,
}

impl Space {
    pub fn new(width: u32) -> Self {
        let mut module = Module::new(width, 1);
        module.insert(vec![1]);
        Self { cells: Vec::new(), module, equations: OnceCell::new() }
    }
    fn change(&mut self, module: Module) {
        self.module = module;
        self.equations = OnceCell::new();
    }
    pub fn width(&self) -> u32 {
        self.module.width
    }
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
    fn column(&self, cell: Cell) -> Option<usize> {
        self.cells.iter().position(|c| *c == cell).map(|i| i + 1)
    }
    pub fn tracks(&self, cell: Cell) -> bool {
        self.cells.contains(&cell)
    }
    /// Adds a cell, with its value if that is known.
    pub fn track(&mut self, cell: Cell, value: Option<u64>) {
        if self.column(cell).is_some() {
            return;
        }
        self.cells.push(cell);
        let columns = self.cells.len() + 1;
        let mask = self.module.mask();
        let extended = self.module.generators().map(|row| {
            let last = value.map_or(0, |value| value.wrapping_mul(row[0]) & mask);
            row.iter().copied().chain([last]).collect()
        });
        let rows: Vec<Row> = extended.collect();
        self.change(self.module.rebuilt(columns, rows));
        if value.is_none() {
            self.forget(cell);
        }
    }
    pub fn drop_cell(&mut self, cell: Cell) {
        let Some(column) = self.column(cell) else { return };
        self.cells.remove(column - 1);
        let without = |row: &Row| row.iter().enumerate().filter(|(i, _)| *i != column).map(|(_, x)| *x).collect();
        let rows: Vec<Row> = self.module.generators().map(without).collect();
        self.change(self.module.rebuilt(self.cells.len() + 1, rows));
    }
    pub fn forget(&mut self, cell: Cell) {
        if let Some(column) = self.column(cell) {
            let mut unit = vec![0; self.cells.len() + 1];
            unit[column] = 1;
            if !self.module.contains(&unit) {
                self.module.insert(unit);
                self.equations = OnceCell::new();
            }
        }
    }
    /// The product of a vector with a linear form; none if the form speaks of other cells.
    fn vector(&self, form: &Linear) -> Option<Row> {
        let mut vector = vec![0; self.cells.len() + 1];
        vector[0] = form.constant & self.module.mask();
        for (cell, coefficient) in &form.terms {
            vector[self.column(*cell)?] = coefficient & self.module.mask();
        }
        Some(vector)
    }
    /// `cell := form`.
    pub fn assign(&mut self, cell: Cell, form: &Linear) {
        let Some(column) = self.column(cell) else { return };
        let Some(vector) = self.vector(form) else { return self.forget(cell) };
        let changed = |row: &Row| {
            let mut new = row.clone();
            new[column] = self.module.product(row, &vector);
            new
        };
        let rows: Vec<Row> = self.module.generators().map(changed).collect();
        self.change(self.module.rebuilt(self.cells.len() + 1, rows));
    }
    /// Whether a form is always zero.
    pub fn vanishes(&self, form: &Linear) -> bool {
        let Some(vector) = self.vector(form) else { return false };
        self.module.generators().all(|row| self.module.product(row, &vector) == 0)
    }
    /// `form = 0`; false if that is impossible.
    pub fn assume_zero(&mut self, form: &Linear) -> bool {
        if let Some(vector) = self.vector(form) {
            self.change(self.module.orthogonal_to(&vector));
        }
        self.module.rows[0].as_ref().is_some_and(|row| row[0] == 1)
    }
    pub fn same_cells(&self, other: &Self) -> bool {
        self.cells == other.cells && self.width() == other.width()
    }
    /// For the same cells.
    pub fn join(&self, other: &Self) -> Self {
        let mut joined = self.clone();
        other.module.generators().for_each(|row| {
            if !joined.module.contains(row) {
                joined.module.insert(row.clone());
                joined.equations = OnceCell::new();
            }
        });
        joined
    }
    pub fn is_within(&self, other: &Self) -> bool {
        self.module.generators().all(|row| other.module.contains(row))
    }
    /// Forms that are always zero; with them one can tell everything that is known.
    pub fn equations(&self) -> Rc<[Linear]> {
        Rc::clone(self.equations.get_or_init(|| self.solved().into()))
    }
    fn solved(&self) -> Vec<Linear> {
        let full = |(column, row): (usize, &Option<Row>)| row.as_ref().is_some_and(|row| row[column] == 1);
        if self.module.rows.iter().enumerate().all(full) {
            return Vec::new();
        }
        let columns = self.cells.len() + 1;
        // The constant last: equations are then solved for variables.
        let turned = |row: &Row| -> Row { row[1..].iter().copied().chain([row[0]]).collect() };
        let mut all = Module::new(self.width(), columns);
        for column in 0..columns {
            let mut unit = vec![0; columns];
            unit[column] = 1;
            all.insert(unit);
        }
        for row in self.module.generators() {
            all = all.orthogonal_to(&turned(row));
        }
        let form = |row: &Row| {
            let terms = self.cells.iter().copied().zip(row.iter().copied()).filter(|(_, c)| *c != 0).collect();
            Linear { constant: row[columns - 1], terms }
        };
        let mut rows = all.small_rows();
        all.simplify(&mut rows);
        rows.iter().map(form).filter(|form| !form.terms.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(form: &Linear, values: &[(Cell, u64)], mask: u64) -> bool {
        let of = |cell: Cell| values.iter().find(|(c, _)| *c == cell).map_or(0, |(_, v)| *v);
        let sum = form.terms.iter().fold(form.constant, |sum, (c, k)| sum.wrapping_add(k.wrapping_mul(of(*c))));
        sum & mask == 0
    }

    #[test]
    fn equations_hold_for_all_that_was_seen() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..400 {
            let width = [3, 8, 64][round % 3];
            let mut space = Space::new(width);
            let mask = space.module.mask();
            let mut values: Vec<Vec<(Cell, u64)>> = vec![(1..5).map(|c| (c, random.u64(..) & mask)).collect()];
            values[0].iter().for_each(|(cell, value)| space.track(*cell, Some(*value)));
            for _ in 0..random.usize(1..12) {
                let form = Linear {
                    constant: random.u64(0..4),
                    terms: vec![(random.u64(1..5), random.u64(0..4)), (random.u64(5..6) - 1, random.u64(0..3))],
                };
                let form = Linear::constant(form.constant).plus(&form);
                let target = random.u64(1..5);
                let before = space.clone();
                space.assign(target, &form);
                let new: Vec<Vec<(Cell, u64)>> = values
                    .iter()
                    .map(|state| {
                        let of = |cell: Cell| state.iter().find(|(c, _)| *c == cell).map_or(0, |(_, v)| *v);
                        let sum =
                            form.terms.iter().fold(form.constant, |s, (c, k)| s.wrapping_add(k.wrapping_mul(of(*c))));
                        state.iter().map(|(c, v)| (*c, if *c == target { sum & mask } else { *v })).collect()
                    })
                    .collect();
                if random.bool() {
                    space = before.join(&space);
                    assert!(before.is_within(&space));
                    values.extend(new);
                    values.truncate(64);
                } else {
                    values = new;
                }
                if random.u32(0..6) == 0 {
                    let vanishing = Linear { constant: random.u64(0..2), terms: vec![(random.u64(1..5), 1)] };
                    values.retain(|state| holds(&vanishing, state, mask));
                    let possible = space.assume_zero(&vanishing);
                    assert!(possible || values.is_empty());
                    if values.is_empty() {
                        break;
                    }
                }
                for form in space.equations().iter() {
                    assert!(values.iter().all(|state| holds(form, state, mask)), "{form:?} {values:?}");
                }
            }
        }
    }

    #[test]
    fn a_loop_keeps_its_equation() {
        let mut space = Space::new(32);
        space.track(1, Some(0));
        space.track(2, Some(0));
        let head = space.clone();
        space.assign(1, &Linear { constant: 1, terms: vec![(1, 1)] });
        space.assign(2, &Linear { constant: 3, terms: vec![(2, 1)] });
        let head = head.join(&space);
        let equations = head.equations();
        assert_eq!(equations.len(), 1);
        assert!(holds(&equations[0], &[(1, 7), (2, 21)], u64::from(u32::MAX)));
        assert!(!holds(&equations[0], &[(1, 7), (2, 20)], u64::from(u32::MAX)));
    }
}
