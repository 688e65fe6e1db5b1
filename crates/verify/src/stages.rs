//! Texts made from a program: `cairn export` and `--show`.

use crate::codes;
use crate::request::Request;
use cairn_base::{Budget, Diagnostic};
use cairn_ir::Program;

/// The stages `--show` can print in this version.
pub const STAGES: [&str; 6] = ["program", "inlined", "unwound", "single-assignment", "conditional-normal-form", "smt"];

/// Stages of the interface that wait for their front end or engine.
const LATER: [&str; 6] = ["tokens", "ast", "annotated", "horn", "automaton", "flow-graph"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Program,
    Inlined,
    Unwound,
    SingleAssignment,
    ConditionalNormalForm,
    Smt,
}

impl Stage {
    pub fn from_name(name: &str) -> Result<Self, String> {
        match name {
            "program" => Ok(Stage::Program),
            "inlined" => Ok(Stage::Inlined),
            "unwound" => Ok(Stage::Unwound),
            "single-assignment" => Ok(Stage::SingleAssignment),
            "conditional-normal-form" => Ok(Stage::ConditionalNormalForm),
            "smt" => Ok(Stage::Smt),
            later if LATER.contains(&later) => {
                Err(format!("--show {later} is not available in this version; there are: {}", STAGES.join(", ")))
            }
            other => Err(format!("there is no stage `{other}` to show; there are: {}", STAGES.join(", "))),
        }
    }
}

/// The text of a stage.
pub fn show(program: Program, request: &Request, stage: Stage, budget: &Budget) -> Result<String, Box<Diagnostic>> {
    let _ = (program, request, budget);
    Err(Box::new(Diagnostic::error(codes::NO_SUCH_STAGE, format!("{stage:?} is not there yet"))))
}
