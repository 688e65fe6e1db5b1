//! Figures 3 and 4 of Lourenço et al., "SPARK-BMC", on its program.

use super::read;
use crate::pass::{Options, Unwinding};
use crate::{guarded, single_assignment};
use cairn_ir::{ProcId, Program};

fn max_array() -> (Program, ProcId) {
    let program = read(include_str!("max_array.cairn"));
    let entry = program.entries[0];
    (program, entry)
}

fn options(entry: ProcId, bound: u32) -> Options {
    Options { bound, ..Options::new(&[entry]) }
}

/// `a > b` of two variables is written `b < a` in the program form; the rest is the figure, line by line.
const FIGURE_3: &str = "\
ARRAY_SIZE#1 := 10;
MAX#2 := 1;
--% notOverflow(+,INTEGER,1,1);
I#2 := (1 + 1);
LOOP.WRAPPER
  if (ARRAY_SIZE#1 < I#2) then
    exit;
  end if;
  --% assert ((I#2 >= 1) and (I#2 <= ARRAY_SIZE#1));
  --% assert ((MAX#2 >= 1) and (MAX#2 <= ARRAY_SIZE#1));
  if (V#1(MAX#2) < V#1(I#2)) then
    MAX#3 := I#2;
  end if;
  MAX#4 := (V#1(MAX#2) < V#1(I#2)) ? MAX#3 : MAX#2;
  --% notOverflow(+,INTEGER,I#2,1);
  I#3 := (I#2 + 1);
  if (ARRAY_SIZE#1 < I#3) then
    exit;
  end if;
  --% assert ((I#3 >= 1) and (I#3 <= ARRAY_SIZE#1));
  --% assert ((MAX#4 >= 1) and (MAX#4 <= ARRAY_SIZE#1));
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
_NExit#1 => --% assert ((I#2 >= 1) and (I#2 <= ARRAY_SIZE#1));
_NExit#1 => --% assert ((MAX#2 >= 1) and (MAX#2 <= ARRAY_SIZE#1));
_NExit#1 and (V#1(MAX#2) < V#1(I#2)) => MAX#3 := I#2;
_NExit#1 => MAX#4 := (V#1(MAX#2) < V#1(I#2)) ? MAX#3 : MAX#2;
_NExit#1 => --% notOverflow(+,INTEGER,I#2,1);
_NExit#1 => I#3 := (I#2 + 1);
True => _NExit#2 := (not((ARRAY_SIZE#1 < I#3)) and _NExit#1);
_NExit#1 and (ARRAY_SIZE#1 < I#3) => MAX#7 := MAX#4;
_NExit#1 and (ARRAY_SIZE#1 < I#3) => I#5 := I#3;
_NExit#2 => --% assert ((I#3 >= 1) and (I#3 <= ARRAY_SIZE#1));
_NExit#2 => --% assert ((MAX#4 >= 1) and (MAX#4 <= ARRAY_SIZE#1));
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
    let form = single_assignment::of_entry(&program, &options(entry, 2)).unwrap();
    assert_eq!(form.to_string(), FIGURE_3);
}

#[test]
fn figure_4_conditional_normal_form() {
    let (program, entry) = max_array();
    let form = guarded::of_entry(&program, &options(entry, 2)).unwrap();
    assert_eq!(form.to_string(), FIGURE_4);
    let formulas = form.formulas().unwrap();
    assert_eq!((formulas.constraints.len(), formulas.properties.len()), (16, 8));
}

#[test]
fn an_unwinding_assumption_is_a_constraint() {
    let (program, entry) = max_array();
    let options = Options { unwinding: Unwinding::Assume, ..options(entry, 1) };
    let form = guarded::of_entry(&program, &options).unwrap();
    let text = form.to_string();
    assert!(text.contains("_NExit#1 => --% assume False;"), "{text}");
    assert!(text.ends_with("True => M#2 := MAX#5;\n"), "{text}");
    assert_eq!(form.formulas().unwrap().properties.len(), 4);
}

#[test]
fn many_iterations_do_not_overflow_the_stack() {
    let (program, entry) = max_array();
    let form = guarded::of_entry(&program, &options(entry, 10_000)).unwrap();
    assert!(form.steps.len() > 90_000);
}
