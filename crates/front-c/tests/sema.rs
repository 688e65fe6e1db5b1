//! What the analysis accepts, what it says about the rest, and what it makes of constants and initialisers.

mod common;

use cairn_base::Diagnostic;
use cairn_front_c::sema::tree::{ExprKind, InitValue, Initializer, PathStep, Program, StmtKind};
use cairn_front_c::types::DataModel;
use common::analyzed;
use std::fmt::Write;

/// Messages as `file:line: code message`.
fn messages(units: &[&str]) -> Vec<String> {
    analyzed(units, DataModel::Lp64, |_, sources, diagnostics| {
        let show = |d: &Diagnostic| {
            let place = d.primary.as_ref().map(|l| sources.location(l.span));
            let place = place.map_or(String::new(), |p| format!("{}:{}", p.file, p.line));
            format!("{place}: {} {}", d.code, d.message)
        };
        diagnostics.iter().map(show).collect()
    })
}

#[track_caller]
fn accepts(text: &str) {
    let found = messages(&[text]);
    assert!(found.is_empty(), "{text}\n{found:#?}");
}

/// The first message has this code and mentions these words.
#[track_caller]
fn says(units: &[&str], code: &str, words: &str) {
    let found = messages(units);
    let first = found.first().map_or("", |m| m);
    assert!(first.contains(code) && first.contains(words), "{units:?}\n{found:#?}");
}

#[test]
fn declarations_are_accepted() {
    for text in [
        "typedef int T; typedef int T; extern T x; T x; T x = 3; extern int y[]; int y[4]; int z[];",
        "struct s; struct s *p; struct s { struct s *next; int a; }; int f(void) { return p->next->a; }",
        "enum e { A, B = A + 3, C = sizeof(int) }; int a[B]; _Static_assert(C == 4 && B == 3, \"ok\");",
        "int f(); int f(int a) { return a; } int g(a, b) char a; double b; { return a + (int)b; }",
        "static int f(void); int f(void) { return 1; } static int f(void);",
        "int f(int n, int a[n][n]) { int b[n]; return sizeof b + sizeof a[0] + b[0]; }",
        "typedef union { int *i; char *c; } U __attribute__((transparent_union)); void f(U); void g(int *p) { f(p); f(0); }",
        "extern int v(const char *, ...); int f(void) { return v(\"%d\", 1.0f, (char)3); }",
        "_Thread_local int x; _Atomic int y; _Atomic(long) z; int f(void) { y += 1; return ++z; }",
        "int f(void) { extern int g(int); return g(2); } int g(int a) { return a; }",
        "struct { int n; char text[]; } s = { 2, \"ab\" };",
        "__int128 big = (__int128)1 << 100; _Float128 q = 1.5f128; long double l = 1.5L;",
        "inline int f(void) { return 0; } extern inline int f(void); void g(void) __attribute__((noreturn, alias(\"h\")));",
    ] {
        accepts(text);
    }
}

#[test]
fn expressions_are_accepted() {
    for text in [
        "int f(int x) { return ({ int y = x; y + 1; }) + (x ?: 3) + (x, 4); }",
        "int f(void) { void *t[] = { &&a, &&b }; goto *t[0]; a: return 1; b: return 2; }",
        "int f(int c) { switch (c) { case 1 ... 5: return 1; case 7: default: break; } return 0; }",
        "#define NULL\nint g(double d) { return _Generic(d, int: 1, double: 2, default: 3) == 2; }",
        "struct p { int x, y; }; struct p f(void); int g(void) { return f().x + ((struct p){ .y = 2 }).y; }",
        "int f(unsigned x) { return __builtin_popcount(x) + __builtin_expect(x, 1) + __builtin_clzll(x); }",
        "int f(int a, int *r) { return __builtin_add_overflow(a, 1, r) || __builtin_mul_overflow_p(a, a, 0); }",
        "unsigned long f(void) { return __builtin_offsetof(struct { int a; struct { int b[4]; } c; }, c.b[2]); }",
        "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int x = __builtin_va_arg(l, int); __builtin_va_end(l); return x; }",
        "void f(int *p) { __sync_fetch_and_add(p, 1); __atomic_store_n(p, 3, 5); int e = 0; __atomic_compare_exchange_n(p, &e, 1, 0, 5, 5); }",
        "void *f(unsigned long n) { return __builtin_memcpy(__builtin_malloc(n), \"x\", n); }",
        "int f(void) { __label__ l; goto l; l: return 0; }",
        "double f(void) { return __builtin_inf() + __builtin_nanf(\"\") + __builtin_fabs(-1.0); }",
        "int f(int (*g)(int)) { return g(1) + (*g)(2) + (**g)(3) + f(g) + (&f)(g); }",
        "typeof(1 + 2L) x; __typeof__(x) y; int f(void) { __auto_type z = y; return sizeof z; }",
    ] {
        accepts(text);
    }
}

#[test]
fn mistakes_are_named() {
    for (text, code, words) in [
        ("int f(void) { return x; }", "C0020", "`x`"),
        ("int x; double x;", "C0022", "`double`"),
        ("int f(int); int f(double);", "C0022", "`int (double)`"),
        ("static int x; int x;", "C0022", "static"),
        ("struct s { int a; }; struct s { int a; };", "C0021", "`struct s`"),
        ("struct s x; int f(void) { return sizeof(struct s); }", "C0023", "`struct s`"),
        ("struct s { int a; } x; int f(void) { return x.b; }", "C0026", "`b`"),
        ("struct s { int a; } x; int f(void) { return x + 1; }", "C0024", "`struct s`"),
        ("int f(const int x) { x = 1; return x; }", "C0025", "const"),
        ("int f(int n) { static int a = n; return a; }", "C0027", "constant"),
        ("int f(int a); int g(void) { return f(1, 2); }", "C0028", "too many"),
        ("int a[2] = { [3] = 1 };", "C0029", "outside"),
        ("int f(void)[3];", "C0030", "return"),
        ("int f(void) { break; }", "C0031", "break"),
        ("int f(int x) { switch (x) { case 1: case 1: ; } return 0; }", "C0031", "twice"),
        ("int f(void) { goto nowhere; }", "C0031", "nowhere"),
        ("_Static_assert(sizeof(int) == 8, \"wide\");", "C0032", "wide"),
        ("int x __attribute__((aligned(3)));", "C0033", "3"),
        ("int f(void) { return g(); }", "C0034", "`g`"),
        ("int f(int i) { return i++ + i; }", "C0035", "`i`"),
        ("int f(int i) { i = i++; return i; }", "C0035", "`i`"),
        ("int f(int *p) { return p; }", "C0037", "`int *`"),
        ("int x = 2147483647 + 1;", "C0039", "wraps"),
        ("void f(void) { int x = x.y; }", "C0026", "`y`"),
        ("int a[]; struct { int b[]; int c; } s;", "C0023", "incomplete"),
    ] {
        says(&[text], code, words);
    }
}

#[test]
fn order_is_defined_where_sequence_points_stand() {
    accepts(
        "int g(int); int f(int i, int *p) { i = i + 1; i = g(i++); i++, i++; p[i] = i; return i++ ? i : (i = 2) && i; }",
    );
    accepts("struct s { int a, b; }; int f(struct s x) { return (x.a = 1) + (x.b = 2); }");
}

#[test]
fn files_are_linked() {
    let good = [
        "static int x = 1; int shared; int f(void) { return x; }",
        "static long x; extern int shared; int f(void); int g(void) { return f() + (int)x + shared; }",
    ];
    assert!(messages(&good).is_empty());
    analyzed(&good, DataModel::Lp64, |program, _, _| {
        assert_eq!(program.functions.iter().filter(|(_, f)| &*f.name == "f").count(), 1);
        assert_eq!(program.variables.iter().filter(|(_, v)| &*v.name == "x").count(), 2);
        assert_eq!(program.variables.iter().filter(|(_, v)| &*v.name == "shared").count(), 1);
    });
    let list = "struct node { struct node *next; int value; }; extern struct node *head;";
    let other = format!("{list} struct node *head; int f(void) {{ return head->value; }}");
    assert!(messages(&[list, &other]).is_empty());
    says(&["int x;", "double x;"], "C0038", "`double`");
    says(&["int f(void) { return 1; }", "int f(void) { return 2; }"], "C0021", "defined twice");
    assert!(messages(&["int f(void) { return 1; }", "__attribute__((weak)) int f(void) { return 2; }"]).is_empty());
}

/// Initialisers as `path=value`, separated by blanks.
fn items(program: &Program, initializer: &Initializer) -> String {
    let mut text = String::new();
    for item in &initializer.items {
        for step in &item.path {
            match step {
                PathStep::Field(index) => write!(text, ".{index}"),
                PathStep::Index(index) => write!(text, "[{index}]"),
                PathStep::Range(first, last) => write!(text, "[{first}..{last}]"),
            }
            .expect("writing to a string");
        }
        let value = match &item.value {
            InitValue::Zero => "zero".into(),
            InitValue::String(id) => format!("string{}", program.strings[*id].units.len()),
            InitValue::Expr(expr) => match &expr.kind {
                ExprKind::Integer(value) => value.to_string(),
                ExprKind::Float(_) => "float".into(),
                _ => "address".into(),
            },
        };
        write!(text, "={value} ").expect("writing to a string");
    }
    text.trim_end().to_string()
}

#[test]
fn initialisers_are_flattened() {
    for (text, expected, bytes) in [
        ("int x = 3;", "=3", 4),
        ("int x[] = { 1, 2, [5] = 6, 7 };", "[0]=1 [1]=2 [5]=6 [6]=7", 28),
        ("int x[2][2] = { 1, 2, { 3 } };", "[0][0]=1 [0][1]=2 [1][0]=3", 16),
        ("struct { int a; struct { int b, c; } d; int e; } x = { 1, 2, 3, 4 };", ".0=1 .1.0=2 .1.1=3 .2=4", 16),
        ("struct { int a; struct { int b, c; }; int e; } x = { .c = 3, 4 };", ".1.1=3 .2=4", 16),
        (
            "struct { struct { int a, b; } p[2]; } x = { .p[1].a = 1, 2, .p[0] = { 3 } };",
            ".0[1].0=1 .0[1].1=2 .0[0]=zero .0[0].0=3",
            16,
        ),
        ("char x[] = \"ab\";", "=string3", 3),
        ("char x[2][4] = { \"ab\", { \"cd\" } };", "[0]=string3 [1]=string3", 8),
        ("int x[10] = { [2 ... 4] = 7, 8 };", "[2..4]=7 [5]=8", 40),
        ("union { char c; int i; } x = { .i = 5 };", ".1=5", 4),
        ("int y; int *x = &y;", "=address", 8),
        ("int y[3]; long x = &y[2] - &y[0];", "=2", 8),
        ("struct { int a; int : 4; int b : 3; } x = { 1, 2 };", ".0=1 .2=2", 8),
        ("unsigned char x = -1;", "=255", 1),
        ("double x = 1 / 2 + 0.5;", "=float", 8),
        ("static const int y = 4; int x = y + 1;", "=5", 4),
        ("struct s { int a, b; }; struct s x = (struct s){ 1, 2 };", ".0=1 .1=2", 8),
        ("unsigned long x = (unsigned long)&((struct { char c; int i; } *)0)->i;", "=4", 8),
    ] {
        analyzed(&[text], DataModel::Lp64, |program, _, diagnostics| {
            assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
            let (_, x) = program.variables.iter().find(|(_, v)| &*v.name == "x").expect("x");
            let initializer = x.initializer.as_ref().expect("an initialiser");
            assert_eq!(items(program, initializer), expected, "{text}");
            assert_eq!(program.types.size_of_qualified(x.ty), Some(bytes), "{text}");
        });
    }
}

#[test]
fn what_is_not_supported_stands_where_it_is() {
    for text in [
        "void f(void) { asm volatile(\"nop\" : : \"r\"(1)); }",
        "void f(void) { int g(void) { return 1; } g(); }",
        "void f(int *p) { int x __attribute__((cleanup(h))); }",
    ] {
        analyzed(&[text], DataModel::Lp64, |program, _, diagnostics| {
            assert!(!diagnostics.iter().any(|d| d.is_error()), "{text}: {diagnostics:?}");
            let (_, f) = program.functions.iter().find(|(_, f)| &*f.name == "f").expect("f");
            let statements = &f.body.as_ref().expect("a body").block.statements;
            assert!(statements.iter().any(|s| matches!(s.kind, StmtKind::Unsupported(_))), "{text}");
        });
    }
    analyzed(&["_Complex double c; void f(void) { c = c * 2; }"], DataModel::Lp64, |_, _, diagnostics| {
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
    });
}
