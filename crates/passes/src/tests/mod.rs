//! Tests that need several passes at once.

mod figures;
