//! Types, variables, properties, entries, and the lists of procedures.

use super::{Validator, Where};
use crate::layout::Layout;
use crate::program::{Initial, ProcId, VarId, VariableKind};
use crate::text::codes::{BAD_ENTRY, BAD_GLOBAL, BAD_ID, BAD_NAME, BAD_PROPERTY, BAD_SHAPE};
use crate::text::literal::{MAX_WIDTH, fits};
use crate::types::{RecordType, Style, Type, TypeId, TypeKind};
use crate::typing::is_storable;
use num_traits::Signed;
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Validator<'_> {
    // ---- types ----

    pub(super) fn types(&mut self) {
        let types = &self.program.types;
        for (id, ty) in types.iter() {
            let earlier = |component: &TypeId| component.0 < id.0;
            let components_exist = match &ty.kind {
                TypeKind::Array { index, element, .. } => earlier(index) && earlier(element),
                TypeKind::Record(r) | TypeKind::Union(r) => r.fields.iter().all(|f| earlier(&f.ty)),
                _ => true,
            };
            if !self.require(components_exist, BAD_ID, || "a type refers to a type that is not before it".into()) {
                return;
            }
        }
        let layout = Layout::new(types, self.program.target);
        for (id, ty) in types.iter() {
            if let Some(problem) = self.shape_problem(ty, &layout).or_else(|| self.style_problem(ty)) {
                let name = self.type_name(id);
                self.report(BAD_SHAPE, format!("type {name}: {problem}"));
            }
        }
    }
    fn shape_problem(&self, ty: &Type, layout: &Layout) -> Option<String> {
        match &ty.kind {
            TypeKind::Int(width) if *width == 0 || *width > MAX_WIDTH => {
                Some(format!("integers have 1 to {MAX_WIDTH} bits"))
            }
            TypeKind::Array { index, length, .. } => match (self.program.types.kind(*index), length) {
                (TypeKind::Int(width), Some(length)) if *width < 64 && *length > 1 << *width => {
                    Some(format!("an index of {width} bits does not reach {length} elements"))
                }
                (TypeKind::Int(_) | TypeKind::MathInt, _) => None,
                _ => Some("the index is not an integer".into()),
            },
            TypeKind::Record(record) => self.record_problem(record, layout, false),
            TypeKind::Union(union) => self.record_problem(union, layout, true),
            _ => None,
        }
    }
    fn record_problem(&self, record: &RecordType, layout: &Layout, union: bool) -> Option<String> {
        let mut names = FxHashSet::default();
        let mut extents = Vec::new();
        for field in &record.fields {
            if !field.name.is_empty() && !names.insert(&field.name) {
                return Some(format!("two components `{}`", field.name));
            }
            let storable = is_storable(&self.program.types, field.ty);
            if union && !storable {
                return Some(format!("member `{}` cannot live in memory", field.name));
            }
            // Components that cannot live in memory take no room.
            let size = if storable { layout.size(field.ty).unwrap_or(0) } else { 0 };
            match field.offset.checked_add(size) {
                Some(end) if end <= record.size => extents.push((field.offset, end, &field.name)),
                _ => return Some(format!("component `{}` does not lie inside {} bytes", field.name, record.size)),
            }
        }
        if union {
            return None;
        }
        extents.retain(|(start, end, _)| start < end);
        extents.sort();
        let overlap = extents.windows(2).find(|pair| pair[0].1 > pair[1].0)?;
        Some(format!("components `{}` and `{}` overlap", overlap[0].2, overlap[1].2))
    }
    fn style_problem(&self, ty: &Type) -> Option<String> {
        let is_integer = matches!(ty.kind, TypeKind::Int(_) | TypeKind::MathInt);
        let is_array = matches!(ty.kind, TypeKind::Array { .. });
        let suits = match &ty.display.style {
            Style::Plain => true,
            Style::Unsigned => matches!(ty.kind, TypeKind::Int(_)),
            Style::Hexadecimal | Style::Character | Style::Enumeration(_) | Style::Fixed(_) => is_integer,
            Style::FirstIndex(_) | Style::Text => is_array,
        };
        if !suits {
            return Some("its style does not fit its values".into());
        }
        match &ty.display.style {
            Style::Fixed(small) if !small.is_positive() => Some("a fixed-point step is positive".into()),
            Style::Enumeration(literals) => {
                let mut names = FxHashSet::default();
                let bad = literals.iter().find(|(number, name)| {
                    !names.insert(name.clone()) || matches!(ty.kind, TypeKind::Int(width) if !fits(number, width))
                });
                bad.map(|(_, name)| format!("literal `{name}` is there twice, or does not fit"))
            }
            _ => None,
        }
    }

    // ---- variables ----

    pub(super) fn variables(&mut self) {
        let program = self.program;
        let mut globals = FxHashSet::default();
        for (id, variable) in program.variables.iter() {
            self.place = Where { procedure: variable.procedure, span: variable.span, ..Where::default() };
            let name = &variable.name;
            if variable.kind == VariableKind::Global {
                self.require(globals.insert(name.clone()), BAD_NAME, || format!("two globals `{name}`"));
                self.require(variable.procedure.is_none(), BAD_ID, || format!("global `{name}` of a procedure"));
            }
            let procedure = variable.procedure.is_none_or(|p| program.procedures.get(p).is_some());
            self.require(procedure, BAD_ID, || format!("`{name}` belongs to a procedure that does not exist"));
            let stored = !variable.addressable || is_storable(&program.types, variable.ty);
            self.require(stored, BAD_GLOBAL, || format!("`{name}` cannot live in memory"));
            let aligned = variable.alignment.is_power_of_two();
            self.require(aligned, BAD_GLOBAL, || format!("`{name}` has an alignment that is no power of two"));
            self.initial(id);
        }
        self.place = Where::default();
        self.procedure_lists();
    }
    fn initial(&mut self, id: VarId) {
        let variable = &self.program.variables[id];
        let name = &variable.name;
        if variable.kind != VariableKind::Global {
            let zero = variable.initial == Initial::Zero;
            self.require(zero, BAD_GLOBAL, || format!("`{name}` is no global and has an initial value"));
            return;
        }
        let Initial::Value(value) = variable.initial else { return };
        if self.program.exprs.get(value).is_none() {
            return self.report(BAD_ID, format!("the initial value of `{name}` does not exist"));
        }
        let found = self.program.type_of(value);
        if !self.program.types.same_shape(found, variable.ty) {
            let (found, wanted) = (self.type_name(found), self.type_name(variable.ty));
            self.report(BAD_GLOBAL, format!("the initial value of `{name}` has type {found}, expected {wanted}"));
        }
        let constant = self.facts(value).constant;
        self.require(constant, BAD_GLOBAL, || format!("the initial value of `{name}` is not constant"));
        self.scope(&[value], &[], &|kind| kind == VariableKind::Global);
    }
    /// Names of procedures, and that their lists of variables fit the variables.
    fn procedure_lists(&mut self) {
        let program = self.program;
        let mut names = FxHashSet::default();
        let mut listed = vec![false; program.variables.len()];
        for (id, procedure) in program.procedures.iter() {
            self.place = Where { procedure: Some(id), span: procedure.span, ..Where::default() };
            let name = &procedure.name;
            self.require(names.insert(name.clone()), BAD_NAME, || format!("two procedures `{name}`"));
            let mut variables = FxHashSet::default();
            let lists = [
                (&procedure.parameters, VariableKind::Parameter),
                (&procedure.results, VariableKind::Result),
                (&procedure.locals, VariableKind::Local),
            ];
            for (list, kind) in lists {
                for variable in list {
                    self.listed_variable(id, *variable, kind, &mut variables, &mut listed);
                }
            }
        }
        self.place = Where::default();
        for (id, variable) in program.variables.iter() {
            let free = matches!(variable.kind, VariableKind::Global | VariableKind::Bound);
            // A procedure that lost its body may have lost its locals too.
            let unused = variable.kind == VariableKind::Local
                && variable.procedure.is_some_and(|p| !program.procedures[p].has_body());
            self.require(free || unused || listed[id.0 as usize], BAD_ID, || {
                format!("no procedure lists `{}`", variable.name)
            });
        }
    }
    fn listed_variable(
        &mut self,
        procedure: ProcId,
        id: VarId,
        kind: VariableKind,
        names: &mut FxHashSet<Arc<str>>,
        listed: &mut [bool],
    ) {
        let Some(variable) = self.program.variables.get(id) else {
            return self.report(BAD_ID, format!("{id:?} is listed and does not exist"));
        };
        let name = &variable.name;
        let owned = variable.kind == kind && variable.procedure == Some(procedure);
        self.require(owned, BAD_ID, || format!("`{name}` is listed where it does not belong"));
        let once = !std::mem::replace(&mut listed[id.0 as usize], true);
        self.require(once, BAD_ID, || format!("`{name}` is listed twice"));
        self.require(names.insert(name.clone()), BAD_NAME, || format!("two variables `{name}`"));
    }

    // ---- properties and entries ----

    pub(super) fn properties(&mut self) {
        let mut names = FxHashSet::default();
        for (_, property) in self.program.properties.iter() {
            let name = &property.name;
            self.place = Where { span: property.span, ..Where::default() };
            self.require(names.insert(name.clone()), BAD_NAME, || format!("two properties `{name}`"));
            self.require(!name.is_empty(), BAD_PROPERTY, || "a property without a name".into());
            let exists = property.procedure.is_none_or(|p| self.program.procedures.get(p).is_some());
            self.require(exists, BAD_PROPERTY, || format!("the procedure of property `{name}` does not exist"));
        }
        self.place = Where::default();
    }
    pub(super) fn entries(&mut self) {
        let mut seen = FxHashSet::default();
        for entry in &self.program.entries {
            match self.program.procedures.get(*entry) {
                None => self.report(BAD_ENTRY, format!("entry {entry:?} does not exist")),
                Some(procedure) => {
                    let name = &procedure.name;
                    self.place = Where { procedure: Some(*entry), span: procedure.span, ..Where::default() };
                    self.require(procedure.has_body(), BAD_ENTRY, || format!("entry `{name}` has no body"));
                    self.require(seen.insert(*entry), BAD_ENTRY, || format!("entry `{name}` is named twice"));
                }
            }
            self.place = Where::default();
        }
    }
}
