//! Properties over time met with programs: what a property says is given a meaning in a program, and the program is made
//! to follow the property while it runs.
//!
//! In: a program and a property that [`cairn_automata`] read. Out: programs of the same form, which every engine takes.
//! [`term`] and [`typing`] understand conditions, [`leaves`] collects what guards observe, [`follow`] makes monitors,
//! [`points`] finds the events and steps of a program, [`observe`] lets it tell what happens there, [`weave`] lets it
//! carry the automaton along, [`cut`] lets loops without an exit stop, [`lasso`] looks for executions without an end (liveness to safety),
//! [`abstraction`] tells which bodies may be hidden behind their contracts.
//!
//! Deliberately absent: deciding anything, and source languages: names and types are those that the program form keeps.

pub mod abstraction;
pub mod cut;
pub mod follow;
pub mod lasso;
pub mod leaves;
pub mod observe;
pub mod points;
pub mod stops;
pub mod stutter;
pub mod term;
pub mod typing;
pub mod weave;
