//! Colours: a few roles, switched on or off as a whole; and how much room there is.

use anstyle::{AnsiColor, Color, Style};
use cairn_verify::{PropertyVerdict, RunVerdict};
use std::fmt::Display;

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

pub const GOOD: Style = colour(AnsiColor::Green).bold();
pub const BAD: Style = colour(AnsiColor::BrightRed).bold();
pub const DOUBT: Style = colour(AnsiColor::Yellow).bold();
pub const NAME: Style = Style::new().bold();
pub const VALUE: Style = colour(AnsiColor::Cyan);
pub const FAINT: Style = Style::new().dimmed();

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    pub on: bool,
    /// Columns of the terminal; 0 where there is none.
    pub wide: usize,
}

impl Paint {
    pub fn paint(self, style: Style, text: impl Display) -> String {
        if self.on { format!("{}{text}{}", style.render(), style.render_reset()) } else { text.to_string() }
    }
    pub fn faint(self, text: impl Display) -> String {
        self.paint(FAINT, text)
    }
}

pub fn property_style(verdict: PropertyVerdict) -> Style {
    match verdict {
        PropertyVerdict::Proved => GOOD,
        PropertyVerdict::Violated => BAD,
        PropertyVerdict::Bounded | PropertyVerdict::Unknown | PropertyVerdict::Unsupported => DOUBT,
    }
}

pub fn run_style(verdict: RunVerdict) -> Style {
    match verdict {
        RunVerdict::Verified => GOOD,
        RunVerdict::Violated => BAD,
        RunVerdict::Inconclusive => DOUBT,
    }
}

/// A sign before each line, so that verdicts can be told apart without colours.
pub fn sign(verdict: PropertyVerdict) -> &'static str {
    match verdict {
        PropertyVerdict::Proved => "✓",
        PropertyVerdict::Violated => "✗",
        PropertyVerdict::Bounded => "◦",
        PropertyVerdict::Unknown => "?",
        PropertyVerdict::Unsupported => "!",
    }
}
