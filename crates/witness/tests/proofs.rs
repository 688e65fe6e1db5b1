//! Programs with proofs: good ones are accepted, and nothing in them can be left out or changed to what is wrong.
//!
//! Invariants stand in the loop contracts of the programs below `proofs/`. Those below `refused/` have a property
//! that does not follow, or an invariant that is none, on the line with `//~ refused`.

mod common;

use cairn_ir::{Binary, Bits, ExprId, ExprKind, LoopProof, Program, PropertyId, Value};
use common::{judge, proofs, properties, read, refuted};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use std::path::PathBuf;

struct Case {
    name: String,
    text: String,
    program: Program,
    depth: u32,
}

fn cases(folder: &str) -> Vec<Case> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let case = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let depth = text.lines().find_map(|line| line.strip_prefix("// depth: "));
        let depth = depth.map_or(1, |depth| depth.trim().parse().unwrap());
        Case { program: read(&name, &text), name, text, depth }
    };
    files.into_iter().map(case).collect()
}

fn is_accepted(program: &Program, loops: &[LoopProof], depth: u32) -> bool {
    judge(program, loops, &properties(program), depth).is_ok_and(|refused| refused.is_empty())
}

/// The conjuncts of a condition.
fn conjuncts(program: &Program, condition: ExprId) -> Vec<ExprId> {
    match program.expr(condition).kind {
        ExprKind::Binary(Binary::And, a, b) => [conjuncts(program, a), conjuncts(program, b)].concat(),
        _ => vec![condition],
    }
}

/// The same proof with every invariant split into its conjuncts.
fn split(program: &Program, loops: &[LoopProof]) -> Vec<LoopProof> {
    let mut loops = loops.to_vec();
    for proof in &mut loops {
        proof.invariants = proof.invariants.iter().flat_map(|invariant| conjuncts(program, *invariant)).collect();
    }
    loops
}

/// The proof without one conjunct, everywhere it stands.
fn dropping(loops: &[LoopProof], dropped: ExprId) -> Vec<LoopProof> {
    let mut loops = loops.to_vec();
    loops.iter_mut().for_each(|proof| proof.invariants.retain(|invariant| *invariant != dropped));
    loops
}

fn clauses(loops: &[LoopProof]) -> BTreeSet<ExprId> {
    loops.iter().flat_map(|proof| proof.invariants.iter().copied()).collect()
}

#[test]
fn good_proofs_are_accepted_and_every_clause_is_needed() {
    for Case { name, program, depth, .. } in cases("proofs") {
        let loops = proofs(&program);
        let judged = judge(&program, &loops, &properties(&program), depth);
        assert_eq!(judged, Ok(Default::default()), "{name}");
        let loops = split(&program, &loops);
        assert!(is_accepted(&program, &loops, depth), "{name}, split");
        // `true` only says that the loop is cut.
        let says_nothing = |clause: &ExprId| program.expr(*clause).kind == ExprKind::Const(Value::Bool(true));
        for clause in clauses(&loops).into_iter().filter(|clause| !says_nothing(clause)) {
            let line = program.expr(clause).span;
            assert!(!is_accepted(&program, &dropping(&loops, clause), depth), "{name}: not needed: {line:?}");
        }
        if depth > 1 {
            assert!(!is_accepted(&program, &loops, depth - 1), "{name}: a smaller depth is enough");
        }
    }
}

/// Programs like `program` in which one constant below an invariant, or one operator, is another. The invariant
/// changes wherever it stands, so that it is the same in all activations.
fn mutants(program: &Program, loops: &[LoopProof]) -> Vec<(Program, Vec<LoopProof>)> {
    let mut mutants = Vec::new();
    for invariant in clauses(loops) {
        for change in [Change::More, Change::Less, Change::Operator] {
            for position in 0..32 {
                let mut mutant = program.clone();
                let mut left = position;
                let changed = rebuild(&mut mutant, invariant, change, &mut left);
                if changed == invariant {
                    break;
                }
                let mut loops = loops.to_vec();
                let all = loops.iter_mut().flat_map(|proof| &mut proof.invariants);
                all.filter(|each| **each == invariant).for_each(|each| *each = changed);
                mutants.push((mutant, loops));
            }
        }
    }
    mutants
}

#[derive(Clone, Copy, PartialEq)]
enum Change {
    More,
    Less,
    Operator,
}

/// The expression with the change made at the place number `left` where it can be; itself if there are fewer.
fn rebuild(program: &mut Program, expr: ExprId, change: Change, left: &mut i32) -> ExprId {
    let (kind, ty) = (program.expr(expr).kind.clone(), program.expr(expr).ty);
    let mut here = || {
        *left -= 1;
        *left == -1
    };
    let by = if change == Change::More { 1 } else { -1 };
    let new = match kind {
        ExprKind::Const(Value::Int(bits)) if change != Change::Operator && here() => {
            let number = bits.signed() + by;
            ExprKind::Const(Value::Int(Bits::from_signed(bits.width(), &number)))
        }
        ExprKind::Const(Value::MathInt(number)) if change != Change::Operator && here() => {
            ExprKind::Const(Value::MathInt(number + BigInt::from(by)))
        }
        ExprKind::Binary(op, a, b) => match other(op) {
            Some(op) if change == Change::Operator && here() => ExprKind::Binary(op, a, b),
            _ => {
                let (x, y) = (rebuild(program, a, change, left), rebuild(program, b, change, left));
                ExprKind::Binary(op, x, y)
            }
        },
        ExprKind::Unary(op, a) => ExprKind::Unary(op, rebuild(program, a, change, left)),
        ExprKind::Convert(op, a) => ExprKind::Convert(op, rebuild(program, a, change, left)),
        ExprKind::Index(a, b) => {
            let (x, y) = (rebuild(program, a, change, left), rebuild(program, b, change, left));
            ExprKind::Index(x, y)
        }
        ExprKind::Forall(variables, body) => ExprKind::Forall(variables, rebuild(program, body, change, left)),
        other => other,
    };
    if new == program.expr(expr).kind { expr } else { program.add_expr(new, ty, None).unwrap() }
}

fn other(op: Binary) -> Option<Binary> {
    use Binary::*;
    Some(match op {
        Less(sign) => LessEqual(sign),
        LessEqual(sign) => Less(sign),
        Equal => NotEqual,
        NotEqual => Equal,
        MathLess => MathLessEqual,
        MathLessEqual => MathLess,
        Add => Subtract,
        Subtract => Add,
        MathAdd => MathSubtract,
        MathSubtract => MathAdd,
        And => Or,
        Or => And,
        _ => return None,
    })
}

#[test]
fn changed_invariants_are_refused_unless_they_are_invariants() {
    let (mut refused, mut accepted) = (0, 0);
    for Case { name, program, depth, .. } in cases("proofs") {
        let loops = split(&program, &proofs(&program));
        for (mutant, loops) in mutants(&program, &loops) {
            let claim = cairn_witness::recheck::Claim {
                original: &program,
                program: &mutant,
                entries: &program.entries,
                properties: &properties(&program),
                loops: &loops,
                procedures: &[],
                depth,
            };
            let mut solver = cairn_solvers::builtin::Builtin::new();
            let judged = cairn_witness::recheck::recheck(&claim, &mut solver, &cairn_base::Budget::unlimited());
            match judged {
                Ok(not_confirmed) if not_confirmed.is_empty() => {
                    accepted += 1;
                    let broken = refuted(&mutant, &loops, &properties(&mutant), 3_000);
                    assert!(broken.is_empty(), "{name}: accepted with a wrong invariant");
                }
                _ => refused += 1,
            }
        }
    }
    assert!(refused > 4 * accepted, "{refused} refused, {accepted} accepted");
}

#[test]
fn wrong_claims_are_refused() {
    for Case { name, text, program, depth } in cases("refused") {
        let loops = proofs(&program);
        let line_of = |property: PropertyId| {
            let span = program.properties[property].span.expect("properties of files have places");
            text[..span.start as usize].matches('\n').count() + 1
        };
        let wrong: Vec<usize> =
            text.lines().enumerate().filter(|(_, line)| line.ends_with("//~ refused")).map(|(i, _)| i + 1).collect();
        let is_invariant = |line: usize| text.lines().nth(line - 1).unwrap().trim().starts_with("invariant");
        match judge(&program, &loops, &properties(&program), depth) {
            Ok(refused) => {
                let lines: Vec<usize> = refused.keys().map(|property| line_of(*property)).collect();
                assert_eq!(lines, wrong, "{name}: {refused:?}");
            }
            Err(refusal) => assert!(wrong.iter().any(|line| is_invariant(*line)), "{name}: {refusal}"),
        }
    }
}
