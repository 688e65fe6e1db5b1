//! Checks of kind `uninitialized`, made on request: what is read has got a value before.
//!
//! A scalar variable that nothing but its name reaches has a Boolean beside it, its shadow. Everything else is memory,
//! of which one byte is watched ([`super::watch`]): variables whose address is used, structures, unions, arrays, and
//! what is allocated. Reading is using the value of a scalar; a structure is copied with its holes, and characters
//! are copied one by one as they are.
//!
//! A jump may enter the scope of a variable behind its declaration. Such variables begin without a value where their
//! block is entered.

use super::places::{Spot, Where};
use super::{Lower, Lowerer};
use crate::sema::tree::{Block, Expr, Stmt, StmtKind, Storage, VariableId, VariableRole};
use crate::types::{TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{CheckKind, ExprId, Place, StatementKind, VarId};
use rustc_hash::FxHashSet;

impl Lowerer<'_> {
    /// A variable is declared and has no value yet.
    pub fn begins_without_value(&mut self, id: VariableId, span: Span) -> Lower<()> {
        let variable = &self.c.variables[id];
        let is_source = variable.role == VariableRole::Source && variable.storage == Storage::Automatic;
        if !self.is_watching() || self.frame.in_library || !is_source {
            return Ok(());
        }
        let ty = variable.ty.ty;
        let var = self.variable(id)?;
        if self.c.types.is_variable_length(ty) {
            let (address, bytes) = (self.p.var(var), self.dynamic_size(ty)?);
            return self.watch_object(address, bytes, span);
        }
        if self.p.variables[var].addressable {
            let bytes = ir::layout::size_of(&self.p.types, self.p.target, self.p.variables[var].ty);
            let (address, bytes) = (self.p.address_of(Place::var(var))?, self.number(bytes));
            return self.watch_object(address, bytes, span);
        }
        if self.is_shadowed(ty) {
            let shadow = self.shadow(id);
            self.mark_shadow(Place::var(shadow), false, span);
        }
        Ok(())
    }
    /// A variable of a character type is declared with the contents of another.
    pub fn begins_as_copy(&mut self, id: VariableId, open: Option<ExprId>, span: Span) -> Lower<()> {
        let (var, ty) = (self.variable(id)?, self.c.variables[id].ty.ty);
        if !self.p.variables[var].addressable {
            self.shadow(id);
        }
        let place = Where::Place(Place::var(var));
        let spot = Spot { at: place, ty, bits: None, checked: true, shadow: self.shadow_of(id), span };
        self.has_value(&spot, span)?;
        match open {
            Some(open) => self.character_arrives(&spot, open, span),
            None => Ok(()),
        }
    }
    /// Scalars have a shadow while nothing but their name reaches them.
    fn is_shadowed(&self, ty: TypeId) -> bool {
        matches!(
            self.c.types.kind(ty),
            TypeKind::Bool
                | TypeKind::Integer(_)
                | TypeKind::Enum(_)
                | TypeKind::Float(_)
                | TypeKind::Pointer(_)
                | TypeKind::VaList
        )
    }
    fn shadow(&mut self, id: VariableId) -> VarId {
        if let Some(shadow) = self.frame.shadows.get(&id) {
            return *shadow;
        }
        let truth = self.p.types.bool();
        let shadow = self.temporary(&format!("{} has a value", self.c.variables[id].name), truth);
        self.frame.shadows.insert(id, shadow);
        shadow
    }
    /// The shadow of a variable, if it has one.
    pub fn shadow_of(&self, id: VariableId) -> Option<Place> {
        self.frame.shadows.get(&id).map(|shadow| Place::var(*shadow))
    }
    fn mark_shadow(&mut self, shadow: Place, full: bool, span: Span) {
        let value = self.p.bool_const(full);
        self.emit_implied(StatementKind::Assign { target: shadow, value }, span, "uninitialized check");
    }
    /// What was stored at a spot is a value.
    pub fn has_value(&mut self, spot: &Spot, span: Span) -> Lower<()> {
        match spot.shadow.clone() {
            Some(shadow) => {
                self.mark_shadow(shadow, true, span);
                Ok(())
            }
            None => self.watch_stored(spot, span),
        }
    }
    /// A variable was assigned as a whole.
    pub fn variable_has_value(&mut self, id: VariableId, span: Span) -> Lower<()> {
        if !self.is_watching() {
            return Ok(());
        }
        let (var, ty) = (self.variable(id)?, self.c.variables[id].ty.ty);
        let at = Where::Place(Place::var(var));
        let spot = Spot { at, ty, bits: None, checked: true, shadow: self.shadow_of(id), span };
        self.has_value(&spot, span)
    }
    /// Before a read.
    pub fn needs_value(&mut self, spot: &Spot) -> Lower<()> {
        let Some(place) = &spot.shadow else {
            if matches!(self.c.types.kind(spot.ty), TypeKind::Record(_)) {
                return self.carry(spot);
            }
            return self.check_watched(spot);
        };
        let flag = self.p.read_place(place)?;
        let description = format!("`{}` must have a value", self.text(spot.span));
        self.check(CheckKind::Uninitialized, flag, description, spot.span);
        Ok(())
    }
    /// A value that is stored at once, and for a character that is merely copied whether it is one.
    pub fn value_to_copy(&mut self, e: &Expr) -> Lower<(ExprId, Option<ExprId>)> {
        let Some(lvalue) = self.copied_character(e) else { return Ok((self.value(e)?, None)) };
        let spot = self.spot(lvalue, super::places::Purpose::Access)?;
        let value = self.load(&spot)?;
        let open = self.is_open(&spot)?;
        let open = self.keep("open", open, e.span);
        let to = self.ty(e.ty)?;
        Ok((self.p.convert(ir::Convert::Retype, value, to)?, Some(open)))
    }

    // ---- jumps past declarations ----

    /// The block of some variables is entered, or jumped into.
    pub fn enter_behind_declarations(&mut self, variables: &[VariableId], span: Span) {
        for id in variables {
            let is_length = self.c.types.is_variable_length(self.c.variables[*id].ty.ty);
            if is_length || !self.frame.jumped_over.contains(id) {
                continue;
            }
            let Ok(var) = self.variable(*id) else { continue };
            self.havoc(Place::var(var), span, "an uninitialised variable");
            if let Err(refusal) = self.begins_without_value(*id, span) {
                self.unsupported(&refusal, span);
            }
        }
    }
}

/// Variables whose declaration a label or a case may skip.
pub fn jumped_over(block: &Block) -> FxHashSet<VariableId> {
    let mut found = FxHashSet::default();
    visit_block(block, &mut Vec::new(), 0, &mut found);
    found
}

/// `alive` are the variables of the blocks around, those from `switch` on of the innermost switch.
fn visit_block(block: &Block, alive: &mut Vec<VariableId>, switch: usize, found: &mut FxHashSet<VariableId>) {
    let outside = alive.len();
    alive.extend(&block.variables);
    block.statements.iter().for_each(|statement| visit(statement, alive, switch, found));
    alive.truncate(outside);
}

fn visit(statement: &Stmt, alive: &mut Vec<VariableId>, switch: usize, found: &mut FxHashSet<VariableId>) {
    match &statement.kind {
        StmtKind::LabelMark(_) => found.extend(alive.iter().copied()),
        StmtKind::CaseMark(_) => found.extend(alive[switch..].iter().copied()),
        StmtKind::Switch { body, .. } => visit_block(body, alive, alive.len(), found),
        StmtKind::Block(block)
        | StmtKind::Contracted { body: block, .. }
        | StmtKind::While { body: block, .. }
        | StmtKind::DoWhile { body: block, .. } => {
            visit_block(block, alive, switch, found);
        }
        StmtKind::If { then, otherwise, .. } => {
            visit_block(then, alive, switch, found);
            otherwise.iter().for_each(|block| visit_block(block, alive, switch, found));
        }
        StmtKind::For { start, body, .. } => {
            let outside = alive.len();
            alive.extend(&start.variables);
            visit_block(body, alive, switch, found);
            alive.truncate(outside);
        }
        _ => {}
    }
}

/// Shadows of the variables of a call.
pub type Shadows = rustc_hash::FxHashMap<VariableId, VarId>;
