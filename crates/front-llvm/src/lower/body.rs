//! One function: variables for its values, blocks, phi nodes, terminators.

use super::emitter::Emitter;
use super::initialization::Given;
use super::lifetimes::Lifetimes;
use super::scan::{Scan, only_unwound, positions, scan};
use super::words::Words;
use super::{Lowered, Lowering, Refusal, refuse};
use crate::syntax::module::{Function, Instruction, InstructionKind, Operand, Ty, Value};
use cairn_ir::{BlockId, CheckKind, ExprId, Place, Terminator, TypeId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Expressions that stay expressions grow at most this deep.
const MAX_INLINE_DEPTH: u32 = 24;

/// What a value is while its function is lowered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Held {
    Variable(VarId),
    /// Not yet stated anywhere: used once, in this block. `reads` if memory is read in it.
    Expression {
        value: ExprId,
        depth: u32,
        reads: bool,
    },
    /// The address of a local that an `alloca` of the first block made.
    Slot(VarId),
    /// An address in such a local, as the variable of its offset: made anew where it is used.
    InSlot {
        slot: VarId,
        offset: VarId,
    },
}

/// What the names of a function mean so far.
pub(super) type Names<'a> = FxHashMap<&'a str, Held>;

/// What the names of one function mean while it is lowered, and its control flow.
pub(super) struct Body<'l, 'u, 'a> {
    pub out: Emitter<'l, 'u, 'a>,
    pub key: (usize, usize),
    pub function: &'u Function<'a>,
    pub scan: Scan<'a>,
    pub held: Names<'a>,
    /// Shadows: Booleans that tell which parts of a value are poison.
    pub poison: FxHashMap<&'a str, VarId>,
    pub blocks: FxHashMap<&'a str, BlockId>,
    /// Blocks of the module by label.
    pub positions: FxHashMap<&'a str, usize>,
    /// The block of the module that is being lowered, and the place of the instruction in the text.
    pub here: usize,
    pub at: u32,
    pub given: Given,
    /// Variables of the debug information that have a variable of their own.
    pub described: FxHashMap<u32, VarId>,
    pub lifetimes: Lifetimes<'a>,
    /// Copies made for the call that is being lowered (`byval`).
    pub copies: Vec<VarId>,
}

pub(super) fn lower_body<'u, 'a>(low: &mut Lowering<'u, 'a>, key: (usize, usize), function: &'u Function<'a>) {
    let Some(&procedure) = low.procedures.get(&key) else { return };
    let mut scan = scan(function, &low.units[key.0].module.types);
    if low.options.uninitialized {
        scan.find_undefined(function);
    }
    let mut body = Body {
        out: Emitter::new(low, key.0, procedure),
        key,
        function,
        scan,
        held: FxHashMap::default(),
        poison: FxHashMap::default(),
        blocks: FxHashMap::default(),
        positions: positions(function),
        here: 0,
        at: 0,
        given: Given::default(),
        described: FxHashMap::default(),
        lifetimes: Lifetimes::default(),
        copies: Vec::new(),
    };
    body.declare();
    let skipped = only_unwound(function);
    for index in 0..function.blocks.len() {
        if skipped.contains(&index) {
            body.out.continue_in(body.blocks[function.blocks[index].label]);
            body.out.end(Terminator::Stop);
        } else {
            body.block(index);
        }
    }
    if !low.options.keep_error_branches {
        low.program.refuse_unfinished(procedure);
        low.program.hoist_failures(procedure);
    }
}

impl<'u, 'a> Body<'_, 'u, 'a> {
    fn declare(&mut self) {
        for block in &self.function.blocks {
            let id = self.out.low.program.add_block(self.out.procedure, block.label);
            self.blocks.insert(block.label, id);
        }
        let parameters = self.out.low.program.procedures[self.out.procedure].parameters.clone();
        for (parameter, variable) in self.function.parameters.iter().zip(parameters) {
            self.out.reserve(variable);
            self.held.insert(parameter.name, Held::Variable(variable));
        }
        let procedure = &self.out.low.program.procedures[self.out.procedure];
        let others: Vec<VarId> = procedure.results.iter().chain(&procedure.locals).copied().collect();
        for variable in others {
            self.out.reserve(variable);
        }
        self.declare_slots();
        self.declare_aliases();
        self.lifetimes.declare(&mut self.out, self.function, &self.scan, &mut self.held);
        for block in &self.function.blocks {
            for instruction in &block.instructions {
                self.declare_value(instruction);
            }
        }
        self.name_parameters();
    }

    /// Values that other blocks or phi nodes use get their variable beforehand: uses may stand above definitions.
    fn declare_value(&mut self, instruction: &Instruction<'a>) {
        let Some(name) = instruction.result else { return };
        if matches!(self.held.get(name), Some(Held::Slot(_))) {
            return;
        }
        let is_phi = matches!(instruction.kind, InstructionKind::Phi { .. });
        let elsewhere = self.scan.uses.get(name).is_some_and(|uses| uses.elsewhere);
        if (is_phi || elsewhere)
            && !self.held.contains_key(name)
            && let Ok(ty) = self.out.result_type(&instruction.kind)
        {
            let variable = self.out.temporary(format!("%{name}"), ty);
            self.held.insert(name, Held::Variable(variable));
        }
        if self.scan.may_be_poison.contains(name) || self.scan.may_be_undefined.contains(name) {
            let shape = match self.out.result_type(&instruction.kind) {
                Ok(ty) => self.out.low.shadow_type(ty),
                Err(_) => self.out.low.program.types.bool(),
            };
            let variable = self.out.temporary(format!("%{name}.poison"), shape);
            self.poison.insert(name, variable);
        }
    }
    pub fn operand(&mut self, operand: &Operand<'a>) -> Lowered<ExprId> {
        self.value(operand.ty, &operand.value)
    }
    pub fn value(&mut self, ty: Ty, value: &Value<'a>) -> Lowered<ExprId> {
        match value {
            Value::Local(name) => {
                let wanted = self.out.ty(ty)?;
                let value = self.local_value(name)?;
                if self.out.low.program.types.same_shape(self.out.low.program.type_of(value), wanted) {
                    return Ok(value);
                }
                refuse(format!("%{name} is used as if it had another type than it has"))
            }
            Value::Undef | Value::Poison => {
                let ty = self.out.ty(ty)?;
                Ok(self.out.arbitrary(ty))
            }
            Value::Expression(kind) => match self.out.low.constant(self.out.unit, ty, value) {
                Ok(value) => Ok(value),
                Err(_) => self.computed_constant(kind),
            },
            _ if !has_open_parts(value) => self.out.low.constant(self.out.unit, ty, value),
            Value::Aggregate(items) => {
                let ty = self.out.ty(ty)?;
                let parts = items.iter().map(|item| self.operand(item)).collect::<Lowered<Vec<_>>>()?;
                self.out.low.aggregate_of(ty, parts)
            }
            Value::Splat(_) => {
                let ty = self.out.ty(ty)?;
                Ok(self.out.arbitrary(ty))
            }
            _ => refuse("a constant expression of undefined values is not supported"),
        }
    }
    /// A constant expression that is no constant of the program form is computed where it stands.
    fn computed_constant(&mut self, kind: &InstructionKind<'a>) -> Lowered<ExprId> {
        let mut promises = Vec::new();
        let value = self.compute(kind, &mut promises)?;
        for promise in promises {
            self.out.check(promise.kind, promise.holds, promise.description);
        }
        Ok(value)
    }
    pub fn local_value(&mut self, name: &'a str) -> Lowered<ExprId> {
        match self.held.get(name).copied() {
            Some(Held::Variable(variable)) => Ok(self.out.low.program.var(variable)),
            Some(Held::Slot(variable)) => {
                self.given.escape(&mut self.out, variable);
                Ok(self.out.low.program.address_of(Place::var(variable))?)
            }
            Some(Held::InSlot { slot, offset }) => {
                self.given.escape(&mut self.out, slot);
                self.out.address_in_slot(slot, offset)
            }
            Some(Held::Expression { value, .. }) => {
                self.held.remove(name);
                Ok(value)
            }
            None => refuse(format!("%{name} is used before it has a value")),
        }
    }
    /// How deep the expression is that a value stands for, and whether it reads memory.
    pub fn depth_of(&self, value: &Value<'a>) -> (u32, bool) {
        match value {
            Value::Local(name) => match self.held.get(name) {
                Some(Held::Expression { depth, reads, .. }) => (*depth, *reads),
                _ => (0, false),
            },
            _ => (0, false),
        }
    }

    /// Gives a result its value: as a variable, or as an expression where that is enough.
    pub fn define(&mut self, name: &'a str, value: ExprId, depth: u32, reads: bool) {
        match self.held.get(name).copied() {
            Some(Held::Variable(variable)) => self.out.assign(variable, value),
            _ if self.scan.is_unused(name) => {}
            _ if self.scan.is_used_once_at_home(name) && depth < MAX_INLINE_DEPTH => {
                self.held.insert(name, Held::Expression { value, depth: depth + 1, reads });
            }
            _ => {
                let ty = self.out.low.program.type_of(value);
                let variable = self.out.temporary(format!("%{name}"), ty);
                self.held.insert(name, Held::Variable(variable));
                self.out.assign(variable, value);
            }
        }
    }
    /// The variable of a result that a statement assigns.
    pub fn target(&mut self, name: &'a str, ty: TypeId) -> VarId {
        if let Some(Held::Variable(variable)) = self.held.get(name)
            && self.out.low.program.types.same_shape(self.out.low.program.variables[*variable].ty, ty)
        {
            return *variable;
        }
        let variable = self.out.temporary(format!("%{name}"), ty);
        self.held.insert(name, Held::Variable(variable));
        variable
    }
    /// Before memory changes: what was read from it and is not yet used becomes a variable.
    pub fn settle_reads(&mut self) {
        let mut pending: Vec<&'a str> = self
            .held
            .iter()
            .filter(|(_, held)| matches!(held, Held::Expression { reads: true, .. }))
            .map(|(name, _)| *name)
            .collect();
        pending.sort_unstable();
        pending.into_iter().for_each(|name| self.settle(name));
    }
    /// Makes a variable of a value that is still an expression.
    pub fn settle(&mut self, name: &'a str) {
        if let Some(Held::Expression { value, .. }) = self.held.get(name).copied() {
            let ty = self.out.low.program.type_of(value);
            let variable = self.out.temporary(format!("%{name}"), ty);
            self.held.insert(name, Held::Variable(variable));
            self.out.assign(variable, value);
        }
    }

    pub fn words(&self) -> Words<'_, 'u, 'a> {
        let (low, unit) = (&*self.out.low, self.out.unit);
        Words { low, unit, function: self.function, scan: &self.scan, held: &self.held }
    }

    // ---- blocks ----

    fn block(&mut self, index: usize) {
        let block = &self.function.blocks[index];
        self.here = index;
        self.held.retain(|_, held| !matches!(held, Held::Expression { .. }));
        self.lifetimes.enter(index);
        self.out.continue_in(self.blocks[block.label]);
        self.out.origin = self.out.low.block_origin(self.key, block);
        if index == 0 {
            self.begin();
        }
        for instruction in &block.instructions {
            if self.out.ended {
                return;
            }
            // What debug information has no line for belongs to what was before.
            if let Some(origin) = self.out.low.own_origin(self.key, instruction) {
                self.out.origin = origin;
            }
            self.at = instruction.at;
            let result = if instruction.kind.is_terminator() {
                self.terminator(&instruction.kind)
            } else {
                self.instruction(instruction)
            };
            if let Err(Refusal(message)) = result {
                self.refused(instruction, &message);
            }
        }
    }
    /// Executions that reach something unsupported end there, and the result still has a value for what follows.
    fn refused(&mut self, instruction: &Instruction<'a>, message: &str) {
        self.out.fail(CheckKind::Unsupported, message.to_string());
        if instruction.kind.is_terminator() {
            self.out.end(Terminator::Stop);
            return;
        }
        if let Some(name) = instruction.result
            && matches!(self.held.get(name), None | Some(Held::Expression { .. }))
            && let Ok(ty) = self.out.result_type(&instruction.kind)
        {
            let variable = self.out.temporary(format!("%{name}"), ty);
            self.held.insert(name, Held::Variable(variable));
        }
    }
    fn terminator(&mut self, kind: &InstructionKind<'a>) -> Lowered<()> {
        match kind {
            // Executions that get into a loop that does nothing go nowhere.
            InstructionKind::Branch(label)
                if !self.out.low.options.termination && self.does_nothing_for_ever(label) =>
            {
                self.out.end(Terminator::Stop);
            }
            InstructionKind::Branch(label) => self.goto(label)?,
            InstructionKind::ConditionalBranch { condition, then, otherwise } => {
                self.must_not_be_poison(condition, "the condition")?;
                let bool = self.out.low.program.types.bool();
                let condition = match condition {
                    Value::Undef | Value::Poison => self.out.arbitrary(bool),
                    Value::Local(name) => self.local_value(name)?,
                    Value::Bool(truth) => self.out.low.program.bool_const(*truth),
                    Value::Expression(kind) => self.computed_constant(kind)?,
                    _ => return refuse("this branch condition is not supported"),
                };
                if !self.out.low.program.types.is_bool(self.out.low.program.type_of(condition)) {
                    return refuse("a branch on something that is no single bit");
                }
                let (then, otherwise) = (self.edge(then)?, self.edge(otherwise)?);
                self.out.end(Terminator::Branch { condition, then, otherwise });
            }
            InstructionKind::Switch { value, default, cases } => self.switch(value, default, cases)?,
            InstructionKind::IndirectBranch { address, targets } => self.indirect_branch(address, targets)?,
            InstructionKind::Return(value) => {
                if let Some(operand) = value {
                    let facts = &self.function.result_facts;
                    // Without a promise, a literal that stands for any value is one.
                    if facts.noundef || !matches!(operand.value, Value::Undef | Value::Poison) {
                        self.must_not_be_poison(&operand.value, "the result")?;
                    }
                    let value = self.operand(operand)?;
                    self.check_facts(facts, &operand.value, value, "the result")?;
                    let results = self.out.low.program.procedures[self.out.procedure].results.clone();
                    if let Some(&result) = results.first() {
                        self.out.assign(result, value);
                    }
                }
                self.out.end(Terminator::Return);
            }
            InstructionKind::Unreachable => {
                self.out
                    .fail(CheckKind::Reachable, "code that the compiler takes to be unreachable must not be reached");
                self.out.end(Terminator::Stop);
            }
            InstructionKind::Invoke { call, normal, .. } => {
                // Exceptions are not followed: calls of functions that may throw refuse by themselves.
                let instruction = self.function.blocks[self.here].instructions.last();
                let result = instruction.and_then(|i| i.result);
                self.call(call, result)?;
                if !self.out.ended {
                    self.goto(normal)?;
                }
            }
            InstructionKind::Other { opcode, .. } => return refuse(format!("`{opcode}` is not supported")),
            _ => return refuse("this instruction is no terminator"),
        }
        Ok(())
    }
    fn switch(&mut self, value: &Operand<'a>, default: &'a str, cases: &[(Value<'a>, &'a str)]) -> Lowered<()> {
        self.must_not_be_poison(&value.value, "the switched value")?;
        let ty = self.out.ty(value.ty)?;
        let mut on = self.operand(value)?;
        let mut width_type = ty;
        if self.out.low.program.types.is_bool(ty) {
            width_type = self.out.low.program.types.int(1);
            on = self.out.low.program.convert(cairn_ir::Convert::BoolToInt, on, width_type)?;
        }
        let Some(width) = self.out.low.program.types.int_width(width_type) else {
            return refuse("a switch on something that is no integer");
        };
        let mut arms = Vec::new();
        for (case, label) in cases {
            let number = match case {
                Value::Int(number) => number.clone(),
                Value::Bool(truth) => num_bigint::BigInt::from(u8::from(*truth)),
                _ => return refuse("a case that is no number"),
            };
            let target = self.edge(label)?;
            arms.push((cairn_ir::Value::Int(cairn_ir::Bits::from_signed(width, &number)), target));
        }
        let default = self.edge(default)?;
        self.out.end(Terminator::Switch { value: on, cases: arms, default });
        Ok(())
    }

    /// Compares the address with that of each block it may be.
    fn indirect_branch(&mut self, address: &Operand<'a>, targets: &[&'a str]) -> Lowered<()> {
        self.must_not_be_poison(&address.value, "the address")?;
        let address = self.operand(address)?;
        let pointer = self.out.low.program.types.pointer();
        let kept = self.out.fresh(pointer);
        self.out.assign(kept, address);
        for label in targets {
            let number = self.out.low.block_address(self.out.unit, self.function.name, label);
            let constant = cairn_ir::Value::Pointer(cairn_ir::Pointer { object: None, offset: number });
            let constant = self.out.low.program.constant(constant, pointer)?;
            let read = self.out.low.program.var(kept);
            let condition = self.out.low.program.binary(cairn_ir::Binary::Equal, read, constant)?;
            let then = self.edge(label)?;
            let next = self.out.new_block("target");
            self.out.end(Terminator::Branch { condition, then, otherwise: next });
            self.out.continue_in(next);
        }
        self.out.fail(CheckKind::Pointer, "the address must be that of a label of this function");
        self.out.end(Terminator::Stop);
        Ok(())
    }

    /// Whether a way of blocks that only jump comes back to where it was.
    fn does_nothing_for_ever(&self, label: &'a str) -> bool {
        let mut seen = vec![label];
        loop {
            let block = seen.last().and_then(|label| self.positions.get(label)).map(|n| &self.function.blocks[*n]);
            let mut does =
                block.into_iter().flat_map(|block| &block.instructions).filter(|i| !i.record && !is_debug(&i.kind));
            let Some(Instruction { kind: InstructionKind::Branch(next), .. }) = does.next() else { return false };
            if seen.contains(next) {
                return true;
            }
            seen.push(next);
        }
    }

    /// The only way out of a block: the phi nodes of its target are assigned at the block's end.
    fn goto(&mut self, label: &'a str) -> Lowered<()> {
        let (target, phis) = self.target_of(label)?;
        let from = self.function.blocks[self.here].label;
        self.phi_assignments(&phis, from)?;
        self.out.end(Terminator::Goto(target));
        Ok(())
    }
    /// The block to go to for a label, one way of several: with a block of assignments between if there are phi nodes.
    pub fn edge(&mut self, label: &'a str) -> Lowered<BlockId> {
        let (target, phis) = self.target_of(label)?;
        if phis.is_empty() {
            return Ok(target);
        }
        let from = self.function.blocks[self.here].label;
        let before = (self.out.current, self.out.ended, self.out.origin.clone());
        let edge = self.out.new_block(&format!("{from}.{label}"));
        self.out.continue_in(edge);
        let result = self.phi_assignments(&phis, from);
        self.out.end(Terminator::Goto(target));
        (self.out.current, self.out.ended, self.out.origin) = before;
        result.map(|()| edge)
    }
    /// The block of a label, with its phi nodes.
    fn target_of(&self, label: &'a str) -> Lowered<(BlockId, Vec<&'u Instruction<'a>>)> {
        let Some(&target) = self.blocks.get(label) else { return refuse(format!("there is no block %{label}")) };
        let block = self.positions.get(label).map(|index| &self.function.blocks[*index]);
        let phis = block.map_or(Vec::new(), |block| {
            block.instructions.iter().take_while(|i| matches!(i.kind, InstructionKind::Phi { .. })).collect()
        });
        Ok((target, phis))
    }

    /// All values are read before the first phi is assigned.
    fn phi_assignments(&mut self, phis: &[&'u Instruction<'a>], from: &str) -> Lowered<()> {
        let mut moves = Vec::new();
        let assigned: FxHashSet<&str> = phis.iter().filter_map(|phi| phi.result).collect();
        for phi in phis {
            let InstructionKind::Phi { flags, ty, incoming } = &phi.kind else { continue };
            let Some((value, _)) = incoming.iter().find(|(_, label)| *label == from) else {
                return refuse(format!("a phi has no value for the edge from %{from}"));
            };
            let Some(name) = phi.result else { continue };
            let Some(Held::Variable(variable)) = self.held.get(name).copied() else {
                return refuse("a phi of this type is not supported");
            };
            let crosses = |value: &Value<'a>| matches!(value, Value::Local(n) if *n != name && assigned.contains(n));
            let expr = self.value(*ty, value)?;
            let mut promises = Vec::new();
            self.out.float_promises(*flags, &[expr], "the phi", &mut promises)?;
            let expr = self.out.with_any_zeros(*flags, expr)?;
            moves.push((variable, expr, crosses(value)));
            if let Some(&flag) = self.poison.get(name) {
                let shape = self.out.low.program.variables[flag].ty;
                let expr = self.incoming_shadow(value, &promises, shape)?;
                moves.push((flag, expr, crosses(value)));
            }
        }
        let any_crosses = moves.iter().any(|(_, _, crosses)| *crosses);
        if any_crosses {
            for (variable, expr, _) in &mut moves {
                let ty = self.out.low.program.variables[*variable].ty;
                let kept = self.out.fresh(ty);
                self.out.assign(kept, *expr);
                *expr = self.out.low.program.var(kept);
            }
        }
        for (variable, expr, _) in moves {
            self.out.assign(variable, expr);
        }
        Ok(())
    }
}

/// Whether part of a constant is undefined.
fn has_open_parts(value: &Value<'_>) -> bool {
    match value {
        Value::Undef | Value::Poison => true,
        Value::Aggregate(items) => items.iter().any(|item| has_open_parts(&item.value)),
        Value::Splat(item) => has_open_parts(&item.value),
        Value::Expression(kind) => {
            let mut open = false;
            kind.for_each_use(&mut |value, _| open |= has_open_parts(value));
            open
        }
        _ => false,
    }
}

fn is_debug(kind: &InstructionKind<'_>) -> bool {
    matches!(kind, InstructionKind::DebugDeclare { .. } | InstructionKind::DebugValue { .. })
}
