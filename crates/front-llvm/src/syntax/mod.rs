//! What a module of textual IR holds ([`module`], of calls [`masked`]), and the characters it is made of ([`cursor`]).

pub mod cursor;
pub mod masked;
pub mod module;
pub mod visit;
