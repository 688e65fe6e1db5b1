//! Statements.

use super::types::Kind;
use super::{Generator, Object, Ty};

impl Generator {
    pub fn statement(&mut self, depth: u32) {
        match self.below(24) {
            0..=6 => self.assignment(),
            7 => self.slice_assignment(),
            8 | 9 if depth > 0 => self.conditional(depth),
            10 if depth > 0 => self.case_statement(depth),
            11..=13 if depth > 0 && self.loop_depth < 3 => self.loop_statement(depth),
            14 if depth > 0 => self.block(depth),
            15 | 16 if depth > 0 => self.guarded(depth),
            17 | 18 => self.call(),
            19 => self.assertion(),
            20 if !self.loops.is_empty() => self.exit(),
            21 if self.one_in(4) => {
                let exception = self.choose(&self.exceptions.clone());
                let condition = self.condition(1);
                self.line(&format!("if {condition} then raise {exception}; end if;"));
            }
            _ => self.show_something(),
        }
    }

    fn statements(&mut self, depth: u32) {
        self.indent += 1;
        for _ in 0..self.random.usize(1..4) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    // ---- showing values ----

    /// Puts every scalar of an object; composite ones element by element.
    pub fn show(&mut self, name: &str, ty: Ty) {
        match self.kind(ty).clone() {
            Kind::Array { indexes, component, .. } => {
                let at: Vec<String> = indexes.iter().map(|_| self.name("S")).collect();
                for (dimension, index) in at.iter().enumerate() {
                    self.line(&format!("for {index} in {name}'Range ({}) loop", dimension + 1));
                    self.indent += 1;
                }
                self.show(&format!("{name} ({})", at.join(", ")), component);
                for _ in &at {
                    self.indent -= 1;
                    self.line("end loop;");
                }
            }
            Kind::Record { components } => {
                for component in components.iter().filter(|c| c.variant.is_none()) {
                    self.show(&format!("{name}.{}", component.name), component.ty);
                }
                for value in [true, false] {
                    let variant: Vec<_> = components.iter().filter(|c| c.variant == Some(value)).collect();
                    let known = self.types[ty].discriminant;
                    if variant.is_empty() || known.is_some_and(|k| k != value) {
                        continue;
                    }
                    self.line(&format!("if {name}.Flag = {} then", if value { "True" } else { "False" }));
                    self.indent += 1;
                    for component in variant {
                        self.show(&format!("{name}.{}", component.name), component.ty);
                    }
                    self.indent -= 1;
                    self.line("end if;");
                }
            }
            _ => {
                let shown = self.shown(name, ty);
                self.line(&format!("{shown};"));
            }
        }
    }

    fn shown(&self, value: &str, ty: Ty) -> String {
        let root = &self.types[self.types[ty].root].name;
        match self.kind(ty) {
            Kind::Signed | Kind::Modular(_) => format!("Observer.Put (Long_Long_Integer ({value}))"),
            Kind::Enumeration(_) | Kind::Boolean | Kind::Character => format!("Observer.Put ({root}'Pos ({value}))"),
            Kind::Fixed { parts, decimal: true } => format!("Observer.Put (Long_Long_Integer ({value} * {parts}))"),
            _ => format!("Observer.Put_Real (Long_Float ({value}))"),
        }
    }

    fn show_something(&mut self) {
        let scalars = self.scalars();
        let ty = self.choose(&scalars);
        // Values of floats must stay in the range of the type to be comparable.
        let value = match self.kind(ty) {
            Kind::Float { .. } | Kind::Fixed { .. } => self.place(self.types[ty].root, false).map(|p| p.0),
            // Qualified, for literals alone do not say their type.
            _ => {
                let value = self.expression(ty, 2);
                Some(format!("{}'({value})", self.types[self.types[ty].root].name))
            }
        };
        let shown = value.map_or("null".into(), |value| self.shown(&value, ty));
        self.line(&format!("{shown};"));
    }

    // ---- simple statements ----

    fn assignment(&mut self) {
        let places: Vec<Object> = self.objects.iter().filter(|o| o.assignable).cloned().collect();
        if places.is_empty() {
            return self.show_something();
        }
        let object = self.choose(&places);
        let root = self.types[object.ty].root;
        let Some((place, ty)) = self.place(root, true) else { return self.show_something() };
        let value = self.fitting(ty);
        self.line(&format!("{place} := {value};"));
    }

    /// An expression that is often in the range of the subtype.
    pub fn fitting(&mut self, ty: Ty) -> String {
        let (low, high) = (self.types[ty].low, self.types[ty].high);
        let small = high - low < 1 << 20;
        match self.kind(ty).clone() {
            Kind::Signed if small && low <= 0 && high > 1 && self.one_in(2) => {
                let root = self.types[ty].root;
                let value = self.expression(root, 2);
                format!("({value}) mod {}", high.min(self.types[root].high))
            }
            Kind::Float { .. } | Kind::Fixed { .. } => self.expression(ty, 1),
            _ => self.expression(ty, 2),
        }
    }

    fn slice_assignment(&mut self) {
        let arrays: Vec<Object> = (self.objects.iter())
            .filter(|o| {
                o.assignable && !(self.inside && o.global) && self.types[o.ty].bounds.is_some_and(|(f, l)| f < l)
            })
            .cloned()
            .collect();
        if arrays.is_empty() {
            return self.assignment();
        }
        let array = self.choose(&arrays);
        let (first, last) = self.types[array.ty].bounds.unwrap_or((1, 2));
        let low = self.random.i64(first..=last);
        let high = self.random.i64(low..=last);
        let from = self.random.i64(first..=last - (high - low));
        let to = from + (high - low) + i64::from(self.one_in(8));
        self.line(&format!("{} ({low} .. {high}) := {} ({from} .. {to});", array.name, array.name));
    }

    fn assertion(&mut self) {
        let condition = self.condition(2);
        // Most assertions hold, or every program would end at its first.
        let text = match self.one_in(3) {
            true => format!("pragma Assert ({condition});"),
            false => format!("pragma Assert ({condition} or else True);"),
        };
        self.line(&text);
    }

    fn exit(&mut self) {
        let name = self.choose(&self.loops.clone());
        let condition = self.condition(1);
        match self.below(3) {
            0 => self.line(&format!("exit when {condition};")),
            1 => self.line(&format!("exit {name} when {condition};")),
            _ => self.line(&format!("if {condition} then exit {name}; end if;")),
        }
    }

    // ---- compound statements ----

    fn conditional(&mut self, depth: u32) {
        let condition = self.condition(2);
        self.line(&format!("if {condition} then"));
        self.statements(depth - 1);
        if self.one_in(3) {
            let condition = self.condition(1);
            self.line(&format!("elsif {condition} then"));
            self.statements(depth - 1);
        }
        if self.one_in(2) {
            self.line("else");
            self.statements(depth - 1);
        }
        self.line("end if;");
    }

    fn case_statement(&mut self, depth: u32) {
        let mut types = self.discrete();
        types.retain(|&t| self.types[t].root == t && self.types[t].high - self.types[t].low >= 3);
        let ty = self.choose(&types);
        let Some((subject, _)) = self.place(ty, false) else { return self.assignment() };
        let (low, high) = self.small_range(ty, 10);
        let subject = format!("{}'({subject})", self.types[ty].name);
        self.line(&format!("case {subject} is"));
        self.line(&format!("   when {} =>", self.literal(ty, low)));
        self.indent += 1;
        self.statements(depth - 1);
        if high > low {
            self.indent -= 1;
            self.line(&format!("   when {} .. {} =>", self.literal(ty, low + 1), self.literal(ty, high)));
            self.indent += 1;
            self.statements(depth - 1);
        }
        self.indent -= 1;
        self.line("   when others =>");
        self.indent += 1;
        self.statements(depth - 1);
        self.indent -= 1;
        self.line("end case;");
    }

    fn loop_statement(&mut self, depth: u32) {
        let label = self.name("Loop");
        let before = self.objects.len();
        let counter = self.one_in(3).then(|| self.name("K"));
        match &counter {
            Some(counter) => self.counting_head(&label, counter),
            None => {
                let head = self.loop_head();
                self.line(&format!("{label} : {head}"));
            }
        }
        self.loops.push(label.clone());
        self.loop_depth += 1;
        self.statements(depth - 1);
        self.line(&format!("end loop {label};"));
        self.loop_depth -= 1;
        self.loops.pop();
        self.objects.truncate(before);
        if counter.is_some() {
            self.indent -= 1;
            self.line("end;");
        }
    }

    /// A loop without a range, which counts its own turns.
    fn counting_head(&mut self, label: &str, counter: &str) {
        let limit = self.random.u32(1..6);
        self.line(&format!("declare {counter} : Natural := 0;"));
        self.line("begin");
        self.indent += 1;
        self.declare(counter, 1, false);
        if self.one_in(2) {
            let condition = self.condition(1);
            self.line(&format!("{label} : while {counter} < {limit} and then {condition} loop"));
        } else {
            self.line(&format!("{label} : loop"));
            self.line(&format!("   exit when {counter} = {limit};"));
        }
        self.line(&format!("   {counter} := {counter} + 1;"));
        if self.one_in(3) {
            self.line(&format!("   pragma Loop_Invariant ({counter} in 1 .. {limit});"));
        }
        if self.one_in(3) {
            self.line(&format!("   pragma Loop_Variant (Increases => {counter});"));
        }
    }

    /// The beginning of a loop; declares its parameter.
    fn loop_head(&mut self) -> String {
        let direction = if self.one_in(3) { "reverse " } else { "" };
        let index = self.name("I");
        match self.below(3) {
            0 => {
                let small = |&t: &Ty| {
                    let ty = &self.types[t];
                    ty.high - ty.low < 7 && !ty.name.is_empty() && !ty.has_predicate && !ty.name.contains('.')
                };
                let types: Vec<Ty> = self.discrete().into_iter().filter(small).collect();
                let ty = self.choose(&types);
                self.declare(&index, ty, false);
                format!("for {index} in {direction}{} loop", self.types[ty].name)
            }
            1 => {
                let arrays: Vec<Object> = (self.objects.iter())
                    .filter(|o| match self.kind(o.ty) {
                        Kind::Array { indexes, .. } => indexes.len() == 1 && self.size(o.ty) < 20,
                        _ => false,
                    })
                    .cloned()
                    .collect();
                if arrays.is_empty() {
                    return self.counted(&index, direction);
                }
                let array = self.choose(&arrays);
                let Kind::Array { indexes, component, .. } = self.kind(array.ty).clone() else {
                    return self.counted(&index, direction);
                };
                if self.one_in(2) {
                    let element = self.name("E");
                    let assignable = array.assignable && !(self.inside && array.global);
                    self.declare(&element, component, assignable);
                    return format!("for {element} of {direction}{} loop", array.name);
                }
                self.declare(&index, indexes[0], false);
                format!("for {index} in {direction}{}'Range loop", array.name)
            }
            _ => self.counted(&index, direction),
        }
    }

    fn counted(&mut self, index: &str, direction: &str) -> String {
        let (low, high) = self.small_range(0, 5);
        let (first, last) = (self.literal(0, low), self.literal(0, high));
        self.declare(index, 0, false);
        format!("for {index} in {direction}{first} .. {last} loop")
    }

    fn block(&mut self, depth: u32) {
        let before = self.objects.len();
        self.line("declare");
        self.indent += 1;
        for _ in 0..self.random.usize(1..3) {
            self.declare_object();
        }
        self.indent -= 1;
        self.line("begin");
        self.statements(depth - 1);
        self.line("end;");
        self.objects.truncate(before);
    }

    /// A block whose exceptions are handled.
    fn guarded(&mut self, depth: u32) {
        self.line("begin");
        self.statements(depth - 1);
        self.indent += 1;
        self.statement(0);
        self.indent -= 1;
        self.line("exception");
        self.indent += 1;
        if self.one_in(2) {
            let exception = self.choose(&self.exceptions.clone());
            self.line(&format!("when {exception} =>"));
            self.handler();
        }
        if self.one_in(2) {
            self.line("when Constraint_Error =>");
            self.handler();
        }
        self.line("when others =>");
        self.handler();
        if self.one_in(8) {
            self.line("   raise;");
        }
        self.indent -= 1;
        self.line("end;");
    }

    fn handler(&mut self) {
        let mark = self.random.u32(1000..2000);
        self.line(&format!("   Observer.Put ({mark});"));
        if self.one_in(3) {
            self.indent += 1;
            self.assignment();
            self.indent -= 1;
        }
    }

    // ---- calls ----

    fn call(&mut self) {
        if self.subprograms.is_empty() {
            return self.assignment();
        }
        let subprogram = self.choose(&self.subprograms.clone());
        let named = self.one_in(3);
        let mut arguments = Vec::new();
        let mut taken: Vec<String> = Vec::new();
        let mut skipped = false;
        for parameter in &subprogram.parameters {
            if parameter.has_default && self.one_in(2) {
                skipped = true;
                continue;
            }
            let value = match parameter.mode {
                "in" => self.argument(parameter.ty),
                _ => {
                    let root = self.types[parameter.ty].root;
                    let Some((place, _)) = self.place(root, true) else { return self.assignment() };
                    let base: String = place.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    if taken.contains(&base) {
                        return self.assignment();
                    }
                    taken.push(base);
                    place
                }
            };
            arguments.push(match named || skipped {
                true => format!("{} => {value}", parameter.name),
                false => value,
            });
        }
        let list = if arguments.is_empty() { String::new() } else { format!(" ({})", arguments.join(", ")) };
        match subprogram.result {
            None => self.line(&format!("{}{list};", subprogram.name)),
            Some(result) => {
                let root = self.types[result].root;
                match self.place(root, true) {
                    // The target's own index must not depend on what the call does; and where the ranges have
                    // no common value GNAT leaves the call out.
                    Some((place, target)) if !place.contains('(') && target == result => {
                        self.line(&format!("{place} := {}{list};", subprogram.name));
                    }
                    _ => {
                        let name = self.name("T");
                        self.line(&format!(
                            "declare {name} : constant {} := {}{list};",
                            self.types[result].name, subprogram.name
                        ));
                        self.line("begin");
                        self.indent += 1;
                        self.show(&name, result);
                        self.indent -= 1;
                        self.line("end;");
                    }
                }
            }
        }
    }

    fn argument(&mut self, ty: Ty) -> String {
        match self.kind(ty) {
            Kind::Array { .. } | Kind::Record { .. } => {
                let root = self.types[ty].root;
                let same: Vec<_> = self.objects.iter().filter(|o| self.types[o.ty].root == root).cloned().collect();
                if same.is_empty() { self.initial(ty) } else { self.choose(&same).name }
            }
            _ => self.fitting(ty),
        }
    }
}
