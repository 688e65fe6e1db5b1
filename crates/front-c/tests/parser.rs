//! What the parser accepts, what it says about the rest, and where it says it.

use cairn_base::{Diagnostic, SourceMap};
use cairn_front_c::STACK_BYTES;
use cairn_front_c::parser::parse;
use cairn_front_c::syntax::ast::{ExternalItem, TranslationUnit};
use cairn_front_c::syntax::names::Names;

fn with<R: Send>(
    text: &str,
    files: &[(&str, &str)],
    inspect: impl FnOnce(&TranslationUnit, &SourceMap, &[Diagnostic]) -> R + Send,
) -> R {
    let work = || {
        let mut sources = SourceMap::new();
        for (name, content) in files {
            sources.add(*name, *content);
        }
        let mut names = Names::default();
        let mut diagnostics = Vec::new();
        let unit = parse("t.i", text, &mut sources, &mut names, &mut |_| None, &mut diagnostics);
        inspect(&unit, &sources, &diagnostics)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

/// Messages as `file:line:column: code message`.
fn messages_in(text: &str, files: &[(&str, &str)]) -> Vec<String> {
    with(text, files, |_, sources, diagnostics| {
        let show = |d: &Diagnostic| {
            let place = d.primary.as_ref().map(|l| sources.location(l.span));
            let place = place.map_or(String::new(), |p| format!("{}:{}:{}", p.file, p.line, p.column));
            format!("{place}: {} {}", d.code, d.message)
        };
        diagnostics.iter().map(show).collect()
    })
}

fn messages(text: &str) -> Vec<String> {
    messages_in(text, &[])
}

#[track_caller]
fn accepts(text: &str) {
    let found = messages(text);
    // That annotations are not checked is said, and no mistake.
    assert!(found.iter().all(|message| message.contains("C0071")), "{text}\n{found:#?}");
}

#[test]
fn declarations() {
    for text in [
        "int x; static const unsigned long long y = 3ull; extern volatile char *volatile p;",
        "typedef int T; T a; T (b), *c[3]; void f(T), g(T T), h(int (T)); unsigned T;",
        "int *(*f(int))(void); int (*table[3])(char, ...); char (*(*x(void))[5])(int);",
        "main() { return 0; } g(a, b) char *a; { return b; } old(x) { return x; }",
        "struct { int a : 3; int : 0; unsigned b : 2, c; struct { int d; }; union { int e; }; int f[]; } s;",
        "struct empty {}; union u; enum e { A, B = 2, C, } v; enum e w;",
        "struct __attribute__((packed, aligned(8))) s { int a __attribute__((aligned(4))), b; } __attribute__((unused)) t;",
        "int x __attribute__((section(\"a\"))) = 3, __attribute__((unused)) y asm(\"z\");",
        "_Alignas(16) _Alignas(double) char buffer[4]; _Atomic(int) a; _Atomic int b; _Thread_local int c;",
        "_Noreturn void stop(void); static inline int one(void) { return 1; } _Static_assert(1, \"no\");",
        "__int128 a; unsigned __int128 b; __int128_t c; _Float128 d; __float128 e; _Complex double f; double _Complex g;",
        "int a[3] = {1, 2, [2] = 5}; struct { int x, y[2]; } p = { .y[1] = 3, x: 4 }; int r[9] = {[1 ... 4] = 7, [5] 2};",
        "__typeof__(1 + 2) a; typeof(int *) b; __auto_type c = 3; __extension__ typedef long L;",
        "void f(int n, int a[static const n], int b[*], int c[restrict]); void g(int n; int a[n], int n);",
        "int x; ; int __float80, __uint128_t; [[deprecated]] int z [[maybe_unused]];",
        "asm(\".text\"); extern int printf(const char *, ...) __attribute__((format(__printf__, 1, 2)));",
        "int f(void) __attribute__((const)), g(void); int (*p)(int (*)(int), void *);",
        "struct s { struct s *next; _Static_assert(1); int a; };",
        "__thread int t; extern __inline__ int __attribute__((gnu_inline)) f(int x) { return x; }",
        "char *s = \"a\" \"b\" L\"c\"; int c = 'ab' + L'x' + u'y' + U'z' + u8'w';",
    ] {
        accepts(text);
    }
}

#[test]
fn statements() {
    for text in [
        "if (1) ; else if (2) {} else return;",
        "for (;;) break; for (int i = 0, j; i < 3; i++) continue; while (1) {} do ; while (0);",
        "switch (x) { case 1: case 2 ... 5: break; default: ; } ",
        "L: ; goto L; M: } void g() { void *p = &&N; goto *p; N: int x; x = 1; O: ",
        "__label__ a, b; a: goto b; b: __attribute__((unused)) ;",
        "int f(int y) { return y; } f(2);",
        "asm(\"nop\"); __asm__ volatile (\"x\" : \"=r\"(x), [n] \"+m\"(y) : \"r\"(z) : \"memory\", \"cc\"); asm goto (\"j\" :::: L); L: asm(\"\"::\"r\"(1));",
        "typedef int T; { int T = 3; T * 2; } T x; T: x = 1; sizeof(T); (T)x; (T){1};",
        "switch (1) { case 1: __attribute__((fallthrough)); [[fallthrough]]; case 2: {} }",
        "register i; auto j = 3; const k; static struct { int x; } s = {}; int vla[i];",
        "_Static_assert(1, \"\"); extern int g(void); typedef struct q q; q *z;",
    ] {
        accepts(&format!("void f() {{ {text} }}"));
    }
}

#[test]
fn expressions() {
    for text in [
        "a ? b : c ? d : e; a ?: b; a = b += c, d; a && b || !c ^ ~d | e & f;",
        "({ int x = 1; x; }) + 2; *p++ = -*q--; (void)0; (int)(char)x; &a[1].b->c(1, 2);",
        "sizeof x; sizeof(int); sizeof(int){1}; sizeof (x)[1]; _Alignof(int); __alignof__ x; (int[]){1, 2}[0];",
        "__builtin_va_arg(ap, int *); __builtin_offsetof(struct s, a.b[3].c); __builtin_types_compatible_p(int, char[]);",
        "__builtin_choose_expr(1, a, b); _Generic(x, int: 1, char *: 2, default: 3); __builtin_convertvector(v, w);",
        "__real__ z + __imag__ z; 1.0i; __extension__ 3; __func__; 0x1.8p3; 1e5f; .5L; 1.0f128; 0b101; 07; 1.5df;",
        "__CPROVER_forall { int i; i > 0 ==> i != 0 }; x <: 1 :>; a << 1 >> 2 <= 3;",
    ] {
        accepts(&format!("typedef int w; void f() {{ {text} }}"));
    }
}

#[test]
fn mistakes_are_named_where_they_are() {
    for (text, expected) in [
        ("int f() { return 1 }\nint g;", vec!["t.i:1:19: C0003 expected `;` before `}`"]),
        ("size_t n;", vec!["t.i:1:1: C0008 `size_t` is not a type"]),
        ("int a[3;\nint b;", vec!["t.i:1:8: C0003 expected `]`, found `;`"]),
        (
            "void f() { int x = ; y = 3 +; }",
            vec![
                "t.i:1:20: C0003 expected an expression, found `;`",
                "t.i:1:29: C0003 expected an expression, found `;`",
            ],
        ),
        ("int f() {", vec!["t.i:1:10: C0006 expected `}`, found the end of the file"]),
        (
            "short double x; static extern int y;",
            vec![
                "t.i:1:1: C0007 these specifiers do not go together",
                "t.i:1:24: C0007 these specifiers do not go together",
            ],
        ),
        ("int x = 09 + 1;", vec!["t.i:1:9: C0002 `9` is no octal digit"]),
        ("int x = 12abc;", vec!["t.i:1:9: C0002 `abc` is no suffix of an integer"]),
        (
            "char *s = \"abc;\nint y;",
            vec!["t.i:1:11: C0002 missing closing \"", "t.i:1:16: C0003 expected `;` before `int`"],
        ),
        ("int x; /* open", vec!["t.i:1:8: C0006 this comment is not closed"]),
        ("int x @ y;", vec!["t.i:1:7: C0001 `@` starts no token", "t.i:1:6: C0003 expected `;` before `y`"]),
        (
            "#include <stdio.h>\nint x;",
            vec!["t.i:1:1: C0011 a preprocessor directive in text that should be preprocessed"],
        ),
        (
            "int x = 1;\n}\nint y = 2 2;",
            vec!["t.i:2:1: C0003 expected a declaration, found `}`", "t.i:3:10: C0003 expected `;` before `2`"],
        ),
    ] {
        assert_eq!(messages(text), expected, "{text}");
    }
}

#[test]
fn several_functions_with_mistakes_are_all_reported() {
    let text = "void f() { if (x { } }\nvoid g() { 1 + ; }\nint ok;\nvoid h() { for (;; { } }\n";
    let found = messages(text);
    let lines: Vec<&str> = found.iter().filter_map(|m| m.split(':').nth(1)).collect();
    assert!(lines.contains(&"1") && lines.contains(&"2"), "{found:#?}");
}

#[test]
fn line_markers_put_places_into_the_users_files() {
    let text = "# 1 \"a.c\"\n# 1 \"h.h\" 1\nint h;\n# 2 \"a.c\" 2\nint x = ;\n# 7 \"h.h\"\n\nint z = +;\n";
    let expected =
        ["a.c:2:9: C0003 expected an expression, found `;`", "h.h:8:10: C0003 expected an expression, found `;`"];
    assert_eq!(messages(text), expected);
}

#[test]
fn tokens_of_an_expansion_stand_at_the_macro() {
    let original = "#define BAD(x) (x) +\nint v = 1, w = BAD(v) ; int u = ;\n";
    let text = "# 1 \"m.c\"\n#define BAD(x) (x) +\nint v = 1, w = (v) + ; int u = ;\n";
    let found = messages_in(text, &[("m.c", original)]);
    // The `;` behind the expansion is found again; so is the rest of the line.
    assert_eq!(found[0], "m.c:2:23: C0003 expected an expression, found `;`");
    assert_eq!(found[1], "m.c:2:33: C0003 expected an expression, found `;`");
    let text = "# 1 \"m.c\"\n#define BAD(x) (x) +\nint v = 1, w = (v) + * / 2;\n";
    let found = messages_in(text, &[("m.c", original)]);
    assert_eq!(found[0], "m.c:2:16: C0003 expected an expression, found `/`");
}

#[test]
fn annotations_and_macros_are_kept() {
    let text = "#define N 3\n/*@ requires x > 0; */\nint f(int x)\n{ //@ assert x;\n /*@null@*/ return x; }\n";
    with(text, &[], |unit, _, diagnostics| {
        assert!(diagnostics.iter().all(|d| d.code == "C0071"), "{diagnostics:?}");
        assert_eq!(unit.macros.len(), 1);
        assert_eq!(unit.macros[0].body.as_deref(), Some("3"));
        let ExternalItem::Annotation(annotation) = &unit.items[0] else { panic!("{:?}", unit.items[0]) };
        assert_eq!(&*annotation.text, " requires x > 0; ");
        let ExternalItem::Function(function) = &unit.items[1] else { panic!("{:?}", unit.items[1]) };
        assert_eq!(function.body.items.len(), 2);
    });
    let found = messages("int f(int x) { return x + /*@ odd */ 1; }");
    assert_eq!(found[0], "t.i:1:27: C0005 no annotation may stand here; it is read as a comment");
}

#[test]
fn packing_in_force_at_the_brace() {
    let text = "#pragma pack(push, 1)\nstruct a { int x; };\n#pragma pack(2)\nstruct b { int x; };\n#pragma pack(pop)\n\
                struct c { int x; };\n";
    with(text, &[], |unit, _, _| {
        let shown = format!("{:?}", unit.items);
        let packs: Vec<&str> = shown.split("pack: ").skip(1).filter_map(|s| s.split(", span").next()).collect();
        assert_eq!(packs, ["Some(1)", "Some(2)", "None"]);
    });
}

#[test]
fn deep_nesting_is_refused_and_long_chains_are_not() {
    let deep = 100_000;
    for (open, close) in
        [("(", ")"), ("-", ""), ("{", "}"), ("[", "]"), ("if (1) ", ";"), ("a = ", "b"), ("1 ? ", ": 2")]
    {
        let text = format!("void f() {{ x {} 1 {}; }}", open.repeat(deep), close.repeat(deep));
        let found = messages(&text);
        assert!(!found.is_empty(), "{open}");
    }
    for (before, link, after) in [
        ("void f() { x = 1", " + 1", "; }"),
        ("void f() { ", "if (a) b; else ", "c; }"),
        ("void f() { switch (a) { ", "case 1: ", "; } }"),
        ("int x[] = { ", "1, ", "};"),
    ] {
        accepts(&format!("{before}{}{after}", link.repeat(9_000)));
    }
    let found = messages(&format!("int {}x;", "*(".repeat(deep)));
    assert_eq!(found.len(), 1);
    let found = messages(&format!("{}int x;", "struct { ".repeat(deep)));
    assert_eq!(found.len(), 1, "{:?}", &found[..1]);
}

const SEEDS: [&str; 5] = [
    "# 1 \"a.c\"\n#define N 3\ntypedef struct s { int a : 3; struct s *next; } S;\nint f(S *p, int n) { for (int i = 0; i < n; i++) { p->a += i ? 1 : 2; } return p->next->a; }\n",
    "/*@ requires x; */ int g(a, b) char *a; { switch (b) { case 1 ... 3: default: L: goto *&&L; } asm goto (\"x\" : \"=r\"(a) :: \"c\" : L); }\n",
    "__attribute__((packed)) union { _Alignas(8) char c[sizeof(int[3])]; } u = { .c[1 ... 2] = 'x', [0] = '\\x41' };\n#pragma pack(push, 2)\n",
    "double d = 0x1.8p3 + 1e-5f; char *s = L\"a\\u00e9\" \"b\\n\"; int k = _Generic(d, float: 1, default: ({ int q = 3; q; }));\n",
    "int (*table[3])(char, ...) = { &f, 0 }; void h(int n, int a[static n]) { __builtin_va_arg(x, int); (S){1}.a++; }\n",
];

#[test]
fn mutated_and_truncated_text_never_panics() {
    let mut random = fastrand::Rng::with_seed(7);
    let marks = b"(){}[];,*&#\"'\\\n@/.:?=+-<>%^|!~09aLuxe \xc3\x00";
    for round in 0..1_500 {
        let mut bytes: Vec<u8> = SEEDS.iter().flat_map(|s| s.bytes()).collect();
        if round % 2 == 0 {
            bytes.truncate(random.usize(..bytes.len()));
        }
        for _ in 0..random.usize(..6) {
            if bytes.is_empty() {
                break;
            }
            let at = random.usize(..bytes.len());
            match random.u8(..4) {
                0 => bytes[at] = marks[random.usize(..marks.len())],
                1 => bytes.insert(at, marks[random.usize(..marks.len())]),
                2 => drop(bytes.remove(at)),
                _ => {
                    let from = random.usize(..bytes.len());
                    let part = bytes[from..(from + random.usize(..40)).min(bytes.len())].to_vec();
                    bytes.splice(at..at, part);
                }
            }
        }
        let text = cairn_front_c::syntax::text::decode(bytes);
        messages(&text);
    }
}

/// Runs only where there is a C compiler, like everything that preprocesses.
#[test]
fn files_are_preprocessed_for_both_data_models() {
    use cairn_base::Budget;
    use cairn_front_c::preprocess::{PreprocessError, Preprocessor, preprocess};
    let file = std::env::temp_dir().join(format!("cairn-preprocess-{}.c", std::process::id()));
    let text = "#include <limits.h>\n#include <stdint.h>\nlong top = LONG_MAX; //@ note\n#ifdef EXTRA\nint64_t extra;\n#endif\n";
    std::fs::write(&file, text).expect("a file");
    let name = file.to_string_lossy().into_owned();
    let how = |argument: &str| Preprocessor {
        macros: vec!["EXTRA".to_string()],
        arguments: vec![argument.to_string()],
        ..Preprocessor::default()
    };
    for (argument, expected) in [("-m64", "0x7fffffffffffffffL"), ("-m32", "0x7fffffffL")] {
        match preprocess(&name, "", &how(argument), &Budget::unlimited()) {
            Ok(text) => {
                assert!(text.contains(&format!("long top = {expected}; //@ note")), "{argument}");
                accepts(&text);
            }
            Err(PreprocessError::Refused(diagnostic)) => println!("skipped: {}", diagnostic.message),
            Err(other) => panic!("{other:?}"),
        }
    }
    let cancelled = Budget::unlimited();
    cancelled.cancel();
    let stopped = preprocess(&name, "", &how("-m64"), &cancelled);
    assert!(stopped.is_err());
    std::fs::remove_file(&file).expect("the file is still there");
}
