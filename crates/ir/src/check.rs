//! The closed list of check kinds, and the properties a run decides.
//!
//! One list drives messages, reports, `--check`/`--no-check` and the reference page.

use crate::program::ProcId;
use cairn_base::{Span, define_id};
use std::sync::Arc;

macro_rules! check_kinds {
    ($($(#[$meta:meta])* $variant:ident $name:literal $default:literal $meaning:literal;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum CheckKind { $($(#[$meta])* $variant,)* }

        impl CheckKind {
            pub const ALL: &'static [CheckKind] = &[$(CheckKind::$variant,)*];
            /// The word used in reports and on the command line.
            pub fn name(self) -> &'static str {
                match self { $(CheckKind::$variant => $name,)* }
            }
            /// Whether checks of this kind are on unless asked otherwise.
            pub fn on_by_default(self) -> bool {
                match self { $(CheckKind::$variant => $default,)* }
            }
            /// One sentence for `cairn explain` and the reference page.
            pub fn meaning(self) -> &'static str {
                match self { $(CheckKind::$variant => $meaning,)* }
            }
        }
    };
}

check_kinds! {
    Assertion "assertion" true "A condition the program states must hold where it stands.";
    Precondition "precondition" true "A subprogram's precondition must hold where it is called.";
    Postcondition "postcondition" true "A subprogram's postcondition must hold where it returns.";
    InvariantInitial "invariant-initial" true "A loop invariant must hold when the loop is first reached.";
    InvariantPreserved "invariant-preserved" true "A loop invariant must hold again after each iteration.";
    Variant "variant" true "A loop or recursion variant must progress and stay bounded.";
    Assigns "assigns" true "Only what a contract says may be assigned is assigned.";
    Overflow "overflow" true "The result of an arithmetic operation must fit its type.";
    Range "range" true "A value must lie in the range of the subtype it is given to.";
    Index "index" true "An index must lie within the bounds of the array.";
    Length "length" true "Two arrays must have the same length.";
    Discriminant "discriminant" true "A record component must exist for the current discriminants.";
    DivisionByZero "division-by-zero" true "A divisor must not be zero.";
    Shift "shift" true "A shift amount must be smaller than the width of the shifted value.";
    Conversion "conversion" false "A conversion must not change the value.";
    Float "float" true "A floating-point result must be a number within the range of its type.";
    Pointer "pointer" true "A pointer that is used must point into a live object.";
    Free "free" true "Only the start of a live allocated object may be released.";
    Leak "leak" false "Every allocated object must be released before the program ends.";
    Uninitialized "uninitialized" false "A variable must have a value before it is read.";
    Reachable "reachable" true "An error location must not be reached.";
    Unwinding "unwinding" true "A loop must not need more iterations than the bound allows.";
    Recursion "recursion" true "A recursion must not go deeper than the bound allows.";
    Temporal "temporal" true "A requirement over time must hold in every execution.";
    Termination "termination" false "Every execution must end.";
    Race "race" false "Two threads must not use the same object at the same time unordered.";
    Unsupported "unsupported" true "A construct that Cairn does not support must not be reached.";
}

impl CheckKind {
    pub fn from_name(name: &str) -> Option<CheckKind> {
        CheckKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl std::fmt::Display for CheckKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

define_id!(
    /// A property: something a run decides.
    PropertyId,
    "property"
);

/// What is decided and reported. Every `check` statement belongs to one property; after inlining and
/// unwinding several statements share it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    pub kind: CheckKind,
    /// Stable name, unique in the program: `package.procedure.kind.number`.
    pub name: Arc<str>,
    /// In the words of the source language: "index I must be in 1 .. 10".
    pub description: Arc<str>,
    pub span: Option<Span>,
    pub procedure: Option<ProcId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        for &kind in CheckKind::ALL {
            assert_eq!(CheckKind::from_name(kind.name()), Some(kind));
        }
    }
}
