//! Random LLVM functions are read, lowered and run; `cargo xtask fuzz llvm` compares them with what clang makes of them.

use cairn_base::Budget;
use cairn_ir::interp::{self, Limits, Outcome};
use cairn_testkit::programs::Zeros;
use cairn_testkit::programs::llvm::{Choices, pair};
use cairn_verify::{CheckKind, InputFile, Request, input};

#[test]
fn random_functions_run() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let choices = Choices { new_flags: true, floats: true, composites: true, memory: true, careful: seed % 2 == 0 };
        let text = pair(&mut random, choices).function;
        let inputs = vec![InputFile { name: "function.ll".into(), text: text.clone() }];
        let request = Request { inputs, entries: vec!["f".into()], ..Request::default() };
        let loaded = input::load(&request, &Budget::unlimited());
        let program = loaded.program.unwrap_or_else(|| panic!("{:?} in seed {seed}:\n{text}", loaded.diagnostics));
        let outcome = interp::run(&program, program.entries[0], &mut Zeros::new(&program), &Limits::default()).outcome;
        let supported = match &outcome {
            Outcome::Violated(property) => program.properties[*property].kind != CheckKind::Unsupported,
            outcome => *outcome == Outcome::Finished,
        };
        assert!(supported, "{outcome:?} in seed {seed}:\n{text}");
    }
}
