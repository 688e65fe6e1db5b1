//! Linking: declarations of one name in one file, and of one external name in several files, mean one thing
//! (C17 6.2.2, 6.2.7, 6.9).
//!
//! Within a file types must be compatible, and the known type is the composite one. Between files the same holds, and the
//! message names both places. Tentative definitions merge; weak and inline definitions give way.

use super::Analyzer;
use super::scopes::Entity;
use super::tree::{Function, FunctionAttributes, FunctionId, Linkage, Storage, Variable, VariableId, VariableRole};
use crate::codes;
use crate::syntax::names::Symbol;
use crate::types::{ArrayLength, Qualified, TypeId, TypeKind};
use cairn_base::{Diagnostic, Span};

impl Analyzer<'_> {
    /// A variable with linkage is declared. `internal`: with `static`.
    pub(super) fn link_variable(
        &mut self,
        name: Symbol,
        ty: Qualified,
        internal: bool,
        is_extern: bool,
        span: Span,
    ) -> VariableId {
        if let Some(prior) = self.unit_linked.get(&name).cloned() {
            if let Entity::Variable { id, ty: known, span: earlier } = prior {
                self.check_linkage(name, self.program.variables[id].linkage, internal, is_extern, span, earlier);
                let merged = self.merge_variable(name, id, known, ty, span, earlier, codes::CONFLICT);
                self.unit_linked.insert(name, Entity::Variable { id, ty: merged, span });
                return id;
            }
            self.another_kind(name, span, prior.span());
        }
        let external = if internal { None } else { self.externals.get(&name).cloned() };
        let id = match external {
            Some(Entity::Variable { id, ty: known, span: earlier }) => {
                self.merge_variable(name, id, known, ty, span, earlier, codes::LINK);
                id
            }
            other => {
                if let Some(other) = other {
                    self.another_kind(name, span, other.span());
                }
                let linkage = if internal { Linkage::Internal } else { Linkage::External };
                self.new_static(name, ty, linkage, span)
            }
        };
        let entity = Entity::Variable { id, ty, span };
        self.unit_linked.insert(name, entity.clone());
        if !internal {
            self.externals.entry(name).or_insert(entity);
        }
        id
    }
    /// A variable that exists throughout; not yet defined.
    pub(super) fn new_static(&mut self, name: Symbol, ty: Qualified, linkage: Linkage, span: Span) -> VariableId {
        let name = self.text(name);
        self.program.variables.push(Variable {
            name,
            ty,
            storage: Storage::Static,
            linkage,
            role: VariableRole::Source,
            function: self.function.as_ref().map(|f| f.id).filter(|_| linkage == Linkage::None),
            initializer: None,
            defined: false,
            address_taken: false,
            aligned: None,
            flexible_elements: 0,
            weak: false,
            register: false,
            span,
        })
    }
    #[allow(clippy::too_many_arguments)]
    fn merge_variable(
        &mut self,
        name: Symbol,
        id: VariableId,
        known: Qualified,
        ty: Qualified,
        span: Span,
        earlier: Span,
        code: &'static str,
    ) -> Qualified {
        if !self.program.types.compatible(known.ty, ty.ty) {
            let message = format!(
                "`{}` has the type `{}` here and `{}` elsewhere",
                self.text(name),
                self.program.types.show_qualified(ty),
                self.program.types.show_qualified(known)
            );
            self.report(Diagnostic::error(code, message).at(span, "").and_at(earlier, "the other declaration"));
            return known;
        }
        let whole = self.program.variables[id].ty;
        if self.program.types.compatible(whole.ty, ty.ty) {
            let composite = self.types().composite(whole.ty, ty.ty);
            self.program.variables[id].ty = Qualified::new(composite, whole.qualifiers);
        }
        Qualified::new(self.types().composite(ty.ty, known.ty), ty.qualifiers)
    }
    fn check_linkage(
        &mut self,
        name: Symbol,
        known: Linkage,
        internal: bool,
        is_extern: bool,
        span: Span,
        earlier: Span,
    ) {
        let conflict = match known {
            Linkage::External => internal,
            Linkage::Internal => !internal && !is_extern,
            Linkage::None => false,
        };
        if conflict {
            let message = format!("`{}` is `static` in one declaration and not in another", self.text(name));
            let error = Diagnostic::error(codes::CONFLICT, message).at(span, "");
            self.report(error.and_at(earlier, "the other declaration"));
        }
    }
    fn another_kind(&mut self, name: Symbol, span: Span, earlier: Span) {
        let message = format!("`{}` is declared as a function and as a variable", self.text(name));
        self.report(Diagnostic::error(codes::CONFLICT, message).at(span, "").and_at(earlier, "the other declaration"));
    }

    /// A function is declared (or defined, which [`Self::link_definition`] notes).
    pub(super) fn link_function(&mut self, name: Symbol, ty: TypeId, internal: bool, span: Span) -> FunctionId {
        if let Some(prior) = self.unit_linked.get(&name).cloned() {
            if let Entity::Function { id, ty: known, span: earlier } = prior {
                if internal && self.program.functions[id].linkage == Linkage::External {
                    if self.program.functions[id].implicit {
                        self.program.functions[id].linkage = Linkage::Internal;
                    } else {
                        self.check_linkage(name, Linkage::External, true, false, span, earlier);
                    }
                }
                let merged = self.merge_function(name, id, known, ty, span, earlier);
                self.unit_linked.insert(name, Entity::Function { id, ty: merged, span });
                return id;
            }
            self.another_kind(name, span, prior.span());
        }
        let external = if internal { None } else { self.externals.get(&name).cloned() };
        let id = match external {
            Some(Entity::Function { id, span: earlier, .. }) if self.is_another_prototype(id, ty) => {
                let (text, types) = (self.text(name), &self.program.types);
                let known = types.show(self.program.functions[id].ty);
                let message = format!("`{text}` has the type `{}` here and `{known}` in another file", types.show(ty));
                let warning = Diagnostic::warning(codes::CONFLICT, message).at(span, "");
                self.report(warning.and_at(earlier, "the other declaration"));
                // Calls of the one that has no body mean the other, and are undefined.
                self.new_function(name, ty, Linkage::External, span)
            }
            Some(Entity::Function { id, span: earlier, .. }) => {
                let known = self.program.functions[id].ty;
                self.merge_function(name, id, known, ty, span, earlier);
                id
            }
            other => {
                if let Some(other) = other {
                    self.another_kind(name, span, other.span());
                }
                let linkage = if internal { Linkage::Internal } else { Linkage::External };
                self.new_function(name, ty, linkage, span)
            }
        };
        let entity = Entity::Function { id, ty, span };
        self.unit_linked.insert(name, entity.clone());
        if !internal {
            self.externals.entry(name).or_insert(entity);
        }
        id
    }
    /// Whether another file declares the function with a type that does not go with this one.
    fn is_another_prototype(&self, id: FunctionId, ty: TypeId) -> bool {
        let (function, types) = (&self.program.functions[id], &self.program.types);
        let prototypes =
            [function.ty, ty].into_iter().all(|ty| types.function_type(ty).is_some_and(|function| function.prototype));
        prototypes && !self.in_library && !function.implicit && !types.compatible(function.ty, ty)
    }
    pub(super) fn new_function(&mut self, name: Symbol, ty: TypeId, linkage: Linkage, span: Span) -> FunctionId {
        let name = self.text(name);
        self.push_function(&name, ty, linkage, span)
    }
    fn push_function(&mut self, name: &str, ty: TypeId, linkage: Linkage, span: Span) -> FunctionId {
        self.program.functions.push(Function {
            name: name.into(),
            ty,
            linkage,
            attributes: FunctionAttributes::default(),
            annotations: Vec::new(),
            implicit: false,
            parameters: Vec::new(),
            body: None,
            span,
        })
    }
    /// The type both declarations agree on. A function first called without a declaration takes the declared type.
    fn merge_function(
        &mut self,
        name: Symbol,
        id: FunctionId,
        known: TypeId,
        ty: TypeId,
        span: Span,
        earlier: Span,
    ) -> TypeId {
        let implicit = std::mem::replace(&mut self.program.functions[id].implicit, false);
        if self.program.types.compatible(known, ty) {
            let composite = self.types().composite(known, ty);
            self.program.functions[id].ty = composite;
            return composite;
        }
        // The library's types differ from those of the user's headers where no machine sees it.
        if self.in_library {
            return ty;
        }
        let types = &self.program.types;
        let lax = |a: TypeId, b: TypeId| match (types.function_type(a), types.function_type(b)) {
            (Some(f), Some(g)) => (!f.prototype || !g.prototype) && types.compatible(f.result, g.result),
            _ => false,
        };
        let text = self.texts.get(&name).cloned().unwrap_or_else(|| "?".into());
        let message = format!("`{text}` has the type `{}` here and `{}` elsewhere", types.show(ty), types.show(known));
        let diagnostic = if implicit || lax(known, ty) {
            Diagnostic::warning(codes::CONFLICT, message)
        } else {
            Diagnostic::error(codes::CONFLICT, message)
        };
        self.report(diagnostic.at(span, "").and_at(earlier, "the other declaration"));
        self.program.functions[id].ty = ty;
        ty
    }
    /// Declares a function that is called without a declaration.
    pub(super) fn implicit_function(&mut self, name: Symbol, ty: TypeId, span: Span) -> Entity {
        if let Some(entity @ Entity::Function { .. }) = self.unit_linked.get(&name) {
            return entity.clone();
        }
        let fresh = !self.externals.contains_key(&name);
        let id = match self.externals.get(&name) {
            // Another file knows it: its type there does not help this file's calls, nor does a guess there conflict.
            Some(Entity::Function { id, .. }) => *id,
            _ => self.new_function(name, ty, Linkage::External, span),
        };
        if fresh {
            self.program.functions[id].implicit = true;
        }
        let entity = Entity::Function { id, ty, span };
        self.unit_linked.insert(name, entity.clone());
        self.externals.entry(name).or_insert_with(|| entity.clone());
        entity
    }
    /// A library function no source mentions by its own name.
    pub(super) fn hidden_library_function(&mut self, name: &str, ty: TypeId, span: Span) -> FunctionId {
        let found = self.program.functions.iter().find(|(_, f)| &*f.name == name && f.linkage == Linkage::External);
        match found {
            Some((id, _)) => id,
            None => self.push_function(name, ty, Linkage::External, span),
        }
    }
    pub(super) fn defines_function(&self, name: Symbol) -> bool {
        match self.unit_linked.get(&name) {
            Some(Entity::Function { id, .. }) => self.program.functions[*id].body.is_some(),
            _ => false,
        }
    }
    /// Whether a new definition counts: weak and inline ones give way to others. A second strong one is an error.
    pub(super) fn link_definition(&mut self, id: FunctionId, new: &FunctionAttributes, span: Span) -> bool {
        let function = &self.program.functions[id];
        if function.body.is_none() {
            let is_same = |f: &&Function| f.name == function.name && f.linkage == Linkage::External;
            let others = self.program.functions.values().filter(|f| f.body.is_some() && function.linkage == f.linkage);
            let strong = others.filter(is_same).find(|f| !f.attributes.weak && !f.attributes.inline && !new.weak);
            if let Some(other) = strong.filter(|_| !self.in_library && !new.inline) {
                let message = format!("`{}` is defined twice", function.name);
                let error = Diagnostic::error(codes::REDEFINED, message).at(span, "");
                let error = error.and_at(other.span, "first here");
                self.report(error);
            }
            return true;
        }
        let old = &function.attributes;
        if self.in_library || new.weak || (new.inline && !old.weak) {
            return false;
        }
        if old.weak || old.inline {
            return true;
        }
        let message = format!("`{}` is defined twice", function.name);
        let error = Diagnostic::error(codes::REDEFINED, message).at(span, "").and_at(function.span, "first here");
        self.report(error);
        false
    }
    /// A tentative definition of an array without a length has one element.
    pub(super) fn finish_unit(&mut self) {
        for entity in self.unit_linked.values() {
            let Entity::Variable { id, .. } = entity else { continue };
            let variable = &self.program.variables[*id];
            if let (true, &TypeKind::Array(element, ArrayLength::Unknown)) =
                (variable.defined, self.program.types.kind(variable.ty.ty))
            {
                let qualifiers = variable.ty.qualifiers;
                let array = self.program.types.array(element, ArrayLength::Known(1));
                self.program.variables[*id].ty = Qualified::new(array, qualifiers);
            }
        }
    }
}
