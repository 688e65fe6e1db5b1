//! Where the lowering of a function writes: statements, checks, blocks and variables.
//!
//! The emitter knows where it writes, and computes new values from values that it is given as expressions ([`super::operations`],
//! [`super::conversions`], [`super::vectors`], [`super::x86`], …). It knows nothing of the function that is lowered: what
//! the function's names mean is kept by [`super::body::Body`].

use super::{Lowered, Lowering};
use crate::syntax::module::{Ty, TypeKind};
use cairn_ir::{
    BlockId, CheckKind, ExprId, Origin, Place, ProcId, StatementKind, Terminator, TypeId, VarId, VariableKind,
};
use rustc_hash::FxHashSet;

pub(super) struct Emitter<'l, 'u, 'a> {
    pub low: &'l mut Lowering<'u, 'a>,
    pub unit: usize,
    pub procedure: ProcId,
    /// The block that statements go to now.
    pub current: BlockId,
    /// Whether that block has its end, so that nothing more goes to it.
    pub ended: bool,
    /// Where what is written comes from.
    pub origin: Origin,
    names: FxHashSet<String>,
    temporaries: u32,
}

impl<'l, 'u, 'a> Emitter<'l, 'u, 'a> {
    pub fn new(low: &'l mut Lowering<'u, 'a>, unit: usize, procedure: ProcId) -> Self {
        let (current, origin, names) = (BlockId(0), Origin::default(), FxHashSet::default());
        Self { low, unit, procedure, current, ended: false, origin, names, temporaries: 0 }
    }

    // ---- variables ----

    /// Takes a name that new variables shall not get.
    pub fn reserve(&mut self, variable: VarId) {
        self.names.insert(self.low.program.variables[variable].name.to_string());
    }
    /// A local variable that the source does not have.
    pub fn temporary(&mut self, wish: String, ty: TypeId) -> VarId {
        let variable = self.local(wish, ty);
        self.low.program.variables[variable].temporary = true;
        variable
    }
    pub fn local(&mut self, wish: String, ty: TypeId) -> VarId {
        let name = self.unique(wish);
        self.low.program.add_variable(name, ty, VariableKind::Local, Some(self.procedure))
    }
    pub fn unique(&mut self, wish: String) -> String {
        let taken = |names: &FxHashSet<String>, name: &str| names.contains(name);
        let name = if taken(&self.names, &wish) {
            (2..).map(|n| format!("{wish}#{n}")).find(|name| !taken(&self.names, name)).unwrap_or(wish)
        } else {
            wish
        };
        self.names.insert(name.clone());
        name
    }
    pub fn fresh(&mut self, ty: TypeId) -> VarId {
        self.temporaries += 1;
        self.temporary(format!("t{}", self.temporaries), ty)
    }

    // ---- statements ----

    pub fn push(&mut self, kind: StatementKind) {
        let origin = self.origin.clone();
        self.low.program.push_statement(self.procedure, self.current, kind, origin);
    }
    pub fn assign(&mut self, variable: VarId, value: ExprId) {
        let (wanted, found) = (self.low.program.variables[variable].ty, self.low.program.type_of(value));
        if !self.low.program.types.same_shape(wanted, found) {
            // Only a module that is not well formed has such: a name with two definitions, say.
            self.fail(CheckKind::Unsupported, "a value of another type than that of its name");
            return;
        }
        self.push(StatementKind::Assign { target: Place::var(variable), value });
    }
    pub fn check(&mut self, kind: CheckKind, condition: ExprId, description: impl Into<std::sync::Arc<str>>) {
        let property = self.low.program.add_property(kind, Some(self.procedure), description, self.origin.span);
        self.push(StatementKind::Check { property, condition });
    }
    /// A check that fails wherever it is reached.
    pub fn fail(&mut self, kind: CheckKind, description: impl Into<std::sync::Arc<str>>) {
        let never = self.low.program.bool_const(false);
        self.check(kind, never, description);
    }
    /// Any value of a type.
    pub fn arbitrary(&mut self, ty: TypeId) -> ExprId {
        let variable = self.fresh(ty);
        self.push(StatementKind::Havoc { target: Place::var(variable) });
        self.low.program.var(variable)
    }
    pub fn end(&mut self, terminator: Terminator) {
        if !self.ended {
            let origin = self.origin.clone();
            self.low.program.set_terminator(self.procedure, self.current, terminator, origin);
        }
        self.ended = true;
    }
    /// A new block, for control flow inside an instruction.
    pub fn new_block(&mut self, what: &str) -> BlockId {
        self.temporaries += 1;
        let label = format!("{what}.{}", self.temporaries);
        self.low.program.add_block(self.procedure, label)
    }
    pub fn continue_in(&mut self, block: BlockId) {
        self.current = block;
        self.ended = false;
    }

    // ---- types ----

    pub fn ty(&mut self, ty: Ty) -> Lowered<TypeId> {
        self.low.ty(self.unit, ty)
    }
    pub fn kind(&self, ty: Ty) -> &TypeKind<'a> {
        self.low.kind(self.unit, ty)
    }
}
