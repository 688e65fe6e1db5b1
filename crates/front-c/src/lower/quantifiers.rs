//! `__CPROVER_forall` and `__CPROVER_exists`.
//!
//! A quantifier whose condition limits its variables to a few values,
//!
//! ```text
//! forall { int i; 0 <= i && i < 3 ==> P(i) }    becomes    C(0) && C(1) && C(2)
//! exists { int i; 0 <= i && i < 3 && P(i) }     becomes    C(0) || C(1) || C(2)
//! ```
//!
//! where C is the whole condition, checks included. For every value left out, the condition of `forall` is
//! true and that of `exists` false, so nothing is lost. The other way round, `exists { int i; 0 <= i && i < 3
//! ==> P(i) }` is true whatever P is: some value does not satisfy the premise. Other quantifiers stay
//! quantifiers of the program form, and nothing inside is checked.

use super::visit::has_effects;
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{CastKind, Comparison, Expr, ExprKind, LvalueKind, VariableId};
use cairn_ir as ir;
use ir::{Binary, ExprId};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// Instances a quantifier may become.
const INSTANCE_LIMIT: u64 = 1024;

/// The values a variable can have, both ends included.
#[derive(Clone, Debug)]
struct Range {
    low: BigInt,
    high: BigInt,
}

impl Range {
    fn at_least(&mut self, low: BigInt) {
        self.low = self.low.clone().max(low);
    }
    fn at_most(&mut self, high: BigInt) {
        self.high = self.high.clone().min(high);
    }
    fn count(&self) -> Option<u64> {
        (&self.high - &self.low + 1i32).max(BigInt::from(0)).to_u64()
    }
}

impl Lowerer<'_> {
    pub fn quantified(&mut self, universal: bool, variables: &[VariableId], body: &Expr) -> Lower<ExprId> {
        if variables.iter().any(|id| self.is_decided_somewhere(*id, body, universal)) {
            return Ok(self.p.bool_const(!universal));
        }
        let ranges: Option<Vec<Range>> = variables.iter().map(|id| self.range(*id, body, !universal)).collect();
        let ranges = ranges.filter(|ranges| {
            let count = ranges.iter().try_fold(1u64, |product, range| product.checked_mul(range.count()?));
            count.is_some_and(|count| count <= INSTANCE_LIMIT)
        });
        match ranges {
            Some(ranges) if !self.frame.is_constant && !has_effects(body) => {
                let bound: Vec<(VariableId, Range)> = variables.iter().copied().zip(ranges).collect();
                self.instances(universal, &bound, body)
            }
            _ => self.unlimited(universal, variables, body),
        }
    }

    fn instances(&mut self, universal: bool, bound: &[(VariableId, Range)], body: &Expr) -> Lower<ExprId> {
        let Some(((id, range), rest)) = bound.split_first() else {
            return self.condition(body);
        };
        let mut result = self.p.bool_const(universal);
        let mut number = range.low.clone();
        while number <= range.high {
            let c_type = self.c.variables[*id].ty.ty;
            let value = self.integer_constant(&number, c_type)?;
            let name = self.c.variables[*id].name.clone();
            let ty = self.ty(c_type)?;
            let var = self.temporary(&name, ty);
            self.assign_var(var, value, body.span);
            self.frame.variables.insert(*id, var);
            let instance = self.instances(universal, rest, body)?;
            result = self.p.binary(if universal { Binary::And } else { Binary::Or }, result, instance)?;
            number += 1;
        }
        Ok(result)
    }

    /// Nothing inside such a quantifier is checked: operations have their total meaning there.
    fn unlimited(&mut self, universal: bool, variables: &[VariableId], body: &Expr) -> Lower<ExprId> {
        let mut bound = Vec::new();
        for id in variables {
            let ty = self.ty(self.c.variables[*id].ty.ty)?;
            let name = self.c.variables[*id].name.clone();
            let var = self.local(&name, ty, ir::VariableKind::Bound, Some(self.c.variables[*id].span));
            self.frame.variables.insert(*id, var);
            bound.push(var);
        }
        let mark = self.mark();
        let outside = std::mem::replace(&mut self.frame.is_constant, true);
        let condition = self.condition(body);
        self.frame.is_constant = outside;
        let condition = condition?;
        if self.mark() != mark {
            return Err(Refusal::at("a quantifier over an expression with effects", body.span));
        }
        let kind = match universal {
            true => ir::ExprKind::Forall(bound, condition),
            false => ir::ExprKind::Exists(bound, condition),
        };
        let truth = self.p.types.bool();
        Ok(self.p.add_expr(kind, truth, None)?)
    }

    /// For some value of the variable the condition is not `truth`, whatever else holds.
    fn is_decided_somewhere(&self, variable: VariableId, condition: &Expr, truth: bool) -> bool {
        let whole = self.c.types.integer_range(self.c.variables[variable].ty.ty);
        let range = self.range(variable, condition, truth);
        match (whole, range) {
            (Some((low, high)), Some(range)) => range.low > low || range.high < high,
            _ => false,
        }
    }

    /// Values of the variable outside of which the condition is not `truth`.
    fn range(&self, variable: VariableId, condition: &Expr, truth: bool) -> Option<Range> {
        let (low, high) = self.c.types.integer_range(self.c.variables[variable].ty.ty)?;
        let mut range = Range { low, high };
        self.narrow(&mut range, variable, condition, truth);
        Some(range)
    }

    fn narrow(&self, range: &mut Range, variable: VariableId, condition: &Expr, truth: bool) {
        match &condition.kind {
            ExprKind::And(a, b) if truth => {
                self.narrow(range, variable, a, true);
                self.narrow(range, variable, b, true);
            }
            ExprKind::Or(a, b) if !truth => {
                self.narrow(range, variable, a, false);
                self.narrow(range, variable, b, false);
            }
            ExprKind::Not(a) => self.narrow(range, variable, a, !truth),
            // The operand is 0 or 1, which every conversion keeps.
            ExprKind::Cast(cast, a)
                if matches!(cast.kind, CastKind::Integer | CastKind::IntegerToBool) && is_truth(a) =>
            {
                self.narrow(range, variable, a, truth);
            }
            ExprKind::Compare(comparison, a, b) => {
                let comparison = if truth { *comparison } else { negated(*comparison) };
                if let Some(number) = self.constant_number(b) {
                    self.narrow_by(range, variable, a, comparison, &number);
                } else if let Some(number) = self.constant_number(a) {
                    self.narrow_by(range, variable, b, swapped(comparison), &number);
                }
            }
            _ => {}
        }
    }

    /// An integer literal, possibly converted.
    fn constant_number(&self, e: &Expr) -> Option<BigInt> {
        match &e.kind {
            ExprKind::Integer(number) => Some(number.clone()),
            ExprKind::Cast(cast, inner) if cast.kind == CastKind::Integer => {
                Some(self.c.types.wrap(&self.constant_number(inner)?, e.ty))
            }
            _ => None,
        }
    }

    /// `operand comparison number` holds; the operand may be the variable after conversions.
    fn narrow_by(
        &self,
        range: &mut Range,
        variable: VariableId,
        operand: &Expr,
        comparison: Comparison,
        number: &BigInt,
    ) {
        let Some(keeps_value) = self.is_variable(variable, operand) else {
            return;
        };
        let upper = match comparison {
            Comparison::Less => Some(number - 1i32),
            Comparison::LessEqual | Comparison::Equal => Some(number.clone()),
            _ => None,
        };
        let lower = match comparison {
            Comparison::Greater => Some(number + 1i32),
            Comparison::GreaterEqual | Comparison::Equal => Some(number.clone()),
            _ => None,
        };
        if keeps_value {
            range.high = upper.map_or(range.high.clone(), |u| u.min(range.high.clone()));
            range.low = lower.map_or(range.low.clone(), |l| l.max(range.low.clone()));
            return;
        }
        // Negative values have become larger than every value of the variable's own type.
        let largest = self.c.types.integer_range(self.c.variables[variable].ty.ty).map(|(_, high)| high);
        if let Some(upper) = upper.filter(|u| largest.as_ref().is_some_and(|largest| u <= largest)) {
            range.at_most(upper);
            range.at_least(BigInt::from(0));
        }
    }

    /// Whether the expression is the variable: `Some(true)` if conversions keep its value, `Some(false)` if
    /// the last one takes a signed type to an unsigned one that is not narrower.
    fn is_variable(&self, variable: VariableId, e: &Expr) -> Option<bool> {
        match &e.kind {
            ExprKind::Load(lvalue) => matches!(lvalue.kind, LvalueKind::Variable(id) if id == variable).then_some(true),
            ExprKind::Cast(cast, inner) if cast.kind == CastKind::Integer => {
                if !self.is_variable(variable, inner)? {
                    return None;
                }
                let (low, high) = self.c.types.integer_range(inner.ty)?;
                let (new_low, new_high) = self.c.types.integer_range(e.ty)?;
                if new_low <= low && high <= new_high {
                    return Some(true);
                }
                let is_wide = self.c.types.integer_width(e.ty)? >= self.c.types.integer_width(inner.ty)?;
                (is_wide && new_low == BigInt::from(0)).then_some(false)
            }
            _ => None,
        }
    }
}

fn is_truth(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Cast(cast, inner) => {
            matches!(cast.kind, CastKind::Integer | CastKind::IntegerToBool) && is_truth(inner)
        }
        _ => false,
    }
}

fn negated(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterEqual,
        Comparison::LessEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessEqual,
        Comparison::GreaterEqual => Comparison::Less,
    }
}

fn swapped(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal | Comparison::NotEqual => comparison,
        Comparison::Less => Comparison::Greater,
        Comparison::LessEqual => Comparison::GreaterEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterEqual => Comparison::LessEqual,
    }
}
