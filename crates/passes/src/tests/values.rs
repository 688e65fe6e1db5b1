//! Pointers to variables of the callers become values: executions do the same, and nothing is left in memory.

use super::read;
use crate::Options;
use crate::recipes::{FLAT, derive};
use cairn_ir::interp::{Limits, enumerate_inputs};
use cairn_ir::{Program, PropertyId, TypeKind, validate};

fn violated(program: &Program) -> Vec<PropertyId> {
    let found = enumerate_inputs(program, program.entries[0], &Limits::default(), 1_000);
    assert!(found.complete);
    found.violated.keys().copied().collect()
}

/// The program with values, if all pointers are gone; it does what the program did.
fn without_pointers(text: &str) -> bool {
    let program = read(text);
    let passed = derive(&program, &FLAT, &Options::new(&program.entries)).unwrap().program;
    let complaints = validate::validate(&passed);
    assert!(complaints.is_empty(), "{complaints:?}\n{}", cairn_ir::text::print(&passed));
    let bodies = || passed.procedures.values().filter(|procedure| procedure.has_body());
    let mut variables = bodies().flat_map(|p| p.parameters.iter().chain(&p.results).chain(&p.locals));
    let mut parameters = bodies().flat_map(|p| &p.parameters);
    let gone = variables.all(|variable| !passed.variables[*variable].addressable)
        && parameters.all(|parameter| *passed.types.kind(passed.variables[*parameter].ty) != TypeKind::Pointer);
    // Where some are left, the others may be wrong about them.
    assert!(!gone || violated(&program) == violated(&passed), "{}", cairn_ir::text::print(&passed));
    gone
}

const COUNT: &str = "
proc count(p: ptr, n: u3) {
  local same: ptr
start:
  same := p
  branch n == 0 then none else more
none:
  return
more:
  check pointer \"valid\" : valid(p, 1)
  *p:u3 := *p + 2
  call count(same, n - 1)
  return
}
";

#[test]
fn a_pointer_that_is_handed_on_is_a_value() {
    let main = "entry main\nproc main(n: u3) {\n  local t: u3 addressable\nstart:\n  t := 1\n  call count(&t, n)
  check assertion \"odd\" : t & 1 == 1\n  check assertion \"two more\" : t == 1 + n + n\n  check assertion \"wrong\" : t != 5
  return\n}";
    assert!(without_pointers(&format!("{main}{COUNT}")));
}

#[test]
fn results_are_assigned_after_what_is_written_through_pointers() {
    assert!(without_pointers(
        "entry main
proc main(n: u3) {
  local t: u3 addressable
  local u: u3 addressable
start:
  t := n
  u := 1
  t := call both(&t, &u, n)
  check assertion \"the result\" : t == n + 1
  check assertion \"the other\" : u == 1
  check assertion \"perhaps\" : u != 2
  return
}
proc both(p: ptr, q: ptr, n: u3) -> (r: u3) {
  local x: u3
start:
  branch n == 0 then none else more
none:
  r := 1
  return
more:
  x := *p
  *p:u3 := *q
  *q:u3 := x
  r := call both(q, p, n - 1)
  r := r + 1
  return
}"
    ));
}

#[test]
fn pointers_that_may_be_something_else_stay() {
    let main = |body: &str| {
        format!(
            "entry main\nglobal g: u3 addressable = 0\nproc main(n: u3) {{\n  local t: u3 addressable\n  local u: [2]u3 addressable\n{body}\n  return\n}}{COUNT}"
        )
    };
    for body in [
        // After its end, a part, a global, no variable at all.
        "start:\n  live t\n  dead t\n  call count(&t, n)",
        "start:\n  call count(&u[1], n)",
        "start:\n  call count(&g, n)\n  check assertion \"counted\" : g != 4",
        "start:\n  call count(null, n)",
        "start:\n  call count(&t, n)\n  call count(&g, n)",
    ] {
        assert!(!without_pointers(&main(body)), "{body}");
    }
}

#[test]
fn two_pointers_to_one_variable_stay() {
    for second in ["&t", "other"] {
        assert!(!without_pointers(&twice(second)), "{second}");
    }
}

/// One of the pointers may have to leave memory first.
fn twice(second: &str) -> String {
    format!(
        "entry main
proc main(n: u3) {{
  local t: u3 addressable
  local other: ptr addressable
start:
  *(&other):ptr := &t
  call add(&t, {second}, n)
  check assertion \"twice\" : t == n + n
  return
}}
proc add(p: ptr, q: ptr, n: u3) {{
start:
  branch n == 0 then none else more
none:
  return
more:
  *p:u3 := *p + 1
  *q:u3 := *q + 1
  call add(p, q, n - 1)
  return
}}"
    )
}
