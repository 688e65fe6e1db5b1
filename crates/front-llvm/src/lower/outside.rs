//! What functions that no module defines may write: variables of the modules that others can see.
//!
//! The C front end has written a procedure for it ([`cairn_ir::Outside`]), which knows only its own variables; those of
//! the modules are added here. Seen are variables that are not local to their module, those whose address goes where it
//! may be written through, and those that functions mention which others can call.

use super::{Lowering, Symbol, scan};
use crate::syntax::module::Linkage;
use cairn_ir::{Origin, Place, Procedure, Statement, StatementKind};
use rustc_hash::FxHashSet;

impl Lowering<'_, '_> {
    /// Adds the modules' variables to what functions without body write.
    pub(super) fn write_outside(&mut self, reachable: &[Symbol]) {
        let Some(outside) = self.program.outside else { return };
        let seen = self.seen_outside(reachable);
        let variables = seen.into_iter().filter_map(|key| self.variables.get(&key).copied());
        let havoc = |var| Statement {
            kind: StatementKind::Havoc { target: Place::var(var) },
            origin: Origin::implied(self.program.variables[var].span, "a function without body may write it"),
        };
        let statements: Vec<Statement> = variables.map(havoc).collect();
        let blocks = &mut self.program.procedures[outside.writes].blocks;
        // What they reach is found before they are written.
        blocks[Procedure::ENTRY].statements.extend(statements);
    }
    fn seen_outside(&self, reachable: &[Symbol]) -> Vec<(usize, usize)> {
        let mut open: FxHashSet<Symbol> = FxHashSet::default();
        for symbol in reachable {
            let (unit, names) = match *symbol {
                Symbol::Function(u, i) => (u, scan::escaping_in_function(self.function((u, i)))),
                Symbol::Variable(u, i) => {
                    let mentions = scan::mentioned_in_global(self.variable((u, i)));
                    (u, mentions.iter().map(|mention| mention.name).collect())
                }
            };
            open.extend(names.into_iter().flat_map(|name| self.symbols_behind(unit, name)));
        }
        self.add_called_back(reachable, &mut open);
        let is_seen = |symbol: &Symbol| match *symbol {
            Symbol::Variable(u, i) => {
                let variable = self.variable((u, i));
                let seen = variable.linkage != Linkage::Local || open.contains(symbol);
                (seen && !variable.constant && !self.is_standard_stream((u, i))).then_some((u, i))
            }
            Symbol::Function(..) => None,
        };
        reachable.iter().filter_map(is_seen).collect()
    }
    /// What functions mention that others can call, and what these call.
    fn add_called_back(&self, reachable: &[Symbol], open: &mut FxHashSet<Symbol>) {
        let is_callable = |symbol: &&Symbol| match **symbol {
            Symbol::Function(u, i) => {
                let visible = self.function((u, i)).linkage != Linkage::Local || self.address_taken.contains(&(u, i));
                visible && !self.is_entry((u, i))
            }
            Symbol::Variable(..) => false,
        };
        let mut work: Vec<Symbol> = reachable.iter().filter(is_callable).copied().collect();
        let mut done: FxHashSet<Symbol> = work.iter().copied().collect();
        while let Some(symbol) = work.pop() {
            let Symbol::Function(u, i) = symbol else { continue };
            for mention in scan::mentioned_in_function(self.function((u, i))) {
                for other in self.symbols_behind(u, mention.name) {
                    open.insert(other);
                    if done.insert(other) {
                        work.push(other);
                    }
                }
            }
        }
    }
}
