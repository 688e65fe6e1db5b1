//! Programs of any size that work in memory, as a front end for C emits them.

/// A list of `n` nodes on the heap is built, walked and released. `typed` nodes are allocated as such, the
/// others as bytes; with `symbolic` the length is any up to `n`.
pub fn linked_list(n: usize, typed: bool, symbolic: bool) -> String {
    let allocation = if typed { "alloc heap [1] Node" } else { "alloc heap [16] u8" };
    let length = if symbolic { format!("count >=s 0 and count <=s {n}") } else { format!("count == {n}") };
    format!(
        "language c
target pointer 8
entry main
type Node = record {{ v: i32, next: ptr }}
proc main(count: i32) {{
  local head: ptr
  local p: ptr
  local q: ptr
  local i: i32
  local seen: i32
start:
  assume {length}
  head := null
  i := 0
  seen := 0
  goto build
build:
  branch i <s count then more else begin
more:
  p := {allocation}
  check pointer \"p must point to a number\" : valid(p, 4)
  *p:i32 := i
  check pointer \"p must point to a node\" : valid(ptr_add(p, 8:i64, 1), 8)
  *ptr_add(p, 8:i64, 1):ptr := head
  head := p
  i := i + 1
  goto build
begin:
  q := head
  goto walk
walk:
  branch q != null then step else done
step:
  check pointer \"q must point to a number\" : valid(q, 4)
  check assertion \"numbers go down\" : *q:i32 == i - 1 - seen
  seen := seen + 1
  check pointer \"q must point to a node\" : valid(ptr_add(q, 8:i64, 1), 8)
  q := *ptr_add(q, 8:i64, 1):ptr
  goto walk
done:
  check assertion \"all nodes are seen\" : seen == count
  q := head
  goto free
free:
  branch q != null then one else out
one:
  check pointer \"q must still point to a node\" : valid(ptr_add(q, 8:i64, 1), 8)
  p := *ptr_add(q, 8:i64, 1):ptr
  check free \"q must be allocated\" : is_heap(q) and is_live(q) and offset(q) == 0
  release q
  q := p
  goto free
out:
  return
}}
"
    )
}

/// CRC-32 of `n` symbolic bytes, computed twice: bit by bit, and bit by bit in the other order of tests.
pub fn crc(n: usize) -> String {
    format!(
        "entry main
proc crc(data: [{n}]u8, flip: bool) -> (sum: u32) {{
  local i: u64
  local k: u32
  local bit: u32
start:
  sum := 4294967295
  i := 0
  goto bytes
bytes:
  branch i <u {n} then next else done
next:
  sum := sum ^ zext(data[i], u32)
  k := 0
  goto bits
bits:
  branch k <u 8 then step else byte
step:
  bit := sum & 1
  branch flip then plain else masked
plain:
  branch bit == 1 then odd else even
odd:
  sum := (sum >>u 1) ^ 3988292384
  goto after
even:
  sum := sum >>u 1
  goto after
masked:
  sum := (sum >>u 1) ^ (3988292384 & (0 - bit))
  goto after
after:
  k := k + 1
  goto bits
byte:
  i := i + 1
  goto bytes
done:
  sum := sum ^ 4294967295
  return
}}
proc main(data: [{n}]u8) {{
  local a: u32
  local b: u32
start:
  a := call crc(data, true)
  b := call crc(data, false)
  check assertion \"both ways agree\" : a == b
  return
}}
"
    )
}

/// A device with a table of operations, called `n` times as the input says; its buffer stays within bounds.
pub fn driver(n: usize) -> String {
    format!(
        "language c
target pointer 8
entry main
type Device = record {{ open: ptr, read: ptr, used: i32, data: [16]u8 }}
global device: Device addressable
proc push(d: ptr, byte: u8) -> (result: i32) {{
  local used: i32
start:
  check pointer \"d must point to a device\" : valid(d, 40)
  used := *ptr_add(d, 16:i64, 1):i32
  branch used <s 16 then room else full
full:
  result := -1
  return
room:
  check pointer \"the buffer must have room\" : valid(ptr_add(ptr_add(d, 20:i64, 1), sext(used, i64), 1), 1)
  *ptr_add(ptr_add(d, 20:i64, 1), sext(used, i64), 1):u8 := byte
  *ptr_add(d, 16:i64, 1):i32 := used + 1
  result := used
  return
}}
proc clear(d: ptr, byte: u8) -> (result: i32) {{
start:
  check pointer \"d must point to a device\" : valid(d, 40)
  *ptr_add(d, 16:i64, 1):i32 := 0
  fill(ptr_add(d, 20:i64, 1), 0, 16)
  result := 0
  return
}}
proc main(which: [{n}]bool, bytes: [{n}]u8) {{
  local d: ptr
  local f: ptr
  local i: u64
  local r: i32
start:
  d := &device
  *d:ptr := &proc push
  *ptr_add(d, 8:i64, 1):ptr := &proc clear
  i := 0
  goto loop
loop:
  branch i <u {n} then body else done
body:
  branch which[i] then one else two
one:
  f := *d:ptr
  goto operate
two:
  f := *ptr_add(d, 8:i64, 1):ptr
  goto operate
operate:
  check pointer \"f must be an operation\" : f == &proc push or f == &proc clear
  r := call indirect(f, [push, clear])(d, bytes[i])
  check assertion \"the count stays within the buffer\" : device.used >=s 0 and device.used <=s 16
  i := i + 1
  goto loop
done:
  return
}}
"
    )
}

/// `n` records are copied to symbolic places of a table, byte by byte as `memcpy` does.
pub fn record_copies(n: usize) -> String {
    format!(
        "language c
target pointer 8
entry main
type Entry = record {{ key: i32, value: i64 }}
proc main(at: [{n}]u8) {{
  local table: [32]Entry addressable
  local e: Entry addressable
  local i: u64
  local last: ptr
start:
  i := 0
  goto loop
loop:
  branch i <u {n} then body else done
body:
  assume at[i] <u 32
  e.key := trunc(i, i32)
  e.value := retype(i, i64)
  last := ptr_add(&table, zext(at[i], i64), 16)
  check pointer \"the entry must exist\" : valid(last, 16)
  copy(last, &e, 16)
  i := i + 1
  goto loop
done:
  check assertion \"the last entry is there\" : *last:i32 == {last}
  return
}}
",
        last = n - 1
    )
}

/// `nodes` nodes (at least four) are put into a table of `buckets` lists by symbolic hashes; one is found again.
pub fn hash_table(buckets: usize, nodes: usize) -> String {
    format!(
        "language c
target pointer 8
entry main
type Node = record {{ v: i32, next: ptr }}
global table: [{buckets}]ptr addressable
proc main(h: [{nodes}]u16)
{{
  local p: ptr
  local q: ptr
  local i: u64
start:
  i := 0
  goto build
build:
  branch i <u {nodes} then more else look
more:
  assume h[i] <u {buckets}
  p := alloc heap [1] Node
  *p:i32 := trunc(i, i32)
  check pointer \"the slot must exist\" : valid(ptr_add(&table, zext(h[i], i64), 8), 8)
  *ptr_add(p, 8:i64, 1):ptr := *ptr_add(&table, zext(h[i], i64), 8)
  *ptr_add(&table, zext(h[i], i64), 8):ptr := p
  i := i + 1
  goto build
look:
  q := *ptr_add(&table, zext(h[3], i64), 8)
  i := 0
  goto walk
walk:
  branch q != null then step else done
step:
  check pointer \"q must point to a number\" : valid(q, 4)
  branch *q:i32 == 3 then found else next
found:
  i := 1
  goto next
next:
  q := *ptr_add(q, 8:i64, 1):ptr
  goto walk
done:
  check assertion \"the fourth node is found\" : i == 1
  return
}}
"
    )
}
