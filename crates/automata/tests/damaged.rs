//! Damaged properties in every language: reading them never panics. `CAIRN_DAMAGED_CASES` says how many there are.

use cairn_automata::property::read_property;
use cairn_base::SourceMap;
use fastrand::Rng;

const PROPERTIES: [(&str, &str); 5] = [
    (
        "p.ya",
        "%init: a;\n%accept: a, b;\n%deterministic;\n%observables: f, g;\n$x : int;\n\
         a : { CALL(f) && !(f().n <= 0x1F) } $x := f().n; $x := $x + 1; -> b | other -> a;\n\
         b : { h::slow([g(); f{{ n > 2 }}(){2,3}]+ ; RETURN(g)){{ \\result == s->a[2].b }} } -> a | -> b;\n",
    ),
    ("p.ltl", "_G_ ((CALL(f) && x->y[3] >= -1) => _X_ (!RETURN(g) _U_ CALL_OR_RETURN(h))) /* why */\n"),
    ("q.ltl", "G(request -> (F grant W !(a < 3))) && [](p U q) && O (x == 1 S \"y\")\n"),
    (
        "p.pml",
        "never { /* claim */\nT0_init:\n\tif\n\t:: (callof_f && !returnof_g) -> goto accept_S1\n\t:: (1) -> goto T0_init\n\tfi;\n\
         accept_S1:\n\tskip\n}\n",
    ),
    (
        "p.hoa",
        "HOA: v1\nname: \"n\"\nStates: 2\nStart: 0\nAP: 2 \"CALL(f)\" \"x == 1\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n\
         --BODY--\nState: 0 {0}\n[0&!1] 1\n[t] 0\nState: 1\n[!0 | 1] 0 {0}\n--END--\n",
    ),
];

/// Pieces that mean something in one of the languages.
const PIECES: [&str; 24] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "->",
    "other",
    "%init",
    "$x",
    ":=",
    ";",
    "|",
    "&&",
    "_U_",
    "!",
    "0x",
    "9999999999999999999999",
    "::",
    "{3,}",
    "é",
    "\0",
    "--BODY--",
    "/*",
];

fn damaged(rng: &mut Rng, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.usize(1..6) {
        let at = rng.usize(0..=chars.len());
        match rng.u32(0..4) {
            0 => drop(chars.splice(at..at, PIECES[rng.usize(0..PIECES.len())].chars())),
            1 => drop(chars.drain(at..chars.len().min(at + rng.usize(1..7)))),
            2 => {
                let from = rng.usize(0..=chars.len());
                let copy: Vec<char> = chars[from..chars.len().min(from + 20)].to_vec();
                chars.splice(at..at, copy);
            }
            _ if rng.u32(0..4) == 0 => chars.truncate(at),
            _ => {}
        }
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_properties_are_read_or_refused() {
    let cases = std::env::var("CAIRN_DAMAGED_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let mut read = 0;
    for seed in 0..cases {
        let mut rng = Rng::with_seed(seed);
        let (name, text) = PROPERTIES[rng.usize(0..PROPERTIES.len())];
        // Now and then in another language than it is written in.
        let name = if rng.u32(0..8) == 0 { PROPERTIES[rng.usize(0..PROPERTIES.len())].0 } else { name };
        let mut sources = SourceMap::default();
        let file = sources.add(name, damaged(&mut rng, text));
        read += u32::from(read_property(&sources, file).is_ok());
    }
    assert!(read > 0, "nothing was read at all");
}
