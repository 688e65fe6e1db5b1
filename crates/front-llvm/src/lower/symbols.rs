//! What the names of functions and variables mean: each module's own, completed by definitions of the others.

use super::{Lowering, Symbol};
use crate::codes;
use crate::syntax::module::{Alias, InstructionKind, Linkage, Operand, Value};
use cairn_base::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a name stands for in all modules that do not have their own.
#[derive(Clone, Copy)]
struct Shared {
    /// None: something that is defined, but not supported.
    symbol: Option<Symbol>,
    unit: usize,
    at: u32,
    rank: Rank,
}

/// The highest rank is meant where several modules speak of one name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// A declaration that leaves the size open.
    Mentioned,
    Declared,
    /// A definition that gives way to another.
    Weak,
    /// `int i;`: the compiler has written zeros for it, and in several modules it is one variable.
    Zeros,
    Strong,
}

impl<'a> Lowering<'_, 'a> {
    /// Gives each unit its table of symbols.
    pub(super) fn link(&mut self) {
        let shared = self.shared_symbols();
        for (u, unit) in self.units.iter().enumerate() {
            let mut own = FxHashMap::default();
            let functions = unit.module.functions.iter().enumerate();
            let globals = unit.module.globals.iter().enumerate();
            let all = functions
                .map(|(i, function)| (function.name, function.linkage, Some(Symbol::Function(u, i))))
                .chain(globals.map(|(i, global)| (global.name, global.linkage, Some(Symbol::Variable(u, i)))))
                .chain(unit.module.aliases.iter().map(|alias| (alias.name, alias.linkage, None)));
            for (name, linkage, symbol) in all {
                let seen = shared.get(name).filter(|_| linkage != Linkage::Local);
                if let Some(symbol) = seen.map_or(symbol, |shared| shared.symbol) {
                    own.insert(name, symbol);
                }
            }
            self.own.push(own);
        }
    }
    fn shared_symbols(&mut self) -> FxHashMap<&'a str, Shared> {
        let mut shared = FxHashMap::default();
        for (unit, of) in self.units.iter().enumerate() {
            for (i, function) in of.module.functions.iter().enumerate() {
                if !function.blocks.is_empty() && function.linkage != Linkage::Local {
                    let rank = Rank::of_definition(function.linkage);
                    let symbol = Some(Symbol::Function(unit, i));
                    self.share(&mut shared, function.name, Shared { symbol, unit, at: function.at, rank });
                }
            }
            for (i, global) in of.module.globals.iter().enumerate() {
                // Lists of what runs before and after the program are put together.
                if global.linkage == Linkage::Local || global.name.starts_with("llvm.") {
                    continue;
                }
                let rank = match &global.initial {
                    None if self.is_of_unknown_size((unit, i)) => Rank::Mentioned,
                    None => Rank::Declared,
                    Some(initial) if global.linkage != Linkage::Weak && is_zero(initial) => Rank::Zeros,
                    Some(_) => Rank::of_definition(global.linkage),
                };
                let symbol = Some(Symbol::Variable(unit, i));
                self.share(&mut shared, global.name, Shared { symbol, unit, at: global.at, rank });
            }
            for alias in of.module.aliases.iter().filter(|alias| alias.linkage != Linkage::Local) {
                let symbol = self.aliased(unit, alias.name);
                let rank = Rank::of_definition(alias.linkage);
                self.share(&mut shared, alias.name, Shared { symbol, unit, at: alias.at, rank });
            }
        }
        shared
    }
    fn share(&mut self, shared: &mut FxHashMap<&'a str, Shared>, name: &'a str, new: Shared) {
        match shared.get(name) {
            Some(first) if first.rank == Rank::Strong && new.rank == Rank::Strong => {
                let (span, other) = (self.text_span(new.unit, new.at), self.text_span(first.unit, first.at));
                let diagnostic = Diagnostic::error(codes::DUPLICATE, format!("`{name}` is defined twice"));
                self.diagnostics.push(diagnostic.at(span, "defined again here").and_at(other, "first definition"));
            }
            Some(first) if first.rank >= new.rank => {}
            _ => {
                shared.insert(name, new);
            }
        }
    }

    /// What a symbol of a unit stands for, through aliases.
    pub(super) fn symbol(&self, unit: usize, name: &str) -> Option<Symbol> {
        self.own[unit].get(name).copied().or_else(|| self.aliased(unit, name))
    }
    /// Whether a symbol may be defined nowhere at all.
    pub(super) fn may_be_missing(&self, symbol: Symbol) -> bool {
        let linkage = match symbol {
            Symbol::Function(u, i) => self.function((u, i)).linkage,
            Symbol::Variable(u, i) => self.variable((u, i)).linkage,
        };
        linkage == Linkage::Optional
    }
    /// What an alias leads to, which its own module defines; none if that is not the start of something.
    fn aliased(&self, unit: usize, name: &str) -> Option<Symbol> {
        let module = &self.units[unit].module;
        let mut name = name;
        for _ in 0..16 {
            let alias = self.alias(unit, name).filter(|alias| !alias.resolver)?;
            name = match &alias.target {
                Value::Global(target) => target,
                Value::Expression(kind) => match &**kind {
                    InstructionKind::Cast { operand: Operand { value: Value::Global(target), .. }, .. } => target,
                    _ => return None,
                },
                _ => return None,
            };
            let function = module.functions.iter().position(|function| function.name == name);
            let variable = module.globals.iter().position(|global| global.name == name);
            match (function, variable) {
                (Some(i), _) => return Some(Symbol::Function(unit, i)),
                (None, Some(i)) => return Some(Symbol::Variable(unit, i)),
                (None, None) => {}
            }
        }
        None
    }
    pub(super) fn alias(&self, unit: usize, name: &str) -> Option<&Alias<'a>> {
        self.units[unit].module.aliases.iter().find(|alias| alias.name == name)
    }
    /// What is reached by a symbol: it, or what the address is computed from that it is an alias of.
    pub(super) fn symbols_behind(&self, unit: usize, name: &str) -> Vec<Symbol> {
        let (symbols, _) = self.behind(unit, name);
        symbols
    }
    /// Whether an alias is computed from itself.
    pub(super) fn is_circular(&self, unit: usize, name: &str) -> bool {
        let (_, aliases) = self.behind(unit, name);
        let mut targets = Vec::new();
        for alias in aliases {
            alias.target.for_each_symbol(&mut |target| targets.push(target));
        }
        targets.contains(&name)
    }
    /// Symbols, and aliases on the way to them.
    fn behind(&self, unit: usize, name: &str) -> (Vec<Symbol>, Vec<&Alias<'a>>) {
        let (mut symbols, mut aliases, mut waiting) = (Vec::new(), Vec::new(), vec![name]);
        let mut seen = FxHashSet::default();
        while let Some(name) = waiting.pop() {
            if !seen.insert(name) {
                continue;
            }
            match (self.symbol(unit, name), self.alias(unit, name)) {
                (Some(symbol), _) => symbols.push(symbol),
                (None, Some(alias)) => {
                    aliases.push(alias);
                    alias.target.for_each_symbol(&mut |name| waiting.push(name));
                }
                (None, None) => {}
            }
        }
        (symbols, aliases)
    }
}

impl Rank {
    fn of_definition(linkage: Linkage) -> Self {
        if linkage == Linkage::Weak { Rank::Weak } else { Rank::Strong }
    }
}

/// Whether a variable starts with zeros, however they are written.
fn is_zero(value: &Value<'_>) -> bool {
    match value {
        Value::Zero | Value::Null | Value::Bool(false) => true,
        Value::Int(number) => number.sign() == num_bigint::Sign::NoSign,
        _ => false,
    }
}
