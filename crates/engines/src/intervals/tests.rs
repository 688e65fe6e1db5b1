//! Small programs, and what is found out about them.

use super::*;
use cairn_base::SourceMap;
use cairn_ir::PropertyId;

fn read(text: &str) -> Arc<Program> {
    let mut sources = SourceMap::new();
    let file = sources.add("test.cairn", text);
    let (program, diagnostics) = cairn_ir::text::read(&sources, file);
    Arc::new(program.unwrap_or_else(|| panic!("{diagnostics:?}")))
}

fn analysed(program: &Arc<Program>) -> Analysis {
    let properties: Vec<PropertyId> = program.properties.ids().collect();
    analyse(&Problem::new(program, &program.entries, &properties), &Budget::unlimited())
}

/// The descriptions of what is proved.
fn proved(text: &str) -> Vec<String> {
    let program = read(text);
    let outcome = analysed(&program);
    outcome.proved.iter().map(|d| program.properties[d.property].description.to_string()).collect()
}

#[test]
fn counting_loops_are_bounded_by_their_conditions() {
    let text = r#"
entry main
global a: [10]i32
proc main(n: i32)
{
  local i: i32
  local s: i32
start:
  assume 0 <=s n and n <=s 10
  goto loop
loop:
  branch i <s n then body else done
body:
  check index "index" : sext(i, i64) <u 10:u64
  a[sext(i, i64)] := i
  check overflow "sum" : not add_overflows_s(s, 2)
  s := s + 2
  check overflow "step" : not add_overflows_s(i, 1)
  i := i + 1
  goto loop
done:
  check assertion "even" : s %s 2 == 0
  check assertion "last" : i <=s 10
  check assertion "first" : i <s 10
  return
}
"#;
    assert_eq!(proved(text), ["index", "sum", "step", "even", "last"]);
}

#[test]
fn conditions_in_temporaries_narrow_what_they_are_made_of() {
    let text = r#"
entry main
proc main(x: u8, y: u8)
{
  local low: bool
  local both: bool
  local t: i32
start:
  low := x <u 10
  both := low and y <u 5
  t := bool_to_int(both, i32)
  branch t != 0 then yes else no
yes:
  check assertion "x" : x <u 10
  check assertion "y" : y <u 5
  return
no:
  check assertion "not x" : not (x <u 10)
  return
}
"#;
    assert_eq!(proved(text), ["x", "y"]);
}

#[test]
fn calls_are_walked_in_place() {
    let text = r#"
entry main
global g: i32
proc add(a: i32, p: ptr) -> (r: i32)
{
start:
  r := a + 1
  *p:i32 := r
  g := g + 1
  return
}
proc main()
{
  local x: i32
  local y: i32 addressable
start:
  x := call add(1, &y)
  check assertion "first" : x == 2 and y == 2 and g == 1
  x := call add(x, &y)
  check assertion "second" : x == 3 and y == 3 and g == 2
  check assertion "wrong" : x == 4
  return
}
"#;
    assert_eq!(proved(text), ["first", "second"]);
}

#[test]
fn recursion_changes_what_it_could() {
    let text = r#"
entry main
global g: i32
global h: i32
proc down(n: i32) -> (r: i32)
{
start:
  branch n <=s 0 then base else more
base:
  check assertion "base" : n <=s 0
  return
more:
  g := n
  r := call down(n - 1)
  return
}
proc main()
{
  local r: i32
start:
  r := call down(3)
  check assertion "kept" : h == 0
  check assertion "changed" : g == 0
  return
}
"#;
    assert_eq!(proved(text), ["kept"]);
}

#[test]
fn floats_keep_their_bounds() {
    let text = r#"
entry main
proc main(x: f64)
{
  local y: f64
  local i: i32
start:
  branch x >= 0.0 and x <= 10.0 then loop else out
loop:
  branch i <s 100 then body else done
body:
  y := (x + y) / 2.0
  i := i + 1
  goto loop
done:
  check float "number" : not is_nan(y)
  check float "small" : y <= 10.0
  check float "wrong" : y <= 9.0
  return
out:
  return
}
"#;
    assert_eq!(proved(text), ["number", "small"]);
}

#[test]
fn facts_are_conditions_of_their_own() {
    let text = r#"
entry main
proc main(n: u8)
{
  local i: u8
  local k: u8
start:
  goto loop
loop:
  branch i <u 100 then body else done
body:
  i := i + 4
  goto loop
done:
  k := i
  return
}
"#;
    let program = read(text);
    let outcome = analysed(&program);
    let [found] = &outcome.invariants[..] else { panic!("{:?}", outcome.invariants) };
    assert!(found.place.calls.is_empty() && program.procedures[found.place.procedure].blocks.len() == 4);
    // 0 <= i, i <= 100, i mod 4 = 0; nothing about what the loop does not change.
    assert_eq!(found.invariants.len(), 3);
    let bool = outcome.program.types.kind(outcome.program.type_of(found.invariants[0])).clone();
    assert_eq!(bool, cairn_ir::TypeKind::Bool);
}

#[test]
fn deep_expressions_and_long_chains_do_no_harm() {
    let mut sum = "x".to_string();
    for _ in 0..5_000 {
        sum.push_str(" + x");
    }
    let mut blocks = String::new();
    for n in 0..2_000 {
        blocks.push_str(&format!("b{n}:\n  branch x <s {n} then b{} else b{}\n", n + 1, n + 1));
    }
    let text = format!(
        "entry main\nproc main(x: i32)\n{{\n  local y: i32\nstart:\n  y := {sum}\n  goto b0\n{blocks}b2000:\n  check assertion \"true\" : x == x or y == y or true\n  return\n}}\n"
    );
    assert_eq!(proved(&text), ["true"]);
}

#[test]
fn memory_is_followed_through_pointers() {
    let text = r#"
entry main
proc main(i: u64)
{
  local p: ptr
  local q: ptr
  local x: i32 addressable
  local a: [4]i32 addressable
  local r: i32
start:
  p := &x
  *p:i32 := 5
  check assertion "x" : x == 5
  q := alloc heap [4] i32 zeroed
  check pointer "valid" : valid(q, 16)
  *q:i32 := 7
  check assertion "heap" : *q:i32 <=s 7 and 0 <=s *q:i32
  check assertion "other" : x == 5
  assume i <u 4
  *ptr_add(&a, i, 4):i32 := 3
  check assertion "array" : a[i] <=s 3
  check pointer "element" : valid(ptr_add(&a, i, 4), 4)
  release q
  check pointer "alive" : is_live(p)
  p := null
  check assertion "nothing" : *p:i32 == 0
  check pointer "dead" : is_live(q)
  return
}
"#;
    assert_eq!(proved(text), ["x", "valid", "heap", "other", "array", "element", "alive", "nothing"]);
}

#[test]
fn loops_may_be_entered_beside_their_heads() {
    let text = r#"
entry main
proc main(c: bool, n: u8)
{
  local i: u8
start:
  branch c then first else second
first:
  i := i + 1
  check assertion "wrong" : i <u 3
  goto second
second:
  branch i <u 10 then first else done
done:
  check assertion "last" : i == 10
  return
}
"#;
    assert_eq!(proved(text), ["last"]);
}

#[test]
fn equations_survive_loops() {
    let text = r#"
entry main
proc main(n: i32)
{
  local x: i32
  local y: i32
  local s: i32
start:
  assume 0 <=s n and n <=s 1000
  x := n
  goto loop
loop:
  branch 0 <s x then body else done
body:
  x := x - 1
  y := y + 1
  s := s + 3
  goto loop
done:
  check assertion "sum" : x + y == n
  check assertion "thrice" : s == 3 * y
  check assertion "all" : y == n
  check assertion "wrong" : s == 2 * y
  return
}
"#;
    let program = read(text);
    let outcome = analysed(&program);
    let names: Vec<&str> = outcome.proved.iter().map(|d| &*program.properties[d.property].description).collect();
    assert_eq!(names, ["sum", "thrice", "all"]);
    // The head is reached for x = 1000, …, 0.
    assert_eq!(outcome.bounds.iter().map(|(_, rounds)| *rounds).collect::<Vec<_>>(), [1001]);
    let facts: Vec<String> = outcome.invariants[0]
        .invariants
        .iter()
        .map(|fact| cairn_ir::display::expr_text(&outcome.program, *fact))
        .collect();
    assert!(facts.iter().any(|fact| fact.contains('n') && fact.contains("==")), "{facts:?}");
}

#[test]
fn differences_survive_loops() {
    let text = r#"
entry main
proc main(n: i32, m: u32)
{
  local i: i32
  local j: i32
  local k: u32
start:
  assume 0 <=s n
  goto loop
loop:
  branch i <s n then body else done
body:
  check overflow "step" : not add_overflows_s(i, 1)
  j := i
  i := i + 1
  check assertion "behind" : j <s n
  goto loop
done:
  check assertion "equal" : i == n
  goto second
second:
  branch k != m then more else end
more:
  check assertion "below" : k <u m
  k := k + 1
  goto second
end:
  return
}
"#;
    assert_eq!(proved(text), ["step", "behind", "equal", "below"]);
}

#[test]
fn floats_are_followed_through_copies() {
    let text = r#"
entry main
proc main(x: f32)
{
  local tested: f32
start:
  tested := x
  branch 0.0 <= tested and tested <= 1.0 then yes else no
yes:
  check float "square" : not (is_nan(x * x) or is_infinite(x * x))
  check assertion "range" : 0.0 <= x * x and x * x <= 1.0
  return
no:
  check float "any" : not (is_nan(x * x) or is_infinite(x * x))
  return
}
"#;
    assert_eq!(proved(text), ["square", "range"]);
}

#[test]
fn large_programs_are_walked_with_less_effort() {
    // Each procedure calls the one before twice: more ways than can be walked.
    let mut text = "entry p24\nproc p0(x: i32) -> (r: i32)\n{\nstart:\n  r := x\n  return\n}\n".to_string();
    for n in 1..25 {
        let callee = n - 1;
        text.push_str(&format!(
            "proc p{n}(x: i32) -> (r: i32)\n{{\n  local s: i32\nstart:\n  s := 7\n  r := call p{callee}(x)\n  \
             r := call p{callee}(r)\n  check assertion \"kept {n}\" : s == 7\n  return\n}}\n"
        ));
    }
    assert_eq!(proved(&text), ["kept 22", "kept 23", "kept 24"]);
}
