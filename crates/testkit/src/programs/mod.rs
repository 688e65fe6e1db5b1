//! Random programs, and making failing ones smaller.
//!
//! - [`small`]: programs whose inputs can all be tried, to compare engines with the interpreter;
//! - [`rich`]: programs that use every construct of the program form, to test printers and readers;
//! - [`ada`]: Ada sources, to compare the front end with GNAT;
//! - [`c`]: C sources about what the standard leaves open, to compare checks with gcc and clang;
//! - [`llvm`]: LLVM functions, to compare the front end with clang;
//! - [`mutate`]: small changes of a program text; [`Guesses`]: inputs that are likely to go wrong; [`Zeros`];
//! - [`reduce`]: the smallest program it finds on which something still happens.
//!
//! A seed determines the program, on every machine.

pub mod ada;
pub mod c;
mod guess;
pub mod llvm;
mod mutate;
mod reduce;
mod rich;
mod rich_expr;
mod small;
mod small_expr;
mod small_statement;
mod zeros;

pub use guess::Guesses;
pub use mutate::mutate;
pub use reduce::reduce;
pub use rich::rich;
pub use small::{MAX_INPUT_BITS, small};
pub use zeros::Zeros;
