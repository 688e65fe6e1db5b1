use super::*;
use crate::text::read;
use cairn_base::SourceMap;

fn program(text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add("test.cairn", text);
    let (program, diagnostics) = read(&sources, file);
    program.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

/// The initial values of all globals, as a language writes them.
fn values(language: Language, text: &str) -> Vec<String> {
    let program = program(text);
    let constant = |initial: &crate::program::Initial| match initial {
        crate::program::Initial::Value(e) => match &program.expr(*e).kind {
            crate::expr::ExprKind::Const(value) => value.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    let display = Display::new(&program).in_language(language);
    program.globals().map(|(_, v)| display.value(v.ty, &constant(&v.initial))).collect()
}

const VALUES: &str = "
type Day = enum i8 { Mon = 0, Tue = 1 }
type Point = record { X: i32, Y: Day }
type One = [1 from 3]i32
global a: Day = #Tue
global b: x8 = 255
global c: char8 = 'a'
global d: char8 = '\\n'
global e: fixed 1/8 i16 = 1.125
global f: fixed 1/3 i16 = 2
global g: f32 = 1e-40
global h: f64 = 1.5
global i: Point = const {X = -1, Y = #Mon}
global j: One = const [5]
global k: [3]bool = const [true, false, true]
global l: [100 from 1]i8 = const [all 0, 6 = 5]
global m: text [4]char8 = \"ab\\\"c\"
global n: text [4]char8 = \"a\\n1\\0\"
global o: ptr = null
global p: union { w: i32, s: f32 } = const bytes(\"0000803f\")
global q: f16 = -inf
global r: u8 = -1
";

#[test]
fn values_as_ada_writes_them() {
    let expected = [
        "Tue",
        "16#FF#",
        "'a'",
        "Character'Val (10)",
        "1.125",
        "2 * 1/3",
        "1.0E-40",
        "1.5",
        "(X => -1, Y => Mon)",
        "(3 => 5)",
        "(True, False, True)",
        "(7 => 5, others => 0)",
        "\"ab\"\"c\"",
        "\"a\" & Character'Val (10) & \"1\" & Character'Val (0)",
        "null",
        "(w => 1065353216, s => 1.0)",
        "-Inf",
        "255",
    ];
    assert_eq!(values(Language::Ada, VALUES), expected);
}

#[test]
fn values_as_c_writes_them() {
    let expected = [
        "Tue",
        "0xff",
        "'a'",
        "'\\n'",
        "1.125",
        "2 * 1/3",
        "1e-40",
        "1.5",
        "{.X = -1, .Y = Mon}",
        "{5}",
        "{true, false, true}",
        "{[0 ... 99] = 0, [7] = 5}",
        "\"ab\\\"c\"",
        "\"a\\n1\"",
        "NULL",
        "{.w = 1065353216, .s = 1.0}",
        "-INFINITY",
        "255",
    ];
    assert_eq!(values(Language::C, VALUES), expected);
}

#[test]
fn long_arrays_say_what_they_leave_out() {
    let elements: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    let text = format!("global a: [40]i8 = const [{}]", elements.join(", "));
    let shown = values(Language::Cairn, &text);
    assert_eq!(shown, ["[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, … 24 more]"]);
}

#[test]
fn expressions_and_places() {
    let text = "
global v: [10]i32
proc f(i: i32, p: ptr) {
start:
  v[zext(i + 1, u64)] := *p
  assume forall (k: i32) : k <s i
  return
}";
    let program = program(text);
    let mut texts = Texts::new(&program);
    let block = &program.procedures[crate::ProcId(0)].blocks[crate::BlockId(0)];
    let crate::StatementKind::Assign { target, value } = &block.statements[0].kind else { panic!() };
    assert_eq!(texts.place(target), "v[zext(i + 1, u64)]");
    assert_eq!(texts.expr(*value), "*p");
    let crate::StatementKind::Assume(condition) = block.statements[1].kind else { panic!() };
    assert_eq!(texts.expr(condition), "forall (k: i32) : k <s i");
    assert_eq!(texts.expr(condition), "forall (k: i32) : k <s i");
}
