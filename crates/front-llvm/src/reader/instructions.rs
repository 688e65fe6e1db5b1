//! Instructions, debug records, and the metadata behind them.

use super::{Reader, constrained};
use crate::syntax::cursor::{Read, Stop};
use crate::syntax::module::{
    Argument, BinaryOp, Bundle, Call, CastOp, Facts, Flags, FloatPredicate, FloatRelation, Instruction,
    InstructionKind, IntPredicate, MetadataArgument, Operand, Ty, TypeKind, Value,
};

/// Flags between an opcode and its operands.
#[derive(Clone, Copy, Default)]
pub(super) struct OpcodeFlags {
    pub flags: Flags,
    pub inbounds: bool,
}

/// What stands behind an instruction, after commas.
#[derive(Default)]
struct Behind {
    debug: Option<u32>,
    alignment: Option<u64>,
    facts: Facts,
}

impl Behind {
    /// Puts what was found where it belongs.
    fn attach(self, kind: &mut InstructionKind<'_>) {
        match kind {
            InstructionKind::Alloca { alignment, .. } => *alignment = self.alignment.unwrap_or(1),
            InstructionKind::Store { alignment, .. } => *alignment = self.alignment.unwrap_or(0),
            InstructionKind::Load { alignment, facts, .. } => {
                *alignment = self.alignment.unwrap_or(0);
                *facts = (self.facts != Facts::default()).then(|| Box::new(self.facts));
            }
            InstructionKind::Call(call) | InstructionKind::Invoke { call, .. } => {
                let own = &mut call.result_facts;
                own.range_node = self.facts.range_node;
                own.noundef |= self.facts.noundef;
                own.nonnull |= self.facts.nonnull;
            }
            _ => {}
        }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn instruction(&mut self) -> Read<Instruction<'a>> {
        let at = self.cursor.at as u32;
        if self.cursor.byte() == b'#' {
            return self.debug_record(at);
        }
        let result = if self.cursor.byte() == b'%' {
            let name = self.cursor.name(b'%')?;
            self.cursor.expect(b'=')?;
            Some(name)
        } else {
            None
        };
        let mut kind = self.instruction_kind()?;
        let behind = self.instruction_rest()?;
        let debug = behind.debug;
        behind.attach(&mut kind);
        Ok(Instruction { result, kind, at, debug, record: false })
    }

    /// Alignments and metadata behind an instruction.
    fn instruction_rest(&mut self) -> Read<Behind> {
        let mut behind = Behind::default();
        while !self.cursor.crossed_line && self.cursor.take(b',') {
            if self.cursor.byte() == b'!' {
                let kind = self.cursor.name(b'!')?;
                let node = self.metadata_node()?;
                match kind {
                    "dbg" => behind.debug = node.or(behind.debug),
                    "range" => behind.facts.range_node = node,
                    "nonnull" => behind.facts.nonnull = true,
                    "noundef" => behind.facts.noundef = true,
                    _ => {}
                }
                continue;
            }
            match self.cursor.word() {
                "align" => behind.alignment = Some(self.cursor.number()?),
                "addrspace" => self.cursor.balanced()?,
                _ => return self.cursor.stop(format!("unexpected {} behind an instruction", self.cursor.found())),
            }
        }
        Ok(behind)
    }

    fn instruction_kind(&mut self) -> Read<InstructionKind<'a>> {
        let opcode = self.cursor.word();
        if let Some(op) = Self::binary_op(opcode) {
            let flags = self.flags()?.flags;
            let ty = self.ty()?;
            let left = self.value(ty)?;
            self.cursor.expect(b',')?;
            let right = self.value(ty)?;
            return Ok(InstructionKind::Binary { op, flags, ty, left, right });
        }
        if let Some(op) = Self::cast_op(opcode) {
            let flags = self.flags()?.flags;
            let operand = self.operand()?;
            self.cursor.expect_word("to")?;
            let to = self.ty()?;
            return Ok(InstructionKind::Cast { op, flags, operand, to });
        }
        match opcode {
            "load" | "store" | "alloca" | "getelementptr" | "atomicrmw" | "cmpxchg" | "fence" => self.memory(opcode),
            "ret" | "br" | "switch" | "indirectbr" | "unreachable" | "invoke" => self.control(opcode),
            "call" => self.call_or_debug(),
            "tail" | "musttail" | "notail" => {
                self.cursor.expect_word("call")?;
                self.call_or_debug()
            }
            "icmp" | "fcmp" => self.compare(opcode),
            "phi" => self.phi(),
            "extractvalue" | "insertvalue" | "extractelement" | "insertelement" | "shufflevector" => {
                self.composite(opcode)
            }
            "select" => {
                let flags = self.flags()?.flags;
                let [condition, then, otherwise] = self.three_operands()?;
                Ok(InstructionKind::Select { flags, condition, then, otherwise })
            }
            "fneg" => {
                let flags = self.flags()?.flags;
                Ok(InstructionKind::FNeg { flags, operand: self.operand()? })
            }
            "freeze" => Ok(InstructionKind::Freeze(self.operand()?)),
            "va_arg" => {
                let list = self.operand()?;
                self.cursor.expect(b',')?;
                Ok(InstructionKind::VariadicArgument { list, ty: self.ty()? })
            }
            _ => self.other(opcode),
        }
    }

    /// Exception handling and what later versions may add: read over, with its continuation lines.
    fn other(&mut self, opcode: &'a str) -> Read<InstructionKind<'a>> {
        let terminator = match opcode {
            "resume" | "catchswitch" | "catchret" | "cleanupret" | "callbr" => true,
            "landingpad" | "catchpad" | "cleanuppad" => false,
            _ => {
                let before = self.cursor.text.get(..self.cursor.at).unwrap_or("");
                let at = before.rfind(opcode).unwrap_or(self.cursor.at);
                return Err(Stop { at, message: format!("`{opcode}` is no instruction of LLVM 14 to 22") });
            }
        };
        // Clauses of a landing pad stand on lines of their own.
        loop {
            while !self.cursor.at_end() && self.cursor.byte() != b'\n' {
                if self.cursor.byte() == b'[' {
                    self.cursor.balanced()?;
                    self.cursor.at = self.cursor.at.saturating_sub(1);
                }
                self.cursor.at += 1;
            }
            self.cursor.space();
            let continues = matches!(self.cursor.peek_word(), "catch" | "filter" | "cleanup" | "to" | "unwind");
            if !continues || self.cursor.peek_label() {
                break;
            }
        }
        self.cursor.crossed_line = true;
        Ok(InstructionKind::Other { opcode, terminator })
    }

    pub(super) fn flags(&mut self) -> Read<OpcodeFlags> {
        let mut found = OpcodeFlags::default();
        loop {
            let flags = &mut found.flags;
            match self.cursor.peek_word() {
                "nuw" => flags.nuw = true,
                "nsw" => flags.nsw = true,
                "exact" => flags.exact = true,
                "disjoint" => flags.disjoint = true,
                "nneg" => flags.nneg = true,
                "samesign" => flags.samesign = true,
                "nnan" => flags.nnan = true,
                "ninf" => flags.ninf = true,
                "nsz" => flags.nsz = true,
                "arcp" | "contract" | "afn" | "reassoc" => flags.imprecise = true,
                "fast" => {
                    *flags = Flags { nnan: true, ninf: true, nsz: true, imprecise: true, ..*flags };
                }
                "inbounds" => found.inbounds = true,
                // Of addresses: without a signed overflow of the offset.
                "nusw" => flags.nsw = true,
                "inrange" => {
                    self.cursor.word();
                    if self.cursor.byte() == b'(' {
                        self.cursor.balanced()?;
                    }
                    continue;
                }
                _ => return Ok(found),
            }
            self.cursor.word();
        }
    }

    fn three_operands(&mut self) -> Read<[Operand<'a>; 3]> {
        let first = self.operand()?;
        self.cursor.expect(b',')?;
        let second = self.operand()?;
        self.cursor.expect(b',')?;
        Ok([first, second, self.operand()?])
    }

    fn compare(&mut self, opcode: &'a str) -> Read<InstructionKind<'a>> {
        let flags = self.flags()?.flags;
        let predicate = self.cursor.word();
        let ty = self.ty()?;
        let left = self.value(ty)?;
        self.cursor.expect(b',')?;
        let right = self.value(ty)?;
        self.comparison(opcode, predicate, flags, ty, left, right)
    }
    pub(super) fn comparison(
        &mut self,
        opcode: &str,
        predicate: &str,
        flags: Flags,
        ty: Ty,
        left: Value<'a>,
        right: Value<'a>,
    ) -> Read<InstructionKind<'a>> {
        let unknown = |reader: &Self| reader.cursor.stop(format!("`{predicate}` is no comparison"));
        if opcode == "icmp" {
            let Some(predicate) = int_predicate(predicate) else { return unknown(self) };
            return Ok(InstructionKind::Compare { predicate, flags, ty, left, right });
        }
        let Some(predicate) = float_predicate(predicate) else { return unknown(self) };
        Ok(InstructionKind::FloatCompare { predicate, flags, ty, left, right })
    }

    fn phi(&mut self) -> Read<InstructionKind<'a>> {
        let flags = self.flags()?.flags;
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.cursor.expect(b'[')?;
            let value = self.value(ty)?;
            self.cursor.expect(b',')?;
            let label = self.cursor.name(b'%')?;
            self.cursor.expect(b']')?;
            incoming.push((value, label));
            let mut ahead = self.cursor;
            if !(ahead.take(b',') && ahead.byte() == b'[') {
                return Ok(InstructionKind::Phi { flags, ty, incoming });
            }
            self.cursor = ahead;
        }
    }

    fn composite(&mut self, opcode: &'a str) -> Read<InstructionKind<'a>> {
        let first = self.operand()?;
        if opcode == "extractvalue" {
            return Ok(InstructionKind::ExtractValue { aggregate: first, path: self.path()? });
        }
        self.cursor.expect(b',')?;
        let second = self.operand()?;
        match opcode {
            "insertvalue" => Ok(InstructionKind::InsertValue { aggregate: first, element: second, path: self.path()? }),
            "extractelement" => Ok(InstructionKind::ExtractElement { vector: first, index: second }),
            _ => {
                self.cursor.expect(b',')?;
                let third = self.operand()?;
                Ok(if opcode == "insertelement" {
                    InstructionKind::InsertElement { vector: first, element: second, index: third }
                } else {
                    InstructionKind::ShuffleVector { left: first, right: second, mask: third }
                })
            }
        }
    }
    /// `, 0, 1` up to something that is no number.
    fn path(&mut self) -> Read<Vec<u64>> {
        let mut path = Vec::new();
        loop {
            let mut ahead = self.cursor;
            if !(ahead.take(b',') && ahead.at_digit()) {
                return Ok(path);
            }
            path.push(ahead.number()?);
            self.cursor = ahead;
        }
    }

    fn memory(&mut self, opcode: &'a str) -> Read<InstructionKind<'a>> {
        match opcode {
            "load" => {
                let volatile = self.access_words();
                let ty = self.ty()?;
                self.cursor.expect(b',')?;
                let pointer = self.operand()?;
                self.ordering()?;
                Ok(InstructionKind::Load { ty, pointer, volatile, facts: None, alignment: 0 })
            }
            "store" => {
                let volatile = self.access_words();
                let value = self.operand()?;
                self.cursor.expect(b',')?;
                let pointer = self.operand()?;
                self.ordering()?;
                Ok(InstructionKind::Store { value, pointer, volatile, alignment: 0 })
            }
            "alloca" => self.alloca(),
            "getelementptr" => {
                let flags = self.flags()?;
                self.get_element_pointer(flags)
            }
            "atomicrmw" => {
                self.access_words();
                let operation = self.cursor.word();
                let pointer = self.operand()?;
                self.cursor.expect(b',')?;
                let value = self.operand()?;
                self.ordering()?;
                Ok(InstructionKind::AtomicReadModifyWrite { operation, pointer, value })
            }
            "cmpxchg" => {
                self.access_words();
                let [pointer, expected, new] = self.three_operands()?;
                self.ordering()?;
                let bit = self.module.types.intern(TypeKind::Int(1));
                let result = TypeKind::Struct { fields: vec![expected.ty, bit], packed: false };
                let result = self.module.types.intern(result);
                Ok(InstructionKind::CompareExchange { pointer, expected, new, result })
            }
            _ => {
                self.ordering()?;
                Ok(InstructionKind::Fence)
            }
        }
    }
    /// `atomic`, `volatile`, `weak` between opcode and type.
    fn access_words(&mut self) -> bool {
        let mut volatile = false;
        while matches!(self.cursor.peek_word(), "atomic" | "volatile" | "weak") {
            volatile |= self.cursor.word() == "volatile";
        }
        volatile
    }
    /// `syncscope("…") seq_cst monotonic` behind an atomic access.
    fn ordering(&mut self) -> Read<()> {
        const ORDERS: [&str; 6] = ["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];
        if !self.cursor.crossed_line && self.cursor.take_word("syncscope") {
            self.cursor.balanced()?;
        }
        while !self.cursor.crossed_line && ORDERS.contains(&self.cursor.peek_word()) {
            self.cursor.word();
        }
        Ok(())
    }
    fn alloca(&mut self) -> Read<InstructionKind<'a>> {
        while matches!(self.cursor.peek_word(), "inalloca" | "swifterror") {
            self.cursor.word();
        }
        let ty = self.ty()?;
        let mut ahead = self.cursor;
        let mut count = None;
        if ahead.take(b',') && !matches!(ahead.peek_word(), "align" | "addrspace") && ahead.byte() != b'!' {
            self.cursor = ahead;
            count = Some(self.operand()?);
        }
        Ok(InstructionKind::Alloca { ty, count, alignment: 1 })
    }
    pub(super) fn get_element_pointer(&mut self, found: OpcodeFlags) -> Read<InstructionKind<'a>> {
        let OpcodeFlags { inbounds, flags, .. } = found;
        let source = self.ty()?;
        self.cursor.expect(b',')?;
        let base = self.operand()?;
        let mut indices = Vec::new();
        loop {
            let mut ahead = self.cursor;
            if !ahead.take(b',') || ahead.byte() == b'!' {
                return Ok(InstructionKind::GetElementPointer { inbounds, flags, source, base, indices });
            }
            self.cursor = ahead;
            self.cursor.take_word("inrange");
            indices.push(self.operand()?);
        }
    }

    fn control(&mut self, opcode: &'a str) -> Read<InstructionKind<'a>> {
        match opcode {
            "ret" => {
                let ty = self.ty()?;
                if matches!(self.kind(ty), TypeKind::Void) {
                    return Ok(InstructionKind::Return(None));
                }
                let value = self.value(ty)?;
                Ok(InstructionKind::Return(Some(Operand { ty, value })))
            }
            "br" => self.branch(),
            "switch" => self.switch(),
            "indirectbr" => {
                let address = self.operand()?;
                self.cursor.expect(b',')?;
                self.cursor.expect(b'[')?;
                let targets = self.list(b']', Self::target_label)?;
                Ok(InstructionKind::IndirectBranch { address, targets })
            }
            "invoke" => {
                let call = Box::new(self.call()?);
                self.cursor.expect_word("to")?;
                let normal = self.target_label()?;
                self.cursor.expect_word("unwind")?;
                let unwind = self.target_label()?;
                Ok(InstructionKind::Invoke { call, normal, unwind })
            }
            _ => Ok(InstructionKind::Unreachable),
        }
    }
    fn target_label(&mut self) -> Read<&'a str> {
        self.cursor.expect_word("label")?;
        self.cursor.name(b'%')
    }
    fn branch(&mut self) -> Read<InstructionKind<'a>> {
        if self.cursor.peek_word() == "label" {
            return Ok(InstructionKind::Branch(self.target_label()?));
        }
        let condition = self.operand()?.value;
        self.cursor.expect(b',')?;
        let then = self.target_label()?;
        self.cursor.expect(b',')?;
        let otherwise = self.target_label()?;
        Ok(InstructionKind::ConditionalBranch { condition, then, otherwise })
    }
    fn switch(&mut self) -> Read<InstructionKind<'a>> {
        let value = self.operand()?;
        self.cursor.expect(b',')?;
        let default = self.target_label()?;
        self.cursor.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.cursor.take(b']') {
            let case = self.operand()?.value;
            self.cursor.expect(b',')?;
            cases.push((case, self.target_label()?));
        }
        Ok(InstructionKind::Switch { value, default, cases })
    }

    fn call_or_debug(&mut self) -> Read<InstructionKind<'a>> {
        let call = self.call()?;
        let Value::Global(name) = call.callee else { return Ok(InstructionKind::Call(Box::new(call))) };
        if let Some(name) = name.strip_prefix(constrained::PREFIX) {
            return Ok(self.constrained(name, call));
        }
        let Some(name) = name.strip_prefix("llvm.dbg.") else { return Ok(InstructionKind::Call(Box::new(call))) };
        let metadata = call.arguments.into_iter().filter_map(|argument| match argument.operand.value {
            Value::Metadata(metadata) => Some(metadata),
            _ => None,
        });
        Ok(self.debug_kind(name, metadata.collect()))
    }
    /// Behind `call` or `invoke`: flags, convention, attributes, type, callee, arguments, attributes.
    fn call(&mut self) -> Read<Call<'a>> {
        let flags = self.flags()?.flags;
        let mut of_result = self.attributes()?;
        while self.cursor.at_digit() {
            // `cc 10`: the number behind a calling convention.
            self.cursor.number()?;
            of_result = self.attributes()?;
        }
        let ty = self.ty()?;
        let (result, function_type) = match self.kind(ty) {
            TypeKind::Function { result, .. } => (*result, Some(ty)),
            _ => (ty, None),
        };
        let pointer = self.module.types.intern(TypeKind::Pointer);
        let callee = self.value(pointer)?;
        self.cursor.expect(b'(')?;
        let arguments = self.list(b')', Self::argument)?;
        let attributes = self.attributes()?;
        let bundles = match self.cursor.byte() {
            b'[' if !self.cursor.crossed_line => {
                self.cursor.expect(b'[')?;
                self.list(b']', Self::bundle)?
            }
            _ => Vec::new(),
        };
        Ok(Call {
            result,
            function_type,
            callee,
            arguments,
            bundles,
            result_facts: of_result.facts,
            flags,
            noreturn: attributes.noreturn,
            attributes: attributes.group,
        })
    }
    fn argument(&mut self) -> Read<Argument<'a>> {
        let ty = self.ty()?;
        let attributes = self.attributes()?;
        let value = self.value(ty)?;
        Ok(Argument { operand: Operand { ty, value }, facts: attributes.facts, byval: attributes.byval })
    }
    /// `"align"(ptr %p, i64 8)`.
    fn bundle(&mut self) -> Read<Bundle<'a>> {
        let tag = self.cursor.string()?;
        self.cursor.expect(b'(')?;
        Ok(Bundle { tag, operands: self.list(b')', Self::operand)? })
    }

    /// `#dbg_value(i32 %x, !14, !DIExpression(), !20)` and its relatives.
    fn debug_record(&mut self, at: u32) -> Read<Instruction<'a>> {
        let name = self.cursor.name(b'#')?;
        self.cursor.expect(b'(')?;
        let arguments = self.list(b')', Self::metadata_argument)?;
        let debug = match arguments.last() {
            Some(MetadataArgument::Node(place)) => Some(*place),
            _ => None,
        };
        let kind = self.debug_kind(name.trim_start_matches("dbg_"), arguments);
        Ok(Instruction { result: None, kind, at, debug, record: true })
    }
    /// What debug information says of a variable: in a record, or before LLVM 19 in a call.
    fn debug_kind(&self, name: &str, arguments: Vec<MetadataArgument<'a>>) -> InstructionKind<'a> {
        let rest_of = |at: u32| self.cursor.text.get(at as usize..).unwrap_or("");
        let whole = arguments.iter().all(|argument| match argument {
            MetadataArgument::Inline(at) => {
                let text = rest_of(*at);
                !text.starts_with("!DIExpression") || text.starts_with("!DIExpression()")
            }
            _ => true,
        });
        let mut arguments = arguments.into_iter();
        match (name, arguments.next(), arguments.next()) {
            ("declare", Some(MetadataArgument::Value(address)), Some(MetadataArgument::Node(variable))) => {
                InstructionKind::DebugDeclare { address: *address, variable }
            }
            ("value" | "assign", Some(MetadataArgument::Value(value)), Some(MetadataArgument::Node(variable))) => {
                InstructionKind::DebugValue { value: *value, variable, whole }
            }
            _ => InstructionKind::Fence,
        }
    }

    pub(super) fn binary_op(word: &str) -> Option<BinaryOp> {
        Some(match word {
            "add" => BinaryOp::Add,
            "sub" => BinaryOp::Sub,
            "mul" => BinaryOp::Mul,
            "udiv" => BinaryOp::UDiv,
            "sdiv" => BinaryOp::SDiv,
            "urem" => BinaryOp::URem,
            "srem" => BinaryOp::SRem,
            "shl" => BinaryOp::Shl,
            "lshr" => BinaryOp::LShr,
            "ashr" => BinaryOp::AShr,
            "and" => BinaryOp::And,
            "or" => BinaryOp::Or,
            "xor" => BinaryOp::Xor,
            "fadd" => BinaryOp::FAdd,
            "fsub" => BinaryOp::FSub,
            "fmul" => BinaryOp::FMul,
            "fdiv" => BinaryOp::FDiv,
            "frem" => BinaryOp::FRem,
            _ => return None,
        })
    }
    pub(super) fn cast_op(word: &str) -> Option<CastOp> {
        Some(match word {
            "trunc" => CastOp::Trunc,
            "zext" => CastOp::ZExt,
            "sext" => CastOp::SExt,
            "fptrunc" => CastOp::FpTrunc,
            "fpext" => CastOp::FpExt,
            "fptoui" => CastOp::FpToUi,
            "fptosi" => CastOp::FpToSi,
            "uitofp" => CastOp::UiToFp,
            "sitofp" => CastOp::SiToFp,
            "ptrtoint" | "ptrtoaddr" => CastOp::PtrToInt,
            "inttoptr" => CastOp::IntToPtr,
            "bitcast" => CastOp::BitCast,
            "addrspacecast" => CastOp::AddrSpaceCast,
            _ => return None,
        })
    }
}

fn int_predicate(word: &str) -> Option<IntPredicate> {
    Some(match word {
        "eq" => IntPredicate::Eq,
        "ne" => IntPredicate::Ne,
        "ugt" => IntPredicate::Ugt,
        "uge" => IntPredicate::Uge,
        "ult" => IntPredicate::Ult,
        "ule" => IntPredicate::Ule,
        "sgt" => IntPredicate::Sgt,
        "sge" => IntPredicate::Sge,
        "slt" => IntPredicate::Slt,
        "sle" => IntPredicate::Sle,
        _ => return None,
    })
}

pub(super) fn float_predicate(word: &str) -> Option<FloatPredicate> {
    let relation = match word {
        "false" => FloatRelation::False,
        "true" => FloatRelation::True,
        "ord" | "uno" => FloatRelation::Comparable,
        "oeq" | "ueq" => FloatRelation::Equal,
        "ogt" | "ugt" => FloatRelation::Greater,
        "oge" | "uge" => FloatRelation::GreaterEqual,
        "olt" | "ult" => FloatRelation::Less,
        "ole" | "ule" => FloatRelation::LessEqual,
        "one" | "une" => FloatRelation::NotEqual,
        _ => return None,
    };
    Some(FloatPredicate { relation, ordered: word.starts_with('o') })
}
