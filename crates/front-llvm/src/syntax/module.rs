//! A module as its text says it: types, globals, functions, instructions. Names borrow the text.
//!
//! Pointer types have forgotten what they point to: since LLVM 3.7 every instruction that needs that type
//! says it. Metadata is not parsed here; [`Module::metadata`] only tells where each node is written, and
//! [`crate::debug`] reads the few that are asked for.
//!
//! Deliberately absent: meaning. Whether a type fits or a name exists, lowering finds out.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// Index into [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ty(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind<'a> {
    Void,
    Int(u32),
    Float(FloatKind),
    Pointer,
    Array(u64, Ty),
    /// Number of elements; `true` if that is only a multiple (scalable vectors).
    Vector(u64, Ty, bool),
    Struct {
        fields: Vec<Ty>,
        packed: bool,
    },
    /// A named structure; its body is in [`Module::named_types`].
    Named(&'a str),
    Function {
        result: Ty,
        parameters: Vec<Ty>,
        variadic: bool,
    },
    Label,
    Metadata,
    Token,
    /// A type that no front end supports here (`x86_amx`, `target(...)`), by its first word.
    Other(&'a str),
}

/// All types of a module, each once.
#[derive(Clone, Debug, Default)]
pub struct Types<'a> {
    table: Vec<TypeKind<'a>>,
    interned: FxHashMap<TypeKind<'a>, Ty>,
}

impl<'a> Types<'a> {
    pub fn intern(&mut self, kind: TypeKind<'a>) -> Ty {
        if let Some(&ty) = self.interned.get(&kind) {
            return ty;
        }
        let ty = Ty(self.table.len() as u32);
        self.table.push(kind.clone());
        self.interned.insert(kind, ty);
        ty
    }
    pub fn kind(&self, ty: Ty) -> &TypeKind<'a> {
        &self.table[ty.0 as usize]
    }
}

/// A place in the module's text: the byte where an item or instruction begins.
pub type At = u32;

#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    Local(&'a str),
    Global(&'a str),
    Int(BigInt),
    Bool(bool),
    /// As written: `2.500000e+00` or `0x…` with LLVM's format letters.
    Float(&'a str),
    Null,
    Undef,
    Poison,
    /// `zeroinitializer`, `none`.
    Zero,
    /// Elements of an array, vector or structure.
    Aggregate(Vec<Operand<'a>>),
    /// The same element in every place of a vector.
    Splat(Box<Operand<'a>>),
    /// `c"…"` with its escapes.
    Text(&'a str),
    /// A constant expression: an instruction without a name.
    Expression(Box<InstructionKind<'a>>),
    BlockAddress(&'a str, &'a str),
    /// Instructions of the machine and how operands get into them.
    Assembly {
        template: &'a str,
        constraints: &'a str,
    },
    /// An argument of a debug intrinsic.
    Metadata(MetadataArgument<'a>),
    /// Something that is read over and refused where it is used, by its first word.
    Other(&'a str),
}

#[derive(Clone, PartialEq, Debug)]
pub enum MetadataArgument<'a> {
    Node(u32),
    Value(Box<Operand<'a>>),
    /// Written in place (`!DIExpression(…)`): where it begins.
    Inline(At),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Operand<'a> {
    pub ty: Ty,
    pub value: Value<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

impl BinaryOp {
    pub fn is_division(self) -> bool {
        matches!(self, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
    }
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
    }
}

/// Promises whose breach makes the result poison, and the licence of `fast` mathematics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    pub nuw: bool,
    pub nsw: bool,
    /// `exact` divisions and shifts; `disjoint` or; `nneg` extensions and conversions; `samesign`.
    pub exact: bool,
    pub disjoint: bool,
    pub nneg: bool,
    pub samesign: bool,
    pub nnan: bool,
    pub ninf: bool,
    /// Any of `arcp contract afn reassoc fast`: the result is not determined by IEEE 754.
    pub imprecise: bool,
    /// `nsz`: the sign of a zero result is not determined.
    pub nsz: bool,
}

impl Flags {
    /// Whether any flag of fast mathematics is set.
    pub fn is_fast(self) -> bool {
        self.nnan || self.ninf || self.nsz || self.imprecise
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// `ordered` comparisons are false, unordered ones true, when an argument is NaN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatPredicate {
    pub relation: FloatRelation,
    pub ordered: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatRelation {
    False,
    True,
    Equal,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
    NotEqual,
    /// `ord` and `uno`.
    Comparable,
}

/// What attributes and metadata promise of a value: if it does not hold, the value is poison.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Facts {
    /// Poison is undefined behaviour at once.
    pub noundef: bool,
    pub nonnull: bool,
    /// So many bytes lie behind the pointer; 0 promises nothing.
    pub dereferenceable: u64,
    /// 0 promises nothing.
    pub align: u64,
    /// From the first number up to the second, which is excluded; wraps around if that is smaller.
    pub range: Option<Box<(BigInt, BigInt)>>,
    /// The node behind `!range`.
    pub range_node: Option<u32>,
    /// Of `nofpclass(…)`.
    pub not_nan: bool,
    pub not_infinite: bool,
}

/// An operand bundle: `"align"(ptr %p, i64 8)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Bundle<'a> {
    pub tag: &'a str,
    pub operands: Vec<Operand<'a>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Argument<'a> {
    pub operand: Operand<'a>,
    pub facts: Facts,
    /// `byval(T)`: the callee gets a copy.
    pub byval: Option<Ty>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Call<'a> {
    pub result: Ty,
    /// The function type where it is written out (variadic callees).
    pub function_type: Option<Ty>,
    pub callee: Value<'a>,
    pub arguments: Vec<Argument<'a>>,
    pub bundles: Vec<Bundle<'a>>,
    pub result_facts: Facts,
    pub flags: Flags,
    pub noreturn: bool,
    /// Number of the attribute group behind the call.
    pub attributes: Option<u32>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum InstructionKind<'a> {
    Binary {
        op: BinaryOp,
        flags: Flags,
        ty: Ty,
        left: Value<'a>,
        right: Value<'a>,
    },
    FNeg {
        flags: Flags,
        operand: Operand<'a>,
    },
    Compare {
        predicate: IntPredicate,
        flags: Flags,
        ty: Ty,
        left: Value<'a>,
        right: Value<'a>,
    },
    FloatCompare {
        predicate: FloatPredicate,
        flags: Flags,
        ty: Ty,
        left: Value<'a>,
        right: Value<'a>,
    },
    Cast {
        op: CastOp,
        flags: Flags,
        operand: Operand<'a>,
        to: Ty,
    },
    Select {
        flags: Flags,
        condition: Operand<'a>,
        then: Operand<'a>,
        otherwise: Operand<'a>,
    },
    Phi {
        flags: Flags,
        ty: Ty,
        incoming: Vec<(Value<'a>, &'a str)>,
    },
    Alloca {
        ty: Ty,
        count: Option<Operand<'a>>,
        /// As written behind it; 1 if nothing is.
        alignment: u64,
    },
    Load {
        ty: Ty,
        pointer: Operand<'a>,
        volatile: bool,
        /// Of the value; boxed, because most loads have none.
        facts: Option<Box<Facts>>,
        /// As written behind it; 0 if nothing is.
        alignment: u64,
    },
    Store {
        value: Operand<'a>,
        pointer: Operand<'a>,
        volatile: bool,
        /// As written behind it; 0 if nothing is.
        alignment: u64,
    },
    /// Source element type, base, indices.
    GetElementPointer {
        inbounds: bool,
        /// `nuw`, and `nusw` as `nsw`.
        flags: Flags,
        source: Ty,
        base: Operand<'a>,
        indices: Vec<Operand<'a>>,
    },
    ExtractValue {
        aggregate: Operand<'a>,
        path: Vec<u64>,
    },
    InsertValue {
        aggregate: Operand<'a>,
        element: Operand<'a>,
        path: Vec<u64>,
    },
    ExtractElement {
        vector: Operand<'a>,
        index: Operand<'a>,
    },
    InsertElement {
        vector: Operand<'a>,
        element: Operand<'a>,
        index: Operand<'a>,
    },
    ShuffleVector {
        left: Operand<'a>,
        right: Operand<'a>,
        mask: Operand<'a>,
    },
    Freeze(Operand<'a>),
    Call(Box<Call<'a>>),
    /// A call whose normal continuation is a label.
    Invoke {
        call: Box<Call<'a>>,
        normal: &'a str,
        unwind: &'a str,
    },
    AtomicReadModifyWrite {
        operation: &'a str,
        pointer: Operand<'a>,
        value: Operand<'a>,
    },
    CompareExchange {
        pointer: Operand<'a>,
        expected: Operand<'a>,
        new: Operand<'a>,
        /// The old value, and whether it was the expected one.
        result: Ty,
    },
    Fence,
    VariadicArgument {
        list: Operand<'a>,
        ty: Ty,
    },
    Return(Option<Operand<'a>>),
    Branch(&'a str),
    ConditionalBranch {
        condition: Value<'a>,
        then: &'a str,
        otherwise: &'a str,
    },
    Switch {
        value: Operand<'a>,
        default: &'a str,
        cases: Vec<(Value<'a>, &'a str)>,
    },
    IndirectBranch {
        address: Operand<'a>,
        targets: Vec<&'a str>,
    },
    Unreachable,
    /// Variable of the debug information: declared at an address, or given a value.
    DebugDeclare {
        address: Operand<'a>,
        variable: u32,
    },
    DebugValue {
        value: Operand<'a>,
        variable: u32,
        whole: bool,
    },
    /// An instruction that is read over and refused where it stands, by its opcode.
    Other {
        opcode: &'a str,
        terminator: bool,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct Instruction<'a> {
    pub result: Option<&'a str>,
    pub kind: InstructionKind<'a>,
    pub at: At,
    /// The node behind `!dbg`.
    pub debug: Option<u32>,
    /// A debug record (`#dbg_value(…)`), which LLVM does not count as an instruction.
    pub record: bool,
}

impl InstructionKind<'_> {
    pub fn is_terminator(&self) -> bool {
        use InstructionKind::*;
        matches!(
            self,
            Return(_)
                | Branch(_)
                | ConditionalBranch { .. }
                | Switch { .. }
                | IndirectBranch { .. }
                | Unreachable
                | Invoke { .. }
                | Other { terminator: true, .. }
        )
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Block<'a> {
    pub label: &'a str,
    pub at: At,
    pub instructions: Vec<Instruction<'a>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Parameter<'a> {
    pub name: &'a str,
    pub ty: Ty,
    pub facts: Facts,
    /// The function writes nothing through it.
    pub only_read: bool,
    pub byval: Option<Ty>,
}

/// How a definition meets those of its name in other modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Linkage {
    #[default]
    Strong,
    /// Another definition may take its place (`weak`, `linkonce`, `common`, `available_externally`).
    Weak,
    /// Not visible to other modules (`internal`, `private`).
    Local,
    /// Declared, and perhaps nowhere defined (`extern_weak`): its address may be null.
    Optional,
}

impl Linkage {
    /// The linkage that a word in front of a definition means.
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "internal" | "private" => Some(Linkage::Local),
            "weak" | "weak_odr" | "linkonce" | "linkonce_odr" | "common" | "available_externally" => {
                Some(Linkage::Weak)
            }
            "extern_weak" => Some(Linkage::Optional),
            _ => None,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Function<'a> {
    pub name: &'a str,
    pub result: Ty,
    pub result_facts: Facts,
    pub parameters: Vec<Parameter<'a>>,
    pub variadic: bool,
    pub linkage: Linkage,
    pub noreturn: bool,
    pub attributes: Option<u32>,
    /// Empty for declarations.
    pub blocks: Vec<Block<'a>>,
    pub at: At,
    pub debug: Option<u32>,
}

impl<'a> Function<'a> {
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction<'a>> {
        self.blocks.iter().flat_map(|block| &block.instructions)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Global<'a> {
    pub name: &'a str,
    pub ty: Ty,
    pub constant: bool,
    pub thread_local: bool,
    pub linkage: Linkage,
    /// None: defined elsewhere.
    pub initial: Option<Value<'a>>,
    pub at: At,
    pub debug: Option<u32>,
    /// As written behind it; 1 if nothing is.
    pub alignment: u64,
}

/// Another name of a global or function.
#[derive(Clone, PartialEq, Debug)]
pub struct Alias<'a> {
    pub name: &'a str,
    pub target: Value<'a>,
    pub linkage: Linkage,
    /// `ifunc`: the target is a resolver, which is not followed.
    pub resolver: bool,
    pub at: At,
}

#[derive(Clone, Debug, Default)]
pub struct Module<'a> {
    pub data_layout: &'a str,
    pub triple: &'a str,
    pub types: Types<'a>,
    /// Bodies of named structures; none if opaque.
    pub named_types: FxHashMap<&'a str, Option<Ty>>,
    pub globals: Vec<Global<'a>>,
    pub aliases: Vec<Alias<'a>>,
    pub functions: Vec<Function<'a>>,
    /// Where the text of each numbered metadata node begins, behind its `=`.
    pub metadata: FxHashMap<u32, At>,
    /// Nodes that a named list (`!llvm.dbg.cu`) names.
    pub named_metadata: FxHashMap<&'a str, Vec<u32>>,
    /// Texts of attribute groups.
    pub attributes: FxHashMap<u32, &'a str>,
}

impl Module<'_> {
    /// How many instructions the function bodies hold, as LLVM counts them (debug records that are no
    /// calls do not count).
    pub fn instruction_count(&self) -> usize {
        let blocks = self.functions.iter().flat_map(|f| &f.blocks);
        blocks.flat_map(|b| &b.instructions).filter(|i| !i.record).count()
    }
}
