//! What annotations are accepted, what is said about the rest, and that no text makes them panic.

use cairn_base::{Diagnostic, SourceMap};
use cairn_front_c::STACK_BYTES;
use cairn_front_c::parser::parse;
use cairn_front_c::sema::analyze;
use cairn_front_c::syntax::names::Names;
use cairn_front_c::types::DataModel;

/// Codes and messages with their lines.
fn messages(text: &str) -> Vec<String> {
    let work = || {
        let (mut sources, mut names, mut diagnostics) = (SourceMap::new(), Names::default(), Vec::new());
        let unit = parse("t.i", text, &mut sources, &mut names, &mut |_| None, &mut diagnostics);
        let (_, found) = analyze(&[unit], &names, DataModel::Lp64);
        diagnostics.extend(found);
        let show = |d: &Diagnostic| {
            let line = d.primary.as_ref().map_or(0, |label| sources.location(label.span).line);
            format!("{line}: {} {}", d.code, d.message)
        };
        diagnostics.iter().map(show).collect()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

#[track_caller]
fn accepts(text: &str) {
    let found = messages(text);
    assert!(found.is_empty(), "{text}\n{found:#?}");
}

/// Clauses of a contract, all with the same function.
const CLAUSES: [&str; 16] = [
    "requires n >= 0 && \\valid(p + (0 .. n - 1));",
    "requires a: \"text\": \\valid_read(p) || p == \\null;",
    "assigns \\nothing;",
    "assigns p[0 .. n - 1], *p, g \\from p[0 .. n - 1], n;",
    "assigns \\union(p[0], g), {t[1], t[2]};",
    "ensures \\result == \\old(n) + 1 && *p == \\old(*p);",
    "ensures \\forall integer i, j; 0 <= i < j < n ==> p[i] <= p[j];",
    "ensures \\exists int k; 0 <= k < n && p[k] == 0;",
    "behavior b: assumes n > 0; ensures g == 1; behavior c: assumes n <= 0; complete behaviors b, c; disjoint behaviors;",
    "terminates \\true; decreases n; exits \\false;",
    "requires \\separated(p + (0 .. n), &g) && \\let x = n + 1; x > 0 ? x != 3 : \\true;",
    "check requires (n & 3) == 0 ==> n % 4 == 0; ensures (unsigned char) n == n <==> n < 256;",
    "requires s.x == 1 && sizeof(int) == 4 && sizeof s == 8 && \\min(n, 3) <= \\max(n, 3) && \\abs(n) >= 0;",
    "requires n \\in {1, 2, 3} || n \\in (5 .. 9) || p \\in {q | int *q; *q == 0};",
    "requires 1.5e3 > 0.5 && 'a' == 97 && 0x1F == 31 && 07 == 7;",
    "ensures \\at(g, Pre) <= g || n <= 0 ^^ g != 0;",
];

#[test]
fn clauses() {
    for clause in CLAUSES {
        accepts(&format!(
            "int g, t[5]; struct s {{ int x, y; }} s;\n/*@ {clause} */\nint f(int *p, int n) {{ return n; }}"
        ));
    }
}

#[test]
fn definitions() {
    for text in [
        "predicate P(integer x) = x > 0; predicate Q{L}(int *p) = \\at(*p, L) > 0 && P(*p);",
        "logic integer f(integer x) = x <= 0 ? 0 : f(x - 1) + 1; logic real half(real x) = x / 2;",
        "axiomatic A { type t; logic t empty; logic integer size(t x) reads \\nothing; axiom a: \\forall t x; size(x) >= 0; }",
        "inductive even(integer n) { case zero: even(0); case next: \\forall integer n; even(n) ==> even(n + 2); }",
        "lemma l: \\forall integer x; x * x >= 0; check lemma m: \\true; admit lemma n{L}: \\true;",
        "predicate Same{A, B}(int *a, integer n) = \\forall integer i; 0 <= i < n ==> \\at(a[i], A) == \\at(a[i], B);",
        "logic integer count(int *a, integer n, int v) = n <= 0 ? 0 : count(a, n - 1, v) + (a[n - 1] == v ? 1 : 0);",
    ] {
        accepts(&format!("/*@ {text} */\nint g; /*@ global invariant i: g >= 0; */ int x;"));
    }
}

#[test]
fn statements() {
    accepts(
        "void f(int n) { int i = 0; L: i++; //@ assert i > \\at(i, L) ==> i != 0;\n\
         /*@ loop invariant 0 <= i; for b: loop invariant i <= n; loop assigns i; loop variant n - i; */\n while (i < n) i++; }"
            .replace("for b: ", "")
            .as_str(),
    );
    accepts(
        "int x; void f(void) { //@ ghost int y = x;\n /*@ requires x == y; ensures x > \\old(x); */ x++; /*@ ghost y = x; */ }",
    );
    accepts("void f(int n) { /*@ check n == n; admit n > 0; */ if (n) /*@ assert n != 0; */ n = 1; }");
}

#[test]
fn mistakes_have_places() {
    for (text, expected) in [
        ("int x;\n//@ predicate P = y > 0;\n", "2: C0040 `y` is not declared"),
        ("/*@ requires x > ; */ int f(int x);", "1: C0040 expected a term, found `;`"),
        (
            "//@ ensures \\result == 0;\nvoid f(void);",
            "1: C0040 `\\result` in the contract of a function that returns nothing",
        ),
        ("//@ assert 1 == 1;\n", "1: C0040 this annotation belongs into a function"),
        ("//@ logic integer f(integer x) = \\lambda integer y; y;\n", "1: C0041 `\\lambda` is not supported"),
        ("/*@ nothing of ACSL */ int x;", "1: C0005"),
        ("void f(int x) { //@ assert x < 1 > 2;\n }", "1: C0040 comparisons of one chain go in one direction"),
        ("void f(int x) { //@ ghost x = 1;\n }", "1: C0040 ghost code changes `x`, which is no ghost variable"),
    ] {
        let found = messages(text);
        assert!(found.iter().any(|message| message.starts_with(expected)), "{text}\n{found:#?}");
    }
}

#[test]
fn macros_are_replaced() {
    accepts(
        "#define LIMIT (3 + N)\n#define N 4\n#define IN(a, x) ((a) <= (x) && (x) < LIMIT)\n//@ requires IN(0, n);\nvoid f(int n);",
    );
}

/// Annotations with characters removed, doubled and exchanged: messages, never a panic.
#[test]
fn damaged_annotations_do_not_panic() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..1500 {
        let clause = CLAUSES[random.usize(..CLAUSES.len())];
        let mut letters: Vec<char> = clause.chars().collect();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..letters.len());
            match random.u8(..4) {
                0 if letters.len() > 2 => {
                    letters.remove(at);
                }
                1 => letters.insert(at, letters[random.usize(..letters.len())]),
                2 => {
                    letters[at] =
                        *random.choice(&['(', ')', '{', '}', '[', ';', '\\', '"', '.', 'é', '@', '|']).unwrap_or(&';')
                }
                _ => {
                    let other = random.usize(..letters.len());
                    letters.swap(at, other);
                }
            }
        }
        let damaged: String = letters.into_iter().collect();
        messages(&format!(
            "int g, t[5]; struct s {{ int x, y; }} s;\n/*@ {damaged} */\nint f(int *p, int n) {{ return n; }}"
        ));
        messages(&format!("int g; void f(int *p, int n) {{ /*@ ghost {damaged} */ /*@ {damaged} */ for (;;) n++; }}"));
    }
}
