//! Memory: stack slots, loads, stores.

use super::body::{Body, Held};
use super::constants::constant_index;
use super::emitter::Emitter;
use super::initialization::ALLOCATED;
use super::{Lowered, refuse};
use crate::syntax::module::{Instruction, InstructionKind, Operand, Ty, TypeKind, Value};
use crate::syntax::visit::Use;
use cairn_ir::{
    AllocationKind, Binary, CheckKind, Convert, ExprId, Place, Sign, StatementKind, TypeId, TypeKind as Shape, VarId,
};
use num_bigint::BigInt;

impl<'a> Emitter<'_, '_, 'a> {
    /// What is stored at an address, of a type that may have fewer bytes than the program form gives it.
    pub fn loaded(&mut self, ty: Ty, id: TypeId, address: ExprId) -> Lowered<ExprId> {
        if self.low.is_plain_in_memory(self.unit, ty) || self.low.bytes_of_vector(self.unit, ty).is_some() {
            return Ok(self.low.program.load(address, id)?);
        }
        if let Some(bits) = self.packed_bits(ty) {
            let bits = self.low.program.load(address, bits)?;
            return self.reinterpret_vector(bits, id);
        }
        if let Some(fields) = self.fields_in_memory(ty) {
            let mut parts = Vec::new();
            for (field, offset) in fields {
                let (id, address) = (self.ty(field)?, self.byte_address(address, offset)?);
                parts.push(self.loaded(field, id, address)?);
            }
            return self.low.aggregate_of(id, parts);
        }
        let TypeKind::Int(width) = *self.kind(ty) else {
            return refuse(format!("loading a value of type {} is not supported", self.low.type_words(self.unit, ty)));
        };
        if self.low.program.target.big_endian {
            return refuse("integers of odd widths on big-endian machines are not supported");
        }
        let bytes = width.div_ceil(8);
        let whole = self.low.program.types.int(bytes * 8);
        let byte = self.low.program.types.unsigned(8);
        let mut value = self.low.program.int_const(whole, 0)?;
        for n in 0..bytes {
            let part = self.byte_address(address, n)?;
            let part = self.low.program.load(part, byte)?;
            let part = self.low.resize(part, whole)?;
            let amount = self.low.program.int_const(whole, BigInt::from(8 * n))?;
            let part = self.low.program.binary(Binary::ShiftLeft, part, amount)?;
            value = self.low.program.binary(Binary::BitOr, value, part)?;
        }
        if width == bytes * 8 {
            return self.low.resize(value, id);
        }
        // Bits beyond the type were not stored as this type: the result is undefined (LangRef, "load").
        let value = self.kept(value);
        let limit = self.low.program.int_const(whole, BigInt::from(1) << width)?;
        let fits = self.low.program.binary(Binary::Less(Sign::Unsigned), value, limit)?;
        let loaded = match width {
            1 => {
                let zero = self.is_zero(value)?;
                self.low.program.not(zero)?
            }
            _ => self.low.resize(value, id)?,
        };
        let any = self.arbitrary(id);
        Ok(self.low.program.if_else(fits, loaded, any)?)
    }
    /// The integer that a vector of single bits is in memory, if that has whole bytes.
    fn packed_bits(&mut self, ty: Ty) -> Option<TypeId> {
        match *self.kind(ty) {
            TypeKind::Vector(length @ (8 | 16 | 32 | 64 | 128), element, false)
                if matches!(self.kind(element), TypeKind::Int(1)) =>
            {
                Some(self.low.program.types.int(length as u32))
            }
            _ => None,
        }
    }
    /// Types and offsets of a structure's components, for one that is accessed component by component.
    fn fields_in_memory(&self, ty: Ty) -> Option<Vec<(Ty, u32)>> {
        let TypeKind::Struct { fields, .. } = self.kind(ty) else { return None };
        let unit = &self.low.units[self.unit];
        let (offsets, _) = unit.layout.fields(&unit.module, ty)?;
        fields.iter().zip(offsets).map(|(field, offset)| Some((*field, u32::try_from(offset).ok()?))).collect()
    }
    fn byte_address(&mut self, address: ExprId, n: u32) -> Lowered<ExprId> {
        if n == 0 {
            return Ok(address);
        }
        let wide = self.low.program.types.int(64);
        let amount = self.low.program.int_const(wide, BigInt::from(n))?;
        Ok(self.low.program.binary(Binary::PointerAdd { stride: 1 }, address, amount)?)
    }
    /// Whether an address is a multiple of a power of two.
    pub fn is_multiple_of(&mut self, address: ExprId, alignment: u64) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let wide = program.types.unsigned(64);
        let number = program.convert(Convert::PointerToInt, address, wide)?;
        let low = program.int_const(wide, BigInt::from(alignment - 1))?;
        let rest = program.binary(Binary::BitAnd, number, low)?;
        self.is_zero(rest)
    }
    /// Constants must not be written: those whose address went somewhere.
    pub fn check_writable(&mut self, address: ExprId, words: &str) -> Lowered<()> {
        if !self.low.exposed.is_empty() {
            let fine = self.is_writable(address)?;
            self.check(CheckKind::Pointer, fine, format!("{words} must not be part of a constant"));
        }
        Ok(())
    }
    pub fn is_writable(&mut self, address: ExprId) -> Lowered<ExprId> {
        let mut fine: Option<ExprId> = None;
        for key in self.low.exposed.clone() {
            let Some(&variable) = self.low.variables.get(&key) else { continue };
            let constant = self.low.program.address_of(Place::var(variable))?;
            let same = self.low.program.binary(Binary::SameObject, address, constant)?;
            let other = self.low.program.not(same)?;
            fine = Some(match fine {
                Some(all) => self.low.program.binary(Binary::And, all, other)?,
                None => other,
            });
        }
        Ok(fine.unwrap_or_else(|| self.low.program.bool_const(true)))
    }
    pub fn is_constant(&self, pointer: &Value<'a>) -> bool {
        let Value::Global(name) = pointer else { return false };
        matches!(self.low.symbol(self.unit, name),
            Some(super::Symbol::Variable(u, i)) if self.low.variable((u, i)).constant)
    }
    pub fn put(&mut self, ty: Ty, id: TypeId, address: ExprId, value: ExprId) -> Lowered<()> {
        if self.low.is_plain_in_memory(self.unit, ty) || self.low.bytes_of_vector(self.unit, ty).is_some() {
            self.push(StatementKind::Assign { target: Place::deref(address, id), value });
            return Ok(());
        }
        if let Some(bits) = self.packed_bits(ty) {
            let value = self.reinterpret_vector(value, bits)?;
            self.push(StatementKind::Assign { target: Place::deref(address, bits), value });
            return Ok(());
        }
        if let Some(fields) = self.fields_in_memory(ty) {
            // What lies between the components becomes anything.
            let (value, address) = (self.kept(value), self.kept(address));
            let byte = self.low.program.types.unsigned(8);
            let all = self.low.program.types.array(byte, self.low.extent(self.unit, ty).unwrap_or(0));
            self.push(StatementKind::Havoc { target: Place::deref(address, all) });
            for (n, (field, offset)) in fields.into_iter().enumerate() {
                let (id, address) = (self.ty(field)?, self.byte_address(address, offset)?);
                let part = self.part(value, &[n as u64])?;
                self.put(field, id, address, part)?;
            }
            return Ok(());
        }
        let TypeKind::Int(width) = *self.kind(ty) else {
            return refuse(format!("storing a value of type {} is not supported", self.low.type_words(self.unit, ty)));
        };
        if self.low.program.target.big_endian {
            return refuse("integers of odd widths on big-endian machines are not supported");
        }
        let bytes = width.div_ceil(8);
        let whole = self.low.program.types.int(bytes * 8);
        let byte = self.low.program.types.unsigned(8);
        let value = self.as_integer(value)?;
        let value = self.low.resize(value, whole)?;
        let (value, address) = (self.kept(value), self.kept(address));
        for n in 0..bytes {
            let amount = self.low.program.int_const(whole, BigInt::from(8 * n))?;
            let part = self.low.program.binary(Binary::ShiftRight(Sign::Unsigned), value, amount)?;
            let part = self.low.resize(part, byte)?;
            let target = Place::deref(self.byte_address(address, n)?, byte);
            self.push(StatementKind::Assign { target, value: part });
        }
        Ok(())
    }
    fn holds(&self, variable: VarId, size: u64) -> bool {
        let layout = cairn_ir::Layout::new(&self.low.program.types, self.low.program.target);
        layout.size(self.low.program.variables[variable].ty).is_some_and(|own| size <= own)
    }
    pub fn check_valid(&mut self, address: ExprId, size: u64, kind: CheckKind, description: String) -> Lowered<()> {
        let wide = self.low.program.types.unsigned(64);
        let bytes = self.low.program.int_const(wide, BigInt::from(size))?;
        let valid = self.low.program.binary(Binary::PointerValid, address, bytes)?;
        self.check(kind, valid, description);
        Ok(())
    }
}

impl<'u, 'a> Body<'_, 'u, 'a> {
    // ---- stack slots ----

    /// Allocations of the first block with a known size become variables.
    pub fn declare_slots(&mut self) {
        let Some(entry) = self.function.blocks.first() else { return };
        let described = self.described_slots();
        for instruction in &entry.instructions {
            let (Some(name), InstructionKind::Alloca { ty, count, alignment }) =
                (instruction.result, &instruction.kind)
            else {
                continue;
            };
            let elements = match count {
                None => Some(1),
                Some(count) => constant_index(&count.value).and_then(|n| u64::try_from(n).ok()),
            };
            let slot_type = ty;
            let ty = self.stored_first(name, *ty).unwrap_or(*ty);
            let (Some(elements), Ok(element)) = (elements, self.out.ty(ty)) else { continue };
            let element = self.out.low.object_type(self.out.unit, ty, element);
            let plain = if elements == 1 { element } else { self.out.low.program.types.array(element, elements) };
            let variable = match described.iter().find(|(slot, _)| *slot == name) {
                Some((_, variable)) => self.described_slot(name, plain, *variable),
                None => self.out.temporary(format!("%{name}"), plain),
            };
            self.out.low.make_addressable(variable, self.out.low.alignment(self.out.unit, *slot_type, *alignment));
            self.held.insert(name, Held::Slot(variable));
        }
    }
    /// Rust's slots are plain bytes; what is stored into one first, if it fills the slot, says more.
    fn stored_first(&self, slot: &'a str, ty: Ty) -> Option<Ty> {
        let TypeKind::Array(length, byte) = self.out.kind(ty) else { return None };
        if !matches!(self.out.kind(*byte), TypeKind::Int(8)) {
            return None;
        }
        let first = self.first_use(slot)?;
        let InstructionKind::Store { value, pointer, .. } = &first.kind else { return None };
        let fills = self.out.low.extent(self.out.unit, value.ty) == Some(*length);
        (pointer.value == Value::Local(slot) && fills && self.out.low.is_plain_in_memory(self.out.unit, value.ty))
            .then_some(value.ty)
    }
    /// The first instruction of the first block that uses a slot.
    fn first_use(&self, slot: &'a str) -> Option<&'u Instruction<'a>> {
        self.function.blocks.first()?.instructions.iter().find(|instruction| {
            let mut mentions = false;
            instruction.kind.for_each_use(&mut |value, role| {
                mentions |= role != Use::Debug && *value == Value::Local(slot);
            });
            mentions
        })
    }
    /// Which slots debug information gives a name to, in order.
    fn described_slots(&self) -> Vec<(&'a str, u32)> {
        let mut found = Vec::new();
        for instruction in self.function.instructions() {
            if let InstructionKind::DebugDeclare { address: Operand { value: Value::Local(name), .. }, variable } =
                &instruction.kind
            {
                found.push((*name, *variable));
            }
        }
        found
    }
    /// The variable of a slot that has a name in the source. A slot that only holds a parameter is that parameter.
    fn described_slot(&mut self, slot: &'a str, plain: TypeId, described: u32) -> VarId {
        let debug = &self.out.low.debugs[self.out.unit];
        let node = debug.node(described).unwrap_or_default();
        let name = node.text("name").map_or_else(|| format!("%{slot}"), str::to_string);
        let ty = match node.reference("type") {
            Some(ty) => self.out.low.styled(self.out.unit, plain, ty),
            None => plain,
        };
        let span = self.out.low.variable_span(self.out.unit, described);
        let variable = match self.parameter_kept_in(slot, plain) {
            Some(parameter) => {
                let name = self.out.unique(name);
                self.out.low.program.variables[parameter].name = name.into();
                self.out.low.program.variables[parameter].ty = ty;
                parameter
            }
            None => self.out.local(name, ty),
        };
        self.out.low.program.variables[variable].span = span;
        self.described.insert(described, variable);
        variable
    }
    /// The parameter that is stored into the slot before anything else is done with it: the only use of the parameter, or
    /// of the slot.
    fn parameter_kept_in(&self, slot: &'a str, plain: TypeId) -> Option<VarId> {
        let first = self.first_use(slot)?;
        let InstructionKind::Store { value, pointer, .. } = &first.kind else { return None };
        let Value::Local(parameter) = value.value else { return None };
        let is_once = |name: &str| self.scan.uses.get(name).is_some_and(|uses| uses.count == 1);
        let once = is_once(parameter) || is_once(slot);
        if pointer.value != Value::Local(slot) || !once || !self.function.parameters.iter().any(|p| p.name == parameter)
        {
            return None;
        }
        match self.held.get(parameter) {
            Some(Held::Variable(variable))
                if self.out.low.program.types.same_shape(self.out.low.program.variables[*variable].ty, plain)
                    && !self.out.low.has_padding(plain) =>
            {
                Some(*variable)
            }
            _ => None,
        }
    }
    /// Parameters that debug information names without a slot.
    pub fn name_parameters(&mut self) {
        let function = self.function;
        for instruction in function.instructions() {
            // The second is a parameter that the compiler passes by its address: `this` in D.
            let (value, described, is_address) = match &instruction.kind {
                InstructionKind::DebugValue { value, variable, whole: true } => (value, *variable, false),
                InstructionKind::DebugDeclare { address, variable } => (address, *variable, true),
                _ => continue,
            };
            let Value::Local(name) = &value.value else { continue };
            let Some(position) = function.parameters.iter().position(|p| p.name == *name) else { continue };
            let node = self.out.low.debugs[self.out.unit].node(described).unwrap_or_default();
            if node.number("arg") != Some(position as i64 + 1) || self.described.contains_key(&described) {
                continue;
            }
            let Some(Held::Variable(variable)) = self.held.get(name).copied() else { continue };
            let Some(text) = node.text("name") else { continue };
            let text = self.out.unique(text.to_string());
            let plain = self.out.low.program.variables[variable].ty;
            self.out.low.program.variables[variable].name = text.into();
            if is_address {
                continue;
            }
            if let Some(ty) = node.reference("type") {
                self.out.low.program.variables[variable].ty = self.out.low.styled(self.out.unit, plain, ty);
            }
            self.described.insert(described, variable);
        }
    }

    /// At the start of an entry that nothing prepares.
    pub fn begin(&mut self) {
        self.out.origin = cairn_ir::Origin::source(self.out.low.function_span(self.key));
        if self.out.low.is_entry(self.key)
            && let Err(super::Refusal(message)) = self.assume_parameters()
        {
            self.out.fail(CheckKind::Unsupported, message);
        }
        if !self.out.low.is_entry(self.key) || self.out.low.linked.starts {
            return;
        }
        let lists = ["llvm.global_ctors", "llvm.global_dtors"].map(|list| self.out.low.startup_functions(list));
        if lists.iter().any(|list| list.as_ref().is_none_or(|list| !list.is_empty())) {
            self.out
                .fail(CheckKind::Unsupported, "functions that run before or after the entry are not supported here");
        }
        if self.out.low.options.leaks {
            self.out.fail(CheckKind::Unsupported, "leaks are not followed here");
        }
        let arguments = self.function.parameters.get(1).filter(|_| self.function.name == "main");
        if arguments.is_some_and(|arguments| super::scan::is_really_used(self.function, arguments.name)) {
            self.out.fail(CheckKind::Unsupported, "the arguments of `main` are not supported here");
        }
    }
    pub fn alloca(
        &mut self,
        result: Option<&'a str>,
        ty: Ty,
        count: Option<&Operand<'a>>,
        alignment: u64,
    ) -> Lowered<()> {
        let Some(name) = result else { return Ok(()) };
        if let Some(Held::Slot(variable)) = self.held.get(name).copied() {
            if count.is_some() || !self.is_written_first(name, ty) {
                // Slots have no line; the variable of the source that lives there has.
                let before = self.out.origin.clone();
                if let Some(span) = self.out.low.program.variables[variable].span {
                    self.out.origin = cairn_ir::Origin::source(span);
                }
                self.out.push(StatementKind::Havoc { target: Place::var(variable) });
                self.given.begin(&mut self.out, self.function, name, variable);
                self.lifetimes.begin(&mut self.out, variable);
                self.out.origin = before;
            }
            return Ok(());
        }
        let element = self.out.ty(ty)?;
        let wide = self.out.low.program.types.unsigned(64);
        let count = match count {
            Some(count) => {
                self.must_not_be_poison(&count.value, "the number of elements")?;
                let value = self.operand(count)?;
                self.out.low.resize(value, wide)?
            }
            None => self.out.low.program.int_const(wide, 1)?,
        };
        let pointer = self.out.low.program.types.pointer();
        let target = Place::var(self.target(name, pointer));
        let (kind, alignment) = (AllocationKind::Stack, self.out.low.alignment(self.out.unit, ty, alignment));
        self.out.push(StatementKind::Allocate { target, element, count, zeroed: false, kind, alignment });
        self.out.is_not_followed(ALLOCATED);
        Ok(())
    }
    /// Whether the first block stores a whole value into the slot before it does anything else with it.
    fn is_written_first(&self, slot: &'a str, ty: Ty) -> bool {
        let size = self.out.low.extent(self.out.unit, ty);
        self.first_use(slot).is_some_and(|instruction| {
            matches!(&instruction.kind, InstructionKind::Store { value, pointer, .. }
                if pointer.value == Value::Local(slot)
                    && self.out.low.extent(self.out.unit, value.ty) == size
                    && self.out.low.is_plain_in_memory(self.out.unit, value.ty)
                    && value.value != Value::Local(slot))
        })
    }

    // ---- loads and stores ----

    /// The slot a pointer is the address of.
    pub fn slot_of(&self, pointer: &Value<'a>) -> Option<VarId> {
        match pointer {
            Value::Local(name) => match self.held.get(name) {
                Some(Held::Slot(variable)) => Some(*variable),
                _ => None,
            },
            Value::Global(name) => match self.out.low.symbol(self.out.unit, name) {
                Some(super::Symbol::Variable(u, i)) if !self.out.low.unusable.contains_key(&(u, i)) => {
                    self.out.low.variables.get(&(u, i)).copied()
                }
                _ => None,
            },
            _ => None,
        }
    }
    /// The variable a pointer addresses, if it holds a value of this type.
    fn direct(&self, pointer: &Value<'a>, ty: TypeId) -> Option<VarId> {
        let variable = self.slot_of(pointer)?;
        self.out.low.program.types.same_shape(self.out.low.program.variables[variable].ty, ty).then_some(variable)
    }
    pub fn load(&mut self, instruction: &Instruction<'a>) -> Lowered<()> {
        let (Some(name), InstructionKind::Load { ty, pointer, volatile, facts, .. }) =
            (instruction.result, &instruction.kind)
        else {
            return Ok(());
        };
        let (depth, _) = self.depth_of(&pointer.value);
        let words = facts.as_ref().map_or(String::new(), |_| self.words().operation(&instruction.kind));
        let (value, reads) = self.read_at(*ty, pointer, *volatile)?;
        if let Some(facts) = facts {
            let mut promises = Vec::new();
            self.out.fact_promises(facts, value, &words, &mut promises)?;
            if facts.noundef {
                self.out.check_promises(&mut promises);
            }
            self.keep_promises(name, &instruction.kind, promises)?;
        }
        self.define(name, value, depth, reads);
        Ok(())
    }
    /// What stands at an address, and whether the expression reads memory.
    fn read_at(&mut self, ty: Ty, pointer: &Operand<'a>, volatile: bool) -> Lowered<(ExprId, bool)> {
        let id = self.out.ty(ty)?;
        if volatile
            && !super::scan::is_private(self.function, &pointer.value)
            && !self.is_in_constant(&pointer.value, 0)
        {
            if matches!(self.out.kind(ty), TypeKind::Pointer) {
                return refuse("a pointer that somebody else may change is not supported");
            }
            // Somebody else may write there: any value.
            self.address_checks(ty, pointer)?;
            return Ok((self.out.arbitrary(id), false));
        }
        if let Some(variable) =
            self.direct(&pointer.value, id).filter(|_| self.out.low.is_plain_in_memory(self.out.unit, ty))
        {
            self.check_lives(ty, pointer, variable)?;
            self.given.check(&mut self.out, (self.function, &self.held), variable)?;
            return Ok((self.out.low.program.var(variable), true));
        }
        let address = self.address_checks(ty, pointer)?;
        Ok((self.out.loaded(ty, id, address)?, true))
    }
    pub fn store(&mut self, value: &Operand<'a>, pointer: &Operand<'a>) -> Lowered<()> {
        self.stored_must_not_be_poison(&value.value)?;
        if self.is_parameter_slot(&value.value, &pointer.value) {
            return Ok(());
        }
        if self.out.is_constant(&pointer.value) {
            let words = self.words().value(&pointer.value);
            self.out.fail(CheckKind::Pointer, format!("{words} is a constant and must not be written"));
        }
        let id = self.out.ty(value.ty)?;
        let direct =
            self.direct(&pointer.value, id).filter(|_| self.out.low.is_plain_in_memory(self.out.unit, value.ty));
        let stored = self.operand(value)?;
        if let Some(variable) = direct {
            self.check_lives(value.ty, pointer, variable)?;
            self.settle_reads();
            let stored = self.out.with_any_padding(stored)?;
            self.out.assign(variable, stored);
            self.given.give(&mut self.out, variable);
            return Ok(());
        }
        let words = self.words().target(&pointer.value);
        let address = self.address_checks(value.ty, pointer)?;
        if self.slot_of(&pointer.value).is_none() {
            self.out.check_writable(address, &words)?;
        }
        self.settle_reads();
        let stored = self.out.with_any_padding(stored)?;
        self.out.put(value.ty, id, address, stored)
    }
    /// When that is asked about: the address is a multiple of the alignment that the access says, or its type has.
    pub fn check_aligned(&mut self, ty: Ty, pointer: &Operand<'a>, written: u64) -> Lowered<()> {
        let alignment = if written == 0 { self.out.low.alignment(self.out.unit, ty, 1) } else { written };
        let slot = self.slot_of(&pointer.value).map_or(1, |slot| self.out.low.program.variables[slot].alignment);
        if !self.out.low.options.alignment || alignment <= 1 || slot.is_multiple_of(alignment) {
            return Ok(());
        }
        self.must_not_be_poison(&pointer.value, "the address")?;
        if let Value::Local(name) = pointer.value {
            // Read again by the access.
            self.settle(name);
        }
        let words = self.words().pointer(&pointer.value);
        let address = self.operand(pointer)?;
        let aligned = self.out.is_multiple_of(address, alignment)?;
        self.out.check(CheckKind::Pointer, aligned, format!("{words} must be a multiple of {alignment}"));
        Ok(())
    }
    /// Whether an address leads into a constant, which nobody changes.
    fn is_in_constant(&self, pointer: &Value<'a>, depth: u32) -> bool {
        let kind = match pointer {
            Value::Expression(kind) => kind,
            Value::Local(name) => match self.scan.made_by.get(name) {
                Some(&(b, i)) => &self.function.blocks[b].instructions[i].kind,
                None => return false,
            },
            _ => return self.out.is_constant(pointer),
        };
        depth < 8
            && match kind {
                InstructionKind::GetElementPointer { base, .. } => self.is_in_constant(&base.value, depth + 1),
                InstructionKind::Cast { operand, .. } => self.is_in_constant(&operand.value, depth + 1),
                _ => false,
            }
    }
    /// The store that moves a parameter into the slot which *is* that parameter.
    fn is_parameter_slot(&self, value: &Value<'a>, pointer: &Value<'a>) -> bool {
        let Value::Local(name) = value else { return false };
        match (self.held.get(name), self.slot_of(pointer)) {
            (Some(Held::Variable(a)), Some(b)) => *a == b,
            _ => false,
        }
    }

    /// The checked address of a value of this type.
    pub fn address_checks(&mut self, ty: Ty, pointer: &Operand<'a>) -> Lowered<ExprId> {
        self.must_not_be_poison(&pointer.value, "the address")?;
        let is_named = self.words().is_place(&pointer.value);
        let words = if is_named { self.words().target(&pointer.value) } else { self.words().value(&pointer.value) };
        let index_words = self.indexed_array(&pointer.value);
        let address = self.operand(pointer)?;
        let size = match self.out.kind(ty) {
            TypeKind::Int(width) => Some(u64::from(width.div_ceil(8))),
            _ => self.out.low.bytes_of_vector(self.out.unit, ty).or_else(|| self.out.low.extent(self.out.unit, ty)),
        };
        let Some(size) = size else { return refuse("an access of unknown size") };
        if self
            .slot_of(&pointer.value)
            .is_some_and(|slot| self.lifetimes.surely_lives(slot) && self.out.holds(slot, size))
        {
            return Ok(address);
        }
        let (kind, description) = match index_words {
            Some((index, length)) => {
                (CheckKind::Index, format!("index {index} must be in 0 .. {}", length.saturating_sub(1)))
            }
            None if is_named => (CheckKind::Pointer, format!("{words} must lie in a live object")),
            None => (CheckKind::Pointer, points_to(&words, size)),
        };
        self.out.check_valid(address, size, kind, description)?;
        Ok(address)
    }
    /// Of an access by name: checked where the slot may be dead.
    fn check_lives(&mut self, ty: Ty, pointer: &Operand<'a>, slot: VarId) -> Lowered<()> {
        if !self.lifetimes.surely_lives(slot) {
            self.address_checks(ty, pointer)?;
        }
        Ok(())
    }
    /// An element of a named array: its words and length.
    fn indexed_array(&self, pointer: &Value<'a>) -> Option<(String, u64)> {
        let Value::Local(name) = pointer else { return None };
        let &(b, i) = self.scan.made_by.get(name)?;
        let InstructionKind::GetElementPointer { source, base, indices, .. } =
            &self.function.blocks[b].instructions[i].kind
        else {
            return None;
        };
        let TypeKind::Array(length, _) = self.out.kind(*source) else { return None };
        let variable = self.slot_of(&base.value).filter(|slot| self.lifetimes.surely_lives(*slot))?;
        let [first, second] = &indices[..] else { return None };
        let whole = matches!(self.out.low.program.types.kind(self.out.low.program.variables[variable].ty),
            Shape::Array { length: Some(n), .. } if n == length);
        (whole && constant_index(&first.value) == Some(0)).then(|| (self.words().value(&second.value), *length))
    }

    /// A variable of the source gets a value: an assignment that traces show.
    pub fn debug_value(&mut self, value: &Operand<'a>, described: u32, whole: bool) -> Lowered<()> {
        if !whole || matches!(value.value, Value::Undef | Value::Poison | Value::Metadata(_)) {
            return Ok(());
        }
        if let Value::Local(name) = &value.value
            && !self.held.contains_key(name)
        {
            return Ok(());
        }
        let Ok(plain) = self.out.ty(value.ty) else { return Ok(()) };
        let Ok(expr) = self.operand(value) else { return Ok(()) };
        let variable = match self.described.get(&described) {
            Some(&variable) => variable,
            None => {
                let node = self.out.low.debugs[self.out.unit].node(described).unwrap_or_default();
                let Some(name) = node.text("name") else { return Ok(()) };
                let ty = match node.reference("type") {
                    Some(ty) => self.out.low.styled(self.out.unit, plain, ty),
                    None => plain,
                };
                let variable = self.out.local(name.to_string(), ty);
                self.out.low.program.variables[variable].span = self.out.low.variable_span(self.out.unit, described);
                self.described.insert(described, variable);
                variable
            }
        };
        let same = self.out.low.program.types.same_shape(self.out.low.program.variables[variable].ty, plain);
        let itself = matches!(&value.value, Value::Local(n) if matches!(self.held.get(n), Some(Held::Variable(v)) if *v == variable));
        if same && !itself {
            self.out.assign(variable, expr);
        }
        Ok(())
    }
}

pub(super) fn points_to(words: &str, bytes: u64) -> String {
    format!("{words} must point to {bytes} bytes of a live object")
}
