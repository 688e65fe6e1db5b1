//! Invariants by cubes as conditions of the program: that a state is in none of the cubes, place by place.
//!
//! Of each variable a cube fixes some bits; the condition is that some variable differs from that: `(x & mask) != value`.
//! A cube that speaks of what no expression of the loop's activation says is left out; whether the others suffice is for the
//! re-check to say.

use super::circuit::StateBits;
use super::frames::Cube;
use super::propagate::Invariant;
use crate::chc::speak::Home;
use cairn_ir::{Binary, ExprId, LoopProof, ProcId, Program, TypeKind};
use cairn_logic::transition::{PlaceId, Source, System, VariableId};
use cairn_passes::Back;
use cairn_passes::horn::{Place, Step};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// What a cube says of the bits of one variable.
#[derive(Default)]
struct Bits {
    mask: BigUint,
    value: BigUint,
    count: u32,
}

impl Bits {
    fn add(&mut self, number: u32, value: bool) {
        self.mask |= BigUint::one() << number;
        self.count += 1;
        if value {
            self.value |= BigUint::one() << number;
        }
    }
}

/// The invariants of the loops; a place that is no loop of the program has none.
pub(super) fn proofs(
    system: &System,
    bits: &StateBits,
    invariant: &Invariant,
    entry: ProcId,
    back: &Back,
    program: &mut Program,
) -> Vec<LoopProof> {
    let mut found = Vec::new();
    for (number, cubes) in invariant.iter().enumerate() {
        let Some(head) = system.places[PlaceId(number as u32)].block else { continue };
        let Some(place) = back.loop_at(entry, head) else { continue };
        let Some(home) = Home::of(back, Place::LoopHead(entry, head)) else { continue };
        let (fixed, others) = fixed_bits(bits, cubes);
        let mut invariants: Vec<ExprId> =
            fixed.iter().filter_map(|(variable, own)| is(system, *variable, own, &home, program)).collect();
        invariants.extend(others.into_iter().filter_map(|cube| outside(system, bits, cube, &home, program)));
        found.push(LoopProof { place, invariants });
    }
    found
}

/// The bits that are always the same, by variable, and the other cubes: that no state is in a cube with a single fact says what the
/// bit is.
fn fixed_bits<'a>(bits: &StateBits, cubes: &'a [Cube]) -> (BTreeMap<VariableId, Bits>, Vec<&'a Cube>) {
    let (mut fixed, mut others) = (BTreeMap::<VariableId, Bits>::new(), Vec::new());
    for cube in cubes {
        match cube[..] {
            [(bit, value)] => {
                let (variable, number) = bits.owner[bit as usize];
                fixed.entry(variable).or_default().add(number, !value);
            }
            _ => others.push(cube),
        }
    }
    (fixed, others)
}

/// Whether a condition at a place can speak of a state variable.
pub(super) fn can_say(system: &System, variable: VariableId, home: &Home<'_>, program: &Program) -> bool {
    let source = system.variables[variable].source.as_ref();
    source.is_some_and(|source| home.variable(program, source.variable).is_some())
}

/// That a state is not in a cube.
fn outside(system: &System, bits: &StateBits, cube: &Cube, home: &Home<'_>, program: &mut Program) -> Option<ExprId> {
    let mut variables: BTreeMap<VariableId, Bits> = BTreeMap::new();
    for (bit, value) in cube {
        let (variable, number) = bits.owner[*bit as usize];
        variables.entry(variable).or_default().add(number, *value);
    }
    let mut condition: Option<ExprId> = None;
    for (variable, fixed) in &variables {
        let differs = differs(system, *variable, fixed, home, program)?;
        condition = Some(match condition {
            Some(others) => program.binary(Binary::Or, others, differs).ok()?,
            None => differs,
        });
    }
    Some(condition.unwrap_or_else(|| program.bool_const(false)))
}

fn differs(
    system: &System,
    variable: VariableId,
    fixed: &Bits,
    home: &Home<'_>,
    program: &mut Program,
) -> Option<ExprId> {
    let same = is(system, variable, fixed, home, program)?;
    program.not(same).ok()
}

/// That the bits of a variable are these.
fn is(system: &System, variable: VariableId, fixed: &Bits, home: &Home<'_>, program: &mut Program) -> Option<ExprId> {
    let expr = read(system.variables[variable].source.as_ref()?, home, program)?;
    let ty = program.type_of(expr);
    match *program.types.kind(ty) {
        TypeKind::Bool => match fixed.value.is_zero() {
            true => program.not(expr).ok(),
            false => Some(expr),
        },
        TypeKind::Int(width) => {
            let value = program.int_const(ty, BigInt::from(fixed.value.clone())).ok()?;
            let part = if fixed.count == width {
                expr
            } else {
                let mask = program.int_const(ty, BigInt::from(fixed.mask.clone())).ok()?;
                program.binary(Binary::BitAnd, expr, mask).ok()?
            };
            program.binary(Binary::Equal, part, value).ok()
        }
        _ => None,
    }
}

fn read(source: &Source, home: &Home<'_>, program: &mut Program) -> Option<ExprId> {
    let mut expr = home.read(program, source.variable, false)?;
    for step in &source.path {
        expr = match step {
            Step::Field(field) => program.field(expr, *field).ok()?,
            Step::Element(number) => {
                let TypeKind::Array { index, .. } = *program.types.kind(program.type_of(expr)) else { return None };
                let number = program.int_const(index, BigInt::from(*number)).ok()?;
                program.index(expr, number).ok()?
            }
            Step::Each => return None,
        };
    }
    Some(expr)
}
