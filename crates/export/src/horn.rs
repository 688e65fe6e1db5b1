//! Horn clauses as SMT-LIB, in the form that Z3, Eldarica and Golem read (and Beyene et al., "Verification of Ada
//! Programs with AdaHorn" shows).
//!
//! `(set-logic HORN)`, a `declare-fun` for each predicate, an `assert` for each clause: closed by `forall`, an
//! implication whose head is `false` or a predicate applied to distinct variables. `sat` means that no check fails.
//! Variables are named after those of the program; what a step makes of `x` is `x_1`.

use crate::{Error, refuse};
use cairn_ir::{Program, PropertyId};
use cairn_passes::horn::{Application, Clause, Head, System};
use cairn_term::smtlib::{PrintOptions, sort_text, term_text_named};
use cairn_term::{SortId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// The script, with a comment for each of these properties.
pub fn script(program: &Program, properties: &[PropertyId], system: &System) -> Result<String, Error> {
    let mut out = String::from("; sat: no execution violates\n");
    for property in properties {
        let property = &program.properties[*property];
        let _ = writeln!(out, ";   {}: {}", property.name, property.description.replace('\n', " "));
    }
    out.push_str("(set-logic HORN)\n");
    out.push_str(&clauses(system, |_| true)?);
    out.push_str("(check-sat)\n");
    Ok(out)
}

/// Declarations and clauses; of those that are contradictions, those of the chosen properties.
pub fn clauses(system: &System, chosen: impl Fn(PropertyId) -> bool) -> Result<String, Error> {
    let mut out = String::new();
    for predicate in system.predicates.values() {
        let sorts: Vec<String> = predicate.parameters.iter().map(|p| sort_text(&system.terms, p.sort)).collect();
        let _ = writeln!(out, "(declare-fun {} ({}) Bool)", predicate.name, sorts.join(" "));
    }
    let is_chosen = |clause: &&Clause| match clause.head {
        Head::Violation(property) => chosen(property),
        Head::State(_) | Head::Lost => true,
    };
    for clause in system.clauses.iter().filter(is_chosen) {
        out.push_str(&Writer::new(system, clause).text()?);
    }
    Ok(out)
}

/// One clause while it is written.
struct Writer<'s> {
    system: &'s System,
    clause: &'s Clause,
    /// Names and sorts of the variables, in the order they appear.
    variables: Vec<(String, SortId)>,
    names: FxHashMap<TermId, String>,
    used: FxHashSet<String>,
    /// `variable = term`, for arguments that are no variables of their own.
    equations: Vec<(String, TermId)>,
}

impl<'s> Writer<'s> {
    fn new(system: &'s System, clause: &'s Clause) -> Self {
        let mut writer = Self {
            system,
            clause,
            variables: Vec::new(),
            names: FxHashMap::default(),
            used: FxHashSet::default(),
            equations: Vec::new(),
        };
        let head = match &clause.head {
            Head::State(application) => &application.arguments[..],
            Head::Violation(_) | Head::Lost => &[],
        };
        let arguments = clause.body.iter().flat_map(|application| &application.arguments).chain(head);
        let roots: Vec<TermId> = arguments.chain(&clause.constraint).copied().collect();
        for symbol in system.terms.symbols_of_all(&roots) {
            let term = system.terms.symbol_term(symbol);
            let name = writer.new_variable(system.base_name(term), system.terms.sort_of(term));
            writer.names.insert(term, name);
        }
        writer
    }

    /// A name that SMT-LIB accepts and the clause does not have yet.
    fn new_variable(&mut self, wish: &str, sort: SortId) -> String {
        let is_safe = |c: char| c.is_ascii_alphanumeric() || "_.".contains(c);
        let safe: String = wish.chars().map(|c| if is_safe(c) { c } else { '_' }).collect();
        let starts_well = safe.starts_with(|c: char| c.is_ascii_alphabetic());
        let safe = if starts_well && !RESERVED.contains(&&*safe) { safe } else { format!("v_{safe}") };
        let numbered = |n: usize| if n == 0 { safe.clone() } else { format!("{safe}_{n}") };
        let name = (0..).map(numbered).find(|name| !self.used.contains(name)).unwrap_or_default();
        self.used.insert(name.clone());
        self.variables.push((name.clone(), sort));
        name
    }

    fn text(mut self) -> Result<String, Error> {
        let mut parts = Vec::new();
        for application in &self.clause.body {
            parts.push(self.application(application));
        }
        let head = match &self.clause.head {
            Head::State(application) => self.application(application),
            Head::Violation(_) | Head::Lost => "false".into(),
        };
        for term in &self.clause.constraint {
            parts.push(self.term(*term)?);
        }
        for (name, term) in std::mem::take(&mut self.equations) {
            parts.push(format!("(= {name} {})", self.term(term)?));
        }
        let body = match &parts[..] {
            [] => "true".into(),
            [one] => one.clone(),
            several => format!("(and {})", several.join(" ")),
        };
        let sort = |sort: SortId| sort_text(&self.system.terms, sort);
        let variables: Vec<String> = self.variables.iter().map(|(name, s)| format!("({name} {})", sort(*s))).collect();
        Ok(match variables.is_empty() {
            true => format!("(assert (=> {body} {head}))\n"),
            false => format!("(assert (forall ({})\n  (=> {body}\n      {head})))\n", variables.join(" ")),
        })
    }

    /// A predicate applied to distinct variables.
    fn application(&mut self, application: &Application) -> String {
        let system = self.system;
        let predicate = &system.predicates[application.predicate];
        let mut taken = FxHashSet::default();
        let mut arguments = Vec::new();
        for (argument, parameter) in application.arguments.iter().zip(&predicate.parameters) {
            let own = self.names.get(argument).filter(|name| taken.insert((*name).clone())).cloned();
            arguments.push(own.unwrap_or_else(|| {
                let name = self.new_variable(&parameter.name, parameter.sort);
                self.equations.push((name.clone(), *argument));
                name
            }));
        }
        match arguments.is_empty() {
            true => predicate.name.clone(),
            false => format!("({} {})", predicate.name, arguments.join(" ")),
        }
    }

    fn term(&self, term: TermId) -> Result<String, Error> {
        let text = term_text_named(&self.system.terms, term, PrintOptions::default(), self.names.clone());
        text.or_else(|error| refuse(error.to_string()))
    }
}

/// Words that are no names of variables.
const RESERVED: [&str; 14] =
    ["true", "false", "not", "and", "or", "xor", "ite", "let", "forall", "exists", "div", "mod", "abs", "select"];
