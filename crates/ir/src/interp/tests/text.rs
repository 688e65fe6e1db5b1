//! Programs given as text.

use super::*;
use cairn_base::SourceMap;

fn read(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("test.cairn", text);
    let (program, diagnostics) = crate::text::read(&sources, file);
    program.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

fn run_text(program: &Program, inputs: Vec<Value>) -> Execution {
    let entry = program.entries[0];
    run(program, entry, &mut GivenInputs::new(inputs), &Limits { trace_steps: 10_000, ..Limits::default() })
}

/// The name of the violated property, or the outcome.
fn verdict(program: &Program, inputs: Vec<Value>) -> String {
    match run_text(program, inputs).outcome {
        Outcome::Violated(property) => program.properties[property].name.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn bubble_sort_of_all_small_arrays() {
    let program = read(
        "entry main
         proc main(a: [3]i2) -> (sorted: [3]i2)
         {
           local i: u64
           local t: i2
         start:
           sorted := a
           goto outer
         outer:
           i := 0
           goto inner
         inner:
           branch i <u 2 then compare else finished
         compare:
           branch sorted[i] <=s sorted[i + 1] then next else exchange
         exchange:
           t := sorted[i]
           sorted[i] := sorted[i + 1]
           sorted[i + 1] := t
           goto outer
         next:
           i := i + 1
           goto inner
         finished:
           check assertion \"sorted\" : sorted[0] <=s sorted[1] and sorted[1] <=s sorted[2]
           check assertion \"nothing moved\" : sorted == a
           return
         }",
    );
    let result = enumerate_inputs(&program, program.entries[0], &Limits::default(), 1 << 12);
    assert!(result.complete && result.executions == 64);
    let violated: Vec<&str> = result.violated.keys().map(|p| &*program.properties[*p].description).collect();
    assert_eq!(violated, ["nothing moved"]);
    assert_eq!(result.reached.len(), 2);
}

#[test]
fn memory_that_was_released_is_used_again() {
    let program = read(
        "language c
         target pointer 8
         entry main
         proc main(n: i32)
         {
           local p: ptr
           local x: i32
         start:
           p := alloc heap [2] i32 zeroed
           check pointer \"first\" : valid(p, 4)
           *p:i32 := n
           branch n == 7 then early else use
         early:
           release p
           goto use
         use:
           check pointer \"still\" : valid(p, 4)
           x := *p:i32
           check assertion \"read back\" : x == n
           return
         }",
    );
    assert_eq!(verdict(&program, vec![Value::int(32, 5)]), "Finished");
    assert_eq!(verdict(&program, vec![Value::int(32, 7)]), "main.pointer.2");
}

#[test]
fn a_recursion_that_counts() {
    let program = read(
        "entry main
         proc count(n: u8) -> (r: u8)
         {
         start:
           branch n == 0 then done else more
         more:
           r := call count(n - 1)
           check overflow \"r + 1 must fit\" : r <u 255
           r := r + 1
           return
         done:
           return
         }
         proc main(n: u8) -> (r: u8)
         {
         start:
           assume n <u 200
           r := call count(n)
           check assertion \"the number comes back\" : r == n
           return
         }",
    );
    let result = enumerate_inputs(&program, program.entries[0], &Limits::default(), 1 << 12);
    assert!(result.complete && result.violated.is_empty() && result.considered == 200);
}

#[test]
fn big_endian_bytes_of_a_union() {
    for (order, expected) in [("", 4), (" big_endian", 1)] {
        let program = read(&format!(
            "target pointer 4{order}
             type Both = union {{ word: u32 @ 0, bytes: [4]u8 @ 0 }} size 4
             entry main
             proc main() -> (first: u8)
             {{
               local b: Both
               local m: Both addressable
             start:
               b.word := 0x01020304:x32
               m := b
               first := b.bytes[0]
               check assertion \"the byte order of the target\" : first == {expected}
               check assertion \"also in memory\" : m.bytes[0] == {expected}
               return
             }}"
        ));
        assert_eq!(verdict(&program, Vec::new()), "Finished");
    }
}
