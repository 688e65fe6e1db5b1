//! Arrays and records: aggregates, slices, concatenation, logical operations, and initial values of all types.

use super::types::{Component, Kind};
use super::{Generator, Ty};

impl Generator {
    /// A value of a composite subtype; of an unconstrained array perhaps of another length.
    pub fn composite(&mut self, ty: Ty, depth: u32) -> String {
        let root = self.types[ty].root;
        let same: Vec<_> = self.objects.iter().filter(|o| self.types[o.ty].root == root).cloned().collect();
        match self.kind(ty).clone() {
            Kind::Array { indexes, component, unconstrained } => {
                if unconstrained && !same.is_empty() && self.one_in(3) {
                    return self.piece(&same, component, depth);
                }
                if *self.kind(component) == Kind::Boolean && !same.is_empty() && !unconstrained && self.one_in(2) {
                    let (left, right) = (self.choose(&same).name, self.choose(&same).name);
                    let operator = self.choose(&["and", "or", "xor"]);
                    return if self.one_in(3) {
                        format!("(not {left})")
                    } else {
                        format!("({left} {operator} {right})")
                    };
                }
                if !same.is_empty() && self.one_in(2) {
                    return self.choose(&same).name;
                }
                self.array_aggregate(ty, &indexes, component, depth, false)
            }
            Kind::Record { components } => {
                if !same.is_empty() && self.one_in(2) {
                    return self.choose(&same).name;
                }
                self.record_aggregate(ty, &components, depth, false)
            }
            _ => self.expression(ty, depth),
        }
    }

    /// A slice or concatenation of unconstrained arrays.
    fn piece(&mut self, same: &[super::Object], component: Ty, depth: u32) -> String {
        let array = self.choose(same);
        let (first, last) = self.types[array.ty].bounds.unwrap_or((1, 1));
        if self.one_in(2) {
            let low = self.random.i64(first..=last.max(first));
            let high = self.random.i64(low - 1..=last.max(low));
            return format!("{} ({low} .. {high})", array.name);
        }
        if self.one_in(2) {
            return format!("({} & {})", array.name, self.expression(component, depth.min(1)));
        }
        let other = self.choose(same);
        format!("({} & {})", array.name, other.name)
    }

    /// A value to begin with; it fits the subtype.
    pub fn initial(&mut self, ty: Ty) -> String {
        match self.kind(ty).clone() {
            Kind::Array { indexes, component, .. } => self.array_aggregate(ty, &indexes, component, 0, true),
            Kind::Record { components } => self.record_aggregate(ty, &components, 0, true),
            _ => self.good_literal(ty),
        }
    }

    fn component_value(&mut self, ty: Ty, depth: u32, safe: bool) -> String {
        if safe || depth == 0 { self.initial(ty) } else { self.expression(ty, depth - 1) }
    }

    fn array_aggregate(&mut self, ty: Ty, indexes: &[Ty], component: Ty, depth: u32, safe: bool) -> String {
        let (low, high) = match self.types[ty].bounds {
            Some((first, last)) => (i128::from(first), i128::from(last)),
            None if self.types[indexes[0]].high - self.types[indexes[0]].low > 100 => (1, 4),
            None => (self.types[indexes[0]].low, self.types[indexes[0]].high),
        };
        let row = |s: &mut Self| match indexes {
            [_] => s.component_value(component, depth, safe),
            _ => s.array_aggregate_row(&indexes[1..], component, depth, safe),
        };
        let constrained = !self.without_others && self.is_constrained(ty);
        // `others` needs to know the bounds.
        if constrained && indexes.len() == 1 && self.one_in(3) {
            return format!("(others => {})", row(self));
        }
        if low > high {
            let value = row(self);
            return format!("({} .. {} => {value})", self.literal(indexes[0], low), self.literal(indexes[0], high));
        }
        let count = high - low + 1;
        match self.below(3) {
            0 => {
                let value = row(self);
                format!("({} .. {} => {value})", self.literal(indexes[0], low), self.literal(indexes[0], high))
            }
            1 if count >= 3 && constrained => {
                let at = self.literal(indexes[0], low + 1);
                let (one, rest) = (row(self), row(self));
                format!("({at} => {one}, others => {rest})")
            }
            // A single value needs the name of its index.
            _ if count == 1 => format!("({} => {})", self.literal(indexes[0], low), row(self)),
            _ => {
                let values: Vec<String> = (0..count).map(|_| row(self)).collect();
                format!("({})", values.join(", "))
            }
        }
    }

    fn is_constrained(&self, ty: Ty) -> bool {
        self.types[ty].bounds.is_some() || !matches!(self.kind(ty), Kind::Array { unconstrained: true, .. })
    }

    fn array_aggregate_row(&mut self, indexes: &[Ty], component: Ty, depth: u32, safe: bool) -> String {
        let (low, high) = (self.types[indexes[0]].low, self.types[indexes[0]].high);
        let value = self.component_value(component, depth, safe);
        format!("({} .. {} => {value})", self.literal(indexes[0], low), self.literal(indexes[0], high))
    }

    fn record_aggregate(&mut self, ty: Ty, components: &[Component], depth: u32, safe: bool) -> String {
        let flag = self.types[ty].discriminant.unwrap_or_else(|| self.random.bool());
        let named = self.one_in(2);
        let mut parts = Vec::new();
        for component in components {
            if component.variant.is_some_and(|v| v != flag) {
                continue;
            }
            let value = match component.discriminant {
                true => (if flag { "True" } else { "False" }).into(),
                false => self.component_value(component.ty, depth, safe),
            };
            parts.push(match named {
                true => format!("{} => {value}", component.name),
                false => value,
            });
        }
        match parts.len() {
            1 if !named => {
                let name = components.iter().find(|c| c.variant.is_none_or(|v| v == flag)).map_or("", |c| &c.name);
                format!("({name} => {})", parts[0])
            }
            _ => format!("({})", parts.join(", ")),
        }
    }
}
