//! Scalar expressions. Everything compound stands in parentheses; an operand that is not a literal keeps
//! expressions from being static, where Ada would refuse at compile time what fails.

use super::types::Kind;
use super::{Generator, Ty};

impl Generator {
    /// An expression of the type of `ty`, perhaps outside the subtype.
    pub fn expression(&mut self, ty: Ty, depth: u32) -> String {
        let root = self.types[ty].root;
        match self.kind(ty).clone() {
            Kind::Array { .. } | Kind::Record { .. } => self.composite(ty, depth),
            Kind::Boolean => self.condition(depth),
            _ if depth == 0 || self.one_in(4) => self.leaf(ty),
            _ if self.one_in(8) => {
                let condition = self.condition(depth - 1);
                let (yes, no) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                format!("(if {condition} then {yes} else {no})")
            }
            _ if self.one_in(10) => self.case_expression(ty, depth - 1),
            _ if self.one_in(8) => self.harmless_call(root).unwrap_or_else(|| self.leaf(ty)),
            _ if self.place(root, false).is_none() => self.leaf(ty),
            Kind::Signed => self.signed(root, depth),
            Kind::Modular(modulus) => self.modular(root, modulus, depth),
            Kind::Enumeration(_) | Kind::Character => self.enumeration(root, depth),
            Kind::Float { .. } => self.float(root, depth),
            Kind::Fixed { .. } => self.fixed(root, depth),
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let root = self.types[ty].root;
        if !self.one_in(4)
            && let Some((place, _)) = self.place(root, false)
        {
            return place;
        }
        match self.below(8) {
            0 if !self.types[root].name.contains('.') && !self.types[ty].has_predicate => {
                let end = self.choose(&["First", "Last"]);
                format!("{}'{end}", self.types[ty].name_or(&self.types[root].name))
            }
            _ => self.good_literal(ty),
        }
    }

    /// An operand that is not static, where there is one.
    fn operand(&mut self, root: Ty, depth: u32) -> String {
        let Some((place, _)) = self.place(root, false) else { return self.leaf(root) };
        if depth <= 1 || self.one_in(2) {
            return place;
        }
        let value = self.expression(root, depth - 1);
        if self.objects.iter().any(|o| value.contains(&o.name)) { value } else { place }
    }

    fn signed(&mut self, root: Ty, depth: u32) -> String {
        let name = self.types[root].name.clone();
        let left = self.operand(root, depth);
        match self.below(16) {
            0..=5 => {
                let operator = self.choose(&["+", "-", "*", "+", "-"]);
                format!("({left} {operator} {})", self.expression(root, depth - 1))
            }
            6 => {
                let divisor = self.divisor(root, depth);
                let operator = self.choose(&["/", "mod", "rem"]);
                format!("({left} {operator} {divisor})")
            }
            7 | 8 => {
                let small = self.random.i128(2..8).min(self.types[root].high);
                format!("({left} mod {small})")
            }
            9 => format!("({} {left})", self.choose(&["-", "abs", "+"])),
            10 => format!("({left} ** {})", self.random.u32(0..4)),
            11 => {
                let right = self.expression(root, depth - 1);
                format!("{name}'{} ({left}, {right})", self.choose(&["Min", "Max"]))
            }
            12 => format!("{name}'{} ({left})", self.choose(&["Succ", "Pred"])),
            13 => self.position().unwrap_or(left),
            _ => self.conversion(root, depth - 1).unwrap_or(left),
        }
    }

    fn divisor(&mut self, root: Ty, depth: u32) -> String {
        if self.one_in(3) {
            return self.operand(root, depth);
        }
        let high = self.types[root].high.min(9);
        let low = self.types[root].low.max(-3);
        let value = self.random.i128(low..=high);
        self.literal(root, if value == 0 { high } else { value })
    }

    /// A whole number that fits every integer type.
    fn position(&mut self) -> Option<String> {
        match self.below(3) {
            0 => {
                let types = self.roots_of(|k| matches!(k, Kind::Enumeration(_) | Kind::Boolean));
                let ty = self.choose(&types);
                let (place, _) = self.place(ty, false)?;
                Some(format!("{}'Pos ({place})", self.types[ty].name))
            }
            _ => {
                let arrays: Vec<String> = (self.objects.iter())
                    .filter(|o| matches!(self.kind(o.ty), Kind::Array { .. }))
                    .map(|o| o.name.clone())
                    .collect();
                if arrays.is_empty() {
                    return None;
                }
                Some(format!("{}'Length", self.choose(&arrays)))
            }
        }
    }

    /// From another numeric type.
    fn conversion(&mut self, root: Ty, depth: u32) -> Option<String> {
        let name = self.types[root].name.clone();
        let numeric = |k: &Kind| {
            matches!(k, Kind::Signed | Kind::Modular(_) | Kind::Float { .. } | Kind::Fixed { decimal: false, .. })
        };
        let sources = self.roots_of(numeric);
        let source = self.choose(&sources);
        if source == root {
            return None;
        }
        self.place(source, false)?;
        let value = self.operand(source, depth);
        Some(format!("{name} ({value})"))
    }

    fn modular(&mut self, root: Ty, modulus: i128, depth: u32) -> String {
        let name = self.types[root].name.clone();
        let left = self.operand(root, depth);
        match self.below(12) {
            0..=6 => {
                let operator = self.choose(&["+", "-", "*", "and", "or", "xor", "+"]);
                format!("({left} {operator} {})", self.expression(root, depth - 1))
            }
            7 => {
                let divisor = if self.one_in(3) {
                    self.operand(root, depth)
                } else {
                    self.random.i128(1..modulus.min(9)).to_string()
                };
                let operator = self.choose(&["/", "mod", "rem"]);
                format!("({left} {operator} {divisor})")
            }
            8 => format!("({} {left})", self.choose(&["-", "not", "abs"])),
            9 => format!("({left} ** {})", self.random.u32(0..4)),
            10 => match self.place(0, false) {
                Some((place, _)) => format!("{name}'Mod ({place})"),
                None => left,
            },
            _ => self.conversion(root, depth - 1).unwrap_or(left),
        }
    }

    fn enumeration(&mut self, root: Ty, depth: u32) -> String {
        let name = self.types[root].name.clone();
        let left = self.operand(root, depth);
        let last = self.types[root].high;
        match self.below(4) {
            0 => format!("{name}'{} ({left})", self.choose(&["Succ", "Pred"])),
            // GNAT 12 compares characters beyond 127 as negative numbers in Character'Min and Character'Max.
            1 if last != 255 => {
                format!("{name}'{} ({left}, {})", self.choose(&["Min", "Max"]), self.expression(root, depth - 1))
            }
            2 => match self.place(0, false) {
                // GNAT 12 miscomputes `mod` with negative operands as the argument of Character'Val.
                Some((place, _)) if last == 255 => format!("{name}'Val (abs ({place} rem 200))"),
                Some((place, _)) => format!("{name}'Val ({place} mod {})", last + self.random.i128(1..3)),
                None => left,
            },
            _ => format!("{name}'({left})"),
        }
    }

    fn float(&mut self, root: Ty, depth: u32) -> String {
        // Products of products would leave the range of the hardware type.
        let depth = depth.min(2);
        let name = self.types[root].name.clone();
        let left = self.operand(root, depth);
        match self.below(10) {
            0..=3 => {
                let operator = self.choose(&["+", "-", "*"]);
                format!("({left} {operator} {})", self.expression(root, depth - 1))
            }
            4 => format!("({left} / {})", self.choose(&["2.0", "3.0", "0.5", "7.0", "10.0"])),
            5 => format!("({} {left})", self.choose(&["-", "abs"])),
            6 => format!("{name}'{} ({left}, {})", self.choose(&["Min", "Max"]), self.expression(root, depth - 1)),
            7 => {
                let function = self.choose(&["Floor", "Ceiling", "Rounding", "Truncation", "Unbiased_Rounding"]);
                format!("{name}'{function} ({left})")
            }
            8 => format!("({left} ** {})", self.random.u32(0..3)),
            _ => self.conversion(root, depth - 1).unwrap_or(left),
        }
    }

    fn fixed(&mut self, root: Ty, depth: u32) -> String {
        let name = self.types[root].name.clone();
        let left = self.operand(root, depth);
        match self.below(8) {
            0..=2 => {
                let operator = self.choose(&["+", "-"]);
                format!("({left} {operator} {})", self.expression(root, depth - 1))
            }
            3 => format!("({left} * {})", self.random.u32(0..5)),
            4 => format!("({left} / {})", self.random.u32(1..5)),
            5 => format!("({} {left})", self.choose(&["-", "abs"])),
            6 => {
                let right = self.expression(root, depth - 1);
                format!("{name} ({left} {} {right})", self.choose(&["*", "*", "/"]))
            }
            _ => match self.place(0, false) {
                Some((place, _)) => format!("{name} ({place})"),
                None => left,
            },
        }
    }

    fn case_expression(&mut self, ty: Ty, depth: u32) -> String {
        let selectors = self.roots_of(|k| matches!(k, Kind::Enumeration(_)));
        let selector = self.choose(&selectors);
        let Kind::Enumeration(literals) = self.kind(selector).clone() else { return self.leaf(ty) };
        let subject = self.operand(selector, 1);
        let subject = format!("{}'({subject})", self.types[selector].name);
        let (first, rest) = (self.expression(ty, depth), self.expression(ty, depth));
        let choice = self.literal(selector, 0);
        if literals.len() > 2 && self.one_in(2) {
            let (low, high) = (self.literal(selector, 1), self.literal(selector, literals.len() as i128 - 1));
            return format!("(case {subject} is when {choice} => {first}, when {low} .. {high} => {rest})");
        }
        format!("(case {subject} is when {choice} => {first}, when others => {rest})")
    }

    fn harmless_call(&mut self, root: Ty) -> Option<String> {
        let fitting: Vec<_> =
            self.harmless.iter().filter(|f| f.result.map(|t| self.types[t].root) == Some(root)).cloned().collect();
        if fitting.is_empty() {
            return None;
        }
        let function = self.choose(&fitting);
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            // The whole type is accepted, so no argument is refused.
            arguments.push(self.place(self.types[parameter.ty].root, false)?.0);
        }
        Some(format!("{} ({})", function.name, arguments.join(", ")))
    }

    // ---- places ----

    /// A variable or component of a type (its root), and its subtype.
    pub fn place(&mut self, root: Ty, writable: bool) -> Option<(String, Ty)> {
        let mut candidates: Vec<(String, Ty)> = Vec::new();
        for at in 0..self.objects.len() {
            let object = self.objects[at].clone();
            let shut = self.inside && object.global && !self.is_scalar(object.ty);
            if writable && (!object.assignable || shut) {
                continue;
            }
            if self.types[object.ty].root == root {
                candidates.push((object.name.clone(), object.ty));
            } else if let Some(component) = self.component(&object.name, object.ty, root, 2) {
                candidates.push(component);
            }
        }
        if candidates.is_empty() { None } else { Some(self.choose(&candidates)) }
    }

    /// A component of a composite object that has the wanted type.
    fn component(&mut self, name: &str, ty: Ty, root: Ty, depth: u32) -> Option<(String, Ty)> {
        if depth == 0 {
            return None;
        }
        match self.kind(ty).clone() {
            Kind::Array { indexes, component, .. } => {
                let reaches = self.types[component].root == root || !self.is_scalar(component);
                if !reaches {
                    return None;
                }
                let positions: Vec<String> = indexes.iter().map(|&i| self.index(name, ty, i)).collect();
                let element = format!("{name} ({})", positions.join(", "));
                if self.types[component].root == root {
                    return Some((element, component));
                }
                self.component(&element, component, root, depth - 1)
            }
            Kind::Record { components } => {
                let discriminant = self.types[ty].discriminant;
                let fits = |c: &&super::types::Component| {
                    // A component of the wrong variant is an error at compile time where that is known.
                    !c.discriminant && (c.variant.is_none() || discriminant.is_none() || c.variant == discriminant)
                };
                let usable: Vec<_> = components.iter().filter(fits).cloned().collect();
                if usable.is_empty() {
                    return None;
                }
                let chosen = self.choose(&usable);
                let place = format!("{name}.{}", chosen.name);
                if self.types[chosen.ty].root == root {
                    return Some((place, chosen.ty));
                }
                self.component(&place, chosen.ty, root, depth - 1)
            }
            _ => None,
        }
    }

    /// An index, mostly inside the array.
    fn index(&mut self, array: &str, ty: Ty, index: Ty) -> String {
        let iterators: Vec<String> = (self.objects.iter())
            .filter(|o| o.ty == index && o.name.starts_with('I'))
            .map(|o| o.name.clone())
            .collect();
        if !iterators.is_empty() && !self.one_in(4) {
            return self.choose(&iterators);
        }
        let (low, high) = match self.types[ty].bounds {
            Some((first, last)) => (i128::from(first), i128::from(last)),
            None => (self.types[index].low, self.types[index].high),
        };
        if self.one_in(6) {
            let root = self.types[index].root;
            let scalars: Vec<String> =
                (self.objects.iter()).filter(|o| self.types[o.ty].root == root).map(|o| o.name.clone()).collect();
            if !scalars.is_empty() {
                return self.choose(&scalars);
            }
        }
        if low > high || self.types[index].high - self.types[index].low > 1000 && self.types[ty].bounds.is_none() {
            return format!("{array}'First");
        }
        let position = self.random.i128(low..=high);
        self.literal(index, position)
    }
}
