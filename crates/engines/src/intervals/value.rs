//! Abstract values: what is known of a value of each type.
//!
//! Records have a value per component. Short arrays have one per element, others one for all elements together.
//! What is not tracked (wide integers, reals, unions, values of too many parts) is [`Abs::Unknown`].

use super::float::FloatSet;
use super::integer::{IntSet, MAX_WIDTH};
use super::math::MathSet;
use super::pointer::{Cell, PointerSet};
use super::thresholds::Thresholds;
use cairn_base::ids::Id;
use cairn_ir::{ArrayValue, Layout, Pointer, Program, TypeId, TypeKind, Value};
use std::rc::Rc;

/// Arrays of at most so many elements are tracked by element.
pub const MAX_ELEMENTS: u64 = 32;
/// Values of more parts than this are not tracked.
const MAX_PARTS: u64 = 256;

/// The types of a program, and how many parts an abstract value of each has.
pub struct Shapes<'p> {
    pub layout: Layout<'p>,
    parts: Vec<u64>,
}

impl<'p> Shapes<'p> {
    pub fn new(program: &'p Program) -> Self {
        let layout = Layout::new(&program.types, program.target);
        let mut shapes = Self { layout, parts: Vec::with_capacity(program.types.len()) };
        // Components are interned before the types made of them.
        for (_, ty) in program.types.iter() {
            let parts = match &ty.kind {
                TypeKind::Array { element, length, .. } => {
                    let all = length.map_or(u64::MAX, |n| shapes.parts(*element).saturating_mul(n));
                    if length.is_some_and(|n| n <= MAX_ELEMENTS) && all <= MAX_PARTS {
                        all
                    } else {
                        shapes.parts(*element)
                    }
                }
                TypeKind::Record(record) => {
                    record.fields.iter().fold(1u64, |sum, f| sum.saturating_add(shapes.parts(f.ty)))
                }
                _ => 1,
            };
            shapes.parts.push(parts);
        }
        shapes
    }
    fn parts(&self, ty: TypeId) -> u64 {
        self.parts.get(ty.index()).copied().unwrap_or(u64::MAX)
    }
    /// Whether an array type is tracked by element.
    pub fn by_element(&self, ty: TypeId) -> bool {
        match self.layout.kind(ty) {
            Some(TypeKind::Array { element, length: Some(n), .. }) => {
                *n <= MAX_ELEMENTS && self.parts(*element).saturating_mul(*n) <= MAX_PARTS
            }
            _ => false,
        }
    }
}

/// Which truth values are possible; never none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    True,
    False,
    Either,
}

impl Truth {
    pub fn known(value: Option<bool>) -> Self {
        match value {
            Some(true) => Truth::True,
            Some(false) => Truth::False,
            None => Truth::Either,
        }
    }
    pub fn value(self) -> Option<bool> {
        match self {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Either => None,
        }
    }
    pub fn can_be(self, value: bool) -> bool {
        self.value() != Some(!value)
    }
    pub fn join(self, other: Self) -> Self {
        if self == other { self } else { Truth::Either }
    }
    pub fn not(self) -> Self {
        Self::known(self.value().map(|v| !v))
    }
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Either,
        }
    }
    pub fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }
    pub fn xor(self, other: Self) -> Self {
        Self::known(self.value().zip(other.value()).map(|(a, b)| a != b))
    }
    pub fn meet(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Truth::Either, x) | (x, Truth::Either) => Some(x),
            (a, b) => (a == b).then_some(a),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Abs {
    Bool(Truth),
    Int(IntSet),
    Float(FloatSet),
    Math(MathSet),
    Pointer(PointerSet),
    Record(Rc<Vec<Abs>>),
    /// An element each.
    Elements(Rc<Vec<Abs>>),
    /// One value for every element.
    Summary(Rc<Abs>),
    Unknown,
}

/// How a value without knowledge is filled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fill {
    /// Any value there can be.
    Any,
    /// Any value an input can have: its pointers have no object.
    Input,
    Zero,
}

fn filled(shapes: &Shapes, ty: TypeId, fill: Fill) -> Abs {
    let Some(kind) = shapes.layout.kind(ty) else { return Abs::Unknown };
    let zero = fill == Fill::Zero;
    match kind {
        TypeKind::Bool => Abs::Bool(if zero { Truth::False } else { Truth::Either }),
        TypeKind::Int(width) if *width <= MAX_WIDTH => {
            Abs::Int(if zero { IntSet::constant(*width, 0) } else { IntSet::any(*width) })
        }
        TypeKind::Float(format) => {
            Abs::Float(if zero { FloatSet::constant(*format, 0) } else { FloatSet::any(*format) })
        }
        TypeKind::MathInt => Abs::Math(if zero { MathSet::range((0, 0)) } else { MathSet::ANY }),
        TypeKind::Pointer => Abs::Pointer(match fill {
            Fill::Any => PointerSet::any(),
            Fill::Input => PointerSet::any_nowhere(),
            Fill::Zero => PointerSet::nowhere(0),
        }),
        TypeKind::Record(record) if shapes.parts(ty) <= MAX_PARTS => {
            Abs::Record(Rc::new(record.fields.iter().map(|f| filled(shapes, f.ty, fill)).collect()))
        }
        TypeKind::Array { element, length, .. } => {
            let item = filled(shapes, *element, fill);
            match length {
                Some(n) if shapes.by_element(ty) => Abs::Elements(Rc::new(vec![item; *n as usize])),
                _ => Abs::Summary(Rc::new(item)),
            }
        }
        _ => Abs::Unknown,
    }
}
pub fn any(shapes: &Shapes, ty: TypeId) -> Abs {
    filled(shapes, ty, Fill::Any)
}
/// What an input can be: pointers in it point to nothing. (A union may hold no pointers either, but what it
/// holds is not tracked.)
pub fn input(shapes: &Shapes, ty: TypeId) -> Abs {
    filled(shapes, ty, Fill::Input)
}
pub fn zero(shapes: &Shapes, ty: TypeId) -> Abs {
    filled(shapes, ty, Fill::Zero)
}

pub fn constant(shapes: &Shapes, value: &Value, ty: TypeId) -> Abs {
    match (value, shapes.layout.kind(ty)) {
        (Value::Bool(b), _) => Abs::Bool(Truth::known(Some(*b))),
        (Value::Int(bits), _) => match bits.small_signed() {
            Some(small) if bits.width() > 0 => Abs::Int(IntSet::constant(bits.width(), small.into())),
            _ => Abs::Unknown,
        },
        (Value::Float(format, encoding), _) => Abs::Float(FloatSet::constant(*format, *encoding)),
        (Value::MathInt(number), _) => Abs::Math(MathSet::constant(number)),
        (Value::Pointer(Pointer { object: None, offset }), _) => Abs::Pointer(PointerSet::nowhere(*offset)),
        (Value::Record(items), Some(TypeKind::Record(record)))
            if items.len() == record.fields.len() && shapes.parts(ty) <= MAX_PARTS =>
        {
            let pairs = items.iter().zip(&record.fields);
            Abs::Record(Rc::new(pairs.map(|(item, field)| constant(shapes, item, field.ty)).collect()))
        }
        (Value::Array(array), Some(TypeKind::Array { element, length, .. })) => {
            constant_array(shapes, array, *element, *length, shapes.by_element(ty))
        }
        _ => any(shapes, ty),
    }
}
fn constant_array(shapes: &Shapes, array: &ArrayValue, element: TypeId, length: Option<u64>, each: bool) -> Abs {
    let item = |value: &Value| constant(shapes, value, element);
    match (array, length) {
        (ArrayValue::Dense(items), Some(n)) if each && items.len() as u64 == n => {
            Abs::Elements(Rc::new(items.iter().map(item).collect()))
        }
        (ArrayValue::Dense(items), _) => {
            let all = items.iter().map(item).reduce(|a, b| a.join(&b));
            Abs::Summary(Rc::new(all.unwrap_or_else(|| any(shapes, element))))
        }
        (ArrayValue::Sparse { default, entries }, _) => {
            let all = entries.values().map(item).fold(item(default), |a, b| a.join(&b));
            Abs::Summary(Rc::new(all))
        }
    }
}

fn zip(a: &Rc<Vec<Abs>>, b: &Rc<Vec<Abs>>, f: &dyn Fn(&Abs, &Abs) -> Abs) -> Rc<Vec<Abs>> {
    if Rc::ptr_eq(a, b) {
        return Rc::clone(a);
    }
    Rc::new(a.iter().zip(b.iter()).map(|(x, y)| f(x, y)).collect())
}

impl Abs {
    pub fn join(&self, other: &Abs) -> Abs {
        match (self, other) {
            (Abs::Bool(a), Abs::Bool(b)) => Abs::Bool(a.join(*b)),
            (Abs::Int(a), Abs::Int(b)) if a.width() == b.width() => Abs::Int(a.join(b)),
            (Abs::Float(a), Abs::Float(b)) if a.format == b.format => Abs::Float(a.join(b)),
            (Abs::Math(a), Abs::Math(b)) => Abs::Math(a.join(b)),
            (Abs::Pointer(a), Abs::Pointer(b)) => Abs::Pointer(a.join(b)),
            (Abs::Record(a), Abs::Record(b)) if a.len() == b.len() => Abs::Record(zip(a, b, &Abs::join)),
            (Abs::Elements(a), Abs::Elements(b)) if a.len() == b.len() => Abs::Elements(zip(a, b, &Abs::join)),
            (Abs::Summary(a), Abs::Summary(b)) if Rc::ptr_eq(a, b) => self.clone(),
            (Abs::Summary(a), Abs::Summary(b)) => Abs::Summary(Rc::new(a.join(b))),
            _ => Abs::Unknown,
        }
    }
    /// Grows to a value that holds both, so that repeating it comes to an end.
    pub fn widen(&self, other: &Abs, at: &Thresholds) -> Abs {
        match (self, other) {
            (Abs::Int(a), Abs::Int(b)) if a.width() == b.width() => Abs::Int(at.widen_int(a, b)),
            (Abs::Float(a), Abs::Float(b)) if a.format == b.format => Abs::Float(at.widen_float(a, b)),
            (Abs::Math(a), Abs::Math(b)) => Abs::Math(at.widen_math(a, b)),
            (Abs::Pointer(a), Abs::Pointer(b)) => Abs::Pointer(a.widen(b, &|x, y| at.widen_int(x, y))),
            (Abs::Record(a), Abs::Record(b)) if a.len() == b.len() => Abs::Record(zip(a, b, &|x, y| x.widen(y, at))),
            (Abs::Elements(a), Abs::Elements(b)) if a.len() == b.len() => {
                Abs::Elements(zip(a, b, &|x, y| x.widen(y, at)))
            }
            (Abs::Summary(a), Abs::Summary(b)) if !Rc::ptr_eq(a, b) => Abs::Summary(Rc::new(a.widen(b, at))),
            _ => self.join(other),
        }
    }
    /// What both say of a scalar; `self` for others. None if nothing satisfies both.
    pub fn meet(&self, other: &Abs) -> Option<Abs> {
        match (self, other) {
            (Abs::Bool(a), Abs::Bool(b)) => a.meet(*b).map(Abs::Bool),
            (Abs::Int(a), Abs::Int(b)) if a.width() == b.width() => a.meet(b).map(Abs::Int),
            (Abs::Float(a), Abs::Float(b)) if a.format == b.format => a.meet(b).map(Abs::Float),
            (Abs::Math(a), Abs::Math(b)) => a.meet(b).map(Abs::Math),
            (Abs::Pointer(a), Abs::Pointer(b)) => a.meet(b).map(Abs::Pointer),
            _ => Some(self.clone()),
        }
    }
    pub fn is_within(&self, other: &Abs) -> bool {
        let all = |a: &[Abs], b: &[Abs]| a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.is_within(y));
        match (self, other) {
            (_, Abs::Unknown) => true,
            (Abs::Bool(a), Abs::Bool(b)) => *b == Truth::Either || a == b,
            (Abs::Int(a), Abs::Int(b)) => a.width() == b.width() && a.is_within(b),
            (Abs::Float(a), Abs::Float(b)) => a.format == b.format && a.is_within(b),
            (Abs::Math(a), Abs::Math(b)) => a.is_within(b),
            (Abs::Pointer(a), Abs::Pointer(b)) => a.is_within(b),
            (Abs::Record(a), Abs::Record(b)) | (Abs::Elements(a), Abs::Elements(b)) => Rc::ptr_eq(a, b) || all(a, b),
            (Abs::Summary(a), Abs::Summary(b)) => Rc::ptr_eq(a, b) || a.is_within(b),
            _ => false,
        }
    }
    pub fn truth(&self) -> Truth {
        match self {
            Abs::Bool(truth) => *truth,
            _ => Truth::Either,
        }
    }
    pub fn int(&self) -> Option<&IntSet> {
        match self {
            Abs::Int(set) => Some(set),
            _ => None,
        }
    }
    /// The pointers it can be; values that are not tracked can be any.
    pub fn pointers(&self) -> PointerSet {
        match self {
            Abs::Pointer(set) => set.clone(),
            _ => PointerSet::any(),
        }
    }
    /// Forgets the objects of cells that end; none if it has none.
    pub fn forgetting(&self, gone: &dyn Fn(Cell) -> bool) -> Option<Abs> {
        let inside = |items: &Rc<Vec<Abs>>| {
            let mut changed = None;
            for (i, item) in items.iter().enumerate() {
                if let Some(new) = item.forgetting(gone) {
                    changed.get_or_insert_with(|| items.to_vec())[i] = new;
                }
            }
            changed.map(Rc::new)
        };
        match self {
            Abs::Pointer(set) => set.forgetting(gone).map(Abs::Pointer),
            Abs::Record(items) => inside(items).map(Abs::Record),
            Abs::Elements(items) => inside(items).map(Abs::Elements),
            Abs::Summary(item) => item.forgetting(gone).map(|item| Abs::Summary(Rc::new(item))),
            _ => None,
        }
    }
}
