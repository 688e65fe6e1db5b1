//! Automata of random formulas against those of SPIN (`spin -f`): both accept the same words.

use cairn_automata::atom::{AtomId, Atoms};
use cairn_automata::buchi::Automaton;
use cairn_automata::formula::{Binary, Formula, Unary};
use cairn_automata::read::formula::read_formula;
use cairn_automata::read::never::read_never_claim;
use cairn_automata::translate::automaton_of;
use cairn_automata::words::{Lasso, Letter, accepts};
use cairn_base::ids::Id;
use cairn_base::source::SourceMap;
use std::process::Command;

/// Formulas without `X`, which Debian's SPIN is built without, and without equivalences, on which SPIN takes minutes.
fn formula(random: &mut fastrand::Rng, size: usize) -> Formula {
    const UNARY: [Unary; 3] = [Unary::Not, Unary::Finally, Unary::Globally];
    const BINARY: [Binary; 4] = [Binary::And, Binary::Or, Binary::Implies, Binary::Until];
    if size <= 1 {
        return Formula::Atom(AtomId::from_index(random.usize(0..2)));
    }
    if random.bool() {
        return Formula::unary(UNARY[random.usize(0..UNARY.len())], formula(random, size - 1));
    }
    let left = random.usize(1..size);
    Formula::binary(BINARY[random.usize(0..BINARY.len())], formula(random, left), formula(random, size - left))
}

/// In the words of SPIN, every operand in parentheses.
fn in_spin(formula: &Formula) -> String {
    match formula {
        Formula::Constant(value) => value.to_string(),
        Formula::Atom(atom) => ["p", "q"][atom.index()].to_string(),
        Formula::Unary(op, a) => {
            let symbol = match op {
                Unary::Finally => "<>",
                Unary::Globally => "[]",
                _ => "!",
            };
            format!("{symbol} ({})", in_spin(a))
        }
        Formula::Binary(op, a, b) => format!("({}) {} ({})", in_spin(a), op.symbol(), in_spin(b)),
    }
}

fn automaton_of_spin(text: &str) -> Automaton {
    let output = Command::new("spin").args(["-f", text]).output().expect("spin, which `cargo xtask setup` installs");
    let claim = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut sources = SourceMap::new();
    let file = sources.add("claim.pml", claim.clone());
    read_never_claim(&sources, file).unwrap_or_else(|error| panic!("{text}: {}\n{claim}", error.message))
}

/// A word in the atoms of the automaton, which numbers them as it meets them.
fn word_for(atoms: &Atoms, letters: &[u8], stem: usize) -> Lasso {
    let letter = |bits: &u8| -> Letter {
        let holds = |text: &str| (text == "p" && bits & 1 == 1) || (text == "q" && bits & 2 == 2);
        atoms.iter().filter(|(_, atom)| holds(&atom.text)).map(|(id, _)| id).collect()
    };
    let letters: Vec<Letter> = letters.iter().map(letter).collect();
    Lasso { stem: letters[..stem].to_vec(), period: letters[stem..].to_vec() }
}

#[test]
fn same_language_as_spin() {
    let count: usize = std::env::var("CAIRN_SPIN_FORMULAS").ok().and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut random = fastrand::Rng::with_seed(11);
    let (mut ours_states, mut spins_states) = (0, 0);
    for _ in 0..count {
        let size = random.usize(1..9);
        let text = in_spin(&formula(&mut random, size));
        let mut sources = SourceMap::new();
        let file = sources.add("p.ltl", text.clone());
        let read = read_formula(&sources, file).unwrap_or_else(|error| panic!("{text}: {}", error.message));
        let ours = automaton_of(&read.formula, &read.atoms).expect("a small automaton");
        let spins = automaton_of_spin(&text);
        ours_states += ours.states.len();
        spins_states += spins.states.len();
        for _ in 0..400 {
            let length = random.usize(1..7);
            let letters: Vec<u8> = (0..length).map(|_| random.u8(0..4)).collect();
            let stem = random.usize(0..length);
            let (a, b) = (word_for(&ours.atoms, &letters, stem), word_for(&spins.atoms, &letters, stem));
            assert_eq!(accepts(&ours, &a), accepts(&spins, &b), "{text} on {letters:?}, stem {stem}");
        }
    }
    assert!(ours_states <= spins_states, "{ours_states} states, SPIN has {spins_states}");
}
