//! The front end against GNAT on random programs: `cargo xtask fuzz ada [--count N] [--seed N] [--keep FOLDER]`;
//! `--print N` shows the program of a seed.
//! Programs on which they disagree are made smaller and written to the folder.

#[path = "../tests/common/gnat.rs"]
mod gnat;

use cairn_testkit::options::Options;
use cairn_testkit::programs::ada::reduce_lines;
use gnat::{Source, Tally, Verdict};
use std::path::{Path, PathBuf};

/// Programs in one binary.
const BATCH: u64 = 20;

fn main() {
    let options = Options::given();
    if let Some(seed) = options.text("--print") {
        let seed = seed.parse().unwrap_or_else(|_| panic!("--print takes a seed, not {seed}"));
        return gnat::sources(seed..seed + 1).iter().for_each(|source| print!("{}", source.text));
    }
    let (first, count) = (options.number("--seed", 0), options.number("--count", 200));
    let reduces = !options.has("--no-reduce");
    let work = std::env::temp_dir().join(format!("cairn-fuzz-ada-{}", std::process::id()));
    let keep = options.text("--keep").map_or_else(|| work.join("disagreements"), PathBuf::from);
    let mut tally = Tally::default();
    let mut seed = first;
    while seed < first + count {
        let end = (seed + BATCH).min(first + count);
        let before = tally.disagreements.len();
        gnat::compare(&gnat::sources(seed..end), &work.join("batch"), &mut tally);
        for (name, text, how) in &tally.disagreements[before..] {
            println!("{name}: {how}");
            let small = if reduces { reduce(name, text, &work.join("reduce")) } else { text.clone() };
            std::fs::create_dir_all(&keep).expect("a folder for disagreements");
            std::fs::write(keep.join(format!("{name}.adb")), small).expect("the program is written");
        }
        seed = end;
    }
    println!(
        "{} programs: {} agree ({} of them end with an exception), {} disagree, {} not compiled by GNAT, {} left open",
        count,
        tally.agreed,
        tally.raised,
        tally.disagreements.len(),
        tally.refused.values().sum::<usize>(),
        tally.open.values().sum::<usize>()
    );
    for (what, counts) in [("not compiled", &tally.refused), ("left open", &tally.open)] {
        for (why, count) in counts {
            println!("{what} {count}: {why}");
        }
    }
    if tally.disagreements.is_empty() {
        let _ = std::fs::remove_dir_all(&work);
    } else {
        println!("the programs are in {}", keep.display());
        std::process::exit(1);
    }
}

/// Fewer lines on which the two still disagree.
fn reduce(name: &str, text: &str, folder: &Path) -> String {
    reduce_lines(text, |candidate| {
        let batch = [Source { name: name.into(), text: candidate.into() }];
        // Cheap questions first: what the front end refuses is not worth a compiler run, and what has lost
        // its limit would never end.
        let ours = gnat::interpret(&batch[0]);
        if matches!(&ours.ending, gnat::Ending::Open(_)) {
            return false;
        }
        let native = gnat::run_natively(&batch, folder);
        match native.get(name) {
            Some(Ok(native)) => matches!(gnat::difference(native, &ours), Verdict::Differ(_)),
            _ => false,
        }
    })
}
