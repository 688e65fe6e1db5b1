//! Subprograms, packages with state, and generics.

use super::types::Kind;
use super::{Generator, Parameter, Subprogram, Ty};

impl Generator {
    pub fn declare_subprograms(&mut self) {
        self.harmless_function();
        for _ in 0..self.random.usize(1..4) {
            self.subprogram(true);
        }
        if self.one_in(2) {
            self.recursive_function();
        }
        if self.one_in(2) {
            self.package();
        }
        if self.one_in(2) {
            self.generic_function();
        }
        if self.one_in(3) {
            self.generic_package();
        }
        if self.one_in(3) {
            self.subprogram(true);
        }
    }

    /// Types that may be parameters: named ones.
    fn parameter_type(&mut self) -> Ty {
        let named: Vec<Ty> = (0..self.types.len()).filter(|&t| !self.types[t].name.is_empty()).collect();
        let scalars: Vec<Ty> = named.iter().copied().filter(|&t| self.is_scalar(t)).collect();
        if self.one_in(3) { self.choose(&named) } else { self.choose(&scalars) }
    }

    /// An expression function that raises nothing.
    fn harmless_function(&mut self) {
        let name = self.name("Pure");
        let modular = self.roots_of(|k| matches!(k, Kind::Modular(_)));
        if self.one_in(2) && !modular.is_empty() {
            let ty = self.choose(&modular);
            let word = self.types[ty].name.clone();
            let operator = self.choose(&["+", "-", "*", "xor"]);
            self.line(&format!("function {name} (A, B : {word}) return {word} is (A {operator} B);"));
            self.remember_harmless(&name, &[ty, ty], ty);
        } else {
            let m = self.random.u32(2..9);
            self.line(&format!("function {name} (A : Integer) return Integer is (A mod {m} - {});", m / 2));
            self.remember_harmless(&name, &[0], 0);
        }
    }

    fn remember_harmless(&mut self, name: &str, parameters: &[Ty], result: Ty) {
        let one = |&ty: &Ty| Parameter { name: "A".into(), ty, mode: "in", has_default: false };
        let parameters = parameters.iter().map(one).collect();
        self.harmless.push(Subprogram { name: name.into(), parameters, result: Some(result) });
    }

    fn parameters(&mut self, function: bool) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for _ in 0..self.random.usize(0..4) {
            let mode = if function { "in" } else { self.choose(&["in", "in out", "out", "in"]) };
            let ty = self.parameter_type();
            let unconstrained = matches!(self.kind(ty), Kind::Array { unconstrained: true, .. });
            if mode == "out" && unconstrained {
                continue;
            }
            let has_default = mode == "in" && self.is_scalar(ty) && self.one_in(4);
            parameters.push(Parameter { name: self.name("P"), ty, mode, has_default });
        }
        parameters
    }

    fn profile(&mut self, parameters: &[Parameter]) -> String {
        if parameters.is_empty() {
            return String::new();
        }
        let mut parts = Vec::new();
        for parameter in parameters {
            let default = match parameter.has_default {
                true => format!(" := {}", self.good_literal(parameter.ty)),
                false => String::new(),
            };
            parts.push(format!("{} : {} {}{default}", parameter.name, parameter.mode, self.types[parameter.ty].name));
        }
        format!(" ({})", parts.join("; "))
    }

    /// A procedure or function with its body.
    fn subprogram(&mut self, outer: bool) {
        let function = self.one_in(2);
        let name = self.name(if function { "Fun" } else { "Proc" });
        let parameters = self.parameters(function);
        let result = function.then(|| self.result_type());
        let profile = self.profile(&parameters);
        let head = match result {
            Some(ty) => format!("function {name}{profile} return {}", self.types[ty].name),
            None => format!("procedure {name}{profile}"),
        };
        let contract = self.contract(&name, &parameters, result);
        if !contract.is_empty() || self.one_in(4) {
            self.line(&format!("{head}{contract};"));
        }
        self.line(&format!("{head} is"));
        self.body(&name, &parameters, result, outer);
        self.subprograms.push(Subprogram { name, parameters, result });
    }

    fn result_type(&mut self) -> Ty {
        loop {
            let ty = self.parameter_type();
            if !matches!(self.kind(ty), Kind::Array { unconstrained: true, .. }) {
                return ty;
            }
        }
    }

    /// A contract that holds more often than not.
    fn contract(&mut self, function: &str, parameters: &[Parameter], result: Option<Ty>) -> String {
        if !self.one_in(3) {
            return String::new();
        }
        let integer = |g: &Self, ty: Ty| matches!(g.kind(ty), Kind::Signed) && g.types[ty].high > 3;
        let mut aspects = Vec::new();
        for parameter in parameters {
            if !integer(self, parameter.ty) {
                continue;
            }
            let name = &parameter.name;
            match parameter.mode {
                "in" if self.one_in(2) => {
                    let low = self.types[parameter.ty].low.max(-4);
                    aspects.push(format!("Pre => {name} >= {}", self.literal(parameter.ty, low)));
                }
                "in out" => aspects.push(format!("Post => {name} >= {name}'Old or else {name} < {name}'Old + 3")),
                _ => continue,
            }
            break;
        }
        if let Some(ty) = result.filter(|&t| integer(self, t))
            && !aspects.iter().any(|a| a.starts_with("Post"))
        {
            let high = self.types[ty].high - 1;
            aspects.push(format!("Post => {function}'Result <= {high}"));
        }
        if aspects.is_empty() { String::new() } else { format!(" with {}", aspects.join(", ")) }
    }

    fn body(&mut self, name: &str, parameters: &[Parameter], result: Option<Ty>, outer: bool) {
        let before = self.objects.len();
        let globals: Vec<bool> = self.objects.iter().map(|o| o.global).collect();
        self.objects.iter_mut().for_each(|o| o.global = true);
        let (was_inside, was_returns) = (self.inside, self.returns);
        let loops = std::mem::take(&mut self.loops);
        let calls = self.subprograms.len();
        (self.inside, self.returns) = (true, result);
        self.indent += 1;
        // An `out` parameter can be read once it has a value.
        for parameter in parameters.iter().filter(|p| p.mode != "out") {
            self.declare(&parameter.name, parameter.ty, parameter.mode != "in");
        }
        for _ in 0..self.random.usize(0..3) {
            self.declare_object();
        }
        if outer && self.one_in(3) {
            self.subprogram(false);
        }
        self.indent -= 1;
        self.line("begin");
        self.indent += 1;
        for parameter in parameters.iter().filter(|p| p.mode == "out") {
            let value = self.initial(parameter.ty);
            self.line(&format!("{} := {value};", parameter.name));
            self.declare(&parameter.name, parameter.ty, true);
        }
        let depth = self.loop_depth;
        self.loop_depth = 2;
        for _ in 0..self.random.usize(1..4) {
            self.statement(2);
        }
        self.loop_depth = depth;
        if let Some(result) = result {
            self.return_statement(result);
        }
        let handled = self.one_in(4);
        self.indent -= 1;
        if handled {
            self.line("exception");
            self.line("   when Constraint_Error =>");
            self.indent += 2;
            let mark = self.random.u32(2000..3000);
            self.line(&format!("Observer.Put ({mark});"));
            match result {
                Some(result) => {
                    let value = self.initial(result);
                    self.line(&format!("return {value};"));
                }
                None => self.line("null;"),
            }
            self.indent -= 2;
        }
        self.line(&format!("end {name};"));
        (self.inside, self.returns) = (was_inside, was_returns);
        self.loops = loops;
        self.subprograms.truncate(calls);
        self.objects.truncate(before);
        self.objects.iter_mut().zip(globals).for_each(|(o, global)| o.global = global);
    }

    fn return_statement(&mut self, result: Ty) {
        if self.one_in(4) {
            let condition = self.condition(1);
            let value = self.fitting(result);
            self.line(&format!("if {condition} then return {value}; end if;"));
        }
        let (shown, value) = (self.types[result].name.clone(), self.fitting(result));
        match self.one_in(4) && self.is_scalar(result) {
            true => {
                let name = self.name("R");
                let first = self.initial(result);
                self.line(&format!("return {name} : {shown} := {first} do"));
                self.line(&format!("   {name} := {value};"));
                self.line("end return;");
            }
            false => self.line(&format!("return {value};")),
        }
    }

    fn recursive_function(&mut self) {
        let name = self.name("Rec_Fun");
        let step = self.random.u32(1..3);
        let condition = self.choose(&["+", "-", "*"]);
        let base = self.random.u32(0..4);
        self.line(&format!("function {name} (N : Natural; Acc : Integer := 1) return Integer is"));
        self.line("begin");
        self.line("   if N <= 1 then");
        self.line(&format!("      return Acc + {base};"));
        self.line("   end if;");
        self.line(&format!("   return {name} (N - {step}, Acc {condition} N) {condition} {base};"));
        self.line(&format!("end {name};"));
        // Called with small arguments only.
        let ty = self.small_natural();
        let parameters = vec![
            Parameter { name: "N".into(), ty, mode: "in", has_default: false },
            Parameter { name: "Acc".into(), ty: 0, mode: "in", has_default: true },
        ];
        self.subprograms.push(Subprogram { name, parameters, result: Some(0) });
    }

    /// A subtype of Integer without many values, known only here.
    fn small_natural(&mut self) -> Ty {
        let ty = self.add_subtype("", 0, 0, 12);
        self.types[ty].has_predicate = true;
        ty
    }

    fn package(&mut self) {
        let name = self.name("Pack");
        let state = self.name("State");
        let scalars = self.roots_of(|k| matches!(k, Kind::Signed | Kind::Modular(_) | Kind::Enumeration(_)));
        let ty = self.choose(&scalars);
        let word = self.types[ty].name.clone();
        let (open, limit, step) = (self.good_literal(ty), self.good_literal(ty), self.good_literal(ty));
        self.line(&format!("package {name} is"));
        self.line(&format!("   Open : {word} := {open};"));
        self.line(&format!("   procedure Step (By : {word});"));
        self.line(&format!("   function Now return {word};"));
        self.line("private");
        self.line(&format!("   Limit : constant {word} := {limit};"));
        self.line(&format!("end {name};"));
        self.line(&format!("package body {name} is"));
        self.line(&format!("   {state} : {word} := Limit;"));
        self.line(&format!("   procedure Step (By : {word}) is"));
        self.line("   begin");
        let value = match self.kind(ty) {
            Kind::Signed => format!("({state} + By) mod {}", self.types[ty].high.min(50)),
            Kind::Modular(modulus) => format!("{state} * {} + By", (modulus - 1).min(3)),
            _ => "By".into(),
        };
        self.line(&format!("      {state} := {value};"));
        self.line("      Open := Now;");
        self.line("   end Step;");
        self.line(&format!("   function Now return {word} is ({state});"));
        if self.one_in(2) {
            self.line("begin");
            self.line(&format!("   Step ({step});"));
        }
        self.line(&format!("end {name};"));
        self.declare(&format!("{name}.Open"), ty, true);
        let by = Parameter { name: "By".into(), ty, mode: "in", has_default: false };
        self.subprograms.push(Subprogram { name: format!("{name}.Step"), parameters: vec![by], result: None });
        self.subprograms.push(Subprogram { name: format!("{name}.Now"), parameters: vec![], result: Some(ty) });
    }

    fn generic_function(&mut self) {
        let generic = self.name("Gen");
        let name = self.name("Inst");
        let types = self.roots_of(|k| matches!(k, Kind::Signed));
        let ty = self.choose(&types);
        let operator = self.choose(&["+", "-", "*"]);
        self.line("generic");
        self.line("   type Item is range <>;");
        self.line("   Start : Item;");
        self.line(&format!("function {generic} (A, B : Item) return Item;"));
        self.line(&format!("function {generic} (A, B : Item) return Item is"));
        self.line("   Result : Item := Start;");
        self.line("begin");
        self.line("   for I in 1 .. 3 loop");
        self.line(&format!("      Result := Result {operator} A;"));
        self.line("   end loop;");
        self.line("   return (if B > A then Result else Item'Max (Result, B));");
        self.line(&format!("end {generic};"));
        let start = self.good_literal(ty);
        self.line(&format!("function {name} is new {generic} ({}, {start});", self.types[ty].name));
        let one = |name: &str| Parameter { name: name.into(), ty, mode: "in", has_default: false };
        self.subprograms.push(Subprogram { name, parameters: vec![one("A"), one("B")], result: Some(ty) });
    }

    fn generic_package(&mut self) {
        let generic = self.name("Gen_Pack");
        let scalars = self.scalars();
        let named: Vec<Ty> = scalars.into_iter().filter(|&t| !self.types[t].name.is_empty()).collect();
        self.line("generic");
        self.line("   type Item is private;");
        self.line("   First : Item;");
        self.line(&format!("package {generic} is"));
        self.line("   Count : Natural := 0;");
        self.line("   function Top return Item;");
        self.line("   procedure Push (X : Item);");
        self.line(&format!("end {generic};"));
        self.line(&format!("package body {generic} is"));
        self.line("   Store : array (1 .. 4) of Item := (others => First);");
        self.line("   function Top return Item is (Store (Count));");
        self.line("   procedure Push (X : Item) is");
        self.line("   begin");
        self.line("      Count := Count + 1;");
        self.line("      Store (Count) := X;");
        self.line("   end Push;");
        self.line(&format!("end {generic};"));
        for _ in 0..self.random.usize(1..3) {
            let ty = self.choose(&named);
            let name = self.name("Stack");
            let first = self.good_literal(ty);
            self.line(&format!("package {name} is new {generic} ({}, {first});", self.types[ty].name));
            let x = Parameter { name: "X".into(), ty, mode: "in", has_default: false };
            self.subprograms.push(Subprogram { name: format!("{name}.Push"), parameters: vec![x], result: None });
            self.subprograms.push(Subprogram { name: format!("{name}.Top"), parameters: vec![], result: Some(ty) });
        }
    }
}
