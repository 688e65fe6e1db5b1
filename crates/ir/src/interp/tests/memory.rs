//! Objects, lifetimes, bytes, addresses.

use super::*;
use crate::expr::{Convert, Projection};
use crate::program::AllocationKind;
use crate::types::{Field, RecordType};
use crate::value::ArrayValue;
use std::sync::Arc;

fn fields(list: &[(&str, TypeId, u64)], size: u64) -> Arc<RecordType> {
    let fields = list.iter().map(|&(name, ty, offset)| Field { name: name.into(), ty, offset });
    Arc::new(RecordType { fields: fields.collect(), size })
}

fn allocate(s: &mut Sketch, target: VarId, element: TypeId, count: ExprId, zeroed: bool, kind: AllocationKind) {
    s.add(StatementKind::Allocate { target: Place::var(target), element, count, zeroed, kind, alignment: 1 });
}

/// Checks a Boolean query of a pointer.
fn check_is(s: &mut Sketch, op: Unary, pointer: ExprId, expected: bool) {
    let query = s.p.unary(op, pointer).unwrap();
    let condition = if expected { query } else { s.p.not(query).unwrap() };
    s.check(condition);
}

#[test]
fn stores_through_pointers_change_variables() {
    let mut s = Sketch::new();
    let (i16, pointer) = (s.p.types.int(16), s.p.types.pointer());
    let array = s.p.types.array(i16, 4);
    let (a, p) = (s.addressable("a", array), s.local("p", pointer));
    let (start, two) = (s.address(a), s.int(i16, 2));
    let i64 = s.p.types.int(64);
    let two_elements = s.int(i64, 2);
    let third = s.binary(Binary::PointerAdd { stride: 2 }, start, two_elements);
    s.set(p, third);
    let read_p = s.var(p);
    s.assign(Place::deref(read_p, i16), two);
    let (read_a, index) = (s.var(a), s.count(2));
    let element = s.p.index(read_a, index).unwrap();
    s.check_value(element, 2);
    let outside = s.count(4);
    let nothing = s.p.index(read_a, outside).unwrap();
    s.check_value(nothing, 0);
    s.assign(Place::var(a).then(Projection::Index(outside)), two);
    let address = s.p.address_of(Place::var(a).then(Projection::Index(outside))).unwrap();
    let offset = s.p.unary(Unary::PointerOffset, address).unwrap();
    s.check_value(offset, 8);
    let size = s.p.unary(Unary::PointerObjectSize, address).unwrap();
    s.check_value(size, 8);
    check_is(&mut s, Unary::PointerIsLive, read_p, true);
    check_is(&mut s, Unary::PointerIsHeap, read_p, false);
    let beyond = s.load(address, i16);
    s.check_value(beyond, 0);
    s.finishes();
    let execution = s.run(Vec::new());
    let assigned: Vec<String> = execution
        .trace
        .steps
        .iter()
        .filter_map(|step| match &step.kind {
            StepKind::Assign { place, .. } => Some(place.name(&s.p, &execution)),
            _ => None,
        })
        .collect();
    assert_eq!(assigned, ["p", "a[2]", "nowhere"]);
}

#[test]
fn unions_reinterpret_bytes_in_and_out_of_memory() {
    let mut s = Sketch::new();
    let (i8, i32) = (s.p.types.int(8), s.p.types.int(32));
    let bytes = s.p.types.array(i8, 4);
    let union = s.p.types.plain(TypeKind::Union(fields(&[("word", i32, 0), ("bytes", bytes, 0)], 4)));
    for in_memory in [false, true] {
        let u = s.local(if in_memory { "u" } else { "v" }, union);
        s.p.variables[u].addressable = in_memory;
        let word = s.int(i32, 0x0403_0201);
        s.assign(Place::var(u).then(Projection::Member(0)), word);
        let (two, new) = (s.count(2), s.int(i8, 0x7f));
        s.assign(Place::var(u).then(Projection::Member(1)).then(Projection::Index(two)), new);
        let read = s.var(u);
        let word = s.p.member(read, 0).unwrap();
        s.check_value(word, 0x047f_0201);
        let all = s.p.member(read, 1).unwrap();
        let one = s.count(1);
        let second = s.p.index(all, one).unwrap();
        s.check_value(second, 2);
        let back = s.int(i32, 5);
        let changed = s.p.add_expr(ExprKind::WithMember(read, 0, back), union, None).unwrap();
        let member = s.p.member(changed, 0).unwrap();
        s.check_value(member, 5);
    }
    s.finishes();
}

#[test]
fn pointers_are_copied_with_their_bytes() {
    let mut s = Sketch::new();
    let (i8, i32, pointer) = (s.p.types.int(8), s.p.types.int(32), s.p.types.pointer());
    let (x, p, q) = (s.addressable("x", i32), s.addressable("p", pointer), s.addressable("q", pointer));
    let address = s.address(x);
    s.set(p, address);
    let (target, source, bytes) = (s.address(q), s.address(p), s.count(8));
    s.add(StatementKind::CopyMemory { target, source, bytes });
    let (read_p, read_q) = (s.var(p), s.var(q));
    s.check_equal(read_p, read_q);
    let seven = s.int(i32, 7);
    s.assign(Place::deref(read_q, i32), seven);
    let read_x = s.var(x);
    s.check_value(read_x, 7);
    // Only some of the bytes: the pointer is lost, and is not null.
    let (few, zero) = (s.count(3), s.int(i8, 0));
    s.add(StatementKind::FillMemory { target, value: zero, bytes: few });
    check_is(&mut s, Unary::PointerIsLive, read_q, false);
    let null = s.p.null();
    let not_null = s.binary(Binary::NotEqual, read_q, null);
    s.check(not_null);
    // All of them: null.
    s.add(StatementKind::FillMemory { target, value: zero, bytes });
    s.check_equal(read_q, null);
    // Copies clip to objects and overlap as if through a buffer.
    let (one, far) = (s.int(i8, 1), s.count(1 << 40));
    let word = s.address(x);
    s.add(StatementKind::FillMemory { target: word, value: one, bytes: far });
    s.check_value(read_x, 0x0101_0101);
    s.add(StatementKind::CopyMemory { target: word, source: null, bytes: far });
    s.check_value(read_x, 0);
    s.finishes();
}

#[test]
fn what_is_released_reads_as_zero() {
    let mut s = Sketch::new();
    let (i32, pointer) = (s.p.types.int(32), s.p.types.pointer());
    let p = s.local("p", pointer);
    let three = s.count(3);
    allocate(&mut s, p, i32, three, false, AllocationKind::Heap);
    let read = s.var(p);
    let first = s.load(read, i32);
    let property = s.check_value(first, 8);
    let bytes = s.count(12);
    let valid = s.binary(Binary::PointerValid, read, bytes);
    s.check(valid);
    check_is(&mut s, Unary::PointerIsHeap, read, true);
    s.add(StatementKind::Release(read));
    s.add(StatementKind::Release(read));
    s.check_value(first, 0);
    let nine = s.int(i32, 9);
    s.assign(Place::deref(read, i32), nine);
    s.check_value(first, 0);
    check_is(&mut s, Unary::PointerIsLive, read, false);
    let none = s.count(0);
    let valid = s.binary(Binary::PointerValid, read, none);
    let invalid = s.p.not(valid).unwrap();
    s.check(invalid);
    let contents = |items: &[i64]| {
        let items = items.iter().map(|n| Value::int(32, *n)).collect();
        vec![Value::Array(ArrayValue::Dense(items))]
    };
    s.expect(contents(&[8, 1, 2]), Outcome::Finished);
    s.expect(contents(&[7, 1, 2]), Outcome::Violated(property));
    assert!(matches!(s.run(contents(&[8, 1])).outcome, Outcome::BadInput(_)));
}

#[test]
fn huge_allocations_are_cheap_and_impossible_ones_are_not_considered() {
    let mut s = Sketch::new();
    let (i8, i64, pointer) = (s.p.types.int(8), s.p.types.int(64), s.p.types.pointer());
    let (n, p) = (s.variable("n", i64, VariableKind::Parameter), s.local("p", pointer));
    let count = s.var(n);
    allocate(&mut s, p, i8, count, false, AllocationKind::Heap);
    let (start, far) = (s.var(p), s.int(i64, 1 << 40));
    let last = s.binary(Binary::PointerAdd { stride: 1 }, start, far);
    let last = s.load(last, i8);
    s.check_value(last, 6);
    let sparse = |default: i64, at: u64, value: i64| {
        let mut array = ArrayValue::filled(None, Value::int(8, default));
        array.set(&at.into(), Value::int(8, value));
        Value::Array(array)
    };
    let size = Value::int(64, (1 << 40) + 1);
    s.expect(vec![size.clone(), sparse(6, 9, 1)], Outcome::Finished);
    s.expect(vec![size, sparse(0, 1 << 40, 6)], Outcome::Finished);
    s.expect(vec![Value::int(64, -1)], Outcome::AssumptionFailed);
}

#[test]
fn lifetimes_of_locals_and_stack_allocations() {
    let mut s = Sketch::new();
    let (i8, pointer) = (s.p.types.int(8), s.p.types.pointer());
    // f() returns the address of its local; g() that of a stack allocation.
    let keep = |s: &mut Sketch, name: &str, body: &dyn Fn(&mut Sketch, VarId)| {
        let f = s.p.add_procedure(name);
        let r = s.p.add_variable("r", pointer, VariableKind::Result, Some(f));
        let block = s.p.add_block(f, "start");
        s.p.set_terminator(f, block, Terminator::Return, Origin::default());
        let (main, here) = (s.main, s.block);
        (s.main, s.block) = (f, block);
        body(s, r);
        (s.main, s.block) = (main, here);
        f
    };
    let f = keep(&mut s, "f", &|s, r| {
        let x = s.addressable("x", i8);
        let address = s.address(x);
        check_is(s, Unary::PointerIsLive, address, true);
        s.set(r, address);
    });
    let g = keep(&mut s, "g", &|s, r| {
        let one = s.count(1);
        allocate(s, r, i8, one, true, AllocationKind::Stack);
        let read = s.var(r);
        check_is(s, Unary::PointerIsLive, read, true);
        check_is(s, Unary::PointerIsHeap, read, false);
    });
    let (p, q) = (s.local("p", pointer), s.local("q", pointer));
    for (callee, to) in [(f, p), (g, q), (f, q)] {
        let results = vec![Place::var(to)];
        s.add(StatementKind::Call { callee: Callee::Direct(callee), arguments: Vec::new(), results });
        let read = s.var(to);
        check_is(&mut s, Unary::PointerIsLive, read, false);
    }
    // Two activations, two objects.
    let (read_p, read_q) = (s.var(p), s.var(q));
    let same = s.binary(Binary::SameObject, read_p, read_q);
    let different = s.p.not(same).unwrap();
    s.check(different);
    // `live` and `dead` in main.
    let x = s.addressable("x", i8);
    let (address, four) = (s.address(x), s.int(i8, 4));
    let read_x = s.var(x);
    s.set(x, four);
    s.set(p, address);
    s.add(StatementKind::Dead(x));
    s.check_value(read_x, 0);
    check_is(&mut s, Unary::PointerIsLive, read_p, false);
    s.add(StatementKind::Live(x));
    s.check_value(read_x, 0);
    s.set(x, four);
    s.check_value(read_x, 4);
    check_is(&mut s, Unary::PointerIsLive, read_p, false);
    check_is(&mut s, Unary::PointerIsLive, address, true);
    s.finishes();
}

#[test]
fn addresses_are_inputs_once_and_must_be_possible() {
    let mut s = Sketch::new();
    let (i32, i64, pointer) = (s.p.types.int(32), s.p.types.int(64), s.p.types.pointer());
    let (x, y) = (s.addressable("x", i32), s.addressable("y", i32));
    (s.p.variables[x].alignment, s.p.variables[y].alignment) = (4, 2);
    let (at_x, at_y) = (s.address(x), s.address(y));
    let number = s.p.convert(Convert::PointerToInt, at_x, i64).unwrap();
    let (a, b) = (s.local("a", i64), s.local("b", i64));
    s.set(a, number);
    s.set(a, number);
    let other = s.p.convert(Convert::PointerToInt, at_y, i64).unwrap();
    s.set(b, other);
    let read_a = s.var(a);
    let two = s.int(i64, 2);
    let inside = s.binary(Binary::Add, read_a, two);
    let back = s.p.convert(Convert::IntToPointer, inside, pointer).unwrap();
    let expected = s.binary(Binary::PointerAdd { stride: 1 }, at_x, two);
    s.check_equal(back, expected);
    let five = s.int(i64, 5);
    let outside = s.binary(Binary::Add, read_a, five);
    let nothing = s.p.convert(Convert::IntToPointer, outside, pointer).unwrap();
    check_is(&mut s, Unary::PointerIsLive, nothing, false);
    let round = s.p.convert(Convert::PointerToInt, nothing, i64).unwrap();
    s.check_equal(round, outside);
    let addresses = |a: i64, b: i64| vec![Value::int(64, a), Value::int(64, b)];
    s.expect(addresses(4096, 64), Outcome::Finished);
    s.expect(addresses(4096, 4112), Outcome::Finished);
    for (a, b) in [(0, 64), (4098, 64), (4096, 4098), (64, 9)] {
        s.expect(addresses(a, b), Outcome::AssumptionFailed);
    }
    let execution = s.run(addresses(4096, 64));
    assert_eq!(execution.inputs[0].name(&s.p, &execution), "address of x");
}

#[test]
fn records_by_component_in_and_out_of_memory() {
    let mut s = Sketch::new();
    let (i8, i32) = (s.p.types.int(8), s.p.types.int(32));
    let inner = s.p.types.array(i8, 2);
    let record = s.p.types.plain(TypeKind::Record(fields(&[("f", i32, 0), ("g", inner, 4)], 8)));
    for in_memory in [false, true] {
        let r = s.local(if in_memory { "r" } else { "t" }, record);
        s.p.variables[r].addressable = in_memory;
        let (one, six) = (s.count(1), s.int(i8, 6));
        s.assign(Place::var(r).then(Projection::Field(1)).then(Projection::Index(one)), six);
        let read = s.var(r);
        let g = s.p.field(read, 1).unwrap();
        let item = s.p.index(g, one).unwrap();
        s.check_value(item, 6);
        let three = s.int(i32, 3);
        let with = s.p.add_expr(ExprKind::WithField(read, 0, three), record, None).unwrap();
        let built = s.p.add_expr(ExprKind::RecordOf(vec![three, g]), record, None).unwrap();
        s.check_equal(with, built);
        let zero = s.int(i8, 0);
        let list = s.p.add_expr(ExprKind::ArrayOf(vec![zero, six]), inner, None).unwrap();
        s.check_equal(g, list);
        let filled = s.p.add_expr(ExprKind::ArrayFill(zero), inner, None).unwrap();
        let updated = s.p.add_expr(ExprKind::Update(filled, one, six), inner, None).unwrap();
        s.check_equal(updated, list);
        let nine = s.count(9);
        let ignored = s.p.add_expr(ExprKind::Update(list, nine, zero), inner, None).unwrap();
        s.check_equal(ignored, list);
    }
    s.finishes();
}

#[test]
fn a_load_needs_all_its_bytes() {
    let mut s = Sketch::new();
    let (i8, i16) = (s.p.types.int(8), s.p.types.int(16));
    let pair = s.p.types.array(i16, 2);
    let x = s.addressable("x", i16);
    let value = s.int(i16, 0x0505);
    s.set(x, value);
    let at = s.address(x);
    let whole = s.load(at, pair);
    let zero = s.count(0);
    let first = s.p.index(whole, zero).unwrap();
    s.check_value(first, 0);
    let byte = s.load(at, i8);
    s.check_value(byte, 5);
    s.finishes();
}
