//! The progress line: bound, open properties, solver effort. On standard error, gone when the run ends.

use crate::arguments::When;
use crate::output;
use cairn_verify::{Snapshot, Stage};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

const LOG_INTERVAL: Duration = Duration::from_secs(1);

/// What the line says about a snapshot.
pub fn words(snapshot: &Snapshot) -> String {
    let progress = &snapshot.progress;
    match snapshot.stage {
        Stage::Reading => "reading".into(),
        Stage::Finishing => "finishing".into(),
        Stage::Checking => {
            let violated =
                if snapshot.violated > 0 { format!(" ({} violated)", snapshot.violated) } else { String::new() };
            format!(
                "bound {}   {} of {} properties open{violated}   {} conflicts   {} terms",
                progress.bound,
                progress.open,
                snapshot.properties,
                short(progress.conflicts),
                short(progress.terms)
            )
        }
    }
}

/// `1234567` as `1.2M`.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}

pub enum ProgressLine {
    None,
    Bar(ProgressBar),
    /// No terminal, yet asked for: a line in the log now and then.
    Log {
        last: Instant,
    },
}

impl ProgressLine {
    pub fn new(when: When, quiet: bool) -> Self {
        let terminal = io::stderr().is_terminal();
        match when {
            When::Never => return ProgressLine::None,
            When::Auto if quiet || !terminal => return ProgressLine::None,
            When::Always if !terminal => return ProgressLine::Log { last: Instant::now() },
            When::Auto | When::Always => {}
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner:.cyan} {elapsed:>4}  {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        ProgressLine::Bar(bar)
    }
    pub fn show(&mut self, snapshot: &Snapshot) {
        match self {
            ProgressLine::None => {}
            ProgressLine::Bar(bar) => bar.set_message(words(snapshot)),
            ProgressLine::Log { last } if last.elapsed() >= LOG_INTERVAL => {
                *last = Instant::now();
                output::to_stderr(&format!("{}\n", words(snapshot)));
            }
            ProgressLine::Log { .. } => {}
        }
    }
    pub fn finish(self) {
        if let ProgressLine::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_short() {
        assert_eq!([short(9_999), short(123_456), short(1_250_000)], ["9999", "123k", "1.2M"]);
    }
}
