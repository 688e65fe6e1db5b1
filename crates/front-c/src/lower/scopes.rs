//! Variables and their lives: which are plain, which are objects in memory, and where the inner ones begin and
//! end.
//!
//! An object of an inner block begins (`live`) where the block is entered and ends (`dead`) where it is left, by
//! whatever way; objects of the outermost block live as long as the call, which needs no statement. A
//! variable-length array is a stack allocation that a hidden pointer points to; it is released where its block is
//! left.

use super::{Lower, Lowerer, Refusal, numbered};
use crate::sema::tree::{Block, LabelId, Stmt, StmtKind, Storage, StringId, VariableId, VariableRole};
use crate::types::{ArrayLength, TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{BlockId, Initial, Place, StatementKind, VarId, VariableKind};
use rustc_hash::FxHashMap;

/// Variables whose life is that of a block being written.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    variables: Vec<VariableId>,
    /// All variables of the block.
    all: Vec<VariableId>,
}

/// Where `break` and `continue` go, and how many scopes stay open there.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    pub break_to: BlockId,
    pub continue_to: Option<BlockId>,
    pub depth: usize,
}

#[derive(Clone, Debug)]
pub struct Label {
    pub block: BlockId,
    /// The variables alive there, if the label was found.
    alive: Option<Vec<VariableId>>,
    /// Those of them that are no objects in memory, and those of the outermost block, too.
    visible: Vec<VariableId>,
}

/// As large as a FILE of the GNU library.
const FILE_WORDS: u64 = 27;

impl Lowerer<'_> {
    pub fn variable(&mut self, id: VariableId) -> Lower<VarId> {
        let variable = &self.c.variables[id];
        if matches!(variable.storage, Storage::Static | Storage::ThreadLocal) {
            if variable.weak && !variable.defined {
                return Err(Refusal::new("a weak variable that may be defined nowhere"));
            }
            return self.global(id);
        }
        if self.is_of_clause_call(id) {
            return Err(Refusal::new(
                "an object of a function that a clause calls, or a variable without a value there",
            ));
        }
        if let Some(&var) = self.frame.variables.get(&id) {
            return Ok(var);
        }
        let ty = if self.c.types.is_variable_length(variable.ty.ty) {
            self.p.types.pointer()
        } else {
            self.ty(variable.ty.ty)?
        };
        let var = self.local(&variable.name, ty, VariableKind::Local, Some(variable.span));
        self.describe(id, var);
        self.frame.variables.insert(id, var);
        Ok(var)
    }
    /// What is known of a variable besides its name and type.
    pub fn describe(&mut self, id: VariableId, var: VarId) {
        let variable = &self.c.variables[id];
        let is_pointer = self.c.types.is_variable_length(variable.ty.ty);
        let is_memory =
            variable.address_taken || self.has_parts_behind(variable.ty.ty) || self.is_watched_type(variable.ty.ty);
        let addressable = !is_pointer && is_memory;
        let alignment = self.c.types.align_of_qualified(variable.ty).max(variable.aligned.unwrap_or(1));
        let made = &mut self.p.variables[var];
        made.span = Some(variable.span);
        made.temporary = variable.role != VariableRole::Source;
        made.addressable = addressable;
        made.alignment = if addressable { alignment } else { 1 };
    }
    /// Whether the type has parts that only pointer arithmetic reaches.
    fn has_parts_behind(&self, ty: TypeId) -> bool {
        match self.c.types.kind(ty) {
            TypeKind::Array(_, ArrayLength::Known(0)) => true,
            TypeKind::Array(element, ArrayLength::Known(_)) => self.has_parts_behind(element.ty),
            TypeKind::Array(..) => true,
            TypeKind::Record(record) => {
                self.is_large_union(*record)
                    || self.c.types.records[*record].fields().iter().any(|f| self.has_parts_behind(f.ty.ty))
            }
            _ => false,
        }
    }
    fn global(&mut self, id: VariableId) -> Lower<VarId> {
        if let Some(&var) = self.globals.get(&id) {
            return Ok(var);
        }
        let variable = &self.c.variables[id];
        let ty = self.object_type(id)?;
        let name = numbered(&mut self.global_names, &variable.name);
        let var = self.p.add_variable(name, ty, VariableKind::Global, None);
        self.describe(id, var);
        self.globals.insert(id, var);
        if variable.defined || variable.linkage != crate::sema::tree::Linkage::External {
            self.uninitialised.push((id, var));
        } else if self.is_standard_stream(id) {
            self.p.variables[var].initial = Initial::Value(self.standard_stream(id)?);
        } else {
            self.p.variables[var].initial = Initial::Arbitrary;
        }
        Ok(var)
    }
    /// `stdin` and its like, which the C library defines: they point to some object when the program starts.
    pub fn is_standard_stream(&self, id: VariableId) -> bool {
        let variable = &self.c.variables[id];
        matches!(&*variable.name, "stdin" | "stdout" | "stderr")
            && !variable.defined
            && variable.linkage == crate::sema::tree::Linkage::External
            && self.c.types.is_pointer(variable.ty.ty)
    }
    fn standard_stream(&mut self, id: VariableId) -> Lower<ir::ExprId> {
        let name = numbered(&mut self.global_names, &format!("file behind {}", self.c.variables[id].name));
        let word = self.p.types.unsigned(64);
        let ty = self.p.types.array(word, FILE_WORDS);
        let file = self.p.add_variable(name, ty, VariableKind::Global, None);
        let variable = &mut self.p.variables[file];
        (variable.addressable, variable.alignment, variable.temporary) = (true, 8, true);
        variable.initial = Initial::Arbitrary;
        Ok(self.p.address_of(ir::Place::var(file))?)
    }
    /// The type of a static object: with the elements its initialiser gives to a flexible array member.
    fn object_type(&mut self, id: VariableId) -> Lower<ir::TypeId> {
        let variable = &self.c.variables[id];
        let ty = match self.c.types.array_parts(variable.ty.ty) {
            // An array that no declaration completes has one element (C11 6.9.2); elsewhere defined, any number.
            Some((_, ArrayLength::Unknown)) if !variable.defined => {
                return Err(Refusal::at(format!("the array `{}` of unknown length", variable.name), variable.span));
            }
            Some((element, ArrayLength::Unknown)) => {
                let element = self.ty(element.ty)?;
                return Ok(self.p.types.array(element, 1));
            }
            _ => self.ty(variable.ty.ty)?,
        };
        let elements = variable.flexible_elements;
        let flexible = self.c.types.members(variable.ty.ty).and_then(|m| m.fields.last()).cloned();
        let (Some(field), true) = (flexible, elements > 0) else { return Ok(ty) };
        let Some((element, _)) = self.c.types.array_parts(field.ty.ty) else { return Ok(ty) };
        let ir::TypeKind::Record(record) = self.p.types.kind(ty).clone() else { return Ok(ty) };
        let element = self.ty(element.ty)?;
        let array = self.p.types.array(element, elements);
        let bytes = ir::layout::size_of(&self.p.types, self.p.target, array);
        let mut extended = (*record).clone();
        let name = field.name.clone().unwrap_or_else(|| "rest".into());
        extended.fields.retain(|f| !f.is_padding() || f.offset < field.byte_offset());
        extended.fields.push(ir::Field { name, ty: array, offset: field.byte_offset() });
        extended.size = extended.size.max(field.byte_offset().saturating_add(bytes));
        let display = self.p.types.get(ty).display.clone();
        Ok(self.p.types.intern(ir::TypeKind::Record(extended.into()), display))
    }
    pub fn string(&mut self, id: StringId) -> Lower<VarId> {
        if let Some(&var) = self.strings.get(&id) {
            return Ok(var);
        }
        let literal = &self.c.strings[id];
        let ty = self.ty(literal.ty)?;
        let alignment = self.c.types.align_of(literal.ty);
        // In traces a pointer to it reads `&"text"`.
        let characters = literal.units.iter().take(24).take_while(|unit| **unit != 0);
        let text: String = characters.map(|unit| char::from_u32(*unit).unwrap_or('?')).collect();
        let name = numbered(&mut self.global_names, &format!("{text:?}"));
        let var = self.p.add_variable(name, ty, VariableKind::Global, None);
        self.strings.insert(id, var);
        let units = literal.units.clone();
        let value = self.text_value(&units, ty)?;
        let variable = &mut self.p.variables[var];
        (variable.addressable, variable.alignment) = (true, alignment);
        (variable.temporary, variable.span) = (true, Some(literal.span));
        variable.initial = Initial::Value(value);
        Ok(var)
    }

    // ---- lives ----

    fn is_stack_object(&self, id: VariableId) -> bool {
        let variable = &self.c.variables[id];
        variable.storage == Storage::Automatic
            && (variable.address_taken
                || self.is_watched_type(variable.ty.ty)
                || self.c.types.is_variable_length(variable.ty.ty)
                || self.has_parts_behind(variable.ty.ty))
    }
    pub fn open_scope(&mut self, variables: &[VariableId], span: Span) {
        let outermost = self.frame.scopes.is_empty();
        let inner = variables.iter().copied().filter(|v| !outermost && self.is_stack_object(*v));
        let scope = Scope { variables: inner.collect(), all: variables.to_vec() };
        scope.variables.iter().for_each(|v| self.begin(*v, span));
        self.frame.scopes.push(scope);
        self.enter_behind_declarations(variables, span);
    }
    pub fn close_scope(&mut self, span: Span) {
        let depth = self.frame.scopes.len().saturating_sub(1);
        self.leave_scopes(depth, span);
        self.frame.scopes.truncate(depth);
    }
    /// Ends what lives in the scopes deeper than `depth`, on the way out of them.
    pub fn leave_scopes(&mut self, depth: usize, span: Span) {
        let ending: Vec<VariableId> = self.frame.scopes[depth..].iter().flat_map(|s| s.variables.clone()).collect();
        ending.into_iter().rev().for_each(|v| self.end(v, span));
    }
    fn begin(&mut self, id: VariableId, span: Span) {
        let Ok(var) = self.variable(id) else { return };
        if self.p.variables[var].addressable {
            self.emit_implied(StatementKind::Live(var), span, "the block is entered");
        } else {
            let null = self.p.null();
            self.emit_implied(StatementKind::Assign { target: Place::var(var), value: null }, span, "no array yet");
        }
    }
    fn end(&mut self, id: VariableId, span: Span) {
        let Ok(var) = self.variable(id) else { return };
        if self.p.variables[var].addressable {
            self.emit_implied(StatementKind::Dead(var), span, "the block is left");
        } else {
            let pointer = self.p.var(var);
            self.emit_implied(StatementKind::Release(pointer), span, "the block is left");
        }
    }

    // ---- labels ----

    /// Makes a block for every label of a body.
    pub fn prepare_labels(&mut self, body: &crate::sema::tree::Body) {
        let mut alive: FxHashMap<LabelId, Vec<VariableId>> = FxHashMap::default();
        find_labels(&body.block, &mut Vec::new(), &mut alive);
        for label in body.labels.ids() {
            let block = self.new_block(&format!("{}.", body.labels[label].name));
            let visible = alive.get(&label).cloned().unwrap_or_default();
            let alive = alive.remove(&label).map(|all| {
                // The outermost block's variables live through the whole call.
                let outermost = &body.block.variables;
                all.into_iter().filter(|v| !outermost.contains(v) && self.is_stack_object(*v)).collect()
            });
            self.frame.labels.insert(label, Label { block, alive, visible });
        }
    }
    /// Goes to a label: variables end and begin as its place demands.
    pub fn goto_label(&mut self, id: LabelId, span: Span) -> Lower<()> {
        let label = self.frame.labels.get(&id).cloned().ok_or_else(|| Refusal::at("this jump", span))?;
        let here: Vec<VariableId> = self.frame.scopes.iter().flat_map(|s| s.variables.clone()).collect();
        if let Some(there) = &label.alive {
            let ending: Vec<VariableId> = here.iter().copied().filter(|v| !there.contains(v)).collect();
            ending.into_iter().rev().for_each(|v| self.end(v, span));
            let beginning: Vec<VariableId> = there.iter().copied().filter(|v| !here.contains(v)).collect();
            beginning.into_iter().for_each(|v| self.begin(v, span));
        }
        let inside: Vec<VariableId> = self.frame.scopes.iter().flat_map(|s| s.all.clone()).collect();
        let entered: Vec<VariableId> = label.visible.iter().copied().filter(|v| !inside.contains(v)).collect();
        self.enter_behind_declarations(&entered, span);
        self.goto(label.block, span);
        Ok(())
    }
}

/// Which variables are alive at each label.
fn find_labels(block: &Block, alive: &mut Vec<VariableId>, found: &mut FxHashMap<LabelId, Vec<VariableId>>) {
    let outside = alive.len();
    alive.extend(&block.variables);
    block.statements.iter().for_each(|statement| find_in(statement, alive, found));
    alive.truncate(outside);
}

fn find_in(statement: &Stmt, alive: &mut Vec<VariableId>, found: &mut FxHashMap<LabelId, Vec<VariableId>>) {
    match &statement.kind {
        StmtKind::LabelMark(label) => {
            found.insert(*label, alive.clone());
        }
        StmtKind::Block(block)
        | StmtKind::Contracted { body: block, .. }
        | StmtKind::While { body: block, .. }
        | StmtKind::DoWhile { body: block, .. }
        | StmtKind::Switch { body: block, .. } => find_labels(block, alive, found),
        StmtKind::If { then, otherwise, .. } => {
            find_labels(then, alive, found);
            otherwise.iter().for_each(|block| find_labels(block, alive, found));
        }
        StmtKind::For { start, body, .. } => {
            let outside = alive.len();
            alive.extend(&start.variables);
            find_labels(body, alive, found);
            alive.truncate(outside);
        }
        _ => {}
    }
}
