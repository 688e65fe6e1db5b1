//! Differential fuzzing of solvers: `cargo xtask fuzz solver [--count N] [--seed N] [--with z3,bitwuzla] [--theme T]`.
//!
//! Random formulas go to the built-in solver and to solver processes; answers, models and cores must agree
//! (see `common/referee.rs`). A disagreement is reduced and printed as an SMT-LIB file. Formulas come in
//! batches that share one context and one process per solver, so starting processes costs little.

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use cairn_base::Budget;
use cairn_solvers::builtin::Builtin;
use cairn_solvers::process::{ProcessSolver, SolverCommand};
use cairn_term::smtlib::Script;
use cairn_term::{TermId, Terms};
use common::formulas::{Theme, formula};
use common::reduce::reduce;
use common::referee::{Form, Player, Ruling, rule};
use fastrand::Rng;

/// Formulas that share one context and one process per solver.
const BATCH: u64 = 200;
/// A formula that takes a solver longer than this is left open.
const PATIENCE: Duration = Duration::from_secs(3);

struct Options {
    count: u64,
    seed: u64,
    with: Vec<String>,
    theme: Option<Theme>,
}

#[derive(Default)]
struct Tally {
    sat: u64,
    unsat: u64,
    open: u64,
    wrong: u64,
    /// Per solver: its name, time spent, formulas without a conclusive answer, models wrong by its own evaluation.
    players: Vec<(String, Duration, u64, u64)>,
}

fn main() -> ExitCode {
    let options = match read_options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\noptions: --count N, --seed N, --with NAME,NAME, --theme NAME");
            return ExitCode::FAILURE;
        }
    };
    let started = Instant::now();
    let mut tally = Tally::default();
    let mut done = 0;
    while done < options.count {
        let size = BATCH.min(options.count - done);
        if let Err(message) = run_batch(&options, done, size, &mut tally) {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
        done += size;
        if done % (BATCH * 10) == 0 {
            println!("{done} formulas, {:.0} s, {} wrong", started.elapsed().as_secs_f64(), tally.wrong);
        }
    }
    let Tally { sat, unsat, open, wrong, players } = tally;
    for (name, time, open, wrong) in players {
        let seconds = time.as_secs_f64();
        println!("{name}: {seconds:.1} s, {open} without an answer, {wrong} models wrong by its own evaluation");
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("{done} formulas in {seconds:.1} s: {sat} sat, {unsat} unsat, {open} open; {wrong} wrong");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read_options() -> Result<Options, String> {
    let mut options = Options { count: 1_000, seed: 1, with: vec!["z3".into(), "bitwuzla".into()], theme: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is not a number"));
        match word.as_str() {
            "--count" => options.count = number()?,
            "--seed" => options.seed = number()?,
            "--with" => options.with = value.split(',').filter(|n| !n.is_empty()).map(String::from).collect(),
            "--theme" => {
                let named = Theme::ALL.into_iter().find(|t| format!("{t:?}").eq_ignore_ascii_case(&value));
                options.theme = Some(named.ok_or_else(|| format!("`{value}` is no theme"))?);
            }
            _ => return Err(format!("unknown option `{word}`")),
        }
    }
    Ok(options)
}

fn players(options: &Options) -> Result<Vec<Player>, String> {
    let mut players = vec![
        Player::new("builtin", Box::new(Builtin::new()), true, true),
        Player::new("builtin, narrow words first", Box::new(Builtin::impatient()), true, true),
    ];
    for name in &options.with {
        let command = SolverCommand::from_user(name).ok_or("an empty solver name")?;
        let mut solver = ProcessSolver::start(command, &Budget::unlimited()).map_err(|e| e.to_string())?;
        solver.set_logic("QF_ABVFP");
        players.push(Player::new(name, Box::new(solver), false, name != "bitwuzla"));
    }
    Ok(players)
}

/// Runs formulas `first ..`; each has a seed of its own, so that any one can be run alone.
fn run_batch(options: &Options, first: u64, size: u64, tally: &mut Tally) -> Result<(), String> {
    let mut terms = Terms::new();
    let mut players = players(options)?;
    let budget = || Budget::new(Some(PATIENCE), None);
    for number in first..first + size {
        let mut rng = Rng::with_seed(options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number));
        let theme = options.theme.unwrap_or_else(|| Theme::pick(&mut rng));
        // Scopes are cheap for other solvers; but with floats they decide better when they start over.
        let scoped = rng.u8(..8) != 0 && !theme.has_floats() || rng.u8(..8) == 0;
        let form = Form { assumptions: rng.u8(..4) == 0, scoped };
        let made = formula(&mut terms, &mut rng, theme);
        match rule(&mut terms, &mut players, &made, form, theme.has_tiny_floats(), &budget) {
            Ruling::Sat => tally.sat += 1,
            Ruling::Unsat => tally.unsat += 1,
            Ruling::Open => tally.open += 1,
            Ruling::Wrong(what) => {
                tally.wrong += 1;
                println!("formula {number} (seed {}, {theme:?}, {form:?}): {what}", options.seed);
                report(options, &terms, &made, form, theme.has_tiny_floats())?;
            }
        }
    }
    tally.players.resize(players.len(), Default::default());
    for (sum, player) in tally.players.iter_mut().zip(&players) {
        let (time, open, wrong) = (sum.1 + player.time, sum.2 + player.open, sum.3 + player.wrong_models);
        *sum = (player.name.clone(), time, open, wrong);
    }
    Ok(())
}

/// Reduces in fresh solvers and prints what is left.
fn report(options: &Options, terms: &Terms, made: &[TermId], form: Form, tiny: bool) -> Result<(), String> {
    let mut terms = terms.clone();
    let budget = || Budget::new(Some(PATIENCE), None);
    let mut last = String::from("not reproduced by fresh solvers: it needs the formulas before it");
    let mut is_wrong = |terms: &mut Terms, formula: &[TermId]| match players(options) {
        Ok(mut players) => match rule(terms, &mut players, formula, form, tiny, &budget) {
            Ruling::Wrong(what) => {
                last = what;
                true
            }
            _ => false,
        },
        Err(_) => false,
    };
    let reduced = if is_wrong(&mut terms, made) { reduce(&mut terms, made, &mut is_wrong) } else { made.to_vec() };
    let mut script = Script::new();
    script.comments.push(last);
    for term in reduced {
        script.assert(term);
    }
    println!("{}", script.print(&terms).map_err(|e| e.to_string())?);
    Ok(())
}
