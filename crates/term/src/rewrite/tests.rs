//! The simplifying constructors against evaluation, on random terms and random values.

use crate::eval::Evaluator;
use crate::random::{Family, Pool};
use crate::smtlib::{Reader, SExprs};
use crate::terms::Terms;
use crate::{FloatFormat, Op, TermId};

fn agrees(family: Family, seeds: std::ops::Range<u64>, applications: usize) {
    for seed in seeds {
        let mut pool = Pool::new(family, seed);
        for _ in 0..applications {
            pool.grow();
        }
        for _ in 0..6 {
            let assignment = pool.assignment();
            let mut evaluator = Evaluator::new(&pool.terms, &assignment);
            for pair in &pool.pairs {
                let (simple, raw) = (evaluator.value(pair.simple).unwrap(), evaluator.value(pair.raw).unwrap());
                // Pairs are in the order of building, so the first that differs is built by a wrong rule.
                assert!(
                    simple.same(&raw, &pool.terms),
                    "seed {seed}: {} is {simple:?} but\n{} is {raw:?}",
                    show(&pool.terms, pair.simple, 5),
                    show(&pool.terms, pair.raw, 3),
                );
            }
        }
    }
}

fn show(terms: &Terms, term: TermId, depth: usize) -> String {
    match terms.op(term) {
        Op::Symbol(symbol) => terms.symbol_name(symbol).to_owned(),
        op if op.is_constant() => format!("{:?}", terms.constant_value(term).unwrap()),
        _ if depth == 0 => format!("{term:?}"),
        op => {
            let args: Vec<String> = terms.args(term).iter().map(|&arg| show(terms, arg, depth - 1)).collect();
            format!("({op:?} {})", args.join(" "))
        }
    }
}

#[test]
fn bit_vector_rules_agree_with_evaluation() {
    agrees(Family::BitVectors, 0..120, 400);
}

#[test]
fn array_rules_agree_with_evaluation() {
    agrees(Family::Arrays, 1000..1060, 400);
}

#[test]
fn float_rules_agree_with_evaluation() {
    agrees(Family::Floats, 2000..2040, 300);
}

#[test]
fn number_rules_agree_with_evaluation() {
    agrees(Family::Numbers, 3000..3040, 300);
}

/// Far more of the same, for after a change of rules: `cargo test --release -- --ignored`.
#[test]
#[ignore = "long"]
fn rules_agree_with_evaluation_at_length() {
    agrees(Family::BitVectors, 10_000..16_000, 500);
    agrees(Family::Arrays, 20_000..24_000, 500);
    agrees(Family::Floats, 30_000..31_000, 400);
    agrees(Family::Numbers, 40_000..41_000, 400);
}

/// The symbols that `rules.txt` names.
fn rule_symbols(terms: &mut Terms) {
    let half = terms.float_sort(FloatFormat::HALF);
    let double = terms.float_sort(FloatFormat::DOUBLE);
    let (byte, nibble, short, bit) = (terms.bv_sort(8), terms.bv_sort(4), terms.bv_sort(16), terms.bv_sort(1));
    let array = terms.array_sort(byte, byte);
    let mode = terms.rounding_mode_sort();
    let (int, real, truth) = (terms.int_sort(), terms.real_sort(), terms.bool_sort());
    let groups = [
        ("p q r s", truth),
        ("x y z w", byte),
        ("u v", nibble),
        ("n", short),
        ("b", bit),
        ("a c", array),
        ("f g h", half),
        ("e", double),
        ("m", mode),
        ("i j", int),
        ("k l", real),
    ];
    for (names, sort) in groups {
        for name in names.split(' ') {
            terms.symbol(name, sort);
        }
    }
}

#[test]
fn every_rule_fires_and_keeps_the_value() {
    let mut pool = Pool::empty(1);
    rule_symbols(&mut pool.terms);
    let rules = include_str!("rules.txt").lines().filter(|line| !line.is_empty() && !line.starts_with(';'));
    let mut wrong = Vec::new();
    for rule in rules {
        let (before, after) = rule.split_once("  ->  ").or_else(|| rule.split_once(" ->  ")).expect(rule);
        let read = |terms: &mut Terms, text: &str, simplify: bool| {
            let exprs = SExprs::parse(text).expect(rule);
            let mut reader = Reader::new(terms).with_known_names();
            if !simplify {
                reader = reader.without_simplifying();
            }
            reader.term(&exprs, exprs.top()[0]).unwrap_or_else(|error| panic!("{rule}: {error}"))
        };
        let raw = read(&mut pool.terms, before, false);
        let simple = read(&mut pool.terms, before, true);
        let expected = read(&mut pool.terms, after, true);
        let shown = show(&pool.terms, simple, 6);
        if simple != expected {
            wrong.push(format!("{rule}\nbecomes {shown}"));
        }
        for _ in 0..60 {
            let assignment = pool.assignment();
            let mut evaluator = Evaluator::new(&pool.terms, &assignment);
            let values = (evaluator.value(raw).unwrap(), evaluator.value(simple).unwrap());
            assert!(values.0.same(&values.1, &pool.terms), "{rule}: {values:?}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Long chains of every shape, built, evaluated and rebuilt with a small call stack.
#[test]
fn deep_chains_need_no_deep_stack() {
    let work = || {
        for seed in 0..24 {
            let mut pool = Pool::new(Family::Arrays, seed);
            let mut random = fastrand::Rng::with_seed(seed);
            let leaves: Vec<TermId> = pool.pairs.iter().map(|pair| pair.simple).collect();
            let mut tips = leaves.clone();
            // Few kinds of steps per seed, so that chains are long and regular.
            let ops: Vec<(Op, usize)> = (0..3)
                .map(|_| {
                    pool.grow();
                    let last = pool.pairs.last().expect("just grown").raw;
                    (pool.terms.op(last), pool.terms.args(last).len())
                })
                .collect();
            for _ in 0..20_000 {
                let (op, count) = ops[random.usize(..ops.len())];
                let pick = |random: &mut fastrand::Rng| {
                    let at = random.usize(..leaves.len());
                    if random.u8(..3) == 0 { leaves[at] } else { tips[at] }
                };
                let args: Vec<TermId> = (0..count).map(|_| pick(&mut random)).collect();
                if pool.terms.check(op, &args).is_err() {
                    continue;
                }
                let term = pool.terms.build(op, &args);
                let same_sort = |&t: &TermId| pool.terms.sort_of(t) == pool.terms.sort_of(term);
                if let Some(at) = leaves.iter().position(same_sort) {
                    tips[at + random.usize(..3)] = term;
                }
            }
            let assignment = pool.assignment();
            let mut evaluator = Evaluator::new(&pool.terms, &assignment);
            for &tip in &tips {
                evaluator.value(tip).unwrap();
            }
        }
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

/// The chains that bounded model checking builds.
#[test]
fn guard_and_array_chains_are_linear() {
    let mut terms = Terms::new();
    let (byte, word) = (terms.bv_sort(8), terms.bv_sort(32));
    let array_sort = terms.array_sort(word, byte);
    let mut array = terms.symbol("a", array_sort);
    let (mut guard, mut value) = (terms.tt(), terms.bv_u64(32, 0));
    let before = terms.len();
    let steps = 20_000;
    for n in 0..steps {
        let condition = terms.symbol(&format!("c{n}"), terms.bool_sort());
        let (then, not) = (terms.and(guard, condition), terms.not(condition));
        let otherwise = terms.and(guard, not);
        // Both branches rejoin: the guard is what it was.
        assert_eq!(terms.or(then, otherwise), guard);
        guard = then;
        let one = terms.bv_u64(32, 1);
        let next = terms.bv_add(value, one);
        value = terms.ite(condition, next, value);
        let element = terms.symbol(&format!("e{n}"), byte);
        let written = terms.store(array, value, element);
        array = terms.ite(condition, written, array);
        terms.select(array, value);
    }
    assert!(terms.len() - before < 60 * steps, "{} nodes", terms.len() - before);
}
