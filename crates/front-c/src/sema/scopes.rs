//! Scopes: which entity a name means here. Ordinary names and tags are kept apart, labels belong to functions.

use super::Analyzer;
use super::tree::{FunctionId, VariableId};
use crate::syntax::names::Symbol;
use crate::types::{EnumId, Qualified, RecordId, TypeId};
use cairn_base::Span;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// What an ordinary name stands for. Types are those this file knows: another file, or a later declaration, may
/// know more.
#[derive(Clone, Debug)]
pub(crate) enum Entity {
    Variable { id: VariableId, ty: Qualified, span: Span },
    Function { id: FunctionId, ty: TypeId, span: Span },
    Typedef { ty: Qualified, alignment: Option<u64>, span: Span },
    Constant { ty: TypeId, value: BigInt, span: Span },
}

impl Entity {
    pub(crate) fn span(&self) -> Span {
        match self {
            Entity::Variable { span, .. }
            | Entity::Function { span, .. }
            | Entity::Typedef { span, .. }
            | Entity::Constant { span, .. } => *span,
        }
    }
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Entity::Variable { .. } => "a variable",
            Entity::Function { .. } => "a function",
            Entity::Typedef { .. } => "a type",
            Entity::Constant { .. } => "an enumeration constant",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) ordinary: FxHashMap<Symbol, Entity>,
    pub(crate) tags: FxHashMap<Symbol, Tag>,
}

impl Analyzer<'_> {
    pub(crate) fn lookup(&self, name: Symbol) -> Option<&Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.ordinary.get(&name))
    }
    pub(crate) fn lookup_here(&self, name: Symbol) -> Option<&Entity> {
        self.scopes.last().and_then(|scope| scope.ordinary.get(&name))
    }
    pub(crate) fn lookup_tag(&self, name: Symbol) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(&name)).copied()
    }
    pub(crate) fn lookup_tag_here(&self, name: Symbol) -> Option<Tag> {
        self.scopes.last().and_then(|scope| scope.tags.get(&name)).copied()
    }
    pub(crate) fn bind(&mut self, name: Symbol, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.ordinary.insert(name, entity);
        }
    }
    pub(crate) fn bind_tag(&mut self, name: Symbol, tag: Tag) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.tags.insert(name, tag);
        }
    }
    pub(crate) fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }
}
