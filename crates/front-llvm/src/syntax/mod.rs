//! What a module of textual IR holds ([`module`]), and the characters it is made of ([`cursor`]).

pub mod cursor;
pub mod module;
pub mod visit;
