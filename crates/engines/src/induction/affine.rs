//! Equations that examples satisfy: linear ones between variables of the same width, and those with products of
//! two of the variables a loop changes.
//!
//! The equations are the kernel of the matrix of the examples. They are stated modulo 2^w, so they hold through
//! wrap-around too. (Sharma, Gupta, Hariharan, Aiken, Liang, Nori, "A Data Driven Approach for Algebraic Loop
//! Invariants", 2013.) Guesses only: induction has to confirm them.

use super::examples::Example;
use cairn_ir::{Binary, Convert, ExprId, ExprKind, LoopPlace, Program, Sign, TypeId, TypeKind, VarId};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// More variables than this are not looked at together.
const MOST_VARIABLES: usize = 14;
/// Booleans that are counted as numbers.
const MOST_FLAGS: usize = 3;
/// Products are made of this many variables at most.
const MOST_FACTORS: usize = 4;
/// Equations with larger coefficients are chance.
const LARGEST_COEFFICIENT: u32 = 1000;
/// Constants beyond this are chance, or make a variable's value.
const LARGEST_CONSTANT: u64 = 1 << 40;
/// Bits that sums of so many variables with such factors need beyond those of one variable, and those that a
/// constant may have.
const EXTRA_BITS: u32 = 16;
const CONSTANT_BITS: u64 = 12;
/// Equations kept for one loop.
const MOST_EQUATIONS: usize = 40;

/// A column of the matrix: a product of variables; none for the constant.
type Column = Vec<VarId>;

/// What is made of the examples.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Equations with products too.
    pub products: bool,
    /// Of linear equations, also that one side is at most the other: a later iteration may do less than the first ones.
    pub inequalities: bool,
}

/// The equations of one loop as conditions of the program.
pub(super) fn equations(
    program: &mut Program,
    place: &LoopPlace,
    changed: &BTreeSet<VarId>,
    examples: &[Example],
    wanted: Wanted,
) -> Vec<ExprId> {
    let Some(first) = examples.first() else { return Vec::new() };
    let mut groups: BTreeMap<u32, Vec<VarId>> = BTreeMap::new();
    let is_changed_flag = |var: &&VarId| changed.contains(var) && is_flag(program, **var);
    let flags: Vec<VarId> = first.keys().filter(is_changed_flag).copied().take(MOST_FLAGS).collect();
    for var in first.keys() {
        let variable = &program.variables[*var];
        let shown = !variable.temporary || changed.contains(var);
        if let (Some(width), true) = (program.types.int_width(variable.ty), shown) {
            groups.entry(width).or_insert_with(|| flags.clone()).push(*var);
        }
    }
    let mut found = Vec::new();
    for variables in groups.into_values() {
        for columns in columns(program, place, &variables, changed, examples, wanted.products) {
            for vector in kernel(&matrix(&columns, examples)) {
                let Some(sides) = Sides::of(&columns, &vector, changed) else { continue };
                found.extend(sides.equation(program));
                if wanted.inequalities {
                    found.extend(sides.inequalities(program));
                }
            }
        }
    }
    found.truncate(MOST_EQUATIONS);
    found
}

/// Flags count as 0 and 1.
fn is_flag(program: &Program, var: VarId) -> bool {
    matches!(program.types.kind(program.variables[var].ty), TypeKind::Bool)
}

/// Sets of columns to look at: linear, and with products if there are examples enough.
fn columns(
    program: &Program,
    place: &LoopPlace,
    variables: &[VarId],
    changed: &BTreeSet<VarId>,
    examples: &[Example],
    with_products: bool,
) -> Vec<Vec<Column>> {
    // Changed ones first, then those of the procedure, then globals.
    let mut variables = variables.to_vec();
    let rank = |var: &VarId| (!changed.contains(var), program.variables[*var].procedure != Some(place.procedure), *var);
    variables.sort_by_key(rank);
    variables.truncate(MOST_VARIABLES);
    let numbers = |v: &&VarId| !is_flag(program, **v);
    if !variables.iter().filter(numbers).any(|v| changed.contains(v)) {
        return Vec::new();
    }
    let linear: Vec<Column> = std::iter::once(Vec::new()).chain(variables.iter().map(|v| vec![*v])).collect();
    let varies = |var: &&VarId| examples.iter().any(|example| example.get(*var) != examples[0].get(*var));
    let factors: Vec<VarId> = variables.iter().filter(numbers).filter(varies).copied().take(MOST_FACTORS).collect();
    let mut products = linear.clone();
    for (i, a) in factors.iter().enumerate() {
        products.extend(factors[i..].iter().map(|b| vec![*a, *b]));
    }
    if with_products && examples.len() > products.len() { vec![linear, products] } else { vec![linear] }
}

fn matrix(columns: &[Column], examples: &[Example]) -> Vec<Vec<BigRational>> {
    let row = |example: &Example| {
        let entry = |column: &Column| {
            let factors = column.iter().map(|var| example.get(var).cloned().unwrap_or_default());
            BigRational::from_integer(factors.product())
        };
        columns.iter().map(entry).collect()
    };
    examples.iter().map(row).collect()
}

/// A basis of the vectors v with M v = 0, by Gauss and Jordan.
fn kernel(matrix: &[Vec<BigRational>]) -> Vec<Vec<BigRational>> {
    let mut rows = matrix.to_vec();
    let width = rows.first().map_or(0, Vec::len);
    let mut pivots: Vec<usize> = Vec::new();
    // From the last column to the first, so that products and parameters are expressed by what comes before.
    for column in (0..width).rev() {
        let rank = pivots.len();
        let Some(row) = (rank..rows.len()).find(|r| !rows[*r][column].is_zero()) else { continue };
        rows.swap(rank, row);
        let factor = rows[rank][column].recip();
        rows[rank].iter_mut().for_each(|entry| *entry *= &factor);
        let pivot = rows[rank].clone();
        for (r, other) in rows.iter_mut().enumerate() {
            if r != rank && !other[column].is_zero() {
                let factor = other[column].clone();
                other.iter_mut().zip(&pivot).for_each(|(a, b)| *a -= &factor * b);
            }
        }
        pivots.push(column);
    }
    let free = (0..width).filter(|column| !pivots.contains(column));
    free.map(|column| {
        let mut vector = vec![BigRational::zero(); width];
        vector[column] = BigRational::one();
        for (row, pivot) in pivots.iter().enumerate() {
            vector[*pivot] = -rows[row][column].clone();
        }
        vector
    })
    .collect()
}

/// `Σ coefficient · column` on both sides of an equation.
struct Sides {
    left: BTreeMap<Column, BigInt>,
    right: BTreeMap<Column, BigInt>,
}

impl Sides {
    /// Of a vector of coefficients; none if it is not about what changes, or its numbers are chance.
    fn of(columns: &[Column], vector: &[BigRational], changed: &BTreeSet<VarId>) -> Option<Self> {
        let denominator = vector.iter().fold(BigInt::one(), |all, v| all.lcm(v.denom()));
        let numbers: Vec<BigInt> = vector.iter().map(|v| (v * &denominator).to_integer()).collect();
        let divisor = numbers.iter().fold(BigInt::zero(), |all, n| all.gcd(n));
        let numbers: Vec<BigInt> = numbers.iter().map(|n| n / &divisor).collect();
        let mut sides = Self { left: BTreeMap::new(), right: BTreeMap::new() };
        let mut about_changes = false;
        for (column, number) in columns.iter().zip(&numbers) {
            let limit = if column.is_empty() { LARGEST_CONSTANT.into() } else { BigInt::from(LARGEST_COEFFICIENT) };
            if number.abs() > limit {
                return None;
            }
            about_changes |= !number.is_zero() && column.iter().any(|var| changed.contains(var));
            match number.sign() {
                num_bigint::Sign::Plus => drop(sides.left.insert(column.clone(), number.clone())),
                num_bigint::Sign::Minus => drop(sides.right.insert(column.clone(), -number)),
                num_bigint::Sign::NoSign => {}
            }
        }
        about_changes.then_some(sides)
    }
    /// The type of the numbers.
    fn number_type(&self, program: &Program) -> Option<TypeId> {
        let mut variables = self.left.keys().chain(self.right.keys()).flatten();
        Some(program.variables[*variables.find(|var| !is_flag(program, **var))?].ty)
    }
    /// Modulo 2^w.
    fn equation(&self, program: &mut Program) -> Option<ExprId> {
        let ty = self.number_type(program)?;
        let (left, right) = (sum(program, &self.left, ty, ty)?, sum(program, &self.right, ty, ty)?);
        program.binary(Binary::Equal, left, right).ok()
    }
    /// Each side is at most the other; in numbers so wide that nothing wraps around.
    fn inequalities(&self, program: &mut Program) -> Vec<ExprId> {
        let is_linear = self.left.keys().chain(self.right.keys()).all(|column| column.len() <= 1);
        let Some(ty) = self.number_type(program).filter(|_| is_linear) else { return Vec::new() };
        let Some(width) = program.types.int_width(ty) else { return Vec::new() };
        let constants = self.left.get(&Vec::new()).into_iter().chain(self.right.get(&Vec::new()));
        if constants.into_iter().any(|constant| constant.bits() >= u64::from(width) + CONSTANT_BITS) {
            return Vec::new();
        }
        let wide = program.types.int(width + EXTRA_BITS);
        let (Some(left), Some(right)) = (sum(program, &self.left, ty, wide), sum(program, &self.right, ty, wide))
        else {
            return Vec::new();
        };
        let at_most = Binary::LessEqual(Sign::Signed);
        [(left, right), (right, left)].into_iter().filter_map(|(a, b)| program.binary(at_most, a, b).ok()).collect()
    }
}

/// A variable as a number of a type, or of a wider one.
fn number(program: &mut Program, var: VarId, ty: TypeId, wide: TypeId) -> Option<ExprId> {
    let value = program.var(var);
    if is_flag(program, var) {
        let (one, zero) = (program.int_const(wide, 1).ok()?, program.int_const(wide, 0).ok()?);
        return program.add_expr(ExprKind::If(value, one, zero), wide, None).ok();
    }
    if wide != ty {
        return program.convert(super::candidates::extension(program, var), value, wide).ok();
    }
    if program.variables[var].ty == ty { Some(value) } else { program.convert(Convert::Retype, value, ty).ok() }
}
/// A sum of products of variables of the shape of a type, in that type or a wider one.
fn sum(program: &mut Program, parts: &BTreeMap<Column, BigInt>, ty: TypeId, wide: TypeId) -> Option<ExprId> {
    let mut total = None;
    // Variables before the constant.
    for (column, factor) in parts.iter().rev() {
        let mut product = None;
        for var in column {
            let next = number(program, *var, ty, wide)?;
            product = Some(match product {
                Some(before) => program.binary(Binary::Multiply, before, next).ok()?,
                None => next,
            });
        }
        let part = match product {
            Some(product) if factor.is_one() => product,
            Some(product) => {
                let factor = program.int_const(wide, factor.clone()).ok()?;
                program.binary(Binary::Multiply, factor, product).ok()?
            }
            None => program.int_const(wide, factor.clone()).ok()?,
        };
        total = Some(match total {
            Some(before) => program.binary(Binary::Add, before, part).ok()?,
            None => part,
        });
    }
    match total {
        Some(total) => Some(total),
        None => program.int_const(wide, 0).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_has_the_equations() {
        // Columns 1, x, y with y = 2x + 3.
        let rows: Vec<Vec<BigRational>> = [(0, 3), (1, 5), (4, 11)]
            .iter()
            .map(|(x, y)| [1, *x, *y].map(|n: i64| BigRational::from_integer(n.into())).to_vec())
            .collect();
        let found = kernel(&rows);
        assert_eq!(found.len(), 1);
        let value: BigRational = rows[1].iter().zip(&found[0]).map(|(a, b)| a * b).sum();
        assert!(value.is_zero() && !found[0][0].is_zero());
    }
}
