//! Whether executions end: what is claimed about that, as programs whose checks judge the claim.
//!
//! - [`ranked`]: every loop has a ranking; its checks fail where one does not decrease. If none of them ever fails, every
//!   execution ends.
//! - [`repeating`]: its check fails where the state at a loop head is one that the same stay in the loop has had
//!   there before, as far as it matters for the way. An execution that fails it can go round for ever.
//!
//! Both take the *original* program and add ghost variables, which nothing else reads. They are in this crate because everything that
//! is reported about termination rests on them.
//!
//! Deliberately absent: finding rankings; recursion, which is refused.

mod loops;
mod ranking;
mod relevant;
mod repeating;

pub use loops::{Loop, loops, recursive};
pub use ranking::{Ranking, ranked};
pub use repeating::repeating;
