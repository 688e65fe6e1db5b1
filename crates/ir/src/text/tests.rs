//! Whole programs through reader and printer.

use super::{difference, print, read};
use crate::program::Program;
use cairn_base::{Diagnostic, SourceMap};

fn try_read(text: &str) -> (Option<Program>, Vec<Diagnostic>) {
    let mut sources = SourceMap::new();
    let file = sources.add("test.cairn", text);
    read(&sources, file)
}

fn read_all(text: &str) -> Program {
    let (program, diagnostics) = try_read(text);
    let messages: Vec<String> = diagnostics
        .iter()
        .map(|d| {
            let span = d.primary.as_ref().map(|l| &text[l.span.start as usize..l.span.end as usize]);
            format!("{} {} at {span:?}", d.code, d.message)
        })
        .collect();
    program.unwrap_or_else(|| panic!("{messages:#?}\n{text}"))
}

fn codes(text: &str) -> Vec<&'static str> {
    try_read(text).1.iter().map(|d| d.code).collect()
}

fn round_trip(text: &str) -> String {
    let program = read_all(text);
    let printed = print(&program);
    let again = read_all(&printed);
    assert_eq!(difference(&program, &again), None, "{printed}");
    assert_eq!(print(&again), printed);
    printed
}

/// Every construct once; printed as it stands here.
const EVERYTHING: &str = include_str!("tests/everything.cairn");

#[test]
fn everything_prints_as_it_was_written() {
    assert_eq!(round_trip(EVERYTHING), EVERYTHING);
}

#[test]
fn roles_are_printed_and_read() {
    let text = "entry `start of main`\n\nproc `start of main`() start \"main\"\n{\n  local n: i32 temporary source \"N\"\n\
                a:\n  havoc n @input(argument-count)\n  havoc n @input(result \"f\")\n  stop @unfinished\n}\n\n\
                proc f() library\n\nproc g() elaboration\n";
    let printed = round_trip(text);
    for (_, role) in crate::InputRole::PLAIN {
        round_trip(&text.replace("argument-count", role.word()));
    }
    for part in ["() start \"main\"\n", "() library\n", "temporary source \"N\"", "@input(result \"f\")", "@unfinished"]
    {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    assert_eq!(codes(&text.replace("argument-count", "argument-number")), [super::codes::SYNTAX]);
}

#[test]
fn statements_end_with_their_line_unless_a_bracket_is_open() {
    let text = "entry f\nproc f() {\n local x: i32\n local p: ptr\na:\n x := 1 +\n 2\n *p:i32 := (x\n + 1)\n goto b\nb: x := 2\n return\n}";
    let printed = round_trip(text);
    assert!(printed.contains("  x := 1 + 2\n  *p:i32 := x + 1\n"), "{printed}");
}

#[test]
fn mistakes_are_collected_and_reading_goes_on() {
    let text = "
entry f
proc f(a: i32) -> (r: i32)
{
  local x: i8
one:
  x := a
  x := y
  x := 300
  r := a < 3
  goto nowhere
two:
  assume 5
  x := 3 +
  check index \"x\" : x <s 3
  check fun \"x\" : true
}
";
    assert_eq!(codes(text), ["P0013", "P0006", "P0014", "P0013", "P0009", "P0014", "P0024", "P0018", "P0019"]);
}

#[test]
fn places_of_mistakes_are_those_of_the_expression() {
    let text = "proc f(a: i32, b: i8) {\none:\n  a := a + (b - 1)\n  return\n}";
    let (_, diagnostics) = try_read(text);
    let span = diagnostics[0].primary.as_ref().unwrap().span;
    assert_eq!(&text[span.start as usize..span.end as usize], "a + (b - 1");
}

#[test]
fn deep_nesting_is_refused_not_overflowed() {
    for (open, close) in
        [("(", ")"), ("-", ""), ("not ", ""), ("[", "]"), ("*", ""), ("&", ""), ("~", ""), ("abs(", ")"), ("if ", "")]
    {
        let text = format!(
            "proc f() {{\n local x: i8\na:\n x := {}1{}\n return\n}}",
            open.repeat(50_000),
            close.repeat(50_000)
        );
        assert!(try_read(&text).0.is_none());
    }
    assert_eq!(codes(&format!("global x: {}i8", "[1]".repeat(50_000))), ["P0004"]);
    let types: String = (0..100).map(|n| format!("type T{} = record {{ a: T{n}, b: T{n} }}\n", n + 1)).collect();
    assert!(codes(&format!("type T0 = i8\n{types}")).contains(&"P0004"));
    let types: String = (0..50).map(|n| format!("type T{} = record {{ a: T{n}, b: T{n} }}\n", n + 1)).collect();
    let text = format!("type T0 = record {{}}\n{types}global x: T50 addressable");
    assert_eq!(codes(&text), [""; 0]);
}

#[test]
fn long_chains_are_not_nesting() {
    let sum = vec!["x"; 20_000].join(" + ");
    let chain = format!("{}0", "if x == 1 then 2 else ".repeat(20_000));
    let implies = vec!["x == 1"; 20_000].join(" => ");
    let text = format!("proc f() {{\n local x: i8\na:\n x := {sum}\n x := {chain}\n assume {implies}\n return\n}}");
    round_trip(&text);
}

#[test]
fn types_come_from_the_surroundings() {
    let text = "proc f(a: u8, p: ptr) {
  local b: bool
start:
  a := 1 + 2
  a := a + (1 + 2)
  b := 1:u8 + 2 == 3
  b := *p == a
  a := if b then 1 else *p
  b := p == null
  return
}";
    let printed = round_trip(text);
    assert!(printed.contains("b := 1:u8 + 2 == 3"), "{printed}");
    assert!(printed.contains("b := *p == a"), "{printed}");
    assert_eq!(codes("proc f() {\n local b: bool\na:\n b := 1 == 2\n return\n}"), ["P0012"]);
}

/// Not a measurement: a reader that is quadratic anywhere would not come to an end here.
#[test]
fn large_programs_are_read_in_linear_time() {
    let mut text = "entry f\n\nproc f(a: i32)\n{\n  local x: i32\nb0:\n".to_string();
    for n in 0..100_000 {
        text.push_str("  x := x + (a ^ 3) * 2\n");
        if n % 10 == 9 {
            text.push_str(&format!("  check overflow \"o\" : x <s 100\n  goto b{0}\nb{0}:\n", n + 1));
        }
    }
    text.push_str("  return\n}\n");
    let program = read_all(&text);
    assert_eq!(program.properties.len(), 10_000);
    assert_eq!(print(&program), text);
}
