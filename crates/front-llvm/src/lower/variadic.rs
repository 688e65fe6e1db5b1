//! Variable argument lists, as clang lowers `va_arg` for x86.
//!
//! On x86-64 (System V) a list is `{ i32 gp_offset, i32 fp_offset, ptr overflow, ptr registers }`: unnamed arguments lie in
//! the registers that the named ones have left free, as the prologue saves them, and then on the stack. A procedure
//! with such a list gets two more parameters: the saved registers and the stack, two records of the caller's whose
//! size ends with their last argument, so that reading one that is not there is an access outside. On i386 a list is a
//! pointer into the stack, and so is one on Windows.
//!
//! Deliberately absent: lists of other machines; they are refused where they are started.

use super::body::Body;
use super::emitter::Emitter;
use super::memory::points_to;
use super::{Lowered, Lowering, refuse};
use crate::syntax::module::{Call, FloatKind, Operand, Ty, TypeKind};
use cairn_ir::{
    Binary, CheckKind, ExprId, ExprKind, Field, Place, ProcId, RecordType, Sign, StatementKind, Terminator, TypeId,
    TypeKind as Shape, VarId, VariableKind,
};
use num_bigint::BigInt;
use std::sync::Arc;

/// Where unnamed arguments are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Convention {
    /// x86-64, but for Windows.
    Registers,
    /// All on the stack, in multiples of so many bytes.
    Stack(u64),
}

/// Bytes of the general registers that are saved, and of all.
const GENERAL: u64 = 48;
const SAVED: u64 = 176;
/// The hidden parameters.
const REGISTERS: &str = "... in registers";
const STACK: &str = "...";

/// How an argument travels on x86-64.
enum Class {
    General,
    Vector,
    /// Size and alignment on the stack.
    Memory(u64, u64),
}

/// Room for arguments: a record, and the end of its last field.
#[derive(Default)]
struct Room {
    fields: Vec<Field>,
    values: Vec<ExprId>,
    end: u64,
}

impl Room {
    fn put(&mut self, ty: TypeId, value: ExprId, offset: u64, size: u64) {
        let name = format!("argument {}", self.fields.len() + 1).into();
        self.fields.push(Field { name, ty, offset });
        self.values.push(value);
        self.end = self.end.max(offset + size);
    }
}

impl Lowering<'_, '_> {
    /// The hidden parameters of a procedure with a variable number of arguments.
    pub(super) fn declare_unnamed(&mut self, procedure: ProcId) {
        let pointer = self.program.types.pointer();
        for name in [REGISTERS, STACK] {
            let variable = self.program.add_variable(name, pointer, VariableKind::Parameter, Some(procedure));
            self.program.variables[variable].temporary = true;
        }
    }
    pub(super) fn named_parameters(&self, procedure: ProcId) -> Vec<VarId> {
        let mut parameters = self.program.procedures[procedure].parameters.clone();
        parameters.retain(|v| !matches!(&*self.program.variables[*v].name, REGISTERS | STACK));
        parameters
    }
    fn convention(&self, unit: usize) -> Lowered<Convention> {
        let triple = self.units[unit].module.triple;
        match triple.split('-').next().unwrap_or("") {
            "x86_64" | "" if triple.contains("windows") => Ok(Convention::Stack(8)),
            "x86_64" | "" => Ok(Convention::Registers),
            "i386" | "i486" | "i586" | "i686" => Ok(Convention::Stack(4)),
            machine => refuse(format!("variable argument lists of {machine} are not supported")),
        }
    }
}

impl Emitter<'_, '_, '_> {
    fn class(&self, convention: Convention, ty: Ty, byval: bool) -> Lowered<Class> {
        let Some(size) = self.low.extent(self.unit, ty) else { return refuse("an argument without a size") };
        if let Convention::Stack(unit) = convention {
            return Ok(Class::Memory(size.next_multiple_of(unit), unit));
        }
        Ok(match self.kind(ty) {
            _ if byval => Class::Memory(size.next_multiple_of(8), 8),
            TypeKind::Int(1..=64) | TypeKind::Pointer => Class::General,
            TypeKind::Float(FloatKind::Float | FloatKind::Double) => Class::Vector,
            TypeKind::Float(FloatKind::X86Fp80) => Class::Memory(16, 16),
            _ => return refuse("a variable argument of this type is not supported"),
        })
    }
    /// A new object with the arguments; null if there are none. Registers that hold none, and bytes behind short ones, have any
    /// value.
    fn record(&mut self, mut room: Room) -> Lowered<ExprId> {
        if room.values.is_empty() {
            return Ok(self.low.program.null());
        }
        let mut taken: Vec<(u64, u64)> = Vec::new();
        for field in &room.fields {
            let size = cairn_ir::layout::size_of(&self.low.program.types, self.low.program.target, field.ty);
            taken.push((field.offset, field.offset + size));
        }
        taken.push((room.end, room.end));
        taken.sort_unstable();
        let mut free = 0;
        for (start, end) in taken {
            if start > free {
                let byte = self.low.program.types.unsigned(8);
                let ty = self.low.program.types.array(byte, start - free);
                let any = self.arbitrary(ty);
                room.put(ty, any, free, start - free);
            }
            free = free.max(end);
        }
        let shape = Shape::Record(Arc::new(RecordType { fields: room.fields, size: room.end }));
        let ty = self.low.program.types.plain(shape);
        let record = self.low.program.add_expr(ExprKind::RecordOf(room.values), ty, None)?;
        let variable = self.fresh(ty);
        self.low.make_addressable(variable, 16);
        self.push(StatementKind::Live(variable));
        self.assign(variable, record);
        Ok(self.low.program.address_of(Place::var(variable))?)
    }

    // ---- the callee ----

    fn hidden(&self, name: &str) -> Lowered<VarId> {
        let parameters = &self.low.program.procedures[self.procedure].parameters;
        let found = parameters.iter().find(|v| &*self.low.program.variables[**v].name == name);
        found.copied().map_or_else(|| refuse("`va_start` in a function without a variable number of arguments"), Ok)
    }
    fn write(&mut self, base: ExprId, offset: i64, value: ExprId) -> Lowered<()> {
        let address = self.behind(base, offset)?;
        let ty = self.low.program.type_of(value);
        self.push(StatementKind::Assign { target: Place::deref(address, ty), value });
        Ok(())
    }
    fn read(&mut self, base: ExprId, offset: i64, ty: TypeId) -> Lowered<VarId> {
        let address = self.behind(base, offset)?;
        let value = self.low.program.load(address, ty)?;
        let kept = self.fresh(ty);
        self.assign(kept, value);
        Ok(kept)
    }
    fn behind(&mut self, base: ExprId, offset: i64) -> Lowered<ExprId> {
        let wide = self.low.program.types.int(64);
        let amount = self.low.program.int_const(wide, BigInt::from(offset))?;
        Ok(self.low.program.binary(Binary::PointerAdd { stride: 1 }, base, amount)?)
    }
    fn next_on_stack(
        &mut self,
        list: ExprId,
        convention: Convention,
        address: VarId,
        size: u64,
        alignment: u64,
    ) -> Lowered<()> {
        if alignment > 8 {
            return refuse("a variable argument of this type is not supported");
        }
        let pointer = self.low.program.types.pointer();
        let field = if convention == Convention::Registers { 8 } else { 0 };
        let next = self.read(list, field, pointer)?;
        let next = self.low.program.var(next);
        self.assign(address, next);
        let behind = self.behind(next, size as i64)?;
        self.write(list, field, behind)
    }
}

impl<'a> Body<'_, '_, 'a> {
    // ---- the caller ----

    /// The hidden arguments for those behind the named ones.
    pub fn unnamed_arguments(&mut self, call: &Call<'a>, named: usize) -> Lowered<[ExprId; 2]> {
        let convention = self.out.low.convention(self.out.unit)?;
        let (mut registers, mut stack) = (Room::default(), Room::default());
        let (mut general, mut vector) = (0, GENERAL);
        for (n, argument) in call.arguments.iter().enumerate() {
            let ty = argument.byval.unwrap_or(argument.operand.ty);
            let class = self.out.class(convention, ty, argument.byval.is_some())?;
            let place = match class {
                Class::General if general < GENERAL => {
                    general += 8;
                    Some(general - 8)
                }
                Class::Vector if vector < SAVED => {
                    vector += 16;
                    Some(vector - 16)
                }
                _ => None,
            };
            if n < named {
                continue;
            }
            let id = self.out.ty(ty)?;
            let value = match argument.byval {
                Some(_) => {
                    let address = self.address_checks(ty, &argument.operand)?;
                    self.out.low.program.load(address, id)?
                }
                None => self.operand(&argument.operand)?,
            };
            let size = self.out.low.extent(self.out.unit, ty).unwrap_or(8);
            match (place, class) {
                (Some(offset), _) => registers.put(id, value, offset, size),
                (None, Class::Memory(size, alignment)) => {
                    stack.put(id, value, stack.end.next_multiple_of(alignment), size);
                }
                (None, _) => stack.put(id, value, stack.end.next_multiple_of(8), 8),
            }
        }
        Ok([self.out.record(registers)?, self.out.record(stack)?])
    }
    pub fn va_start(&mut self, call: &Call<'a>) -> Lowered<()> {
        let convention = self.out.low.convention(self.out.unit)?;
        let list = self.argument(call, 0)?;
        self.settle_reads();
        let stack = self.out.hidden(STACK)?;
        let stack = self.out.low.program.var(stack);
        if convention != Convention::Registers {
            return self.out.write(list, 0, stack);
        }
        let (mut general, mut vector) = (0, GENERAL);
        for parameter in &self.function.parameters {
            match self.out.class(convention, parameter.byval.unwrap_or(parameter.ty), parameter.byval.is_some())? {
                Class::General => general += 8,
                Class::Vector => vector += 16,
                Class::Memory(..) => {}
            }
        }
        let registers = self.out.hidden(REGISTERS)?;
        let registers = self.out.low.program.var(registers);
        let int = self.out.low.program.types.int(32);
        let general = self.out.low.program.int_const(int, BigInt::from(general.min(GENERAL)))?;
        let vector = self.out.low.program.int_const(int, BigInt::from(vector.min(SAVED)))?;
        for (offset, value) in [(0, general), (4, vector), (8, stack), (16, registers)] {
            self.out.write(list, offset, value)?;
        }
        Ok(())
    }
    pub fn va_copy(&mut self, call: &Call<'a>) -> Lowered<()> {
        let (target, source) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let size = match self.out.low.convention(self.out.unit)? {
            Convention::Registers => 24,
            Convention::Stack(_) => u64::from(self.out.low.program.target.pointer_bytes),
        };
        self.settle_reads();
        let wide = self.out.low.program.types.unsigned(64);
        let bytes = self.out.low.program.int_const(wide, BigInt::from(size))?;
        self.out.push(StatementKind::CopyMemory { target, source, bytes });
        Ok(())
    }

    /// The `va_arg` instruction, which clang itself does not write for x86.
    pub fn va_arg(&mut self, result: Option<&'a str>, list: &Operand<'a>, ty: Ty) -> Lowered<()> {
        let convention = self.out.low.convention(self.out.unit)?;
        let class = self.out.class(convention, ty, false)?;
        let list = self.operand(list)?;
        self.settle_reads();
        let pointer = self.out.low.program.types.pointer();
        let address = self.out.fresh(pointer);
        let (field, end, step) = match class {
            Class::General => (0, GENERAL, 8),
            Class::Vector => (4, SAVED, 16),
            Class::Memory(size, alignment) => {
                self.out.next_on_stack(list, convention, address, size, alignment)?;
                return self.variadic_value(result, address, ty);
            }
        };
        let int = self.out.low.program.types.int(32);
        let offset = self.out.read(list, field, int)?;
        let limit = self.out.low.program.int_const(int, BigInt::from(end))?;
        let used = self.out.low.program.var(offset);
        let condition = self.out.low.program.binary(Binary::Less(Sign::Unsigned), used, limit)?;
        let (then, otherwise, join) =
            (self.out.new_block("register"), self.out.new_block("stack"), self.out.new_block("argument"));
        self.out.end(Terminator::Branch { condition, then, otherwise });
        self.out.continue_in(then);
        let registers = self.out.read(list, 16, pointer)?;
        let (base, used) = (self.out.low.program.var(registers), self.out.low.program.var(offset));
        let wide = self.out.low.program.types.int(64);
        let distance = self.out.low.resize(used, wide)?;
        let place = self.out.low.program.binary(Binary::PointerAdd { stride: 1 }, base, distance)?;
        self.out.assign(address, place);
        let amount = self.out.low.program.int_const(int, step)?;
        let next = self.out.low.program.binary(Binary::Add, used, amount)?;
        self.out.write(list, field, next)?;
        self.out.end(Terminator::Goto(join));
        self.out.continue_in(otherwise);
        self.out.next_on_stack(list, convention, address, 8, 8)?;
        self.out.end(Terminator::Goto(join));
        self.out.continue_in(join);
        self.variadic_value(result, address, ty)
    }
    fn variadic_value(&mut self, result: Option<&'a str>, address: VarId, ty: Ty) -> Lowered<()> {
        let id = self.out.ty(ty)?;
        let address = self.out.low.program.var(address);
        let size = self.out.low.extent(self.out.unit, ty).unwrap_or(8);
        self.out.check_valid(address, size, CheckKind::Pointer, points_to("the next argument", size))?;
        let value = self.out.loaded(ty, id, address)?;
        let Some(name) = result else { return Ok(()) };
        let target = self.target(name, id);
        self.out.assign(target, value);
        Ok(())
    }
}
