//! Specifications of C programs: the ANSI/ISO C Specification Language (Baudin, Filliâtre, Marché, Monate, Moy, Prevosto).
//!
//! `lexer` and `macros` turn the text of an annotation into tokens, `parser` those into the tree of `syntax`; `typing`
//! resolves and types it in the scope of the code around into `tree`; `lowering` writes it as contracts, checks and
//! assumptions of the program form. CBMC's contracts ([`crate::cprover`]) become the same typed tree.
//!
//! Deliberately absent: deciding anything, and executing contracts, which is a pass over the program form.

pub mod lexer;
pub mod lowering;
pub mod macros;
pub mod parser;
pub mod syntax;
pub mod tree;
pub mod typing;
