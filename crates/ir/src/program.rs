//! Programs: procedures, blocks, statements, variables, properties.
//!
//! The program owns every table; procedures own their blocks. A program may come from several source
//! files; their texts live in a [`cairn_base::SourceMap`] beside it.

use crate::check::{CheckKind, Property, PropertyId};
use crate::contract::{Contract, LoopContract};
use crate::expr::{Expr, ExprId, ExprKind, Place};
use crate::role::{InputRole, ProcedureRole};
use crate::types::{TypeId, Types};
use crate::value::Value;
use cairn_base::{Span, Table, define_id};
use rustc_hash::FxHashMap;
use std::sync::Arc;

define_id!(
    /// A procedure of the program.
    ProcId,
    "proc"
);
define_id!(
    /// A variable of the program: global, parameter, result, local or bound by a quantifier.
    VarId,
    "v"
);
define_id!(
    /// A block of one procedure.
    BlockId,
    "b"
);

/// Which language the program came from: how values and operators are written for people.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    #[default]
    Cairn,
    Ada,
    C,
    Llvm,
}

/// What depends on the machine. Integers are little-endian unless said otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// Bytes of a pointer in memory: 8 (LP64) or 4 (ILP32).
    pub pointer_bytes: u32,
    pub big_endian: bool,
}

impl Default for Target {
    fn default() -> Self {
        Self { pointer_bytes: 8, big_endian: false }
    }
}

/// Where a node comes from and why it exists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    pub span: Option<Span>,
    pub reason: Reason,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Reason {
    /// The source says so.
    #[default]
    Source,
    /// The language's rules imply it ("index check", "default initialisation", "copy back of M").
    Implied(Arc<str>),
    /// An arbitrary value that stands for this.
    Input(InputRole),
    /// The end of a block that a front end began and has not finished: see [`unfinished`](crate::unfinished).
    Unfinished,
    /// Made by a pass ("inlined from …", "unwinding 3 of …").
    Pass(Arc<str>),
}

/// The reason of an unsupported check that stands for a part of a specification: who does not ask for what specifications say
/// can leave it out.
pub const SPECIFICATION: &str = "a part of a specification that cannot be said";

impl From<&str> for Reason {
    fn from(why: &str) -> Self {
        Reason::Implied(why.into())
    }
}

impl From<InputRole> for Reason {
    fn from(role: InputRole) -> Self {
        Reason::Input(role)
    }
}

impl Origin {
    /// What the arbitrary value of a statement stands for.
    pub fn input_role(&self) -> Option<&InputRole> {
        match &self.reason {
            Reason::Input(role) => Some(role),
            _ => None,
        }
    }
    pub fn source(span: Span) -> Self {
        Self { span: Some(span), reason: Reason::Source }
    }
    pub fn implied(span: Option<Span>, why: impl Into<Arc<str>>) -> Self {
        Self { span, reason: Reason::Implied(why.into()) }
    }
    pub fn pass(span: Option<Span>, why: impl Into<Arc<str>>) -> Self {
        Self { span, reason: Reason::Pass(why.into()) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableKind {
    Global,
    Parameter,
    Result,
    Local,
    /// Bound by a quantifier.
    Bound,
}

/// Value of a global before the first statement. (Parameters get their arguments; locals and results
/// begin as the zero value of their type. A front end whose language leaves them indeterminate puts a
/// `havoc` there: nothing is implicit.)
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Initial {
    /// Any value: an input of the program.
    Arbitrary,
    Zero,
    /// A constant expression; it may take addresses of globals.
    Value(ExprId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// As the source writes it. Unique among the globals, and among the variables of a procedure.
    pub name: Arc<str>,
    pub ty: TypeId,
    pub kind: VariableKind,
    /// The procedure it belongs to; none for globals.
    pub procedure: Option<ProcId>,
    /// Its address may be taken: it is a memory object, and reading or assigning it is a load or store.
    /// An addressable local is a new object at each entry of its procedure and at each `live` statement.
    pub addressable: bool,
    /// Its address, if it has one, is a multiple of this power of two.
    pub alignment: u64,
    /// Exists in the source (and is shown in traces), or was made by a front end.
    pub temporary: bool,
    /// How the source calls it, where its name had to be another one: the value that a parameter of mode `in out` comes
    /// with and the one that it leaves with are two variables here.
    pub source_name: Option<Arc<str>>,
    pub initial: Initial,
    pub span: Option<Span>,
}

impl Variable {
    /// The name that people are shown.
    pub fn shown_name(&self) -> &Arc<str> {
        self.source_name.as_ref().unwrap_or(&self.name)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    Direct(ProcId),
    /// A pointer to a procedure; if it is none of these the call is a failed check that the front end
    /// must have put before it, and the execution stops.
    Indirect {
        pointer: ExprId,
        candidates: Vec<ProcId>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AllocationKind {
    /// Lives until released.
    Heap,
    /// Released when the procedure returns (C's `alloca`, variable-length arrays).
    Stack,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    Assign {
        target: Place,
        value: ExprId,
    },
    /// An arbitrary value: an input. Arbitrary pointers point to no object (null or stray).
    Havoc {
        target: Place,
    },
    /// Executions that do not satisfy it are not considered.
    Assume(ExprId),
    /// If it is false the property is violated and the execution ends.
    Check {
        property: PropertyId,
        condition: ExprId,
    },
    /// Arguments are evaluated first, then results are assigned in order after the return.
    Call {
        callee: Callee,
        arguments: Vec<ExprId>,
        results: Vec<Place>,
    },
    /// A new object of `count` (unsigned `Int(64)`) elements; its address is assigned to `target`.
    /// The contents are zero, or arbitrary (one input: an array of elements).
    /// Executions in which it would be larger than
    /// [`Pointer::MAX_OFFSET`](crate::value::Pointer::MAX_OFFSET) bytes are not considered: a front end
    /// whose language lets such allocations fail puts a branch before.
    Allocate {
        target: Place,
        element: TypeId,
        count: ExprId,
        zeroed: bool,
        kind: AllocationKind,
        /// The address is a multiple of this power of two.
        alignment: u64,
    },
    /// The object ends; nothing happens if the pointer has no live object.
    Release(ExprId),
    /// An addressable local begins (a new object, contents zero; the old one ends) and ends its life.
    Live(VarId),
    Dead(VarId),
    /// Copies `bytes` (unsigned `Int(64)`) as if through a buffer, pointers included. Bytes outside
    /// live objects read as zero and are not written.
    CopyMemory {
        target: ExprId,
        source: ExprId,
        bytes: ExprId,
    },
    /// Sets `bytes` bytes to the value (an `Int(8)`).
    FillMemory {
        target: ExprId,
        value: ExprId,
        bytes: ExprId,
    },
    /// Something temporal properties can speak of.
    Event {
        name: Arc<str>,
        arguments: Vec<ExprId>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub origin: Origin,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Terminator {
    Goto(BlockId),
    Branch {
        condition: ExprId,
        then: BlockId,
        otherwise: BlockId,
    },
    /// The first case whose value equals the (machine integer) expression, else the default.
    Switch {
        value: ExprId,
        cases: Vec<(Value, BlockId)>,
        default: BlockId,
    },
    Return,
    /// The whole execution ends normally.
    Stop,
}

impl Terminator {
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Goto(block) => vec![*block],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, block)| *block).chain([*default]).collect()
            }
            Terminator::Return | Terminator::Stop => Vec::new(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Unique in the procedure.
    pub label: Arc<str>,
    pub statements: Vec<Statement>,
    pub terminator: Terminator,
    pub terminator_origin: Origin,
    pub loop_contract: Option<LoopContract>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    pub name: Arc<str>,
    pub role: ProcedureRole,
    pub parameters: Vec<VarId>,
    pub results: Vec<VarId>,
    pub locals: Vec<VarId>,
    /// The first block is the entry. Empty: the body is not known. A call then gives arbitrary results
    /// (inputs) that satisfy `ensures`, and changes nothing else.
    pub blocks: Table<BlockId, Block>,
    pub contract: Contract,
    pub span: Option<Span>,
}

impl Procedure {
    pub const ENTRY: BlockId = BlockId(0);

    /// What defines a logic function: the expression of its parameters that its result equals.
    pub fn definition(&self, program: &Program) -> Option<ExprId> {
        let ([result], [defined]) = (self.results.as_slice(), self.contract.ensures.as_slice()) else { return None };
        match program.expr(*defined).kind {
            ExprKind::Binary(crate::expr::Binary::Equal, a, b) if self.role.is_logic() => {
                matches!(program.expr(a).kind, ExprKind::Var(var) if var == *result).then_some(b)
            }
            _ => None,
        }
    }
    pub fn has_body(&self) -> bool {
        !self.blocks.is_empty()
    }
    /// What the source calls the procedure, or the one that it starts.
    pub fn source_name(&self) -> &Arc<str> {
        match &self.role {
            ProcedureRole::Start(name) | ProcedureRole::Contract(name) => name,
            _ => &self.name,
        }
    }
}

/// A subprogram with a body that the user wrote, whether it became a procedure or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceSubprogram {
    pub name: Arc<str>,
    pub span: Option<Span>,
    /// Whether an entry can get to it.
    pub is_reached: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub language: Language,
    pub target: Target,
    pub types: Types,
    /// Append only, through [`build`](crate::build), which refuses ill-typed ones.
    pub(crate) exprs: Table<ExprId, Expr>,
    pub variables: Table<VarId, Variable>,
    pub procedures: Table<ProcId, Procedure>,
    pub properties: Table<PropertyId, Property>,
    /// How many properties of a kind each procedure has: the number in the next one's name.
    pub(crate) property_numbers: FxHashMap<(Option<ProcId>, CheckKind), u32>,
    /// Where executions may start. Parameters of an entry are inputs.
    pub entries: Vec<ProcId>,
    /// What the sources hold, told by front ends that leave out what no entry reaches. Empty: the procedures are all there is.
    pub subprograms: Vec<SourceSubprogram>,
    pub outside: Option<Outside>,
    /// Functions without body, of which something is assumed.
    pub assumed: Vec<AssumedFunction>,
}

/// Whether functions without body also write what other files of the program can see: proofs must hold where they do,
/// violations must not need it. Engines see a program in which that is decided ([`Program::decide_outside`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outside {
    /// A Boolean global that only conditions of branches read. The text form has it, and there it is true.
    pub flag: VarId,
    /// Writes arbitrary values into everything that other files can see.
    pub writes: ProcId,
}

/// A function that no input defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssumedFunction {
    pub name: Arc<str>,
    /// What it may do: a word of `--stub`, or `contract`.
    pub stub: &'static str,
    /// Where it is called first, or declared.
    pub span: Option<Span>,
}

impl Program {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id]
    }
    pub fn expr_ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        self.exprs.ids()
    }
    /// Takes properties out that no check is about any more; the others get new ids.
    pub fn forget_properties(&mut self, is_gone: impl Fn(&Property) -> bool) {
        let mut kept = Table::default();
        let mut new = FxHashMap::default();
        for (id, property) in self.properties.iter().filter(|(_, property)| !is_gone(property)) {
            new.insert(id, kept.push(property.clone()));
        }
        self.properties = kept;
        for (_, procedure) in self.procedures.iter_mut() {
            for (_, block) in procedure.blocks.iter_mut() {
                block.statements.retain_mut(|statement| match &mut statement.kind {
                    StatementKind::Check { property, .. } => match new.get(property) {
                        Some(now) => {
                            *property = *now;
                            true
                        }
                        None => false,
                    },
                    _ => true,
                });
            }
        }
    }
    pub fn expr_count(&self) -> usize {
        self.exprs.len()
    }
    pub fn type_of(&self, id: ExprId) -> TypeId {
        self.exprs[id].ty
    }
    pub fn globals(&self) -> impl Iterator<Item = (VarId, &Variable)> {
        self.variables.iter().filter(|(_, v)| v.kind == VariableKind::Global)
    }
    /// Decides whether functions without body write what other files can see, wherever that is asked.
    pub fn decide_outside(&mut self, writes: bool) {
        let Some(outside) = self.outside.take() else { return };
        for (_, procedure) in self.procedures.iter_mut() {
            for (_, block) in procedure.blocks.iter_mut() {
                let Terminator::Branch { condition, then, otherwise } = block.terminator else { continue };
                if self.exprs[condition].kind == ExprKind::Var(outside.flag) {
                    block.terminator = Terminator::Goto(if writes { then } else { otherwise });
                }
            }
        }
    }
    pub fn find_procedure(&self, name: &str) -> Option<ProcId> {
        self.procedures.iter().find(|(_, p)| &*p.name == name).map(|(id, _)| id)
    }
}
