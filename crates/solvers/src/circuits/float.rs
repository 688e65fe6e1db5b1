//! Floats.
