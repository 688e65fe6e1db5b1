//! What single passes do to small programs, as text.

use super::read;
use crate::pass::{Error, Options, Unwinding};
use crate::recipes::{FLAT, INLINED, UNWOUND};
use crate::{Derived, derive, guarded, promote, simplify, single_assignment};
use cairn_ir::{Program, text::print};

fn options(program: &Program, bound: u32) -> Options {
    Options { bound, ..Options::new(&program.entries) }
}

/// The body of the entry as text: from its first block on.
fn body(program: &Program) -> String {
    let text = cairn_ir::text::print(program);
    let name = format!("proc {}(", program.procedures[program.entries[0]].name);
    let start = text.find(&name).unwrap();
    let end = start + text[start..].find("\n}").unwrap();
    let lines = text[start..end].lines().skip_while(|line| !line.ends_with(':'));
    lines.map(|line| line.split(" @pass").next().unwrap_or("").to_string() + "\n").collect()
}

const TWICE: &str = "
entry main
proc main(a: i8) -> (r: i8) {
start:
  r := call twice(a)
  r := call twice(r + 1)
  return
}
proc twice(x: i8) -> (y: i8) {
  local t: i8
start:
  t := x
  y := t + x
  return
}
";

#[test]
fn inlined_variables_carry_their_procedure_and_a_number() {
    let program = read(TWICE);
    let inlined = derive(&program, &INLINED, &options(&program, 1)).unwrap();
    assert_eq!(
        body(&inlined.program),
        "\
start:
  `twice.x` := a
  goto `twice.start`
`twice.start`:
  `twice.t` := `twice.x`
  `twice.y` := `twice.t` + `twice.x`
  goto `twice.after`
`twice.after`:
  r := `twice.y`
  `twice.x.2` := r + 1
  goto `twice.start.2`
`twice.start.2`:
  `twice.t.2` := `twice.x.2`
  `twice.y.2` := `twice.t.2` + `twice.x.2`
  goto `twice.after.2`
`twice.after.2`:
  r := `twice.y.2`
  return
"
    );
}

#[test]
fn recursion_beyond_the_bound_fails_its_property_or_is_not_considered() {
    let text = "
entry f
proc f(a: i8) {
start:
  branch a == 0 then done else more
more:
  call f(a - 1)
  return
done:
  return
}
";
    let program = read(text);
    let shown = print(&derive(&program, &INLINED, &options(&program, 2)).unwrap().program);
    assert!(
        shown.contains("check recursion \"the recursion of f must not go deeper than the bound\" : false"),
        "{shown}"
    );
    assert!(shown.contains("branch `f.a` == 0"), "{shown}");
    assert!(!shown.contains("f.a.2"), "{shown}");
    let options = Options { unwinding: Unwinding::Assume, ..options(&program, 2) };
    let shown = print(&derive(&program, &INLINED, &options).unwrap().program);
    assert!(shown.contains("assume false"), "{shown}");
    read(&shown);
}

#[test]
fn simplification_folds_propagates_and_decides() {
    let text = "
entry main
proc main(a: i8) {
  local x: i8
  local y: i8
  local unread: i8
start:
  x := 2 + 3
  unread := a * 7
  y := x * 4
  branch y == 20 then yes else no
yes:
  check assertion \"c\" : x <s a
  return
no:
  havoc x
  return
}
";
    let program = read(text);
    let result = simplify::simplify(&Derived::of(&program), &options(&program, 1)).unwrap();
    assert_eq!(body(&result.program), "start:\n  check assertion \"c\" : 5 <s a\n  return\n");
}

const POINTERS: &str = "
entry main
proc main(a: i8) {
  local x: i8 addressable
  local kept: i8 addressable
  local p: ptr
start:
  p := &x
  check pointer \"valid\" : valid(p, 1)
  call set(p, a)
  check assertion \"set\" : x == a
  p := if a == 0 then &kept else null
  *p:i8 := 1
  return
}
proc set(p: ptr, v: i8) {
start:
  *p:i8 := v
  return
}
";

#[test]
fn locals_whose_address_stays_known_leave_memory() {
    let program = read(POINTERS);
    let options = options(&program, 1);
    let inlined = derive(&program, &INLINED, &options).unwrap();
    let simple = simplify::simplify(&inlined, &options).unwrap();
    let promoted = promote::promote(&simple, &options).unwrap().program;
    let locals = &promoted.procedures[options.entry()].locals;
    let named = |name: &str| locals.iter().find(|var| &*promoted.variables[**var].name == name);
    let addressable = |name: &str| promoted.variables[*named(name).unwrap()].addressable;
    assert!(!addressable("x") && addressable("kept"));
    let text = body(&promoted);
    assert!(text.contains("  x := `set.v`\n") && text.contains("check pointer \"valid\" : true"), "{text}");
    // What is left in memory has no single-assignment form.
    let refused = single_assignment::of_entry(&program, &options).unwrap_err();
    assert!(matches!(refused, Error::Unsupported { .. }), "{refused}");
}

/// A loop in a procedure that is called twice.
const LOOPS: &str = "
entry main
proc main(a: i8) -> (r: i8) {
start:
  r := call count(a)
  r := call count(r)
  return
}
proc count(n: i8) -> (s: i8) {
  local c: i8
start:
  goto head
head:
  branch c <s n then more else done
more:
  s := s + 2
  c := c + 1
  goto head
done:
  check assertion \"even\" : s & 1 == 0
  return
}
";

#[test]
fn loops_variables_and_properties_are_known_by_their_activation() {
    let program = read(LOOPS);
    let (main, count) = (program.entries[0], program.find_procedure("count").unwrap());
    for recipe in [&INLINED, &FLAT, &UNWOUND] {
        let Derived { program: derived, back } = derive(&program, recipe, &options(&program, 2)).unwrap();
        let blocks = derived.procedures[main].blocks.ids();
        let loops: Vec<_> = blocks.filter_map(|block| back.loop_at(main, block)).collect();
        // Unwound, each head has two copies.
        let copies = if recipe.name == UNWOUND.name { 2 } else { 1 };
        assert_eq!(loops.len(), 2 * copies, "{}", recipe.name);
        for (n, place) in loops.iter().enumerate() {
            assert_eq!((place.procedure, place.calls.len()), (count, 1));
            assert_eq!(place.calls[0].statement as usize, n / copies, "{}", recipe.name);
            assert_eq!(&*program.procedures[count].blocks[place.head].label, "head");
        }
        let own = program.procedures[count].locals[0];
        let copies = derived.variables.ids().filter_map(|var| back.variable(var)).filter(|v| v.variable == own);
        let calls: Vec<usize> = copies.map(|variable| variable.calls.len()).collect();
        assert_eq!(calls, [0, 1, 1], "{}", recipe.name);
        let carried: Vec<_> = derived.properties.ids().map(|property| back.property(property).is_some()).collect();
        assert_eq!(carried, if recipe.name == FLAT.name { vec![true] } else { vec![true, false] });
    }
}

#[test]
fn arrays_and_parts_become_whole_assignments() {
    let text = "
entry main
type Pair = record { first: i8, second: [4]i8 }
proc main(i: u64, v: i8) -> (r: Pair) {
start:
  r.second[i] := v
  havoc r.first
  switch v { 0 -> zero, 1 -> one, else -> other }
zero:
  r.first := 1
  goto end
one:
  r.first := 2
  goto end
other:
  stop
end:
  check assertion \"c\" : r.first != 3
  return
}
";
    let program = read(text);
    let form = single_assignment::of_entry(&program, &options(&program, 1)).unwrap();
    assert_eq!(
        form.to_string(),
        "\
r#1 := (first => 0, second => (others => 0));
r#2 := (r#1 with second => store(r#1.second, i#1, v#1));
havoc _Input#1;
r#3 := (r#2 with first => _Input#1);
BLOCK.WRAPPER
  if (v#1 = 0) then
    r#4 := (r#3 with first => 1);
    exit;
  end if;
  if (v#1 = 1) then
    r#5 := (r#3 with first => 2);
    exit;
  end if;
  stop;
END_BLOCK.WRAPPER;
--% assert (r#6.first /= 3);
"
    );
}

#[test]
fn what_is_shown_reads_back() {
    let program = read(include_str!("max_array.cairn"));
    for recipe in [INLINED, UNWOUND] {
        read(&print(&derive(&program, &recipe, &options(&program, 2)).unwrap().program));
    }
    let form = guarded::of_entry(&program, &options(&program, 2)).unwrap();
    let shown = form.formulas().unwrap().to_string();
    assert!(shown.starts_with("C:\n") && shown.contains("\nP:\n"), "{shown}");
}
