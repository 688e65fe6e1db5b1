//! Expressions of small programs.

use super::small::{ARRAY_LENGTH, Generator};
use cairn_ir::{Binary, Convert, ExprId, ExprKind, Place, Projection, Sign, Unary};

impl Generator {
    pub fn byte_constant(&mut self) -> ExprId {
        let interesting = [0i64, 1, 2, 3, 7, 10, 100, 127, -1, -2, -128];
        let value = if self.random.bool() {
            interesting[self.random.usize(0..interesting.len())]
        } else {
            i64::from(self.random.i8(..))
        };
        self.program.int_const(self.types.byte, value).expect("a byte")
    }
    fn sign(&mut self) -> Sign {
        if self.random.bool() { Sign::Signed } else { Sign::Unsigned }
    }
    fn byte_variable(&mut self) -> ExprId {
        let mut all = self.scope.bytes.clone();
        all.extend(&self.scope.counters);
        match self.pick(&all) {
            Some(variable) => self.var(variable),
            None => self.byte_constant(),
        }
    }

    /// A byte.
    pub fn byte(&mut self, depth: u32) -> ExprId {
        if depth == 0 {
            return if self.one_in(3) { self.byte_constant() } else { self.byte_variable() };
        }
        match self.random.u32(0..14) {
            0..=2 => self.byte(0),
            3..=6 => {
                let (a, b) = (self.byte(depth - 1), self.byte(depth - 1));
                let op = self.byte_operator();
                self.program.binary(op, a, b).expect("bytes")
            }
            7 => {
                let a = self.byte(depth - 1);
                let op = if self.random.bool() { Unary::Negate } else { Unary::BitNot };
                self.program.unary(op, a).expect("a byte")
            }
            8 => {
                let (c, a, b) = (self.boolean(depth - 1), self.byte(depth - 1), self.byte(depth - 1));
                self.program.if_else(c, a, b).expect("bytes")
            }
            9 | 10 => self.element(depth),
            11 => self.component(depth),
            12 => self.load(depth),
            _ => self.narrowed(depth),
        }
    }
    fn byte_operator(&mut self) -> Binary {
        let sign = self.sign();
        let operators = [
            Binary::Add,
            Binary::Add,
            Binary::Subtract,
            Binary::Multiply,
            Binary::Divide(sign),
            Binary::Remainder(sign),
            Binary::Modulo,
            Binary::ShiftLeft,
            Binary::ShiftRight(sign),
            Binary::BitAnd,
            Binary::BitOr,
            Binary::BitXor,
        ];
        operators[self.random.usize(0..operators.len())]
    }
    fn element(&mut self, depth: u32) -> ExprId {
        let Some(variable) = self.pick(&self.scope.arrays.clone()) else { return self.byte(0) };
        let mut array = self.var(variable);
        if self.one_in(6) {
            let (index, value) = (self.index(depth - 1), self.byte(depth - 1));
            let ty = self.types.array;
            array = self.program.add_expr(ExprKind::Update(array, index, value), ty, None).expect("an array");
        }
        let index = self.index(depth - 1);
        self.program.index(array, index).expect("an array")
    }
    /// An index, in range more often than not.
    pub fn index(&mut self, depth: u32) -> ExprId {
        if self.one_in(3) {
            let value = self.random.u64(0..ARRAY_LENGTH) as i64;
            return self.program.int_const(self.types.unsigned, value).expect("a byte");
        }
        let index = self.byte(depth);
        let index = self.program.convert(Convert::Retype, index, self.types.unsigned).expect("a byte");
        if self.random.bool() {
            return index;
        }
        let three = self.program.int_const(self.types.unsigned, 3).expect("a byte");
        self.program.binary(Binary::Remainder(Sign::Unsigned), index, three).expect("bytes")
    }
    fn component(&mut self, depth: u32) -> ExprId {
        let Some(variable) = self.pick(&self.scope.records.clone()) else { return self.byte(0) };
        let record = self.var(variable);
        if self.random.bool() {
            return self.program.field(record, 0).expect("a record");
        }
        let array = self.program.field(record, 2).expect("a record");
        let index = self.index(depth - 1);
        self.program.index(array, index).expect("an array")
    }
    fn load(&mut self, depth: u32) -> ExprId {
        let pointer = self.pointer(depth - 1);
        match self.random.u32(0..4) {
            0 => {
                let wide = self.program.load(pointer, self.types.wide).expect("a load");
                self.program.convert(Convert::Truncate, wide, self.types.byte).expect("narrowing")
            }
            1 => {
                let boolean = self.program.load(pointer, self.types.boolean).expect("a load");
                self.program.convert(Convert::BoolToInt, boolean, self.types.byte).expect("a Boolean")
            }
            _ => self.program.load(pointer, self.types.byte).expect("a load"),
        }
    }
    /// A byte out of a wider computation, or of a pointer's offset.
    fn narrowed(&mut self, depth: u32) -> ExprId {
        let t = self.types;
        if self.one_in(3) {
            let pointer = self.pointer(depth - 1);
            let query = if self.random.bool() { Unary::PointerOffset } else { Unary::PointerObjectSize };
            let number = self.program.unary(query, pointer).expect("a pointer");
            return self.program.convert(Convert::Truncate, number, t.byte).expect("narrowing");
        }
        let convert = if self.random.bool() { Convert::ZeroExtend } else { Convert::SignExtend };
        let (a, b) = (self.byte(depth - 1), self.byte(depth - 1));
        let a = self.program.convert(convert, a, t.wide).expect("widening");
        let b = self.program.convert(convert, b, t.wide).expect("widening");
        let op = self.byte_operator();
        let wide = self.program.binary(op, a, b).expect("words");
        self.program.convert(Convert::Truncate, wide, t.byte).expect("narrowing")
    }

    /// A Boolean.
    pub fn boolean(&mut self, depth: u32) -> ExprId {
        if depth == 0 {
            return match self.pick(&self.scope.booleans.clone()) {
                Some(variable) => self.var(variable),
                None => {
                    let (a, b) = (self.byte(0), self.byte(0));
                    let sign = self.sign();
                    self.program.binary(Binary::Less(sign), a, b).expect("bytes")
                }
            };
        }
        match self.random.u32(0..12) {
            0..=4 => {
                let (a, b) = (self.byte(depth - 1), self.byte(depth - 1));
                let sign = self.sign();
                let operators = [Binary::Equal, Binary::NotEqual, Binary::Less(sign), Binary::LessEqual(sign)];
                let op = operators[self.random.usize(0..4)];
                self.program.binary(op, a, b).expect("bytes")
            }
            5 | 6 => {
                let (a, b) = (self.boolean(depth - 1), self.boolean(depth - 1));
                let operators = [Binary::And, Binary::Or, Binary::Xor, Binary::Implies, Binary::Equal];
                let op = operators[self.random.usize(0..5)];
                self.program.binary(op, a, b).expect("Booleans")
            }
            7 => {
                let a = self.boolean(depth - 1);
                self.program.not(a).expect("a Boolean")
            }
            8 => self.overflow(depth),
            9 => self.pointer_test(depth),
            10 => match (self.pick(&self.scope.arrays.clone()), self.pick(&self.scope.arrays.clone())) {
                (Some(a), Some(b)) => {
                    let (a, b) = (self.var(a), self.var(b));
                    self.program.binary(Binary::Equal, a, b).expect("arrays")
                }
                _ => self.boolean(0),
            },
            _ => match self.pick(&self.scope.records.clone()) {
                Some(variable) => {
                    let record = self.var(variable);
                    self.program.field(record, 1).expect("a record")
                }
                None => self.boolean(0),
            },
        }
    }
    fn overflow(&mut self, depth: u32) -> ExprId {
        let (a, b) = (self.byte(depth - 1), self.byte(depth - 1));
        let sign = self.sign();
        let predicates = [
            Binary::AddOverflows(sign),
            Binary::SubtractOverflows(sign),
            Binary::MultiplyOverflows(sign),
            Binary::DivideOverflows,
        ];
        let op = predicates[self.random.usize(0..4)];
        self.program.binary(op, a, b).expect("bytes")
    }
    fn pointer_test(&mut self, depth: u32) -> ExprId {
        let p = self.pointer(depth - 1);
        match self.random.u32(0..4) {
            0 => self.program.unary(Unary::PointerIsLive, p).expect("a pointer"),
            1 => self.program.unary(Unary::PointerIsHeap, p).expect("a pointer"),
            2 => self.valid(p, 1),
            _ => {
                let q = self.pointer(depth - 1);
                let operators = [Binary::Equal, Binary::SameObject, Binary::PointerLess, Binary::PointerLessEqual];
                let op = operators[self.random.usize(0..4)];
                self.program.binary(op, p, q).expect("pointers")
            }
        }
    }
    pub fn valid(&mut self, pointer: ExprId, bytes: i64) -> ExprId {
        let bytes = self.program.int_const(self.types.size, bytes).expect("a size");
        self.program.binary(Binary::PointerValid, pointer, bytes).expect("a pointer and a size")
    }

    /// A pointer: to a variable, to an element, into the heap, or to nothing.
    pub fn pointer(&mut self, depth: u32) -> ExprId {
        let t = self.types;
        if depth == 0 || self.one_in(2) {
            return match self.pick(&self.scope.pointers.clone()) {
                Some(variable) if !self.one_in(4) => self.var(variable),
                _ => self.address(),
            };
        }
        match self.random.u32(0..4) {
            0 => self.program.null(),
            1 => {
                let (c, a, b) = (self.boolean(depth - 1), self.pointer(depth - 1), self.pointer(depth - 1));
                self.program.if_else(c, a, b).expect("pointers")
            }
            2 => self.address(),
            _ => {
                let (pointer, index) = (self.pointer(depth - 1), self.byte(depth - 1));
                let index = self.program.convert(Convert::SignExtend, index, t.offset).expect("widening");
                let stride = self.random.u64(0..3);
                self.program.binary(Binary::PointerAdd { stride }, pointer, index).expect("a pointer")
            }
        }
    }
    fn address(&mut self) -> ExprId {
        let scope = &self.scope;
        let all: Vec<_> =
            scope.bytes.iter().chain(&scope.arrays).chain(&scope.records).chain(&scope.pointers).collect();
        let addressable: Vec<_> = all.into_iter().copied().filter(|v| self.program.variables[*v].addressable).collect();
        let Some(variable) = self.pick(&addressable) else { return self.program.null() };
        let mut place = Place::var(variable);
        let ty = self.program.variables[variable].ty;
        if ty == self.types.array && self.random.bool() {
            let index = self.index(0);
            place = place.then(Projection::Index(index));
        } else if ty == self.types.record && self.random.bool() {
            place = place.then(Projection::Field(self.random.u32(0..3)));
        }
        self.program.address_of(place).expect("an addressable variable")
    }
}
