//! Conditions.

use super::Generator;
use super::types::Kind;

impl Generator {
    pub fn condition(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.place(3, false) {
                Some((place, _)) if !self.one_in(3) => place,
                _ => self.comparison(0),
            };
        }
        match self.below(14) {
            0..=4 => self.comparison(depth - 1),
            5..=7 => {
                let operator = self.choose(&["and", "or", "xor", "and then", "or else"]);
                format!("({} {operator} {})", self.condition(depth - 1), self.condition(depth - 1))
            }
            8 => format!("(not {})", self.condition(depth - 1)),
            9 | 10 => self.membership(depth - 1),
            11 => self.quantified(depth - 1),
            12 => self.composite_comparison(depth - 1),
            _ => {
                let condition = self.condition(depth - 1);
                let (yes, no) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("(if {condition} then {yes} else {no})")
            }
        }
    }

    fn comparison(&mut self, depth: u32) -> String {
        let roots = self.roots_of(|k| !matches!(k, Kind::Array { .. } | Kind::Record { .. } | Kind::Boolean));
        let root = self.choose(&roots);
        let Some((left, _)) = self.place(root, false) else {
            return match self.place(3, false) {
                Some((place, _)) => place,
                None => self.choose(&["True", "False"]).into(),
            };
        };
        let operator = self.choose(&["=", "/=", "<", "<=", ">", ">="]);
        let right = self.expression(root, depth);
        format!("({left} {operator} {right})")
    }

    fn membership(&mut self, depth: u32) -> String {
        let mut types = self.discrete();
        types.retain(|&t| !self.types[t].name.is_empty());
        let ty = self.choose(&types);
        let root = self.types[ty].root;
        let Some((subject, _)) = self.place(root, false) else { return self.comparison(depth) };
        let word = self.choose(&["in", "in", "not in"]);
        match self.below(3) {
            0 => format!("({subject} {word} {})", self.types[ty].name),
            1 => {
                let (low, high) = self.small_range(ty, 10);
                let (first, last) = (self.literal(ty, low), self.literal(ty, high));
                format!("({subject} {word} {first} .. {last})")
            }
            _ => {
                let (low, high) = self.small_range(root, 8);
                let (first, last) = (self.literal(root, low), self.literal(root, high));
                let other = self.expression(root, depth.min(1));
                format!("({subject} {word} {first} | {other} | {last})")
            }
        }
    }

    fn quantified(&mut self, depth: u32) -> String {
        let word = self.choose(&["all", "some"]);
        let name = self.name("Q");
        let arrays: Vec<_> = (self.objects.iter())
            .filter(|o| matches!(self.kind(o.ty), Kind::Array { indexes, .. } if indexes.len() == 1))
            .cloned()
            .collect();
        if !arrays.is_empty() && self.one_in(2) {
            let array = self.choose(&arrays);
            let Kind::Array { component, .. } = *self.kind(array.ty) else { return self.comparison(depth) };
            if self.is_scalar(component) && self.one_in(2) {
                self.declare(&name, component, false);
                let condition = self.condition(depth);
                self.objects.pop();
                return format!("(for {word} {name} of {} => {condition})", array.name);
            }
            let condition = self.condition(depth);
            return format!("(for {word} {name} in {}'Range => {condition})", array.name);
        }
        let (low, high) = self.small_range(0, 6);
        let (first, last) = (self.literal(0, low), self.literal(0, high));
        self.declare(&name, 0, false);
        let condition = self.condition(depth);
        self.objects.pop();
        format!("(for {word} {name} in {first} .. {last} => {condition})")
    }

    /// Equality of arrays or records; order of arrays of discrete components.
    fn composite_comparison(&mut self, depth: u32) -> String {
        let composites: Vec<_> = self.objects.iter().filter(|o| !self.is_scalar(o.ty)).cloned().collect();
        if composites.is_empty() {
            return self.comparison(depth);
        }
        let left = self.choose(&composites);
        let ordered = match self.kind(left.ty) {
            Kind::Array { indexes, component, .. } => indexes.len() == 1 && self.discrete().contains(component),
            _ => false,
        };
        let operator = if ordered && self.one_in(3) { self.choose(&["<", ">="]) } else { self.choose(&["=", "/="]) };
        self.without_others = true;
        let right = self.composite(left.ty, depth);
        self.without_others = false;
        format!("({} {operator} {right})", left.name)
    }
}
