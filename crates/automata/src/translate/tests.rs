use super::*;
use crate::atom::{AtomId, AtomKind};
use crate::words::{Lasso, Letter, accepts, satisfies};
use cairn_base::ids::Id;

fn two_atoms() -> Atoms {
    let mut atoms = Atoms::new();
    for name in ["p", "q"] {
        atoms.intern(AtomKind::Condition(name.into()), name.into(), None);
    }
    atoms
}

fn letter(bits: u64) -> Letter {
    (0..2).filter(|i| bits >> i & 1 == 1).map(AtomId::from_index).collect()
}

/// Every word over two atoms whose stem and period together have at most this many letters.
fn words(longest: usize) -> Vec<Lasso> {
    let mut all = Vec::new();
    for length in 1..=longest {
        for code in 0..1u64 << (2 * length) {
            let letters: Vec<Letter> = (0..length).map(|i| letter(code >> (2 * i) & 3)).collect();
            for stem in 0..length {
                all.push(Lasso { stem: letters[..stem].to_vec(), period: letters[stem..].to_vec() });
            }
        }
    }
    all
}

pub(super) fn random_formula(random: &mut fastrand::Rng, size: usize) -> Formula {
    if size <= 1 {
        return match random.u8(0..8) {
            0 => Formula::Constant(random.bool()),
            n => Formula::Atom(AtomId::from_index(usize::from(n % 2))),
        };
    }
    if random.bool() {
        let op = Unary::ALL[random.usize(0..Unary::ALL.len())];
        return Formula::unary(op, random_formula(random, size - 1));
    }
    let op = Binary::ALL[random.usize(0..Binary::ALL.len())];
    let left = random.usize(1..size);
    Formula::binary(op, random_formula(random, left), random_formula(random, size - left))
}

/// The automaton accepts a word exactly if the formula, by its definition, holds of it.
#[test]
fn automata_accept_what_formulas_say() {
    let atoms = two_atoms();
    let words = words(4);
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..150 {
        let size = random.usize(1..8);
        let formula = random_formula(&mut random, size);
        let Ok(automaton) = automaton_of(&formula, &atoms) else { continue };
        for word in &words {
            let (expected, found) = (satisfies(word, &formula), accepts(&automaton, word));
            assert_eq!(expected, found, "{} on {word:?}", formula.text(&atoms));
        }
    }
}

#[test]
fn usual_formulas_have_small_automata() {
    let atoms = two_atoms();
    let p = || Formula::Atom(AtomId(0));
    let q = || Formula::Atom(AtomId(1));
    let always = |a| Formula::unary(Unary::Globally, a);
    let some_time = |a| Formula::unary(Unary::Finally, a);
    let cases = [
        (always(p()), 1),
        (some_time(p()), 2),
        (always(some_time(p())), 2),
        (some_time(always(p())), 2),
        (always(Formula::binary(Binary::Implies, p(), some_time(q()))), 2),
        (Formula::binary(Binary::Until, p(), q()), 2),
        (Formula::negated(always(Formula::binary(Binary::Implies, p(), some_time(q())))), 2),
        (Formula::Constant(false), 0),
        (Formula::Constant(true), 1),
    ];
    for (formula, states) in cases {
        let automaton = automaton_of(&formula, &atoms).expect("a small automaton");
        assert_eq!(automaton.states.len(), states, "{}", formula.text(&atoms));
    }
}
