//! Renderers: a report in, text out. None of them prints, and each reads the same data.

mod events;
pub mod facts;
mod fold;
pub mod hosts;
pub mod html;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod snippet;
pub mod text;
pub mod trace;
mod weakness;

use cairn_verify::report::{StepKind, StepReport};

/// How much the text report says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    Quiet,
    Normal,
    Verbose,
}

/// Cuts a text that is longer than this many characters, and says so by `…`.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// `1 property`, `2 properties`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A step of a trace in a few words, for where the source line is not beside it.
pub fn step_words(step: &StepReport) -> String {
    let (name, value) = (step.name.as_deref().unwrap_or(""), step.value.as_deref().unwrap_or(""));
    match step.step {
        StepKind::Enter => format!("enter {name}{value}"),
        StepKind::Leave if value.is_empty() => format!("leave {name}"),
        StepKind::Leave => format!("{name} returns {value}"),
        StepKind::Assign => format!("{name} = {value}"),
        StepKind::Branch if name.is_empty() => format!("the condition is {value}"),
        StepKind::Branch => format!("{name} is {value}"),
        StepKind::Assume => "the assumption holds".into(),
        StepKind::Check if value == "false" => format!("the check fails: {name}"),
        StepKind::Check => format!("the check holds: {name}"),
        StepKind::Event => format!("event {name}{value}"),
    }
}

#[cfg(test)]
mod tests;
