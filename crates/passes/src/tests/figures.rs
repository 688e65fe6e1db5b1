//! Figures 3 and 4 of seed 000, on its program.

use crate::pass::{Options, Unwinding};
use crate::show::{to_conditional_normal_form, to_single_assignment};
use cairn_ir::{
    Binary, CheckKind, Display, ExprId, Initial, Origin, Place, ProcId, Program, Sign, StatementKind, Style,
    Terminator, TypeKind, VarId, VariableKind,
};

/// `MaxArray` of figure 1 with the checks of figure 2.
fn max_array() -> (Program, ProcId) {
    let mut p = Program::new();
    let integer = p.types.intern(TypeKind::Int(32), Display::named("INTEGER", Style::Plain));
    let array = p.types.plain(TypeKind::Array { index: integer, element: integer, length: None });
    let size = p.add_variable("ARRAY_SIZE", integer, VariableKind::Global, None);
    let ten = p.int_const(integer, 10).unwrap();
    p.variables[size].initial = Initial::Value(ten);
    let procedure = p.add_procedure("MArray.MaxArray");
    p.entries.push(procedure);
    let v = p.add_variable("V", array, VariableKind::Parameter, Some(procedure));
    let m = p.add_variable("M", integer, VariableKind::Result, Some(procedure));
    let max = p.add_variable("MAX", integer, VariableKind::Local, Some(procedure));
    let i = p.add_variable("I", integer, VariableKind::Local, Some(procedure));
    let one = p.int_const(integer, 1).unwrap();
    let [entry, head, body, then, after, exit] =
        ["entry", "head", "body", "then", "after", "exit"].map(|label| p.add_block(procedure, label));

    let assign = |p: &mut Program, block, var: VarId, value: ExprId| {
        let kind = StatementKind::Assign { target: Place::var(var), value };
        p.push_statement(procedure, block, kind, Origin::default());
    };
    let check = |p: &mut Program, block, kind, condition: ExprId| {
        let property = p.add_property(kind, Some(procedure), "", None);
        p.push_statement(procedure, block, StatementKind::Check { property, condition }, Origin::default());
    };
    let less_equal = |p: &mut Program, a, b| p.binary(Binary::LessEqual(Sign::Signed), a, b).unwrap();
    let less = |p: &mut Program, a, b| p.binary(Binary::Less(Sign::Signed), a, b).unwrap();
    let no_overflow = |p: &mut Program, a, b| {
        let overflows = p.binary(Binary::AddOverflows(Sign::Signed), a, b).unwrap();
        p.not(overflows).unwrap()
    };

    assign(&mut p, entry, max, one);
    let fits = no_overflow(&mut p, one, one);
    check(&mut p, entry, CheckKind::Overflow, fits);
    let two = p.binary(Binary::Add, one, one).unwrap();
    assign(&mut p, entry, i, two);
    p.set_terminator(procedure, entry, Terminator::Goto(head), Origin::default());

    let (i_now, size_now, max_now, v_now) = (p.var(i), p.var(size), p.var(max), p.var(v));
    let condition = less(&mut p, size_now, i_now);
    let branch = Terminator::Branch { condition, then: exit, otherwise: body };
    p.set_terminator(procedure, head, branch, Origin::default());

    for index in [i_now, max_now] {
        let (low, high) = (less_equal(&mut p, one, index), less_equal(&mut p, index, size_now));
        let both = p.binary(Binary::And, low, high).unwrap();
        check(&mut p, body, CheckKind::Index, both);
    }
    let (at_i, at_max) = (p.index(v_now, i_now).unwrap(), p.index(v_now, max_now).unwrap());
    let condition = less(&mut p, at_max, at_i);
    p.set_terminator(procedure, body, Terminator::Branch { condition, then, otherwise: after }, Origin::default());

    assign(&mut p, then, max, i_now);
    p.set_terminator(procedure, then, Terminator::Goto(after), Origin::default());

    let fits = no_overflow(&mut p, i_now, one);
    check(&mut p, after, CheckKind::Overflow, fits);
    let next = p.binary(Binary::Add, i_now, one).unwrap();
    assign(&mut p, after, i, next);
    p.set_terminator(procedure, after, Terminator::Goto(head), Origin::default());

    assign(&mut p, exit, m, max_now);
    p.set_terminator(procedure, exit, Terminator::Return, Origin::default());
    (p, procedure)
}

fn options(entry: ProcId, bound: u32) -> Options {
    Options { bound, ..Options::new(entry) }
}

/// `a > b` is written `b < a` in the program form; the rest is the figure, line by line.
const FIGURE_3: &str = "\
ARRAY_SIZE#1 := 10;
MAX#2 := 1;
--% notOverflow(+,INTEGER,1,1);
I#2 := (1 + 1);
LOOP.WRAPPER
  if (ARRAY_SIZE#1 < I#2) then
    exit;
  end if;
  --% assert ((1 <= I#2) and (I#2 <= ARRAY_SIZE#1));
  --% assert ((1 <= MAX#2) and (MAX#2 <= ARRAY_SIZE#1));
  if (V#1(MAX#2) < V#1(I#2)) then
    MAX#3 := I#2;
  end if;
  MAX#4 := (V#1(MAX#2) < V#1(I#2)) ? MAX#3 : MAX#2;
  --% notOverflow(+,INTEGER,I#2,1);
  I#3 := (I#2 + 1);
  if (ARRAY_SIZE#1 < I#3) then
    exit;
  end if;
  --% assert ((1 <= I#3) and (I#3 <= ARRAY_SIZE#1));
  --% assert ((1 <= MAX#4) and (MAX#4 <= ARRAY_SIZE#1));
  if (V#1(MAX#4) < V#1(I#3)) then
    MAX#5 := I#3;
  end if;
  MAX#6 := (V#1(MAX#4) < V#1(I#3)) ? MAX#5 : MAX#4;
  --% notOverflow(+,INTEGER,I#3,1);
  I#4 := (I#3 + 1);
  --% assert False;
END_LOOP.WRAPPER;
M#2 := MAX#7;
";

const FIGURE_4: &str = "\
True => ARRAY_SIZE#1 := 10;
True => MAX#2 := 1;
True => --% notOverflow(+,INTEGER,1,1);
True => I#2 := (1 + 1);
True => _NExit#1 := not((ARRAY_SIZE#1 < I#2));
(ARRAY_SIZE#1 < I#2) => MAX#7 := MAX#2;
(ARRAY_SIZE#1 < I#2) => I#5 := I#2;
_NExit#1 => --% assert ((1 <= I#2) and (I#2 <= ARRAY_SIZE#1));
_NExit#1 => --% assert ((1 <= MAX#2) and (MAX#2 <= ARRAY_SIZE#1));
_NExit#1 and (V#1(MAX#2) < V#1(I#2)) => MAX#3 := I#2;
_NExit#1 => MAX#4 := (V#1(MAX#2) < V#1(I#2)) ? MAX#3 : MAX#2;
_NExit#1 => --% notOverflow(+,INTEGER,I#2,1);
_NExit#1 => I#3 := (I#2 + 1);
True => _NExit#2 := (not((ARRAY_SIZE#1 < I#3)) and _NExit#1);
_NExit#1 and (ARRAY_SIZE#1 < I#3) => MAX#7 := MAX#4;
_NExit#1 and (ARRAY_SIZE#1 < I#3) => I#5 := I#3;
_NExit#2 => --% assert ((1 <= I#3) and (I#3 <= ARRAY_SIZE#1));
_NExit#2 => --% assert ((1 <= MAX#4) and (MAX#4 <= ARRAY_SIZE#1));
_NExit#2 and (V#1(MAX#4) < V#1(I#3)) => MAX#5 := I#3;
_NExit#2 => MAX#6 := (V#1(MAX#4) < V#1(I#3)) ? MAX#5 : MAX#4;
_NExit#2 => --% notOverflow(+,INTEGER,I#3,1);
_NExit#2 => I#4 := (I#3 + 1);
_NExit#2 => --% assert False;
True => M#2 := MAX#7;
";

#[test]
fn figure_3_single_assignment() {
    let (program, entry) = max_array();
    let form = to_single_assignment(&program, &options(entry, 2)).unwrap();
    assert_eq!(form.to_string(), FIGURE_3);
}

#[test]
fn figure_4_conditional_normal_form() {
    let (program, entry) = max_array();
    let form = to_conditional_normal_form(&program, &options(entry, 2)).unwrap();
    assert_eq!(form.to_string(), FIGURE_4);
    let formulas = form.formulas().unwrap();
    assert_eq!((formulas.constraints.len(), formulas.properties.len()), (16, 8));
}

#[test]
fn an_unwinding_assumption_is_a_constraint() {
    let (program, entry) = max_array();
    let options = Options { unwinding: Unwinding::Assume, ..options(entry, 1) };
    let form = to_conditional_normal_form(&program, &options).unwrap();
    let text = form.to_string();
    assert!(text.contains("_NExit#1 => --% assume False;"), "{text}");
    assert!(text.ends_with("True => M#2 := MAX#5;\n"), "{text}");
    assert_eq!(form.formulas().unwrap().properties.len(), 4);
}

#[test]
fn ten_thousand_iterations_do_not_overflow_the_stack() {
    let (program, entry) = max_array();
    let form = to_conditional_normal_form(&program, &options(entry, 10_000)).unwrap();
    assert!(form.steps.len() > 90_000);
}
