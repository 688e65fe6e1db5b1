//! One ill-formed program for each thing that is verified. Text where the reader lets it through,
//! otherwise a good program with something broken.

use super::validate;
use crate::expr::{Expr, ExprId, ExprKind, Place};
use crate::program::{BlockId, Initial, ProcId, Program, StatementKind, Terminator, VarId};
use crate::types::{Display, Field, RecordType, Style, TypeId, TypeKind};
use crate::value::{Byte, Value};
use crate::{PropertyId, Unary};
use cairn_base::SourceMap;
use std::sync::Arc;

const GOOD: &str = "
entry f
type Point = record { x: i8, y: i8 }
global g: i8 addressable = 3
proc f(a: i8) -> (r: i8)
  requires a <s 3
  ensures r == old(a)
{
  local x: i8 addressable
  local p: ptr
start:
  x := a
  check index \"x\" : x <s 3
  r := call h(x)
  p := alloc heap [1] i8
  branch x == 1 then start else done
done:
  return
}
proc h(b: i8) -> (s: i8)
{
  local y: i8
start:
  return
}
";

fn read(text: &str) -> (Option<Program>, Vec<String>) {
    let mut sources = SourceMap::new();
    let file = sources.add("test.cairn", text);
    let (program, diagnostics) = crate::text::read(&sources, file);
    (program, diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect())
}

/// The errors of a good program after `break_it`.
fn broken(break_it: impl FnOnce(&mut Program)) -> Vec<String> {
    let (program, messages) = read(GOOD);
    let mut program = program.unwrap_or_else(|| panic!("{messages:?}"));
    assert!(validate(&program).is_empty());
    break_it(&mut program);
    validate(&program).iter().map(|d| format!("{} {} {}", d.code, d.message, d.notes.join(" "))).collect()
}

#[track_caller]
fn expect(part: &str, break_it: impl FnOnce(&mut Program)) {
    let messages = broken(break_it);
    assert!(messages.iter().any(|m| m.contains(part)), "{part}: {messages:?}");
}

#[track_caller]
fn expect_text(part: &str, text: &str) {
    let (program, messages) = read(text);
    assert!(program.is_none() && messages.iter().any(|m| m.contains(part)), "{part}: {messages:?}");
}

fn start(program: &mut Program) -> &mut crate::program::Block {
    &mut program.procedures[ProcId(0)].blocks[BlockId(0)]
}

#[test]
fn names() {
    expect("two procedures", |p| p.procedures[ProcId(1)].name = "f".into());
    expect("two blocks", |p| p.procedures[ProcId(0)].blocks[BlockId(1)].label = "start".into());
    expect("two variables", |p| {
        let local = p.procedures[ProcId(0)].locals[0];
        p.variables[local].name = "a".into();
    });
    expect("two globals", |p| {
        let ty = p.types.bool();
        p.add_variable("g", ty, crate::VariableKind::Global, None);
    });
    expect("two properties", |p| {
        p.add_property(crate::CheckKind::Index, None, "", None);
        p.properties[PropertyId(1)].name = "f.index.1".into();
    });
}

#[test]
fn references() {
    expect("a jump to a block", |p| start(p).terminator = Terminator::Goto(BlockId(7)));
    expect("in procedure f, block start, terminator", |p| start(p).terminator = Terminator::Goto(BlockId(7)));
    expect("does not exist", |p| start(p).statements[0].kind = StatementKind::Assume(ExprId(999)));
    expect("belongs to another procedure", |p| {
        let y = p.procedures[ProcId(1)].locals[0];
        start(p).statements[0].kind = StatementKind::Havoc { target: Place::var(y) };
    });
    expect("listed where it does not belong", |p| {
        let y = p.procedures[ProcId(1)].locals[0];
        p.procedures[ProcId(0)].locals.push(y);
    });
    expect("refers to what does not exist before it", |p| {
        let ty = p.types.bool();
        let next = p.exprs.next_id();
        p.exprs.push(Expr { kind: ExprKind::Unary(Unary::Not, next), ty, span: None });
    });
    expect("outside of its quantifier", |p| {
        let ty = p.types.bool();
        let k = p.add_variable("k", ty, crate::VariableKind::Bound, Some(ProcId(0)));
        let k = p.var(k);
        start(p).statements[0].kind = StatementKind::Assume(k);
    });
    expect("does not exist", |p| start(p).statements[0].kind = StatementKind::Live(VarId(99)));
}

#[test]
fn types() {
    expect_text("does not reach", "global a: [300 by u8]i8");
    expect_text("does not lie inside", "global a: record { x: i32 @ 0 } size 3");
    expect_text("overlap", "global a: record { x: i32 @ 0, y: i8 @ 3 } size 8");
    expect_text("cannot live in memory", "global a: union { x: int } size 8");
    expect("1 to 65536 bits", |p| {
        p.types.int(0);
    });
    expect("style does not fit", |p| {
        p.types.intern(TypeKind::Bool, Display::styled(Style::Unsigned));
    });
    expect("there twice", |p| {
        let literals: Arc<[_]> = Arc::new([(0.into(), "a".into()), (1.into(), "a".into())]);
        p.types.intern(TypeKind::Int(8), Display::styled(Style::Enumeration(literals)));
    });
    expect("two components", |p| {
        let ty = p.types.bool();
        let field = |offset| Field { name: "x".into(), ty, offset };
        p.types.plain(TypeKind::Record(Arc::new(RecordType { fields: vec![field(0), field(1)], size: 2 })));
    });
}

#[test]
fn expressions() {
    let push = |p: &mut Program, kind: ExprKind, ty: TypeId| p.exprs.push(Expr { kind, ty, span: None });
    expect("P0104", |p| {
        let ty = p.types.bool();
        push(p, ExprKind::Const(Value::int(8, 1)), ty);
    });
    expect("not the one NaN", |p| {
        let ty = p.types.float(crate::FloatFormat::Single);
        push(p, ExprKind::Const(Value::Float(crate::FloatFormat::Single, 0x7f80_0001)), ty);
    });
    expect("bytes of a pointer", |p| {
        let byte = p.types.int(8);
        let field = Field { name: "x".into(), ty: byte, offset: 0 };
        let ty = p.types.plain(TypeKind::Union(Arc::new(RecordType { fields: vec![field], size: 1 })));
        let part = Byte::PartOf { pointer: crate::Pointer::NULL, part: 0 };
        push(p, ExprKind::Const(Value::Union(vec![part])), ty);
    });
    expect("`old` within `old`", |p| {
        let a = p.var(VarId(1));
        let ty = p.type_of(a);
        let old = push(p, ExprKind::Old(a), ty);
        push(p, ExprKind::Old(old), ty);
    });
}

#[test]
fn statements() {
    expect("`old` is for postconditions", |p| {
        let ensures = p.procedures[ProcId(0)].contract.ensures[0];
        start(p).statements[0].kind = StatementKind::Assume(ensures);
    });
    expect("expected a condition", |p| {
        let a = p.var(VarId(1));
        start(p).statements[0].kind = StatementKind::Assume(a);
    });
    expect("the assigned value has type bool", |p| {
        let (value, x) = (p.bool_const(true), p.procedures[ProcId(0)].locals[0]);
        start(p).statements[0].kind = StatementKind::Assign { target: Place::var(x), value };
    });
    expect("wrong number of arguments", |p| {
        if let StatementKind::Call { arguments, .. } = &mut start(p).statements[2].kind {
            arguments.clear();
        }
    });
    expect("assigned to a place of another type", |p| {
        let pointer = p.procedures[ProcId(0)].locals[1];
        if let StatementKind::Call { results, .. } = &mut start(p).statements[2].kind {
            *results = vec![Place::var(pointer)];
        }
    });
    expect("not an addressable local", |p| start(p).statements[0].kind = StatementKind::Live(VarId(0)));
    expect("a size of 64 bits", |p| {
        let a = p.var(VarId(1));
        if let StatementKind::Allocate { count, .. } = &mut start(p).statements[3].kind {
            *count = a;
        }
    });
    expect("expected a pointer", |p| {
        let a = p.var(VarId(1));
        start(p).statements[0].kind = StatementKind::Release(a);
    });
    expect("statement 1", |p| {
        let a = p.var(VarId(1));
        start(p).statements[0].kind = StatementKind::Release(a);
    });
    expect("property9 does not exist", |p| {
        let condition = p.bool_const(true);
        start(p).statements[0].kind = StatementKind::Check { property: PropertyId(9), condition };
    });
    expect("expected a machine integer", |p| {
        let value = p.bool_const(true);
        start(p).terminator = Terminator::Switch { value, cases: vec![], default: BlockId(0) };
    });
    expect("constant is not of type", |p| {
        let value = p.var(VarId(1));
        let cases = vec![(Value::int(16, 1), BlockId(0))];
        start(p).terminator = Terminator::Switch { value, cases, default: BlockId(0) };
    });
}

#[test]
fn contracts() {
    expect("`old` is for postconditions", |p| {
        let ensures = p.procedures[ProcId(0)].contract.ensures[0];
        p.procedures[ProcId(0)].contract.requires.push(ensures);
    });
    expect("cannot be used here", |p| {
        let x = p.procedures[ProcId(0)].locals[0];
        p.procedures[ProcId(0)].contract.assigns = Some(vec![Place::var(x).into()]);
    });
    expect("expected a condition", |p| {
        let a = p.var(VarId(1));
        p.procedures[ProcId(0)].contract.requires.push(a);
    });
    expect("expected an integer", |p| {
        let variant = p.bool_const(true);
        let contract = crate::LoopContract { variants: vec![variant], ..Default::default() };
        start(p).loop_contract = Some(contract);
    });
}

#[test]
fn entries_variables_properties() {
    expect("has no body", |p| {
        p.entries.push(ProcId(1));
        p.procedures[ProcId(1)].blocks = Default::default();
    });
    expect("is named twice", |p| p.entries.push(ProcId(0)));
    expect("does not exist", |p| p.entries.push(ProcId(9)));
    expect("is not constant", |p| {
        let g = p.var(VarId(0));
        p.variables[VarId(0)].initial = Initial::Value(g);
    });
    expect("is no global", |p| {
        let x = p.procedures[ProcId(0)].locals[0];
        p.variables[x].initial = Initial::Arbitrary;
    });
    expect("cannot live in memory", |p| {
        let ty = p.types.math_int();
        let g = p.add_variable("n", ty, crate::VariableKind::Global, None);
        p.variables[g].addressable = true;
    });
    expect("P0109", |p| p.properties[PropertyId(0)].procedure = Some(ProcId(9)));
}
