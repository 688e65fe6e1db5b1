//! The C front end: text to program.
//!
//! `preprocess` runs the user's C compiler; `syntax` holds tokens, names, literals and the tree; `parser`
//! builds the tree; `sema` makes one typed program of all translation units, with the types of `types`;
//! `lower` turns that into the program form; `library` holds the C library, in C; `load` is the whole road;
//! `native` writes counterexamples as C; `outline` and `sites` tell where things stand in a file; `acsl` and
//! `cprover` hold specifications; `codes` lists every diagnostic.

pub mod acsl;
pub mod codes;
pub mod cprover;
mod left_out;
pub mod library;
pub mod load;
pub mod lower;
pub mod native;
pub mod outline;
pub mod parser;
pub mod preprocess;
pub mod sema;
pub mod sites;
pub mod syntax;
pub mod types;

/// The front end walks trees recursively; sources may nest deeply, so it runs on a stack of its own.
pub const STACK_BYTES: usize = 512 << 20;
