//! Programs with few inputs: 8-bit integers, Booleans, small arrays, records, pointers to variables and
//! to the heap, loops of few iterations, calls, bounded recursion, and checks of many kinds.
//!
//! Every execution is short, and all inputs together have at most [`MAX_INPUT_BITS`] bits, so that
//! running the program on every input is cheap. Operations are total, so anything may be computed from
//! anything: indices out of range, dangling pointers, overflows.

use cairn_ir::{
    BlockId, Display, ExprId, Field, Initial, ProcId, Program, RecordType, Style, Terminator, TypeId, TypeKind, VarId,
    VariableKind,
};
use std::sync::Arc;

/// Inputs of one execution have at most this many bits together.
pub const MAX_INPUT_BITS: u32 = 12;

/// A random program with one entry, `main`.
pub fn small(seed: u64) -> Program {
    let mut generator = Generator::new(seed);
    generator.globals();
    let helpers = generator.random.usize(0..3);
    for n in 0..helpers {
        generator.helper(n);
    }
    generator.main();
    generator.program
}

/// The types small programs use.
#[derive(Clone, Copy)]
pub struct SmallTypes {
    pub byte: TypeId,
    pub unsigned: TypeId,
    pub boolean: TypeId,
    pub pointer: TypeId,
    pub size: TypeId,
    pub offset: TypeId,
    pub wide: TypeId,
    pub array: TypeId,
    pub record: TypeId,
}

pub const ARRAY_LENGTH: u64 = 3;

impl SmallTypes {
    fn new(program: &mut Program) -> Self {
        let types = &mut program.types;
        let (byte, unsigned, boolean) = (types.int(8), types.unsigned(8), types.bool());
        let array = TypeKind::Array { index: unsigned, element: byte, length: Some(ARRAY_LENGTH) };
        let array = types.plain(array);
        let field = |name: &str, ty, offset| Field { name: name.into(), ty, offset };
        let fields = vec![field("a", byte, 0), field("b", boolean, 1), field("c", array, 2)];
        let record = TypeKind::Record(Arc::new(RecordType { fields, size: 6 }));
        let record = types.intern(record, Display::named("Pair", Style::Plain));
        Self {
            byte,
            unsigned,
            boolean,
            pointer: types.pointer(),
            size: types.unsigned(64),
            offset: types.int(64),
            wide: types.int(16),
            array,
            record,
        }
    }
}

/// Variables that generated code may read and assign, by type.
#[derive(Clone, Default)]
pub struct Scope {
    pub bytes: Vec<VarId>,
    pub booleans: Vec<VarId>,
    pub arrays: Vec<VarId>,
    pub records: Vec<VarId>,
    pub pointers: Vec<VarId>,
    /// Read only: loop counters.
    pub counters: Vec<VarId>,
}

/// A procedure that can be called: parameters are a byte and a pointer, results a byte and a Boolean.
#[derive(Clone, Copy)]
pub struct Helper {
    pub procedure: ProcId,
    /// The first parameter counts the depth of the recursion.
    pub recursive: bool,
}

pub struct Generator {
    pub random: fastrand::Rng,
    pub program: Program,
    pub types: SmallTypes,
    pub globals: Scope,
    pub scope: Scope,
    pub helpers: Vec<Helper>,
    pub input_bits: u32,
    /// Where code is being added.
    pub procedure: ProcId,
    pub block: BlockId,
    /// Statements that may still be generated in this procedure.
    pub fuel: u32,
    /// Enclosing loops; inputs are read outside of loops only.
    pub loops: u32,
    pub in_main: bool,
    temporaries: u32,
}

impl Generator {
    fn new(seed: u64) -> Self {
        let mut program = Program::new();
        let types = SmallTypes::new(&mut program);
        Self {
            random: fastrand::Rng::with_seed(seed),
            program,
            types,
            globals: Scope::default(),
            scope: Scope::default(),
            helpers: Vec::new(),
            input_bits: MAX_INPUT_BITS,
            procedure: ProcId(0),
            block: BlockId(0),
            fuel: 0,
            loops: 0,
            in_main: false,
            temporaries: 0,
        }
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.random.u32(0..n) == 0
    }
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.random.usize(0..items.len())]) }
    }
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.temporaries += 1;
        format!("{prefix}{}", self.temporaries)
    }
    /// Bits for one input, if so many are left.
    pub fn spend(&mut self, bits: u32) -> bool {
        let enough = self.input_bits >= bits;
        if enough {
            self.input_bits -= bits;
        }
        enough
    }

    // ---- variables ----

    fn globals(&mut self) {
        let t = self.types;
        for ty in [t.byte, t.array, t.boolean, t.pointer, t.record] {
            if self.one_in(2) {
                continue;
            }
            let name = self.fresh("g");
            let variable = self.program.add_variable(name, ty, VariableKind::Global, None);
            self.program.variables[variable].addressable = ty != t.boolean && self.random.bool();
            if ty == t.boolean && self.spend(1) {
                self.program.variables[variable].initial = Initial::Arbitrary;
            } else if ty == t.byte && self.random.bool() {
                let value = self.byte_constant();
                self.program.variables[variable].initial = Initial::Value(value);
            }
            Self::enter(&mut self.globals, t, ty, variable);
        }
        let narrow = self.random.u32(1..4);
        if self.random.bool() && self.spend(narrow) {
            let ty = self.program.types.unsigned(narrow);
            let name = self.fresh("input");
            let variable = self.program.add_variable(name, ty, VariableKind::Global, None);
            self.program.variables[variable].initial = Initial::Arbitrary;
        }
    }
    fn enter(scope: &mut Scope, t: SmallTypes, ty: TypeId, variable: VarId) {
        let list = match ty {
            ty if ty == t.byte => &mut scope.bytes,
            ty if ty == t.boolean => &mut scope.booleans,
            ty if ty == t.array => &mut scope.arrays,
            ty if ty == t.record => &mut scope.records,
            _ => &mut scope.pointers,
        };
        list.push(variable);
    }
    pub fn variable(&mut self, prefix: &str, ty: TypeId, kind: VariableKind) -> VarId {
        let name = self.fresh(prefix);
        let variable = self.program.add_variable(name, ty, kind, Some(self.procedure));
        Self::enter(&mut self.scope, self.types, ty, variable);
        variable
    }
    /// A local that generated code does not find by itself.
    pub fn hidden(&mut self, prefix: &str, ty: TypeId) -> VarId {
        let name = self.fresh(prefix);
        self.program.add_variable(name, ty, VariableKind::Local, Some(self.procedure))
    }
    fn locals(&mut self) {
        let t = self.types;
        for ty in [t.byte, t.byte, t.byte, t.boolean, t.array, t.record, t.pointer, t.pointer] {
            if self.one_in(4) {
                continue;
            }
            let variable = self.variable("x", ty, VariableKind::Local);
            self.program.variables[variable].addressable = ty != t.boolean && self.one_in(2);
        }
    }

    // ---- procedures ----

    fn begin(&mut self, name: &str) {
        self.procedure = self.program.add_procedure(name);
        self.block = self.program.add_block(self.procedure, "start");
        self.scope = self.globals.clone();
        self.loops = 0;
    }
    fn helper(&mut self, number: usize) {
        let t = self.types;
        self.begin(&format!("helper{number}"));
        let recursive = self.one_in(3);
        self.in_main = false;
        self.fuel = self.random.u32(2..8);
        let first = if recursive {
            let name = self.fresh("depth");
            self.program.add_variable(name, t.byte, VariableKind::Parameter, Some(self.procedure))
        } else {
            self.variable("p", t.byte, VariableKind::Parameter)
        };
        self.variable("p", t.pointer, VariableKind::Parameter);
        self.variable("r", t.byte, VariableKind::Result);
        self.variable("r", t.boolean, VariableKind::Result);
        self.locals();
        if recursive {
            self.recursion(first);
        }
        self.code(2);
        self.terminate(Terminator::Return);
        self.helpers.push(Helper { procedure: self.procedure, recursive });
    }
    /// Returns at depth zero, and calls itself once with one less.
    fn recursion(&mut self, depth: VarId) {
        let zero = self.program.int_const(self.types.byte, 0).expect("a byte");
        let counter = self.program.var(depth);
        let done = self.program.binary(cairn_ir::Binary::Equal, counter, zero).expect("bytes");
        let (end, go_on) = (self.new_block(), self.new_block());
        self.terminate(Terminator::Branch { condition: done, then: end, otherwise: go_on });
        self.block = end;
        self.terminate(Terminator::Return);
        self.block = go_on;
        let one = self.program.int_const(self.types.byte, 1).expect("a byte");
        let counter = self.program.var(depth);
        let less = self.program.binary(cairn_ir::Binary::Subtract, counter, one).expect("bytes");
        self.call_helper(Helper { procedure: self.procedure, recursive: false }, Some(less));
    }
    fn main(&mut self) {
        self.begin("main");
        self.in_main = true;
        self.fuel = self.random.u32(4..20);
        if self.random.bool() && self.spend(2) {
            let ty = self.program.types.unsigned(2);
            let name = self.fresh("input");
            self.program.add_variable(name, ty, VariableKind::Parameter, Some(self.procedure));
        }
        self.locals();
        self.read_inputs();
        self.code(3);
        self.terminate(Terminator::Return);
        self.program.entries.push(self.procedure);
    }
    /// Widens the small inputs into bytes.
    fn read_inputs(&mut self) {
        let t = self.types;
        let is_input = |v: &cairn_ir::Variable| v.name.starts_with("input");
        let inputs: Vec<VarId> = self.program.variables.iter().filter(|(_, v)| is_input(v)).map(|x| x.0).collect();
        for input in inputs {
            let value = self.program.var(input);
            let convert =
                if self.random.bool() { cairn_ir::Convert::ZeroExtend } else { cairn_ir::Convert::SignExtend };
            let value = self.program.convert(convert, value, t.byte).expect("widening");
            let target = self.variable("x", t.byte, VariableKind::Local);
            self.assign(cairn_ir::Place::var(target), value);
        }
    }

    // ---- blocks ----

    pub fn new_block(&mut self) -> BlockId {
        let label = format!("b{}", self.program.procedures[self.procedure].blocks.len());
        self.program.add_block(self.procedure, label)
    }
    pub fn terminate(&mut self, terminator: Terminator) {
        self.program.set_terminator(self.procedure, self.block, terminator, cairn_ir::Origin::default());
    }
    pub fn var(&mut self, variable: VarId) -> ExprId {
        self.program.var(variable)
    }
}
