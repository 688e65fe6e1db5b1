//! The interval analysis against the interpreter: random programs and all their inputs (`--seed N --count N`), or
//! given `.cairn` files and random inputs (`--count N` executions each).

#[path = "../tests/common/sound.rs"]
mod sound;

use cairn_base::SourceMap;

fn main() {
    let mut files = Vec::new();
    let (mut seed, mut count) = (0, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|n| n.parse().ok()).expect("a number");
        match argument.as_str() {
            "--seed" => seed = number(),
            "--count" => count = Some(number()),
            _ => files.push(argument),
        }
    }
    if files.is_empty() {
        println!("no disagreement: {:?}", sound::compare_seeds(seed..seed + count.unwrap_or(5_000)));
        return;
    }
    let mut tally = sound::Tally::default();
    for name in files {
        let text = std::fs::read_to_string(&name).expect("the file can be read");
        let mut sources = SourceMap::new();
        let file = sources.add(name.as_str(), text);
        let Some(program) = cairn_ir::text::read(&sources, file).0 else { continue };
        if let Err(difference) = sound::compare_randomly(&program, count.unwrap_or(200), &mut tally) {
            println!("{name}: {difference}");
        }
    }
    println!("{tally:?}");
}
