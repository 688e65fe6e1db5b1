//! Statements of small programs.

use super::small::{ARRAY_LENGTH, Generator, Helper};
use cairn_ir::{
    AllocationKind, Binary, Callee, CheckKind, Convert, ExprId, ExprKind, Origin, Place, Projection, Sign,
    StatementKind, Terminator, Value, VariableKind,
};

impl Generator {
    pub fn push(&mut self, kind: StatementKind) {
        self.program.push_statement(self.procedure, self.block, kind, Origin::default());
    }
    pub fn assign(&mut self, target: Place, value: ExprId) {
        self.push(StatementKind::Assign { target, value });
    }
    fn check(&mut self, kind: CheckKind, description: &str, condition: ExprId) {
        let property = self.program.add_property(kind, Some(self.procedure), description, None);
        self.push(StatementKind::Check { property, condition });
    }

    /// Statements until the fuel runs out; `depth` limits nested loops and branches.
    pub fn code(&mut self, depth: u32) {
        let count = self.random.u32(1..6);
        for _ in 0..count {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            match self.random.u32(0..22) {
                0..=3 => self.assign_byte(),
                4 => self.assign_boolean(),
                5 | 6 => self.assign_element(),
                7 => self.assign_component(),
                8 | 9 => self.assign_pointer(),
                10 | 11 => self.store(),
                12 | 13 => self.assertion(),
                14 => self.memory(),
                15 => self.input(),
                16 => self.call(),
                17 if depth > 0 => self.switch(depth),
                18 | 19 if depth > 0 => self.branch(depth),
                20 | 21 if depth > 0 && self.loops < 2 => self.repeat(depth),
                _ => self.rare(),
            }
        }
    }

    // ---- assignments ----

    fn assign_byte(&mut self) {
        let Some(target) = self.pick(&self.scope.bytes.clone()) else { return };
        if self.one_in(2) {
            return self.checked_arithmetic(Place::var(target));
        }
        let value = self.byte(2);
        self.assign(Place::var(target), value);
    }
    /// An operation with the check a language would imply.
    fn checked_arithmetic(&mut self, target: Place) {
        let (a, b) = (self.byte(1), self.byte(1));
        let sign = if self.random.bool() { Sign::Signed } else { Sign::Unsigned };
        let overflows = [
            (Binary::Add, Binary::AddOverflows(sign)),
            (Binary::Subtract, Binary::SubtractOverflows(sign)),
            (Binary::Multiply, Binary::MultiplyOverflows(sign)),
        ];
        let op = match self.random.u32(0..5) {
            0 => {
                let zero = self.program.int_const(self.types.byte, 0).expect("a byte");
                let condition = self.program.binary(Binary::NotEqual, b, zero).expect("bytes");
                self.check(CheckKind::DivisionByZero, "divisor must not be zero", condition);
                Binary::Divide(sign)
            }
            1 => {
                let width = self.program.int_const(self.types.byte, 8).expect("a byte");
                let condition = self.program.binary(Binary::Less(Sign::Unsigned), b, width).expect("bytes");
                self.check(CheckKind::Shift, "shift must be smaller than 8", condition);
                Binary::ShiftLeft
            }
            n => {
                let (op, predicate) = overflows[n as usize - 2];
                let overflow = self.program.binary(predicate, a, b).expect("bytes");
                let condition = self.program.not(overflow).expect("a Boolean");
                self.check(CheckKind::Overflow, "result must fit", condition);
                op
            }
        };
        let value = self.program.binary(op, a, b).expect("bytes");
        self.assign(target, value);
    }
    fn assign_boolean(&mut self) {
        let Some(target) = self.pick(&self.scope.booleans.clone()) else { return };
        let value = self.boolean(2);
        self.assign(Place::var(target), value);
    }
    fn assign_element(&mut self) {
        let Some(target) = self.pick(&self.scope.arrays.clone()) else { return };
        if self.one_in(5) {
            let items: Vec<ExprId> = (0..ARRAY_LENGTH).map(|_| self.byte(1)).collect();
            let kind = if self.random.bool() { ExprKind::ArrayOf(items) } else { ExprKind::ArrayFill(items[0]) };
            let value = self.program.add_expr(kind, self.types.array, None).expect("an array");
            return self.assign(Place::var(target), value);
        }
        let index = self.index(1);
        if !self.one_in(4) {
            let length = self.program.int_const(self.types.unsigned, ARRAY_LENGTH as i64).expect("a byte");
            let condition = self.program.binary(Binary::Less(Sign::Unsigned), index, length).expect("bytes");
            self.check(CheckKind::Index, "index must be in 0 .. 2", condition);
        }
        let value = self.byte(1);
        self.assign(Place::var(target).then(Projection::Index(index)), value);
    }
    fn assign_component(&mut self) {
        let Some(target) = self.pick(&self.scope.records.clone()) else { return };
        let place = Place::var(target);
        match self.random.u32(0..4) {
            0 => {
                let value = self.byte(2);
                self.assign(place.then(Projection::Field(0)), value);
            }
            1 => {
                let value = self.boolean(2);
                self.assign(place.then(Projection::Field(1)), value);
            }
            2 => {
                let (index, value) = (self.index(1), self.byte(1));
                self.assign(place.then(Projection::Field(2)).then(Projection::Index(index)), value);
            }
            _ => {
                let other = self.pick(&self.scope.records.clone()).unwrap_or(target);
                let (record, value) = (self.var(other), self.byte(1));
                let kind = ExprKind::WithField(record, 0, value);
                let value = self.program.add_expr(kind, self.types.record, None).expect("a record");
                self.assign(place, value);
            }
        }
    }

    // ---- memory ----

    fn assign_pointer(&mut self) {
        let Some(target) = self.pick(&self.scope.pointers.clone()) else { return };
        if !self.one_in(4) {
            let value = self.pointer(2);
            return self.assign(Place::var(target), value);
        }
        let t = self.types;
        let kind = if self.one_in(3) { AllocationKind::Stack } else { AllocationKind::Heap };
        let count = self.random.u32(0..3);
        // Arbitrary contents are an input.
        let narrow = self.program.types.unsigned(2);
        let arbitrary = self.in_main && self.loops == 0 && self.one_in(2) && self.spend(2 * count);
        let element = if arbitrary { narrow } else { t.byte };
        let count = if arbitrary || self.random.bool() {
            self.program.int_const(t.size, count).expect("a size")
        } else {
            let count = self.byte(1);
            let three = self.program.int_const(t.byte, 3).expect("a byte");
            let count = self.program.binary(Binary::BitAnd, count, three).expect("bytes");
            self.program.convert(Convert::ZeroExtend, count, t.size).expect("widening")
        };
        let (target, zeroed, alignment) = (Place::var(target), !arbitrary, 1);
        self.push(StatementKind::Allocate { target, element, count, zeroed, kind, alignment });
    }
    fn store(&mut self) {
        let pointer = self.pointer(2);
        let t = self.types;
        let (ty, bytes) =
            [(t.byte, 1), (t.byte, 1), (t.wide, 2), (t.boolean, 1), (t.record, 6)][self.random.usize(0..5)];
        if !self.one_in(3) {
            let condition = self.valid(pointer, bytes);
            self.check(CheckKind::Pointer, "pointer must be valid", condition);
        }
        let place = Place::deref(pointer, ty);
        if ty == t.byte {
            let value = self.byte(2);
            self.assign(place, value);
        } else if ty == t.boolean {
            let value = self.boolean(2);
            self.assign(place, value);
        } else if ty == t.wide {
            let value = self.byte(2);
            let value = self.program.convert(Convert::SignExtend, value, ty).expect("widening");
            self.assign(place, value);
        } else {
            let value = self.byte(2);
            self.assign(place.then(Projection::Field(0)), value);
        }
    }
    fn memory(&mut self) {
        let t = self.types;
        let bytes = self.random.i64(0..4);
        let bytes = self.program.int_const(t.size, bytes).expect("a size");
        let target = self.pointer(1);
        match self.random.u32(0..4) {
            0 => {
                let source = self.pointer(1);
                self.push(StatementKind::CopyMemory { target, source, bytes });
            }
            1 => {
                let value = self.byte(1);
                self.push(StatementKind::FillMemory { target, value, bytes });
            }
            2 => {
                if self.random.bool() {
                    let condition = self.program.unary(cairn_ir::Unary::PointerIsHeap, target).expect("a pointer");
                    self.check(CheckKind::Free, "only allocated objects are released", condition);
                }
                self.push(StatementKind::Release(target));
            }
            _ => {
                let locals = self.program.procedures[self.procedure].locals.clone();
                let variables = &self.program.variables;
                let locals: Vec<_> = locals.into_iter().filter(|v| variables[*v].addressable).collect();
                if let Some(variable) = self.pick(&locals) {
                    let dead = self.one_in(3);
                    self.push(if dead { StatementKind::Dead(variable) } else { StatementKind::Live(variable) });
                }
            }
        }
    }

    // ---- checks, inputs, calls ----

    fn assertion(&mut self) {
        let kinds = [CheckKind::Assertion, CheckKind::Assertion, CheckKind::Range, CheckKind::Reachable];
        let kind = kinds[self.random.usize(0..4)];
        let mut condition = self.boolean(3);
        if self.random.bool() {
            // More often true.
            let other = self.boolean(2);
            condition = self.program.binary(Binary::Or, condition, other).expect("Booleans");
        }
        self.check(kind, "something must hold", condition);
    }
    fn input(&mut self) {
        let t = self.types;
        if !self.in_main || self.loops > 0 {
            return self.assertion();
        }
        let bits = self.random.u32(1..4);
        if !self.spend(bits) {
            return self.assertion();
        }
        let (Some(byte), narrow) = (self.pick(&self.scope.bytes.clone()), self.program.types.unsigned(bits)) else {
            return;
        };
        let variable = self.hidden("input", narrow);
        self.push(StatementKind::Havoc { target: Place::var(variable) });
        let value = self.var(variable);
        let value = self.program.convert(Convert::ZeroExtend, value, t.byte).expect("widening");
        self.assign(Place::var(byte), value);
    }
    fn call(&mut self) {
        // Calls in nested loops would make executions long.
        let Some(helper) = self.pick(&self.helpers.clone()) else { return };
        if self.loops > 1 || (self.loops > 0 && helper.recursive) {
            return;
        }
        if self.one_in(5) {
            return self.call_indirect(helper);
        }
        self.call_helper(helper, None);
    }
    /// The first argument of a recursive helper is its depth, at most 3.
    fn first_argument(&mut self, helper: Helper) -> ExprId {
        let value = self.byte(1);
        if !helper.recursive {
            return value;
        }
        let three = self.program.int_const(self.types.byte, 3).expect("a byte");
        self.program.binary(Binary::BitAnd, value, three).expect("bytes")
    }
    pub fn call_helper(&mut self, helper: Helper, first: Option<ExprId>) {
        let first = first.unwrap_or_else(|| self.first_argument(helper));
        self.call_with(Callee::Direct(helper.procedure), first);
    }
    fn call_indirect(&mut self, helper: Helper) {
        let candidates: Vec<_> = self.helpers.iter().map(|h| h.procedure).collect();
        let ty = self.types.pointer;
        let other = self.pick(&candidates).unwrap_or(helper.procedure);
        let condition = self.boolean(1);
        let a = self.program.add_expr(ExprKind::ProcedureAddress(helper.procedure), ty, None).expect("a pointer");
        let b = self.program.add_expr(ExprKind::ProcedureAddress(other), ty, None).expect("a pointer");
        let pointer = self.program.if_else(condition, a, b).expect("pointers");
        let first = self.first_argument(Helper { recursive: true, ..helper });
        self.call_with(Callee::Indirect { pointer, candidates }, first);
    }
    fn call_with(&mut self, callee: Callee, first: ExprId) {
        let second = self.pointer(1);
        let t = self.types;
        let byte = match self.pick(&self.scope.bytes.clone()) {
            Some(variable) => variable,
            None => self.variable("x", t.byte, VariableKind::Local),
        };
        let boolean = match self.pick(&self.scope.booleans.clone()) {
            Some(variable) => variable,
            None => self.variable("x", t.boolean, VariableKind::Local),
        };
        let results = vec![Place::var(byte), Place::var(boolean)];
        self.push(StatementKind::Call { callee, arguments: vec![first, second], results });
    }
    fn rare(&mut self) {
        match self.random.u32(0..4) {
            0 => {
                let condition = self.boolean(2);
                self.push(StatementKind::Assume(condition));
            }
            1 => {
                let arguments = vec![self.byte(1)];
                self.push(StatementKind::Event { name: "event".into(), arguments });
            }
            _ => self.assign_byte(),
        }
    }

    // ---- control ----

    fn branch(&mut self, depth: u32) {
        let condition = self.boolean(2);
        let (then, otherwise, join) = (self.new_block(), self.new_block(), self.new_block());
        self.terminate(Terminator::Branch { condition, then, otherwise });
        for arm in [then, otherwise] {
            self.block = arm;
            self.code(depth - 1);
            // Sometimes an arm leaves.
            let leave = self.one_in(12);
            let end = if self.one_in(4) { Terminator::Stop } else { Terminator::Return };
            self.terminate(if leave { end } else { Terminator::Goto(join) });
        }
        self.block = join;
    }
    fn switch(&mut self, depth: u32) {
        let value = self.byte(1);
        let join = self.new_block();
        let mut cases = Vec::new();
        let mut arms = Vec::new();
        for _ in 0..self.random.u32(1..4) {
            let block = self.new_block();
            cases.push((Value::int(8, self.random.i64(-1..4)), block));
            arms.push(block);
        }
        let default = if self.random.bool() { join } else { arms[0] };
        self.terminate(Terminator::Switch { value, cases, default });
        for arm in arms {
            self.block = arm;
            self.code(depth - 1);
            self.terminate(Terminator::Goto(join));
        }
        self.block = join;
    }
    /// A loop with a counter that nothing else assigns, of at most 3 iterations.
    fn repeat(&mut self, depth: u32) {
        let t = self.types;
        let counter = self.hidden("i", t.byte);
        let zero = self.program.int_const(t.byte, 0).expect("a byte");
        self.assign(Place::var(counter), zero);
        let (head, body, exit) = (self.new_block(), self.new_block(), self.new_block());
        self.terminate(Terminator::Goto(head));
        self.block = head;
        let mut limit = self.program.int_const(t.byte, self.random.i64(1..4)).expect("a byte");
        if self.random.bool() {
            let (three, other) = (self.program.int_const(t.byte, 3).expect("a byte"), self.byte(1));
            limit = self.program.binary(Binary::BitAnd, other, three).expect("bytes");
        }
        let value = self.var(counter);
        let condition = self.program.binary(Binary::Less(Sign::Unsigned), value, limit).expect("bytes");
        self.terminate(Terminator::Branch { condition, then: body, otherwise: exit });
        self.block = body;
        self.loops += 1;
        self.scope.counters.push(counter);
        self.code(depth - 1);
        if self.one_in(4) {
            let condition = self.boolean(1);
            let go_on = self.new_block();
            self.terminate(Terminator::Branch { condition, then: exit, otherwise: go_on });
            self.block = go_on;
        }
        self.scope.counters.pop();
        self.loops -= 1;
        let one = self.program.int_const(t.byte, 1).expect("a byte");
        let value = self.var(counter);
        let next = self.program.binary(Binary::Add, value, one).expect("bytes");
        self.assign(Place::var(counter), next);
        self.terminate(Terminator::Goto(head));
        self.block = exit;
    }
}
