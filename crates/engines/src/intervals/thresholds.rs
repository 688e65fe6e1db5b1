//! Where widening stops on its way: constants of the program's conditions and lengths of its arrays.

use super::float::{self, FloatSet, Key};
use super::integer::IntSet;
use super::math::MathSet;
use cairn_ir::{Binary, ExprKind, FloatFormat, Program, TypeKind, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Programs with more different constants use only those nearest to zero.
const MAX_NUMBERS: usize = 96;

#[derive(Clone, Debug, Default)]
pub struct Thresholds {
    numbers: Vec<i128>,
    floats: BTreeMap<FloatFormat, Vec<Key>>,
    /// Go to the ends at once.
    coarse: bool,
}

fn insert_around(numbers: &mut BTreeSet<i128>, value: i128) {
    numbers.extend([value - 1, value, value + 1]);
}

impl Thresholds {
    pub fn new(program: &Program) -> Self {
        let mut numbers: BTreeSet<i128> = BTreeSet::from([-1, 0, 1]);
        let mut floats: BTreeMap<FloatFormat, BTreeSet<Key>> = BTreeMap::new();
        for index in 0..program.expr_count() {
            if let ExprKind::Binary(op, a, b) = &program.expr(cairn_ir::ExprId(index as u32)).kind {
                for side in [a, b] {
                    if let ExprKind::Const(value) = &program.expr(*side).kind {
                        note(*op, value, &mut numbers, &mut floats);
                    }
                }
            }
        }
        for (_, ty) in program.types.iter() {
            if let TypeKind::Array { length: Some(n), .. } = ty.kind {
                insert_around(&mut numbers, n.into());
            }
        }
        let mut numbers: Vec<i128> = numbers.into_iter().collect();
        if numbers.len() > MAX_NUMBERS {
            numbers.sort_unstable_by_key(|n| n.abs());
            numbers.truncate(MAX_NUMBERS);
        }
        // The ends of the usual widths: many checks ask for just these.
        for width in [7, 8, 15, 16, 31, 32, 63] {
            let power = 1i128 << width;
            numbers.extend([-power, power - 1]);
        }
        numbers.sort_unstable();
        numbers.dedup();
        for (format, keys) in &mut floats {
            let zero_one = [0u128, 1 << (format.width() - 1)].map(|e| float::key(*format, e));
            keys.extend(zero_one.into_iter().flatten());
            let largest = float::infinity(*format) - 1;
            keys.extend([largest, -largest - 1]);
        }
        let floats = floats.into_iter().map(|(format, keys)| (format, keys.into_iter().collect())).collect();
        Self { numbers, floats, coarse: false }
    }
    /// Without stops: to the ends at once.
    pub fn without_stops(&self) -> Self {
        Self { coarse: true, ..self.clone() }
    }
    fn below(&self, value: i128) -> Option<i128> {
        let found = self.numbers.partition_point(|n| *n <= value);
        found.checked_sub(1).map(|i| self.numbers[i]).filter(|_| !self.coarse)
    }
    fn above(&self, value: i128) -> Option<i128> {
        let found = self.numbers.partition_point(|n| *n < value);
        self.numbers.get(found).copied().filter(|_| !self.coarse)
    }
    pub fn widen_int(&self, old: &IntSet, new: &IntSet) -> IntSet {
        let down = |value| self.below(value).unwrap_or(i128::MIN);
        old.widen(new, &down, &|value| self.above(value).unwrap_or(i128::MAX))
    }
    pub fn widen_math(&self, old: &MathSet, new: &MathSet) -> MathSet {
        old.widen(new, &|value| self.below(value), &|value| self.above(value))
    }
    pub fn widen_float(&self, old: &FloatSet, new: &FloatSet) -> FloatSet {
        let keys: &[Key] = self.floats.get(&old.format).map_or(&[], |keys| if self.coarse { &[] } else { keys });
        let down = |value: Key| {
            let found = keys.partition_point(|key| *key <= value);
            found.checked_sub(1).map_or(Key::MIN, |i| keys[i])
        };
        let up = |value: Key| keys.get(keys.partition_point(|key| *key < value)).copied().unwrap_or(Key::MAX);
        old.widen(new, &down, &up)
    }
}

fn note(op: Binary, value: &Value, numbers: &mut BTreeSet<i128>, floats: &mut BTreeMap<FloatFormat, BTreeSet<Key>>) {
    use Binary::*;
    let compares = matches!(
        op,
        Equal | NotEqual | Less(_) | LessEqual(_) | MathLess | MathLessEqual | FloatLess | FloatLessEqual | FloatEqual
    );
    match value {
        Value::Int(bits) if compares => {
            let both = [bits.small_signed().map(i128::from), bits.small().map(i128::from)];
            both.into_iter().flatten().for_each(|number| insert_around(numbers, number));
        }
        Value::MathInt(number) if compares => {
            if let Ok(number) = i64::try_from(number) {
                insert_around(numbers, number.into());
            }
        }
        Value::Float(format, encoding) => {
            if let Some(key) = float::key(*format, *encoding) {
                floats.entry(*format).or_default().extend([key, -key - 1]);
            }
        }
        _ => {}
    }
}
