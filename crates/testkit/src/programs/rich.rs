//! Programs that use every construct of the program form, with many types and strange names. They are
//! well formed, but need not make sense: for tests of what only looks at programs.

use cairn_ir::{
    AllocationKind, BlockId, Callee, CheckKind, Display, Field, FloatFormat, Initial, Language, LoopContract, Origin,
    Place, ProcId, Program, Projection, PropertyId, RecordType, StatementKind, Style, Target, Terminator, TypeId,
    TypeKind, Value, VarId, VariableKind,
};
use num_rational::BigRational;
use std::sync::Arc;

/// A random program with all there is.
pub fn rich(seed: u64) -> Program {
    let mut rich = Rich::new(seed);
    rich.header();
    rich.types();
    rich.globals();
    rich.procedures();
    rich.program
}

pub struct Rich {
    pub random: fastrand::Rng,
    pub program: Program,
    /// Types to choose from.
    pub pool: Vec<TypeId>,
    /// Types whose values can live in memory.
    pub storable: Vec<TypeId>,
    pub procedure: Option<ProcId>,
    /// Variables visible now, bound ones last.
    pub visible: Vec<VarId>,
    /// Only constants are wanted.
    pub constant: bool,
    /// `old` may be used.
    pub in_ensures: bool,
    names: u32,
}

impl Rich {
    fn new(seed: u64) -> Self {
        Self {
            random: fastrand::Rng::with_seed(seed),
            program: Program::new(),
            pool: Vec::new(),
            storable: Vec::new(),
            procedure: None,
            visible: Vec::new(),
            constant: false,
            in_ensures: false,
            names: 0,
        }
    }
    pub fn one_in(&mut self, n: u32) -> bool {
        self.random.u32(0..n) == 0
    }
    pub fn choose<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.random.usize(0..items.len())].clone()
    }
    fn name(&mut self) -> String {
        self.names += 1;
        let strange = ["x", "goto", "a.b", "with space", "é", "i8", "not", "`", "%t", "X1"];
        format!("{}{}", self.choose(&strange), self.names)
    }
    fn header(&mut self) {
        self.program.language = self.choose(&[Language::Cairn, Language::Ada, Language::C, Language::Llvm]);
        self.program.target = Target { pointer_bytes: self.choose(&[4, 8]), big_endian: self.random.bool() };
    }

    // ---- types ----

    fn types(&mut self) {
        let types = &mut self.program.types;
        let mut pool = vec![types.bool(), types.int(8), types.unsigned(64), types.int(64), types.pointer()];
        pool.extend([types.math_int(), types.real(), types.int(1), types.int(200)]);
        pool.extend(FloatFormat::ALL.map(|format| types.float(format)));
        self.pool = pool;
        for _ in 0..self.random.u32(4..14) {
            let kind = self.type_kind();
            let style = self.style(&kind);
            let name = if self.random.bool() {
                // Two types may share a name.
                let name = if self.one_in(4) { "Twin".to_string() } else { self.name() };
                Some(name.into())
            } else {
                None
            };
            let ty = self.program.types.intern(kind, Display { name, style });
            self.pool.push(ty);
        }
        let types = &self.program.types;
        self.storable = self.pool.iter().copied().filter(|ty| cairn_ir::typing::is_storable(types, *ty)).collect();
    }
    fn type_kind(&mut self) -> TypeKind {
        match self.random.u32(0..8) {
            0 | 1 => TypeKind::Int(self.choose(&[1, 3, 8, 16, 32, 64, 100])),
            2 => TypeKind::MathInt,
            3 => TypeKind::Pointer,
            4 | 5 => {
                let index = self.index_type();
                let element = self.choose(&self.pool.clone());
                let length = if self.one_in(4) { None } else { Some(self.random.u64(0..2)) };
                TypeKind::Array { index, element, length }
            }
            6 => TypeKind::Record(Arc::new(self.record(false))),
            _ => TypeKind::Union(Arc::new(self.record(true))),
        }
    }
    fn index_type(&mut self) -> TypeId {
        let types = &self.program.types;
        let is_index = |ty: &TypeId| matches!(types.kind(*ty), TypeKind::Int(_) | TypeKind::MathInt);
        let candidates: Vec<TypeId> = self.pool.iter().copied().filter(is_index).collect();
        self.choose(&candidates)
    }
    fn record(&mut self, union: bool) -> RecordType {
        let mut fields: Vec<Field> = Vec::new();
        let mut end = 0;
        for n in 0..self.random.u32(u32::from(union)..4) {
            let ty = self.choose(&self.pool.clone());
            if union && !cairn_ir::typing::is_storable(&self.program.types, ty) {
                continue;
            }
            let name = if self.one_in(6) { String::new() } else { format!("{}{n}", self.choose(&["x", "old", "a b"])) };
            let offset = if union { 0 } else { end + self.random.u64(0..3) };
            let size = cairn_ir::layout::size_of(&self.program.types, self.program.target, ty);
            end = if union { size.max(end) } else { offset + size };
            fields.push(Field { name: name.into(), ty, offset });
        }
        RecordType { fields, size: end + self.random.u64(0..3) }
    }
    fn style(&mut self, kind: &TypeKind) -> Style {
        let enumeration = || {
            let literals = [(0, "Mon"), (-1, "two words"), (1, "if")];
            Style::Enumeration(literals.iter().map(|(n, name)| ((*n).into(), (*name).into())).collect())
        };
        match (kind, self.random.u32(0..6)) {
            (TypeKind::Int(width), 0) if *width > 1 => enumeration(),
            (TypeKind::MathInt, 0) => enumeration(),
            (TypeKind::Int(_) | TypeKind::MathInt, 1) => Style::Fixed(BigRational::new(1.into(), 8.into())),
            (TypeKind::MathInt, 2) => Style::Fixed(BigRational::new(2.into(), 3.into())),
            (TypeKind::Int(_) | TypeKind::MathInt, 3) => Style::Hexadecimal,
            (TypeKind::Int(_) | TypeKind::MathInt, 4) => Style::Character,
            (TypeKind::Int(_), 5) => Style::Unsigned,
            (TypeKind::Array { .. }, 0..=2) => Style::FirstIndex(self.random.i64(-2..3).into()),
            (TypeKind::Array { .. }, 3) => Style::Text,
            _ => Style::Plain,
        }
    }

    // ---- variables and procedures ----

    fn globals(&mut self) {
        for _ in 0..self.random.u32(2..8) {
            let ty = self.choose(&self.pool.clone());
            let name = self.name();
            let variable = self.program.add_variable(name, ty, VariableKind::Global, None);
            self.mark(variable);
            self.program.variables[variable].initial = match self.random.u32(0..3) {
                0 => Initial::Zero,
                1 => Initial::Arbitrary,
                _ => {
                    self.constant = true;
                    let value = self.expr(ty, 2);
                    self.constant = false;
                    Initial::Value(value)
                }
            };
            self.visible.push(variable);
        }
    }
    fn mark(&mut self, variable: VarId) {
        let storable = self.storable.contains(&self.program.variables[variable].ty);
        self.program.variables[variable].addressable = storable && self.random.bool();
        self.program.variables[variable].temporary = self.one_in(4);
        self.program.variables[variable].alignment = if self.one_in(4) { 8 } else { 1 };
    }
    fn procedures(&mut self) {
        let count = self.random.usize(1..4);
        let ids: Vec<ProcId> = (0..count)
            .map(|_| {
                let name = self.name();
                self.program.add_procedure(name)
            })
            .collect();
        for &id in &ids {
            for kind in [VariableKind::Parameter, VariableKind::Result, VariableKind::Local] {
                for n in 0..self.random.u32(0..4) {
                    let ty = self.choose(&self.pool.clone());
                    // Sometimes a name that hides a global.
                    let hidden = self.program.globals().next().map(|(_, v)| v.name.to_string());
                    let name = match hidden {
                        Some(hidden) if n == 0 && kind == VariableKind::Local => hidden,
                        _ => self.name(),
                    };
                    let variable = self.program.add_variable(name, ty, kind, Some(id));
                    self.mark(variable);
                }
            }
        }
        for id in ids {
            self.procedure(id);
        }
        let last = self.program.procedures.ids().last();
        self.program.entries = last.into_iter().collect();
    }
    fn procedure(&mut self, id: ProcId) {
        self.procedure = Some(id);
        let globals: Vec<VarId> = self.program.globals().map(|(id, _)| id).collect();
        let procedure = &self.program.procedures[id];
        let (results, locals) = (procedure.results.clone(), procedure.locals.clone());
        self.visible = globals.iter().chain(&procedure.parameters).copied().collect();
        let boolean = self.program.types.bool();
        for _ in 0..self.random.u32(0..3) {
            let requires = self.expr(boolean, 3);
            self.program.procedures[id].contract.requires.push(requires);
        }
        let before_results = self.visible.len();
        self.visible.extend(&results);
        self.in_ensures = true;
        for _ in 0..self.random.u32(0..3) {
            let ensures = self.expr(boolean, 3);
            self.program.procedures[id].contract.ensures.push(ensures);
        }
        self.in_ensures = false;
        // What may be assigned is said before the call, where there are no results yet.
        self.visible.truncate(before_results);
        if self.random.bool() {
            let assigns =
                (0..self.random.u32(0..3)).filter_map(|_| self.place()).map(|(place, _)| place.into()).collect();
            self.program.procedures[id].contract.assigns = Some(assigns);
        }
        self.visible.extend(results);
        if self.one_in(6) && id.0 as usize + 1 < self.program.procedures.len() {
            self.program.procedures[id].locals.clear();
            return;
        }
        self.visible.extend(locals);
        let count = self.random.u32(1..5);
        for n in 0..count {
            let label = if self.random.bool() { format!("b{n}") } else { format!("stop {n}") };
            self.program.add_block(id, label);
        }
        for n in 0..count {
            self.block(id, BlockId(n), count);
        }
    }
    fn block(&mut self, id: ProcId, block: BlockId, count: u32) {
        let boolean = self.program.types.bool();
        if self.one_in(3) {
            let contract = LoopContract {
                invariants: vec![self.expr(boolean, 3)],
                variants: vec![self.any_number(2)],
                assigns: self.random.bool().then(Vec::new),
                ..LoopContract::default()
            };
            self.program.procedures[id].blocks[block].loop_contract = Some(contract);
        }
        for _ in 0..self.random.u32(0..6) {
            if let Some(kind) = self.statement(id) {
                let origin = self.origin();
                self.program.push_statement(id, block, kind, origin);
            }
        }
        let terminator = self.terminator(count);
        let origin = self.origin();
        self.program.set_terminator(id, block, terminator, origin);
    }
    fn origin(&mut self) -> Origin {
        match self.random.u32(0..6) {
            0 => Origin::implied(None, "index \"check\""),
            1 => Origin::pass(None, "unwinding\n2"),
            _ => Origin::default(),
        }
    }
    fn terminator(&mut self, count: u32) -> Terminator {
        let mut block = || BlockId(self.random.u32(0..count));
        let (a, b) = (block(), block());
        match self.random.u32(0..5) {
            0 => Terminator::Return,
            1 => Terminator::Stop,
            2 => Terminator::Goto(a),
            3 => {
                let boolean = self.program.types.bool();
                Terminator::Branch { condition: self.expr(boolean, 3), then: a, otherwise: b }
            }
            _ => {
                let ty = {
                    let types = [self.program.types.int(8), self.program.types.unsigned(8)];
                    self.choose(&types)
                };
                let value = self.expr(ty, 2);
                let cases = vec![(Value::int(8, -1), a), (Value::int(8, 5), b)];
                Terminator::Switch { value, cases, default: a }
            }
        }
    }

    // ---- statements ----

    fn statement(&mut self, id: ProcId) -> Option<StatementKind> {
        let (boolean, pointer, size) =
            (self.program.types.bool(), self.program.types.pointer(), self.program.types.unsigned(64));
        let byte = {
            let types = [self.program.types.int(8), self.program.types.unsigned(8)];
            self.choose(&types)
        };
        Some(match self.random.u32(0..14) {
            0..=2 => {
                let (target, ty) = self.place()?;
                StatementKind::Assign { target, value: self.expr(ty, 3) }
            }
            3 => StatementKind::Havoc { target: self.place()?.0 },
            4 => StatementKind::Assume(self.expr(boolean, 3)),
            5 | 6 => StatementKind::Check { property: self.property(id), condition: self.expr(boolean, 3) },
            7 | 8 => self.call()?,
            9 => {
                let target = self.place_of(pointer)?;
                let element = self.choose(&self.storable.clone());
                let kind = self.choose(&[AllocationKind::Heap, AllocationKind::Stack]);
                let count = self.expr(size, 2);
                let alignment = self.choose(&[1, 4, 16]);
                StatementKind::Allocate { target, element, count, zeroed: self.random.bool(), kind, alignment }
            }
            10 => StatementKind::Release(self.expr(pointer, 2)),
            11 => {
                let locals = self.program.procedures[id].locals.clone();
                let local = locals.into_iter().find(|v| self.program.variables[*v].addressable)?;
                if self.random.bool() { StatementKind::Live(local) } else { StatementKind::Dead(local) }
            }
            12 => {
                let (target, bytes) = (self.expr(pointer, 2), self.expr(size, 2));
                match self.random.bool() {
                    true => StatementKind::CopyMemory { target, source: self.expr(pointer, 2), bytes },
                    false => StatementKind::FillMemory { target, value: self.expr(byte, 2), bytes },
                }
            }
            _ => {
                let types = self.pool.clone();
                let arguments = (0..self.random.u32(0..3)).map(|_| self.choose(&types)).collect::<Vec<_>>();
                let arguments = arguments.into_iter().map(|ty| self.expr(ty, 2)).collect();
                StatementKind::Event { name: "se\"nd".into(), arguments }
            }
        })
    }
    /// A new property, or one that exists already; of this procedure, of another, or of none.
    fn property(&mut self, id: ProcId) -> PropertyId {
        let existing: Vec<PropertyId> = self.program.properties.ids().collect();
        if !existing.is_empty() && self.one_in(3) {
            return self.choose(&existing);
        }
        let owner = match self.random.u32(0..8) {
            0 => None,
            1 => Some(ProcId(0)),
            _ => Some(id),
        };
        let kind = self.choose(CheckKind::ALL);
        let description = self.choose(&["must hold", "a \"quoted\" text", ""]);
        let property = self.program.add_property(kind, owner, description, None);
        if self.one_in(8) {
            self.program.properties[property].name = format!("other.{}", property.0).into();
        }
        property
    }
    fn call(&mut self) -> Option<StatementKind> {
        let procedures: Vec<ProcId> = self.program.procedures.ids().collect();
        let procedure = self.choose(&procedures);
        let (parameters, results) =
            (self.program.procedures[procedure].parameters.clone(), self.program.procedures[procedure].results.clone());
        let callee = if self.one_in(3) {
            let pointer = self.program.types.pointer();
            Callee::Indirect { pointer: self.expr(pointer, 2), candidates: vec![procedure] }
        } else {
            Callee::Direct(procedure)
        };
        let arguments = parameters.iter().map(|p| self.expr(self.program.variables[*p].ty, 2)).collect();
        let results: Option<Vec<Place>> =
            results.iter().map(|r| self.place_of(self.program.variables[*r].ty)).collect();
        Some(StatementKind::Call { callee, arguments, results: results? })
    }

    // ---- places ----

    /// A place with its type; `None` where there is no variable.
    pub fn place(&mut self) -> Option<(Place, TypeId)> {
        let assignable: Vec<VarId> =
            self.visible.iter().copied().filter(|v| self.program.variables[*v].kind != VariableKind::Bound).collect();
        let (mut place, mut ty) = if assignable.is_empty() || self.one_in(4) {
            let (pointer, ty) = (self.program.types.pointer(), self.choose(&self.storable.clone()));
            (Place::deref(self.expr(pointer, 1), ty), ty)
        } else {
            let variable = self.choose(&assignable);
            (Place::var(variable), self.program.variables[variable].ty)
        };
        while self.random.bool() {
            match self.program.types.kind(ty).clone() {
                TypeKind::Array { index, element, .. } => {
                    place = place.then(Projection::Index(self.expr(index, 1)));
                    ty = element;
                }
                TypeKind::Record(r) if !r.fields.is_empty() => {
                    let n = self.random.usize(0..r.fields.len());
                    place = place.then(Projection::Field(n as u32));
                    ty = r.fields[n].ty;
                }
                TypeKind::Union(r) if !r.fields.is_empty() => {
                    let n = self.random.usize(0..r.fields.len());
                    place = place.then(Projection::Member(n as u32));
                    ty = r.fields[n].ty;
                }
                _ => break,
            }
        }
        Some((place, ty))
    }
    fn place_of(&mut self, ty: TypeId) -> Option<Place> {
        let fits = |v: &&VarId| {
            let variable = &self.program.variables[**v];
            variable.kind != VariableKind::Bound && self.program.types.same_shape(variable.ty, ty)
        };
        let candidates: Vec<VarId> = self.visible.iter().filter(fits).copied().collect();
        if candidates.is_empty() || self.one_in(4) {
            if !self.storable.contains(&ty) {
                return None;
            }
            let pointer = self.program.types.pointer();
            return Some(Place::deref(self.expr(pointer, 1), ty));
        }
        Some(Place::var(self.choose(&candidates)))
    }
}
