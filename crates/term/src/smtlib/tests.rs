//! Printer against reader, on random terms; models and scripts as solvers write them.

use super::*;
use crate::eval::{Assignment, Evaluator, evaluate};
use crate::random::{Family, Pool};
use crate::terms::{Named, Terms};
use crate::value::Value;
use crate::{BvValue, FloatFormat, Op, RoundingMode, TermId};

const EXACT: PrintOptions = PrintOptions { version_2_7: true, implications: false };

/// Applications that are printed as something else, or like a constant.
fn is_expanded(terms: &Terms, term: TermId) -> bool {
    matches!(
        terms.op(term),
        Op::FpMin
            | Op::FpMax
            | Op::FpToUbv(_)
            | Op::FpToSbv(_)
            | Op::FpToReal
            | Op::IntDiv
            | Op::IntMod
            | Op::RealDiv
            | Op::FpToIeeeBits
    ) || (terms.op(term) == Op::Neg && terms.is_constant(terms.args(term)[0]))
}

fn pool(family: Family, seed: u64) -> Pool {
    let mut pool = Pool::new(family, seed);
    for _ in 0..150 {
        pool.grow();
    }
    pool
}

/// Printing and reading a term as it stands gives the same node.
fn reads_back(family: Family, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut pool = pool(family, seed);
        for pair in pool.pairs.clone() {
            if pool.terms.post_order(&[pair.raw]).any(|t| is_expanded(&pool.terms, t)) {
                continue;
            }
            let text = term_text(&pool.terms, pair.raw, EXACT).unwrap();
            let exprs = SExprs::parse(&text).unwrap();
            let mut reader = Reader::new(&mut pool.terms).with_known_names().without_simplifying();
            let again = reader.term(&exprs, exprs.top()[0]).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again, pair.raw, "seed {seed}: {text}");
        }
    }
}

#[test]
fn terms_read_back_as_the_same_nodes() {
    reads_back(Family::BitVectors, 0..8);
    reads_back(Family::Arrays, 8..16);
    reads_back(Family::Floats, 16..24);
    reads_back(Family::Numbers, 24..32);
}

/// Scripts in plain 2.6, guards and expansions included, mean the same when read back.
fn scripts_mean_the_same(family: Family, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut pool = pool(family, seed);
        let is_formula = |pool: &Pool, t| {
            let terms = &pool.terms;
            terms.is_bool(t) && !terms.post_order(&[t]).any(|t| terms.op(t) == Op::FpToIeeeBits)
        };
        let formulas: Vec<TermId> = pool.pairs.iter().map(|p| p.raw).filter(|&t| is_formula(&pool, t)).collect();
        let mut script = Script::new();
        for &formula in &formulas {
            script.assert(formula);
        }
        let text = script.print(&pool.terms).unwrap();
        let commands = read_script(&mut pool.terms, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let again: Vec<TermId> = command::assertions(&commands).collect();
        assert_eq!(again.len(), formulas.len());
        for _ in 0..4 {
            let assignment = pool.assignment();
            let mut evaluator = Evaluator::new(&pool.terms, &assignment);
            for (&before, &after) in formulas.iter().zip(&again) {
                assert_eq!(evaluator.holds(before), evaluator.holds(after), "seed {seed}");
            }
        }
    }
}

#[test]
fn printed_scripts_mean_the_same_when_read() {
    scripts_mean_the_same(Family::BitVectors, 100..112);
    scripts_mean_the_same(Family::Arrays, 112..120);
    scripts_mean_the_same(Family::Floats, 120..132);
    scripts_mean_the_same(Family::Numbers, 132..140);
}

#[test]
fn the_bits_of_a_float_are_a_constrained_constant() {
    let mut terms = Terms::new();
    let format = FloatFormat::HALF;
    let sort = terms.float_sort(format);
    let x = terms.symbol("x", sort);
    let bits = terms.fp_to_ieee_bits(x);
    let zero = terms.bv_u64(16, 0);
    let formula = terms.bv_slt(bits, zero);
    let text = Script::new().assert(formula).print(&terms).unwrap();
    let mut again = Terms::new();
    let commands = read_script(&mut again, &text).unwrap();
    let formulas: Vec<TermId> = command::assertions(&commands).collect();
    assert_eq!(formulas.len(), 3);
    for pattern in [0x0000u64, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0x7e00, 0xfe00, 0x7c01] {
        let float = crate::softfloat::canonical(format, BvValue::from_u64(16, pattern));
        let mut assignment = Assignment::new();
        let mut set = |name: &str, value| match again.named(name) {
            Some(Named::Symbol(symbol)) => assignment.set(symbol, value),
            _ => panic!("{name}"),
        };
        set("x", Value::Float(format, float.clone()));
        set("t!1", Value::BitVec(BvValue::from_u64(16, pattern)));
        let mut evaluator = Evaluator::new(&again, &assignment);
        let holds: Vec<bool> = formulas.iter().map(|&t| evaluator.holds(t).unwrap()).collect();
        // The constraints hold exactly for the canonical pattern.
        assert_eq!(holds[0] && holds[1], float == BvValue::from_u64(16, pattern));
        assert_eq!(holds[2], pattern >> 15 == 1);
    }
    assert_eq!(term_text(&terms, formula, EXACT), Err(PrintError::FloatBits(bits)));
}

/// The guards around conversions to bit-vectors hold exactly where the standard fixes the result. In `2, 3`
/// the largest number is 3.5, which may round to 4, which the format does not have.
#[test]
fn conversions_are_guarded_where_the_standard_leaves_them_open() {
    for (exponent, significand) in [(2, 3), (2, 5), (3, 3), (3, 8), (5, 2)] {
        let format = FloatFormat { exponent, significand };
        let mut terms = Terms::new();
        let (sort, modes) = (terms.float_sort(format), terms.rounding_mode_sort());
        let (x, mode) = (terms.symbol("x", sort), terms.symbol("m", modes));
        let exact = terms.raw(Op::FpToSbv(64), &[mode, x]);
        for (op, width) in (1..7).flat_map(|w| [(Op::FpToUbv(w), w), (Op::FpToSbv(w), w)]) {
            let signed = matches!(op, Op::FpToSbv(_));
            let conversion = terms.raw(op, &[mode, x]);
            let text = term_text(&terms, conversion, EXACT).unwrap();
            let exprs = SExprs::parse(&text).unwrap();
            let mut reader = Reader::new(&mut terms).with_known_names().without_simplifying();
            let read = reader.term(&exprs, exprs.top()[0]).unwrap();
            let Op::Ite = terms.op(read) else { panic!("{text}") };
            let guard = terms.args(read)[0];
            for (bits, rounding) in (0..1 << format.width()).flat_map(|b| RoundingMode::ALL.map(|r| (b, r))) {
                let constant = terms.float_const(format, BvValue::from_u64(format.width(), bits));
                let mut values = Assignment::new();
                values.set(terms.as_symbol(x).unwrap(), terms.constant_value(constant).unwrap());
                values.set(terms.as_symbol(mode).unwrap(), Value::RoundingMode(rounding));
                let (is_nan, is_infinite) = (terms.fp_is_nan(constant), terms.fp_is_infinite(constant));
                let is_finite = is_nan == terms.ff() && is_infinite == terms.ff();
                let number = evaluate(&terms, exact, &values).unwrap().as_bv().and_then(BvValue::to_i64).unwrap();
                let range = if signed { -(1i64 << (width - 1))..1 << (width - 1) } else { 0..1 << width };
                let holds = evaluate(&terms, guard, &values).unwrap();
                let wanted = Value::Bool(is_finite && range.contains(&number));
                assert_eq!(holds, wanted, "{bits:b} {rounding:?} {text}");
            }
        }
    }
}

#[test]
fn shared_and_deep_terms_stay_small() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(32);
    let (mut shared, mut deep) = (terms.symbol("x", sort), terms.tt());
    for n in 0..30_000 {
        shared = terms.raw(Op::BvMul, &[shared, shared]);
        let guard = terms.symbol(&format!("g{n}"), terms.bool_sort());
        deep = terms.and(deep, guard);
    }
    let zero = terms.bv_u64(32, 0);
    let equal = terms.raw(Op::Eq, &[shared, zero]);
    let text = Script::new().assert(equal).assert(deep).print(&terms).unwrap();
    assert!(text.len() < 4_000_000, "{}", text.len());
    let mut nesting = 0i32;
    let deepest = text.bytes().map(|b| {
        nesting += i32::from(b == b'(') - i32::from(b == b')');
        nesting
    });
    assert!(deepest.max().unwrap() < 100);
    let commands = read_script(&mut terms, &text).unwrap();
    assert_eq!(command::assertions(&commands).last(), Some(deep));
    let single = term_text(&terms, deep, EXACT).unwrap();
    assert_eq!(read_term(&mut terms, &single).unwrap(), deep);
}

#[test]
fn names_are_quoted_and_kept_apart() {
    let mut terms = Terms::new();
    let sort = terms.bool_sort();
    let names = ["a b", "and", "v!and", "x|y", "x%y", "let", "", "9", "naïve", "bvadd", "t!1", ".x"];
    let symbols: Vec<TermId> = names.iter().map(|name| terms.symbol(name, sort)).collect();
    let pair = |terms: &mut Terms, n: usize| terms.raw(Op::Xor, &[symbols[n], symbols[n + 1]]);
    let formulas: Vec<TermId> = (0..names.len() - 1).map(|n| pair(&mut terms, n)).collect();
    let all = terms.and_all(&formulas);
    let mut printer = Printer::new(PrintOptions::default());
    let mut text = String::new();
    printer.assert(&terms, all, &mut text).unwrap();
    let mut again = Terms::new();
    let commands = read_script(&mut again, &text).unwrap();
    let declared = commands.iter().filter(|c| matches!(c, Command::DeclareSymbol(_))).count();
    assert_eq!(declared, names.len());
    // What a solver calls them leads back to the symbols.
    let symbol_of = |name: &str| printer.named(name);
    for command in &commands {
        if let Command::DeclareSymbol(symbol) = command {
            assert!(matches!(symbol_of(again.symbol_name(*symbol)), Some(Named::Symbol(_))));
        }
    }
}

#[test]
fn a_dialogue_forgets_at_pop() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(8);
    let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
    let (first, second) = (terms.bv_ult(x, y), terms.bv_slt(y, x));
    let mut printer = Printer::new(PrintOptions::default());
    let mut text = String::new();
    printer.assert(&terms, first, &mut text).unwrap();
    printer.push();
    text.push_str("(push 1)\n");
    let z = terms.symbol("z", sort);
    let third = terms.bv_ult(z, y);
    printer.assert(&terms, third, &mut text).unwrap();
    printer.pop();
    text.push_str("(pop 1)\n");
    printer.assert(&terms, second, &mut text).unwrap();
    printer.assert(&terms, third, &mut text).unwrap();
    assert_eq!(text.matches("declare-fun x").count(), 1);
    assert_eq!(text.matches("declare-fun z").count(), 2);
    let commands = read_script(&mut terms, &text).unwrap();
    assert_eq!(command::assertions(&commands).collect::<Vec<_>>(), [first, third, second, third]);
}

#[test]
fn quantifiers_do_not_capture() {
    let mut terms = Terms::new();
    let text = "(declare-const x (_ BitVec 4)) (declare-fun p ((_ BitVec 4)) Bool)
        (assert (let ((y x)) (exists ((x (_ BitVec 4))) (and (bvult y x) (p (bvadd x y))))))
        (assert (and (bvult x #x3) (forall ((z (_ BitVec 4))) (bvule z (bvadd z x)))))";
    let commands = read_script(&mut terms, text).unwrap();
    let formulas: Vec<TermId> = command::assertions(&commands).collect();
    let x = terms.symbols().next().unwrap();
    assert_eq!(terms.symbols_of(formulas[0]), [x]);
    // A symbol that is free here and bound there.
    let sort = terms.bv_sort(4);
    let (y, two) = (terms.symbol("y", sort), terms.bv_u64(4, 2));
    let sum = terms.bv_add(y, two);
    let product = terms.bv_mul(sum, sum);
    let free = terms.bv_ult(product, sum);
    let bound = terms.forall(&[y], free);
    let both = terms.and(free, bound);
    for formula in [formulas[0], formulas[1], both] {
        let text = Script::new().assert(formula).print(&terms).unwrap();
        let mut again = Terms::new();
        let commands = read_script(&mut again, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let after = command::assertions(&commands).last().unwrap();
        for value in 0..16 {
            let assign = |terms: &Terms, term| {
                let mut assignment = Assignment::new();
                for symbol in terms.symbols_of(term) {
                    assignment.set(symbol, Value::BitVec(BvValue::from_u64(4, value)));
                }
                evaluate(terms, term, &assignment)
            };
            assert_eq!(assign(&terms, formula), assign(&again, after), "{text}");
        }
    }
}

#[test]
fn logics_are_found() {
    let mut terms = Terms::new();
    let mut find = |text: &str| {
        let commands = read_script(&mut terms, text).unwrap();
        let roots: Vec<TermId> = command::assertions(&commands).collect();
        logic(&terms, &roots)
    };
    assert_eq!(find("(declare-const b0 Bool) (assert b0)"), "QF_UF");
    assert_eq!(find("(declare-const b1 (_ BitVec 3)) (assert (bvult b1 #b011))"), "QF_BV");
    assert_eq!(find("(declare-const b2 (Array (_ BitVec 3) Bool)) (assert (select b2 #b011))"), "QF_ABV");
    assert_eq!(find("(declare-const b3 Int) (assert (< b3 (* 2 b3)))"), "QF_LIA");
    assert_eq!(find("(declare-const b4 Real) (assert (< b4 (* b4 b4)))"), "QF_NRA");
    assert_eq!(find("(declare-fun b5 (Int) Bool) (assert (forall ((i Int)) (b5 i)))"), "UFLIA");
    assert_eq!(find("(declare-const b6 Float32) (assert (fp.isNaN b6))"), "QF_FP");
    assert_eq!(find("(declare-const b7 Float32) (assert (< 0.0 (fp.to_real b7)))"), "ALL");
}

#[test]
fn models_of_several_solvers() {
    let mut terms = Terms::new();
    let (byte, word) = (terms.bv_sort(8), terms.bv_sort(32));
    let array = terms.array_sort(word, byte);
    let (int, real) = (terms.int_sort(), terms.real_sort());
    let single = terms.float_sort(FloatFormat::SINGLE);
    for (name, sort) in
        [("a", array), ("b", array), ("c", array), ("x y", byte), ("f", single), ("n", int), ("r", real)]
    {
        terms.symbol(name, sort);
    }
    let predicate = terms.function("p", &[int, int], terms.bool_sort());
    let text = "(model ; as Z3 writes
        (define-fun |x y| () (_ BitVec 8) #x2a)
        (define-fun a () (Array (_ BitVec 32) (_ BitVec 8)) (_ as-array k!0))
        (define-fun b () (Array (_ BitVec 32) (_ BitVec 8))
            (store ((as const (Array (_ BitVec 32) (_ BitVec 8))) #x01) #x00000005 #xff))
        (define-fun c () (Array (_ BitVec 32) (_ BitVec 8))
            (lambda ((i (_ BitVec 32))) (ite (or (= i #x00000001) (= i #x00000002)) #x07 #x09)))
        (define-fun f () (_ FloatingPoint 8 24) (_ NaN 8 24))
        (define-fun n () Int (- 5))
        (define-fun r () Real (/ 1 3))
        (define-fun p ((x!0 Int) (x!1 Int)) Bool (< x!0 (+ x!1 1)))
        (define-fun k!0 ((x!0 (_ BitVec 32))) (_ BitVec 8)
            (ite (= x!0 #x00000003) #x10 (ite (= x!0 #x00000004) #x11 #x12))))";
    let names = terms.clone();
    let model = read_model(&mut terms, text, &|name| names.named(name)).unwrap();
    let mut value = |text: &str| {
        let term = read_term(&mut terms, text).unwrap();
        value_text(&terms, &evaluate(&terms, term, &model).unwrap())
    };
    assert_eq!(value("|x y|"), "#x2a");
    assert_eq!(value("(concat (select a #x00000003) (select a #x00000004) (select a #xffffffff))"), "#x101112");
    assert_eq!(value("(concat (select b #x00000005) (select b #x00000004))"), "#xff01");
    assert_eq!(value("(concat (select c #x00000002) (select c #x00000003))"), "#x0709");
    assert_eq!(value("f"), "(_ NaN 8 24)");
    assert_eq!(value("(+ n 1)"), "(- 4)");
    assert_eq!(value("(- r)"), "(- (/ 1.0 3.0))");
    assert_eq!(value("(and (p 3 3) (not (p 4 3)))"), "true");
    assert!(model.get_definition(predicate).is_some());
}

#[test]
fn values_and_solver_errors() {
    let mut terms = Terms::new();
    let (byte, real) = (terms.bv_sort(8), terms.real_sort());
    let values = read_values(&mut terms, "((x #x05) ((f y) (- 2)))", &[byte, real]).unwrap();
    assert_eq!(value_text(&terms, &values[0]), "#x05");
    assert_eq!(value_text(&terms, &values[1]), "(- 2.0)");
    let error = read_values(&mut terms, "(error \"no model\")", &[byte]).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::Solver("no model".to_owned()));
    let error = read_values(&mut terms, "((x #b1))", &[byte]).unwrap_err();
    assert_eq!(error.to_string(), "1:5: expected a value of the declared sort");
}

#[test]
fn mistakes_are_named_with_their_place() {
    let message = |text: &str| read_script(&mut Terms::new(), text).unwrap_err().to_string();
    assert_eq!(message("(assert\n  x)"), "2:3: unknown name `x`");
    assert_eq!(message("(assert #b1)"), "1:9: expected a Boolean term");
    assert_eq!(message("(declare-sort S 0)"), "1:1: not supported: command declare-sort");
    assert_eq!(message("(declare-const x Bool)(declare-const x Bool)"), "1:38: `x` is declared twice");
    assert_eq!(message("(assert (frobnicate true))"), "1:9: unknown name `frobnicate`");
    assert_eq!(message("(assert (= #b1 #b00))").split(": ").next(), Some("1:9"));
    assert_eq!(message("(pop 1)"), "1:1: expected no more pops than pushes");
    assert_eq!(message("(declare-const x (_ BitVec 0))").split(": ").next(), Some("1:18"));
    assert_eq!(message("(assert (_ extract 1 0))").split(": ").next(), Some("1:9"));
    assert_eq!(message("()"), "1:1: expected a command");
}

/// Whatever the text, reading ends with a result or an error.
#[test]
fn broken_texts_never_panic() {
    let mut random = fastrand::Rng::with_seed(99);
    let pool = pool(Family::Floats, 7);
    let mut script = Script::new();
    for formula in pool.pairs.iter().map(|p| p.simple).filter(|&t| pool.terms.is_bool(t)).take(30) {
        script.assert(formula);
    }
    let text = script.print(&pool.terms).unwrap()
        + "(push 1)(assert (forall ((q Int) (r Real)) (let ((z (+ q 1))) (< r (/ z q) 1.5))))(pop)
           (define-fun f ((a Int)) Int (- a))(assert (= (f 3) (div 7 (- 2))))";
    let tokens: Vec<&str> = text.split_inclusive([' ', '(', ')']).collect();
    for _ in 0..3_000 {
        let mut broken: Vec<&str> = tokens.clone();
        for _ in 0..random.usize(1..4) {
            let (at, from) = (random.usize(..broken.len()), random.usize(..tokens.len()));
            match random.u8(..3) {
                0 => drop(broken.remove(at)),
                1 => broken[at] = tokens[from],
                _ => broken.insert(at, tokens[from]),
            }
        }
        let _ = read_script(&mut Terms::new(), &broken.concat());
    }
    // And on the level of characters, as a script, a model and values.
    let alphabet: Vec<char> = "()|\"#:; _bx01.-é!\\\n".chars().collect();
    for _ in 0..3_000 {
        let start = random.usize(..text.len() - 200);
        let mut broken: Vec<char> = text[start..start + 200].chars().collect();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..broken.len());
            broken[at] = alphabet[random.usize(..alphabet.len())];
        }
        let broken: String = broken.into_iter().collect();
        let mut terms = Terms::new();
        let byte = terms.bv_sort(8);
        let _ = read_script(&mut terms, &broken);
        let _ = read_model(&mut terms, &broken, &|_| None);
        let _ = read_values(&mut terms, &broken, &[byte]);
    }
}

#[test]
fn horn_clauses_keep_their_shape() {
    let mut terms = Terms::new();
    let (int, truth) = (terms.int_sort(), terms.bool_sort());
    let reached = terms.function("Loop head", &[int], truth);
    let x = terms.symbol("x", int);
    let (zero, one, ten) = (terms.int_i64(0), terms.int_i64(1), terms.int_i64(10));
    let (here, next) = (terms.apply(reached, &[x]), terms.add(x, one));
    let (start, there) = (terms.apply(reached, &[zero]), terms.apply(reached, &[next]));
    let (below, above) = (terms.lt(x, ten), terms.gt(x, ten));
    let (step, bad) = (terms.and(here, below), terms.and(here, above));
    let (step, safe) = (terms.implies(step, there), terms.not(bad));
    let mut script = Script { logic: Some("HORN".to_owned()), ..Script::new() };
    script.assert(start);
    for clause in [step, safe] {
        let clause = terms.forall(&[x], clause);
        script.assert(clause);
    }
    let text = script.print(&terms).unwrap();
    let expected = "(set-logic HORN)
(declare-fun |Loop head| (Int) Bool)
(assert (|Loop head| 0))
(assert (forall ((x Int)) (=> (and (|Loop head| x) (< x 10)) (|Loop head| (+ 1 x)))))
(assert (forall ((x Int)) (not (and (|Loop head| x) (< 10 x)))))
(check-sat)
";
    assert_eq!(text, expected);
}
