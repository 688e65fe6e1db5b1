//! Walks over the typed tree: which functions have their address taken, which expressions have effects.

use crate::sema::tree::{
    Block, Builtin, Callee, CastKind, Expr, ExprKind, FunctionId, InitValue, Initializer, Lvalue, LvalueKind, Program,
    Stmt, StmtKind, StringId, Variable, VariableId,
};
use crate::types::{TypeId, TypeKind, Types};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Calls `visit` with every expression below a node, the outer ones first.
struct Walk<'v> {
    visit: &'v mut dyn FnMut(&Expr),
}

impl Walk<'_> {
    fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|s| self.stmt(s));
    }
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(e) | StmtKind::ComputedGoto(e) => self.expr(e),
            StmtKind::Declare { initializer, .. } => initializer.iter().for_each(|i| self.initializer(i)),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.block(then);
                otherwise.iter().for_each(|b| self.block(b));
            }
            StmtKind::While { condition, body, .. } | StmtKind::DoWhile { body, condition, .. } => {
                self.expr(condition);
                self.block(body);
            }
            StmtKind::For { start, condition, step, body, .. } => {
                self.block(start);
                condition.iter().for_each(|e| self.expr(e));
                step.iter().for_each(|e| self.expr(e));
                self.block(body);
            }
            StmtKind::Switch { value, body, .. } => {
                self.expr(value);
                self.block(body);
            }
            StmtKind::Return(value) => value.iter().for_each(|e| self.expr(e)),
            StmtKind::CaseMark(_)
            | StmtKind::LabelMark(_)
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Specification(_)
            | StmtKind::Unsupported(_) => {}
            StmtKind::Contracted { body, .. } => self.block(body),
        }
    }
    fn initializer(&mut self, initializer: &Initializer) {
        for item in &initializer.items {
            if let InitValue::Expr(e) = &item.value {
                self.expr(e);
            }
        }
    }
    fn lvalue(&mut self, lvalue: &Lvalue) {
        match &lvalue.kind {
            LvalueKind::Deref(e) => self.expr(e),
            LvalueKind::Index(array, index) => {
                self.lvalue(array);
                self.expr(index);
            }
            LvalueKind::Member(record, _) => self.lvalue(record),
            LvalueKind::CompoundLiteral(_, initializer) => self.initializer(initializer),
            LvalueKind::Temporary(_, e) => self.expr(e),
            LvalueKind::Variable(_) | LvalueKind::String(_) | LvalueKind::Unsupported(_) => {}
        }
    }
    fn expr(&mut self, e: &Expr) {
        (self.visit)(e);
        match &e.kind {
            ExprKind::Load(l) | ExprKind::AddressOf(l) | ExprKind::Decay(l) => self.lvalue(l),
            ExprKind::VaStart(l) | ExprKind::VaEnd(l) | ExprKind::VaArg(l) => self.lvalue(l),
            ExprKind::VaCopy(a, b) => {
                self.lvalue(a);
                self.lvalue(b);
            }
            ExprKind::Cast(_, a) | ExprKind::Unary(_, a) | ExprKind::Not(a) | ExprKind::SetLength(_, a) => self.expr(a),
            ExprKind::Quantified { body, .. } => self.expr(body),
            ExprKind::Earlier { value, .. } => self.expr(value),
            ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::PointerDifference(a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Comma(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.expr(pointer);
                self.expr(index);
            }
            ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| self.expr(e)),
            ExprKind::Elvis { condition, converted, otherwise } => {
                [condition, converted, otherwise].into_iter().for_each(|e| self.expr(e));
            }
            ExprKind::Assign(l, value) => {
                self.lvalue(l);
                self.expr(value);
            }
            ExprKind::CompoundAssign(assign) => {
                self.lvalue(&assign.target);
                self.expr(&assign.value);
            }
            ExprKind::Step(step) => self.lvalue(&step.target),
            ExprKind::Call { callee, arguments } => {
                if let Callee::Pointer(pointer) = callee {
                    self.expr(pointer);
                }
                arguments.iter().for_each(|a| self.expr(a));
            }
            ExprKind::Builtin(_, arguments) => arguments.iter().for_each(|a| self.expr(a)),
            ExprKind::Statement(block, value) => {
                self.block(block);
                value.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::Shared
            | ExprKind::ReturnValue
            | ExprKind::Unsupported(_) => {}
        }
    }
}

/// Functions whose address is used anywhere in the program, in the order of their ids.
pub fn functions_with_address(c: &Program) -> Vec<FunctionId> {
    let mut found: FxHashSet<FunctionId> = FxHashSet::default();
    let mut visit = |e: &Expr| {
        if let ExprKind::FunctionAddress(function) = e.kind {
            found.insert(function);
        }
    };
    walk_program(c, &mut visit);
    c.functions.ids().filter(|id| found.contains(id)).collect()
}

/// Names of functions that are used and have no body.
pub fn undefined_functions(c: &Program) -> Vec<Rc<str>> {
    let mut found: FxHashSet<FunctionId> = FxHashSet::default();
    let mut visit = |e: &Expr| match &e.kind {
        ExprKind::FunctionAddress(function) | ExprKind::Call { callee: Callee::Direct(function), .. } => {
            found.insert(*function);
        }
        _ => {}
    };
    walk_program(c, &mut visit);
    let undefined = c.functions.iter().filter(|(id, f)| f.body.is_none() && found.contains(id));
    undefined.map(|(_, f)| Rc::from(&*f.name)).collect()
}

/// Visits every expression of the program.
pub(super) fn walk_program(c: &Program, visit: &mut dyn FnMut(&Expr)) {
    let mut walk = Walk { visit };
    for (_, function) in c.functions.iter() {
        if let Some(body) = &function.body {
            body.prologue.iter().for_each(|s| walk.stmt(s));
            walk.block(&body.block);
        }
    }
    for (_, variable) in c.variables.iter() {
        variable.initializer.iter().for_each(|i| walk.initializer(i));
    }
}

/// Visits every expression of a function's body.
pub(super) fn walk_body(body: &crate::sema::tree::Body, visit: &mut dyn FnMut(&Expr)) {
    let mut walk = Walk { visit };
    body.prologue.iter().for_each(|s| walk.stmt(s));
    walk.block(&body.block);
}

/// Visits every expression below an expression, itself first.
pub(super) fn walk_expr(e: &Expr, visit: &mut dyn FnMut(&Expr)) {
    Walk { visit }.expr(e);
}

/// String literals that are used other than as pointers to `const`: a program could try to write them.
pub fn exposed_strings(c: &Program) -> Vec<StringId> {
    let literal = |e: &Expr| match &e.kind {
        ExprKind::Decay(l) | ExprKind::AddressOf(l) => match l.kind {
            LvalueKind::String(id) => Some(id),
            _ => None,
        },
        _ => None,
    };
    let mut uses: FxHashMap<StringId, i64> = FxHashMap::default();
    let mut visit = |e: &Expr| {
        if let Some(id) = literal(e) {
            *uses.entry(id).or_insert(0) += 1;
        }
        if let ExprKind::Cast(_, inner) = &e.kind {
            let to_const = c.types.pointee(e.ty).is_some_and(|pointee| pointee.qualifiers.constant);
            if let Some(id) = literal(inner).filter(|_| to_const) {
                *uses.entry(id).or_insert(0) -= 1;
            }
        }
    };
    walk_program(c, &mut visit);
    c.strings.ids().filter(|id| uses.get(id).is_some_and(|count| *count > 0)).collect()
}

/// Functions that give back a pointer into one of their arguments, or keep it.
const KEEPS_ARGUMENTS: &[&str] = &[
    "memchr",
    "memrchr",
    "rawmemchr",
    "strchr",
    "strchrnul",
    "strrchr",
    "index",
    "rindex",
    "strstr",
    "strpbrk",
    "strtok",
    "strtok_r",
    "strsep",
    "bsearch",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "strtof",
    "strtold",
];

/// String literals whose address the program may keep: all but those that only functions of the library are given.
pub fn kept_strings(c: &Program) -> Vec<StringId> {
    fn literal(e: &Expr) -> Option<StringId> {
        match &e.kind {
            ExprKind::Cast(_, inner) => literal(inner),
            ExprKind::Decay(l) | ExprKind::AddressOf(l) => match l.kind {
                LvalueKind::String(id) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }
    let mut uses: FxHashMap<StringId, i64> = FxHashMap::default();
    let mut visit = |e: &Expr| match &e.kind {
        ExprKind::Decay(_) | ExprKind::AddressOf(_) => {
            literal(e).into_iter().for_each(|id| *uses.entry(id).or_insert(0) += 1);
        }
        ExprKind::Call { callee: Callee::Direct(function), arguments } => {
            let name = &*c.functions[*function].name;
            if crate::library::knows(name) && !KEEPS_ARGUMENTS.contains(&name) {
                arguments.iter().filter_map(literal).for_each(|id| *uses.entry(id).or_insert(0) -= 1);
            }
        }
        _ => {}
    };
    walk_program(c, &mut visit);
    c.strings.ids().filter(|id| uses.get(id).is_some_and(|count| *count > 0)).collect()
}

/// Objects declared `const` that the program could try to write: their address is used, and somewhere a pointer to
/// such a `const` type becomes one to the type without it.
pub fn exposed_constants(c: &Program) -> Vec<VariableId> {
    let mut dropped: FxHashSet<TypeId> = FxHashSet::default();
    let mut visit = |e: &Expr| {
        if let ExprKind::Cast(_, inner) = &e.kind
            && let (Some(from), Some(to)) = (c.types.pointee(inner.ty), c.types.pointee(e.ty))
            && from.qualifiers.constant
            && !to.qualifiers.constant
        {
            dropped.insert(from.ty);
        }
    };
    walk_program(c, &mut visit);
    let exposed = |v: &Variable| {
        let element = c.types.innermost_element(v.ty);
        let constant = v.ty.qualifiers.constant || element.qualifiers.constant;
        constant && v.address_taken && dropped.iter().any(|ty| may_hold(&c.types, v.ty.ty, *ty))
    };
    c.variables.iter().filter(|(_, v)| exposed(v)).map(|(id, _)| id).collect()
}

/// Whether a pointer to the one type may point into an object of the other.
fn may_hold(types: &Types, object: TypeId, pointee: TypeId) -> bool {
    let bytes = matches!(types.kind(pointee), TypeKind::Void) || types.size_of(pointee) == Some(1);
    bytes
        || object == pointee
        || match types.kind(object) {
            TypeKind::Array(element, _) => may_hold(types, element.ty, pointee),
            TypeKind::Record(id) => types.records[*id].fields().iter().any(|f| may_hold(types, f.ty.ty, pointee)),
            _ => false,
        }
}

/// Whether a number other than null becomes a pointer somewhere: such a pointer may equal that of any object.
pub fn numbers_become_pointers(c: &Program) -> bool {
    let mut found = false;
    walk_program(c, &mut |e: &Expr| {
        found |= matches!(&e.kind, ExprKind::Cast(cast, _) if cast.kind == CastKind::IntegerToPointer);
    });
    found
}

/// Functions that other translation units see; the others only if no such function has the name.
pub fn functions_by_name(c: &Program) -> FxHashMap<Rc<str>, FunctionId> {
    let mut found: FxHashMap<Rc<str>, FunctionId> = FxHashMap::default();
    for (id, function) in c.functions.iter() {
        let external = function.linkage == crate::sema::tree::Linkage::External;
        // Of two with external linkage (declared with different types) the one that is defined.
        let gives_way = |other: &FunctionId| {
            let other = &c.functions[*other];
            other.linkage != crate::sema::tree::Linkage::External || other.body.is_none() || function.body.is_some()
        };
        if external && found.get(&*function.name).is_none_or(gives_way) || !found.contains_key(&*function.name) {
            found.insert(Rc::from(&*function.name), id);
        }
    }
    found
}

fn is_effect(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(..)
        | ExprKind::CompoundAssign(_)
        | ExprKind::Step(_)
        | ExprKind::Call { .. }
        | ExprKind::Statement(..)
        | ExprKind::VaStart(_)
        | ExprKind::VaEnd(_)
        | ExprKind::VaArg(_)
        | ExprKind::VaCopy(..)
        | ExprKind::SetLength(..) => true,
        ExprKind::Load(l) | ExprKind::AddressOf(l) | ExprKind::Decay(l) => {
            matches!(l.kind, LvalueKind::CompoundLiteral(..) | LvalueKind::Temporary(..))
        }
        ExprKind::Builtin(builtin, _) => matches!(
            builtin,
            Builtin::Alloca
                | Builtin::Overflow(_)
                | Builtin::MemoryCopy
                | Builtin::MemoryMove
                | Builtin::MemorySet
                | Builtin::AtomicFetch(..)
                | Builtin::AtomicExchange
                | Builtin::AtomicCompareSwap
                | Builtin::AtomicCompareSwapBool
                | Builtin::AtomicCompareExchange
        ),
        _ => false,
    }
}

/// Whether evaluating the expression may change something.
pub fn has_effects(e: &Expr) -> bool {
    let mut found = false;
    let mut visit = |e: &Expr| found |= is_effect(e);
    Walk { visit: &mut visit }.expr(e);
    found
}

pub fn lvalue_has_effects(lvalue: &Lvalue) -> bool {
    let mut found = matches!(lvalue.kind, LvalueKind::CompoundLiteral(..) | LvalueKind::Temporary(..));
    let mut visit = |e: &Expr| found |= is_effect(e);
    Walk { visit: &mut visit }.lvalue(lvalue);
    found
}

/// Calls `visit` with every expression of a block.
pub fn walk_block(block: &Block, visit: &mut dyn FnMut(&Expr)) {
    Walk { visit }.block(block);
}

/// Whether specifications stand between the statements of a block.
pub fn has_specifications(block: &Block) -> bool {
    block.statements.iter().any(|statement| match &statement.kind {
        StmtKind::Specification(_) | StmtKind::Contracted { .. } => true,
        StmtKind::Block(block) | StmtKind::Switch { body: block, .. } => has_specifications(block),
        StmtKind::If { then, otherwise, .. } => {
            has_specifications(then) || otherwise.as_ref().is_some_and(has_specifications)
        }
        StmtKind::While { body, specification, .. }
        | StmtKind::DoWhile { body, specification, .. }
        | StmtKind::For { body, specification, .. } => !specification.is_empty() || has_specifications(body),
        _ => false,
    })
}

/// Whether a body assigns a variable, or a part of it.
pub fn assigns(body: &crate::sema::tree::Body, variable: VariableId) -> bool {
    let mut found = false;
    let mut visit = |e: &Expr| {
        let mut lvalue = match &e.kind {
            ExprKind::Assign(l, _) | ExprKind::VaStart(l) | ExprKind::VaArg(l) => Some(&**l),
            ExprKind::CompoundAssign(assign) => Some(&assign.target),
            ExprKind::Step(step) => Some(&step.target),
            _ => None,
        };
        while let Some(l) = lvalue {
            lvalue = match &l.kind {
                LvalueKind::Variable(id) => {
                    found |= *id == variable;
                    None
                }
                LvalueKind::Index(inner, _) | LvalueKind::Member(inner, _) => Some(&**inner),
                _ => None,
            };
        }
    };
    Walk { visit: &mut visit }.block(&body.block);
    found
}

/// Whether an expression of a clause may change something. Questions of CBMC are calls, but change nothing; what a
/// function with a body does is seen when the body is written into the clause.
pub fn has_effects_in_clause(e: &Expr, c: &Program) -> bool {
    let mut found = false;
    let mut visit = |e: &Expr| {
        let is_question = match &e.kind {
            ExprKind::Call { callee: Callee::Direct(id), .. } => {
                let function = &c.functions[*id];
                function.body.is_some() || super::known::is_question(&function.name)
            }
            _ => false,
        };
        found |= is_effect(e) && !is_question;
    };
    Walk { visit: &mut visit }.expr(e);
    found
}

/// Whether a variable occurs in a body.
pub fn mentions(body: &crate::sema::tree::Body, variable: crate::sema::tree::VariableId) -> bool {
    let mut found = false;
    let mut visit = |e: &Expr| {
        let mut lvalue = match &e.kind {
            ExprKind::Load(l) | ExprKind::AddressOf(l) | ExprKind::Decay(l) | ExprKind::Assign(l, _) => Some(&**l),
            ExprKind::CompoundAssign(assign) => Some(&assign.target),
            ExprKind::Step(step) => Some(&step.target),
            _ => None,
        };
        while let Some(l) = lvalue {
            lvalue = match &l.kind {
                LvalueKind::Variable(id) => {
                    found |= *id == variable;
                    None
                }
                LvalueKind::Index(inner, _) | LvalueKind::Member(inner, _) => Some(&**inner),
                _ => None,
            };
        }
    };
    let mut walk = Walk { visit: &mut visit };
    body.prologue.iter().for_each(|s| walk.stmt(s));
    walk.block(&body.block);
    found
}
