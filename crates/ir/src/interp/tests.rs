//! Programs made with the builder, run and judged. [`Sketch`] is a procedure under construction.

mod calls;
mod control;
mod memory;
mod random;
mod robust;
mod text;
mod traces;

use super::*;
use crate::check::CheckKind;
use crate::expr::{Binary, ExprKind, Place, Sign, Unary};
use crate::program::{Callee, Initial, Origin, StatementKind, Terminator, VarId, VariableKind};
use crate::types::{TypeId, TypeKind};
use crate::value::Value;

/// A program with one procedure `main` and a current block to which statements are added.
struct Sketch {
    p: Program,
    main: ProcId,
    block: BlockId,
}

impl Sketch {
    fn new() -> Self {
        let mut p = Program::new();
        let main = p.add_procedure("main");
        p.entries.push(main);
        let block = p.add_block(main, "start");
        p.set_terminator(main, block, Terminator::Return, Origin::default());
        Self { p, main, block }
    }
    fn add(&mut self, kind: StatementKind) {
        self.p.push_statement(self.main, self.block, kind, Origin::default());
    }
    fn end(&mut self, terminator: Terminator) {
        self.p.set_terminator(self.main, self.block, terminator, Origin::default());
    }
    fn block(&mut self, label: &str) -> BlockId {
        let block = self.p.add_block(self.main, label);
        self.p.set_terminator(self.main, block, Terminator::Return, Origin::default());
        block
    }
    fn variable(&mut self, name: &str, ty: TypeId, kind: VariableKind) -> VarId {
        let owner = (kind != VariableKind::Global && kind != VariableKind::Bound).then_some(self.main);
        self.p.add_variable(name, ty, kind, owner)
    }
    fn local(&mut self, name: &str, ty: TypeId) -> VarId {
        self.variable(name, ty, VariableKind::Local)
    }
    fn addressable(&mut self, name: &str, ty: TypeId) -> VarId {
        let variable = self.local(name, ty);
        self.p.variables[variable].addressable = true;
        variable
    }
    fn int(&mut self, ty: TypeId, value: i64) -> ExprId {
        self.p.int_const(ty, value).unwrap()
    }
    fn count(&mut self, value: u64) -> ExprId {
        let ty = self.p.types.unsigned(64);
        self.p.int_const(ty, value).unwrap()
    }
    fn var(&mut self, variable: VarId) -> ExprId {
        self.p.var(variable)
    }
    fn binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> ExprId {
        self.p.binary(op, a, b).unwrap()
    }
    fn address(&mut self, variable: VarId) -> ExprId {
        self.p.address_of(Place::var(variable)).unwrap()
    }
    fn load(&mut self, pointer: ExprId, ty: TypeId) -> ExprId {
        self.p.load(pointer, ty).unwrap()
    }
    fn set(&mut self, variable: VarId, value: ExprId) {
        self.assign(Place::var(variable), value);
    }
    fn assign(&mut self, target: Place, value: ExprId) {
        self.add(StatementKind::Assign { target, value });
    }
    fn havoc(&mut self, variable: VarId) {
        self.add(StatementKind::Havoc { target: Place::var(variable) });
    }
    fn check(&mut self, condition: ExprId) -> PropertyId {
        let property = self.p.add_property(CheckKind::Assertion, Some(self.main), "holds", None);
        self.add(StatementKind::Check { property, condition });
        property
    }
    /// Checks that two expressions are equal.
    fn check_equal(&mut self, a: ExprId, b: ExprId) -> PropertyId {
        let same = self.binary(Binary::Equal, a, b);
        self.check(same)
    }
    fn check_value(&mut self, a: ExprId, value: i64) -> PropertyId {
        let ty = self.p.type_of(a);
        let value = self.int(ty, value);
        self.check_equal(a, value)
    }
    fn run(&self, inputs: Vec<Value>) -> Execution {
        self.run_within(inputs, &Limits { trace_steps: 1000, ..Limits::default() })
    }
    fn run_within(&self, inputs: Vec<Value>, limits: &Limits) -> Execution {
        run(&self.p, self.main, &mut GivenInputs::new(inputs), limits)
    }
    #[track_caller]
    fn expect(&self, inputs: Vec<Value>, outcome: Outcome) {
        assert_eq!(self.run(inputs).outcome, outcome);
    }
    #[track_caller]
    fn finishes(&self) {
        self.expect(Vec::new(), Outcome::Finished);
    }
}
