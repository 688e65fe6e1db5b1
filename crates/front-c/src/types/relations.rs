//! Compatible and composite types (C17 6.2.7, 6.7.6).
//!
//! Records of different translation units are compatible if they have the same tag and the same members; the
//! comparison assumes pairs it is already comparing, so recursive structures end.

use super::{ArrayLength, FunctionType, Integer, Qualified, RecordId, TypeId, TypeKind, Types};

/// Pairs of records that are being compared.
type Assumed = Vec<(RecordId, RecordId)>;

impl Types {
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        self.compatible_under(a, b, &mut Vec::new())
    }
    pub fn compatible_qualified(&self, a: Qualified, b: Qualified) -> bool {
        a.qualifiers == b.qualifiers && self.compatible(a.ty, b.ty)
    }
    fn qualified_under(&self, a: Qualified, b: Qualified, assumed: &mut Assumed) -> bool {
        a.qualifiers == b.qualifiers && self.compatible_under(a.ty, b.ty, assumed)
    }
    fn compatible_under(&self, a: TypeId, b: TypeId, assumed: &mut Assumed) -> bool {
        if a == b {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (TypeKind::Error, _) | (_, TypeKind::Error) => true,
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => self.qualified_under(*x, *y, assumed),
            (TypeKind::Array(x, n), TypeKind::Array(y, m)) => {
                let lengths = match (n, m) {
                    (ArrayLength::Known(n), ArrayLength::Known(m)) => n == m,
                    _ => true,
                };
                lengths && self.qualified_under(*x, *y, assumed)
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => self.compatible_functions(f, g, assumed),
            (TypeKind::Enum(x), TypeKind::Enum(y)) => {
                let (x, y) = (&self.enums[*x], &self.enums[*y]);
                x.tag == y.tag && x.members == y.members && x.members.is_some()
            }
            (TypeKind::Enum(_), TypeKind::Integer(integer)) => self.integer_of(a) == Some(*integer),
            (TypeKind::Integer(integer), TypeKind::Enum(_)) => self.integer_of(b) == Some(*integer),
            (TypeKind::Record(x), TypeKind::Record(y)) => self.compatible_records(*x, *y, assumed),
            (TypeKind::Vector(x, n), TypeKind::Vector(y, m)) => n == m && self.compatible_under(*x, *y, assumed),
            _ => false,
        }
    }
    fn compatible_records(&self, x: RecordId, y: RecordId, assumed: &mut Assumed) -> bool {
        if assumed.contains(&(x, y)) {
            return true;
        }
        let (a, b) = (&self.records[x], &self.records[y]);
        // Only records of different files can meet here under one tag; in one file a tag names one record.
        if a.kind != b.kind || a.tag != b.tag || (a.tag.is_none() && a.alias != b.alias) {
            return false;
        }
        let (Some(m), Some(n)) = (&a.members, &b.members) else { return true };
        assumed.push((x, y));
        m.fields.len() == n.fields.len()
            && m.size == n.size
            && m.fields.iter().zip(&n.fields).all(|(f, g)| {
                f.name == g.name
                    && f.bits == g.bits
                    && f.bit_offset == g.bit_offset
                    && self.qualified_under(f.ty, g.ty, assumed)
            })
    }
    fn compatible_functions(&self, f: &FunctionType, g: &FunctionType, assumed: &mut Assumed) -> bool {
        if !self.compatible_under(f.result, g.result, assumed) {
            return false;
        }
        match (f.prototype, g.prototype) {
            (true, true) => {
                f.variadic == g.variadic
                    && f.parameters.len() == g.parameters.len()
                    && f.parameters.iter().zip(&g.parameters).all(|(p, q)| self.compatible_under(*p, *q, assumed))
            }
            (true, false) => self.survives_promotion(f),
            (false, true) => self.survives_promotion(g),
            (false, false) => true,
        }
    }
    /// Whether a prototype goes with a declaration without one: no parameter that promotion would change.
    fn survives_promotion(&self, function: &FunctionType) -> bool {
        !function.variadic
            && function.parameters.iter().all(|&p| match self.kind(p) {
                TypeKind::Float(super::Float::Float) | TypeKind::Bool => false,
                TypeKind::Integer(integer) => integer.rank() >= Integer::Int.rank(),
                _ => true,
            })
    }
    /// A type compatible with both that knows what either knows. Assumes they are compatible.
    pub fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        match (self.kind(a).clone(), self.kind(b).clone()) {
            (TypeKind::Array(x, n), TypeKind::Array(y, m)) => {
                let element = Qualified::new(self.composite(x.ty, y.ty), x.qualifiers);
                let length = match (n, m) {
                    (ArrayLength::Known(_), _) => n,
                    (_, ArrayLength::Known(_)) => m,
                    (ArrayLength::Variable(_), _) => n,
                    (_, ArrayLength::Variable(_)) => m,
                    (ArrayLength::Star, _) | (_, ArrayLength::Star) => ArrayLength::Star,
                    _ => n,
                };
                self.array(element, length)
            }
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => {
                let pointee = Qualified::new(self.composite(x.ty, y.ty), x.qualifiers);
                self.pointer(pointee)
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => {
                let result = self.composite(f.result, g.result);
                let (shape, parameters) = match (f.prototype, g.prototype) {
                    (true, true) if f.parameters.len() == g.parameters.len() => {
                        let pairs = f.parameters.iter().zip(&g.parameters);
                        (&f, pairs.map(|(&p, &q)| self.composite(p, q)).collect())
                    }
                    (false, true) => (&g, g.parameters.clone()),
                    _ => (&f, f.parameters.clone()),
                };
                let (variadic, prototype) = (shape.variadic, shape.prototype);
                self.function(FunctionType { result, parameters, variadic, prototype })
            }
            // The complete one of two records of different files.
            (TypeKind::Record(x), TypeKind::Record(_)) if self.records[x].members.is_none() => b,
            (TypeKind::Error, _) => b,
            _ => a,
        }
    }
}
