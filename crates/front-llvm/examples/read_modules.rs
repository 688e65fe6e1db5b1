//! Reads modules and prints how many instructions each holds, and the speed: `read_modules FILE…`.

use std::time::Instant;

fn main() {
    let (mut bytes, mut bad) = (0usize, 0);
    let mut seconds = 0.0;
    for name in std::env::args().skip(1) {
        let Ok(text) = std::fs::read_to_string(&name) else { continue };
        let start = Instant::now();
        let (module, mistakes) = cairn_front_llvm::reader::read(&text);
        seconds += start.elapsed().as_secs_f64();
        bytes += text.len();
        for stop in &mistakes {
            let line = text.as_bytes()[..stop.at.min(text.len())].iter().filter(|&&b| b == b'\n').count() + 1;
            println!("{name}:{line}: {}", stop.message);
        }
        bad += usize::from(!mistakes.is_empty());
        println!("{name} {}", module.instruction_count());
    }
    eprintln!("{bytes} bytes, {bad} files with mistakes, {:.1} MB/s", bytes as f64 / 1e6 / seconds);
}
