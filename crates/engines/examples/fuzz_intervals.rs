//! The interval analysis against exhaustive interpretation: `--seed N --count N`.

#[path = "../tests/common/sound.rs"]
mod sound;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: u64| {
        let value = arguments.iter().position(|a| a == name).and_then(|i| arguments.get(i + 1));
        value.map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name} takes a number, not {v}")))
    };
    let (first, count) = (option("--seed", 0), option("--count", 5_000));
    println!("no disagreement: {:?}", sound::compare_seeds(first..first + count));
}
