//! How fast terms are built: `cargo run --release -p cairn-term --example speed`.

use cairn_term::{Evaluator, Op, TermId, Terms, smtlib::Script};
use std::time::Instant;

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    println!("{what}: {:.2} s", start.elapsed().as_secs_f64());
    result
}

fn main() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(32);
    let symbols: Vec<TermId> = (0..1000).map(|n| terms.symbol(&format!("x{n}"), sort)).collect();
    let before = terms.len();
    timed("sums, products and comparisons through the constructors", || {
        let mut last = symbols[0];
        let mut guard = terms.tt();
        while terms.len() < 10_000_000 {
            let x = symbols[terms.len() % 1000];
            let product = terms.bv_mul(last, x);
            last = terms.bv_add(product, x);
            let less = terms.bv_ult(last, x);
            guard = terms.and(guard, less);
            last = terms.ite(guard, last, x);
        }
    });
    println!("{} nodes", terms.len() - before);

    let mut terms = Terms::new();
    let sort = terms.bv_sort(32);
    let x = terms.symbol("x", sort);
    timed("2,000,000 raw nodes in one chain, looked up twice", || {
        for _ in 0..2 {
            let mut chain = x;
            for _ in 0..2_000_000 {
                chain = terms.raw(Op::BvAdd, &[x, chain]);
            }
        }
    });

    let (index, element) = (terms.bv_sort(32), terms.bv_sort(8));
    let array_sort = terms.array_sort(index, element);
    let mut array = terms.symbol("a", array_sort);
    let (array, sum) = timed("20,000 writes and reads of an array", || {
        let mut sum = terms.bv_u64(8, 0);
        for n in 0..20_000 {
            let at = terms.symbol(&format!("i{n}"), index);
            let value = terms.bv_u64(8, n);
            array = terms.store(array, at, value);
            let read = terms.select(array, x);
            sum = terms.bv_add(sum, read);
        }
        (array, sum)
    });
    let assignment = cairn_term::Assignment::new();
    timed("their value", || Evaluator::new(&terms, &assignment).value(sum).unwrap());
    let five = terms.bv_u64(8, 5);
    let formula = terms.eq(sum, five);
    let text = timed("their text", || Script::new().assert(formula).print(&terms).unwrap());
    println!("{} bytes, array of {} nodes", text.len(), terms.dag_size(array));
    let mut again = Terms::new();
    timed("their reading", || cairn_term::smtlib::read_script(&mut again, &text).unwrap());
}
