//! What the names of functions and variables mean: each module's own, completed by definitions of the others.

use super::{Lowering, Symbol};
use crate::codes;
use crate::syntax::module::{InstructionKind, Linkage, Operand, Value};
use cairn_base::Diagnostic;
use rustc_hash::FxHashMap;

/// A definition that other modules see.
#[derive(Clone, Copy)]
struct Shared {
    symbol: Symbol,
    unit: usize,
    at: u32,
    weak: bool,
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
                .map(|(i, function)| (function.name, function.linkage, Symbol::Function(u, i)))
                .chain(globals.map(|(i, global)| (global.name, global.linkage, Symbol::Variable(u, i))));
            for (name, linkage, symbol) in all {
                let seen = shared.get(name).filter(|_| linkage != Linkage::Local);
                own.insert(name, seen.map_or(symbol, |shared| shared.symbol));
            }
            self.own.push(own);
        }
    }
    fn shared_symbols(&mut self) -> FxHashMap<&'a str, Shared> {
        let mut shared = FxHashMap::default();
        for (unit, of) in self.units.iter().enumerate() {
            for (i, function) in of.module.functions.iter().enumerate() {
                if !function.blocks.is_empty() && function.linkage != Linkage::Local {
                    let (symbol, weak) = (Symbol::Function(unit, i), function.linkage == Linkage::Weak);
                    self.share(&mut shared, function.name, Shared { symbol, unit, at: function.at, weak });
                }
            }
            for (i, global) in of.module.globals.iter().enumerate() {
                let (Some(initial), true) = (&global.initial, global.linkage != Linkage::Local) else { continue };
                // Lists of what runs before and after the program are put together.
                if global.name.starts_with("llvm.") {
                    continue;
                }
                // `int i;` in several modules is one variable; the compiler has written zeros for it.
                let weak = global.linkage == Linkage::Weak || is_zero(initial);
                self.share(
                    &mut shared,
                    global.name,
                    Shared { symbol: Symbol::Variable(unit, i), unit, at: global.at, weak },
                );
            }
        }
        shared
    }
    fn share(&mut self, shared: &mut FxHashMap<&'a str, Shared>, name: &'a str, new: Shared) {
        match shared.get(name) {
            Some(first) if !first.weak && !new.weak => {
                let (span, other) = (self.text_span(new.unit, new.at), self.text_span(first.unit, first.at));
                let diagnostic = Diagnostic::error(codes::DUPLICATE, format!("`{name}` is defined twice"));
                self.diagnostics.push(diagnostic.at(span, "defined again here").and_at(other, "first definition"));
            }
            Some(first) if !first.weak || new.weak => {}
            _ => {
                shared.insert(name, new);
            }
        }
    }

    /// What a symbol of a unit stands for, through aliases.
    pub(super) fn symbol(&self, unit: usize, name: &str) -> Option<Symbol> {
        let mut name = name;
        for _ in 0..16 {
            if let Some(symbol) = self.own[unit].get(name) {
                return Some(*symbol);
            }
            let alias = self.units[unit].module.aliases.iter().find(|a| a.name == name && !a.resolver)?;
            name = match &alias.target {
                Value::Global(target) => target,
                Value::Expression(kind) => match &**kind {
                    InstructionKind::Cast { operand: Operand { value: Value::Global(target), .. }, .. } => target,
                    _ => return None,
                },
                _ => return None,
            };
        }
        None
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
