//! The table of constructs and checks: for every kind of expression, statement, declaration and contract, the programs
//! that fail natively at its checks, and are never verified. A construct without a row does not compile here.
//!
//! The programs stand below `tests/verdicts/ada`, where they run with all others; each cell is a main program, so that
//! GNAT can run it too (`tests/cells.rs`).

use crate::sema::aspects::READ;
use crate::sema::entities::Contract;
use crate::sema::tree::{AssertKind, ExprKind, Item, StatementKind};
use std::collections::BTreeSet;
use std::path::PathBuf;

type Row = (&'static str, &'static [&'static str]);

/// Rows for the variants of an enumeration; nothing in brackets means that Ada checks nothing there by itself.
macro_rules! rows {
    ($table:ident, $covers:ident, $ty:ty: $($pattern:pat => $name:literal [$($cell:literal),*],)*) => {
        const $table: &[Row] = &[$(($name, &[$($cell),*])),*];
        #[allow(dead_code)]
        fn $covers(one: &$ty) -> &'static str {
            match one { $($pattern => $name,)* }
        }
    };
}

rows! { EXPRESSIONS, expression, ExprKind:
    ExprKind::Static => "literal" [],
    ExprKind::Text(_) => "string literal" [],
    ExprKind::Object(_) => "object" [],
    ExprKind::Component(..) => "component" ["cells/cell_component_discriminant"],
    ExprKind::Index(..) => "indexed component" ["cells/cell_index"],
    ExprKind::Slice(..) => "slice" ["cells/cell_slice"],
    ExprKind::Call(..) => "function call" ["cells/cell_result", "cells/cell_return_range"],
    ExprKind::Unary(..) => "unary operator" ["cells/cell_unary_overflow"],
    ExprKind::Binary(..) => "binary operator" ["cells/cell_binary_overflow", "cells/cell_binary_division", "cells/cell_binary_power", "cells/cell_binary_length"],
    ExprKind::Convert(_) => "conversion" ["cells/cell_convert_range", "cells/cell_convert_predicate", "cells/cell_convert_length"],
    ExprKind::Qualify(_) => "qualification" ["cells/cell_qualify_range"],
    ExprKind::Member { .. } => "membership" [],
    ExprKind::If(..) => "conditional expression" [],
    ExprKind::Case(..) => "case expression" [],
    ExprKind::Quantified { .. } => "quantified expression" ["cells/cell_quantified"],
    ExprKind::ArrayAggregate(_) => "array aggregate" ["cells/cell_array_aggregate_range", "cells/cell_array_aggregate_length"],
    ExprKind::RecordAggregate(_) => "record aggregate" ["cells/cell_record_aggregate_range"],
    ExprKind::DeltaRecord(..) => "record delta aggregate" ["cells/cell_delta_record"],
    ExprKind::DeltaArray(..) => "array delta aggregate" ["cells/cell_delta_array"],
    ExprKind::Attribute(_) => "attribute" ["cells/cell_attribute_val", "cells/cell_attribute_succ", "cells/cell_attribute_value"],
    ExprKind::Old(_) => "'Old" ["cells/cell_old"],
    ExprKind::LoopEntry(..) => "'Loop_Entry" ["cells/cell_loop_entry"],
    ExprKind::Result(_) => "'Result" ["cells/cell_result"],
    ExprKind::Let(..) => "declare expression" ["cells/cell_let"],
    ExprKind::Raise(_) => "raise expression" ["cells/cell_raise_expression"],
    ExprKind::Discriminant(_) => "discriminant as a bound" [],
    ExprKind::Unsupported(_) => "refused expression" ["refused/access_type"],
}

rows! { STATEMENTS, statement, StatementKind:
    StatementKind::Null => "null" [],
    StatementKind::Assign(..) => "assignment" ["cells/cell_assign_range", "cells/cell_assign_length", "cells/cell_assign_discriminant", "cells/cell_assign_predicate"],
    StatementKind::Call(..) => "procedure call" ["cells/cell_call_precondition", "cells/cell_call_range", "cells/cell_call_predicate", "cells/cell_call_out_range", "cells/cell_call_aliasing"],
    StatementKind::If(..) => "if" [],
    StatementKind::Case(..) => "case" [],
    StatementKind::Loop { .. } => "loop" [],
    StatementKind::Block { .. } => "block" ["aliasing/behind_exceptions"],
    StatementKind::Exit(..) => "exit" [],
    StatementKind::Goto(_) => "goto" [],
    StatementKind::Label(_) => "label" [],
    StatementKind::Return(_) => "return" ["cells/cell_return_range", "cells/cell_return_missing"],
    StatementKind::ExtendedReturn { .. } => "extended return" ["cells/cell_extended_return"],
    StatementKind::Raise(_) => "raise" ["cells/cell_raise_statement"],
    StatementKind::Assert(AssertKind::Assert | AssertKind::AssertAndCut | AssertKind::Check, _) => "assertion" ["cells/cell_assert"],
    StatementKind::Assert(AssertKind::LoopInvariant, _) => "loop invariant" ["cells/cell_loop_invariant"],
    StatementKind::Assert(AssertKind::Written, _) => "--% assert" ["annotations/percent"],
    StatementKind::Assume(_) => "assumption" [],
    StatementKind::Evaluate(_) => "delay and address" ["cells/cell_delay_expression", "addresses/evaluated"],
    StatementKind::LoopVariant(_) => "loop variant" ["cells/cell_loop_variant"],
    StatementKind::NotOverflow { .. } => "--% notOverflow" ["annotations/percent"],
    StatementKind::Unsupported(_) => "refused statement" ["refused_in_the_middle"],
}

rows! { DECLARATIONS, declaration, Item:
    Item::Object { .. } => "object declaration" ["cells/cell_object_default_invariant", "cells/cell_object_default_condition", "cells/cell_formal_in"],
    Item::Statements(_) => "statements of a package" [],
    Item::ConstraintCheck { .. } => "constraint" ["cells/cell_constraint"],
    Item::InitialCondition { .. } => "initial condition" ["contracts/initial_condition"],
    Item::Unsupported(..) => "refused declaration" ["laid_over"],
    Item::Named(_) => "renaming and formal variable" ["cells/cell_named", "cells/cell_formal_in_out"],
    Item::Elaborated(_) => "body" ["units/too_early"],
}

/// A field that is new does not compile here.
#[allow(dead_code)]
fn contract(one: Contract) {
    let Contract { pre: _, post: _, refined_post: _, variant: _, variant_span: _, cases: _, cases_span: _, .. } = one;
    let Contract { result: _, writes: _, reads_nothing: _, always_terminates: _, flow: _, .. } = Contract::default();
}

/// What aspects and pragmas that are read are checked by; those that only change the meaning of others have no cell.
const ASPECTS: &[Row] = &[
    ("pre precondition", &["cells/cell_call_precondition"]),
    ("post postcondition", &["cells/cell_old", "cells/cell_result"]),
    ("contract_cases", &["cells/cell_contract_cases"]),
    ("refined_post", &["contracts/refined_post"]),
    ("subprogram_variant", &["cells/cell_subprogram_variant"]),
    ("initial_condition", &["contracts/initial_condition"]),
    ("default_initial_condition", &["cells/cell_object_default_condition"]),
    ("static_predicate dynamic_predicate predicate ghost_predicate", &["cells/cell_assign_predicate"]),
    ("predicate_failure", &["cells/cell_predicate_failure"]),
    ("type_invariant invariant", &["cells/cell_invariant_at_return", "cells/cell_invariant_of_matrix"]),
    ("assert assert_and_cut check", &["cells/cell_assert"]),
    ("loop_invariant", &["cells/cell_loop_invariant"]),
    ("loop_variant", &["cells/cell_loop_variant"]),
    ("address", &["addresses/evaluated"]),
    ("no_return", &[]),
    ("global refined_global", &["flow/globals"]),
    ("depends refined_depends", &["flow/dependencies"]),
    ("initializes", &["flow/initialized"]),
    ("abstract_state refined_state part_of", &["flow/states"]),
    ("default_value default_component_value small assume", &[]),
    ("volatile atomic async_writers volatile_components atomic_components volatile_function", &["addresses/registers"]),
    ("async_readers effective_reads effective_writes volatile_full_access shared", &[]),
    ("spark_mode import interface convention overflow_mode assertion_policy check_policy", &[]),
];

fn tables() -> impl Iterator<Item = &'static Row> {
    EXPRESSIONS.iter().chain(STATEMENTS).chain(DECLARATIONS).chain(ASPECTS)
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts/ada")
}

#[test]
fn every_cell_is_a_test() {
    for (name, cells) in tables() {
        for cell in *cells {
            let exists = ["adb", "ads"].iter().any(|extension| folder().join(format!("{cell}.{extension}")).exists());
            assert!(exists, "the row of {name} names {cell}, which is no test");
        }
    }
}

#[test]
fn every_program_belongs_to_a_row() {
    let named: BTreeSet<&str> = tables().flat_map(|(_, cells)| cells.iter().copied()).collect();
    for entry in std::fs::read_dir(folder().join("cells")).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("cells/{}", path.file_stem().unwrap().to_string_lossy());
        assert!(named.contains(&*name), "{name} belongs to no row");
    }
}

#[test]
fn every_aspect_has_a_row() {
    for name in READ {
        let has_row = ASPECTS.iter().any(|(names, _)| names.split(' ').any(|n| n == *name));
        assert!(has_row, "the aspect {name} is read, and has no row");
    }
}

#[test]
fn no_cell_expects_to_be_verified() {
    for entry in std::fs::read_dir(folder().join("cells")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(text.contains("-- exit: 1\n") || text.contains("-- exit: 2\n"), "{text}");
    }
}
