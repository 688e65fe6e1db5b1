//! Answers an SMT-LIB file with the built-in solver: `cargo run --release -p cairn-solvers --example solve -- FILE`.
//! Prints the answer on standard output and what it took on standard error.

use std::time::Instant;

use cairn_base::Budget;
use cairn_solvers::abilities::{Incremental, Limits, Outcome, Solver};
use cairn_solvers::builtin::Builtin;
use cairn_term::Terms;
use cairn_term::smtlib::{Command, read_script};

fn main() {
    let path = std::env::args().nth(1).expect("usage: solve FILE");
    let text = std::fs::read_to_string(&path).expect("a readable file");
    let started = Instant::now();
    let mut terms = Terms::new();
    let commands = read_script(&mut terms, &text).expect("an SMT-LIB script");
    let read = started.elapsed();
    let mut solver = Builtin::new();
    for command in commands {
        match command {
            Command::Assert(term) => solver.assert(&mut terms, term),
            Command::Push(count) => (0..count).for_each(|_| solver.push()),
            Command::Pop(count) => (0..count).for_each(|_| solver.pop()),
            Command::CheckSat => match solver.check(&mut terms, &[], &Budget::unlimited(), Limits::default()) {
                Outcome::Sat => println!("sat"),
                Outcome::Unsat => println!("unsat"),
                Outcome::Unknown(reason) => println!("unknown ; {reason}"),
            },
            _ => {}
        }
    }
    eprintln!("read {read:.2?}, total {:.2?}, {:?}", started.elapsed(), solver.statistics());
}
