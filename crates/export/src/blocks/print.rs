//! The formula as text: SMT-LIB 2.6, or 1.2 as in the paper's annex.

use super::{BlockPart, Formula, Integers, Sexp, Syntax};
use cairn_ir::{Program, TypeId, TypeKind};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

pub(super) fn script(program: &Program, formula: &Formula, integers: Integers, syntax: Syntax) -> String {
    let is_boolean = |ty: &TypeId| matches!(program.types.kind(*ty), TypeKind::Bool);
    let values = formula.inputs.iter().chain(&formula.values).filter(|(_, ty)| is_boolean(ty)).map(|(name, _)| name);
    let writer = Writer { program, integers, syntax, booleans: formula.booleans().chain(values).cloned().collect() };
    match syntax {
        Syntax::Version2 => writer.version2(formula),
        Syntax::Version1 => writer.version1(formula),
    }
}

struct Writer<'p> {
    program: &'p Program,
    integers: Integers,
    syntax: Syntax,
    /// The names of what is true or false.
    booleans: FxHashSet<String>,
}

impl Formula {
    /// The names of what is executed, stopped at and warned of.
    fn booleans(&self) -> impl Iterator<Item = &String> {
        self.blocks.iter().chain(&self.stops).chain(self.warns.iter().map(|(name, _)| name))
    }
}

impl Writer<'_> {
    fn logic(&self, formula: &Formula) -> &'static str {
        match self.integers {
            Integers::BitVectors => "QF_BV",
            Integers::Mathematical if formula.parts.iter().any(multiplies) => "QF_NIA",
            Integers::Mathematical => "QF_LIA",
        }
    }
    fn sort(&self, ty: TypeId) -> String {
        match (self.program.types.kind(ty), self.integers, self.syntax) {
            (TypeKind::Bool, ..) => "Bool".into(),
            (TypeKind::Int(width), Integers::BitVectors, Syntax::Version2) => format!("(_ BitVec {width})"),
            (TypeKind::Int(width), Integers::BitVectors, Syntax::Version1) => format!("BitVec[{width}]"),
            _ => "Int".into(),
        }
    }

    /// What an answer means, as comments.
    fn meaning(&self, formula: &Formula) -> String {
        let mut out = String::from("; sat: an execution violates one of\n");
        for (name, description) in &formula.warns {
            let _ = writeln!(out, ";   {name}: {}", description.replace('\n', " "));
        }
        out
    }
    fn version2(&self, formula: &Formula) -> String {
        let mut out = self.meaning(formula);
        let _ = writeln!(out, "(set-logic {})", self.logic(formula));
        let booleans = formula.booleans().map(|name| (name.clone(), "Bool".to_string()));
        let values = formula.inputs.iter().chain(&formula.values).map(|(name, ty)| (name.clone(), self.sort(*ty)));
        for (name, sort) in booleans.chain(values) {
            let _ = writeln!(out, "(declare-const {name} {sort})");
        }
        for part in self.conjuncts(formula) {
            let _ = writeln!(out, "(assert {})", self.text(&part, 0, false));
        }
        out.push_str("(check-sat)\n");
        out
    }

    fn version1(&self, formula: &Formula) -> String {
        let mut out = self.meaning(formula);
        let _ = write!(out, "(benchmark cairn\n:status unknown\n:logic {}\n\n", self.logic(formula));
        for name in formula.booleans() {
            let _ = writeln!(out, ":extrapreds (({name}))");
        }
        for (name, ty) in formula.inputs.iter().chain(&formula.values) {
            match self.program.types.kind(*ty) {
                TypeKind::Bool => writeln!(out, ":extrapreds (({name}))"),
                _ => writeln!(out, ":extrafuns (({name} {}))", self.sort(*ty)),
            }
            .unwrap_or_default();
        }
        out.push_str("\n:formula\n(and\n");
        for part in self.conjuncts(formula) {
            let _ = writeln!(out, "  {}", self.text(&part, 1, true));
        }
        out.push_str(")\n)\n");
        out
    }

    /// Everything that holds at once, in the order of the blocks.
    fn conjuncts(&self, formula: &Formula) -> Vec<Sexp> {
        let mut all: Vec<Sexp> = formula.ranges.clone();
        for part in &formula.parts {
            all.push(Sexp::apply("=", [Sexp::atom(part.name.clone()), part.executed.clone()]));
            let equations = part
                .definitions
                .iter()
                .map(|(name, value)| Sexp::apply("=", [Sexp::atom(name.clone()), value.clone()]));
            let inside = Sexp::and(equations.chain([part.leads_to.clone()]));
            if inside != Sexp::atom("true") {
                all.push(Sexp::apply("or", [Sexp::atom(part.name.clone()).not(), inside]));
            }
            for (name, value) in part.stops.iter().chain(&part.warns) {
                all.push(Sexp::apply("=", [Sexp::atom(name.clone()), value.clone()]));
            }
        }
        let stops = || formula.stops.iter().map(|stop| Sexp::atom(stop.clone()).not());
        let fails = formula.warns.iter().map(|(warn, _)| Sexp::and(stops().chain([Sexp::atom(warn.clone())])));
        all.push(Sexp::or(fails));
        all
    }

    /// A term on one line, or with its arguments below each other when it is long.
    fn text(&self, sexp: &Sexp, depth: usize, formula: bool) -> String {
        let flat = self.flat(sexp, formula);
        let Sexp::List(items) = sexp else { return flat };
        let structural = matches!(items.first(), Some(Sexp::Atom(op)) if matches!(op.as_str(), "and" | "or"));
        if flat.len() <= 100 || !structural {
            return flat;
        }
        let mut out = format!("({}", self.flat(&items[0], formula));
        for item in &items[1..] {
            let _ = write!(out, "\n{}{}", "  ".repeat(depth + 1), self.text(item, depth + 1, formula));
        }
        out.push(')');
        out
    }
    /// `formula`: whether a Boolean stands here, which version 1 tells from a term.
    fn flat(&self, sexp: &Sexp, formula: bool) -> String {
        match sexp {
            Sexp::Atom(text) => text.clone(),
            Sexp::List(items) if self.syntax == Syntax::Version1 => self.flat1(items, formula),
            Sexp::List(items) => {
                let parts: Vec<String> = items.iter().map(|item| self.flat(item, false)).collect();
                format!("({})", parts.join(" "))
            }
        }
    }
    /// Version 1: `if_then_else`, `iff` and `implies` on formulas, `bv5[8]`, `extract[7:0]`, `~` for signs.
    fn flat1(&self, items: &[Sexp], formula: bool) -> String {
        match items {
            [Sexp::Atom(index), Sexp::Atom(constant), Sexp::Atom(width)]
                if index == "_" && constant.starts_with("bv") =>
            {
                format!("{constant}[{width}]")
            }
            [Sexp::List(operator), value] => {
                let words: Vec<String> = operator.iter().skip(1).map(|word| self.flat(word, false)).collect();
                let indices = words[1..].join(":");
                format!("({}[{indices}] {})", words[0], self.flat(value, false))
            }
            [Sexp::Atom(minus), value] if minus == "-" => format!("(~ {})", self.flat(value, false)),
            [Sexp::Atom(operator), arguments @ ..] => {
                let logical = matches!(operator.as_str(), "and" | "or" | "not" | "=>" | "xor");
                let on_formulas = operator == "=" && arguments.iter().any(|argument| self.is_formula(argument));
                let name = match operator.as_str() {
                    "=>" => "implies",
                    "=" if on_formulas => "iff",
                    "ite" if formula => "if_then_else",
                    other => other,
                };
                let parts = arguments.iter().enumerate().map(|(position, argument)| {
                    let inside = logical || on_formulas || (operator == "ite" && (formula || position == 0));
                    self.flat(argument, inside)
                });
                format!("({name} {})", parts.collect::<Vec<_>>().join(" "))
            }
            _ => String::new(),
        }
    }
    fn is_formula(&self, sexp: &Sexp) -> bool {
        match sexp {
            Sexp::Atom(text) => matches!(text.as_str(), "true" | "false") || self.booleans.contains(text),
            Sexp::List(items) => match items.first() {
                Some(Sexp::Atom(op)) => matches!(
                    op.as_str(),
                    "and"
                        | "or"
                        | "not"
                        | "=>"
                        | "xor"
                        | "="
                        | "<"
                        | "<="
                        | ">"
                        | "bvslt"
                        | "bvult"
                        | "bvsle"
                        | "bvule"
                ),
                _ => false,
            },
        }
    }
}

/// Whether two things that are no constants are multiplied or divided.
fn multiplies(part: &BlockPart) -> bool {
    fn inside(sexp: &Sexp) -> bool {
        let Sexp::List(items) = sexp else { return false };
        let is_number = |item: &&Sexp| match item {
            Sexp::Atom(text) => text.starts_with(|c: char| c.is_ascii_digit()),
            Sexp::List(items) => matches!(&items[..], [Sexp::Atom(minus), Sexp::Atom(_)] if minus == "-"),
        };
        let product = matches!(items.first(), Some(Sexp::Atom(op)) if matches!(op.as_str(), "*" | "div" | "mod"));
        let unknown = items.iter().skip(1).filter(|item| !is_number(item)).count();
        (product && unknown > 1) || items.iter().any(inside)
    }
    let named = part.definitions.iter().chain(&part.stops).chain(&part.warns);
    named.map(|(_, value)| value).chain([&part.executed, &part.leads_to]).any(inside)
}
