//! Programs of any size, as text: what the benchmark and scaling tests run.

use std::fmt::Write;

/// `n` assignments in a row, each using the one before, then one check that holds.
pub fn straight_line(n: usize) -> String {
    let mut text = String::from(
        "entry main\nproc main(x: i32) {\n  local a: i32\n  local b: i32\n  local c: i32\nstart:\n  assume x == 1\n",
    );
    let names = ["a", "b", "c"];
    let _ = writeln!(text, "  a := x\n  b := 2\n  c := 3");
    for i in 0..n {
        let (target, left, right) = (names[i % 3], names[(i + 1) % 3], names[(i + 2) % 3]);
        let operator = ["+", "^", "-"][i / 3 % 3];
        let _ = writeln!(text, "  {target} := {left} {operator} {right}");
    }
    text.push_str("  check assertion \"a is odd or even\" : a & 1 == 0 or a & 1 == 1\n  return\n}\n");
    text
}

/// The index of the largest of `n` symbolic elements, with the exit condition one too late: the last
/// index check is violated.
pub fn array_maximum(n: usize) -> String {
    array_maximum_until(n, n)
}

/// The same with the right exit condition.
pub fn array_maximum_correct(n: usize) -> String {
    array_maximum_until(n, n - 1)
}

fn array_maximum_until(n: usize, last: usize) -> String {
    format!(
        "entry main
proc main(v: [{n}]i32) -> (m: u64) {{
  local i: u64
  local max: u64
start:
  max := 0
  i := 1
  goto loop
loop:
  branch i >u {last} then done else body
body:
  check index \"index i must be in 0 .. {limit}\" : i <u {n}
  check index \"index max must be in 0 .. {limit}\" : max <u {n}
  branch v[i] >s v[max] then larger else next
larger:
  max := i
  goto next
next:
  check overflow \"i + 1 must fit\" : not add_overflows_u(i, 1)
  i := i + 1
  goto loop
done:
  m := max
  return
}}
",
        limit = n - 1,
    )
}

/// Bubble sort of `n` symbolic elements; the result is checked to be sorted.
pub fn bubble_sort(n: usize) -> String {
    format!(
        "entry main
proc main(v: [{n}]i32) {{
  local i: u64
  local j: u64
  local t: i32
start:
  i := 0
  goto outer
outer:
  branch i <u {last} then begin else checks
begin:
  j := 0
  goto inner
inner:
  branch j <u {last} - i then compare else next
compare:
  check index \"index j + 1 must be in 0 .. {last}\" : j + 1 <u {n}
  branch v[j] >s v[j + 1] then swap else step
swap:
  t := v[j]
  v[j] := v[j + 1]
  v[j + 1] := t
  goto step
step:
  j := j + 1
  goto inner
next:
  i := i + 1
  goto outer
checks:
  i := 0
  goto loop
loop:
  branch i <u {last} then sorted else done
sorted:
  check assertion \"sorted\" : v[i] <=s v[i + 1]
  i := i + 1
  goto loop
done:
  return
}}
",
        last = n - 1,
    )
}

/// `writes` writes at symbolic indices into an array of `n`, then a read of the last one.
pub fn symbolic_writes(n: usize, writes: usize) -> String {
    format!(
        "entry main
proc main(v: [{n}]i32, at: [{writes}]u64) {{
  local i: u64
start:
  i := 0
  goto loop
loop:
  branch i <u {writes} then body else done
body:
  assume at[i] <u {n}
  check index \"index must be in 0 .. {limit}\" : at[i] <u {n}
  v[at[i]] := trunc(i, i32)
  i := i + 1
  goto loop
done:
  check assertion \"the last write is there\" : v[at[{last}]] == {last}
  check assertion \"the first write is there\" : v[at[0]] == 0
  return
}}
",
        limit = n - 1,
        last = writes - 1,
    )
}

/// Binary search for a key that is in a sorted array of `n` symbolic elements: it is found.
pub fn binary_search(n: usize) -> String {
    format!(
        "entry main
proc main(v: [{n}]i32, where: u64) {{
  local low: u64
  local high: u64
  local middle: u64
  local i: u64
  local key: i32
  local found: bool
start:
  assume where <u {n}
  i := 1
  goto sorted
sorted:
  branch i <u {n} then order else begin
order:
  assume v[i - 1] <s v[i]
  i := i + 1
  goto sorted
begin:
  key := v[where]
  low := 0
  high := {n}
  goto loop
loop:
  branch low <u high and not found then body else done
body:
  middle := low + (high - low) /u 2
  check index \"index middle must be in 0 .. {limit}\" : middle <u {n}
  branch v[middle] == key then hit else miss
hit:
  found := true
  goto loop
miss:
  branch v[middle] <s key then right else left
right:
  low := middle + 1
  goto loop
left:
  high := middle
  goto loop
done:
  check assertion \"the key is found\" : found
  return
}}
",
        limit = n - 1,
    )
}
