//! The values a static predicate leaves (RM 3.2.4, 4.9.1), as sorted ranges that do not touch.
//!
//! They are what a choice naming the subtype stands for, what a `case` must cover, and what a loop goes
//! through. A condition that is not of the static form gives nothing: it is a dynamic one.

use super::entities::EntityId;
use super::tree::{BinaryOperator, Domain, Expr, ExprKind, Member, UnaryOperator};
use super::types::{Range, TypeId};
use super::value::Value;
use super::{Analysis, Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::Expression;
use cairn_base::Span;
use num_bigint::BigInt;

type Ranges = Vec<(BigInt, BigInt)>;

impl Analysis {
    /// The values of a discrete subtype with predicates, if they are all static.
    pub fn static_values(&self, ty: TypeId) -> Option<Ranges> {
        let mut values = vec![self.discrete_bounds(ty).or_else(|| self.base_bounds(ty))?];
        for predicate in &self.types[ty].predicates {
            let whole = self.base_bounds(ty)?;
            let allowed = self.satisfying(&predicate.condition, predicate.subject, &whole)?;
            values = intersection(&values, &allowed);
        }
        Some(normal(values))
    }

    fn satisfying(&self, e: &Expr, subject: EntityId, whole: &(BigInt, BigInt)) -> Option<Ranges> {
        if let Some(value) = e.value.as_ref().and_then(|v| v.as_int()) {
            return Some(if *value == BigInt::from(0) { Vec::new() } else { vec![whole.clone()] });
        }
        match &e.kind {
            ExprKind::Member { negated, value, choices } => {
                if !is_subject(value, subject) {
                    return None;
                }
                let mut found = Vec::new();
                for choice in choices {
                    match choice {
                        Member::Value(v) => {
                            let v = v.value.as_ref()?.as_int()?.clone();
                            found.push((v.clone(), v));
                        }
                        Member::Range(range) => found.push(range.static_integers()?),
                        Member::Subtype(ty) => found.extend(self.static_values(*ty)?),
                    }
                }
                let found = normal(found);
                Some(if *negated { complement(&found, whole) } else { found })
            }
            ExprKind::Unary(UnaryOperator::Not, inner) => {
                Some(complement(&self.satisfying(inner, subject, whole)?, whole))
            }
            ExprKind::Binary(op, left, right) => self.satisfying_binary(*op, left, right, subject, whole),
            _ => None,
        }
    }

    fn satisfying_binary(
        &self,
        op: BinaryOperator,
        left: &Expr,
        right: &Expr,
        subject: EntityId,
        whole: &(BigInt, BigInt),
    ) -> Option<Ranges> {
        use BinaryOperator::*;
        match op {
            And | AndThen => {
                let (a, b) = (self.satisfying(left, subject, whole)?, self.satisfying(right, subject, whole)?);
                return Some(intersection(&a, &b));
            }
            Or | OrElse => {
                let mut all = self.satisfying(left, subject, whole)?;
                all.extend(self.satisfying(right, subject, whole)?);
                return Some(normal(all));
            }
            _ => {}
        }
        let (op, bound) = if is_subject(left, subject) {
            (op, right.value.as_ref()?.as_int()?.clone())
        } else if is_subject(right, subject) {
            let turned = match op {
                Less => Greater,
                LessEqual => GreaterEqual,
                Greater => Less,
                GreaterEqual => LessEqual,
                other => other,
            };
            (turned, left.value.as_ref()?.as_int()?.clone())
        } else {
            return None;
        };
        let (first, last) = whole.clone();
        Some(normal(match op {
            Equal => vec![(bound.clone(), bound)],
            NotEqual => complement(&[(bound.clone(), bound)], whole),
            Less => vec![(first, bound - 1)],
            LessEqual => vec![(first, bound)],
            Greater => vec![(bound + 1, last)],
            GreaterEqual => vec![(bound, last)],
            _ => return None,
        }))
    }
}

/// Loops and quantifiers over such subtypes.
impl Analyzer<'_> {
    /// From the first to the last value that a static predicate leaves.
    pub(super) fn first_to_last(&mut self, domain: &Expression) -> Option<Range> {
        let ty = self.type_named(domain).filter(|&ty| !self.a.types[ty].predicates.is_empty())?;
        let values = self.a.static_values(ty)?;
        let (low, high) = (values.first()?.0.clone(), values.last()?.1.clone());
        Some(self.static_range(self.a.base(ty), Value::Int(low), Value::Int(high), domain.span))
    }

    /// `S'First_Valid` and `S'Last_Valid`: the outermost values that belong to a static subtype (RM 3.5.5).
    pub(super) fn resolve_valid_bound(&mut self, prefix: &Expression, first: bool, span: Span) -> Resolved<Expr> {
        let ty = self.type_named(prefix).filter(|&ty| self.a.is_discrete(ty));
        let values = ty.and_then(|ty| self.a.static_values(ty));
        let bound = values.as_ref().and_then(|values| if first { values.first() } else { values.last() });
        let (Some(ty), Some((low, high))) = (ty, bound) else {
            return self.error(
                codes::BAD_ATTRIBUTE,
                span,
                "only static discrete subtypes that have values have such bounds",
            );
        };
        let value = if first { low.clone() } else { high.clone() };
        Ok(self.static_expr(Value::Int(value), self.a.base(ty), span))
    }

    /// A loop over a subtype with a static predicate goes through its values only (RM 5.5(9)).
    pub(super) fn predicate_filter(&self, domain: &Domain, ty: TypeId, filter: Option<Expr>) -> Expr {
        let (Domain::Range(entity, _) | Domain::Elements(entity, _)) = domain;
        let (boolean, span) = (self.a.standard.boolean, self.a.entities[*entity].span);
        let value = Expr { kind: ExprKind::Object(*entity), ty, span, value: None };
        let choices = vec![Member::Subtype(ty)];
        let kind = ExprKind::Member { negated: false, value: Box::new(value), choices };
        let belongs = Expr { kind, ty: boolean, span, value: None };
        match filter {
            None => belongs,
            Some(filter) => {
                let kind = ExprKind::Binary(BinaryOperator::AndThen, Box::new(belongs), Box::new(filter));
                Expr { kind, ty: boolean, span, value: None }
            }
        }
    }
}

fn is_subject(e: &Expr, subject: EntityId) -> bool {
    matches!(e.kind, ExprKind::Object(entity) if entity == subject)
}

/// Sorted, without empty ranges, touching ones joined.
fn normal(mut ranges: Ranges) -> Ranges {
    ranges.retain(|(low, high)| low <= high);
    ranges.sort();
    let mut result: Ranges = Vec::new();
    for (low, high) in ranges {
        match result.last_mut() {
            Some(last) if low <= &last.1 + 1 => last.1 = high.max(last.1.clone()),
            _ => result.push((low, high)),
        }
    }
    result
}

fn intersection(a: &[(BigInt, BigInt)], b: &[(BigInt, BigInt)]) -> Ranges {
    let pairs =
        a.iter().flat_map(|x| b.iter().map(move |y| (x.0.clone().max(y.0.clone()), x.1.clone().min(y.1.clone()))));
    normal(pairs.collect())
}

fn complement(ranges: &[(BigInt, BigInt)], whole: &(BigInt, BigInt)) -> Ranges {
    let mut result = Vec::new();
    let mut next = whole.0.clone();
    for (low, high) in ranges {
        result.push((next.clone(), low - 1));
        next = next.max(high + 1);
    }
    result.push((next, whole.1.clone()));
    normal(result)
}
