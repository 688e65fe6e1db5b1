//! The types of a program: what is declared, and literals of them.

use super::{Generator, Ty};

#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    Signed,
    Modular(i128),
    Enumeration(Vec<String>),
    Boolean,
    Character,
    /// Whether every operation is on 32 bits.
    Float {
        single: bool,
    },
    /// Parts of one in which values are multiples.
    Fixed {
        parts: i64,
        decimal: bool,
    },
    Array {
        indexes: Vec<Ty>,
        component: Ty,
        unconstrained: bool,
    },
    Record {
        components: Vec<Component>,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct Component {
    pub name: String,
    pub ty: Ty,
    pub discriminant: bool,
    /// The value of the (Boolean) discriminant for which it exists.
    pub variant: Option<bool>,
}

/// A type or subtype.
#[derive(Clone, Debug)]
pub struct Type {
    pub name: String,
    pub root: Ty,
    pub kind: Kind,
    /// Positions of the first and last value of a discrete type; whole numbers of a real type.
    pub low: i128,
    pub high: i128,
    /// Bounds of a constrained subtype of an unconstrained array.
    pub bounds: Option<(i64, i64)>,
    /// Values of the discriminants of a constrained subtype.
    pub discriminant: Option<bool>,
    pub has_predicate: bool,
}

impl Type {
    /// Whether objects of it can be declared in some way.
    pub fn has_objects(&self) -> bool {
        !self.name.is_empty()
    }
    /// The name, or another where the subtype has none.
    pub fn name_or<'n>(&'n self, other: &'n str) -> &'n str {
        if self.name.is_empty() { other } else { &self.name }
    }
}

impl Generator {
    pub fn add_type(&mut self, name: &str, kind: Kind, low: i128, high: i128) -> Ty {
        let root = self.types.len();
        let ty =
            Type { name: name.into(), root, kind, low, high, bounds: None, discriminant: None, has_predicate: false };
        self.types.push(ty);
        root
    }

    pub fn add_subtype(&mut self, name: &str, of: Ty, low: i128, high: i128) -> Ty {
        let ty = Type { name: name.into(), low, high, ..self.types[of].clone() };
        self.types.push(ty);
        self.types.len() - 1
    }

    pub fn discrete(&self) -> Vec<Ty> {
        let wanted = |&t: &Ty| {
            matches!(
                self.kind(t),
                Kind::Signed | Kind::Modular(_) | Kind::Enumeration(_) | Kind::Boolean | Kind::Character
            )
        };
        (0..self.types.len()).filter(wanted).collect()
    }
    pub fn scalars(&self) -> Vec<Ty> {
        (0..self.types.len()).filter(|&t| self.is_scalar(t)).collect()
    }
    pub fn is_scalar(&self, ty: Ty) -> bool {
        !matches!(self.kind(ty), Kind::Array { .. } | Kind::Record { .. })
    }
    pub fn roots_of(&self, wanted: impl Fn(&Kind) -> bool) -> Vec<Ty> {
        (0..self.types.len()).filter(|&t| self.types[t].root == t && wanted(&self.types[t].kind)).collect()
    }

    pub fn declare_types(&mut self) {
        let integer = self.add_type("Integer", Kind::Signed, -(1 << 31), (1 << 31) - 1);
        self.add_subtype("Natural", integer, 0, (1 << 31) - 1);
        self.add_subtype("Positive", integer, 1, (1 << 31) - 1);
        self.add_type("Boolean", Kind::Boolean, 0, 1);
        self.add_type("Character", Kind::Character, 0, 255);
        if self.one_in(2) {
            self.add_type("Long_Integer", Kind::Signed, -(1 << 63), (1 << 63) - 1);
        }
        if self.one_in(3) {
            self.add_type("Short_Integer", Kind::Signed, -(1 << 15), (1 << 15) - 1);
        }
        if self.one_in(3) {
            self.add_type("Interfaces.Unsigned_8", Kind::Modular(256), 0, 255);
        }
        for _ in 0..self.random.usize(1..3) {
            self.signed_type();
        }
        for _ in 0..self.random.usize(1..3) {
            self.modular_type();
        }
        for _ in 0..self.random.usize(1..3) {
            self.enumeration_type();
        }
        self.real_types();
        for _ in 0..self.random.usize(2..5) {
            self.scalar_subtype();
        }
        self.predicate_subtype();
        for _ in 0..self.random.usize(1..4) {
            self.array_type();
        }
        for _ in 0..self.random.usize(1..3) {
            self.record_type();
        }
        if self.one_in(2) {
            self.array_type();
        }
        if self.one_in(2) {
            self.derived_type();
        }
    }

    fn signed_type(&mut self) {
        let high = self.choose(&[7i128, 10, 100, 127, 128, 200, 1000, 40_000, (1 << 31) - 1, 1 << 31, 1 << 40]);
        let low = self.choose(&[0, 1, -5, -high, -high - 1, -1]);
        let name = self.name("Int");
        self.line(&format!("type {name} is range {low} .. {high};"));
        self.add_type(&name, Kind::Signed, low, high);
    }
    fn modular_type(&mut self) {
        let modulus = self.choose(&[2i128, 3, 5, 7, 10, 16, 100, 256, 257, 1000, 1 << 16, (1 << 31) - 1, 1 << 32]);
        let name = self.name("Mod");
        self.line(&format!("type {name} is mod {modulus};"));
        self.add_type(&name, Kind::Modular(modulus), 0, modulus - 1);
    }
    fn enumeration_type(&mut self) {
        let name = self.name("Enum");
        let count = self.random.usize(2..7);
        let mut literals: Vec<String> = (0..count).map(|_| self.name("L")).collect();
        // A literal that several types have.
        literals[count - 1] = "Same".into();
        self.line(&format!("type {name} is ({});", literals.join(", ")));
        self.add_type(&name, Kind::Enumeration(literals), 0, count as i128 - 1);
    }
    fn real_types(&mut self) {
        if self.one_in(2) {
            let name = self.name("Real");
            self.line(&format!("type {name} is digits 6 range -1.0E6 .. 1.0E6;"));
            self.add_type(&name, Kind::Float { single: true }, -1_000_000, 1_000_000);
        }
        if self.one_in(2) {
            let name = self.name("Double");
            self.line(&format!("type {name} is digits 15 range -1.0E9 .. 1.0E9;"));
            self.add_type(&name, Kind::Float { single: false }, -1_000_000_000, 1_000_000_000);
        }
        if self.one_in(2) {
            let (delta, parts) = self.choose(&[("0.25", 4), ("0.125", 8), ("0.5", 2), ("0.0625", 16)]);
            let limit = self.choose(&[10i128, 100, 1000]);
            let name = self.name("Fix");
            self.line(&format!("type {name} is delta {delta} range -{limit}.0 .. {limit}.0;"));
            self.add_type(&name, Kind::Fixed { parts, decimal: false }, -limit, limit);
        }
        if self.one_in(3) {
            let name = self.name("Dec");
            let (delta, parts, limit) = self.choose(&[("0.1", 10, 9999), ("0.01", 100, 999)]);
            self.line(&format!("type {name} is delta {delta} digits 5;"));
            self.add_type(&name, Kind::Fixed { parts, decimal: true }, -limit, limit);
        }
    }

    fn scalar_subtype(&mut self) {
        let mut candidates = self.discrete();
        candidates.retain(|&t| self.types[t].high - self.types[t].low >= 2 && !self.types[t].has_predicate);
        let of = self.choose(&candidates);
        let (low, high) = self.small_range(of, 12);
        let name = self.name("Sub");
        let (first, last) = (self.literal(of, low), self.literal(of, high));
        self.line(&format!("subtype {name} is {} range {first} .. {last};", self.types[of].name));
        self.add_subtype(&name, of, low, high);
    }

    /// A range of at most so many values, near zero where that is possible.
    pub fn small_range(&mut self, of: Ty, most: i128) -> (i128, i128) {
        let (low, high) = (self.types[of].low, self.types[of].high);
        let start = match low {
            _ if matches!(self.kind(of), Kind::Character) => 97 + self.random.i128(0..10),
            low if low <= 0 && high > 4 => self.random.i128(low.max(-3)..=high.min(3)),
            low => low + self.random.i128(0..=(high - low) / 2),
        };
        let last = (start + self.random.i128(1..most)).min(high);
        (start.min(last), last)
    }

    fn predicate_subtype(&mut self) {
        let name = self.name("Pred");
        let (condition, low) = self.choose(&[("mod 2 = 0", 0i128), ("/= 3", 0), ("not in 5 | 9", 1)]);
        // Without a range of its own: GNAT tests a predicate before the range, and handlers would tell.
        self.line(&format!("subtype {name} is Integer with Dynamic_Predicate => {name} {condition};"));
        let ty = self.add_subtype(&name, 0, low, 20);
        self.types[ty].has_predicate = true;
    }

    fn derived_type(&mut self) {
        let mut candidates = self.roots_of(|k| matches!(k, Kind::Signed | Kind::Modular(_) | Kind::Float { .. }));
        candidates.retain(|&t| !self.types[t].name.contains('.') && t > 6);
        if candidates.is_empty() {
            return;
        }
        let of = self.choose(&candidates);
        let name = self.name("New");
        self.line(&format!("type {name} is new {};", self.types[of].name));
        let (kind, low, high) = (self.types[of].kind.clone(), self.types[of].low, self.types[of].high);
        self.add_type(&name, kind, low, high);
    }

    // ---- composite types ----

    /// Types with few values, for indexes.
    fn index_types(&self) -> Vec<Ty> {
        let small = |&t: &Ty| {
            let ty = &self.types[t];
            ty.high - ty.low < 13 && ty.high > ty.low && !ty.has_predicate
        };
        self.discrete().into_iter().filter(small).collect()
    }
    fn component_types(&self) -> Vec<Ty> {
        let small = |&t: &Ty| match self.kind(t) {
            Kind::Array { unconstrained, .. } => !unconstrained && self.size(t) <= 12,
            Kind::Record { components } => !components.iter().any(|c| c.discriminant) && self.size(t) <= 8,
            _ => true,
        };
        (0..self.types.len()).filter(small).collect()
    }
    /// How many scalars a value has at most.
    pub fn size(&self, ty: Ty) -> i128 {
        match self.kind(ty).clone() {
            Kind::Array { indexes, component, .. } => {
                let count: i128 = match self.types[ty].bounds {
                    Some((first, last)) => i128::from(last - first + 1).max(0),
                    None => indexes.iter().map(|&i| (self.types[i].high - self.types[i].low + 1).min(1000)).product(),
                };
                count * self.size(component)
            }
            Kind::Record { components } => components.iter().map(|c| self.size(c.ty)).sum(),
            _ => 1,
        }
    }

    fn array_type(&mut self) {
        let name = self.name("Arr");
        let components = self.component_types();
        let component = self.choose(&components);
        let indexes = self.index_types();
        let scalar = self.is_scalar(component);
        let kind = self.below(4);
        let shown = self.types[component].name.clone();
        if kind == 0 && scalar {
            let index = self.choose(&[0usize, 2]);
            let word = self.types[index].name.clone();
            self.line(&format!("type {name} is array ({word} range <>) of {shown};"));
            let kind = Kind::Array { indexes: vec![index], component, unconstrained: true };
            self.add_type(&name, kind, 0, 0);
            return;
        }
        if indexes.is_empty() {
            return;
        }
        let dimensions = if kind == 1 && scalar { 2 } else { 1 };
        let chosen: Vec<Ty> = (0..dimensions).map(|_| self.choose(&indexes)).collect();
        let words: Vec<String> = chosen.iter().map(|&i| self.types[i].name.clone()).collect();
        self.line(&format!("type {name} is array ({}) of {shown};", words.join(", ")));
        self.add_type(&name, Kind::Array { indexes: chosen, component, unconstrained: false }, 0, 0);
    }

    fn record_type(&mut self) {
        let name = self.name("Rec");
        let pool = self.component_types();
        let variant = self.one_in(2);
        let mut components = Vec::new();
        if variant {
            components.push(Component { name: "Flag".into(), ty: 3, discriminant: true, variant: None });
        }
        for _ in 0..self.random.usize(1..4) {
            components.push(Component {
                name: self.name("C"),
                ty: self.choose(&pool),
                discriminant: false,
                variant: None,
            });
        }
        if variant {
            for value in [true, false] {
                for _ in 0..self.random.usize(0..3) {
                    let ty = self.choose(&pool);
                    components.push(Component { name: self.name("C"), ty, discriminant: false, variant: Some(value) });
                }
            }
        }
        let discriminant = if variant { " (Flag : Boolean := False)" } else { "" };
        self.line(&format!("type {name}{discriminant} is record"));
        self.indent += 1;
        for component in components.iter().filter(|c| !c.discriminant && c.variant.is_none()) {
            let default = if self.is_scalar(component.ty) && self.one_in(2) {
                format!(" := {}", self.good_literal(component.ty))
            } else {
                String::new()
            };
            self.line(&format!("{} : {}{default};", component.name, self.types[component.ty].name));
        }
        if variant {
            self.variant_part(&components);
        }
        self.indent -= 1;
        self.line("end record;");
        self.add_type(&name, Kind::Record { components }, 0, 0);
    }

    fn variant_part(&mut self, components: &[Component]) {
        self.line("case Flag is");
        for value in [true, false] {
            self.line(&format!("   when {} =>", if value { "True" } else { "False" }));
            let mut any = false;
            for component in components.iter().filter(|c| c.variant == Some(value)) {
                self.line(&format!("      {} : {};", component.name, self.types[component.ty].name));
                any = true;
            }
            if !any {
                self.line("      null;");
            }
        }
        self.line("end case;");
    }

    /// A definite subtype for an object: how it is written, and its entry.
    pub fn definite(&mut self, ty: Ty) -> (String, Ty) {
        let name = self.types[ty].name.clone();
        match self.kind(ty).clone() {
            Kind::Array { unconstrained: true, .. } if self.types[ty].bounds.is_none() => {
                let first = self.random.i64(1..4);
                let last = first + self.random.i64(-1..6);
                let mut new = self.types[ty].clone();
                new.bounds = Some((first, last));
                // Without a name: such objects are declared only here.
                let shown = format!("{name} ({first} .. {last})");
                new.name = String::new();
                self.types.push(new);
                (shown, self.types.len() - 1)
            }
            Kind::Record { components } if components[0].discriminant && self.one_in(2) => {
                let value = self.random.bool();
                let mut new = self.types[ty].clone();
                new.discriminant = Some(value);
                new.name = String::new();
                self.types.push(new);
                (format!("{name} ({})", if value { "True" } else { "False" }), self.types.len() - 1)
            }
            _ => (name, ty),
        }
    }

    // ---- literals ----

    /// A literal at a position of a scalar type.
    pub fn literal(&self, ty: Ty, position: i128) -> String {
        match self.kind(ty) {
            Kind::Signed if position < 0 => format!("({position})"),
            Kind::Signed | Kind::Modular(_) => position.to_string(),
            Kind::Enumeration(literals) => {
                let name = &self.types[self.types[ty].root].name;
                match usize::try_from(position).ok().and_then(|p| literals.get(p)) {
                    Some(literal) if literal != "Same" => literal.clone(),
                    _ => format!("{name}'(Same)"),
                }
            }
            Kind::Boolean => (if position == 0 { "False" } else { "True" }).into(),
            Kind::Character => match u8::try_from(position) {
                Ok(c) if (32..127).contains(&c) => format!("'{}'", c as char),
                _ => format!("Character'Val ({position})"),
            },
            Kind::Float { .. } if position < 0 => format!("({position}.0)"),
            Kind::Fixed { .. } if position < 0 => format!("({position}.0)"),
            _ => format!("{position}.0"),
        }
    }

    /// A literal of the subtype; near zero mostly.
    pub fn good_literal(&mut self, ty: Ty) -> String {
        let (low, high) = (self.types[ty].low, self.types[ty].high);
        if self.types[ty].has_predicate {
            return self.choose(&["2", "4", "8", "16"]).into();
        }
        let position = match self.kind(ty).clone() {
            Kind::Character => self.random.i128(low.max(48)..=high.min(122).max(low)),
            Kind::Float { .. } | Kind::Fixed { .. } => {
                let whole = self.random.i128(low.max(-20)..=high.min(20));
                if self.one_in(2) {
                    return self.fraction(ty, whole);
                }
                whole
            }
            _ if self.one_in(6) => self.choose(&[low, high]),
            _ => {
                let first = low.max((-10).min(high));
                self.random.i128(first..=high.min(first.saturating_add(25)))
            }
        };
        self.literal(ty, position)
    }

    fn fraction(&mut self, ty: Ty, whole: i128) -> String {
        let digits = match self.kind(ty) {
            Kind::Fixed { parts: 10, .. } => self.choose(&["1", "5", "9"]),
            Kind::Fixed { decimal: true, .. } => self.choose(&["01", "25", "99"]),
            Kind::Fixed { .. } => "5",
            _ => self.choose(&["5", "25", "1", "3", "999"]),
        };
        // Away from the ends of the range.
        let whole = whole.clamp(-9, 9);
        if whole < 0 { format!("({whole}.{digits})") } else { format!("{whole}.{digits}") }
    }
}
