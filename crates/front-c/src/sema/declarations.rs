//! Declarations: typedefs, variables, function prototypes; at file scope and in blocks.

use super::Analyzer;
use super::attributes::Attributes;
use super::scopes::Entity;
use super::specifiers::Base;
use super::tree::{Initializer, Linkage, Stmt, StmtKind, Storage as TreeStorage, Variable, VariableId, VariableRole};
use crate::codes;
use crate::syntax::ast::{self, Declaration, ExternalItem, Identifier, InitDeclarator, Storage};
use crate::types::{ArrayLength, Qualified, TypeId, TypeKind};
use cairn_base::{Diagnostic, Span};
use num_bigint::BigInt;

impl Analyzer<'_> {
    pub(super) fn external_item(&mut self, item: &ExternalItem) {
        match item {
            ExternalItem::Function(definition) => self.function_definition(definition),
            ExternalItem::Declaration(declaration) => self.declaration(declaration, &mut Vec::new()),
            ExternalItem::StaticAssert(assertion) => self.static_assert(assertion),
            ExternalItem::Asm(asm) => self.program.unsupported.push((asm.span, "assembly outside of functions".into())),
            ExternalItem::Annotation(annotation) => self.file_annotation(annotation),
        }
    }
    pub(super) fn static_assert(&mut self, assertion: &ast::StaticAssert) {
        if self.constant_integer(&assertion.condition).is_some_and(|value| value == BigInt::ZERO) {
            let mut message = "the static assertion does not hold".to_string();
            if let Some(text) = &assertion.message {
                message = format!("{message}: {}", text.text());
            }
            self.error(codes::STATIC_ASSERTION, assertion.span, message);
        }
    }
    /// A declaration; what it does when control reaches it goes to `out`.
    pub(super) fn declaration(&mut self, declaration: &Declaration, out: &mut Vec<Stmt>) {
        let base = self.specifiers(&declaration.specifiers, declaration.declarators.is_empty());
        for item in &declaration.declarators {
            self.init_declarator(&declaration.specifiers, &base, item, out);
        }
        self.flush_lengths(out);
    }
    fn flush_lengths(&mut self, out: &mut Vec<Stmt>) {
        let lengths = self.take_lengths();
        out.extend(lengths.into_iter().map(|e| Stmt { span: e.span, kind: StmtKind::Expr(e) }));
    }
    fn init_declarator(
        &mut self,
        specifiers: &ast::Specifiers,
        base: &Base,
        item: &InitDeclarator,
        out: &mut Vec<Stmt>,
    ) {
        let Some(name) = item.declarator.name else { return };
        let own = self.attributes([&item.declarator.attributes[..], &item.attributes[..]]);
        let attributes = merged(&base.attributes, &own);
        let mut ty = self.declared_type(base.ty, &item.declarator);
        ty = self.attributed_type(ty, &own);
        self.flush_lengths(out);
        if specifiers.storage == Some(Storage::Typedef) {
            let direct = item.declarator.derivations.is_empty();
            let alignment = attributes.aligned.or(base.typedef_alignment.filter(|_| direct));
            if attributes.transparent_union {
                self.make_transparent(ty.ty);
            }
            return self.declare_typedef(name, ty, alignment);
        }
        if self.program.types.is_function(ty.ty) {
            return self.declare_function(specifiers, name, ty, &attributes, item);
        }
        if base.is_auto {
            return self.declare_auto(specifiers, name, ty, item, out);
        }
        self.declare_variable(specifiers, base, name, ty, &attributes, item, out);
    }
    fn make_transparent(&mut self, ty: TypeId) {
        if let Some(record) = self.program.types.record_of(ty)
            && let Some(members) = &mut self.types().records[record].members
        {
            members.attributes.transparent = true;
        }
    }
    fn declare_typedef(&mut self, name: Identifier, ty: Qualified, alignment: Option<u64>) {
        if let Some(earlier) = self.lookup_here(name.symbol).cloned() {
            // The same type may be named twice.
            let same = match &earlier {
                Entity::Typedef { ty: known, .. } => self.program.types.compatible(known.ty, ty.ty),
                _ => false,
            };
            if !same {
                self.redeclared(name, &earlier);
            }
        }
        let text = self.text(name.symbol);
        match *self.program.types.kind(ty.ty) {
            TypeKind::Record(id) => {
                let record = &mut self.types().records[id];
                if record.tag.is_none() && record.alias.is_none() {
                    record.alias = Some(text);
                }
            }
            TypeKind::Enum(id) => {
                let enumeration = &mut self.types().enums[id];
                if enumeration.tag.is_none() && enumeration.alias.is_none() {
                    enumeration.alias = Some(text);
                }
            }
            _ => {}
        }
        self.bind(name.symbol, Entity::Typedef { ty, alignment, span: name.span });
    }
    fn redeclared(&mut self, name: Identifier, earlier: &Entity) {
        let message = format!("`{}` is already declared as {}", self.text(name.symbol), earlier.word());
        let error = Diagnostic::error(codes::REDEFINED, message).at(name.span, "");
        self.report(error.and_at(earlier.span(), "declared here"));
    }
    fn declare_function(
        &mut self,
        specifiers: &ast::Specifiers,
        name: Identifier,
        ty: Qualified,
        attributes: &Attributes,
        item: &InitDeclarator,
    ) {
        if let Some(initializer) = &item.initializer {
            let _ = initializer;
            self.error(codes::BAD_INITIALIZER, item.span, "a function cannot be initialised");
        }
        if let Some(earlier @ (Entity::Typedef { .. } | Entity::Constant { .. })) =
            self.lookup_here(name.symbol).cloned()
        {
            self.redeclared(name, &earlier);
        }
        let internal = specifiers.storage == Some(Storage::Static) && self.at_file_scope();
        let known_internal = match self.unit_linked.get(&name.symbol) {
            Some(Entity::Function { id, .. }) => self.program.functions[*id].linkage == Linkage::Internal,
            _ => false,
        };
        let id = self.link_function(name.symbol, ty.ty, internal || known_internal, name.span);
        let visible = match self.unit_linked.get(&name.symbol) {
            Some(Entity::Function { ty, .. }) => *ty,
            _ => ty.ty,
        };
        let attributes = self.function_attributes(attributes, specifiers);
        self.merge_attributes(id, attributes);
        let contracts = std::mem::take(&mut self.pending_contracts);
        if !contracts.is_empty() || !item.clauses.is_empty() {
            self.declared_contract(id, item, &contracts);
        }
        self.bind(name.symbol, Entity::Function { id, ty: visible, span: name.span });
    }
    /// `__auto_type x = value;`
    fn declare_auto(
        &mut self,
        specifiers: &ast::Specifiers,
        name: Identifier,
        declared: Qualified,
        item: &InitDeclarator,
        out: &mut Vec<Stmt>,
    ) {
        let Some(ast::Initializer::Expression(expression)) = &item.initializer else {
            self.error(codes::BAD_INITIALIZER, item.span, "`__auto_type` needs an initialiser");
            return;
        };
        let value = self.value(expression);
        let ty = Qualified::new(value.ty, declared.qualifiers);
        let span = value.span;
        let is_static = self.function.is_none() || specifiers.storage == Some(Storage::Static);
        let value = if is_static { self.static_value(value) } else { value };
        let part =
            super::tree::InitItem { path: Vec::new(), ty: value.ty, value: super::tree::InitValue::Expr(value), span };
        let initializer = Initializer { zero_fill: false, items: vec![part], span };
        let id = if is_static {
            let id = self.link_variable(name.symbol, ty, false, false, name.span);
            self.program.variables[id].initializer = Some(initializer);
            self.program.variables[id].defined = true;
            id
        } else {
            let id = self.new_local(name, ty, false);
            let kind = StmtKind::Declare { variable: id, initializer: Some(initializer) };
            out.push(Stmt { kind, span: item.span });
            id
        };
        self.bind(name.symbol, Entity::Variable { id, ty, span: name.span });
    }

    #[allow(clippy::too_many_arguments)]
    fn declare_variable(
        &mut self,
        specifiers: &ast::Specifiers,
        base: &Base,
        name: Identifier,
        ty: Qualified,
        attributes: &Attributes,
        item: &InitDeclarator,
        out: &mut Vec<Stmt>,
    ) {
        let is_extern = specifiers.storage == Some(Storage::Extern);
        let is_static = specifiers.storage == Some(Storage::Static);
        let file_scope = self.at_file_scope();
        let linked = file_scope || is_extern;
        self.check_object_type(ty, name, item, linked);
        self.check_redeclaration(name, linked);
        let id = if linked {
            let known_internal = match self.unit_linked.get(&name.symbol) {
                Some(Entity::Variable { id, .. }) => self.program.variables[*id].linkage == Linkage::Internal,
                _ => false,
            };
            self.link_variable(name.symbol, ty, is_static || (is_extern && known_internal), is_extern, name.span)
        } else if is_static {
            self.new_static(name.symbol, ty, Linkage::None, name.span)
        } else {
            self.new_local(name, ty, specifiers.storage == Some(Storage::Register))
        };
        let visible = match self.unit_linked.get(&name.symbol) {
            Some(Entity::Variable { id: known, ty, .. }) if linked && *known == id => *ty,
            _ => ty,
        };
        self.bind(name.symbol, Entity::Variable { id, ty: visible, span: name.span });
        let variable = &mut self.program.variables[id];
        let aligned = attributes.aligned.max(base.aligned).max(base.typedef_alignment);
        variable.aligned = variable.aligned.max(aligned);
        variable.weak |= attributes.weak;
        if specifiers.is_thread_local && variable.storage == TreeStorage::Static {
            variable.storage = TreeStorage::ThreadLocal;
        }
        if let Some(span) = attributes.cleanup {
            out.push(Stmt { kind: StmtKind::Unsupported("the attribute `cleanup`".into()), span });
        }
        if attributes.alias.is_some() {
            self.program.unsupported.push((name.span, "a variable that is an alias".into()));
        }
        let defines = item.initializer.is_some() || !is_extern;
        if linked || is_static {
            self.define_static(id, name, visible, item, defines);
        } else {
            self.declare_automatic(id, name, ty, item, out);
        }
    }
    fn check_object_type(&mut self, ty: Qualified, name: Identifier, item: &InitDeclarator, linked: bool) {
        let types = &self.program.types;
        if types.is_void(ty.ty) {
            // `extern void symbol;` names an address, as linker scripts define them.
            let message = format!("the variable `{}` has the type `void`", self.names.text(name.symbol));
            if !linked {
                self.error(codes::BAD_DECLARATION, name.span, message);
            }
            return;
        }
        let completed =
            item.initializer.is_some() && matches!(types.kind(ty.ty), TypeKind::Array(_, ArrayLength::Unknown));
        if !linked && !completed && !types.is_complete(ty.ty) {
            let message = format!("`{}` has the incomplete type `{}`", self.names.text(name.symbol), types.show(ty.ty));
            self.error(codes::INCOMPLETE, name.span, message);
        }
        if linked && self.program.types.is_variably_modified(ty.ty) {
            self.error(codes::BAD_DECLARATION, name.span, "only locals can have variable lengths");
        }
    }
    fn check_redeclaration(&mut self, name: Identifier, linked: bool) {
        let Some(earlier) = self.lookup_here(name.symbol).cloned() else { return };
        let allowed = match &earlier {
            Entity::Variable { id, .. } => linked && self.program.variables[*id].linkage != Linkage::None,
            // Linking complains about functions.
            Entity::Function { .. } => linked,
            _ => false,
        };
        if !allowed {
            self.redeclared(name, &earlier);
        }
    }
    pub(super) fn new_local(&mut self, name: Identifier, ty: Qualified, register: bool) -> VariableId {
        let text = self.text(name.symbol);
        let id = self.program.variables.push(Variable {
            name: text,
            ty,
            storage: TreeStorage::Automatic,
            linkage: Linkage::None,
            role: VariableRole::Source,
            function: self.function.as_ref().map(|f| f.id),
            initializer: None,
            defined: true,
            address_taken: false,
            aligned: None,
            flexible_elements: 0,
            weak: false,
            register,
            span: name.span,
        });
        self.own_local(id);
        id
    }
    /// A static object, maybe with an initialiser, maybe tentative.
    fn define_static(&mut self, id: VariableId, name: Identifier, ty: Qualified, item: &InitDeclarator, defines: bool) {
        let Some(initializer) = &item.initializer else {
            let variable = &mut self.program.variables[id];
            if defines && !variable.defined {
                variable.defined = true;
                variable.span = name.span;
            }
            return;
        };
        let (initializer, shape) = self.initializer(ty, initializer, true);
        let earlier = self.program.variables[id].span;
        if self.program.variables[id].initializer.is_some() {
            let (old_weak, text) = (self.program.variables[id].weak, self.text(name.symbol));
            if !old_weak {
                let error = Diagnostic::error(codes::REDEFINED, format!("`{text}` is initialised twice"));
                self.report(error.at(name.span, "").and_at(earlier, "first here"));
                return;
            }
        }
        let variable = &mut self.program.variables[id];
        variable.initializer = Some(initializer);
        variable.defined = true;
        variable.span = name.span;
        variable.flexible_elements = shape.flexible_elements;
        self.complete_variable(id, name, shape.ty);
    }
    /// The initialiser gave an array its length.
    fn complete_variable(&mut self, id: VariableId, name: Identifier, ty: Qualified) {
        let known = self.program.variables[id].ty;
        if self.program.types.compatible(known.ty, ty.ty) {
            let composite = self.types().composite(known.ty, ty.ty);
            self.program.variables[id].ty = Qualified::new(composite, known.qualifiers);
        }
        let entity = Entity::Variable { id, ty, span: name.span };
        if self.program.variables[id].linkage != Linkage::None {
            self.unit_linked.insert(name.symbol, entity.clone());
        }
        self.bind(name.symbol, entity);
    }
    fn declare_automatic(
        &mut self,
        id: VariableId,
        name: Identifier,
        ty: Qualified,
        item: &InitDeclarator,
        out: &mut Vec<Stmt>,
    ) {
        let span: Span = item.span;
        let initializer = item.initializer.as_ref().map(|initializer| {
            let (initializer, shape) = self.initializer(ty, initializer, false);
            self.complete_variable(id, name, shape.ty);
            self.program.variables[id].flexible_elements = shape.flexible_elements;
            self.check_initializer_order(&initializer);
            initializer
        });
        out.push(Stmt { kind: StmtKind::Declare { variable: id, initializer }, span });
    }
}

/// Attributes of the specifiers hold for every declarator.
fn merged(base: &Attributes, own: &Attributes) -> Attributes {
    let mut all = own.clone();
    all.packed |= base.packed;
    all.aligned = all.aligned.max(base.aligned);
    all.noreturn |= base.noreturn;
    all.weak |= base.weak;
    all.constructor = all.constructor.or(base.constructor);
    all.destructor = all.destructor.or(base.destructor);
    all.pure |= base.pure;
    all.constant |= base.constant;
    all.malloc |= base.malloc;
    all.returns_nonnull |= base.returns_nonnull;
    all.nonnull = match (all.nonnull.take(), base.nonnull.clone()) {
        (Some(a), Some(b)) => Some(a.and(b)),
        (a, b) => a.or(b),
    };
    all.cleanup = all.cleanup.or(base.cleanup);
    all.transparent_union |= base.transparent_union;
    all.alias = all.alias.or_else(|| base.alias.clone());
    all
}
