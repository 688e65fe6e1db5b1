//! Differences of machine integers, read as signed or as unsigned: `x - y <= c` as mathematical numbers.
//!
//! Miné, "A new numerical abstract domain based on difference-bound matrices" (2001). Only what cannot wrap is
//! entered; whoever assigns says so.

use super::pointer::Cell;
use cairn_ir::Sign;

/// No bound. Far from overflowing when two are added.
const NONE: i128 = i128::MAX / 4;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    pub sign: Sign,
    cells: Vec<Cell>,
    /// `bounds[i * n + j]` is the largest `x_i - x_j`.
    bounds: Vec<i128>,
}

fn sum(a: i128, b: i128) -> i128 {
    if a >= NONE || b >= NONE { NONE } else { a + b }
}

impl Zone {
    pub fn new(sign: Sign) -> Self {
        Self { sign, cells: Vec::new(), bounds: Vec::new() }
    }
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
    fn place(&self, cell: Cell) -> Option<usize> {
        self.cells.iter().position(|c| *c == cell)
    }
    fn at(&self, i: usize, j: usize) -> i128 {
        self.bounds[i * self.cells.len() + j]
    }
    fn put(&mut self, i: usize, j: usize, bound: i128) {
        let n = self.cells.len();
        self.bounds[i * n + j] = bound;
    }
    /// The cells at the places that `wanted` keeps, and one more without bounds for each `more`.
    fn resized(&self, wanted: impl Fn(usize) -> bool, more: Option<Cell>) -> Self {
        let kept: Vec<usize> = (0..self.cells.len()).filter(|i| wanted(*i)).collect();
        let cells: Vec<Cell> = kept.iter().map(|i| self.cells[*i]).chain(more).collect();
        let n = cells.len();
        let mut bounds = vec![NONE; n * n];
        for (i, a) in kept.iter().enumerate() {
            for (j, b) in kept.iter().enumerate() {
                bounds[i * n + j] = self.at(*a, *b);
            }
        }
        (0..n).for_each(|i| bounds[i * n + i] = 0);
        Self { sign: self.sign, cells, bounds }
    }
    pub fn track(&mut self, cell: Cell) {
        if self.place(cell).is_none() {
            *self = self.resized(|_| true, Some(cell));
        }
    }
    pub fn drop_cell(&mut self, cell: Cell) {
        if let Some(place) = self.place(cell) {
            *self = self.resized(|i| i != place, None);
        }
    }
    pub fn forget(&mut self, cell: Cell) {
        let Some(place) = self.place(cell) else { return };
        for i in (0..self.cells.len()).filter(|i| *i != place) {
            self.put(i, place, NONE);
            self.put(place, i, NONE);
        }
    }
    /// `x := y + d` with `low <= d <= high`, where the sum does not wrap.
    pub fn assign(&mut self, x: Cell, y: Cell, (low, high): (i128, i128)) {
        let (Some(i), Some(from)) = (self.place(x), self.place(y)) else { return self.forget(x) };
        let n = self.cells.len();
        let moved: Vec<(i128, i128)> =
            (0..n).map(|j| (sum(self.at(from, j), high), sum(self.at(j, from), -low))).collect();
        for (j, (above, below)) in moved.into_iter().enumerate().filter(|(j, _)| *j != i) {
            self.put(i, j, above);
            self.put(j, i, below);
        }
    }
    /// `x - y <= bound`; false if that is impossible.
    pub fn assume(&mut self, x: Cell, y: Cell, bound: i128) -> bool {
        let (Some(i), Some(j)) = (self.place(x), self.place(y)) else { return true };
        if i == j {
            return bound >= 0;
        }
        if sum(bound, self.at(j, i)) < 0 {
            return false;
        }
        if bound >= self.at(i, j) {
            return true;
        }
        let n = self.cells.len();
        for a in 0..n {
            for b in 0..n {
                let through = sum(sum(self.at(a, i), bound), self.at(j, b));
                if through < self.at(a, b) {
                    self.put(a, b, through);
                }
            }
        }
        (0..n).all(|a| self.at(a, a) >= 0)
    }
    pub fn same_cells(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
    /// With the bounds that ranges of the cells imply.
    pub fn with_ranges(&self, range: &dyn Fn(Cell) -> Option<(i128, i128)>) -> Self {
        let ranges: Vec<Option<(i128, i128)>> = self.cells.iter().map(|cell| range(*cell)).collect();
        let mut new = self.clone();
        for (i, a) in ranges.iter().enumerate() {
            for (j, b) in ranges.iter().enumerate().filter(|(j, _)| *j != i) {
                if let (Some((_, high)), Some((low, _))) = (a, b) {
                    let bound = new.at(i, j).min(high - low);
                    new.put(i, j, bound);
                }
            }
        }
        new
    }
    /// For the same cells.
    pub fn join(&self, other: &Self) -> Self {
        let bounds = self.bounds.iter().zip(&other.bounds).map(|(a, b)| *a.max(b)).collect();
        Self { bounds, ..self.clone() }
    }
    /// Bounds that grow stop at a few small numbers, then go.
    pub fn widen(&self, other: &Self) -> Self {
        let grown = |old: i128, new: i128| {
            if new <= old {
                return old;
            }
            [-1, 0, 1].into_iter().find(|stop| *stop >= new).unwrap_or(NONE)
        };
        let bounds = self.bounds.iter().zip(&other.bounds).map(|(a, b)| grown(*a, *b)).collect();
        Self { bounds, ..self.clone() }
    }
    pub fn is_within(&self, other: &Self) -> bool {
        self.bounds.iter().zip(&other.bounds).all(|(a, b)| a <= b)
    }
    /// All bounds between different cells: `x - y <= c`.
    pub fn differences(&self) -> Vec<(Cell, Cell, i128)> {
        let mut found = Vec::new();
        for (i, x) in self.cells.iter().enumerate() {
            for (j, y) in self.cells.iter().enumerate().filter(|(j, _)| *j != i) {
                if self.at(i, j) < NONE {
                    found.push((*x, *y, self.at(i, j)));
                }
            }
        }
        found
    }
    /// The largest known `x - y`.
    pub fn bound(&self, x: Cell, y: Cell) -> Option<i128> {
        let (i, j) = (self.place(x)?, self.place(y)?);
        Some(self.at(i, j)).filter(|bound| *bound < NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_follow_from_each_other() {
        let mut zone = Zone::new(Sign::Signed);
        [1, 2, 3].into_iter().for_each(|cell| zone.track(cell));
        assert!(zone.assume(1, 2, -1) && zone.assume(2, 3, 0));
        assert_eq!(zone.bound(1, 3), Some(-1));
        zone.assign(1, 1, (1, 1));
        assert_eq!((zone.bound(1, 2), zone.bound(2, 1)), (Some(0), None));
        let mut other = zone.clone();
        assert!(!other.assume(3, 1, -1));
        zone.forget(2);
        assert_eq!((zone.bound(1, 3), zone.bound(1, 2)), (Some(0), None));
        zone.assign(2, 3, (0, 5));
        assert_eq!((zone.bound(2, 3), zone.bound(3, 2), zone.bound(1, 2)), (Some(5), Some(0), Some(0)));
    }
}
